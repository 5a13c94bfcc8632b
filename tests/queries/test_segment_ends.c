// Rays at the ends of segments: none passes between two that share a point, none hits beside one.

#include "tests/support/worlds.h"

#define CORNERS 600
#define FAN 40  // rays at each corner

/// Two segments or a chain of two, as two geometries and in a world.
typedef struct corner
{
    scree_world *world;
    scree_body_id body;
    scree_vec2 a, shared, b;
} corner;

/// Alternately a chain and two segments, within 5 m of a place up to 10 or 1,000 m out.
static corner random_corner(scree_world *world, test_random *random, int i)
{
    const float reach = i % 4 < 2 ? 10.0f : 1000.0f;
    scree_vec2 at = {random_between(random, -reach, reach), random_between(random, -reach, reach)};
    scree_vec2 p[3];
    for (int k = 0; k < 3; ++k)
    {
        p[k] = (scree_vec2){at.x + random_between(random, -5.0f, 5.0f),
                            at.y + random_between(random, -5.0f, 5.0f)};
    }
    scree_body_id body = static_body(world);
    if (i % 2 == 0)
    {
        add_open_chain(world, body, usual_shape(), p, 3, true);
    }
    else
    {
        scree_segment first = {p[0], p[1]}, second = {p[1], p[2]};
        scree_shape_create_segment(world, body, usual_shape(), &first);
        scree_shape_create_segment(world, body, usual_shape(), &second);
    }
    return (corner){world, body, p[0], p[1], p[2]};
}

/// Distance of a point from a segment.
static double distance_from(scree_vec2 a, scree_vec2 b, scree_vec2 p)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double u = (double)p.x - (double)a.x, v = (double)p.y - (double)a.y;
    double part = fmax(0.0, fmin(1.0, (u * x + v * y) / (x * x + y * y)));
    return hypot(u - part * x, v - part * y);
}

/// m: what rounding of the coordinates of a ray and a segment comes to.
static double rounding_of(const corner *c, scree_vec2 origin)
{
    return 2e-6 * (fabs((double)origin.x) + fabs((double)origin.y) + fabs((double)c->shared.x) +
                   fabs((double)c->shared.y) + 10.0);
}

/// The ways to cast a ray that hit, of three: the world, all hits, each segment by itself. Each hit
/// must be on a segment.
static int count_hits(const corner *c, scree_vec2 origin, scree_vec2 way)
{
    const scree_query_filter all = scree_query_filter_default();
    const scree_pose here = {0};
    const scree_geometry piece[2] = {{SCREE_SHAPE_SEGMENT, .segment = {c->a, c->shared}},
                                     {SCREE_SHAPE_SEGMENT, .segment = {c->shared, c->b}}};
    scree_ray_hit hit = scree_world_cast_ray(c->world, origin, way, all);
    scree_vec2 point[3] = {hit.point};
    bool found[3] = {hit.shape.value != 0};
    for (int k = 0; k < 2; ++k)
    {
        scree_cast cast;
        assert_ok(scree_geometry_cast_ray(&piece[k], &here, origin, way, &cast));
        found[1 + k] = cast.hit;
        point[1 + k] = cast.point;
    }
    for (int k = 0; k < 3; ++k)
    {
        double off = fmin(distance_from(c->a, c->shared, point[k]),
                          distance_from(c->shared, c->b, point[k]));
        assert_true(!found[k] || off <= rounding_of(c, origin));
    }
    return found[0] + (found[1] || found[2]) +
           (scree_world_cast_ray_all(c->world, origin, way, all, NULL, 0) > 0);
}

/// The sine of the angle between a direction and the one from a to b.
static double sine_between(scree_vec2 way, scree_vec2 a, scree_vec2 b)
{
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return fabs((double)way.x * y - (double)way.y * x) /
           (hypot(x, y) * hypot((double)way.x, (double)way.y));
}

static scree_vec2 along(scree_vec2 from, float part, scree_vec2 way)
{
    return (scree_vec2){from.x + part * way.x, from.y + part * way.y};
}

TEST(a_ray_at_the_point_that_two_segments_share_hits_one)
{
    test_random random = random_of(16);
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    float x[2][FAN], t[2][FAN], fraction[FAN];
    for (int i = 0; i < CORNERS; ++i)
    {
        const corner c = random_corner(world, &random, i);
        const scree_vec2 arm = {c.a.x - c.shared.x, c.a.y - c.shared.y};
        const bool straight = sine_between(arm, c.b, c.shared) < 0.02;
        for (int k = 0; k < FAN;)
        {
            // Any angle, down to a microradian from the line of one of the two.
            float angle = random_between(&random, -3.14f, 3.14f);
            if (k % 4 == 0 && !straight)
            {
                angle = atan2f(arm.y, arm.x) + random_between(&random, -1e-6f, 1e-6f);
            }
            float sine, cosine, far = random_between(&random, 0.01f, 20.0f);
            scree_sincos(angle, &sine, &cosine);
            scree_vec2 origin = {c.shared.x - far * cosine, c.shared.y - far * sine};
            scree_vec2 way = {2.0f * (c.shared.x - origin.x), 2.0f * (c.shared.y - origin.y)};
            if (sine_between(way, c.a, c.shared) < 0.01 && sine_between(way, c.b, c.shared) < 0.01)
            {
                continue;
            }
            assert_int_equal(count_hits(&c, origin, way), 3);
            x[0][k] = origin.x;
            x[1][k] = origin.y;
            t[0][k] = way.x;
            t[1][k++] = way.y;
        }
        scree_ray_batch batch = {FAN, x[0], x[1], t[0], t[1], scree_query_filter_default()};
        assert_ok(scree_world_cast_rays(world, &batch, fraction, NULL, NULL, NULL));
        for (int k = 0; k < FAN; ++k)
        {
            assert_true(fraction[k] < 1.0f);
        }
        scree_body_destroy(world, c.body);
    }
}

/// Rays that pass an end by 1e-4 of the segment's length, end before it or begin behind it.
TEST(a_ray_that_does_not_reach_an_end_misses)
{
    test_random random = random_of(17);
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < CORNERS; ++i)
    {
        corner c = random_corner(world, &random, i % 2);
        scree_body_destroy(world, c.body);
        const scree_vec2 edge = {c.shared.x - c.a.x, c.shared.y - c.a.y};
        scree_segment segment = {c.a, c.shared};
        c.b = c.a;
        c.body = static_body(world);
        scree_shape_create_segment(world, c.body, usual_shape(), &segment);
        for (int k = 0; k < FAN; ++k)
        {
            float sine, cosine, far = random_between(&random, 1.0f, 20.0f);
            scree_sincos(random_between(&random, -3.14f, 3.14f), &sine, &cosine);
            const scree_vec2 way = {far * cosine, far * sine};
            const float off = (float)sine_between(way, c.a, c.shared);
            if (off < 0.05f || hypotf(edge.x, edge.y) < 0.5f)
            {
                continue;
            }
            scree_vec2 beside = along(c.a, -1e-4f / off, edge);
            scree_vec2 inside = along(c.a, random_between(&random, 0.0f, 1.0f), edge);
            assert_int_equal(count_hits(&c, along(beside, -0.5f, way), way), 0);
            assert_int_equal(count_hits(&c, along(c.a, -1.0002f, way), way), 0);
            assert_int_equal(count_hits(&c, along(c.a, 0.0002f, way), way), 0);
            assert_int_equal(count_hits(&c, along(inside, -1.0002f, way), way), 0);
            assert_int_equal(count_hits(&c, along(inside, 0.0002f, way), way), 0);
            assert_int_equal(count_hits(&c, along(inside, -0.5f, way), way), 3);
        }
        scree_body_destroy(world, c.body);
    }
}

/// Nearly in the line of a segment the crossing is ill-conditioned: the hit is on the segment.
TEST(a_ray_nearly_along_a_segment_hits_on_it_or_not_at_all)
{
    test_random random = random_of(18);
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    int hits = 0;
    for (int i = 0; i < CORNERS; ++i)
    {
        const corner c = random_corner(world, &random, i);
        for (int k = 0; k < FAN; ++k)
        {
            const float tilt = powf(10.0f, random_between(&random, -9.0f, -3.0f));
            const scree_vec2 edge = {c.shared.x - c.a.x, c.shared.y - c.a.y};
            const scree_vec2 way = {3.0f * edge.x - tilt * edge.y, 3.0f * edge.y + tilt * edge.x};
            const scree_vec2 origin = along(c.a, random_between(&random, -2.0f, 1.0f), edge);
            hits += count_hits(&c, along(origin, -tilt * 0.1f, (scree_vec2){-edge.y, edge.x}), way);
        }
        scree_body_destroy(world, c.body);
    }
    assert_at_least(hits, CORNERS);
}

/// Without friction a disc slides off any post that leans by up to a radian, and off a ridge.
TEST(a_disc_that_drops_on_an_end_or_a_shared_point_does_not_freeze)
{
    test_random random = random_of(19);
    const scree_shape_def smooth = surface(0.0f, 0.0f);
    for (int i = 0; i < 400; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id ground = static_body(world);
        for (int k = 0; k < 1 + i % 2; ++k)
        {
            float lean = (k == 0 ? 2.0f : -2.0f) * random_between(&random, 0.0f, 1.0f);
            scree_segment post = {{0.0f, 0.0f}, {lean, -2.0f}};
            scree_shape_create_segment(world, ground, &smooth, &post);
        }
        const float radius = random_between(&random, 0.02f, 0.3f);
        const float off = powf(10.0f, random_between(&random, -4.0f, 0.0f)) * radius;
        scree_body_id disc =
            add_body(world, SCREE_BODY_DYNAMIC, i % 3 == 0 ? off : -off, 1.0f, 0.0f);
        add_circle(world, disc, &smooth, radius);
        scree_body_set_bullet(world, disc, i % 5 == 0);
        scree_vec2 down = {0.0f, -random_between(&random, 0.0f, 60.0f)};
        scree_body_set_velocity(world, disc, down, 0.0f);
        step_times(world, 240);
        assert_at_most(scree_body_position(world, disc).y, -1.0f);
    }
}

TEST(a_ray_from_far_that_passes_below_an_end_is_not_hit_inside_of_the_segments_aabb)
{
    // 23 cm per 1e6 m below the end: near it by the rounding of the way there, but it comes into
    // the AABB of the segment far behind.
    const float far[] = {1e3f, 1e4f, 1e5f};
    for (int i = 0; i < 3; ++i)
    {
        scoped_world *world = default_world();
        scree_segment segment = {{0.0f, 0.0f}, {100.0f, 100.0f}};
        scree_shape_create_segment(world, static_body(world), usual_shape(), &segment);
        const float below = 2.3e-7f * far[i], slope = below / 90.0f;
        scree_vec2 origin = {-far[i], -below - slope * far[i]};
        scree_vec2 translation = {2.0f * far[i], 2.0f * far[i] * slope};
        scree_ray_hit hit =
            scree_world_cast_ray(world, origin, translation, scree_query_filter_default());
        assert_true(hit.shape.value == 0 || fabsf(hit.point.x) < 1e-5f * far[i]);
    }
}
