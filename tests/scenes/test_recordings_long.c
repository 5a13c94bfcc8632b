/// Recordings of scenes replay to the same states, on any instruction set and number of workers.
#include "tests/support/recordings.h"
#include "tests/support/scene_runs.h"

enum
{
    STEPS = 60
};

static void assert_replays(const test_recording *recording, uint64_t hash, int steps, int index,
                           const char *name)
{
    const scree_simd sets[] = {SCREE_SIMD_SCALAR, SCREE_SIMD_SSE2, SCREE_SIMD_AVX2,
                               SCREE_SIMD_AVX512};
    const test_replay done =
        replay_recording(recording->bytes, recording->size, sets[index % 4], 1 + (index + 1) % 3);
    if (done.state != SC_REPLAY_END)
    {
        fail_msg("%s: %s", name, done.text);
    }
    assert_int_equal(done.steps, steps);
    assert_true(done.hash == hash);
}

/// Records the scene from its first call on, or from `before` steps on.
static void check_scene(const scree_scene *scene, int index, bool late)
{
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.worker_count = 1 + index % 2;
    scree_world *world = world_of(&def);
    test_recording recording = {0};
    const scree_recording_def recorded = record_into(&recording, 1);
    if (!late)
    {
        assert_ok(scree_world_start_recording(world, &recorded));
    }
    scree_scene_params params = {.size = scene->verify_size};
    scree_scene_state state;
    assert_true(scree_scene_create(scene, world, &params, &state));
    int steps = STEPS;
    for (int i = 0; i < STEPS; ++i)
    {
        if (late && i == STEPS / 2)
        {
            assert_ok(scree_world_start_recording(world, &recorded));
            steps = STEPS - i;
        }
        (void)scree_scene_step(scene, world, &state, STEP, scree_scene_substeps(scene));
    }
    if (scree_world_is_recording(world))
    {
        const scree_result stopped = scree_world_stop_recording(world);
        if (stopped != SCREE_OK)
        {
            fail_msg("%s: %s", scene->name, scree_error_text(world));
        }
        assert_replays(&recording, scree_world_state_hash(world), steps, index, scene->name);
    }
    end_recording(&recording);
    scree_world_destroy(world);
}

TEST(a_scene_replays_from_its_first_call)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        check_scene(scree_scene_at(i), i, false);
    }
}

TEST(a_scene_replays_from_its_middle)
{
    for (int i = 0; i < scree_scene_count(); i += 3)
    {
        check_scene(scree_scene_at(i), i, true);
    }
}
