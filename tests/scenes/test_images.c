/// Images of worlds: after a restore every step gives the bits that it would have given.
#include "tests/support/refusals.h"
#include "tests/support/scene_runs.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BEFORE = 25,  ///< steps before the image
    AFTER = 25,   ///< and after it
};

typedef struct image
{
    void *bytes;
    size_t size;
} image;

static image save_image(const scree_world *world)
{
    image taken = {.size = scree_world_image_size(world)};
    assert_true(taken.size > 0);
    taken.bytes = malloc(taken.size);
    assert_non_null(taken.bytes);
    assert_ok(scree_world_save_image(world, taken.bytes, taken.size));
    return taken;
}

static void step_on(scree_world *world, const scree_scene *scene, uint64_t *hashes)
{
    for (int i = 0; i < AFTER; ++i)
    {
        scree_result result = scree_world_step(world, STEP, scree_scene_substeps(scene));
        assert_true(result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE);
        hashes[i] = scree_world_hash(world);
    }
}

/// Destroys, creates and steps what an image then has to undo.
static void disturb(scree_world *world)
{
    scree_body_view bodies = scree_world_bodies(world);
    for (int i = 0; i < 5 && scree_world_bodies(world).count > 0; ++i)
    {
        bodies = scree_world_bodies(world);
        assert_ok(scree_body_destroy(world, bodies.id[(i * 7919) % bodies.count]));
    }
    for (int i = 0; i < 40; ++i)
    {
        add_ball(world, 0.7f * (float)i, 30.0f + (float)(i % 3), 0.4f);
        add_particle(world, 0.2f * (float)i, 50.0f, 0.1f);
    }
    assert_ok(scree_world_set_gravity(world, (scree_vec2){3.0f, 1.0f}));
    scree_contact_material ice = {.friction = 0.01f, .static_friction = 0.01f};
    assert_ok(scree_world_set_pair_material(world, 77, 78, &ice));
    for (int i = 0; i < 4; ++i)
    {
        (void)scree_world_step(world, 0.01f, 2);
    }
}

static void assert_same_steps(const uint64_t *a, const uint64_t *b, const char *scene,
                              const char *where)
{
    for (int i = 0; i < AFTER; ++i)
    {
        if (a[i] != b[i])
        {
            fail_msg("%s, %s: step %d after the image differs", scene, where, i + 1);
        }
    }
}

static void check_scene(const scree_scene *scene, bool sleeps, int workers)
{
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.enable_sleep = def.enable_sleep || sleeps;
    def.worker_count = workers;
    scoped_scene *run = start_scene(scene->name, scene->verify_size, &def);
    step_scene(run, BEFORE, 0);
    image taken = save_image(run->world);
    const uint64_t state = scree_world_state_hash(run->world);
    uint64_t first[AFTER], second[AFTER], other[AFTER];
    step_on(run->world, scene, first);
    disturb(run->world);
    assert_ok(scree_world_restore_image(run->world, taken.bytes, taken.size));
    assert_true(scree_world_state_hash(run->world) == state);
    step_on(run->world, scene, second);
    assert_same_steps(first, second, scene->name, "the same world");
    // Another world, which has held other things.
    scoped_world *stranger = world_with_gravity(0.0f, -3.0f);
    disturb(stranger);
    assert_ok(scree_world_restore_image(stranger, taken.bytes, taken.size));
    assert_true(scree_world_state_hash(stranger) == state);
    step_on(stranger, scene, other);
    assert_same_steps(first, other, scene->name, "another world");
    // Without points of contacts: they decide nothing.
    assert_ok(scree_world_restore_image(run->world, taken.bytes, taken.size));
    assert_ok(scree_world_set_image_points_enabled(run->world, false));
    image compact = save_image(run->world);
    // A few bytes more where manifolds are all alike.
    assert_true(compact.size <= taken.size + 256);
    disturb(run->world);
    assert_ok(scree_world_restore_image(run->world, compact.bytes, compact.size));
    assert_true(scree_world_state_hash(run->world) == state);
    step_on(run->world, scene, second);
    assert_same_steps(first, second, scene->name, "without points");
    assert_ok(scree_world_restore_image(stranger, compact.bytes, compact.size));
    assert_true(scree_world_state_hash(stranger) == state);
    step_on(stranger, scene, other);
    assert_same_steps(first, other, scene->name, "another world without points");
    free(compact.bytes);
    free(taken.bytes);
}

TEST(a_scene_goes_on_after_a_restore_as_it_did_before)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        check_scene(scree_scene_at(i), i % 2 == 0, 1 + i % 3);
    }
}

TEST(an_image_allocates_nothing_in_its_own_world)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    add_ground(world, usual_shape());
    for (int i = 0; i < 50; ++i)
    {
        add_crate(world, 0.1f * (float)i, 1.0f + 1.1f * (float)i, 0.5f, 0.5f);
    }
    run_steps(world, 30);
    image taken = save_image(world);
    run_steps(world, 30);
    memory.calls = 0;
    assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
    assert_int_equal(memory.calls, 0);
    free(taken.bytes);
    end_counted(world, &memory);
}

TEST(points_of_contacts_are_in_an_image_unless_it_is_saved_without)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_steps(world, 10);
    scree_contact before, after;
    assert_int_equal(scree_world_contacts(world, &before, 1), 1);
    assert_int_equal(before.point_count, 2);
    assert_true(scree_world_is_image_points_enabled(world));
    for (int points = 1; points >= 0; --points)
    {
        assert_ok(scree_world_set_image_points_enabled(world, points != 0));
        assert_int_equal(scree_world_is_image_points_enabled(world), points);
        image taken = save_image(world);
        run_steps(world, 3);
        assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
        assert_int_equal(scree_world_contacts(world, &after, 1), 1);
        assert_int_equal(after.point_count, points != 0 ? 2 : 0);
        assert_true(after.normal.y == before.normal.y);
        const scree_contact_key key = {after.shape_a, after.shape_b};
        assert_true(scree_contact_is_valid(world, key));
        const scree_contact_info info = scree_contact_get_info(world, key);
        assert_int_equal(info.contact.point_count, after.point_count);
        assert_true(info.contact.shape_a.value == after.shape_a.value);
        assert_memory_equal(after.points, before.points, points != 0 ? sizeof after.points : 0);
        free(taken.bytes);
    }
    run_steps(world, 1);
    assert_int_equal(scree_world_contacts(world, &after, 1), 1);
    assert_int_equal(after.point_count, 2);
    assert_false(scree_world_is_image_points_enabled(NULL));
    assert_int_equal(scree_world_set_image_points_enabled(NULL, true), SCREE_ERROR_NULL);
}

TEST(ids_from_before_the_image_are_valid_again)
{
    scoped_world *world = default_world();
    scree_body_id kept = add_ball(world, 0.0f, 0.0f, 0.5f),
                  gone = add_ball(world, 3.0f, 0.0f, 0.5f);
    image taken = save_image(world);
    assert_ok(scree_body_destroy(world, gone));
    scree_body_id late = add_ball(world, 6.0f, 0.0f, 0.5f);
    assert_true(scree_body_is_valid(world, late) && !scree_body_is_valid(world, gone));
    assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
    assert_true(scree_body_is_valid(world, kept) && scree_body_is_valid(world, gone));
    assert_false(scree_body_is_valid(world, late));
    assert_float_equal(scree_body_position(world, gone).x, 3.0f, 0.0f);
    free(taken.bytes);
}

/// Five discs without gravity. The last one touches the ground.
static scree_world *discs_over_ground(scree_body_id *discs)
{
    scree_world *world = world_with_gravity(0.0f, 0.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < 5; ++i)
    {
        discs[i] = add_ball(world, 3.0f * (float)i, i == 4 ? 0.499f : 1.5f, 0.5f);
    }
    run_steps(world, 3);
    return world;
}

static uint64_t let_down(scree_world *world, scree_body_id disc)
{
    scree_body_set_velocity(world, disc, (scree_vec2){1.0f, -3.0f}, 0.0f);
    run_steps(world, 40);
    return scree_world_hash(world);
}

// As many contacts come and go as in the steps that are undone, but not the same ones.
TEST(a_restore_forgets_the_contacts_of_the_steps_that_it_undoes)
{
    scree_body_id discs[5], others[5];
    for (int first = 0; first < 4; ++first)
    {
        for (int second = 0; second < 4; ++second)
        {
            scoped_world *world = discs_over_ground(discs), *other = discs_over_ground(others);
            image taken = save_image(world);
            (void)let_down(world, discs[first]);
            assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
            const uint64_t hash = let_down(world, discs[second]);
            assert_true(hash == let_down(other, others[second]));
            assert_at_least(scree_body_position(world, discs[second]).y, 0.49f);
            free(taken.bytes);
        }
    }
}

TEST(what_the_last_step_measured_is_that_of_the_image)
{
    scree_world_def def = awake_world_def();
    def.measure_residual = def.measure_impulses = true;
    scoped_world *world = world_of(&def);
    add_ground(world, usual_shape());
    scree_body_id top = {0};
    for (int i = 0; i < 6; ++i)
    {
        top = add_crate(world, 0.02f * (float)i, 0.5f + (float)i, 0.5f, 0.5f);
    }
    joint_spec weld = {.type = SCREE_JOINT_WELD,
                       .base = base_of(top, add_crate(world, 0.1f, 6.5f, 0.5f, 0.5f))};
    weld.base.frame_a.position.y = 1.0f;
    const scree_joint_id joint = add_joint(world, &weld);
    run_steps(world, 10);
    const scree_residual residual = scree_world_residual(world);
    const scree_counters counters = scree_world_counters(world);
    const scree_vec2 force = scree_joint_force(world, joint);
    const scree_energy energy = scree_world_energy(world);
    scree_contact_info before[16], after[16];
    const int contacts = scree_world_contacts_above(world, 0.0f, before, 16);
    assert_true(residual.points > 0 && residual.max > 0.0f && contacts >= 6);
    image taken = save_image(world);
    assert_ok(scree_body_apply_impulse_to_center(world, top, (scree_vec2){4.0f, -9.0f}));
    run_steps(world, 7);
    assert_true(scree_world_residual(world).max != residual.max);
    assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
    free(taken.bytes);
    const scree_residual same = scree_world_residual(world);
    assert_true(same.points == residual.points && same.rms == residual.rms);
    assert_true(same.max == residual.max);
    const scree_counters counted = scree_world_counters(world);
    assert_int_equal(counted.points, counters.points);
    assert_int_equal(counted.contacts, counters.contacts);
    assert_int_equal(counted.pairs, counters.pairs);
    assert_near_vec2(scree_joint_force(world, joint), force.x, force.y, 0.0);
    assert_true(scree_world_energy(world).kinetic == energy.kinetic);
    assert_int_equal(scree_world_contacts_above(world, 0.0f, after, 16), contacts);
    for (int i = 0; i < contacts && i < 16; ++i)
    {
        assert_true(before[i].normal_impulse == after[i].normal_impulse);
        assert_true(before[i].tangent_impulse == after[i].tangent_impulse);
    }
}

TEST(names_of_bodies_are_those_of_the_image)
{
    scoped_world *world = default_world(), *other = default_world();
    scree_body_id a = add_ball(world, 0.0f, 0.0f, 0.5f), b = add_ball(world, 3.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_name(world, a, "player"));
    image taken = save_image(world);
    assert_ok(scree_body_set_name(world, a, "renamed"));
    assert_ok(scree_body_set_name(world, b, "late"));
    scree_body_id late = add_ball(world, 6.0f, 0.0f, 0.5f);
    assert_ok(scree_body_set_name(world, late, "enemy"));
    assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
    assert_string_equal(scree_body_name(world, a), "player");
    assert_null(scree_body_name(world, b));
    scree_body_id again = add_ball(world, 6.0f, 0.0f, 0.5f);
    assert_true(again.value == late.value);
    assert_null(scree_body_name(world, again));
    assert_ok(scree_world_restore_image(other, taken.bytes, taken.size));
    assert_string_equal(scree_body_name(other, scree_world_bodies(other).id[0]), "player");
    free(taken.bytes);
}

TEST(queries_after_a_restore_see_what_is_there)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    image taken = save_image(world);
    for (int round = 0; round < 3; ++round)
    {
        for (int i = 0; i < 12; ++i)
        {
            scree_shape_id found[4];
            add_ball(world, 3.0f * (float)i, 0.0f, 0.5f);
            for (int k = 0; k <= i; ++k)
            {
                const scree_vec2 point = {3.0f * (float)k, 0.0f};
                assert_int_equal(
                    scree_world_overlap_point(world, point, scree_query_filter_default(), found, 4),
                    1);
            }
        }
        assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
        const scree_vec2 point = {0.0f, 0.0f};
        assert_int_equal(
            scree_world_overlap_point(world, point, scree_query_filter_default(), NULL, 0), 0);
    }
    free(taken.bytes);
}

TEST(what_is_no_image_is_refused_and_changes_nothing)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    add_ball(world, 0.0f, 2.0f, 0.5f);
    run_steps(world, 10);
    image taken = save_image(world);
    run_steps(world, 10);
    const uint64_t hash = scree_world_hash(world);
    for (size_t at = 0; at < taken.size; at += at < 64 ? 1 : 97)
    {
        unsigned char *byte = (unsigned char *)taken.bytes + at;
        *byte ^= 0x10;
        scree_result result = scree_world_restore_image(world, taken.bytes, taken.size);
        *byte ^= 0x10;
        assert_int_equal(result, SCREE_ERROR_ARGUMENT);
        assert_true(scree_world_hash(world) == hash);
    }
    for (size_t size = 0; size < taken.size; size += 61)
    {
        assert_int_equal(scree_world_restore_image(world, taken.bytes, size), SCREE_ERROR_ARGUMENT);
    }
    assert_int_equal(scree_world_restore_image(world, NULL, 100), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_save_image(world, taken.bytes, taken.size / 2),
                     SCREE_ERROR_CAPACITY);
    assert_int_equal(scree_world_save_image(NULL, taken.bytes, taken.size), SCREE_ERROR_NULL);
    assert_int_equal(scree_world_save_image(world, NULL, taken.size), SCREE_ERROR_NULL);
    assert_int_equal((int)scree_world_image_size(NULL), 0);
    assert_true(scree_world_hash(world) == hash);
    free(taken.bytes);
}

TEST(a_restore_that_finds_no_memory_changes_nothing)
{
    scoped_scene *run = start_scene("pile", 200, NULL);
    step_scene(run, 40, 0);
    image taken = save_image(run->world);
    for (int fail_at = 0;; ++fail_at)
    {
        test_memory memory;
        scree_world_def def = counted_def(&memory);
        scree_world *world = world_of(&def);
        add_ground(world, usual_shape());
        add_ball(world, 0.0f, 2.0f, 0.5f);
        run_steps(world, 5);
        const uint64_t hash = scree_world_hash(world);
        memory.calls = 0;
        memory.fail_at = fail_at;
        scree_result result = scree_world_restore_image(world, taken.bytes, taken.size);
        memory.fail_at = -1;
        if (result == SCREE_OK)
        {
            assert_true(scree_world_state_hash(world) == scree_world_state_hash(run->world));
            assert_true(fail_at > 5);
            end_counted(world, &memory);
            break;
        }
        assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        assert_true(scree_world_hash(world) == hash);
        run_steps(world, 5);
        end_counted(world, &memory);
    }
    free(taken.bytes);
}

TEST(mixing_rules_are_those_of_the_image)
{
    scree_world_def def = awake_world_def();
    def.friction_mixing = SCREE_FRICTION_MAX;
    def.restitution_mixing = SCREE_RESTITUTION_PRODUCT;
    scoped_world *world = world_of(&def), *other = default_world();
    image taken = save_image(world);
    assert_ok(scree_world_restore_image(other, taken.bytes, taken.size));
    free(taken.bytes);
    const scree_world_def restored = scree_world_settings(other);
    assert_int_equal(restored.friction_mixing, SCREE_FRICTION_MAX);
    assert_int_equal(restored.restitution_mixing, SCREE_RESTITUTION_PRODUCT);
}

TEST(a_rolling_body_continues_after_a_restore_without_points)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.6f, 0.0f);
    def.material.rolling_resistance = 0.05f;
    add_ground(world, &def);
    const scree_body_id disc = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f);
    assert_ok(scree_body_set_velocity(world, disc, (scree_vec2){4.0f, 0.0f}, -8.0f));
    assert_ok(scree_world_set_image_points_enabled(world, false));
    run_steps(world, 10);
    image taken = save_image(world);
    run_steps(world, 10);
    const uint64_t hash = scree_world_state_hash(world);
    assert_ok(scree_world_restore_image(world, taken.bytes, taken.size));
    free(taken.bytes);
    run_steps(world, 10);
    assert_true(scree_world_state_hash(world) == hash);
}
