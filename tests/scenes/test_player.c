/// Players of recordings: seeks in any order, keyframes, truncated and damaged recordings.
#include "tests/support/every_feature.h"
#include "tests/support/recordings.h"
#include "tests/support/refusals.h"
#include "tests/support/sanitized.h"

#include <scree/player.h>

#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 60,
    SHORT = 5,              ///< steps of a short film
    RESULT = 6 + 1 + 4 + 4  ///< bytes from the record of a step to its result
};

typedef struct film
{
    test_recording recording;
    uint64_t hash[STEPS + 1];  ///< after each step, but 0: before the first; the last: at the end
    size_t begin[STEPS + 1], end[STEPS + 1];  ///< bytes of the record of each step
} film;

static bool let_some_meet(const scree_contact_side *a, const scree_contact_side *b, void *context)
{
    (void)b;
    return (++*(int *)context + (int)(a->shape.value & 0xffff)) % 3 != 0;
}

static int asked, met, mixed[2];

/// The calls before a step: callbacks come, change and go, values are written to live arrays, and
/// the whole state is replaced.
static void play_before(scree_world *world, int step)
{
    scree_world_def settings = scree_world_settings(world);
    settings.mixing_context = &mixed[step / 10 % 2];
    settings.mixing_callback = step >= 40 ? NULL : mix_as_counted;
    if (step % 10 == 5)
    {
        assert_ok(scree_world_set_settings(world, &settings));
        assert_ok(scree_world_set_user_data(world, &mixed[step / 20 % 2]));
    }
    if (step == 7 || step == 33)
    {
        assert_ok(scree_world_set_pre_solve(world, step == 7 ? change_contact : NULL, &asked));
    }
    if (step == 21)
    {
        assert_ok(scree_world_set_contact_filter(world, NULL, NULL));
        assert_ok(scree_world_set_image_points_enabled(world, false));
    }
    if (step == 44)
    {
        scree_world *source = default_world();
        add_ground(source, usual_shape());
        add_crate(source, 0.0f, 3.0f, 0.5f, 0.5f);
        assert_ok(scree_world_copy(world, source));
        scree_world_destroy(source);
    }
    if (step % 4 == 0)
    {
        add_crate(world, 0.3f * (float)step - 9.0f, 9.0f, 0.5f, 0.5f);
        scree_world_bodies(world).vx[0] += 0.25f;
    }
}

static film *make_film(void)
{
    film *film = calloc(1, sizeof *film);
    assert_non_null(film);
    asked = met = mixed[0] = mixed[1] = 0;
    scree_world_def def = scree_world_def_default();
    def.mixing_callback = mix_as_counted;
    def.mixing_context = &mixed[0];
    scoped_world *world = world_of(&def);
    assert_ok(scree_world_set_contact_filter(world, let_some_meet, &met));
    const scree_recording_def into = record_into(&film->recording, 1);
    assert_ok(scree_world_start_recording(world, &into));
    scree_shape_def shape = *usual_shape();
    shape.enable_contact_filter = shape.enable_pre_solve = true;
    add_ground(world, usual_shape());
    for (int i = 0; i < 12; ++i)
    {
        add_slab(world, SCREE_BODY_DYNAMIC, 0.7f * (float)(i % 4), 0.5f + 1.05f * (float)(i / 4),
                 &shape, 0.5f, 0.5f);
    }
    for (int step = 0; step < STEPS; ++step)
    {
        play_before(world, step);
        film->hash[step] = step == 0 ? scree_world_state_hash(world) : film->hash[step];
        film->begin[step + 1] = film->recording.size;
        assert_ok(scree_world_step(world, STEP, 4));
        film->end[step + 1] = film->recording.size;
        film->hash[step + 1] = scree_world_state_hash(world);
    }
    add_crate(world, 0.0f, 20.0f, 0.5f, 0.5f);
    film->hash[STEPS] = scree_world_state_hash(world);
    assert_ok(scree_world_stop_recording(world));
    assert_true(asked > 0 && met > 0 && mixed[0] > 0 && mixed[1] > 0);
    return film;
}

/// A few crates and steps, for players that run out of memory.
static film *make_short_film(void)
{
    film *film = calloc(1, sizeof *film);
    assert_non_null(film);
    scoped_world *world = default_world();
    const scree_recording_def into = record_into(&film->recording, 1);
    assert_ok(scree_world_start_recording(world, &into));
    add_ground(world, usual_shape());
    for (int i = 0; i < 20; ++i)
    {
        add_crate(world, 1.01f * (float)(i % 5), 0.5f + 1.01f * (float)(i / 5), 0.5f, 0.5f);
    }
    film->hash[0] = scree_world_state_hash(world);
    for (int step = 1; step <= SHORT; ++step)
    {
        assert_ok(scree_world_step(world, STEP, 4));
        film->hash[step] = scree_world_state_hash(world);
        if (step == 2)
        {
            add_crate(world, 0.0f, 9.0f, 0.5f, 0.5f);
        }
    }
    assert_ok(scree_world_stop_recording(world));
    return film;
}

static void free_film(film *film)
{
    end_recording(&film->recording);
    free(film);
}

static scree_player *player_of(const film *film, size_t keyframe_bytes)
{
    scree_player_def def = scree_player_def_default();
    def.data = film->recording.bytes;
    def.size = film->recording.size;
    def.keyframe_bytes = keyframe_bytes;
    scree_player *player = scree_player_create(&def);
    if (player == NULL)
    {
        fail_msg("%s", scree_error_text(NULL));
    }
    return player;
}

static void seek(scree_player *player, const film *film, int step)
{
    if (scree_player_seek(player, step) != SCREE_OK)
    {
        fail_msg("step %d: %s", step, scree_error_text(NULL));
    }
    assert_int_equal(scree_player_get_state(player).step, step);
    if (scree_world_state_hash(scree_player_world(player)) != film->hash[step])
    {
        fail_msg("step %d has another state", step);
    }
}

TEST(a_player_has_the_recorded_states_in_every_order_of_seeks)
{
    film *film = make_film();
    const size_t budgets[] = {0, 1000, 100000, 64 << 20};
    for (int b = 0; b < 4; ++b)
    {
        scree_player *player = player_of(film, budgets[b]);
        const scree_world *world = scree_player_world(player);
        assert_int_equal(scree_player_get_state(player).step_count, STEPS);
        assert_true(scree_player_get_state(player).complete);
        seek(player, film, 0);
        uint32_t random = 7;
        for (int i = 0; i < 40; ++i)
        {
            random = random * 1664525u + 1013904223u;
            seek(player, film, (int)(random >> 16) % (STEPS + 1));
            assert_true(scree_player_get_state(player).keyframe_bytes <= budgets[b]);
        }
        for (int step = STEPS; step >= 0; step -= SANITIZED ? 7 : 1)
        {
            seek(player, film, step);
        }
        assert_ptr_equal(scree_player_world(player), world);
        const int frames = scree_player_get_state(player).keyframe_count;
        assert_true(b < 2 ? frames == 0 : frames > 1);
        scree_player_destroy(player);
    }
    free_film(film);
}

TEST(a_player_has_the_time_of_its_step)
{
    film *film = make_film();
    scree_player *player = player_of(film, 1 << 20);
    seek(player, film, 50);
    seek(player, film, 30);
    assert_near(scree_player_get_state(player).time, 0.5, 1e-6);
    scree_player_destroy(player);
    free_film(film);
}

TEST(a_world_with_every_feature_plays_back_and_forth)
{
    const scree_world_def def = scree_world_def_default();
    scoped_world *world = every_feature_world(&def);
    film *film = calloc(1, sizeof *film);
    assert_non_null(film);
    const scree_recording_def into = record_into(&film->recording, 1);
    assert_ok(scree_world_start_recording(world, &into));
    for (int step = 0; step <= STEPS; ++step)
    {
        film->hash[step] = scree_world_state_hash(world);
        assert_true(step == STEPS || scree_world_step(world, STEP, 4) == SCREE_OK);
    }
    assert_ok(scree_world_stop_recording(world));
    scree_player *player = player_of(film, 64 << 20);
    const int steps[] = {60, 59, 8, 9, 0, 33, 32, 60, 1};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i)
    {
        seek(player, film, steps[i]);
    }
    scree_player_destroy(player);
    free_film(film);
}

TEST(players_refuse_bad_definitions_and_steps)
{
    film *film = make_film();
    scree_player_def def = scree_player_def_default();
    REFUSED(NULL, scree_player_create(NULL) == NULL ? scree_world_last_error(NULL).code : SCREE_OK,
            SCREE_ERROR_NULL, "def");
    assert_null(scree_player_create(&def));
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_NULL);
    def.data = film->recording.bytes;
    def.size = 5;
    assert_null(scree_player_create(&def));
    assert_non_null(strstr(scree_error_text(NULL), "byte 0: is no recording"));
    def.size = film->recording.size;
    def.worker_count = 65;
    assert_null(scree_player_create(&def));
    def.worker_count = 1;
    def.version = 0;
    assert_null(scree_player_create(&def));
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_VERSION);
    scree_player *player = player_of(film, 1 << 20);
    assert_int_equal(scree_player_seek(player, -1), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_player_seek(player, STEPS + 1), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(NULL).argument, "step");
    assert_int_equal(scree_player_seek(NULL, 0), SCREE_ERROR_NULL);
    assert_int_equal(scree_player_get_state(NULL).step_count, 0);
    assert_null(scree_player_world(NULL));
    seek(player, film, 3);
    scree_player_destroy(player);
    scree_player_destroy(NULL);
    free_film(film);
}

TEST(a_player_goes_on_after_a_step_that_differs)
{
    film *film = make_film();
    film->recording.bytes[film->recording.size - 1] ^= 1;
    scree_player *player = player_of(film, 1 << 20);
    seek(player, film, STEPS - 1);
    assert_int_equal(scree_player_seek(player, STEPS), SCREE_ERROR_ARGUMENT);
    assert_non_null(strstr(scree_error_text(NULL), "the end, after 60 steps"));
    seek(player, film, STEPS - 1);
    seek(player, film, 2);
    assert_int_equal(scree_player_seek(player, STEPS), SCREE_ERROR_ARGUMENT);
    seek(player, film, 20);
    scree_player_destroy(player);
    free_film(film);
}

TEST(a_seek_to_a_step_that_differs_is_an_error)
{
    film *film = make_film();
    for (int i = 0; i < 4; ++i)
    {
        const bool in_result = i / 2 != 0;
        assert_int_equal(film->recording.bytes[film->begin[20]], SC_RECORDED_WORLD_STEP);
        unsigned char *changed =
            &film->recording.bytes[in_result ? film->begin[20] + RESULT : film->end[20] - 8];
        *changed ^= 1;
        scree_player *player = player_of(film, i % 2 != 0 ? 64 << 20 : 0);
        seek(player, film, 19);
        for (int step = 20; step < 23; ++step)
        {
            assert_int_equal(scree_player_seek(player, step), SCREE_ERROR_ARGUMENT);
            assert_non_null(strstr(scree_error_text(NULL), in_result
                                                               ? "after 20 steps: returned"
                                                               : "after 20 steps: left another"));
            // The world is as the step left it.
            assert_int_equal(scree_player_get_state(player).step, 20);
            assert_true(scree_world_state_hash(scree_player_world(player)) == film->hash[20]);
        }
        seek(player, film, 12);
        assert_int_equal(scree_player_seek(player, 20), SCREE_ERROR_ARGUMENT);
        seek(player, film, 0);
        seek(player, film, 19);
        scree_player_destroy(player);
        *changed ^= 1;
    }
    free_film(film);
}

static scree_player_def counted_player_def(const film *film, test_memory *memory)
{
    scree_player_def def = scree_player_def_default();
    def.data = film->recording.bytes;
    def.size = film->recording.size;
    def.allocator = allocator_of(memory);
    return def;
}

static void end_counted_player(scree_player *player, const test_memory *memory)
{
    scree_player_destroy(player);
    assert_int_equal(memory->bytes, 0);
    assert_int_equal(memory->bad_releases, 0);
}

/// A player whose definition may have found no memory: it is null, or at step 0.
static void check_created(scree_player *player, const film *film, test_memory *memory)
{
    memory->fail_at = -1;
    memory->limit = 0;
    if (player == NULL)
    {
        assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_OUT_OF_MEMORY);
    }
    else
    {
        assert_true(scree_world_state_hash(scree_player_world(player)) == film->hash[0]);
        seek(player, film, 0);
        seek(player, film, SHORT);
    }
    end_counted_player(player, memory);
}

TEST(a_player_that_finds_no_memory_is_null_or_at_its_step)
{
    film *film = make_short_film();
    for (int after = 0; after < 2; ++after)
    {
        int failures = 1;
        for (int k = 0; failures > 0; k += SANITIZED ? 3 : 1)
        {
            test_memory memory;
            const scree_player_def def = counted_player_def(film, &memory);
            memory.fail_at = k;
            memory.fail_after = after != 0;
            scree_player *player = scree_player_create(&def);
            failures = memory.failures;
            check_created(player, film, &memory);
            assert_true(failures > 0 || k > 50);
        }
    }
    int refusals = 1;
    for (int64_t limit = 1000; refusals > 0; limit += SANITIZED ? 5000 : 1000)
    {
        test_memory memory;
        const scree_player_def def = counted_player_def(film, &memory);
        memory.limit = limit;
        scree_player *player = scree_player_create(&def);
        refusals = memory.refusals;
        check_created(player, film, &memory);
    }
    free_film(film);
}

/// A seek that may have found no memory: it says so, or is at its step. The next one arrives.
static void check_sought(scree_player *player, const film *film, test_memory *memory, int step,
                         int next)
{
    const scree_result result = scree_player_seek(player, step);
    memory->fail_at = -1;
    memory->limit = 0;
    if (result != SCREE_OK)
    {
        assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
    }
    else
    {
        seek(player, film, step);
    }
    seek(player, film, next);
    end_counted_player(player, memory);
}

/// A player at a step, which counts its memory.
static scree_player *player_at(film *film, test_memory *memory, int step)
{
    const scree_player_def def = counted_player_def(film, memory);
    scree_player *player = scree_player_create(&def);
    seek(player, film, step);
    return player;
}

TEST(a_seek_that_finds_no_memory_says_so_and_the_next_one_arrives)
{
    film *film = make_short_film();
    const int ways[][3] = {{0, 1, 1}, {0, 3, 3}, {3, 1, 1}, {0, SHORT, SHORT}, {SHORT, 2, 0}};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; ++way)
    {
        const int *steps = ways[way];
        for (int after = 0; after < 2; ++after)
        {
            int failures = 1;
            for (int k = 0; failures > 0; k += SANITIZED ? 5 : 1)
            {
                test_memory memory;
                scree_player *player = player_at(film, &memory, steps[0]);
                memory.calls = 0;
                memory.fail_at = k;
                memory.fail_after = after != 0;
                check_sought(player, film, &memory, steps[1], steps[2]);
                failures = memory.failures;
            }
        }
        int refusals = 1;
        for (int64_t room = 0; refusals > 0; room += SANITIZED ? 5000 : 1000)
        {
            test_memory memory;
            scree_player *player = player_at(film, &memory, steps[0]);
            memory.limit = memory.bytes + room;
            check_sought(player, film, &memory, steps[1], steps[2]);
            refusals = memory.refusals;
        }
    }
    free_film(film);
}

TEST(a_truncated_recording_plays_up_to_its_last_complete_record)
{
    film *film = make_film();
    const size_t whole = film->recording.size;
    int last = STEPS;
    for (size_t size = whole - 1; size > 0; size -= size > whole - 200 ? 1 : 1 + size / 40)
    {
        unsigned char *cut = malloc(size);
        assert_non_null(cut);
        memcpy(cut, film->recording.bytes, size);
        scree_player_def def = scree_player_def_default();
        def.data = cut;
        def.size = size;
        scree_player *player = scree_player_create(&def);
        if (player == NULL)
        {
            assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
        }
        else
        {
            const int count = scree_player_get_state(player).step_count;
            assert_false(scree_player_get_state(player).complete);
            assert_true(count <= last);
            last = count;
            assert_ok(scree_player_seek(player, count));
            if (count > 0)
            {
                seek(player, film, count - 1);
            }
        }
        scree_player_destroy(player);
        free(cut);
    }
    assert_int_equal(last, 0);
    free_film(film);
}

TEST(a_damaged_recording_plays_or_gives_an_error)
{
    film *film = make_film();
    scree_player_def def = scree_player_def_default();
    def.data = film->recording.bytes;
    def.size = film->recording.size;
    int refused = 0;
    for (size_t at = 0; at < film->recording.size; at += SANITIZED ? 997 : 211)
    {
        film->recording.bytes[at] ^= 0x41;
        scree_player *player = scree_player_create(&def);
        const int count = scree_player_get_state(player).step_count;
        const int steps[] = {count, count / 2, 0, count / 3};
        for (int i = 0; player != NULL && i < 4; ++i)
        {
            const scree_result result = scree_player_seek(player, steps[i]);
            refused += result != SCREE_OK;
            assert_true(result == SCREE_OK || scree_error_text(NULL)[0] != '\0');
        }
        refused += player == NULL;
        scree_player_destroy(player);
        film->recording.bytes[at] ^= 0x41;
    }
    assert_true(refused > 0);
    free_film(film);
}
