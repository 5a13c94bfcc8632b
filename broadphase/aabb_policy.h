/// When AABBs are made for several steps.
///
/// A steady shape, one that travels no farther in a step than sc_slow_radii says, gets an AABB for
/// SC_AABB_STEPS steps: longer AABBs meet more others, but pairs are looked for less often.
///
/// - In a thin world, where few shapes touch, faster shapes are steady too, for longer AABBs meet
///   few others there; and the stage collide tests pairs by the AABBs of this step alone.
/// - A thin world whose AABBs make too many pairs is crowded: it does not count as thin for some
///   steps.
/// - When many steady AABBs have been replaced one by one, and few shapes are not steady, all are
///   replaced at once. Then they end together, and in the steps between nothing is left to find.
#ifndef SC_AABB_POLICY_H
#define SC_AABB_POLICY_H

#include "core/step_context.h"

/// Before AABBs are updated: whether the world is thin. step->aabbs.moving_shapes is known.
void sc_aabb_policy_begin(sc_step *step);
/// How far a shape may travel in a step to be steady: bounding radii, at least SLOW_TRAVEL of
/// update_aabbs.c.
float sc_slow_radii(const sc_step *step);
/// After AABBs were updated one by one: whether all are to be replaced at once.
void sc_aabb_policy_after_update(sc_step *step);
/// When contacts have begun, so that the AABBs stay: counts the steady AABBs that were replaced. A
/// step that failed before and is taken again decides the same.
void sc_aabb_policy_after_contacts(const sc_step *step);
/// When the step has its contacts: whether they are too many.
void sc_aabb_policy_after_collide(const sc_step *step);

#endif
