/// A thousand bullets for ten seconds.
#include "tests/support/bullet_room.h"
#include "tests/support/worlds.h"

TEST(a_thousand_bullets_stay_in_for_ten_seconds_at_every_set)
{
    uint64_t hash = 0;
    int checked = 0;
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (!scree_simd_is_supported((scree_simd)simd))
        {
            continue;
        }
        bullet_room room = {.count = 1000,
                            .half = 20.0f,
                            .speed = 400.0f,
                            .spin = 20.0f,
                            .simd = (scree_simd)simd,
                            .restitution = 1.0f};
        uint64_t found = fly_in_room(&room, 600);
        assert_int_equal(room.outside, 0);
        assert_true(checked++ == 0 || found == hash);
        hash = found;
    }
    assert_at_least(checked, 2);
}

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
