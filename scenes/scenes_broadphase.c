// Scenes without gravity that keep the broadphase busy: churn, and one huge body.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>

static int square_root_up(int value)
{
    int root = (int)sqrtf((float)value);
    while (root * root < value)
        ++root;
    return root;
}

// uniform

// A circle and a box of the same area, so that the density holds for every mix of them.
#define UNIFORM_RADIUS 0.25f
#define UNIFORM_HALF 0.22155673f  // sqrt(pi) / 2 * radius
#define UNIFORM_AREA 0.19634954f  // pi * radius^2
#define UNIFORM_SPEED 5.0f

static bool uniform_create(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    sc_random random = sc_random_create(params->seed);
    scree_shape_def def = sc_bouncing_def(1.0f);
    int columns = square_root_up(params->size);
    float cell = sqrtf(UNIFORM_AREA / 0.25f);  // 25 % of the area
    float half = 0.5f * cell * (float)columns;
    sc_build_closed_box(&builder, &def, sc_aabb_of(-half, -half, half, half));

    sc_layout layout = sc_layout_create(&builder, params->size);
    float slack = 0.5f * cell - 1.4143f * UNIFORM_HALF;  // a turned box still fits its cell
    for (int i = 0; i < layout.capacity; ++i)
    {
        float x =
            ((float)(i % columns) + 0.5f) * cell - half + sc_random_float(&random, -slack, slack);
        float y =
            ((float)(i / columns) + 0.5f) * cell - half + sc_random_float(&random, -slack, slack);
        sc_layout_push(&layout, x, y);
        layout.angle[i] = sc_random_float(&random, -3.1415926f, 3.1415926f);
        layout.vx[i] = sc_random_float(&random, -UNIFORM_SPEED, UNIFORM_SPEED);
        layout.vy[i] = sc_random_float(&random, -UNIFORM_SPEED, UNIFORM_SPEED);
    }
    sc_layout_build(&layout, &builder);
    for (int i = 0; builder.ok && i < layout.count; ++i)
    {
        if (sc_random_below(&random, 2) == 0)
            sc_build_circle(&builder, layout.ids[i], &def, 0.0f, 0.0f, UNIFORM_RADIUS);
        else
            sc_build_box(&builder, layout.ids[i], &def, 0.0f, 0.0f, UNIFORM_HALF, UNIFORM_HALF);
    }
    sc_layout_destroy(&layout);
    return builder.ok;
}

const scree_scene sc_scene_uniform = {
    .name = "uniform",
    .description =
        "weightless elastic circles and boxes at 25 % area density, random velocities: churn",
    .size_meaning = "bodies",
    .size_default = 20000,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 300,
    .verify_size = 1500,
    .verify_steps = 100,
    .random = true,
    .weightless = true,
    .elastic = true,
    .counts = sc_counts_in_closed_box,
    .create = uniform_create,
};

// dust, dust_and_planet

// Grains of radius 0.1 to 0.2 m fill a quarter of the square outside a disc that touches its four
// sides. With the planet the disc is one body, whose box holds every grain while its surface
// touches hardly any.
#define DUST_CELL 0.5f
#define DUST_AREA 0.0733f  // pi * (mean of radius^2), m^2
#define DUST_DENSITY 0.25f
#define CORNER_FRACTION 0.2146f  // of a square, outside its inscribed disc
#define PLANET_GAP 1.0f          // between the planet and the walls, m

static scree_scene_counts dust_and_planet_counts(int size)
{
    return (scree_scene_counts){size + 2, size + 5, 0};
}

static bool cell_is_outside(float x, float y, float radius)
{
    float reach = radius + 0.7072f * DUST_CELL;
    return x * x + y * y > reach * reach;
}

static int count_corner_cells(int columns, float radius)
{
    int count = 0;
    for (int i = 0; i < columns * columns; ++i)
    {
        float x = ((float)(i % columns) + 0.5f - 0.5f * (float)columns) * DUST_CELL;
        float y = ((float)(i / columns) + 0.5f - 0.5f * (float)columns) * DUST_CELL;
        count += cell_is_outside(x, y, radius) ? 1 : 0;
    }
    return count;
}

static bool build_dust(scree_world *world, const scree_scene_params *params,
                       scree_scene_state *state, bool with_planet)
{
    sc_builder builder = sc_builder_create(world, state);
    sc_random random = sc_random_create(params->seed);
    scree_shape_def def = sc_bouncing_def(1.0f);
    float area = (float)params->size * DUST_AREA / DUST_DENSITY;
    int columns = (int)(sqrtf(area / CORNER_FRACTION) / DUST_CELL) + 4;
    // The formula counts cells that the disc cuts, which must stay empty: a few columns make up for
    // them.
    int cells = 0;
    float half, radius;
    for (;;)
    {
        half = 0.5f * DUST_CELL * (float)columns;
        radius = half - PLANET_GAP;
        cells = radius > 0.0f ? count_corner_cells(columns, radius) : 0;
        if (cells >= params->size)
            break;
        columns += 1 + columns / 64;
    }
    sc_build_closed_box(&builder, &def, sc_aabb_of(-half, -half, half, half));
    if (with_planet)
    {
        scree_body_id planet = sc_build_body(&builder, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        sc_build_circle(&builder, planet, &def, 0.0f, 0.0f, radius);
    }

    sc_layout layout = sc_layout_create(&builder, params->size);
    int cell = 0;
    for (int i = 0; layout.count < layout.capacity && i < columns * columns; ++i)
    {
        float x = ((float)(i % columns) + 0.5f) * DUST_CELL - half;
        float y = ((float)(i / columns) + 0.5f) * DUST_CELL - half;
        if (!cell_is_outside(x, y, radius))
            continue;
        // Of all the free cells, as many as there are grains, evenly.
        int64_t turn = (int64_t)cell++ * params->size / cells;
        if (turn < layout.count)
            continue;
        // One after the other: the order of arguments is the compiler's.
        float dx = sc_random_float(&random, -0.04f, 0.04f);
        float dy = sc_random_float(&random, -0.04f, 0.04f);
        int k = sc_layout_push(&layout, x + dx, y + dy);
        layout.vx[k] = sc_random_float(&random, -1.0f, 1.0f);
        layout.vy[k] = sc_random_float(&random, -1.0f, 1.0f);
    }
    sc_layout_build(&layout, &builder);
    for (int i = 0; builder.ok && i < layout.count; ++i)
        sc_build_circle(&builder, layout.ids[i], &def, 0.0f, 0.0f,
                        sc_random_float(&random, 0.1f, 0.2f));
    sc_layout_destroy(&layout);
    return builder.ok;
}

static bool dust_create(scree_world *world, const scree_scene_params *params,
                        scree_scene_state *state)
{
    return build_dust(world, params, state, false);
}

static bool dust_and_planet_create(scree_world *world, const scree_scene_params *params,
                                   scree_scene_state *state)
{
    return build_dust(world, params, state, true);
}

const scree_scene sc_scene_dust = {
    .name = "dust",
    .description = "small elastic circles drifting in the corners of a square: dust_and_planet "
                   "without the planet",
    .size_meaning = "grains",
    .size_default = 20000,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 300,
    .verify_size = 1000,
    .verify_steps = 60,
    .random = true,
    .weightless = true,
    .elastic = true,
    .counts = sc_counts_in_closed_box,
    .create = dust_create,
};

const scree_scene sc_scene_dust_and_planet = {
    .name = "dust_and_planet",
    .description = "dust round one circle whose box holds all of it",
    .size_meaning = "grains",
    .size_default = 20000,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 300,
    .verify_size = 1000,
    .verify_steps = 60,
    .random = true,
    .weightless = true,
    .elastic = true,
    .counts = dust_and_planet_counts,
    .create = dust_and_planet_create,
};
