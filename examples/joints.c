/// Five kinds of joints: hinge with a motor, gear, slider with limits, spring, weld that breaks.
#include <scree/scree.h>

#include <stdio.h>

static const scree_vec2 right = {1.0f, 0.0f}, up = {0.0f, 1.0f};

static scree_body_id add_box(scree_world *world, scree_body_type type, float x, float y,
                             float half_width, float half_height)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = scree_vec2_from(x, y);
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(half_width, half_height);
    scree_shape_create_polygon(world, body, &material, &box);
    return body;
}

/// The frames of a joint meet in one point of the world; `axis` is the direction of a slide.
static void join(scree_world *world, scree_body_id a, scree_body_id b, float x, float y,
                 scree_vec2 axis, scree_joint_base *base)
{
    base->body_a = a;
    base->body_b = b;
    scree_joint_frames_at(world, scree_vec2_from(x, y), axis, base);
}

/// A bar on a hinge, turned by a motor at 2 rad/s with at most 100 N m, and a second bar on a hinge
/// of its own; the gear turns it back half as fast.
static void add_gear(scree_world *world, scree_body_id wall, scree_body_id *crank,
                     scree_body_id *slow)
{
    *crank = add_box(world, SCREE_BODY_DYNAMIC, -6.0f, 2.0f, 0.5f, 0.1f);
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    join(world, wall, *crank, -6.0f, 2.0f, right, &hinge.base);
    hinge.motor.enable = true;
    hinge.motor.speed = 2.0f;
    hinge.motor.max = 100.0f;
    scree_joint_create_revolute(world, &hinge);
    *slow = add_box(world, SCREE_BODY_DYNAMIC, -3.0f, 2.0f, 0.5f, 0.1f);
    hinge.motor.enable = false;
    join(world, wall, *slow, -3.0f, 2.0f, right, &hinge.base);
    scree_joint_create_revolute(world, &hinge);
    scree_gear_joint_def gear = scree_gear_joint_def_default();
    gear.base.body_a = *crank;
    gear.base.body_b = *slow;
    gear.ratio = -2.0f;
    scree_joint_create_gear(world, &gear);
}

/// A lift: it slides up and down between 0 and 1.5 m above its start.
static scree_joint_id add_lift(scree_world *world, scree_body_id wall)
{
    scree_body_id lift = add_box(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.1f);
    scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
    join(world, wall, lift, 0.0f, 0.0f, up, &slider.base);
    slider.limits.enable = true;
    slider.limits.lower = 0.0f;
    slider.limits.upper = 1.5f;
    slider.motor.enable = true;
    slider.motor.speed = 1.0f;
    slider.motor.max = 50.0f;
    return scree_joint_create_prismatic(world, &slider);
}

/// A box that hangs on a spring of 2 m and 1 Hz.
static scree_body_id add_bob(scree_world *world, scree_body_id wall)
{
    scree_body_id bob = add_box(world, SCREE_BODY_DYNAMIC, 3.0f, 2.0f, 0.25f, 0.25f);
    scree_distance_joint_def spring = scree_distance_joint_def_default();
    spring.base.body_a = wall;
    spring.base.body_b = bob;
    spring.base.frame_a.position = scree_vec2_from(3.0f, 6.0f);  // 4 m above the ground
    spring.length = 2.0f;
    spring.spring.enable = true;
    spring.spring.hertz = 1.0f;
    spring.spring.damping_ratio = 0.3f;
    scree_joint_create_distance(world, &spring);
    return bob;
}

/// A shelf welded to the ground by its end; the weld breaks under more than 40 N m.
static void add_shelf(scree_world *world, scree_body_id wall)
{
    add_box(world, SCREE_BODY_DYNAMIC, 6.5f, 12.0f, 1.0f, 0.5f);  // falls on it
    scree_body_id shelf = add_box(world, SCREE_BODY_DYNAMIC, 6.0f, 2.0f, 1.0f, 0.1f);
    scree_weld_joint_def weld = scree_weld_joint_def_default();
    join(world, wall, shelf, 5.0f, 2.0f, right, &weld.base);
    weld.base.break_torque = 40.0f;
    scree_joint_create_weld(world, &weld);
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_id wall = add_box(world, SCREE_BODY_STATIC, 0.0f, -2.0f, 10.0f, 0.5f);
    scree_body_id crank, slow;
    add_gear(world, wall, &crank, &slow);
    scree_joint_id lift = add_lift(world, wall);
    scree_body_id bob = add_bob(world, wall);
    add_shelf(world, wall);

    int breaks = 0;
    for (int step = 0; step < 300; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        breaks += scree_world_joint_events(world).break_count;
    }
    printf("gear: %.2f and %.2f rad/s\n", (double)scree_body_angular_velocity(world, crank),
           (double)scree_body_angular_velocity(world, slow));
    printf("lift: %.2f m up\n", (double)scree_joint_coordinate(world, lift));
    printf("bob: %.2f m below its hook\n", 4.0 - (double)scree_body_position(world, bob).y);
    printf("shelf: %d weld broke\n", breaks);
    scree_world_destroy(world);
    return 0;
}
