/// Files that the tool writes: opened before anything is computed, so that a path that cannot be
/// written is known at once, and every failed write is reported.
#ifndef SCREE_TOOLS_OUTPUT_H
#define SCREE_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/// The exit statuses of `scree`.
enum
{
    SC_EXIT_OK = 0,
    SC_EXIT_FAILURE = 1,  ///< a difference, a failed simulation, a failed write
    SC_EXIT_USAGE = 2  ///< nothing was run: bad arguments, or a file that cannot be opened or read
};

/// Per cent of a step: stages that take less are not listed unless --all is given.
#define SC_SHARE_SHOWN 0.05

/// One line on stderr, after "scree: ".
void sc_print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

typedef struct sc_output
{
    const char *path;  // null: not wanted, and every call on it succeeds without doing anything
    FILE *file;
} sc_output;

/// Creates the missing directories before the last slash, each with a line on stderr. Errors show
/// when the file is opened.
void sc_create_parents(const char *path);

/// Opens `path` for writing, "-" being stdout, and creates its missing parent directories, each
/// with a line on stderr. A null path gives an output that is off. False, and a line on stderr, if
/// it cannot be written.
bool sc_output_open(sc_output *output, const char *path);

/// As sc_output_open for a file that is written at the end: whether it can be written is checked
/// now, and its content stays until sc_output_begin. Pipes, devices, links without a target and
/// stdout are opened at once.
bool sc_output_probe(sc_output *output, const char *path);

/// Opens a probed output; false, and a line on stderr, if it cannot be written.
bool sc_output_begin(sc_output *output);

/// True if the output is open and no write on it has failed.
bool sc_output_is_usable(const sc_output *output);

/// Flushes and closes. False, and a line on stderr, if anything was not written.
bool sc_output_close(sc_output *output);

/// Flushes stdout; false, and a line on stderr, if anything on it was not written.
bool sc_flush_stdout(void);

#endif
