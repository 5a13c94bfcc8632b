/// What particles make of ids named twice, of too many, and of missing memory: nothing changes.
#include "tests/support/refusals.h"

TEST(of_an_id_named_twice_and_of_too_many_nothing_comes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    scree_particle_id ids[4];
    scree_particle_batch batch = {.def = &def, .count = 3};
    assert_ok(scree_particles_create(world, &batch, ids));
    ids[3] = ids[1];
    REFUSED(world, scree_particles_destroy(world, ids, 4), SCREE_ERROR_STALE_ID, "ids");
    assert_ok(scree_particles_destroy(world, ids, 3));
    batch.count = 1 << 24;
    REFUSED(world, scree_particles_create(world, &batch, NULL), SCREE_ERROR_CAPACITY, "world");
    assert_int_equal(scree_world_particles(world).count, 0);
}

static scree_world *heap(test_memory *memory, int particles)
{
    scree_world_def def = scree_world_def_default();
    def.allocator = allocator_of(memory);
    scree_world *world = world_of(&def);
    add_bin(world, usual_shape(), 4.0f, 9.0f, false);
    add_crate(world, 0.0f, 5.0f, 0.5f, 0.5f);
    scree_particle_def particle = scree_particle_def_default();
    for (int i = 0; i < particles; ++i)
    {
        particle.radius = 0.1f + 0.02f * (float)(i % 7);
        particle.position.x = 0.55f * (float)(i * 7 % 13) - 3.3f;
        particle.position.y = 0.5f + 0.55f * (float)(i / 13);
        assert_true(scree_particle_create(world, &particle).value != 0);
    }
    return world;
}

TEST(a_step_that_finds_no_memory_moves_nothing_and_can_be_taken_again)
{
    for (int after = 0; after < 2; ++after)
    {
        test_memory memory, calm_memory;
        scree_world *world = heap(&memory, 130), *calm = heap(&calm_memory, 130);
        int failures = 0;
        for (int n = 0; n < 60; ++n)
        {
            if (n % 20 == 10)
            {
                // New ones make the lists grow.
                scree_particle_def def = scree_particle_def_default();
                def.radius = 0.15f;
                def.position.y = 7.0f;
                def.velocity.x = 100.0f;
                float x[60];
                for (int i = 0; i < 60; ++i)
                {
                    x[i] = 0.1f * (float)i - 3.0f;
                }
                scree_particle_batch batch = {.def = &def, .count = 60, .x = x};
                assert_ok(scree_particles_create(world, &batch, NULL));
                assert_ok(scree_particles_create(calm, &batch, NULL));
            }
            for (int k = 0;; ++k)
            {
                uint64_t hash = scree_world_hash(world);
                memory.calls = 0;
                memory.fail_at = k;
                memory.fail_after = after != 0;
                scree_result result = scree_world_step(world, STEP, SUBSTEPS);
                memory.fail_at = -1;
                if (result == SCREE_OK)
                {
                    break;
                }
                ++failures;
                assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
                assert_true(scree_world_hash(world) == hash);
            }
            assert_ok(scree_world_step(calm, STEP, SUBSTEPS));
            assert_true(scree_world_hash(world) == scree_world_hash(calm));
            assert_true(scree_world_counters(world).bytes == (uint64_t)memory.bytes);
        }
        assert_true(failures > 5);
        scree_world_destroy(world);
        scree_world_destroy(calm);
        assert_true(memory.bytes == 0 && memory.blocks == 0 && memory.bad_releases == 0);
    }
}
