/// Platforms that let a ball through from below and carry it from above: a callback disables
/// contacts before they are solved.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    FLOORS = 3
};

/// Called for contacts of the platforms, by any worker of the step. It only reads its arguments and
/// the ball's velocity.
static bool lands_on_top(const scree_contact_info *contact, void *context)
{
    const scree_world *world = (const scree_world *)context;
    // The normal points from a to b. It must point up from the platform to the ball.
    bool platform_is_a = contact->a.shape_user_data != NULL;
    float up = platform_is_a ? contact->contact.normal.y : -contact->contact.normal.y;
    scree_body_id ball = platform_is_a ? contact->b.body : contact->a.body;
    // A ball that rises through a platform may already have its centre above it.
    return up > 0.7f && scree_body_linear_velocity(world, ball).y < 0.1f;
}

int main(void)
{
    static int platform;  // its address marks platforms
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_world_set_pre_solve(world, lands_on_top, world);

    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_def def = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &def, &half_space);

    scree_polygon plank = scree_polygon_box(2.0f, 0.1f);
    def.enable_pre_solve = true;
    def.user_data = &platform;
    for (int i = 0; i < FLOORS; ++i)
    {
        scree_body_def floor_def = scree_body_def_default();
        floor_def.position.y = 2.0f * (float)(i + 1);
        scree_shape_create_polygon(world, scree_body_create(world, &floor_def), &def, &plank);
    }

    scree_body_def ball_def = scree_body_def_default();
    ball_def.type = SCREE_BODY_DYNAMIC;
    ball_def.position.y = 0.25f;
    scree_body_id ball = scree_body_create(world, &ball_def);
    scree_circle circle = {{0.0f, 0.0f}, 0.25f};
    scree_shape_def ball_shape = scree_shape_def_default();
    scree_shape_create_circle(world, ball, &ball_shape, &circle);

    // It jumps from each floor to the next one.
    for (int jump = 0; jump <= FLOORS; ++jump)
    {
        for (int step = 0; step < 120; ++step)
        {
            scree_world_step(world, 1.0f / 60.0f, 4);
        }
        printf("floor %d: %.2f m\n", jump, (double)scree_body_position(world, ball).y);
        scree_vec2 velocity = {0.0f, 7.5f};
        scree_body_set_velocity(world, ball, velocity, 0.0f);
    }
    scree_world_destroy(world);
    return 0;
}
