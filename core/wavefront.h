/// Passes over units of work that have an order. Units that share data run one after the other, by
/// their levels. All other units may run in parallel, and there is no barrier between levels.
///
/// The data are divided into bands, at most 64. A unit may begin when all units of lower levels
/// that share a band with it are done. Units of one level must be independent even if they share a
/// band. The results do not depend on the bands or on the number of workers.
///
/// Source: J. Park, M. Smelyanskiy, N. Sundaram, P. Dubey, Sparsifying Synchronization for
/// High-Performance Shared-Memory Sparse Triangular Solver (2014).
#ifndef SC_WAVEFRONT_H
#define SC_WAVEFRONT_H

#include "core/jobs.h"

enum
{
    SC_BANDS_MAX = 64
};

typedef struct sc_wave_unit
{
    int32_t begin, end;  ///< items
    int32_t level;       ///< ascending
    int32_t kind;        ///< of the items, for the job
    uint64_t bands;      ///< bits of the bands that it writes; not 0
    int32_t first_need;  ///< set by sc_take_wavefront
    int32_t index;       ///< in the order of levels; set by sc_take_wavefront
} sc_wave_unit;

/// A number on a cache line of its own.
typedef struct sc_wave_counter
{
    _Alignas(SC_ALIGNMENT) atomic_uint_fast32_t value;
} sc_wave_counter;

/// A pass that may run many times.
typedef struct sc_wavefront
{
    sc_wave_unit *units;  ///< by part, then by level
    int unit_count, item_count;
    int level_end;    ///< all levels are below
    int32_t *levels;  ///< by index of unit
    uint32_t *needs;  ///< by unit and band: units of lower levels in the band
    uint32_t band_units[SC_BANDS_MAX];
    /// A worker begins with the units of its own part, its share of each level.
    int part_count;
    int32_t part_begin[SC_BANDS_MAX + 1];
    sc_wave_counter *next;  ///< by part: the next unit to begin
    sc_wave_counter *done;  ///< by band: units done in all runs
    uint32_t runs;
} sc_wavefront;

/// Makes a pass of units whose levels ascend, for at most `workers` threads. The pass takes its
/// memory from `arena`, and memory for the time of the call from `scratch`. Returns false if out of
/// memory.
bool sc_take_wavefront(sc_wavefront *wavefront, sc_arena *arena, sc_arena *scratch,
                       const sc_wave_unit *units, int unit_count, int workers);

/// Runs a job on all units and returns when they are done. sc_range.index is the index of the unit
/// in the order of levels. The pool must not be null.
void sc_run_wavefront(sc_jobs *jobs, sc_wavefront *wavefront, sc_job *job, void *context);

#endif
