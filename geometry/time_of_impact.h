/// The time at which two convex shapes that move and turn first come near each other, by
/// conservative advancement (B. Mirtich, Impulse-based Dynamic Simulation, 1996). The distance
/// shrinks no faster than the speed at which the centres approach along the normal, plus the speed
/// that turning adds to the farthest points. For the time that this bound allows the shapes cannot
/// touch; the search advances by that time, again and again.
#ifndef SC_TIME_OF_IMPACT_H
#define SC_TIME_OF_IMPACT_H

#include "geometry/distance.h"

enum
{
    SC_IMPACT_ROUNDS = 64
};

/// The path of a shape from fraction 0 to 1. Its centre of mass moves along a line at constant
/// speed, and the shape turns about it at constant speed.
typedef struct sc_sweep
{
    sc_vec2d begin, travel;  ///< of the centre of mass, m
    sc_vec2d center;         ///< of mass, in the shape's frame
    float cos, sin;          ///< the shape's rotation at the beginning
    float turn;              ///< rad
    double extent;           ///< farthest point, disc included, from the centre of mass, m
} sc_sweep;

typedef enum sc_impact_state
{
    SC_IMPACT_NONE = 0,   ///< farther apart than `target` all the way
    SC_IMPACT_BEGINS,     ///< nearer than `target` at the beginning
    SC_IMPACT_HIT,        ///< at `fraction`, between target and target + tolerance
    SC_IMPACT_UNDECIDED,  ///< not before `fraction`, at which the maximum number of rounds was
                          ///< reached
} sc_impact_state;

typedef struct sc_impact
{
    sc_impact_state state;
    double fraction;
    sc_distance at;  ///< of the cores there
    int rounds;
} sc_impact;

/// The frame of the shape at a fraction of its path.
sc_frame sc_sweep_frame(const sc_sweep *sweep, double fraction);

/// Finds when the surfaces are `target` apart, m, to within `tolerance` > 0. A negative target is
/// an overlap of the discs, down to minus the sum of the radii. One of the two shapes may be a
/// half-space.
sc_impact sc_time_of_impact(const sc_convex *a, const sc_sweep *sweep_a, const sc_convex *b,
                            const sc_sweep *sweep_b, double target, double tolerance);

#endif
