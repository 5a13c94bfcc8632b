// Bodies of scene files and where their instances lie.

#include "scenes/files/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_grid(sc_reader *reader, const sc_path *path, const cJSON *json, sc_body_grid *grid)
{
    *grid = (sc_body_grid){.columns = 1, .rows = 1, .spacing = {1.0f, 1.0f}};
    const sc_part part = {&sc_grid_fields, grid};
    return sc_read_object(reader, path, json, &part, 1);
}

static bool read_scatter(sc_reader *reader, const sc_path *path, const cJSON *json,
                         sc_scatter *scatter)
{
    *scatter = (sc_scatter){.count = 1, .seed = 1};
    const sc_part part = {&sc_scatter_fields, scatter};
    if (!sc_read_object(reader, path, json, &part, 1))
        return false;
    const scree_aabb *box = &scatter->box;
    if (box->lower.x > box->upper.x || box->lower.y > box->upper.y)
        return sc_refuse_value(reader, path, "lower is above upper");
    return scatter->angle.x <= scatter->angle.y ||
           sc_refuse_value(reader, path, "the first angle is above the second");
}

bool sc_read_instances(sc_reader *reader, const sc_path *path, const cJSON *json,
                       sc_instances *instances)
{
    *instances = (sc_instances){0};
    const sc_part part = {&sc_repeat_fields, instances};
    if (!sc_read_object(reader, path, json, &part, 1))
        return false;
    const cJSON *grid = sc_find_key(json, "grid"), *scatter = sc_find_key(json, "random");
    if ((grid == NULL) == (scatter == NULL))
        return sc_refuse_value(reader, path, "one of the keys 'grid' and 'random' is needed");
    sc_path place = sc_key(path, grid != NULL ? "grid" : "random");
    instances->is_grid = grid != NULL;
    if (grid == NULL)
    {
        bool ok = read_scatter(reader, &place, scatter, &instances->scatter);
        instances->count = instances->scatter.count;
        return ok;
    }
    if (!read_grid(reader, &place, grid, &instances->grid))
        return false;
    int64_t count = (int64_t)instances->grid.columns * instances->grid.rows;
    if (count > SC_FILE_MAX_OBJECTS)
        return sc_refuse_value(reader, &place, "the grid has more than %d places",
                               SC_FILE_MAX_OBJECTS);
    instances->count = (int)count;
    return true;
}

void sc_place_instance(const sc_instances *instances, int i, sc_random *random,
                       scree_vec2 *position, float *angle)
{
    if (instances->is_grid)
    {
        const sc_body_grid *grid = &instances->grid;
        position->x = grid->origin.x + grid->spacing.x * (float)(i % grid->columns);
        position->y = grid->origin.y + grid->spacing.y * (float)(i / grid->columns);
        return;
    }
    const sc_scatter *scatter = &instances->scatter;
    position->x = sc_random_float(random, scatter->box.lower.x, scatter->box.upper.x);
    position->y = sc_random_float(random, scatter->box.lower.y, scatter->box.upper.y);
    *angle += sc_random_float(random, scatter->angle.x, scatter->angle.y);
}

static bool grow_bodies(sc_reader *reader)
{
    if (reader->body_count < reader->body_capacity)
        return true;
    int capacity = 2 * reader->body_capacity + 64;
    sc_built_body *bodies = realloc(reader->bodies, (size_t)capacity * sizeof *bodies);
    if (bodies == NULL)
        return false;
    reader->bodies = bodies;
    reader->body_capacity = capacity;
    return true;
}

static bool grow_names(sc_reader *reader)
{
    if (reader->name_count < reader->name_capacity)
        return true;
    int capacity = 2 * reader->name_capacity + 64;
    sc_name *names = realloc(reader->names, (size_t)capacity * sizeof *names);
    if (names == NULL)
        return false;
    reader->names = names;
    reader->name_capacity = capacity;
    return true;
}

static bool read_mass(sc_reader *reader, const sc_path *path, const cJSON *json,
                      scree_mass_data *mass)
{
    const sc_part part = {&sc_mass_fields, mass};
    return sc_read_object(reader, path, json, &part, 1) &&
           sc_need_key(reader, path, json, "mass") != NULL;
}

static bool read_rotation(sc_reader *reader, const sc_path *path, const cJSON *json,
                          scree_rotation *rotation)
{
    scree_vec2 pair = {1.0f, 0.0f};
    if (!sc_read_vec2(reader, path, json, 1.01, &pair))
        return false;
    *rotation = (scree_rotation){pair.x, pair.y};
    return true;
}

// Velocity and sleep are set later, when all shapes exist.
static bool build_body(sc_reader *reader, const sc_path *path, const cJSON *json,
                       const scree_body_def *def)
{
    int count = reader->body_count;
    if (!sc_count_objects(reader, path, "bodies", &count, 1))
        return false;
    if (!grow_bodies(reader))
        return sc_refuse_value(reader, path, "out of memory");
    sc_built_body *built = &reader->bodies[reader->body_count];
    *built = (sc_built_body){
        .velocity = def->linear_velocity, .w = def->angular_velocity, .asleep = def->asleep};
    scree_body_def still = *def;
    still.linear_velocity = (scree_vec2){0.0f, 0.0f};
    still.angular_velocity = 0.0f;
    still.asleep = false;
    built->id = scree_body_create(reader->world, &still);
    if (built->id.value == 0)
        return sc_refuse_object(reader, path);
    int body = reader->body_count++;
    const cJSON *shapes = sc_find_key(json, "shapes");
    if (shapes == NULL)
        return true;
    sc_path list = sc_key(path, "shapes");
    int length, i = 0;
    bool ok = sc_check_array(reader, &list, shapes, 0, SC_FILE_MAX_VALUES, &length);
    for (const cJSON *shape = ok ? shapes->child : NULL; ok && shape != NULL; shape = shape->next)
    {
        sc_path place = sc_index(&list, i++);
        ok = sc_build_shape(reader, &place, shape, body);
    }
    return ok;
}

static bool take_name(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    const cJSON *name = sc_find_key(json, "name");
    if (name == NULL)
        return true;
    sc_path place = sc_key(path, "name");
    const char *text;
    if (!sc_read_text(reader, &place, name, 31, &text))
        return false;
    if (text[0] == '\0' || text[0] == '$')
        return sc_refuse_value(reader, &place, "a name is not empty and does not begin with '$'");
    if (!grow_names(reader))
        return sc_refuse_value(reader, path, "out of memory");
    reader->names[reader->name_count++] = (sc_name){text, reader->body_count, NULL};
    return true;
}

static bool build_instances(sc_reader *reader, const sc_path *path, const cJSON *json,
                            const scree_body_def *def)
{
    sc_path place = sc_key(path, "repeat");
    sc_instances instances;
    if (!sc_read_instances(reader, &place, sc_find_key(json, "repeat"), &instances))
        return false;
    if (sc_find_key(json, "position") != NULL || sc_find_key(json, "name") != NULL)
        return sc_refuse_value(reader, path, "a body that is repeated has no position and no name");
    if (!instances.is_grid && sc_find_key(json, "rotation") != NULL)
        return sc_refuse_value(reader, path,
                               "a body at random places has an angle, not a rotation");
    sc_random random = sc_random_create((uint64_t)instances.scatter.seed);
    for (int i = 0; i < instances.count; ++i)
    {
        scree_body_def one = *def;
        sc_place_instance(&instances, i, &random, &one.position, &one.angle);
        if (!build_body(reader, path, json, &one))
            return false;
    }
    return true;
}

bool sc_build_body_entry(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    scree_body_def def = scree_body_def_default();
    const sc_part part = {&sc_body_fields, &def};
    if (!sc_read_object(reader, path, json, &part, 1) || !take_name(reader, path, json))
        return false;
    const cJSON *rotation = sc_find_key(json, "rotation"), *mass = sc_find_key(json, "mass");
    sc_path place = sc_key(path, "rotation");
    if (rotation != NULL && !read_rotation(reader, &place, rotation, &def.rotation))
        return false;
    if (rotation != NULL && sc_find_key(json, "angle") != NULL)
        return sc_refuse_value(reader, path, "a body has an angle or a rotation, not both");
    int first = reader->body_count;
    if (sc_find_key(json, "repeat") != NULL ? !build_instances(reader, path, json, &def)
                                            : !build_body(reader, path, json, &def))
        return false;
    if (mass == NULL)
        return true;
    scree_mass_data data = {0};
    place = sc_key(path, "mass");
    if (!read_mass(reader, &place, mass, &data))
        return false;
    for (int i = first; i < reader->body_count; ++i)
    {
        if (scree_body_set_mass_data(reader->world, reader->bodies[i].id, &data) != SCREE_OK)
            return sc_refuse_object(reader, &place);
    }
    return true;
}
