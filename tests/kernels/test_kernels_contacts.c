// Contact kernels against their twins through whole steps; twins and sets against mechanics.

#include "core/tuning.h"

#include "tests/kernels/contact_case.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#include <float.h>
#include <math.h>

#define SEEDS 300
#define SUBSTEPS 3

typedef enum pass
{
    PREPARE,
    SOLVE,
    RELAX,
    FIND_BOUNCES,
    RESTITUTE,
    STORE,
    ITERATE,
    PUSH,
    PROJECT,
    UPDATE,
    MEASURE
} pass;

#define PASS(name)                        \
    {                                     \
#name, offsetof(sc_kernels, name) \
    }
static const struct
{
    const char *name;
    size_t offset;
} passes[] = {PASS(prepare_contacts),   PASS(solve_contacts),     PASS(relax_contacts),
              PASS(find_bounces),       PASS(restitute_contacts), PASS(store_impulses),
              PASS(iterate_contacts),   PASS(push_contacts),      PASS(project_contacts),
              PASS(update_separations), PASS(measure_residuals)};

static sc_contact_kernel *kernel_of(const sc_kernels *kernels, pass p)
{
    return *(sc_contact_kernel *const *)((const char *)kernels + passes[p].offset);
}

/// Runs a pass on the case by the twin, and on copies by every set, in two ranges.
static void run_pass(sc_case *c, contact_case *twin, pass p)
{
    contact_case start = contact_case_copy(twin);
    kernel_of(sc_twins(), p)(&twin->args, 0, twin->block_count);
    c->kernel = passes[p].name;
    int cut = (int)(c->seed % (uint64_t)(twin->block_count + 1));
    for (int i = 0; sc_case_set(i, c); i++)
    {
        SC_CASE_SCOPE;
        contact_case kernel = contact_case_copy(&start);
        kernel_of(c->kernels, p)(&kernel.args, 0, cut);
        kernel_of(c->kernels, p)(&kernel.args, cut, kernel.block_count);
        contact_case_compare(c, twin, &kernel);
    }
}

/// The body passes between the contact passes, by the twins: they have tests of their own.
static void integrate(contact_case *c, bool velocities, bool first)
{
    sc_integrate_args args = {.velocities = c->velocities,
                              .warm_starts = c->warm_starts,
                              .deltas = c->deltas,
                              .damping = c->damping,
                              .increment = c->increment,
                              .h = c->args.h,
                              .max_linear = 400.0f,
                              .max_angular = 200.0f,
                              .first = first};
    sc_integrate_kernel *twin =
        velocities ? sc_twins()->integrate_velocities : sc_twins()->integrate_positions;
    twin(&args, 0, c->dynamic_count + c->kinematic_count);
}

/// Through a step whose substeps are these passes: before positions move, and after.
static void run_step(sc_case *c, const pass *before, int count, pass after)
{
    SC_CASE_SCOPE;
    sc_random random = sc_random_create(c->seed);
    contact_case twin = contact_case_random(&random);
    run_pass(c, &twin, PREPARE);
    for (int substep = 0; substep < SUBSTEPS; substep++)
    {
        if (substep > 0 && after == PROJECT)
        {
            run_pass(c, &twin, UPDATE);
        }
        integrate(&twin, true, substep == 0);
        for (int i = 0; i < count; i++)
        {
            run_pass(c, &twin, before[i]);
        }
        integrate(&twin, false, false);
        run_pass(c, &twin, after);
    }
    run_pass(c, &twin, FIND_BOUNCES);
    run_pass(c, &twin, RESTITUTE);
    run_pass(c, &twin, STORE);
}

TEST(every_pass_gives_the_twins_bits_on_every_set)
{
    // In the place of pseudo-velocities, which begin at zero: velocities test as well.
    static const pass soft[] = {SOLVE}, iterating[] = {ITERATE, ITERATE, MEASURE, PUSH, PUSH};
    sc_case c = {0};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        run_step(&c, soft, 1, RELAX);
        run_step(&c, iterating, 5, PROJECT);
    }
}

TEST(stored_impulses_are_finite)
{
    sc_case c = {0};
    for (c.seed = 0; c.seed < SEEDS / 10; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        contact_case twin = contact_case_random(&random);
        run_pass(&c, &twin, PREPARE);
        for (int i = 0; i < twin.block_count; i++)
        {
            sc_point_block *points = sc_points_of(&twin.blocks, i);
            sc_tangent_block *tangents = sc_tangents_of(&twin.blocks, i);
            for (int k = 0; k < sc_block_points(twin.flags[i]); k++)
            {
                for (int l = 0; l < SC_BLOCK; l++)
                {
                    points[k].normal_impulse[l] = INFINITY;
                    tangents[k].tangent_impulse[l] = l % 2 == 0 ? INFINITY : -INFINITY;
                }
            }
        }
        run_pass(&c, &twin, STORE);
        for (int i = 0; i < twin.contact_count; i++)
        {
            const sc_manifold *m = &twin.manifolds[i];
            assert_true(m->normal_impulse_0 <= FLT_MAX && m->normal_impulse_1 <= FLT_MAX);
            assert_true(fabsf(m->tangent_impulse_0) <= FLT_MAX &&
                        fabsf(m->tangent_impulse_1) <= FLT_MAX);
        }
    }
}

TEST(cases_hold_many_blocks_of_each_kind)
{
    int plain[2] = {0}, fixed[2] = {0}, special[2] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(seed);
        contact_case c = contact_case_random(&random);
        sc_twins()->prepare_contacts(&c.args, 0, c.block_count);
        for (int i = 0; i < c.block_count; i++)
        {
            int flags = c.flags[i], points = sc_block_points(flags);
            bool plain_surfaces = !(flags & (SC_BLOCK_SURFACE | SC_BLOCK_RESTITUTION));
            plain[points - 1] += plain_surfaces && !(flags & SC_BLOCK_FIXED);
            fixed[points - 1] += plain_surfaces && (flags & SC_BLOCK_FIXED);
            special[points - 1] += !plain_surfaces;
        }
    }
    for (int k = 0; k < 2; k++)
    {
        assert_true(plain[k] > SEEDS && fixed[k] > SEEDS && special[k] > SEEDS);
    }
}

/// A step up to and with a pass, for the tests of mechanics.
static contact_case case_after(const sc_kernels *kernels, uint64_t seed, pass last)
{
    sc_random random = sc_random_create(seed);
    contact_case c = contact_case_random(&random);
    kernels->prepare_contacts(&c.args, 0, c.block_count);
    if (last >= SOLVE)
    {
        integrate(&c, true, true);
        kernels->solve_contacts(&c.args, 0, c.block_count);
    }
    if (last >= RELAX)
    {
        integrate(&c, false, false);
        kernels->relax_contacts(&c.args, 0, c.block_count);
    }
    return c;
}

/// A property of a step of one table of kernels.
typedef void mechanics(const sc_kernels *kernels);

/// Checks the twins and every set.
static void check_every_table(mechanics *check)
{
    sc_case c = {0};
    int tables = 0;
    for (; sc_case_table(tables, &c); tables++)
    {
        SC_CASE_SCOPE;
        check(c.kernels);
    }
    assert_int_equal(tables, 1 + sc_case_set_count());
}

/// One contact of two dynamic bodies that turn, near: far ahead friction acts at other places.
static contact_case single_contact(uint64_t seed)
{
    sc_random random = sc_random_create(seed);
    for (;;)
    {
        contact_case c = contact_case_random(&random);
        c.contact_count = SC_BLOCK + 1;
        int32_t a = c.row_a[SC_BLOCK], b = c.row_b[SC_BLOCK];
        bool turn =
            c.warm_starts[a].inverse_inertia > 0.0f && c.warm_starts[b].inverse_inertia > 0.0f;
        if (a < c.dynamic_count && b < c.dynamic_count && turn)
        {
            int at = 0;
            while (c.contact[at] != SC_BLOCK)
            {
                at++;
            }
            c.flags[0] = c.flags[at / SC_BLOCK];
            for (int lane = 0; lane < SC_BLOCK; lane++)
            {
                c.contact[lane] = lane == 0 ? SC_BLOCK : lane;
                c.rows[0].a[lane] = SC_ROW_STEP * (lane == 0 ? a : c.static_row);
                c.rows[0].b[lane] = SC_ROW_STEP * (lane == 0 ? b : c.static_row);
            }
            sc_manifold *m = &c.manifolds[SC_BLOCK];
            m->separation[0] = fminf(m->separation[0], SC_SPECULATIVE);
            m->separation[1] = fminf(m->separation[1], SC_SPECULATIVE);
            c.block_count = 1;
            c.args.blocks.two_points = c.blocks.two_points = sc_block_points(c.flags[0]) - 1;
            return c;
        }
    }
}

/// Linear momentum, and angular momentum about the centre of mass of a, of the bodies of a contact.
typedef struct momentum
{
    double x, y, turn;
} momentum;

static momentum momentum_of(const contact_case *c, const float *inertias)
{
    const sc_manifold *m = &c->manifolds[SC_BLOCK];
    const sc_velocity *a = &c->velocities[c->row_a[SC_BLOCK]],
                      *b = &c->velocities[c->row_b[SC_BLOCK]];
    double mass_a = 1.0 / (double)a->inverse_mass, mass_b = 1.0 / (double)b->inverse_mass;
    momentum p = {mass_a * (double)a->vx + mass_b * (double)b->vx,
                  mass_a * (double)a->vy + mass_b * (double)b->vy, 0.0};
    p.turn = (double)a->w / (double)inertias[0] + (double)b->w / (double)inertias[1] +
             mass_b * ((double)m->com_x * (double)b->vy - (double)m->com_y * (double)b->vx);
    return p;
}

static void assert_same_momentum(momentum before, momentum after)
{
    double size = 1.0 + fabs(before.x) + fabs(before.y) + fabs(before.turn) + fabs(after.turn);
    double linear = fmax(fabs(after.x - before.x), fabs(after.y - before.y));
    assert_true(fmax(linear, fabs(after.turn - before.turn)) < 3e-5 * size);
}

static void check_momentum(const sc_kernels *kernels)
{
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = single_contact(seed);
        const float inertias[2] = {c.warm_starts[c.row_a[SC_BLOCK]].inverse_inertia,
                                   c.warm_starts[c.row_b[SC_BLOCK]].inverse_inertia};
        momentum before = momentum_of(&c, inertias);
        kernels->prepare_contacts(&c.args, 0, 1);
        // Warm starting alone.
        int32_t rows[2] = {c.row_a[SC_BLOCK], c.row_b[SC_BLOCK]};
        for (int k = 0; k < 2; k++)
        {
            c.velocities[rows[k]].vx += c.warm_starts[rows[k]].vx;
            c.velocities[rows[k]].vy += c.warm_starts[rows[k]].vy;
            c.velocities[rows[k]].w += c.warm_starts[rows[k]].w;
        }
        assert_same_momentum(before, momentum_of(&c, inertias));
        for (pass p = SOLVE; p <= RESTITUTE; p++)
        {
            kernel_of(kernels, p)(&c.args, 0, 1);
            assert_same_momentum(before, momentum_of(&c, inertias));
        }
    }
}

TEST(a_contact_changes_neither_momentum_nor_angular_momentum) { check_every_table(check_momentum); }

static void check_separations(const sc_kernels *kernels)
{
    int checked = 0, far = 0, discs = 0;
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = case_after(kernels, seed, RELAX);
        for (int at = 0; at < c.block_count * SC_BLOCK; at++)
        {
            const int i = at / SC_BLOCK;
            const sc_manifold *m = &c.manifolds[c.contact[at]];
            const sc_delta *a = &c.deltas[c.rows[i].a[at % SC_BLOCK] / SC_ROW_STEP];
            const sc_delta *b = &c.deltas[c.rows[i].b[at % SC_BLOCK] / SC_ROW_STEP];
            int count = m->info >> SC_COUNT_SHIFT & SC_COUNT_MASK;
            for (int k = 0; k < count; k++)
            {
                double ax = (double)m->anchor[k][0], ay = (double)m->anchor[k][1];
                double bx = ax - (double)m->com_x, by = ay - (double)m->com_y;
                // Points far ahead lie on the two surfaces.
                double nx = (double)m->normal_x, ny = (double)m->normal_y;
                bool far_ahead = m->separation[k] > SC_SPECULATIVE;
                double to_surface = far_ahead ? 0.5 * (double)m->separation[k] : 0.0;
                ax -= to_surface * nx, ay -= to_surface * ny;
                bx += to_surface * nx, by += to_surface * ny;
                far += far_ahead;
                if (count == 1 && (fabs(ax * ny - ay * nx) <= 2e-3 * fabs(ax * nx + ay * ny) ||
                                   fabs(bx * ny - by * nx) <= 2e-3 * fabs(bx * nx + by * ny)))
                {
                    // As of a disc, which may turn as it likes.
                    discs++;
                    continue;
                }
                double ca = (double)a->cos_minus_1, sa = (double)a->sin;
                double cb = (double)b->cos_minus_1, sb = (double)b->sin;
                double x = (double)b->dx + cb * bx - sb * by - ((double)a->dx + ca * ax - sa * ay);
                double y = (double)b->dy + sb * bx + cb * by - ((double)a->dy + sa * ax + ca * ay);
                double expected = (double)m->separation[k] + nx * x + ny * y;
                assert_true(fabs((double)sc_points_of(&c.blocks, i)[k].separation[at % SC_BLOCK] -
                                 expected) < 2e-6);
                checked++;
            }
        }
    }
    assert_true(checked > 500 && far > 50 && discs > 50);
}

/// Two discs that have only spins do not approach each other or part.
static void check_discs_that_turn(const sc_kernels *kernels)
{
    int checked = 0;
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = single_contact(seed);
        sc_manifold *m = &c.manifolds[SC_BLOCK];
        const float separation = m->separation[0];
        m->info = 1 << SC_COUNT_SHIFT;
        m->anchor[0][0] = 0.5f * m->normal_x;
        m->anchor[0][1] = 0.5f * m->normal_y;
        m->com_x = 1.2f * m->normal_x;
        m->com_y = 1.2f * m->normal_y;
        kernels->prepare_contacts(&c.args, 0, 1);
        sc_delta *a = &c.deltas[c.row_a[SC_BLOCK]], *b = &c.deltas[c.row_b[SC_BLOCK]];
        a->sin = 0.6f, a->cos_minus_1 = -0.2f;
        b->sin = -0.8f, b->cos_minus_1 = -0.4f;
        kernels->update_separations(&c.args, 0, 1);
        assert_true(fabsf(sc_points_of(&c.blocks, 0)->separation[0] - separation) < 1e-6f);
        checked += separation != 0.0f;
    }
    assert_true(checked > 100);
}

TEST(discs_that_turn_on_the_spot_neither_part_nor_sink)
{
    check_every_table(check_discs_that_turn);
}

TEST(relax_leaves_the_separation_of_the_moved_points) { check_every_table(check_separations); }

static void check_cones(const sc_kernels *kernels)
{
    int sliding = 0, sticking = 0;
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = case_after(kernels, seed, RELAX);
        for (int at = 0; at < c.block_count * SC_BLOCK; at++)
        {
            const int i = at / SC_BLOCK;
            int lane = at % SC_BLOCK;
            int points = sc_block_points(c.flags[at / SC_BLOCK]);
            for (int k = 0; k < points && c.contact[at] >= SC_BLOCK; k++)
            {
                float normal = sc_points_of(&c.blocks, i)[k].normal_impulse[lane];
                float tangent = fabsf(sc_tangents_of(&c.blocks, i)[k].tangent_impulse[lane]);
                assert_true(normal >= 0.0f);
                assert_true(tangent <= c.surfaces[c.contact[at]].static_friction * normal);
                bool slides =
                    tangent == fabsf(sc_friction_of(&c.blocks, i)->sliding[lane]) * normal;
                sliding += slides && tangent > 0.0f;
                sticking += !slides && tangent > 0.0f;
            }
        }
    }
    assert_true(sliding > 50 && sticking > 50);
}

TEST(relaxed_impulses_push_and_stay_within_the_friction_cone) { check_every_table(check_cones); }

static void check_approach(const sc_kernels *kernels)
{
    int checked = 0;
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = single_contact(seed);
        sc_manifold *m = &c.manifolds[SC_BLOCK];
        if (m->info >> SC_COUNT_SHIFT != 1)
        {
            continue;
        }
        m->separation[0] = -0.01f;
        // Friction comes after the normal impulse and would disturb it.
        c.surfaces[SC_BLOCK] = (sc_surface){0};
        c.friction[SC_BLOCK] = 0.0f;
        m->tangent_impulse_0 = 0.0f;
        c.flags[0] = 0;
        kernels->prepare_contacts(&c.args, 0, 1);
        kernels->relax_contacts(&c.args, 0, 1);
        const sc_velocity *a = &c.velocities[c.row_a[SC_BLOCK]],
                          *b = &c.velocities[c.row_b[SC_BLOCK]];
        const sc_point_block *point = sc_points_of(&c.blocks, 0);
        float velocity = m->normal_x * (b->vx - a->vx) + m->normal_y * (b->vy - a->vy) +
                         b->w * point->normal_arm_b[0] - a->w * point->normal_arm_a[0];
        bool pushes = point->normal_impulse[0] > 0.0f;
        assert_true(velocity > -1e-4f && (!pushes || velocity < 1e-4f));
        checked += pushes;
    }
    assert_true(checked > 20);
}

TEST(the_approach_is_gone_after_a_relax_that_pushes) { check_every_table(check_approach); }

/// A single contact after prepare, and its momentum.
static void assert_pass_conserves_momentum(const sc_kernels *kernels, uint64_t seed, pass p)
{
    contact_case c = single_contact(seed);
    const float inertias[2] = {c.warm_starts[c.row_a[SC_BLOCK]].inverse_inertia,
                               c.warm_starts[c.row_b[SC_BLOCK]].inverse_inertia};
    kernels->prepare_contacts(&c.args, 0, 1);
    momentum before = momentum_of(&c, inertias);
    kernel_of(kernels, p)(&c.args, 0, 1);
    assert_same_momentum(before, momentum_of(&c, inertias));
}

static void check_iterating_and_pushing(const sc_kernels *kernels)
{
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        SC_CASE_SCOPE;
        assert_pass_conserves_momentum(kernels, seed, ITERATE);
        assert_pass_conserves_momentum(kernels, seed, PUSH);
    }
}

TEST(iterating_and_pushing_change_neither_momentum_nor_angular_momentum)
{
    check_every_table(check_iterating_and_pushing);
}

static void check_shifts(const sc_kernels *kernels)
{
    int checked = 0;
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = single_contact(seed);
        c.args.slop = 0.005f;
        c.args.position_correction = 0.5f;
        c.args.push_speed = 1e6f;
        kernels->prepare_contacts(&c.args, 0, 1);
        kernels->project_contacts(&c.args, 0, 1);
        kernels->update_separations(&c.args, 0, 1);
        const sc_manifold *m = &c.manifolds[SC_BLOCK];
        int32_t a = c.row_a[SC_BLOCK], b = c.row_b[SC_BLOCK];
        bool two = m->info >> SC_COUNT_SHIFT == 2;
        double deepest = (double)m->separation[0];
        deepest = two ? fmin(deepest, (double)m->separation[1]) : deepest;
        double wanted = deepest < -0.005 ? -0.5 * (deepest + 0.005) : 0.0;
        double mass_a = 1.0 / (double)c.velocities[a].inverse_mass;
        double mass_b = 1.0 / (double)c.velocities[b].inverse_mass;
        double x = mass_a * (double)c.deltas[a].dx + mass_b * (double)c.deltas[b].dx;
        double y = mass_a * (double)c.deltas[a].dy + mass_b * (double)c.deltas[b].dy;
        assert_true(fabs(x) < 1e-5 * (mass_a + mass_b) && fabs(y) < 1e-5 * (mass_a + mass_b));
        assert_true(c.deltas[a].sin == 0.0f && c.deltas[b].sin == 0.0f);
        double opened =
            (double)sc_points_of(&c.blocks, 0)->separation[0] - (double)m->separation[0];
        assert_true(fabs(opened - wanted) < 1e-6);
        checked += wanted > 0.0;
    }
    assert_true(checked > 50);
}

TEST(projection_moves_no_mass_centre_and_takes_out_its_share) { check_every_table(check_shifts); }

static void check_residual(const sc_kernels *kernels)
{
    int touching = 0;
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        SC_CASE_SCOPE;
        contact_case c = single_contact(seed);
        if (c.manifolds[SC_BLOCK].info >> SC_COUNT_SHIFT == 1)
        {
            kernels->prepare_contacts(&c.args, 0, 1);
            kernels->iterate_contacts(&c.args, 0, 1);
            kernels->measure_residuals(&c.args, 0, 1);
            assert_true(fabsf(c.residuals[0].speed[0][0]) < 1e-4f);
            assert_true(c.residuals[0].speed[1][0] == 0.0f);
            touching += sc_points_of(&c.blocks, 0)->normal_impulse[0] > 0.0f;
            // A contact that closes faster by 1 m/s has a residual larger by as much.
            int32_t a = c.row_a[SC_BLOCK];
            c.velocities[a].vx += c.manifolds[SC_BLOCK].normal_x;
            c.velocities[a].vy += c.manifolds[SC_BLOCK].normal_y;
            kernels->measure_residuals(&c.args, 0, 1);
            bool pushes = sc_points_of(&c.blocks, 0)->normal_impulse[0] > 0.0f;
            float residual = c.residuals[0].speed[0][0];
            assert_true(residual > -1.001f && (!pushes || residual < -0.999f));
        }
    }
    assert_true(touching > 20);
}

TEST(the_residual_of_a_solved_contact_of_one_point_is_zero) { check_every_table(check_residual); }
