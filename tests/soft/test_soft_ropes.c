/// Vertices and edges by themselves: free fall, ropes, lengths, colours, energy.
#include "tests/support/worlds.h"

#define COLUMNS 6
#define ROWS 5
#define SPOKES 90

/// Kinetic and potential, for gravity (0, -10), J.
static double energy_of(scree_world *world, scree_soft_body_id id)
{
    scree_soft_body_view body = scree_soft_body_vertices(world, id);
    double energy = (double)scree_soft_body_kinetic_energy(world, id);
    for (int i = 0; i < body.vertex_count; ++i)
    {
        double inverse = (double)body.inverse_mass[i];
        energy += inverse > 0.0 ? 10.0 * (double)body.y[i] / inverse : 0.0;
    }
    return energy;
}

TEST(a_hanging_rope_keeps_its_length_and_its_ends)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 10.0f);
    def.damping = 0.5f;
    scree_vec2 a = {-2.0f, 0.0f}, b = {2.0f, 0.0f};
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 20, true, true));
    assert_ok(scree_world_set_soft_iterations(world, 30));
    run_seconds(world, 20.0f);
    assert_at_most(worst_edge(world, rope), 0.01);
    scree_soft_body_view body = scree_soft_body_vertices(world, rope);
    assert_true(body.x[0] == -2.0f && body.y[0] == 10.0f);
    assert_true(body.x[20] == 2.0f && body.y[20] == 10.0f);
    assert_at_most(scree_soft_body_kinetic_energy(world, rope), 1e-6);
    // The middle hangs lowest, and the two halves mirror each other.
    for (int i = 0; i < 10; ++i)
    {
        assert_true(body.y[i + 1] < body.y[i]);
        assert_near(body.y[i], body.y[20 - i], 5e-3);
    }
}

TEST(a_cloth_held_by_its_upper_row_keeps_its_shape)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 10.0f);
    const int32_t upper[] = {0, 1, 2, 3, 4, 5};
    scree_soft_body_id id = soft_made(
        world, scree_soft_body_create_cloth(world, &def, COLUMNS, ROWS, 0.5f, upper, COLUMNS));
    scree_soft_body_view cloth = scree_soft_body_vertices(world, id);
    int across = 0, down = 0;
    for (int i = 0; i < cloth.edge_count; ++i)
    {
        int a = cloth.edges[i].a, b = cloth.edges[i].b;
        across += b == a + 1 && b % COLUMNS != 0;
        down += b == a + COLUMNS;
        assert_near(cloth.edges[i].length, 0.5, 1e-6);
    }
    assert_int_equal(across, (COLUMNS - 1) * ROWS);
    assert_int_equal(down, COLUMNS * (ROWS - 1));
    assert_int_equal(cloth.edge_count, across + down);
    float top = cloth.y[0];
    run_seconds(world, 3.0f);
    cloth = scree_soft_body_vertices(world, id);
    for (int i = 0; i < COLUMNS * ROWS; ++i)
    {
        assert_near(cloth.y[i], (double)top - 0.5 * (double)(i / COLUMNS), 0.05);
    }
}

TEST(the_energy_of_a_swinging_rope_stays_bounded_for_ten_minutes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    scree_vec2 a = {0.0f, 0.0f}, b = {3.0f, 0.0f};
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 12, true, false));
    double start = energy_of(world, rope), lowest = 0.0;
    scree_soft_body_view body = scree_soft_body_vertices(world, rope);
    for (int i = 1; i < body.vertex_count; ++i)
    {
        lowest -= 10.0 * 0.25 * (double)i / (double)body.inverse_mass[i];
    }
    double highest = start, deepest = start;
    for (int i = 0; i < 36000; ++i)
    {
        run_steps(world, 1);
        double energy = energy_of(world, rope);
        highest = fmax(highest, energy);
        deepest = fmin(deepest, energy);
    }
    // No gain beyond a hundredth of the swing, no fall below a rope at rest except by stretch.
    assert_at_most(highest - start, 0.01 * (start - lowest));
    assert_at_least(deepest - lowest, -0.02 * (start - lowest));
    assert_at_most(worst_edge(world, rope), 0.05);
}

TEST(a_soft_box_that_spins_freely_keeps_its_spin)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.angular_velocity = 6.2831853f;
    scree_soft_body_id box = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    double start = (double)scree_soft_body_kinetic_energy(world, box);
    run_seconds(world, 60.0f);
    assert_near(scree_soft_body_kinetic_energy(world, box), start, 0.002 * start);
    assert_at_most(worst_edge(world, box), 1e-3);
}

TEST(a_pendulum_swings_with_the_period_of_its_length)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    scree_vec2 a = {0.0f, 0.0f}, b = {0.2f, -1.98997f};  // 2 m long, 5.7 degrees out
    scree_soft_body_id rod =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 1, true, false));
    int crossings = 0, first = 0, last = 0;
    float x = 0.2f;
    for (int i = 1; i <= 1200; ++i)
    {
        run_steps(world, 1);
        float now = scree_soft_body_vertex_position(world, rod, 1).x;
        if ((x > 0.0f) != (now > 0.0f))
        {
            first = crossings == 0 ? i : first;
            last = i;
            ++crossings;
        }
        x = now;
    }
    double period = 2.0 * (double)(last - first) / 60.0 / (double)(crossings - 1);
    assert_near(period, 2.0 * 3.14159265 * sqrt(2.0 / 10.0) * (1.0 + 0.1 * 0.1 / 16.0), 0.01);
}

TEST(edges_by_themselves_change_no_momentum)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.mass = 3.0f;
    scree_soft_body_id net =
        soft_made(world, scree_soft_body_create_cloth(world, &def, 6, 5, 0.3f, NULL, 0));
    scree_soft_body_apply_impulse(world, net, 7, (scree_vec2){3.0f, -1.0f});
    scree_soft_body_apply_impulse(world, net, 29, (scree_vec2){-1.0f, 4.0f});
    scree_vec2 before = scree_soft_body_center_of_mass(world, net);
    run_seconds(world, 5.0f);
    scree_vec2 after = scree_soft_body_center_of_mass(world, net);
    assert_near(after.x - before.x, 5.0 * 2.0 / 3.0, 5e-3);
    assert_near(after.y - before.y, 5.0 * 3.0 / 3.0, 5e-3);
}

TEST(a_vertex_with_more_edges_than_colours_is_held_by_all_of_them)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_vec2 places[SPOKES + 1] = {{0.0f, 0.0f}};
    scree_soft_edge spokes[SPOKES];
    for (int i = 0; i < SPOKES; ++i)
    {
        scree_sincos(6.2831853f * (float)i / SPOKES, &places[i + 1].y, &places[i + 1].x);
        spokes[i] = (scree_soft_edge){0, i + 1, 0.0f, 0.0f};
    }
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.vertex_count = SPOKES + 1;
    def.vertices = places;
    def.edges = spokes;
    def.edge_count = SPOKES;
    scree_soft_body_id hub = soft_made(world, scree_soft_body_create(world, &def));
    scree_soft_body_set_vertex_mass(world, hub, 0, 0.0f);
    run_seconds(world, 3.0f);
    assert_at_most(worst_edge(world, hub), 1e-3);
}

TEST(a_disabled_body_stands_still_and_goes_on_when_enabled)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 5.0f);
    def.enabled = false;
    scree_soft_body_id box = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    run_seconds(world, 1.0f);
    assert_near(scree_soft_body_center_of_mass(world, box).y, 5.0, 1e-6);
    assert_false(scree_soft_body_is_enabled(world, box));
    assert_ok(scree_soft_body_set_enabled(world, box, true));
    run_seconds(world, 1.0f);
    assert_near(scree_soft_body_center_of_mass(world, box).y, 0.0, 0.1);
    assert_at_most(worst_edge(world, box), 1e-4);
}

TEST(destruction_leaves_the_others_as_they_were)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f),
                 *same = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_id ids[6];
    for (int i = 0; i < 6; ++i)
    {
        scree_soft_body_def def = soft_at(5.0f * (float)i, 3.0f);
        def.angular_velocity = 1.0f;
        ids[i] = soft_made(world, scree_soft_body_create_polygon(world, &def, 3 + i, 0.5f));
        if (i % 2 == 1)
        {
            soft_made(same, scree_soft_body_create_polygon(same, &def, 3 + i, 0.5f));
        }
    }
    for (int i = 4; i >= 0; i -= 2)
    {
        assert_ok(scree_soft_body_destroy(world, ids[i]));
        assert_false(scree_soft_body_is_valid(world, ids[i]));
        assert_int_equal(scree_soft_body_destroy(world, ids[i]), SCREE_ERROR_STALE_ID);
    }
    run_seconds(world, 1.0f);
    run_seconds(same, 1.0f);
    assert_true(scree_world_hash(world) == scree_world_hash(same));
    scree_soft_body_id left[8];
    assert_int_equal(scree_world_soft_bodies(world, left, 8), 3);
    assert_true(left[0].value == ids[1].value && left[2].value == ids[5].value);
    scree_counters counters = scree_world_counters(world);
    assert_int_equal(counters.soft_bodies, 3);
    assert_int_equal(counters.soft_vertices, 4 + 6 + 8);
}
