#include "core/step_context.h"

#include "core/assert.h"
#include "core/maths.h"
#include "core/pass.h"
#include "core/stores/event_store.h"

#include <float.h>
#include <string.h>

enum
{
    GRAIN = 4096,  ///< contacts to a range
    // What a contact does.
    BEGINS = 1,
    ENDS = 2,
    HITS = 4
};

typedef struct found_hit
{
    int32_t contact;
    float approach_speed;
    int point;
} found_hit;

/// How many there are, of a range or of all; then where those of the range go.
typedef struct tally
{
    int begins, ends, hits;
} tally;

/// What the first stage leaves to the second, in the scratch of the step.
typedef struct sc_found_events
{
    tally count;
    int32_t *begins, *ends;  ///< contacts; -1 - contact: one that sleeps
    found_hit *hits;
    void *scratch;  ///< room for a copy of the longest list of events
} found_events;

typedef struct find_context
{
    const sc_step *step;
    const sc_contacts *contacts;  ///< those that are awake, or those that sleep
    tally *ranges;                ///< of the class
    found_events *found;
} find_context;

static scree_vec2 velocity_at(const sc_bodies *bodies, int32_t row, float arm_x, float arm_y)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    return (scree_vec2){bodies->vx[row] - bodies->w[row] * arm_y,
                        bodies->vy[row] + bodies->w[row] * arm_x};
}

/// The point of a contact whose sides approach each other fastest.
static found_hit fastest_point(const sc_step *step, int32_t i)
{
    SC_ASSERT(step->contacts->point_count[i] > 0 && step->contacts->point_count[i] <= 2);
    const sc_contacts *contacts = step->contacts;
    const sc_bodies *bodies = step->bodies;
    const sc_manifold *m = &contacts->manifold[i];
    const int32_t row_a = bodies->row[step->shapes->body_slot[contacts->a[i]]];
    const int32_t row_b = bodies->row[step->shapes->body_slot[contacts->b[i]]];
    found_hit hit = {.contact = i};
    for (int k = 0; k < contacts->point_count[i]; ++k)
    {
        const float *anchor = m->anchor[k];
        scree_vec2 a = velocity_at(bodies, row_a, anchor[0], anchor[1]);
        scree_vec2 b = velocity_at(bodies, row_b, anchor[0] - m->com_x, anchor[1] - m->com_y);
        float speed = (a.x - b.x) * m->normal_x + (a.y - b.y) * m->normal_y;
        if (k == 0 || speed > hit.approach_speed)
        {
            hit.approach_speed = speed;
            hit.point = k;
        }
    }
    return hit;
}

static int look_at(const find_context *find, int32_t i, found_hit *hit)
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
        *hit = fastest_point(step, i);
        does |= hit->approach_speed > step->settings->hit_event_threshold ? HITS : 0;
    }
    return does;
}

static void count_range(void *context, sc_range range)
{
    const find_context *find = context;
    tally count = {0};
    found_hit hit;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int does = look_at(find, i, &hit);
        count.begins += (does & BEGINS) != 0;
        count.ends += (does & ENDS) != 0;
        count.hits += (does & HITS) != 0;
    }
    find->ranges[range.index] = count;
}

static void keep_range(void *context, sc_range range)
{
    const find_context *find = context;
    const found_events *found = find->found;
    const bool asleep = find->contacts != find->step->contacts;
    tally at = find->ranges[range.index];
    found_hit hit;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int does = look_at(find, i, &hit);
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

/// What sleeps begins or ends nothing, unless somebody asks who did not, or the other way round.
static int store_count(const sc_step *step) { return step->shapes->asks_changed ? 2 : 1; }

static sc_contacts *store_at(const sc_step *step, int s)
{
    SC_ASSERT(s == 0 || s == 1);
    return s == 0 ? step->contacts : &step->sleep->contacts;
}

static void run_ranges(const sc_step *step, const sc_pass *pass, sc_job *job, tally *ranges,
                       found_events *found)
{
    find_context context = {step, NULL, ranges, found};
    for (int s = 0; s < store_count(step); ++s)
    {
        const sc_contacts *contacts = context.contacts = store_at(step, s);
        for (int c = 1; c < SC_CLASS_COUNT; ++c)
        {
            sc_run_pass(step, pass, contacts->first[c], contacts->first[c] + contacts->count[c],
                        GRAIN, job, &context);
            context.ranges += sc_range_count(contacts->count[c], GRAIN);
        }
    }
}

/// Room to tell all of it. False: no memory.
static bool reserve(const sc_step *step, found_events *found)
{
    const int64_t pending = step->events->pending_count;
    const tally count = found->count;
    int64_t most = pending + count.ends > count.begins ? pending + count.ends : count.begins;
    size_t pairs = sizeof(scree_contact_event) * (size_t)most;
    size_t hits = sizeof(scree_contact_hit) * (size_t)count.hits;
    found->begins = SC_TAKE(step->arena, int32_t, count.begins + 1);
    found->ends = SC_TAKE(step->arena, int32_t, count.ends + 1);
    found->hits = SC_TAKE(step->arena, found_hit, count.hits + 1);
    found->scratch = SC_TAKE(step->arena, char, (pairs > hits ? pairs : hits) + 1);
    return found->begins != NULL && found->ends != NULL && found->hits != NULL &&
           found->scratch != NULL &&
           sc_events_reserve(step->events, step->memory, count.begins, count.ends, count.hits);
}

static bool find_events(sc_step *step, found_events *found)
{
    static const sc_pass counting = {"count_events", "contacts", 2 * (int)sizeof(int32_t) + 4, -1};
    static const sc_pass keeping = {"keep_events", "contacts", 2 * (int)sizeof(int32_t) + 4, -1};
    int range_count = 0;
    for (int i = 0; i < store_count(step) * SC_CLASS_COUNT; ++i)
    {
        const sc_contacts *contacts = store_at(step, i / SC_CLASS_COUNT);
        int c = i % SC_CLASS_COUNT;
        range_count += c > 0 ? sc_range_count(contacts->count[c], GRAIN) : 0;
    }
    tally *ranges = SC_TAKE(step->arena, tally, range_count + 1);
    if (ranges == NULL)
    {
        return false;
    }
    run_ranges(step, &counting, count_range, ranges, found);
    for (int r = 0; r < range_count; ++r)
    {
        tally here = ranges[r];
        ranges[r] = found->count;
        found->count.begins += here.begins;
        found->count.ends += here.ends;
        found->count.hits += here.hits;
    }
    if (!reserve(step, found))
    {
        return false;
    }
    run_ranges(step, &keeping, keep_range, ranges, found);
    return true;
}

/// Finds the contact events of this step, and reserves the memory to store them.
bool sc_find_contact_events(sc_step *step)
{
    const sc_shapes *shapes = step->shapes;
    const bool asked = shapes->asking[SC_ASK_CONTACT] + shapes->asking[SC_ASK_HIT] > 0 ||
                       step->events->reported > 0;
    step->scratch.found_events = NULL;
    sc_set_work(step->profile, asked ? sc_contacts_count(step->contacts) : 0, "contacts", 0);
    if (!asked && step->events->pending_count == 0)
    {
        return true;
    }
    found_events *found = SC_TAKE_ZEROED(step->arena, found_events, 1);
    step->scratch.found_events = found;
    return found != NULL && (asked ? find_events(step, found) : reserve(step, found));
}

/// Events begin with the ids of two shapes.
typedef struct shape_pair
{
    uint64_t a, b;
} shape_pair;

/// By the slots of both shapes, then by their generations.
static int compare(const void *p, const void *q)
{
    const uint64_t slot = 0xffffffu;
    shape_pair x, y;
    memcpy(&x, p, sizeof x);
    memcpy(&y, q, sizeof y);
    uint64_t slots_x = (x.a & slot) << 24 | (x.b & slot);
    uint64_t slots_y = (y.a & slot) << 24 | (y.b & slot);
    return slots_x != slots_y ? (slots_x < slots_y ? -1 : 1)
           : x.a != y.a       ? (x.a < y.a ? -1 : 1)
           : x.b != y.b       ? (x.b < y.b ? -1 : 1)
                              : 0;
}

#ifdef SC_ASSERTS_SLOW
static bool are_sorted(const scree_contact_event *events, int count)
{
    bool sorted = true;
    for (int i = 1; i < count; ++i)
    {
        sorted = sorted && compare(&events[i - 1], &events[i]) < 0;
    }
    return sorted;
}
#endif

/// Merges two sorted runs that follow each other.
static void merge(char *to, const char *from, int first, int second, size_t size)
{
    SC_ASSERT(first >= 0 && second >= 0);
    const char *a = from, *a_end = from + size * (size_t)first;
    const char *b = a_end, *b_end = a_end + size * (size_t)second;
    for (; a != a_end || b != b_end; to += size)
    {
        const char **least = b == b_end || (a != a_end && compare(a, b) <= 0) ? &a : &b;
        memcpy(to, *least, size);
        *least += size;
    }
}

/// Merge sort from below: stable, and with no memory but a scratch as large as the items.
static void sort_events(void *events, void *scratch, int count, size_t size)
{
    SC_ASSERT(count >= 0);
    char *from = events, *to = scratch;
    for (int run = 1; run < count; run *= 2)
    {
        for (int at = 0; at < count; at += 2 * run)
        {
            int first = count - at < run ? count - at : run;
            int second = count - at - first < run ? count - at - first : run;
            merge(to + size * (size_t)at, from + size * (size_t)at, first, second, size);
        }
        char *merged = to;
        to = from;
        from = merged;
    }
    if (from != events && count > 0)
    {
        memcpy(events, from, size * (size_t)count);
    }
}

/// What was found again after a call had ended it has neither ended nor begun.
static void drop_unbroken(sc_events *events)
{
    SC_ASSERT_SLOW(are_sorted(events->begins, events->begin_count));
    SC_ASSERT_SLOW(are_sorted(events->ends, events->end_count));
    scree_contact_event *begins = events->begins, *ends = events->ends;
    int b = 0, e = 0, begin_count = 0, end_count = 0;
    while (b < events->begin_count || e < events->end_count)
    {
        int order = b == events->begin_count ? 1
                    : e == events->end_count ? -1
                                             : compare(&begins[b], &ends[e]);
        if (order == 0)
        {
            ++b;
            ++e;
        }
        else if (order < 0)
        {
            begins[begin_count++] = begins[b++];
        }
        else
        {
            ends[end_count++] = ends[e++];
        }
    }
    events->begin_count = begin_count;
    events->end_count = end_count;
}

static int32_t index_of(int32_t found) { return found < 0 ? -1 - found : found; }

static void note_pairs(const sc_step *step, const found_events *found)
{
    sc_events *events = step->events;
    for (int i = 0; i < found->count.ends; ++i)
    {
        int32_t contact = found->ends[i];
        sc_note_contact_end(events, step->shapes, store_at(step, contact < 0), index_of(contact));
    }
    if (events->pending_count > 0)
    {
        memcpy(events->ends, events->pending, sizeof *events->ends * (size_t)events->pending_count);
        SC_ASSERT(events->pending_count <= events->end_capacity);
    }
    events->end_count = events->pending_count;
    events->pending_count = 0;
    for (int i = 0; i < found->count.begins; ++i)
    {
        int32_t contact = index_of(found->begins[i]);
        sc_contacts *contacts = store_at(step, found->begins[i] < 0);
        SC_ASSERT(events->begin_count < events->begin_capacity);
        SC_ASSERT((contacts->state[contact] & SC_CONTACT_REPORTED) == 0);
        events->begins[events->begin_count++] =
            sc_contact_event_of(step->shapes, contacts->a[contact], contacts->b[contact]);
        contacts->state[contact] |= SC_CONTACT_REPORTED;
    }
    events->reported += events->begin_count;
    sort_events(events->begins, found->scratch, events->begin_count, sizeof *events->begins);
    sort_events(events->ends, found->scratch, events->end_count, sizeof *events->ends);
    drop_unbroken(events);
}

static scree_contact_hit hit_of(const sc_step *step, const found_hit *hit)
{
    SC_ASSERT(hit->point >= 0 && hit->point < step->contacts->point_count[hit->contact]);
    const sc_contacts *contacts = step->contacts;
    const sc_bodies *bodies = step->bodies;
    const int32_t a = contacts->a[hit->contact], b = contacts->b[hit->contact];
    const sc_manifold *m = &contacts->manifold[hit->contact];
    const sc_pose *pose = &bodies->pose[bodies->row[step->shapes->body_slot[a]]];
    const float *anchor = m->anchor[hit->point];
    const scree_contact_event pair = sc_contact_event_of(step->shapes, a, b);
    const float side = a < b ? 1.0f : -1.0f;
    return (scree_contact_hit){pair.shape_a,
                               pair.shape_b,
                               pair.body_a,
                               pair.body_b,
                               {pose->x + anchor[0], pose->y + anchor[1]},
                               {side * m->normal_x, side * m->normal_y},
                               hit->approach_speed,
                               contacts->step_impulse[hit->contact]};
}

static void note_hits(const sc_step *step, const found_events *found)
{
    sc_events *events = step->events;
    for (int i = 0; i < found->count.hits; ++i)
    {
        // What comes near may not have arrived yet; and of what went bad nothing is told.
        float impulse = step->contacts->step_impulse[found->hits[i].contact];
        if (impulse > 0.0f && impulse <= FLT_MAX)
        {
            SC_ASSERT(events->hit_count < events->hit_capacity);
            events->hits[events->hit_count++] = hit_of(step, &found->hits[i]);
        }
    }
    sort_events(events->hits, found->scratch, events->hit_count, sizeof *events->hits);
}

/// Publishes the contact events of this step.
void sc_note_contact_events(sc_step *step)
{
    SC_ASSERT(step->events->reported >= 0);
    sc_events *events = step->events;
    events->begin_count = events->end_count = events->hit_count = 0;
    if (step->scratch.found_events != NULL)
    {
        note_pairs(step, step->scratch.found_events);
        note_hits(step, step->scratch.found_events);
    }
    step->shapes->asks_changed = false;
    sc_set_work(step->profile, events->begin_count + events->end_count + events->hit_count,
                "events", 0);
}
