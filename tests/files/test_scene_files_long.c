// The full length of the round trip.
#include "tests/files/round_trips.h"

TEST(a_scene_and_its_file_give_the_same_bits_for_600_steps)
{
    int written = 0;
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        written += round_trip(scene, scene->verify_size, 600);
    }
    assert_int_equal(written, scree_scene_count() - 2);
}

// 8,000 circles are poured for 632 steps.
TEST(a_scene_that_pours_for_longer_than_its_own_steps_is_written_to_the_end)
{
    const scree_scene *scene = scree_scene_find("verlet_circles");
    assert_int_equal(scene->steps, 600);
    assert_true(round_trip(scene, 8000, 660));
}
