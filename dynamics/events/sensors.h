/// Sensors: the shapes that overlap them, and the changes in the last step.
///
/// Overlaps are searched after the step has moved everything. Visitors are the shapes with sensor
/// events enabled, which sensors may detect. During the search the step can no longer fail, so
/// memory is reserved before: for an eighth more overlaps than in the last step, one more for each
/// visitor and some spare ones, or for all possible overlaps if these are fewer. If there are more
/// begins and ends, memory for them is allocated when they are found. If out of memory, overlaps
/// keep their old state.
#ifndef SC_SENSORS_H
#define SC_SENSORS_H

#include "broadphase/tree.h"
#include "core/step_context.h"
#include "scree/events.h"

/// Invariants: overlaps, begins and ends are sorted by the slots of the sensor and of the visitor,
/// each pair of ids once.
typedef struct sc_sensors
{
    scree_sensor_event *overlaps, *begins, *ends;
    int32_t overlap_count, overlap_capacity, begin_count, begin_capacity, end_count, end_capacity;
    sc_tree tree;       ///< of the sensors except half-spaces; built again in each step
    int32_t tree_room;  ///< number of sensors that its memory suffices for
    uint64_t mark;      ///< hash of the state of the sensors in the last step
    bool recheck;       ///< test sleeping shapes too, even if no sensor changed
    bool late;          ///< there was no memory: the overlaps belong to an earlier step
} sc_sensors;

extern const sc_store sc_sensor_store;

void sc_sensors_release(sc_sensors *sensors, sc_memory *memory);

#endif
