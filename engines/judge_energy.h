/// Judges whether mechanisms gain energy. The mechanical energy of each set of bodies that joints
/// connect is compared with its energy at the start plus the largest possible work of its motors.
/// All engines are judged by the same code.
///
/// The energy that a mechanism may have, J: its kinetic and potential energy at the start, the
/// energy of its springs at the start, and for each motor the product of largest force, target
/// speed and time, which is the largest work that it can do, because beyond that speed it brakes.
/// The energy of springs after the start is left out. It is never negative, so a gain can be missed
/// only while a spring holds the energy. The judgement is valid if no bodies touch, and if joints
/// are closed and within their limits at the start. Mechanisms with motor joints or kinematic
/// bodies are not judged.
#ifndef SC_ENGINES_JUDGE_ENERGY_H
#define SC_ENGINES_JUDGE_ENERGY_H

#include "engines/engine.h"

/// A mechanism has gained energy if the excess would lift it by more than this, m, in its gravity
/// or, without gravity, at 10 m/s^2.
#define SC_ENERGY_TOLERANCE 0.1

/// m/s: a speed far above that of any body that falls by 10 m and swings.
#define SC_ENERGY_FAST 100.0

typedef struct sc_energy_gains
{
    int judged;  ///< mechanisms
    int gained;  ///< of these, those that gained energy at some time, or had bodies that became
                 ///< non-finite
    int fast;    ///< of these, those with a body faster than SC_ENERGY_FAST at some time
    double max_gain;  ///< largest excess over the energy that a mechanism may have, as a height, m;
                      ///< 0: none
    double max_speed;  ///< of a centre of mass at any time, m/s
} sc_energy_gains;

typedef struct sc_judged_mechanism
{
    double mass;       ///< kg
    double weight;     ///< N
    double may_have;   ///< at the start, J
    double power;      ///< of its motors, W
    double max_gain;   ///< J
    double max_speed;  ///< m/s
    bool judged;
} sc_judged_mechanism;

typedef struct sc_energy_judge
{
    const sc_model *model;
    int count;
    sc_judged_mechanism *mechanisms;
    int *of_body;    ///< number of a body's mechanism, -1: has none
    double *energy;  ///< room
    double *speed;
} sc_energy_judge;

/// Reads the model at its start. Returns false if out of memory.
SC_ENGINES_API bool sc_energy_judge_create(sc_energy_judge *judge, const sc_model *model);
SC_ENGINES_API void sc_energy_judge_destroy(sc_energy_judge *judge);
/// Called after a step, `time` seconds after the start.
SC_ENGINES_API void sc_energy_judge_look(sc_energy_judge *judge, const sc_model_pose *poses,
                                         const sc_model_velocity *velocities, double time);
SC_ENGINES_API sc_energy_gains sc_energy_judge_gains(const sc_energy_judge *judge);

#endif
