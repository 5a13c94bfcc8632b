/// Points, vectors, velocities and central impulses on bodies whose shapes are off their origins.
#include "tests/support/worlds.h"

/// A turned body with a heavy box 2 m to its right and a light one above.
static scree_body_id add_lopsided(scree_world *world)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 3.0f, -1.0f, 0.7f);
    scree_shape_def def = scree_shape_def_default();
    scree_polygon right = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){2.0f, 0.0f}, 0.0f, 0.0f);
    scree_polygon above = scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){0.0f, 1.0f}, 0.0f, 0.0f);
    def.density = 5.0f;
    add_polygon(world, body, &def, &right);
    def.density = 1.0f;
    add_polygon(world, body, &def, &above);
    return body;
}

TEST(points_and_vectors_go_to_the_world_and_back)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_lopsided(world);
    double c = cos((double)0.7f), s = sin((double)0.7f);
    const scree_vec2 places[] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {-1.5f, 4.0f}, {0.0f, -7.0f}};
    for (int i = 0; i < 4; ++i)
    {
        double x = (double)places[i].x, y = (double)places[i].y;
        scree_vec2 point = scree_body_world_point(world, body, places[i]);
        scree_vec2 vector = scree_body_world_vector(world, body, places[i]);
        assert_near_vec2(vector, c * x - s * y, s * x + c * y, 1e-5);
        // From the origin, not from the centre of mass.
        assert_near_vec2(point, 3.0 + c * x - s * y, -1.0 + s * x + c * y, 1e-5);
        scree_vec2 back = scree_body_local_point(world, body, point);
        assert_near_vec2(back, x, y, 1e-5);
        back = scree_body_local_vector(world, body, vector);
        assert_near_vec2(back, x, y, 1e-5);
    }
    // A point that turns with the body keeps its place in it.
    scree_body_set_velocity(world, body, (scree_vec2){1.0f, -2.0f}, 3.0f);
    scree_vec2 center = scree_body_local_point(world, body, scree_body_center_of_mass(world, body));
    run_seconds(world, 0.5f);
    scree_vec2 later = scree_body_local_point(world, body, scree_body_center_of_mass(world, body));
    assert_near_vec2(later, center.x, center.y, 1e-5);
}

TEST(the_velocity_at_a_point_is_that_of_the_material_there)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_lopsided(world);
    scree_vec2 linear = {1.0f, -2.0f};
    scree_body_set_velocity(world, body, linear, 3.0f);
    scree_vec2 center = scree_body_center_of_mass(world, body);
    scree_vec2 at_center = scree_body_velocity_at(world, body, center);
    assert_true(at_center.x == linear.x && at_center.y == linear.y);
    scree_vec2 away = {center.x + 2.0f, center.y + 5.0f};
    assert_near_vec2(scree_body_velocity_at(world, body, away), 1.0 - 3.0 * 5.0, -2.0 + 3.0 * 2.0,
                     1e-5);
    // Against the path of a point that is fixed to the body.
    scree_vec2 mark = {0.5f, -1.0f};
    scree_vec2 from = scree_body_world_point(world, body, mark);
    scree_vec2 velocity = scree_body_velocity_at(world, body, from);
    assert_ok(scree_world_step(world, 0.001f, 1));
    scree_vec2 to = scree_body_world_point(world, body, mark);
    assert_near((to.x - from.x) / 0.001f, velocity.x, 0.02);
    assert_near((to.y - from.y) / 0.001f, velocity.y, 0.02);
}

TEST(an_impulse_to_the_center_moves_and_does_not_turn)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_lopsided(world), twin = add_lopsided(world);
    scree_vec2 impulse = {12.0f, -6.0f};
    assert_ok(scree_body_apply_impulse_to_center(world, body, impulse));
    // 6 kg.
    assert_near_vec2(scree_body_linear_velocity(world, body), 2.0, -1.0, 1e-5);
    assert_true(scree_body_angular_velocity(world, body) == 0.0f);
    // The velocity is the same at the centre's place, and another one at the origin.
    scree_vec2 center = scree_body_center_of_mass(world, twin);
    assert_ok(scree_body_apply_impulse(world, twin, impulse, center));
    assert_true(scree_body_linear_velocity(world, twin).x ==
                scree_body_linear_velocity(world, body).x);
    assert_true(scree_body_angular_velocity(world, twin) == 0.0f);
    assert_ok(scree_body_apply_impulse(world, twin, impulse, scree_body_position(world, twin)));
    assert_true(fabsf(scree_body_angular_velocity(world, twin)) > 1.0f);
    // No effect on bodies that it cannot move; refused if it is not finite, or what comes of it is
    // not.
    scree_body_id post = add_body(world, SCREE_BODY_STATIC, 0.0f, 9.0f, 0.0f);
    scree_vec2 huge = {3e38f, 0.0f};
    assert_ok(scree_body_apply_impulse_to_center(world, post, huge));
    assert_true(scree_body_linear_velocity(world, post).x == 0.0f);
    scree_mass_data light = {0.5f, 1.0f, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(world, twin, &light));
    uint64_t hash = scree_world_hash(world);
    assert_int_equal(scree_body_apply_impulse_to_center(world, twin, huge), SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_world_last_error(world).argument, "impulse");
    assert_true(scree_world_hash(world) == hash);
}

TEST(frames_of_bodies_that_are_gone_are_zero)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_lopsided(world);
    scree_vec2 point = {5.0f, 6.0f};
    scree_body_set_velocity(world, body, point, 3.0f);
    assert_ok(scree_body_destroy(world, body));
    const scree_world *worlds[2] = {world, NULL};
    for (int i = 0; i < 2; ++i)
    {
        const scree_vec2 answers[] = {scree_body_world_point(worlds[i], body, point),
                                      scree_body_local_point(worlds[i], body, point),
                                      scree_body_world_vector(worlds[i], body, point),
                                      scree_body_local_vector(worlds[i], body, point),
                                      scree_body_velocity_at(worlds[i], body, point)};
        for (int k = 0; k < 5; ++k)
        {
            assert_true(answers[k].x == 0.0f && answers[k].y == 0.0f);
        }
    }
    assert_ok(scree_world_last_error(world).code);
}
