#include "core/wavefront.h"

#include "core/platform.h"

#include <string.h>

enum
{
    /// Attempts at the own part before an attempt at others.
    OWN_ATTEMPTS = 64,
    /// Attempts in vain before a worker yields its core, which helps where threads share cores.
    /// They take some 40 us, as long as the wait at the end of a pass (threads.c). A multiple of
    /// OWN_ATTEMPTS.
    ATTEMPTS = 1024
};

static int lowest_band(uint64_t bands)
{
    SC_ASSERT(bands != 0);
    return __builtin_ctzll(bands);
}

/// Sets first_need and index of each unit, and the array `needs`.
static void count_needs(sc_wavefront *wavefront, sc_wave_unit *units, int count)
{
    uint32_t below[SC_BANDS_MAX] = {0};  // units of lower levels, by band
    int32_t needs = 0;
    for (int i = 0, level_begin = 0; i < count; ++i)
    {
        SC_ASSERT(i == 0 || units[i - 1].level <= units[i].level);
        for (; units[level_begin].level < units[i].level; ++level_begin)
        {
            for (uint64_t b = units[level_begin].bands; b != 0; b &= b - 1)
            {
                ++below[lowest_band(b)];
            }
        }
        units[i].index = i;
        wavefront->levels[i] = units[i].level;
        units[i].first_need = needs;
        for (uint64_t b = units[i].bands; b != 0; b &= b - 1)
        {
            wavefront->needs[needs++] = below[lowest_band(b)];
            ++wavefront->band_units[lowest_band(b)];
        }
    }
}

/// Chooses the part of each unit, such that the parts have about the same number of items of each
/// level, and returns the number of units of each part in part_begin[part + 1].
static void choose_parts(sc_wavefront *wavefront, const sc_wave_unit *units, int count,
                         uint8_t *part_of)
{
    for (int begin = 0, end; begin < count; begin = end)
    {
        int64_t items = 0, before = 0;
        for (end = begin; end < count && units[end].level == units[begin].level; ++end)
        {
            items += units[end].end - units[end].begin;
        }
        for (int i = begin; i < end; ++i)
        {
            const int64_t twice = 2 * before + units[i].end - units[i].begin;
            part_of[i] = (uint8_t)(twice * wavefront->part_count / (2 * items));
            before += units[i].end - units[i].begin;
            ++wavefront->part_begin[part_of[i] + 1];
        }
    }
}

/// Orders the units by parts.
static void divide(sc_wavefront *wavefront, const sc_wave_unit *units, int count, uint8_t *part_of)
{
    int32_t next[SC_BANDS_MAX] = {0};
    choose_parts(wavefront, units, count, part_of);
    for (int p = 0; p < wavefront->part_count; ++p)
    {
        wavefront->part_begin[p + 1] += wavefront->part_begin[p];
        next[p] = wavefront->part_begin[p];
    }
    for (int i = 0; i < count; ++i)
    {
        wavefront->units[next[part_of[i]]++] = units[i];
    }
}

bool sc_take_wavefront(sc_wavefront *wavefront, sc_arena *arena, sc_arena *scratch,
                       const sc_wave_unit *units, int unit_count, int workers)
{
    SC_ASSERT(unit_count >= 0 && workers > 0);
    int needs = 0, items = 0;
    for (int i = 0; i < unit_count; ++i)
    {
        needs += __builtin_popcountll(units[i].bands);
        items += units[i].end - units[i].begin;
    }
    *wavefront = (sc_wavefront){
        .units = SC_TAKE(arena, sc_wave_unit, unit_count),
        .unit_count = unit_count,
        .item_count = items,
        .level_end = unit_count > 0 ? units[unit_count - 1].level + 1 : 0,
        .levels = SC_TAKE(arena, int32_t, unit_count),
        .needs = SC_TAKE(arena, uint32_t, needs),
        .part_count = workers < SC_BANDS_MAX ? workers : SC_BANDS_MAX,
        .next = SC_TAKE(arena, sc_wave_counter, workers),
        .done = SC_TAKE(arena, sc_wave_counter, SC_BANDS_MAX),
    };
    const sc_arena_mark before = sc_arena_mark_of(scratch);
    sc_wave_unit *ordered = SC_TAKE(scratch, sc_wave_unit, unit_count);
    uint8_t *part_of = SC_TAKE(scratch, uint8_t, unit_count);
    if (wavefront->units == NULL || wavefront->levels == NULL || wavefront->needs == NULL ||
        wavefront->next == NULL || wavefront->done == NULL || ordered == NULL || part_of == NULL)
    {
        return false;
    }
    for (int b = 0; b < SC_BANDS_MAX; ++b)
    {
        atomic_init(&wavefront->done[b].value, 0);
    }
    for (int p = 0; p < wavefront->part_count; ++p)
    {
        atomic_init(&wavefront->next[p].value, 0);
    }
    if (unit_count > 0)
    {
        memcpy(ordered, units, sizeof *units * (size_t)unit_count);
        count_needs(wavefront, ordered, unit_count);
        divide(wavefront, ordered, unit_count, part_of);
    }
    sc_arena_rewind(scratch, before);
    return true;
}

/// One run of a pass.
typedef struct wave_run
{
    sc_wavefront *wavefront;
    sc_job *job;
    void *context;
    atomic_int workers;  ///< that have begun
} wave_run;

/// Whether all units that must run before a unit are done: those of lower levels in its bands. For
/// each band, the number of units done is compared with the number of units of lower levels. This
/// suffices, because a unit of the same or a higher level also waits for those of lower levels, so
/// it is never counted before them.
static bool is_ready(const sc_wavefront *wavefront, const sc_wave_unit *unit)
{
    const uint32_t *need = &wavefront->needs[unit->first_need];
    for (uint64_t b = unit->bands; b != 0; b &= b - 1, ++need)
    {
        const int band = lowest_band(b);
        const uint32_t before = wavefront->runs * wavefront->band_units[band] + *need;
        const uint32_t done =
            (uint32_t)atomic_load_explicit(&wavefront->done[band].value, memory_order_acquire);
        // Both counts wrap around.
        if ((int32_t)(done - before) < 0)
        {
            return false;
        }
    }
    return true;
}

typedef enum attempt
{
    NONE_LEFT,
    NOT_READY,
    RUN
} attempt;

/// Runs the next unit of a part, if it is ready.
static attempt try_part(const wave_run *run, int part, int worker)
{
    sc_wavefront *wavefront = run->wavefront;
    atomic_uint_fast32_t *const next = &wavefront->next[part].value;
    uint_fast32_t at = atomic_load_explicit(next, memory_order_relaxed);
    if (at >= (uint_fast32_t)wavefront->part_begin[part + 1])
    {
        return NONE_LEFT;
    }
    const sc_wave_unit *unit = &wavefront->units[at];
    if (!is_ready(wavefront, unit) ||
        !atomic_compare_exchange_strong_explicit(next, &at, at + 1, memory_order_relaxed,
                                                 memory_order_relaxed))
    {
        return NOT_READY;
    }
    run->job(run->context, (sc_range){unit->begin, unit->end, unit->index, worker, unit->kind});
    // The count is released: a worker that reads it in is_ready sees all data that the counted
    // units wrote.
    for (uint64_t b = unit->bands; b != 0; b &= b - 1)
    {
        atomic_fetch_add_explicit(&wavefront->done[lowest_band(b)].value, 1, memory_order_release);
    }
    return RUN;
}

/// Takes units until none is left. The unit of the lowest level that is not done is running, or it
/// is the next unit of its part and ready. Some worker thus always finds work.
static void take_units(void *context, int worker)
{
    wave_run *run = context;
    const int parts = run->wavefront->part_count, own = worker % parts;
    atomic_fetch_add_explicit(&run->workers, 1, memory_order_relaxed);
    // The count of attempts stays at ATTEMPTS, a multiple of OWN_ATTEMPTS, so from then on each
    // attempt is at all parts.
    for (int attempts = 1;; attempts += attempts < ATTEMPTS)
    {
        attempt result = try_part(run, own, worker);
        bool left = result != NONE_LEFT;
        // Try the other parts if the own part is done or has to wait for long, and always if no
        // other worker has begun.
        const bool helps = !left || attempts % OWN_ATTEMPTS == 0 ||
                           atomic_load_explicit(&run->workers, memory_order_relaxed) == 1;
        for (int i = 1; helps && i < parts && result != RUN; ++i)
        {
            result = try_part(run, (own + i) % parts, worker);
            left |= result != NONE_LEFT;
        }
        if (!left)
        {
            return;
        }
        if (result == RUN)
        {
            attempts = 0;
        }
        else if (attempts < ATTEMPTS)
        {
            sc_pause_thread();
        }
        else
        {
            sc_yield();
        }
    }
}

void sc_run_wavefront(sc_jobs *jobs, sc_wavefront *wavefront, sc_job *job, void *context)
{
    SC_ASSERT(jobs->pool != NULL && job != NULL);
    wave_run run = {wavefront, job, context, 0};
    for (int p = 0; p < wavefront->part_count; ++p)
    {
        atomic_store_explicit(&wavefront->next[p].value, (uint_fast32_t)wavefront->part_begin[p],
                              memory_order_relaxed);
    }
    if (wavefront->unit_count > 0)
    {
        sc_pool_open(jobs->pool, wavefront->unit_count - 1, take_units, &run);
        take_units(&run, 0);
        sc_pool_close(jobs->pool);
        ++wavefront->runs;
    }
}
