/// A bridge of planks that hangs between two cliffs and carries a ball across; a heavy one tears
/// it.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    PLANKS = 20
};

static const float plank = 0.5f;  // m, length of each

static scree_body_id add_cliff(scree_world *world, float left, float right)
{
    scree_body_def def = scree_body_def_default();
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_vec2 center = {0.5f * (left + right), -2.0f};
    scree_polygon box = scree_polygon_box_at(0.5f * (right - left), 2.0f, center, 0.0f, 0.0f);
    scree_shape_create_polygon(world, body, &material, &box);
    return body;
}

static void build_bridge(scree_world *world, scree_body_id left, scree_body_id right)
{
    scree_shape_def wood = scree_shape_def_default();
    wood.density = 20.0f;
    scree_polygon box = scree_polygon_box(0.5f * plank, 0.06f);
    scree_body_id previous = left;
    for (int i = 0; i <= PLANKS; ++i)
    {
        scree_body_id next = right;
        if (i < PLANKS)
        {
            scree_body_def def = scree_body_def_default();
            def.type = SCREE_BODY_DYNAMIC;
            def.position = scree_vec2_from(((float)i + 0.5f) * plank, -0.06f);
            next = scree_body_create(world, &def);
            scree_shape_create_polygon(world, next, &wood, &box);
        }
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base.body_a = previous;
        hinge.base.body_b = next;
        scree_joint_frames_at(world, scree_vec2_from((float)i * plank, -0.06f),
                              scree_vec2_from(1.0f, 0.0f), &hinge.base);
        hinge.base.break_force = i == PLANKS / 2 ? 8000.0f : 16000.0f;  // N: one is worn
        scree_joint_create_revolute(world, &hinge);
        previous = next;
    }
}

/// Rolls a ball onto the bridge from the left. Returns whether it arrived on the other side.
static bool roll_ball(scree_world *world, float density, int *broken)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = scree_vec2_from(-2.0f, 0.5f);
    def.linear_velocity.x = 9.0f;
    scree_body_id ball = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.density = density;
    scree_circle circle = {{0.0f, 0.0f}, 0.5f};
    scree_shape_create_circle(world, ball, &material, &circle);
    *broken = 0;
    for (int step = 0; step < 300; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        scree_joint_events events = scree_world_joint_events(world);
        for (int i = 0; i < events.break_count; ++i)
        {
            scree_vec2 force = events.breaks[i].force;
            printf("a hinge broke at %.0f N\n", (double)scree_vec2_length(force));
        }
        *broken += events.break_count;
    }
    scree_vec2 position = scree_body_position(world, ball);
    scree_body_destroy(world, ball);
    return position.x > (float)PLANKS * plank && position.y > 0.0f;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_id left = add_cliff(world, -20.0f, 0.0f);
    scree_body_id right = add_cliff(world, (float)PLANKS * plank, 80.0f);
    build_bridge(world, left, right);

    int light_breaks = 0, heavy_breaks = 0;
    bool light = roll_ball(world, 10.0f, &light_breaks);
    printf("a ball of 8 kg %s\n", light ? "crossed the bridge" : "fell");
    bool heavy = roll_ball(world, 2000.0f, &heavy_breaks);
    printf("a ball of 1,571 kg %s\n", heavy ? "crossed the bridge" : "tore the bridge and fell");
    scree_world_destroy(world);
    return light && light_breaks == 0 && !heavy && heavy_breaks > 0 ? 0 : 1;
}
