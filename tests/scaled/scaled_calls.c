#define SC_TEST_SCALED_CALLS_BARE
#include "tests/scaled/scaled_calls.h"

#include <stdlib.h>

float scaled_unit = 1.0f;

/// A copy of an array times a factor; null for a null array.
static float *scaled_array(const float *values, int count, float factor)
{
    float *scaled = values != NULL ? malloc(sizeof *scaled * (size_t)(count + 1)) : NULL;
    for (int i = 0; scaled != NULL && i < count; ++i)
    {
        scaled[i] = factor * values[i];
    }
    return scaled;
}

static scree_vec2 *scaled_points(const scree_vec2 *points, int count)
{
    scree_vec2 *scaled = points != NULL ? malloc(sizeof *scaled * (size_t)(count + 1)) : NULL;
    for (int i = 0; scaled != NULL && i < count; ++i)
    {
        scaled[i] = scaled_vec(points[i]);
    }
    return scaled;
}

scree_result scaled_bodies_create(scree_world *world, const scree_body_batch *batch,
                                  scree_body_id *ids)
{
    scree_body_batch scaled = *batch;
    float *arrays[] = {scaled_array(batch->x, batch->count, scaled_unit),
                       scaled_array(batch->y, batch->count, scaled_unit),
                       scaled_array(batch->vx, batch->count, scaled_unit),
                       scaled_array(batch->vy, batch->count, scaled_unit)};
    scaled.x = arrays[0];
    scaled.y = arrays[1];
    scaled.vx = arrays[2];
    scaled.vy = arrays[3];
    const scree_result result = scree_bodies_create(world, &scaled, ids);
    for (int i = 0; i < 4; ++i)
    {
        free(arrays[i]);
    }
    return result;
}

scree_chain_id scaled_chain_create(scree_world *world, scree_body_id body,
                                   const scree_shape_def *given, const scree_chain_def *chain)
{
    const scree_shape_def def = scaled_shape_def(given);
    scree_chain_def scaled = *chain;
    scree_vec2 *points = scaled_points(chain->points, chain->count);
    scaled.points = points;
    scaled.before = scaled_vec(chain->before);
    scaled.after = scaled_vec(chain->after);
    const scree_chain_id id = scree_chain_create(world, body, &def, &scaled);
    free(points);
    return id;
}

static scree_joint_base scaled_base(scree_joint_base base)
{
    base.frame_a.position = scaled_vec(base.frame_a.position);
    base.frame_b.position = scaled_vec(base.frame_b.position);
    base.break_force = scaled_force(base.break_force);
    base.break_torque = scaled_torque(base.break_torque);
    base.force_threshold = scaled_force(base.force_threshold);
    base.torque_threshold = scaled_torque(base.torque_threshold);
    return base;
}

/// Spring, motor and limits along an axis that is a length.
#define SCALE_AXIS(def)                                  \
    do                                                   \
    {                                                    \
        (def).spring.target *= scaled_unit;              \
        (def).motor.speed *= scaled_unit;                \
        (def).motor.max = scaled_force((def).motor.max); \
        (def).limits.lower *= scaled_unit;               \
        (def).limits.upper *= scaled_unit;               \
    } while (0)

scree_joint_id scaled_joint_create_distance(scree_world *world, const scree_distance_joint_def *def)
{
    scree_distance_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    scaled.length *= scaled_unit;
    scaled.lower_spring_force = scaled_force(def->lower_spring_force);
    scaled.upper_spring_force = scaled_force(def->upper_spring_force);
    SCALE_AXIS(scaled);
    return scree_joint_create_distance(world, &scaled);
}

scree_joint_id scaled_joint_create_revolute(scree_world *world, const scree_revolute_joint_def *def)
{
    scree_revolute_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    scaled.motor.max = scaled_torque(def->motor.max);
    return scree_joint_create_revolute(world, &scaled);
}

scree_joint_id scaled_joint_create_prismatic(scree_world *world,
                                             const scree_prismatic_joint_def *def)
{
    scree_prismatic_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    SCALE_AXIS(scaled);
    return scree_joint_create_prismatic(world, &scaled);
}

scree_joint_id scaled_joint_create_weld(scree_world *world, const scree_weld_joint_def *def)
{
    scree_weld_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    return scree_joint_create_weld(world, &scaled);
}

scree_joint_id scaled_joint_create_wheel(scree_world *world, const scree_wheel_joint_def *def)
{
    scree_wheel_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    scaled.spring.target *= scaled_unit;
    scaled.motor.max = scaled_torque(def->motor.max);
    scaled.limits.lower *= scaled_unit;
    scaled.limits.upper *= scaled_unit;
    return scree_joint_create_wheel(world, &scaled);
}

scree_joint_id scaled_joint_create_motor(scree_world *world, const scree_motor_joint_def *def)
{
    scree_motor_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    scaled.linear_velocity = scaled_vec(def->linear_velocity);
    scaled.max_velocity_force = scaled_force(def->max_velocity_force);
    scaled.max_velocity_torque = scaled_torque(def->max_velocity_torque);
    scaled.max_spring_force = scaled_force(def->max_spring_force);
    scaled.max_spring_torque = scaled_torque(def->max_spring_torque);
    return scree_joint_create_motor(world, &scaled);
}

scree_joint_id scaled_joint_create_gear(scree_world *world, const scree_gear_joint_def *def)
{
    scree_gear_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    return scree_joint_create_gear(world, &scaled);
}

scree_joint_id scaled_joint_create_pulley(scree_world *world, const scree_pulley_joint_def *def)
{
    scree_pulley_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    scaled.anchor_a = scaled_vec(def->anchor_a);
    scaled.anchor_b = scaled_vec(def->anchor_b);
    scaled.length *= scaled_unit;
    return scree_joint_create_pulley(world, &scaled);
}

scree_joint_id scaled_joint_create_rack(scree_world *world, const scree_rack_joint_def *def)
{
    scree_rack_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    scaled.radius *= scaled_unit;
    return scree_joint_create_rack(world, &scaled);
}

scree_joint_id scaled_joint_create_ratchet(scree_world *world, const scree_ratchet_joint_def *def)
{
    scree_ratchet_joint_def scaled = *def;
    scaled.base = scaled_base(def->base);
    return scree_joint_create_ratchet(world, &scaled);
}

scree_soft_body_id scaled_soft_body_create(scree_world *world, const scree_soft_body_def *def)
{
    scree_soft_body_def scaled = scaled_soft_def(def);
    scree_vec2 *vertices = scaled_points(def->vertices, def->vertex_count);
    float *masses = scaled_array(def->masses, def->vertex_count, scaled_unit * scaled_unit);
    const size_t bytes = sizeof(scree_soft_edge) * (size_t)(def->edge_count + 1);
    scree_soft_edge *edges = def->edges != NULL ? malloc(bytes) : NULL;
    for (int i = 0; edges != NULL && i < def->edge_count; ++i)
    {
        edges[i] = def->edges[i];
        edges[i].length *= scaled_unit;
    }
    scaled.vertices = vertices;
    scaled.masses = masses;
    scaled.edges = edges;
    const scree_soft_body_id id = scree_soft_body_create(world, &scaled);
    free(vertices);
    free(masses);
    free(edges);
    return id;
}
