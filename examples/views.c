/// Live arrays: reads and writes the state of all bodies in place, and keeps a table of sprites in
/// step with it by the events of bodies.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    COUNT = 500
};

typedef struct sprite
{
    scree_vec2 position;
    float cos, sin;
    int updates;
} sprite;

static sprite sprites[COUNT];
static scree_body_id ids[COUNT];
static float x[COUNT], y[COUNT];

/// Bodies and shapes by one call each; then each body gets its sprite as user data.
static bool build(scree_world *world)
{
    scree_body_def ground_def = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, scree_body_create(world, &ground_def), &material,
                                  &half_space);

    for (int i = 0; i < COUNT; ++i)
    {
        x[i] = 1.2f * (float)(i % 50);
        y[i] = 0.5f + 1.2f * (float)(i / 50);
    }
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_body_batch batch = {&def, COUNT, x, y, NULL, NULL, NULL, NULL};
    scree_polygon box = scree_polygon_box(0.5f, 0.5f);
    if (scree_bodies_create(world, &batch, ids) != SCREE_OK ||
        scree_shapes_create_polygon(world, ids, COUNT, &material, &box, NULL) != SCREE_OK)
    {
        puts(scree_error_text(world));
        return false;
    }
    for (int i = 0; i < COUNT; ++i)
    {
        scree_body_set_user_data(world, ids[i], &sprites[i]);
    }
    return true;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    if (!build(world))
    {
        return 1;
    }

    int moves = 0, slept = 0;
    for (int step = 0; step < 400; ++step)
    {
        // A field that pulls to the middle, written straight into the velocities. Rows change in
        // each step, so the view is fetched again.
        scree_body_view view = scree_world_bodies(world);
        for (int i = 0; step < 30 && i < view.dynamic_count; ++i)
        {
            view.vx[i] += 0.02f * (30.0f - view.x[i]) / 60.0f;
        }
        scree_world_step(world, 1.0f / 60.0f, 4);

        // The list holds bodies that moved: sleeping ones cost the renderer nothing.
        scree_body_events events = scree_world_body_events(world);
        for (int i = 0; i < events.moved_count; ++i)
        {
            const scree_body_move *move = &events.moved[i];
            sprite *s = (sprite *)move->user_data;
            s->position = move->position;
            s->cos = move->cos;
            s->sin = move->sin;
            ++s->updates;
        }
        moves += events.moved_count;
        slept += events.fell_asleep_count - events.woke_count;
    }

    int same = 0;
    for (int i = 0; i < COUNT; ++i)
    {
        scree_vec2 position = scree_body_position(world, ids[i]);
        same += sprites[i].position.x == position.x && sprites[i].position.y == position.y;
    }
    printf("%d moves of at most %d, %d bodies asleep\n", moves, 400 * COUNT, slept);
    printf("%d of %d sprites are where their bodies are\n", same, COUNT);
    scree_world_destroy(world);
    return same == COUNT && slept == COUNT ? 0 : 1;
}
