/// Walks over whole structures: the equations that core/*.h state between their fields.
#ifndef SC_VALIDATE_H
#define SC_VALIDATE_H

#include "world/world_state.h"

/// In functions that answer what does not hold.
#define REQUIRE(condition) \
    if (!(condition))      \
    {                      \
        return #condition; \
    }                      \
    (void)0

/// Passes on what another walk found.
#define REQUIRE_VALID(walk)         \
    do                              \
    {                               \
        const char *found = (walk); \
        if (found != NULL)          \
        {                           \
            return found;           \
        }                           \
    } while (0)

/// Null if everything holds, else what does not.
const char *sc_validate_bodies(const sc_bodies *bodies);
const char *sc_validate_shapes(const sc_bodies *bodies, const sc_shapes *shapes);
const char *sc_validate_chains(const sc_chains *chains, const sc_shapes *shapes);
const char *sc_validate_contacts(const sc_shapes *shapes, const sc_contacts *contacts);
const char *sc_validate_soft(const sc_soft_bodies *soft);
const char *sc_validate_constraints(const sc_constraints *constraints, const sc_contacts *contacts);
/// No two joints of a colour share a dynamic body, and each that acts has one lane.
const char *sc_validate_joint_graph(const sc_constraints *constraints, const sc_joints *joints);
/// Particles, and the pairs that are kept of them.
const char *sc_validate_circles(const sc_circles *circles);
/// The kept grids hold the shapes of their lists, where these are.
const char *sc_validate_broadphase(const sc_broadphase *broadphase, const sc_shapes *shapes);
/// The AABBs of a pair overlap, and no pair is there twice.
const char *sc_validate_pairs(const scree_world *world);
const char *sc_validate_sleep(const scree_world *world);
/// Who asks for events, which contacts were told of, and room for their ends.
const char *sc_validate_events(const scree_world *world);
/// Slots and lists of joints, and that no contact is of two bodies that a joint keeps apart.
const char *sc_validate_joints(const scree_world *world);

/// All of them that hold between stages; null if they do.
const char *sc_validate(const scree_world *world);

/// In the validate build: ends the program if anything does not hold after a stage.
#ifdef SC_VALIDATE_STAGES
void sc_validate_or_abort(const scree_world *world, const char *stage);
#define SC_VALIDATE(world, stage) sc_validate_or_abort(world, stage)
#else
#define SC_VALIDATE(world, stage) ((void)0)
#endif

#endif
