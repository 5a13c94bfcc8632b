/// Hubs: bodies with more contacts than there are colours.
///
/// What finds no colour is put into blocks whose lanes share one body, the hub, and no other. These
/// blocks are solved one after the other, each as if its lanes had a body of their own with an
/// equal share of the hub's mass and inertia; then the hub gets the mean of their velocities. So
/// all impulses act on the whole hub, and momentum is conserved.
///
/// Source: R. Tonge, F. Benevolenski, A. Voroshilov, Mass Splitting for Jitter-Free Parallel Rigid
/// Body Simulation (2012), here within a block; across blocks it is Gauss-Seidel as ever.
#ifndef SC_HUBS_H
#define SC_HUBS_H

#include "simd/kernels.h"
#include "solver/constraints.h"

/// Of one hub. What is heavier than the hub, or does not move, may carry it, and is in other blocks
/// than what lies on it: in a block with light things a support would have to stop the parts of
/// their lanes, too, and would take many passes to.
typedef struct sc_hub_state
{
    int32_t newest_load, newest_support;  ///< block, + 1; 0: none
    int32_t supports;
} sc_hub_state;

/// Blocks of hubs, as colouring fills them.
typedef struct sc_hub_list
{
    sc_hub_block *blocks;
    int32_t (*others)[SC_BLOCK];  ///< by block and lane: row of the other body
    int32_t *previous;            ///< by block: one of the same hub and kind, or -1
    sc_hub_state *states;         ///< by dynamic row
    int32_t count, capacity;
} sc_hub_list;

/// A lane for a contact that finds no colour free at both of its bodies, counted from the first
/// block of a hub. The row of the hub becomes that of the lane. -1: no memory.
int32_t sc_take_hub_lane(const sc_step *step, sc_hub_list *list, int32_t *row_a, int32_t *row_b);

/// A kernel on the block number `index` of a hub, which is block `i` of its group.
void sc_run_hub_block(const sc_step *step, const sc_contact_args *args, sc_contact_kernel *kernel,
                      int i, int index);

#endif
