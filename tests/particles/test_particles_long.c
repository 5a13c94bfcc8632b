/// Ten simulated minutes: nobody leaves the container, nothing blows up, the heap comes to rest.
#include "tests/support/worlds.h"

#include "scenes/scenes.h"

#include <math.h>
#include <stdlib.h>

static void ten_minutes_pass_without_a_circle_outside_its_container(void **state)
{
    (void)state;
    const scree_scene *scene = scree_scene_find("verlet_circles");
    assert_non_null(scene);
    scree_world_def def = scree_scene_world_def(scene, 500);
    scree_world *world = world_of(&def);
    scree_scene_params params = {.size = 500};
    scree_scene_state *scene_state = calloc(1, sizeof *scene_state);
    assert_non_null(scene_state);
    assert_true(scree_scene_create(scene, world, &params, scene_state));
    double mass = 0.0, energy = 0.0, moment = 0.0;
    for (int i = 0; i < 36000; ++i)
    {
        assert_int_equal(
            scree_scene_step(scene, world, scene_state, STEP, scree_scene_substeps(scene)),
            SCREE_OK);
        scree_scene_quality quality = scree_scene_measure(world, scene_state);
        assert_int_equal(quality.escaped, 0);
        energy = quality.kinetic_energy;
    }
    scree_particle_view view = scree_world_particles(world);
    assert_int_equal(view.count, 500);
    for (int i = 0; i < view.count; ++i)
    {
        mass += 1.0 / (double)view.inverse_mass[i];
        moment += (double)view.y[i] / (double)view.inverse_mass[i];
    }
    // Packed as discs pack, at 0.84, they fill 0.7 of a circle of radius 548 from below: their
    // middle is a quarter of that below its centre.
    assert_near(moment / mass, -0.25 * 548.0, 0.05 * 548.0);
    // Below 5 px/s in a heap of circles 35 px wide.
    assert_at_most(sqrt(2.0 * energy / mass), 5.0);
    free(scene_state);
    scree_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_minutes_pass_without_a_circle_outside_its_container),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
