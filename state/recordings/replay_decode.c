/// Replays: arguments of calls from bytes.
#include "state/recordings/replay.h"
#include "world/checks.h"

#include <stdlib.h>
#include <string.h>

static void take_fields(sc_replay *r, const sc_record_type *type, char *base);

static void write_unsigned(char *at, uint64_t value, size_t size)
{
    const uint32_t narrow = (uint32_t)value;
    memcpy(at, size == 4 ? (const void *)&narrow : &value, size);
}

static void write_pointer(char *at, const void *pointer) { memcpy(at, &pointer, sizeof pointer); }

/// The smallest number of bytes of an element in a recording.
static size_t least_bytes(const sc_record_type *type)
{
    return type->fields[0].kind == SC_RECORD_ID ? 8 : 4;
}

static int count_of(const sc_record_field *field, const char *base)
{
    const int count = sc_recorded_count(field, base);
    return count > 0 && count <= SC_MAX_RECORDED_COUNT ? count : 0;
}

static void take_elements(sc_replay *r, const sc_record_field *field, char *base)
{
    const uint64_t there = sc_replay_take(r, 1);
    r->damaged |= there > 1;
    if (there != 1)
    {
        return;
    }
    const bool one = field->kind == SC_RECORD_ONE || field->kind == SC_RECORD_IN_OUT;
    const bool results = field->kind == SC_RECORD_RESULTS || field->kind == SC_RECORD_BATCH_RESULTS;
    const int count = one ? 1 : count_of(field, base);
    if ((size_t)count * least_bytes(field->type) > r->end - r->at)
    {
        // The recording has no results of a refused call, but it has the other elements.
        r->unreadable |= results;
        r->damaged |= !results;
        return;
    }
    char *data = sc_replay_room(r, field->type->size * (size_t)(count > 0 ? count : 1));
    write_pointer(base + field->offset, data);
    for (int i = 0; data != NULL && i < count && !results && !r->damaged; ++i)
    {
        take_fields(r, field->type, data + field->type->size * (size_t)i);
    }
}

static void take_text(sc_replay *r, char *at)
{
    const size_t size = (size_t)sc_replay_take(r, 4);
    if (size == 0 || size - 1 > r->end - r->at)
    {
        r->damaged |= size != 0;
        return;
    }
    char *text = sc_replay_room(r, size);
    if (text != NULL)
    {
        memcpy(text, r->data + r->at, size - 1);
        write_pointer(at, text);
    }
    r->at += size - 1;
}

static void take_callback(sc_replay *r, sc_record_kind kind, char *at)
{
    const uint64_t there = sc_replay_take(r, 1);
    r->damaged |= there > (kind == SC_RECORD_MIXING ? 2 : 1);
    r->context = NULL;
    if (there == 0 || r->damaged)
    {
        return;
    }
    r->context = r;
    if (kind == SC_RECORD_FILTER)
    {
        scree_contact_filter_callback *filter = sc_replay_filter;
        memcpy(at, &filter, sizeof filter);
    }
    else if (kind == SC_RECORD_PRE_SOLVE)
    {
        scree_pre_solve_callback *pre_solve = sc_replay_pre_solve;
        memcpy(at, &pre_solve, sizeof pre_solve);
    }
    else if (kind == SC_RECORD_MIXING)
    {
        scree_mixing_callback *mixing = sc_replay_mixing;
        memcpy(at, &mixing, sizeof mixing);
        // Refused settings do not change the callback of the world, so the world shows which of the
        // two it has now.
        const bool second = r->world->mixing.context == &r->mixing[1];
        r->context = &r->mixing[second != (there == 2)];
    }
}

static void take_geometry(sc_replay *r, char *base)
{
    const uint32_t type = (uint32_t)sc_replay_take(r, 4);
    const bool known = type > SCREE_SHAPE_NONE && type <= SCREE_SHAPE_CHAIN_SEGMENT;
    write_unsigned(base + offsetof(scree_geometry, type), type, 4);
    if (known)
    {
        take_fields(r, &sc_geometry_types[type], base + offsetof(scree_geometry, circle));
    }
}

/// Reads a field of a struct. Returns false if the recording does not have the rest of the struct.
///
/// Long: a list of kinds.
static bool take_field(sc_replay *r, const sc_record_field *field, char *base)
{
    char *at = base + field->offset;
    switch (field->kind)
    {
    case SC_RECORD_U8:
        *at = sc_replay_take(r, 1) != 0;
        break;
    case SC_RECORD_VERSION:
    case SC_RECORD_F32:
    case SC_RECORD_U32:
    {
        const uint64_t value = sc_replay_take(r, 4);
        write_unsigned(at, value, 4);
        return field->kind != SC_RECORD_VERSION || value == SC_DEF_VERSION;
    }
    case SC_RECORD_F64:
    case SC_RECORD_U64:
        write_unsigned(at, sc_replay_take(r, 8), 8);
        break;
    case SC_RECORD_ID:
        write_unsigned(at, sc_replay_id(r, sc_replay_take(r, 8)), 8);
        break;
    case SC_RECORD_POINTER:
        write_pointer(at, (const void *)(uintptr_t)sc_replay_take(r, 8));
        break;
    case SC_RECORD_STRING:
        take_text(r, at);
        break;
    case SC_RECORD_FILTER:
    case SC_RECORD_PRE_SOLVE:
    case SC_RECORD_MIXING:
    case SC_RECORD_REFUSED:
        take_callback(r, field->kind, at);
        break;
    case SC_RECORD_CONTEXT:
        write_pointer(at, r->context);
        break;
    case SC_RECORD_GEOMETRY:
        take_geometry(r, base);
        break;
    case SC_RECORD_VERTICES:
    {
        const int count = sc_recorded_vertices(field, base);
        for (int i = 0; i < 2 * count; ++i)
        {
            write_unsigned(at + 4 * i, sc_replay_take(r, 4), 4);
        }
        break;
    }
    case SC_RECORD_ONE:
    case SC_RECORD_IN_OUT:
    case SC_RECORD_ARRAY:
    case SC_RECORD_SEGMENTS:
    case SC_RECORD_RESULTS:
    case SC_RECORD_BATCH_RESULTS:
        take_elements(r, field, base);
        break;
    }
    return true;
}

static void take_fields(sc_replay *r, const sc_record_type *type, char *base)
{
    bool more = true;
    for (int i = 0; more && i < type->field_count; ++i)
    {
        more = take_field(r, &type->fields[i], base) && !r->damaged;
    }
}

void *sc_replay_arguments(sc_replay *r, const sc_record_type *type)
{
    r->unreadable = false;
    void *arguments = sc_replay_room(r, type->size + 1);
    if (arguments != NULL)
    {
        take_fields(r, type, arguments);
    }
    return arguments;
}

/// Whether two elements have the same values.
static bool fields_agree(const sc_record_type *type, const char *a, const char *b)
{
    bool same = true;
    for (int i = 0; i < type->field_count; ++i)
    {
        const sc_record_field *field = &type->fields[i];
        const size_t size = field->kind == SC_RECORD_U8 ? 1
                            : field->kind == SC_RECORD_U64 || field->kind == SC_RECORD_ID ||
                                    field->kind == SC_RECORD_F64
                                ? 8
                                : 4;
        same &= memcmp(a + field->offset, b + field->offset, size) == 0;
    }
    return same;
}

bool sc_replay_results_agree(sc_replay *r, const sc_record_type *type, const void *arguments,
                             bool succeeded)
{
    bool same = true;
    const char *base = arguments;
    for (int i = 0; i < type->field_count && !r->damaged; ++i)
    {
        const sc_record_field *field = &type->fields[i];
        const bool results =
            field->kind == SC_RECORD_RESULTS || field->kind == SC_RECORD_BATCH_RESULTS;
        const char *data = NULL;
        if ((results && succeeded) || field->kind == SC_RECORD_IN_OUT)
        {
            memcpy(&data, base + field->offset, sizeof data);
        }
        const int count = data == NULL ? 0 : results ? count_of(field, base) : 1;
        char *element = count > 0 ? sc_replay_room(r, field->type->size) : NULL;
        for (int k = 0; element != NULL && k < count && !r->damaged; ++k)
        {
            take_fields(r, field->type, element);
            same &= fields_agree(field->type, element, data + field->type->size * (size_t)k);
        }
    }
    return same;
}
