/// Who collides with whom, and what the surface between two shapes is.
#include "tests/support/worlds.h"

/// Whether a box with this filter is held by a shelf with that one.
static bool holds(scree_filter shelf, scree_filter box)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = scree_shape_def_default();
    def.filter = shelf;
    add_box(world, static_body(world), &def, 5.0f, 0.5f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 1.0f, 0.0f);
    def.filter = box;
    add_box(world, body, &def, 0.5f, 0.5f);
    run_seconds(world, 1.0f);
    bool held = scree_body_position(world, body).y > 0.9f;
    assert_int_equal(scree_world_pairs(world, NULL, 0), held);
    return held;
}

TEST(categories_and_masks_must_agree_both_ways)
{
    uint64_t top = (uint64_t)1 << 63;
    assert_true(holds((scree_filter){1, UINT64_MAX, 0}, (scree_filter){1, UINT64_MAX, 0}));
    assert_true(holds((scree_filter){2, 4, 0}, (scree_filter){4, 2, 0}));
    assert_false(holds((scree_filter){2, 4, 0}, (scree_filter){4, 8, 0}));
    assert_false(holds((scree_filter){2, 8, 0}, (scree_filter){4, 2, 0}));
    assert_true(holds((scree_filter){top, top, 0}, (scree_filter){top | 1, top, 0}));
    assert_false(holds((scree_filter){0, UINT64_MAX, 0}, (scree_filter){1, UINT64_MAX, 0}));
    assert_false(holds((scree_filter){1, 0, 0}, (scree_filter){1, UINT64_MAX, 0}));
}

TEST(a_common_group_overrides_masks)
{
    assert_true(holds((scree_filter){1, 0, 7}, (scree_filter){1, 0, 7}));
    assert_false(holds((scree_filter){1, UINT64_MAX, -7}, (scree_filter){1, UINT64_MAX, -7}));
    assert_true(holds((scree_filter){1, UINT64_MAX, -7}, (scree_filter){1, UINT64_MAX, -8}));
    assert_false(holds((scree_filter){1, 0, 7}, (scree_filter){1, 0, 8}));
}

TEST(a_filter_changed_later_counts_from_the_next_step)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_id shelf = add_box(world, static_body(world), usual_shape(), 5.0f, 0.5f);
    scree_body_id box = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
    run_seconds(world, 0.5f);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 1);
    scree_filter none = {1, 0, 0}, all = {1, UINT64_MAX, 0};
    assert_ok(scree_shape_set_filter(world, shelf, &none));
    run_steps(world, 3);
    assert_int_equal(scree_world_contacts(world, NULL, 0), 0);
    assert_at_most(scree_body_linear_velocity(world, box).y, -0.4);
    assert_ok(scree_shape_set_filter(world, shelf, &all));
    run_seconds(world, 1.0f);
    assert_near(scree_body_position(world, box).y, 1.0, 0.01);
}

TEST(shapes_of_one_body_and_two_bodies_that_cannot_move_do_not_collide)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_type types[] = {SCREE_BODY_STATIC, SCREE_BODY_KINEMATIC, SCREE_BODY_KINEMATIC,
                               SCREE_BODY_STATIC};
    for (int i = 0; i < 4; ++i)
    {
        scree_body_id body = add_slab(world, types[i], 0.0f, 0.0f, usual_shape(), 1.0f, 1.0f);
        add_circle(world, body, usual_shape(), 1.0f);
    }
    scree_body_id compound = add_crate(world, 50.0f, 0.0f, 1.0f, 1.0f);
    add_circle(world, compound, usual_shape(), 1.0f);
    run_steps(world, 5);
    assert_int_equal(scree_world_pairs(world, NULL, 0), 0);
}

/// How far a box slides that starts at 4 m/s, on surfaces of these frictions: v^2 / (2 mu g).
static double friction_of(const scree_world_def *world_def, float a, float b)
{
    scoped_world *world = world_of(world_def);
    scree_shape_def def = surface(a, 0.0f);
    add_ground(world, &def);
    def = surface(b, 0.0f);
    scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.1f, &def, 1.0f, 0.1f);
    scree_body_set_velocity(world, box, (scree_vec2){4.0f, 0.0f}, 0.0f);
    run_steps(world, 6);
    double early = (double)scree_body_linear_velocity(world, box).x;
    run_steps(world, 6);
    double late = (double)scree_body_linear_velocity(world, box).x;
    return (early - late) / (0.1 * 10.0);
}

TEST(frictions_mix_by_the_worlds_rule)
{
    const double expected[] = {0.4, sqrt(0.04 + 0.64), 0.5, 0.16, 0.2, 0.8};
    for (int rule = SCREE_FRICTION_GEOMETRIC; rule <= SCREE_FRICTION_MAX; ++rule)
    {
        scree_world_def def = scree_world_def_default();
        def.friction_mixing = (scree_friction_mixing)rule;
        assert_near(friction_of(&def, 0.2f, 0.8f), expected[rule], 0.01);
        assert_near(friction_of(&def, 0.8f, 0.2f), expected[rule], 0.01);
    }
}

static void double_friction(const struct scree_material *a, const struct scree_material *b,
                            scree_contact_material *mixed, void *context)
{
    int *calls = context;
    ++*calls;
    if (a->friction > 0.0f && b->friction > 0.0f)
    {
        mixed->friction *= 2.0f;
    }
}

TEST(a_callback_changes_what_the_rules_gave)
{
    int calls = 0;
    scree_world_def def = scree_world_def_default();
    def.mixing_callback = double_friction;
    def.mixing_context = &calls;
    assert_near(friction_of(&def, 0.2f, 0.2f), 0.4, 0.01);
    // Once for the contact, not once a step.
    assert_int_equal(calls, 1);
}

TEST(pair_materials_are_listed_in_the_order_of_their_ids)
{
    enum
    {
        COUNT = 40
    };
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    assert_int_equal(scree_world_pair_materials(world, NULL, 0), 0);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        // Sets them in no order, either id first, and replaces each once.
        const uint32_t number = i * 7 % COUNT, low = number / 4, high = 100 + number % 4;
        for (int again = 0; again < 2; ++again)
        {
            scree_contact_material mixed = {0.01f * (float)number, 1.0f, 0.5f, 0.0f, 0.0f};
            mixed.tangent_speed = again == 0 ? 3.0f : 4.0f;
            assert_ok(scree_world_set_pair_material(world, i % 2 == 0 ? low : high,
                                                    i % 2 == 0 ? high : low, &mixed));
        }
    }
    for (int capacity = 0; capacity <= COUNT + 1; ++capacity)
    {
        scree_pair_material pairs[COUNT + 2];
        memset(pairs, 0x55, sizeof pairs);
        assert_int_equal(scree_world_pair_materials(world, pairs, capacity), COUNT);
        for (int i = 0; i < COUNT + 2; ++i)
        {
            if (i >= capacity || i >= COUNT)
            {
                assert_int_equal(pairs[i].user_id_a, 0x55555555);
                continue;
            }
            assert_int_equal(pairs[i].user_id_a, i / 4);
            assert_int_equal(pairs[i].user_id_b, 100 + i % 4);
            assert_true(pairs[i].mixed.friction == 0.01f * (float)i);
            assert_true(pairs[i].mixed.tangent_speed == 4.0f);
        }
    }
    assert_ok(scree_world_set_pair_material(world, 100, 0, NULL));
    assert_int_equal(scree_world_pair_materials(world, NULL, 5), COUNT - 1);
    assert_int_equal(scree_world_pair_materials(NULL, NULL, 5), 0);
}

TEST(a_pair_material_fixes_the_surface_of_two_user_ids)
{
    for (int swap = 0; swap < 2; ++swap)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_shape_def def = surface(0.9f, 0.0f);
        def.material.user_id = 11;
        add_ground(world, &def);
        def.material.user_id = 22;
        scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.1f, &def, 1.0f, 0.1f);
        scree_contact_material ice = {0.1f, 0.1f, 0.0f, 0.0f, 0.0f};
        assert_ok(scree_world_set_pair_material(world, swap ? 22 : 11, swap ? 11 : 22, &ice));
        scree_body_set_velocity(world, box, (scree_vec2){8.0f, 0.0f}, 0.0f);
        run_seconds(world, 0.5f);
        assert_near(scree_body_linear_velocity(world, box).x, 7.5, 0.02);
        // Taken out again: the old surface, on the contact that stands.
        assert_ok(scree_world_set_pair_material(world, 11, 22, NULL));
        run_steps(world, 1);
        float v = scree_body_linear_velocity(world, box).x;
        run_steps(world, 12);
        assert_near(v - scree_body_linear_velocity(world, box).x, 1.8, 0.02);
    }
}
