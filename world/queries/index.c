#include "world/queries/index.h"

#include "broadphase/aabbs.h"
#include "core/assert.h"

enum
{
    /// Changed shapes or bodies that are looked at one by one, at least: else at all of them.
    MIN_CHANGES = 256,
    CHANGES_FRACTION = 8
};

bool sc_query_index_create(scree_world *world)
{
    sc_query_index *index = sc_allocate(&world->memory, sizeof *index);
    if (index == NULL)
    {
        return false;
    }
    *index = (sc_query_index){.memory = &world->memory,
                              .of_shapes = &world->shapes.changes,
                              .of_bodies = &world->bodies.changes};
    if (pthread_mutex_init(&index->mutex, NULL) != 0)
    {
        sc_release(&world->memory, index, sizeof *index);
        return false;
    }
    world->query_index = index;
    return true;
}

static void release_changes(sc_changes *changes, sc_memory *memory)
{
    SC_ASSERT((changes->slot == NULL) == (changes->capacity == 0));
    sc_release(memory, changes->slot, sizeof *changes->slot * (size_t)changes->capacity);
    // Others read `total` meanwhile.
    changes->slot = NULL;
    changes->capacity = 0;
    changes->count = 1;
}

void sc_query_index_release(scree_world *world)
{
    sc_query_index *index = world->query_index;
    if (index == NULL)
    {
        return;
    }
    for (int i = 0; i < SC_INDEX_TREES; ++i)
    {
        sc_tree_release(&index->tree[i], &world->memory);
    }
    sc_contact_index_release(&index->contacts, &world->memory);
    sc_release(&world->memory, index->place, sizeof *index->place * (size_t)index->place_capacity);
    release_changes(&world->shapes.changes, &world->memory);
    release_changes(&world->bodies.changes, &world->memory);
    pthread_mutex_destroy(&index->mutex);
    sc_release(&world->memory, index, sizeof *index);
    world->query_index = NULL;
}

/// The tree that a shape belongs in, or -1: half-spaces, shapes of disabled bodies, free slots.
static int32_t tree_of(const scree_world *world, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < world->shapes.ids.used);
    const sc_shapes *shapes = &world->shapes;
    bool listed = (shapes->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE)) != 0;
    if (!listed || shapes->kind[slot] == SC_KIND_HALF_SPACE || sc_is_sensor(shapes, slot))
    {
        return -1;
    }
    int32_t row = world->bodies.row[shapes->body_slot[slot]];
    return world->bodies.type[row] == SCREE_BODY_STATIC ? SC_INDEX_STATIC : SC_INDEX_MOVING;
}

/// The AABB of a shape for its tree. The AABB of a segment grows by the rounding of its place, so
/// that it holds the ends that a ray grazes.
static sc_aabb tree_aabb(const sc_shapes *shapes, int32_t slot, const sc_shape_pose *pose)
{
    sc_aabb aabb = sc_aabb_at(shapes, slot, pose);
    const bool is_segment = shapes->type[slot] == SCREE_SHAPE_SEGMENT ||
                            shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT;
    const float far = sc_max(fabsf(aabb.lower_x), fabsf(aabb.upper_x)) +
                      sc_max(fabsf(aabb.lower_y), fabsf(aabb.upper_y));
    const float grow = is_segment ? SC_RAY_GRAZE * far : 0.0f;
    return (sc_aabb){aabb.lower_x - grow, aabb.lower_y - grow, aabb.upper_x + grow,
                     aabb.upper_y + grow};
}

/// Brings one shape up to date, unless its tree is to be built anew: then it is only taken out of
/// another one. Notes if its tree has no room for it.
static void update_shape(const scree_world *world, sc_query_index *index, int32_t slot,
                         unsigned *builds)
{
    SC_ASSERT(slot > 0 && slot < index->place_capacity);
    sc_index_place *place = &index->place[slot];
    int32_t wanted = tree_of(world, slot);
    if (place->tree >= 0 && place->tree != wanted)
    {
        sc_tree_take_out(&index->tree[place->tree], place->at);
        place->tree = -1;
    }
    if (wanted < 0 || (*builds >> wanted & 1u) != 0)
    {
        return;
    }
    sc_shape_pose pose = sc_present_pose(&world->bodies, &world->shapes, slot);
    sc_aabb aabb = tree_aabb(&world->shapes, slot, &pose);
    sc_tree *tree = &index->tree[wanted];
    if (place->tree >= 0 && !sc_tree_is_home(tree, place->at, aabb))
    {
        sc_tree_take_out(tree, place->at);
        place->tree = -1;
    }
    if (place->tree < 0)
    {
        place->at = sc_tree_take_loose(tree);
        if (place->at < 0)
        {
            *builds |= 1u << wanted;
            return;
        }
        place->tree = wanted;
    }
    SC_ASSERT(index->tree[wanted].entries[place->at].slot == 0 ||
              index->tree[wanted].entries[place->at].slot == slot);
    sc_tree_entry entry = sc_tree_entry_of(&world->shapes, slot, &pose);
    sc_tree_put(tree, place->at, &entry, aabb);
}

/// Builds one tree from all shapes that belong in it. False: no memory.
static bool build_tree(const scree_world *world, sc_query_index *index, int32_t which)
{
    SC_ASSERT(which >= 0 && which < SC_INDEX_TREES);
    const sc_shapes *shapes = &world->shapes;
    sc_memory *memory = index->memory;
    sc_tree *tree = &index->tree[which];
    int32_t count = 0;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        count += tree_of(world, slot) == which;
        if (index->place[slot].tree == which)
        {
            index->place[slot].tree = -1;
        }
    }
    size_t bytes = sizeof(sc_tree_item) * ((size_t)count + 1);
    sc_tree_item *items = sc_allocate(memory, bytes);
    if (items == NULL)
    {
        return false;
    }
    count = 0;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        if (tree_of(world, slot) == which)
        {
            sc_shape_pose pose = sc_present_pose(&world->bodies, shapes, slot);
            SC_ASSERT((size_t)count < bytes / sizeof *items);
            items[count++] = (sc_tree_item){pose.x, pose.y, slot};
        }
    }
    bool built = sc_tree_build(tree, memory, items, count);
    for (int32_t i = 0; built && i < count; ++i)
    {
        int32_t slot = items[i].slot;
        sc_shape_pose pose = sc_present_pose(&world->bodies, shapes, slot);
        sc_tree_entry entry = sc_tree_entry_of(&world->shapes, slot, &pose);
        sc_tree_put(tree, i, &entry, tree_aabb(shapes, slot, &pose));
        index->place[slot] = (sc_index_place){which, i};
    }
    if (built)
    {
        sc_tree_finish(tree);
    }
    sc_release(memory, items, bytes);
    return built;
}

/// Brings a place for each slot. False: no memory.
static bool reserve_places(const scree_world *world, sc_query_index *index)
{
    int32_t needed = world->shapes.ids.capacity;
    if (needed <= index->place_capacity)
    {
        return true;
    }
    sc_memory *memory = index->memory;
    sc_index_place *place = sc_allocate(memory, sizeof *place * (size_t)needed);
    if (place == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < needed; ++i)
    {
        place[i] = i < index->place_capacity ? index->place[i] : (sc_index_place){-1, 0};
    }
    sc_release(memory, index->place, sizeof *place * (size_t)index->place_capacity);
    index->place = place;
    index->place_capacity = needed;
    return true;
}

static void update_all(const scree_world *world, sc_query_index *index, unsigned *builds)
{
    for (int32_t slot = 1; slot < world->shapes.ids.used; ++slot)
    {
        update_shape(world, index, slot, builds);
    }
}

static void update_changed(const scree_world *world, sc_query_index *index, unsigned *builds)
{
    const sc_shapes *shapes = &world->shapes;
    const sc_bodies *bodies = &world->bodies;
    for (int i = 0; i < shapes->changes.count; ++i)
    {
        update_shape(world, index, shapes->changes.slot[i], builds);
    }
    for (int i = 0; i < bodies->changes.count; ++i)
    {
        int32_t body = bodies->changes.slot[i];
        bool live = body < bodies->ids.used && (bodies->ids.generation[body] & 1u) != 0;
        for (int32_t slot = live ? bodies->first_shape[bodies->row[body]] : 0; slot != 0;
             slot = shapes->next[slot])
        {
            update_shape(world, index, slot, builds);
        }
    }
    for (int kind = 0; index->steps != world->steps_begun && kind < SC_KIND_HALF_SPACE; ++kind)
    {
        const sc_list *list = &shapes->active[kind];
        for (int i = 0; i < list->count; ++i)
        {
            update_shape(world, index, list->slot[i], builds);
        }
    }
}

/// All that changed is known. Room to list more the next time, if there is memory.
static void settle(sc_changes *changes, sc_memory *memory, int32_t count)
{
    int32_t wanted = count / CHANGES_FRACTION;
    wanted = wanted < MIN_CHANGES ? MIN_CHANGES : wanted;
    if (changes->capacity < wanted)
    {
        int32_t *slot = sc_allocate(memory, sizeof *slot * 2 * (size_t)wanted);
        if (slot != NULL)
        {
            release_changes(changes, memory);
            changes->slot = slot;
            changes->capacity = 2 * wanted;
        }
    }
    changes->count = 0;
}

static bool bring_up_to_date(const scree_world *world, sc_query_index *index)
{
    sc_changes *of_shapes = index->of_shapes, *of_bodies = index->of_bodies;
    unsigned builds = 0;
    if (!reserve_places(world, index))
    {
        return false;
    }
    if (index->broken || atomic_load_explicit(&index->version, memory_order_relaxed) == 0)
    {
        builds = (1u << SC_INDEX_TREES) - 1;
    }
    else if (of_shapes->count > of_shapes->capacity || of_bodies->count > of_bodies->capacity)
    {
        update_all(world, index, &builds);
    }
    else
    {
        update_changed(world, index, &builds);
    }
    index->broken = true;
    index->view_count = 0;
    for (int32_t i = 0; i < SC_INDEX_TREES; ++i)
    {
        if (builds >> i & 1u)
        {
            if (!build_tree(world, index, i))
            {
                return false;
            }
        }
        else
        {
            sc_tree_refit(&index->tree[i]);
        }
        index->view_count += sc_tree_views(&index->tree[i], index->views + index->view_count);
        SC_ASSERT(index->view_count <= 2 * SC_INDEX_TREES);
    }
    index->broken = false;
    settle(of_shapes, index->memory, world->shapes.count);
    settle(of_bodies, index->memory, sc_body_count(&world->bodies));
    index->steps = world->steps_begun;
    return true;
}

const sc_query_index *sc_query_index_of(const scree_world *world)
{
    sc_query_index *index = world->query_index;
    uint64_t now =
        world->shapes.changes.total + world->bodies.changes.total + world->steps_begun + 1;
    if (atomic_load_explicit(&index->version, memory_order_acquire) == now)
    {
        return index;
    }
    pthread_mutex_lock(&index->mutex);
    bool ready = atomic_load_explicit(&index->version, memory_order_relaxed) == now;
    if (!ready)
    {
        ready = bring_up_to_date(world, index);
        if (ready)
        {
            atomic_store_explicit(&index->version, now, memory_order_release);
        }
    }
    pthread_mutex_unlock(&index->mutex);
    return ready ? index : NULL;
}
