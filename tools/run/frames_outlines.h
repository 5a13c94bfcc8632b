/// The outlines of the shapes of a world, as open lines and polygons.
#ifndef SCREE_TOOLS_FRAMES_OUTLINES_H
#define SCREE_TOOLS_FRAMES_OUTLINES_H

#include <scree/scree.h>

/// Outlines of one kind. An outline has the points from offsets[i] to offsets[i + 1].
typedef struct sc_outline_list
{
    int count, point_count;
    int capacity, point_capacity;
    scree_vec2 *points;
    int64_t *offsets;
    scree_body_id *bodies;
    uint8_t *shapes;  ///< scree_shape_type
} sc_outline_list;

typedef struct sc_frame_outlines
{
    sc_outline_list lines, polygons;
    // While they are collected.
    const scree_world *world;
    bool half_spaces;  ///< these alone
    bool ok;
} sc_frame_outlines;

/// Replaces the outlines by those of the world as it is now: segments and edges of chains as lines,
/// all other shapes as polygons with rounded corners. Half-spaces are clipped to `view`. False: out
/// of memory.
bool sc_frame_outlines_collect(sc_frame_outlines *outlines, const scree_world *world,
                               scree_aabb view);
void sc_frame_outlines_destroy(sc_frame_outlines *outlines);

#endif
