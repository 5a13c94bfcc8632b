/// Soft bodies of many vertices: memory and contacts follow what touches, not what might.
#include "tests/support/worlds.h"

#define VERTICES 3000
#define BALLS 40

/// A net of n x n vertices 0.1 m apart, held at the top, with `count` small boxes spread over it.
static scree_world *net_among_boxes(test_memory *memory, int n, int count)
{
    scree_world_def world_def = counted_def(memory);
    scree_world *world = world_of(&world_def);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.mass = 0.01f * (float)(n * n);
    def.radius = 0.02f;
    int32_t held[256];
    for (int i = 0; i < n; ++i)
    {
        held[i] = i;
    }
    scree_soft_body_id net = scree_soft_body_create_cloth(world, &def, n, n, 0.1f, held, n);
    if (net.value == 0)
    {
        fail_msg("%s", scree_error_text(world));
    }
    int side = (int)ceilf(sqrtf((float)count));
    float spread = 0.1f * (float)n / (float)side;
    for (int i = 0; i < count; ++i)
    {
        add_crate(world, spread * ((float)(i % side) + 0.5f), -spread * ((float)(i / side) + 0.5f),
                  0.1f, 0.1f);
    }
    return world;
}

TEST(a_net_among_boxes_takes_memory_by_what_touches)
{
    test_memory memory;
    scree_world *world = net_among_boxes(&memory, 100, 200);
    for (int i = 0; i < 3; ++i)
    {
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
        assert_in_range(scree_world_counters(world).soft_contacts, 1000, 10000);
        // 10,000 vertices, 19,800 edges, 200 boxes, some 3,000 contacts.
        assert_in_range(memory.bytes, 1 << 20, 8 << 20);
    }
    end_counted(world, &memory);
}

TEST(the_largest_net_meets_a_thousand_boxes)
{
    test_memory memory;
    scoped_world *world = net_among_boxes(&memory, 256, 1000);
    assert_ok(scree_world_step(world, STEP, 2));
    assert_in_range(scree_world_counters(world).soft_contacts, 10000, 50000);
    assert_in_range(memory.bytes, 1 << 20, 40 << 20);
}

typedef enum numbering
{
    IN_ROWS = 0,
    BACKWARDS,
    SHUFFLED,
    NUMBERINGS
} numbering;

#define SIDE 60
#define COUNT (SIDE * SIDE)

/// A square net of that numbering. The number of its edges.
static int make_net(numbering order, scree_vec2 *vertices, scree_soft_edge *edges)
{
    static int32_t number[COUNT];
    test_random shuffling = random_of(7);
    for (int i = 0; i < COUNT; ++i)
    {
        number[i] = order == BACKWARDS ? COUNT - 1 - i : i;
    }
    for (int i = COUNT - 1; i > 0 && order == SHUFFLED; --i)
    {
        int k = random_below(&shuffling, i + 1);
        int32_t swap = number[i];
        number[i] = number[k];
        number[k] = swap;
    }
    int edge_count = 0;
    for (int i = 0; i < COUNT; ++i)
    {
        vertices[number[i]] = (scree_vec2){0.1f * (float)(i % SIDE), 0.1f * (float)(i / SIDE)};
        if (i % SIDE + 1 < SIDE)
        {
            edges[edge_count++] = (scree_soft_edge){number[i], number[i + 1], 0.0f, 0.0f};
        }
        if (i + SIDE < COUNT)
        {
            edges[edge_count++] = (scree_soft_edge){number[i], number[i + SIDE], 0.0f, 0.0f};
        }
    }
    return edge_count;
}

/// Contacts of a net in the first substep: the same whatever its vertices are called.
static int contacts_of(numbering order, float far)
{
    static scree_vec2 vertices[COUNT];
    static scree_soft_edge edges[2 * COUNT];
    int edge_count = make_net(order, vertices, edges);
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position.x = far;
    def.mass = (float)COUNT;
    def.radius = 0.01f;
    def.vertex_count = COUNT;
    def.vertices = vertices;
    def.edge_count = edge_count;
    def.edges = edges;
    assert_true(scree_soft_body_create(world, &def).value != 0);
    test_random random = random_of(8);
    for (int i = 0; i < 30; ++i)
    {
        float x = random_between(&random, 0.0f, 6.0f), y = random_between(&random, 0.0f, 6.0f);
        scree_body_id body = add_body(world, SCREE_BODY_STATIC, far + x, y, 0.3f * (float)i);
        add_mixed(world, body, usual_shape(), i, 0.5f);
    }
    // Boxes without vertices inside them, too: those meet edges only.
    def = scree_soft_body_def_default();
    for (int i = 0; i < 20; ++i)
    {
        def.position = (scree_vec2){far + random_between(&random, 0.0f, 6.0f),
                                    random_between(&random, 0.0f, 6.0f)};
        assert_true(scree_soft_body_create_box(world, &def, 0.04f, 0.04f).value != 0);
    }
    assert_ok(scree_world_step(world, STEP, 1));
    return scree_world_counters(world).soft_contacts;
}

TEST(contacts_do_not_depend_on_how_vertices_are_numbered)
{
    const float places[] = {0.0f, -700.0f, 1e4f};
    for (int i = 0; i < 3; ++i)
    {
        int expected = contacts_of(IN_ROWS, places[i]);
        assert_true(expected > 300);
        assert_int_equal(contacts_of(BACKWARDS, places[i]), expected);
        assert_int_equal(contacts_of(SHUFFLED, places[i]), expected);
    }
}

TEST(every_vertex_that_is_near_enough_is_found)
{
    static scree_vec2 vertices[VERTICES];
    test_random random = random_of(3);
    for (int i = 0; i < VERTICES; ++i)
    {
        vertices[i].x = random_between(&random, -5.0f, 5.0f);
        vertices[i].y = random_between(&random, -5.0f, 5.0f);
    }
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_edge none = {0, 1, 1.0f, 1.0f};
    scree_soft_body_def def = scree_soft_body_def_default();
    def.mass = (float)VERTICES;
    def.vertex_count = VERTICES;
    def.vertices = vertices;
    def.edges = &none;
    def.radius = 0.05f;
    assert_true(scree_soft_body_create(world, &def).value != 0);
    int expected = 0, doubtful = 0;
    for (int k = 0; k < BALLS; ++k)
    {
        float x = random_between(&random, -5.0f, 5.0f), y = random_between(&random, -5.0f, 5.0f);
        float radius = random_between(&random, 0.01f, 1.0f);
        add_circle(world, add_body(world, SCREE_BODY_STATIC, x, y, 0.0f), usual_shape(), radius);
        for (int i = 0; i < VERTICES; ++i)
        {
            // Contacts begin 0.02 m before surfaces touch.
            double reach = (double)radius + 0.05 + 0.02;
            double beyond = hypot((double)(vertices[i].x - x), (double)(vertices[i].y - y)) - reach;
            expected += beyond < 0.0;
            doubtful += fabs(beyond) < 1e-5;
        }
    }
    assert_ok(scree_world_step(world, STEP, 1));
    assert_true(expected > 1000);
    assert_in_range(scree_world_counters(world).soft_contacts, expected - doubtful,
                    expected + doubtful);
}

TEST(a_step_that_finds_no_room_for_contacts_changes_nothing)
{
    test_memory calm_memory;
    scoped_world *calm = net_among_boxes(&calm_memory, 40, 60);
    uint64_t begin = scree_world_hash(calm);
    assert_ok(scree_world_step(calm, STEP, SUBSTEPS));
    assert_ok(scree_world_step(calm, STEP, SUBSTEPS));
    int failures = 0;
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    for (int k = 0; result == SCREE_ERROR_OUT_OF_MEMORY; ++k)
    {
        test_memory memory;
        scree_world *world = net_among_boxes(&memory, 40, 60);
        result = step_failing_at(world, &memory, k, false, SUBSTEPS);
        if (result == SCREE_ERROR_OUT_OF_MEMORY)
        {
            ++failures;
            assert_true(scree_world_hash(world) == begin);
            assert_ok(scree_world_step(world, STEP, SUBSTEPS));
        }
        assert_ok(scree_world_step(world, STEP, SUBSTEPS));
        assert_true(scree_world_hash(world) == scree_world_hash(calm));
        end_counted(world, &memory);
    }
    assert_ok(result);
    // Count the steps in which the memory grew from 64 to several hundred.
    assert_true(scree_world_counters(calm).soft_contacts > 256);
    assert_true(failures > 30);
}
