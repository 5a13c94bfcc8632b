// Kernels over bodies against their twins, bit for bit.

#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

enum
{
    SEEDS = 200
};

static const char *const pose_names[] = {"x", "y", "cos", "sin"};
static const char *const update_names[] = {"x", "y", "w", "unused"};

/// Calls a kernel over [0, count) as the contract of kernels that are not padded asks: tails are
/// the scalar table's.
#define RUN_WITH_TAIL(c, name, args, count)                              \
    do                                                                   \
    {                                                                    \
        int whole = (count) / SC_BLOCK * SC_BLOCK;                       \
        (c).kernels->name((args), 0, whole);                             \
        sc_kernels_get(SCREE_SIMD_SCALAR)->name((args), whole, (count)); \
    } while (0)

/// The records that the solver has of bodies.
typedef struct rows
{
    int count;
    sc_velocity *velocities;
    sc_warm_start *warm_starts;
    sc_delta *deltas;
    sc_velocity_update *damping, *increment;
} rows;

static rows copy_rows(const rows *from)
{
    size_t n = (size_t)from->count;
    return (rows){from->count,
                  sc_case_copy(from->velocities, n * sizeof *from->velocities),
                  sc_case_copy(from->warm_starts, n * sizeof *from->warm_starts),
                  sc_case_copy(from->deltas, n * sizeof *from->deltas),
                  sc_case_copy(from->damping, n * sizeof *from->damping),
                  sc_case_copy(from->increment, n * sizeof *from->increment)};
}

static void free_rows(rows *r)
{
    free(r->velocities);
    free(r->warm_starts);
    free(r->deltas);
    free(r->damping);
    free(r->increment);
}

/// A small turn, or now and then a large one.
static sc_delta random_delta(sc_random *random)
{
    float c, s;
    sc_case_rotation(random, &c, &s);
    sc_delta d = {sc_case_float(random, -1.0f, 1.0f), sc_case_float(random, -1.0f, 1.0f), s,
                  c - 1.0f};
    if (sc_case_chance(random, 50))
    {
        d.sin = sc_case_float(random, -1e-3f, 1e-3f);
        d.cos_minus_1 = -0.5f * d.sin * d.sin;
    }
    return d;
}

static rows random_rows(sc_random *random)
{
    int count = sc_case_int(random, 1, 150);
    size_t n = (size_t)count;
    rows r = {count,
              sc_case_new(n * sizeof *r.velocities),
              sc_case_new(n * sizeof *r.warm_starts),
              sc_case_new(n * sizeof *r.deltas),
              sc_case_new(n * sizeof *r.damping),
              sc_case_new(n * sizeof *r.increment)};
    // In some cases many bodies are above the caps of speed, in others none is.
    float speed = sc_case_chance(random, 50) ? 3.0f : 120.0f;
    for (int i = 0; i < count; i++)
    {
        bool dynamic = sc_case_chance(random, 80);
        r.velocities[i] = (sc_velocity){sc_case_float(random, -speed, speed),
                                        sc_case_float(random, -speed, speed),
                                        sc_case_float(random, -speed, speed),
                                        dynamic ? sc_random_float(random, 0.01f, 10.0f) : 0.0f};
        r.warm_starts[i] = (sc_warm_start){sc_case_float(random, -speed, speed),
                                           sc_case_float(random, -speed, speed),
                                           sc_case_float(random, -speed, speed),
                                           dynamic ? sc_random_float(random, 0.0f, 10.0f) : 0.0f};
        if (sc_case_chance(random, 30))
        {
            r.warm_starts[i] = (sc_warm_start){-0.0f, -0.0f, -0.0f, 0.0f};
        }
        r.deltas[i] = random_delta(random);
        r.damping[i] = (sc_velocity_update){1.0f, 1.0f, 1.0f, 1.0f};
        r.increment[i] = (sc_velocity_update){0.0f, 0.0f, 0.0f, 0.0f};
        if (dynamic)
        {
            float damping = sc_random_float(random, 0.9f, 1.0f);
            r.damping[i] = (sc_velocity_update){sc_case_chance(random, 10) ? 0.0f : damping,
                                                damping, sc_random_float(random, 0.0f, 1.0f), 1.0f};
            r.increment[i] = (sc_velocity_update){sc_case_float(random, -0.1f, 0.1f),
                                                  sc_case_float(random, -0.1f, 0.1f),
                                                  sc_case_float(random, -0.1f, 0.1f), 0.0f};
        }
    }
    return r;
}

static sc_integrate_args integrate_args(const rows *r, bool first)
{
    return (sc_integrate_args){.velocities = r->velocities,
                               .warm_starts = r->warm_starts,
                               .deltas = r->deltas,
                               .damping = r->damping,
                               .increment = r->increment,
                               .h = 1.0f / 240.0f,
                               .max_linear = 100.0f,
                               .max_angular = 50.0f,
                               .first = first};
}

static void compare_rows(const sc_case *c, const rows *twin, const rows *kernel)
{
    int n = twin->count;
    sc_case_compare(c, SC_CASE_LAYOUT(sc_velocity_names, 1), "velocities", twin->velocities,
                    kernel->velocities, 0, n);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_warm_start_names, 1), "warm_starts", twin->warm_starts,
                    kernel->warm_starts, 0, n);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_delta_names, 1), "deltas", twin->deltas, kernel->deltas, 0,
                    n);
}

TEST(integrating_velocities_gives_the_twins_bits_on_every_set)
{
    sc_case c = {.kernel = "integrate_velocities"};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        sc_random random = sc_random_create(c.seed);
        bool first = sc_case_chance(&random, 30);
        rows start = random_rows(&random), twin = copy_rows(&start);
        sc_integrate_args args = integrate_args(&twin, first);
        sc_twins()->integrate_velocities(&args, 0, twin.count);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            rows kernel = copy_rows(&start);
            args = integrate_args(&kernel, first);
            RUN_WITH_TAIL(c, integrate_velocities, &args, kernel.count);
            compare_rows(&c, &twin, &kernel);
            free_rows(&kernel);
        }
        free_rows(&twin);
        free_rows(&start);
    }
}

TEST(integrating_positions_gives_the_twins_bits_on_every_set)
{
    sc_case c = {.kernel = "integrate_positions"};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        sc_random random = sc_random_create(c.seed);
        rows start = random_rows(&random), twin = copy_rows(&start);
        sc_integrate_args args = integrate_args(&twin, false);
        sc_twins()->integrate_positions(&args, 0, twin.count);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            rows kernel = copy_rows(&start);
            args = integrate_args(&kernel, false);
            RUN_WITH_TAIL(c, integrate_positions, &args, kernel.count);
            compare_rows(&c, &twin, &kernel);
            free_rows(&kernel);
        }
        free_rows(&twin);
        free_rows(&start);
    }
}

TEST(a_speed_above_the_cap_is_cut_in_the_saved_record_as_well)
{
    sc_case c = {0};
    for (int table = 0; sc_case_table(table, &c); table++)
    {
        // One lane in four is too fast, in turn along both axes, in spin alone, and not at all.
        rows r = {SC_BLOCK,
                  sc_case_new(SC_BLOCK * sizeof *r.velocities),
                  sc_case_new(SC_BLOCK * sizeof *r.warm_starts),
                  sc_case_new(SC_BLOCK * sizeof *r.deltas),
                  NULL,
                  NULL};
        for (int i = 0; i < SC_BLOCK; i++)
        {
            float speed = i % 4 < 2 ? 1.0f : 0.0f, spin = i % 4 == 2 ? -100.0f : 25.0f;
            float sign = i % 4 == 1 ? -1.0f : 1.0f;
            r.velocities[i] =
                (sc_velocity){sign * 300.0f * speed, sign * 400.0f * speed, spin, 1.0f};
            r.warm_starts[i] = (sc_warm_start){r.velocities[i].vx - 1.0f, r.velocities[i].vy + 2.0f,
                                               r.velocities[i].w - 3.0f, 1.0f};
        }
        sc_integrate_args args = integrate_args(&r, false);
        c.kernels->integrate_positions(&args, 0, SC_BLOCK);
        for (int i = 0; i < SC_BLOCK; i++)
        {
            const sc_velocity *v = &r.velocities[i];
            const sc_warm_start *warm_starts = &r.warm_starts[i];
            float speed = i % 4 == 0 ? 1.0f : i % 4 == 1 ? -1.0f : 0.0f;
            assert_float_equal(v->vx, 60.0f * speed, 1e-4f);
            assert_float_equal(v->vy, 80.0f * speed, 1e-4f);
            float spin = i % 4 == 2 ? -50.0f : 25.0f;
            assert_float_equal(v->w, spin, 1e-4f);
            // What warm starting would add is as before.
            assert_float_equal(v->vx - warm_starts->vx, 1.0f, 1e-3f);
            assert_float_equal(v->vy - warm_starts->vy, -2.0f, 1e-3f);
            assert_float_equal(v->w - warm_starts->w, 3.0f, 1e-3f);
        }
        free_rows(&r);
    }
}

/// What pack_bodies reads, one array per field, and writes.
enum
{
    PACKED_FIELDS = 11
};

typedef struct pack_state
{
    rows rows;
    float *fields[PACKED_FIELDS];
    uint8_t *flags;
    int32_t *extreme;
} pack_state;

static pack_state copy_pack(const pack_state *from)
{
    size_t n = (size_t)from->rows.count;
    pack_state s = {.rows = copy_rows(&from->rows),
                    .flags = sc_case_copy(from->flags, n),
                    .extreme = sc_case_copy(from->extreme, n * sizeof *from->extreme)};
    for (int i = 0; i < PACKED_FIELDS; i++)
    {
        s.fields[i] = sc_case_copy(from->fields[i], n * sizeof(float));
    }
    return s;
}

static void free_pack(pack_state *s)
{
    free_rows(&s->rows);
    free(s->flags);
    free(s->extreme);
    for (int i = 0; i < PACKED_FIELDS; i++)
    {
        free(s->fields[i]);
    }
}

/// Velocities about the caps; in some cases values that no body may have.
static pack_state random_pack(sc_random *random)
{
    pack_state s = {.rows = random_rows(random)};
    size_t n = (size_t)s.rows.count;
    s.flags = sc_case_new(n);
    s.extreme = sc_case_new(n * sizeof *s.extreme);
    const float bad_values[] = {INFINITY, -INFINITY, INFINITY - INFINITY, 3e38f, -0.0f};
    bool spoiled = sc_case_chance(random, 30);
    for (int i = 0; i < PACKED_FIELDS; i++)
    {
        s.fields[i] = sc_case_new(n * sizeof(float));
        for (size_t k = 0; k < n; k++)
        {
            bool bad = spoiled && sc_case_chance(random, 5);
            s.fields[i][k] = bad ? bad_values[sc_random_below(random, 5)]
                                 : sc_case_float(random, i < 3 || i > 7 ? -60.0f : 0.0f, 60.0f);
        }
    }
    for (size_t k = 0; k < n; k++)
    {
        s.flags[k] = (uint8_t)sc_random_below(random, 256);
        s.extreme[k] = sc_case_int(random, 0, 1);
    }
    return s;
}

static sc_pack_args pack_args(const pack_state *s)
{
    return (sc_pack_args){.vx = s->fields[0],
                          .vy = s->fields[1],
                          .w = s->fields[2],
                          .inverse_mass = s->fields[3],
                          .inverse_inertia = s->fields[4],
                          .linear_damping = s->fields[5],
                          .angular_damping = s->fields[6],
                          .gravity_scale = s->fields[7],
                          .force_x = s->fields[8],
                          .force_y = s->fields[9],
                          .torque = s->fields[10],
                          .flags = s->flags,
                          .velocities = s->rows.velocities,
                          .warm_starts = s->rows.warm_starts,
                          .deltas = s->rows.deltas,
                          .damping = s->rows.damping,
                          .increment = s->rows.increment,
                          .extreme = s->extreme,
                          .h = 1.0f / 240.0f,
                          .gravity_x = 0.25f,
                          .gravity_y = -9.81f,
                          .half_linear = 50.0f,
                          .max_angular = 50.0f};
}

TEST(packing_bodies_gives_the_twins_bits_on_every_set)
{
    sc_case c = {.kernel = "pack_bodies"};
    int extreme = 0, plain = 0;
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        sc_random random = sc_random_create(c.seed);
        pack_state start = random_pack(&random), twin = copy_pack(&start);
        sc_pack_args args = pack_args(&twin);
        sc_twins()->pack_bodies(&args, 0, twin.rows.count);
        for (int k = 0; k < twin.rows.count; k++)
        {
            extreme += twin.extreme[k] == 1;
            plain += twin.extreme[k] == 0;
        }
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            pack_state kernel = copy_pack(&start);
            args = pack_args(&kernel);
            RUN_WITH_TAIL(c, pack_bodies, &args, kernel.rows.count);
            compare_rows(&c, &twin.rows, &kernel.rows);
            sc_case_compare_words(&c, "extreme", twin.extreme, kernel.extreme, 0, twin.rows.count);
            sc_case_compare(&c, SC_CASE_LAYOUT(update_names, 1), "damping", twin.rows.damping,
                            kernel.rows.damping, 0, twin.rows.count);
            sc_case_compare(&c, SC_CASE_LAYOUT(update_names, 1), "increment", twin.rows.increment,
                            kernel.rows.increment, 0, twin.rows.count);
            free_pack(&kernel);
        }
        free_pack(&twin);
        free_pack(&start);
    }
    assert_true(extreme > 100 && plain > 100);
}

/// What finish_bodies writes, one array per field.
enum
{
    PUBLIC_ARRAYS = 7
};

typedef struct finish_state
{
    rows rows;
    sc_pose *poses;
    float *fields[PUBLIC_ARRAYS];
    float *center_x, *center_y;
    int32_t *nonfinite_result;
} finish_state;

static finish_state copy_finish(const finish_state *from)
{
    size_t n = (size_t)from->rows.count;
    finish_state s = {.rows = copy_rows(&from->rows),
                      .poses = sc_case_copy(from->poses, n * sizeof *from->poses),
                      .center_x = sc_case_copy(from->center_x, n * sizeof(float)),
                      .center_y = sc_case_copy(from->center_y, n * sizeof(float)),
                      .nonfinite_result =
                          sc_case_copy(from->nonfinite_result, n * sizeof *from->nonfinite_result)};
    for (int i = 0; i < PUBLIC_ARRAYS; i++)
    {
        s.fields[i] = sc_case_copy(from->fields[i], n * sizeof(float));
    }
    return s;
}

static void free_finish(finish_state *s)
{
    free_rows(&s->rows);
    free(s->poses);
    free(s->center_x);
    free(s->center_y);
    free(s->nonfinite_result);
    for (int i = 0; i < PUBLIC_ARRAYS; i++)
    {
        free(s->fields[i]);
    }
}

static finish_state random_finish(sc_random *random)
{
    finish_state s = {.rows = random_rows(random)};
    size_t n = (size_t)s.rows.count;
    s.poses = sc_case_new(n * sizeof *s.poses);
    s.center_x = sc_case_new(n * sizeof(float));
    s.center_y = sc_case_new(n * sizeof(float));
    s.nonfinite_result = sc_case_new(n * sizeof *s.nonfinite_result);
    for (int i = 0; i < PUBLIC_ARRAYS; i++)
    {
        s.fields[i] = sc_case_new(n * sizeof(float));
        for (size_t k = 0; k < n; k++)
        {
            s.fields[i][k] = sc_case_float(random, -10.0f, 10.0f);
        }
    }
    for (size_t k = 0; k < n; k++)
    {
        float reach = sc_case_chance(random, 10) ? 1e6f : 100.0f;
        s.poses[k].x = sc_case_float(random, -reach, reach);
        s.poses[k].y = sc_case_float(random, -reach, reach);
        sc_case_rotation(random, &s.poses[k].cos, &s.poses[k].sin);
        s.center_x[k] = sc_case_float(random, -1.0f, 1.0f);
        s.center_y[k] = sc_case_float(random, -1.0f, 1.0f);
        s.nonfinite_result[k] = sc_case_int(random, 0, 1);
    }
    return s;
}

/// Puts values that no body may have into some rows.
static void spoil(finish_state *s, sc_random *random)
{
    const float infinity = INFINITY;
    const float bad_values[] = {infinity, -infinity, infinity - infinity, 3e38f, 1.5e8f, -1.5e8f};
    for (int k = 0; k < s->rows.count; k++)
    {
        if (!sc_case_chance(random, 20))
        {
            continue;
        }
        float value = bad_values[sc_random_below(random, sizeof bad_values / sizeof *bad_values)];
        float *targets[] = {&s->rows.velocities[k].vx, &s->rows.velocities[k].w,
                            &s->rows.deltas[k].dx,     &s->rows.deltas[k].dy,
                            &s->rows.deltas[k].sin,    &s->poses[k].x};
        *targets[sc_random_below(random, sizeof targets / sizeof *targets)] = value;
    }
}

static sc_finish_args finish_args(const finish_state *s)
{
    return (sc_finish_args){.velocities = s->rows.velocities,
                            .deltas = s->rows.deltas,
                            .poses = s->poses,
                            .x = s->fields[0],
                            .y = s->fields[1],
                            .cos = s->fields[2],
                            .sin = s->fields[3],
                            .vx = s->fields[4],
                            .vy = s->fields[5],
                            .w = s->fields[6],
                            .center_x = s->center_x,
                            .center_y = s->center_y,
                            .nonfinite_result = s->nonfinite_result};
}

static void compare_finish(const sc_case *c, const finish_state *twin, const finish_state *kernel)
{
    static const char *const names[PUBLIC_ARRAYS] = {"x", "y", "cos", "sin", "vx", "vy", "w"};
    int n = twin->rows.count;
    sc_case_compare_words(c, "nonfinite_result", twin->nonfinite_result, kernel->nonfinite_result,
                          0, n);
    sc_case_compare(c, SC_CASE_LAYOUT(pose_names, 1), "poses", twin->poses, kernel->poses, 0, n);
    for (int i = 0; i < PUBLIC_ARRAYS; i++)
    {
        sc_case_compare_words(c, names[i], twin->fields[i], kernel->fields[i], 0, n);
    }
    compare_rows(c, &twin->rows, &kernel->rows);
}

static void run_finish(sc_case *c, bool spoiled)
{
    sc_random random = sc_random_create(c->seed);
    finish_state start = random_finish(&random);
    if (spoiled)
    {
        spoil(&start, &random);
    }
    finish_state twin = copy_finish(&start);
    sc_finish_args args = finish_args(&twin);
    sc_twins()->finish_bodies(&args, 0, twin.rows.count);
    for (int i = 0; sc_case_set(i, c); i++)
    {
        finish_state kernel = copy_finish(&start);
        args = finish_args(&kernel);
        RUN_WITH_TAIL(*c, finish_bodies, &args, kernel.rows.count);
        compare_finish(c, &twin, &kernel);
        free_finish(&kernel);
    }
    free_finish(&twin);
    free_finish(&start);
}

TEST(finishing_bodies_gives_the_twins_bits_on_every_set)
{
    sc_case c = {.kernel = "finish_bodies"};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        run_finish(&c, false);
    }
}

TEST(nonfinite_bodies_are_found_and_left_alone_on_every_set)
{
    sc_case c = {.kernel = "finish_bodies"};
    for (c.seed = 1000; c.seed < 1000 + SEEDS; c.seed++)
    {
        run_finish(&c, true);
    }
}

TEST(every_set_has_every_kernel)
{
    sc_case c = {0};
    int sets = 0;
    for (; sc_case_set(sets, &c); sets++)
    {
        assert_true(c.kernels->lanes >= 1 && c.kernels->lanes <= SC_BLOCK);
#define X(type, name) assert_true(c.kernels->name != NULL);
        SC_KERNEL_LIST(X)
#undef X
    }
    // Those that run everywhere: scalar, 4 lanes, and 8 and 16 emulated.
    assert_true(sets >= 4);
#define X(type, name) assert_true(sc_twins()->name != NULL);
    SC_KERNEL_LIST(X)
#undef X
}
