/// Energy of the springs of one joint, and work of its motors, at the poses of now: for the bound
/// on the energy of joints.
#ifndef SC_JOINT_SPRINGS_H
#define SC_JOINT_SPRINGS_H

#include "dynamics/solver/joints/joint_islands.h"
#include "dynamics/solver/substeps.h"

/// Velocity of a body: m/s, m/s, rad/s.
typedef struct sc_body_motion
{
    double x, y, w;
} sc_body_motion;

/// Of both bodies of a joint.
typedef struct sc_joint_motions
{
    sc_body_motion a, b;
} sc_joint_motions;

/// J: a part that velocities do not change, and one that is in proportion to them.
typedef struct sc_spring_energy
{
    double fixed, moving;
} sc_spring_energy;

/// A joint in its block, with its bodies.
typedef struct sc_joint_view
{
    const sc_step *step;
    const sc_joint_args *args;  ///< of the blocks of its kind
    const sc_joint_place *place;
} sc_joint_view;

/// Whether a joint has a spring that holds energy, or a motor that may add some, by its settings.
bool sc_joint_has_energy(const sc_step *step, const sc_joint_place *place);
/// Whether it is a hinge whose motor may press it against its limits.
bool sc_joint_presses_limit(const sc_step *step, const sc_joint_place *place);
/// Adds the energy of springs, and of locked parts with a frequency of their own, to `sum`. A
/// spring of stiffness k at x, which was at y a substep before, counts as k x y / 2: what
/// symplectic Euler keeps. Returns the most work, J, that motors can have done in a substep that
/// began and ended with these motions.
double sc_add_joint_energy(const sc_joint_view *joint, const sc_joint_motions *begin,
                           const sc_joint_motions *end, sc_spring_energy *sum);

#endif
