#include "dynamics/solver/wavefronts.h"

#include "core/pass.h"
#include "core/require.h"

enum
{
    THREADS_MIN = 3,
    /// Minimum number of blocks of a group that several threads solve. For fewer, the waits cost
    /// more than is gained.
    BLOCKS_MIN = 64,
    /// The number of blocks of a unit is chosen such that a colour has UNITS_PER_WORKER units for
    /// each worker, within these limits.
    UNIT_MIN = 3,
    UNIT_MAX = 24,
    UNITS_PER_WORKER = 6,
    BANDS_GRAIN = 64  ///< blocks
};

/// Units while they are listed.
typedef struct unit_list
{
    sc_wave_unit *units;
    int count;
    int workers;
} unit_list;

/// The search for the bands of the blocks of a batch.
typedef struct bands_search
{
    const sc_row_bands *bands;
    const sc_block_rows *rows;
    uint64_t *of_block;
} bands_search;

static uint64_t bands_of_lanes(const sc_row_bands *bands, const int32_t *rows)
{
    uint64_t bits = 0;
    for (int l = 0; l < SC_BLOCK; ++l)
    {
        bits |= sc_band_bit(bands, rows[l] / SC_ROW_STEP);
    }
    return bits;
}

static uint64_t bands_of_block(const sc_row_bands *bands, const sc_block_rows *rows)
{
    return bands_of_lanes(bands, rows->a) | bands_of_lanes(bands, rows->b);
}

static void find_bands_range(void *context, sc_range range)
{
    const bands_search *search = context;
    for (int i = range.begin; i < range.end; ++i)
    {
        search->of_block[i] = bands_of_block(search->bands, &search->rows[i]);
    }
}

/// The number of blocks of a unit in a colour of `blocks` blocks.
static int unit_size(int blocks, int workers)
{
    const int size = sc_range_count(blocks, UNITS_PER_WORKER * workers);
    return size < UNIT_MIN ? UNIT_MIN : size < UNIT_MAX ? size : UNIT_MAX;
}

/// Lists the blocks of one colour of a batch. of_block: the bands of the blocks of the batch.
static void list_colour(unit_list *list, const sc_batch *batch, int colour, int kind,
                        const uint64_t *of_block)
{
    const int begin = sc_colour_begin(batch, colour) / SC_BLOCK,
              end = batch->end[colour] / SC_BLOCK, first = batch->begin / SC_BLOCK;
    const int size = unit_size(end - begin, list->workers);
    for (int i = begin; i < end; i += size)
    {
        sc_wave_unit unit = {
            .begin = i, .end = i + size < end ? i + size : end, .level = colour, .kind = kind};
        for (int k = unit.begin; k < unit.end; ++k)
        {
            unit.bands |= of_block[k - first];
        }
        SC_ASSERT(unit.bands != 0);
        list->units[list->count++] = unit;
    }
}

/// Copies the units of one colour to `to` in the order of their lowest bands.
static void order_by_band(const sc_wave_unit *from, int count, sc_wave_unit *to)
{
    int32_t next[SC_BANDS_MAX + 1] = {0};
    for (int i = 0; i < count; ++i)
    {
        ++next[__builtin_ctzll(from[i].bands) + 1];
    }
    for (int b = 0; b < SC_BANDS_MAX; ++b)
    {
        next[b + 1] += next[b];
    }
    for (int i = 0; i < count; ++i)
    {
        to[next[__builtin_ctzll(from[i].bands)]++] = from[i];
    }
}

/// The number of blocks of a batch in the colours below `end`.
static int blocks_below(const sc_batch *batch, int end)
{
    return (sc_colour_begin(batch, end) - batch->begin) / SC_BLOCK;
}

static int blocks_of_batches(const sc_batch *batches, int batch_count, int end)
{
    int blocks = 0;
    for (int k = 0; k < batch_count; ++k)
    {
        blocks += blocks_below(&batches[k], end);
    }
    return blocks;
}

/// The first colour with too few blocks to be shared. Later colours rarely have more, and the
/// calling thread alone runs these colours faster than several workers that wait for each other.
static int find_end(const sc_batch *batches, int batch_count)
{
    int end = 0, below = 0;
    for (int blocks; end < SC_COLOURS; ++end, below = blocks)
    {
        blocks = blocks_of_batches(batches, batch_count, end + 1);
        if (blocks - below <= SC_COLOUR_GRAIN)
        {
            break;
        }
    }
    return end;
}

/// Lists the blocks of all batches of a group, colour by colour, below colour `end`. rows: of the
/// first block of each batch. Returns false if out of memory.
static bool list_units(const sc_step *step, const sc_batch *batches, int batch_count,
                       const sc_block_rows *const *rows, int end, unit_list *list)
{
    const int blocks = blocks_of_batches(batches, batch_count, end);
    // No unit has less than UNIT_MIN blocks, except the last of each colour.
    const int capacity = blocks / UNIT_MIN + batch_count * SC_COLOURS;
    *list = (unit_list){SC_TAKE(step->arena, sc_wave_unit, capacity), 0,
                        sc_pool_thread_count(step->jobs->pool)};
    sc_wave_unit *const ordered = SC_TAKE(step->arena, sc_wave_unit, capacity);
    uint64_t *const of_block = SC_TAKE(step->arena, uint64_t, blocks);
    if (list->units == NULL || ordered == NULL || of_block == NULL)
    {
        return false;
    }
    const uint64_t *of_batch[SC_JOINT_KIND_COUNT];
    const sc_pass pass = {"find_bands", "blocks", 0, -1};
    bands_search search = {&step->constraints->bands, NULL, of_block};
    for (int k = 0; k < batch_count; ++k)
    {
        const int count = blocks_below(&batches[k], end);
        search.rows = rows[k];
        of_batch[k] = search.of_block;
        sc_run_pass(step, &pass, 0, count, BANDS_GRAIN, find_bands_range, &search);
        search.of_block += count;
    }
    for (int colour = 0; colour < end; ++colour)
    {
        const int first = list->count;
        for (int k = 0; k < batch_count; ++k)
        {
            list_colour(list, &batches[k], colour, k, of_batch[k]);
        }
        order_by_band(list->units + first, list->count - first, ordered + first);
    }
    list->units = ordered;
    return true;
}

/// Makes a wavefront of a group that is large enough. Returns false if out of memory.
static bool take_wavefront(const sc_step *step, const sc_batch *batches, int batch_count,
                           const sc_block_rows *const *rows, sc_wavefront *wavefront)
{
    *wavefront = (sc_wavefront){0};
    const int end = find_end(batches, batch_count);
    if (blocks_of_batches(batches, batch_count, end) < BLOCKS_MIN)
    {
        return true;
    }
    const sc_arena_mark before = sc_arena_mark_of(step->arena);
    unit_list list;
    const bool taken = list_units(step, batches, batch_count, rows, end, &list) &&
                       sc_take_wavefront(wavefront, &step->constraints->arena, step->arena,
                                         list.units, list.count, list.workers);
    wavefront->level_end = end;
    sc_arena_rewind(step->arena, before);
    return taken;
}

/// Sets the rows of the first block of each batch of contacts of the shared group.
static const sc_batch *contact_batches(const sc_constraints *constraints,
                                       const sc_block_rows *rows[])
{
    const sc_batch *batches = constraints->groups[SC_SHARED_GROUP].batches;
    for (int k = 0; k < SC_CONSTRAINT_TYPE_COUNT; ++k)
    {
        rows[k] = constraints->rows + batches[k].begin / SC_BLOCK;
    }
    return batches;
}

/// Sets the rows of the first block of each kind of joints of the shared group.
static const sc_batch *joint_batches(const sc_constraints *constraints, const sc_block_rows *rows[])
{
    const sc_joint_group *shared = &constraints->joints.groups[SC_SHARED_GROUP];
    for (int k = 0; k < SC_JOINT_KIND_COUNT; ++k)
    {
        rows[k] = constraints->joints.rows + shared->first_block[k];
    }
    return shared->batches;
}

bool sc_uses_wavefronts(const sc_step *step)
{
    return sc_pool_thread_count(step->jobs->pool) >= THREADS_MIN;
}

bool sc_take_wavefronts(const sc_step *step)
{
    sc_constraints *constraints = step->constraints;
    const sc_block_rows *rows[SC_JOINT_KIND_COUNT];
    if (!sc_uses_wavefronts(step))
    {
        return true;
    }
    const sc_batch *const contacts = contact_batches(constraints, rows);
    if (!take_wavefront(step, contacts, SC_CONSTRAINT_TYPE_COUNT, rows,
                        &constraints->contact_waves))
    {
        return false;
    }
    return constraints->joints.groups == NULL ||
           take_wavefront(step, joint_batches(constraints, rows), SC_JOINT_KIND_COUNT, rows,
                          &constraints->joint_waves);
}

/// Checks the units of the batches of a group.
static const char *validate_units(const sc_constraints *constraints, const sc_wavefront *wavefront,
                                  const sc_batch *batches, int batch_count,
                                  const sc_block_rows *const *rows)
{
    int items = 0;
    for (int i = 0; i < wavefront->unit_count; ++i)
    {
        const sc_wave_unit *unit = &wavefront->units[i];
        REQUIRE(unit->level >= 0 && unit->level < wavefront->level_end);
        REQUIRE(unit->begin < unit->end && unit->kind >= 0 && unit->kind < batch_count);
        const sc_batch *batch = &batches[unit->kind];
        REQUIRE(unit->begin * SC_BLOCK >= sc_colour_begin(batch, unit->level));
        REQUIRE(unit->end * SC_BLOCK <= batch->end[unit->level]);
        items += unit->end - unit->begin;
        for (int k = unit->begin; k < unit->end; ++k)
        {
            const sc_block_rows *of_block = &rows[unit->kind][k - batch->begin / SC_BLOCK];
            REQUIRE((bands_of_block(&constraints->bands, of_block) & ~unit->bands) == 0);
        }
        for (int k = 0; k < i; ++k)
        {
            const sc_wave_unit *other = &wavefront->units[k];
            REQUIRE(other->kind != unit->kind || other->end <= unit->begin ||
                    unit->end <= other->begin);
        }
    }
    REQUIRE(items == wavefront->item_count);
    REQUIRE(items == blocks_of_batches(batches, batch_count, wavefront->level_end));
    return NULL;
}

const char *sc_validate_wavefronts(const sc_constraints *constraints)
{
    const sc_block_rows *rows[SC_JOINT_KIND_COUNT];
    if (!constraints->valid)
    {
        return NULL;
    }
    const sc_batch *const contacts = contact_batches(constraints, rows);
    REQUIRE_VALID(validate_units(constraints, &constraints->contact_waves, contacts,
                                 SC_CONSTRAINT_TYPE_COUNT, rows));
    return constraints->joints.groups == NULL
               ? NULL
               : validate_units(constraints, &constraints->joint_waves,
                                joint_batches(constraints, rows), SC_JOINT_KIND_COUNT, rows);
}
