/// Writing a snapshot.
#include "state/snapshot_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer
{
    unsigned char *at;   ///< null: only counts
    size_t bytes, room;  ///< bytes may exceed the room, and nothing more is written then
    uint32_t sections;
} writer;

static void put_bytes(writer *w, const void *data, size_t bytes)
{
    w->bytes += bytes;
    if (w->at != NULL && w->bytes <= w->room && bytes > 0)
    {
        memcpy(w->at + w->bytes - bytes, data, bytes);
    }
}

static void pad(writer *w)
{
    static const unsigned char zeros[4];
    put_bytes(w, zeros, (4 - w->bytes % 4) % 4);
}

static void begin_section(writer *w, const char *label, int32_t count, size_t width)
{
    unsigned char head[SC_SNAPSHOT_SECTION];
    const size_t length = strlen(label);
    sc_snapshot_put(head, (uint32_t)count, 4);
    sc_snapshot_put(head + 4, width, 2);
    sc_snapshot_put(head + 6, length, 1);
    sc_snapshot_put(head + 7, 0, 1);
    put_bytes(w, head, sizeof head);
    put_bytes(w, label, length);
    pad(w);
    ++w->sections;
}

static void put_scalar(writer *w, const scree_world *world, const sc_snapshot_scalar *scalar)
{
    const char format[2] = {scalar->member};
    const sc_field field = {scalar->name, 0, sc_format_bytes(scalar->member), SC_STATE, format};
    char label[SC_SNAPSHOT_LABEL];
    unsigned char packed[8];
    sc_snapshot_label(label, "", scalar->name, format);
    begin_section(w, label, scalar->count, field.element);
    for (int32_t i = 0; i < scalar->count; ++i)
    {
        const char *value = (const char *)world + scalar->offset + field.element * (size_t)i;
        sc_snapshot_pack(&field, value, packed);
        put_bytes(w, packed, field.element);
    }
    pad(w);
}

/// The index of the k-th saved element of a table; negative: it is saved as zero.
static int32_t place_of(const scree_world *world, const sc_snapshot_table *table,
                        const sc_field *field, int32_t k)
{
    const char *store = (const char *)world + table->offset;
    int32_t capacity;
    memcpy(&capacity, store + sc_snapshot_table_of(table)->capacity, sizeof capacity);
    if (table->by_class)
    {
        return sc_snapshot_contact(
            table->store == &sc_contact_store ? (const void *)store : &world->sleep.contacts, k);
    }
    const bool is_of_ids = strncmp(sc_snapshot_field_name(field), "ids.", 4) == 0;
    const bool is_clear = table->is_clear != NULL && !is_of_ids && table->is_clear(world, k);
    return k >= capacity || is_clear ? -1 : k;
}

static bool is_field(const sc_field *field, const char *name)
{
    return strcmp(field->name, name) == 0;
}

static void put_field(writer *w, const scree_world *world, const sc_snapshot_table *table,
                      const sc_field *field, int32_t count)
{
    char label[SC_SNAPSHOT_LABEL];
    unsigned char packed[SC_SNAPSHOT_ELEMENT];
    const size_t width = sc_snapshot_bytes(field);
    const char *data = sc_field_data(field, (const char *)world + table->offset);
    sc_snapshot_label(label, table->label, sc_snapshot_field_name(field), field->format);
    begin_section(w, label, count, width);
    if (w->at == NULL)
    {
        w->bytes += width * (size_t)count;
    }
    for (int32_t k = 0; k < count && w->at != NULL; ++k)
    {
        const int32_t at = place_of(world, table, field, k);
        memset(packed, 0, width);
        if (at >= 0)
        {
            sc_snapshot_pack(field, data + field->element * (size_t)at, packed);
        }
        // Leave out SC_SHAPE_CHANGED, which belongs to the broadphase: after a load it sorts static
        // shapes again.
        packed[0] &= is_field(field, "sc_shapes.flags") ? (unsigned char)~SC_SHAPE_CHANGED : 0xff;
        put_bytes(w, packed, width);
    }
    pad(w);
}

static int compare_pairs(const void *p, const void *q)
{
    const unsigned char *a = p, *b = q;
    const uint64_t key_a = sc_snapshot_get(a, 4) << 32 | sc_snapshot_get(a + 4, 4);
    const uint64_t key_b = sc_snapshot_get(b, 4) << 32 | sc_snapshot_get(b + 4, 4);
    return (key_a > key_b) - (key_a < key_b);
}

/// Writes the pairs of materials. They are sorted in a file, because their order in the table
/// depends on the order of calls.
static void put_pairs(writer *w, const sc_mixing *mixing)
{
    if (mixing->pair_count == 0)
    {
        return;
    }
    begin_section(w, SC_SNAPSHOT_PAIRS, mixing->pair_count, SC_SNAPSHOT_PAIR);
    const size_t begin = w->bytes;
    for (int32_t i = 0; i < mixing->pair_capacity; ++i)
    {
        const sc_mixed_pair *pair = &mixing->pairs[i];
        const sc_field field = {"pairs", 0, offsetof(sc_mixed_pair, used), SC_STATE, "iifffff"};
        unsigned char packed[SC_SNAPSHOT_ELEMENT];
        if (pair->used)
        {
            sc_snapshot_pack(&field, pair, packed);
            put_bytes(w, packed, SC_SNAPSHOT_PAIR);
        }
    }
    if (w->at != NULL && w->bytes <= w->room)
    {
        qsort(w->at + begin, (size_t)mixing->pair_count, SC_SNAPSHOT_PAIR, compare_pairs);
    }
}

static uint64_t add_word(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

// A checksum over words of 8 bytes. It leaves out the last word of the header, which holds the
// checksum itself.
uint64_t sc_snapshot_checksum(const unsigned char *bytes, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ size;
    for (size_t at = 0; at < size; at += 8)
    {
        const size_t count = size - at < 8 ? size - at : 8;
        sum =
            at + 8 != SC_SNAPSHOT_HEADER ? add_word(sum, sc_snapshot_get(bytes + at, count)) : sum;
    }
    return sum;
}

static void put_header(unsigned char *at, const scree_world *world, const writer *w)
{
    memcpy(at, SC_SNAPSHOT_MAGIC, 8);
    sc_snapshot_put(at + 8, SC_SNAPSHOT_VERSION, 4);
    sc_snapshot_put(at + 12,
                    (world->soft.body_count > 0 ? SC_SNAPSHOT_SOFT_BODIES : 0u) |
                        (world->circles.count > 0 ? SC_SNAPSHOT_PARTICLES : 0u),
                    4);
    sc_snapshot_put(at + 16, w->bytes, 8);
    sc_snapshot_put(at + 24, w->sections, 4);
    sc_snapshot_put(at + 28, SCREE_VERSION, 4);
    sc_snapshot_put(at + 32, 0, 8);
    sc_snapshot_put(at + 40, sc_snapshot_checksum(at, w->bytes), 8);
}

size_t sc_snapshot_write(const scree_world *world, unsigned char *buffer, size_t room)
{
    writer w = {buffer, SC_SNAPSHOT_HEADER, room, 0};
    for (int i = 0; i < sc_snapshot_scalar_count; ++i)
    {
        const sc_snapshot_scalar *scalar = &sc_snapshot_scalars[i];
        if (scalar->is_there == NULL || scalar->is_there(world))
        {
            put_scalar(&w, world, scalar);
        }
    }
    for (int i = 0; i < sc_snapshot_table_count; ++i)
    {
        const sc_snapshot_table *table = &sc_snapshot_tables[i];
        const sc_table *fields = sc_snapshot_table_of(table);
        const int32_t count = table->count(world);
        for (int k = 0; k < fields->field_count && count > 0; ++k)
        {
            if (sc_snapshot_has_field(table, &fields->fields[k]))
            {
                put_field(&w, world, table, &fields->fields[k], count);
            }
        }
    }
    put_pairs(&w, &world->mixing);
    if (buffer != NULL && w.bytes <= room)
    {
        put_header(buffer, world, &w);
    }
    return w.bytes;
}
