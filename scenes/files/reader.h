/// Shared by the parts of the reader of scene files: places in a file, errors, values.
#ifndef SC_SCENES_FILES_READER_H
#define SC_SCENES_FILES_READER_H

#include "scenes/files/fields.h"
#include "scenes/files/later.h"
#include "scenes/files/scene_file.h"
#include "scenes/random.h"

#include <cjson/cJSON.h>

/// A place in a file: a key of the object at `parent`, or, if the key is null, an index in the list
/// there.
typedef struct sc_path
{
    const struct sc_path *parent;
    const char *key;
    int index;
} sc_path;

/// A name in a file, and the body or the JSON that it stands for.
typedef struct sc_name
{
    const char *name;
    int body;
    const cJSON *json;
} sc_name;

/// A body that exists, with the values that it gets when all shapes exist.
typedef struct sc_built_body
{
    scree_body_id id;
    scree_vec2 velocity;
    float w;
    bool asleep;
} sc_built_body;

typedef struct sc_reader
{
    const char *file;
    char *why;
    size_t why_size;
    int parameter_count;
    sc_parameter parameters[SC_FILE_MAX_PARAMETERS];
    // While a world is built:
    scree_world *world;
    int material_count;
    sc_name *materials;
    int body_count, body_capacity;
    sc_built_body *bodies;
    int name_count, name_capacity;
    sc_name *names;
    int shapes, joints, particles, vertices;
    sc_later *later;     // particles with a step; or null
    scree_world *probe;  // in which they are tried; or null
} sc_reader;

/// A struct to fill and the keys of its members.
typedef struct sc_part
{
    const sc_field_table *table;
    void *target;
} sc_part;

static inline sc_path sc_key(const sc_path *parent, const char *key)
{
    sc_path path = {parent, key, 0};
    return path;
}

static inline sc_path sc_index(const sc_path *parent, int index)
{
    sc_path path = {parent, NULL, index};
    return path;
}

/// Writes "FILE: PATH: text" into `why`. Returns false.
__attribute__((format(printf, 3, 4))) bool sc_refuse_value(sc_reader *reader, const sc_path *path,
                                                           const char *format, ...);
/// The last error of the world at a place. Returns false.
bool sc_refuse_object(sc_reader *reader, const sc_path *path);

/// Fills the parts from the keys of an object. Keys of SC_FIELD_SPECIAL are left to the caller;
/// keys that no part has, and keys that come twice, are errors.
bool sc_read_object(sc_reader *reader, const sc_path *path, const cJSON *json, const sc_part *parts,
                    int count);
/// The value of a key, or null.
const cJSON *sc_find_key(const cJSON *json, const char *key);
/// The value of a key; an error if it is not there.
const cJSON *sc_need_key(sc_reader *reader, const sc_path *path, const cJSON *json,
                         const char *key);

/// A number, or the parameter that "$NAME" stands for.
bool sc_read_number(sc_reader *reader, const sc_path *path, const cJSON *json, double *value);
/// A number in a range, rounded to a float.
bool sc_read_float(sc_reader *reader, const sc_path *path, const cJSON *json, double low,
                   double high, float *value);
bool sc_read_int(sc_reader *reader, const sc_path *path, const cJSON *json, double low, double high,
                 int *value);
bool sc_read_vec2(sc_reader *reader, const sc_path *path, const cJSON *json, double limit,
                  scree_vec2 *value);
bool sc_read_word(sc_reader *reader, const sc_path *path, const cJSON *json,
                  const char *const *words, int *value);
/// A string of at most `limit` bytes.
bool sc_read_text(sc_reader *reader, const sc_path *path, const cJSON *json, size_t limit,
                  const char **value);
/// An array; `count` is its length, which must be in a range.
bool sc_check_array(sc_reader *reader, const sc_path *path, const cJSON *json, int low, int high,
                    int *count);
/// Points into new memory, which the caller frees; null on error.
scree_vec2 *sc_read_points(sc_reader *reader, const sc_path *path, const cJSON *json, int low,
                           int high, int *count);
/// Sorts names for sc_find_name. Returns a name that comes twice, or null.
const char *sc_sort_names(sc_name *names, int count);
const sc_name *sc_find_name(const sc_name *names, int count, const char *name);
/// The number of a body, by number or name.
bool sc_read_body_number(sc_reader *reader, const sc_path *path, const cJSON *json, int *body);
/// Counts objects that will be made; an error if they become more than SC_FILE_MAX_OBJECTS.
bool sc_count_objects(sc_reader *reader, const sc_path *path, const char *what, int *total,
                      int more);

/// The text of a file, which the caller frees; a file that is too long is cut behind the limit.
/// Null, and a text in `why`, if it cannot be read.
char *sc_read_scene_text(const char *path, size_t *length, const char **why);
/// Null on error.
cJSON *sc_parse_scene_text(sc_reader *reader, const char *text, size_t length);
/// Whether a text is XML and not JSON.
bool sc_is_tmx_text(const char *text, size_t length);
/// A "map" or "tileset" of Tiled in XML as one in JSON. Null on error, also in builds without
/// expat.
cJSON *sc_parse_tmx_text(sc_reader *reader, const char *text, size_t length, const char *root);
/// Reads the tilesets in files of their own. False on error; a tileset whose file is not there
/// keeps the key "source".
bool sc_read_tilesets(sc_reader *reader, const char *map_path, const cJSON *map);

/// Bounds, tops and view, when the bodies are built.
bool sc_read_watch(sc_reader *reader, const cJSON *json, scree_scene_state *state);

// The parts of a file. Each is called for every element of its list.
bool sc_build_body_entry(sc_reader *reader, const sc_path *path, const cJSON *json);
bool sc_build_shape(sc_reader *reader, const sc_path *path, const cJSON *json, int body);
bool sc_build_joint_entry(sc_reader *reader, const sc_path *path, const cJSON *json);
bool sc_build_particle_entry(sc_reader *reader, const sc_path *path, const cJSON *json);
bool sc_build_soft_body(sc_reader *reader, const sc_path *path, const cJSON *json);

/// The instances of a "repeat".
typedef struct sc_instances
{
    bool is_grid;
    sc_body_grid grid;
    sc_scatter scatter;
    int count;
} sc_instances;
bool sc_read_instances(sc_reader *reader, const sc_path *path, const cJSON *json,
                       sc_instances *instances);
/// Place and angle of instance `i`; `random` is an sc_random of the seed, called in order.

void sc_place_instance(const sc_instances *instances, int i, sc_random *random,
                       scree_vec2 *position, float *angle);

#endif
