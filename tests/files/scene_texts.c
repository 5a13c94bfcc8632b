#include "tests/files/scene_texts.h"

const scree_scene *scene_of_text(const char *text, size_t length, char why[WHY_SIZE])
{
    why[0] = '\0';
    const scree_scene *scene = sc_scene_file_parse("f.json", text, length, NULL, 0, why, WHY_SIZE);
    if (scene != NULL && sc_scene_file_check(scene, NULL, why, WHY_SIZE))
        return scene;
    sc_scene_file_free(scene);
    return NULL;
}

void try_scene_text(const char *text, size_t length)
{
    char why[WHY_SIZE];
    // A copy of its own length, so that a sanitizer sees reads beyond the end.
    scoped_memory char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, text, length);
    const scree_scene *scene = scene_of_text(copy, length, why);
    // A refusal names the file, then the place, if it is not the whole.
    if (scene == NULL && (strncmp(why, "f.json: ", 8) != 0 || why[8] == '\0'))
        fail_msg("'%s' from %.*s", why, (int)length, text);
    sc_scene_file_free(scene);
}

scree_world *world_of_scene(const scree_scene *scene, int size, scree_scene_state *state)
{
    scree_world_def def = scree_scene_world_def(scene, size);
    scree_world *world = scree_world_create(&def);
    assert_non_null(world);
    scree_scene_params params = {.size = size};
    assert_true(scree_scene_create(scene, world, &params, state));
    return world;
}

char *text_of_world(const scree_scene *scene, scree_world *world, const scree_scene_state *state,
                    char why[WHY_SIZE])
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    why[0] = '\0';
    bool ok = sc_scene_file_write(file, scene, world, state, why, WHY_SIZE);
    fclose(file);
    if (ok)
        return text;
    free(text);
    return NULL;
}

char *text_of_file(const char *path, size_t *length)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", SC_SOURCE_DIR, path);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *length, file), *length);
    text[*length] = '\0';
    fclose(file);
    return text;
}
