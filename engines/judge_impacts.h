/// Whether bodies that hit floors move on as the laws of friction and impact say. The same code for
/// every engine.
///
/// Judged is each dynamic body that has a velocity at the start, by the velocity of its centre of
/// mass; floors are level, with a friction and a restitution of their own.
///
/// Without gravity: after its first impact. By Coulomb and Newton the impulse (jn, jt) at the
/// lowest point of the outline leaves a normal velocity of -e vn there and no slip, or, where that
/// takes |jt| > friction jn, has jt = friction jn against the slip. A body that lies flat or cannot
/// turn is not turned.
///
/// With gravity: at any time. It lands flat, and has no speed along the floor or no friction: that
/// speed stays. A body that starts with a speed downwards lands, another one slides.
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

/// Reads the model at its start. False: out of memory.
SC_ENGINES_API bool sc_impact_judge_create(sc_impact_judge *judge, const sc_model *model);
SC_ENGINES_API void sc_impact_judge_destroy(sc_impact_judge *judge);
/// After a step.
SC_ENGINES_API void sc_impact_judge_look(sc_impact_judge *judge,
                                         const sc_model_velocity *velocities);
SC_ENGINES_API sc_impact_errors sc_impact_judge_errors(const sc_impact_judge *judge);

#endif
