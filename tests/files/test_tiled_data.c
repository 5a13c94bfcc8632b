// Numbers of tiles in maps of Tiled: as lists and encoded, their ranges, and the limits of files.
#include "tests/files/scene_texts.h"

#if defined(SC_HAVE_ZLIB)
#include <zlib.h>
#endif

// A tileset whose first tile is solid.
#define TILES                                                                   \
    "{\"firstgid\": 1, \"tiles\": [{\"id\": 0, \"objectgroup\": {\"objects\": " \
    "[{\"width\": 16, \"height\": 16}]}}]}"
#define MAP(tilesets, layers)                                                            \
    "{\"orientation\": \"orthogonal\", \"width\": 4, \"height\": 2, \"tilewidth\": 32, " \
    "\"tileheight\": 32, \"tilesets\": [" tilesets "], \"layers\": [" layers "]}"
#define LAYER(data) "{\"type\": \"tilelayer\", \"width\": 4, \"height\": 2, " data "}"
#define BASE64(compression, text) \
    "\"encoding\": \"base64\", \"compression\": \"" compression "\", \"data\": \"" text "\""
// The same 4 x 2 tiles.
#define LIST "1,0,1,1, 0,1,2147483649,0"
#define PLAIN "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAA="
#define ZLIB "eJxjZIAARihGYjeA2AADAACG"
#define GZIP "H4sIAAAAAAACA2NkgABGKEZiN4DYAAXye+ogAAAA"

static uint64_t hash_of(const char *text)
{
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
    if (scene == NULL)
        fail_msg("%s\n%s", text, why);
    assert_string_equal(sc_scene_file_notes(scene), "");
    scoped_memory scree_scene_state *state = calloc(1, sizeof *state);
    scoped_world *world = world_of_scene(scene, 0, state);
    return scree_world_state_hash(world);
}

static void refuse(const char *text, const char *words)
{
    char why[WHY_SIZE];
    scoped_scene const scree_scene *scene = scene_of_text(text, strlen(text), why);
    if (scene != NULL || strstr(why, words) == NULL)
        fail_msg("%.2000s\n  gives   %s\n  and not %s", text, scene != NULL ? "a scene" : why,
                 words);
}

TEST(base64_gives_the_tiles_of_a_list)
{
    uint64_t expected = hash_of(MAP(TILES, LAYER("\"data\": [" LIST "]")));
    assert_true(expected != hash_of(MAP(TILES, LAYER("\"data\": [1,0,1,1, 0,1,1,0]"))));
    assert_true(expected == hash_of(MAP(TILES, LAYER(BASE64("", PLAIN)))));
    assert_true(expected == hash_of(MAP(TILES, LAYER("\"encoding\": \"base64\", \"data\": \"\\n  "
                                                     "AQAAAAAAAAABAAAAAQAAA AAAAAABAAAA\\t"
                                                     "AQAAgAAAAAA=\\n\""))));
    assert_true(expected ==
                hash_of(MAP(TILES, "{\"type\": \"tilelayer\", \"encoding\": "
                                   "\"base64\", \"chunks\": [{\"x\": 0, \"y\": 0, "
                                   "\"width\": 4, \"height\": 2, \"data\": \"" PLAIN "\"}]}")));
}

TEST(encoded_data_that_is_damaged_is_refused)
{
    static const char *const cases[][2] = {
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAA==")),
         "an encoded layer or chunk of 8 tiles: its data has fewer tiles"},
        {LAYER(BASE64("", "")), "its data has fewer tiles"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAAAAAAA")),
         "its data has more tiles"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAAA")),
         "its data has more tiles"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAA")), "not base64"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAA=A=")), "not base64"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgA==AAAA")), "not base64"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAA====")), "not base64"},
        {LAYER(BASE64("", "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAA-AA=")), "not base64"},
        {LAYER(BASE64("zstd", "KLUv/SAgRQAAEAEAAQIAAA==")),
         "its compression is not zlib or gzip: save the map with one of these, or with none"},
        {LAYER("\"data\": \"" PLAIN "\""), "has data that is neither a list nor base64"},
        {LAYER("\"encoding\": \"hex\", \"data\": \"01\""), "neither a list nor base64"},
        {LAYER("\"encoding\": \"base64\""), "a layer of tiles has no data"},
        {"{\"type\": \"tilelayer\", \"width\": 1e6, \"height\": 1e6, " BASE64("", "AAAA") "}",
         "the encoded layers have more than 4000000 tiles"},
        {"{\"type\": \"tilelayer\", \"width\": 0.5, \"height\": 2, " BASE64("", "AAAA") "}",
         "a layer of 0.5 x 2 tiles has data of 1"},
        {"{\"type\": \"tilelayer\", " BASE64("", "AAAA") "}", "a layer of 0 x 0 tiles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
    {
        char text[2048];
        snprintf(text, sizeof text, MAP(TILES, "%s"), cases[i][0]);
        refuse(text, cases[i][1]);
    }
}

#if defined(SC_HAVE_ZLIB)
TEST(compressed_layers_give_the_tiles_of_a_list)
{
    uint64_t expected = hash_of(MAP(TILES, LAYER("\"data\": [" LIST "]")));
    assert_true(expected == hash_of(MAP(TILES, LAYER(BASE64("zlib", ZLIB)))));
    assert_true(expected == hash_of(MAP(TILES, LAYER(BASE64("gzip", GZIP)))));
}

TEST(compressed_data_that_is_damaged_is_refused)
{
    static const char *const cases[][2] = {
        {LAYER(BASE64("zlib", "eJxjZIAARihGYjeA2AADAAC=")), "its compressed data is truncated"},
        {LAYER(BASE64("zlib", "eJxjZIAARihG")), "its compressed data is truncated"},
        {LAYER(BASE64("zlib", "")), "its compressed data is truncated"},
        {LAYER(BASE64("zlib", "eJxjZIAARihGYjeA2AADAACH")), "its compressed data is damaged"},
        {LAYER(BASE64("zlib", GZIP)), "its compressed data is damaged"},
        {LAYER(BASE64("gzip", ZLIB)), "its compressed data is damaged"},
        {LAYER(BASE64("zlib", ZLIB "AAAA")), "it has more bytes behind its compressed data"},
        {LAYER(BASE64("gzip", GZIP "AA==")), "it has more bytes behind its compressed data"},
        {LAYER(BASE64("zlib", "eJxjZIAA*ihGYjeA2AADAACG")), "its data is not base64"},
        {"{\"type\": \"tilelayer\", \"width\": 3, \"height\": 2, " BASE64("zlib", ZLIB) "}",
         "an encoded layer or chunk of 6 tiles: its data has more tiles"},
        {"{\"type\": \"tilelayer\", \"width\": 5, \"height\": 2, " BASE64("zlib", ZLIB) "}",
         "an encoded layer or chunk of 10 tiles: its data has fewer tiles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
    {
        char text[2048];
        snprintf(text, sizeof text, MAP(TILES, "%s"), cases[i][0]);
        refuse(text, cases[i][1]);
    }
}

// `count` tiles of one number, compressed, in base64. The caller frees it.
static char *text_of_equal_tiles(size_t count, unsigned char gid)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    scoped_memory unsigned char *tiles = calloc(count, 4);
    uLongf size = compressBound((uLong)(4 * count));
    scoped_memory unsigned char *packed = calloc(size + 3, 1);
    char *text = calloc(size / 3 + 2, 4);
    assert_true(tiles != NULL && packed != NULL && text != NULL);
    for (size_t i = 0; i < count; ++i)
        tiles[4 * i] = gid;
    assert_int_equal(compress2(packed, &size, tiles, (uLong)(4 * count), 9), Z_OK);
    char *at = text;
    for (size_t i = 0; i < size; i += 3)
    {
        uint32_t bits = (uint32_t)packed[i] << 16 | (uint32_t)packed[i + 1] << 8 | packed[i + 2];
        for (int k = 0; k < 4; ++k)
            *at++ = i + (size_t)k > size ? '=' : digits[bits >> (18 - 6 * k) & 63];
    }
    return text;
}

static void write_layer(FILE *file, int width, int height, const char *data)
{
    fprintf(file,
            "{\"type\": \"tilelayer\", \"width\": %d, \"height\": %d, " BASE64("zlib", "%s") "}",
            width, height, data);
}

TEST(small_layers_that_become_large_are_refused)
{
    static const struct
    {
        unsigned char gid;
        int tiles, width, height, layers;
        const char *words;
    } cases[] = {
        // 64 MiB of zeros in 64 KiB: the size of the layer ends it.
        {0, 16 << 20, 4, 2, 1, "chunk of 8 tiles: its data has more tiles"},
        {0, 16 << 20, 4096, 4096, 1, "the encoded layers have more than 4000000 tiles"},
        {0, 1000000, 1000, 1000, 5, "the encoded layers have more than 4000000 tiles"},
        {1, 1000000, 1000, 1000, 1, "a layer of tiles have more than 1000000 edges"},
        {0, 1000000, 1000, 1000, 4, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
    {
        char *text = NULL;
        size_t length = 0;
        scoped_memory char *data = text_of_equal_tiles((size_t)cases[i].tiles, cases[i].gid);
        FILE *file = open_memstream(&text, &length);
        assert_non_null(file);
        fputs("{\"tilewidth\": 32, \"tileheight\": 32, \"width\": 1, \"height\": 1, \"tilesets\": "
              "[" TILES "], \"layers\": [{}",
              file);
        for (int k = 0; k < cases[i].layers; ++k)
        {
            fputs(", ", file);
            write_layer(file, cases[i].width, cases[i].height, data);
        }
        fputs("]}", file);
        fclose(file);
        if (cases[i].words != NULL)
            refuse(text, cases[i].words);
        else
            (void)hash_of(text);
        free(text);
    }
}
#else
TEST(compressed_layers_are_refused_without_zlib)
{
    refuse(MAP(TILES, LAYER(BASE64("zlib", ZLIB))), "built without zlib");
}
#endif

// ---- numbers

TEST(numbers_of_tiles_that_make_no_sense_are_refused)
{
    static const char *const numbers[][2] = {
        {"1e308", "1e+308 is not a whole number"},
        {"-1", "-1 is not a whole number"},
        {"1.5", "1.5 is not a whole number"},
        {"-5", "-5 is not a whole number"},
        {"4294967296", "is not a whole number"},
        {"null", "is not a number"},
        {"\"1\"", "is not a number"},
    };
    static const char *const places[][2] = {
        {MAP("{\"firstgid\": %s}", ""), "tilesets[0].firstgid"},
        {MAP("{\"firstgid\": %s, \"source\": \"none.tsj\"}", ""), "tilesets[0].firstgid"},
        {MAP("{\"firstgid\": 1, \"tiles\": [{\"id\": 0}, {\"id\": %s}]}", ""),
         "tilesets[0].tiles[1].id"},
        {MAP(TILES, LAYER("\"data\": [0,0,0, %s, 0,0,0,0]")), "data[3] of a layer"},
        {MAP("", "{\"type\": \"objectgroup\", \"objects\": [{\"gid\": %s}]}"), "gid of an object"},
    };
    for (size_t k = 0; k < sizeof places / sizeof places[0]; ++k)
    {
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
        {
            char text[1024], words[128];
            snprintf(text, sizeof text, places[k][0], numbers[i][0]);
            snprintf(words, sizeof words, "%s: ", places[k][1]);
            refuse(text, strstr(numbers[i][1], "whole") != NULL ? words : places[k][1]);
            refuse(text, numbers[i][1]);
        }
    }
    refuse(MAP("{\"firstgid\": 0}", ""), "0 is not a whole number from 1 to 268435455");
    refuse(MAP("{}", ""), "tilesets[0].firstgid is missing");
    refuse(MAP("3", ""), "tilesets[0].firstgid is missing");
    refuse(MAP("{\"firstgid\": 1, \"tiles\": [{}]}", ""), "tilesets[0].tiles[0].id is missing");
    refuse(MAP("{\"firstgid\": 268435455, \"tiles\": [{\"id\": 1}]}", ""),
           "1 is not a whole number from 0 to 0");
    refuse(MAP(TILES "," TILES, ""), "tilesets: two tiles have the number 1");
}

// ---- XML

#if defined(SC_HAVE_EXPAT)
#define XML_HEAD                                                                         \
    "<map orientation='orthogonal' width='4' height='2' tilewidth='32' tileheight='32'>" \
    "<tileset firstgid='1'><tile id='0'><objectgroup><object width='16' height='16'/>"   \
    "</objectgroup></tile></tileset>"
#define XML_LAYER(attributes, data) \
    XML_HEAD "<layer width='4' height='2'><data " attributes ">" data "</data></layer></map>"

TEST(encoded_layers_in_xml_are_those_of_json)
{
    uint64_t expected = hash_of(MAP(TILES, LAYER("\"data\": [" LIST "]")));
    assert_true(expected == hash_of(XML_LAYER("encoding='csv'", LIST)));
    assert_true(expected == hash_of(XML_LAYER("encoding='base64'", "\n   " PLAIN "\n  ")));
    assert_true(expected == hash_of(XML_LAYER("encoding='base64'",
                                              "<chunk x='0' y='0' width='4' height='2'>\n" PLAIN
                                              "</chunk>\n")));
    refuse(XML_LAYER("encoding='base64'", ""), "its data has fewer tiles");
    refuse(XML_LAYER("encoding='base64'", "<tile gid='1'/>"), "its data has fewer tiles");
    refuse(XML_LAYER("encoding='base64' compression='zstd'", PLAIN), "not zlib or gzip");
    refuse(XML_LAYER("encoding='csv'", LIST "</data><data encoding='base64'>" PLAIN),
           "a layer has data twice");
#if defined(SC_HAVE_ZLIB)
    assert_true(expected ==
                hash_of(XML_LAYER("encoding='base64' compression='zlib'", " " ZLIB "\n")));
    assert_true(expected ==
                hash_of(XML_LAYER("encoding='base64' compression='gzip'",
                                  "<chunk x='0' y='0' width='4' height='2'>" GZIP "</chunk>")));
#endif
}

TEST(numbers_of_tiles_in_xml_are_checked)
{
    refuse(XML_LAYER("encoding='csv'", "0,0,-1,0,0,0,0,0"), "data[2] of a layer: -1 is not");
    refuse(XML_LAYER("encoding='csv'", "0,0,1.5,0,0,0,0,0"), "data[2] of a layer: 1.5 is not");
    refuse(XML_LAYER("encoding='csv'", "0,0,1e308,0,0,0,0,0"), "not a list of numbers: data");
    refuse(XML_LAYER("", "<tile gid='-5'/>"), "a layer of 4 x 2 tiles has data of 1");
    refuse(XML_LAYER("", "<tile gid='-5'/><tile/><tile/><tile/><tile/><tile/><tile/><tile/>"),
           "data[0] of a layer: -5 is not a whole number");
    refuse("<map width='1' height='1' tilewidth='1' tileheight='1'><tileset/></map>",
           "tilesets[0].firstgid is missing");
    refuse("<map width='1' height='1' tilewidth='1' tileheight='1'><tileset firstgid='-5'/></map>",
           "tilesets[0].firstgid: -5 is not");
    refuse(
        "<map width='1' height='1' tilewidth='1' tileheight='1'><tileset firstgid='1e308'/></map>",
        "line 1: not a number: firstgid");
}

// XML with `count` pieces in it.
static void refuse_long_xml(const char *before, const char *piece, int count, const char *after,
                            const char *words)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    fputs(before, file);
    for (int i = 0; i < count; ++i)
        fputs(piece, file);
    fputs(after, file);
    fclose(file);
    refuse(text, words);
    free(text);
}

TEST(maps_in_xml_beyond_the_limits_are_refused)
{
    char spaces[4097];
    memset(spaces, ' ', 4096);
    spaces[4096] = '\0';
    refuse_long_xml(XML_HEAD "<layer width='4' height='2'><data encoding='csv'>", "0,",
                    SC_FILE_MAX_VALUES, "</data></layer></map>", "line 1: too many values");
    refuse_long_xml(XML_HEAD "<objectgroup>", "<object x='0'/>", SC_FILE_MAX_VALUES / 2,
                    "</objectgroup></map>", "line 1: too many values");
    refuse_long_xml(XML_HEAD, spaces, SC_FILE_MAX_BYTES / 4096, "</map>", "the file is too large");
    refuse_long_xml(XML_HEAD, "<group>", SC_FILE_MAX_DEPTH, "",
                    "elements are nested too deep: group");
    refuse_long_xml("<a", "<a>", 1 << 20, "", "this is not XML");
}
#endif
