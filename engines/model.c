#include "engines/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *a, const void *b)
{
    const scree_body_id *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

/// The ids of all bodies in order of creation: in a world where nothing was destroyed ids ascend.
static bool find_ids(scree_world *world, scree_body_id **ids, int *count)
{
    scree_body_view view = scree_world_bodies(world);
    *count = view.count;
    *ids = malloc(((size_t)view.count + 1) * sizeof **ids);
    if (*ids == NULL)
        return false;
    memcpy(*ids, view.id, (size_t)view.count * sizeof **ids);
    qsort(*ids, (size_t)view.count, sizeof **ids, compare_ids);
    return true;
}

/// The number of a body, or -1.
static int number_of(const scree_body_id *ids, int count, scree_body_id id)
{
    const scree_body_id *found = bsearch(&id, ids, (size_t)count, sizeof *ids, compare_ids);
    return found == NULL ? -1 : (int)(found - ids);
}

static sc_model_body read_body(const scree_world *world, scree_body_id id)
{
    sc_model_body body = {
        .type = scree_body_get_type(world, id),
        .position = scree_body_position(world, id),
        .angle = scree_body_angle(world, id),
        .velocity = scree_body_velocity(world, id),
        .w = scree_body_angular_velocity(world, id),
        .linear_damping = scree_body_linear_damping(world, id),
        .angular_damping = scree_body_angular_damping(world, id),
        .gravity_scale = scree_body_gravity_scale(world, id),
        .sleep_threshold = scree_body_sleep_threshold(world, id),
    };
    scree_sincos(body.angle, &body.sin, &body.cos);
    scree_body_locks(world, id, NULL, NULL, &body.lock_angle);
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

/// Core vertices and radius of a shape; returns how many vertices.
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

/// Segments of chains are taken for such as stand alone: not all engines have chains.
static scree_shape_type type_of(const scree_world *world, scree_shape_id id)
{
    scree_shape_type type = scree_shape_get_type(world, id);
    return type == SCREE_SHAPE_CHAIN_SEGMENT ? SCREE_SHAPE_SEGMENT : type;
}

static bool read_shapes(sc_model *model, const scree_world *world, const scree_body_id *ids)
{
    int count = scree_world_shapes(world, NULL, 0);
    scree_shape_id *shapes = malloc(((size_t)count + 1) * sizeof *shapes);
    model->shapes = malloc(((size_t)count + 1) * sizeof *model->shapes);
    size_t used = 0, room = 4 * (size_t)count + SCREE_POLYGON_MAX_VERTICES;
    model->vertices = malloc(room * sizeof *model->vertices);
    bool ok = shapes != NULL && model->shapes != NULL && model->vertices != NULL;
    if (ok)
        scree_world_shapes(world, shapes, count);
    for (int i = 0; ok && i < count; ++i)
    {
        sc_model_shape shape = {
            .body = number_of(ids, model->body_count, scree_shape_body(world, shapes[i])),
            .type = type_of(world, shapes[i]),
            .first_vertex = (int)used,
            .density = scree_shape_density(world, shapes[i]),
            .material = scree_shape_material(world, shapes[i]),
            .filter = scree_shape_filter(world, shapes[i]),
        };
        scree_polygon core;
        int n = read_core(world, shapes[i], &shape, &core);
        if (used + (size_t)n > room)
        {
            room = 2 * room;
            scree_vec2 *grown = realloc(model->vertices, room * sizeof *grown);
            ok = grown != NULL;
            model->vertices = ok ? grown : model->vertices;
        }
        if (ok)
        {
            memcpy(model->vertices + used, core.vertices, (size_t)n * sizeof *model->vertices);
            used += (size_t)n;
            model->shapes[model->shape_count++] = shape;
        }
    }
    free(shapes);
    return ok;
}

static bool read_world(sc_model *model, scree_world *world, const scree_scene_state *state)
{
    scree_body_id *ids = NULL;
    int count = 0;
    bool ok = find_ids(world, &ids, &count);
    model->body_count = count;
    model->bodies = ok ? malloc(((size_t)count + 1) * sizeof *model->bodies) : NULL;
    model->kinematic = ok ? malloc(((size_t)count + 1) * sizeof *model->kinematic) : NULL;
    model->tops = ok ? malloc(((size_t)state->top_count + 1) * sizeof *model->tops) : NULL;
    ok = ok && model->bodies != NULL && model->kinematic != NULL && model->tops != NULL;
    for (int i = 0; ok && i < count; ++i)
    {
        model->bodies[i] = read_body(world, ids[i]);
        model->dynamic_count += model->bodies[i].type == SCREE_BODY_DYNAMIC;
        model->total_mass += model->bodies[i].mass;
        if (model->bodies[i].type == SCREE_BODY_KINEMATIC)
            model->kinematic[model->kinematic_count++] = i;
    }
    int first_asleep = ok ? number_of(ids, count, state->first_asleep) : 0;
    for (int i = 0; ok && i < state->asleep_count; ++i)
        model->bodies[first_asleep + i].asleep = true;
    for (int i = 0; ok && i < state->top_count; ++i)
        model->tops[model->top_count++] = number_of(ids, count, state->tops[i].body);
    size_t kinematic = (size_t)model->kinematic_count + 1;
    model->kinematic_velocity = calloc(kinematic, sizeof *model->kinematic_velocity);
    model->kinematic_w = calloc(kinematic, sizeof *model->kinematic_w);
    ok = ok && model->kinematic_velocity != NULL && model->kinematic_w != NULL &&
         read_shapes(model, world, ids);
    free(ids);
    return ok;
}

static scree_world *build_scene(const sc_model *model, const scree_scene_params *params,
                                scree_scene_state *state)
{
    scree_world_def def = scree_scene_world_def(model->scene, params->size);
    scree_world *world = scree_world_create(&def);
    if (world != NULL && scree_scene_create(model->scene, world, params, state))
        return world;
    scree_world_destroy(world);
    return NULL;
}

/// Leaves only the bodies that the scene moves by itself: what moves them needs no others.
static bool strip(scree_world *world)
{
    bool ok = true;
    scree_body_id *ids = NULL;
    int count = 0;
    ok = find_ids(world, &ids, &count);
    for (int i = 0; ok && i < count; ++i)
    {
        if (scree_body_get_type(world, ids[i]) != SCREE_BODY_KINEMATIC)
            ok = scree_body_destroy(world, ids[i]) == SCREE_OK;
    }
    free(ids);
    return ok;
}

sc_model *sc_model_create(const scree_scene *scene, const scree_scene_params *params,
                          const char **why)
{
    const char *ignored;
    why = why != NULL ? why : &ignored;
    *why = "out of memory";
    sc_model *model = calloc(1, sizeof *model);
    if (model == NULL)
        return NULL;
    model->scene = scene;
    if (scene->particles)
    {
        *why = "the scene is made of particles";
        free(model);
        return NULL;
    }
    model->params = params != NULL ? *params : (scree_scene_params){0};
    if (scene->soft)
    {
        *why = "it has soft bodies, which no other engine knows";
        free(model);
        return NULL;
    }
    scree_world *world = build_scene(model, &model->params, &model->state);
    bool ok = world != NULL;
    if (!ok)
        *why = "the scene cannot be built";
    ok = ok && read_world(model, world, &model->state);
    if (ok)
    {
        model->size = model->state.size;
        model->limits = model->state.limits;
        model->gravity = scree_world_gravity(world);
        ok = strip(world);
    }
    model->stage = world;
    if (ok)
        return model;
    sc_model_destroy(model);
    return NULL;
}

void sc_model_destroy(sc_model *model)
{
    if (model == NULL)
        return;
    scree_world_destroy(model->stage);
    free(model->bodies);
    free(model->shapes);
    free(model->vertices);
    free(model->tops);
    free(model->kinematic);
    free(model->kinematic_velocity);
    free(model->kinematic_w);
    free(model);
}

scree_body_def sc_model_body_def(const sc_model_body *body)
{
    scree_body_def def = scree_body_def_default();
    def.type = body->type;
    def.position = body->position;
    def.angle = body->angle;
    float x = body->cos * body->center.x - body->sin * body->center.y;
    float y = body->sin * body->center.x + body->cos * body->center.y;
    def.linear_velocity.x = body->velocity.x + body->w * y;
    def.linear_velocity.y = body->velocity.y - body->w * x;
    def.angular_velocity = body->w;
    def.linear_damping = body->linear_damping;
    def.angular_damping = body->angular_damping;
    def.gravity_scale = body->gravity_scale;
    def.sleep_threshold = body->sleep_threshold;
    def.lock_angle = body->lock_angle;
    return def;
}

scree_polygon sc_model_polygon(const sc_model *model, const sc_model_shape *shape)
{
    scree_polygon polygon = {.count = shape->vertex_count, .radius = shape->radius};
    memcpy(polygon.vertices, model->vertices + shape->first_vertex,
           (size_t)polygon.count * sizeof *polygon.vertices);
    return polygon;
}

bool sc_model_drive(sc_model *model, float dt)
{
    if (model->kinematic_count == 0)
        return true;
    if (scree_scene_drive(model->scene, model->stage, &model->state, dt) != SCREE_OK)
        return false;
    // Their rows keep the order of creation, which nothing but destruction changes.
    scree_body_view view = scree_world_bodies(model->stage);
    for (int i = 0; i < model->kinematic_count; ++i)
    {
        model->kinematic_velocity[i] = (scree_vec2){view.vx[i], view.vy[i]};
        model->kinematic_w[i] = view.w[i];
    }
    return scree_world_step(model->stage, dt, 1) == SCREE_OK;
}

bool sc_model_rewind(sc_model *model)
{
    if (model->kinematic_count == 0)
        return true;
    scree_scene_state state;
    scree_world *world = build_scene(model, &model->params, &state);
    if (world == NULL || !strip(world))
    {
        scree_world_destroy(world);
        return false;
    }
    scree_world_destroy(model->stage);
    model->stage = world;
    model->state = state;
    return true;
}
