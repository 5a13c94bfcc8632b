/// scree behind the interface, through its public calls.
#include "engines/engine.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct scree_engine
{
    scree_world *world;
    int substeps;
    float joint_hertz;
    bool goes_on;
    int count, capacity, finished;
    scree_body_id *ids;  // null: gone
    bool *asleep;
} scree_engine;

static void destroy(void *context)
{
    scree_engine *engine = context;
    scree_world_destroy(engine->world);
    free(engine->ids);
    free(engine->asleep);
    free(engine);
}

static void *create(const sc_engine_settings *settings)
{
    scree_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    scree_world_def def = scree_world_def_default();
    def.gravity = settings->gravity;
    def.enable_sleep = settings->sleep;
    def.enable_continuous = settings->continuous;
    def.simd = settings->simd;
    def.worker_count = settings->threads;
    def.restitution_threshold = settings->restitution_threshold;
    if (settings->contact_hertz > 0.0f)
        def.contact_hertz = settings->contact_hertz;
    def.solver = settings->solving.solver;
    def.iterations = settings->solving.iterations;
    def.erp = settings->solving.erp;
    def.position_correction = settings->solving.position_correction;
    def.slop = settings->solving.slop;
    def.warm_starting = settings->solving.warm_starting;
    def.measure_residual = settings->solving.measure_residual;
    def.measure_times = settings->solving.measure_times;
    engine->substeps = settings->substeps;
    engine->joint_hertz = settings->joint_hertz;
    engine->goes_on = settings->goes_on;
    engine->world = scree_world_create(&def);
    if (engine->world != NULL)
        return engine;
    destroy(engine);
    return NULL;
}

static bool add_body(void *context, const sc_model_body *body)
{
    scree_engine *engine = context;
    if (engine->count == engine->capacity)
    {
        int capacity = 2 * engine->capacity + 64;
        scree_body_id *ids = realloc(engine->ids, (size_t)capacity * sizeof *ids);
        engine->ids = ids != NULL ? ids : engine->ids;
        bool *asleep = realloc(engine->asleep, (size_t)capacity * sizeof *asleep);
        engine->asleep = asleep != NULL ? asleep : engine->asleep;
        if (ids == NULL || asleep == NULL)
            return false;
        engine->capacity = capacity;
    }
    scree_body_def def = sc_model_body_def(body);
    def.user_data = (void *)(uintptr_t)engine->count;
    scree_body_id id = scree_body_create(engine->world, &def);
    engine->asleep[engine->count] = body->asleep;
    engine->ids[engine->count++] = id;
    return id.value != 0;
}

static bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *shape)
{
    scree_engine *engine = context;
    scree_shape_def def = scree_shape_def_default();
    def.density = shape->density;
    def.material = shape->material;
    def.filter = shape->filter;
    scree_body_id body = engine->ids[shape->body];
    const scree_vec2 *v = parts->vertices + shape->first_vertex;
    scree_shape_id id = {0};
    switch (shape->type)
    {
    case SCREE_SHAPE_CIRCLE:
        id = scree_shape_create_circle(engine->world, body, &def,
                                       &(scree_circle){v[0], shape->radius});
        break;
    case SCREE_SHAPE_CAPSULE:
        id = scree_shape_create_capsule(engine->world, body, &def,
                                        &(scree_capsule){v[0], v[1], shape->radius});
        break;
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        id = scree_shape_create_segment(engine->world, body, &def, &(scree_segment){v[0], v[1]});
        break;
    case SCREE_SHAPE_POLYGON:
    {
        scree_polygon polygon = sc_model_polygon(parts, shape);
        id = scree_shape_create_polygon(engine->world, body, &def, &polygon);
        break;
    }
    case SCREE_SHAPE_HALF_SPACE:
        id = scree_shape_create_half_space(
            engine->world, body, &def,
            &(scree_half_space){shape->plane.normal, shape->plane.offset});
        break;
    case SCREE_SHAPE_NONE:
        break;
    }
    return id.value != 0;
}

static bool finish(void *context)
{
    scree_engine *engine = context;
    bool ok = true;
    for (; ok && engine->finished < engine->count; ++engine->finished)
    {
        int i = engine->finished;
        // In worlds without sleep this call does nothing.
        ok = !engine->asleep[i] ||
             scree_body_set_awake(engine->world, engine->ids[i], false) == SCREE_OK;
    }
    return ok;
}

static const char *refuse_joint(const sc_model_joint *joint)
{
    (void)joint;
    return NULL;
}

static void set_stiffness(sc_model_joint *joint, float hertz)
{
    scree_joint_base *base = &joint->def.common.base;
    bool turns = joint->type == SCREE_JOINT_WELD && joint->def.weld.angular_hertz == 0.0f;
    if (hertz > 0.0f && base->hertz == 0.0f)
    {
        base->hertz = hertz;
        base->damping_ratio = SC_JOINT_DAMPING_RATIO;
    }
    if (hertz > 0.0f && turns)
    {
        joint->def.weld.angular_hertz = hertz;
        joint->def.weld.angular_damping_ratio = SC_JOINT_DAMPING_RATIO;
    }
}

static bool add_joint(void *context, const sc_model_joint *joint)
{
    const scree_engine *engine = context;
    sc_model_joint j = *joint;
    j.def.common.base.body_a = engine->ids[joint->body_a];
    j.def.common.base.body_b = engine->ids[joint->body_b];
    set_stiffness(&j, engine->joint_hertz);
    switch (joint->type)
    {
    case SCREE_JOINT_DISTANCE:
        return scree_joint_create_distance(engine->world, &j.def.distance).value != 0;
    case SCREE_JOINT_REVOLUTE:
        return scree_joint_create_revolute(engine->world, &j.def.revolute).value != 0;
    case SCREE_JOINT_PRISMATIC:
        return scree_joint_create_prismatic(engine->world, &j.def.prismatic).value != 0;
    case SCREE_JOINT_WELD:
        return scree_joint_create_weld(engine->world, &j.def.weld).value != 0;
    case SCREE_JOINT_WHEEL:
        return scree_joint_create_wheel(engine->world, &j.def.wheel).value != 0;
    case SCREE_JOINT_MOTOR:
        return scree_joint_create_motor(engine->world, &j.def.motor).value != 0;
    case SCREE_JOINT_FILTER:
        return scree_joint_create_filter(engine->world, &j.def.filter).value != 0;
    case SCREE_JOINT_GEAR:
        return scree_joint_create_gear(engine->world, &j.def.gear).value != 0;
    case SCREE_JOINT_PULLEY:
        return scree_joint_create_pulley(engine->world, &j.def.pulley).value != 0;
    case SCREE_JOINT_RACK:
        return scree_joint_create_rack(engine->world, &j.def.rack).value != 0;
    case SCREE_JOINT_RATCHET:
        return scree_joint_create_ratchet(engine->world, &j.def.ratchet).value != 0;
    case SCREE_JOINT_TYPE_COUNT:
        break;
    }
    return false;
}

static bool remove_body(void *context, int body)
{
    scree_engine *engine = context;
    bool ok = scree_body_destroy(engine->world, engine->ids[body]) == SCREE_OK;
    engine->ids[body] = (scree_body_id){0};
    return ok;
}

static void set_velocity(void *context, int body, scree_vec2 linear, float angular)
{
    // A kinematic body turns round its origin.
    scree_engine *engine = context;
    scree_body_set_velocity(engine->world, engine->ids[body], linear, angular);
}

static bool step(void *context, float dt)
{
    scree_engine *engine = context;
    scree_result result = scree_world_step(engine->world, dt, engine->substeps);
    return result == SCREE_OK || (engine->goes_on && result == SCREE_ERROR_NOT_FINITE);
}

static void read_poses(void *context, sc_model_pose *poses)
{
    scree_engine *engine = context;
    scree_body_view view = scree_world_bodies(engine->world);
    for (int i = 0; i < engine->count; ++i)
        poses[i] = (sc_model_pose){0};
    for (int row = 0; row < view.count; ++row)
    {
        uintptr_t number = (uintptr_t)scree_body_user_data(engine->world, view.id[row]);
        poses[number] = (sc_model_pose){view.x[row], view.y[row], view.cos[row], view.sin[row]};
    }
}

static void read_velocities(void *context, sc_model_velocity *velocities)
{
    const scree_engine *engine = context;
    for (int i = 0; i < engine->count; ++i)
    {
        scree_body_id id = engine->ids[i];
        scree_vec2 v = scree_body_linear_velocity(engine->world, id);
        velocities[i] =
            (sc_model_velocity){v.x, v.y, scree_body_angular_velocity(engine->world, id)};
        if (id.value != 0 && !scree_body_is_enabled(engine->world, id))
            velocities[i] = (sc_model_velocity){NAN, NAN, NAN};
    }
}

static sc_engine_counts count(void *context)
{
    scree_engine *engine = context;
    scree_counters counters = scree_world_counters(engine->world);
    sc_engine_counts counts = {
        .bodies = counters.bodies,
        .shapes = counters.shapes,
        .pairs = counters.pairs,
        .contacts = counters.contacts,
        .asleep = counters.asleep_bodies,
        .colours = counters.colours,
        .lane_fill = (double)counters.lane_fill,
    };
    for (int i = 0; i < engine->count; ++i)
    {
        if (scree_body_get_type(engine->world, engine->ids[i]) == SCREE_BODY_DYNAMIC)
            counts.mass += (double)scree_body_mass(engine->world, engine->ids[i]);
    }
    return counts;
}

static double stage_ms(void *context, int stage)
{
    scree_engine *engine = context;
    return scree_world_stage_ms(engine->world, stage);
}

static scree_residual residual(void *context)
{
    scree_engine *engine = context;
    return scree_world_residual(engine->world);
}

static bool cast_rays(void *context, const scree_ray_batch *rays, float *fraction)
{
    const scree_engine *engine = context;
    return scree_world_cast_rays(engine->world, rays, fraction, NULL, NULL, NULL) == SCREE_OK;
}

static bool cast_each_ray(void *context, const scree_ray_batch *rays, float *fraction)
{
    const scree_engine *engine = context;
    bool ok = true;
    for (int i = 0; i < rays->count; ++i)
    {
        scree_ray_hit hit = scree_world_cast_ray(
            engine->world, (scree_vec2){rays->origin_x[i], rays->origin_y[i]},
            (scree_vec2){rays->translation_x[i], rays->translation_y[i]}, rays->filter);
        fraction[i] = hit.fraction;
        ok = ok && hit.result == SCREE_OK;
    }
    return ok;
}

static bool count_overlaps(void *context, const scree_aabb *aabbs, int count, int *overlaps)
{
    const scree_engine *engine = context;
    bool ok = true;
    for (int i = 0; i < count; ++i)
    {
        overlaps[i] = scree_world_overlap_aabb(engine->world, aabbs[i],
                                               scree_query_filter_default(), NULL, 0);
        ok = ok && overlaps[i] >= 0;
    }
    return ok;
}

const sc_engine sc_engine_scree = {
    .name = "scree",
    .version = "scree " SC_ENGINES_SCREE_VERSION,
    .build = "this build",
    .notes = "soft_step: soft contacts, `substeps` of them per step; instruction set picked at run "
             "time unless named; fast shapes look ahead, continuous collision "
             "off",
    .max_threads = 64,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .add_shape = add_shape,
    .finish = finish,
    .refuse_joint = refuse_joint,
    .add_joint = add_joint,
    .remove_body = remove_body,
    .set_velocity = set_velocity,
    .step = step,
    .read = read_poses,
    .read_velocities = read_velocities,
    .count = count,
    .stage_ms = stage_ms,
    .residual = residual,
    .cast_rays = cast_rays,
    .cast_each_ray = cast_each_ray,
    .count_overlaps = count_overlaps,
};
