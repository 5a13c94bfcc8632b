/// Judges whether bodies that hit floors move on according to the laws of friction and impact. All
/// engines are judged by the same code.
///
/// Each dynamic body that has a velocity at the start is judged by the velocity of its centre of
/// mass. Floors are horizontal; each has its own friction and restitution.
///
/// Without gravity, a body is judged after its first impact. By the laws of Coulomb and Newton, the
/// impulse (jn, jt) at the lowest point of the outline leaves the normal velocity -e vn at that
/// point and no slip. If this would need |jt| > friction jn, then |jt| = friction jn, against the
/// slip. A body that lies flat or cannot turn is not turned.
///
/// With gravity, a body is judged at any time. It lands flat, and has no speed along the floor or
/// no friction, so that speed must not change. A body that starts with a downward speed lands; all
/// others slide.
#ifndef SC_ENGINES_JUDGE_IMPACTS_H
#define SC_ENGINES_JUDGE_IMPACTS_H

#include "engines/engine.h"

typedef struct sc_impact_errors
{
    int judged;      ///< bodies that hit something so far, or slide
    double along;    ///< worst deviation of a velocity along the floor, over the speed at impact
    double rebound;  ///< the same of velocities across it, without gravity
    double lost;     ///< worst fraction of its speed that a sliding body lost
} sc_impact_errors;

typedef struct sc_judged_impact
{
    int body;
    bool hit, done;
    double vx, vy;                        ///< at the start, m/s
    double expected_vx, expected_vy;      ///< after the impact
    double speed;                         ///< largest before the impact
    double last_vx, last_vy;              ///< after the step before
    double max_along, max_rebound, lost;  ///< fractions
} sc_judged_impact;

typedef struct sc_impact_judge
{
    const sc_model *model;
    bool weightless;
    int count;
    sc_judged_impact *impacts;
} sc_impact_judge;

/// Reads the model at its start. Returns false if out of memory.
SC_ENGINES_API bool sc_impact_judge_create(sc_impact_judge *judge, const sc_model *model);
SC_ENGINES_API void sc_impact_judge_destroy(sc_impact_judge *judge);
/// Called after a step.
SC_ENGINES_API void sc_impact_judge_look(sc_impact_judge *judge,
                                         const sc_model_velocity *velocities);
SC_ENGINES_API sc_impact_errors sc_impact_judge_errors(const sc_impact_judge *judge);

#endif
