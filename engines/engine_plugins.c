#include "engines/engine_plugins.h"
#include "engines/plugin_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#define HAS_DLOPEN
#endif
#endif

typedef struct problem
{
    const char *path;
    char *why;
    size_t size;
} problem;

// Writes the first line of the reason. Always returns false.
static bool refuse(const problem *problem, const char *format, ...)
{
    va_list arguments;
    char text[512];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text[strcspn(text, "\n")] = '\0';
    snprintf(problem->why, problem->size, "%s: %s", problem->path, text);
    return false;
}

// Makes a path with a folder, because dlopen searches other folders for a name without one.
static bool find_path(const problem *problem, char *path, size_t size)
{
    const char *fault = sc_plugin_file_fault(problem->path);
    if (fault != NULL)
        return refuse(problem, "%s", fault);
    bool has_folder = strchr(problem->path, '/') != NULL;
    if (snprintf(path, size, "%s%s", has_folder ? "" : "./", problem->path) >= (int)size)
        return refuse(problem, "the path is too long");
    return true;
}

#if defined(HAS_DLOPEN)
// The loader's message without the path and the colon with which it may begin.
static const char *without_path(const char *message, const char *path)
{
    size_t length = strlen(path);
    bool named = strncmp(message, path, length) == 0 && strncmp(message + length, ": ", 2) == 0;
    return named ? message + length + 2 : message;
}

static bool find_function(const problem *problem, sc_engine_plugin_function **function)
{
    char path[4096];
    if (!find_path(problem, path, sizeof path))
        return false;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return refuse(problem, "cannot be loaded: %s", without_path(dlerror(), path));
    void *symbol = dlsym(object, SC_ENGINE_PLUGIN_SYMBOL);
    if (symbol == NULL || !sc_is_function(symbol))
        return refuse(problem,
                      "not an engine plugin: it exports no function " SC_ENGINE_PLUGIN_SYMBOL);
    memcpy(function, &symbol, sizeof symbol);
    return true;
}
#else
static bool find_function(const problem *problem, sc_engine_plugin_function **function)
{
    char path[4096];
    *function = NULL;
    return find_path(problem, path, sizeof path) &&
           refuse(problem, "this system has no dlopen, so it cannot load plugins");
}
#endif

static bool check_layout(const problem *problem, const sc_engine_plugin *plugin)
{
    if (plugin->version != SC_ENGINE_PLUGIN_VERSION)
        return refuse(problem,
                      "built for version %u of the plugin interface, this program has %u: build it "
                      "again with the headers of this program",
                      (unsigned)plugin->version, (unsigned)SC_ENGINE_PLUGIN_VERSION);
    const sc_engine_plugin own = SC_ENGINE_PLUGIN(NULL);
    const struct
    {
        const char *name;
        uint32_t given, expected;
    } sizes[] = {
        {"sc_engine", plugin->engine_size, own.engine_size},
        {"sc_engine_settings", plugin->settings_size, own.settings_size},
        {"sc_model_body", plugin->body_size, own.body_size},
        {"sc_model_shape", plugin->shape_size, own.shape_size},
        {"sc_model_joint", plugin->joint_size, own.joint_size},
        {"sc_model_parts", plugin->parts_size, own.parts_size},
        {"sc_engine_counts", plugin->counts_size, own.counts_size},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i)
    {
        if (sizes[i].given != sizes[i].expected)
            return refuse(problem,
                          "its %s has %u bytes, that of this program %u: build it again with the "
                          "headers of this program",
                          sizes[i].name, (unsigned)sizes[i].given, (unsigned)sizes[i].expected);
    }
    return plugin->engine != NULL || refuse(problem, "its engine is null");
}

// Checks that the engine has the functions that every engine needs.
static bool check_functions(const problem *problem, const sc_engine *engine)
{
    const struct
    {
        const char *name;
        bool there;
    } members[] = {
        {"create", engine->create != NULL},
        {"destroy", engine->destroy != NULL},
        {"add_body", engine->add_body != NULL},
        {"add_shape", engine->add_shape != NULL},
        {"refuse_joint", engine->refuse_joint != NULL || engine->add_joint == NULL},
        {"set_velocity", engine->set_velocity != NULL},
        {"step", engine->step != NULL},
        {"read", engine->read != NULL},
        {"read_velocities", engine->read_velocities != NULL},
        {"count", engine->count != NULL},
        {"count_overlaps", engine->count_overlaps != NULL || engine->cast_rays == NULL},
        {"version", engine->version != NULL},
        {"build", engine->build != NULL},
        {"notes", engine->notes != NULL},
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i)
    {
        if (!members[i].there)
            return refuse(problem, "the member %s of its engine is null", members[i].name);
    }
    return true;
}

// Checks that the name of the engine can be used with --engines.
static bool check_name(const problem *problem, const sc_engine *engine)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const char *name = engine->name;
    if (name == NULL || name[0] == '\0' || strlen(name) > 31 || name[strspn(name, letters)] != '\0')
        return refuse(problem, "the name of its engine is not 1 to 31 letters, digits, '.', '_' "
                               "and '-'");
    if (engine->max_threads < 1)
        return refuse(problem, "max_threads of its engine is %d, not 1 or more",
                      engine->max_threads);
    if (sc_engine_find(name) != NULL)
        return refuse(problem, "there is an engine '%s' already", name);
    return true;
}

static const sc_engine *loaded[SC_ENGINE_MAX_ADDED];
static int loaded_count;

const sc_engine *sc_engine_plugin_load(const char *path, char *why, size_t size)
{
    const problem problem = {path, why, size};
    sc_engine_plugin_function *function;
    if (loaded_count == SC_ENGINE_MAX_ADDED)
    {
        refuse(&problem, "no more than %d plugins can be loaded", (int)SC_ENGINE_MAX_ADDED);
        return NULL;
    }
    if (!find_function(&problem, &function))
        return NULL;
    const sc_engine_plugin *plugin = function();
    if (plugin == NULL)
    {
        refuse(&problem, SC_ENGINE_PLUGIN_SYMBOL " returned null: the engine cannot run here");
        return NULL;
    }
    if (!check_layout(&problem, plugin) || !check_functions(&problem, plugin->engine) ||
        !check_name(&problem, plugin->engine) || !sc_engine_add(plugin->engine))
        return NULL;
    loaded[loaded_count++] = plugin->engine;
    return plugin->engine;
}

bool sc_engine_is_plugin(const sc_engine *engine)
{
    for (int i = 0; i < loaded_count; ++i)
    {
        if (loaded[i] == engine)
            return true;
    }
    return false;
}
