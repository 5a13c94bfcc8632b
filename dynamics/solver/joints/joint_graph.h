/// Joints in the constraint graph: lanes by kind, colour and group.
///
/// The colours of joints are separate from those of contacts, because joints persist while contacts
/// come and go, and because joints are solved before contacts in every pass. Two joints of a colour
/// share no dynamic body. A joint without a free colour has a block of its own, which is solved
/// after all colours.
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

/// The joints of a group: a batch for each kind, with lanes counted from the group's first block of
/// that kind.
typedef struct sc_joint_group
{
    sc_batch batches[SC_JOINT_KIND_COUNT];
    int32_t first_block[SC_JOINT_KIND_COUNT];  ///< in the arrays by block
    int32_t first_line[SC_JOINT_KIND_COUNT];
    int32_t joint_count;
    sc_joint_span trees, islands;
} sc_joint_group;

/// All arrays are in the arena of the constraints.
typedef struct sc_joint_graph
{
    sc_joint_group *groups;  ///< by group; null if no joint acts
    sc_block_rows *rows;     ///< by block
    uint8_t *flags;          ///< by block
    int32_t *joint;          ///< by block lane: slot, 0: empty
    sc_lane_line *lines;
    float *quickest;  ///< by row of the solver: minimum of sc_quickest_spring of its joints
    sc_joint_forest forest;
    sc_joint_islands islands;
    int block_count, joint_count, colour_count;
} sc_joint_graph;

struct sc_row_reach;

/// Finds the joints that act and assigns colours to them, in order of slots. Returns false if out
/// of memory.
bool sc_colour_joints(const sc_step *step, sc_joint_entries *entries);
/// Adds the joints to `reach`, for the search for groups.
void sc_reach_joints(const sc_step *step, const sc_joint_entries *entries,
                     struct sc_row_reach *reach);
/// Lays joints into lanes. `reach` has the group of each dynamic row; null: all are in the shared
/// group. Returns false if out of memory, or if the lanes are too many to be numbered.
bool sc_lay_out_joints(const sc_step *step, sc_joint_entries *entries,
                       const struct sc_row_reach *reach);

#endif
