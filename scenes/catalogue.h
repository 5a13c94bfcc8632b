/// The descriptors that the scene sources define and scenes.c lists.
#ifndef SCREE_SCENES_CATALOGUE_H
#define SCREE_SCENES_CATALOGUE_H

#include "scenes.h"

// scenes_pile.c
extern const scree_scene sc_scene_pile;
extern const scree_scene sc_scene_chain_ground;

// scenes_broadphase.c
extern const scree_scene sc_scene_uniform;
extern const scree_scene sc_scene_dust;
extern const scree_scene sc_scene_dust_and_planet;
extern const scree_scene sc_scene_powerlaw;

// scenes_record.c
extern const scree_scene sc_scene_large_pyramid;
extern const scree_scene sc_scene_many_pyramids;
extern const scree_scene sc_scene_washer;
extern const scree_scene sc_scene_compounds;
extern const scree_scene sc_scene_junkyard;
extern const scree_scene sc_scene_smash;

// scenes_standing.c
extern const scree_scene sc_scene_stack;
extern const scree_scene sc_scene_tower_50;
extern const scree_scene sc_scene_mass_ratio;
extern const scree_scene sc_scene_card_house;
extern const scree_scene sc_scene_arch;
extern const scree_scene sc_scene_platform;

// scenes_heavy.c
extern const scree_scene sc_scene_heavy;

// scenes_sleep.c
extern const scree_scene sc_scene_sleepers;

// scenes_moving.c
extern const scree_scene sc_scene_ramp;
extern const scree_scene sc_scene_bouncers;
extern const scree_scene sc_scene_dominoes;
extern const scree_scene sc_scene_bullets;

// scenes_joints.c
extern const scree_scene sc_scene_joint_grid;
extern const scree_scene sc_scene_bridge;
extern const scree_scene sc_scene_chain_mace;
extern const scree_scene sc_scene_newton_cradle;

// scenes_impacts.c
extern const scree_scene sc_scene_impacts;
extern const scree_scene sc_scene_seams;

// scenes_mechanisms.c
extern const scree_scene sc_scene_mechanisms;

// scenes_linkages.c
extern const scree_scene sc_scene_machines;

// scenes_joint_types.c
extern const scree_scene sc_scene_joint_types;

// scenes_machines.c
extern const scree_scene sc_scene_tumbler;
extern const scree_scene sc_scene_spinner;
extern const scree_scene sc_scene_vehicles;

// scenes_ragdolls.c
extern const scree_scene sc_scene_rain;
extern const scree_scene sc_scene_ragdoll_pit;

// scenes_soft.c
extern const scree_scene sc_scene_verlet_bodies;
extern const scree_scene sc_scene_rope_bridge;
extern const scree_scene sc_scene_cloth;

// scenes_particles.c
extern const scree_scene sc_scene_verlet_circles;

#endif
