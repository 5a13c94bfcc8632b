/// The shapes that reach into the clip of a drawing.
#ifndef SC_FIND_IN_VIEW_H
#define SC_FIND_IN_VIEW_H

#include "scree/draw.h"
#include "world/world_state.h"

/// Shapes that may be in view, in the order of slots: those of the tree of queries in the clip, or
/// all of the world.
typedef struct sc_view
{
    const scree_world *world;
    scree_shape_id *ids;  ///< null: all shapes
    int count, capacity;
    int64_t visits;  ///< nodes of the tree and shapes that the search visited
} sc_view;

/// The tree is used if it is cheap to bring up to date: no more than a quarter of the bodies moves.
/// Without memory for it all shapes are in view.
sc_view sc_view_find(const scree_world *world, const scree_aabb *clip);
void sc_view_release(sc_view *view);

/// The next shape after `slot` in view, or 0; begins with slot 0. `at` is 0 at first.
int32_t sc_view_next(const sc_view *view, int32_t slot, int *at);
/// Replaces the shapes by their bodies; sc_view_next then returns slots of bodies. `ids` is not
/// null.
void sc_view_turn_to_bodies(sc_view *view);

#endif
