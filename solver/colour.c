#include "solver/grouping.h"
#include "solver/hubs.h"

#include <string.h>

/// A contact with points, and what the blocks need to know of it.
typedef struct entry
{
    int32_t row_a, row_b;
    int32_t index;     ///< among those of its group, type and colour; of a hub its lane
    uint16_t contact;  ///< counted from the first one of its segment
    uint8_t colour, flags;
} entry;

/// A range of contacts, and then the entries of those that have points.
typedef struct segment
{
    entry *entries;
    int32_t count, first_contact;
} segment;

enum
{
    /// Of one pair: slots, rows, point count and its copies, traits, masks of two bodies, the entry
    /// and what a block holds of it.
    PAIR_BYTES = 4 * (int)sizeof(int32_t) + 4 + 2 * (int)sizeof(uint64_t) + (int)sizeof(entry) +
                 3 * (int)sizeof(int32_t),
    PREFETCH = 8,  ///< entries ahead, measured
    GRAIN = 1024   ///< contacts to a segment
};

typedef sc_colour_cursor type_cursors[SC_CONSTRAINT_TYPE_COUNT];

enum
{
    STRIPES = 32
};

/// Contacts of the shared group by stripes of rows, then the index of the first one of each.
typedef int32_t stripe_counts[SC_CONSTRAINT_TYPE_COUNT][SC_COLOURS][STRIPES];

/// The constraints of all types as they are coloured and laid out.
typedef struct layout
{
    const sc_step *step;
    entry *entries;  ///< room for one for each contact
    segment *segments;
    int segment_count;
    sc_row_reach *reach;  ///< by dynamic row; null: all contacts are in the shared group
    sc_hub_list hubs;
    sc_joint_entries joints;
    /// By group: how many constraints have each colour, and the first lane of each.
    type_cursors *count, *first;
    /// Contacts of one colour may come in any order: with several workers, in the shared group, in
    /// that of the rows. A worker that takes a part of each colour then has the same bodies in its
    /// cache all the time. Null: one worker, to which they would cost more than they give.
    stripe_counts *stripes;
    int stripe_shift;  ///< of a row: its stripe
} layout;

/// Of what has a colour. Blocks of hubs are of the type that one of their lanes needs.
static int type_of(int flags)
{
    return flags & SC_BLOCK_TWO_POINTS ? SC_CONTACT_TWO_POINTS : SC_CONTACT_ONE_POINT;
}

/// The contacts that have points, with the rows of their bodies; those that do not move share the
/// static row. Without branches but for blocks of pairs that are apart: whether a pair has points
/// is as good as random.
static void gather_range(void *context, sc_range range)
{
    const layout *out = context;
    segment *s = &out->segments[range.index];
    const sc_step *step = out->step;
    const sc_contacts *contacts = step->contacts;
    const int32_t *body_row = step->shapes->body_row, *shape_a = contacts->a,
                  *shape_b = contacts->b;
    const uint8_t *point_count = contacts->point_count, *trait = contacts->traits;
    const int32_t moving_count = step->moving_count, static_row = step->static_row;
    const int32_t begin = s->first_contact, end = begin + s->count;
    entry *entry_at = s->entries;
    for (int32_t i = begin; i < end; ++i)
    {
        if (i % SC_BLOCK == 0 && sc_block_is_zero(point_count + i))
        {
            i += SC_BLOCK - 1;
            continue;
        }
        int32_t row_a = body_row[shape_a[i]], row_b = body_row[shape_b[i]];
        int flags = trait[i] | (point_count[i] == 2 ? SC_BLOCK_TWO_POINTS : 0);
        *entry_at = (entry){.contact = (uint16_t)(i - begin),
                            .row_a = row_a < moving_count ? row_a : static_row,
                            .row_b = row_b < moving_count ? row_b : static_row,
                            .flags = (uint8_t)flags};
        entry_at += point_count[i] != 0;
    }
    s->count = (int32_t)(entry_at - s->entries);
}

/// All classes in one go: most have few contacts.
static void gather_entries(layout *out)
{
    const sc_contacts *contacts = out->step->contacts;
    entry *entries = out->entries;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t count = contacts->count[c];
        for (int32_t begin = 0; begin < count; begin += GRAIN)
        {
            out->segments[out->segment_count++] =
                (segment){entries + begin, count - begin < GRAIN ? count - begin : GRAIN,
                          contacts->first[c] + begin};
        }
        entries += count;
    }
    sc_run(out->step->jobs, 0, out->segment_count, 1, gather_range, out);
}

static int32_t *stripe_of(const layout *in, const entry *e)
{
    int32_t row = e->row_a < e->row_b ? e->row_a : e->row_b;
    return &(*in->stripes)[type_of(e->flags)][e->colour][row >> in->stripe_shift];
}

/// A lane of a hub for an entry that finds no colour. False: no memory.
static bool join_hub(layout *out, entry *e)
{
    if (out->reach != NULL)
    {
        out->reach[e->row_a < e->row_b ? e->row_a : e->row_b].contacts |= SC_REACH_SHARED;
    }
    e->index = sc_take_hub_lane(out->step, &out->hubs, &e->row_a, &e->row_b,
                                e->flags & SC_BLOCK_TWO_POINTS);
    return e->index >= 0;
}

/// Gives the entries of a segment colours. Bodies that no lane may write share the mask at
/// `open_row`, which stays empty. False: no memory.
static bool colour_segment(layout *out, segment s)
{
    const sc_step *step = out->step;
    sc_constraints *constraints = step->constraints;
    uint64_t *const masks = constraints->masks;
    sc_row_reach *const reach = out->reach;
    const int32_t dynamic_count = step->dynamic_count, open_row = step->dynamic_count;
    int two_points = 0, all_flags = 0;
    for (int i = 0; i < s.count; ++i)
    {
        const entry *later = &s.entries[i + PREFETCH < s.count ? i + PREFETCH : i];
        __builtin_prefetch(&masks[later->row_a < dynamic_count ? later->row_a : open_row], 1);
        __builtin_prefetch(&masks[later->row_b < dynamic_count ? later->row_b : open_row], 1);
        entry *e = &s.entries[i];
        int colour = sc_take_colour(&masks[e->row_a < dynamic_count ? e->row_a : open_row],
                                    &masks[e->row_b < dynamic_count ? e->row_b : open_row], true);
        masks[open_row] = 0;
        e->colour = (uint8_t)colour;
        if (reach != NULL)
        {
            sc_reach_add(reach, step, e->row_a, e->row_b);
        }
        if (colour == SC_COLOURS && !join_hub(out, e))
        {
            return false;
        }
        two_points += (e->flags & SC_BLOCK_TWO_POINTS) != 0;
        all_flags |= e->flags;
    }
    constraints->contact_count += s.count;
    constraints->point_count += s.count + two_points;
    constraints->has_extras |= (all_flags & ~SC_BLOCK_TWO_POINTS) != 0;
    return true;
}

/// Of an entry that has been coloured.
static int32_t group_of(const layout *in, const entry *e)
{
    // Hubs are in the shared group, and their lanes have rows that are nobody's.
    return in->step->constraints->group_count == 1 || e->colour == SC_COLOURS
               ? SC_SHARED_GROUP
               : in->reach[e->row_a < e->row_b ? e->row_a : e->row_b].reach;
}

/// Counts the entries of a segment by group, type and colour; in the shared group, if there are
/// stripes, by these.
static void count_segment(layout *out, segment s)
{
    const bool one_group = out->step->constraints->group_count == 1;
    for (int i = 0; i < s.count; ++i)
    {
        entry *e = &s.entries[i];
        if (e->colour == SC_COLOURS)
        {
            continue;
        }
        const int32_t group = one_group ? SC_SHARED_GROUP : group_of(out, e);
        int32_t index = out->count[group][type_of(e->flags)].at[e->colour]++;
        e->index =
            group == SC_SHARED_GROUP && out->stripes != NULL ? (*stripe_of(out, e))++ : index;
    }
}

/// The lane of an entry, among all.
static int32_t lane_of(const layout *in, const entry *e)
{
    const int32_t group = group_of(in, e);
    const int32_t first = in->step->constraints->groups[group].first_block * SC_BLOCK;
    if (e->colour == SC_COLOURS)
    {
        const sc_hub_filling *hub = sc_hub_filling_at(&in->hubs, e->index / SC_BLOCK);
        int type = hub->two_points ? SC_CONTACT_TWO_POINTS : SC_CONTACT_ONE_POINT;
        return first + in->first[group][type].at[SC_COLOURS] + hub->place * SC_BLOCK +
               e->index % SC_BLOCK;
    }
    const sc_colour_cursor *cursor = &in->first[group][type_of(e->flags)];
    const int32_t at = first + sc_colour_lane(cursor, e->colour, e->index);
    return in->stripes != NULL && group == SC_SHARED_GROUP ? at + *stripe_of(in, e) : at;
}

/// The contacts of a segment into their lanes.
static void place_range(void *context, sc_range range)
{
    const layout *in = context;
    sc_constraints *constraints = in->step->constraints;
    sc_block_rows *rows = constraints->rows;
    int32_t *contact = constraints->contact;
    uint8_t *flags = constraints->flags;
    const segment *s = &in->segments[range.index];
    for (int32_t i = 0; i < s->count; ++i)
    {
        entry e = s->entries[i];
        const int32_t at = lane_of(in, &e);
        contact[at] = s->first_contact + e.contact;
        rows[at / SC_BLOCK].a[at % SC_BLOCK] = SC_ROW_STEP * e.row_a;
        rows[at / SC_BLOCK].b[at % SC_BLOCK] = SC_ROW_STEP * e.row_b;
        // Other ranges may have lanes of this block, but mostly the same flags.
        if ((__atomic_load_n(&flags[at / SC_BLOCK], __ATOMIC_RELAXED) | e.flags) !=
            __atomic_load_n(&flags[at / SC_BLOCK], __ATOMIC_RELAXED))
        {
            __atomic_fetch_or(&flags[at / SC_BLOCK], e.flags, __ATOMIC_RELAXED);
        }
    }
}

static void fill_empty_lanes(const sc_step *step, int32_t from)
{
    sc_constraints *constraints = step->constraints;
    for (int32_t i = from; i % SC_BLOCK != 0; ++i)
    {
        constraints->contact[i] = 0;
        constraints->rows[i / SC_BLOCK].a[i % SC_BLOCK] = SC_ROW_STEP * step->static_row;
        constraints->rows[i / SC_BLOCK].b[i % SC_BLOCK] = SC_ROW_STEP * step->static_row;
    }
}

/// Of a group and type.
static void fill_batch(const sc_step *step, int32_t first_lane, const sc_batch *batch,
                       const sc_colour_cursor *first, const sc_colour_cursor *count)
{
    for (int c = 0; c < SC_COLOURS && sc_has_colours_from(batch, c); ++c)
    {
        fill_empty_lanes(step, first_lane + first->at[c] + count->at[c]);
    }
}

static void fill_all_empty_lanes(const layout *from)
{
    const sc_constraints *constraints = from->step->constraints;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        const sc_island_group *group = &constraints->groups[g];
        for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
        {
            fill_batch(from->step, group->first_block * SC_BLOCK, &group->batches[type],
                       &from->first[g][type], &from->count[g][type]);
        }
    }
    const sc_island_group *shared = &constraints->groups[SC_SHARED_GROUP];
    const sc_hub_block *hub = constraints->hub_blocks;
    for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
    {
        const sc_batch *batch = &shared->batches[type];
        int32_t end = batch->end[SC_COLOURS];
        for (int32_t at = sc_colour_begin(batch, SC_COLOURS); at < end; at += SC_BLOCK, ++hub)
        {
            fill_empty_lanes(from->step, hub->lane_count < SC_BLOCK ? at + hub->lane_count : 0);
        }
    }
}

/// Whether the colours of the last step still hold.
static bool still_holds(const sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    const sc_contacts *contacts = step->contacts;
    bool same = constraints->valid && constraints->contact_version == contacts->version &&
                constraints->joints.version == step->joints->version &&
                constraints->dynamic_count == step->dynamic_count &&
                constraints->moving_count == step->moving_count &&
                constraints->in_groups == step->solves_groups;
    for (int c = 1; same && c < SC_CLASS_COUNT; ++c)
    {
        const uint8_t *state = contacts->state + contacts->first[c];
        const uint8_t *point_count = contacts->point_count + contacts->first[c];
        uint8_t changed = 0;
        const int32_t count = contacts->count[c];
        for (int32_t i = 0; i < count; ++i)
        {
            changed |= (uint8_t)(state[i] >> SC_CONTACT_COLOURED_BIT ^ point_count[i]);
        }
        same = changed == 0;
    }
    return same;
}

static void remember(const sc_step *step)
{
    sc_constraints *constraints = step->constraints;
    const sc_contacts *contacts = step->contacts;
    uint8_t *state = contacts->state;
    const uint8_t *point_count = contacts->point_count;
    const int32_t capacity = contacts->capacity;
    for (int32_t i = 0; i < capacity; ++i)
    {
        int kept = state[i] & SC_CONTACT_KEPT;
        state[i] = (uint8_t)(kept | point_count[i] << SC_CONTACT_COLOURED_BIT);
    }
    constraints->contact_version = contacts->version;
    constraints->dynamic_count = step->dynamic_count;
    constraints->moving_count = step->moving_count;
    constraints->in_groups = step->solves_groups;
}

/// The lanes of all groups. False: no memory, or more lanes than there are numbers.
static bool lay_out_groups(layout *layout)
{
    sc_constraints *constraints = layout->step->constraints;
    uint64_t colours = 0;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        sc_island_group *group = &constraints->groups[g];
        int32_t end = 0, contacts = 0;
        group->first_block = constraints->block_count;
        for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
        {
            sc_colour_cursor *first = &layout->first[g][type];
            *first = layout->count[g][type];
            first->uncoloured_lanes = 1;
            for (int c = 0; c < SC_COLOURS; ++c)
            {
                colours |= (uint64_t)(first->at[c] > 0) << c;
                contacts += first->at[c];
            }
            if (!sc_lay_out_colours(first, &group->batches[type], end,
                                    INT32_MAX - group->first_block * SC_BLOCK))
            {
                return false;
            }
            end = group->batches[type].end[SC_COLOURS];
        }
        group->block_count = end / SC_BLOCK;
        group->contact_count = contacts;
        constraints->block_count += group->block_count;
        if (g != SC_SHARED_GROUP && group->block_count > constraints->largest_group)
        {
            constraints->largest_group = group->block_count;
        }
    }
    // Lanes without a colour are not all full.
    for (int i = 0; i < layout->hubs.blocks.count; ++i)
    {
        constraints->groups[SC_SHARED_GROUP].contact_count +=
            sc_hub_filling_at(&layout->hubs, i)->block.lane_count;
    }
    constraints->colour_count = __builtin_popcountll(colours);
    return true;
}

static bool take_stripes(layout *layout)
{
    if (layout->step->jobs->pool == NULL)
    {
        return true;
    }
    layout->stripes = SC_TAKE_ZEROED(layout->step->arena, stripe_counts, 1);
    while (layout->step->dynamic_count >> layout->stripe_shift >= STRIPES)
    {
        ++layout->stripe_shift;
    }
    return layout->stripes != NULL;
}

static void place_stripes(stripe_counts stripes)
{
    for (int i = 0; i < SC_CONSTRAINT_TYPE_COUNT * SC_COLOURS; ++i)
    {
        int32_t *stripe = stripes[i / SC_COLOURS][i % SC_COLOURS], at = 0;
        for (int k = 0; k < STRIPES; ++k)
        {
            int32_t count = stripe[k];
            stripe[k] = at;
            at += count;
        }
    }
}

/// Colours and groups of all entries. False: no memory.
static bool colour_and_group(layout *layout, int pair_count)
{
    const sc_step *step = layout->step;
    sc_constraints *constraints = step->constraints;
    if (!take_stripes(layout))
    {
        return false;
    }
    if (!sc_colour_joints(step, &layout->joints))
    {
        return false;
    }
    if (step->solves_groups && pair_count + layout->joints.count >= SC_ISLANDS_MIN)
    {
        layout->reach = SC_TAKE(step->arena, sc_row_reach, step->dynamic_count + 1);
        if (layout->reach == NULL)
        {
            return false;
        }
        sc_reach_reset(layout->reach, step->dynamic_count);
    }
    for (int i = 0; i < layout->segment_count; ++i)
    {
        if (!colour_segment(layout, layout->segments[i]))
        {
            return false;
        }
    }
    sc_reach_joints(step, &layout->joints, layout->reach);
    if (!sc_find_groups(step, layout->reach, constraints->contact_count + layout->joints.count) ||
        !sc_lay_out_joints(step, &layout->joints, layout->reach))
    {
        return false;
    }
    layout->count = SC_TAKE_ZEROED(step->arena, type_cursors, constraints->group_count);
    layout->first = SC_TAKE(step->arena, type_cursors, constraints->group_count);
    if (layout->count == NULL || layout->first == NULL)
    {
        return false;
    }
    sc_hub_list *hubs = &layout->hubs;
    sc_colour_cursor *shared = layout->count[SC_SHARED_GROUP];
    sc_place_hub_blocks(hubs);
    shared[SC_CONTACT_TWO_POINTS].at[SC_COLOURS] = hubs->two_points * SC_BLOCK;
    shared[SC_CONTACT_ONE_POINT].at[SC_COLOURS] =
        (hubs->blocks.count - hubs->two_points) * SC_BLOCK;
    for (int i = 0; i < layout->segment_count; ++i)
    {
        count_segment(layout, layout->segments[i]);
    }
    if (layout->stripes != NULL)
    {
        place_stripes(*layout->stripes);
    }
    return true;
}

bool sc_take_blocks(sc_contact_blocks *blocks, sc_arena *arena, int count, int two_points,
                    bool extras)
{
    *blocks = (sc_contact_blocks){
        .normals = SC_TAKE(arena, sc_lane_line, sc_normal_line(two_points, count)),
        .tangents = SC_TAKE(arena, sc_lane_line, sc_tangent_line(two_points, count)),
        .extras = extras ? SC_TAKE(arena, sc_contact_extra, count) : NULL,
        .two_points = two_points,
    };
    return blocks->normals != NULL && blocks->tangents != NULL &&
           (blocks->extras != NULL || !extras);
}

/// What each block and lane has. False: no memory.
static bool take_lanes(const sc_step *step, const sc_hub_list *hubs)
{
    sc_constraints *constraints = step->constraints;
    sc_arena *arena = &constraints->arena;
    int blocks = constraints->block_count;
    const sc_island_group *group = &constraints->groups[SC_SHARED_GROUP];
    constraints->rows = SC_TAKE(arena, sc_block_rows, blocks);
    constraints->hub_blocks = SC_TAKE(arena, sc_hub_block, hubs->blocks.count);
    constraints->flags = SC_TAKE_ZEROED(arena, uint8_t, blocks);
    constraints->contact = SC_TAKE(arena, int32_t, blocks * SC_BLOCK);
    bool taken = sc_take_blocks(&constraints->blocks, arena, group->block_count,
                                sc_two_point_blocks(group), constraints->has_extras);
    if (!taken || constraints->rows == NULL || constraints->flags == NULL ||
        constraints->contact == NULL || constraints->hub_blocks == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < hubs->blocks.count; ++i)
    {
        const sc_hub_filling *filling = sc_hub_filling_at(hubs, i);
        int32_t first = filling->two_points ? 0 : hubs->two_points;
        constraints->hub_blocks[first + filling->place] = filling->block;
    }
    return true;
}

bool sc_colour_contacts(sc_step *step)
{
    sc_constraints *constraints = step->constraints;
    int pair_count = sc_contacts_count(step->contacts);
    if (still_holds(step))
    {
        // Their point counts were compared, that is all.
        sc_set_work(step->profile, pair_count, "pairs", 2 * (int64_t)pair_count);
        return true;
    }
    sc_set_work(step->profile, pair_count, "pairs", (int64_t)pair_count * PAIR_BYTES);
    const sc_arena_mark before = sc_arena_mark_of(step->arena);
    constraints->valid = false;
    sc_arena_reset(&constraints->arena);
    *constraints = (sc_constraints){.arena = constraints->arena};
    layout layout = {.step = step,
                     .entries = SC_TAKE(step->arena, entry, pair_count + 1),
                     .segments = SC_TAKE(step->arena, segment,
                                         sc_range_count(pair_count, GRAIN) + SC_CLASS_COUNT)};
    constraints->masks = SC_TAKE_ZEROED(&constraints->arena, uint64_t, step->dynamic_count + 1);
    if (layout.entries == NULL || layout.segments == NULL || constraints->masks == NULL)
    {
        return false;
    }
    gather_entries(&layout);
    if (step->row_count > INT32_MAX / SC_ROW_STEP || !colour_and_group(&layout, pair_count) ||
        !lay_out_groups(&layout) || !take_lanes(step, &layout.hubs))
    {
        return false;
    }
    remember(step);
    sc_run(step->jobs, 0, layout.segment_count, 1, place_range, &layout);
    fill_all_empty_lanes(&layout);
    constraints->valid = true;
    sc_arena_rewind(step->arena, before);
    return true;
}
