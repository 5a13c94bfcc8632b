/// Repeats a recording: see scree/recording.h.
#ifndef SC_REPLAY_H
#define SC_REPLAY_H

#include "state/recordings/recording_table.h"

/// Makes a call with the arguments `given`. Returns its result in the form of recordings.
typedef uint64_t sc_repeat(scree_world *world, const void *given);
extern sc_repeat *const sc_repeats[SC_RECORDED_COUNT];

typedef enum sc_replay_state
{
    SC_REPLAY_CALL,       ///< a call was repeated
    SC_REPLAY_STEP,       ///< and it was a step
    SC_REPLAY_END,        ///< the recording has ended
    SC_REPLAY_TRUNCATED,  ///< the bytes end without the last record
    SC_REPLAY_DIVERGED,   ///< a result or a state differs
    SC_REPLAY_DAMAGED,    ///< the bytes are no recording
    SC_REPLAY_NO_MEMORY
} sc_replay_state;

struct sc_replay;

/// The context of a mixing callback. Two contexts alternate, so that a changed callback has a
/// different one.
typedef struct sc_replay_context
{
    struct sc_replay *replay;
} sc_replay_context;

typedef struct sc_replay_answer
{
    sc_recorded_answer given;
    int order;
    bool used;
} sc_replay_answer;

typedef struct sc_replay
{
    scree_world *world;
    const unsigned char *data;
    size_t size, at, end;  ///< the next byte, and the end of the record
    size_t start;          ///< of the first snapshot, and
    unsigned callbacks;    ///< the bits of the header that say which callbacks there are then
    bool damaged;
    uint16_t number;        ///< of the recorded world
    uint64_t calls, steps;  ///< that were repeated
    double time;            ///< that the steps simulated, s
    const char *call;       ///< the name of the last one; null: none
    char text[256];         ///< the error message
    sc_replay_context mixing[2];
    void *context;                   ///< of the callback that was read last
    sc_memory memory;                ///< of the reader, by the allocator of the world
    struct sc_replay_block *blocks;  ///< memory of one call
    bool no_memory, unreadable;
    sc_replay_answer *answers;
    int answer_count, answer_capacity;
    /// The last recorded step ran out of memory and is not repeated. The next one may use the
    /// answers of its callbacks.
    bool keeps_answers;
    bool missing;  ///< a callback had other arguments
    atomic_flag lock;
} sc_replay;

/// A place between two records, to which a replay can return if it has an image of the world.
typedef struct sc_replay_mark
{
    size_t at;
    uint64_t calls, steps;
    double time;
    sc_callbacks callbacks;
    scree_mixing_callback *mixing;
    void *mixing_context, *user_data;
    bool compact_images;
} sc_replay_mark;

/// Begins to repeat the recording in `data` in a world with the kernels and workers of `def`. The
/// caller keeps `data` until sc_replay_close. Returns SC_REPLAY_CALL, or an error state, with its
/// message in `text`. sc_replay_close must be called in any case.
sc_replay_state sc_replay_open(sc_replay *replay, const void *data, size_t size,
                               const scree_world_def *def);
/// Repeats the next call.
sc_replay_state sc_replay_next(sc_replay *replay);
sc_replay_mark sc_replay_mark_of(const sc_replay *replay);
/// Continues from a mark. The caller has restored the image of the world.
void sc_replay_return(sc_replay *replay, const sc_replay_mark *mark);
/// Goes back to the beginning. Returns as sc_replay_open does.
sc_replay_state sc_replay_rewind(sc_replay *replay);
/// Whether the next record is a step.
bool sc_replay_is_before_step(const sc_replay *replay);
void sc_replay_close(sc_replay *replay);

// These functions read values. A value past the end is 0 and marks the replay as damaged.
uint64_t sc_replay_take(sc_replay *replay, int bytes);
float sc_replay_take_float(sc_replay *replay);
/// Allocates cleared memory that lasts until the end of the call. Returns null if out of memory.
void *sc_replay_room(sc_replay *replay, size_t size);
void sc_replay_release(sc_replay *replay);
/// The id that an object has in the world of the replay.
uint64_t sc_replay_id(const sc_replay *replay, uint64_t id);
/// Reads arguments into memory of sc_replay_room; null if they cannot be read.
void *sc_replay_arguments(sc_replay *replay, const sc_record_type *type);
/// Compares the results that a call wrote to its arguments with the recording.
bool sc_replay_results_agree(sc_replay *replay, const sc_record_type *type, const void *arguments,
                             bool succeeded);
/// Reads the answers of callbacks.
bool sc_replay_take_answers(sc_replay *replay);

bool sc_replay_filter(const scree_contact_side *a, const scree_contact_side *b, void *context);
bool sc_replay_pre_solve(const scree_contact_info *info, void *context);
void sc_replay_mixing(const scree_material *a, const scree_material *b,
                      scree_contact_material *mixed, void *context);

#endif
