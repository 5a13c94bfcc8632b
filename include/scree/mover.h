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
/// These are queries (query.h): they change nothing, any number of threads may ask at once, and
/// their errors are those of the thread, scree_error_text(NULL).
#ifndef SCREE_MOVER_H
#define SCREE_MOVER_H

#include "query.h"

/// What a shape allows a mover near it: translations d with dot(normal, d) >= offset.
typedef struct scree_mover_plane
{
    scree_shape_id shape;
    scree_vec2 point;   ///< of the shape, nearest to the mover's axis, m
    scree_vec2 normal;  ///< unit, from the shape to the mover
    float offset;       ///< how deep the mover is in the shape along the normal, m, >= 0
    /// To be changed at will before scree_mover_solve_planes: the farthest that the plane may push,
    /// m,
    /// >= 0. FLT_MAX: it is hard. What is soft, as another character, gives way beyond.
    float push_limit;
    /// Whether scree_mover_clip_vector minds the plane, if it pushed.
    bool clip_velocity;
    float push;  ///< by scree_mover_solve_planes: how far it pushed, m
} scree_mover_plane;

/// The planes of all shapes that a capsule touches or overlaps; `mover` in its own coordinates, not
/// turned, with a radius of at least 0.02 m, at `position` (-1e8 to 1e8). Writes the first
/// `capacity` (>= 0), in the order of slots, with push_limit FLT_MAX, clip_velocity true and push
/// 0. Returns how many there are; -1 on error. `planes` may be null to count only.
///
/// Where the mover's axis itself is in a shape the plane is the one that needs the shortest way
/// out. A chain of one side holds movers on that side, as it does bodies: a mover of whose axis a
/// part is behind the line of a segment passes that segment. Of joints of a chain that bend towards
/// the mover, or not at all, it feels nothing.
SCREE_API int scree_world_collide_mover(const scree_world *world, const scree_capsule *mover,
                                        scree_vec2 position, scree_query_filter filter,
                                        scree_mover_plane *planes, int capacity);

/// Moves the capsule along `translation` (-2e8 to 2e8, each coordinate) until it is 0.005 m deep in
/// a shape, where scree_world_collide_mover finds a plane. Unlike scree_world_cast_shape it is not
/// stopped by leaving a shape, nor by sliding along it: of a shape that it overlaps from the
/// beginning it is stopped only if it gets 0.005 m deeper, and of one that has reached to within
/// 0.01 m of its axis not at all.
SCREE_API scree_shape_hit scree_world_cast_mover(const scree_world *world,
                                                 const scree_capsule *mover, scree_vec2 position,
                                                 scree_vec2 translation, scree_query_filter filter);

typedef struct scree_plane_solution
{
    scree_result result;     ///< SCREE_OK, or why there is no solution
    scree_vec2 translation;  ///< m; zero if there is none
    int iterations;          ///< 1 to 32
} scree_plane_solution;

/// The translation near `target` that gets the mover out of all planes but for 0.0025 m, which
/// keeps it in touch with them: planes push in turn, each as far as it has to, at most `push_limit`
/// in all, and take back what others made needless. Writes `push` of each plane. `count` >= 0;
/// coordinates of `target` -2e8 to 2e8, offsets within +-4e8 m, normals no longer than 1.001,
/// push limits 0 to FLT_MAX; on error nothing is written.
SCREE_API scree_plane_solution scree_mover_solve_planes(scree_vec2 target,
                                                        scree_mover_plane *planes, int count);

/// Takes out of a vector, a velocity mostly, what leads into planes that pushed and clip; zero if
/// they leave no way, as in a corner, and for bad input: planes that scree_mover_solve_planes
/// refuses, or a coordinate of `vector` that is not in -2e8 to 2e8.
SCREE_API scree_vec2 scree_mover_clip_vector(scree_vec2 vector, const scree_mover_plane *planes,
                                             int count);

#endif
