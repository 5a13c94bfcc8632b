/// Locks hold against anything that hits the body.
#include "tests/support/worlds.h"

#define LOCK_X 1
#define LOCK_Y 2
#define LOCK_ANGLE 4
#define ALL_LOCKS 7

typedef struct siege
{
    scree_world *world;
    scree_body_id post;
    scree_vec2 place;
    float angle;
} siege;

/// A post in the way of crates, particles and a soft box, from all sides.
static siege besiege(int solver, int locks)
{
    scree_world_def def = def_solved_by(solver);
    def.gravity = (scree_vec2){2.0f, -10.0f};
    siege s = {.world = world_of(&def)};
    scree_shape_def shape = surface(0.7f, 0.3f);
    scree_body_def body = scree_body_def_default();
    body.type = SCREE_BODY_DYNAMIC;
    body.position = (scree_vec2){0.3f, 0.2f};
    body.angle = 0.4f;
    body.locks.x = locks & LOCK_X;
    body.locks.y = locks & LOCK_Y;
    body.locks.angle = locks & LOCK_ANGLE;
    s.post = scree_body_create(s.world, &body);
    add_box(s.world, s.post, &shape, 1.0f, 0.3f);
    s.place = scree_body_position(s.world, s.post);
    s.angle = scree_body_angle(s.world, s.post);
    test_random random = random_of(71);
    scree_particle_def grain = scree_particle_def_default();
    grain.radius = 0.1f;
    grain.density = 5.0f;
    for (int i = 0; i < 12; ++i)
    {
        float x = random_between(&random, -2.0f, 2.0f), y = i % 2 == 0 ? 2.5f : -2.5f;
        scree_body_id crate = add_crate(s.world, x, y + 0.9f * (float)(i / 2) * y, 0.4f, 0.4f);
        scree_body_set_velocity(s.world, crate, (scree_vec2){-x, -2.0f * y}, 3.0f);
        grain.position = (scree_vec2){-3.0f - 0.3f * (float)i, 0.3f + 0.02f * (float)i};
        grain.velocity = (scree_vec2){9.0f, 1.0f};
        assert_true(scree_particle_create(s.world, &grain).value != 0);
    }
    scree_soft_body_def soft = scree_soft_body_def_default();
    soft.position = (scree_vec2){4.0f, 0.4f};
    soft.linear_velocity = (scree_vec2){-8.0f, 1.0f};
    soft.mass = 3.0f;
    assert_true(scree_soft_body_create_box(s.world, &soft, 0.5f, 0.5f).value != 0);
    return s;
}

TEST(a_locked_coordinate_stays_to_the_bit_whatever_hits_the_body)
{
    for (int i = 0; i < SCREE_SOLVER_COUNT * (ALL_LOCKS + 1); ++i)
    {
        int locks = i % (ALL_LOCKS + 1);
        scoped_fixture siege s = besiege(i / (ALL_LOCKS + 1), locks);
        bool moved_x = false, moved_y = false, turned = false;
        for (int k = 0; k < 90; ++k)
        {
            run_steps(s.world, 1);
            scree_vec2 p = scree_body_position(s.world, s.post),
                       v = scree_body_linear_velocity(s.world, s.post);
            float w = scree_body_angular_velocity(s.world, s.post);
            assert_true(!(locks & LOCK_X) || (p.x == s.place.x && v.x == 0.0f));
            assert_true(!(locks & LOCK_Y) || (p.y == s.place.y && v.y == 0.0f));
            assert_true(!(locks & LOCK_ANGLE) ||
                        (scree_body_angle(s.world, s.post) == s.angle && w == 0.0f));
            moved_x = moved_x || v.x != 0.0f;
            moved_y = moved_y || v.y != 0.0f;
            turned = turned || w != 0.0f;
        }
        // Unlocked axes gave way.
        assert_true(moved_x == !(locks & LOCK_X) && moved_y == !(locks & LOCK_Y));
        assert_true(turned == !(locks & LOCK_ANGLE));
    }
}

TEST(a_lock_stops_what_it_locks_at_once_and_nothing_else)
{
    for (int locks = 0; locks <= ALL_LOCKS; ++locks)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id body = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
        scree_body_set_velocity(world, body, (scree_vec2){3.0f, 4.0f}, 5.0f);
        assert_ok(scree_body_set_locks(
            world, body, (scree_motion_locks){locks & LOCK_X, locks & LOCK_Y, locks & LOCK_ANGLE}));
        for (int i = 0; i < 2; ++i)
        {
            scree_vec2 v = scree_body_linear_velocity(world, body);
            assert_near_vec2(v, locks & LOCK_X ? 0.0 : 3.0, locks & LOCK_Y ? 0.0 : 4.0, 0.0);
            assert_near(scree_body_angular_velocity(world, body), locks & LOCK_ANGLE ? 0.0 : 5.0,
                        0.0);
            run_steps(world, 6);
        }
        assert_near_vec2(scree_body_position(world, body), locks & LOCK_X ? 0.0 : 0.6,
                         locks & LOCK_Y ? 0.0 : 0.8, 1e-5);
        assert_near(scree_body_angle(world, body), locks & LOCK_ANGLE ? 0.0 : 1.0, 1e-3);
    }
}
