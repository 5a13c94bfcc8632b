/// Trees of hinges, each solved as a whole.
///
/// Passes over joints carry a pull only one or two links farther each time. A long chain, or one
/// with a heavy end, would need more passes than a step has. If free hinges join bodies without a
/// loop, all their impulses are computed at once instead, at a cost that is linear in their number.
#ifndef SC_JOINT_TREES_H
#define SC_JOINT_TREES_H

#include "core/step_context.h"

struct sc_substeps;

enum
{
    /// The minimum number of hinges of a tree with short arms. Fewer hinges are solved equally
    /// well, and faster, in lanes.
    SC_TREE_MIN = 8,
    /// The maximum number of hinges of one body of a tree. The work for a body grows with the
    /// square of this number.
    SC_TREE_BODY_MAX = 8
};

/// A joint that acts: at least one of its bodies is dynamic and awake, and none is disabled.
typedef struct sc_joint_entry
{
    int32_t row_a, row_b;  ///< of the solver
    int32_t slot;
    int32_t index;  ///< among the joints of its group, kind and colour
    int32_t link;   ///< of its tree, if the kind is LINK
    int32_t lane;   ///< among the lanes of its group and kind
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

/// A body at a hinge: its inverse mass and inertia, and the arm from its centre of mass, m.
typedef struct sc_hinge_end
{
    double inverse_mass, inverse_inertia, x, y;
} sc_hinge_end;

/// A hinge of a tree, also called a link. Its head is the one of its bodies that is nearer to the
/// root. Its other body, if dynamic, is the head of the links that hang on it. The links of a head
/// are consecutive; the links of bodies farther from the root come before them.
typedef struct sc_tree_link
{
    int32_t row_a, row_b;  ///< of the solver
    int32_t lane;          ///< among the lanes of its group and kind
    int32_t parent;        ///< the later link by which its head hangs on another body; -1: none
    int32_t sibling_end;   ///< the links of its head end here
    /// Its couplings: with each later link of its head, then with its parent
    int32_t first_coupling;
    bool head_is_b;
    // The members below are for the present arms.
    sc_hinge_end a, b;
    double apart_x, apart_y;  ///< from a's point to b's, m
    sc_symmetric2 mass;       ///< inverse: velocity at the hinge per impulse there
    sc_symmetric2 pivot;      ///< the diagonal block after elimination, later its inverse
    /// Squared lengths, m^2: the sum for both arms; the largest such sum among the link and its
    /// neighbours
    double arms, widest;
    double softness;
    double x, y;  ///< velocities to be removed, later impulses
} sc_tree_link;

typedef struct sc_joint_tree
{
    int32_t begin, end;  ///< links
    int32_t row;         ///< of its root
} sc_joint_tree;

/// All arrays are in the arena of the constraints.
typedef struct sc_joint_forest
{
    sc_joint_tree *trees;  ///< the trees of a group are consecutive
    sc_tree_link *links;
    sc_matrix2 *couplings;
    int tree_count, link_count;
} sc_joint_forest;

/// Finds trees among the entries of kind POINT, changes their kind to LINK and stores their links.
/// Returns false if out of memory.
bool sc_find_trees(const sc_step *step, sc_joint_entries *entries, sc_joint_forest *forest);

/// These functions solve the velocities of all hinges of each tree at once, for soft_step:
/// sc_solve_trees with a bias that removes errors, sc_relax_trees without.
void sc_solve_trees(struct sc_substeps *substeps, int substep);
void sc_relax_trees(struct sc_substeps *substeps);

#endif
