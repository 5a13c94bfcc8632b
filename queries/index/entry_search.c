#include "queries/index/entry_search.h"

#include "broadphase/aabbs.h"
#include "core/assert.h"

sc_tree_entry sc_half_space_entry(const sc_query_index *index, int32_t slot)
{
    const sc_shapes *shapes = index->shapes;
    SC_ASSERT(shapes->kind[slot] == SC_KIND_HALF_SPACE);
    sc_shape_pose pose = sc_present_pose(index->bodies, shapes, slot);
    // Sensors get a filter that no query matches.
    const scree_filter nobody = {0};
    const scree_filter *filter = sc_is_sensor(shapes, slot) ? &nobody : &shapes->filter[slot];
    return (sc_tree_entry){.x = pose.x,
                           .y = pose.y,
                           .cos = pose.cos,
                           .sin = pose.sin,
                           .slot = slot,
                           .geometry = shapes->geometry_start[slot],
                           .kind = SC_KIND_HALF_SPACE,
                           .type = SCREE_SHAPE_HALF_SPACE,
                           .category = filter->category,
                           .mask = filter->mask,
                           .group = filter->group};
}

float sc_height_above(const sc_tree_entry *half_space, const float *pool, scree_vec2 point,
                      scree_vec2 *normal)
{
    SC_ASSERT(half_space->kind == SC_KIND_HALF_SPACE);
    const float *header = pool + half_space->geometry;
    *normal = sc_rotate((sc_rotation){half_space->cos, half_space->sin},
                        (scree_vec2){header[0], header[1]});
    return sc_dot(*normal, sc_sub(point, (scree_vec2){half_space->x, half_space->y})) - header[2];
}

sc_ray_point sc_ray_meets_half_space(const sc_ray *ray, const sc_tree_entry *entry,
                                     const float *pool)
{
    scree_vec2 normal;
    float height = sc_height_above(entry, pool, ray->origin, &normal);
    float approach = -sc_dot(normal, ray->translation);
    return height > 0.0f && approach > 0.0f && height <= approach
               ? (sc_ray_point){true, sc_min(height / approach, 1.0f), normal, false}
               : sc_ray_misses();
}

bool sc_visit_entries(const sc_query_index *index, sc_aabb aabb, scree_query_filter filter,
                      sc_entry_visit *visit, void *context)
{
    sc_overlap_args args;
    args.aabb = aabb;
    args.filter = sc_tree_filter_of(index, filter);
    for (int t = 0; t < index->view_count; ++t)
    {
        args.tree = &index->views[t];
        args.waiting[0] = args.tree->root;
        args.waiting_count = 1;
        while (args.waiting_count > 0)
        {
            args.found_count = 0;
            index->kernels->find_overlaps(&args);
            for (int i = 0; i < args.found_count; ++i)
            {
                if (!visit(context, &args.tree->entries[args.found[i]]))
                {
                    return false;
                }
            }
        }
    }
    return true;
}

bool sc_visit_half_spaces(const sc_query_index *index, sc_aabb aabb, scree_query_filter filter,
                          sc_entry_visit *visit, void *context)
{
    const sc_list *list = &index->shapes->half_spaces;
    for (int i = 0; i < list->count; ++i)
    {
        sc_tree_entry entry = sc_half_space_entry(index, list->slot[i]);
        scree_vec2 normal, corner = {aabb.lower_x, aabb.lower_y};
        sc_height_above(&entry, index->shapes->geometry, corner, &normal);
        corner.x = normal.x > 0.0f ? aabb.lower_x : aabb.upper_x;
        corner.y = normal.y > 0.0f ? aabb.lower_y : aabb.upper_y;
        if (sc_height_above(&entry, index->shapes->geometry, corner, &normal) <= 0.0f &&
            sc_query_sees(index, filter, &entry) && !visit(context, &entry))
        {
            return false;
        }
    }
    return true;
}

static void try_entry(sc_nearest_search *search, const sc_tree_entry *entry, float least)
{
    if (least > search->limit || !sc_query_sees(search->index, search->filter, entry))
    {
        return;
    }
    // Raise the value to the bound of its AABB, so that the result does not depend on the order of
    // the search.
    float value = sc_max(search->measure(search->context, entry), least);
    if (value < search->limit ||
        (value == search->limit && (search->slot == 0 || entry->slot < search->slot)))
    {
        search->limit = value;
        search->slot = entry->slot;
        search->keep(search->context, value);
    }
}

typedef struct search_node
{
    float least;
    int32_t node;
} search_node;

void sc_search_nearest(sc_nearest_search *search, const sc_query_index *index)
{
    search->index = index;
    const sc_list *half_spaces = &index->shapes->half_spaces;
    for (int i = 0; i < half_spaces->count; ++i)
    {
        sc_tree_entry entry = sc_half_space_entry(index, half_spaces->slot[i]);
        try_entry(search, &entry, 0.0f);
    }
    for (int t = 0; t < index->view_count; ++t)
    {
        const sc_tree_view *tree = &index->views[t];
        search_node stack[SC_TREE_STACK];
        int count = 1;
        stack[0] = (search_node){0.0f, tree->root};
        while (count > 0)
        {
            search_node next = stack[--count];
            if (next.least > search->limit)
            {
                continue;
            }
            const sc_tree_node *node = &tree->nodes[next.node];
            for (int k = 0, first = count; k < SC_BLOCK; ++k)
            {
                float least = search->bound(search->context, sc_child_aabb(node, k));
                if (least > search->limit)
                {
                    continue;
                }
                if (next.node < tree->leaf_count)
                {
                    try_entry(search, &tree->entries[SC_BLOCK * next.node + k], least);
                    continue;
                }
                // Push the nearest child last: it is then on top.
                int at = count++;
                for (; at > first && stack[at - 1].least < least; --at)
                {
                    stack[at] = stack[at - 1];
                }
                stack[at] = (search_node){least, node->child[k]};
            }
        }
    }
}
