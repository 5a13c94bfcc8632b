/// What the kernels of soft bodies work on: records of vertices, and edges in lane blocks.
#ifndef SC_SOFT_BLOCK_H
#define SC_SOFT_BLOCK_H

#include "core/block.h"

/// A vertex: how far it has come since the beginning of the step. Small numbers, so that gravity,
/// which adds a fraction of a millimetre per substep, does not drown in the rounding of positions.
/// Past the last one, up to a multiple of 16 and then one block more, lie records of zeros. The
/// first of that block is read and written back by empty lanes: of a colour only the last block has
/// any, so no two ranges that run at the same time meet there.
typedef struct sc_soft_point
{
    _Alignas(16) float x;
    float y;             ///< m
    float inverse_mass;  ///< 1/kg; 0: held
    float radius;        ///< m
} sc_soft_point;

/// How far it had come one substep before; in the first substep, minus what it moves by itself.
typedef struct sc_soft_previous
{
    _Alignas(16) float x;
    float y;
    float unused[2];
} sc_soft_previous;

/// The displacement of the next substep is that of the last * damping + (x, y). All zero for held
/// vertices.
typedef struct sc_soft_velocity_update
{
    _Alignas(16) float damping;
    float x, y;  ///< m: gravity times the substep squared
    float unused;
} sc_soft_velocity_update;

/// Sixteen edges of one colour: no two of them share a vertex. Empty lanes join the record past
/// the last vertex to itself.
typedef struct sc_edge_block
{
    int32_t a[SC_BLOCK], b[SC_BLOCK];
    float base_x[SC_BLOCK], base_y[SC_BLOCK];  ///< from a to b at the step's beginning, m
    float length[SC_BLOCK];                    ///< m
    float stiffness[SC_BLOCK];                 ///< fraction of the error removed per pass
} sc_edge_block;

typedef struct sc_soft_args
{
    sc_soft_point *points;
    sc_soft_previous *previous;
    const sc_soft_velocity_update *updates;
    const sc_edge_block *blocks;
    float max_displacement;  ///< m: of a vertex per substep, along each axis
    float shortest_square;   ///< m^2: shorter edges have no direction and are left alone
} sc_soft_args;

#endif
