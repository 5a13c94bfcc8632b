/// Thin shapes: cards, planks, and chains of short segments.
#include "tests/support/worlds.h"

#include <string.h>

#define PI 3.14159265358979

static scree_body_id add_card(scree_world *world, float x, float y, float angle)
{
    scree_shape_def def = surface(0.7f, 0.0f);
    scree_body_id card = add_body(world, SCREE_BODY_DYNAMIC, x, y, angle);
    add_box(world, card, &def, 0.2f, 0.001f);
    return card;
}

TEST(a_polygon_that_is_refused_is_told_why)
{
    const struct
    {
        scree_polygon polygon;
        const char *why;
    } cases[] = {
        {{.count = 2, .vertices = {{0, 0}, {1, 0}}}, "2 vertices"},
        {{.count = 3, .radius = -1.0f, .vertices = {{0, 0}, {1, 0}, {0, 1}}},
         "radius of -1, not in"},
        {{.count = 3, .vertices = {{0, 0}, {1, 0}, {0, NAN}}}, "vertex 2 at (0, nan), not within"},
        {{.count = 3, .vertices = {{0, 0}, {2, 0}, {2, 1e-4f}}}, "edge, 1, of 0.0001 m, below"},
        {{.count = 4, .vertices = {{0, 0}, {1, 0}, {0.2f, 0.2f}, {0, 1}}}, "vertex 3 is not to"},
        {{.count = 3, .vertices = {{0, 0}, {0, 1}, {1, 0}}}, "counter-clockwise"},
    };
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        scree_shape_create_polygon(world, body, usual_shape(), &cases[i].polygon);
        assert_non_null(strstr(scree_error_text(world), cases[i].why));
    }
    // A hull keeps what a world takes.
    const scree_vec2 plank[] = {{0, 0}, {1, 0}, {1, 3.2e-3f}, {0.5f, 3.2e-3f}, {0, 3.2e-3f}};
    scree_polygon hull;
    assert_ok(scree_polygon_hull(plank, 5, 0.0f, &hull));
    assert_int_equal(hull.count, 4);
    assert_true(scree_shape_create_polygon(world, body, usual_shape(), &hull).value != 0);
}

TEST(a_stack_of_cards_of_two_millimetres_stands_still)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_shape_def def = surface(0.7f, 0.0f);
        add_ground(world, &def);
        scree_body_id cards[10];
        for (int i = 0; i < 10; ++i)
        {
            cards[i] = add_card(world, 0.001f * (float)(i % 3), 0.001f + 0.002f * (float)i, 0.0f);
        }
        // Four substeps: a cold stack sinks in its first ones, of long ones by more than a card.
        run_seconds(world, 3.0f);
        float below = -0.001f;
        for (int i = 0; i < 10; ++i)
        {
            scree_vec2 p = scree_body_position(world, cards[i]),
                       v = scree_body_linear_velocity(world, cards[i]);
            assert_near(p.x, 0.001f * (float)(i % 3), 2e-4);
            assert_at_most(hypotf(v.x, v.y), 1e-3);
            // Contacts give way: the more lies on them the more.
            assert_at_least(p.y, below + (solver == SCREE_SOLVER_SOFT_STEP ? 2e-4f : 1e-3f));
            below = p.y;
        }
    }
}

/// Pairs of cards lean at 20 degrees, apex over foot. Flat cards begin in each other.
TEST(a_house_of_cards_of_two_millimetres_stands)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_shape_def def = surface(0.7f, 0.0f);
        add_ground(world, &def);
        const float lean = 0.34906585f, a = 0.2f, b = 0.001f;
        const float reach = a * sinf(lean) + b * cosf(lean), rise = a * cosf(lean) + b * sinf(lean);
        const float spacing = 4.0f * reach + 0.01f;
        scree_body_id cards[40];
        scree_vec2 built[40];
        int count = 0;
        float foot = 0.0f;
        for (int pairs = 4; pairs > 0; --pairs)
        {
            for (int i = 0; i < 3 * pairs - 1; ++i)
            {
                float apex = spacing * ((float)(i / 3) - 0.5f * (float)(pairs - 1));
                float side = i % 3 == 0 ? -1.0f : 1.0f;
                bool flat = i % 3 == 2;
                cards[count] =
                    flat ? add_card(world, apex + 0.5f * spacing, foot + 2.0f * rise + b, 0.0f)
                         : add_card(world, apex + side * reach, foot + rise,
                                    0.5f * (float)PI + side * lean);
                built[count] = scree_body_position(world, cards[count]);
                ++count;
            }
            foot += 2.0f * (rise + b);
        }
        run_solved(world, 10.0f);
        for (int i = 0; i < count; ++i)
        {
            scree_vec2 p = scree_body_position(world, cards[i]),
                       v = scree_body_linear_velocity(world, cards[i]);
            assert_at_most(hypotf(p.x - built[i].x, p.y - built[i].y), 0.02);
            assert_at_most(hypotf(v.x, v.y), 1e-3);
        }
    }
}

TEST(a_box_with_the_shortest_legal_side_may_be_turned_and_moved)
{
    const float halves[][2] = {{4.26e-7f, 5e-8f},
                               {5e-8f, 5e-8f},
                               {0.5f, 5.0001e-5f},
                               {5.0f, 5.0001e-4f},
                               {20.0f, 2.0001e-3f}};
    for (int i = 0; i < 5 * 1000; ++i)
    {
        const float *half = halves[i % 5], far = (float)(i % 7);
        scree_polygon box = scree_polygon_box_at(
            half[0], half[1], (scree_vec2){far * half[0], -half[0]}, 0.0011f * (float)i, 0.0f);
        scree_polygon hull;
        assert_ok(scree_polygon_check(&box));
        assert_ok(scree_polygon_hull(box.vertices, 4, 0.0f, &hull));
        box = scree_polygon_box(half[0], 0.98f * half[1]);
        assert_int_equal(scree_polygon_check(&box), SCREE_ERROR_ARGUMENT);
    }
}

TEST(bodies_slide_over_the_short_segments_of_a_chain)
{
    for (int kind = 0; kind < 3; ++kind)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_shape_def def = surface(0.0f, 0.0f);
        scree_body_id ground = static_body(world);
        // From right to left: solid below. Neighbours are 0.2 to 100 mm apart.
        scree_vec2 points[200];
        for (int i = 0; i < 200; ++i)
        {
            const float step[] = {2e-4f, 2e-3f, 0.1f};
            points[i] = (scree_vec2){i == 0 ? 5.0f : points[i - 1].x - step[i % 3], 0.0f};
        }
        add_open_chain(world, ground, &def, points, 200, false);
        scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 0.0f, kind == 1 ? 0.1f : 0.05f, 0.0f);
        kind == 0   ? add_box(world, body, &def, 0.2f, 0.05f)
        : kind == 1 ? add_circle(world, body, &def, 0.1f)
                    : add_capsule(world, body, &def, 0.1f, 0.05f);
        scree_body_set_velocity(world, body, (scree_vec2){2.0f, 0.0f}, 0.0f);
        run_seconds(world, 2.0f);
        assert_near(scree_body_linear_velocity(world, body).x, 2.0, 2e-3);
        assert_near(scree_body_linear_velocity(world, body).y, 0.0, 1e-2);
        assert_near(scree_body_angle(world, body), 0.0, 1e-2);
    }
}
