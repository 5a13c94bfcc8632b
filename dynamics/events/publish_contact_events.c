/// The stage publish_contact_events: writes and sorts the events that callers read.
#include "scree/events.h"
#include "core/assert.h"
#include "dynamics/events/contact_events.h"

#include <float.h>
#include <string.h>

/// The first members of all events: the ids of two shapes.
typedef struct shape_pair
{
    uint64_t a, b;
} shape_pair;

/// Compares by the slots of both shapes, then by their generations.
static int compare_events(const void *p, const void *q)
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
static bool are_sorted(const void *events, int count, size_t size)
{
    bool sorted = true;
    for (int i = 1; i < count; ++i)
    {
        const char *event = (const char *)events + size * (size_t)i;
        sorted = sorted && compare_events(event - size, event) < 0;
    }
    return sorted;
}
#endif

/// Bottom-up merge sort: stable, and needs only a scratch as large as the items.
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
            // Merges two sorted adjacent runs.
            SC_ASSERT(first >= 0 && second >= 0);
            char *out = to + size * (size_t)at;
            const char *a = from + size * (size_t)at, *a_end = a + size * (size_t)first;
            const char *b = a_end, *b_end = a_end + size * (size_t)second;
            for (; a != a_end || b != b_end; out += size)
            {
                const char **least =
                    b == b_end || (a != a_end && compare_events(a, b) <= 0) ? &a : &b;
                memcpy(out, *least, size);
                *least += size;
            }
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

/// Removes the begin and the end of contacts that a call ended and this step found again.
static void drop_unbroken(sc_events *events)
{
    SC_ASSERT_SLOW(are_sorted(events->begins, events->begin_count, sizeof *events->begins));
    SC_ASSERT_SLOW(are_sorted(events->ends, events->end_count, sizeof *events->ends));
    scree_contact_begin *begins = events->begins;
    scree_contact_event *ends = events->ends;
    int b = 0, e = 0, begin_count = 0, end_count = 0;
    while (b < events->begin_count || e < events->end_count)
    {
        int order = b == events->begin_count ? 1
                    : e == events->end_count ? -1
                                             : compare_events(&begins[b], &ends[e]);
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

static void note_pairs(const sc_step *step, const sc_found_events *found)
{
    sc_events *events = step->events;
    for (int i = 0; i < found->count.ends; ++i)
    {
        int32_t contact = found->ends[i];
        sc_note_contact_end(events, step->shapes, sc_event_contacts(step, contact < 0),
                            index_of(contact));
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
        sc_contacts *contacts = sc_event_contacts(step, found->begins[i] < 0);
        SC_ASSERT(events->begin_count < events->begin_capacity);
        SC_ASSERT((contacts->state[contact] & SC_CONTACT_REPORTED) == 0);
        // The data of a contact of either store, as they were when the step found it.
        SC_ASSERT(contacts->point_count[contact] > 0 && contacts->point_count[contact] <= 2);
        const sc_shapes *shapes = step->shapes;
        const sc_bodies *bodies = step->bodies;
        const int32_t a = contacts->a[contact], b = contacts->b[contact];
        const int32_t low = a < b ? a : b, high = a < b ? b : a;
        const int32_t row_low = bodies->row[shapes->body_slot[low]];
        const int32_t row_high = bodies->row[shapes->body_slot[high]];
        const sc_pose *pose = &bodies->pose[a < b ? row_low : row_high];
        const sc_manifold *m = &contacts->manifold[contact];
        const scree_contact_event pair = sc_contact_event_of(shapes, a, b);
        const float side = a < b ? 1.0f : -1.0f;
        scree_contact_begin begin = {.shape_a = pair.shape_a,
                                     .shape_b = pair.shape_b,
                                     .body_a = pair.body_a,
                                     .body_b = pair.body_b,
                                     .shape_user_data_a = shapes->user_data[low],
                                     .shape_user_data_b = shapes->user_data[high],
                                     .body_user_data_a = bodies->user_data[row_low],
                                     .body_user_data_b = bodies->user_data[row_high],
                                     .normal = {side * m->normal_x, side * m->normal_y},
                                     .point_count = contacts->point_count[contact]};
        for (int k = 0; k < begin.point_count; ++k)
        {
            begin.positions[k] = (scree_vec2){pose->x + m->anchor[k][0], pose->y + m->anchor[k][1]};
            begin.separations[k] = m->separation[k];
        }
        events->begins[events->begin_count++] = begin;
        contacts->state[contact] |= SC_CONTACT_REPORTED;
    }
    events->reported += events->begin_count;
    sort_events(events->begins, found->scratch, events->begin_count, sizeof *events->begins);
    sort_events(events->ends, found->scratch, events->end_count, sizeof *events->ends);
    drop_unbroken(events);
}

/// Publishes the contact events of this step.
void sc_publish_contact_events(sc_step *step)
{
    SC_ASSERT(step->events->reported >= 0);
    sc_events *events = step->events;
    events->begin_count = events->end_count = events->hit_count = 0;
    if (step->scratch.found_events != NULL)
    {
        note_pairs(step, step->scratch.found_events);
        const sc_found_events *found = step->scratch.found_events;
        for (int i = 0; i < found->count.hits; ++i)
        {
            // Skip contacts that were approaching but have not pushed yet, and hits with non-finite
            // impulses.
            float impulse = step->contacts->step_impulse[found->hits[i].contact].normal;
            if (impulse > 0.0f && impulse <= FLT_MAX)
            {
                SC_ASSERT(events->hit_count < events->hit_capacity);
                const sc_found_hit *hit = &found->hits[i];
                SC_ASSERT(hit->point >= 0 &&
                          hit->point < step->contacts->point_count[hit->contact]);
                const sc_contacts *contacts = step->contacts;
                const sc_bodies *bodies = step->bodies;
                const int32_t a = contacts->a[hit->contact], b = contacts->b[hit->contact];
                const sc_manifold *m = &contacts->manifold[hit->contact];
                const sc_pose *pose = &bodies->pose[bodies->row[step->shapes->body_slot[a]]];
                const float *anchor = m->anchor[hit->point];
                const scree_contact_event pair = sc_contact_event_of(step->shapes, a, b);
                const float side = a < b ? 1.0f : -1.0f;
                events->hits[events->hit_count++] =
                    (scree_contact_hit){pair.shape_a,
                                        pair.shape_b,
                                        pair.body_a,
                                        pair.body_b,
                                        {pose->x + anchor[0], pose->y + anchor[1]},
                                        {side * m->normal_x, side * m->normal_y},
                                        hit->approach_speed,
                                        contacts->step_impulse[hit->contact].normal};
            }
        }
        sort_events(events->hits, found->scratch, events->hit_count, sizeof *events->hits);
    }
    step->shapes->asks_changed = false;
    sc_set_work(step->profile, events->begin_count + events->end_count + events->hit_count,
                "events", 0);
}
