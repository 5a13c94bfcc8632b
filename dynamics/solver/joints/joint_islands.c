#include "dynamics/solver/joints/joint_islands.h"

#include "core/assert.h"
#include "core/stores/joints.h"
#include "dynamics/solver/constraints.h"
#include "simd/joint_block_layout.h"

typedef struct island_search
{
    const sc_step *step;
    const sc_joint_entries *entries;
    int32_t *up;              ///< by dynamic row: leads to the first row of its set
    uint8_t *bounded;         ///< by first row: a joint of the set may add energy
    int32_t *island;          ///< by first row
    int32_t *part;            ///< by dynamic row; -1: none
    int32_t *parts, *places;  ///< by island: the place of the next one
} island_search;

static int32_t first_row_of(int32_t *up, int32_t row)
{
    SC_ASSERT(row >= 0 && up[row] <= row);
    while (up[row] != row)
    {
        up[row] = up[up[row]];
        row = up[row];
    }
    return row;
}

static int32_t dynamic_row_of(const island_search *s, const sc_joint_entry *e)
{
    SC_ASSERT(e->row_a < s->step->rows.dynamic_count || e->row_b < s->step->rows.dynamic_count);
    return e->row_a < s->step->rows.dynamic_count ? e->row_a : e->row_b;
}

/// Joins bodies that joints connect into sets. The first row of a set is its lowest.
static void join_sets(island_search *s)
{
    const int rows = s->step->rows.dynamic_count;
    for (int32_t row = 0; row < rows; ++row)
    {
        s->up[row] = row;
    }
    for (int i = 0; i < s->entries->count; ++i)
    {
        const sc_joint_entry *e = &s->entries->at[i];
        if (e->row_a < rows && e->row_b < rows)
        {
            int32_t a = first_row_of(s->up, e->row_a), b = first_row_of(s->up, e->row_b);
            s->up[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int i = 0; i < s->entries->count; ++i)
    {
        const sc_joint_entry *e = &s->entries->at[i];
        s->bounded[first_row_of(s->up, dynamic_row_of(s, e))] |= e->may_make_energy;
    }
}

static bool is_bounded(island_search *s, int32_t row)
{
    return s->bounded[first_row_of(s->up, row)] != 0;
}

/// Whether a body anchors an island: it is not dynamic, or has a lock, which holds the island as
/// firmly as a wall does.
static bool is_anchor(const sc_step *step, int32_t row)
{
    return row >= step->rows.dynamic_count ||
           (step->bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y | SC_BODY_LOCK_ANGLE)) != 0;
}

/// Counts the islands, their parts and their joints, in the order of the joints.
static void count_parts(island_search *s, sc_joint_islands *islands)
{
    for (int i = 0; i < s->entries->count; ++i)
    {
        const sc_joint_entry *e = &s->entries->at[i];
        const int32_t row = dynamic_row_of(s, e);
        if (!is_bounded(s, row))
        {
            continue;
        }
        SC_ASSERT(is_bounded(s, row));
        const int32_t first = first_row_of(s->up, row);
        if (s->island[first] < 0)
        {
            s->island[first] = islands->count;
            islands->islands[islands->count++] = (sc_joint_island){.row = first};
        }
        sc_joint_island *island = &islands->islands[s->island[first_row_of(s->up, row)]];
        ++island->place_end;
        // A pulley is anchored: its rope runs through points of the world.
        island->anchored |= is_anchor(s->step, e->row_a) || is_anchor(s->step, e->row_b) ||
                            (e->kind == SC_JOINT_RATIO &&
                             s->step->joints->settings[e->slot].ratio_type == SC_RATIO_PULLEY);
    }
    for (int32_t row = 0; row < s->step->rows.dynamic_count; ++row)
    {
        const int32_t island = s->island[first_row_of(s->up, row)];
        if (island >= 0)
        {
            ++islands->islands[island].part_end;
        }
    }
    int32_t parts = 0, places = 0;
    for (int i = 0; i < islands->count; ++i)
    {
        sc_joint_island *island = &islands->islands[i];
        island->first_part = parts;
        island->first_place = places;
        parts = island->part_end += parts;
        places = island->place_end += places;
        SC_ASSERT(island->first_part < parts && island->first_place < places);
        s->parts[i] = island->first_part;
        s->places[i] = island->first_place;
    }
}

/// The part of a row, which is added if it is new; -1 if the row is not dynamic.
static int32_t place_part(island_search *s, sc_joint_islands *islands, int island, int32_t row)
{
    SC_ASSERT(island >= 0 && island < islands->count);
    if (row >= s->step->rows.dynamic_count)
    {
        return -1;
    }
    if (s->part[row] < 0)
    {
        s->part[row] = s->parts[island]++;
        SC_ASSERT(s->part[row] < islands->islands[island].part_end);
        const sc_bodies *bodies = s->step->bodies;
        const double mass = (double)bodies->inverse_mass[row];
        const double inertia = (double)bodies->inverse_inertia[row];
        islands->parts[s->part[row]] =
            (sc_joint_part){.row = row,
                            .mass = mass > 0.0 ? 1.0 / mass : 0.0,
                            .inertia = inertia > 0.0 ? 1.0 / inertia : 0.0};
    }
    return s->part[row];
}

static void place_parts(island_search *s, sc_joint_islands *islands)
{
    for (int i = 0; i < s->entries->count; ++i)
    {
        const sc_joint_entry *e = &s->entries->at[i];
        const int32_t island = s->island[first_row_of(s->up, dynamic_row_of(s, e))];
        if (island >= 0)
        {
            SC_ASSERT(s->places[island] < islands->islands[island].place_end);
            islands->places[s->places[island]++] =
                (sc_joint_place){.lane = e->lane,
                                 .row_a = e->row_a,
                                 .row_b = e->row_b,
                                 .part_a = place_part(s, islands, island, e->row_a),
                                 .part_b = place_part(s, islands, island, e->row_b),
                                 .slot = e->slot,
                                 .kind = e->kind};
        }
    }
}

bool sc_find_joint_islands(const sc_step *step, const sc_joint_entries *entries,
                           sc_joint_islands *islands)
{
    *islands = (sc_joint_islands){0};
    bool any = false;
    for (int i = 0; i < entries->count; ++i)
    {
        any |= entries->at[i].may_make_energy;
    }
    if (!any)
    {
        return true;
    }
    sc_arena *arena = &step->constraints->arena;
    const int rows = step->rows.dynamic_count, count = entries->count;
    island_search s = {.step = step,
                       .entries = entries,
                       .up = SC_TAKE(step->arena, int32_t, rows),
                       .bounded = SC_TAKE_ZEROED(step->arena, uint8_t, rows),
                       .island = SC_TAKE(step->arena, int32_t, rows),
                       .part = SC_TAKE(step->arena, int32_t, rows)};
    if (s.up == NULL || s.bounded == NULL || s.island == NULL || s.part == NULL)
    {
        return false;
    }
    join_sets(&s);
    int island_count = 0, place_count = 0, part_count = 0;
    for (int32_t row = 0; row < rows; ++row)
    {
        s.island[row] = s.part[row] = -1;
        const bool bounded = is_bounded(&s, row);
        island_count += bounded && s.up[row] == row;
        part_count += bounded;
    }
    for (int i = 0; i < count; ++i)
    {
        place_count += is_bounded(&s, dynamic_row_of(&s, &entries->at[i]));
    }
    islands->islands = SC_TAKE(arena, sc_joint_island, island_count);
    islands->parts = SC_TAKE(arena, sc_joint_part, part_count);
    islands->places = SC_TAKE(arena, sc_joint_place, place_count);
    s.parts = SC_TAKE(step->arena, int32_t, island_count);
    s.places = SC_TAKE(step->arena, int32_t, island_count);
    if (islands->islands == NULL || islands->parts == NULL || islands->places == NULL ||
        s.parts == NULL || s.places == NULL)
    {
        return false;
    }
    count_parts(&s, islands);
    SC_ASSERT(islands->count == island_count);
    place_parts(&s, islands);
    return true;
}
