/// Calls on a whole world: user data, errors, workers, measures, hashes.
#include "tests/support/worlds.h"

#include <string.h>

TEST(the_version_of_headers_and_library_agree)
{
    assert_int_equal(scree_version(), SCREE_VERSION);
    assert_int_equal(SCREE_VERSION,
                     10000 * SCREE_VERSION_MAJOR + 100 * SCREE_VERSION_MINOR + SCREE_VERSION_PATCH);
}

TEST(a_world_keeps_the_user_data_it_is_given)
{
    int first = 1, second = 2;
    scree_world_def def = scree_world_def_default();
    def.user_data = &first;
    scoped_world *world = world_of(&def);
    assert_ptr_equal(scree_world_user_data(world), &first);
    assert_ok(scree_world_set_user_data(world, &second));
    assert_ptr_equal(scree_world_user_data(world), &second);
    assert_ptr_equal(scree_world_settings(world).user_data, &second);
    assert_null(scree_world_user_data(NULL));
}

TEST(an_error_has_a_number_of_its_own_until_it_is_cleared)
{
    scoped_world *world = default_world();
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    assert_int_equal(scree_world_last_error(world).number, 0);
    assert_string_equal(scree_error_text(world), "");
    scree_body_set_angle(world, body, NAN);
    scree_error first = scree_world_last_error(world);
    assert_int_equal(first.number, 1);
    // A successful call leaves the error as it is, number included.
    assert_ok(scree_body_set_angle(world, body, 0.5f));
    assert_int_equal(scree_world_last_error(world).number, 1);
    assert_string_equal(scree_error_text(world), first.text);
    // The same mistake again is another error with the same text.
    scree_body_set_angle(world, body, NAN);
    scree_error second = scree_world_last_error(world);
    assert_int_equal(second.number, 2);
    assert_string_equal(second.text, first.text);
    scree_error_clear(world);
    assert_string_equal(scree_error_text(world), "");
    assert_int_equal(scree_world_last_error(world).code, SCREE_OK);
    assert_int_equal(scree_world_last_error(world).number, 2);
    scree_body_set_angle(world, body, NAN);
    assert_int_equal(scree_world_last_error(world).number, 3);
    // The thread's are counted apart.
    const uint32_t before = scree_world_last_error(NULL).number;
    assert_int_equal(scree_body_set_angle(NULL, body, 0.0f), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_last_error(NULL).number, before + 1);
    scree_error_clear(NULL);
    assert_string_equal(scree_error_text(NULL), "");
}

typedef struct told_errors
{
    int count, order;
    scree_error_level level;
    scree_error last;
    scree_world *world;  ///< that the callback makes a mistake with; null: none
    int *calls;          ///< shared by several
} told_errors;

static void note_error(scree_error_level level, const scree_error *error, void *context)
{
    told_errors *told = context;
    ++told->count;
    told->order = ++*told->calls;
    told->level = level;
    told->last = *error;
    if (told->world != NULL)
    {
        assert_int_equal(scree_world_step(told->world, -1.0f, 1), SCREE_ERROR_ARGUMENT);
    }
}

static void destroy_told(scree_error_level level, const scree_error *error, void *context)
{
    (void)level;
    (void)error;
    scree_world_destroy(context);
}

TEST(a_world_that_tells_of_an_error_is_not_destroyed)
{
    scoped_world *world = default_world();
    assert_ok(scree_world_set_error_callback(world, destroy_told, world));
    assert_int_equal(scree_world_step(world, -1.0f, 1), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_last_error(world).code, SCREE_ERROR_LOCKED);
    scree_error_set_callback(destroy_told, world);
    assert_int_equal(scree_world_step(world, -1.0f, 1), SCREE_ERROR_ARGUMENT);
    scree_error_set_callback(NULL, NULL);
    assert_ok(scree_world_set_error_callback(world, NULL, NULL));
    assert_ok(scree_world_step(world, STEP, SUBSTEPS));
}

TEST(errors_are_told_to_the_world_then_to_the_process)
{
    int calls = 0;
    told_errors of_world = {.calls = &calls}, of_process = {.calls = &calls};
    scoped_world *world = default_world(), *other = default_world();
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    assert_ok(scree_world_set_error_callback(world, note_error, &of_world));
    scree_error_set_callback(note_error, &of_process);
    scree_body_set_angle(world, body, NAN);
    assert_true(of_world.count == 1 && of_process.count == 1 && of_world.order == 1);
    assert_int_equal(of_world.level, SCREE_ERROR_LEVEL_MISUSE);
    assert_string_equal(of_world.last.text, scree_error_text(world));
    assert_string_equal(of_world.last.argument, "angle");
    // Success says nothing.
    assert_ok(scree_body_set_angle(world, body, 0.5f));
    assert_int_equal(of_process.count, 1);
    // The process callback alone reports errors of other worlds and of calls without one.
    scree_world_step(other, 0.0f, 1);
    scree_world_step(NULL, 0.1f, 1);
    assert_true(of_world.count == 1 && of_process.count == 3);
    assert_int_equal(of_process.last.code, SCREE_ERROR_NULL);
    // A mistake in a callback is stored and not told.
    of_world.world = world;
    scree_body_set_angle(world, body, NAN);
    assert_true(of_world.count == 2 && of_process.count == 4);
    assert_non_null(strstr(scree_error_text(world), "scree_world_step"));
    assert_non_null(strstr(of_process.last.text, "scree_body_set_angle"));
    assert_ok(scree_world_set_error_callback(world, NULL, NULL));
    scree_error_set_callback(NULL, NULL);
    scree_body_set_angle(world, body, NAN);
    assert_true(of_world.count == 2 && of_process.count == 4);
}

TEST(levels_tell_misuse_from_lack_of_memory_and_from_a_step_that_was_taken)
{
    assert_int_equal(scree_result_level(SCREE_ERROR_STALE_ID), SCREE_ERROR_LEVEL_MISUSE);
    assert_int_equal(scree_result_level(SCREE_ERROR_OUT_OF_MEMORY), SCREE_ERROR_LEVEL_RESOURCE);
    assert_int_equal(scree_result_level(SCREE_ERROR_CAPACITY), SCREE_ERROR_LEVEL_RESOURCE);
    int calls = 0;
    told_errors told = {.calls = &calls};
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_ball(world, 1e8f, 0.0f, 0.5f);
    assert_ok(scree_body_set_velocity(world, body, (scree_vec2){300.0f, 0.0f}, 0.0f));
    assert_ok(scree_world_set_error_callback(world, note_error, &told));
    assert_int_equal(scree_world_step(world, 0.5f, 1), SCREE_ERROR_NOT_FINITE);
    assert_int_equal(told.level, SCREE_ERROR_LEVEL_WARNING);
    assert_int_equal(told.last.code, SCREE_ERROR_NOT_FINITE);
}

/// Boxes that fall on each other.
static scree_world *pile_of(int workers)
{
    scree_world_def def = scree_world_def_default();
    def.worker_count = workers;
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    for (int i = 0; i < 60; ++i)
    {
        add_crate(world, (float)(i % 10) * 1.05f, 0.6f + 1.1f * (float)(i / 10), 0.5f, 0.5f);
    }
    return world;
}

TEST(workers_can_be_changed_between_steps_without_a_bit_of_difference)
{
    scoped_world *one = pile_of(1), *many = pile_of(1);
    static const int counts[] = {3, 1, 2, 5, 0, 4};
    for (int i = 0; i < 60; ++i)
    {
        assert_ok(scree_world_set_worker_count(many, counts[i / 10]));
        if (counts[i / 10] > 0)
        {
            assert_int_equal(scree_world_worker_count(many), counts[i / 10]);
        }
        step_world(one);
        step_world(many);
        assert_int_equal(scree_world_hash(one), scree_world_hash(many));
        assert_int_equal(scree_world_state_hash(one), scree_world_state_hash(many));
    }
    assert_int_equal(scree_world_set_worker_count(many, 65), SCREE_ERROR_ARGUMENT);
    assert_int_equal(scree_world_worker_count(many), 4);
}

/// A task system without threads.
static void *run_at_once(scree_task *task, void *argument, void *context)
{
    ++*(int *)context;
    task(argument);
    return NULL;
}

static void wait_for_nothing(void *handle, void *context)
{
    (void)context;
    (void)handle;
}

TEST(a_task_system_serves_a_new_number_of_workers)
{
    int runs = 0;
    scree_world_def def = scree_world_def_default();
    def.tasks = (scree_tasks){run_at_once, wait_for_nothing, &runs};
    scoped_world *world = world_of(&def);
    add_ball(world, 0.0f, 0.0f, 0.5f);
    step_world(world);
    assert_int_equal(runs, 0);
    assert_ok(scree_world_set_worker_count(world, 4));
    step_world(world);
    assert_int_equal(runs, 3);
    assert_ok(scree_world_set_worker_count(world, 2));
    step_world(world);
    assert_int_equal(runs, 4);
}

TEST(workers_without_memory_stay_as_they_are)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    add_ball(world, 0.0f, 0.0f, 0.5f);
    memory.fail_at = memory.calls;
    assert_int_equal(scree_world_set_worker_count(world, 2), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(scree_world_worker_count(world), 1);
    memory.fail_at = -1;
    assert_ok(scree_world_set_worker_count(world, 2));
    step_world(world);
    end_counted(world, &memory);
}

TEST(the_state_hash_sees_what_the_hash_of_poses_does_not)
{
    scoped_world *a = pile_of(1), *b = pile_of(1);
    step_times(a, 40);
    step_times(b, 40);
    assert_int_equal(scree_world_state_hash(a), scree_world_state_hash(b));
    // A force that waits for the next step.
    scree_body_id body = scree_world_bodies(a).id[3];
    assert_ok(scree_body_apply_torque(a, body, 1.0f));
    assert_int_equal(scree_world_hash(a), scree_world_hash(b));
    assert_true(scree_world_state_hash(a) != scree_world_state_hash(b));
    assert_ok(scree_body_clear_forces(a, body));
    // The torque woke it, which counts; so does a setting.
    assert_ok(scree_body_apply_torque(b, scree_world_bodies(b).id[3], 1.0f));
    assert_ok(scree_body_clear_forces(b, scree_world_bodies(b).id[3]));
    assert_int_equal(scree_world_state_hash(a), scree_world_state_hash(b));
    assert_ok(scree_body_set_gravity_scale(a, body, 0.5f));
    assert_true(scree_world_state_hash(a) != scree_world_state_hash(b));
    // Data of the program does not.
    assert_ok(scree_body_set_gravity_scale(b, scree_world_bodies(b).id[3], 0.5f));
    assert_ok(scree_body_set_user_data(a, body, a));
    assert_ok(scree_body_set_name(a, body, "box"));
    assert_int_equal(scree_world_state_hash(a), scree_world_state_hash(b));
    assert_int_equal(scree_world_state_hash(NULL), scree_world_hash(NULL));
}

TEST(the_state_hash_is_the_same_on_every_instruction_set)
{
    uint64_t hashes[SCREE_SIMD_COUNT] = {0};
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
    {
        if (!scree_simd_is_supported((scree_simd)simd))
        {
            hashes[simd] = hashes[SCREE_SIMD_SCALAR];
            continue;
        }
        scree_world_def def = scree_world_def_default();
        def.simd = (scree_simd)simd;
        scoped_world *world = world_of(&def);
        add_ground(world, usual_shape());
        for (int i = 0; i < 40; ++i)
        {
            scree_body_id body =
                add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 8), 1.0f + (float)(i / 8), 0.3f);
            add_mixed(world, body, usual_shape(), i, 0.8f);
        }
        step_times(world, 30);
        hashes[simd] = scree_world_state_hash(world);
        assert_int_equal(hashes[simd], hashes[SCREE_SIMD_SCALAR]);
    }
}

TEST(energy_and_momentum_of_a_ball_that_flies_are_those_of_the_book)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id ball = add_ball(world, 3.0f, 2.0f, 0.5f);
    const double m = (double)scree_body_mass(world, ball);
    const double i = (double)scree_body_inertia(world, ball);
    assert_ok(scree_body_set_velocity(world, ball, (scree_vec2){4.0f, -1.0f}, 2.0f));
    scree_energy energy = scree_world_energy(world);
    assert_near(energy.kinetic, 0.5 * m * 17.0 + 0.5 * i * 4.0, 1e-6);
    assert_near(energy.potential, m * 10.0 * 2.0, 1e-6);
    scree_momentum about_origin = scree_world_momentum(world, (scree_vec2){0.0f, 0.0f});
    assert_near(about_origin.x, 4.0 * m, 1e-6);
    assert_near(about_origin.y, -m, 1e-6);
    assert_near(about_origin.angular, 3.0 * -m - 2.0 * 4.0 * m + i * 2.0, 1e-5);
    scree_momentum about_itself = scree_world_momentum(world, (scree_vec2){3.0f, 2.0f});
    assert_near(about_itself.angular, i * 2.0, 1e-6);
    // Kinematic and disabled bodies do not count, a gravity scale does.
    scree_body_id lift = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 5.0f, 0.0f);
    assert_ok(scree_body_set_velocity(world, lift, (scree_vec2){1.0f, 0.0f}, 0.0f));
    assert_ok(scree_body_set_gravity_scale(world, ball, 0.5f));
    assert_near(scree_world_energy(world).potential, 0.5 * energy.potential, 1e-6);
    assert_near(scree_world_energy(world).kinetic, energy.kinetic, 1e-9);
    assert_ok(scree_body_set_enabled(world, ball, false));
    assert_true(scree_world_energy(world).kinetic == 0.0);
    assert_true(scree_world_momentum(NULL, (scree_vec2){0.0f, 0.0f}).x == 0.0);
}

TEST(bodies_that_collide_in_space_keep_momentum_and_angular_momentum)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    scree_body_id thrown = add_crate(world, -3.0f, 0.4f, 0.5f, 0.5f);
    assert_ok(scree_body_set_velocity(world, thrown, (scree_vec2){5.0f, 0.0f}, 0.0f));
    scree_momentum before = scree_world_momentum(world, (scree_vec2){0.0f, 0.0f});
    run_steps(world, 60);
    scree_momentum after = scree_world_momentum(world, (scree_vec2){0.0f, 0.0f});
    assert_true(scree_world_energy(world).kinetic < 0.9 * 0.5 * 25.0);
    assert_near(after.x, before.x, 1e-4);
    assert_near(after.y, before.y, 1e-4);
    assert_near(after.angular, before.angular, 2e-2);
}

TEST(peaks_tell_the_most_that_a_world_held)
{
    scoped_world *world = pile_of(1);
    step_times(world, 60);
    scree_counters counters = scree_world_counters(world);
    scree_peaks peaks = scree_world_peaks(world);
    assert_int_equal(peaks.bodies, 61);
    assert_int_equal(peaks.shapes, 61);
    assert_true(peaks.contacts >= counters.pairs && peaks.contacts > 60);
    scree_body_view bodies = scree_world_bodies(world);
    while (bodies.count > 1)
    {
        assert_ok(scree_body_destroy(world, bodies.id[0]));
        bodies = scree_world_bodies(world);
    }
    step_world(world);
    scree_peaks later = scree_world_peaks(world);
    assert_memory_equal(&later, &peaks, sizeof peaks);
}
