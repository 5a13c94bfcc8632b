/// The moves of a character mover: slides, steps up and down, and the planes that it meets.
#ifndef SC_MOVER_WALK_H
#define SC_MOVER_WALK_H

#include "queries/movers/mover_search.h"

#define SC_MOVER_PLANES 32
#define SC_UNIT_ERROR 1e-4f

typedef enum sc_mover_plane_kind
{
    SC_PLANE_WALL = 0,
    SC_PLANE_CEILING,
    SC_PLANE_GROUND,
    SC_PLANE_EDGE  ///< an edge of ground, at which the normal is not that of the ground
} sc_mover_plane_kind;

typedef struct sc_found_plane
{
    scree_mover_plane plane;
    sc_mover_plane_kind kind;
    float
        given;  ///< speed against the normal that the body gets from a force in the next step, m/s
} sc_found_plane;

/// A move in progress.
typedef struct sc_mover_walk
{
    scree_world *world;
    const scree_mover_def *def;
    const char *function;
    scree_query_filter filter;
    scree_body_id carrier;  ///< the body that carries the mover, with which it does not collide
                            ///< meanwhile; else null
    scree_vec2 up, right;
    float ground_slope;  ///< cosine of max_slope_angle
    float foot;          ///< height of the lowest point over the position, m
    float step_height;   ///< over the foot, m; greater on a slope, because the slope rises before
                         ///< the step
    scree_vec2 position;
    scree_shape_id ground;
    bool walked;    ///< the move began on the ground, without a jump
    bool grounded;  ///< is on the ground
    scree_mover_plane ground_plane;
    sc_found_plane found[SC_MOVER_PLANES];  ///< around the position, the deepest first
    int found_count;
    sc_found_plane pushing[SC_MOVER_PLANES];  ///< planes that stopped the move, one for each shape
    int pushing_count;
    scree_vec2 carried;    ///< how far its ground carried it, m
    scree_vec2 last_push;  ///< reaction on the ground in the last move for each obstacle, N s
    float shift;           ///< how far it went over its ground, along `right`, m
} sc_mover_walk;

/// Finds the planes around the position.
scree_result sc_mover_find_planes(sc_mover_walk *w);

/// The plane that the solver gets for a plane that was found. A mover that walks is not lifted by
/// walls, nor by edges, because it steps onto these.
scree_mover_plane sc_mover_solved_plane(const sc_mover_walk *w, const sc_found_plane *found,
                                        scree_vec2 wanted, bool walks);

/// Moves by a translation and slides along the shapes in the way.
scree_result sc_mover_slide(sc_mover_walk *w, scree_vec2 translation, bool walks);

/// The ground around the position that is most level; null if there is none.
const sc_found_plane *sc_mover_ground(const sc_mover_walk *w);

/// Moves down by up to `distance`, m, to ground. If there is no ground, the mover stays where it
/// is.
scree_result sc_mover_snap(sc_mover_walk *w, float distance, bool *found);

/// Whether a plane only held the mover up, and did not stop it.
static inline bool sc_mover_holds(const sc_mover_walk *w, const sc_found_plane *pushing)
{
    return pushing->kind == SC_PLANE_GROUND || (pushing->kind == SC_PLANE_EDGE && !w->walked);
}

/// Pushes the bodies that stopped the mover, and puts its weight on the body on which it stands.
void sc_mover_push_bodies(sc_mover_walk *w, const scree_mover_state *before,
                          scree_mover_state *after, scree_vec2 velocity, float dt);

/// If a walk was blocked, tries to reach its end over a step: moves up, along and down.
scree_result sc_mover_climb(sc_mover_walk *w, scree_vec2 from, scree_vec2 walk);

#endif
