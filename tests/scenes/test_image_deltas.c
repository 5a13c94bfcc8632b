/// Deltas of images: exact, small where little changed, and refused when damaged.
#include "tests/support/refusals.h"
#include "tests/support/scene_runs.h"

#include <stdlib.h>
#include <string.h>

typedef struct block
{
    unsigned char *bytes;
    size_t size;
} block;

static block save_image(const scree_world *world)
{
    block taken = {.size = scree_world_image_size(world)};
    taken.bytes = malloc(taken.size);
    assert_non_null(taken.bytes);
    assert_ok(scree_world_save_image(world, taken.bytes, taken.size));
    return taken;
}

static block delta_of(const block *base, const block *image)
{
    const size_t room = image->size + image->size / 8 + 16000;
    block delta = {.bytes = malloc(room)};
    assert_non_null(delta.bytes);
    assert_ok(scree_image_save_delta(base->bytes, base->size, image->bytes, image->size,
                                     delta.bytes, room, &delta.size));
    assert_true(delta.size <= room);
    return delta;
}

static scree_result apply(const block *base, const block *delta, block *image)
{
    return scree_image_apply_delta(base->bytes, base->size, delta->bytes, delta->size, image->bytes,
                                   image->size, &image->size);
}

static void assert_delta_gives(const block *base, const block *image, const char *scene)
{
    block delta = delta_of(base, image), found = {malloc(image->size), image->size};
    assert_non_null(found.bytes);
    if (apply(base, &delta, &found) != SCREE_OK || found.size != image->size ||
        memcmp(found.bytes, image->bytes, image->size) != 0)
    {
        fail_msg("%s: a delta does not give its image: %s", scene, scree_error_text(NULL));
    }
    free(delta.bytes);
    free(found.bytes);
}

TEST(a_delta_gives_its_image_in_every_scene)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        scoped_scene *run = start_scene(scene->name, scene->verify_size, NULL);
        assert_ok(scree_world_set_image_points_enabled(run->world, i % 2 == 0));
        block first = save_image(run->world);
        step_scene(run, 10, 0);
        block base = save_image(run->world);
        step_scene(run, 1, 0);
        block image = save_image(run->world);
        assert_delta_gives(&base, &image, scene->name);
        assert_delta_gives(&image, &base, scene->name);
        assert_delta_gives(&first, &image, scene->name);
        assert_delta_gives(&image, &image, scene->name);
        // The base is an image of an unrelated world.
        scoped_world *other = default_world();
        block empty = save_image(other);
        assert_delta_gives(&empty, &image, scene->name);
        assert_delta_gives(&image, &empty, scene->name);
        free(first.bytes);
        free(base.bytes);
        free(image.bytes);
        free(empty.bytes);
    }
}

TEST(a_delta_of_a_pile_is_a_fraction_of_its_image)
{
    scoped_scene *run = start_scene("large_pyramid", 20, NULL);
    assert_ok(scree_world_set_image_points_enabled(run->world, false));
    step_scene(run, 60, 0);
    block base = save_image(run->world);
    block none = delta_of(&base, &base);
    step_scene(run, 1, 0);
    block image = save_image(run->world);
    block delta = delta_of(&base, &image);
    assert_true(delta.size < image.size / 2);
    assert_true(none.size < image.size / 8);
    // The restored world continues with the same bits.
    block found = {malloc(image.size), image.size};
    assert_ok(apply(&base, &delta, &found));
    step_scene(run, 5, 0);
    const uint64_t hash = scree_world_hash(run->world);
    assert_ok(scree_world_restore_image(run->world, found.bytes, found.size));
    step_scene(run, 5, 0);
    assert_true(scree_world_hash(run->world) == hash);
    free(base.bytes);
    free(none.bytes);
    free(image.bytes);
    free(delta.bytes);
    free(found.bytes);
}

TEST(damaged_deltas_are_refused)
{
    scoped_world *world = default_world();
    add_ground(world, usual_shape());
    add_ball(world, 0.0f, 2.0f, 0.5f);
    block base = save_image(world);
    run_steps(world, 40);
    block image = save_image(world), delta = delta_of(&base, &image);
    block found = {malloc(image.size), image.size};
    for (size_t at = 0; at < delta.size; ++at)
    {
        delta.bytes[at] ^= (unsigned char)(1u << at % 8);
        found.size = image.size;
        const scree_result result = apply(&base, &delta, &found);
        delta.bytes[at] ^= (unsigned char)(1u << at % 8);
        assert_int_equal(result, SCREE_ERROR_ARGUMENT);
    }
    for (size_t size = 0; size < delta.size; ++size)
    {
        // In a block of its own, so that a read past it is seen.
        block cut = {malloc(size + 1), size};
        memcpy(cut.bytes, delta.bytes, size);
        assert_int_equal(apply(&base, &cut, &found), SCREE_ERROR_ARGUMENT);
        free(cut.bytes);
    }
    assert_int_equal(apply(&image, &delta, &found), SCREE_ERROR_ARGUMENT);
    found.size = image.size - 1;
    assert_int_equal(apply(&base, &delta, &found), SCREE_ERROR_CAPACITY);
    size_t bytes;
    assert_int_equal(scree_image_save_delta(base.bytes, base.size, image.bytes, image.size,
                                            delta.bytes, delta.size - 1, &bytes),
                     SCREE_ERROR_CAPACITY);
    assert_int_equal(scree_image_save_delta(delta.bytes, delta.size, image.bytes, image.size,
                                            found.bytes, image.size, &bytes),
                     SCREE_ERROR_ARGUMENT);
    assert_int_equal(
        scree_image_save_delta(NULL, 0, image.bytes, image.size, delta.bytes, delta.size, &bytes),
        SCREE_ERROR_NULL);
    assert_int_equal(
        scree_image_save_delta(base.bytes, base.size, image.bytes, image.size, NULL, 0, &bytes),
        SCREE_ERROR_NULL);
    assert_int_equal(scree_image_save_delta(base.bytes, base.size, image.bytes, image.size,
                                            delta.bytes, delta.size, NULL),
                     SCREE_ERROR_NULL);
    assert_int_equal(
        scree_image_apply_delta(base.bytes, base.size, NULL, 0, found.bytes, image.size, &bytes),
        SCREE_ERROR_NULL);
    free(base.bytes);
    free(image.bytes);
    free(delta.bytes);
    free(found.bytes);
}
