// Joint kernels against their twins, bit for bit, through whole steps.

#include "core/maths.h"
#include "reference/twins/twins.h"
#include "tests/kernels/joint_case.h"
#include "tests/support/testing.h"

#define SEEDS 60
#define SUBSTEPS 3

typedef enum pass
{
    PREPARE,
    SOLVE,
    UPDATE,
    ITERATE,
    RELAX,
    PROJECT,
    STORE
} pass;

static const char *const pass_names[] = {"prepare_joints", "solve_joints", "update_joints",
                                         "iterate_joints", "relax_joints", "project_joints",
                                         "store_joints"};

static sc_joint_kernel *kernel_of(const sc_kernels *kernels, pass p)
{
    sc_joint_kernel *const table[] = {kernels->prepare_joints, kernels->solve_joints,
                                      kernels->update_joints,  kernels->iterate_joints,
                                      kernels->relax_joints,   kernels->project_joints,
                                      kernels->store_joints};
    return table[p];
}

/// Runs a pass on the case by the twin, and on copies by every set, in two ranges.
static void run_pass(sc_case *c, joint_case *twin, pass p)
{
    joint_case start = joint_case_copy(twin);
    kernel_of(sc_twins(), p)(&twin->args, 0, twin->block_count);
    c->kernel = pass_names[p];
    int cut = (int)(c->seed % (uint64_t)(twin->block_count + 1));
    for (int i = 0; sc_case_set(i, c); i++)
    {
        SC_CASE_SCOPE;
        joint_case kernel = joint_case_copy(&start);
        kernel_of(c->kernels, p)(&kernel.args, 0, cut);
        kernel_of(c->kernels, p)(&kernel.args, cut, kernel.block_count);
        joint_case_compare(c, twin, &kernel);
    }
}

/// Through a step whose substeps are these passes: before positions move, and after.
static void run_step(sc_case *c, const pass *before, int count, pass after)
{
    SC_CASE_SCOPE;
    sc_random random = sc_random_create(c->seed);
    joint_case twin = joint_case_random(&random, c->seed % SC_JOINT_KIND_COUNT);
    run_pass(c, &twin, PREPARE);
    for (int substep = 0; substep < SUBSTEPS; substep++)
    {
        joint_case_integrate(&twin, true, substep == 0);
        for (int i = 0; i < count; i++)
        {
            run_pass(c, &twin, before[i]);
        }
        joint_case_integrate(&twin, false, false);
        run_pass(c, &twin, after);
    }
    run_pass(c, &twin, STORE);
}

TEST(every_pass_gives_the_twins_bits_on_every_set)
{
    static const pass soft[] = {SOLVE}, iterating[] = {UPDATE, ITERATE, ITERATE};
    sc_case c = {0};
    for (c.seed = 0; c.seed < SEEDS * SC_JOINT_KIND_COUNT; c.seed++)
    {
        run_step(&c, soft, 1, RELAX);
        run_step(&c, iterating, 3, PROJECT);
    }
}

TEST(cases_hold_many_blocks_of_each_sort)
{
    int plain[SC_JOINT_KIND_COUNT] = {0}, fixed[SC_JOINT_KIND_COUNT] = {0};
    int by_switch[4] = {0};
    for (uint64_t seed = 0; seed < SEEDS * SC_JOINT_KIND_COUNT; seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(seed);
        joint_case c = joint_case_random(&random, seed % SC_JOINT_KIND_COUNT);
        sc_twins()->prepare_joints(&c.args, 0, c.block_count);
        for (int i = 0; i < c.block_count; i++)
        {
            plain[c.args.kind] += c.flags[i] == 0;
            fixed[c.args.kind] += (c.flags[i] & SC_JOINT_FIXED) != 0;
            for (int k = 0; k < 4; k++)
            {
                by_switch[k] += (c.flags[i] >> k & 1) != 0 && !(c.flags[i] & SC_JOINT_FIXED);
            }
        }
    }
    for (int kind = 0; kind < SC_JOINT_KIND_COUNT; kind++)
    {
        assert_true(plain[kind] > SEEDS / 4 && fixed[kind] > SEEDS);
    }
    for (int k = 0; k < 4; k++)
    {
        assert_true(by_switch[k] > SEEDS);
    }
}
