// Machines of few parts that are hard for joints, one in each variant. They are taken from Box2D's
// samples of joints, with the same dimensions.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#define PI 3.14159265f
#define DEGREE (PI / 180.0f)
#define MACHINE_SPACING 320.0f  // m, of copies

/// Frequency of joints that should be as stiff as the step allows, 1/s.
#define STIFF 240.0f

static const scree_scene_choice choices[] = {
    {"machine",
     {"scissor_lift", "sliders", "donut", "cantilever", "car", "doohickey", "ball_and_chain",
      "gear_lift", "ragdoll"}},
};

// The parts of the scissor lift.
enum
{
    LIFT_LEVELS = 3,
    LIFT_BODIES = 1 + 2 * LIFT_LEVELS + 1 + 3,
    LIFT_JOINTS = 3 * LIFT_LEVELS + 2 + 1 + 2
};

static scree_scene_counts machines_counts(int size)
{
    return (scree_scene_counts){LIFT_BODIES * size, LIFT_BODIES * size, LIFT_JOINTS * size};
}

/// The site of a machine: all its positions are relative to the origin of the site.
typedef struct site
{
    sc_builder *builder;
    float x;
    scree_body_id ground;  // at the origin of the site
} site;

static scree_body_id add_body(const site *site, float x, float y, float angle)
{
    return sc_build_body(site->builder, SCREE_BODY_DYNAMIC, site->x + x, y, angle);
}

static scree_body_id add_box(const site *site, const scree_shape_def *def, float x, float y,
                             float half_width, float half_height)
{
    scree_body_id body = add_body(site, x, y, 0.0f);
    sc_build_box(site->builder, body, def, 0.0f, 0.0f, half_width, half_height);
    return body;
}

/// A capsule along x (or y if `upright`).
static scree_body_id add_bar(const site *site, const scree_shape_def *def, float x, float y,
                             float angle, float half_length, float radius, bool upright)
{
    scree_body_id body = add_body(site, x, y, angle);
    scree_vec2 end = {upright ? 0.0f : half_length, upright ? half_length : 0.0f};
    sc_build_capsule(site->builder, body, def, (scree_vec2){-end.x, -end.y}, end, radius);
    return body;
}

static void add_ground(const site *site, float left, float right)
{
    scree_shape_def def = scree_shape_def_default();
    sc_build_segment(site->builder, site->ground, &def, (scree_vec2){left, 0.0f},
                     (scree_vec2){right, 0.0f});
}

/// Points in coordinates of the bodies.
static scree_joint_base joined(scree_body_id a, scree_vec2 at_a, scree_body_id b, scree_vec2 at_b)
{
    scree_joint_base base = scree_revolute_joint_def_default().base;
    base.body_a = a;
    base.body_b = b;
    base.frame_a.position = at_a;
    base.frame_b.position = at_b;
    return base;
}

/// At a point of the site.
static scree_joint_base joined_there(const site *site, scree_body_id a, scree_body_id b, float x,
                                     float y)
{
    return sc_hinge_at(site->builder, a, b, (scree_vec2){site->x + x, y}).base;
}

static void add_hinge(const site *site, scree_joint_base base, scree_axis_motor motor)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base = base;
    def.motor = motor;
    sc_build_revolute(site->builder, &def);
}

static const scree_axis_motor no_motor = {false, 0.0f, 0.0f};

static scree_axis_motor brake_of(float max) { return (scree_axis_motor){true, 0.0f, max}; }

static void add_prismatic(const site *site, const scree_prismatic_joint_def *def)
{
    sc_builder *builder = site->builder;
    if (builder->ok)
        builder->ok = scree_joint_create_prismatic(builder->world, def).value != 0;
}

static void add_weld(const site *site, const scree_weld_joint_def *def)
{
    sc_builder *builder = site->builder;
    if (builder->ok)
        builder->ok = scree_joint_create_weld(builder->world, def).value != 0;
}

/// A car on two sprung wheels, its wheels above (x, y).
static void add_car(const site *site, float x, float y, float hertz, scree_axis_motor motor)
{
    const float scale = 0.85f;
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.2f;
    scree_polygon outline = sc_car_outline(0.15f);
    for (int i = 0; i < outline.count; ++i)
    {
        outline.vertices[i].x *= scale;
        outline.vertices[i].y *= scale;
    }
    scree_body_id chassis = add_body(site, x, y + 1.0f, 0.0f);
    sc_build_polygon(site->builder, chassis, &def, &outline);
    def.density = 2.0f;
    def.material.friction = 1.5f;
    def.material.rolling_resistance = 0.1f;
    const scree_vec2 places[] = {{-1.0f, 0.35f}, {1.0f, 0.4f}};
    for (int i = 0; i < 2; ++i)
    {
        scree_body_id wheel = add_body(site, x + places[i].x, y + places[i].y, 0.0f);
        sc_build_circle(site->builder, wheel, &def, 0.0f, 0.0f, 0.4f);
        scree_wheel_joint_def axle = scree_wheel_joint_def_default();
        axle.base = joined_there(site, chassis, wheel, x + places[i].x, y + places[i].y);
        axle.base.frame_a.angle = 0.5f * PI;
        axle.spring = (scree_axis_spring){true, hertz, 0.7f, 0.0f};
        axle.motor = motor;
        axle.limits = (scree_axis_limits){true, -0.25f, 0.25f};
        sc_build_wheel(site->builder, &axle);
    }
}

/// Crossed bars, whose ends stand on the crossed bars below or, at the bottom, on the ground.
typedef struct lift
{
    scree_body_id left, right;
    scree_vec2 left_end, right_end;
} lift;

static scree_joint_base stiffly(scree_joint_base base, bool collide)
{
    base.hertz = STIFF;
    base.damping_ratio = 20.0f;
    base.collide_connected = collide;
    return base;
}

static void add_slide(const site *site, scree_joint_base base)
{
    scree_wheel_joint_def slide = scree_wheel_joint_def_default();
    slide.base = stiffly(base, true);
    slide.spring.enable = false;
    sc_build_wheel(site->builder, &slide);
}

/// Lowers the sleep threshold of a bar of the lift, because these bars move together slowly for
/// long.
static void sleeping_late(const site *site, scree_body_id body)
{
    sc_builder *builder = site->builder;
    if (builder->ok)
        builder->ok = scree_body_set_sleep_threshold(builder->world, body, 0.01f) == SCREE_OK;
}

static void build_scissor_lift(const site *site)
{
    scree_shape_def def = scree_shape_def_default();
    lift below = {site->ground, site->ground, {-2.5f, 0.2f}, {2.5f, 0.2f}};
    scree_body_id lifted = site->ground;
    float y = 0.5f;
    add_ground(site, -20.0f, 20.0f);
    for (int i = 0; i < LIFT_LEVELS; ++i, y += 1.0f)
    {
        scree_body_id up = add_bar(site, &def, 0.0f, y, 0.15f, 2.5f, 0.15f, false);
        scree_body_id down = add_bar(site, &def, 0.0f, y, -0.15f, 2.5f, 0.15f, false);
        sleeping_late(site, up);
        sleeping_late(site, down);
        lifted = i == 1 ? down : lifted;
        scree_joint_base left = joined(below.left, below.left_end, up, (scree_vec2){-2.5f, 0.0f});
        scree_joint_base right =
            joined(below.right, below.right_end, down, (scree_vec2){2.5f, 0.0f});
        add_hinge(site, stiffly(left, i == 0), no_motor);
        if (i == 0)
            add_slide(site, right);
        else
            add_hinge(site, stiffly(right, false), no_motor);
        scree_joint_base middle = joined(up, (scree_vec2){0}, down, (scree_vec2){0});
        add_hinge(site, stiffly(middle, false), no_motor);
        below = (lift){down, up, {-2.5f, 0.0f}, {2.5f, 0.0f}};
    }
    scree_body_id platform = add_box(site, &def, 0.0f, y, 3.0f, 0.2f);
    sleeping_late(site, platform);
    const scree_vec2 left = {-2.5f, -0.4f}, right = {2.5f, -0.4f};
    add_hinge(site, stiffly(joined(platform, left, below.left, below.left_end), true), no_motor);
    add_slide(site, joined(platform, right, below.right, below.right_end));
    scree_distance_joint_def ram = scree_distance_joint_def_default();
    ram.base = joined(site->ground, (scree_vec2){-2.5f, 0.2f}, lifted, (scree_vec2){0.5f, 0.0f});
    ram.spring.enable = true;
    ram.spring.hertz = 0.0f;
    ram.limits = (scree_axis_limits){true, 0.2f, 5.5f};
    sc_build_distance(site->builder, &ram);
    add_car(site, 0.0f, y + 2.0f, 3.0f, brake_of(0.0f));
}

/// Boxes on sliders, one on top of the other, each as far down as it may.
static void build_sliders(const site *site)
{
    scree_shape_def def = scree_shape_def_default();
    scree_body_id before = site->ground;
    scree_vec2 top = {0.0f, 0.0f};
    for (int i = 0; i < 6; ++i)
    {
        scree_body_id box = add_box(site, &def, 0.0f, 0.6f + 1.2f * (float)i, 0.5f, 0.5f);
        scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
        slider.base = joined(before, top, box, (scree_vec2){0.0f, -0.6f});
        slider.base.hertz = STIFF;
        slider.base.damping_ratio = 2.0f;
        slider.limits = (scree_axis_limits){true, -6.0f, 6.0f};
        add_prismatic(site, &slider);
        before = box;
        top.y = 0.6f;
    }
}

/// A ring of capsules on welds that give by turning, dropped.
static void build_donut(const site *site)
{
    enum
    {
        sides = 7
    };
    const float scale = 2.0f, length = 2.0f * PI * scale / (float)sides;
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.3f;
    scree_body_id bodies[sides];
    add_ground(site, -20.0f, 20.0f);
    for (int i = 0; i < sides; ++i)
    {
        float sine, cosine, angle = 2.0f * PI * (float)i / (float)sides;
        scree_sincos(angle, &sine, &cosine);
        bodies[i] = add_bar(site, &def, scale * cosine, 10.0f + scale * sine, angle, 0.5f * length,
                            0.25f * scale, true);
    }
    for (int i = 0; i < sides; ++i)
    {
        scree_weld_joint_def weld = scree_weld_joint_def_default();
        weld.base = joined(bodies[(i + sides - 1) % sides], (scree_vec2){0.0f, 0.5f * length},
                           bodies[i], (scree_vec2){0.0f, -0.5f * length});
        weld.base.frame_a.angle = 2.0f * PI / (float)sides;
        weld.angular_hertz = 5.0f;
        weld.angular_damping_ratio = 0.0f;
        add_weld(site, &weld);
    }
}

/// A beam of eight bars on welds that give.
static void build_cantilever(const site *site)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = 20.0f;
    scree_body_id before = site->ground;
    for (int i = 0; i < 8; ++i)
    {
        scree_body_id bar = add_bar(site, &def, 0.5f + (float)i, 0.0f, 0.0f, 0.5f, 0.125f, false);
        scree_weld_joint_def weld = scree_weld_joint_def_default();
        weld.base = joined_there(site, before, bar, (float)i, 0.0f);
        weld.base.hertz = 15.0f;
        weld.base.damping_ratio = 0.5f;
        weld.angular_hertz = 5.0f;
        weld.angular_damping_ratio = 0.5f;
        add_weld(site, &weld);
        before = bar;
    }
}

/// Level, twice the same hills and hollows, a gap for the bridge, a ramp and a wall.
static void add_course(const site *site)
{
    static const float heights[] = {0.25f, 1.0f,  4.0f,  0.0f,   0.0f,
                                    -1.0f, -2.0f, -2.0f, -1.25f, 0.0f};
    static const scree_vec2 after[][2] = {
        {{200.0f, 0.0f}, {240.0f, 0.0f}},
        {{240.0f, 0.0f}, {250.0f, 5.0f}},
        {{260.0f, 0.0f}, {300.0f, 0.0f}},
        {{300.0f, 0.0f}, {300.0f, 20.0f}},
    };
    scree_shape_def def = scree_shape_def_default();
    sc_builder *builder = site->builder;
    const scree_vec2 bottom = {-20.0f, -20.0f}, end = {160.0f, 0.0f}, below = {160.0f, -20.0f};
    scree_vec2 at = {-20.0f, 0.0f};
    sc_build_segment(builder, site->ground, &def, bottom, at);
    for (int i = -1; i < 20; ++i)
    {
        scree_vec2 next = {25.0f + 5.0f * (float)i, i < 0 ? 0.0f : heights[i % 10]};
        sc_build_segment(builder, site->ground, &def, at, next);
        at = next;
    }
    sc_build_segment(builder, site->ground, &def, at, end);
    sc_build_segment(builder, site->ground, &def, end, below);
    for (int i = 0; i < 4; ++i)
        sc_build_segment(builder, site->ground, &def, after[i][0], after[i][1]);
}

/// A car that drives over hills, a seesaw and a bridge to a stack of boxes.
static void build_car(const site *site)
{
    scree_shape_def def = scree_shape_def_default();
    add_course(site);
    scree_body_id seesaw = add_box(site, &def, 140.0f, 1.0f, 10.0f, 0.25f);
    scree_revolute_joint_def pivot = scree_revolute_joint_def_default();
    pivot.base = joined_there(site, site->ground, seesaw, 140.0f, 1.0f);
    pivot.limits = (scree_axis_limits){true, -8.0f * DEGREE, 8.0f * DEGREE};
    sc_build_revolute(site->builder, &pivot);
    if (site->builder->ok)
        scree_body_set_velocity(site->builder->world, seesaw, (scree_vec2){0}, 1.0f);
    scree_body_id before = site->ground;
    for (int i = 0; i <= 20; ++i)
    {
        float x = 160.0f + 2.0f * (float)i;
        scree_body_id plank = site->ground;
        if (i < 20)
            plank = add_bar(site, &def, x + 1.0f, -0.125f, 0.0f, 1.0f, 0.125f, false);
        add_hinge(site, joined_there(site, before, plank, x, -0.125f),
                  i < 20 ? no_motor : brake_of(50.0f));
        before = plank;
    }
    scree_shape_def box = def;
    box.material.friction = 0.25f;
    box.material.restitution = 0.25f;
    box.density = 0.25f;
    for (int i = 0; i < 5; ++i)
        add_box(site, &box, 230.0f, 0.5f + (float)i, 0.5f, 0.5f);
    add_car(site, 0.0f, 0.0f, 5.0f, (scree_axis_motor){true, -35.0f, 5.0f});
}

/// Two wheels on bars that slide along each other; four of them fall onto a block.
static void build_doohickey(const site *site)
{
    const float scale = 0.5f;
    scree_shape_def def = scree_shape_def_default();
    add_ground(site, -20.0f, 20.0f);
    sc_build_box(site->builder, site->ground, &def, 0.0f, 1.0f, 1.0f, 1.0f);
    def.material.rolling_resistance = 0.1f;
    for (int i = 0; i < 4; ++i)
    {
        float y = 4.0f + 2.0f * (float)i + 3.0f * scale;
        scree_body_id wheels[2], bars[2];
        for (int k = 0; k < 2; ++k)
        {
            wheels[k] = add_body(site, (k == 0 ? -5.0f : 5.0f) * scale, y, 0.0f);
            sc_build_circle(site->builder, wheels[k], &def, 0.0f, 0.0f, scale);
        }
        for (int k = 0; k < 2; ++k)
        {
            bars[k] = add_bar(site, &def, (k == 0 ? -1.5f : 1.5f) * scale, y, 0.0f, 3.5f * scale,
                              0.15f * scale, false);
        }
        for (int k = 0; k < 2; ++k)
        {
            scree_vec2 end = {(k == 0 ? -3.5f : 3.5f) * scale, 0.0f};
            add_hinge(site, joined(wheels[k], (scree_vec2){0}, bars[k], end),
                      brake_of(2.0f * scale));
        }
        scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
        slider.base = joined(bars[0], (scree_vec2){2.0f * scale, 0.0f}, bars[1],
                             (scree_vec2){-2.0f * scale, 0.0f});
        slider.limits = (scree_axis_limits){true, -2.0f * scale, 2.0f * scale};
        slider.motor = brake_of(2.0f * scale);
        slider.spring = (scree_axis_spring){true, 1.0f, 0.5f, 0.0f};
        add_prismatic(site, &slider);
    }
}

/// Let go from level, with friction and springs in its hinges.
static void build_ball_and_chain(const site *site)
{
    enum
    {
        links = 30
    };
    const float y = 0.5f * (float)links, radius = 4.0f;
    scree_shape_def def = scree_shape_def_default();
    def.density = 20.0f;
    def.filter.category = 1;
    def.filter.mask = 2;
    scree_body_id before = site->ground;
    for (int i = 0; i <= links; ++i)
    {
        scree_body_id link;
        if (i < links)
        {
            link = add_bar(site, &def, 0.5f + (float)i, y, 0.0f, 0.5f, 0.125f, false);
        }
        else
        {
            def.filter.category = 2;
            def.filter.mask = 1;
            link = add_body(site, (float)links + radius, y, 0.0f);
            sc_build_circle(site->builder, link, &def, 0.0f, 0.0f, radius);
        }
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base = joined_there(site, before, link, (float)i, y);
        hinge.motor = brake_of(100.0f);
        hinge.spring = (scree_axis_spring){i > 0, 4.0f, 0.0f, 0.0f};
        sc_build_revolute(site->builder, &hinge);
        before = link;
    }
}

/// Walls, and stairs down to the right on which gravel lies.
static void add_stairs(const site *site)
{
    const float step = 0.5291667f, left = -11.3f, floor = -0.2166667f, top = 7.1916667f;
    const float foot = 0.3416667f, landing = 0.3125f, right = 9.3375f;
    scree_shape_def def = scree_shape_def_default();
    scree_vec2 points[34] = {
        {left, floor}, {right, floor}, {right, top}, {right - step, top}, {right - step, landing},
    };
    int count = 5;
    for (int i = 0; i < 13; ++i)
    {
        float x = foot - step * (float)i, y = landing + step * (float)i;
        points[count++] = (scree_vec2){x, y};
        points[count++] = (scree_vec2){x, y + step};
    }
    points[count++] = (scree_vec2){left, top};
    for (int i = 0; i < count; ++i)
        sc_build_segment(site->builder, site->ground, &def, points[i], points[(i + 1) % count]);
}

static scree_body_id add_gear(const site *site, float x, float y, float to_tooth)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.1f;
    scree_body_id gear = add_body(site, x, y, 0.0f);
    sc_build_circle(site->builder, gear, &def, 0.0f, 0.0f, 1.0f);
    for (int i = 0; i < 16; ++i)
    {
        float sine, cosine, angle = 2.0f * PI * (float)i / 16.0f;
        scree_sincos(angle, &sine, &cosine);
        scree_polygon tooth = scree_polygon_box_at(
            0.09f, 0.06f, (scree_vec2){to_tooth * cosine, to_tooth * sine}, angle, 0.03f);
        sc_build_polygon(site->builder, gear, &def, &tooth);
    }
    return gear;
}

/// Gravel of 3 to 8 corners, 20 rows of 10.
static void add_gravel(const site *site)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.rolling_resistance = 0.3f;
    sc_random random = sc_random_create(17);
    for (int i = 0; i < 200; ++i)
    {
        scree_body_id stone =
            add_body(site, -3.15f + 0.2f * (float)(i % 10), 4.25f + 0.2f * (float)(i / 10), 0.0f);
        scree_polygon polygon = {.count = 3 + (int)sc_random_below(&random, 6)};
        for (int k = 0; k < polygon.count; ++k)
        {
            float part = (float)k + sc_random_float(&random, -0.3f, 0.3f), sine, cosine;
            scree_sincos(2.0f * PI * part / (float)polygon.count, &sine, &cosine);
            polygon.vertices[k] = (scree_vec2){0.1f * cosine, 0.1f * sine};
        }
        polygon.radius = sc_random_float(&random, 0.01f, 0.02f);
        sc_build_polygon(site->builder, stone, &def, &polygon);
    }
}

/// A door on a chain over a toothed wheel, which another holds; gravel lies behind it.
static void build_gear_lift(const site *site)
{
    const float half_link = 0.07f, half_door = 1.5f;
    const scree_vec2 driver_at = {-4.25f, 9.75f}, follower_at = {-2.25f, 10.75f};
    const float chain_x = follower_at.x + 1.0f + 2.0f * 0.09f + 0.03f;
    add_stairs(site);
    scree_body_id driver = add_gear(site, driver_at.x, driver_at.y, 1.06f);
    add_hinge(site, joined_there(site, site->ground, driver, driver_at.x, driver_at.y),
              brake_of(80.0f));
    scree_body_id follower = add_gear(site, follower_at.x, follower_at.y, 1.09f);
    scree_revolute_joint_def axle = scree_revolute_joint_def_default();
    axle.base = joined_there(site, site->ground, follower, follower_at.x, follower_at.y);
    axle.base.frame_a.angle = 0.25f * PI;
    axle.motor = brake_of(0.5f);
    axle.limits = (scree_axis_limits){true, -0.3f * PI, 0.8f * PI};
    sc_build_revolute(site->builder, &axle);
    scree_shape_def def = scree_shape_def_default();
    def.density = 2.0f;
    scree_body_id before = follower;
    float y = follower_at.y;
    for (int i = 0; i < 40; ++i, y -= 2.0f * half_link)
    {
        scree_body_id link =
            add_bar(site, &def, chain_x, y - half_link, 0.0f, half_link, 0.05f, true);
        add_hinge(site, joined_there(site, before, link, chain_x, y), brake_of(0.05f));
        before = link;
    }
    def.density = 1.0f;
    def.material.friction = 0.1f;
    scree_body_id door = add_box(site, &def, chain_x, y - half_door, 0.15f, half_door);
    add_hinge(site, joined_there(site, before, door, chain_x, y), brake_of(0.05f));
    scree_prismatic_joint_def slide = scree_prismatic_joint_def_default();
    slide.base = joined_there(site, site->ground, door, chain_x, y - half_door);
    slide.base.frame_a.angle = slide.base.frame_b.angle = 0.5f * PI;
    slide.base.collide_connected = true;
    slide.motor = brake_of(0.2f);
    add_prismatic(site, &slide);
    add_gravel(site);
}

/// Dropped from 25 m.
static void build_falling_ragdoll(const site *site)
{
    add_ground(site, -20.0f, 20.0f);
    sc_build_ragdoll(site->builder, (scree_vec2){site->x, 25.0f}, 1);
}

static bool machines_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    static void (*const builds[])(const site *) = {
        build_scissor_lift, build_sliders,        build_donut,     build_cantilever,      build_car,
        build_doohickey,    build_ball_and_chain, build_gear_lift, build_falling_ragdoll,
    };
    sc_builder builder = sc_builder_create(world, state);
    for (int i = 0; i < params->size; ++i)
    {
        site site = {.builder = &builder, .x = MACHINE_SPACING * (float)i};
        site.ground = sc_build_body(&builder, SCREE_BODY_STATIC, site.x, 0.0f, 0.0f);
        builds[params->variant](&site);
    }
    float right = MACHINE_SPACING * (float)(params->size - 1);
    state->limits = sc_aabb_of(-60.0f, -40.0f, right + 305.0f, 60.0f);
    bool is_long = builds[params->variant] == build_car;
    state->view = sc_aabb_of(-20.0f, -10.0f, is_long ? 300.0f : 20.0f, 25.0f);
    return builder.ok;
}

const scree_scene sc_scene_machines = {
    .name = "machines",
    .description = "a scissor lift, a car, a gear lift or another machine, one in each variant",
    .size_meaning = "copies of the machine",
    .size_default = 1,
    .size_min = 1,
    .size_max = 16,
    .steps = 900,
    .verify_size = 1,
    .verify_steps = 120,
    .sleeps = true,
    .choices = choices,
    .choice_count = sizeof choices / sizeof choices[0],
    .counts = machines_counts,
    .create = machines_create,
};
