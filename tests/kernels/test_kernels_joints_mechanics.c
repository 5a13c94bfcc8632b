// The twins of the joint kernels, and every set, against mechanics: what joints hold, how fast, and
// what they must not do.

#include "simd/joint_lines.h"
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

/// The same with a fixed.
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

TEST(a_pendulum_keeps_its_energy_and_its_length)
{
    sc_case c = {0};
    const sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .bx = -1.0f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        for (int kind = SC_JOINT_POINT; kind <= SC_JOINT_HINGE; kind++)
        {
            for (int iterates = 0; iterates < 2; iterates++)
            {
                joint_case p =
                    held((sc_joint_kind)kind, &frame, &(sc_joint_settings){.hertz = 0.0f});
                set_gravity(&p, 10.0f);
                for (int k = 0; k < 600; k++)
                {
                    step(&p, c.kernels, 1, iterates);
                    const sc_velocity *v = &p.velocities[0];
                    double energy = 0.5 * (v->vx * v->vx + v->vy * v->vy) + 0.05 * v->w * v->w +
                                    10.0 * p.poses[0].y;
                    assert_true(fabs(energy) < 0.02 * 10.0);
                    // Softness lets the chords, 0.16 mm in a substep at the lowest place, add up
                    // to what it takes out.
                    assert_true(apart(&p, 1, 0) < (iterates ? 2e-4 : 2e-3));
                }
                joint_case_free(&p);
            }
        }
    }
}

/// A point mass on a rod: the length is that of the target.
TEST(a_rod_keeps_its_length_and_its_energy)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
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
        joint_case_free(&p);
    }
}

/// What hangs still pulls with its weight, and the torque is that about the point.
TEST(force_and_torque_of_what_hangs_are_its_weight)
{
    sc_case c = {0};
    sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .ax = 1.0f, .bx = 0.0f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
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
            joint_case_free(&p);
        }
    }
}

TEST(the_angle_of_a_hinge_is_that_of_its_frames)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
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
            joint_case_free(&p);
        }
    }
}

/// A spring of 1 Hz on the axis of each kind, undamped and at half its critical damping, for a
/// second: against the closed form.
TEST(springs_swing_at_their_frequency_and_die_at_their_damping)
{
    static const sc_joint_kind kinds[] = {SC_JOINT_HINGE, SC_JOINT_SLIDER, SC_JOINT_WHEEL,
                                          SC_JOINT_ROD};
    static const double ratios[] = {0.0, 0.5};
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        for (int k = 0; k < 8; k++)
        {
            sc_joint_kind kind = kinds[k / 2];
            double ratio = ratios[k % 2], rest = kind == SC_JOINT_HINGE ? 0.5 : 1.25,
                   omega = 2 * PI;
            joint_case p = held(kind, &centres,
                                &(sc_joint_settings){.switches = SC_JOINT_SPRING,
                                                     .target = (float)rest,
                                                     .spring_hertz = 1.0f,
                                                     .spring_damping_ratio = (float)ratio,
                                                     .spring_lower = -FLT_MAX,
                                                     .spring_upper = FLT_MAX});
            p.frames[1].ax = kind == SC_JOINT_HINGE ? 1.0f : 0.0f;
            double begin = kind == SC_JOINT_HINGE ? -0.5 : -0.25;
            for (int s = 1; s <= 60; s++)
            {
                step(&p, c.kernels, 1, false);
                double t = s / 60.0, damped = omega * sqrt(1 - ratio * ratio);
                double wanted = begin * exp(-ratio * omega * t) *
                                (cos(damped * t) + ratio * omega / damped * sin(damped * t));
                double found =
                    kind == SC_JOINT_HINGE ? angle_at(&p, 0) - rest : p.poses[0].x - rest;
                assert_true(fabs(found - wanted) < 0.03 * fabs(begin));
            }
            joint_case_free(&p);
        }
    }
}

/// Two bodies with speeds that a joint brings together lose no momentum, and end where it holds
/// them.
TEST(joints_close_their_errors_and_keep_momentum)
{
    sc_case c = {0};
    const sc_joint_frame frame = {
        .a_cos = 1.0f, .b_cos = 1.0f, .ax = 0.53f, .ay = 0.02f, .bx = -0.5f, .by = -0.03f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        for (int k = 0; k < 2 * SC_JOINT_DRIVE; k++)
        {
            sc_joint_kind kind = (sc_joint_kind)(k / 2);
            joint_case p = pair_of(kind, &frame,
                                   &(sc_joint_settings){.target = kind == SC_JOINT_ROD ? 0.1f : 0});
            p.velocities[0] = (sc_velocity){0.2f, 0.5f, 0.7f, 1.0f};
            p.velocities[1] = (sc_velocity){-0.3f, 1.0f, 2.0f, 1.0f};
            double spin = 0.1 * (0.7 + 2.0) + 1.0;
            step(&p, c.kernels, 120, k % 2 == 1);
            const sc_velocity *v = p.velocities;
            const sc_pose *at = p.poses;
            assert_true(fabs(v[0].vx + v[1].vx - -0.1) < 1e-4);
            assert_true(fabs(v[0].vy + v[1].vy - 1.5) < 1e-4);
            double turned = 0.1 * (v[0].w + v[1].w) + at[0].x * v[0].vy - at[0].y * v[0].vx +
                            at[1].x * v[1].vy - at[1].y * v[1].vx;
            // Points that are apart take opposite impulses on different lines, the larger the
            // faster these close, and projection moves bodies that have a speed.
            double slack = kind == SC_JOINT_HINGE   ? 0.07
                           : kind == SC_JOINT_POINT ? 0.04
                           : k % 2 == 1             ? 0.01
                                                    : 1e-3;
            assert_true(fabs(turned - spin) < slack);
            double a = angle_at(&p, 0), b = angle_at(&p, 1);
            // Across the direction of a's frame, for those that slide along it.
            double px =
                at[1].x - 0.5 * cos(b) + 0.03 * sin(b) - at[0].x - 0.53 * cos(a) + 0.02 * sin(a);
            double py =
                at[1].y - 0.5 * sin(b) - 0.03 * cos(b) - at[0].y - 0.53 * sin(a) - 0.02 * cos(a);
            double error = kind <= SC_JOINT_HINGE ? hypot(px, py)
                           : kind == SC_JOINT_ROD ? hypot(px, py) - 0.1
                                                  : -sin(a) * px + cos(a) * py;
            assert_true(fabs(error) < 2e-3);
            assert_true(kind != SC_JOINT_SLIDER || fabs(remainder(b - a, 2 * PI)) < 2e-3);
            joint_case_free(&p);
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
            joint_case_free(&p);
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
            joint_case_free(&p);
        }
    }
}

TEST(a_drive_reaches_its_speed_with_its_force_and_springs_to_its_place)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        joint_case p = held(SC_JOINT_DRIVE, &centres,
                            &(sc_joint_settings){.vx = 3.0f,
                                                 .vy = 4.0f,
                                                 .point_max = 5.0f,
                                                 .motor_speed = 1.0f,
                                                 .motor_max = 0.05f});
        step(&p, c.kernels, 30, false);
        assert_true(hypotf(p.velocities[0].vx - 1.5f, p.velocities[0].vy - 2.0f) < 0.01f);
        assert_true(fabsf(p.velocities[0].w - 0.25f) < 0.01f);
        step(&p, c.kernels, 120, false);
        assert_true(hypotf(p.velocities[0].vx - 3.0f, p.velocities[0].vy - 4.0f) < 1e-3f);
        assert_true(fabsf(p.velocities[0].w - 1.0f) < 1e-3f);
        joint_case_free(&p);

        p = held(SC_JOINT_DRIVE, &centres,
                 &(sc_joint_settings){.hertz = 2.0f,
                                      .damping_ratio = 1.0f,
                                      .point_spring_max = 1e3f,
                                      .spring_hertz = 2.0f,
                                      .spring_damping_ratio = 1.0f,
                                      .spring_upper = 1e3f});
        p.poses[0].cos = 0.8f;
        p.poses[0].sin = 0.6f;
        step(&p, c.kernels, 120, false);
        assert_true(apart(&p, 1, 0) < 1e-4 && fabs(angle_at(&p, 0)) < 1e-4);
        joint_case_free(&p);
    }
}

TEST(gears_turn_together_through_whole_turns)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        for (int iterates = 0; iterates < 2; iterates++)
        {
            joint_case p =
                pair_of(SC_JOINT_RATIO, &centres,
                        &(sc_joint_settings){.ratio_type = SC_RATIO_GEAR, .ratio = -2.0f});
            p.velocities[0].w = 25.0f;
            step(&p, c.kernels, 120, iterates);
            // Jacobian (-1, -2) of equal inertias: 25 (4, -2) / 5.
            assert_true(fabsf(p.velocities[0].w - 20.0f) < 0.01f);
            assert_true(fabsf(p.velocities[1].w - -10.0f) < 0.01f);
            const sc_joint_state *s = &p.states[1];
            assert_true(fabsf(s->travel_a - 40.0f) < 0.3f);
            assert_true(fabsf(s->travel_a + 2.0f * s->travel_b) < 2e-3f);
            joint_case_free(&p);
        }
    }
}

/// Two weights on a rope over two pulleys above them, the heavier one on b's side.
TEST(a_pulley_pulls_and_does_not_push)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        joint_case p = pair_of(SC_JOINT_RATIO, &centres,
                               &(sc_joint_settings){.ratio_type = SC_RATIO_PULLEY,
                                                    .ratio = 1.0f,
                                                    .phase = 6.0f,
                                                    .vy = 3.0f,
                                                    .ux = 1.0f,
                                                    .uy = 3.0f});
        p.velocities[1].inverse_mass = 1.0f / 3.0f;
        set_gravity(&p, 10.0f);
        step(&p, c.kernels, 30, false);
        // Atwood: (3 - 1) / (3 + 1) g.
        assert_true(fabsf(p.velocities[0].vy - 2.5f) < 0.02f);
        assert_true(fabsf(p.velocities[1].vy + 2.5f) < 0.02f);
        joint_case_free(&p);

        p = pair_of(SC_JOINT_RATIO, &centres,
                    &(sc_joint_settings){.ratio_type = SC_RATIO_PULLEY,
                                         .ratio = 1.0f,
                                         .phase = 6.0f,
                                         .vy = 3.0f,
                                         .ux = 1.0f,
                                         .uy = 3.0f});
        p.velocities[0].vy = 1.0f;
        step(&p, c.kernels, 30, false);
        assert_true(fabsf(p.velocities[0].vy - 1.0f) < 1e-5f && fabsf(p.velocities[1].vy) < 1e-5f);
        joint_case_free(&p);
    }
}

TEST(a_pinion_moves_its_rack_by_the_radius)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        // The direction of b's frame is up: so b goes up.
        sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 0.0f, .b_sin = 1.0f};
        joint_case p = pair_of(SC_JOINT_RATIO, &frame,
                               &(sc_joint_settings){.ratio_type = SC_RATIO_RACK, .ratio = 0.5f});
        // A pinion on an axle: heavy, and light to turn.
        p.velocities[0].inverse_mass = 1e-9f;
        p.velocities[0].w = 4.0f;
        p.warm_starts[1].inverse_inertia = 0.0f;
        step(&p, c.kernels, 60, false);
        // J = (-0.5 turn of a, 1 of b): 4 / (1 + 0.25 * 10) of the speed along the row is left.
        float w = p.velocities[0].w;
        assert_true(fabsf(p.velocities[1].vy - 0.5f * w) < 1e-3f);
        assert_true(fabsf(w - 4.0f / 3.5f) < 0.02f);
        assert_true(fabsf(p.states[1].coordinate - 0.5f * p.states[1].travel_a) < 1e-3f);
        joint_case_free(&p);
    }
}

TEST(a_ratchet_lets_go_one_way_and_holds_at_its_teeth)
{
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        for (int k = 0; k < 2; k++)
        {
            float way = k == 0 ? 1.0f : -1.0f;
            joint_case p =
                held(SC_JOINT_RATIO, &centres,
                     &(sc_joint_settings){.ratio_type = SC_RATIO_RATCHET, .ratio = 0.5f * way});
            p.velocities[0].w = way;
            step(&p, c.kernels, 90, false);
            assert_true(fabsf(p.velocities[0].w - way) < 1e-4f);
            p.velocities[0].w = -3.0f * way;
            step(&p, c.kernels, 60, false);
            // 1.5 rad on, just past or just before the third tooth.
            double angle = way * angle_at(&p, 0);
            assert_true(fabs(angle - 1.5) < 2e-3 || fabs(angle - 1.0) < 2e-3);
            assert_true(fabsf(p.velocities[0].w) < 1e-3f);
            joint_case_free(&p);
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

/// Bodies that cannot move, joints of no length, masses as large and as small as there are.
TEST(no_joint_makes_numbers_that_are_not_finite)
{
    static const float inverse_masses[] = {0.0f, 1e-20f, 1e-12f, 1.0f, 1e12f};
    sc_case c = {0};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        for (int k = 0; k < SC_JOINT_KIND_COUNT * 25 * 4; k++)
        {
            int masses = k / 4 / SC_JOINT_KIND_COUNT;
            joint_case p = pair_of((sc_joint_kind)(k / 4 % SC_JOINT_KIND_COUNT), &centres,
                                   &(sc_joint_settings){.switches = k % 2 == 0 ? 0 : 15,
                                                        .ratio_type = k % 4,
                                                        .ratio = 0.5f,
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
            joint_case_free(&p);
        }
    }
}

/// Heavy bodies are held as well as light ones: no square of an inverse mass underflows.
TEST(bodies_of_any_mass_are_held_alike)
{
    sc_case c = {0};
    const sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .bx = -1.0f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
        joint_case p = held(SC_JOINT_POINT, &frame, &(sc_joint_settings){.hertz = 0.0f});
        p.velocities[0].inverse_mass = 1e-25f;
        p.warm_starts[0].inverse_inertia = 1e-25f;
        set_gravity(&p, 10.0f);
        step(&p, c.kernels, 60, false);
        assert_true(apart(&p, 1, 0) < 1e-3);
        joint_case_free(&p);
    }
}

/// Impulses that overflowed, and products of finite ones and long arms: what is stored is finite.
TEST(what_overflowed_is_not_stored)
{
    sc_case c = {0};
    const sc_joint_frame frame = {.a_cos = 1.0f, .b_cos = 1.0f, .ax = 1e6f, .bx = -1e6f};
    for (int i = 0; sc_case_table(i, &c); i++)
    {
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
            joint_case_free(&p);
        }
    }
}
