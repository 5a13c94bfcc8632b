/// A thousand particles fill a tank; a light box floats on them, a heavy one sinks.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

enum
{
    COUNT = 1000,
    COLUMNS = 40
};

static float x[COUNT], y[COUNT], radius[COUNT];  // m

static scree_body_id drop_box(scree_world *world, float left, float density)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = scree_vec2_from(left, 5.0f);
    scree_body_id box = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.density = density;
    scree_polygon square = scree_polygon_box(0.4f, 0.4f);
    scree_shape_create_polygon(world, box, &material, &square);
    return box;
}

/// Particles collide with the shapes of the world.
static void build_tank(scree_world *world)
{
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    const scree_vec2 half[3] = {{3.0f, 0.2f}, {0.2f, 4.0f}, {0.2f, 4.0f}};
    const scree_vec2 center[3] = {{0.0f, -0.2f}, {-2.8f, 4.0f}, {2.8f, 4.0f}};
    for (int i = 0; i < 3; ++i)
    {
        scree_polygon wall = scree_polygon_box_at(half[i].x, half[i].y, center[i], 0.0f, 0.0f);
        scree_shape_create_polygon(world, ground, &material, &wall);
    }
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);

    build_tank(world);
    scree_particle_settings settings = scree_particle_settings_default();
    settings.damping = 0.2f;
    settings.friction = 0.0f;
    scree_world_set_particle_settings(world, &settings);

    // All particles by one call, in two sizes.
    for (int i = 0; i < COUNT; ++i)
    {
        x[i] = 0.124f * ((float)(i % COLUMNS) - 0.5f * (float)(COLUMNS - 1));
        y[i] = 0.1f + 0.13f * (float)(i / COLUMNS);
        radius[i] = i % 2 == 0 ? 0.05f : 0.06f;
    }
    scree_particle_def def = scree_particle_def_default();
    scree_particle_batch batch = {&def, COUNT, x, y, NULL, NULL, radius};
    if (scree_particles_create(world, &batch, NULL) != SCREE_OK)
    {
        puts(scree_error_text(world));
        return 1;
    }
    scree_body_id boxes[2];
    for (int step = 0; step < 900; ++step)
    {
        if (step == 300)
        {
            boxes[0] = drop_box(world, -1.3f, 0.3f);
            boxes[1] = drop_box(world, 1.3f, 3.0f);
        }
        scree_world_step(world, 1.0f / 60.0f, 4);
    }

    // The live arrays: count, id, x, y, radius, inverse_mass, vx, vy.
    scree_particle_view view = scree_world_particles(world);
    int inside = 0;
    float top = 0.0f;
    for (int i = 0; i < view.count; ++i)
    {
        inside += fabsf(view.x[i]) < 2.7f && view.y[i] > -0.01f;
        top = fmaxf(top, view.y[i] + view.radius[i]);
    }
    float light = scree_body_position(world, boxes[0]).y;
    float heavy = scree_body_position(world, boxes[1]).y;
    printf("%d of %d particles are in the tank, up to %.1f m\n", inside, view.count, (double)top);
    printf("the light box is at %.1f m, the heavy one at %.1f m\n", (double)light, (double)heavy);
    scree_world_destroy(world);
    return inside == COUNT && light > heavy + 1.0f ? 0 : 1;
}
