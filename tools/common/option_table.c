#include "option_table.h"

#include "output.h"
#include "same_file.h"

#include "scenes/files/scene_file.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum
{
    MAX_OPTIONS = 48,
    MAX_HELP = 256,
    FIRST_KEY = 256,  // beyond letters
    PARAM_KEY = FIRST_KEY + MAX_OPTIONS
};

typedef struct parser
{
    const sc_syntax *syntax;
    char *options;
    bool has_scene;
    const char *file;  // the scene's, which is read when all parameters are known; or null
    int value_count;
    sc_file_value values[SC_FILE_MAX_PARAMETERS];
    char names[SC_FILE_MAX_PARAMETERS][32];
} parser;

bool sc_take_flag(const sc_option *option, const char *text, void *place)
{
    (void)option;
    (void)text;
    *(bool *)place = true;
    return true;
}

bool sc_take_int(const sc_option *option, const char *text, void *place)
{
    return sc_parse_int(option->name, text, (int)option->low, (int)option->high, place);
}

bool sc_take_uint64(const sc_option *option, const char *text, void *place)
{
    return sc_parse_uint64(option->name, text, place);
}

bool sc_take_positive(const sc_option *option, const char *text, void *place)
{
    return sc_parse_positive(option->name, text, option->high, place);
}

bool sc_take_simd(const sc_option *option, const char *text, void *place)
{
    return sc_parse_simd(option->name, text, place);
}

bool sc_take_solver(const sc_option *option, const char *text, void *place)
{
    return sc_parse_solver(option->name, text, place);
}

bool sc_take_choice(const sc_option *option, const char *text, void *place)
{
    char choices[64], *rest;
    const char *names[8] = {NULL};
    snprintf(choices, sizeof choices, "%s", option->argument);
    names[0] = strtok_r(choices, "|", &rest);
    for (int i = 1; i < 7 && names[i - 1] != NULL; ++i)
        names[i] = strtok_r(NULL, "|", &rest);
    return sc_parse_choice(option->name, text, names, place);
}

bool sc_take_input(const sc_option *option, const char *text, void *place)
{
    (void)option;
    *(const char **)place = text;
    return true;
}

bool sc_take_text(const sc_option *option, const char *text, void *place)
{
    return sc_take_input(option, text, place);
}

bool sc_take_output(const sc_option *option, const char *text, void *place)
{
    return sc_take_input(option, text, place);
}

// The path of a command that takes a file.
static const char **file_of(const parser *parser)
{
    const sc_syntax *syntax = parser->syntax;
    return (const char **)(void *)(parser->options + syntax->file);
}

static bool take_file(const parser *parser, const char *text)
{
    if (*file_of(parser) != NULL)
    {
        sc_print_error("one file at a time: '%s' is one too many", text);
        return false;
    }
    *file_of(parser) = text;
    return true;
}

static bool take_scene(parser *parser, const char *text)
{
    const sc_syntax *syntax = parser->syntax;
    bool may_be_all = strchr(syntax->scenes, '|') != NULL;
    if (parser->has_scene)
    {
        sc_print_error("one scene%s: '%s' is one too many", may_be_all ? ", or all" : " at a time",
                       text);
        return false;
    }
    parser->has_scene = true;
    if (sc_is_scene_file(text))
    {
        parser->file = text;
        return true;
    }
    return (may_be_all && strcmp(text, "all") == 0) ||
           sc_parse_scene(text, (const scree_scene **)(void *)(parser->options + syntax->scene));
}

// "NAME=VALUE"
static bool take_value(parser *parser, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length < 1 || length > 31)
    {
        sc_print_error("--param takes NAME=VALUE, not '%s'", text);
        return false;
    }
    if (parser->value_count == SC_FILE_MAX_PARAMETERS)
    {
        sc_print_error("--param comes more than %d times", (int)SC_FILE_MAX_PARAMETERS);
        return false;
    }
    char *name = parser->names[parser->value_count];
    memcpy(name, text, length);
    name[length] = '\0';
    for (int i = 0; i < parser->value_count; ++i)
    {
        if (strcmp(parser->names[i], name) == 0)
        {
            sc_print_error("--param %s comes twice", name);
            return false;
        }
    }
    // strtod reads hexadecimal numbers, "inf" and "nan"; files do not have them.
    if (equals[1 + strspn(equals + 1, "+-.eE0123456789")] != '\0')
    {
        sc_print_error("--param takes a number, not '%s'", equals + 1);
        return false;
    }
    sc_file_value *value = &parser->values[parser->value_count++];
    value->name = name;
    return sc_parse_double("param", equals + 1, -3.4e38, 3.4e38, &value->value);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    parser *parser = state->input;
    const sc_syntax *syntax = parser->syntax;
    const bool files = syntax->no_file != NULL;
    if (key == ARGP_KEY_ARG)
        return (files ? take_file(parser, text) : take_scene(parser, text)) ? 0 : EINVAL;
    if (key == PARAM_KEY)
        return take_value(parser, text) ? 0 : EINVAL;
    if (key == ARGP_KEY_NO_ARGS && files)
    {
        sc_print_error("%s", syntax->no_file);
        return EINVAL;
    }
    if (key == ARGP_KEY_NO_ARGS && syntax->purpose != NULL)
    {
        sc_print_error("say which scene %s%s; `scree scenes` lists them", syntax->purpose,
                       strchr(syntax->scenes, '|') != NULL ? ", or all" : "");
        return EINVAL;
    }
    for (int i = 0; syntax->table[i].help != NULL; ++i)
    {
        const sc_option *option = &syntax->table[i];
        if (option->take != NULL && key == (option->letter != 0 ? option->letter : FIRST_KEY + i))
            return option->take(option, text, parser->options + option->offset) ? 0 : EINVAL;
    }
    return ARGP_ERR_UNKNOWN;
}

// The help of an option with its range.
static const char *fill_help(const sc_option *option, char text[MAX_HELP])
{
    const char *mark = strstr(option->help, "{}");
    if (mark == NULL)
        return option->help;
    snprintf(text, MAX_HELP, "%.*s%.0f to %.0f%s", (int)(mark - option->help), option->help,
             option->low, option->high, mark + 2);
    return text;
}

static bool parse_all(parser *parser, int argc, char **argv)
{
    const sc_syntax *syntax = parser->syntax;
    struct argp_option options[MAX_OPTIONS + 2] = {{0}};
    char help[MAX_OPTIONS][MAX_HELP];
    int group = 0, i = 0;
    for (; syntax->table[i].help != NULL && i < MAX_OPTIONS; ++i)
    {
        const sc_option *option = &syntax->table[i];
        group += option->name == NULL;
        options[i] = (struct argp_option){.name = option->name,
                                          .arg = option->argument,
                                          .doc = fill_help(option, help[i]),
                                          .group = group};
        if (option->name != NULL)
            options[i].key = option->letter != 0 ? option->letter : FIRST_KEY + i;
    }
    if (syntax->no_file == NULL)
        options[i] = (struct argp_option){.name = "param",
                                          .key = PARAM_KEY,
                                          .arg = "NAME=VALUE",
                                          .doc = "a parameter of the scene's file; may come again",
                                          .group = 1};
    struct argp argp = {.options = options,
                        .parser = parse,
                        .args_doc = syntax->no_file != NULL ? "FILE" : syntax->scenes,
                        .doc = syntax->help};
    return argp_parse(&argp, argc, argv, 0, NULL, parser) == 0;
}

// The path in an option of that kind; null: another kind, or not given.
static const char *path_of(const parser *parser, int index, sc_take *kind)
{
    const sc_option *option = &parser->syntax->table[index];
    if (option->take != kind)
        return NULL;
    return *(const char **)(void *)(parser->options + option->offset);
}

static bool check_input(const parser *parser, const sc_option *output, const char *path, int index)
{
    const char *input = path_of(parser, index, sc_take_input);
    const char *name = parser->syntax->table[index].name;
    if (input == NULL || !sc_would_overwrite(path, input))
        return true;
    bool replaced = output->replaces != NULL && strcmp(output->replaces, name) == 0;
    if (replaced && sc_is_same_file(path, input))
        return true;
    sc_print_error("--%s %s would overwrite the file of --%s", output->name, path, name);
    return false;
}

static bool check_other_output(const parser *parser, const char *path, int index)
{
    const char *other = path_of(parser, index, sc_take_output);
    if (other == NULL || !(sc_would_overwrite(path, other) || sc_would_overwrite(other, path)))
        return true;
    if (strcmp(path, "-") == 0 && strcmp(other, "-") == 0)
        sc_print_error("two outputs cannot both go to stdout");
    else if (strcmp(path, other) == 0)
        sc_print_error("two outputs cannot both go to %s", path);
    else
        sc_print_error("the outputs %s and %s would overwrite each other", other, path);
    return false;
}

// Outputs may not overwrite the scene's file, a file that another option reads, or each other.
static bool check_outputs(const parser *parser)
{
    const sc_option *table = parser->syntax->table;
    for (int i = 0; table[i].help != NULL; ++i)
    {
        const char *path = path_of(parser, i, sc_take_output);
        if (path == NULL)
            continue;
        if (parser->file != NULL && sc_would_overwrite(path, parser->file))
        {
            sc_print_error("the output %s would overwrite the file of the scene", path);
            return false;
        }
        if (parser->syntax->no_file != NULL && sc_would_overwrite(path, *file_of(parser)))
        {
            sc_print_error("the output %s would overwrite the file that is read", path);
            return false;
        }
        for (int k = 0; table[k].help != NULL; ++k)
        {
            if (!check_input(parser, &table[i], path, k) ||
                (k < i && !check_other_output(parser, path, k)))
                return false;
        }
    }
    return true;
}

static bool check_size(const parser *parser)
{
    const sc_syntax *syntax = parser->syntax;
    int size = *(int *)(void *)(parser->options + syntax->size);
    const scree_scene *scene = *(const scree_scene **)(void *)(parser->options + syntax->scene);
    if (size == 0)
        return true;
    if (scene == NULL)
        sc_print_error("--size wants one scene: it counts something else in each");
    else if (size < scene->size_min || size > scene->size_max)
        sc_print_error("--size of %s (%s) is from %d to %d, not %d", scene->name,
                       scene->size_meaning, scene->size_min, scene->size_max, size);
    else
        return true;
    return false;
}

// A seed of a scene without random numbers would change nothing.
static bool check_seed(const parser *parser)
{
    const sc_syntax *syntax = parser->syntax;
    const scree_scene *scene = *(const scree_scene **)(void *)(parser->options + syntax->scene);
    for (int i = 0; syntax->table[i].help != NULL; ++i)
    {
        const sc_option *option = &syntax->table[i];
        if (option->take == sc_take_uint64 && scene != NULL && !scene->random &&
            *(uint64_t *)(void *)(parser->options + option->offset) != 0)
        {
            sc_print_error("--%s does nothing in %s: the scene has no random numbers", option->name,
                           scene->name);
            return false;
        }
    }
    return true;
}

static uint64_t seed_of(const parser *parser)
{
    const sc_syntax *syntax = parser->syntax;
    for (int i = 0; syntax->table[i].help != NULL; ++i)
    {
        const sc_option *option = &syntax->table[i];
        if (option->take == sc_take_uint64)
            return *(uint64_t *)(void *)(parser->options + option->offset);
    }
    return 0;
}

// The scene stays until the program ends.
static bool load_scene(parser *parser)
{
    static const scree_scene *loaded;
    char why[1024];
    if (parser->file == NULL && parser->value_count > 0)
    {
        sc_print_error("--param wants a scene from a file");
        return false;
    }
    if (parser->file == NULL)
        return true;
    sc_scene_file_free(loaded);
    loaded = sc_scene_file_load(parser->file, parser->values, parser->value_count, why, sizeof why);
    if (loaded == NULL)
        sc_print_error("%s", why);
    else if (sc_scene_file_notes(loaded)[0] != '\0')
        sc_print_error("%s: left out: %s", parser->file, sc_scene_file_notes(loaded));
    *(const scree_scene **)(void *)(parser->options + parser->syntax->scene) = loaded;
    return loaded != NULL;
}

// Builds a scene from a file once, so that its errors are reported before anything runs.
static bool check_file(const parser *parser)
{
    char why[1024];
    if (parser->file == NULL)
        return true;
    const sc_syntax *syntax = parser->syntax;
    const scree_scene *scene = *(const scree_scene **)(void *)(parser->options + syntax->scene);
    scree_scene_params params = {.size = *(int *)(void *)(parser->options + syntax->size),
                                 .seed = seed_of(parser)};
    bool ok = sc_scene_file_check(scene, &params, why, sizeof why);
    if (!ok)
        sc_print_error("%s", why);
    return ok;
}

bool sc_parse_options(const sc_syntax *syntax, int argc, char **argv, void *options)
{
    parser parser = {.syntax = syntax, .options = options};
    if (!parse_all(&parser, argc, argv))
        return false;
    if (syntax->no_file != NULL)
        return check_outputs(&parser) && sc_check_environment();
    return load_scene(&parser) && check_size(&parser) && check_seed(&parser) &&
           check_outputs(&parser) && sc_check_environment() && check_file(&parser);
}

bool sc_parse_no_options(int argc, char **argv, const char *help)
{
    // Without a parser every argument is one too many, which argp says.
    struct argp argp = {.doc = help};
    return argp_parse(&argp, argc, argv, 0, NULL, NULL) == 0;
}
