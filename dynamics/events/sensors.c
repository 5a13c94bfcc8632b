#include "dynamics/events/sensors.h"

#include "core/assert.h"
#include "dynamics/events/sensor_scratch.h"

#define SENSOR_FIELD(name, role) SC_FIELD(sc_sensors, scree_sensor_event, name, role, "#")
static const sc_field fields[] = {SENSOR_FIELD(overlaps, SC_STATE), SENSOR_FIELD(begins, SC_STATE),
                                  SENSOR_FIELD(ends, SC_STATE)};
#define TABLE(i, capacity)                            \
    {                                                 \
        fields + i, 1, offsetof(sc_sensors, capacity) \
    }
static const sc_table tables[] = {TABLE(0, overlap_capacity), TABLE(1, begin_capacity),
                                  TABLE(2, end_capacity)};

enum
{
    OVERLAPS,
    BEGINS,
    ENDS
};

const sc_store sc_sensor_store = SC_STORE("sensors", tables);

void sc_sensors_release(sc_sensors *sensors, sc_memory *memory)
{
    sc_tree_release(&sensors->tree, memory);
    sc_store_release(&sc_sensor_store, sensors, memory);
}

bool sc_reserve_sensor_changes(const sc_step *step, int64_t begins, int64_t ends)
{
    return sc_table_reserve(&tables[BEGINS], step->sensors, step->memory, begins) &&
           sc_table_reserve(&tables[ENDS], step->sensors, step->memory, ends);
}

bool sc_reserve_sensor_room(const sc_step *step, sc_sensor_scratch *scratch, int64_t room)
{
    SC_ASSERT(room >= 0);
    if (room > INT32_MAX / 4)
    {
        return false;
    }
    scratch->room = (int32_t)room;
    scratch->keys = SC_TAKE(step->arena, uint64_t, room + 1);
    scratch->sorting = SC_TAKE(step->arena, uint64_t, room + 1);
    return scratch->keys != NULL && scratch->sorting != NULL &&
           sc_table_reserve(&tables[OVERLAPS], step->sensors, step->memory, room);
}
