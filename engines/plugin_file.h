/// The file of an engine plugin, before it is loaded.
#ifndef SC_ENGINES_PLUGIN_FILE_H
#define SC_ENGINES_PLUGIN_FILE_H

#include <stdbool.h>

/// Null, or why the file must not be loaded: it is not there, not a regular file, or an ELF file
/// that ends within its segments or sections. The loader maps such a file, and the process is
/// killed at the first access behind its end. Other faults are left to the loader, which does not
/// find all of them.
const char *sc_plugin_file_fault(const char *path);

/// Whether a symbol of a loaded object is a function. True where the system cannot tell.
bool sc_is_function(const void *symbol);

#endif
