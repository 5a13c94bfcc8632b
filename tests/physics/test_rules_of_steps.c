/// Single rules about what a step does with bodies that few scenes bring about.
#include "tests/support/sleep_worlds.h"

TEST(a_triangle_whose_centre_is_past_a_segment_leaves_it_on_that_side)
{
    // Its base is nearer to the segment than its tip, so that its contact pushes it back.
    for (int side = -1; side <= 1; side += 2)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_segment line = {{-5.0f, 0.0f}, {5.0f, 0.0f}};
        scree_shape_create_segment(world, static_body(world), usual_shape(), &line);
        const float up = (float)side;
        const scree_vec2 corners[] = {{-0.5f, 0.3f * up}, {0.5f, 0.3f * up}, {0.0f, -0.6f * up}};
        scree_polygon triangle;
        assert_ok(scree_polygon_hull(corners, 3, 0.0f, &triangle));
        const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.05f * up, 0.0f);
        add_polygon(world, body, usual_shape(), &triangle);
        run_steps(world, 120);
        assert_at_least(scree_body_position(world, body).y * up, 0.5);
    }
}

TEST(a_static_box_put_into_a_sleeping_body_wakes_it)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    for (int i = 0; i < 100; ++i)
    {
        add_slab(world, SCREE_BODY_STATIC, 4.0f * (float)i, 20.0f, usual_shape(), 0.5f, 0.5f);
    }
    const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    add_slab(world, SCREE_BODY_STATIC, 0.9f, 0.5f, usual_shape(), 0.5f, 0.5f);
    run_steps(world, 1);
    assert_true(scree_body_is_awake(world, crate));
    run_steps(world, 120);
    assert_at_most(scree_body_position(world, crate).x, -0.08);
}

TEST(a_joint_keeps_its_bodies_apart_whatever_other_joints_they_have)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id body[3];
        for (int k = 0; k < 3; ++k)
        {
            body[k] = add_crate(world, k == 2 ? 9.0f : 0.2f * (float)k, 0.0f, 0.5f, 0.5f);
        }
        // The joint that separates is the first one or the second one, and that of the third body
        // is on either of the others.
        for (int k = 0; k < 2; ++k)
        {
            const bool separates = k == i % 2;
            scree_distance_joint_def def = scree_distance_joint_def_default();
            def.base = base_of(body[separates ? 0 : i / 2 % 2], body[separates ? 1 : 2]);
            def.base.collide_connected = !separates;
            def.length = separates ? 0.2f : 9.0f;
            assert_true(scree_joint_create_distance(world, &def).value != 0);
        }
        run_steps(world, 1);
        assert_int_equal(scree_world_pairs(world, NULL, 0), 0);
    }
}
