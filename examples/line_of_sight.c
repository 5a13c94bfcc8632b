/// Who sees whom: 10,000 bodies, 64 watchers, and a batch of rays from each watcher to every body
/// near it.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    COLUMNS = 100,
    BODIES = COLUMNS * COLUMNS,
    WATCHERS = 64
};

static float x[BODIES], y[BODIES];            // m
static float from_x[BODIES], from_y[BODIES];  // rays
static float to_x[BODIES], to_y[BODIES];
static float fraction[BODIES];
static scree_shape_id hit[BODIES];
static scree_body_id bodies[BODIES];
static scree_shape_id shapes[BODIES];

static bool build_world(scree_world *world)
{
    for (int i = 0; i < BODIES; ++i)
    {
        // Rows that are a little out of line, so that none hides a whole row.
        x[i] = 3.0f * (float)(i % COLUMNS) + 0.13f * (float)(i * 7 % 11);
        y[i] = 3.0f * (float)(i / COLUMNS) + 0.13f * (float)(i * 5 % 13);
    }
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_body_batch batch = {&def, BODIES, x, y, NULL, NULL, NULL, NULL};
    scree_shape_def material = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(0.5f, 0.5f);
    return scree_bodies_create(world, &batch, bodies) == SCREE_OK &&
           scree_shapes_create_polygon(world, bodies, BODIES, &material, &box, shapes) == SCREE_OK;
}

/// How many bodies within `range` a watcher sees: rays to their middles that end at them.
static int count_seen(const scree_world *world, int watcher, float range, int *looked_at)
{
    // An eye to the upper right of its own body, which rays from outside would hit.
    float eye_x = x[watcher] + 1.0f, eye_y = y[watcher] + 1.0f;
    int targets[BODIES], count = 0, seen = 0;
    for (int i = 0; i < BODIES; ++i)
    {
        float dx = x[i] - eye_x, dy = y[i] - eye_y;
        if (i != watcher && dx * dx + dy * dy < range * range)
        {
            targets[count] = i;
            from_x[count] = eye_x;
            from_y[count] = eye_y;
            to_x[count] = dx;
            to_y[count++] = dy;
        }
    }
    scree_ray_batch rays = {count, from_x, from_y, to_x, to_y, scree_query_filter_default()};
    if (scree_world_cast_rays(world, &rays, fraction, hit, NULL, NULL) != SCREE_OK)
    {
        puts(scree_error_text(NULL));
        return -1;
    }
    for (int i = 0; i < count; ++i)
    {
        seen += hit[i].value == shapes[targets[i]].value;
    }
    *looked_at += count;
    return seen;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.gravity.y = 0.0f;
    world_def.body_capacity = BODIES;
    world_def.shape_capacity = BODIES;
    scree_world *world = scree_world_create(&world_def);
    if (world == NULL || !build_world(world))
    {
        puts(scree_error_text(world));
        return 1;
    }
    scree_world_step(world, 1.0f / 60.0f, 4);
    int looked_at = 0, total = 0;
    for (int i = 0; i < WATCHERS; ++i)
    {
        int seen = count_seen(world, i * (BODIES / WATCHERS), 60.0f, &looked_at);
        if (seen < 0)
        {
            return 1;
        }
        total += seen;
    }
    printf("%d watchers look at %d bodies and see %d of them\n", WATCHERS, looked_at, total);
    scree_world_destroy(world);
    // Some are in sight, and most are hidden behind others.
    return total > 10 * WATCHERS && total < looked_at / 2 ? 0 : 1;
}
