/// The particles that a scene from a file creates while it runs.
#ifndef SC_SCENES_FILES_LATER_H
#define SC_SCENES_FILES_LATER_H

#include "scenes/scenes.h"

#include <stddef.h>

/// Without padding, so that lists can be compared as memory.
typedef struct sc_later_particle
{
    int step;   ///< before which it is created, from 0
    int order;  ///< in the file
    scree_vec2 position, velocity;
    float radius, density;
    int fixed;
} sc_later_particle;

typedef struct sc_later
{
    struct sc_later *before;  ///< of another world of the file
    int count, capacity;
    sc_later_particle *particles;  ///< sorted by step, then in the order of the file
} sc_later;

/// False: out of memory.
bool sc_later_add(sc_later *later, int step, const scree_particle_def *def);
void sc_later_sort(sc_later *later);
bool sc_later_equal(const sc_later *a, const sc_later *b);
/// Frees the list and those before it.
void sc_later_free(sc_later *later);

scree_particle_def sc_later_def(const sc_later_particle *particle);

/// Creates the particles of the coming step, whose number follows from the time of the scene. This
/// is the callback of scree_scene_drive in scenes with such particles.
scree_result sc_later_drive(scree_world *world, scree_scene_state *state, float dt);

#endif
