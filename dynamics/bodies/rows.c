#include "dynamics/bodies/rows.h"

#include "core/assert.h"
#include "dynamics/solver/constraints.h"
#include "dynamics/solver/joints/break_joints.h"

#include <float.h>
#include <string.h>

sc_body_reach sc_reach_of(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    sc_body_reach reach = {.safe = FLT_MAX};
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        if (sc_is_sensor(shapes, slot))
        {
            continue;
        }
        const sc_shape_local *local = &shapes->local[slot];
        // What a disc shows of its turning is that of its centre.
        float disc = shapes->kind[slot] == SC_KIND_CIRCLE ? local->bounding_radius : 0.0f;
        reach.arm = sc_max(reach.arm, local->max_extent - disc);
        reach.extent = sc_max(reach.extent, local->max_extent);
        reach.safe = sc_min(reach.safe, SC_SAFE_FRACTION * local->inscribed_radius);
    }
    return reach;
}

void sc_recentre_shapes(sc_bodies *bodies, sc_shapes *shapes)
{
    for (int32_t row = 0; bodies->recentred && row < sc_body_count(bodies); ++row)
    {
        if (!(bodies->flags[row] & SC_BODY_RECENTRED))
        {
            continue;
        }
        int32_t slot = bodies->first_shape[row];
        for (; slot != 0; slot = shapes->next[slot], ++shapes->mass_visits)
        {
            sc_shape_local *local = &shapes->local[slot];
            const float *origin = shapes->origin[slot];
            local->x = origin[0] - bodies->center_x[row];
            local->y = origin[1] - bodies->center_y[row];
            local->max_extent =
                sc_length((scree_vec2){local->x, local->y}) + local->bounding_radius;
        }
        const sc_body_reach reach = sc_reach_of(bodies, shapes, row);
        bodies->safe[row] = reach.safe;
        bodies->extent[row] = reach.extent;
        bodies->arm[row] = reach.arm;
        bodies->flags[row] &= (uint8_t)~SC_BODY_RECENTRED;
    }
    bodies->recentred = false;
}

/// Updates what shapes hold relative to their bodies: the offset from a centre of mass that
/// changed, and the row of the body. Always returns true.
bool sc_refresh_rows(sc_step *step)
{
    sc_bodies *bodies = step->bodies;
    sc_shapes *shapes = step->shapes;
    bool moved = bodies->rows_moved || bodies->recentred;
    int64_t count = moved ? shapes->count : 0;
    sc_set_work(step->profile, count, "shapes", count * (int64_t)(3 * sizeof(int32_t)));
    if (bodies->recentred)
    {
        // What lies on a hub is told from what carries it by their masses.
        step->constraints->valid = false;
    }
    sc_recentre_shapes(bodies, shapes);
    if (bodies->rows_moved)
    {
        for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
        {
            shapes->body_row[slot] = bodies->row[shapes->body_slot[slot]];
            SC_ASSERT(!sc_slot_is_live(&shapes->ids, slot) ||
                      sc_bodies_has_row(bodies, shapes->body_row[slot]));
        }
        bodies->rows_moved = false;
        step->constraints->valid = false;
    }
    return true;
}

/// Clears the forces and torques that acted for this step.
void sc_clear_forces(sc_step *step)
{
    sc_bodies *bodies = step->bodies;
    int count = bodies->forces_pending ? sc_body_count(bodies) : 0;
    size_t bytes = sizeof(float) * (size_t)count;
    sc_set_work(step->profile, count, "bodies", 3 * (int64_t)bytes);
    if (bodies->forces_pending)
    {
        memset(bodies->force_x, 0, bytes);
        memset(bodies->force_y, 0, bytes);
        memset(bodies->torque, 0, bytes);
        bodies->forces_pending = false;
    }
}

void sc_update_group(sc_bodies *bodies, sc_shapes *shapes, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(bodies, row));
    row = sc_bodies_regroup(bodies, row);
    bodies->came_at[row] = bodies->steps;
    sc_bodies_update_inverses(bodies, row);
    bool enabled = !(bodies->flags[row] & SC_BODY_DISABLED);
    bool moving = bodies->type[row] != SCREE_BODY_STATIC;
    SC_ASSERT(bodies->first_shape[row] == 0 ||
              shapes->body_slot[bodies->first_shape[row]] == bodies->slot[row]);
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        // Other bodies may collide with it now.
        sc_shapes_mark_purge(shapes, slot);
        sc_shapes_enlist(shapes, slot, enabled, moving);
    }
}

static void disable(sc_step *step, int32_t row)
{
    SC_ASSERT(row >= 0 && row < sc_moving_count(step->bodies));
    sc_bodies *bodies = step->bodies;
    ++step->results.disabled_bodies;
    step->results.first_disabled = bodies->id[row].value;
    bodies->vx[row] = bodies->vy[row] = bodies->w[row] = 0.0f;
    bodies->flags[row] |= SC_BODY_DISABLED;
    sc_forget_joints_of(step->joints, bodies, row);
    sc_update_group(bodies, step->shapes, row);
}

/// Stops and disables the bodies that step->rows.nonfinite_result marks, and counts them in
/// step->results.disabled_bodies.
void sc_disable_nonfinite(sc_step *step)
{
    SC_ASSERT(step->rows.moving_count == sc_moving_count(step->bodies));
    int32_t any = 0;
    sc_set_work(step->profile, step->rows.moving_count, "bodies",
                step->rows.moving_count * (int64_t)sizeof any);
    for (int i = 0; i < step->rows.moving_count; ++i)
    {
        any |= step->rows.nonfinite_result[i];
    }
    // From the end: a body that leaves its row takes only rows past it, all seen already, with it.
    for (int32_t row = step->rows.moving_count - 1; any != 0 && row >= 0; --row)
    {
        if (step->rows.nonfinite_result[row] != 0)
        {
            disable(step, row);
        }
    }
}
