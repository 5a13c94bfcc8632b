/// Box2D 3 behind the interface, through its public calls.
#include "engines/engine.h"
#include "engines/peer_parts.h"

#include <box2d/box2d.h>
#include <math.h>
#include <stdlib.h>

#if defined(SC_BOX2D_3_THREADS)
#include <box2d/constants.h>
#define MAX_THREADS B2_MAX_WORKERS
#else
// Before version 3.2 of Box2D, its caller has to provide the threads.
#define MAX_THREADS 1
#endif

typedef struct box2d_body
{
    b2BodyId id;
    bool moves;
    sc_model_body model;
} box2d_body;

typedef struct box2d_world
{
    b2WorldId id;
    int substeps;
    float joint_hertz;
    bool sleep;
    int count, capacity, finished;
    box2d_body *bodies;  // null ids: gone
} box2d_world;

static void destroy(void *context)
{
    box2d_world *world = context;
    if (b2World_IsValid(world->id))
        b2DestroyWorld(world->id);
    free(world->bodies);
    free(world);
}

static void *create(const sc_engine_settings *settings)
{
    box2d_world *world = calloc(1, sizeof *world);
    if (world == NULL)
        return NULL;
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = (b2Vec2){settings->gravity.x, settings->gravity.y};
    def.restitutionThreshold = settings->restitution_threshold;
    if (settings->contact_hertz > 0.0f)
        def.contactHertz = settings->contact_hertz;
    def.enableSleep = world->sleep = settings->sleep;
    def.enableContinuous = settings->continuous;
    def.workerCount = settings->threads;
    world->substeps = settings->substeps;
    world->joint_hertz = settings->joint_hertz;
    world->id = b2CreateWorld(&def);
    if (b2World_IsValid(world->id))
        return world;
    destroy(world);
    return NULL;
}

static box2d_body *new_body(box2d_world *world)
{
    if (world->count == world->capacity)
    {
        int capacity = 2 * world->capacity + 64;
        box2d_body *bodies = realloc(world->bodies, (size_t)capacity * sizeof *bodies);
        if (bodies == NULL)
            return NULL;
        world->bodies = bodies;
        world->capacity = capacity;
    }
    return &world->bodies[world->count++];
}

static bool add_body(void *context, const sc_model_body *model)
{
    box2d_world *world = context;
    if (model->type == SCREE_BODY_DYNAMIC && !(model->mass > 0.0))
        return false;  // Box2D has no dynamic body of infinite mass
    box2d_body *body = new_body(world);
    if (body == NULL)
        return false;
    b2BodyDef def = b2DefaultBodyDef();
    def.type = model->type == SCREE_BODY_DYNAMIC     ? b2_dynamicBody
               : model->type == SCREE_BODY_KINEMATIC ? b2_kinematicBody
                                                     : b2_staticBody;
    def.position.x = model->position.x;
    def.position.y = model->position.y;
    def.rotation = (b2Rot){model->cos, model->sin};
    def.linearDamping = model->linear_damping;
    def.angularDamping = model->angular_damping;
    def.gravityScale = model->gravity_scale;
    def.sleepThreshold = model->sleep_threshold;
    def.enableSleep = model->sleep_threshold > 0.0f;
    def.isAwake = !(world->sleep && model->asleep);
#if defined(SC_BOX2D_3_LOCKS)
    def.motionLocks.angularZ = model->lock_angle;
#else
    def.fixedRotation = model->lock_angle;
#endif
    *body = (box2d_body){b2CreateBody(world->id, &def), def.type == b2_dynamicBody, *model};
    return b2Body_IsValid(body->id);
}

// Hulls merge vertices nearer than 5 mm, so a thinner box needs a call of its own.
static bool thin_box(const scree_vec2 *v, int count, float radius, b2Polygon *box)
{
    const float x = 0.5f * (v[1].x - v[0].x), y = 0.5f * (v[1].y - v[0].y);
    const float across_x = 0.5f * (v[2].x - v[1].x), across_y = 0.5f * (v[2].y - v[1].y);
    const float half_width = hypotf(x, y), half_height = hypotf(across_x, across_y);
    const float tolerance = 1e-5f * (half_width + half_height);
    if (count != 4 || !(half_width > 0.0f) ||
        hypotf(v[3].x - v[0].x - 2.0f * across_x, v[3].y - v[0].y - 2.0f * across_y) > tolerance ||
        fabsf(x * across_x + y * across_y) > tolerance * half_width)
    {
        return false;
    }
    const b2Vec2 center = {0.5f * (v[0].x + v[2].x), 0.5f * (v[0].y + v[2].y)};
    const b2Rot turn = {x / half_width, y / half_width};
    *box = b2MakeOffsetRoundedBox(half_width, half_height, center, turn, radius);
    return true;
}

// The vertices of the scene's polygon, without those that Box2D counts as duplicates.
static bool add_polygon(b2BodyId body, const b2ShapeDef *def, const scree_vec2 *vertices, int count,
                        float radius)
{
    b2Vec2 points[SC_PART_MAX_VERTICES];
    for (int i = 0; i < count; ++i)
        points[i] = (b2Vec2){vertices[i].x, vertices[i].y};
    b2Hull hull = b2ComputeHull(points, count);
    b2Polygon polygon = {0};
    if (hull.count >= 3)
        polygon = b2MakePolygon(&hull, radius);
    else if (!thin_box(vertices, count, radius, &polygon))
        return false;
    return b2Shape_IsValid(b2CreatePolygonShape(body, def, &polygon));
}

static bool add_polygons(b2BodyId body, const b2ShapeDef *def, const sc_model_parts *parts,
                         const sc_model_shape *shape)
{
    scree_vec2 vertices[SC_PART_MAX_VERTICES];
    bool ok = true;
    b2ShapeDef part_def = *def;
    for (int part = 0, n; ok && (n = sc_part_of_polygon(parts, shape, part, vertices)) > 0; ++part)
    {
        ok = add_polygon(body, &part_def, vertices, n, shape->radius);
        part_def.userData = NULL;
    }
    return ok;
}

static b2ShapeDef shape_def(const sc_model_shape *shape)
{
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = shape->density;
    def.material.friction = shape->material.friction;
    def.material.restitution = shape->material.restitution;
    def.material.rollingResistance = shape->material.rolling_resistance;
    def.filter = (b2Filter){shape->filter.category, shape->filter.mask, shape->filter.group};
    return def;
}

// Its address marks the first one of the pieces that make up a shape.
static char first_piece;

static bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *shape)
{
    box2d_world *world = context;
    if (shape->material.tangent_speed != 0.0f)
        return false;  // not mapped
    b2BodyId body = world->bodies[shape->body].id;
    const scree_vec2 *v = parts->vertices + shape->first_vertex;
    b2ShapeDef def = shape_def(shape);
    def.userData = &first_piece;
    scree_vec2 corners[4];
    b2ShapeId id = b2_nullShapeId;
    switch (shape->type)
    {
    case SCREE_SHAPE_CIRCLE:
        id = b2CreateCircleShape(body, &def, &(b2Circle){{v[0].x, v[0].y}, shape->radius});
        break;
    case SCREE_SHAPE_CAPSULE:
        id = b2CreateCapsuleShape(body, &def,
                                  &(b2Capsule){{v[0].x, v[0].y}, {v[1].x, v[1].y}, shape->radius});
        break;
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        id = b2CreateSegmentShape(body, &def, &(b2Segment){{v[0].x, v[0].y}, {v[1].x, v[1].y}});
        break;
    case SCREE_SHAPE_POLYGON:
        return add_polygons(body, &def, parts, shape);
    case SCREE_SHAPE_HALF_SPACE:
        sc_part_of_half_space(parts, shape, corners);
        return add_polygon(body, &def, corners, 4, 0.0f);
    case SCREE_SHAPE_NONE:
        break;
    }
    return b2Shape_IsValid(id);
}

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-5 * fabs(b); }

// Sets the mass of the model, unless the mass that Box2D has computed equals it up to rounding.
static void set_mass(const box2d_body *body)
{
    const sc_model_body *model = &body->model;
    double size = sqrt(model->inertia / model->mass);
    b2MassData data = b2Body_GetMassData(body->id);
    double off = hypot((double)data.center.x - (double)model->center.x,
                       (double)data.center.y - (double)model->center.y);
    bool same_inertia =
        model->lock_angle || is_near((double)data.rotationalInertia, model->inertia);
    if (is_near((double)data.mass, model->mass) && same_inertia && off <= 1e-5 * size)
        return;
    b2MassData wanted = {
        (float)model->mass, {model->center.x, model->center.y}, (float)model->inertia};
    b2Body_SetMassData(body->id, wanted);
}

static bool finish(void *context)
{
    box2d_world *world = context;
    for (; world->finished < world->count; ++world->finished)
    {
        const box2d_body *body = &world->bodies[world->finished];
        if (body->moves)
            set_mass(body);
        // Box2D's velocities are velocities of the centre of mass too.
        b2Body_SetLinearVelocity(body->id,
                                 (b2Vec2){body->model.velocity.x, body->model.velocity.y});
        b2Body_SetAngularVelocity(body->id, body->model.w);
    }
    return true;
}

static const char *refuse_joint(const sc_model_joint *joint)
{
    const scree_joint_base *base = &joint->def.common.base;
#if !defined(SC_BOX2D_3_THREADS)
    return "is tried with joints from version 3.2 on";
#endif
    if (base->break_force > 0.0f || base->break_torque > 0.0f)
        return "has no joints that break";
    switch (joint->type)
    {
    case SCREE_JOINT_DISTANCE:
    case SCREE_JOINT_REVOLUTE:
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WELD:
    case SCREE_JOINT_MOTOR:
    case SCREE_JOINT_FILTER:
        return NULL;
    case SCREE_JOINT_WHEEL:
        return joint->def.wheel.spring.target != 0.0f ? "has wheels only with springs at rest at 0"
                                                      : NULL;
    default:
        return "has no gears, pulleys, racks or ratchets";
    }
}

#if defined(SC_BOX2D_3_THREADS)

static b2Transform frame_of(scree_frame frame)
{
    return (b2Transform){{frame.position.x, frame.position.y}, b2MakeRot(frame.angle)};
}

static void set_base(b2JointDef *def, const box2d_world *world, const sc_model_joint *joint)
{
    const scree_joint_base *base = &joint->def.common.base;
    def->bodyIdA = world->bodies[joint->body_a].id;
    def->bodyIdB = world->bodies[joint->body_b].id;
    def->localFrameA = frame_of(base->frame_a);
    def->localFrameB = frame_of(base->frame_b);
    def->collideConnected = base->collide_connected;
    // At 0, Box2D keeps its default stiffness.
    if (world->joint_hertz > 0.0f)
    {
        def->constraintHertz = world->joint_hertz;
        def->constraintDampingRatio = SC_JOINT_DAMPING_RATIO;
    }
    if (base->hertz > 0.0f)
    {
        def->constraintHertz = base->hertz;
        def->constraintDampingRatio = base->damping_ratio;
    }
}

static b2JointId add_distance(const box2d_world *world, const sc_model_joint *joint)
{
    const scree_distance_joint_def *from = &joint->def.distance;
    b2DistanceJointDef def = b2DefaultDistanceJointDef();
    set_base(&def.base, world, joint);
    def.length = from->length;
    def.enableSpring = from->spring.enable;
    def.hertz = from->spring.hertz;
    def.dampingRatio = from->spring.damping_ratio;
    def.lowerSpringForce = from->lower_spring_force;
    def.upperSpringForce = from->upper_spring_force;
    def.enableLimit = from->limits.enable;
    def.minLength = from->limits.lower;
    def.maxLength = from->limits.upper;
    def.enableMotor = from->motor.enable;
    def.motorSpeed = from->motor.speed;
    def.maxMotorForce = from->motor.max;
    return b2CreateDistanceJoint(world->id, &def);
}

static b2JointId add_revolute(const box2d_world *world, const sc_model_joint *joint)
{
    const scree_revolute_joint_def *from = &joint->def.revolute;
    b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
    set_base(&def.base, world, joint);
    def.enableSpring = from->spring.enable;
    def.hertz = from->spring.hertz;
    def.dampingRatio = from->spring.damping_ratio;
    def.targetAngle = from->spring.target;
    def.enableLimit = from->limits.enable;
    def.lowerAngle = from->limits.lower;
    def.upperAngle = from->limits.upper;
    def.enableMotor = from->motor.enable;
    def.motorSpeed = from->motor.speed;
    def.maxMotorTorque = from->motor.max;
    return b2CreateRevoluteJoint(world->id, &def);
}

static b2JointId add_prismatic(const box2d_world *world, const sc_model_joint *joint)
{
    const scree_prismatic_joint_def *from = &joint->def.prismatic;
    b2PrismaticJointDef def = b2DefaultPrismaticJointDef();
    set_base(&def.base, world, joint);
    def.enableSpring = from->spring.enable;
    def.hertz = from->spring.hertz;
    def.dampingRatio = from->spring.damping_ratio;
    def.targetTranslation = from->spring.target;
    def.enableLimit = from->limits.enable;
    def.lowerTranslation = from->limits.lower;
    def.upperTranslation = from->limits.upper;
    def.enableMotor = from->motor.enable;
    def.motorSpeed = from->motor.speed;
    def.maxMotorForce = from->motor.max;
    return b2CreatePrismaticJoint(world->id, &def);
}

static b2JointId add_weld(const box2d_world *world, const sc_model_joint *joint)
{
    const scree_weld_joint_def *from = &joint->def.weld;
    b2WeldJointDef def = b2DefaultWeldJointDef();
    set_base(&def.base, world, joint);
    def.linearHertz = from->base.hertz;
    def.linearDampingRatio = from->base.damping_ratio;
    def.angularHertz = from->angular_hertz;
    def.angularDampingRatio = from->angular_damping_ratio;
    return b2CreateWeldJoint(world->id, &def);
}

static b2JointId add_wheel(const box2d_world *world, const sc_model_joint *joint)
{
    const scree_wheel_joint_def *from = &joint->def.wheel;
    b2WheelJointDef def = b2DefaultWheelJointDef();
    set_base(&def.base, world, joint);
    def.enableSpring = from->spring.enable;
    def.hertz = from->spring.hertz;
    def.dampingRatio = from->spring.damping_ratio;
    def.enableLimit = from->limits.enable;
    def.lowerTranslation = from->limits.lower;
    def.upperTranslation = from->limits.upper;
    def.enableMotor = from->motor.enable;
    def.motorSpeed = from->motor.speed;
    def.maxMotorTorque = from->motor.max;
    return b2CreateWheelJoint(world->id, &def);
}

static b2JointId add_motor(const box2d_world *world, const sc_model_joint *joint)
{
    const scree_motor_joint_def *from = &joint->def.motor;
    b2MotorJointDef def = b2DefaultMotorJointDef();
    set_base(&def.base, world, joint);
    def.linearVelocity = (b2Vec2){from->linear_velocity.x, from->linear_velocity.y};
    def.angularVelocity = from->angular_velocity;
    def.maxVelocityForce = from->max_velocity_force;
    def.maxVelocityTorque = from->max_velocity_torque;
    def.linearHertz = from->linear_hertz;
    def.linearDampingRatio = from->linear_damping_ratio;
    def.angularHertz = from->angular_hertz;
    def.angularDampingRatio = from->angular_damping_ratio;
    def.maxSpringForce = from->max_spring_force;
    def.maxSpringTorque = from->max_spring_torque;
    return b2CreateMotorJoint(world->id, &def);
}

static bool add_joint(void *context, const sc_model_joint *joint)
{
    const box2d_world *world = context;
    switch (joint->type)
    {
    case SCREE_JOINT_DISTANCE:
        return b2Joint_IsValid(add_distance(world, joint));
    case SCREE_JOINT_REVOLUTE:
        return b2Joint_IsValid(add_revolute(world, joint));
    case SCREE_JOINT_PRISMATIC:
        return b2Joint_IsValid(add_prismatic(world, joint));
    case SCREE_JOINT_WELD:
        return b2Joint_IsValid(add_weld(world, joint));
    case SCREE_JOINT_WHEEL:
        return b2Joint_IsValid(add_wheel(world, joint));
    case SCREE_JOINT_MOTOR:
        return b2Joint_IsValid(add_motor(world, joint));
    case SCREE_JOINT_FILTER:
    {
        b2FilterJointDef def = b2DefaultFilterJointDef();
        set_base(&def.base, world, joint);
        return b2Joint_IsValid(b2CreateFilterJoint(world->id, &def));
    }
    default:
        return false;
    }
}

#else

static bool add_joint(void *context, const sc_model_joint *joint)
{
    (void)context;
    (void)joint;
    return false;
}

#endif

static bool remove_body(void *context, int body)
{
    box2d_world *world = context;
    b2DestroyBody(world->bodies[body].id);
    world->bodies[body].id = b2_nullBodyId;
    return true;
}

static void set_velocity(void *context, int body, scree_vec2 linear, float angular)
{
    // The centre of a kinematic body is its origin.
    box2d_world *world = context;
    b2Body_SetLinearVelocity(world->bodies[body].id, (b2Vec2){linear.x, linear.y});
    b2Body_SetAngularVelocity(world->bodies[body].id, angular);
}

static bool step(void *context, float dt)
{
    box2d_world *world = context;
    b2World_Step(world->id, dt, world->substeps);
    return true;
}

static void read_poses(void *context, sc_model_pose *poses)
{
    const box2d_world *world = context;
    for (int i = 0; i < world->count; ++i)
    {
        poses[i] = (sc_model_pose){0};
        if (B2_IS_NULL(world->bodies[i].id))
            continue;
        b2Rot q = b2Body_GetRotation(world->bodies[i].id);
        poses[i] = (sc_model_pose){(float)b2Body_GetPosition(world->bodies[i].id).x,
                                   (float)b2Body_GetPosition(world->bodies[i].id).y, q.c, q.s};
    }
}

static void read_velocities(void *context, sc_model_velocity *velocities)
{
    const box2d_world *world = context;
    for (int i = 0; i < world->count; ++i)
    {
        velocities[i] = (sc_model_velocity){0};
        b2BodyId id = world->bodies[i].id;
        if (B2_IS_NULL(id))
            continue;
        b2Vec2 v = b2Body_GetLinearVelocity(id);
        velocities[i] = (sc_model_velocity){v.x, v.y, b2Body_GetAngularVelocity(id)};
    }
}

// Both bodies of a contact have it in their lists, so count it at the body of its first shape only.
static int count_contacts(b2BodyId body)
{
    int capacity = b2Body_GetContactCapacity(body), touching = 0;
    b2ContactData *contacts = malloc(((size_t)capacity + 1) * sizeof *contacts);
    int count = contacts == NULL ? 0 : b2Body_GetContactData(body, contacts, capacity);
    for (int i = 0; i < count; ++i)
    {
        b2BodyId first = b2Shape_GetBody(contacts[i].shapeIdA);
        touching += B2_ID_EQUALS(first, body) && contacts[i].manifold.pointCount > 0;
    }
    free(contacts);
    return touching;
}

// Counts the pieces of one shape once.
static int count_shapes(b2BodyId body)
{
    int capacity = b2Body_GetShapeCount(body), shapes = 0;
    b2ShapeId *ids = malloc(((size_t)capacity + 1) * sizeof *ids);
    int count = ids == NULL ? 0 : b2Body_GetShapes(body, ids, capacity);
    for (int i = 0; i < count; ++i)
        shapes += b2Shape_GetUserData(ids[i]) == &first_piece;
    free(ids);
    return shapes;
}

static sc_engine_counts count(void *context)
{
    const box2d_world *world = context;
    b2Counters counters = b2World_GetCounters(world->id);
    sc_engine_counts counts = {.bodies = counters.bodyCount, .pairs = counters.contactCount};
    for (int i = 0; i < world->count; ++i)
    {
        b2BodyId body = world->bodies[i].id;
        if (B2_IS_NULL(body))
            continue;
        counts.shapes += count_shapes(body);
        counts.contacts += count_contacts(body);
        if (!world->bodies[i].moves)
            continue;
        counts.mass += (double)b2Body_GetMass(body);
        counts.asleep += !b2Body_IsAwake(body);
    }
    return counts;
}

static bool cast_rays(void *context, const scree_ray_batch *rays, float *fraction)
{
    const box2d_world *world = context;
    b2QueryFilter filter = {rays->filter.category, rays->filter.mask};
    for (int i = 0; i < rays->count; ++i)
    {
        b2RayResult result = b2World_CastRayClosest(
            world->id, (b2Vec2){rays->origin_x[i], rays->origin_y[i]},
            (b2Vec2){rays->translation_x[i], rays->translation_y[i]}, filter);
        fraction[i] = result.hit ? result.fraction : 1.0f;
    }
    return true;
}

static bool count_one(b2ShapeId shape, void *context)
{
    (void)shape;
    ++*(int *)context;
    return true;
}

static bool count_overlaps(void *context, const scree_aabb *aabbs, int count, int *overlaps)
{
    const box2d_world *world = context;
    for (int i = 0; i < count; ++i)
    {
        b2AABB aabb = {{aabbs[i].lower.x, aabbs[i].lower.y}, {aabbs[i].upper.x, aabbs[i].upper.y}};
        overlaps[i] = 0;
        b2QueryFilter filter = b2DefaultQueryFilter();
#if defined(SC_BOX2D_3_POSITIONS)
        b2World_OverlapAABB(world->id, (b2Pos){0}, aabb, filter, count_one, &overlaps[i]);
#else
        b2World_OverlapAABB(world->id, aabb, filter, count_one, &overlaps[i]);
#endif
    }
    return true;
}

const sc_engine sc_engine_box2d_3 = {
    .name = "box2d-3",
    .version = "Box2D " SC_PEER_VERSION,
    .build = SC_PEER_BUILD,
    .notes = "soft contacts, `substeps` of them per step; contact stiffness, damping and push "
             "speed as they come unless the scene sets the stiffness; continuous collision off "
             "unless asked for; no events. A half-space is a box as wide as the scene; polygons of "
             "more than 8 vertices are cut into pieces. Static friction is not mapped (the sliding "
             "coefficient holds), tangent speed is refused. Contacts are those with points, "
             "speculative ones among them. Joints are as stiff as they come unless the scene says "
             "otherwise; none breaks; gears, pulleys, racks and ratchets are refused.",
    .max_threads = MAX_THREADS,
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
    .cast_rays = cast_rays,
    .count_overlaps = count_overlaps,
};
