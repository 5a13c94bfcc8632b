/// Pairs of a world in which little moves, where the broadphase keeps its sorted boxes: those of
/// brute force, with an exact count of new ones.
#include "tests/support/pair_check.h"
#include "tests/support/worlds.h"

#define COLUMNS 20
#define LAYERS 5
#define CRATES (COLUMNS * LAYERS)
#define SMALL 20
#define MAX_PAIRS 8192

/// Crates in stacks on a static floor, small ones on a plank, and a shelf beside them.
typedef struct yard
{
    scree_world *world;
    scree_body_id floor, shelf, plank, plane;  ///< the plane is made by its test
    scree_body_id crates[CRATES], small[SMALL];
    int steps;
} yard;

/// Steps once and compares: pairs with brute force, new ones with those that were not there before.
static int step_and_check(yard *y)
{
    static scree_shape_pair before[MAX_PAIRS], after[MAX_PAIRS];
    int old_count = scree_world_pairs(y->world, before, MAX_PAIRS);
    run_steps(y->world, 1);
    int count = check_pairs(y->world, y->steps++);
    assert_true(old_count <= MAX_PAIRS && count <= MAX_PAIRS);
    scree_world_pairs(y->world, after, MAX_PAIRS);
    int fresh = 0;
    for (int i = 0; i < count; ++i)
    {
        int k = 0;
        while (k < old_count && memcmp(&before[k], &after[i], sizeof after[i]) != 0)
        {
            ++k;
        }
        fresh += k == old_count;
    }
    assert_int_equal(scree_world_counters(y->world).new_pairs, fresh);
    return fresh;
}

static void several_steps(yard *y)
{
    for (int i = 0; i < 4; ++i)
    {
        step_and_check(y);
    }
}

/// No body moves from here on: the broadphase keeps its state.
static void assert_at_rest(yard *y)
{
    for (int i = 0; i < 3; ++i)
    {
        assert_int_equal(step_and_check(y), 0);
        assert_int_equal(scree_world_counters(y->world).moved_shapes, 0);
    }
}

static void wait_for_rest(yard *y)
{
    int still = 0;
    for (int i = 0; i < 600 && still < 30; ++i)
    {
        run_steps(y->world, 1);
        still = scree_world_counters(y->world).moved_shapes == 0 ? still + 1 : 0;
    }
    assert_int_equal(still, 30);
    assert_at_rest(y);
}

static yard make_yard_in(const scree_allocator *allocator)
{
    scree_world_def world_def = awake_world_def();
    world_def.allocator = *allocator;
    yard y = {.world = world_of(&world_def)};
    y.floor = add_body(y.world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_polygon slab = scree_polygon_box_at(60.0f, 1.0f, (scree_vec2){0.0f, -1.0f}, 0.0f, 0.0f);
    add_polygon(y.world, y.floor, usual_shape(), &slab);
    y.shelf = add_slab(y.world, SCREE_BODY_STATIC, 30.0f, 10.0f, usual_shape(), 1.5f, 0.25f);
    for (int i = 0; i < CRATES; ++i)
    {
        y.crates[i] = add_crate(y.world, 1.1f * (float)(i % COLUMNS),
                                0.5f + 1.0f * (float)(i / COLUMNS), 0.5f, 0.5f);
    }
    y.plank = add_crate(y.world, -20.0f, 0.25f, 6.0f, 0.25f);
    for (int i = 0; i < SMALL; ++i)
    {
        y.small[i] = add_crate(y.world, -25.0f + 0.5f * (float)i, 0.6f, 0.1f, 0.1f);
    }
    wait_for_rest(&y);
    return y;
}

static yard make_yard(void)
{
    const scree_allocator standard = {NULL, NULL, NULL};
    return make_yard_in(&standard);
}

static void place(yard *y, scree_body_id body, float x, float height)
{
    assert_ok(scree_body_set_transform(y->world, body,
                                       scree_transform_from_angle((scree_vec2){x, height}, 0.0f)));
}

/// `count` crates in rows of ten, 0.5 m from each other, that nothing can move but a teleport.
static yard make_grid_of_posts(void)
{
    yard y = {.world = world_with_gravity(0.0f, 0.0f)};
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.locks.x = def.locks.y = def.locks.angle = true;
    for (int i = 0; i < CRATES; ++i)
    {
        def.position = (scree_vec2){1.5f * (float)(i % 10), 1.5f * (float)(i / 10)};
        y.crates[i] = scree_body_create(y.world, &def);
        add_box(y.world, y.crates[i], usual_shape(), 0.5f, 0.5f);
    }
    wait_for_rest(&y);
    return y;
}

TEST(only_the_pairs_of_the_one_that_moves_are_new)
{
    const struct
    {
        float x, y;
        int pairs, fresh;
    } places[] = {{0.75f, 0.0f, 1, 1},     // on its neighbour
                  {0.75f, 0.75f, 3, 2},    // in the middle of that and two more
                  {2.25f, 0.75f, 4, 2},    // overlaps four crates; it lay on two of them before
                  {2.32f, 0.75f, 4, 0},    // a little aside
                  {-9.0f, -9.0f, 0, 0},    // alone
                  {2.25f, 0.75f, 4, 4},    // back again
                  {12.75f, 12.75f, 4, 4},  // at the other end
                  {0.0f, 0.0f, 0, 0}};
    scoped_fixture yard y = make_grid_of_posts();
    assert_int_equal(scree_world_pairs(y.world, NULL, 0), 0);
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
    {
        place(&y, y.crates[0], places[i].x, places[i].y);
        assert_int_equal(step_and_check(&y), places[i].fresh);
        assert_int_equal(scree_world_pairs(y.world, NULL, 0), places[i].pairs);
        assert_int_equal(scree_world_counters(y.world).moved_shapes, 1);
        assert_at_rest(&y);
    }
}

typedef struct sorted
{
    int builds;
    int64_t items;
} sorted;

static void count_sorted(const scree_trace_zone *zone, void *context)
{
    sorted *s = context;
    if (zone->level == SCREE_TRACE_PASS && strcmp(zone->name, "order_aabbs") == 0)
    {
        ++s->builds;
        s->items += zone->items;
    }
}

TEST(few_that_move_are_sorted_alone_until_they_are_a_quarter)
{
    scoped_fixture yard y = make_grid_of_posts();
    sorted s = {0};
    scree_world_set_trace(y.world, SCREE_TRACE_PASS, count_sorted, &s);
    for (int i = 0; i < 40; ++i)
    {
        s = (sorted){0};
        place(&y, y.crates[i], 1.5f * (float)(i % 10), 1.5f * (float)(i / 10) + 0.6f);
        step_and_check(&y);
        assert_int_equal(s.builds, 1);
        // Only the crates that moved since the full sort were sorted; the 26th would be more than
        // one in four.
        assert_int_equal(s.items, i < 25 ? i + 1 : i == 25 ? CRATES : i - 25);
    }
    // If no body moves, no sorting is needed.
    s = (sorted){0};
    step_and_check(&y);
    assert_int_equal(s.builds, 0);
}

TEST(a_crate_that_moves_meets_what_rests)
{
    scoped_fixture yard y = make_yard();
    // From the ends of the stacks and out of their middle, one after the other, some of them twice.
    const int movers[] = {99, 0, 19, 57, 42, 99, 0, 3, 81, 57};
    for (size_t i = 0; i < sizeof movers / sizeof *movers; ++i)
    {
        scree_body_id body = y.crates[movers[i]];
        place(&y, body, 1.1f * (float)(2 * i) + 0.3f, 5.6f);
        several_steps(&y);
        place(&y, body, -20.0f + (float)i, 0.9f);
        several_steps(&y);
    }
    wait_for_rest(&y);
    scree_vec2 velocity = {6.0f, 1.0f};
    assert_ok(scree_body_set_velocity(y.world, y.crates[80], velocity, 0.0f));
    for (int i = 0; i < 60; ++i)
    {
        step_and_check(&y);
    }
}

TEST(one_after_the_other_moves_until_all_have)
{
    scoped_fixture yard y = make_yard();
    // More than one in four: the boxes are sorted again in between, and once more.
    for (int round = 0; round < 2; ++round)
    {
        for (int i = 0; i < CRATES; ++i)
        {
            place(&y, y.crates[i], 30.0f + 0.9f * (float)(i % 7), 2.0f + 0.8f * (float)(i % 5));
            step_and_check(&y);
        }
    }
}

/// Something that makes the next step look for pairs.
static void stir(yard *y, int kind)
{
    switch (kind)
    {
    case 0:
        place(y, y->crates[99], 3.0f, 5.4f);
        break;
    case 1:
        place(y, y->shelf, 5.5f, 4.9f);
        break;
    case 2:
        add_crate(y->world, 7.0f, 5.4f, 0.5f, 0.5f);
        break;
    case 3:
        assert_ok(scree_body_destroy(y->world, y->crates[45]));
        break;
    default:
        // On one heap: more pairs than the stores have room for.
        for (int i = 0; i < CRATES; ++i)
        {
            place(y, y->crates[i], 0.05f * (float)i, 0.5f);
        }
        break;
    }
}

TEST(a_step_without_memory_leaves_the_pairs_to_the_next)
{
    int failed = 0;
    for (int kind = 0; kind < 5; ++kind)
    {
        // That call and all after it: a step gets over a few that fail alone.
        test_memory memory = {.calls = 1};
        for (int fail_at = 0; fail_at < memory.calls; ++fail_at)
        {
            scree_allocator allocator = allocator_of(&memory);
            yard y = make_yard_in(&allocator);
            stir(&y, kind);
            memory.calls = 0;
            memory.fail_at = fail_at;
            memory.fail_after = true;
            scree_result result = scree_world_step(y.world, STEP, SUBSTEPS);
            assert_true(result == SCREE_OK || result == SCREE_ERROR_OUT_OF_MEMORY);
            failed += result != SCREE_OK;
            memory.fail_at = -1;
            int calls = memory.calls;
            several_steps(&y);
            place(&y, y.crates[0], 12.0f, 5.4f);
            several_steps(&y);
            scree_world_destroy(y.world);
            memory.calls = calls;
        }
        assert_true(failed > kind);
    }
}

/// Any change that may happen to a body, or to the ground below all.
static void disturb(yard *y, test_random *random)
{
    static const scree_body_type types[] = {SCREE_BODY_STATIC, SCREE_BODY_KINEMATIC,
                                            SCREE_BODY_DYNAMIC, SCREE_BODY_DYNAMIC};
    const scree_filter filters[] = {{2, 0, 0}, {1, UINT64_MAX, 0}, {1, UINT64_MAX, 0}};
    int k = random_below(random, CRATES);
    scree_body_id *body = &y->crates[k];
    float x = random_between(random, -2.0f, 24.0f), height = random_between(random, 0.5f, 6.0f);
    scree_shape_id shapes[8];
    int count = scree_body_shapes(y->world, *body, shapes, 8);
    scree_polygon side = scree_polygon_box_at(0.4f, 0.4f, (scree_vec2){0.0f, 3.0f}, 0.0f, 0.0f);
    switch (random_below(random, 11))
    {
    case 0:
        // The new one has the old one's slot, and now and then its place.
        assert_ok(scree_body_destroy(y->world, *body));
        *body = add_crate(y->world, x, height, 0.5f, random_between(random, 0.2f, 1.5f));
        break;
    case 1:
        scree_body_set_enabled(y->world, *body, !scree_body_is_enabled(y->world, *body));
        break;
    case 2:
        place(y, y->shelf, x, height + 3.0f);
        break;
    case 3:
        scree_body_set_type(y->world, *body, types[random_below(random, 4)]);
        break;
    case 4:
        assert_ok(scree_shape_set_filter(y->world, shapes[0], &filters[random_below(random, 3)]));
        break;
    case 5:
        assert_ok(count > 1 ? scree_shape_destroy(y->world, shapes[count - 1]) : SCREE_OK);
        break;
    case 6:
        assert_true(count > 3 || add_polygon(y->world, *body, usual_shape(), &side).value != 0);
        break;
    case 7:
        place(y, random_below(random, 2) ? y->floor : y->plane, 0.0f, 0.1f * height - 0.3f);
        break;
    default:
        place(y, *body, x, height);
        break;
    }
}

TEST(anything_that_happens_to_a_yard_at_rest_leaves_its_pairs_right)
{
    scoped_fixture yard y = make_yard();
    test_random random = random_of(17);
    scree_vec2 up = {0.0f, 1.0f};
    y.plane = add_body(y.world, SCREE_BODY_STATIC, 0.0f, -50.0f, 0.0f);
    scree_shape_create_half_space(y.world, y.plane, usual_shape(), &(scree_half_space){up, 0.0f});
    // No gravity and much damping, so that the rest is soon at rest again.
    scree_world_set_gravity(y.world, (scree_vec2){0.0f, 0.0f});
    scree_body_view view = scree_world_bodies(y.world);
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        scree_body_set_linear_damping(y.world, view.id[i], 60.0f);
        scree_body_set_angular_damping(y.world, view.id[i], 60.0f);
    }
    int kept = 0;
    for (int i = 0; i < 600; ++i)
    {
        disturb(&y, &random);
        int steps = 1 + random_below(&random, 4);
        for (int k = 0; k < steps; ++k)
        {
            step_and_check(&y);
            int moved = scree_world_counters(y.world).moved_shapes;
            kept += moved > 0 && moved < 20;
        }
    }
    assert_true(kept > 200);
}

/// How many pairs there are; fails if one comes twice.
static int count_pairs_once(scree_world *world)
{
    static scree_shape_pair pairs[MAX_PAIRS];
    int count = scree_world_pairs(world, pairs, MAX_PAIRS);
    for (int i = 1; i < count; ++i)
    {
        assert_memory_not_equal(&pairs[i - 1], &pairs[i], sizeof *pairs);
    }
    assert_int_equal(scree_world_counters(world).pairs, count);
    return count;
}

TEST(calls_that_change_what_carries_sleepers_leave_each_pair_once)
{
    scoped_world *world = default_world();
    scree_body_id ground = static_body(world), shelves[3];
    const scree_vec2 points[] = {{30, 0}, {9, 0}, {-9, 0}, {-30, 0}};
    scree_chain_id chain = add_open_chain(world, ground, usual_shape(), points, 4, false);
    scree_body_id compound = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    for (int i = 0; i < 12; ++i)
    {
        add_crate(world, 1.2f * (float)(i + 1), 0.5f, 0.5f, 0.5f);
        scree_polygon part = scree_polygon_box_at(
            0.4f, 0.5f, (scree_vec2){-0.9f * (float)(i + 1), 0.0f}, 0.0f, 0.0f);
        add_polygon(world, compound, usual_shape(), &part);
    }
    for (int i = 0; i < 3; ++i)
    {
        shelves[i] = add_slab(world, SCREE_BODY_STATIC, -20.0f, 5.0f, usual_shape(), 3.0f, 0.2f);
    }
    scree_joint_id joint = {0};
    int asleep = 0;
    for (int i = 0; i < 60; ++i)
    {
        if (i % 10 < 8)
        {
            run_steps(world, 120);
            // Now and then a shelf or a joint throws some of them.
            asleep += scree_world_counters(world).asleep_bodies >= 12;
        }
        // Sides of the chain, joints to it, and shelves that are moved again in another order.
        scree_weld_joint_def weld = scree_weld_joint_def_default();
        weld.base.body_a = i % 4 < 2 ? ground : compound;
        weld.base.body_b = i % 4 < 2 ? compound : ground;
        for (int k = 0; k < 3; ++k)
        {
            int n = (i * (k + 1) + i / 3) % 3;
            scree_body_set_transform(
                world, shelves[n],
                scree_transform_from_angle((scree_vec2){-20.0f + 8.0f * (float)(i % 2), 1.21f},
                                           0.0f));
        }
        if (i % 3 == 0)
        {
            assert_ok(scree_chain_set_two_sided(world, chain, i % 2 == 0));
        }
        if (i % 3 == 1)
        {
            joint = scree_joint_create_weld(world, &weld);
        }
        else if (i % 3 == 2)
        {
            scree_joint_destroy(world, joint);
        }
        for (int k = 0; k < 3; ++k)
        {
            run_steps(world, 1);
            assert_at_least(count_pairs_once(world), 12);
        }
    }
    assert_at_least(asleep, 40);
}

static void count_swept(const scree_trace_zone *zone, void *context)
{
    bool among = strcmp(zone->name, "sweep_level") == 0 || strcmp(zone->name, "sweep_across") == 0;
    *(int64_t *)context += among ? zone->items : 0;
}

TEST(kinematic_bodies_alone_are_not_swept_and_meet_who_becomes_dynamic)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id bodies[50];
    int64_t swept[2] = {0};
    for (int i = 0; i < 50; ++i)
    {
        bodies[i] =
            add_disc(world, SCREE_BODY_KINEMATIC, 0.0f, 0.1f * (float)i, usual_shape(), 0.5f);
        scree_body_set_velocity(world, bodies[i], (scree_vec2){0.0f, 50.0f}, 0.0f);
    }
    for (int k = 0; k < 2; ++k)
    {
        scree_world_set_trace(world, SCREE_TRACE_PASS, count_swept, &swept[k]);
        run_steps(world, 3);
        assert_int_equal(check_pairs(world, k) > 5, k);
        scree_body_set_type(world, bodies[25], SCREE_BODY_DYNAMIC);
    }
    assert_true(swept[0] == 0 && swept[1] > 0);
}
