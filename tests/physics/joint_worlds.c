#include "tests/physics/joint_worlds.h"

#define ROOM 20000

scree_body_id add_anchor(scree_world *world) { return static_body(world); }

scree_body_id add_cube(scree_world *world, float x, float y)
{
    return add_crate(world, x, y, 0.5f, 0.5f);
}

scree_joint_base joined_at(scree_world *world, scree_body_id a, scree_body_id b, float x, float y,
                           float angle)
{
    scree_joint_base base = scree_revolute_joint_def_default().base;
    base.body_a = a;
    base.body_b = b;
    base.frame_a.position = scree_body_local_point(world, a, (scree_vec2){x, y});
    base.frame_b.position = scree_body_local_point(world, b, (scree_vec2){x, y});
    base.frame_a.angle = angle - scree_body_angle(world, a);
    base.frame_b.angle = angle - scree_body_angle(world, b);
    return base;
}

scree_joint_id joint_made(scree_world *world, scree_joint_id joint)
{
    if (joint.value == 0)
        fail_msg("no joint: %s", scree_error_text(world));
    return joint;
}

scree_joint_id add_hinge(scree_world *world, scree_body_id a, scree_body_id b, float x, float y)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base = joined_at(world, a, b, x, y, 0.0f);
    return joint_made(world, scree_joint_create_revolute(world, &def));
}

scree_joint_id add_weld(scree_world *world, scree_body_id a, scree_body_id b, float x, float y)
{
    scree_weld_joint_def def = scree_weld_joint_def_default();
    def.base = joined_at(world, a, b, x, y, 0.0f);
    return joint_made(world, scree_joint_create_weld(world, &def));
}

double unwind(double last, double angle)
{
    const double turn = 6.283185307179586;
    return angle + turn * round((last - angle) / turn);
}

swing swing_of(const double *values, int count)
{
    swing swing = {0};
    double first = 0.0, last = 0.0, first_peak = 0.0, last_peak = 0.0, peak = 0.0;
    int zeros = 0;
    for (int i = 1; i < count; ++i)
    {
        peak = fmax(peak, values[i]);
        if (values[i - 1] < 0.0 && values[i] >= 0.0)
        {
            last = ((double)i - values[i] / (values[i] - values[i - 1])) * (double)STEP;
            first = zeros == 0 ? last : first;
            // The peak between this zero and the one before.
            last_peak = peak;
            first_peak = zeros == 1 ? peak : first_peak;
            peak = 0.0;
            ++zeros;
        }
    }
    swing.periods = zeros - 1;
    if (swing.periods > 0)
        swing.period = (last - first) / swing.periods;
    if (swing.periods > 1 && last_peak > 0.0)
        swing.decay = pow(last_peak / first_peak, 1.0 / (swing.periods - 1));
    return swing;
}

double worst_separation(const scree_world *world)
{
    static scree_joint_id joints[ROOM];
    int count = scree_world_joint_count(world);
    assert_true(count <= ROOM);
    scree_world_joints(world, joints, count);
    double worst = 0.0;
    for (int i = 0; i < count; ++i)
    {
        double one = (double)scree_joint_linear_separation(world, joints[i]);
        assert_true(isfinite(one));
        worst = fmax(worst, one);
    }
    return worst;
}
