/// Destruction in bulk: all or nothing, the same as one by one, from the live view too.
#include "tests/support/refusals.h"
#include "world/validate.h"

#define COUNT 60
#define STACKS 8
#define HIGH 6

/// Bodies of all types, with a shape or two each, on a ground.
static scree_world *make_world(test_memory *memory, scree_body_id bodies[COUNT])
{
    scree_world_def def = scree_world_def_default();
    if (memory != NULL)
    {
        def.allocator = allocator_of(memory);
    }
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    for (int i = 0; i < COUNT; ++i)
    {
        scree_body_type type = i % 7 == 3   ? SCREE_BODY_STATIC
                               : i % 7 == 5 ? SCREE_BODY_KINEMATIC
                                            : SCREE_BODY_DYNAMIC;
        bodies[i] = add_body(world, type, 0.8f * (float)(i % 10), 0.6f + (float)(i / 10), 0.0f);
        add_mixed(world, bodies[i], usual_shape(), i, 0.9f);
        if (i % 4 == 0)
        {
            add_circle(world, bodies[i], usual_shape(), 0.3f);
        }
    }
    run_steps(world, 5);
    return world;
}

TEST(a_body_named_twice_destroys_none)
{
    scree_body_id bodies[COUNT];
    scoped_world *world = make_world(NULL, bodies);
    // Twice in a row, and the first one of all again at the end.
    scree_body_id list[4] = {bodies[0], bodies[1], bodies[2], bodies[2]};
    REFUSED(world, scree_bodies_destroy(world, list, 4), SCREE_ERROR_STALE_ID, "bodies");
    list[3] = list[0];
    REFUSED(world, scree_bodies_destroy(world, list, 4), SCREE_ERROR_STALE_ID, "bodies");
    assert_null(sc_validate(world));
    assert_ok(scree_bodies_destroy(world, NULL, 0));
    assert_ok(scree_bodies_destroy(world, list, 3));
}

TEST(in_bulk_equals_one_by_one_from_the_last_to_the_first)
{
    test_memory memory;
    scree_body_id bodies[COUNT], twins[COUNT], list[COUNT];
    scree_world *world = make_world(&memory, bodies), *calm = make_world(NULL, twins);
    int count = 0;
    for (int i = 0; i < COUNT; i += 2)
    {
        list[count++] = bodies[(7 * i) % COUNT];
    }
    int calls = memory.calls;
    assert_ok(scree_bodies_destroy(world, list, count));
    assert_int_equal(memory.calls, calls);
    assert_null(sc_validate(world));
    for (int i = COUNT - 2; i >= 0; i -= 2)
    {
        assert_ok(scree_body_destroy(calm, twins[(7 * i) % COUNT]));
    }
    assert_int_equal(scree_world_counters(world).bodies, COUNT / 2 + 1);
    for (int i = 0; i < COUNT; ++i)
    {
        assert_true(scree_body_is_valid(world, bodies[i]) == scree_body_is_valid(calm, twins[i]));
    }
    // New objects take the same slots; all else continues alike.
    scree_body_id born = add_crate(world, 2.0f, 9.0f, 0.4f, 0.4f);
    scree_body_id twin = add_crate(calm, 2.0f, 9.0f, 0.4f, 0.4f);
    uint64_t slot_and_generation = 0xffffffffffffu;
    assert_true((born.value & slot_and_generation) == (twin.value & slot_and_generation));
    for (int i = 0; i < 60; ++i)
    {
        run_steps(world, 1);
        run_steps(calm, 1);
        assert_true(scree_world_hash(world) == scree_world_hash(calm));
    }
    scree_world_destroy(world);
    scree_world_destroy(calm);
    assert_int_equal(memory.bad_releases, 0);
    assert_int_equal(memory.blocks, 0);
}

TEST(the_ids_may_be_those_of_the_live_view)
{
    scree_body_id bodies[COUNT], going[COUNT];
    scoped_world *world = make_world(NULL, bodies);
    scree_body_view view = scree_world_bodies(world);
    int from = view.dynamic_count / 2, to = view.moving_count + 2, all = view.count;
    memcpy(going, view.id + from, sizeof *going * (size_t)(to - from));
    assert_ok(scree_bodies_destroy(world, view.id + from, to - from));
    assert_null(sc_validate(world));
    assert_int_equal(scree_world_counters(world).bodies, all - (to - from));
    for (int i = 0; i < to - from; ++i)
    {
        assert_false(scree_body_is_valid(world, going[i]));
    }
    run_steps(world, 2);
    view = scree_world_bodies(world);
    assert_ok(scree_bodies_destroy(world, view.id, view.count));
    assert_int_equal(scree_world_counters(world).bodies, 0);
    assert_int_equal(scree_world_counters(world).shapes, 0);
    run_steps(world, 2);
}

TEST(what_rests_goes_on_resting_when_others_are_destroyed)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    add_box(world, add_body(world, SCREE_BODY_STATIC, 0.0f, -0.5f, 0.0f), &def, 50.0f, 0.5f);
    scree_body_id boxes[STACKS][HIGH];
    for (int i = 0; i < STACKS * HIGH; ++i)
    {
        int stack = i / HIGH, level = i % HIGH;
        def.density = stack % 2 == 0 ? 1000.0f : 1.0f;
        boxes[stack][level] = add_slab(world, SCREE_BODY_DYNAMIC, 2.0f * (float)stack,
                                       0.5f + (float)level, &def, 0.5f, 0.5f);
    }
    run_seconds(world, 4.0f);
    for (int i = 0; i < STACKS; i += 2)
    {
        assert_ok(scree_bodies_destroy(world, boxes[i], HIGH));
        run_steps(world, 1);
        for (int k = 0; k < STACKS * HIGH; ++k)
        {
            if (k / HIGH % 2 == 1)
            {
                assert_near(scree_body_linear_velocity(world, boxes[k / HIGH][k % HIGH]).y, 0.0,
                            1e-3);
            }
        }
    }
}
