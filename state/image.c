/// Images of a world: all stores by their descriptors, and the state outside the stores.
#include "scree/image.h"

#include "particles/neighbour_image.h"
#include "world/checks.h"
#include "state/image_block.h"
#include "state/image_parts.h"
#include "world/validate.h"

#include <stdio.h>
#include <string.h>

#define MAGIC UINT64_C(0x31676d6965657263)

/// A mark made from the sizes of all structs in an image. A build with another mark refuses the
/// image.
static uint64_t build_mark(void)
{
    uint64_t mark = sizeof(scree_world) * 31 + sizeof(sc_image_globals);
    for (int i = 0; i < SC_IMAGE_PARTS; ++i)
    {
        mark = mark * 1000003 + sc_image_parts[i].size;
        for (int k = 0; k < sc_image_parts[i].store->table_count; ++k)
        {
            const sc_table *table = &sc_image_parts[i].store->tables[k];
            for (int f = 0; f < table->field_count; ++f)
            {
                mark = mark * 1000003 + table->fields[f].element;
            }
        }
    }
    return mark;
}

// Computes sixteen sums at once: sum i is rotated, then word i of the next block is added to it. If
// only one word of the bytes changes, its sum changes.
uint64_t sc_image_checksum(const char *bytes, size_t count, uint16_t number)
{
    uint32_t sums[16], words[16];
    for (uint32_t i = 0; i < 16; ++i)
    {
        sums[i] = i + number;
    }
    size_t at = 0;
    for (; at + sizeof words <= count; at += sizeof words)
    {
        memcpy(words, bytes + at, sizeof words);
        for (int i = 0; i < 16; ++i)
        {
            sums[i] = (sums[i] << 7 | sums[i] >> 25) + words[i];
        }
    }
    memset(words, 0, sizeof words);
    memcpy(words, bytes + at, count - at);
    for (int i = 0; i < 16; ++i)
    {
        sums[i] = (sums[i] << 7 | sums[i] >> 25) + words[i];
    }
    uint64_t sum = count;
    for (int i = 0; i < 16; ++i)
    {
        sum = (sum ^ sums[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

static void put_pairs(sc_image_writer *writer, const sc_mixing *mixing)
{
    for (int i = 0; i < mixing->pair_capacity; ++i)
    {
        if (mixing->pairs[i].used)
        {
            sc_image_put(writer, &mixing->pairs[i], sizeof *mixing->pairs);
        }
    }
}

static void put_world(sc_image_writer *writer, const scree_world *world)
{
    sc_image_globals globals;
    sc_image_globals_of(world, &globals);
    sc_image_put(writer, &globals, sizeof globals);
    put_pairs(writer, &world->mixing);
    for (int i = 0; i < SC_IMAGE_PARTS; ++i)
    {
        sc_store_put(writer, &sc_image_parts[i], world);
    }
    sc_neighbours_put(writer, &world->circles);
}

bool scree_world_is_image_points_enabled(const scree_world *world)
{
    return world != NULL && !world->compact_images;
}

scree_result scree_world_set_image_points_enabled(scree_world *world, bool enabled)
{
    SC_RECORD(world_set_image_points_enabled, enabled);
    SC_TRY(sc_enter(world, __func__));
    world->compact_images = !enabled;
    return SCREE_OK;
}

size_t scree_world_image_size(const scree_world *world)
{
    if (world == NULL || world->stepping)
    {
        return 0;
    }
    sc_image_writer writer = {NULL, sizeof(sc_image_head), 0, world->compact_images};
    put_world(&writer, world);
    return writer.bytes;
}

scree_result scree_world_save_image(const scree_world *world, void *buffer, size_t size)
{
    if (world == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__, "world", "is null");
    }
    if (world->stepping)
    {
        return sc_fail(NULL, SCREE_ERROR_LOCKED, __func__, "world", "is being stepped");
    }
    if (buffer == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__, "buffer", "is null");
    }
    sc_image_head head;
    memset(&head, 0, sizeof head);
    sc_image_writer writer = {size > sizeof head ? (char *)buffer + sizeof head : NULL, sizeof head,
                              size, world->compact_images};
    put_world(&writer, world);
    const size_t bytes = writer.bytes;
    if (size < bytes)
    {
        char what[96];
        snprintf(what, sizeof what, "is %zu, less than the %zu bytes of the image", size, bytes);
        return sc_fail(NULL, SCREE_ERROR_CAPACITY, __func__, "size", what);
    }
    head.magic = MAGIC;
    head.build = build_mark();
    head.bytes = bytes;
    head.number = world->number;
    head.checksum =
        sc_image_checksum((const char *)buffer + sizeof head, bytes - sizeof head, head.number);
    memcpy(buffer, &head, sizeof head);
    return SCREE_OK;
}

/// Reserves the room that a restore needs. Returns false if out of memory; only capacities may have
/// changed.
static bool reserve_world(sc_restore_room *room, scree_world *world, const char *content)
{
    sc_image_reader reader = {content, false};
    sc_image_globals globals;
    sc_image_get(&reader, &globals, sizeof globals);
    reader.at += sizeof(sc_mixed_pair) * (size_t)globals.pair_count;
    bool done = sc_mixing_reserve(&world->mixing, &world->memory, globals.pair_count);
    for (int i = 0; i < SC_IMAGE_PARTS && done; ++i)
    {
        done = sc_store_reserve_image(&reader, &sc_image_parts[i], world, &world->memory);
    }
    done = done && sc_restore_reserve_sums(room, world, globals.summed_count) &&
           sc_neighbours_reserve(&reader, &world->circles, &world->memory, &room->neighbours);
    if (!done)
    {
        sc_restore_release_sums(room, &world->memory);
    }
    return done;
}

static void restore_world(sc_restore_room *room, scree_world *world, const char *content,
                          uint16_t number)
{
    sc_image_reader reader = {content, false};
    sc_image_globals globals;
    sc_image_get(&reader, &globals, sizeof globals);
    reader.compact = globals.compact;
    sc_restore_begin(room, world, &globals);
    for (int i = 0; i < globals.pair_count; ++i)
    {
        sc_mixed_pair pair;
        sc_image_get(&reader, &pair, sizeof pair);
        (void)sc_mixing_set_pair(&world->mixing, &world->memory, pair.first, pair.second,
                                 &pair.mixed);
    }
    for (int i = 0; i < SC_IMAGE_PARTS; ++i)
    {
        sc_store_get(&reader, &sc_image_parts[i], world, number);
    }
    sc_neighbours_get(&reader, &world->circles, room->neighbours);
    sc_restore_end(room, world, &globals);
}

const char *sc_image_fault(const void *buffer, size_t size, sc_image_head *head)
{
    if (size < sizeof *head)
    {
        return "is shorter than any image";
    }
    memcpy(head, buffer, sizeof *head);
    static const uint16_t zeros[3];
    const char *content = (const char *)buffer + sizeof *head;
    return head->magic != MAGIC                            ? "is not an image"
           : head->build != build_mark()                   ? "is an image of another build"
           : memcmp(head->zeros, zeros, sizeof zeros) != 0 ? "was changed since it was saved"
           : head->bytes < sizeof *head || head->bytes > size
               ? "is cut: its `size` is less than that of the image"
           : head->checksum !=
                   sc_image_checksum(content, (size_t)head->bytes - sizeof *head, head->number)
               ? "was changed since it was saved"
               : NULL;
}

scree_result scree_world_restore_image(scree_world *world, const void *buffer, size_t size)
{
    SC_RECORD(world_restore_image, buffer, size);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_POINTER(__func__, buffer, "buffer");
    sc_image_head head;
    const char *fault = sc_image_fault(buffer, size, &head);
    SC_REQUIRE(fault == NULL, "buffer", fault);
    const char *content = (const char *)buffer + sizeof head;
    sc_restore_room room = {0};
    if (!reserve_world(&room, world, content))
    {
        return sc_no_memory(world, __func__);
    }
    restore_world(&room, world, content, head.number != world->number ? world->number : 0);
    SC_VALIDATE(world, __func__);
    return SCREE_OK;
}
