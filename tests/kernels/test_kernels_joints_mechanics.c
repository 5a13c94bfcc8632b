// The twins of joint kernels, and every set, against mechanics.

#include "simd/joint_block_layout.h"
#include "tests/kernels/joint_case.h"
#include "tests/support/testing.h"

#define PI 3.14159265358979

static const sc_joint_frame centres = {.a_cos = 1.0f, .b_cos = 1.0f};

/// Two bodies of 1 kg and 0.1 kg m^2, a at the origin and b at (1, 0), which hang on nothing.
static joint_case pair_of(sc_joint_kind kind, const sc_joint_frame *frame,
                          const sc_joint_settings *settings)
{
    joint_case c = joint_case_new(kind, 2, 0, 1, 1);
    for (int i = 0; i < 2; i++)
    {
        c.velocities[i].inverse_mass = 1.0f;
        c.warm_starts[i].inverse_inertia = 10.0f;
    }
    c.poses[1].x = 1.0f;
    joint_case_join(&c, 0, 1, frame, settings);
    return c;
}

/// A joint case with a fixed body a.
static joint_case held(sc_joint_kind kind, const sc_joint_frame *frame,
                       const sc_joint_settings *settings)
{
    joint_case c = joint_case_new(kind, 1, 0, 1, 1);
    c.velocities[0].inverse_mass = 1.0f;
    c.warm_starts[0].inverse_inertia = 10.0f;
    c.poses[0].x = 1.0f;
    joint_case_join(&c, 1, 0, frame, settings);
    return c;
}

static void step(joint_case *c, const sc_kernels *kernels, int steps, bool iterates)
{
    for (int i = 0; i < steps; i++)
    {
        joint_case_step(c, kernels, 4, iterates);
    }
}

static void set_gravity(joint_case *c, float g)
{
    for (int i = 0; i < c->dynamic_count; i++)
    {
        c->increment[i].y = -g * c->args.h;
    }
}

static double angle_at(const joint_case *c, int row)
{
    return atan2((double)c->poses[row].sin, (double)c->poses[row].cos);
}

/// How far apart the points are.
static double apart(const joint_case *c, int a, int b)
{
    const sc_joint_frame *f = &c->frames[1];
    const sc_pose *p = &c->poses[a], *q = &c->poses[b];
    double ax = p->x + p->cos * f->ax - p->sin * f->ay, ay = p->y + p->sin * f->ax + p->cos * f->ay;
    double bx = q->x + q->cos * f->bx - q->sin * f->by, by = q->y + q->sin * f->bx + q->cos * f->by;
    return hypot(bx - ax, by - ay);
}

TEST(a_rod_keeps_its_length_and_its_energy)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        joint_case p = held(SC_JOINT_ROD, &centres, &(sc_joint_settings){.target = 1.0f});
        set_gravity(&p, 10.0f);
        for (int k = 0; k < 600; k++)
        {
            step(&p, c.kernels, 1, false);
            const sc_velocity *v = &p.velocities[0];
            double energy = 0.5 * (v->vx * v->vx + v->vy * v->vy) + 10.0 * p.poses[0].y;
            assert_true(fabs(energy) < 0.02 * 10.0);
            assert_true(fabs(apart(&p, 1, 0) - 1.0) < 2e-3);
        }
    }
}

TEST(force_and_torque_of_what_hangs_are_its_weight)
{
    sc_case c = {0};
    sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .ax = 1.0f, .bx = 0.0f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        // A weld at b's centre, then one half a metre from it.
        for (int k = 0; k < 2; k++)
        {
            frame.ax = k == 0 ? 1.0f : 0.5f;
            frame.bx = k == 0 ? 0.0f : -0.5f;
            joint_case p = held(SC_JOINT_HINGE, &frame,
                                &(sc_joint_settings){.switches = SC_JOINT_SPRING,
                                                     .spring_lower = -FLT_MAX,
                                                     .spring_upper = FLT_MAX});
            set_gravity(&p, 10.0f);
            step(&p, c.kernels, 120, false);
            const sc_joint_state *s = &p.states[1];
            assert_true(fabsf(s->force_x * p.args.inverse_h) < 0.01f);
            assert_true(fabsf(s->force_y * p.args.inverse_h - 10.0f) < 0.01f);
            assert_true(fabsf(s->torque * p.args.inverse_h - (k == 0 ? 0.0f : 5.0f)) < 0.01f);
            assert_true(fabs(angle_at(&p, 0)) < 2e-3);
        }
    }
}

TEST(the_angle_of_a_hinge_is_that_of_its_frames)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        for (int k = -3141; k <= 3141; k++)
        {
            double angle = 0.001 * k;
            sc_joint_frame frame = {.a_cos = 0.6f, .a_sin = 0.8f};
            frame.b_cos = (float)(0.6 * cos(angle) - 0.8 * sin(angle));
            frame.b_sin = (float)(0.6 * sin(angle) + 0.8 * cos(angle));
            joint_case p = held(SC_JOINT_HINGE, &frame, &(sc_joint_settings){.hertz = 0.0f});
            c.kernels->prepare_joints(&p.args, 0, p.block_count);
            c.kernels->store_joints(&p.args, 0, p.block_count);
            assert_true(fabs(p.states[1].coordinate - angle) < 1e-6);
        }
    }
}

TEST(motors_push_with_their_force_up_to_their_speed)
{
    static const sc_joint_kind kinds[] = {SC_JOINT_HINGE, SC_JOINT_SLIDER, SC_JOINT_WHEEL,
                                          SC_JOINT_ROD};
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        for (int k = 0; k < 4; k++)
        {
            bool turns = kinds[k] == SC_JOINT_HINGE || kinds[k] == SC_JOINT_WHEEL;
            // A sprung rod of 0 Hz is free.
            int switches = SC_JOINT_MOTOR | (kinds[k] == SC_JOINT_ROD ? SC_JOINT_SPRING : 0);
            joint_case p = held(kinds[k], &centres,
                                &(sc_joint_settings){.switches = switches,
                                                     .motor_speed = 2.0f,
                                                     .motor_max = turns ? 0.1f : 1.0f});
            p.frames[1].ax = kinds[k] == SC_JOINT_HINGE ? 1.0f : 0.0f;
            step(&p, c.kernels, 60, false);
            float speed = turns ? p.velocities[0].w : p.velocities[0].vx;
            assert_true(fabsf(speed - 1.0f) < 0.01f);
            step(&p, c.kernels, 90, false);
            speed = turns ? p.velocities[0].w : p.velocities[0].vx;
            assert_true(fabsf(speed - 2.0f) < 1e-3f);
        }
    }
}

TEST(limits_stop_a_coordinate_at_both_ends)
{
    static const sc_joint_kind kinds[] = {SC_JOINT_HINGE, SC_JOINT_SLIDER, SC_JOINT_WHEEL,
                                          SC_JOINT_ROD};
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        for (int k = 0; k < 8; k++)
        {
            sc_joint_kind kind = kinds[k / 2];
            float way = k % 2 == 0 ? 1.0f : -1.0f;
            int switches = SC_JOINT_LIMITS | (kind == SC_JOINT_ROD ? SC_JOINT_SPRING : 0);
            float lower = kind == SC_JOINT_HINGE ? -0.4f : 0.6f;
            joint_case p = held(
                kind, &centres,
                &(sc_joint_settings){.switches = switches, .lower = lower, .upper = lower + 0.8f});
            p.frames[1].ax = kind == SC_JOINT_HINGE ? 1.0f : 0.0f;
            p.velocities[0].vx = kind == SC_JOINT_HINGE ? 0.0f : way;
            p.velocities[0].w = kind == SC_JOINT_HINGE ? way : 0.0f;
            step(&p, c.kernels, 20, false);
            double middle = kind == SC_JOINT_HINGE ? 0.0 : 1.0;
            double before = kind == SC_JOINT_HINGE ? angle_at(&p, 0) : p.poses[0].x;
            assert_true(fabs(before - middle - way / 3.0) < 1e-3);
            step(&p, c.kernels, 60, false);
            double after = kind == SC_JOINT_HINGE ? angle_at(&p, 0) : p.poses[0].x;
            assert_true(fabs(after - middle - 0.4 * way) < 1e-3);
            assert_true(fabsf(p.velocities[0].vx) < 1e-3f && fabsf(p.velocities[0].w) < 1e-3f);
        }
    }
}

static void assert_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        assert_true(isfinite(values[i]));
    }
}

TEST(no_joint_makes_numbers_that_are_not_finite)
{
    static const float inverse_masses[] = {0.0f, 1e-20f, 1e-12f, 1.0f, 1e12f};
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        for (int k = 0; k < SC_JOINT_KIND_COUNT * 25 * 4; k++)
        {
            int masses = k / 4 / SC_JOINT_KIND_COUNT;
            joint_case p = pair_of((sc_joint_kind)(k / 4 % SC_JOINT_KIND_COUNT), &centres,
                                   &(sc_joint_settings){.switches = k % 2 == 0 ? 0 : 15,
                                                        .ratio_type = k % 4,
                                                        .gear = {.ratio = 0.5f},
                                                        .hertz = 1e6f,
                                                        .damping_ratio = 1e6f,
                                                        .motor_max = 1e12f,
                                                        .spring_lower = -FLT_MAX,
                                                        .spring_upper = FLT_MAX});
            p.poses[1].x = 0.0f;
            for (int b = 0; b < 2; b++)
            {
                float inverse = inverse_masses[b == 0 ? masses % 5 : masses / 5];
                p.velocities[b] = (sc_velocity){1.0f, (float)b, 3.0f, inverse};
                p.warm_starts[b].inverse_inertia = inverse;
            }
            step(&p, c.kernels, 3, k % 3 == 0);
            assert_finite(&p.velocities->vx, 8);
            assert_finite(&p.poses->x, 8);
            assert_finite(&p.states[1].locked[0], sizeof(sc_joint_state) / sizeof(float));
        }
    }
}

TEST(bodies_of_any_mass_are_held_alike)
{
    sc_case c = {0};
    const sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .bx = -1.0f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        joint_case p = held(SC_JOINT_POINT, &frame, &(sc_joint_settings){.hertz = 0.0f});
        p.velocities[0].inverse_mass = 1e-25f;
        p.warm_starts[0].inverse_inertia = 1e-25f;
        set_gravity(&p, 10.0f);
        step(&p, c.kernels, 60, false);
        assert_true(apart(&p, 1, 0) < 1e-3);
    }
}

TEST(what_overflowed_is_not_stored)
{
    sc_case c = {0};
    const sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .ax = 1e6f, .bx = -1e6f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        SC_CASE_SCOPE;
        for (int k = 0; k < 3; k++)
        {
            joint_case p = held(SC_JOINT_HINGE, &frame, &(sc_joint_settings){.hertz = 0.0f});
            c.kernels->prepare_joints(&p.args, 0, p.block_count);
            sc_joint_core *core = sc_joint_core_of(&p.args, 0);
            core->impulse[0][0] = k == 0 ? 3e38f : 1.0f;
            core->impulse[1][0] = k == 0 ? 3e38f : k == 1 ? (float)INFINITY : (float)NAN;
            c.kernels->store_joints(&p.args, 0, p.block_count);
            const sc_joint_state *stored = &p.states[1];
            assert_finite(&stored->locked[0], sizeof *stored / sizeof(float));
            assert_float_equal(stored->locked[0], core->impulse[0][0], 0.0f);
            assert_float_equal(stored->locked[1], k == 0 ? 3e38f : 0.0f, 0.0f);
        }
    }
}
