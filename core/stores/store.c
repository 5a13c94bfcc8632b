#include "core/stores/store.h"

#include "core/assert.h"
#include "core/hash.h"

#include <string.h>

enum
{
    MAX_FIELDS = 40
};

void *sc_field_data(const sc_field *field, const void *store)
{
    void *data;
    memcpy(&data, (const char *)store + field->offset, sizeof data);
    return data;
}

static char *element_at(const sc_field *field, const void *store, int32_t index)
{
    SC_ASSERT(index >= 0);
    return (char *)sc_field_data(field, store) + field->element * (size_t)index;
}

static int32_t *capacity_of(const sc_table *table, void *store)
{
    return (int32_t *)(void *)((char *)store + table->capacity);
}

/// Allocates an array of `capacity` elements for each field. Returns false if out of memory.
static bool take_arrays(const sc_table *table, sc_memory *memory, size_t capacity,
                        void *fresh[MAX_FIELDS])
{
    SC_ASSERT(table->field_count <= MAX_FIELDS);
    for (int i = 0; i < table->field_count; ++i)
    {
        fresh[i] = sc_allocate(memory, table->fields[i].element * capacity);
        if (fresh[i] == NULL && capacity > 0)
        {
            for (int k = 0; k < i; ++k)
            {
                sc_release(memory, fresh[k], table->fields[k].element * capacity);
            }
            return false;
        }
    }
    return true;
}

static void set_array(const sc_field *field, void *store, void *array)
{
    memcpy((char *)store + field->offset, &array, sizeof array);
}

bool sc_table_take(const sc_table *table, void *store, sc_memory *memory, int32_t capacity)
{
    SC_ASSERT(capacity > 0 && *capacity_of(table, store) == 0);
    void *fresh[MAX_FIELDS] = {0};
    if (!take_arrays(table, memory, (size_t)capacity, fresh))
    {
        return false;
    }
    for (int i = 0; i < table->field_count; ++i)
    {
        set_array(&table->fields[i], store, fresh[i]);
    }
    *capacity_of(table, store) = capacity;
    return true;
}

bool sc_table_resize(const sc_table *table, void *store, sc_memory *memory, int32_t capacity)
{
    SC_ASSERT(capacity >= 0 && *capacity_of(table, store) >= 0);
    void *fresh[MAX_FIELDS] = {0};
    size_t before = (size_t)*capacity_of(table, store), after = (size_t)capacity;
    if (!take_arrays(table, memory, after, fresh))
    {
        return false;
    }
    size_t kept = before < after ? before : after;
    for (int i = 0; i < table->field_count; ++i)
    {
        const sc_field *field = &table->fields[i];
        void *data = sc_field_data(field, store);
        if (kept > 0)
        {
            memcpy(fresh[i], data, field->element * kept);
        }
        if (after > kept)
        {
            memset((char *)fresh[i] + field->element * kept, 0, field->element * (after - kept));
        }
        sc_release(memory, data, field->element * before);
        set_array(field, store, fresh[i]);
    }
    *capacity_of(table, store) = capacity;
    return true;
}

bool sc_table_reserve(const sc_table *table, void *store, sc_memory *memory, int64_t needed)
{
    int32_t capacity = *capacity_of(table, store);
    return needed <= capacity ||
           (needed <= INT32_MAX / 2 &&
            sc_table_resize(table, store, memory, sc_grown(capacity, (int)needed)));
}

void sc_table_clear(const sc_table *table, void *store, int32_t index)
{
    SC_ASSERT(index < *capacity_of(table, store));
    for (int i = 0; i < table->field_count; ++i)
    {
        memset(element_at(&table->fields[i], store, index), 0, table->fields[i].element);
    }
}

void sc_table_move(const sc_table *table, void *store, int32_t to, int32_t from, int32_t count)
{
    SC_ASSERT(count <= 0 || (to >= 0 && to + count <= *capacity_of(table, store)));
    SC_ASSERT(count <= 0 || (from >= 0 && from + count <= *capacity_of(table, store)));
    // Without elements, compute no addresses: the array may be null.
    for (int i = 0; count > 0 && i < table->field_count; ++i)
    {
        const sc_field *field = &table->fields[i];
        memmove(element_at(field, store, to), element_at(field, store, from),
                field->element * (size_t)count);
    }
}

bool sc_table_is_clear(const sc_table *table, const void *store, int32_t begin, int32_t end)
{
    for (int i = 0; begin < end && i < table->field_count; ++i)
    {
        const char *first = element_at(&table->fields[i], store, begin);
        size_t bytes = table->fields[i].element * (size_t)(end - begin);
        // All bytes are zero if the first is zero and each equals the one before it.
        if (first[0] != 0 || memcmp(first, first + 1, bytes - 1) != 0)
        {
            return false;
        }
    }
    return true;
}

void sc_store_release(const sc_store *description, void *store, sc_memory *memory)
{
    for (int i = 0; i < description->table_count; ++i)
    {
        // Resizing to 0 elements needs no memory.
        (void)sc_table_resize(&description->tables[i], store, memory, 0);
    }
}

uint64_t sc_store_bytes(const sc_store *description, const void *store)
{
    uint64_t bytes = 0;
    for (int i = 0; i < description->table_count; ++i)
    {
        const sc_table *table = &description->tables[i];
        int32_t capacity;
        memcpy(&capacity, (const char *)store + table->capacity, sizeof capacity);
        for (int k = 0; k < table->field_count; ++k)
        {
            bytes += table->fields[k].element * (uint64_t)capacity;
        }
    }
    return bytes;
}

bool sc_store_holds(const sc_store *description, const void *store, const void *address)
{
    for (int i = 0; address != NULL && i < description->table_count; ++i)
    {
        const sc_table *table = &description->tables[i];
        int32_t capacity;
        memcpy(&capacity, (const char *)store + table->capacity, sizeof capacity);
        for (int k = 0; k < table->field_count; ++k)
        {
            uintptr_t begin = (uintptr_t)sc_field_data(&table->fields[k], store);
            uintptr_t at = (uintptr_t)address;
            if (at >= begin && at - begin < table->fields[k].element * (size_t)capacity)
            {
                return true;
            }
        }
    }
    return false;
}

size_t sc_format_bytes(char member)
{
    switch (member)
    {
    case 'b':
        return 1;
    case 'h':
        return 2;
    case 'i':
    case 'f':
    case 'd':
        return 4;
    case 'p':
        return sizeof(void *);
    default:
        return member == 'q' || member == '#' ? 8 : 0;
    }
}

/// Hashes 32-bit floats or integers. All NaNs have one hash.
static uint64_t hash_words(uint64_t hash, const char *words, size_t bytes, bool floats)
{
    for (size_t at = 0; at < bytes; at += sizeof(uint32_t))
    {
        uint32_t word;
        memcpy(&word, words + at, sizeof word);
        const bool nan = floats && (word & 0x7fffffffu) > 0x7f800000u;
        hash = sc_hash_word(hash, nan ? 0x7fc00000u : word);
    }
    return hash;
}

uint64_t sc_field_hash(uint64_t hash, const sc_field *field, const void *store, int32_t index,
                       bool found)
{
    const char *element = element_at(field, store, index), *member = field->format;
    if ((*member == 'f' || *member == 'i') && member[1] == 0)
    {
        return hash_words(hash, element, field->element, *member == 'f');
    }
    for (size_t at = 0; at < field->element && *member != 0;)
    {
        size_t bytes = sc_format_bytes(*member);
        SC_ASSERT(bytes > 0 && at + bytes <= field->element);
        at = (at + bytes - 1) / bytes * bytes;
        uint32_t word = 0;
        if (bytes == sizeof(uint64_t))
        {
            uint64_t value;
            memcpy(&value, element + at, sizeof value);
            hash = sc_hash_word(hash, (uint32_t)(value >> 32) & (*member == '#' ? 0xffffu : ~0u));
            word = (uint32_t)value;
        }
        else
        {
            memcpy(&word, element + at, bytes);
        }
        bool nan = (*member == 'f' || *member == 'd') && (word & 0x7fffffffu) > 0x7f800000u;
        hash = *member != 'd' || found ? sc_hash_word(hash, nan ? 0x7fc00000u : word) : hash;
        at += bytes;
        member += field->format[1] != 0;
    }
    return hash;
}
