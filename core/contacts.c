#include "core/contacts.h"

#include "core/assert.h"

#include <string.h>

enum
{
    ARRAYS = 6
};

static void list_arrays(sc_contacts *contacts, sc_array arrays[ARRAYS])
{
    int n = 0;
#define ARRAY(field) arrays[n++] = (sc_array){(void **)&contacts->field, sizeof *contacts->field}
    ARRAY(a);
    ARRAY(b);
    ARRAY(manifold);
    ARRAY(surface);
    ARRAY(point_count);
    ARRAY(traits);
#undef ARRAY
}

bool sc_contacts_reserve(sc_contacts *contacts, sc_memory *memory, const int extra[SC_CLASS_COUNT])
{
    bool fits = contacts->capacity > 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        fits = fits && contacts->count[c] + extra[c] < contacts->limit[c] + (extra[c] == 0);
    }
    if (fits)
    {
        return true;
    }
    sc_contacts grown = {.version = contacts->version + 1};
    int64_t total = SC_BLOCK;
    grown.limit[SC_CLASS_NONE] = SC_BLOCK;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        int64_t needed = (int64_t)contacts->count[c] + extra[c];
        // One block spare in a class in use: kernels run to the end of the last block.
        int64_t limit = needed + SC_BLOCK <= contacts->limit[c] || needed == 0
                            ? contacts->limit[c]
                            : (needed + needed / 8 + 2 * SC_BLOCK) / SC_BLOCK * SC_BLOCK;
        grown.first[c] = (int32_t)total;
        grown.count[c] = contacts->count[c];
        grown.limit[c] = (int32_t)limit;
        total += limit;
        if (total > INT32_MAX / 2)
        {
            return false;
        }
    }
    grown.capacity = (int32_t)total;
    sc_array arrays[ARRAYS], old[ARRAYS];
    list_arrays(&grown, arrays);
    list_arrays(contacts, old);
    if (!sc_resize_arrays(memory, arrays, ARRAYS, 0, (size_t)total))
    {
        return false;
    }
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int i = 0; i < ARRAYS && contacts->count[c] > 0; ++i)
        {
            size_t element = arrays[i].element;
            memcpy((char *)*arrays[i].data + element * (size_t)grown.first[c],
                   (const char *)*old[i].data + element * (size_t)contacts->first[c],
                   element * (size_t)contacts->count[c]);
        }
    }
    sc_contacts_release(contacts, memory);
    *contacts = grown;
    return true;
}

void sc_contacts_release(sc_contacts *contacts, sc_memory *memory)
{
    sc_array arrays[ARRAYS];
    list_arrays(contacts, arrays);
    for (int i = 0; i < ARRAYS; ++i)
    {
        sc_release(memory, *arrays[i].data, arrays[i].element * (size_t)contacts->capacity);
    }
    *contacts = (sc_contacts){0};
}

static void clear(sc_contacts *contacts, int32_t i)
{
    contacts->a[i] = contacts->b[i] = 0;
    contacts->manifold[i] = (sc_manifold){0};
    contacts->surface[i] = (sc_surface){0};
    contacts->point_count[i] = contacts->traits[i] = 0;
}

int32_t sc_contacts_add(sc_contacts *contacts, sc_contact_class class, int32_t a, int32_t b)
{
    int32_t i = contacts->first[class] + contacts->count[class]++;
    ++contacts->version;
    SC_ASSERT(contacts->count[class] <= contacts->limit[class]);
    clear(contacts, i);
    contacts->a[i] = a;
    contacts->b[i] = b;
    return i;
}

void sc_contacts_remove(sc_contacts *contacts, sc_contact_class class, int32_t index)
{
    int32_t last = contacts->first[class] + --contacts->count[class];
    ++contacts->version;
    contacts->a[index] = contacts->a[last];
    contacts->b[index] = contacts->b[last];
    contacts->manifold[index] = contacts->manifold[last];
    contacts->surface[index] = contacts->surface[last];
    contacts->point_count[index] = contacts->point_count[last];
    contacts->traits[index] = contacts->traits[last];
    clear(contacts, last);
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

uint64_t sc_contacts_bytes(const sc_contacts *contacts)
{
    return (uint64_t)contacts->capacity *
           (sizeof *contacts->a + sizeof *contacts->b + sizeof *contacts->manifold +
            sizeof *contacts->surface + sizeof *contacts->point_count + sizeof *contacts->traits);
}
