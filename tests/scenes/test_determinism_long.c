/// Every scene gives the same bits: twice, on every instruction set, with every solver, and as they
/// always were.
///
/// SCREE_PRINT_HASHES=1 makes the test print golden_hashes.h anew instead of comparing:
///     SCREE_PRINT_HASHES=1 build/release/test_determinism_long > tests/scenes/golden_hashes.h
/// SCREE_TEST_GOLDEN=skip leaves out the comparisons with golden_hashes.h, =only runs nothing else.
#include "tests/scenes/golden_hashes.h"
#include "tests/support/worlds.h"

#include "scenes/scenes.h"

typedef struct run
{
    uint64_t hash;
    int pairs, contacts, points, colours, asleep;
} run;

/// A scene's small version after `steps` steps.
static run run_world(const scree_scene *scene, const scree_world_def *settings, int substeps,
                     int steps)
{
    scree_world_def def = *settings;
    scree_world *world = world_of(&def);
    scree_scene_params params = {.size = scene->verify_size};
    scree_scene_state *state = calloc(1, sizeof *state);
    assert_non_null(state);
    if (!scree_scene_create(scene, world, &params, state))
    {
        fail_msg("%s: %s", scene->name, scree_error_text(world));
    }
    for (int i = 0; i < steps; ++i)
    {
        assert_ok(scree_scene_step(scene, world, state, STEP, substeps));
    }
    scree_counters counters = scree_world_counters(world);
    run result = {scree_world_hash(world), counters.pairs,   counters.contacts,
                  counters.points,         counters.colours, counters.asleep_bodies};
    free(state);
    scree_world_destroy(world);
    return result;
}

static bool is_same(const run *a, const run *b)
{
    return a->hash == b->hash && a->pairs == b->pairs && a->contacts == b->contacts &&
           a->points == b->points && a->colours == b->colours && a->asleep == b->asleep;
}

static run run_solver(const scree_scene *scene, scree_simd simd, scree_solver solver, int substeps,
                      int steps)
{
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.simd = simd;
    def.solver = solver;
    return run_world(scene, &def, substeps, steps);
}

static run run_scene(const scree_scene *scene, scree_simd simd, int steps)
{
    return run_solver(scene, simd, SCREE_SOLVER_SOFT_STEP, scree_scene_substeps(scene), steps);
}

TEST(a_scene_runs_the_same_twice)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        run a = run_scene(scene, SCREE_SIMD_AUTO, 40), b = run_scene(scene, SCREE_SIMD_AUTO, 40);
        if (!is_same(&a, &b))
        {
            fail_msg("%s: %016llx, then %016llx", scene->name, (unsigned long long)a.hash,
                     (unsigned long long)b.hash);
        }
    }
}

TEST(every_instruction_set_gives_the_same_hash_on_every_scene)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        int steps = scene->verify_steps < 60 ? scene->verify_steps : 60;
        run scalar = run_scene(scene, SCREE_SIMD_SCALAR, steps);
        for (int simd = SCREE_SIMD_SSE2; simd < SCREE_SIMD_COUNT; ++simd)
        {
            if (!scree_simd_is_supported((scree_simd)simd))
            {
                continue;
            }
            run wide = run_scene(scene, (scree_simd)simd, steps);
            if (wide.hash != scalar.hash || wide.pairs != scalar.pairs ||
                wide.points != scalar.points || wide.colours != scalar.colours)
            {
                fail_msg("%s: %016llx on scalar, %016llx on %s", scene->name,
                         (unsigned long long)scalar.hash, (unsigned long long)wide.hash,
                         scree_simd_name((scree_simd)simd));
            }
        }
    }
}

TEST(golden_hashes_hold)
{
    int compared = 0;
    for (size_t i = 0;
         i < sizeof golden_hashes / sizeof golden_hashes[0] && golden_hashes[i].scene != NULL; ++i)
    {
        const scree_scene *scene = scree_scene_find(golden_hashes[i].scene);
        if (scene == NULL)
        {
            fail_msg("there is no scene '%s'", golden_hashes[i].scene);
            return;
        }
        run now = run_scene(scene, SCREE_SIMD_AUTO, golden_hashes[i].steps);
        if (now.hash != golden_hashes[i].hash)
        {
            fail_msg("%s after %d steps: %016llx, not %016llx; SCREE_PRINT_HASHES=1 prints the "
                     "table anew",
                     scene->name, golden_hashes[i].steps, (unsigned long long)now.hash,
                     (unsigned long long)golden_hashes[i].hash);
        }
        ++compared;
    }
    assert_int_equal(compared, scree_scene_count());
}

/// The scenes that the other solvers run: standing, bouncing, and of all shapes.
static const struct
{
    const char *scene;
    int substeps, steps;
} solver_scenes[] = {{"large_pyramid", 1, 60}, {"bouncers", 2, 150}, {"pile", 2, 150}};

enum
{
    SOLVER_SCENES = sizeof solver_scenes / sizeof solver_scenes[0]
};

static run run_solver_scene(int i, int solver, scree_simd simd)
{
    const scree_scene *scene = scree_scene_find(solver_scenes[i].scene);
    assert_non_null(scene);
    return run_solver(scene, simd, (scree_solver)solver, solver_scenes[i].substeps,
                      solver_scenes[i].steps);
}

TEST(every_instruction_set_gives_the_same_hash_with_every_solver)
{
    for (int i = 0; i < SOLVER_SCENES * SCREE_SOLVER_COUNT; ++i)
    {
        int scene = i / SCREE_SOLVER_COUNT, solver = i % SCREE_SOLVER_COUNT;
        run scalar = run_solver_scene(scene, solver, SCREE_SIMD_SCALAR);
        for (int simd = SCREE_SIMD_SSE2; simd < SCREE_SIMD_COUNT; ++simd)
        {
            if (!scree_simd_is_supported((scree_simd)simd))
            {
                continue;
            }
            run wide = run_solver_scene(scene, solver, (scree_simd)simd);
            if (wide.hash != scalar.hash)
            {
                fail_msg("%s with %s: %016llx on scalar, %016llx on %s", solver_scenes[scene].scene,
                         scree_solver_name((scree_solver)solver), (unsigned long long)scalar.hash,
                         (unsigned long long)wide.hash, scree_simd_name((scree_simd)simd));
            }
        }
    }
}

TEST(golden_hashes_of_the_solvers_hold)
{
    int compared = 0;
    for (int i = 0; i < SOLVER_SCENES; ++i)
    {
        for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            uint64_t golden = golden_solver_hashes[compared++];
            run now = run_solver_scene(i, solver, SCREE_SIMD_AUTO);
            if (now.hash != golden)
            {
                fail_msg("%s with %s: %016llx, not %016llx; SCREE_PRINT_HASHES=1 prints the table "
                         "anew",
                         solver_scenes[i].scene, scree_solver_name((scree_solver)solver),
                         (unsigned long long)now.hash, (unsigned long long)golden);
            }
        }
    }
    assert_int_equal(compared, sizeof golden_solver_hashes / sizeof golden_solver_hashes[0]);
}

/// Scenes in which bodies fall asleep and wake if they may: all at once, one by one, in a heap.
static const struct
{
    const char *scene;
    int steps;
} sleep_scenes[] = {{"smash", 120}, {"dominoes", 360}, {"pile", 240}};

enum
{
    SLEEP_SCENES = sizeof sleep_scenes / sizeof sleep_scenes[0]
};

static run run_sleep_scene(int i, scree_simd simd, int workers)
{
    const scree_scene *scene = scree_scene_find(sleep_scenes[i].scene);
    assert_non_null(scene);
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.simd = simd;
    def.worker_count = workers;
    assert_false(def.enable_sleep);
    def.enable_sleep = true;
    return run_world(scene, &def, scree_scene_substeps(scene), sleep_scenes[i].steps);
}

TEST(every_instruction_set_gives_the_same_hash_where_bodies_sleep)
{
    for (int i = 0; i < SLEEP_SCENES; ++i)
    {
        run scalar = run_sleep_scene(i, SCREE_SIMD_SCALAR, 1);
        // The block of smash was hit.
        assert_true((scalar.asleep == 0) == (i == 0));
        for (int simd = SCREE_SIMD_SSE2; simd < SCREE_SIMD_COUNT; ++simd)
        {
            if (!scree_simd_is_supported((scree_simd)simd))
            {
                continue;
            }
            run wide = run_sleep_scene(i, (scree_simd)simd, 2);
            if (!is_same(&wide, &scalar))
            {
                fail_msg("%s: %016llx on scalar, %016llx on %s", sleep_scenes[i].scene,
                         (unsigned long long)scalar.hash, (unsigned long long)wide.hash,
                         scree_simd_name((scree_simd)simd));
            }
        }
    }
}

TEST(golden_hashes_where_bodies_sleep_hold)
{
    assert_int_equal(sizeof golden_sleep_hashes / sizeof golden_sleep_hashes[0], SLEEP_SCENES);
    for (int i = 0; i < SLEEP_SCENES; ++i)
    {
        uint64_t hash = run_sleep_scene(i, SCREE_SIMD_AUTO, 1).hash;
        if (hash != golden_sleep_hashes[i])
        {
            fail_msg("%s asleep: %016llx, not %016llx; SCREE_PRINT_HASHES=1 prints the table anew",
                     sleep_scenes[i].scene, (unsigned long long)hash,
                     (unsigned long long)golden_sleep_hashes[i]);
        }
    }
}

static int print_hashes(void)
{
    printf("/// State hashes of the scenes' small versions, the same on every machine, compiler "
           "and build.\n"
           "/// Written by: SCREE_PRINT_HASHES=1 test_determinism_long > "
           "tests/scenes/golden_hashes.h\n"
           "#ifndef SC_TEST_GOLDEN_HASHES_H\n#define SC_TEST_GOLDEN_HASHES_H\n\n#include "
           "<stdint.h>\n\n"
           "static const struct\n{\n    const char *scene;\n    int steps;\n    uint64_t hash;\n"
           "} golden_hashes[] = {\n");
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        run now = run_scene(scene, SCREE_SIMD_AUTO, scene->verify_steps);
        printf("    {\"%s\", %d, 0x%016llxu},\n", scene->name, scene->verify_steps,
               (unsigned long long)now.hash);
    }
    printf("};\n\n/// Of the other solvers: scene by scene, pgs, pgs_split, projection.\n"
           "static const uint64_t golden_solver_hashes[] = {\n");
    for (int i = 0; i < SOLVER_SCENES; ++i)
    {
        for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            run now = run_solver_scene(i, solver, SCREE_SIMD_AUTO);
            printf("    0x%016llxu,\n", (unsigned long long)now.hash);
        }
    }
    printf("};\n\n/// Of scenes whose bodies may sleep: smash, dominoes, pile.\n"
           "static const uint64_t golden_sleep_hashes[] = {\n");
    for (int i = 0; i < SLEEP_SCENES; ++i)
    {
        run now = run_sleep_scene(i, SCREE_SIMD_AUTO, 1);
        printf("    0x%016llxu,\n", (unsigned long long)now.hash);
    }
    printf("};\n\n#endif\n");
    return 0;
}

static int print_or_choose(void)
{
    if (getenv("SCREE_PRINT_HASHES") != NULL)
    {
        return print_hashes();
    }
    const char *golden = getenv("SCREE_TEST_GOLDEN");
    if (golden != NULL && strcmp(golden, "skip") == 0)
    {
        cmocka_set_skip_filter("golden*");
    }
    if (golden != NULL && strcmp(golden, "only") == 0)
    {
        cmocka_set_test_filter("golden*");
    }
    return -1;
}

__attribute__((constructor)) static void choose_before_tests(void)
{
    test_register_before(__FILE__, print_or_choose);
}
