/// Bodies on long chains: what lands, slides or rolls on them comes to rest where it should.
#include "tests/support/sanitized.h"
#include "tests/support/worlds.h"

enum
{
    SPIKES = SANITIZED ? 200 : 1000,
    NEEDLES = SANITIZED ? 200 : 1500
};

typedef enum rider
{
    BALL,
    CAPSULE,
    CRATE,
    RIDERS
} rider;

/// A ball of 0.5 m, or a body of that size; returns the body.
static scree_body_id add_rider(scree_world *world, float x, float y, const scree_shape_def *def,
                               rider kind)
{
    const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    if (kind == BALL)
    {
        add_circle(world, body, def, 0.5f);
    }
    else if (kind == CAPSULE)
    {
        add_capsule(world, body, def, 0.5f, 0.25f);
    }
    else
    {
        add_box(world, body, def, 0.5f, 1.0f);
    }
    return body;
}

static scree_chain_id add_loop(scree_world *world, const scree_vec2 *points, int count,
                               const scree_shape_def *def)
{
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = count;
    chain.loop = true;
    return scree_chain_create(world, static_body(world), def, &chain);
}

TEST(a_fast_ball_lands_on_a_loop)
{
    const scree_vec2 points[] = {{-10.0f, -8.0f}, {10.0f, -8.0f}, {10.0f, -5.0f}, {-10.0f, -5.0f}};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_true(add_loop(world, points, 4, usual_shape()).value != 0);
    const scree_body_id ball = add_rider(world, 0.0f, 9.9f, usual_shape(), BALL);
    scree_body_set_locks(world, ball, (scree_motion_locks){false, false, true});
    scree_body_set_velocity(world, ball, (scree_vec2){0.0f, -42.0f}, 0.0f);
    for (int i = 0; i < 120; ++i)
    {
        run_steps(world, 1);
        assert_at_least(scree_body_position(world, ball).y, -4.51);
    }
    assert_near_vec2(scree_body_position(world, ball), 0.0, -4.5, 1e-3);
}

TEST(a_ball_at_100_metres_a_second_slides_through_a_loop_to_its_wall)
{
    scree_vec2 points[80];
    for (int i = 0; i < 20; ++i)
    {
        const float along = 2.0f * (float)i, up = (float)i;
        points[i] = (scree_vec2){20.0f - along, 0.0f};
        points[20 + i] = (scree_vec2){-20.0f, up};
        points[40 + i] = (scree_vec2){along - 20.0f, 20.0f};
        points[60 + i] = (scree_vec2){20.0f, 20.0f - up};
    }
    const scree_shape_def def = surface(0.0f, 0.0f);
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_true(add_loop(world, points, 80, usual_shape()).value != 0);
    const scree_body_id ball = add_rider(world, -19.5f, 0.5f, &def, BALL);
    scree_body_set_velocity(world, ball, (scree_vec2){100.0f, 0.0f}, 0.0f);
    run_steps(world, 20);
    // No seam took any of it.
    assert_near_vec2(scree_body_linear_velocity(world, ball), 100.0, 0.0, 0.01);
    run_steps(world, 100);
    assert_near_vec2(scree_body_position(world, ball), 19.5, 0.5, 2e-3);
    assert_near_vec2(scree_body_linear_velocity(world, ball), 0.0, 0.0, 1e-3);
}

/// A trough of 24 m between slopes of 45 degrees, 17 m high, in pieces of 8 m.
static void add_trough(scree_world *world, const scree_shape_def *def)
{
    const float slope = 5.656854f;
    scree_vec2 points[10];
    // Points run from the right: the side above is outside.
    for (int i = 0; i < 10; ++i)
    {
        const float beyond = (float)(i < 3 ? 3 - i : i > 6 ? i - 6 : 0) * slope;
        const float side = i < 5 ? 1.0f : -1.0f;
        points[i].x = i < 3 || i > 6 ? side * (12.0f + beyond) : 12.0f - 8.0f * (float)(i - 3);
        points[i].y = beyond;
    }
    add_open_chain(world, static_body(world), def, points, 10, false);
}

TEST(bodies_that_go_down_into_a_trough_and_up_again_make_no_energy_and_meet_no_seam)
{
    for (int kind = 0; kind < RIDERS; ++kind)
    {
        const scree_shape_def def = surface(0.2f, 0.0f);
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_trough(world, &def);
        const scree_body_id body = add_rider(world, -28.0f, 18.0f, &def, (rider)kind);
        float least = 18.0f, fastest = 0.0f, before = 0.0f;
        for (int i = 0; i < 1200; ++i)
        {
            run_steps(world, 1);
            const scree_vec2 p = scree_body_position(world, body);
            const scree_vec2 v = scree_body_linear_velocity(world, body);
            const float speed = sqrtf(v.x * v.x + v.y * v.y);
            least = fminf(least, p.y);
            fastest = fmaxf(fastest, speed);
            // Between the slopes nothing throws it up.
            if (fabsf(p.x) < 8.0f && fabsf(before) < 8.0f)
            {
                assert_at_most(v.y, 0.3 + 0.1 * speed);
            }
            before = p.x;
            assert_at_most(0.5 * speed * speed + 10.0 * p.y, 10.0 * 18.0 + 1.0);
        }
        // A step of 0.3 m into the corner of the trough; less than a radius is not looked ahead
        // for.
        assert_at_least(least, kind == BALL ? 0.35 : 0.1);
        assert_at_least(fastest, 5.0);
        assert_at_most(fabsf(before), 25.0);
    }
}

TEST(a_ball_that_rolls_over_waves_of_25_pieces_follows_them)
{
    scree_vec2 points[26];
    for (int i = 0; i < 26; ++i)
    {
        const float x = 25.0f - 2.0f * (float)i;
        points[i] = (scree_vec2){x, 1.5f * sinf(0.18f * x)};
    }
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_open_chain(world, static_body(world), usual_shape(), points, 26, false);
    const scree_body_id ball = add_ball(world, -18.0f, 5.0f, 0.25f);
    for (int i = 0; i < 1200; ++i)
    {
        run_steps(world, 1);
        const scree_vec2 p = scree_body_position(world, ball);
        const scree_vec2 v = scree_body_linear_velocity(world, ball);
        assert_at_most(0.5 * (double)(v.x * v.x + v.y * v.y) + 10.0 * (double)p.y, 50.1);
        assert_true(p.y > 1.5f * sinf(0.18f * p.x) + 0.05f);
    }
}

TEST(bodies_rest_where_two_chains_meet)
{
    const scree_vec2 upper[] = {{40.0f, 1.0f},   {0.0f, 0.0f},  {-40.0f, 0.0f},
                                {-40.0f, -1.0f}, {0.0f, -1.0f}, {40.0f, -1.0f}};
    const scree_vec2 lower[] = {{-40.0f, -1.0f}, {0.0f, -1.0f}, {40.0f, -1.0f},
                                {40.0f, 0.0f},   {0.0f, 0.0f},  {-40.0f, 0.0f}};
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const scree_body_id ground = static_body(world);
    add_open_chain(world, ground, usual_shape(), upper, 6, false);
    add_open_chain(world, ground, usual_shape(), lower, 6, false);
    const scree_body_id ball = add_ball(world, -5.0f, 2.0f, 0.5f);
    const scree_body_id capsule = add_rider(world, 0.0f, 2.0f, usual_shape(), CAPSULE);
    const scree_body_id crate = add_crate(world, 5.0f, 2.0f, 0.5f, 0.5f);
    run_seconds(world, 10.0f);
    assert_near_vec2(scree_body_position(world, ball), -5.0, 0.5, 1e-3);
    assert_near(scree_body_position(world, capsule).y, 0.25, 0.02);
    // On a slope of 1 in 40.
    assert_near_vec2(scree_body_position(world, crate), 5.0, 0.625, 0.03);
    assert_at_most(total_kinetic_energy(world), 1e-6);
}

/// An outline that was drawn: its last point is its first one.
TEST(a_drawn_outline_that_ends_where_it_began_is_told_so_and_taken_without_that)
{
    scree_vec2 points[] = {{-56.9f, 12.9f}, {-56.9f, 16.2f},  {56.9f, 16.2f},  {56.9f, -16.2f},
                           {51.6f, -16.2f}, {43.7f, -10.9f},  {27.8f, -10.9f}, {11.9f, -16.2f},
                           {0.0f, -16.2f},  {-17.2f, -13.6f}, {-25.1f, -9.6f}, {-38.4f, 6.3f},
                           {-47.6f, 11.6f}, {-56.9f, 12.9f}};
    const int count = (int)(sizeof points / sizeof *points);
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    const scree_shape_def def = surface(0.2f, 0.0f);
    assert_true(add_loop(world, points, count, &def).value == 0);
    assert_non_null(strstr(scree_error_text(world), "13"));
    assert_true(add_loop(world, points, count - 1, &def).value != 0);
    for (int kind = 0; kind < RIDERS; ++kind)
    {
        add_rider(world, -55.0f + 2.0f * (float)kind, 14.0f, &def, (rider)kind);
    }
    run_seconds(world, 20.0f);
    const scree_body_view view = scree_world_bodies(world);
    for (int row = 0; row < view.dynamic_count; ++row)
    {
        assert_true(fabsf(view.x[row]) < 56.9f && view.y[row] > -16.0f && view.y[row] < 16.0f);
    }
}

/// The tip is at the origin; its sides are as steep as `half_width` is small.
static scree_world *spike_world(float half_width, bool two_sided, const scree_shape_def *def)
{
    const scree_vec2 points[] = {{half_width + 3.0f, -4.0f},
                                 {half_width, -4.0f},
                                 {0.0f, 0.0f},
                                 {-half_width, -4.0f},
                                 {-half_width - 3.0f, -4.0f}};
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    add_open_chain(world, static_body(world), def, points, 5, two_sided);
    return world;
}

/// The tip meets the side of the capsule, wherever that is and whichever way it leans.
TEST(a_capsule_that_cannot_turn_stays_on_a_spike)
{
    const float widths[] = {0.02f, 0.3f, 2.0f}, leans[] = {-0.4f, 0.0f, 0.2f};
    for (int i = 0; i < 3 * 3 * 3 * 2; ++i)
    {
        const float width = widths[i % 3], lean = leans[i / 3 % 3];
        const float along = 0.6f * (float)(i / 9 % 3 - 1);
        scoped_world *world = spike_world(width, i % 2 == 0, usual_shape());
        float sine, cosine;
        scree_sincos(lean, &sine, &cosine);
        // The tip below the capsule, `along` its middle, and 0.2 m farther down.
        const float gap = 0.45f;
        const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, -along * cosine - gap * sine,
                                            -along * sine + gap * cosine, lean);
        add_capsule(world, body, usual_shape(), 1.0f, 0.25f);
        assert_ok(scree_body_set_locks(world, body, (scree_motion_locks){true, false, true}));
        run_seconds(world, 3.0f);
        const scree_vec2 p = scree_body_position(world, body);
        assert_near(-p.x * sine + p.y * cosine, 0.25, 2e-3);
        assert_near_vec2(scree_body_linear_velocity(world, body), 0.0, 0.0, 1e-3);
    }
}

/// Thrown at spikes of 9 to 41 degrees, thin ones too: how deep they lie in the sides of the tip.
TEST(capsules_that_fall_on_a_spike_are_pushed_off_its_sides)
{
    test_random random = random_of(5);
    double sum = 0.0;
    for (int i = 0; i < SPIKES; ++i)
    {
        const float width = random_between(&random, 0.3f, 1.5f);
        const scree_shape_def def = surface(random_between(&random, 0.0f, 0.8f), 0.0f);
        scoped_world *world = spike_world(width, i % 2 == 0, &def);
        const float x = random_between(&random, -0.4f, 0.4f);
        const float y = random_between(&random, 0.7f, 1.2f);
        const scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, x, y, random_between(&random, -1.6f, 1.6f));
        add_capsule(world, body, &def, random_between(&random, 0.1f, 0.6f),
                    random_between(&random, 0.02f, 0.25f));
        const scree_vec2 v = {random_between(&random, -2.0f, 2.0f),
                              random_between(&random, -10.0f, 0.0f)};
        scree_body_set_velocity(world, body, v, random_between(&random, -5.0f, 5.0f));
        double deepest = 0.0;
        for (int k = 0; k < 90; ++k)
        {
            run_steps(world, 1);
            deepest = fmax(deepest, deepest_overlap(world));
            // Not in the solid.
            const scree_vec2 p = scree_body_position(world, body);
            assert_true(k < 45 || p.y > 0.0f || p.y < -3.9f ||
                        fabsf(p.x) > -0.25f * p.y * width - 0.1f);
        }
        sum += deepest;
    }
    assert_at_most(sum / SPIKES, 0.041);
}

/// Capsules and boxes that come down on spikes of 0.6 to 8 degrees, at any angle and spin, and may
/// end up across the tip: they gain no speed there.
TEST(what_falls_on_a_needle_is_not_thrown)
{
    test_random random = random_of(28);
    for (int i = 0; i < NEEDLES; ++i)
    {
        const scree_shape_def def = surface(random_between(&random, 0.0f, 0.8f), 0.0f);
        scoped_world *world = spike_world(random_between(&random, 0.02f, 0.3f), i % 2 == 0, &def);
        const float x = random_between(&random, -0.4f, 0.4f);
        const float y = random_between(&random, 0.9f, 1.3f);
        const scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, x, y, random_between(&random, -1.6f, 1.6f));
        const float length = random_between(&random, 0.1f, 0.6f);
        const float radius = random_between(&random, 0.02f, 0.25f);
        i % 4 < 2 ? add_capsule(world, body, &def, length, radius)
                  : add_box(world, body, &def, length, radius);
        const scree_vec2 v = {random_between(&random, -2.0f, 2.0f),
                              random_between(&random, -10.0f, 0.0f)};
        scree_body_set_velocity(world, body, v, random_between(&random, -5.0f, 5.0f));
        const double radius_of_gyration_squared =
            (double)(scree_body_inertia(world, body) / scree_body_mass(world, body));
        double begin = 0.0;
        for (int k = 0; k < 120; ++k)
        {
            const scree_vec2 p = scree_body_position(world, body);
            const scree_vec2 u = scree_body_linear_velocity(world, body);
            const double w = (double)scree_body_angular_velocity(world, body);
            // J/kg, and a step of gravity in which the energy belongs to the end or to the
            // beginning.
            const double energy = 0.5 * (double)(u.x * u.x + u.y * u.y) + 10.0 * (double)p.y +
                                  0.5 * radius_of_gyration_squared * w * w;
            begin = k == 0 ? energy : begin;
            assert_at_most(energy - begin, 8.0);
            run_steps(world, 1);
        }
    }
}
