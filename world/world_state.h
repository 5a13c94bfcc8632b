/// The struct of a world. Stages do not include it.
#ifndef SC_WORLD_STATE_H
#define SC_WORLD_STATE_H

#include "broadphase/pairs.h"
#include "core/stores/bodies.h"
#include "core/stores/body_names.h"
#include "core/stores/chains.h"
#include "core/stores/contacts.h"
#include "core/stores/event_store.h"
#include "core/stores/joints.h"
#include "core/callbacks.h"
#include "core/jobs.h"
#include "dynamics/contacts/mixing.h"
#include "dynamics/events/sensors.h"
#include "core/step_profile.h"
#include "core/tuning.h"
#include "core/stores/shapes.h"
#include "core/stores/sleepers.h"
#include "core/step_context.h"
#include "particles/particle_store.h"
#include "soft/soft_store.h"
#include "dynamics/solver/constraints.h"
#include "world/recorded_calls.h"

/// The arrays that views let a program write.
enum
{
    SC_VIEW_BODIES,
    SC_VIEW_SOFT,
    SC_VIEW_PARTICLES,
    SC_VIEW_COUNT
};

struct scree_world
{
    sc_memory memory;
    sc_jobs jobs;
    sc_bodies bodies;
    sc_body_names body_names;
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
    sc_lengths lengths;
    scree_vec2 gravity;
    scree_simd simd;
    const struct sc_kernels *kernels;
    /// for steps with few moving bodies: 8 lanes instead of 16, unless the definition names a set
    const struct sc_kernels *few_kernels;
    bool stepping;
    bool compact_images;  ///< without the points of contacts
    bool advancing;       ///< within scree_world_advance
    uint16_t number;      ///< part of its ids; unique while the world lives
    sc_profile profile;
    scree_counters last;      ///< counters of the last step
    bool contacts_counted;    ///< last.contacts and last.points are up to date
    scree_residual residual;  ///< of the last step
    scree_error error;
    scree_error_callback *error_callback;  ///< null: none
    void *error_context;
    void *user_data;
    scree_tasks tasks;       ///< of the definition
    int peak_pairs;          ///< largest number of contacts and pairs after a step
    atomic_flag error_lock;  ///< because in a step callbacks on any worker may record errors
    uint64_t steps_begun;
    /// null unless a recording runs, and within calls that it records
    const sc_recorded_calls *recorded;
    const sc_recorded_calls *recorded_in_errors;  ///< null unless a recording runs
    struct sc_recorder *recorder;                 ///< null: none
    scree_result recording_error;                 ///< why the last recording ended by itself
    uint8_t views_taken;                          ///< bits: arrays that the program may write
    struct sc_query_index *query_index;           ///< also changed by queries, under its own lock
};

/// Called before a program gets arrays that it may write.
static inline void sc_note_view(scree_world *world, int view)
{
    world->views_taken |= (uint8_t)(1u << view);
    if (world->recorded != NULL)
    {
        world->recorded->view(world);
    }
}

#endif
