/// The reaction of a mover's pushes on the ground on which it walks.
#include "tests/queries/walker.h"

static scree_world *world_with_ice(void)
{
    scree_world *world = world_with_gravity(0.0f, -gravity);
    const scree_shape_def ice = surface(0.0f, 0.0f);
    add_ground(world, &ice);
    return world;
}

/// A box without friction.
static scree_body_id add_smooth(scree_world *world, float x, float bottom, float half_width,
                                float half_height, float mass)
{
    scree_shape_def def = surface(0.0f, 0.0f);
    def.density = mass / (4.0f * half_width * half_height);
    return add_slab(world, SCREE_BODY_DYNAMIC, x, bottom + half_height, &def, half_width,
                    half_height);
}

static float momentum(const scree_world *world, scree_body_id body)
{
    return scree_body_mass(world, body) * scree_body_linear_velocity(world, body).x;
}

static void add_wheels(scree_world *world, scree_body_id car)
{
    scree_shape_def tyre = scree_shape_def_default();
    tyre.density = 20.0f;
    for (int side = -1; side <= 1; side += 2)
    {
        const scree_vec2 hub = {2.0f * (float)side, 0.4f};
        scree_body_id wheel = add_disc(world, SCREE_BODY_DYNAMIC, hub.x, hub.y, &tyre, 0.4f);
        scree_wheel_joint_def def = scree_wheel_joint_def_default();
        def.base.body_a = car;
        def.base.body_b = wheel;
        def.spring.hertz = 10.0f;
        assert_ok(scree_joint_frames_at(world, hub, (scree_vec2){0.0f, 1.0f}, &def.base));
        assert_true(scree_joint_create_wheel(world, &def).value != 0);
    }
}

static scree_body_id add_wagon(scree_world *world, bool rolls)
{
    scree_shape_def def = surface(0.0f, 0.0f);
    def.density = 20.0f;
    scree_body_id car =
        add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, rolls ? 0.8f : 0.2f, &def, 3.0f, 0.2f);
    for (int side = -1; side <= 1; side += 2)
    {
        const scree_polygon wall =
            scree_polygon_box_at(0.1f, 1.0f, (scree_vec2){2.9f * (float)side, 1.2f}, 0.0f, 0.0f);
        scree_shape_create_polygon(world, car, &def, &wall);
    }
    if (rolls)
    {
        add_wheels(world, car);
    }
    return car;
}

TEST(a_mover_does_not_propel_the_wagon_in_which_it_walks_against_a_wall)
{
    for (int i = 0; i < 6; ++i)
    {
        const bool rolls = i >= 4;
        const float speed = (i & 1) != 0 ? 3.0f : -3.0f, along = (i & 2) != 0 ? 4.0f : 0.0f;
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        const scree_shape_def ground = surface(rolls ? 0.6f : 0.0f, 0.0f);
        add_ground(world, &ground);
        scree_body_id car = add_wagon(world, rolls);
        walker w = walker_at(world, 0.0f, (rolls ? 1.0f : 0.4f) + rest_height);
        moves(&w, 0.0f, 30);
        assert_ok(scree_body_set_linear_velocity(world, car, (scree_vec2){along, 0.0f}));
        const float before = scree_body_linear_velocity(world, car).x;
        for (int k = 0; k < 600; ++k)
        {
            move(&w, speed);
            assert_near(scree_body_linear_velocity(world, car).x, before, rolls ? 0.05 : 1e-3);
        }
        assert_true(w.state.on_ground && w.state.on_wall);
        // The velocity is relative to the wagon, so the wall takes all of it.
        assert_near(w.state.velocity.x, 0.0f, 0.05f);
        assert_true(rolls || fabsf(scree_body_angle(world, car)) < 1e-3f);
        assert_true(!rolls || fabsf(scree_body_position(world, car).x) < 0.05f);
    }
}

TEST(a_mover_in_a_wagon_pushes_a_crate_against_its_wall_and_does_not_propel_it)
{
    scoped_world *world = world_with_ice();
    scree_body_id car = add_wagon(world, false);
    scree_body_id crate = add_smooth(world, 1.5f, 0.4f, 0.4f, 0.4f, 30.0f);
    walker w = walker_at(world, 0.0f, 0.4f + rest_height);
    for (int k = 0; k < 600; ++k)
    {
        move(&w, 3.0f);
        assert_near(momentum(world, car) + momentum(world, crate), 0.0f, 0.1f);
    }
    assert_true(w.state.on_ground && w.state.on_wall);
    assert_at_most(fabsf(scree_body_linear_velocity(world, car).x), 0.02f);
    // The crate went to the right by 1 m, and the wagon back by 30 / 64 of that.
    assert_at_most(scree_body_position(world, car).x, -0.2f);
    assert_at_least(scree_body_position(world, car).x, -0.5f);
}

TEST(a_mover_that_pushes_a_crate_on_a_raft_moves_the_raft_back)
{
    for (int light = 0; light < 2; ++light)
    {
        scoped_world *world = world_with_ice();
        scree_body_id raft = add_smooth(world, 0.0f, 0.0f, 5.0f, 0.25f, light ? 5.0f : 200.0f);
        scree_body_id crate = add_smooth(world, 1.5f, 0.5f, 0.4f, 0.4f, light ? 5.0f : 40.0f);
        walker w = walker_at(world, 0.0f, 0.5f + rest_height);
        for (int k = 0; k < 100; ++k)
        {
            move(&w, 2.0f);
            assert_near(momentum(world, raft) + momentum(world, crate), 0.0f, 1e-2f);
        }
        assert_true(w.state.on_ground);
        // They part as fast as the mover walks, and no faster.
        const float back = -scree_body_linear_velocity(world, raft).x;
        assert_near(scree_body_linear_velocity(world, crate).x + back, 2.0f, 0.02f);
        assert_near(back, light ? 1.0f : 2.0f * 40.0f / 240.0f, 0.01f);
    }
}

TEST(a_crate_ashore_pushed_from_a_raft_pushes_the_raft_back)
{
    for (int keep = 0; keep < 2; ++keep)
    {
        scoped_world *world = world_with_ice();
        scree_body_id raft = add_smooth(world, 0.0f, 0.0f, 2.0f, 0.25f, 200.0f);
        scree_body_id crate = add_smooth(world, 2.6f, 0.0f, 0.5f, 0.6f, 60.0f);
        walker w = walker_at(world, 1.0f, 0.5f + rest_height);
        w.def.keep_ground_velocity = keep != 0;
        for (int k = 0; k < 40; ++k)
        {
            move(&w, 2.0f);
            assert_near(momentum(world, raft) + momentum(world, crate), 0.0f, 1e-2f);
        }
        assert_true(w.state.on_ground);
        assert_near(scree_body_linear_velocity(world, raft).x, -2.0f * 60.0f / 260.0f, 0.01f);
    }
}

// Static ground takes the reaction like a very heavy raft.
TEST(a_crate_moves_the_same_pushed_from_the_ground_and_from_a_heavy_raft)
{
    float speeds[2][30];
    for (int raft = 0; raft < 2; ++raft)
    {
        scoped_world *world = world_with_ice();
        raft ? add_smooth(world, 0.0f, 0.0f, 3.0f, 0.25f, 1e8f)
             : add_block(world, -3.0f, 3.0f, 0.0f, 0.5f);
        scree_body_id crate = add_smooth(world, 1.5f, 0.5f, 0.4f, 0.4f, 60.0f);
        walker w = walker_at(world, 0.7f, 0.5f + rest_height);
        for (int k = 0; k < 30; ++k)
        {
            move(&w, 2.0f);
            speeds[raft][k] = scree_body_linear_velocity(world, crate).x;
        }
    }
    assert_at_least(speeds[0][29], 1.0f);
    for (int k = 0; k < 30; ++k)
    {
        assert_near(speeds[1][k], speeds[0][k], 0.05f);
    }
}

TEST(a_mover_that_walks_against_a_pier_pushes_its_raft_away)
{
    for (int light = 0; light < 2; ++light)
    {
        scoped_world *world = world_with_ice();
        add_block(world, 2.1f, 5.0f, 0.6f, 4.0f);
        scree_body_id raft = add_smooth(world, 0.0f, 0.0f, 2.0f, 0.25f, light ? 2.0f : 200.0f);
        walker w = walker_at(world, 1.7f, 0.5f + rest_height);
        moves(&w, 2.0f, 1);
        const float there = w.state.position.x;
        float speed = 0.0f;
        for (int k = 0; k < 60; ++k)
        {
            const float before = speed;
            move(&w, 2.0f);
            speed = -scree_body_linear_velocity(world, raft).x;
            const float push = scree_body_mass(world, raft) * (speed - before) / dt;
            assert_at_most(push, 1.001f * w.def.max_push_force);
            // The raft goes hardly faster than the mover walks on it.
            assert_at_most(speed, 2.2f);
        }
        assert_true(w.state.on_ground && w.state.on_wall);
        assert_at_least(w.state.position.x, there);
        assert_at_least(speed, light ? 1.95f : 1.0f);
    }
}

TEST(a_mover_on_a_rope_bridge_pushes_a_crate_along_it)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    (void)add_bridge(world);
    scree_body_id crate = add_slab_of(world, 4.0f, 0.4f, 0.4f, 0.4f, 19.0f);
    walker w = walker_at(world, 1.0f, rest_height);
    moves(&w, 0.0f, 60);
    moves(&w, 2.0f, 300);
    assert_true(w.state.on_ground);
    // A plank of 1.2 kg alone would bear 1.2 kg times 2 m/s in a step, 144 N.
    assert_at_least(scree_body_position(world, crate).x, 7.0f);
}

TEST(a_fork_before_the_step_has_the_reaction)
{
    scoped_world *world = world_with_ice();
    add_block(world, 2.1f, 5.0f, 0.6f, 4.0f);
    scree_body_id raft = add_smooth(world, 0.0f, 0.0f, 2.0f, 0.25f, 200.0f);
    walker w = walker_at(world, 1.7f, 0.5f + rest_height);
    moves(&w, 2.0f, 10);
    w.state.velocity = (scree_vec2){2.0f, -gravity * dt};
    assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
    assert_near(w.state.ground_push.x, -w.def.max_push_force * dt, 1e-3f);
    scoped_world *fork = scree_world_fork(world);
    const float before = scree_body_linear_velocity(world, raft).x;
    assert_ok(scree_world_step(world, dt, 4));
    assert_ok(scree_world_step(fork, dt, 4));
    assert_same_bodies(world, fork);
    assert_near(scree_body_mass(world, raft) * (scree_body_linear_velocity(world, raft).x - before),
                w.state.ground_push.x, 1e-2f);
}

TEST(the_reaction_of_a_push_wakes_the_ground)
{
    scree_world_def def = scree_world_def_default();
    def.gravity = (scree_vec2){0.0f, -gravity};
    scoped_world *world = world_of(&def);
    const scree_shape_def ice = surface(0.0f, 0.0f);
    add_ground(world, &ice);
    add_block(world, 2.1f, 5.0f, 0.6f, 4.0f);
    scree_body_id raft = add_smooth(world, 0.0f, 0.0f, 2.0f, 0.25f, 200.0f);
    walker w = walker_at(world, 1.797f, 0.5f + rest_height);
    moves(&w, 0.0f, 300);
    assert_false(scree_body_is_awake(world, raft));
    moves(&w, 2.0f, 3);
    assert_true(scree_body_is_awake(world, raft));
    assert_at_most(scree_body_linear_velocity(world, raft).x, -0.05f);
}

TEST(a_mover_in_the_air_pushes_without_a_reaction)
{
    scoped_world *world = world_with_ice();
    scree_body_id raft = add_smooth(world, 0.0f, 0.0f, 5.0f, 0.25f, 200.0f);
    scree_body_id crate = add_smooth(world, 1.5f, 0.5f, 0.4f, 1.0f, 40.0f);
    walker w = walker_at(world, 0.6f, 0.5f + rest_height);
    moves(&w, 0.0f, 10);
    w.state.velocity.y = 4.0f;
    for (int k = 0; k < 20; ++k)
    {
        move(&w, 2.0f);
        assert_false(w.state.on_ground);
    }
    assert_at_least(momentum(world, crate), 20.0f);
    assert_near(momentum(world, raft), 0.0f, 1e-3f);
}
