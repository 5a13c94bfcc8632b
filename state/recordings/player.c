/// Players: replays that can go to any step, with the help of keyframes.
#include "scree/player.h"

#include "state/recordings/replay.h"
#include "world/checks.h"

#include <string.h>

enum
{
    LEAST_SPACING = 8,  ///< steps between keyframes: an image takes about as long as a step or two
    RECORD_HEAD = 6,    ///< bytes before the content of a record
    DEFAULT_KEYFRAME_BYTES = 64 << 20
};

typedef struct keyframe
{
    sc_replay_mark mark;
    void *image;
    size_t size;
} keyframe;

struct scree_player
{
    sc_memory memory;
    sc_replay replay;
    int step_count;
    bool complete;
    size_t end;   ///< of the last complete record
    int arrived;  ///< the step that was sought last; -1: none, or it was not reached
    bool started;
    // Keyframes in order of their steps, each a multiple of the spacing.
    keyframe *frames;
    int frame_count, frame_capacity;
    int spacing;
    size_t frame_bytes, most_bytes;
};

scree_player_def scree_player_def_default(void)
{
    const scree_world_def world = scree_world_def_default();
    return (scree_player_def){.version = SC_DEF_VERSION,
                              .keyframe_bytes = DEFAULT_KEYFRAME_BYTES,
                              .simd = world.simd,
                              .worker_count = world.worker_count,
                              .tasks = world.tasks,
                              .allocator = world.allocator};
}

static uint64_t number_at(const unsigned char *data, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
    {
        value |= (uint64_t)data[i] << (8 * i);
    }
    return value;
}

/// Whether a replay repeats the step whose record has this content.
static bool is_repeated(const unsigned char *content, size_t size)
{
    const size_t result = 1 + 4 + 4;  // after the flags, the length and the substeps
    return size >= result + 8 && (content[0] & SC_RECORDED_PARTLY) == 0 &&
           number_at(content + result, 8) != SCREE_ERROR_OUT_OF_MEMORY;
}

/// Counts the steps. Returns false if there are too many.
static bool scan(scree_player *player)
{
    const sc_replay *r = &player->replay;
    size_t at = r->at;
    int64_t steps = 0;
    while (r->size - at >= RECORD_HEAD && !player->complete)
    {
        const uint64_t call = number_at(r->data + at, 2), size = number_at(r->data + at + 2, 4);
        if (size > r->size - at - RECORD_HEAD)
        {
            break;
        }
        steps +=
            call == SC_RECORDED_WORLD_STEP && is_repeated(r->data + at + RECORD_HEAD, (size_t)size);
        at += RECORD_HEAD + (size_t)size;
        player->complete = call == SC_RECORDED_END;
    }
    player->end = at;
    player->step_count = steps <= INT32_MAX ? (int)steps : 0;
    return steps <= INT32_MAX;
}

static scree_result fail(scree_result code, const char *function, const char *what)
{
    return sc_query_fails(code, function, "recording:", what);
}

static scree_result check_def(const scree_player_def *def, const char *function)
{
    scree_world *world = NULL;
    SC_TRY(sc_check_version(NULL, def != NULL ? &def->version : NULL, function, "def",
                            "scree_player_def_default"));
    SC_REQUIRE_POINTER(function, def->data, "def.data");
    scree_world_def settings = scree_world_def_default();
    settings.simd = def->simd;
    settings.worker_count = def->worker_count;
    settings.tasks = def->tasks;
    settings.allocator = def->allocator;
    return sc_check_world_def(NULL, &settings, function);
}

/// Opens the recording. The player is destroyed on error.
static scree_result open_recording(scree_player *player, const scree_player_def *def,
                                   const char *function)
{
    scree_world_def world = scree_world_def_default();
    world.simd = def->simd;
    world.worker_count = def->worker_count;
    world.tasks = def->tasks;
    world.allocator = def->allocator;
    sc_replay *r = &player->replay;
    const sc_replay_state state = sc_replay_open(r, def->data, def->size, &world);
    if (state != SC_REPLAY_CALL)
    {
        return fail(state == SC_REPLAY_NO_MEMORY ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_ERROR_ARGUMENT,
                    function, r->text);
    }
    if (!scan(player))
    {
        return fail(SCREE_ERROR_ARGUMENT, function, "has more than 2147483647 steps");
    }
    player->most_bytes = def->keyframe_bytes;
    player->spacing = LEAST_SPACING;
    player->arrived = -1;
    return scree_player_seek(player, 0);
}

scree_player *scree_player_create(const scree_player_def *def)
{
    if (check_def(def, __func__) != SCREE_OK)
    {
        return NULL;
    }
    sc_memory memory = sc_memory_make(&def->allocator);
    scree_player *player = sc_allocate(&memory, sizeof *player);
    if (player == NULL)
    {
        (void)sc_no_memory(NULL, __func__);
        return NULL;
    }
    memset(player, 0, sizeof *player);
    player->memory = memory;
    if (open_recording(player, def, __func__) != SCREE_OK)
    {
        scree_player_destroy(player);
        return NULL;
    }
    return player;
}

static void drop(scree_player *player, const keyframe *frame)
{
    sc_release(&player->memory, frame->image, frame->size);
    player->frame_bytes -= frame->size;
}

void scree_player_destroy(scree_player *player)
{
    if (player == NULL)
    {
        return;
    }
    for (int i = 0; i < player->frame_count; ++i)
    {
        drop(player, &player->frames[i]);
    }
    sc_memory memory = player->memory;
    if (player->frames != NULL)
    {
        sc_release(&memory, player->frames,
                   sizeof *player->frames * (size_t)player->frame_capacity);
    }
    sc_replay_close(&player->replay);
    sc_release(&memory, player, sizeof *player);
}

/// Doubles the spacing of keyframes and drops those between.
static void thin_out(scree_player *player)
{
    player->spacing *= 2;
    int kept = 0;
    for (int i = 0; i < player->frame_count; ++i)
    {
        const keyframe *frame = &player->frames[i];
        if (frame->mark.steps % (uint64_t)player->spacing == 0)
        {
            player->frames[kept++] = *frame;
        }
        else
        {
            drop(player, frame);
        }
    }
    player->frame_count = kept;
}

static bool reserve_frame(scree_player *player)
{
    if (player->frame_count < player->frame_capacity)
    {
        return true;
    }
    const int capacity = sc_grown(player->frame_capacity, player->frame_count + 1);
    keyframe *frames = sc_allocate(&player->memory, sizeof *frames * (size_t)capacity);
    if (frames == NULL)
    {
        return false;
    }
    if (player->frames != NULL)
    {
        memcpy(frames, player->frames, sizeof *frames * (size_t)player->frame_count);
        sc_release(&player->memory, player->frames,
                   sizeof *frames * (size_t)player->frame_capacity);
    }
    player->frames = frames;
    player->frame_capacity = capacity;
    return true;
}

/// Called after a step: stores an image of the world if the step is a keyframe and there is room.
static void keep(scree_player *player)
{
    const sc_replay *r = &player->replay;
    const bool later =
        player->frame_count == 0 || r->steps > player->frames[player->frame_count - 1].mark.steps;
    // Store no image while the replay keeps answers for the next step, because these are not part
    // of a mark.
    if (!later || r->keeps_answers || r->steps % (uint64_t)player->spacing != 0)
    {
        return;
    }
    // Write the points of contacts, even if the recorded program has set compact images.
    const bool compact = r->world->compact_images;
    r->world->compact_images = false;
    const size_t size = scree_world_image_size(r->world);
    while (size <= player->most_bytes && size > player->most_bytes - player->frame_bytes &&
           player->spacing <= INT32_MAX / 4)
    {
        thin_out(player);
    }
    void *image = NULL;
    if (r->steps % (uint64_t)player->spacing == 0 &&
        size <= player->most_bytes - player->frame_bytes && reserve_frame(player))
    {
        image = sc_allocate(&player->memory, size);
    }
    if (image != NULL)
    {
        (void)scree_world_save_image(r->world, image, size);
        player->frames[player->frame_count++] =
            (keyframe){.mark = sc_replay_mark_of(r), .image = image, .size = size};
        player->frames[player->frame_count - 1].mark.compact_images = compact;
        player->frame_bytes += size;
    }
    r->world->compact_images = compact;
}

/// The last keyframe up to a step; null: none.
static const keyframe *frame_before(const scree_player *player, int step)
{
    int low = 0, high = player->frame_count;
    while (low < high)
    {
        const int middle = low + (high - low) / 2;
        const bool up_to = player->frames[middle].mark.steps <= (uint64_t)step;
        low = up_to ? middle + 1 : low;
        high = up_to ? high : middle;
    }
    return low > 0 ? &player->frames[low - 1] : NULL;
}

/// Restores the last keyframe before a step, or the start, unless it is shorter to step on from the
/// present step.
static scree_result jump(scree_player *player, int step, bool passed)
{
    sc_replay *r = &player->replay;
    const keyframe *frame = frame_before(player, step);
    if (frame != NULL && (passed || frame->mark.steps > r->steps))
    {
        const scree_result result = scree_world_restore_image(r->world, frame->image, frame->size);
        if (result != SCREE_OK)
        {
            return fail(result, "scree_player_seek", scree_error_text(r->world));
        }
        sc_replay_return(r, &frame->mark);
        return SCREE_OK;
    }
    const sc_replay_state state = passed ? sc_replay_rewind(r) : SC_REPLAY_CALL;
    return state == SC_REPLAY_CALL ? SCREE_OK
                                   : fail(state == SC_REPLAY_NO_MEMORY ? SCREE_ERROR_OUT_OF_MEMORY
                                                                       : SCREE_ERROR_ARGUMENT,
                                          "scree_player_seek", r->text);
}

static bool is_there(const scree_player *player, int step, sc_replay_state state)
{
    const sc_replay *r = &player->replay;
    const bool there = r->steps == (uint64_t)step;
    if (step == player->step_count)
    {
        return there && (state == SC_REPLAY_END || (!player->complete && r->at == player->end));
    }
    return there && (step > 0 || sc_replay_is_before_step(r));
}

scree_result scree_player_seek(scree_player *player, int step)
{
    scree_world *world = NULL;
    SC_REQUIRE_POINTER(__func__, player, "player");
    SC_REQUIRE_NUMBER(__func__, step, 0, player->step_count, "step");
    sc_replay *r = &player->replay;
    if (r->world->stepping)
    {
        return sc_query_fails(SCREE_ERROR_LOCKED, __func__, "player", "is in the middle of a step");
    }
    if (player->arrived == step)
    {
        return SCREE_OK;
    }
    const bool passed = player->started && (player->arrived < 0 || r->steps >= (uint64_t)step);
    player->started = true;
    player->arrived = -1;
    SC_TRY(jump(player, step, passed));
    sc_replay_state state = SC_REPLAY_CALL;
    while (!is_there(player, step, state))
    {
        state = sc_replay_next(r);
        if (state == SC_REPLAY_STEP)
        {
            keep(player);
        }
        else if (state != SC_REPLAY_CALL &&
                 !(state == SC_REPLAY_END && is_there(player, step, state)))
        {
            // Also the last call on the way, which may have counted its step, must be as recorded.
            return fail(state == SC_REPLAY_NO_MEMORY ? SCREE_ERROR_OUT_OF_MEMORY
                                                     : SCREE_ERROR_ARGUMENT,
                        __func__, r->text[0] != '\0' ? r->text : "ends before this step");
        }
    }
    player->arrived = step;
    return SCREE_OK;
}

scree_player_state scree_player_get_state(const scree_player *player)
{
    scree_player_state state = {0};
    if (player != NULL)
    {
        state.step = (int)player->replay.steps;
        state.step_count = player->step_count;
        state.time = player->replay.time;
        state.complete = player->complete;
        state.keyframe_count = player->frame_count;
        state.keyframe_bytes = player->frame_bytes;
    }
    return state;
}

scree_world *scree_player_world(const scree_player *player)
{
    return player != NULL ? player->replay.world : NULL;
}
