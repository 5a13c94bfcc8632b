/// Shapes by one geometry value, in and out bit for bit; many at once; queries of one shape alone;
/// the numbers of a material.
#include "tests/support/refusals.h"
#include "world/validate.h"

#define MANY 60

/// A geometry of some type that a dynamic body takes, off the origin, of awkward numbers.
static scree_geometry some_geometry(test_random *random, int i)
{
    scree_vec2 at = {random_between(random, -3.0f, 3.0f), random_between(random, -3.0f, 3.0f)};
    scree_vec2 to = {at.x + random_between(random, 0.3f, 1.0f),
                     at.y + random_between(random, -1, 1)};
    float radius = random_between(random, 0.1f, 0.5f), turn = random_between(random, -3.0f, 3.0f);
    scree_geometry g = {.type = SCREE_SHAPE_POLYGON};
    switch (i % 7)
    {
    case 0:
        g.type = SCREE_SHAPE_CIRCLE;
        g.circle = (scree_circle){at, radius};
        break;
    case 1:
        g.type = SCREE_SHAPE_CAPSULE;
        g.capsule = (scree_capsule){at, to, radius};
        break;
    case 2:
        g.type = SCREE_SHAPE_SEGMENT;
        g.segment = (scree_segment){at, to};
        break;
    case 3:
        g.polygon = scree_polygon_box_at(radius, 0.4f, at, turn, 0.0f);
        break;
    case 4:
        g.polygon = scree_polygon_box_at(radius, 0.4f, at, turn, 0.05f);
        break;
    case 5:
        g.type = SCREE_SHAPE_CHAIN_SEGMENT;
        g.chain_segment = (scree_chain_segment){.point_a = at, .point_b = to, .has_after = true};
        g.chain_segment.after = (scree_vec2){to.x + 1.0f, to.y + radius};
        break;
    default:
        g.polygon = regular_polygon(3 + i % 11, 0.5f, i % 2 != 0 ? 0.1f : 0.0f);
        for (int k = 0; k < g.polygon.count; ++k)
        {
            g.polygon.vertices[k].x += at.x;
            g.polygon.vertices[k].y += at.y;
        }
        break;
    }
    return g;
}

static void assert_same_geometry(const scree_geometry *a, const scree_geometry *b)
{
    const size_t from = offsetof(scree_geometry, circle);
    size_t size = a->type == SCREE_SHAPE_CIRCLE          ? sizeof a->circle
                  : a->type == SCREE_SHAPE_CAPSULE       ? sizeof a->capsule
                  : a->type == SCREE_SHAPE_SEGMENT       ? sizeof a->segment
                  : a->type == SCREE_SHAPE_POLYGON       ? sizeof a->polygon
                  : a->type == SCREE_SHAPE_CHAIN_SEGMENT ? offsetof(scree_chain_segment, has_before)
                                                         : sizeof a->half_space;
    assert_int_equal(a->type, b->type);
    assert_memory_equal((const char *)a + from, (const char *)b + from, size);
}

TEST(a_geometry_comes_back_bit_for_bit)
{
    test_random random = random_of(11);
    scoped_world *world = world_with_gravity(0.0f, 0.0f), *copy = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < 2000; ++i)
    {
        scree_geometry geometry = some_geometry(&random, i);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.3f);
        scree_shape_id shape = scree_shape_create(world, body, usual_shape(), &geometry);
        scree_geometry got = scree_shape_geometry(world, shape);
        assert_same_geometry(&got, &geometry);
        // A body made from the returned values is equal.
        scree_body_id other = add_body(copy, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.3f);
        scree_shape_id twin = scree_shape_create(copy, other, usual_shape(), &got);
        scree_mass_data mass = scree_shape_mass_data(world, shape);
        scree_mass_data twin_mass = scree_shape_mass_data(copy, twin);
        scree_aabb aabb = scree_shape_aabb(world, shape), twin_aabb = scree_shape_aabb(copy, twin);
        assert_memory_equal(&mass, &twin_mass, sizeof mass);
        assert_memory_equal(&aabb, &twin_aabb, sizeof aabb);
        scree_geometry next = some_geometry(&random, i + 1 + (int)random_below(&random, 7));
        assert_ok(scree_shape_set_geometry(world, shape, &next));
        got = scree_shape_geometry(world, shape);
        assert_same_geometry(&got, &next);
        assert_ok(scree_body_destroy(copy, other));
        assert_ok(i % 3 == 0 ? scree_body_destroy(world, body) : SCREE_OK);
    }
    assert_null(sc_validate(world));
}

TEST(a_half_space_comes_back_as_it_was_given)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_geometry plane = {.type = SCREE_SHAPE_HALF_SPACE};
    plane.half_space = (scree_half_space){{3.0f, 4.5f}, -7.0f};
    scree_shape_id wall = scree_shape_create(world, static_body(world), usual_shape(), &plane);
    scree_geometry got = scree_shape_geometry(world, wall);
    assert_same_geometry(&got, &plane);
    assert_near(sqrt((double)scree_shape_half_space(world, wall).normal.x *
                         (double)scree_shape_half_space(world, wall).normal.x +
                     (double)scree_shape_half_space(world, wall).normal.y *
                         (double)scree_shape_half_space(world, wall).normal.y),
                1.0, 1e-6);
    assert_int_equal(scree_shape_geometry(world, (scree_shape_id){0}).type, SCREE_SHAPE_NONE);
}

TEST(errors_of_a_geometry_name_its_member)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_geometry g = {.type = SCREE_SHAPE_CIRCLE, .circle = {{0.0f, 0.0f}, -1.0f}};
    const unsigned long long errors = scree_world_last_error(world).number;
    WRONG_ID(world, scree_shape_create(world, ball, usual_shape(), &g), "geometry.circle.radius");
    assert_int_equal(scree_world_last_error(world).number, errors + 1);
    assert_string_equal(scree_error_text(world),
                        "scree_shape_create: geometry.circle.radius is -1, not in (0, 100000000]");
    g.type = SCREE_SHAPE_HALF_SPACE;
    g.half_space = (scree_half_space){{0.0f, 0.0f}, 1.0f};
    WRONG_ID(world, scree_shape_create(world, ball, usual_shape(), &g),
             "geometry.half_space.normal");
    g.half_space.normal.y = 1.0f;
    WRONG_ID(world, scree_shape_create(world, ball, usual_shape(), &g), "body");
    g.type = SCREE_SHAPE_NONE;
    WRONG_ID(world, scree_shape_create(world, ball, usual_shape(), &g), "geometry.type");
}

/// The same compounds shape by shape in one world and in bulk in the other.
TEST(in_bulk_equals_one_by_one)
{
    scoped_world *one = world_with_gravity(0.0f, -10.0f), *two = world_with_gravity(0.0f, -10.0f);
    scree_world *const worlds[2] = {one, two};
    scree_geometry geometries[MANY];
    test_random random = random_of(5);
    for (int i = 0; i < MANY; ++i)
    {
        geometries[i] = some_geometry(&random, i);
    }
    for (int k = 0; k < 2; ++k)
    {
        scree_world *world = worlds[k];
        scree_body_id few[3], bodies[MANY];
        scree_shape_id ids[MANY];
        add_ground(world, usual_shape());
        for (int i = 0; i < 3; ++i)
        {
            few[i] = add_body(world, SCREE_BODY_DYNAMIC, 8.0f * (float)i, 5.0f, 0.0f);
        }
        for (int i = 0; i < MANY; ++i)
        {
            // Bodies of many parts, of a few, and of one.
            bodies[i] = few[i == 7 ? 2 : i % 10 == 3];
            ids[i] = k == 0 ? scree_shape_create(world, bodies[i], usual_shape(), &geometries[i])
                            : (scree_shape_id){0};
        }
        if (k == 1)
        {
            geometries[50].type = SCREE_SHAPE_NONE;
            WRONG(world, scree_shapes_create(world, bodies, MANY, usual_shape(), geometries, ids),
                  "geometries[50].type");
            geometries[50] = scree_shape_geometry(one, (scree_shape_id){0});
            random = random_of(5);
            for (int i = 0; i < MANY; ++i)
            {
                geometries[i] = some_geometry(&random, i);
            }
            assert_ok(scree_shapes_create(world, bodies, MANY, usual_shape(), geometries, ids));
        }
        for (int i = 0; i < MANY; ++i)
        {
            scree_geometry got = scree_shape_geometry(world, ids[i]);
            assert_same_geometry(&got, &geometries[i]);
            assert_true(scree_shape_body(world, ids[i]).value == bodies[i].value);
        }
        assert_int_equal(scree_body_shape_count(world, few[0]) +
                             scree_body_shape_count(world, few[1]) +
                             scree_body_shape_count(world, few[2]),
                         MANY);
        assert_null(sc_validate(world));
    }
    for (int i = 0; i < 60; ++i)
    {
        run_steps(one, 1);
        run_steps(two, 1);
        assert_true(scree_world_hash(one) == scree_world_hash(two));
    }
}

TEST(shapes_destroyed_in_bulk_leave_the_mass_that_one_by_one_would)
{
    for (int parts = 5; parts <= 45; parts += 20)
    {
        scoped_world *one = world_with_gravity(0.0f, 0.0f), *two = world_with_gravity(0.0f, 0.0f);
        scree_world *const worlds[2] = {one, two};
        scree_body_id bodies[2];
        for (int k = 0; k < 2; ++k)
        {
            scree_shape_id ids[MANY];
            test_random random = random_of(5);
            bodies[k] = add_body(worlds[k], SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
            scree_body_id other = add_ball(worlds[k], 20.0f, 0.0f, 0.5f);
            for (int i = 0; i < parts; ++i)
            {
                scree_geometry g = some_geometry(&random, i);
                ids[i] = scree_shape_create(worlds[k], bodies[k], usual_shape(), &g);
            }
            ids[parts] = add_circle(worlds[k], other, usual_shape(), 0.25f);
            assert_ok(
                scree_body_set_velocity(worlds[k], bodies[k], (scree_vec2){1.0f, 2.0f}, 3.0f));
            ids[parts + 1] = ids[1];
            REFUSED(worlds[k], scree_shapes_destroy(worlds[k], ids, parts + 2),
                    SCREE_ERROR_STALE_ID, "shapes");
            for (int i = parts; k == 0 && i > 1; --i)
            {
                assert_ok(scree_shape_destroy(one, ids[i]));
            }
            assert_ok(k == 1 ? scree_shapes_destroy(two, ids + 2, parts - 1) : SCREE_OK);
            assert_false(scree_shape_is_valid(worlds[k], ids[parts]));
            assert_int_equal(scree_body_shape_count(worlds[k], bodies[k]), 2);
            assert_null(sc_validate(worlds[k]));
        }
        scree_mass_data a = scree_body_mass_data(one, bodies[0]);
        scree_mass_data b = scree_body_mass_data(two, bodies[1]);
        assert_memory_equal(&a, &b, sizeof a);
        scree_vec2 v = scree_body_linear_velocity(one, bodies[0]);
        assert_near_vec2(scree_body_linear_velocity(two, bodies[1]), v.x, v.y, 1e-5);
        run_steps(two, 2);
        assert_ok(scree_shapes_destroy(two, NULL, 0));
    }
}

TEST(a_shape_asked_alone_answers_as_the_world)
{
    test_random random = random_of(3);
    scree_query_filter all = scree_query_filter_default();
    for (int i = 0; i < 300; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_geometry g = some_geometry(&random, i);
        if (i % 9 == 8)
        {
            g.type = SCREE_SHAPE_HALF_SPACE;
            g.half_space = (scree_half_space){{0.6f, 0.8f}, 0.25f};
        }
        scree_body_id body = add_body(world, SCREE_BODY_STATIC, 1.0f, -2.0f, 0.7f);
        scree_shape_id shape = scree_shape_create(world, body, usual_shape(), &g);
        for (int k = 0; k < 20; ++k)
        {
            scree_vec2 p = {random_between(&random, -6.0f, 8.0f), random_between(&random, -8, 6)};
            scree_vec2 q = {random_between(&random, -9.0f, 9.0f), random_between(&random, -9, 9)};
            bool inside = scree_world_overlap_point(world, p, all, NULL, 0) == 1;
            assert_true(scree_shape_contains(world, shape, p) == inside);
            scree_ray_hit a = scree_world_cast_ray(world, p, q, all);
            scree_ray_hit b = scree_shape_cast_ray(world, shape, p, q);
            assert_true(a.shape.value == b.shape.value);
            assert_near(a.fraction, b.fraction, 1e-6);
            assert_near_vec2(a.normal, b.normal.x, b.normal.y, 1e-5);
            assert_near_vec2(a.point, b.point.x, b.point.y, 1e-5);
            scree_closest_point c = scree_world_closest_point(world, p, 1e3f, all);
            scree_closest_point d = scree_shape_closest_point(world, shape, p);
            assert_true(d.shape.value == shape.value);
            // A world does not say less than the distance to the AABB.
            assert_near(c.distance, d.distance, 2e-6);
            assert_near_vec2(c.point, d.point.x, d.point.y, 2e-6);
        }
        // Others are not in its way.
        add_box(world, body, usual_shape(), 50.0f, 50.0f);
        assert_ok(
            scree_shape_cast_ray(world, shape, (scree_vec2){9.0f, 9.0f}, (scree_vec2){1.0f, 0.0f})
                .result);
        assert_true(scree_shape_closest_point(world, shape, (scree_vec2){1.0f, 1.0f}).shape.value ==
                    shape.value);
    }
}

TEST(a_shape_that_is_gone_answers_nothing)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_shape_id shape;
    assert_int_equal(scree_body_shapes(world, ball, &shape, 1), 1);
    assert_ok(scree_body_set_enabled(world, ball, false));
    assert_true(scree_shape_contains(world, shape, (scree_vec2){0.1f, 0.0f}));
    assert_ok(scree_body_destroy(world, ball));
    assert_false(scree_shape_contains(world, shape, (scree_vec2){0.1f, 0.0f}));
    scree_vec2 right = {1.0f, 0.0f};
    assert_int_equal(scree_shape_cast_ray(world, shape, right, right).result, SCREE_ERROR_STALE_ID);
    assert_int_equal(scree_shape_closest_point(world, shape, right).result, SCREE_ERROR_STALE_ID);
    assert_true(scree_shape_mass_data(world, shape).mass == 0.0f);
}

TEST(the_mass_of_one_shape_is_that_of_its_geometry)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def heavy = scree_shape_def_default();
    heavy.density = 3.0f;
    scree_circle circle = {{0.5f, -1.0f}, 0.75f};
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_shape_id shape = scree_shape_create_circle(world, body, &heavy, &circle);
    scree_mass_data got = scree_shape_mass_data(world, shape);
    scree_mass_data expected = scree_circle_mass(&circle, 3.0f);
    assert_memory_equal(&got, &expected, sizeof got);
}

TEST(one_number_of_a_material_is_set_alone)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ball = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_shape_id shape;
    scree_body_shapes(world, ball, &shape, 1);
    scree_material m = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 6};
    assert_ok(scree_shape_set_material(world, shape, &m));
    assert_ok(scree_shape_set_friction(world, shape, 0.7f));
    assert_ok(scree_shape_set_static_friction(world, shape, 0.9f));
    assert_ok(scree_shape_set_restitution(world, shape, 0.25f));
    m.friction = 0.7f;
    m.static_friction = 0.9f;
    m.restitution = 0.25f;
    scree_material got = scree_shape_material(world, shape);
    assert_memory_equal(&got, &m, sizeof got);
    assert_ok(scree_shape_set_rolling_resistance(world, shape, 0.6f));
    assert_ok(scree_shape_set_tangent_speed(world, shape, -2.0f));
    assert_ok(scree_shape_set_material_user_id(world, shape, 99));
    assert_true(scree_shape_friction(world, shape) == 0.7f);
    assert_true(scree_shape_static_friction(world, shape) == 0.9f);
    assert_true(scree_shape_restitution(world, shape) == 0.25f);
    assert_true(scree_shape_rolling_resistance(world, shape) == 0.6f);
    assert_true(scree_shape_tangent_speed(world, shape) == -2.0f);
    assert_true(scree_shape_material_user_id(world, shape) == 99);
    WRONG(world, scree_shape_set_restitution(world, shape, 1.5f), "restitution");
}

TEST(friction_set_alone_acts_on_a_contact_that_lasts)
{
    scoped_world *world = default_world();
    scree_shape_def rough = surface(1.0f, 0.0f);
    scree_body_id ramp = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.3f);
    scree_shape_id floor = add_box(world, ramp, &rough, 20.0f, 0.5f);
    scree_vec2 on = scree_body_world_point(world, ramp, (scree_vec2){5.0f, 0.75f});
    scree_body_id crate = add_body(world, SCREE_BODY_DYNAMIC, on.x, on.y, 0.3f);
    add_box(world, crate, &rough, 0.25f, 0.25f);
    run_seconds(world, 2.0f);
    float rests = scree_body_position(world, crate).x;
    assert_near(rests, on.x, 0.05);
    assert_ok(scree_shape_set_friction(world, floor, 0.0f));
    run_seconds(world, 1.0f);
    assert_true(scree_body_position(world, crate).x < rests - 0.5f);
}
