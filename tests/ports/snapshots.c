/// Loads the snapshots of a folder, which other builds made, and compares the hashes of the worlds
/// 100 steps later with tests/snapshots/golden_snapshots.h. It needs only the library and runs on
/// every target.
///
///     scree_snapshots [--save] FOLDER
///
/// With --save it makes the files of this version first. Prints file, set, hash, state hash and
/// whether both are right. Exit status 1 if one is not, 2 on wrong arguments.
#include "tests/snapshots/golden_snapshots.h"
#include "tests/support/every_feature.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 100,
    GOLDEN_COUNT = sizeof golden_snapshots / sizeof *golden_snapshots
};

typedef struct file
{
    unsigned char *bytes;
    size_t size;
} file;

static bool save(const char *path, scree_world *world)
{
    const size_t size = world != NULL ? scree_world_snapshot_size(world) : 0;
    unsigned char *bytes = malloc(size + 1);
    FILE *stream = bytes != NULL ? fopen(path, "wb") : NULL;
    bool done = stream != NULL && scree_world_save_snapshot(world, bytes, size) == SCREE_OK &&
                fwrite(bytes, 1, size, stream) == size;
    done = stream != NULL && fclose(stream) == 0 && done;
    if (!done)
    {
        fprintf(stderr, "snapshots: %s was not written\n", path);
    }
    free(bytes);
    scree_world_destroy(world);
    return done;
}

static bool read_file(const char *path, file *f)
{
    FILE *stream = fopen(path, "rb");
    long size = -1;
    if (stream != NULL && fseek(stream, 0, SEEK_END) == 0)
    {
        size = ftell(stream);
    }
    *f = (file){size >= 0 ? malloc((size_t)size + 1) : NULL, (size_t)size};
    const bool done = f->bytes != NULL && fseek(stream, 0, SEEK_SET) == 0 &&
                      fread(f->bytes, 1, f->size, stream) == f->size;
    if (stream != NULL)
    {
        fclose(stream);
    }
    if (!done)
    {
        fprintf(stderr, "snapshots: %s cannot be read\n", path);
    }
    return done;
}

static bool run(const golden_snapshot *golden, const file *f, scree_simd simd, int threads)
{
    scree_world_def def = scree_world_def_default();
    def.simd = simd;
    def.worker_count = threads;
    scree_world *world = scree_world_create(&def);
    bool done = world != NULL && scree_world_load_snapshot(world, f->bytes, f->size) == SCREE_OK;
    for (int i = 0; i < STEPS && done; ++i)
    {
        done = scree_world_step(world, 1.0f / 60.0f, 4) == SCREE_OK;
    }
    if (!done)
    {
        fprintf(stderr, "snapshots: %s: %s\n", golden->file, scree_error_text(world));
        scree_world_destroy(world);
        return false;
    }
    const uint64_t hash = scree_world_hash(world), state = scree_world_state_hash(world);
    const bool right = hash == golden->hash && state == golden->state_hash;
    printf("%-26s %-15s %2d 0x%016" PRIx64 " 0x%016" PRIx64 " %s\n", golden->file,
           scree_simd_name(simd), threads, hash, state, right ? "as stored" : "DIFFERS");
    scree_world_destroy(world);
    return right;
}

static bool check(const char *folder, const golden_snapshot *golden)
{
    char path[1024];
    file f;
    snprintf(path, sizeof path, "%s/%s", folder, golden->file);
    bool right = read_file(path, &f);
    for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT && right; ++simd)
    {
        if (scree_simd_is_supported((scree_simd)simd))
        {
            right = run(golden, &f, (scree_simd)simd, 1) && right;
        }
    }
    right = right && run(golden, &f, SCREE_SIMD_SCALAR, 3);
    free(f.bytes);
    return right;
}

int main(int argc, char **argv)
{
    const bool saves = argc == 3 && strcmp(argv[1], "--save") == 0;
    if (argc != 2 && !saves)
    {
        fprintf(stderr, "usage: scree_snapshots [--save] FOLDER\n");
        return 2;
    }
    const char *folder = argv[argc - 1];
    if (saves)
    {
        const scree_world_def def = scree_world_def_default();
        char path[1024];
        snprintf(path, sizeof path, "%s/version_1_few.snapshot", folder);
        bool saved = save(path, few_features_world(&def));
        snprintf(path, sizeof path, "%s/version_1_every.snapshot", folder);
        saved = saved && save(path, every_feature_world(&def));
        snprintf(path, sizeof path, "%s/version_1_particles.snapshot", folder);
        saved = saved && save(path, particle_world(&def));
        if (!saved)
        {
            return 1;
        }
    }
    bool right = true;
    for (int i = 0; i < GOLDEN_COUNT; ++i)
    {
        right = check(folder, &golden_snapshots[i]) && right;
    }
    return right ? 0 : 1;
}
