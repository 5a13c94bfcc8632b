#include "core/assert.h"
#include "simd/joint_block_layout.h"

#include <math.h>
#include <string.h>

int sc_joint_lines(sc_joint_kind kind)
{
    SC_ASSERT(kind < SC_JOINT_KIND_COUNT);
    return SC_JOINT_CORE_LINES + sc_joint_other_lines(kind);
}

void sc_forget_joints(const sc_joint_args *args, int count)
{
    SC_ASSERT(count >= 0 && args->kind < SC_JOINT_KIND_COUNT);
    for (int i = 0; i < count; ++i)
    {
        sc_joint_core *core = sc_joint_core_of(args, i);
        sc_joint_start *start = sc_joint_start_of(args, args->kind, i);
        memset(core->impulse, 0, sizeof core->impulse);
        memset(core->turn_a, 0, sizeof core->turn_a);
        memset(core->turn_b, 0, sizeof core->turn_b);
        if (args->kind == SC_JOINT_RATIO)
        {
            sc_joint_ratio *ratio = sc_joint_ratio_of(start);
            memset(ratio->shift_a, 0, sizeof ratio->shift_a);
            memset(ratio->shift_b, 0, sizeof ratio->shift_b);
        }
        else if (args->kind != SC_JOINT_POINT && args->kind != SC_JOINT_LINK)
        {
            sc_joint_axis *axis = sc_joint_axis_of(start);
            memset(axis->shift, 0, sizeof axis->shift);
            memset(axis->spring, 0, sizeof axis->spring);
            memset(axis->motor, 0, sizeof axis->motor);
            memset(axis->lower, 0, sizeof axis->lower);
            memset(axis->upper, 0, sizeof axis->upper);
        }
    }
}

float sc_quickest_spring(int joint_count)
{
    SC_ASSERT(joint_count >= 0);
    return joint_count > 2 ? SC_JOINT_QUICKEST * sqrtf(2.0f / (float)joint_count)
                           : SC_JOINT_QUICKEST;
}

static void scale_softness(sc_joint_softness *soft, int l, float scale)
{
    soft->bias_rate[l] *= soft->rigid[l] > 0.0f ? 1.0f : scale;
}

void sc_weaken_joint(const sc_joint_args *args, int lane, float impulse_scale, float spring_scale)
{
    SC_ASSERT(lane >= 0 && args->kind < SC_JOINT_KIND_COUNT);
    const int i = lane / SC_BLOCK, l = lane % SC_BLOCK;
    sc_joint_core *core = sc_joint_core_of(args, i);
    sc_joint_start *start = sc_joint_start_of(args, args->kind, i);
    core->impulse[0][l] *= impulse_scale;
    core->impulse[1][l] *= impulse_scale;
    core->turn_a[l] *= impulse_scale;
    core->turn_b[l] *= impulse_scale;
    const bool point = args->kind == SC_JOINT_POINT || args->kind == SC_JOINT_LINK;
    if (args->kind == SC_JOINT_RATIO)
    {
        sc_joint_ratio *ratio = sc_joint_ratio_of(start);
        for (int k = 0; k < 2; ++k)
        {
            ratio->shift_a[k][l] *= impulse_scale;
            ratio->shift_b[k][l] *= impulse_scale;
        }
        return;
    }
    if ((args->flags[i] & SC_JOINT_SOFT_POINT) && args->kind != SC_JOINT_DRIVE)
    {
        scale_softness(&start->soft, l, spring_scale);
    }
    if (!point)
    {
        sc_joint_axis *axis = sc_joint_axis_of(start);
        axis->spring[l] *= impulse_scale;
        axis->motor[l] *= impulse_scale;
        axis->lower[l] *= impulse_scale;
        axis->upper[l] *= impulse_scale;
        axis->shift[0][l] *= impulse_scale;
        axis->shift[1][l] *= impulse_scale;
        if (args->kind != SC_JOINT_DRIVE)
        {
            scale_softness(&axis->soft, l, spring_scale);
        }
    }
}
