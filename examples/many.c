/// Twenty thousand boxes: created, pushed and read without a call per body.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    COLUMNS = 200,
    ROWS = 100,
    COUNT = COLUMNS * ROWS
};

static float x[COUNT], y[COUNT];          // m
static float wind[COUNT];                 // N s
static float instances[4 * (COUNT + 1)];  // x, y, cos, sin of every body, for the renderer
static scree_body_id ids[COUNT];

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.body_capacity = COUNT + 1;  // hints: memory taken once, at creation
    world_def.shape_capacity = COUNT + 1;
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL)
    {
        puts(scree_error_text(NULL));
        return 1;
    }

    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &material, &half_space);

    for (int i = 0; i < COUNT; ++i)
    {
        x[i] = 1.1f * (float)(i % COLUMNS);
        y[i] = 0.6f + 1.1f * (float)(i / COLUMNS);
        wind[i] = 0.2f;
    }
    scree_body_def box_def = scree_body_def_default();
    box_def.type = SCREE_BODY_DYNAMIC;
    // Absent arrays (angle, vx, vy, w) take the definition's value.
    scree_body_batch batch = {&box_def, COUNT, x, y, NULL, NULL, NULL, NULL};
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);
    if (scree_bodies_create(world, &batch, ids) != SCREE_OK ||
        scree_shapes_create_polygon(world, ids, COUNT, &material, &square, NULL) != SCREE_OK ||
        scree_bodies_apply_impulse(world, ids, COUNT, wind, NULL, NULL) != SCREE_OK)
    {
        puts(scree_error_text(world));
        return 1;
    }

    for (int i = 0; i < 60; ++i)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
    }

    // The live arrays: count, id, x, y, cos, sin, vx, vy, w. Dynamic bodies come first. Valid until
    // the next step or the next call that changes the set of bodies.
    scree_body_view bodies = scree_world_bodies(world);
    float highest = 0.0f;
    for (int i = 0; i < bodies.dynamic_count; ++i)
    {
        highest = bodies.y[i] > highest ? bodies.y[i] : highest;
    }
    int written = scree_world_write_instances(world, instances, COUNT + 1);
    scree_counters counters = scree_world_counters(world);
    printf("%d bodies, %d contacts, the highest at %.1f m, %d instances written\n", bodies.count,
           counters.contacts, (double)highest, written);
    scree_world_destroy(world);
    return 0;
}
