// `scree verify`: the same bits from every instruction set and number of threads.
//
// stdout gets one line per scene and set, without times or anything of this machine, so that the
// outputs of two builds or two machines can be compared with diff. An instruction set that this CPU
// lacks is stood in for by another of the same width, or by the scalar one.

#include "tools/commands.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/options.h"
#include "task_threads.h"

#include "scenes/scenes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_COUNTS = 16
};

// Numbers of threads.
typedef struct counts
{
    int count, threads[MAX_COUNTS];
} counts;

typedef struct verify_options
{
    const scree_scene *scene;  // null: all of them
    int steps;                 // 0: the scene's own
    int size;                  // 0: the scene's own
    const char *variant;       // its words, or null
    int variant_number;
    scree_solver solver;
    bool sleep;  // else as the scene says
    counts counts;
} verify_options;

// The hash after each step, of one set.
typedef struct hashes
{
    int steps;
    uint64_t *after;
    uint64_t end;  // after the last step, or of the start if there is none
} hashes;

static bool take_count(void *target, char *word)
{
    counts *counts = target;
    if (counts->count == MAX_COUNTS)
    {
        sc_print_error("--threads takes up to %d numbers", (int)MAX_COUNTS);
        return false;
    }
    return sc_parse_int("threads", word, 1, 64, &counts->threads[counts->count++]);
}

static bool take_counts(const sc_option *option, const char *text, void *place)
{
    *(counts *)place = (counts){0};
    return sc_parse_list(option->name, "numbers", text, take_count, place);
}

static bool parse_options(verify_options *options, int argc, char **argv)
{
    static const sc_option table[] = {
        SC_OPTION_INT(verify_options, steps, "steps", "N", 1, 1000000,
                      "length of each run, {}; default: short, by the scene"),
        SC_OPTION_INT(verify_options, size, "size", "N", 1, INT32_MAX,
                      "scale of the scene; default: small, by the scene"),
        SC_OPTION_VARIANT(verify_options),
        SC_OPTION_SOLVER(verify_options),
        SC_OPTION_SLEEP(verify_options),
        SC_OPTION(verify_options, counts, "threads", "T,T,...", take_counts,
                  "numbers of threads to run each set with, 1 to 64; default 1"),
        {0},
    };
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "[SCENE|all]",
        .help = "Runs scenes with every instruction set and compares the state after each step.\v"
                "Prints scene, size, steps, set and hash; the lines are the same on every machine "
                "and for any number of threads. Exit status 1 if two sets or numbers differ.",
        .scene = offsetof(verify_options, scene),
        .size = offsetof(verify_options, size),
    };
    return sc_parse_options(&syntax, argc, argv, options) &&
           sc_parse_variant(options->scene, options->variant, &options->variant_number);
}

// The set that runs in place of another one on this machine.
static scree_simd stand_in(scree_simd simd)
{
    if (scree_simd_is_supported(simd))
        return simd;
    static const scree_simd same_width[][2] = {
        {SCREE_SIMD_SSE2, SCREE_SIMD_NEON},
        {SCREE_SIMD_AVX2, SCREE_SIMD_AVX2_EMULATED},
        {SCREE_SIMD_AVX512, SCREE_SIMD_AVX512_EMULATED},
    };
    for (size_t i = 0; i < sizeof same_width / sizeof same_width[0]; ++i)
    {
        const scree_simd *sets = same_width[i];
        bool known = simd == sets[0] || simd == sets[1];
        for (int k = 0; known && k < 2; ++k)
        {
            // A build may have left a set out.
            if (scree_simd_is_supported(sets[k]))
                return sets[k];
        }
    }
    return SCREE_SIMD_SCALAR;
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

static bool run_world(const scree_scene *scene, scree_world *world,
                      const scree_scene_params *params, hashes *hashes, sc_progress *progress,
                      const char *simd)
{
    int substeps = sc_default_substeps(scene, scree_world_solver(world));
    int threads = scree_world_worker_count(world);
    scree_scene_state state;
    if (!scree_scene_create(scene, world, params, &state))
        return false;
    hashes->end = scree_world_hash(world);
    for (int i = 0; i < hashes->steps; ++i)
    {
        scree_result result =
            scree_scene_step(scene, world, &state, scree_scene_dt(scene), substeps);
        if (result != SCREE_OK && result != SCREE_ERROR_NOT_FINITE)
            return false;
        hashes->end = hashes->after[i] = scree_world_hash(world);
        if (sc_progress_is_due(progress))
        {
            char text[64];
            snprintf(text, sizeof text, "%s, %s, %d threads", scene->name, simd, threads);
            sc_progress_show(progress, (double)i / hashes->steps, text);
        }
    }
    sc_progress_clear(progress);
    return true;
}

static bool run_set(const scree_scene *scene, scree_simd simd, int threads,
                    const verify_options *options, int size, hashes *hashes, sc_progress *progress)
{
    const char *name = scree_simd_name(simd);
    scree_world_def def = scree_scene_world_def(scene, size);
    def.simd = simd;
    def.solver = options->solver;
    def.worker_count = threads;
    def.enable_sleep |= options->sleep;
    // A world of its own threads makes none beyond the cores: all are to run.
    if (threads > 1)
        def.tasks = sc_task_threads();
    scree_world *world = scree_world_create(&def);
    scree_scene_params params = {.size = size, .variant = options->variant_number};
    bool ok = world != NULL && run_world(scene, world, &params, hashes, progress, name);
    if (!ok)
    {
        sc_progress_clear(progress);
        sc_print_error("%s with %s failed: %s", scene->name, name, scree_error_text(world));
    }
    scree_world_destroy(world);
    return ok;
}

static bool is_same(const char *scene, const char *simd, int threads, const hashes *expected,
                    const hashes *found)
{
    for (int i = 0; i < expected->steps; ++i)
    {
        if (expected->after[i] == found->after[i])
            continue;
        char with[32] = "";
        if (threads > 1)
            snprintf(with, sizeof with, " with %d threads", threads);
        sc_print_error("%s: %s%s differs from %s after step %d", scene, simd, with,
                       scree_simd_name(SCREE_SIMD_SCALAR), i + 1);
        return false;
    }
    return true;
}

// A set with all numbers of threads; what comes after the first is compared with the scalar set
// here.
static bool verify_set(const scree_scene *scene, scree_simd simd, const verify_options *options,
                       int size, hashes hashes[SCREE_SIMD_COUNT + 1], bool *same)
{
    sc_progress progress = sc_progress_create(true);
    for (int i = 0; i < options->counts.count; ++i)
    {
        int threads = options->counts.threads[i];
        struct hashes *found = &hashes[i == 0 ? (int)simd : SCREE_SIMD_COUNT];
        if (!run_set(scene, simd, threads, options, size, found, &progress))
            return false;
        const char *name = scree_simd_name(simd);
        if (i > 0)
            *same = is_same(scene->name, name, threads, &hashes[SCREE_SIMD_SCALAR], found) && *same;
    }
    return true;
}

// All sets on one scene. A set that also stands in for another is run once.
static bool verify_scene(const scree_scene *scene, const verify_options *options,
                         hashes hashes[SCREE_SIMD_COUNT + 1])
{
    int size = options->size != 0 ? options->size : scene->verify_size;
    bool done[SCREE_SIMD_COUNT] = {false};
    bool ok = true;
    for (int i = SCREE_SIMD_SCALAR; i < SCREE_SIMD_COUNT; ++i)
    {
        int used = (int)stand_in((scree_simd)i);
        if (!done[used])
        {
            if (!verify_set(scene, (scree_simd)used, options, size, hashes, &ok))
                return false;
            done[used] = true;
        }
        const char *name = scree_simd_name((scree_simd)i);
        printf("%-16s %5d %4d %-15s %016" PRIx64 "\n", scene->name, size, hashes[used].steps, name,
               hashes[used].end);
        ok = is_same(scene->name, name, options->counts.threads[0], &hashes[SCREE_SIMD_SCALAR],
                     &hashes[used]) &&
             ok;
    }
    return ok;
}

static bool verify_with_memory(const scree_scene *scene, const verify_options *options)
{
    int steps = options->steps != 0 ? options->steps : scene->verify_steps;
    uint64_t *memory = calloc((size_t)steps * (SCREE_SIMD_COUNT + 1), sizeof *memory);
    if (memory == NULL)
    {
        sc_print_error("out of memory for %d hashes", steps);
        return false;
    }
    hashes hashes[SCREE_SIMD_COUNT + 1];
    for (int i = 0; i <= SCREE_SIMD_COUNT; ++i)
        hashes[i] = (struct hashes){.steps = steps, .after = memory + (size_t)i * (size_t)steps};
    bool ok = verify_scene(scene, options, hashes);
    free(memory);
    return ok;
}

int sc_command_verify(int argc, char **argv)
{
    verify_options options = {.counts = {1, {1}}};
    if (!parse_options(&options, argc, argv))
        return SC_EXIT_USAGE;
    tell_stand_ins();
    bool ok = options.scene == NULL || verify_with_memory(options.scene, &options);
    for (int i = 0; options.scene == NULL && i < scree_scene_count(); ++i)
        ok = verify_with_memory(scree_scene_at(i), &options) && ok;
    return ok ? SC_EXIT_OK : SC_EXIT_FAILURE;
}
