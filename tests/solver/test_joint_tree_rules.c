/// Trees of hinges in every order: of bodies, of joints and of their sides.
#include "tests/physics/joint_worlds.h"
#include "world/validate.h"

#define LINKS 10
#define CHAIN 12

static int links_of(const scree_world *world)
{
    return world->constraints.joints.forest.link_count;
}

static scree_joint_id hinge(scree_world *world, bool swapped, scree_body_id a, scree_body_id b,
                            float x, float y)
{
    return swapped ? add_hinge(world, b, a, x, y) : add_hinge(world, a, b, x, y);
}

/// Bodies that form no tree: a loop of four links, or two links, one of them locked. Returns its
/// first.
static scree_body_id add_no_tree(scree_world *world, bool locked, scree_body_id *second)
{
    scree_body_id links[4];
    for (int i = 0; i < 4; ++i)
        links[i] = add_crate(world, (float)i, 5.0f, 0.5f, 0.1f);
    for (int i = 0; i < (locked ? 1 : 4); ++i)
        add_hinge(world, links[i], links[(i + 1) % 4], (float)i, 5.0f);
    if (locked)
        scree_body_set_locks(world, links[1], (scree_motion_locks){true, false, false});
    *second = links[1];
    return links[0];
}

TEST(a_chain_joined_last_to_a_loop_or_to_a_locked_body_is_no_tree)
{
    for (int i = 0; i < 32; ++i)
    {
        bool locked = i % 2 != 0, chain_first = i / 2 % 2 != 0, backwards = i / 4 % 2 != 0;
        bool swapped = i / 8 % 2 != 0;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_body_id links[LINKS + 1], first = {0}, second = {0};
        if (!chain_first)
            first = add_no_tree(world, locked, &second);
        for (int k = 0; k <= LINKS; ++k)
            links[k] = add_crate(world, 0.5f + (float)k, 0.0f, 0.5f, 0.1f);
        for (int k = 0; k < LINKS; ++k)
        {
            int at = backwards ? LINKS - 1 - k : k;
            hinge(world, i / 16 != 0, links[at], links[at + 1], (float)at + 1.0f, 0.0f);
        }
        if (chain_first)
            first = add_no_tree(world, locked, &second);
        step_world(world);
        assert_int_equal(links_of(world), LINKS);
        scree_joint_id last = hinge(world, swapped, links[0], first, 0.0f, 1.0f);
        step_world(world);
        assert_null(sc_validate(world));
        if (links_of(world) != 0)
            fail_msg("case %d: %d links", i, links_of(world));
        scree_joint_destroy(world, last);
        step_world(world);
        assert_int_equal(links_of(world), LINKS);
    }
}

/// A drum pinned at its centre, from whose rim a heavy chain hangs: how far its pin opens, m.
static double opening_of_pin(int order)
{
    bool pin_last = order % 2 != 0, swapped = order / 2 % 2 != 0, upwards = order / 4 % 2 != 0;
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id post = add_anchor(world), bodies[CHAIN + 1];
    scree_joint_id pin = {0};
    bodies[0] = add_ball(world, 0.0f, 0.0f, 0.5f);
    for (int i = 0; i < CHAIN; ++i)
        bodies[i + 1] = i == CHAIN - 1 ? add_crate(world, 0.5f, -1.0f - (float)i, 1.0f, 1.0f)
                                       : add_crate(world, 0.5f, -0.5f - (float)i, 0.1f, 0.5f);
    if (!pin_last)
        pin = hinge(world, swapped, post, bodies[0], 0.0f, 0.0f);
    for (int i = 0; i < CHAIN; ++i)
    {
        int at = upwards ? CHAIN - 1 - i : i;
        hinge(world, order / 8 != 0, bodies[at], bodies[at + 1], 0.5f, -(float)at);
    }
    if (pin_last)
        pin = hinge(world, swapped, post, bodies[0], 0.0f, 0.0f);
    run_seconds(world, 4.0f);
    assert_int_equal(links_of(world), CHAIN + 1);
    return (double)scree_joint_linear_separation(world, pin);
}

TEST(a_hinge_at_a_drums_centre_is_as_soft_as_what_hangs_next_to_it)
{
    double first = opening_of_pin(0);
    for (int order = 1; order < 16; ++order)
    {
        assert_near(opening_of_pin(order), first, 0.01 * first);
    }
}
