/// Fast bodies: spinning rods are shot at a thin door in front of a thin wall. Continuous collision
/// stops every body at static shapes, and bullets at moving bodies, too.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    RODS = 100
};

static scree_body_id add_panel(scree_world *world, scree_body_type type, float x, float density)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position.x = x;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.density = density;
    scree_polygon panel = scree_polygon_box(0.05f, 100.0f);
    scree_shape_create_polygon(world, body, &material, &panel);
    return body;
}

/// Shoots one rod at 300 m/s, which is 5 m in each step. Returns how far it gets.
static float shoot(int index, bool continuous, bool bullet)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity.y = 0.0f;
    world_def.enable_continuous = continuous;
    scree_world *world = scree_world_create(&world_def);
    add_panel(world, SCREE_BODY_DYNAMIC, 12.0f, 8000.0f);  // the door
    add_panel(world, SCREE_BODY_STATIC, 22.0f, 1.0f);      // the wall

    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position.x = -0.05f * (float)index;
    def.linear_velocity.x = 300.0f;
    def.angular_velocity = 1.7f * (float)index;
    def.bullet = bullet;
    scree_body_id rod = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(0.4f, 0.02f);
    scree_shape_create_polygon(world, rod, &material, &box);

    float farthest = 0.0f;  // m
    for (int step = 0; step < 20; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        float x = scree_body_position(world, rod).x;
        farthest = x > farthest ? x : farthest;
    }
    scree_world_destroy(world);
    return farthest;
}

int main(void)
{
    static const char *const names[3] = {"without continuous collision", "with it", "as bullets"};
    int past_door[3] = {0, 0, 0}, past_wall[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i)
    {
        for (int k = 0; k < RODS; ++k)
        {
            float farthest = shoot(k, i > 0, i > 1);
            past_door[i] += farthest > 12.0f;
            past_wall[i] += farthest > 22.0f;
        }
        printf("%s: %d of %d rods pass the door, %d the wall\n", names[i], past_door[i], RODS,
               past_wall[i]);
    }
    return past_wall[1] == 0 && past_door[2] == 0 ? 0 : 1;
}
