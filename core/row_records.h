/// Records of bodies by row, 16 bytes each, which kernels gather by 128-bit loads.
///
/// Rows: dynamic bodies first, then kinematic, then (for gathers) one static record that
/// stands for every body that does not move, then for each worker one discard record that takes the
/// writes of lanes whose body no lane may write.
#ifndef SC_ROW_RECORDS_H
#define SC_ROW_RECORDS_H

#include "core/block.h"

/// Records of 16 bytes from one worker's discard record to the next: a cache line. The first is as
/// far from the static or padding record before it, which all workers read.
#define SC_DISCARD_STRIDE 4

/// Records before the first row, one for each lane of a block whose lanes share a body.
#define SC_HUB_ROWS SC_BLOCK

typedef struct sc_velocity
{
    _Alignas(16) float vx;  ///< m/s
    float vy, w;            ///< m/s, rad/s
    float inverse_mass;     ///< 1/kg; 0 for kinematic bodies and the static row
} sc_velocity;

/// Change of pose since the beginning of the step.
typedef struct sc_delta
{
    _Alignas(16) float dx;  ///< m
    float dy, sin, cos_minus_1;
} sc_delta;

/// What warm starting adds in the next substep equals (velocity now) - (velocity stored here after
/// gravity was applied). Before the first substep it holds the impulses carried over, summed by
/// prepare; the fourth field is then the inverse inertia.
typedef struct sc_warm_start
{
    _Alignas(16) float vx;
    float vy, w;
    float inverse_inertia;  ///< 1/(kg m^2)
} sc_warm_start;

/// v = v * damping + increment in every substep; the fourth fields are 1 and 0.
typedef struct sc_velocity_update
{
    _Alignas(16) float x;
    float y, w, unit;
} sc_velocity_update;

/// Centre of mass and rotation of a body, world.
typedef struct sc_pose
{
    _Alignas(16) float x;
    float y, cos, sin;
} sc_pose;

_Static_assert(sizeof(sc_velocity) == 16 && sizeof(sc_delta) == 16 && sizeof(sc_pose) == 16 &&
                   sizeof(sc_warm_start) == 16 && sizeof(sc_velocity_update) == 16,
               "");

#endif
