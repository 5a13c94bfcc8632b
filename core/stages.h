/// The stages of a step in order: the one list behind the profile, the trace, the bench and the
/// docs.
#ifndef SC_STAGES_H
#define SC_STAGES_H

#define SC_STAGE_LIST(X) \
    X(pack_bodies)       \
    X(place_shapes)      \
    X(find_pairs)        \
    X(find_soft_pairs)   \
    X(collide)           \
    X(colour_contacts)   \
    X(prepare_contacts)  \
    X(solve_substeps)    \
    X(move_particles)    \
    X(move_soft_bodies)  \
    X(store_impulses)    \
    X(finish_bodies)

typedef enum sc_stage
{
#define X(name) SC_STAGE_##name,
    SC_STAGE_LIST(X)
#undef X
    SC_STAGE_COUNT
} sc_stage;

#endif
