// Shapes and chains of scene files.

#include "scenes/files/reader.h"

#include <stdlib.h>
#include <string.h>

static bool read_material(sc_reader *reader, const sc_path *path, const cJSON *json,
                          scree_material *material)
{
    if (cJSON_IsString(json))
    {
        const sc_name *named =
            sc_find_name(reader->materials, reader->material_count, json->valuestring);
        if (named == NULL)
            return sc_refuse_value(reader, path, "there is no material '%.40s'", json->valuestring);
        sc_path list = sc_key(NULL, "materials"), place = sc_key(&list, json->valuestring);
        const sc_part part = {&sc_material_fields, material};
        return sc_read_object(reader, &place, named->json, &part, 1);
    }
    const sc_part part = {&sc_material_fields, material};
    return sc_read_object(reader, path, json, &part, 1);
}

static bool finish_polygon(sc_reader *reader, const sc_path *path, const cJSON *json,
                           scree_polygon *polygon)
{
    const cJSON *list = sc_need_key(reader, path, json, "vertices");
    sc_path place = sc_key(path, "vertices");
    scree_vec2 *points = NULL;
    if (list != NULL)
    {
        points =
            sc_read_points(reader, &place, list, 3, SCREE_POLYGON_MAX_VERTICES, &polygon->count);
    }
    if (points == NULL)
        return false;
    memcpy(polygon->vertices, points, (size_t)polygon->count * sizeof *points);
    free(points);
    return true;
}

static scree_polygon make_box(const sc_box *box)
{
    bool plain =
        box->center.x == 0.0f && box->center.y == 0.0f && box->angle == 0.0f && box->radius == 0.0f;
    return plain ? scree_polygon_box(box->half_width, box->half_height)
                 : scree_polygon_box_at(box->half_width, box->half_height, box->center, box->angle,
                                        box->radius);
}

static bool need_all(sc_reader *reader, const sc_path *path, const cJSON *json, sc_file_shape type)
{
    switch (type)
    {
    case SC_FILE_CIRCLE:
        return sc_need_key(reader, path, json, "radius") != NULL;
    case SC_FILE_BOX:
        return sc_need_key(reader, path, json, "half_width") != NULL &&
               sc_need_key(reader, path, json, "half_height") != NULL;
    case SC_FILE_CAPSULE:
        return sc_need_key(reader, path, json, "radius") != NULL &&
               sc_need_key(reader, path, json, "point_a") != NULL &&
               sc_need_key(reader, path, json, "point_b") != NULL;
    case SC_FILE_SEGMENT:
    case SC_FILE_CHAIN_SEGMENT:
        return sc_need_key(reader, path, json, "point_a") != NULL &&
               sc_need_key(reader, path, json, "point_b") != NULL;
    case SC_FILE_POLYGON:
    case SC_FILE_HALF_SPACE:
    case SC_FILE_CHAIN:
    case SC_FILE_SHAPE_COUNT:
        break;
    }
    return true;
}

// All types but chains, which are many shapes.
static bool make_geometry(sc_reader *reader, const sc_path *path, const cJSON *json,
                          sc_file_shape type, sc_shape_geometry *read, scree_geometry *geometry)
{
    switch (type)
    {
    case SC_FILE_CIRCLE:
        geometry->type = SCREE_SHAPE_CIRCLE;
        geometry->circle = read->of.circle;
        break;
    case SC_FILE_CAPSULE:
        geometry->type = SCREE_SHAPE_CAPSULE;
        geometry->capsule = read->of.capsule;
        break;
    case SC_FILE_SEGMENT:
        geometry->type = SCREE_SHAPE_SEGMENT;
        geometry->segment = read->of.segment;
        break;
    case SC_FILE_POLYGON:
        geometry->type = SCREE_SHAPE_POLYGON;
        geometry->polygon = read->of.polygon;
        return finish_polygon(reader, path, json, &geometry->polygon);
    case SC_FILE_BOX:
        geometry->type = SCREE_SHAPE_POLYGON;
        geometry->polygon = make_box(&read->of.box);
        break;
    case SC_FILE_HALF_SPACE:
        geometry->type = SCREE_SHAPE_HALF_SPACE;
        geometry->half_space = read->of.half_space;
        break;
    case SC_FILE_CHAIN_SEGMENT:
        geometry->type = SCREE_SHAPE_CHAIN_SEGMENT;
        geometry->chain_segment = read->of.chain_segment;
        geometry->chain_segment.has_before = sc_find_key(json, "before") != NULL;
        geometry->chain_segment.has_after = sc_find_key(json, "after") != NULL;
        break;
    case SC_FILE_CHAIN:
    case SC_FILE_SHAPE_COUNT:
        break;
    }
    return true;
}

// One for each segment; null without a list, or on error.
static scree_material *read_materials(sc_reader *reader, const sc_path *path, const cJSON *json,
                                      const scree_material *first, int segments, bool *ok)
{
    int count, i = 0;
    *ok = sc_check_array(reader, path, json, segments, segments, &count);
    scree_material *materials = *ok ? calloc((size_t)count + 1, sizeof *materials) : NULL;
    if (*ok && materials == NULL)
        *ok = sc_refuse_value(reader, path, "out of memory");
    for (const cJSON *item = *ok ? json->child : NULL; *ok && item != NULL; item = item->next, ++i)
    {
        sc_path place = sc_index(path, i);
        materials[i] = *first;
        *ok = read_material(reader, &place, item, &materials[i]);
    }
    return materials;
}

static bool build_chain(sc_reader *reader, const sc_path *path, const cJSON *json,
                        const scree_shape_def *def, scree_chain_def chain, int body)
{
    const cJSON *list = sc_need_key(reader, path, json, "points");
    const cJSON *material_list = sc_find_key(json, "materials");
    sc_path place = sc_key(path, "points");
    scree_vec2 *points = NULL;
    if (list != NULL)
        points = sc_read_points(reader, &place, list, chain.loop ? 3 : 2, SC_FILE_MAX_OBJECTS,
                                &chain.count);
    if (points == NULL)
        return false;
    int segments = chain.loop ? chain.count : chain.count - 1;
    bool ok = sc_count_objects(reader, path, "shapes", &reader->shapes, segments);
    scree_material *materials = NULL;
    if (ok && material_list != NULL)
    {
        place = sc_key(path, "materials");
        materials = read_materials(reader, &place, material_list, &def->material, segments, &ok);
    }
    chain.points = points;
    chain.materials = materials;
    chain.has_before = sc_find_key(json, "before") != NULL;
    chain.has_after = sc_find_key(json, "after") != NULL;
    if (ok && scree_chain_create(reader->world, reader->bodies[body].id, def, &chain).value == 0)
        ok = sc_refuse_object(reader, path);
    free(points);
    free(materials);
    return ok;
}

static sc_shape_geometry default_geometry(sc_file_shape type)
{
    sc_shape_geometry geometry;
    memset(&geometry, 0, sizeof geometry);
    if (type == SC_FILE_HALF_SPACE)
        geometry.of.half_space.normal.y = 1.0f;
    if (type == SC_FILE_CHAIN)
        geometry.of.chain = scree_chain_def_default();
    return geometry;
}

bool sc_build_shape(sc_reader *reader, const sc_path *path, const cJSON *json, int body)
{
    const cJSON *word = sc_need_key(reader, path, json, "type");
    sc_path place = sc_key(path, "type");
    int type;
    if (word == NULL || !sc_read_word(reader, &place, word, sc_shape_words, &type))
        return false;
    scree_shape_def def = scree_shape_def_default();
    sc_shape_geometry read = default_geometry((sc_file_shape)type);
    const sc_part parts[] = {{&sc_shape_fields, &def}, {sc_geometry_tables[type], &read}};
    if (!sc_read_object(reader, path, json, parts, 2) ||
        !need_all(reader, path, json, (sc_file_shape)type))
        return false;
    const cJSON *material = sc_find_key(json, "material");
    place = sc_key(path, "material");
    if (material != NULL && !read_material(reader, &place, material, &def.material))
        return false;
    const cJSON *named = sc_find_key(json, "body");
    place = sc_key(path, "body");
    if (named != NULL && body >= 0)
        return sc_refuse_value(reader, &place, "a shape inside a body names no other body");
    if (body < 0 && (named == NULL || !sc_read_body_number(reader, &place, named, &body)))
        return named != NULL ? false : sc_need_key(reader, path, json, "body") != NULL;
    if (type == SC_FILE_CHAIN)
        return build_chain(reader, path, json, &def, read.of.chain, body);
    scree_geometry geometry;
    memset(&geometry, 0, sizeof geometry);
    if (!make_geometry(reader, path, json, (sc_file_shape)type, &read, &geometry) ||
        !sc_count_objects(reader, path, "shapes", &reader->shapes, 1))
        return false;
    scree_body_id id = reader->bodies[body].id;
    return scree_shape_create(reader->world, id, &def, &geometry).value != 0 ||
           sc_refuse_object(reader, path);
}
