/// Wind and drag against closed forms.
#include "tests/support/sleep_worlds.h"

#define PI 3.14159265358979

static scree_wind_def wind_of(float x, float y)
{
    scree_wind_def wind = scree_wind_def_default();
    wind.velocity = (scree_vec2){x, y};
    return wind;
}

static void blow(scree_world *world, const scree_wind_def *wind, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        assert_ok(scree_world_apply_wind(world, wind, STEP));
        run_steps(world, 1);
    }
}

TEST(what_falls_in_still_air_comes_to_its_terminal_velocity)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id bodies[] = {add_ball(world, 0.0f, 0.0f, 0.5f),
                              add_crate(world, 5.0f, 0.0f, 0.75f, 0.5f),
                              add_body(world, SCREE_BODY_DYNAMIC, 10.0f, 0.0f, 0.0f),
                              add_body(world, SCREE_BODY_DYNAMIC, 15.0f, 0.0f, (float)(0.25 * PI)),
                              add_body(world, SCREE_BODY_DYNAMIC, 20.0f, 0.0f, 0.0f)};
    add_capsule(world, bodies[2], usual_shape(), 1.0f, 0.25f);
    add_box(world, bodies[3], usual_shape(), 0.5f, 0.5f);
    scree_polygon round = scree_polygon_box_at(0.5f, 0.4f, (scree_vec2){0.0f, 0.0f}, 0.0f, 0.1f);
    add_polygon(world, bodies[4], usual_shape(), &round);
    const double widths[] = {1.0, 1.5, 2.5, sqrt(2.0), 1.2};
    scree_wind_def wind = wind_of(0.0f, 0.0f);
    wind.drag = 0.8f;
    double terminal[5];
    for (int i = 0; i < 5; ++i)
    {
        double mass = (double)scree_body_mass(world, bodies[i]);
        terminal[i] = sqrt(2.0 * mass * 10.0 / (1.2 * 0.8 * widths[i]));
    }
    // After 0.3 s it is terminal * tanh(g t / terminal).
    blow(world, &wind, 18);
    for (int i = 0; i < 5; ++i)
    {
        double expected = terminal[i] * tanh(10.0 * 0.3 / terminal[i]);
        assert_near(scree_body_linear_velocity(world, bodies[i]).y, -expected, 0.02 * expected);
    }
    blow(world, &wind, 300);
    for (int i = 0; i < 5; ++i)
    {
        assert_near(scree_body_linear_velocity(world, bodies[i]).y, -terminal[i],
                    1e-4 * terminal[i]);
        assert_near(scree_body_linear_velocity(world, bodies[i]).x, 0.0, 1e-3);
        assert_near(scree_body_angular_velocity(world, bodies[i]), 0.0, 1e-3);
    }
}

TEST(the_wind_takes_a_ball_along)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_wind_def wind = wind_of(6.0f, 8.0f);
    blow(world, &wind, 120);
    // u' = -k u^2 of the velocity against the air.
    double k = 0.5 * 1.2 * 1.0 / (0.25 * PI), u = 10.0 / (1.0 + k * 10.0 * 2.0);
    assert_near_vec2(scree_body_linear_velocity(world, ball), 6.0 - 0.6 * u, 8.0 - 0.8 * u, 0.02);
}

TEST(a_feather_in_a_storm_is_no_faster_than_the_storm)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = scree_shape_def_default();
    def.density = 1e-6f;
    for (int i = 0; i < 20; ++i)
    {
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 5.0f * (float)i, 0.0f, 0.3f * (float)i);
        add_mixed(world, body, &def, i, 0.5f);
        assert_ok(scree_body_set_velocity(world, body, (scree_vec2){0.0f, 30.0f}, 20.0f));
    }
    scree_wind_def wind = wind_of(100.0f, 0.0f);
    wind.lift = 1.0f;
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < 200; ++i)
    {
        blow(world, &wind, 1);
        view = scree_world_bodies(world);
        for (int row = 0; row < view.dynamic_count; ++row)
        {
            assert_true(sqrtf(view.vx[row] * view.vx[row] + view.vy[row] * view.vy[row]) < 200.0f);
            assert_true(fabsf(view.w[row]) < 1000.0f);
        }
    }
    wind.lift = 0.0f;
    blow(world, &wind, 200);
    view = scree_world_bodies(world);
    for (int row = 0; row < view.dynamic_count; ++row)
    {
        assert_near(view.vx[row], 100.0, 5.0);
        assert_near(view.vy[row], 0.0, 5.0);
    }
}

TEST(a_plate_is_lifted_by_the_sine_and_the_cosine_of_its_angle)
{
    for (int i = -9; i <= 9; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        double angle = PI / 18.0 * i;
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, (float)angle);
        scree_segment segment = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
        scree_shape_id plate = scree_shape_create_segment(world, body, usual_shape(), &segment);
        scree_mass_data mass = {100.0f, 0.0f, {0.0f, 0.0f}};
        assert_ok(scree_body_set_mass_data(world, body, &mass));
        scree_wind_def wind = wind_of(5.0f, 0.0f);
        wind.drag = 1.5f;
        wind.lift = 2.0f;
        assert_ok(scree_shape_apply_wind(world, plate, &wind, STEP));
        run_steps(world, 1);
        double size = 0.5 * 1.2 * 25.0 * 2.0 * fabs(sin(angle)) / (100.0 * 60.0);
        scree_vec2 v = scree_body_linear_velocity(world, body);
        // A body that rises along the wind is pressed down by it.
        double up = angle > 0.0 ? -cos(angle) : cos(angle);
        assert_near_vec2(v, 1.5 * size, 2.0 * size * up, 1e-6);
    }
}

// Plate, wind and the force turn together.
TEST(the_wind_blows_the_same_from_every_side)
{
    for (int shape = 0; shape < 3; ++shape)
    {
        scree_vec2 first = {0.0f, 0.0f};
        float first_spin = 0.0f;
        for (int i = 0; i < 12; ++i)
        {
            const double turn = PI / 6.0 * i, c = cos(turn), s = sin(turn);
            scoped_world *world = world_with_gravity(0.0f, 0.0f);
            scree_body_id body =
                add_body(world, SCREE_BODY_DYNAMIC, 3.0f, -2.0f, (float)(turn + 0.35));
            if (shape == 0)
                add_box(world, body, usual_shape(), 1.0f, 0.1f);
            else if (shape == 1)
                add_capsule(world, body, usual_shape(), 1.0f, 0.2f);
            else
                scree_shape_create_segment(world, body, usual_shape(),
                                           &(scree_segment){{-0.5f, 0.2f}, {1.0f, 0.4f}});
            assert_ok(scree_body_set_mass_data(world, body,
                                               &(scree_mass_data){50.0f, 20.0f, {0.1f, 0.0f}}));
            scree_wind_def wind = wind_of((float)(5.0 * c), (float)(5.0 * s));
            wind.lift = 2.0f;
            assert_ok(scree_body_apply_wind(world, body, &wind, STEP));
            run_steps(world, 1);
            const scree_vec2 v = scree_body_linear_velocity(world, body);
            const scree_vec2 back = {(float)(c * (double)v.x + s * (double)v.y),
                                     (float)(c * (double)v.y - s * (double)v.x)};
            const float spin = scree_body_angular_velocity(world, body);
            first = i == 0 ? back : first;
            first_spin = i == 0 ? spin : first_spin;
            assert_at_least(hypot((double)back.x, (double)back.y), 1e-4);
            assert_near_vec2(back, first.x, first.y, 1e-6);
            assert_near(spin, first_spin, 1e-6);
        }
    }
}

TEST(air_stops_what_spins)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id box = add_crate(world, 0.0f, 0.0f, 1.0f, 0.1f);
    scree_body_id ball = add_ball(world, 9.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_velocity(world, box, (scree_vec2){0.0f, 0.0f}, 20.0f));
    assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.0f, 0.0f}, 20.0f));
    scree_wind_def wind = wind_of(0.0f, 0.0f);
    wind.density = 20.0f;
    float before = 20.0f;
    for (int i = 0; i < 60; ++i)
    {
        blow(world, &wind, 1);
        float now = scree_body_angular_velocity(world, box);
        assert_true(now < before && now > 0.0f);
        before = now;
    }
    // A smooth disc spins on.
    assert_near(scree_body_angular_velocity(world, ball), 20.0, 1e-4);
}

/// Half faces of l metres are met at l / sqrt 3: w' = -k w^2, k = density drag l^4 / (3 sqrt 3 I).
TEST(a_spinning_plate_in_still_air_slows_by_the_closed_form)
{
    for (int i = 0; i < 3; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = scree_shape_def_default();
        def.density = 100.0f;
        const double l = 0.5 + 0.5 * (double)i, spin = 10.0;
        scree_body_id plate = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.3f);
        add_box(world, plate, &def, (float)l, 0.004f);
        scree_body_set_velocity(world, plate, (scree_vec2){0.0f, 0.0f}, (float)spin);
        scree_wind_def wind = wind_of(0.0f, 0.0f);
        wind.density = 0.06f;
        blow(world, &wind, 120);
        const double inertia = (double)scree_body_inertia(world, plate);
        const double k = (double)wind.density * l * l * l * l / (3.0 * sqrt(3.0) * inertia);
        const double now = spin / (1.0 + 2.0 * k * spin);
        assert_near(scree_body_angular_velocity(world, plate), now, 0.01 * (spin - now));
        assert_at_most(now, 8.5);
    }
}

TEST(sleepers_feel_the_wind_if_it_is_to_wake_them)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_wind_def breeze = wind_of(1.0f, 0.0f), storm = wind_of(30.0f, 0.0f);
    // A body that rests in a breeze falls asleep in it.
    int steps = 0;
    for (; steps < 120 && scree_body_is_awake(world, crate); ++steps)
    {
        blow(world, &breeze, 1);
    }
    assert_false(scree_body_is_awake(world, crate));
    blow(world, &storm, 10);
    assert_ok(scree_body_apply_wind(world, crate, &storm, STEP));
    run_steps(world, 1);
    assert_false(scree_body_is_awake(world, crate));
    storm.wake = true;
    blow(world, &storm, 60);
    assert_true(scree_body_is_awake(world, crate) && scree_body_position(world, crate).x > 1.0f);
    // By its category it is out of the wind.
    storm.filter.mask = 2;
    scree_vec2 before = scree_body_linear_velocity(world, crate);
    assert_ok(scree_body_set_velocity(world, crate, (scree_vec2){0.0f, 0.0f}, 0.0f));
    blow(world, &storm, 5);
    assert_true(fabsf(scree_body_linear_velocity(world, crate).x) < 0.1f && before.x > 0.5f);
}

TEST(bodies_and_their_shapes_one_by_one_feel_the_same)
{
    scree_world *worlds[3];
    for (int k = 0; k < 3; ++k)
    {
        worlds[k] = world_with_gravity(0.0f, -10.0f);
        scree_body_id body = add_body(worlds[k], SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.4f);
        scree_circle disc = {{1.5f, 0.0f}, 0.5f};
        add_box(worlds[k], body, usual_shape(), 1.0f, 0.2f);
        assert_true(scree_shape_create_circle(worlds[k], body, usual_shape(), &disc).value != 0);
        scree_wind_def wind = wind_of(4.0f, 1.0f);
        scree_shape_id shapes[2];
        assert_int_equal(scree_body_shapes(worlds[k], body, shapes, 2), 2);
        for (int i = 0; i < 60; ++i)
        {
            if (k == 0)
            {
                assert_ok(scree_world_apply_wind(worlds[k], &wind, STEP));
            }
            else if (k == 1)
            {
                assert_ok(scree_body_apply_wind(worlds[k], body, &wind, STEP));
            }
            for (int s = 0; s < 2 && k == 2; ++s)
            {
                assert_ok(scree_shape_apply_wind(worlds[k], shapes[s], &wind, STEP));
            }
            run_steps(worlds[k], 1);
        }
    }
    assert_true(scree_world_hash(worlds[0]) == scree_world_hash(worlds[1]));
    scree_body_view one = scree_world_bodies(worlds[1]), other = scree_world_bodies(worlds[2]);
    assert_near(one.x[0], other.x[0], 1e-4);
    assert_near(one.w[0], other.w[0], 1e-3);
    assert_true(one.x[0] > 0.1f && fabsf(one.w[0]) > 0.01f);
    for (int k = 0; k < 3; ++k)
    {
        scree_world_destroy(worlds[k]);
    }
}

TEST(sensors_feel_neither_wind_nor_explosions)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_shape_id shape = add_box(world, body, usual_shape(), 0.5f, 0.5f);
    scree_wind_def wind = wind_of(10.0f, 0.0f);
    scree_explosion_def blast = scree_explosion_def_default();
    blast.position.x = -1.0f;
    for (int sensor = 1; sensor >= 0; --sensor)
    {
        scree_shape_set_sensor(world, shape, sensor != 0);
        for (int call = 0; call < 4; ++call)
        {
            scree_body_set_velocity(world, body, (scree_vec2){0.0f, 0.0f}, 0.0f);
            scree_result result = call == 0   ? scree_world_apply_wind(world, &wind, STEP)
                                  : call == 1 ? scree_body_apply_wind(world, body, &wind, STEP)
                                  : call == 2 ? scree_shape_apply_wind(world, shape, &wind, STEP)
                                              : scree_world_explode(world, &blast);
            assert_ok(result);
            run_steps(world, 1);
            assert_int_equal(scree_body_linear_velocity(world, body).x > 0.0f, !sensor);
        }
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle((scree_vec2){0.0f, 0.0f}, 0.0f));
    }
}
