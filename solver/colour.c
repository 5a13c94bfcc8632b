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
    /// Per colour one bucket of two-point contacts and one of one-point contacts, then the
    /// uncoloured.
    BUCKETS = 2 * SC_COLOURS + 1,
    UNCOLOURED = 2 * SC_COLOURS,
    /// Of one pair: slots, rows, point count and its copies, traits, masks of two bodies, the entry
    /// and what a block holds of it.
    PAIR_BYTES = 4 * (int)sizeof(int32_t) + 4 + 2 * (int)sizeof(uint64_t) + (int)sizeof(entry) +
                 3 * (int)sizeof(int32_t)
};

/// Colours every contact that has points: the lowest colour that neither body has. Without
/// branches, for whether a contact has points and whether a body counts are as good as random.
/// Bodies that no lane may write share the mask at `open_row`, which stays empty.
static int colour_entries(sc_step *step, entry *entries, uint64_t *masks, int32_t *bucket_count,
                          sc_constraints *constraints, int *traits)
{
    const sc_contacts *contacts = step->contacts;
    const int32_t *body_row = step->shapes->body_row, *shape_a = contacts->a,
                  *shape_b = contacts->b;
    const uint8_t *point_count = contacts->point_count, *trait = contacts->traits;
    const int32_t dynamic_count = step->dynamic_count, open_row = step->dynamic_count;
    const int32_t moving_count = step->moving_count, static_row = step->static_row;
    int n = 0, all_points = 0, all_traits = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t end = contacts->first[c] + contacts->count[c];
        for (int32_t i = contacts->first[c]; i < end; ++i)
        {
            int points = point_count[i];
            bool present = points != 0;
            int32_t row_a = body_row[shape_a[i]], row_b = body_row[shape_b[i]];
            // Bodies that do not move share the static row.
            row_a = row_a < moving_count ? row_a : static_row;
            row_b = row_b < moving_count ? row_b : static_row;
            int32_t mask_a = row_a < dynamic_count ? row_a : open_row;
            int32_t mask_b = row_b < dynamic_count ? row_b : open_row;
            uint64_t open = ~(masks[mask_a] | masks[mask_b]);
            uint64_t taken = present ? open & (0 - open) : 0;
            masks[mask_a] |= taken;
            masks[mask_b] |= taken;
            masks[open_row] = 0;
            int bucket =
                open != 0 ? 2 * __builtin_ctzll(open | 1ull << 63) + (points == 1) : UNCOLOURED;
            entries[n] = (entry){i, row_a, row_b, (uint16_t)bucket,
                                 (uint8_t)(trait[i] | (points == 2 ? SC_BLOCK_TWO_POINTS : 0))};
            bucket_count[bucket] += present;
            all_points += points;
            all_traits |= present ? trait[i] : 0;
            n += present;
        }
    }
    constraints->point_count = all_points;
    *traits = all_traits;
    return n;
}

/// Contacts into the lanes of their buckets.
static void place(sc_constraints *constraints, const entry *entries, int count, uint32_t *cursor)
{
    sc_contact_block *blocks = constraints->blocks;
    int32_t *contact = constraints->contact;
    uint8_t *flags = constraints->flags;
    for (int i = 0; i < count; ++i)
    {
        entry e = entries[i];
        uint32_t at = cursor[e.bucket];
        // Uncoloured contacts get a block each.
        cursor[e.bucket] = at + (e.bucket == UNCOLOURED ? SC_BLOCK : 1);
        sc_contact_block *block = &blocks[at / SC_BLOCK];
        contact[at] = e.contact;
        block->row_a[at % SC_BLOCK] = e.row_a;
        block->row_b[at % SC_BLOCK] = e.row_b;
        flags[at / SC_BLOCK] |= e.flags;
    }
}

static void fill_empty_lanes(const sc_step *step, sc_constraints *constraints, uint32_t from)
{
    for (uint32_t i = from; i % SC_BLOCK != 0; ++i)
    {
        constraints->contact[i] = 0;
        constraints->blocks[i / SC_BLOCK].row_a[i % SC_BLOCK] = step->static_row;
        constraints->blocks[i / SC_BLOCK].row_b[i % SC_BLOCK] = step->static_row;
    }
}

/// Whether the colours of the last step still hold.
static bool still_holds(const sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    const sc_contacts *contacts = step->contacts;
    return constraints->valid && constraints->contact_version == contacts->version &&
           constraints->dynamic_count == step->dynamic_count &&
           constraints->moving_count == step->moving_count &&
           memcmp(constraints->seen_points, contacts->point_count, (size_t)contacts->capacity) == 0;
}

static bool remember(sc_step *step)
{
    sc_constraints *constraints = step->constraints;
    int32_t capacity = step->contacts->capacity;
    constraints->seen_points = SC_TAKE(&constraints->arena, uint8_t, capacity);
    if (constraints->seen_points == NULL)
    {
        return false;
    }
    memcpy(constraints->seen_points, step->contacts->point_count, (size_t)capacity);
    constraints->contact_version = step->contacts->version;
    constraints->dynamic_count = step->dynamic_count;
    constraints->moving_count = step->moving_count;
    return true;
}

bool sc_colour_contacts(sc_step *step)
{
    sc_constraints *constraints = step->constraints;
    int pair_count = sc_contacts_count(step->contacts);
    if (still_holds(step))
    {
        // Their point counts were compared, that is all.
        sc_set_work(step->profile, pair_count, "pairs", 2 * (int64_t)step->contacts->capacity);
        return true;
    }
    sc_set_work(step->profile, pair_count, "pairs", (int64_t)pair_count * PAIR_BYTES);
    constraints->valid = false;
    sc_arena_reset(&constraints->arena);
    *constraints = (sc_constraints){.arena = constraints->arena};
    entry *entries = SC_TAKE(step->arena, entry, pair_count + 1);
    uint64_t *masks = SC_TAKE_ZEROED(step->arena, uint64_t, step->dynamic_count + 1);
    if (entries == NULL || masks == NULL)
    {
        return false;
    }
    int32_t bucket_count[BUCKETS] = {0};
    int traits = 0;
    int count = colour_entries(step, entries, masks, bucket_count, constraints, &traits);

    uint32_t cursor[BUCKETS];
    int blocks = 0;
    for (int bucket = 0; bucket < UNCOLOURED; ++bucket)
    {
        cursor[bucket] = (uint32_t)(blocks * SC_BLOCK);
        blocks += (bucket_count[bucket] + SC_BLOCK - 1) / SC_BLOCK;
        constraints->colour_end[bucket / 2] = blocks;
        bool first = bucket % 2 == 0 || bucket_count[bucket - 1] == 0;
        constraints->colour_count += bucket_count[bucket] > 0 && first;
    }
    cursor[UNCOLOURED] = (uint32_t)(blocks * SC_BLOCK);
    blocks += bucket_count[UNCOLOURED];
    constraints->colour_end[SC_COLOURS] = blocks;
    constraints->block_count = blocks;
    constraints->contact_count = count;
    sc_arena *arena = &constraints->arena;
    constraints->blocks = SC_TAKE(arena, sc_contact_block, blocks);
    constraints->flags = SC_TAKE_ZEROED(arena, uint8_t, blocks);
    constraints->contact = SC_TAKE(arena, int32_t, blocks * SC_BLOCK);
    constraints->extras = traits != 0 ? SC_TAKE_ZEROED(arena, sc_contact_extra, blocks) : NULL;
    if (constraints->blocks == NULL || constraints->flags == NULL || constraints->contact == NULL ||
        (traits != 0 && constraints->extras == NULL) || !remember(step))
    {
        return false;
    }
    place(constraints, entries, count, cursor);
    for (int bucket = 0; bucket < UNCOLOURED; ++bucket)
    {
        fill_empty_lanes(step, constraints, cursor[bucket]);
    }
    for (uint32_t at = (uint32_t)(blocks - bucket_count[UNCOLOURED]) * SC_BLOCK;
         at < cursor[UNCOLOURED]; at += SC_BLOCK)
    {
        fill_empty_lanes(step, constraints, at + 1);
    }
    constraints->valid = true;
    return true;
}
