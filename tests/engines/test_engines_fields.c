// The data that a model reads from a scene, pieces for peers, and fields of bodies in every engine.
#include "engines/peer_parts.h"
#include "tests/engines/engine_runs.h"

// Models

static scree_material material_of(float seed)
{
    return (scree_material){.friction = 0.1f + seed,
                            .static_friction = 0.3f + seed,
                            .restitution = 0.5f - seed,
                            .rolling_resistance = 0.02f + seed,
                            .tangent_speed = 0.7f + seed,
                            .user_id = 9};
}

TEST_SCENE(one_of_everything)
{
    state->limits = (scree_aabb){{-1.0f, -2.0f}, {3.0f, 4.0f}};
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){2.0f, 3.0f};
    def.angle = 0.5f;
    def.linear_velocity = (scree_vec2){4.0f, -5.0f};
    def.angular_velocity = 1.5f;
    def.linear_damping = 0.25f;
    def.angular_damping = 0.75f;
    def.gravity_scale = 0.5f;
    scree_body_id first = scree_body_create(world, &def);
    scree_shape_def shape = scree_shape_def_default();
    shape.density = 3.0f;
    shape.material = material_of(0.01f);
    shape.filter = (scree_filter){4, 8, -2};
    scree_shape_create_circle(world, first, &shape, &(scree_circle){{0.6f, -0.8f}, 0.5f});
    def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.locks.angle = true;
    scree_body_id second = scree_body_create(world, &def);
    shape.density = 2.0f;
    shape.material = material_of(0.02f);
    scree_shape_create_capsule(world, second, &shape,
                               &(scree_capsule){{-1.0f, 0.25f}, {1.0f, -0.25f}, 0.125f});
    scree_polygon box = scree_polygon_box_at(1.0f, 0.5f, (scree_vec2){0.5f, 0.0f}, 0.0f, 0.25f);
    scree_shape_create_polygon(world, second, &shape, &box);
    def = scree_body_def_default();
    def.type = SCREE_BODY_KINEMATIC;
    def.linear_velocity = (scree_vec2){0.5f, 0.25f};
    def.angular_velocity = -2.0f;
    scree_body_create(world, &def);
    def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &def);
    shape.material = material_of(0.03f);
    scree_shape_create_segment(world, ground, &shape,
                               &(scree_segment){{-3.0f, 0.0f}, {3.0f, 1.0f}});
    scree_shape_create_half_space(world, ground, &shape, &(scree_half_space){{3.0f, 4.0f}, 0.75f});
    state->tops[0] = (scree_scene_top){second, {0.0f, 0.0f}};
    state->top_count = 1;
    return true;
}

TEST(a_model_reads_every_field_of_a_body)
{
    scoped_model *model = model_of(one_of_everything);
    assert_true(model->body_count == 4 && model->dynamic_count == 2);
    assert_true(model->kinematic_count == 1 && model->kinematic[0] == 2);
    assert_true(model->top_count == 1 && model->tops[0] == 1);
    const scree_aabb limits = {{-1.0f, -2.0f}, {3.0f, 4.0f}};
    assert_memory_equal(&model->limits, &limits, sizeof limits);
    assert_near_vec2(model->gravity, 0.0, -10.0, 0.0);
    const sc_model_body *b = &model->bodies[0];
    assert_int_equal(b->type, SCREE_BODY_DYNAMIC);
    assert_true(b->position.x == 2.0f && b->position.y == 3.0f);
    assert_near(b->angle, 0.5, 1e-6);
    assert_near_vec2(((scree_vec2){b->cos, b->sin}), cos(0.5), sin(0.5), 1e-6);
    assert_true(b->w == 1.5f && b->gravity_scale == 0.5f);
    assert_true(b->linear_damping == 0.25f && b->angular_damping == 0.75f);
    assert_false(b->lock_angle);
    const double mass = 3.0 * 3.14159265 * 0.25;
    assert_near(b->mass, mass, 1e-5);
    assert_near(b->inertia, 0.5 * mass * 0.25, 1e-5);
    assert_near_vec2(b->center, 0.6, -0.8, 1e-6);
    // The velocity is the velocity of the centre: the origin had (4, -5).
    double x = 0.6 * cos(0.5) + 0.8 * sin(0.5), y = 0.6 * sin(0.5) - 0.8 * cos(0.5);
    assert_near_vec2(b->velocity, 4.0 - 1.5 * y, -5.0 + 1.5 * x, 1e-5);
    assert_true(model->bodies[1].lock_angle);
    assert_near(model->total_mass, b->mass + model->bodies[1].mass, 1e-6);
    assert_int_equal(model->bodies[2].type, SCREE_BODY_KINEMATIC);
    assert_true(model->bodies[2].velocity.x == 0.5f && model->bodies[2].w == -2.0f);
    assert_int_equal(model->bodies[3].type, SCREE_BODY_STATIC);
    assert_true(model->bodies[2].mass == 0.0 && model->bodies[3].mass == 0.0);
}

TEST(a_model_reads_every_field_of_a_shape)
{
    scoped_model *model = model_of(one_of_everything);
    assert_int_equal(model->shape_count, 5);
    const int bodies[5] = {0, 1, 1, 3, 3}, vertices[5] = {1, 2, 4, 2, 0};
    const float seeds[5] = {0.01f, 0.02f, 0.02f, 0.03f, 0.03f};
    const float radii[5] = {0.5f, 0.125f, 0.25f, 0.0f, 0.0f};
    const float densities[5] = {3.0f, 2.0f, 2.0f, 2.0f, 2.0f};
    const scree_shape_type types[5] = {SCREE_SHAPE_CIRCLE, SCREE_SHAPE_CAPSULE, SCREE_SHAPE_POLYGON,
                                       SCREE_SHAPE_SEGMENT, SCREE_SHAPE_HALF_SPACE};
    for (int i = 0; i < 5; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        scree_material expected = material_of(seeds[i]);
        assert_int_equal(shape->body, bodies[i]);
        assert_int_equal(shape->type, types[i]);
        assert_int_equal(shape->vertex_count, vertices[i]);
        assert_near(shape->radius, radii[i], 0.0);
        assert_near(shape->density, densities[i], 0.0);
        assert_true(shape->filter.category == 4 && shape->filter.mask == 8);
        assert_int_equal(shape->filter.group, -2);
        expected.user_id = 9;
        assert_memory_equal(&shape->material, &expected, sizeof expected);
    }
    const scree_vec2 *v = model->vertices + model->shapes[0].first_vertex;
    assert_true(v[0].x == 0.6f && v[0].y == -0.8f);
    v = model->vertices + model->shapes[1].first_vertex;
    assert_true(v[0].x == -1.0f && v[0].y == 0.25f && v[1].x == 1.0f && v[1].y == -0.25f);
    v = model->vertices + model->shapes[3].first_vertex;
    assert_true(v[0].x == -3.0f && v[0].y == 0.0f && v[1].x == 3.0f && v[1].y == 1.0f);
    scree_half_space plane = model->shapes[4].plane;
    assert_near_vec2(plane.normal, 0.6, 0.8, 1e-6);
    assert_near(plane.offset, 0.15, 1e-6);  // 0.75 over the length of (3, 4)
}

// Pieces for peers

static double area_of(const scree_vec2 *v, int count)
{
    double area = 0.0;
    for (int i = 0; i < count; ++i)
    {
        int k = (i + 1) % count;
        area += 0.5 * ((double)v[i].x * (double)v[k].y - (double)v[i].y * (double)v[k].x);
    }
    return area;
}

TEST(pieces_of_a_polygon_are_convex_small_and_make_it_up)
{
    for (int count = 3; count <= SCREE_POLYGON_MAX_VERTICES; ++count)
    {
        scree_polygon polygon = regular_polygon(count, 2.0f, 0.0f);
        sc_model_parts model = {.vertices = polygon.vertices};
        sc_model_shape shape = {.vertex_count = count};
        scree_vec2 piece[SC_PART_MAX_VERTICES];
        double area = 0.0;
        int parts = 0, n;
        while ((n = sc_part_of_polygon(&model, &shape, parts, piece)) > 0)
        {
            assert_in_range(n, 3, SC_PART_MAX_VERTICES);
            for (int i = 0; i < n; ++i)
            {
                scree_vec2 a = piece[i], b = piece[(i + 1) % n], c = piece[(i + 2) % n];
                assert_true((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0.0f);
            }
            area += area_of(piece, n);
            ++parts;
        }
        assert_near(area, area_of(polygon.vertices, count), 1e-5);
        // Each takes six vertices further.
        assert_int_equal(parts, count <= 8 ? 1 : (count - 2 + 5) / 6);
    }
}

TEST(a_box_stands_for_a_half_space_all_over_the_scene)
{
    scree_vec2 corners[4];
    for (int i = 0; i < 8; ++i)
    {
        double angle = 0.7 * i, turn = 0.3 * i;
        sc_model_body body = {
            .position = {3.0f, -4.0f}, .cos = (float)cos(turn), .sin = (float)sin(turn)};
        sc_model_shape shape = {.plane = {{(float)cos(angle), (float)sin(angle)}, 1.5f}};
        sc_model_parts model = {.bodies = &body, .limits = {{-20.0f, -10.0f}, {30.0f, 40.0f}}};
        sc_part_of_half_space(&model, &shape, corners);
        double nx = cos(angle), ny = sin(angle), low = 0.0, left = 0.0, right = 0.0;
        // The point of the plane next to the middle of the bounds, (5, 15), from the body.
        double mx = cos(turn) * 2.0 + sin(turn) * 19.0, my = cos(turn) * 19.0 - sin(turn) * 2.0;
        int on = 0;
        assert_true(area_of(corners, 4) > 0.0);
        for (int k = 0; k < 4; ++k)
        {
            double x = (double)corners[k].x, y = (double)corners[k].y;
            double above = nx * x + ny * y - 1.5, along = (x - mx) * -ny + (y - my) * nx;
            on += fabs(above) < 1e-3;
            low = fmin(low, above);
            left = fmin(left, along);
            right = fmax(right, along);
            assert_at_most(above, 1e-3);
        }
        assert_int_equal(on, 2);
        // To either side and below by the diagonal of the bounds, 50 m * sqrt(2).
        assert_near(low, -70.71, 0.01);
        assert_near(left, -70.71, 0.01);
        assert_near(right, 70.71, 0.01);
        // Far-out bounds are not followed, and none have a length.
        model.limits = (scree_aabb){{-1e9f, -1e9f}, {1e9f, 1e9f}};
        sc_part_of_half_space(&model, &shape, corners);
        assert_near(
            hypot((double)(corners[1].x - corners[2].x), (double)(corners[1].y - corners[2].y)),
            2000.0, 1.0);
        model.limits = (scree_aabb){{0.0f, 0.0f}, {0.0f, 0.0f}};
        sc_part_of_half_space(&model, &shape, corners);
        assert_near(
            hypot((double)(corners[1].x - corners[2].x), (double)(corners[1].y - corners[2].y)),
            10.0, 1e-2);
    }
}

// In every engine

/// Two bars that lie by a third of their length on a ledge; the second may not turn.
TEST_SCENE(bars_on_a_ledge)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 1.0f;
    for (int i = 0; i < 2; ++i)
    {
        scree_body_def body = scree_body_def_default();
        body.type = SCREE_BODY_DYNAMIC;
        body.position = (scree_vec2){10.0f * (float)i, 0.25f};
        body.locks.angle = i == 1;
        scree_polygon bar = scree_polygon_box(1.5f, 0.25f);
        scree_shape_create_polygon(world, scree_body_create(world, &body), &def, &bar);
    }
    scree_body_def ledge = scree_body_def_default();
    scree_body_id id = scree_body_create(world, &ledge);
    for (int i = 0; i < 2; ++i)
    {
        scree_polygon box = scree_polygon_box_at(
            1.5f, 0.5f, (scree_vec2){10.0f * (float)i - 2.0f, -0.5f}, 0.0f, 0.0f);
        scree_shape_create_polygon(world, id, &def, &box);
    }
    return true;
}

TEST(a_body_whose_angle_is_locked_does_not_tip_over_in_any_engine)
{
    scoped_model *model = model_of(bars_on_a_ledge);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 40);
        // About the edge: 0.5 m off, of inertia (9 + 0.25) / 12 + 0.25 + 0.0625 per kg.
        assert_at_most(run.poses[0].sin, -0.3);
        assert_near(run.poses[1].sin, 0.0, 1e-6);
        assert_near(run.poses[1].y, 0.25, 0.02);
    }
}

/// A ball of 0.5 m strikes one of 1 m, four times as heavy, head on; both are elastic.
TEST_SCENE(balls_that_strike)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.restitution = 1.0f;
    def.material.friction = 0.0f;
    for (int i = 0; i < 2; ++i)
    {
        scree_body_def body = scree_body_def_default();
        body.type = SCREE_BODY_DYNAMIC;
        body.gravity_scale = 0.0f;
        body.position.x = i == 0 ? -3.0f : 0.0f;
        body.linear_velocity.x = i == 0 ? 5.0f : 0.0f;
        scree_circle circle = {{0.0f, 0.0f}, i == 0 ? 0.5f : 1.0f};
        scree_shape_create_circle(world, scree_body_create(world, &body), &def, &circle);
    }
    return true;
}

TEST(a_light_ball_bounces_off_a_heavy_one_as_their_masses_say)
{
    scoped_model *model = model_of(balls_that_strike);
    assert_near(model->bodies[1].mass / model->bodies[0].mass, 4.0, 1e-5);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        scoped_run run = run_of(i, model, 60);
        sc_model_pose before[2] = {run.poses[0], run.poses[1]};
        take_steps(&run, 60);
        // v (m - M) / (m + M) and 2 m v / (m + M).
        assert_near(run.poses[0].x - before[0].x, -3.0, 0.1);
        assert_near(run.poses[1].x - before[1].x, 2.0, 0.07);
        assert_near(run.poses[0].y, 0.0, 1e-3);
    }
}

/// Balls of full restitution that strike the floor at 0.7 and 2.2 m/s.
TEST_SCENE(balls_that_fall)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.restitution = 1.0f;
    for (int i = 0; i < 2; ++i)
    {
        scree_body_def body = scree_body_def_default();
        body.type = SCREE_BODY_DYNAMIC;
        body.position = (scree_vec2){3.0f * (float)i, i == 0 ? 0.525f : 0.75f};
        scree_circle circle = {{0.0f, 0.0f}, 0.5f};
        scree_shape_create_circle(world, scree_body_create(world, &body), &def, &circle);
    }
    scree_body_def body = scree_body_def_default();
    scree_shape_create_half_space(world, scree_body_create(world, &body), &def,
                                  &(scree_half_space){{0.0f, 1.0f}, 0.0f});
    return true;
}

TEST(impacts_below_the_threshold_do_not_bounce_where_there_is_one)
{
    scoped_model *model = model_of(balls_that_fall);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        scoped_run run = start(engine, model);
        double highest[2] = {0.0};
        take_steps(&run, 16);  // both have struck
        for (int k = 0; k < 20; ++k)
        {
            take_steps(&run, 1);
            highest[0] = fmax(highest[0], (double)run.poses[0].y);
            highest[1] = fmax(highest[1], (double)run.poses[1].y);
        }
        // The threshold is 1 m/s; Chipmunk knows none.
        bool bounces = is(engine, "chipmunk");
        assert_true(bounces ? highest[0] > 0.507 : highest[0] < 0.503);
        assert_at_least(highest[1], 0.65);
    }
}
