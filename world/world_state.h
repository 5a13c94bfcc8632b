/// The world, seen whole only in this folder.
#ifndef SC_WORLD_STATE_H
#define SC_WORLD_STATE_H

#include "broadphase/pairs.h"
#include "core/stores/bodies.h"
#include "core/stores/chains.h"
#include "core/stores/contacts.h"
#include "core/stores/event_store.h"
#include "core/stores/joints.h"
#include "core/callbacks.h"
#include "core/errors.h"
#include "core/jobs.h"
#include "core/limits.h"
#include "dynamics/bodies/mass.h"
#include "dynamics/contacts/mixing.h"
#include "dynamics/events/sensors.h"
#include "core/step_profile.h"
#include "core/stores/shapes.h"
#include "core/stores/sleepers.h"
#include "core/step_context.h"
#include "particles/circles.h"
#include "soft/soft_store.h"
#include "simd/kernels.h"
#include "dynamics/solver/constraints.h"

struct scree_world
{
    sc_memory memory;
    sc_jobs jobs;
    sc_bodies bodies;
    sc_shapes shapes;
    sc_chains chains;
    sc_contacts contacts;
    sc_joints joints;
    sc_sleep sleep;
    sc_events events;
    sc_sensors sensors;
    sc_broadphase broadphase;
    sc_constraints constraints;
    sc_circles circles;
    sc_soft_bodies soft;
    sc_mixing mixing;
    sc_callbacks callbacks;
    sc_solver_settings settings;
    scree_vec2 gravity;
    scree_simd simd;
    const sc_kernels *kernels;
    bool stepping;
    bool advancing;   ///< in scree_world_advance
    uint16_t number;  ///< in its ids; its own as long as it lives
    sc_profile profile;
    scree_counters last;      ///< what the last step counted
    bool contacts_counted;    ///< last.contacts and last.points are those of the store
    scree_residual residual;  ///< of the last step
    scree_error error;
    atomic_flag error_lock;  ///< in a step callbacks on any worker may note that they were refused
    uint64_t steps_begun;
    struct sc_query_index *query_index;  ///< changed by queries too, under a lock of its own
};

/// A step of a checked length in a world that does not step, in the name of a public call.
scree_result sc_step_world(scree_world *world, float dt, int substeps, const char *function);

/// The error for what SCREE_SIMD holds, where that names no set that runs here.
scree_result sc_fail_simd(const char *function);

/// Of a static body it stays zero.
void sc_set_velocity(sc_bodies *bodies, int32_t row, scree_vec2 linear, float angular);
/// A kinematic body loses its target and the velocity that led there; another velocity stays.
void sc_forget_target(sc_bodies *bodies, int32_t row);
/// Whether a body stands in a list of live bodies more than once.
bool sc_has_repeats(scree_world *world, const scree_body_id *ids, int count);

/// Whether a shape of this mass can be added to each of these live bodies, in turn; and the mass
/// sums that they then need.
scree_result sc_prepare_additions(scree_world *world, const scree_body_id *ids, int count,
                                  const scree_mass_data *part, const char *function,
                                  const char *argument);
/// Null if a material is good, else the name of its first bad field.
const char *sc_material_fault(const scree_material *material);
/// Ends a shape: its id, its place in the lists, its geometry. The body's list is the caller's.
void sc_shape_forget(sc_shapes *shapes, int32_t slot);
/// Before a shape ends: takes it out of its chain, if it is a segment of one.
void sc_leave_chain(scree_world *world, int32_t slot);
/// After shapes were destroyed: frees their slots, as the next step would, if there are more of
/// them than of live ones. So a world that does not step holds no more than twice its peak.
void sc_recycle_shapes(scree_world *world);
/// After a body was moved: the shapes of one that does not move by itself are found anew, and what
/// touches it in sleep wakes.
void sc_update_static(scree_world *world, int32_t row);

/// Called for each contact of scree_world_contacts. Whether it had no points before the last step.
typedef void sc_contact_visit(void *context, const scree_contact *contact, bool begins);
void sc_visit_contacts(const scree_world *world, sc_contact_visit *visit, void *context);

/// Pairs, contacts and points as scree_world_pairs and scree_world_contacts give them now.
void sc_count_contacts(const scree_world *world, scree_counters *counters);

#define SC_DEF_VERSION 0x5c7ee001u

#endif
