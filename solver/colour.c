#include "solver/constraints.h"

#include <string.h>

/// A contact with points, and what the blocks need to know of it.
typedef struct entry
{
    int32_t contact, row_a, row_b;
    uint16_t bucket;
    uint8_t flags;
} entry;

enum
{
    /// Per colour one bucket of two-point contacts and one of one-point contacts, then the uncoloured.
    BUCKETS = 2 * SC_COLOURS + 1,
    UNCOLOURED = 2 * SC_COLOURS
};

/// The row that lanes read for a body: resting ones share the dummy.
static int32_t lane_row(const sc_step *step, int32_t shape)
{
    int32_t row = step->shapes->body_row[shape];
    return row < step->moving_count ? row : step->dummy_row;
}

/// Colours every contact that has points: the lowest colour that neither body has. Without branches, for whether a
/// contact has points and whether a body counts are as good as random. Bodies that no lane may write share
/// the mask at `open_row`, which stays empty.
static int colour_entries(sc_step *step, entry *entries, uint64_t *masks, int32_t *bucket_count,
                          sc_constraints *constraints, int *traits)
{
    const sc_contacts *contacts = step->contacts;
    int32_t dynamic_count = step->dynamic_count, open_row = step->dynamic_count;
    int n = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int points = contacts->point_count[i];
            bool present = points != 0;
            int32_t row_a = lane_row(step, contacts->a[i]), row_b = lane_row(step, contacts->b[i]);
            int32_t mask_a = row_a < dynamic_count ? row_a : open_row;
            int32_t mask_b = row_b < dynamic_count ? row_b : open_row;
            uint64_t open = ~(masks[mask_a] | masks[mask_b]);
            uint64_t taken = present ? open & (0 - open) : 0;
            masks[mask_a] |= taken;
            masks[mask_b] |= taken;
            masks[open_row] = 0;
            int bucket = open != 0 ? 2 * __builtin_ctzll(open | 1ull << 63) + (points == 1) : UNCOLOURED;
            entries[n] = (entry){i, row_a, row_b, (uint16_t)bucket,
                                 (uint8_t)(contacts->traits[i] | (points == 2 ? SC_BLOCK_TWO_POINTS : 0))};
            bucket_count[bucket] += present;
            constraints->point_count += points;
            *traits |= present ? contacts->traits[i] : 0;
            n += present;
        }
    }
    return n;
}

static void place(sc_constraints *constraints, const entry *e, int32_t lane_index)
{
    int block = lane_index / SC_BLOCK, lane = lane_index % SC_BLOCK;
    constraints->contact[lane_index] = e->contact;
    constraints->blocks[block].row_a[lane] = e->row_a;
    constraints->blocks[block].row_b[lane] = e->row_b;
    constraints->flags[block] |= e->flags;
}

static void fill_empty_lanes(const sc_step *step, sc_constraints *constraints, int32_t from)
{
    for (int32_t i = from; i % SC_BLOCK != 0; ++i)
    {
        constraints->contact[i] = 0;
        constraints->blocks[i / SC_BLOCK].row_a[i % SC_BLOCK] = step->dummy_row;
        constraints->blocks[i / SC_BLOCK].row_b[i % SC_BLOCK] = step->dummy_row;
    }
}

bool sc_colour_contacts(sc_step *step)
{
    sc_arena *arena = step->arena;
    sc_constraints *constraints = SC_TAKE_ZEROED(arena, sc_constraints, 1);
    int most = sc_contacts_count(step->contacts);
    entry *entries = SC_TAKE(arena, entry, most + 1);
    uint64_t *masks = SC_TAKE_ZEROED(arena, uint64_t, step->dynamic_count + 1);
    if (constraints == NULL || entries == NULL || masks == NULL)
    {
        return false;
    }
    int32_t bucket_count[BUCKETS] = {0};
    int traits = 0;
    int count = colour_entries(step, entries, masks, bucket_count, constraints, &traits);

    int32_t cursor[BUCKETS];
    int blocks = 0;
    for (int bucket = 0; bucket < UNCOLOURED; ++bucket)
    {
        cursor[bucket] = blocks * SC_BLOCK;
        blocks += (bucket_count[bucket] + SC_BLOCK - 1) / SC_BLOCK;
        constraints->colour_end[bucket / 2] = blocks;
        constraints->colour_count += bucket_count[bucket] > 0 && (bucket % 2 == 0 || bucket_count[bucket - 1] == 0);
    }
    cursor[UNCOLOURED] = blocks * SC_BLOCK;
    blocks += bucket_count[UNCOLOURED];
    constraints->colour_end[SC_COLOURS] = blocks;
    constraints->block_count = blocks;
    constraints->contact_count = count;
    constraints->blocks = SC_TAKE(arena, sc_contact_block, blocks);
    constraints->flags = SC_TAKE_ZEROED(arena, uint8_t, blocks);
    constraints->contact = SC_TAKE(arena, int32_t, blocks * SC_BLOCK);
    constraints->extras = traits != 0 ? SC_TAKE_ZEROED(arena, sc_contact_extra, blocks) : NULL;
    if (constraints->blocks == NULL || constraints->flags == NULL || constraints->contact == NULL ||
        (traits != 0 && constraints->extras == NULL))
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        const entry *e = &entries[i];
        place(constraints, e, cursor[e->bucket]);
        if (e->bucket == UNCOLOURED)
        {
            fill_empty_lanes(step, constraints, cursor[e->bucket] + 1);
            cursor[e->bucket] += SC_BLOCK;
        }
        else
        {
            ++cursor[e->bucket];
        }
    }
    for (int bucket = 0; bucket < UNCOLOURED; ++bucket)
    {
        fill_empty_lanes(step, constraints, cursor[bucket]);
    }
    step->constraints = constraints;
    return true;
}
