/// Box2D 2.4 behind the interface, through its public calls.
#include "engines/engine.h"
#include "engines/peer_parts.h"

#include <box2d/box2d.h>
#include <cmath>
#include <cstdint>
#include <exception>
#include <vector>

extern "C" const sc_engine sc_engine_box2d_2;

namespace
{

// The numbers that the manual of Box2D 2.4 advises.
constexpr int32 velocity_iterations = 8, position_iterations = 3;

struct box2d_body
{
    b2Body *body;  // null: gone
    sc_model_body model;
};

struct box2d_world
{
    explicit box2d_world(const sc_engine_settings &settings)
        : world(b2Vec2(settings.gravity.x, settings.gravity.y)),
          restitution_threshold(settings.restitution_threshold), sleep(settings.sleep)
    {
        world.SetAllowSleeping(sleep);
        world.SetContinuousPhysics(settings.continuous);
    }

    b2World world;
    float restitution_threshold;
    bool sleep;
    std::vector<box2d_body> bodies;
    size_t finished = 0;
};

box2d_world &self(void *context) { return *static_cast<box2d_world *>(context); }

void *create(const sc_engine_settings *settings)
try
{
    return new box2d_world(*settings);
}
catch (const std::exception &)
{
    return nullptr;
}

void destroy(void *context) { delete &self(context); }

bool add_body(void *context, const sc_model_body *model)
try
{
    bool moves = model->type == SCREE_BODY_DYNAMIC;
    if (moves && !(model->mass > 0.0))
        return false;  // Box2D has no dynamic body of infinite mass
    b2BodyDef def;
    def.type = moves                                 ? b2_dynamicBody
               : model->type == SCREE_BODY_KINEMATIC ? b2_kinematicBody
                                                     : b2_staticBody;
    def.position.Set(model->position.x, model->position.y);
    def.angle = model->angle;
    def.linearDamping = model->linear_damping;
    def.angularDamping = model->angular_damping;
    def.gravityScale = model->gravity_scale;
    def.fixedRotation = model->lock_angle;
    def.allowSleep = model->sleep_threshold > 0.0f;
    def.awake = !(self(context).sleep && model->asleep);
    self(context).bodies.push_back({nullptr, *model});
    self(context).bodies.back().body = self(context).world.CreateBody(&def);
    return true;
}
catch (const std::exception &)
{
    return false;
}

// Makes the fixtures of one shape of the scene: all except the first are marked, so that the shape
// counts once.
class piece_maker
{
public:
    piece_maker(b2Body &body, const sc_model_shape &shape, float threshold) : body_(body)
    {
        def_.friction = shape.material.friction;
        def_.restitution = shape.material.restitution;
        def_.restitutionThreshold = threshold;
        def_.filter.categoryBits = static_cast<uint16>(shape.filter.category);
        // Bits of a mask that no category can have are dropped.
        def_.filter.maskBits = static_cast<uint16>(shape.filter.mask);
        def_.filter.groupIndex = static_cast<int16>(shape.filter.group);
    }

    void add(const b2Shape &shape)
    {
        // Density stays 0: finish() sets the masses of the scene.
        def_.shape = &shape;
        body_.CreateFixture(&def_);
        def_.userData.pointer = 1;
    }

private:
    b2Body &body_;
    b2FixtureDef def_;
};

b2Vec2 vec(scree_vec2 v) { return b2Vec2(v.x, v.y); }

void add_circle(piece_maker &maker, scree_vec2 center, float radius)
{
    b2CircleShape circle;
    circle.m_p = vec(center);
    circle.m_radius = radius;
    maker.add(circle);
}

// Moves the edges of a counter-clockwise polygon inward. False: too little would be left.
bool inset(const scree_vec2 *vertices, int count, float by, b2Vec2 *out)
{
    constexpr float shortest = 2.0f * b2_linearSlop;
    auto edge = [&](int i) { return vec(vertices[(i + 1) % count]) - vec(vertices[i % count]); };
    for (int i = 0; i < count; ++i)
    {
        b2Vec2 in = edge(i + count - 1), leaving = edge(i);
        in.Normalize();
        leaving.Normalize();
        // Both edges move left by `by`: so does their corner, along the sum of their normals.
        b2Vec2 sum = b2Cross(1.0f, in) + b2Cross(1.0f, leaving);
        out[i] = vec(vertices[i]) + by / (1.0f + b2Dot(in, leaving)) * sum;
    }
    for (int i = 0; i < count; ++i)
    {
        b2Vec2 direction = edge(i);
        direction.Normalize();
        if (b2Dot(out[(i + 1) % count] - out[i], direction) < shortest)
            return false;
    }
    return true;
}

// Box2D 2.4 keeps a skin of 0.01 m round each polygon and rests at skins that overlap by half of
// that. The core is made smaller by the skin, so that the outline is the scene's. Where that leaves
// too little the skin is made thinner, at last none.
void add_polygon(piece_maker &maker, const scree_vec2 *vertices, int count, float radius)
{
    b2PolygonShape polygon;
    b2Vec2 points[b2_maxPolygonVertices];
    float skin = b2_polygonRadius;
    bool done = false;
    for (int tries = 0; radius == 0.0f && !done && tries < 3; ++tries)
    {
        done = inset(vertices, count, skin, points);
        polygon.m_radius = skin;
        skin *= 0.5f;
    }
    for (int i = 0; !done && i < count; ++i)
    {
        points[i] = vec(vertices[i]);
        polygon.m_radius = radius;
    }
    polygon.Set(points, count);
    maker.add(polygon);
}

// A bar with two discs at its ends.
void add_capsule(piece_maker &maker, scree_vec2 a, scree_vec2 b, float radius)
{
    b2Vec2 along = vec(b) - vec(a), middle = 0.5f * (vec(a) + vec(b));
    float skin = b2Min(b2_polygonRadius, 0.25f * radius);
    b2PolygonShape bar;
    bar.SetAsBox(0.5f * along.Length(), radius - skin, middle, std::atan2(along.y, along.x));
    bar.m_radius = skin;
    maker.add(bar);
    add_circle(maker, a, radius);
    add_circle(maker, b, radius);
}

void add_segment(piece_maker &maker, scree_vec2 a, scree_vec2 b)
{
    b2EdgeShape edge;
    edge.SetTwoSided(vec(a), vec(b));
    edge.m_radius = 0.0f;  // no skin: the shapes that touch it have one
    maker.add(edge);
}

bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *shape)
try
{
    box2d_world &world = self(context);
    const scree_filter &filter = shape->filter;
    bool fits = filter.category <= UINT16_MAX && filter.group >= INT16_MIN &&
                filter.group <= INT16_MAX && shape->material.tangent_speed == 0.0f;
    if (!fits)
        return false;
    size_t number = static_cast<size_t>(shape->body);
    piece_maker maker(*world.bodies[number].body, *shape, world.restitution_threshold);
    const scree_vec2 *v = parts->vertices + shape->first_vertex;
    scree_vec2 part[SC_PART_MAX_VERTICES];
    switch (shape->type)
    {
    case SCREE_SHAPE_CIRCLE:
        add_circle(maker, v[0], shape->radius);
        return true;
    case SCREE_SHAPE_CAPSULE:
        add_capsule(maker, v[0], v[1], shape->radius);
        return true;
    case SCREE_SHAPE_SEGMENT:
    case SCREE_SHAPE_CHAIN_SEGMENT:
        add_segment(maker, v[0], v[1]);
        return true;
    case SCREE_SHAPE_POLYGON:
        for (int i = 0, n; (n = sc_part_of_polygon(parts, shape, i, part)) > 0; ++i)
            add_polygon(maker, part, n, shape->radius);
        return true;
    case SCREE_SHAPE_HALF_SPACE:
        sc_part_of_half_space(parts, shape, part);
        add_polygon(maker, part, 4, 0.0f);
        return true;
    case SCREE_SHAPE_NONE:
        break;
    }
    return false;
}
catch (const std::exception &)
{
    return false;
}

bool finish(void *context)
{
    std::vector<box2d_body> &bodies = self(context).bodies;
    for (; self(context).finished < bodies.size(); ++self(context).finished)
    {
        const box2d_body &each = bodies[self(context).finished];
        const sc_model_body &model = each.model;
        if (model.type == SCREE_BODY_DYNAMIC)
        {
            b2MassData mass;
            mass.mass = static_cast<float>(model.mass);
            mass.center = vec(model.center);
            // Here about the origin.
            double arm = static_cast<double>(b2Dot(mass.center, mass.center));
            mass.I = static_cast<float>(model.inertia + model.mass * arm);
            each.body->SetMassData(&mass);
        }
        // Box2D's velocities are velocities of the centre of mass too.
        each.body->SetLinearVelocity(vec(model.velocity));
        each.body->SetAngularVelocity(model.w);
    }
    return true;
}

const char *refuse_joint(const sc_model_joint *joint)
{
    const scree_joint_base &base = joint->def.common.base;
    if (base.break_force > 0.0f || base.break_torque > 0.0f)
        return "has no joints that break";
    if (base.hertz > 0.0f)
        return "has no stiffness for what joints hold";
    const scree_distance_joint_def &rod = joint->def.distance;
    switch (joint->type)
    {
    case SCREE_JOINT_DISTANCE:
        if (rod.motor.enable)
            return "has no motor in distance joints";
        return rod.spring.enable &&
                       (rod.lower_spring_force > -1e12f || rod.upper_spring_force < 1e12f)
                   ? "has no bounds for the force of springs"
                   : nullptr;
    case SCREE_JOINT_REVOLUTE:
        return joint->def.revolute.spring.enable ? "has no springs in hinges" : nullptr;
    case SCREE_JOINT_PRISMATIC:
        return joint->def.prismatic.spring.enable ? "has no springs in sliders" : nullptr;
    case SCREE_JOINT_WELD:
        return nullptr;
    case SCREE_JOINT_WHEEL:
        return joint->def.wheel.spring.target != 0.0f ? "has wheels only with springs at rest at 0"
                                                      : nullptr;
    default:
        return "has no such motors, filters, gears, pulleys, racks and ratchets";
    }
}

// Makes joints: has the bodies with their masses, and the anchors.
class joint_maker
{
public:
    joint_maker(box2d_world &world, const sc_model_joint &joint)
        : world_(world), joint_(joint), base_(joint.def.common.base),
          a_(world.bodies[static_cast<size_t>(joint.body_a)].body),
          b_(world.bodies[static_cast<size_t>(joint.body_b)].body)
    {
    }

    bool make()
    {
        switch (joint_.type)
        {
        case SCREE_JOINT_DISTANCE:
            return distance();
        case SCREE_JOINT_REVOLUTE:
            return revolute();
        case SCREE_JOINT_PRISMATIC:
            return prismatic();
        case SCREE_JOINT_WELD:
            return weld();
        case SCREE_JOINT_WHEEL:
            return wheel();
        default:
            return false;
        }
    }

private:
    template <class Def>
    bool create(Def &def)
    {
        def.bodyA = a_;
        def.bodyB = b_;
        def.collideConnected = base_.collide_connected;
        def.localAnchorA = vec(base_.frame_a.position);
        def.localAnchorB = vec(base_.frame_b.position);
        return world_.world.CreateJoint(&def) != nullptr;
    }

    b2Vec2 axis() const
    {
        return b2Vec2(std::cos(base_.frame_a.angle), std::sin(base_.frame_a.angle));
    }
    // The angle of body b against body a where the frames agree.
    float reference() const { return base_.frame_a.angle - base_.frame_b.angle; }

    bool distance()
    {
        const scree_distance_joint_def &from = joint_.def.distance;
        b2DistanceJointDef def;
        def.length = def.minLength = def.maxLength = from.length;
        if (from.spring.enable)
        {
            b2LinearStiffness(def.stiffness, def.damping, from.spring.hertz,
                              from.spring.damping_ratio, a_, b_);
            def.minLength = from.limits.enable ? from.limits.lower : 0.0f;
            def.maxLength = from.limits.enable ? from.limits.upper : 1e8f;
        }
        return create(def);
    }

    bool revolute()
    {
        const scree_revolute_joint_def &from = joint_.def.revolute;
        b2RevoluteJointDef def;
        def.referenceAngle = reference();
        def.enableLimit = from.limits.enable;
        def.lowerAngle = from.limits.lower;
        def.upperAngle = from.limits.upper;
        def.enableMotor = from.motor.enable;
        def.motorSpeed = from.motor.speed;
        def.maxMotorTorque = from.motor.max;
        return create(def);
    }

    bool prismatic()
    {
        const scree_prismatic_joint_def &from = joint_.def.prismatic;
        b2PrismaticJointDef def;
        def.localAxisA = axis();
        def.referenceAngle = reference();
        def.enableLimit = from.limits.enable;
        def.lowerTranslation = from.limits.lower;
        def.upperTranslation = from.limits.upper;
        def.enableMotor = from.motor.enable;
        def.motorSpeed = from.motor.speed;
        def.maxMotorForce = from.motor.max;
        return create(def);
    }

    bool weld()
    {
        const scree_weld_joint_def &from = joint_.def.weld;
        b2WeldJointDef def;
        def.referenceAngle = reference();
        if (from.angular_hertz > 0.0f)
            b2AngularStiffness(def.stiffness, def.damping, from.angular_hertz,
                               from.angular_damping_ratio, a_, b_);
        return create(def);
    }

    bool wheel()
    {
        const scree_wheel_joint_def &from = joint_.def.wheel;
        b2WheelJointDef def;
        def.localAxisA = axis();
        if (from.spring.enable)
            b2LinearStiffness(def.stiffness, def.damping, from.spring.hertz,
                              from.spring.damping_ratio, a_, b_);
        def.enableLimit = from.limits.enable;
        def.lowerTranslation = from.limits.lower;
        def.upperTranslation = from.limits.upper;
        def.enableMotor = from.motor.enable;
        def.motorSpeed = from.motor.speed;
        def.maxMotorTorque = from.motor.max;
        return create(def);
    }

    box2d_world &world_;
    const sc_model_joint &joint_;
    const scree_joint_base &base_;
    b2Body *a_, *b_;
};

bool add_joint(void *context, const sc_model_joint *joint)
try
{
    return joint_maker(self(context), *joint).make();
}
catch (const std::exception &)
{
    return false;
}

bool remove_body(void *context, int body)
{
    box2d_body &gone = self(context).bodies[static_cast<size_t>(body)];
    self(context).world.DestroyBody(gone.body);
    gone.body = nullptr;
    return true;
}

void set_velocity(void *context, int body, scree_vec2 linear, float angular)
{
    // The centre of a kinematic body is its origin.
    b2Body *moved = self(context).bodies[static_cast<size_t>(body)].body;
    moved->SetLinearVelocity(vec(linear));
    moved->SetAngularVelocity(angular);
}

bool step(void *context, float dt)
try
{
    self(context).world.Step(dt, velocity_iterations, position_iterations);
    return true;
}
catch (const std::exception &)
{
    return false;
}

void read_poses(void *context, sc_model_pose *poses)
{
    for (const box2d_body &each : self(context).bodies)
    {
        if (each.body == nullptr)
        {
            *poses++ = {};
            continue;
        }
        const b2Transform &transform = each.body->GetTransform();
        *poses++ = {transform.p.x, transform.p.y, transform.q.c, transform.q.s};
    }
}

void read_velocities(void *context, sc_model_velocity *velocities)
{
    for (const box2d_body &each : self(context).bodies)
    {
        if (each.body == nullptr)
        {
            *velocities++ = {};
            continue;
        }
        const b2Vec2 &v = each.body->GetLinearVelocity();
        *velocities++ = {v.x, v.y, each.body->GetAngularVelocity()};
    }
}

sc_engine_counts count(void *context)
{
    b2World &world = self(context).world;
    sc_engine_counts counts = {};
    counts.bodies = world.GetBodyCount();
    counts.pairs = world.GetContactCount();
    for (const b2Contact *contact = world.GetContactList(); contact != nullptr;
         contact = contact->GetNext())
        counts.contacts += contact->IsTouching();
    for (const box2d_body &each : self(context).bodies)
    {
        if (each.body == nullptr)
            continue;
        // Fixtures of one shape count once.
        for (b2Fixture *part = each.body->GetFixtureList(); part != nullptr; part = part->GetNext())
            counts.shapes += part->GetUserData().pointer == 0;
        if (each.body->GetType() != b2_dynamicBody)
            continue;
        counts.mass += static_cast<double>(each.body->GetMass());
        counts.asleep += !each.body->IsAwake();
    }
    return counts;
}

}  // namespace

const sc_engine sc_engine_box2d_2 = {
    "box2d-2.4",
    "Box2D " SC_PEER_VERSION,
    SC_PEER_BUILD,
    "sequential impulses, one step of 8 velocity and 3 position iterations, as its manual advises, "
    "whatever `substeps` says; continuous collision off unless asked for: in falling piles it can "
    "take seconds a step. Polygons are made smaller by their skin of 0.01 m, so that the outline "
    "is the scene's with corners rounded; segments have no skin; a capsule is a bar and two discs; "
    "a half-space is a box as wide as the scene; polygons of more than 8 vertices are cut into "
    "pieces; of rounded polygons only discs feel the round corners. Pairs and contacts are of such "
    "pieces. No contact stiffness, no rolling resistance, no static friction (the sliding "
    "coefficient holds); tangent speed and filter categories beyond 16 bits are refused. Joints: "
    "distance, revolute, prismatic, weld and wheel, without springs in hinges and sliders and "
    "without a stiffness for what they hold; the rest is refused.",
    1,
    create,
    destroy,
    add_body,
    add_shape,
    finish,
    nullptr,
    refuse_joint,
    add_joint,
    remove_body,
    set_velocity,
    step,
    read_poses,
    read_velocities,
    count,
    nullptr,  // stage_ms: told for the whole step only
    nullptr,  // residual
    nullptr,
    nullptr,
    nullptr,  // queries
};
