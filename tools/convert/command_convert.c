// `scree convert SCENE`: writes a scene as a file.

#include "tools/commands.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"

#include "scenes/files/scene_file.h"

#include <stdlib.h>

typedef struct convert_options
{
    const scree_scene *scene;
    scree_scene_params params;
    const char *variant;
    const char *output;
    bool schema;
} convert_options;

static bool parse_options(convert_options *options, int argc, char **argv)
{
    static const sc_option table[] = {
        SC_OPTION_SIZE(convert_options),
        SC_OPTION_SEED(convert_options),
        SC_OPTION_VARIANT(convert_options),
        SC_OPTION_ROW("output", "F", "file to write; default - for stdout", sc_take_output,
                      SC_OPTION_PLACE(convert_options, output, const char *), 0, 0, 'o', NULL),
        SC_OPTION_FLAG(convert_options, schema, "schema", "write the JSON Schema of scene files"),
        {0},
    };
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "[SCENE]",
        .help = "Writes a scene as a file from which it runs bit for bit the same.\v"
                "docs/files.md describes the files. Scenes that create, destroy or drive bodies "
                "while they run are refused.",
        .scene = offsetof(convert_options, scene),
        .size = offsetof(convert_options, params.size),
    };
    if (!sc_parse_options(&syntax, argc, argv, options) ||
        !sc_parse_variant(options->scene, options->variant, &options->params.variant))
        return false;
    if ((options->scene != NULL) == options->schema)
    {
        sc_print_error("say which scene to convert, or --schema; `scree scenes` lists the scenes");
        return false;
    }
    return true;
}

static bool write_scene(FILE *file, const convert_options *options)
{
    const scree_scene *scene = options->scene;
    scree_world_def def = scree_scene_world_def(scene, options->params.size);
    scree_world *world = scree_world_create(&def);
    scree_scene_state *state = calloc(1, sizeof *state);
    char why[256] = "out of memory";
    bool ok = world != NULL && state != NULL;
    if (ok && !scree_scene_create(scene, world, &options->params, state))
    {
        sc_print_error("cannot build %s: %s", scene->name, scree_error_text(world));
        ok = false;
    }
    else if (!ok || !sc_scene_file_write(file, scene, world, state, why, sizeof why))
    {
        sc_print_error("cannot convert %s: %s", scene->name, why);
        ok = false;
    }
    free(state);
    scree_world_destroy(world);
    return ok;
}

int sc_command_convert(int argc, char **argv)
{
    convert_options options = {.output = "-"};
    if (!parse_options(&options, argc, argv))
        return SC_EXIT_USAGE;
    sc_output output = {0};
    if (!sc_output_probe(&output, options.output))
        return SC_EXIT_USAGE;
    // A scene that is refused on the way leaves the file as it was.
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory != NULL;
    if (ok && options.schema)
        sc_scene_file_write_schema(memory);
    else if (ok)
        ok = write_scene(memory, &options);
    if (memory == NULL || fclose(memory) != 0)
    {
        sc_print_error("out of memory");
        ok = false;
    }
    ok = ok && sc_output_begin(&output);
    if (ok)
        fwrite(text, 1, size, output.file);
    free(text);
    return sc_output_close(&output) && ok ? SC_EXIT_OK : SC_EXIT_FAILURE;
}
