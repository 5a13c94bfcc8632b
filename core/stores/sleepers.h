/// The store of sleeping bodies: their islands, and their contacts with bodies that are not awake.
///
/// Invariants:
///   a body in the rows SC_GROUP_ASLEEP is in the ring of its island, through `next` and
///   `previous`; all other bodies have 0 in both
///   each contact of this store has a sleeping body, and no body that is awake, or kinematic and
///   moving; no contact with points of another store has a sleeping body
///   each contact is in the lists of both its bodies, which begin with first_link; the links of one
///   shape of a body are consecutive, from sc_shapes.first_asleep on
#ifndef SC_SLEEPERS_H
#define SC_SLEEPERS_H

#include "core/assert.h"
#include "core/stores/contacts.h"
#include "core/stores/shapes.h"

/// The links of a contact in the lists of its two bodies. The link of side s of contact i is 2 i +
/// s; 0: none.
typedef struct sc_links
{
    int32_t next[2], previous[2];
} sc_links;

/// How far a body moves within time_to_sleep.
typedef enum sc_motion
{
    SC_MOVES = 0,  ///< it moves farther, or its motion is not known yet
    SC_STIRS,      ///< moves no farther than SC_STIR_REACH times the limit of rest
    SC_RESTS
} sc_motion;

#define SC_STIR_REACH 4.0f

/// sc_sleep.sleep_requested
enum
{
    SC_SLEEP_BY_CALL = 1,
    SC_SLEEP_BY_DEF  ///< the body was created asleep and has not taken part in a step yet
};

// clang-format off
/// The arrays by slot of the body.
#define SC_SLEEP_BODIES(X) \
    X(sc_pose, rest_pose, SC_UPDATED, "f") /* where the body was when the time began */ \
    X(float, rest_time, SC_UPDATED, "f")   /* s, up to time_to_sleep */ \
    X(uint8_t, motion, SC_UPDATED, "b")     /* sc_motion, of the last whole time_to_sleep */ \
    X(uint8_t, motion_now, SC_UPDATED, "b") /* sc_motion since the time began */ \
    X(float, top_speed, SC_UPDATED, "f") /* m/s, in the time before; and since it began: */ \
    X(float, top_speed_now, SC_UPDATED, "f") \
    X(uint8_t, sleep_requested, SC_UPDATED, "b") /* of its island: SC_SLEEP_BY_ */ \
    X(uint32_t, velocity_mark, SC_UPDATED, "i") /* of the velocity that the last step left */ \
    X(int32_t, next, SC_UPDATED, "i") \
    X(int32_t, previous, SC_UPDATED, "i") \
    X(int32_t, first_link, SC_UPDATED, "i")
// clang-format on

typedef struct sc_sleep
{
    bool enabled;
    bool wake_pending;     ///< a body is SC_BODY_WAKES
    bool request_pending;  ///< a body has sleep_requested
    bool step_failed;  ///< the last step failed: its events are reported with those of the next one
    float time_to_sleep;  ///< s
    int steps;            ///< steps since the last search for islands at rest
    // The parts of a failed step that were completed. When the step is repeated, they are not done
    // again.
    bool requests_done;  ///< islands fell asleep as requested
    bool looked;         ///< islands at rest were searched for
    int32_t capacity;
    SC_SLEEP_BODIES(SC_MEMBER)

    sc_contacts contacts;  ///< all are in the class SC_SLEEP_CLASS
    int32_t link_capacity;
    sc_links *links;           ///< by contact
    uint64_t link_visits;      ///< links that calls between steps visited
    int32_t touching, points;  ///< the number of contacts with points, and of their points

    /// The events of the last step, in order of slots.
    int32_t fell_count, fell_capacity, woke_count, woke_capacity;
    scree_body_id *fell_asleep, *woke;
} sc_sleep;

/// The only class that sc_sleep.contacts uses: it holds contacts of all classes.
#define SC_SLEEP_CLASS ((sc_contact_class)1)

extern const sc_store sc_sleep_store;

/// Reserves room for all bodies. Returns false and changes nothing if out of memory. The same holds
/// for the next three functions. Slots are slots of bodies.
bool sc_sleep_reserve(sc_sleep *sleep, sc_memory *memory, const sc_bodies *bodies);
bool sc_sleep_reserve_slots(sc_sleep *sleep, sc_memory *memory, int32_t slots);
bool sc_sleep_reserve_contacts(sc_sleep *sleep, sc_memory *memory, int extra);
bool sc_sleep_reserve_events(sc_sleep *sleep, sc_memory *memory, int fell, int woke);
void sc_sleep_release(sc_sleep *sleep, sc_memory *memory);

/// Adds a copy of a contact of another store. The caller has reserved room.
void sc_sleep_add_contact(sc_sleep *sleep, sc_shapes *shapes, const sc_contacts *from,
                          int32_t index);
/// The index of the last contact.
static inline int32_t sc_sleep_last_contact(const sc_sleep *sleep)
{
    return sleep->contacts.first[SC_SLEEP_CLASS] + sleep->contacts.count[SC_SLEEP_CLASS] - 1;
}
/// Removes a contact. The last contact takes its place, also in the lists of its bodies.
void sc_sleep_remove_contact(sc_sleep *sleep, sc_shapes *shapes, int32_t index);

/// Restarts the rest time of a body from 0.
static inline void sc_sleep_stir(sc_sleep *sleep, int32_t body_slot)
{
    SC_ASSERT(body_slot > 0);
    if (body_slot < sleep->capacity)
    {
        sleep->rest_time[body_slot] = 0.0f;
        sleep->motion[body_slot] = sleep->motion_now[body_slot] = SC_MOVES;
        sleep->top_speed[body_slot] = sleep->top_speed_now[body_slot] = 0.0f;
    }
}

/// Clears the values of a body that is destroyed, so that the next body in its slot starts as in an
/// unused slot.
void sc_sleep_forget(sc_sleep *sleep, int32_t body_slot);

/// Whether a body took part in the last step and no call has stirred it since.
static inline bool sc_sleep_has_stepped(const sc_sleep *sleep, int32_t body_slot)
{
    SC_ASSERT(body_slot > 0 && body_slot < sleep->capacity);
    return sleep->rest_time[body_slot] > 0.0f || sleep->motion_now[body_slot] != SC_MOVES ||
           sleep->top_speed[body_slot] > 0.0f;
}

/// The first link of a body; 0: none.
static inline int32_t sc_sleep_first_link(const sc_sleep *sleep, int32_t body_slot)
{
    SC_ASSERT(body_slot > 0);
    return body_slot < sleep->capacity ? sleep->first_link[body_slot] : 0;
}

/// The slot of the body on the other side of a link.
static inline int32_t sc_sleep_other_body(const sc_sleep *sleep, const sc_shapes *shapes,
                                          int32_t link)
{
    SC_ASSERT(link >= 2 * SC_BLOCK && link / 2 < sleep->link_capacity);
    const sc_contacts *contacts = &sleep->contacts;
    return shapes->body_slot[link % 2 == 0 ? contacts->b[link / 2] : contacts->a[link / 2]];
}

/// The shape on the own side of a link.
static inline int32_t sc_sleep_own_shape(const sc_sleep *sleep, int32_t link)
{
    SC_ASSERT(link >= 2 * SC_BLOCK && link / 2 < sleep->link_capacity);
    return (link % 2 == 0 ? sleep->contacts.a : sleep->contacts.b)[link / 2];
}

/// Adds a body to the ring of another one. With `other` 0, the body starts its own ring.
void sc_sleep_join_ring(sc_sleep *sleep, int32_t slot, int32_t other);
void sc_sleep_leave_ring(sc_sleep *sleep, int32_t slot);

#endif
