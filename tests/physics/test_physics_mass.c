/// Mass, centre and inertia of every shape against a numerical integral.
#include "tests/support/worlds.h"

#define PI 3.14159265358979323846

/// Area and moments about the origin.
typedef struct moments
{
    double area, x, y, polar;
} moments;

/// The part of a horizontal line inside a convex shape.
typedef struct span
{
    double low, high;
} span;

static void widen(span *s, double low, double high)
{
    if (low <= high)
    {
        s->low = fmin(s->low, low);
        s->high = fmax(s->high, high);
    }
}

static void cut_quad(span *s, double y, const double x[4], const double h[4])
{
    double low = 1e300, high = -1e300;
    for (int i = 0; i < 4; ++i)
    {
        int k = (i + 1) % 4;
        if ((h[i] <= y) == (h[k] <= y))
        {
            continue;
        }
        double at = x[i] + (x[k] - x[i]) * (y - h[i]) / (h[k] - h[i]);
        low = fmin(low, at);
        high = fmax(high, at);
    }
    widen(s, low, high);
}

/// A core polygon, a disc on each vertex and a rectangle on each edge: the outermost parts span.
static span cut(const scree_vec2 *v, int count, double r, double y)
{
    span s = {1e300, -1e300};
    for (int i = 0; i < count; ++i)
    {
        int k = (i + 1) % count;
        double ax = (double)v[i].x, ay = (double)v[i].y, bx = (double)v[k].x, by = (double)v[k].y;
        double half = r * r - (y - ay) * (y - ay);
        if (half >= 0.0)
        {
            widen(&s, ax - sqrt(half), ax + sqrt(half));
        }
        double edge = hypot(bx - ax, by - ay);
        if (count == 1 || edge == 0.0)
        {
            continue;
        }
        double nx = (by - ay) / edge * r, ny = (ax - bx) / edge * r;
        double x[4] = {ax, bx, bx + nx, ax + nx}, h[4] = {ay, by, by + ny, ay + ny};
        cut_quad(&s, y, x, h);
        // The core's own edge bounds the span where r is zero.
        double flat_x[4] = {ax, bx, bx, ax}, flat_h[4] = {ay, by, by, ay};
        cut_quad(&s, y, flat_x, flat_h);
    }
    return s;
}

/// Midpoint rule over horizontal lines, each integrated exactly.
static moments integrate(const scree_vec2 *v, int count, double r)
{
    const int lines = 100000;
    double bottom = 1e300, top = -1e300;
    for (int i = 0; i < count; ++i)
    {
        bottom = fmin(bottom, (double)v[i].y - r);
        top = fmax(top, (double)v[i].y + r);
    }
    double step = (top - bottom) / lines;
    moments m = {0};
    for (int i = 0; i < lines; ++i)
    {
        double y = bottom + (i + 0.5) * step;
        span s = cut(v, count, r, y);
        if (s.low > s.high)
        {
            continue;
        }
        double width = s.high - s.low;
        m.area += step * width;
        m.x += step * 0.5 * (s.high * s.high - s.low * s.low);
        m.y += step * width * y;
        m.polar +=
            step * ((s.high * s.high * s.high - s.low * s.low * s.low) / 3.0 + width * y * y);
    }
    return m;
}

static void add_moments(moments *sum, const moments *m, double density)
{
    sum->area += density * m->area;
    sum->x += density * m->x;
    sum->y += density * m->y;
    sum->polar += density * m->polar;
}

// At rounded ends the midpoint rule errs by lines^-1.5 = 3e-8; floats by 6e-8; arms add up.
#define RELATIVE 2e-6

static void assert_mass(double mass, double inertia, scree_vec2 center, const moments *m)
{
    double x = m->x / m->area, y = m->y / m->area, size = sqrt(m->polar / m->area);
    double about_center = m->polar - m->area * (x * x + y * y);
    assert_near(mass, m->area, RELATIVE * m->area);
    assert_near_vec2(center, x, y, RELATIVE * size);
    // Relative to the moment about the origin: that is where it is computed from.
    assert_near(inertia, about_center, RELATIVE * about_center + 1e-7 * m->polar);
}

TEST(circles_and_capsules_have_the_mass_of_their_area)
{
    const scree_circle circles[] = {
        {{0, 0}, 0.5f}, {{3, -2}, 1.0f}, {{0.1f, 0.2f}, 0.01f}, {{-20, 30}, 40.0f}};
    for (int i = 0; i < 4; ++i)
    {
        moments m = integrate(&circles[i].center, 1, (double)circles[i].radius), scaled = {0};
        add_moments(&scaled, &m, 2.5);
        scree_mass_data mass = scree_circle_mass(&circles[i], 2.5f);
        assert_mass((double)mass.mass, (double)mass.inertia, mass.center, &scaled);
    }
    const scree_capsule capsules[] = {
        {{-1, 0}, {1, 0}, 0.5f}, {{2, 3}, {2.5f, 7}, 0.1f}, {{0, 0}, {0.01f, 0}, 2.0f}};
    for (int i = 0; i < 3; ++i)
    {
        scree_vec2 ends[2] = {capsules[i].point_a, capsules[i].point_b};
        moments m = integrate(ends, 2, (double)capsules[i].radius);
        scree_mass_data mass = scree_capsule_mass(&capsules[i], 1.0f);
        assert_mass((double)mass.mass, (double)mass.inertia, mass.center, &m);
    }
}

TEST(polygons_have_the_mass_of_their_area_rounded_ones_too)
{
    test_random random = random_of(5);
    for (int round = 0; round < 30; ++round)
    {
        scree_vec2 points[24];
        float dx = random_between(&random, -5.0f, 5.0f), dy = random_between(&random, -5.0f, 5.0f);
        for (int i = 0; i < 24; ++i)
        {
            points[i] = (scree_vec2){dx + random_between(&random, -2.0f, 2.0f),
                                     dy + random_between(&random, -1.0f, 1.0f)};
        }
        scree_polygon polygon;
        float radius = round % 2 ? 0.0f : random_between(&random, 0.01f, 2.0f);
        assert_ok(scree_polygon_hull(points, 3 + round % 20, radius, &polygon));
        moments m = integrate(polygon.vertices, polygon.count, (double)radius);
        scree_mass_data mass = scree_polygon_mass(&polygon, 1.0f);
        assert_mass((double)mass.mass, (double)mass.inertia, mass.center, &m);
    }
    scree_polygon many = regular_polygon(64, 3.0f, 0.25f);
    moments m = integrate(many.vertices, 64, 0.25);
    scree_mass_data mass = scree_polygon_mass(&many, 1.0f);
    assert_mass((double)mass.mass, (double)mass.inertia, mass.center, &m);
}

TEST(a_compound_sums_its_parts)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 7.0f, 3.0f, 0.0f);
    scree_shape_def def = scree_shape_def_default();
    moments sum = {0};
    scree_circle circle = {{1.0f, 0.5f}, 0.4f};
    scree_capsule capsule = {{-2.0f, -1.0f}, {-1.0f, 1.0f}, 0.3f};
    scree_polygon box = scree_polygon_box_at(0.5f, 0.25f, (scree_vec2){0.0f, 2.0f}, 0.4f, 0.1f);
    scree_segment segment = {{5.0f, 5.0f}, {6.0f, 5.0f}};
    def.density = 2.0f;
    scree_shape_create_circle(world, body, &def, &circle);
    moments part = integrate(&circle.center, 1, 0.4f);
    add_moments(&sum, &part, 2.0);
    def.density = 0.5f;
    scree_shape_id second = scree_shape_create_capsule(world, body, &def, &capsule);
    moments without = sum;
    scree_vec2 ends[2] = {capsule.point_a, capsule.point_b};
    part = integrate(ends, 2, 0.3f);
    add_moments(&sum, &part, 0.5);
    def.density = 3.0f;
    add_polygon(world, body, &def, &box);
    part = integrate(box.vertices, 4, 0.1f);
    add_moments(&sum, &part, 3.0);
    add_moments(&without, &part, 3.0);
    // Segments weigh nothing.
    scree_shape_create_segment(world, body, &def, &segment);
    for (int round = 0; round < 2; ++round)
    {
        scree_vec2 center = scree_body_center_of_mass(world, body);
        center = (scree_vec2){center.x - 7.0f, center.y - 3.0f};
        assert_mass((double)scree_body_mass(world, body), (double)scree_body_inertia(world, body),
                    center, round ? &without : &sum);
        // Without the capsule it is lighter again.
        assert_int_equal(scree_shape_destroy(world, second),
                         round ? SCREE_ERROR_STALE_ID : SCREE_OK);
    }
}

TEST(the_velocity_follows_the_centre_when_a_turning_body_gains_a_shape)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_body_set_velocity(world, body, (scree_vec2){1.0f, 0.0f}, 2.0f);
    scree_polygon other = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    add_polygon(world, body, usual_shape(), &other);
    // The centre is 1 m further right, where the body moves up at 2 m/s.
    assert_near(scree_body_center_of_mass(world, body).x, 1.0, 1e-6);
    assert_near_vec2(scree_body_linear_velocity(world, body), 1.0, 2.0, 1e-6);
}

TEST(the_velocity_follows_the_centre_of_a_body_without_shapes)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    scree_shape_id shape = add_polygon(world, body, usual_shape(), &box);
    scree_body_set_velocity(world, body, (scree_vec2){0.0f, 5.0f}, 2.0f);
    // The origin moves up at 5 - 2 * 2 m/s; a centre 1 m above it moves left, too.
    assert_ok(scree_shape_destroy(world, shape));
    assert_near_vec2(scree_body_linear_velocity(world, body), 0.0, 1.0, 1e-6);
    scree_mass_data mass = {1.0f, 1.0f, {0.0f, 1.0f}};
    assert_ok(scree_body_set_mass_data(world, body, &mass));
    assert_near_vec2(scree_body_linear_velocity(world, body), -2.0, 1.0, 1e-6);
}

TEST(the_mass_can_be_given_and_shapes_compute_it_anew)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_mass_data mass = {10.0f, 0.0f, {0.2f, 0.1f}};
    assert_ok(scree_body_set_mass_data(world, body, &mass));
    assert_near(scree_body_mass(world, body), 10.0, 0.0);
    assert_near(scree_body_center_of_mass(world, body).x, 0.2, 1e-7);
    // Inertia 0: it does not turn.
    scree_body_apply_impulse(world, body, (scree_vec2){5.0f, 0.0f}, (scree_vec2){0.0f, 0.5f});
    assert_near(scree_body_linear_velocity(world, body).x, 0.5, 1e-6);
    assert_near(scree_body_angular_velocity(world, body), 0.0, 0.0);
    scree_shape_id extra = add_circle(world, body, usual_shape(), 0.1f);
    assert_near(scree_body_mass(world, body), 1.0 + 0.01 * PI, 1e-5);
    scree_shape_destroy(world, extra);
    assert_near(scree_body_mass(world, body), 1.0, 1e-6);
}

TEST(a_density_can_be_set_and_the_mass_follows)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_shape_def def = scree_shape_def_default();
    scree_polygon left = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){-1.0f, 0.0f}, 0.0f, 0.0f);
    scree_polygon right = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){1.0f, 0.0f}, 0.0f, 0.0f);
    scree_body_id bodies[2];
    scree_shape_id shapes[2];
    for (int i = 0; i < 2; ++i)
    {
        bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, 10.0f * (float)i, 0.0f, 0.0f);
        add_polygon(world, bodies[i], &def, &left);
        // The second has at once what the first one gets.
        def.density = i == 0 ? 1.0f : 3.0f;
        shapes[i] = add_polygon(world, bodies[i], &def, &right);
        def.density = 1.0f;
    }
    scree_body_set_velocity(world, bodies[0], (scree_vec2){0.0f, 0.0f}, 2.0f);
    assert_ok(scree_shape_set_density(world, shapes[0], 3.0f));
    assert_true(scree_shape_density(world, shapes[0]) == 3.0f);
    assert_true(scree_body_mass(world, bodies[0]) == scree_body_mass(world, bodies[1]));
    assert_true(scree_body_inertia(world, bodies[0]) == scree_body_inertia(world, bodies[1]));
    // The centre goes 0.5 m to the right, where the body moves up at 1 m/s.
    assert_near(scree_body_center_of_mass(world, bodies[0]).x, 0.5, 1e-6);
    assert_near(scree_body_linear_velocity(world, bodies[0]).y, 1.0, 1e-6);
    // A mass that was given is lost.
    scree_mass_data mass = {10.0f, 1.0f, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(world, bodies[1], &mass));
    assert_ok(scree_shape_set_density(world, shapes[1], 0.0f));
    assert_near(scree_body_mass(world, bodies[1]), 1.0, 1e-6);
    assert_near(scree_body_center_of_mass(world, bodies[1]).x, 9.0, 1e-6);
    // Static bodies stay without mass, and have it when they become dynamic.
    assert_ok(scree_body_set_type(world, bodies[1], SCREE_BODY_STATIC));
    assert_ok(scree_shape_set_density(world, shapes[1], 5.0f));
    assert_true(scree_body_mass(world, bodies[1]) == 0.0f);
    assert_ok(scree_body_set_type(world, bodies[1], SCREE_BODY_DYNAMIC));
    assert_near(scree_body_mass(world, bodies[1]), 6.0, 1e-5);
}

TEST(a_dynamic_body_without_mass_falls_like_any_other)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    def.density = 0.0f;
    scree_body_id bare = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_body_id light = add_slab(world, SCREE_BODY_DYNAMIC, 5.0f, 0.0f, &def, 0.5f, 0.5f);
    run_seconds(world, 1.0f);
    assert_near(scree_body_linear_velocity(world, bare).y, -10.0, 1e-3);
    assert_near(scree_body_linear_velocity(world, light).y, -10.0, 1e-3);
}

TEST(bodies_change_their_type)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id shelf = add_slab(world, SCREE_BODY_STATIC, 0.0f, 0.0f, usual_shape(), 2.0f, 0.5f);
    scree_body_id box = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
    run_seconds(world, 1.0f);
    assert_near(scree_body_position(world, box).y, 1.0, 0.01);
    assert_near(scree_body_mass(world, shelf), 0.0, 0.0);
    // Dynamic: both fall.
    assert_ok(scree_body_set_type(world, shelf, SCREE_BODY_DYNAMIC));
    assert_near(scree_body_mass(world, shelf), 4.0, 1e-5);
    run_seconds(world, 0.5f);
    assert_near(scree_body_linear_velocity(world, shelf).y, -5.0, 0.05);
    assert_near(scree_body_linear_velocity(world, box).y, -5.0, 0.05);
    // Kinematic: the velocity stays, the box comes down on it.
    assert_ok(scree_body_set_type(world, shelf, SCREE_BODY_KINEMATIC));
    float v = scree_body_linear_velocity(world, shelf).y;
    run_seconds(world, 0.5f);
    assert_near(scree_body_linear_velocity(world, shelf).y, v, 0.0);
    assert_near(scree_body_linear_velocity(world, box).y, v, 0.05);
    // Static: it stops dead, and so does what lies on it.
    assert_ok(scree_body_set_type(world, shelf, SCREE_BODY_STATIC));
    assert_near(scree_body_linear_velocity(world, shelf).y, 0.0, 0.0);
    run_seconds(world, 1.0f);
    scree_vec2 p = scree_body_position(world, shelf);
    assert_near(scree_body_position(world, box).y - p.y, 1.0, 0.02);
}

TEST(hulls_leave_out_what_lies_on_the_line_between_its_neighbours)
{
    const struct
    {
        float out;
        int count;
    } cases[] = {{0.0f, 4}, {2.4e-7f, 4}, {1e-5f, 5}, {-0.1f, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        const scree_vec2 points[] = {{-1.0f, -1.0f},
                                     {0.25f, -1.0f - cases[i].out},
                                     {1.0f, -1.0f},
                                     {1.0f, 1.0f},
                                     {-1.0f, 1.0f}};
        scree_polygon hull;
        assert_ok(scree_polygon_hull(points, 5, 0.0f, &hull));
        assert_int_equal(hull.count, cases[i].count);
    }
}

/// The mass of a body of circles and boxes by the laws of moments, in double precision.
static void assert_mass_of_shapes(scree_world *world, scree_body_id body)
{
    scree_shape_id shapes[64];
    const int count = scree_body_shapes(world, body, shapes, 64);
    double mass = 0.0, x = 0.0, y = 0.0, inertia = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const scree_mass_data part = scree_shape_mass_data(world, shapes[i]);
        const double m = (double)part.mass, px = (double)part.center.x, py = (double)part.center.y;
        mass += m;
        x += m * px;
        y += m * py;
        inertia += (double)part.inertia + m * (px * px + py * py);
    }
    const scree_mass_data whole = scree_body_mass_data(world, body);
    x /= mass;
    y /= mass;
    assert_near(whole.mass, mass, 1e-5 * mass);
    assert_near_vec2(whole.center, x, y, 1e-4);
    assert_near(whole.inertia, inertia - mass * (x * x + y * y), 1e-4 * inertia);
}

// A body of more than 16 shapes keeps the sum of their moments.
TEST(the_mass_of_many_shapes_follows_each_change_of_one_of_them)
{
    const int counts[] = {1, 2, 15, 16, 17, 18, 40};
    for (size_t n = 0; n < sizeof counts / sizeof *counts; ++n)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.7f);
        scree_shape_id shapes[41];
        for (int i = 0; i <= counts[n]; ++i)
        {
            const scree_circle circle = {{0.3f * (float)i, 0.1f * (float)(i % 5)}, 0.4f};
            shapes[i] = scree_shape_create_circle(world, body, usual_shape(), &circle);
        }
        assert_mass_of_shapes(world, body);
        const scree_polygon box =
            scree_polygon_box_at(1.5f, 0.2f, (scree_vec2){-2.0f, 1.0f}, 0.3f, 0.0f);
        assert_ok(scree_shape_set_polygon(world, shapes[0], &box));
        assert_mass_of_shapes(world, body);
        assert_ok(scree_shape_set_density(world, shapes[0], 3.0f));
        assert_mass_of_shapes(world, body);
        assert_ok(scree_shape_destroy(world, shapes[counts[n]]));
        assert_mass_of_shapes(world, body);
        const scree_circle large = {{1.0f, -2.0f}, 1.2f};
        assert_ok(scree_shape_set_circle(world, shapes[0], &large));
        assert_mass_of_shapes(world, body);
        assert_ok(scree_body_set_type(world, body, SCREE_BODY_KINEMATIC));
        assert_ok(scree_shape_set_polygon(world, shapes[0], &box));
        assert_ok(scree_body_set_type(world, body, SCREE_BODY_DYNAMIC));
        assert_mass_of_shapes(world, body);
        const scree_shape_id late = scree_shape_create_circle(world, body, usual_shape(), &large);
        assert_mass_of_shapes(world, body);
        assert_ok(scree_shape_destroy(world, late));
        assert_mass_of_shapes(world, body);
        const scree_shape_id latest = scree_shape_create_circle(world, body, usual_shape(), &large);
        assert_ok(scree_shapes_destroy(world, &latest, 1));
        assert_mass_of_shapes(world, body);
    }
}
