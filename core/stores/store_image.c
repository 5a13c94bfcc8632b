#include "core/stores/store_image.h"

#include "core/assert.h"
#include "core/block.h"
#include "core/ids.h"

#include <stdalign.h>
#include <string.h>

void sc_image_put(sc_image_writer *writer, const void *data, size_t bytes)
{
    writer->bytes += bytes;
    if (writer->at != NULL && writer->bytes <= writer->room && bytes > 0)
    {
        memcpy(writer->at, data, bytes);
        writer->at += bytes;
    }
}

void sc_image_get(sc_image_reader *reader, void *data, size_t bytes)
{
    if (bytes > 0)
    {
        memcpy(data, reader->at, bytes);
        reader->at += bytes;
    }
}

/// The head of a table in an image, before its extents.
typedef struct table_head
{
    int32_t capacity, extent_count;
    uint64_t bytes;  ///< of its elements
    uint32_t field_bytes[SC_IMAGE_FIELDS];
} table_head;

enum
{
    CHUNK = 256  ///< elements that share a form
};

/// The form in which the elements of a chunk are written.
typedef enum chunk_form
{
    PLAIN,  ///< all elements
    EQUAL,  ///< the first element; all are equal
    RISING  ///< the first element; as integers of 4 or 8 bytes, each is one more than the last
} chunk_form;

#define RISES(type)                                                   \
    static bool rises_##type(const char *data, size_t count)          \
    {                                                                 \
        type first, last, differs = 0;                                \
        memcpy(&first, data, sizeof first);                           \
        memcpy(&last, data + sizeof last * (count - 1), sizeof last); \
        if (last - first != (type)(count - 1))                        \
        {                                                             \
            return false;                                             \
        }                                                             \
        for (size_t i = 0; i < count; ++i)                            \
        {                                                             \
            type value;                                               \
            memcpy(&value, data + sizeof value * i, sizeof value);    \
            differs |= value - first - (type)i;                       \
        }                                                             \
        return differs == 0;                                          \
    }                                                                 \
    static void rise_##type(char *data, size_t count)                 \
    {                                                                 \
        type first;                                                   \
        memcpy(&first, data, sizeof first);                           \
        for (size_t i = 0; i < count; ++i)                            \
        {                                                             \
            const type value = first + (type)i;                       \
            memcpy(data + sizeof value * i, &value, sizeof value);    \
        }                                                             \
    }
RISES(uint32_t)
RISES(uint64_t)

static chunk_form form_of(const char *data, size_t element, size_t count)
{
    if (count < 2)
    {
        return PLAIN;
    }
    if (memcmp(data, data + element, element) == 0)
    {
        return memcmp(data, data + element, element * (count - 1)) == 0 ? EQUAL : PLAIN;
    }
    const bool rises = element == sizeof(uint32_t)   ? rises_uint32_t(data, count)
                       : element == sizeof(uint64_t) ? rises_uint64_t(data, count)
                                                     : false;
    return rises ? RISING : PLAIN;
}

void sc_image_put_array(sc_image_writer *writer, const void *array, size_t element, size_t count)
{
    const char *data = array;
    for (size_t at = 0; at < count; at += CHUNK)
    {
        const char *chunk = data + element * at;
        const size_t length = count - at < CHUNK ? count - at : CHUNK;
        const chunk_form form = form_of(chunk, element, length);
        const uint32_t word = form;  // a whole word, which keeps words aligned for deltas
        sc_image_put(writer, &word, sizeof word);
        sc_image_put(writer, chunk, form == PLAIN ? element * length : element);
    }
}

void sc_image_get_array(sc_image_reader *reader, void *array, size_t element, size_t count)
{
    char *data = array;
    for (size_t at = 0; at < count; at += CHUNK)
    {
        char *chunk = data + element * at;
        const size_t length = count - at < CHUNK ? count - at : CHUNK;
        uint32_t form;
        sc_image_get(reader, &form, sizeof form);
        sc_image_get(reader, chunk, form == PLAIN ? element * length : element);
        for (size_t done = 1; form == EQUAL && done < length; done *= 2)
        {
            memcpy(chunk + element * done, chunk,
                   element * (done < length - done ? done : length - done));
        }
        if (form == RISING && element == sizeof(uint32_t))
        {
            rise_uint32_t(chunk, length);
        }
        else if (form == RISING)
        {
            rise_uint64_t(chunk, length);
        }
    }
}

static const sc_field_codec *codec_of(const sc_store_part *part, const sc_field *field)
{
    const sc_field_codec *codec = part->codecs;
    while (codec != NULL && codec->put != NULL && codec->field != field->offset)
    {
        ++codec;
    }
    return codec != NULL && codec->put != NULL ? codec : NULL;
}

/// Whether a field holds pointers into the world, which an image cannot keep.
static bool is_pointer(const sc_field *field)
{
    return field->format[0] == 'p' && field->role == SC_CACHE;
}

static int32_t capacity_of(const sc_table *table, const void *store)
{
    int32_t capacity;
    memcpy(&capacity, (const char *)store + table->capacity, sizeof capacity);
    return capacity;
}

static size_t head_bytes_of(const sc_table *table)
{
    SC_ASSERT(table->field_count <= SC_IMAGE_FIELDS);
    return offsetof(table_head, field_bytes) + sizeof(uint32_t) * (size_t)table->field_count;
}

/// Skips the struct of a store, which is saved without its kept members.
static void skip_struct(sc_image_reader *reader, const sc_store_part *part)
{
    reader->at += part->size;
    for (const sc_kept_member *kept = part->kept; kept->size > 0; ++kept)
    {
        reader->at -= kept->size;
    }
}

int sc_store_segments(sc_image_reader *reader, const sc_store_part *part, const char **begins)
{
    int count = 0;
    begins[count++] = reader->at;
    skip_struct(reader, part);
    for (int i = 0; i < part->store->table_count; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        table_head head;
        begins[count++] = reader->at;
        sc_image_get(reader, &head, head_bytes_of(table));
        reader->at += sizeof(sc_extent) * (size_t)head.extent_count;
        for (int k = 0; k < table->field_count; ++k)
        {
            begins[count++] = reader->at;
            reader->at += head.field_bytes[k];
        }
    }
    return count;
}

static void put_field(sc_image_writer *writer, const sc_store_part *part, const char *store,
                      const sc_field *field, const sc_extent *extents, int count)
{
    const sc_field_codec *codec = codec_of(part, field);
    for (int e = 0; e < count && !is_pointer(field); ++e)
    {
        if (codec != NULL)
        {
            codec->put(writer, store, extents[e]);
            continue;
        }
        sc_image_put_array(writer,
                           (const char *)sc_field_data(field, store) +
                               field->element * (size_t)extents[e].begin,
                           field->element, (size_t)extents[e].count);
    }
}

void sc_store_put(sc_image_writer *writer, const sc_store_part *part, const void *world)
{
    SC_ASSERT(part->size <= SC_STORE_BYTES);
    const char *store = (const char *)world + part->offset;
    alignas(16) char bare[SC_STORE_BYTES];
    if (writer->at != NULL)
    {
        memcpy(bare, store, part->size);
        for (int i = 0; i < part->store->table_count; ++i)
        {
            const sc_table *table = &part->store->tables[i];
            for (int k = 0; k < table->field_count; ++k)
            {
                memset(bare + table->fields[k].offset, 0, sizeof(void *));
            }
        }
    }
    size_t at = 0;
    for (const sc_kept_member *kept = part->kept; kept->size > 0; ++kept)
    {
        SC_ASSERT(kept->offset >= at);
        sc_image_put(writer, bare + at, kept->offset - at);
        at = kept->offset + kept->size;
    }
    sc_image_put(writer, bare + at, part->size - at);
    for (int i = 0; i < part->store->table_count; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        sc_extent extents[SC_MAX_EXTENTS];
        table_head head = {.capacity = capacity_of(table, store)};
        head.extent_count = part->extents(world, store, i, extents);
        char *place = writer->at;
        const size_t head_bytes = head_bytes_of(table);
        sc_image_put(writer, &head, head_bytes);
        sc_image_put(writer, extents, sizeof *extents * (size_t)head.extent_count);
        const size_t begin = writer->bytes;
        for (int k = 0; k < table->field_count; ++k)
        {
            const size_t field_begin = writer->bytes;
            put_field(writer, part, store, &table->fields[k], extents, head.extent_count);
            head.field_bytes[k] = (uint32_t)(writer->bytes - field_begin);
        }
        head.bytes = writer->bytes - begin;
        if (place != NULL && writer->bytes <= writer->room)
        {
            memcpy(place, &head, head_bytes);
        }
    }
}

bool sc_store_reserve_image(sc_image_reader *reader, const sc_store_part *part, void *world,
                            sc_memory *memory)
{
    char *store = (char *)world + part->offset;
    bool room = true;
    skip_struct(reader, part);
    for (int i = 0; i < part->store->table_count; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        table_head head;
        sc_extent extents[SC_MAX_EXTENTS];
        sc_image_get(reader, &head, head_bytes_of(table));
        sc_image_get(reader, extents, sizeof *extents * (size_t)head.extent_count);
        reader->at += head.bytes;
        room = room && (capacity_of(table, store) >= head.capacity ||
                        sc_table_resize(table, store, memory, head.capacity));
    }
    return room;
}

/// Gives the ids in an array the number of the world that now holds them.
static void renumber(const sc_field *field, char *elements, int32_t count, uint16_t number)
{
    const char *member = field->format;
    if (strchr(member, '#') == NULL)
    {
        return;
    }
    for (size_t at = 0; at < field->element && *member != 0; member += field->format[1] != 0)
    {
        const size_t bytes = sc_format_bytes(*member);
        at = (at + bytes - 1) / bytes * bytes;
        for (int32_t i = 0; i < count && *member == '#'; ++i)
        {
            char *place = elements + field->element * (size_t)i + at;
            uint64_t id;
            memcpy(&id, place, sizeof id);
            id = id != 0 ? (id & 0xffffffffffffu) | (uint64_t)number << 48 : 0;
            memcpy(place, &id, sizeof id);
        }
        at += bytes;
    }
}

static void clear_elements(const sc_table *table, const void *store, int32_t begin, int32_t end)
{
    for (int k = 0; begin < end && k < table->field_count; ++k)
    {
        const sc_field *field = &table->fields[k];
        memset((char *)sc_field_data(field, store) + field->element * (size_t)begin, 0,
               field->element * (size_t)(end - begin));
    }
}

/// Clears the old elements outside the new extents, and pads each extent to a whole block with
/// zeros.
static void clear_unused(const sc_table *table, const void *store, const sc_extent *old,
                         int old_count, const sc_extent *fresh, int fresh_count)
{
    for (int i = 0; i < old_count; ++i)
    {
        int32_t kept = 0;
        for (int k = 0; k < fresh_count; ++k)
        {
            kept = fresh[k].begin == old[i].begin ? fresh[k].count : kept;
        }
        clear_elements(table, store, old[i].begin + kept, old[i].begin + old[i].count);
    }
    const int32_t capacity = capacity_of(table, store);
    for (int k = 0; k < fresh_count; ++k)
    {
        const int32_t end = fresh[k].begin + fresh[k].count, block = sc_pad_block(end);
        clear_elements(table, store, end, block < capacity ? block : capacity);
    }
}

void sc_store_get(sc_image_reader *reader, const sc_store_part *part, void *world, uint16_t number)
{
    char *store = (char *)world + part->offset;
    alignas(16) char fresh[SC_STORE_BYTES];
    size_t at = 0;
    for (const sc_kept_member *kept = part->kept; kept->size > 0; ++kept)
    {
        sc_image_get(reader, fresh + at, kept->offset - at);
        memcpy(fresh + kept->offset, store + kept->offset, kept->size);
        at = kept->offset + kept->size;
    }
    sc_image_get(reader, fresh + at, part->size - at);
    for (int i = 0; i < part->store->table_count; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        table_head head;
        sc_extent old[SC_MAX_EXTENTS], extents[SC_MAX_EXTENTS];
        sc_image_get(reader, &head, head_bytes_of(table));
        sc_image_get(reader, extents, sizeof *extents * (size_t)head.extent_count);
        clear_unused(table, store, old, part->extents(world, store, i, old), extents,
                     head.extent_count);
        for (int k = 0; k < table->field_count; ++k)
        {
            const sc_field *field = &table->fields[k];
            const sc_field_codec *codec = codec_of(part, field);
            char *data = sc_field_data(field, store);
            memcpy(fresh + field->offset, &data, sizeof data);
            for (int e = 0; e < head.extent_count && !is_pointer(field); ++e)
            {
                char *elements = data + field->element * (size_t)extents[e].begin;
                if (codec != NULL)
                {
                    codec->get(reader, store, extents[e]);
                    continue;
                }
                sc_image_get_array(reader, elements, field->element, (size_t)extents[e].count);
                if (number != 0)
                {
                    renumber(field, elements, extents[e].count, number);
                }
            }
        }
        memcpy(fresh + table->capacity, store + table->capacity, sizeof(int32_t));
    }
    if (part->has_ids)
    {
        const size_t own = part->ids + offsetof(sc_ids, world);
        memcpy(fresh + own, store + own, sizeof(uint16_t));
    }
    memcpy(store, fresh, part->size);
}

bool sc_store_reserve_copy(const sc_store_part *part, const void *from, void *world,
                           sc_memory *memory)
{
    const char *source = (const char *)from + part->offset;
    char *store = (char *)world + part->offset;
    bool room = true;
    for (int i = 0; i < part->store->table_count && room; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        const int32_t capacity = capacity_of(table, source);
        room = capacity_of(table, store) >= capacity ||
               sc_table_resize(table, store, memory, capacity);
    }
    return room;
}

/// Copies the struct of a store, without pointers to arrays, capacities and the kept members.
static void copy_struct(const sc_store_part *part, const char *source, char *store)
{
    alignas(16) char own[SC_STORE_BYTES];
    memcpy(own, store, part->size);
    memcpy(store, source, part->size);
    for (const sc_kept_member *kept = part->kept; kept->size > 0; ++kept)
    {
        memcpy(store + kept->offset, own + kept->offset, kept->size);
    }
    for (int i = 0; i < part->store->table_count; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        for (int k = 0; k < table->field_count; ++k)
        {
            const size_t at = table->fields[k].offset;
            memcpy(store + at, own + at, sizeof(void *));
        }
        memcpy(store + table->capacity, own + table->capacity, sizeof(int32_t));
    }
    if (part->has_ids)
    {
        const size_t at = part->ids + offsetof(sc_ids, world);
        memcpy(store + at, own + at, sizeof(uint16_t));
    }
}

void sc_store_copy(const sc_store_part *part, const void *from, void *world, uint16_t number)
{
    const char *source = (const char *)from + part->offset;
    char *store = (char *)world + part->offset;
    for (int i = 0; i < part->store->table_count; ++i)
    {
        const sc_table *table = &part->store->tables[i];
        sc_extent old[SC_MAX_EXTENTS], extents[SC_MAX_EXTENTS];
        const int old_count = part->extents(world, store, i, old),
                  count = part->extents(from, source, i, extents);
        if (old_count + count == 0)
        {
            continue;
        }
        clear_unused(table, store, old, old_count, extents, count);
        for (int k = 0; k < table->field_count; ++k)
        {
            const sc_field *field = &table->fields[k];
            for (int e = 0; e < count && !is_pointer(field); ++e)
            {
                const size_t begin = field->element * (size_t)extents[e].begin;
                char *elements = (char *)sc_field_data(field, store) + begin;
                memcpy(elements, (const char *)sc_field_data(field, source) + begin,
                       field->element * (size_t)extents[e].count);
                renumber(field, elements, extents[e].count, number);
            }
        }
    }
    copy_struct(part, source, store);
}
