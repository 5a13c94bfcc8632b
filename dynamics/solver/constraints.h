/// The coloured lane blocks of one step.
#ifndef SC_CONSTRAINTS_H
#define SC_CONSTRAINTS_H

#include "core/step_context.h"
#include "simd/contact_block.h"
#include "dynamics/solver/colouring.h"
#include "dynamics/solver/row_bands.h"
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

/// A group: bodies, and all constraints that they have with moving bodies. No other group writes to
/// these bodies, so groups may be solved in parallel or in any order. Static bodies are in no
/// group.
typedef struct sc_island_group
{
    sc_batch batches[SC_CONSTRAINT_TYPE_COUNT];  ///< lanes of the group, batches in sequence
    int32_t contact_count;
    int32_t first_block, block_count;  ///< in the arrays by block
    sc_row_range *ranges;              ///< rows of the bodies, ascending
    int range_count;
    int parts;      ///< into which each substep is divided; 0: it is not (hard_islands.h)
    bool is_stiff;  ///< of columns: contacts are stiffer
    bool is_deep;   ///< of columns with a deep contact: more passes relax it
} sc_island_group;

/// A block whose lanes share a body: dynamics/solver/overflow_hubs.h.
typedef struct sc_hub_block
{
    int32_t row;         ///< of the hub
    int32_t lane_count;  ///< the lanes in use, from the first
} sc_hub_block;

enum
{
    SC_SHARED_GROUP = 0,
    /// Numbers of contacts: the minimum for a group that one worker solves; the number at which a
    /// group takes no more islands; the maximum of an island in such a group. The blocks of the
    /// largest group fill a second-level cache, and the lanes of the smallest are nine tenths full.
    SC_ISLANDS_MIN = 512,
    SC_ISLANDS_FULL = 1024,
    SC_ISLANDS_MAX = 8192
};

/// A range of masses, as bits of floats. If the masses of all dynamic bodies are in it, none makes
/// an island hard. 0, 0: unknown.
typedef struct sc_mass_range
{
    int32_t least, most;
} sc_mass_range;

/// The constraint graph: bodies by row, and the constraints between them, in lanes.
typedef struct sc_constraints
{
    /// The first group is the shared one, which may be empty. It has islands of more than
    /// SC_ISLANDS_MAX contacts, islands with a hub, islands that touch a kinematic body, and small
    /// islands that do not fill a group, unless these are hard. All workers solve it together,
    /// colour by colour.
    sc_island_group *groups;
    int group_count;
    int largest_group;  ///< number of blocks of the largest group except the shared one
    /// The blocks of the shared group. Other groups have blocks only while they are solved.
    sc_contact_blocks blocks;
    bool has_extras;      ///< a contact needs an extra record
    sc_block_rows *rows;  ///< by block
    uint8_t *flags;       ///< by block
    int32_t *contact;     ///< by block lane
    int block_count, colour_count;
    int contact_count, point_count;
    uint64_t *masks;  ///< by dynamic row: the colours of its constraints; one more entry
    /// By block without a colour: blocks of two points, then blocks of one
    sc_hub_block *hub_blocks;
    sc_joint_graph joints;
    uint8_t *parts;  ///< those of sc_find_hard_rows; null: no body is hard
    /// The units of the shared group for several workers (dynamics/solver/wavefronts.h); a single
    /// worker has none
    sc_wavefront contact_waves, joint_waves;

    // Kept from step to step.
    sc_mass_range masses;
    sc_row_bands bands;  ///< with several workers

    // Colours depend only on the values stored below, and are kept until one of these changes.
    sc_arena arena;  ///< holds the arrays above
    bool valid;
    bool has_late;       ///< has colours of late impacts, which are valid for this step only
    bool in_groups;      ///< some are in groups; otherwise all are in the shared group
    bool groups_sought;  ///< groups were searched for in the last colouring
    int group_wait;      ///< steps until the next search for groups
    uint32_t contact_version;
    int32_t dynamic_count, moving_count;
} sc_constraints;

/// The number of blocks of a group with room for two points. These come first.
static inline int sc_two_point_blocks(const sc_island_group *group)
{
    return group->batches[SC_CONTACT_TWO_POINTS].end[SC_COLOURS] / SC_BLOCK;
}

/// The number of blocks without a colour in a batch.
static inline int sc_hub_blocks_of(const sc_batch *batch)
{
    return (batch->end[SC_COLOURS] - sc_colour_begin(batch, SC_COLOURS)) / SC_BLOCK;
}

/// Allocates blocks of contacts, the first `two_points` of them with room for two points. Returns
/// false if out of memory.
bool sc_take_blocks(sc_contact_blocks *blocks, sc_arena *arena, int count, int two_points,
                    bool extras);

/// Checks that no two contacts of a colour share a dynamic body, that each contact has the lowest
/// colour that was free, and that each contact with points has one lane (core/require.h).
const char *sc_validate_constraints(const sc_constraints *constraints, const sc_contacts *contacts);
/// Checks that no two joints of a colour share a dynamic body and that each joint that acts has one
/// lane.
const char *sc_validate_joint_graph(const sc_constraints *constraints, const sc_joints *joints);
/// Checks the slots, settings and lists of joints.
const char *sc_validate_joints(const sc_joints *joints, const sc_bodies *bodies, bool stepping);
/// Checks that no contact connects two bodies that a joint keeps from colliding, except contacts
/// that are about to end. To be called after sc_validate_joints.
const char *sc_validate_apart(const sc_joints *joints, const sc_shapes *shapes,
                              const sc_contacts *awake, const sc_contacts *asleep);

#endif
