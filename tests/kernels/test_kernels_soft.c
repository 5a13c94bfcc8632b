// Kernels over soft bodies against their twins, bit for bit.

#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

enum
{
    SEEDS = 300
};

static const char *const point_names[] = {"x", "y", "inverse_mass", "radius"};
static const char *const previous_names[] = {"x", "y", "unused 0", "unused 1"};

typedef struct vertices
{
    int count, padded;
    sc_soft_point *points;
    sc_soft_previous *previous;
    sc_soft_velocity_update *updates;
} vertices;

static vertices random_vertices(sc_random *random)
{
    int count = sc_case_int(random, 2, 150), padded = (count + 15) / 16 * 16;
    size_t records = (size_t)padded + SC_BLOCK;
    vertices v = {count, padded, sc_case_new(records * sizeof *v.points),
                  sc_case_new(records * sizeof *v.previous),
                  sc_case_new(records * sizeof *v.updates)};
    float size = sc_case_chance(random, 80) ? 2.0f : 1e6f;
    for (int i = 0; i < count; ++i)
    {
        bool held = sc_case_chance(random, 20);
        sc_soft_point *p = &v.points[i];
        p->x = sc_case_float(random, -size, size);
        p->y = sc_case_float(random, -size, size);
        p->inverse_mass = held ? 0.0f : sc_random_float(random, 0.01f, 100.0f);
        p->radius = sc_random_float(random, 0.0f, 0.2f);
        v.previous[i].x = p->x + sc_case_float(random, -0.1f, 0.1f);
        v.previous[i].y = p->y + sc_case_float(random, -0.1f, 0.1f);
        if (!held)
        {
            v.updates[i].damping = sc_random_float(random, 0.5f, 1.0f);
            v.updates[i].x = sc_case_float(random, -0.01f, 0.01f);
            v.updates[i].y = sc_case_float(random, -0.01f, 0.01f);
        }
    }
    return v;
}

static vertices copy_vertices(const vertices *from)
{
    size_t records = (size_t)from->padded + SC_BLOCK;
    return (vertices){from->count, from->padded,
                      sc_case_copy(from->points, records * sizeof *from->points),
                      sc_case_copy(from->previous, records * sizeof *from->previous),
                      sc_case_copy(from->updates, records * sizeof *from->updates)};
}

static void free_vertices(vertices *v)
{
    free(v->points);
    free(v->previous);
    free(v->updates);
}

static sc_soft_args args_of(const vertices *v, const sc_edge_block *blocks, float longest)
{
    return (sc_soft_args){.points = v->points,
                          .previous = v->previous,
                          .updates = v->updates,
                          .blocks = blocks,
                          .max_displacement = longest};
}

static void compare(const sc_case *c, const vertices *twin, const vertices *kernel)
{
    sc_case_compare(c, SC_CASE_LAYOUT(point_names, 1), "points", twin->points, kernel->points, 0,
                    twin->count);
    sc_case_compare(c, SC_CASE_LAYOUT(previous_names, 1), "previous", twin->previous,
                    kernel->previous, 0, twin->count);
}

TEST(every_set_moves_vertices_like_the_twin)
{
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        sc_random random = sc_random_create(seed);
        vertices start = random_vertices(&random), twin = copy_vertices(&start);
        float longest = sc_case_chance(&random, 50) ? 1.6f : 0.05f;
        sc_soft_args args = args_of(&twin, NULL, longest);
        sc_twin_move_soft_points(&args, 0, twin.count);
        sc_case c = {.kernel = "move_soft_points", .seed = seed};
        for (int set = 0; sc_case_set(set, &c); ++set)
        {
            vertices moved = copy_vertices(&start);
            args = args_of(&moved, NULL, longest);
            c.kernels->move_soft_points(&args, 0, moved.padded);
            compare(&c, &twin, &moved);
            free_vertices(&moved);
        }
        free_vertices(&twin);
        free_vertices(&start);
    }
}

/// Blocks in which no two edges share a vertex; each vertex is in at most one edge.
static sc_edge_block *random_blocks(sc_random *random, const vertices *v, int *block_count)
{
    int32_t *order = sc_case_new((size_t)v->count * sizeof *order);
    for (int i = 0; i < v->count; ++i)
    {
        int k = sc_case_int(random, 0, i);
        order[i] = order[k];
        order[k] = i;
    }
    int edges = v->count / 2;
    *block_count = (edges + SC_BLOCK - 1) / SC_BLOCK + 1;
    sc_edge_block *blocks = sc_case_new((size_t)*block_count * sizeof *blocks);
    for (int i = 0; i < *block_count * SC_BLOCK; ++i)
    {
        sc_edge_block *block = &blocks[i / SC_BLOCK];
        block->a[i % SC_BLOCK] = i < edges ? order[2 * i] : v->padded;
        block->b[i % SC_BLOCK] = i < edges ? order[2 * i + 1] : v->padded;
        block->base_x[i % SC_BLOCK] = i < edges ? sc_case_float(random, -1.0f, 1.0f) : 0.0f;
        block->base_y[i % SC_BLOCK] = i < edges ? sc_case_float(random, -1.0f, 1.0f) : 0.0f;
        block->length[i % SC_BLOCK] = i < edges ? sc_random_float(random, 0.01f, 2.0f) : 0.0f;
        block->stiffness[i % SC_BLOCK] = i < edges ? sc_random_float(random, 0.05f, 1.0f) : 0.0f;
        if (i < edges && sc_case_chance(random, 10))
        {
            // Two vertices in one place: the edge has no direction.
            block->base_x[i % SC_BLOCK] = block->base_y[i % SC_BLOCK] = 0.0f;
            v->points[order[2 * i + 1]].x = v->points[order[2 * i]].x;
            v->points[order[2 * i + 1]].y = v->points[order[2 * i]].y;
        }
    }
    free(order);
    return blocks;
}

TEST(every_set_projects_edges_like_the_twin)
{
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        sc_random random = sc_random_create(seed);
        vertices start = random_vertices(&random);
        int block_count;
        sc_edge_block *blocks = random_blocks(&random, &start, &block_count);
        vertices twin = copy_vertices(&start);
        sc_soft_args args = args_of(&twin, blocks, 1.0f);
        sc_twin_project_soft_edges(&args, 0, block_count);
        sc_case c = {.kernel = "project_soft_edges", .seed = seed};
        for (int set = 0; sc_case_set(set, &c); ++set)
        {
            vertices moved = copy_vertices(&start);
            args = args_of(&moved, blocks, 1.0f);
            c.kernels->project_soft_edges(&args, 0, block_count);
            compare(&c, &twin, &moved);
            free_vertices(&moved);
        }
        free(blocks);
        free_vertices(&twin);
        free_vertices(&start);
    }
}
