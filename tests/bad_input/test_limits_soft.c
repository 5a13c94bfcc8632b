/// The ranges that the header of soft bodies states, walked as in test_limits.c.
#include "tests/bad_input/range_walk.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

static scree_result in_def(const limits_fixture *f, size_t offset, float x)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    limits_put(&def, offset, x);
    return limits_result(f, scree_soft_body_create_box(f->world, &def, 1.0f, 1.0f).value);
}

/// A body of three vertices and two edges, one of whose numbers is x.
typedef struct chain
{
    scree_vec2 vertices[3];
    float masses[3];
    scree_soft_edge edges[2];
} chain;

static scree_result in_chain(const limits_fixture *f, size_t offset, float x)
{
    chain chain = {{{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}},
                   {1.0f, 1.0f, 1.0f},
                   {{0, 1, 1.0f, 1.0f}, {1, 2, 1.0f, 1.0f}}};
    limits_put(&chain, offset, x);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = 3;
    def.vertices = chain.vertices;
    def.masses = chain.masses;
    def.edge_count = 2;
    def.edges = chain.edges;
    return limits_result(f, scree_soft_body_create(f->world, &def).value);
}

static scree_soft_body_id box(const limits_fixture *f, float half_width, float half_height)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    return scree_soft_body_create_box(f->world, &def, half_width, half_height);
}

static scree_soft_body_id polygon(const limits_fixture *f, int count, float circumradius)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    return scree_soft_body_create_polygon(f->world, &def, count, circumradius);
}

static scree_soft_body_id rope(const limits_fixture *f, scree_vec2 a, scree_vec2 b, int segments)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.mass = (float)segments;
    return scree_soft_body_create_rope(f->world, &def, a, b, segments, true, false);
}

static scree_soft_body_id cloth(const limits_fixture *f, int columns, int rows, float spacing)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    return scree_soft_body_create_cloth(f->world, &def, columns, rows, spacing, NULL, 0);
}

static scree_soft_body_id points(const limits_fixture *f, int count)
{
    static scree_vec2 vertices[70000];
    static const scree_soft_edge none;
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = count;
    def.vertices = vertices;
    def.edges = &none;
    return scree_soft_body_create(f->world, &def);
}

/// One edge, named many times.
static scree_soft_body_id edges(const limits_fixture *f, int count)
{
    static const scree_vec2 vertices[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    static scree_soft_edge list[4] = {{0, 1, 0.0f, 0.0f}, {0, 1, 0.0f, 0.0f}, {0, 1, 0.0f, 0.0f}};
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = 2;
    def.vertices = vertices;
    def.edge_count = count;
    def.edges = list;
    return scree_soft_body_create(f->world, &def);
}

#define MADE(id) limits_result(f, (id).value)
SETTER(half_width, MADE(box(f, x, 1.0f)))
SETTER(half_height, MADE(box(f, 1.0f, x)))
SETTER(circumradius, MADE(polygon(f, 3, x)))
SETTER(corners, MADE(polygon(f, (int)x, 1.0f)))
SETTER(rope_a, MADE(rope(f, VEC(x, 0.0f), VEC(0.0f, 1.0f), 60)))
SETTER(rope_b, MADE(rope(f, VEC(0.0f, 1.0f), VEC(0.0f, x), 60)))
SETTER(segment_length, MADE(rope(f, VEC(0.0f, 0.0f), VEC(x, 0.0f), 1)))
SETTER(segments, MADE(rope(f, VEC(0.0f, 0.0f), VEC(1e3f, 0.0f), (int)x)))
SETTER(columns, MADE(cloth(f, (int)x, 2, 1.0f)))
SETTER(rows, MADE(cloth(f, 2, (int)x, 1.0f)))
SETTER(spacing, MADE(cloth(f, 2, 2, x)))
SETTER(vertex_count, MADE(points(f, (int)x)))
SETTER(edge_count, MADE(edges(f, (int)x)))
SETTER(iterations, scree_world_set_soft_iterations(f->world, (int)x))
SETTER(vertex_x, scree_soft_body_set_vertex(f->world, f->soft, 0, VEC(x, 0.0f), VEC(0.0f, 0.0f)))
SETTER(vertex_y, scree_soft_body_set_vertex(f->world, f->soft, 0, VEC(0.0f, x), VEC(0.0f, 0.0f)))
SETTER(vertex_vx, scree_soft_body_set_vertex(f->world, f->soft, 0, VEC(0.0f, 0.0f), VEC(x, 0.0f)))
SETTER(vertex_vy, scree_soft_body_set_vertex(f->world, f->soft, 0, VEC(0.0f, 0.0f), VEC(0.0f, x)))
SETTER(velocity_x, scree_soft_body_set_velocity(f->world, f->soft, VEC(x, 0.0f)))
SETTER(velocity_y, scree_soft_body_set_velocity(f->world, f->soft, VEC(0.0f, x)))
SETTER(vertex_mass, scree_soft_body_set_vertex_mass(f->world, f->soft, 1, x))
SETTER(attach_x, scree_soft_body_attach(f->world, f->soft, 0, f->body, VEC(x, 0.0f)))
SETTER(attach_y, scree_soft_body_attach(f->world, f->soft, 0, f->body, VEC(0.0f, x)))

static scree_result impulse(const limits_fixture *f, size_t offset, float x)
{
    (void)offset;
    assert_int_equal(scree_soft_body_set_vertex_mass(f->world, f->soft, 2, 1.0f), SCREE_OK);
    assert_int_equal(scree_soft_body_set_velocity(f->world, f->soft, VEC(0.0f, 0.0f)), SCREE_OK);
    return scree_soft_body_apply_impulse(f->world, f->soft, 2, VEC(x, 0.0f));
}

#define DEF(field) "soft def." #field, in_def, offsetof(scree_soft_body_def, field)
#define CHAIN(field) "chain." #field, in_chain, offsetof(chain, field)

static const limits_range rows_of_soft_bodies[] = {
    {DEF(position.x), REACH, 0},
    {DEF(position.y), REACH, 0},
    {DEF(angle), FINITE, 0},
    {DEF(linear_velocity.x), -1e6f, 1e6f, 0},
    {DEF(linear_velocity.y), -1e6f, 1e6f, 0},
    {DEF(angular_velocity), -1e6f, 1e6f, 0},
    // Of four vertices.
    {DEF(mass), 4e-6f, 4e9f, 0},
    {DEF(radius), 0.0f, 1e4f, 0},
    {DEF(stiffness), 0.0f, 1.0f, LIMITS_OPEN},
    {DEF(damping), 0.0f, 1e6f, 0},
    {DEF(gravity_scale), FINITE, 0},
    {DEF(friction), 0.0f, 1e6f, 0},
    {CHAIN(vertices[1].x), -5e7f, 5e7f, 0},
    {CHAIN(vertices[2].y), -5e7f, 5e7f, 0},
    {CHAIN(masses[1]), 1e-6f, 1e9f, 0},
    {CHAIN(edges[0].length), 1e-4f, 1e6f, 0},
    {CHAIN(edges[1].stiffness), 0.0f, 1.0f, LIMITS_NO_LOW},
    {"half width", half_width, 0, 0.0f, 1e5f, LIMITS_NO_LOW},
    {"half height", half_height, 0, 0.0f, 1e5f, LIMITS_NO_LOW},
    {"circumradius", circumradius, 0, 0.0f, 1e5f, LIMITS_NO_LOW},
    {"end of a rope, x", rope_a, 0, -5e7f, 5e7f, 0},
    {"end of a rope, y", rope_b, 0, -5e7f, 5e7f, 0},
    {"length of a rope's segment", segment_length, 0, 1e-4f, 1e6f, LIMITS_ROUGH},
    {"spacing of a cloth", spacing, 0, 1e-4f, 1e4f, LIMITS_ROUGH},
    {"vertex, x", vertex_x, 0, REACH, 0},
    {"vertex, y", vertex_y, 0, REACH, 0},
    {"vertex, vx", vertex_vx, 0, -1e6f, 1e6f, 0},
    {"vertex, vy", vertex_vy, 0, -1e6f, 1e6f, 0},
    {"velocity, x", velocity_x, 0, -1e6f, 1e6f, 0},
    {"velocity, y", velocity_y, 0, -1e6f, 1e6f, 0},
    {"mass of a vertex", vertex_mass, 0, 1e-6f, 1e9f, 0},
    {"impulse on 1 kg", impulse, 0, -1e6f, 1e6f, 0},
    {"attachment, x", attach_x, 0, REACH, 0},
    {"attachment, y", attach_y, 0, REACH, 0},
};

static const limits_range counts[] = {
    {"corners", corners, 0, 3.0f, 64.0f, LIMITS_WHOLE},
    {"segments", segments, 0, 1.0f, 65535.0f, LIMITS_WHOLE},
    {"columns", columns, 0, 1.0f, 256.0f, LIMITS_WHOLE},
    {"rows", rows, 0, 1.0f, 256.0f, LIMITS_WHOLE},
    {"vertices", vertex_count, 0, 1.0f, 65536.0f, LIMITS_WHOLE},
    {"soft iterations", iterations, 0, 1.0f, 64.0f, LIMITS_WHOLE},
};

static void soft_bodies_take_the_ranges_that_the_header_states(void **state)
{
    limits_walk(*state, rows_of_soft_bodies,
                sizeof rows_of_soft_bodies / sizeof *rows_of_soft_bodies);
    limits_walk(*state, counts, sizeof counts / sizeof *counts);
}

static void a_held_vertex_has_the_mass_zero(void **state)
{
    const limits_fixture *f = *state;
    assert_int_equal(vertex_mass(f, 0, 0.0f), SCREE_OK);
    assert_int_equal(in_chain(f, offsetof(chain, masses[1]), 0.0f), SCREE_OK);
    assert_int_equal(in_chain(f, offsetof(chain, edges[0].length), 0.0f), SCREE_OK);
    assert_int_equal(in_chain(f, offsetof(chain, edges[0].stiffness), 0.0f), SCREE_OK);
}

static void edges_are_none_to_2_24(void **state)
{
    const limits_fixture *f = *state;
    assert_int_equal(edge_count(f, 0, -1.0f), SCREE_ERROR_ARGUMENT);
    assert_int_equal(edge_count(f, 0, 0.0f), SCREE_OK);
    assert_int_equal(edge_count(f, 0, 3.0f), SCREE_OK);
    // Too many, before the array is looked at.
    assert_int_equal(edge_count(f, 0, 16777216.0f + 2.0f), SCREE_ERROR_ARGUMENT);
}

int run_test_limits_soft(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(soft_bodies_take_the_ranges_that_the_header_states,
                                        limits_setup, limits_teardown),
        cmocka_unit_test_setup_teardown(a_held_vertex_has_the_mass_zero, limits_setup,
                                        limits_teardown),
        cmocka_unit_test_setup_teardown(edges_are_none_to_2_24, limits_setup, limits_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
