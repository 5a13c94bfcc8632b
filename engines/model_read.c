#include "engines/model_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool sc_model_grow(void **array, int *capacity, int count, size_t size)
{
    if (count < *capacity)
        return true;
    int grown = 2 * *capacity + 64;
    void *memory = realloc(*array, (size_t)grown * size);
    if (memory == NULL)
        return false;
    *array = memory;
    *capacity = grown;
    return true;
}

static sc_model_body read_body(const scree_world *world, scree_body_id id)
{
    sc_model_body body = {
        .type = scree_body_get_type(world, id),
        .position = scree_body_position(world, id),
        .angle = scree_body_angle(world, id),
        .velocity = scree_body_linear_velocity(world, id),
        .w = scree_body_angular_velocity(world, id),
        .linear_damping = scree_body_linear_damping(world, id),
        .angular_damping = scree_body_angular_damping(world, id),
        .gravity_scale = scree_body_gravity_scale(world, id),
        .sleep_threshold = scree_body_sleep_threshold(world, id),
    };
    scree_sincos(body.angle, &body.sin, &body.cos);
    body.lock_angle = scree_body_locks(world, id).angle;
    if (body.type == SCREE_BODY_DYNAMIC)
    {
        body.mass = (double)scree_body_mass(world, id);
        body.inertia = (double)scree_body_inertia(world, id);
        scree_vec2 center = scree_body_center_of_mass(world, id);
        float x = center.x - body.position.x, y = center.y - body.position.y;
        body.center = (scree_vec2){body.cos * x + body.sin * y, body.cos * y - body.sin * x};
    }
    return body;
}

bool sc_model_take_body(sc_model *model, const scree_world *world, scree_body_id id)
{
    void *bodies = model->bodies;
    bool ok =
        sc_model_grow(&bodies, &model->body_capacity, model->body_count, sizeof *model->bodies);
    model->bodies = bodies;
    if (!ok)
        return false;
    sc_model_body body = read_body(world, id);
    model->bodies[model->body_count++] = body;
    model->dynamic_count += body.type == SCREE_BODY_DYNAMIC;
    model->total_mass += body.mass;
    return true;
}

/// Reads the core vertices and the radius of a shape. Returns the number of vertices.
static int read_core(const scree_world *world, scree_shape_id id, sc_model_shape *shape,
                     scree_polygon *core)
{
    *core = (scree_polygon){0};
    switch (shape->type)
    {
    case SCREE_SHAPE_CIRCLE:
    {
        scree_circle circle = scree_shape_circle(world, id);
        core->count = 1;
        core->vertices[0] = circle.center;
        core->radius = circle.radius;
        break;
    }
    case SCREE_SHAPE_CAPSULE:
    {
        scree_capsule capsule = scree_shape_capsule(world, id);
        core->count = 2;
        core->vertices[0] = capsule.point_a;
        core->vertices[1] = capsule.point_b;
        core->radius = capsule.radius;
        break;
    }
    case SCREE_SHAPE_SEGMENT:
    {
        scree_segment segment = scree_shape_segment(world, id);
        core->count = 2;
        core->vertices[0] = segment.point_a;
        core->vertices[1] = segment.point_b;
        break;
    }
    case SCREE_SHAPE_POLYGON:
        *core = scree_shape_polygon(world, id);
        break;
    case SCREE_SHAPE_HALF_SPACE:
    {
        scree_half_space plane = scree_shape_half_space(world, id);
        float length = hypotf(plane.normal.x, plane.normal.y);
        shape->plane =
            (scree_half_space){{plane.normal.x / length, plane.normal.y / length}, plane.offset};
        break;
    }
    case SCREE_SHAPE_CHAIN_SEGMENT:  // see type_of
    case SCREE_SHAPE_NONE:
        break;
    }
    shape->vertex_count = core->count;
    shape->radius = core->radius;
    return core->count;
}

/// The type of a shape. Segments of chains become single segments, because not all engines have
/// chains.
static scree_shape_type type_of(const scree_world *world, scree_shape_id id)
{
    scree_shape_type type = scree_shape_get_type(world, id);
    return type == SCREE_SHAPE_CHAIN_SEGMENT ? SCREE_SHAPE_SEGMENT : type;
}

bool sc_model_take_shape(sc_model *model, const scree_world *world, scree_shape_id id, int body)
{
    void *shapes = model->shapes, *vertices = model->vertices;
    bool ok =
        sc_model_grow(&shapes, &model->shape_capacity, model->shape_count, sizeof *model->shapes);
    model->shapes = shapes;
    // Make room for the largest polygon.
    ok = ok &&
         sc_model_grow(&vertices, &model->vertex_capacity,
                       model->vertex_count + SCREE_POLYGON_MAX_VERTICES, sizeof *model->vertices);
    model->vertices = vertices;
    if (!ok)
        return false;
    sc_model_shape shape = {
        .body = body,
        .type = type_of(world, id),
        .first_vertex = model->vertex_count,
        .density = scree_shape_density(world, id),
        .material = scree_shape_material(world, id),
        .filter = scree_shape_filter(world, id),
    };
    scree_polygon core;
    int n = read_core(world, id, &shape, &core);
    memcpy(model->vertices + model->vertex_count, core.vertices,
           (size_t)n * sizeof *model->vertices);
    model->vertex_count += n;
    model->shapes[model->shape_count++] = shape;
    return true;
}

static sc_model_joint read_joint(const scree_world *world, scree_joint_id id)
{
    sc_model_joint joint = {.type = scree_joint_get_type(world, id)};
    switch (joint.type)
    {
    case SCREE_JOINT_DISTANCE:
        joint.def.distance = scree_joint_distance_settings(world, id);
        break;
    case SCREE_JOINT_REVOLUTE:
        joint.def.revolute = scree_joint_revolute_settings(world, id);
        break;
    case SCREE_JOINT_PRISMATIC:
        joint.def.prismatic = scree_joint_prismatic_settings(world, id);
        break;
    case SCREE_JOINT_WELD:
        joint.def.weld = scree_joint_weld_settings(world, id);
        break;
    case SCREE_JOINT_WHEEL:
        joint.def.wheel = scree_joint_wheel_settings(world, id);
        break;
    case SCREE_JOINT_MOTOR:
        joint.def.motor = scree_joint_motor_settings(world, id);
        break;
    case SCREE_JOINT_FILTER:
        joint.def.filter = scree_joint_filter_settings(world, id);
        break;
    case SCREE_JOINT_GEAR:
        joint.def.gear = scree_joint_gear_settings(world, id);
        break;
    case SCREE_JOINT_PULLEY:
        joint.def.pulley = scree_joint_pulley_settings(world, id);
        break;
    case SCREE_JOINT_RACK:
        joint.def.rack = scree_joint_rack_settings(world, id);
        break;
    case SCREE_JOINT_RATCHET:
        joint.def.ratchet = scree_joint_ratchet_settings(world, id);
        break;
    case SCREE_JOINT_TYPE_COUNT:
        break;
    }
    return joint;
}

bool sc_model_take_joint(sc_model *model, const scree_world *world, scree_joint_id id, int body_a,
                         int body_b)
{
    void *joints = model->joints;
    bool ok =
        sc_model_grow(&joints, &model->joint_capacity, model->joint_count, sizeof *model->joints);
    model->joints = joints;
    if (!ok)
        return false;
    sc_model_joint joint = read_joint(world, id);
    joint.body_a = body_a;
    joint.body_b = body_b;
    model->joints[model->joint_count++] = joint;
    return true;
}
