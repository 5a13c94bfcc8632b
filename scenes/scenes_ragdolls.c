// Scenes of ragdolls. One of them creates and destroys ragdolls while it runs.

#include "builder.h"
#include "catalogue.h"

#define PI 3.14159265f

/// Categories: the ground under ragdolls has the default one, and feet touch nothing else.
#define GROUND_CATEGORY 1u
#define RAGDOLL_CATEGORY 2u

/// The values of the record holder's scene: N m of friction in a hinge, and its spring.
#define JOINT_FRICTION 0.05f
#define JOINT_HERTZ 5.0f
#define JOINT_DAMPING_RATIO 0.5f

/// An upright capsule that hangs on a hinge below or above its middle. Lengths in m, from the
/// ground that the ragdoll stands on; limits as parts of half a turn.
typedef struct bone
{
    int parent;
    float height;
    float below, above, radius;  // of the capsule, from the middle
    float pivot;                 // height of the hinge
    float bend;                  // of the hinge at the parent
    float lower, upper;
    float friction;  // share of JOINT_FRICTION
    float linear_damping;
    bool has_foot;
} bone;

enum
{
    HIP,
    TORSO,
    HEAD,
    THIGH_L,
    SHIN_L,
    THIGH_R,
    SHIN_R,
    ARM_L,
    FOREARM_L,
    ARM_R,
    FOREARM_R
};

#define THIGH                                                                           \
    {                                                                                   \
        HIP, 0.775f, 0.125f, 0.125f, 0.06f, 0.9f, 0.0f, -0.05f, 0.4f, 1.0f, 0.0f, false \
    }
#define SHIN(thigh)                                                                          \
    {                                                                                        \
        thigh, 0.475f, 0.155f, 0.125f, 0.045f, 0.625f, 0.0f, -0.5f, -0.02f, 0.5f, 0.0f, true \
    }
#define ARM                                                                                \
    {                                                                                      \
        TORSO, 1.225f, 0.125f, 0.125f, 0.035f, 1.35f, 0.0f, -0.1f, 0.8f, 0.5f, 0.0f, false \
    }
#define FOREARM(arm)                                                                    \
    {                                                                                   \
        arm, 0.975f, 0.125f, 0.125f, 0.03f, 1.1f, 0.25f, -0.2f, 0.3f, 0.1f, 0.1f, false \
    }

static const bone bones[SC_RAGDOLL_BODIES] = {
    {-1, 0.95f, 0.02f, 0.02f, 0.095f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, false},
    {HIP, 1.2f, 0.135f, 0.135f, 0.09f, 1.0f, 0.0f, -0.25f, 0.0f, 0.5f, 0.0f, false},
    {TORSO, 1.475f, 0.038f, 0.039f, 0.075f, 1.4f, 0.0f, -0.3f, 0.1f, 0.25f, 0.1f, false},
    THIGH,
    SHIN(THIGH_L),
    THIGH,
    SHIN(THIGH_R),
    ARM,
    FOREARM(ARM_L),
    ARM,
    FOREARM(ARM_R),
};

static scree_body_id build_bone(sc_builder *builder, const bone *bone, scree_vec2 feet, int group)
{
    scree_body_id body = {0};
    if (!builder->ok)
        return body;
    scree_body_def body_def = scree_body_def_default();
    body_def.type = SCREE_BODY_DYNAMIC;
    body_def.position = (scree_vec2){feet.x, feet.y + bone->height};
    body_def.linear_damping = bone->linear_damping;
    body_def.sleep_threshold = 0.1f;
    body = scree_body_create(builder->world, &body_def);
    builder->ok = body.value != 0;

    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.2f;
    def.filter.category = RAGDOLL_CATEGORY;
    def.filter.mask = GROUND_CATEGORY | RAGDOLL_CATEGORY;
    def.filter.group = -group;
    sc_build_capsule(builder, body, &def, (scree_vec2){0.0f, -bone->below},
                     (scree_vec2){0.0f, bone->above}, bone->radius);
    if (bone->has_foot)
    {
        def.material.friction = 0.05f;
        def.filter.mask = GROUND_CATEGORY;
        scree_polygon foot = {
            .count = 4,
            .vertices = {{-0.03f, -0.185f}, {0.11f, -0.185f}, {0.11f, -0.16f}, {-0.03f, -0.14f}},
            .radius = 0.015f,
        };
        sc_build_polygon(builder, body, &def, &foot);
    }
    return body;
}

static scree_revolute_joint_def hinge_of(const bone *bone, scree_body_id parent, scree_body_id body)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = parent;
    def.base.body_b = body;
    def.base.frame_a.position.y = bone->pivot - bones[bone->parent].height;
    def.base.frame_a.angle = bone->bend * PI;
    def.base.frame_b.position.y = bone->pivot - bone->height;
    def.limits = (scree_axis_limits){true, bone->lower * PI, bone->upper * PI};
    def.motor = (scree_axis_motor){true, 0.0f, bone->friction * JOINT_FRICTION};
    def.spring = (scree_axis_spring){true, JOINT_HERTZ, JOINT_DAMPING_RATIO, 0.0f};
    return def;
}

scree_body_id sc_build_ragdoll(sc_builder *builder, scree_vec2 feet, int group)
{
    scree_body_id bodies[SC_RAGDOLL_BODIES];
    for (int i = 0; i < SC_RAGDOLL_BODIES; ++i)
    {
        bodies[i] = build_bone(builder, &bones[i], feet, group);
        if (bones[i].parent < 0)
            continue;
        scree_revolute_joint_def hinge = hinge_of(&bones[i], bodies[bones[i].parent], bodies[i]);
        sc_build_revolute(builder, &hinge);
    }
    return bodies[HIP];
}

scree_result sc_destroy_ragdoll(scree_world *world, scree_body_id hip)
{
    // No bone has more than four joints: the torso's.
    scree_joint_id joints[4];
    scree_body_id found[SC_RAGDOLL_BODIES] = {hip};
    int count = 1;
    for (int i = 0; i < count; ++i)
    {
        int n = scree_body_joints(world, found[i], joints, 4);
        for (int k = 0; k < n && count < SC_RAGDOLL_BODIES; ++k)
        {
            // Hinges lead from parent to child.
            if (scree_joint_body_a(world, joints[k]).value == found[i].value)
                found[count++] = scree_joint_body_b(world, joints[k]);
        }
    }
    return scree_bodies_destroy(world, found, count);
}

// rain

#define FLOORS 5
#define FLOOR_HEIGHT 45.0f
#define FLOOR_BOXES 501
#define FLOOR_BOX 0.5f  // side, m
#define DROP_COLUMNS 40
#define DROP_HEIGHT 40.0f
#define STEPS_PER_DROP 8

static scree_scene_counts rain_counts(int size)
{
    (void)size;
    return (scree_scene_counts){1, FLOORS * FLOOR_BOXES, 0};
}

static bool rain_create(scree_world *world, const scree_scene_params *params,
                        scree_scene_state *state)
{
    (void)params;
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id floors = sc_build_body(&builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    const float half = 0.5f * FLOOR_BOX * (float)(FLOOR_BOXES - 1);
    for (int i = 0; i < FLOORS; ++i)
    {
        for (int k = 0; k < FLOOR_BOXES; ++k)
        {
            sc_build_box(&builder, floors, &def, FLOOR_BOX * (float)k - half,
                         FLOOR_HEIGHT * (float)i, 0.5f * FLOOR_BOX, 0.5f * FLOOR_BOX);
        }
    }
    state->limits = sc_aabb_of(-half, -FLOOR_BOX, half, FLOOR_HEIGHT * (float)FLOORS);
    state->view = sc_aabb_of(-half - 2.0f, -4.0f, half + 2.0f, FLOOR_HEIGHT * (float)FLOORS);
    return builder.ok;
}

// The ragdolls of one column on one floor, half a metre apart.
static void drop_group(sc_builder *builder, int column, int floor)
{
    scree_scene_state *state = builder->state;
    const float width = FLOOR_BOX * (float)(FLOOR_BOXES - 1);
    scree_vec2 at = {width * (((float)column + 0.5f) / (float)DROP_COLUMNS - 0.5f),
                     DROP_HEIGHT + FLOOR_HEIGHT * (float)floor};
    scree_body_id *hips = &state->ragdolls[(column * FLOORS + floor) * state->size];
    for (int i = 0; i < state->size; ++i)
    {
        if (builder->ok && hips[i].value != 0)
            builder->ok = sc_destroy_ragdoll(builder->world, hips[i]) == SCREE_OK;
        // As in the record holder's scene: those of different groups may pass through each other.
        hips[i] = sc_build_ragdoll(builder, at, i + 1);
        at.x += 0.5f;
    }
}

static scree_result rain_drive(scree_world *world, scree_scene_state *state, float dt)
{
    int step = (int)(state->time / (double)dt + 0.5);
    if (step % STEPS_PER_DROP != 0)
        return SCREE_OK;
    sc_builder builder = sc_builder_create(world, state);
    for (int floor = 0; floor < FLOORS; ++floor)
        drop_group(&builder, step / STEPS_PER_DROP % DROP_COLUMNS, floor);
    return builder.ok ? SCREE_OK : scree_world_last_error(world).code;
}

const scree_scene sc_scene_rain = {
    .name = "rain",
    .description = "ragdolls dropped on five floors, the oldest removed and dropped again (record "
                   "scene)",
    .size_meaning = "ragdolls dropped at a time on each of 5 floors",
    .size_default = 5,
    .size_min = 1,
    .size_max = SCREE_SCENE_MAX_RAGDOLLS / (FLOORS * DROP_COLUMNS),
    .steps = 1000,
    .verify_size = 1,
    .verify_steps = 240,
    .creates = true,
    .counts = rain_counts,
    .create = rain_create,
    .drive = rain_drive,
};

// ragdoll_pit

#define PIT_SPACING_X 1.5f
#define PIT_SPACING_Y 2.0f

// Somewhat deeper than wide.
static int pit_columns(int size)
{
    int columns = 2;
    while (5 * columns * columns < 4 * size)
        ++columns;
    return columns;
}

static scree_scene_counts ragdoll_pit_counts(int size)
{
    return (scree_scene_counts){1 + SC_RAGDOLL_BODIES * size, 4 + SC_RAGDOLL_SHAPES * size,
                                SC_RAGDOLL_JOINTS * size};
}

static bool ragdoll_pit_create(scree_world *world, const scree_scene_params *params,
                               scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def wall = scree_shape_def_default();
    int columns = pit_columns(params->size), rows = (params->size + columns - 1) / columns;
    float width = PIT_SPACING_X * (float)columns, height = PIT_SPACING_Y * (float)rows + 2.0f;
    sc_build_closed_box(&builder, &wall, sc_aabb_of(0.0f, 0.0f, width, height));
    for (int i = 0; i < params->size; ++i)
    {
        // Every other row is moved, so that they do not land head on.
        int row = i / columns;
        float x = (float)(i % columns) + (row % 2 == 0 ? 0.35f : 0.65f);
        scree_vec2 feet = {PIT_SPACING_X * x, PIT_SPACING_Y * (float)row + 0.5f};
        sc_build_ragdoll(&builder, feet, i + 1);
    }
    return builder.ok;
}

const scree_scene sc_scene_ragdoll_pit = {
    .name = "ragdoll_pit",
    .description = "ragdolls dropped into a pit",
    .size_meaning = "ragdolls",
    .size_default = 500,
    .size_min = 1,
    .size_max = 20000,
    .steps = 600,
    .verify_size = 20,
    .verify_steps = 120,
    .counts = ragdoll_pit_counts,
    .create = ragdoll_pit_create,
};
