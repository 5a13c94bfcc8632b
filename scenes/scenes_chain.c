// Bodies on a chain.

#include "builder.h"
#include "catalogue.h"

#include <stdlib.h>

// chain_ground

#define GROUND_STEP 0.2f     // m of ground to a segment
#define GROUND_RIM 8.0f      // m, the outermost points on either side
#define GROUND_SPACING 0.8f  // m between bodies
#define GROUND_LAYERS 10

/// Segments of the ground, which is as wide as the bodies need and a little more.
static int ground_segments(int size) { return (size / GROUND_LAYERS + 1) * 4 + 80; }

static scree_scene_counts chain_ground_counts(int size)
{
    return (scree_scene_counts){size + 1, size + ground_segments(size), 0};
}

/// Hills of 12 m and of 3 m length, and rims that keep everything in.
static scree_vec2 ground_point(int i, int segments)
{
    float x = GROUND_STEP * (0.5f * (float)segments - (float)i), sine, cosine, fine;
    scree_sincos(0.52359878f * x, &sine, &cosine);
    scree_sincos(2.0943951f * x, &fine, &cosine);
    int from_end = i < segments - i ? i : segments - i;
    float rim = from_end < 20 ? GROUND_RIM * (float)(20 - from_end) / 20.0f : 0.0f;
    return (scree_vec2){x, 1.2f * sine + 0.2f * fine + rim};
}

static void build_ground(sc_builder *builder, const scree_shape_def *def, int segments)
{
    scree_body_id ground = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_vec2 *points = malloc(sizeof *points * ((size_t)segments + 1));
    builder->ok = builder->ok && points != NULL;
    for (int i = 0; builder->ok && i <= segments; ++i)
        points[i] = ground_point(i, segments);
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = segments + 1;
    if (builder->ok)
        builder->ok = scree_chain_create(builder->world, ground, def, &chain).value != 0;
    free(points);
}

static void build_falling(sc_builder *builder, const scree_shape_def *def, int i, float x, float y)
{
    scree_body_id body = sc_build_body(builder, SCREE_BODY_DYNAMIC, x, y, 0.3f * (float)i);
    scree_polygon rounded = scree_polygon_box_at(0.2f, 0.1f, (scree_vec2){0.0f, 0.0f}, 0.0f, 0.05f);
    scree_polygon hexagon = {.count = 6};
    for (int k = 0; k < 6; ++k)
    {
        scree_sincos(1.0471976f * (float)k, &hexagon.vertices[k].y, &hexagon.vertices[k].x);
        hexagon.vertices[k].x *= 0.25f;
        hexagon.vertices[k].y *= 0.25f;
    }
    switch (i % 5)
    {
    case 0:
        sc_build_circle(builder, body, def, 0.0f, 0.0f, 0.25f);
        break;
    case 1:
        sc_build_box(builder, body, def, 0.0f, 0.0f, 0.25f, 0.2f);
        break;
    case 2:
        sc_build_capsule(builder, body, def, (scree_vec2){-0.15f, 0.0f}, (scree_vec2){0.15f, 0.0f},
                         0.12f);
        break;
    case 3:
        sc_build_polygon(builder, body, def, &rounded);
        break;
    default:
        sc_build_polygon(builder, body, def, &hexagon);
        break;
    }
}

static bool chain_ground_create(scree_world *world, const scree_scene_params *params,
                                scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.4f;
    int segments = ground_segments(params->size), columns = params->size / GROUND_LAYERS + 1;
    build_ground(&builder, &def, segments);
    for (int i = 0; i < params->size; ++i)
    {
        float x = GROUND_SPACING * ((float)(i % columns) - 0.5f * (float)(columns - 1));
        build_falling(&builder, &def, i, x, 2.5f + GROUND_SPACING * (float)(i / columns));
    }
    float half = 0.5f * GROUND_STEP * (float)segments;
    state->limits = sc_aabb_of(-half, -1.5f, half, 30.0f);
    state->view = sc_aabb_of(-half, -2.0f, half, 12.0f);
    return builder.ok;
}

const scree_scene sc_scene_chain_ground = {
    .name = "chain_ground",
    .description = "balls, boxes, capsules and hexagons on hills made of one chain of segments",
    .size_meaning = "bodies",
    .size_default = 2000,
    .size_min = 8,
    .size_max = 200000,
    .steps = 400,
    .verify_size = 150,
    .verify_steps = 150,
    .counts = chain_ground_counts,
    .create = chain_ground_create,
};
