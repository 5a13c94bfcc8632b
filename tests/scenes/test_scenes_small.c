/// Small scenes, and those of soft bodies and particles: properties that no layout shows.
#include "tests/scenes/scene_reader.h"
#include "tests/support/scene_runs.h"

static const double PI = 3.14159265358979;

static void assert_floor(const sc_model *model)
{
    assert_int_equal(model->bodies[0].type, SCREE_BODY_STATIC);
    const sc_model_shape *floor = &model->shapes[0];
    assert_near(extent_of(model, floor).top + (double)model->bodies[0].position.y, 0.0, 1e-6);
}

TEST(the_ramp_falls_by_one_in_two_and_boxes_get_rougher_upwards)
{
    scoped_model *model = model_of("ramp", 0);
    assert_int_equal(model->dynamic_count, 10);
    const sc_model_shape *wedge = &model->shapes[1];
    shape_extent slope = extent_of(model, wedge);
    assert_near(slope.top - slope.bottom, 0.5 * (slope.right - slope.left), 1e-4);
    assert_near(wedge->material.friction, 1.0, 0.0);
    double before = -1.0;
    for (int i = 2; i < 12; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        // The friction of the pair is the root of the product: 0.05, 0.15, ... 0.95.
        double pair = sqrt((double)model->shapes[i].material.friction * 1.0);
        assert_near(pair, 0.05 + 0.1 * (i - 2), 1e-5);
        assert_rectangle(model, &model->shapes[i], -0.5, -0.5, 0.5, 0.5);
        assert_near(tan((double)body->angle), -0.5, 1e-5);
        // On the slope, through the origin, and further up than the one before.
        double above = ((double)body->position.x + 2.0 * (double)body->position.y) / sqrt(5.0);
        assert_near(above, 0.5, 1e-4);
        assert_at_least(body->position.y, before + 0.5);
        before = (double)body->position.y;
    }
    assert_at_most(overlaps_at_start(model).max, 1e-4);
}

TEST(bouncers_fall_four_metres_with_restitutions_from_0_to_1)
{
    scoped_model *model = model_of("bouncers", 0);
    assert_int_equal(model->dynamic_count, 11);
    assert_floor(model);
    for (int i = 1; i <= 11; ++i)
    {
        const sc_model_body *ball = &model->bodies[i];
        const sc_model_shape *shape = &model->shapes[i];
        assert_near(shape->material.restitution, 0.1 * (i - 1), 1e-6);
        assert_near((double)ball->position.y - (double)shape->radius, 4.0, 1e-5);
        assert_near(shape->radius, 0.5, 0.0);
        assert_near(ball->position.x, 1.5 * (i - 6), 1e-5);
    }
}

TEST(only_the_first_domino_is_pushed_over_its_corner)
{
    scoped_model *model = model_of("dominoes", 0);
    assert_int_equal(model->dynamic_count, 30);
    assert_floor(model);
    for (int i = 1; i <= 30; ++i)
    {
        const sc_model_body *domino = &model->bodies[i];
        assert_rectangle(model, &model->shapes[i], -0.125, -1.0, 0.125, 1.0);
        assert_near(domino->position.x, i - 1 - 14.5, 1e-5);
        assert_near(domino->position.y, 1.0, 1e-6);
        assert_near(domino->w, i == 1 ? -1.0 : 0.0, 0.0);
        // Its lower right corner, round which it turns, rests.
        double w = (double)domino->w;
        assert_near((double)domino->velocity.x + w * 1.0, 0.0, 1e-6);
        assert_near((double)domino->velocity.y + w * 0.125, 0.0, 1e-6);
    }
}

// Soft bodies and particles

TEST(soft_bodies_come_in_turn_as_squares_triangles_bars_and_polygons)
{
    scoped_scene *run = start_scene("verlet_bodies", 0, NULL);
    scree_soft_body_id ids[400];
    assert_int_equal(scree_world_soft_bodies(run->world, ids, 400), 400);
    assert_int_equal(scree_world_counters(run->world).bodies, 1);
    assert_int_equal(scree_world_counters(run->world).shapes, 4);
    for (int i = 0; i < 400; ++i)
    {
        scree_soft_body_view body = scree_soft_body_vertices(run->world, ids[i]);
        const int corners[4] = {4, 3, 4, 5 + i / 4 % 4};
        assert_int_equal(body.vertex_count, corners[i % 4]);
        assert_int_equal(body.outline_count, corners[i % 4]);
        // Sizes of 0.22 to 0.36 m.
        double size = sqrt((double)scree_soft_body_mass(run->world, ids[i]) / 4.0);
        assert_true(size > 0.2199 && size < 0.3601);
        double across =
            hypot((double)body.x[1] - (double)body.x[0], (double)body.y[1] - (double)body.y[0]);
        double reach = 2.2 * size * sin(PI / body.vertex_count);
        const double expected[4] = {2.0 * size, reach, 2.4 * size, reach};
        assert_near(across, expected[i % 4], 1e-3);
    }
    assert_int_equal(scree_scene_measure(run->world, &run->state).escaped, 0);
}

TEST(a_bridge_has_two_ropes_held_at_both_ends_and_crates_in_turn)
{
    scoped_scene *run = start_scene("rope_bridge", 0, NULL);
    scree_soft_body_id ids[16];
    int count = scree_world_soft_bodies(run->world, ids, 16);
    assert_int_equal(count, 1 + 6);
    scree_counters counters = scree_world_counters(run->world);
    assert_int_equal(counters.dynamic_bodies, 6);
    assert_int_equal(counters.bodies, 6 + 2);
    scree_soft_body_view bridge = scree_soft_body_vertices(run->world, ids[0]);
    assert_int_equal(bridge.vertex_count, 2 * 37);
    assert_int_equal(bridge.edge_count, 2 * 36 + 37);
    int held = 0;
    for (int i = 0; i < bridge.vertex_count; ++i)
    {
        // 36 planks of half a metre, 3 kg at each joint.
        assert_near(bridge.x[i], 0.5 * (i % 37) - 9.0, 1e-4);
        bool end = i % 37 == 0 || i % 37 == 36;
        held += bridge.inverse_mass[i] == 0.0f;
        assert_near(bridge.inverse_mass[i], end ? 0.0 : 1.0 / 3.0, 1e-6);
    }
    assert_int_equal(held, 4);
    // It sags by a tenth of its 18 m.
    assert_near(bridge.y[18], -1.8, 1e-4);
    assert_near(bridge.y[37 + 18], -2.3, 1e-4);
}

TEST(a_cloth_hangs_by_every_fourth_vertex_and_a_ball_flies_at_it)
{
    scoped_scene *run = start_scene("cloth", 0, NULL);
    scree_soft_body_id id;
    assert_int_equal(scree_world_soft_bodies(run->world, &id, 1), 1);
    scree_soft_body_view cloth = scree_soft_body_vertices(run->world, id);
    assert_int_equal(cloth.vertex_count, 40 * 30);
    for (int i = 0; i < cloth.vertex_count; ++i)
    {
        bool held = i < 40 && (i % 4 == 0 || i == 39);
        assert_true((cloth.inverse_mass[i] == 0.0f) == held);
        assert_near(cloth.x[i], 0.25 * (i % 40) - 0.25 * 19.5, 1e-4);
        assert_near(cloth.y[i], (double)cloth.y[0] - 0.25 * (int)(i / 40), 1e-4);
    }
    scree_body_view bodies = scree_world_bodies(run->world);
    assert_int_equal(bodies.dynamic_count, 1);
    assert_near(scree_body_mass(run->world, bodies.id[0]), 4.0 * PI * 0.49, 1e-3);
    assert_true(bodies.vx[0] == 10.0f && bodies.vy[0] == 3.0f);
    assert_at_most(bodies.x[0] + 0.7f, cloth.x[0]);
}

TEST(circles_are_poured_into_a_container_until_all_are_there)
{
    // The container grows with the area of the circles, from 150 of them on.
    const int given[] = {0, 40, 607}, sizes[] = {150, 40, 607};
    const double radii[] = {300.0, 300.0, 300.0 * sqrt(607.0 / 150.0)};
    for (int i = 0; i < 3; ++i)
    {
        scoped_scene *run = start_scene("verlet_circles", given[i], NULL);
        scree_particle_settings settings = scree_world_particle_settings(run->world);
        assert_int_equal(settings.container, SCREE_CONTAINER_CIRCLE);
        assert_near(settings.container_size.x, radii[i], 1e-3);
        assert_near(scree_world_gravity(run->world).y, -1000.0, 0.0);
        assert_int_equal(scree_scene_substeps(run->scene), 8);
        int before = 0, grown = 0, steps = 0;
        double smallest = INFINITY, largest = 0.0;
        while (before < sizes[i] && steps < 1000)
        {
            assert_ok(scree_scene_step(run->scene, run->world, &run->state, STEP, 8));
            int now = scree_world_particles(run->world).count;
            assert_in_range(now, before, sizes[i]);
            grown += now > before;
            before = now;
            ++steps;
        }
        scree_particle_view view = scree_world_particles(run->world);
        assert_int_equal(view.count, sizes[i]);
        // A row every fourth step, from the first one on.
        assert_int_equal(steps, 4 * (grown - 1) + 1);
        assert_at_least(grown, 8);
        for (int k = 0; k < view.count; ++k)
        {
            smallest = fmin(smallest, (double)view.radius[k]);
            largest = fmax(largest, (double)view.radius[k]);
        }
        assert_true(smallest >= 5.0 && smallest < 7.0 && largest <= 30.0 && largest > 28.0);
        assert_int_equal(scree_scene_measure(run->world, &run->state).escaped, 0);
        for (int k = 0; k < 20; ++k)
        {
            scree_scene_step(run->scene, run->world, &run->state, STEP, 8);
        }
        assert_int_equal(scree_world_particles(run->world).count, sizes[i]);
    }
}
