/// Data that the stages reserve_overlaps and update_sensors share, in the scratch of the step.
#ifndef SC_SENSOR_SCRATCH_H
#define SC_SENSOR_SCRATCH_H

#include "dynamics/events/sensors.h"

#include <stdatomic.h>

/// Working data of the search for overlaps. A key of an overlap has the slot of the sensor in its
/// high half and that of the visitor in its low half.
typedef struct sc_sensor_scratch
{
    const sc_step *step;
    sc_tree_item *sensors;  ///< sensors in the tree come first
    int32_t sensor_count, tree_count;
    int32_t *visitors;
    int32_t visitor_count;
    sc_tree_view view;
    uint64_t *keys, *sorting;
    int32_t room;  ///< for keys
    atomic_int count;
} sc_sensor_scratch;

/// Reserves room for the begins and ends of a step. Returns false if out of memory.
bool sc_reserve_sensor_changes(const sc_step *step, int64_t begins, int64_t ends);
/// Reserves room for `room` overlaps and their keys. Returns false if out of memory.
bool sc_reserve_sensor_room(const sc_step *step, sc_sensor_scratch *scratch, int64_t room);

#endif
