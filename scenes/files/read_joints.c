// Joints of scene files.

#include "scenes/files/joints.h"
#include "scenes/files/reader.h"

void sc_joint_default(scree_joint_type type, sc_any_joint *joint)
{
    switch (type)
    {
    case SCREE_JOINT_DISTANCE:
        joint->distance = scree_distance_joint_def_default();
        break;
    case SCREE_JOINT_REVOLUTE:
        joint->revolute = scree_revolute_joint_def_default();
        break;
    case SCREE_JOINT_PRISMATIC:
        joint->prismatic = scree_prismatic_joint_def_default();
        break;
    case SCREE_JOINT_WELD:
        joint->weld = scree_weld_joint_def_default();
        break;
    case SCREE_JOINT_WHEEL:
        joint->wheel = scree_wheel_joint_def_default();
        break;
    case SCREE_JOINT_MOTOR:
        joint->motor = scree_motor_joint_def_default();
        break;
    case SCREE_JOINT_FILTER:
        joint->filter = scree_filter_joint_def_default();
        break;
    case SCREE_JOINT_GEAR:
        joint->gear = scree_gear_joint_def_default();
        break;
    case SCREE_JOINT_PULLEY:
        joint->pulley = scree_pulley_joint_def_default();
        break;
    case SCREE_JOINT_RACK:
        joint->rack = scree_rack_joint_def_default();
        break;
    case SCREE_JOINT_RATCHET:
        joint->ratchet = scree_ratchet_joint_def_default();
        break;
    case SCREE_JOINT_TYPE_COUNT:
        break;
    }
}

static scree_joint_id create(scree_world *world, scree_joint_type type, const sc_any_joint *joint)
{
    switch (type)
    {
    case SCREE_JOINT_DISTANCE:
        return scree_joint_create_distance(world, &joint->distance);
    case SCREE_JOINT_REVOLUTE:
        return scree_joint_create_revolute(world, &joint->revolute);
    case SCREE_JOINT_PRISMATIC:
        return scree_joint_create_prismatic(world, &joint->prismatic);
    case SCREE_JOINT_WELD:
        return scree_joint_create_weld(world, &joint->weld);
    case SCREE_JOINT_WHEEL:
        return scree_joint_create_wheel(world, &joint->wheel);
    case SCREE_JOINT_MOTOR:
        return scree_joint_create_motor(world, &joint->motor);
    case SCREE_JOINT_FILTER:
        return scree_joint_create_filter(world, &joint->filter);
    case SCREE_JOINT_GEAR:
        return scree_joint_create_gear(world, &joint->gear);
    case SCREE_JOINT_PULLEY:
        return scree_joint_create_pulley(world, &joint->pulley);
    case SCREE_JOINT_RACK:
        return scree_joint_create_rack(world, &joint->rack);
    case SCREE_JOINT_RATCHET:
        return scree_joint_create_ratchet(world, &joint->ratchet);
    case SCREE_JOINT_TYPE_COUNT:
        break;
    }
    return (scree_joint_id){0};
}

static bool place_frames(sc_reader *reader, const sc_path *path, const cJSON *json,
                         scree_joint_base *base)
{
    const cJSON *anchor = sc_find_key(json, "anchor"), *direction = sc_find_key(json, "axis");
    if (anchor == NULL)
        return direction == NULL || sc_refuse_value(reader, path, "an axis comes with an anchor");
    if (sc_find_key(json, "frame_a") != NULL || sc_find_key(json, "frame_b") != NULL)
        return sc_refuse_value(reader, path, "a joint has an anchor or frames, not both");
    scree_vec2 point, axis = {1.0f, 0.0f};
    sc_path place = sc_key(path, "anchor"), other = sc_key(path, "axis");
    if (!sc_read_vec2(reader, &place, anchor, 1e8, &point) ||
        (direction != NULL && !sc_read_vec2(reader, &other, direction, 1e12, &axis)))
        return false;
    return scree_joint_frames_at(reader->world, point, axis, base) == SCREE_OK ||
           sc_refuse_object(reader, path);
}

static bool read_repeat(sc_reader *reader, const sc_path *path, const cJSON *json,
                        sc_joint_repeat *repeat)
{
    *repeat = (sc_joint_repeat){.count = 1, .step = 1};
    const cJSON *given = sc_find_key(json, "repeat");
    sc_path place = sc_key(path, "repeat");
    const sc_part part = {&sc_joint_repeat_fields, repeat};
    return given == NULL || sc_read_object(reader, &place, given, &part, 1);
}

static bool read_end(sc_reader *reader, const sc_path *path, const cJSON *json, const char *key,
                     int *body)
{
    const cJSON *value = sc_need_key(reader, path, json, key);
    sc_path place = sc_key(path, key);
    return value != NULL && sc_read_body_number(reader, &place, value, body);
}

static bool build_joint(sc_reader *reader, const sc_path *path, const cJSON *json, int type,
                        sc_any_joint joint, int64_t a, int64_t b)
{
    if (a < 0 || b < 0 || a >= reader->body_count || b >= reader->body_count)
        return sc_refuse_value(reader, path, "the joint is repeated beyond the %d bodies",
                               reader->body_count);
    joint.common.base.body_a = reader->bodies[a].id;
    joint.common.base.body_b = reader->bodies[b].id;
    if (!place_frames(reader, path, json, &joint.common.base) ||
        !sc_count_objects(reader, path, "joints", &reader->joints, 1))
        return false;
    return create(reader->world, (scree_joint_type)type, &joint).value != 0 ||
           sc_refuse_object(reader, path);
}

bool sc_build_joint_entry(sc_reader *reader, const sc_path *path, const cJSON *json)
{
    const cJSON *word = sc_need_key(reader, path, json, "type");
    sc_path place = sc_key(path, "type");
    int type, a, b;
    if (word == NULL || !sc_read_word(reader, &place, word, sc_joint_words, &type))
        return false;
    sc_any_joint joint;
    sc_joint_default((scree_joint_type)type, &joint);
    sc_joint_repeat repeat;
    const sc_part parts[] = {{&sc_joint_fields, &joint.common.base},
                             {sc_joint_tables[type], &joint}};
    if (!sc_read_object(reader, path, json, parts, 2) ||
        !read_end(reader, path, json, "body_a", &a) ||
        !read_end(reader, path, json, "body_b", &b) || !read_repeat(reader, path, json, &repeat))
        return false;
    if (repeat.count > 1 && repeat.step == 0)
        return sc_refuse_value(reader, path, "a joint that is repeated has a step that is not 0");
    for (int64_t i = 0; i < repeat.count; ++i)
    {
        if (!build_joint(reader, path, json, type, joint, a + i * repeat.step, b + i * repeat.step))
            return false;
    }
    return true;
}
