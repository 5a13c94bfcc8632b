/// The store of what sleeps: islands of bodies, and the contacts of which no side is awake.
///
/// Invariants:
///   a body in the rows SC_GROUP_ASLEEP is in one ring through `next` and `previous`, that of its
///   island; of all others both are 0
///   a contact here has a body that sleeps, and none that is awake or kinematic and moves; no other
///   contact with points has a body that sleeps
///   each contact is in the lists of both its bodies, which begin with first_link; those of one
///   shape of a body follow each other, from sc_shapes.first_asleep on
#ifndef SC_SLEEPERS_H
#define SC_SLEEPERS_H

#include "core/assert.h"
#include "core/stores/contacts.h"
#include "core/stores/shapes.h"

/// The two sides of a contact in the lists of their bodies: link 2 i + side of contact i; 0: none.
typedef struct sc_links
{
    int32_t next[2], previous[2];
} sc_links;

/// How far a body goes in time_to_sleep.
typedef enum sc_motion
{
    SC_MOVES = 0,  ///< or it is not known yet
    SC_STIRS,      ///< no farther than SC_STIR_REACH times what counts as rest
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
    X(uint8_t, motion_now, SC_UPDATED, "b") /* since the time began */ \
    X(float, top_speed, SC_UPDATED, "f") /* m/s, in the time before; and since it began: */ \
    X(float, top_speed_now, SC_UPDATED, "f") \
    X(uint8_t, sleep_requested, SC_UPDATED, "b") /* of its island: SC_SLEEP_BY_* */ \
    X(uint32_t, velocity_mark, SC_UPDATED, "i") /* of the velocity that the last step left */ \
    X(int32_t, next, SC_UPDATED, "i") \
    X(int32_t, previous, SC_UPDATED, "i") \
    X(int32_t, first_link, SC_UPDATED, "i")
// clang-format on

typedef struct sc_sleep
{
    bool enabled;
    bool wake_pending;     ///< some body is SC_BODY_WAKES
    bool request_pending;  ///< some body has sleep_requested
    bool step_failed;      ///< the last one: its events are those of the next one, too
    float time_to_sleep;   ///< s
    int steps;             ///< since islands were last looked at
    // What a step that then failed did: it is not done again when the step is taken again.
    bool requests_done;  ///< islands fell asleep as requested
    bool looked;         ///< for islands at rest
    int32_t capacity;
    SC_SLEEP_BODIES(SC_MEMBER)

    sc_contacts contacts;  ///< all in the class SC_SLEEP_CLASS
    int32_t link_capacity;
    sc_links *links;           ///< by contact
    uint64_t link_visits;      ///< links that calls between steps visited
    int32_t touching, points;  ///< contacts that have points, and how many those are

    /// Of the last step, in order of slots.
    int32_t fell_count, fell_capacity, woke_count, woke_capacity;
    scree_body_id *fell_asleep, *woke;
} sc_sleep;

/// The one class in use of the contacts above: they are of any.
#define SC_SLEEP_CLASS ((sc_contact_class)1)

extern const sc_store sc_sleep_store;

/// Room for all bodies. Returns false and changes nothing if out of memory. The same holds for the
/// next three; slots are those of bodies.
bool sc_sleep_reserve(sc_sleep *sleep, sc_memory *memory, const sc_bodies *bodies);
bool sc_sleep_reserve_slots(sc_sleep *sleep, sc_memory *memory, int32_t slots);
bool sc_sleep_reserve_contacts(sc_sleep *sleep, sc_memory *memory, int extra);
bool sc_sleep_reserve_events(sc_sleep *sleep, sc_memory *memory, int fell, int woke);
void sc_sleep_release(sc_sleep *sleep, sc_memory *memory);

/// Takes over a contact of another store, which keeps its own copy; room was reserved.
void sc_sleep_add_contact(sc_sleep *sleep, sc_shapes *shapes, const sc_contacts *from,
                          int32_t index);
/// Where the last contact is.
static inline int32_t sc_sleep_last_contact(const sc_sleep *sleep)
{
    return sleep->contacts.first[SC_SLEEP_CLASS] + sleep->contacts.count[SC_SLEEP_CLASS] - 1;
}
/// The last contact takes the place of the one removed, in the lists of its bodies too.
void sc_sleep_remove_contact(sc_sleep *sleep, sc_shapes *shapes, int32_t index);

/// The rest time of a body starts again from 0.
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

/// The shape on the side of a link.
static inline int32_t sc_sleep_own_shape(const sc_sleep *sleep, int32_t link)
{
    SC_ASSERT(link >= 2 * SC_BLOCK && link / 2 < sleep->link_capacity);
    return (link % 2 == 0 ? sleep->contacts.a : sleep->contacts.b)[link / 2];
}

/// Adds a body to the ring of another one; to that of its own, 0, a ring of one begins.
void sc_sleep_join_ring(sc_sleep *sleep, int32_t slot, int32_t other);
void sc_sleep_leave_ring(sc_sleep *sleep, int32_t slot);

#endif
