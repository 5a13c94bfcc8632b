#include "scenes/files/fields.h"

#define REACH 1e8      // m: coordinates
#define FINITE 3.5e38  // any float
#define HUGE_FORCE 1e12
#define HZ 1e6

#define COUNT(fields) ((int)(sizeof(fields) / sizeof(fields)[0]))
#define TABLE(variable, title, fields) \
    const sc_field_table variable = {title, COUNT(fields), fields}
#define ROW(...)    \
    {               \
        __VA_ARGS__ \
    }

// The type of a member must be the one that the kind stands for.
#define AT(type, member, expected) _Generic(((type *)0)->member, expected : offsetof(type, member))
#define NUMBER(name, type, member, low, high, unit, help) \
    ROW(name, SC_FIELD_FLOAT, AT(type, member, float), low, high, false, unit, help, 0, 0, 0)
#define ABOVE(name, type, member, low, high, unit, help) \
    ROW(name, SC_FIELD_FLOAT, AT(type, member, float), low, high, true, unit, help, 0, 0, 0)
#define WHOLE(name, type, member, low, high, help) \
    ROW(name, SC_FIELD_INT, AT(type, member, int), low, high, false, "", help, 0, 0, 0)
#define FLAG(name, type, member, help) \
    ROW(name, SC_FIELD_BOOL, AT(type, member, bool), 0, 0, false, "", help, 0, 0, 0)
#define BITS(name, type, member, help) \
    ROW(name, SC_FIELD_BITS, AT(type, member, uint64_t), 0, 0, false, "", help, 0, 0, 0)
#define VECTOR(name, type, member, limit, unit, help)                                             \
    ROW(name, SC_FIELD_VEC2, AT(type, member, scree_vec2), -(limit), limit, false, unit, help, 0, \
        0, 0)
#define WORD(name, type, member, words, help) \
    ROW(name, SC_FIELD_WORD, offsetof(type, member), 0, 0, false, "", help, words, 0, 0)
#define OBJECT(name, type, member, table, help) \
    ROW(name, SC_FIELD_OBJECT, offsetof(type, member), 0, 0, false, "", help, 0, &(table), 0)
#define SPECIAL(name, schema, help) \
    ROW(name, SC_FIELD_SPECIAL, 0, 0, 0, false, "", help, 0, 0, schema)

#define LIST_OF(name) "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/" name "\"}}"
#define ONE(name) "{\"$ref\": \"#/$defs/" name "\"}"
#define TEXT "{\"type\": \"string\"}"
#define POINTS LIST_OF("vector")
#define BODY "{\"type\": [\"integer\", \"string\"]}"

// ---- the file

static const sc_file_field scene_fields[] = {
    SPECIAL("scree", "{\"const\": 1}", "version of the format; always 1"),
    SPECIAL("$schema", TEXT, "for editors; not read"),
    SPECIAL("name", TEXT, "shown in reports; default: the name of the file"),
    SPECIAL("description", TEXT, "one line"),
    SPECIAL("steps", ONE("number"), "length of a run; default 600"),
    SPECIAL("dt", ONE("number"), "length of a step, s; default 1/60"),
    SPECIAL("substeps", ONE("number"), "per step; default 4"),
    SPECIAL("parameters",
            "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/parameter\"}}",
            "numbers that \"$NAME\" stands for"),
    SPECIAL("world", ONE("world"), "settings"),
    SPECIAL("watch", ONE("watch"), "what is judged"),
    SPECIAL("view", ONE("aabb"), "what pictures show; default: the bounds of the bodies"),
    SPECIAL("materials",
            "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/material\"}}",
            "surfaces by name, for shapes"),
    SPECIAL("bodies", LIST_OF("body"), "rigid bodies, numbered from 0 in order of creation"),
    SPECIAL("shapes", LIST_OF("shape"), "more shapes, created after those inside bodies"),
    SPECIAL("joints", LIST_OF("joint"), ""),
    SPECIAL("particle_settings", ONE("particle_settings"), ""),
    SPECIAL("particles", LIST_OF("particle"), ""),
    SPECIAL("soft_iterations", ONE("number"), "passes over the edges of soft bodies, 1 to 64"),
    SPECIAL("soft_bodies", LIST_OF("soft_body"), ""),
};
TABLE(sc_scene_fields, "scene", scene_fields);

static const sc_file_field parameter_fields[] = {
    NUMBER("default", sc_parameter, value, -FINITE, FINITE, "", "required"),
    NUMBER("minimum", sc_parameter, low, -FINITE, FINITE, "", ""),
    NUMBER("maximum", sc_parameter, high, -FINITE, FINITE, "", ""),
    SPECIAL("meaning", TEXT, "what it counts or measures"),
};
TABLE(sc_parameter_fields, "parameter", parameter_fields);

static const char *const solver_words[] = {"soft_step", "pgs", "pgs_split", "projection", NULL};
static const char *const friction_words[] = {"geometric", "euclidean", "average", "product",
                                             "min",       "max",       NULL};
static const char *const restitution_words[] = {"max", "min", "product", NULL};

#define W scree_world_def
static const sc_file_field world_fields[] = {
    VECTOR("gravity", W, gravity, FINITE, "m/s^2", ""),
    NUMBER("length_unit", W, length_unit, 1e-6, 1e6, "", "lengths that make a typical size"),
    NUMBER("restitution_threshold", W, restitution_threshold, 0, 1e6, "units/s", ""),
    WORD("solver", W, solver, solver_words, ""),
    ABOVE("contact_hertz", W, contact_hertz, 0, HZ, "1/s", ""),
    NUMBER("contact_damping_ratio", W, contact_damping_ratio, 0, HZ, "", ""),
    NUMBER("contact_push_speed", W, contact_push_speed, 0, 1e6, "units/s", ""),
    ABOVE("max_linear_speed", W, max_linear_speed, 0, 1e6, "units/s", ""),
    WHOLE("iterations", W, iterations, 1, 1000, ""),
    NUMBER("erp", W, erp, 0, 1, "", ""),
    NUMBER("position_correction", W, position_correction, 0, 1, "", ""),
    NUMBER("slop", W, slop, 0, 1e6, "units", ""),
    FLAG("warm_starting", W, warm_starting, ""),
    FLAG("direct_joints", W, direct_joints, ""),
    WORD("friction_mixing", W, friction_mixing, friction_words, ""),
    WORD("restitution_mixing", W, restitution_mixing, restitution_words, ""),
    FLAG("enable_sleep", W, enable_sleep, "default false"),
    ABOVE("time_to_sleep", W, time_to_sleep, 0, 1e6, "s", ""),
    FLAG("enable_continuous", W, enable_continuous, ""),
    NUMBER("hit_event_threshold", W, hit_event_threshold, 0, 1e6, "units/s", ""),
};
TABLE(sc_world_fields, "world", world_fields);

static const sc_file_field watch_fields[] = {
    SPECIAL("standing", "{\"type\": \"boolean\"}", "the bodies should stay where they are"),
    SPECIAL("tops", "{\"type\": \"array\", \"items\": " BODY "}",
            "bodies whose fall and drift is measured, up to 1024"),
    SPECIAL("limits", ONE("aabb"), "a body outside has escaped; default: +-1e8 m"),
};
TABLE(sc_watch_fields, "watch", watch_fields);

static const sc_file_field aabb_fields[] = {
    VECTOR("lower", scree_aabb, lower, REACH, "m", "required"),
    VECTOR("upper", scree_aabb, upper, REACH, "m", "required"),
};
TABLE(sc_aabb_fields, "aabb", aabb_fields);

// ---- bodies

const char *const sc_body_words[] = {"static", "kinematic", "dynamic", NULL};

#define B scree_body_def
static const sc_file_field locks_fields[] = {
    FLAG("x", scree_motion_locks, x, ""),
    FLAG("y", scree_motion_locks, y, ""),
    FLAG("angle", scree_motion_locks, angle, ""),
};
static TABLE(locks_table, "locks", locks_fields);

static const sc_file_field body_fields[] = {
    SPECIAL("name", TEXT, "up to 31 bytes, for references; no two bodies have the same"),
    SPECIAL("repeat", ONE("repeat"), "makes many bodies of this one"),
    WORD("type", B, type, sc_body_words, "default static"),
    VECTOR("position", B, position, REACH, "m", "of the origin"),
    NUMBER("angle", B, angle, -FINITE, FINITE, "rad", ""),
    SPECIAL("rotation", ONE("vector"), "[cos, sin] in place of the angle"),
    VECTOR("linear_velocity", B, linear_velocity, FINITE, "m/s", "of the centre of mass"),
    NUMBER("angular_velocity", B, angular_velocity, -FINITE, FINITE, "rad/s", ""),
    NUMBER("linear_damping", B, linear_damping, 0, 1e6, "1/s", ""),
    NUMBER("angular_damping", B, angular_damping, 0, 1e6, "1/s", ""),
    NUMBER("gravity_scale", B, gravity_scale, -FINITE, FINITE, "", ""),
    NUMBER("sleep_threshold", B, sleep_threshold, 0, 1e6, "units/s", ""),
    OBJECT("locks", B, locks, locks_table, "motions that are locked"),
    FLAG("enabled", B, enabled, ""),
    FLAG("bullet", B, bullet, ""),
    FLAG("asleep", B, asleep, "at the start, if bodies may fall asleep"),
    FLAG("enable_force_wake", B, enable_force_wake, ""),
    SPECIAL("mass", ONE("mass"), "in place of that of the shapes"),
    SPECIAL("shapes", LIST_OF("shape"), ""),
};
TABLE(sc_body_fields, "body", body_fields);

static const sc_file_field mass_fields[] = {
    ABOVE("mass", scree_mass_data, mass, 0, FINITE, "kg", "required"),
    NUMBER("inertia", scree_mass_data, inertia, 0, FINITE, "kg m^2", "about the centre of mass"),
    VECTOR("center", scree_mass_data, center, REACH, "m", "of mass"),
};
TABLE(sc_mass_fields, "mass", mass_fields);

static const sc_file_field repeat_fields[] = {
    SPECIAL("grid", ONE("grid"), ""),
    SPECIAL("random", ONE("random"), ""),
};
TABLE(sc_repeat_fields, "repeat", repeat_fields);

static const sc_file_field grid_fields[] = {
    WHOLE("columns", sc_body_grid, columns, 0, 1000000, ""),
    WHOLE("rows", sc_body_grid, rows, 0, 1000000, ""),
    VECTOR("origin", sc_body_grid, origin, REACH, "m", "of the lower left body"),
    VECTOR("spacing", sc_body_grid, spacing, REACH, "m", "from column to column, from row to row"),
};
TABLE(sc_grid_fields, "grid", grid_fields);

static const sc_file_field scatter_fields[] = {
    WHOLE("count", sc_scatter, count, 0, 1000000, ""),
    WHOLE("seed", sc_scatter, seed, 0, 2147483647, "default 1"),
    VECTOR("lower", sc_scatter, box.lower, REACH, "m", "corner of the box"),
    VECTOR("upper", sc_scatter, box.upper, REACH, "m", "corner of the box"),
    VECTOR("angle", sc_scatter, angle, 1e6, "rad", "lowest and highest"),
};
TABLE(sc_scatter_fields, "random", scatter_fields);

// ---- shapes

#define M scree_material
static const sc_file_field material_fields[] = {
    NUMBER("friction", M, friction, 0, 1e6, "", ""),
    NUMBER("static_friction", M, static_friction, -1e6, 1e6, "", ""),
    NUMBER("restitution", M, restitution, 0, 1, "", ""),
    NUMBER("rolling_resistance", M, rolling_resistance, 0, 1e6, "", ""),
    NUMBER("tangent_speed", M, tangent_speed, -FINITE, FINITE, "m/s", ""),
    ROW("user_id", SC_FIELD_UINT32, AT(M, user_id, uint32_t), 0, 4294967295.0, false, "", "", 0, 0,
        0),
};
TABLE(sc_material_fields, "material", material_fields);

static const sc_file_field filter_fields[] = {
    BITS("category", scree_filter, category, ""),
    BITS("mask", scree_filter, mask, ""),
    ROW("group", SC_FIELD_INT, AT(scree_filter, group, int32_t), -2147483648.0, 2147483647, false,
        "", "", 0, 0, 0),
};
TABLE(sc_filter_fields, "filter", filter_fields);

const char *const sc_shape_words[] = {"circle",     "capsule",       "segment", "polygon", "box",
                                      "half_space", "chain_segment", "chain",   NULL};

#define S scree_shape_def
static const sc_file_field shape_fields[] = {
    SPECIAL("type", TEXT, "required"),
    SPECIAL("body", BODY, "only in the list of shapes of the scene"),
    NUMBER("density", S, density, 0, 1e12, "kg/m^2", ""),
    SPECIAL("material", "{\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/material\"}]}",
            "an object, or the name of one of the materials of the scene"),
    OBJECT("filter", S, filter, sc_filter_fields, "what it collides with"),
    FLAG("enable_contact_events", S, enable_contact_events, ""),
    FLAG("enable_hit_events", S, enable_hit_events, ""),
    FLAG("sensor", S, sensor, ""),
    FLAG("enable_sensor_events", S, enable_sensor_events, ""),
    FLAG("enable_static_sensing", S, enable_static_sensing, ""),
    FLAG("enable_contact_filter", S, enable_contact_filter, ""),
    FLAG("enable_pre_solve", S, enable_pre_solve, ""),
};
TABLE(sc_shape_fields, "shape", shape_fields);

static const sc_file_field circle_fields[] = {
    VECTOR("center", scree_circle, center, REACH, "m", ""),
    ABOVE("radius", scree_circle, radius, 0, REACH, "m", "required"),
};
static TABLE(circle_table, "circle", circle_fields);
static const sc_file_field capsule_fields[] = {
    VECTOR("point_a", scree_capsule, point_a, REACH, "m", ""),
    VECTOR("point_b", scree_capsule, point_b, REACH, "m", ""),
    ABOVE("radius", scree_capsule, radius, 0, REACH, "m", "required"),
};
static TABLE(capsule_table, "capsule", capsule_fields);
static const sc_file_field segment_fields[] = {
    VECTOR("point_a", scree_segment, point_a, REACH, "m", ""),
    VECTOR("point_b", scree_segment, point_b, REACH, "m", ""),
};
static TABLE(segment_table, "segment", segment_fields);
static const sc_file_field polygon_fields[] = {
    SPECIAL("vertices", POINTS, "3 to 64, convex, counter-clockwise; required"),
    NUMBER("radius", scree_polygon, radius, 0, REACH, "m", "of the rounding"),
};
static TABLE(polygon_table, "polygon", polygon_fields);
static const sc_file_field box_fields[] = {
    ABOVE("half_width", sc_box, half_width, 0, REACH, "m", "required"),
    ABOVE("half_height", sc_box, half_height, 0, REACH, "m", "required"),
    VECTOR("center", sc_box, center, REACH, "m", ""),
    NUMBER("angle", sc_box, angle, -FINITE, FINITE, "rad", ""),
    NUMBER("radius", sc_box, radius, 0, REACH, "m", "of the rounding"),
};
static TABLE(box_table, "box", box_fields);
static const sc_file_field half_space_fields[] = {
    VECTOR("normal", scree_half_space, normal, 1e12, "", "points out of the solid; default [0, 1]"),
    NUMBER("offset", scree_half_space, offset, -REACH, REACH, "m", ""),
};
static TABLE(half_space_table, "half_space", half_space_fields);
static const sc_file_field chain_segment_fields[] = {
    VECTOR("point_a", scree_chain_segment, point_a, REACH, "m", ""),
    VECTOR("point_b", scree_chain_segment, point_b, REACH, "m", ""),
    VECTOR("before", scree_chain_segment, before, REACH, "m", "begin of the segment before"),
    VECTOR("after", scree_chain_segment, after, REACH, "m", "end of the segment after"),
    FLAG("two_sided", scree_chain_segment, two_sided, ""),
};
static TABLE(chain_segment_table, "chain_segment", chain_segment_fields);
static const sc_file_field chain_fields[] = {
    SPECIAL("points", POINTS, "required"),
    FLAG("loop", scree_chain_def, loop, ""),
    FLAG("two_sided", scree_chain_def, two_sided, ""),
    VECTOR("before", scree_chain_def, before, REACH, "m", "ghost point before the first"),
    VECTOR("after", scree_chain_def, after, REACH, "m", "ghost point after the last"),
    SPECIAL("materials", LIST_OF("material"), "one for each segment"),
};
static TABLE(chain_table, "chain", chain_fields);

const sc_field_table *const sc_geometry_tables[SC_FILE_SHAPE_COUNT] = {
    &circle_table, &capsule_table,    &segment_table,       &polygon_table,
    &box_table,    &half_space_table, &chain_segment_table, &chain_table,
};

// ---- joints

const char *const sc_joint_words[] = {
    "distance", "revolute", "prismatic", "weld", "wheel",   "motor",
    "filter",   "gear",     "pulley",    "rack", "ratchet", NULL,
};
_Static_assert(sizeof sc_joint_words / sizeof *sc_joint_words == SCREE_JOINT_TYPE_COUNT + 1,
               "a word for each type");

static const sc_file_field frame_fields[] = {
    VECTOR("position", scree_frame, position, REACH, "m", "body coordinates"),
    NUMBER("angle", scree_frame, angle, -FINITE, FINITE, "rad", ""),
};
static TABLE(frame_table, "frame", frame_fields);

#define J scree_joint_base
static const sc_file_field joint_fields[] = {
    SPECIAL("type", TEXT, "required"),
    SPECIAL("body_a", BODY, "number or name; required"),
    SPECIAL("body_b", BODY, "number or name; required"),
    SPECIAL("repeat", ONE("joint_repeat"), "makes many joints of this one"),
    SPECIAL("anchor", ONE("vector"), "in place of frames: a point of the world, m"),
    SPECIAL("axis", ONE("vector"), "with an anchor: a direction in the world; default [1, 0]"),
    OBJECT("frame_a", J, frame_a, frame_table, "of body a"),
    OBJECT("frame_b", J, frame_b, frame_table, "of body b"),
    NUMBER("hertz", J, hertz, 0, HZ, "1/s", "0: as stiff as the step allows"),
    NUMBER("damping_ratio", J, damping_ratio, 0, HZ, "", ""),
    NUMBER("break_force", J, break_force, 0, HUGE_FORCE, "N", "0: never"),
    NUMBER("break_torque", J, break_torque, 0, HUGE_FORCE, "N m", "0: never"),
    NUMBER("force_threshold", J, force_threshold, 0, HUGE_FORCE, "N", "0: never"),
    NUMBER("torque_threshold", J, torque_threshold, 0, HUGE_FORCE, "N m", "0: never"),
    FLAG("collide_connected", J, collide_connected, ""),
};
TABLE(sc_joint_fields, "joint", joint_fields);

static const sc_file_field joint_repeat_fields[] = {
    WHOLE("count", sc_joint_repeat, count, 0, 1000000, "joints"),
    WHOLE("step", sc_joint_repeat, step, -1000000, 1000000,
          "added to the numbers of both bodies each time; default 1"),
};
TABLE(sc_joint_repeat_fields, "joint_repeat", joint_repeat_fields);

static const sc_file_field spring_fields[] = {
    FLAG("enable", scree_axis_spring, enable, ""),
    NUMBER("hertz", scree_axis_spring, hertz, 0, HZ, "1/s", ""),
    NUMBER("damping_ratio", scree_axis_spring, damping_ratio, 0, HZ, "", ""),
    NUMBER("target", scree_axis_spring, target, -REACH, REACH, "m or rad", ""),
};
static TABLE(spring_table, "spring", spring_fields);
static const sc_file_field motor_fields[] = {
    FLAG("enable", scree_axis_motor, enable, ""),
    NUMBER("speed", scree_axis_motor, speed, -HUGE_FORCE, HUGE_FORCE, "m/s or rad/s", ""),
    NUMBER("max", scree_axis_motor, max, 0, HUGE_FORCE, "N or N m", ""),
};
static TABLE(motor_table, "motor", motor_fields);
static const sc_file_field limits_fields[] = {
    FLAG("enable", scree_axis_limits, enable, ""),
    NUMBER("lower", scree_axis_limits, lower, -REACH, REACH, "m or rad", ""),
    NUMBER("upper", scree_axis_limits, upper, -REACH, REACH, "m or rad", ""),
};
static TABLE(limits_table, "limits", limits_fields);

#define AXIS(type)                                        \
    OBJECT("spring", type, spring, spring_table, ""),     \
        OBJECT("limits", type, limits, limits_table, ""), \
        OBJECT("motor", type, motor, motor_table, "")

#define D scree_distance_joint_def
static const sc_file_field distance_fields[] = {
    NUMBER("length", D, length, 0, REACH, "m", ""),
    NUMBER("lower_spring_force", D, lower_spring_force, -HUGE_FORCE, HUGE_FORCE, "N", ""),
    NUMBER("upper_spring_force", D, upper_spring_force, -HUGE_FORCE, HUGE_FORCE, "N", ""),
    AXIS(D),
};
static TABLE(distance_table, "distance", distance_fields);
static const sc_file_field revolute_fields[] = {AXIS(scree_revolute_joint_def)};
static TABLE(revolute_table, "revolute", revolute_fields);
static const sc_file_field prismatic_fields[] = {AXIS(scree_prismatic_joint_def)};
static TABLE(prismatic_table, "prismatic", prismatic_fields);
static const sc_file_field wheel_fields[] = {AXIS(scree_wheel_joint_def)};
static TABLE(wheel_table, "wheel", wheel_fields);
static const sc_file_field weld_fields[] = {
    NUMBER("angular_hertz", scree_weld_joint_def, angular_hertz, 0, HZ, "1/s", ""),
    NUMBER("angular_damping_ratio", scree_weld_joint_def, angular_damping_ratio, 0, HZ, "", ""),
};
static TABLE(weld_table, "weld", weld_fields);
#define MOTOR scree_motor_joint_def
static const sc_file_field motor_joint_fields[] = {
    VECTOR("linear_velocity", MOTOR, linear_velocity, HUGE_FORCE, "m/s", ""),
    NUMBER("angular_velocity", MOTOR, angular_velocity, -HUGE_FORCE, HUGE_FORCE, "rad/s", ""),
    NUMBER("max_velocity_force", MOTOR, max_velocity_force, 0, HUGE_FORCE, "N", ""),
    NUMBER("max_velocity_torque", MOTOR, max_velocity_torque, 0, HUGE_FORCE, "N m", ""),
    NUMBER("linear_hertz", MOTOR, linear_hertz, 0, HZ, "1/s", ""),
    NUMBER("linear_damping_ratio", MOTOR, linear_damping_ratio, 0, HZ, "", ""),
    NUMBER("angular_hertz", MOTOR, angular_hertz, 0, HZ, "1/s", ""),
    NUMBER("angular_damping_ratio", MOTOR, angular_damping_ratio, 0, HZ, "", ""),
    NUMBER("max_spring_force", MOTOR, max_spring_force, 0, HUGE_FORCE, "N", ""),
    NUMBER("max_spring_torque", MOTOR, max_spring_torque, 0, HUGE_FORCE, "N m", ""),
};
static TABLE(motor_joint_table, "motor_joint", motor_joint_fields);
static const sc_field_table filter_joint_table = {"filter_joint", 0, NULL};
static const sc_file_field gear_fields[] = {
    NUMBER("ratio", scree_gear_joint_def, ratio, -1e6, 1e6, "", "not within +-1e-6"),
    NUMBER("phase", scree_gear_joint_def, phase, -1e6, 1e6, "rad", ""),
};
static TABLE(gear_table, "gear", gear_fields);
static const sc_file_field pulley_fields[] = {
    VECTOR("anchor_a", scree_pulley_joint_def, anchor_a, REACH, "m", "world"),
    VECTOR("anchor_b", scree_pulley_joint_def, anchor_b, REACH, "m", "world"),
    NUMBER("ratio", scree_pulley_joint_def, ratio, 1e-6, 1e6, "", ""),
    NUMBER("length", scree_pulley_joint_def, length, 0, REACH, "m", ""),
};
static TABLE(pulley_table, "pulley", pulley_fields);
static const sc_file_field rack_fields[] = {
    NUMBER("radius", scree_rack_joint_def, radius, -1e6, 1e6, "m", "not within +-1e-6"),
};
static TABLE(rack_table, "rack", rack_fields);
static const sc_file_field ratchet_fields[] = {
    NUMBER("tooth", scree_ratchet_joint_def, tooth, -3.2, 3.2, "rad", "not within +-0.001"),
    NUMBER("phase", scree_ratchet_joint_def, phase, -1e6, 1e6, "rad", ""),
};
static TABLE(ratchet_table, "ratchet", ratchet_fields);

const sc_field_table *const sc_joint_tables[SCREE_JOINT_TYPE_COUNT] = {
    &distance_table, &revolute_table,    &prismatic_table,    &weld_table,
    &wheel_table,    &motor_joint_table, &filter_joint_table, &gear_table,
    &pulley_table,   &rack_table,        &ratchet_table,
};

// ---- particles and soft bodies

#define P scree_particle_def
static const sc_file_field particle_fields[] = {
    VECTOR("position", P, position, REACH, "m", "of the centre"),
    VECTOR("velocity", P, velocity, FINITE, "m/s", ""),
    NUMBER("radius", P, radius, 1e-12, 1e12, "m", "default 0.5"),
    NUMBER("density", P, density, 1e-12, 1e12, "kg/m^2", ""),
    FLAG("fixed", P, fixed, ""),
    SPECIAL("step", ONE("number"),
            "before which the particle is created, from 0; default: with the world"),
    SPECIAL("repeat", ONE("repeat"), "makes many particles of this one"),
};
TABLE(sc_particle_fields, "particle", particle_fields);

static const char *const container_words[] = {"none", "circle", "box", NULL};

#define PS scree_particle_settings
static const sc_file_field particle_settings_fields[] = {
    NUMBER("damping", PS, damping, 0, 1e6, "1/s", ""),
    NUMBER("friction", PS, friction, 0, 1e6, "", ""),
    ABOVE("max_speed", PS, max_speed, 0, 1e6, "units/s", ""),
    WORD("container", PS, container, container_words, ""),
    VECTOR("container_center", PS, container_center, REACH, "m", ""),
    VECTOR("container_size", PS, container_size, REACH, "m", "radius in x, or half extents"),
    BITS("category", PS, category, ""),
    BITS("mask", PS, mask, ""),
};
TABLE(sc_particle_settings_fields, "particle_settings", particle_settings_fields);

const char *const sc_soft_words[] = {"box", "polygon", "rope", "cloth", "free", NULL};

#define SB scree_soft_body_def
static const sc_file_field soft_body_fields[] = {
    SPECIAL("type", TEXT, "required"),
    VECTOR("position", SB, position, REACH, "m", ""),
    NUMBER("angle", SB, angle, -FINITE, FINITE, "rad", ""),
    VECTOR("linear_velocity", SB, linear_velocity, FINITE, "m/s", ""),
    NUMBER("angular_velocity", SB, angular_velocity, -1e6, 1e6, "rad/s", ""),
    ABOVE("mass", SB, mass, 0, FINITE, "kg", "of all vertices"),
    NUMBER("radius", SB, radius, 0, FINITE, "m", "of the disc round each vertex"),
    ABOVE("stiffness", SB, stiffness, 0, 1, "", ""),
    NUMBER("damping", SB, damping, 0, 1e6, "1/s", ""),
    NUMBER("gravity_scale", SB, gravity_scale, -FINITE, FINITE, "", ""),
    NUMBER("friction", SB, friction, 0, 1e6, "", ""),
    OBJECT("filter", SB, filter, sc_filter_fields, "what it collides with"),
    FLAG("enabled", SB, enabled, ""),
    SPECIAL("attachments", LIST_OF("attachment"), "vertices that hold on to rigid bodies"),
};
TABLE(sc_soft_body_fields, "soft_body", soft_body_fields);

static const sc_file_field attachment_fields[] = {
    WHOLE("vertex", sc_attachment, vertex, 0, 65535, "required"),
    SPECIAL("body", BODY, "number or name; required"),
    VECTOR("point", sc_attachment, point, REACH, "m", "of the rigid body, in its coordinates"),
};
TABLE(sc_attachment_fields, "attachment", attachment_fields);

#define F sc_file_soft_form
static const sc_file_field soft_box_fields[] = {
    ABOVE("half_width", F, half_width, 0, REACH, "m", "required"),
    ABOVE("half_height", F, half_height, 0, REACH, "m", "required"),
};
static TABLE(soft_box_table, "soft_box", soft_box_fields);
static const sc_file_field soft_polygon_fields[] = {
    WHOLE("count", F, count, 3, 64, "vertices; required"),
    ABOVE("circumradius", F, circumradius, 0, REACH, "m", "required"),
};
static TABLE(soft_polygon_table, "soft_polygon", soft_polygon_fields);
static const sc_file_field rope_fields[] = {
    VECTOR("a", F, a, 5e7, "m", "begin"),
    VECTOR("b", F, b, 5e7, "m", "end"),
    WHOLE("segments", F, segments, 1, 65535, "required"),
    FLAG("hold_a", F, hold_a, ""),
    FLAG("hold_b", F, hold_b, ""),
};
static TABLE(rope_table, "rope", rope_fields);
static const sc_file_field cloth_fields[] = {
    WHOLE("columns", F, columns, 1, 256, "required"),
    WHOLE("rows", F, rows, 1, 256, "required"),
    ABOVE("spacing", F, spacing, 0, REACH, "m", "required"),
    SPECIAL("held", "{\"type\": \"array\", \"items\": {\"type\": \"integer\"}}",
            "vertices that are held"),
};
static TABLE(cloth_table, "cloth", cloth_fields);
static const sc_file_field free_fields[] = {
    SPECIAL("vertices", POINTS, "required"),
    SPECIAL("masses", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}}",
            "kg, by vertex; 0: held"),
    SPECIAL("edges",
            "{\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": {\"$ref\": "
            "\"#/$defs/number\"}, \"minItems\": 2, \"maxItems\": 4}}",
            "[vertex, vertex, length, stiffness]; the last two may be left out"),
    SPECIAL("outline", "{\"type\": \"array\", \"items\": {\"type\": \"integer\"}}",
            "3 to 64 vertices"),
};
static TABLE(free_table, "free", free_fields);

const sc_field_table *const sc_soft_tables[SC_FILE_SOFT_COUNT] = {
    &soft_box_table, &soft_polygon_table, &rope_table, &cloth_table, &free_table,
};
