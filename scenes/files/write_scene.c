// Writes a world as a scene file: one line for each object, with the members that differ from their
// defaults.

#include "scenes/files/joints.h"
#include "scenes/files/writer.h"

#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *a, const void *b)
{
    const scree_body_id *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

int sc_body_number(const sc_writer *writer, scree_body_id id)
{
    const scree_body_id *found = bsearch(&id, writer->bodies, (size_t)writer->body_count,
                                         sizeof *writer->bodies, compare_ids);
    return found == NULL ? -1 : (int)(found - writer->bodies);
}

// ---- bodies

static bool is_asleep(const sc_writer *writer, int body)
{
    const scree_scene_state *state = writer->state;
    if (state->asleep != NULL)
        return state->asleep[body];
    return body >= writer->first_asleep && body < writer->first_asleep + state->asleep_count;
}

// The mass that a program gave a body in place of that of its shapes.
static void put_mass(sc_writer *writer, scree_body_id id)
{
    scree_mass_data given = scree_body_mass_data(writer->world, id);
    scree_vec2 velocity = scree_body_linear_velocity(writer->world, id);
    if (scree_body_get_type(writer->world, id) != SCREE_BODY_DYNAMIC ||
        scree_body_reset_mass(writer->world, id) != SCREE_OK)
        return;
    scree_mass_data own = scree_body_mass_data(writer->world, id);
    if (memcmp(&own, &given, sizeof own) == 0)
        return;
    scree_body_set_mass_data(writer->world, id, &given);
    scree_body_set_linear_velocity(writer->world, id, velocity);
    static const scree_mass_data plain;
    sc_put_table(writer, "mass", &sc_mass_fields, &given, &plain);
}

static bool put_body(sc_writer *writer, int body)
{
    scree_body_id id = writer->bodies[body];
    scree_body_def plain = scree_body_def_default();
    scree_body_def def = scree_body_settings(writer->world, id);
    const char *name = scree_body_name(writer->world, id);
    scree_rotation turned = scree_rotation_from_angle(def.angle);
    bool exact = memcmp(&turned, &def.rotation, sizeof turned) == 0;
    if (!exact)
        def.angle = 0.0f;
    def.asleep = is_asleep(writer, body);
    putc('{', writer->file);
    writer->comma = false;
    if (name != NULL)
    {
        sc_put_key(writer, "name");
        sc_put_text(writer, name);
    }
    sc_put_object(writer, &sc_body_fields, &def, &plain);
    if (!exact)
    {
        sc_put_key(writer, "rotation");
        sc_put_vec2(writer, (scree_vec2){def.rotation.cos, def.rotation.sin});
    }
    put_mass(writer, id);
    if (!sc_put_body_shapes(writer, body))
        return false;
    putc('}', writer->file);
    return true;
}

static bool put_bodies(sc_writer *writer)
{
    fputs(",\n  \"bodies\": [", writer->file);
    for (int i = 0; i < writer->body_count; ++i)
    {
        fputs(i == 0 ? "\n    " : ",\n    ", writer->file);
        if (!put_body(writer, i))
            return false;
    }
    fputs("\n  ]", writer->file);
    return true;
}

// ---- joints

static sc_any_joint read_joint(const scree_world *world, scree_joint_id id, scree_joint_type type)
{
    sc_any_joint joint;
    memset(&joint, 0, sizeof joint);
    switch (type)
    {
    case SCREE_JOINT_DISTANCE:
        joint.distance = scree_joint_distance_settings(world, id);
        break;
    case SCREE_JOINT_REVOLUTE:
        joint.revolute = scree_joint_revolute_settings(world, id);
        break;
    case SCREE_JOINT_PRISMATIC:
        joint.prismatic = scree_joint_prismatic_settings(world, id);
        break;
    case SCREE_JOINT_WELD:
        joint.weld = scree_joint_weld_settings(world, id);
        break;
    case SCREE_JOINT_WHEEL:
        joint.wheel = scree_joint_wheel_settings(world, id);
        break;
    case SCREE_JOINT_MOTOR:
        joint.motor = scree_joint_motor_settings(world, id);
        break;
    case SCREE_JOINT_FILTER:
        joint.filter = scree_joint_filter_settings(world, id);
        break;
    case SCREE_JOINT_GEAR:
        joint.gear = scree_joint_gear_settings(world, id);
        break;
    case SCREE_JOINT_PULLEY:
        joint.pulley = scree_joint_pulley_settings(world, id);
        break;
    case SCREE_JOINT_RACK:
        joint.rack = scree_joint_rack_settings(world, id);
        break;
    case SCREE_JOINT_RATCHET:
        joint.ratchet = scree_joint_ratchet_settings(world, id);
        break;
    case SCREE_JOINT_TYPE_COUNT:
        break;
    }
    return joint;
}

static void put_joint(sc_writer *writer, scree_joint_id id)
{
    scree_joint_type type = scree_joint_get_type(writer->world, id);
    sc_any_joint joint = read_joint(writer->world, id, type), plain;
    sc_joint_default(type, &plain);
    sc_put_shape_begin(writer, sc_joint_words[type], -1);
    sc_put_key(writer, "body_a");
    fprintf(writer->file, "%d", sc_body_number(writer, joint.common.base.body_a));
    sc_put_key(writer, "body_b");
    fprintf(writer->file, "%d", sc_body_number(writer, joint.common.base.body_b));
    sc_put_object(writer, &sc_joint_fields, &joint.common.base, &plain.common.base);
    sc_put_object(writer, sc_joint_tables[type], &joint, &plain);
    putc('}', writer->file);
}

static void put_joints(sc_writer *writer)
{
    if (writer->joint_count == 0)
        return;
    fputs(",\n  \"joints\": [", writer->file);
    for (int i = 0; i < writer->joint_count; ++i)
    {
        fputs(i == 0 ? "\n    " : ",\n    ", writer->file);
        put_joint(writer, writer->joints[i]);
    }
    fputs("\n  ]", writer->file);
}

// ---- head

static void put_aabb(sc_writer *writer, const char *key, const scree_aabb *aabb)
{
    sc_put_key(writer, key);
    fputs("{\"lower\": ", writer->file);
    sc_put_vec2(writer, aabb->lower);
    fputs(", \"upper\": ", writer->file);
    sc_put_vec2(writer, aabb->upper);
    putc('}', writer->file);
    writer->comma = true;
}

static void put_watch(sc_writer *writer)
{
    const scree_scene_state *state = writer->state;
    fputs(",\n  \"watch\": {", writer->file);
    writer->comma = false;
    if (writer->scene->standing)
        sc_put_key(writer, "standing"), fputs("true", writer->file);
    put_aabb(writer, "limits", &state->limits);
    if (state->top_count > 0)
        sc_put_key(writer, "tops");
    for (int i = 0; i < state->top_count; ++i)
        fprintf(writer->file, "%s%d", i == 0 ? "[" : ", ",
                sc_body_number(writer, state->tops[i].body));
    fputs(state->top_count > 0 ? "]}" : "}", writer->file);
    if (state->view.lower.x < state->view.upper.x && state->view.lower.y < state->view.upper.y)
    {
        fputs(",\n  ", writer->file);
        writer->comma = false;
        put_aabb(writer, "view", &state->view);
    }
}

static void put_head(sc_writer *writer)
{
    const scree_scene *scene = writer->scene;
    fputs("{\n  \"scree\": 1,\n  \"name\": ", writer->file);
    sc_put_text(writer, scene->name);
    fputs(",\n  \"description\": ", writer->file);
    sc_put_text(writer, scene->description);
    fprintf(writer->file, ",\n  \"steps\": %d", scene->steps);
    if (scene->dt > 0.0f)
    {
        fputs(",\n  \"dt\": ", writer->file);
        sc_put_float(writer, scene->dt);
    }
    if (scree_scene_substeps(scene) != 4)
        fprintf(writer->file, ",\n  \"substeps\": %d", scree_scene_substeps(scene));
    scree_world_def plain = scree_world_def_default();
    plain.enable_sleep = false;
    scree_world_def def = scree_world_settings(writer->world);
    fputs(",\n  \"world\": {", writer->file);
    writer->comma = false;
    sc_put_object(writer, &sc_world_fields, &def, &plain);
    putc('}', writer->file);
    put_watch(writer);
}

// ---- the whole

static bool order_bodies(sc_writer *writer)
{
    scree_body_view view = scree_world_bodies(writer->world);
    writer->body_count = view.count;
    writer->bodies = malloc(((size_t)view.count + 1) * sizeof *writer->bodies);
    if (writer->bodies == NULL)
        return false;
    memcpy(writer->bodies, view.id, (size_t)view.count * sizeof *writer->bodies);
    qsort(writer->bodies, (size_t)view.count, sizeof *writer->bodies, compare_ids);
    writer->first_asleep = sc_body_number(writer, writer->state->first_asleep);
    return true;
}

static bool order_shapes(sc_writer *writer)
{
    int count = writer->shape_count = scree_world_shapes(writer->world, NULL, 0);
    writer->shapes = malloc(((size_t)count + 1) * sizeof *writer->shapes);
    writer->shape_body = malloc(((size_t)count + 1) * sizeof *writer->shape_body);
    writer->first_shape = calloc((size_t)writer->body_count + 2, sizeof *writer->first_shape);
    if (writer->shapes == NULL || writer->shape_body == NULL || writer->first_shape == NULL)
        return false;
    scree_world_shapes(writer->world, writer->shapes, count);
    writer->by_body = true;
    for (int i = 0; i < count; ++i)
    {
        int body = sc_body_number(writer, scree_shape_body(writer->world, writer->shapes[i]));
        writer->shape_body[i] = body;
        ++writer->first_shape[body + 1];
        writer->by_body = writer->by_body && (i == 0 || body >= writer->shape_body[i - 1]);
    }
    for (int i = 0; i < writer->body_count; ++i)
        writer->first_shape[i + 1] += writer->first_shape[i];
    return true;
}

static bool order_joints(sc_writer *writer)
{
    int count = writer->joint_count = scree_world_joint_count(writer->world);
    writer->joints = malloc(((size_t)count + 1) * sizeof *writer->joints);
    if (writer->joints == NULL)
        return false;
    scree_world_joints(writer->world, writer->joints, count);
    return true;
}

static bool check_contents(sc_writer *writer)
{
    scree_counters counters = scree_world_counters(writer->world);
    // Scenes of particles alone create nothing else.
    bool creates_particles =
        writer->state->later != NULL ||
        (writer->scene->particles && counters.bodies == 0 && counters.soft_bodies == 0);
    if (writer->scene->drive != NULL && !creates_particles)
        return sc_refuse_world(writer, "the scene moves, creates or destroys bodies while it runs");
    const int limit = SC_FILE_MAX_OBJECTS;
    if (counters.bodies > limit || counters.shapes > limit || counters.soft_vertices > limit ||
        scree_world_joint_count(writer->world) > limit)
        return sc_refuse_world(
            writer,
            "a file holds at most %d bodies, shapes, joints and vertices of soft "
            "bodies",
            limit);
    return true;
}

bool sc_scene_file_write(FILE *file, const scree_scene *scene, scree_world *world,
                         const scree_scene_state *state, char *why, size_t why_size)
{
    sc_writer writer = {.file = file,
                        .world = world,
                        .scene = scene,
                        .state = state,
                        .why = why,
                        .why_size = why_size};
    bool ok = check_contents(&writer);
    if (ok && (!order_bodies(&writer) || !order_shapes(&writer) || !order_joints(&writer)))
        ok = sc_refuse_world(&writer, "out of memory");
    if (ok)
    {
        put_head(&writer);
        ok = put_bodies(&writer) && sc_put_outer_shapes(&writer);
    }
    if (ok)
    {
        put_joints(&writer);
        ok = sc_put_soft_bodies(&writer) && sc_put_particles(&writer);
        fputs("\n}\n", file);
    }
    free(writer.bodies);
    free(writer.shapes);
    free(writer.shape_body);
    free(writer.first_shape);
    free(writer.joints);
    return ok;
}
