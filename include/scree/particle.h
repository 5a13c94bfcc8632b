/// Particles: circles without rotation, many and cheap, moved by position Verlet beside the rigid
/// bodies of a world.
///
/// They push each other, collide with the world's shapes and exchange momentum with dynamic bodies;
/// a container may hold them. Method: T. Jakobsen, "Advanced Character Physics", GDC 2001, with
/// substeps (M. Macklin et al., "Small Steps in Physics Simulation", SCA 2019). docs/particles.md
/// has the equations and the limits. Particles have rows of their own. Steps, and creating or
/// destroying particles, may change the rows; ids do not change.
///
/// Units: m, s, kg. Getters on an id without an object return zero (false, null) and set no error.
#ifndef SCREE_PARTICLE_H
#define SCREE_PARTICLE_H

#include "base.h"
#include "id.h"
#include "world.h"

typedef struct scree_particle_def
{
    uint32_t version;     ///< set by scree_particle_def_default(); do not write
    scree_vec2 position;  ///< of the centre, m, -1e8 to 1e8 in each coordinate
    scree_vec2 velocity;  ///< m/s, finite
    float radius;         ///< m, 1e-6 to 1e6 length units
    float density;        ///< kg/m^2, 1e-12 to 1e12: the mass is density * pi * radius^2
    bool fixed;           ///< does not move, as if its mass were infinite
    void *user_data;
} scree_particle_def;

/// At the origin, at rest, radius 0.5 m, density 1, not fixed.
SCREE_API SCREE_NODISCARD scree_particle_def scree_particle_def_default(void);

/// Creates a particle. Null id on error: see scree_error_text.
SCREE_API scree_particle_id scree_particle_create(scree_world *world,
                                                  const scree_particle_def *def);

/// Many particles at once. Every array holds `count` values, in the ranges of the definition; the
/// definition's value replaces an absent array. The arrays may not lie in the world's live view,
/// which may move as particles are created: copy them first. A world holds up to 2^24 - 2
/// particles; creating more fails with SCREE_ERROR_CAPACITY.
typedef struct scree_particle_batch
{
    const scree_particle_def *def;
    int count;             ///< >= 0
    const float *x, *y;    ///< position, m
    const float *vx, *vy;  ///< m/s
    const float *radius;   ///< m
} scree_particle_batch;

/// Creates all of a batch or, on error, none. `ids` receives `count` ids and may be null.
SCREE_API scree_result scree_particles_create(scree_world *world, const scree_particle_batch *batch,
                                              scree_particle_id *ids);

SCREE_API scree_result scree_particle_destroy(scree_world *world, scree_particle_id particle);
/// Destroys `count` (>= 0) particles or, on error, none: SCREE_ERROR_STALE_ID also for an id that
/// is listed twice.
SCREE_API scree_result scree_particles_destroy(scree_world *world, const scree_particle_id *ids,
                                               int count);

SCREE_API SCREE_NODISCARD bool scree_particle_is_valid(const scree_world *world,
                                                       scree_particle_id particle);

/// The live state of all particles, one array per field, 64-byte aligned, in row order. Valid
/// until the next step, or the next call that creates or destroys a particle. Velocities may be
/// written (finite values; those of fixed particles are ignored); all else is read-only.
typedef struct scree_particle_view
{
    int count;
    const scree_particle_id *id;
    const float *x, *y;         ///< centre, m
    const float *radius;        ///< m
    const float *inverse_mass;  ///< 1/kg; 0: fixed
    float *vx, *vy;             ///< m/s
} scree_particle_view;

SCREE_API scree_particle_view scree_world_particles(scree_world *world);

SCREE_API scree_vec2 scree_particle_position(const scree_world *world, scree_particle_id particle);
SCREE_API scree_vec2 scree_particle_velocity(const scree_world *world, scree_particle_id particle);
SCREE_API float scree_particle_radius(const scree_world *world, scree_particle_id particle);
/// kg; 0: fixed
SCREE_API float scree_particle_mass(const scree_world *world, scree_particle_id particle);
SCREE_API void *scree_particle_user_data(const scree_world *world, scree_particle_id particle);
SCREE_API scree_result scree_particle_set_user_data(scree_world *world, scree_particle_id particle,
                                                    void *user_data);

/// Teleports the particle, to -1e8 to 1e8 m in each coordinate; its velocity stays.
SCREE_API scree_result scree_particle_set_position(scree_world *world, scree_particle_id particle,
                                                   scree_vec2 position);
/// m/s, finite; a fixed particle stays at rest.
SCREE_API scree_result scree_particle_set_velocity(scree_world *world, scree_particle_id particle,
                                                   scree_vec2 velocity);

/// Two particles.
typedef struct scree_particle_pair
{
    scree_particle_id a, b;
} scree_particle_pair;

/// The pairs of particles that the last step tested, each once, in a deterministic order. Returns
/// how many there are, even if that is more than `capacity`; none after particles were created,
/// destroyed or teleported, or the origin was shifted, until the next step.
///
/// - `pairs`: `capacity` pairs; null to count only
/// - `capacity`: how many `pairs` has room for
///
/// The pairs include every one that touched in the step, with two exceptions: pairs of two fixed
/// particles are not listed, and in crowds each particle has at most 64 pairs with particles that
/// the sweep visits later (docs/particles.md, Crowds).
SCREE_API int scree_world_particle_pairs(const scree_world *world, scree_particle_pair *pairs,
                                         int capacity);

/// A container. It keeps particles inside, except fixed ones and those too large for it, and does
/// not move. Particles outside when it is set are moved inside in the next substep.
typedef enum scree_container
{
    SCREE_CONTAINER_NONE = 0,
    SCREE_CONTAINER_CIRCLE,  ///< a disc of radius container_size.x
    SCREE_CONTAINER_BOX      ///< a box of half extents container_size
} scree_container;

/// Settings that hold for all particles of a world.
typedef struct scree_particle_settings
{
    uint32_t version;  ///< set by scree_particle_settings_default(); do not write
    float damping;     ///< 1/s, 0 to 1e6: the rate at which velocities decay
    float friction;    ///< 0 to 1e6; with a shape: sqrt(a b), b that of the shape
    float max_speed;   ///< length units/s, > 0, up to 1e6: a limit in each substep, before pushes
    scree_container container;
    scree_vec2 container_center;  ///< m, -1e8 to 1e8 in each coordinate
    scree_vec2 container_size;    ///< m, > 0, up to 1e8: radius in x, or half extents
    /// The filter of all particles, like that of a shape without a group (see shape.h). With a mask
    /// of 0 they touch no shape.
    uint64_t category, mask;
} scree_particle_settings;

/// No damping, friction 0, 400 units/s, no container, category 1, mask all.
SCREE_API SCREE_NODISCARD scree_particle_settings scree_particle_settings_default(void);

SCREE_API scree_result scree_world_set_particle_settings(scree_world *world,
                                                         const scree_particle_settings *settings);
/// The defaults for a null world.
SCREE_API scree_particle_settings scree_world_particle_settings(const scree_world *world);

#endif
