#include "geometry/place_geometry.h"

static bool good_radius(float radius) { return radius > 0.0f && radius <= SC_WORLD_REACH; }

static bool good_line(scree_vec2 a, scree_vec2 b)
{
    return sc_is_position(a) && sc_is_position(b) &&
           sc_length(sc_sub(b, a)) >= SC_MIN_LENGTH * sc_length_unit_of(NULL);
}

scree_result scree_geometry_check(const scree_geometry *geometry)
{
    if (geometry == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    const scree_capsule *capsule = &geometry->capsule;
    const scree_half_space *half_space = &geometry->half_space;
    bool good = false;
    switch (geometry->type)
    {
    case SCREE_SHAPE_CIRCLE:
        good = sc_is_position(geometry->circle.center) && good_radius(geometry->circle.radius);
        break;
    case SCREE_SHAPE_CAPSULE:
        good = good_line(capsule->point_a, capsule->point_b) && good_radius(capsule->radius);
        break;
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        good = good_line(geometry->segment.point_a, geometry->segment.point_b);
        break;
    case SCREE_SHAPE_POLYGON:
        return scree_polygon_check(&geometry->polygon);
    case SCREE_SHAPE_HALF_SPACE:
        good = sc_length(half_space->normal) > SC_MIN_NORMAL &&
               sc_length(half_space->normal) <= SC_MAX_NORMAL &&
               fabsf(half_space->offset) <= SC_WORLD_REACH;
        break;
    case SCREE_SHAPE_NONE:
        break;
    }
    return good ? SCREE_OK : SCREE_ERROR_ARGUMENT;
}

scree_result sc_check_pose(const scree_pose *pose)
{
    if (pose == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    bool good = sc_is_position(pose->position) && sc_is_finite(pose->angle);
    return good ? SCREE_OK : SCREE_ERROR_ARGUMENT;
}

sc_frame sc_shape_frame(const sc_shape_plan *plan, const scree_pose *pose, sc_vec2d from)
{
    sc_rotation q = sc_rotation_of(pose->angle);
    sc_frame body =
        sc_frame_at((double)pose->position.x, (double)pose->position.y, q.cos, q.sin, from);
    sc_vec2d arm = sc_turn_out(&body, sc_widened(plan->center));
    scree_vec2 turned = sc_rotate(q, (scree_vec2){plan->rotation.cos, plan->rotation.sin});
    return (sc_frame){body.x + arm.x, body.y + arm.y, (double)turned.x, (double)turned.y};
}

scree_result sc_place_geometry(sc_placed *out, const scree_geometry *geometry,
                               const scree_pose *pose, sc_vec2d from)
{
    SC_TRY(scree_geometry_check(geometry));
    SC_TRY(sc_check_pose(pose));
    switch (geometry->type)
    {
    case SCREE_SHAPE_CIRCLE:
        sc_plan_circle(&out->plan, &geometry->circle);
        break;
    case SCREE_SHAPE_CAPSULE:
        sc_plan_line(&out->plan, SCREE_SHAPE_CAPSULE, geometry->capsule.point_a,
                     geometry->capsule.point_b, geometry->capsule.radius);
        break;
    case SCREE_SHAPE_POLYGON:
        sc_plan_polygon(&out->plan, &geometry->polygon);
        break;
    case SCREE_SHAPE_HALF_SPACE:
        sc_plan_half_space(&out->plan, geometry->half_space.normal, geometry->half_space.offset);
        break;
    default:
        sc_plan_line(&out->plan, SCREE_SHAPE_SEGMENT, geometry->segment.point_a,
                     geometry->segment.point_b, 0.0f);
        break;
    }
    out->shape = sc_convex_of_entry(out->plan.geometry, out->plan.kind, out->plan.radius);
    out->frame = sc_shape_frame(&out->plan, pose, from);
    return SCREE_OK;
}
