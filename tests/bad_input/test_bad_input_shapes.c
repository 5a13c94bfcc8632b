/// Shapes and geometry: degenerate, inverted, not finite, on the wrong body.
#include "tests/support/worlds.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const float not_finite[] = {NAN, INFINITY, -INFINITY};
#define NOT_FINITE_COUNT 3

typedef struct fixture
{
    scree_world *world;
    scree_body_id body, ground;
    scree_shape_id shape;
    scree_shape_def def;
    uint64_t hash;
    int shape_count;
} fixture;

static int setup(void **state)
{
    static fixture f;
    f = (fixture){.world = world_with_gravity(0.0f, -10.0f), .def = scree_shape_def_default()};
    f.ground = add_ground(f.world, &f.def);
    f.body = add_body(f.world, SCREE_BODY_DYNAMIC, 0.0f, 1.0f, 0.0f);
    f.shape = add_box(f.world, f.body, &f.def, 0.5f, 0.5f);
    run_steps(f.world, 2);
    f.hash = scree_world_hash(f.world);
    f.shape_count = scree_world_counters(f.world).shapes;
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    scree_world_destroy(f->world);
    return 0;
}

static void refused_at(fixture *f, bool refused, scree_result code, const char *argument,
                       const char *call, int line)
{
    scree_error error = scree_world_last_error(f->world);
    if (!refused || error.code != code || strstr(error.text, argument) == NULL)
    {
        print_error("%s\n  %s; expected %s about '%s', error %s '%s'\n", call,
                    refused ? "was refused" : "was accepted", scree_result_name(code), argument,
                    scree_result_name(error.code), error.text);
        _fail(__FILE__, line);
    }
    if (scree_world_hash(f->world) != f->hash ||
        scree_world_counters(f->world).shapes != f->shape_count)
    {
        print_error("%s changed the world\n", call);
        _fail(__FILE__, line);
    }
}

#define NO_ID(call, code, argument) \
    refused_at(f, (call).value == 0, code, argument, #call, __LINE__)
#define REFUSED(call, code, argument) \
    refused_at(f, (call) == (code), code, argument, #call, __LINE__)

static void circles_capsules_and_segments_refuse_bad_geometry(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    const float bad_radii[] = {NAN, INFINITY, -INFINITY, 0.0f, -1.0f, 2e8f};
    for (int i = 0; i < 6; ++i)
    {
        scree_circle circle = {{0.0f, 0.0f}, bad_radii[i]};
        scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.0f}, bad_radii[i]};
        NO_ID(scree_shape_create_circle(w, f->body, &f->def, &circle), SCREE_ERROR_ARGUMENT,
              "radius");
        NO_ID(scree_shape_create_capsule(w, f->body, &f->def, &capsule), SCREE_ERROR_ARGUMENT,
              "radius");
        REFUSED(scree_shapes_create_circle(w, &f->body, 1, &f->def, &circle, NULL),
                SCREE_ERROR_ARGUMENT, "radius");
        REFUSED(scree_shapes_create_capsule(w, &f->body, 1, &f->def, &capsule, NULL),
                SCREE_ERROR_ARGUMENT, "radius");
    }
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        scree_circle circle = {{0.0f, not_finite[k]}, 1.0f};
        NO_ID(scree_shape_create_circle(w, f->body, &f->def, &circle), SCREE_ERROR_ARGUMENT,
              "center");
        for (int i = 0; i < 4; ++i)
        {
            scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.0f}, 0.5f};
            (&capsule.point_a.x)[i] = not_finite[k];
            scree_segment segment = {capsule.point_a, capsule.point_b};
            NO_ID(scree_shape_create_capsule(w, f->body, &f->def, &capsule), SCREE_ERROR_ARGUMENT,
                  "capsule");
            NO_ID(scree_shape_create_segment(w, f->body, &f->def, &segment), SCREE_ERROR_ARGUMENT,
                  "segment");
        }
    }
    // End points nearer than 0.005 m.
    scree_capsule dot = {{1.0f, 2.0f}, {1.0f, 2.004f}, 0.5f};
    scree_segment point = {{1.0f, 2.0f}, {1.0f, 2.0f}};
    NO_ID(scree_shape_create_capsule(w, f->body, &f->def, &dot), SCREE_ERROR_ARGUMENT, "capsule");
    NO_ID(scree_shape_create_segment(w, f->body, &f->def, &point), SCREE_ERROR_ARGUMENT, "segment");
    NO_ID(scree_shape_create_circle(w, f->body, &f->def, NULL), SCREE_ERROR_NULL, "circle");
    NO_ID(scree_shape_create_capsule(w, f->body, &f->def, NULL), SCREE_ERROR_NULL, "capsule");
    NO_ID(scree_shape_create_segment(w, f->body, &f->def, NULL), SCREE_ERROR_NULL, "segment");
    NO_ID(scree_shape_create_polygon(w, f->body, &f->def, NULL), SCREE_ERROR_NULL, "polygon");
}

static void polygons_refuse_what_is_not_convex_and_counter_clockwise(void **state)
{
    fixture *f = *state;
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
        {.count = 4, .vertices = {{0, 0}, {1, 0}, {1, 0.004f}, {0, 1}}},
        {.count = 3, .vertices = {{0, 0}, {0.001f, 0}, {0, 0.001f}}},
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
        NO_ID(scree_shape_create_polygon(f->world, f->body, &f->def, &invalid[i]),
              SCREE_ERROR_ARGUMENT, "polygon");
        REFUSED(scree_shapes_create_polygon(f->world, &f->body, 1, &f->def, &invalid[i], NULL),
                SCREE_ERROR_ARGUMENT, "polygon");
    }
    scree_polygon full = regular_polygon(64, 10.0f, 0.0f);
    assert_int_equal(scree_polygon_check(&full), SCREE_OK);
    assert_int_equal(scree_polygon_check(NULL), SCREE_ERROR_NULL);
}

static void half_spaces_need_a_direction_and_a_static_body(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 up = {0.0f, 1.0f};
    NO_ID(scree_shape_create_half_space(w, f->body, &f->def, up, 0.0f), SCREE_ERROR_ARGUMENT,
          "body");
    scree_body_id platform = add_body(w, SCREE_BODY_KINEMATIC, 0.0f, 9.0f, 0.0f);
    f->hash = scree_world_hash(w);
    NO_ID(scree_shape_create_half_space(w, platform, &f->def, up, 0.0f), SCREE_ERROR_ARGUMENT,
          "body");
    const scree_vec2 normals[] = {{0, 0},        {NAN, 1},       {1, NAN},
                                  {INFINITY, 0}, {0, -INFINITY}, {1e-30f, 1e-30f}};
    for (int i = 0; i < 6; ++i)
    {
        NO_ID(scree_shape_create_half_space(w, f->ground, &f->def, normals[i], 0.0f),
              SCREE_ERROR_ARGUMENT, "normal");
    }
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        NO_ID(scree_shape_create_half_space(w, f->ground, &f->def, up, not_finite[k]),
              SCREE_ERROR_ARGUMENT, "offset");
    }
}

static void shape_definitions_are_checked(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    scree_shape_def zeroed;
    memset(&zeroed, 0, sizeof zeroed);
    NO_ID(scree_shape_create_circle(w, f->body, &zeroed, &circle), SCREE_ERROR_VERSION, "def");
    NO_ID(scree_shape_create_circle(w, f->body, NULL, &circle), SCREE_ERROR_NULL, "def");
    struct
    {
        const char *argument;
        size_t offset;
        float invalid[5];
        int count;
    } numbers[] = {
        {"density", offsetof(scree_shape_def, density), {NAN, INFINITY, -INFINITY, -1.0f}, 4},
        {"friction",
         offsetof(scree_shape_def, material.friction),
         {NAN, INFINITY, -INFINITY, -1.0f},
         4},
        {"static_friction",
         offsetof(scree_shape_def, material.static_friction),
         {NAN, INFINITY, -INFINITY},
         3},
        {"restitution",
         offsetof(scree_shape_def, material.restitution),
         {NAN, INFINITY, -INFINITY, -0.1f, 1.1f},
         5},
        {"rolling_resistance",
         offsetof(scree_shape_def, material.rolling_resistance),
         {NAN, INFINITY, -INFINITY, -1.0f},
         4},
        {"tangent_speed",
         offsetof(scree_shape_def, material.tangent_speed),
         {NAN, INFINITY, -INFINITY},
         3},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        for (int k = 0; k < numbers[i].count; ++k)
        {
            scree_shape_def def = scree_shape_def_default();
            memcpy((char *)&def + numbers[i].offset, &numbers[i].invalid[k], sizeof(float));
            NO_ID(scree_shape_create_circle(w, f->body, &def, &circle), SCREE_ERROR_ARGUMENT,
                  numbers[i].argument);
            if (i > 0)
            {
                REFUSED(scree_shape_set_material(w, f->shape, &def.material), SCREE_ERROR_ARGUMENT,
                        numbers[i].argument);
            }
        }
    }
}

static void setters_of_shapes_are_checked(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    const float densities[] = {NAN, INFINITY, -INFINITY, -1.0f, 1.1e12f};
    for (int i = 0; i < 5; ++i)
    {
        REFUSED(scree_shape_set_density(w, f->shape, densities[i]), SCREE_ERROR_ARGUMENT,
                "density");
        assert_true(scree_shape_density(w, f->shape) == f->def.density);
    }
    REFUSED(scree_shape_set_material(w, f->shape, NULL), SCREE_ERROR_NULL, "material");
    REFUSED(scree_shape_set_filter(w, f->shape, NULL), SCREE_ERROR_NULL, "filter");
}

static void shape_calls_refuse_bad_ids_and_batches_are_all_or_nothing(void **state)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    scree_shape_id doomed = add_circle(w, f->body, &f->def, 0.3f);
    assert_int_equal(scree_shape_destroy(w, doomed), SCREE_OK);
    scree_shape_id invalid[] = {{0}, doomed, {f->shape.value ^ 0xffffffu}, {UINT64_MAX}};
    f->hash = scree_world_hash(w);
    for (int i = 0; i < 4; ++i)
    {
        REFUSED(scree_shape_destroy(w, invalid[i]), SCREE_ERROR_STALE_ID, "shape");
        REFUSED(scree_shape_set_material(w, invalid[i], &f->def.material), SCREE_ERROR_STALE_ID,
                "shape");
        REFUSED(scree_shape_set_filter(w, invalid[i], &f->def.filter), SCREE_ERROR_STALE_ID,
                "shape");
        REFUSED(scree_shape_set_density(w, invalid[i], 1.0f), SCREE_ERROR_STALE_ID, "shape");
        REFUSED(scree_shape_set_user_data(w, invalid[i], f), SCREE_ERROR_STALE_ID, "shape");
    }
    scree_body_id bodies[3] = {f->body, f->ground, {12345}};
    scree_shape_id ids[3] = {{7}, {7}, {7}};
    REFUSED(scree_shapes_create_circle(w, bodies, 3, &f->def, &circle, ids), SCREE_ERROR_STALE_ID,
            "bodies");
    assert_true(ids[0].value == 7);
    REFUSED(scree_shapes_create_circle(w, bodies, -1, &f->def, &circle, ids), SCREE_ERROR_ARGUMENT,
            "count");
    REFUSED(scree_shapes_create_circle(w, NULL, 3, &f->def, &circle, ids), SCREE_ERROR_NULL,
            "bodies");
    REFUSED(scree_shapes_create_circle(w, bodies, 3, NULL, &circle, ids), SCREE_ERROR_NULL, "def");
    REFUSED(scree_shapes_create_circle(w, bodies, 3, &f->def, NULL, ids), SCREE_ERROR_NULL,
            "circle");
    REFUSED(scree_shapes_create_capsule(w, bodies, 3, &f->def, NULL, ids), SCREE_ERROR_NULL,
            "capsule");
    REFUSED(scree_shapes_create_polygon(w, bodies, 3, &f->def, NULL, ids), SCREE_ERROR_NULL,
            "polygon");
    // Counts beyond what a world can hold: the arrays end long before.
    int over[] = {(1 << 24) - 1, INT_MAX};
    for (int i = 0; i < 2; ++i)
    {
        scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.0f}, 0.5f};
        scree_polygon box = scree_polygon_box(0.5f, 0.5f);
        REFUSED(scree_shapes_create_circle(w, bodies, over[i], &f->def, &circle, NULL),
                SCREE_ERROR_CAPACITY, "world");
        REFUSED(scree_shapes_create_capsule(w, bodies, over[i], &f->def, &capsule, NULL),
                SCREE_ERROR_CAPACITY, "world");
        REFUSED(scree_shapes_create_polygon(w, bodies, over[i], &f->def, &box, NULL),
                SCREE_ERROR_CAPACITY, "world");
        REFUSED(scree_shapes_create_circle(w, NULL, over[i], &f->def, &circle, NULL),
                SCREE_ERROR_NULL, "bodies");
    }
    assert_int_equal(scree_shapes_create_circle(w, NULL, 0, &f->def, &circle, NULL), SCREE_OK);
}

static void box_makers_give_an_empty_polygon_for_bad_sizes(void **state)
{
    (void)state;
    const float invalid[] = {0.0f, -1.0f, NAN, INFINITY, -INFINITY, 1e30f};
    for (int i = 0; i < 6; ++i)
    {
        assert_int_equal(scree_polygon_box(invalid[i], 1.0f).count, 0);
        assert_int_equal(scree_polygon_box(1.0f, invalid[i]).count, 0);
    }
    scree_vec2 zero = {0.0f, 0.0f};
    for (int k = 0; k < NOT_FINITE_COUNT; ++k)
    {
        float v = not_finite[k];
        assert_int_equal(scree_polygon_box_at(1.0f, 1.0f, (scree_vec2){v, 0.0f}, 0.0f, 0.0f).count,
                         0);
        assert_int_equal(scree_polygon_box_at(1.0f, 1.0f, zero, v, 0.0f).count, 0);
        assert_int_equal(scree_polygon_box_at(1.0f, 1.0f, zero, 0.0f, v).count, 0);
    }
    assert_int_equal(scree_polygon_box_at(1.0f, 1.0f, zero, 0.0f, -0.1f).count, 0);
}

static void hulls_refuse_what_has_no_area_and_leave_the_output(void **state)
{
    (void)state;
    static scree_vec2 points[5000];
    scree_polygon out, before;
    memset(&out, 0xab, sizeof out);
    before = out;
    scree_vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    assert_int_equal(scree_polygon_hull(NULL, square, 4, 0.0f), SCREE_ERROR_NULL);
    assert_int_equal(scree_polygon_hull(&out, NULL, 4, 0.0f), SCREE_ERROR_NULL);
    const int counts[] = {2, 0, -1, 4097, INT_MAX, INT_MIN};
    for (int i = 0; i < 6; ++i)
    {
        assert_int_equal(scree_polygon_hull(&out, points, counts[i], 0.0f), SCREE_ERROR_ARGUMENT);
    }
    // One spot, a line, a hair's breadth.
    assert_int_equal(scree_polygon_hull(&out, points, 100, 0.0f), SCREE_ERROR_ARGUMENT);
    for (int i = 0; i < 4096; ++i)
    {
        points[i] = (scree_vec2){(float)i, 2.0f * (float)i};
    }
    assert_int_equal(scree_polygon_hull(&out, points, 4096, 0.0f), SCREE_ERROR_ARGUMENT);
    scree_vec2 hair[] = {{0, 0}, {10, 0}, {5, 1e-7f}};
    assert_int_equal(scree_polygon_hull(&out, hair, 3, 0.0f), SCREE_ERROR_ARGUMENT);
    scree_vec2 invalid[] = {{0, 0}, {1, 0}, {1, NAN}};
    assert_int_equal(scree_polygon_hull(&out, invalid, 3, 0.0f), SCREE_ERROR_ARGUMENT);
    invalid[2].y = INFINITY;
    assert_int_equal(scree_polygon_hull(&out, invalid, 3, 0.0f), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_polygon_hull(&out, square, 4, -1.0f), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_polygon_hull(&out, square, 4, NAN), SCREE_ERROR_ARGUMENT);
    // More than 64 corners.
    for (int i = 0; i < 200; ++i)
    {
        float sine, cosine;
        scree_sincos(0.031415926f * (float)i, &sine, &cosine);
        points[i] = (scree_vec2){100.0f * cosine, 100.0f * sine};
    }
    assert_int_equal(scree_polygon_hull(&out, points, 200, 0.0f), SCREE_ERROR_ARGUMENT);
    assert_memory_equal(&out, &before, sizeof out);
}

static void hulls_of_random_points_hold_all_points(void **state)
{
    (void)state;
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
        if (scree_polygon_hull(&hull, points, count, 0.0f) != SCREE_OK)
        {
            assert_true(count < 8 || round % 2 == 0);
            continue;
        }
        assert_int_equal(scree_polygon_check(&hull), SCREE_OK);
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

static void mass_functions_give_zero_for_bad_input(void **state)
{
    (void)state;
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.0f}, 0.5f};
    scree_polygon box = scree_polygon_box(1.0f, 1.0f);
    const float densities[] = {NAN, INFINITY, -INFINITY, -1.0f};
    for (int i = 0; i < 4; ++i)
    {
        assert_true(scree_circle_mass(&circle, densities[i]).mass == 0.0f);
        assert_true(scree_capsule_mass(&capsule, densities[i]).mass == 0.0f);
        assert_true(scree_polygon_mass(&box, densities[i]).mass == 0.0f);
    }
    assert_true(scree_circle_mass(NULL, 1.0f).mass == 0.0f);
    assert_true(scree_capsule_mass(NULL, 1.0f).mass == 0.0f);
    assert_true(scree_polygon_mass(NULL, 1.0f).mass == 0.0f);
    circle.radius = -1.0f;
    capsule.point_b = capsule.point_a;
    assert_true(scree_circle_mass(&circle, 1.0f).mass == 0.0f);
    assert_true(scree_capsule_mass(&capsule, 1.0f).mass == 0.0f);
}

static void angle_functions_take_any_float(void **state)
{
    (void)state;
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

int run_test_bad_input_shapes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(circles_capsules_and_segments_refuse_bad_geometry, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(polygons_refuse_what_is_not_convex_and_counter_clockwise,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(half_spaces_need_a_direction_and_a_static_body, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(shape_definitions_are_checked, setup, teardown),
        cmocka_unit_test_setup_teardown(setters_of_shapes_are_checked, setup, teardown),
        cmocka_unit_test_setup_teardown(shape_calls_refuse_bad_ids_and_batches_are_all_or_nothing,
                                        setup, teardown),
        cmocka_unit_test(box_makers_give_an_empty_polygon_for_bad_sizes),
        cmocka_unit_test(hulls_refuse_what_has_no_area_and_leave_the_output),
        cmocka_unit_test(hulls_of_random_points_hold_all_points),
        cmocka_unit_test(mass_functions_give_zero_for_bad_input),
        cmocka_unit_test(angle_functions_take_any_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
