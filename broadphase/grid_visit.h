/// Finds the sorted AABBs that overlap a given one, for the few callers with single queries.
#ifndef SC_GRID_VISIT_H
#define SC_GRID_VISIT_H

#include "broadphase/pairs.h"

typedef void sc_grid_visitor(void *context, int32_t slot);

/// Calls `visit` once for each entry of a grid whose AABB overlaps `aabb`.
void sc_grid_visit(const sc_grid *grid, sc_aabb aabb, sc_grid_visitor *visit, void *context);

/// Visits all static and sleeping shapes whose AABBs, as of the last stage find_pairs, overlap
/// `aabb`, and half-spaces whose boundary `aabb` reaches.
void sc_visit_static(const sc_step *step, sc_aabb aabb, sc_grid_visitor *visit, void *context);

/// Visits all moving shapes whose AABBs in this step overlap `aabb`. Shapes that are no longer in
/// the kept grid are tested one by one.
void sc_visit_moving(const sc_step *step, sc_aabb aabb, sc_grid_visitor *visit, void *context);

#endif
