/// Guide, step 1: a world with a ground and a box.
#include <scree/scree.h>

#include <stdio.h>

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity = scree_vec2_from(0.0f, -9.81f);  // m/s^2
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL)
    {
        puts(scree_error_text(NULL));
        return 1;
    }

    // A body has a place; a shape gives it an outline and a material.
    scree_body_def ground_def = scree_body_def_default();  // static, at the origin
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};  // solid below y = 0
    scree_shape_create_half_space(world, ground, &material, &half_space);

    scree_body_def box_def = scree_body_def_default();
    box_def.type = SCREE_BODY_DYNAMIC;
    box_def.position = scree_vec2_from(0.0f, 3.0f);  // m
    scree_body_id box = scree_body_create(world, &box_def);
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);  // half width, half height
    scree_shape_create_polygon(world, box, &material, &square);

    for (int step = 0; step < 120; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);  // s, substeps
        if (step % 20 == 19)
        {
            printf("%.2f s: %.2f m\n", (step + 1) / 60.0,
                   (double)scree_body_position(world, box).y);
        }
    }
    scree_world_destroy(world);
    return 0;
}
