/// The results and texts of calls that fail.
#include <scree/scree.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    world_def.contact_hertz = -1.0f;
    if (scree_world_create(&world_def) == NULL)
    {
        puts(scree_error_text(NULL));
    }

    world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_body_id body = scree_body_create(world, &def);

    scree_vec2 velocity = {NAN, 0.0f};
    if (scree_body_set_velocity(world, body, velocity, 0.0f) != SCREE_OK)
    {
        puts(scree_error_text(world));
    }

    scree_body_destroy(world, body);
    scree_result result = scree_body_apply_torque(world, body, 1.0f);
    printf("%s: %s\n", scree_result_name(result), scree_error_text(world));

    scree_world_destroy(world);
    return 0;
}
