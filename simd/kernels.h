/// All kernels, each compiled once per instruction set: arguments, and the table of pointers.
///
/// A range [begin, end) counts the items of the array that the kernel's comment names, and starts
/// at a multiple of SC_BLOCK. Kernels marked "padded" also process the rest of the last block:
/// arrays must be padded, and kernels of all widths touch the same elements. All other kernels
/// process exactly the range; the caller runs them on whole blocks and a scalar kernel on the rest.
/// Pointers are 64-byte aligned and do not overlap unless noted.
#ifndef SC_KERNELS_H
#define SC_KERNELS_H

#include <stdint.h>

// Defined in simd/contact_block.h, joint_block.h, soft_block.h, sorted_aabbs.h, particle_records.h
// and queries/rays.h, which also describe the kernels.
struct sc_bin_args;
struct sc_contact_args;
struct sc_joint_args;
struct sc_overlap_args;
struct sc_particle_args;
struct sc_place_args;
struct sc_ray_args;
struct sc_soft_args;
struct sc_sweep_args;

/// Padded. Contacts [begin, end) of one class: reads the poses and geometry of shapes a[i] and
/// b[i], writes manifolds[i] (impulses carried over by feature id, zero for new features) and
/// point_count[i].
typedef struct sc_narrow_args
{
    const struct sc_shape_pose *poses;  ///< by slot
    const float *geometry;              ///< the pool
    const int32_t *geometry_start;      ///< by slot: offset into the pool, floats
    const uint8_t *kinds;               ///< by slot: sc_shape_kind; only the scalar classes read it
    const int32_t *a, *b;               ///< slots, by contact
    struct sc_manifold *manifolds;      ///< by contact
    uint8_t *point_count;               ///< by contact: 0, 1 or 2
    const uint8_t *types;               ///< by slot: scree_shape_type; null if there are no chains
    float margin;                       ///< m: shapes closer than this get points before they touch
    float face_tolerance;  ///< m: SC_FACE_TOLERANCE in lengths of the world, like the next two
    float min_extent;      ///< m
    float min_square;      ///< m^2
} sc_narrow_args;
typedef void sc_narrow_kernel(const sc_narrow_args *args, int begin, int end);

/// sc_shapes_args.moved
enum
{
    SC_AABB_REPLACED = 1,
    SC_AABB_UNSTEADY = 2  ///< the shape is not steady
};

/// Padded with slot 0. Entries [begin, end) of a list of shapes of one kind.
typedef struct sc_shapes_args
{
    const int32_t *slots;                  ///< the list
    const int32_t *body_row;               ///< by slot
    const struct sc_pose *body_poses;      ///< by row
    const struct sc_velocity *velocities;  ///< by row, inverse masses unused
    const struct sc_shape_local *locals;   ///< by slot
    const float *geometry;
    const int32_t *geometry_start;
    struct sc_shape_pose *poses;  ///< by slot: written
    struct sc_aabb *aabbs;        ///< by slot: replaced if the shape left its AABB
    struct sc_aabb *previous;     ///< by slot: the AABB before this call
    struct sc_aabb *needed;       ///< by slot: bounds that the AABB must contain; null: not needed
    int32_t *moved;               ///< by entry: SC_AABB_*
    int32_t moving_count;         ///< bodies in rows from here on do not move:
    int32_t static_row;           ///< this row has their velocity
    float dt;                     ///< s
    float ahead;               ///< s: new AABBs contain the motion of steady shapes for this time
    float slow;                ///< m: shapes that travel no more in dt are steady
    float margin, hysteresis;  ///< m: those of AABBs
    float slow_radii;  ///< shapes that travel no more than this many bounding radii in dt are
                       ///< steady, too
    int32_t replace;   ///< 1: repeats the pass and replaces all AABBs; `previous` is kept
} sc_shapes_args;
typedef void sc_shapes_kernel(const sc_shapes_args *args, int begin, int end);

/// Padded. Sets bit i % 16 of overlaps[i / 16] if the AABBs of a[i] and b[i] overlap (touching
/// counts).
typedef void sc_pair_overlaps_kernel(const struct sc_aabb *aabbs, const int32_t *a,
                                     const int32_t *b, uint16_t *overlaps, int begin, int end);

/// Not padded, for rows of dynamic bodies. Fills the records from the fields of bodies: velocities,
/// the change of velocity in each substep by gravity, forces and damping, and zeros for warm starts
/// and deltas. extreme[row]: 1 if a velocity or its increment may be beyond the caps or is not
/// finite, else 0.
typedef struct sc_pack_args
{
    const float *vx, *vy, *w, *inverse_mass, *inverse_inertia;
    const float *linear_damping, *angular_damping, *gravity_scale, *force_x, *force_y, *torque;
    const uint8_t *flags;  ///< SC_BODY_LOCK_*
    struct sc_velocity *velocities;
    struct sc_warm_start *warm_starts;
    struct sc_delta *deltas;
    struct sc_velocity_update *damping, *increment;
    int32_t *extreme;
    float h;                         ///< s, of a substep
    float gravity_x, gravity_y;      ///< m/s^2
    float half_linear, max_angular;  ///< half the cap of a speed, m/s; rad/s
} sc_pack_args;
typedef void sc_pack_kernel(const sc_pack_args *args, int begin, int end);

/// Not padded; the range is in rows.
typedef struct sc_integrate_args
{
    struct sc_velocity *velocities;
    struct sc_warm_start *warm_starts;
    struct sc_delta *deltas;
    const struct sc_velocity_update *damping, *increment;
    float h;                        ///< s, of a substep
    float max_linear, max_angular;  ///< m/s, rad/s
    int32_t first;                  ///< 1 in the first substep: records hold the sums of prepare
} sc_integrate_args;
typedef void sc_integrate_kernel(const sc_integrate_args *args, int begin, int end);

/// Not padded; the range is in rows. Adds the change of pose to the bodies. nonfinite_result[row]:
/// 1 if a result is not finite or out of bounds (the row then keeps its values), else 0.
typedef struct sc_finish_args
{
    const struct sc_velocity *velocities;
    const struct sc_delta *deltas;
    struct sc_pose *poses;                   ///< centre of mass
    float *x, *y, *cos, *sin, *vx, *vy, *w;  ///< the public arrays: x, y of the origin
    const float *center_x, *center_y;        ///< of mass, body frame
    int32_t *nonfinite_result;
} sc_finish_args;
typedef void sc_finish_kernel(const sc_finish_args *args, int begin, int end);

/// A velocity, and the speed at which rotation moves the farthest point of the body, m/s; -1 if the
/// body is not swift.
typedef struct sc_impact_motion
{
    _Alignas(16) float vx;
    float vy, w, turning;
} sc_impact_motion;

/// Contacts that close within a step.
///
/// find_swift, not padded: moving rows [begin, end), begin a multiple of 16, end of the lanes.
/// swift[row / 16] bit row % 16: some point of the body may go faster than the threshold;
/// motions[row]: its velocity and the speed at which rotation moves its points.
///
/// find_closing, padded: contacts [begin, end) of one class. closing[i / 16] bit i % 16: contact i
/// has not settled, one of its bodies is swift, and one of its points closes faster than the
/// threshold (`slow_threshold` if the other body is not swift), within `latest`; times[i]: the time
/// of closing, if the bit is set. Other contacts of swift bodies become settled if they pushed in
/// the last step. Padding must have no points, and valid slots.
typedef struct sc_impact_args
{
    const struct sc_velocity *velocities;  ///< by row
    const float *arm;                      ///< by row, m: to the farthest point that rotation moves
    sc_impact_motion *motions;             ///< by row; find_closing reads that of the static row
    uint16_t *swift;
    const int32_t *body_row;              ///< by slot
    const int32_t *a, *b;                 ///< slots, by contact
    const struct sc_manifold *manifolds;  ///< by contact
    const uint8_t *point_count;           ///< by contact
    uint8_t *state;                       ///< by contact: SC_CONTACT_*
    uint16_t *closing;
    float *times;                      ///< by contact, s from the beginning of the step
    int32_t moving_count, static_row;  ///< bodies in rows from moving_count on do not move
    float threshold;                   ///< m/s
    float slow_threshold;              ///< m/s, no more than threshold
    float latest;                      ///< s
    float reach_time;  ///< s, more than latest + balanced_earlier by more than rounding: points
                       ///< that bodies do not reach in it at their speeds do not close
    float balanced_earlier;  ///< s: by how much contacts with a centre of mass between their points
                             ///< count as earlier
} sc_impact_args;
typedef void sc_impact_kernel(const sc_impact_args *args, int begin, int end);

/// Blocks [begin, end).
typedef void sc_contact_kernel(const struct sc_contact_args *args, int begin, int end);
typedef void sc_joint_kernel(const struct sc_joint_args *args, int begin, int end);

/// Runs on AABBs [begin, end).
typedef void sc_bin_kernel(const struct sc_bin_args *args, int begin, int end);
typedef void sc_place_kernel(const struct sc_place_args *args, int begin, int end);
typedef int sc_sweep_kernel(struct sc_sweep_args *args, int begin, int end);

/// Padded. Vertices [begin, end) of soft bodies (move_soft_points), or blocks of their edges, of
/// one colour (project_soft_edges).
typedef void sc_soft_kernel(const struct sc_soft_args *args, int begin, int end);

/// Rows or pairs [begin, end), padded: whole blocks are processed. Returns 1 if a particle in the
/// range has left its skin, or will leave it (finish_and_drift, test_skins), else 0.
typedef int sc_particle_kernel(const struct sc_particle_args *args, int begin, int end);

/// Not padded. Finds the closest hits of rays [begin, end).
typedef void sc_ray_kernel(const struct sc_ray_args *args, int begin, int end);
/// Finds entries of a tree until the room for them is full.
typedef void sc_overlap_kernel(struct sc_overlap_args *args);

/// Kernels of the step that gain from 16 lanes.
#define SC_WIDE_KERNEL_LIST(X)                  \
    X(sc_narrow_kernel, narrow_circle_circle)   \
    X(sc_narrow_kernel, narrow_box_circle)      \
    X(sc_narrow_kernel, narrow_convex4_circle)  \
    X(sc_narrow_kernel, narrow_convex8_circle)  \
    X(sc_narrow_kernel, narrow_box_box)         \
    X(sc_narrow_kernel, narrow_convex4_convex4) \
    X(sc_narrow_kernel, narrow_convex8_convex8) \
    X(sc_contact_kernel, prepare_contacts)      \
    X(sc_contact_kernel, solve_contacts)        \
    X(sc_contact_kernel, relax_contacts)        \
    X(sc_contact_kernel, iterate_contacts)      \
    X(sc_contact_kernel, push_contacts)         \
    X(sc_contact_kernel, project_contacts)      \
    X(sc_contact_kernel, update_separations)    \
    X(sc_contact_kernel, measure_residuals)     \
    X(sc_contact_kernel, find_bounces)          \
    X(sc_contact_kernel, restitute_contacts)    \
    X(sc_contact_kernel, store_impulses)        \
    X(sc_joint_kernel, solve_joints)            \
    X(sc_joint_kernel, update_joints)           \
    X(sc_joint_kernel, iterate_joints)          \
    X(sc_joint_kernel, relax_joints)            \
    X(sc_impact_kernel, find_swift)             \
    X(sc_impact_kernel, find_closing)           \
    X(sc_joint_kernel, prepare_joints)          \
    X(sc_joint_kernel, store_joints)

/// Kernels of the step that gain nothing from 16 lanes: the set "avx512" has those of "avx2" if the
/// build has both (docs/building.md). They are alone in their files, SCREE_NARROW_KERNEL_SOURCES in
/// cmake/sources.cmake.
#define SC_NARROW_KERNEL_LIST(X)                   \
    X(sc_shapes_kernel, update_circle_aabbs)       \
    X(sc_shapes_kernel, update_box_aabbs)          \
    X(sc_shapes_kernel, update_convex4_aabbs)      \
    X(sc_shapes_kernel, update_convex8_aabbs)      \
    X(sc_pair_overlaps_kernel, test_pair_overlaps) \
    X(sc_bin_kernel, bin_aabbs)                    \
    X(sc_place_kernel, find_places)                \
    X(sc_sweep_kernel, sweep_level)                \
    X(sc_sweep_kernel, sweep_across)               \
    X(sc_pack_kernel, pack_bodies)                 \
    X(sc_integrate_kernel, integrate_velocities)   \
    X(sc_integrate_kernel, integrate_positions)    \
    X(sc_finish_kernel, finish_bodies)             \
    X(sc_joint_kernel, project_joints)             \
    X(sc_soft_kernel, move_soft_points)            \
    X(sc_soft_kernel, project_soft_edges)          \
    X(sc_particle_kernel, drift_particles)         \
    X(sc_particle_kernel, push_particles)          \
    X(sc_particle_kernel, finish_particles)        \
    X(sc_particle_kernel, finish_and_drift)        \
    X(sc_particle_kernel, test_skins)

#define SC_STEP_KERNEL_LIST(X) \
    SC_WIDE_KERNEL_LIST(X)     \
    SC_NARROW_KERNEL_LIST(X)

/// Scalar kernels that every build needs, for the ends of ranges and for single pairs; their files
/// are SCREE_TAIL_KERNEL_SOURCES in cmake/sources.cmake.
#define SC_TAIL_KERNEL_LIST(X)                   \
    X(sc_narrow_kernel, narrow_circle_circle)    \
    X(sc_narrow_kernel, narrow_box_circle)       \
    X(sc_narrow_kernel, narrow_convex4_circle)   \
    X(sc_narrow_kernel, narrow_convex8_circle)   \
    X(sc_narrow_kernel, narrow_box_box)          \
    X(sc_narrow_kernel, narrow_convex4_convex4)  \
    X(sc_narrow_kernel, narrow_convex8_convex8)  \
    X(sc_bin_kernel, bin_aabbs)                  \
    X(sc_place_kernel, find_places)              \
    X(sc_pack_kernel, pack_bodies)               \
    X(sc_integrate_kernel, integrate_velocities) \
    X(sc_integrate_kernel, integrate_positions)  \
    X(sc_finish_kernel, finish_bodies)           \
    X(sc_impact_kernel, find_swift)              \
    X(sc_particle_kernel, push_particles)

/// Kernels that a program has only if it creates joints or casts rays in batches (sc_link_...).
#define SC_OPTIONAL_KERNEL_LIST(X) \
    SC_JOINT_KERNEL_LIST(X)        \
    SC_RAY_KERNEL_LIST(X)
#define SC_RAY_KERNEL_LIST(X) X(sc_ray_kernel, cast_rays)
#define SC_JOINT_KERNEL_LIST(X)  \
    SC_WIDE_JOINT_KERNEL_LIST(X) \
    X(sc_joint_kernel, project_joints)
#define SC_WIDE_JOINT_KERNEL_LIST(X)   \
    X(sc_joint_kernel, prepare_joints) \
    X(sc_joint_kernel, solve_joints)   \
    X(sc_joint_kernel, update_joints)  \
    X(sc_joint_kernel, iterate_joints) \
    X(sc_joint_kernel, relax_joints)   \
    X(sc_joint_kernel, store_joints)

/// Kernels of queries and sensors, which no solver calls.
#define SC_QUERY_KERNEL_LIST(X) \
    X(sc_ray_kernel, cast_rays) \
    X(sc_overlap_kernel, find_overlaps)

#define SC_KERNEL_LIST(X)  \
    SC_STEP_KERNEL_LIST(X) \
    SC_QUERY_KERNEL_LIST(X)

typedef struct sc_kernels
{
    int lanes;
#define X(type, name) type *name;
    SC_KERNEL_LIST(X)
#undef X
} sc_kernels;

/// The table of an instruction set, or null if this build or CPU lacks it. In a program that links
/// the static library and calls no sc_link_ function, the kernels of that function are null; on
/// targets without ELF they are always linked.
const sc_kernels *sc_kernels_get(int simd);

/// The scalar kernels of SC_TAIL_KERNEL_LIST; the others are null.
const sc_kernels *sc_kernels_tails(void);

/// These functions make a program link the kernels of joints, which are a third of all code, and
/// the kernels of rays in batches. Files whose functions bring joints into a world call the first;
/// files whose functions call sc_kernels.cast_rays call the second. At run time they do nothing.
/// They are needed because a linker takes only those object files of a static library to which
/// something refers, and the tables of kernels refer to these kernels weakly.
void sc_link_joint_kernels(void);
void sc_link_ray_kernels(void);

#endif
