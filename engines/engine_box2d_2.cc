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

// What the manual of Box2D 2.4 advises.
constexpr int32 velocity_iterations = 8, position_iterations = 3;

struct box2d_body
{
    b2Body *body;
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

// Fixtures of one shape of the scene: all but the first are marked, so that it counts once.
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
    edge.m_radius = 0.0f;  // no skin: what touches it has one
    maker.add(edge);
}

bool add_shape(void *context, const sc_model *model, const sc_model_shape *shape)
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
    const scree_vec2 *v = model->vertices + shape->first_vertex;
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
        for (int i = 0, n; (n = sc_part_of_polygon(model, shape, i, part)) > 0; ++i)
            add_polygon(maker, part, n, shape->radius);
        return true;
    case SCREE_SHAPE_HALF_SPACE:
        sc_part_of_half_space(model, shape, part);
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
    for (const box2d_body &each : self(context).bodies)
    {
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
        // Box2D's velocities are those of the centre of mass too.
        each.body->SetLinearVelocity(vec(model.velocity));
        each.body->SetAngularVelocity(model.w);
    }
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
        const b2Transform &transform = each.body->GetTransform();
        *poses++ = {transform.p.x, transform.p.y, transform.q.c, transform.q.s};
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
    "coefficient holds); tangent speed and filter categories beyond 16 bits are refused.",
    1,
    create,
    destroy,
    add_body,
    add_shape,
    finish,
    set_velocity,
    step,
    read_poses,
    count,
    nullptr,  // stage_ms: told for the whole step only
    nullptr,  // residual
};
