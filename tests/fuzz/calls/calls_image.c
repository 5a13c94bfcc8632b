/// Images and snapshots: what comes after a restore is what came after the save.
#include "tests/fuzz/digest.h"
#include "tests/fuzz/rows.h"
#include "world/world_state.h"

#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 3
};

/// Everything that a world holds; where images have no points of contacts, the hash of the state.
static void take_digest(fuzz_digest *digest, const scree_world *world)
{
    if (scree_world_is_image_points_enabled(world))
    {
        fuzz_digest_take(digest, world);
        return;
    }
    digest->count = 1;
    digest->part[0] = (fuzz_part){"the state", scree_world_state_hash(world), FUZZ_STATE};
}

/// Steps, and what the world holds after each. Returns how many did not fail.
static int take_steps(fuzz *f, fuzz_digest *digests)
{
    int taken = 0;
    for (int i = 0; i < STEPS; ++i)
    {
        scree_result result = scree_world_step(f->now.world, 1.0f / 60.0f, 1 + i);
        if (result == SCREE_ERROR_OUT_OF_MEMORY)
        {
            break;
        }
        fuzz_note_bound(f, f->now.world);
        take_digest(&digests[taken++], f->now.world);
    }
    return taken;
}

/// Changes that a restore has to undo: objects that go, come and move.
static void disturb(fuzz *f, scree_world *world)
{
    scree_body_view bodies = scree_world_bodies(world);
    for (int i = 0; i < 3 && bodies.count > 0; ++i, bodies = scree_world_bodies(world))
    {
        scree_body_destroy(world, bodies.id[i * 7919 % bodies.count]);
    }
    for (int i = 0; i < 20; ++i)
    {
        scree_body_def def = scree_body_def_default();
        def.type = (scree_body_type)(i % 3);
        def.position = (scree_vec2){0.5f * (float)i, 1.0f};
        scree_body_id body = scree_body_create(world, &def);
        scree_shape_def shape = scree_shape_def_default();
        const scree_circle circle = {{0.0f, 0.0f}, 0.4f};
        for (int k = 0; k < i; ++k)
        {
            scree_shape_create_circle(world, body, &shape, &circle);
        }
    }
    scree_world_step(world, 0.02f, 2);
    fuzz_note_bound(f, world);
}

static void restore(fuzz *f, const char *image, size_t size, const fuzz_digest *before)
{
    fuzz_digest after;
    scree_result result = scree_world_restore_image(f->now.world, image, size);
    if (result != SCREE_OK)
    {
        fuzz_find(f, "an image was not restored: %s", scree_error_text(f->now.world));
        return;
    }
    take_digest(&after, f->now.world);
    const char *part = fuzz_digest_compare(before, &after, FUZZ_DERIVED);
    const char *broken = fuzz_validate(f->now.world);
    if (part != NULL || broken != NULL)
    {
        fuzz_find(f, "after a restore: %s", part != NULL ? part : broken);
    }
}

/// A fork holds the same as the world, and steps alike.
static void try_fork(fuzz *f, const fuzz_digest *before, const fuzz_digest *steps, int taken)
{
    static fuzz_digest held;
    scree_world *world = f->now.world, *fork = scree_world_fork(world);
    if (fork == NULL || scree_world_copy(fork, world) != SCREE_OK)
    {
        fuzz_find(f, "there is no fork: %s", scree_error_text(fork));
        return;
    }
    // The one thing of a digest that a fork leaves to its program.
    fork->profile.level = world->profile.level;
    fork->profile.trace = world->profile.trace;
    fork->profile.context = world->profile.context;
    const scree_difference found = scree_world_difference(world, fork);
    take_digest(&held, fork);
    const char *part = fuzz_digest_compare(before, &held, FUZZ_DERIVED),
               *broken = fuzz_validate(fork);
    if (part != NULL || broken != NULL || found.kind != SCREE_DIFFERENCE_NONE)
    {
        fuzz_find(f, "a fork differs: %s",
                  part != NULL     ? part
                  : broken != NULL ? broken
                                   : found.field);
    }
    // Callbacks call into the world that steps.
    f->side[f->now.side].world = fork;
    for (int i = 0; i < taken && part == NULL; ++i)
    {
        (void)scree_world_step(fork, 1.0f / 60.0f, 1 + i);
        take_digest(&held, fork);
        part = fuzz_digest_compare(&steps[i], &held, FUZZ_DERIVED);
    }
    if (part != NULL)
    {
        fuzz_find(f, "a step of a fork differs: %s", part);
    }
    f->side[f->now.side].world = world;
    scree_world_destroy(fork);
}

/// The image of the world as a delta from another image, which gives it again; spoilt, it gives
/// nothing or an error.
static void try_delta(fuzz *f, const char *base, size_t base_size)
{
    const size_t size = scree_world_image_size(f->now.world), room = size + size / 8 + 16000;
    char *image = malloc(size), *delta = malloc(room), *again = malloc(size);
    size_t bytes = 0, found = 0;
    if (image == NULL || delta == NULL || again == NULL ||
        scree_world_save_image(f->now.world, image, size) != SCREE_OK ||
        scree_image_save_delta(base, base_size, image, size, delta, room, &bytes) != SCREE_OK ||
        scree_image_apply_delta(base, base_size, delta, bytes, again, size, &found) != SCREE_OK ||
        found != size || memcmp(image, again, size) != 0)
    {
        fuzz_find(f, "a delta does not give its image: %s", scree_error_text(NULL));
    }
    for (int i = 0; i < 8 && bytes > 0; ++i)
    {
        const size_t at = (size_t)fuzz_below(&f->stream, (int)bytes);
        const char kept = delta[at];
        delta[at] = (char)(kept ^ (1 << i));
        const scree_result result =
            scree_image_apply_delta(base, base_size, delta, bytes, again, size, &found);
        if (result == SCREE_OK && memcmp(image, again, size) != 0 && at >= 128)
        {
            fuzz_find(f, "a delta with a changed byte at %zu was taken", at);
        }
        delta[at] = kept;
    }
    free(image);
    free(delta);
    free(again);
}

/// Saves, steps, changes, restores, steps again and restores again: nothing has changed then.
static void round_trip(fuzz *f, const char *image, size_t size)
{
    static fuzz_digest before, first[STEPS], second[STEPS];
    fuzz_side *side = &f->side[f->now.side];
    const test_memory memory = side->memory;
    const fuzz_stream callbacks = f->callback_stream;
    side->memory.fail_at = -1;
    take_digest(&before, f->now.world);
    int taken = take_steps(f, first);
    try_delta(f, image, size);
    disturb(f, f->now.world);
    try_delta(f, image, size);
    restore(f, image, size, &before);
    int again = take_steps(f, second);
    for (int i = 0; i < taken && i < again; ++i)
    {
        const char *part = fuzz_digest_compare(&first[i], &second[i], FUZZ_DERIVED);
        if (part != NULL)
        {
            fuzz_find(f, "step %d after a restore differs: %s", i + 1, part);
        }
    }
    restore(f, image, size, &before);
    f->callback_stream = callbacks;
    try_fork(f, &before, first, taken);
    side->memory.fail_at = memory.fail_at;
    side->memory.fail_after = memory.fail_after;
    side->memory.calls = memory.calls;
    f->callback_stream = callbacks;
}

static void world_save_image(fuzz *f)
{
    const size_t size = scree_world_image_size(f->now.world), most = size + 8;
    char *bytes = malloc(most);
    const bool absent = fuzz_null(f) || bytes == NULL;
    char *image = absent ? NULL : bytes + fuzz_below(&f->stream, 8);
    const bool cut = fuzz_odds(f, 16) && size > 0, spoilt = fuzz_odds(f, 32);
    const size_t place = size > 0 ? (size_t)fuzz_below(&f->stream, (int)size) : 0;
    const bool whole = fuzz_odds(f, 64);
    scree_result result = scree_world_save_image(f->now.world, image, cut ? size - 1 : size);
    fuzz_say(f, " %zu bytes", size);
    if (result == SCREE_OK && spoilt)
    {
        image[place] = (char)(image[place] ^ 1);
        result = scree_world_restore_image(f->now.world, image, size);
        image[place] = (char)(image[place] ^ 1);
        if (result != SCREE_ERROR_ARGUMENT && place >= sizeof(uint64_t) * 4 + 8)
        {
            fuzz_find(f, "an image with a changed byte at %zu was restored", place);
        }
        result = SCREE_OK;
    }
    else if (result == SCREE_OK && whole)
    {
        round_trip(f, image, size);
    }
    free(bytes);
    fuzz_see(f, (uint64_t)result);
}

/// A fork that loads the snapshot holds the same as another fork. The same calls, which use free
/// slots too, and steps leave both alike.
static void load_snapshot(fuzz *f, const char *bytes, size_t size)
{
    scree_world *world = f->now.world,
                *forks[] = {scree_world_fork(world), scree_world_fork(world)};
    if (forks[0] == NULL || forks[1] == NULL ||
        scree_world_load_snapshot(forks[1], bytes, size) != SCREE_OK)
    {
        fuzz_find(f, "a snapshot does not load: %s", scree_error_text(forks[1]));
    }
    for (int i = 0; i <= STEPS && f->found[0] == 0; ++i)
    {
        const scree_difference found = scree_world_difference(forks[0], forks[1]);
        const char *broken = fuzz_validate(forks[1]);
        if (found.kind != SCREE_DIFFERENCE_NONE || broken != NULL ||
            scree_world_state_hash(forks[0]) != scree_world_state_hash(forks[1]))
        {
            fuzz_find(f, "step %d after a snapshot differs: %s", i,
                      broken != NULL ? broken : found.field);
        }
        for (int k = 0; k < 2; ++k)
        {
            // Callbacks call into the world that steps.
            const fuzz_stream callbacks = f->callback_stream;
            f->side[f->now.side].world = forks[k];
            if (i % 2 == 0)
            {
                disturb(f, forks[k]);
            }
            (void)scree_world_step(forks[k], 1.0f / 60.0f, 1 + i);
            f->callback_stream = k == 0 ? callbacks : f->callback_stream;
        }
    }
    f->side[f->now.side].world = world;
    scree_world_destroy(forks[0]);
    scree_world_destroy(forks[1]);
}

static void world_save_snapshot(fuzz *f)
{
    const scree_world *world = f->now.world;
    const size_t size = scree_world_snapshot_size(world);
    const bool cut = fuzz_odds(f, 16) && size > 0, whole = fuzz_odds(f, 16);
    char *bytes = malloc(size + 1);
    char *buffer = fuzz_null(f) ? NULL : bytes;
    const scree_result result = scree_world_save_snapshot(world, buffer, cut ? size - 1 : size);
    fuzz_say(f, " %zu bytes", size);
    if (result == SCREE_OK && whole)
    {
        fuzz_side *side = &f->side[f->now.side];
        const test_memory memory = side->memory;
        const fuzz_stream callbacks = f->callback_stream;
        side->memory.fail_at = -1;
        // The forks hold as much as the world each, and none may run out earlier than the other.
        side->memory.limit *= 4;
        load_snapshot(f, bytes, size);
        side->memory.limit = memory.limit;
        side->memory.fail_at = memory.fail_at;
        side->memory.fail_after = memory.fail_after;
        side->memory.calls = memory.calls;
        f->callback_stream = callbacks;
    }
    free(bytes);
    fuzz_see(f, (uint64_t)result);
}

typedef struct short_recording
{
    unsigned char bytes[4096];
    size_t size;
} short_recording;

static bool take_bytes(const void *data, size_t size, void *context)
{
    short_recording *recording = context;
    if (size > sizeof recording->bytes - recording->size)
    {
        return false;
    }
    memcpy(recording->bytes + recording->size, data, size);
    recording->size += size;
    return true;
}

/// Plays a recording that may have ended early, and checks that each step has one state.
static void play(fuzz *f, const short_recording *recording)
{
    scree_player_def def = scree_player_def_default();
    def.data = recording->bytes;
    def.size = recording->size;
    def.worker_count = 1;
    def.keyframe_bytes = (size_t)fuzz_int(f, 0, 100000);
    scree_player *player = scree_player_create(&def);
    const int count = scree_player_get_state(player).step_count;
    uint64_t hash[2] = {0};
    for (int i = 0; i < 4 && player != NULL; ++i)
    {
        const int step = i % 2 == 0 ? count : fuzz_int(f, 0, count);
        const scree_result result = scree_player_seek(player, step);
        if (result != SCREE_OK || scree_player_get_state(player).step != step)
        {
            fuzz_find(f, "a player does not reach step %d: %s", step, scree_error_text(NULL));
        }
        hash[i / 2] = i % 2 == 0 ? scree_world_state_hash(scree_player_world(player)) : hash[i / 2];
    }
    if (hash[0] != hash[1])
    {
        fuzz_find(f, "a player that comes back to step %d has another state", count);
    }
    scree_player_destroy(player);
}

/// A recording of a world of its own, which ends early when its sink is full.
static void world_start_recording(fuzz *f)
{
    scree_world_def own = scree_world_def_default();
    scree_world *world = scree_world_create(&own);
    short_recording recording = {.size = 0};
    scree_recording_def def = scree_recording_def_default();
    def.write = fuzz_null(f) ? NULL : take_bytes;
    def.context = &recording;
    def.hash_interval = fuzz_int(f, 0, 3);
    const scree_result begun = scree_world_start_recording(world, &def);
    for (int i = 0, count = fuzz_below(&f->stream, 40); i < count; ++i)
    {
        const scree_body_def body = fuzz_body_def(f);
        scree_body_create(world, &body);
        (void)scree_world_step(world, 1.0f / 60.0f, 1);
    }
    const bool runs = scree_world_is_recording(world);
    const scree_result ended = scree_world_stop_recording(world);
    if (runs != (ended == SCREE_OK) || (begun != SCREE_OK && runs))
    {
        fuzz_find(f, "a recording began with %d and ended with %d", (int)begun, (int)ended);
    }
    scree_world_destroy(world);
    if (begun == SCREE_OK)
    {
        play(f, &recording);
    }
    fuzz_forgive(f);
    fuzz_see(f, (uint64_t)begun);
}

static const fuzz_row rows[] = {FREE_ROW(world_start_recording, 2), READ_ROW(world_save_image, 8),
                                READ_ROW(world_save_snapshot, 8)};
const fuzz_rows fuzz_image_rows = {rows, sizeof rows / sizeof *rows};
