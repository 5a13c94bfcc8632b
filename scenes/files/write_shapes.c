// Writes shapes and chains.

#include "scenes/files/writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static scree_shape_def read_shape_def(const scree_world *world, scree_shape_id id)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = scree_shape_density(world, id);
    def.material = scree_shape_material(world, id);
    def.filter = scree_shape_filter(world, id);
    def.enable_contact_events = scree_shape_is_contact_events_enabled(world, id);
    def.enable_hit_events = scree_shape_is_hit_events_enabled(world, id);
    def.sensor = scree_shape_is_sensor(world, id);
    def.enable_sensor_events = scree_shape_is_sensor_events_enabled(world, id);
    def.enable_static_sensing = scree_shape_is_static_sensing_enabled(world, id);
    def.enable_contact_filter = scree_shape_is_contact_filter_enabled(world, id);
    def.enable_pre_solve = scree_shape_is_pre_solve_enabled(world, id);
    return def;
}

// Whether a polygon is the box of these half extents, bit for bit.
static bool is_box(const scree_polygon *polygon, sc_box *box)
{
    *box = (sc_box){0};
    if (polygon->count != 4)
        return false;
    box->half_width = fabsf(polygon->vertices[0].x);
    box->half_height = fabsf(polygon->vertices[0].y);
    scree_polygon same = scree_polygon_box(box->half_width, box->half_height);
    return same.count == 4 && polygon->radius == 0.0f && !signbit(polygon->radius) &&
           memcmp(same.vertices, polygon->vertices, 4 * sizeof *same.vertices) == 0;
}

static void put_geometry(sc_writer *writer, sc_file_shape type, const void *geometry)
{
    static const sc_shape_geometry plain;
    sc_put_object(writer, sc_geometry_tables[type], geometry, &plain);
}

static sc_file_shape file_type(const scree_geometry *geometry, sc_box *box)
{
    switch (geometry->type)
    {
    case SCREE_SHAPE_CIRCLE:
        return SC_FILE_CIRCLE;
    case SCREE_SHAPE_CAPSULE:
        return SC_FILE_CAPSULE;
    case SCREE_SHAPE_SEGMENT:
        return SC_FILE_SEGMENT;
    case SCREE_SHAPE_POLYGON:
        return is_box(&geometry->polygon, box) ? SC_FILE_BOX : SC_FILE_POLYGON;
    case SCREE_SHAPE_HALF_SPACE:
        return SC_FILE_HALF_SPACE;
    case SCREE_SHAPE_CHAIN_SEGMENT:
    case SCREE_SHAPE_NONE:
        break;
    }
    return SC_FILE_CHAIN_SEGMENT;
}

// Keys that are needed are written even where they are 0.
static void put_ends(sc_writer *writer, scree_vec2 a, scree_vec2 b)
{
    sc_put_key(writer, "point_a");
    sc_put_vec2(writer, a);
    sc_put_key(writer, "point_b");
    sc_put_vec2(writer, b);
}

static void put_own_keys(sc_writer *writer, sc_file_shape type, const scree_geometry *geometry,
                         const sc_box *box)
{
    const scree_chain_segment *segment = &geometry->chain_segment;
    switch (type)
    {
    case SC_FILE_CIRCLE:
        put_geometry(writer, type, &geometry->circle);
        break;
    case SC_FILE_CAPSULE:
        put_ends(writer, geometry->capsule.point_a, geometry->capsule.point_b);
        sc_put_key(writer, "radius");
        sc_put_float(writer, geometry->capsule.radius);
        break;
    case SC_FILE_SEGMENT:
        put_ends(writer, geometry->segment.point_a, geometry->segment.point_b);
        break;
    case SC_FILE_POLYGON:
        sc_put_points(writer, "vertices", geometry->polygon.vertices, geometry->polygon.count);
        put_geometry(writer, type, &geometry->polygon);
        break;
    case SC_FILE_BOX:
        put_geometry(writer, type, box);
        break;
    case SC_FILE_HALF_SPACE:
        sc_put_key(writer, "normal");
        sc_put_vec2(writer, geometry->half_space.normal);
        sc_put_key(writer, "offset");
        sc_put_float(writer, geometry->half_space.offset);
        break;
    case SC_FILE_CHAIN_SEGMENT:
        put_ends(writer, segment->point_a, segment->point_b);
        if (segment->has_before)
            sc_put_key(writer, "before"), sc_put_vec2(writer, segment->before);
        if (segment->has_after)
            sc_put_key(writer, "after"), sc_put_vec2(writer, segment->after);
        if (segment->two_sided)
            sc_put_key(writer, "two_sided"), fputs("true", writer->file);
        break;
    case SC_FILE_CHAIN:
    case SC_FILE_SHAPE_COUNT:
        break;
    }
}

void sc_put_shape_begin(sc_writer *writer, const char *type, int body)
{
    putc('{', writer->file);
    writer->comma = false;
    sc_put_key(writer, "type");
    sc_put_text(writer, type);
    if (body >= 0)
    {
        sc_put_key(writer, "body");
        fprintf(writer->file, "%d", body);
    }
}

static void put_shape_def(sc_writer *writer, const scree_shape_def *def)
{
    const scree_shape_def plain = scree_shape_def_default();
    sc_put_table(writer, "material", &sc_material_fields, &def->material, &plain.material);
    sc_put_object(writer, &sc_shape_fields, def, &plain);
    putc('}', writer->file);
}

static void put_chain_materials(sc_writer *writer, const scree_shape_id *segments, int count)
{
    scree_material first = scree_shape_material(writer->world, segments[0]);
    bool same = true;
    for (int i = 1; same && i < count; ++i)
    {
        scree_material other = scree_shape_material(writer->world, segments[i]);
        same = !sc_differs(&sc_material_fields, &other, &first);
    }
    if (same)
        return;
    sc_put_key(writer, "materials");
    for (int i = 0; i < count; ++i)
    {
        // They differ from the material of the chain, which its first segment has.
        scree_material one = scree_shape_material(writer->world, segments[i]);
        fputs(i == 0 ? "[{" : ", {", writer->file);
        writer->comma = false;
        sc_put_object(writer, &sc_material_fields, &one, &first);
        putc('}', writer->file);
    }
    putc(']', writer->file);
    writer->comma = true;
}

// A chain and all of its segments, which follow each other. Returns false if it is incomplete.
static bool put_chain(sc_writer *writer, int first, int body, int *count)
{
    scree_world *world = writer->world;
    const scree_shape_id *segments = writer->shapes + first;
    scree_chain_id chain = scree_shape_chain(world, segments[0]);
    *count = scree_chain_shapes(world, chain, NULL, 0);
    bool loop = scree_chain_is_loop(world, chain);
    scree_vec2 *points = malloc(((size_t)*count + 1) * sizeof *points);
    if (points == NULL)
        return sc_refuse_world(writer, "out of memory");
    bool whole = *count <= writer->shape_count - first;
    for (int i = 0; whole && i < *count; ++i)
    {
        scree_segment segment = scree_shape_segment(world, segments[i]);
        whole = scree_shape_chain(world, segments[i]).value == chain.value &&
                (i == 0 || memcmp(&points[i], &segment.point_a, sizeof *points) == 0);
        points[i] = segment.point_a;
        points[i + 1] = segment.point_b;
    }
    if (whole && loop)
        whole = memcmp(&points[*count], &points[0], sizeof *points) == 0;
    if (whole)
    {
        scree_chain_segment begin = scree_shape_chain_segment(world, segments[0]);
        scree_chain_segment end = scree_shape_chain_segment(world, segments[*count - 1]);
        sc_put_shape_begin(writer, "chain", body);
        sc_put_points(writer, "points", points, loop ? *count : *count + 1);
        if (loop)
            sc_put_key(writer, "loop"), fputs("true", writer->file);
        if (scree_chain_is_two_sided(world, chain))
            sc_put_key(writer, "two_sided"), fputs("true", writer->file);
        if (!loop && begin.has_before)
            sc_put_key(writer, "before"), sc_put_vec2(writer, begin.before);
        if (!loop && end.has_after)
            sc_put_key(writer, "after"), sc_put_vec2(writer, end.after);
        put_chain_materials(writer, segments, *count);
        scree_shape_def def = read_shape_def(world, segments[0]);
        put_shape_def(writer, &def);
    }
    free(points);
    return whole ||
           sc_refuse_world(writer, "a chain has lost segments, or they do not follow each other");
}

// Shape `i`, and the rest of its chain after it. Returns how many shapes were written; 0: refused.
static int put_shape(sc_writer *writer, int i, bool names_body)
{
    scree_shape_id id = writer->shapes[i];
    int body = names_body ? writer->shape_body[i] : -1, count = 1;
    if (!scree_chain_is_null(scree_shape_chain(writer->world, id)))
        return put_chain(writer, i, body, &count) ? count : 0;
    scree_geometry geometry = scree_shape_geometry(writer->world, id);
    sc_box box;
    sc_file_shape type = file_type(&geometry, &box);
    sc_put_shape_begin(writer, sc_shape_words[type], body);
    put_own_keys(writer, type, &geometry, &box);
    scree_shape_def def = read_shape_def(writer->world, id);
    put_shape_def(writer, &def);
    return 1;
}

bool sc_put_body_shapes(sc_writer *writer, int body)
{
    int first = writer->first_shape[body], end = writer->first_shape[body + 1];
    if (!writer->by_body || first == end)
        return true;
    sc_put_key(writer, "shapes");
    for (int i = first; i < end;)
    {
        fputs(i == first ? "[" : ", ", writer->file);
        int count = put_shape(writer, i, false);
        if (count == 0)
            return false;
        i += count;
    }
    putc(']', writer->file);
    writer->comma = true;
    return true;
}

bool sc_put_outer_shapes(sc_writer *writer)
{
    if (writer->by_body)
        return true;
    fputs(",\n  \"shapes\": [", writer->file);
    for (int i = 0; i < writer->shape_count;)
    {
        fputs(i == 0 ? "\n    " : ",\n    ", writer->file);
        int count = put_shape(writer, i, true);
        if (count == 0)
            return false;
        i += count;
    }
    fputs("\n  ]", writer->file);
    return true;
}
