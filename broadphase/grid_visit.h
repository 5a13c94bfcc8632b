/// Which sorted AABBs overlap a given one: for the few that ask one at a time.
#ifndef SC_GRID_VISIT_H
#define SC_GRID_VISIT_H

#include "broadphase/pairs.h"

typedef void sc_grid_visitor(void *context, int32_t slot);

/// Calls `visit` once for each entry of a grid whose AABB overlaps.
void sc_grid_visit(const sc_grid *grid, sc_aabb aabb, sc_grid_visitor *visit, void *context);

/// The same for all static shapes, and those that sleep, as the last stage find_pairs left them;
/// half-spaces whose boundary the AABB reaches, too.
void sc_visit_static(const sc_step *step, sc_aabb aabb, sc_grid_visitor *visit, void *context);

/// The same for all moving shapes, by the AABBs of this step. Those that left the kept grid are
/// looked at one by one.
void sc_visit_moving(const sc_step *step, sc_aabb aabb, sc_grid_visitor *visit, void *context);

#endif
