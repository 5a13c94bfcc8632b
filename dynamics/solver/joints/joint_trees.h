/// Trees of hinges, each solved as a whole.
///
/// Passes over joints hand a pull on by one link or two each time: a long chain, or one with a
/// heavy end, needs more of them than a step has. Where free hinges join bodies without a loop, all
/// their impulses are found at once instead, at a cost that is linear in their number.
#ifndef SC_JOINT_TREES_H
#define SC_JOINT_TREES_H

#include "core/step_context.h"

struct sc_substeps;

enum
{
    /// Hinges of the smallest tree whose arms are short. Fewer are as good in lanes, which are
    /// faster.
    SC_TREE_MIN = 8,
    /// Hinges of one body of a tree: the work for a body grows with their square.
    SC_TREE_BODY_MAX = 8
};

/// A joint that acts: one of its bodies at least is dynamic and awake, and none is disabled.
typedef struct sc_joint_entry
{
    int32_t row_a, row_b;  ///< of the solver
    int32_t slot;
    int32_t index;  ///< among those of its group, kind and colour
    int32_t link;   ///< of its tree, if the kind is LINK
    int32_t lane;   ///< among those of its group and kind
    uint8_t kind, colour;
    bool has_long_arm, may_make_energy;  ///< its traits
} sc_joint_entry;

typedef struct sc_joint_entries
{
    sc_joint_entry *at;
    int count;
} sc_joint_entries;

typedef struct sc_symmetric2
{
    double xx, xy, yy;
} sc_symmetric2;

typedef struct sc_matrix2
{
    double xx, xy, yx, yy;
} sc_matrix2;

/// A body at a hinge: what moves it, and the arm from its centre of mass, m.
typedef struct sc_hinge_end
{
    double inverse_mass, inverse_inertia, x, y;
} sc_hinge_end;

/// A hinge of a tree. Its head is that of its bodies which is nearer to the root; the other one, if
/// it is dynamic, is the head of what hangs there. The links of a head follow each other, those of
/// bodies farther from the root come before.
typedef struct sc_tree_link
{
    int32_t row_a, row_b;    ///< of the solver
    int32_t lane;            ///< among those of its group and kind
    int32_t parent;          ///< by which its head hangs on another one, a later link; -1: none
    int32_t sibling_end;     ///< the links of its head end here
    int32_t first_coupling;  ///< with each later link of its head, then with its parent
    bool head_is_b;
    // What follows is of the arms of now.
    sc_hinge_end a, b;
    double apart_x, apart_y;  ///< from a's point to b's, m
    sc_symmetric2 mass;       ///< inverse: velocity at the hinge per impulse there
    sc_symmetric2 pivot;      ///< what elimination leaves of it, and then the inverse of that
    double arms, widest;  ///< squares of the lengths of both; the longest of it and its neighbours
    double softness;
    double x, y;  ///< velocities to be taken away, then impulses
} sc_tree_link;

typedef struct sc_joint_tree
{
    int32_t begin, end;  ///< links
    int32_t row;         ///< of its root
} sc_joint_tree;

/// All arrays lie in the arena of the constraints.
typedef struct sc_joint_forest
{
    sc_joint_tree *trees;  ///< those of a group follow each other
    sc_tree_link *links;
    sc_matrix2 *couplings;
    int tree_count, link_count;
} sc_joint_forest;

/// Finds trees among the entries of kind POINT, gives these the kind LINK and notes their links.
/// False: no memory.
bool sc_find_trees(const sc_step *step, sc_joint_entries *entries, sc_joint_forest *forest);

/// Sets the velocities of hinges to zero, all of a tree at once, soft_step: with a bias that closes
/// what is open, or without.
void sc_solve_trees(struct sc_substeps *substeps, int substep);
void sc_relax_trees(struct sc_substeps *substeps);

#endif
