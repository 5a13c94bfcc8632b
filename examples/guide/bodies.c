/// Guide, step 2: static, kinematic and dynamic bodies, mass, velocity, forces and impulses.
#include <scree/scree.h>

#include <stdio.h>

static scree_body_id add_box(scree_world *world, scree_body_type type, scree_vec2 position,
                             float half_width, float half_height)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = position;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    material.density = 2.0f;  // kg/m^2: the area is the amount of matter
    scree_polygon box = scree_polygon_box(half_width, half_height);
    scree_shape_create_polygon(world, body, &material, &box);
    return body;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    add_box(world, SCREE_BODY_STATIC, scree_vec2_from(0.0f, -0.5f), 20.0f, 0.5f);

    // A kinematic body moves by its velocity alone: nothing stops a lift.
    scree_body_id lift =
        add_box(world, SCREE_BODY_KINEMATIC, scree_vec2_from(-5.0f, 0.1f), 1.0f, 0.1f);
    scree_body_set_linear_velocity(world, lift, scree_vec2_from(0.0f, 0.5f));
    scree_body_id passenger =
        add_box(world, SCREE_BODY_DYNAMIC, scree_vec2_from(-5.0f, 0.7f), 0.5f, 0.5f);

    // An impulse changes the velocity at once, by impulse / mass.
    scree_body_id jumper =
        add_box(world, SCREE_BODY_DYNAMIC, scree_vec2_from(0.0f, 0.5f), 0.5f, 0.5f);
    float mass = scree_body_mass(world, jumper);
    scree_body_apply_impulse_to_center(world, jumper, scree_vec2_from(0.0f, 5.0f * mass));

    // A force acts for one step: apply it before each step for as long as it should act.
    scree_body_id sledge =
        add_box(world, SCREE_BODY_DYNAMIC, scree_vec2_from(4.0f, 0.25f), 0.5f, 0.25f);
    float highest = 0.0f;
    for (int step = 0; step < 120; ++step)
    {
        scree_body_apply_force_to_center(world, sledge, scree_vec2_from(10.0f, 0.0f));
        scree_world_step(world, 1.0f / 60.0f, 4);
        float y = scree_body_position(world, jumper).y;
        highest = y > highest ? y : highest;
    }

    printf("the jumper of %.1f kg rose by %.2f m\n", (double)mass, (double)highest - 0.5);
    printf("the passenger is at %.2f m\n", (double)scree_body_position(world, passenger).y);
    printf("the sledge does %.1f m/s\n", (double)scree_body_linear_velocity(world, sledge).x);
    scree_world_destroy(world);
    return 0;
}
