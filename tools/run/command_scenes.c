// `scree scenes` and `scree cpu`: the scenes to run, and the sets to run them on.

#include "tools/commands.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"

#include "scenes/scenes.h"

#include <stdio.h>

static void list_choices(const scree_scene *scene)
{
    if (scene->choice_count > 0)
        printf("\n%-16s --variant: one word of each line; the first is the default\n", scene->name);
    for (int i = 0; i < scene->choice_count; ++i)
    {
        const scree_scene_choice *choice = &scene->choices[i];
        printf("  %s:", choice->meaning);
        for (int k = 0; k < SCREE_SCENE_MAX_WORDS && choice->words[k] != NULL; ++k)
            printf("%s %s", k > 0 ? "," : "", choice->words[k]);
        putchar('\n');
    }
}

int sc_command_scenes(int argc, char **argv)
{
    if (!sc_parse_no_options(argc, argv, "Lists the scenes with their default size and length."))
        return SC_EXIT_USAGE;
    printf("%-16s %9s %9s %6s  %s\n", "scene", "size", "bodies", "steps", "description");
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        printf("%-16s %9d %9d %6d  %s\n", scene->name, scene->size_default,
               scene->counts(scene->size_default).bodies, scene->steps, scene->description);
    }
    printf("\n%-16s %s\n", "scene", "size counts");
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        printf("%-16s %s, %d to %d%s\n", scene->name, scene->size_meaning, scene->size_min,
               scene->size_max, scene->random ? "; takes a seed" : "");
    }
    for (int i = 0; i < scree_scene_count(); ++i)
        list_choices(scree_scene_at(i));
    return SC_EXIT_OK;
}

int sc_command_cpu(int argc, char **argv)
{
    if (!sc_parse_no_options(
            argc, argv,
            "Lists the instruction sets, whether this CPU has them, and the one in use by "
            "default.\vThe environment variable SCREE_SIMD sets another default; if it names none "
            "of them, commands end with an error."))
        return SC_EXIT_USAGE;
    scree_simd best = scree_simd_best();
    for (int i = SCREE_SIMD_SCALAR; i < SCREE_SIMD_COUNT; ++i)
    {
        scree_simd simd = (scree_simd)i;
        printf("%-16s %-13s%s\n", scree_simd_name(simd),
               scree_simd_is_supported(simd) ? "supported" : "not supported",
               simd == best ? "  picked" : "");
    }
    return sc_check_environment() ? SC_EXIT_OK : SC_EXIT_USAGE;
}
