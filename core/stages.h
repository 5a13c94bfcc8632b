/// The stages of a step, by phase and in their order. This one list gives the prototypes and the
/// names in the profile, the trace, the bench and the docs.
///
/// A stage NAME is the function sc_NAME(sc_step *) in the .c file that describes it. Stages that
/// fail if out of memory return false. All of them come before the phase commit, whose stages
/// cannot fail and change the state that callers see. If out of memory, the stage update_sensors
/// reports changes one step late or more.
#ifndef SC_STAGES_H
#define SC_STAGES_H

#include <stdbool.h>

// clang-format off
/// Prepare: completes the changes that calls made since the last step.
#define SC_PREPARE_STAGES(X) \
    X(wake_bodies)       /* first: bodies that calls marked join the awake ones */ \
    X(purge_contacts)    /* before anything reads the contacts of destroyed shapes */ \
    X(fall_asleep)       /* after the purge, which may end the contacts that carry a body */

/// Detect: from shapes to contacts with manifolds. This phase runs again if it or the phase solve
/// woke bodies.
#define SC_DETECT_STAGES(X) \
    X(refresh_rows)      /* before anything reads derived data */ \
    X(pack_bodies)       /* the solver's records; non-finite bodies are kept apart */ \
    X(update_aabbs)      /* the present AABBs, and a list of those that changed */ \
    X(find_pairs)        /* only for AABBs that changed */ \
    X(begin_contacts)    /* by the AABBs of this step, which also end contacts */ \
    X(find_soft_pairs)   /* by the AABBs of this step and the vertices at its beginning */ \
    X(collide)           /* manifolds, with the impulses of the step before */ \
    X(find_impacts)      /* by the velocities before the step; before pre_solve */ \
    X(pre_solve)         /* a callback may disable contacts, which then wake no body */ \
    X(wake_touched)      /* bodies that were hit take part in this step */

/// Solve: from contacts to velocities and changes of pose, in records. No body has moved yet.
#define SC_SOLVE_STAGES(X) \
    X(find_contact_events) /* from the contacts of this step; publishing allocates no memory */ \
    X(reserve_overlaps)  /* sensors are updated after the last stage that may fail */ \
    X(colour_contacts)   /* finds contacts that may share a lane block */ \
    X(prepare_contacts)  /* manifolds and joints into blocks */ \
    X(solve_substeps)    /* the solver */ \
    X(move_particles)    /* in copies, along the paths of bodies that the solver found */ \
    X(move_soft_bodies)  /* in copies too */ \
    X(wake_pushed)       /* bodies that they touched; the last stage that may fail */

/// Commit: from records to the state that callers see.
#define SC_COMMIT_STAGES(X) \
    X(store_impulses)    /* out of blocks that the next step overwrites */ \
    X(break_joints)      /* by the impulses just stored */ \
    X(advance_contacts)  /* to begin, persist or end */ \
    X(publish_contact_events) /* with the impulses just stored, and before bodies move */ \
    X(sweep_bodies)      /* ends the paths of fast bodies before they are taken */ \
    X(finish_bodies)     /* copies records to the state that callers see */ \
    X(clear_forces)      /* a force acts for one step */ \
    X(note_rest)         /* after all have moved */ \
    X(disable_nonfinite) /* last change of rows */ \
    X(update_sensors)    /* last: sensors see the whole result of the step */
// clang-format on

#define SC_STAGE_LIST(X) \
    SC_PREPARE_STAGES(X) \
    SC_DETECT_STAGES(X)  \
    SC_SOLVE_STAGES(X)   \
    SC_COMMIT_STAGES(X)

typedef enum sc_stage
{
#define X(name) SC_STAGE_##name,
    SC_STAGE_LIST(X)
#undef X
    SC_STAGE_COUNT
} sc_stage;

struct sc_step;

#define X(name) bool sc_##name(struct sc_step *step);
SC_PREPARE_STAGES(X)
SC_DETECT_STAGES(X)
SC_SOLVE_STAGES(X)
#undef X

#define X(name) void sc_##name(struct sc_step *step);
SC_COMMIT_STAGES(X)
#undef X

#endif
