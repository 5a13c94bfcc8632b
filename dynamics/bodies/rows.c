#include "dynamics/bodies/rows.h"

#include "core/tuning.h"
#include "core/assert.h"

#include <float.h>

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
        // The rotation of a disc moves only its centre, not its outline.
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
        // Other bodies may now collide with it.
        sc_shapes_mark_purge(shapes, slot);
        sc_shapes_enlist(shapes, slot, enabled, moving);
    }
}

void sc_count_rows(sc_step *step)
{
    sc_step_rows *rows = &step->rows;
    rows->dynamic_count = step->bodies->count[SC_GROUP_DYNAMIC];
    rows->moving_count = sc_moving_count(step->bodies);
    rows->static_row = sc_pad_block(rows->moving_count);
    rows->discard_row = rows->static_row + SC_DISCARD_STRIDE;
    rows->count = sc_pad_block(rows->discard_row + step->jobs->worker_count * SC_DISCARD_STRIDE);
}
