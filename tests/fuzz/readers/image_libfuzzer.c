/// Damaged images and deltas from the inputs of libFuzzer (https://llvm.org/docs/LibFuzzer.html).
/// The first byte of an input chooses one of both, the next two bytes cut it, and every five
/// bytes after them are a change: a place, and the word that is combined with the block there by
/// exclusive or. Changed blocks are refused, and the world stays as it was.
#include "tests/fuzz/readers/readers.h"

#include "tests/support/every_feature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block
{
    uint8_t *bytes;
    size_t size;
} block;

/// Two images of a world with a step in between, and the delta from the first to the second.
typedef struct images
{
    scree_world *world;
    uint64_t hash;
    block first, second, delta;
} images;

static block save(scree_world *world)
{
    block image = {.size = scree_world_image_size(world)};
    image.bytes = malloc(image.size);
    if (image.bytes == NULL || scree_world_save_image(world, image.bytes, image.size) != SCREE_OK)
    {
        fuzz_fail("image", "%s", scree_error_text(NULL));
    }
    return image;
}

static const images *make_images(void)
{
    static images made;
    if (made.world == NULL)
    {
        const scree_world_def def = scree_world_def_default();
        made.world = few_features_world(&def);
        made.first = save(made.world);
        (void)scree_world_step(made.world, 1.0f / 60.0f, 4);
        made.second = save(made.world);
        made.hash = scree_world_state_hash(made.world);
        made.delta.bytes = malloc(made.second.size + made.second.size / 8 + 16000);
        if (made.delta.bytes == NULL ||
            scree_image_save_delta(made.first.bytes, made.first.size, made.second.bytes,
                                   made.second.size, made.delta.bytes,
                                   made.second.size + made.second.size / 8 + 16000,
                                   &made.delta.size) != SCREE_OK)
        {
            fuzz_fail("image", "%s", scree_error_text(NULL));
        }
    }
    return &made;
}

/// A copy of a block with the changes of an input, in memory of its own length.
static block change(const block *from, const uint8_t *data, size_t size)
{
    const size_t cut = size >= 2 ? (size_t)(data[0] | data[1] << 8) % (from->size + 1) : 0;
    block to = {malloc(from->size - cut + 1), from->size - cut};
    if (to.bytes == NULL)
    {
        abort();
    }
    memcpy(to.bytes, from->bytes, to.size);
    for (size_t i = 2; i + 5 <= size && to.size > 0; i += 5)
    {
        const size_t place = (size_t)(data[i] | data[i + 1] << 8);
        for (size_t k = 0; k < 3; ++k)
        {
            to.bytes[(place + k) % to.size] ^= data[i + 2 + k];
        }
    }
    return to;
}

static bool is_same(const block *a, const block *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static void try_image(const images *made, const block *changed)
{
    fuzz_begin_memory();
    const scree_result result =
        scree_world_restore_image(made->world, changed->bytes, changed->size);
    fuzz_check_memory("image", 0);
    const scree_result expected = is_same(changed, &made->second) ? SCREE_OK : SCREE_ERROR_ARGUMENT;
    if (result != expected || scree_world_state_hash(made->world) != made->hash)
    {
        fuzz_fail("image", "the image gives %s: %s", scree_result_name(result),
                  scree_error_text(made->world));
    }
}

static void try_delta(const images *made, const block *changed)
{
    block image = {malloc(made->second.size), 0};
    if (image.bytes == NULL)
    {
        abort();
    }
    const scree_result result =
        scree_image_apply_delta(made->first.bytes, made->first.size, changed->bytes, changed->size,
                                image.bytes, made->second.size, &image.size);
    const bool same = is_same(changed, &made->delta);
    if (result != (same ? SCREE_OK : SCREE_ERROR_ARGUMENT) ||
        (same && !is_same(&image, &made->second)))
    {
        fuzz_fail("image", "the delta gives %s: %s", scree_result_name(result),
                  scree_error_text(NULL));
    }
    free(image.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const images *made = make_images();
    if (size > 0)
    {
        const bool of_delta = (data[0] & 1) != 0;
        block changed = change(of_delta ? &made->delta : &made->second, data + 1, size - 1);
        (of_delta ? try_delta : try_image)(made, &changed);
        free(changed.bytes);
    }
    return 0;
}
