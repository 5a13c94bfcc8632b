/// Measures of joints: coordinate, separations, speed.
#include "dynamics/joints/joint_type.h"

static sc_joint_measures measure(const scree_world *world, scree_joint_id joint)
{
    int32_t slot = sc_peek_joint(world, joint);
    if (slot == 0 || sc_joint_types[world->joints.type[slot]]->measure == NULL)
    {
        return (sc_joint_measures){0};
    }
    sc_posed_joint p = sc_pose_joint(world, slot);
    return sc_joint_types[world->joints.type[slot]]->measure(&p);
}

float scree_joint_coordinate(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint).coordinate;
}

float scree_joint_linear_separation(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint).linear;
}

float scree_joint_angular_separation(const scree_world *world, scree_joint_id joint)
{
    return measure(world, joint).angular;
}

static scree_vec2 point_velocity(const sc_bodies *bodies, int32_t row, scree_vec2 origin,
                                 scree_vec2 arm)
{
    // The arm from the centre of mass, because the store has the velocity of that point.
    const scree_vec2 center = {bodies->pose[row].x, bodies->pose[row].y};
    const scree_vec2 from = sc_add(sc_sub(origin, center), arm);
    const float w = bodies->w[row];
    return (scree_vec2){bodies->vx[row] - w * from.y, bodies->vy[row] + w * from.x};
}

float scree_joint_speed(const scree_world *world, scree_joint_id joint)
{
    const int32_t slot = sc_peek_joint(world, joint);
    const sc_joint_type *type = slot != 0 ? sc_joint_types[world->joints.type[slot]] : NULL;
    if (type == NULL || type->speed == NULL)
    {
        return 0.0f;
    }
    const sc_bodies *bodies = &world->bodies;
    const int32_t a = sc_joint_row(world, slot, 0), b = sc_joint_row(world, slot, 1);
    const sc_posed_joint p = sc_pose_joint(world, slot);
    const sc_joint_motion motion = {point_velocity(bodies, a, p.origin_a, p.arm_a),
                                    point_velocity(bodies, b, p.origin_b, p.arm_b), bodies->w[a],
                                    bodies->w[b]};
    return type->speed(&p, &motion);
}
