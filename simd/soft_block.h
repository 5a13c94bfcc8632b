/// Data of the kernels of soft bodies: records of vertices, and edges in lane blocks.
#ifndef SC_SOFT_BLOCK_H
#define SC_SOFT_BLOCK_H

#include "core/block.h"

/// A vertex: its displacement since the beginning of the step. Displacements are small, so gravity,
/// which adds a fraction of a millimetre per substep, is not lost in rounding, as it would be in
/// positions. Records of zeros follow the last vertex, up to a multiple of 16 and then for one more
/// block. Empty lanes read and write the first record of that block. In each colour only the last
/// block has empty lanes, so no two ranges that run at the same time use this record.
typedef struct sc_soft_point
{
    _Alignas(16) float x;
    float y;             ///< m
    float inverse_mass;  ///< 1/kg; 0: held
    float radius;        ///< m
} sc_soft_point;

/// The displacement of a vertex one substep before. At the beginning of the step, when the
/// displacement is zero, this is the negative motion of the last substep.
typedef struct sc_soft_previous
{
    _Alignas(16) float x;
    float y;
    float unused[2];
} sc_soft_previous;

/// In each substep a vertex moves by its motion in the substep before, times damping, plus (x, y).
/// All zero for held vertices.
typedef struct sc_soft_velocity_update
{
    _Alignas(16) float damping;
    float x, y;  ///< m: gravity times the substep squared
    float unused;
} sc_soft_velocity_update;

/// Sixteen edges of one colour, which share no vertices. Empty lanes connect the record past the
/// last vertex to itself.
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
    float shortest_square;   ///< m^2: shorter edges have no direction and are not solved
} sc_soft_args;

#endif
