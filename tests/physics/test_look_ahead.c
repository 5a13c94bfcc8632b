/// Bodies that fly over, beside and onto bodies that they do not meet within the step, or meet late
/// in it (docs/solver.md#seams).
#include "tests/support/worlds.h"

typedef enum flyer
{
    DISC,
    CAPSULE,
    BOX,
    PENTAGON,
    FLYERS
} flyer;

/// Reaches 0.25 m down from its centre, and 0.25 to 0.45 m to the sides.
static scree_body_id add_flyer(scree_world *world, flyer kind, float x, float y)
{
    const scree_shape_def def = surface(0.0f, 0.0f);
    const scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    if (kind == DISC)
    {
        add_circle(world, body, &def, 0.25f);
    }
    else if (kind == CAPSULE)
    {
        add_capsule(world, body, &def, 0.2f, 0.25f);
    }
    else if (kind == BOX)
    {
        add_box(world, body, &def, 0.4f, 0.25f);
    }
    else
    {
        const scree_polygon house = {
            .count = 5,
            .vertices = {
                {-0.3f, -0.25f}, {0.3f, -0.25f}, {0.4f, 0.1f}, {0.0f, 0.3f}, {-0.4f, 0.1f}}};
        add_polygon(world, body, &def, &house);
    }
    return body;
}

static void add_post(scree_world *world, float x, float top, float half_width)
{
    const scree_shape_def def = surface(0.0f, 0.0f);
    add_slab(world, SCREE_BODY_STATIC, x, top - 0.5f, &def, half_width, 0.5f);
}

TEST(what_overlaps_the_tops_of_posts_by_less_than_the_slop_flies_on)
{
    int thrown = 0;
    for (int i = 0; i < FLYERS * 5 * 16; ++i)
    {
        const flyer kind = (flyer)(i % FLYERS);
        const float speed = 15.0f * (float)(1 + i / FLYERS % 5);
        const float phase = (float)(i / FLYERS / 5) / 16.0f;
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        for (int k = 0; k < 12; ++k)
        {
            add_post(world, 0.9f * (float)k, 0.0f, 0.05f);
        }
        const scree_body_id body =
            add_flyer(world, kind, -1.0f - phase * speed * STEP, 0.25f - 0.003f);
        scree_body_set_velocity(world, body, (scree_vec2){speed, 0.0f}, 0.0f);
        bool kept = true;
        for (int k = 0; k < 20; ++k)
        {
            run_steps(world, 1);
            const scree_vec2 v = scree_body_linear_velocity(world, body);
            kept &= fabsf(v.x - speed) < 1e-3f * speed;
            assert_at_most(deepest_overlap(world), 6e-3);
        }
        thrown += !kept;
    }
    // Of 320.
    assert_at_most(thrown, 6);
}

static void add_floor(scree_world *world, float from, float to)
{
    for (float x = from; x < to; x += 0.5f)
    {
        add_post(world, x + 0.25f, 0.0f, 0.25f);
    }
}

TEST(what_lands_aslant_stops_at_the_wall_behind)
{
    for (int i = 0; i < FLYERS * 5 * 16; ++i)
    {
        const flyer kind = (flyer)(i % FLYERS);
        const float speed = 10.0f * (float)(1 + i / FLYERS % 5);
        const float phase = (float)(i / FLYERS / 5) / 16.0f;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_floor(world, -6.0f, 2.0f);
        const scree_shape_def def = surface(0.0f, 0.0f);
        add_slab(world, SCREE_BODY_STATIC, 2.5f, 1.0f, &def, 0.5f, 3.0f);
        // It lands a part of a step before the wall.
        const float gap = 0.1f * speed * STEP * (1.0f + phase);
        const scree_body_id body =
            add_flyer(world, kind, 1.5f - (1.2f + phase) * speed * STEP, 0.25f + gap);
        scree_body_set_velocity(world, body, (scree_vec2){speed, -0.1f * speed}, 0.0f);
        for (int k = 0; k < 20; ++k)
        {
            run_steps(world, 1);
            const scree_vec2 at = scree_body_position(world, body);
            assert_at_least(at.y, 0.245);
            // As deep as a slow body may sink in.
            assert_at_most(deepest_overlap(world), 0.15);
        }
        assert_at_most(scree_body_linear_velocity(world, body).x, 0.01);
    }
}

TEST(ledges_up_to_the_slop_are_passed_and_higher_ones_are_not)
{
    int slowed = 0;
    for (int i = 0; i < FLYERS * 4 * 16 * 2; ++i)
    {
        const flyer kind = (flyer)(i % FLYERS);
        const bool high = i / FLYERS % 2;
        const float speed = 10.0f * (float)(2 + i / FLYERS / 2 % 4);
        const float phase = (float)(i / FLYERS / 8) / 16.0f;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_floor(world, -6.0f, 0.0f);
        for (float x = 0.25f; x < 6.0f; x += 0.5f)
        {
            add_post(world, x, high ? 0.04f : 0.003f, 0.25f);
        }
        const scree_body_id body =
            add_flyer(world, kind, -0.5f - (1.2f + phase) * speed * STEP, 0.25f);
        scree_body_set_velocity(world, body, (scree_vec2){speed, 0.0f}, 0.0f);
        double deepest = 0.0;
        for (int k = 0; k < 8; ++k)
        {
            run_steps(world, 1);
            deepest = fmax(deepest, deepest_overlap(world));
        }
        const float part = scree_body_linear_velocity(world, body).x / speed;
        if (high)
        {
            assert_at_most(part, 0.9);
        }
        else
        {
            slowed += part < 0.99f;
            assert_at_most(deepest, 6.5e-3);
        }
    }
    // Of 256.
    assert_at_most(slowed, 4);
}
