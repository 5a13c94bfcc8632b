/// Engines in shared objects, through the installed header scree_tools/engine_plugin.h.
#ifndef SC_ENGINES_ENGINE_PLUGINS_H
#define SC_ENGINES_ENGINE_PLUGINS_H

#include "engines/engine.h"

#include <stddef.h>

/// Loads the shared object, checks its exports and adds its engine to the others (engine.h); it
/// stays loaded as long as the program runs. Returns null on failure, and writes one line with the
/// file and the fault to `why`.
SC_ENGINES_API const sc_engine *sc_engine_plugin_load(const char *path, char *why, size_t size);

/// Whether the engine comes from a plugin.
SC_ENGINES_API bool sc_engine_is_plugin(const sc_engine *engine);

#endif
