// Particles and soft bodies of scene files.

#include "scenes/files/reader.h"

#include <stdlib.h>
#include <string.h>

// Creates the particle, or keeps it for its step. Then it is tried in a world of the same settings,
// so that errors are found here.
static bool build_particle(sc_reader *reader, const sc_path *path, const scree_particle_def *def,
                           int step)
{
    if (step < 0)
        return scree_particle_create(reader->world, def).value != 0 ||
               sc_refuse_object(reader, path);
    if (reader->probe == NULL)
    {
        scree_world_def settings = scree_world_settings(reader->world);
        settings.worker_count = 1;
        reader->probe = scree_world_create(&settings);
    }
    if (reader->later == NULL)
        reader->later = calloc(1, sizeof *reader->later);
    if (reader->probe == NULL || reader->later == NULL)
        return sc_refuse_value(reader, path, "out of memory");
    scree_particle_id tried = scree_particle_create(reader->probe, def);
    if (tried.value == 0)
        return sc_refuse_value(reader, path, "%s", scree_error_text(reader->probe));
    return (scree_particle_destroy(reader->probe, tried) == SCREE_OK &&
            sc_later_add(reader->later, step, def)) ||
           sc_refuse_value(reader, path, "out of memory");
}

bool sc_build_particle_entry(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    scree_particle_def def = scree_particle_def_default();
    const sc_part part = {&sc_particle_fields, &def};
    sc_instances instances = {.count = 1};
    sc_path place = sc_key(path, "repeat");
    const cJSON *repeat = sc_find_key(json, "repeat"), *later = sc_find_key(json, "step");
    sc_path at_step = sc_key(path, "step");
    int step = -1;
    if (!sc_read_object(reader, path, json, &part, 1) ||
        (later != NULL && !sc_read_int(reader, &at_step, later, 0.0, SC_FILE_MAX_STEPS, &step)) ||
        (repeat != NULL && !sc_read_instances(reader, &place, repeat, &instances)) ||
        !sc_count_objects(reader, path, "particles", &reader->particles, instances.count))
        return false;
    if (repeat != NULL && sc_find_key(json, "position") != NULL)
        return sc_refuse_value(reader, path, "a particle that is repeated has no position");
    sc_random random = sc_random_create((uint64_t)instances.scatter.seed);
    for (int i = 0; i < instances.count; ++i)
    {
        float angle = 0.0f;
        if (repeat != NULL)
            sc_place_instance(&instances, i, &random, &def.position, &angle);
        if (!build_particle(reader, path, &def, step))
            return false;
    }
    return true;
}

// The lists of a soft body, and of cloth. Freed by free_lists.
typedef struct lists
{
    scree_vec2 *vertices;
    float *masses;
    scree_soft_edge *edges;
    int32_t *outline, *held;
    int vertex_count, edge_count, outline_count, held_count;
} lists;

static void free_lists(lists *lists)
{
    free(lists->vertices);
    free(lists->masses);
    free(lists->edges);
    free(lists->outline);
    free(lists->held);
}

static int32_t *read_numbers(sc_reader *reader, const sc_path *path, const cJSON *json, int high,
                             int *count)
{
    int32_t *numbers = NULL;
    if (!sc_check_array(reader, path, json, 0, 65536, count))
        return NULL;
    numbers = calloc((size_t)*count + 1, sizeof *numbers);
    bool ok = numbers != NULL || sc_refuse_value(reader, path, "out of memory");
    int i = 0;
    for (const cJSON *item = json->child; ok && item != NULL; item = item->next, ++i)
    {
        sc_path place = sc_index(path, i);
        int value;
        ok = sc_read_int(reader, &place, item, 0.0, high, &value);
        if (ok)
            numbers[i] = value;
    }
    if (ok)
        return numbers;
    free(numbers);
    return NULL;
}

static bool read_edge(sc_reader *reader, const sc_path *path, const cJSON *json, int vertex_count,
                      scree_soft_edge *edge)
{
    int count, a, b;
    if (!sc_check_array(reader, path, json, 2, 4, &count))
        return false;
    const cJSON *first = json->child, *second = first->next, *length = second->next;
    sc_path at[4];
    for (int i = 0; i < 4; ++i)
        at[i] = sc_index(path, i);
    if (!sc_read_int(reader, &at[0], first, 0.0, vertex_count - 1, &a) ||
        !sc_read_int(reader, &at[1], second, 0.0, vertex_count - 1, &b))
        return false;
    *edge = (scree_soft_edge){.a = a, .b = b};
    if (length != NULL && !sc_read_float(reader, &at[2], length, 0.0, 1e12, &edge->length))
        return false;
    return count < 4 || sc_read_float(reader, &at[3], length->next, 0.0, 1.0, &edge->stiffness);
}

static bool read_edges(sc_reader *reader, const sc_path *path, const cJSON *json, lists *lists)
{
    if (!sc_check_array(reader, path, json, 0, SC_FILE_MAX_OBJECTS, &lists->edge_count))
        return false;
    lists->edges = calloc((size_t)lists->edge_count + 1, sizeof *lists->edges);
    bool ok = lists->edges != NULL || sc_refuse_value(reader, path, "out of memory");
    int i = 0;
    for (const cJSON *item = json->child; ok && item != NULL; item = item->next, ++i)
    {
        sc_path place = sc_index(path, i);
        ok = read_edge(reader, &place, item, lists->vertex_count, &lists->edges[i]);
    }
    return ok;
}

static bool read_masses(sc_reader *reader, const sc_path *path, const cJSON *json, lists *lists)
{
    int count, i = 0;
    if (!sc_check_array(reader, path, json, lists->vertex_count, lists->vertex_count, &count))
        return false;
    lists->masses = calloc((size_t)count + 1, sizeof *lists->masses);
    bool ok = lists->masses != NULL || sc_refuse_value(reader, path, "out of memory");
    for (const cJSON *item = json->child; ok && item != NULL; item = item->next, ++i)
    {
        sc_path place = sc_index(path, i);
        ok = sc_read_float(reader, &place, item, 0.0, 3.5e38, &lists->masses[i]);
    }
    return ok;
}

static bool read_lists(sc_reader *reader, const sc_path *path, const cJSON *json, lists *lists)
{
    const cJSON *vertices = sc_need_key(reader, path, json, "vertices");
    const cJSON *masses = sc_find_key(json, "masses"), *edges = sc_find_key(json, "edges");
    const cJSON *outline = sc_find_key(json, "outline");
    sc_path at_vertices = sc_key(path, "vertices"), at_masses = sc_key(path, "masses");
    sc_path at_edges = sc_key(path, "edges"), at_outline = sc_key(path, "outline");
    if (vertices == NULL)
        return false;
    lists->vertices =
        sc_read_points(reader, &at_vertices, vertices, 1, 65536, &lists->vertex_count);
    if (lists->vertices == NULL ||
        (masses != NULL && !read_masses(reader, &at_masses, masses, lists)) ||
        (edges != NULL && !read_edges(reader, &at_edges, edges, lists)))
        return false;
    if (outline == NULL)
        return true;
    lists->outline =
        read_numbers(reader, &at_outline, outline, lists->vertex_count - 1, &lists->outline_count);
    return lists->outline != NULL;
}

static bool need_all(sc_reader *reader, const sc_path *path, const cJSON *json, int type)
{
    static const char *const keys[SC_FILE_SOFT_COUNT][3] = {
        [SC_FILE_SOFT_BOX] = {"half_width", "half_height"},
        [SC_FILE_SOFT_POLYGON] = {"count", "circumradius"},
        [SC_FILE_SOFT_ROPE] = {"segments"},
        [SC_FILE_SOFT_CLOTH] = {"columns", "rows", "spacing"},
    };
    for (int i = 0; i < 3 && keys[type][i] != NULL; ++i)
    {
        if (sc_need_key(reader, path, json, keys[type][i]) == NULL)
            return false;
    }
    return true;
}

static scree_soft_body_id create(sc_reader *reader, int type, scree_soft_body_def *def,
                                 const sc_file_soft_form *form, const lists *lists)
{
    scree_world *world = reader->world;
    switch ((sc_file_soft)type)
    {
    case SC_FILE_SOFT_BOX:
        return scree_soft_body_create_box(world, def, form->half_width, form->half_height);
    case SC_FILE_SOFT_POLYGON:
        return scree_soft_body_create_polygon(world, def, form->count, form->circumradius);
    case SC_FILE_SOFT_ROPE:
        return scree_soft_body_create_rope(world, def, form->a, form->b, form->segments,
                                           form->hold_a, form->hold_b);
    case SC_FILE_SOFT_CLOTH:
        return scree_soft_body_create_cloth(world, def, form->columns, form->rows, form->spacing,
                                            lists->held, lists->held_count);
    case SC_FILE_SOFT_FREE:
        def->vertex_count = lists->vertex_count;
        def->vertices = lists->vertices;
        def->masses = lists->masses;
        def->edge_count = lists->edge_count;
        def->edges = lists->edges;
        def->outline_count = lists->outline_count;
        def->outline = lists->outline;
        return scree_soft_body_create(world, def);
    case SC_FILE_SOFT_COUNT:
        break;
    }
    return scree_soft_body_null();
}

static bool attach(sc_reader *reader, const sc_path *path, const cJSON *json,
                   scree_soft_body_id body)
{
    const cJSON *list = sc_find_key(json, "attachments");
    sc_path place = sc_key(path, "attachments");
    int count, i = 0;
    if (list == NULL)
        return true;
    if (!sc_check_array(reader, &place, list, 0, 65536, &count))
        return false;
    for (const cJSON *item = list->child; item != NULL; item = item->next, ++i)
    {
        sc_attachment attachment = {0};
        const sc_part part = {&sc_attachment_fields, &attachment};
        sc_path at = sc_index(&place, i), at_body = sc_key(&at, "body");
        int rigid;
        if (!sc_read_object(reader, &at, item, &part, 1))
            return false;
        const cJSON *named = sc_need_key(reader, &at, item, "body");
        if (named == NULL || sc_need_key(reader, &at, item, "vertex") == NULL ||
            !sc_read_body_number(reader, &at_body, named, &rigid))
            return false;
        if (scree_soft_body_attach(reader->world, body, attachment.vertex, reader->bodies[rigid].id,
                                   attachment.point) != SCREE_OK)
            return sc_refuse_object(reader, &at);
    }
    return true;
}

static int vertex_count_of(int type, const sc_file_soft_form *form, const lists *lists)
{
    switch ((sc_file_soft)type)
    {
    case SC_FILE_SOFT_BOX:
        return 4;
    case SC_FILE_SOFT_POLYGON:
        return form->count;
    case SC_FILE_SOFT_ROPE:
        return form->segments + 1;
    case SC_FILE_SOFT_CLOTH:
        return form->columns * form->rows;
    case SC_FILE_SOFT_FREE:
        return lists->vertex_count;
    case SC_FILE_SOFT_COUNT:
        break;
    }
    return 0;
}

static bool build(sc_reader *reader, const sc_path *path, const cJSON *json, int type, lists *lists)
{
    scree_soft_body_def def = scree_soft_body_def_default();
    sc_file_soft_form form = {0};
    const sc_part parts[] = {{&sc_soft_body_fields, &def}, {sc_soft_tables[type], &form}};
    if (!sc_read_object(reader, path, json, parts, 2) || !need_all(reader, path, json, type) ||
        (type == SC_FILE_SOFT_FREE && !read_lists(reader, path, json, lists)))
        return false;
    const cJSON *held = type == SC_FILE_SOFT_CLOTH ? sc_find_key(json, "held") : NULL;
    if (held != NULL)
    {
        sc_path place = sc_key(path, "held");
        lists->held =
            read_numbers(reader, &place, held, form.columns * form.rows - 1, &lists->held_count);
        if (lists->held == NULL)
            return false;
    }
    if (!sc_count_objects(reader, path, "vertices of soft bodies", &reader->vertices,
                          vertex_count_of(type, &form, lists)))
        return false;
    scree_soft_body_id id = create(reader, type, &def, &form, lists);
    if (id.value == 0)
        return sc_refuse_object(reader, path);
    return attach(reader, path, json, id);
}

bool sc_build_soft_body(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    const cJSON *word = sc_need_key(reader, path, json, "type");
    sc_path place = sc_key(path, "type");
    int type;
    if (word == NULL || !sc_read_word(reader, &place, word, sc_soft_words, &type))
        return false;
    lists lists = {0};
    bool ok = build(reader, path, json, type, &lists);
    free_lists(&lists);
    return ok;
}
