/// Records and arguments of the kernels over particles.
#ifndef SC_PARTICLE_RECORDS_H
#define SC_PARTICLE_RECORDS_H

#include <stdint.h>

/// Where a particle is.
typedef struct sc_particle
{
    _Alignas(16) float x;
    float y, radius;     ///< m
    float inverse_mass;  ///< 1/kg; 0: fixed
} sc_particle;

/// How a particle came there: `free` is where it went in this substep by itself, d by how much.
/// Verlet's previous position is free - d. Held as a difference, for that of two positions has few
/// digits left far from the origin.
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
    sc_drift *drifts;           ///< likewise
    int32_t *nonfinite_result;  ///< by row: 1 once non-finite or out of bounds; never cleared
    const int32_t *a, *b;  ///< rows of the pairs; empty lanes, of the last block of a colour: the
                           ///< padding record twice
    // Where each was when the pairs were listed, and how far it may go, m.
    const float *listed_x, *listed_y, *skin;
    float damping;         ///< per substep
    float gain_x, gain_y;  ///< gravity * h^2, m
    float max_step;        ///< m per substep
    float friction;
    int32_t container;                         ///< sc_container_kind
    float center_x, center_y, size_x, size_y;  ///< of the container, m
    float ahead;                               ///< test_skins: substeps to look ahead
    float slack;  ///< finish_and_drift: how far beyond its skin a particle may be, m
} sc_particle_args;

#endif
