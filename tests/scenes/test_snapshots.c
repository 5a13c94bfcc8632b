/// Snapshots of scenes: the steps of a loaded world have the bits of those of the saved one, on any
/// instruction set and any number of workers.
#include "tests/support/every_feature.h"
#include "tests/support/refusals.h"
#include "tests/support/sanitized.h"
#include "tests/support/scene_runs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS_AFTER = SANITIZED ? 20 : 60,
    SEEDS = SANITIZED ? 3 : 12
};

typedef struct snapshot
{
    unsigned char *bytes;
    size_t size;
} snapshot;

static snapshot save_snapshot(const scree_world *world)
{
    snapshot taken = {.size = scree_world_snapshot_size(world)};
    assert_true(taken.size > 0);
    taken.bytes = malloc(taken.size);
    assert_non_null(taken.bytes);
    assert_ok(scree_world_save_snapshot(world, taken.bytes, taken.size));
    return taken;
}

/// A world that has held other things, with another instruction set and number of workers.
static scree_world *load_elsewhere(const snapshot *taken, scree_simd other, int workers)
{
    scree_world_def def = scree_world_def_default();
    def.simd = scree_simd_is_supported(other) ? other : SCREE_SIMD_SCALAR;
    def.worker_count = workers;
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    add_ball(world, 0.0f, 2.0f, 0.5f);
    run_steps(world, 3);
    if (scree_world_load_snapshot(world, taken->bytes, taken->size) != SCREE_OK)
    {
        fail_msg("%s", scree_error_text(world));
    }
    return world;
}

static void check_scene(const scree_scene *scene, int index, int before, bool sleeps)
{
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.enable_sleep = def.enable_sleep || sleeps;
    def.worker_count = 1 + index % 2;
    scoped_scene *run = start_scene(scene->name, scene->verify_size, &def);
    step_scene(run, before, 0);
    snapshot taken = save_snapshot(run->world);
    const scree_simd sets[] = {SCREE_SIMD_SCALAR, SCREE_SIMD_SSE2, SCREE_SIMD_AVX2,
                               SCREE_SIMD_AVX512};
    scree_world *other = load_elsewhere(&taken, sets[index % 4], 1 + (index + 1) % 3);
    assert_true(scree_world_state_hash(other) == scree_world_state_hash(run->world));
    snapshot again = save_snapshot(other);
    assert_int_equal(again.size, taken.size);
    assert_memory_equal(again.bytes, taken.bytes, taken.size);
    for (int i = 0; i < STEPS_AFTER; ++i)
    {
        const int substeps = scree_scene_substeps(scene);
        const scree_result first = scree_world_step(run->world, STEP, substeps);
        assert_int_equal(scree_world_step(other, STEP, substeps), first);
        if (scree_world_state_hash(run->world) != scree_world_state_hash(other))
        {
            fail_msg("%s: step %d after the snapshot of step %d differs", scene->name, i + 1,
                     before);
        }
    }
    scree_world_destroy(other);
    free(again.bytes);
    free(taken.bytes);
}

TEST(a_scene_goes_on_after_a_load_as_it_would_have_done)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        check_scene(scree_scene_at(i), i, 25 + i % 3 * (SANITIZED ? 10 : 40), i % 2 == 0);
    }
}

/// A second world that loads a snapshot of the first.
static scree_world *load_twin(const scree_world *world)
{
    scree_world *twin = default_world();
    snapshot taken = save_snapshot(world);
    assert_ok(scree_world_load_snapshot(twin, taken.bytes, taken.size));
    assert_true(scree_world_state_hash(twin) == scree_world_state_hash(world));
    free(taken.bytes);
    return twin;
}

static void assert_alike(const scree_world *world, const scree_world *twin, int call)
{
    const scree_difference found = scree_world_difference(world, twin);
    if (scree_world_state_hash(world) != scree_world_state_hash(twin))
    {
        fail_msg("call %d: %s is %g and %g", call, found.field, found.value, found.other_value);
    }
}

/// A ball that stirs particles, which leave their places in the list of neighbours.
static void stir(scree_world *world, int step)
{
    const scree_body_id ball = scree_world_bodies(world).id[0];
    const float turn = 0.2f * (float)step;
    assert_ok(scree_body_set_velocity(world, ball,
                                      (scree_vec2){6.0f * cosf(turn), 6.0f * sinf(turn)}, 0.0f));
    if (step % 5 == 0)
    {
        add_particle(world, 0.05f * (float)(step % 40) - 1.0f, 2.0f, 0.1f);
    }
    if (step % 23 == 22)
    {
        assert_ok(scree_particle_destroy(world, scree_world_particles(world).id[step % 60]));
    }
}

TEST(particles_go_on_alike_after_a_load_at_any_step)
{
    const scree_world_def def = scree_world_def_default();
    scoped_world *world = particle_world(&def);
    assert_non_null(world);
    scree_world *twin = load_twin(world);
    for (int i = 0; i < 8 * STEPS_AFTER; ++i)
    {
        stir(world, i);
        stir(twin, i);
        assert_alike(world, twin, i);
        if (i % 4 == 3)
        {
            scree_world_destroy(twin);
            twin = load_twin(world);
        }
        run_steps(world, 1);
        run_steps(twin, 1);
        assert_alike(world, twin, i);
        scree_particle_pair pairs[2][2000];
        const int count = scree_world_particle_pairs(world, pairs[0], 2000);
        assert_int_equal(scree_world_particle_pairs(twin, pairs[1], 2000), count);
        assert_in_range(count, 50, 2000);
        for (int k = 0; k < count; ++k)
        {
            assert_true(scree_world_convert_id(world, pairs[1][k].a.value) == pairs[0][k].a.value);
            assert_true(scree_world_convert_id(world, pairs[1][k].b.value) == pairs[0][k].b.value);
        }
    }
    scree_world_destroy(twin);
}

TEST(a_list_of_neighbours_without_a_pair_is_loaded)
{
    scoped_world *world = default_world();
    for (int i = 0; i < 4; ++i)
    {
        add_particle(world, 3.0f * (float)i, 5.0f, 0.2f);
    }
    run_steps(world, 2);
    assert_int_equal(scree_world_particle_pairs(world, NULL, 0), 0);
    scoped_world *twin = load_twin(world);
    scree_world *const worlds[] = {world, twin};
    for (int k = 0; k < 2; ++k)
    {
        // Fewer than a new list has room for.
        for (int i = 0; i < 6; ++i)
        {
            add_particle(worlds[k], 0.3f * (float)i, 4.8f, 0.2f);
        }
    }
    for (int i = 0; i < STEPS_AFTER; ++i)
    {
        run_steps(world, 1);
        run_steps(twin, 1);
        assert_alike(world, twin, i);
        assert_int_equal(scree_world_particle_pairs(world, NULL, 0),
                         scree_world_particle_pairs(twin, NULL, 0));
    }
}

TEST(the_slot_of_a_destroyed_sleeper_is_used_alike_after_a_load)
{
    for (int type = SCREE_BODY_STATIC; type <= SCREE_BODY_DYNAMIC; ++type)
    {
        scoped_world *world = default_world();
        add_ground(world, usual_shape());
        const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
        run_steps(world, 60);
        assert_int_equal(scree_world_counters(world).asleep_bodies, 1);
        assert_ok(scree_body_destroy(world, crate));
        scoped_world *twin = load_twin(world);
        scree_world *const worlds[] = {world, twin};
        for (int k = 0; k < 2; ++k)
        {
            add_slab(worlds[k], (scree_body_type)type, 0.0f, 0.5f, usual_shape(), 0.5f, 0.5f);
        }
        for (int i = 0; i < STEPS_AFTER; ++i)
        {
            assert_alike(world, twin, i);
            run_steps(world, 1);
            run_steps(twin, 1);
        }
        assert_alike(world, twin, STEPS_AFTER);
    }
}

static void add_circle_to(scree_world *world, scree_body_id body, float x)
{
    const scree_circle circle = {{0.1f * x, 0.0f}, 0.3f};
    (void)scree_shape_create_circle(world, body, usual_shape(), &circle);
}

static void change_shape(scree_world *world, scree_body_id body)
{
    const scree_circle circle = {{0.0f, 0.0f}, 0.4f};
    scree_shape_id shape;
    if (scree_body_get_type(world, body) != SCREE_BODY_STATIC &&
        scree_body_shapes(world, body, &shape, 1) > 0)
    {
        assert_ok(scree_shape_set_circle(world, shape, &circle));
    }
}

/// One call of a random program. Equal worlds have the same bodies in the same rows.
static void call_at_random(scree_world *world, unsigned random)
{
    const scree_body_view bodies = scree_world_bodies(world);
    const int place = (int)(random >> 8) % bodies.count;
    const scree_body_id body = bodies.id[place], other = bodies.id[bodies.count - 1 - place];
    const float x = (float)((int)(random >> 16) % 9) - 4.0f;
    scree_revolute_joint_def joint = scree_revolute_joint_def_default();
    switch (random % 10)
    {
    case 0:
    case 1:
        add_crate(world, x, 0.5f, 0.5f, 0.5f);
        break;
    case 2:
        add_disc(world, (scree_body_type)(place % 3), x, 1.5f, usual_shape(), 0.4f);
        break;
    case 3:
    case 4:
        if (bodies.count > 6 && scree_body_get_type(world, body) != SCREE_BODY_STATIC)
        {
            assert_ok(scree_body_destroy(world, body));
        }
        break;
    case 5:
        (void)scree_body_sleep(world, body);
        break;
    case 6:
        (void)scree_body_set_enabled(world, body, !scree_body_is_enabled(world, body));
        break;
    case 7:
        add_circle_to(world, body, x);
        break;
    case 8:
        change_shape(world, body);
        break;
    default:
        joint.base.body_a = body;
        joint.base.body_b = other;
        (void)scree_joint_create_revolute(world, &joint);
    }
}

TEST(a_random_program_goes_on_alike_after_each_load)
{
    int slept = 0;
    for (unsigned seed = 1; seed <= SEEDS; ++seed)
    {
        scoped_world *world = default_world();
        add_ground(world, usual_shape());
        scree_world *twin = load_twin(world);
        unsigned random = seed;
        for (int i = 0; i < 150; ++i)
        {
            random = random * 1664525u + 1013904223u;
            call_at_random(world, random >> 4);
            call_at_random(twin, random >> 4);
            assert_alike(world, twin, i);
            if (i % 5 == 4)
            {
                scree_world_destroy(twin);
                twin = load_twin(world);
            }
            const int steps = random >> 28 == 0 ? 60 : (int)(random >> 28) % 3;
            run_steps(world, steps);
            run_steps(twin, steps);
            assert_alike(world, twin, i);
            slept += scree_world_counters(world).asleep_bodies;
        }
        scree_world_destroy(twin);
    }
    assert_at_least(slept, 8 * SEEDS);
}

TEST(ids_and_names_of_a_snapshot_are_those_of_the_loading_world)
{
    scoped_world *world = default_world(), *other = default_world();
    scree_body_id gone = add_ball(world, 0.0f, 0.0f, 0.5f),
                  kept = add_ball(world, 3.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_name(world, kept, "kept"));
    assert_ok(scree_body_destroy(world, gone));
    scree_body_id before = add_ball(other, 0.0f, 0.0f, 0.5f);
    snapshot taken = save_snapshot(world);
    assert_ok(scree_world_load_snapshot(other, taken.bytes, taken.size));
    scree_body_id loaded = {scree_world_convert_id(other, kept.value)};
    assert_true(scree_body_is_valid(other, loaded));
    assert_false(scree_body_is_valid(other, before));
    assert_string_equal(scree_body_name(other, loaded), "kept");
    assert_float_equal(scree_body_position(other, loaded).x, 3.0f, 0.0f);
    assert_true(scree_world_convert_id(world, loaded.value) == kept.value);
    assert_true(scree_world_convert_id(world, kept.value) == kept.value);
    assert_true(scree_world_convert_id(other, 0) == 0 && scree_world_convert_id(NULL, 1) == 0);
    free(taken.bytes);
}

/// Saves a world and loads the file into another one.
static void check_that_it_loads(const scree_world *world, int trial)
{
    snapshot taken = save_snapshot(world);
    scoped_world *other = default_world();
    if (scree_world_load_snapshot(other, taken.bytes, taken.size) != SCREE_OK)
    {
        fail_msg("trial %d: %s", trial, scree_error_text(other));
    }
    assert_true(scree_world_state_hash(other) == scree_world_state_hash(world));
    free(taken.bytes);
}

TEST(a_box_with_a_huge_inertia_sleeps_and_its_snapshots_load)
{
    const float inertias[] = {1.0f, 1e30f, 1e38f, 1.2e38f, 3e38f, FLT_MAX};
    for (int i = 0; i < 6; ++i)
    {
        scoped_world *world = default_world();
        add_ground(world, usual_shape());
        const scree_body_id box = add_crate(world, 0.0f, 0.6f, 0.5f, 0.5f);
        const scree_mass_data mass = {1.0f, inertias[i], {0.0f, 0.0f}};
        assert_ok(scree_body_set_mass_data(world, box, &mass));
        for (int step = 0; step < 150; ++step)
        {
            run_steps(world, 1);
            if (step % 10 == 0)
            {
                check_that_it_loads(world, i);
            }
        }
        assert_false(scree_body_is_awake(world, box));
        check_that_it_loads(world, i);
    }
}

TEST(a_sum_of_impulses_beyond_the_range_of_floats_is_saved_and_loads)
{
    scree_world_def def = scree_world_def_default();
    def.gravity.y = -500.0f;
    def.measure_impulses = true;
    scoped_world *world = world_of(&def);
    add_ground(world, usual_shape());
    const scree_body_id ball = add_ball(world, 0.0f, 0.5f, 0.5f);
    const scree_mass_data data = {1e38f, 1.0f, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(world, ball, &data));
    assert_ok(scree_world_step(world, STEP, 4));
    scree_contact_info contact;
    assert_int_equal(scree_world_contacts_above(world, 0.0f, &contact, 1), 1);
    assert_true(contact.normal_impulse == FLT_MAX);
    check_that_it_loads(world, 0);
}

/// 10 to the power of a random number.
static float random_size(test_random *random, float low, float high)
{
    return powf(10.0f, random_between(random, low, high));
}

/// Bodies whose masses and velocities are anywhere in their ranges.
static void add_extreme_bodies(scree_world *world, test_random *random)
{
    scree_shape_def shape = *usual_shape();
    shape.enable_hit_events = shape.enable_contact_events = true;
    shape.material.restitution = (float)random_below(random, 2);
    shape.material.rolling_resistance = 0.1f * (float)random_below(random, 2);
    add_ground(world, &shape);
    const int count = 1 + random_below(random, 5);
    for (int i = 0; i < count; ++i)
    {
        const scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, random_between(random, 0.0f, 2.0f),
                     0.45f + 0.95f * (float)i, 0.0f);
        if (random_below(random, 2) != 0)
        {
            add_box(world, body, &shape, 0.5f, 0.5f);
        }
        else
        {
            add_circle(world, body, &shape, 0.5f);
        }
        const scree_vec2 velocity = {random_size(random, -3.0f, 38.4f),
                                     -random_size(random, -3.0f, 38.4f)};
        const float spin = random_size(random, -3.0f, 38.4f);
        if (random_below(random, 2) != 0)
        {
            assert_ok(scree_body_set_velocity(world, body, velocity,
                                              random_below(random, 3) == 0 ? spin : 0.0f));
        }
        // Masses whose inverses are not finite are refused.
        const scree_mass_data mass = {
            random_size(random, -37.0f, 38.4f), random_size(random, -37.0f, 38.4f), {0.0f, 0.0f}};
        if (random_below(random, 2) != 0)
        {
            (void)scree_body_set_mass_data(world, body, &mass);
        }
    }
}

TEST(snapshots_of_worlds_with_extreme_values_load)
{
    for (int trial = 0; trial < (SANITIZED ? 60 : 1500); ++trial)
    {
        test_random random = random_of((uint64_t)trial + 1);
        scree_world_def def = scree_world_def_default();
        def.solver = (scree_solver)random_below(&random, 4);
        def.measure_impulses = random_below(&random, 2) != 0;
        def.max_linear_speed = random_below(&random, 3) == 0 ? 1e6f : def.max_linear_speed;
        def.length_unit = random_below(&random, 4) == 0 ? 1e6f : 1.0f;
        def.gravity.y = random_below(&random, 4) == 0 ? -random_size(&random, 0.0f, 30.0f) : -10.0f;
        scoped_world *world = world_of(&def);
        add_extreme_bodies(world, &random);
        for (int step = 0; step < 6; ++step)
        {
            const scree_body_view bodies = scree_world_bodies(world);
            const scree_body_id body = bodies.id[random_below(&random, bodies.count)];
            const scree_vec2 force = {random_size(&random, 0.0f, 38.4f),
                                      -random_size(&random, 0.0f, 38.4f)};
            (void)scree_body_apply_force(world, body, force, (scree_vec2){0.3f, 1.0f});
            // Some bodies become non-finite and are disabled.
            (void)scree_world_step(world, STEP, 1 + random_below(&random, 4));
            const scree_contact_events events = scree_world_contact_events(world);
            for (int i = 0; i < events.hit_count; ++i)
            {
                assert_true(events.hits[i].approach_speed <= FLT_MAX &&
                            events.hits[i].impulse <= FLT_MAX);
            }
            check_that_it_loads(world, trial);
        }
    }
}

TEST(a_load_that_finds_no_memory_changes_nothing)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_steps(world, 5);
    snapshot taken = save_snapshot(world);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    for (int fail_at = 0; result != SCREE_OK; ++fail_at)
    {
        test_memory memory;
        scree_world_def def = counted_def(&memory);
        scree_world *other = world_of(&def);
        add_ball(other, 0.0f, 2.0f, 0.5f);
        run_steps(other, 2);
        const uint64_t hash = scree_world_state_hash(other);
        memory.calls = 0;
        memory.fail_at = fail_at;
        result = scree_world_load_snapshot(other, taken.bytes, taken.size);
        memory.fail_at = -1;
        if (result != SCREE_OK)
        {
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
            assert_true(scree_world_state_hash(other) == hash);
        }
        run_steps(other, 2);
        end_counted(other, &memory);
        assert_true(result != SCREE_OK || fail_at > 20);
    }
    free(taken.bytes);
}

TEST(arguments_of_calls_for_snapshots_are_checked)
{
    scoped_world *world = default_world();
    add_ball(world, 0.0f, 2.0f, 0.5f);
    snapshot taken = save_snapshot(world);
    assert_int_equal((int)scree_world_snapshot_size(NULL), 0);
    assert_int_equal(scree_world_save_snapshot(NULL, taken.bytes, taken.size), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_save_snapshot(world, NULL, taken.size), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_save_snapshot(world, taken.bytes, taken.size - 1),
                     SCREE_ERROR_CAPACITY);
    assert_int_equal(scree_world_load_snapshot(NULL, taken.bytes, taken.size), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_load_snapshot(world, NULL, taken.size), SCREE_ERROR_NULL);
    free(taken.bytes);
}
