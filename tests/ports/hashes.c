/// Runs scenes on every instruction set and number of threads and compares their state hashes with
/// tests/scenes/golden_hashes.h. It needs only the library and runs on every target.
///
///     scree_hashes [--sets SET,SET] [--threads N,N] [SCENE...]
///
/// Prints scene, steps, set, threads, hash, state hash and whether both are right. The state hashes
/// of a scene are compared with each other. Exit status 1 if one differs, 2 on wrong arguments.
#include "scenes/scenes.h"
#include "tests/scenes/golden_hashes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_CHOSEN = 64,
    GOLDEN_COUNT = sizeof golden_hashes / sizeof golden_hashes[0]
};

typedef struct options
{
    scree_simd sets[MAX_CHOSEN];
    int threads[MAX_CHOSEN], golden[MAX_CHOSEN];  ///< rows of golden_hashes
    int set_count, thread_count, golden_count;
} options;
_Static_assert(GOLDEN_COUNT <= MAX_CHOSEN, "all scenes fit");

typedef struct run
{
    uint64_t hash, state_hash;
} run;

static int golden_row(const char *scene)
{
    for (int i = 0; i < GOLDEN_COUNT; ++i)
    {
        if (strcmp(golden_hashes[i].scene, scene) == 0)
        {
            return i;
        }
    }
    return -1;
}

static bool take_set(options *o, const char *word)
{
    scree_simd simd = scree_simd_from_name(word);
    if (simd == SCREE_SIMD_COUNT || o->set_count == MAX_CHOSEN)
    {
        fprintf(stderr, "hashes: \"%s\" names no instruction set\n", word);
        return false;
    }
    o->sets[o->set_count++] = simd;
    return true;
}

static bool take_threads(options *o, const char *word)
{
    char *end;
    long threads = strtol(word, &end, 10);
    if (end == word || *end != '\0' || threads < 1 || threads > 64 || o->thread_count == MAX_CHOSEN)
    {
        fprintf(stderr, "hashes: \"%s\" threads, not 1 to 64\n", word);
        return false;
    }
    o->threads[o->thread_count++] = (int)threads;
    return true;
}

static bool take_scene(options *o, const char *word)
{
    int row = golden_row(word);
    if (row < 0 || o->golden_count == MAX_CHOSEN)
    {
        fprintf(stderr, "hashes: no scene is called \"%s\"\n", word);
        return false;
    }
    o->golden[o->golden_count++] = row;
    return true;
}

/// The words of a list, with commas between them.
static bool take_list(options *o, char *list, bool (*take)(options *, const char *))
{
    for (char *word = list; word != NULL;)
    {
        char *comma = strchr(word, ',');
        if (comma != NULL)
        {
            *comma = '\0';
        }
        if (!take(o, word))
        {
            return false;
        }
        word = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

static bool parse(options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
    {
        bool sets = strcmp(argv[i], "--sets") == 0, threads = strcmp(argv[i], "--threads") == 0;
        if ((sets || threads) && i + 1 == argc)
        {
            fprintf(stderr, "hashes: %s needs a list\n", argv[i]);
            return false;
        }
        bool ok = sets      ? take_list(o, argv[++i], take_set)
                  : threads ? take_list(o, argv[++i], take_threads)
                            : take_scene(o, argv[i]);
        if (!ok)
        {
            return false;
        }
    }
    return true;
}

/// Without arguments: all supported sets, one thread, all scenes.
static void fill_defaults(options *o)
{
    if (o->set_count == 0)
    {
        for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
        {
            if (scree_simd_is_supported((scree_simd)simd))
            {
                o->sets[o->set_count++] = (scree_simd)simd;
            }
        }
    }
    if (o->thread_count == 0)
    {
        o->threads[o->thread_count++] = 1;
    }
    if (o->golden_count == 0)
    {
        for (int i = 0; i < GOLDEN_COUNT; ++i)
        {
            o->golden[o->golden_count++] = i;
        }
    }
}

static bool run_scene(int row, scree_simd simd, int threads, run *result)
{
    static scree_scene_state state;
    const scree_scene *scene = scree_scene_find(golden_hashes[row].scene);
    if (scene == NULL)
    {
        fprintf(stderr, "hashes: the build has no scene %s\n", golden_hashes[row].scene);
        return false;
    }
    scree_world_def def = scree_scene_world_def(scene, scene->verify_size);
    def.simd = simd;
    def.worker_count = threads;
    scree_world *world = scree_world_create(&def);
    scree_scene_params params = {.size = scene->verify_size};
    bool ok = world != NULL && scree_scene_create(scene, world, &params, &state);
    for (int i = 0; ok && i < golden_hashes[row].steps; ++i)
    {
        ok = scree_scene_step(scene, world, &state, 1.0f / 60.0f, scree_scene_substeps(scene)) ==
             SCREE_OK;
    }
    if (ok)
    {
        *result = (run){scree_world_hash(world), scree_world_state_hash(world)};
    }
    else
    {
        fprintf(stderr, "hashes: %s with %s: %s\n", scene->name, scree_simd_name(simd),
                scree_error_text(world));
    }
    scree_world_destroy(world);
    return ok;
}

/// All sets and numbers of threads of a scene.
static bool check_scene(const options *o, int row)
{
    bool same = true, first = true;
    run expected = {.hash = golden_hashes[row].hash};
    for (int s = 0; s < o->set_count; ++s)
    {
        for (int t = 0; t < o->thread_count; ++t)
        {
            run found;
            if (!run_scene(row, o->sets[s], o->threads[t], &found))
            {
                return false;
            }
            expected.state_hash = first ? found.state_hash : expected.state_hash;
            first = false;
            bool right = found.hash == expected.hash && found.state_hash == expected.state_hash;
            printf("%-16s %4d %-15s %2d %016" PRIx64 " %016" PRIx64 " %s\n",
                   golden_hashes[row].scene, golden_hashes[row].steps, scree_simd_name(o->sets[s]),
                   o->threads[t], found.hash, found.state_hash, right ? "same" : "DIFFERS");
            fflush(stdout);
            same = same && right;
        }
    }
    return same;
}

int main(int argc, char **argv)
{
    static options o;
    if (!parse(&o, argc, argv))
    {
        return 2;
    }
    fill_defaults(&o);
    int wrong = 0;
    for (int i = 0; i < o.golden_count; ++i)
    {
        wrong += !check_scene(&o, o.golden[i]);
    }
    printf("%d scenes, %d differ\n", o.golden_count, wrong);
    return wrong > 0 ? 1 : 0;
}
