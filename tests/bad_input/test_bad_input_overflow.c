/// Finite arguments whose result is not finite, or lies out of reach: refused, nothing changed.
#include "tests/support/refusals.h"

typedef struct fixture
{
    scree_world *world;
    test_memory memory;
    scree_body_id ball, crate;
} fixture;

static int setup(void **state)
{
    static fixture f;
    f = (fixture){0};
    scree_world_def def = counted_def(&f.memory);
    def.gravity = (scree_vec2){0.0f, 0.0f};
    f.world = world_of(&def);
    f.ball = add_ball(f.world, 0.0f, 0.0f, 0.5f);
    f.crate = add_crate(f.world, 50.0f, 0.0f, 0.5f, 0.5f);
    *state = &f;
    return 0;
}

TEST_WITH(a_huge_impulse_does_nothing_to_what_no_impulse_moves, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_body_id bodies[3] = {add_body(w, SCREE_BODY_STATIC, 5.0f, 5.0f, 0.0f),
                               add_body(w, SCREE_BODY_KINEMATIC, 9.0f, 5.0f, 0.0f),
                               add_crate(w, 15.0f, 5.0f, 0.5f, 0.5f)};
    add_box(w, bodies[0], usual_shape(), 0.5f, 0.5f);
    add_box(w, bodies[1], usual_shape(), 0.5f, 0.5f);
    assert_ok(scree_body_set_enabled(w, bodies[2], false));
    uint64_t hash = scree_world_hash(w);
    scree_vec2 huge = {3e38f, -3e38f}, far = {-3e38f, 3e38f};
    float values[3] = {3e38f, 3e38f, 3e38f};
    for (int round = 0; round < 2; ++round)
    {
        for (int i = 0; i < 3; ++i)
        {
            assert_ok(scree_body_apply_impulse(w, bodies[i], huge, far));
            assert_ok(scree_body_apply_angular_impulse(w, bodies[i], 3e38f));
        }
        assert_ok(scree_bodies_apply_impulse(w, bodies, 3, values, values, values));
        assert_true(scree_world_hash(w) == hash);
        for (int i = 0; i < 3; ++i)
        {
            assert_true(scree_body_angular_velocity(w, bodies[i]) == 0.0f);
        }
    }
    // Forces, on those that are not dynamic.
    for (int i = 0; i < 2; ++i)
    {
        assert_ok(scree_body_apply_force(w, bodies[i], huge, far));
        assert_ok(scree_body_apply_force(w, bodies[i], huge, far));
        assert_ok(scree_body_apply_torque(w, bodies[i], 3e38f));
    }
    run_steps(w, 1);
}

TEST_WITH(an_impulse_whose_result_is_not_finite_is_refused, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 huge = {3e38f, 0.0f}, at = {0.0f, 0.0f}, far = {0.0f, -3e38f};
    // 0.785 kg: the first is too much at once, the next by its lever.
    WRONG(w, scree_body_apply_impulse(w, f->ball, huge, at), "impulse");
    WRONG(w, scree_body_apply_impulse(w, f->ball, (scree_vec2){1e10f, 0.0f}, far), "impulse");
    WRONG(w, scree_body_apply_angular_impulse(w, f->ball, 3e38f), "impulse");
    // 1 kg: once, not twice.
    scree_vec2 middle = scree_body_center_of_mass(w, f->crate);
    assert_ok(scree_body_apply_impulse(w, f->crate, huge, middle));
    WRONG(w, scree_body_apply_impulse(w, f->crate, huge, middle), "impulse");
    assert_near(scree_body_linear_velocity(w, f->crate).x, 3e38, 3e32);
    // The lever has no effect on a body that cannot turn.
    assert_ok(scree_body_set_locks(w, f->ball, (scree_motion_locks){false, false, true}));
    assert_ok(scree_body_apply_impulse(w, f->ball, (scree_vec2){1.0f, 0.0f}, far));
    assert_ok(scree_body_apply_impulse(w, f->ball, (scree_vec2){1e10f, 0.0f}, far));
    assert_true(scree_body_angular_velocity(w, f->ball) == 0.0f);
}

TEST_WITH(forces_whose_sum_is_not_finite_are_refused, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 huge = {3e38f, 0.0f}, at = {0.0f, 0.0f}, far = {0.0f, -3e38f};
    scree_vec2 up = {0.0f, 6.0f};
    assert_ok(scree_body_apply_force_to_center(w, f->crate, up));
    assert_ok(scree_body_apply_force_to_center(w, f->ball, huge));
    WRONG(w, scree_body_apply_force_to_center(w, f->ball, huge), "force");
    WRONG(w, scree_body_apply_force(w, f->ball, huge, at), "force");
    WRONG(w, scree_body_apply_force(w, f->ball, (scree_vec2){1e10f, 0.0f}, far), "force");
    assert_ok(scree_body_apply_torque(w, f->ball, 3e38f));
    WRONG(w, scree_body_apply_torque(w, f->ball, 3e38f), "torque");
    scree_body_id ids[2] = {f->crate, f->ball};
    float values[2] = {1.0f, 3e38f};
    WRONG(w, scree_bodies_apply_force(w, ids, 2, values, NULL, NULL), "fx");
    WRONG(w, scree_bodies_apply_force(w, ids, 2, NULL, NULL, values), "torque");
    // The refused call added nothing: undo the accepted one, and the ball stays.
    assert_ok(scree_body_apply_force_to_center(w, f->ball, (scree_vec2){-3e38f, 0.0f}));
    assert_ok(scree_body_apply_torque(w, f->ball, -3e38f));
    run_steps(w, 1);
    assert_true(scree_body_linear_velocity(w, f->ball).x == 0.0f);
    assert_true(scree_body_angular_velocity(w, f->ball) == 0.0f);
    assert_near(scree_body_linear_velocity(w, f->crate).y, 0.1, 1e-6);
    assert_true(scree_body_linear_velocity(w, f->crate).x == 0.0f);
}

TEST_WITH(bulk_impulses_are_all_or_nothing_where_a_body_comes_twice, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_body_id ids[4] = {f->ball, f->crate, f->ball, f->crate};
    const float once[4] = {1.0f, 2e38f, 1.0f, 2e38f};
    WRONG(w, scree_bodies_apply_impulse(w, ids, 4, once, NULL, NULL), "px");
    WRONG(w, scree_bodies_apply_impulse(w, ids, 4, NULL, once, NULL), "py");
    const float turn[4] = {1.0f, 4e37f, 1.0f, 4e37f};
    WRONG(w, scree_bodies_apply_impulse(w, ids, 4, NULL, NULL, turn), "angular");
    WRONG(w, scree_bodies_apply_force(w, ids, 4, once, NULL, NULL), "fx");
    // Without repeats each passes alone.
    WRONG(w,
          scree_bodies_apply_impulse(w, ids, 2, (const float[]){1.0f, 3e38f},
                                     (const float[]){3e38f, 0.0f}, NULL),
          "py");
    // To and fro it stays in range, and ends with the bits of one call per value.
    const float px[4] = {0.1f, 3e38f, 0.7f, -3e38f}, py[4] = {0.3f, 0.1f, -0.2f, 0.4f};
    assert_int_equal(scree_bodies_apply_impulse(w, ids, 4, px, py, px), SCREE_ERROR_ARGUMENT);
    const float small[4] = {0.01f, 0.02f, 0.05f, -0.09f};
    scree_world *calm = world_with_gravity(0.0f, 0.0f);
    scree_body_id twins[2] = {add_ball(calm, 0.0f, 0.0f, 0.5f),
                              add_crate(calm, 50.0f, 0.0f, 0.5f, 0.5f)};
    assert_ok(scree_bodies_apply_impulse(w, ids, 4, px, py, small));
    for (int i = 0; i < 4; ++i)
    {
        scree_body_id one = twins[i % 2];
        assert_ok(scree_bodies_apply_impulse(calm, &one, 1, &px[i], &py[i], &small[i]));
    }
    assert_true(scree_world_hash(w) == scree_world_hash(calm));
    scree_world_destroy(calm);
    // The copy in which this shows needs memory; without, nothing is changed.
    uint64_t hash = scree_world_hash(w);
    f->memory.calls = 0;
    f->memory.fail_at = 0;
    assert_int_equal(scree_bodies_apply_impulse(w, ids, 4, small, small, small),
                     SCREE_ERROR_OUT_OF_MEMORY);
    f->memory.fail_at = -1;
    assert_true(scree_world_hash(w) == hash);
}

TEST_WITH(shapes_that_shift_the_centre_of_what_spins_too_fast_are_refused, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 rest = {0.0f, 0.0f};
    scree_circle off = {{1e4f, 0.0f}, 0.5f};
    scree_capsule capsule = {{1e4f, 0.0f}, {1e4f, 1.0f}, 0.5f};
    scree_polygon box = scree_polygon_box_at(0.5f, 0.5f, off.center, 0.0f, 0.0f);
    scree_segment segment = {{1e4f, 0.0f}, {1e4f, 1.0f}};
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 1e35f));
    WRONG_ID(w, scree_shape_create_circle(w, f->ball, usual_shape(), &off), "circle");
    WRONG_ID(w, scree_shape_create_capsule(w, f->ball, usual_shape(), &capsule), "capsule");
    WRONG_ID(w, scree_shape_create_polygon(w, f->ball, usual_shape(), &box), "polygon");
    scree_body_id both[2] = {f->crate, f->ball};
    scree_shape_id ids[2] = {{7}, {7}};
    WRONG(w, scree_shapes_create_circle(w, both, 2, usual_shape(), &off, ids), "circle");
    WRONG(w, scree_shapes_create_capsule(w, both, 2, usual_shape(), &capsule, ids), "capsule");
    WRONG(w, scree_shapes_create_polygon(w, both, 2, usual_shape(), &box, ids), "polygon");
    assert_true(ids[0].value == 7 && ids[1].value == 7);
    scree_mass_data mass = {1.0f, 1.0f, {0.0f, 1e4f}};
    WRONG(w, scree_body_set_mass_data(w, f->ball, &mass), "mass.center");
    // A segment has no mass, and accepted calls get the same ids as without the refused one.
    scree_shape_id kept = scree_shape_create_segment(w, f->ball, usual_shape(), &segment);
    assert_true(scree_shape_is_valid(w, kept));
    assert_int_equal(kept.value & 0xffffffu, 3);
    // Removing one shifts it, too.
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 0.0f));
    scree_shape_id extra = scree_shape_create_circle(w, f->ball, usual_shape(), &off);
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 1e35f));
    WRONG(w, scree_shape_destroy(w, extra), "shape");
    assert_true(scree_shape_is_valid(w, extra));
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 1e30f));
    assert_ok(scree_shape_destroy(w, extra));
}

TEST_WITH(shapes_in_bulk_are_all_or_nothing_where_a_body_comes_twice, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 rest = {0.0f, 0.0f};
    // Two discs of the ball's mass, 10 m off: the centre goes 5 m, then 1.67 m more.
    scree_circle off = {{10.0f, 0.0f}, 0.5f};
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 5.5e37f));
    scree_body_id ids[3] = {f->ball, f->crate, f->ball};
    WRONG(w, scree_shapes_create_circle(w, ids, 3, usual_shape(), &off, NULL), "circle");
    f->memory.calls = 0;
    f->memory.fail_at = 0;
    assert_int_equal(scree_shapes_create_circle(w, ids, 3, usual_shape(), &off, NULL),
                     SCREE_ERROR_OUT_OF_MEMORY);
    f->memory.fail_at = -1;
    assert_int_equal(scree_world_counters(w).shapes, 2);
    assert_ok(scree_shapes_create_circle(w, ids, 2, usual_shape(), &off, NULL));
    WRONG_ID(w, scree_shape_create_circle(w, f->ball, usual_shape(), &off), "circle");
    // Slower, all pass, with the same result as one by one.
    scoped_fixture fixture twin = {.world = world_with_gravity(0.0f, 0.0f)};
    twin.ball = add_ball(twin.world, 0.0f, 0.0f, 0.5f);
    twin.crate = add_crate(twin.world, 50.0f, 0.0f, 0.5f, 0.5f);
    scree_shape_create_circle(twin.world, twin.ball, usual_shape(), &off);
    scree_shape_create_circle(twin.world, twin.crate, usual_shape(), &off);
    scree_body_set_velocity(w, f->ball, rest, 0.3f);
    scree_body_set_velocity(twin.world, twin.ball, rest, 0.3f);
    assert_ok(scree_shapes_create_circle(w, ids, 3, usual_shape(), &off, NULL));
    for (int i = 0; i < 3; ++i)
    {
        scree_body_id body = i == 1 ? twin.crate : twin.ball;
        scree_shape_create_circle(twin.world, body, usual_shape(), &off);
    }
    for (int i = 0; i < 2; ++i)
    {
        scree_body_id body = i == 0 ? f->ball : f->crate, other = i == 0 ? twin.ball : twin.crate;
        assert_true(scree_body_mass(w, body) == scree_body_mass(twin.world, other));
        assert_true(scree_body_inertia(w, body) == scree_body_inertia(twin.world, other));
        assert_true(scree_body_center_of_mass(w, body).x ==
                    scree_body_center_of_mass(twin.world, other).x);
    }
    assert_true(scree_world_hash(w) == scree_world_hash(twin.world));
}

TEST_WITH(a_change_that_takes_the_centre_of_mass_out_of_reach_is_refused, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 edge = {9.9e7f, 0.0f};
    scree_circle off = {{9e6f, 0.0f}, 0.5f};
    assert_ok(scree_body_set_transform(w, f->ball, scree_transform_from_angle(edge, 0.0f)));
    WRONG_ID(w, scree_shape_create_circle(w, f->ball, usual_shape(), &off), "circle");
    scree_mass_data mass = {1.0f, 1.0f, {9e6f, 0.0f}};
    WRONG(w, scree_body_set_mass_data(w, f->ball, &mass), "mass.center");
    assert_ok(scree_body_set_transform(w, f->ball,
                                       scree_transform_from_angle((scree_vec2){0.0f, 0.0f}, 0.0f)));
    assert_ok(scree_body_set_mass_data(w, f->ball, &mass));
    WRONG(w, scree_body_set_position(w, f->ball, edge), "position");
    // Turned round, the centre lies on the near side.
    assert_ok(scree_body_set_transform(w, f->ball, scree_transform_from_angle(edge, 3.14159f)));
    // A static body has no centre of mass but its origin.
    scree_body_id post = add_body(w, SCREE_BODY_STATIC, 9.9e7f, 0.0f, 0.0f);
    assert_true(scree_shape_is_valid(w, scree_shape_create_circle(w, post, usual_shape(), &off)));
    WRONG(w, scree_body_set_type(w, post, SCREE_BODY_DYNAMIC), "type");
    assert_ok(scree_body_set_type(w, post, SCREE_BODY_KINEMATIC));
    assert_int_equal(scree_body_get_type(w, post), SCREE_BODY_KINEMATIC);
}

TEST_WITH(a_type_that_gives_a_spinning_body_an_infinite_velocity_is_refused, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 rest = {0.0f, 0.0f};
    scree_circle off = {{1e4f, 0.0f}, 0.5f};
    assert_ok(scree_body_set_type(w, f->ball, SCREE_BODY_KINEMATIC));
    assert_true(
        scree_shape_is_valid(w, scree_shape_create_circle(w, f->ball, usual_shape(), &off)));
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 1e36f));
    WRONG(w, scree_body_set_type(w, f->ball, SCREE_BODY_DYNAMIC), "type");
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 1.0f));
    assert_ok(scree_body_set_type(w, f->ball, SCREE_BODY_DYNAMIC));
    assert_ok(scree_body_set_velocity(w, f->ball, rest, 1e36f));
    WRONG(w, scree_body_set_type(w, f->ball, SCREE_BODY_KINEMATIC), "type");
    // Static bodies do not turn.
    assert_ok(scree_body_set_type(w, f->ball, SCREE_BODY_STATIC));
}

TEST_WITH(a_mass_that_is_not_finite_is_refused, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_shape_def def = scree_shape_def_default();
    def.density = 1e12f;
    scree_circle disc = {{0.0f, 0.0f}, 1e8f};
    WRONG_ID(w, scree_shape_create_circle(w, f->ball, &def, &disc), "circle");
    WRONG(w, scree_shapes_create_circle(w, &f->crate, 1, &def, &disc, NULL), "circle");
    scree_body_id planet = add_body(w, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    assert_true(scree_shape_is_valid(w, scree_shape_create_circle(w, planet, &def, &disc)));
    WRONG(w, scree_body_set_type(w, planet, SCREE_BODY_DYNAMIC), "type");
    def.density = 1.0f;
    scree_shape_id large = scree_shape_create_circle(w, f->ball, &def, &disc);
    assert_true(scree_shape_is_valid(w, large));
    WRONG(w, scree_shape_set_density(w, large, 1e12f), "density");
    assert_true(scree_shape_density(w, large) == 1.0f);
}

TEST_WITH(a_shape_too_light_for_an_inverse_counts_as_nothing, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_world_set_gravity(w, (scree_vec2){0.0f, -10.0f});
    // 3e-40 kg; 3e-20 kg with an inertia of 1e-40 kg m^2.
    const float radii[2] = {1e-20f, 1e-10f};
    for (int i = 0; i < 2; ++i)
    {
        scree_body_id speck = add_ball(w, 5.0f, 30.0f * (float)(i + 1), radii[i]);
        assert_true(scree_body_mass(w, speck) > 0.0f);
        assert_true(scree_body_inertia(w, speck) == 0.0f);
        assert_ok(scree_body_apply_torque(w, speck, 1.0f));
        assert_ok(scree_body_apply_angular_impulse(w, speck, 1.0f));
        run_steps(w, 60);
        assert_near(scree_body_linear_velocity(w, speck).y, -10.0, 1e-3);
        assert_true(scree_body_angular_velocity(w, speck) == 0.0f);
    }
    assert_int_equal(scree_world_counters(w).disabled_bodies, 0);
}

TEST_WITH(single_and_bulk_creation_take_the_same_velocities, setup, end_fixture)
{
    fixture *f = *state;
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.linear_velocity.x = FLT_MAX;
    const float largest[1] = {FLT_MAX};
    scree_body_batch batch = {.def = &def, .count = 1, .vx = largest, .vy = largest, .w = largest};
    assert_true(scree_body_create(f->world, &def).value != 0);
    assert_ok(scree_bodies_create(f->world, &batch, NULL));
}
