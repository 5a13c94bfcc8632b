/// The scenes of soft bodies: their contents, and that nothing bursts, tunnels or tangles.
#include "tests/support/scene_runs.h"

static scene_run *start(const char *name)
{
    int size = scree_scene_find(name)->verify_size;
    scene_run *run = start_scene(name, size, NULL);
    scree_scene_counts counts = run->scene->counts(size);
    assert_int_equal(scree_world_counters(run->world).bodies, counts.bodies);
    assert_int_equal(scree_world_counters(run->world).shapes, counts.shapes);
    return run;
}

static void go(scene_run *run, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        step_scene(run, 1, SUBSTEPS);
        assert_int_equal(scree_scene_measure(run->world, &run->state).escaped, 0);
    }
}

static double worst_edge_of_all(scree_world *world)
{
    scree_soft_body_id ids[256];
    int count = scree_world_soft_bodies(world, ids, 256);
    assert_true(count <= 256);
    double worst = 0.0;
    for (int k = 0; k < count; ++k)
    {
        worst = fmax(worst, worst_edge(world, ids[k]));
    }
    return worst;
}

/// How far two outlines overlap by the separating axis theorem; below 0: apart.
static double overlap(const scree_soft_body_view *a, const scree_soft_body_view *b)
{
    double farthest = -1e9;
    for (int i = 0; i < a->outline_count; ++i)
    {
        int p = a->outline[i], q = a->outline[(i + 1) % a->outline_count];
        double ex = (double)a->x[q] - (double)a->x[p], ey = (double)a->y[q] - (double)a->y[p];
        double nearest = 1e9, length = hypot(ex, ey);
        for (int k = 0; k < b->outline_count; ++k)
        {
            int v = b->outline[k];
            double dx = (double)b->x[v] - (double)a->x[p], dy = (double)b->y[v] - (double)a->y[p];
            nearest = fmin(nearest, (ey * dx - ex * dy) / length);
        }
        farthest = fmax(farthest, nearest);
    }
    return -farthest;
}

TEST(a_box_of_soft_bodies_settles_without_overlap)
{
    scoped_scene *run = start("verlet_bodies");
    scree_soft_body_id ids[256];
    int count = scree_world_soft_bodies(run->world, ids, 256);
    assert_int_equal(count, run->scene->verify_size);
    go(run, 600);
    double deepest = 0.0;
    for (int i = 0; i < count; ++i)
    {
        scree_soft_body_view a = scree_soft_body_vertices(run->world, ids[i]);
        for (int k = 0; k < i; ++k)
        {
            scree_soft_body_view b = scree_soft_body_vertices(run->world, ids[k]);
            deepest = fmax(deepest, fmin(overlap(&a, &b), overlap(&b, &a)));
        }
    }
    assert_at_most(deepest, 0.002);
    assert_at_most(worst_edge_of_all(run->world), 0.03);
    assert_at_most(scree_scene_measure(run->world, &run->state).kinetic_energy, 0.05);
}

TEST(a_rope_bridge_carries_what_lies_on_it)
{
    scoped_scene *run = start("rope_bridge");
    go(run, 1200);
    assert_at_most(worst_edge_of_all(run->world), 0.01);
    scree_body_view bodies = scree_world_bodies(run->world);
    assert_int_equal(bodies.dynamic_count, run->scene->verify_size / 6);
    for (int i = 0; i < bodies.dynamic_count; ++i)
    {
        // Above the lowest point that the ropes could reach, and not on the banks.
        assert_true(bodies.y[i] > -3.0f && fabsf(bodies.x[i]) < 6.0f);
        assert_at_most(fabsf(bodies.vx[i]), 0.3);
    }
}

TEST(a_cloth_and_a_ball_turn_each_other_aside)
{
    scoped_scene *run = start("cloth");
    scree_body_view bodies = scree_world_bodies(run->world);
    assert_int_equal(bodies.dynamic_count, 1);
    float speed = bodies.vx[0];
    scree_soft_body_id net;
    assert_int_equal(scree_world_soft_bodies(run->world, &net, 1), 1);
    scree_vec2 hung = scree_soft_body_center_of_mass(run->world, net);
    float farthest = hung.x, slowest = speed;
    for (int i = 0; i < 60; ++i)
    {
        go(run, 1);
        float x = scree_soft_body_center_of_mass(run->world, net).x;
        farthest = x > farthest ? x : farthest;
        float now = scree_world_bodies(run->world).vx[0];
        slowest = now < slowest ? now : slowest;
    }
    assert_true(farthest > hung.x + 0.05f);
    assert_true(slowest < 0.8f * speed);
    go(run, 600);
    assert_at_most(worst_edge_of_all(run->world), 0.1);
}
