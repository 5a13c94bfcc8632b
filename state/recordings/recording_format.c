/// Recordings: what a build has to agree on to read them.
#include "core/hash.h"
#include "state/recordings/recording_header.h"
#include "state/recordings/recording_table.h"

#include <string.h>

static uint64_t hash_type(uint64_t hash, const sc_record_type *type)
{
    for (int i = 0; i < type->field_count; ++i)
    {
        const sc_record_field *field = &type->fields[i];
        hash = sc_hash_word(hash, (uint32_t)field->kind);
        hash = field->type != NULL ? hash_type(hash, field->type) : hash;
    }
    return sc_hash_word(hash, (uint32_t)type->field_count);
}

int sc_recorded_count(const sc_record_field *field, const char *base)
{
    const char *place = base;
    if (field->kind == SC_RECORD_BATCH_RESULTS)
    {
        memcpy(&place, base, sizeof place);
    }
    int count = 0;
    if (place != NULL)
    {
        memcpy(&count, place + field->count, sizeof count);
    }
    if (field->kind == SC_RECORD_SEGMENTS && count > 0)
    {
        scree_chain_def chain;
        memcpy(&chain, base, sizeof chain);
        count -= !chain.loop;
    }
    return count;
}

int sc_recorded_vertices(const sc_record_field *field, const char *base)
{
    int count;
    memcpy(&count, base + field->count, sizeof count);
    return count > 0 && count <= SCREE_POLYGON_MAX_VERTICES ? count : 0;
}

uint64_t sc_calls_hash(void)
{
    uint64_t hash = SC_HASH_SEED;
    for (int i = 0; i < SC_RECORDED_COUNT; ++i)
    {
        for (const char *c = sc_call_types[i].name; *c != 0; ++c)
        {
            hash = sc_hash_word(hash, (uint32_t)*c);
        }
        hash = hash_type(hash, &sc_call_types[i].arguments);
    }
    for (int i = SCREE_SHAPE_CIRCLE; i <= SCREE_SHAPE_CHAIN_SEGMENT; ++i)
    {
        hash = hash_type(hash, &sc_geometry_types[i]);
    }
    return hash;
}
