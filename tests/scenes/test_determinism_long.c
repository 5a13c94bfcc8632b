/// Every scene gives the same bits: twice, on every instruction set, with every solver, and as they
/// always were.
///
/// SCREE_PRINT_HASHES=1 makes the test print golden_hashes.h instead of comparing:
///     SCREE_PRINT_HASHES=1 build/release/tests_scenes test_determinism_long > FILE
/// SCREE_TEST_GOLDEN=skip leaves out the comparisons with golden_hashes.h, =only runs nothing else.
#include "tests/scenes/golden_hashes.h"
#include "tests/support/scene_runs.h"

/// A scene's small version, and how it is run.
typedef struct way
{
    const char *scene;
    scree_solver solver;
    int substeps, steps;  ///< 0 substeps: the scene's
    bool sleeps;
} way;

typedef struct run
{
    uint64_t hash;
    int pairs, contacts, points, colours, asleep;
} run;

static run run_way(const way *w, scree_simd simd, int workers)
{
    const scree_scene *scene = scree_scene_find(w->scene);
    assert_non_null(scene);
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    assert_true(!w->sleeps || !def.enable_sleep);
    def.enable_sleep = def.enable_sleep || w->sleeps;
    def.simd = simd;
    def.solver = w->solver;
    def.worker_count = workers;
    scoped_scene *small = start_scene(w->scene, scene->verify_size, &def);
    step_scene(small, w->steps, w->substeps);
    scree_counters counters = scree_world_counters(small->world);
    run result = {scree_world_hash(small->world),
                  counters.pairs,
                  counters.contacts,
                  counters.points,
                  counters.colours,
                  counters.asleep_bodies};
    return result;
}

static void assert_same_run(const way *w, const run *a, const run *b, const char *on)
{
    if (a->hash != b->hash || a->pairs != b->pairs || a->contacts != b->contacts ||
        a->points != b->points || a->colours != b->colours || a->asleep != b->asleep)
    {
        fail_msg("%s with %s: %016llx, %016llx %s", w->scene, scree_solver_name(w->solver),
                 (unsigned long long)a->hash, (unsigned long long)b->hash, on);
    }
}

/// The scenes that the other solvers run: standing, bouncing, and of all shapes.
static const way solver_ways[] = {{.scene = "large_pyramid", .substeps = 1, .steps = 60},
                                  {.scene = "bouncers", .substeps = 2, .steps = 150},
                                  {.scene = "pile", .substeps = 2, .steps = 150}};
/// Scenes in which bodies fall asleep and wake if they may: all at once, one by one, in a heap.
static const way sleep_ways[] = {{.scene = "smash", .steps = 120, .sleeps = true},
                                 {.scene = "dominoes", .steps = 360, .sleeps = true},
                                 {.scene = "pile", .steps = 240, .sleeps = true}};

#define SOLVER_WAYS ((int)(sizeof solver_ways / sizeof solver_ways[0]))
#define SLEEP_WAYS ((int)(sizeof sleep_ways / sizeof sleep_ways[0]))

static way with_solver(int i, int solver)
{
    way w = solver_ways[i];
    w.solver = (scree_solver)solver;
    return w;
}

static way way_of(const scree_scene *scene, int largest)
{
    int steps = scene->verify_steps;
    return (way){.scene = scene->name, .steps = steps < largest ? steps : largest};
}

TEST(a_scene_runs_the_same_twice)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        way w = {.scene = scree_scene_at(i)->name, .steps = 40};
        run a = run_way(&w, SCREE_SIMD_AUTO, 1), b = run_way(&w, SCREE_SIMD_AUTO, 1);
        assert_same_run(&w, &a, &b, "the second time");
    }
}

/// The emulated sets, which are slow, only if `emulated`: `scree verify all` runs them, too.
static run run_on_every_set(const way *w, bool emulated)
{
    run scalar = run_way(w, SCREE_SIMD_SCALAR, 1);
    for (int simd = SCREE_SIMD_SSE2; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (!emulated && (simd == SCREE_SIMD_AVX2_EMULATED || simd == SCREE_SIMD_AVX512_EMULATED))
        {
            continue;
        }
        if (scree_simd_is_supported((scree_simd)simd))
        {
            run wide = run_way(w, (scree_simd)simd, w->sleeps ? 2 : 1);
            assert_same_run(w, &scalar, &wide, scree_simd_name((scree_simd)simd));
        }
    }
    return scalar;
}

TEST(every_instruction_set_gives_the_same_hash_on_every_scene)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        way w = way_of(scree_scene_at(i), 60);
        run_on_every_set(&w, i % 4 == 0);
    }
}

TEST(every_instruction_set_gives_the_same_hash_with_every_solver)
{
    for (int i = 0; i < SOLVER_WAYS * SCREE_SOLVER_COUNT; ++i)
    {
        way w = with_solver(i / SCREE_SOLVER_COUNT, i % SCREE_SOLVER_COUNT);
        run_on_every_set(&w, i % 4 == 0);
    }
}

TEST(every_instruction_set_gives_the_same_hash_where_bodies_sleep)
{
    for (int i = 0; i < SLEEP_WAYS; ++i)
    {
        // The block of smash was hit.
        assert_true((run_on_every_set(&sleep_ways[i], i == 0).asleep == 0) == (i == 0));
    }
}

static void assert_golden(const way *w, uint64_t golden)
{
    uint64_t hash = run_way(w, SCREE_SIMD_AUTO, 1).hash;
    if (hash != golden)
    {
        fail_msg("%s with %s%s after %d steps: %016llx, not %016llx; SCREE_PRINT_HASHES=1 prints "
                 "the table anew",
                 w->scene, scree_solver_name(w->solver), w->sleeps ? ", asleep," : "", w->steps,
                 (unsigned long long)hash, (unsigned long long)golden);
    }
}

TEST(golden_hashes_hold)
{
    int compared = 0;
    for (size_t i = 0;
         i < sizeof golden_hashes / sizeof golden_hashes[0] && golden_hashes[i].scene != NULL; ++i)
    {
        way w = {.scene = golden_hashes[i].scene, .steps = golden_hashes[i].steps};
        assert_golden(&w, golden_hashes[i].hash);
        ++compared;
    }
    assert_int_equal(compared, scree_scene_count());
}

TEST(golden_hashes_of_the_solvers_hold)
{
    int compared = 0;
    for (int i = 0; i < SOLVER_WAYS; ++i)
    {
        for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            way w = with_solver(i, solver);
            assert_golden(&w, golden_solver_hashes[compared++]);
        }
    }
    assert_int_equal(compared, sizeof golden_solver_hashes / sizeof golden_solver_hashes[0]);
}

TEST(golden_hashes_where_bodies_sleep_hold)
{
    assert_int_equal(sizeof golden_sleep_hashes / sizeof golden_sleep_hashes[0], SLEEP_WAYS);
    for (int i = 0; i < SLEEP_WAYS; ++i)
    {
        assert_golden(&sleep_ways[i], golden_sleep_hashes[i]);
    }
}

static void print_hash(const way *w)
{
    printf("0x%016llxu", (unsigned long long)run_way(w, SCREE_SIMD_AUTO, 1).hash);
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
        way w = way_of(scree_scene_at(i), 1 << 30);
        printf("    {\"%s\", %d, ", w.scene, w.steps);
        print_hash(&w);
        printf("},\n");
    }
    printf("};\n\n/// The other solvers, scene by scene: pgs, pgs_split, projection.\n"
           "static const uint64_t golden_solver_hashes[] = {\n");
    for (int i = 0; i < SOLVER_WAYS; ++i)
    {
        for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            way w = with_solver(i, solver);
            printf("    ");
            print_hash(&w);
            printf(",\n");
        }
    }
    printf("};\n\n/// Scenes whose bodies may sleep: smash, dominoes, pile.\n"
           "static const uint64_t golden_sleep_hashes[] = {\n");
    for (int i = 0; i < SLEEP_WAYS; ++i)
    {
        printf("    ");
        print_hash(&sleep_ways[i]);
        printf(",\n");
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
