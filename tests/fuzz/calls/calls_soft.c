/// Calls on soft bodies.
#include "tests/fuzz/rows.h"

#include <math.h>

#define VERTICES 24
#define EDGES 40

/// Whether there are enough soft bodies already.
static bool skip(fuzz *f)
{
    f->now.skipped = fuzz_is_full(f, FUZZ_SOFT);
    return f->now.skipped;
}

static int fill_edges(fuzz *f, scree_soft_edge *edges, int vertex_count)
{
    int edge_count = fuzz_count(f, EDGES), last = vertex_count > 0 ? vertex_count - 1 : 0;
    for (int i = 0; i < edge_count; ++i)
    {
        int a = fuzz_int(f, 0, last), b = fuzz_int(f, 0, last);
        b = a == b && !f->now.hostile && vertex_count > 0 ? (a + 1) % vertex_count : b;
        edges[i] = (scree_soft_edge){a, b, 0.0f, 0.0f};
        if (fuzz_odds(f, 64))
        {
            edges[i].length = fuzz_float(f, 0.1f, 2.0f);
            edges[i].stiffness = fuzz_float(f, 0.1f, 1.0f);
        }
    }
    return edge_count;
}

static void soft_body_create(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_soft_body_def def = fuzz_soft_body_def(f);
    scree_vec2 vertices[VERTICES];
    float masses[VERTICES];
    scree_soft_edge edges[EDGES];
    int32_t outline[VERTICES];
    int count = fuzz_count(f, VERTICES), invalid = f->now.invalid;
    bool ring = count >= 3 && fuzz_odds(f, 128);
    float radius = fuzz_length(f, 0.3f, 1.5f);
    for (int i = 0; i < count; ++i)
    {
        float sine, cosine;
        scree_sincos(6.2831853f * (float)i / (float)count, &sine, &cosine);
        vertices[i] = ring ? (scree_vec2){radius * cosine, radius * sine} : fuzz_arm(f, 1.0f);
        masses[i] = fuzz_odds(f, 16) ? 0.0f : fuzz_float(f, 0.01f, 2.0f);
        outline[i] = i;
    }
    def.vertex_count = count;
    def.vertices = fuzz_null(f) ? NULL : vertices;
    def.masses = fuzz_odds(f, 128) ? masses : NULL;
    if (ring)
    {
        def.outline_count = fuzz_turns_bad(f) ? fuzz_int(f, 3, VERTICES) : count;
        def.outline = fuzz_odds(f, 128) && def.outline_count <= count ? outline : NULL;
    }
    if (!ring || fuzz_odds(f, 64))
    {
        def.edge_count = fill_edges(f, edges, count);
        def.edges = edges;
    }
    // Not all of these numbers are read: places are.
    f->now.invalid = invalid;
    for (int i = 0; i < count; ++i)
    {
        bool finite = isfinite(vertices[i].x) && isfinite(vertices[i].y);
        f->now.invalid |= finite ? 0 : FUZZ_BAD_NUMBER;
    }
    if (f->now.hostile && fuzz_odds(f, 48) && !f->now.locked)
    {
        // A copy of a body, made of the live arrays themselves.
        scree_soft_body_view view = scree_soft_body_vertices(f->now.world, fuzz_soft(f));
        bool alike = view.vertex_count == count && view.edges != NULL;
        def.edges = alike ? view.edges : def.edges;
        def.edge_count = alike ? view.edge_count : def.edge_count;
        f->now.invalid = alike ? FUZZ_BAD_POINTER : f->now.invalid & ~FUZZ_BAD_ID;
    }
    const scree_soft_body_def *given = fuzz_null(f) ? NULL : &def;
    fuzz_made(f, FUZZ_SOFT, -1, scree_soft_body_create(f->now.world, given).value);
}

static void soft_body_create_cloth(fuzz *f)
{
    if (skip(f))
    {
        return;
    }
    scree_soft_body_def def = fuzz_soft_body_def(f);
    int32_t held[4];
    int columns = fuzz_int(f, 2, 7), rows = fuzz_int(f, 1, 6), held_count = fuzz_count(f, 4);
    float spacing = fuzz_length(f, 0.1f, 0.8f);
    // Large nets are well formed, but they would be slow to step.
    columns = columns > 16 && columns <= 256 ? columns + 256 : columns;
    rows = rows > 16 && rows <= 256 ? rows + 256 : rows;
    bool small = columns > 0 && columns <= 16 && rows > 0 && rows <= 16;
    for (int i = 0; i < held_count; ++i)
    {
        held[i] = fuzz_int(f, 0, small ? columns * rows - 1 : 8);
    }
    const scree_soft_body_def *given = fuzz_null(f) ? NULL : &def;
    const int32_t *pins = fuzz_null(f) ? NULL : held;
    if (held_count == 0 && pins == NULL && given != NULL)
    {
        f->now.invalid &= ~FUZZ_BAD_POINTER;
    }
    scree_soft_body_id id =
        scree_soft_body_create_cloth(f->now.world, given, columns, rows, spacing, pins, held_count);
    fuzz_made(f, FUZZ_SOFT, -1, id.value);
}

/// A place in a body about which no more than this is known.
static int vertex_of(fuzz *f, scree_soft_body_id body)
{
    int count = scree_soft_body_vertices(f->now.world, body).vertex_count;
    return fuzz_int(f, 0, count > 0 && !f->now.locked ? count - 1 : 3);
}

/// Writes positions and velocities through the live arrays of one body, bad ones before a step.
static void write_vertex(fuzz *f, scree_soft_body_id body, int vertex)
{
    scree_soft_body_view view = scree_soft_body_vertices(f->now.world, body);
    // A body that does not move keeps any written value.
    f->now.hostile = f->now.hostile && scree_soft_body_is_enabled(f->now.world, body);
    if (f->now.locked || vertex < 0 || vertex >= view.vertex_count)
    {
        return;
    }
    view.vx[vertex] = fuzz_float(f, -5.0f, 5.0f);
    view.vy[vertex] = fuzz_float(f, -5.0f, 5.0f);
    bool invalid = !(fabsf(view.vx[vertex]) <= 1e6f && fabsf(view.vy[vertex]) <= 1e6f);
    if (fuzz_odds(f, 64))
    {
        view.x[vertex] = fuzz_float(f, -f->spread, f->spread);
        view.y[vertex] = fuzz_float(f, 0.0f, f->spread);
        invalid = invalid || !(fabsf(view.x[vertex]) <= 1e8f && fabsf(view.y[vertex]) <= 1e8f);
    }
    f->now.invalid = invalid ? FUZZ_BAD_NUMBER : 0;
    fuzz_step_if_bad(f);
}

/// The live arrays of a soft body.
static void soft_body_vertices(fuzz *f)
{
    scree_world *world = f->now.world;
    scree_soft_body_id body = fuzz_soft(f);
    int vertex = vertex_of(f, body);
    scree_soft_body_view view = scree_soft_body_vertices(world, body);
    scree_vec2 position = scree_soft_body_vertex_position(world, body, vertex);
    scree_vec2 velocity = scree_soft_body_vertex_velocity(world, body, vertex);
    SEE_NEUTRAL(f, view.vertex_count == 0 && view.x == NULL, "a view");
    SEE_NEUTRAL(f, position.y == 0.0f && velocity.x == 0.0f, "a vertex");
    fuzz_see_vec2(f, position);
    fuzz_see_vec2(f, velocity);
    for (int i = 0; !f->now.locked && i < view.vertex_count; ++i)
    {
        SEE_FLOATS(f, view.x[i], view.y[i], view.vx[i], view.vy[i], view.radius[i],
                   view.inverse_mass[i]);
    }
    for (int i = 0; !f->now.locked && i < view.edge_count; ++i)
    {
        fuzz_see_float(f, view.edges[i].length);
    }
    for (int i = 0; !f->now.locked && i < view.outline_count; ++i)
    {
        fuzz_see(f, (uint64_t)view.outline[i]);
    }
    if (fuzz_odds(f, 96))
    {
        write_vertex(f, body, vertex);
    }
}

/// Reads the live arrays of all.
static void world_soft_vertices(fuzz *f)
{
    scree_soft_vertex_view view = scree_world_soft_vertices(f->now.world);
    fuzz_see(f, (uint64_t)view.count);
    if (f->now.locked || view.count == 0)
    {
        return;
    }
    int i = fuzz_below(&f->stream, view.count);
    SEE_FLOATS(f, view.x[i], view.y[i], view.vx[i], view.vy[i], view.radius[i],
               view.inverse_mass[i]);
}

static const fuzz_row rows[] = {
    ROW(soft_body_create, 3),
    ROW(soft_body_create_cloth, 3),
    READ_ROW(soft_body_vertices, 8),
    READ_ROW(world_soft_vertices, 2),
};

const fuzz_rows fuzz_soft_rows = {rows, sizeof rows / sizeof *rows};
