/// A thousand bullets for ten seconds.
#include "tests/support/bullet_room.h"
#include "tests/support/worlds.h"

TEST(bullets_that_hit_each_other_and_rods_that_spin_stay_in)
{
    for (int i = 0; i <= SCREE_SOLVER_COUNT; ++i)
    {
        const bool rods = i < SCREE_SOLVER_COUNT;
        bullet_room room = {.count = rods ? 200 : 300,
                            .half = rods ? 3.0f : 12.0f,
                            .speed = 400.0f,
                            .spin = rods ? 180.0f : 100.0f,
                            .solver = rods ? (scree_solver)i : SCREE_SOLVER_SOFT_STEP,
                            .restitution = rods ? (float)(1 - i % 2) : 0.5f,
                            .bullets = !rods};
        fly_in_room(&room, 300);
        assert_int_equal(room.outside, 0);
    }
}
