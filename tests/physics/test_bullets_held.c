/// Bullets that are pressed into each other: they are released, unless they are changed meanwhile.
#include "tests/support/worlds.h"
#include "world/checks.h"
#include "world/world_state.h"

TEST(bullets_that_are_pressed_into_each_other_do_not_hang)
{
    const scree_vec2 ends[][2] = {{{-10, 20}, {-0.3f, 0}},
                                  {{10, 20}, {0.3f, 0}},
                                  {{-0.3f, 0}, {-0.3f, -3}},
                                  {{0.3f, 0}, {0.3f, -3}}};
    scoped_world *world = default_world();
    for (int i = 0; i < 4; ++i)
    {
        const scree_segment wall = {ends[i][0], ends[i][1]};
        scree_shape_create_segment(world, static_body(world), usual_shape(), &wall);
    }
    test_random random = random_of(9);
    scree_body_id rods[200];
    for (int i = 0; i < 200; ++i)
    {
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, -7.0f + 0.75f * (float)(i % 20),
                     25.0f + 0.8f * (float)(i / 20), random_between(&random, -3.0f, 3.0f));
        add_box(world, body, usual_shape(), 0.3f, 0.02f);
        scree_body_set_bullet(world, body, true);
        const float aside = random_between(&random, -20.0f, 20.0f);
        scree_body_set_velocity(world, body, (scree_vec2){aside, -100.0f}, 0.0f);
        rods[i] = body;
    }
    scree_pose before[200] = {{{0.0f, 0.0f}, 0.0f}};
    int held[200] = {0}, longest = 0;
    for (int k = 0; k < 900; ++k)
    {
        run_steps(world, 1);
        for (int i = 0; i < 200; ++i)
        {
            const scree_pose now = {scree_body_position(world, rods[i]),
                                    scree_body_angle(world, rods[i])};
            const scree_vec2 v = scree_body_linear_velocity(world, rods[i]);
            const float moved = hypotf(now.position.x - before[i].position.x,
                                       now.position.y - before[i].position.y) +
                                0.3f * fabsf(now.angle - before[i].angle);
            const bool stands = hypotf(v.x, v.y) > 0.1f && moved < 0.05f * STEP * hypotf(v.x, v.y);
            held[i] = stands ? held[i] + 1 : 0;
            longest = held[i] > longest ? held[i] : longest;
            before[i] = now;
        }
    }
    assert_int_equal(scree_world_counters(world).continuous_hits, 0);
    assert_in_range(longest, 30, 120);
}

TEST(a_bullet_that_is_changed_or_teleported_begins_its_count_again)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    add_box(world, body, usual_shape(), 0.3f, 0.02f);
    for (int i = 0; i < 4; ++i)
    {
        world->bodies.held[sc_peek_row(world, body)] = 60;
        switch (i)
        {
        case 0:
            scree_body_set_bullet(world, body, true);
            break;
        case 1:
            scree_body_set_position(world, body, (scree_vec2){1.0f, 0.0f});
            break;
        case 2:
            scree_body_set_enabled(world, body, false);
            scree_body_set_enabled(world, body, true);
            break;
        default:
            scree_body_set_type(world, body, SCREE_BODY_KINEMATIC);
            scree_body_set_type(world, body, SCREE_BODY_DYNAMIC);
        }
        assert_int_equal(world->bodies.held[sc_peek_row(world, body)], 0);
    }
}

TEST(a_kinematic_body_carries_no_bullet_along_a_locked_axis)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.bullet = def.locks.x = def.locks.angle = true;
    def.position.y = 0.5f;
    def.linear_velocity.y = -20.0f;
    scree_body_id bullet = scree_body_create(world, &def);
    add_circle(world, bullet, usual_shape(), 0.1f);
    scree_body_id box = add_body(world, SCREE_BODY_KINEMATIC, -1.0f, 0.0f, 0.6f);
    add_box(world, box, usual_shape(), 0.5f, 0.5f);
    assert_ok(scree_body_set_velocity(world, box, (scree_vec2){60.0f, 0.0f}, 0.0f));
    for (int i = 0; i < 3; ++i)
    {
        run_steps(world, 1);
        assert_true(scree_body_position(world, bullet).x == 0.0f);
    }
}
