// The main job's scene: bodies of every convex kind, dropped into a bin.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>

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

// Bodies lie on shelves as tall as the largest size: each takes its own width and a random gap, so
// that nothing overlaps at whatever angle, and the drop is half as high as from a grid of equal
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
    .description =
        "boxes, circles, capsules and hulls of 3 to 8 vertices dropped into a bin 100 m wide",
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
