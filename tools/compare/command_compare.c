// `scree compare SCENE|all`: the same scene on several engines in turn, and `scree engines`.

#include "compare_report.h"
#include "tools/commands.h"
#include "tools/common/option_table.h"
#include "tools/pages/report_files.h"

#include <string.h>

typedef struct compare
{
    sc_compare_options options;
    sc_comparison comparison;
    sc_report_files files;
} compare;

static bool run_scenes(compare *compare)
{
    const sc_compare_options *options = &compare->options;
    sc_comparison *comparison = &compare->comparison;
    FILE *out = compare->files.out;
    if (!options->quiet)
        sc_compare_write_heading(out, options);
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        if (!sc_comparison_run(comparison, i))
            return false;
        if (!options->quiet)
            sc_compare_write_scene(out, comparison, &comparison->scenes[i]);
        fflush(out);
    }
    if (!options->quiet)
        sc_compare_write_summary(out, comparison);
    return true;
}

static bool perform(compare *compare)
{
    bool ok = sc_comparison_create(&compare->comparison, &compare->options) &&
              run_scenes(compare) &&
              sc_report_files_write(&compare->files, sc_compare_json(&compare->comparison));
    const sc_compare_scene *scenes = compare->comparison.scenes;
    if (!ok)
        sc_print_error("out of memory");
    else if (compare->options.scene != NULL && scenes[0].model == NULL)
    {
        sc_print_error("cannot compare on %s: %s", scenes[0].scene->name, scenes[0].left_out);
        ok = false;
    }
    else if (sc_comparison_scree_failed(&compare->comparison))
    {
        sc_print_error("scree failed in a run; the tables say in which");
        ok = false;
    }
    sc_comparison_destroy(&compare->comparison);
    return ok;
}

int sc_command_compare(int argc, char **argv)
{
    compare compare = {0};
    const sc_compare_options *options = &compare.options;
    if (!sc_compare_options_parse(&compare.options, argc, argv))
        return SC_EXIT_USAGE;
    int status = SC_EXIT_USAGE;
    if (sc_report_files_open(&compare.files, options->json, options->html))
        status = perform(&compare) ? SC_EXIT_OK : SC_EXIT_FAILURE;
    return sc_report_files_close(&compare.files, status);
}

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

int sc_command_engines(int argc, char **argv)
{
    if (!sc_parse_no_options(argc, argv,
                             "Lists the engines that `scree compare` can run, with what they were "
                             "built from and how settings are mapped to theirs."))
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
