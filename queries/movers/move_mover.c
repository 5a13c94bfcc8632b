/// Character movers in one call: ground, steps, snapping, moving ground and pushes.
///
/// The rules and their names come from Godot's CharacterBody2D and Rapier's
/// KinematicCharacterController. Collisions are solved as in collide_mover.c.
#include "world/checks.h"
#include "queries/movers/mover_walk.h"

#include <float.h>
#include <stdio.h>

enum
{
    CLIP_PASSES = 8
};

#define MAX_SPEED 1e6f   // units/s
#define MAX_HEIGHT 1e4f  // units
#define MAX_ANGLE 1.57f
#define MAX_BELT_SPEED 1e6f  // m/s, as in contacts

/// The velocity of a shape's body at the foot of the mover.
static scree_vec2 body_velocity(const sc_mover_walk *w, scree_shape_id shape)
{
    scree_vec2 foot = sc_add(w->position, sc_scale(w->foot, w->up));
    return scree_body_velocity_at(w->world, scree_shape_body(w->world, shape), foot);
}

/// The velocity of a belt (a surface with a tangent speed) relative to its body: clockwise round
/// the shape, as in contacts of bodies. At an edge it is perpendicular to `up`.
static scree_vec2 belt_velocity(const sc_mover_walk *w, scree_shape_id shape, scree_vec2 normal)
{
    float speed = scree_shape_tangent_speed(w->world, shape);
    speed = sc_max(-MAX_BELT_SPEED, sc_min(speed, MAX_BELT_SPEED));
    const bool level = sc_dot(normal, w->up) >= w->ground_slope &&
                       fabsf(sc_length(normal) - 1.0f) <= SC_UNIT_ERROR;
    const scree_vec2 n = level ? normal : w->up;
    return speed != 0.0f ? sc_scale(speed, (scree_vec2){n.y, -n.x}) : (scree_vec2){0.0f, 0.0f};
}

/// The velocity of the surface of ground at the foot of the mover.
static scree_vec2 ground_velocity(const sc_mover_walk *w, scree_shape_id shape, scree_vec2 normal)
{
    return sc_add(body_velocity(w, shape), belt_velocity(w, shape, normal));
}

/// The velocity, relative to a frame, without its components into the shapes that stopped the
/// mover, as far as these do not give way.
static scree_vec2 clip_velocity(const sc_mover_walk *w, scree_vec2 velocity, scree_vec2 frame)
{
    const float rounding = 1e-6f * sc_length(velocity);
    scree_vec2 v = velocity;
    bool clipped = true;
    for (int pass = 0; pass < CLIP_PASSES && clipped; ++pass)
    {
        clipped = false;
        for (int i = 0; i < w->pushing_count; ++i)
        {
            scree_mover_plane plane = sc_mover_solved_plane(w, &w->pushing[i], velocity, w->walked);
            float across = sc_dot(plane.normal, w->right);
            if (w->walked && fabsf(across) > SC_UNIT_ERROR)
            {
                plane.normal = sc_scale(across > 0.0f ? 1.0f : -1.0f, w->right);
            }
            scree_body_id body = scree_shape_body(w->world, plane.shape);
            scree_vec2 there = scree_body_velocity_at(w->world, body, plane.point);
            float away = sc_dot(sc_sub(there, frame), plane.normal) - w->pushing[i].given;
            float into = sc_dot(v, plane.normal) - sc_min(0.0f, away);
            if (!sc_mover_holds(w, &w->pushing[i]) && into < -rounding)
            {
                v = sc_sub(v, sc_scale(into, plane.normal));
                clipped = true;
            }
        }
    }
    return clipped ? (scree_vec2){0.0f, 0.0f} : v;
}

static scree_result check_def(scree_world *world, const scree_mover_def *def, const char *function)
{
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, function, "def",
                            "scree_mover_def_default"));
    const float unit = world->lengths.unit;
    SC_TRY(sc_check_mover(world, world, &def->capsule, function, "def.capsule"));
    if (!(fabsf(sc_length(def->up) - 1.0f) <= SC_UNIT_ERROR))
    {
        char what[96];
        snprintf(what, sizeof what, "is (%.9g, %.9g), not of unit length, within 1e-4",
                 (double)def->up.x, (double)def->up.y);
        return sc_fail(world, SCREE_ERROR_ARGUMENT, function, "def.up", what);
    }
    SC_REQUIRE_NUMBER(function, def->max_slope_angle, 0.0f, MAX_ANGLE, "def.max_slope_angle");
    SC_REQUIRE_NUMBER(function, def->step_height, 0.0f, unit * MAX_HEIGHT, "def.step_height");
    SC_REQUIRE_NUMBER(function, def->snap_distance, 0.0f, unit * MAX_HEIGHT, "def.snap_distance");
    SC_REQUIRE_NUMBER(function, def->mass, 0.0f, 1e12f, "def.mass");
    SC_REQUIRE_NUMBER(function, def->max_push_force, 0.0f, FLT_MAX, "def.max_push_force");
    SC_REQUIRE_IN(function,
                  !scree_body_is_valid(world, def->body) ||
                      scree_body_get_type(world, def->body) == SCREE_BODY_KINEMATIC,
                  "def.body", "is not kinematic");
    return SCREE_OK;
}

scree_mover_def scree_mover_def_default(void)
{
    return (scree_mover_def){.version = SC_DEF_VERSION,
                             .capsule = {{0.0f, -0.6f}, {0.0f, 0.6f}, 0.3f},
                             .up = {0.0f, 1.0f},
                             .max_slope_angle = 0.785398163f,
                             .step_height = 0.3f,
                             .snap_distance = 0.3f,
                             .mass = 80.0f,
                             .max_push_force = 500.0f,
                             .keep_ground_velocity = true,
                             .filter = scree_query_filter_default()};
}

static sc_mover_walk begin_walk(scree_world *world, const scree_mover_def *def,
                                const scree_mover_state *state, const char *function)
{
    sc_mover_walk w = {.world = world,
                       .def = def,
                       .function = function,
                       .filter = def->filter,
                       .up = def->up,
                       .right = {def->up.y, -def->up.x},
                       .position = state->position,
                       .step_height = def->step_height,
                       .ground = state->ground,
                       .grounded = state->on_ground};
    float sine;
    scree_sincos(def->max_slope_angle, &sine, &w.ground_slope);
    w.ground_slope -= SC_UNIT_ERROR;
    w.foot = sc_min(sc_dot(def->capsule.point_a, def->up), sc_dot(def->capsule.point_b, def->up)) -
             def->capsule.radius;
    w.filter.ignored_body =
        scree_body_is_valid(world, def->body) ? def->body : w.filter.ignored_body;
    return w;
}

/// How much higher the slope is at the point where the mover would touch a wall than under its
/// foot, m.
static float rise_to_wall(const sc_mover_walk *w, scree_vec2 normal, float speed)
{
    float ahead = sc_dot(normal, w->right) * (speed > 0.0f ? -1.0f : 1.0f);
    float level = sc_dot(normal, w->up);
    return ahead > 0.0f ? w->def->capsule.radius * (ahead + level - 1.0f) / level : 0.0f;
}

/// Moves on the ground: along it, over steps, and down to it.
static scree_result walk_on_ground(sc_mover_walk *w, scree_vec2 velocity, float dt)
{
    SC_TRY(sc_mover_find_planes(w));
    const sc_found_plane *ground = sc_mover_ground(w);
    scree_vec2 n = ground != NULL && ground->kind == SC_PLANE_GROUND ? ground->plane.normal : w->up;
    const float speed = sc_dot(velocity, w->right);
    scree_vec2 from = w->position, walk = sc_scale(speed * dt, (scree_vec2){n.y, -n.x});
    w->step_height += w->step_height > 0.0f ? rise_to_wall(w, n, speed) : 0.0f;
    SC_TRY(sc_mover_slide(w, walk, true));
    SC_TRY(sc_mover_climb(w, from, walk));
    SC_TRY(sc_mover_find_planes(w));
    bool found = sc_mover_ground(w) != NULL;
    if (!found && w->def->snap_distance > 0.0f)
    {
        SC_TRY(sc_mover_snap(w, w->def->snap_distance, &found));
    }
    w->grounded = found;
    return SCREE_OK;
}

/// Moves a mover in the air. A mover that comes down on ground lands.
static scree_result fly(sc_mover_walk *w, scree_vec2 velocity, float dt)
{
    SC_TRY(sc_mover_slide(w, sc_scale(dt, velocity), false));
    SC_TRY(sc_mover_find_planes(w));
    const sc_found_plane *ground = sc_mover_ground(w);
    w->grounded =
        ground != NULL &&
        sc_dot(sc_sub(velocity, ground_velocity(w, ground->plane.shape, ground->plane.normal)),
               w->up) <= 0.0f;
    return SCREE_OK;
}

/// Carries the mover with its ground: with the belt, and with the body. Meanwhile the mover does
/// not collide with that body.
static scree_result carry(sc_mover_walk *w, scree_mover_state *state, float dt)
{
    const sc_found_plane *ground = sc_mover_ground(w);
    if (!w->grounded || ground == NULL)
    {
        w->grounded = false;
        return SCREE_OK;
    }
    w->ground_plane = ground->plane;
    state->on_ground = true;
    state->ground = ground->plane.shape;
    state->ground_normal = ground->plane.normal;
    const scree_vec2 belt = belt_velocity(w, state->ground, state->ground_normal);
    const scree_vec2 body = body_velocity(w, state->ground);
    state->ground_velocity = sc_add(body, belt);
    const int pushing_count = w->pushing_count;
    const scree_vec2 from = w->position;
    if (belt.x != 0.0f || belt.y != 0.0f)
    {
        SC_TRY(sc_mover_slide(w, sc_scale(dt, belt), true));
        w->shift += sc_dot(sc_sub(w->position, from), w->right);
    }
    if (body.x != 0.0f || body.y != 0.0f)
    {
        w->carrier = scree_shape_body(w->world, state->ground);
        SC_TRY(sc_mover_slide(w, sc_scale(dt, body), false));
    }
    w->pushing_count = pushing_count;
    w->carried = sc_sub(w->position, from);
    return SCREE_OK;
}

scree_result scree_world_move_mover(scree_world *world, const scree_mover_def *def, float dt,
                                    scree_mover_state *state)
{
    SC_RECORD(world_move_mover, def, dt, state);
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(check_def(world, def, __func__));
    SC_REQUIRE_NUMBER(__func__, dt, 1e-6f, 1.0f, "dt");
    SC_REQUIRE_POINTER(__func__, state, "state");
    SC_REQUIRE_POSITION(__func__, state->position, "state.position");
    const float max_speed = world->lengths.unit * MAX_SPEED;
    SC_TRY(sc_check_velocity(world, __func__, "state.velocity", state->velocity, max_speed));
    sc_mover_walk w = begin_walk(world, def, state, __func__);
    scree_vec2 velocity = state->velocity;
    const scree_vec2 none = {0.0f, 0.0f};
    const scree_vec2 under =
        w.grounded ? ground_velocity(&w, state->ground, state->ground_normal) : none;
    const scree_vec2 carried = def->keep_ground_velocity ? under : none;
    const bool jumps = w.grounded && sc_dot(velocity, w.up) > 0.0f, walks = w.grounded && !jumps;
    const scree_vec2 frame = walks ? under : none;
    w.walked = w.grounded = walks;
    velocity = jumps ? sc_add(velocity, carried) : velocity;
    SC_TRY(walks ? walk_on_ground(&w, velocity, dt) : fly(&w, velocity, dt));
    w.shift = sc_dot(sc_sub(w.position, state->position), w.right);
    scree_mover_state after = {.depth = w.found_count > 0 ? w.found[0].plane.offset : 0.0f};
    SC_TRY(carry(&w, &after, dt));
    after.position = w.position;
    SC_REQUIRE_POSITION(__func__, after.position, "state.position");
    if (scree_body_is_valid(world, def->body))
    {
        SC_TRY(scree_body_set_target_transform(world, def->body, after.position,
                                               scree_body_angle(world, def->body), dt));
    }
    sc_mover_push_bodies(&w, state, &after, sc_add(velocity, frame), dt);
    after.velocity = clip_velocity(&w, velocity, frame);
    for (int i = 0; i < w.pushing_count; ++i)
    {
        bool wall = w.pushing[i].kind != SC_PLANE_CEILING && !sc_mover_holds(&w, &w.pushing[i]);
        after.wall_normal = wall && !after.on_wall ? w.pushing[i].plane.normal : after.wall_normal;
        after.on_wall |= wall;
        after.on_ceiling |= w.pushing[i].kind == SC_PLANE_CEILING;
    }
    if (after.on_ground)
    {
        scree_vec2 lost = !walks && def->keep_ground_velocity ? after.ground_velocity : none;
        after.velocity = sc_scale(sc_dot(sc_sub(after.velocity, lost), w.right), w.right);
        const float speed = sc_dot(sc_sub(after.ground_velocity, velocity), w.up);
        after.landing_speed = walks ? 0.0f : sc_max(speed, 0.0f);
    }
    else if (walks)
    {
        after.velocity = sc_add(after.velocity, carried);
    }
    // Limit the velocity to the range that the next call accepts.
    after.velocity.x = sc_max(-max_speed, sc_min(after.velocity.x, max_speed));
    after.velocity.y = sc_max(-max_speed, sc_min(after.velocity.y, max_speed));
    *state = after;
    return SCREE_OK;
}
