/// Sensors: which shapes overlap them, and what the last step changed of that.
///
/// Overlaps are looked for when a step has moved everything, among the shapes that ask to be seen.
/// The step can fail no more then, so memory is taken before: for an eighth more overlaps than
/// there were, one for each visitor and some more, or for all that there can be if that is less.
/// Begins and ends beyond that take memory when they come; if there is none, overlaps stay as they
/// were.
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
    sc_tree tree;       ///< of the sensors, but half-spaces; built anew in each step
    int32_t tree_room;  ///< for as many sensors it has memory
    uint64_t mark;      ///< of the sensors as the last step saw them
    bool recheck;       ///< what sleeps is looked at, too, though no sensor changed
    bool late;          ///< there was no memory: overlaps are those of an earlier step
} sc_sensors;

extern const sc_store sc_sensor_store;

void sc_sensors_release(sc_sensors *sensors, sc_memory *memory);

#endif
