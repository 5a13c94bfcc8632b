// Kernels over particles against their twins, bit for bit.

#include "core/block.h"
#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "simd/particle_records.h"
#include "tests/support/testing.h"

#define SEEDS 200

static const char *const particle_names[] = {"x", "y", "radius", "inverse_mass"};
static const char *const drift_names[] = {"free_x", "free_y", "dx", "dy"};

/// Particles, padded to a block, and pairs; no two pairs of a block share a particle.
typedef struct crowd
{
    int count, pair_count, rows;
    sc_particle *particles;
    sc_drift *drifts;
    int32_t *nonfinite_result, *a, *b;
    float *listed_x, *listed_y, *skin;
    sc_particle_args args;
} crowd;

/// The arrays that kernels write.
static const sc_case_array arrays[] = {SC_CASE_ARRAY(crowd, particles, rows),
                                       SC_CASE_ARRAY(crowd, drifts, rows),
                                       SC_CASE_ARRAY(crowd, nonfinite_result, rows)};

static sc_particle random_particle(sc_random *random)
{
    sc_particle p;
    p.x = sc_case_float(random, -3.0f, 3.0f);
    p.y = sc_case_float(random, -3.0f, 3.0f);
    p.radius = sc_random_float(random, 0.1f, 1.0f);
    p.inverse_mass = sc_random_float(random, 0.1f, 10.0f);
    if (sc_case_chance(random, 10))
    {
        p.inverse_mass = 0.0f;
    }
    return p;
}

static sc_drift random_drift(sc_random *random, const sc_particle *p)
{
    sc_drift f;
    f.dx = sc_case_float(random, -0.2f, 0.2f);
    f.dy = sc_case_float(random, -0.2f, 0.2f);
    f.free_x = p->x + sc_case_float(random, -0.1f, 0.1f);
    f.free_y = p->y + sc_case_float(random, -0.1f, 0.1f);
    if (sc_case_chance(random, 3))
    {
        f.dx = 1e30f;
    }
    return f;
}

static void random_pairs(sc_random *random, crowd *c)
{
    c->pair_count = sc_case_int(random, 1, 6) * SC_BLOCK;
    c->a = sc_case_new((size_t)c->pair_count * sizeof *c->a);
    c->b = sc_case_new((size_t)c->pair_count * sizeof *c->b);
    int32_t *rows = sc_case_new((size_t)c->count * sizeof *rows);
    for (int begin = 0; begin < c->pair_count; begin += SC_BLOCK)
    {
        for (int i = 0; i < c->count; ++i)
        {
            rows[i] = i;
        }
        for (int i = 0; i < SC_BLOCK; ++i)
        {
            for (int k = 0; k < 2; ++k)
            {
                int at = 2 * i + k, from = sc_case_int(random, at, c->count - 1);
                int32_t swap = rows[at];
                rows[at] = rows[from];
                rows[from] = swap;
            }
            bool empty = sc_case_chance(random, 10);
            c->a[begin + i] = empty ? c->count : rows[2 * i];
            c->b[begin + i] = empty ? c->count : rows[2 * i + 1];
            if (!empty && sc_case_chance(random, 5))
            {
                // Coinciding centres.
                c->particles[c->a[begin + i]].x = c->particles[c->b[begin + i]].x;
                c->particles[c->a[begin + i]].y = c->particles[c->b[begin + i]].y;
            }
        }
    }
}

static void make_crowd(void *state, sc_random *random)
{
    crowd c = {.count = sc_case_int(random, 2, 8) * SC_BLOCK};
    c.rows = c.count + SC_BLOCK;
    sc_case_new_arrays(&c, arrays, sizeof arrays / sizeof *arrays);
    size_t rows = (size_t)c.rows;
    c.listed_x = sc_case_new(rows * sizeof *c.listed_x);
    c.listed_y = sc_case_new(rows * sizeof *c.listed_y);
    c.skin = sc_case_new(rows * sizeof *c.skin);
    // In some cases all particles are within their margins, in others a few are not.
    float skin = sc_case_chance(random, 50) ? 20.0f : 0.5f;
    for (int i = 0; i < c.count; ++i)
    {
        c.particles[i] = random_particle(random);
        c.drifts[i] = random_drift(random, &c.particles[i]);
        if (sc_case_chance(random, 2))
        {
            // Pushed out of the +-1e8 m bounds.
            const float lost[] = {NAN, INFINITY, -2e8f};
            c.particles[i].x = lost[sc_case_int(random, 0, 2)];
        }
        c.listed_x[i] = c.particles[i].x + sc_case_float(random, -0.1f, 0.1f);
        c.listed_y[i] = c.particles[i].y + sc_case_float(random, -0.1f, 0.1f);
        c.skin[i] = skin;
    }
    random_pairs(random, &c);
    c.args = (sc_particle_args){.a = c.a,
                                .b = c.b,
                                .listed_x = c.listed_x,
                                .listed_y = c.listed_y,
                                .skin = c.skin,
                                .damping = 0.99f,
                                .gain_x = 0.0f,
                                .gain_y = -0.01f,
                                .max_step = 0.15f,
                                .center_x = 0.25f,
                                .center_y = -0.5f,
                                .size_x = 2.5f,
                                .size_y = 2.0f,
                                .ahead = 4.0f,
                                .slack = 0.25f};
    c.args.friction = sc_case_chance(random, 50) ? 0.0f : 0.4f;
    c.args.container = sc_case_int(random, SC_CONTAINER_NONE, SC_CONTAINER_BOX);
    *(crowd *)state = c;
}

static sc_particle_args *args_of(crowd *c)
{
    c->args.particles = c->particles;
    c->args.drifts = c->drifts;
    c->args.nonfinite_result = c->nonfinite_result;
    return &c->args;
}

static void compare(const sc_case *c, const void *twin, const void *kernel)
{
    const crowd *t = twin, *k = kernel;
    sc_case_compare(c, SC_CASE_LAYOUT(particle_names, 1), "particles", t->particles, k->particles,
                    0, t->count + 1);
    sc_case_compare(c, SC_CASE_LAYOUT(drift_names, 1), "drifts", t->drifts, k->drifts, 0,
                    t->count + 1);
    sc_case_compare_words(c, "nonfinite_result", t->nonfinite_result, k->nonfinite_result, 0,
                          t->count);
}

#define RUN(name, length)                                         \
    static int run_##name(const sc_kernels *kernels, void *state) \
    {                                                             \
        crowd *c = state;                                         \
        return kernels->name(args_of(c), 0, c->length);           \
    }
RUN(drift_particles, count)
RUN(push_particles, pair_count)
RUN(finish_particles, count)
RUN(finish_and_drift, count)
RUN(test_skins, count)

TEST(kernels_over_particles_give_the_twins_bits_on_every_set)
{
    const sc_case_state kind = {sizeof(crowd), arrays, sizeof arrays / sizeof *arrays};
    const sc_case_test tests[] = {
        {"drift_particles", &kind, make_crowd, run_drift_particles, compare},
        {"push_particles", &kind, make_crowd, run_push_particles, compare},
        {"finish_particles", &kind, make_crowd, run_finish_particles, compare},
        {"finish_and_drift", &kind, make_crowd, run_finish_and_drift, compare},
        {"test_skins", &kind, make_crowd, run_test_skins, compare}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    {
        sc_case_run(&tests[i], 0, SEEDS);
    }
}
