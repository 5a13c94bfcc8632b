// Bodies whose sizes span three decades: the worst case of a broadphase.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

// Diameters from 0.05 to 50 m with density s^-2: as many bodies between 0.05 and 0.1 m as above 0.1
// m, and each octave of sizes covers twice the area of the one below it. The exponent 2 is the one
// whose quantiles need a division only.
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

// Places discs of the radii in `layout`, largest first, at random where nothing is yet. False if
// one found no place or memory ran out.
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

// Rows come in random order: ids that fall with the size would be too kind to a broadphase.
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
    // Few bodies fill their square badly: the largest one alone may need more room.
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
