/// Effects and results of calls, where the next steps or other calls show them.
#include "tests/support/worlds.h"

#include <math.h>

static scree_body_id sleeping_crate(scree_world *world, float friction)
{
    scree_shape_def ground = surface(0.9f, 0.0f), def = surface(friction, 0.0f);
    add_ground(world, &ground);
    scree_body_id crate = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f, 0.5f);
    run_steps(world, 120);
    assert_false(scree_body_is_awake(world, crate));
    return crate;
}

TEST(another_rule_of_mixing_holds_for_contacts_in_sleep)
{
    // Friction sqrt(0.9 * 0.1) = 0.3 becomes 0.1: from 3 m/s it slides 4.5 m, not 1.5.
    scoped_world *world = default_world();
    scree_body_id crate = sleeping_crate(world, 0.1f);
    scree_world_def settings = scree_world_settings(world);
    settings.friction_mixing = SCREE_FRICTION_MIN;
    assert_ok(scree_world_set_settings(world, &settings));
    run_steps(world, 2);
    assert_ok(scree_body_set_velocity(world, crate, (scree_vec2){3.0f, 0.0f}, 0.0f));
    run_steps(world, 240);
    assert_near(scree_body_position(world, crate).x, 4.5, 0.1);
}

TEST(damping_wakes_a_body)
{
    scoped_world *world = default_world();
    scree_body_id crate = sleeping_crate(world, 0.6f);
    assert_ok(scree_body_set_linear_damping(world, crate, 0.1f));
    run_steps(world, 1);
    assert_true(scree_body_is_awake(world, crate));
}

TEST(each_array_of_a_bulk_force_wakes_a_body_and_acts)
{
    for (int k = 0; k < 3; ++k)
    {
        scree_world_def def = scree_world_def_default();
        def.gravity = (scree_vec2){0.0f, 0.0f};
        scoped_world *world = world_of(&def);
        scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        run_steps(world, 100);
        assert_false(scree_body_is_awake(world, crate));
        const float value = 5.0f;
        assert_ok(scree_bodies_apply_force(world, &crate, 1, k == 0 ? &value : NULL,
                                           k == 1 ? &value : NULL, k == 2 ? &value : NULL));
        run_steps(world, 1);
        scree_vec2 v = scree_body_linear_velocity(world, crate);
        const float moved[] = {v.x, v.y, scree_body_angular_velocity(world, crate)};
        assert_true(scree_body_is_awake(world, crate) && moved[k] > 0.0f);
    }
}

TEST(an_island_on_a_moving_kinematic_body_is_not_put_to_sleep)
{
    scoped_world *world = default_world();
    scree_body_id floor =
        add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, -0.5f, usual_shape(), 50.0f, 0.5f);
    assert_ok(scree_body_set_velocity(world, floor, (scree_vec2){0.5f, 0.0f}, 0.0f));
    scree_body_id low = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id high = add_crate(world, 0.0f, 1.5f, 0.5f, 0.5f);
    run_steps(world, 60);
    assert_ok(scree_body_sleep(world, low));
    for (int i = 0; i < 3; ++i)
    {
        run_steps(world, 1);
        scree_body_events events = scree_world_body_events(world);
        assert_int_equal(events.fell_asleep_count + events.woke_count, 0);
        assert_at_least(scree_body_linear_velocity(world, high).x, 0.3);
    }
}

static bool compare_impulses(const scree_contact_info *info, void *context)
{
    double sum = 0.0;
    for (int i = 0; i < info->contact.point_count; ++i)
    {
        sum += (double)info->contact.points[i].normal_impulse;
    }
    assert_near(info->normal_impulse, sum, 1e-6);
    *(int *)context += info->contact.point_count == 2 && sum > 0.0;
    return true;
}

TEST(the_impulse_that_pre_solve_is_given_is_that_of_all_points)
{
    scoped_world *world = default_world();
    int seen = 0;
    assert_ok(scree_world_set_pre_solve(world, compare_impulses, &seen));
    scree_shape_def def = scree_shape_def_default();
    add_ground(world, &def);
    def.enable_pre_solve = true;
    add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f, 0.5f);
    run_steps(world, 20);
    assert_true(seen > 0);
}

static bool stop_at_once(scree_shape_id shape, void *context)
{
    (void)shape;
    ++*(int *)context;
    return false;
}

TEST(a_visit_that_stops_is_not_called_again)
{
    scoped_world *world = default_world();
    add_slab(world, SCREE_BODY_STATIC, 0.0f, 0.0f, usual_shape(), 1.0f, 1.0f);
    add_ground(world, usual_shape());
    int calls = 0;
    scree_aabb aabb = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
    assert_ok(
        scree_world_visit_aabb(world, aabb, scree_query_filter_default(), stop_at_once, &calls));
    assert_int_equal(calls, 1);
}

TEST(the_hit_of_a_cast_lies_where_the_shape_has_come_to)
{
    scoped_world *world = default_world();
    add_slab(world, SCREE_BODY_STATIC, 3.0f, 0.0f, usual_shape(), 1.0f, 10.0f);
    scree_geometry disc = {.type = SCREE_SHAPE_CIRCLE, .circle = {{0.0f, 0.0f}, 0.5f}};
    scree_ray_hit hit =
        scree_world_cast_shape(world, &disc, &(scree_pose){{0.0f, 5.0f}, 0.0f},
                               (scree_vec2){3.0f, -4.0f}, scree_query_filter_default());
    assert_near(hit.fraction, 0.5, 1e-3);
    assert_near_vec2(hit.point, 2.0, 3.0, 1e-2);
}

TEST(a_body_that_is_enabled_again_hangs_without_the_force_of_before)
{
    scoped_world *world = default_world();
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = static_body(world);
    def.base.body_b = add_crate(world, 0.0f, -2.0f, 0.5f, 0.5f);
    def.base.frame_b.position = (scree_vec2){0.0f, 2.0f};
    scree_joint_id joint = scree_joint_create_revolute(world, &def);
    run_steps(world, 60);
    assert_near(scree_joint_force(world, joint).y, 10.0, 0.1);
    assert_ok(scree_body_set_enabled(world, def.base.body_b, false));
    run_steps(world, 5);
    assert_ok(scree_body_set_enabled(world, def.base.body_b, true));
    assert_near(scree_joint_force(world, joint).y, 0.0, 0.0);
}

TEST(the_residual_of_a_bounce_is_that_before_restitution)
{
    scree_world_def def = scree_world_def_default();
    def.measure_residual = true;
    scoped_world *world = world_of(&def);
    scree_shape_def elastic = surface(0.0f, 1.0f);
    add_ground(world, &elastic);
    scree_body_id crate = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 3.0f, &elastic, 0.5f, 0.5f);
    float fastest = 0.0f;
    for (int i = 0; i < 120; ++i)
    {
        run_steps(world, 1);
        fastest = fmaxf(fastest, scree_body_linear_velocity(world, crate).y);
        assert_at_most(scree_world_residual(world).max, 0.01);
    }
    assert_at_least(fastest, 5.0);
}

TEST(a_motor_joint_turns_a_body_that_also_carries_a_rod)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id drum = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_motor_joint_def motor = scree_motor_joint_def_default();
    motor.base.body_a = static_body(world);
    motor.base.body_b = drum;
    motor.angular_velocity = 5.0f;
    motor.max_velocity_torque = 20.0f;
    motor.max_velocity_force = 1000.0f;
    scree_joint_create_motor(world, &motor);
    scree_distance_joint_def rod = scree_distance_joint_def_default();
    rod.base.body_a = drum;
    rod.base.body_b = add_crate(world, 2.0f, 0.0f, 0.2f, 0.2f);
    rod.base.frame_a.position = (scree_vec2){0.5f, 0.0f};
    rod.length = 1.5f;
    scree_joint_create_distance(world, &rod);
    run_steps(world, 60);
    assert_near(scree_body_angular_velocity(world, drum), 5.0, 0.5);
}

TEST(a_kinematic_body_stands_still_in_the_step_after_its_target)
{
    for (int steps = 1; steps <= 40; ++steps)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_body_id body = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        add_box(world, body, usual_shape(), 0.5f, 0.5f);
        // As a program sums up its frames, whose rounding is not that of the product.
        float dt = 0.0f;
        for (int k = 0; k < steps; ++k)
        {
            dt += STEP;
        }
        assert_ok(scree_body_set_target_transform(world, body, (scree_vec2){3.0f, 1.0f}, 0.5f, dt));
        run_steps(world, steps);
        assert_near_vec2(scree_body_position(world, body), 3.0, 1.0, 1e-4);
        run_steps(world, 1);
        const scree_vec2 v = scree_body_linear_velocity(world, body);
        assert_true(v.x == 0.0f && v.y == 0.0f && scree_body_angular_velocity(world, body) == 0.0f);
    }
}

static bool lean_normal(const scree_contact_info *contact, void *context)
{
    const float length = *(const float *)context;
    contact->manifold->normal.x = length * 0.6f;
    contact->manifold->normal.y = length * (contact->contact.normal.y > 0.0f ? 0.8f : -0.8f);
    return true;
}

TEST(a_normal_that_a_callback_writes_counts_by_its_direction)
{
    scree_vec2 found[3];
    for (int i = 0; i < 3; ++i)
    {
        float length = i == 0 ? 1.0f : i == 1 ? 4.0f : 0.25f;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        assert_ok(scree_world_set_pre_solve(world, lean_normal, &length));
        scree_shape_def def = surface(0.0f, 0.0f);
        def.enable_pre_solve = true;
        add_slab(world, SCREE_BODY_STATIC, 0.0f, -1.0f, &def, 50.0f, 1.0f);
        const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.26f, &def, 0.25f);
        run_steps(world, 30);
        found[i] = scree_body_linear_velocity(world, ball);
    }
    assert_true(fabsf(found[0].x) > 1.0f);
    assert_near_vec2(found[1], found[0].x, found[0].y, 1e-3);
    assert_near_vec2(found[2], found[0].x, found[0].y, 1e-3);
}

/// Counts the contacts of two balls, often enough that the world lists them.
static void count_contacts(const scree_world *world, const scree_body_id balls[2], int counts[2])
{
    for (int round = 0; round < 3; ++round)
    {
        for (int i = 0; i < 2; ++i)
        {
            counts[i] = scree_body_contacts(world, balls[i], NULL, 0);
        }
    }
}

TEST(contacts_listed_before_a_world_is_restored_are_not_those_after)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id balls[2];
    int counts[2];
    for (int i = 0; i < 2; ++i)
    {
        balls[i] = add_ball(world, 20.0f * (float)i, 2.0f, 0.5f);
        add_slab(world, SCREE_BODY_STATIC, 20.0f * (float)i, -1.0f, usual_shape(), 1.0f, 1.0f);
    }
    run_steps(world, 2);
    count_contacts(world, balls, counts);
    const size_t size = scree_world_image_size(world);
    scoped_memory void *image = calloc(1, size);
    assert_non_null(image);
    assert_ok(scree_world_save_image(world, image, size));
    for (int i = 0; i < 2; ++i)
    {
        // As many contacts begin each time, of another ball.
        assert_ok(scree_body_set_position(world, balls[i], (scree_vec2){20.0f * (float)i, 0.49f}));
        run_steps(world, 1);
        count_contacts(world, balls, counts);
        assert_int_equal(counts[i], 1);
        assert_int_equal(counts[1 - i], 0);
        assert_ok(scree_world_restore_image(world, image, size));
    }
    count_contacts(world, balls, counts);
    assert_int_equal(counts[0] + counts[1], 0);
}
