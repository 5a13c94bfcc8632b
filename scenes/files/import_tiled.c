// Maps of Tiled (TMJ): objects become bodies; the collision shapes of the tiles of a layer are
// merged into the outlines of their union, which become chains.
// Tiled measures in pixels with y down; here a tile is 1 m wide and y goes up.

#include "scenes/files/import.h"
#include "scenes/files/outlines.h"
#include "scenes/files/scene_file.h"
#include "scenes/files/tile_data.h"
#include "scenes/files/tiled_object.h"

#include <scree/scree.h>

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PIXELS 1000000.0
#define MAX_TILE_CORNERS 64
// A number of a tile has 28 bits; with the bits that flip and turn it, 32.
#define MAX_TILE 268435455.0
#define MAX_GID 4294967295.0
// The limit of the edges of all layers together. A collision shape without edges counts as one.
#define MAX_ALL_EDGES (4 * SC_OUTLINES_MAX_EDGES)

// A collision shape of a tile: its corners in the list of the map, y down.
typedef struct tile_shape
{
    int first, count;
} tile_shape;

typedef struct tile
{
    uint32_t gid;
    int first_shape, shape_count;
    int left_out;          // shapes without an area or with too many points
    double width, height;  // pixels
    double left, down;     // pixels by which the tileset is drawn off its cells
} tile;

typedef struct map
{
    const cJSON *json;
    int tile_count;
    tile *tiles;  // with rising gid
    int shape_count, shape_capacity;
    tile_shape *shapes;
    int corner_count, corner_capacity;
    sc_outline_point *corners;
    int edges, looks, loop_corners;  // of the outlines of all layers so far
    cJSON *outlines;                 // of the present layer
    cJSON *bodies;
    sc_notes *notes;
    double scale;  // m per pixel
    double tile_width, tile_height;
    int texts, points, tile_objects, outer_tilesets, image_layers, clear_layers, bad_outlines,
        tile_outlines;
    double coded_tiles;  // in all encoded layers
    bool ok;
} map;

// From the coordinates of an object, y down, to the map: turned clockwise, then moved.
typedef struct placement
{
    double x, y, cos, sin;
} placement;

// Whether a number of the file is a whole one in a range; `place` names it in the refusal.
static bool check_whole(map *map, const char *place, const cJSON *json, double low, double high)
{
    if (json == NULL)
        return map->ok = sc_refuse_import(map->notes, "%s is missing", place);
    if (!cJSON_IsNumber(json))
        return map->ok = sc_refuse_import(map->notes, "%s is not a number", place);
    double value = json->valuedouble;
    if (value >= low && value <= high && value == floor(value))
        return true;
    return map->ok = sc_refuse_import(map->notes, "%s: %g is not a whole number from %.0f to %.0f",
                                      place, value, low, high);
}

bool sc_is_tiled(const cJSON *json)
{
    return cJSON_IsArray(sc_import_get(json, "layers")) &&
           sc_import_get(json, "tilewidth") != NULL && sc_import_get(json, "scree") == NULL;
}

// A property that the author of the map gave an object.
static const cJSON *property(const cJSON *object, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, sc_import_get(object, "properties"))
    {
        const cJSON *key = sc_import_get(item, "name");
        if (cJSON_IsString(key) && strcmp(key->valuestring, name) == 0)
            return sc_import_get(item, "value");
    }
    return NULL;
}

static placement placement_of(const cJSON *object)
{
    float sine, cosine;
    scree_sincos((float)(sc_tiled_number(object, "rotation", 0.0) * 0.017453292519943295), &sine,
                 &cosine);
    return (placement){sc_tiled_number(object, "x", 0.0), sc_tiled_number(object, "y", 0.0),
                       (double)cosine, (double)sine};
}

// ---- objects

static void copy_property(cJSON *to, const char *key, const cJSON *object)
{
    const cJSON *value = property(object, key);
    if (cJSON_IsNumber(value))
        cJSON_AddNumberToObject(to, key, value->valuedouble);
}

static cJSON *add_shape(cJSON *shapes, const cJSON *object, const char *type)
{
    cJSON *shape = cJSON_CreateObject();
    cJSON_AddItemToArray(shapes, shape);
    cJSON_AddStringToObject(shape, "type", type);
    copy_property(shape, "density", object);
    cJSON *material = cJSON_AddObjectToObject(shape, "material");
    copy_property(material, "friction", object);
    copy_property(material, "restitution", object);
    if (cJSON_IsTrue(property(object, "sensor")))
        cJSON_AddTrueToObject(shape, "sensor");
    return shape;
}

static void add_points(cJSON *shape, const char *key, const scree_vec2 *points, int count)
{
    cJSON *list = cJSON_AddArrayToObject(shape, key);
    for (int i = 0; i < count; ++i)
        cJSON_AddItemToArray(list, sc_import_pair((double)points[i].x, (double)points[i].y));
}

// Any simple outline as convex parts.
static void add_parts(map *map, cJSON *shapes, const cJSON *object, const scree_vec2 *points,
                      int count)
{
    int capacity = count > 2 ? count - 2 : 0, part_count = 0;
    scree_polygon *parts = calloc((size_t)capacity + 1, sizeof *parts);
    if (parts == NULL ||
        scree_outline_decompose(points, count, parts, capacity, &part_count) != SCREE_OK)
        ++map->bad_outlines;
    for (int i = 0; parts != NULL && i < part_count; ++i)
        add_points(add_shape(shapes, object, "polygon"), "vertices", parts[i].vertices,
                   parts[i].count);
    free(parts);
}

// Along the longer side of its rectangle.
static void add_capsule(cJSON *shapes, const cJSON *object, double width, double height)
{
    double radius = 0.5 * fmin(width, height);
    if (width == height)
    {
        cJSON *circle = add_shape(shapes, object, "circle");
        cJSON_AddNumberToObject(circle, "radius", radius);
        cJSON_AddItemToObject(circle, "center", sc_import_pair(radius, -radius));
        return;
    }
    cJSON *capsule = add_shape(shapes, object, "capsule");
    cJSON_AddNumberToObject(capsule, "radius", radius);
    cJSON_AddItemToObject(capsule, "point_a", sc_import_pair(radius, -radius));
    cJSON_AddItemToObject(capsule, "point_b", sc_import_pair(width - radius, radius - height));
}

static void add_body_shapes(map *map, cJSON *shapes, const cJSON *object)
{
    sc_outline_point outline[SCREE_OUTLINE_MAX_POINTS];
    scree_vec2 points[SCREE_OUTLINE_MAX_POINTS];
    double width = sc_tiled_number(object, "width", 0.0),
           height = sc_tiled_number(object, "height", 0.0);
    bool is_circle = sc_tiled_is_true(object, "ellipse") && width == height;
    if ((is_circle || sc_tiled_is_true(object, "capsule")) && width > 0.0 && height > 0.0)
    {
        add_capsule(shapes, object, width * map->scale, height * map->scale);
        return;
    }
    int count = sc_tiled_outline(object, outline, SCREE_OUTLINE_MAX_POINTS);
    for (int i = 0; i < count; ++i)
        points[i] =
            (scree_vec2){(float)(outline[i].x * map->scale), (float)(-outline[i].y * map->scale)};
    if (sc_import_get(object, "polyline") == NULL)
        add_parts(map, shapes, object, points, count);
    else if (count >= 2)
    {
        cJSON *chain = add_shape(shapes, object, "chain");
        add_points(chain, "points", points, count);
        cJSON_AddTrueToObject(chain, "two_sided");
    }
    else
        ++map->bad_outlines;
}

static void add_object(map *map, const cJSON *object, double x, double y)
{
    if (sc_import_get(object, "text") != NULL || sc_tiled_is_true(object, "point"))
    {
        ++*(sc_tiled_is_true(object, "point") ? &map->points : &map->texts);
        return;
    }
    const cJSON *gid = sc_import_get(object, "gid");
    if (gid != NULL)
    {
        map->tile_objects += check_whole(map, "gid of an object", gid, 0.0, MAX_GID);
        return;
    }
    cJSON *body = cJSON_CreateObject();
    cJSON_AddItemToArray(map->bodies, body);
    if (cJSON_IsTrue(property(object, "dynamic")))
        cJSON_AddStringToObject(body, "type", "dynamic");
    x += sc_tiled_number(object, "x", 0.0);
    y += sc_tiled_number(object, "y", 0.0);
    cJSON_AddItemToObject(body, "position", sc_import_pair(x * map->scale, -y * map->scale));
    double turned = sc_tiled_number(object, "rotation", 0.0);
    if (turned != 0.0)
        cJSON_AddNumberToObject(body, "angle", -turned * 0.017453292519943295);
    add_body_shapes(map, cJSON_AddArrayToObject(body, "shapes"), object);
}

// ---- tiles

#define FLIPPED_X 0x80000000u
#define FLIPPED_Y 0x40000000u
#define FLIPPED_DIAGONALLY 0x20000000u

#define REFUSE(map, ...) ((map)->ok = sc_refuse_import((map)->notes, __VA_ARGS__))

// Room for `more` elements behind `count`. Null: out of memory, and the old block stays.
static void *grow(void *block, int count, int more, int *capacity, size_t size)
{
    if (count + more <= *capacity)
        return block;
    int wanted = 2 * *capacity + more + 64;
    void *grown = realloc(block, (size_t)wanted * size);
    *capacity = grown != NULL ? wanted : *capacity;
    return grown;
}

// Reads the collision shapes of a tile once: a map may show it a million times.
static bool read_tile_shapes(map *map, tile *tile, const cJSON *objects)
{
    const cJSON *object;
    cJSON_ArrayForEach(object, objects)
    {
        sc_outline_point points[MAX_TILE_CORNERS];
        placement at = placement_of(object);
        int count = sc_import_get(object, "polyline") == NULL
                        ? sc_tiled_outline(object, points, MAX_TILE_CORNERS)
                        : 0;
        if (count < 3)
        {
            ++tile->left_out;
            continue;
        }
        tile_shape *shapes =
            grow(map->shapes, map->shape_count, 1, &map->shape_capacity, sizeof *shapes);
        map->shapes = shapes != NULL ? shapes : map->shapes;
        sc_outline_point *corners =
            grow(map->corners, map->corner_count, count, &map->corner_capacity, sizeof *corners);
        map->corners = corners != NULL ? corners : map->corners;
        if (shapes == NULL || corners == NULL)
            return false;
        shapes[map->shape_count++] = (tile_shape){map->corner_count, count};
        ++tile->shape_count;
        for (int i = 0; i < count; ++i)
            corners[map->corner_count++] =
                (sc_outline_point){at.x + at.cos * points[i].x - at.sin * points[i].y,
                                   at.y + at.sin * points[i].x + at.cos * points[i].y};
    }
    return true;
}

static int compare_tiles(const void *a, const void *b)
{
    const tile *p = a, *q = b;
    return (p->gid > q->gid) - (p->gid < q->gid);
}

// The tiles of a tileset that have collision shapes.
static bool list_tiles_of(map *map, const cJSON *set, int index)
{
    char place[64];
    const cJSON *first = sc_import_get(set, "firstgid"), *item;
    const cJSON *offset = sc_import_get(set, "tileoffset");
    const tile plain = {.width = sc_tiled_number(set, "tilewidth", map->tile_width),
                        .height = sc_tiled_number(set, "tileheight", map->tile_height),
                        .left = sc_tiled_number(offset, "x", 0.0),
                        .down = sc_tiled_number(offset, "y", 0.0)};
    snprintf(place, sizeof place, "tilesets[%d].firstgid", index);
    if (!check_whole(map, place, first, 1.0, MAX_TILE))
        return false;
    int i = 0;
    cJSON_ArrayForEach(item, sc_import_get(set, "tiles"))
    {
        const cJSON *id = sc_import_get(item, "id"), *group = sc_import_get(item, "objectgroup");
        snprintf(place, sizeof place, "tilesets[%d].tiles[%d].id", index, i++);
        if (!check_whole(map, place, id, 0.0, MAX_TILE - first->valuedouble))
            return false;
        if (group == NULL)
            continue;
        tile *tile = &map->tiles[map->tile_count++];
        *tile = plain;
        tile->gid = (uint32_t)(first->valuedouble + id->valuedouble);
        tile->first_shape = map->shape_count;
        if (!read_tile_shapes(map, tile, sc_import_get(group, "objects")))
            return false;
    }
    return true;
}

static bool list_tiles(map *map)
{
    const cJSON *set, *sets = sc_import_get(map->json, "tilesets");
    int count = 0, index = 0;
    cJSON_ArrayForEach(set, sets) count += cJSON_GetArraySize(sc_import_get(set, "tiles"));
    map->tiles = calloc((size_t)count + 1, sizeof *map->tiles);
    if (map->tiles == NULL)
        return false;
    cJSON_ArrayForEach(set, sets)
    {
        if (!list_tiles_of(map, set, index++))
            return false;
    }
    qsort(map->tiles, (size_t)map->tile_count, sizeof *map->tiles, compare_tiles);
    for (int i = 1; i < map->tile_count; ++i)
    {
        if (map->tiles[i].gid == map->tiles[i - 1].gid)
            return REFUSE(map, "tilesets: two tiles have the number %u",
                          (unsigned)map->tiles[i].gid);
    }
    return true;
}

static const tile *find_tile(const map *map, uint32_t gid)
{
    const tile key = {.gid = gid};
    return bsearch(&key, map->tiles, (size_t)map->tile_count, sizeof *map->tiles, compare_tiles);
}

// Adds the collision shapes of one tile. Its cell has its upper left corner at (x, y) pixels; a
// tile of another size than the cell stands on the floor of the cell.
static void add_tile(map *map, sc_outlines *outlines, uint32_t gid, double x, double y)
{
    const tile *tile = find_tile(map, gid & 0x0fffffffu);
    if (tile == NULL)
        return;
    bool turned = (gid & FLIPPED_DIAGONALLY) != 0;
    double width = turned ? tile->height : tile->width;
    double height = turned ? tile->width : tile->height;
    x += tile->left;
    y += map->tile_height - height + tile->down;
    map->tile_outlines += tile->left_out;
    map->edges += tile->left_out;
    for (int k = 0; k < tile->shape_count && map->ok; ++k)
    {
        const tile_shape *shape = &map->shapes[tile->first_shape + k];
        sc_outline_point points[MAX_TILE_CORNERS];
        for (int i = 0; i < shape->count; ++i)
        {
            const sc_outline_point *corner = &map->corners[shape->first + i];
            double px = turned ? corner->y : corner->x, py = turned ? corner->x : corner->y;
            px = (gid & FLIPPED_X) ? width - px : px;
            py = (gid & FLIPPED_Y) ? height - py : py;
            points[i] = (sc_outline_point){(x + px) * map->scale, -(y + py) * map->scale};
        }
        map->edges += shape->count;
        if (outlines->count + shape->count > SC_OUTLINES_MAX_EDGES)
            REFUSE(map, "the collision shapes of a layer of tiles have more than %d edges",
                   SC_OUTLINES_MAX_EDGES);
        if (map->edges > MAX_ALL_EDGES)
            break;
        map->ok = map->ok && sc_outlines_add(outlines, points, shape->count);
    }
    if (map->edges > MAX_ALL_EDGES)
        REFUSE(map, "the collision shapes of all layers of tiles have more than %d edges",
               MAX_ALL_EDGES);
}

static void add_outline(void *context, const sc_outline_point *points, int count)
{
    map *map = context;
    map->loop_corners += count;
    if (map->loop_corners > SC_FILE_MAX_OBJECTS)
    {
        REFUSE(map, "the outlines of tiles have more than %d corners", SC_FILE_MAX_OBJECTS);
        return;
    }
    cJSON *shape = cJSON_CreateObject();
    cJSON_AddItemToArray(map->outlines, shape);
    cJSON_AddStringToObject(shape, "type", "chain");
    cJSON_AddTrueToObject(shape, "loop");
    cJSON *list = cJSON_AddArrayToObject(shape, "points");
    for (int i = 0; i < count; ++i)
        cJSON_AddItemToArray(list, sc_import_pair(points[i].x, points[i].y));
}

// A layer or chunk; its upper left corner is at (x, y) pixels.
typedef struct grid
{
    map *map;
    sc_outlines *outlines;
    int columns;
    double x, y;
} grid;

static bool add_cell(void *context, int index, uint32_t gid)
{
    grid *grid = context;
    map *map = grid->map;
    add_tile(map, grid->outlines, gid, grid->x + map->tile_width * (index % grid->columns),
             grid->y + map->tile_height * (index / grid->columns));
    return map->ok;
}

static void add_listed_cells(grid *grid, const cJSON *data)
{
    const cJSON *item;
    int i = 0;
    cJSON_ArrayForEach(item, data)
    {
        char place[32];
        snprintf(place, sizeof place, "data[%d] of a layer", i);
        if (!check_whole(grid->map, place, item, 0.0, MAX_GID) ||
            !add_cell(grid, i++, (uint32_t)item->valuedouble))
            return;
    }
}

// Chunks have the encoding and compression of their layer.
static void add_coded_cells(grid *grid, const cJSON *layer, const char *text, int count)
{
    map *map = grid->map;
    const cJSON *encoding = sc_import_get(layer, "encoding");
    const cJSON *compression = sc_import_get(layer, "compression");
    const char *name = cJSON_IsString(compression) ? compression->valuestring : "";
    map->coded_tiles += count;
    if (!cJSON_IsString(encoding) || strcmp(encoding->valuestring, "base64") != 0)
        REFUSE(map, "a layer of tiles has data that is neither a list nor base64");
    else if (map->coded_tiles > SC_FILE_MAX_VALUES)
        REFUSE(map, "the encoded layers have more than %d tiles", SC_FILE_MAX_VALUES);
    if (!map->ok)
        return;
    const char *fault = sc_read_tile_data(text, name, count, add_cell, grid);
    if (fault != NULL)
        REFUSE(map, "an encoded layer or chunk of %d tiles: %s", count, fault);
}

static void add_grid(map *map, sc_outlines *outlines, const cJSON *layer, const cJSON *json,
                     double x, double y)
{
    const cJSON *data = sc_import_get(json, "data");
    double width = sc_tiled_number(json, "width", 0.0),
           height = sc_tiled_number(json, "height", 0.0);
    bool is_list = cJSON_IsArray(data), is_text = cJSON_IsString(data);
    double count = is_list ? cJSON_GetArraySize(data) : width * height;
    if (!is_list && !is_text)
        REFUSE(map, "a layer of tiles has no data");
    else if (!(width >= 1.0) || !(height >= 1.0) || width != floor(width) ||
             width * height != count)
        REFUSE(map, "a layer of %g x %g tiles has data of %g", width, height, count);
    else if (is_text && !(count <= SC_FILE_MAX_VALUES))
        REFUSE(map, "the encoded layers have more than %d tiles", SC_FILE_MAX_VALUES);
    if (!map->ok)
        return;
    grid grid = {map, outlines, (int)fmin(width, count), x, y};
    if (is_list)
        add_listed_cells(&grid, data);
    else
        add_coded_cells(&grid, layer, data->valuestring, (int)count);
}

static void add_tiles(map *map, const cJSON *layer, double x, double y)
{
    const cJSON *chunks = sc_import_get(layer, "chunks"), *chunk;
    sc_outlines outlines = {.looks = map->looks};
    if (!cJSON_IsArray(chunks))
        add_grid(map, &outlines, layer, layer, x, y);
    cJSON_ArrayForEach(chunk, chunks)
    {
        if (map->ok)
            add_grid(map, &outlines, layer, chunk,
                     x + map->tile_width * sc_tiled_number(chunk, "x", 0.0),
                     y + map->tile_height * sc_tiled_number(chunk, "y", 0.0));
    }
    if (map->ok && outlines.count > 0)
    {
        cJSON *body = cJSON_CreateObject();
        cJSON_AddItemToArray(map->bodies, body);
        map->outlines = cJSON_AddArrayToObject(body, "shapes");
        const bool joined = sc_outlines_join(&outlines, add_outline, map);
        map->ok = map->ok && joined;
        map->looks = outlines.looks;
        if (map->looks >= SC_OUTLINES_MAX_LOOKS)
            REFUSE(map, "too many collision shapes of tiles meet in the same corners");
    }
    sc_outlines_destroy(&outlines);
}

// Layers lie in groups up to the depth that files may have.
static void add_layers(map *map, const cJSON *layers, double x, double y)
{
    const cJSON *layer, *object;
    cJSON_ArrayForEach(layer, layers)
    {
        const cJSON *type = sc_import_get(layer, "type");
        const char *name = cJSON_IsString(type) ? type->valuestring : "";
        double left = x + sc_tiled_number(layer, "offsetx", 0.0),
               top = y + sc_tiled_number(layer, "offsety", 0.0);
        if (strcmp(name, "group") == 0)
            add_layers(map, sc_import_get(layer, "layers"), left, top);
        else if (strcmp(name, "tilelayer") == 0)
            add_tiles(map, layer, left, top);
        else if (strcmp(name, "imagelayer") == 0)
            ++map->image_layers;
        map->clear_layers += sc_tiled_number(layer, "opacity", 1.0) < 1.0;
        cJSON_ArrayForEach(object, sc_import_get(layer, "objects"))
            add_object(map, object, left, top);
    }
}

static void check_size(map *map, const cJSON *json, const char *key)
{
    double size = sc_tiled_number(json, key, 0.0);
    if (!(size >= 1.0 && size <= MAX_PIXELS) || size != floor(size))
        REFUSE(map, "%s: %g is not a whole number from 1 to %g", key, size, MAX_PIXELS);
}

static void check_head(map *map, const cJSON *json)
{
    const cJSON *orientation = sc_import_get(json, "orientation");
    if (cJSON_IsString(orientation) && strcmp(orientation->valuestring, "orthogonal") != 0)
        REFUSE(map, "orientation: '%.40s' is not orthogonal", orientation->valuestring);
    check_size(map, json, "tilewidth");
    check_size(map, json, "tileheight");
    check_size(map, json, "width");
    check_size(map, json, "height");
}

cJSON *sc_scene_of_tiled(const cJSON *json, sc_notes *notes)
{
    cJSON *scene = cJSON_CreateObject();
    cJSON_AddNumberToObject(scene, "scree", 1.0);
    cJSON_AddStringToObject(scene, "description", "a map of Tiled");
    map map = {.json = json, .notes = notes, .ok = scene != NULL};
    check_head(&map, json);
    map.tile_width = fmax(sc_tiled_number(json, "tilewidth", 0.0), 1.0);
    map.tile_height = fmax(sc_tiled_number(json, "tileheight", 0.0), 1.0);
    map.scale = 1.0 / map.tile_width;
    map.bodies = cJSON_AddArrayToObject(scene, "bodies");
    const cJSON *set;
    cJSON_ArrayForEach(set, sc_import_get(json, "tilesets")) map.outer_tilesets +=
        sc_import_get(set, "source") != NULL;
    map.ok = map.ok && list_tiles(&map);
    if (map.ok)
        add_layers(&map, sc_import_get(json, "layers"), 0.0, 0.0);
    free(map.tiles);
    free(map.shapes);
    free(map.corners);
    sc_note(notes, map.texts, "text");
    sc_note(notes, map.points, "point");
    sc_note(notes, map.tile_objects, "object| with a tile");
    sc_note(notes, map.outer_tilesets, "tileset| whose file is not there");
    sc_note(notes, map.image_layers, "image layer");
    sc_note(notes, map.clear_layers, "layer| with an opacity");
    sc_note(notes, map.bad_outlines, "object| with an outline that has no area or crosses itself");
    sc_note(notes, map.tile_outlines,
            "collision shape| of a tile without an area or with too many points");
    if (map.ok)
        return scene;
    cJSON_Delete(scene);
    return NULL;
}
