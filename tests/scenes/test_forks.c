/// Forks, copies of worlds, and what differs between two worlds.
#include "tests/support/refusals.h"
#include "tests/support/sanitized.h"
#include "tests/support/scene_runs.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BEFORE = 25,
    AFTER = SANITIZED ? 8 : 20
};

static void assert_no_difference(const scree_world *a, const scree_world *b, const char *scene)
{
    const scree_difference found = scree_world_difference(a, b);
    assert_int_equal(found.result, SCREE_OK);
    if (found.kind != SCREE_DIFFERENCE_NONE)
    {
        fail_msg("%s: kind %d, %s[%d]: %.9g and %.9g", scene, (int)found.kind, found.field,
                 found.member, found.value, found.other_value);
    }
    assert_string_equal(found.field, "");
    assert_true(scree_world_state_hash(a) == scree_world_state_hash(b));
}

static void assert_go_on_alike(scree_world *a, scree_world *b, const scree_scene *scene)
{
    for (int i = 0; i < AFTER; ++i)
    {
        const int substeps = scree_scene_substeps(scene);
        (void)scree_world_step(a, STEP, substeps);
        (void)scree_world_step(b, STEP, substeps);
        assert_no_difference(a, b, scene->name);
    }
}

TEST(a_fork_of_a_scene_goes_on_as_the_scene_does)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
        def.worker_count = i % 2 == 0 ? 1 : 4;
        def.enable_sleep = def.enable_sleep || i % 3 == 0;
        scoped_scene *run = start_scene(scene->name, scene->verify_size, &def);
        step_scene(run, BEFORE, 0);
        scoped_world *fork = scree_world_fork(run->world);
        assert_non_null(fork);
        assert_int_equal(scree_world_worker_count(fork), def.worker_count);
        assert_no_difference(run->world, fork, scene->name);
        assert_go_on_alike(run->world, fork, scene);
        // Into a world that has gone on otherwise, and back.
        run_steps_of(fork, 3, 0.011f, 2);
        assert_ok(scree_world_copy(fork, run->world));
        assert_no_difference(run->world, fork, scene->name);
        assert_go_on_alike(fork, run->world, scene);
    }
}

TEST(soft_bodies_of_a_fork_go_by_the_lengths_of_the_fork)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    scree_soft_body_def def = scree_soft_body_def_default();
    for (int i = 0; i < 2; ++i)
    {
        def.position.y = 1.0f + 0.5f * (float)i;
        assert_false(scree_soft_body_is_null(scree_soft_body_create_box(world, &def, 0.3f, 0.2f)));
    }
    scoped_world *fork = scree_world_fork(world), *restored = default_world();
    const size_t size = scree_world_image_size(world);
    void *image = malloc(size);
    assert_ok(scree_world_save_image(world, image, size));
    assert_ok(scree_world_restore_image(restored, image, size));
    free(image);
    run_steps(world, 60);
    const uint64_t hash = scree_world_state_hash(world);
    // With the lengths that the first world now gets, the edges would be too short for a normal.
    scree_world_def other_def = scree_world_def_default();
    other_def.length_unit = 1e6f;
    scoped_world *other = scree_world_create(&other_def);
    assert_ok(scree_world_copy(world, other));
    run_steps(fork, 60);
    run_steps(restored, 60);
    assert_true(scree_world_state_hash(fork) == hash);
    assert_true(scree_world_state_hash(restored) == hash);
}

TEST(a_copy_into_a_world_that_held_more_and_less)
{
    scoped_scene *large = start_scene("pile", 300, NULL);
    scoped_scene *small = start_scene("joint_grid", 4, NULL);
    step_scene(large, 60, 0);
    step_scene(small, 20, 0);
    scoped_world *copy = default_world(), *again = default_world();
    for (int round = 0; round < 3; ++round)
    {
        const scene_run *from = round % 2 == 0 ? large : small;
        assert_ok(scree_world_copy(copy, from->world));
        assert_no_difference(from->world, copy, from->scene->name);
        // Ids of the source with the number of the copy.
        const scree_body_id body = scree_world_bodies(copy).id[0];
        assert_true(scree_body_is_valid(copy, body));
        assert_false(scree_body_is_valid(from->world, body));
        assert_ok(scree_world_copy(again, copy));
        assert_go_on_alike(again, copy, from->scene);
    }
}

TEST(soft_bodies_of_a_fork_keep_their_length_unit)
{
    scree_world_def def = scree_world_def_default();
    def.length_unit = 100.0f;
    def.gravity.y = 0.0f;
    scoped_world *world = world_of(&def), *other = default_world();
    // 1 m apart: points are found from 0.02 units, 2 m, on.
    for (int i = 0; i < 2; ++i)
    {
        scree_soft_body_def soft = soft_at(101.0f * (float)i, 0.0f);
        soft.mass = 1e5f;
        soft_made(world, scree_soft_body_create_box(world, &soft, 50.0f, 50.0f));
    }
    scoped_world *fork = scree_world_fork(world);
    run_steps(world, 1);
    const int expected = scree_world_counters(world).soft_contacts;
    assert_true(expected > 0);
    // The first world has another unit from now on.
    assert_ok(scree_world_copy(world, other));
    run_steps(fork, 1);
    assert_int_equal(scree_world_counters(fork).soft_contacts, expected);
}

TEST(a_copy_allocates_nothing_where_there_is_room)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    scoped_scene *run = start_scene("pile", 200, NULL);
    step_scene(run, 30, 0);
    assert_ok(scree_world_copy(world, run->world));
    memory.calls = 0;
    assert_ok(scree_world_copy(world, run->world));
    assert_int_equal(memory.calls, 0);
    // Each allocation of a first copy may fail: nothing changes then.
    scree_world *fresh = NULL;
    test_memory other;
    for (int fail_at = 0; fresh == NULL; ++fail_at)
    {
        scree_world_def counted = counted_def(&other);
        scree_world *tried = world_of(&counted);
        add_ball(tried, 0.0f, 2.0f, 0.5f);
        const uint64_t before = scree_world_state_hash(tried);
        other.calls = 0;
        other.fail_at = fail_at;
        const scree_result result = scree_world_copy(tried, run->world);
        other.fail_at = -1;
        fresh = result == SCREE_OK ? tried : NULL;
        if (fresh == NULL)
        {
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
            assert_true(scree_world_state_hash(tried) == before);
            end_counted(tried, &other);
        }
    }
    assert_no_difference(fresh, run->world, "pile");
    end_counted(fresh, &other);
    end_counted(world, &memory);
}

TEST(the_difference_names_what_differs)
{
    scoped_world *a = default_world();
    add_ground(a, usual_shape());
    const scree_body_id box = add_crate(a, 0.0f, 0.5f, 0.5f, 0.5f),
                        ball = add_ball(a, 0.2f, 1.5f, 0.5f);
    const scree_joint_id joint = add_joint(
        a, &(joint_spec){.type = SCREE_JOINT_DISTANCE, .base = base_of(box, ball), .length = 1.0f});
    const scree_particle_id grain = add_particle(a, 9.0f, 9.0f, 0.1f);
    run_steps(a, 20);
    scoped_world *b = scree_world_fork(a);
    const uint64_t number = scree_world_bodies(b).id[0].value >> 48 << 48;
#define IN_B(type, id) ((type){((id).value & 0xffffffffffffu) | number})

    assert_ok(scree_body_set_linear_velocity(b, IN_B(scree_body_id, ball), (scree_vec2){7, 1}));
    scree_difference found = scree_world_difference(a, b);
    assert_int_equal(found.kind, SCREE_DIFFERENCE_BODY);
    assert_string_equal(found.field, "vx");
    assert_true(scree_body_is_same(found.body, ball));
    assert_true(found.other_value == 7.0);
    assert_true((float)found.value == scree_body_linear_velocity(a, ball).x);

    assert_ok(scree_world_copy(b, a));
    assert_ok(scree_joint_set_force_threshold(b, IN_B(scree_joint_id, joint), 12.0f));
    found = scree_world_difference(a, b);
    assert_int_equal(found.kind, SCREE_DIFFERENCE_JOINT);
    assert_true(found.joint.value == joint.value);

    assert_ok(scree_world_copy(b, a));
    assert_ok(scree_particle_destroy(b, IN_B(scree_particle_id, grain)));
    found = scree_world_difference(a, b);
    assert_int_equal(found.kind, SCREE_DIFFERENCE_PARTICLE);
    assert_string_equal(found.field, "live");
    assert_true(found.particle.value == grain.value && found.value == 1.0);
    assert_true(found.other_value == 0.0);

    assert_ok(scree_world_copy(b, a));
    assert_ok(scree_world_set_gravity(b, (scree_vec2){0.0f, -3.0f}));
    found = scree_world_difference(a, b);
    assert_int_equal(found.kind, SCREE_DIFFERENCE_SETTING);
    assert_string_equal(found.field, "gravity.y");
    assert_true(found.other_value == -3.0);

    // Contacts: a surface that another one replaces in the next step.
    assert_ok(scree_world_copy(b, a));
    assert_no_difference(a, b, "a copy");
    assert_int_equal(scree_world_difference(a, a).kind, SCREE_DIFFERENCE_NONE);
    assert_int_equal(scree_world_difference(NULL, a).result, SCREE_ERROR_NULL);
    assert_int_equal(scree_world_difference(a, NULL).result, SCREE_ERROR_NULL);
    assert_int_equal(scree_world_copy(a, NULL), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_copy(NULL, a), SCREE_ERROR_NULL);
    assert_null(scree_world_fork(NULL));
    assert_ok(scree_world_copy(a, a));
}

TEST(the_filter_of_particles_is_state_of_the_world)
{
    scoped_world *world = default_world(), *fork = scree_world_fork(world);
    const char *const names[] = {"particle.category", "particle.mask"};
    for (int i = 0; i < 2; ++i)
    {
        scree_particle_settings settings = scree_particle_settings_default();
        *(i == 0 ? &settings.category : &settings.mask) = 6;
        assert_ok(scree_world_set_particle_settings(fork, &settings));
        assert_true(scree_world_state_hash(world) != scree_world_state_hash(fork));
        const scree_difference found = scree_world_difference(world, fork);
        assert_int_equal(found.kind, SCREE_DIFFERENCE_SETTING);
        assert_string_equal(found.field, names[i]);
        assert_true(found.other_value == 6.0);
    }
}

TEST(the_difference_of_scenes_a_step_apart_is_what_the_hash_sees)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        scoped_scene *run =
            start_scene(scree_scene_at(i)->name, scree_scene_at(i)->verify_size, NULL);
        step_scene(run, 10, 0);
        scoped_world *fork = scree_world_fork(run->world);
        (void)scree_world_step(fork, STEP, scree_scene_substeps(run->scene));
        const bool same = scree_world_state_hash(fork) == scree_world_state_hash(run->world);
        const scree_difference found = scree_world_difference(run->world, fork);
        assert_int_equal(same, found.kind == SCREE_DIFFERENCE_NONE);
    }
}
