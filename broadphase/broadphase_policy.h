/// Decides when AABBs are made for several steps, and when shapes are sorted again.
///
/// A shape is steady if it travels no farther in a step than sc_slow_radii. A steady shape gets an
/// AABB for SC_AABB_STEPS steps: longer AABBs overlap more others, but pairs are searched less
/// often.
///
/// - In a thin world few shapes touch. Faster shapes are steady there too, because longer AABBs
///   overlap few others, and the stage collide tests pairs by the AABBs of this step alone.
/// - A thin world whose AABBs make too many pairs is crowded: it does not count as thin for some
///   steps.
/// - When many steady AABBs have been replaced one by one, and few shapes are unsteady, all are
///   replaced at once. They then expire together, and there are no pairs to search in between.
#ifndef SC_BROADPHASE_POLICY_H
#define SC_BROADPHASE_POLICY_H

#include "core/step_context.h"
#include "core/tuning.h"

/// Called before AABBs are updated: decides whether the world is thin. step->aabbs.moving_shapes is
/// known.
void sc_policy_begin(sc_step *step);
/// A shape is steady if its travel in a step is at most slow_travel of sc_lengths, or at most this
/// many bounding radii.
float sc_slow_radii(const sc_step *step);
/// Called after AABBs were updated one by one: decides whether all are replaced at once.
void sc_policy_after_update(sc_step *step);
/// Called when contacts have begun and the AABBs are final: counts the steady AABBs that were
/// replaced. They are not counted earlier, so that a step that is repeated after a failure decides
/// the same.
void sc_policy_after_contacts(const sc_step *step);
/// Called when the step has its contacts: decides whether the world is crowded because they are too
/// many.
void sc_policy_after_collide(const sc_step *step);
/// Whether enough static shapes changed to place and sort all of them again. Otherwise
/// shapes->static_changed lists those that changed.
bool sc_policy_resorts_static(const sc_step *step);
/// Whether the active grid can be kept, because few shapes have moved since it was built.
bool sc_policy_keeps_active_grid(const sc_step *step);
/// The number of shapes of the active grid that may move before it is rebuilt.
int32_t sc_policy_moved_room(const sc_step *step);

#endif
