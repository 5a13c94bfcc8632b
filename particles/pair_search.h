/// Looking for pairs on all workers. What a range finds stays where its worker put it, until it is
/// joined in order of ranges or laid out, and the search ends.
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
    float along;  ///< ranges that follow each other by this lie side by side in the plane
    bool failed;  ///< for want of memory
} sc_found_range;

/// Moves the pairs that are wanted to the front; returns how many.
typedef int sc_keep_pairs(const void *context, int32_t *a, int32_t *b, int count);

typedef struct sc_pair_search
{
    sc_step *step;
    sc_arena *arena;
    sc_keep_pairs *keep;  ///< null: all
    const void *context;
    int64_t max_count;  ///< with those that are not kept; a search for more is given up; 0: none
    _Atomic int64_t found;
    bool over;  ///< given up
    sc_found_range *ranges;
    int range_count, range_capacity;
    sc_arena_mark marks[SC_MAX_WORKERS];
} sc_pair_search;

/// What the workers' scratch, the step's arena among it, gives from now on goes when the search
/// ends.
void sc_begin_search(sc_pair_search *search, sc_step *step, sc_arena *arena);
void sc_end_search(const sc_pair_search *search);
/// Forgets all pairs, and gives back what they took.
void sc_restart_search(sc_pair_search *search);

/// A sweep over AABBs [begin, end). False: no memory.
bool sc_search_sweep(sc_pair_search *search, sc_sweep_kernel *kernel, const sc_sweep_args *args,
                     int begin, int end);
/// For those that look in another way: the next ranges, empty. Null: no memory.
sc_found_range *sc_search_ranges(sc_pair_search *search, int count);
/// Room for more pairs. False: no memory.
bool sc_found_grow(sc_found_range *found, sc_arena *arena, int capacity);

int64_t sc_search_count(const sc_pair_search *search);
/// All pairs in order of ranges, in place of those of `pairs`. False: no memory.
bool sc_join_pairs(const sc_pair_search *search, sc_found_pairs *pairs);
/// Into memory of its own arena. False: no memory.
bool sc_copy_pairs(const sc_found_pairs *from, sc_found_pairs *to);

#endif
