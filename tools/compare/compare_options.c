#include "compare_options.h"

#include "plugin_option.h"

#include "tools/common/option_table.h"
#include "tools/common/output.h"

#include <stdio.h>
#include <string.h>

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
    char list[1024];
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

static bool take_solver(sc_contender *contender, const char *text)
{
    if (strcmp(contender->engine->name, "scree") != 0)
    {
        sc_print_error("--engines: only scree takes a solver, not %s", contender->engine->name);
        return false;
    }
    contender->has_solver = true;
    return sc_parse_solver("engines", text, &contender->solver);
}

// "substeps=3", cut at its sign.
static bool take_setting(sc_contender *contender, char *word)
{
    char *sign = strchr(word, '=');
    *sign = '\0';
    if (strcmp(word, "substeps") == 0)
        return sc_parse_int("engines", sign + 1, 1, 64, &contender->substeps);
    if (strcmp(word, "contact_hertz") == 0)
        return sc_parse_positive("engines", sign + 1, 1e4, &contender->contact_hertz);
    if (strcmp(word, "solver") == 0)
        return take_solver(contender, sign + 1);
    sc_print_error("--engines: %s has no setting '%s' here; there are substeps, contact_hertz and "
                   "solver",
                   contender->engine->name, word);
    return false;
}

// The part after the colon of a name: an instruction set or a setting.
static bool take_choice(sc_contender *contender, char *word)
{
    if (strchr(word, '=') != NULL)
        return take_setting(contender, word);
    if (strcmp(contender->engine->name, "scree") == 0)
        return sc_parse_simd("engines", word, &contender->simd);
    sc_print_error("--engines: only scree takes an instruction set, not %s",
                   contender->engine->name);
    return false;
}

static bool name_is_too_long(const char *name)
{
    sc_print_error("--engines: '%s' is too long", name);
    return false;
}

// A setting of the engine named last: "box2d-3:contact_hertz=45,substeps=8".
static bool add_setting(sc_compare_options *options, char *word)
{
    if (options->count == 0)
    {
        sc_print_error("--engines: '%s' stands before any engine", word);
        return false;
    }
    sc_contender *contender = &options->contenders[options->count - 1];
    const char *join = strchr(contender->name, ':') != NULL ? "," : ":";
    size_t used = strlen(contender->name);
    int size = snprintf(contender->name + used, sizeof contender->name - used, "%s%s", join, word);
    return size < (int)(sizeof contender->name - used) ? take_setting(contender, word)
                                                       : name_is_too_long(word);
}

static bool add_contender(void *target, char *word)
{
    sc_compare_options *options = target;
    char *colon = strchr(word, ':');
    if (colon == NULL && strchr(word, '=') != NULL)
        return add_setting(options, word);
    if (options->count == SC_COMPARE_MAX_ENGINES)
    {
        sc_print_error("--engines takes up to %d engines", SC_COMPARE_MAX_ENGINES);
        return false;
    }
    sc_contender *contender = &options->contenders[options->count++];
    *contender = (sc_contender){.simd = SCREE_SIMD_AUTO};
    if (snprintf(contender->name, sizeof contender->name, "%s", word) >=
        (int)sizeof contender->name)
        return name_is_too_long(word);
    if (colon != NULL)
        *colon = '\0';
    contender->engine = sc_engine_find(word);
    if (contender->engine == NULL)
    {
        tell_unknown_engine(word);
        return false;
    }
    return colon == NULL || take_choice(contender, colon + 1);
}

static bool are_different(const sc_compare_options *options)
{
    for (int i = 0; i < options->count; ++i)
    {
        for (int k = 0; k < i; ++k)
        {
            if (strcmp(options->contenders[i].name, options->contenders[k].name) == 0)
            {
                sc_print_error("--engines names %s twice", options->contenders[i].name);
                return false;
            }
        }
    }
    return true;
}

// Called after all options are read: some of them load engines.
static bool take_engines(sc_compare_options *options)
{
    return sc_parse_list("engines", "names", options->engines, add_contender, options) &&
           are_different(options);
}

static bool take_size(const sc_option *option, const char *text, void *place)
{
    sc_compare_options *options = place;
    options->small = strcmp(text, "small") == 0;
    options->params.size = 0;
    return options->small || sc_take_int(option, text, &options->params.size);
}

static const sc_option table[] = {
    SC_OPTION_HEADING("What is run:"),
    {"engines", "A,B,..",
     "as listed by `scree engines`; scree:SET picks an instruction set, scree:solver=NAME a "
     "solver, NAME:substeps=N and NAME:contact_hertz=F settings for one engine, more of them after "
     "commas; default: all there are",
     sc_take_text, offsetof(sc_compare_options, engines), 0, 0, 0, NULL},
    SC_OPTION_PLUGIN,
    SC_OPTION_INT(sc_compare_options, rounds, "repeat", "R", 1, SC_COMPARE_MAX_ROUNDS,
                  "rounds, {}; default 3"),
    {"size", "N|small", "scale of the scene; small: each scene small enough for the slowest engine",
     take_size, 0, 1, INT32_MAX, 0, NULL},
    SC_OPTION_INT(sc_compare_options, steps, "steps", "N", 2, 1000000,
                  "length of each run, {}; default: the scene's"),
    SC_OPTION_SEED(sc_compare_options),
    SC_OPTION_VARIANT(sc_compare_options),
    SC_OPTION_SLEEP(sc_compare_options),
    SC_OPTION_INT(sc_compare_options, threads, "threads", "T", 1, 256,
                  "of the engines that have more than one; default 1"),
    SC_OPTION_FLAG(sc_compare_options, stages, "stages",
                   "measure the stages of scree, for reports; worlds of a few bodies get slower"),
    SC_OPTION_SECONDS(sc_compare_options, max_seconds, "limit", 1e6,
                      "a run ends after S seconds of stepping; default 60"),
    SC_OPTION_WRITTEN,
    SC_OPTION_OUTPUT(sc_compare_options, json,
                     "every step of every run, quality, counts, verdicts, context"),
    SC_OPTION_OUTPUT(sc_compare_options, html, "a report as one page that needs nothing else"),
    SC_OPTION_QUIET(sc_compare_options),
    {0},
};

static bool take_all_engines(sc_compare_options *options)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        char name[sizeof options->contenders[0].name];
        snprintf(name, sizeof name, "%s", sc_engine_at(i)->name);
        if (!add_contender(options, name))
            return false;
    }
    return true;
}

static bool is_scree(const sc_contender *contender)
{
    return strcmp(contender->engine->name, "scree") == 0;
}

// Sets the threads of each contender, and the one that is compared with the others: scree if it is
// there.
static bool settle_contenders(sc_compare_options *options)
{
    int max = 0;
    bool found = false;
    for (int i = 0; i < options->count; ++i)
    {
        sc_contender *contender = &options->contenders[i];
        int limit = contender->engine->max_threads;
        contender->threads = options->threads < limit ? options->threads : limit;
        max = contender->threads > max ? contender->threads : max;
        if (!found && is_scree(contender))
        {
            options->subject = i;
            found = true;
        }
    }
    if (max < options->threads)
    {
        sc_print_error("--threads %d: no engine here has more than %d", options->threads, max);
        return false;
    }
    int threads = found ? sc_thread_count(options->contenders[options->subject].threads) : 0;
    for (int i = 0; i < options->count; ++i)
    {
        if (is_scree(&options->contenders[i]))
            options->contenders[i].threads = threads;
    }
    return true;
}

bool sc_compare_options_parse(sc_compare_options *options, int argc, char **argv)
{
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "SCENE|all",
        .purpose = "to compare on",
        .help =
            "Runs the same scene on several engines in turn and compares times and quality.\v"
            "Each round runs every engine once, in another order. Times exclude the first step: "
            "processor time with one thread, wall-clock time with several. A ratio compares the "
            "mean times of one round. A verdict is printed only if the ratios of all rounds agree. "
            "The same code measures overlaps, drift and energy for every engine.",
        .scene = offsetof(sc_compare_options, scene),
        .size = offsetof(sc_compare_options, params.size),
    };
    *options = (sc_compare_options){.rounds = 3, .threads = 1, .max_seconds = 60.0};
    return sc_parse_options(&syntax, argc, argv, options) &&
           sc_parse_variant(options->scene, options->variant, &options->params.variant) &&
           (options->engines != NULL ? take_engines(options) : take_all_engines(options)) &&
           settle_contenders(options);
}
