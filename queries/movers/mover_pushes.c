/// The effects of a character mover on dynamic bodies: it pushes the bodies in its way, and its
/// weight rests on the body on which it stands.
#include "queries/movers/mover_walk.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

// A standing mover does not keep its ground awake, unless its weight changes by more than the
// fraction LOAD_CHANGE, or it moves over the ground by more than MAX_SHIFT.
#define LOAD_CHANGE 1e-3f
#define MAX_SHIFT 1e-4f  // units

/// Adds to a sum the inverse effective mass of a dynamic body along a unit vector at a point, 1/kg.
static float add_inverse_mass(float sum, const scree_world *world, scree_body_id body,
                              scree_vec2 point, scree_vec2 along)
{
    float mass = scree_body_mass(world, body), inertia = scree_body_inertia(world, body);
    scree_vec2 arm = sc_sub(point, scree_body_center_of_mass(world, body));
    float turn = sc_cross(arm, along);
    return sum + (mass > 0.0f ? 1.0f / mass : 0.0f) +
           (inertia > 0.0f ? turn * turn / inertia : 0.0f);
}

/// The effective mass of mover and body along a unit vector at a point, kg: the impulse that
/// changes their relative velocity there by 1 m/s.
static float effective_mass(const sc_mover_walk *w, scree_body_id body, scree_vec2 point,
                            scree_vec2 along)
{
    float inverse = add_inverse_mass(1.0f / w->def->mass, w->world, body, point, along);
    return inverse > 0.0f ? 1.0f / inverse : 0.0f;
}

static bool is_dynamic(const sc_mover_walk *w, scree_body_id body)
{
    return scree_body_get_type(w->world, body) == SCREE_BODY_DYNAMIC;
}

/// The speed at which the mover approaches a body, m/s.
static float approach_speed(const sc_mover_walk *w, const scree_mover_plane *plane,
                            scree_vec2 velocity)
{
    scree_body_id body = scree_shape_body(w->world, plane->shape);
    scree_vec2 there = scree_body_velocity_at(w->world, body, plane->point);
    return -sc_dot(sc_sub(velocity, there), plane->normal);
}

/// Whether a body can move and would have a finite velocity after an impulse. Other bodies are not
/// pushed.
static bool takes_impulse(const scree_world *world, scree_body_id body, scree_vec2 impulse,
                          scree_vec2 point)
{
    const scree_vec2 arm = sc_sub(point, scree_body_center_of_mass(world, body));
    const float mass = scree_body_mass(world, body), inertia = scree_body_inertia(world, body);
    const scree_vec2 v = scree_body_linear_velocity(world, body);
    const float turn = inertia > 0.0f ? sc_cross(arm, impulse) / inertia : 0.0f;
    return mass > 0.0f && sc_is_finite(v.x + impulse.x / mass) &&
           sc_is_finite(v.y + impulse.y / mass) &&
           sc_is_finite(scree_body_angular_velocity(world, body) + turn);
}

static void push_body(sc_mover_walk *w, const scree_mover_plane *plane, float magnitude)
{
    const scree_body_id body = scree_shape_body(w->world, plane->shape);
    const scree_vec2 impulse = sc_scale(-magnitude, plane->normal);
    if (magnitude > 0.0f && takes_impulse(w->world, body, impulse, plane->point))
    {
        (void)scree_body_apply_impulse(w->world, body, impulse, plane->point);
    }
}

/// The impulse of the mover's weight in a step, if gravity and the program give the mover a
/// downward speed in each step. If the ground cannot bear the weight, the mover falls with it.
/// Therefore the impulse grows from step to step while the ground falls more slowly than the mover
/// would, as in a solver with warm starting.
static float weight_on_ground(const sc_mover_walk *w, const scree_mover_state *before,
                              const scree_mover_state *after, float speed, float dt)
{
    const scree_mover_plane *plane = &w->ground_plane;
    const scree_body_id body = scree_shape_body(w->world, plane->shape);
    const float mass = w->def->mass, fall = sc_length(scree_world_gravity(w->world)) * dt;
    // The speed that gravity adds in a step counts as weight, the rest of the speed as a push.
    const float push = sc_min(mass * sc_max(speed - fall, 0.0f), w->def->max_push_force * dt);
    const float limit = mass * sc_min(speed, fall) + push;
    scree_vec2 gained = {0.0f, 0.0f};
    float impulse = 0.0f;
    if (before->on_ground)
    {
        gained = sc_sub(before->ground_velocity, after->ground_velocity);
        impulse = before->ground_impulse;
    }
    impulse += effective_mass(w, body, plane->point, w->up) * (speed - sc_dot(gained, w->up));
    return impulse > 0.0f ? sc_min(impulse, limit) : 0.0f;
}

/// Puts the mover's weight on the ground for the next step. A weight that neither changes nor moves
/// does not wake the ground, nor keep it awake.
static void load_ground(sc_mover_walk *w, const scree_mover_state *before, float impulse, float dt)
{
    const scree_mover_plane *plane = &w->ground_plane;
    const scree_body_id body = scree_shape_body(w->world, plane->shape);
    const scree_vec2 down = sc_scale(-impulse, w->up);
    const bool walks = sc_dot(before->velocity, w->right) != 0.0f && w->shift != 0.0f;
    const bool stands = before->on_ground && before->ground.value == plane->shape.value && !walks &&
                        fabsf(w->shift) <= MAX_SHIFT * w->world->lengths.unit &&
                        fabsf(impulse - before->ground_impulse) <= LOAD_CHANGE * impulse;
    if (takes_impulse(w->world, body, down, plane->point))
    {
        const scree_vec2 point = sc_add(plane->point, w->carried);
        sc_load_body(w->world, sc_peek_row(w->world, body), sc_scale(1.0f / dt, down), point,
                     !stands);
    }
}

/// Wakes ground that has lost the weight of the mover.
static void wake_left_ground(const sc_mover_walk *w, const scree_mover_state *before,
                             const scree_mover_state *after)
{
    const scree_body_id left = scree_shape_body(w->world, before->ground);
    const scree_body_id body = scree_shape_body(w->world, after->ground);
    const int32_t row = sc_peek_row(w->world, left);
    if (row >= 0 && before->on_ground && before->ground_impulse > 0.0f &&
        (body.value != left.value || !(after->ground_impulse > 0.0f)))
    {
        sc_load_body(w->world, row, (scree_vec2){0.0f, 0.0f}, w->position, true);
    }
}

static void press_on_ground(sc_mover_walk *w, const scree_mover_state *before,
                            scree_mover_state *after, scree_vec2 velocity, float dt)
{
    const scree_mover_plane *ground = &w->ground_plane;
    const scree_body_id body = scree_shape_body(w->world, ground->shape);
    if (!w->grounded || scree_body_get_type(w->world, body) != SCREE_BODY_DYNAMIC)
    {
        return;
    }
    // The velocity of a mover that walks is relative to its ground.
    const float fall = sc_length(scree_world_gravity(w->world)) * dt;
    const float approach = approach_speed(w, ground, velocity);
    const float speed = w->walked ? -sc_dot(before->velocity, w->up) : sc_min(approach, fall);
    if (speed > 0.0f)
    {
        after->ground_impulse = weight_on_ground(w, before, after, speed, dt);
        load_ground(w, before, after->ground_impulse, dt);
    }
    if (!w->walked && approach > fall)
    {
        const float mass = effective_mass(w, body, ground->point, ground->normal);
        push_body(w, ground, sc_min(mass * (approach - fall), w->def->max_push_force * dt));
    }
}

/// The body that takes the reaction of pushes: dynamic ground on which the mover walks. Null in the
/// air, where the mover gives away its own momentum, and in the move in which it lands.
static scree_body_id pushed_ground(const sc_mover_walk *w)
{
    const scree_body_id none = {0};
    if (!w->walked || !w->grounded)
    {
        return none;
    }
    const scree_body_id body = scree_shape_body(w->world, w->ground_plane.shape);
    return is_dynamic(w, body) ? body : none;
}

/// The impulse of a push, at most `limit`, whose reaction acts on dynamic ground. Joints and
/// contacts may hold the ground better than its mass alone does. So, like the weight, the impulse
/// grows from step to step while the ground gives way more slowly than the mover approaches.
/// `struck` is the inverse effective mass of mover and obstacle; `given` gets the speed at which
/// the ground will give way.
static float push_from_ground(const sc_mover_walk *w, const scree_mover_state *before,
                              const scree_mover_state *after, scree_vec2 normal, float struck,
                              float speed, float limit, float *given)
{
    const scree_mover_plane *ground = &w->ground_plane;
    const scree_body_id body = scree_shape_body(w->world, ground->shape);
    const float inverse = add_inverse_mass(struck, w->world, body, ground->point, normal);
    const float gained = sc_dot(sc_sub(after->ground_velocity, before->ground_velocity), normal);
    const float pushed = sc_dot(w->last_push, normal);
    const float last = pushed > 0.0f ? pushed : 0.0f;
    const float wanted = last + (speed - gained) / inverse;
    const float impulse = wanted > 0.0f ? sc_min(wanted, limit) : 0.0f;
    const float yield = gained + (impulse - last) * (inverse - struck);
    *given = yield > 0.0f ? yield : 0.0f;
    return impulse;
}

/// Pushes a body that stopped the mover. If the two have just met, the push is an impulse; if they
/// touched before, it is a force for the next step, in which joints and contacts of the body can
/// resist it. The reaction on the ground is always such a force. It acts at the foot: at the height
/// of the push its moment would be exact, but would turn over light planks.
static void push_obstacle(sc_mover_walk *w, sc_found_plane *obstacle,
                          const scree_mover_state *before, scree_mover_state *after, float speed,
                          float dt)
{
    const scree_mover_plane *plane = &obstacle->plane;
    const scree_vec2 foot = w->ground_plane.point;
    const scree_body_id body = scree_shape_body(w->world, plane->shape), ground = pushed_ground(w);
    const bool pushes = is_dynamic(w, body), reacts = ground.value != 0;
    const float own = 1.0f / w->def->mass;
    const float struck =
        pushes ? add_inverse_mass(own, w->world, body, plane->point, plane->normal) : own;
    const float mass = 1.0f / struck;
    const float limit = sc_min(mass * speed, w->def->max_push_force * dt);
    float given = 0.0f;
    const float magnitude =
        reacts ? push_from_ground(w, before, after, plane->normal, struck, speed, limit, &given)
               : limit;
    const scree_vec2 impulse = sc_scale(-magnitude, plane->normal);
    const scree_vec2 reaction = sc_scale(magnitude, plane->normal);
    if (!(magnitude > 0.0f) || (pushes && !takes_impulse(w->world, body, impulse, plane->point)) ||
        (reacts && !takes_impulse(w->world, ground, reaction, foot)))
    {
        return;
    }
    if (pushes && (before->on_wall || before->on_ceiling))
    {
        sc_load_body(w->world, sc_peek_row(w->world, body), sc_scale(1.0f / dt, impulse),
                     plane->point, true);
        // The mover itself loses the rest of the speed.
        given += magnitude / mass - magnitude / w->def->mass;
    }
    else if (pushes)
    {
        (void)scree_body_apply_impulse(w->world, body, impulse, plane->point);
    }
    if (reacts)
    {
        sc_load_body(w->world, sc_peek_row(w->world, ground), sc_scale(1.0f / dt, reaction), foot,
                     true);
        after->ground_push = sc_add(after->ground_push, reaction);
    }
    obstacle->given = given;
}

/// The speed at which the mover pushes against an obstacle, m/s; 0 if it does not. Pushes inside
/// one body cancel out, with their moments: the mover does not turn.
static float push_speed(const sc_mover_walk *w, const sc_found_plane *obstacle, scree_vec2 velocity)
{
    const scree_body_id body = scree_shape_body(w->world, obstacle->plane.shape);
    const scree_body_id ground = pushed_ground(w);
    const bool inside = body.value == ground.value;
    const bool moves = ground.value != 0 || is_dynamic(w, body);
    if (inside || !moves || sc_mover_holds(w, obstacle))
    {
        return 0.0f;
    }
    return sc_max(0.0f, approach_speed(w, &obstacle->plane, velocity));
}

void sc_mover_push_bodies(sc_mover_walk *w, const scree_mover_state *before,
                          scree_mover_state *after, scree_vec2 velocity, float dt)
{
    int count = 0;
    for (int i = 0; i < w->pushing_count; ++i)
    {
        count += push_speed(w, &w->pushing[i], velocity) > 0.0f;
    }
    w->last_push = sc_scale(1.0f / (float)(count > 0 ? count : 1), before->ground_push);
    for (int i = 0; w->def->mass > 0.0f && i < w->pushing_count; ++i)
    {
        const float speed = push_speed(w, &w->pushing[i], velocity);
        if (speed > 0.0f)
        {
            push_obstacle(w, &w->pushing[i], before, after, speed, dt);
        }
    }
    if (w->def->mass > 0.0f)
    {
        press_on_ground(w, before, after, velocity, dt);
    }
    wake_left_ground(w, before, after);
}
