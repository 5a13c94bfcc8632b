/// Bounces of things that turn, of things that come from afar, and of things that only pass.
#include "tests/support/worlds.h"

TEST(a_rod_that_turns_bounces_off_its_end)
{
    for (int i = 0; i < 2 * 3 * SCREE_SOLVER_COUNT; ++i)
    {
        float side = i % 2 ? -1.0f : 1.0f, e = 0.3f * (float)(1 + i / 2 % 3);
        scoped_world *world = world_solved_by(i / 6, 0.0f);
        scree_shape_def def = surface(0.0f, e);
        add_ground(world, &def);
        // Its lower end, on the side that goes down, is 0.1 m above the ground.
        float angle = -0.2f * side, sine, cosine;
        scree_sincos(angle, &sine, &cosine);
        scree_body_id rod =
            add_body(world, SCREE_BODY_DYNAMIC, 0.0f, fabsf(sine) + 0.05f + 0.1f, angle);
        add_capsule(world, rod, &def, 1.0f, 0.05f);
        double mass = (double)scree_body_mass(world, rod);
        double inertia = (double)scree_body_inertia(world, rod), spin = -4.0 * (double)side;
        scree_body_set_velocity(world, rod, (scree_vec2){0.0f, 0.0f}, (float)spin);
        double height = (double)scree_body_position(world, rod).y;
        int k = 0;
        while (fabs((double)scree_body_angular_velocity(world, rod) - spin) < 1e-3 && k++ < 20)
        {
            step_world(world);
        }
        assert_in_range(k, 1, 6);
        // At the end, whose arm along the ground is x: an impulse J changes the velocity of the
        // middle by J / m and the spin by x J / I, so that the end parts at e times its approach.
        double x = (double)side * cos(asin(fmin(1.0, (height - 0.05))));
        double approach = x * spin, mass_at_end = 1.0 / (1.0 / mass + x * x / inertia);
        double impulse = -mass_at_end * approach * (1.0 + (double)e);
        assert_near(scree_body_linear_velocity(world, rod).y, impulse / mass,
                    0.08 * impulse / mass);
        double w = (double)scree_body_angular_velocity(world, rod), v = impulse / mass;
        assert_near(w, spin + x * impulse / inertia, 0.08 * fabs(spin));
        // The end parts.
        assert_near(v + x * w, -(double)e * approach, 0.12 * fabs(approach));
    }
}

TEST(balls_bounce_at_the_wall_and_not_ahead_of_it)
{
    for (int i = 0; i < 16 * SCREE_SOLVER_COUNT; ++i)
    {
        scoped_world *world = world_solved_by(i / 16, 0.0f);
        scree_shape_def def = surface(0.0f, 1.0f);
        add_slab(world, SCREE_BODY_STATIC, 0.0f, 0.0f, &def, 0.1f, 5.0f);
        scree_body_id ball =
            add_disc(world, SCREE_BODY_DYNAMIC, -3.0f - 0.1f * (float)(i % 16), 0.0f, &def, 0.25f);
        const float speed = 60.0f;
        scree_body_set_velocity(world, ball, (scree_vec2){speed, 0.0f}, 0.0f);
        float nearest = 10.0f;
        for (int k = 0; k < 12; ++k)
        {
            float gap = -scree_body_position(world, ball).x - 0.35f;
            nearest = fminf(nearest, gap);
            scree_vec2 before = scree_body_linear_velocity(world, ball);
            step_world(world);
            scree_vec2 after = scree_body_linear_velocity(world, ball);
            // It turns round only where this step would have brought it to the wall.
            assert_true(after.x == before.x || gap <= speed * STEP + 1e-3f);
        }
        assert_near(scree_body_linear_velocity(world, ball).x, -speed, 0.05 * (double)speed);
        assert_at_least(nearest, -0.05);
    }
}

TEST(a_ball_that_passes_by_does_not_bounce)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int i = 0; i < 10; ++i)
        {
            scoped_world *world = world_solved_by(solver, 0.0f);
            scree_shape_def def = surface(0.5f, 1.0f);
            add_disc(world, SCREE_BODY_STATIC, 0.0f, 0.0f, &def, 0.5f);
            // Passes 5 cm above the post, at a speed at which it is found a metre ahead.
            scree_body_id ball =
                add_disc(world, SCREE_BODY_DYNAMIC, -5.0f - 0.1f * (float)i, 1.05f, &def, 0.5f);
            scree_vec2 v = {70.0f, 0.0f};
            scree_body_set_velocity(world, ball, v, 0.0f);
            step_times(world, 12);
            scree_vec2 now = scree_body_linear_velocity(world, ball);
            assert_true(now.x == v.x && now.y == v.y);
        }
    }
}

TEST(each_of_many_bounces_by_its_own_surface)
{
    for (int i = 0; i < 4 * SCREE_SOLVER_COUNT; ++i)
    {
        scoped_world *world = world_solved_by(i / 4, 0.0f);
        scree_shape_def dull = surface(0.0f, 0.0f), lively = surface(0.0f, 0.6f);
        add_ground(world, &dull);
        scree_body_id boxes[16];
        for (int k = 0; k < 16; ++k)
        {
            boxes[k] = add_slab(world, SCREE_BODY_DYNAMIC, 2.0f * (float)k, 0.7f,
                                k >> i % 4 & 1 ? &lively : &dull, 0.5f, 0.5f);
            scree_body_set_velocity(world, boxes[k], (scree_vec2){0.0f, -5.0f}, 0.0f);
        }
        step_times(world, 8);
        for (int k = 0; k < 16; ++k)
        {
            double up = (double)scree_body_linear_velocity(world, boxes[k]).y;
            assert_near(up, k >> i % 4 & 1 ? 3.0 : 0.0, 0.6);
        }
    }
}

/// The friction of an impact follows its whole impulse, the stopping and the bouncing part: mu (1 +
/// e) vn.
TEST(what_bounces_has_friction_for_it)
{
    for (int i = 0; i < SCREE_SOLVER_COUNT * 4 * 16; ++i)
    {
        scoped_world *world = world_solved_by(i / 64, 0.0f);
        const float e = 0.5f, friction = 0.2f, v = 2.0f + 9.0f * (float)(i / 16 % 4);
        scree_shape_def def = surface(friction, e);
        add_ground(world, &def);
        bool disc = i % 2 != 0;
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f,
                                      0.5f + v * STEP * (2.0f + (float)(i % 16) / 16.0f), 0.0f);
        disc ? add_circle(world, body, &def, 0.5f) : add_box(world, body, &def, 0.5f, 0.5f);
        scree_body_set_locks(world, body, (scree_motion_locks){false, false, !disc});
        scree_body_set_velocity(world, body, (scree_vec2){v, -v}, 0.0f);
        step_times(world, 6);
        double up = (double)scree_body_linear_velocity(world, body).y;
        assert_near(up, e * v, 0.02 * (double)v);
        double change = (double)friction * (up + (double)v);
        assert_near(scree_body_linear_velocity(world, body).x, (double)v - change,
                    0.02 * (double)v);
        // For a disc of inertia m r^2 / 2; less by half of the overlap.
        double spin = disc ? -2.0 * change / 0.5 : 0.0;
        double sunk = v < 15.0f ? (double)(v * STEP) : 0.001;
        assert_near(scree_body_angular_velocity(world, body), spin, -spin * sunk + 1e-3);
    }
}

TEST(a_gas_of_elastic_bodies_does_not_heat_up)
{
    const scree_polygon shapes[] = {scree_polygon_box(0.5f, 0.5f), scree_polygon_box(0.7f, 0.1f),
                                    regular_polygon(6, 0.5f, 0.0f), regular_polygon(3, 0.5f, 0.0f)};
    for (int i = 0; i < SCREE_SOLVER_COUNT * 4 + 1; ++i)
    {
        // In the end discs, which bounce at one point each.
        const bool discs = i == SCREE_SOLVER_COUNT * 4;
        scree_world_def world_def = def_solved_by(discs ? SCREE_SOLVER_SOFT_STEP : i / 4);
        world_def.gravity.y = 0.0f;
        world_def.restitution_threshold = 0.0f;
        scoped_world *world = world_of(&world_def);
        scree_shape_def def = surface(0.0f, 1.0f);
        const int side = discs ? 7 : 8;
        const float half = discs ? 6.0f : 8.0f, gap = discs ? 1.6f : 1.9f;
        const float middle = 0.5f * (float)(side - 1), speed = discs ? 6.0f : 7.0f;
        add_bin(world, &def, half, 2.0f * half, true);
        test_random random = random_of(3);
        for (int k = 0; k < side * side; ++k)
        {
            float x = gap * ((float)(k % side) - middle);
            float y = half + gap * ((float)(k / side) - middle);
            scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
            discs ? add_circle(world, body, &def, 0.4f)
                  : add_polygon(world, body, &def, &shapes[i % 4]);
            float vx = random_between(&random, -speed, speed);
            float vy = random_between(&random, -speed, speed);
            scree_body_set_velocity(world, body, (scree_vec2){vx, vy}, 0.0f);
        }
        double energy = total_kinetic_energy(world), last = energy, earlier = energy;
        for (int k = 1; k <= (discs ? 1800 : 1200); ++k)
        {
            step_world(world);
            double now = total_kinetic_energy(world);
            // A ball that bounces off two others in one step: up to 3 %, which does not add up.
            assert_at_most(now, discs ? fmin(1.0001 * energy, 1.03 * last) : 1.035 * energy);
            assert_true(!discs || k % 600 != 0 || now <= earlier);
            earlier = k % 600 == 0 ? now : earlier;
            last = now;
        }
        scree_body_view view = scree_world_bodies(world);
        for (int k = 0; k < view.dynamic_count; ++k)
        {
            assert_near(view.x[k], 0.0, half - 0.1f - 0.2f * discs);
            assert_near(view.y[k], half, half - 0.1f - 0.2f * discs);
        }
        // It does not stop either.
        assert_at_least(last, 0.5 * energy);
    }
}

TEST(a_box_that_lands_flat_leaves_as_fast_as_a_ball)
{
    for (int i = 0; i < SCREE_SOLVER_COUNT * 3 * 8; ++i)
    {
        scoped_world *world = world_solved_by(i / 24, 0.0f);
        const float e = 0.1f + 0.4f * (float)(i / 8 % 3), v = 2.0f + 3.0f * (float)(i % 8);
        scree_shape_def def = surface(0.2f, e);
        add_ground(world, &def);
        scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.75f, &def, 0.5f, 0.5f);
        scree_body_set_velocity(world, box, (scree_vec2){0.0f, -v}, 0.0f);
        step_times(world, 12);
        assert_near(scree_body_linear_velocity(world, box).y, e * v, 0.01 * (double)v);
        assert_near(scree_body_angular_velocity(world, box), 0.0, 0.01 * (double)v);
    }
}

/// pgs opens overlap by velocities. Elastic surfaces give back none of it, others keep it.
TEST(elastic_bodies_that_begin_in_each_other_come_to_rest_apart)
{
    for (int i = 0; i < 2 * SCREE_SOLVER_COUNT; ++i)
    {
        const bool elastic = i % 2;
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        const scree_shape_def def = surface(0.0f, elastic ? 0.5f : 0.0f);
        add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &def, 0.5f);
        const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.9f, 0.0f, &def, 0.5f);
        step_times(world, 20);
        const double speed = (double)scree_body_linear_velocity(world, ball).x;
        if (elastic || i / 2 != SCREE_SOLVER_PGS)
        {
            assert_near(speed, 0.0, 2e-3);
        }
        else
        {
            assert_at_least(speed, 0.2);
        }
        assert_at_least(scree_body_position(world, ball).x, 0.93);
    }
}

TEST(a_belt_accelerates_bouncing_bodies_as_a_moving_floor_does)
{
    for (int i = 0; i < 2 * SCREE_SOLVER_COUNT; ++i)
    {
        scree_vec2 at[2];
        double spin[2];
        for (int belt = 0; belt < 2; ++belt)
        {
            scoped_world *world = world_solved_by(i / 2, 10.0f);
            scree_shape_def def = surface(0.8f, 0.7f);
            def.material.tangent_speed = belt != 0 ? 3.0f : 0.0f;
            const scree_body_id floor =
                add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, -0.5f, &def, 50.0f, 0.5f);
            scree_body_set_velocity(world, floor, (scree_vec2){belt != 0 ? 0.0f : 3.0f, 0.0f},
                                    0.0f);
            def.material.tangent_speed = 0.0f;
            const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 3.0f, 0.1f);
            i % 2 == 0 ? add_circle(world, body, &def, 0.3f)
                       : add_box(world, body, &def, 0.4f, 0.3f);
            run_solved(world, 1.2f);
            at[belt] = scree_body_linear_velocity(world, body);
            spin[belt] = (double)scree_body_angular_velocity(world, body);
        }
        assert_at_least(at[1].x, 0.2);
        assert_near_vec2(at[1], at[0].x, at[0].y, 0.01);
        assert_near(spin[1], spin[0], 0.03);
    }
}

/// How high a ball rises after it fell from a height onto ground without restitution.
static double rise_of_ball(float radius, float restitution, float height)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    const scree_shape_def def = surface(0.6f, restitution);
    scree_body_id ball = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, radius + height, 0.0f);
    add_circle(world, ball, &def, radius);
    double highest = 0.0;
    bool rises = false;
    for (int step = 0; step < 900 && !(rises && scree_body_linear_velocity(world, ball).y < 0.0f);
         ++step)
    {
        step_world(world);
        rises = rises || scree_body_linear_velocity(world, ball).y > 0.0f;
        const double y = (double)(scree_body_position(world, ball).y - radius);
        highest = rises && y > highest ? y : highest;
    }
    return highest;
}

TEST(balls_rise_from_the_surface_whatever_their_size)
{
    const float heights[] = {5.0f, 10.0f, 20.0f, 40.0f, 90.0f};
    for (int i = 0; i < 5 * 3 * 16; ++i)
    {
        const float radius = i % 3 == 0 ? 0.05f : i % 3 == 1 ? 0.25f : 0.5f;
        const float restitution = i / 3 % 2 == 0 ? 0.1f : 0.3f;
        const float height = heights[i / 6 % 5] * (1.0f + 0.006f * (float)(i / 30));
        // Within one step of gravity at the speed of the rise.
        const double e = (double)restitution, h = (double)height;
        const double lost = (e + e * e) * sqrt(20.0 * h) / 60.0;
        assert_near(rise_of_ball(radius, restitution, height), e * e * h, 0.012 + lost);
    }
}
