// Many small mechanisms of random boxes that collide with nothing: only joints move them.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>

// Boxes of a mechanism.
enum
{
    MIN_PARTS = 2,
    MAX_PARTS = 7
};

// The largest offset of the centres from the anchor along each axis: long arms reach up to 4 m.
#define LONG_REACH 2.8f
#define SHORT_REACH 0.2f
// The offset of joints with short arms from halfway between the centres, along each axis.
#define SHORT_OFFSET 0.35f
#define CELL 10.0f  // from one anchor to the next
#define PI 3.14159265f
#define GRAVITY 10.0f

enum
{
    SORT_MIXED = 0,
    SORT_WELD,
    SORT_HINGE,
    SORT_SLIDER,
    SORT_WHEEL,
    SORT_ROD,
    SORT_COUNT
};

enum
{
    LOOPS_IN_HALF = 0,
    LOOPS_NONE,
    LOOPS_ALL
};

enum
{
    DRIVE_NONE = 0,
    DRIVE_LIMITS,
    DRIVE_SPRINGS,
    DRIVE_MOTORS,
    DRIVE_SOFT
};

static const scree_scene_choice choices[] = {
    {"sort of joints", {"mixed", "weld", "hinge", "slider", "wheel", "rod"}},
    {"loops", {"half_loops", "trees", "loops"}},
    {"largest ratio of masses", {"ratio_1", "ratio_10", "ratio_100"}},
    {"what acts along the joints", {"passive", "limits", "springs", "motors", "soft"}},
    {"length of arms", {"long_arms", "short_arms"}},
};

static const float ratios[] = {1.0f, 10.0f, 100.0f};

// The properties that all mechanisms of a scene share.
typedef struct kind
{
    int sort, loops, drive;
    float ratio;
    bool short_arms;
} kind;

typedef struct mechanism
{
    sc_builder *builder;
    sc_random random;
    kind kind;
    int count;  // with the anchor, which is the first
    scree_body_id parts[MAX_PARTS + 1];
    float mass;  // of the boxes, kg
} mechanism;

static int parts_of(int index) { return MIN_PARTS + index % (MAX_PARTS - MIN_PARTS + 1); }

static int loops_of(int loops, int index)
{
    if (loops == LOOPS_NONE || (loops == LOOPS_IN_HALF && index % 2 == 0))
        return 0;
    return 1 + index / 2 % 2;
}

static scree_scene_counts mechanisms_counts(int size)
{
    scree_scene_counts counts = {0};
    for (int i = 0; i < size; ++i)
    {
        counts.bodies += parts_of(i) + 1;
        counts.shapes += parts_of(i);
        counts.joints += parts_of(i) + loops_of(LOOPS_IN_HALF, i);
    }
    return counts;
}

// A random number from 10^low to 10^high, uniform in the exponent. It is computed without libm,
// whose bits may differ between machines: in steps of a hundredth of a decade, and linearly within
// a step.
static float random_power(sc_random *random, float low, float high)
{
    static const float hundredth = 1.02329299f;  // 10^0.01
    float exponent = sc_random_float(random, low, high), power = 1.0f;
    for (; exponent >= 1.0f; exponent -= 1.0f)
        power *= 10.0f;
    for (; exponent >= 0.01f; exponent -= 0.01f)
        power *= hundredth;
    return power * (1.0f + 100.0f * (hundredth - 1.0f) * exponent);
}

static float log10_of(float ratio) { return ratio == 100.0f ? 2.0f : ratio == 10.0f ? 1.0f : 0.0f; }

// Frames at two points of the world, in the same direction.
static scree_joint_base base_at(mechanism *m, scree_body_id a, scree_body_id b, scree_vec2 at_a,
                                scree_vec2 at_b)
{
    const scree_world *world = m->builder->world;
    float direction = sc_random_float(&m->random, -PI, PI);
    float hertz = random_power(&m->random, 1.0f, 3.0f);
    float damping_ratio = sc_random_float(&m->random, 0.0f, 5.0f);
    bool soft = m->kind.drive == DRIVE_SOFT;
    return (scree_joint_base){
        .body_a = a,
        .body_b = b,
        .frame_a = {scree_body_local_point(world, a, at_a), direction - scree_body_angle(world, a)},
        .frame_b = {scree_body_local_point(world, b, at_b), direction - scree_body_angle(world, b)},
        .hertz = soft ? hertz : 0.0f,
        .damping_ratio = damping_ratio,
    };
}

// The spring, motor and limits along the coordinate of a joint.
typedef struct axis
{
    scree_axis_spring spring;
    scree_axis_motor motor;
    scree_axis_limits limits;
} axis;

// `held`: it always has limits, so that parts do not fall out.
static axis axis_of(mechanism *m, bool held, float rest)
{
    float hertz = random_power(&m->random, 0.0f, 2.0f);
    float damping_ratio = sc_random_float(&m->random, 0.0f, 2.0f);
    // Every other motor is a brake. Half to twice the weight at an arm of a metre, which is as
    // strong as such a motor needs to be to carry some of them.
    float speed = sc_random_float(&m->random, -2.0f, 2.0f);
    bool brakes = sc_random_below(&m->random, 2) == 0;
    float max = sc_random_float(&m->random, 0.1f, 1.0f) * m->mass * GRAVITY;
    int drive = m->kind.drive;
    return (axis){
        .spring = {drive == DRIVE_SPRINGS, hertz, damping_ratio, rest},
        .motor = {drive == DRIVE_MOTORS, brakes ? 0.0f : speed, max},
        .limits = {held || drive == DRIVE_LIMITS, rest - 0.3f, rest + 0.3f},
    };
}

static scree_joint_id join_by_rod(mechanism *m, scree_body_id a, scree_body_id b, scree_vec2 p,
                                  scree_vec2 q)
{
    // From a quarter to three quarters of the way between the centres.
    float dx = q.x - p.x, dy = q.y - p.y;
    scree_vec2 from = {p.x + 0.25f * dx, p.y + 0.25f * dy};
    scree_vec2 to = {q.x - 0.25f * dx, q.y - 0.25f * dy};
    if (dx * dx + dy * dy < 0.25f)
        to = (scree_vec2){from.x + 0.25f, from.y};
    scree_distance_joint_def def = scree_distance_joint_def_default();
    def.base = base_at(m, a, b, from, to);
    dx = to.x - from.x, dy = to.y - from.y;
    def.length = sqrtf(dx * dx + dy * dy);
    axis along = axis_of(m, false, def.length);
    // A rod has nothing along it but itself: a rope and a spring have.
    def.spring = along.spring;
    def.limits = along.limits;
    def.motor = along.motor;
    def.spring.enable = along.spring.enable || along.limits.enable || along.motor.enable;
    if (!along.spring.enable)
        def.spring.hertz = 0.0f;
    def.limits.enable = def.spring.enable;
    def.limits.lower = 0.5f * def.length;
    def.limits.upper = def.length;
    return scree_joint_create_distance(m->builder->world, &def);
}

static scree_joint_id join_by(mechanism *m, int sort, scree_body_id a, scree_body_id b)
{
    scree_world *world = m->builder->world;
    scree_vec2 p = scree_body_position(world, a), q = scree_body_position(world, b);
    if (sort == SORT_ROD)
        return join_by_rod(m, a, b, p, q);
    scree_vec2 at = {0.5f * (p.x + q.x), 0.5f * (p.y + q.y)};
    if (m->kind.short_arms)
    {
        at.x += sc_random_float(&m->random, -SHORT_OFFSET, SHORT_OFFSET);
        at.y += sc_random_float(&m->random, -SHORT_OFFSET, SHORT_OFFSET);
    }
    scree_joint_base base = base_at(m, a, b, at, at);
    axis along = axis_of(m, sort == SORT_SLIDER || sort == SORT_WHEEL, 0.0f);
    if (sort == SORT_WELD)
    {
        scree_weld_joint_def def = scree_weld_joint_def_default();
        def.base = base;
        def.angular_hertz = base.hertz;
        def.angular_damping_ratio = base.damping_ratio;
        return scree_joint_create_weld(world, &def);
    }
    if (sort == SORT_HINGE)
    {
        scree_revolute_joint_def def = scree_revolute_joint_def_default();
        def.base = base;
        def.spring = along.spring;
        def.motor = along.motor;
        def.limits = along.limits;
        return scree_joint_create_revolute(world, &def);
    }
    if (sort == SORT_SLIDER)
    {
        scree_prismatic_joint_def def = scree_prismatic_joint_def_default();
        def.base = base;
        def.spring = along.spring;
        def.motor = along.motor;
        def.limits = along.limits;
        return scree_joint_create_prismatic(world, &def);
    }
    scree_wheel_joint_def def = scree_wheel_joint_def_default();
    def.base = base;
    def.spring = along.spring;
    def.motor = along.motor;
    def.limits = along.limits;
    return scree_joint_create_wheel(world, &def);
}

static void join(mechanism *m, int i, int k)
{
    int any = 1 + (int)sc_random_below(&m->random, SORT_COUNT - 1);
    int sort = m->kind.sort == SORT_MIXED ? any : m->kind.sort;
    if (m->builder->ok)
        m->builder->ok = join_by(m, sort, m->parts[i], m->parts[k]).value != 0;
}

static void build_part(mechanism *m, scree_vec2 anchor)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter.mask = 0;
    bool near = m->kind.short_arms;
    float reach = near ? SHORT_REACH : LONG_REACH;
    float least = near ? 0.4f : 0.1f, most = near ? 0.7f : 0.6f;
    float x = anchor.x + sc_random_float(&m->random, -reach, reach);
    float y = anchor.y + sc_random_float(&m->random, -reach, reach);
    float angle = sc_random_float(&m->random, -PI, PI);
    float width = sc_random_float(&m->random, least, most);
    float height = sc_random_float(&m->random, least, most);
    float mass = random_power(&m->random, 0.0f, log10_of(m->kind.ratio));
    def.density = mass / (4.0f * width * height);
    m->mass += mass;
    m->parts[m->count++] =
        sc_build_box_body(m->builder, SCREE_BODY_DYNAMIC, &def, x, y, angle, width, height);
}

static void build_mechanism(sc_builder *builder, const kind *kind, uint64_t seed, int index,
                            scree_vec2 anchor)
{
    // Each mechanism has its own random numbers, so that it does not depend on the others.
    mechanism m = {.builder = builder,
                   .random = sc_random_create(1000003u * seed + (uint64_t)index),
                   .kind = *kind};
    m.parts[m.count++] = sc_build_body(builder, SCREE_BODY_STATIC, anchor.x, anchor.y, 0.0f);
    int count = 1 + parts_of(index);
    while (m.count < count)
        build_part(&m, anchor);
    // The first box hangs on the anchor, each other box on one of those before it, so that all are
    // connected.
    join(&m, 0, 1);
    for (int i = 2; i < count; ++i)
        join(&m, 1 + (int)sc_random_below(&m.random, (uint32_t)i - 1), i);
    int loops = loops_of(kind->loops, index);
    for (int k = 0; k < loops; ++k)
    {
        int i = (int)sc_random_below(&m.random, (uint32_t)count);
        int apart = 1 + (int)sc_random_below(&m.random, (uint32_t)count - 1);
        join(&m, i, (i + apart) % count);
    }
}

static bool mechanisms_create(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    const scree_scene *scene = &sc_scene_mechanisms;
    kind kind = {.sort = scree_scene_chosen(scene, params->variant, 0),
                 .loops = scree_scene_chosen(scene, params->variant, 1),
                 .ratio = ratios[scree_scene_chosen(scene, params->variant, 2)],
                 .drive = scree_scene_chosen(scene, params->variant, 3),
                 .short_arms = scree_scene_chosen(scene, params->variant, 4) == 1};
    sc_builder builder = sc_builder_create(world, state);
    int columns = 1;
    while (columns * columns < params->size)
        ++columns;
    for (int i = 0; builder.ok && i < params->size; ++i)
    {
        scree_vec2 anchor = {CELL * (float)(i % columns), -CELL * (float)(i / columns)};
        build_mechanism(&builder, &kind, params->seed, i, anchor);
    }
    int rows = (params->size + columns - 1) / columns;
    float right = CELL * (float)(columns - 1), bottom = -CELL * (float)(rows - 1);
    // A chain of all boxes of one that hangs straight down.
    const float longest = 40.0f;
    state->limits = sc_aabb_of(-longest, bottom - longest, right + longest, longest);
    state->view = sc_aabb_of(-0.8f * CELL, bottom - 1.2f * CELL, right + 0.8f * CELL, 0.6f * CELL);
    return builder.ok;
}

const scree_scene sc_scene_mechanisms = {
    .name = "mechanisms",
    .description = "random boxes on joints, with anchors near their centres or far away; no "
                   "contacts",
    .size_meaning = "mechanisms",
    .size_default = 1000,
    .size_min = 1,
    .size_max = 100000,
    .steps = 900,
    .verify_size = 60,
    .verify_steps = 120,
    .random = true,
    .mechanisms = true,
    .choices = choices,
    .choice_count = sizeof choices / sizeof choices[0],
    .counts = mechanisms_counts,
    .create = mechanisms_create,
};
