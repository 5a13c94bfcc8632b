#include "compare_options.h"

#include "options.h"
#include "output.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum
{
    KEY_ENGINES = 256,
    KEY_REPEAT,
    KEY_SIZE,
    KEY_STEPS,
    KEY_SEED,
    KEY_THREADS,
    KEY_LIMIT,
    KEY_JSON,
    KEY_HTML
};

static const struct argp_option argp_options[] = {
    {NULL, 0, NULL, 0, "What is run:", 1},
    {"engines", KEY_ENGINES, "A,B,..", 0,
     "as listed by `scree engines`; scree:SET picks an instruction set; default: all there are", 0},
    {"repeat", KEY_REPEAT, "R", 0, "rounds, 1 to 100; default 3", 0},
    {"size", KEY_SIZE, "N|small", 0,
     "scale of the scene; small: each scene small enough for the slowest engine", 0},
    {"steps", KEY_STEPS, "N", 0, "length of each run, 2 to 1000000; default: the scene's", 0},
    {"seed", KEY_SEED, "N", 0, "of the random numbers; 0: the scene's own", 0},
    {"threads", KEY_THREADS, "T", 0, "of the engines that have more than one; default 1", 0},
    {"limit", KEY_LIMIT, "S", 0, "a run ends after S seconds of stepping; default 60", 0},
    {NULL, 0, NULL, 0, "What is written; F may be - for stdout:", 2},
    {"json", KEY_JSON, "F", 0, "every step of every run, quality, counts, verdicts, context", 0},
    {"html", KEY_HTML, "F", 0, "a report as one page that needs nothing else", 0},
    {"quiet", 'q', NULL, 0, "no tables, no progress bar", 0},
    {0},
};

const char *sc_compare_subject_name(const sc_compare_options *options)
{
    return options->contenders[options->subject].name;
}

const char *sc_contender_simd(const sc_contender *contender)
{
    if (strcmp(contender->engine->name, "scree") != 0)
        return NULL;
    bool is_auto = contender->simd == SCREE_SIMD_AUTO;
    return scree_simd_name(is_auto ? scree_simd_best() : contender->simd);
}

// All names of engines, for messages.
static void list_engines(char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        strncat(text, i > 0 ? ", " : "", size - strlen(text) - 1);
        strncat(text, sc_engine_at(i)->name, size - strlen(text) - 1);
    }
}

static void tell_unknown_engine(const char *name)
{
    char list[256];
    list_engines(list, sizeof list);
    for (int i = 0; i < sc_missing_engine_count(); ++i)
    {
        sc_missing_engine missing = sc_missing_engine_at(i);
        if (strcmp(missing.name, name) != 0)
            continue;
        sc_print_error("this build has no %s (%s); it has %s", name, missing.remedy, list);
        return;
    }
    sc_print_error("there is no engine '%s'; this build has %s", name, list);
}

static bool add_contender(sc_compare_options *options, const char *name)
{
    if (options->count == SC_COMPARE_MAX_ENGINES)
    {
        sc_print_error("--engines takes up to %d engines", SC_COMPARE_MAX_ENGINES);
        return false;
    }
    for (int i = 0; i < options->count; ++i)
    {
        if (strcmp(options->contenders[i].name, name) == 0)
        {
            sc_print_error("--engines names %s twice", name);
            return false;
        }
    }
    sc_contender *contender = &options->contenders[options->count++];
    *contender = (sc_contender){.simd = SCREE_SIMD_AUTO};
    snprintf(contender->name, sizeof contender->name, "%s", name);
    char base[sizeof contender->name];
    memcpy(base, contender->name, sizeof base);
    char *colon = strchr(base, ':');
    if (colon != NULL)
        *colon = '\0';
    contender->engine = sc_engine_find(base);
    if (contender->engine == NULL)
        tell_unknown_engine(base);
    else if (colon != NULL && strcmp(base, "scree") != 0)
        sc_print_error("--engines: only scree takes an instruction set, not %s", base);
    else
        return colon == NULL || sc_parse_simd("--engines", colon + 1, &contender->simd);
    return false;
}

static bool parse_engines(sc_compare_options *options, const char *argument)
{
    options->count = 0;
    for (const char *word = argument;; ++word)
    {
        size_t length = strcspn(word, ",");
        char name[sizeof options->contenders[0].name];
        if (length == 0 || length >= sizeof name)
        {
            sc_print_error("--engines takes names with commas between them, not '%s'", argument);
            return false;
        }
        memcpy(name, word, length);
        name[length] = '\0';
        if (!add_contender(options, name))
            return false;
        word += length;
        if (*word == '\0')
            return true;
    }
}

static bool parse_size(sc_compare_options *options, const char *argument)
{
    options->small = strcmp(argument, "small") == 0;
    options->params.size = 0;
    return options->small || sc_parse_int("--size", argument, 1, INT32_MAX, &options->params.size);
}

static bool parse_what(sc_compare_options *options, int key, char *argument, bool *known)
{
    switch (key)
    {
    case KEY_ENGINES:
        return parse_engines(options, argument);
    case KEY_REPEAT:
        return sc_parse_int("--repeat", argument, 1, SC_COMPARE_MAX_ROUNDS, &options->rounds);
    case KEY_SIZE:
        return parse_size(options, argument);
    case KEY_STEPS:
        return sc_parse_int("--steps", argument, 2, 1000000, &options->steps);
    case KEY_SEED:
        return sc_parse_uint64("--seed", argument, &options->params.seed);
    case KEY_THREADS:
        return sc_parse_int("--threads", argument, 1, 256, &options->threads);
    case KEY_LIMIT:
        return sc_parse_positive("--limit", argument, 1e6, &options->most_seconds);
    case KEY_JSON:
        options->json = argument;
        return true;
    case KEY_HTML:
        options->html = argument;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    default:
        *known = false;
        return true;
    }
}

typedef struct parser
{
    sc_compare_options *options;
    bool has_scene;
} parser;

static bool parse_scene(parser *parser, const char *argument)
{
    if (parser->has_scene)
    {
        sc_print_error("one scene, or all: '%s' is one too many", argument);
        return false;
    }
    parser->has_scene = true;
    return strcmp(argument, "all") == 0 || sc_parse_scene(argument, &parser->options->scene);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    parser *parser = state->input;
    bool known = true;
    switch (key)
    {
    case ARGP_KEY_ARG:
        return parse_scene(parser, argument) ? 0 : EINVAL;
    case ARGP_KEY_NO_ARGS:
        sc_print_error("say which scene to compare on, or all; `scree scenes` lists them");
        return EINVAL;
    default:
        if (!parse_what(parser->options, key, argument, &known))
            return EINVAL;
        return known ? 0 : ARGP_ERR_UNKNOWN;
    }
}

static bool take_all_engines(sc_compare_options *options)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        if (!add_contender(options, sc_engine_at(i)->name))
            return false;
    }
    return true;
}

// The threads that each gets, and who is compared with the others: scree if it is there.
static bool settle_contenders(sc_compare_options *options)
{
    int most = 0;
    bool found = false;
    for (int i = 0; i < options->count; ++i)
    {
        sc_contender *contender = &options->contenders[i];
        int limit = contender->engine->max_threads;
        contender->threads = options->threads < limit ? options->threads : limit;
        most = contender->threads > most ? contender->threads : most;
        if (!found && strncmp(contender->name, "scree", 5) == 0)
        {
            options->subject = i;
            found = true;
        }
    }
    if (most < options->threads)
        sc_print_error("--threads %d: no engine here has more than %d", options->threads, most);
    return most >= options->threads;
}

bool sc_compare_options_parse(sc_compare_options *options, int argc, char **argv)
{
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .args_doc = "SCENE|all",
        .doc =
            "Runs the same scene on several engines in turn and compares times and quality.\v"
            "Each round runs every engine once, in another order. Times are of the steps after the "
            "first, and ratios are of the mean times of one round. There is a verdict only where "
            "the ratios of all rounds allow one. Overlaps, drift and energy are measured by the "
            "same code for every engine.",
    };
    *options = (sc_compare_options){.rounds = 3, .threads = 1, .most_seconds = 60.0};
    parser parser = {.options = options};
    if (argp_parse(&argp, argc, argv, 0, NULL, &parser) != 0)
        return false;
    if (options->scene == NULL && options->params.size != 0)
    {
        sc_print_error("--size N wants one scene: it counts something else in each");
        return false;
    }
    if (options->scene != NULL && !sc_check_size(options->scene, options->params.size))
        return false;
    return (options->count > 0 || take_all_engines(options)) && settle_contenders(options) &&
           sc_check_outputs(options->json, options->html);
}
