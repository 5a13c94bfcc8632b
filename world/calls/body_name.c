/// Names of bodies, for debugging.
#include "world/checks.h"

#include <string.h>

scree_result scree_body_set_name(scree_world *world, scree_body_id body, const char *name)
{
    SC_RECORD(body_set_name, body, name);
    SC_FIND_BODY(world, body, row);
    sc_body_name entry = {.body = {0}};
    const size_t length = name != NULL ? strnlen(name, sizeof entry.text) : 0;
    SC_REQUIRE(length < sizeof entry.text, "name", "is longer than 31 bytes");
    // The argument may be the stored name of a body, which moves when the names need more room.
    memcpy(entry.text, length > 0 ? name : "", length);
    sc_body_names *names = &world->body_names;
    const int32_t slot = world->bodies.slot[row];
    if (length == 0)
    {
        if (slot < names->capacity)
        {
            names->name[slot] = entry;
        }
        return SCREE_OK;
    }
    if (!sc_table_reserve(&sc_body_name_store.tables[0], names, &world->memory,
                          world->bodies.ids.used))
    {
        return sc_no_memory(world, __func__);
    }
    entry.body = body;
    names->name[slot] = entry;
    return SCREE_OK;
}

const char *scree_body_name(const scree_world *world, scree_body_id body)
{
    const int32_t row = sc_peek_row(world, body);
    const int32_t slot = row >= 0 ? world->bodies.slot[row] : 0;
    // The slot may still have the name of an earlier body.
    return row >= 0 && slot < world->body_names.capacity &&
                   world->body_names.name[slot].body.value == body.value
               ? world->body_names.name[slot].text
               : NULL;
}
