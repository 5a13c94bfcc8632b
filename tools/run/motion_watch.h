/// Watches a world while it runs whose motion is judged (engines/judge_motion.h).
#ifndef SCREE_TOOLS_MOTION_WATCH_H
#define SCREE_TOOLS_MOTION_WATCH_H

#include "engines/judge_motion.h"

typedef struct sc_motion_watch
{
    sc_model *model;
    sc_motion_judge judge;
    scree_body_id *ids;  // in order of creation
    sc_model_pose *poses;
    sc_model_velocity *velocities;
} sc_motion_watch;

/// Begins with a world that the scene was just built in; of scenes of other things the watch stays
/// empty and sees nothing. False: out of memory.
bool sc_motion_watch_create(sc_motion_watch *watch, const scree_scene *scene, scree_world *world,
                            const scree_scene_state *state);
void sc_motion_watch_destroy(sc_motion_watch *watch);
/// After a step.
void sc_motion_watch_look(sc_motion_watch *watch, scree_world *world, double time);
/// All zero if nothing was watched.
sc_motion_figures sc_motion_watch_figures(const sc_motion_watch *watch);

#endif
