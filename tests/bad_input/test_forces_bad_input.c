/// Explosions and wind: what they refuse.
#include "tests/bad_input/range_walk.h"
#include "world/validate.h"

#include <stddef.h>

#define SETTING 0.0f, 1e6f

static scree_result in_explosion(const limits_fixture *f, size_t offset, float x)
{
    scree_explosion_def def = scree_explosion_def_default();
    def.falloff = 2.0f;
    limits_put(&def, offset, x);
    uint64_t hash = scree_world_hash(f->world);
    scree_result result = scree_world_explode(f->world, &def);
    assert_true(result == SCREE_OK || scree_world_hash(f->world) == hash);
    assert_null(sc_validate(f->world));
    return result;
}

/// All three calls take the same.
static scree_result in_wind(const limits_fixture *f, size_t offset, float x)
{
    scree_wind_def wind = scree_wind_def_default();
    wind.velocity.x = 3.0f;
    limits_put(&wind, offset, x);
    scree_result result = scree_world_apply_wind(f->world, &wind, STEP);
    assert_int_equal(scree_body_apply_wind(f->world, f->body, &wind, STEP), result);
    assert_int_equal(scree_shape_apply_wind(f->world, f->shape, &wind, STEP), result);
    return result;
}

static scree_result in_time(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_wind_def wind = scree_wind_def_default();
    scree_result result = scree_world_apply_wind(f->world, &wind, x);
    assert_int_equal(scree_body_apply_wind(f->world, f->body, &wind, x), result);
    assert_int_equal(scree_shape_apply_wind(f->world, f->shape, &wind, x), result);
    return result;
}

#define BLAST(member, ...)                                                           \
    {                                                                                \
#member, in_explosion, offsetof(scree_explosion_def, member), __VA_ARGS__, 0 \
    }
#define WIND(member, ...)                                                  \
    {                                                                      \
#member, in_wind, offsetof(scree_wind_def, member), __VA_ARGS__, 0 \
    }

static void each_number_has_the_range_that_its_header_states(void **state)
{
    static const limits_range ranges[] = {BLAST(position.x, REACH),
                                          BLAST(position.y, REACH),
                                          BLAST(radius, 0.0f, 1e8f),
                                          BLAST(falloff, 0.0f, 1e8f),
                                          BLAST(impulse_per_length, -1e12f, 1e12f),
                                          WIND(velocity.x, -1e6f, 1e6f),
                                          WIND(velocity.y, -1e6f, 1e6f),
                                          WIND(density, SETTING),
                                          WIND(drag, SETTING),
                                          WIND(lift, SETTING),
                                          {"dt", in_time, 0, 1e-6f, 1.0f, 0}};
    limits_walk(*state, ranges, sizeof ranges / sizeof *ranges);
}

static void without_a_definition_or_an_object_nothing_blows(void **state)
{
    const limits_fixture *f = *state;
    scree_explosion_def blast = scree_explosion_def_default();
    scree_wind_def wind = scree_wind_def_default();
    assert_int_equal(scree_world_explode(f->world, NULL), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_explode(NULL, &blast), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_apply_wind(f->world, NULL, STEP), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_apply_wind(NULL, &wind, STEP), SCREE_ERROR_NULL);
    assert_int_equal(scree_body_apply_wind(f->world, (scree_body_id){0}, &wind, STEP),
                     SCREE_ERROR_STALE_ID);
    assert_int_equal(scree_shape_apply_wind(f->world, (scree_shape_id){0}, &wind, STEP),
                     SCREE_ERROR_STALE_ID);
    blast.version = 0;
    wind.version = 0;
    assert_int_equal(scree_world_explode(f->world, &blast), SCREE_ERROR_VERSION);
    assert_int_equal(scree_body_apply_wind(f->world, f->body, &wind, STEP), SCREE_ERROR_VERSION);
    // What does not move by forces feels nothing.
    wind = scree_wind_def_default();
    wind.velocity.x = 9.0f;
    uint64_t hash = scree_world_hash(f->world);
    assert_int_equal(scree_body_apply_wind(f->world, f->platform, &wind, STEP), SCREE_OK);
    assert_true(scree_world_hash(f->world) == hash);
}

static void without_memory_nothing_explodes(void **state)
{
    (void)state;
    int failures = 0;
    for (int fail_at = 0; fail_at < 20; ++fail_at)
    {
        test_memory memory = {.fail_at = -1};
        scree_world_def def = awake_world_def();
        def.allocator = allocator_of(&memory);
        scree_world *world = world_of(&def);
        scree_body_id ball = add_ball(world, 1.0f, 0.0f, 0.25f);
        scree_explosion_def blast = scree_explosion_def_default();
        memory.calls = 0;
        memory.fail_at = fail_at;
        scree_result result = scree_world_explode(world, &blast);
        memory.fail_at = -1;
        failures += result == SCREE_ERROR_OUT_OF_MEMORY;
        assert_true((scree_body_velocity(world, ball).x > 0.0f) == (result == SCREE_OK));
        assert_true(result == SCREE_OK || result == SCREE_ERROR_OUT_OF_MEMORY);
        scree_world_destroy(world);
        assert_true(memory.bytes == 0);
    }
    assert_true(failures > 2 && failures < 20);
}

int run_test_forces_bad_input(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_number_has_the_range_that_its_header_states,
                                        limits_setup, limits_teardown),
        cmocka_unit_test_setup_teardown(without_a_definition_or_an_object_nothing_blows,
                                        limits_setup, limits_teardown),
        cmocka_unit_test(without_memory_nothing_explodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
