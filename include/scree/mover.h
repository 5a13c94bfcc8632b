/// Characters: a capsule that slides along the shapes of a world, without being a body of it.
///
/// A mover is moved in rounds: collide it where it is, which gives a plane for each shape that it
/// touches; solve for the translation nearest to the wanted one that all planes allow; cast it
/// along that, so that nothing thin is passed; go there, and begin again until it hardly moves:
///
///     for (int round = 0; round < 5; ++round)
///     {
///         int count = scree_world_collide_mover(world, &capsule, position, filter, planes, 16);
///         count = count < 16 ? count : 16;  // more planes may be there than fit
///         scree_vec2 wanted = {target.x - position.x, target.y - position.y};
///         scree_vec2 way = scree_mover_solve_planes(wanted, planes, count).translation;
///         float fraction = scree_world_cast_mover(world, &capsule, position, way,
///         filter).fraction; position.x += fraction * way.x; position.y += fraction * way.y;
///     }
///     velocity = scree_mover_clip_vector(velocity, planes, count);
///
/// docs/queries.md#movers says more, examples/platformer.c is a character that walks, jumps and
/// climbs. The method is that of Box2D 3.1 (E. Catto, 2025).
///
/// These are queries (query.h): they change nothing, any number of threads may call them at once,
/// and their errors are stored in the thread: scree_error_text(NULL).
#ifndef SCREE_MOVER_H
#define SCREE_MOVER_H

#include "query.h"

/// A plane that limits a mover near a shape to translations d with dot(normal, d) >= offset.
typedef struct scree_mover_plane
{
    scree_shape_id shape;
    scree_vec2 point;   ///< of the shape, nearest to the mover's axis, m
    scree_vec2 normal;  ///< unit, from the shape to the mover
    float offset;       ///< how deep the mover is in the shape along the normal, m, >= 0
    /// the overlap that movers keep, m, 0 to 1e8: scree_world_collide_mover writes 0.005 length
    /// units of the world; 0 stands for 0.005
    float slop;
    /// May be changed before scree_mover_solve_planes: the maximum distance that the plane may
    /// push, m, >= 0. FLT_MAX makes the plane rigid. A smaller limit makes it soft, for example for
    /// another character.
    float push_limit;
    /// Whether scree_mover_clip_vector minds the plane, if it pushed.
    bool clip_velocity;
    float push;  ///< by scree_mover_solve_planes: how far it pushed, m
} scree_mover_plane;

/// The planes of all shapes that a capsule touches or overlaps; `mover` in its own coordinates, not
/// turned, with a radius of at least 0.02 length units, at `position` (-1e8 to 1e8). Writes the
/// first `capacity` (>= 0), in the order of slots, with push_limit FLT_MAX, clip_velocity true and
/// push 0. Returns how many there are; -1 on error. `planes` may be null to count only.
///
/// If the mover's axis itself is inside a shape, the plane is the one with the shortest way out. A
/// one-sided chain stops movers on its solid side, as it stops bodies: a mover whose axis is partly
/// behind the line of a segment passes that segment. A mover slides without a bump over corners of
/// a chain that bend towards it, or are straight.
SCREE_API int scree_world_collide_mover(const scree_world *world, const scree_capsule *mover,
                                        scree_vec2 position, scree_query_filter filter,
                                        scree_mover_plane *planes, int capacity);

/// Moves the capsule along `translation` (-2e8 to 2e8, each coordinate) until it is 0.005 units
/// deep in a shape, where scree_world_collide_mover finds a plane. Unlike scree_world_cast_shape it
/// does not stop when it leaves a shape or slides along it: a shape that it overlaps from the
/// beginning stops it only if it gets 0.005 units deeper, and a shape that reaches to within 0.01
/// units of its axis does not stop it at all.
SCREE_API scree_shape_hit scree_world_cast_mover(const scree_world *world,
                                                 const scree_capsule *mover, scree_vec2 position,
                                                 scree_vec2 translation, scree_query_filter filter);

typedef struct scree_plane_solution
{
    scree_result result;     ///< SCREE_OK, or why there is no solution
    scree_vec2 translation;  ///< m; zero if there is none
    int iterations;          ///< 1 to 32
} scree_plane_solution;

/// Finds the translation near `target` that moves the mover out of all planes except for half their
/// slop, which keeps it in touch with them. The planes push one after the other, each as far as
/// necessary, at most `push_limit` in all, and later reduce pushes that others have made
/// unnecessary. Writes `push` of each plane. `count` >= 0; coordinates of `target` -2e8 to 2e8,
/// offsets within +-4e8 m, normals no longer than 1.001, push limits 0 to FLT_MAX; on error nothing
/// is written.
SCREE_API scree_plane_solution scree_mover_solve_planes(scree_vec2 target,
                                                        scree_mover_plane *planes, int count);

/// Removes the components of a vector, usually a velocity, that point into planes that pushed and
/// have clip_velocity set. Zero if no direction remains, as in a corner, and for bad input: planes
/// that scree_mover_solve_planes refuses, or a coordinate of `vector` that is not in -2e8 to 2e8.
SCREE_API scree_vec2 scree_mover_clip_vector(scree_vec2 vector, const scree_mover_plane *planes,
                                             int count);

#endif
