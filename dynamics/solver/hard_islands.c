#include "dynamics/solver/hard_islands.h"

#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/solver/constraints.h"

#include <string.h>

/// A light body makes its island hard if it carries a body that is HEAVY times heavier. From
/// HEAVIEST times on, substeps are divided into more parts.
#define HEAVY 50.0f
#define HEAVIEST 250.0f
/// The ratio of masses from which on a light body may be the top of a column that carries the heavy
/// one.
#define HEAVY_ON_COLUMN 10.0f
/// The strain of a column is the mass of its load over that of its top body, times the square of
/// the number of its bodies. From this strain on, substeps are divided; each further factor of
/// STRONGER doubles the number of parts.
#define BUCKLES 1000.0f
#define STRONGER 5.0f
/// Only up to this number of bodies of a column are counted.
#define LONGEST 100
/// Maximum speed of the load relative to the top of a column, units/s. A faster load is landing,
/// and the stiff contacts of columns would throw it back.
#define SLOW 0.5f
/// A body is thin if half its thickness is below THIN, units, and the ratio of its length to its
/// thickness is above LONG.
#define THIN (0.5f * SC_SLOP)
#define LONG 20.0f
/// Minimum gravity at which differences of mass make islands hard, units/s^2. With less, bodies
/// have almost no weight and do not load others.
#define LEAST_GRAVITY 0.01f
/// Minimum load of a contact that presses a light body, in weights of that body.
#define PRESSED 4.0f
/// The heavy body lies above the light one if the cosine of the angle between normal and vertical
/// is above this.
#define ABOVE 0.2f
/// Bodies are side by side, and carry nothing of each other, if the cosine of that angle is below
/// this.
#define BESIDE 0.3f

/// Depth of a contact, in slops, from which on its column is relaxed more often (soft_step.c).
#define DEEP 1.4f

enum
{
    GRAIN = 4096  ///< contacts
};

/// The bits of positive floats, as integers, are in the order of the floats; compilers vectorise
/// loops over integers.
static int32_t bits_of(const float *value)
{
    int32_t bits;
    memcpy(&bits, value, sizeof bits);
    return bits;
}

static float float_of(int32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// The kinds of hard contacts that are possible, judged by the bodies alone. Substeps of islands
/// with joints are not divided, so bodies with joints do not count.
typedef struct possible
{
    bool heavy, thin;
} possible;

/// Finds which kinds of hard contacts are possible. Compares masses with the range of an earlier
/// step, because to find the lightest and the heaviest body in each step would be more work.
static possible possible_in(const sc_step *step)
{
    sc_mass_range *const range = &step->constraints->masses;
    const float *const mass = step->bodies->mass, *const safe = step->bodies->safe;
    const int32_t *const first_joint = step->bodies->first_joint;
    const int32_t count = step->rows.dynamic_count;
    const float thinnest = SC_SAFE_FRACTION * (step->lengths->unit * THIN);
    const int32_t least = range->least, most = range->most, thin_bits = bits_of(&thinnest);
    const bool joined = step->joints->count > 0;
    const bool weighs = sc_length(step->gravity) >= LEAST_GRAVITY * step->lengths->unit;
    int32_t outside = 0, thin = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const int32_t m = bits_of(&mass[i]);
        const int32_t counts = !joined || first_joint[i] == 0 ? -1 : 0;
        // The values are the bits of floats, and a negative difference shows that a mass is out of
        // the range. No mass is negative, so no difference overflows.
        outside |= weighs ? ((m - least) | (most - m)) & counts : 0;
        thin |= (bits_of(&safe[i]) - thin_bits) & counts;
    }
    bool heavy = false;
    if (outside < 0)
    {
        int32_t lightest = INT32_MAX, heaviest = 0;
        for (int32_t i = 0; i < count; ++i)
        {
            const int32_t m = bits_of(&mass[i]);
            lightest = m < lightest && first_joint[i] == 0 ? m : lightest;
            heaviest = m > heaviest && first_joint[i] == 0 ? m : heaviest;
        }
        heavy = float_of(heaviest) >= HEAVY_ON_COLUMN * float_of(lightest);
        *range = heavy ? (sc_mass_range){0, 0} : (sc_mass_range){lightest, heaviest};
    }
    return (possible){heavy, thin < 0};
}

static bool is_thin(const sc_step *step, int32_t row)
{
    const float safe = step->bodies->safe[row];
    return safe < SC_SAFE_FRACTION * (step->lengths->unit * THIN) &&
           SC_SAFE_FRACTION * step->bodies->extent[row] > LONG * safe;
}

/// Whether the light one of two bodies carries the heavy one, or is about to.
static bool is_under_load(const sc_step *step, const sc_manifold *m, float mass_a, float mass_b)
{
    const scree_vec2 g = step->gravity;
    const float length = sc_length(g), side = mass_a < mass_b ? -1.0f : 1.0f;
    const float below = side * (m->normal_x * g.x + m->normal_y * g.y);
    const float weight = sc_min(mass_a, mass_b) * length * step->settings->last_h;
    return below > ABOVE * length || m->normal_impulse_0 + m->normal_impulse_1 > PRESSED * weight;
}

/// Combines the parts of two bodies: the larger number of each kind of parts, and SC_PARTS_DEEP if
/// either body has it.
static uint8_t more_parts(uint8_t a, uint8_t b)
{
    const int plain_a = a % SC_COLUMN_PARTS, plain_b = b % SC_COLUMN_PARTS;
    const int column_a = a % SC_PARTS_DEEP - plain_a, column_b = b % SC_PARTS_DEEP - plain_b;
    return (uint8_t)((plain_a > plain_b ? plain_a : plain_b) +
                     (column_a > column_b ? column_a : column_b) + ((a | b) & SC_PARTS_DEEP));
}

/// Whether the masses of two bodies differ by a factor or more.
static bool is_unlike(float mass_a, float mass_b, float factor)
{
    return mass_a >= factor * mass_b || mass_b >= factor * mass_a;
}

/// Marks a body of a hard contact. Returns false if out of memory.
static bool mark(const sc_step *step, uint8_t **of_row, int32_t row, int parts)
{
    if (*of_row == NULL)
    {
        *of_row = SC_TAKE_ZEROED(step->arena, uint8_t, step->rows.dynamic_count);
        if (*of_row == NULL)
        {
            return false;
        }
    }
    SC_ASSERT(parts < SC_PARTS_NEVER);
    (*of_row)[row] = more_parts((*of_row)[row], (uint8_t)parts);
    return true;
}

/// Marks the dynamic bodies of deep contacts.
static void mark_deep(const sc_step *step, uint8_t *parts)
{
    const sc_contacts *contacts = step->contacts;
    const int32_t *const body_row = step->shapes->body_row;
    const float limit = -DEEP * step->lengths->slop;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t end = contacts->first[c] + contacts->count[c];
        for (int32_t i = contacts->first[c]; i < end; ++i)
        {
            const float *const separation = contacts->manifold[i].separation;
            if (contacts->point_count[i] == 0 || sc_min(separation[0], separation[1]) >= limit)
            {
                continue;
            }
            const int32_t rows[2] = {body_row[contacts->a[i]], body_row[contacts->b[i]]};
            for (int side = 0; side < 2; ++side)
            {
                if (rows[side] < step->rows.dynamic_count)
                {
                    parts[rows[side]] |= SC_PARTS_DEEP;
                }
            }
        }
    }
}

/// Marks bodies whose islands are not divided. These are bodies with joints, which keep impulses of
/// whole substeps, and bodies with locks, which a group finds by its first and last row.
static void mark_undivided(const sc_step *step, uint8_t *parts)
{
    const sc_bodies *bodies = step->bodies;
    for (int32_t i = 0; i < step->rows.dynamic_count; ++i)
    {
        const bool locked = (bodies->flags[i] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
        parts[i] = bodies->first_joint[i] != 0 || locked ? SC_PARTS_NEVER : parts[i];
    }
}

/// The contacts of a dynamic row, and its load.
typedef struct pillar
{
    int32_t contacts;
    int32_t with[2];  ///< rows that the first two contacts are with
    int32_t loads;    ///< contacts with heavy bodies
    int32_t load;     ///< the row of the last of these
} pillar;

/// Notes that the lighter one of two bodies carries the other. Returns false if out of memory.
static bool note_load(const sc_step *step, pillar **pillars, int32_t row_a, int32_t row_b)
{
    if (*pillars == NULL)
    {
        *pillars = SC_TAKE_ZEROED(step->arena, pillar, step->rows.dynamic_count);
        if (*pillars == NULL)
        {
            return false;
        }
    }
    const bool carries = step->bodies->mass[row_a] < step->bodies->mass[row_b];
    pillar *under = &(*pillars)[carries ? row_a : row_b];
    under->load = carries ? row_b : row_a;
    ++under->loads;
    return true;
}

/// The number of bodies of a column, from the body under the load down. Each body is light and has
/// one contact above and one below, so only the width of the contacts keeps the column upright.
static int column_length(const sc_step *step, const pillar *pillars, int32_t row)
{
    int length = 0;
    int32_t above = pillars[row].load;
    const float *const mass = step->bodies->mass;
    const float load = mass[above];
    while (row < step->rows.dynamic_count && HEAVY_ON_COLUMN * mass[row] <= load &&
           pillars[row].contacts == 2 && length < LONGEST)
    {
        const int32_t below = pillars[row].with[pillars[row].with[0] == above];
        above = row;
        row = below;
        ++length;
    }
    return length;
}

/// Whether a body moves slowly against its load.
static bool is_at_rest(const sc_step *step, int32_t row, int32_t load)
{
    const sc_bodies *bodies = step->bodies;
    const scree_vec2 v = {bodies->vx[row] - bodies->vx[load], bodies->vy[row] - bodies->vy[load]};
    return sc_length(v) < step->lengths->unit * SLOW;
}

/// Whether a body may be the top of a column: it carries one load, which rests on it.
static bool may_top(const sc_step *step, const pillar *pillars, int32_t row)
{
    return pillars[row].loads == 1 && is_at_rest(step, row, pillars[row].load);
}

/// A range of contacts that is searched for hard ones, then for those of columns.
typedef struct hard_range
{
    int32_t begin, end;
    int32_t *found;  ///< in their order
    int32_t count;
} hard_range;

typedef struct hard_search
{
    const sc_step *step;
    possible may;
    float heaviest_load;  ///< bodies of columns have at most a tenth of its mass
    hard_range *ranges;
    int range_count;
} hard_search;

static bool has_thin(const sc_step *step, int32_t row_a, int32_t row_b)
{
    return is_thin(step, row_a) || is_thin(step, row_b);
}

/// Lists contacts of bodies that are thin or of unlike mass, then removes contacts that carry no
/// load. The first loop has no branches, because masses are hard to predict.
static void search_range(void *context, sc_range range)
{
    const hard_search *search = context;
    const sc_step *step = search->step;
    const sc_contacts *contacts = step->contacts;
    const int32_t *const body_row = step->shapes->body_row;
    const float *const mass = step->bodies->mass;
    const int32_t *const first_joint = step->bodies->first_joint;
    const int32_t dynamic_count = step->rows.dynamic_count;
    for (int k = range.begin; k < range.end; ++k)
    {
        hard_range *r = &search->ranges[k];
        int32_t *const found = r->found, count = 0;
        for (int32_t i = r->begin; i < r->end; ++i)
        {
            const int32_t a = body_row[contacts->a[i]], b = body_row[contacts->b[i]];
            const float light = sc_min(mass[a], mass[b]), heavy = sc_max(mass[a], mass[b]);
            const int acts = (contacts->point_count[i] != 0) & (a < dynamic_count) &
                             (b < dynamic_count) & (first_joint[a] == 0) & (first_joint[b] == 0);
            found[count] = i;
            count += acts & ((heavy >= HEAVY_ON_COLUMN * light) | search->may.thin);
        }
        r->count = 0;
        for (int32_t n = 0; n < count; ++n)
        {
            const int32_t i = found[n];
            const int32_t a = body_row[contacts->a[i]], b = body_row[contacts->b[i]];
            const bool carries = search->may.heavy &&
                                 is_unlike(mass[a], mass[b], HEAVY_ON_COLUMN) &&
                                 is_under_load(step, &contacts->manifold[i], mass[a], mass[b]);
            found[r->count] = i;
            r->count += carries || (search->may.thin && has_thin(step, a, b));
        }
    }
}

/// Finds the hard contacts on all workers. Returns false if out of memory.
static bool search_contacts(hard_search *search)
{
    static const sc_pass pass = {"find_hard_contacts", "ranges", 0, -1};
    const sc_step *step = search->step;
    const sc_contacts *contacts = step->contacts;
    const int pairs = sc_contacts_count(contacts);
    search->ranges =
        SC_TAKE(step->arena, hard_range, sc_range_count(pairs, GRAIN) + SC_CLASS_COUNT);
    int32_t *found = SC_TAKE(step->arena, int32_t, pairs);
    if (search->ranges == NULL || found == NULL)
    {
        return false;
    }
    for (int c = SC_CLASS_NONE + 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t end = contacts->first[c] + contacts->count[c];
        for (int32_t i = contacts->first[c]; i < end; i += GRAIN)
        {
            const int32_t next = end - i < GRAIN ? end : i + GRAIN;
            search->ranges[search->range_count++] = (hard_range){i, next, found, 0};
            found += next - i;
        }
    }
    sc_run_pass(step, &pass, 0, search->range_count, 1, search_range, search);
    return true;
}

/// Marks the bodies of a hard contact. Returns false if out of memory.
static bool mark_contact(const hard_search *search, int32_t contact, pillar **pillars,
                         uint8_t **of_row)
{
    const sc_step *step = search->step;
    const sc_contacts *contacts = step->contacts;
    const float *const mass = step->bodies->mass;
    const int32_t a = step->shapes->body_row[contacts->a[contact]],
                  b = step->shapes->body_row[contacts->b[contact]];
    int parts = search->may.thin && has_thin(step, a, b) ? SC_PARTS_OF_THIN : 0;
    if (search->may.heavy && is_unlike(mass[a], mass[b], HEAVY_ON_COLUMN) &&
        is_under_load(step, &contacts->manifold[contact], mass[a], mass[b]))
    {
        parts = is_unlike(mass[a], mass[b], HEAVIEST) ? SC_PARTS_OF_HEAVIEST
                : is_unlike(mass[a], mass[b], HEAVY)  ? SC_PARTS_OF_HEAVY
                                                      : parts;
        if (contacts->point_count[contact] == 2 && !note_load(step, pillars, a, b))
        {
            return false;
        }
    }
    return parts == 0 || mark(step, of_row, a, parts);
}

/// Lists contacts through which bodies of columns may carry others. It leaves out contacts of
/// bodies side by side, and contacts of two bodies that are both too heavy for a column.
static void search_column_range(void *context, sc_range range)
{
    const hard_search *search = context;
    const sc_step *step = search->step;
    const sc_contacts *contacts = step->contacts;
    const int32_t *const body_row = step->shapes->body_row;
    const float *const mass = step->bodies->mass;
    const scree_vec2 g = step->gravity;
    const float across = BESIDE * sc_length(g), heaviest = search->heaviest_load;
    for (int k = range.begin; k < range.end; ++k)
    {
        hard_range *r = &search->ranges[k];
        int32_t count = 0;
        for (int32_t i = r->begin; i < r->end; ++i)
        {
            const sc_manifold *m = &contacts->manifold[i];
            const int32_t a = body_row[contacts->a[i]], b = body_row[contacts->b[i]];
            const int carries = (contacts->point_count[i] != 0) &
                                (fabsf(m->normal_x * g.x + m->normal_y * g.y) > across);
            r->found[count] = i;
            count += carries & ((HEAVY_ON_COLUMN * mass[a] <= heaviest) |
                                (HEAVY_ON_COLUMN * mass[b] <= heaviest));
        }
        r->count = count;
    }
}

/// Counts the contacts of bodies of columns, except contacts with much lighter bodies.
static void count_contacts(const hard_search *search, pillar *pillars)
{
    static const sc_pass pass = {"find_column_contacts", "ranges", 0, -1};
    const sc_step *step = search->step;
    const sc_contacts *contacts = step->contacts;
    const int32_t *const body_row = step->shapes->body_row;
    const float *const mass = step->bodies->mass;
    sc_run_pass(step, &pass, 0, search->range_count, 1, search_column_range, (void *)search);
    for (int r = 0; r < search->range_count; ++r)
    {
        for (int32_t n = 0; n < search->ranges[r].count; ++n)
        {
            const int32_t i = search->ranges[r].found[n];
            const int32_t rows[2] = {body_row[contacts->a[i]], body_row[contacts->b[i]]};
            for (int k = 0; k < 2; ++k)
            {
                const int32_t other = rows[1 - k];
                const bool is_pebble = other < step->rows.dynamic_count &&
                                       HEAVY_ON_COLUMN * mass[other] <= mass[rows[k]];
                if (rows[k] < step->rows.dynamic_count && !is_pebble)
                {
                    pillar *found = &pillars[rows[k]];
                    found->with[found->contacts > 0] = other;
                    ++found->contacts;
                }
            }
        }
    }
}

/// Marks the bodies that carry one load, on top of columns that would buckle. Returns false if out
/// of memory.
static bool mark_columns(hard_search *search, pillar *pillars, uint8_t **of_row)
{
    const sc_step *step = search->step;
    const float *const mass = step->bodies->mass;
    // First look for bodies that may bear a load, because most worlds whose masses differ have no
    // column.
    int32_t first = step->rows.dynamic_count;
    for (int32_t i = step->rows.dynamic_count - 1; i >= 0; --i)
    {
        if (may_top(step, pillars, i))
        {
            first = i;
            search->heaviest_load = sc_max(search->heaviest_load, mass[pillars[i].load]);
        }
    }
    if (first < step->rows.dynamic_count)
    {
        count_contacts(search, pillars);
    }
    for (int32_t i = first; i < step->rows.dynamic_count; ++i)
    {
        const int32_t load = pillars[i].load;
        if (pillars[i].contacts != 2 || !may_top(step, pillars, i))
        {
            continue;
        }
        const float length = (float)column_length(step, pillars, i);
        if (length < 2.0f)
        {
            continue;
        }
        const float strain = length * length * (mass[load] / mass[i]);
        int parts = 0;
        for (float bearable = BUCKLES; strain >= bearable && parts < SC_PARTS_MAX;
             bearable *= STRONGER)
        {
            parts = parts > 0 ? 2 * parts : SC_PARTS_OF_COLUMN;
        }
        if (parts > 0 && !mark(step, of_row, i, parts * SC_COLUMN_PARTS))
        {
            return false;
        }
    }
    if (*of_row != NULL)
    {
        mark_deep(step, *of_row);
    }
    return true;
}

bool sc_find_hard_rows(const sc_step *step, uint8_t **of_row)
{
    *of_row = NULL;
    if (step->settings->solver != SCREE_SOLVER_SOFT_STEP || !step->solves_groups)
    {
        return true;
    }
    hard_search search = {.step = step, .may = possible_in(step)};
    pillar *pillars = NULL;
    if ((search.may.heavy || search.may.thin) && !search_contacts(&search))
    {
        return false;
    }
    for (int k = 0; k < search.range_count; ++k)
    {
        for (int32_t n = 0; n < search.ranges[k].count; ++n)
        {
            if (!mark_contact(&search, search.ranges[k].found[n], &pillars, of_row))
            {
                return false;
            }
        }
    }
    if (pillars != NULL && !mark_columns(&search, pillars, of_row))
    {
        return false;
    }
    if (*of_row != NULL)
    {
        mark_undivided(step, *of_row);
    }
    return true;
}

/// An island, indexed by its first row, or an open group of islands.
typedef struct island
{
    int32_t contacts, group;
    uint8_t parts;
    bool shared;  ///< has contacts that only the shared group solves
} island;

/// Adds a hard island to the open group of its parts, or to a new one. Returns the group.
static int32_t fill_group(sc_constraints *constraints, const island *added, island *open)
{
    SC_ASSERT(added->contacts > 0);
    const bool may_be_column = added->contacts <= SC_COLUMN_MAX;
    const int column = may_be_column ? added->parts % SC_PARTS_DEEP / SC_COLUMN_PARTS : 0;
    const int plain = added->parts % SC_COLUMN_PARTS, parts = column > plain ? column : plain;
    SC_ASSERT(parts > 0 && parts <= SC_PARTS_MAX);
    const bool deep = column > 0 && (added->parts & SC_PARTS_DEEP);
    island *group = &open[3 * parts + (column > 0) + deep];
    if (group->group == SC_SHARED_GROUP || group->contacts >= SC_ISLANDS_FULL)
    {
        *group = (island){.group = constraints->group_count++};
        constraints->groups[group->group].parts = parts;
        constraints->groups[group->group].is_stiff = column > 0;
        constraints->groups[group->group].is_deep = deep;
    }
    group->contacts += added->contacts;
    return group->group;
}

bool sc_group_hard_islands(const sc_step *step, sc_row_reach *rows, int32_t *islands)
{
    const int32_t count = step->rows.dynamic_count;
    const uint8_t *const parts = step->constraints->parts;
    island *found = SC_TAKE_ZEROED(step->arena, island, count), open[3 * SC_PARTS_MAX + 3] = {{0}};
    if (found == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        islands[i] = islands[islands[i]];
        SC_ASSERT(islands[islands[i]] == islands[i]);
        island *of = &found[islands[i]];
        of->contacts += rows[i].contacts & ~SC_REACH_SHARED;
        of->shared |= (rows[i].contacts & SC_REACH_SHARED) != 0;
        of->parts = more_parts(parts[i], of->parts);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        island *of = &found[islands[i]];
        // Islands with more contacts than SC_COLUMN_MAX are not treated as columns.
        const int32_t most = of->parts % SC_COLUMN_PARTS > 0 ? SC_HARD_MAX : SC_COLUMN_MAX;
        const bool hard = of->parts % SC_PARTS_DEEP > 0 && of->parts != SC_PARTS_NEVER &&
                          !of->shared && of->contacts <= most;
        if (hard && islands[i] == i)
        {
            of->group = fill_group(step->constraints, of, open);
        }
        islands[i] = of->group;
        rows[i] = hard ? (sc_row_reach){i, 0} : rows[i];
    }
    return true;
}
