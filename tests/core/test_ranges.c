/// Passes of several ranges, each by name: the same bits on one thread and on several.
#include "tests/support/task_threads.h"
#include "tests/support/worlds.h"

#define COLUMNS 80
#define ROWS 70
#define PARTICLE_COLUMNS 80
#define PARTICLES (PARTICLE_COLUMNS * PARTICLE_COLUMNS)
#define CLOTH 60
#define STEPS 4
#define WORKERS 4

/// A pass, and the items of a range that is not the last; 0: of a wavefront, whose ranges differ.
typedef struct shared_pass
{
    const char *name;
    int grain, solvers;  ///< a bit for each solver that has it
    bool shared;         ///< was seen with more than one range
} shared_pass;

#define SOFT_STEP (1 << SCREE_SOLVER_SOFT_STEP)
#define PGS (1 << SCREE_SOLVER_PGS)
#define SPLIT (1 << SCREE_SOLVER_PGS_SPLIT)
#define PROJECTION (1 << SCREE_SOLVER_PROJECTION)
#define ALL (SOFT_STEP | PGS | SPLIT | PROJECTION)

static const shared_pass expected[] = {
    {"pack_bodies", 1024, ALL, false},
    {"update_box_aabbs", 1024, ALL, false},
    {"bin_aabbs", 4096, ALL, false},
    {"find_cells", 4096, ALL, false},
    {"order_aabbs", 4096, ALL, false},
    {"fill_cells", 1, ALL, false},
    {"sweep_level", 1024, ALL, false},
    {"classify_pairs", 512, ALL, false},
    {"commit_pairs", 512, ALL, false},
    {"test_pair_overlaps", 4096, ALL, false},
    {"narrow_box_box", 512, ALL, false},
    {"prepare_contacts", 0, ALL, false},
    {"integrate_velocities", 1024, ALL, false},
    {"integrate_positions", 1024, ALL, false},
    {"solve_contacts", 0, SOFT_STEP, false},
    {"relax_contacts", 0, SOFT_STEP, false},
    {"iterate_contacts", 0, PGS | SPLIT | PROJECTION, false},
    {"push_contacts", 0, SPLIT, false},
    {"project_contacts", 0, PROJECTION, false},
    {"measure_residuals", 0, ALL, false},
    {"find_bounces", 16, ALL, false},
    {"gather_bounces", 16, ALL, false},
    {"restitute_contacts", 16, ALL, false},
    {"scatter_bounces", 16, ALL, false},
    {"pack_particles", 1024, ALL, false},
    {"list_particles", 1024, ALL, false},
    {"sweep_particles", 256, ALL, false},
    {"place_pairs", 16, ALL, false},
    {"copy_list", 1024, ALL, false},
    {"drift_particles", 1024, ALL, false},
    {"push_particles", 512, ALL, false},
    {"finish_and_drift", 1024, SOFT_STEP, false},  // the others take one substep
    {"finish_particles", 1024, ALL, false},
    {"test_skins", 1024, ALL, false},
    {"find_moved", 1024, ALL, false},
    {"store_particles", 1024, ALL, false},
    {"project_soft_edges", 16, ALL, false},
    {"move_soft_points", 1024, ALL, false},
    {"store_impulses", 0, ALL, false},
    {"finish_bodies", 1024, ALL, false},
};

#define EXPECTED ((int)(sizeof expected / sizeof *expected))

typedef struct seen_passes
{
    shared_pass passes[EXPECTED];
    scree_trace_zone last;  ///< the zone before
} seen_passes;

/// A full range, and after it the next one of the same pass.
static void see_zone(const scree_trace_zone *zone, void *context)
{
    seen_passes *seen = context;
    for (int i = 0; i < EXPECTED; ++i)
    {
        shared_pass *pass = &seen->passes[i];
        if (strcmp(zone->name, pass->name) == 0 && seen->last.name == zone->name &&
            (seen->last.items == pass->grain || pass->grain == 0) && seen->last.pass == zone->pass)
        {
            pass->shared = true;
        }
    }
    seen->last = *zone;
}

static void add_boxes(scree_world *world)
{
    scree_shape_def def = surface(0.6f, 0.3f);
    add_ground(world, &def);
    for (int i = 0; i < COLUMNS * ROWS; ++i)
    {
        float x = (float)(i % COLUMNS), y = 0.5f + (float)(i / COLUMNS);
        scree_body_id body = add_slab(world, SCREE_BODY_DYNAMIC, x, y, &def, 0.5f, 0.5f);
        scree_body_set_velocity(world, body, (scree_vec2){6, i / COLUMNS % 2 ? -4 : -1}, 0);
    }
}

/// And a cloth.
static void add_particles(scree_world *world)
{
    static float x[PARTICLES], y[PARTICLES];
    for (int i = 0; i < PARTICLES; ++i)
    {
        x[i] = 500.0f + 0.19f * (float)(i % PARTICLE_COLUMNS);
        y[i] = 5.0f + 0.19f * (float)(i / PARTICLE_COLUMNS);
    }
    scree_particle_def def = scree_particle_def_default();
    def.radius = 0.1f;
    scree_particle_batch batch = {&def, PARTICLES, x, y, NULL, NULL, NULL};
    assert_ok(scree_particles_create(world, &batch, NULL));
    scree_soft_body_def cloth = soft_at(-500.0f, 20.0f);
    soft_made(world, scree_soft_body_create_cloth(world, &cloth, CLOTH, CLOTH, 0.1f, NULL, 0));
}

/// Bits of all that the steps computed.
typedef struct outcome
{
    uint64_t hash, sums;
    scree_residual residual;
    int disabled, contacts;
} outcome;

static uint64_t sum_of_contacts(const scree_world *world, int *count)
{
    static scree_contact_info infos[4 * COLUMNS * ROWS];
    int capacity = sizeof infos / sizeof *infos;
    *count = scree_world_contacts_above(world, -1.0f, infos, capacity);
    assert_in_range(*count, 1, capacity);
    uint64_t sum = 0;
    for (int i = 0; i < *count; ++i)
    {
        uint32_t bits;
        memcpy(&bits, &infos[i].normal_impulse, sizeof bits);
        sum = (sum ^ bits) * 0x100000001b3u;
    }
    return sum;
}

static outcome run_world(int solver, int workers, seen_passes *seen)
{
    task_threads threads = {.run = 0};
    scree_world_def def = def_solved_by(solver);
    def.measure_residual = def.measure_impulses = true;
    def.worker_count = workers;
    def.tasks = tasks_on_threads(&threads);
    scoped_world *world = world_of(&def);
    assert_ok(scree_world_set_trace(world, SCREE_TRACE_PASS, see_zone, seen));
    add_boxes(world);
    add_particles(world);
    for (int i = 0; i < STEPS; ++i)
    {
        // Bodies that come in as no numbers, in the first range and in the last one.
        scree_body_view bodies = scree_world_bodies(world);
        bodies.vx[0] = i == 1 ? NAN : bodies.vx[0];
        bodies.w[COLUMNS * ROWS - 3] = i == 1 ? INFINITY : bodies.w[COLUMNS * ROWS - 3];
        assert_int_equal(scree_world_step(world, STEP, substeps_of(solver)),
                         i == 1 ? SCREE_ERROR_NOT_FINITE : SCREE_OK);
    }
    assert_int_equal(threads.run, STEPS * (workers - 1));
    outcome end = {.hash = scree_world_hash(world),
                   .residual = scree_world_residual(world),
                   .disabled = scree_world_counters(world).disabled_bodies};
    end.sums = sum_of_contacts(world, &end.contacts);
    return end;
}

TEST(a_step_of_several_workers_without_memory_changes_nothing)
{
    uint64_t hashes[2];
    int failures = 0;
    for (int i = 0; i < 2; ++i)
    {
        test_memory memory;
        task_threads threads = {.run = 0};
        scree_world_def def = counted_def(&memory);
        def.worker_count = i == 0 ? 1 : WORKERS;
        def.tasks = tasks_on_threads(&threads);
        scree_world *world = world_of(&def);
        add_boxes(world);
        add_particles(world);
        uint64_t before = scree_world_hash(world);
        scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
        for (int k = 0; result != SCREE_OK; ++k)
        {
            result = step_failing_at(world, &memory, i == 0 ? -1 : k / 2, k % 2 == 1, SUBSTEPS);
            if (result != SCREE_OK)
            {
                ++failures;
                assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
                assert_true(scree_world_hash(world) == before);
            }
        }
        run_steps(world, 2);
        hashes[i] = scree_world_hash(world);
        end_counted(world, &memory);
    }
    assert_true(failures > 5);
    assert_true(hashes[0] == hashes[1]);
}

TEST(ranges_of_several_workers_give_the_bits_of_one)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        seen_passes seen = {.last = {.name = ""}};
        memcpy(seen.passes, expected, sizeof expected);
        outcome one = run_world(solver, 1, &seen), many = run_world(solver, WORKERS, &seen);
        for (int i = 0; i < EXPECTED; ++i)
        {
            if (!seen.passes[i].shared && (expected[i].solvers >> solver & 1) != 0)
            {
                fail_msg("%s: %s is one range", scree_solver_name((scree_solver)solver),
                         expected[i].name);
            }
        }
        assert_true(one.hash == many.hash && one.sums == many.sums);
        assert_int_equal(one.contacts, many.contacts);
        assert_int_equal(one.disabled, 2);
        assert_int_equal(many.disabled, 2);
        assert_true(one.residual.points > 0);
        assert_memory_equal(&one.residual, &many.residual, sizeof one.residual);
    }
}
