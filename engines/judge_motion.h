/// The judges that read velocities after every step; the scene names the one that it needs.
#ifndef SC_ENGINES_JUDGE_MOTION_H
#define SC_ENGINES_JUDGE_MOTION_H

#include "engines/judge_energy.h"
#include "engines/judge_impacts.h"

typedef struct sc_motion_judge
{
    const scree_scene *scene;
    sc_energy_judge energy;
    sc_impact_judge impacts;
} sc_motion_judge;

/// Figures that the scene does not need are zero.
typedef struct sc_motion_figures
{
    sc_energy_gains gains;
    sc_impact_errors impacts;
} sc_motion_figures;

SC_ENGINES_API bool sc_motion_is_judged(const scree_scene *scene);
/// Reads the model at its start. Returns false if out of memory.
SC_ENGINES_API bool sc_motion_judge_create(sc_motion_judge *judge, const sc_model *model);
SC_ENGINES_API void sc_motion_judge_destroy(sc_motion_judge *judge);
/// Called after a step, `time` seconds after the start.
SC_ENGINES_API void sc_motion_judge_look(sc_motion_judge *judge, const sc_model_pose *poses,
                                         const sc_model_velocity *velocities, double time);
SC_ENGINES_API sc_motion_figures sc_motion_judge_figures(const sc_motion_judge *judge);

#endif
