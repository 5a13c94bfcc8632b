/// Scenes whose bodies are laid down to sleep: the sleeping bodies, the time of their sleep, and
/// the others.
#include "tests/support/scene_runs.h"

#define SIZE 333

/// Bodies sleep at the start of a step: the islands of the first one are looked for after 8 more.
#define STEPS_TO_SLEEP 9

static int asleep(const scene_run *run) { return scree_world_counters(run->world).asleep_bodies; }

TEST(counts_of_sleepers_are_those_that_are_built)
{
    const int sizes[] = {1, 5, 10, 11, 40, 41, 1000}, shelves[] = {1, 1, 1, 2, 2, 3, 10};
    const scree_scene *scene = scree_scene_find("sleepers");
    assert_non_null(scene);
    for (int i = 0; i < 7; ++i)
    {
        scoped_scene *run = start_scene("sleepers", sizes[i], NULL);
        scree_scene_counts told = scene->counts(sizes[i]);
        scree_counters counters = scree_world_counters(run->world);
        // With the shelves, the drum, its four walls and the 100 boxes in it.
        assert_int_equal(counters.bodies, sizes[i] + 102);
        assert_int_equal(counters.dynamic_bodies, sizes[i] + 100);
        assert_int_equal(counters.shapes, sizes[i] + 104 + shelves[i]);
        assert_int_equal(told.bodies, counters.bodies);
        assert_int_equal(told.shapes, counters.shapes);
        assert_int_equal(run->state.asleep_count, sizes[i]);
    }
    assert_int_equal(scene->size_default, 100000);
    assert_true(scene->sleeps);
}

TEST(sleepers_sleep_and_what_the_drum_turns_does_not)
{
    scoped_scene *run = start_scene("sleepers", SIZE, NULL);
    // Columns of five on shelves, three metres apart.
    scree_body_view view = scree_world_bodies(run->world);
    int bottom = 0, boxes = 0;
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        bool thrown = scree_body_sleep_threshold(run->world, view.id[i]) == 0.0f;
        double above = fmod((double)view.y[i] + 1e-4, 3.0), place = (above - 0.2) / 0.4;
        assert_true(thrown || (place > -0.01 && place < 4.01 && view.x[i] > 0.0f));
        assert_true(thrown || fabs(place - round(place)) < 1e-2);
        assert_true(!thrown || hypot((double)view.x[i] + 12.0, (double)view.y[i] - 8.0) < 4.0);
        bottom += !thrown && place < 0.01;
        boxes += !thrown;
    }
    assert_int_equal(boxes, SIZE);
    assert_int_equal(bottom, (SIZE + 4) / 5);
    step_scene(run, STEPS_TO_SLEEP - 1, 0);
    assert_int_equal(asleep(run), 0);
    step_scene(run, 1, 0);
    assert_int_equal(asleep(run), SIZE);
    assert_int_equal(scree_world_body_events(run->world).fell_asleep_count, SIZE);
    scree_scene_quality quality = scree_scene_measure(run->world, &run->state);
    assert_int_equal(quality.escaped, 0);
    for (int i = 0; i < 200; ++i)
    {
        step_scene(run, 1, 0);
        scree_body_events events = scree_world_body_events(run->world);
        assert_int_equal(events.fell_asleep_count + events.woke_count, 0);
    }
    view = scree_world_bodies(run->world);
    assert_int_equal(view.dynamic_count, 100);
    assert_int_equal(view.asleep_count, SIZE);
    int moving = 0;
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        assert_true(scree_body_sleep_threshold(run->world, view.id[i]) == 0.0f);
        assert_true(hypot((double)view.x[i] + 12.0, (double)view.y[i] - 8.0) < 5.7);
        moving += hypot((double)view.vx[i], (double)view.vy[i]) > 0.05;
    }
    assert_true(moving > 50);
    // The solver works on awake bodies only: two points a contact, few contacts a box.
    assert_in_range(scree_world_counters(run->world).blocks, 1, 400);
}

TEST(bodies_asleep_escape_too)
{
    scoped_scene *run = start_scene("sleepers", 50, NULL);
    step_scene(run, STEPS_TO_SLEEP, 0);
    assert_int_equal(asleep(run), 50);
    run->state.limits.lower.x = 0.0f;  // leaves out the drum
    assert_int_equal(scree_scene_measure(run->world, &run->state).escaped, 100);
    run->state.limits.lower.x = 1e6f;
    assert_int_equal(scree_scene_measure(run->world, &run->state).escaped, 150);
}

static scene_run *start_smash(bool sleeps)
{
    scree_world_def def = scree_scene_world_def(scree_scene_find("smash"), 10);
    assert_false(def.enable_sleep);
    def.enable_sleep = sleeps;
    return start_scene("smash", 10, &def);
}

TEST(the_block_of_smash_sleeps_until_it_is_hit_if_bodies_may)
{
    scene_run *run = start_smash(true), *awake = start_smash(false);
    step_scene(run, STEPS_TO_SLEEP, 0);
    step_scene(awake, STEPS_TO_SLEEP, 0);
    assert_int_equal(asleep(run), 150);
    assert_int_equal(asleep(awake), 0);
    // The ram flies 45.8 m at 40 m/s.
    step_scene(run, 67 - STEPS_TO_SLEEP, 0);
    assert_int_equal(asleep(run), 150);
    int woke = 0;
    for (int i = 67; i < 70; ++i)
    {
        step_scene(run, 1, 0);
        woke += scree_world_body_events(run->world).woke_count;
    }
    assert_int_equal(woke, 150);
    assert_int_equal(asleep(run), 0);
    stop_scene(run);
    stop_scene(awake);
}
