/// Soft bodies: a cloth catches a ball, a rope carries a lamp, and a soft box flattens as it lands.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

static scree_body_id add_ball(scree_world *world, float x, float y, float radius)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = scree_vec2_from(x, y);
    scree_body_id ball = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_circle circle = {{0.0f, 0.0f}, radius};
    scree_shape_create_circle(world, ball, &material, &circle);
    return ball;
}

/// A cloth of one row of 21 vertices, held at both ends, 3 m above the ground.
static scree_soft_body_id add_cloth(scree_world *world)
{
    scree_soft_body_def cloth_def = scree_soft_body_def_default();
    cloth_def.position = scree_vec2_from(-2.0f, 3.0f);
    cloth_def.mass = 2.0f;
    cloth_def.radius = 0.03f;
    const int32_t held[2] = {0, 20};
    return scree_soft_body_create_cloth(world, &cloth_def, 21, 1, 0.2f, held, 2);
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, scree_body_create(world, &ground_def), &material,
                                  &half_space);

    scree_soft_body_id cloth = add_cloth(world);
    scree_body_id ball = add_ball(world, 0.0f, 4.0f, 0.4f);

    // A rope of 15 edges; its first vertex is held, its last one is attached to a lamp.
    scree_soft_body_def rope_def = scree_soft_body_def_default();
    rope_def.position = scree_vec2_from(5.0f, 5.0f);
    rope_def.radius = 0.02f;
    rope_def.damping = 1.0f;
    scree_vec2 from = {0.0f, 0.0f}, to = {3.0f, 0.0f};
    scree_soft_body_id rope =
        scree_soft_body_create_rope(world, &rope_def, from, to, 15, true, false);
    scree_body_id lamp = add_ball(world, 8.0f, 5.0f, 0.2f);
    scree_soft_body_attach(world, rope, 15, lamp, scree_vec2_from(0.0f, 0.0f));

    // A soft box of 1 m with braces, much softer than the default.
    scree_soft_body_def box_def = scree_soft_body_def_default();
    box_def.position = scree_vec2_from(12.0f, 4.0f);
    box_def.stiffness = 0.02f;
    box_def.damping = 0.5f;
    scree_soft_body_id box = scree_soft_body_create_box(world, &box_def, 0.5f, 0.5f);
    float flattest = 1.0f;
    for (int step = 0; step < 600; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        // Vertices are counter-clockwise from the lower left.
        float height = scree_soft_body_vertex_position(world, box, 3).y -
                       scree_soft_body_vertex_position(world, box, 0).y;
        flattest = fminf(flattest, height);
    }

    scree_soft_body_view view = scree_soft_body_vertices(world, cloth);
    float lowest = view.y[0];
    for (int i = 0; i < view.vertex_count; ++i)
    {
        lowest = fminf(lowest, view.y[i]);
    }
    float ball_y = scree_body_position(world, ball).y, lamp_y = scree_body_position(world, lamp).y;
    printf("the cloth sags to %.1f m with the ball at %.1f m\n", (double)lowest, (double)ball_y);
    printf("the lamp hangs at %.1f m\n", (double)lamp_y);
    printf("the soft box was %.2f m high at its flattest\n", (double)flattest);
    scree_world_destroy(world);
    bool caught = ball_y > 2.8f && lowest < 2.95f, hangs = fabsf(lamp_y - 2.0f) < 0.1f;
    return caught && hangs && flattest < 0.95f ? 0 : 1;
}
