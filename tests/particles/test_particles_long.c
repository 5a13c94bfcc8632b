/// Ten simulated minutes: no particle leaves the container, nothing blows up, the heap comes to
/// rest.
#include "tests/support/scene_runs.h"

TEST(ten_minutes_pass_without_a_circle_outside_its_container)
{
    scoped_scene *run = start_scene("verlet_circles", 500, NULL);
    scree_world *world = run->world;
    double mass = 0.0, energy = 0.0, moment = 0.0;
    for (int i = 0; i < 36000; ++i)
    {
        step_scene(run, 1, 0);
        scree_scene_quality quality = scree_scene_measure(world, &run->state);
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
    // Packed at 0.84 they fill 0.7 of a circle of 548 from below: a quarter of it below its centre.
    assert_near(moment / mass, -0.25 * 548.0, 0.05 * 548.0);
    // Below 5 px/s in a heap of circles 35 px wide.
    assert_at_most(sqrt(2.0 * energy / mass), 5.0);
}
