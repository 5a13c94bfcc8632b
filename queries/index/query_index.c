#include "queries/index/query_index.h"

#include "broadphase/aabbs.h"
#include "core/tuning.h"
#include "core/assert.h"

enum
{
    /// Up to MIN_CHANGES changed shapes or bodies, or 1 / CHANGES_FRACTION of all if that is more,
    /// are updated one by one. If more changed, all shapes are updated.
    MIN_CHANGES = 256,
    CHANGES_FRACTION = 8
};

sc_query_index *sc_query_index_create(sc_memory *memory, sc_bodies *bodies, sc_shapes *shapes,
                                      const sc_contacts *awake, const sc_contacts *asleep,
                                      const sc_kernels *kernels)
{
    sc_query_index *index = sc_allocate(memory, sizeof *index);
    if (index == NULL)
    {
        return NULL;
    }
    *index = (sc_query_index){.memory = memory,
                              .bodies = bodies,
                              .shapes = shapes,
                              .awake = awake,
                              .asleep = asleep,
                              .kernels = kernels};
    if (!sc_mutex_create(&index->mutex))
    {
        sc_release(memory, index, sizeof *index);
        return NULL;
    }
    return index;
}

static void release_changes(sc_changes *changes, sc_memory *memory)
{
    SC_ASSERT((changes->slot == NULL) == (changes->capacity == 0));
    sc_release(memory, changes->slot, sizeof *changes->slot * (size_t)changes->capacity);
    // Do not change `total`, which other code may read at any time.
    changes->slot = NULL;
    changes->capacity = 0;
    changes->count = 1;
}

void sc_query_index_release(sc_query_index *index)
{
    if (index == NULL)
    {
        return;
    }
    sc_memory *memory = index->memory;
    for (int i = 0; i < SC_INDEX_TREES; ++i)
    {
        sc_tree_release(&index->tree[i], memory);
    }
    sc_contact_index_release(&index->contacts, memory);
    sc_release(memory, index->place, sizeof *index->place * (size_t)index->place_capacity);
    release_changes(&index->shapes->changes, memory);
    release_changes(&index->bodies->changes, memory);
    sc_mutex_release(&index->mutex);
    sc_release(memory, index, sizeof *index);
}

/// The tree to which a shape belongs. -1: none, for half-spaces, shapes of disabled bodies and free
/// slots.
static int32_t tree_of(const sc_query_index *index, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < index->shapes->ids.used);
    const sc_shapes *shapes = index->shapes;
    bool listed = (shapes->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE)) != 0;
    if (!listed || shapes->kind[slot] == SC_KIND_HALF_SPACE || sc_is_sensor(shapes, slot))
    {
        return -1;
    }
    int32_t row = index->bodies->row[shapes->body_slot[slot]];
    return index->bodies->type[row] == SCREE_BODY_STATIC ? SC_INDEX_STATIC : SC_INDEX_MOVING;
}

/// The AABB of a shape for its tree. The AABB of a segment is enlarged by the rounding error of its
/// position, so that it contains the ends that a ray grazes.
sc_aabb sc_query_aabb(const sc_shapes *shapes, int32_t slot, const sc_shape_pose *pose)
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

/// Updates one shape. If its tree is to be rebuilt, only removes the shape from the other tree. If
/// its tree has no room for the shape, records in *builds that the tree must be rebuilt.
static void update_shape(sc_query_index *index, int32_t slot, unsigned *builds)
{
    SC_ASSERT(slot > 0 && slot < index->place_capacity);
    sc_index_place *place = &index->place[slot];
    int32_t wanted = tree_of(index, slot);
    if (place->tree >= 0 && place->tree != wanted)
    {
        sc_tree_take_out(&index->tree[place->tree], place->at);
        place->tree = -1;
    }
    if (wanted < 0 || (*builds >> wanted & 1u) != 0)
    {
        return;
    }
    sc_shape_pose pose = sc_present_pose(index->bodies, index->shapes, slot);
    sc_aabb aabb = sc_query_aabb(index->shapes, slot, &pose);
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
    sc_tree_entry entry = sc_tree_entry_of(index->shapes, slot, &pose);
    sc_tree_put(tree, place->at, &entry, aabb);
}

/// Builds one tree from all shapes that belong in it. Returns false if out of memory.
static bool build_index_tree(sc_query_index *index, int32_t which)
{
    SC_ASSERT(which >= 0 && which < SC_INDEX_TREES);
    const sc_shapes *shapes = index->shapes;
    sc_memory *memory = index->memory;
    sc_tree *tree = &index->tree[which];
    int32_t count = 0;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        count += tree_of(index, slot) == which;
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
        if (tree_of(index, slot) == which)
        {
            sc_shape_pose pose = sc_present_pose(index->bodies, shapes, slot);
            SC_ASSERT((size_t)count < bytes / sizeof *items);
            items[count++] = (sc_tree_item){pose.x, pose.y, slot};
        }
    }
    bool built = sc_tree_build(tree, memory, items, count);
    for (int32_t i = 0; built && i < count; ++i)
    {
        int32_t slot = items[i].slot;
        sc_shape_pose pose = sc_present_pose(index->bodies, shapes, slot);
        sc_tree_entry entry = sc_tree_entry_of(index->shapes, slot, &pose);
        sc_tree_put(tree, i, &entry, sc_query_aabb(shapes, slot, &pose));
        index->place[slot] = (sc_index_place){which, i};
    }
    if (built)
    {
        sc_tree_finish(tree);
    }
    sc_release(memory, items, bytes);
    return built;
}

/// Makes sure that `place` has an element for each slot. Returns false if out of memory.
static bool reserve_places(sc_query_index *index)
{
    int32_t needed = index->shapes->ids.capacity;
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

static void update_changed(sc_query_index *index, unsigned *builds, uint64_t steps_begun)
{
    const sc_shapes *shapes = index->shapes;
    const sc_bodies *bodies = index->bodies;
    for (int i = 0; i < shapes->changes.count; ++i)
    {
        update_shape(index, shapes->changes.slot[i], builds);
    }
    for (int i = 0; i < bodies->changes.count; ++i)
    {
        int32_t body = bodies->changes.slot[i];
        bool live = body < bodies->ids.used && (bodies->ids.generation[body] & 1u) != 0;
        for (int32_t slot = live ? bodies->first_shape[bodies->row[body]] : 0; slot != 0;
             slot = shapes->next[slot])
        {
            update_shape(index, slot, builds);
        }
    }
    for (int kind = 0; index->steps != steps_begun && kind < SC_KIND_HALF_SPACE; ++kind)
    {
        const sc_list *list = &shapes->active[kind];
        for (int i = 0; i < list->count; ++i)
        {
            update_shape(index, list->slot[i], builds);
        }
    }
}

/// Empties a list of changes that have been applied to the trees. Makes the list longer for the
/// next time, if there is memory.
static void empty_changes(sc_changes *changes, sc_memory *memory, int32_t count)
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

static bool bring_up_to_date(sc_query_index *index, uint64_t steps_begun)
{
    sc_changes *of_shapes = &index->shapes->changes, *of_bodies = &index->bodies->changes;
    unsigned builds = 0;
    if (!reserve_places(index))
    {
        return false;
    }
    if (index->broken || atomic_load_explicit(&index->version, memory_order_relaxed) == 0)
    {
        builds = (1u << SC_INDEX_TREES) - 1;
    }
    else if (of_shapes->count > of_shapes->capacity || of_bodies->count > of_bodies->capacity)
    {
        for (int32_t slot = 1; slot < index->shapes->ids.used; ++slot)
        {
            update_shape(index, slot, &builds);
        }
    }
    else
    {
        update_changed(index, &builds, steps_begun);
    }
    index->broken = true;
    index->view_count = 0;
    for (int32_t i = 0; i < SC_INDEX_TREES; ++i)
    {
        if (builds >> i & 1u)
        {
            if (!build_index_tree(index, i))
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
    empty_changes(of_shapes, index->memory, index->shapes->count);
    empty_changes(of_bodies, index->memory, sc_body_count(index->bodies));
    index->steps = steps_begun;
    return true;
}

void sc_query_index_forget(sc_query_index *index)
{
    // Clear the places of all slots, also of those that are not in use now but may be given out
    // again.
    for (int32_t slot = 0; slot < index->place_capacity; ++slot)
    {
        index->place[slot].tree = -1;
    }
    index->broken = true;
    atomic_store_explicit(&index->version, 0, memory_order_relaxed);
    index->contacts.is_listed = index->contacts.is_asked = false;
}

const sc_query_index *sc_query_index_update(sc_query_index *index, uint64_t steps_begun)
{
    uint64_t now = index->shapes->changes.total + index->bodies->changes.total + steps_begun + 1;
    if (atomic_load_explicit(&index->version, memory_order_acquire) == now)
    {
        return index;
    }
    sc_mutex_lock(&index->mutex);
    bool ready = atomic_load_explicit(&index->version, memory_order_relaxed) == now;
    if (!ready)
    {
        ready = bring_up_to_date(index, steps_begun);
        if (ready)
        {
            atomic_store_explicit(&index->version, now, memory_order_release);
        }
    }
    sc_mutex_unlock(&index->mutex);
    return ready ? index : NULL;
}
