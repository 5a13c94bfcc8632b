// Kernels over particles against their twins, bit for bit.

#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "simd/particle_records.h"
#include "tests/support/testing.h"

enum
{
    SEEDS = 200
};

static const char *const particle_names[] = {"x", "y", "radius", "inverse_mass"};
static const char *const drift_names[] = {"free_x", "free_y", "dx", "dy"};

/// Particles, padded to a block, and pairs of which no two in a block share a particle.
typedef struct crowd
{
    int count, pair_count;
    sc_particle *particles;
    sc_drift *drifts;
    int32_t *nonfinite_result, *a, *b;
    float *listed_x, *listed_y, *skin;
    sc_particle_args args;
} crowd;

static crowd copy_crowd(const crowd *from)
{
    crowd c = *from;
    size_t rows = (size_t)from->count + SC_BLOCK;
    c.particles = sc_case_copy(from->particles, rows * sizeof *c.particles);
    c.drifts = sc_case_copy(from->drifts, rows * sizeof *c.drifts);
    c.nonfinite_result = sc_case_copy(from->nonfinite_result, rows * sizeof *c.nonfinite_result);
    c.args.particles = c.particles;
    c.args.drifts = c.drifts;
    c.args.nonfinite_result = c.nonfinite_result;
    return c;
}

static void free_copy(crowd *c)
{
    free(c->particles);
    free(c->drifts);
    free(c->nonfinite_result);
}

static void free_crowd(crowd *c)
{
    free_copy(c);
    free(c->a);
    free(c->b);
    free(c->listed_x);
    free(c->listed_y);
    free(c->skin);
}

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
    free(rows);
}

static crowd random_crowd(sc_random *random)
{
    crowd c = {.count = sc_case_int(random, 2, 8) * SC_BLOCK};
    size_t rows = (size_t)c.count + SC_BLOCK;
    c.particles = sc_case_new(rows * sizeof *c.particles);
    c.drifts = sc_case_new(rows * sizeof *c.drifts);
    c.nonfinite_result = sc_case_new(rows * sizeof *c.nonfinite_result);
    c.listed_x = sc_case_new(rows * sizeof *c.listed_x);
    c.listed_y = sc_case_new(rows * sizeof *c.listed_y);
    c.skin = sc_case_new(rows * sizeof *c.skin);
    // In some cases nobody is beyond its margin, in others a few are.
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
    c.args = (sc_particle_args){.particles = c.particles,
                                .drifts = c.drifts,
                                .nonfinite_result = c.nonfinite_result,
                                .a = c.a,
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
    return c;
}

typedef sc_particle_kernel *pick_kernel(const sc_kernels *kernels);

static void compare_on_every_set(const char *name, pick_kernel *pick, bool over_pairs)
{
    sc_case c = {.kernel = name};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        sc_random random = sc_random_create(c.seed);
        crowd start = random_crowd(&random), twin = copy_crowd(&start);
        int end = over_pairs ? start.pair_count : start.count;
        int expected = pick(sc_twins())(&twin.args, 0, end);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            crowd kernel = copy_crowd(&start);
            sc_case_compare_int(&c, "answer", expected, pick(c.kernels)(&kernel.args, 0, end));
            sc_case_compare(&c, SC_CASE_LAYOUT(particle_names, 1), "particles", twin.particles,
                            kernel.particles, 0, start.count + 1);
            sc_case_compare(&c, SC_CASE_LAYOUT(drift_names, 1), "drifts", twin.drifts,
                            kernel.drifts, 0, start.count + 1);
            sc_case_compare_words(&c, "nonfinite_result", twin.nonfinite_result,
                                  kernel.nonfinite_result, 0, start.count);
            free_copy(&kernel);
        }
        free_copy(&twin);
        free_crowd(&start);
    }
}

#define PICK(name) \
    static sc_particle_kernel *pick_##name(const sc_kernels *k) { return k->name; }
PICK(drift_particles)
PICK(push_particles)
PICK(finish_particles)
PICK(finish_and_drift)
PICK(test_skins)

TEST(drifting_gives_the_twins_bits_on_every_set)
{
    compare_on_every_set("drift_particles", pick_drift_particles, false);
}

TEST(pushing_gives_the_twins_bits_on_every_set)
{
    compare_on_every_set("push_particles", pick_push_particles, true);
}

TEST(finishing_gives_the_twins_bits_on_every_set)
{
    compare_on_every_set("finish_particles", pick_finish_particles, false);
}

TEST(finishing_and_drifting_gives_the_twins_bits_on_every_set)
{
    compare_on_every_set("finish_and_drift", pick_finish_and_drift, false);
}

TEST(reaching_gives_the_twins_bits_on_every_set)
{
    compare_on_every_set("test_skins", pick_test_skins, false);
}
