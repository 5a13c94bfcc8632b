/// The shapes that overlap the clip of a drawing.
#ifndef SC_FIND_IN_VIEW_H
#define SC_FIND_IN_VIEW_H

#include "scree/draw.h"
#include "world/world_state.h"

/// Shapes that may be in view, in the order of slots: those of the query tree within the clip, or
/// all shapes of the world.
typedef struct sc_view
{
    const scree_world *world;
    scree_shape_id *ids;  ///< null: all shapes
    int count, capacity;
    int64_t visits;  ///< nodes of the tree and shapes that the search visited
} sc_view;

/// Finds the shapes in view. The tree is used if it is cheap to update, because at most a quarter
/// of the bodies move. If out of memory, all shapes count as in view.
sc_view sc_view_find(const scree_world *world, const scree_aabb *clip);
void sc_view_release(sc_view *view);

/// The next shape after `slot` in view, or 0. Begin with `slot` 0 and `at` 0.
int32_t sc_view_next(const sc_view *view, int32_t slot, int *at);
/// Replaces the shapes by their bodies; sc_view_next then returns slots of bodies. `ids` is not
/// null.
void sc_view_turn_to_bodies(sc_view *view);

#endif
