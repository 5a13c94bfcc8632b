// `scree verify`: the same bits from every instruction set.
//
// stdout gets one line per scene and set, without times or anything of this machine, so that the
// outputs of two builds or two machines can be compared with diff. An instruction set that this CPU
// lacks is stood in for by the build of the same width in baseline instructions.

#include "commands.h"
#include "options.h"
#include "output.h"
#include "progress.h"

#include "scenes/scenes.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct verify_options
{
    const scree_scene *scene;  // null: all of them
    bool has_scene;
    int steps;  // 0: the scene's own
    int size;   // 0: the scene's own
    scree_solver solver;
} verify_options;

// The hash after each step, of one set.
typedef struct hashes
{
    int steps;
    uint64_t *after;
    uint64_t end;  // after the last step, or of the start if there is none
} hashes;

enum
{
    KEY_STEPS = 256,
    KEY_SIZE,
    KEY_SOLVER
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    verify_options *options = state->input;
    switch (key)
    {
    case KEY_STEPS:
        return sc_parse_int("--steps", argument, 1, 1000000, &options->steps) ? 0 : EINVAL;
    case KEY_SIZE:
        return sc_parse_int("--size", argument, 1, INT32_MAX, &options->size) ? 0 : EINVAL;
    case KEY_SOLVER:
        return sc_parse_solver("--solver", argument, &options->solver) ? 0 : EINVAL;
    case ARGP_KEY_ARG:
        if (options->has_scene)
        {
            sc_print_error("one scene, or all: '%s' is one too many", argument);
            return EINVAL;
        }
        options->has_scene = true;
        if (strcmp(argument, "all") == 0)
            return 0;
        return sc_parse_scene(argument, &options->scene) ? 0 : EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool parse_options(verify_options *options, int argc, char **argv)
{
    static const struct argp_option argp_options[] = {
        {"steps", KEY_STEPS, "N", 0, "length of each run; default: short, by the scene", 0},
        {"size", KEY_SIZE, "N", 0, "scale of the scene; default: small, by the scene", 0},
        {"solver", KEY_SOLVER, "S", 0, "soft_step, pgs, pgs_split or projection; default soft_step",
         0},
        {0},
    };
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .args_doc = "[SCENE|all]",
        .doc = "Runs scenes with every instruction set and compares the state after each step.\v"
               "Prints scene, size, steps, set and hash; the lines are the same on every machine. "
               "Exit status 1 if two sets differ.",
    };
    if (argp_parse(&argp, argc, argv, 0, NULL, options) != 0)
        return false;
    if (options->scene != NULL)
        return sc_check_size(options->scene, options->size);
    if (options->size != 0)
        sc_print_error("--size wants one scene: it counts something else in each");
    return options->size == 0;
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
    if (!parse_options(&options, argc, argv) || !sc_check_environment())
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
