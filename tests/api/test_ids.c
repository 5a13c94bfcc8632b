/// One slot names one object after the other: every earlier id of it stays stale in all calls.
#include "core/stores/bodies.h"
#include "tests/support/worlds.h"

#define LIVES 40
#define SLOT 0xffffff
#define COUNT 20

typedef struct kind
{
    const char *name;
    uint64_t (*create)(scree_world *world, int life);
    scree_result (*destroy)(scree_world *world, uint64_t id);
    bool (*is_valid)(const scree_world *world, uint64_t id);
    bool waits;  ///< for the next step, before the slot is free
} kind;

#define CALLS_OF(type)                                                  \
    static scree_result destroy_##type(scree_world *world, uint64_t id) \
    {                                                                   \
        return scree_##type##_destroy(world, (scree_##type##_id){id});  \
    }                                                                   \
    static bool type##_is_valid(const scree_world *world, uint64_t id)  \
    {                                                                   \
        return scree_##type##_is_valid(world, (scree_##type##_id){id}); \
    }
CALLS_OF(body)
CALLS_OF(shape)
CALLS_OF(particle)
CALLS_OF(soft_body)

static uint64_t create_body(scree_world *world, int life)
{
    return add_crate(world, 3.0f * (float)life, 0.0f, 0.5f, 0.5f).value;
}

/// The body that carries the shapes: the first of the world.
static scree_body_id carrier(scree_world *world) { return scree_world_bodies(world).id[0]; }

static uint64_t create_shape(scree_world *world, int life)
{
    return add_circle(world, carrier(world), usual_shape(), 0.5f + 0.01f * (float)life).value;
}

static uint64_t create_particle(scree_world *world, int life)
{
    scree_particle_def def = scree_particle_def_default();
    def.position.x = 3.0f * (float)life;
    def.position.y = 20.0f;
    return scree_particle_create(world, &def).value;
}

static uint64_t create_soft(scree_world *world, int life)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = (scree_vec2){3.0f * (float)life, 40.0f};
    return scree_soft_body_create_box(world, &def, 0.5f, 0.5f).value;
}

static const kind kinds[] = {
    {"body", create_body, destroy_body, body_is_valid, false},
    {"shape", create_shape, destroy_shape, shape_is_valid, true},
    {"particle", create_particle, destroy_particle, particle_is_valid, false},
    {"soft body", create_soft, destroy_soft_body, soft_body_is_valid, false},
};

#define KINDS ((int)(sizeof kinds / sizeof kinds[0]))

/// Only the last of these ids names an object; that no call takes one is held by test_bad_input.c.
static void assert_stale(scree_world *world, const kind *k, const uint64_t *ids, int count)
{
    uint64_t hash = scree_world_hash(world);
    for (int i = 0; i < count; ++i)
    {
        bool last = i == count - 1;
        if (k->is_valid(world, ids[i]) != last)
        {
            fail_msg("%s: id %d of %d is %s", k->name, i, count, last ? "stale" : "valid");
        }
        if (!last)
        {
            assert_int_equal(k->destroy(world, ids[i]), SCREE_ERROR_STALE_ID);
            assert_true(scree_world_hash(world) == hash);
        }
    }
}

TEST(every_earlier_id_of_a_slot_stays_stale)
{
    for (int n = 0; n < KINDS; ++n)
    {
        const kind *k = &kinds[n];
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        add_crate(world, -9.0f, 0.0f, 0.5f, 0.5f);
        uint64_t ids[LIVES];
        for (int life = 0; life < LIVES; ++life)
        {
            ids[life] = k->create(world, life);
            // Room for one is room for all of them.
            assert_int_equal(ids[life] & SLOT, ids[0] & SLOT);
            assert_stale(world, k, ids, life + 1);
            run_steps(world, life % 3 == 0);
            assert_ok(k->destroy(world, ids[life]));
            assert_false(k->is_valid(world, ids[life]));
            assert_int_equal(k->destroy(world, ids[life]), SCREE_ERROR_STALE_ID);
            run_steps(world, k->waits);
        }
        for (int a = 0; a < LIVES; ++a)
        {
            for (int b = a + 1; b < LIVES; ++b)
            {
                assert_true(ids[a] != ids[b]);
            }
        }
    }
}

TEST(slots_freed_together_name_new_objects_by_new_ids)
{
    for (int n = 0; n < KINDS; ++n)
    {
        const kind *k = &kinds[n];
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        add_crate(world, -9.0f, 0.0f, 0.5f, 0.5f);
        uint64_t ids[4][COUNT];
        for (int round = 0; round < 4; ++round)
        {
            for (int i = 0; i < COUNT; ++i)
            {
                ids[round][i] = k->create(world, i);
            }
            // All of this round live, none of the rounds before.
            for (int i = 0; i < COUNT; ++i)
            {
                for (int old = 0; old <= round; ++old)
                {
                    assert_int_equal(k->is_valid(world, ids[old][i]), old == round);
                }
            }
            for (int i = 0; i < COUNT && round < 3; ++i)
            {
                // In another order each time.
                int at = (i * 7 + round) % COUNT;
                assert_ok(k->destroy(world, ids[round][at]));
            }
            run_steps(world, 1);
        }
        // Each of the last names an object of its own.
        for (int i = 0; i < COUNT; ++i)
        {
            assert_ok(k->destroy(world, ids[3][i]));
            for (int other = 0; other < COUNT; ++other)
            {
                assert_int_equal(k->is_valid(world, ids[3][other]), other > i);
            }
        }
    }
}

TEST(a_slot_that_has_used_up_its_ids_is_given_out_no_more)
{
    sc_memory memory = sc_memory_make(&(scree_allocator){NULL, NULL, NULL});
    sc_bodies bodies = {.ids = {.used = 1, .world = 1}};
    assert_true(sc_bodies_reserve(&bodies, &memory, 8));
    sc_ids *ids = &bodies.ids;
    int32_t slot = sc_ids_take(ids);
    uint64_t first = sc_ids_value(ids, slot), last = 0;
    // Every other one of the 2^24 generations belongs to a live object.
    for (int life = 0; life < 1 << 23; ++life)
    {
        uint64_t value = sc_ids_value(ids, slot);
        assert_true(value > last);
        last = value;
        sc_ids_retire(ids, slot);
        sc_ids_recycle(ids, slot);
        int32_t next = sc_ids_take(ids);
        assert_int_equal(next == slot, life < (1 << 23) - 1);
    }
    assert_int_equal(sc_ids_find(ids, first), 0);
    assert_int_equal(sc_ids_find(ids, last), 0);
    sc_bodies_release(&bodies, &memory);
}
