/// Explosions: failing allocations.
#include "tests/support/worlds.h"

TEST(without_memory_nothing_explodes)
{
    int failures = 0;
    for (int fail_at = 0; fail_at < 20; ++fail_at)
    {
        test_memory memory = {.fail_at = -1};
        scree_world_def def = awake_world_def();
        def.allocator = allocator_of(&memory);
        scree_world *world = world_of(&def);
        scree_body_id ball = add_ball(world, 1.0f, 0.0f, 0.25f);
        scree_explosion_def blast = scree_explosion_def_default();
        memory.calls = 0;
        memory.fail_at = fail_at;
        scree_result result = scree_world_explode(world, &blast);
        memory.fail_at = -1;
        failures += result == SCREE_ERROR_OUT_OF_MEMORY;
        assert_true((scree_body_velocity(world, ball).x > 0.0f) == (result == SCREE_OK));
        assert_true(result == SCREE_OK || result == SCREE_ERROR_OUT_OF_MEMORY);
        scree_world_destroy(world);
        assert_true(memory.bytes == 0);
    }
    assert_true(failures > 2 && failures < 20);
}
