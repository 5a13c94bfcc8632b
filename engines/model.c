#include "engines/model.h"

#include "engines/model_read.h"

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

static bool read_shapes(sc_model *model, const scree_world *world, const scree_body_id *ids)
{
    int count = scree_world_shapes(world, NULL, 0);
    scree_shape_id *shapes = malloc(((size_t)count + 1) * sizeof *shapes);
    bool ok = shapes != NULL;
    if (ok)
        scree_world_shapes(world, shapes, count);
    for (int i = 0; ok && i < count; ++i)
    {
        int body = number_of(ids, model->body_count, scree_shape_body(world, shapes[i]));
        ok = sc_model_take_shape(model, world, shapes[i], body);
    }
    free(shapes);
    return ok;
}

static bool read_joints(sc_model *model, const scree_world *world, const scree_body_id *ids)
{
    int count = scree_world_joint_count(world);
    scree_joint_id *joints = malloc(((size_t)count + 1) * sizeof *joints);
    bool ok = joints != NULL;
    if (ok)
        scree_world_joints(world, joints, count);
    for (int i = 0; ok && i < count; ++i)
    {
        int a = number_of(ids, model->body_count, scree_joint_body_a(world, joints[i]));
        int b = number_of(ids, model->body_count, scree_joint_body_b(world, joints[i]));
        ok = sc_model_take_joint(model, world, joints[i], a, b);
    }
    free(joints);
    return ok;
}

static bool read_world(sc_model *model, scree_world *world, const scree_scene_state *state)
{
    scree_body_id *ids = NULL;
    int count = 0;
    bool ok = find_ids(world, &ids, &count);
    model->kinematic = ok ? malloc(((size_t)count + 1) * sizeof *model->kinematic) : NULL;
    model->tops = ok ? malloc(((size_t)state->top_count + 1) * sizeof *model->tops) : NULL;
    ok = ok && model->kinematic != NULL && model->tops != NULL;
    for (int i = 0; ok && i < count; ++i)
    {
        ok = sc_model_take_body(model, world, ids[i]);
        if (ok && model->bodies[i].type == SCREE_BODY_KINEMATIC)
            model->kinematic[model->kinematic_count++] = i;
    }
    int first_asleep = ok ? number_of(ids, count, state->first_asleep) : 0;
    for (int i = 0; ok && i < state->asleep_count; ++i)
        model->bodies[first_asleep + i].asleep = true;
    for (int i = 0; ok && state->asleep != NULL && i < count; ++i)
        model->bodies[i].asleep = state->asleep[i];
    for (int i = 0; ok && i < state->top_count; ++i)
        model->tops[model->top_count++] = number_of(ids, count, state->tops[i].body);
    size_t kinematic = (size_t)model->kinematic_count + 1;
    model->kinematic_velocity = calloc(kinematic, sizeof *model->kinematic_velocity);
    model->kinematic_w = calloc(kinematic, sizeof *model->kinematic_w);
    ok = ok && model->kinematic_velocity != NULL && model->kinematic_w != NULL &&
         read_shapes(model, world, ids) && read_joints(model, world, ids);
    model->start_bodies = model->body_count;
    model->start_dynamic = model->dynamic_count;
    model->start_shapes = model->shape_count;
    model->start_joints = model->joint_count;
    model->start_vertices = model->vertex_count;
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

/// Destroys all bodies except those that the scene itself moves, because their motion needs no
/// others.
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
    ok = ok && (!scene->creates || sc_model_forget_changes(model));
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
    free(model->joints);
    free(model->vertices);
    free(model->live);
    free(model->gone);
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
    def.locks.angle = body->lock_angle;
    return def;
}

scree_polygon sc_model_polygon(const sc_model_parts *parts, const sc_model_shape *shape)
{
    scree_polygon polygon = {.count = shape->vertex_count, .radius = shape->radius};
    memcpy(polygon.vertices, parts->vertices + shape->first_vertex,
           (size_t)polygon.count * sizeof *polygon.vertices);
    return polygon;
}

sc_model_parts sc_model_parts_of(const sc_model *model)
{
    return (sc_model_parts){model->bodies, model->vertices, model->limits};
}

// Whether the engines alone decide all motion in the scene.
static bool is_left_alone(const sc_model *model)
{
    return model->kinematic_count == 0 && !model->scene->creates;
}

bool sc_model_drive(sc_model *model, float dt)
{
    if (is_left_alone(model))
        return true;
    if (scree_scene_drive(model->scene, model->stage, &model->state, dt) != SCREE_OK)
        return false;
    if (model->scene->creates && !sc_model_take_changes(model))
        return false;
    // Their rows keep the order of creation, which only destruction changes.
    scree_body_view view = scree_world_bodies(model->stage);
    for (int i = 0; i < model->kinematic_count; ++i)
    {
        int row = view.dynamic_count + i;
        model->kinematic_velocity[i] = (scree_vec2){view.vx[row], view.vy[row]};
        model->kinematic_w[i] = view.w[row];
    }
    // Only kinematic bodies move on the stage; new bodies stay where they were created.
    return model->kinematic_count == 0 || scree_world_step(model->stage, dt, 1) == SCREE_OK;
}

bool sc_model_rewind(sc_model *model)
{
    if (is_left_alone(model))
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
    return !model->scene->creates || sc_model_forget_changes(model);
}
