#include "broadphase/broadphase_policy.h"

#include "broadphase/pairs.h"
#include "core/assert.h"

enum
{
    // Divisors of the number of moving shapes:
    THIN_FRACTION = 2,      ///< a thin world has at most this part of contacts with points
    UNSTEADY_FRACTION = 4,  ///< all AABBs are replaced if at most this part is unsteady
    MOVES_FRACTION = 4,     ///< all AABBs are replaced if more than this part was replaced singly
    // Others:
    MOVED_OUT_FRACTION = 4,  ///< a kept active grid has at most this part of moved-out entries
    MAX_THIN_PAIRS = 4,      ///< per moving shape
    CROWDED_STEPS = 60
};

/// Shapes that travel no more than this many bounding radii in a step are steady. The second value
/// is for thin worlds.
static const float SLOW_RADII = 0.06f, THIN_RADII = 4.0f;

void sc_policy_begin(sc_step *step)
{
    const sc_contacts *contacts = step->contacts;
    step->aabbs.thin =
        contacts->touching <= step->aabbs.moving_shapes / THIN_FRACTION && contacts->crowded == 0;
}

float sc_slow_radii(const sc_step *step) { return step->aabbs.thin ? THIN_RADII : SLOW_RADII; }

void sc_policy_after_update(sc_step *step)
{
    sc_step_aabbs *aabbs = &step->aabbs;
    SC_ASSERT(aabbs->unsteady <= aabbs->moving_shapes);
    int64_t moves = (int64_t)step->broadphase->steady_moves + aabbs->steady_moved;
    aabbs->all_replaced = moves * MOVES_FRACTION > aabbs->moving_shapes &&
                          aabbs->unsteady <= aabbs->moving_shapes / UNSTEADY_FRACTION;
}

void sc_policy_after_contacts(const sc_step *step)
{
    const sc_step_aabbs *aabbs = &step->aabbs;
    sc_broadphase *broadphase = step->broadphase;
    int moves = aabbs->all_replaced ? 0 : broadphase->steady_moves + aabbs->steady_moved;
    broadphase->steady_moves = moves < aabbs->moving_shapes ? moves : aabbs->moving_shapes;
}

void sc_policy_after_collide(const sc_step *step)
{
    sc_contacts *contacts = step->contacts;
    contacts->crowded -= contacts->crowded > 0;
    if (step->aabbs.thin &&
        sc_contacts_count(contacts) > MAX_THIN_PAIRS * (int64_t)step->aabbs.moving_shapes)
    {
        contacts->crowded = CROWDED_STEPS;
    }
}

bool sc_policy_resorts_static(const sc_step *step)
{
    const sc_broadphase *broadphase = step->broadphase;
    const sc_shapes *shapes = step->shapes;
    const sc_list *changed = &shapes->static_changed;
    return !broadphase->static_kept || changed->count > changed->capacity ||
           ((int64_t)broadphase->static_removed + broadphase->static_out.count + changed->count) *
                   SC_STATIC_CHANGED_FRACTION >
               shapes->static_list.count;
}

bool sc_policy_keeps_active_grid(const sc_step *step)
{
    const sc_broadphase *broadphase = step->broadphase;
    int moved_out = broadphase->grid_kept ? broadphase->moved_out.count : 0;
    return broadphase->active_version == step->shapes->active_version &&
           broadphase->active.level_count > 0 &&
           (int64_t)(moved_out + step->aabbs.moved_active) * MOVED_OUT_FRACTION <=
               broadphase->active.count;
}

int32_t sc_policy_moved_room(const sc_step *step)
{
    return step->broadphase->active.count / MOVED_OUT_FRACTION + 1;
}
