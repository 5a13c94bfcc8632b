/// Bounds of a world for its pictures.
#ifndef SCREE_SCENES_BOUNDS_H
#define SCREE_SCENES_BOUNDS_H

#include "linkage.h"

#include <scree/scree.h>

/// Empty bounds.
SC_SCENES_API scree_aabb scree_bounds_empty(void);
/// Extends the bounds to contain `aabb`, unless that is unbounded, like that of a half-space.
SC_SCENES_API void scree_bounds_add(scree_aabb *bounds, scree_aabb aabb);
/// The view for these bounds, with a margin; 20 m by 20 m for empty bounds.
SC_SCENES_API scree_aabb scree_bounds_view(scree_aabb bounds);

#endif
