/// The store of contacts: pairs whose AABBs overlap, by class, with their manifolds.
///
/// Invariants:
///   class c has the indices [first[c], first[c] + count[c]) and room for limit[c] contacts; in a
///   class in use, limit[c] is greater than count[c]; first[c] and limit[c] are multiples of 16
///   class NONE is the null contacts 0..15, all zero
///   the shapes a and b of a contact have the kinds in the name of its class, in that order
///   entries past count[c] have a = b = 0
#ifndef SC_CONTACTS_H
#define SC_CONTACTS_H

#include "core/block.h"
#include "core/contact_records.h"
#include "core/stores/store.h"

#include <string.h>

// clang-format off
#define SC_CONTACT_FIELDS(X) \
    X(int32_t, a, SC_UPDATED, "i") /* slots of the shapes */ \
    X(int32_t, b, SC_UPDATED, "i") \
    X(sc_manifold, manifold, SC_UPDATED, "ffddddddddifffff") \
    X(sc_surface, surface, SC_UPDATED, "f") \
    X(float, friction, SC_UPDATED, "f") /* all that most contacts need of their surfaces */ \
    X(sc_contact_sums, step_impulse, SC_UPDATED, "f") /* of the last step, if measured */ \
    X(uint8_t, point_count, SC_UPDATED, "b") \
    X(uint8_t, traits, SC_UPDATED, "b") /* SC_BLOCK_SURFACE, SC_BLOCK_RESTITUTION */ \
    X(uint8_t, state, SC_UPDATED, "b") /* SC_CONTACT_* */
// clang-format on

/// sc_contacts.state
enum
{
    // Whether the contact has points and had some in the step before: it begins, ends or persists.
    SC_CONTACT_BEGINS = 1,
    SC_CONTACT_ENDS = 2,
    SC_CONTACT_PERSISTS = 3,
    SC_CONTACT_TOUCHES = 1,   ///< the bit of contacts that begin or persist
    SC_CONTACT_PHASE = 3,     ///< the bits above
    SC_CONTACT_REPORTED = 4,  ///< its begin event was reported, its end event not yet
    SC_CONTACT_SETTLED = 8,   ///< it has pushed after it stopped closing; the flag stays as long as
                              ///< the contact has points
    SC_CONTACT_KEPT = 15,     ///< all bits above
    /// The bits from here on hold the point count that the contact had when colours were found
    SC_CONTACT_COLOURED_BIT = 4
};

typedef struct sc_contacts
{
    int32_t first[SC_CLASS_COUNT], count[SC_CLASS_COUNT], limit[SC_CLASS_COUNT];
    int32_t capacity;
    uint32_t version;  ///< changes with the set of contacts, their places and their traits
    int32_t removed;   ///< touching contacts removed since the last stage advance_contacts
    int32_t touching;  ///< contacts that had points in that stage
    int32_t crowded;   ///< number of steps for which sc_step_aabbs.thin stays false

    SC_CONTACT_FIELDS(SC_MEMBER)
} sc_contacts;

extern const sc_store sc_contact_store;

/// Whether an index belongs to a contact of this class.
static inline bool sc_class_has(const sc_contacts *contacts, sc_contact_class class, int32_t index)
{
    return index >= contacts->first[class] &&
           index - contacts->first[class] < contacts->count[class];
}

/// Whether all bytes of a block of contacts are 0.
static inline bool sc_block_is_zero(const uint8_t *bytes)
{
    uint64_t words[SC_BLOCK / sizeof(uint64_t)];
    memcpy(words, bytes, sizeof words);
    return (words[0] | words[1]) == 0;
}

/// Makes room for extra[c] more contacts in every class c. Returns false and changes nothing if out
/// of memory.
bool sc_contacts_reserve(sc_contacts *contacts, sc_memory *memory, const int extra[SC_CLASS_COUNT]);
/// Adds a cleared contact. The caller has reserved room. Returns its index.
int32_t sc_contacts_add(sc_contacts *contacts, sc_contact_class class, int32_t a, int32_t b);
/// Adds a copy of a contact of another store, without its colour count. The caller has reserved
/// room.
int32_t sc_contacts_add_copy(sc_contacts *contacts, sc_contact_class class, const sc_contacts *from,
                             int32_t index);
/// The move of the contact at the place `from`, at or after the new end of its class, to the place
/// `to` before that end; `from` is then cleared. If `to` is 0, the contact is one of the removed
/// ones, and its place is only cleared.
typedef struct sc_contact_move
{
    int32_t from, to;
} sc_contact_move;

/// Removes contacts of a class, listed from the last to the first. The result is the same as if,
/// one by one, the last contact of the class took the place of the removed one. Fills one move for
/// each removed contact; the caller takes the moves in any order (sc_contacts_take_move).
/// `contacts->removed` stays unchanged.
void sc_contacts_find_moves(sc_contacts *contacts, sc_contact_class class, const int32_t *removed,
                            int32_t count, sc_contact_move *moves);
void sc_contacts_take_move(sc_contacts *contacts, sc_contact_move move);
/// Removes a contact. The last contact of the class takes its place.
void sc_contacts_remove(sc_contacts *contacts, sc_contact_class class, int32_t index);
int sc_contacts_count(const sc_contacts *contacts);

#endif
