/// What calls on joints refuse: numbers, ids, definitions, lack of memory. Nothing changes then.
#include "tests/bad_input/range_walk.h"
#include "world/validate.h"

#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#define FORCE 0.0f, 1e12f
#define SPEED -1e12f, 1e12f
#define SETTING 0.0f, 1e6f
#define TURN -3.14159265f, 3.14159265f
#define LENGTH 0.005f, 1e8f
#define RATIO 1e-6f, 1e6f
#define PHASE -1e6f, 1e6f
#define ROPE 0.0f, 1e8f
#define TOOTH 1e-3f, 3.14159265f
#define TURN_LIMIT -0.99f * 3.14159265f, 0.99f * 3.14159265f

/// A definition with one number set, at creation and in a change: both take the same.
#define ATTEMPT(type, prepare)                                                              \
    static scree_result in_##type(const limits_fixture *f, size_t offset, float x)          \
    {                                                                                       \
        scree_##type##_def def = scree_##type##_def_default();                              \
        def.base.body_a = f->body;                                                          \
        def.base.body_b = f->platform;                                                      \
        prepare;                                                                            \
        scree_joint_id joint = scree_joint_create_##type(f->world, &def);                   \
        assert_int_not_equal(joint.value, 0);                                               \
        limits_put(&def, offset, x);                                                        \
        int count = scree_world_joint_count(f->world);                                      \
        scree_joint_id other = scree_joint_create_##type(f->world, &def);                   \
        scree_result created = limits_result(f, other.value);                               \
        assert_int_equal(scree_world_joint_count(f->world), count + (created == SCREE_OK)); \
        scree_##type##_def before = scree_joint_##type(f->world, joint);                    \
        assert_int_equal(scree_joint_set_##type(f->world, joint, &def), created);           \
        scree_##type##_def after = scree_joint_##type(f->world, joint);                     \
        assert_true(created == SCREE_OK || memcmp(&before, &after, sizeof after) == 0);     \
        assert_null(sc_validate(f->world));                                                 \
        scree_joint_destroy(f->world, joint);                                               \
        (void)(other.value != 0 ? scree_joint_destroy(f->world, other) : SCREE_OK);         \
        return created;                                                                     \
    }

// As wide as they may be, so that each end can be walked to.
ATTEMPT(distance, def.limits.upper = 1e8f)
ATTEMPT(revolute, (def.limits.lower = -3.11f, def.limits.upper = 3.11f))
ATTEMPT(prismatic, (def.limits.lower = -1e8f, def.limits.upper = 1e8f))
ATTEMPT(wheel, (def.limits.lower = -1e8f, def.limits.upper = 1e8f))
ATTEMPT(weld, (void)0)
ATTEMPT(motor, (void)0)
ATTEMPT(filter, (void)0)
ATTEMPT(gear, (void)0)
ATTEMPT(pulley, (void)0)
ATTEMPT(rack, (void)0)
ATTEMPT(ratchet, (void)0)

static scree_result in_gear_backwards(const limits_fixture *f, size_t offset, float x)
{
    return in_gear(f, offset, -x);
}

static scree_result in_rack_backwards(const limits_fixture *f, size_t offset, float x)
{
    return in_rack(f, offset, -x);
}

static scree_result in_ratchet_backwards(const limits_fixture *f, size_t offset, float x)
{
    return in_ratchet(f, offset, -x);
}

/// Of a hinge, the one limit is moved only as far as the other allows.
static scree_result in_lower_angle(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_revolute_def def = scree_revolute_def_default();
    def.base.body_a = f->body;
    def.base.body_b = f->platform;
    def.limits = (scree_axis_limits){false, x, 0.99f * 3.14159265f};
    return limits_result(f, scree_joint_create_revolute(f->world, &def).value);
}

static scree_result in_upper_angle(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_revolute_def def = scree_revolute_def_default();
    def.base.body_a = f->body;
    def.base.body_b = f->platform;
    def.limits = (scree_axis_limits){true, -0.99f * 3.14159265f, x};
    return limits_result(f, scree_joint_create_revolute(f->world, &def).value);
}

static scree_result in_motor_speed(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_joint_id joint;
    scree_world_joints(f->world, &joint, 1);
    return scree_joint_set_motor_speed(f->world, joint, x);
}

static scree_result in_force_threshold(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_joint_id joint;
    scree_world_joints(f->world, &joint, 1);
    return scree_joint_set_thresholds(f->world, joint, x, 1.0f);
}

static scree_result in_torque_threshold(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    scree_joint_id joint;
    scree_world_joints(f->world, &joint, 1);
    return scree_joint_set_thresholds(f->world, joint, 1.0f, x);
}

// clang-format off
#define ROW(type, member, ...) \
    {#type "." #member, in_##type, offsetof(scree_##type##_def, member), __VA_ARGS__, 0}
#define BASE(type) \
    ROW(type, base.frame_a.position.x, REACH), ROW(type, base.frame_a.position.y, REACH), \
    ROW(type, base.frame_a.angle, FINITE), ROW(type, base.frame_b.position.x, REACH), \
    ROW(type, base.frame_b.position.y, REACH), ROW(type, base.frame_b.angle, FINITE), \
    ROW(type, base.hertz, SETTING), ROW(type, base.damping_ratio, SETTING), \
    ROW(type, base.break_force, FORCE), ROW(type, base.break_torque, FORCE), \
    ROW(type, base.force_threshold, FORCE), ROW(type, base.torque_threshold, FORCE)
#define SPRING_AND_MOTOR(type, ...) \
    ROW(type, spring.hertz, SETTING), ROW(type, spring.damping_ratio, SETTING), \
    ROW(type, spring.target, __VA_ARGS__), \
    ROW(type, motor.speed, SPEED), ROW(type, motor.max, FORCE)
#define TRANSLATION(type) \
    SPRING_AND_MOTOR(type, REACH), ROW(type, limits.lower, REACH), ROW(type, limits.upper, REACH)

static const limits_range ranges[] = {
    BASE(distance), SPRING_AND_MOTOR(distance, REACH), ROW(distance, length, LENGTH),
    ROW(distance, limits.lower, ROPE), ROW(distance, limits.upper, ROPE),
    ROW(distance, lower_spring_force, SPEED), ROW(distance, upper_spring_force, SPEED),
    BASE(revolute), SPRING_AND_MOTOR(revolute, TURN),
    {"revolute.limits.lower", in_lower_angle, 0, TURN_LIMIT, 0},
    {"revolute.limits.upper", in_upper_angle, 0, TURN_LIMIT, 0},
    BASE(prismatic), TRANSLATION(prismatic),
    BASE(wheel), TRANSLATION(wheel),
    BASE(weld), ROW(weld, angular_hertz, SETTING), ROW(weld, angular_damping_ratio, SETTING),
    BASE(motor), ROW(motor, linear_velocity.x, SPEED), ROW(motor, linear_velocity.y, SPEED),
    ROW(motor, angular_velocity, SPEED), ROW(motor, max_velocity_force, FORCE),
    ROW(motor, max_velocity_torque, FORCE), ROW(motor, linear_hertz, SETTING),
    ROW(motor, linear_damping_ratio, SETTING), ROW(motor, angular_hertz, SETTING),
    ROW(motor, angular_damping_ratio, SETTING), ROW(motor, max_spring_force, FORCE),
    ROW(motor, max_spring_torque, FORCE),
    BASE(filter),
    BASE(gear), ROW(gear, ratio, RATIO), ROW(gear, phase, PHASE),
    {"-gear.ratio", in_gear_backwards, offsetof(scree_gear_def, ratio), 1e-6f, 1e6f, 0},
    BASE(pulley), ROW(pulley, anchor_a.x, REACH), ROW(pulley, anchor_a.y, REACH),
    ROW(pulley, anchor_b.x, REACH), ROW(pulley, anchor_b.y, REACH),
    ROW(pulley, ratio, RATIO), ROW(pulley, length, ROPE),
    BASE(rack), ROW(rack, radius, RATIO),
    {"-rack.radius", in_rack_backwards, offsetof(scree_rack_def, radius), 1e-6f, 1e6f, 0},
    BASE(ratchet), ROW(ratchet, tooth, TOOTH),
    ROW(ratchet, phase, PHASE),
    {"-ratchet.tooth", in_ratchet_backwards, offsetof(scree_ratchet_def, tooth), TOOTH, 0},
};
// clang-format on

static void joints_take_the_ranges_that_the_header_states(void **state)
{
    const limits_fixture *f = *state;
    limits_walk(f, ranges, sizeof ranges / sizeof *ranges);
    scree_revolute_def def = scree_revolute_def_default();
    def.base.body_a = f->body;
    def.base.body_b = f->platform;
    assert_true(scree_joint_is_valid(f->world, scree_joint_create_revolute(f->world, &def)));
    const limits_range live[] = {{"motor speed", in_motor_speed, 0, SPEED, 0},
                                 {"force", in_force_threshold, 0, FORCE, 0},
                                 {"torque", in_torque_threshold, 0, FORCE, 0}};
    limits_walk(f, live, 3);
}

static scree_revolute_def hinge_of(const limits_fixture *f)
{
    scree_revolute_def def = scree_revolute_def_default();
    def.base.body_a = f->body;
    def.base.body_b = f->platform;
    return def;
}

static void refused(const limits_fixture *f, const scree_revolute_def *def, scree_result code,
                    const char *argument)
{
    int count = scree_world_joint_count(f->world);
    assert_int_equal(scree_joint_create_revolute(f->world, def).value, 0);
    scree_error error = scree_world_last_error(f->world);
    assert_int_equal(error.code, code);
    assert_string_equal(error.argument, argument);
    assert_non_null(strstr(error.text, "scree_joint_create_revolute: "));
    assert_int_equal(scree_world_joint_count(f->world), count);
    assert_null(sc_validate(f->world));
}

static void what_is_wrong_with_a_definition_is_named(void **state)
{
    const limits_fixture *f = *state;
    scree_revolute_def good = hinge_of(f), def = good;
    refused(f, NULL, SCREE_ERROR_NULL, "def");
    def.version = 0;
    refused(f, &def, SCREE_ERROR_VERSION, "def");
    def = (scree_revolute_def){0};
    refused(f, &def, SCREE_ERROR_VERSION, "def");
    def = good;
    def.base.body_b = def.base.body_a;
    refused(f, &def, SCREE_ERROR_ARGUMENT, "def.base.body_b");
    scree_body_id gone = add_body(f->world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_world *stranger = world_with_gravity(0.0f, 0.0f);
    const scree_body_id bad[] = {
        {0}, gone, add_body(stranger, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f), {UINT64_MAX}};
    scree_body_destroy(f->world, gone);
    for (int i = 0; i < 4; ++i)
    {
        def = good;
        def.base.body_a = bad[i];
        refused(f, &def, SCREE_ERROR_STALE_ID, "def.base.body_a");
        def = good;
        def.base.body_b = bad[i];
        refused(f, &def, SCREE_ERROR_STALE_ID, "def.base.body_b");
    }
    scree_world_destroy(stranger);
    def = good;
    def.limits = (scree_axis_limits){false, 0.2f, 0.1f};
    refused(f, &def, SCREE_ERROR_ARGUMENT, "def.limits.lower");
    assert_non_null(strstr(scree_error_text(f->world), "limits.upper"));
    scree_distance_def rod = scree_distance_def_default();
    rod.base = good.base;
    rod.lower_spring_force = 2.0f;
    rod.upper_spring_force = 1.0f;
    assert_int_equal(scree_joint_create_distance(f->world, &rod).value, 0);
    assert_string_equal(scree_world_last_error(f->world).argument, "def.lower_spring_force");
    assert_int_equal(scree_joint_create_revolute(NULL, &good).value, 0);
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_NULL);
}

static void a_joint_keeps_its_type_and_its_bodies(void **state)
{
    const limits_fixture *f = *state;
    scree_world *world = f->world;
    scree_revolute_def def = hinge_of(f);
    scree_weld_def weld = scree_weld_def_default();
    weld.base = def.base;
    scree_joint_id joint = scree_joint_create_revolute(world, &def);
    assert_int_equal(scree_joint_set_weld(world, joint, &weld), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(world).argument, "joint");
    assert_int_equal(scree_joint_weld(world, joint).version, 0);
    def.base.body_b = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    assert_int_equal(scree_joint_set_revolute(world, joint, &def), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(world).argument, "def.base.body_b");
    def.base.body_b = def.base.body_a;
    def.base.body_a = f->platform;
    assert_int_equal(scree_joint_set_revolute(world, joint, &def), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(world).argument, "def.base.body_a");
    assert_int_equal(scree_joint_set_revolute(world, joint, NULL), SCREE_ERROR_NULL);
    scree_joint_id fixed = scree_joint_create_weld(world, &weld);
    assert_int_equal(scree_joint_set_motor_speed(world, fixed, 1.0f), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(world).argument, "joint");
    assert_null(sc_validate(world));
}

static void of_many_joints_all_are_made_or_none(void **state)
{
    const limits_fixture *f = *state;
    enum
    {
        COUNT = 20
    };
    scree_revolute_def defs[COUNT];
    scree_joint_id ids[COUNT] = {{1}};
    for (int i = 0; i < COUNT; ++i)
    {
        defs[i] = hinge_of(f);
    }
    defs[13].base.body_b = (scree_body_id){0};
    assert_int_equal(scree_joints_create_revolute(f->world, defs, COUNT, ids),
                     SCREE_ERROR_STALE_ID);
    assert_string_equal(scree_world_last_error(f->world).argument, "defs[13].base.body_b");
    defs[13] = defs[12];
    defs[19].motor.max = -1.0f;
    assert_int_equal(scree_joints_create_revolute(f->world, defs, COUNT, ids),
                     SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(f->world).argument, "defs[19].motor.max");
    defs[19].version = 3;
    assert_int_equal(scree_joints_create_revolute(f->world, defs, COUNT, ids), SCREE_ERROR_VERSION);
    defs[19] = defs[18];
    assert_int_equal(scree_joints_create_revolute(f->world, NULL, COUNT, ids), SCREE_ERROR_NULL);
    assert_int_equal(scree_joints_create_revolute(f->world, defs, -1, ids), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_joints_create_revolute(f->world, defs, INT_MIN, ids),
                     SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_joint_count(f->world), 0);
    assert_true(ids[0].value == 1);
    assert_int_equal(scree_joints_create_revolute(f->world, NULL, 0, NULL), SCREE_OK);
    assert_int_equal(scree_joints_create_revolute(f->world, defs, COUNT, ids), SCREE_OK);
    assert_int_equal(scree_joints_create_revolute(f->world, defs, COUNT, NULL), SCREE_OK);
    assert_int_equal(scree_world_joint_count(f->world), 2 * COUNT);
    for (int i = 0; i < COUNT; ++i)
    {
        assert_true(scree_joint_is_valid(f->world, ids[i]));
    }
    assert_null(sc_validate(f->world));
}

static void an_id_that_names_nothing_gives_nothing(void **state)
{
    const limits_fixture *f = *state;
    scree_world *world = f->world;
    scree_revolute_def def = hinge_of(f);
    def.base.user_data = &def;
    scree_joint_id gone = scree_joint_create_revolute(world, &def);
    assert_int_equal(scree_joint_destroy(world, gone), SCREE_OK);
    scree_joint_id again = scree_joint_create_revolute(world, &def);
    const scree_joint_id bad[] = {{0}, gone, {f->body.value}, {again.value ^ (1ull << 60)}};
    scree_error before = scree_world_last_error(world);
    for (int i = 0; i < 5; ++i)
    {
        const scree_world *of = i < 4 ? world : NULL;
        scree_joint_id joint = i < 4 ? bad[i] : again;
        assert_false(scree_joint_is_valid(of, joint));
        assert_int_equal(scree_joint_get_type(of, joint), 0);
        assert_int_equal(scree_joint_body_a(of, joint).value, 0);
        assert_int_equal(scree_joint_body_b(of, joint).value, 0);
        assert_null(scree_joint_user_data(of, joint));
        assert_int_equal(scree_joint_revolute(of, joint).version, 0);
        assert_true(scree_joint_force(of, joint).x == 0.0f &&
                    scree_joint_torque(of, joint) == 0.0f);
        assert_true(scree_joint_coordinate(of, joint) == 0.0f);
        assert_true(scree_joint_force_threshold(of, joint) == 0.0f &&
                    scree_joint_torque_threshold(of, joint) == 0.0f);
        assert_true(scree_joint_linear_separation(of, joint) == 0.0f);
        assert_true(scree_joint_angular_separation(of, joint) == 0.0f);
        scree_result result = i < 4 ? SCREE_ERROR_STALE_ID : SCREE_ERROR_NULL;
        scree_world *in = i < 4 ? world : NULL;
        // What only reads notes no error.
        assert_true(i > 0 || memcmp(&before, &(scree_error[]){scree_world_last_error(world)}[0],
                                    sizeof before) == 0);
        assert_int_equal(scree_joint_set_revolute(in, joint, &def), result);
        assert_int_equal(scree_joint_set_motor_speed(in, joint, 1.0f), result);
        assert_int_equal(scree_joint_set_user_data(in, joint, NULL), result);
        assert_int_equal(scree_joint_destroy(in, joint), result);
    }
    assert_int_equal(scree_world_joint_count(NULL), 0);
    assert_int_equal(scree_world_joints(NULL, NULL, 4), 0);
    assert_int_equal(scree_body_joint_count(NULL, f->body), 0);
    assert_int_equal(scree_body_joints(world, (scree_body_id){0}, NULL, 4), 0);
    assert_int_equal(scree_world_joint_events(NULL).break_count, 0);
    assert_int_equal(scree_world_joint_count(world), 1);
}

/// Joints may break, so steps need room for events.
static scree_result change_joints(scree_world *world, scree_body_id a, scree_body_id b, int round)
{
    scree_weld_def defs[40];
    for (int i = 0; i < 40; ++i)
    {
        defs[i] = scree_weld_def_default();
        defs[i].base.body_a = a;
        defs[i].base.body_b = b;
        defs[i].base.break_force = 1e6f;
    }
    return round == 0   ? scree_joints_create_weld(world, defs, 40, NULL)
           : round == 1 ? limits_result(&(limits_fixture){.world = world},
                                        scree_joint_create_weld(world, defs).value)
                        : scree_world_step(world, STEP, SUBSTEPS);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    for (int round = 0; round < 3; ++round)
    {
        int failures = 0;
        for (int k = 0;; ++k)
        {
            test_memory memory;
            scree_world_def def = awake_world_def();
            def.allocator = allocator_of(&memory);
            scree_world *world = world_of(&def);
            scree_body_id a = add_ball(world, 0.0f, 0.0f, 1.0f);
            scree_body_id b = add_ball(world, 4.0f, 0.0f, 1.0f);
            int there = round == 2 ? 40 : 0;
            assert_int_equal(there == 0 ? SCREE_OK : change_joints(world, a, b, 0), SCREE_OK);
            memory.calls = 0;
            memory.fail_at = k;
            scree_result result = change_joints(world, a, b, round);
            bool failed = memory.failures > 0;
            memory.fail_at = -1;
            assert_null(sc_validate(world));
            if (result != SCREE_OK)
            {
                assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
                assert_int_equal(scree_world_joint_count(world), there);
                assert_int_equal(change_joints(world, a, b, round), SCREE_OK);
            }
            scree_world_destroy(world);
            assert_int_equal(memory.bytes, 0);
            assert_int_equal(memory.bad_releases, 0);
            failures += failed;
            if (!failed)
            {
                break;
            }
        }
        assert_true(failures > 1);
    }
}

int run_test_joints_bad_input(void)
{
#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, limits_setup, limits_teardown)
    const struct CMUnitTest tests[] = {
        WITH_WORLD(joints_take_the_ranges_that_the_header_states),
        WITH_WORLD(what_is_wrong_with_a_definition_is_named),
        WITH_WORLD(a_joint_keeps_its_type_and_its_bodies),
        WITH_WORLD(of_many_joints_all_are_made_or_none),
        WITH_WORLD(an_id_that_names_nothing_gives_nothing),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
