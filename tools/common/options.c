#include "options.h"

#include "output.h"
#include "scenes/files/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The strto functions skip white space and let trailing text pass: neither is a number here.
static bool is_whole(const char *text, const char *end)
{
    return text[0] != '\0' && !isspace((unsigned char)text[0]) && end != text && *end == '\0';
}

bool sc_parse_int(const char *option, const char *text, int low, int high, int *value)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    bool ok = is_whole(text, end) && errno == 0 && number >= low && number <= high;
    if (ok)
        *value = (int)number;
    else
        sc_print_error("--%s takes a whole number from %d to %d, not '%s'", option, low, high,
                       text);
    return ok;
}

bool sc_parse_uint64(const char *option, const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    bool ok = is_whole(text, end) && text[0] != '-' && errno == 0;
    if (ok)
        *value = number;
    else
        sc_print_error("--%s takes a whole number from 0 to 2^64 - 1, not '%s'", option, text);
    return ok;
}

bool sc_parse_positive(const char *option, const char *text, double high, double *value)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    // The engine computes in float: a number that rounds to 0 there is 0.
    bool ok = is_whole(text, end) && (float)number > 0.0f && number <= high;
    if (ok)
        *value = number;
    else
        sc_print_error("--%s takes a number above 0 and up to %g, not '%s'", option, high, text);
    return ok;
}

bool sc_parse_double(const char *option, const char *text, double low, double high, double *value)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    bool ok = is_whole(text, end) && number >= low && number <= high;
    if (ok)
        *value = number;
    else
        sc_print_error("--%s takes a number from %g to %g, not '%s'", option, low, high, text);
    return ok;
}

bool sc_parse_simd(const char *option, const char *text, scree_simd *value)
{
    scree_simd simd = scree_simd_from_name(text);
    if (simd == SCREE_SIMD_COUNT)
    {
        sc_print_error("--%s: there is no instruction set '%s'; `scree cpu` lists them", option,
                       text);
        return false;
    }
    // sc_check_environment refuses a bad "auto".
    if (simd != SCREE_SIMD_AUTO && !scree_simd_is_supported(simd))
    {
        sc_print_error("--%s: this CPU or build has no %s; `scree cpu` lists what it has", option,
                       text);
        return false;
    }
    *value = simd;
    return true;
}

bool sc_check_environment(void)
{
    bool ok = scree_simd_best() != SCREE_SIMD_COUNT;
    if (!ok)
    {
        // The library knows the sentence.
        scree_world_def def = scree_world_def_default();
        scree_world_destroy(scree_world_create(&def));
        sc_print_error("%s", scree_error_text(NULL));
    }
    return ok;
}

bool sc_parse_solver(const char *option, const char *text, scree_solver *value)
{
    const char *names[SCREE_SOLVER_COUNT + 1] = {NULL};
    for (int i = 0; i < SCREE_SOLVER_COUNT; ++i)
        names[i] = scree_solver_name((scree_solver)i);
    int choice;
    if (!sc_parse_choice(option, text, names, &choice))
        return false;
    *value = (scree_solver)choice;
    return true;
}

int sc_default_substeps(const scree_scene *scene, scree_solver solver)
{
    return solver == SCREE_SOLVER_SOFT_STEP ? scree_scene_substeps(scene) : 1;
}

int sc_thread_count(int workers)
{
    scree_world_def def = scree_world_def_default();
    def.worker_count = workers;
    scree_world *world = scree_world_create(&def);
    int count = world != NULL ? scree_world_thread_count(world) : workers;
    scree_world_destroy(world);
    if (count < workers)
        sc_print_error("of %d threads %d run: no more than cores", workers, count);
    return count;
}

bool sc_parse_choice(const char *option, const char *text, const char *const *names, int *value)
{
    char list[128] = "";
    for (int i = 0; names[i] != NULL; ++i)
    {
        if (strcmp(names[i], text) == 0)
        {
            *value = i;
            return true;
        }
        strncat(list, i > 0 ? " or " : "", sizeof list - strlen(list) - 1);
        strncat(list, names[i], sizeof list - strlen(list) - 1);
    }
    sc_print_error("--%s takes %s, not '%s'", option, list, text);
    return false;
}

bool sc_parse_scene(const char *text, const scree_scene **value)
{
    *value = scree_scene_find(text);
    if (*value != NULL)
        return true;
    char list[256] = "";
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const char *name = scree_scene_at(i)->name;
        if (!sc_is_alike(text, name) || strlen(list) + strlen(name) + 3 > sizeof list)
            continue;
        strcat(list, list[0] != '\0' ? ", " : "");
        strcat(list, name);
    }
    if (list[0] != '\0')
        sc_print_error("there is no scene '%s'; did you mean %s?", text, list);
    else
        sc_print_error("there is no scene '%s'; `scree scenes` lists them", text);
    return false;
}

bool sc_parse_list(const char *option, const char *what, const char *text,
                   bool (*take)(void *target, char *word), void *target)
{
    for (const char *next = text;; ++next)
    {
        char word[64];
        size_t length = strcspn(next, ",");
        if (length == 0 || length >= sizeof word)
        {
            sc_print_error("--%s takes %s with commas between them, not '%s'", option, what, text);
            return false;
        }
        memcpy(word, next, length);
        word[length] = '\0';
        if (!take(target, word))
            return false;
        next += length;
        if (*next == '\0')
            return true;
    }
}

typedef struct variant
{
    const scree_scene *scene;
    int number;
} variant;

static bool take_variant_word(void *target, char *word)
{
    variant *variant = target;
    int chosen = scree_scene_choose(variant->scene, variant->number, word);
    if (chosen >= 0)
    {
        variant->number = chosen;
        return true;
    }
    char list[256] = "";
    for (int i = 0; i < variant->scene->choice_count; ++i)
    {
        const char *const *words = variant->scene->choices[i].words;
        for (int k = 0; k < SCREE_SCENE_MAX_WORDS && words[k] != NULL; ++k)
        {
            strncat(list, k > 0 ? ", " : i > 0 ? "; " : "", sizeof list - strlen(list) - 1);
            strncat(list, words[k], sizeof list - strlen(list) - 1);
        }
    }
    sc_print_error("--variant of %s takes %s, not '%s'", variant->scene->name, list, word);
    return false;
}

bool sc_parse_variant(const scree_scene *scene, const char *text, int *number)
{
    if (text == NULL)
        return true;
    if (scene == NULL || scene->choice_count == 0)
    {
        sc_print_error("--variant wants one scene that has variants; `scree scenes` lists them");
        return false;
    }
    variant variant = {.scene = scene};
    bool ok = sc_parse_list("variant", "words", text, take_variant_word, &variant);
    *number = variant.number;
    return ok;
}
