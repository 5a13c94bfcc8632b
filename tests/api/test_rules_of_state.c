/// Single rules about the state after calls and steps.
#include "dynamics/contacts/mixing.h"
#include "tests/support/worlds.h"

#include <float.h>
#include <math.h>
#include <string.h>

TEST(half_way_through_a_half_turn_is_the_new_rotation)
{
    scree_world_def world_def = awake_world_def();
    world_def.keep_previous_poses = true;
    world_def.gravity = (scree_vec2){0.0f, 0.0f};
    scoped_world *world = world_of(&world_def);
    const scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    // A substep turns by the arc tangent of the angular velocity times its length.
    assert_ok(scree_body_set_angular_velocity(world, body, tanf(3.14159265f / 8.0f) * 8.0f / STEP));
    run_steps_of(world, 1, STEP, 8);
    assert_at_most(scree_body_transform(world, body).rotation.cos, -0.999);
    assert_at_most(scree_body_interpolated_transform(world, body, 0.5f).rotation.cos, -0.999);
    assert_at_least(scree_body_interpolated_transform(world, body, 0.4999f).rotation.cos, 0.999);
}

TEST(static_friction_is_never_below_friction)
{
    const scree_contact_material odd = {.friction = 0.5f, .static_friction = 0.2f};
    assert_true(sc_clamp_surface(&odd).static_friction == 0.5f);
}

TEST(particles_beyond_the_end_of_a_segment_are_free)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_segment segment = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
    scree_shape_create_segment(world, static_body(world), usual_shape(), &segment);
    const scree_particle_id beyond = add_particle(world, 1.125f, 0.0f, 0.1f);
    const scree_particle_id at_end = add_particle(world, -1.05f, 0.0f, 0.1f);
    run_steps(world, 1);
    assert_true(scree_particle_position(world, beyond).x == 1.125f);
    assert_true(scree_particle_position(world, beyond).y == 0.0f);
    assert_at_most(scree_particle_position(world, at_end).x, -1.09);
}

TEST(outlines_that_begin_on_an_edge_lose_that_point)
{
    const scree_vec2 square[] = {
        {1.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}, {0.0f, 0.0f}};
    scree_polygon parts[4];
    int count = 0;
    assert_ok(scree_outline_decompose(square, 5, parts, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(parts[0].count, 4);
}

TEST(a_body_that_turns_once_in_each_step_does_not_rest)
{
    scree_world_def def = scree_world_def_default();
    def.gravity = (scree_vec2){0.0f, 0.0f};
    scoped_world *world = world_of(&def);
    const scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    // 16 substeps, each an eighth of half a turn.
    assert_ok(
        scree_body_set_angular_velocity(world, body, tanf(3.14159265f / 8.0f) * 16.0f / STEP));
    run_steps_of(world, 240, STEP, 16);
    assert_true(scree_body_is_awake(world, body));
}

TEST(of_equally_near_shapes_the_closest_is_that_of_the_lowest_slot)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < 6; ++i)
    {
        add_ball(world, i % 2 == 0 ? -3.0f : 3.0f, 0.0f, 1.0f);
    }
    const scree_closest_point closest = scree_world_closest_point(
        world, (scree_vec2){0.0f, 0.0f}, 10.0f, scree_query_filter_default());
    assert_true(closest.distance == 2.0f);
    assert_int_equal(closest.shape.value & 0xffffff, 1);
}

TEST(a_body_that_a_call_woke_is_not_asleep_in_its_settings)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    const scree_body_id body = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    assert_ok(scree_body_sleep(world, body));
    run_steps(world, 2);
    assert_true(scree_body_settings(world, body).asleep);
    assert_ok(scree_body_set_awake(world, body, true));
    assert_false(scree_body_settings(world, body).asleep);
}

/// A world with a body that the next step disables.
static scree_world *doomed_world(scree_body_id *body)
{
    scree_world *world = world_with_gravity(0.0f, 0.0f);
    *body = add_ball(world, 0.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_velocity(world, *body, (scree_vec2){1.0f, 0.0f}, 2.0f));
    assert_ok(scree_body_apply_force_to_center(world, *body, (scree_vec2){FLT_MAX, 0.0f}));
    return world;
}

TEST(a_clock_takes_the_time_of_a_step_that_disabled_a_body)
{
    scree_body_id body;
    scoped_world *world = doomed_world(&body);
    scree_clock clock = scree_clock_default();
    const scree_advance done = scree_world_advance(world, 2.5 * (double)clock.time_step, &clock);
    assert_int_equal(done.result, SCREE_ERROR_NOT_FINITE);
    assert_int_equal(done.steps, 2);
    assert_near(done.alpha, 0.5, 1e-3);
}

TEST(a_body_that_a_step_disables_stops)
{
    scree_world_def def = awake_world_def();
    def.gravity = (scree_vec2){0.0f, 0.0f};
    def.max_linear_speed = 1e6f;
    scoped_world *world = world_of(&def);
    // It leaves the bounds of the world.
    const scree_body_id body = add_ball(world, 1e8f, 0.0f, 0.5f);
    assert_ok(scree_body_set_velocity(world, body, (scree_vec2){1e6f, 0.0f}, 5.0f));
    assert_int_equal(scree_world_step(world, STEP, SUBSTEPS), SCREE_ERROR_NOT_FINITE);
    assert_false(scree_body_is_enabled(world, body));
    assert_true(scree_body_linear_velocity(world, body).x == 0.0f);
    assert_true(scree_body_angular_velocity(world, body) == 0.0f);
}

TEST(the_restitution_threshold_is_in_units_of_length)
{
    // 0.5 m/s are 50 units/s, above the threshold of 1.
    scree_world_def def = awake_world_def();
    def.length_unit = 0.01f;
    def.gravity = (scree_vec2){0.0f, 0.0f};
    scoped_world *world = world_of(&def);
    const scree_shape_def elastic = surface(0.0f, 1.0f);
    add_ground(world, &elastic);
    const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.02f, &elastic, 0.005f);
    assert_ok(scree_body_set_linear_velocity(world, ball, (scree_vec2){0.0f, -0.5f}));
    run_steps(world, 10);
    assert_near(scree_body_linear_velocity(world, ball).y, 0.5, 0.05);
}

TEST(soft_boxes_of_small_length_units_enclose_an_area)
{
    scree_world_def def = awake_world_def();
    def.length_unit = 1e-3f;
    scoped_world *world = world_of(&def);
    const scree_soft_body_def soft = soft_at(0.0f, 0.0f);
    soft_made(world, scree_soft_body_create_box(world, &soft, 0.01f * 1e-3f, 0.01f * 1e-3f));
}

TEST(a_vertex_that_becomes_held_stops)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const scree_soft_body_def def = soft_at(0.0f, 5.0f);
    const scree_soft_body_id soft =
        soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    run_steps(world, 10);
    assert_at_most(scree_soft_body_vertex_velocity(world, soft, 0).y, -1.0);
    assert_ok(scree_soft_body_set_vertex_mass(world, soft, 0, 0.0f));
    assert_true(scree_soft_body_vertex_velocity(world, soft, 0).y == 0.0f);
    assert_at_most(scree_soft_body_vertex_velocity(world, soft, 1).y, -1.0);
}

typedef struct shortened_ray
{
    int calls, beyond;
    float end;
} shortened_ray;

/// Returns a shorter length at the first box, and 1 at later ones, which must not lengthen the ray.
static float shorten_once(uint64_t proxy, uint64_t user_data, float fraction, void *context)
{
    (void)proxy;
    (void)user_data;
    shortened_ray *ray = context;
    if (ray->calls++ == 0)
    {
        ray->end = fraction;
        return fraction;
    }
    ray->beyond += fraction > ray->end;
    return 1.0f;
}

TEST(a_ray_through_a_tree_of_boxes_gets_no_longer)
{
    scree_tree *tree = scree_tree_create(NULL);
    for (int i = 0; i < 200; ++i)
    {
        const float x = (float)(1 + i * 77 % 200);
        const scree_aabb box = {{x, -0.25f}, {x + 0.5f, 0.25f}};
        assert_true(scree_tree_insert(tree, box, 1, 0) != 0);
    }
    shortened_ray ray = {0};
    assert_ok(scree_tree_visit_ray(tree, (scree_vec2){0.0f, 0.0f}, (scree_vec2){400.0f, 0.0f}, 1,
                                   shorten_once, &ray));
    assert_true(ray.calls > 1 && ray.calls < 200);
    assert_int_equal(ray.beyond, 0);
    assert_ok(scree_tree_destroy(tree));
}

TEST(forces_of_joints_can_be_read_after_the_settings_changed)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const scree_body_id ceiling = static_body(world),
                        body = add_crate(world, 0.0f, -1.0f, 0.5f, 0.5f);
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base = base_of(ceiling, body);
    def.base.frame_b.position.y = 1.0f;
    const scree_joint_id joint = scree_joint_create_revolute(world, &def);
    run_steps(world, 60);
    const scree_vec2 force = scree_joint_force(world, joint);
    assert_at_least(fabsf(force.y), 5.0);
    scree_world_def settings = scree_world_settings(world);
    settings.restitution_threshold = 2.0f;
    assert_ok(scree_world_set_settings(world, &settings));
    assert_true(scree_joint_force(world, joint).y == force.y);
}

TEST(restitution_of_a_mixing_callback_is_at_most_1)
{
    const scree_contact_material odd = {.restitution = 3.0f};
    assert_true(sc_clamp_surface(&odd).restitution == 1.0f);
}

TEST(the_state_hash_covers_pair_materials)
{
    scoped_world *world = default_world();
    scree_contact_material ice = {0.1f, 0.1f, 0.0f, 0.0f, 0.0f};
    const uint64_t without = scree_world_state_hash(world);
    assert_ok(scree_world_set_pair_material(world, 1, 2, &ice));
    const uint64_t with = scree_world_state_hash(world);
    assert_true(with != without);
    ice.restitution = 0.5f;
    assert_ok(scree_world_set_pair_material(world, 1, 2, &ice));
    assert_true(scree_world_state_hash(world) != with);
}

TEST(a_velocity_set_after_a_target_outlives_a_teleport)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_vec2 far = {5.0f, 0.0f};
    const scree_transform there = scree_transform_from_angle((scree_vec2){1.0f, 1.0f}, 0.0f);
    for (int own = 0; own < 2; ++own)
    {
        const scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        assert_ok(scree_body_set_target_transform(world, lift, far, 0.0f, 1.0f));
        if (own)
        {
            assert_ok(scree_body_set_linear_velocity(world, lift, (scree_vec2){0.0f, 2.0f}));
        }
        assert_ok(scree_body_set_transform(world, lift, there));
        assert_true(scree_body_linear_velocity(world, lift).y == (own ? 2.0f : 0.0f));
        assert_true(scree_body_linear_velocity(world, lift).x == 0.0f);
    }
}

TEST(fixed_particles_turn_bodies_that_can_only_turn)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_body_id wheel = add_crate(world, 0.0f, 0.0f, 1.0f, 0.2f);
    assert_ok(scree_body_set_locks(world, wheel, (scree_motion_locks){true, true, false}));
    scree_particle_def def = scree_particle_def_default();
    def.position = (scree_vec2){0.9f, 0.25f};
    def.radius = 0.1f;
    def.fixed = true;
    assert_true(scree_particle_create(world, &def).value != 0);
    run_steps(world, 5);
    assert_at_most(scree_rotation_angle(scree_body_transform(world, wheel).rotation), -0.01);
}

/// How far a spinning bullet turns in a step beside a shape that left the kept grid before; `moved`
/// is first in the list of these, or another one is.
static double turn_of_rod(bool meets, bool other_first)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_body_id other = add_ball(world, 500.0f, -3.0f, 0.1f);
    const scree_body_id target = add_ball(world, 0.0f, -3.0f, 0.1f);
    for (int i = 0; i < 100; ++i)
    {
        add_crate(world, 3.0f * (float)i, 100.0f, 0.5f, 0.5f);
    }
    const scree_body_id rod = add_crate(world, -1.5f, 0.0f, 1.6f, 0.02f);
    scree_body_set_bullet(world, rod, true);
    run_steps(world, 10);
    scree_body_set_linear_velocity(world, target, (scree_vec2){0.0f, meets ? 2.5f : -2.5f});
    scree_body_set_linear_velocity(world, other, (scree_vec2){0.0f, other_first ? 2.5f : 0.0f});
    run_steps(world, 60);
    scree_body_set_angular_velocity(world, rod, -40.0f);
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).continuous_hits, meets);
    return (double)scree_rotation_angle(scree_body_transform(world, rod).rotation);
}

TEST(bullets_meet_each_shape_that_left_the_kept_grid)
{
    const double free = turn_of_rod(false, false);
    assert_at_least(turn_of_rod(true, false), free + 0.1);
    assert_at_least(turn_of_rod(true, true), free + 0.1);
}

TEST(turning_blades_carry_bullets_along)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_KINEMATIC;
    def.angle = 0.785398f;
    def.angular_velocity = -30.0f;
    const scree_body_id blade = scree_body_create(world, &def);
    add_box(world, blade, usual_shape(), 1.5f, 0.02f);
    const scree_body_id bullet = add_ball(world, 1.0f, 0.55f, 0.05f);
    scree_body_set_bullet(world, bullet, true);
    scree_body_set_linear_velocity(world, bullet, (scree_vec2){3.0f, 0.0f});
    run_steps(world, 1);
    const scree_rotation q = scree_body_transform(world, blade).rotation;
    const scree_vec2 p = scree_body_position(world, bullet);
    assert_at_least(p.x * q.sin - p.y * q.cos, 0.05);
}

TEST(chains_of_two_sides_stop_fast_bodies_from_both)
{
    for (int side = -1; side <= 1; side += 2)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_vec2 points[] = {{10.0f, 0.0f}, {4.0f, 0.0f}, {-4.0f, 0.0f}, {-10.0f, 0.0f}};
        add_open_chain(world, static_body(world), usual_shape(), points, 4, true);
        const float height = 3.0f * (float)side;
        const scree_body_id ball = add_ball(world, 0.0f, height, 0.1f);
        assert_ok(
            scree_body_set_linear_velocity(world, ball, (scree_vec2){0.0f, -100.0f * height}));
        run_steps(world, 3);
        assert_true(scree_body_position(world, ball).y * (float)side > 0.0f);
    }
}

TEST(points_beyond_the_end_of_a_capsule_are_outside)
{
    // Turned, so that its AABB holds the point.
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_body_id body = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.78539816f);
    const scree_shape_id capsule = add_capsule(world, body, usual_shape(), 1.0f, 0.5f);
    const float in = 1.4f * 0.70710678f, out = 1.6f * 0.70710678f;
    const scree_vec2 inside = {in, in}, outside = {out, out};
    const scree_query_filter all = scree_query_filter_default();
    assert_true(scree_shape_contains(world, capsule, inside));
    assert_false(scree_shape_contains(world, capsule, outside));
    assert_int_equal(scree_world_overlap_point(world, inside, all, NULL, 0), 1);
    assert_int_equal(scree_world_overlap_point(world, outside, all, NULL, 0), 0);
}

/// Swings a small disc 3 m from a heavy one against a wall, at 50 rad/s. Returns the largest
/// angle of four steps.
static double swing(bool outer_first, bool chain, bool turned)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < 2; ++i)
    {
        const bool outer = (i == 0) == outer_first;
        scree_shape_def def = *usual_shape();
        def.density = outer ? 1e-3f : 1e5f;
        const scree_circle disc = {{outer ? 3.0f : 0.0f, 0.0f}, 0.1f};
        scree_shape_create_circle(world, body, &def, &disc);
    }
    const float c = cosf(0.4f), s = sinf(0.4f);
    const scree_vec2 near = {2.0f * c, 2.0f * s}, far = {4.0f * c, 4.0f * s};
    const scree_vec2 points[] = {turned ? far : near, turned ? near : far};
    const scree_segment segment = {near, far};
    if (chain)
    {
        add_open_chain(world, static_body(world), usual_shape(), points, 2, true);
    }
    else
    {
        scree_shape_create_segment(world, static_body(world), usual_shape(), &segment);
    }
    assert_ok(scree_body_set_angular_velocity(world, body, 50.0f));
    double largest = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        run_steps(world, 1);
        const scree_rotation rotation = scree_body_transform(world, body).rotation;
        largest = fmax(largest, (double)scree_rotation_angle(rotation));
    }
    return largest;
}

TEST(outlying_shapes_are_stopped_by_segments_and_both_sides_of_chains)
{
    assert_at_most(swing(false, false, false), 0.4);
    assert_at_most(swing(true, true, false), 0.4);
    assert_at_most(swing(true, true, true), 0.4);
}

TEST(bodies_pass_a_chain_of_one_segment_from_behind)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_vec2 points[] = {{2.0f, 0.0f}, {0.0f, 0.0f}};
    add_open_chain(world, static_body(world), usual_shape(), points, 2, false);
    const scree_body_id ball = add_ball(world, 0.5f, -1.0f, 0.2f);
    assert_ok(scree_body_set_linear_velocity(world, ball, (scree_vec2){0.0f, 2.0f}));
    run_steps(world, 60);
    assert_at_least(scree_body_position(world, ball).y, 0.9);
}

TEST(a_mover_does_not_take_the_velocity_of_a_wall)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_body_id wall =
        add_slab(world, SCREE_BODY_KINEMATIC, 2.0f, 0.0f, usual_shape(), 0.5f, 2.0f);
    assert_ok(scree_body_set_linear_velocity(world, wall, (scree_vec2){-3.0f, 0.0f}));
    const scree_mover_def def = scree_mover_def_default();
    scree_mover_state mover;
    memset(&mover, 0, sizeof mover);
    mover.position = (scree_vec2){1.15f, 0.0f};
    for (int i = 0; i < 2; ++i)
    {
        mover.velocity = (scree_vec2){1.0f, 0.0f};
        assert_ok(scree_world_move_mover(world, &def, STEP, &mover));
        run_steps(world, 1);
    }
    assert_true(mover.on_wall);
    assert_near(mover.velocity.x, 0.0, 1e-3);
}

TEST(a_velocity_written_after_a_target_outlives_a_teleport)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    const scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    assert_ok(scree_body_set_target_transform(world, lift, (scree_vec2){10.0f, 0.0f}, 0.0f, 1.0f));
    scree_world_bodies(world).vx[0] = 3.0f;
    assert_ok(scree_body_set_position(world, lift, (scree_vec2){0.0f, 5.0f}));
    assert_true(scree_body_linear_velocity(world, lift).x == 3.0f);
}

TEST(worlds_differ_in_the_time_for_which_a_body_has_rested)
{
    scoped_world *world = default_world();
    const scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    run_steps(world, 5);
    scoped_world *fork = scree_world_fork(world);
    assert_int_equal(scree_world_difference(world, fork).kind, SCREE_DIFFERENCE_NONE);
    const scree_body_id own = {scree_world_convert_id(fork, body.value)};
    assert_ok(scree_body_set_awake(fork, own, true));
    const scree_difference difference = scree_world_difference(world, fork);
    assert_int_equal(difference.kind, SCREE_DIFFERENCE_BODY);
    assert_string_equal(difference.field, "rest_time");
    assert_true(difference.body.value == body.value);
}

static bool refuse_contact(const scree_contact_info *contact, void *context)
{
    (void)contact;
    ++*(int *)context;
    return false;
}

TEST(forks_call_the_callbacks_of_their_world)
{
    int calls = 0;
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_ok(scree_world_set_pre_solve(world, refuse_contact, &calls));
    scree_shape_def def = *usual_shape();
    def.enable_pre_solve = true;
    add_ground(world, &def);
    const scree_body_id ball = add_ball(world, 0.0f, 0.6f, 0.5f);
    scoped_world *fork = scree_world_fork(world);
    assert_non_null(fork);
    run_steps(fork, 30);
    assert_true(calls > 0);
    const scree_body_id own = {scree_world_convert_id(fork, ball.value)};
    assert_at_most(scree_body_position(fork, own).y, -0.5);
}

TEST(a_mover_that_the_ground_carries_to_a_wall_does_not_press_against_it)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const scree_body_id lift =
        add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, -0.5f, usual_shape(), 2.0f, 0.5f);
    assert_ok(scree_body_set_linear_velocity(world, lift, (scree_vec2){2.0f, 0.0f}));
    add_slab(world, SCREE_BODY_STATIC, 1.5f, 1.0f, usual_shape(), 0.5f, 0.9f);
    const scree_mover_def def = scree_mover_def_default();
    scree_mover_state mover;
    memset(&mover, 0, sizeof mover);
    mover.position.y = 0.9f - 0.0025f;
    for (int i = 0; i < 40; ++i)
    {
        mover.velocity = (scree_vec2){0.0f, mover.velocity.y - 10.0f * STEP};
        assert_ok(scree_world_move_mover(world, &def, STEP, &mover));
        run_steps(world, 1);
        assert_true(mover.on_ground);
        assert_false(mover.on_wall);
    }
    assert_near(mover.position.x, 0.7, 5e-3);
}

TEST(a_fast_mover_does_not_climb_a_crate_either)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_ground(world, usual_shape());
        scree_shape_def heavy = *usual_shape();
        heavy.density = 1e5f;
        add_slab(world, SCREE_BODY_DYNAMIC, 3.0f, 0.1f, &heavy, 1.0f, 0.1f);
        const scree_mover_def def = scree_mover_def_default();
        scree_mover_state mover;
        memset(&mover, 0, sizeof mover);
        mover.position = (scree_vec2){0.2f * (float)i, 0.9f - 0.0025f};
        mover.on_ground = true;
        float highest = 0.0f;
        for (int k = 0; k < 20; ++k)
        {
            mover.velocity = (scree_vec2){30.0f, mover.velocity.y - 10.0f * STEP};
            assert_ok(scree_world_move_mover(world, &def, STEP, &mover));
            run_steps(world, 1);
            highest = fmaxf(highest, mover.position.y);
        }
        assert_near(highest, 0.8975, 1e-3);
        assert_near(mover.position.x, 1.7, 0.05);
    }
}
