/// An explosion beside a wall of bricks, and wind that carries away the light pieces.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    COLUMNS = 6,
    ROWS = 10
};

/// A wall on the ground. Every second row is light: 0.5 instead of 50 kg/m^2.
static void build_wall(scree_world *world, scree_body_id *bricks)
{
    scree_body_def ground_def = scree_body_def_default();
    scree_shape_def stone = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, scree_body_create(world, &ground_def), &stone,
                                  &half_space);

    scree_polygon box = scree_polygon_box(0.24f, 0.12f);
    for (int i = 0; i < COLUMNS * ROWS; ++i)
    {
        int row = i / COLUMNS;
        scree_body_def def = scree_body_def_default();
        def.type = SCREE_BODY_DYNAMIC;
        def.position = scree_vec2_from(0.5f * (float)(i % COLUMNS) + 0.25f * (float)(row % 2),
                                       0.13f + 0.25f * (float)row);
        bricks[i] = scree_body_create(world, &def);
        scree_shape_def material = scree_shape_def_default();
        material.density = row % 2 == 0 ? 50.0f : 0.5f;
        scree_shape_create_polygon(world, bricks[i], &material, &box);
    }
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_id bricks[COLUMNS * ROWS];
    build_wall(world, bricks);
    for (int step = 0; step < 60; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
    }

    // The impulse is in proportion to the width of a brick as seen from the blast: light bricks fly
    // faster. Walls give no shelter.
    scree_explosion_def blast = scree_explosion_def_default();
    blast.position = scree_vec2_from(-0.5f, 0.3f);
    blast.radius = 1.0f;
    blast.falloff = 2.0f;
    blast.impulse_per_length = 20.0f;
    scree_world_explode(world, &blast);
    float fastest = 0.0f;
    for (int i = 0; i < COLUMNS * ROWS; ++i)
    {
        float speed = scree_vec2_length(scree_body_linear_velocity(world, bricks[i]));
        fastest = speed > fastest ? speed : fastest;
    }

    // Wind is applied before each step, for the length of that step.
    scree_wind_def wind = scree_wind_def_default();
    wind.velocity = scree_vec2_from(8.0f, 0.0f);
    for (int step = 0; step < 240; ++step)
    {
        scree_world_apply_wind(world, &wind, 1.0f / 60.0f);
        scree_world_step(world, 1.0f / 60.0f, 4);
    }
    float light = 0.0f, heavy = 0.0f;  // m, mean place
    for (int i = 0; i < COLUMNS * ROWS; ++i)
    {
        float x = scree_body_position(world, bricks[i]).x / (float)(COLUMNS * ROWS / 2);
        *(i / COLUMNS % 2 == 0 ? &heavy : &light) += x;
    }
    printf("the fastest brick flies off at %.0f m/s\n", (double)fastest);
    printf("heavy bricks lie at %.1f m, light ones at %.1f m\n", (double)heavy, (double)light);
    scree_world_destroy(world);
    return fastest > 10.0f && light > heavy + 2.0f ? 0 : 1;
}
