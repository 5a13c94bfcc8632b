/// Contents of recordings, errors that end them, and replays of damaged ones.
#include "tests/support/every_feature.h"
#include "tests/support/recordings.h"
#include "tests/support/refusals.h"
#include "tests/support/sanitized.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 40
};

static void begin(scree_world *world, test_recording *recording)
{
    const scree_recording_def def = record_into(recording, 1);
    assert_ok(scree_world_start_recording(world, &def));
    assert_true(scree_world_is_recording(world));
}

/// Ends the recording and checks that it replays with another set and number of workers.
static void finish(scree_world *world, test_recording *recording)
{
    const scree_result stopped = scree_world_stop_recording(world);
    if (stopped != SCREE_OK)
    {
        fail_msg("%s", scree_error_text(world));
    }
    assert_false(scree_world_is_recording(world));
    for (int workers = 1; workers <= 3; ++workers)
    {
        const test_replay done =
            replay_recording(recording->bytes, recording->size,
                             workers == 2 ? SCREE_SIMD_SSE2 : SCREE_SIMD_SCALAR, workers);
        if (done.state != SC_REPLAY_END)
        {
            fail_msg("%s", done.text);
        }
        assert_true(done.hash == scree_world_state_hash(world));
    }
}

static void make_pile(scree_world *world, int count)
{
    add_ground(world, usual_shape());
    for (int i = 0; i < count; ++i)
    {
        add_crate(world, 0.9f * (float)(i % 4), 0.5f + 1.1f * (float)(i / 4), 0.5f, 0.5f);
    }
}

TEST(a_world_with_every_feature_replays_and_so_do_its_ids)
{
    const scree_world_def def = scree_world_def_default();
    scoped_world *world = every_feature_world(&def);
    test_recording recording = {0};
    begin(world, &recording);
    const scree_body_id crate = add_crate(world, 3.0f, 9.0f, 0.5f, 0.5f);
    run_steps(world, STEPS / 2);
    assert_ok(scree_body_destroy(world, crate));
    assert_int_equal(scree_body_destroy(world, crate), SCREE_ERROR_STALE_ID);
    const scree_body_id other = add_crate(world, 3.0f, 9.0f, 0.5f, 0.5f);
    assert_ok(scree_body_apply_impulse_to_center(world, other, (scree_vec2){1.0f, 2.0f}));
    assert_ok(scree_body_set_name(world, other, "crate"));
    run_steps(world, STEPS / 2);
    finish(world, &recording);
    end_recording(&recording);
}

TEST(calls_on_many_objects_replay)
{
    scoped_world *world = default_world();
    test_recording recording = {0};
    begin(world, &recording);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    float x[5], y[5];
    for (int i = 0; i < 5; ++i)
    {
        x[i] = 1.5f * (float)i;
        y[i] = 3.0f;
    }
    scree_body_id ids[5];
    scree_shape_id shapes[5];
    const scree_body_batch batch = {.def = &def, .count = 5, .x = x, .y = y};
    assert_ok(scree_bodies_create(world, &batch, ids));
    const scree_shape_def shape = scree_shape_def_default();
    scree_geometry geometries[5];
    for (int i = 0; i < 5; ++i)
    {
        geometries[i] = (scree_geometry){.type = SCREE_SHAPE_CIRCLE, .circle = {{0}, 0.5f}};
    }
    assert_ok(scree_shapes_create(world, ids, 5, &shape, geometries, shapes));
    assert_ok(scree_bodies_set_velocity(world, ids, 5, x, y, NULL));
    const scree_body_batch live = {.def = &def, .count = 5, .x = scree_world_bodies(world).x};
    assert_int_equal(scree_bodies_create(world, &live, NULL), SCREE_ERROR_ARGUMENT);
    run_steps(world, 3);
    // Part of a live array, which changes while the call reads it.
    assert_ok(scree_bodies_destroy(world, scree_world_bodies(world).id, 2));
    run_steps(world, 3);
    finish(world, &recording);
    end_recording(&recording);
}

static bool let_even_pairs_meet(const scree_contact_side *a, const scree_contact_side *b,
                                void *context)
{
    (void)context;
    return (((a->shape.value & 0xffff) + (b->shape.value & 0xffff)) & 1) == 0 ||
           (a->shape.value & 0xffff) == 1;
}

TEST(callbacks_replay_by_their_answers)
{
    int asked = 0, mixed = 0;
    scree_world_def def = scree_world_def_default();
    def.mixing_callback = mix_as_counted;
    def.mixing_context = &mixed;
    scoped_world *world = world_of(&def);
    assert_ok(scree_world_set_contact_filter(world, let_even_pairs_meet, NULL));
    test_recording recording = {0};
    begin(world, &recording);
    assert_ok(scree_world_set_pre_solve(world, change_contact, &asked));
    scree_shape_def shape = *usual_shape();
    shape.enable_contact_filter = shape.enable_pre_solve = true;
    add_ground(world, &shape);
    for (int i = 0; i < 12; ++i)
    {
        add_slab(world, SCREE_BODY_DYNAMIC, 0.7f * (float)(i % 4), 0.5f + 1.05f * (float)(i / 4),
                 &shape, 0.5f, 0.5f);
    }
    run_steps(world, STEPS);
    // The world keeps the callback and the context of the program.
    assert_true(scree_world_settings(world).mixing_context == &mixed);
    scree_world_def changed = scree_world_settings(world);
    int other = 3;
    changed.mixing_context = &other;
    assert_ok(scree_world_set_settings(world, &changed));
    run_steps(world, STEPS);
    assert_true(asked > STEPS && mixed > 0 && other > 3);
    finish(world, &recording);
    end_recording(&recording);
}

TEST(settings_that_were_refused_replay_without_their_callback)
{
    int first = 0, second = 0;
    scree_world_def def = scree_world_def_default();
    def.mixing_callback = mix_as_counted;
    def.mixing_context = &first;
    scoped_world *world = world_of(&def);
    make_pile(world, 8);
    run_steps(world, 3);
    test_recording recording = {0};
    begin(world, &recording);
    scree_world_def changed = scree_world_settings(world);
    changed.mixing_context = &second;
    changed.slop = -1.0f;
    assert_int_equal(scree_world_set_settings(world, &changed), SCREE_ERROR_ARGUMENT);
    changed = scree_world_settings(world);
    assert_ok(scree_world_set_settings(world, &changed));
    run_steps(world, STEPS);
    assert_int_equal(second, 0);
    finish(world, &recording);
    end_recording(&recording);
}

TEST(polygons_with_absurd_counts_are_recorded_as_refused)
{
    scoped_world *world = default_world();
    test_recording recording = {0};
    begin(world, &recording);
    const scree_body_id body = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
    const int counts[] = {INT_MIN, -1, SCREE_POLYGON_MAX_VERTICES + 1, INT_MAX / 2 + 2, INT_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
    {
        const scree_polygon polygon = {.count = counts[i]};
        assert_int_equal(scree_shape_create_polygon(world, body, usual_shape(), &polygon).value, 0);
        const scree_geometry geometry = {.type = SCREE_SHAPE_POLYGON, .polygon = polygon};
        assert_int_not_equal(scree_shapes_create(world, &body, 1, usual_shape(), &geometry, NULL),
                             SCREE_OK);
    }
    finish(world, &recording);
    end_recording(&recording);
}

static void push_first(scree_world *world, void *context)
{
    (void)context;
    const scree_body_view bodies = scree_world_bodies(world);
    bodies.vx[0] += 0.125f;
    assert_ok(scree_body_apply_torque(world, bodies.id[1], 2.0f));
}

TEST(what_is_written_to_live_arrays_and_steps_of_the_clock_replay)
{
    scoped_world *world = default_world();
    make_pile(world, 8);
    test_recording recording = {0};
    begin(world, &recording);
    scree_clock clock = scree_clock_default();
    clock.before_step = push_first;
    for (int i = 0; i < STEPS; ++i)
    {
        assert_int_equal(scree_world_advance(world, 0.02, &clock).result, SCREE_OK);
    }
    scree_world_bodies(world).w[2] = 1.0f;
    finish(world, &recording);
    end_recording(&recording);
}

TEST(a_world_that_takes_another_state_replays)
{
    scoped_world *world = default_world(), *source = default_world();
    make_pile(source, 8);
    run_steps(source, 7);
    test_recording recording = {0};
    begin(world, &recording);
    make_pile(world, 2);
    run_steps(world, 5);
    assert_ok(scree_world_copy(world, source));
    run_steps(world, 5);
    finish(world, &recording);
    end_recording(&recording);
}

static bool pass(scree_shape_id shape, void *context)
{
    (void)shape;
    (void)context;
    return true;
}

TEST(what_cannot_be_recorded_ends_the_recording_with_its_name)
{
    scoped_world *world = default_world();
    make_pile(world, 2);
    test_recording recording = {0};
    begin(world, &recording);
    scree_mover_def mover = scree_mover_def_default();
    mover.callback = pass;
    scree_mover_state walker = {.position = {0.0f, 8.0f}};
    assert_ok(scree_world_move_mover(world, &mover, STEP, &walker));
    assert_false(scree_world_is_recording(world));
    assert_non_null(strstr(scree_error_text(world), "scree_world_move_mover"));
    run_steps(world, 2);
    assert_int_equal(scree_world_stop_recording(world), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_stop_recording(world), SCREE_ERROR_ARGUMENT);
    end_recording(&recording);
}

TEST(a_sink_that_is_full_ends_the_recording_but_not_the_program)
{
    scoped_world *world = default_world();
    test_recording recording = {0};
    begin(world, &recording);
    recording.limit = recording.size + 100;
    make_pile(world, 4);
    assert_false(scree_world_is_recording(world));
    run_steps(world, 3);
    assert_int_equal(scree_world_counters(world).bodies, 5);
    assert_int_equal(scree_world_stop_recording(world), SCREE_ERROR_CAPACITY);
    end_recording(&recording);
    recording.limit = 50;
    const scree_recording_def def = record_into(&recording, 1);
    assert_int_equal(scree_world_start_recording(world, &def), SCREE_ERROR_CAPACITY);
    assert_false(scree_world_is_recording(world));
    end_recording(&recording);
}

/// Tries to change the world that hands it bytes.
static bool interfere(const void *data, size_t size, void *context)
{
    (void)data;
    (void)size;
    scree_world *world = *(scree_world **)context;
    const scree_body_def def = scree_body_def_default();
    assert_int_equal(scree_body_create(world, &def).value, 0);
    assert_int_equal(scree_world_step(world, STEP, 4), SCREE_ERROR_LOCKED);
    assert_int_equal(scree_world_stop_recording(world), SCREE_ERROR_LOCKED);
    scree_world_destroy(world);
    return true;
}

TEST(the_callback_of_a_recording_finds_the_world_locked)
{
    scoped_world *world = default_world();
    scree_world *same = world;
    scree_recording_def def = scree_recording_def_default();
    def.write = interfere;
    def.context = &same;
    assert_ok(scree_world_start_recording(world, &def));
    make_pile(world, 2);
    scree_world_bodies(world).vx[0] = 1.0f;
    assert_non_null(scree_world_bodies(world).vx);
    run_steps(world, 2);
    assert_int_equal(scree_world_counters(world).bodies, 3);
    assert_ok(scree_world_stop_recording(world));
}

TEST(bad_definitions_of_recordings_are_refused)
{
    scoped_world *world = default_world();
    test_recording recording = {0};
    scree_recording_def def = record_into(&recording, 1);
    REFUSED(world, scree_world_start_recording(world, NULL), SCREE_ERROR_NULL, "def");
    def.hash_interval = -1;
    WRONG(world, scree_world_start_recording(world, &def), "def.hash_interval");
    def = record_into(&recording, 1000001);
    WRONG(world, scree_world_start_recording(world, &def), "def.hash_interval");
    def = record_into(&recording, 0);
    def.write = NULL;
    REFUSED(world, scree_world_start_recording(world, &def), SCREE_ERROR_NULL, "def.write");
    def = record_into(&recording, 0);
    def.version = 0;
    REFUSED(world, scree_world_start_recording(world, &def), SCREE_ERROR_VERSION, "def");
    WRONG(world, scree_world_stop_recording(world), "world");
    assert_int_equal(scree_world_start_recording(NULL, &def), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_stop_recording(NULL), SCREE_ERROR_NULL);
    assert_false(scree_world_is_recording(NULL));
    begin(world, &recording);
    test_recording second = {0};
    def = record_into(&second, 0);
    assert_int_equal(scree_world_start_recording(world, &def), SCREE_ERROR_ARGUMENT);
    assert_int_equal(second.size, 0);
    end_recording(&recording);
}

/// A short recording: a pile and some steps.
static test_recording record_pile(void)
{
    scoped_world *world = default_world();
    test_recording recording = {0};
    begin(world, &recording);
    make_pile(world, 3);
    scree_world_bodies(world).vx[0] = 1.0f;
    run_steps(world, 6);
    finish(world, &recording);
    return recording;
}

TEST(a_replay_names_the_call_that_differs)
{
    test_recording recording = record_pile();
    // A bit of a hash: the last record but the end is a step.
    const size_t hash_at = recording.size - (6 + 8) - 3;
    recording.bytes[hash_at] ^= 1;
    const test_replay done =
        replay_recording(recording.bytes, recording.size, SCREE_SIMD_SCALAR, 1);
    assert_int_equal(done.state, SC_REPLAY_DIVERGED);
    assert_int_equal(done.steps, 6);
    assert_non_null(strstr(done.text, "scree_world_step"));
    end_recording(&recording);
}

TEST(a_truncated_recording_is_read_to_its_end_and_refused)
{
    test_recording recording = record_pile();
    for (size_t size = 0; size < recording.size; ++size)
    {
        // Without slack behind it, so that a checker sees reads beyond the end.
        unsigned char *cut = malloc(size > 0 ? size : 1);
        assert_non_null(cut);
        memcpy(cut, recording.bytes, size);
        const test_replay done = replay_recording(cut, size, SCREE_SIMD_SCALAR, 1);
        assert_true(done.state == SC_REPLAY_TRUNCATED || done.state == SC_REPLAY_DAMAGED);
        assert_non_null(strstr(done.text, "byte"));
        free(cut);
    }
    end_recording(&recording);
}

TEST(every_changed_byte_is_refused_with_its_place_or_harmless)
{
    test_recording recording = record_pile();
    static const unsigned char masks[] = {0x01, 0x40, 0xff};
    int noticed = 0, changed = 0;
    for (size_t at = 0; at < recording.size; ++at)
    {
        // Sanitized builds make one change to a byte.
        const unsigned only = SANITIZED ? (unsigned)at % 3 : 0;
        for (unsigned i = only; i < (SANITIZED ? only + 1 : 3); ++i)
        {
            recording.bytes[at] ^= masks[i];
            const test_replay done =
                replay_recording(recording.bytes, recording.size, SCREE_SIMD_SCALAR, 1);
            recording.bytes[at] ^= masks[i];
            noticed += done.state != SC_REPLAY_END;
            ++changed;
            if (done.state != SC_REPLAY_END && strstr(done.text, "byte ") == NULL &&
                strncmp(done.text, "call ", 5) != 0)
            {
                fail_msg("byte %zu: %s", at, done.text);
            }
        }
    }
    // Padding and user data have no effect.
    assert_true(noticed > changed * 3 / 4);
    end_recording(&recording);
}

TEST(a_replay_that_finds_no_memory_says_so)
{
    scoped_world *world = default_world();
    test_recording recording = {0};
    begin(world, &recording);
    make_pile(world, 12);
    run_steps(world, 3);
    finish(world, &recording);
    for (int after = 0; after < 2; ++after)
    {
        int failures = 1;
        for (int k = 0; failures > 0; k += SANITIZED ? 3 : 1)
        {
            test_memory memory;
            scree_world_def def = counted_def(&memory);
            memory.fail_at = k;
            memory.fail_after = after != 0;
            sc_replay replay;
            sc_replay_state state = sc_replay_open(&replay, recording.bytes, recording.size, &def);
            while (state == SC_REPLAY_CALL || state == SC_REPLAY_STEP)
            {
                state = sc_replay_next(&replay);
            }
            failures = memory.failures;
            if (state != SC_REPLAY_END && (failures == 0 || state != SC_REPLAY_NO_MEMORY))
            {
                fail_msg("allocation %d: %s", k, replay.text);
            }
            sc_replay_close(&replay);
            assert_int_equal(memory.bytes, 0);
        }
    }
    end_recording(&recording);
}
