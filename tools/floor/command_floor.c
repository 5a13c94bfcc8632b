// `scree floor [SCENE]`: where the time of a scene's stages goes, and the least it could be.

#include "counted_kernels.h"
#include "floor_report.h"

#include "tools/commands.h"
#include "tools/common/output.h"

// The scenes on which the record holder publishes its numbers.
static const char *const record_scenes[] = {
    "large_pyramid", "many_pyramids", "washer",  "compounds", "junkyard",
    "smash",         "joint_grid",    "tumbler", "spinner",   "rain"};

enum
{
    RECORD_SCENES = sizeof record_scenes / sizeof record_scenes[0]
};

static int perform(const sc_floor_options *options, FILE *out, FILE *json)
{
    sc_machine machine;
    sc_floor_table tables[RECORD_SCENES];
    scree_simd simd = options->simd != SCREE_SIMD_AUTO ? options->simd : scree_simd_best();
    if (!sc_machine_measure(&machine, simd, options->brief))
        return SC_EXIT_FAILURE;
    if (!options->quiet)
        sc_floor_print_machine(out, &machine);
    int count = options->scene != NULL ? 1 : RECORD_SCENES;
    for (int i = 0; i < count; ++i)
    {
        const scree_scene *scene =
            options->scene != NULL ? options->scene : scree_scene_find(record_scenes[i]);
        if (!sc_floor_measure(&tables[i], scene, options, &machine))
            return SC_EXIT_FAILURE;
        if (!options->quiet)
        {
            sc_floor_print_table(out, &tables[i]);
            fflush(out);
        }
    }
    if (json != NULL && !sc_floor_write_json(json, options, &machine, tables, count))
    {
        sc_print_error("out of memory for the JSON report");
        return SC_EXIT_FAILURE;
    }
    return SC_EXIT_OK;
}

int sc_command_floor(int argc, char **argv)
{
    sc_floor_options options;
    sc_output json = {0};
    if (!sc_floor_options_parse(&options, argc, argv))
        return SC_EXIT_USAGE;
    if (sc_counted_kernels() == NULL)
    {
        sc_print_error(
            "this build has no kernels that count: configure with SCREE_SIMD_SETS empty");
        return SC_EXIT_FAILURE;
    }
    int status = SC_EXIT_USAGE;
    if (sc_output_open(&json, options.json))
        status = perform(&options, json.file == stdout ? stderr : stdout, json.file);
    if (!sc_output_close(&json) && status == SC_EXIT_OK)
        status = SC_EXIT_FAILURE;
    return status;
}
