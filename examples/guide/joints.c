/// Guide, step 4: a pendulum on a hinge, a motor with limits, a spring.
#include <scree/scree.h>

#include <stdio.h>

static scree_body_id add_bar(scree_world *world, scree_body_type type, scree_vec2 position)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = position;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon bar = scree_polygon_box(1.0f, 0.1f);
    scree_shape_create_polygon(world, body, &material, &bar);
    return body;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_id wall = add_bar(world, SCREE_BODY_STATIC, scree_vec2_from(0.0f, 0.0f));

    // A joint holds a frame (a point and a direction) of each body. scree_joint_frames_at computes
    // both frames from one point in the world.
    scree_body_id pendulum = add_bar(world, SCREE_BODY_DYNAMIC, scree_vec2_from(2.0f, 5.0f));
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    hinge.base.body_a = wall;
    hinge.base.body_b = pendulum;
    const scree_vec2 right = {1.0f, 0.0f};
    scree_joint_frames_at(world, scree_vec2_from(1.0f, 5.0f), right, &hinge.base);
    scree_joint_id pivot = scree_joint_create_revolute(world, &hinge);

    // The same joint with a motor that pushes the bar up, and limits that stop it.
    scree_body_id gate = add_bar(world, SCREE_BODY_DYNAMIC, scree_vec2_from(7.0f, 5.0f));
    hinge.base.body_b = gate;
    scree_joint_frames_at(world, scree_vec2_from(6.0f, 5.0f), right, &hinge.base);
    hinge.motor.enable = true;
    hinge.motor.speed = 1.0f;  // rad/s
    hinge.motor.max = 20.0f;   // N m
    hinge.limits.enable = true;
    hinge.limits.lower = 0.2f;
    hinge.limits.upper = 1.0f;  // rad
    scree_joint_id lock = scree_joint_create_revolute(world, &hinge);

    float lowest = 0.0f;
    for (int step = 0; step < 180; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        // The coordinate of a hinge is the angle of b against a.
        float angle = scree_joint_coordinate(world, pivot);
        lowest = angle < lowest ? angle : lowest;
    }
    printf("the pendulum swung to %.2f rad\n", (double)lowest);
    printf("the gate is open at %.2f rad\n", (double)scree_joint_coordinate(world, lock));
    scree_joint_set_motor_speed(world, lock, -1.0f);
    for (int step = 0; step < 120; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
    }
    printf("the gate is closed at %.2f rad\n", (double)scree_joint_coordinate(world, lock));
    scree_world_destroy(world);
    return 0;
}
