/// Removes the contacts whose AABBs have separated, on all workers.
#include "dynamics/contacts/contact_set.h"

#include "core/assert.h"
#include "core/pass.h"
#include "core/stores/event_store.h"
#include "simd/contact_block.h"

enum
{
    GRAIN = 256,  ///< contacts that move
    AHEAD = 12,   ///< scattered contacts are prefetched this far ahead
    /// Bytes of a contact that moves: read, written and cleared.
    MOVED_BYTES = 3 * (int)(2 * sizeof(int32_t) + sizeof(sc_manifold) + sizeof(sc_surface) +
                            sizeof(float) + sizeof(sc_contact_sums) + 3)
};

/// The contacts of a block whose AABBs have separated, as bits. `remaining` is the number of
/// contacts of the class from this block on.
static unsigned separated_of(uint16_t overlapping, int remaining)
{
    SC_ASSERT(remaining > 0);
    unsigned here = remaining < SC_BLOCK ? (1u << remaining) - 1u : 0xffffu;
    return here & ~(unsigned)overlapping;
}

static int32_t count_separated(const sc_contacts *contacts, const uint16_t *overlapping)
{
    int32_t count = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        SC_ASSERT(contacts->first[c] % SC_BLOCK == 0);
        const uint16_t *bits = &overlapping[contacts->first[c] / SC_BLOCK];
        for (int32_t i = 0; i < contacts->count[c]; i += SC_BLOCK)
        {
            count += __builtin_popcount(separated_of(bits[i / SC_BLOCK], contacts->count[c] - i));
        }
    }
    return count;
}

/// Lists the separated contacts of a class from the last to the first. Returns their number.
static int32_t list_separated(const sc_contacts *contacts, int class, const uint16_t *overlapping,
                              int32_t *removed)
{
    const int32_t first = contacts->first[class], count = contacts->count[class];
    int32_t n = 0;
    for (int32_t i = (count - 1) / SC_BLOCK * SC_BLOCK; i >= 0 && count > 0; i -= SC_BLOCK)
    {
        unsigned separated = separated_of(overlapping[(first + i) / SC_BLOCK], count - i);
        for (; separated != 0; separated &= ~(1u << (31 - __builtin_clz(separated))))
        {
            removed[n++] = first + i + 31 - __builtin_clz(separated);
        }
    }
    return n;
}

/// Reports the end of contacts.
static void note_ends(const sc_step *step, const int32_t *removed, int32_t count)
{
    sc_contacts *contacts = step->contacts;
    for (int32_t n = 0; n < count; ++n)
    {
        const int32_t i = removed[n];
        if (contacts->state[i] & SC_CONTACT_TOUCHES)
        {
            // A body that loses a contact begins its rest time again.
            sc_sleep_stir(step->sleep, step->shapes->body_slot[contacts->a[i]]);
            sc_sleep_stir(step->sleep, step->shapes->body_slot[contacts->b[i]]);
            ++contacts->removed;
        }
        sc_note_contact_end(step->events, step->shapes, contacts, i);
    }
}

typedef struct moving
{
    sc_contacts *contacts;
    const sc_contact_move *moves;
} moving;

static void prefetch_contact(const sc_contacts *contacts, int32_t i)
{
    __builtin_prefetch(&contacts->manifold[i], 1);
    __builtin_prefetch(&contacts->surface[i], 1);
    __builtin_prefetch(&contacts->step_impulse[i], 1);
}

static void move_contacts(void *context, sc_range range)
{
    const moving *moving = context;
    sc_contacts *const contacts = moving->contacts;
    for (int k = range.begin; k < range.end; ++k)
    {
        if (k + AHEAD < range.end)
        {
            prefetch_contact(contacts, moving->moves[k + AHEAD].from);
            prefetch_contact(contacts, moving->moves[k + AHEAD].to);
        }
        sc_contacts_take_move(contacts, moving->moves[k]);
    }
}

bool sc_remove_separated(sc_step *step, const uint16_t *overlapping)
{
    static const sc_pass listing = {"list_separated", "pairs", sizeof(uint16_t), -1};
    static const sc_pass passing = {"move_contacts", "contacts", MOVED_BYTES, -1};
    sc_contacts *contacts = step->contacts;
    const uint64_t zone = sc_pass_begin(step);
    const int32_t count = count_separated(contacts, overlapping);
    sc_contact_move *moves = SC_TAKE(step->arena, sc_contact_move, count);
    int32_t *removed = SC_TAKE(step->arena, int32_t, count);
    if (moves == NULL || removed == NULL)
    {
        return false;
    }
    int32_t n = 0;
    for (int c = 1; c < SC_CLASS_COUNT && n < count; ++c)
    {
        const int32_t here = list_separated(contacts, c, overlapping, removed);
        note_ends(step, removed, here);
        sc_contacts_find_moves(contacts, (sc_contact_class)c, removed, here, &moves[n]);
        n += here;
    }
    SC_ASSERT(n == count);
    sc_pass_end(step, &listing, zone, sc_contacts_count(contacts) + count);
    moving moving = {contacts, moves};
    sc_run_pass(step, &passing, 0, count, GRAIN, move_contacts, &moving);
    return true;
}
