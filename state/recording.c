/// Recordings: begin, end, and the record of a call.
///
/// While a call is recorded, world->recorded is null, so that calls within it are not recorded.
#include "scree/recording.h"

#include "state/recorder.h"
#include "state/recording_header.h"
#include "world/checks.h"

#include <stdio.h>
#include <string.h>

enum
{
    MAX_HASH_INTERVAL = 1000000,
    HEAD = 6  ///< bytes before the content of a record: its number and its size
};

scree_recording_def scree_recording_def_default(void)
{
    return (scree_recording_def){.version = SC_DEF_VERSION, .hash_interval = 300};
}

void sc_recorder_fail(sc_recorder *r, scree_result code, const char *call, const char *reason)
{
    if (r->failed == SCREE_OK)
    {
        r->failed = code;
        snprintf(r->reason, sizeof r->reason, "%s %s", call, reason);
    }
}

void sc_recorder_release(scree_world *world)
{
    sc_recorder *r = world->recorder;
    sc_memory *memory = &world->memory;
    if (r->bytes != NULL)
    {
        sc_release(memory, r->bytes, r->capacity);
    }
    if (r->answers != NULL)
    {
        sc_release(memory, r->answers, sizeof *r->answers * (size_t)r->answer_capacity);
    }
    for (int v = 0; v < SC_VIEW_COUNT; ++v)
    {
        if (r->views[v].values != NULL)
        {
            sc_release(memory, r->views[v].values,
                       4 * sizeof(float) * (size_t)r->views[v].capacity);
        }
    }
    sc_release(memory, r, sizeof *r);
    world->recorder = NULL;
    world->recorded = world->recorded_in_errors = NULL;
}

/// Hands the bytes to the program.
static void flush(sc_recorder *r)
{
    if (r->failed == SCREE_OK && r->size > 0 && !r->def.write(r->bytes, r->size, r->def.context))
    {
        sc_recorder_fail(r, SCREE_ERROR_CAPACITY, "recording",
                         "ended: the callback of its definition took no more bytes");
    }
    r->size = 0;
}

/// Sets the size of the record that begins at a byte.
static void close_record(sc_recorder *r, size_t begin)
{
    if (r->failed == SCREE_OK)
    {
        const size_t end = r->size;
        if (end - begin - HEAD > UINT32_MAX)
        {
            sc_recorder_fail(r, SCREE_ERROR_CAPACITY, "recording", "has no record of 4 GiB");
            return;
        }
        r->size = begin + 2;
        sc_record_number(r, end - begin - HEAD, 4);
        r->size = end;
    }
}

/// Ends the recording if it has failed, and records the error.
static scree_result end_if_failed(scree_world *world, const char *function)
{
    const sc_recorder *r = world->recorder;
    if (r->failed == SCREE_OK)
    {
        return SCREE_OK;
    }
    const scree_result failed = r->failed;
    char reason[sizeof r->reason];
    memcpy(reason, r->reason, sizeof reason);
    sc_recorder_release(world);
    return sc_fail(world, failed, function, "world:", reason);
}

/// The snapshot of the world with its size before it.
static void put_state(sc_recorder *r, const scree_world *world, const char *call)
{
    if (world->circles.count > 0)
    {
        sc_recorder_fail(r, SCREE_ERROR_ARGUMENT, call,
                         "is not recorded in a world with particles, which snapshots do not hold");
        return;
    }
    const size_t size = scree_world_snapshot_size(world);
    sc_record_number(r, size, 8);
    unsigned char *data = sc_record_room(r, size);
    if (data != NULL && scree_world_save_snapshot(world, data, size) != SCREE_OK)
    {
        sc_recorder_fail(r, SCREE_ERROR_ARGUMENT, call, "left a state that snapshots do not hold");
    }
}

void sc_recorder_begin(scree_world *world, sc_recorded_call call, const void *arguments)
{
    sc_recorder *r = world->recorder;
    const sc_call_type *type = &sc_call_types[call];
    world->recorded = NULL;
    if (r->depth++ > 0)
    {
        sc_recorder_fail(r, SCREE_ERROR_ARGUMENT, type->name,
                         "was called from a callback for errors, which is not recorded");
        return;
    }
    r->flags = 0;
    r->size = 0;
    sc_record_views(r, world);
    r->record = r->size;
    sc_record_number(r, call, 2);
    sc_record_number(r, 0, 4);
    sc_record_number(r, 0, 1);
    if (!type->replaces_state)
    {
        sc_record_arguments(r, world, &type->arguments, arguments);
    }
    if (call == SC_RECORDED_WORLD_STEP)
    {
        sc_watch_callbacks(r, world);
    }
}

static void put_end(sc_recorder *r, scree_world *world, sc_recorded_call call,
                    const void *arguments, uint64_t result)
{
    const sc_call_type *type = &sc_call_types[call];
    const bool succeeded = type->returns_id ? result != 0 : result == SCREE_OK;
    const bool steps = call == SC_RECORDED_WORLD_STEP;
    if (succeeded && (r->flags & SC_RECORDED_PARTLY))
    {
        sc_recorder_fail(r, SCREE_ERROR_ARGUMENT, type->name,
                         "was called with a callback that recordings do not hold");
    }
    sc_record_number(r, result, 8);
    if (type->replaces_state && succeeded)
    {
        put_state(r, world, type->name);
    }
    else if (!type->replaces_state && (r->flags & SC_RECORDED_PARTLY) == 0)
    {
        sc_record_results(r, world, &type->arguments, arguments, succeeded);
    }
    if (steps)
    {
        sc_record_answers(r, world);
        ++r->steps;
    }
    if (steps && r->def.hash_interval > 0 && r->steps % (uint64_t)r->def.hash_interval == 0)
    {
        r->flags |= SC_RECORDED_HASH;
        sc_record_number(r, scree_world_state_hash(world), 8);
    }
    if (r->failed == SCREE_OK)
    {
        r->bytes[r->record + HEAD] = r->flags;
    }
    close_record(r, r->record);
}

void sc_recorder_end(scree_world *world, sc_recorded_call call, const void *arguments,
                     uint64_t result)
{
    sc_recorder *r = world->recorder;
    if (--r->depth > 0)
    {
        return;
    }
    put_end(r, world, call, arguments, result);
    sc_note_views(r, world);
    flush(r);
    if (end_if_failed(world, "scree_world_start_recording") == SCREE_OK)
    {
        world->recorded = &sc_recording_calls;
    }
    else
    {
        world->recording_error = world->error.code;
    }
}

void sc_recorder_view(scree_world *world)
{
    sc_recorder *r = world->recorder;
    if (r->depth == 0)
    {
        r->size = 0;
        sc_record_views(r, world);
        flush(r);
        sc_note_views(r, world);
    }
}

static void put_header(sc_recorder *r, const scree_world *world)
{
    sc_record_bytes(r, SC_RECORDING_MAGIC, 8);
    sc_record_number(r, SC_RECORDING_VERSION, 4);
    sc_record_number(r, (uint64_t)scree_version(), 4);
    sc_record_number(r, sc_calls_hash(), 8);
    sc_record_number(r, world->number, 2);
    const unsigned callbacks = (world->callbacks.filter != NULL ? 1u : 0u) |
                               (world->callbacks.pre_solve != NULL ? 2u : 0u) |
                               (world->mixing.callback != NULL ? 4u : 0u);
    sc_record_number(r, callbacks, 1);
    sc_record_number(r, 0, 1);
    put_state(r, world, "scree_world_start_recording");
}

static scree_result refuse_in_error_callback(scree_world *world, const char *function)
{
    return sc_tells_error(world)
               ? sc_fail(world, SCREE_ERROR_LOCKED, function, "world", "tells of an error")
               : SCREE_OK;
}

scree_result scree_world_start_recording(scree_world *world, const scree_recording_def *def)
{
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, __func__, "def",
                            "was not filled by scree_recording_def_default"));
    SC_REQUIRE_POINTER(__func__, def->write, "def.write");
    SC_REQUIRE_NUMBER(__func__, def->hash_interval, 0, MAX_HASH_INTERVAL, "def.hash_interval");
    SC_REQUIRE(world->recorder == NULL, "world", "is being recorded");
    SC_TRY(refuse_in_error_callback(world, __func__));
    SC_REQUIRE(world->circles.count == 0, "world", "has particles, which snapshots do not hold");
    sc_recorder *r = sc_allocate(&world->memory, sizeof *r);
    if (r == NULL)
    {
        return sc_no_memory(world, __func__);
    }
    memset(r, 0, sizeof *r);
    r->def = *def;
    r->memory = &world->memory;
    world->recorder = r;
    world->recording_error = SCREE_OK;
    put_header(r, world);
    sc_note_views(r, world);
    flush(r);
    SC_TRY(end_if_failed(world, __func__));
    world->recorded = world->recorded_in_errors = &sc_recording_calls;
    return SCREE_OK;
}

scree_result scree_world_stop_recording(scree_world *world)
{
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(refuse_in_error_callback(world, __func__));
    const scree_result failed = world->recording_error;
    world->recording_error = SCREE_OK;
    if (failed != SCREE_OK)
    {
        return sc_fail(world, failed, __func__, "world", "has a recording that ended by an error");
    }
    sc_recorder *r = world->recorder;
    SC_REQUIRE(r != NULL && r->depth == 0, "world", "is not being recorded");
    r->size = 0;
    sc_record_views(r, world);
    const size_t begin = r->size;
    sc_record_number(r, SC_RECORDED_END, 2);
    sc_record_number(r, 0, 4);
    sc_record_number(r, scree_world_state_hash(world), 8);
    close_record(r, begin);
    flush(r);
    SC_TRY(end_if_failed(world, __func__));
    sc_recorder_release(world);
    return SCREE_OK;
}

bool scree_world_is_recording(const scree_world *world)
{
    return world != NULL && world->recorder != NULL;
}
