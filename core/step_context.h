/// The context of a step: every stage takes this, never the world.
#ifndef SC_STEP_CONTEXT_H
#define SC_STEP_CONTEXT_H

#include "core/assert.h"
#include "core/stores/bodies.h"
#include "core/stores/contacts.h"
#include "core/jobs.h"
#include "core/step_profile.h"
#include "core/stores/joints.h"
#include "core/stores/shapes.h"
#include "core/stores/sleepers.h"
#include "core/tuning.h"
#include "scree/world.h"

/// Solver settings that hold for a whole world.
typedef struct sc_solver_settings
{
    scree_solver solver;
    float contact_hertz, contact_damping_ratio, push_speed, restitution_threshold, max_linear_speed;
    int iterations;
    float erp, position_correction, slop;
    bool warm_starting, measure_residual, measure_impulses, direct_joints;
    bool continuous;            ///< fast bodies are followed along their paths
    float hit_event_threshold;  ///< m/s
    float last_h;               ///< substep length of the last step, s; 0: none
    float last_stiff_h;         ///< lower limit of sc_step.stiff_h, s; 0: no step yet
} sc_solver_settings;

/// The records of the solver, by row. SC_HUB_ROWS records have negative rows. The rows from 0 up
/// hold dynamic bodies, kinematic bodies, padding, one static record and one discard record for
/// each worker, in this order.
typedef struct sc_step_rows
{
    int dynamic_count, moving_count, static_row, discard_row;
    int count;  ///< of all rows
    // The solver, particles and soft bodies change these records; finish_bodies copies them to the
    // bodies.
    sc_velocity *velocities;
    sc_warm_start *warm_starts;
    sc_delta *deltas;
    sc_velocity_update *damping, *increment;
    uint8_t *nonfinite_input;   ///< 1 if it was non-finite before the step; it does not move
    int32_t *nonfinite_result;  ///< by finish_bodies: 1 if non-finite or out of bounds
    /// by row of all bodies: 1 if particles or soft bodies touch it or are attached to it; null:
    /// there are none, or sleep is disabled
    uint8_t *pushed;
    /// by dynamic row: 1 if it overlaps a static shape deeply, set by solve_substeps; null: not
    /// searched
    uint8_t *deep;
} sc_step_rows;

/// The results of update_aabbs.
typedef struct sc_step_aabbs
{
    /// Few of the shapes touch. AABBs then serve for several steps, and pairs are tested by the
    /// smaller AABBs that this step needs (sc_shapes.needed).
    bool thin;
    int moving_shapes;
    int32_t *moved;  ///< slots of the moving shapes whose AABB changed, moved_active of them
    int moved_active;
    int unsteady;             ///< moving shapes whose AABBs are made for one step only
    int steady_moved;         ///< the others whose AABB changed
    bool all_replaced;        ///< the AABBs of all moving shapes were replaced
    int moved_shapes;         ///< static ones too
    bool all_static_changed;  ///< all static shapes were placed again and need sorting
} sc_step_aabbs;

/// The results of find_pairs, for begin_contacts.
typedef struct sc_step_pairs
{
    uint64_t *keys;  ///< of the new pairs, in ascending order: the lower slot in the high half
    int new_count;
    sc_arena_mark before;  ///< begin_contacts rewinds the arena to this mark
} sc_step_pairs;

/// Contacts that close within the step, by find_impacts.
typedef struct sc_step_impacts
{
    struct sc_closing_contact *list;
    int count;
    // Two bit sets, if there are impacts: bit i % 16 of element i / 16 stands for i.
    uint16_t *closing;      ///< contact i closes within the step
    const uint16_t *swift;  ///< the body of moving row i moves farther than the slop in the step
} sc_step_impacts;

/// Data that a stage leaves to a later one of its folder, in the step's arena.
typedef struct sc_step_scratch
{
    struct sc_found_events *found_events;  ///< by find_contact_events; null: no events
    struct sc_sensor_scratch *sensors;     ///< by reserve_overlaps; null: no sensors
    float *impulse_sums;                   ///< SC_SUM_FLOATS by block, N s; null unless measured
} sc_step_scratch;

/// The numbers that sc_step_end reports. Each number is written by the stage that counts it.
typedef struct sc_step_results
{
    scree_residual residual;                 ///< by solve_substeps; all zero unless measured
    int begun_contacts, ended_contacts;      ///< by advance_contacts
    int continuous_bodies, continuous_hits;  ///< by sweep_bodies
    int earlier_pairs, earlier_moved;        ///< new pairs and moved shapes before stages ran again
    int stopped_particles;                   ///< by move_particles: non-finite or out of bounds
    int disabled_bodies;                     ///< by disable_nonfinite, for the same reason
    uint64_t first_disabled;                 ///< the id of one of them, if there is one
} sc_step_results;

typedef struct sc_step
{
    float dt, h;
    /// s, at least h: joints are as stiff as substeps of this length permit. When substeps become
    /// shorter, stiff_h falls only slowly, because a deflected joint gains energy when it stiffens
    /// (sc_step_end).
    float stiff_h;
    int substeps;
    scree_vec2 gravity;

    sc_memory *memory;
    sc_arena *arena;  ///< for data that all ranges share: worker 0's scratch
    sc_jobs *jobs;
    sc_profile *profile;
    const struct sc_kernels *kernels;
    const struct sc_kernels *scalar;  ///< for tails and single items; gives the same bits

    // The stores and settings of the world, which outlive the step.
    const sc_lengths *lengths;
    sc_bodies *bodies;
    sc_shapes *shapes;
    sc_contacts *contacts;
    sc_joints *joints;
    sc_sleep *sleep;
    struct sc_events *events;
    struct sc_sensors *sensors;
    struct sc_broadphase *broadphase;
    struct sc_circles *circles;
    struct sc_soft_bodies *soft;
    struct sc_constraints *constraints;  ///< the lane blocks
    const struct sc_mixing *mixing;
    const struct sc_callbacks *callbacks;
    sc_solver_settings *settings;

    /// There are no particles and no soft bodies, so no stage after the solver allocates memory and
    /// the step can no longer fail. Groups may therefore store their impulses as soon as they are
    /// solved.
    bool solves_groups;
    int woken;  ///< bodies woken by wake_touched or wake_pushed; the step detects again

    sc_step_rows rows;
    sc_step_aabbs aabbs;
    sc_step_pairs pairs;
    sc_step_impacts impacts;
    sc_step_scratch scratch;
    sc_step_results results;
} sc_step;

/// The greatest speed of bodies and soft vertices, m/s.
static inline float sc_max_speed(const sc_step *step)
{
    return step->lengths->unit * step->settings->max_linear_speed;
}

/// Records that a particle, a soft vertex or an attachment pushes the body of a row. The body may
/// be asleep.
static inline void sc_note_push(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    if (step->rows.pushed != NULL)
    {
        step->rows.pushed[row] = 1;
    }
}

#endif
