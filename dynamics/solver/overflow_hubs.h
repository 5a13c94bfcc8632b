/// Hubs: bodies with more contacts than there are colours.
///
/// What finds no colour is put into blocks whose lanes share one body, the hub, and no other. These
/// blocks (Box2D calls such contacts overflow constraints) are solved one after the other, each as
/// if its lanes had a body of their own with an equal share of the hub's mass and inertia; then the
/// hub gets the mean of their velocities. So all impulses act on the whole hub, and momentum is
/// conserved.
///
/// Source: R. Tonge, F. Benevolenski, A. Voroshilov, Mass Splitting for Jitter-Free Parallel Rigid
/// Body Simulation (2012), here within a block; across blocks it is Gauss-Seidel as ever.
#ifndef SC_OVERFLOW_HUBS_H
#define SC_OVERFLOW_HUBS_H

#include "simd/kernels.h"
#include "dynamics/solver/constraints.h"

/// Of one hub. What is heavier than the hub, or does not move, may carry it, and is in other blocks
/// than what lies on it: in a block with light things a support would have to stop the parts of
/// their lanes, too, and would take many passes to.
typedef struct sc_hub_state
{
    int32_t newest_load, newest_support;  ///< block, + 1; 0: none
    int32_t supports;
} sc_hub_state;

/// A block of a hub, as colouring fills it.
typedef struct sc_hub_filling
{
    sc_hub_block block;
    int32_t previous;  ///< block of the same hub and kind, or -1
    int32_t others;    ///< while the block has free lanes: where the other bodies of its lanes are
    int32_t place;     ///< when all are filled: among those with as many points
    bool two_points;   ///< some lane has two points
} sc_hub_filling;

/// Rows of the other bodies of the lanes of a block that is being filled.
typedef struct sc_hub_others
{
    int32_t row[SC_BLOCK];
    int32_t next_free;  ///< of those that no block has, or -1
} sc_hub_others;

/// An array in pieces, which stay where they are when it grows.
typedef struct sc_hub_pieces
{
    void **pieces;
    int32_t count, capacity;  ///< elements; pieces
} sc_hub_pieces;

/// Blocks of hubs, as colouring fills them.
typedef struct sc_hub_list
{
    sc_hub_pieces blocks;  ///< sc_hub_filling
    sc_hub_pieces others;  ///< sc_hub_others: as many as blocks were open at once
    int32_t free_others;   ///< + 1; 0: none
    sc_hub_state *states;  ///< by dynamic row
    int32_t two_points;    ///< blocks with room for two points, when all have their place
} sc_hub_list;

/// A lane for a contact that finds no colour free at both of its bodies, counted from the first
/// block of a hub. The row of the hub becomes that of the lane. -1: no memory.
int32_t sc_take_hub_lane(const sc_step *step, sc_hub_list *list, int32_t *row_a, int32_t *row_b,
                         bool two_points);
sc_hub_filling *sc_hub_filling_at(const sc_hub_list *list, int32_t index);
/// Blocks get their places: those with room for two points, and those without, in their order.
void sc_place_hub_blocks(sc_hub_list *list);

/// A kernel on the block number `index` of a hub, which is block `i` of its group.
void sc_run_hub_block(const sc_step *step, const sc_contact_args *args, sc_contact_kernel *kernel,
                      int i, int index);

#endif
