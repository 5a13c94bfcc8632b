/// Recordings: the record of a call.
///
/// While a call is recorded, world->recorded is null, so that calls within it are not recorded.
#include "state/recordings/recorder.h"
#include "world/checks.h"

#include <string.h>

enum
{
    HEAD = 6  ///< bytes before the content of a record: its number and its size
};

void sc_recorder_flush(scree_world *world)
{
    sc_recorder *r = world->recorder;
    if (r->failed == SCREE_OK && r->size > 0)
    {
        // Lock the world, because calls within the callback would change the bytes that it was
        // given.
        const sc_recorded_calls *recorded = world->recorded;
        const sc_recorded_calls *in_errors = world->recorded_in_errors;
        world->recorded = world->recorded_in_errors = NULL;
        world->stepping = true;
        const bool taken = r->def.write(r->bytes, r->size, r->def.context);
        world->stepping = false;
        world->recorded = recorded;
        world->recorded_in_errors = in_errors;
        if (!taken)
        {
            sc_recorder_fail(r, SCREE_ERROR_CAPACITY, "recording",
                             "ended: the callback of its definition took no more bytes");
        }
    }
    r->size = 0;
}

void sc_recorder_close_record(sc_recorder *r, size_t begin)
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

scree_result sc_recorder_end_if_failed(scree_world *world, const char *function)
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

void sc_recorder_put_state(sc_recorder *r, const scree_world *world, const char *call)
{
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
    r->live = false;
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
    // A replay passes copies of live arrays, so it cannot repeat a call that was refused because of
    // a live array.
    r->flags |= r->live && !succeeded ? SC_RECORDED_PARTLY : 0;
    sc_record_number(r, result, 8);
    if (type->replaces_state && succeeded)
    {
        sc_recorder_put_state(r, world, type->name);
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
    sc_recorder_close_record(r, r->record);
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
    sc_recorder_flush(world);
    const scree_result failed = sc_recorder_end_if_failed(world, "scree_world_start_recording");
    world->recording_error = failed;
    world->recorded = failed == SCREE_OK ? r->calls : NULL;
}

void sc_recorder_view(scree_world *world)
{
    sc_recorder *r = world->recorder;
    if (r->depth == 0)
    {
        r->size = 0;
        sc_record_views(r, world);
        sc_recorder_flush(world);
        sc_note_views(r, world);
    }
}
