#include "reference/engine/engine_parts.h"

#include <stdlib.h>
#include <string.h>

ref_engine *ref_engine_create(scree_vec2 gravity)
{
    ref_engine *engine = calloc(1, sizeof *engine);
    if (engine != NULL)
    {
        scree_world_def def = scree_world_def_default();
        engine->settings = (ref_settings){.gravity = gravity,
                                          .contact_hertz = def.contact_hertz,
                                          .contact_damping_ratio = def.contact_damping_ratio,
                                          .contact_push_speed = def.contact_push_speed,
                                          .restitution_threshold = def.restitution_threshold,
                                          .max_linear_speed = def.max_linear_speed,
                                          .friction_mixing = def.friction_mixing,
                                          .restitution_mixing = def.restitution_mixing};
    }
    return engine;
}

static void destroy_hull(ref_hull *hull)
{
    if (hull != NULL)
    {
        free(hull->vertices);
        free(hull);
    }
}

void ref_engine_destroy(ref_engine *engine)
{
    if (engine == NULL)
    {
        return;
    }
    for (int i = 0; i < engine->shape_count; ++i)
    {
        destroy_hull(engine->shapes[i].hull);
    }
    free(engine->bodies);
    free(engine->shapes);
    free(engine->contacts);
    free(engine->previous);
    free(engine);
}

int ref_body_add(ref_engine *engine, const scree_body_def *def)
{
    if (!ref_grow((void **)&engine->bodies, &engine->body_capacity, engine->body_count,
                  sizeof *engine->bodies))
    {
        return -1;
    }
    ref_body *body = &engine->bodies[engine->body_count];
    *body = (ref_body){.type = def->type,
                       .enabled = def->enabled,
                       .position = def->position,
                       .center = def->position,
                       .velocity = def->linear_velocity,
                       .w = def->angular_velocity,
                       .gravity_scale = def->gravity_scale,
                       .linear_damping = def->linear_damping,
                       .angular_damping = def->angular_damping,
                       .lock_x = def->locks.x,
                       .lock_y = def->locks.y,
                       .lock_angle = def->locks.angle};
    scree_sincos(def->angle, &body->sin, &body->cos);
    return engine->body_count++;
}

/// Mass, centre and inertia of a compound: sums over its shapes, inertia by Steiner's theorem. The
/// velocity is the velocity of the centre, so it changes with the centre: v' = v + w x (c' - c).
static void update_mass(ref_engine *engine, int index)
{
    ref_body *body = &engine->bodies[index];
    double mass = 0.0, x = 0.0, y = 0.0, about_origin = 0.0;
    for (int i = 0; i < engine->shape_count; ++i)
    {
        const ref_shape *shape = &engine->shapes[i];
        if (shape->body == index)
        {
            double m = (double)shape->mass.mass;
            double cx = (double)shape->mass.center.x, cy = (double)shape->mass.center.y;
            mass += m;
            x += m * cx;
            y += m * cy;
            about_origin += (double)shape->mass.inertia + m * (cx * cx + cy * cy);
        }
    }
    scree_vec2 old = body->center;
    double inverse = mass > 0.0 ? 1.0 / mass : 0.0;
    bool dynamic = body->type == SCREE_BODY_DYNAMIC;
    body->mass = (float)mass;
    body->local_center =
        dynamic ? vec((float)(x * inverse), (float)(y * inverse)) : vec(0.0f, 0.0f);
    body->inertia = (float)(about_origin - inverse * (x * x + y * y));
    body->inverse_mass = dynamic ? (float)inverse : 0.0f;
    bool turns = dynamic && !body->lock_angle && body->inertia > 0.0f;
    body->inverse_inertia = turns ? 1.0f / body->inertia : 0.0f;
    body->center = plus(body->position, turn(body, body->local_center));
    body->velocity = plus(body->velocity, spin(body->w, minus(body->center, old)));
}

static ref_hull *create_hull(const scree_vec2 *vertices, int count, float radius)
{
    ref_hull *hull = malloc(sizeof *hull);
    scree_vec2 *points = malloc(2 * (size_t)count * sizeof *points);
    if (hull == NULL || points == NULL)
    {
        free(hull);
        free(points);
        return NULL;
    }
    *hull = (ref_hull){count, radius, points, points + count};
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 edge = minus(vertices[i + 1 < count ? i + 1 : 0], vertices[i]);
        hull->vertices[i] = vertices[i];
        hull->normals[i] = count > 1 ? times(1.0f / length(edge), right(edge)) : vec(0.0f, 0.0f);
    }
    return hull;
}

static int add_shape(ref_engine *engine, int body, const scree_shape_def *def, ref_shape shape)
{
    bool lacks_hull = shape.type != SCREE_SHAPE_HALF_SPACE && shape.hull == NULL;
    if (lacks_hull || !ref_grow((void **)&engine->shapes, &engine->shape_capacity,
                                engine->shape_count, sizeof *engine->shapes))
    {
        destroy_hull(shape.hull);
        return -1;
    }
    shape.body = body;
    shape.material = def->material;
    shape.filter = def->filter;
    bool massive = shape.hull != NULL && shape.type != SCREE_SHAPE_SEGMENT;
    shape.mass = massive ? ref_hull_mass(shape.hull, def->density) : (scree_mass_data){0};
    engine->shapes[engine->shape_count++] = shape;
    update_mass(engine, body);
    return engine->shape_count - 1;
}

int ref_shape_add_circle(ref_engine *engine, int body, const scree_shape_def *def,
                         scree_circle circle)
{
    ref_shape shape = {.type = SCREE_SHAPE_CIRCLE,
                       .hull = create_hull(&circle.center, 1, circle.radius)};
    return add_shape(engine, body, def, shape);
}

int ref_shape_add_capsule(ref_engine *engine, int body, const scree_shape_def *def,
                          scree_capsule capsule)
{
    scree_vec2 ends[2] = {capsule.point_a, capsule.point_b};
    ref_shape shape = {.type = SCREE_SHAPE_CAPSULE, .hull = create_hull(ends, 2, capsule.radius)};
    return add_shape(engine, body, def, shape);
}

int ref_shape_add_segment(ref_engine *engine, int body, const scree_shape_def *def,
                          scree_segment segment)
{
    scree_vec2 ends[2] = {segment.point_a, segment.point_b};
    ref_shape shape = {.type = SCREE_SHAPE_SEGMENT, .hull = create_hull(ends, 2, 0.0f)};
    return add_shape(engine, body, def, shape);
}

int ref_shape_add_polygon(ref_engine *engine, int body, const scree_shape_def *def,
                          const scree_polygon *polygon)
{
    ref_shape shape = {.type = SCREE_SHAPE_POLYGON,
                       .hull = create_hull(polygon->vertices, polygon->count, polygon->radius)};
    return add_shape(engine, body, def, shape);
}

int ref_shape_add_half_space(ref_engine *engine, int body, const scree_shape_def *def,
                             scree_vec2 normal, float offset)
{
    float size = length(normal);
    ref_shape shape = {.type = SCREE_SHAPE_HALF_SPACE,
                       .plane = {times(1.0f / size, normal), offset / size}};
    return add_shape(engine, body, def, shape);
}

bool ref_engine_step(ref_engine *engine, float dt, int substeps)
{
    engine->failed = engine->failed || !ref_find_contacts(engine);
    if (engine->failed)
    {
        return false;
    }
    ref_collide(engine);
    ref_solve(engine, dt, substeps);
    return true;
}

double ref_engine_kinetic_energy(const ref_engine *engine)
{
    double energy = 0.0;
    for (int i = 0; i < engine->body_count; ++i)
    {
        const ref_body *body = &engine->bodies[i];
        if (body->type == SCREE_BODY_DYNAMIC)
        {
            double v2 = (double)dot(body->velocity, body->velocity), w = (double)body->w;
            energy += 0.5 * ((double)body->mass * v2 + (double)body->inertia * w * w);
        }
    }
    return energy;
}

double ref_engine_penetration(const ref_engine *engine)
{
    double deepest = 0.0;
    for (int i = 0; i < engine->contact_count; ++i)
    {
        const ref_contact *contact = &engine->contacts[i];
        for (int k = 0; k < contact->point_count; ++k)
        {
            deepest = fmax(deepest, -(double)contact->points[k].separation);
        }
    }
    return deepest;
}
