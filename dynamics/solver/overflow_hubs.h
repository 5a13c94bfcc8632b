/// Hubs: bodies with more contacts than there are colours.
///
/// Contacts without a free colour (Box2D calls them overflow constraints) are put into blocks whose
/// lanes share one body, the hub, and no other body. These blocks are solved one after the other.
/// In each block, every lane has its own copy of the hub, with an equal share of its mass and
/// inertia; afterwards the hub gets the mean velocity of the copies. All impulses thus act on the
/// whole hub, and momentum is conserved.
///
/// Source: R. Tonge, F. Benevolenski, A. Voroshilov, Mass Splitting for Jitter-Free Parallel Rigid
/// Body Simulation (2012), here within a block; across blocks it is ordinary Gauss-Seidel.
#ifndef SC_OVERFLOW_HUBS_H
#define SC_OVERFLOW_HUBS_H

#include "simd/kernels.h"
#include "dynamics/solver/constraints.h"

/// The blocks of one hub. Bodies heavier than the hub and static bodies are supports, which may
/// carry the hub; all others are loads. Supports and loads are in separate blocks. In a common
/// block, a support would also have to stop the copies of the hub in the lanes of the loads, which
/// takes many passes.
typedef struct sc_hub_state
{
    int32_t newest_load, newest_support;  ///< block + 1; 0: none
    int32_t supports;
} sc_hub_state;

/// A block of a hub while it is being filled.
typedef struct sc_hub_filling
{
    sc_hub_block block;
    int32_t previous;  ///< block of the same hub and kind, or -1
    int32_t others;    ///< while the block has free lanes: index of the other bodies of its lanes
    int32_t place;     ///< after filling: its index among blocks with the same number of points
    bool two_points;   ///< a lane has two points
} sc_hub_filling;

/// Rows of the other bodies of the lanes of a block that is being filled.
typedef struct sc_hub_others
{
    int32_t row[SC_BLOCK];
    int32_t next_free;  ///< next unused element, or -1
} sc_hub_others;

/// An array in pieces, which do not move when it grows.
typedef struct sc_hub_pieces
{
    void **pieces;
    int32_t count, capacity;  ///< number of elements; number of pieces
} sc_hub_pieces;

/// Blocks of hubs while they are being filled.
typedef struct sc_hub_list
{
    sc_hub_pieces blocks;  ///< sc_hub_filling
    sc_hub_pieces others;  ///< sc_hub_others: as many as blocks were open at the same time
    int32_t free_others;   ///< index + 1; 0: none
    sc_hub_state *states;  ///< by dynamic row
    int32_t two_points;    ///< number of blocks with room for two points, once all are placed
} sc_hub_list;

/// Finds a lane for a contact without a free colour and replaces the row of the hub, *row_a or
/// *row_b, by that of the hub's copy in the lane. Returns the lane, counted from the first block of
/// hubs, or -1 if out of memory.
int32_t sc_take_hub_lane(const sc_step *step, sc_hub_list *list, int32_t *row_a, int32_t *row_b,
                         bool two_points);
sc_hub_filling *sc_hub_filling_at(const sc_hub_list *list, int32_t index);
/// Places the blocks: first those with room for two points, then the others, each in their order.
void sc_place_hub_blocks(sc_hub_list *list);

/// Runs a kernel on hub block number `index`, which is block `i` of its group.
void sc_run_hub_block(const sc_step *step, const sc_contact_args *args, sc_contact_kernel *kernel,
                      int i, int index);

#endif
