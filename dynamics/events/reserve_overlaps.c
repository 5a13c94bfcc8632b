/// The stage reserve_overlaps: reserves memory for update_sensors, which cannot fail.
#include "core/assert.h"
#include "dynamics/events/sensor_scratch.h"

enum
{
    SPARE_PAIRS =
        1024  ///< number of spare overlaps, in addition to an eighth more and one for each visitor
};

/// The number of begin events for which memory is reserved before they are known. As much is
/// reserved for end events.
static int64_t wanted_changes(const sc_step *step)
{
    const int32_t *asking = step->shapes->asking;
    int64_t all = (int64_t)asking[SC_ASK_SENSOR] * asking[SC_ASK_SENSED];
    int64_t likely = step->sensors->overlap_count / 8 + asking[SC_ASK_SENSED] + SPARE_PAIRS;
    return all < likely ? all : likely;
}

/// Reserves memory for update_sensors.
bool sc_reserve_overlaps(sc_step *step)
{
    const int32_t *asking = step->shapes->asking;
    const int32_t sensor_count = asking[SC_ASK_SENSOR];
    step->scratch.sensors = NULL;
    sc_set_work(step->profile, sensor_count, "sensors", 0);
    if (sensor_count == 0 && step->sensors->overlap_count == 0)
    {
        return true;
    }
    sc_sensor_scratch *scratch = SC_TAKE_ZEROED(step->arena, sc_sensor_scratch, 1);
    if (scratch == NULL)
    {
        return false;
    }
    scratch->step = step;
    scratch->sensors = SC_TAKE_ZEROED(step->arena, sc_tree_item, sensor_count + 1);
    scratch->visitors = SC_TAKE(step->arena, int32_t, asking[SC_ASK_SENSED] + 1);
    step->scratch.sensors = scratch;
    if (scratch->sensors == NULL || scratch->visitors == NULL)
    {
        return false;
    }
    sc_sensors *sensors = step->sensors;
    SC_ASSERT(sensor_count >= 0 && sensors->tree_room >= 0);
    // Build a tree of the same number of sensors to allocate its memory; their positions do not
    // matter.
    if (sensor_count > sensors->tree_room &&
        !sc_tree_build(&sensors->tree, step->memory, scratch->sensors, sensor_count))
    {
        return false;
    }
    sensors->tree_room = sensor_count > sensors->tree_room ? sensor_count : sensors->tree_room;
    return sc_reserve_sensor_room(step, scratch,
                                  step->sensors->overlap_count + wanted_changes(step)) &&
           sc_reserve_sensor_changes(step, wanted_changes(step), wanted_changes(step));
}
