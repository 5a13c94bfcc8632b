/// Contacts begin, persist and end: told once each, whatever happens in between.
#include "tests/support/worlds.h"

#include "world/world_state.h"

#define BODIES 120

static scree_counters step_counters(scree_world *world)
{
    run_steps(world, 1);
    return scree_world_counters(world);
}

TEST(a_ball_that_lands_and_leaves_begins_and_ends_once)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.5f, 0.0f);
    add_ground(world, &def);
    scree_body_id ball = add_ball(world, 0.0f, 1.0f, 0.5f);
    int begun = 0, ended = 0;
    for (int i = 0; i < 120; ++i)
    {
        scree_counters counters = step_counters(world);
        begun += counters.begun_contacts;
        ended += counters.ended_contacts;
        assert_int_equal(begun - ended, counters.contacts);
    }
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 0);
    assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){0.0f, 5.0f}, 0.0f));
    for (int i = 0; i < 20; ++i)
    {
        ended += step_counters(world).ended_contacts;
    }
    assert_int_equal(ended, 1);
    assert_int_equal(scree_world_counters(world).contacts, 0);
}

TEST(what_begins_less_what_ends_is_the_change_of_contacts)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.5f, 0.3f);
    add_bin(world, &def, 4.0f, 8.0f, false);
    scree_body_id bodies[BODIES];
    for (int i = 0; i < BODIES; ++i)
    {
        bodies[i] = add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 10) * 0.7f - 3.2f,
                             0.5f + 0.7f * (float)(i / 10), 0.3f * (float)i);
        add_mixed(world, bodies[i], &def, i, 0.5f);
    }
    int contacts = 0, begun = 0, ended = 0;
    for (int i = 0; i < 300; ++i)
    {
        int at = i * 7 % BODIES;
        if (i % 3 == 0)
        {
            assert_ok(scree_body_destroy(world, bodies[at]));
            bodies[at] =
                add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 9) * 0.7f - 2.8f, 7.0f, 0.0f);
            add_mixed(world, bodies[at], &def, i, 0.5f);
        }
        if (i % 11 == 0)
        {
            scree_body_type type = i % 2 == 0 ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC;
            assert_ok(scree_body_set_type(world, bodies[(at + 1) % BODIES], type));
        }
        if (i % 13 == 0)
        {
            bool enabled = i % 2 == 0;
            assert_ok(scree_body_set_enabled(world, bodies[(at + 2) % BODIES], enabled));
        }
        scree_counters counters = step_counters(world);
        assert_int_equal(contacts + counters.begun_contacts - counters.ended_contacts,
                         counters.contacts);
        contacts = counters.contacts;
        begun += counters.begun_contacts;
        ended += counters.ended_contacts;
    }
    assert_true(begun > 500 && ended > 300);
}
