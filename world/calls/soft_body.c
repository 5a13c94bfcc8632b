/// Soft bodies: definition, checks, the edges of outlines, creation, destruction.
#include "core/assert.h"
#include "world/calls/soft_calls.h"

#include <stdio.h>

scree_soft_body_def scree_soft_body_def_default(void)
{
    return (scree_soft_body_def){.version = SC_DEF_VERSION,
                                 .mass = 1.0f,
                                 .stiffness = 1.0f,
                                 .gravity_scale = 1.0f,
                                 .friction = 0.6f,
                                 .filter = {.category = 1, .mask = UINT64_MAX, .group = 0},
                                 .enabled = true};
}

int32_t sc_peek_soft_body(const scree_world *world, scree_soft_body_id body)
{
    int32_t slot = world != NULL ? sc_ids_find(&world->soft.ids, body.value) : 0;
    return slot != 0 ? world->soft.row[slot] : -1;
}

scree_result sc_enter_soft_body(scree_world *world, scree_soft_body_id body, const char *function,
                                sc_soft_body **found)
{
    SC_TRY(sc_enter(world, function));
    int32_t row = sc_peek_soft_body(world, body);
    if (row < 0)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, function, "body",
                       sc_stale_text(world, body.value));
    }
    *found = &world->soft.bodies[row];
    return SCREE_OK;
}

scree_result sc_check_soft_place(scree_world *world, scree_vec2 place, const char *function,
                                 const char *argument)
{
    return sc_check_vector(world, function, argument, place, 0.5f * SC_WORLD_REACH);
}

scree_result sc_check_soft_mass(scree_world *world, float mass, const char *function,
                                const char *argument)
{
    const float square = world->lengths.unit * world->lengths.unit;
    const float least = square * SC_MIN_SOFT_MASS, most = square * SC_MAX_SOFT_MASS;
    return mass == 0.0f || (mass >= least && mass <= most)
               ? SCREE_OK
               : sc_fail_unless_0(world, function, argument, (double)mass, (double)least,
                                  (double)most);
}

scree_result sc_check_shared_mass(scree_world *world, float mass, int vertex_count,
                                  const char *function)
{
    const float each = mass / (float)vertex_count;
    const float square = world->lengths.unit * world->lengths.unit;
    const float least = square * SC_MIN_SOFT_MASS, most = square * SC_MAX_SOFT_MASS;
    return each >= least && each <= most
               ? SCREE_OK
               : sc_fail_number(world, function, "def.mass", (double)mass,
                                vertex_count * (double)least, vertex_count * (double)most);
}

bool sc_is_soft_velocity(const scree_world *world, scree_vec2 v)
{
    const float fastest = world->lengths.unit * SC_MAX_SOFT_SPEED;
    return fabsf(v.x) <= fastest && fabsf(v.y) <= fastest;
}

scree_result sc_check_soft_velocity(scree_world *world, scree_vec2 velocity, const char *function,
                                    const char *argument)
{
    if (sc_is_soft_velocity(world, velocity))
    {
        return SCREE_OK;
    }
    char what[96];
    snprintf(what, sizeof what, "is (%.9g, %.9g), not within +-1e6 units/s", (double)velocity.x,
             (double)velocity.y);
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

scree_result sc_check_soft_def(scree_world *world, const scree_soft_body_def *def,
                               const char *function)
{
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, function, "def",
                            "scree_soft_body_def_default"));
    SC_REQUIRE_POSITION(function, def->position, "def.position");
    SC_REQUIRE_FINITE(function, def->angle, "def.angle");
    SC_TRY(sc_check_soft_velocity(world, def->linear_velocity, function, "def.linear_velocity"));
    SC_REQUIRE_NUMBER(function, def->angular_velocity, -SC_MAX_SOFT_SPEED, SC_MAX_SOFT_SPEED,
                      "def.angular_velocity");
    SC_REQUIRE_NUMBER(function, def->mass, SC_ABOVE_0, FLT_MAX, "def.mass");
    SC_REQUIRE_NUMBER(function, def->radius, 0.0f, world->lengths.unit * SC_MAX_SOFT_RADIUS,
                      "def.radius");
    SC_REQUIRE_NUMBER(function, def->stiffness, SC_ABOVE_0, 1.0f, "def.stiffness");
    SC_REQUIRE_NUMBER(function, def->damping, 0.0f, SC_MAX_DAMPING, "def.damping");
    SC_REQUIRE_FINITE(function, def->gravity_scale, "def.gravity_scale");
    SC_REQUIRE_NUMBER(function, def->friction, 0.0f, SC_MAX_COEFFICIENT, "def.friction");
    return SCREE_OK;
}

static int32_t corner_of(const scree_soft_body_def *def, int i)
{
    return def->outline != NULL ? def->outline[i] : i;
}

static scree_result check_arrays(scree_world *world, const scree_soft_body_def *def,
                                 const char *function)
{
    struct
    {
        const char *name;
        const void *values;
    } arrays[] = {{"def.vertices", def->vertices},
                  {"def.masses", def->masses},
                  {"def.edges", def->edges},
                  {"def.outline", def->outline}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
    {
        // Creating a body may move live arrays.
        SC_REQUIRE_IN(function, !sc_store_holds(&sc_soft_store, &world->soft, arrays[i].values),
                      arrays[i].name, "is a live array of the world's soft bodies");
    }
    SC_REQUIRE_POINTER(function, def->vertices, "def.vertices");
    SC_REQUIRE_NUMBER(function, def->vertex_count, 1, SC_SOFT_MAX_VERTICES, "def.vertex_count");
    sc_rotation turn = sc_rotation_of(def->angle);
    for (int i = 0; i < def->vertex_count; ++i)
    {
        SC_TRY(sc_check_soft_place(world, def->vertices[i], function, "def.vertices"));
        SC_REQUIRE_IN(function,
                      sc_is_position(sc_add(def->position, sc_rotate(turn, def->vertices[i]))),
                      "def.position", "puts a vertex out of reach");
        SC_TRY(def->masses == NULL
                   ? SCREE_OK
                   : sc_check_soft_mass(world, def->masses[i], function, "def.masses"));
    }
    return def->masses != NULL
               ? SCREE_OK
               : sc_check_shared_mass(world, def->mass, def->vertex_count, function);
}

/// Checks that an outline is convex and counter-clockwise: every corner lies to the left of every
/// edge.
static scree_result check_outline(scree_world *world, const scree_soft_body_def *def,
                                  const char *function)
{
    int n = def->outline_count;
    if (n != 0 && (n < 3 || n > SC_SOFT_MAX_OUTLINE))
    {
        return sc_fail_unless_0(world, function, "def.outline_count", n, 3.0, SC_SOFT_MAX_OUTLINE);
    }
    SC_REQUIRE_NUMBER(function, n, 0, def->vertex_count, "def.outline_count");
    for (int i = 0; i < n; ++i)
    {
        int32_t corner = corner_of(def, i);
        SC_REQUIRE_NUMBER(function, corner, 0, def->vertex_count - 1, "def.outline");
        for (int k = 0; k < i; ++k)
        {
            SC_REQUIRE_IN(function, corner != corner_of(def, k), "def.outline",
                          "names a vertex twice");
        }
    }
    for (int i = 0; i < n; ++i)
    {
        scree_vec2 from = def->vertices[corner_of(def, i)];
        scree_vec2 edge = sc_sub(def->vertices[corner_of(def, i + 1 < n ? i + 1 : 0)], from);
        float length = sc_length(edge), farthest = 0.0f;
        for (int k = 0; k < n; ++k)
        {
            float left = sc_cross(edge, sc_sub(def->vertices[corner_of(def, k)], from));
            SC_REQUIRE_IN(function, left >= -1e-5f * length * length, "def.outline",
                          "is not convex and counter-clockwise");
            farthest = sc_max(farthest, left);
        }
        SC_REQUIRE_IN(function,
                      length >= world->lengths.unit * SC_MIN_SOFT_LENGTH &&
                          farthest > world->lengths.unit * SC_MIN_SOFT_LENGTH * length,
                      "def.outline", "encloses no area");
    }
    return SCREE_OK;
}

/// An outline of n corners has n edges and braces. The braces join each corner to the one after the
/// next and, from six corners on, to the opposite one.
static int edge_count(const scree_soft_body_def *def)
{
    int n = def->outline_count, braces = n < 4 ? 0 : n == 4 ? 2 : n == 5 ? 5 : n + n / 2;
    return def->edges != NULL ? def->edge_count : n > 0 ? n + braces : def->vertex_count - 1;
}

/// Edge i of a definition, or of the default edges if it has none.
static scree_soft_edge def_edge_at(const scree_soft_body_def *def, int i)
{
    SC_ASSERT(i >= 0);
    int n = def->outline_count;
    scree_soft_edge edge = {i, i + 1, 0.0f, 0.0f};
    if (def->edges != NULL)
    {
        edge = def->edges[i];
    }
    else if (n > 0)
    {
        int from = i < n ? i : i < 2 * n ? i - n : i - 2 * n;
        int reach = i < n ? 1 : n == 4 || i < 2 * n ? 2 : n / 2;
        edge.a = corner_of(def, from);
        edge.b = corner_of(def, (from + reach) % n);
    }
    return edge;
}

/// Edge i with its length and stiffness filled in.
static scree_soft_edge whole_edge(const scree_soft_body_def *def, int i)
{
    SC_ASSERT(i >= 0);
    scree_soft_edge edge = def_edge_at(def, i);
    if (edge.length == 0.0f)
    {
        edge.length = sc_length(sc_sub(def->vertices[edge.b], def->vertices[edge.a]));
    }
    edge.stiffness = edge.stiffness == 0.0f ? def->stiffness : edge.stiffness;
    return edge;
}

static scree_result check_edges(scree_world *world, const scree_soft_body_def *def,
                                const char *function)
{
    if (def->edges != NULL)
    {
        SC_REQUIRE_NUMBER(function, def->edge_count, 0, SC_SOFT_MAX_EDGES, "def.edge_count");
    }
    else if (def->edge_count != 0)
    {
        return sc_fail(world, SCREE_ERROR_NULL, function, "def.edges", "is null");
    }
    SC_REQUIRE_IN(function,
                  def->edges != NULL || def->outline_count == 0 ||
                      def->outline_count == def->vertex_count,
                  "def.edges", "is null, and not every vertex is on the outline");
    for (int i = 0; i < edge_count(def); ++i)
    {
        scree_soft_edge edge = def_edge_at(def, i);
        SC_REQUIRE_NUMBER(function, edge.a, 0, def->vertex_count - 1, "def.edges");
        SC_REQUIRE_NUMBER(function, edge.b, 0, def->vertex_count - 1, "def.edges");
        SC_REQUIRE_IN(function, edge.a != edge.b, "def.edges", "joins a vertex to itself");
        edge = whole_edge(def, i);
        SC_REQUIRE_NUMBER(function, edge.length, world->lengths.unit * SC_MIN_SOFT_LENGTH,
                          world->lengths.unit * SC_MAX_SOFT_LENGTH, "def.edges");
        SC_REQUIRE_NUMBER(function, edge.stiffness, SC_ABOVE_0, 1.0f, "def.edges");
    }
    return SCREE_OK;
}

scree_soft_body_id sc_soft_body_make(scree_world *world, const scree_soft_body_def *def,
                                     const char *function)
{
    scree_soft_body_id none = {0};
    if (check_arrays(world, def, function) != SCREE_OK ||
        check_outline(world, def, function) != SCREE_OK ||
        check_edges(world, def, function) != SCREE_OK)
    {
        return none;
    }
    sc_soft_bodies *soft = &world->soft;
    if (sc_ids_needed(&soft->ids, 1) > SC_MAX_SLOTS)
    {
        sc_fail(world, SCREE_ERROR_CAPACITY, function, "world", "has no more ids for soft bodies");
        return none;
    }
    sc_soft_size size = {def->vertex_count, edge_count(def), def->outline_count};
    if (!sc_soft_bodies_reserve(soft, &world->memory, size))
    {
        sc_no_memory(world, function);
        return none;
    }
    sc_soft_body *body = sc_soft_bodies_add(soft, size);
    SC_ASSERT(body->vertex_count == def->vertex_count);
    sc_rotation turn = sc_rotation_of(def->angle);
    for (int i = 0; i < def->vertex_count; ++i)
    {
        int32_t v = body->first_vertex + i;
        scree_vec2 arm = sc_rotate(turn, def->vertices[i]), place = sc_add(def->position, arm);
        float mass = def->masses != NULL ? def->masses[i] : def->mass / (float)def->vertex_count;
        scree_vec2 velocity = {def->linear_velocity.x - def->angular_velocity * arm.y,
                               def->linear_velocity.y + def->angular_velocity * arm.x};
        bool held = mass == 0.0f;
        soft->x[v] = place.x;
        soft->y[v] = place.y;
        soft->vx[v] = held ? 0.0f : velocity.x;
        soft->vy[v] = held ? 0.0f : velocity.y;
        soft->inverse_mass[v] = held ? 0.0f : 1.0f / mass;
        soft->radius[v] = def->radius;
    }
    for (int i = 0; i < size.edges; ++i)
    {
        soft->edges[body->first_edge + i] = whole_edge(def, i);
    }
    for (int i = 0; i < size.corners; ++i)
    {
        soft->corners[body->first_corner + i] = corner_of(def, i);
    }
    body->radius = def->radius;
    body->damping = def->damping;
    body->gravity_scale = def->gravity_scale;
    body->friction = def->friction;
    body->filter = def->filter;
    body->user_data = def->user_data;
    body->flags = def->enabled ? 0 : SC_SOFT_DISABLED;
    return body->id;
}

scree_soft_body_id scree_soft_body_create(scree_world *world, const scree_soft_body_def *def)
{
    SC_RECORD(soft_body_create, def);
    scree_soft_body_id none = {0};
    if (sc_enter(world, __func__) != SCREE_OK ||
        sc_check_soft_def(world, def, __func__) != SCREE_OK)
    {
        return none;
    }
    return sc_soft_body_make(world, def, __func__);
}

scree_result scree_soft_body_destroy(scree_world *world, scree_soft_body_id id)
{
    SC_RECORD(soft_body_destroy, id);
    sc_soft_body *body = NULL;
    SC_TRY(sc_enter_soft_body(world, id, __func__, &body));
    sc_soft_bodies_remove(&world->soft, world->soft.row[body->slot]);
    return SCREE_OK;
}

bool scree_soft_body_is_valid(const scree_world *world, scree_soft_body_id body)
{
    return sc_peek_soft_body(world, body) >= 0;
}
