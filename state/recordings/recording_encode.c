/// Recordings: arguments of calls as bytes.
#include "state/recordings/recorder.h"
#include "world/checks.h"

#include <string.h>

unsigned char *sc_record_room(sc_recorder *recorder, size_t size)
{
    if (size > recorder->capacity - recorder->size)
    {
        const size_t capacity = 2 * (recorder->size + size) + 1024;
        unsigned char *bytes = sc_allocate(recorder->memory, capacity);
        if (bytes == NULL)
        {
            sc_recorder_fail(recorder, SCREE_ERROR_OUT_OF_MEMORY, "recording", "found no memory");
            return NULL;
        }
        if (recorder->size > 0)
        {
            memcpy(bytes, recorder->bytes, recorder->size);
        }
        if (recorder->bytes != NULL)
        {
            sc_release(recorder->memory, recorder->bytes, recorder->capacity);
        }
        recorder->bytes = bytes;
        recorder->capacity = capacity;
    }
    recorder->size += size;
    return recorder->bytes + recorder->size - size;
}

void sc_record_number(sc_recorder *recorder, uint64_t value, int bytes)
{
    unsigned char *at = sc_record_room(recorder, (size_t)bytes);
    for (int i = 0; at != NULL && i < bytes; ++i)
    {
        at[i] = (unsigned char)(value >> (8 * i));
    }
}

void sc_record_float(sc_recorder *recorder, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    sc_record_number(recorder, bits, 4);
}

void sc_record_bytes(sc_recorder *recorder, const void *data, size_t size)
{
    unsigned char *at = sc_record_room(recorder, size);
    if (at != NULL && size > 0)
    {
        memcpy(at, data, size);
    }
}

static uint64_t read_unsigned(const char *at, size_t size)
{
    uint32_t narrow;
    uint64_t wide;
    if (size == sizeof narrow)
    {
        memcpy(&narrow, at, size);
        return narrow;
    }
    if (size == 1)
    {
        return *(const unsigned char *)at;
    }
    memcpy(&wide, at, sizeof wide);
    return wide;
}

static const void *read_pointer(const char *at)
{
    const void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

static void put_fields(sc_recorder *r, const scree_world *world, const sc_record_type *type,
                       const char *base);

static void put_text(sc_recorder *r, const char *text)
{
    const char *end = text != NULL ? memchr(text, 0, SC_MAX_RECORDED_TEXT) : NULL;
    if (text != NULL && end == NULL)
    {
        r->flags |= SC_RECORDED_PARTLY;
        text = NULL;
    }
    sc_record_number(r, text != NULL ? 1 + (uint64_t)(end - text) : 0, 4);
    if (text != NULL)
    {
        sc_record_bytes(r, text, (size_t)(end - text));
    }
}

/// The number of elements to write, 0 for a count that no call accepts.
static int count_of(sc_recorder *r, const sc_record_field *field, const char *base)
{
    const int count = sc_recorded_count(field, base);
    if (count < 0 || count > SC_MAX_RECORDED_COUNT)
    {
        r->flags |= SC_RECORDED_PARTLY;
        return 0;
    }
    return count;
}

static void put_elements(sc_recorder *r, const scree_world *world, const sc_record_field *field,
                         const char *base)
{
    const char *data = read_pointer(base + field->offset);
    const bool one = field->kind == SC_RECORD_ONE || field->kind == SC_RECORD_IN_OUT;
    const bool read =
        data != NULL && field->kind != SC_RECORD_RESULTS && field->kind != SC_RECORD_BATCH_RESULTS;
    const int count = !read ? 0 : one ? 1 : count_of(r, field, base);
    r->live |= sc_store_holds(&sc_body_store, &world->bodies, data) ||
               sc_store_holds(&sc_soft_store, &world->soft, data) ||
               sc_store_holds(&sc_circle_store, &world->circles, data);
    sc_record_number(r, data != NULL, 1);
    for (int i = 0; i < count; ++i)
    {
        put_fields(r, world, field->type, data + field->type->size * (size_t)i);
    }
}

static void put_geometry(sc_recorder *r, const scree_world *world, const char *base)
{
    scree_geometry geometry;
    memcpy(&geometry, base, sizeof geometry);
    sc_record_number(r, (uint64_t)geometry.type, 4);
    if (geometry.type > SCREE_SHAPE_NONE && geometry.type <= SCREE_SHAPE_CHAIN_SEGMENT)
    {
        put_fields(r, world, &sc_geometry_types[geometry.type],
                   base + offsetof(scree_geometry, circle));
    }
}

/// The mixing callback of a definition: 0: none, 1: that of the world, 2: another one.
static uint64_t mixing_of(const scree_world *world, const char *base)
{
    scree_world_def def;
    memcpy(&def, base, sizeof def);
    const bool same = def.mixing_callback == world->mixing.callback &&
                      def.mixing_context == world->mixing.context;
    return def.mixing_callback == NULL ? 0 : same ? 1 : 2;
}

/// Writes a field of a struct. Returns false if the rest of the struct must not be read.
///
/// Long: a list of kinds.
static bool put_field(sc_recorder *r, const scree_world *world, const sc_record_field *field,
                      const char *base)
{
    const char *at = base + field->offset;
    switch (field->kind)
    {
    case SC_RECORD_U8:
        sc_record_number(r, read_unsigned(at, 1), 1);
        break;
    case SC_RECORD_F32:
    case SC_RECORD_U32:
        sc_record_number(r, read_unsigned(at, 4), 4);
        break;
    case SC_RECORD_F64:
    case SC_RECORD_U64:
    case SC_RECORD_ID:
        sc_record_number(r, read_unsigned(at, 8), 8);
        break;
    case SC_RECORD_POINTER:
        sc_record_number(r, (uint64_t)(uintptr_t)read_pointer(at), 8);
        break;
    case SC_RECORD_VERSION:
        sc_record_number(r, read_unsigned(at, 4), 4);
        if (read_unsigned(at, 4) != SC_DEF_VERSION)
        {
            r->flags |= SC_RECORDED_PARTLY;
            return false;
        }
        break;
    case SC_RECORD_STRING:
        put_text(r, read_pointer(at));
        break;
    case SC_RECORD_FILTER:
    case SC_RECORD_PRE_SOLVE:
    case SC_RECORD_REFUSED:
        if (field->kind == SC_RECORD_REFUSED && read_pointer(at) != NULL)
        {
            r->flags |= SC_RECORDED_PARTLY;
        }
        sc_record_number(r, read_pointer(at) != NULL, 1);
        break;
    case SC_RECORD_MIXING:
        sc_record_number(r, mixing_of(world, base), 1);
        break;
    case SC_RECORD_CONTEXT:
        break;
    case SC_RECORD_GEOMETRY:
        put_geometry(r, world, base);
        break;
    case SC_RECORD_VERTICES:
    {
        const int count = sc_recorded_vertices(field, base);
        for (int i = 0; i < 2 * count; ++i)
        {
            sc_record_number(r, read_unsigned(at + 4 * i, 4), 4);
        }
        break;
    }
    case SC_RECORD_ONE:
    case SC_RECORD_IN_OUT:
    case SC_RECORD_ARRAY:
    case SC_RECORD_SEGMENTS:
    case SC_RECORD_RESULTS:
    case SC_RECORD_BATCH_RESULTS:
        put_elements(r, world, field, base);
        break;
    }
    return true;
}

static void put_fields(sc_recorder *r, const scree_world *world, const sc_record_type *type,
                       const char *base)
{
    bool more = true;
    for (int i = 0; more && i < type->field_count; ++i)
    {
        more = put_field(r, world, &type->fields[i], base);
    }
}

void sc_record_arguments(sc_recorder *recorder, const scree_world *world,
                         const sc_record_type *type, const void *arguments)
{
    put_fields(recorder, world, type, arguments);
}

void sc_record_results(sc_recorder *recorder, const scree_world *world, const sc_record_type *type,
                       const void *arguments, bool succeeded)
{
    const char *base = arguments;
    for (int i = 0; i < type->field_count; ++i)
    {
        const sc_record_field *field = &type->fields[i];
        const bool results = succeeded && (field->kind == SC_RECORD_RESULTS ||
                                           field->kind == SC_RECORD_BATCH_RESULTS);
        const char *data =
            results || field->kind == SC_RECORD_IN_OUT ? read_pointer(base + field->offset) : NULL;
        const int count = data == NULL ? 0 : results ? count_of(recorder, field, base) : 1;
        for (int k = 0; k < count; ++k)
        {
            put_fields(recorder, world, field->type, data + field->type->size * (size_t)k);
        }
    }
}
