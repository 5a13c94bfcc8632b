/// Prints the hash of a tower after 240 steps. packaging/npm/test/worlds.test.mjs makes the same
/// calls in JavaScript and compares.
#include "scree/scree.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity = (scree_vec2){0.0f, -9.81f};
    scree_world *world = scree_world_create(&world_def);
    scree_body_def body_def = scree_body_def_default();
    scree_shape_def shape_def = scree_shape_def_default();
    scree_body_id ground = scree_body_create(world, &body_def);
    const scree_half_space floor = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &shape_def, &floor);
    const scree_polygon box = scree_polygon_box(0.5f, 0.5f);
    body_def.type = SCREE_BODY_DYNAMIC;
    shape_def.density = 1.0f;
    for (int i = 0; i < 12; ++i)
    {
        body_def.position = (scree_vec2){0.25f * (float)(i % 2), 0.5f + 1.25f * (float)i};
        scree_shape_create_polygon(world, scree_body_create(world, &body_def), &shape_def, &box);
    }
    for (int step = 0; step < 240; ++step)
    {
        if (scree_world_step(world, 1.0f / 60.0f, 4) != SCREE_OK)
        {
            fprintf(stderr, "%s\n", scree_error_text(world));
            return 1;
        }
    }
    printf("%" PRIx64 "\n", scree_world_hash(world));
    scree_world_destroy(world);
    return 0;
}
