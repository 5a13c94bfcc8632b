// `scree compare SCENE|all`: the same scene on several engines in turn.

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
    char fault[256];
    if (!ok)
        sc_print_error("out of memory");
    else if (compare->options.scene != NULL && scenes[0].model == NULL)
    {
        sc_print_error("cannot compare on %s: %s", scenes[0].scene->name, scenes[0].left_out);
        ok = false;
    }
    else if (sc_comparison_plugin_failed(&compare->comparison, fault, sizeof fault))
    {
        sc_print_error("%s", fault);
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
