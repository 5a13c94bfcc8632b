/// Replays: repeats the records of a recording in a new world, and compares the results and hashes.
#include "state/recordings/replay.h"

#include "state/recordings/recording_header.h"
#include "world/checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// MinGW's C library has two kinds of formats and names the one in use.
#ifdef __MINGW_PRINTF_FORMAT
#define PRINTF_FORMAT __MINGW_PRINTF_FORMAT
#else
#define PRINTF_FORMAT printf
#endif

static sc_replay_state say(sc_replay *r, sc_replay_state state, const char *format, ...)
    __attribute__((format(PRINTF_FORMAT, 3, 4)));

static sc_replay_state say(sc_replay *r, sc_replay_state state, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->text, sizeof r->text, format, arguments);
    va_end(arguments);
    return state;
}

static sc_replay_state damaged(sc_replay *r, const char *what)
{
    return say(r, SC_REPLAY_DAMAGED, "byte %zu: %s", r->at, what);
}

static sc_replay_state no_memory(sc_replay *r)
{
    return say(r, SC_REPLAY_NO_MEMORY, "byte %zu: found no memory", r->at);
}

/// Loads the snapshot that begins at the next byte.
static sc_replay_state load_state(sc_replay *r)
{
    const uint64_t size = sc_replay_take(r, 8);
    if (r->damaged || size > r->end - r->at)
    {
        return damaged(r, "ends within a snapshot");
    }
    const scree_result result = scree_world_load_snapshot(r->world, r->data + r->at, (size_t)size);
    if (result != SCREE_OK)
    {
        return say(r, result == SCREE_ERROR_OUT_OF_MEMORY ? SC_REPLAY_NO_MEMORY : SC_REPLAY_DAMAGED,
                   "snapshot at byte %zu: %s", r->at, scree_error_text(r->world));
    }
    r->at += (size_t)size;
    return SC_REPLAY_CALL;
}

sc_replay_state sc_replay_open(sc_replay *r, const void *data, size_t size,
                               const scree_world_def *def)
{
    *r = (sc_replay){.data = data, .size = size, .end = size};
    r->memory = sc_memory_make(&def->allocator);
    r->mixing[0].replay = r->mixing[1].replay = r;
    if (size < 8 || memcmp(data, SC_RECORDING_MAGIC, 8) != 0)
    {
        return damaged(r, "is no recording");
    }
    r->at = 8;
    const uint64_t version = sc_replay_take(r, 4), library = sc_replay_take(r, 4);
    const uint64_t calls = sc_replay_take(r, 8);
    if (!r->damaged && (version != SC_RECORDING_VERSION || calls != sc_calls_hash()))
    {
        return say(r, SC_REPLAY_DAMAGED,
                   "byte %d: recording of format %d by version %d.%d.%d, which has other calls; "
                   "this is format %d",
                   version != SC_RECORDING_VERSION ? 8 : 16, (int)version, (int)(library / 10000),
                   (int)(library / 100 % 100), (int)(library % 100), (int)SC_RECORDING_VERSION);
    }
    r->number = (uint16_t)sc_replay_take(r, 2);
    const uint64_t callbacks = sc_replay_take(r, 1);
    if (sc_replay_take(r, 1) != 0 || callbacks > 7 || r->damaged)
    {
        return damaged(r, "has no header");
    }
    scree_world_def own = *def;
    own.mixing_callback = callbacks & 4 ? sc_replay_mixing : NULL;
    own.mixing_context = callbacks & 4 ? &r->mixing[0] : NULL;
    r->world = scree_world_create(&own);
    if (r->world == NULL)
    {
        return say(r, SC_REPLAY_NO_MEMORY, "%s", scree_error_text(NULL));
    }
    r->start = r->at;
    r->callbacks = (unsigned)callbacks;
    return sc_replay_rewind(r);
}

sc_replay_mark sc_replay_mark_of(const sc_replay *r)
{
    return (sc_replay_mark){.at = r->at,
                            .calls = r->calls,
                            .steps = r->steps,
                            .time = r->time,
                            .callbacks = r->world->callbacks,
                            .mixing = r->world->mixing.callback,
                            .mixing_context = r->world->mixing.context,
                            .user_data = r->world->user_data,
                            .compact_images = r->world->compact_images};
}

void sc_replay_return(sc_replay *r, const sc_replay_mark *mark)
{
    r->at = mark->at;
    r->end = r->size;
    r->calls = mark->calls;
    r->steps = mark->steps;
    r->time = mark->time;
    r->call = NULL;
    r->text[0] = '\0';
    r->damaged = r->no_memory = r->keeps_answers = false;
    r->answer_count = 0;
    r->world->callbacks = mark->callbacks;
    r->world->mixing.callback = mark->mixing;
    r->world->mixing.context = mark->mixing_context;
    r->world->user_data = mark->user_data;
    r->world->compact_images = mark->compact_images;
}

sc_replay_state sc_replay_rewind(sc_replay *r)
{
    sc_replay_mark start = {.at = r->start};
    if (r->callbacks & 1)
    {
        start.callbacks.filter = sc_replay_filter;
        start.callbacks.filter_context = r;
    }
    if (r->callbacks & 2)
    {
        start.callbacks.pre_solve = sc_replay_pre_solve;
        start.callbacks.pre_solve_context = r;
    }
    start.mixing = r->callbacks & 4 ? sc_replay_mixing : NULL;
    start.mixing_context = r->callbacks & 4 ? &r->mixing[0] : NULL;
    sc_replay_return(r, &start);
    return load_state(r);
}

void sc_replay_close(sc_replay *r)
{
    sc_replay_release(r);
    if (r->answers != NULL)
    {
        sc_release(&r->memory, r->answers, sizeof *r->answers * (size_t)r->answer_capacity);
    }
    scree_world_destroy(r->world);
    r->world = NULL;
    r->answers = NULL;
}

/// Writes recorded values to live arrays.
static sc_replay_state repeat_view(sc_replay *r)
{
    const uint64_t which = sc_replay_take(r, 1), count = sc_replay_take(r, 4);
    if (which >= SC_VIEW_COUNT)
    {
        return damaged(r, "names no view");
    }
    const sc_written_view view = sc_view_of(r->world, (int)which);
    for (uint64_t i = 0; i < count && !r->damaged; ++i)
    {
        const uint64_t at = sc_replay_take(r, 4);
        if (at >= (uint64_t)view.count)
        {
            return damaged(r, "names an element that the view lacks");
        }
        for (int k = 0; k < view.array_count; ++k)
        {
            view.arrays[k][at] = sc_replay_take_float(r);
        }
    }
    r->call = "values of the live arrays";
    return r->damaged || r->at != r->end ? damaged(r, "is not the end of a record")
                                         : SC_REPLAY_CALL;
}

static sc_replay_state differ(sc_replay *r, const char *what)
{
    return say(r, SC_REPLAY_DIVERGED, "call %llu, %s, after %llu steps: %s",
               (unsigned long long)r->calls, r->call, (unsigned long long)r->steps, what);
}

static sc_replay_state differ_in_result(sc_replay *r, const sc_call_type *type, uint64_t recorded,
                                        uint64_t made)
{
    char what[160];
    if (type->returns_id)
    {
        snprintf(what, sizeof what, "returned the id %llx, recorded: %llx",
                 (unsigned long long)made, (unsigned long long)recorded);
    }
    else
    {
        snprintf(what, sizeof what, "returned %s, recorded: %s",
                 scree_result_name((scree_result)made), scree_result_name((scree_result)recorded));
    }
    return differ(r, what);
}

/// Reads the result of a call. An id is converted to that of this world.
static uint64_t take_result(sc_replay *r, const sc_call_type *type)
{
    const uint64_t result = sc_replay_take(r, 8);
    return type->returns_id ? sc_replay_id(r, result) : result;
}

/// Whether a call failed for want of memory. Calls that return ids have their errors in the world.
static bool ran_out(const sc_replay *r, const sc_call_type *type, uint64_t made)
{
    return type->returns_id
               ? made == 0 && scree_world_last_error(r->world).code == SCREE_ERROR_OUT_OF_MEMORY
               : made == SCREE_ERROR_OUT_OF_MEMORY;
}

/// Makes a call and compares its results. `flags`: the flags of the record.
static sc_replay_state make_call(sc_replay *r, int call, const void *arguments, uint64_t flags,
                                 uint64_t recorded, size_t results)
{
    const sc_call_type *type = &sc_call_types[call];
    const bool steps = call == SC_RECORDED_WORLD_STEP;
    const bool succeeded = type->returns_id ? recorded != 0 : recorded == SCREE_OK;
    const uint64_t made = sc_repeats[call](r->world, arguments);
    if (ran_out(r, type, made))
    {
        return no_memory(r);
    }
    r->steps += steps;
    r->time += steps ? (double)((const sc_world_step_arguments *)arguments)->dt : 0.0;
    if (made != recorded)
    {
        return differ_in_result(r, type, recorded, made);
    }
    const size_t after = r->at;
    r->at = results;
    const bool agree = sc_replay_results_agree(r, &type->arguments, arguments, succeeded);
    if (r->no_memory)
    {
        return no_memory(r);
    }
    if (r->damaged || (!steps && r->at != r->end))
    {
        return damaged(r, "is not the end of a record");
    }
    r->at = steps ? after : r->at;
    if (!agree)
    {
        return differ(r, "wrote other results");
    }
    if (steps && r->missing)
    {
        return differ(r, "gave other arguments to a callback");
    }
    const uint64_t hash = flags & SC_RECORDED_HASH ? sc_replay_take(r, 8) : 0;
    if (r->damaged || r->at != r->end)
    {
        return damaged(r, "is not the end of a record");
    }
    if ((flags & SC_RECORDED_HASH) && hash != scree_world_state_hash(r->world))
    {
        return differ(r, "left another state");
    }
    return steps ? SC_REPLAY_STEP : SC_REPLAY_CALL;
}

static sc_replay_state repeat_call(sc_replay *r, int call)
{
    const sc_call_type *type = &sc_call_types[call];
    r->call = type->name;
    const uint64_t flags = sc_replay_take(r, 1);
    if (flags > (SC_RECORDED_PARTLY | SC_RECORDED_HASH) ||
        ((flags & SC_RECORDED_HASH) && call != SC_RECORDED_WORLD_STEP))
    {
        return damaged(r, "follows unknown flags");
    }
    if (flags & SC_RECORDED_PARTLY)
    {
        r->at = r->end;  // it was refused and changed nothing
        return SC_REPLAY_CALL;
    }
    if (type->replaces_state)
    {
        const uint64_t result = sc_replay_take(r, 8);
        const sc_replay_state state = result == SCREE_OK ? load_state(r) : SC_REPLAY_CALL;
        return state != SC_REPLAY_CALL         ? state
               : r->damaged || r->at != r->end ? damaged(r, "is not the end of a record")
                                               : state;
    }
    const void *arguments = sc_replay_arguments(r, &type->arguments);
    const uint64_t recorded = take_result(r, type);
    const size_t results = r->at;
    if (r->no_memory || arguments == NULL)
    {
        return no_memory(r);
    }
    if (r->damaged)
    {
        return damaged(r, "ends within the arguments of a call");
    }
    if (call == SC_RECORDED_WORLD_STEP && !sc_replay_take_answers(r))
    {
        return r->no_memory ? no_memory(r) : damaged(r, "ends within the answers of callbacks");
    }
    if (call == SC_RECORDED_WORLD_STEP)
    {
        r->keeps_answers = recorded == SCREE_ERROR_OUT_OF_MEMORY;
    }
    // Do not repeat calls that cannot be read, or that may have run out of memory, because the
    // replay has other memory.
    if (r->unreadable || (!type->returns_id && recorded == SCREE_ERROR_OUT_OF_MEMORY) ||
        (type->returns_id && recorded == 0))
    {
        r->at = r->end;
        return SC_REPLAY_CALL;
    }
    return make_call(r, call, arguments, flags, recorded, results);
}

bool sc_replay_is_before_step(const sc_replay *r)
{
    return r->size - r->at >= 2 && r->data[r->at] == SC_RECORDED_WORLD_STEP &&
           r->data[r->at + 1] == 0;
}

sc_replay_state sc_replay_next(sc_replay *r)
{
    r->end = r->size;
    if (r->at == r->size)
    {
        return say(r, SC_REPLAY_TRUNCATED, "byte %zu: the recording has no end", r->at);
    }
    const uint64_t call = sc_replay_take(r, 2), size = sc_replay_take(r, 4);
    if (r->damaged || size > r->size - r->at)
    {
        return say(r, SC_REPLAY_TRUNCATED, "byte %zu: ends within a record", r->at);
    }
    r->end = r->at + (size_t)size;
    r->missing = false;
    sc_replay_state state = SC_REPLAY_END;
    if (call == SC_RECORDED_VIEW)
    {
        state = repeat_view(r);
    }
    else if (call < SC_RECORDED_COUNT)
    {
        ++r->calls;
        state = repeat_call(r, (int)call);
    }
    else if (call != SC_RECORDED_END || size != 8 || r->end != r->size)
    {
        state = damaged(r, "is no record of a call");
    }
    else if (sc_replay_take(r, 8) != scree_world_state_hash(r->world))
    {
        r->call = "the end";
        state = differ(r, "the state is another one");
    }
    sc_replay_release(r);
    return state;
}
