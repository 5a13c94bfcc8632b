// Scenes of R.U.B.E., feature by feature.
#include "tests/files/scene_texts.h"

// Two bodies, 4 m apart, and one joint between them.
#define JOINED(joint)                                                                             \
    "{\"body\": [{\"type\": 0, \"fixture\": [{\"circle\": {\"radius\": 1}, \"density\": 1}]},"    \
    " {\"type\": 2, \"position\": {\"x\": 4, \"y\": 0}, \"fixture\": [{\"circle\": {\"radius\": " \
    "1}, \"density\": 1}]}], \"joint\": [{\"bodyA\": 0, \"bodyB\": 1, \"anchorA\": {\"x\": 2, "   \
    "\"y\": 0}, \"anchorB\": {\"x\": -2, \"y\": 0}, " joint "}]}"

typedef struct joined
{
    const scree_scene *scene;
    scree_world *world;
    scree_joint_id joint;  // null: it was left out
} joined;

static joined joined_of(const char *text)
{
    char why[WHY_SIZE];
    scoped_memory scree_scene_state *start = calloc(1, sizeof *start);
    joined joined = {.scene = scene_of_text(text, strlen(text), why)};
    if (joined.scene == NULL)
        fail_msg("%s\n%s", text, why);
    joined.world = world_of_scene(joined.scene, 0, start);
    (void)scree_world_joints(joined.world, &joined.joint, 1);
    return joined;
}

static void end_joined(joined *joined)
{
    scree_world_destroy(joined->world);
    sc_scene_file_free(joined->scene);
}

#define scoped_joined __attribute__((cleanup(end_joined))) joined

TEST(hinges_have_limits_motors_and_may_collide)
{
    scoped_joined j = joined_of(
        JOINED("\"type\": \"revolute\", \"enableLimit\": true, \"lowerLimit\": -1, \"upperLimit\":"
               " 0.5, \"enableMotor\": true, \"motorSpeed\": 2, \"maxMotorTorque\": 9,"
               " \"collideConnected\": true"));
    scree_revolute_joint_def def = scree_joint_revolute_settings(j.world, j.joint);
    assert_true(def.limits.enable && def.limits.lower == -1.0f && def.limits.upper == 0.5f);
    assert_true(def.motor.enable && def.motor.speed == 2.0f && def.motor.max == 9.0f);
    assert_true(def.base.collide_connected);
    assert_true(def.base.frame_a.position.x == 2.0f && def.base.frame_b.position.x == -2.0f);
    assert_string_equal(sc_scene_file_notes(j.scene), "");
    scoped_joined wide = joined_of(JOINED("\"type\": \"revolute\", \"enableLimit\": true, "
                                          "\"lowerLimit\": -4, \"upperLimit\": 4"));
    assert_false(scree_joint_revolute_settings(wide.world, wide.joint).limits.enable);
    assert_string_equal(sc_scene_file_notes(wide.scene), "1 limit of a hinge beyond half a turn");
}

TEST(sliders_go_along_their_axis)
{
    scoped_joined j = joined_of(
        JOINED("\"type\": \"prismatic\", \"localAxisA\": {\"x\": 0, \"y\": 1}, \"enableLimit\": "
               "true, \"lowerLimit\": 0, \"upperLimit\": 3, \"enableMotor\": true, \"motorSpeed\":"
               " 1, \"maxMotorForce\": 7"));
    scree_prismatic_joint_def def = scree_joint_prismatic_settings(j.world, j.joint);
    assert_true(def.limits.enable && def.limits.lower == 0.0f && def.limits.upper == 3.0f);
    assert_true(def.motor.enable && def.motor.speed == 1.0f && def.motor.max == 7.0f);
    assert_near(def.base.frame_a.angle, 1.5707963, 1e-6);
    assert_near(scree_joint_coordinate(j.world, j.joint), 0.0, 1e-6);
}

TEST(wheels_have_springs_and_motors)
{
    scoped_joined j = joined_of(
        JOINED("\"type\": \"wheel\", \"localAxisA\": {\"x\": 0, \"y\": 1}, \"springFrequency\": 4,"
               " \"springDampingRatio\": 0.5, \"enableMotor\": true, \"motorSpeed\": -6,"
               " \"maxMotorTorque\": 8"));
    scree_wheel_joint_def def = scree_joint_wheel_settings(j.world, j.joint);
    assert_true(def.spring.enable && def.spring.hertz == 4.0f);
    assert_true(def.spring.damping_ratio == 0.5f);
    assert_true(def.motor.enable && def.motor.speed == -6.0f && def.motor.max == 8.0f);
}

TEST(rods_ropes_welds_and_friction_keep_their_numbers)
{
    scoped_joined rod = joined_of(JOINED(
        "\"type\": \"distance\", \"length\": 2.5, \"frequency\": 3, \"dampingRatio\": 0.25"));
    scree_distance_joint_def distance = scree_joint_distance_settings(rod.world, rod.joint);
    assert_true(distance.length == 2.5f && distance.spring.enable &&
                distance.spring.hertz == 3.0f && distance.spring.damping_ratio == 0.25f);
    scoped_joined rope = joined_of(JOINED("\"type\": \"rope\", \"maxLength\": 5"));
    distance = scree_joint_distance_settings(rope.world, rope.joint);
    assert_true(distance.limits.enable && distance.limits.lower == 0.0f &&
                distance.limits.upper == 5.0f);
    scoped_joined weld =
        joined_of(JOINED("\"type\": \"weld\", \"frequency\": 2, \"dampingRatio\": 0.75"));
    scree_weld_joint_def fixed = scree_joint_weld_settings(weld.world, weld.joint);
    assert_true(fixed.angular_hertz == 2.0f && fixed.angular_damping_ratio == 0.75f);
    scoped_joined rub =
        joined_of(JOINED("\"type\": \"friction\", \"maxForce\": 11, \"maxTorque\": 12"));
    scree_motor_joint_def motor = scree_joint_motor_settings(rub.world, rub.joint);
    assert_true(motor.max_velocity_force == 11.0f && motor.max_velocity_torque == 12.0f);
}

TEST(joints_and_fixtures_without_a_counterpart_are_named)
{
    static const char *const types[][2] = {
        {"\"type\": \"gear\"", "1 gear joint"},
        {"\"type\": \"motor\"", "1 motor joint"},
        {"\"type\": \"pulley\"", "1 joint of an unknown type"},
        {"\"type\": 7", "1 joint of an unknown type"},
        {"\"name\": \"none\"", "1 joint of an unknown type"},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
    {
        char text[1024];
        snprintf(text, sizeof text, JOINED("%s"), types[i][0]);
        scoped_joined j = joined_of(text);
        assert_int_equal(j.joint.value, 0);
        assert_string_equal(sc_scene_file_notes(j.scene), types[i][1]);
    }
    scoped_joined j = joined_of("{\"body\": [{\"fixture\": [{\"star\": {}}, {}, {\"circle\": "
                                "{\"radius\": 1}}]}], \"image\": [{}, {}]}");
    assert_string_equal(sc_scene_file_notes(j.scene), "2 fixtures of an unknown type, 2 images");
}

TEST(every_kind_of_fixture_becomes_a_shape)
{
    scoped_joined j = joined_of(
        "{\"body\": [{\"type\": 2, \"fixture\": ["
        "{\"circle\": {\"center\": {\"x\": 1, \"y\": 2}, \"radius\": 0.5}, \"density\": 2,"
        " \"friction\": 0.25, \"restitution\": 0.75, \"sensor\": true},"
        "{\"polygon\": {\"vertices\": {\"x\": [0, 1, 0], \"y\": [0, 0, 1]}},"
        " \"filter-categoryBits\": 4, \"filter-maskBits\": 6, \"filter-groupIndex\": -3},"
        "{\"edge\": {\"vertex1\": {\"x\": 0, \"y\": 0}, \"vertex2\": {\"x\": 5, \"y\": 0}}}]},"
        "{\"fixture\": [{\"chain\": {\"vertices\": {\"x\": [0, 1, 2], \"y\": [0, 0, 1]}}},"
        "{\"chain\": {\"vertices\": {\"x\": [9, 11, 10, 9], \"y\": [0, 0, 1, 0]}}}]}]}");
    scree_shape_id shapes[16];
    // Chains with two sides and ends: each segment is there once for each side.
    int count = scree_world_shapes(j.world, shapes, 16);
    assert_true(count >= 3 + 2 + 3);
    assert_int_equal(scree_shape_get_type(j.world, shapes[0]), SCREE_SHAPE_CIRCLE);
    scree_circle circle = scree_shape_circle(j.world, shapes[0]);
    assert_true(circle.center.x == 1.0f && circle.center.y == 2.0f && circle.radius == 0.5f);
    scree_material material = scree_shape_material(j.world, shapes[0]);
    assert_true(material.friction == 0.25f && material.restitution == 0.75f);
    assert_true(scree_shape_is_sensor(j.world, shapes[0]));
    assert_false(scree_shape_is_sensor(j.world, shapes[1]));
    assert_int_equal(scree_shape_get_type(j.world, shapes[1]), SCREE_SHAPE_POLYGON);
    scree_filter filter = scree_shape_filter(j.world, shapes[1]);
    assert_true(filter.category == 4 && filter.mask == 6 && filter.group == -3);
    assert_int_equal(scree_shape_get_type(j.world, shapes[2]), SCREE_SHAPE_SEGMENT);
    assert_false(scree_chain_is_loop(j.world, scree_shape_chain(j.world, shapes[3])));
    assert_true(scree_chain_is_loop(j.world, scree_shape_chain(j.world, shapes[count - 1])));
    assert_string_equal(sc_scene_file_notes(j.scene), "");
}

TEST(bodies_keep_their_flags)
{
    scoped_joined j = joined_of(
        "{\"body\": [{\"type\": 2, \"bullet\": true, \"fixedRotation\": true, \"linearDamping\": "
        "0.5, \"angularDamping\": 0.25, \"gravityScale\": 2, \"angularVelocity\": 3},"
        " {\"type\": 1, \"angle\": 1}, {\"type\": 2, \"active\": false}]}");
    scree_body_view view = scree_world_bodies(j.world);
    assert_int_equal(view.count, 3);
    scree_body_def def = scree_body_settings(j.world, view.id[0]);
    assert_true(def.type == SCREE_BODY_DYNAMIC && def.bullet && def.locks.angle);
    assert_true(def.linear_damping == 0.5f && def.angular_damping == 0.25f);
    assert_true(def.gravity_scale == 2.0f);
    int kinematic = 0, disabled = 0;
    for (int i = 0; i < 3; ++i)
    {
        kinematic += scree_body_get_type(j.world, view.id[i]) == SCREE_BODY_KINEMATIC;
        disabled += !scree_body_is_enabled(j.world, view.id[i]);
    }
    assert_int_equal(kinematic, 1);
    assert_int_equal(disabled, 1);
}
