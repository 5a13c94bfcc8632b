/// The file of an engine plugin, before it is loaded.
#ifndef SC_ENGINES_PLUGIN_FILE_H
#define SC_ENGINES_PLUGIN_FILE_H

#include <stdbool.h>

/// The reason why a file must not be loaded, or null: it does not exist, is not a regular file, or
/// is an ELF file that ends within its segments or sections. The loader would map such an ELF file,
/// and the process would be killed at the first access past its end. Other faults are left to the
/// loader, which does not find all of them.
const char *sc_plugin_file_fault(const char *path);

/// Whether a symbol of a loaded object is a function. True if the system cannot say.
bool sc_is_function(const void *symbol);

#endif
