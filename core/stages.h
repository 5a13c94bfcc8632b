/// The stages of a step in order: the one list behind the calls in world/step.c, the profile, the
/// trace, the bench and the docs. The stage NAME is the function bool sc_NAME(sc_step *); false: no
/// memory. All that need memory come before the first one that changes what a caller sees.
#ifndef SC_STAGES_H
#define SC_STAGES_H

// clang-format off
#define SC_STAGE_LIST(X) \
    X(wake_bodies)       /* first: what calls marked joins the others again */ \
    X(purge_contacts)    /* before anything reads the contacts of shapes that are gone */ \
    X(fall_asleep)       /* after the purge, which may end what carries them */ \
    X(refresh_rows)      /* before anything reads what calls between steps left to be derived */ \
    X(pack_bodies)       /* the solver's records; what is not finite is kept from the others */ \
    X(update_aabbs)      /* where the shapes are now, and which of their AABBs changed */ \
    X(find_pairs)        /* only for AABBs that changed */ \
    X(begin_contacts)    /* of the new pairs; the others need the AABBs of this step */ \
    X(find_soft_pairs)   /* on the AABBs of this step, the vertices where they begin */ \
    X(collide)           /* manifolds, with the impulses of the step before */ \
    X(find_impacts)      /* by the velocities before the step; the callback sees what is left */ \
    X(pre_solve)         /* a callback may disable contacts, which then wake nobody */ \
    X(wake_touched)      /* what was found to be hit takes part in this step */ \
    X(find_contact_events) /* among the contacts of this step; telling them takes no memory */ \
    X(reserve_overlaps)  /* of sensors, which are looked at when the step can fail no more */ \
    X(colour_contacts)   /* who may share a lane block */ \
    X(prepare_contacts)  /* manifolds into blocks */ \
    X(solve_substeps)    /* in records: no body has moved yet if memory runs out below */ \
    X(move_particles)    /* in copies; the solver has found the paths of rigid bodies */ \
    X(move_soft_bodies)  /* the same */ \
    X(wake_pushed)       /* what these were found to touch; the last stage that needs memory */ \
    X(store_impulses)    /* out of blocks that the next step overwrites */ \
    X(break_joints)      /* by the impulses just stored */ \
    X(advance_contacts)  /* begin, persist or end: as of here the step cannot fail */ \
    X(note_contact_events) /* with the impulses just stored, where bodies have not moved yet */ \
    X(sweep_bodies)      /* what fast ones would pass ends their paths, before these are taken */ \
    X(finish_bodies)     /* records and copies become what a caller sees */ \
    X(clear_forces)      /* a force acts for one step */ \
    X(note_rest)         /* of what has moved */ \
    X(disable_nonfinite) /* rows change */ \
    X(update_sensors)    /* last: what they see of all that the step has done */
// clang-format on

typedef enum sc_stage
{
#define X(name) SC_STAGE_##name,
    SC_STAGE_LIST(X)
#undef X
    SC_STAGE_COUNT
} sc_stage;

#endif
