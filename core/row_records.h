/// Records of bodies by row, 16 bytes each, which kernels gather by 128-bit loads.
///
/// Rows: dynamic bodies, then kinematic bodies, then one static record and the discard records. The
/// static record is read by gathers for every body that does not move. Each worker has a discard
/// record, for the writes of lanes whose body must not be written.
#ifndef SC_ROW_RECORDS_H
#define SC_ROW_RECORDS_H

#include "core/block.h"

/// Records of 16 bytes from one worker's discard record to the next: a cache line. The first one is
/// at the same distance from the static or padding record before it, which all workers read.
#define SC_DISCARD_STRIDE 4

/// Records before the first row, one for each lane of a block whose lanes share a body.
#define SC_HUB_ROWS SC_BLOCK

typedef struct sc_velocity
{
    _Alignas(16) float vx;  ///< m/s
    float vy, w;            ///< m/s, rad/s
    float inverse_mass;     ///< 1/kg; 0 for kinematic bodies and the static row
} sc_velocity;

/// The change of pose since the beginning of the step.
typedef struct sc_delta
{
    _Alignas(16) float dx;  ///< m
    float dy, sin, cos_minus_1;
} sc_delta;

/// Warm starting in the next substep adds (velocity now) - (velocity stored here after gravity was
/// applied). Before the first substep it holds the warm-start impulses, summed by prepare; the
/// fourth field is then the inverse inertia.
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

/// The centre of mass and rotation of a body, in the world.
typedef struct sc_pose
{
    _Alignas(16) float x;
    float y, cos, sin;
} sc_pose;

_Static_assert(sizeof(sc_velocity) == 16 && sizeof(sc_delta) == 16 && sizeof(sc_pose) == 16 &&
                   sizeof(sc_warm_start) == 16 && sizeof(sc_velocity_update) == 16,
               "");

#endif
