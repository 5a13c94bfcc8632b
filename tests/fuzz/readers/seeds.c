/// scree_fuzz_seeds DIRECTORY: writes inputs for the fuzzers of readers to begin with, among them
/// maps of Tiled, and a dictionary of the keys of scene files. Each built-in scene in its smallest
/// size gives a snapshot, a recording and, if files can hold it, a scene file; random calls give
/// the records of more recordings.
#include "tests/fuzz/fuzz.h"

#include "scenes/files/scene_file.h"
#include "state/recordings/recording_header.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum
{
    STEPS = 8,  ///< before the snapshot
    RECORDED_STEPS = 3,
    RANDOM_RECORDINGS = 200,
    RANDOM_CALLS = 25,
    HEADER = 36  ///< bytes of a recording before its snapshot
};

static const char *directory;
static bool failed;

static void write_seed(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", directory, folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", directory, folder, name);
    FILE *file = fopen(path, "wb");
    const bool ok = file != NULL && fwrite(bytes, 1, size, file) == size;
    failed |= !ok || fclose(file) != 0;
}

static void write_snapshot(const scree_scene *scene, scree_world *world)
{
    const size_t size = scree_world_snapshot_size(world);
    void *bytes = malloc(size);
    failed |= bytes == NULL || scree_world_save_snapshot(world, bytes, size) != SCREE_OK;
    if (bytes != NULL)
    {
        write_seed("snapshot", scene->name, bytes, size);
    }
    free(bytes);
}

static void write_scene_text(const scree_scene *scene, scree_world *world,
                             const scree_scene_state *state)
{
    char why[256], *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    failed |= file == NULL;
    if (file != NULL)
    {
        const bool ok = sc_scene_file_write(file, scene, world, state, why, sizeof why);
        fclose(file);
        if (ok)
        {
            write_seed("scene", scene->name, text, length);
        }
    }
    free(text);
}

static scree_world *build(const scree_scene *scene, scree_scene_state *state)
{
    const scree_scene_params params = {.size = scene->size_min};
    const scree_world_def def = scree_scene_world_def(scene, params.size);
    scree_world *world = scree_world_create(&def);
    if (world == NULL || !scree_scene_create(scene, world, &params, state))
    {
        fprintf(stderr, "scree_fuzz_seeds: %s: %s\n", scene->name, scree_error_text(world));
        exit(1);
    }
    return world;
}

static void write_scene(const scree_scene *scene)
{
    static scree_scene_state state;
    scree_world *world = build(scene, &state);
    test_recording recording = {0};
    const scree_recording_def def = record_into(&recording, 1);
    failed |= scree_world_start_recording(world, &def) != SCREE_OK;
    for (int i = 0; i < STEPS; ++i)
    {
        (void)scree_scene_step(scene, world, &state, scree_scene_dt(scene), 2);
        if (i + 1 == RECORDED_STEPS)
        {
            failed |= scree_world_stop_recording(world) != SCREE_OK;
            write_seed("recording", scene->name, recording.bytes, recording.size);
            end_recording(&recording);
        }
    }
    write_snapshot(scene, world);
    scree_world_destroy(world);
    world = build(scene, &state);
    write_scene_text(scene, world, &state);
    scree_world_destroy(world);
}

/// Writes the records after the header and the snapshot, behind a byte with the callbacks.
static void keep_records(const test_recording *recording, void *context)
{
    char name[32];
    snprintf(name, sizeof name, "random-%03d", (*(int *)context)++);
    size_t begin = HEADER;
    for (int i = 0; i < 8; ++i)
    {
        begin += (size_t)recording->bytes[HEADER - 8 + i] << (8 * i);
    }
    recording->bytes[begin - 1] = recording->bytes[26];
    write_seed("recording", name, recording->bytes + begin - 1, recording->size - begin + 1);
}

static void write_random_calls(void)
{
    static fuzz state;  // large
    static fuzz_totals totals;
    int written = 0;
    const fuzz_options options = {.records = true,
                                  .solver = -1,
                                  .fail_at = -1,
                                  .calls = RANDOM_CALLS,
                                  .keep = keep_records,
                                  .keep_context = &written};
    for (uint64_t seed = 1; written < RANDOM_RECORDINGS; ++seed)
    {
        (void)fuzz_run_worlds(&state, &options, fuzz_stream_of_seed(seed), &totals);
    }
}

/// Maps of Tiled: tiles as a list, and encoded in each way.
static void write_maps(void)
{
#define SEED_XML(attributes, tiles)                                                           \
    "<map width='4' height='2' tilewidth='32' tileheight='32'><tileset firstgid='1'><tile "   \
    "id='0'><objectgroup><object width='16' height='16'/></objectgroup></tile></tileset>"     \
    "<layer width='4' height='2'><data encoding='" attributes "'>" tiles "</data></layer>"    \
    "<objectgroup><object x='3' y='4' rotation='20'><polygon points='0,0 9,0 9,9'/></object>" \
    "</objectgroup></map>"
#define SEED_JSON(tiles)                                                                          \
    "{\"width\":4,\"height\":2,\"tilewidth\":32,\"tileheight\":32,\"tilesets\":[{\"firstgid\":1," \
    "\"tiles\":[{\"id\":0,\"objectgroup\":{\"objects\":[{\"width\":16,\"height\":16}]}}]}],"      \
    "\"layers\":[{\"type\":\"tilelayer\",\"width\":4,\"height\":2," tiles "}]}"
    static const char *const maps[][2] = {
        {"list.json", SEED_JSON("\"data\":[1,0,1,1,0,1,2147483649,0]")},
        {"base64.json", SEED_JSON("\"encoding\":\"base64\",\"data\":"
                                  "\"AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAA=\"")},
        {"zlib.json", SEED_JSON("\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":"
                                "\"eJxjZIAARihGYjeA2AADAACG\"")},
        {"gzip.json", SEED_JSON("\"encoding\":\"base64\",\"compression\":\"gzip\",\"data\":"
                                "\"H4sIAAAAAAACA2NkgABGKEZiN4DYAAXye+ogAAAA\"")},
        {"list.tmx", SEED_XML("csv", "1,0,1,1,\n0,1,2147483649,0")},
        {"base64.tmx", SEED_XML("base64", "\n AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAA=\n")},
        {"zlib.tmx", SEED_XML("base64' compression='zlib", "eJxjZIAARihGYjeA2AADAACG")},
        {"gzip.tmx",
         SEED_XML("base64' compression='gzip", "H4sIAAAAAAACA2NkgABGKEZiN4DYAAXye+ogAAAA")},
        {"chunks.tmx", SEED_XML("base64", "<chunk x='-4' y='0' width='4' height='2'>"
                                          "AQAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQAAgAAAAAA=</chunk>")},
    };
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; ++i)
    {
        write_seed("scene", maps[i][0], maps[i][1], strlen(maps[i][1]));
    }
}

/// Each string of letters in the schema of scene files becomes a word of the dictionary.
static void write_dictionary(const char *more)
{
    char *text = NULL, *words = NULL;
    size_t length = 0, words_length = 0;
    FILE *schema = open_memstream(&text, &length);
    sc_scene_file_write_schema(schema);
    fputs(more, schema);
    fclose(schema);
    FILE *file = open_memstream(&words, &words_length);
    char *rest = text;
    for (char *part = strtok_r(text, "\"", &rest); part != NULL; part = strtok_r(NULL, "\"", &rest))
    {
        const size_t letters =
            strspn(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-");
        char word[48];
        snprintf(word, sizeof word, "\"\\\"%.32s\\\"\"\n", part);
        fflush(file);
        if (letters > 1 && part[letters] == '\0' && letters < 32 && strstr(words, word) == NULL)
        {
            fputs(word, file);
        }
    }
    fputs("\"\\\"base64\\\"\"\n\"<data encoding='base64'>\"\n\"compression='zlib'\"\n\"<chunk \"\n",
          file);
    fclose(file);
    write_seed(".", "scene.dict", words, words_length);
    free(text);
    free(words);
}

int main(int argc, char **argv)
{
    static const char foreign[] =
        "\"body\"fixture\"joint\"chain\"edge\"loop\"hasPrevVertex\"prevVertex\"massData-mass\""
        "massData-I\"massData-center\"filter-categoryBits\"filter-maskBits\"filter-groupIndex\""
        "anchorA\"anchorB\"bodyA\"bodyB\"localAxisA\"refAngle\"lowerLimit\"upperLimit\"layers\""
        "tilewidth\"tileheight\"objectgroup\"tilelayer\"tilesets\"firstgid\"tiles\"objects\""
        "ellipse\"polyline\"chunks\"infinite\"orientation\"orthogonal\"properties\"data\"rotation"
        "\"encoding\"compression\"zlib\"gzip\"zstd\"csv\"source\"tileoffset\"imagelayer\"";
    if (argc != 2)
    {
        fputs("scree_fuzz_seeds DIRECTORY: writes inputs for the fuzzers of readers\n", stderr);
        return 2;
    }
    directory = argv[1];
    mkdir(directory, 0777);
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        write_scene(scree_scene_at(i));
    }
    write_random_calls();
    write_maps();
    write_dictionary(foreign);
    if (failed)
    {
        fprintf(stderr, "scree_fuzz_seeds: cannot write all seeds to %s\n", directory);
        return 1;
    }
    return 0;
}
