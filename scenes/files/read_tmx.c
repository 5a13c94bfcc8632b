// Maps of Tiled in XML (TMX), as the JSON that Tiled would write (TMJ): import_tiled.c reads both.

#include "scenes/files/reader.h"

#include <stdlib.h>
#include <string.h>

#if defined(SC_HAVE_EXPAT)
#include <expat.h>

typedef enum element_kind
{
    ELEMENT_OTHER,
    ELEMENT_MAP,
    ELEMENT_TILESET,
    ELEMENT_TILE,
    ELEMENT_LAYER,
    ELEMENT_GROUP,
    ELEMENT_OBJECTS,
    ELEMENT_OBJECT,
    ELEMENT_PROPERTIES,
    ELEMENT_DATA,
    ELEMENT_CHUNK
} element_kind;

typedef struct element
{
    element_kind kind;
    cJSON *json;  // of the element, or the list that it adds to; null: nothing is read in it
} element;

typedef struct tmx
{
    sc_reader *reader;
    XML_Parser parser;
    const char *root;  // name of the outermost element
    cJSON *json;       // of the outermost element
    element stack[SC_FILE_MAX_DEPTH];
    int depth, values;
    bool is_csv, is_coded;  // of the data that is read
    char *text;             // of the data
    size_t length, capacity;
    bool failed;
} tmx;

static void fail(tmx *tmx, const char *what, const char *name)
{
    if (!tmx->failed)
        sc_refuse_value(tmx->reader, NULL, "line %lu: %s%.80s",
                        (unsigned long)XML_GetCurrentLineNumber(tmx->parser), what, name);
    tmx->failed = true;
    XML_StopParser(tmx->parser, XML_FALSE);
}

static bool count_value(tmx *tmx)
{
    if (++tmx->values > SC_FILE_MAX_VALUES)
        fail(tmx, "too many values", "");
    return !tmx->failed;
}

// Every caller needs a new node.
static cJSON *keep(tmx *tmx, cJSON *json)
{
    if (json == NULL)
        fail(tmx, "out of memory", "");
    return json;
}

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (int i = 0; attributes[i] != NULL; i += 2)
    {
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    }
    return NULL;
}

// A decimal number up to `end`, in the range of floats; strtod takes more.
static bool read_decimal(const char *text, const char *ends, const char **end, double *number)
{
    size_t length = strspn(text, "+-.eE0123456789");
    char *rest;
    *number = strtod(text, &rest);
    *end = text + length;
    return length > 0 && rest == *end && (*rest == '\0' || strchr(ends, *rest) != NULL) &&
           *number >= -1e30 && *number <= 1e30;
}

static void copy_attributes(tmx *tmx, cJSON *to, const XML_Char **attributes)
{
    static const char *const numbers[] = {
        "x",        "y",         "width",      "height",  "rotation", "gid",    "id",
        "firstgid", "tilewidth", "tileheight", "offsetx", "offsety",  "opacity"};
    static const char *const words[] = {"orientation", "source"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && !tmx->failed; ++i)
    {
        const char *text = attribute(attributes, numbers[i]), *end;
        double number;
        if (text == NULL || !count_value(tmx))
            continue;
        if (!read_decimal(text, "", &end, &number))
            fail(tmx, "not a number: ", numbers[i]);
        else
            keep(tmx, cJSON_AddNumberToObject(to, numbers[i], number));
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !tmx->failed; ++i)
    {
        const char *text = attribute(attributes, words[i]);
        if (text != NULL && count_value(tmx))
            keep(tmx, cJSON_AddStringToObject(to, words[i], text));
    }
}

// A new object with the attributes, in the list of that name of `parent`.
static cJSON *add_to_list(tmx *tmx, cJSON *parent, const char *list, const XML_Char **attributes)
{
    cJSON *items = cJSON_GetObjectItemCaseSensitive(parent, list);
    if (items == NULL)
        items = keep(tmx, cJSON_AddArrayToObject(parent, list));
    cJSON *item = items != NULL && count_value(tmx) ? keep(tmx, cJSON_CreateObject()) : NULL;
    if (item == NULL)
        return NULL;
    cJSON_AddItemToArray(items, item);
    copy_attributes(tmx, item, attributes);
    return item;
}

static cJSON *add_layer(tmx *tmx, cJSON *parent, const char *type, const XML_Char **attributes)
{
    cJSON *layer = add_to_list(tmx, parent, "layers", attributes);
    if (layer != NULL)
        keep(tmx, cJSON_AddStringToObject(layer, "type", type));
    return layer;
}

// "0,0 32,0 32,16"
static void add_points(tmx *tmx, cJSON *object, const char *name, const char *text)
{
    cJSON *list = keep(tmx, cJSON_AddArrayToObject(object, name));
    text = text != NULL ? text : "";
    text += strspn(text, " \t\r\n");
    while (*text != '\0' && list != NULL && count_value(tmx) && count_value(tmx))
    {
        double x, y;
        const char *end;
        if (!read_decimal(text, ",", &end, &x) || *end != ',' ||
            !read_decimal(end + 1, " \t\r\n", &end, &y))
        {
            fail(tmx, "not a list of points: ", name);
            return;
        }
        cJSON *point = keep(tmx, cJSON_CreateObject());
        if (point == NULL)
            return;
        cJSON_AddItemToArray(list, point);
        keep(tmx, cJSON_AddNumberToObject(point, "x", x));
        keep(tmx, cJSON_AddNumberToObject(point, "y", y));
        text = end + strspn(end, " \t\r\n");
    }
}

static void add_property(tmx *tmx, cJSON *owner, const XML_Char **attributes)
{
    const char *name = attribute(attributes, "name"), *type = attribute(attributes, "type");
    const char *value = attribute(attributes, "value"), *end;
    cJSON *item = add_to_list(tmx, owner, "properties", (const XML_Char *[]){NULL});
    double number;
    if (item == NULL || name == NULL || value == NULL || !count_value(tmx) || !count_value(tmx))
        return;
    keep(tmx, cJSON_AddStringToObject(item, "name", name));
    if (type != NULL && strcmp(type, "bool") == 0)
        keep(tmx, cJSON_AddBoolToObject(item, "value", strcmp(value, "true") == 0));
    else if (type != NULL && (strcmp(type, "int") == 0 || strcmp(type, "float") == 0))
    {
        if (read_decimal(value, "", &end, &number))
            keep(tmx, cJSON_AddNumberToObject(item, "value", number));
        else
            fail(tmx, "not a number: property ", name);
    }
    else
        keep(tmx, cJSON_AddStringToObject(item, "value", value));
}

// ---- elements, by the one that they are in

static element in_map(tmx *tmx, cJSON *map, const char *name, const XML_Char **attributes)
{
    if (strcmp(name, "tileset") == 0)
        return (element){ELEMENT_TILESET, add_to_list(tmx, map, "tilesets", attributes)};
    if (strcmp(name, "layer") == 0)
        return (element){ELEMENT_LAYER, add_layer(tmx, map, "tilelayer", attributes)};
    if (strcmp(name, "objectgroup") == 0)
        return (element){ELEMENT_OBJECTS, add_layer(tmx, map, "objectgroup", attributes)};
    if (strcmp(name, "imagelayer") == 0)
        return (element){ELEMENT_OTHER, add_layer(tmx, map, "imagelayer", attributes)};
    if (strcmp(name, "group") == 0)
        return (element){ELEMENT_GROUP, add_layer(tmx, map, "group", attributes)};
    return (element){ELEMENT_OTHER, NULL};
}

static element in_object(tmx *tmx, cJSON *object, const char *name, const XML_Char **attributes)
{
    static const char *const flags[] = {"ellipse", "point", "capsule", "text"};
    if (strcmp(name, "properties") == 0)
        return (element){ELEMENT_PROPERTIES, object};
    // Keys that come once keep searches of an object short.
    if (cJSON_HasObjectItem(object, name))
        return (element){ELEMENT_OTHER, NULL};
    if (strcmp(name, "polygon") == 0 || strcmp(name, "polyline") == 0)
        add_points(tmx, object, name, attribute(attributes, "points"));
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
    {
        if (strcmp(name, flags[i]) == 0 && count_value(tmx))
            keep(tmx, cJSON_AddTrueToObject(object, name));
    }
    return (element){ELEMENT_OTHER, NULL};
}

static element begin_data(tmx *tmx, cJSON *layer, const XML_Char **attributes)
{
    static const char *const names[] = {"encoding", "compression"};
    const char *encoding = attribute(attributes, names[0]);
    if (cJSON_HasObjectItem(layer, "data") || cJSON_HasObjectItem(layer, "chunks"))
        fail(tmx, "a layer has data twice", "");
    for (int i = 0; i < 2; ++i)
    {
        const char *text = attribute(attributes, names[i]);
        if (text != NULL && count_value(tmx))
            keep(tmx, cJSON_AddStringToObject(layer, names[i], text));
    }
    tmx->is_csv = encoding != NULL && strcmp(encoding, "csv") == 0;
    tmx->is_coded = encoding != NULL && !tmx->is_csv;
    return (element){ELEMENT_DATA, layer};
}

static void begin_list(tmx *tmx, cJSON *grid)
{
    tmx->length = 0;
    if (grid != NULL && !tmx->is_coded && !cJSON_HasObjectItem(grid, "data"))
        keep(tmx, cJSON_AddArrayToObject(grid, "data"));
}

static void add_gid(tmx *tmx, cJSON *grid, double gid)
{
    cJSON *data = cJSON_GetObjectItemCaseSensitive(grid, "data");
    cJSON *item = count_value(tmx) ? keep(tmx, cJSON_CreateNumber(gid)) : NULL;
    if (item != NULL && !cJSON_AddItemToArray(data, item))
        cJSON_Delete(item);
}

static element in_data(tmx *tmx, element_kind kind, cJSON *grid, const char *name,
                       const XML_Char **attributes)
{
    if (kind == ELEMENT_DATA && strcmp(name, "chunk") == 0)
        return (element){ELEMENT_CHUNK, add_to_list(tmx, grid, "chunks", attributes)};
    if (strcmp(name, "tile") == 0 && !tmx->is_csv && !tmx->is_coded)
    {
        const char *gid = attribute(attributes, "gid"), *end;
        double number = 0.0;
        if (gid != NULL && !read_decimal(gid, "", &end, &number))
            fail(tmx, "not a number: ", "gid");
        begin_list(tmx, grid);
        add_gid(tmx, grid, number);
    }
    return (element){ELEMENT_OTHER, NULL};
}

static element in_tileset(tmx *tmx, cJSON *set, const char *name, const XML_Char **attributes)
{
    if (strcmp(name, "tile") == 0)
        return (element){ELEMENT_TILE, add_to_list(tmx, set, "tiles", attributes)};
    cJSON *offset = NULL;
    if (strcmp(name, "tileoffset") == 0 && !cJSON_HasObjectItem(set, name))
        offset = keep(tmx, cJSON_AddObjectToObject(set, name));
    if (offset != NULL)
        copy_attributes(tmx, offset, attributes);
    return (element){ELEMENT_OTHER, NULL};
}

static element in_tile(tmx *tmx, cJSON *tile, const char *name)
{
    bool is_group = strcmp(name, "objectgroup") == 0 && !cJSON_HasObjectItem(tile, name);
    cJSON *group =
        is_group && count_value(tmx) ? keep(tmx, cJSON_AddObjectToObject(tile, name)) : NULL;
    return (element){group != NULL ? ELEMENT_OBJECTS : ELEMENT_OTHER, group};
}

static element begin_root(tmx *tmx, const char *name, const XML_Char **attributes)
{
    bool is_map = strcmp(tmx->root, "map") == 0;
    if (strcmp(name, tmx->root) != 0)
        fail(tmx, is_map ? "not a map of Tiled: its root is " : "not a tileset: its root is ",
             name);
    else if (is_map && attribute(attributes, "tilewidth") == NULL)
        fail(tmx, "the map has no tilewidth", "");
    else
        tmx->json = keep(tmx, cJSON_CreateObject());
    if (tmx->json != NULL && is_map)
        keep(tmx, cJSON_AddArrayToObject(tmx->json, "layers"));
    if (tmx->json != NULL)
        copy_attributes(tmx, tmx->json, attributes);
    return (element){is_map ? ELEMENT_MAP : ELEMENT_TILESET, tmx->json};
}

static element begin_child(tmx *tmx, const element *parent, const char *name,
                           const XML_Char **attributes)
{
    cJSON *json = parent->json;
    switch (json != NULL ? parent->kind : ELEMENT_OTHER)
    {
    case ELEMENT_MAP:
    case ELEMENT_GROUP:
        return in_map(tmx, json, name, attributes);
    case ELEMENT_TILESET:
        return in_tileset(tmx, json, name, attributes);
    case ELEMENT_TILE:
        return in_tile(tmx, json, name);
    case ELEMENT_LAYER:
        if (strcmp(name, "data") == 0)
            return begin_data(tmx, json, attributes);
        break;
    case ELEMENT_OBJECTS:
        if (strcmp(name, "object") == 0)
            return (element){ELEMENT_OBJECT, add_to_list(tmx, json, "objects", attributes)};
        break;
    case ELEMENT_OBJECT:
        return in_object(tmx, json, name, attributes);
    case ELEMENT_PROPERTIES:
        if (strcmp(name, "property") == 0)
            add_property(tmx, json, attributes);
        break;
    case ELEMENT_DATA:
    case ELEMENT_CHUNK:
        return in_data(tmx, parent->kind, json, name, attributes);
    case ELEMENT_OTHER:
        break;
    }
    return (element){ELEMENT_OTHER, NULL};
}

static void begin(void *context, const XML_Char *name, const XML_Char **attributes)
{
    tmx *tmx = context;
    if (tmx->failed)
        return;
    if (tmx->depth == SC_FILE_MAX_DEPTH)
    {
        fail(tmx, "elements are nested too deep: ", name);
        return;
    }
    element next = tmx->depth == 0
                       ? begin_root(tmx, name, attributes)
                       : begin_child(tmx, &tmx->stack[tmx->depth - 1], name, attributes);
    tmx->stack[tmx->depth++] = next;
    if (next.kind == ELEMENT_DATA || next.kind == ELEMENT_CHUNK)
        tmx->length = 0;
}

// "1,2,\n3": the numbers of the tiles.
static void read_csv(tmx *tmx, cJSON *grid)
{
    static const char blanks[] = " \t\r\n";
    const char *text = tmx->text, *end;
    text += strspn(text, blanks);
    while (*text != '\0' && !tmx->failed)
    {
        double gid;
        if (!read_decimal(text, ", \t\r\n", &end, &gid))
        {
            fail(tmx, "not a list of numbers: ", "data");
            return;
        }
        add_gid(tmx, grid, gid);
        text = end + strspn(end, blanks);
        text += *text == ',';
        text += strspn(text, blanks);
    }
}

static void end(void *context, const XML_Char *name)
{
    tmx *tmx = context;
    (void)name;
    if (tmx->failed)
        return;
    element last = tmx->stack[--tmx->depth];
    bool is_grid = last.kind == ELEMENT_CHUNK ||
                   (last.kind == ELEMENT_DATA && !cJSON_HasObjectItem(last.json, "chunks"));
    if (!is_grid || last.json == NULL)
        return;
    size_t length = tmx->length;
    begin_list(tmx, last.json);
    tmx->length = 0;
    if (tmx->is_csv && length > 0)
        read_csv(tmx, last.json);
    // import_tiled.c decodes it.
    if (tmx->is_coded && count_value(tmx))
        keep(tmx, cJSON_AddStringToObject(last.json, "data", length > 0 ? tmx->text : ""));
}

// The text of data in CSV or base64.
static void take_text(void *context, const XML_Char *text, int length)
{
    tmx *tmx = context;
    const element *at = tmx->depth > 0 ? &tmx->stack[tmx->depth - 1] : NULL;
    if (tmx->failed || at == NULL || !(tmx->is_csv || tmx->is_coded) ||
        (at->kind != ELEMENT_DATA && at->kind != ELEMENT_CHUNK))
        return;
    size_t needed = tmx->length + (size_t)length + 1;
    if (needed > tmx->capacity)
    {
        char *grown = realloc(tmx->text, 2 * needed);
        if (grown == NULL)
        {
            fail(tmx, "out of memory", "");
            return;
        }
        tmx->text = grown;
        tmx->capacity = 2 * needed;
    }
    memcpy(tmx->text + tmx->length, text, (size_t)length);
    tmx->length += (size_t)length;
    tmx->text[tmx->length] = '\0';
}

// Entities could make a small file large.
static void take_entity(void *context, const XML_Char *name, int is_parameter,
                        const XML_Char *value, int length, const XML_Char *base,
                        const XML_Char *system, const XML_Char *public_name,
                        const XML_Char *notation)
{
    (void)is_parameter;
    (void)value;
    (void)length;
    (void)base;
    (void)system;
    (void)public_name;
    (void)notation;
    fail(context, "the file declares an entity: ", name);
}

cJSON *sc_parse_tmx_text(sc_reader *reader, const char *text, size_t length, const char *root)
{
    tmx tmx = {.reader = reader, .root = root, .parser = XML_ParserCreate(NULL)};
    if (tmx.parser == NULL || length > SC_FILE_MAX_BYTES)
    {
        sc_refuse_value(reader, NULL,
                        tmx.parser == NULL ? "out of memory" : "the file is too large");
        XML_ParserFree(tmx.parser);
        return NULL;
    }
    XML_SetUserData(tmx.parser, &tmx);
    XML_SetElementHandler(tmx.parser, begin, end);
    XML_SetCharacterDataHandler(tmx.parser, take_text);
    XML_SetEntityDeclHandler(tmx.parser, take_entity);
    bool ok = XML_Parse(tmx.parser, text, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!ok && !tmx.failed)
        fail(&tmx, "this is not XML: ", XML_ErrorString(XML_GetErrorCode(tmx.parser)));
    XML_ParserFree(tmx.parser);
    free(tmx.text);
    if (!tmx.failed)
        return tmx.json;
    cJSON_Delete(tmx.json);
    return NULL;
}
#else
cJSON *sc_parse_tmx_text(sc_reader *reader, const char *text, size_t length, const char *root)
{
    (void)root;
    (void)text;
    (void)length;
    sc_refuse_value(reader, NULL, "this program was built without expat and cannot read XML");
    return NULL;
}
#endif

bool sc_is_tmx_text(const char *text, size_t length)
{
    size_t at = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < length && memchr(" \t\r\n", text[at], 4) != NULL)
        ++at;
    return at < length && text[at] == '<';
}
