// Scenes of soft bodies: vertices and edges that keep their length.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <stdlib.h>

// verlet_bodies

// Room for each body in the grid that they fall from.
#define BODY_SPACING 1.1f

static scree_scene_counts verlet_bodies_counts(int size)
{
    (void)size;
    return (scree_scene_counts){1, 4, 0};
}

// As many in a row as make the fall about as deep as the box is wide.
static int row_length(int size)
{
    int columns = 3;
    while (columns * columns < size)
        ++columns;
    return columns;
}

static bool create_mixed(scree_world *world, const scree_soft_body_def *def, int i, float size)
{
    switch (i % 4)
    {
    case 0:
        return scree_soft_body_create_box(world, def, size, size).value != 0;
    case 1:
        return scree_soft_body_create_polygon(world, def, 3, 1.1f * size).value != 0;
    case 2:
        return scree_soft_body_create_box(world, def, 1.2f * size, 0.6f * size).value != 0;
    default:
        return scree_soft_body_create_polygon(world, def, 5 + i / 4 % 4, 1.1f * size).value != 0;
    }
}

static bool verlet_bodies_create(scree_world *world, const scree_scene_params *params,
                                 scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def wall = scree_shape_def_default();
    int columns = row_length(params->size), rows = (params->size + columns - 1) / columns;
    float width = BODY_SPACING * (float)columns, height = BODY_SPACING * (float)(rows + 2);
    sc_build_closed_box(&builder, &wall, sc_aabb_of(0.0f, 0.0f, width + 1.0f, height + 1.0f));
    sc_random random = sc_random_create(params->seed);
    // With the default of 8 the bodies at the bottom quiver under the load.
    builder.ok = builder.ok && scree_world_set_soft_iterations(world, 16) == SCREE_OK;
    for (int i = 0; builder.ok && i < params->size; ++i)
    {
        float size = sc_random_float(&random, 0.22f, 0.36f);
        scree_soft_body_def def = scree_soft_body_def_default();
        def.position.x = BODY_SPACING * ((float)(i % columns) + 0.5f) + 0.5f;
        def.position.x += sc_random_float(&random, -0.1f, 0.1f);
        def.position.y = BODY_SPACING * ((float)(i / columns) + 1.0f);
        def.angle = sc_random_float(&random, -3.0f, 3.0f);
        def.mass = 4.0f * size * size;
        builder.ok = create_mixed(world, &def, i, size);
    }
    state->limits = sc_aabb_of(-0.05f, -0.05f, width + 1.05f, height + 1.05f);
    return builder.ok;
}

const scree_scene sc_scene_verlet_bodies = {
    .name = "verlet_bodies",
    .description = "soft squares, triangles and polygons of vertices and edges, dropped into a box",
    .size_meaning = "soft bodies",
    .size_default = 400,
    .size_min = 1,
    .size_max = 100000,
    .soft = true,
    .steps = 600,
    .verify_size = 60,
    .verify_steps = 120,
    .random = true,
    .counts = verlet_bodies_counts,
    .create = verlet_bodies_create,
};

// rope_bridge

#define PLANK 0.5f  // m

static scree_scene_counts rope_bridge_counts(int size)
{
    return (scree_scene_counts){2 + size / 6, 2 + size / 6, 0};
}

// Two ropes, one below the other, joined plank by plank.
static bool create_bridge(scree_world *world, int planks)
{
    int n = planks + 1, edge_count = 0;
    scree_vec2 *vertices = calloc((size_t)(2 * n), sizeof *vertices);
    float *masses = calloc((size_t)(2 * n), sizeof *masses);
    scree_soft_edge *edges = calloc((size_t)(5 * n), sizeof *edges);
    bool ok = vertices != NULL && masses != NULL && edges != NULL;
    for (int i = 0; ok && i < n; ++i)
    {
        // A parabola that sags by a tenth of the span.
        float x = PLANK * ((float)i - 0.5f * (float)planks);
        float along = 2.0f * (float)i / (float)planks - 1.0f;
        float y = -0.1f * PLANK * (float)planks * (1.0f - along * along);
        vertices[i] = (scree_vec2){x, y};
        vertices[n + i] = (scree_vec2){x, y - PLANK};
        bool end = i == 0 || i == planks;
        masses[i] = masses[n + i] = end ? 0.0f : 3.0f;
        edges[edge_count++] = (scree_soft_edge){i, n + i, 0.0f, 0.0f};
        if (i + 1 < n)
        {
            edges[edge_count++] = (scree_soft_edge){i, i + 1, 0.0f, 0.0f};
            edges[edge_count++] = (scree_soft_edge){n + i, n + i + 1, 0.0f, 0.0f};
        }
    }
    scree_soft_body_def def = scree_soft_body_def_default();
    def.vertex_count = 2 * n;
    def.vertices = vertices;
    def.masses = masses;
    def.edge_count = edge_count;
    def.edges = edges;
    def.radius = 0.06f;
    def.damping = 0.3f;
    ok = ok && scree_soft_body_create(world, &def).value != 0;
    free(vertices);
    free(masses);
    free(edges);
    return ok;
}

static bool rope_bridge_create(scree_world *world, const scree_scene_params *params,
                               scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float half = 0.5f * PLANK * (float)params->size;
    for (int side = -1; side <= 1; side += 2)
    {
        sc_build_box_body(&builder, SCREE_BODY_STATIC, &def, (float)side * (half + 5.0f), -5.0f,
                          0.0f, 5.0f, 5.0f);
    }
    builder.ok = builder.ok && create_bridge(world, params->size) &&
                 scree_world_set_soft_iterations(world, 16) == SCREE_OK;
    // Alternate a rigid crate and a soft one, on every third plank.
    for (int i = 0; builder.ok && i < params->size / 6; ++i)
    {
        float x = 6.0f * PLANK * ((float)i + 0.5f) - half;
        sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, x - 0.5f * PLANK, 1.0f, 0.1f, 0.4f,
                          0.4f);
        scree_soft_body_def soft = scree_soft_body_def_default();
        soft.position = (scree_vec2){x + 2.0f * PLANK, 2.0f};
        soft.mass = 0.64f;
        builder.ok = builder.ok && scree_soft_body_create_box(world, &soft, 0.4f, 0.4f).value != 0;
    }
    state->limits = sc_aabb_of(-half - 10.0f, -0.3f * half - 3.0f, half + 10.0f, 10.0f);
    state->view = sc_aabb_of(-half - 2.0f, -0.2f * half - 1.5f, half + 2.0f, 3.0f);
    return builder.ok;
}

const scree_scene sc_scene_rope_bridge = {
    .name = "rope_bridge",
    .description = "a bridge of ropes held at both ends, with rigid crates and soft ones on it",
    .size_meaning = "planks",
    .size_default = 36,
    .size_min = 6,
    .size_max = 3000,
    .soft = true,
    .steps = 900,
    .verify_size = 24,
    .verify_steps = 180,
    .counts = rope_bridge_counts,
    .create = rope_bridge_create,
};

// cloth

#define CLOTH_SPACING 0.25f

static scree_scene_counts cloth_counts(int size)
{
    (void)size;
    return (scree_scene_counts){2, 2, 0};
}

static bool cloth_create(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int columns = params->size, rows = (3 * params->size + 3) / 4;
    float width = CLOTH_SPACING * (float)(columns - 1), height = CLOTH_SPACING * (float)(rows - 1);
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = (scree_vec2){-0.5f * width, height + 2.0f};
    def.mass = 0.05f * (float)(columns * rows);
    def.radius = 0.04f;
    def.damping = 0.2f;
    int32_t held[256];
    int held_count = 0;
    // By every fourth vertex of the top row, and the last.
    for (int i = 0; i < columns; ++i)
    {
        if (i % 4 == 0 || i == columns - 1)
            held[held_count++] = i;
    }
    builder.ok =
        builder.ok &&
        scree_soft_body_create_cloth(world, &def, columns, rows, CLOTH_SPACING, held, held_count)
                .value != 0 &&
        scree_world_set_soft_iterations(world, 16) == SCREE_OK;
    sc_build_floor(&builder, 2.0f * width + 20.0f);
    // A ball thrown at the side of the cloth, a third from below.
    scree_shape_def material = scree_shape_def_default();
    material.density = 4.0f;
    scree_body_id ball =
        sc_build_body(&builder, SCREE_BODY_DYNAMIC, -0.5f * width - 4.0f, 2.0f + 0.3f * height, 0);
    sc_build_circle(&builder, ball, &material, 0.0f, 0.0f, 0.7f);
    scree_vec2 velocity = {10.0f, 3.0f};
    builder.ok = builder.ok && scree_body_set_velocity(world, ball, velocity, 0.0f) == SCREE_OK;
    state->limits = sc_aabb_of(-2.0f * width - 20.0f, -0.5f, 2.0f * width + 20.0f, height + 20.0f);
    state->view = sc_aabb_of(-0.5f * width - 5.0f, -0.5f, 0.5f * width + 5.0f, height + 2.5f);
    return builder.ok;
}

const scree_scene sc_scene_cloth = {
    .name = "cloth",
    .description = "a net hung by its top row, hit from the side by a rigid ball",
    .size_meaning = "vertices in the top row",
    .size_default = 40,
    .size_min = 4,
    .size_max = 256,
    .soft = true,
    .steps = 600,
    .verify_size = 16,
    .verify_steps = 180,
    .counts = cloth_counts,
    .create = cloth_create,
};
