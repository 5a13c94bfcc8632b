/// A car with sprung wheels drives over bumps and brakes.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

typedef struct car
{
    scree_body_id chassis;
    scree_joint_id wheels[2];  // rear, front: the rear one is driven
} car;

static void build_road(scree_world *world)
{
    // Ground of one chain, from right to left: bodies collide with it from above.
    enum
    {
        POINTS = 121
    };
    scree_vec2 points[POINTS];
    for (int i = 0; i < POINTS; ++i)
    {
        float x = 60.0f - (float)i;
        points[i] = scree_vec2_from(x, x > 5.0f && x < 40.0f ? 0.3f * sinf(x) : 0.0f);
    }
    scree_body_def def = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_chain_def road = scree_chain_def_default();
    road.points = points;
    road.count = POINTS;
    scree_chain_create(world, scree_body_create(world, &def), &material, &road);
}

static car build_car(scree_world *world)
{
    car c;
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = scree_vec2_from(-5.0f, 1.0f);
    c.chassis = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.density = 100.0f;
    scree_polygon hull = scree_polygon_box(1.2f, 0.3f);
    scree_shape_create_polygon(world, c.chassis, &material, &hull);

    material.material.friction = 1.5f;
    scree_circle tyre = {{0.0f, 0.0f}, 0.4f};
    for (int i = 0; i < 2; ++i)
    {
        scree_body_def wheel_def = scree_body_def_default();
        wheel_def.type = SCREE_BODY_DYNAMIC;
        wheel_def.position = scree_vec2_from(i == 0 ? -5.9f : -4.1f, 0.6f);
        scree_body_id wheel = scree_body_create(world, &wheel_def);
        scree_shape_create_circle(world, wheel, &material, &tyre);

        // The wheel moves up and down on a damped spring; the motor turns it.
        scree_wheel_joint_def joint = scree_wheel_joint_def_default();
        joint.base.body_a = c.chassis;
        joint.base.body_b = wheel;
        scree_joint_frames_at(world, wheel_def.position, scree_vec2_from(0.0f, 1.0f), &joint.base);
        joint.spring.hertz = 4.0f;
        joint.limits.enable = true;
        joint.limits.lower = -0.25f;
        joint.limits.upper = 0.25f;
        joint.motor.enable = i == 0;
        joint.motor.max = 400.0f;  // N m
        c.wheels[i] = scree_joint_create_wheel(world, &joint);
    }
    return c;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    build_road(world);
    car c = build_car(world);
    for (int step = 0; step < 720; ++step)
    {
        // Throttle for 6 s, then brake. Positive angles turn counter-clockwise, which is backwards.
        scree_joint_set_motor_speed(world, c.wheels[0], step < 360 ? -20.0f : 0.0f);
        scree_world_step(world, 1.0f / 60.0f, 4);
        if (step % 120 == 119)
        {
            printf("%2d s: x = %.1f m, %.1f m/s, rear spring at %.2f m\n", (step + 1) / 60,
                   (double)scree_body_position(world, c.chassis).x,
                   (double)scree_body_linear_velocity(world, c.chassis).x,
                   (double)scree_joint_coordinate(world, c.wheels[0]));
        }
    }
    bool upright = scree_body_rotation(world, c.chassis).cos > 0.9f;
    bool stopped = fabsf(scree_body_linear_velocity(world, c.chassis).x) < 0.1f;
    printf("the car %s and %s\n", upright ? "is upright" : "fell over",
           stopped ? "has stopped" : "still moves");
    scree_world_destroy(world);
    return upright && stopped ? 0 : 1;
}
