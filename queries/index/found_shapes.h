/// The shapes that a query returns: those with the lowest slots, in order.
#ifndef SC_FOUND_SHAPES_H
#define SC_FOUND_SHAPES_H

#include "core/ids.h"
#include "scree/query.h"

static inline int32_t sc_id_slot(scree_shape_id id) { return (int32_t)(id.value & SC_MAX_SLOTS); }

/// The ids of the lowest `capacity` of all slots that were added.
typedef struct sc_found_shapes
{
    const sc_ids *of_shapes;
    scree_shape_id *ids;  ///< null: only counted
    int capacity, count;
} sc_found_shapes;

void sc_found_add(sc_found_shapes *found, int32_t slot);
/// Sorts the ids by slot. Returns the number of slots that were added.
int sc_found_finish(sc_found_shapes *found);

#endif
