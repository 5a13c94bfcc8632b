/// When AABBs are made for several steps, and when shapes are sorted again.
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
#ifndef SC_BROADPHASE_POLICY_H
#define SC_BROADPHASE_POLICY_H

#include "core/step_context.h"
#include "core/tuning.h"

/// Before AABBs are updated: whether the world is thin. step->aabbs.moving_shapes is known.
void sc_policy_begin(sc_step *step);
/// Shapes that travel no more than slow_travel of sc_lengths in a step are steady; the same in
/// bounding radii: the larger of the two holds.
float sc_slow_radii(const sc_step *step);
/// After AABBs were updated one by one: whether all are to be replaced at once.
void sc_policy_after_update(sc_step *step);
/// When contacts have begun, so that the AABBs stay: counts the steady AABBs that were replaced. A
/// step that failed before and is taken again decides the same.
void sc_policy_after_contacts(const sc_step *step);
/// When the step has its contacts: whether they are too many.
void sc_policy_after_collide(const sc_step *step);
/// Whether so many static shapes changed that all of them are placed and sorted again. Otherwise
/// shapes->static_changed lists those that changed.
bool sc_policy_resorts_static(const sc_step *step);
/// Whether so few shapes moved since the active grid was built that it still serves.
bool sc_policy_keeps_active_grid(const sc_step *step);
/// How many shapes of the active grid may move before it is built again.
int32_t sc_policy_moved_room(const sc_step *step);

#endif
