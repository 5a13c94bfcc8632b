// Queries with a geometry, and for the closest point, against brute force over all shapes.

#include "tests/queries/query_oracle.h"

#define QUERIES 25  // of each kind in a round: 10,000 in all
#define ROOM 512

/// m: closer than this rounding may decide.
#define TOLERANCE 2e-4

/// A shape of a world as the pieces of collision take it.
static scree_geometry geometry_of(const scree_world *world, scree_shape_id id, scree_pose *pose)
{
    scree_body_id body = scree_shape_body(world, id);
    *pose = (scree_pose){scree_body_position(world, body), scree_body_angle(world, body)};
    scree_geometry geometry = {.type = scree_shape_get_type(world, id)};
    switch (geometry.type)
    {
    case SCREE_SHAPE_CIRCLE:
        geometry.circle = scree_shape_circle(world, id);
        break;
    case SCREE_SHAPE_CAPSULE:
        geometry.capsule = scree_shape_capsule(world, id);
        break;
    case SCREE_SHAPE_POLYGON:
        geometry.polygon = scree_shape_polygon(world, id);
        break;
    case SCREE_SHAPE_HALF_SPACE:
        geometry.half_space = scree_shape_half_space(world, id);
        break;
    default:
        geometry.segment = scree_shape_segment(world, id);
        break;
    }
    return geometry;
}

static scree_geometry some_geometry(test_random *random)
{
    float size = random_between(random, 0.1f, 3.0f), radius = random_between(random, 0.1f, 1.0f);
    scree_geometry geometry = {.type = SCREE_SHAPE_POLYGON};
    switch (random_below(random, 4))
    {
    case 0:
        geometry.type = SCREE_SHAPE_CIRCLE;
        geometry.circle = (scree_circle){{0.3f, -0.1f}, size};
        break;
    case 1:
        geometry.type = SCREE_SHAPE_CAPSULE;
        geometry.capsule = (scree_capsule){{-size, 0.1f}, {size, 0.0f}, radius};
        break;
    case 2:
        geometry.polygon = scree_polygon_box_at(size, radius, (scree_vec2){0.5f, 0.0f}, 0.3f,
                                                random_below(random, 2) == 0 ? 0.0f : 0.2f);
        break;
    default:
        geometry.polygon = regular_polygon(3 + random_below(random, 9), size, 0.0f);
        break;
    }
    return geometry;
}

static void check_overlaps(test_random *random, const oracle *o)
{
    scree_shape_id ids[ROOM], fewer[ROOM];
    for (int i = 0; i < QUERIES; ++i)
    {
        scree_geometry geometry = some_geometry(random);
        scree_vec2 place = oracle_place(random, ORACLE_SIZE);
        scree_pose pose = {place, random_between(random, -3.0f, 3.0f)};
        scree_query_filter filter = oracle_filter(random);
        int found = 0,
            count = scree_world_overlap_shape(o->world, &geometry, &pose, filter, ids, ROOM);
        assert_in_range(count, 0, ROOM);
        for (int k = 0; k < o->count; ++k)
        {
            const oracle_shape *shape = &o->shape[k];
            scree_pose at;
            scree_geometry other = geometry_of(o->world, shape->id, &at);
            scree_distance d;
            bool is_found = oracle_holds(ids, count, shape->id);
            found += is_found;
            if (!oracle_sees(shape, filter))
            {
                assert_false(is_found);
                continue;
            }
            assert_ok(scree_geometry_distance(&other, &at, &geometry, &pose, &d));
            assert_true(d.distance < (float)TOLERANCE || !is_found);
            assert_true(d.distance > 0.0f || is_found ||
                        fabs(oracle_height(shape, (sc_vec2d){(double)d.point_a.x,
                                                             (double)d.point_a.y})) < TOLERANCE);
        }
        assert_int_equal(found, count);
        int room = count / 2;
        scree_world_overlap_shape(o->world, &geometry, &pose, filter, fewer, room);
        assert_memory_equal(fewer, ids, sizeof *ids * (size_t)room);
    }
}

static void check_closest(test_random *random, const oracle *o)
{
    for (int i = 0; i < QUERIES; ++i)
    {
        scree_vec2 point = oracle_place(random, 1.5f * ORACLE_SIZE);
        scree_query_filter filter = oracle_filter(random);
        float reach = random_below(random, 3) == 0 ? random_between(random, 0.0f, 3.0f) : 1000.0f;
        scree_closest_point closest = scree_world_closest_point(o->world, point, reach, filter);
        assert_ok(closest.result);
        double nearest = INFINITY, of_found = INFINITY;
        for (int k = 0; k < o->count; ++k)
        {
            if (oracle_sees(&o->shape[k], filter))
            {
                sc_vec2d p = {(double)point.x, (double)point.y};
                double height = fmax(oracle_height(&o->shape[k], p), 0.0);
                nearest = fmin(nearest, height);
                of_found = o->shape[k].id.value == closest.shape.value ? height : of_found;
            }
        }
        if (closest.shape.value == 0)
        {
            assert_true(nearest > (double)reach - TOLERANCE);
            assert_true(closest.distance == reach);
            continue;
        }
        assert_near(closest.distance, nearest, TOLERANCE);
        assert_near(closest.distance, of_found, TOLERANCE);
        double x = (double)closest.point.x - (double)point.x;
        double y = (double)closest.point.y - (double)point.y;
        assert_near(hypot(x, y), nearest, TOLERANCE);
    }
}

static void check_casts(test_random *random, const oracle *o)
{
    for (int i = 0; i < QUERIES; ++i)
    {
        scree_geometry geometry = some_geometry(random);
        scree_vec2 place = oracle_place(random, 1.5f * ORACLE_SIZE);
        scree_pose pose = {place, random_between(random, -3.0f, 3.0f)};
        scree_vec2 translation = oracle_place(random, ORACLE_SIZE);
        scree_query_filter filter = oracle_filter(random);
        double length = hypot((double)translation.x, (double)translation.y);
        scree_shape_hit hit =
            scree_world_cast_shape(o->world, &geometry, &pose, translation, filter);
        assert_ok(hit.result);
        double first = INFINITY, of_found = INFINITY;
        for (int k = 0; k < o->count; ++k)
        {
            scree_pose at;
            scree_geometry other = geometry_of(o->world, o->shape[k].id, &at);
            scree_cast cast;
            if (oracle_sees(&o->shape[k], filter))
            {
                assert_ok(
                    scree_geometry_cast_shape(&other, &at, &geometry, &pose, translation, &cast));
                // A grazing hit may be missed by one of them.
                double fraction = cast.hit ? (double)cast.fraction : INFINITY;
                first = fmin(first, fraction);
                of_found = o->shape[k].id.value == hit.shape.value ? fraction : of_found;
            }
        }
        if (hit.shape.value != 0 && isfinite(of_found))
        {
            assert_near((double)hit.fraction * length, of_found * length, 5e-3);
            assert_near((double)hit.fraction * length, first * length, 5e-3);
        }
        else
        {
            assert_true(hit.shape.value == 0);
            assert_true(!isfinite(first));
            assert_true(hit.fraction == 1.0f);
        }
    }
}

TEST(geometries_overlap_the_shapes_of_brute_force)
{
    oracle_rounds(120, check_overlaps, 11, false);
}

TEST(the_closest_point_is_that_of_brute_force) { oracle_rounds(120, check_closest, 12, false); }

TEST(casts_hit_the_shape_of_brute_force) { oracle_rounds(120, check_casts, 13, false); }

TEST(a_half_space_overlaps_and_casts_nothing)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_query_filter all = scree_query_filter_default();
    scree_geometry plane = {.type = SCREE_SHAPE_HALF_SPACE, .half_space = {{0.0f, 1.0f}, 0.0f}};
    scree_pose pose = {{0.0f, 0.0f}, 0.0f};
    scree_vec2 zero = {0.0f, 0.0f};
    assert_int_equal(scree_world_overlap_shape(world, &plane, &pose, all, NULL, 0), -1);
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_cast_shape(world, &plane, &pose, zero, all).result,
                     SCREE_ERROR_ARGUMENT);
}
