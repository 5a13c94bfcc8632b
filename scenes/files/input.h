/// Files that commands read: opened without waiting for anything.
#ifndef SC_SCENES_FILES_INPUT_H
#define SC_SCENES_FILES_INPUT_H

#include "scenes/scenes.h"

#include <stdio.h>

/// Opens a regular file for reading, or a pipe that is open already: /dev/stdin, or /dev/fd/N,
/// which a shell makes of `<(command)`. Null on error, and a text in `why`: folders and devices are
/// refused, and so are FIFOs, which would have to be waited for.
SC_SCENES_API FILE *sc_open_input(const char *path, const char **why);

/// Whether the file is a regular one, whose end is known.
SC_SCENES_API bool sc_is_regular(FILE *file);

#endif
