/// Guide, step 3: friction, bounce, filters, and reading contacts.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    TERRAIN = 1,  // categories of shapes: one bit each
    PLAYER = 2,
    GHOST = 4
};

static scree_body_id add_disc(scree_world *world, float x, const scree_shape_def *material)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = scree_vec2_from(x, 2.0f);
    scree_body_id body = scree_body_create(world, &def);
    scree_circle circle = {{0.0f, 0.0f}, 0.5f};
    scree_shape_create_circle(world, body, material, &circle);
    return body;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_shape_def terrain = scree_shape_def_default();
    terrain.filter.category = TERRAIN;
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_body_id ground = scree_body_create(world, &ground_def);
    scree_shape_create_half_space(world, ground, &terrain, &half_space);

    // The world mixes two materials: sqrt(a b) of friction, the larger restitution.
    scree_shape_def rubber = scree_shape_def_default();
    rubber.material.friction = 1.2f;
    rubber.material.restitution = 0.8f;
    rubber.filter.category = PLAYER;
    scree_body_id ball = add_disc(world, 0.0f, &rubber);

    // Two shapes collide if the category of each is in the mask of the other.
    scree_shape_def ghost = scree_shape_def_default();
    ghost.filter.category = GHOST;
    ghost.filter.mask = ~(uint64_t)PLAYER;
    scree_body_id spirit = add_disc(world, 0.2f, &ghost);

    float bounce = 0.0f;
    for (int step = 0; step < 90; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
        float y = scree_body_position(world, ball).y;
        bounce = step > 40 && y > bounce ? y : bounce;
    }
    printf("the ball bounced to %.2f m\n", (double)bounce);

    scree_contact_info contacts[4];
    int count = scree_body_contacts(world, spirit, contacts, 4);
    for (int i = 0; i < count && i < 4; ++i)
    {
        scree_vec2 normal = contacts[i].contact.normal;
        printf("the ghost touches %s, normal (%.0f, %.0f)\n",
               scree_body_is_same(contacts[i].a.body, ground) ? "the ground" : "something",
               (double)normal.x, (double)normal.y);
    }
    scree_world_destroy(world);
    return 0;
}
