/// Checks of the geometry of shapes in a snapshot.
#include "state/snapshot_checks.h"

#include "broadphase/aabbs.h"
#include "geometry/geometry_entry.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"

#include <string.h>

#define CHECK SC_SNAPSHOT_CHECK

enum
{
    NULL_FLOATS = 80,  ///< at the beginning of the pool, all zero
    // Marks, one for every four floats of the pool.
    IN_USE = 1,
    FREE,
    GOES_ON  ///< part of an entry, not its beginning
};

/// Marks the entry that begins at `start`. Returns false if its bounds are not valid or it overlaps
/// another entry.
static bool mark_entry(uint8_t *marks, int32_t used, int32_t start, int32_t floats, uint8_t mark)
{
    if (start < NULL_FLOATS || start % 4 != 0 || floats <= 0 || floats % 4 != 0 ||
        floats / 4 >= SC_GEOMETRY_SIZES || start > used - floats)
    {
        return false;
    }
    for (int32_t i = start / 4; i < (start + floats) / 4; ++i)
    {
        if (marks[i] != 0)
        {
            return false;
        }
        marks[i] = i == start / 4 ? mark : GOES_ON;
    }
    return true;
}

/// Whether there is a marked entry with these bounds.
static bool is_entry(const uint8_t *marks, int32_t used, int32_t start, int32_t floats)
{
    if (start < NULL_FLOATS || start % 4 != 0 || floats <= 0 || floats % 4 != 0 ||
        start > used - floats || marks[start / 4] == 0 || marks[start / 4] == GOES_ON)
    {
        return false;
    }
    for (int32_t i = start / 4 + 1; i < (start + floats) / 4; ++i)
    {
        if (marks[i] != GOES_ON)
        {
            return false;
        }
    }
    return start + floats == used || marks[(start + floats) / 4] != GOES_ON;
}

static bool check_free(const sc_shapes *shapes, uint8_t *marks, sc_snapshot_fault *fault)
{
    for (int size = 0; size < SC_GEOMETRY_SIZES; ++size)
    {
        int32_t start = shapes->geometry_free[size];
        // The loop ends, because each entry is marked only once and a list cannot be a circle.
        while (start != 0)
        {
            CHECK(mark_entry(marks, shapes->geometry_used, start, 4 * size, FREE),
                  "shapes.geometry_free", size, "leads to what is no free entry");
            memcpy(&start, shapes->geometry + start, sizeof start);
        }
    }
    for (int i = 0; i < SC_GEOMETRY_RECENT; ++i)
    {
        const int32_t start = shapes->recent_start[i], floats = shapes->recent_floats[i];
        CHECK((floats == 0 && start == 0) || is_entry(marks, shapes->geometry_used, start, floats),
              "shapes.recent_start", i, "is no entry");
    }
    CHECK(shapes->recent_next >= 0 && shapes->recent_next < SC_GEOMETRY_RECENT,
          "shapes.recent_next", 0, "is out of range");
    return true;
}

/// Counts the uses of entries, which do not overlap.
static bool check_pool(sc_shapes *shapes, uint8_t *marks, sc_snapshot_fault *fault)
{
    const int32_t used = shapes->geometry_used;
    memset(marks, 0, (size_t)used / 4);
    for (int i = 0; i < NULL_FLOATS; ++i)
    {
        uint32_t bits;
        memcpy(&bits, shapes->geometry + i, sizeof bits);
        CHECK(bits == 0, "shapes.geometry", i, "is not 0, as the geometry of no shape is");
    }
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        if (!sc_slot_is_live(&shapes->ids, slot))
        {
            continue;
        }
        const int32_t start = shapes->geometry_start[slot], floats = shapes->geometry_floats[slot];
        const bool shared = start >= NULL_FLOATS && start < used && marks[start / 4] == IN_USE;
        CHECK(shared ? is_entry(marks, used, start, floats)
                     : mark_entry(marks, used, start, floats, IN_USE),
              "shapes.geometry_start", slot, "is no entry");
        ++shapes->geometry_uses[start / 4];
    }
    return check_free(shapes, marks, fault);
}

/// Whether code that reads the geometry of a shape stays within the shape's entry.
static bool is_readable(const sc_shapes *shapes, int32_t slot)
{
    const float *entry = shapes->geometry + shapes->geometry_start[slot];
    const int floats = shapes->geometry_floats[slot], type = shapes->type[slot];
    const sc_shape_kind kind = (sc_shape_kind)shapes->kind[slot];
    if (type == SCREE_SHAPE_CHAIN_SEGMENT)
    {
        const bool flags = entry[0] == 0.0f || (entry[0] >= 1.0f && entry[0] <= 7.0f);
        return kind == SC_KIND_CONVEX4 && floats == SC_CHAIN_FLOATS && flags &&
               entry[0] == (float)(int)entry[0] && entry[2] == 2.0f;
    }
    if (type == SCREE_SHAPE_HALF_SPACE)
    {
        return kind == SC_KIND_HALF_SPACE && floats >= SC_GEOMETRY_HEADER;
    }
    if (type == SCREE_SHAPE_CIRCLE)
    {
        return kind == SC_KIND_CIRCLE && floats == sc_geometry_floats(kind, 1);
    }
    const bool line = type == SCREE_SHAPE_CAPSULE || type == SCREE_SHAPE_SEGMENT;
    if ((!line && type != SCREE_SHAPE_POLYGON) || kind == SC_KIND_CIRCLE ||
        kind == SC_KIND_HALF_SPACE || !(entry[2] >= 2.0f && entry[2] <= 64.0f) ||
        entry[2] != (float)(int)entry[2] || line != (entry[2] == 2.0f))
    {
        return false;
    }
    const int count = (int)entry[2], least = sc_geometry_floats(kind, count);
    const bool fits = sc_kind_of(count, kind == SC_KIND_BOX) == kind;
    return fits && (floats == least || floats == least + (2 * count + 3) / 4 * 4);
}

static bool is_same_place(const sc_shapes *shapes, int32_t slot, const sc_shape_plan *plan)
{
    const sc_shape_local *local = &shapes->local[slot];
    const float held[] = {shapes->origin[slot][0],
                          shapes->origin[slot][1],
                          shapes->origin[slot][2],
                          shapes->origin[slot][3],
                          local->cos,
                          local->sin,
                          local->radius,
                          local->bounding_radius,
                          local->inscribed_radius};
    const float planned[] = {plan->center.x,     plan->center.y,        plan->rotation.cos,
                             plan->rotation.sin, plan->rotation.cos,    plan->rotation.sin,
                             plan->radius,       plan->bounding_radius, plan->inscribed_radius};
    return plan->kind == (sc_shape_kind)shapes->kind[slot] &&
           plan->floats == shapes->geometry_floats[slot] && memcmp(held, planned, sizeof held) == 0;
}

/// Whether the entry of a shape equals the entry of a plan. The flags of segments of chains may
/// differ.
static bool is_same(const sc_shapes *shapes, int32_t slot, const sc_shape_plan *plan)
{
    const int begin = plan->type == SCREE_SHAPE_CHAIN_SEGMENT;
    return is_same_place(shapes, slot, plan) &&
           memcmp(shapes->geometry + shapes->geometry_start[slot] + begin, plan->geometry + begin,
                  sizeof(float) * (size_t)(plan->floats - begin)) == 0;
}

/// Whether the entry of a shape equals the entry of this segment of a chain. If neighbours were
/// destroyed, the segment still has their points and normals.
static bool is_chain_segment(const sc_shapes *shapes, int32_t slot, scree_chain_segment segment)
{
    const bool before = segment.has_before, after = segment.has_after;
    for (int i = 0; i < 4; ++i)
    {
        sc_shape_plan plan;
        segment.has_before = before || (i & 1) != 0;
        segment.has_after = after || (i & 2) != 0;
        sc_plan_chain_segment(&plan, &segment);
        if (is_same(shapes, slot, &plan))
        {
            return true;
        }
    }
    return false;
}

static bool check_entry(scree_world *world, int32_t slot, sc_snapshot_fault *fault)
{
    sc_shapes *shapes = &world->shapes;
    sc_shape_plan plan;
    CHECK(is_readable(shapes, slot), "shapes.type", slot, "is not that of the geometry");
    const scree_geometry geometry =
        scree_shape_geometry(world, (scree_shape_id){sc_ids_value(&shapes->ids, slot)});
    if (sc_check_geometry(world, &geometry, "shape", "geometry", &plan) != SCREE_OK)
    {
        return sc_snapshot_refuse(fault, "shapes.geometry", shapes->geometry_start[slot],
                                  scree_world_last_error(world).text);
    }
    const bool same = geometry.type == SCREE_SHAPE_CHAIN_SEGMENT
                          ? is_chain_segment(shapes, slot, geometry.chain_segment)
                          : is_same(shapes, slot, &plan);
    CHECK(same, "shapes.geometry", shapes->geometry_start[slot],
          "does not follow from the vertices");
    return true;
}

/// Computes the offset of a shape from the centre of mass, and its pose in the world.
static bool place_shape(scree_world *world, int32_t slot, sc_snapshot_fault *fault)
{
    sc_shapes *shapes = &world->shapes;
    const sc_bodies *bodies = &world->bodies;
    const int32_t row = bodies->row[shapes->body_slot[slot]];
    const sc_shape_local *local = &shapes->local[slot];
    const float x = shapes->origin[slot][0] - bodies->center_x[row];
    const float y = shapes->origin[slot][1] - bodies->center_y[row];
    const float extent = sc_length((scree_vec2){x, y}) + local->bounding_radius;
    const bool stale = (bodies->flags[row] & SC_BODY_RECENTRED) != 0;
    const float held[] = {local->x, local->y, local->max_extent};
    CHECK(stale ? sc_snapshot_finite(held, sizeof held)
                : local->x == x && local->y == y && local->max_extent == extent,
          "shapes.local", slot, "does not follow from the centre of mass");
    shapes->pose[slot] = sc_shape_pose_at(&bodies->pose[row], local);
    return true;
}

bool sc_snapshot_check_geometry(scree_world *world, sc_snapshot_fault *fault)
{
    sc_shapes *shapes = &world->shapes;
    const int32_t used = shapes->geometry_used;
    CHECK(used >= NULL_FLOATS && used % 4 == 0, "shapes.geometry", 0, "is too short");
    uint8_t *marks = sc_allocate(&world->memory, (size_t)used / 4);
    if (marks == NULL)
    {
        fault->no_memory = true;
        return false;
    }
    const bool valid = check_pool(shapes, marks, fault);
    sc_release(&world->memory, marks, (size_t)used / 4);
    for (int32_t slot = 1; valid && slot < shapes->ids.used; ++slot)
    {
        if (sc_slot_is_live(&shapes->ids, slot) &&
            (!check_entry(world, slot, fault) || !place_shape(world, slot, fault)))
        {
            return false;
        }
    }
    return valid;
}
