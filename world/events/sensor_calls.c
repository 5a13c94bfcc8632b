/// Sensors: their overlaps, and the flags that make shapes sensors or visible to sensors.
#include "scree/events.h"

#include "world/checks.h"
#include "world/waking.h"

scree_sensor_events scree_world_sensor_events(const scree_world *world)
{
    if (world == NULL)
    {
        return (scree_sensor_events){0};
    }
    const sc_sensors *sensors = &world->sensors;
    return (scree_sensor_events){.begins = sensors->begins,
                                 .ends = sensors->ends,
                                 .begin_count = sensors->begin_count,
                                 .end_count = sensors->end_count,
                                 .late = sensors->late};
}

int scree_shape_sensor_overlaps(const scree_world *world, scree_shape_id shape,
                                scree_shape_id *shapes, int capacity)
{
    int32_t slot = sc_peek_shape(world, shape);
    int count = 0;
    if (slot == 0)
    {
        return 0;
    }
    const sc_sensors *sensors = &world->sensors;
    // Find the first overlap of the sensor or of a later one.
    int32_t i = 0, end = sensors->overlap_count;
    while (i < end)
    {
        int32_t middle = i + (end - i) / 2;
        bool before = (int32_t)(sensors->overlaps[middle].sensor.value & 0xffffffu) < slot;
        i = before ? middle + 1 : i;
        end = before ? end : middle;
    }
    for (; i < sensors->overlap_count && sensors->overlaps[i].sensor.value == shape.value; ++i)
    {
        scree_shape_id seen = sensors->overlaps[i].visitor;
        if (sc_peek_shape(world, seen) != 0)
        {
            if (count < capacity && shapes != NULL)
            {
                shapes[count] = seen;
            }
            ++count;
        }
    }
    return count;
}

static void set_sensor_flag(scree_world *world, int32_t slot, int flag, bool enabled)
{
    sc_shapes_set_event(&world->shapes, slot, flag, enabled);
    world->sensors.recheck = true;
}

bool scree_shape_is_sensor(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_SENSOR);
}

scree_result scree_shape_set_sensor(scree_world *world, scree_shape_id shape, bool sensor)
{
    SC_RECORD(shape_set_sensor, shape, sensor);
    SC_FIND_SHAPE(world, shape, slot);
    sc_bodies *bodies = &world->bodies;
    const int32_t row = bodies->row[world->shapes.body_slot[slot]];
    if (sensor != sc_peek_event_flag(world, shape, SC_EVENTS_SENSOR))
    {
        set_sensor_flag(world, slot, SC_EVENTS_SENSOR, sensor);
        // Have the shape's contacts ended or found, and the reach of the body updated, because the
        // reach excludes sensors.
        sc_end_asleep_contacts(world, row, slot);
        sc_shapes_mark_purge(&world->shapes, slot);
        bodies->flags[row] |= SC_BODY_RECENTRED;
        bodies->recentred = true;
    }
    return SCREE_OK;
}

scree_result scree_shape_set_sensor_events_enabled(scree_world *world, scree_shape_id shape,
                                                   bool enabled)
{
    SC_RECORD(shape_set_sensor_events_enabled, shape, enabled);
    SC_FIND_SHAPE(world, shape, slot);
    set_sensor_flag(world, slot, SC_EVENTS_SENSED, enabled);
    return SCREE_OK;
}

bool scree_shape_is_sensor_events_enabled(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_SENSED);
}

scree_result scree_shape_set_static_sensing_enabled(scree_world *world, scree_shape_id shape,
                                                    bool enabled)
{
    SC_RECORD(shape_set_static_sensing_enabled, shape, enabled);
    SC_FIND_SHAPE(world, shape, slot);
    set_sensor_flag(world, slot, SC_EVENTS_STATIC, enabled);
    return SCREE_OK;
}

bool scree_shape_is_static_sensing_enabled(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_STATIC);
}
