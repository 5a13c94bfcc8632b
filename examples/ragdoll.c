/// A ragdoll: capsules with hinges that have limits and a little friction. It falls down stairs.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

enum
{
    TORSO,
    HEAD,
    UPPER_ARM,
    LOWER_ARM,
    THIGH,
    SHIN,
    BONES
};

typedef struct bone
{
    int parent;
    scree_vec2 from, to;  // m, of a standing figure whose feet are at the origin
    float radius;
    float lower, upper;  // limits of the hinge at `from`, rad
} bone;

static const bone bones[BONES] = {
    {-1, {0.0f, 0.8f}, {0.0f, 1.3f}, 0.13f, 0.0f, 0.0f},
    {TORSO, {0.0f, 1.43f}, {0.0f, 1.6f}, 0.1f, -0.5f, 0.5f},
    {TORSO, {0.0f, 1.3f}, {0.05f, 1.02f}, 0.05f, -1.5f, 2.5f},
    {UPPER_ARM, {0.05f, 1.02f}, {0.1f, 0.78f}, 0.04f, 0.0f, 2.2f},
    {TORSO, {0.0f, 0.8f}, {0.03f, 0.42f}, 0.08f, -0.5f, 1.8f},
    {THIGH, {0.03f, 0.42f}, {0.0f, 0.05f}, 0.06f, -2.2f, 0.0f},
};

/// Creates the bones with their joints, moved by `offset`.
static void build_ragdoll(scree_world *world, scree_vec2 offset, scree_body_id *bodies,
                          scree_joint_id *joints)
{
    scree_shape_def material = scree_shape_def_default();
    material.density = 300.0f;
    material.filter.group = -1;  // bones of one figure do not collide with each other
    for (int i = 0; i < BONES; ++i)
    {
        scree_body_def def = scree_body_def_default();
        def.type = SCREE_BODY_DYNAMIC;
        def.position = offset;
        bodies[i] = scree_body_create(world, &def);
        scree_capsule capsule = {bones[i].from, bones[i].to, bones[i].radius};
        scree_shape_create_capsule(world, bodies[i], &material, &capsule);
        if (bones[i].parent < 0)
        {
            continue;
        }
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base.body_a = bodies[bones[i].parent];
        hinge.base.body_b = bodies[i];
        hinge.base.frame_a.position = hinge.base.frame_b.position = bones[i].from;
        hinge.limits.enable = true;
        hinge.limits.lower = bones[i].lower;
        hinge.limits.upper = bones[i].upper;
        hinge.motor.enable = true;  // speed 0: friction of the joint
        hinge.motor.max = 1.0f;     // N m
        joints[i] = scree_joint_create_revolute(world, &hinge);
    }
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def stone = scree_shape_def_default();
    stone.material.friction = 0.1f;  // worn stairs
    for (int i = 0; i < 12; ++i)
    {
        float top = i < 10 ? 3.0f - 0.3f * (float)i : 0.0f;
        scree_vec2 center = {(i < 11 ? 0.5f : 10.0f) + 0.5f * (float)i, top - 1.0f};
        scree_polygon step = scree_polygon_box_at(i < 11 ? 0.25f : 9.5f, 1.0f, center, 0.0f, 0.0f);
        scree_shape_create_polygon(world, ground, &stone, &step);
    }

    scree_body_id bodies[BONES];
    scree_joint_id joints[BONES];
    build_ragdoll(world, scree_vec2_from(0.5f, 3.0f), bodies, joints);
    scree_body_apply_impulse(world, bodies[HEAD], scree_vec2_from(12.0f, 0.0f),
                             scree_body_center_of_mass(world, bodies[HEAD]));

    float worst = 0.0f;  // m, the largest gap of a joint
    int step = 0;
    for (; step < 1200 && (step < 60 || scree_body_is_awake(world, bodies[TORSO])); ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        for (int i = 1; i < BONES; ++i)
        {
            worst = fmaxf(worst, scree_joint_linear_separation(world, joints[i]));
        }
    }
    scree_vec2 head = scree_body_center_of_mass(world, bodies[HEAD]);
    printf("asleep after %.1f s, the head at (%.1f, %.1f) m\n", (double)step / 60.0, (double)head.x,
           (double)head.y);
    bool held = worst < 0.05f, down = head.y < 1.0f && head.x > 2.0f;
    printf("%s, %s\n", down ? "it fell down the stairs" : "it did not fall",
           held ? "the joints held" : "the joints opened");
    scree_world_destroy(world);
    return held && down ? 0 : 1;
}
