#include "plugin_option.h"

#include "engines/engine_plugins.h"
#include "tools/common/output.h"

bool sc_take_plugin(const sc_option *option, const char *text, void *place)
{
    (void)option;
    (void)place;
    char why[1024];
    if (sc_engine_plugin_load(text, why, sizeof why) != NULL)
        return true;
    sc_print_error("--" SC_PLUGIN_NAME ": %s", why);
    return false;
}
