#include "simd/joint_lines.h"

#include <string.h>

int sc_joint_lines(sc_joint_kind kind) { return SC_JOINT_CORE_LINES + sc_joint_other_lines(kind); }

/// The same of an axis.
static void forget_axis(sc_joint_axis *axis)
{
    memset(axis->shift, 0, sizeof axis->shift);
    memset(axis->spring, 0, sizeof axis->spring);
    memset(axis->motor, 0, sizeof axis->motor);
    memset(axis->lower, 0, sizeof axis->lower);
    memset(axis->upper, 0, sizeof axis->upper);
}

void sc_forget_joints(const sc_joint_args *args, int count)
{
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
            forget_axis(sc_joint_axis_of(start));
        }
    }
}
