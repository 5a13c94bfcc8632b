/// The stage colour_contacts: gives contacts that may be solved at the same time one colour.
#include "core/assert.h"
#include "dynamics/solver/lane_lists.h"
#include "dynamics/solver/hard_islands.h"
#include "dynamics/solver/impact_order.h"
#include "dynamics/solver/wavefronts.h"
#include "dynamics/solver/joints/joint_traits.h"

#include <string.h>

/// A range of contacts, later the entries of those with points.
typedef struct segment
{
    sc_lane *entries;
    int32_t count, first_contact;
    bool has_extras;  ///< of some entry
} segment;

enum
{
    /// Bytes of a pair: slots, rows, point count and its copies, traits, masks of two bodies, the
    /// entry (written and read), and its part of a block.
    PAIR_BYTES = 4 * (int)sizeof(int32_t) + 4 + 2 * (int)sizeof(uint64_t) + (int)sizeof(sc_lane) +
                 3 * (int)sizeof(int32_t),
    GRAIN = 1024,   ///< contacts per segment
    GROUP_WAIT = 8  ///< steps
};

/// The constraints of all types while they are coloured and laid out.
typedef struct layout
{
    const sc_step *step;
    segment *segments;
    int segment_count;
    sc_lane *entries;     ///< of all segments if there are several threads, otherwise of one
    uint8_t *list_of;     ///< by entry: its list; null: one thread
    sc_row_reach *reach;  ///< by dynamic row; null: all contacts are in the shared group
    sc_hub_list hubs;
    sc_joint_entries joints;
    sc_lane_lists lists;
    sc_late_impacts late;
    uint8_t *parts;    ///< of sc_find_hard_rows
    int32_t *islands;  ///< by dynamic row: sc_join_rows; null: no body is hard
} layout;

/// The type of a contact with a colour. Blocks of hubs have two points if one of their lanes does.
static int type_of(int flags)
{
    return flags & SC_BLOCK_TWO_POINTS ? SC_CONTACT_TWO_POINTS : SC_CONTACT_ONE_POINT;
}

/// Gathers the contacts with points, except late impacts, and the rows of their bodies. Bodies that
/// do not move share the static row. Whether a pair has points is hard to predict, so the loop has
/// one branch for 64 pairs instead of one for each pair.
static void gather_contact_range(void *context, sc_range range)
{
    const layout *out = context;
    segment *s = &out->segments[range.index];
    int flags = 0;
    const sc_step *step = out->step;
    const sc_contacts *contacts = step->contacts;
    const int32_t *const body_row = step->shapes->body_row, *const shape_a = contacts->a,
                         *const shape_b = contacts->b;
    const uint8_t *const point_count = contacts->point_count, *const trait = contacts->traits;
    const uint16_t *const late = out->late.late;
    const int32_t moving_count = step->rows.moving_count, static_row = step->rows.static_row;
    const int32_t begin = s->first_contact, end = begin + s->count;
    sc_lane *entry_at = s->entries;
    for (int32_t first = begin; first < end; first += 64)
    {
        // Compute a bit for each of up to 64 contacts: whether it has points (one or two).
        const int count = end - first < 64 ? end - first : 64;
        SC_ASSERT(count > 0 && count <= 64);
        uint64_t bits = 0;
        for (int i = 0; i < count; i += 8)
        {
            uint64_t counts;
            memcpy(&counts, point_count + first + i, sizeof counts);
            counts = (counts | counts >> 1) & UINT64_C(0x0101010101010101);
            // Collects the lowest bits of the bytes.
            bits |= (counts * UINT64_C(0x0102040810204080) >> 56) << i;
        }
        bits = count < 64 ? bits & ((UINT64_C(1) << count) - 1) : bits;
        bits &= late != NULL ? ~sc_contact_bits(late, first, end - first) : UINT64_MAX;
        for (; bits != 0; bits &= bits - 1)
        {
            // The index is unsigned because x86-64 can then use it as an address without
            // conversion.
            const uint32_t i = (uint32_t)first + (uint32_t)__builtin_ctzll(bits);
            const int32_t row_a = body_row[(uint32_t)shape_a[i]],
                          row_b = body_row[(uint32_t)shape_b[i]], traits = trait[i];
            SC_ASSERT(point_count[i] <= 2 && row_a != row_b);
            *entry_at++ = (sc_lane){
                .row_a = row_a < moving_count ? row_a : static_row,
                .row_b = row_b < moving_count ? row_b : static_row,
                .contact = (int32_t)i,
                .flags = traits | (point_count[i] == 2 ? SC_BLOCK_TWO_POINTS : 0),
            };
            flags |= traits;
        }
    }
    s->count = (int32_t)(entry_at - s->entries);
    SC_ASSERT(s->count <= end - begin);
    s->has_extras = flags != 0;
}

/// Allocates the segments of all classes at once, because most classes have few contacts. Returns
/// false if out of memory.
static bool take_segments(layout *out, int pair_count)
{
    const sc_contacts *contacts = out->step->contacts;
    // A single worker gathers a segment just before it is processed, so that its entries are in the
    // cache.
    const bool all_at_once = out->step->jobs->pool != NULL;
    sc_lane *entries = SC_TAKE(out->step->arena, sc_lane, all_at_once ? pair_count + 1 : GRAIN);
    out->entries = entries;
    out->list_of = all_at_once ? SC_TAKE(out->step->arena, uint8_t, pair_count + 1) : NULL;
    out->segments =
        SC_TAKE(out->step->arena, segment, sc_range_count(pair_count, GRAIN) + SC_CLASS_COUNT);
    if (entries == NULL || out->segments == NULL || (all_at_once && out->list_of == NULL))
    {
        return false;
    }
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t count = contacts->count[c];
        for (int32_t begin = 0; begin < count; begin += GRAIN)
        {
            out->segments[out->segment_count++] = (segment){
                .entries = all_at_once ? entries + begin : entries,
                .count = count - begin < GRAIN ? count - begin : GRAIN,
                .first_contact = contacts->first[c] + begin,
            };
        }
        entries += all_at_once ? count : 0;
    }
    if (all_at_once)
    {
        const sc_pass pass = {"gather_contacts", "ranges", 0, -1};
        sc_run_pass(out->step, &pass, 0, out->segment_count, 1, gather_contact_range, out);
    }
    return true;
}

/// Finds a lane of a hub for a contact without a free colour. Returns false if out of memory.
static bool join_hub(layout *out, sc_lane *contact)
{
    SC_ASSERT(out->step->constraints->masks != NULL);
    sc_constraints *constraints = out->step->constraints;
    const int flags = contact->flags;
    if (out->reach != NULL)
    {
        const int32_t row = contact->row_a < contact->row_b ? contact->row_a : contact->row_b;
        out->reach[row].contacts |= SC_REACH_SHARED;
    }
    int32_t lane = sc_take_hub_lane(out->step, &out->hubs, &contact->row_a, &contact->row_b,
                                    flags & SC_BLOCK_TWO_POINTS);
    contact->flags |= lane / SC_BLOCK << SC_LANE_HUB_SHIFT;
    constraints->point_count += sc_block_points(flags);
    return lane >= 0;
}

/// The mask with all bits up to its highest one set.
static uint64_t fill_below(uint64_t mask)
{
    return mask != 0 ? UINT64_MAX >> __builtin_clzll(mask) : 0;
}

/// Gives late impacts, in the order of their times, colours above all colours that their bodies
/// have. Returns false if out of memory.
static bool colour_late_impacts(layout *out)
{
    const sc_step *step = out->step;
    const sc_contacts *contacts = step->contacts;
    uint64_t *const masks = step->constraints->masks, none = 0;
    step->constraints->contact_count += out->late.count;
    for (int i = 0; i < out->late.count; ++i)
    {
        const sc_closing_contact *impact = &out->late.impacts[i];
        const int32_t contact = impact->contact;
        const int late = impact->late;
        SC_ASSERT(contacts->point_count[contact] > 0 && late != 0);
        const bool two = contacts->point_count[contact] == 2;
        sc_lane e = {impact->row_a, impact->row_b, contact,
                     contacts->traits[contact] | (two ? SC_BLOCK_TWO_POINTS : 0)};
        step->constraints->has_extras |= contacts->traits[contact] != 0;
        if (out->reach != NULL)
        {
            sc_reach_add(out->reach, step, e.row_a, e.row_b);
        }
        if (out->islands != NULL)
        {
            sc_join_rows(out->islands, step, e.row_a, e.row_b);
        }
        uint64_t *a = e.row_a < step->rows.dynamic_count ? &masks[e.row_a] : &none;
        uint64_t *b = e.row_b < step->rows.dynamic_count ? &masks[e.row_b] : &none;
        uint64_t taken = *a | *b, below = late & SC_LATE_AT_A ? fill_below(*a) : 0;
        below |= late & SC_LATE_AT_B ? fill_below(*b) : 0;
        // If no higher colour is free, take any free colour.
        uint64_t open = ~(taken | below) != 0 ? ~(taken | below) : ~taken;
        uint64_t bit = open & (0 - open);
        *a |= bit;
        *b |= bit;
        none = 0;
        uint32_t list = SC_HUB_LIST;
        if (open != 0)
        {
            list = (uint32_t)(__builtin_ctzll(open) * SC_CONSTRAINT_TYPE_COUNT + type_of(e.flags));
        }
        else if (!join_hub(out, &e))
        {
            return false;
        }
        sc_add_lane(&out->lists, list, &e);
    }
    return true;
}

/// Whether the colours of the last step still hold.
static bool still_holds(const sc_step *step, const uint8_t *parts)
{
    const sc_constraints *constraints = step->constraints;
    const sc_contacts *contacts = step->contacts;
    bool same = constraints->valid && constraints->contact_version == contacts->version &&
                (step->joints->count == 0 ? constraints->joints.joint_count == 0
                                          : sc_joint_traits_hold(step)) &&
                constraints->dynamic_count == step->rows.dynamic_count &&
                constraints->moving_count == step->rows.moving_count &&
                constraints->in_groups == step->solves_groups &&
                (parts != NULL) == (constraints->parts != NULL) &&
                (constraints->groups_sought || constraints->group_wait > 0);
    same = same && (parts == NULL ||
                    memcmp(parts, constraints->parts, (size_t)step->rows.dynamic_count) == 0);
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

/// Lays out the lanes of all groups and allocates the data of each lane and block. Returns false if
/// out of memory, or if the lanes are too many to be numbered.
static bool lay_out_contact_groups(layout *layout)
{
    sc_constraints *constraints = layout->step->constraints;
    sc_place_hub_blocks(&layout->hubs);
    if (!sc_count_lanes(&layout->lists))
    {
        return false;
    }
    for (int g = 0; g < constraints->group_count; ++g)
    {
        sc_island_group *group = &constraints->groups[g];
        group->first_block = constraints->block_count;
        // Store the first lane of each list, counted from the block where the group begins.
        const int32_t first_lane = group->first_block * SC_BLOCK;
        const sc_hub_list *hubs = &layout->hubs;
        int32_t end = 0;
        for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
        {
            sc_colour_cursor cursor = {.uncoloured_lanes = 1};
            for (int i = type; i < layout->lists.list_count; i += SC_CONSTRAINT_TYPE_COUNT)
            {
                const int32_t count = sc_places_of(&layout->lists, i)[g];
                cursor.at[i / SC_CONSTRAINT_TYPE_COUNT] = count;
                group->contact_count += count;
                constraints->point_count += type == SC_CONTACT_TWO_POINTS ? 2 * count : count;
            }
            if (g == SC_SHARED_GROUP)
            {
                cursor.at[SC_COLOURS] = SC_BLOCK * (type == SC_CONTACT_TWO_POINTS
                                                        ? hubs->two_points
                                                        : hubs->blocks.count - hubs->two_points);
            }
            if (!sc_lay_out_colours(&cursor, &group->batches[type], end, INT32_MAX - first_lane))
            {
                return false;
            }
            for (int i = type; i < layout->lists.list_count; i += SC_CONSTRAINT_TYPE_COUNT)
            {
                sc_places_of(&layout->lists, i)[g] =
                    first_lane + cursor.at[i / SC_CONSTRAINT_TYPE_COUNT];
            }
            end = group->batches[type].end[SC_COLOURS];
        }
        group->block_count = end / SC_BLOCK;
        constraints->block_count += group->block_count;
        if (g != SC_SHARED_GROUP && group->block_count > constraints->largest_group)
        {
            constraints->largest_group = group->block_count;
        }
    }
    // Count lanes of blocks without a colour one block at a time, because these blocks are not all
    // full.
    for (int i = 0; i < layout->hubs.blocks.count; ++i)
    {
        constraints->groups[SC_SHARED_GROUP].contact_count +=
            sc_hub_filling_at(&layout->hubs, i)->block.lane_count;
    }
    // Contacts take the lowest free colour, so there are no gaps between the colours in use.
    constraints->colour_count = sc_range_count(layout->lists.list_count, SC_CONSTRAINT_TYPE_COUNT);
    sc_arena *arena = &constraints->arena;
    int blocks = constraints->block_count;
    const sc_island_group *shared = &constraints->groups[SC_SHARED_GROUP];
    constraints->rows = SC_TAKE(arena, sc_block_rows, blocks);
    constraints->hub_blocks = SC_TAKE(arena, sc_hub_block, layout->hubs.blocks.count);
    constraints->flags = SC_TAKE_ZEROED(arena, uint8_t, blocks);
    constraints->contact = SC_TAKE(arena, int32_t, blocks * SC_BLOCK);
    bool taken = sc_take_blocks(&constraints->blocks, arena, shared->block_count,
                                sc_two_point_blocks(shared), constraints->has_extras);
    return taken && constraints->rows != NULL && constraints->flags != NULL &&
           constraints->contact != NULL && constraints->hub_blocks != NULL;
}

/// Begins the search for groups, if there is one: each dynamic row reaches only itself. Returns
/// false if out of memory.
static bool begin_groups(layout *layout, int pair_count)
{
    const sc_step *step = layout->step;
    sc_constraints *constraints = step->constraints;
    const bool hard = layout->parts != NULL;
    constraints->groups_sought = constraints->group_wait == 0 || hard;
    if (step->solves_groups && constraints->groups_sought &&
        (hard || pair_count + layout->joints.count >= SC_ISLANDS_MIN))
    {
        layout->reach = SC_TAKE(step->arena, sc_row_reach, step->rows.dynamic_count + 1);
        layout->islands = hard ? SC_TAKE(step->arena, int32_t, step->rows.dynamic_count) : NULL;
        if (layout->reach == NULL || (hard && layout->islands == NULL))
        {
            return false;
        }
        for (int32_t row = 0; row < step->rows.dynamic_count; ++row)
        {
            layout->reach[row] = (sc_row_reach){row, 0};
        }
        for (int32_t row = 0; hard && row < step->rows.dynamic_count; ++row)
        {
            layout->islands[row] = row;
        }
    }
    return true;
}

/// Colours the contacts of a segment in their order. A single thread adds each contact to its list
/// at once; several threads do so after all contacts have their colours (list_segments). Returns
/// false if out of memory.
static bool colour_segment(layout *layout, const segment *s)
{
    uint64_t *const masks = layout->step->constraints->masks;
    uint8_t *const list_of =
        layout->list_of != NULL ? layout->list_of + (s->entries - layout->entries) : NULL;
    // Bodies that no lane may write share the mask at `open_row`, which stays empty.
    const uint32_t open_row = (uint32_t)layout->step->rows.dynamic_count;
    for (int k = 0; k < s->count; ++k)
    {
        sc_lane *const e = &s->entries[k];
        const uint32_t row_a = (uint32_t)e->row_a, row_b = (uint32_t)e->row_b;
        const int colour = sc_take_colour(&masks[row_a < open_row ? row_a : open_row],
                                          &masks[row_b < open_row ? row_b : open_row], true);
        masks[open_row] = 0;
        uint32_t list = (uint32_t)(colour * SC_CONSTRAINT_TYPE_COUNT + type_of(e->flags));
        if (colour == SC_COLOURS)
        {
            SC_ASSERT(row_a < open_row || row_b < open_row);
            list = SC_HUB_LIST;
            if (!join_hub(layout, e))
            {
                return false;
            }
        }
        if (list_of != NULL)
        {
            list_of[k] = (uint8_t)list;
        }
        else
        {
            sc_add_lane(&layout->lists, list, e);
        }
    }
    return true;
}

/// Lists the contacts of all segments on all workers. Returns false if out of memory.
static bool list_segments(layout *layout)
{
    const sc_step *step = layout->step;
    sc_lane_run *runs = SC_TAKE(step->arena, sc_lane_run, layout->segment_count);
    for (int i = 0; runs != NULL && i < layout->segment_count; ++i)
    {
        const segment *s = &layout->segments[i];
        runs[i] =
            (sc_lane_run){s->entries, layout->list_of + (s->entries - layout->entries), s->count};
    }
    return runs != NULL && sc_list_runs(&layout->lists, runs, layout->segment_count);
}

/// Assigns colours and groups to all entries. Returns false if out of memory.
static bool colour_and_group(layout *layout, int pair_count)
{
    const sc_step *step = layout->step;
    sc_constraints *constraints = step->constraints;
    if (!sc_colour_joints(step, &layout->joints) || !begin_groups(layout, pair_count))
    {
        return false;
    }
    for (int i = 0; i < layout->segment_count; ++i)
    {
        if (step->jobs->pool == NULL)
        {
            gather_contact_range(layout, (sc_range){.index = i});
        }
        const segment *s = &layout->segments[i];
        for (int k = 0; layout->reach != NULL && k < s->count; ++k)
        {
            sc_reach_add(layout->reach, layout->step, s->entries[k].row_a, s->entries[k].row_b);
        }
        for (int k = 0; layout->islands != NULL && k < s->count; ++k)
        {
            sc_join_rows(layout->islands, step, s->entries[k].row_a, s->entries[k].row_b);
        }
        if (!colour_segment(layout, s))
        {
            return false;
        }
        constraints->contact_count += s->count;
        constraints->has_extras |= s->has_extras;
    }
    sc_reach_joints(step, &layout->joints, layout->reach);
    if ((layout->list_of != NULL && !list_segments(layout)) || !colour_late_impacts(layout) ||
        !sc_find_groups(step, layout->reach, layout->islands,
                        constraints->contact_count + layout->joints.count) ||
        !sc_lay_out_joints(step, &layout->joints, layout->reach))
    {
        return false;
    }
    layout->lists.groups = layout->reach;
    // The results have the same bits with and without groups, except for groups of hard islands,
    // which are always searched for. If a step has no groups, the next steps rarely have any, so
    // wait before the next search.
    constraints->group_wait = layout->reach != NULL && constraints->group_count == 1
                                  ? GROUP_WAIT
                                  : constraints->group_wait;
    return true;
}

bool sc_take_blocks(sc_contact_blocks *blocks, sc_arena *arena, int count, int two_points,
                    bool extras)
{
    SC_ASSERT(count >= 0 && two_points >= 0 && two_points <= count);
    *blocks = (sc_contact_blocks){
        .normals = SC_TAKE(arena, sc_lane_line, sc_normal_line(two_points, count)),
        .tangents = SC_TAKE(arena, sc_lane_line, sc_tangent_line(two_points, count)),
        .extras = extras ? SC_TAKE(arena, sc_contact_extra, count) : NULL,
        .two_points = two_points,
    };
    return blocks->normals != NULL && blocks->tangents != NULL &&
           (blocks->extras != NULL || !extras);
}

/// Keeps the hard rows for later steps in which the colours still hold. Returns false if out of
/// memory.
static bool keep_hard_rows(const layout *layout)
{
    sc_constraints *constraints = layout->step->constraints;
    const int count = layout->step->rows.dynamic_count;
    if (layout->parts == NULL)
    {
        return true;
    }
    constraints->parts = SC_TAKE(&constraints->arena, uint8_t, count);
    if (constraints->parts != NULL)
    {
        memcpy(constraints->parts, layout->parts, (size_t)count);
    }
    return constraints->parts != NULL;
}

/// Returns false if out of memory.
static bool find_bands(const sc_step *step)
{
    if (sc_uses_wavefronts(step))
    {
        return sc_find_row_bands(step, &step->constraints->bands);
    }
    sc_forget_row_bands(&step->constraints->bands);
    return true;
}

/// Colours contacts greedily in their order, then assigns them to groups and, within a group, to
/// the batch of their type. Static and kinematic bodies, to which no lane writes, take no colour.
bool sc_colour_contacts(sc_step *step)
{
    SC_ASSERT(step->constraints->group_wait >= 0);
    sc_constraints *constraints = step->constraints;
    int pair_count = sc_contacts_count(step->contacts);
    constraints->group_wait -= constraints->group_wait > 0;
    const sc_arena_mark before = sc_arena_mark_of(step->arena);
    sc_late_impacts late;
    uint8_t *parts;
    if (!sc_find_late_impacts(step, &late) || !sc_find_hard_rows(step, &parts))
    {
        return false;
    }
    if (late.count == 0 && !constraints->has_late && still_holds(step, parts))
    {
        sc_arena_rewind(step->arena, before);
        // The colours are still valid, and the only work was to compare the point counts of pairs.
        sc_set_work(step->profile, pair_count, "pairs", 2 * (int64_t)pair_count);
        return true;
    }
    layout layout = {.step = step, .late = late, .parts = parts};
    sc_set_work(step->profile, pair_count, "pairs", (int64_t)pair_count * PAIR_BYTES);
    constraints->valid = false;
    sc_arena_reset(&constraints->arena);
    *constraints = (sc_constraints){.arena = constraints->arena,
                                    .group_wait = constraints->group_wait,
                                    .masses = constraints->masses,
                                    .bands = constraints->bands};
    constraints->has_late = layout.late.count > 0;
    constraints->masks =
        SC_TAKE_ZEROED(&constraints->arena, uint64_t, step->rows.dynamic_count + 1);
    if (constraints->masks == NULL || !keep_hard_rows(&layout) || !find_bands(step) ||
        !take_segments(&layout, pair_count) ||
        !sc_take_lane_lists(&layout.lists, step, pair_count) ||
        step->rows.count > INT32_MAX / SC_ROW_STEP || !colour_and_group(&layout, pair_count) ||
        !lay_out_contact_groups(&layout))
    {
        return false;
    }
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
    constraints->dynamic_count = step->rows.dynamic_count;
    constraints->moving_count = step->rows.moving_count;
    constraints->in_groups = step->solves_groups;
    sc_place_lanes(&layout.lists, &layout.hubs);
    if (!sc_take_wavefronts(step))
    {
        return false;
    }
    constraints->valid = true;
    sc_arena_rewind(step->arena, before);
    return true;
}
