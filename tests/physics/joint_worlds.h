/// Small worlds with joints, and measures of them.
#ifndef SC_TEST_JOINT_WORLDS_H
#define SC_TEST_JOINT_WORLDS_H

#include "tests/support/worlds.h"

#define SOLVERS SCREE_SOLVER_COUNT

/// A static body without shapes at the origin.
scree_body_id add_anchor(scree_world *world);
/// A box of a metre, 1 kg.
scree_body_id add_cube(scree_world *world, float x, float y);

/// Joints of two bodies with frames at a point of the world, in world axes turned by `angle`.
scree_joint_base joined_at(scree_world *world, scree_body_id a, scree_body_id b, float x, float y,
                           float angle);
scree_joint_id add_hinge(scree_world *world, scree_body_id a, scree_body_id b, float x, float y);
scree_joint_id add_weld(scree_world *world, scree_body_id a, scree_body_id b, float x, float y);
/// Fails the test if there is none.
scree_joint_id joint_made(scree_world *world, scree_joint_id joint);

/// An angle that counts whole turns: the one nearest to the last.
double unwind(double last, double angle);

/// A swinging value's mean period, s, from rising zeros, and the ratio of successive peaks.
typedef struct swing
{
    int periods;
    double period, decay;
} swing;

/// Analyses `count` values, STEP apart.
swing swing_of(const double *values, int count);

/// Largest separation of all joints, m.
double worst_separation(const scree_world *world);

#endif
