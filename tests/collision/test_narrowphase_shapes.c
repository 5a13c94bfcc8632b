// Results of single pairs of shapes: one situation each, answers known in advance.

#include "tests/support/narrow_fixture.h"
#include "core/tuning.h"
#include "dynamics/contacts/classify.h"
#include "geometry/geometry_entry.h"

#include "scree/world.h"
#include "tests/support/testing.h"

static const double pi = 3.14159265358979323846;

static narrow_fixture f;

static int start(void **state)
{
    (void)state;
    narrow_clear(&f);
    return 0;
}

/// The manifold of two shapes in the class their kinds call for; a must lead.
static sc_manifold collide(int a, int b)
{
    sc_pair_class found = sc_classify((sc_shape_kind)f.kinds[a], (sc_shape_kind)f.kinds[b]);
    assert_false(found.swap);
    f.pair_count = 0;
    const sc_kernels *kernels = sc_kernels_get(SCREE_SIMD_SCALAR);
    return narrow_collide(&f, narrow_kernel(kernels, found.contact_class), a, b);
}

static void assert_near(double x, double expected)
{
    if (fabs(x - expected) > 2e-5)
    {
        print_error("%.9g, expected %.9g\n", x, expected);
        fail();
    }
}

static void assert_normal(const sc_manifold *m, double x, double y)
{
    assert_near(m->normal_x, x);
    assert_near(m->normal_y, y);
}

/// Regular, vertex 0 at angle 0.
static int add_regular(double x, double y, double angle, int count, double size, double radius)
{
    scree_vec2 v[64];
    for (int k = 0; k < count; k++)
    {
        double at = 2.0 * pi * k / count;
        v[k] = (scree_vec2){(float)(size * cos(at)), (float)(size * sin(at))};
    }
    return narrow_add_polygon(&f, x, y, angle, v, count, radius);
}

TEST_WITH(the_class_table_is_symmetric_and_the_leading_kind_comes_first, start, NULL)
{
    static const sc_contact_class expected[SC_KIND_COUNT] = {
        SC_CLASS_CIRCLE_CIRCLE,   SC_CLASS_BOX_BOX, SC_CLASS_CONVEX4_CONVEX4,
        SC_CLASS_CONVEX8_CONVEX8, SC_CLASS_POLYGON, SC_CLASS_NONE};
    for (int a = 0; a < SC_KIND_COUNT; a++)
    {
        assert_int_equal(sc_classify((sc_shape_kind)a, (sc_shape_kind)a).contact_class,
                         expected[a]);
        for (int b = 0; b < SC_KIND_COUNT; b++)
        {
            sc_pair_class there = sc_classify((sc_shape_kind)a, (sc_shape_kind)b);
            sc_pair_class back = sc_classify((sc_shape_kind)b, (sc_shape_kind)a);
            assert_int_equal(there.contact_class, back.contact_class);
            assert_true(a == b ? !there.swap : there.swap != back.swap);
        }
    }
    assert_int_equal(sc_classify(SC_KIND_BOX, SC_KIND_CIRCLE).contact_class, SC_CLASS_BOX_CIRCLE);
    assert_false(sc_classify(SC_KIND_BOX, SC_KIND_CIRCLE).swap);
    sc_pair_class mixed = sc_classify(SC_KIND_BOX, SC_KIND_CONVEX8);
    assert_int_equal(mixed.contact_class, SC_CLASS_CONVEX8_CONVEX8);
    assert_true(mixed.swap);
}

TEST_WITH(geometry_is_padded_with_entry_zero_and_normals_point_outward, start, NULL)
{
    assert_int_equal(sc_kind_of(1, false), SC_KIND_CIRCLE);
    assert_int_equal(sc_kind_of(2, false), SC_KIND_CONVEX4);
    assert_int_equal(sc_kind_of(4, true), SC_KIND_BOX);
    assert_int_equal(sc_kind_of(5, false), SC_KIND_CONVEX8);
    assert_int_equal(sc_kind_of(9, false), SC_KIND_POLYGON);
    assert_int_equal(sc_geometry_floats(SC_KIND_CIRCLE, 1), 4);
    assert_int_equal(sc_geometry_floats(SC_KIND_BOX, 4), 20);
    assert_int_equal(sc_geometry_floats(SC_KIND_CONVEX8, 5), 36);
    assert_int_equal(sc_geometry_floats(SC_KIND_POLYGON, 64), 260);

    scree_vec2 triangle[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    float out[20];
    sc_geometry_write(out, SC_KIND_CONVEX4, triangle, 3, 0.25f, 9.0f, 9.0f);
    const float expected[20] = {0, 0, 3, 0.25f, 0,    0,    4,  0, 0, 3,
                                0, 0, 0, -1,    0.6f, 0.8f, -1, 0, 0, -1};
    for (int k = 0; k < 20; k++)
    {
        assert_near(out[k], expected[k]);
    }
    sc_geometry_write(out, SC_KIND_BOX, NULL, 4, 0.0f, 2.0f, 1.0f);
    const float box[20] = {2, 1, 4, 0, -2, -1, 2, -1, 2, 1, -2, 1, 0, -1, 1, 0, 0, 1, -1, 0};
    for (int k = 0; k < 20; k++)
    {
        assert_true(out[k] == box[k]);
    }
    sc_geometry_write_half_space(out, (scree_vec2){0.0f, 5.0f}, 10.0f);
    assert_true(out[0] == 0.0f && out[1] == 1.0f && out[2] == 2.0f && out[3] == 0.0f);
}

TEST_WITH(a_box_resting_on_a_box_has_two_points_at_the_ends_of_the_overlap, start, NULL)
{
    int ground = narrow_add_box(&f, 0.0, -1.0, 0.0, 10.0, 1.0, 0.0);
    int box = narrow_add_box(&f, 3.0, 0.499, 0.0, 0.5, 0.5, 0.0);
    sc_manifold m = collide(ground, box);
    assert_int_equal(narrow_count(&m), 2);
    assert_normal(&m, 0.0, 1.0);
    for (int k = 0; k < 2; k++)
    {
        assert_near(m.separation[k], -0.001);
        assert_near(m.anchor[k][1], 1.0 - 0.0005);
    }
    assert_near(fmin(m.anchor[0][0], m.anchor[1][0]), 2.5);
    assert_near(fmax(m.anchor[0][0], m.anchor[1][0]), 3.5);
    assert_near(m.com_x, 3.0);
    assert_near(m.com_y, 1.499);
}

TEST_WITH(feature_ids_stay_while_a_box_rocks_and_slides, start, NULL)
{
    int ground = narrow_add_box(&f, 0.0, -1.0, 0.0, 10.0, 1.0, 0.0);
    int box = narrow_add_box(&f, 0.0, 0.5, 0.0, 0.5, 0.5, 0.0);
    sc_manifold first = collide(ground, box);
    for (int k = -20; k <= 20; k++)
    {
        f.poses[box].x = 0.1f * (float)k;
        f.poses[box].y = 0.499f + 1e-4f * (float)(k % 5);
        f.poses[box].sin = 2e-4f * (float)k;
        sc_manifold m = collide(ground, box);
        assert_int_equal(m.info, first.info);
    }
    // Repeat with the light box as a: the reference face may now belong to b.
    f.poses[box].x = 0.0f;
    f.poses[box].sin = 0.0f;
    first = collide(box, ground);
    for (int k = -20; k <= 20; k++)
    {
        f.poses[box].sin = 2e-4f * (float)k;
        sc_manifold m = collide(box, ground);
        assert_int_equal(m.info, first.info);
    }
}

TEST_WITH(a_point_that_moves_to_the_first_place_keeps_its_impulse, start, NULL)
{
    int ground = narrow_add_box(&f, 0.0, -1.0, 0.0, 10.0, 1.0, 0.0);
    int box = narrow_add_box(&f, 0.0, 0.5, 0.0, 0.5, 0.5, 0.0);
    sc_manifold old = collide(ground, box);
    assert_int_equal(narrow_count(&old), 2);
    int survivors = 0;
    for (int side = -1; side <= 1; side += 2)
    {
        f.manifolds[0] = old;
        f.manifolds[0].normal_impulse_0 = 1.0f;
        f.manifolds[0].tangent_impulse_0 = -1.0f;
        f.manifolds[0].normal_impulse_1 = 2.0f;
        f.manifolds[0].tangent_impulse_1 = -2.0f;
        f.manifolds[0].rolling_impulse = 3.0f;
        f.poses[box].cos = cosf(0.05f);
        f.poses[box].sin = (float)side * sinf(0.05f);
        f.poses[box].y = 0.52f;
        sc_manifold m = collide(ground, box);
        assert_int_equal(narrow_count(&m), 1);
        int kept = narrow_feature(&m, 0) == narrow_feature(&old, 0) ? 0 : 1;
        assert_int_equal(narrow_feature(&m, 0), narrow_feature(&old, kept));
        assert_true(m.normal_impulse_0 == (float)(1 + kept));
        assert_true(m.tangent_impulse_0 == -(float)(1 + kept));
        assert_true(m.normal_impulse_1 == 0.0f && m.tangent_impulse_1 == 0.0f);
        assert_true(m.rolling_impulse == 3.0f);
        survivors += kept;
    }
    assert_int_equal(survivors, 1);
}

TEST_WITH(capsules_end_to_end_touch_along_their_axis, start, NULL)
{
    for (int k = 0; k < 16; k++)
    {
        double angle = 2.0 * pi * k / 16.0, c = cos(angle), s = sin(angle);
        for (int tilt = -1; tilt <= 1; tilt++)
        {
            narrow_clear(&f);
            double gap = 0.195;  // of the cores; the radii sum to 0.2
            int a = narrow_add_capsule(&f, 1.0, 2.0, angle, 0.5, 0.1);
            int b = narrow_add_capsule(&f, 1.0 + (1.0 + gap) * c, 2.0 + (1.0 + gap) * s,
                                       angle + pi + 1e-4 * tilt, 0.5, 0.1);
            sc_manifold m = collide(a, b);
            assert_int_equal(narrow_count(&m), 1);
            assert_true(m.normal_x * c + m.normal_y * s > 0.99999);
            assert_true(fabs((double)m.separation[0] + 0.005) < 1e-4);
            assert_true(fabs(m.anchor[0][0] - (0.5 + 0.5 * gap) * c) < 1e-3);
            assert_true(fabs(m.anchor[0][1] - (0.5 + 0.5 * gap) * s) < 1e-3);
        }
    }
}

TEST_WITH(parallel_capsules_touch_at_two_points, start, NULL)
{
    int a = narrow_add_capsule(&f, 0.0, 0.0, 0.0, 1.0, 0.1);
    int b = narrow_add_capsule(&f, 0.5, 0.199, 0.0, 1.0, 0.1);
    sc_manifold m = collide(a, b);
    assert_int_equal(narrow_count(&m), 2);
    assert_normal(&m, 0.0, 1.0);
    assert_near(m.separation[0], -0.001);
    assert_near(m.separation[1], -0.001);
    assert_near(fmin(m.anchor[0][0], m.anchor[1][0]), -0.5);
    assert_near(fmax(m.anchor[0][0], m.anchor[1][0]), 1.0);
    assert_near(m.anchor[0][1], 0.0995);
}

TEST_WITH(a_circle_beyond_the_end_of_a_capsule_meets_its_cap, start, NULL)
{
    int capsule = narrow_add_capsule(&f, 0.0, 0.0, 0.0, 0.5, 0.1);
    for (int k = -8; k <= 8; k++)
    {
        double angle = pi / 2.0 * k / 8.0, reach = 0.1 + 0.2 - 0.002;
        int circle = narrow_add_circle(&f, 0.5 + reach * cos(angle), reach * sin(angle), 0.2);
        sc_manifold m = collide(capsule, circle);
        assert_int_equal(narrow_count(&m), 1);
        assert_normal(&m, cos(angle), sin(angle));
        assert_near(m.separation[0], -0.002);
        assert_near(m.anchor[0][0], 0.5 + 0.099 * cos(angle));
        assert_near(m.anchor[0][1], 0.099 * sin(angle));
    }
}

TEST_WITH(rounded_corners_are_round, start, NULL)
{
    const double r = 0.15, reach = 0.3 - 0.004;
    for (int k = 0; k <= 8; k++)
    {
        double angle = pi / 2.0 * k / 8.0;
        narrow_clear(&f);
        int box = narrow_add_box(&f, 0.0, 0.0, 0.0, 0.5, 0.4, r);
        int circle = narrow_add_circle(&f, 0.5 + reach * cos(angle), 0.4 + reach * sin(angle), r);
        int square = add_regular(0.5 + reach * cos(angle) + 0.4 * cos(angle),
                                 0.4 + reach * sin(angle) + 0.4 * sin(angle), angle, 4, 0.4, r);
        sc_manifold m = collide(box, circle);
        assert_normal(&m, cos(angle), sin(angle));
        assert_near(m.separation[0], -0.004);
        // The square points at the box's corner with a corner of its own.
        const sc_kernels *kernels = sc_kernels_get(SCREE_SIMD_SCALAR);
        f.pair_count = 0;
        m = narrow_collide(&f, kernels->narrow_convex4_convex4, box, square);
        // Over the end of a face the incident edge just reaches the slab: twice the same point.
        assert_true(narrow_count(&m) == 1 || k == 0 || k == 8);
        assert_normal(&m, cos(angle), sin(angle));
        assert_near(m.separation[0], -0.004);
        assert_near(m.anchor[0][0], 0.5 + 0.148 * cos(angle));
        assert_near(m.anchor[0][1], 0.4 + 0.148 * sin(angle));
    }
}

TEST_WITH(concentric_shapes_get_a_unit_normal, start, NULL)
{
    int circle = narrow_add_circle(&f, 3.0, 4.0, 0.5), twin = narrow_add_circle(&f, 3.0, 4.0, 0.25);
    sc_manifold m = collide(circle, twin);
    assert_normal(&m, 1.0, 0.0);
    assert_near(m.separation[0], -0.75);
    int box = narrow_add_box(&f, 3.0, 4.0, 0.0, 0.5, 0.5, 0.0);
    m = collide(box, twin);
    assert_near(m.normal_x * m.normal_x + m.normal_y * m.normal_y, 1.0);
    assert_near(m.separation[0], -0.75);
    int capsule = narrow_add_capsule(&f, 3.0, 4.0, 1.0, 0.5, 0.5);
    m = collide(capsule, twin);
    assert_near(m.normal_x * m.normal_x + m.normal_y * m.normal_y, 1.0);
    assert_near(m.separation[0], -0.75);
}

TEST_WITH(shapes_rest_on_a_half_space, start, NULL)
{
    for (int k = 0; k < 12; k++)
    {
        double angle = 2.0 * pi * k / 12.0, nx = -sin(angle), ny = cos(angle);
        narrow_clear(&f);
        int plane = narrow_add_half_space(&f, 5.0, -2.0, angle);
        // 1 mm deep, 0.7 m along the boundary.
        double x = 5.0 + 0.7 * cos(angle), y = -2.0 + 0.7 * sin(angle);
        int box = narrow_add_box(&f, x + 0.449 * nx, y + 0.449 * ny, angle, 0.5, 0.4, 0.05);
        int circle = narrow_add_circle(&f, x + 0.299 * nx, y + 0.299 * ny, 0.3);
        int capsule = narrow_add_capsule(&f, x + 0.099 * nx, y + 0.099 * ny, angle, 0.5, 0.1);
        sc_manifold on[3] = {collide(plane, box), collide(plane, circle), collide(plane, capsule)};
        for (int j = 0; j < 3; j++)
        {
            assert_int_equal(narrow_count(&on[j]), j == 1 ? 1 : 2);
            assert_normal(&on[j], nx, ny);
            for (int p = 0; p < narrow_count(&on[j]); p++)
            {
                double px = on[j].anchor[p][0], py = on[j].anchor[p][1];
                assert_near(on[j].separation[p], -0.001);
                assert_near(px * nx + py * ny, -0.0005);
                double along = px * cos(angle) + py * sin(angle);
                assert_near(fabs(along - 0.7), j == 1 ? 0.0 : 0.5);
            }
        }
    }
}

TEST_WITH(a_polygon_of_64_lies_flat_and_rolls_over_its_vertices, start, NULL)
{
    double size = 1.0, flat = size * cos(pi / 64.0);
    for (int k = 0; k < 64; k++)
    {
        narrow_clear(&f);
        int plane = narrow_add_half_space(&f, 0.0, 0.0, 0.0);
        int box = narrow_add_box(&f, 0.0, -1.0, 0.0, 4.0, 1.0, 0.0);
        // An edge down, and then a vertex down.
        int edge = add_regular(0.0, flat, -pi / 2.0 + pi / 64.0 + k * pi / 32.0, 64, size, 0.0);
        int vertex = add_regular(0.0, size, -pi / 2.0 + k * pi / 32.0, 64, size, 0.0);
        for (int j = 0; j < 2; j++)
        {
            sc_manifold m = j ? collide(edge, box) : collide(plane, edge);
            assert_int_equal(narrow_count(&m), 2);
            assert_normal(&m, 0.0, j ? -1.0 : 1.0);
            assert_near(m.separation[0], 0.0);
            assert_near(m.separation[1], 0.0);
            m = j ? collide(vertex, box) : collide(plane, vertex);
            assert_true(narrow_count(&m) > 0);
            assert_normal(&m, 0.0, j ? -1.0 : 1.0);
            double min_separation =
                narrow_count(&m) == 2 ? fmin(m.separation[0], m.separation[1]) : m.separation[0];
            assert_near(min_separation, 0.0);
        }
    }
}

TEST_WITH(points_are_culled_one_by_one_at_the_speculative_distance, start, NULL)
{
    const double limit = (double)SC_SPECULATIVE;
    for (int k = -1; k <= 1; k += 2)
    {
        narrow_clear(&f);
        double gap = limit + 1e-5 * k;
        int ground = narrow_add_box(&f, 0.0, -1.0, 0.0, 10.0, 1.0, 0.0);
        int box = narrow_add_box(&f, 0.0, 0.5 + gap, 0.0, 0.5, 0.5, 0.0);
        int plane = narrow_add_half_space(&f, 0.0, 0.0, 0.0);
        int circle = narrow_add_circle(&f, 0.0, 0.5 + gap, 0.5);
        sc_manifold all[4] = {collide(ground, box), collide(plane, box), collide(ground, circle),
                              collide(plane, circle)};
        for (int j = 0; j < 4; j++)
        {
            assert_int_equal(narrow_count(&all[j]), k > 0 ? 0 : j < 2 ? 2 : 1);
        }
    }
}
