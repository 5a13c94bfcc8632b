/// Loose chain segments, ghost points at open ends, and a material for each segment.
#include "tests/support/refusals.h"
#include "world/validate.h"

#define POINTS 41

static scree_vec2 waves[POINTS];

/// Ground from right to left, the air above it.
static void make_waves(void)
{
    for (int i = 0; i < POINTS; ++i)
    {
        float x = 0.5f * (float)(POINTS / 2 - i);
        waves[i] = (scree_vec2){x, 0.2f * sinf(0.7f * x)};
    }
}

static scree_chain_id add_waves(scree_world *world, scree_body_id body, int first, int last,
                                bool ghosts)
{
    scree_chain_def chain = scree_chain_def_default();
    chain.points = &waves[first];
    chain.count = last - first + 1;
    chain.has_before = ghosts && first > 0;
    chain.has_after = ghosts && last < POINTS - 1;
    chain.before = chain.has_before ? waves[first - 1] : chain.before;
    chain.after = chain.has_after ? waves[last + 1] : chain.after;
    scree_shape_def def = surface(0.3f, 0.0f);
    scree_chain_id id = scree_chain_create(world, body, &def, &chain);
    assert_true(scree_chain_is_valid(world, id));
    return id;
}

static scree_chain_segment wave_segment(int i)
{
    return (scree_chain_segment){.point_a = waves[i],
                                 .point_b = waves[i + 1],
                                 .before = i > 0 ? waves[i - 1] : (scree_vec2){0.0f, 0.0f},
                                 .after = i + 2 < POINTS ? waves[i + 2] : (scree_vec2){0.0f, 0.0f},
                                 .has_before = i > 0,
                                 .has_after = i + 2 < POINTS};
}

static void add_sliders(scree_world *world)
{
    scree_shape_def def = surface(0.1f, 0.0f);
    for (int i = 0; i < 8; ++i)
    {
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 2.0f * (float)(i - 4), 1.0f, 0.2f * (float)i);
        add_mixed(world, body, &def, i, 0.5f);
        assert_ok(scree_body_set_velocity(world, body, (scree_vec2){3.0f, 0.0f}, 0.0f));
    }
}

static void assert_alike(scree_world *a, scree_world *b, int steps)
{
    for (int i = 0; i < steps; ++i)
    {
        run_steps(a, 1);
        run_steps(b, 1);
        assert_true(scree_world_hash(a) == scree_world_hash(b));
    }
    assert_null(sc_validate(a));
    assert_null(sc_validate(b));
}

TEST(loose_segments_with_their_neighbours_are_a_chain)
{
    make_waves();
    scoped_world *one = world_with_gravity(0.0f, -10.0f), *two = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.3f, 0.0f);
    add_waves(one, static_body(one), 0, POINTS - 1, false);
    scree_body_id ground = static_body(two);
    for (int i = 0; i < POINTS - 1; ++i)
    {
        scree_chain_segment segment = wave_segment(i);
        scree_shape_id shape = scree_shape_create_chain_segment(two, ground, &def, &segment);
        assert_int_equal(scree_shape_get_type(two, shape), SCREE_SHAPE_CHAIN_SEGMENT);
        assert_true(scree_shape_chain(two, shape).value == 0);
        scree_chain_segment got = scree_shape_chain_segment(two, shape);
        assert_memory_equal(&got, &segment, offsetof(scree_chain_segment, has_before));
        assert_true(got.has_before == segment.has_before && got.has_after == segment.has_after);
    }
    add_sliders(one);
    add_sliders(two);
    assert_alike(one, two, 240);
}

TEST(a_segment_of_a_chain_tells_its_neighbours)
{
    make_waves();
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_chain_id chain = add_waves(world, static_body(world), 0, POINTS - 1, false);
    scree_shape_id ids[POINTS];
    assert_int_equal(scree_chain_shapes(world, chain, ids, POINTS), POINTS - 1);
    for (int i = 0; i < POINTS - 1; ++i)
    {
        scree_chain_segment got = scree_shape_chain_segment(world, ids[i]);
        scree_chain_segment expected = wave_segment(i);
        assert_memory_equal(&got, &expected, offsetof(scree_chain_segment, has_before));
        assert_true(got.has_before == expected.has_before && got.has_after == expected.has_after);
    }
    assert_ok(scree_shape_destroy(world, ids[7]));
    assert_false(scree_shape_chain_segment(world, ids[6]).has_after);
    assert_false(scree_shape_chain_segment(world, ids[8]).has_before);
    assert_true(scree_shape_chain_segment(world, ids[8]).has_after);
}

TEST(chains_with_ghost_points_join_without_a_seam)
{
    make_waves();
    scoped_world *one = world_with_gravity(0.0f, -10.0f), *two = world_with_gravity(0.0f, -10.0f);
    add_waves(one, static_body(one), 0, POINTS - 1, false);
    scree_body_id ground = static_body(two);
    add_waves(two, ground, 0, 13, true);
    add_waves(two, ground, 13, 24, true);
    add_waves(two, ground, 24, POINTS - 1, true);
    add_sliders(one);
    add_sliders(two);
    assert_alike(one, two, 240);
}

/// The farthest that a crate slides that starts 2 m before the seam of two flat chains.
static float slide_over_seam(bool ghosts)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def smooth = surface(0.0f, 0.0f);
    scree_vec2 right[2] = {{20.0f, 0.0f}, {0.0f, 0.0f}}, left[2] = {{0.0f, 0.02f}, {-20.0f, 0.02f}};
    scree_chain_def chain = scree_chain_def_default();
    scree_body_id ground = static_body(world);
    chain.points = left;
    chain.count = 2;
    chain.has_before = ghosts;
    chain.before = (scree_vec2){20.0f, 0.02f};
    assert_true(scree_chain_create(world, ground, &smooth, &chain).value != 0);
    chain.points = right;
    chain.has_before = false;
    chain.has_after = ghosts;
    chain.after = (scree_vec2){-20.0f, 0.0f};
    assert_true(scree_chain_create(world, ground, &smooth, &chain).value != 0);
    scree_body_id crate = add_slab(world, SCREE_BODY_DYNAMIC, 2.0f, 0.5f, &smooth, 0.5f, 0.5f);
    assert_ok(scree_body_set_velocity(world, crate, (scree_vec2){-2.0f, 0.0f}, 0.0f));
    run_seconds(world, 3.0f);
    float x = scree_body_position(world, crate).x;
    scree_world_destroy(world);
    return x;
}

TEST(a_ghost_point_takes_the_edge_off_a_step)
{
    // A step of 2 cm stops a crate; with ghost points at the ends, it is no edge.
    assert_true(slide_over_seam(true) < slide_over_seam(false) - 1.0f);
}

TEST(destroying_a_segment_keeps_the_ghosts_of_the_other_end)
{
    make_waves();
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_chain_id chain = add_waves(world, static_body(world), 5, 9, true);
    scree_shape_id ids[4];
    assert_int_equal(scree_chain_shapes(world, chain, ids, 4), 4);
    assert_true(scree_shape_chain_segment(world, ids[0]).has_before);
    assert_true(scree_shape_chain_segment(world, ids[3]).has_after);
    assert_ok(scree_shape_destroy(world, ids[0]));
    assert_true(scree_shape_chain_segment(world, ids[3]).has_after);
    assert_false(scree_shape_chain_segment(world, ids[1]).has_before);
    assert_ok(scree_shape_destroy(world, ids[3]));
    assert_false(scree_shape_chain_segment(world, ids[2]).has_after);
    assert_null(sc_validate(world));
}

TEST(each_segment_has_the_material_that_the_chain_gives_it)
{
    make_waves();
    scoped_world *one = world_with_gravity(0.0f, -10.0f), *two = world_with_gravity(0.0f, -10.0f);
    scree_material materials[POINTS - 1];
    scree_shape_def def = surface(0.3f, 0.0f);
    scree_chain_def chain = scree_chain_def_default();
    chain.points = waves;
    chain.count = POINTS;
    for (int i = 0; i < POINTS - 1; ++i)
    {
        materials[i] = def.material;
        materials[i].friction = 0.05f * (float)i;
        materials[i].tangent_speed = i % 5 == 0 ? 2.0f : 0.0f;
        materials[i].user_id = (uint32_t)i;
    }
    scree_shape_id ids[POINTS];
    scree_body_id ground = static_body(two);
    assert_true(scree_chain_create(one, static_body(one), &def, &chain).value != 0);
    int count = scree_world_shapes(one, ids, POINTS);
    for (int i = 0; i < count; ++i)
    {
        assert_ok(scree_shape_set_material(one, ids[i], &materials[i]));
    }
    chain.materials = materials;
    materials[39].restitution = 1.5f;
    WRONG_ID(two, scree_chain_create(two, ground, &def, &chain), "chain.materials[39].restitution");
    materials[39].restitution = 0.0f;
    scree_chain_id id = scree_chain_create(two, ground, &def, &chain);
    assert_int_equal(scree_chain_shapes(two, id, ids, POINTS), POINTS - 1);
    for (int i = 0; i < POINTS - 1; ++i)
    {
        scree_material got = scree_shape_material(two, ids[i]);
        assert_memory_equal(&got, &materials[i], sizeof got);
    }
    add_sliders(one);
    add_sliders(two);
    assert_alike(one, two, 120);
}

TEST(bad_ghosts_are_refused)
{
    make_waves();
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id ground = static_body(world);
    scree_chain_def chain = scree_chain_def_default();
    chain.points = waves;
    chain.count = 3;
    chain.has_before = true;
    chain.before = (scree_vec2){waves[0].x, waves[0].y + 0.5e-4f};
    WRONG_ID(world, scree_chain_create(world, ground, usual_shape(), &chain), "chain.before");
    chain.has_before = false;
    chain.has_after = true;
    chain.after = waves[2];
    WRONG_ID(world, scree_chain_create(world, ground, usual_shape(), &chain), "chain.after");
    chain.loop = true;
    assert_true(scree_chain_create(world, ground, usual_shape(), &chain).value != 0);
    scree_chain_segment segment = wave_segment(3);
    segment.after = segment.point_b;
    WRONG_ID(world, scree_shape_create_chain_segment(world, ground, usual_shape(), &segment),
             "chain_segment.after");
    segment.has_after = false;
    assert_true(scree_shape_create_chain_segment(world, ground, usual_shape(), &segment).value !=
                0);
    assert_null(sc_validate(world));
}

TEST(a_loose_segment_becomes_another_shape_and_back)
{
    make_waves();
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_chain_segment segment = wave_segment(20), next = wave_segment(21);
    scree_shape_id shape =
        scree_shape_create_chain_segment(world, static_body(world), usual_shape(), &segment);
    add_sliders(world);
    run_steps(world, 30);
    assert_ok(scree_shape_set_circle(world, shape, &(scree_circle){{0.0f, 0.0f}, 0.5f}));
    assert_null(sc_validate(world));
    run_steps(world, 5);
    assert_ok(scree_shape_set_chain_segment(world, shape, &next));
    assert_null(sc_validate(world));
    run_steps(world, 5);
    next.two_sided = true;
    assert_ok(scree_shape_set_chain_segment(world, shape, &next));
    assert_true(scree_shape_chain_segment(world, shape).two_sided);
    run_steps(world, 5);
    assert_ok(scree_shape_destroy(world, shape));
    assert_null(sc_validate(world));
    scree_chain_id chain = add_waves(world, static_body(world), 0, 4, false);
    scree_shape_id of_chain;
    scree_chain_shapes(world, chain, &of_chain, 1);
    WRONG(world, scree_shape_set_chain_segment(world, of_chain, &next), "shape");
}

TEST(a_disc_just_beyond_a_joint_has_the_gap_to_the_line_through_it)
{
    const float radius = 0.25f, beyond = 5e-4f;
    for (int i = 0; i < 2 * 3 * 5; ++i)
    {
        // The ground leads from right to left. At its corner it turns up, not at all, or down.
        const bool second = i % 2 != 0;
        const float bend = 0.3f * (float)(i / 2 % 3 - 1), gap = 0.002f * (float)(i / 6 - 2);
        const scree_vec2 points[] = {
            {1.0f, 0.0f}, {0.0f, 0.0f}, {-cosf(bend), -sinf(bend)}, {-2.0f, -2.0f * sinf(bend)}};
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_chain_id chain =
            add_open_chain(world, static_body(world), usual_shape(), points, 4, false);
        scree_shape_id shapes[4];
        assert_int_equal(scree_chain_shapes(world, chain, shapes, 4), 3);
        // The last direction that a segment may push in, and the disc a little beyond it.
        const float away = bend > 0.0f ? bend : 0.0f, at_first = second ? 0.0f : away,
                    end = second ? bend - away : at_first;
        const float limit = 1.5707963f + end, angle = limit + (second ? -beyond : beyond);
        const float distance = (radius + gap) / cosf(beyond);
        const scree_body_id disc = add_disc(world, SCREE_BODY_DYNAMIC, distance * cosf(angle),
                                            distance * sinf(angle), usual_shape(), radius);
        run_steps(world, 1);
        scree_contact_info found[4];
        const int count = scree_body_contacts(world, disc, found, 4);
        int at = 0;
        while (at < count && found[at].contact.shape_a.value != shapes[second].value &&
               found[at].contact.shape_b.value != shapes[second].value)
            ++at;
        assert_true(at < count);
        const scree_contact *contact = &found[at].contact;
        const float sign = contact->shape_a.value == shapes[second].value ? 1.0f : -1.0f;
        assert_int_equal(contact->point_count, 1);
        assert_near_vec2(contact->normal, sign * cosf(limit), sign * sinf(limit), 5e-5);
        assert_near(contact->points[0].separation, gap, 1e-5);
    }
}
