/// A log of the sounds that a game would play, made from contact events without reading the
/// contacts of any shape.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    FLOOR,
    BALL,
    CRATE
};

static const char *const names[] = {"floor", "ball", "crate"};

/// The substance of a shape, stored as the user id of its material; a program may use user data.
static const char *name_of(const scree_world *world, scree_shape_id shape)
{
    return names[scree_shape_material(world, shape).user_id];
}

static scree_shape_id add_ball(scree_world *world, float x, float y, const scree_shape_def *def)
{
    scree_body_def body = scree_body_def_default();
    scree_circle circle = {{0.0f, 0.0f}, 0.25f};
    body.type = SCREE_BODY_DYNAMIC;
    body.position.x = x;
    body.position.y = y;
    return scree_shape_create_circle(world, scree_body_create(world, &body), def, &circle);
}

static void add_crate(scree_world *world, float x, float y, const scree_shape_def *def)
{
    scree_body_def body = scree_body_def_default();
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);
    body.type = SCREE_BODY_DYNAMIC;
    body.position.x = x;
    body.position.y = y;
    scree_shape_create_polygon(world, scree_body_create(world, &body), def, &square);
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_shape_def def = scree_shape_def_default();
    def.material.user_id = FLOOR;
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, scree_body_create(world, &ground_def), &def, &half_space);

    // One of the two shapes of a contact is enough to enable its events: the floor does not need
    // the flags.
    def.enable_hit_events = true;
    def.material.user_id = CRATE;
    add_crate(world, 0.0f, 0.5f, &def);
    add_crate(world, 0.1f, 2.5f, &def);
    def.material.user_id = BALL;
    def.material.restitution = 0.6f;
    def.enable_contact_events = true;
    scree_shape_id ball = add_ball(world, -0.2f, 4.0f, &def);

    int rolling = 0;
    for (int step = 0; step < 240; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        scree_contact_events events = scree_world_contact_events(world);
        for (int i = 0; i < events.hit_count; ++i)
        {
            const scree_contact_hit *hit = &events.hits[i];
            printf("%.2f s: %s on %s at x = %.1f m, %.1f m/s, %.2f N s\n", (double)step / 60.0,
                   name_of(world, hit->shape_b), name_of(world, hit->shape_a),
                   (double)hit->position.x, (double)hit->approach_speed, (double)hit->impulse);
        }
        // Begin and end of a continuous sound: a loop runs while the ball touches anything.
        rolling += events.begin_count - events.end_count;
    }
    printf("the ball touches %d shape%s\n", rolling, rolling == 1 ? "" : "s");

    // Destroying a body ends its contacts; the ends are among the events of the next step.
    scree_shape_destroy(world, ball);
    scree_world_step(world, 1.0f / 60.0f, 4);
    scree_contact_events events = scree_world_contact_events(world);
    rolling -= events.end_count;
    printf("after its end it touches %d\n", rolling);
    scree_world_destroy(world);
    return rolling != 0;
}
