/// Engines in shared objects, through the installed header scree_tools/engine_plugin.h.
#ifndef SC_ENGINES_ENGINE_PLUGINS_H
#define SC_ENGINES_ENGINE_PLUGINS_H

#include "engines/engine.h"

#include <stddef.h>

/// Loads the shared object, checks its exports and adds its engine to the others (engine.h);
/// it stays loaded as long as the program runs. Null on failure: `why` gets one line that names the
/// file and the fault.
SC_ENGINES_API const sc_engine *sc_engine_plugin_load(const char *path, char *why, size_t size);

/// Whether a plugin brought the engine.
SC_ENGINES_API bool sc_engine_is_plugin(const sc_engine *engine);

#endif
