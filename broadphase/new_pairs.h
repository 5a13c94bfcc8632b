/// New pairs as sort keys. Each range of a sweep has its own keys, in the scratch memory of its
/// worker. All keys are sorted after all ranges are done.
#ifndef SC_NEW_PAIRS_H
#define SC_NEW_PAIRS_H

#include "core/step_context.h"

typedef struct sc_key_chunk
{
    struct sc_key_chunk *next;
    uint64_t *keys;
    int count, capacity;
} sc_key_chunk;

/// The keys of one range.
typedef struct sc_key_run
{
    sc_key_chunk *first, *last;
    int count;
    bool failed;  ///< out of memory
} sc_key_run;

typedef struct sc_new_pairs
{
    sc_key_run *runs;
    int run_count, run_capacity;
} sc_new_pairs;

/// Whether body types, filters and joints let two shapes collide.
bool sc_may_collide(const sc_step *step, int32_t a, int32_t b);

/// Returns empty runs for the ranges of a pass, at least one. They are valid until the next call.
/// Returns null if out of memory.
sc_key_run *sc_take_runs(sc_new_pairs *pairs, sc_arena *arena, int count);
/// Adds pairs of shapes that may collide. Returns false and marks the run if out of memory.
bool sc_add_pairs(sc_key_run *run, const sc_step *step, sc_arena *scratch, const int32_t *a,
                  const int32_t *b, int count);
/// Sorts the keys of all runs into step->pairs.keys. Returns false if out of memory.
bool sc_sort_pairs(sc_step *step, const sc_new_pairs *pairs);

#endif
