/// Joints in the constraint graph: lanes by kind, colour and group.
///
/// Joints have colours of their own, apart from those of contacts: they persist while contacts come
/// and go, and are solved before them in every pass. Two joints of a colour share no dynamic body.
/// A joint that finds no colour has a block of its own, solved after all colours.
#ifndef SC_JOINT_GRAPH_H
#define SC_JOINT_GRAPH_H

#include "core/stores/joints.h"
#include "simd/joint_block.h"
#include "dynamics/solver/colouring.h"
#include "dynamics/solver/joints/joint_islands.h"

/// A part of a list.
typedef struct sc_joint_span
{
    int32_t first, count;
} sc_joint_span;

/// The joints of a group: of each kind a batch, its lanes counted from the first block of that
/// kind.
typedef struct sc_joint_group
{
    sc_batch batches[SC_JOINT_KIND_COUNT];
    int32_t first_block[SC_JOINT_KIND_COUNT];  ///< in the arrays by block
    int32_t first_line[SC_JOINT_KIND_COUNT];
    int32_t joint_count;
    sc_joint_span trees, islands;
} sc_joint_group;

/// All arrays lie in the arena of the constraints.
typedef struct sc_joint_graph
{
    sc_joint_group *groups;  ///< by group; null if no joint acts
    sc_block_rows *rows;     ///< by block
    uint8_t *flags;          ///< by block
    int32_t *joint;          ///< by block lane: slot, 0: empty
    sc_lane_line *lines;
    float *quickest;  ///< by row of the solver: sc_quickest_spring of its joints
    sc_joint_forest forest;
    sc_joint_islands islands;
    int block_count, joint_count, colour_count;
} sc_joint_graph;

struct sc_row_reach;

/// Finds the joints that act and gives them colours, in order of slots. False: no memory.
bool sc_colour_joints(const sc_step *step, sc_joint_entries *entries);
/// Notes what they join, for the groups.
void sc_reach_joints(const sc_step *step, const sc_joint_entries *entries,
                     struct sc_row_reach *reach);
/// Lays them into lanes. `reach`: by dynamic row its group; null: all are in the shared group.
/// False: no memory, or more lanes than there are numbers.
bool sc_lay_out_joints(const sc_step *step, sc_joint_entries *entries,
                       const struct sc_row_reach *reach);

#endif
