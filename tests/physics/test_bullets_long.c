/// A thousand bullets for ten seconds.
#include "tests/support/bullet_room.h"
#include "tests/support/worlds.h"

TEST(bullets_that_hit_each_other_stay_in)
{
    bullet_room room = {.count = 300,
                        .half = 12.0f,
                        .speed = 400.0f,
                        .spin = 100.0f,
                        .restitution = 0.5f,
                        .bullets = true};
    fly_in_room(&room, 300);
    assert_int_equal(room.outside, 0);
}

TEST(spinning_rods_stay_in_a_small_room)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        bullet_room room = {.count = 200,
                            .half = 3.0f,
                            .speed = 400.0f,
                            .spin = 180.0f,
                            .solver = (scree_solver)solver,
                            .restitution = solver % 2 ? 0.0f : 1.0f};
        fly_in_room(&room, 300);
        assert_int_equal(room.outside, 0);
    }
}
