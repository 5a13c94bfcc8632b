/// Records and arguments of the kernels over particles.
#ifndef SC_PARTICLE_RECORDS_H
#define SC_PARTICLE_RECORDS_H

#include <stdint.h>

/// The position of a particle.
typedef struct sc_particle
{
    _Alignas(16) float x;
    float y, radius;     ///< m
    float inverse_mass;  ///< 1/kg; 0: fixed
} sc_particle;

/// The motion of a particle in this substep: (free_x, free_y) is its position before pushes, (dx,
/// dy) the displacement that led there. The previous position of the Verlet method is free - d. The
/// displacement is stored because the difference of two positions far from the origin has few
/// digits.
typedef struct sc_drift
{
    _Alignas(16) float free_x;
    float free_y;
    float dx, dy;  ///< m per substep
} sc_drift;

typedef enum sc_container_kind
{
    SC_CONTAINER_NONE = 0,
    SC_CONTAINER_CIRCLE,
    SC_CONTAINER_BOX
} sc_container_kind;

typedef struct sc_particle_args
{
    sc_particle
        *particles;  ///< by row, padded to a block, then one padding record: radius, inverse mass 0
    sc_drift *drifts;           ///< by row, padded in the same way
    int32_t *nonfinite_result;  ///< by row: 1 once non-finite or out of bounds; never cleared
    const int32_t *a, *b;  ///< rows of the pairs; empty lanes, of the last block of a colour: the
                           ///< padding record twice
    // The position of each particle when the pairs were listed, and how far it may move, m.
    const float *listed_x, *listed_y, *skin;
    float damping;         ///< per substep
    float gain_x, gain_y;  ///< gravity * h^2, m
    float max_step;        ///< m per substep
    float friction;
    int32_t container;                         ///< sc_container_kind
    float center_x, center_y, size_x, size_y;  ///< of the container, m
    float ahead;                               ///< test_skins: number of substeps to predict
    float slack;  ///< finish_and_drift: how far beyond its skin a particle may be, m
} sc_particle_args;

#endif
