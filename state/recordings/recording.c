/// Recordings: their beginning and end.
#include "scree/recording.h"

#include "state/recordings/recorder.h"
#include "state/recordings/recording_header.h"
#include "world/checks.h"

#include <string.h>

enum
{
    MAX_HASH_INTERVAL = 1000000
};

scree_recording_def scree_recording_def_default(void)
{
    return (scree_recording_def){.version = SC_DEF_VERSION, .hash_interval = 300};
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
    sc_recorder_put_state(r, world, "scree_world_start_recording");
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
                            "scree_recording_def_default"));
    SC_REQUIRE_POINTER(__func__, def->write, "def.write");
    SC_REQUIRE_NUMBER(__func__, def->hash_interval, 0, MAX_HASH_INTERVAL, "def.hash_interval");
    SC_REQUIRE(world->recorder == NULL, "world", "is being recorded");
    SC_TRY(refuse_in_error_callback(world, __func__));
    sc_recorder *r = sc_allocate(&world->memory, sizeof *r);
    if (r == NULL)
    {
        return sc_no_memory(world, __func__);
    }
    memset(r, 0, sizeof *r);
    r->def = *def;
    r->calls = &sc_recording_calls;
    r->memory = &world->memory;
    world->recorder = r;
    world->recording_error = SCREE_OK;
    put_header(r, world);
    sc_note_views(r, world);
    sc_recorder_flush(world);
    SC_TRY(sc_recorder_end_if_failed(world, __func__));
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
    sc_recorder_close_record(r, begin);
    sc_recorder_flush(world);
    SC_TRY(sc_recorder_end_if_failed(world, __func__));
    sc_recorder_release(world);
    return SCREE_OK;
}

bool scree_world_is_recording(const scree_world *world)
{
    return world != NULL && world->recorder != NULL;
}
