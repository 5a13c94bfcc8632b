/// Ranges of values computed from several numbers, such as lengths, and of counts: both ends are
/// accepted, the next numbers beyond are refused. The numbers are the headers', not the library's
/// own.
#include "tests/support/refusals.h"

typedef struct fixture
{
    scree_world *world;
    scree_body_id platform, ground;
    scree_soft_body_id soft;
    scree_shape_def def;
} fixture;

static int setup(void **state)
{
    static fixture f;
    f.world = world_with_gravity(0.0f, -10.0f);
    f.def = scree_shape_def_default();
    f.platform = add_body(f.world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    f.ground = add_body(f.world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_soft_body_def soft = scree_soft_body_def_default();
    f.soft = scree_soft_body_create_box(f.world, &soft, 1.0f, 1.0f);
    *state = &f;
    return 0;
}

typedef scree_result attempt(const fixture *f, float x);

static scree_result segment_length(const fixture *f, float x)
{
    scree_segment segment = {{0.0f, 0.0f}, {x, 0.0f}};
    scree_capsule capsule = {{0.0f, 0.0f}, {0.0f, x}, 1.0f};
    scree_result result =
        MADE(f->world, scree_shape_create_capsule(f->world, f->platform, &f->def, &capsule));
    assert_int_equal(
        MADE(f->world, scree_shape_create_segment(f->world, f->platform, &f->def, &segment)),
        result);
    return result;
}

static scree_result made_polygon(const fixture *f, const scree_polygon *polygon)
{
    scree_result result =
        MADE(f->world, scree_shape_create_polygon(f->world, f->platform, &f->def, polygon));
    assert_int_equal(scree_polygon_check(polygon), result);
    return result;
}

/// Both legs of the triangle: a single far vertex would make it too thin.
static scree_result large_polygon(const fixture *f, float x)
{
    return made_polygon(f, &(scree_polygon){3, 0.0f, {{0.0f, 0.0f}, {x, 0.0f}, {0.0f, x}}});
}

static scree_result hull_coordinate(const fixture *f, float x)
{
    (void)f;
    scree_polygon out;
    scree_vec2 points[3] = {{0.0f, 0.0f}, {x, 0.0f}, {0.0f, x}};
    return scree_polygon_hull(points, 3, 0.0f, &out);
}

/// A world checks an edge twice as long.
static scree_result box_in_world(const fixture *f, float x)
{
    scree_polygon box = scree_polygon_box(x, x);
    return made_polygon(f, &box);
}

static scree_result half_space_normal(const fixture *f, float x)
{
    scree_vec2 normal = {0.0f, x};
    return MADE(f->world, scree_shape_create_half_space(f->world, f->ground, &f->def,
                                                        &(scree_half_space){normal, 1.0f}));
}

static scree_result vertices(const fixture *f, float x)
{
    scree_polygon polygon = regular_polygon((int)fminf(x, 64.0f), 10.0f, 0.0f);
    polygon.count = (int)x;
    return made_polygon(f, &polygon);
}

static scree_result hull_points(const fixture *f, float x)
{
    (void)f;
    static scree_vec2 points[4200] = {[1] = {1.0f, 0.0f}, [2] = {0.0f, 1.0f}};
    scree_polygon out;
    return scree_polygon_hull(points, (int)x, 0.0f, &out);
}

static scree_result soft_impulse(const fixture *f, float x)
{
    scree_vec2 rest = {0.0f, 0.0f};
    assert_ok(scree_soft_body_set_vertex_mass(f->world, f->soft, 2, 1.0f));
    assert_ok(scree_soft_body_set_velocity(f->world, f->soft, rest));
    return scree_soft_body_apply_impulse(f->world, f->soft, 2, (scree_vec2){x, 0.0f});
}

static scree_result soft_vertices(const fixture *f, float x)
{
    static scree_vec2 points[70000];
    static const scree_soft_edge none;
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = (int)x;
    def.vertices = points;
    def.edges = &none;
    return MADE(f->world, scree_soft_body_create(f->world, &def));
}

static scree_result rope_segment(const fixture *f, float x)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    scree_vec2 a = {0.0f, 0.0f}, b = {x, 0.0f};
    return MADE(f->world, scree_soft_body_create_rope(f->world, &def, a, b, 1, true, false));
}

TEST_WITH(lengths_and_counts_take_the_ranges_that_the_headers_state, setup, end_fixture_world)
{
    static const struct
    {
        const char *name;
        attempt *attempt;
        float low, high,
            step;  ///< step 0: the next float; else by as much, or by a part of the end
    } rows[] = {
        {"length of a capsule or segment", segment_length, 1e-4f, 1e8f, 0.0f},
        {"vertices of a polygon", large_polygon, 1e-7f, 1e8f, 1e-6f},
        {"point of a hull", hull_coordinate, -1e8f, 1e8f, 0.0f},
        {"half extent of a box in a world", box_in_world, 5e-8f, 1e8f, 1e-6f},
        {"normal of a half-space", half_space_normal, 1e-6f, 1e12f, 1e-3f},
        {"length of a rope's segment", rope_segment, 1e-4f, 1e6f, 1e-3f},
        {"impulse on 1 kg", soft_impulse, -1e6f, 1e6f, 0.0f},
        {"vertices of a polygon", vertices, 3.0f, 64.0f, 1.0f},
        {"points of a hull", hull_points, 3.0f, 4096.0f, 1.0f},
        {"vertices of a soft body", soft_vertices, 1.0f, 65536.0f, 1.0f},
    };
    const fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    {
        float step = rows[i].step, low = rows[i].low, high = rows[i].high;
        bool rough = step > 0.0f && step < 1.0f;
        const float taken[] = {rough ? low * (1.0f + step) : low,
                               rough ? high * (1.0f - step) : high};
        const float refused[] = {rough         ? low * (1.0f - step)
                                 : step > 0.0f ? low - step
                                               : nextafterf(low, -INFINITY),
                                 rough         ? high * (1.0f + step)
                                 : step > 0.0f ? high + step
                                               : nextafterf(high, INFINITY)};
        for (int k = 0; k < 2; ++k)
        {
            if (rows[i].attempt(f, taken[k]) != SCREE_OK ||
                rows[i].attempt(f, refused[k]) != SCREE_ERROR_ARGUMENT)
            {
                fail_msg("%s: %.9g is refused, or %.9g is taken", rows[i].name, (double)taken[k],
                         (double)refused[k]);
            }
        }
    }
}

/// Zero holds a vertex, or stands for the value that the vertices and the definition give.
TEST_WITH(a_zero_in_a_soft_body_is_held_or_filled_in, setup, end_fixture_world)
{
    const fixture *f = *state;
    const scree_vec2 places[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    const float masses[2] = {0.0f, 1.0f};
    const scree_soft_edge edges[3] = {{0, 1, 0.0f, 0.0f}, {0, 1, 0.0f, 1.0f}, {0, 1, 1.0f, 0.0f}};
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = 2;
    def.vertices = places;
    def.masses = masses;
    def.edges = edges;
    for (def.edge_count = 0; def.edge_count <= 3; ++def.edge_count)
    {
        assert_true(scree_soft_body_create(f->world, &def).value != 0);
    }
    // The count is refused before the array is read.
    def.edge_count = (1 << 24) + 2;
    WRONG_ID(f->world, scree_soft_body_create(f->world, &def), "def.edge_count");
    assert_ok(scree_soft_body_set_vertex_mass(f->world, f->soft, 0, 0.0f));
}

/// Creates a world whose memory ends after its own record. Capacities in range get as far as that.
static scree_result with_capacity(size_t offset, int capacity)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    memory.fail_at = 1;
    memory.fail_after = true;
    memcpy((char *)&def + offset, &capacity, sizeof capacity);
    assert_null(scree_world_create(&def));
    assert_int_equal(memory.blocks, 0);
    return scree_world_last_error(NULL).code;
}

TEST(capacities_are_hints_within_what_ids_can_name)
{
    static const size_t offsets[] = {offsetof(scree_world_def, body_capacity),
                                     offsetof(scree_world_def, shape_capacity),
                                     offsetof(scree_world_def, contact_capacity)};
    for (int i = 0; i < 3; ++i)
    {
        int largest = i < 2 ? (1 << 24) - 2 : 1 << 28;
        assert_int_equal(with_capacity(offsets[i], -1), SCREE_ERROR_ARGUMENT);
        assert_int_equal(with_capacity(offsets[i], 0), SCREE_ERROR_OUT_OF_MEMORY);
        assert_int_equal(with_capacity(offsets[i], largest), SCREE_ERROR_OUT_OF_MEMORY);
        assert_int_equal(with_capacity(offsets[i], largest + 1), SCREE_ERROR_ARGUMENT);
    }
}

TEST(a_world_holds_2_24_less_2_of_a_kind)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scoped_world *world = world_of(&def);
    memory.calls = 0;
    memory.fail_at = 0;
    memory.fail_after = true;
    scree_body_def body = scree_body_def_default();
    scree_particle_def particle = scree_particle_def_default();
    scree_body_batch bodies = {.def = &body};
    scree_particle_batch particles = {.def = &particle};
    for (int over = 0; over < 2; ++over)
    {
        scree_result wanted = over ? SCREE_ERROR_CAPACITY : SCREE_ERROR_OUT_OF_MEMORY;
        bodies.count = particles.count = (1 << 24) - 2 + over;
        assert_int_equal(scree_bodies_create(world, &bodies, NULL), wanted);
        assert_int_equal(scree_particles_create(world, &particles, NULL), wanted);
    }
    // One value that is not finite, and no other: it is not read.
    float wrong = INFINITY;
    bodies.x = particles.x = &wrong;
    assert_int_equal(scree_bodies_create(world, &bodies, NULL), SCREE_ERROR_CAPACITY);
    assert_int_equal(scree_particles_create(world, &particles, NULL), SCREE_ERROR_CAPACITY);
    bodies.x = particles.x = NULL;
    bodies.count = particles.count = -1;
    assert_int_equal(scree_bodies_create(world, &bodies, NULL), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_particles_create(world, &particles, NULL), SCREE_ERROR_ARGUMENT);
    memory.fail_at = -1;
    bodies.count = particles.count = 0;
    assert_ok(scree_bodies_create(world, &bodies, NULL));
    assert_ok(scree_particles_create(world, &particles, NULL));
}
