/// Particles against shapes, one pair after the other: the parts of the stage `move_particles`.
#ifndef SC_PARTICLE_SHAPE_CONTACTS_H
#define SC_PARTICLE_SHAPE_CONTACTS_H

#include "particles/particle_store.h"

/// Room for the shapes that particles may touch, and their bodies. False: no memory.
bool sc_begin_coupling(sc_circle_step *work);
/// Lists these, and the pairs of a shape and a particle that may touch while the list of near
/// particles is in force and the step lasts. False: no memory.
bool sc_find_shape_pairs(sc_circle_step *work);
/// Moves the bodies to where they are at the end of a substep.
void sc_move_coupled_bodies(sc_circle_step *work, int substep);
/// Pushes apart every pair that overlaps, and holds it by friction.
void sc_push_shapes(sc_circle_step *work);
/// What particles gave to bodies goes into the step's velocities and changes of pose.
void sc_apply_to_bodies(sc_circle_step *work);

/// Turns a rotation by a small angle, to first order, and back to unit length.
static inline void sc_turn(sc_rotation *q, float angle)
{
    float c = q->cos - angle * q->sin, s = q->sin + angle * q->cos;
    float shrink = 1.0f / sqrtf(c * c + s * s);
    *q = (sc_rotation){c * shrink, s * shrink};
}

#endif
