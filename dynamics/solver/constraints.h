/// The lane blocks of one step, coloured.
#ifndef SC_CONSTRAINTS_H
#define SC_CONSTRAINTS_H

#include "core/step_context.h"
#include "simd/contact_block.h"
#include "dynamics/solver/colouring.h"
#include "dynamics/solver/joints/joint_graph.h"

/// Constraints of one type have one kind of block and the same kernels.
typedef enum sc_constraint_type
{
    SC_CONTACT_TWO_POINTS,
    SC_CONTACT_ONE_POINT,
    SC_CONSTRAINT_TYPE_COUNT
} sc_constraint_type;

typedef struct sc_row_range
{
    int32_t begin, end;
} sc_row_range;

/// Bodies, and all constraints that they have with bodies that move: no other group writes to them,
/// so groups may be solved at the same time or one after the other. What cannot move is in no
/// group.
typedef struct sc_island_group
{
    sc_batch batches[SC_CONSTRAINT_TYPE_COUNT];  ///< one after the other, lanes of the group
    int32_t contact_count;
    int32_t first_block, block_count;  ///< in the arrays by block
    sc_row_range rows;
    int parts;  ///< into which each substep is divided; 0: it is not (hard_islands.h)
} sc_island_group;

/// A block whose lanes share a body: dynamics/solver/hubs.h.
typedef struct sc_hub_block
{
    int32_t row;         ///< of the hub
    int32_t lane_count;  ///< the first ones
} sc_hub_block;

enum
{
    SC_SHARED_GROUP = 0,
    /// Contacts of the smallest group that one worker solves by itself, of one that takes up no
    /// more islands, and of the largest island in one. Blocks of the largest group fill a cache of
    /// the second level, and lanes of the smallest are nine tenths full.
    SC_ISLANDS_MIN = 512,
    SC_ISLANDS_FULL = 1024,
    SC_ISLANDS_MAX = 8192
};

/// Bits of floats: masses of dynamic bodies that make no island hard. 0, 0: unknown.
typedef struct sc_mass_range
{
    int32_t least, most;
} sc_mass_range;

/// The constraint graph: bodies by row, and what joins two of them, in lanes.
typedef struct sc_constraints
{
    /// The first is the shared group, which may be empty: islands of more than SC_ISLANDS_MAX
    /// contacts, those with a hub or one that touches a kinematic body, and what is left over. All
    /// workers solve it, colour by colour. Its rows are `shared_rows`.
    sc_island_group *groups;
    int group_count;
    sc_row_range *shared_rows;
    int shared_row_count;
    int largest_group;         ///< blocks of the largest of the others
    sc_contact_blocks blocks;  ///< of the shared group; others have theirs while they are solved
    bool has_extras;           ///< some contact needs one
    sc_block_rows *rows;       ///< by block
    uint8_t *flags;            ///< by block
    int32_t *contact;          ///< by block lane
    int block_count, colour_count;
    int contact_count, point_count;
    uint64_t *masks;  ///< by dynamic row: the colours that its constraints have; one entry more
    sc_hub_block *hub_blocks;  ///< by block without a colour: of two points, then of one
    sc_joint_graph joints;
    uint8_t *parts;  ///< sc_hard_rows.parts

    sc_mass_range masses;  ///< kept from step to step

    // Colours follow from what is kept here and from nothing else: while it stays the same, so do
    // they.
    sc_arena arena;  ///< holds the above
    bool valid;
    bool has_late;       ///< by impacts of this step: they hold for no other
    bool in_groups;      ///< else all are in the shared group
    bool groups_sought;  ///< else all are in the shared group because there were no groups before
    int group_wait;      ///< steps until they are sought again
    uint32_t contact_version;
    int32_t dynamic_count, moving_count;
} sc_constraints;

/// Blocks of a group with room for two points: the first ones.
static inline int sc_two_point_blocks(const sc_island_group *group)
{
    return group->batches[SC_CONTACT_TWO_POINTS].end[SC_COLOURS] / SC_BLOCK;
}

/// Blocks of a batch without a colour.
static inline int sc_hub_blocks_of(const sc_batch *batch)
{
    return (batch->end[SC_COLOURS] - sc_colour_begin(batch, SC_COLOURS)) / SC_BLOCK;
}

/// Memory for blocks of contacts, the first `two_points` of them with room for two points. False:
/// none.
bool sc_take_blocks(sc_contact_blocks *blocks, sc_arena *arena, int count, int two_points,
                    bool extras);

/// Checks that no two contacts of a colour share a dynamic body, that each has the lowest colour
/// that was free, and that each with points has one lane (core/require.h).
const char *sc_validate_constraints(const sc_constraints *constraints, const sc_contacts *contacts);
/// Checks that no two joints of a colour share a dynamic body and that each that acts has one lane.
const char *sc_validate_joint_graph(const sc_constraints *constraints, const sc_joints *joints);
/// Checks slots, settings and lists of joints.
const char *sc_validate_joints(const sc_joints *joints, const sc_bodies *bodies, bool stepping);
/// Checks that no contact is of two bodies that a joint keeps apart, except contacts about to end.
const char *sc_validate_apart(const sc_joints *joints, const sc_bodies *bodies,
                              const sc_shapes *shapes, const sc_contacts *contacts);

#endif
