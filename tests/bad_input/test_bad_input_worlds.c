/// Worlds that cannot be made, and calls without a world.
#include "tests/support/worlds.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const float not_finite[] = {NAN, INFINITY, -INFINITY};
#define NOT_FINITE_COUNT 3

static void a_world_refuses_bad_definitions(void **state)
{
    (void)state;
    assert_null(scree_world_create(NULL));
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_NULL);
    scree_world_def zeroed;
    memset(&zeroed, 0, sizeof zeroed);
    assert_null(scree_world_create(&zeroed));
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_VERSION);
    memset(&zeroed, 0xff, sizeof zeroed);
    assert_null(scree_world_create(&zeroed));
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_VERSION);

    struct
    {
        const char *argument;
        size_t offset;
        bool zero_is_bad;
        float too_much;
    } numbers[] = {
        {"restitution_threshold", offsetof(scree_world_def, restitution_threshold), false, 2e6f},
        {"contact_hertz", offsetof(scree_world_def, contact_hertz), true, 2e6f},
        {"contact_damping_ratio", offsetof(scree_world_def, contact_damping_ratio), false, 2e6f},
        {"contact_push_speed", offsetof(scree_world_def, contact_push_speed), false, 2e6f},
        {"max_linear_speed", offsetof(scree_world_def, max_linear_speed), true, 2e6f},
        {"erp", offsetof(scree_world_def, erp), false, 1.1f},
        {"position_correction", offsetof(scree_world_def, position_correction), false, 1.1f},
        {"slop", offsetof(scree_world_def, slop), false, 2e6f},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        const float values[] = {NAN, INFINITY, -INFINITY, -1.0f, numbers[i].too_much, 0.0f};
        for (int k = 0; k < (numbers[i].zero_is_bad ? 6 : 5); ++k)
        {
            scree_world_def def = scree_world_def_default();
            memcpy((char *)&def + numbers[i].offset, &values[k], sizeof(float));
            assert_null(scree_world_create(&def));
            assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
            assert_non_null(strstr(scree_error_text(NULL), numbers[i].argument));
        }
    }
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        scree_world_def def = scree_world_def_default();
        def.gravity.y = not_finite[k];
        assert_null(scree_world_create(&def));
        assert_non_null(strstr(scree_error_text(NULL), "gravity"));
    }
}

static void a_world_refuses_unknown_rules_and_negative_hints(void **state)
{
    (void)state;
    const int invalid[] = {-1, 99, INT_MAX, INT_MIN};
    for (int k = 0; k < 4; ++k)
    {
        scree_world_def defs[6];
        const char *arguments[] = {"simd",      "friction_mixing", "restitution_mixing",
                                   "allocator", "solver",          "iterations"};
        for (int i = 0; i < 6; ++i)
        {
            defs[i] = scree_world_def_default();
        }
        defs[0].simd = (scree_simd)invalid[k];
        defs[1].friction_mixing = (scree_friction_mixing)invalid[k];
        defs[2].restitution_mixing = (scree_restitution_mixing)invalid[k];
        test_memory memory;
        defs[3].allocator = allocator_of(&memory);
        defs[3].allocator.release = NULL;
        defs[4].solver = (scree_solver)invalid[k];
        defs[5].iterations = invalid[k] == 99 ? 1001 : k == 0 ? 0 : invalid[k];
        for (int i = 0; i < 6; ++i)
        {
            assert_null(scree_world_create(&defs[i]));
            assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
            assert_non_null(strstr(scree_error_text(NULL), arguments[i]));
        }
    }
    const int hints[] = {-1, INT_MIN, INT_MAX};
    const char *fields[] = {"def.body_capacity", "def.shape_capacity", "def.contact_capacity"};
    for (int k = 0; k < 3; ++k)
    {
        for (int i = 0; i < 3; ++i)
        {
            scree_world_def def = scree_world_def_default();
            (i == 0   ? &def.body_capacity
             : i == 1 ? &def.shape_capacity
                      : &def.contact_capacity)[0] = hints[k];
            assert_null(scree_world_create(&def));
            assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
            assert_non_null(strstr(scree_error_text(NULL), fields[i]));
        }
    }
}

/// Long: a list of calls.
static void every_call_refuses_a_null_world(void **state)
{
    (void)state;
    scree_body_id b = {1};
    scree_shape_id s = {1};
    scree_vec2 zero = {0.0f, 0.0f};
    scree_mass_data mass = {1.0f, 1.0f, zero};
    scree_body_def def = scree_body_def_default();
    scree_shape_def shape = scree_shape_def_default();
    scree_body_batch batch = {.def = &def, .count = 1};
    scree_circle circle = {zero, 1.0f};
    scree_capsule capsule = {zero, {1.0f, 0.0f}, 1.0f};
    scree_segment segment = {zero, {1.0f, 0.0f}};
    scree_polygon box = scree_polygon_box(1.0f, 1.0f);
    scree_material material = shape.material;
    scree_filter filter = shape.filter;
    scree_contact_material mixed = {0};
    scree_result results[] = {
        scree_world_step(NULL, STEP, 4),
        scree_world_set_gravity(NULL, zero),
        scree_world_set_pair_material(NULL, 0, 0, &mixed),
        scree_bodies_create(NULL, &batch, NULL),
        scree_body_destroy(NULL, b),
        scree_body_set_type(NULL, b, SCREE_BODY_DYNAMIC),
        scree_body_set_enabled(NULL, b, true),
        scree_body_set_transform(NULL, b, zero, 0.0f),
        scree_body_set_velocity(NULL, b, zero, 0.0f),
        scree_body_set_target_transform(NULL, b, zero, 0.0f, 1.0f),
        scree_body_set_damping(NULL, b, 0.0f, 0.0f),
        scree_body_set_gravity_scale(NULL, b, 0.0f),
        scree_body_set_locks(NULL, b, true, true, true),
        scree_body_set_user_data(NULL, b, NULL),
        scree_body_set_mass(NULL, b, &mass),
        scree_body_apply_force(NULL, b, zero, zero),
        scree_body_apply_force_to_center(NULL, b, zero),
        scree_body_apply_torque(NULL, b, 0.0f),
        scree_body_apply_impulse(NULL, b, zero, zero),
        scree_body_apply_impulse_to_center(NULL, b, zero),
        scree_body_apply_angular_impulse(NULL, b, 0.0f),
        scree_bodies_destroy(NULL, &b, 1),
        scree_bodies_set_velocity(NULL, &b, 1, NULL, NULL, NULL),
        scree_bodies_apply_force(NULL, &b, 1, NULL, NULL, NULL),
        scree_bodies_apply_impulse(NULL, &b, 1, NULL, NULL, NULL),
        scree_shapes_create_circle(NULL, &b, 1, &shape, &circle, NULL),
        scree_shapes_create_capsule(NULL, &b, 1, &shape, &capsule, NULL),
        scree_shapes_create_polygon(NULL, &b, 1, &shape, &box, NULL),
        scree_shape_destroy(NULL, s),
        scree_shape_set_material(NULL, s, &material),
        scree_shape_set_filter(NULL, s, &filter),
        scree_shape_set_density(NULL, s, 1.0f),
        scree_shape_set_user_data(NULL, s, NULL),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i)
    {
        assert_int_equal(results[i], SCREE_ERROR_NULL);
    }
    assert_true(scree_body_create(NULL, &def).value == 0);
    assert_true(scree_shape_create_circle(NULL, b, &shape, &circle).value == 0);
    assert_true(scree_shape_create_capsule(NULL, b, &shape, &capsule).value == 0);
    assert_true(scree_shape_create_segment(NULL, b, &shape, &segment).value == 0);
    assert_true(scree_shape_create_polygon(NULL, b, &shape, &box).value == 0);
    assert_true(
        scree_shape_create_half_space(NULL, b, &shape, (scree_vec2){0.0f, 1.0f}, 0.0f).value == 0);
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_NULL);
    assert_non_null(strstr(scree_error_text(NULL), "world"));
    scree_world_destroy(NULL);
}

static void a_null_world_shows_nothing(void **state)
{
    (void)state;
    float instances[4];
    assert_int_equal(scree_world_bodies(NULL).count, 0);
    assert_int_equal(scree_world_write_instances(NULL, instances, 1), 0);
    assert_int_equal(scree_world_contacts(NULL, NULL, 0), 0);
    assert_int_equal(scree_world_pairs(NULL, NULL, 0), 0);
    assert_int_equal(scree_world_shapes(NULL, NULL, 0), 0);
    assert_int_equal(scree_world_counters(NULL).bodies, 0);
    assert_true(scree_world_gravity(NULL).y == 0.0f && scree_world_stage_ms(NULL, 0) == 0.0);
    assert_int_equal(scree_world_simd(NULL), SCREE_SIMD_AUTO);
    assert_int_equal(scree_world_solver(NULL), SCREE_SOLVER_SOFT_STEP);
    assert_int_equal(scree_world_residual(NULL).points, 0);
    (void)scree_world_hash(NULL);
}

int run_test_bad_input_worlds(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_refuses_bad_definitions),
        cmocka_unit_test(a_world_refuses_unknown_rules_and_negative_hints),
        cmocka_unit_test(every_call_refuses_a_null_world),
        cmocka_unit_test(a_null_world_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
