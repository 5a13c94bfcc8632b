/// The stages that wake islands: wake_bodies, wake_touched and wake_pushed.
#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/bodies/body_records.h"
#include "dynamics/contacts/classify.h"
#include "dynamics/islands/islands.h"

enum
{
    GRAIN = 4096  ///< contacts to a range
};

/// Bodies whose islands wake, by slot. They are SC_BODY_MARKED.
typedef struct waking
{
    int32_t *slots;
    int count;
} waking;

static void collect_ring(const sc_step *step, waking *waking, int32_t first)
{
    SC_ASSERT(step->sleep->next[first] != 0);
    int32_t slot = first;
    do
    {
        step->bodies->flags[step->bodies->row[slot]] |= SC_BODY_MARKED;
        waking->slots[waking->count++] = slot;
        slot = step->sleep->next[slot];
    } while (slot != first);
}

/// Collects all members of the islands whose bodies are marked SC_BODY_WAKES. Returns false if out
/// of memory.
static bool collect_waking(const sc_step *step, waking *waking)
{
    const sc_bodies *bodies = step->bodies;
    int32_t begin = sc_moving_count(bodies), end = begin + bodies->count[SC_GROUP_ASLEEP];
    *waking = (struct waking){SC_TAKE(step->arena, int32_t, end - begin), 0};
    for (int32_t row = begin; waking->slots != NULL && row < end; ++row)
    {
        if ((bodies->flags[row] & (SC_BODY_WAKES | SC_BODY_MARKED)) == SC_BODY_WAKES)
        {
            SC_ASSERT(waking->count < end - begin);
            collect_ring(step, waking, bodies->slot[row]);
        }
    }
    return waking->slots != NULL;
}

static sc_contact_class class_of(const sc_step *step, int32_t contact)
{
    const sc_contacts *contacts = &step->sleep->contacts;
    const uint8_t *kinds = step->shapes->kind;
    return sc_classify((sc_shape_kind)kinds[contacts->a[contact]],
                       (sc_shape_kind)kinds[contacts->b[contact]])
        .contact_class;
}

static bool is_marked(const sc_step *step, int32_t slot)
{
    SC_ASSERT(slot > 0);
    return (step->bodies->flags[step->bodies->row[slot]] & SC_BODY_MARKED) != 0;
}

/// Reserves room for the contacts and events of the bodies that wake.
static bool reserve_waking(const sc_step *step, const waking *waking)
{
    const sc_sleep *sleep = step->sleep;
    int extra[SC_CLASS_COUNT] = {0};
    for (int i = 0; i < waking->count; ++i)
    {
        int32_t link = sleep->first_link[waking->slots[i]];
        for (; link != 0; link = sleep->links[link / 2].next[link % 2])
        {
            SC_ASSERT(link >= 2 * SC_BLOCK && link / 2 < sleep->link_capacity);
            // One of two bodies that both wake counts it.
            bool counts =
                link % 2 == 0 || !is_marked(step, sc_sleep_other_body(sleep, step->shapes, link));
            extra[class_of(step, link / 2)] += counts;
        }
    }
    return sc_contacts_reserve(step->contacts, step->memory, extra) &&
           sc_sleep_reserve_events(step->sleep, step->memory, 0,
                                   step->sleep->woke_count + waking->count);
}

static void wake_contacts(const sc_step *step, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < step->sleep->capacity);
    sc_sleep *sleep = step->sleep;
    while (sleep->first_link[slot] != 0)
    {
        int32_t i = sleep->first_link[slot] / 2;
        SC_ASSERT(sc_class_has(&sleep->contacts, SC_SLEEP_CLASS, i));
        sc_contacts_add_copy(step->contacts, class_of(step, i), &sleep->contacts, i);
        sc_sleep_remove_contact(sleep, step->shapes, i);
    }
}

static void wake_body(const sc_step *step, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&step->bodies->ids, slot));
    SC_ASSERT((step->bodies->flags[step->bodies->row[slot]] & (SC_BODY_ASLEEP | SC_BODY_MARKED)) ==
              (SC_BODY_ASLEEP | SC_BODY_MARKED));
    sc_sleep *sleep = step->sleep;
    sc_bodies *bodies = step->bodies;
    SC_ASSERT(sleep->first_link[slot] == 0);
    sc_sleep_leave_ring(sleep, slot);
    sc_sleep_stir(sleep, slot);
    sleep->rest_pose[slot] = bodies->pose[bodies->row[slot]];
    bodies->flags[bodies->row[slot]] &=
        (uint8_t) ~(SC_BODY_ASLEEP | SC_BODY_WAKES | SC_BODY_MARKED);
    sc_relist_shapes(step, sc_bodies_regroup(bodies, bodies->row[slot]));
}

/// Wakes the islands of all bodies marked SC_BODY_WAKES. Returns false and changes nothing if out
/// of memory.
static bool wake_marked(sc_step *step)
{
    sc_sleep *sleep = step->sleep;
    sc_bodies *bodies = step->bodies;
    waking waking;
    bool found = collect_waking(step, &waking);
    uint64_t *keys =
        found ? SC_TAKE(step->arena, uint64_t, 2 * (sleep->woke_count + waking.count)) : NULL;
    if (keys == NULL || !reserve_waking(step, &waking))
    {
        for (int i = 0; i < waking.count; ++i)
        {
            bodies->flags[bodies->row[waking.slots[i]]] &= (uint8_t)~SC_BODY_MARKED;
        }
        return false;
    }
    for (int i = 0; i < waking.count; ++i)
    {
        wake_contacts(step, waking.slots[i]);
    }
    for (int i = 0; i < waking.count; ++i)
    {
        wake_body(step, waking.slots[i]);
    }
    sleep->woke_count =
        sc_note_events(bodies, sleep->woke, sleep->woke_count, waking.slots, waking.count, keys);
    sleep->wake_pending = false;
    sc_count_rows(step);
    return true;
}

/// Marks a body to wake, if it is asleep.
static void mark(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    bool asleep = (step->bodies->flags[row] & SC_BODY_ASLEEP) != 0;
    step->bodies->flags[row] |= asleep ? SC_BODY_WAKES : 0;
    step->sleep->wake_pending |= asleep;
}

/// Marks the sleeping bodies that touch a body or are joined to it, except by filter joints.
static void mark_around(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    const sc_bodies *bodies = step->bodies;
    const sc_sleep *sleep = step->sleep;
    int32_t link = sc_sleep_first_link(sleep, bodies->slot[row]);
    for (; link != 0; link = sleep->links[link / 2].next[link % 2])
    {
        mark(step, bodies->row[sc_sleep_other_body(sleep, step->shapes, link)]);
    }
    for (link = bodies->first_joint[row]; link != 0; link = sc_next_joint(step->joints, link))
    {
        if (step->joints->kind[link / 2] != SC_JOINT_NONE)
        {
            mark(step, bodies->row[sc_joint_other_body(step->joints, link)]);
        }
    }
}

static void mark_held_by_kinematic(const sc_step *step)
{
    const sc_bodies *bodies = step->bodies;
    for (int32_t row = bodies->count[SC_GROUP_DYNAMIC]; row < sc_moving_count(bodies); ++row)
    {
        if (!sc_is_still(bodies, row))
        {
            mark_around(step, row);
        }
    }
}

/// Wakes the islands of bodies that are marked to wake, and the islands that a moving kinematic
/// body touches.
bool sc_wake_bodies(sc_step *step)
{
    sc_sleep *sleep = step->sleep;
    if (!sleep->step_failed)
    {
        sleep->woke_count = sleep->fell_count = 0;
    }
    if (step->bodies->count[SC_GROUP_ASLEEP] > 0)
    {
        mark_held_by_kinematic(step);
    }
    // Reserved here, since break_joints cannot take memory.
    bool done = sc_joints_reserve_events(step->joints, step->memory) &&
                (!sleep->wake_pending || wake_marked(step));
    sc_set_work(step->profile, sleep->woke_count, "bodies", 0);
    return done;
}

static void mark_range(void *context, sc_range range)
{
    const sc_step *step = context;
    const sc_contacts *contacts = step->contacts;
    const int32_t *body_row = step->shapes->body_row;
    const int32_t begin = step->rows.moving_count, asleep = step->bodies->count[SC_GROUP_ASLEEP];
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int32_t rows[] = {body_row[contacts->a[i]], body_row[contacts->b[i]]};
        for (int side = 0; side < 2 && contacts->point_count[i] > 0; ++side)
        {
            if (rows[side] >= begin && rows[side] - begin < asleep)
            {
                // Other ranges may touch the same body.
                __atomic_fetch_or(&step->bodies->flags[rows[side]], SC_BODY_WAKES,
                                  __ATOMIC_RELAXED);
                __atomic_store_n(&step->sleep->wake_pending, true, __ATOMIC_RELAXED);
            }
        }
    }
}

/// Wakes the islands that an awake body touches. If it wakes any, step->woken counts the bodies,
/// and the step runs again from refresh_rows.
bool sc_wake_touched(sc_step *step)
{
    SC_ASSERT(step->rows.moving_count == sc_moving_count(step->bodies));
    static const sc_pass pass = {"find_touched", "contacts", 4 * (int)sizeof(int32_t) + 1, -1};
    const sc_contacts *contacts = step->contacts;
    int woken = step->sleep->woke_count;
    for (int c = 1; c < SC_CLASS_COUNT && step->bodies->count[SC_GROUP_ASLEEP] > 0; ++c)
    {
        sc_run_pass(step, &pass, contacts->first[c], contacts->first[c] + contacts->count[c], GRAIN,
                    mark_range, step);
    }
    bool done = !step->sleep->wake_pending || wake_marked(step);
    step->woken = step->sleep->woke_count - woken;
    sc_set_work(step->profile, step->woken, "bodies", 0);
    return done;
}

static void mark_pushed(const sc_step *step)
{
    const uint8_t *first = step->rows.pushed + step->rows.moving_count, *at = first;
    const uint8_t *end = first + step->bodies->count[SC_GROUP_ASLEEP];
    while ((at = memchr(at, 1, (size_t)(end - at))) != NULL)
    {
        mark(step, step->rows.moving_count + (int32_t)(at++ - first));
    }
}

/// Wakes the islands that particles and soft bodies touch. If it wakes any, step->woken counts the
/// bodies; world/step.c restores particles and soft bodies, and runs again from refresh_rows.
bool sc_wake_pushed(sc_step *step)
{
    int woken = step->sleep->woke_count;
    if (step->rows.pushed != NULL)
    {
        mark_pushed(step);
    }
    bool done = !step->sleep->wake_pending || wake_marked(step);
    step->woken = step->sleep->woke_count - woken;
    sc_set_work(step->profile, step->woken, "bodies", 0);
    return done;
}
