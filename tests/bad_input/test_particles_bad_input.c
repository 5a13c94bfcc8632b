/// Particles refuse ids named twice and too many of them: nothing changes.
#include "tests/support/refusals.h"

TEST(of_an_id_named_twice_and_of_too_many_nothing_comes)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_particle_def def = scree_particle_def_default();
    scree_particle_id ids[4];
    scree_particle_batch batch = {.def = &def, .count = 3};
    assert_ok(scree_particles_create(world, &batch, ids));
    ids[3] = ids[1];
    REFUSED(world, scree_particles_destroy(world, ids, 4), SCREE_ERROR_STALE_ID, "ids");
    assert_ok(scree_particles_destroy(world, ids, 3));
    batch.count = 1 << 24;
    REFUSED(world, scree_particles_create(world, &batch, NULL), SCREE_ERROR_CAPACITY, "world");
    assert_int_equal(scree_world_particles(world).count, 0);
}
