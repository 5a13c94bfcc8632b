/// Chipmunk 7 behind the interface, through its public calls.
#include "engines/engine_chipmunk_joints.h"
#include "engines/peer_parts.h"

#include <chipmunk/chipmunk.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// s: the time after which bodies sleep, as in both versions of Box2D. By default Chipmunk bodies
/// never sleep.
#define TIME_TO_SLEEP 0.5
/// m: the slop of both versions of Box2D. Chipmunk's default, 0.1, is meant for pixels.
#define SLOP 0.005

typedef struct chipmunk_world
{
    cpSpace *space;
    scree_vec2 gravity;
    bool sleep;
    int count, capacity;
    int finished, finished_capacity;  // the counts at the last finish()
    cpBody **bodies;                  // null: gone
    struct chipmunk_body *extras;
    // Whether surfaces of different restitution may meet. Chipmunk would multiply the two values,
    // but the scene takes the larger one.
    bool has_shapes, mixed_bounce;
    float bounce;
} chipmunk_world;

/// Properties of a body that Chipmunk has only for a whole space.
typedef struct chipmunk_body
{
    float linear_damping, angular_damping, gravity_scale;
    bool asleep;
} chipmunk_body;

static void free_shape(cpBody *body, cpShape *shape, void *space)
{
    (void)body;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void free_constraint(cpBody *body, cpConstraint *constraint, void *space)
{
    (void)body;
    cpSpaceRemoveConstraint(space, constraint);
    cpConstraintFree(constraint);
}

static bool remove_body(void *context, int number)
{
    chipmunk_world *world = context;
    cpBody *body = world->bodies[number];
    cpBodyEachConstraint(body, free_constraint, world->space);
    cpBodyEachShape(body, free_shape, world->space);
    cpSpaceRemoveBody(world->space, body);
    cpBodyFree(body);
    world->bodies[number] = NULL;
    return true;
}

static void destroy(void *context)
{
    chipmunk_world *world = context;
    for (int i = 0; world->space != NULL && i < world->count; ++i)
    {
        if (world->bodies[i] != NULL)
            remove_body(world, i);
    }
    if (world->space != NULL)
        cpSpaceFree(world->space);
    free(world->bodies);
    free(world->extras);
    free(world);
}

// A Chipmunk library with assertions writes a message to standard output, where a caller may be
// writing a file. Suppress it: sc_engine.build already reports assertions.
static cpSpace *new_quiet_space(void)
{
    fflush(stdout);
    int null = open("/dev/null", O_WRONLY), kept = null < 0 ? -1 : dup(STDOUT_FILENO);
    if (kept >= 0)
        dup2(null, STDOUT_FILENO);
    cpSpace *space = cpSpaceNew();
    fflush(stdout);
    if (kept >= 0)
    {
        dup2(kept, STDOUT_FILENO);
        close(kept);
    }
    if (null >= 0)
        close(null);
    return space;
}

static void *create(const sc_engine_settings *settings)
{
    chipmunk_world *world = calloc(1, sizeof *world);
    if (world == NULL)
        return NULL;
    world->space = new_quiet_space();
    if (world->space == NULL)
    {
        destroy(world);
        return NULL;
    }
    world->gravity = settings->gravity;
    cpSpaceSetGravity(world->space,
                      cpv((cpFloat)settings->gravity.x, (cpFloat)settings->gravity.y));
    cpSpaceSetCollisionSlop(world->space, (cpFloat)SLOP);
    world->sleep = settings->sleep;
    cpSpaceSetSleepTimeThreshold(world->space,
                                 (cpFloat)(settings->sleep ? TIME_TO_SLEEP : INFINITY));
    return world;
}

static bool make_room(chipmunk_world *world)
{
    if (world->count < world->capacity)
        return true;
    int capacity = 2 * world->capacity + 64;
    cpBody **bodies = realloc(world->bodies, (size_t)capacity * sizeof *bodies);
    if (bodies != NULL)
        world->bodies = bodies;
    chipmunk_body *extras = realloc(world->extras, (size_t)capacity * sizeof *extras);
    if (extras != NULL)
        world->extras = extras;
    if (bodies == NULL || extras == NULL)
        return false;
    world->capacity = capacity;
    return true;
}

static cpBody *new_body(const sc_model_body *model)
{
    switch (model->type)
    {
    case SCREE_BODY_DYNAMIC:
        return cpBodyNew((cpFloat)model->mass,
                         model->lock_angle ? (cpFloat)INFINITY : (cpFloat)model->inertia);
    case SCREE_BODY_KINEMATIC:
        return cpBodyNewKinematic();
    default:
        return cpBodyNewStatic();
    }
}

static bool add_body(void *context, const sc_model_body *model)
{
    chipmunk_world *world = context;
    bool moves = model->type == SCREE_BODY_DYNAMIC;
    if (!make_room(world) || (moves && !(model->mass > 0.0)))
        return false;
    cpBody *body = new_body(model);
    if (body == NULL)
        return false;
    if (moves)
        cpBodySetCenterOfGravity(body, cpv((cpFloat)model->center.x, (cpFloat)model->center.y));
    // Set the angle first, because the position of the origin depends on it if the centre of mass
    // is elsewhere.
    cpBodySetAngle(body, (cpFloat)model->angle);
    cpBodySetPosition(body, cpv((cpFloat)model->position.x, (cpFloat)model->position.y));
    cpBodySetVelocity(body, cpv((cpFloat)model->velocity.x, (cpFloat)model->velocity.y));
    cpBodySetAngularVelocity(body, (cpFloat)model->w);
    world->extras[world->count] = (chipmunk_body){model->linear_damping, model->angular_damping,
                                                  model->gravity_scale, model->asleep};
    world->bodies[world->count++] = body;
    return cpSpaceAddBody(world->space, body) != NULL;
}

// Chipmunk multiplies the coefficients of two surfaces, so pass the roots: the product is then the
// geometric mean.
static cpFloat root(float coefficient) { return (cpFloat)sqrt((double)coefficient); }

static bool set_surface(chipmunk_world *world, cpShape *shape, const sc_model_shape *model)
{
    const scree_filter *filter = &model->filter;
    bool fits = filter->category <= UINT32_MAX && filter->group <= 0;
    if (!fits || model->material.tangent_speed != 0.0f)
        return false;
    cpShapeSetFriction(shape, root(model->material.friction));
    cpShapeSetElasticity(shape, root(model->material.restitution));
    // Shapes of a Chipmunk group never collide, like those of a negative group of the scene. Bits
    // of a mask that no category can have are dropped.
    cpGroup group = (cpGroup) - (int64_t)filter->group;
    cpShapeSetFilter(shape,
                     cpShapeFilterNew(group, (cpBitmask)filter->category, (cpBitmask)filter->mask));
    if (world->has_shapes && world->bounce != model->material.restitution)
        world->mixed_bounce = true;
    world->has_shapes = true;
    world->bounce = model->material.restitution;
    return true;
}

static cpShape *new_polygon(cpBody *body, const scree_vec2 *vertices, int count, float radius)
{
    cpVect points[SCREE_POLYGON_MAX_VERTICES];
    for (int i = 0; i < count; ++i)
        points[i] = cpv((cpFloat)vertices[i].x, (cpFloat)vertices[i].y);
    return cpPolyShapeNewRaw(body, count, points, (cpFloat)radius);
}

static cpShape *new_shape(cpBody *body, const sc_model_parts *parts, const sc_model_shape *shape)
{
    const scree_vec2 *v = parts->vertices + shape->first_vertex;
    scree_vec2 corners[4];
    switch (shape->type)
    {
    case SCREE_SHAPE_CIRCLE:
        return cpCircleShapeNew(body, (cpFloat)shape->radius,
                                cpv((cpFloat)v[0].x, (cpFloat)v[0].y));
    case SCREE_SHAPE_CAPSULE:
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        return cpSegmentShapeNew(body, cpv((cpFloat)v[0].x, (cpFloat)v[0].y),
                                 cpv((cpFloat)v[1].x, (cpFloat)v[1].y), (cpFloat)shape->radius);
    case SCREE_SHAPE_POLYGON:
        return new_polygon(body, v, shape->vertex_count, shape->radius);
    case SCREE_SHAPE_HALF_SPACE:
        sc_part_of_half_space(parts, shape, corners);
        return new_polygon(body, corners, 4, 0.0f);
    case SCREE_SHAPE_NONE:
        break;
    }
    return NULL;
}

static bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *shape)
{
    chipmunk_world *world = context;
    cpShape *added = new_shape(world->bodies[shape->body], parts, shape);
    if (added == NULL)
        return false;
    cpSpaceAddShape(world->space, added);
    return set_surface(world, added, shape);
}

static cpBool take_larger_bounce(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)space;
    (void)data;
    cpShape *a, *b;
    cpArbiterGetShapes(arbiter, &a, &b);
    cpFloat p = cpShapeGetElasticity(a), q = cpShapeGetElasticity(b), larger = p > q ? p : q;
    cpArbiterSetRestitution(arbiter, larger * larger);
    return cpTrue;
}

static void update_velocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    const chipmunk_body *extra = cpBodyGetUserData(body);
    cpVect scaled = cpvmult(gravity, (cpFloat)extra->gravity_scale);
    cpBodyUpdateVelocity(body, scaled, damping, dt);
    cpBodySetVelocity(
        body, cpvmult(cpBodyGetVelocity(body), 1 / (1 + dt * (cpFloat)extra->linear_damping)));
    cpBodySetAngularVelocity(body, cpBodyGetAngularVelocity(body) /
                                       (1 + dt * (cpFloat)extra->angular_damping));
}

static bool finish(void *context)
{
    chipmunk_world *world = context;
    if (world->mixed_bounce)
        cpSpaceAddDefaultCollisionHandler(world->space)->preSolveFunc = take_larger_bounce;
    // Bodies point to their chipmunk_body, whose array moves when it grows.
    bool moved = world->finished_capacity != world->capacity;
    int first = moved ? 0 : world->finished;
    for (int i = first; i < world->count; ++i)
    {
        chipmunk_body *extra = &world->extras[i];
        if (world->bodies[i] == NULL)
            continue;
        if (extra->linear_damping == 0.0f && extra->angular_damping == 0.0f &&
            extra->gravity_scale == 1.0f)
            continue;
        cpBodySetUserData(world->bodies[i], extra);
        if (cpBodyGetType(world->bodies[i]) == CP_BODY_TYPE_DYNAMIC)
            cpBodySetVelocityUpdateFunc(world->bodies[i], update_velocity);
    }
    for (int i = world->finished; i < world->count && world->sleep; ++i)
    {
        if (world->extras[i].asleep)
            cpBodySleep(world->bodies[i]);
    }
    world->finished = world->count;
    world->finished_capacity = world->capacity;
    return true;
}

static bool add_joint(void *context, const sc_model_joint *joint)
{
    const chipmunk_world *world = context;
    return sc_add_chipmunk_joint(world->space, world->bodies[joint->body_a],
                                 world->bodies[joint->body_b], joint);
}

static void set_velocity(void *context, int body, scree_vec2 linear, float angular)
{
    // The centre of a kinematic body is its origin.
    chipmunk_world *world = context;
    cpBodySetVelocity(world->bodies[body], cpv((cpFloat)linear.x, (cpFloat)linear.y));
    cpBodySetAngularVelocity(world->bodies[body], (cpFloat)angular);
}

static bool step(void *context, float dt)
{
    chipmunk_world *world = context;
    cpSpaceStep(world->space, (cpFloat)dt);
    return true;
}

static void read_poses(void *context, sc_model_pose *poses)
{
    const chipmunk_world *world = context;
    for (int i = 0; i < world->count; ++i)
    {
        poses[i] = (sc_model_pose){0};
        if (world->bodies[i] == NULL)
            continue;
        cpVect p = cpBodyGetPosition(world->bodies[i]), q = cpBodyGetRotation(world->bodies[i]);
        poses[i] = (sc_model_pose){(float)p.x, (float)p.y, (float)q.x, (float)q.y};
    }
}

static void read_velocities(void *context, sc_model_velocity *velocities)
{
    const chipmunk_world *world = context;
    for (int i = 0; i < world->count; ++i)
    {
        velocities[i] = (sc_model_velocity){0};
        if (world->bodies[i] == NULL)
            continue;
        cpVect v = cpBodyGetVelocity(world->bodies[i]);
        velocities[i] = (sc_model_velocity){(float)v.x, (float)v.y,
                                            (float)cpBodyGetAngularVelocity(world->bodies[i])};
    }
}

static void count_contact(cpBody *body, cpArbiter *arbiter, void *counts)
{
    (void)body;
    ((sc_engine_counts *)counts)->contacts += cpArbiterGetCount(arbiter) > 0;
}

static void count_body(cpBody *body, void *counts)
{
    sc_engine_counts *sum = counts;
    ++sum->bodies;
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC)
    {
        sum->mass += (double)cpBodyGetMass(body);
        sum->asleep += cpBodyIsSleeping(body);
    }
    cpBodyEachArbiter(body, count_contact, counts);
}

static void count_shape(cpShape *shape, void *counts)
{
    (void)shape;
    ++((sc_engine_counts *)counts)->shapes;
}

static sc_engine_counts count(void *context)
{
    chipmunk_world *world = context;
    sc_engine_counts counts = {.pairs = -1};
    cpSpaceEachBody(world->space, count_body, &counts);
    cpSpaceEachShape(world->space, count_shape, &counts);
    counts.contacts /= 2;  // each hangs on both of its bodies
    return counts;
}

const sc_engine sc_engine_chipmunk = {
    .name = "chipmunk",
    .version = "Chipmunk " SC_PEER_VERSION,
    .build = SC_PEER_BUILD,
    .notes = "sequential impulses, one step of 10 iterations, its default, whatever `substeps` "
             "says; collision bias as it comes; slop 0.005 m in place of 0.1, which is meant for "
             "pixels. Coefficients are multiplied, so each surface has the root of the scene's; "
             "where restitutions differ a callback takes the larger. No restitution threshold, no "
             "continuous collision, no contact stiffness, no rolling resistance, no static "
             "friction (the sliding coefficient holds); tangent speed and positive groups are "
             "refused. A half-space is a box as wide as the scene. Pairs are not told. "
             "Where bodies may fall asleep they do after 0.5 s, and none can be kept awake. Joints "
             "are made up of constraints with their bias as it comes: distance, revolute, "
             "prismatic, weld and wheel, without a stiffness for what they hold; the rest is "
             "refused.",
    .max_threads = 1,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .add_shape = add_shape,
    .finish = finish,
    .refuse_joint = sc_refuse_chipmunk_joint,
    .add_joint = add_joint,
    .remove_body = remove_body,
    .set_velocity = set_velocity,
    .step = step,
    .read = read_poses,
    .read_velocities = read_velocities,
    .count = count,
};
