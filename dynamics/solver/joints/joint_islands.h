/// Islands of joints whose energy is bounded: bodies connected by joints, if some of these have
/// long arms or springs that may add energy (sc_joint_may_make_energy).
///
/// Passes over joints that are coupled through long arms do not converge, and their errors can
/// amplify themselves. Joints inside the outlines of their bodies do not need the bound on energy
/// and cost nothing here.
#ifndef SC_JOINT_ISLANDS_H
#define SC_JOINT_ISLANDS_H

#include "core/step_context.h"
#include "dynamics/solver/joints/joint_trees.h"

/// A dynamic body of such an island, in one substep.
typedef struct sc_joint_part
{
    int32_t row;            ///< of the solver
    double mass, inertia;   ///< kg, kg m^2; 0 if it cannot be moved or turned
    double begin[3];        ///< velocity when the substep began, after damping: m/s, rad/s
    double seen[3];         ///< velocity before the last pass over the contacts
    double moved[3];        ///< velocity with which the body moves, before contacts are solved
    double by_contacts[3];  ///< the part of its velocity that contacts have added
    sc_delta unprojected;   ///< its change of pose before the pose was corrected
} sc_joint_part;

/// The place of a joint of such an island.
typedef struct sc_joint_place
{
    int32_t lane;  ///< among the lanes of its group and kind
    int32_t row_a, row_b;
    int32_t part_a, part_b;  ///< -1: not dynamic
    int32_t slot;
    uint8_t kind;
    bool acts;  ///< in this step: it has a spring that stores energy, or a motor
} sc_joint_place;

/// An energy, J. `kept` is computed with the modified potential that symplectic Euler conserves,
/// `total` with the true potential.
typedef struct sc_made_energy
{
    double kept, total;
} sc_made_energy;

typedef struct sc_joint_island
{
    int32_t first_part, part_end;
    int32_t first_place, place_end;
    int32_t row;    ///< of its first body
    bool anchored;  ///< a joint holds it to the world or to a body that is not dynamic
    bool driven;    ///< in this step: a kinematic body moves it, and its energy is not bounded
    bool acts;      ///< in this step: one of its places acts
    bool pressed;   ///< in this step: a motor may press a hinge against its limits
    double noise;   ///< J: uncertainty of the work of contacts; set in each step
    sc_made_energy stored;  ///< in its springs
    double stiffness;       ///< of its springs, as a fraction of that at the beginning of the step
    /// The energy gained in this step (`total`: since the joints were created); < 0: lost
    sc_made_energy surplus;
} sc_joint_island;

/// All arrays lie in the arena of the constraints.
typedef struct sc_joint_islands
{
    sc_joint_island *islands;  ///< the islands of a group are consecutive
    sc_joint_part *parts;
    sc_joint_place *places;
    int count;
} sc_joint_islands;

/// Finds the islands among the entries, whose lanes must be known. Returns false if out of memory.
bool sc_find_joint_islands(const sc_step *step, const sc_joint_entries *entries,
                           sc_joint_islands *islands);

#endif
