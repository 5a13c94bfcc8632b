// The judged bounds and bodies of a scene in a file, and its view.

#include "scenes/files/reader.h"

#include <math.h>

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

// The bounds of all that has any, with a margin.
static scree_aabb bounds_of(const sc_reader *reader)
{
    scree_aabb all = {{1e8f, 1e8f}, {-1e8f, -1e8f}};
    for (int i = 0; i < reader->body_count; ++i)
    {
        scree_aabb aabb = scree_body_aabb(reader->world, reader->bodies[i].id);
        if (!(fabsf(aabb.lower.x) < 1e7f && fabsf(aabb.lower.y) < 1e7f &&
              fabsf(aabb.upper.x) < 1e7f && fabsf(aabb.upper.y) < 1e7f))
            continue;  // a half-space has no end
        all.lower =
            (scree_vec2){fminf(all.lower.x, aabb.lower.x), fminf(all.lower.y, aabb.lower.y)};
        all.upper =
            (scree_vec2){fmaxf(all.upper.x, aabb.upper.x), fmaxf(all.upper.y, aabb.upper.y)};
    }
    if (all.lower.x > all.upper.x)
        return (scree_aabb){{-10.0f, -10.0f}, {10.0f, 10.0f}};
    float width = all.upper.x - all.lower.x, height = all.upper.y - all.lower.y;
    float margin = 0.05f * fmaxf(fmaxf(width, height), 1.0f);
    return (scree_aabb){{all.lower.x - margin, all.lower.y - margin},
                        {all.upper.x + margin, all.upper.y + margin}};
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
        state->view = bounds_of(reader);
    else if (!read_aabb(reader, &at_view, view, &state->view))
        return false;
    return read_tops(reader, watch, state);
}
