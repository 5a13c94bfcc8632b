// The judged bounds and bodies of a scene in a file, and its view.

#include "scenes/files/reader.h"

#include "scenes/bounds.h"

static bool read_aabb(sc_reader *reader, const sc_path *path, const cJSON *json, scree_aabb *aabb)
{
    const sc_part part = {&sc_aabb_fields, aabb};
    if (!sc_read_object(reader, path, json, &part, 1) ||
        sc_need_key(reader, path, json, "lower") == NULL ||
        sc_need_key(reader, path, json, "upper") == NULL)
        return false;
    return (aabb->lower.x < aabb->upper.x && aabb->lower.y < aabb->upper.y) ||
           sc_refuse_value(reader, path, "lower is not below upper");
}

static scree_aabb view_of_bodies(const sc_reader *reader)
{
    scree_aabb all = scree_bounds_empty();
    for (int i = 0; i < reader->body_count; ++i)
        scree_bounds_add(&all, scree_body_aabb(reader->world, reader->bodies[i].id));
    return scree_bounds_view(all);
}

static bool read_tops(sc_reader *reader, const cJSON *watch, scree_scene_state *state)
{
    const cJSON *list = sc_find_key(watch, "tops");
    sc_path path = sc_key(NULL, "watch"), at_list = sc_key(&path, "tops");
    int count, i = 0, body;
    if (list == NULL)
        return true;
    if (!sc_check_array(reader, &at_list, list, 0, SCREE_SCENE_MAX_TOPS, &count))
        return false;
    for (const cJSON *item = list->child; item != NULL; item = item->next, ++i)
    {
        sc_path place = sc_index(&at_list, i);
        if (!sc_read_body_number(reader, &place, item, &body))
            return false;
        scree_body_id id = reader->bodies[body].id;
        state->tops[state->top_count++] =
            (scree_scene_top){id, scree_body_position(reader->world, id)};
    }
    return true;
}

bool sc_read_watch(sc_reader *reader, const cJSON *json, scree_scene_state *state)
{
    const cJSON *watch = sc_find_key(json, "watch"), *view = sc_find_key(json, "view");
    const cJSON *limits = sc_find_key(watch, "limits");
    sc_path path = sc_key(NULL, "watch"), at_limits = sc_key(&path, "limits");
    sc_path at_view = sc_key(NULL, "view");
    state->limits = (scree_aabb){{-1e8f, -1e8f}, {1e8f, 1e8f}};
    if (limits != NULL && !read_aabb(reader, &at_limits, limits, &state->limits))
        return false;
    if (view == NULL)
        state->view = view_of_bodies(reader);
    else if (!read_aabb(reader, &at_view, view, &state->view))
        return false;
    return read_tops(reader, watch, state);
}
