/// Worlds: create, step, measure. One thread at a time may use a world, except for queries
/// (query.h).
#ifndef SCREE_WORLD_H
#define SCREE_WORLD_H

#include "base.h"
#include "id.h"

#include <stddef.h>

typedef struct scree_world scree_world;
struct scree_material;

/// The instruction set of the kernels of a world. All sets give the same bits.
typedef enum scree_simd
{
    SCREE_SIMD_AUTO = 0,  ///< see scree_simd_best()
    SCREE_SIMD_SCALAR,
    SCREE_SIMD_SSE2,
    SCREE_SIMD_AVX2,
    SCREE_SIMD_AVX512,
    SCREE_SIMD_NEON,     ///< 4 lanes of 64-bit Arm
    SCREE_SIMD_SIMD128,  ///< 4 lanes of WebAssembly
    /// the 8-lane kernels in baseline instructions: slow, for tests on any machine
    SCREE_SIMD_AVX2_EMULATED,
    SCREE_SIMD_AVX512_EMULATED,  ///< the 16-lane kernels in baseline instructions
    SCREE_SIMD_COUNT
} scree_simd;

SCREE_API const char *scree_simd_name(scree_simd simd);
/// Whether this build can create worlds with this instruction set on this CPU.
SCREE_API SCREE_NODISCARD bool scree_simd_is_supported(scree_simd simd);
/// From "scalar", "sse2", "avx2", "avx512", "neon", "simd128", "avx2-emulated",
/// "avx512-emulated", "auto"; SCREE_SIMD_COUNT if none.
SCREE_API SCREE_NODISCARD scree_simd scree_simd_from_name(const char *name);
/// The set that SCREE_SIMD_AUTO stands for in this process: the one that the environment variable
/// SCREE_SIMD names or, if that is not set, empty or "auto", the widest set of the build and the
/// CPU. While a world created with SCREE_SIMD_AUTO has at most 24 awake dynamic and kinematic
/// bodies, and no particles or soft bodies, its steps use SCREE_SIMD_AVX2 instead of
/// SCREE_SIMD_AVX512, unless the variable SCREE_SIMD names the latter: most of the 16 lanes would
/// be empty. The result is SCREE_SIMD_COUNT if the variable SCREE_SIMD holds anything else, or
/// names a set that the build or the CPU lacks: creating a world with SCREE_SIMD_AUTO then fails,
/// and the error states the value and the valid names.
SCREE_API scree_simd scree_simd_best(void);

/// The method by which a step computes the velocities of bodies in contact and removes their
/// overlap. docs/solver.md compares the methods. Sources: E. Catto, Iterative Dynamics with
/// Temporal Coherence (2005), Solver2D (2024); J. Baumgarte, Stabilization of Constraints (1972);
/// E. Coumans, Bullet Physics ("split impulse"); R. Gaul, How to Create a Custom Physics Engine
/// (2013).
typedef enum scree_solver
{
    /// soft constraints with relaxation, one pass of each per substep: made for several substeps
    SCREE_SOLVER_SOFT_STEP = 0,
    /// sequential impulses (projected Gauss-Seidel): `iterations` passes per substep; overlap is
    /// pushed out by the velocity (ERP, Baumgarte)
    SCREE_SOLVER_PGS,
    /// sequential impulses, but overlap is pushed out by pseudo-velocities, which move bodies in
    /// this substep and do not add to their velocity
    SCREE_SOLVER_PGS_SPLIT,
    /// sequential impulses, then bodies that overlap are moved apart, without turning
    SCREE_SOLVER_PROJECTION,
    SCREE_SOLVER_COUNT
} scree_solver;

/// "soft_step", "pgs", "pgs_split", "projection"; "unknown" for anything else.
SCREE_API const char *scree_solver_name(scree_solver solver);
/// The solver of one of these names; SCREE_SOLVER_COUNT for any other name, or null.
SCREE_API SCREE_NODISCARD scree_solver scree_solver_from_name(const char *name);

/// How the friction of two surfaces combines.
typedef enum scree_friction_mixing
{
    SCREE_FRICTION_GEOMETRIC = 0,  ///< sqrt(a b)
    SCREE_FRICTION_EUCLIDEAN,      ///< sqrt(a^2 + b^2)
    SCREE_FRICTION_AVERAGE,
    SCREE_FRICTION_PRODUCT,
    SCREE_FRICTION_MIN,
    SCREE_FRICTION_MAX
} scree_friction_mixing;

typedef enum scree_restitution_mixing
{
    SCREE_RESTITUTION_MAX = 0,
    SCREE_RESTITUTION_MIN,
    SCREE_RESTITUTION_PRODUCT
} scree_restitution_mixing;

/// The surface between two shapes.
typedef struct scree_contact_material
{
    float friction;         ///< 0 to 1e6
    float static_friction;  ///< `friction` to 1e6
    float restitution;      ///< 0 to 1
    /// times the larger radius of the two, m, as the world computes it; 0 to 1e6
    float rolling_resistance;
    float tangent_speed;  ///< m/s, finite; contacts take -1e6 to 1e6
} scree_contact_material;

/// Called on the stepping thread with the result of the mixing rules or of the pair table, which it
/// may change. It is called when a step finds a new pair of shapes, when a material of a pair has
/// changed, and in each step for contacts of shapes that enable pre-solve. It must not call into
/// the world. Values out of range are clamped, NaN to 0.
typedef void scree_mixing_callback(const struct scree_material *a, const struct scree_material *b,
                                   scree_contact_material *mixed, void *context);

/// The source of a world's memory. `allocate` returns 64-byte aligned memory or null; `release`
/// gets the size back. A world calls them from one thread at a time: in a step from any of its
/// workers, in a query from the querying thread. Neither may call into a world that uses the
/// allocator.
typedef struct scree_allocator
{
    void *(*allocate)(size_t size, void *context);
    void (*release)(void *memory, size_t size, void *context);
    void *context;
} scree_allocator;

typedef void scree_task(void *argument);

/// The task system of a program, for worlds with more than one worker. At the beginning of each
/// step the stepping thread calls `run` `worker_count` - 1 times. `run` arranges one call of `task`
/// with `argument` on another thread, now or later, and returns a handle for `wait`, which may be
/// null. At the end of the step `wait` is called with each handle; it must return only when that
/// task has returned or is certain never to be called. A task takes work, or sleeps, until the step
/// ends. A step does not depend on its tasks: if one begins only in `wait`, or never, the others do
/// its work. `run` may also call `task` itself, on the stepping thread: the task returns at once
/// and does nothing. `run` must not wait for a task that it gave to another thread: that would
/// deadlock. A task that is called again while it runs returns at once; no task of an earlier step
/// may be called after scree_world_destroy or scree_world_set_worker_count. Neither function may
/// call into the world: calls that change it are refused with SCREE_ERROR_LOCKED.
typedef struct scree_tasks
{
    void *(*run)(scree_task *task, void *argument, void *context);
    void (*wait)(void *handle, void *context);
    void *context;
} scree_tasks;

typedef struct scree_world_def
{
    uint32_t version;    ///< set by scree_world_def_default(); do not write
    scree_vec2 gravity;  ///< m/s^2, finite
    /// a typical size of bodies in the program's own lengths, 1e-6 to 1e6: 1 for bodies of about a
    /// metre in metres, 0.001 for bodies of a millimetre, 50 for 50 pixels. Tolerances and margins
    /// follow it, and the world multiplies the settings in length units by it.
    /// docs/guide.md#length-unit lists them.
    float length_unit;
    scree_simd simd;              ///< which kernels; an unsupported set is an error
    float restitution_threshold;  ///< slower impacts do not bounce, units/s, 0 to 1e6
    scree_solver solver;
    /// soft_step: stiffness of contacts, their undamped frequency, 1/s, > 0, up to 1e6
    float contact_hertz;
    float contact_damping_ratio;  ///< soft_step: 0 to 1e6
    /// fastest push of one point out of an overlap, units/s, 0 to 1e6; docs/solver.md#deep-overlap
    /// describes the effect of many points
    float contact_push_speed;
    /// units/s, > 0, up to 1e6: each substep slows faster bodies to this speed when it moves them;
    /// with soft_step contacts and joints may add to their velocity after that
    float max_linear_speed;
    int iterations;  ///< not soft_step: passes over the velocities per substep, 1 to 1000
    float erp;       ///< pgs, pgs_split: fraction of an overlap removed per substep, 0 to 1
    float position_correction;  ///< projection: fraction of an overlap removed per substep, 0 to 1
    float slop;                 ///< not soft_step: overlap left alone, units, 0 to 1e6
    bool warm_starting;         ///< impulses start from those of the last step, not from zero
    /// soft_step: whether stiff free hinges that join bodies without a loop are solved all at once,
    /// from 8 hinges on or with a long arm: long chains hold far better, and these joints take
    /// longer. docs/joints.md#trees describes both.
    bool direct_joints;
    /// whether steps compute scree_world_residual: less work than an iteration
    bool measure_residual;
    /// whether steps add up the impulses of contacts over their substeps, for scree_contact_info
    bool measure_impulses;
    /// whether steps read the clock at their stages, for scree_world_stage_ms
    bool measure_times;
    scree_friction_mixing friction_mixing;
    scree_restitution_mixing restitution_mixing;
    scree_mixing_callback *mixing_callback;  ///< may be null
    void *mixing_context;
    /// hints, memory taken at creation: 0 to 2^24 - 2 bodies and shapes, 0 to 2^28 contacts
    int body_capacity, shape_capacity, contact_capacity;
    scree_allocator allocator;  ///< null functions: the C library's
    /// threads that step the world, with the calling one: 1 to 64; 0: one for each core, up to 64.
    /// The results have the same bits for any number. No thread is created for workers beyond the
    /// cores that the process may run on; scree_world_thread_count returns the number of threads.
    int worker_count;
    scree_tasks tasks;    ///< null functions: threads of the world's own
    bool enable_sleep;    ///< whether bodies may fall asleep: see scree_body_set_awake
    float time_to_sleep;  ///< how long bodies must rest before they fall asleep, s, > 0, up to 1e6
    /// whether fast bodies are stopped from passing through others: see scree_body_set_bullet
    bool enable_continuous;
    /// whether steps keep the poses that bodies had before, 16 bytes a body, for
    /// scree_world_write_interpolated
    bool keep_previous_poses;
    float hit_event_threshold;  ///< slower impacts report no hit, units/s, 0 to 1e6: see
                                ///< scree/events.h
    void *user_data;
} scree_world_def;

/// Gravity (0, -10), length unit 1, SCREE_SIMD_AUTO, restitution threshold 1 m/s, contacts of 45 Hz
/// and damping ratio 10, push speed 3 m/s, speed cap 400 m/s, geometric friction, larger
/// restitution. Solver soft_step; for the others 10 iterations, ERP 0.2, position_correction 0.4,
/// slop 0.005 m. Warm starting and direct joints on, residual, impulses and times not measured. One
/// worker. Sleep on, after 0.5 s of rest. Continuous collision on. Previous poses not kept. Hits
/// above 1 m/s. No capacities.
SCREE_API SCREE_NODISCARD scree_world_def scree_world_def_default(void);

/// A new world, or null: scree_error_text(NULL) has the reason.
SCREE_API SCREE_NODISCARD scree_world *scree_world_create(const scree_world_def *def);
/// Null is allowed. Inside a callback of a step, of scree_world_advance, or for an error of this
/// world, the call only sets an error: the world is not destroyed.
SCREE_API void scree_world_destroy(scree_world *world);

/// Advances the world by `dt` seconds (1e-6 to 1) in `substeps` (1 to 64) solver steps, between
/// which contacts keep their normals and get new separations. soft_step needs about 4 substeps; the
/// other solvers need 1 or more, each with `iterations` passes. docs/solver.md#limits describes
/// long steps, large mass ratios and deep overlaps. SCREE_ERROR_NOT_FINITE: the step was taken.
/// Bodies and soft bodies that became non-finite or left the +-1e8 m bounds were put back where
/// they were before the step, stopped and disabled; such particles were fixed at their last
/// position within the bounds. The text of the error counts each kind. SCREE_ERROR_OUT_OF_MEMORY:
/// nothing moved, and the world is as before the call, except that pairs and contacts may have been
/// found again at the present poses, and that bodies may have woken, or fallen asleep and stopped.
/// Repeating the call takes the step as if the first call had not failed.
SCREE_API scree_result scree_world_step(scree_world *world, float dt, int substeps);

SCREE_API scree_vec2 scree_world_gravity(const scree_world *world);
/// m/s^2, finite.
SCREE_API scree_result scree_world_set_gravity(scree_world *world, scree_vec2 gravity);

/// The whole definition of a world as it is now, except for members that only its creation uses:
/// capacities, allocator and tasks are as in scree_world_def_default. All zero for a null world.
SCREE_API scree_world_def scree_world_settings(const scree_world *world);
/// Changes a live world: read its settings, edit them, and pass them back. They apply from the next
/// step on. Impulses of contacts are kept, a changed mixing rule or callback gives all contacts new
/// materials, and scree_contact_info has sums from the next step on. A change of gravity, and
/// settings without sleep, wake all bodies. length_unit, simd, worker_count, keep_previous_poses,
/// capacities, allocator and tasks are checked, then ignored.
SCREE_API scree_result scree_world_set_settings(scree_world *world, const scree_world_def *def);

SCREE_API void *scree_world_user_data(const scree_world *world);
SCREE_API scree_result scree_world_set_user_data(scree_world *world, void *user_data);

/// Sets the surface between two user material ids, which the mixing callback may then change;
/// `mixed` null removes the entry. SCREE_ERROR_ARGUMENT for a value out of range.
SCREE_API scree_result scree_world_set_pair_material(scree_world *world, uint32_t user_id_a,
                                                     uint32_t user_id_b,
                                                     const scree_contact_material *mixed);

/// An entry that scree_world_set_pair_material made.
typedef struct scree_pair_material
{
    uint32_t user_id_a, user_id_b;  ///< the lower one first
    scree_contact_material mixed;
} scree_pair_material;

/// Writes these entries in the order of user_id_a, then user_id_b, at most `capacity`. Returns how
/// many there are.
SCREE_API int scree_world_pair_materials(const scree_world *world, scree_pair_material *pairs,
                                         int capacity);

/// The last error of a call on this world, as one sentence "function: argument fault"; "" if no
/// call failed since the world was created or scree_error_clear was called. Calls that succeed
/// leave it unchanged. Calls that take the world const, as queries do, store their errors in the
/// thread. To detect errors since an earlier moment, compare scree_error.number, which rises with
/// each error, or call scree_error_clear at that moment. A call refused with SCREE_ERROR_LOCKED in
/// a callback fails before the step around it ends. The last error is then the step's if the step
/// fails too, else the refused call's. If `world` is null: the last error of this thread, by
/// scree_world_create or by another call that takes a const world, a null world or no world.
SCREE_API const char *scree_error_text(const scree_world *world);
/// The last error with its code, argument and number.
SCREE_API scree_error scree_world_last_error(const scree_world *world);
/// Clears the last error: SCREE_OK and "" until the next call that fails. The number stays.
SCREE_API void scree_error_clear(scree_world *world);
/// A callback for the errors of this world; null: none.
SCREE_API scree_result scree_world_set_error_callback(scree_world *world,
                                                      scree_error_callback *callback,
                                                      void *context);

/// A 64-bit hash of the simulated state (pose and velocity of every body, in order of slots, then
/// the vertices of the soft bodies in order of creation, then the particles in order of slots):
/// after the same calls equal on every instruction set, compiler and build type.
SCREE_API SCREE_NODISCARD uint64_t scree_world_hash(const scree_world *world);

/// A hash of all state that decides how the world continues: the state in scree_world_hash, and
/// masses, forces, shapes, joints, contacts, the impulses of both, sleep and the settings. Worlds
/// made by the same calls have equal hashes, on every instruction set and with any number of
/// workers. It differs as soon as two runs diverge, often before their poses do. User data,
/// callbacks, events and the number of the world in ids are not included. Another version of the
/// library may give another hash.
SCREE_API SCREE_NODISCARD uint64_t scree_world_state_hash(const scree_world *world);

/// J
typedef struct scree_energy
{
    double kinetic;
    /// of the centres of mass in the world's gravity, 0 at the origin of the world
    double potential;
} scree_energy;

/// The energy of all enabled dynamic bodies, awake or asleep. The energy in springs and contacts is
/// not included. Both members are 0 for a null world.
SCREE_API scree_energy scree_world_energy(const scree_world *world);

typedef struct scree_momentum
{
    double x, y;     ///< kg m/s
    double angular;  ///< kg m^2/s, about a point
} scree_momentum;

/// The momentum of all enabled dynamic bodies; the angular momentum is about the point `about`, m.
/// All 0 for a null world; the angular momentum is not finite if `about` is not.
SCREE_API scree_momentum scree_world_momentum(const scree_world *world, scree_vec2 about);

/// The largest numbers of objects that a world held at a time, for the capacities in the definition
/// of the next one. Restoring an image sets bodies and shapes to the numbers of the image.
typedef struct scree_peaks
{
    int bodies;
    int shapes;    ///< including shapes destroyed since the step before
    int contacts;  ///< contacts, awake and asleep, at the end of a step
} scree_peaks;

SCREE_API scree_peaks scree_world_peaks(const scree_world *world);

/// A point of a contact.
typedef struct scree_contact_point
{
    /// world coordinates, m: midway between the surfaces when the last step found the point; the
    /// position moves with the centre of mass of a, in that step and in calls after it
    scree_vec2 position;
    float separation;       ///< negative: overlap, m, at the start of the last step
    float normal_impulse;   ///< of the last substep, N s
    float tangent_impulse;  ///< of the last substep, N s
    uint32_t feature;       ///< unchanged while the same corner touches the same edge
} scree_contact_point;

/// Two shapes that touch. The normal is a unit vector from a to b.
typedef struct scree_contact
{
    scree_shape_id shape_a, shape_b;
    scree_vec2 normal;
    int point_count;
    scree_contact_point points[2];
} scree_contact;

/// Copies the contacts that the last step found, in a deterministic order; at most `capacity`.
/// Returns how many there are. Contacts end at once when a body or a shape is destroyed, when a
/// body is disabled (by the step itself, too) or changes its type, when a shape gets another
/// filter, geometry, sensor flag or contact filter flag, when the sides of a chain change, when a
/// joint begins or ceases to keep its bodies from colliding, when the world gets another contact
/// filter and when a static body is teleported. The next step finds those that still hold.
SCREE_API int scree_world_contacts(const scree_world *world, scree_contact *contacts, int capacity);

/// One side of a contact, with the ids and the user data.
typedef struct scree_contact_side
{
    scree_shape_id shape;
    scree_body_id body;
    void *shape_user_data, *body_user_data;
} scree_contact_side;

typedef struct scree_contact_info
{
    scree_contact_side a, b;  ///< in the order of the contact: its normal points from a to b
    /// summed over the points, N s: of the whole step in worlds with measure_impulses, else of the
    /// last substep; in a scree_pre_solve_callback always of the last substep
    float normal_impulse;
    /// the sum of the tangent impulses on b, along (normal.y, -normal.x); impulses in opposite
    /// directions cancel, as when the sliding reverses
    float tangent_impulse;
    scree_contact contact;
    // Writable by a scree_pre_solve_callback; null elsewhere.
    struct scree_contact_material *surface;
    scree_contact *manifold;  ///< a copy of contact
} scree_contact_info;

/// The contacts of scree_world_contacts whose points push with a sum of normal impulses of at least
/// `min_impulse` (N s; 0 or less: all, NaN: none), in the same order; at most `capacity`. Returns
/// how many there are. Set scree_world_def.measure_impulses to measure hits: if a body of mass m
/// hits at the speed v and stays, the impulse is then about m v, and that of a constant force F is
/// F dt. Without measure_impulses only the last substep counts: a hit is often over by then, and
/// the impulse of F is F dt / substeps.
SCREE_API int scree_world_contacts_above(const scree_world *world, float min_impulse,
                                         scree_contact_info *contacts, int capacity);

/// The contacts of one body, or of one shape, in the same form: at most `capacity`. Returns how
/// many there are, 0 for a bad id. After a change of the world's contacts the first call walks all
/// of them, the second one builds lists by body, and later calls walk the lists. The world keeps
/// the memory of the lists: 8 to 12 bytes for each pair whose AABBs overlap, and 4 to 6 per body.
SCREE_API int scree_body_contacts(const scree_world *world, scree_body_id body,
                                  scree_contact_info *contacts, int capacity);
SCREE_API int scree_shape_contacts(const scree_world *world, scree_shape_id shape,
                                   scree_contact_info *contacts, int capacity);

/// Identifies the contact of two shapes across steps. Two shapes have at most one contact, and a
/// key takes no memory of the world. It is valid while the shapes touch, and again if they part and
/// touch again; begin and end events tell one touch from the next. As in events, shape_a has the
/// lower slot.
typedef struct scree_contact_key
{
    scree_shape_id shape_a, shape_b;
} scree_contact_key;

/// The shapes in any order.
SCREE_API SCREE_NODISCARD scree_contact_key scree_contact_key_from_shapes(scree_shape_id a,
                                                                          scree_shape_id b);
/// Whether the shapes touch, that is, whether scree_world_contacts has their contact.
SCREE_API SCREE_NODISCARD bool scree_contact_is_valid(const scree_world *world,
                                                      scree_contact_key contact);
/// The contact, as scree_body_contacts gives it and as fast; all zero if there is none. After the
/// restore of an image without points (scree_world_set_image_points_enabled) a valid contact has
/// point_count 0 until the next step.
SCREE_API scree_contact_info scree_contact_get_info(const scree_world *world,
                                                    scree_contact_key contact);

/// A tensor of second order. The first index is the direction of the arm, the second one that of
/// the force.
typedef struct scree_tensor
{
    double xx, xy, yx, yy;
} scree_tensor;

/// The virial of the contacts of a body, N m: the sum over its contact points of the arm from the
/// centre of mass to the point, times the force on the body there. Divided by the area that the
/// body takes up it is the mean stress in the body (A. E. H. Love, "A treatise on the mathematical
/// theory of elasticity", 1927; J. Weber, "Recherches concernant les contraintes intergranulaires
/// dans les milieux pulvérulents", 1966). Tension is positive, pressure negative: the pressure is
/// -(xx + yy) / 2, divided by the area. Forces come from the last substep; contacts with particles
/// and soft bodies, joints and the kinetic part of the stress are not included. All 0 for a bad id
/// and for bodies that are not dynamic. Costs as much as scree_body_contacts.
SCREE_API scree_tensor scree_body_virial(const scree_world *world, scree_body_id body);

/// The mean stress that contacts carry in a region, N/m: the sum of scree_body_virial over the
/// bodies whose centre of mass is in the region, divided by its area. A body counts as a whole, so
/// a region should hold many bodies, or end where a body ends. A wall contributes through the
/// bodies that touch it. Walks all contacts.
///
/// region: lower < upper, m, with an area of at most 3.4e38; bodies at the lower sides are in it,
///     those at the upper sides are not. All 0 for any other region, and for a null world.
SCREE_API scree_tensor scree_world_stress(const scree_world *world, scree_aabb region);

/// Pairs of shapes that the broadphase holds: their AABBs, grown by the margin, overlap, and
/// filters, joints and callbacks let them collide. Sorted by the slots of (a, b), each once; the
/// first `capacity`. Returns how many there are.
typedef struct scree_shape_pair
{
    scree_shape_id a, b;
} scree_shape_pair;
SCREE_API int scree_world_pairs(const scree_world *world, scree_shape_pair *pairs, int capacity);
/// The AABB of a shape that the broadphase holds, margin included; all zero for a bad id.
SCREE_API scree_aabb scree_shape_broadphase_aabb(const scree_world *world, scree_shape_id shape);

/// Sizes of a world.
typedef struct scree_counters
{
    // Counted at the moment of the call: objects created, destroyed or disabled between steps count
    // at once.
    int bodies, dynamic_bodies, shapes;
    /// of the dynamic ones; bodies that a call woke count as asleep until the next step
    int asleep_bodies;
    int pairs;     ///< as many as scree_world_pairs gives
    int contacts;  ///< as many as scree_world_contacts gives: pairs with at least one point
    int points;    ///< of those contacts
    int soft_bodies, soft_vertices, soft_edges;
    int particles;
    int particle_pairs;     ///< as many as scree_world_particle_pairs gives
    int disabled_bodies;    ///< rigid and soft, that became non-finite and were disabled, since
                            ///< creation
    int stopped_particles;  ///< that became non-finite and were fixed in place, since creation
    /// held by the world. Working memory of steps, such as lane blocks, keeps the size of the
    /// largest step until scree_world_destroy or scree_world_set_worker_count
    uint64_t bytes;
    uint64_t body_bytes;     ///< of that, for the arrays of bodies and shapes
    uint64_t contact_bytes;  ///< of that, for the arrays of contacts; not for lane blocks

    // Statistics of the last step. Calls between steps, and steps that fail with any error except
    // SCREE_ERROR_NOT_FINITE, do not change them.
    int new_pairs;  ///< pairs that the step found and did not have before
    /// contacts that have points and had none after the step before, and the other way round; those
    /// of shapes that were destroyed or changed since count as ended
    int begun_contacts, ended_contacts;
    int colours;
    /// lane blocks of 16; in worlds with particles or soft bodies rigid contacts may fill them
    /// otherwise, to the same result
    int blocks;
    float lane_fill;        ///< contacts solved / (16 * blocks); depends on the number of threads
    int moved_shapes;       ///< shapes whose broadphase AABB changed
    int continuous_bodies;  ///< swept along their paths: fast bodies, and slow ones deep in static
                            ///< shapes
    int continuous_hits;    ///< how often such a body was stopped at a shape that it would have
                            ///< passed
    int joints;             ///< that acted: those of awake dynamic bodies, filter joints apart
    int soft_contacts;  ///< points of soft bodies in the last substep that touch or nearly touch
    int particle_shape_pairs;  ///< of a particle and a shape near it
} scree_counters;

SCREE_API scree_counters scree_world_counters(const scree_world *world);

/// How far the velocities that the solver found in the last step are from satisfying its contacts.
/// The residual of a point is |min(L / m, v + b)|, where L is its accumulated normal impulse, m its
/// effective mass, v the velocity at which the surfaces separate, and -b the velocity that the
/// solver aimed at: one that just closes a gap or, with pgs, opens an overlap. It is 0 where the
/// point pushes and v is the target velocity, or where the point does not push and v is at least
/// the target velocity. It is measured in the same way for all solvers: after the last pass over
/// the velocities, before restitution. Friction is not included.
typedef struct scree_residual
{
    int points;
    float rms, max;  ///< m/s, over all points
} scree_residual;

/// All zero unless scree_world_def.measure_residual is set.
SCREE_API scree_residual scree_world_residual(const scree_world *world);

SCREE_API scree_simd scree_world_simd(const scree_world *world);
/// The number of workers in the definition, or of cores if that is 0; 0 for a null world.
SCREE_API int scree_world_worker_count(const scree_world *world);
/// Changes the number of workers, 0 to 64 as in the definition, between steps. The results keep the
/// same bits. A task system of the definition is used with the new number; no task of an earlier
/// step may be called after this, as after scree_world_destroy. The working memory of workers is
/// released, and allocated again by the next step; with an unchanged count nothing is released.
/// SCREE_ERROR_OUT_OF_MEMORY: nothing changed.
SCREE_API scree_result scree_world_set_worker_count(scree_world *world, int count);
/// The number of threads that step the world, including the calling one: its workers, without those
/// beyond the number of cores and those whose thread could not be created. With a task system of
/// the program all workers count. 0 for a null world.
SCREE_API int scree_world_thread_count(const scree_world *world);
/// The solver of the world; soft_step for a null world.
SCREE_API scree_solver scree_world_solver(const scree_world *world);

#endif
