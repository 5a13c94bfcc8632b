#include "broadphase/aabbs.h"

#include "core/assert.h"

#include <float.h>

sc_shape_pose sc_shape_pose_at(const sc_pose *body, const sc_shape_local *local)
{
    sc_rotation turn = {body->cos, body->sin};
    scree_vec2 arm = sc_rotate(turn, (scree_vec2){local->x, local->y});
    scree_vec2 rotation = sc_rotate(turn, (scree_vec2){local->cos, local->sin});
    return (sc_shape_pose){body->x + arm.x, body->y + arm.y, rotation.x,    rotation.y,
                           arm.x,           arm.y,           local->radius, 0.0f};
}

sc_aabb sc_aabb_at(const sc_shapes *shapes, int32_t slot, const sc_shape_pose *pose)
{
    SC_ASSERT(sc_slot_was_used(&shapes->ids, slot));
    if (shapes->kind[slot] == SC_KIND_HALF_SPACE)
    {
        return (sc_aabb){-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX};
    }
    const float *geometry = shapes->geometry + shapes->geometry_start[slot];
    int count = shapes->kind[slot] == SC_KIND_CIRCLE ? 1 : (int)geometry[2];
    SC_ASSERT(count > 0 && shapes->geometry_start[slot] % 4 == 0);
    sc_aabb aabb = sc_empty_aabb;
    for (int k = 0; k < count; ++k)
    {
        const float *vertex = geometry + SC_GEOMETRY_HEADER + 2 * k;
        scree_vec2 local = shapes->kind[slot] == SC_KIND_CIRCLE
                               ? (scree_vec2){0.0f, 0.0f}
                               : (scree_vec2){vertex[0], vertex[1]};
        scree_vec2 p = sc_rotate((sc_rotation){pose->cos, pose->sin}, local);
        p = (scree_vec2){pose->x + p.x, pose->y + p.y};
        aabb.lower_x = sc_min(aabb.lower_x, p.x);
        aabb.lower_y = sc_min(aabb.lower_y, p.y);
        aabb.upper_x = sc_max(aabb.upper_x, p.x);
        aabb.upper_y = sc_max(aabb.upper_y, p.y);
    }
    float r = pose->radius;
    return (sc_aabb){aabb.lower_x - r, aabb.lower_y - r, aabb.upper_x + r, aabb.upper_y + r};
}

sc_shape_pose sc_present_pose(const sc_bodies *bodies, const sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    int32_t row = bodies->row[shapes->body_slot[slot]];
    sc_shape_local local = shapes->local[slot];
    // Between steps, the offset of the shape may be for an old centre of mass.
    local.x = shapes->origin[slot][0] - bodies->center_x[row];
    local.y = shapes->origin[slot][1] - bodies->center_y[row];
    return sc_shape_pose_at(&bodies->pose[row], &local);
}

sc_aabb sc_tight_aabb(const sc_bodies *bodies, const sc_shapes *shapes, int32_t slot)
{
    sc_shape_pose pose = sc_present_pose(bodies, shapes, slot);
    return sc_aabb_at(shapes, slot, &pose);
}

bool sc_half_space_reaches(const sc_shapes *shapes, int32_t half_space, sc_aabb aabb)
{
    SC_ASSERT(shapes->kind[half_space] == SC_KIND_HALF_SPACE);
    const float *header = shapes->geometry + shapes->geometry_start[half_space];
    const sc_shape_pose *pose = &shapes->pose[half_space];
    scree_vec2 normal =
        sc_rotate((sc_rotation){pose->cos, pose->sin}, (scree_vec2){header[0], header[1]});
    scree_vec2 deepest = {(normal.x > 0.0f ? aabb.lower_x : aabb.upper_x) - pose->x,
                          (normal.y > 0.0f ? aabb.lower_y : aabb.upper_y) - pose->y};
    return sc_dot(normal, deepest) - header[2] <= shapes->aabb_margin;
}
