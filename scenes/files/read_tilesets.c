// Tilesets that a map of Tiled names in files of their own (TSJ, TSX): their tiles move into the
// map.

#include "scenes/files/reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum
{
    MAX_TILESET_BYTES = 16 << 20  // of all files
};

// The path of a tileset, which is relative to the map. False if there is no such file; a pipe would
// have to be waited for.
static bool find_tileset(const char *map_path, const char *source, char *path, size_t size)
{
    const char *slash = strrchr(map_path, '/');
    int folder = slash != NULL ? (int)(slash + 1 - map_path) : 0;
    struct stat file;
    return source[0] != '/' &&
           snprintf(path, size, "%.*s%s", folder, map_path, source) < (int)size &&
           stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

static void move_key(cJSON *to, cJSON *from, const char *key)
{
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(from, key);
    if (item != NULL && (cJSON_HasObjectItem(to, key) || !cJSON_AddItemToObject(to, key, item)))
        cJSON_Delete(item);
}

// False: the file is refused. A file that is not there stays named in the set.
static bool read_tileset(sc_reader *reader, const char *map_path, cJSON *set, size_t *total)
{
    static const char *const keys[] = {"tiles", "tilewidth", "tileheight", "tileoffset"};
    const cJSON *source = sc_find_key(set, "source");
    char path[1024];
    size_t length;
    if (!cJSON_IsString(source) || !find_tileset(map_path, source->valuestring, path, sizeof path))
        return true;
    sc_reader inner = {.file = path, .why = reader->why, .why_size = reader->why_size};
    char *text = sc_read_scene_text(path, &length);
    if (text == NULL)
        return true;
    *total += length;
    cJSON *json = NULL;
    if (*total > MAX_TILESET_BYTES)
        sc_refuse_value(&inner, NULL, "the tilesets of a map are larger than %d bytes in all",
                        (int)MAX_TILESET_BYTES);
    else if (sc_is_tmx_text(text, length))
        json = sc_parse_tmx_text(&inner, text, length, "tileset");
    else
        json = sc_parse_scene_text(&inner, text, length);
    free(text);
    if (json != NULL && !cJSON_IsObject(json))
    {
        sc_refuse_value(&inner, NULL, "not a tileset");
        cJSON_Delete(json);
        json = NULL;
    }
    for (size_t i = 0; json != NULL && i < sizeof keys / sizeof keys[0]; ++i)
        move_key(set, json, keys[i]);
    if (json != NULL)
        cJSON_DeleteItemFromObjectCaseSensitive(set, "source");
    bool ok = json != NULL;
    cJSON_Delete(json);
    return ok;
}

bool sc_read_tilesets(sc_reader *reader, const char *map_path, const cJSON *map)
{
    size_t total = 0;
    cJSON *set;
    cJSON_ArrayForEach(set, sc_find_key(map, "tilesets"))
    {
        if (!read_tileset(reader, map_path, set, &total))
            return false;
    }
    return true;
}
