#include "engines/judge_motion.h"

bool sc_motion_is_judged(const scree_scene *scene) { return scene->mechanisms || scene->impacts; }

bool sc_motion_judge_create(sc_motion_judge *judge, const sc_model *model)
{
    *judge = (sc_motion_judge){.scene = model->scene};
    bool ok = !model->scene->mechanisms || sc_energy_judge_create(&judge->energy, model);
    ok = ok && (!model->scene->impacts || sc_impact_judge_create(&judge->impacts, model));
    if (!ok)
        sc_motion_judge_destroy(judge);
    return ok;
}

void sc_motion_judge_destroy(sc_motion_judge *judge)
{
    sc_energy_judge_destroy(&judge->energy);
    sc_impact_judge_destroy(&judge->impacts);
}

void sc_motion_judge_look(sc_motion_judge *judge, const sc_model_pose *poses,
                          const sc_model_velocity *velocities, double time)
{
    if (judge->scene->mechanisms)
        sc_energy_judge_look(&judge->energy, poses, velocities, time);
    if (judge->scene->impacts)
        sc_impact_judge_look(&judge->impacts, velocities);
}

sc_motion_figures sc_motion_judge_figures(const sc_motion_judge *judge)
{
    return (sc_motion_figures){sc_energy_judge_gains(&judge->energy),
                               sc_impact_judge_errors(&judge->impacts)};
}
