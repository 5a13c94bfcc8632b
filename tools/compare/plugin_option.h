/// The option --engine-plugin, which adds engines from shared objects to those of the build.
#ifndef SCREE_TOOLS_PLUGIN_OPTION_H
#define SCREE_TOOLS_PLUGIN_OPTION_H

#include "tools/common/option_table.h"

#define SC_PLUGIN_NAME "engine-plugin"
#define SC_PLUGIN_HELP \
    "a shared object with one more engine (scree_tools/engine_plugin.h); may come again"
/// Where commands without a table have the option.
#define SC_PLUGIN_KEY 0x150

/// Loads the file. `option` and `place` are not used.
sc_take sc_take_plugin;

#define SC_OPTION_PLUGIN \
    SC_OPTION_ROW(SC_PLUGIN_NAME, "F", SC_PLUGIN_HELP, sc_take_plugin, 0, 0, 0, 0, NULL)

#endif
