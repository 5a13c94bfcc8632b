#include "core/stores/contacts.h"

#include "core/assert.h"

#include <string.h>

enum
{
    MAX_SPARE = 16384  ///< maximum extra room of a class
};

#define CONTACT_FIELD(type, name, role, format) SC_FIELD(sc_contacts, type, name, role, format),
static const sc_field fields[] = {SC_CONTACT_FIELDS(CONTACT_FIELD)};
static const sc_table table = SC_TABLE(sc_contacts, fields, capacity);
const sc_store sc_contact_store = {"contacts", &table, 1};

/// Moves the elements of each class to their new place and clears the space between classes.
static void move_array(const sc_contacts *from, const sc_contacts *to, size_t element,
                       const char *source, char *target)
{
    size_t filled = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        size_t first = (size_t)to->first[c], count = (size_t)from->count[c];
        SC_ASSERT(first >= filled && first + count <= (size_t)to->capacity);
        memset(target + element * filled, 0, element * (first - filled));
        if (count > 0)
        {
            memcpy(target + element * first, source + element * (size_t)from->first[c],
                   element * count);
        }
        filled = first + count;
    }
    memset(target + element * filled, 0, element * ((size_t)to->capacity - filled));
}

bool sc_contacts_reserve(sc_contacts *contacts, sc_memory *memory, const int extra[SC_CLASS_COUNT])
{
    bool fits = contacts->capacity > 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        fits = fits && contacts->count[c] + extra[c] < contacts->limit[c] + (extra[c] == 0);
        SC_ASSERT(extra[c] >= 0);
    }
    if (fits)
    {
        return true;
    }
    sc_contacts grown = {.version = contacts->version + 1,
                         .removed = contacts->removed,
                         .touching = contacts->touching,
                         .crowded = contacts->crowded};
    int64_t total = SC_BLOCK;
    grown.limit[SC_CLASS_NONE] = SC_BLOCK;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        int64_t needed = (int64_t)contacts->count[c] + extra[c];
        // A class in use has a spare block, because kernels run to the end of the last block.
        int64_t spare = needed / 8 < MAX_SPARE ? needed / 8 : MAX_SPARE;
        int64_t limit = needed + SC_BLOCK <= contacts->limit[c] || needed == 0
                            ? contacts->limit[c]
                            : (needed + spare + 2 * SC_BLOCK) / SC_BLOCK * SC_BLOCK;
        grown.first[c] = (int32_t)total;
        grown.count[c] = contacts->count[c];
        grown.limit[c] = (int32_t)limit;
        total += limit;
        SC_ASSERT(limit % SC_BLOCK == 0 && (limit == 0 || needed < limit));
        if (total > INT32_MAX / 2)
        {
            return false;
        }
    }
    if (!sc_table_take(&table, &grown, memory, (int32_t)total))
    {
        return false;
    }
    // Move one array after the other, because there may be memory for two copies of one array but
    // not for two copies of the store.
#define MOVE_ARRAY(type, name, role, format)                                                      \
    move_array(contacts, &grown, sizeof(type), (const char *)contacts->name, (char *)grown.name); \
    sc_release(memory, contacts->name, sizeof(type) * (size_t)contacts->capacity);
    SC_CONTACT_FIELDS(MOVE_ARRAY)
    *contacts = grown;
    return true;
}

static void clear_contact(sc_contacts *contacts, int32_t i)
{
    SC_ASSERT(i >= SC_BLOCK && i < contacts->capacity);
#define CLEAR_CONTACT_FIELD(type, name, role, format) contacts->name[i] = (type){0};
    SC_CONTACT_FIELDS(CLEAR_CONTACT_FIELD)
}

int32_t sc_contacts_add(sc_contacts *contacts, sc_contact_class class, int32_t a, int32_t b)
{
    SC_ASSERT(class > SC_CLASS_NONE && class < SC_CLASS_COUNT);
    int32_t i = contacts->first[class] + contacts->count[class]++;
    SC_ASSERT((contacts->a[i] | contacts->b[i]) == 0);
    ++contacts->version;
    SC_ASSERT(contacts->count[class] <= contacts->limit[class]);
    clear_contact(contacts, i);
    contacts->a[i] = a;
    contacts->b[i] = b;
    return i;
}

int32_t sc_contacts_add_copy(sc_contacts *contacts, sc_contact_class class, const sc_contacts *from,
                             int32_t index)
{
    SC_ASSERT(from != contacts && index >= SC_BLOCK && index < from->capacity);
    int32_t i = sc_contacts_add(contacts, class, from->a[index], from->b[index]);
#define COPY_CONTACT_FIELD(type, name, role, format) contacts->name[i] = from->name[index];
    SC_CONTACT_FIELDS(COPY_CONTACT_FIELD)
    contacts->state[i] &= SC_CONTACT_KEPT;
    return i;
}

void sc_contacts_find_moves(sc_contacts *contacts, sc_contact_class class, const int32_t *removed,
                            int32_t count, sc_contact_move *moves)
{
    SC_ASSERT(class > SC_CLASS_NONE && class < SC_CLASS_COUNT);
    contacts->count[class] -= count;
    contacts->version += (uint32_t)count;
    const int32_t end = contacts->first[class] + contacts->count[class];
    // There is a move for each place from the new end on. Its `from` is the contact that, after the
    // removals so far, would be at that place.
    for (int32_t n = 0; n < count; ++n)
    {
        moves[n] = (sc_contact_move){end + n, 0};
    }
    for (int32_t n = 0; n < count; ++n)
    {
        const int32_t place = removed[n];
        sc_contact_move *last = &moves[count - 1 - n];
        SC_ASSERT(place >= contacts->first[class] && (n == 0 || place < removed[n - 1]));
        if (place < end)
        {
            last->to = place;
        }
        else
        {
            SC_ASSERT(moves[place - end].from == place);
            moves[place - end].from = last->from;
            last->from = place;
        }
    }
}

void sc_contacts_take_move(sc_contacts *contacts, sc_contact_move move)
{
    const int32_t from = move.from, to = move.to;
    if (to != 0)
    {
#define MOVE(type, name, role, format) contacts->name[to] = contacts->name[from];
        SC_CONTACT_FIELDS(MOVE)
    }
    clear_contact(contacts, from);
}

void sc_contacts_remove(sc_contacts *contacts, sc_contact_class class, int32_t index)
{
    SC_ASSERT(sc_class_has(contacts, class, index));
    contacts->removed += contacts->state[index] & SC_CONTACT_TOUCHES;
    sc_contact_move move;
    sc_contacts_find_moves(contacts, class, &index, 1, &move);
    sc_contacts_take_move(contacts, move);
}

int sc_contacts_count(const sc_contacts *contacts)
{
    int count = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        count += contacts->count[c];
    }
    return count;
}
