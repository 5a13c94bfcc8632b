/// Measures of scenes: statistics, overlaps, escapes, drift, energy, residuals.
#include "tests/support/worlds.h"

#include "scenes/scenes.h"
#include "scenes/statistics.h"

// Lists

/// The numbers 1 to count, in no order.
static sc_statistics of_count(int count)
{
    static double values[2000];
    assert_true(count <= 2000);
    for (int i = 0; i < count; ++i)
    {
        values[i] = 1.0 + (double)((int64_t)i * 7919 % count);
    }
    sc_statistics statistics = sc_statistics_of(values, count);
    for (int i = 0; i < count; ++i)
    {
        assert_true(values[i] == 1.0 + i);  // sorted
    }
    return statistics;
}

TEST(a_list_has_its_sum_mean_median_and_largest)
{
    for (int n = 1; n <= 300; ++n)
    {
        sc_statistics found = of_count(n);
        assert_int_equal(found.count, n);
        assert_near(found.sum, 0.5 * n * (n + 1), 1e-9);
        assert_near(found.mean, 0.5 * (n + 1), 1e-12);
        assert_near(found.median, 0.5 * (n + 1), 1e-12);
        assert_true(found.max == n);
    }
    double uneven[] = {9.0, 1.0, 2.0, 100.0};
    sc_statistics found = sc_statistics_of(uneven, 4);
    assert_true(found.mean == 28.0 && found.median == 5.5 && found.max == 100.0);
    double odd[] = {-9.0, 100.0, 2.0};
    found = sc_statistics_of(odd, 3);
    assert_true(found.mean == 31.0 && found.median == 2.0 && found.max == 100.0);
    found = sc_statistics_of(NULL, 0);
    assert_true(found.count == 0 && found.sum == 0.0 && found.mean == 0.0 && found.median == 0.0 &&
                found.p99 == 0.0 && found.max == 0.0);
}

TEST(a_quiet_mean_is_of_the_lowest_deciles_of_eight_parts)
{
    double values[160];
    for (int i = 0; i < 160; ++i)
    {
        // Each part of 20 falls from 19 to 0, one higher than the part before.
        values[i] = (double)(19 - i % 20) + (double)(i / 20);
    }
    assert_near(sc_quiet_mean(values, 160), 1.0 + 3.5, 1e-12);
    double disturbed[40];
    for (int i = 0; i < 40; ++i)
    {
        disturbed[i] = i % 5 == 2 ? 2.0 : 100.0;
    }
    assert_near(sc_quiet_mean(disturbed, 40), 2.0, 1e-12);
    double few[] = {3.0, 1.0, 8.0};
    assert_near(sc_quiet_mean(few, 3), 4.0, 1e-12);
    // 11 values, in parts of one and two: {1}, {2}, {3, 9}, {4}, {5}, {9, 6}, {7}, {8, 9}.
    double uneven[] = {1.0, 2.0, 3.0, 9.0, 4.0, 5.0, 9.0, 6.0, 7.0, 8.0, 9.0};
    assert_near(sc_quiet_mean(uneven, 11), 4.5, 1e-12);
}

TEST(the_99th_percentile_is_exceeded_by_one_value_in_a_hundred)
{
    const int known[][2] = {{1, 1},     {2, 2},     {3, 3},      {50, 50},    {99, 99},
                            {100, 99},  {101, 100}, {102, 101},  {150, 149},  {199, 198},
                            {200, 198}, {201, 199}, {299, 297},  {300, 297},  {301, 298},
                            {700, 693}, {999, 990}, {1000, 990}, {1001, 991}, {1100, 1089}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
    {
        assert_near(of_count(known[i][0]).p99, known[i][1], 0.0);
    }
    for (int n = 1; n <= 2000; ++n)
    {
        int above = n - (int)of_count(n).p99;
        assert_true(100 * above <= n && 100 * (above + 1) > n);
    }
}

// Overlaps

static scree_scene_penetration measure(scree_world *world)
{
    scree_scene_penetration found;
    assert_true(scree_scene_measure_penetration(world, &found));
    return found;
}

TEST(overlaps_of_boxes_are_those_of_their_places_now)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    assert_int_equal(measure(world).points, 0);
    // Two points each, 0.02 and 0.01 deep; and one with a gap within the margin.
    add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    add_crate(world, 0.0f, 0.98f, 0.5f, 0.5f);
    add_crate(world, 10.0f, 0.0f, 0.5f, 0.5f);
    add_crate(world, 10.99f, 0.0f, 0.5f, 0.5f);
    add_ball(world, 20.0f, 0.0f, 0.5f);
    add_ball(world, 21.002f, 0.0f, 0.5f);
    scree_scene_penetration found = measure(world);
    assert_int_equal(found.points, 5);
    assert_near(found.mean, (2 * 0.02 + 2 * 0.01) / 5.0, 1e-5);
    assert_near(found.p99, 0.02, 1e-5);
    assert_near(found.max, 0.02, 1e-5);
}

TEST(overlaps_of_particles_are_those_of_their_places_now)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_particle(world, 0.0f, 0.0f, 0.5f);
    add_particle(world, 0.7f, 0.0f, 0.5f);  // 0.3 deep
    add_particle(world, 10.0f, 0.0f, 0.5f);
    add_particle(world, 10.0f, -1.1f, 0.7f);  // 0.1 deep
    scree_scene_penetration found = measure(world);
    assert_int_equal(found.points, 2);
    assert_near(found.mean, 0.2, 1e-5);
    assert_near(found.max, 0.3, 1e-5);
}

TEST(overlaps_of_a_heap_of_particles_are_those_of_all_pairs)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.container = SCREE_CONTAINER_BOX;
    settings.container_size = (scree_vec2){2.0f, 50.0f};
    scree_world_set_particle_settings(world, &settings);
    for (int i = 0; i < 120; ++i)
    {
        add_particle(world, 0.5f * (float)(i % 7) - 1.5f, 0.5f * (float)(i / 7) - 45.0f,
                     0.15f + 0.01f * (float)(i % 11));
    }
    run_steps(world, 200);
    scree_particle_view view = scree_world_particles(world);
    double *depths = calloc((size_t)view.count * (size_t)view.count, sizeof *depths);
    assert_non_null(depths);
    int count = 0;
    for (int a = 0; a < view.count; ++a)
    {
        for (int b = a + 1; b < view.count; ++b)
        {
            double distance =
                hypot((double)view.x[a] - (double)view.x[b], (double)view.y[a] - (double)view.y[b]);
            double depth = (double)view.radius[a] + (double)view.radius[b] - distance;
            if (depth >= 0.0)
            {
                depths[count++] = depth;
            }
        }
    }
    assert_at_least(count, 50);
    sc_statistics expected = sc_statistics_of(depths, count);
    free(depths);
    scree_scene_penetration found = measure(world);
    assert_int_equal(found.points, count);
    assert_near(found.mean, expected.mean, 1e-9);
    assert_near(found.p99, expected.p99, 1e-9);
    assert_near(found.max, expected.max, 1e-9);
}

TEST(particles_near_each_other_that_do_not_touch_have_no_overlap)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_particle(world, 0.0f, 0.0f, 0.5f);
    add_particle(world, 1.01f, 0.0f, 0.5f);
    add_particle(world, 0.0f, -1.2f, 0.5f);
    scree_scene_penetration found = measure(world);
    assert_true(scree_world_counters(world).particle_pairs >= 2);
    assert_int_equal(found.points, 0);
    assert_true(found.mean == 0.0 && found.p99 == 0.0 && found.max == 0.0);
}

// Escapes, drift and energy

static const scree_aabb limits = {{-2.0f, -1.0f}, {3.0f, 4.0f}};
static const float beyond[4][2] = {{-2.01f, 0.0f}, {3.01f, 0.0f}, {0.0f, -1.01f}, {0.0f, 4.01f}};
static const float within[4][2] = {{-1.99f, 0.0f}, {2.99f, 0.0f}, {0.0f, -0.99f}, {0.0f, 3.99f}};

TEST(bodies_and_vertices_beyond_any_of_the_four_sides_have_escaped)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_scene_state scene = {.limits = limits};
        scree_soft_body_def def = scree_soft_body_def_default();
        scree_soft_body_id box = scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
        const scree_vec2 still = {0.0f, 0.0f}, in = {within[i][0], within[i][1]},
                         out = {beyond[i][0], beyond[i][1]};
        add_ball(world, in.x, in.y, 0.1f);
        scree_soft_body_set_vertex_position(world, box, 1, in);
        scree_soft_body_set_vertex_velocity(world, box, 1, still);
        assert_int_equal(scree_scene_measure(world, &scene).escaped, 0);
        add_body(world, SCREE_BODY_STATIC, out.x, out.y, 0.0f);
        add_body(world, SCREE_BODY_KINEMATIC, out.x, out.y, 0.0f);
        assert_int_equal(scree_scene_measure(world, &scene).escaped, 0);
        add_ball(world, out.x, out.y, 0.1f);
        assert_int_equal(scree_scene_measure(world, &scene).escaped, 1);
        scree_soft_body_set_vertex_position(world, box, 1, out);
        scree_soft_body_set_vertex_velocity(world, box, 1, still);
        scree_soft_body_set_vertex_position(world, box, 3, out);
        scree_soft_body_set_vertex_velocity(world, box, 3, still);
        assert_int_equal(scree_scene_measure(world, &scene).escaped, 3);
    }
}

TEST(particles_beyond_their_container_have_escaped)
{
    for (int container = 0; container < 3; ++container)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_particle_settings settings = scree_particle_settings_default();
        settings.container = (scree_container)container;
        settings.container_center = (scree_vec2){1.0f, -2.0f};
        settings.container_size = (scree_vec2){4.0f, 3.0f};
        scree_world_set_particle_settings(world, &settings);
        scree_scene_state scene = {.limits = limits};
        bool box = container == SCREE_CONTAINER_BOX;
        double height = box ? 3.0 : 4.0;
        const double moves[4][2] = {{4.0, 0.0}, {-4.0, 0.0}, {0.0, height}, {0.0, -height}};
        for (int i = 0; i < 4; ++i)
        {
            double length = hypot(moves[i][0], moves[i][1]);
            double in = (length - 0.501) / length, out = (length - 0.499) / length;
            scree_particle_id id = add_particle(world, (float)(1.0 + in * moves[i][0]),
                                                (float)(-2.0 + in * moves[i][1]), 0.5f);
            assert_int_equal(scree_scene_measure(world, &scene).escaped, 0);
            scree_vec2 at = {(float)(1.0 + out * moves[i][0]), (float)(-2.0 + out * moves[i][1])};
            scree_particle_set_position(world, id, at);
            int expected = container == SCREE_CONTAINER_NONE ? 0 : 1;
            assert_int_equal(scree_scene_measure(world, &scene).escaped, expected);
            scree_particle_destroy(world, id);
        }
        // In the corner of the box that the disc does not have.
        add_particle(world, 1.0f + 3.0f, -2.0f + 2.2f, 0.5f);
        int expected = container == SCREE_CONTAINER_CIRCLE ? 1 : 0;
        assert_int_equal(scree_scene_measure(world, &scene).escaped, expected);
    }
}

TEST(drift_of_tops_is_the_largest_to_either_side_and_down)
{
    const float moves[][4] = {{0.25f, 0.0f, 0.25f, 0.0f},   {-0.25f, 0.0f, 0.25f, 0.0f},
                              {0.0f, -0.5f, 0.0f, 0.5f},    {0.0f, 0.5f, 0.0f, 0.0f},
                              {-0.75f, -0.1f, 0.75f, 0.1f}, {0.5f, 3.0f, 0.5f, 0.0f}};
    for (int k = 0; k < 12; ++k)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_scene_state scene = {.limits = limits, .top_count = 2};
        scree_body_id balls[3];
        for (int i = 0; i < 3; ++i)
        {
            balls[i] = add_ball(world, (float)i, 1.0f, 0.1f);
        }
        scene.tops[0] = (scree_scene_top){balls[0], {0.0f, 1.0f}};
        scene.tops[1] = (scree_scene_top){balls[2], {2.0f, 1.0f}};
        scree_body_set_transform(world, balls[1],
                                 scree_transform_from_angle((scree_vec2){1.9f, -0.9f}, 0.0f));
        const float *move = moves[k / 2];
        scree_vec2 start = scene.tops[k % 2].start;
        scree_vec2 to = {start.x + move[0], start.y + move[1]};
        scree_body_set_transform(world, scene.tops[k % 2].body,
                                 scree_transform_from_angle(to, 0.0f));
        scree_scene_quality quality = scree_scene_measure(world, &scene);
        assert_near(quality.side_drift, move[2], 1e-6);
        assert_near(quality.top_drop, move[3], 1e-6);
    }
}

TEST(the_energy_is_that_of_bodies_soft_vertices_and_particles)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_scene_state scene = {.limits = limits};
    assert_near(scree_scene_measure(world, &scene).kinetic_energy, 0.0, 0.0);
    scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 1.0f);
    scree_body_set_velocity(world, crate, (scree_vec2){3.0f, -4.0f}, 2.0f);
    double energy = 0.5 * 2.0 * 25.0 + 0.5 * (2.0 * (1.0 + 4.0) / 12.0) * 4.0;
    assert_near(scree_scene_measure(world, &scene).kinetic_energy, energy, 1e-4);
    scree_body_id wall = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 2.0f, 0.0f);
    scree_body_set_velocity(world, wall, (scree_vec2){3.0f, 0.0f}, 0.0f);
    assert_near(scree_scene_measure(world, &scene).kinetic_energy, energy, 1e-4);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.mass = 3.0f;
    scree_soft_body_id box = scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
    scree_soft_body_set_velocity(world, box, (scree_vec2){1.0f, 2.0f});
    energy += 0.5 * 3.0 * 5.0;
    assert_near(scree_scene_measure(world, &scene).kinetic_energy, energy, 1e-4);
    scree_particle_id id = add_particle(world, 0.0f, 3.0f, 0.5f);
    scree_particle_set_velocity(world, id, (scree_vec2){-2.0f, 1.0f});
    energy += 0.5 * 0.25 * 3.14159265 * 5.0;
    assert_near(scree_scene_measure(world, &scene).kinetic_energy, energy, 1e-4);
    scree_particle_def fixed = scree_particle_def_default();
    fixed.fixed = true;
    fixed.velocity = (scree_vec2){5.0f, 5.0f};
    scree_particle_create(world, &fixed);
    assert_near(scree_scene_measure(world, &scene).kinetic_energy, energy, 1e-4);
}

// The residual

/// Two equal balls, one on the other on the ground, after `iterations` cold sweeps of their two
/// contacts, that of circles first: the residual is how far each misses a speed of 0.
static void assert_residual_of_two_balls(int iterations)
{
    scree_world_def def = scree_world_def_default();
    def.solver = SCREE_SOLVER_PGS;
    def.iterations = iterations;
    def.warm_starting = false;
    def.measure_residual = true;
    scoped_world *world = world_of(&def);
    add_ground(world, usual_shape());
    add_ball(world, 0.0f, 0.5f, 0.5f);
    add_ball(world, 0.0f, 1.5f, 0.5f);
    assert_ok(scree_world_step(world, STEP, 1));
    // In units of the speed that gravity gives in the step; impulses in those of a ball's mass.
    double lower = -1.0, upper = -1.0, ground = 0.0, between = 0.0;
    for (int i = 0; i < iterations; ++i)
    {
        double force = fmax(0.0, between - 0.5 * (upper - lower));
        upper += force - between;
        lower -= force - between;
        between = force;
        force = fmax(0.0, ground - lower);
        lower += force - ground;
        ground = force;
    }
    double first = fabs(fmin(ground, lower)), second = fabs(fmin(2.0 * between, upper - lower));
    double unit = 10.0 * (double)STEP;
    scree_residual found = scree_world_residual(world);
    assert_int_equal(found.points, 2);
    assert_true(fmax(first, second) > 0.0);
    assert_near(found.max, unit * fmax(first, second), 1e-3 * unit);
    double rms = sqrt(0.5 * (first * first + second * second));
    assert_near(found.rms, unit * rms, 1e-3 * unit);
}

TEST(the_residual_of_two_balls_is_that_of_the_same_sweeps_by_hand)
{
    for (int iterations = 1; iterations <= 4; ++iterations)
    {
        assert_residual_of_two_balls(iterations);
    }
}

TEST(a_point_that_opens_has_no_residual)
{
    scree_world_def def = scree_world_def_default();
    def.solver = SCREE_SOLVER_PGS;
    def.measure_residual = true;
    scoped_world *world = world_of(&def);
    add_ground(world, usual_shape());
    scree_body_id ball = add_ball(world, 0.0f, 0.5f, 0.5f);
    scree_body_set_velocity(world, ball, (scree_vec2){0.0f, 0.3f}, 0.0f);
    assert_ok(scree_world_step(world, STEP, 1));
    scree_residual found = scree_world_residual(world);
    assert_int_equal(found.points, 1);
    assert_near(found.max, 0.0, 1e-7);
    assert_near(found.rms, 0.0, 1e-7);
}
