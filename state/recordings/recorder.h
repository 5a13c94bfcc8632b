/// A running recording.
#ifndef SC_RECORDER_H
#define SC_RECORDER_H

#include "state/recordings/recording_table.h"
#include "world/world_state.h"

/// The values of a view after the last call.
typedef struct sc_view_copy
{
    float *values;  ///< array after array, each of `capacity`
    int count, capacity;
} sc_view_copy;

typedef struct sc_recorder
{
    scree_recording_def def;
    const sc_recorded_calls *calls;
    unsigned char *bytes;  ///< of the record that is being made
    size_t size, capacity;
    size_t record;  ///< where the record begins in `bytes`; records of views may precede it
    uint64_t steps;
    int depth;            ///< calls that have begun and not ended
    uint8_t flags;        ///< of the record: SC_RECORDED_*
    bool live;            ///< an argument of the call is a live array
    scree_result failed;  ///< why the recording ends after this call
    char reason[160];
    // The callbacks of the program, within a step.
    sc_callbacks callbacks;
    scree_mixing_callback *mixing;
    void *mixing_context;
    sc_memory *memory;
    sc_recorded_answer *answers;
    int answer_count, answer_capacity;
    atomic_flag lock;  ///< of the answers: workers add them
    sc_view_copy views[SC_VIEW_COUNT];
} sc_recorder;

extern const sc_recorded_calls sc_recording_calls;

/// Begins and ends the record of a call.
void sc_recorder_begin(scree_world *world, sc_recorded_call call, const void *arguments);
void sc_recorder_end(scree_world *world, sc_recorded_call call, const void *arguments,
                     uint64_t result);
/// Ends a recording without a last record.
void sc_recorder_release(scree_world *world);
/// Records the values written to live arrays, and keeps all values for the next time.
void sc_recorder_view(scree_world *world);
/// Passes the bytes to the program's callback, in which the world is locked.
void sc_recorder_flush(scree_world *world);
/// Sets the size of the record that begins at a byte.
void sc_recorder_close_record(sc_recorder *recorder, size_t begin);
/// Ends the recording if it has failed, and records the error.
scree_result sc_recorder_end_if_failed(scree_world *world, const char *function);
/// Appends the size of a snapshot of the world and the snapshot.
void sc_recorder_put_state(sc_recorder *recorder, const scree_world *world, const char *call);
/// Records that the recording has failed. Only the first failure counts.
void sc_recorder_fail(sc_recorder *recorder, scree_result code, const char *call,
                      const char *reason);

// These functions append values to the record, lowest byte first.
void sc_record_number(sc_recorder *recorder, uint64_t value, int bytes);
void sc_record_float(sc_recorder *recorder, float value);
void sc_record_bytes(sc_recorder *recorder, const void *data, size_t size);
/// Room for bytes at the end of the record, or null if out of memory.
unsigned char *sc_record_room(sc_recorder *recorder, size_t size);
/// Writes the arguments of a call, and what the call wrote to them.
void sc_record_arguments(sc_recorder *recorder, const scree_world *world,
                         const sc_record_type *type, const void *arguments);
void sc_record_results(sc_recorder *recorder, const scree_world *world, const sc_record_type *type,
                       const void *arguments, bool succeeded);

/// sc_watch_callbacks replaces the callbacks by functions that record their answers;
/// sc_record_answers restores the callbacks and writes the answers.
void sc_watch_callbacks(sc_recorder *recorder, scree_world *world);
void sc_record_answers(sc_recorder *recorder, scree_world *world);

/// Records the values that the program wrote to live arrays since the last call.
void sc_record_views(sc_recorder *recorder, scree_world *world);
/// Stores the values of live arrays, to find later changes.
void sc_note_views(sc_recorder *recorder, scree_world *world);

#endif
