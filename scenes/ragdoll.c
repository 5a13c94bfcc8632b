#include "ragdoll.h"

#define PI 3.14159265f

/// Categories: what ragdolls stand on has the default one, and feet touch nothing else.
#define GROUND_CATEGORY 1u
#define RAGDOLL_CATEGORY 2u

/// Of the record holder's scene: N m of friction in a hinge, and its spring.
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

static scree_revolute_def hinge_of(const bone *bone, scree_body_id parent, scree_body_id body)
{
    scree_revolute_def def = scree_revolute_def_default();
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
        scree_revolute_def hinge = hinge_of(&bones[i], bodies[bones[i].parent], bodies[i]);
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
