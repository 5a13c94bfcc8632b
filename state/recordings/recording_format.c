/// Recordings: what a build has to agree on to read them.
#include "core/hash.h"
#include "state/recordings/recording_header.h"
#include "state/recordings/recording_table.h"

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
