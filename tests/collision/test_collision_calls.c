// Collision as public calls: closed forms, brute force, agreement with a world, and bad input.

#include "tests/support/worlds.h"

#define CASES 10000

static scree_geometry disc(float x, float y, float radius)
{
    return (scree_geometry){.type = SCREE_SHAPE_CIRCLE, .circle = {{x, y}, radius}};
}

static scree_geometry random_geometry(test_random *random)
{
    scree_geometry g = disc(0.2f, -0.1f, random_between(random, 0.1f, 0.8f));
    scree_vec2 a = {random_between(random, -1.0f, 0.0f), random_between(random, -1.0f, 1.0f)};
    scree_vec2 b = {random_between(random, 0.1f, 1.0f), random_between(random, -1.0f, 1.0f)};
    float round = random_below(random, 2) ? random_between(random, 0.01f, 0.3f) : 0.0f;
    switch (random_below(random, 5))
    {
    case 0:
        return g;
    case 1:
        return (scree_geometry){.type = SCREE_SHAPE_CAPSULE, .capsule = {a, b, round + 0.01f}};
    case 2:
        return (scree_geometry){.type = SCREE_SHAPE_SEGMENT, .segment = {a, b}};
    case 3:
        g.type = SCREE_SHAPE_POLYGON;
        g.polygon = scree_polygon_box_at(random_between(random, 0.1f, 1.0f), 0.3f, b,
                                         random_between(random, -3.0f, 3.0f), round);
        return g;
    default:
        g.type = SCREE_SHAPE_POLYGON;
        g.polygon = regular_polygon(3 + random_below(random, 62), 0.8f, round);
        return g;
    }
}

static scree_pose random_pose(test_random *random, float spread)
{
    return (scree_pose){
        {random_between(random, -spread, spread), random_between(random, -spread, spread)},
        random_between(random, -4.0f, 4.0f)};
}

/// The core in the world, in double precision; returns how many points it has.
static int core_of(const scree_geometry *g, const scree_pose *pose, double out[][2], double *radius)
{
    scree_vec2 line[2] = {g->segment.point_a, g->segment.point_b};
    const scree_vec2 *v = line;
    int count = 2;
    *radius = 0.0;
    if (g->type == SCREE_SHAPE_CIRCLE)
    {
        v = &g->circle.center;
        count = 1;
        *radius = (double)g->circle.radius;
    }
    else if (g->type == SCREE_SHAPE_POLYGON)
    {
        v = g->polygon.vertices;
        count = g->polygon.count;
        *radius = (double)g->polygon.radius;
    }
    else if (g->type == SCREE_SHAPE_CAPSULE)
    {
        line[0] = g->capsule.point_a;
        line[1] = g->capsule.point_b;
        *radius = (double)g->capsule.radius;
    }
    double c = cos((double)pose->angle), s = sin((double)pose->angle);
    for (int i = 0; i < count; ++i)
    {
        out[i][0] = (double)pose->position.x + c * (double)v[i].x - s * (double)v[i].y;
        out[i][1] = (double)pose->position.y + s * (double)v[i].x + c * (double)v[i].y;
    }
    return count;
}

/// Distance of a point from a core, 0 inside.
static double point_distance(double p[2], double v[][2], int count)
{
    double nearest = INFINITY;
    bool inside = count > 2;
    for (int i = 0; i < count; ++i)
    {
        double *a = v[i], *b = v[(i + 1) % count];
        double ex = b[0] - a[0], ey = b[1] - a[1], x = p[0] - a[0], y = p[1] - a[1];
        double square = ex * ex + ey * ey;
        double t = square > 0.0 ? fmin(fmax((x * ex + y * ey) / square, 0.0), 1.0) : 0.0;
        nearest = fmin(nearest, hypot(x - t * ex, y - t * ey));
        inside = inside && ex * y - ey * x >= 0.0;
    }
    return inside ? 0.0 : nearest;
}

TEST(points_are_as_far_from_shapes_as_from_their_outlines)
{
    test_random random = random_of(21);
    int within = 0;
    for (int i = 0; i < CASES; ++i)
    {
        scree_geometry g = random_geometry(&random);
        scree_pose pose = random_pose(&random, 2.0f);
        scree_vec2 point = random_pose(&random, 3.0f).position, closest;
        double core[64][2], radius, p[2] = {(double)point.x, (double)point.y};
        int count = core_of(&g, &pose, core, &radius);
        double expected = fmax(point_distance(p, core, count) - radius, 0.0);
        float distance;
        assert_ok(scree_geometry_closest_point(&g, &pose, point, &closest, &distance));
        assert_near(distance, expected, 3e-6);
        assert_near(hypot((double)(closest.x - point.x), (double)(closest.y - point.y)), expected,
                    3e-6);
        double q[2] = {(double)closest.x, (double)closest.y};
        assert_at_most(point_distance(q, core, count) - radius, 3e-6);
        bool inside = scree_geometry_contains(&g, &pose, point);
        assert_true(expected > 3e-6 ? !inside : inside || expected > 0.0 || count < 3);
        within += inside;
    }
    assert_in_range(within, CASES / 50, CASES / 4);
}

TEST(distances_and_their_points_agree)
{
    test_random random = random_of(22);
    int apart = 0;
    for (int i = 0; i < CASES; ++i)
    {
        scree_geometry a = random_geometry(&random), b = random_geometry(&random);
        scree_pose pose_a = random_pose(&random, 2.0f), pose_b = random_pose(&random, 2.0f);
        scree_distance d, back;
        assert_ok(scree_geometry_distance(&a, &pose_a, &b, &pose_b, &d));
        assert_ok(scree_geometry_distance(&b, &pose_b, &a, &pose_a, &back));
        assert_near(d.distance, back.distance, 1e-6);
        // No pair of points may be nearer: the ends of the distance are nearest to each other.
        scree_vec2 on_b, on_a;
        float from_a, from_b;
        scree_geometry_closest_point(&b, &pose_b, d.point_a, &on_b, &from_a);
        scree_geometry_closest_point(&a, &pose_a, d.point_b, &on_a, &from_b);
        assert_near(from_a, d.distance, 3e-6);
        assert_near(from_b, d.distance, 3e-6);
        apart += d.distance > 0.0f;
    }
    assert_in_range(apart, CASES / 4, CASES * 9 / 10);
}

TEST(rays_and_casts_end_at_the_surface)
{
    test_random random = random_of(23);
    int hits = 0, casts = 0;
    for (int i = 0; i < CASES; ++i)
    {
        scree_geometry a = random_geometry(&random), b = random_geometry(&random);
        scree_pose pose_a = random_pose(&random, 2.0f), pose_b = random_pose(&random, 2.0f);
        scree_vec2 path = random_pose(&random, 6.0f).position;
        scree_cast ray, cast;
        float gap;
        assert_ok(scree_geometry_cast_ray(&a, &pose_a, pose_b.position, path, &ray));
        if (ray.hit)
        {
            ++hits;
            scree_geometry_closest_point(&a, &pose_a, ray.point, NULL, &gap);
            assert_at_most(gap, 5e-6);
            assert_at_most(ray.normal.x * path.x + ray.normal.y * path.y, 1e-5);
        }
        else
        {
            assert_true(ray.fraction == 1.0f && ray.normal.x == 0.0f && ray.point.x == 0.0f);
        }
        assert_ok(scree_geometry_cast_shape(&a, &pose_a, &b, &pose_b, path, &cast));
        scree_pose end = pose_b;
        end.position.x += cast.fraction * path.x;
        end.position.y += cast.fraction * path.y;
        scree_distance d;
        scree_geometry_distance(&a, &pose_a, &b, &end, &d);
        if (cast.hit)
        {
            ++casts;
            assert_at_most(d.distance, 5e-6);
            scree_geometry_closest_point(&a, &pose_a, cast.point, NULL, &gap);
            assert_at_most(gap, 5e-6);
            scree_geometry_closest_point(&b, &end, cast.point, NULL, &gap);
            assert_at_most(gap, 5e-6);
        }
        else
        {
            assert_true(d.distance > 0.0f);
        }
    }
    assert_in_range(hits, CASES / 16, CASES / 2);
    assert_in_range(casts, CASES / 8, CASES * 3 / 4);
}

TEST(sweeps_without_a_turn_are_casts)
{
    test_random random = random_of(24);
    int hits = 0;
    for (int i = 0; i < CASES / 5; ++i)
    {
        scree_geometry a = random_geometry(&random), b = random_geometry(&random);
        scree_sweep path_a = {random_pose(&random, 2.0f), .center = {0.3f, 0.1f}};
        scree_sweep path_b = {random_pose(&random, 2.0f), .center = {-0.2f, 0.4f}};
        scree_vec2 path = random_pose(&random, 6.0f).position;
        path_a.end = path_a.begin;
        path_b.end = path_b.begin;
        path_b.end.position.x += path.x;
        path_b.end.position.y += path.y;
        scree_impact impact;
        scree_cast cast;
        assert_ok(scree_geometry_time_of_impact(&a, &path_a, &b, &path_b, 1e-5f, &impact));
        scree_geometry_cast_shape(&a, &path_a.begin, &b, &path_b.begin, path, &cast);
        if (impact.state == SCREE_IMPACT_HIT)
        {
            ++hits;
            // Not after the cast, which lacks the tolerance.
            assert_at_most(impact.fraction, cast.fraction + 2e-6f);
            assert_true(cast.hit || impact.fraction < 1.0f);
            float gap;
            scree_pose at = path_b.begin;
            at.position.x += impact.fraction * path.x;
            at.position.y += impact.fraction * path.y;
            scree_geometry_closest_point(&b, &at, impact.point, NULL, &gap);
            assert_at_most(gap, 2e-5);
        }
        assert_true(impact.state != SCREE_IMPACT_NONE || (!cast.hit && impact.fraction == 1.0f));
        assert_true(impact.state != SCREE_IMPACT_BEGINS || (cast.hit && cast.fraction == 0.0f));
    }
    assert_at_least(hits, CASES / 50);
}

TEST(a_rod_that_turns_about_its_end_meets_a_disc)
{
    // From (0, 0) to (2, 0), turning to the left; the disc's surface is asin(0.25 / 1) above.
    scree_geometry rod = {.type = SCREE_SHAPE_SEGMENT, .segment = {{0.0f, 0.0f}, {2.0f, 0.0f}}};
    scree_geometry ball = disc(0.0f, 0.0f, 0.25f);
    scree_sweep turns = {{{5.0f, 7.0f}, 0.0f}, {{5.0f, 7.0f}, 3.14159265f}, {0.0f, 0.0f}};
    scree_sweep stands = {{{5.0f, 8.0f}, 0.0f}, {{5.0f, 8.0f}, 0.0f}, {0.0f, 0.0f}};
    scree_impact impact;
    scree_geometry_time_of_impact(&rod, &turns, &ball, &stands, 1e-5f, &impact);
    assert_int_equal(impact.state, SCREE_IMPACT_HIT);
    assert_near(impact.fraction, 0.5 - asin(0.25) / 3.14159265, 1e-5);
    assert_near_vec2(impact.normal, -sqrt(1.0 - 0.0625), 0.25, 1e-4);
}

TEST(manifolds_are_those_of_a_world)
{
    test_random random = random_of(25);
    int touching = 0;
    for (int i = 0; i < CASES / 10; ++i)
    {
        scree_geometry g[2] = {random_geometry(&random), random_geometry(&random)};
        scree_pose pose[2] = {random_pose(&random, 0.8f), random_pose(&random, 0.8f)};
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def def = scree_shape_def_default();
        for (int k = 0; k < 2; ++k)
        {
            // The shape has no mass: so the centre of mass is the origin, and the fixed one does
            // not move.
            scree_body_id body = add_body(world, k ? SCREE_BODY_DYNAMIC : SCREE_BODY_STATIC,
                                          pose[k].position.x, pose[k].position.y, pose[k].angle);
            def.density = 0.0f;
            scree_shape_id made =
                g[k].type == SCREE_SHAPE_CIRCLE
                    ? scree_shape_create_circle(world, body, &def, &g[k].circle)
                : g[k].type == SCREE_SHAPE_CAPSULE
                    ? scree_shape_create_capsule(world, body, &def, &g[k].capsule)
                : g[k].type == SCREE_SHAPE_SEGMENT
                    ? scree_shape_create_segment(world, body, &def, &g[k].segment)
                    : scree_shape_create_polygon(world, body, &def, &g[k].polygon);
            assert_true(made.value != 0);
        }
        assert_ok(scree_world_step(world, 1e-6f, 1));
        scree_contact contact = {.point_count = 0};
        scree_world_contacts(world, &contact, 1);
        scree_manifold m;
        assert_ok(scree_geometry_manifold(&g[0], &pose[0], &g[1], &pose[1], 0.02f, &m));
        assert_int_equal(m.point_count, contact.point_count);
        // The class of a contact decides its order.
        bool swapped = m.point_count > 0 &&
                       contact.normal.x * m.normal.x + contact.normal.y * m.normal.y < 0.0f;
        float sign = swapped ? -1.0f : 1.0f;
        for (int k = 0; k < m.point_count; ++k)
        {
            assert_near_vec2(contact.normal, sign * m.normal.x, sign * m.normal.y, 1e-5);
            assert_near(contact.points[k].separation, m.points[k].separation, 1e-5);
            assert_near_vec2(contact.points[k].position, m.points[k].position.x,
                             m.points[k].position.y, 1e-4);
            assert_int_equal(contact.points[k].feature, m.points[k].feature);
        }
        touching += m.point_count > 0;
    }
    assert_at_least(touching, CASES / 40);
}

TEST(half_spaces_take_part_one_at_a_time)
{
    scree_geometry ground = {.type = SCREE_SHAPE_HALF_SPACE, .half_space = {{0.0f, 2.0f}, 1.0f}};
    scree_geometry ball = disc(0.0f, 0.0f, 0.5f);
    scree_pose origin = {{0.0f, 0.0f}, 0.0f}, above = {{3.0f, 2.0f}, 1.0f};
    scree_distance d;
    assert_ok(scree_geometry_distance(&ball, &above, &ground, &origin, &d));
    assert_near(d.distance, 1.0, 1e-6);
    assert_near(d.normal.y, -1.0, 1e-6);
    assert_near(d.point_b.y, 0.5, 1e-6);
    assert_int_equal(scree_geometry_distance(&ground, &above, &ground, &origin, &d),
                     SCREE_ERROR_ARGUMENT);
    scree_cast cast;
    scree_vec2 down = {1.0f, -4.0f};
    assert_ok(scree_geometry_cast_shape(&ground, &origin, &ball, &above, down, &cast));
    assert_near(cast.fraction, 0.25, 1e-6);
    assert_int_equal(scree_geometry_cast_shape(&ball, &above, &ground, &origin, down, &cast),
                     SCREE_ERROR_ARGUMENT);
    scree_manifold m;
    above.position.y = 0.9f;
    assert_ok(scree_geometry_manifold(&ball, &above, &ground, &origin, 0.0f, &m));
    assert_int_equal(m.point_count, 1);
    assert_near(m.points[0].separation, -0.1, 1e-6);
    assert_near(m.normal.y, -1.0, 1e-6);
}
