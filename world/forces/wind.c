/// Wind: drag and lift on the faces of shapes.
#include "broadphase/aabbs.h"
#include "broadphase/pairs.h"
#include "scree/forces.h"
#include "world/checks.h"
#include "world/waking.h"

scree_wind_def scree_wind_def_default(void)
{
    return (scree_wind_def){.version = SC_DEF_VERSION,
                            .density = 1.2f,
                            .drag = 1.0f,
                            .filter = scree_query_filter_default()};
}

static scree_result check_wind(scree_world *world, const scree_wind_def *wind, float dt,
                               const char *function)
{
    SC_TRY(sc_check_version(world, wind != NULL ? &wind->version : NULL, function, "wind",
                            "scree_wind_def_default"));
    SC_REQUIRE_NUMBER(function, wind->velocity.x, -SC_MAX_SETTING, SC_MAX_SETTING, "wind.velocity");
    SC_REQUIRE_NUMBER(function, wind->velocity.y, -SC_MAX_SETTING, SC_MAX_SETTING, "wind.velocity");
    const struct
    {
        const char *name;
        float value;
    } numbers[] = {
        {"wind.density", wind->density}, {"wind.drag", wind->drag}, {"wind.lift", wind->lift}};
    for (int i = 0; i < 3; ++i)
    {
        SC_REQUIRE_NUMBER(function, numbers[i].value, 0.0f, SC_MAX_SETTING, numbers[i].name);
    }
    SC_REQUIRE_NUMBER(function, dt, SC_MIN_DT, SC_MAX_DT, "dt");
    return SCREE_OK;
}

/// The forces of the air on one body.
typedef struct gust
{
    const scree_wind_def *wind;
    scree_vec2 center, velocity;  ///< of the body
    float w;
    scree_vec2 force;
    float torque;
    /// N per m/s and N m per rad/s: upper bounds of how fast force and torque grow with the
    /// velocity of the body
    float resistance, turn_resistance;
} gust;

static void add_force(gust *g, scree_vec2 arm, scree_vec2 force, float resistance)
{
    g->force = sc_add(g->force, force);
    g->torque += sc_cross(arm, force);
    g->resistance += resistance;
    g->turn_resistance += resistance * sc_dot(arm, arm);
}

static scree_vec2 air_at(const gust *g, scree_vec2 arm)
{
    return (scree_vec2){g->wind->velocity.x - (g->velocity.x - g->w * arm.y),
                        g->wind->velocity.y - (g->velocity.y + g->w * arm.x)};
}

/// Adds the force on a disc of this width.
static void blow_on_disc(gust *g, scree_vec2 point, float width)
{
    scree_vec2 arm = sc_sub(point, g->center), air = air_at(g, arm);
    float flow = 0.5f * g->wind->density * width * sc_length(air);
    add_force(g, arm, sc_scale(flow * g->wind->drag, air), flow * g->wind->drag);
}

/// Adds the force on a piece of a face, given by its middle, its outward normal and its length.
static void blow_on_piece(gust *g, scree_vec2 point, scree_vec2 normal, float length)
{
    scree_vec2 arm = sc_sub(point, g->center), air = air_at(g, arm);
    float towards = -sc_dot(air, normal);
    if (!(towards > 0.0f))
    {
        return;
    }
    float speed = sc_length(air), sine = towards / speed;
    float flow = 0.5f * g->wind->density * length * sine * speed;
    // Lift is perpendicular to the wind and away from the face, in proportion to the cosine of the
    // angle of attack.
    scree_vec2 across = {-normal.x * speed - sine * air.x, -normal.y * speed - sine * air.y};
    scree_vec2 force =
        sc_add(sc_scale(flow * g->wind->drag, air), sc_scale(flow * g->wind->lift, across));
    add_force(g, arm, force, flow * (g->wind->drag + g->wind->lift));
}

static void blow_on_shape(gust *g, const scree_world *world, int32_t slot)
{
    const sc_shapes *shapes = &world->shapes;
    const scree_query_filter *by = &g->wind->filter;
    const scree_filter filter = {by->category, by->mask, by->group};
    const int32_t row = world->bodies.row[shapes->body_slot[slot]];
    if ((by->ignored_body.value != 0 && by->ignored_body.value == world->bodies.id[row].value) ||
        !sc_filters_agree(&filter, &shapes->filter[slot]) || sc_is_sensor(shapes, slot) ||
        shapes->kind[slot] == SC_KIND_HALF_SPACE)
    {
        return;
    }
    const sc_shape_pose pose = sc_present_pose(&world->bodies, shapes, slot);
    const scree_vec2 center = {pose.x, pose.y};
    if (shapes->kind[slot] == SC_KIND_CIRCLE)
    {
        blow_on_disc(g, center, 2.0f * pose.radius);
        return;
    }
    const float *geometry = shapes->geometry + shapes->geometry_start[slot];
    const float *vertices = geometry + SC_GEOMETRY_HEADER;
    const int count = (int)geometry[2];
    const sc_rotation q = {pose.cos, pose.sin};
    const scree_vec2 last = {vertices[2 * count - 2], vertices[2 * count - 1]};
    scree_vec2 before = sc_add(center, sc_rotate(q, last));
    for (int i = 0; i < count; ++i)
    {
        const scree_vec2 local = {vertices[2 * i], vertices[2 * i + 1]};
        const scree_vec2 vertex = sc_add(center, sc_rotate(q, local));
        // Divide a face, whose outside is to the right, into two pieces by Gauss-Legendre
        // quadrature, so that a face turning about its middle is damped.
        const scree_vec2 edge = sc_sub(vertex, before), aside = sc_scale(0.288675135f, edge);
        const float length = sc_length(edge);
        const scree_vec2 normal = {edge.y / length, -edge.x / length};
        const scree_vec2 middle =
            sc_add(sc_scale(0.5f, sc_add(before, vertex)), sc_scale(pose.radius, normal));
        blow_on_piece(g, sc_sub(middle, aside), normal, 0.5f * length);
        blow_on_piece(g, sc_add(middle, aside), normal, 0.5f * length);
        if (pose.radius > 0.0f)
        {
            // All round corners together are as wide as one disc.
            blow_on_disc(g, vertex, 2.0f * pose.radius / (float)count);
        }
        before = vertex;
    }
}

static gust gust_on(const sc_bodies *bodies, int32_t row, const scree_wind_def *wind)
{
    return (gust){.wind = wind,
                  .center = {bodies->pose[row].x, bodies->pose[row].y},
                  .velocity = {bodies->vx[row], bodies->vy[row]},
                  .w = bodies->w[row]};
}

/// The fraction of a force with which, over the time dt, it removes at most the velocity that
/// causes it.
static float bounded_part(float resistance, float inverse, float dt)
{
    float change = resistance * inverse * dt;
    return change > 1.0f ? 1.0f / change : 1.0f;
}

static void apply_gust(scree_world *world, int32_t row, const gust *g, float dt)
{
    sc_bodies *bodies = &world->bodies;
    float part = bounded_part(g->resistance, bodies->inverse_mass[row], dt);
    float turn = bounded_part(g->turn_resistance, bodies->inverse_inertia[row], dt);
    scree_vec2 force = {bodies->force_x[row] + part * g->force.x,
                        bodies->force_y[row] + part * g->force.y};
    float torque = bodies->torque[row] + turn * g->torque;
    bool pushes = g->force.x != 0.0f || g->force.y != 0.0f || g->torque != 0.0f;
    if (!pushes || !sc_is_finite_vec2(force) || !sc_is_finite(torque))
    {
        return;
    }
    bodies->force_x[row] = force.x;
    bodies->force_y[row] = force.y;
    bodies->torque[row] = torque;
    bodies->forces_pending = true;
    if (bodies->flags[row] & SC_BODY_ASLEEP)
    {
        sc_wake(world, row);
    }
}

/// Whether the wind acts on a body.
static bool feels_wind(const sc_bodies *bodies, int32_t row, const scree_wind_def *wind)
{
    return row < bodies->count[SC_GROUP_DYNAMIC] || (wind->wake && sc_row_is_dynamic(bodies, row));
}

static void blow_on_body(scree_world *world, int32_t row, const scree_wind_def *wind, float dt)
{
    gust g = gust_on(&world->bodies, row, wind);
    int32_t slot = world->bodies.first_shape[row];
    for (; slot != 0; slot = world->shapes.next[slot])
    {
        blow_on_shape(&g, world, slot);
    }
    apply_gust(world, row, &g, dt);
}

scree_result scree_world_apply_wind(scree_world *world, const scree_wind_def *wind, float dt)
{
    SC_RECORD(world_apply_wind, wind, dt);
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(check_wind(world, wind, dt, __func__));
    const sc_bodies *bodies = &world->bodies;
    const int32_t moving = sc_moving_count(bodies);
    for (int32_t row = 0; row < bodies->count[SC_GROUP_DYNAMIC]; ++row)
    {
        blow_on_body(world, row, wind, dt);
    }
    for (int32_t i = 0; wind->wake && i < bodies->count[SC_GROUP_ASLEEP]; ++i)
    {
        blow_on_body(world, moving + i, wind, dt);
    }
    return SCREE_OK;
}

scree_result scree_body_apply_wind(scree_world *world, scree_body_id body,
                                   const scree_wind_def *wind, float dt)
{
    SC_RECORD(body_apply_wind, body, wind, dt);
    SC_FIND_BODY(world, body, row);
    SC_TRY(check_wind(world, wind, dt, __func__));
    if (feels_wind(&world->bodies, row, wind))
    {
        blow_on_body(world, row, wind, dt);
    }
    return SCREE_OK;
}

scree_result scree_shape_apply_wind(scree_world *world, scree_shape_id shape,
                                    const scree_wind_def *wind, float dt)
{
    SC_RECORD(shape_apply_wind, shape, wind, dt);
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(check_wind(world, wind, dt, __func__));
    const int32_t row = world->bodies.row[world->shapes.body_slot[slot]];
    if (feels_wind(&world->bodies, row, wind))
    {
        gust g = gust_on(&world->bodies, row, wind);
        blow_on_shape(&g, world, slot);
        apply_gust(world, row, &g, dt);
    }
    return SCREE_OK;
}
