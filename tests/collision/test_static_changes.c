/// Static shapes that are created, destroyed and changed: pairs as by brute force, work in
/// proportion to the changes.
#include "tests/support/pair_check.h"
#include "tests/support/worlds.h"

#include "world/checks.h"
#include "world/world_state.h"

#define WIDTH 60
#define HEIGHT 10
#define TILES (WIDTH * HEIGHT)
#define BALLS 100

/// Static tiles in rows with gaps, balls on them.
typedef struct terrain
{
    scree_world *world;
    scree_body_id tiles[TILES], balls[BALLS];
} terrain;

static scree_body_id add_tile(scree_world *world, int i)
{
    scree_body_id tile = add_slab(world, SCREE_BODY_STATIC, 1.5f * (float)(i % WIDTH),
                                  3.0f * (float)(i / WIDTH), usual_shape(), 0.75f, 0.25f);
    return tile;
}

static terrain make_terrain(void)
{
    terrain t = {.world = world_with_gravity(0.0f, -10.0f)};
    for (int i = 0; i < TILES; ++i)
    {
        t.tiles[i] = add_tile(t.world, i);
    }
    for (int i = 0; i < BALLS; ++i)
    {
        t.balls[i] =
            add_ball(t.world, 1.5f * (float)(i % WIDTH), 0.6f + 3.0f * (float)(i / WIDTH), 0.3f);
    }
    run_steps(t.world, 60);
    check_pairs(t.world, 0);
    return t;
}

/// One change to some static bodies, of every sort in turn.
static void change(terrain *t, test_random *random, int sort)
{
    int at = (int)random_between(random, 0.0f, (float)TILES - 1.0f);
    scree_body_id *tile = &t->tiles[at];
    scree_vec2 place = {random_between(random, 0.0f, 1.5f * WIDTH),
                        random_between(random, 0.0f, 3.0f)};
    switch (sort % 6)
    {
    case 0:
        assert_ok(
            scree_body_set_transform(t->world, *tile, scree_transform_from_angle(place, 0.3f)));
        break;
    case 1:
        assert_ok(scree_body_destroy(t->world, *tile));
        *tile = add_tile(t->world, at);
        break;
    case 2:
        assert_ok(scree_body_set_enabled(t->world, *tile, !scree_body_is_enabled(t->world, *tile)));
        break;
    case 3:
        add_circle(t->world, *tile, usual_shape(), 0.6f);
        break;
    case 4:
        assert_ok(scree_body_set_type(t->world, *tile, SCREE_BODY_KINEMATIC));
        break;
    default:
        assert_ok(scree_body_set_type(t->world, *tile, SCREE_BODY_STATIC));
        break;
    }
}

TEST(static_shapes_that_change_are_paired_as_by_brute_force)
{
    for (uint64_t seed = 1; seed <= 3; ++seed)
    {
        scoped_fixture terrain t = make_terrain();
        test_random random = random_of(seed);
        for (int round = 1; round < 250; ++round)
        {
            // Now one, now a few, now none; some balls are thrown about.
            int changes = round % 5 == 0 ? 0 : round % 7 == 0 ? 20 : 1;
            for (int i = 0; i < changes; ++i)
            {
                change(&t, &random, round + i);
            }
            if (round % 40 == 0)
            {
                for (int i = 0; i < BALLS; i += 3)
                {
                    scree_body_set_velocity(t.world, t.balls[i], (scree_vec2){1.0f, 6.0f}, 0.0f);
                }
            }
            run_steps(t.world, 1);
            check_pairs(t.world, round);
        }
    }
}

TEST(static_shapes_that_are_moved_again_in_another_order_have_each_pair_once)
{
    scoped_fixture terrain t = make_terrain();
    for (int round = 0; round < 24; ++round)
    {
        for (int i = 0; i < 6; ++i)
        {
            const int at = (round % 2 ? 5 - i : i) * (1 + round % 5) % 6;
            scree_vec2 place = {1.5f * (float)at, 0.02f * (float)((round + i) % 3)};
            assert_ok(scree_body_set_transform(t.world, t.tiles[at],
                                               scree_transform_from_angle(place, 0.0f)));
        }
        run_steps(t.world, round % 3 == 2 ? 2 : 1);
        check_pairs(t.world, round);
    }
}

/// The items of the passes over static shapes.
typedef struct seen
{
    int64_t placed, sorted;
} seen;

static void keep_zone(const scree_trace_zone *zone, void *context)
{
    seen *s = context;
    if (strcmp(zone->name, "update_one_aabb") == 0)
    {
        s->placed += zone->items;
    }
    if (strcmp(zone->name, "order_aabbs") == 0)
    {
        s->sorted += zone->items;
    }
}

TEST(one_static_shape_that_changes_is_placed_alone)
{
    scoped_fixture terrain t = make_terrain();
    for (int i = 0; i < BALLS; ++i)
    {
        assert_ok(scree_body_destroy(t.world, t.balls[i]));
    }
    scree_body_id ball = add_ball(t.world, -5.0f, 0.0f, 0.3f);
    assert_ok(scree_body_set_gravity_scale(t.world, ball, 0.0f));
    // The first change finds no room to be noted, and makes it.
    scree_vec2 place = {0.0f, 60.0f};
    assert_ok(
        scree_body_set_transform(t.world, t.tiles[0], scree_transform_from_angle(place, 0.0f)));
    run_steps(t.world, 2);
    seen s = {0};
    assert_ok(scree_world_set_trace(t.world, SCREE_TRACE_PASS, keep_zone, &s));
    for (int i = 1; i <= 60; ++i)
    {
        place.x = 2.0f * (float)i;
        assert_ok(
            scree_body_set_transform(t.world, t.tiles[i], scree_transform_from_angle(place, 0.0f)));
        run_steps(t.world, 1);
        check_pairs(t.world, i);
    }
    // All are placed and sorted again once in this number of changes, not in each.
    int renewed = 60 * 2 * SC_STATIC_CHANGED_FRACTION / TILES + 2;
    assert_in_range(s.placed, 60, 60 + renewed * TILES);
    assert_in_range(s.sorted, 60, 60 * TILES / SC_STATIC_CHANGED_FRACTION + renewed * TILES);
    assert_true(renewed <= 6);
}

TEST(a_shape_that_changes_lists_keeps_its_contacts)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.5f, 0.0f);
    add_bin(world, &def, 10.0f, 5.0f, false);
    scree_body_id crates[60];
    for (int i = 0; i < 60; ++i)
    {
        crates[i] =
            add_crate(world, 1.1f * (float)(i % 15) - 7.7f, 0.5f + (float)(i / 15), 0.5f, 0.5f);
    }
    run_seconds(world, 3.0f);
    static scree_contact before[1000], after[1000];
    int count = scree_world_contacts(world, before, 1000);
    assert_in_range(count, 60, 1000);
    for (int round = 0; round < 4; ++round)
    {
        bool active = round % 2 != 0;
        for (int i = 0; i < 60; i += 2)
        {
            int32_t row = sc_peek_row(world, crates[i]);
            sc_shapes_enlist(&world->shapes, world->bodies.first_shape[row], true, active);
        }
        run_steps(world, 1);
        scree_counters counters = scree_world_counters(world);
        assert_int_equal(counters.new_pairs, 0);
        assert_int_equal(counters.begun_contacts, 0);
        assert_int_equal(counters.ended_contacts, 0);
        assert_int_equal(scree_world_contacts(world, after, 1000), count);
        for (int i = 0; i < count; ++i)
        {
            assert_memory_equal(&before[i].shape_a, &after[i].shape_a, sizeof after[i].shape_a);
            assert_memory_equal(&before[i].shape_b, &after[i].shape_b, sizeof after[i].shape_b);
        }
    }
}
