/// Platforms that a ball passes from below and stands on from above. A chain is solid on one side
/// only, so no callback is needed.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

enum
{
    FLOORS = 3
};

/// A platform from right to left: bodies collide with its upper side.
static void add_platform(scree_world *world, scree_body_id ground, float y)
{
    scree_vec2 points[3] = {{3.0f, y}, {0.0f, y}, {-3.0f, y}};
    scree_shape_def material = scree_shape_def_default();
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = 3;
    scree_chain_create(world, ground, &material, &chain);
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    for (int i = 0; i <= FLOORS; ++i)
    {
        add_platform(world, ground, 2.0f * (float)i);
    }

    scree_body_def ball_def = scree_body_def_default();
    ball_def.type = SCREE_BODY_DYNAMIC;
    ball_def.position.y = 0.25f;
    scree_body_id ball = scree_body_create(world, &ball_def);
    scree_circle circle = {{0.0f, 0.0f}, 0.25f};
    scree_shape_def material = scree_shape_def_default();
    scree_shape_create_circle(world, ball, &material, &circle);

    // The ball jumps from each floor to the next one.
    int arrived = 0;
    for (int jump = 0; jump <= FLOORS; ++jump)
    {
        for (int step = 0; step < 120; ++step)
        {
            scree_world_step(world, 1.0f / 60.0f, 4);
        }
        float y = scree_body_position(world, ball).y;
        printf("floor %d: %.2f m\n", jump, (double)y);
        arrived += fabsf(y - 2.0f * (float)jump - 0.25f) < 0.02f;
        scree_body_set_linear_velocity(world, ball, scree_vec2_from(0.0f, 7.5f));
    }

    // To drop through a floor, give the ball a filter for a moment, or move it below the line: a
    // body whose centre is below a platform does not collide with it.
    scree_vec2 below = {0.0f, 2.0f * (float)FLOORS - 0.05f};
    scree_body_set_position(world, ball, below);
    scree_body_set_linear_velocity(world, ball, scree_vec2_from(0.0f, 0.0f));
    for (int step = 0; step < 120; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
    }
    float end = scree_body_position(world, ball).y;
    printf("dropped to %.2f m\n", (double)end);
    scree_world_destroy(world);
    return arrived == FLOORS + 1 && fabsf(end - 2.0f * (float)FLOORS + 1.75f) < 0.02f ? 0 : 1;
}
