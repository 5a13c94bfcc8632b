/// Scene files, files of R.U.B.E. and maps of Tiled from the inputs of libFuzzer
/// (https://llvm.org/docs/LibFuzzer.html): each is refused with a reason, or builds and steps; a
/// world that can be written as a file is read back from it. The limits of objects and edges are
/// lower than those of the command (CMakeLists.txt), because a million bodies take seconds.
#include "tests/fuzz/readers/readers.h"

#include "scenes/files/scene_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 2,
    WHY = 1024,
    /// Bytes that the reader takes for each byte of the file, and for the outlines of tiles:
    /// docs/files.md, with the lower limit of edges.
    READER_MULTIPLE = 192,
    READER_BYTES = 1 << 20
};

static const scree_scene *read_text(const char *text, size_t size, char why[WHY])
{
    why[0] = '\0';
    fuzz_begin_memory();
    const scree_scene *scene = sc_scene_file_parse("f.json", text, size, NULL, 0, why, WHY);
    fuzz_check_memory("scene", READER_MULTIPLE * size + READER_BYTES);
    bool ok = scene != NULL && sc_scene_file_check(scene, NULL, why, WHY);
    if (!ok && why[0] == '\0')
    {
        fuzz_fail("scene", "refused without a reason");
    }
    if (!ok)
    {
        sc_scene_file_free(scene);
        return NULL;
    }
    return scene;
}

static scree_world *build(const scree_scene *scene, scree_scene_state *state)
{
    const scree_world_def def = scree_scene_world_def(scene, 0);
    scree_world *world = scree_world_create(&def);
    if (world == NULL || !scree_scene_create(scene, world, NULL, state))
    {
        fuzz_fail("scene", "checked, but not built: %s", scree_error_text(world));
    }
    return world;
}

/// Writes the scene as a file and reads it back, if files can hold it.
static void read_back(const scree_scene *scene, scree_scene_state *state)
{
    char why[WHY] = "", *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    scree_world *world = build(scene, state);
    const uint64_t hash = scree_world_state_hash(world);
    const bool written = sc_scene_file_write(file, scene, world, state, why, sizeof why);
    fclose(file);
    scree_world_destroy(world);
    if (!written && why[0] == '\0')
    {
        fuzz_fail("scene", "not written, without a reason");
    }
    if (written)
    {
        const scree_scene *again = read_text(text, length, why);
        if (again == NULL)
        {
            fuzz_fail("scene", "the written file is refused: %s\n%s", why, text);
        }
        world = build(again, state);
        if (scree_world_state_hash(world) != hash)
        {
            fuzz_fail("scene", "the written file builds another world:\n%s", text);
        }
        scree_world_destroy(world);
        sc_scene_file_free(again);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static scree_scene_state state;
    char why[WHY];
    const scree_scene *scene = read_text((const char *)data, size, why);
    if (scene != NULL)
    {
        scree_world *world = build(scene, &state);
        for (int i = 0; i < STEPS; ++i)
        {
            (void)scree_scene_step(scene, world, &state, scree_scene_dt(scene), 2);
        }
        scree_world_destroy(world);
        read_back(scene, &state);
        sc_scene_file_free(scene);
    }
    return 0;
}
