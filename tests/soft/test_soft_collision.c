/// Soft bodies that touch: stacks, spin, rest, momentum, friction, shapes, rigid bodies.
#include "tests/support/worlds.h"
#include "world/world_state.h"

#define COUNT 400

TEST(a_stack_of_ten_squares_keeps_its_edges_and_comes_to_rest)
{
    // Laid on each other, and let fall from a metre into a bin.
    for (int falls = 0; falls < 2; ++falls)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_bin(world, usual_shape(), falls ? 2.0f : 100.0f, 15.0f, false);
        scree_soft_body_id squares[10];
        for (int i = 0; i < 10; ++i)
        {
            scree_soft_body_def def = falls
                                          ? soft_at(0.02f * (float)(i % 3), 1.5f + 1.3f * (float)i)
                                          : soft_at(0.0f, 0.5f + 1.01f * (float)i);
            squares[i] = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
        }
        double worst = 0.0;
        for (int i = 0; i < (falls ? 1800 : 3600); ++i)
        {
            run_steps(world, 1);
            for (int k = 0; k < 10; ++k)
            {
                worst = fmax(worst, worst_edge(world, squares[k]));
            }
        }
        assert_at_most(worst, falls ? 0.03 : 0.01);  // while they strike each other
        for (int k = 0; k < 10; ++k)
        {
            scree_vec2 center = scree_soft_body_center_of_mass(world, squares[k]);
            assert_at_most(worst_edge(world, squares[k]), 0.01);
            assert_at_most(scree_soft_body_kinetic_energy(world, squares[k]), falls ? 1e-4 : 1e-5);
            assert_true(!falls || (center.y > 0.4f && fabsf(center.x) < 1.6f));
            assert_true(falls || fabs((double)center.x) < 0.02);
            assert_true(falls || fabs((double)center.y - 0.5 - k) < 0.02 + 0.005 * k);
        }
        assert_at_least(scree_world_counters(world).soft_contacts, 20);
    }
}

TEST(each_corner_of_a_soft_box_is_stopped_by_a_ball_that_it_flies_at)
{
    // The ball is on the diagonal of the corner, or a little to either side of it.
    for (int i = 0; i < 4 * 3; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_soft_body_def def = soft_at(0.0f, 0.0f);
        const float out = 0.785398f + 1.570796f * (float)(i / 3);
        const float aside = out + 0.2f * (float)(i % 3 - 1);
        const scree_vec2 corner = {0.707107f * cosf(out), 0.707107f * sinf(out)};
        const scree_vec2 ball = {corner.x + 0.2f * cosf(aside), corner.y + 0.2f * sinf(aside)};
        add_disc(world, SCREE_BODY_STATIC, ball.x, ball.y, usual_shape(), 0.1f);
        def.linear_velocity = (scree_vec2){2.0f * cosf(aside), 2.0f * sinf(aside)};
        const scree_soft_body_id box =
            soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
        double nearest = 1.0;
        for (int k = 0; k < 30; ++k)
        {
            run_steps(world, 1);
            const scree_soft_body_view view = scree_soft_body_vertices(world, box);
            for (int v = 0; v < view.vertex_count; ++v)
            {
                nearest = fmin(nearest,
                               hypot((double)(view.x[v] - ball.x), (double)(view.y[v] - ball.y)));
            }
        }
        assert_near(nearest, 0.1 + (double)def.radius, 0.01);
    }
}

/// Angle by which the first edge of a body has turned from the x axis.
static double turn_of(scree_world *world, scree_soft_body_id id)
{
    scree_soft_body_view body = scree_soft_body_vertices(world, id);
    return atan2((double)(body.y[1] - body.y[0]), (double)(body.x[1] - body.x[0]));
}

TEST(a_square_hit_off_centre_turns_and_momentum_stays)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    def.mass = 2.0f;
    scree_soft_body_id square =
        soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    def = soft_at(-2.0f, 0.35f);
    def.linear_velocity.x = 4.0f;
    scree_soft_body_id striker =
        soft_made(world, scree_soft_body_create_polygon(world, &def, 6, 0.2f));
    test_motion before = total_motion(world);
    run_seconds(world, 1.0f);
    test_motion after = total_motion(world);
    // The striker came from the left, above the middle: the square turns clockwise and moves on.
    assert_at_most(turn_of(world, square), -0.2);
    assert_at_least(scree_soft_body_center_of_mass(world, square).x, 0.3);
    assert_true(scree_soft_body_is_valid(world, striker));
    assert_near(after.px, before.px, 1e-4 * before.px);
    assert_near(after.py, before.py, 1e-4);
    assert_near(after.angular, before.angular, 2e-3 * fabs(before.angular));
    assert_at_most(worst_edge(world, square), 0.01);
}

TEST(many_soft_bodies_that_collide_keep_their_momentum)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < 40; ++i)
    {
        float x = 1.2f * (float)(i % 8) - 4.2f, y = 1.2f * (float)(i / 8) - 2.4f;
        scree_soft_body_def def = soft_at(x, y);
        def.mass = 1.0f + 0.3f * (float)(i % 5);
        def.linear_velocity = (scree_vec2){-2.0f * x + 0.5f, -2.0f * y};
        def.angle = 0.3f * (float)i;
        soft_made(world, scree_soft_body_create_polygon(world, &def, 3 + i % 5, 0.5f));
    }
    test_motion before = total_motion(world);
    int largest = 0;
    for (int i = 0; i < 120; ++i)
    {
        run_steps(world, 1);
        int now = scree_world_counters(world).soft_contacts;
        largest = now > largest ? now : largest;
    }
    test_motion after = total_motion(world);
    assert_at_least(largest, 30);
    assert_near(after.px, before.px, 2e-3 * before.mass);
    assert_near(after.py, before.py, 2e-3 * before.mass);
    assert_near(after.angular, before.angular, 2e-2 * before.mass);
}

TEST(a_soft_body_and_a_rigid_one_exchange_momentum)
{
    // A box, a ball, a capsule and a polygon of twelve corners, each struck off centre.
    for (int kind = 0; kind < 4; ++kind)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id rigid = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.4f);
        const int which[4] = {1, 0, 2, 6};
        add_mixed(world, rigid, usual_shape(), which[kind], 1.2f);
        scree_soft_body_def def = soft_at(-2.0f, 0.2f);
        def.mass = 0.7f;
        def.linear_velocity = (scree_vec2){5.0f, 0.5f};
        scree_soft_body_id soft =
            soft_made(world, scree_soft_body_create_box(world, &def, 0.4f, 0.3f));
        test_motion before = total_motion(world);
        run_seconds(world, 1.5f);
        test_motion after = total_motion(world);
        assert_at_least(scree_body_linear_velocity(world, rigid).x, 0.5);
        assert_near(after.px, before.px, 1e-4 * before.mass);
        assert_near(after.py, before.py, 1e-4 * before.mass);
        // Edges of a body that spins turn a little with each substep while they are projected.
        assert_near(after.angular, before.angular, 0.02 * fabs(before.angular));
        assert_at_most(worst_edge(world, soft), 0.01);
    }
}

TEST(a_rigid_box_rests_on_a_soft_one_and_the_other_way_round)
{
    for (int above = 0; above < 2; ++above)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_ground(world, usual_shape());
        scree_soft_body_def def = soft_at(0.0f, above ? 1.55f : 0.5f);
        scree_soft_body_id soft =
            soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
        // The upper one narrower, so that its corners stand on the edge of the other.
        scree_body_id crate =
            add_crate(world, 0.0f, above ? 0.5f : 1.35f, above ? 0.8f : 0.3f, above ? 0.5f : 0.3f);
        run_seconds(world, 20.0f);
        scree_vec2 center = scree_soft_body_center_of_mass(world, soft);
        scree_vec2 place = scree_body_position(world, crate);
        assert_near(center.y, above ? 1.5 : 0.5, 0.02);
        assert_near(place.y, above ? 0.5 : 1.3, 0.03);
        assert_near(place.x, 0.0, 0.02);
        assert_near(center.x, 0.0, 0.02);
        assert_near(scree_body_angle(world, crate), 0.0, 0.02);
        // The impulse of the soft box in the last step waits for the solver as a velocity: 10/60 of
        // its mass over that of the crate.
        double pending = above ? 10.0 / 60.0 / 1.6 : 0.0;
        assert_at_most(total_kinetic_energy(world), 0.5 * 1.6 * pending * pending + 1e-4);
        assert_at_most(scree_soft_body_kinetic_energy(world, soft), 0.5 * pending * pending + 1e-4);
    }
}

TEST(a_square_turned_inside_out_rests_like_another)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), 10.0f, 0.5f);
    scree_soft_body_id ids[2];
    for (int i = 0; i < 2; ++i)
    {
        scree_soft_body_def def = soft_at(0.0f, 0.8f + 1.2f * (float)i);
        ids[i] = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
        scree_soft_body_view body = scree_soft_body_vertices(world, ids[i]);
        for (int v = 0; v < body.vertex_count; ++v)
        {
            scree_vec2 mirrored = {-body.x[v], body.y[v]};
            scree_soft_body_set_vertex_position(world, ids[i], v, mirrored);
            scree_soft_body_set_vertex_velocity(world, ids[i], v, (scree_vec2){0.0f, 0.0f});
        }
    }
    run_seconds(world, 4.0f);
    for (int i = 0; i < 2; ++i)
    {
        assert_near(scree_soft_body_center_of_mass(world, ids[i]).y, 0.5 + (double)i, 0.1);
        assert_at_most(worst_edge(world, ids[i]), 0.1);
    }
}

TEST(bodies_that_overlap_part_without_a_launch)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_soft_body_def def = soft_at(0.0f, 0.0f);
    scree_soft_body_id a = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    def.position.x = 0.7f;
    scree_soft_body_id b = soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
    double fastest = 0.0;
    for (int i = 0; i < 120; ++i)
    {
        run_steps(world, 1);
        fastest = fmax(fastest, (double)scree_soft_body_kinetic_energy(world, a));
    }
    scree_vec2 p = scree_soft_body_center_of_mass(world, a);
    scree_vec2 q = scree_soft_body_center_of_mass(world, b);
    assert_true(q.x - p.x >= 0.999f);
    // Pushed out at once they would leave at 0.3 m per 1/240 s.
    assert_at_most(fastest, 0.5 * 0.3 * 0.3);
}

TEST(a_rope_lies_on_every_kind_of_shape)
{
    for (int kind = 0; kind < 8; ++kind)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_shape_def shape = surface(1.0f, 0.0f);
        scree_body_id ground = static_body(world);
        if (kind == 7)
        {
            scree_vec2 up = {0.0f, 1.0f};
            assert_true(
                scree_shape_create_half_space(world, ground, &shape, &(scree_half_space){up, 0.3f})
                    .value != 0);
        }
        else
        {
            add_mixed(world, ground, &shape, kind, 2.0f);
        }
        scree_soft_body_def def = soft_at(0.0f, 1.5f);
        def.radius = 0.05f;
        def.friction = 1.0f;
        scree_vec2 a = {-1.5f, 0.0f}, b = {1.5f, 0.0f};
        scree_soft_body_id rope =
            soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 24, false, false));
        run_seconds(world, 1.5f);
        scree_soft_body_view body = scree_soft_body_vertices(world, rope);
        // The middle still lies on top, and no vertex is inside.
        assert_at_least(body.y[12], 0.3);
        assert_at_most(worst_edge(world, rope), 0.05);
        for (int i = 0; i < body.vertex_count; ++i)
        {
            assert_true(kind == 7 ? body.y[i] > 0.33f : hypotf(body.x[i], body.y[i]) > 0.5f);
        }
    }
}

TEST(a_weight_hangs_on_its_rope)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 5.0f);
    def.damping = 1.0f;
    scree_vec2 a = {0.0f, 0.0f}, b = {2.0f, 0.0f};
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 10, true, false));
    scree_body_id ball = add_ball(world, 2.5f, 5.0f, 0.5f);
    scree_vec2 left = {-0.5f, 0.0f};
    assert_ok(scree_soft_body_attach(world, rope, 10, ball, left));
    run_seconds(world, 60.0f);
    scree_vec2 end = scree_soft_body_vertex_position(world, rope, 10);
    scree_vec2 center = scree_body_position(world, ball);
    assert_near(hypot((double)(end.x - center.x), (double)(end.y - center.y)), 0.5, 0.01);
    assert_near(center.x, 0.0, 0.1);
    assert_near(center.y, 5.0 - 2.5, 0.05);
    assert_at_most(worst_edge(world, rope), 0.02);
    assert_ok(scree_soft_body_detach(world, rope, 10));
    run_seconds(world, 1.0f);
    assert_at_most(scree_body_position(world, ball).y, -2.0);
}

TEST(an_attachment_ends_with_its_rigid_body)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_soft_body_def def = soft_at(0.0f, 5.0f);
    scree_vec2 a = {0.0f, 0.0f}, b = {1.0f, 0.0f}, middle = {0.0f, 0.0f};
    scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, a, b, 4, false, false));
    scree_body_id hook = add_body(world, SCREE_BODY_STATIC, 0.0f, 5.0f, 0.0f);
    assert_ok(scree_soft_body_attach(world, rope, 0, hook, middle));
    run_seconds(world, 1.0f);
    assert_near(scree_soft_body_vertex_position(world, rope, 0).y, 5.0, 0.02);
    assert_ok(scree_body_destroy(world, hook));
    scree_body_id other = add_body(world, SCREE_BODY_STATIC, 0.0f, 5.0f, 0.0f);
    assert_true(scree_body_is_valid(world, other));
    run_seconds(world, 1.0f);
    assert_at_most(scree_soft_body_vertex_position(world, rope, 0).y, 1.5);
}

TEST(pairs_are_found_as_soon_above_as_beside_each_other)
{
    for (int upright = 0; upright < 2; ++upright)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        for (int i = 0; i < COUNT; ++i)
        {
            float at = 1.02f * (float)i;
            scree_soft_body_def def = soft_at(upright ? 0.0f : at, upright ? at : 0.0f);
            soft_made(world, scree_soft_body_create_box(world, &def, 0.5f, 0.5f));
            add_ball(world, upright ? 0.9f : at, upright ? at : 0.9f, 0.4f);
        }
        run_steps(world, 1);
        // Twice: pairs are counted before there is room for them.
        assert_in_range(world->soft.pair_looks, 2 * COUNT, 20 * COUNT);
    }
}
