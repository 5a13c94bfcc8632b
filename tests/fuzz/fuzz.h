/// The fuzzer: public calls made from a stream of bytes, each on two worlds that differ in their
/// instruction set only, and checks after each call.
///
/// A call is written once, for one world. The driver runs it on both sides from the same place of
/// the stream, so that both get the same arguments; an id names the same object in the world of the
/// side. fuzz_see and similar functions record the returned values, which must be equal.
#ifndef SC_FUZZ_H
#define SC_FUZZ_H

#include "tests/support/counted_memory.h"
#include "tests/fuzz/stream.h"
#include "tests/support/recordings.h"
#include "tests/support/signatures.h"

#include <scree/scree.h>

typedef enum fuzz_kind
{
    FUZZ_BODY = 0,
    FUZZ_SHAPE,
    FUZZ_PARTICLE,
    FUZZ_SOFT,
    FUZZ_JOINT,
    FUZZ_KIND_COUNT
} fuzz_kind;

enum
{
    FUZZ_ENTRIES = 2048,  ///< objects of a kind that are remembered, ended ones too
    FUZZ_STAGED = 1024,   ///< objects that one call may create or destroy
    FUZZ_STRANGERS = 4,   ///< ids of other worlds, by kind
    FUZZ_BULK = 48,       ///< most elements of an array
};

typedef struct fuzz_object
{
    uint64_t id[2];   ///< by side
    int32_t owner;    ///< of a shape or a joint: the entry of its body; -1: none
    int32_t other;    ///< of a joint: the entry of its other body; -1: none
    int32_t live_at;  ///< index in the table's list of live ones; -1: it has ended
} fuzz_object;

typedef struct fuzz_table
{
    fuzz_object object[FUZZ_ENTRIES];
    int count, reused;
    int32_t live[FUZZ_ENTRIES];
    int live_count;
} fuzz_table;

typedef struct fuzz_side
{
    struct fuzz *fuzz;
    int index;
    scree_world *world;
    test_memory memory;
    test_recording recording;
} fuzz_side;

/// A change of the tables, carried out when both sides have made the call.
typedef struct fuzz_staged
{
    fuzz_kind kind;
    uint64_t id[2];        ///< of a new object
    int32_t owner, other;  ///< -1: none; -2 - i: the object staged at i
    int32_t ended;         ///< entry of an object that has ended; -1: this one is new
} fuzz_staged;

/// fuzz_now.bad: why a call has to fail.
enum
{
    FUZZ_BAD_ID = 1,
    FUZZ_BAD_NUMBER = 2,
    FUZZ_BAD_POINTER = 4,
};

/// The call that is being made, on one side.
typedef struct fuzz_now
{
    scree_world *world;  ///< of the side; null on purpose now and then
    int side;
    bool hostile;  ///< arguments may be anything
    bool locked;   ///< made from a callback of a step
    bool is_step;
    bool checked;  ///< it noted a result
    bool failed;   ///< and that was an error
    bool skipped;  ///< nothing was called
    int invalid;
    scree_result result;
    uint64_t seen;  ///< hash of all that it returned
    int staged_count;
} fuzz_now;

typedef struct fuzz_row
{
    const char *name;  ///< of the public function
    void (*run)(struct fuzz *fuzz);
    int weight;
    enum
    {
        FUZZ_CHANGES,  ///< refused while the world steps
        FUZZ_READS,    ///< never fails
        FUZZ_FREE,     ///< has its own worlds, or none
    } mode;
    const sig_function *signature;  ///< of a row of the table of signatures
    sig_object object;              ///< the object on which it calls all getters
} fuzz_row;

/// Rows of one file.
typedef struct fuzz_rows
{
    const fuzz_row *row;
    int count;
} fuzz_rows;

extern const fuzz_rows fuzz_body_rows, fuzz_bulk_rows, fuzz_shape_rows, fuzz_particle_rows,
    fuzz_soft_rows, fuzz_joint_rows, fuzz_world_rows, fuzz_plain_rows, fuzz_scene_rows,
    fuzz_collision_rows, fuzz_query_rows, fuzz_clock_rows, fuzz_event_rows, fuzz_draw_rows,
    fuzz_image_rows;
/// Functions that are merely called (table.c).
fuzz_rows fuzz_signature_rows(void);

#define FUZZ_MAX_ROWS 256

/// Totals over all worlds so far.
typedef struct fuzz_totals
{
    int64_t calls, refused, steps, worlds, locked_calls, failed_allocations, not_finite;
    int64_t replays, cut_replays;  ///< of recordings: whole ones, and those that ended early
    int64_t made[FUZZ_MAX_ROWS], accepted[FUZZ_MAX_ROWS], declined[FUZZ_MAX_ROWS];
    int max_bodies, max_contacts, max_particles, max_vertices;
} fuzz_totals;

/// How the worlds of a run are made and called.
typedef struct fuzz_options
{
    bool trace;       ///< print each call
    bool records;     ///< both worlds, and replay the recordings
    bool calm;        ///< no hostile arguments, no failing allocations but the one below
    int solver;       ///< -1: chosen by the stream
    int calls;        ///< most calls to a world; 0: chosen by the stream
    int fail_at;      ///< this allocation of the first world's calls fails; -1: none
    bool fail_after;  ///< and all later ones of the same call
    int planted;      ///< a fault that the fuzzer puts in itself, see fuzz_plant; 0: none
    /// Takes each complete recording; null: none does.
    void (*keep)(const test_recording *recording, void *context);
    void *keep_context;
} fuzz_options;

typedef struct fuzz
{
    fuzz_options options;
    fuzz_stream stream;
    fuzz_side side[2];
    fuzz_table table[FUZZ_KIND_COUNT];
    fuzz_staged staged[FUZZ_STAGED];
    uint64_t stranger[FUZZ_KIND_COUNT][FUZZ_STRANGERS];  ///< of a living world, then of a gone one
    scree_world *strange_world;
    fuzz_now now;
    fuzz_stream callback_stream;
    const fuzz_row *row;
    int hostility;       ///< of 256 calls, how many are hostile
    float size;          ///< m: most shapes are about as large
    float spread;        ///< m: objects are put within this distance of the origin
    float shift;         ///< m: scenes stand this far to the right of the origin
    int64_t max_bound;   ///< bytes that the sides may hold, by the most objects there were
    int64_t call_index;  ///< in this pair of worlds
    /// the first side's last step was one that had failed before: less was new in it
    bool retried;
    int allocations;  ///< of the first world's calls, those that failed too
    char found[512];  ///< the finding; empty: nothing yet
    fuzz_totals *totals;
} fuzz;

/// All rows, in one order.
int fuzz_row_count(void);
const fuzz_row *fuzz_row_at(int index);
/// By weight.
int fuzz_choose_row(fuzz_stream *stream);

/// Makes calls on a new pair of worlds until the stream ends or something is found; how many.
int fuzz_run_worlds(fuzz *fuzz, const fuzz_options *options, fuzz_stream stream,
                    fuzz_totals *totals);

/// Recordings of both worlds, from their creation on.
void fuzz_begin_recordings(fuzz *fuzz);
/// Ends and replays them.
void fuzz_check_recordings(fuzz *fuzz);

/// Notes a finding; the first one counts.
void fuzz_find(fuzz *fuzz, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// A part of the line that --trace prints.
void fuzz_say(const fuzz *fuzz, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Returned values of calls.

void fuzz_see(fuzz *fuzz, uint64_t value);
void fuzz_see_float(fuzz *fuzz, float value);
void fuzz_see_floats(fuzz *fuzz, const float *values, size_t count);
void fuzz_see_vec2(fuzz *fuzz, scree_vec2 value);
/// An id: the world's number is left out.
void fuzz_see_id(fuzz *fuzz, uint64_t id);
/// The result of a call that may fail.
void fuzz_result(fuzz *fuzz, scree_result result);
/// The id that a creating call returned; null is a failure. False if it was null.
bool fuzz_made(fuzz *fuzz, fuzz_kind kind, int32_t owner, uint64_t id);
/// Records the objects of a bulk call; without ids: a count that must fail.
void fuzz_made_many(fuzz *fuzz, fuzz_kind kind, scree_result result, const void *ids, int count);
/// A new object of a call whose result was noted.
void fuzz_stage_new(fuzz *fuzz, fuzz_kind kind, int32_t owner, uint64_t id);
/// Stages a joint, which has two owners, after fuzz_result and in place of fuzz_made.
void fuzz_stage_joint(fuzz *fuzz, scree_body_id a, scree_body_id b, uint64_t id);
bool fuzz_joined(fuzz *fuzz, scree_body_id a, scree_body_id b, uint64_t id);
/// The end of an object of this id. Shapes and joints end with their bodies by themselves.
void fuzz_stage_end(fuzz *fuzz, fuzz_kind kind, uint64_t id);
/// A step, and the ends of the joints that broke in it.
void fuzz_step(fuzz *fuzz, float dt, int substeps);
/// After a step that another call took.
void fuzz_stepped(fuzz *fuzz, scree_result result);
/// After values that must not be written were written through a live array: a step.
void fuzz_step_if_bad(fuzz *fuzz);
/// No argument has to be refused: the arguments are not read, or may be anything.
static inline void fuzz_forgive(fuzz *fuzz) { fuzz->now.invalid = 0; }

// The tables (objects.c).

void fuzz_table_clear(fuzz_table *table);
int32_t fuzz_table_add(fuzz_table *table, const uint64_t id[2], int32_t owner, int32_t other);
void fuzz_table_end(fuzz_table *table, int32_t entry);
/// The entry of a live object by its id on a side, or -1.
int32_t fuzz_table_find(const fuzz_table *table, int side, uint64_t id);
/// Carries out the staged changes.
void fuzz_commit(fuzz *fuzz);
/// Whether there are as many objects of a kind as the fuzzer wants.
bool fuzz_is_full(const fuzz *fuzz, fuzz_kind kind);

// Arguments (pick.c, pick_more.c). In a hostile call each may be anything.

bool fuzz_odds(fuzz *fuzz, int of_256);
/// Whether the next argument is to be a bad one.
bool fuzz_turns_bad(fuzz *fuzz);
bool fuzz_bool(fuzz *fuzz);
float fuzz_float(fuzz *fuzz, float low, float high);
scree_vec2 fuzz_vec2(fuzz *fuzz, float low, float high);
scree_vec2 fuzz_place(fuzz *fuzz);  ///< somewhere in the world
/// A length or a place in a body, in units of the world's size.
float fuzz_length(fuzz *fuzz, float low, float high);
scree_vec2 fuzz_arm(fuzz *fuzz, float largest);
int fuzz_int(fuzz *fuzz, int low, int high);
int fuzz_choice(fuzz *fuzz, int count);  ///< of an enumeration
/// How many elements of an array of `most` to name: hostile ones may be negative.
int fuzz_count(fuzz *fuzz, int largest);
/// True where a null pointer is to be passed instead.
bool fuzz_null(fuzz *fuzz);
uint32_t fuzz_version(fuzz *fuzz, uint32_t version);
void *fuzz_user_data(fuzz *fuzz);
uint64_t fuzz_id(fuzz *fuzz, fuzz_kind kind);
scree_body_id fuzz_body(fuzz *fuzz);
/// Up to `largest` ids for a bulk call, some twice, or the live array. Returns the array to pass.
const void *fuzz_ids(fuzz *fuzz, fuzz_kind kind, uint64_t *ids, int largest, int *count);
scree_shape_id fuzz_shape(fuzz *fuzz);
scree_soft_body_id fuzz_soft(fuzz *fuzz);
scree_joint_id fuzz_joint(fuzz *fuzz);
/// Fills `values` and returns it, or null: absent.
const float *fuzz_floats(fuzz *fuzz, float *values, int count, float low, float high);

scree_world_def fuzz_world_def(fuzz *fuzz, test_memory *memory);
scree_body_def fuzz_body_def(fuzz *fuzz);
scree_shape_def fuzz_shape_def(fuzz *fuzz);
scree_material fuzz_material(fuzz *fuzz);
scree_filter fuzz_filter(fuzz *fuzz);
scree_polygon fuzz_polygon(fuzz *fuzz);
scree_circle fuzz_circle(fuzz *fuzz);
scree_capsule fuzz_capsule(fuzz *fuzz);
scree_segment fuzz_segment(fuzz *fuzz);
scree_geometry fuzz_geometry(fuzz *fuzz);  ///< of any type
scree_particle_def fuzz_particle_def(fuzz *fuzz);
scree_soft_body_def fuzz_soft_body_def(fuzz *fuzz);

// Callbacks of the worlds (callbacks.c).

void fuzz_mixing_callback(const scree_material *a, const scree_material *b,
                          scree_contact_material *mixed, void *context);
void fuzz_trace_callback(const scree_trace_zone *zone, void *context);

// Checks (checks.c).

/// After each step of a call: what a world may hold from here on.
void fuzz_note_bound(fuzz *fuzz, const scree_world *world);
/// After each call that both sides made.
void fuzz_check_counts(fuzz *fuzz);
/// After each step that both sides made.
void fuzz_check_step(fuzz *fuzz);
/// Both worlds hold the same.
void fuzz_check_twins(fuzz *fuzz);

#endif
