/// Shapes on the paths of their bodies in a step.
#ifndef SC_SHAPE_PATHS_H
#define SC_SHAPE_PATHS_H

#include "core/stores/shapes.h"
#include "geometry/time_of_impact.h"

/// The path of a body in this step.
typedef struct sc_body_path
{
    sc_vec2d begin, travel;  ///< of the centre of mass, world
    float cos, sin, turn;
} sc_body_path;

/// A shape that moves along its path.
typedef struct sc_flight
{
    sc_convex shape;
    sc_sweep sweep;
} sc_flight;

static inline sc_convex sc_shape_at(const sc_shapes *shapes, int32_t slot)
{
    return sc_convex_of_entry(shapes->geometry + shapes->geometry_start[slot],
                              (sc_shape_kind)shapes->kind[slot], shapes->local[slot].radius);
}

/// The flight of a shape whose body moves along a path, relative to a point.
static inline sc_flight sc_flight_along(const sc_shapes *shapes, int32_t slot,
                                        const sc_body_path *p, sc_vec2d from)
{
    const sc_shape_local *local = &shapes->local[slot];
    scree_vec2 q = sc_rotate((sc_rotation){p->cos, p->sin}, (scree_vec2){local->cos, local->sin});
    const sc_frame frame = {.cos = (double)local->cos, .sin = (double)local->sin};
    sc_vec2d center = sc_turn_in(&frame, (sc_vec2d){-(double)local->x, -(double)local->y});
    return (sc_flight){sc_shape_at(shapes, slot),
                       {.begin = sc_subd(p->begin, from),
                        .travel = p->travel,
                        .center = center,
                        .cos = q.x,
                        .sin = q.y,
                        .turn = p->turn,
                        .extent = (double)local->max_extent}};
}

/// The flight of a shape that does not move.
static inline sc_flight sc_standing(const sc_shapes *shapes, int32_t slot, sc_vec2d from)
{
    const sc_shape_pose *pose = &shapes->pose[slot];
    return (sc_flight){sc_shape_at(shapes, slot),
                       {.begin = {(double)pose->x - from.x, (double)pose->y - from.y},
                        .cos = pose->cos,
                        .sin = pose->sin}};
}

#endif
