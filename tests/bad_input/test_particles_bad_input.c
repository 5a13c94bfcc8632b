/// What particles make of wrong arguments, stale ids, calls in a step and missing memory: nothing
/// changes, and the error says why.
#include "tests/support/worlds.h"

#include <math.h>
#include <string.h>

static void assert_refused(scree_world *world, scree_result result, scree_result expected,
                           const char *argument)
{
    assert_int_equal(result, expected);
    scree_error error = scree_world_last_error(world);
    assert_int_equal(error.code, expected);
    assert_string_equal(error.argument, argument);
}

static void bad_definitions_create_nothing(void **state)
{
    (void)state;
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def good = scree_particle_def_default();
    scree_particle_def invalid[9] = {good, good, good, good, good, good, good, good, good};
    invalid[0].position.x = NAN;
    invalid[1].position.y = 2e8f;
    invalid[2].velocity.x = INFINITY;
    invalid[3].radius = 0.0f;
    invalid[4].radius = -1.0f;
    invalid[5].radius = NAN;
    invalid[6].density = 0.0f;
    invalid[7].density = INFINITY;
    invalid[8].version = 0;
    const char *arguments[9] = {"def.position", "def.position", "def.velocity",
                                "def.radius",   "def.radius",   "def.radius",
                                "def.density",  "def.density",  "def"};
    for (int i = 0; i < 9; ++i)
    {
        scree_result expected = i == 8 ? SCREE_ERROR_VERSION : SCREE_ERROR_ARGUMENT;
        assert_true(scree_particle_create(world, &invalid[i]).value == 0);
        assert_refused(world, scree_world_last_error(world).code, expected, arguments[i]);
        scree_particle_batch batch = {.def = &invalid[i], .count = 3};
        assert_refused(world, scree_particles_create(world, &batch, NULL), expected, arguments[i]);
    }
    assert_true(scree_particle_create(world, NULL).value == 0);
    assert_true(scree_particle_create(NULL, &good).value == 0);
    assert_refused(world, scree_particles_create(world, NULL, NULL), SCREE_ERROR_NULL, "batch");
    scree_particle_batch batch = {.def = &good, .count = -1};
    assert_refused(world, scree_particles_create(world, &batch, NULL), SCREE_ERROR_ARGUMENT,
                   "batch.count");
    batch.count = 1 << 24;
    assert_int_equal(scree_particles_create(world, &batch, NULL), SCREE_ERROR_CAPACITY);
    assert_int_equal(scree_world_particles(world).count, 0);
    scree_world_destroy(world);
}

static void one_bad_value_in_a_batch_refuses_all_of_it(void **state)
{
    (void)state;
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    float values[5] = {1.0f, 2.0f, 3.0f, NAN, 5.0f};
    const char *arguments[5] = {"batch.x", "batch.y", "batch.vx", "batch.vy", "batch.radius"};
    for (int i = 0; i < 5; ++i)
    {
        scree_particle_batch batch = {&def,
                                      5,
                                      i == 0 ? values : NULL,
                                      i == 1 ? values : NULL,
                                      i == 2 ? values : NULL,
                                      i == 3 ? values : NULL,
                                      i == 4 ? values : NULL};
        assert_refused(world, scree_particles_create(world, &batch, NULL), SCREE_ERROR_ARGUMENT,
                       arguments[i]);
        assert_int_equal(scree_world_particles(world).count, 0);
    }
    scree_world_destroy(world);
}

static void stale_and_foreign_ids_change_nothing(void **state)
{
    (void)state;
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_world *other = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    scree_particle_id ids[4], gone = scree_particle_create(world, &def);
    assert_int_equal(scree_particle_destroy(world, gone), SCREE_OK);
    scree_particle_batch batch = {.def = &def, .count = 3};
    assert_int_equal(scree_particles_create(world, &batch, ids), SCREE_OK);
    uint64_t hash = scree_world_hash(world);
    scree_particle_id wrong[3] = {{0}, gone, scree_particle_create(other, &def)};
    scree_vec2 one = {1.0f, 1.0f};
    for (int i = 0; i < 3; ++i)
    {
        scree_particle_id id = wrong[i];
        assert_false(scree_particle_is_valid(world, id));
        assert_refused(world, scree_particle_destroy(world, id), SCREE_ERROR_STALE_ID, "particle");
        assert_refused(world, scree_particle_set_position(world, id, one), SCREE_ERROR_STALE_ID,
                       "particle");
        assert_refused(world, scree_particle_set_velocity(world, id, one), SCREE_ERROR_STALE_ID,
                       "particle");
        assert_near(scree_particle_position(world, id).x, 0.0, 0.0);
        assert_near(scree_particle_velocity(world, id).x, 0.0, 0.0);
        assert_near(scree_particle_radius(world, id), 0.0, 0.0);
        assert_near(scree_particle_mass(world, id), 0.0, 0.0);
        assert_null(scree_particle_user_data(world, id));
        ids[3] = id;
        assert_refused(world, scree_particles_destroy(world, ids, 4), SCREE_ERROR_STALE_ID, "ids");
    }
    ids[3] = ids[1];
    assert_refused(world, scree_particles_destroy(world, ids, 4), SCREE_ERROR_STALE_ID, "ids");
    assert_refused(world, scree_particles_destroy(world, NULL, 1), SCREE_ERROR_NULL, "ids");
    assert_refused(world, scree_particles_destroy(world, ids, -1), SCREE_ERROR_ARGUMENT, "count");
    assert_true(scree_world_hash(world) == hash);
    assert_int_equal(scree_particles_destroy(world, ids, 3), SCREE_OK);
    assert_int_equal(scree_world_particles(world).count, 0);
    assert_int_equal(scree_world_particles(NULL).count, 0);
    assert_int_equal(scree_world_particle_pairs(NULL, NULL, 0), 0);
    scree_world_destroy(world);
    scree_world_destroy(other);
}

static void bad_values_and_settings_are_refused(void **state)
{
    (void)state;
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    scree_particle_id id = scree_particle_create(world, &def);
    scree_vec2 invalid = {0.0f, NAN};
    uint64_t hash = scree_world_hash(world);
    assert_refused(world, scree_particle_set_position(world, id, invalid), SCREE_ERROR_ARGUMENT,
                   "position");
    assert_refused(world, scree_particle_set_velocity(world, id, invalid), SCREE_ERROR_ARGUMENT,
                   "velocity");
    scree_particle_settings good = scree_particle_settings_default(), s[9];
    for (int i = 0; i < 9; ++i)
    {
        s[i] = good;
    }
    s[0].damping = -1.0f;
    s[1].friction = NAN;
    s[2].max_speed = 0.0f;
    s[3].container = (scree_container)7;
    s[4].container_center.x = INFINITY;
    s[5].container_size.x = 0.0f;
    s[6].container_size.y = NAN;
    s[7].version = 1;
    s[8].max_speed = INFINITY;
    const char *arguments[9] = {"settings.damping",          "settings.friction",
                                "settings.max_speed",        "settings.container",
                                "settings.container_center", "settings.container_size",
                                "settings.container_size",   "settings",
                                "settings.max_speed"};
    for (int i = 0; i < 9; ++i)
    {
        assert_refused(world, scree_world_set_particle_settings(world, &s[i]),
                       i == 7 ? SCREE_ERROR_VERSION : SCREE_ERROR_ARGUMENT, arguments[i]);
    }
    assert_refused(world, scree_world_set_particle_settings(world, NULL), SCREE_ERROR_NULL,
                   "settings");
    assert_int_equal(scree_world_set_particle_settings(NULL, &good), SCREE_ERROR_NULL);
    assert_near(scree_world_particle_settings(world).max_speed, 400.0, 0.0);
    assert_near(scree_world_particle_settings(NULL).max_speed, 400.0, 0.0);
    assert_true(scree_world_hash(world) == hash);
    scree_world_destroy(world);
}

/// Tries all that would change something in the middle of a step.
typedef struct meddler
{
    scree_world *world;
    scree_particle_id id;
    int calls;
} meddler;

static void meddle(void *user, const scree_material *a, const scree_material *b,
                   scree_contact_material *mixed)
{
    (void)a;
    (void)b;
    (void)mixed;
    meddler *m = user;
    scree_particle_def def = scree_particle_def_default();
    scree_particle_batch batch = {.def = &def, .count = 1};
    scree_particle_settings settings = scree_particle_settings_default();
    scree_vec2 one = {1.0f, 1.0f};
    assert_true(scree_particle_create(m->world, &def).value == 0);
    assert_int_equal(scree_particles_create(m->world, &batch, NULL), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_particle_destroy(m->world, m->id), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_particles_destroy(m->world, &m->id, 1), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_particle_set_position(m->world, m->id, one), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_particle_set_velocity(m->world, m->id, one), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_world_set_particle_settings(m->world, &settings), SCREE_ERROR_LOCKED);
    ++m->calls;
}

static void calls_in_the_middle_of_a_step_are_refused(void **state)
{
    (void)state;
    meddler m = {0};
    scree_world_def def = scree_world_def_default();
    def.mixing_callback = meddle;
    def.mixing_user = &m;
    m.world = world_of(&def);
    scree_shape_def shape = scree_shape_def_default();
    add_ground(m.world, &shape);
    add_ball(m.world, 0.0f, 0.4f, 0.5f);
    scree_particle_def particle = scree_particle_def_default();
    particle.position.x = 5.0f;
    m.id = scree_particle_create(m.world, &particle);
    assert_int_equal(scree_world_step(m.world, STEP, SUBSTEPS), SCREE_OK);
    assert_true(m.calls > 0);
    scree_world_destroy(m.world);
}

static scree_world *heap(test_memory *memory, int particles)
{
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(memory);
    scree_world *world = world_of(&def);
    scree_shape_def shape = scree_shape_def_default();
    add_bin(world, &shape, 4.0f, 9.0f, false);
    add_crate(world, 0.0f, 5.0f, 0.5f, 0.5f);
    scree_particle_def particle = scree_particle_def_default();
    for (int i = 0; i < particles; ++i)
    {
        particle.radius = 0.1f + 0.02f * (float)(i % 7);
        particle.position.x = 0.55f * (float)(i * 7 % 13) - 3.3f;
        particle.position.y = 0.5f + 0.55f * (float)(i / 13);
        assert_true(scree_particle_create(world, &particle).value != 0);
    }
    return world;
}

static void creation_at_every_failing_allocation_changes_nothing(void **state)
{
    (void)state;
    test_memory memory;
    scree_world *world = heap(&memory, 20);
    scree_particle_def def = scree_particle_def_default();
    scree_particle_batch batch = {.def = &def, .count = 500};
    int failures = 0;
    for (int k = 0;; ++k)
    {
        uint64_t hash = scree_world_hash(world);
        memory.calls = 0;
        memory.fail_at = k;
        scree_result result = scree_particles_create(world, &batch, NULL);
        memory.fail_at = -1;
        if (result == SCREE_OK)
        {
            break;
        }
        ++failures;
        assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        assert_true(scree_world_hash(world) == hash);
        assert_int_equal(scree_world_particles(world).count, 20);
    }
    assert_true(failures > 3);
    assert_int_equal(scree_world_particles(world).count, 520);
    scree_world_destroy(world);
    assert_true(memory.bytes == 0 && memory.blocks == 0 && memory.bad_releases == 0);
}

static void a_step_that_finds_no_memory_moves_nothing_and_can_be_taken_again(void **state)
{
    (void)state;
    for (int after = 0; after < 2; ++after)
    {
        test_memory memory, calm_memory;
        scree_world *world = heap(&memory, 130), *calm = heap(&calm_memory, 130);
        int failures = 0;
        for (int n = 0; n < 60; ++n)
        {
            if (n % 20 == 10)
            {
                // New ones make the lists grow.
                scree_particle_def def = scree_particle_def_default();
                def.radius = 0.15f;
                def.position.y = 7.0f;
                def.velocity.x = 100.0f;
                float x[60];
                for (int i = 0; i < 60; ++i)
                {
                    x[i] = 0.1f * (float)i - 3.0f;
                }
                scree_particle_batch batch = {.def = &def, .count = 60, .x = x};
                assert_int_equal(scree_particles_create(world, &batch, NULL), SCREE_OK);
                assert_int_equal(scree_particles_create(calm, &batch, NULL), SCREE_OK);
            }
            for (int k = 0;; ++k)
            {
                uint64_t hash = scree_world_hash(world);
                memory.calls = 0;
                memory.fail_at = k;
                memory.fail_after = after != 0;
                scree_result result = scree_world_step(world, STEP, SUBSTEPS);
                memory.fail_at = -1;
                if (result == SCREE_OK)
                {
                    break;
                }
                ++failures;
                assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
                assert_true(scree_world_hash(world) == hash);
            }
            assert_int_equal(scree_world_step(calm, STEP, SUBSTEPS), SCREE_OK);
            assert_true(scree_world_hash(world) == scree_world_hash(calm));
            assert_true(scree_world_counters(world).bytes == (uint64_t)memory.bytes);
        }
        assert_true(failures > 5);
        scree_world_destroy(world);
        scree_world_destroy(calm);
        assert_true(memory.bytes == 0 && memory.blocks == 0 && memory.bad_releases == 0);
    }
}

int run_test_particles_bad_input(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_definitions_create_nothing),
        cmocka_unit_test(one_bad_value_in_a_batch_refuses_all_of_it),
        cmocka_unit_test(stale_and_foreign_ids_change_nothing),
        cmocka_unit_test(bad_values_and_settings_are_refused),
        cmocka_unit_test(calls_in_the_middle_of_a_step_are_refused),
        cmocka_unit_test(creation_at_every_failing_allocation_changes_nothing),
        cmocka_unit_test(a_step_that_finds_no_memory_moves_nothing_and_can_be_taken_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
