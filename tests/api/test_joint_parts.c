/// Joints part by part: frames from a world point, the axis, the base, speeds, the motor's own
/// force, many at once.
#include "tests/support/refusals.h"
#include "world/validate.h"

#define MANY 12

static const scree_joint_type with_axis[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};

static scree_body_id turned_crate(scree_world *world, float x, float y, float angle)
{
    scree_body_id crate = add_crate(world, x, y, 0.5f, 0.5f);
    assert_ok(scree_body_set_angle(world, crate, angle));
    return crate;
}

TEST(frames_at_a_point_hold_it_as_it_is)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id a = turned_crate(world, 1.0f, 2.0f, 0.7f);
    scree_body_id b = turned_crate(world, 3.0f, 2.5f, -2.0f);
    scree_joint_base base = base_of(a, b);
    base.break_force = 7.0f;
    scree_vec2 anchor = {2.0f, 2.25f}, axis = {-3.0f, 4.0f};
    assert_ok(scree_joint_frames_at(world, anchor, axis, &base));
    assert_true(base.break_force == 7.0f && base.body_a.value == a.value);
    const scree_frame *frames[2] = {&base.frame_a, &base.frame_b};
    for (int i = 0; i < 2; ++i)
    {
        scree_body_id body = i == 0 ? a : b;
        scree_vec2 at = scree_body_world_point(world, body, frames[i]->position);
        float sine, cosine;
        scree_sincos(frames[i]->angle, &sine, &cosine);
        scree_vec2 along = scree_body_world_vector(world, body, (scree_vec2){cosine, sine});
        assert_near_vec2(at, 2.0, 2.25, 1e-6);
        assert_near_vec2(along, -0.6, 0.8, 2e-6);
    }
    for (int i = 1; i < 4; ++i)
    {
        joint_spec spec = {.type = with_axis[i], .base = base};
        scree_joint_id joint = add_joint(world, &spec);
        assert_near(scree_joint_coordinate(world, joint), 0.0, 2e-6);
        assert_near(scree_joint_linear_separation(world, joint), 0.0, 1e-6);
        assert_near(scree_joint_angular_separation(world, joint), 0.0, 2e-6);
    }
}

TEST(frames_are_left_alone_by_a_refusal)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id a = add_ball(world, -9e7f, 0.0f, 1.0f), b = add_ball(world, 9e7f, 0.0f, 1.0f);
    scree_joint_base base = base_of(a, b), before = base;
    assert_int_equal(
        scree_joint_frames_at(world, (scree_vec2){9e7f, 0.0f}, (scree_vec2){1.0f, 0.0f}, &base),
        SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(NULL).argument, "anchor");
    assert_int_equal(
        scree_joint_frames_at(world, (scree_vec2){0.0f, 0.0f}, (scree_vec2){1e-7f, 0.0f}, &base),
        SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(NULL).argument, "axis");
    assert_memory_equal(&base, &before, sizeof base);
    assert_ok(
        scree_joint_frames_at(world, (scree_vec2){0.0f, 0.0f}, (scree_vec2){1.0f, 0.0f}, &base));
    assert_true(base.frame_a.position.x == 9e7f && base.frame_b.position.x == -9e7f);
}

/// A joint with everything set, between a static body and a crate.
static scree_joint_id rich_joint(scree_world *world, scree_joint_type type)
{
    joint_spec spec = {.type = type,
                       .base =
                           base_of(static_body(world), add_crate(world, 1.0f, 0.5f, 0.5f, 0.5f)),
                       .length = 1.5f,
                       .spring = {true, 3.0f, 0.25f, 0.5f},
                       .motor = {true, 2.0f, 40.0f},
                       .limits = {true, 0.25f, 1.75f}};
    spec.base.frame_a.angle = 0.3f;
    spec.base.hertz = 12.0f;
    spec.base.break_torque = 1e5f;
    return add_joint(world, &spec);
}

TEST(a_part_of_the_axis_is_set_alone)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_joint_id joint = rich_joint(world, with_axis[i]);
        scree_joint_base base = scree_joint_get_base(world, joint);
        scree_axis_spring spring = scree_joint_axis_spring(world, joint);
        scree_axis_motor motor = scree_joint_axis_motor(world, joint);
        scree_axis_limits limits = scree_joint_axis_limits(world, joint);
        assert_true(spring.enable && spring.hertz == 3.0f && spring.damping_ratio == 0.25f);
        assert_true(motor.enable && motor.speed == 2.0f && motor.max == 40.0f);
        assert_true(limits.enable && limits.lower == 0.25f && limits.upper == 1.75f);
        assert_true(scree_joint_motor_speed(world, joint) == 2.0f);

        scree_axis_spring other_spring = {false, 5.0f, 1.5f, 0.75f};
        scree_axis_motor other_motor = {false, -1.0f, 4.0f};
        scree_axis_limits other_limits = {false, 0.5f, 1.0f};
        assert_ok(scree_joint_set_axis_spring(world, joint, other_spring));
        spring = scree_joint_axis_spring(world, joint);
        assert_true(!spring.enable && spring.hertz == 5.0f && spring.damping_ratio == 1.5f &&
                    spring.target == 0.75f);
        assert_true(scree_joint_axis_motor(world, joint).speed == motor.speed);
        assert_true(scree_joint_axis_motor(world, joint).enable);
        assert_ok(scree_joint_set_axis_motor(world, joint, other_motor));
        motor = scree_joint_axis_motor(world, joint);
        assert_true(!motor.enable && motor.speed == -1.0f && motor.max == 4.0f);
        assert_true(scree_joint_axis_limits(world, joint).enable);
        assert_ok(scree_joint_set_axis_limits(world, joint, other_limits));
        limits = scree_joint_axis_limits(world, joint);
        assert_true(!limits.enable && limits.lower == 0.5f && limits.upper == 1.0f);
        assert_true(scree_joint_axis_spring(world, joint).hertz == 5.0f);

        scree_joint_base after = scree_joint_get_base(world, joint);
        assert_memory_equal(&after, &base, sizeof base);
        WRONG(world,
              scree_joint_set_axis_limits(world, joint, (scree_axis_limits){true, 1.0f, 0.9f}),
              "limits.lower");
        assert_null(sc_validate(world));
    }
}

TEST(setting_a_part_is_setting_the_definition)
{
    scoped_world *one = world_with_gravity(0.0f, -10.0f), *two = world_with_gravity(0.0f, -10.0f);
    scree_joint_id a = rich_joint(one, SCREE_JOINT_PRISMATIC);
    scree_joint_id b = rich_joint(two, SCREE_JOINT_PRISMATIC);
    run_steps(one, 10);
    run_steps(two, 10);
    scree_prismatic_joint_def def = scree_joint_prismatic_settings(two, b);
    def.limits = (scree_axis_limits){true, -3.0f, 0.1f};
    def.motor.enable = false;
    def.base.hertz = 6.0f;
    assert_ok(scree_joint_set_prismatic_settings(two, b, &def));
    scree_joint_base base = scree_joint_get_base(one, a);
    base.hertz = 6.0f;
    assert_ok(scree_joint_set_axis_limits(one, a, def.limits));
    assert_ok(scree_joint_set_axis_motor(one, a, def.motor));
    assert_ok(scree_joint_set_base(one, a, &base));
    for (int i = 0; i < 30; ++i)
    {
        run_steps(one, 1);
        run_steps(two, 1);
        assert_true(scree_world_hash(one) == scree_world_hash(two));
    }
}

TEST(joints_without_an_axis_have_no_part_of_one)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    joint_spec spec = {.type = SCREE_JOINT_WELD,
                       .base = base_of(static_body(world), add_ball(world, 0.0f, 0.0f, 0.5f))};
    scree_joint_id weld = add_joint(world, &spec);
    WRONG(world, scree_joint_set_axis_motor(world, weld, (scree_axis_motor){true, 1.0f, 1.0f}),
          "joint");
    assert_true(scree_joint_axis_motor(world, weld).max == 0.0f);
    assert_true(scree_joint_motor_force(world, weld) == 0.0f);
    assert_true(scree_joint_speed(world, weld) == 0.0f);
}

TEST(a_base_keeps_its_bodies_and_breaks_by_what_was_set)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
    joint_spec spec = {.type = SCREE_JOINT_WELD, .base = base_of(static_body(world), ball)};
    scree_joint_id weld = add_joint(world, &spec);
    scree_joint_base base = scree_joint_get_base(world, weld);
    assert_true(base.body_b.value == ball.value && base.damping_ratio == 1.0f);
    base.body_b = add_ball(world, 5.0f, 0.0f, 0.5f);
    WRONG(world, scree_joint_set_base(world, weld, &base), "base.body_b");
    base.body_b = ball;
    base.frame_b.position.y = NAN;
    WRONG(world, scree_joint_set_base(world, weld, &base), "base.frame_b.position.y");
    base.frame_b.position.y = 0.0f;
    base.break_force = 0.5f * scree_body_mass(world, ball) * 10.0f;
    assert_ok(scree_joint_set_base(world, weld, &base));
    run_steps(world, 2);
    assert_int_equal(scree_world_joint_count(world), 0);
}

/// The speed is what the coordinate does in a short time.
TEST(the_speed_is_that_of_the_coordinate)
{
    static const scree_joint_type types[] = {
        SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE, SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL,
        SCREE_JOINT_PULLEY,   SCREE_JOINT_RACK,     SCREE_JOINT_RATCHET};
    for (int i = 0; i < 7; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id a = turned_crate(world, 0.0f, 0.0f, 0.4f);
        scree_body_id b = turned_crate(world, 2.0f, 1.0f, -0.9f);
        scree_vec2 offset = {0.3f, 0.2f};
        scree_shape_def heavy = *usual_shape();
        heavy.density = 5.0f;
        assert_true(
            scree_shape_create_circle(world, b, &heavy, &(scree_circle){offset, 0.2f}).value != 0);
        scree_joint_base base = base_of(a, b);
        base.frame_a = (scree_frame){{0.2f, -0.1f}, 0.5f};
        base.frame_b = (scree_frame){{-0.3f, 0.4f}, 1.1f};
        scree_joint_id joint;
        scree_pulley_joint_def pulley = scree_pulley_joint_def_default();
        scree_rack_joint_def rack = scree_rack_joint_def_default();
        scree_ratchet_joint_def ratchet = scree_ratchet_joint_def_default();
        pulley.base = rack.base = ratchet.base = base;
        pulley.anchor_a = (scree_vec2){0.0f, 3.0f};
        pulley.anchor_b = (scree_vec2){2.0f, 4.0f};
        pulley.ratio = 2.0f;
        joint_spec spec = {.type = types[i], .base = base, .length = 2.0f};
        joint = types[i] == SCREE_JOINT_PULLEY    ? scree_joint_create_pulley(world, &pulley)
                : types[i] == SCREE_JOINT_RACK    ? scree_joint_create_rack(world, &rack)
                : types[i] == SCREE_JOINT_RATCHET ? scree_joint_create_ratchet(world, &ratchet)
                                                  : add_joint(world, &spec);
        assert_ok(scree_body_set_velocity(world, a, (scree_vec2){0.5f, -1.0f}, 0.7f));
        assert_ok(scree_body_set_velocity(world, b, (scree_vec2){3.0f, 1.9f}, -1.1f));
        double speed = (double)scree_joint_speed(world, joint);
        double before = (double)scree_joint_coordinate(world, joint);
        const double dt = 1.0 / 256.0;
        for (int k = 0; k < 2; ++k)
        {
            // By hand, about the centres of mass: a step would act on the joint.
            scree_body_id body = k == 0 ? a : b;
            scree_vec2 v = scree_body_linear_velocity(world, body);
            scree_vec2 center = scree_body_center_of_mass(world, body);
            scree_vec2 at = scree_body_position(world, body);
            float w = scree_body_angular_velocity(world, body), turn = w * (float)dt;
            float x = at.x - center.x, y = at.y - center.y;
            scree_vec2 place = {center.x + v.x * (float)dt + x * cosf(turn) - y * sinf(turn),
                                center.y + v.y * (float)dt + x * sinf(turn) + y * cosf(turn)};
            assert_ok(scree_body_set_transform(
                world, body,
                scree_transform_from_angle(place, scree_body_angle(world, body) + turn)));
        }
        double after = (double)scree_joint_coordinate(world, joint);
        assert_true(fabs(speed) > 0.2);
        assert_near((after - before) / dt, speed, 0.04);
    }
}

TEST(the_motor_tells_its_own_force)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    joint_spec lift = {.type = SCREE_JOINT_PRISMATIC,
                       .base = base_of(static_body(world), crate),
                       .motor = {true, 0.0f, 1e4f}};
    assert_ok(scree_joint_frames_at(world, (scree_vec2){0.0f, 0.0f}, (scree_vec2){0.0f, 1.0f},
                                    &lift.base));
    scree_joint_id joint = add_joint(world, &lift);
    const double weight = 10.0 * (double)scree_body_mass(world, crate);
    assert_true(scree_joint_motor_force(world, joint) == 0.0f);
    run_steps(world, 30);
    assert_near(scree_joint_motor_force(world, joint), weight, 1e-3 * weight);
    assert_near(scree_joint_speed(world, joint), 0.0, 1e-4);
    // A limit that bears it in the motor's place.
    assert_ok(scree_joint_set_axis_limits(world, joint, (scree_axis_limits){true, 0.0f, 1.0f}));
    assert_ok(scree_joint_set_axis_motor(world, joint, (scree_axis_motor){true, -1.0f, 3.0f}));
    run_steps(world, 60);
    assert_near(scree_joint_motor_force(world, joint), -3.0, 1e-4);
    assert_near(scree_joint_force(world, joint).y, weight, 0.01 * weight);
    assert_ok(scree_joint_set_axis_motor(world, joint, (scree_axis_motor){false, -1.0f, 3.0f}));
    assert_true(scree_joint_motor_force(world, joint) == 0.0f);
}

TEST(a_wheel_tells_its_torque)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id wheel = add_ball(world, 0.0f, 0.0f, 0.5f);
    joint_spec spec = {.type = SCREE_JOINT_WHEEL,
                       .base = base_of(static_body(world), wheel),
                       .motor = {true, 100.0f, 0.25f}};
    scree_joint_id joint = add_joint(world, &spec);
    run_steps(world, 2);
    assert_near(scree_joint_motor_force(world, joint), 0.25, 1e-6);
    assert_near(scree_joint_torque(world, joint), 0.25, 1e-6);
}

TEST(waking_a_joint_wakes_both_its_bodies)
{
    scoped_world *world = default_world();
    scree_shape_def rough = surface(1.0f, 0.0f);
    add_ground(world, &rough);
    scree_body_id a = add_crate(world, -1.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id b = add_crate(world, 1.0f, 0.5f, 0.5f, 0.5f);
    joint_spec spec = {.type = SCREE_JOINT_DISTANCE, .base = base_of(a, b), .length = 2.0f};
    scree_joint_id joint = add_joint(world, &spec);
    run_seconds(world, 3.0f);
    assert_false(scree_body_is_awake(world, a) || scree_body_is_awake(world, b));
    assert_ok(scree_joint_wake_bodies(world, joint));
    run_steps(world, 1);
    assert_true(scree_body_is_awake(world, a) && scree_body_is_awake(world, b));
}

/// Creates MANY joints of a type in bulk, one of whose definitions is spoiled first.
#define BULK(NAME, name)                                                                          \
    {                                                                                             \
        scree_##name##_joint_def defs[MANY];                                                      \
        for (int i = 0; i < MANY; ++i)                                                            \
        {                                                                                         \
            defs[i] = scree_##name##_joint_def_default();                                         \
            defs[i].base = base_of(bodies[i], bodies[i + 1]);                                     \
            defs[i].base.damping_ratio = 0.5f;                                                    \
        }                                                                                         \
        defs[MANY - 1].base.body_b = bodies[MANY - 1];                                            \
        WRONG(world, scree_joints_create_##name(world, defs, MANY, ids), "defs[11].base.body_b"); \
        assert_int_equal(scree_world_joint_count(world), 0);                                      \
        defs[MANY - 1].base.body_b = bodies[MANY];                                                \
        assert_ok(scree_joints_create_##name(world, defs, MANY, ids));                            \
        for (int i = 0; i < MANY; ++i)                                                            \
        {                                                                                         \
            assert_int_equal(scree_joint_get_type(world, ids[i]), SCREE_JOINT_##NAME);            \
            assert_true(scree_joint_body_a(world, ids[i]).value == bodies[i].value);              \
            assert_true(scree_joint_body_b(world, ids[i]).value == bodies[i + 1].value);          \
        }                                                                                         \
        ids[MANY] = ids[3];                                                                       \
        REFUSED(world, scree_joints_destroy(world, ids, MANY + 1), SCREE_ERROR_STALE_ID,          \
                "joints");                                                                        \
        assert_ok(scree_joints_destroy(world, NULL, 0));                                          \
        assert_ok(scree_joints_destroy(world, ids + 1, MANY - 1));                                \
        assert_int_equal(scree_world_joint_count(world), 1);                                      \
        REFUSED(world, scree_joints_destroy(world, ids, 2), SCREE_ERROR_STALE_ID, "joints");      \
        assert_ok(scree_joints_destroy(world, ids, 1));                                           \
        assert_null(sc_validate(world));                                                          \
    }

TEST(joints_of_every_type_come_and_go_in_bulk)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id bodies[MANY + 1];
    scree_joint_id ids[MANY + 1];
    for (int i = 0; i <= MANY; ++i)
    {
        bodies[i] = add_ball(world, 0.4f * (float)i, 0.0f, 0.25f);
    }
    BULK(DISTANCE, distance)
    BULK(REVOLUTE, revolute)
    BULK(PRISMATIC, prismatic)
    BULK(WELD, weld)
    BULK(WHEEL, wheel)
    BULK(MOTOR, motor)
    BULK(FILTER, filter)
    BULK(GEAR, gear)
    BULK(PULLEY, pulley)
    BULK(RACK, rack)
    BULK(RATCHET, ratchet)
    run_steps(world, 3);
}

TEST(joints_destroyed_in_bulk_leave_what_one_by_one_would)
{
    scoped_world *one = world_with_gravity(0.0f, -10.0f), *two = world_with_gravity(0.0f, -10.0f);
    scree_world *const worlds[2] = {one, two};
    for (int k = 0; k < 2; ++k)
    {
        scree_joint_id ids[MANY];
        scree_body_id last = static_body(worlds[k]);
        for (int i = 0; i < MANY; ++i)
        {
            scree_body_id ball = add_ball(worlds[k], 0.45f * (float)(i + 1), 0.0f, 0.25f);
            joint_spec spec = {.type = SCREE_JOINT_REVOLUTE, .base = base_of(last, ball)};
            spec.base.frame_a.position.x = 0.45f;
            ids[i] = add_joint(worlds[k], &spec);
            last = ball;
        }
        run_steps(worlds[k], 10);
        for (int i = 2; k == 0 && i < MANY; i += 3)
        {
            assert_ok(scree_joint_destroy(one, ids[i]));
        }
        scree_joint_id some[] = {ids[2], ids[5], ids[8], ids[11]};
        assert_ok(k == 1 ? scree_joints_destroy(two, some, 4) : SCREE_OK);
    }
    for (int i = 0; i < 60; ++i)
    {
        run_steps(one, 1);
        run_steps(two, 1);
        assert_true(scree_world_hash(one) == scree_world_hash(two));
    }
}
