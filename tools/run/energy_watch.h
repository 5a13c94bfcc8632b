/// Watches a world of mechanisms while it runs: whether they make energy (engines/judge_energy.h).
#ifndef SCREE_TOOLS_ENERGY_WATCH_H
#define SCREE_TOOLS_ENERGY_WATCH_H

#include "engines/judge_energy.h"

typedef struct sc_energy_watch
{
    sc_model *model;
    sc_energy_judge judge;
    scree_body_id *ids;  // in order of creation
    sc_model_pose *poses;
    sc_model_velocity *velocities;
} sc_energy_watch;

/// Of a world that the scene was just built in; of scenes of other things the watch stays empty
/// and sees nothing. False: out of memory.
bool sc_energy_watch_create(sc_energy_watch *watch, const scree_scene *scene, scree_world *world,
                            const scree_scene_state *state);
void sc_energy_watch_destroy(sc_energy_watch *watch);
/// After a step.
void sc_energy_watch_look(sc_energy_watch *watch, scree_world *world, double time);
/// All zero if nothing was watched.
sc_energy_gains sc_energy_watch_gains(const sc_energy_watch *watch);

#endif
