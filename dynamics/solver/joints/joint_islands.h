/// Islands of joints whose energy is bounded: bodies that joints hold together, some of them on
/// long arms or by springs that may make energy (sc_joint_may_make_energy).
///
/// Passes over rows that are coupled through long arms do not converge, and what is left of them
/// can feed on itself. Joints that lie within what they hold do not need the bound and do not pay
/// for it.
#ifndef SC_JOINT_ISLANDS_H
#define SC_JOINT_ISLANDS_H

#include "core/step_context.h"
#include "dynamics/solver/joints/joint_trees.h"

/// A dynamic body of such an island, in one substep.
typedef struct sc_joint_part
{
    int32_t row;            ///< of the solver
    double mass, inertia;   ///< kg, kg m^2; 0 if nothing moves or turns it
    double begin[3];        ///< velocity when the substep began, damped: m/s, rad/s
    double seen[3];         ///< velocity before the last pass over the contacts
    double moved[3];        ///< velocity before contacts are solved, by which it moves
    double by_contacts[3];  ///< of its velocity, what contacts have given it
    sc_delta unprojected;   ///< its change of pose before errors are taken out
} sc_joint_part;

/// Where a joint of such an island is.
typedef struct sc_joint_place
{
    int32_t lane;  ///< among those of its group and kind
    int32_t row_a, row_b;
    int32_t part_a, part_b;  ///< -1: not dynamic
    int32_t slot;
    uint8_t kind;
    bool acts;  ///< in this step: it has a spring that holds energy, or a motor
} sc_joint_place;

/// J: with what symplectic Euler keeps in the place of the potential, and with the potential
/// itself.
typedef struct sc_made_energy
{
    double kept, total;
} sc_made_energy;

typedef struct sc_joint_island
{
    int32_t first_part, part_end;
    int32_t first_place, place_end;
    int32_t row;             ///< of its first body
    bool anchored;           ///< some joint holds it to the world or to a body that is not dynamic
    bool driven;             ///< in this step: such a body moves, and nothing is bounded
    bool acts;               ///< in this step: some place acts
    bool pressed;            ///< in this step: a motor may press some hinge against its limits
    double noise;            ///< J: how uncertain the work of contacts is; set for each step
    sc_made_energy stored;   ///< in its springs
    double stiffness;        ///< of its springs, as a fraction of that when the step began
    sc_made_energy surplus;  ///< made in this step, or `total` since its joints were; < 0: lost
} sc_joint_island;

/// All arrays lie in the arena of the constraints.
typedef struct sc_joint_islands
{
    sc_joint_island *islands;  ///< those of a group follow each other
    sc_joint_part *parts;
    sc_joint_place *places;
    int count;
} sc_joint_islands;

/// Finds the islands among the entries, whose lanes are known. False: no memory.
bool sc_find_joint_islands(const sc_step *step, const sc_joint_entries *entries,
                           sc_joint_islands *islands);

#endif
