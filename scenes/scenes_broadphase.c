// Scenes without gravity that keep the broadphase busy: churn, and one huge body.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static int square_root_up(int value)
{
    int root = (int)sqrtf((float)value);
    while (root * root < value)
        ++root;
    return root;
}

// uniform

// A circle and a box have the same area, so that the density does not depend on how many there are
// of each.
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

// Grains of radius 0.1 to 0.2 m fill a quarter of the area of a square outside its inscribed disc.
// In the scene with the planet the disc is one body, whose AABB contains every grain although its
// surface touches hardly any.
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
    // The formula also counts cells that the disc cuts, which must stay empty, so add a few columns
    // in their place.
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
        // Choose as many of the free cells as there are grains, evenly.
        int64_t turn = (int64_t)cell++ * params->size / cells;
        if (turn < layout.count)
            continue;
        // Draw one number after the other, because compilers choose the order in which arguments
        // are evaluated.
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
    .description = "dust round one large circle whose AABB contains all of the dust",
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

// powerlaw

// Diameters from 0.05 to 50 m with density s^-2: as many bodies between 0.05 and 0.1 m as above 0.1
// m, and each octave of sizes covers twice the area of the one below it. With the exponent 2,
// quantiles need only a division.
#define POWERLAW_MIN 0.05f
#define POWERLAW_MAX 50.0f
#define POWERLAW_DENSITY 0.4f
#define POWERLAW_TRIES 1000

// Diameter of the i-th of n bodies, the largest first.
static float powerlaw_diameter(int i, int n)
{
    float quantile = ((float)(n - 1 - i) + 0.5f) / (float)n;
    return POWERLAW_MIN / (1.0f - quantile * (1.0f - POWERLAW_MIN / POWERLAW_MAX));
}

typedef struct disc_entry
{
    int disc, next;  // next: an entry of the same cell, or -1
} disc_entry;

// Discs already placed, listed in every cell that their box touches.
typedef struct disc_grid
{
    int columns;
    float cell, half;  // m; the square reaches from -half to half
    int *first;        // per cell: an entry, or -1
    disc_entry *entries;
    int entry_count, entry_capacity;
} disc_grid;

static int grid_column(const disc_grid *grid, float x)
{
    int column = (int)((x + grid->half) / grid->cell);
    if (column < 0)
        return 0;
    return column < grid->columns ? column : grid->columns - 1;
}

static bool grid_is_free(const disc_grid *grid, const sc_layout *layout, float x, float y,
                         float radius)
{
    int left = grid_column(grid, x - radius), right = grid_column(grid, x + radius);
    int bottom = grid_column(grid, y - radius), top = grid_column(grid, y + radius);
    for (int row = bottom; row <= top; ++row)
    {
        for (int column = left; column <= right; ++column)
        {
            for (int e = grid->first[row * grid->columns + column]; e >= 0;
                 e = grid->entries[e].next)
            {
                int other = grid->entries[e].disc;
                float dx = layout->x[other] - x, dy = layout->y[other] - y;
                float reach = layout->radius[other] + radius + 0.01f;
                if (dx * dx + dy * dy < reach * reach)
                    return false;
            }
        }
    }
    return true;
}

static bool grid_insert(disc_grid *grid, int disc, float x, float y, float radius)
{
    int left = grid_column(grid, x - radius), right = grid_column(grid, x + radius);
    int bottom = grid_column(grid, y - radius), top = grid_column(grid, y + radius);
    int needed = grid->entry_count + (right - left + 1) * (top - bottom + 1);
    if (needed > grid->entry_capacity)
    {
        int capacity = 2 * needed;
        disc_entry *entries = realloc(grid->entries, (size_t)capacity * sizeof *entries);
        if (entries == NULL)
            return false;
        grid->entries = entries;
        grid->entry_capacity = capacity;
    }
    for (int row = bottom; row <= top; ++row)
    {
        for (int column = left; column <= right; ++column)
        {
            int *first = &grid->first[row * grid->columns + column];
            grid->entries[grid->entry_count] = (disc_entry){disc, *first};
            *first = grid->entry_count++;
        }
    }
    return true;
}

// Places discs of the radii in `layout`, the largest first, at random places that are still free.
// Returns false if there was no place for a disc, or if out of memory.
static bool scatter_discs(sc_layout *layout, sc_random *random, float half)
{
    disc_grid grid = {.columns = (int)half + 1, .half = half};  // cells of about 2 m
    size_t cells = (size_t)grid.columns * (size_t)grid.columns;
    grid.cell = 2.0f * half / (float)grid.columns;
    grid.first = malloc(cells * sizeof *grid.first);
    bool placed = grid.first != NULL;
    for (size_t i = 0; placed && i < cells; ++i)
        grid.first[i] = -1;
    layout->count = 0;
    while (placed && layout->count < layout->capacity)
    {
        float radius = layout->radius[layout->count], reach = half - radius - 0.01f;
        placed = false;
        for (int attempt = 0; !placed && attempt < POWERLAW_TRIES; ++attempt)
        {
            float x = sc_random_float(random, -reach, reach);
            float y = sc_random_float(random, -reach, reach);
            if (!grid_is_free(&grid, layout, x, y, radius))
                continue;
            int disc = sc_layout_push(layout, x, y);
            placed = grid_insert(&grid, disc, x, y, radius);
        }
    }
    free(grid.first);
    free(grid.entries);
    return placed;
}

// Puts the entries in random order, because ids in the order of size would make the work of a
// broadphase too easy.
static void shuffle_discs(sc_layout *layout, sc_random *random)
{
    for (int i = layout->count - 1; i > 0; --i)
    {
        int k = (int)sc_random_below(random, (uint32_t)i + 1u);
        float x = layout->x[i], y = layout->y[i], radius = layout->radius[i];
        layout->x[i] = layout->x[k];
        layout->y[i] = layout->y[k];
        layout->radius[i] = layout->radius[k];
        layout->x[k] = x;
        layout->y[k] = y;
        layout->radius[k] = radius;
    }
}

static bool powerlaw_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    sc_random random = sc_random_create(params->seed);
    sc_layout layout = sc_layout_create(&builder, params->size);

    float area = 0.0f;
    for (int i = 0; builder.ok && i < params->size; ++i)
    {
        layout.radius[i] = 0.5f * powerlaw_diameter(i, params->size);
        area += 3.1415926f * layout.radius[i] * layout.radius[i];
    }
    // Enlarge the square until all bodies fit: if there are few, the largest one alone may need
    // more room.
    float half = 0.5f * sqrtf(area / POWERLAW_DENSITY);
    int growths = 0;
    while (builder.ok && !scatter_discs(&layout, &random, half))
    {
        half *= 1.1f;
        builder.ok = ++growths < 20;
    }
    if (builder.ok)
        shuffle_discs(&layout, &random);

    scree_shape_def def = sc_bouncing_def(0.5f);
    sc_build_closed_box(&builder, &def, sc_aabb_of(-half, -half, half, half));
    for (int i = 0; builder.ok && i < layout.count; ++i)
    {
        // The large ones are slow, so that they do not press the small ones through the walls.
        float speed = 2.0f * 0.5f / (0.5f + layout.radius[i]);
        layout.angle[i] = sc_random_float(&random, -3.1415926f, 3.1415926f);
        layout.vx[i] = sc_random_float(&random, -speed, speed);
        layout.vy[i] = sc_random_float(&random, -speed, speed);
    }
    sc_layout_build(&layout, &builder);
    for (int i = 0; builder.ok && i < layout.count; ++i)
    {
        float side = layout.radius[i] * 0.70710678f;
        if (sc_random_below(&random, 2) == 0)
            sc_build_circle(&builder, layout.ids[i], &def, 0.0f, 0.0f, layout.radius[i]);
        else
            sc_build_box(&builder, layout.ids[i], &def, 0.0f, 0.0f, side, side);
    }
    sc_layout_destroy(&layout);
    return builder.ok;
}

const scree_scene sc_scene_powerlaw = {
    .name = "powerlaw",
    .description = "weightless circles and boxes of 0.05 to 50 m, few large and many small",
    .size_meaning = "bodies",
    .size_default = 20000,
    .size_min = 1,
    .size_max = 1000000,
    .steps = 300,
    .verify_size = 1500,
    .verify_steps = 100,
    .random = true,
    .weightless = true,
    .counts = sc_counts_in_closed_box,
    .create = powerlaw_create,
};
