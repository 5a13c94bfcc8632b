// Maps of Tiled (TMJ): objects become bodies; the collision shapes of the tiles of a layer are
// merged into the outlines of their union, which become chains.
// Tiled measures in pixels with y down; here a tile is 1 m wide and y goes up.

#include "scenes/files/import.h"
#include "scenes/files/outlines.h"

#include <scree/scree.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TILES 1000000
#define ELLIPSE_CORNERS 16

typedef struct tile
{
    uint32_t gid;
    const cJSON *json;
} tile;

typedef struct map
{
    const cJSON *json;
    int tile_count;
    tile *tiles;  // with rising gid
    cJSON *bodies;
    sc_notes *notes;
    double scale;  // m per pixel
    double tile_width, tile_height;
    int texts, tile_objects, coded_layers, outer_tilesets, image_layers, bad_outlines;
    bool ok;
} map;

// From the coordinates of an object, y down, to the map: turned clockwise, then moved.
typedef struct placement
{
    double x, y, cos, sin;
} placement;

static const cJSON *get(const cJSON *json, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(json, key);
}

static double number(const cJSON *json, const char *key, double plain)
{
    const cJSON *value = get(json, key);
    return cJSON_IsNumber(value) ? value->valuedouble : plain;
}

static bool is_true(const cJSON *json, const char *key) { return cJSON_IsTrue(get(json, key)); }

bool sc_is_tiled(const cJSON *json)
{
    return cJSON_IsArray(get(json, "layers")) && get(json, "tilewidth") != NULL &&
           get(json, "scree") == NULL;
}

// A property that the author of the map gave an object.
static const cJSON *property(const cJSON *object, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, get(object, "properties"))
    {
        const cJSON *key = get(item, "name");
        if (cJSON_IsString(key) && strcmp(key->valuestring, name) == 0)
            return get(item, "value");
    }
    return NULL;
}

static cJSON *pair(double x, double y)
{
    const double numbers[] = {x, y};
    return cJSON_CreateDoubleArray(numbers, 2);
}

// The outline of an object in its own coordinates, pixels, y down. Returns how many points; 0 if
// there are more than `capacity`.
static int outline_of(const cJSON *object, sc_outline_point *points, int capacity)
{
    double width = number(object, "width", 0.0), height = number(object, "height", 0.0);
    const cJSON *list = get(object, "polygon"), *item;
    list = list != NULL ? list : get(object, "polyline");
    int count = 0;
    if (list != NULL)
    {
        cJSON_ArrayForEach(item, list)
        {
            if (count == capacity)
                return 0;
            points[count++] = (sc_outline_point){number(item, "x", 0.0), number(item, "y", 0.0)};
        }
        return count;
    }
    if (!(width > 0.0) || !(height > 0.0))
        return 0;
    if (is_true(object, "ellipse"))
    {
        for (; count < ELLIPSE_CORNERS; ++count)
        {
            float sine, cosine;
            scree_sincos(6.2831853f * (float)count / ELLIPSE_CORNERS, &sine, &cosine);
            points[count] = (sc_outline_point){0.5 * width * (1.0 + (double)cosine),
                                               0.5 * height * (1.0 + (double)sine)};
        }
        return count;
    }
    points[0] = (sc_outline_point){0.0, 0.0};
    points[1] = (sc_outline_point){width, 0.0};
    points[2] = (sc_outline_point){width, height};
    points[3] = (sc_outline_point){0.0, height};
    return 4;
}

static placement placement_of(const cJSON *object)
{
    float sine, cosine;
    scree_sincos((float)(number(object, "rotation", 0.0) * 0.017453292519943295), &sine, &cosine);
    return (placement){number(object, "x", 0.0), number(object, "y", 0.0), (double)cosine,
                       (double)sine};
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
        cJSON_AddItemToArray(list, pair((double)points[i].x, (double)points[i].y));
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

static void add_body_shapes(map *map, cJSON *shapes, const cJSON *object)
{
    sc_outline_point outline[SCREE_OUTLINE_MAX_POINTS];
    scree_vec2 points[SCREE_OUTLINE_MAX_POINTS];
    double width = number(object, "width", 0.0), height = number(object, "height", 0.0);
    if (is_true(object, "ellipse") && width == height && width > 0.0)
    {
        double radius = 0.5 * width * map->scale;
        cJSON *circle = add_shape(shapes, object, "circle");
        cJSON_AddNumberToObject(circle, "radius", radius);
        cJSON_AddItemToObject(circle, "center", pair(radius, -radius));
        return;
    }
    int count = outline_of(object, outline, SCREE_OUTLINE_MAX_POINTS);
    for (int i = 0; i < count; ++i)
        points[i] =
            (scree_vec2){(float)(outline[i].x * map->scale), (float)(-outline[i].y * map->scale)};
    if (get(object, "polyline") == NULL)
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
    if (get(object, "text") != NULL || is_true(object, "point"))
    {
        ++map->texts;
        return;
    }
    if (get(object, "gid") != NULL)
    {
        ++map->tile_objects;
        return;
    }
    cJSON *body = cJSON_CreateObject();
    cJSON_AddItemToArray(map->bodies, body);
    if (cJSON_IsTrue(property(object, "dynamic")))
        cJSON_AddStringToObject(body, "type", "dynamic");
    x += number(object, "x", 0.0);
    y += number(object, "y", 0.0);
    cJSON_AddItemToObject(body, "position", pair(x * map->scale, -y * map->scale));
    double turned = number(object, "rotation", 0.0);
    if (turned != 0.0)
        cJSON_AddNumberToObject(body, "angle", -turned * 0.017453292519943295);
    add_body_shapes(map, cJSON_AddArrayToObject(body, "shapes"), object);
}

// ---- tiles

#define FLIPPED_X 0x80000000u
#define FLIPPED_Y 0x40000000u
#define FLIPPED_DIAGONALLY 0x20000000u

static int compare_tiles(const void *a, const void *b)
{
    const tile *p = a, *q = b;
    return (p->gid > q->gid) - (p->gid < q->gid);
}

// The tiles that have collision shapes.
static bool list_tiles(map *map)
{
    const cJSON *set, *item;
    int count = 0;
    cJSON_ArrayForEach(set, get(map->json, "tilesets")) count +=
        cJSON_GetArraySize(get(set, "tiles"));
    map->tiles = calloc((size_t)count + 1, sizeof *map->tiles);
    if (map->tiles == NULL)
        return false;
    cJSON_ArrayForEach(set, get(map->json, "tilesets"))
    {
        double first = number(set, "firstgid", 0.0);
        cJSON_ArrayForEach(item, get(set, "tiles"))
        {
            double gid = first + number(item, "id", -1.0);
            if (gid >= 1.0 && gid < 268435456.0 && get(item, "objectgroup") != NULL)
                map->tiles[map->tile_count++] = (tile){(uint32_t)gid, item};
        }
    }
    qsort(map->tiles, (size_t)map->tile_count, sizeof *map->tiles, compare_tiles);
    return true;
}

static const cJSON *find_tile(const map *map, uint32_t gid)
{
    const tile key = {gid, NULL};
    const tile *found =
        bsearch(&key, map->tiles, (size_t)map->tile_count, sizeof *map->tiles, compare_tiles);
    return found != NULL ? found->json : NULL;
}

// Adds the collision shapes of one tile, whose upper left corner is at (x, y) pixels.
static void add_tile(map *map, sc_outlines *outlines, uint32_t gid, double x, double y)
{
    const cJSON *tile = find_tile(map, gid & 0x0fffffffu), *object;
    cJSON_ArrayForEach(object, get(get(tile, "objectgroup"), "objects"))
    {
        sc_outline_point points[64];
        placement at = placement_of(object);
        int count = get(object, "polyline") == NULL ? outline_of(object, points, 64) : 0;
        for (int i = 0; i < count; ++i)
        {
            double px = at.x + at.cos * points[i].x - at.sin * points[i].y;
            double py = at.y + at.sin * points[i].x + at.cos * points[i].y;
            double kept = px;
            px = (gid & FLIPPED_DIAGONALLY) ? py : px;
            py = (gid & FLIPPED_DIAGONALLY) ? kept : py;
            px = (gid & FLIPPED_X) ? map->tile_width - px : px;
            py = (gid & FLIPPED_Y) ? map->tile_height - py : py;
            points[i] = (sc_outline_point){(x + px) * map->scale, -(y + py) * map->scale};
        }
        map->ok = count < 3 || sc_outlines_add(outlines, points, count);
        if (!map->ok)
            return;
    }
}

static void add_outline(void *context, const sc_outline_point *points, int count)
{
    cJSON *shapes = context, *shape = cJSON_CreateObject();
    cJSON_AddItemToArray(shapes, shape);
    cJSON_AddStringToObject(shape, "type", "chain");
    cJSON_AddTrueToObject(shape, "loop");
    cJSON *list = cJSON_AddArrayToObject(shape, "points");
    for (int i = 0; i < count; ++i)
        cJSON_AddItemToArray(list, pair(points[i].x, points[i].y));
}

static void add_tiles(map *map, const cJSON *layer, double x, double y)
{
    const cJSON *data = get(layer, "data"), *item;
    int width = (int)fmin(fmax(number(layer, "width", 0.0), 1.0), MAX_TILES), i = 0;
    if (!cJSON_IsArray(data))
    {
        ++map->coded_layers;
        return;
    }
    sc_outlines outlines = {0};
    cJSON_ArrayForEach(item, data)
    {
        if (!map->ok)
            break;
        double gid = cJSON_IsNumber(item) ? item->valuedouble : 0.0;
        if (gid >= 1.0 && gid <= 4294967295.0)
            add_tile(map, &outlines, (uint32_t)gid, x + map->tile_width * (i % width),
                     y + map->tile_height * (i / width));
        ++i;
    }
    if (outlines.count > 0)
    {
        cJSON *body = cJSON_CreateObject();
        cJSON_AddItemToArray(map->bodies, body);
        map->ok =
            sc_outlines_join(&outlines, add_outline, cJSON_AddArrayToObject(body, "shapes")) &&
            map->ok;
    }
    sc_outlines_destroy(&outlines);
}

// Layers lie in groups up to the depth that files may have.
static void add_layers(map *map, const cJSON *layers, double x, double y)
{
    const cJSON *layer, *object;
    cJSON_ArrayForEach(layer, layers)
    {
        const cJSON *type = get(layer, "type");
        const char *name = cJSON_IsString(type) ? type->valuestring : "";
        double left = x + number(layer, "offsetx", 0.0), top = y + number(layer, "offsety", 0.0);
        if (strcmp(name, "group") == 0)
            add_layers(map, get(layer, "layers"), left, top);
        else if (strcmp(name, "tilelayer") == 0)
            add_tiles(map, layer, left, top);
        else if (strcmp(name, "imagelayer") == 0)
            ++map->image_layers;
        cJSON_ArrayForEach(object, get(layer, "objects")) add_object(map, object, left, top);
    }
}

cJSON *sc_scene_of_tiled(const cJSON *json, sc_notes *notes)
{
    cJSON *scene = cJSON_CreateObject();
    cJSON_AddNumberToObject(scene, "scree", 1.0);
    cJSON_AddStringToObject(scene, "description", "a map of Tiled");
    map map = {.json = json, .notes = notes, .ok = scene != NULL};
    map.tile_width = fmax(number(json, "tilewidth", 32.0), 1.0);
    map.tile_height = fmax(number(json, "tileheight", 32.0), 1.0);
    map.scale = 1.0 / map.tile_width;
    map.bodies = cJSON_AddArrayToObject(scene, "bodies");
    const cJSON *set;
    cJSON_ArrayForEach(set, get(json, "tilesets")) map.outer_tilesets += get(set, "source") != NULL;
    map.ok = map.ok && list_tiles(&map);
    if (map.ok)
        add_layers(&map, get(json, "layers"), 0.0, 0.0);
    free(map.tiles);
    sc_note(notes, map.texts, "text or point");
    sc_note(notes, map.tile_objects, "object that shows a tile");
    sc_note(notes, map.coded_layers, "encoded or compressed tile layer");
    sc_note(notes, map.outer_tilesets, "tileset in a file of its own");
    sc_note(notes, map.image_layers, "image layer");
    sc_note(notes, map.bad_outlines, "object whose outline has no area or crosses itself");
    if (map.ok)
        return scene;
    cJSON_Delete(scene);
    return NULL;
}
