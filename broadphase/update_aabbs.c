/// The stage update_aabbs: the AABBs of shapes and their enlargement. This file handles single
/// shapes; simd/kernels/kernels_update_aabbs.c handles them in lanes.
#include "broadphase/aabbs.h"

#include "broadphase/broadphase_policy.h"
#include "broadphase/pairs.h"
#include "core/tuning.h"
#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <float.h>

enum
{
    /// Bytes of one shape: slot, row, place in the pool and mark; pose and velocity of the body;
    /// placement and pose of the shape; both AABBs.
    ITEM_BYTES = 4 * (int)sizeof(int32_t) + (int)(sizeof(sc_pose) + sizeof(sc_velocity)) +
                 (int)(sizeof(sc_shape_local) + sizeof(sc_shape_pose)) + 2 * (int)sizeof(sc_aabb),
    HEADER_BYTES = SC_GEOMETRY_HEADER * (int)sizeof(float)
};

typedef struct update_context
{
    sc_shapes_args args;
    sc_shapes_kernel *kernel;
} update_context;

static void update_range(void *context, sc_range range)
{
    update_context *update = context;
    update->kernel(&update->args, range.begin, range.end);
}

static sc_aabb grow_aabb(sc_aabb aabb, float margin)
{
    SC_ASSERT(margin >= 0.0f);
    return (sc_aabb){aabb.lower_x - margin, aabb.lower_y - margin, aabb.upper_x + margin,
                     aabb.upper_y + margin};
}

static sc_aabb extend_aabb(sc_aabb aabb, scree_vec2 way)
{
    return (sc_aabb){aabb.lower_x + sc_min(way.x, 0.0f), aabb.lower_y + sc_min(way.y, 0.0f),
                     aabb.upper_x + sc_max(way.x, 0.0f), aabb.upper_y + sc_max(way.y, 0.0f)};
}

/// Updates one shape without lanes: polygons of many vertices, half-spaces and all static shapes.
/// Returns SC_AABB_*.
static int update_one_aabb(const sc_step *step, int32_t slot, bool replace)
{
    SC_ASSERT(sc_slot_is_live(&step->shapes->ids, slot));
    sc_shapes *shapes = step->shapes;
    const sc_bodies *bodies = step->bodies;
    int32_t row = bodies->row[shapes->body_slot[slot]];
    sc_shape_pose *pose = &shapes->pose[slot];
    *pose = sc_shape_pose_at(&bodies->pose[row], &shapes->local[slot]);
    sc_aabb old = shapes->aabb[slot], tight = sc_aabb_at(shapes, slot, pose);
    bool steady = false;
    scree_vec2 way = {0.0f, 0.0f};
    pose->path = 0;
    if (row < step->rows.moving_count)
    {
        const sc_shape_local *local = &shapes->local[slot];
        const sc_velocity *v = &step->rows.velocities[row];
        scree_vec2 displacement = {step->dt * v->vx, step->dt * v->vy};
        float distance = fabsf(displacement.x) + fabsf(displacement.y);
        float slow =
            sc_max(step->lengths->slow_travel, sc_slow_radii(step) * local->bounding_radius);
        steady = distance + step->dt * (fabsf(v->w) * local->max_extent) <= slow;
        scree_vec2 velocity = {v->vx - v->w * pose->arm_y, v->vy + v->w * pose->arm_x};
        way = steady ? sc_scale(SC_AABB_STEPS * step->dt, velocity) : way;
        if (distance > SC_FAST_FRACTION * local->inscribed_radius)
        {
            pose->path = sc_pack_path(displacement);
            tight = extend_aabb(tight, displacement);
        }
    }
    sc_aabb needed = shapes->kind[slot] == SC_KIND_HALF_SPACE
                         ? tight
                         : grow_aabb(tight, step->lengths->aabb_margin);
    // AABBs do not change in sleep, because pairs of static shapes are not searched. Empty AABBs,
    // such as after a joint broke, are updated, because otherwise these shapes would never get
    // pairs.
    bool sleeps = (bodies->flags[row] & SC_BODY_ASLEEP) != 0 && old.lower_x <= old.upper_x;
    bool keep = (!replace && sc_aabb_holds(old, needed)) || sleeps;
    if (!replace)
    {
        shapes->previous[slot] = old;
    }
    shapes->needed[slot] = needed;
    sc_aabb fresh = steady ? grow_aabb(needed, step->lengths->aabb_hysteresis) : needed;
    shapes->aabb[slot] = keep ? old : extend_aabb(fresh, way);
    return (keep ? 0 : SC_AABB_REPLACED) | (steady ? 0 : SC_AABB_UNSTEADY);
}

static const sc_pass passes[] = {
    {"update_circle_aabbs", "shapes", ITEM_BYTES, -1},
    {"update_box_aabbs", "shapes", ITEM_BYTES + HEADER_BYTES, -1},
    {"update_convex4_aabbs", "shapes", ITEM_BYTES + HEADER_BYTES + 32, -1},
    {"update_convex8_aabbs", "shapes", ITEM_BYTES + HEADER_BYTES + 64, -1},
    {"update_one_aabb", "shapes", ITEM_BYTES + HEADER_BYTES + 32, -1}};

/// Updates all moving shapes. `moved` is scratch.
static void update_moving(sc_step *step, int32_t *moved, bool replace)
{
    sc_step_aabbs *aabbs = &step->aabbs;
    aabbs->moved_active = aabbs->unsteady = aabbs->steady_moved = 0;
    for (int kind = 0; kind <= SC_KIND_CONVEX8; ++kind)
    {
        if (step->shapes->active[kind].count == 0)
        {
            continue;
        }
        // Update the kinds of shapes that have a kernel.
        const sc_kernels *kernels = step->kernels;
        sc_shapes_kernel *by_kind[] = {kernels->update_circle_aabbs, kernels->update_box_aabbs,
                                       kernels->update_convex4_aabbs,
                                       kernels->update_convex8_aabbs};
        sc_shapes *shapes = step->shapes;
        int count = shapes->active[kind].count;
        SC_ASSERT(sc_pad_block(count) <= shapes->active[kind].capacity);
        SC_ASSERT(step->aabbs.moved_active + count <= step->aabbs.moving_shapes);
        SC_ASSERT_SLOW(sc_list_is_padded(&shapes->active[kind]));
        update_context update = {{.slots = shapes->active[kind].slot,
                                  .body_row = shapes->body_row,
                                  .body_poses = step->bodies->pose,
                                  .velocities = step->rows.velocities,
                                  .locals = shapes->local,
                                  .geometry = shapes->geometry,
                                  .geometry_start = shapes->geometry_start,
                                  .poses = shapes->pose,
                                  .aabbs = shapes->aabb,
                                  .previous = shapes->previous,
                                  .needed = step->aabbs.thin ? shapes->needed : NULL,
                                  .moved = moved,
                                  .moving_count = step->rows.moving_count,
                                  .static_row = step->rows.static_row,
                                  .dt = step->dt,
                                  .ahead = SC_AABB_STEPS * step->dt,
                                  .slow = step->lengths->slow_travel,
                                  .margin = step->lengths->aabb_margin,
                                  .hysteresis = step->lengths->aabb_hysteresis,
                                  .slow_radii = sc_slow_radii(step),
                                  .replace = replace},
                                 by_kind[kind]};
        sc_run_pass(step, &passes[kind], 0, count, SC_ROW_GRAIN, update_range, &update);
        int moved_count = step->aabbs.moved_active, unsteady = 0, steady_moved = 0;
        for (int i = 0; i < count; ++i)
        {
            step->aabbs.moved[moved_count] = shapes->active[kind].slot[i];
            moved_count += moved[i] & SC_AABB_REPLACED;
            SC_ASSERT((moved[i] & ~(SC_AABB_REPLACED | SC_AABB_UNSTEADY)) == 0);
            unsteady += moved[i] >> 1;
            steady_moved += moved[i] == SC_AABB_REPLACED;
        }
        step->aabbs.moved_active = moved_count;
        step->aabbs.unsteady += unsteady;
        step->aabbs.steady_moved += steady_moved;
    }
    uint64_t begin = sc_pass_begin(step);
    const sc_list *polygons = &step->shapes->active[SC_KIND_POLYGON];
    for (int i = 0; i < polygons->count; ++i)
    {
        int marks = update_one_aabb(step, polygons->slot[i], replace);
        SC_ASSERT(aabbs->moved_active < aabbs->moving_shapes);
        aabbs->moved[aabbs->moved_active] = polygons->slot[i];
        aabbs->moved_active += marks & SC_AABB_REPLACED;
        aabbs->unsteady += marks >> 1;
        aabbs->steady_moved += marks == SC_AABB_REPLACED;
    }
    if (polygons->count > 0)
    {
        sc_pass_end(step, &passes[4], begin, polygons->count);
    }
}

/// Updates the static shapes of a list, which may also name other shapes. Returns their number.
static int update_static(sc_step *step, const sc_list *list)
{
    int updated = 0;
    for (int i = 0; i < list->count; ++i)
    {
        if (step->shapes->flags[list->slot[i]] & SC_SHAPE_STATIC)
        {
            step->aabbs.moved_shapes +=
                update_one_aabb(step, list->slot[i], false) & SC_AABB_REPLACED;
            ++updated;
        }
    }
    return updated;
}

/// Updates the AABBs of all moving shapes, and those of static shapes that changed. Counts the
/// moved AABBs in step->aabbs.moved_shapes. If out of memory, no AABB has changed.
bool sc_update_aabbs(sc_step *step)
{
    sc_step_aabbs *aabbs = &step->aabbs;
    sc_shapes *shapes = step->shapes;
    int longest = 0, total = 0;
    for (int kind = 0; kind < SC_KIND_HALF_SPACE; ++kind)
    {
        longest = shapes->active[kind].count > longest ? shapes->active[kind].count : longest;
        total += shapes->active[kind].count;
    }
    int32_t *moved = SC_TAKE(step->arena, int32_t, sc_pad_block(longest));
    aabbs->moved = SC_TAKE(step->arena, int32_t, total + 1);
    if (moved == NULL || aabbs->moved == NULL)
    {
        return false;
    }
    aabbs->moving_shapes = total;
    sc_policy_begin(step);
    update_moving(step, moved, false);
    sc_policy_after_update(step);
    if (aabbs->all_replaced)
    {
        update_moving(step, moved, true);
    }
    // Lanes past the end of a list have written to the null shape.
    shapes->aabb[0] = shapes->previous[0] = shapes->needed[0] = sc_empty_aabb;
    shapes->pose[0] = (sc_shape_pose){0};
    SC_ASSERT(aabbs->moved_active <= total && aabbs->unsteady <= total);
    int updated = 0;
    uint64_t begin = sc_pass_begin(step);
    aabbs->moved_shapes = aabbs->moved_active;
    if (shapes->static_version != step->broadphase->static_version)
    {
        bool all = aabbs->all_static_changed = sc_policy_resorts_static(step);
        updated += update_static(step, all ? &shapes->static_list : &shapes->static_changed);
        updated += all ? update_static(step, &shapes->half_spaces) : 0;
    }
    sc_pass_end(step, &passes[4], begin, updated);
    sc_set_work(step->profile, total + updated, "shapes", 0);
    return true;
}
