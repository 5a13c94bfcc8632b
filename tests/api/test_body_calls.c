/// Bodies by their transform, mass, forces, AABB and definition.
#include "tests/support/worlds.h"

#include <stddef.h>
#include <string.h>

static void assert_same_transform(const scree_world *world, scree_body_id body, scree_transform t)
{
    scree_transform now = scree_body_transform(world, body);
    assert_memory_equal(&now, &t, sizeof t);
    scree_rotation rotation = scree_body_rotation(world, body);
    assert_memory_equal(&rotation, &t.rotation, sizeof rotation);
}

TEST(a_transform_comes_back_bit_for_bit)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.angular_velocity = 3.0f;
    scree_body_id body = scree_body_create(world, &def), other = scree_body_create(world, &def);
    for (int i = 0; i < 50; ++i)
    {
        assert_ok(scree_world_step(world, STEP, 4));
        scree_transform t = scree_body_transform(world, body);
        assert_ok(scree_body_set_transform(world, other, t));
        assert_same_transform(world, other, t);
        // No angle has quite this rotation.
        def.rotation = t.rotation;
        def.angle = 1.0f;
        scree_body_id created = scree_body_create(world, &def);
        assert_same_transform(world, created, (scree_transform){def.position, t.rotation});
        assert_ok(scree_body_destroy(world, created));
    }
    scree_transform t = scree_transform_from_angle((scree_vec2){1.0f, 2.0f}, 0.7f);
    assert_near(scree_rotation_angle(t.rotation), 0.7, 1e-7);
    assert_ok(scree_body_set_transform(world, body, t));
    assert_ok(scree_body_set_position(world, body, (scree_vec2){-4.0f, 5.0f}));
    assert_same_transform(world, body, (scree_transform){{-4.0f, 5.0f}, t.rotation});
    assert_ok(scree_body_set_angle(world, body, -0.2f));
    assert_same_transform(world, body,
                          scree_transform_from_angle((scree_vec2){-4.0f, 5.0f}, -0.2f));
    t.rotation.cos *= 1.0002f;
    assert_int_equal(scree_body_set_transform(world, body, t), SCREE_ERROR_ARGUMENT);
    assert_same_transform(world, body,
                          scree_transform_from_angle((scree_vec2){-4.0f, 5.0f}, -0.2f));
}

TEST(a_body_can_be_created_from_the_settings_of_another)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){3.0f, 4.0f};
    def.angle = 0.3f;
    def.linear_velocity = (scree_vec2){1.0f, 2.0f};
    def.angular_velocity = 3.0f;
    def.linear_damping = 0.1f;
    def.angular_damping = 0.2f;
    def.gravity_scale = 0.5f;
    def.sleep_threshold = 0.07f;
    def.bullet = def.locks.angle = true;
    def.user_data = &def;
    scoped_world *first = world_with_gravity(0.0f, -10.0f),
                 *second = world_with_gravity(0.0f, -10.0f);
    scree_world *worlds[] = {first, second};
    scree_body_id body = scree_body_create(worlds[0], &def);
    assert_ok(scree_world_step(worlds[0], STEP, 4));
    scree_body_def settings = scree_body_settings(worlds[0], body);
    assert_near(settings.angle, 0.3, 1e-6);
    scree_body_id copy = scree_body_create(worlds[1], &settings);
    for (int i = 0; i < 10; ++i)
    {
        assert_int_equal(scree_world_hash(worlds[0]), scree_world_hash(worlds[1]));
        scree_body_def now = scree_body_settings(worlds[1], copy);
        scree_body_def expected = scree_body_settings(worlds[0], body);
        assert_memory_equal(&now, &expected, offsetof(scree_body_def, bullet));
        assert_ok(scree_world_step(worlds[0], STEP, 4));
        assert_ok(scree_world_step(worlds[1], STEP, 4));
    }
    // Values that a step does not change are as set.
    assert_true(settings.linear_damping == 0.1f);
    assert_true(settings.angular_damping == 0.2f);
    assert_true(settings.gravity_scale == 0.5f);
    assert_true(settings.sleep_threshold == 0.07f);
    assert_true(settings.bullet && settings.locks.angle && settings.enabled);
    assert_false(settings.locks.x || settings.locks.y);
    assert_ptr_equal(settings.user_data, &def);
}

TEST(a_body_turns_at_another_rate_and_keeps_its_path)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    assert_ok(scree_body_set_velocity(world, body, (scree_vec2){1.0f, 2.0f}, 0.5f));
    assert_ok(scree_body_set_angular_velocity(world, body, -4.0f));
    scree_vec2 v = scree_body_linear_velocity(world, body);
    assert_true(v.x == 1.0f && v.y == 2.0f && scree_body_angular_velocity(world, body) == -4.0f);
}

TEST(mass_is_read_as_it_is_set_and_reset_to_that_of_the_shapes)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 1.0f);
    scree_mass_data own = scree_body_mass_data(world, body);
    assert_near(own.mass, 2.0, 1e-6);
    assert_near(own.inertia, 2.0 * (1.0 + 4.0) / 12.0, 1e-6);
    scree_mass_data given = {7.0f, 3.0f, {0.25f, -0.5f}};
    assert_ok(scree_body_set_mass_data(world, body, &given));
    scree_mass_data now = scree_body_mass_data(world, body);
    assert_memory_equal(&now, &given, sizeof now);
    assert_ok(scree_body_reset_mass(world, body));
    now = scree_body_mass_data(world, body);
    assert_memory_equal(&now, &own, sizeof now);
    assert_ok(scree_body_set_type(world, body, SCREE_BODY_KINEMATIC));
    assert_int_equal(scree_body_reset_mass(world, body), SCREE_ERROR_ARGUMENT);
    assert_true(scree_body_mass_data(world, body).mass == 0.0f);
}

TEST(forces_that_were_cleared_do_not_act)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    assert_ok(scree_body_apply_force(world, body, (scree_vec2){6.0f, 0.0f}, (scree_vec2){0, 0.5f}));
    assert_ok(scree_body_apply_torque(world, body, 1.0f));
    scree_vec2 force = scree_body_force(world, body);
    assert_true(force.x == 6.0f && force.y == 0.0f);
    assert_near(scree_body_torque(world, body), -2.0, 1e-6);
    assert_ok(scree_body_clear_forces(world, body));
    force = scree_body_force(world, body);
    assert_true(force.x == 0.0f && scree_body_torque(world, body) == 0.0f);
    assert_ok(scree_world_step(world, STEP, 4));
    assert_true(scree_body_linear_velocity(world, body).x == 0.0f);
    // Applied torques are cleared after the step.
    assert_ok(scree_body_apply_torque(world, body, 1.0f));
    assert_ok(scree_world_step(world, STEP, 4));
    assert_true(scree_body_angular_velocity(world, body) > 0.0f);
    assert_true(scree_body_torque(world, body) == 0.0f);
}

TEST(the_aabb_of_a_body_holds_its_shapes)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_crate(world, 3.0f, 1.0f, 0.5f, 0.25f);
    scree_shape_def def = scree_shape_def_default();
    scree_circle circle = {{2.0f, 0.0f}, 1.0f};
    scree_shape_create_circle(world, body, &def, &circle);
    assert_ok(scree_body_set_angle(world, body, 1.5707964f));
    scree_aabb aabb = scree_body_aabb(world, body);
    assert_near(aabb.lower.x, 2.0, 1e-6);
    assert_near(aabb.upper.x, 4.0, 1e-6);
    assert_near(aabb.lower.y, 0.5, 1e-6);
    assert_near(aabb.upper.y, 4.0, 1e-6);
    scree_body_def bare = scree_body_def_default();
    bare.position = (scree_vec2){5.0f, 6.0f};
    scree_body_id empty = scree_body_create(world, &bare);
    aabb = scree_body_aabb(world, empty);
    assert_true(aabb.lower.x == 5.0f && aabb.upper.x == 5.0f && aabb.upper.y == 6.0f);
}

TEST(angles_of_a_batch_replace_the_rotation_of_its_definition)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_def def = scree_body_def_default();
    def.rotation = scree_rotation_from_angle(1.0f);
    const float angles[] = {0.5f, 0.6f};
    scree_body_batch batch = {.def = &def, .count = 2, .angle = angles};
    scree_body_id ids[2];
    assert_ok(scree_bodies_create(world, &batch, ids));
    assert_near(scree_body_angle(world, ids[1]), 0.6, 1e-6);
    batch.angle = NULL;
    assert_ok(scree_bodies_create(world, &batch, ids));
    assert_near(scree_body_angle(world, ids[1]), 1.0, 1e-6);
}
