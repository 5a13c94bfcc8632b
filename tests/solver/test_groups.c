/// Islands in groups that one worker solves: no bit depends on it. A particle far away makes a
/// world solve everything in the shared group: worlds with groups are compared with that.
#include "tests/support/sanitized.h"
#include "tests/support/scene_runs.h"
#include "tests/support/task_threads.h"
#include "world/validate.h"

#define TOWERS 420
#define STOREYS 4
#define COMPARED_STEPS (SANITIZED ? 8 : 20)
#define TOUCHED_TOWER 210  // the tower that a kinematic body touches

/// The contents of a world besides towers.
typedef struct variant
{
    int solver, workers;
    bool extras;     ///< bodies that bounce, roll with resistance or stand on a belt
    bool measured;   ///< residuals and impulses
    bool kinematic;  ///< a kinematic body moves into a tower
    scree_tasks tasks;
    test_memory *memory;
} variant;

static void add_tower(scree_world *world, const variant *v, int i)
{
    float x = 3.0f * (float)i;
    for (int k = 0; k < STOREYS; ++k)
    {
        scree_body_id crate = add_body(world, SCREE_BODY_DYNAMIC, x + 0.02f * (float)(k * (i % 5)),
                                       0.5f + 0.99f * (float)k, 0.0f);
        scree_shape_def shape = surface(0.6f, v->extras && i % 3 == 0 ? 0.4f : 0.0f);
        shape.material.tangent_speed = v->extras && i % 7 == 0 ? 0.5f : 0.0f;
        add_box(world, crate, &shape, 0.5f, 0.5f);
        if (i % 11 == 0 && k == 1)
        {
            assert_ok(
                scree_body_set_locks(world, crate, (scree_motion_locks){true, false, k % 2 == 0}));
        }
    }
    scree_shape_def round = surface(0.6f, 0.0f);
    round.material.rolling_resistance = v->extras && i % 4 == 0 ? 0.1f : 0.0f;
    scree_body_id ball =
        add_disc(world, SCREE_BODY_DYNAMIC, x, (float)STOREYS + 0.3f, &round, 0.4f);
    assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.3f, -2.0f}, 1.0f));
}

/// Towers on a ground of their own each.
static scree_world *make_towers(const variant *v, bool in_groups)
{
    scree_world_def def = def_solved_by(v->solver);
    def.worker_count = v->workers > 0 ? v->workers : 1;
    def.tasks = v->tasks;
    def.measure_residual = def.measure_impulses = v->measured;
    if (v->memory != NULL)
    {
        def.allocator = allocator_of(v->memory);
    }
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    for (int i = 0; i < TOWERS; ++i)
    {
        add_tower(world, v, i);
    }
    if (v->kinematic)
    {
        scree_body_id pusher = add_slab(world, SCREE_BODY_KINEMATIC, 3.0f * TOUCHED_TOWER - 1.0f,
                                        0.6f, usual_shape(), 0.55f, 0.5f);
        assert_ok(scree_body_set_velocity(world, pusher, (scree_vec2){0.4f, 0.0f}, 0.0f));
    }
    if (!in_groups)
    {
        add_particle(world, -4000.0f, 9000.0f, 0.1f);
    }
    return world;
}

static int groups_of(const scree_world *world) { return world->constraints.group_count; }

/// Bodies, and the impulses of all contacts in their order.
static void assert_same_worlds(scree_world *a, scree_world *b)
{
    assert_same_bodies(a, b);
    const sc_contacts *p = &a->contacts, *q = &b->contacts;
    assert_int_equal(p->capacity, q->capacity);
    for (int32_t i = 0; i < p->capacity; ++i)
    {
        // A lane that shares its block with one that rolls gets a zero of some sign.
        assert_true(p->manifold[i].rolling_impulse == q->manifold[i].rolling_impulse);
        assert_memory_equal(&p->manifold[i].normal_impulse_0, &q->manifold[i].normal_impulse_0,
                            4 * sizeof(float));
        assert_memory_equal(&p->step_impulse[i], &q->step_impulse[i], sizeof p->step_impulse[i]);
    }
}

static void assert_same_residuals(const scree_world *a, const scree_world *b)
{
    scree_residual x = scree_world_residual(a), y = scree_world_residual(b);
    assert_true(x.points > 1000 && x.rms > 0.0f);
    assert_int_equal(x.points, y.points);
    assert_true(x.max == y.max);
    assert_near(x.rms, y.rms, 1e-6f * y.rms);
}

/// Runs a variant in groups beside the same without.
static void compare_with_shared(const variant *v, int steps)
{
    variant alone = {.solver = v->solver,
                     .extras = v->extras,
                     .measured = v->measured,
                     .kinematic = v->kinematic};
    scoped_world *grouped = make_towers(v, true), *shared = make_towers(&alone, false);
    int substeps = v->solver == SCREE_SOLVER_SOFT_STEP ? SUBSTEPS : 2;
    int max_groups = 0;
    for (int i = 0; i < steps; ++i)
    {
        assert_ok(scree_world_step(grouped, STEP, substeps));
        assert_ok(scree_world_step(shared, STEP, substeps));
        assert_null(sc_validate(grouped));
        assert_int_equal(groups_of(shared), 1);
        assert_same_worlds(grouped, shared);
        max_groups = groups_of(grouped) > max_groups ? groups_of(grouped) : max_groups;
        if (v->measured)
        {
            assert_same_residuals(grouped, shared);
        }
    }
    assert_true(max_groups >= 3);
    scree_counters a = scree_world_counters(grouped), b = scree_world_counters(shared);
    assert_int_equal(a.contacts, b.contacts);
    assert_int_equal(a.points, b.points);
    assert_int_equal(a.colours, b.colours);
    assert_true(a.lane_fill > 0.7f);
}

TEST(groups_change_no_bit_under_any_solver)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        compare_with_shared(&(variant){.solver = solver, .extras = true}, COMPARED_STEPS);
        compare_with_shared(&(variant){.solver = solver, .kinematic = true}, COMPARED_STEPS);
        compare_with_shared(&(variant){.solver = solver, .measured = true, .extras = true}, 6);
    }
}

TEST(many_workers_solve_groups_and_the_shared_one_alike)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        task_threads threads = {0};
        variant v = {.solver = solver,
                     .workers = 16,
                     .tasks = tasks_on_threads(&threads),
                     .kinematic = true};
        compare_with_shared(&v, 6);
        // All in the shared group, so that each colour is several ranges.
        scoped_world *many = make_towers(&v, false);
        scoped_world *one = make_towers(&(variant){.solver = solver, .kinematic = true}, false);
        for (int i = 0; i < 6; ++i)
        {
            run_steps(many, 1);
            run_steps(one, 1);
            assert_same_worlds(many, one);
        }
    }
}

TEST(bodies_that_come_and_go_change_groups_and_no_bit)
{
    variant v = {.extras = true};
    scree_world *worlds[2] = {make_towers(&v, true),
                              make_towers(&(variant){.extras = true}, false)};
    for (int i = 0; i < 30; ++i)
    {
        for (int k = 0; k < 2; ++k)
        {
            scree_body_view bodies = scree_world_bodies(worlds[k]);
            int at = (i * 7919) % (TOWERS * STOREYS);
            assert_ok(scree_body_destroy(worlds[k], bodies.id[at]));
            add_crate(worlds[k], 3.0f * (float)(i * 13 % TOWERS) + 1.3f, 1.0f, 0.9f, 0.3f);
            run_steps(worlds[k], 1);
        }
        assert_null(sc_validate(worlds[0]));
        assert_same_worlds(worlds[0], worlds[1]);
    }
    assert_true(groups_of(worlds[0]) > 1);
    scree_world_destroy(worlds[0]);
    scree_world_destroy(worlds[1]);
}

TEST(islands_that_are_large_or_touch_what_is_kinematic_are_shared)
{
    // A heap far above the largest group.
    scene_run *pyramid = start_scene("large_pyramid", 150, NULL);
    step_scene(pyramid, 1, 4);
    assert_true(pyramid->world->constraints.contact_count > SC_ISLANDS_MAX);
    assert_int_equal(groups_of(pyramid->world), 1);
    stop_scene(pyramid);

    scoped_world *world = make_towers(&(variant){.kinematic = true}, true);
    run_steps(world, 2);
    const sc_constraints *constraints = &world->constraints;
    assert_true(groups_of(world) >= 3);
    for (int g = 1; g < groups_of(world); ++g)
    {
        assert_int_equal(constraints->groups[g].range_count, 1);
        sc_row_range rows = constraints->groups[g].ranges[0];
        int32_t kinematic = TOUCHED_TOWER * (STOREYS + 1);
        assert_false(rows.begin <= kinematic && kinematic < rows.end);
    }
    assert_true(constraints->groups[SC_SHARED_GROUP].block_count > 0);
}

TEST(islands_just_above_the_largest_are_shared)
{
    // Close rows, one island each: a contact for each body, and one less with each other.
    const int counts[] = {(SC_ISLANDS_MAX + 1) / 2, (SC_ISLANDS_MAX + 1) / 2 + 40};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    for (int k = 0; k < 2; ++k)
    {
        for (int i = 0; i < counts[k]; ++i)
        {
            add_crate(world, 20000.0f * (float)k + 0.9995f * (float)i, 0.5f, 0.5f, 0.5f);
        }
    }
    run_steps(world, 1);
    const sc_constraints *constraints = &world->constraints;
    assert_int_equal(constraints->contact_count, 2 * counts[0] - 1 + 2 * counts[1] - 1);
    assert_int_equal(groups_of(world), 2);
    assert_int_equal(constraints->groups[SC_SHARED_GROUP].contact_count, 2 * counts[1] - 1);
    assert_int_equal(constraints->groups[1].contact_count, 2 * counts[0] - 1);
    assert_null(sc_validate(world));
}

TEST(several_workers_share_islands_that_one_would_solve_alone)
{
    task_threads threads = {0};
    variant v = {.workers = 8, .tasks = tasks_on_threads(&threads)};
    scoped_world *many = make_towers(&v, true);
    scoped_world *one = make_towers(&(variant){0}, true);
    // One island of a third of all contacts.
    for (int k = 0; k < 2; ++k)
    {
        scree_world *world = k == 0 ? many : one;
        for (int i = 0; i < 1500; ++i)
        {
            add_crate(world, 20000.0f + 0.9995f * (float)i, 0.5f, 0.5f, 0.5f);
        }
        add_slab(world, SCREE_BODY_STATIC, 20750.0f, -0.5f, usual_shape(), 800.0f, 0.5f);
        run_steps(world, 3);
    }
    assert_same_worlds(many, one);
    const sc_island_group *alone = one->constraints.groups, *shared = many->constraints.groups;
    assert_true(alone[SC_SHARED_GROUP].contact_count < 1000);
    assert_true(shared[SC_SHARED_GROUP].contact_count > 2000);
    assert_true(groups_of(many) > 1);
}

/// Steps scenes on a changing number of threads and on one.
static void compare_on_threads(const char *name, int size, bool joints)
{
    task_threads threads = {0};
    scree_world_def def = scree_world_def_default();
    scoped_scene *one = start_scene(name, size, &def), *many;
    def.tasks = tasks_on_threads(&threads);
    def.worker_count = 8;
    many = start_scene(name, size, &def);
    static const int workers[] = {8, 8, 3, 1, 16, 2, 4};
    for (int i = 0; i < (int)(sizeof workers / sizeof *workers); ++i)
    {
        assert_ok(scree_world_set_worker_count(many->world, workers[i]));
        step_scene(many, 2, 4);
        step_scene(one, 2, 4);
        assert_null(sc_validate(many->world));
        assert_same_worlds(many->world, one->world);
        const sc_constraints *constraints = &many->world->constraints;
        const sc_wavefront *waves =
            joints ? &constraints->joint_waves : &constraints->contact_waves;
        assert_true(i > 1 || waves->unit_count > 20);
    }
}

TEST(wavefronts_give_the_bits_of_one_thread)
{
    compare_on_threads("large_pyramid", 40, false);
    compare_on_threads("washer", 1500, false);
    compare_on_threads("joint_grid", 60, true);
}

TEST(bodies_that_come_when_there_are_fewer_workers_are_in_no_band_of_earlier_steps)
{
    task_threads threads = {0};
    variant v = {.workers = 8, .tasks = tasks_on_threads(&threads)};
    scoped_world *many = make_towers(&v, false), *one = make_towers(&(variant){0}, false);
    run_steps(many, 2);
    run_steps(one, 2);
    assert_ok(scree_world_set_worker_count(many, 2));
    for (int k = 0; k < 2; ++k)
    {
        scree_world *world = k == 0 ? many : one;
        for (int i = 0; i < 2000; ++i)
        {
            add_crate(world, 20000.0f + 0.9995f * (float)i, 0.5f, 0.5f, 0.5f);
        }
        run_steps(world, 3);
    }
    assert_null(sc_validate(many));
    assert_same_worlds(many, one);
}

TEST(a_few_bodies_far_away_leave_the_others_in_bands_of_like_size)
{
    task_threads threads = {0};
    scree_world_def def = scree_world_def_default();
    def.tasks = tasks_on_threads(&threads);
    def.worker_count = 3;
    scoped_scene *pyramid = start_scene("large_pyramid", 60, &def);
    add_crate(pyramid->world, 5e6f, 100.0f, 0.5f, 0.5f);
    add_crate(pyramid->world, 5e3f, -1e6f, 0.5f, 0.5f);
    step_scene(pyramid, 2, SUBSTEPS);
    const sc_row_bands *bands = &pyramid->world->constraints.bands;
    assert_int_equal(bands->count, 60 * 61 / 2 + 2);
    int rows[SC_BANDS_MAX] = {0}, most = 0;
    for (int i = 0; i < bands->count; ++i)
    {
        most = ++rows[bands->of_row[i]] > most ? rows[bands->of_row[i]] : most;
    }
    assert_in_range(most, 1, 4 * bands->count / SC_BANDS_MAX);
}

TEST(blocks_take_memory_by_the_largest_group)
{
    test_memory grouped = {.fail_at = -1}, shared = {.fail_at = -1};
    scoped_world *a = make_towers(&(variant){.memory = &grouped}, true);
    scoped_world *b = make_towers(&(variant){.memory = &shared}, false);
    run_steps(a, 3);
    run_steps(b, 3);
    size_t saved = (size_t)b->constraints.block_count * SC_CONTACT_BLOCK_BYTES;
    size_t largest = (size_t)a->constraints.largest_group * SC_CONTACT_BLOCK_BYTES;
    const sc_arena *few = &a->constraints.arena, *all = &b->constraints.arena;
    assert_true(few->used + few->spilled + saved / 2 < all->used + all->spilled);
    assert_true(largest > 0 && largest < saved / 2);
    assert_true(grouped.bytes + (int64_t)saved / 2 < shared.bytes);
}

/// The bytes of the constraints of a row of `count` bodies on the ground.
static size_t bytes_of_row(int count, bool boxes)
{
    scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 10.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), (float)count, 0.5f);
    for (int i = 0; i < count; ++i)
    {
        float x = 1.2f * ((float)i - 0.5f * (float)count);
        boxes ? add_crate(world, x, 0.5f, 0.5f, 0.5f) : add_ball(world, x, 0.5f, 0.5f);
    }
    run_steps(world, 2);
    const sc_constraints *constraints = &world->constraints;
    assert_int_equal(constraints->group_count, 1);
    assert_int_equal(constraints->block_count, count / SC_BLOCK);
    assert_int_equal(constraints->point_count, boxes ? 2 * count : count);
    return constraints->arena.used + constraints->arena.spilled;
}

TEST(blocks_of_one_point_have_room_for_one)
{
    const int blocks = 16;
    size_t second = 2 * SC_POINT_LINES * sizeof(sc_lane_line);
    size_t balls = bytes_of_row(blocks * SC_BLOCK, false);
    size_t boxes = bytes_of_row(blocks * SC_BLOCK, true);
    assert_true(balls + (size_t)blocks * second <= boxes);
}

static double sum_of_impulses(const scree_world *world)
{
    double sum = 0.0;
    for (int32_t i = 0; i < world->contacts.capacity; ++i)
    {
        const sc_manifold *m = &world->contacts.manifold[i];
        sum += (double)m->normal_impulse_0 + (double)m->normal_impulse_1;
    }
    return sum;
}

TEST(a_step_without_memory_leaves_groups_as_they_were)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        test_memory memory = {.fail_at = -1};
        variant v = {
            .solver = solver, .workers = 2, .extras = true, .measured = true, .memory = &memory};
        variant calm_v = {.solver = solver, .extras = true, .measured = true};
        scree_world *world = make_towers(&v, true), *calm = make_towers(&calm_v, true);
        int failures = 0;
        for (int n = 0; n < 3; ++n)
        {
            if (n == 2)
            {
                // From here on later stages need memory.
                add_particle(world, -4000.0f, 9000.0f, 0.1f);
                add_particle(calm, -4000.0f, 9000.0f, 0.1f);
            }
            uint64_t before = scree_world_hash(world);
            double impulses = sum_of_impulses(world);
            for (int k = 0;; ++k)
            {
                scree_result result = step_failing_at(world, &memory, k, false, 2);
                if (result == SCREE_OK)
                {
                    break;
                }
                assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
                assert_true(scree_world_hash(world) == before);
                assert_true(n == 0 || sum_of_impulses(world) == impulses);
                ++failures;
            }
            assert_ok(scree_world_step(calm, STEP, 2));
            assert_same_worlds(world, calm);
        }
        assert_true(failures > 5);
        scree_world_destroy(world);
        end_counted(calm, &memory);
    }
}

/// Steps a scene without memory for the wavefronts of a new number of workers, beside a calm one.
static void fail_to_take_waves(const char *name, int size, bool joints)
{
    task_threads threads = {0};
    test_memory memory = {.fail_at = -1};
    scree_world_def def = counted_def(&memory), calm_def = scree_world_def_default();
    def.tasks = tasks_on_threads(&threads);
    def.enable_sleep = calm_def.enable_sleep = false;
    scoped_scene *calm = start_scene(name, size, &calm_def);
    scene_run *failing = start_scene(name, size, &def);
    scree_world *const world = failing->world;
    int failures = 0;
    for (int workers = 3; workers <= 17; workers += 7)
    {
        step_scene(failing, 2, SUBSTEPS);
        step_scene(calm, 2, SUBSTEPS);
        assert_ok(scree_world_set_worker_count(world, workers));
        for (int k = 0; k < 2; ++k)
        {
            // Colours do not hold if there are more bodies.
            add_crate(k == 0 ? world : calm->world, -300.0f, (float)workers, 0.5f, 0.5f);
        }
        const uint64_t before = scree_world_hash(world);
        for (int k = 0; step_failing_at(world, &memory, k, k % 2 == 1, SUBSTEPS) != SCREE_OK; ++k)
        {
            assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_OUT_OF_MEMORY);
            assert_true(scree_world_hash(world) == before);
            ++failures;
        }
        assert_ok(scree_world_step(calm->world, STEP, SUBSTEPS));
        assert_null(sc_validate(world));
        assert_same_worlds(world, calm->world);
        const sc_constraints *constraints = &world->constraints;
        assert_true((joints ? &constraints->joint_waves : &constraints->contact_waves)->unit_count >
                    20);
    }
    assert_true(failures > 5);
    stop_scene(failing);
    assert_true(memory.bytes == 0 && memory.blocks == 0 && memory.bad_releases == 0);
}

TEST(a_step_without_memory_for_wavefronts_leaves_the_world_as_it_was)
{
    fail_to_take_waves("large_pyramid", 40, false);
    fail_to_take_waves("joint_grid", 60, true);
}

TEST(particles_end_groups_although_no_contact_changes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < SC_ISLANDS_FULL; ++i)
    {
        add_crate(world, 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
    }
    run_steps(world, 3);
    assert_int_equal(groups_of(world), 2);
    run_steps(world, 1);
    // Colours were kept: the stage compared point counts and did nothing else.
    assert_true(scree_world_stage_work(world, SC_STAGE_colour_contacts).bytes ==
                2 * SC_ISLANDS_FULL);
    scree_particle_id particle = add_particle(world, -4000.0f, 9000.0f, 0.1f);
    run_steps(world, 1);
    assert_int_equal(groups_of(world), 1);
    assert_ok(scree_particle_destroy(world, particle));
    run_steps(world, 1);
    assert_int_equal(groups_of(world), 2);
}

typedef struct seen_groups
{
    int groups;
    int64_t bytes;
} seen_groups;

static void count_zone(const scree_trace_zone *zone, void *context)
{
    seen_groups *seen = context;
    if (zone->level == SCREE_TRACE_PASS && zone->stage == SC_STAGE_solve_substeps)
    {
        seen->groups += strcmp(zone->unit, "groups") == 0 ? (int)zone->items : 0;
        seen->bytes += zone->bytes;
    }
}

TEST(the_trace_and_the_work_of_the_stage_show_groups)
{
    scoped_world *world = make_towers(&(variant){0}, true);
    scoped_world *shared = make_towers(&(variant){0}, false);
    run_steps(world, 1);
    run_steps(shared, 1);
    seen_groups seen = {0};
    assert_ok(scree_world_set_trace(world, SCREE_TRACE_PASS, count_zone, &seen));
    run_steps(world, 1);
    run_steps(shared, 1);
    assert_int_equal(seen.groups, groups_of(world) - 1);
    scree_stage_work grouped = scree_world_stage_work(world, SC_STAGE_solve_substeps);
    scree_stage_work alone = scree_world_stage_work(shared, SC_STAGE_solve_substeps);
    assert_true(grouped.items == alone.items);
    // Prepare and store count there, too, and some blocks are less full.
    assert_true(grouped.bytes > alone.bytes && grouped.bytes < 2 * alone.bytes);
    assert_true(grouped.bytes == seen.bytes);
    const int32_t left = world->constraints.groups[SC_SHARED_GROUP].contact_count;
    assert_true(scree_world_stage_work(world, SC_STAGE_prepare_contacts).items == left);
    assert_true(scree_world_stage_work(world, SC_STAGE_store_impulses).items == left);
}
