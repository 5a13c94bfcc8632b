/// The stage find_contact_events: finds the contacts that began, ended or hit in this step.
#include "scree/events.h"
#include "dynamics/events/contact_events.h"

#include "core/assert.h"
#include "core/maths.h"
#include "core/pass.h"
#include "core/stores/event_store.h"

#include <float.h>
#include <string.h>

enum
{
    GRAIN = 4096,  ///< contacts per range
    // The events of a contact.
    BEGINS = 1,
    ENDS = 2,
    HITS = 4
};

typedef struct find_context
{
    const sc_step *step;
    const sc_contacts *contacts;  ///< of awake bodies or of sleeping ones
    sc_event_tally *ranges;       ///< of the class
    sc_found_events *found;
} find_context;

static scree_vec2 velocity_at(const sc_bodies *bodies, int32_t row, float arm_x, float arm_y)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    return (scree_vec2){bodies->vx[row] - bodies->w[row] * arm_y,
                        bodies->vy[row] + bodies->w[row] * arm_x};
}

/// A component of velocity_at in double precision.
static double speed_at(const sc_bodies *bodies, int32_t row, float arm_x, float arm_y,
                       const sc_manifold *m)
{
    const double w = (double)bodies->w[row];
    return ((double)bodies->vx[row] - w * (double)arm_y) * (double)m->normal_x +
           ((double)bodies->vy[row] + w * (double)arm_x) * (double)m->normal_y;
}

/// The speed at which a point of a contact approaches along the normal, m/s, within +-FLT_MAX. NaN
/// if a velocity is not finite.
static float approach_speed(const sc_bodies *bodies, const int32_t *rows, const sc_manifold *m,
                            const float *anchor)
{
    const float other_x = anchor[0] - m->com_x, other_y = anchor[1] - m->com_y;
    const scree_vec2 a = velocity_at(bodies, rows[0], anchor[0], anchor[1]);
    const scree_vec2 b = velocity_at(bodies, rows[1], other_x, other_y);
    const float speed = (a.x - b.x) * m->normal_x + (a.y - b.y) * m->normal_y;
    if (sc_is_finite(speed))
    {
        return speed;
    }
    // The velocities or their differences exceed the range of floats.
    const double wide = speed_at(bodies, rows[0], anchor[0], anchor[1], m) -
                        speed_at(bodies, rows[1], other_x, other_y, m);
    return wide > (double)FLT_MAX ? FLT_MAX : wide < -(double)FLT_MAX ? -FLT_MAX : (float)wide;
}

static int look_at_contact(const find_context *find, int32_t i, sc_found_hit *hit)
{
    SC_ASSERT(i >= SC_BLOCK && i < find->contacts->capacity);
    const sc_step *step = find->step;
    const sc_contacts *contacts = find->contacts;
    const uint8_t *asks = step->shapes->events;
    const int asked = asks[contacts->a[i]] | asks[contacts->b[i]];
    const bool touches = contacts->point_count[i] > 0;
    const bool told = (contacts->state[i] & SC_CONTACT_REPORTED) != 0;
    const bool tells = touches && (asked & SC_EVENTS_CONTACT);
    int does = tells == told ? 0 : tells ? BEGINS : ENDS;
    if (touches && (asked & SC_EVENTS_HIT) && contacts == step->contacts)
    {
        // The point with the highest approach speed.
        SC_ASSERT(contacts->point_count[i] > 0 && contacts->point_count[i] <= 2);
        const sc_bodies *bodies = step->bodies;
        const sc_manifold *m = &contacts->manifold[i];
        const int32_t rows[] = {bodies->row[step->shapes->body_slot[contacts->a[i]]],
                                bodies->row[step->shapes->body_slot[contacts->b[i]]]};
        *hit = (sc_found_hit){.contact = i};
        for (int k = 0; k < contacts->point_count[i]; ++k)
        {
            const float speed = approach_speed(bodies, rows, m, m->anchor[k]);
            if (k == 0 || speed > hit->approach_speed)
            {
                hit->approach_speed = speed;
                hit->point = k;
            }
        }
        does |= hit->approach_speed > step->lengths->unit * step->settings->hit_event_threshold
                    ? HITS
                    : 0;
    }
    return does;
}

static void count_range(void *context, sc_range range)
{
    const find_context *find = context;
    sc_event_tally count = {0};
    sc_found_hit hit;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int does = look_at_contact(find, i, &hit);
        count.begins += (does & BEGINS) != 0;
        count.ends += (does & ENDS) != 0;
        count.hits += (does & HITS) != 0;
    }
    find->ranges[range.index] = count;
}

static void keep_range(void *context, sc_range range)
{
    const find_context *find = context;
    const sc_found_events *found = find->found;
    const bool asleep = find->contacts != find->step->contacts;
    sc_event_tally at = find->ranges[range.index];
    sc_found_hit hit;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int does = look_at_contact(find, i, &hit);
        SC_ASSERT(at.begins <= found->count.begins && at.ends <= found->count.ends &&
                  at.hits <= found->count.hits);
        if (does & BEGINS)
        {
            found->begins[at.begins++] = asleep ? -1 - i : i;
        }
        if (does & ENDS)
        {
            found->ends[at.ends++] = asleep ? -1 - i : i;
        }
        if (does & HITS)
        {
            found->hits[at.hits++] = hit;
        }
    }
}

/// The number of stores to search. Contacts of sleeping bodies begin or end events only if a shape
/// changed its event flags.
static int store_count(const sc_step *step) { return step->shapes->asks_changed ? 2 : 1; }

static void run_ranges(const sc_step *step, const sc_pass *pass, sc_job *job,
                       sc_event_tally *ranges, sc_found_events *found)
{
    find_context context = {step, NULL, ranges, found};
    for (int s = 0; s < store_count(step); ++s)
    {
        const sc_contacts *contacts = context.contacts = sc_event_contacts(step, s);
        for (int c = 1; c < SC_CLASS_COUNT; ++c)
        {
            sc_run_pass(step, pass, contacts->first[c], contacts->first[c] + contacts->count[c],
                        GRAIN, job, &context);
            context.ranges += sc_range_count(contacts->count[c], GRAIN);
        }
    }
}

/// Reserves room for all events. Returns false if out of memory.
static bool reserve_events(const sc_step *step, sc_found_events *found)
{
    const int64_t pending = step->events->pending_count;
    const sc_event_tally count = found->count;
    int64_t most = pending + count.ends > count.begins ? pending + count.ends : count.begins;
    size_t pairs = sizeof(scree_contact_begin) * (size_t)most;
    size_t hits = sizeof(scree_contact_hit) * (size_t)count.hits;
    found->begins = SC_TAKE(step->arena, int32_t, count.begins + 1);
    found->ends = SC_TAKE(step->arena, int32_t, count.ends + 1);
    found->hits = SC_TAKE(step->arena, sc_found_hit, count.hits + 1);
    found->scratch = SC_TAKE(step->arena, char, (pairs > hits ? pairs : hits) + 1);
    return found->begins != NULL && found->ends != NULL && found->hits != NULL &&
           found->scratch != NULL &&
           sc_events_reserve(step->events, step->memory, count.begins, count.ends, count.hits);
}

/// Finds the contact events of this step and reserves the memory to store them.
bool sc_find_contact_events(sc_step *step)
{
    static const sc_pass counting = {"count_events", "contacts", 2 * (int)sizeof(int32_t) + 4, -1};
    static const sc_pass keeping = {"keep_events", "contacts", 2 * (int)sizeof(int32_t) + 4, -1};
    const sc_shapes *shapes = step->shapes;
    const bool asked = shapes->asking[SC_ASK_CONTACT] + shapes->asking[SC_ASK_HIT] > 0 ||
                       step->events->reported > 0;
    step->scratch.found_events = NULL;
    sc_set_work(step->profile, asked ? sc_contacts_count(step->contacts) : 0, "contacts", 0);
    if (!asked && step->events->pending_count == 0)
    {
        return true;
    }
    sc_found_events *found = SC_TAKE_ZEROED(step->arena, sc_found_events, 1);
    step->scratch.found_events = found;
    if (found == NULL || !asked)
    {
        return found != NULL && reserve_events(step, found);
    }
    int range_count = 0;
    for (int i = 0; i < store_count(step) * SC_CLASS_COUNT; ++i)
    {
        const sc_contacts *contacts = sc_event_contacts(step, i / SC_CLASS_COUNT);
        int c = i % SC_CLASS_COUNT;
        range_count += c > 0 ? sc_range_count(contacts->count[c], GRAIN) : 0;
    }
    sc_event_tally *ranges = SC_TAKE(step->arena, sc_event_tally, range_count + 1);
    if (ranges == NULL)
    {
        return false;
    }
    run_ranges(step, &counting, count_range, ranges, found);
    for (int r = 0; r < range_count; ++r)
    {
        sc_event_tally here = ranges[r];
        ranges[r] = found->count;
        found->count.begins += here.begins;
        found->count.ends += here.ends;
        found->count.hits += here.hits;
    }
    if (!reserve_events(step, found))
    {
        return false;
    }
    run_ranges(step, &keeping, keep_range, ranges, found);
    return true;
}
