/// Waking islands: functions that the stages wake_bodies, wake_touched and wake_pushed share.
#include "broadphase/sort.h"
#include "core/assert.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/contacts/classify.h"
#include "dynamics/islands/islands.h"

void sc_relist_shapes(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    sc_shapes *shapes = step->shapes;
    bool moving = row < sc_moving_count(step->bodies);
    int32_t slot = step->bodies->first_shape[row];
    SC_ASSERT(slot == 0 || step->shapes->body_slot[slot] == step->bodies->slot[row]);
    for (; slot != 0; slot = shapes->next[slot])
    {
        sc_shapes_enlist(shapes, slot, true, moving);
    }
}

int sc_note_events(const sc_bodies *bodies, scree_body_id *events, int at, const int32_t *slots,
                   int count, uint64_t *keys)
{
    SC_ASSERT(at >= 0 && count >= 0);
    const int low = 40, all = at + count;
    for (int i = 0; i < all; ++i)
    {
        uint64_t id = i < at ? events[i].value : bodies->id[bodies->row[slots[i - at]]].value;
        keys[i] = id << low | id >> (64 - low);
    }
    sc_sort_keys(keys, keys + all, all);
    for (int i = 0; i < all; ++i)
    {
        events[i].value = keys[i] >> low | keys[i] << (64 - low);
    }
    return all;
}

/// The slots of the bodies that wake. These bodies have the flag SC_BODY_MARKED.
typedef struct waking
{
    int32_t *slots;
    int count;
} waking;

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
            int32_t first = bodies->slot[row];
            SC_ASSERT(step->sleep->next[first] != 0);
            int32_t slot = first;
            do
            {
                step->bodies->flags[step->bodies->row[slot]] |= SC_BODY_MARKED;
                waking->slots[waking->count++] = slot;
                slot = step->sleep->next[slot];
            } while (slot != first);
        }
    }
    return waking->slots != NULL;
}

static sc_contact_class class_asleep(const sc_step *step, int32_t contact)
{
    const sc_contacts *contacts = &step->sleep->contacts;
    const uint8_t *kinds = step->shapes->kind;
    return sc_classify((sc_shape_kind)kinds[contacts->a[contact]],
                       (sc_shape_kind)kinds[contacts->b[contact]])
        .contact_class;
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
            // A contact between two waking bodies is counted by only one of them.
            int32_t other = step->bodies->row[sc_sleep_other_body(sleep, step->shapes, link)];
            bool counts = link % 2 == 0 || !(step->bodies->flags[other] & SC_BODY_MARKED);
            extra[class_asleep(step, link / 2)] += counts;
        }
    }
    return sc_contacts_reserve(step->contacts, step->memory, extra) &&
           sc_sleep_reserve_events(step->sleep, step->memory, 0,
                                   step->sleep->woke_count + waking->count);
}

bool sc_wake_marked(sc_step *step)
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
        int32_t slot = waking.slots[i];
        SC_ASSERT(slot > 0 && slot < step->sleep->capacity);
        while (sleep->first_link[slot] != 0)
        {
            int32_t contact = sleep->first_link[slot] / 2;
            SC_ASSERT(sc_class_has(&sleep->contacts, SC_SLEEP_CLASS, contact));
            sc_contacts_add_copy(step->contacts, class_asleep(step, contact), &sleep->contacts,
                                 contact);
            sc_sleep_remove_contact(sleep, step->shapes, contact);
        }
    }
    for (int i = 0; i < waking.count; ++i)
    {
        int32_t slot = waking.slots[i];
        SC_ASSERT(sc_slot_is_live(&step->bodies->ids, slot));
        SC_ASSERT((step->bodies->flags[step->bodies->row[slot]] &
                   (SC_BODY_ASLEEP | SC_BODY_MARKED)) == (SC_BODY_ASLEEP | SC_BODY_MARKED));
        SC_ASSERT(sleep->first_link[slot] == 0);
        sc_sleep_leave_ring(sleep, slot);
        sc_sleep_stir(sleep, slot);
        sleep->rest_pose[slot] = bodies->pose[bodies->row[slot]];
        bodies->flags[bodies->row[slot]] &=
            (uint8_t) ~(SC_BODY_ASLEEP | SC_BODY_WAKES | SC_BODY_MARKED);
        sc_relist_shapes(step, sc_bodies_regroup(bodies, bodies->row[slot]));
    }
    sleep->woke_count =
        sc_note_events(bodies, sleep->woke, sleep->woke_count, waking.slots, waking.count, keys);
    sleep->wake_pending = false;
    sc_count_rows(step);
    return true;
}

void sc_mark_to_wake(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    bool asleep = (step->bodies->flags[row] & SC_BODY_ASLEEP) != 0;
    step->bodies->flags[row] |= asleep ? SC_BODY_WAKES : 0;
    step->sleep->wake_pending |= asleep;
}
