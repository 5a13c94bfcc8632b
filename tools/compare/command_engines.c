// `scree engines`: the engines that `scree compare` can run.

#include "plugin_option.h"
#include "engines/engine.h"
#include "tools/commands.h"
#include "tools/common/output.h"

#include <argp.h>
#include <errno.h>
#include <string.h>

// "  title    words ..." in lines of 100 columns.
static void print_wrapped(const char *title, const char *text)
{
    const int indent = 11, width = 100;
    int column = printf("  %-9s", title);
    while (*text != '\0')
    {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > width)
        {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s%.*s", column > indent ? " " : "", length, text);
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    (void)state;
    if (key != SC_PLUGIN_KEY)
        return ARGP_ERR_UNKNOWN;
    return sc_take_plugin(NULL, text, NULL) ? 0 : EINVAL;
}

static bool parse_all(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {SC_PLUGIN_NAME, SC_PLUGIN_KEY, "F", 0, SC_PLUGIN_HELP, 0},
        {0},
    };
    struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Lists the engines that `scree compare` can run, with what they were built from and "
               "how settings are mapped to theirs.",
    };
    return argp_parse(&argp, argc, argv, 0, NULL, NULL) == 0;
}

int sc_command_engines(int argc, char **argv)
{
    if (!parse_all(argc, argv))
        return SC_EXIT_USAGE;
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        printf("%s\n", engine->name);
        print_wrapped("version", engine->version);
        print_wrapped("build", engine->build);
        printf("  %-9s%s%d\n", "threads", engine->max_threads > 1 ? "up to " : "",
               engine->max_threads);
        print_wrapped("notes", engine->notes);
    }
    for (int i = 0; i < sc_missing_engine_count(); ++i)
    {
        sc_missing_engine missing = sc_missing_engine_at(i);
        printf("%s\n", missing.name);
        print_wrapped("missing", missing.remedy);
    }
    return SC_EXIT_OK;
}
