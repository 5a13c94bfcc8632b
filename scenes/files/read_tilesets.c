// Tilesets that a map of Tiled names in files of their own (TSJ, TSX): their tiles move into the
// map.

#include "scenes/files/input.h"
#include "scenes/files/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    MAX_TILESET_BYTES = 16 << 20,  // of all files
    MAX_PATH = 1024
};

// The path of a tileset is relative to the map. False: it is too long.
static bool join_path(const char *map_path, const char *source, char path[MAX_PATH])
{
    const char *slash = source[0] != '/' ? strrchr(map_path, '/') : NULL;
    int folder = slash != NULL ? (int)(slash + 1 - map_path) : 0;
    return snprintf(path, MAX_PATH, "%.*s%s", folder, map_path, source) < MAX_PATH;
}

static void move_key(cJSON *to, cJSON *from, const char *key)
{
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(from, key);
    if (item != NULL && (cJSON_HasObjectItem(to, key) || !cJSON_AddItemToObject(to, key, item)))
        cJSON_Delete(item);
}

// A map in JSON has most keys of a tileset.
static bool is_tileset(const cJSON *json)
{
    const cJSON *type = sc_find_key(json, "type");
    return cJSON_IsObject(json) && sc_find_key(json, "layers") == NULL &&
           sc_find_key(json, "tilesets") == NULL &&
           (type == NULL || (cJSON_IsString(type) && strcmp(type->valuestring, "tileset") == 0));
}

static cJSON *parse_tileset(sc_reader *reader, const char *text, size_t length)
{
    if (sc_is_tmx_text(text, length))
        return sc_parse_tmx_text(reader, text, length, "tileset");
    cJSON *json = sc_parse_scene_text(reader, text, length);
    if (json == NULL || is_tileset(json))
        return json;
    sc_refuse_value(reader, NULL, "not a tileset");
    cJSON_Delete(json);
    return NULL;
}

// Null on error. `total` counts the bytes of all files.
static cJSON *read_file(sc_reader *reader, size_t *total)
{
    const char *why;
    size_t length;
    char *text = sc_read_scene_text(reader->file, &length, &why);
    if (text == NULL)
    {
        sc_refuse_value(reader, NULL, "%s", why);
        return NULL;
    }
    *total += length;
    cJSON *json = NULL;
    if (*total > MAX_TILESET_BYTES)
        sc_refuse_value(reader, NULL, "the tilesets of a map are larger than %d bytes in all",
                        (int)MAX_TILESET_BYTES);
    else
        json = parse_tileset(reader, text, length);
    free(text);
    return json;
}

// False: the file is refused. A file that is not there stays named in the set.
static bool read_tileset(sc_reader *reader, const char *map_path, const sc_path *place, cJSON *set,
                         size_t *total)
{
    static const char *const keys[] = {"tiles", "tilewidth", "tileheight", "tileoffset"};
    const cJSON *source = sc_find_key(set, "source");
    const sc_path key = sc_key(place, "source");
    char path[MAX_PATH];
    if (source == NULL)
        return true;
    if (!cJSON_IsString(source) || source->valuestring[0] == '\0')
        return sc_refuse_value(reader, &key, "not the path of a file");
    if (!join_path(map_path, source->valuestring, path))
        return sc_refuse_value(reader, &key, "the path of the tileset is too long");
    if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return true;
    sc_reader inner = {.file = path, .why = reader->why, .why_size = reader->why_size};
    cJSON *json = read_file(&inner, total);
    if (json == NULL)
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i)
        move_key(set, json, keys[i]);
    cJSON_DeleteItemFromObjectCaseSensitive(set, "source");
    cJSON_Delete(json);
    return true;
}

bool sc_read_tilesets(sc_reader *reader, const char *map_path, const cJSON *map)
{
    size_t total = 0;
    const sc_path list = sc_key(NULL, "tilesets");
    sc_path place = sc_index(&list, 0);
    cJSON *set;
    cJSON_ArrayForEach(set, sc_find_key(map, "tilesets"))
    {
        if (!read_tileset(reader, map_path, &place, set, &total))
            return false;
        ++place.index;
    }
    return true;
}
