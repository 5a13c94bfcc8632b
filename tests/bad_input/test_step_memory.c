/// A step that fails at any allocation leaves a world unchanged, except for pairs and contacts.
#include "tests/support/pair_check.h"
#include "tests/support/worlds.h"

/// FNV-1a over all that a caller can see.
typedef struct digest
{
    uint64_t hash;
} digest;

static void add_bytes(digest *d, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i)
    {
        d->hash = (d->hash ^ at[i]) * 0x100000001b3u;
    }
}

#define ADD_ARRAY(d, array, count) add_bytes(d, array, sizeof *(array) * (size_t)(count))

/// An id without the number of its world, which lies in the high bits.
static void add_id(digest *d, uint64_t value)
{
    uint64_t bits = value & 0xffffffffffffu;
    add_bytes(d, &bits, sizeof bits);
}

static void add_bodies(digest *d, scree_world *world)
{
    scree_body_view b = scree_world_bodies(world);
    const float *fields[] = {b.x, b.y, b.cos, b.sin, b.vx, b.vy, b.w};
    for (int i = 0; i < 7; ++i)
    {
        ADD_ARRAY(d, fields[i], b.count);
    }
    for (int i = 0; i < b.count; ++i)
    {
        bool enabled = scree_body_is_enabled(world, b.id[i]);
        add_id(d, b.id[i].value);
        add_bytes(d, &enabled, sizeof enabled);
    }
}

static void add_particles(digest *d, scree_world *world)
{
    scree_particle_view p = scree_world_particles(world);
    const float *fields[] = {p.x, p.y, p.vx, p.vy, p.radius, p.inverse_mass};
    for (int i = 0; i < 6; ++i)
    {
        ADD_ARRAY(d, fields[i], p.count);
    }
    for (int i = 0; i < p.count; ++i)
    {
        add_id(d, p.id[i].value);
    }
    int count = scree_world_particle_pairs(world, NULL, 0);
    scoped_memory scree_particle_pair *pairs = calloc((size_t)count + 1, sizeof *pairs);
    assert_non_null(pairs);
    scree_world_particle_pairs(world, pairs, count);
    for (int i = 0; i < count; ++i)
    {
        add_id(d, pairs[i].a.value);
        add_id(d, pairs[i].b.value);
    }
}

static void add_soft_bodies(digest *d, scree_world *world)
{
    scree_soft_vertex_view s = scree_world_soft_vertices(world);
    const float *fields[] = {s.x, s.y, s.vx, s.vy, s.inverse_mass, s.radius};
    scree_soft_body_id ids[64];
    int count = scree_world_soft_bodies(world, ids, 64);
    for (int i = 0; i < 6; ++i)
    {
        ADD_ARRAY(d, fields[i], s.count);
    }
    for (int i = 0; i < count; ++i)
    {
        bool enabled = scree_soft_body_is_enabled(world, ids[i]);
        add_bytes(d, &enabled, sizeof enabled);
    }
}

/// Retried steps find fewer pairs that are new: those that an earlier try found are there already.
static digest digest_of(scree_world *world, bool retried)
{
    digest d = {0xcbf29ce484222325u};
    uint64_t hash = scree_world_hash(world);
    scree_counters c = scree_world_counters(world);
    scree_residual residual = scree_world_residual(world);
    // Memory may stay with the world; pairs and contacts may be new.
    const int counted[] = {c.bodies,
                           c.dynamic_bodies,
                           c.shapes,
                           retried ? 0 : c.new_pairs,
                           c.colours,
                           c.blocks,
                           retried ? 0 : c.moved_shapes,
                           c.disabled_bodies,
                           c.soft_bodies,
                           c.soft_vertices,
                           c.soft_edges,
                           c.soft_contacts,
                           c.particles,
                           c.particle_pairs,
                           c.particle_shape_pairs,
                           c.stopped_particles,
                           residual.points,
                           c.begun_contacts,
                           c.ended_contacts};
    add_bytes(&d, &hash, sizeof hash);
    add_bytes(&d, counted, sizeof counted);
    add_bytes(&d, &c.lane_fill, sizeof c.lane_fill);
    add_bytes(&d, &residual.rms, sizeof residual.rms);
    add_bytes(&d, &residual.max, sizeof residual.max);
    add_bodies(&d, world);
    add_particles(&d, world);
    add_soft_bodies(&d, world);
    return d;
}

/// Particles in an order that has nothing to do with their places, so that steps sort their rows.
static void pour(scree_world *world, int count, float y, float speed)
{
    scree_particle_def def = scree_particle_def_default();
    for (int i = 0; i < count; ++i)
    {
        def.radius = 0.1f + 0.01f * (float)(i % 5);
        def.position = (scree_vec2){0.05f * (float)(i * 37 % 101) - 2.5f, y + 0.004f * (float)i};
        def.velocity = (scree_vec2){speed * (float)(i % 3 - 1), -speed};
        assert_true(scree_particle_create(world, &def).value != 0);
    }
}

static void drop(scree_world *world, int round)
{
    scree_shape_def bouncy = surface(0.5f, 0.7f);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.radius = 0.02f;
    for (int i = 0; i < 3; ++i)
    {
        float x = 1.2f * (float)(i - 1);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, 3.0f + (float)round, 0.2f);
        add_mixed(world, body, &bouncy, i + round, 0.8f);
        def.position = (scree_vec2){x, 6.0f + (float)round};
        assert_true(scree_soft_body_create_box(world, &def, 0.3f, 0.3f).value != 0);
    }
    def.position = (scree_vec2){-1.5f, 5.0f + (float)round};
    scree_soft_body_id net = scree_soft_body_create_cloth(world, &def, 9, 4, 0.3f, NULL, 0);
    assert_true(net.value != 0);
    scree_body_id last = scree_world_bodies(world).id[0];
    scree_vec2 middle = {0.0f, 0.0f};
    assert_ok(scree_soft_body_attach(world, net, 0, last, middle));
}

static void disturb(scree_world *world, int n)
{
    scree_soft_vertex_view soft = scree_world_soft_vertices(world);
    switch (n % 6)
    {
    case 0:
        drop(world, n / 6);
        break;
    case 1:
        pour(world, 40, 2.0f + (float)n, 40.0f);
        break;
    case 2:
        soft.x[n] = NAN;
        break;
    case 3:
        scree_world_particles(world).vy[n] = INFINITY;
        break;
    case 4:
        scree_body_destroy(world, scree_world_bodies(world).id[1]);
        break;
    default:
        scree_particle_destroy(world, scree_world_particles(world).id[5]);
        break;
    }
}

static scree_world *make_world(int solver, test_memory *memory)
{
    scree_world_def def = def_solved_by(solver);
    def.measure_residual = def.measure_impulses = true;
    def.allocator = allocator_of(memory);
    scree_world *world = world_of(&def);
    scree_shape_def shape = surface(0.6f, 0.5f);
    add_bin(world, &shape, 3.0f, 9.0f, false);
    drop(world, 0);
    scree_body_id locked = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
    assert_ok(scree_body_set_locks(world, locked, (scree_motion_locks){true, false, true}));
    pour(world, 120, 1.0f, 3.0f);
    return world;
}

static scree_result try_step(scree_world *world, test_memory *memory, int fail_at, bool after,
                             float dt)
{
    memory->calls = 0;
    memory->fail_at = fail_at;
    memory->fail_after = after;
    scree_result result = scree_world_step(world, dt, 3);
    memory->fail_at = -1;
    return result;
}

TEST(a_step_without_memory_leaves_all_that_a_world_shows)
{
    for (int run = 0; run < 8; ++run)
    {
        test_memory memory, calm_memory;
        scree_world *world = make_world(run % 4, &memory),
                    *calm = make_world(run % 4, &calm_memory);
        int failures = 0;
        for (int n = 0; n < 24; ++n)
        {
            // Steps of two lengths: how impulses warm start depends on the step before.
            float dt = n % 2 == 0 ? STEP : 2.0f * STEP;
            disturb(world, n);
            disturb(calm, n);
            digest before = digest_of(world, false);
            scree_result result;
            for (int k = 0;
                 (result = try_step(world, &memory, k, run >= 4, dt)) == SCREE_ERROR_OUT_OF_MEMORY;
                 ++k)
            {
                ++failures;
                if (digest_of(world, false).hash != before.hash)
                {
                    fail_msg("solver %d, step %d, allocation %d", run % 4, n, k);
                }
            }
            assert_int_equal(result, scree_world_step(calm, dt, 3));
            assert_int_equal(check_pairs(world, n), check_pairs(calm, n));
            assert_true(scree_world_counters(world).bytes == (uint64_t)memory.bytes);
            if (digest_of(world, true).hash != digest_of(calm, true).hash)
            {
                fail_msg("solver %d, step %d went on otherwise", run % 4, n);
            }
        }
        assert_true(failures > 10);
        scree_world_destroy(world);
        end_counted(calm, &memory);
    }
}
