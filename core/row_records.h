/// Records of bodies by row, 16 bytes each, which kernels gather by 128-bit loads.
///
/// Rows: dynamic bodies, then kinematic bodies, then one static record and the discard records.
/// Lanes read the static record for every body that does not move. Each worker has a discard
/// record, to which lanes write whose body must not change.
#ifndef SC_ROW_RECORDS_H
#define SC_ROW_RECORDS_H

#include "core/block.h"

/// The distance from one worker's discard record to the next, in records of 16 bytes: a cache line.
/// The first discard record is at the same distance from the record before it, which all workers
/// read.
#define SC_DISCARD_STRIDE 4

/// The number of records before row 0: one for each lane of a block whose lanes share a body
/// (dynamics/solver/overflow_hubs.h).
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

/// The velocity of a body in a substep after gravity was applied. Warm starting in the next substep
/// adds the present velocity minus this one. Before the first substep the record instead holds the
/// sum of the body's warm-start impulses, which prepare_contacts computes, and the fourth field is
/// the inverse inertia.
typedef struct sc_warm_start
{
    _Alignas(16) float vx;
    float vy, w;
    float inverse_inertia;  ///< 1/(kg m^2)
} sc_warm_start;

/// In every substep, v = v * damping + increment. The fourth field is 1 in the damping and 0 in the
/// increment.
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
