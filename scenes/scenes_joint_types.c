// One small machine for each type of joint.

#include "builder.h"
#include "catalogue.h"

#define PI 3.14159265f

#define CELL 6.0f
#define CELL_COLUMNS 4
#define CELL_ROWS 3
#define SET_WIDTH (CELL * CELL_COLUMNS + 2.0f)

// The contents of a set of machines: see machines_counts.
enum
{
    SET_BODIES = 22,
    SET_SHAPES = 29,
    SET_JOINTS = 21
};

static scree_scene_counts joint_types_counts(int size)
{
    return (scree_scene_counts){SET_BODIES * size, SET_SHAPES * size, SET_JOINTS * size};
}

/// The place of a machine: a cell, and the static body to which all machines of a set are joined.
/// The origin of this body is the origin of the world.
typedef struct bench
{
    sc_builder *builder;
    scree_body_id wall;
    float x, y;  // the middle of the cell
} bench;

static bench cell_of(const bench *set, int column, int row)
{
    bench cell = *set;
    cell.x += CELL * ((float)column + 0.5f);
    cell.y += CELL * ((float)(CELL_ROWS - 1 - row) + 0.5f);
    return cell;
}

static scree_body_id add_box(const bench *bench, float x, float y, float half_width,
                             float half_height)
{
    scree_shape_def def = scree_shape_def_default();
    return sc_build_box_body(bench->builder, SCREE_BODY_DYNAMIC, &def, bench->x + x, bench->y + y,
                             0.0f, half_width, half_height);
}

static scree_body_id add_disc(const bench *bench, float x, float y, float radius)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id body =
        sc_build_body(bench->builder, SCREE_BODY_DYNAMIC, bench->x + x, bench->y + y, 0.0f);
    sc_build_circle(bench->builder, body, &def, 0.0f, 0.0f, radius);
    return body;
}

static void add_post(const bench *bench, float x, float y, float half_width, float half_height)
{
    scree_shape_def def = scree_shape_def_default();
    sc_build_box(bench->builder, bench->wall, &def, bench->x + x, bench->y + y, half_width,
                 half_height);
}

// Frames at a point of the cell, directed by `angle`.
static scree_joint_base at(const bench *bench, scree_body_id a, scree_body_id b, float x, float y,
                           float angle)
{
    scree_vec2 point = {bench->x + x, bench->y + y};
    scree_joint_base base = sc_hinge_at(bench->builder, a, b, point).base;
    base.frame_a.angle = base.frame_b.angle = angle;
    return base;
}

static void check(const bench *bench, scree_joint_id joint)
{
    bench->builder->ok = bench->builder->ok && joint.value != 0;
}

static void add_hinge(const bench *bench, scree_body_id body, float x, float y,
                      scree_axis_motor motor)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base = at(bench, bench->wall, body, x, y, 0.0f);
    def.motor = motor;
    sc_build_revolute(bench->builder, &def);
}

static const scree_axis_motor no_motor = {false, 0.0f, 0.0f};

// A rod and a spring.
static void build_distance(const bench *bench)
{
    scree_distance_joint_def def = scree_distance_joint_def_default();
    add_post(bench, 0.0f, 2.0f, 2.0f, 0.1f);
    def.base.body_a = bench->wall;
    def.base.body_b = add_disc(bench, 0.8f, 0.8f, 0.35f);
    def.base.frame_a.position = (scree_vec2){bench->x - 0.8f, bench->y + 2.0f};
    def.length = 2.0f;
    sc_build_distance(bench->builder, &def);
    def.base.body_b = add_disc(bench, 1.5f, -0.5f, 0.35f);
    def.base.frame_a.position = (scree_vec2){bench->x + 1.5f, bench->y + 2.0f};
    def.spring = (scree_axis_spring){true, 1.0f, 0.05f, 0.0f};
    sc_build_distance(bench->builder, &def);
}

// A double pendulum.
static void build_revolute(const bench *bench)
{
    add_post(bench, 0.0f, 1.5f, 0.15f, 0.15f);
    scree_body_id upper = add_box(bench, 0.8f, 1.5f, 0.8f, 0.12f);
    scree_body_id lower = add_box(bench, 2.0f, 1.5f, 0.4f, 0.12f);
    add_hinge(bench, upper, 0.0f, 1.5f, no_motor);
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base = at(bench, upper, lower, 1.6f, 1.5f, 0.0f);
    def.limits = (scree_axis_limits){true, -0.5f * PI, 0.5f * PI};
    sc_build_revolute(bench->builder, &def);
}

// A lift on a spring.
static void build_prismatic(const bench *bench)
{
    scree_prismatic_joint_def def = scree_prismatic_joint_def_default();
    add_post(bench, 0.0f, -2.0f, 0.8f, 0.1f);
    scree_body_id lift = add_box(bench, 0.0f, 1.0f, 0.6f, 0.4f);
    def.base = at(bench, bench->wall, lift, 0.0f, 1.0f, 0.5f * PI);
    def.spring = (scree_axis_spring){true, 0.8f, 0.05f, -1.0f};
    def.limits = (scree_axis_limits){true, -2.0f, 1.0f};
    check(bench, scree_joint_create_prismatic(bench->builder->world, &def));
}

// A beam of three boxes whose last weld yields.
static void build_weld(const bench *bench)
{
    scree_weld_joint_def def = scree_weld_joint_def_default();
    add_post(bench, -2.0f, 0.5f, 0.2f, 1.0f);
    scree_body_id before = bench->wall;
    for (int i = 0; i < 3; ++i)
    {
        float x = 1.2f * (float)i - 1.8f;
        scree_body_id box = add_box(bench, x + 0.6f, 0.5f, 0.6f, 0.2f);
        def.base = at(bench, before, box, x, 0.5f, 0.0f);
        def.angular_hertz = i < 2 ? 0.0f : 2.0f;
        def.angular_damping_ratio = 0.1f;
        check(bench, scree_joint_create_weld(bench->builder->world, &def));
        before = box;
    }
}

// A car against a wall: its wheels turn as far as they grip.
static void build_wheel(const bench *bench)
{
    add_post(bench, 0.0f, -1.5f, 2.6f, 0.1f);
    scree_body_id chassis = add_box(bench, -1.0f, -0.5f, 1.1f, 0.25f);
    for (int side = -1; side <= 1; side += 2)
    {
        float x = 0.7f * (float)side - 1.0f;
        scree_wheel_joint_def def = scree_wheel_joint_def_default();
        scree_body_id wheel = add_disc(bench, x, -1.0f, 0.35f);
        def.base = at(bench, chassis, wheel, x, -1.0f, 0.5f * PI);
        def.spring = (scree_axis_spring){true, 4.0f, 0.7f, 0.0f};
        def.limits = (scree_axis_limits){true, -0.2f, 0.2f};
        def.motor = (scree_axis_motor){true, -1.0f, 1.0f};
        sc_build_wheel(bench->builder, &def);
    }
}

// A box drawn to a pose.
static void build_motor(const bench *bench)
{
    scree_motor_joint_def def = scree_motor_joint_def_default();
    add_post(bench, 1.5f, 1.5f, 0.1f, 0.1f);
    scree_body_id box = add_box(bench, -1.5f, -1.5f, 0.5f, 0.5f);
    def.base = at(bench, bench->wall, box, -1.5f, -1.5f, 0.0f);
    def.base.frame_a.position = (scree_vec2){bench->x + 1.5f, bench->y + 1.5f};
    def.base.frame_a.angle = 0.25f * PI;
    def.linear_hertz = def.angular_hertz = 0.5f;
    def.linear_damping_ratio = def.angular_damping_ratio = 0.7f;
    def.max_spring_force = 60.0f;
    def.max_spring_torque = 20.0f;
    check(bench, scree_joint_create_motor(bench->builder->world, &def));
}

// Two boxes in the same place.
static void build_filter(const bench *bench)
{
    scree_filter_joint_def def = scree_filter_joint_def_default();
    add_post(bench, 0.0f, -1.5f, 2.0f, 0.1f);
    def.base.body_a = add_box(bench, -0.3f, -0.8f, 0.6f, 0.6f);
    def.base.body_b = add_box(bench, 0.3f, -1.0f, 0.4f, 0.4f);
    check(bench, scree_joint_create_filter(bench->builder->world, &def));
}

static void build_gear(const bench *bench)
{
    scree_gear_joint_def def = scree_gear_joint_def_default();
    def.base.body_a = add_disc(bench, -0.7f, 0.0f, 1.2f);
    def.base.body_b = add_disc(bench, 1.1f, 0.0f, 0.6f);
    add_hinge(bench, def.base.body_a, -0.7f, 0.0f, (scree_axis_motor){true, 1.0f, 100.0f});
    add_hinge(bench, def.base.body_b, 1.1f, 0.0f, no_motor);
    def.ratio = -0.5f;
    check(bench, scree_joint_create_gear(bench->builder->world, &def));
}

static void build_pulley(const bench *bench)
{
    scree_pulley_joint_def def = scree_pulley_joint_def_default();
    def.base.body_a = add_box(bench, -1.2f, -0.5f, 0.4f, 0.4f);
    def.base.body_b = add_box(bench, 1.2f, 0.5f, 0.45f, 0.4f);
    def.base.frame_a.position.y = def.base.frame_b.position.y = 0.4f;
    def.anchor_a = (scree_vec2){bench->x - 1.2f, bench->y + 2.2f};
    def.anchor_b = (scree_vec2){bench->x + 1.2f, bench->y + 2.2f};
    def.length = 2.3f + 1.3f;
    check(bench, scree_joint_create_pulley(bench->builder->world, &def));
}

static void build_rack(const bench *bench)
{
    scree_body_id pinion = add_disc(bench, 0.0f, 0.5f, 0.6f);
    scree_body_id bar = add_box(bench, -0.8f, -0.25f, 1.5f, 0.1f);
    add_hinge(bench, pinion, 0.0f, 0.5f, (scree_axis_motor){true, 1.0f, 100.0f});
    scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
    slider.base = at(bench, bench->wall, bar, 0.0f, -0.25f, 0.0f);
    slider.limits = (scree_axis_limits){true, -2.0f, 2.0f};
    check(bench, scree_joint_create_prismatic(bench->builder->world, &slider));
    scree_rack_joint_def def = scree_rack_joint_def_default();
    def.base.body_a = pinion;
    def.base.body_b = bar;
    def.radius = 0.6f;
    check(bench, scree_joint_create_rack(bench->builder->world, &def));
}

// An arm that may rise, pushed up, and does not fall back.
static void build_ratchet(const bench *bench)
{
    add_post(bench, -0.5f, 0.0f, 0.15f, 0.15f);
    scree_body_id arm = add_box(bench, 0.5f, 0.0f, 1.0f, 0.12f);
    add_hinge(bench, arm, -0.5f, 0.0f, no_motor);
    scree_ratchet_joint_def def = scree_ratchet_joint_def_default();
    def.base = at(bench, bench->wall, arm, -0.5f, 0.0f, 0.0f);
    def.tooth = 0.2f;
    check(bench, scree_joint_create_ratchet(bench->builder->world, &def));
    if (bench->builder->ok)
    {
        bench->builder->ok = scree_body_set_velocity(bench->builder->world, arm,
                                                     (scree_vec2){0.0f, 3.5f}, 3.5f) == SCREE_OK;
    }
}

static bool joint_types_create(scree_world *world, const scree_scene_params *params,
                               scree_scene_state *state)
{
    static void (*const machines[])(const bench *) = {
        build_distance, build_revolute, build_prismatic, build_weld, build_wheel,   build_motor,
        build_filter,   build_gear,     build_pulley,    build_rack, build_ratchet,
    };
    sc_builder builder = sc_builder_create(world, state);
    for (int set = 0; set < params->size; ++set)
    {
        bench all = {.builder = &builder, .x = SET_WIDTH * (float)set};
        all.wall = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
        for (int i = 0; builder.ok && i < (int)(sizeof machines / sizeof *machines); ++i)
        {
            bench cell = cell_of(&all, i % CELL_COLUMNS, i / CELL_COLUMNS);
            machines[i](&cell);
        }
    }
    float width = SET_WIDTH * (float)params->size, height = CELL * CELL_ROWS;
    state->limits = sc_aabb_of(-5.0f, -5.0f, width + 5.0f, height + 5.0f);
    state->view = sc_aabb_of(0.0f, 0.0f, width - 2.0f, height);
    return builder.ok;
}

const scree_scene sc_scene_joint_types = {
    .name = "joint_types",
    .description = "one small machine for each type of joint",
    .size_meaning = "sets of machines",
    .size_default = 1,
    .size_min = 1,
    .size_max = 1000,
    .steps = 300,
    .verify_size = 3,
    .verify_steps = 120,
    .counts = joint_types_counts,
    .create = joint_types_create,
};
