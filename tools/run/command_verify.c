// `scree verify`: the same bits from every instruction set.
//
// stdout gets one line per scene and set, without times or anything of this machine, so that the
// outputs of two builds or two machines can be compared with diff. An instruction set that this CPU
// lacks is stood in for by the build of the same width in baseline instructions.

#include "tools/commands.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"

#include "scenes/scenes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct verify_options
{
    const scree_scene *scene;  // null: all of them
    int steps;                 // 0: the scene's own
    int size;                  // 0: the scene's own
    scree_solver solver;
} verify_options;

// The hash after each step, of one set.
typedef struct hashes
{
    int steps;
    uint64_t *after;
    uint64_t end;  // after the last step, or of the start if there is none
} hashes;

static bool parse_options(verify_options *options, int argc, char **argv)
{
    static const sc_option table[] = {
        SC_OPTION_INT(verify_options, steps, "steps", "N", 1, 1000000,
                      "length of each run, {}; default: short, by the scene"),
        SC_OPTION_INT(verify_options, size, "size", "N", 1, INT32_MAX,
                      "scale of the scene; default: small, by the scene"),
        SC_OPTION_SOLVER(verify_options),
        {0},
    };
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "[SCENE|all]",
        .help = "Runs scenes with every instruction set and compares the state after each step.\v"
                "Prints scene, size, steps, set and hash; the lines are the same on every machine. "
                "Exit status 1 if two sets differ.",
        .scene = offsetof(verify_options, scene),
        .size = offsetof(verify_options, size),
    };
    return sc_parse_options(&syntax, argc, argv, options);
}

// What runs in the name of a set on this machine.
static scree_simd stand_in(scree_simd simd)
{
    if (scree_simd_is_supported(simd))
        return simd;
    if (simd == SCREE_SIMD_AVX2)
        return SCREE_SIMD_AVX2_EMULATED;
    return simd == SCREE_SIMD_AVX512 ? SCREE_SIMD_AVX512_EMULATED : SCREE_SIMD_SCALAR;
}

static void tell_stand_ins(void)
{
    for (int i = SCREE_SIMD_SCALAR; i < SCREE_SIMD_COUNT; ++i)
    {
        scree_simd simd = (scree_simd)i, used = stand_in(simd);
        if (used != simd)
        {
            sc_print_error("%s is not supported here: %s runs in its place", scree_simd_name(simd),
                           scree_simd_name(used));
        }
    }
}

static bool run_world(const scree_scene *scene, scree_world *world, int size, hashes *hashes,
                      sc_progress *progress, const char *simd)
{
    int substeps = sc_default_substeps(scene, scree_world_solver(world));
    scree_scene_params params = {.size = size};
    scree_scene_state state;
    if (!scree_scene_create(scene, world, &params, &state))
        return false;
    hashes->end = scree_world_hash(world);
    for (int i = 0; i < hashes->steps; ++i)
    {
        scree_result result = scree_scene_step(scene, world, &state, 1.0f / 60.0f, substeps);
        if (result != SCREE_OK && result != SCREE_ERROR_NOT_FINITE)
            return false;
        hashes->end = hashes->after[i] = scree_world_hash(world);
        if (sc_progress_is_due(progress))
        {
            char text[64];
            snprintf(text, sizeof text, "%s, %s", scene->name, simd);
            sc_progress_show(progress, (double)i / hashes->steps, text);
        }
    }
    sc_progress_clear(progress);
    return true;
}

static bool run_set(const scree_scene *scene, scree_simd simd, const verify_options *options,
                    int size, hashes *hashes, sc_progress *progress)
{
    const char *name = scree_simd_name(simd);
    scree_world_def def = scree_scene_world_def(scene, size);
    def.simd = simd;
    def.solver = options->solver;
    scree_world *world = scree_world_create(&def);
    bool ok = world != NULL && run_world(scene, world, size, hashes, progress, name);
    if (!ok)
    {
        sc_progress_clear(progress);
        sc_print_error("%s with %s failed: %s", scene->name, name, scree_error_text(world));
    }
    scree_world_destroy(world);
    return ok;
}

static bool is_same(const char *scene, const char *simd, const hashes *expected,
                    const hashes *found)
{
    for (int i = 0; i < expected->steps; ++i)
    {
        if (expected->after[i] == found->after[i])
            continue;
        sc_print_error("%s: %s differs from %s after step %d", scene, simd,
                       scree_simd_name(SCREE_SIMD_SCALAR), i + 1);
        return false;
    }
    return true;
}

// All sets on one scene, each compared with the scalar one. A set that also stands in for another
// is run once.
static bool verify_scene(const scree_scene *scene, const verify_options *options,
                         hashes hashes[SCREE_SIMD_COUNT])
{
    int size = options->size != 0 ? options->size : scene->verify_size;
    bool done[SCREE_SIMD_COUNT] = {false};
    bool ok = true;
    sc_progress progress = sc_progress_create(true);
    for (int i = SCREE_SIMD_SCALAR; i < SCREE_SIMD_COUNT; ++i)
    {
        int used = (int)stand_in((scree_simd)i);
        if (!done[used])
        {
            if (!run_set(scene, (scree_simd)used, options, size, &hashes[used], &progress))
                return false;
            done[used] = true;
        }
        const char *name = scree_simd_name((scree_simd)i);
        printf("%-16s %5d %4d %-15s %016" PRIx64 "\n", scene->name, size, hashes[used].steps, name,
               hashes[used].end);
        ok = is_same(scene->name, name, &hashes[SCREE_SIMD_SCALAR], &hashes[used]) && ok;
    }
    return ok;
}

static bool verify_with_memory(const scree_scene *scene, const verify_options *options)
{
    int steps = options->steps != 0 ? options->steps : scene->verify_steps;
    uint64_t *memory = calloc((size_t)steps * SCREE_SIMD_COUNT, sizeof *memory);
    if (memory == NULL)
    {
        sc_print_error("out of memory for %d hashes", steps);
        return false;
    }
    hashes hashes[SCREE_SIMD_COUNT];
    for (int i = 0; i < SCREE_SIMD_COUNT; ++i)
        hashes[i] = (struct hashes){.steps = steps, .after = memory + (size_t)i * (size_t)steps};
    bool ok = verify_scene(scene, options, hashes);
    free(memory);
    return ok;
}

int sc_command_verify(int argc, char **argv)
{
    verify_options options = {0};
    if (!parse_options(&options, argc, argv))
        return SC_EXIT_USAGE;
    tell_stand_ins();
    bool ok = true;
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        if (options.scene == NULL || options.scene == scene)
            ok = verify_with_memory(scene, &options) && ok;
    }
    return ok ? SC_EXIT_OK : SC_EXIT_FAILURE;
}
