// Kernels over bodies against their twins, bit for bit.

#include "core/row_records.h"
#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 200

static const char *const pose_names[] = {"x", "y", "cos", "sin"};
static const char *const update_names[] = {"x", "y", "w", "unused"};

/// The inputs and outputs of the kernels of bodies.
typedef struct bodies
{
    int count, packed_count, public_count;
    bool first;
    sc_velocity *velocities;
    sc_warm_start *warm_starts;
    sc_delta *deltas;
    sc_velocity_update *damping, *increment;
    // pack_bodies: eleven arrays, one behind the other; and its result.
    float *packed;
    uint8_t *flags;
    int32_t *extreme;
    // finish_bodies: seven arrays.
    float *public;
    sc_pose *poses;
    float *center_x, *center_y;
    int32_t *nonfinite_result;
} bodies;

#define PACKED_FIELDS 11
#define PUBLIC_ARRAYS 7

static const sc_case_array arrays[] = {
    SC_CASE_ARRAY(bodies, velocities, count),      SC_CASE_ARRAY(bodies, warm_starts, count),
    SC_CASE_ARRAY(bodies, deltas, count),          SC_CASE_ARRAY(bodies, damping, count),
    SC_CASE_ARRAY(bodies, increment, count),       SC_CASE_ARRAY(bodies, packed, packed_count),
    SC_CASE_ARRAY(bodies, flags, count),           SC_CASE_ARRAY(bodies, extreme, count),
    SC_CASE_ARRAY(bodies, public, public_count),   SC_CASE_ARRAY(bodies, poses, count),
    SC_CASE_ARRAY(bodies, center_x, count),        SC_CASE_ARRAY(bodies, center_y, count),
    SC_CASE_ARRAY(bodies, nonfinite_result, count)};

/// Calls a kernel over all bodies: tails are the scalar table's; of the twins all is.
#define RUN_WITH_TAIL(kernels, name, args, count)                                      \
    do                                                                                 \
    {                                                                                  \
        int whole = (kernels) == sc_twins() ? (count) : (count) / SC_BLOCK * SC_BLOCK; \
        (kernels)->name((args), 0, whole);                                             \
        sc_kernels_get(SCREE_SIMD_SCALAR)->name((args), whole, (count));               \
    } while (0)

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

/// Makes `count` bodies, all zero.
static bodies new_bodies(int count)
{
    bodies r = {.count = count,
                .packed_count = PACKED_FIELDS * count,
                .public_count = PUBLIC_ARRAYS * count};
    sc_case_new_arrays(&r, arrays, sizeof arrays / sizeof *arrays);
    return r;
}

static bodies random_rows(sc_random *random)
{
    bodies r = new_bodies(sc_case_int(random, 1, 150));
    r.first = sc_case_chance(random, 30);
    // In some cases many bodies are above the caps of speed, in others none is.
    float speed = sc_case_chance(random, 50) ? 3.0f : 120.0f;
    for (int i = 0; i < r.count; i++)
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

static sc_integrate_args integrate_args(const bodies *r)
{
    return (sc_integrate_args){.velocities = r->velocities,
                               .warm_starts = r->warm_starts,
                               .deltas = r->deltas,
                               .damping = r->damping,
                               .increment = r->increment,
                               .h = 1.0f / 240.0f,
                               .max_linear = 100.0f,
                               .max_angular = 50.0f,
                               .first = r->first};
}

static void compare_rows(const sc_case *c, const void *twin_state, const void *kernel_state)
{
    const bodies *twin = twin_state, *kernel = kernel_state;
    int n = twin->count;
    sc_case_compare(c, SC_CASE_LAYOUT(sc_velocity_names, 1), "velocities", twin->velocities,
                    kernel->velocities, 0, n);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_warm_start_names, 1), "warm_starts", twin->warm_starts,
                    kernel->warm_starts, 0, n);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_delta_names, 1), "deltas", twin->deltas, kernel->deltas, 0,
                    n);
    sc_case_compare(c, SC_CASE_LAYOUT(update_names, 1), "damping", twin->damping, kernel->damping,
                    0, n);
    sc_case_compare(c, SC_CASE_LAYOUT(update_names, 1), "increment", twin->increment,
                    kernel->increment, 0, n);
}

static void make_rows(void *state, sc_random *random) { *(bodies *)state = random_rows(random); }

static int integrate_velocities(const sc_kernels *kernels, void *state)
{
    sc_integrate_args args = integrate_args(state);
    RUN_WITH_TAIL(kernels, integrate_velocities, &args, ((bodies *)state)->count);
    return 0;
}

static int integrate_positions(const sc_kernels *kernels, void *state)
{
    ((bodies *)state)->first = false;
    sc_integrate_args args = integrate_args(state);
    RUN_WITH_TAIL(kernels, integrate_positions, &args, ((bodies *)state)->count);
    return 0;
}

TEST(a_speed_above_the_cap_is_cut_in_the_saved_record_as_well)
{
    sc_case c = {0};
    for (int table = 0; sc_case_table(table, &c); table++)
    {
        SC_CASE_SCOPE;
        // One lane in four is too fast, in turn along both axes, in spin alone, and not at all.
        bodies r = new_bodies(SC_BLOCK);
        for (int i = 0; i < SC_BLOCK; i++)
        {
            float speed = i % 4 < 2 ? 1.0f : 0.0f, spin = i % 4 == 2 ? -100.0f : 25.0f;
            float sign = i % 4 == 1 ? -1.0f : 1.0f;
            r.velocities[i] =
                (sc_velocity){sign * 300.0f * speed, sign * 400.0f * speed, spin, 1.0f};
            r.warm_starts[i] = (sc_warm_start){r.velocities[i].vx - 1.0f, r.velocities[i].vy + 2.0f,
                                               r.velocities[i].w - 3.0f, 1.0f};
        }
        sc_integrate_args args = integrate_args(&r);
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
            // The increments of warm starting have not changed.
            assert_float_equal(v->vx - warm_starts->vx, 1.0f, 1e-3f);
            assert_float_equal(v->vy - warm_starts->vy, -2.0f, 1e-3f);
            assert_float_equal(v->w - warm_starts->w, 3.0f, 1e-3f);
        }
    }
}

/// Velocities about the caps; in some cases values that no body may have.
static void make_packed(void *state, sc_random *random)
{
    bodies s = random_rows(random);
    const float bad_values[] = {INFINITY, -INFINITY, INFINITY - INFINITY, 3e38f, -0.0f};
    bool spoiled = sc_case_chance(random, 30);
    for (int k = 0; k < s.packed_count; k++)
    {
        int field = k / s.count;
        bool bad = spoiled && sc_case_chance(random, 5);
        s.packed[k] = bad ? bad_values[sc_random_below(random, 5)]
                          : sc_case_float(random, field < 3 || field > 7 ? -60.0f : 0.0f, 60.0f);
    }
    for (int k = 0; k < s.count; k++)
    {
        s.flags[k] = (uint8_t)sc_random_below(random, 256);
        s.extreme[k] = sc_case_int(random, 0, 1);
    }
    *(bodies *)state = s;
}

static int extreme_bodies, plain_bodies;

static int pack(const sc_kernels *kernels, void *state)
{
    const bodies *s = state;
    const float *fields[PACKED_FIELDS];
    for (int i = 0; i < PACKED_FIELDS; i++)
    {
        fields[i] = s->packed + (ptrdiff_t)i * s->count;
    }
    sc_pack_args args = {.vx = fields[0],
                         .vy = fields[1],
                         .w = fields[2],
                         .inverse_mass = fields[3],
                         .inverse_inertia = fields[4],
                         .linear_damping = fields[5],
                         .angular_damping = fields[6],
                         .gravity_scale = fields[7],
                         .force_x = fields[8],
                         .force_y = fields[9],
                         .torque = fields[10],
                         .flags = s->flags,
                         .velocities = s->velocities,
                         .warm_starts = s->warm_starts,
                         .deltas = s->deltas,
                         .damping = s->damping,
                         .increment = s->increment,
                         .extreme = s->extreme,
                         .h = 1.0f / 240.0f,
                         .gravity_x = 0.25f,
                         .gravity_y = -9.81f,
                         .half_linear = 50.0f,
                         .max_angular = 50.0f};
    RUN_WITH_TAIL(kernels, pack_bodies, &args, s->count);
    for (int k = 0; k < s->count && kernels == sc_twins(); k++)
    {
        ++*(s->extreme[k] == 1 ? &extreme_bodies : &plain_bodies);
    }
    return 0;
}

static void compare_packed(const sc_case *c, const void *twin, const void *kernel)
{
    const bodies *t = twin, *k = kernel;
    compare_rows(c, t, k);
    sc_case_compare_words(c, "extreme", t->extreme, k->extreme, 0, t->count);
}

static void make_moved(void *state, sc_random *random)
{
    bodies s = random_rows(random);
    for (int k = 0; k < s.public_count; k++)
    {
        s.public[k] = sc_case_float(random, -10.0f, 10.0f);
    }
    for (int k = 0; k < s.count; k++)
    {
        float reach = sc_case_chance(random, 10) ? 1e6f : 100.0f;
        s.poses[k].x = sc_case_float(random, -reach, reach);
        s.poses[k].y = sc_case_float(random, -reach, reach);
        sc_case_rotation(random, &s.poses[k].cos, &s.poses[k].sin);
        s.center_x[k] = sc_case_float(random, -1.0f, 1.0f);
        s.center_y[k] = sc_case_float(random, -1.0f, 1.0f);
        s.nonfinite_result[k] = sc_case_int(random, 0, 1);
    }
    *(bodies *)state = s;
}

/// The same inputs with invalid values in some rows.
static void make_spoiled(void *state, sc_random *random)
{
    bodies *s = state;
    const float infinity = INFINITY;
    const float bad_values[] = {infinity, -infinity, infinity - infinity, 3e38f, 1.5e8f, -1.5e8f};
    make_moved(state, random);
    for (int k = 0; k < s->count; k++)
    {
        if (sc_case_chance(random, 20))
        {
            float *targets[] = {&s->velocities[k].vx, &s->velocities[k].w, &s->deltas[k].dx,
                                &s->deltas[k].dy,     &s->deltas[k].sin,   &s->poses[k].x};
            *targets[sc_random_below(random, 6)] = bad_values[sc_random_below(random, 6)];
        }
    }
}

static int finish(const sc_kernels *kernels, void *state)
{
    const bodies *s = state;
    float *fields[PUBLIC_ARRAYS];
    for (int i = 0; i < PUBLIC_ARRAYS; i++)
    {
        fields[i] = s->public + (ptrdiff_t)i * s->count;
    }
    sc_finish_args args = {.velocities = s->velocities,
                           .deltas = s->deltas,
                           .poses = s->poses,
                           .x = fields[0],
                           .y = fields[1],
                           .cos = fields[2],
                           .sin = fields[3],
                           .vx = fields[4],
                           .vy = fields[5],
                           .w = fields[6],
                           .center_x = s->center_x,
                           .center_y = s->center_y,
                           .nonfinite_result = s->nonfinite_result};
    RUN_WITH_TAIL(kernels, finish_bodies, &args, s->count);
    return 0;
}

static void compare_finished(const sc_case *c, const void *twin, const void *kernel)
{
    const bodies *t = twin, *k = kernel;
    sc_case_compare_words(c, "nonfinite_result", t->nonfinite_result, k->nonfinite_result, 0,
                          t->count);
    sc_case_compare(c, SC_CASE_LAYOUT(pose_names, 1), "poses", t->poses, k->poses, 0, t->count);
    sc_case_compare_words(c, "public arrays", t->public, k->public, 0, t->public_count);
    compare_rows(c, t, k);
}

TEST(kernels_over_bodies_give_the_twins_bits_on_every_set)
{
    const sc_case_state kind = {sizeof(bodies), arrays, sizeof arrays / sizeof *arrays};
    const sc_case_test tests[] = {
        {"integrate_velocities", &kind, make_rows, integrate_velocities, compare_rows},
        {"integrate_positions", &kind, make_rows, integrate_positions, compare_rows},
        {"pack_bodies", &kind, make_packed, pack, compare_packed},
        {"finish_bodies", &kind, make_moved, finish, compare_finished},
        {"finish_bodies", &kind, make_spoiled, finish, compare_finished}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    {
        sc_case_run(&tests[i], 1000 * (uint64_t)i, SEEDS);
    }
    assert_true(extreme_bodies > 100 && plain_bodies > 100);
}

TEST(every_set_has_every_kernel)
{
    sc_case c = {0};
    int sets = 0;
    for (; sc_case_set(sets, &c); sets++)
    {
        SC_CASE_SCOPE;
        assert_true(c.kernels->lanes >= 1 && c.kernels->lanes <= SC_BLOCK);
#define X(type, name) assert_true(c.kernels->name != NULL);
        SC_KERNEL_LIST(X)
#undef X
    }
    assert_int_equal(sets, sc_case_set_count());
    assert_true(sets >= 2);
#define X(type, name) assert_true(sc_twins()->name != NULL);
    SC_KERNEL_LIST(X)
#undef X
}
