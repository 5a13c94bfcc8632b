/// Profiles as JSON files.
#ifndef SCREE_TOOLS_PROFILE_FILE_H
#define SCREE_TOOLS_PROFILE_FILE_H

#include "profile_data.h"

#include <stdio.h>

/// The first word of each file.
#define SC_PROFILE_FORMAT "scree profile 1"

/// False if memory ran out; write errors stay in the file's error flag.
bool sc_profile_write(FILE *file, const sc_profile_data *data);
/// Reads a file of sc_profile_write. Anything else, however broken, is refused: false, and a line
/// on stderr with the fault.
bool sc_profile_read(const char *path, sc_profile_data *data);

#endif
