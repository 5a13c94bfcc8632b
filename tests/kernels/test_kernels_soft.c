// Kernels over soft bodies against their twins, bit for bit.

#include "core/tuning.h"
#include "simd/soft_block.h"
#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 300

static const char *const point_names[] = {"x", "y", "inverse_mass", "radius"};
static const char *const previous_names[] = {"x", "y", "unused 0", "unused 1"};

typedef struct vertices
{
    int count, padded, records, block_count;
    float longest;
    sc_soft_point *points;
    sc_soft_previous *previous;
    sc_soft_velocity_update *updates;
    sc_edge_block *blocks;
} vertices;

static const sc_case_array arrays[] = {SC_CASE_ARRAY(vertices, points, records),
                                       SC_CASE_ARRAY(vertices, previous, records),
                                       SC_CASE_ARRAY(vertices, updates, records)};

static void make_vertices(void *state, sc_random *random)
{
    int count = sc_case_int(random, 2, 150), padded = (count + 15) / 16 * 16;
    vertices v = {.count = count, .padded = padded, .records = padded + SC_BLOCK};
    sc_case_new_arrays(&v, arrays, sizeof arrays / sizeof *arrays);
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
    v.longest = sc_case_chance(random, 50) ? 1.6f : 0.05f;
    *(vertices *)state = v;
}

static int move_points(const sc_kernels *kernels, void *state)
{
    const vertices *v = state;
    sc_soft_args args = {.points = v->points,
                         .previous = v->previous,
                         .updates = v->updates,
                         .max_displacement = v->longest,
                         .shortest_square = SC_SHORTEST_EDGE * SC_SHORTEST_EDGE};
    kernels->move_soft_points(&args, 0, kernels == sc_twins() ? v->count : v->padded);
    return 0;
}

static int project_edges(const sc_kernels *kernels, void *state)
{
    const vertices *v = state;
    sc_soft_args args = {.points = v->points,
                         .previous = v->previous,
                         .updates = v->updates,
                         .blocks = v->blocks,
                         .max_displacement = 1.0f,
                         .shortest_square = SC_SHORTEST_EDGE * SC_SHORTEST_EDGE};
    kernels->project_soft_edges(&args, 0, v->block_count);
    return 0;
}

static void compare(const sc_case *c, const void *twin, const void *kernel)
{
    const vertices *t = twin, *k = kernel;
    sc_case_compare(c, SC_CASE_LAYOUT(point_names, 1), "points", t->points, k->points, 0, t->count);
    sc_case_compare(c, SC_CASE_LAYOUT(previous_names, 1), "previous", t->previous, k->previous, 0,
                    t->count);
}

/// Blocks in which no two edges share a vertex; each vertex is in at most one edge.
static void make_edges(void *state, sc_random *random)
{
    vertices *v = state;
    make_vertices(state, random);
    int32_t *order = sc_case_new((size_t)v->count * sizeof *order);
    for (int i = 0; i < v->count; ++i)
    {
        int k = sc_case_int(random, 0, i);
        order[i] = order[k];
        order[k] = i;
    }
    int edges = v->count / 2;
    v->block_count = (edges + SC_BLOCK - 1) / SC_BLOCK + 1;
    v->blocks = sc_case_new((size_t)v->block_count * sizeof *v->blocks);
    for (int i = 0; i < v->block_count * SC_BLOCK; ++i)
    {
        sc_edge_block *block = &v->blocks[i / SC_BLOCK];
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
}

TEST(kernels_over_soft_bodies_give_the_twins_bits_on_every_set)
{
    const sc_case_state kind = {sizeof(vertices), arrays, sizeof arrays / sizeof *arrays};
    const sc_case_test move = {"move_soft_points", &kind, make_vertices, move_points, compare};
    const sc_case_test project = {"project_soft_edges", &kind, make_edges, project_edges, compare};
    sc_case_run(&move, 1, SEEDS);
    sc_case_run(&project, 1, SEEDS);
}
