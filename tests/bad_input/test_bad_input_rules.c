/// Rules between arguments, and for kinds of bodies. test_bad_input.c walks the ranges.
#include "tests/support/refusals.h"

typedef struct fixture
{
    scree_world *world;
    test_memory memory;
    scree_body_id ground, box, platform;
    scree_shape_id box_shape, ground_shape;
} fixture;

static int setup(void **state)
{
    static fixture f;
    f = (fixture){0};
    scree_world_def def = counted_def(&f.memory);
    f.world = world_of(&def);
    f.ground = add_ground(f.world, usual_shape());
    scree_body_shapes(f.world, f.ground, &f.ground_shape, 1);
    f.box = add_body(f.world, SCREE_BODY_DYNAMIC, 0.0f, 0.45f, 0.0f);
    f.box_shape = add_box(f.world, f.box, usual_shape(), 0.5f, 0.5f);
    f.platform = add_slab(f.world, SCREE_BODY_KINEMATIC, 5.0f, 5.0f, usual_shape(), 1.0f, 0.1f);
    run_steps(f.world, 3);
    *state = &f;
    return 0;
}

TEST_WITH(the_longest_and_shortest_steps_are_taken, setup, end_fixture)
{
    fixture *f = *state;
    assert_ok(scree_world_step(f->world, 1.0f, 64));
    assert_ok(scree_world_step(f->world, 1e-6f, 1));
    assert_ok(scree_world_step(f->world, 1e-6f, 64));
    scree_vec2 p = scree_body_position(f->world, f->box);
    assert_true(isfinite(p.x) && isfinite(p.y));
    // Removing an entry that does not exist is no error.
    assert_ok(scree_world_set_pair_material(f->world, 77, 78, NULL));
}

static void assert_error(const scree_world *world, scree_result result, const char *text)
{
    assert_int_equal(result, SCREE_ERROR_ARGUMENT);
    assert_string_equal(scree_error_text(world), text);
}

TEST_WITH(errors_of_numbers_state_the_refused_value_and_the_range, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *world = f->world;
    const scree_vec2 far = {0.25f, -2e8f}, infinite = {INFINITY, 0.0f};
    assert_error(world, scree_world_step(world, 2.0f, 4),
                 "scree_world_step: dt is 2, not in [1e-06, 1]");
    assert_error(world, scree_world_step(world, 0.1f, 65),
                 "scree_world_step: substeps is 65, not in [1, 64]");
    assert_error(world, scree_body_set_linear_damping(world, f->box, -0.5f),
                 "scree_body_set_linear_damping: damping is -0.5, not in [0, 1000000]");
    assert_error(world,
                 scree_body_set_target_transform(world, f->platform, (scree_vec2){0}, 0.0f, 0.0f),
                 "scree_body_set_target_transform: dt is 0, not in (0, 3.40282e+38]");
    assert_error(world, scree_body_set_position(world, f->box, far),
                 "scree_body_set_position: position is (0.25, -200000000), not within +-1e+08 m");
    assert_error(world, scree_body_set_angle(world, f->box, INFINITY),
                 "scree_body_set_angle: angle is inf, not finite");
    assert_error(world, scree_world_set_gravity(world, infinite),
                 "scree_world_set_gravity: gravity is (inf, 0), not finite");
}

TEST_WITH(functions_of_allocators_and_tasks_come_in_pairs, setup, end_fixture)
{
    test_memory memory;
    for (int i = 0; i < 2; ++i)
    {
        scree_world_def def = counted_def(&memory);
        *(i == 0 ? (void **)&def.allocator.allocate : (void **)&def.allocator.release) = NULL;
        assert_null(scree_world_create(&def));
        assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_ARGUMENT);
        assert_string_equal(scree_world_last_error(NULL).argument, "def.allocator");
    }
}

TEST_WITH(some_calls_are_for_some_bodies, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_vec2 zero = {0.0f, 0.0f}, up = {0.0f, 1.0f};
    WRONG(w, scree_body_set_target_transform(w, f->platform, zero, 0.0f, 1e-45f), "dt");
    WRONG(w, scree_body_set_target_transform(w, f->box, zero, 0.0f, STEP), "body");
    WRONG(w, scree_body_set_target_transform(w, f->ground, zero, 0.0f, STEP), "body");
    // No finite inverse.
    WRONG(w, scree_body_set_mass_data(w, f->box, &(scree_mass_data){1e-45f, 1.0f, {0.0f, 0.0f}}),
          "mass.mass");
    WRONG(w, scree_body_set_mass_data(w, f->box, &(scree_mass_data){1.0f, 1e-45f, {0.0f, 0.0f}}),
          "mass.inertia");
    WRONG(w, scree_body_set_mass_data(w, f->ground, &(scree_mass_data){1.0f, 1.0f, {0.0f, 0.0f}}),
          "body");
    // A half-space cannot move.
    WRONG(w, scree_body_set_type(w, f->ground, SCREE_BODY_DYNAMIC), "type");
    WRONG(w, scree_body_set_type(w, f->ground, SCREE_BODY_KINEMATIC), "type");
    WRONG_ID(w,
             scree_shape_create_half_space(w, f->box, usual_shape(), &(scree_half_space){up, 0.0f}),
             "body");
    WRONG_ID(
        w,
        scree_shape_create_half_space(w, f->platform, usual_shape(), &(scree_half_space){up, 0.0f}),
        "body");
    const scree_vec2 normals[] = {{0, 0},        {NAN, 1},       {1, NAN},
                                  {INFINITY, 0}, {0, -INFINITY}, {1e-30f, 1e-30f}};
    for (int i = 0; i < 6; ++i)
    {
        WRONG_ID(w,
                 scree_shape_create_half_space(w, f->ground, usual_shape(),
                                               &(scree_half_space){normals[i], 0.0f}),
                 "half_space.normal");
    }
}

TEST_WITH(counts_beyond_all_ids_are_refused_unread, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_body_def body = scree_body_def_default();
    scree_body_batch batch = {.def = &body, .count = INT_MAX};
    REFUSED(w, scree_bodies_create(w, &batch, NULL), SCREE_ERROR_CAPACITY, "world");
    const int over[] = {(1 << 24) - 1, INT_MAX};
    for (int i = 0; i < 2; ++i)
    {
        scree_circle circle = {{0.0f, 0.0f}, 1.0f};
        scree_capsule capsule = {{0.0f, 0.0f}, {1.0f, 0.0f}, 0.5f};
        scree_polygon box = scree_polygon_box(0.5f, 0.5f);
        REFUSED(w, scree_shapes_create_circle(w, &f->box, over[i], usual_shape(), &circle, NULL),
                SCREE_ERROR_CAPACITY, "world");
        REFUSED(w, scree_shapes_create_capsule(w, &f->box, over[i], usual_shape(), &capsule, NULL),
                SCREE_ERROR_CAPACITY, "world");
        REFUSED(w, scree_shapes_create_polygon(w, &f->box, over[i], usual_shape(), &box, NULL),
                SCREE_ERROR_CAPACITY, "world");
        REFUSED(w, scree_shapes_create_circle(w, NULL, over[i], usual_shape(), &circle, NULL),
                SCREE_ERROR_NULL, "bodies");
    }
}

TEST_WITH(of_nothing_nothing_is_needed, setup, end_fixture)
{
    fixture *f = *state;
    scree_world *w = f->world;
    scree_body_def body = scree_body_def_default();
    scree_circle circle = {{0.0f, 0.0f}, 1.0f};
    scree_body_batch batch = {.def = &body, .count = 0};
    world_digest before = world_digest_of(w);
    assert_ok(scree_bodies_create(w, &batch, NULL));
    assert_ok(scree_shapes_create_circle(w, NULL, 0, usual_shape(), &circle, NULL));
    assert_ok(scree_bodies_set_velocity(w, NULL, 0, NULL, NULL, NULL));
    assert_ok(scree_bodies_apply_force(w, &f->box, 1, NULL, NULL, NULL));
    // The getter of another type.
    assert_true(scree_shape_circle(w, f->box_shape).radius == 0.0f);
    assert_true(scree_shape_polygon(w, f->ground_shape).count == 0);
    assert_true(world_digest_of(w).value == before.value);
}

TEST_WITH(odd_capacities_and_names_are_harmless, setup, end_fixture)
{
    fixture *f = *state;
    scree_shape_id shapes[2];
    scree_contact contacts[1];
    scree_shape_pair pairs[1];
    float instances[8] = {5.0f, 5.0f, 5.0f, 5.0f, 5.0f, 5.0f, 5.0f, 5.0f};
    assert_int_equal(scree_world_shapes(f->world, shapes, -5), 3);
    assert_int_equal(scree_world_shapes(f->world, NULL, 5), 3);
    assert_int_equal(scree_body_shapes(f->world, f->box, NULL, INT_MAX), 1);
    assert_int_equal(scree_world_contacts(f->world, contacts, -1), 1);
    assert_int_equal(scree_world_contacts(f->world, NULL, INT_MAX), 1);
    assert_int_equal(scree_world_pairs(f->world, pairs, -1), 1);
    assert_int_equal(scree_world_pairs(f->world, NULL, INT_MAX), 1);
    const int bodies = scree_world_bodies(f->world).count;
    assert_true(bodies > 1);
    assert_int_equal(scree_world_write_instances(f->world, instances, 1), bodies);
    assert_true(instances[4] == 5.0f);
    assert_int_equal(scree_world_write_instances(f->world, instances, -1), bodies);
    assert_int_equal(scree_world_write_instances(f->world, NULL, 4), bodies);
    int stages = scree_stage_count();
    assert_true(stages > 0);
    const int outside[] = {-1, stages, INT_MAX, INT_MIN};
    for (int i = 0; i < 4; ++i)
    {
        assert_null(scree_stage_name(outside[i]));
        assert_true(scree_world_stage_ms(f->world, outside[i]) == 0.0);
        assert_true(scree_world_stage_start_ms(f->world, outside[i]) == 0.0);
        assert_non_null(scree_result_name((scree_result)(outside[i])));
        assert_non_null(scree_simd_name((scree_simd)outside[i]));
        assert_false(scree_simd_is_supported((scree_simd)(outside[i] == stages ? 99 : outside[i])));
    }
    assert_int_equal(scree_simd_from_name(NULL), SCREE_SIMD_COUNT);
    assert_int_equal(scree_simd_from_name("itanium"), SCREE_SIMD_COUNT);
    assert_int_equal(scree_simd_from_name(""), SCREE_SIMD_COUNT);
    assert_string_equal(scree_world_stage_work(NULL, 0).unit, "");
    assert_near(scree_world_particle_settings(NULL).max_speed, 400.0, 0.0);
    assert_true(scree_world_hash(NULL) != scree_world_hash(f->world));
}
