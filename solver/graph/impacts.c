#include "solver/graph/impacts.h"

#include "core/maths.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/// Sine of the angle between normals that count as the same.
#define SAME_NORMAL 1e-3f
/// Of a step: by how much contacts that hold a body on both sides count as earlier.
#define BALANCED_EARLIER 0.02f

enum
{
    GRAIN = 4096  ///< contacts to a range
};

typedef struct impact_search
{
    const sc_step *step;
    /// By moving row, and of the static row: how fast its points turn, m/s; -1: none goes farther
    /// than the slop in the step.
    float *turning;
    float threshold;  ///< m/s
    int32_t first;    ///< contact of the class
    int32_t *found;   ///< contacts that close, by contact of the class, range by range
    int32_t *counts;  ///< by range
} impact_search;

/// Whether some body is swift: some point of it goes farther than the slop in the step.
static bool find_swift(const sc_step *step, float threshold, float *turning)
{
    bool any = false;
    for (int32_t row = 0; row < step->moving_count; ++row)
    {
        const sc_velocity *v = &step->velocities[row];
        float turn = fabsf(v->w) * step->bodies->reach[row].arm;
        bool swift = fabsf(v->vx) + fabsf(v->vy) + turn > threshold;
        turning[row] = swift ? turn : -1.0f;
        any |= swift;
    }
    turning[step->static_row] = -1.0f;
    return any;
}

/// Velocity of b at an anchor of a contact seen from a, along its normal.
static float parting_speed(const sc_manifold *m, const sc_velocity *a, const sc_velocity *b, int k)
{
    scree_vec2 normal = {m->normal_x, m->normal_y};
    scree_vec2 arm_a = {m->anchor[k][0], m->anchor[k][1]};
    scree_vec2 arm_b = sc_sub(arm_a, (scree_vec2){m->com_x, m->com_y});
    float linear = sc_dot(normal, (scree_vec2){b->vx - a->vx, b->vy - a->vy});
    return linear + (b->w * sc_cross(arm_b, normal) - a->w * sc_cross(arm_a, normal));
}

/// Whether the centre of mass of a or b lies between the two points of a contact.
static bool is_balanced(const sc_manifold *m, int points)
{
    float side_a[2], side_b[2];
    for (int k = 0; k < points; ++k)
    {
        scree_vec2 normal = {m->normal_x, m->normal_y};
        scree_vec2 arm_a = {m->anchor[k][0], m->anchor[k][1]};
        side_a[k] = sc_cross(arm_a, normal);
        side_b[k] = sc_cross(sc_sub(arm_a, (scree_vec2){m->com_x, m->com_y}), normal);
    }
    return points == 2 && (side_a[0] * side_a[1] < 0.0f || side_b[0] * side_b[1] < 0.0f);
}

/// When the first of its points closes; FLT_MAX: none within the step, or slowly.
static float time_of(const impact_search *search, const sc_manifold *m, int points,
                     const sc_velocity *a, const sc_velocity *b)
{
    float time = FLT_MAX;
    for (int k = 0; k < points; ++k)
    {
        float speed = -parting_speed(m, a, b, k);
        if (speed > search->threshold)
        {
            time = sc_min(time, m->separation[k] / speed);
        }
    }
    // What holds a body on both sides stops it without turning it: before what holds it on one.
    time -= is_balanced(m, points) ? BALANCED_EARLIER * search->step->dt : 0.0f;
    // What accelerates may get there a little sooner.
    return time <= 1.25f * search->step->dt ? time : FLT_MAX;
}

/// A contact with the rows of its bodies.
static sc_closing_contact impact_of(const sc_step *step, int32_t contact)
{
    const int32_t *const body_row = step->shapes->body_row;
    const int32_t row_a = body_row[step->contacts->a[contact]],
                  row_b = body_row[step->contacts->b[contact]];
    return (sc_closing_contact){.contact = contact,
                                .row_a = row_a < step->moving_count ? row_a : step->static_row,
                                .row_b = row_b < step->moving_count ? row_b : step->static_row};
}

/// When a contact closes; FLT_MAX: not in this step.
static float closing_time(const impact_search *search, const sc_closing_contact *impact)
{
    const sc_step *step = search->step;
    const sc_contacts *contacts = step->contacts;
    const sc_velocity *a = &step->velocities[impact->row_a], *b = &step->velocities[impact->row_b];
    const float turn_a = search->turning[impact->row_a], turn_b = search->turning[impact->row_b];
    float fastest =
        fabsf(b->vx - a->vx) + fabsf(b->vy - a->vy) + sc_max(turn_a, 0.0f) + sc_max(turn_b, 0.0f);
    return fastest > search->threshold ? time_of(search, &contacts->manifold[impact->contact],
                                                 contacts->point_count[impact->contact], a, b)
                                       : FLT_MAX;
}

/// Whether a contact closes in this step. Those that push and do not are settled.
static bool closes(const impact_search *search, int32_t contact)
{
    const sc_closing_contact impact = impact_of(search->step, contact);
    if (search->turning[impact.row_a] < 0.0f && search->turning[impact.row_b] < 0.0f)
    {
        return false;
    }
    const bool closing = closing_time(search, &impact) < FLT_MAX;
    const sc_manifold *m = &search->step->contacts->manifold[contact];
    if (!closing && (m->normal_impulse_0 > 0.0f || m->normal_impulse_1 > 0.0f))
    {
        search->step->contacts->state[contact] |= SC_CONTACT_SETTLED;
    }
    return closing;
}

/// A bit in each byte: whether the contact has points, of which there are at most two, and is not
/// settled.
static uint64_t unsettled(const sc_contacts *contacts, int32_t first)
{
    uint64_t counts, states;
    memcpy(&counts, contacts->point_count + first, sizeof counts);
    memcpy(&states, contacts->state + first, sizeof states);
    return (counts | counts >> 1) & ~(states / SC_CONTACT_SETTLED) & UINT64_C(0x0101010101010101);
}

static void search_range(void *context, sc_range range)
{
    const impact_search *search = context;
    int32_t *out = search->found + range.begin;
    for (int32_t at = range.begin; at < range.end; at += 8)
    {
        // Classes end with padding that has no points.
        uint64_t bits = unsettled(search->step->contacts, search->first + at);
        for (; bits != 0; bits &= bits - 1)
        {
            *out = search->first + at + __builtin_ctzll(bits) / 8;
            out += closes(search, *out);
        }
    }
    search->counts[range.index] = (int32_t)(out - (search->found + range.begin));
}

static bool is_before(const sc_closing_contact *a, const sc_closing_contact *b)
{
    return a->time < b->time || (a->time == b->time && a->contact < b->contact);
}

static int compare_impacts(const void *a, const void *b)
{
    return is_before(a, b) ? -1 : is_before(b, a);
}

/// The contacts of a class that close, from `found` on. Returns how many; -1: no memory.
static int search_class(impact_search *search, int class, int32_t *found)
{
    static const sc_pass pass = {"find_impacts", "contacts", 2, -1};
    const sc_step *step = search->step;
    const int32_t count = step->contacts->count[class];
    const int ranges = sc_range_count(count, GRAIN);
    search->first = step->contacts->first[class];
    search->found = found;
    search->counts = SC_TAKE(step->arena, int32_t, ranges);
    if (search->counts == NULL)
    {
        return -1;
    }
    sc_run_pass(step, &pass, 0, count, GRAIN, search_range, search);
    int total = 0;
    for (int r = 0; r < ranges; ++r)
    {
        memmove(found + total, found + (ptrdiff_t)r * GRAIN,
                sizeof *found * (size_t)search->counts[r]);
        total += search->counts[r];
    }
    return total;
}

/// All contacts that close. False: no memory.
static bool search_all(impact_search *search, sc_late_impacts *out)
{
    const sc_step *step = search->step;
    // Ranges write one place ahead.
    int32_t *found = SC_TAKE(step->arena, int32_t, sc_contacts_count(step->contacts) + 1);
    if (found == NULL)
    {
        return false;
    }
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        int count = search_class(search, class, found + out->count);
        if (count < 0)
        {
            return false;
        }
        out->count += count;
    }
    out->impacts = SC_TAKE(step->arena, sc_closing_contact, out->count);
    for (int i = 0; out->impacts != NULL && i < out->count; ++i)
    {
        out->impacts[i] = impact_of(step, found[i]);
        out->impacts[i].time = closing_time(search, &out->impacts[i]);
    }
    return out->impacts != NULL;
}

/// Whether an impact follows the first one of a body with another normal.
static bool is_late_at(const sc_step *step, const sc_closing_contact *impact,
                       const sc_closing_contact *first, int32_t row)
{
    const sc_manifold *m = &step->contacts->manifold[impact->contact],
                      *n = &step->contacts->manifold[first->contact];
    scree_vec2 own = {m->normal_x, m->normal_y}, other = {n->normal_x, n->normal_y};
    bool turned = (impact->row_a == row) != (first->row_a == row);
    bool facing = (sc_dot(own, other) < 0.0f) != turned;
    return impact->contact != first->contact &&
           (facing || fabsf(sc_cross(own, other)) > SAME_NORMAL ||
            is_balanced(n, step->contacts->point_count[first->contact]));
}

/// Keeps those that are late at one of their bodies, and says at which. False: no memory.
static bool keep_late(const sc_step *step, sc_late_impacts *out)
{
    if (out->count == 0)
    {
        return true;
    }
    const sc_closing_contact **first =
        SC_TAKE(step->arena, const sc_closing_contact *, step->dynamic_count + 1);
    if (first == NULL)
    {
        return false;
    }
    memset(first, 0, sizeof *first * (size_t)(step->dynamic_count + 1));
    for (int i = 0; i < out->count; ++i)
    {
        const sc_closing_contact *impact = &out->impacts[i];
        const int32_t rows[2] = {impact->row_a, impact->row_b};
        for (int k = 0; k < 2; ++k)
        {
            if (rows[k] < step->dynamic_count &&
                (first[rows[k]] == NULL || is_before(impact, first[rows[k]])))
            {
                first[rows[k]] = impact;
            }
        }
    }
    int late_count = 0;
    for (int i = 0; i < out->count; ++i)
    {
        const sc_closing_contact *impact = &out->impacts[i];
        int32_t a = impact->row_a, b = impact->row_b;
        int late = 0;
        late |= a < step->dynamic_count && is_late_at(step, impact, first[a], a) ? SC_LATE_AT_A : 0;
        late |= b < step->dynamic_count && is_late_at(step, impact, first[b], b) ? SC_LATE_AT_B : 0;
        if (late == 0)
        {
            continue;
        }
        if (out->late == NULL)
        {
            out->late = SC_TAKE_ZEROED(step->arena, uint8_t, step->contacts->capacity);
            if (out->late == NULL)
            {
                return false;
            }
        }
        out->late[impact->contact] = (uint8_t)late;
        ++late_count;
    }
    int kept = 0;
    for (int i = 0; late_count > 0 && i < out->count; ++i)
    {
        if (out->late[out->impacts[i].contact] != 0)
        {
            out->impacts[kept++] = out->impacts[i];
        }
    }
    out->count = kept;
    return true;
}

bool sc_find_late_impacts(const sc_step *step, sc_late_impacts *out)
{
    *out = (sc_late_impacts){0};
    impact_search search = {.step = step, .threshold = SC_SLOP / step->dt};
    search.turning = SC_TAKE(step->arena, float, step->static_row + 1);
    if (search.turning == NULL)
    {
        return false;
    }
    if (!find_swift(step, search.threshold, search.turning))
    {
        return true;
    }
    if (!search_all(&search, out) || !keep_late(step, out))
    {
        return false;
    }
    qsort(out->impacts, (size_t)out->count, sizeof *out->impacts, compare_impacts);
    return true;
}
