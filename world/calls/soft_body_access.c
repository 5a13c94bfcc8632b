/// Soft bodies: views, getters, setters, attachments to rigid bodies.
#include "world/calls/soft_calls.h"

#include <stdio.h>

/// Finds the body of an id. If the id is not live, records the error and returns from the call.
#define FIND_BODY(world, id)                                \
    sc_soft_body *body = NULL;                              \
    SC_TRY(sc_enter_soft_body(world, id, __func__, &body)); \
    sc_soft_bodies *soft = &world->soft

#define REQUIRE_VERTEX(body, vertex) \
    SC_REQUIRE_NUMBER(__func__, vertex, 0, (body)->vertex_count - 1, "vertex")

scree_soft_body_view scree_soft_body_vertices(scree_world *world, scree_soft_body_id id)
{
    int32_t row = sc_peek_soft_body(world, id);
    if (row < 0)
    {
        return (scree_soft_body_view){0};
    }
    sc_note_view(world, SC_VIEW_SOFT);
    const sc_soft_bodies *soft = &world->soft;
    const sc_soft_body *body = &soft->bodies[row];
    int32_t v = body->first_vertex;
    return (scree_soft_body_view){
        .vertex_count = body->vertex_count,
        .x = soft->x + v,
        .y = soft->y + v,
        .vx = soft->vx + v,
        .vy = soft->vy + v,
        .inverse_mass = soft->inverse_mass + v,
        .radius = soft->radius + v,
        .edge_count = body->edge_count,
        .edges = body->edge_count > 0 ? soft->edges + body->first_edge : NULL,
        .outline_count = body->corner_count,
        .outline = body->corner_count > 0 ? soft->corners + body->first_corner : NULL};
}

scree_soft_body_def scree_soft_body_settings(const scree_world *world, scree_soft_body_id id)
{
    scree_soft_body_def def = {0};
    const int32_t row = sc_peek_soft_body(world, id);
    if (row >= 0)
    {
        const sc_soft_body *body = &world->soft.bodies[row];
        def = scree_soft_body_def_default();
        def.vertex_count = body->vertex_count;
        def.edge_count = body->edge_count;
        def.outline_count = body->corner_count;
        def.mass = scree_soft_body_mass(world, id);
        def.radius = body->radius;
        def.damping = body->damping;
        def.gravity_scale = body->gravity_scale;
        def.friction = body->friction;
        def.filter = body->filter;
        def.enabled = !(body->flags & SC_SOFT_DISABLED);
        def.user_data = body->user_data;
    }
    return def;
}

scree_soft_attachment scree_soft_body_vertex_attachment(const scree_world *world,
                                                        scree_soft_body_id id, int vertex)
{
    scree_soft_attachment found = {0};
    const int32_t row = sc_peek_soft_body(world, id);
    const sc_soft_body *body = row >= 0 ? &world->soft.bodies[row] : NULL;
    if (body != NULL && vertex >= 0 && vertex < body->vertex_count)
    {
        const int32_t at = world->soft.attachment_of[body->first_vertex + vertex] - 1;
        const scree_body_id rigid = {at >= 0 ? world->soft.attachments[at].rigid : 0};
        if (scree_body_is_valid(world, rigid))
        {
            found = (scree_soft_attachment){rigid, world->soft.attachments[at].point};
        }
    }
    return found;
}

scree_soft_vertex_view scree_world_soft_vertices(scree_world *world)
{
    if (world == NULL)
    {
        return (scree_soft_vertex_view){0};
    }
    sc_note_view(world, SC_VIEW_SOFT);
    const sc_soft_bodies *soft = &world->soft;
    return (scree_soft_vertex_view){soft->vertex_count, soft->x,     soft->y, soft->vx, soft->vy,
                                    soft->inverse_mass, soft->radius};
}

int scree_world_soft_bodies(const scree_world *world, scree_soft_body_id *ids, int capacity)
{
    int count = world != NULL ? world->soft.body_count : 0;
    for (int i = 0; ids != NULL && i < count && i < capacity; ++i)
    {
        ids[i] = world->soft.bodies[i].id;
    }
    return count;
}

scree_result scree_world_set_soft_iterations(scree_world *world, int iterations)
{
    SC_RECORD(world_set_soft_iterations, iterations);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_NUMBER(__func__, iterations, 1, SC_SOFT_MAX_ITERATIONS, "iterations");
    world->soft.iterations = iterations;
    return SCREE_OK;
}

int scree_world_soft_iterations(const scree_world *world)
{
    return world != NULL ? world->soft.iterations : 0;
}

bool scree_soft_body_is_enabled(const scree_world *world, scree_soft_body_id id)
{
    int32_t row = sc_peek_soft_body(world, id);
    return row >= 0 && !(world->soft.bodies[row].flags & SC_SOFT_DISABLED);
}

scree_result scree_soft_body_set_enabled(scree_world *world, scree_soft_body_id id, bool enabled)
{
    SC_RECORD(soft_body_set_enabled, id, enabled);
    FIND_BODY(world, id);
    body->flags = enabled ? 0 : SC_SOFT_DISABLED;
    soft->coloured = false;
    return SCREE_OK;
}

void *scree_soft_body_user_data(const scree_world *world, scree_soft_body_id id)
{
    int32_t row = sc_peek_soft_body(world, id);
    return row >= 0 ? world->soft.bodies[row].user_data : NULL;
}

scree_result scree_soft_body_set_user_data(scree_world *world, scree_soft_body_id id,
                                           void *user_data)
{
    SC_RECORD(soft_body_set_user_data, id, user_data);
    sc_soft_body *body = NULL;
    SC_TRY(sc_enter_soft_body(world, id, __func__, &body));
    body->user_data = user_data;
    return SCREE_OK;
}

scree_vec2 scree_soft_body_center_of_mass(const scree_world *world, scree_soft_body_id id)
{
    int32_t row = sc_peek_soft_body(world, id);
    if (row < 0)
    {
        return (scree_vec2){0.0f, 0.0f};
    }
    const sc_soft_bodies *soft = &world->soft;
    const sc_soft_body *body = &soft->bodies[row];
    double mass = 0.0, x = 0.0, y = 0.0, all_x = 0.0, all_y = 0.0;
    for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
    {
        double vertex_mass =
            soft->inverse_mass[v] > 0.0f ? 1.0 / (double)soft->inverse_mass[v] : 0.0;
        mass += vertex_mass;
        x += vertex_mass * (double)soft->x[v];
        y += vertex_mass * (double)soft->y[v];
        all_x += (double)soft->x[v];
        all_y += (double)soft->y[v];
    }
    double n = (double)body->vertex_count;
    return mass > 0.0 ? (scree_vec2){(float)(x / mass), (float)(y / mass)}
                      : (scree_vec2){(float)(all_x / n), (float)(all_y / n)};
}

float scree_soft_body_mass(const scree_world *world, scree_soft_body_id id)
{
    int32_t row = sc_peek_soft_body(world, id);
    double mass = 0.0;
    for (int i = 0; row >= 0 && i < world->soft.bodies[row].vertex_count; ++i)
    {
        float inverse = world->soft.inverse_mass[world->soft.bodies[row].first_vertex + i];
        mass += inverse > 0.0f ? 1.0 / (double)inverse : 0.0;
    }
    return (float)mass;
}

static void set_velocity(sc_soft_bodies *soft, int32_t v, scree_vec2 velocity)
{
    bool held = soft->inverse_mass[v] == 0.0f;
    soft->vx[v] = held ? 0.0f : velocity.x;
    soft->vy[v] = held ? 0.0f : velocity.y;
}

float scree_soft_body_kinetic_energy(const scree_world *world, scree_soft_body_id id)
{
    int32_t row = sc_peek_soft_body(world, id);
    double energy = 0.0;
    for (int i = 0; row >= 0 && i < world->soft.bodies[row].vertex_count; ++i)
    {
        int32_t v = world->soft.bodies[row].first_vertex + i;
        double inverse = (double)world->soft.inverse_mass[v];
        double vx = (double)world->soft.vx[v], vy = (double)world->soft.vy[v];
        energy += inverse > 0.0 ? 0.5 * (vx * vx + vy * vy) / inverse : 0.0;
    }
    return (float)energy;
}

/// The index of a vertex in the arrays of the world, or -1.
static int32_t peek_vertex(const scree_world *world, scree_soft_body_id id, int vertex)
{
    int32_t row = sc_peek_soft_body(world, id);
    bool exists = row >= 0 && vertex >= 0 && vertex < world->soft.bodies[row].vertex_count;
    return exists ? world->soft.bodies[row].first_vertex + vertex : -1;
}

scree_vec2 scree_soft_body_vertex_position(const scree_world *world, scree_soft_body_id id,
                                           int vertex)
{
    int32_t v = peek_vertex(world, id, vertex);
    return v < 0 ? (scree_vec2){0.0f, 0.0f} : (scree_vec2){world->soft.x[v], world->soft.y[v]};
}

scree_vec2 scree_soft_body_vertex_velocity(const scree_world *world, scree_soft_body_id id,
                                           int vertex)
{
    int32_t v = peek_vertex(world, id, vertex);
    return v < 0 ? (scree_vec2){0.0f, 0.0f} : (scree_vec2){world->soft.vx[v], world->soft.vy[v]};
}

float scree_soft_body_vertex_mass(const scree_world *world, scree_soft_body_id id, int vertex)
{
    int32_t v = peek_vertex(world, id, vertex);
    float inverse = v < 0 ? 0.0f : world->soft.inverse_mass[v];
    return inverse > 0.0f ? 1.0f / inverse : 0.0f;
}

scree_result scree_soft_body_set_vertex_position(scree_world *world, scree_soft_body_id id,
                                                 int vertex, scree_vec2 position)
{
    SC_RECORD(soft_body_set_vertex_position, id, vertex, position);
    FIND_BODY(world, id);
    REQUIRE_VERTEX(body, vertex);
    SC_REQUIRE_POSITION(__func__, position, "position");
    soft->x[body->first_vertex + vertex] = position.x;
    soft->y[body->first_vertex + vertex] = position.y;
    return SCREE_OK;
}

scree_result scree_soft_body_set_vertex_velocity(scree_world *world, scree_soft_body_id id,
                                                 int vertex, scree_vec2 velocity)
{
    SC_RECORD(soft_body_set_vertex_velocity, id, vertex, velocity);
    FIND_BODY(world, id);
    REQUIRE_VERTEX(body, vertex);
    SC_TRY(sc_check_soft_velocity(world, velocity, __func__, "velocity"));
    set_velocity(soft, body->first_vertex + vertex, velocity);
    return SCREE_OK;
}

scree_result scree_soft_body_set_vertex_mass(scree_world *world, scree_soft_body_id id, int vertex,
                                             float mass)
{
    SC_RECORD(soft_body_set_vertex_mass, id, vertex, mass);
    FIND_BODY(world, id);
    REQUIRE_VERTEX(body, vertex);
    SC_TRY(sc_check_soft_mass(world, mass, __func__, "mass"));
    int32_t v = body->first_vertex + vertex;
    soft->inverse_mass[v] = mass > 0.0f ? 1.0f / mass : 0.0f;
    if (mass == 0.0f)
    {
        set_velocity(soft, v, (scree_vec2){0.0f, 0.0f});
    }
    return SCREE_OK;
}

scree_result scree_soft_body_apply_impulse(scree_world *world, scree_soft_body_id id, int vertex,
                                           scree_vec2 impulse)
{
    SC_RECORD(soft_body_apply_impulse, id, vertex, impulse);
    FIND_BODY(world, id);
    REQUIRE_VERTEX(body, vertex);
    int32_t v = body->first_vertex + vertex;
    scree_vec2 velocity =
        sc_add((scree_vec2){soft->vx[v], soft->vy[v]}, sc_scale(soft->inverse_mass[v], impulse));
    if (!sc_is_soft_velocity(world, velocity))
    {
        char what[128];
        snprintf(what, sizeof what,
                 "is (%.9g, %.9g): the velocity would not be within +-1e6 units/s",
                 (double)impulse.x, (double)impulse.y);
        return sc_fail(world, SCREE_ERROR_ARGUMENT, __func__, "impulse", what);
    }
    set_velocity(soft, v, velocity);
    return SCREE_OK;
}

scree_result scree_soft_body_set_velocity(scree_world *world, scree_soft_body_id id,
                                          scree_vec2 velocity)
{
    SC_RECORD(soft_body_set_velocity, id, velocity);
    FIND_BODY(world, id);
    SC_TRY(sc_check_soft_velocity(world, velocity, __func__, "velocity"));
    for (int i = 0; i < body->vertex_count; ++i)
    {
        set_velocity(soft, body->first_vertex + i, velocity);
    }
    return SCREE_OK;
}

scree_result scree_soft_body_attach(scree_world *world, scree_soft_body_id id, int vertex,
                                    scree_body_id rigid, scree_vec2 point)
{
    SC_RECORD(soft_body_attach, id, vertex, rigid, point);
    FIND_BODY(world, id);
    REQUIRE_VERTEX(body, vertex);
    if (sc_peek_row(world, rigid) < 0)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "rigid",
                       sc_stale_text(world, rigid.value));
    }
    SC_REQUIRE_POSITION(__func__, point, "point");
    sc_soft_attachment attachment = {body->slot, vertex, rigid.value, point};
    return sc_soft_attach_vertex(soft, &world->memory, &attachment) ? SCREE_OK
                                                                    : sc_no_memory(world, __func__);
}

scree_result scree_soft_body_detach(scree_world *world, scree_soft_body_id id, int vertex)
{
    SC_RECORD(soft_body_detach, id, vertex);
    FIND_BODY(world, id);
    REQUIRE_VERTEX(body, vertex);
    sc_soft_detach(soft, body->first_vertex + vertex);
    return SCREE_OK;
}
