// A file as a scene: its text, its head, and the world that is built from it.

#include "scenes/files/import.h"
#include "scenes/files/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// By number of the body, whether it starts asleep.
typedef struct sleepers
{
    struct sleepers *before;
    int count;
    bool asleep[];
} sleepers;

typedef struct scene_file
{
    scree_scene scene;  // first: a scene from a file is found by its create
    cJSON *json;
    char name[64], description[160], file[256];
    int parameter_count;
    sc_parameter parameters[SC_FILE_MAX_PARAMETERS];
    char why[1024];
    sleepers *sleepers;  // of the last world; a list with those of the worlds before
    sc_later *later;     // the same
    sc_notes notes;
} scene_file;

bool sc_is_scene_file(const char *name)
{
    size_t length = strlen(name);
    const char *ending = length > 4 ? strrchr(name, '.') : NULL;
    return strchr(name, '/') != NULL ||
           (ending != NULL && ending > name &&
            (strcmp(ending, ".json") == 0 || strcmp(ending, ".tmx") == 0));
}

// ---- head

static bool read_parameter(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    if (reader->parameter_count == SC_FILE_MAX_PARAMETERS)
        return sc_refuse_value(reader, path, "more than %d parameters", SC_FILE_MAX_PARAMETERS);
    sc_parameter *parameter = &reader->parameters[reader->parameter_count];
    *parameter = (sc_parameter){.low = -INFINITY, .high = INFINITY};
    const sc_part part = {&sc_parameter_fields, parameter};
    const cJSON *meaning = sc_find_key(json, "meaning");
    const char *text = "";
    sc_path place = sc_key(path, "meaning");
    if (!sc_read_object(reader, path, json, &part, 1) ||
        sc_need_key(reader, path, json, "default") == NULL ||
        (meaning != NULL && !sc_read_text(reader, &place, meaning, 95, &text)))
        return false;
    size_t length = strlen(path->key);
    if (length < 1 || length > 31)
        return sc_refuse_value(reader, path, "the name of a parameter has 1 to 31 bytes");
    for (int i = 0; i < reader->parameter_count; ++i)
    {
        if (strcmp(reader->parameters[i].name, path->key) == 0)
            return sc_refuse_value(reader, path, "the parameter comes twice");
    }
    if (!(parameter->value >= parameter->low && parameter->value <= parameter->high))
        return sc_refuse_value(reader, path, "the default %g is not in [%g, %g]",
                               (double)parameter->value, (double)parameter->low,
                               (double)parameter->high);
    snprintf(parameter->name, sizeof parameter->name, "%s", path->key);
    snprintf(parameter->meaning, sizeof parameter->meaning, "%s", text);
    ++reader->parameter_count;
    return true;
}

static sc_parameter *find_parameter(sc_parameter *parameters, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
    {
        if (strcmp(parameters[i].name, name) == 0)
            return &parameters[i];
    }
    return NULL;
}

static bool take_value(sc_reader *reader, const sc_file_value *given)
{
    sc_parameter *parameter =
        find_parameter(reader->parameters, reader->parameter_count, given->name);
    if (parameter == NULL)
    {
        char names[256] = "";
        for (int i = 0; i < reader->parameter_count; ++i)
        {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                     reader->parameters[i].name);
        }
        return sc_refuse_value(reader, NULL, "there is no parameter '%.40s'; the file has: %s",
                               given->name, names[0] != '\0' ? names : "none");
    }
    if (!(given->value >= (double)parameter->low && given->value <= (double)parameter->high))
        return sc_refuse_value(reader, NULL, "the parameter %s is from %g to %g, not %g",
                               parameter->name, (double)parameter->low, (double)parameter->high,
                               given->value);
    parameter->value = (float)given->value;
    return isfinite(parameter->value) ||
           sc_refuse_value(reader, NULL, "the parameter %s is not finite", parameter->name);
}

static bool read_parameters(sc_reader *reader, const cJSON *json, const sc_file_value *values,
                            int value_count)
{
    const cJSON *list = sc_find_key(json, "parameters");
    sc_path path = sc_key(NULL, "parameters");
    if (list != NULL && !cJSON_IsObject(list))
        return sc_refuse_value(reader, &path, "not an object");
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next)
    {
        sc_path place = sc_key(&path, item->string);
        if (!read_parameter(reader, &place, item))
            return false;
    }
    for (int i = 0; i < value_count; ++i)
    {
        if (!take_value(reader, &values[i]))
            return false;
    }
    return true;
}

static bool read_optional_text(sc_reader *reader, const cJSON *json, const char *key, size_t limit,
                               char *text)
{
    const cJSON *value = sc_find_key(json, key);
    sc_path path = sc_key(NULL, key);
    const char *given;
    if (value == NULL)
        return true;
    if (!sc_read_text(reader, &path, value, limit, &given))
        return false;
    for (const char *c = given; *c != '\0'; ++c)
    {
        if ((unsigned char)*c < ' ')
            return sc_refuse_value(reader, &path, "the text has a control character");
    }
    snprintf(text, limit + 1, "%s", given);
    return true;
}

static bool read_optional_int(sc_reader *reader, const cJSON *json, const char *key, int low,
                              int high, int *value)
{
    const cJSON *given = sc_find_key(json, key);
    sc_path path = sc_key(NULL, key);
    return given == NULL || sc_read_int(reader, &path, given, low, high, value);
}

static scree_world_def default_world(void)
{
    scree_world_def def = scree_world_def_default();
    def.enable_sleep = false;
    return def;
}

static bool read_world_settings(sc_reader *reader, const cJSON *json, scree_world_def *def)
{
    const cJSON *settings = sc_find_key(json, "world");
    sc_path path = sc_key(NULL, "world");
    const sc_part part = {&sc_world_fields, def};
    return settings == NULL || sc_read_object(reader, &path, settings, &part, 1);
}

static bool read_standing(sc_reader *reader, const cJSON *json, bool *standing)
{
    const cJSON *watch = sc_find_key(json, "watch"), *value = sc_find_key(watch, "standing");
    sc_path path = sc_key(NULL, "watch"), place = sc_key(&path, "standing");
    const sc_part part = {&sc_watch_fields, standing};
    if (watch != NULL && !sc_read_object(reader, &path, watch, &part, 1))
        return false;
    if (value != NULL && !cJSON_IsBool(value))
        return sc_refuse_value(reader, &place, "not true or false");
    *standing = cJSON_IsTrue(value);
    return true;
}

static bool is_filled(const cJSON *json, const char *key)
{
    const cJSON *list = sc_find_key(json, key);
    return cJSON_IsArray(list) && list->child != NULL;
}

static bool creates_later(const cJSON *json)
{
    const cJSON *list = sc_find_key(json, "particles");
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item != NULL;
         item = item->next)
    {
        if (sc_find_key(item, "step") != NULL)
            return true;
    }
    return false;
}

// The sizes that --size may choose: those of the parameter "size".
static bool set_size(sc_reader *reader, scene_file *file)
{
    scree_scene *scene = &file->scene;
    scene->size_meaning = "nothing: the file has no parameter 'size'";
    scene->size_min = scene->size_max = scene->size_default = 1;
    const sc_parameter *size = find_parameter(file->parameters, file->parameter_count, "size");
    if (size != NULL)
    {
        sc_path list = sc_key(NULL, "parameters"), path = sc_key(&list, "size");
        float low = size->low, high = size->high;
        if (!(size->value >= 1.0f && size->value <= 1e6f))
            return sc_refuse_value(reader, &path, "%g is not a size from 1 to 1e+06",
                                   (double)size->value);
        scene->size_meaning = size->meaning[0] != '\0' ? size->meaning : "the parameter 'size'";
        scene->size_default = (int)size->value;
        scene->size_min = low >= 1.0f ? (int)low : 1;
        scene->size_max = high <= 1e6f ? (int)high : 1000000;
    }
    scene->random = find_parameter(file->parameters, file->parameter_count, "seed") != NULL;
    scene->verify_size = scene->size_default;
    return true;
}

static bool create_world(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state);
static void settings_of(const void *data, int size, scree_world_def *def);

static bool read_head(sc_reader *reader, scene_file *file, const sc_file_value *values,
                      int value_count)
{
    const cJSON *json = file->json;
    scree_scene *scene = &file->scene;
    const sc_part part = {&sc_scene_fields, file};
    sc_path path = sc_key(NULL, "scree"), at_dt = sc_key(NULL, "dt");
    const cJSON *version = NULL, *dt = sc_find_key(json, "dt");
    int format;
    if (!sc_read_object(reader, NULL, json, &part, 1) ||
        (version = sc_need_key(reader, NULL, json, "scree")) == NULL ||
        !sc_read_int(reader, &path, version, 1.0, 1.0, &format) ||
        !read_parameters(reader, json, values, value_count))
        return false;
    file->parameter_count = reader->parameter_count;
    memcpy(file->parameters, reader->parameters, sizeof file->parameters);
    scree_world_def def = default_world();
    scene->steps = 600;
    if (!read_optional_text(reader, json, "name", sizeof file->name - 1, file->name) ||
        !read_optional_text(reader, json, "description", sizeof file->description - 1,
                            file->description) ||
        !read_optional_int(reader, json, "steps", 0, SC_FILE_MAX_STEPS, &scene->steps) ||
        !read_optional_int(reader, json, "substeps", 1, 64, &scene->substeps) ||
        (dt != NULL && !sc_read_float(reader, &at_dt, dt, 1e-6, 1.0, &scene->dt)) ||
        !read_world_settings(reader, json, &def) ||
        !read_standing(reader, json, &scene->standing) || !set_size(reader, file))
        return false;
    scene->name = file->name;
    scene->description = file->description;
    scene->verify_steps = scene->steps < 120 ? scene->steps : 120;
    scene->sleeps = def.enable_sleep;
    scene->soft = is_filled(json, "soft_bodies");
    scene->particles = is_filled(json, "particles");
    scree_world_def plain = default_world();
    if (def.contact_hertz != plain.contact_hertz)
        scene->contact_hertz = def.contact_hertz;
    scene->data = file;
    scene->create = create_world;
    scene->drive = creates_later(json) ? sc_later_drive : NULL;
    scene->settings = settings_of;
    return true;
}

// ---- world

static sc_reader reader_of(scene_file *file, int size, uint64_t seed)
{
    sc_reader reader = {
        .file = file->file,
        .why = file->why,
        .why_size = sizeof file->why,
        .parameter_count = file->parameter_count,
    };
    memcpy(reader.parameters, file->parameters, sizeof reader.parameters);
    sc_parameter *parameter = find_parameter(reader.parameters, reader.parameter_count, "size");
    if (parameter != NULL && size > 0)
        parameter->value = (float)size;
    parameter = find_parameter(reader.parameters, reader.parameter_count, "seed");
    if (parameter != NULL && seed > 0)
        parameter->value = (float)(seed % 16777216);
    return reader;
}

static void settings_of(const void *data, int size, scree_world_def *def)
{
    scene_file *file = (scene_file *)data;
    sc_reader reader = reader_of(file, size, 0);
    *def = default_world();
    read_world_settings(&reader, file->json, def);
}

static bool build_list(sc_reader *reader, const cJSON *json, const char *key,
                       bool (*build)(sc_reader *, const sc_path *, const cJSON *))
{
    const cJSON *list = sc_find_key(json, key);
    sc_path path = sc_key(NULL, key);
    int count, i = 0;
    if (list == NULL)
        return true;
    if (!sc_check_array(reader, &path, list, 0, SC_FILE_MAX_VALUES, &count))
        return false;
    for (const cJSON *item = list->child; item != NULL; item = item->next, ++i)
    {
        sc_path place = sc_index(&path, i);
        if (!build(reader, &place, item))
            return false;
    }
    return true;
}

static bool build_outer_shape(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    return sc_build_shape(reader, path, json, -1);
}

static bool sort_names(sc_reader *reader)
{
    const char *twice = sc_sort_names(reader->names, reader->name_count);
    if (twice != NULL)
        return sc_refuse_value(reader, NULL, "two bodies have the name '%s'", twice);
    for (int i = 0; i < reader->name_count; ++i)
    {
        scree_body_id id = reader->bodies[reader->names[i].body].id;
        if (scree_body_set_name(reader->world, id, reader->names[i].name) != SCREE_OK)
            return sc_refuse_object(reader, NULL);
    }
    return true;
}

// Velocities are velocities of the centre of mass, which shapes move; sleep ends with any change.
static bool set_motion(sc_reader *reader)
{
    static const scree_vec2 still = {0.0f, 0.0f};
    for (int i = 0; i < reader->body_count; ++i)
    {
        const sc_built_body *body = &reader->bodies[i];
        bool moves = memcmp(&body->velocity, &still, sizeof still) != 0 || body->w != 0.0f ||
                     signbit(body->w);
        sc_path list = sc_key(NULL, "bodies"), place = sc_index(&list, i);
        if (moves &&
            scree_body_set_velocity(reader->world, body->id, body->velocity, body->w) != SCREE_OK)
            return sc_refuse_object(reader, &place);
        if (body->asleep && scree_body_set_awake(reader->world, body->id, false) != SCREE_OK)
            return sc_refuse_object(reader, &place);
    }
    return true;
}

static bool read_particle_settings(sc_reader *reader, const cJSON *json)
{
    const cJSON *given = sc_find_key(json, "particle_settings");
    sc_path path = sc_key(NULL, "particle_settings");
    scree_particle_settings settings = scree_particle_settings_default();
    const sc_part part = {&sc_particle_settings_fields, &settings};
    if (given == NULL)
        return true;
    if (!sc_read_object(reader, &path, given, &part, 1))
        return false;
    return scree_world_set_particle_settings(reader->world, &settings) == SCREE_OK ||
           sc_refuse_object(reader, &path);
}

static bool list_materials(sc_reader *reader, const cJSON *json)
{
    const cJSON *list = sc_find_key(json, "materials");
    sc_path path = sc_key(NULL, "materials");
    if (list == NULL)
        return true;
    if (!cJSON_IsObject(list))
        return sc_refuse_value(reader, &path, "not an object");
    reader->materials = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *reader->materials);
    if (reader->materials == NULL)
        return sc_refuse_value(reader, &path, "out of memory");
    for (const cJSON *item = list->child; item != NULL; item = item->next)
    {
        // Materials that no shape has are checked, too.
        scree_material unused;
        sc_path place = sc_key(&path, item->string);
        const sc_part part = {&sc_material_fields, &unused};
        if (!sc_read_object(reader, &place, item, &part, 1))
            return false;
        reader->materials[reader->material_count++] = (sc_name){item->string, 0, item};
    }
    const char *twice = sc_sort_names(reader->materials, reader->material_count);
    return twice == NULL ||
           sc_refuse_value(reader, &path, "two materials have the name '%.40s'", twice);
}

static bool build_objects(sc_reader *reader, const cJSON *json)
{
    int iterations = 0;
    if (!list_materials(reader, json) || !build_list(reader, json, "bodies", sc_build_body_entry) ||
        !sort_names(reader) || !build_list(reader, json, "shapes", build_outer_shape) ||
        !build_list(reader, json, "joints", sc_build_joint_entry) || !set_motion(reader) ||
        !read_particle_settings(reader, json) ||
        !build_list(reader, json, "particles", sc_build_particle_entry) ||
        !build_list(reader, json, "soft_bodies", sc_build_soft_body) ||
        !read_optional_int(reader, json, "soft_iterations", 1, 64, &iterations))
        return false;
    return iterations == 0 ||
           scree_world_set_soft_iterations(reader->world, iterations) == SCREE_OK;
}

static bool is_kept(const sc_reader *reader, const sleepers *kept)
{
    bool same = kept != NULL && kept->count == reader->body_count;
    for (int i = 0; same && i < kept->count; ++i)
        same = kept->asleep[i] == reader->bodies[i].asleep;
    return same;
}

// States of earlier worlds refer to their arrays, which live as long as the file.
static bool keep_sleepers(const sc_reader *reader, scene_file *file, scree_scene_state *state)
{
    if (!is_kept(reader, file->sleepers))
    {
        int count = reader->body_count;
        sleepers *kept = malloc(sizeof *kept + ((size_t)count + 1) * sizeof kept->asleep[0]);
        if (kept == NULL)
            return false;
        kept->before = file->sleepers;
        kept->count = count;
        for (int i = 0; i < count; ++i)
            kept->asleep[i] = reader->bodies[i].asleep;
        file->sleepers = kept;
    }
    state->asleep = file->sleepers->asleep;
    return true;
}

// As with sleepers. Takes the list from the reader.
static void keep_later(sc_reader *reader, scene_file *file, scree_scene_state *state)
{
    if (reader->later == NULL)
        return;
    sc_later_sort(reader->later);
    if (file->later == NULL || !sc_later_equal(file->later, reader->later))
    {
        reader->later->before = file->later;
        file->later = reader->later;
        reader->later = NULL;
    }
    state->later = file->later;
}

static bool create_world(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state)
{
    scene_file *file = (scene_file *)state->data;
    sc_reader reader = reader_of(file, params->size, params->seed);
    const sc_parameter *seed = find_parameter(reader.parameters, reader.parameter_count, "seed");
    state->seed = seed != NULL && seed->value > 0.0f ? (uint64_t)seed->value : 0;
    reader.world = world;
    bool ok = build_objects(&reader, file->json) && sc_read_watch(&reader, file->json, state) &&
              keep_sleepers(&reader, file, state);
    if (ok)
        keep_later(&reader, file, state);
    sc_later_free(reader.later);
    scree_world_destroy(reader.probe);
    free(reader.bodies);
    free(reader.names);
    free(reader.materials);
    return ok;
}

// ---- public

void sc_scene_file_free(const scree_scene *scene)
{
    if (scene == NULL || scene->create != create_world)
        return;
    scene_file *file = (scene_file *)scene->data;
    cJSON_Delete(file->json);
    sc_later_free(file->later);
    while (file->sleepers != NULL)
    {
        sleepers *last = file->sleepers;
        file->sleepers = last->before;
        free(last);
    }
    free(file);
}

// A file of another program as the scene file that it becomes; others as they are.
static cJSON *import(cJSON *json, sc_notes *notes)
{
    cJSON *scene = json;
    if (sc_is_rube(json))
        scene = sc_scene_of_rube(json, notes);
    else if (sc_is_tiled(json))
        scene = sc_scene_of_tiled(json, notes);
    if (scene != json)
        cJSON_Delete(json);
    return scene;
}

static cJSON *read_json(sc_reader *reader, const char *text, size_t length)
{
    cJSON *json = sc_is_tmx_text(text, length) ? sc_parse_tmx_text(reader, text, length, "map")
                                               : sc_parse_scene_text(reader, text, length);
    if (json == NULL || !sc_is_tiled(json) || sc_read_tilesets(reader, reader->file, json))
        return json;
    cJSON_Delete(json);
    return NULL;
}

const char *sc_scene_file_notes(const scree_scene *scene)
{
    return ((const scene_file *)scene->data)->notes.text;
}

const scree_scene *sc_scene_file_parse(const char *name, const char *text, size_t length,
                                       const sc_file_value *values, int value_count, char *why,
                                       size_t why_size)
{
    sc_reader reader = {.file = name, .why = why, .why_size = why_size};
    scene_file *file = calloc(1, sizeof *file);
    if (file == NULL)
    {
        sc_refuse_value(&reader, NULL, "out of memory");
        return NULL;
    }
    const char *slash = strrchr(name, '/');
    why[0] = '\0';
    snprintf(file->file, sizeof file->file, "%s", name);
    snprintf(file->name, sizeof file->name, "%.60s", slash != NULL ? slash + 1 : name);
    file->json = import(read_json(&reader, text, length), &file->notes);
    if (file->json != NULL && read_head(&reader, file, values, value_count))
        return &file->scene;
    if (file->json == NULL && why[0] == '\0')
        sc_refuse_value(&reader, NULL, "%s",
                        file->notes.fault[0] != '\0' ? file->notes.fault : "out of memory");
    cJSON_Delete(file->json);
    free(file);
    return NULL;
}

const scree_scene *sc_scene_file_load(const char *path, const sc_file_value *values,
                                      int value_count, char *why, size_t why_size)
{
    size_t length;
    const char *fault;
    char *text = sc_read_scene_text(path, &length, &fault);
    if (text == NULL)
    {
        snprintf(why, why_size, "%s: %s", path, fault);
        return NULL;
    }
    const scree_scene *scene =
        sc_scene_file_parse(path, text, length, values, value_count, why, why_size);
    free(text);
    return scene;
}

bool sc_scene_file_check(const scree_scene *scene, const scree_scene_params *params, char *why,
                         size_t why_size)
{
    scene_file *file = (scene_file *)scene->data;
    scree_world_def def = scree_scene_world_def(scene, params != NULL ? params->size : 0);
    scree_world *world = scree_world_create(&def);
    scree_scene_state *state = calloc(1, sizeof *state);
    file->why[0] = '\0';
    bool ok = world != NULL && state != NULL && scree_scene_create(scene, world, params, state);
    if (!ok)
    {
        snprintf(why, why_size, "%s", file->why);
        if (file->why[0] == '\0')
            snprintf(why, why_size, "%s: %s", file->file,
                     state == NULL ? "out of memory" : scree_error_text(world));
    }
    free(state);
    scree_world_destroy(world);
    return ok;
}
