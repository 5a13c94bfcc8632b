/// Searches for pairs on all workers. The pairs of a range stay in the memory of its worker until
/// they are joined in order of ranges or laid out, and the search ends.
#ifndef SC_PAIR_SEARCH_H
#define SC_PAIR_SEARCH_H

#include "core/limits.h"
#include "particles/particle_store.h"
#include "simd/kernels.h"

/// Pairs of one range.
typedef struct sc_found_range
{
    int32_t *a, *b;
    int count, capacity;
    float along;  ///< ranges that follow each other in the order of this value are adjacent in the
                  ///< plane
    bool failed;  ///< out of memory
} sc_found_range;

/// Moves the selected pairs to the front and returns their number.
typedef int sc_keep_pairs(const void *context, int32_t *a, int32_t *b, int count);

typedef struct sc_pair_search
{
    sc_step *step;
    sc_arena *arena;
    sc_keep_pairs *keep;  ///< null: all pairs are kept
    const void *context;
    /// Maximum number of pairs, including pairs that are not kept: a search that finds more is
    /// given up; 0: no limit
    int64_t max_count;
    _Atomic int64_t found;
    bool over;  ///< the search was given up
    sc_found_range *ranges;
    int range_count, range_capacity;
    sc_arena_mark marks[SC_MAX_WORKERS];
} sc_pair_search;

/// Begins a search. Memory taken from now on from the workers' scratch, which includes the step's
/// arena, is given back when the search ends.
void sc_begin_search(sc_pair_search *search, sc_step *step, sc_arena *arena);
void sc_end_search(const sc_pair_search *search);
/// Drops all pairs and gives back their memory.
void sc_restart_search(sc_pair_search *search);

/// Sweeps over AABBs [begin, end). Returns false if out of memory.
bool sc_search_sweep(sc_pair_search *search, sc_sweep_kernel *kernel, const sc_sweep_args *args,
                     int begin, int end);
/// Adds empty ranges, for searches without a sweep. Returns null if out of memory.
sc_found_range *sc_search_ranges(sc_pair_search *search, int count);
/// Makes room for more pairs. Returns false if out of memory.
bool sc_found_grow(sc_found_range *found, sc_arena *arena, int capacity);

int64_t sc_search_count(const sc_pair_search *search);
/// Replaces `pairs` by all pairs in order of ranges. Returns false if out of memory.
bool sc_join_pairs(const sc_pair_search *search, sc_found_pairs *pairs);
/// Copies pairs into memory of the arena of `to`. Returns false if out of memory.
bool sc_copy_pairs(const sc_found_pairs *from, sc_found_pairs *to);

#endif
