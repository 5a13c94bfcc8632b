#include "tests/files/round_trips.h"

static uint64_t hash_after(const scree_scene *scene, scree_world *world, scree_scene_state *state,
                           int steps)
{
    for (int i = 0; i < steps; ++i)
        assert_ok(scree_scene_step(scene, world, state, scree_scene_dt(scene),
                                   scree_scene_substeps(scene)));
    return scree_world_hash(world);
}

bool round_trip(const scree_scene *scene, int size, int steps)
{
    char why[WHY_SIZE];
    scoped_memory scree_scene_state *state = calloc(2, sizeof *state);
    assert_non_null(state);
    scoped_world *world = world_of_scene(scene, size, &state[0]);
    // A written world has computed its masses again: a twin runs.
    scoped_memory scree_scene_state *twin_state = calloc(1, sizeof *twin_state);
    scoped_world *twin = world_of_scene(scene, size, twin_state);
    scoped_memory char *text = text_of_world(scene, world, &state[0], why);
    if (text == NULL)
        return false;
    scoped_scene const scree_scene *read = scene_of_text(text, strlen(text), why);
    if (read == NULL)
        fail_msg("%s: %s", scene->name, why);
    assert_string_equal(read->name, scene->name);
    assert_int_equal(read->steps, scene->steps);
    assert_int_equal(read->standing, scene->standing);
    assert_int_equal(read->sleeps, scene->sleeps);
    scoped_world *copy = world_of_scene(read, 0, &state[1]);
    if (scree_world_state_hash(copy) != scree_world_state_hash(twin))
        fail_msg("%s: the state differs at the start", scene->name);
    assert_memory_equal(&state[1].limits, &twin_state->limits, sizeof state[1].limits);
    assert_int_equal(state[1].top_count, twin_state->top_count);
    uint64_t expected = hash_after(scene, twin, twin_state, steps);
    if (hash_after(read, copy, &state[1], steps) != expected)
        fail_msg("%s: the hashes differ after %d steps", scene->name, steps);
    return true;
}
