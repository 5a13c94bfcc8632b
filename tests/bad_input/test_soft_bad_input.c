/// Input that soft bodies refuse beyond the ranges of their numbers.
#include "tests/support/refusals.h"

TEST(builders_refuse_sizes_that_make_no_body)
{
    scoped_world *w = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = scree_soft_body_def_default();
    scree_vec2 a = {0.0f, 0.0f};
    int32_t far = 99;
    WRONG_ID(w, scree_soft_body_create_box(w, &def, 1e-6f, 1e-6f), "def.outline");
    WRONG_ID(w, scree_soft_body_create_rope(w, &def, a, a, 3, false, false), "def.edges");
    WRONG_ID(w, scree_soft_body_create_cloth(w, &def, 1, 1, 1.0f, NULL, 0), "rows");
    WRONG_ID(w, scree_soft_body_create_cloth(w, &def, 3, 3, 1.0f, &far, 1), "held");
    def.mass = 1e-9f;
    WRONG_ID(w, scree_soft_body_create_box(w, &def, 0.5f, 0.5f), "def.mass");
}

TEST(arrays_that_contradict_themselves_make_nothing)
{
    scoped_world *w = world_with_gravity(0.0f, -10.0f);
    scree_vec2 square[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    scree_vec2 dart[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.2f, 0.2f}, {0.0f, 1.0f}};
    scree_vec2 line[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, 0.0f}};
    scree_vec2 lost[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, INFINITY}, {0.0f, 1.0f}};
    float masses[4] = {1.0f, 1.0f, -1.0f, 1.0f};
    int32_t clockwise[4] = {0, 3, 2, 1}, twice[4] = {0, 1, 2, 2}, beyond[4] = {0, 1, 2, 4};
    scree_soft_edge loop = {1, 1, 0.0f, 0.0f}, past = {0, 4, 0.0f, 0.0f};
    scree_soft_edge long_edge = {0, 1, NAN, 0.0f}, loose = {0, 1, 0.0f, -0.5f};
    scree_soft_body_def good = scree_soft_body_def_default(), def;
    good.vertex_count = good.outline_count = 4;
    good.vertices = square;
#define REFUSED_WITH(change, name)                          \
    do                                                      \
    {                                                       \
        def = good;                                         \
        change;                                             \
        WRONG_ID(w, scree_soft_body_create(w, &def), name); \
    } while (0)
    REFUSED_WITH(def.vertices = lost, "def.vertices");
    REFUSED_WITH(def.masses = masses, "def.masses");
    REFUSED_WITH(def.outline_count = 2, "def.outline_count");
    REFUSED_WITH(def.outline_count = 5, "def.outline_count");
    REFUSED_WITH(def.vertices = dart, "def.outline");
    REFUSED_WITH(def.vertices = line, "def.outline");
    REFUSED_WITH(def.outline = clockwise, "def.outline");
    REFUSED_WITH(def.outline = twice, "def.outline");
    REFUSED_WITH(def.outline = beyond, "def.outline");
    REFUSED_WITH(def.outline_count = 3, "def.edges");
    REFUSED_WITH((def.edges = &loop, def.edge_count = 1), "def.edges");
    REFUSED_WITH((def.edges = &past, def.edge_count = 1), "def.edges");
    REFUSED_WITH((def.edges = &long_edge, def.edge_count = 1), "def.edges");
    REFUSED_WITH((def.edges = &loose, def.edge_count = 1), "def.edges");
}

TEST(a_vertex_written_with_no_number_ends_its_body_and_no_other)
{
    const float values[] = {NAN, INFINITY, 1e9f, -3e38f};
    for (int i = 0; i < 8; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_soft_body_def def = scree_soft_body_def_default();
        scree_soft_body_id invalid = scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
        def.position.x = 0.9f;
        scree_soft_body_id good = scree_soft_body_create_box(world, &def, 0.5f, 0.5f);
        scree_soft_body_view view = scree_soft_body_vertices(world, invalid);
        (i < 4 ? view.x : view.vy)[1] = values[i % 4];
        assert_int_equal(scree_world_step(world, STEP, SUBSTEPS), SCREE_ERROR_NOT_FINITE);
        assert_non_null(strstr(scree_error_text(world), "soft body"));
        assert_false(scree_soft_body_is_enabled(world, invalid));
        assert_true(scree_soft_body_is_enabled(world, good));
        assert_int_equal(scree_world_counters(world).disabled_bodies, 1);
        run_seconds(world, 1.0f);
        scree_soft_vertex_view all = scree_world_soft_vertices(world);
        for (int v = 0; v < all.count; ++v)
        {
            assert_true(fabsf(all.x[v]) < 100.0f && fabsf(all.y[v]) < 100.0f);
            assert_true(v >= 4 || (all.vx[v] == 0.0f && all.vy[v] == 0.0f));
        }
        assert_near(scree_soft_body_center_of_mass(world, good).y, -5.3, 0.2);
    }
}

/// The arrays of edges and outlines are null until they are used.
TEST(bodies_of_one_vertex_come_and_go)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_vec2 vertex = {0.0f, 0.0f};
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = 1;
    def.vertices = &vertex;
    scree_soft_body_id bodies[5];
    for (int i = 0; i < 5; ++i)
    {
        def.position.x = (float)i;
        bodies[i] = scree_soft_body_create(world, &def);
        assert_true(bodies[i].value != 0);
    }
    run_steps(world, 1);
    const int order[5] = {2, 0, 4, 1, 3};
    for (int i = 0; i < 5; ++i)
    {
        assert_ok(scree_soft_body_destroy(world, bodies[order[i]]));
        assert_int_equal(scree_world_soft_vertices(world).count, 4 - i);
        run_steps(world, 1);
        assert_true(i == 4 || scree_soft_body_vertex_position(world, bodies[3], 0).x == 3.0f);
    }
}

TEST(vertices_are_created_within_the_bounds)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = scree_soft_body_def_default();
    const float edge = 1e8f - 1000.0f;
    const struct
    {
        float x, y, angle;
        bool taken;
    } cases[] = {{0.0f, edge, 0.0f, true},          {0.0f, edge, 1.5707964f, false},
                 {edge, 0.0f, 0.0f, false},         {edge, 0.0f, 1.5707964f, true},
                 {0.0f, 1e8f, 0.0f, false},         {-1e8f, -1e8f, 0.0f, false},
                 {-edge, -edge, 1.5707964f, false}, {-9e7f, -9e7f, 1.0f, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        def.position = (scree_vec2){cases[i].x, cases[i].y};
        def.angle = cases[i].angle;
        int before = scree_world_counters(world).soft_vertices;
        scree_soft_body_id id = scree_soft_body_create_box(world, &def, 5000.0f, 500.0f);
        assert_true((id.value != 0) == cases[i].taken);
        if (!cases[i].taken)
        {
            assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_ARGUMENT);
            assert_string_equal(scree_world_last_error(world).argument, "def.position");
            assert_int_equal(scree_world_counters(world).soft_vertices, before);
        }
    }
}
