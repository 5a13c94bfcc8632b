/// Where a report goes: its JSON to a file, the same as a page to another, and the tables for
/// people to stdout, or to stderr if one of the files is stdout.
#ifndef SCREE_TOOLS_REPORT_FILES_H
#define SCREE_TOOLS_REPORT_FILES_H

#include "tools/common/output.h"

#include <cjson/cJSON.h>

typedef struct sc_report_files
{
    sc_output json, page;
    FILE *out;  ///< for the tables
} sc_report_files;

/// Either path may be null. False, and a line on stderr, if one cannot be written.
bool sc_report_files_open(sc_report_files *files, const char *json, const char *page);

/// Writes the selected files and deletes `root`, which may be null. False if memory ran out; write
/// errors show when the files are closed.
bool sc_report_files_write(const sc_report_files *files, cJSON *root);

/// The exit status: `status`, or SC_EXIT_FAILURE in the place of SC_EXIT_OK, and a line on stderr
/// for each, if something was not written.
int sc_report_files_close(sc_report_files *files, int status);

#endif
