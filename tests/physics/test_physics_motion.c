/// How bodies move that touch nothing, and how the caller moves them.
#include "tests/support/worlds.h"

#define GRAVITY 10.0
#define PI 3.14159265358979

/// Symplectic Euler over n substeps: v_n = v_0 + n h a, x_n = x_0 + n h v_0 + h^2 a n (n + 1) / 2.
static double euler(double x, double v, double a, double h, int n)
{
    return x + n * h * v + h * h * a * 0.5 * n * (n + 1.0);
}

// Rounding: 480 additions err by 480 ulp(20) / 2 = 5e-4 m/s at most, so by 1e-3 m after 2 s.
#define ROUNDING 1e-3

TEST(bodies_follow_the_closed_form_of_symplectic_euler_and_turn_evenly)
{
    for (int substeps = 1; substeps <= 8; substeps *= 2)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id ball = add_ball(world, 3.0f, 50.0f, 0.5f);
        scree_body_id box = add_crate(world, -5.0f, 2.0f, 0.5f, 0.25f);
        scree_body_set_velocity(world, box, (scree_vec2){7.0f, 12.0f}, 3.0f);
        double h = (double)STEP / substeps;
        for (int i = 1; i <= 120; ++i)
        {
            assert_ok(scree_world_step(world, STEP, substeps));
            scree_vec2 p = scree_body_position(world, ball), q = scree_body_position(world, box);
            // The parabola is |g| h t / 2 away.
            double t = i * (double)STEP, away = 0.5 * GRAVITY * h * t + ROUNDING;
            assert_near(p.y, euler(50.0, 0.0, -GRAVITY, h, i * substeps), ROUNDING);
            assert_near(scree_body_linear_velocity(world, ball).y, -GRAVITY * h * i * substeps,
                        ROUNDING);
            assert_near(p.x, 3.0, 0.0);
            assert_near(p.y, 50.0 - 0.5 * GRAVITY * t * t, away);
            assert_near_vec2(q, -5.0 + 7.0 * t, euler(2.0, 12.0, -GRAVITY, h, i * substeps),
                             ROUNDING);
            assert_near(q.y, 2.0 + 12.0 * t - 0.5 * GRAVITY * t * t, away);
            // The first-order rotation step turns by atan(w h), w^3 h^2 / 3 too little per second.
            double turned = remainder(3.0 * t - (double)scree_body_angle(world, box), 2.0 * PI);
            assert_near(turned, 0.0, 27.0 * h * h / 3.0 * t + 1e-4);
            assert_near(scree_body_angular_velocity(world, box), 3.0, 0.0);
        }
    }
}

TEST(gravity_scale_multiplies_gravity)
{
    float scales[] = {0.0f, 0.5f, -1.0f, 3.0f};
    scoped_world *world = world_with_gravity(4.0f, -10.0f);
    scree_body_id bodies[4];
    for (int i = 0; i < 4; ++i)
    {
        bodies[i] = add_ball(world, 100.0f * (float)i, 0.0f, 0.5f);
        assert_ok(scree_body_set_gravity_scale(world, bodies[i], scales[i]));
    }
    run_seconds(world, 1.0f);
    for (int i = 0; i < 4; ++i)
    {
        assert_near_vec2(scree_body_linear_velocity(world, bodies[i]), 4.0f * scales[i],
                         -10.0f * scales[i], ROUNDING);
    }
    scree_world_set_gravity(world, (scree_vec2){0.0f, 0.0f});
    scree_vec2 before = scree_body_linear_velocity(world, bodies[3]);
    run_seconds(world, 1.0f);
    assert_near(scree_body_linear_velocity(world, bodies[3]).y, before.y, 0.0);
}

TEST(damping_lets_velocities_decay_exponentially)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id box = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_body_set_velocity(world, box, (scree_vec2){8.0f, -6.0f}, 5.0f);
    assert_ok(scree_body_set_linear_damping(world, box, 0.7f));
    assert_ok(scree_body_set_angular_damping(world, box, 1.5f));
    double h = (double)STEP / SUBSTEPS;
    run_seconds(world, 2.0f);
    scree_vec2 v = scree_body_linear_velocity(world, box);
    // Implicit Euler: (1 + h c)^-n, which is exp(-c t) up to a relative c^2 h t / 2.
    double linear = pow(1.0 + h * 0.7, -480.0), angular = pow(1.0 + h * 1.5, -480.0);
    assert_near_vec2(v, 8.0 * linear, -6.0 * linear, 1e-4);
    assert_near(scree_body_angular_velocity(world, box), 5.0 * angular, 1e-4);
    assert_near(v.x / 8.0f, exp(-0.7 * 2.0), exp(-1.4) * 0.49 * h);
    assert_near(scree_body_angular_velocity(world, box) / 5.0f, exp(-3.0), exp(-3.0) * 2.25 * h);
}

TEST(damping_of_any_strength_is_stable)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id box = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_body_set_velocity(world, box, (scree_vec2){300.0f, 0.0f}, 30.0f);
    assert_ok(scree_body_set_linear_damping(world, box, 1e6f));
    assert_ok(scree_body_set_angular_damping(world, box, 1e6f));
    run_steps(world, 1);
    assert_near(scree_body_linear_velocity(world, box).x, 0.0, 1e-6);
    assert_near(scree_body_linear_velocity(world, box).y, 0.0, 0.1);
}

TEST(locks_can_be_set_and_lifted_later)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id box = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    run_seconds(world, 0.5f);
    assert_ok(scree_body_set_locks(world, box, (scree_motion_locks){false, true, false}));
    float y = scree_body_position(world, box).y;
    run_seconds(world, 0.5f);
    assert_near(scree_body_position(world, box).y, y, 0.0);
    scree_body_set_locks(world, box, (scree_motion_locks){false, false, false});
    run_seconds(world, 0.5f);
    assert_near(scree_body_linear_velocity(world, box).y, -5.0, ROUNDING);
}

TEST(forces_act_for_one_step_and_give_the_predicted_velocities)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id box = add_crate(world, 2.0f, 1.0f, 1.0f, 0.5f);
    float mass = scree_body_mass(world, box), inertia = scree_body_inertia(world, box);
    scree_body_apply_force(world, box, (scree_vec2){30.0f, -20.0f}, (scree_vec2){3.0f, 1.5f});
    scree_body_apply_force_to_center(world, box, (scree_vec2){5.0f, 0.0f});
    scree_body_apply_torque(world, box, 7.0f);
    run_steps(world, 1);
    scree_vec2 v = scree_body_linear_velocity(world, box);
    // Torque of the first force: (1, 0.5) x (30, -20) = -20 - 15.
    assert_near_vec2(v, 35.0f * STEP / mass, -20.0f * STEP / mass, 1e-6);
    assert_near(scree_body_angular_velocity(world, box), (-35.0f + 7.0f) * STEP / inertia, 1e-6);
    run_steps(world, 1);
    assert_near(scree_body_linear_velocity(world, box).x, v.x, 0.0);
}

TEST(impulses_change_velocities_at_once)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id box = add_crate(world, 2.0f, 1.0f, 1.0f, 0.5f);
    float mass = scree_body_mass(world, box), inertia = scree_body_inertia(world, box);
    scree_body_apply_impulse(world, box, (scree_vec2){6.0f, 2.0f}, (scree_vec2){2.0f, 2.0f});
    scree_body_apply_angular_impulse(world, box, 1.0f);
    assert_near_vec2(scree_body_linear_velocity(world, box), 6.0f / mass, 2.0f / mass, 1e-6);
    assert_near(scree_body_angular_velocity(world, box), (-6.0f + 1.0f) / inertia, 1e-6);
    assert_near(scree_body_kinetic_energy(world, box), 0.5f * (40.0f / mass + 25.0f / inertia),
                1e-4);
}

TEST(bulk_writes_equal_single_ones)
{
    uint64_t hashes[2];
    for (int bulk = 0; bulk < 2; ++bulk)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id ids[20];
        float a[20], b[20], c[20];
        for (int i = 0; i < 20; ++i)
        {
            ids[i] = add_crate(world, 3.0f * (float)i, 0.0f, 0.5f, 0.5f);
            a[i] = (float)i - 7.0f;
            b[i] = 0.5f * (float)i;
            c[i] = 0.1f * (float)i;
        }
        for (int i = 0; !bulk && i < 20; ++i)
        {
            scree_vec2 p = scree_body_center_of_mass(world, ids[i]);
            scree_body_set_velocity(world, ids[i], (scree_vec2){a[i], b[i]}, c[i]);
            scree_body_apply_force_to_center(world, ids[i], (scree_vec2){b[i], c[i]});
            scree_body_apply_torque(world, ids[i], a[i]);
            scree_body_apply_impulse(world, ids[i], (scree_vec2){c[i], a[i]}, p);
            scree_body_apply_angular_impulse(world, ids[i], b[i]);
        }
        if (bulk)
        {
            assert_ok(scree_bodies_set_velocity(world, ids, 20, a, b, c));
            assert_ok(scree_bodies_apply_force(world, ids, 20, b, c, a));
            assert_ok(scree_bodies_apply_impulse(world, ids, 20, c, a, b));
        }
        run_steps(world, 10);
        hashes[bulk] = scree_world_hash(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

TEST(velocities_written_through_the_view_count)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id box = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_body_view view = scree_world_bodies(world);
    assert_int_equal(view.dynamic_count, 1);
    view.vx[0] = 6.0f;
    view.w[0] = 1.0f;
    run_seconds(world, 1.0f);
    assert_near(scree_body_position(world, box).x, 6.0, ROUNDING);
    assert_near(scree_body_angle(world, box), 1.0, ROUNDING);
}

TEST(a_teleport_keeps_velocities_and_ends_contacts)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    scree_body_id box = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_seconds(world, 0.5f);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 1);
    scree_body_set_velocity(world, box, (scree_vec2){2.0f, 0.0f}, 0.25f);
    assert_ok(scree_body_set_transform(
        world, box, scree_transform_from_angle((scree_vec2){1.0f, 40.0f}, 0.5f)));
    assert_near(scree_body_position(world, box).y, 40.0, 0.0);
    assert_near(scree_body_angle(world, box), 0.5, 1e-6);
    assert_near(scree_body_linear_velocity(world, box).x, 2.0, 0.0);
    run_steps(world, 1);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 0);
    run_seconds(world, 1.0f);
    double h = (double)STEP / SUBSTEPS;
    assert_near(scree_body_position(world, box).y, euler(40.0, 0.0, -GRAVITY, h, 61 * SUBSTEPS),
                ROUNDING);
}

TEST(a_disabled_body_neither_moves_nor_collides)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id shelf = add_crate(world, 0.0f, 0.0f, 2.0f, 0.5f);
    scree_body_id box = add_crate(world, 0.0f, 3.0f, 0.5f, 0.5f);
    assert_ok(scree_body_set_enabled(world, shelf, false));
    assert_false(scree_body_is_enabled(world, shelf));
    run_seconds(world, 1.0f);
    assert_near(scree_body_position(world, shelf).y, 0.0, 0.0);
    assert_at_most(scree_body_position(world, box).y, -1.9f);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 0);
    scree_body_set_enabled(world, shelf, true);
    run_seconds(world, 1.0f);
    assert_near(scree_body_linear_velocity(world, shelf).y, -10.0, ROUNDING);
}

TEST(a_kinematic_body_moves_by_its_velocity_alone_and_pushes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.0f, 0.0f);
    add_ground(world, &def);
    scree_body_id pusher = add_slab(world, SCREE_BODY_KINEMATIC, -2.0f, 1.0f, &def, 0.5f, 0.5f);
    scree_body_id box = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f);
    def.density = 1000.0f;
    add_box(world, box, &def, 0.5f, 0.5f);
    scree_body_set_velocity(world, pusher, (scree_vec2){2.0f, 0.0f}, 0.0f);
    scree_body_apply_force_to_center(world, pusher, (scree_vec2){1e6f, 1e6f});
    run_seconds(world, 3.0f);
    assert_near(scree_body_position(world, pusher).x, 4.0, 1e-4);
    assert_near(scree_body_position(world, pusher).y, 1.0, 0.0);
    assert_near(scree_body_position(world, box).x, 5.0, 0.02);
    assert_near(scree_body_linear_velocity(world, box).x, 2.0, 0.02);
}

TEST(a_target_transform_lands_on_the_pose)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 1.0f, 2.0f, 3.0f);
    scree_polygon off = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    add_polygon(world, lift, usual_shape(), &off);
    for (int i = 0; i < 60; ++i)
    {
        // Through the jump of the angle from pi to -pi.
        float angle = 3.0f + 0.01f * (float)(i + 1);
        scree_vec2 target = {1.0f + 0.05f * (float)i, 2.0f - 0.02f * (float)i};
        assert_ok(scree_body_set_target_transform(world, lift, target, angle, STEP));
        run_steps(world, 1);
        scree_vec2 p = scree_body_position(world, lift);
        assert_near_vec2(p, target.x, target.y, 1e-5);
        // Turns are first order per substep: (w h)^3 / 3 each.
        assert_near(remainder((double)scree_body_angle(world, lift) - (double)angle, 2.0 * PI), 0.0,
                    1e-5);
    }
}

TEST(a_target_is_not_passed_however_many_steps_follow)
{
    const scree_vec2 target = {3.0f, 1.0f};
    const float times[] = {0.5f * STEP, STEP, 1.5f * STEP, 1.0f / 25.0f, 1.0f};
    for (int i = 0; i < 10; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 1.0f, 2.0f, 0.0f);
        float dt = times[i / 2];
        assert_ok(scree_body_set_target_transform(world, lift, target, 0.05f, dt));
        scree_vec2 v = scree_body_linear_velocity(world, lift);
        scree_clock clock = scree_clock_default();
        if (i % 2 == 1)
        {
            // Another velocity since stays.
            scree_body_set_velocity(world, lift, v, 0.0f);
        }
        scree_advance done = scree_world_advance(world, 2.0 / 60.0 + 1e-4, &clock);
        assert_int_equal(done.steps, 2);
        float gone = i % 2 == 1 ? 2.0f * STEP / dt : fminf(2.0f * STEP / dt, 1.0f);
        assert_near(scree_body_position(world, lift).x, 1.0f + 2.0f * gone, 1e-4);
        run_steps(world, 60);
        scree_vec2 p = scree_body_position(world, lift);
        assert_near(p.x, i % 2 == 1 ? 1.0f + 62.0f * STEP * v.x : target.x, 1e-3);
        assert_near(scree_body_angle(world, lift), i % 2 == 1 ? 0.0f : 0.05f, 1e-4);
        assert_true((scree_body_linear_velocity(world, lift).x == 0.0f) == (i % 2 == 0));
    }
}

TEST(a_body_that_is_teleported_or_disabled_forgets_its_target)
{
    const scree_vec2 elsewhere = {-5.0f, 7.0f};
    for (int i = 0; i < 8; ++i)
    {
        const bool disable = (i & 1) != 0, own_velocity = (i & 2) != 0, arrived = (i & 4) != 0;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 1.0f, 2.0f, 0.0f);
        scree_clock clock = scree_clock_default();
        assert_ok(scree_body_set_target_transform(world, lift, (scree_vec2){3.0f, 2.0f}, 1.0f,
                                                  arrived ? 2.0f * STEP : 1.0f));
        scree_world_advance(world, 2.0 / 60.0 + 1e-4, &clock);
        if (own_velocity)
        {
            assert_ok(scree_body_set_velocity(world, lift, (scree_vec2){6.0f, 0.0f}, 0.0f));
        }
        scree_vec2 begin = disable ? scree_body_position(world, lift) : elsewhere;
        if (disable)
        {
            assert_ok(scree_body_set_enabled(world, lift, false));
            scree_world_advance(world, 2.0 / 60.0, &clock);
            assert_ok(scree_body_set_enabled(world, lift, true));
        }
        else
        {
            assert_ok(
                scree_body_set_transform(world, lift, scree_transform_from_angle(elsewhere, 0.0f)));
        }
        float v = own_velocity ? 6.0f : 0.0f;
        assert_near_vec2(scree_body_linear_velocity(world, lift), v, 0.0f, 0.0);
        scree_world_advance(world, 5.0 / 60.0, &clock);
        assert_near_vec2(scree_body_position(world, lift), begin.x + v * 5.0f * STEP, begin.y,
                         1e-4);
    }
}

TEST(a_body_that_becomes_dynamic_keeps_the_velocity_of_its_target_until_it_stands)
{
    for (int steps = 0; steps < 4; ++steps)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id body = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        add_circle(world, body, usual_shape(), 0.5f);
        assert_ok(scree_body_set_target_transform(world, body, (scree_vec2){0.2f, 0.0f}, 0.0f,
                                                  2.0f * STEP));
        run_steps(world, steps);
        assert_ok(scree_body_set_type(world, body, SCREE_BODY_DYNAMIC));
        const float v = steps < 3 ? 6.0f : 0.0f, x = scree_body_position(world, body).x;
        assert_near(scree_body_linear_velocity(world, body).x, v, 1e-4);
        run_steps(world, 10);
        assert_near(scree_body_position(world, body).x, x + 10.0f * STEP * v, 1e-3);
    }
}

TEST(a_large_turn_to_a_target_lands_within_its_first_order_error)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    scree_body_set_target_transform(world, lift, (scree_vec2){0.0f, 0.0f}, 0.4f, STEP);
    run_steps(world, 1);
    // Four substeps turn by atan(0.1) each.
    assert_near(scree_body_angle(world, lift), 4.0 * atan(0.1), 1e-5);
    assert_near(scree_body_angle(world, lift), 0.4, 4.0 * 0.001 / 3.0 + 1e-5);
}

TEST(a_position_far_out_still_falls)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id ball = add_ball(world, 1e6f, 1e6f, 0.5f);
    run_seconds(world, 1.0f);
    // A float at 1e6 resolves 1/16 m: each of 60 steps may lose half of that.
    assert_near(scree_body_position(world, ball).y, 1e6 - 5.0, 60.0 / 32.0);
    assert_near(scree_body_linear_velocity(world, ball).y, -10.0, ROUNDING);
}
