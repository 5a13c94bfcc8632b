/// Geometry: degenerate, inverted, without area.
#include "tests/support/refusals.h"

TEST(polygons_refuse_what_is_not_convex_and_counter_clockwise)
{
    scoped_world *w = world_with_gravity(0.0f, -10.0f);
    scree_body_id body = add_body(w, SCREE_BODY_DYNAMIC, 0.0f, 1.0f, 0.0f);
    const scree_polygon invalid[] = {
        {.count = 0},
        {.count = 1, .vertices = {{0, 0}}},
        {.count = 2, .vertices = {{0, 0}, {1, 0}}},
        {.count = -3, .vertices = {{0, 0}, {1, 0}, {0, 1}}},
        {.count = INT_MIN},
        {.count = INT_MAX},
        {.count = 65, .vertices = {{0, 0}, {1, 0}, {0, 1}}},
        // Clockwise.
        {.count = 3, .vertices = {{0, 0}, {0, 1}, {1, 0}}},
        {.count = 4, .vertices = {{0, 0}, {0, 1}, {1, 1}, {1, 0}}},
        // Concave, crossing itself, winding twice.
        {.count = 5, .vertices = {{0, 0}, {2, 0}, {2, 2}, {1, 0.5f}, {0, 2}}},
        {.count = 4, .vertices = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}},
        {.count = 5,
         .vertices = {{1, 0}, {-0.8f, 0.6f}, {0.3f, -0.95f}, {0.3f, 0.95f}, {-0.8f, -0.6f}}},
        {.count = 6,
         .vertices =
             {{1, 0}, {-0.5f, 0.87f}, {-0.5f, -0.87f}, {1, 0}, {-0.5f, 0.87f}, {-0.5f, -0.87f}}},
        // No area, corners that are none, corners on one spot.
        {.count = 3, .vertices = {{0, 0}, {1, 0}, {2, 0}}},
        {.count = 4, .vertices = {{0, 0}, {1, 0}, {2, 0}, {1, 1}}},
        {.count = 3, .vertices = {{1, 1}, {1, 1}, {1, 1}}},
        {.count = 4, .vertices = {{0, 0}, {2, 0}, {2, 1.9e-4f}, {0, 1}}},
        {.count = 3, .vertices = {{0, 0}, {9e-8f, 0}, {0, 9e-8f}}},
        // Radius, numbers.
        {.count = 3, .radius = -0.1f, .vertices = {{0, 0}, {1, 0}, {0, 1}}},
        {.count = 3, .radius = NAN, .vertices = {{0, 0}, {1, 0}, {0, 1}}},
        {.count = 3, .radius = INFINITY, .vertices = {{0, 0}, {1, 0}, {0, 1}}},
        {.count = 3, .vertices = {{0, 0}, {1, 0}, {NAN, 1}}},
        {.count = 3, .vertices = {{0, 0}, {1, 0}, {0, INFINITY}}},
        {.count = 3, .vertices = {{0, 0}, {3e38f, 0}, {0, 3e38f}}},
    };
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i)
    {
        assert_int_equal(scree_polygon_check(&invalid[i]), SCREE_ERROR_ARGUMENT);
        assert_true(scree_polygon_mass(&invalid[i], 1.0f).mass == 0.0f);
        WRONG_ID(w, scree_shape_create_polygon(w, body, usual_shape(), &invalid[i]), "polygon");
        WRONG(w, scree_shapes_create_polygon(w, &body, 1, usual_shape(), &invalid[i], NULL),
              "polygon");
    }
    scree_polygon full = regular_polygon(64, 10.0f, 0.0f);
    assert_ok(scree_polygon_check(&full));
    // End points nearer than 1e-4 m.
    scree_capsule dot = {{1.0f, 2.0f}, {1.0f, 2.00009f}, 0.5f};
    scree_segment point = {{1.0f, 2.0f}, {1.0f, 2.0f}};
    WRONG_ID(w, scree_shape_create_capsule(w, body, usual_shape(), &dot), "capsule");
    WRONG_ID(w, scree_shape_create_segment(w, body, usual_shape(), &point), "segment");
    // Without a world, the limit of the smallest length unit holds.
    assert_true(scree_capsule_mass(&dot, 1.0f).mass > 0.0f);
    dot.point_b = dot.point_a;
    assert_true(scree_capsule_mass(&dot, 1.0f).mass == 0.0f);
}

TEST(a_box_may_be_as_thin_as_the_header_says_and_the_text_about_a_thinner_one_states_the_limit)
{
    scoped_world *w = world_with_gravity(0.0f, -10.0f);
    scree_body_id body = add_body(w, SCREE_BODY_DYNAMIC, 0.0f, 1.0f, 0.0f);
    for (float half = 0.3f; half < 1000.0f; half *= 1.07f)
    {
        float limit = fminf(fmaxf(2e-4f * half, 1e-7f), 5e-3f), edge, told;
        scree_polygon box = scree_polygon_box(half, 0.5f * limit);
        assert_ok(scree_polygon_check(&box));
        box = scree_polygon_box(half, 0.4949f * limit);
        WRONG_ID(w, scree_shape_create_polygon(w, body, usual_shape(), &box), "polygon");
        const char *text = strstr(scree_error_text(w), "of ");
        assert_int_equal(sscanf(text, "of %f m, below the limit of %f m", &edge, &told), 2);
        assert_true(edge < told);
        assert_near(told, limit, 0.011 * (double)limit);
    }
}

TEST(hulls_refuse_what_has_no_area_and_leave_the_output)
{
    static scree_vec2 points[5000];
    scree_polygon out, before;
    memset(&out, 0xab, sizeof out);
    before = out;
    // One spot, a line, a hair's breadth.
    assert_int_equal(scree_polygon_hull(points, 100, 0.0f, &out), SCREE_ERROR_ARGUMENT);
    for (int i = 0; i < 4096; ++i)
    {
        points[i] = (scree_vec2){(float)i, 2.0f * (float)i};
    }
    assert_int_equal(scree_polygon_hull(points, 4096, 0.0f, &out), SCREE_ERROR_ARGUMENT);
    scree_vec2 hair[] = {{0, 0}, {10, 0}, {5, 1e-7f}};
    assert_int_equal(scree_polygon_hull(hair, 3, 0.0f, &out), SCREE_ERROR_ARGUMENT);
    scree_vec2 invalid[] = {{0, 0}, {1, 0}, {1, NAN}};
    assert_int_equal(scree_polygon_hull(invalid, 3, 0.0f, &out), SCREE_ERROR_ARGUMENT);
    invalid[2].y = INFINITY;
    assert_int_equal(scree_polygon_hull(invalid, 3, 0.0f, &out), SCREE_ERROR_ARGUMENT);
    // More than 64 corners.
    for (int i = 0; i < 200; ++i)
    {
        float sine, cosine;
        scree_sincos(0.031415926f * (float)i, &sine, &cosine);
        points[i] = (scree_vec2){100.0f * cosine, 100.0f * sine};
    }
    assert_int_equal(scree_polygon_hull(points, 200, 0.0f, &out), SCREE_ERROR_ARGUMENT);
    assert_memory_equal(&out, &before, sizeof out);
}

TEST(hulls_of_random_points_hold_all_points)
{
    test_random random = random_of(42);
    for (int round = 0; round < 2000; ++round)
    {
        scree_vec2 points[60];
        int count = 3 + random_below(&random, 57);
        for (int i = 0; i < count; ++i)
        {
            // Half of them on a coarse grid: duplicates and points in line.
            bool grid = round % 2 == 0;
            float x = random_between(&random, -3.0f, 3.0f),
                  y = random_between(&random, -3.0f, 3.0f);
            points[i] = grid ? (scree_vec2){floorf(x), floorf(y)} : (scree_vec2){x, y};
        }
        scree_polygon hull;
        if (scree_polygon_hull(points, count, 0.0f, &hull) != SCREE_OK)
        {
            assert_true(count < 8 || round % 2 == 0);
            continue;
        }
        assert_ok(scree_polygon_check(&hull));
        for (int i = 0; i < count; ++i)
        {
            for (int k = 0; k < hull.count; ++k)
            {
                scree_vec2 a = hull.vertices[k], b = hull.vertices[(k + 1) % hull.count];
                double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
                double px = (double)points[i].x - (double)a.x,
                       py = (double)points[i].y - (double)a.y;
                // Vertices within 0.005 m of another may have been dropped.
                assert_at_least((ex * py - ey * px) / hypot(ex, ey), -0.01);
            }
        }
    }
}

TEST(angle_functions_take_any_float)
{
    const float any[] = {NAN, INFINITY, -INFINITY, 0.0f, 1e30f, -1e30f, 3.4e38f, 1e-45f, 1e6f};
    for (int i = 0; i < 9; ++i)
    {
        float sine = 7.0f, cosine = 7.0f;
        scree_sincos(any[i], &sine, &cosine);
        float alone[] = {7.0f, 7.0f};
        scree_sincos(any[i], &alone[0], NULL);
        scree_sincos(any[i], NULL, &alone[1]);
        scree_sincos(any[i], NULL, NULL);
        assert_true(alone[0] == sine && alone[1] == cosine);
        if (isfinite(any[i]))
        {
            assert_near(sine * sine + cosine * cosine, 1.0, 1e-5);
        }
        for (int k = 0; k < 9; ++k)
        {
            float angle = scree_atan2(any[i], any[k]);
            if (isfinite(any[i]) && isfinite(any[k]))
            {
                assert_near(angle, atan2((double)any[i], (double)any[k]), 5e-7);
            }
        }
    }
}
