/// The energy of the springs of one joint and the work of its motors, at the present poses. Used
/// for the bound on the energy of joints.
#ifndef SC_JOINT_SPRINGS_H
#define SC_JOINT_SPRINGS_H

#include "dynamics/solver/joints/joint_islands.h"
#include "dynamics/solver/substeps.h"

/// The velocity of a body: m/s, m/s, rad/s.
typedef struct sc_body_motion
{
    double x, y, w;
} sc_body_motion;

/// The velocities of both bodies of a joint.
typedef struct sc_joint_motions
{
    sc_body_motion a, b;
} sc_joint_motions;

/// The energy of springs, J: a part that does not depend on velocities, and a part that is
/// proportional to them.
typedef struct sc_spring_energy
{
    double fixed, moving;
} sc_spring_energy;

/// A joint in its block, and its bodies.
typedef struct sc_joint_view
{
    const sc_step *step;
    const sc_joint_args *args;  ///< of the blocks of its kind
    const sc_joint_place *place;
} sc_joint_view;

/// Whether the settings of a joint give it a spring that stores energy, or a motor that may add
/// some.
bool sc_joint_has_energy(const sc_step *step, const sc_joint_place *place);
/// Whether the joint is a hinge whose motor may press it against its limits.
bool sc_joint_presses_limit(const sc_step *step, const sc_joint_place *place);
/// Adds the energy of springs, and of locked parts with a frequency of their own, to `sum`. A
/// spring of stiffness k at x, which was at y a substep before, has the energy k x y / 2, which
/// symplectic Euler conserves. Returns an upper bound of the work, J, of motors in a substep that
/// began and ended with these motions.
double sc_add_joint_energy(const sc_joint_view *joint, const sc_joint_motions *begin,
                           const sc_joint_motions *end, sc_spring_energy *sum);

#endif
