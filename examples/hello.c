/// A box falls on the ground and comes to rest.
#include <scree/scree.h>

#include <stdio.h>

int main(void)
{
    scree_world_def world_def = scree_world_def_default();  // gravity (0, -10) m/s^2
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL)
    {
        puts(scree_error_text(NULL));
        return 1;
    }

    scree_body_def ground_def = scree_body_def_default();  // static, at the origin
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();  // density 1 kg/m^2, friction 0.6
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &material, &half_space);

    scree_body_def box_def = scree_body_def_default();
    box_def.type = SCREE_BODY_DYNAMIC;
    box_def.position.y = 4.0f;
    scree_body_id box = scree_body_create(world, &box_def);
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);  // half extents, m
    scree_shape_create_polygon(world, box, &material, &square);

    for (int i = 0; i < 120; ++i)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);  // s, substeps
    }

    scree_vec2 position = scree_body_position(world, box);
    printf("the box rests at %.3f m\n", (double)position.y);
    scree_world_destroy(world);
    return 0;
}
