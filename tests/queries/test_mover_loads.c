/// Movers and the bodies under and before them: weight, pushes, belts and presses.
#include "tests/queries/walker.h"

/// Most worlds of tests never sleep; this one does.
static scree_world *world_that_sleeps(void)
{
    scree_world_def def = scree_world_def_default();
    def.gravity = (scree_vec2){0.0f, -gravity};
    return world_of(&def);
}

/// A board of 40 kg and 2 m that a weld holds at its left end.
static scree_joint_id add_welded_board(scree_world *world, float break_torque)
{
    scree_weld_joint_def def = scree_weld_joint_def_default();
    def.base.body_a = static_body(world);
    def.base.body_b = add_slab_of(world, 1.0f, 0.0f, 1.0f, 0.1f, 40.0f);
    assert_ok(scree_joint_frames_at(world, (scree_vec2){0.0f, 0.0f}, (scree_vec2){1.0f, 0.0f},
                                    &def.base));
    def.base.break_torque = break_torque;
    return scree_joint_create_weld(world, &def);
}

TEST(joints_bear_the_weight_of_a_mover)
{
    for (int breaks = 0; breaks < 2; ++breaks)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        scree_joint_id joint = add_welded_board(world, breaks ? 900.0f : 0.0f);
        walker w = walker_at(world, 1.5f, 0.1f + rest_height);
        moves(&w, 0.0f, 60);
        assert_true(scree_joint_is_valid(world, joint) == !breaks);
        if (!breaks)
        {
            assert_near(scree_vec2_length(scree_joint_force(world, joint)), 1200.0, 6.0);
            assert_near(fabsf(scree_joint_torque(world, joint)), 1600.0, 8.0);
        }
    }
}

TEST(contacts_under_a_crate_bear_the_weight_of_the_mover_on_it)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    scree_body_id crate = add_slab_of(world, 0.0f, 0.5f, 0.5f, 0.5f, 5.0f);
    walker w = walker_at(world, 0.0f, 1.0f + rest_height);
    moves(&w, 0.0f, 120);
    scree_contact_info contact;
    assert_int_equal(scree_body_contacts(world, crate, &contact, 1), 1);
    // It is the impulse in the last of four substeps.
    assert_near(contact.normal_impulse, 85.0f * gravity * dt / 4.0f, 0.05f);
}

TEST(a_rope_bridge_is_still_under_a_mover_that_stands_and_sleeps)
{
    for (int substeps = 4; substeps <= 16; substeps += 12)
    {
        scoped_world *world = world_that_sleeps();
        scree_body_id plank = add_bridge(world);
        walker w = walker_at(world, -1.0f, rest_height);
        float jump = 0.0f;
        for (int i = 0; i < 900; ++i)
        {
            const float y = w.state.position.y;
            w.state.velocity = (scree_vec2){w.state.position.x < 5.2f ? 3.0f : 0.0f, -gravity * dt};
            assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
            assert_ok(scree_world_step(world, dt, substeps));
            assert_true(w.state.on_ground);
            jump = fmaxf(jump, i > 600 ? fabsf(w.state.position.y - y) : 0.0f);
        }
        assert_at_most(jump, 5e-4f);
        assert_near(w.state.ground_impulse, 80.0f * gravity * dt, 0.01f);
        assert_false(scree_body_is_awake(world, plank));
        // The load on a sleeping bridge is there if something wakes it.
        const scree_vec2 rest = scree_body_position(world, plank);
        w.state.velocity.y -= gravity * dt;
        assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
        assert_ok(scree_body_set_awake(world, plank, true));
        assert_ok(scree_world_step(world, dt, substeps));
        assert_true(scree_body_is_awake(world, plank));
        assert_near(scree_body_position(world, plank).y, rest.y, 2e-3f);
    }
}

TEST(a_bridge_wakes_when_the_mover_walks_or_jumps)
{
    for (int jumps = 0; jumps < 2; ++jumps)
    {
        scoped_world *world = world_that_sleeps();
        scree_body_id plank = add_bridge(world);
        walker w = walker_at(world, 5.2f, rest_height);
        moves(&w, 0.0f, 900);
        assert_false(scree_body_is_awake(world, plank));
        const float low = scree_body_position(world, plank).y;
        w.state.velocity.y = jumps ? 4.0f : 0.0f;
        move(&w, jumps ? 0.0f : 3.0f);
        assert_true(scree_body_is_awake(world, plank));
        moves(&w, jumps ? 0.0f : 3.0f, 12);
        assert_at_least(scree_body_position(world, plank).y, low + 0.005f);
    }
}

TEST(a_board_on_two_rods_gains_no_energy_from_a_mover)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    scree_body_id beam = static_body(world);
    scree_body_id board = add_slab_of(world, 0.0f, 3.0f, 1.0f, 0.1f, 2.0f);
    for (int side = -1; side <= 1; side += 2)
    {
        scree_distance_joint_def rod = scree_distance_joint_def_default();
        rod.base.body_a = beam;
        rod.base.body_b = board;
        rod.base.frame_a.position = (scree_vec2){0.5f * (float)side, 8.0f};
        rod.base.frame_b.position = (scree_vec2){(float)side, 0.0f};
        rod.length = scree_vec2_distance((scree_vec2){0.5f, 8.0f}, (scree_vec2){1.0f, 3.0f});
        assert_true(scree_joint_create_distance(world, &rod).value != 0);
    }
    walker w = walker_at(world, 0.2f, 3.1f + rest_height);
    moves(&w, 0.0f, 600);
    float speed = 0.0f;
    for (int i = 0; i < 300; ++i)
    {
        move(&w, 0.0f);
        speed = fmaxf(speed, scree_vec2_length(scree_body_linear_velocity(world, board)));
    }
    assert_true(w.state.on_ground);
    assert_at_most(speed, 0.5f);
}

TEST(a_mover_stands_still_on_a_light_crate)
{
    scoped_world *world = world_that_sleeps();
    add_ground(world, usual_shape());
    scree_body_id crate = add_slab_of(world, 0.0f, 0.5f, 0.5f, 0.5f, 1.0f);
    walker w = walker_at(world, 0.2f, 1.0f + rest_height);
    moves(&w, 0.0f, 1800);
    assert_true(w.state.on_ground);
    assert_near(w.state.position.x, 0.2f, 2e-3f);
    assert_near(scree_body_position(world, crate).x, 0.0f, 2e-3f);
    assert_false(scree_body_is_awake(world, crate));
}

TEST(a_mover_falls_with_a_crate_that_bears_nothing)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    scree_body_id crate = add_slab_of(world, 0.0f, 100.0f, 0.5f, 0.5f, 80.0f);
    walker w = walker_at(world, 0.0f, 100.5f + rest_height);
    moves(&w, 0.0f, 60);
    assert_true(w.state.on_ground);
    assert_near(w.state.ground_impulse, 0.0f, 1e-3f);
    // It got the impulse of the first steps, from a mover that hardly fell yet.
    assert_near(scree_body_linear_velocity(world, crate).y, -10.0f, 0.2f);
}

TEST(a_joint_bears_a_push_that_lasts)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    scree_weld_joint_def def = scree_weld_joint_def_default();
    def.base.body_a = static_body(world);
    def.base.body_b = add_slab_of(world, 2.0f, 1.0f, 0.1f, 0.9f, 36.0f);
    assert_ok(scree_joint_frames_at(world, (scree_vec2){2.0f, 1.0f}, (scree_vec2){1.0f, 0.0f},
                                    &def.base));
    scree_joint_id joint = scree_joint_create_weld(world, &def);
    walker w = walker_at(world, 0.0f, rest_height);
    moves(&w, 3.0f, 120);
    assert_true(w.state.on_wall);
    assert_near(fabsf(scree_joint_force(world, joint).x), w.def.max_push_force, 5.0f);
    moves(&w, 0.0f, 10);
    assert_near(scree_joint_force(world, joint).x, 0.0f, 1.0f);
}

// Its push brakes it, but no more than the crate does not give way.
TEST(a_mover_goes_along_with_a_crate_that_it_pushes_on)
{
    for (int heavy = 0; heavy < 2; ++heavy)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_body_id crate =
            add_slab_of(world, 2.0f, 0.0f, 0.5f, 0.9f, heavy != 0 ? 80.0f : 40.0f);
        walker w = walker_at(world, 0.0f, 0.0f);
        w.def.max_push_force = 300.0f;
        w.state.velocity.x = 3.0f;
        for (int k = 0; k < 240; ++k)
        {
            assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
            assert_ok(scree_world_step(world, dt, 4));
        }
        const float speed = scree_body_linear_velocity(world, crate).x;
        assert_at_least(speed, 0.05f);
        assert_at_least(w.state.velocity.x, 0.7f * speed);
        assert_at_most(w.state.velocity.x, speed);
    }
}

typedef enum belt_kind
{
    BELT_BOX,
    BELT_HALF_SPACE,
    BELT_SEGMENT,
    BELT_CHAIN,
    BELT_COMPOUND,
    BELT_COUNT
} belt_kind;

static void add_belt(scree_world *world, belt_kind kind, float speed)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.tangent_speed = speed;
    scree_body_id body = static_body(world);
    const scree_vec2 points[] = {{30.0f, 0.0f}, {20.0f, 0.0f}, {-20.0f, 0.0f}, {-30.0f, 0.0f}};
    const scree_polygon box =
        scree_polygon_box_at(20.0f, 0.5f, (scree_vec2){0.0f, -0.5f}, 0.0f, 0.0f);
    switch (kind)
    {
    case BELT_HALF_SPACE:
        scree_shape_create_half_space(world, body, &def, &(scree_half_space){{0.0f, 1.0f}, 0.0f});
        break;
    case BELT_SEGMENT:
        scree_shape_create_segment(world, body, &def, &(scree_segment){points[1], points[2]});
        break;
    case BELT_CHAIN:
        add_open_chain(world, body, &def, points, 4, false);
        break;
    case BELT_COMPOUND:
        add_box(world, add_body(world, SCREE_BODY_STATIC, 0.0f, -5.0f, 0.0f), &def, 1.0f, 1.0f);
        scree_shape_create_polygon(world, body, &def, &box);
        break;
    default:
        scree_shape_create_polygon(world, body, &def, &box);
        break;
    }
}

TEST(belts_carry_a_mover_as_they_carry_crates)
{
    for (int i = 0; i < 2 * BELT_COUNT; ++i)
    {
        const float speed = i % 2 == 0 ? 2.0f : -2.0f;
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        add_belt(world, (belt_kind)(i / 2), speed);
        scree_body_id crate = add_slab_of(world, 3.0f, 0.5f, 0.5f, 0.5f, 1.0f);
        walker w = walker_at(world, -3.0f, rest_height);
        moves(&w, 0.0f, 60);
        assert_near_vec2(w.state.ground_velocity, speed, 0.0, 1e-5);
        assert_near(scree_body_linear_velocity(world, crate).x, speed, 0.02f);
        const float from = w.state.position.x, crate_from = scree_body_position(world, crate).x;
        moves(&w, 0.0f, 60);
        assert_true(w.state.on_ground && !w.state.on_wall);
        assert_near(w.state.position.x - from, speed, 1e-3f);
        assert_near(scree_body_position(world, crate).x - crate_from, speed, 0.02f);
        // Walking is relative to the belt, and a jump takes its velocity along.
        const float walked = w.state.position.x;
        moves(&w, -speed, 60);
        assert_near(w.state.position.x, walked, 1e-3f);
        w.state.velocity.y = 3.0f;
        move(&w, 0.0f);
        assert_false(w.state.on_ground);
        assert_near(w.state.velocity.x, speed, 1e-4f);
    }
}

TEST(a_belt_carries_a_mover_up_a_slope_and_against_a_wall)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    scree_shape_def def = scree_shape_def_default();
    def.material.tangent_speed = 2.0f;
    // The wall belongs to the same body.
    scree_body_id body = static_body(world);
    const scree_half_space slope = {{-0.6f, 0.8f}, 0.0f};
    scree_shape_create_half_space(world, body, &def, &slope);
    def.material.tangent_speed = 0.0f;
    const scree_polygon wall =
        scree_polygon_box_at(0.5f, 10.0f, (scree_vec2){8.5f, 5.0f}, 0.0f, 0.0f);
    scree_shape_create_polygon(world, body, &def, &wall);
    walker w = walker_at(world, 0.0f, 1.2f);
    w.def.max_slope_angle = 0.8f;
    moves(&w, 0.0f, 30);
    assert_near_vec2(w.state.ground_velocity, 1.6, 1.2, 1e-4);
    const scree_vec2 from = w.state.position;
    moves(&w, 0.0f, 60);
    assert_near_vec2(w.state.position, from.x + 1.6, from.y + 1.2, 5e-3);
    moves(&w, 0.0f, 300);
    const scree_vec2 rest = w.state.position;
    assert_near(rest.x, 7.7f, 6e-3f);
    for (int i = 0; i < 60; ++i)
    {
        move(&w, 0.0f);
        assert_near_vec2(w.state.position, rest.x, rest.y, 1e-4);
        assert_at_most(w.state.depth, 0.0075f);
    }
}

TEST(a_press_that_closes_shows_in_the_depth)
{
    // From above, from below against a ceiling, and from the side against a wall.
    for (int kind = 0; kind < 3; ++kind)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        add_ground(world, usual_shape());
        const scree_vec2 places[] = {{0.0f, 3.5f}, {0.0f, -0.15f}, {-4.0f, 2.0f}};
        const scree_vec2 velocities[] = {{0.0f, -1.0f}, {0.0f, 1.0f}, {2.0f, 0.0f}};
        const float steps_of[] = {70.0f, 120.0f, 140.0f};
        scree_body_id press =
            add_body(world, SCREE_BODY_KINEMATIC, places[kind].x, places[kind].y, 0.0f);
        add_box(world, press, usual_shape(), kind == 2 ? 0.5f : 1.0f, kind == 2 ? 1.9f : 0.2f);
        assert_ok(scree_body_set_linear_velocity(world, press, velocities[kind]));
        add_block(world, kind == 1 ? -5.0f : 2.5f, 5.0f, kind == 1 ? 4.0f : -1.0f, 5.0f);
        walker w = walker_at(world, 0.0f, kind == 1 ? 1.1f : rest_height);
        float deepest = 0.0f;
        for (int i = 0; i < 240; ++i)
        {
            move(&w, 0.0f);
            deepest = fmaxf(deepest, w.state.depth);
            // Touched or shifted, but not crushed yet.
            assert_true((float)i > steps_of[kind] || w.state.depth <= 0.0051f);
        }
        assert_at_least(deepest, 0.3f);
    }
}

TEST(a_mover_that_lands_has_a_landing_speed)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    scree_body_id lift =
        add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, -0.5f, usual_shape(), 5.0f, 0.5f);
    assert_ok(scree_body_set_linear_velocity(world, lift, (scree_vec2){0.0f, 1.0f}));
    walker w = walker_at(world, 0.0f, 6.0f);
    float speed = 0.0f;
    int landings = 0;
    for (int i = 0; i < 120; ++i)
    {
        const float before = w.state.velocity.y - gravity * dt;
        move(&w, 0.0f);
        landings += w.state.landing_speed != 0.0f;
        speed = w.state.landing_speed != 0.0f ? w.state.landing_speed - (1.0f - before) : speed;
        assert_true(w.state.landing_speed == 0.0f || w.state.on_ground);
    }
    assert_int_equal(landings, 1);
    assert_near(speed, 0.0f, 1e-4f);
}
