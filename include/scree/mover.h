/// Characters: a capsule that slides along the shapes of a world, without being a body of it.
///
/// scree_world_move_mover moves one by a step of time: along ground, slopes and stairs, with moving
/// platforms, against walls and bodies. A program with other rules can build its own mover from the
/// calls declared before that one. They work in rounds: collide the mover at its position, which
/// gives a plane for each shape that it touches; solve for the translation that is nearest to the
/// wanted one and that all planes allow; cast the mover along it, so that it does not pass thin
/// shapes; move it there, and repeat until it hardly moves:
///
///     int count = 0;
///     for (int round = 0; round < 5; ++round)
///     {
///         count = scree_world_collide_mover(world, &capsule, position, filter, planes, 16);
///         count = count < 16 ? count : 16;  // there may be more planes than fit
///         scree_vec2 wanted = {target.x - position.x, target.y - position.y};
///         scree_vec2 way = scree_mover_solve_planes(wanted, planes, count).translation;
///         scree_shape_hit hit =
///             scree_world_cast_mover(world, &capsule, position, way, filter);
///         position.x += hit.fraction * way.x;
///         position.y += hit.fraction * way.y;
///     }
///     velocity = scree_mover_clip_vector(velocity, planes, count);
///
/// docs/queries.md#movers says more. examples/character.c uses scree_world_move_mover,
/// examples/platformer.c uses the others. The method of rounds comes from Box2D 3.1 (E. Catto,
/// 2025).
///
/// All calls except scree_world_move_mover are queries (query.h): they leave the world unchanged,
/// any number of threads may call them at once, and their errors are stored in the thread:
/// scree_error_text(NULL).
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
    /// twice the overlap that movers keep, m, 0 to 1e8: scree_world_collide_mover writes 0.005
    /// length units of the world; 0 acts as 0.005
    float slop;
    /// May be changed before scree_mover_solve_planes: the maximum distance that the plane may
    /// push, m, >= 0. FLT_MAX makes the plane rigid. A smaller limit makes it soft, for example for
    /// another character.
    float push_limit;
    /// Whether scree_mover_clip_vector applies the plane, if it pushed.
    bool clip_velocity;
    float push;  ///< written by scree_mover_solve_planes: how far the plane pushed, m
} scree_mover_plane;

/// The planes of the shapes that a capsule touches or overlaps, in the order of slots, with
/// push_limit FLT_MAX, clip_velocity true and push 0. Returns how many there are, even if that is
/// more than `capacity`; -1 on error.
///
/// - `mover`: the capsule about `position`, not turned; radius at least 0.02 length units
/// - `position`: m, -1e8 to 1e8 in each coordinate
/// - `planes`: `capacity` planes; null to count only
/// - `capacity`: >= 0
///
/// If the mover's axis itself is inside a shape, the plane is the one with the shortest way out. A
/// one-sided chain stops movers on the side on which bodies collide with it: a mover whose axis is
/// partly behind the line of a segment passes through that segment. A mover slides without a bump
/// over corners of a chain that bend towards it, or are straight.
SCREE_API int scree_world_collide_mover(const scree_world *world, const scree_capsule *mover,
                                        scree_vec2 position, scree_query_filter filter,
                                        scree_mover_plane *planes, int capacity);

/// Moves a capsule until it is 0.005 units deep in a shape, where scree_world_collide_mover finds a
/// plane. Unlike scree_world_cast_shape it does not stop when it leaves a shape or slides along it:
/// a shape in which it is deeper than 0.00375 units at the beginning stops it only if it gets 0.005
/// units deeper. A shape that comes, without its radius, within 0.01 units of the mover's axis does
/// not stop it.
///
/// - `mover`, `position`: as for scree_world_collide_mover
/// - `translation`: m, -2e8 to 2e8 in each coordinate
SCREE_API scree_shape_hit scree_world_cast_mover(const scree_world *world,
                                                 const scree_capsule *mover, scree_vec2 position,
                                                 scree_vec2 translation, scree_query_filter filter);

typedef struct scree_plane_solution
{
    scree_result result;     ///< SCREE_OK, or why there is no solution
    scree_vec2 translation;  ///< m; zero if there is none
    int iterations;          ///< 1 to 32; 0 if there is none
} scree_plane_solution;

/// Finds a translation near `target` that moves the mover out of the planes except for half their
/// slop, which keeps it in touch with them. The planes push one after the other, each as far as
/// necessary and no farther than its `push_limit` in all. Later passes reduce pushes that other
/// planes have made unnecessary.
///
/// - `target`: m, -2e8 to 2e8 in each coordinate
/// - `planes`: offsets within +-4e8 m, slops 0 to 1e8 m, normals no longer than 1.001, push
///   limits 0 to FLT_MAX; the members `push` are written, on error not
/// - `count`: >= 0
SCREE_API scree_plane_solution scree_mover_solve_planes(scree_vec2 target,
                                                        scree_mover_plane *planes, int count);

/// Removes the components of a vector, usually a velocity, that point into planes that pushed and
/// have clip_velocity set. Zero if no direction remains, as in a corner, and for bad input.
///
/// - `vector`: m/s, -2e8 to 2e8 in each coordinate
/// - `planes`: as scree_mover_solve_planes accepts them
SCREE_API scree_vec2 scree_mover_clip_vector(scree_vec2 vector, const scree_mover_plane *planes,
                                             int count);

/// Whether a mover collides with a shape; called for the shapes near it, several times in a move,
/// on the calling thread. It may make queries and must not change the world.
typedef bool scree_mover_callback(scree_shape_id shape, void *context);

/// How a character moves. Lengths suit a person of 1.8 m.
typedef struct scree_mover_def
{
    uint32_t version;       ///< set by scree_mover_def_default(); do not write
    scree_capsule capsule;  ///< around the mover's position, not turned; radius >= 0.02 units
    scree_vec2 up;          ///< of unit length (within 1e-4)
    /// Surfaces that are steeper are walls, rad, 0 to 1.57.
    float max_slope_angle;
    /// The highest step that the mover climbs, m, 0 to 1e4 length units. It does not climb dynamic
    /// bodies, except a shape that it stands on.
    float step_height;
    /// How far below a mover that walks the ground may be for it to stay on the ground, m, 0 to
    /// 1e4 length units.
    float snap_distance;
    /// kg, 0 to 1e12. With this mass the mover pushes dynamic bodies that are in its way, and
    /// weighs on those that it stands on; 0: it does neither. A mover that hits a body gives it an
    /// impulse. Lasting pushes and weight are forces in the next step, as by
    /// scree_body_apply_force. If the mover walks on a dynamic body, that body gets the reaction of
    /// each push as such a force, also of pushes against static and kinematic bodies.
    float mass;
    float max_push_force;  ///< limits pushes and impacts, not weight, N, 0 to FLT_MAX
    /// Whether a mover that leaves moving ground takes the velocity of the ground along, and one
    /// that lands loses the velocity of its new ground.
    bool keep_ground_velocity;
    scree_query_filter filter;
    /// A kinematic body that the mover ignores, instead of filter.ignored_body, and that follows
    /// the mover (scree_body_set_target_transform): sensors and queries see its shapes. Create it
    /// at the mover's position; otherwise it flies there at up to max_linear_speed. Null, or the id
    /// of a destroyed body: no body follows.
    scree_body_id body;
    scree_mover_callback *callback;  ///< null: the mover collides with all shapes of the filter
    void *context;
} scree_mover_def;

/// A capsule of 1.8 m with a radius of 0.3 m around its middle, up (0, 1), slopes of up to 45
/// degrees, steps of 0.3 m, snap_distance 0.3 m, 80 kg, pushes of up to 500 N,
/// keep_ground_velocity, the default filter. These lengths do not follow the length unit of a
/// world: scale them where a person is not 1.8 long.
SCREE_API SCREE_NODISCARD scree_mover_def scree_mover_def_default(void);

/// The state of a character, which each move reads and writes. At the start, set position and
/// velocity, and zero all other members.
typedef struct scree_mover_state
{
    /// m, -1e8 to 1e8. A program that sets it, as for a respawn, also sets the position of
    /// scree_mover_def.body, and sets velocity and zeroes all other members as at the start.
    scree_vec2 position;
    /// -1e6 to 1e6 length units/s. The program changes it before each move: by gravity, and to walk
    /// or jump. On the ground it is relative to the ground and level: a speed across `up` of 3
    /// m/s walks at 3 m/s along any slope, one along -`up` presses on the ground, and one along
    /// `up` jumps.
    scree_vec2 velocity;
    bool on_ground;  ///< on a surface no steeper than max_slope_angle, or on the edge of one
    bool on_wall, on_ceiling;  ///< whether a wall or a ceiling blocked the last move
    scree_shape_id ground;     ///< the shape under the mover; null in the air
    scree_vec2 ground_normal;  ///< unit; zero in the air
    /// The velocity of the ground under the mover, m/s: that of its body and that of its belt
    /// (scree_material.tangent_speed).
    scree_vec2 ground_velocity;
    /// N s in a step, of the mover's weight on a dynamic body: it grows from move to move while the
    /// body bears more.
    float ground_impulse;
    /// N s in a step, of the reaction of the mover's pushes on a dynamic body under it: like the
    /// weight it grows from move to move while the body bears more.
    scree_vec2 ground_push;
    scree_vec2 wall_normal;  ///< unit; zero if on_wall is false
    /// How deep the mover still is in a shape after its move, m: half a slop at rest, up to a slop
    /// (0.005 length units) in motion. If the depth is larger, the mover is crushed: shapes on both
    /// sides leave it no room. In a closing press the depth grows from step to step, until the
    /// mover comes out on one side.
    float depth;
    float landing_speed;  ///< towards the ground on which the move landed, m/s; 0 if it did not
} scree_mover_state;

/// Moves a character by `dt` (1e-6 to 1 s): once before each step of the world (with a clock, in
/// before_step), with the same `dt`, so that the step moves the ground and pushed bodies to where
/// the mover already is. Before the move, set the targets or velocities that moving platforms have
/// in that step. Moves without a step between them add up their forces.
///
/// On the ground the mover follows slopes, climbs steps, and stays on ground that falls away by no
/// more than snap_distance. It is carried by the velocity of its ground. In the air it flies along
/// its velocity and slides along shapes. However fast it is, it passes only through one-sided
/// chains from behind and shapes that its axis has already reached. The velocity loses its
/// components into walls and ceilings, except for the speed at which a body there gives way. On
/// landing it also loses its component along `up`, so a program may add gravity in every move, on
/// the ground too. For animations take the difference of two positions.
///
/// Weight that stays as it is does not keep dynamic ground awake, and ground that the mover leaves
/// wakes. A program that takes the mover away without a move must wake the ground itself
/// (scree_body_set_awake).
///
/// A mover that stands on ground at rest keeps its position to the bit. Results do not depend on
/// the order in which shapes were created. An error leaves everything unchanged, `state` included:
/// SCREE_ERROR_ARGUMENT also if the move leads out of the world, or `body` is not kinematic.
SCREE_API scree_result scree_world_move_mover(scree_world *world, const scree_mover_def *def,
                                              float dt, scree_mover_state *state);

#endif
