/// Out of memory at every single allocation: the call changes nothing and nothing leaks.
#include "tests/support/worlds.h"
#include "world/validate.h"

static void assert_clean(const test_memory *memory)
{
    if (memory->bytes != 0 || memory->blocks != 0 || memory->bad_releases != 0)
    {
        fail_msg("%lld bytes in %lld blocks left, %d released with another size than asked for",
                 (long long)memory->bytes, (long long)memory->blocks, memory->bad_releases);
    }
}

/// Lets the k-th allocation of the next call fail, and with it all later ones if `after`.
static void fail_at(test_memory *memory, int k, bool after)
{
    memory->calls = 0;
    memory->fail_at = k;
    memory->fail_after = after;
}

TEST(a_world_that_finds_no_memory_is_null_and_leaks_nothing)
{
    for (int after = 0; after < 2; ++after)
    {
        int failures = 0;
        for (int k = 0;; ++k)
        {
            test_memory memory;
            scree_world_def def = counted_def(&memory);
            def.body_capacity = 1000;
            def.shape_capacity = 1000;
            def.contact_capacity = 1000;
            fail_at(&memory, k, after);
            scree_world *world = scree_world_create(&def);
            if (world != NULL)
            {
                scree_world_destroy(world);
                assert_clean(&memory);
                break;
            }
            ++failures;
            assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_OUT_OF_MEMORY);
            assert_non_null(strstr(scree_error_text(NULL), "scree_world_create"));
            assert_clean(&memory);
        }
        assert_true(failures > 3);
    }
}

/// One way of changing a world; false if it was refused.
typedef bool change(scree_world *world, int round);

static bool create_one_body(scree_world *world, int round)
{
    scree_body_def def = scree_body_def_default();
    def.type = (scree_body_type)(round % 3);
    def.position.x = (float)round;
    return scree_body_create(world, &def).value != 0;
}

static bool create_bodies(scree_world *world, int round)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position.y = 3.0f * (float)round;
    float x[50];
    for (int i = 0; i < 50; ++i)
    {
        x[i] = 3.0f * (float)i;
    }
    scree_body_batch batch = {.def = &def, .count = 50, .x = x};
    return scree_bodies_create(world, &batch, NULL) == SCREE_OK;
}

static bool create_one_shape(scree_world *world, int round)
{
    scree_body_view bodies = scree_world_bodies(world);
    scree_body_id body = bodies.id[round % bodies.count];
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.01f * (float)round}, 0.5f};
    scree_segment segment = {{0.0f, 0.0f}, {1.0f, 0.01f * (float)round}};
    scree_polygon polygon = regular_polygon(3 + round % 30, 1.0f + 0.01f * (float)round, 0.0f);
    switch (round % 5)
    {
    case 0:
        return scree_shape_create_circle(world, body, usual_shape(), &circle).value != 0;
    case 1:
        return scree_shape_create_capsule(world, body, usual_shape(), &capsule).value != 0;
    case 2:
        return scree_shape_create_segment(world, body, usual_shape(), &segment).value != 0;
    case 3:
        for (int i = 0; i < bodies.count; ++i)
        {
            if (scree_body_get_type(world, bodies.id[i]) == SCREE_BODY_STATIC)
            {
                body = bodies.id[i];
            }
        }
        return scree_shape_create_half_space(world, body, usual_shape(),
                                             &(scree_half_space){{0.0f, 1.0f}, -(float)round})
                   .value != 0;
    default:
        return scree_shape_create_polygon(world, body, usual_shape(), &polygon).value != 0;
    }
}

/// Changes the shape of a body: from few corners to many and back.
static bool change_shape(scree_world *world, int round)
{
    scree_body_view bodies = scree_world_bodies(world);
    scree_shape_id shape = {0};
    for (int i = 0; i < bodies.count && shape.value == 0; ++i)
    {
        int count = scree_body_shapes(world, bodies.id[(i + round) % bodies.count], &shape, 1);
        bool fixed = scree_shape_get_type(world, shape) == SCREE_SHAPE_CHAIN_SEGMENT ||
                     scree_shape_get_type(world, shape) == SCREE_SHAPE_HALF_SPACE;
        shape.value = count > 0 && !fixed ? shape.value : 0;
    }
    scree_polygon polygon = regular_polygon(3 + round % 40, 0.7f + 0.01f * (float)round, 0.0f);
    return shape.value == 0 || scree_shape_set_polygon(world, shape, &polygon) == SCREE_OK;
}

static bool create_shapes(scree_world *world, int round)
{
    scree_body_view bodies = scree_world_bodies(world);
    scree_polygon polygon = regular_polygon(3 + round % 30, 1.0f + 0.01f * (float)round, 0.0f);
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.01f * (float)round}, 0.5f};
    int count = bodies.count < 40 ? bodies.count : 40,
        first = 37 * round % (bodies.count - count + 1);
    bodies.id += first;
    scree_result result =
        round % 3 == 0
            ? scree_shapes_create_polygon(world, bodies.id, count, usual_shape(), &polygon, NULL)
        : round % 3 == 1
            ? scree_shapes_create_circle(world, bodies.id, count, usual_shape(), &circle, NULL)
            : scree_shapes_create_capsule(world, bodies.id, count, usual_shape(), &capsule, NULL);
    return result == SCREE_OK;
}

static bool set_pair_material(scree_world *world, int round)
{
    scree_contact_material mixed = {0.3f, 0.4f, 0.1f, 0.0f, 0.0f};
    return scree_world_set_pair_material(world, (uint32_t)round, (uint32_t)(7 * round), &mixed) ==
           SCREE_OK;
}

static bool create_particles(scree_world *world, int round)
{
    scree_particle_def def = scree_particle_def_default();
    scree_particle_batch batch = {.def = &def, .count = 7 * (round % 40)};
    def.radius = 0.1f;
    def.position = (scree_vec2){-20.0f, (float)round};
    return scree_particles_create(world, &batch, NULL) == SCREE_OK;
}

static bool create_soft_body(scree_world *world, int round)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = (scree_vec2){1.2f * (float)(round % 10), 1.0f + 1.2f * (float)(round / 10)};
    scree_vec2 a = {0.0f, 0.0f}, b = {1.0f, 0.0f};
    switch (round / 10 % 4)
    {
    case 0:
        return scree_soft_body_create_box(world, &def, 0.5f, 0.5f).value != 0;
    case 1:
        return scree_soft_body_create_polygon(world, &def, 7, 0.5f).value != 0;
    case 2:
        return scree_soft_body_create_rope(world, &def, a, b, 20, false, false).value != 0;
    default:
        return scree_soft_body_create_cloth(world, &def, 5, 4, 0.2f, NULL, 0).value != 0;
    }
}

static bool create_chain(scree_world *world, int round)
{
    const scree_vec2 points[] = {{0, 0}, {2, 0}, {2, 2}, {1, 3}, {0, 2}};
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = 5;
    chain.loop = round % 2 == 0;
    scree_body_view bodies = scree_world_bodies(world);
    return scree_chain_create(world, bodies.id[round % bodies.count], usual_shape(), &chain)
               .value != 0;
}

/// Joints may break, so steps need room for events.
static bool create_joints(scree_world *world, int round)
{
    scree_body_view bodies = scree_world_bodies(world);
    scree_weld_joint_def defs[40];
    for (int i = 0; i < 40; ++i)
    {
        defs[i] = scree_weld_joint_def_default();
        defs[i].base.body_a = bodies.id[round % bodies.count];
        defs[i].base.body_b = bodies.id[(round + 1) % bodies.count];
        defs[i].base.break_force = 1e6f;
    }
    return round % 20 < 10 ? scree_joints_create_weld(world, defs, 40, NULL) == SCREE_OK
                           : scree_joint_create_weld(world, defs).value != 0;
}

static bool explode(scree_world *world, int round)
{
    scree_explosion_def blast = scree_explosion_def_default();
    blast.position.x = (float)(round % 7);
    return scree_world_explode(world, &blast) == SCREE_OK;
}

static bool take_step(scree_world *world, int round)
{
    return scree_world_step(world, STEP, 1 + round % 2) == SCREE_OK;
}

TEST(a_change_at_every_failing_allocation_changes_nothing)
{
    change *changes[] = {create_one_body,   create_bodies,    create_one_shape, create_shapes,
                         set_pair_material, create_particles, create_soft_body, create_chain,
                         create_joints,     change_shape,     explode,          take_step};
    for (int after = 0; after < 2; ++after)
    {
        test_memory memory;
        scree_world_def def = counted_def(&memory);
        scree_world *world = world_of(&def), *calm = world_with_gravity(0.0f, -10.0f);
        int failures = 0;
        for (int round = 0; round < 240; ++round)
        {
            change *make = changes[round < 3 ? 0 : round % 12];
            for (int k = 0;; ++k)
            {
                uint64_t hash = scree_world_hash(world);
                scree_counters before = scree_world_counters(world);
                fail_at(&memory, k, after);
                bool made = make(world, round);
                int calls = memory.calls;
                fail_at(&memory, -1, false);
                if (made)
                {
                    // These can do without some of their memory.
                    assert_true(calls <= k || make == take_step || make == explode);
                    break;
                }
                ++failures;
                assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_OUT_OF_MEMORY);
                assert_true(scree_world_hash(world) == hash);
                scree_counters now = scree_world_counters(world);
                assert_true(now.bodies == before.bodies && now.shapes == before.shapes);
                assert_true(now.particles == before.particles &&
                            now.soft_edges == before.soft_edges);
                assert_int_equal(scree_world_joint_count(world), scree_world_joint_count(calm));
                assert_null(sc_validate(world));
                assert_true(scree_world_counters(world).bytes == (uint64_t)memory.bytes);
            }
            assert_true(make(calm, round));
        }
        assert_true(failures > 50);
        assert_true(scree_world_hash(world) == scree_world_hash(calm));
        assert_int_equal(scree_world_shapes(world, NULL, 0), scree_world_shapes(calm, NULL, 0));
        for (int i = 0; i < 5; ++i)
        {
            scree_world_step(world, STEP, SUBSTEPS);
            scree_world_step(calm, STEP, SUBSTEPS);
            assert_true(scree_world_hash(world) == scree_world_hash(calm));
            assert_int_equal(scree_world_pairs(world, NULL, 0), scree_world_pairs(calm, NULL, 0));
        }
        scree_world_destroy(world);
        scree_world_destroy(calm);
        assert_clean(&memory);
    }
}

static void add_rain(scree_world *world, int round)
{
    for (int i = 0; i < 12; ++i)
    {
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 1.1f * (float)(i - 6), 3.0f, 0.3f * (float)i);
        add_mixed(world, body, usual_shape(), i + round, 1.0f);
    }
}

TEST(a_world_gives_all_memory_back)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    add_bin(world, usual_shape(), 8.0f, 10.0f, false);
    for (int n = 0; n < 10; ++n)
    {
        add_rain(world, n);
        run_steps(world, 20);
    }
    assert_true(memory.bytes > 0);
    assert_true(scree_world_counters(world).bytes == (uint64_t)memory.bytes);
    scree_world_destroy(world);
    assert_clean(&memory);
}

TEST(memory_does_not_grow_while_bodies_come_and_go)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    int64_t early = 0;
    for (int n = 0; n < 300; ++n)
    {
        // Every polygon different, so that geometry cannot be shared and must be given back.
        scree_body_id bodies[20];
        for (int i = 0; i < 20; ++i)
        {
            bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)i, 0.5f, 0.0f);
            scree_polygon polygon =
                regular_polygon(3 + i, 1.0f + 0.0005f * (float)((n * 20 + i) % 997), 0.0f);
            add_polygon(world, bodies[i], usual_shape(), &polygon);
        }
        run_steps(world, 2);
        for (int i = 0; i < 20; ++i)
        {
            assert_ok(scree_body_destroy(world, bodies[i]));
        }
        run_steps(world, 1);
        early = n == 20 ? memory.bytes : early;
    }
    assert_true(memory.bytes <= early + early / 8);
    scree_world_destroy(world);
    assert_clean(&memory);
}
