/// Soft contacts in substeps: Solver2D's "soft step" (Catto 2024), one contact after another.
///
/// Velocity constraint. At a contact point with normal n, arms rA and rB from the centres of mass,
///     C  = n . (pB - pA)                                       (the separation)
///     C' = n . (vB + wB x rB - vA - wA x rA) = J V
///     J  = [-n, -(rA x n), n, rB x n].
/// An impulse L along the constraint changes V by M^-1 J^T L, so C' by K L with
///     K  = J M^-1 J^T = 1/mA + 1/mB + (rA x n)^2 / IA + (rB x n)^2 / IB,
/// and 1/K is the effective mass of the row. The contact only pushes: the sum of impulses of a
/// substep is kept >= 0, and each impulse applied is the change of the clamped sum (Catto 2005).
/// Along the tangent t = (ny, -nx) the row is the same with t for n, the sum kept within friction
/// times normal impulse.
///
/// Softness. A spring-damper of angular frequency w and damping ratio z on the row's own mass m =
/// 1/K, with implicit Euler over h, is the same as solving C' + beta C = -gamma L with (Catto 2011)
///     a1 = 2 z + h w,  a2 = h w a1,  a3 = 1 / (1 + a2)
///     beta = w / a1,  impulse change = -m a2 a3 (C' + beta C) - a3 L.
/// So L relaxes by a3, and the push is a2 a3 of a rigid one. With z = 10 it is far over-damped:
/// overlap creeps out without a bounce. A relaxing pass then solves C' = 0 again without the bias,
/// which takes out the velocity that the bias put in.
#include "reference/engine/engine_parts.h"

#define PI 3.14159265358979323846f
/// Most turn in one substep, rad.
#define MAX_TURN (0.25f * PI)

typedef struct softness
{
    float bias_rate, mass_scale, impulse_scale;
} softness;

static softness soften(float hertz, float damping_ratio, float h)
{
    float omega = 2.0f * PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega, a2 = h * omega * a1, a3 = 1.0f / (1.0f + a2);
    return (softness){omega / a1, a2 * a3, a3};
}

typedef struct pair
{
    ref_body *a, *b;
} pair;

static pair bodies_of(const ref_engine *engine, const ref_contact *contact)
{
    return (pair){&engine->bodies[engine->shapes[contact->shape_a].body],
                  &engine->bodies[engine->shapes[contact->shape_b].body]};
}

/// Velocity of b's contact point relative to a's.
static scree_vec2 relative_velocity(pair p, const ref_point *point)
{
    scree_vec2 at_b = plus(p.b->velocity, spin(p.b->w, point->arm_b));
    scree_vec2 at_a = plus(p.a->velocity, spin(p.a->w, point->arm_a));
    return minus(at_b, at_a);
}

static void apply_impulse(pair p, const ref_point *point, scree_vec2 impulse)
{
    p.a->velocity = minus(p.a->velocity, times(p.a->inverse_mass, impulse));
    p.a->w -= p.a->inverse_inertia * cross(point->arm_a, impulse);
    p.b->velocity = plus(p.b->velocity, times(p.b->inverse_mass, impulse));
    p.b->w += p.b->inverse_inertia * cross(point->arm_b, impulse);
}

static float effective_mass(pair p, const ref_point *point, scree_vec2 direction)
{
    float turn_a = cross(point->arm_a, direction), turn_b = cross(point->arm_b, direction);
    float k = p.a->inverse_mass + p.b->inverse_mass + p.a->inverse_inertia * turn_a * turn_a +
              p.b->inverse_inertia * turn_b * turn_b;
    return k > 0.0f ? 1.0f / k : 0.0f;
}

static void prepare(ref_engine *engine, float h)
{
    // An impulse is a force times h: it is carried over in proportion to the step.
    float scale = engine->last_h > 0.0f ? h / engine->last_h : 1.0f;
    for (int i = 0; i < engine->contact_count; ++i)
    {
        ref_contact *contact = &engine->contacts[i];
        pair p = bodies_of(engine, contact);
        float turns = p.a->inverse_inertia + p.b->inverse_inertia;
        contact->rolling_mass = turns > 0.0f ? 1.0f / turns : 0.0f;
        contact->rolling_impulse *= scale;
        for (int k = 0; k < contact->point_count; ++k)
        {
            ref_point *point = &contact->points[k];
            point->normal_mass = effective_mass(p, point, contact->normal);
            point->tangent_mass = effective_mass(p, point, right(contact->normal));
            point->normal_impulse *= scale;
            point->tangent_impulse *= scale;
            point->max_normal_impulse = point->normal_impulse;
            point->approach = dot(contact->normal, relative_velocity(p, point));
        }
    }
}

/// Bodies start each substep with the impulses of the one before: near the solution already.
static void warm_start(ref_engine *engine)
{
    for (int i = 0; i < engine->contact_count; ++i)
    {
        ref_contact *contact = &engine->contacts[i];
        pair p = bodies_of(engine, contact);
        for (int k = 0; k < contact->point_count; ++k)
        {
            ref_point *point = &contact->points[k];
            scree_vec2 normal = times(point->normal_impulse, contact->normal);
            scree_vec2 tangent = times(point->tangent_impulse, right(contact->normal));
            apply_impulse(p, point, plus(normal, tangent));
        }
        p.a->w -= p.a->inverse_inertia * contact->rolling_impulse;
        p.b->w += p.b->inverse_inertia * contact->rolling_impulse;
    }
}

/// How far the arm of a body has moved the contact point since the step's beginning.
static scree_vec2 shift_of(const ref_body *body, scree_vec2 arm)
{
    scree_vec2 turned = vec(body->turned_cos * arm.x - body->turned_sin * arm.y,
                            body->turned_sin * arm.x + body->turned_cos * arm.y);
    return plus(body->moved, minus(turned, arm));
}

static float separation_now(pair p, const ref_contact *contact, const ref_point *point)
{
    scree_vec2 shift = minus(shift_of(p.b, point->arm_b), shift_of(p.a, point->arm_a));
    return point->separation + dot(contact->normal, shift);
}

static void push_apart(pair p, ref_contact *contact, ref_point *point, float bias, float mass_scale,
                       float impulse_scale)
{
    float velocity = dot(contact->normal, relative_velocity(p, point));
    // The bias comes scaled by mass_scale already.
    float change = -point->normal_mass * (mass_scale * velocity + bias) -
                   impulse_scale * point->normal_impulse;
    float sum = larger(point->normal_impulse + change, 0.0f);
    change = sum - point->normal_impulse;
    point->normal_impulse = sum;
    point->max_normal_impulse = larger(point->max_normal_impulse, sum);
    apply_impulse(p, point, times(change, contact->normal));
}

static void solve_normals(ref_engine *engine, float h)
{
    const ref_settings *settings = &engine->settings;
    // A constraint cannot act faster than a quarter of the substep rate.
    float hertz = smaller(settings->contact_hertz, 0.25f / h);
    softness both_move = soften(hertz, settings->contact_damping_ratio, h);
    // Contacts with immovable bodies are twice as stiff, so that heavy bodies do not sink into the
    // ground.
    softness one_moves = soften(2.0f * hertz, settings->contact_damping_ratio, h);
    for (int i = 0; i < engine->contact_count; ++i)
    {
        ref_contact *contact = &engine->contacts[i];
        pair p = bodies_of(engine, contact);
        bool fixed = p.a->inverse_mass == 0.0f || p.b->inverse_mass == 0.0f;
        softness soft = fixed ? one_moves : both_move;
        for (int k = 0; k < contact->point_count; ++k)
        {
            ref_point *point = &contact->points[k];
            float separation = separation_now(p, contact, point);
            if (separation > 0.0f)
            {
                // Not touching yet: the gap may close within the substep, and no faster.
                push_apart(p, contact, point, separation / h, 1.0f, 0.0f);
                continue;
            }
            float bias = larger(soft.mass_scale * soft.bias_rate * separation,
                                -settings->contact_push_speed);
            push_apart(p, contact, point, bias, soft.mass_scale, soft.impulse_scale);
        }
    }
}

/// Tangential impulses of all points towards no sliding, each within friction times its normal
/// impulse. Returns whether some point had room left: then the surfaces stick.
static bool slide_or_stick(pair p, ref_contact *contact, float friction)
{
    scree_vec2 tangent = right(contact->normal);
    bool sticks = false;
    for (int k = contact->point_count - 1; k >= 0; --k)
    {
        ref_point *point = &contact->points[k];
        float velocity = dot(tangent, relative_velocity(p, point)) - contact->tangent_speed;
        float limit = friction * point->normal_impulse, old = point->tangent_impulse;
        float wanted = old - point->tangent_mass * velocity;
        sticks = sticks || fabsf(wanted) <= limit;
        point->tangent_impulse = within(wanted, -limit, limit);
        apply_impulse(p, point, times(point->tangent_impulse - old, tangent));
    }
    return sticks;
}

/// The last point first, as solving took the first one first: always the same one first, and piles
/// drift to one side.
static void relax(ref_engine *engine, float h)
{
    for (int i = 0; i < engine->contact_count; ++i)
    {
        ref_contact *contact = &engine->contacts[i];
        pair p = bodies_of(engine, contact);
        float pressed = 0.0f;
        for (int k = contact->point_count - 1; k >= 0; --k)
        {
            ref_point *point = &contact->points[k];
            float gap = larger(separation_now(p, contact, point), 0.0f);
            push_apart(p, contact, point, gap / h, 1.0f, 0.0f);
            pressed += point->normal_impulse;
        }

        // A rolling body is braked by a torque of at most resistance times normal force.
        float limit = contact->rolling_resistance * pressed, rolled = contact->rolling_impulse;
        contact->rolling_impulse =
            within(rolled - contact->rolling_mass * (p.b->w - p.a->w), -limit, limit);
        p.a->w -= p.a->inverse_inertia * (contact->rolling_impulse - rolled);
        p.b->w += p.b->inverse_inertia * (contact->rolling_impulse - rolled);

        // Coulomb: the contact as a whole sticks or slides. One point may be at its limit while the
        // other still holds, so sliding begins, and the lower coefficient counts, when no point has
        // room left.
        bool sticks = slide_or_stick(p, contact, contact->static_friction);
        if (!sticks && contact->friction < contact->static_friction)
        {
            slide_or_stick(p, contact, contact->friction);
        }
    }
}

/// Newton's law of impact: a point that came in at speed u leaves at e u. After all substeps,
/// because a bounce within them would be taken for a velocity error by the next substep.
static void restitute(ref_engine *engine)
{
    for (int i = 0; i < engine->contact_count; ++i)
    {
        ref_contact *contact = &engine->contacts[i];
        pair p = bodies_of(engine, contact);
        for (int k = 0; k < contact->point_count; ++k)
        {
            ref_point *point = &contact->points[k];
            bool came_in = point->approach < -engine->settings.restitution_threshold;
            if (contact->restitution > 0.0f && came_in && point->max_normal_impulse > 0.0f)
            {
                push_apart(p, contact, point, contact->restitution * point->approach, 1.0f, 0.0f);
            }
        }
    }
}

static void apply_axis_locks(ref_engine *engine)
{
    for (int i = 0; i < engine->body_count; ++i)
    {
        ref_body *body = &engine->bodies[i];
        bool dynamic = body->type == SCREE_BODY_DYNAMIC;
        body->velocity.x = dynamic && body->lock_x ? 0.0f : body->velocity.x;
        body->velocity.y = dynamic && body->lock_y ? 0.0f : body->velocity.y;
        body->w = dynamic && body->lock_angle ? 0.0f : body->w;
    }
}

static bool moves(const ref_body *body) { return body->enabled && body->type != SCREE_BODY_STATIC; }

/// Symplectic Euler, first half. Damping is implicit, v' = v / (1 + h c): stable for any c.
static void integrate_velocities(ref_engine *engine, float h)
{
    for (int i = 0; i < engine->body_count; ++i)
    {
        ref_body *body = &engine->bodies[i];
        if (!moves(body) || body->type != SCREE_BODY_DYNAMIC)
        {
            continue;
        }
        scree_vec2 gravity = times(body->gravity_scale, engine->settings.gravity);
        scree_vec2 acceleration = plus(gravity, times(body->inverse_mass, body->force));
        float damping = 1.0f / (1.0f + h * body->linear_damping);
        float damp_w = 1.0f / (1.0f + h * body->angular_damping);
        body->velocity = plus(times(damping, body->velocity), times(h, acceleration));
        body->w = damp_w * body->w + h * body->inverse_inertia * body->torque;
    }
}

/// Second half. To first order the rotation (c, s) goes to (c - w h s, s + w h c), brought back to
/// length 1.
static void integrate_positions(ref_engine *engine, float h)
{
    for (int i = 0; i < engine->body_count; ++i)
    {
        ref_body *body = &engine->bodies[i];
        if (!moves(body))
        {
            continue;
        }
        float speed = length(body->velocity), fastest = engine->settings.max_linear_speed;
        if (speed > fastest)
        {
            body->velocity = times(fastest / speed, body->velocity);
        }
        body->w = within(body->w, -MAX_TURN / h, MAX_TURN / h);
        body->moved = plus(body->moved, times(h, body->velocity));
        float angle = h * body->w;
        scree_vec2 q = vec(body->turned_cos - angle * body->turned_sin,
                           body->turned_sin + angle * body->turned_cos);
        q = times(1.0f / length(q), q);
        body->turned_cos = q.x;
        body->turned_sin = q.y;
    }
}

static void begin(ref_engine *engine)
{
    for (int i = 0; i < engine->body_count; ++i)
    {
        ref_body *body = &engine->bodies[i];
        body->moved = vec(0.0f, 0.0f);
        body->turned_cos = 1.0f;
        body->turned_sin = 0.0f;
    }
}

static void finish(ref_engine *engine)
{
    for (int i = 0; i < engine->body_count; ++i)
    {
        ref_body *body = &engine->bodies[i];
        body->force = vec(0.0f, 0.0f);
        body->torque = 0.0f;
        if (!moves(body))
        {
            continue;
        }
        body->center = plus(body->center, body->moved);
        scree_vec2 q = vec(body->turned_cos * body->cos - body->turned_sin * body->sin,
                           body->turned_sin * body->cos + body->turned_cos * body->sin);
        q = times(1.0f / length(q), q);
        body->cos = q.x;
        body->sin = q.y;
        body->position = minus(body->center, turn(body, body->local_center));
    }
}

void ref_solve(ref_engine *engine, float dt, int substeps)
{
    float h = dt / (float)substeps;
    begin(engine);
    prepare(engine, h);
    for (int substep = 0; substep < substeps; ++substep)
    {
        integrate_velocities(engine, h);
        warm_start(engine);
        apply_axis_locks(engine);
        solve_normals(engine, h);
        apply_axis_locks(engine);
        integrate_positions(engine, h);
        relax(engine, h);
    }
    apply_axis_locks(engine);
    restitute(engine);
    apply_axis_locks(engine);
    finish(engine);
    engine->last_h = h;
}
