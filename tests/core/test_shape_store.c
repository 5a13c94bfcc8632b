/// Shapes in recycled slots: no write past the memory, geometry shared, nothing lost.
#include "tests/support/worlds.h"
#include "world/validate.h"

#define BODIES 200
#define SHAPES 3000

static void assert_valid(const scree_world *world, int round)
{
    const char *wrong = sc_validate(world);
    if (wrong != NULL)
    {
        fail_msg("round %d: not true that %s", round, wrong);
    }
}

#define COUNT 1000
#define ENDED 900

/// Bodies in a row, 3 m apart.
static void add_row(scree_world *world, scree_body_id *bodies)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    float x[COUNT];
    for (int i = 0; i < COUNT; ++i)
    {
        x[i] = 3.0f * (float)i;
    }
    scree_body_batch batch = {.def = &def, .count = COUNT, .x = x};
    assert_ok(scree_bodies_create(world, &batch, bodies));
}

TEST(many_shapes_in_recycled_slots_share_one_entry)
{
    for (int at_once = 0; at_once < 2; ++at_once)
    {
        test_memory memory;
        scree_world_def def = counted_def(&memory);
        scree_world *world = world_of(&def);
        scree_body_id bodies[COUNT];
        scree_shape_id shapes[COUNT];
        add_row(world, bodies);
        scree_circle circle = {{0.0f, 0.0f}, 0.5f};
        assert_ok(scree_shapes_create_circle(world, bodies, COUNT, usual_shape(), &circle, shapes));
        // End the low slots: the kept entries stand in the highest ones.
        for (int i = 0; i < ENDED; ++i)
        {
            assert_ok(scree_shape_destroy(world, shapes[i]));
        }
        run_steps(world, 1);
        int32_t used = world->shapes.geometry_used;
        scree_polygon made =
            at_once ? scree_polygon_box(0.5f, 0.5f) : regular_polygon(6, 0.5f, 0.0f);
        if (at_once)
        {
            assert_ok(
                scree_shapes_create_polygon(world, bodies, ENDED, usual_shape(), &made, shapes));
        }
        for (int i = 0; i < ENDED; ++i)
        {
            shapes[i] = at_once ? shapes[i] : add_polygon(world, bodies[i], usual_shape(), &made);
        }
        assert_valid(world, 0);
        assert_int_equal(world->shapes.geometry_used, used + (at_once ? 20 : 36));
        for (int i = 0; i < ENDED; ++i)
        {
            scree_polygon stored = scree_shape_polygon(world, shapes[i]);
            assert_int_equal(stored.count, made.count);
            assert_memory_equal(&stored.vertices[2], &made.vertices[2], sizeof(scree_vec2));
        }
        run_steps(world, 2);
        end_counted(world, &memory);
    }
}

TEST(a_half_space_with_the_numbers_of_a_box_has_an_entry_of_its_own)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    scree_body_id body = static_body(world);
    int32_t early = 0;
    for (int round = 0; round < 50; ++round)
    {
        // Half width, half height, 4 corners and no rounding; normal and offset.
        scree_shape_id box = add_box(world, body, usual_shape(), 0.6f, 0.8f);
        scree_shape_id wall = scree_shape_create_half_space(
            world, body, usual_shape(), &(scree_half_space){{0.6f, 0.8f}, 4.0f});
        assert_true(scree_shape_is_valid(world, wall));
        scree_half_space stored = scree_shape_half_space(world, wall);
        assert_near(stored.offset, 4.0, 0.0);
        assert_valid(world, round);
        assert_ok(scree_shape_destroy(world, box));
        assert_ok(scree_shape_destroy(world, wall));
        run_steps(world, 1);
        early = round == 0 ? world->shapes.geometry_used : early;
    }
    assert_int_equal(world->shapes.geometry_used, early);
    end_counted(world, &memory);
}

TEST(the_pool_grows_for_no_shape_whose_geometry_it_has_or_had)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    // Polygons of 64 corners until the pool is full to the last entry.
    int round = 0;
    do
    {
        scree_polygon polygon = regular_polygon(64, 1.0f + 0.001f * (float)round++, 0.0f);
        add_polygon(world, body, usual_shape(), &polygon);
        assert_true(round < 10000);
    } while (round < 5 || world->shapes.geometry_capacity - world->shapes.geometry_used >= 260);
    int32_t capacity = world->shapes.geometry_capacity;
    // An equal one.
    scree_polygon last = regular_polygon(64, 1.0f + 0.001f * (float)(round - 1), 0.0f);
    scree_shape_id shape = add_polygon(world, body, usual_shape(), &last);
    // Another one in the place of one that ended.
    scree_shape_id first;
    assert_int_equal(scree_body_shapes(world, body, &first, 1), round + 1);
    assert_ok(scree_shape_destroy(world, first));
    scree_polygon other = regular_polygon(64, 9.0f, 0.0f);
    add_polygon(world, body, usual_shape(), &other);
    assert_int_equal(world->shapes.geometry_capacity, capacity);
    assert_int_equal(scree_shape_polygon(world, shape).count, 64);
    assert_valid(world, 0);
    end_counted(world, &memory);
}

/// Shapes of one random kind on `count` bodies by one call.
static void create_some(scree_world *world, test_random *random, const scree_body_id *bodies,
                        int count, scree_shape_id *shapes)
{
    float size = 0.2f + 0.1f * (float)random_below(random, 9);
    scree_circle circle = {{0.0f, 0.0f}, size};
    scree_capsule capsule = {{-size, 0.0f}, {size, 0.0f}, 0.5f * size};
    scree_polygon box = scree_polygon_box(size, 0.7f * size);
    scree_polygon polygon = regular_polygon(3 + random_below(random, 30), size, 0.0f);
    scree_result result = SCREE_OK;
    switch (random_below(random, 5))
    {
    case 0:
        result = scree_shapes_create_circle(world, bodies, count, usual_shape(), &circle, shapes);
        break;
    case 1:
        result = scree_shapes_create_capsule(world, bodies, count, usual_shape(), &capsule, shapes);
        break;
    case 2:
        result = scree_shapes_create_polygon(world, bodies, count, usual_shape(), &box, shapes);
        break;
    case 3:
        result = scree_shapes_create_polygon(world, bodies, count, usual_shape(), &polygon, shapes);
        break;
    default:
        for (int i = 0; i < count; ++i)
        {
            shapes[i] = add_mixed(world, bodies[i], usual_shape(), random_below(random, 7), size);
        }
        break;
    }
    assert_ok(result);
}

TEST(shapes_that_come_and_go_at_random_stay_in_their_memory)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    test_random random = random_of(8);
    scree_body_id bodies[BODIES];
    for (int i = 0; i < BODIES; ++i)
    {
        bodies[i] = add_body(world, (scree_body_type)(i % 3), 4.0f * (float)i, 0.0f, 0.0f);
    }
    scree_shape_id *shapes = calloc(SHAPES, sizeof *shapes);
    assert_non_null(shapes);
    int count = 0;
    for (int round = 0; round < 400; ++round)
    {
        int some = 1 + random_below(&random, BODIES), first = random_below(&random, BODIES);
        some = first + some > BODIES ? BODIES - first : some;
        if (count + some <= SHAPES)
        {
            create_some(world, &random, bodies + first, some, shapes + count);
            count += some;
        }
        for (int ended = random_below(&random, 300); ended > 0 && count > 0; --ended)
        {
            int at = random_below(&random, count);
            assert_ok(scree_shape_destroy(world, shapes[at]));
            shapes[at] = shapes[--count];
        }
        assert_int_equal(scree_world_counters(world).shapes, count);
        assert_valid(world, round);
        if (round % 3 == 0)
        {
            run_steps(world, 1);
        }
    }
    free(shapes);
    end_counted(world, &memory);
}

TEST(shapes_that_come_and_go_between_two_steps_take_no_more_memory)
{
    for (int by_body = 0; by_body < 2; ++by_body)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id ground =
            add_slab(world, SCREE_BODY_STATIC, 0.0f, 0.0f, usual_shape(), 10.0f, 0.5f);
        add_ball(world, 0.0f, 1.0f, 0.5f);
        scree_body_id other = add_ball(world, 5.0f, 1.0f, 0.5f);
        run_steps(world, 2);
        assert_int_equal(scree_world_counters(world).contacts, 2);
        scree_body_destroy(world, other);
        uint64_t bytes = 0;
        for (int i = 0; i < 20000; ++i)
        {
            scree_body_id body =
                by_body ? add_body(world, SCREE_BODY_DYNAMIC, 3.0f, 5.0f, 0.0f) : ground;
            scree_shape_id shape = add_circle(world, body, usual_shape(), 0.25f);
            assert_true(shape.value != 0);
            assert_ok(by_body ? scree_body_destroy(world, body)
                              : scree_shape_destroy(world, shape));
            bytes = i == 1000 ? scree_world_counters(world).bytes : bytes;
        }
        scree_counters counters = scree_world_counters(world);
        assert_true(counters.bytes == bytes);
        assert_int_equal(counters.shapes, 2);
        assert_int_equal(counters.contacts, 1);
        assert_int_equal(scree_world_contacts(world, NULL, 0), 1);
        assert_valid(world, by_body);
        run_steps(world, 30);
        assert_int_equal(scree_world_counters(world).contacts, 1);
    }
}
