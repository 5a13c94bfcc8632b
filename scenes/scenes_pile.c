// Bodies that fall and come to rest: the main job's scene, bodies of every convex kind dropped into
// a bin, and bodies on a chain.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

// pile

// A body's size is the diameter of the circle round it, m.
#define SMALLEST 0.1f
#define LARGEST 0.4f

// The bin is 100 m wide up to this many bodies, and then as the square root of their number: at the
// default of 20,000 the pile comes to rest about 10 m deep, at a million about 70 m. A bin that
// stayed 100 m wide would be a shaft of half a kilometre.
#define BODIES_IN_100_M 20000

static scree_scene_counts pile_counts(int size)
{
    return (scree_scene_counts){size + 1, size + 3, 0};
}

// All corners on the circle, so that none is lost to the convex hull.
static scree_polygon random_hull(sc_random *random, float radius)
{
    scree_polygon hull = {.count = 3 + (int)sc_random_below(random, 6)};
    float slice = 6.2831853f / (float)hull.count;
    for (int i = 0; i < hull.count; ++i)
    {
        float sine, cosine;
        scree_sincos(slice * ((float)i + sc_random_float(random, -0.15f, 0.15f)), &sine, &cosine);
        hull.vertices[i] = (scree_vec2){radius * cosine, radius * sine};
    }
    return hull;
}

static void build_random_shape(sc_builder *builder, scree_body_id body, sc_random *random,
                               float radius)
{
    scree_shape_def def = scree_shape_def_default();
    switch (sc_random_below(random, 4))
    {
    case 0:
    {
        float sine,
            cosine;  // of the angle between the diagonal and the long side, 25 to 65 degrees
        scree_sincos(sc_random_float(random, 0.436f, 1.134f), &sine, &cosine);
        sc_build_box(builder, body, &def, 0.0f, 0.0f, radius * cosine, radius * sine);
        break;
    }
    case 1:
        sc_build_circle(builder, body, &def, 0.0f, 0.0f, radius);
        break;
    case 2:
    {
        float round = radius * sc_random_float(random, 0.3f, 0.6f);
        float half = radius - round;
        sc_build_capsule(builder, body, &def, (scree_vec2){-half, 0.0f}, (scree_vec2){half, 0.0f},
                         round);
        break;
    }
    default:
    {
        scree_polygon hull = random_hull(random, radius);
        sc_build_polygon(builder, body, &def, &hull);
        break;
    }
    }
}

// Places bodies on shelves as high as the largest body. Each body takes its own width and a random
// gap, so that no bodies overlap at any angle, and the fall is half as high as from a grid of equal
// cells.
static void lay_shelves(sc_layout *layout, sc_random *random, float half_width)
{
    float shelf = 0.01f, x = -half_width;
    while (layout->count < layout->capacity)
    {
        float radius = 0.5f * sc_random_float(random, SMALLEST, LARGEST);
        float gap = sc_random_float(random, 0.01f, 0.05f);
        if (x + gap + 2.0f * radius > half_width)
        {
            shelf += LARGEST + 0.02f;
            x = -half_width;
        }
        float rise = sc_random_float(random, 0.0f, LARGEST - 2.0f * radius);
        int i = sc_layout_push(layout, x + gap + radius, shelf + radius + rise);
        layout->radius[i] = radius;
        layout->angle[i] = sc_random_float(random, -3.1415926f, 3.1415926f);
        x += gap + 2.0f * radius;
    }
}

static bool pile_create(scree_world *world, const scree_scene_params *params,
                        scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    sc_random random = sc_random_create(params->seed);
    float half_width = 50.0f;
    if (params->size > BODIES_IN_100_M)
        half_width *= sqrtf((float)params->size / BODIES_IN_100_M);

    sc_layout layout = sc_layout_create(&builder, params->size);
    if (!builder.ok)
        return false;
    lay_shelves(&layout, &random, half_width);
    float top = layout.y[layout.count - 1] + LARGEST;
    float wall = top + 10.0f;

    scree_shape_def def = scree_shape_def_default();
    float t = 0.5f * SC_WALL_THICKNESS;
    scree_body_id bin = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    sc_build_box(&builder, bin, &def, 0.0f, -t, half_width + 2.0f * t, t);
    sc_build_box(&builder, bin, &def, -half_width - t, 0.5f * wall, t, 0.5f * wall);
    sc_build_box(&builder, bin, &def, half_width + t, 0.5f * wall, t, 0.5f * wall);
    state->limits = sc_aabb_of(-half_width, 0.0f, half_width, wall);
    state->view = sc_aabb_of(-half_width - 1.0f, -1.0f, half_width + 1.0f, top);

    sc_layout_build(&layout, &builder);
    for (int i = 0; builder.ok && i < layout.count; ++i)
        build_random_shape(&builder, layout.ids[i], &random, layout.radius[i]);
    sc_layout_destroy(&layout);
    return builder.ok;
}

const scree_scene sc_scene_pile = {
    .name = "pile",
    .description = "boxes, circles, capsules and hulls of 3 to 8 vertices dropped into a bin",
    .size_meaning = "bodies",
    .size_default = 20000,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 600,
    .verify_size = 1500,
    .verify_steps = 150,
    .random = true,
    .counts = pile_counts,
    .create = pile_create,
};

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
