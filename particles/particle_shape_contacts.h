/// Particles against shapes, one pair after the other: the parts of the stage `move_particles`.
#ifndef SC_PARTICLE_SHAPE_CONTACTS_H
#define SC_PARTICLE_SHAPE_CONTACTS_H

#include "particles/particle_store.h"

/// Reserves memory for the shapes that particles may touch, and for their bodies. Returns false if
/// out of memory.
bool sc_begin_coupling(sc_circle_step *work);
/// Lists the shapes that particles may touch, and the pairs of a shape and a particle that may
/// touch in the rest of the step while the present list of neighbours is used. Returns false if out
/// of memory.
bool sc_find_shape_pairs(sc_circle_step *work);
/// Moves the bodies of the listed shapes to their poses at the end of a substep.
void sc_move_coupled_bodies(sc_circle_step *work, int substep);
/// Separates every overlapping pair and applies friction.
void sc_push_shapes(sc_circle_step *work);
/// Adds the changes of bodies by particles to the step's velocities and changes of pose.
void sc_apply_to_bodies(sc_circle_step *work);

/// Turns a rotation by a small angle, to first order, and normalizes it.
static inline void sc_turn(sc_rotation *q, float angle)
{
    float c = q->cos - angle * q->sin, s = q->sin + angle * q->cos;
    float shrink = 1.0f / sqrtf(c * c + s * s);
    *q = (sc_rotation){c * shrink, s * shrink};
}

#endif
