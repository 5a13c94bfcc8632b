// Bodies turned by motors: a drum, a bar in a pit, cars.

#include "builder.h"
#include "catalogue.h"

#define DEGREE (3.14159265f / 180.0f)

// tumbler

static scree_scene_counts tumbler_counts(int size)
{
    return (scree_scene_counts){size * size + 2, size * size + 4, 1};
}

static bool tumbler_create(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_body_id ground = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    scree_body_id drum = sc_build_body(&builder, SCREE_BODY_DYNAMIC, 0.0f, 10.0f, 0.0f);
    scree_shape_def wall = scree_shape_def_default();
    wall.density = 50.0f;
    sc_build_box(&builder, drum, &wall, 10.0f, 0.0f, 0.5f, 10.0f);
    sc_build_box(&builder, drum, &wall, -10.0f, 0.0f, 0.5f, 10.0f);
    sc_build_box(&builder, drum, &wall, 0.0f, 10.0f, 10.0f, 0.5f);
    sc_build_box(&builder, drum, &wall, 0.0f, -10.0f, 10.0f, 0.5f);
    scree_revolute_joint_def axle = sc_hinge_at(&builder, ground, drum, (scree_vec2){0.0f, 10.0f});
    axle.motor = (scree_axis_motor){true, 25.0f * DEGREE, 1e8f};
    sc_build_revolute(&builder, &axle);

    scree_shape_def def = scree_shape_def_default();
    sc_layout layout = sc_layout_create(&builder, params->size * params->size);
    // Running sums in float, as the record holder's scene has them.
    float y = -0.2f * (float)params->size + 10.0f;
    for (int row = 0; row < params->size; ++row)
    {
        float x = -0.2f * (float)params->size;
        for (int column = 0; column < params->size; ++column)
        {
            sc_layout_push(&layout, x, y);
            x += 0.4f;
        }
        y += 0.4f;
    }
    sc_layout_build(&layout, &builder);
    sc_layout_build_boxes(&layout, &builder, &def, 0.125f, 0.125f);
    sc_layout_destroy(&layout);
    state->limits = sc_aabb_of(-15.0f, -5.0f, 15.0f, 25.0f);
    state->view = sc_aabb_of(-15.0f, -5.0f, 15.0f, 25.0f);
    return builder.ok;
}

const scree_scene sc_scene_tumbler = {
    .name = "tumbler",
    .description = "boxes in a drum that a motor turns (record scene)",
    .size_meaning = "boxes on a side of the block in the drum",
    .size_default = 45,
    .size_min = 1,
    .size_max = 47,  // a larger block does not fit into the drum
    .steps = 750,
    .verify_size = 15,
    .verify_steps = 120,
    .counts = tumbler_counts,
    .create = tumbler_create,
};

// spinner

#define ROUND_POINTS 360
#define ROUND_RADIUS 40.0f
#define ROUND_HEIGHT 32.0f

static scree_scene_counts spinner_counts(int size)
{
    return (scree_scene_counts){size + 2, size + ROUND_POINTS + 1, 1};
}

static scree_vec2 round_point(int i)
{
    float sine, cosine;
    scree_sincos(-DEGREE * (360.0f / ROUND_POINTS) * (float)(i % ROUND_POINTS), &sine, &cosine);
    return (scree_vec2){ROUND_RADIUS * cosine, ROUND_RADIUS * sine + ROUND_HEIGHT};
}

static scree_body_id build_round(sc_builder *builder)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.1f;
    scree_body_id ground = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < ROUND_POINTS; ++i)
        sc_build_segment(builder, ground, &def, round_point(i), round_point(i + 1));
    return ground;
}

static void build_bar(sc_builder *builder, scree_body_id ground)
{
    scree_shape_def def = sc_bouncing_def(0.0f);
    const scree_vec2 axis = {0.0f, 12.0f};
    scree_body_id bar = sc_build_body(builder, SCREE_BODY_DYNAMIC, axis.x, axis.y, 0.0f);
    scree_polygon shape = scree_polygon_box_at(0.4f, 20.0f, (scree_vec2){0}, 0.0f, 0.2f);
    sc_build_polygon(builder, bar, &def, &shape);
    scree_revolute_joint_def axle = sc_hinge_at(builder, ground, bar, axis);
    axle.motor = (scree_axis_motor){true, 5.0f, 1e12f};
    sc_build_revolute(builder, &axle);
}

static bool spinner_create(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_body_id ground = build_round(&builder);
    build_bar(&builder, ground);
    scree_shape_def def = scree_shape_def_default();
    def.density = 0.25f;
    def.material.friction = 0.1f;
    def.material.restitution = 0.1f;
    float x = -23.0f, y = 2.0f;
    for (int i = 0; i < params->size; ++i)
    {
        scree_body_id body = sc_build_body(&builder, SCREE_BODY_DYNAMIC, x, y, 0.0f);
        if (i % 3 == 0)
        {
            sc_build_capsule(&builder, body, &def, (scree_vec2){-0.25f, 0.0f},
                             (scree_vec2){0.25f, 0.0f}, 0.25f);
        }
        else if (i % 3 == 1)
            sc_build_circle(&builder, body, &def, 0.0f, 0.0f, 0.35f);
        else
            sc_build_box(&builder, body, &def, 0.0f, 0.0f, 0.35f, 0.35f);
        x += 0.5f;
        if (x >= 23.0f)
        {
            x = -23.0f;
            y += 0.5f;
        }
    }
    float low = ROUND_HEIGHT - ROUND_RADIUS - 1.0f, high = ROUND_HEIGHT + ROUND_RADIUS + 1.0f;
    state->limits = sc_aabb_of(-ROUND_RADIUS - 1.0f, low, ROUND_RADIUS + 1.0f, high);
    state->view = state->limits;
    return builder.ok;
}

const scree_scene sc_scene_spinner = {
    .name = "spinner",
    .description = "a bar turned by a motor stirs small bodies in a round pit (record scene)",
    .size_meaning = "bodies in the pit",
    .size_default = 6076,
    .size_min = 1,
    .size_max = 8000,  // more would begin above the pit
    .steps = 500,
    .verify_size = 600,
    .verify_steps = 120,
    .counts = spinner_counts,
    .create = spinner_create,
};

// vehicles

#define CAR_SPACING 6.0f
#define CAR_SPEED -25.0f  // of the wheels, rad/s: they roll to the right
#define CAR_TORQUE 4.0f   // of each, N m
#define WHEEL_RADIUS 0.4f
#define ROAD_POINT 2.0f  // m between points of the road
#define ROAD_AHEAD 150.0f
#define ROAD_WALL 20.0f

static int road_segments(int size)
{
    return (int)((CAR_SPACING * (float)size + ROAD_AHEAD) / ROAD_POINT) + 2;
}

static scree_scene_counts vehicles_counts(int size)
{
    return (scree_scene_counts){3 * size + 1, 3 * size + road_segments(size) + 2, 2 * size};
}

// Level at the start of the road, then hills of two lengths that rise over the first 50 m.
static float road_height(float x)
{
    float a, b, ignored, grown = x < 0.0f ? 0.0f : x < 50.0f ? 0.02f * x : 1.0f;
    scree_sincos(0.12f * x, &a, &ignored);
    scree_sincos(0.31f * x, &b, &ignored);
    return grown * (1.2f * a + 0.3f * b);
}

static scree_body_id build_road(sc_builder *builder, int size)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id road = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    int count = road_segments(size);
    float x = -10.0f, y = road_height(x);
    sc_build_segment(builder, road, &def, (scree_vec2){x, y + ROAD_WALL}, (scree_vec2){x, y});
    for (int i = 0; i < count; ++i)
    {
        float next = x + ROAD_POINT, height = road_height(next);
        sc_build_segment(builder, road, &def, (scree_vec2){x, y}, (scree_vec2){next, height});
        x = next;
        y = height;
    }
    sc_build_segment(builder, road, &def, (scree_vec2){x, y}, (scree_vec2){x, y + ROAD_WALL});
    builder->state->limits = sc_aabb_of(-10.0f, -2.0f, x, 30.0f);
    builder->state->view = sc_aabb_of(-12.0f, -6.0f, x < 160.0f ? x : 160.0f, 16.0f);
    return road;
}

static void build_wheel(sc_builder *builder, scree_body_id chassis, scree_vec2 at)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = 2.0f;
    def.material.friction = 1.5f;
    scree_body_id wheel = sc_build_body(builder, SCREE_BODY_DYNAMIC, at.x, at.y, 0.0f);
    sc_build_circle(builder, wheel, &def, 0.0f, 0.0f, WHEEL_RADIUS);
    scree_wheel_joint_def joint = scree_wheel_joint_def_default();
    joint.base.body_a = chassis;
    joint.base.body_b = wheel;
    joint.base.frame_a.position = scree_body_local_point(builder->world, chassis, at);
    joint.base.frame_a.angle = 90.0f * DEGREE;
    joint.spring = (scree_axis_spring){true, 4.0f, 0.7f, 0.0f};
    joint.limits = (scree_axis_limits){true, -0.25f, 0.25f};
    joint.motor = (scree_axis_motor){true, CAR_SPEED, CAR_TORQUE};
    sc_build_wheel(builder, &joint);
}

static void build_car(sc_builder *builder, float x)
{
    float y = road_height(x) + 0.4f;
    for (float ahead = -1.5f; ahead <= 1.5f; ahead += 0.5f)
    {
        float height = road_height(x + ahead) + 0.4f;
        y = height > y ? height : y;
    }
    scree_shape_def def = scree_shape_def_default();
    scree_body_id chassis = sc_build_body(builder, SCREE_BODY_DYNAMIC, x, y + 0.6f, 0.0f);
    scree_polygon body = sc_car_outline(0.0f);
    sc_build_polygon(builder, chassis, &def, &body);
    build_wheel(builder, chassis, (scree_vec2){x - 1.0f, y + 0.05f});
    build_wheel(builder, chassis, (scree_vec2){x + 1.0f, y + 0.05f});
}

static bool vehicles_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    build_road(&builder, params->size);
    for (int i = 0; i < params->size; ++i)
        build_car(&builder, CAR_SPACING * (float)i);
    return builder.ok;
}

const scree_scene sc_scene_vehicles = {
    .name = "vehicles",
    .description = "cars on sprung, driven wheels over hills",
    .size_meaning = "cars",
    .size_default = 100,
    .size_min = 1,
    .size_max = 1000,
    .steps = 600,
    .verify_size = 10,
    .verify_steps = 180,
    .counts = vehicles_counts,
    .create = vehicles_create,
};
