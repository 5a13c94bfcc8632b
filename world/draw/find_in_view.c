#include "world/draw/find_in_view.h"

#include "broadphase/aabbs.h"
#include "core/limits.h"
#include "queries/index/found_shapes.h"
#include "queries/index/query_index.h"

enum
{
    MOVING_FRACTION = 4,  ///< the tree is used if at most this fraction (1/4) of the bodies moves
    FIRST_ROOM = 256,
    /// If more than this fraction (1/4) of the shapes is in view, visiting all shapes is faster.
    VIEW_FRACTION = 4
};

/// A search for shapes in view.
typedef struct view_search
{
    sc_view view;
    sc_memory *memory;
    sc_aabb clip;
    bool failed;  ///< out of memory, or too many shapes
} view_search;

static void reserve(view_search *search, int capacity)
{
    sc_view *view = &search->view;
    scree_shape_id *ids = sc_allocate(search->memory, sizeof *ids * (size_t)capacity);
    if (ids == NULL)
    {
        search->failed = true;
        return;
    }
    for (int i = 0; i < view->count; ++i)
    {
        ids[i] = view->ids[i];
    }
    sc_view_release(view);
    view->ids = ids;
    view->capacity = capacity;
}

static void add_shape(view_search *search, int32_t slot)
{
    sc_view *view = &search->view;
    search->failed |=
        view->count > FIRST_ROOM && view->count > view->world->shapes.count / VIEW_FRACTION;
    if (view->count == view->capacity && !search->failed)
    {
        reserve(search, 2 * view->capacity);
    }
    if (!search->failed)
    {
        view->ids[view->count++] = (scree_shape_id){(uint64_t)slot};
    }
}

static void add_if_in_view(view_search *search, int32_t slot)
{
    const scree_world *world = search->view.world;
    if (slot != 0 &&
        sc_aabbs_overlap(sc_tight_aabb(&world->bodies, &world->shapes, slot), search->clip))
    {
        add_shape(search, slot);
    }
}

static void search_tree(view_search *search, const sc_tree_view *tree)
{
    int32_t stack[SC_TREE_STACK];
    int count = 1;
    stack[0] = tree->root;
    while (count > 0 && !search->failed)
    {
        int32_t at = stack[--count];
        const sc_tree_node *node = &tree->nodes[at];
        search->view.visits += SC_BLOCK;
        for (int k = 0; k < SC_BLOCK; ++k)
        {
            if (!sc_aabbs_overlap(sc_child_aabb(node, k), search->clip))
            {
                continue;
            }
            if (at >= tree->leaf_count)
            {
                stack[count++] = node->child[k];
            }
            else
            {
                add_if_in_view(search, tree->entries[SC_BLOCK * at + k].slot);
            }
        }
    }
}

/// Adds the shapes that are in no tree: half-spaces, sensors, and shapes of disabled bodies.
static void search_unlisted(view_search *search, const sc_query_index *index)
{
    const sc_shapes *shapes = index->shapes;
    int32_t listed = shapes->half_spaces.count;
    for (int t = 0; t < SC_INDEX_TREES; ++t)
    {
        listed += index->tree[t].count;
    }
    for (int i = 0; i < shapes->half_spaces.count && !search->failed; ++i)
    {
        add_shape(search, shapes->half_spaces.slot[i]);
    }
    if (listed == shapes->count)
    {
        return;
    }
    search->view.visits += shapes->ids.used;
    for (int32_t slot = 1; slot < shapes->ids.used && !search->failed; ++slot)
    {
        bool live = (shapes->ids.generation[slot] & 1u) != 0;
        bool half_space = shapes->type[slot] == SCREE_SHAPE_HALF_SPACE;
        bool is_listed = half_space ? (shapes->flags[slot] & SC_SHAPE_STATIC) != 0
                                    : index->place[slot].tree >= 0;
        if (live && !is_listed && half_space)
        {
            add_shape(search, slot);
        }
        else if (live && !is_listed)
        {
            add_if_in_view(search, slot);
        }
    }
}

static void sort_slots(const sc_ids *ids, sc_view *view)
{
    sc_found_shapes found = {ids, view->ids, view->count, 0};
    for (int i = 0; i < view->count; ++i)
    {
        sc_found_add(&found, sc_id_slot(view->ids[i]));
    }
    sc_found_finish(&found);
}

sc_view sc_view_find(const scree_world *world, const scree_aabb *clip)
{
    const sc_bodies *bodies = &world->bodies;
    const sc_view all = {.world = world, .visits = world->shapes.ids.used};
    bool is_everything = clip->lower.x <= -SC_WORLD_REACH && clip->lower.y <= -SC_WORLD_REACH &&
                         clip->upper.x >= SC_WORLD_REACH && clip->upper.y >= SC_WORLD_REACH;
    if (is_everything || sc_moving_count(bodies) > bodies->ids.used / MOVING_FRACTION)
    {
        return all;
    }
    const sc_query_index *index = sc_query_index_update(world->query_index, world->steps_begun);
    if (index == NULL)
    {
        return all;
    }
    view_search search = {
        .view = {.world = world},
        .memory = index->memory,
        .clip = {clip->lower.x, clip->lower.y, clip->upper.x, clip->upper.y},
    };
    reserve(&search, FIRST_ROOM);
    search_unlisted(&search, index);
    for (int t = 0; t < index->view_count && !search.failed; ++t)
    {
        search_tree(&search, &index->views[t]);
    }
    if (search.failed)
    {
        sc_view_release(&search.view);
        return all;
    }
    sort_slots(&world->shapes.ids, &search.view);
    return search.view;
}

void sc_view_release(sc_view *view)
{
    if (view->ids != NULL)
    {
        sc_release(view->world->query_index->memory, view->ids,
                   sizeof *view->ids * (size_t)view->capacity);
    }
    view->ids = NULL;
}

int32_t sc_view_next(const sc_view *view, int32_t slot, int *at)
{
    const sc_ids *ids = &view->world->shapes.ids;
    if (view->ids != NULL)
    {
        return *at < view->count ? sc_id_slot(view->ids[(*at)++]) : 0;
    }
    for (++slot; slot < ids->used; ++slot)
    {
        if ((ids->generation[slot] & 1u) != 0)
        {
            return slot;
        }
    }
    return 0;
}

void sc_view_turn_to_bodies(sc_view *view)
{
    const scree_world *world = view->world;
    for (int i = 0; i < view->count; ++i)
    {
        view->ids[i].value = (uint64_t)world->shapes.body_slot[sc_id_slot(view->ids[i])];
    }
    sort_slots(&world->bodies.ids, view);
    int kept = 0;
    for (int i = 0; i < view->count; ++i)
    {
        if (kept == 0 || view->ids[kept - 1].value != view->ids[i].value)
        {
            view->ids[kept++] = view->ids[i];
        }
    }
    view->count = kept;
}
