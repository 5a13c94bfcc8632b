#include "tests/kernels/joint_case.h"

#include "core/tuning.h"
#include "core/maths.h"
#include "reference/twins/twins.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY(field, count) SC_CASE_ARRAY(joint_case, field, count)
static const sc_case_array arrays[] = {
    ARRAY(velocities, row_count), ARRAY(warm_starts, row_count), ARRAY(deltas, row_count),
    ARRAY(damping, row_count),    ARRAY(quickest, row_count),    ARRAY(increment, row_count),
    ARRAY(poses, body_count),     ARRAY(center_x, body_count),   ARRAY(center_y, body_count),
    ARRAY(body_row, body_count),  ARRAY(body, joint_count),      ARRAY(frames, joint_count),
    ARRAY(settings, joint_count), ARRAY(switches, joint_count),  ARRAY(states, joint_count),
    ARRAY(rows, block_count),     ARRAY(flags, block_count),     ARRAY(joint, lane_count),
    ARRAY(lines, line_count)};

static void set_counts(joint_case *c, int joint_count, int block_count)
{
    c->joint_count = joint_count;
    c->block_count = block_count;
    c->lane_count = block_count * SC_BLOCK;
    c->line_count = block_count * sc_joint_lines(c->args.kind);
}

static void set_args(joint_case *c)
{
    c->args.rows = c->rows;
    c->args.lines = c->lines;
    c->args.flags = c->flags;
    c->args.joint = c->joint;
    c->args.body = (const int32_t(*)[2])c->body;
    c->args.body_row = c->body_row;
    c->args.frames = c->frames;
    c->args.settings = c->settings;
    c->args.switches = c->switches;
    c->args.states = c->states;
    c->args.poses = c->poses;
    c->args.center_x = c->center_x;
    c->args.center_y = c->center_y;
    c->args.velocities = c->velocities;
    c->args.deltas = c->deltas;
    c->args.quickest = c->quickest;
    c->args.warm_starts = c->warm_starts;
    c->args.dynamic_count = c->dynamic_count;
    c->args.discard_row = c->discard_row;
}

joint_case joint_case_new(sc_joint_kind kind, int dynamic_count, int kinematic_count,
                          int static_count, int joint_count)
{
    joint_case c = {.dynamic_count = dynamic_count,
                    .kinematic_count = kinematic_count,
                    .static_count = static_count};
    c.static_row = dynamic_count + kinematic_count;
    c.body_count = c.static_row + static_count;
    c.discard_row = c.static_row + 1;
    c.row_count = c.discard_row + 1;
    c.args.kind = kind;
    // A null joint, and a block for each joint at worst.
    set_counts(&c, joint_count + 1, joint_count + 1);
    sc_case_new_arrays(&c, arrays, sizeof arrays / sizeof *arrays);
    set_counts(&c, 1, 0);
    for (int i = 0; i < c.row_count; i++)
    {
        c.quickest[i] = sc_quickest_spring(i < dynamic_count ? i % 8 : 0);
    }
    for (int i = 0; i < c.body_count; i++)
    {
        c.poses[i].cos = 1.0f;
        c.body_row[i] = c.body_count - 1 - i;
    }
    for (int i = 0; i < c.static_row; i++)
    {
        c.damping[i] = (sc_velocity_update){1.0f, 1.0f, 1.0f, 1.0f};
    }
    c.args.h = 1.0f / 240.0f;
    c.args.inverse_h = 240.0f;
    // In a step that is shorter than those before.
    c.args.stiff_h = 1.1f * c.args.h;
    c.args.inverse_stiff_h = 1.0f / c.args.stiff_h;
    c.args.warm_scale = 1.0f;
    // As soft_step has it: 0.15 of the error in a substep, 0.04 of the impulse.
    c.args.stiff = (sc_softness){0.96f * 0.15f * 240.0f, 0.96f, 0.04f};
    c.args.shortest = SC_JOINT_SHORTEST;
    c.args.wide_square = SC_JOINT_WIDE * SC_JOINT_WIDE;
    c.args.erp = 0.3f;
    set_args(&c);
    return c;
}

static int32_t solver_row(const joint_case *c, int32_t row)
{
    return row < c->static_row ? row : c->static_row;
}

static bool is_taken(const joint_case *c, int block, int32_t row)
{
    for (int lane = 0; lane < SC_BLOCK; lane++)
    {
        bool taken = c->rows[block].a[lane] == SC_ROW_STEP * row ||
                     c->rows[block].b[lane] == SC_ROW_STEP * row;
        if (taken && row < c->dynamic_count)
        {
            return true;
        }
    }
    return false;
}

static int free_lane(const joint_case *c, int block)
{
    int lane = 0;
    while (lane < SC_BLOCK && c->joint[block * SC_BLOCK + lane] != 0)
    {
        lane++;
    }
    return lane;
}

static void open_block(joint_case *c)
{
    sc_block_rows *rows = &c->rows[c->block_count];
    set_counts(c, c->joint_count, c->block_count + 1);
    for (int lane = 0; lane < SC_BLOCK; lane++)
    {
        rows->a[lane] = rows->b[lane] = SC_ROW_STEP * c->static_row;
    }
}

void joint_case_join(joint_case *c, int32_t row_a, int32_t row_b, const sc_joint_frame *frame,
                     const sc_joint_settings *settings)
{
    int32_t slot = c->joint_count++;
    c->body[slot][0] = c->body_count - 1 - row_a;
    c->body[slot][1] = c->body_count - 1 - row_b;
    c->frames[slot] = *frame;
    c->settings[slot] = *settings;
    c->switches[slot] = (uint8_t)settings->switches;
    int32_t a = solver_row(c, row_a), b = solver_row(c, row_b);
    int block = 0;
    while (block < c->block_count &&
           (free_lane(c, block) == SC_BLOCK || is_taken(c, block, a) || is_taken(c, block, b)))
    {
        block++;
    }
    if (block == c->block_count)
    {
        open_block(c);
    }
    int lane = free_lane(c, block);
    c->rows[block].a[lane] = SC_ROW_STEP * a;
    c->rows[block].b[lane] = SC_ROW_STEP * b;
    c->args.block_count = c->block_count;
    c->joint[block * SC_BLOCK + lane] = slot;
}

static void random_bodies(joint_case *c, sc_random *random, bool plain)
{
    float speed = sc_case_chance(random, 50) ? 0.5f : 20.0f;
    for (int i = 0; i < c->body_count; i++)
    {
        c->poses[i].x = sc_case_float(random, -3.0f, 3.0f);
        c->poses[i].y = sc_case_float(random, -3.0f, 3.0f);
        sc_case_rotation(random, &c->poses[i].cos, &c->poses[i].sin);
        c->center_x[i] = sc_case_float(random, -0.5f, 0.5f);
        c->center_y[i] = sc_case_float(random, -0.5f, 0.5f);
    }
    for (int i = 0; i < c->static_row; i++)
    {
        // Now and then a mass so large that its inverse is 0.
        bool dynamic = i < c->dynamic_count && (plain || sc_case_chance(random, 95));
        bool turns = dynamic && sc_case_chance(random, 85);
        c->velocities[i] = (sc_velocity){sc_case_float(random, -speed, speed),
                                         sc_case_float(random, -speed, speed),
                                         sc_case_float(random, -speed, speed),
                                         dynamic ? sc_random_float(random, 0.01f, 10.0f) : 0.0f};
        c->warm_starts[i].inverse_inertia = turns ? sc_random_float(random, 0.01f, 20.0f) : 0.0f;
        c->increment[i] = (sc_velocity_update){0.0f, dynamic ? -0.04f : 0.0f, 0.0f, 0.0f};
    }
}

static float random_angle(sc_random *random) { return sc_case_float(random, -3.1f, 3.1f); }

static sc_joint_frame random_frame(sc_random *random)
{
    sc_joint_frame f = {.ax = sc_case_float(random, -2.0f, 2.0f),
                        .ay = sc_case_float(random, -2.0f, 2.0f),
                        .bx = sc_case_float(random, -2.0f, 2.0f),
                        .by = sc_case_float(random, -2.0f, 2.0f)};
    sc_case_rotation(random, &f.a_cos, &f.a_sin);
    sc_case_rotation(random, &f.b_cos, &f.b_sin);
    return f;
}

/// Values that switches leave unused are set all the same: kernels must not see them.
static sc_joint_settings random_settings(sc_random *random, bool switches)
{
    float strong = sc_case_chance(random, 50) ? 1000.0f : 5.0f;
    sc_joint_settings s = {
        .hertz = sc_random_float(random, 0.1f, 100.0f),
        .damping_ratio = sc_case_float(random, 0.0f, 2.0f),
        .spring_hertz = sc_case_chance(random, 30) ? 0.0f : sc_random_float(random, 0.1f, 100.0f),
        .spring_damping_ratio = sc_case_float(random, 0.0f, 2.0f),
        .target = random_angle(random),
        .motor_speed = sc_case_float(random, -10.0f, 10.0f),
        .motor_max = sc_case_float(random, 0.0f, strong),
        .lower = sc_case_float(random, -3.0f, 0.5f),
        .upper = sc_case_float(random, 0.5f, 3.0f),
        .pulley = {.ratio = sc_random_float(random, 0.05f, 3.0f),
                   .length = sc_case_float(random, -2.0f, 4.0f),
                   .anchor_a = {sc_case_float(random, -3.0f, 3.0f),
                                sc_case_float(random, -3.0f, 3.0f)},
                   .anchor_b = {sc_case_float(random, -3.0f, 3.0f),
                                sc_case_float(random, -3.0f, 3.0f)}},
        .ratio_type = sc_case_int(random, 0, 3)};
    s.drive.max_force = sc_case_float(random, 0.0f, strong);
    s.drive.max_spring_force = sc_case_float(random, 0.0f, strong);
    bool bounded = sc_case_chance(random, 50);
    s.spring_lower = bounded ? -strong : -FLT_MAX;
    s.spring_upper = bounded ? strong : FLT_MAX;
    if (s.ratio_type != SC_RATIO_PULLEY && sc_case_chance(random, 50))
    {
        s.row.ratio = -s.row.ratio;
    }
    if (switches)
    {
        s.switches = sc_case_int(random, 0, 15);
        s.switches &= sc_case_chance(random, 50) ? ~0 : ~SC_JOINT_SOFT_POINT;
    }
    return s;
}

static sc_joint_state random_state(sc_random *random)
{
    sc_joint_state s = {.known = 0.0f};
    if (sc_case_chance(random, 70))
    {
        s = (sc_joint_state){
            .locked = {sc_case_float(random, -1.0f, 1.0f), sc_case_float(random, -1.0f, 1.0f)},
            .spring = sc_case_float(random, -1.0f, 1.0f),
            .motor = sc_case_float(random, -1.0f, 1.0f),
            .lower = sc_random_float(random, 0.0f, 1.0f),
            .upper = sc_random_float(random, 0.0f, 1.0f),
            .angle_a = random_angle(random),
            .angle_b = random_angle(random),
            .travel_a = sc_case_float(random, -20.0f, 20.0f),
            .travel_b = sc_case_float(random, -20.0f, 20.0f),
            .known = 1.0f};
    }
    return s;
}

joint_case joint_case_random(sc_random *random, sc_joint_kind kind)
{
    // Moving bodies, full blocks and no switches: these have paths of their own in the kernels.
    bool plain = sc_case_chance(random, 50), switches = !plain || sc_case_chance(random, 50);
    int dynamic_count = sc_case_int(random, plain ? 60 : 2, 80);
    int joints = plain ? 2 * dynamic_count : sc_case_int(random, 1, 2 * dynamic_count);
    joint_case c = joint_case_new(kind, dynamic_count, sc_case_int(random, 0, 5),
                                  sc_case_int(random, 1, 5), joints);
    random_bodies(&c, random, plain);
    int partners = plain ? dynamic_count : c.body_count;
    for (int i = 0; i < joints; i++)
    {
        int one = sc_case_int(random, 0, dynamic_count - 1);
        int other = sc_case_int(random, 0, partners - 1);
        other = other == one ? (one + 1) % dynamic_count : other;
        bool swap = sc_case_chance(random, 50);
        sc_joint_frame frame = random_frame(random);
        sc_joint_settings settings = random_settings(random, switches);
        joint_case_join(&c, swap ? other : one, swap ? one : other, &frame, &settings);
        c.states[c.joint_count - 1] = random_state(random);
    }
    // Values left by an earlier step must have no effect.
    memset(c.flags, 255, (size_t)c.block_count);
    static const float warm_scales[] = {1.0f, 1.0f, 0.5f, 1.25f, 0.0f};
    c.args.warm_scale = warm_scales[sc_random_below(random, 5)];
    c.args.erp = sc_random_float(random, 0.0f, 1.0f);
    return c;
}

joint_case joint_case_copy(const joint_case *from)
{
    joint_case c = *from;
    sc_case_copy_arrays(&c, arrays, sizeof arrays / sizeof *arrays);
    set_args(&c);
    return c;
}

void joint_case_integrate(joint_case *c, bool velocities, bool first)
{
    sc_integrate_args args = {.velocities = c->velocities,
                              .warm_starts = c->warm_starts,
                              .deltas = c->deltas,
                              .damping = c->damping,
                              .increment = c->increment,
                              .h = c->args.h,
                              .max_linear = 400.0f,
                              .max_angular = SC_MAX_TURN / c->args.h,
                              .first = first};
    sc_integrate_kernel *kernel =
        velocities ? sc_twins()->integrate_velocities : sc_twins()->integrate_positions;
    kernel(&args, 0, c->static_row);
}

/// Deltas onto the poses, and records ready for the next step.
static void finish(joint_case *c, const float *inverse_inertia)
{
    for (int i = 0; i < c->static_row; i++)
    {
        sc_pose *pose = &c->poses[i];
        sc_delta *d = &c->deltas[i];
        double cosine = 1.0 + (double)d->cos_minus_1, sine = d->sin;
        double x = cosine * pose->cos - sine * pose->sin, y = sine * pose->cos + cosine * pose->sin;
        double length = sqrt(x * x + y * y);
        *pose =
            (sc_pose){pose->x + d->dx, pose->y + d->dy, (float)(x / length), (float)(y / length)};
        *d = (sc_delta){.dx = 0.0f};
        c->warm_starts[i] = (sc_warm_start){.inverse_inertia = inverse_inertia[i]};
    }
}

void joint_case_step(joint_case *c, const sc_kernels *kernels, int substeps, bool iterates)
{
    float *inverse_inertia = sc_case_new((size_t)c->row_count * sizeof *inverse_inertia);
    for (int i = 0; i < c->static_row; i++)
    {
        inverse_inertia[i] = c->warm_starts[i].inverse_inertia;
    }
    kernels->prepare_joints(&c->args, 0, c->block_count);
    for (int substep = 0; substep < substeps; substep++)
    {
        joint_case_integrate(c, true, substep == 0);
        if (iterates)
        {
            if (substep > 0)
            {
                kernels->update_joints(&c->args, 0, c->block_count);
            }
            for (int i = 0; i < 8; i++)
            {
                kernels->iterate_joints(&c->args, 0, c->block_count);
            }
            joint_case_integrate(c, false, false);
            kernels->project_joints(&c->args, 0, c->block_count);
        }
        else
        {
            kernels->solve_joints(&c->args, 0, c->block_count);
            joint_case_integrate(c, false, false);
            kernels->relax_joints(&c->args, 0, c->block_count);
        }
    }
    kernels->store_joints(&c->args, 0, c->block_count);
    finish(c, inverse_inertia);
}

void joint_case_compare(const sc_case *c, const joint_case *twin, const joint_case *kernel)
{
    int words = (int)sizeof(sc_joint_state) / 4;
    int lines = twin->block_count * sc_joint_lines(twin->args.kind);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_velocity_names, 1), "velocities", twin->velocities,
                    kernel->velocities, 0, twin->discard_row);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_delta_names, 1), "deltas", twin->deltas, kernel->deltas, 0,
                    twin->discard_row);
    sc_case_compare(c, SC_CASE_LAYOUT(sc_warm_start_names, 1), "warm_starts", twin->warm_starts,
                    kernel->warm_starts, 0, twin->discard_row);
    sc_case_compare_words(c, "lines", twin->lines, kernel->lines, 0, lines * SC_BLOCK);
    sc_case_compare_words(c, "states", twin->states, kernel->states, 0, twin->joint_count * words);
    sc_case_compare_bytes(c, "flags", twin->flags, kernel->flags, 0, twin->block_count);
}
