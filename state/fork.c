/// Forks: a second world with the same state as another one.
#include "scree/image.h"

#include "particles/neighbour_image.h"
#include "world/checks.h"
#include "state/image_parts.h"
#include "world/validate.h"

/// Copies the state of `source`. Returns false if out of memory; only capacities may have changed
/// then.
static bool copy_world(scree_world *world, const scree_world *source)
{
    sc_image_globals globals;
    sc_restore_room room = {0};
    sc_image_globals_of(source, &globals);
    bool reserved = sc_mixing_reserve(&world->mixing, &world->memory, globals.pair_count);
    for (int i = 0; i < SC_IMAGE_PARTS && reserved; ++i)
    {
        reserved = sc_store_reserve_copy(&sc_image_parts[i], source, world, &world->memory);
    }
    if (!reserved || !sc_restore_reserve_sums(&room, world, globals.summed_count) ||
        !sc_neighbours_reserve_copy(&source->circles, &world->circles, &world->memory,
                                    &room.neighbours))
    {
        sc_restore_release_sums(&room, &world->memory);
        return false;
    }
    sc_restore_begin(&room, world, &globals);
    for (int i = 0; i < source->mixing.pair_capacity; ++i)
    {
        const sc_mixed_pair *pair = &source->mixing.pairs[i];
        if (pair->used)
        {
            (void)sc_mixing_set_pair(&world->mixing, &world->memory, pair->first, pair->second,
                                     &pair->mixed);
        }
    }
    for (int i = 0; i < SC_IMAGE_PARTS; ++i)
    {
        sc_store_copy(&sc_image_parts[i], source, world, world->number);
    }
    sc_neighbours_copy(&source->circles, &world->circles, room.neighbours);
    sc_restore_end(&room, world, &globals);
    return true;
}

scree_result scree_world_copy(scree_world *world, const scree_world *source)
{
    SC_RECORD(world_copy, source);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_POINTER(__func__, source, "source");
    if (source->stepping)
    {
        return sc_fail(world, SCREE_ERROR_LOCKED, __func__, "source", "is in the middle of a step");
    }
    if (source != world && !copy_world(world, source))
    {
        return sc_no_memory(world, __func__);
    }
    SC_VALIDATE(world, __func__);
    return SCREE_OK;
}

scree_world *scree_world_fork(const scree_world *world)
{
    if (sc_enter_query(world, __func__) != SCREE_OK)
    {
        return NULL;
    }
    scree_world_def def = scree_world_settings(world);
    def.allocator = world->memory.allocator;
    def.tasks = world->tasks;
    scree_world *fork = scree_world_create(&def);
    if (fork == NULL)
    {
        return NULL;
    }
    fork->few_kernels = world->few_kernels;  // `def` names a single set
    fork->callbacks = world->callbacks;
    fork->compact_images = world->compact_images;
    if (!copy_world(fork, world))
    {
        scree_world_destroy(fork);
        sc_fail(NULL, SCREE_ERROR_OUT_OF_MEMORY, __func__, "world", "found no memory");
        return NULL;
    }
    return fork;
}
