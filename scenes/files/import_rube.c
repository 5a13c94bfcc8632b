// Scenes of R.U.B.E., the editor for Box2D by iforce2d (its documentation describes the JSON).
// Vectors are objects with x and y, or 0; floats may be strings of 8 hexadecimal digits.

#include "scenes/files/import.h"
#include "scenes/files/scene_file.h"

#include <scree/scree.h>

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sc_note(sc_notes *notes, int count, const char *name)
{
    size_t used = strlen(notes->text), singular = strcspn(name, "|");
    const char *rest = name[singular] == '|' ? name + singular + 1 : "";
    if (count > 0)
        snprintf(notes->text + used, sizeof notes->text - used, "%s%d %.*s%s%s",
                 used > 0 ? ", " : "", count, (int)singular, name, count > 1 ? "s" : "", rest);
}

bool sc_refuse_import(sc_notes *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (notes->fault[0] == '\0')
        vsnprintf(notes->fault, sizeof notes->fault, format, arguments);
    va_end(arguments);
    return false;
}

bool sc_is_rube(const cJSON *json)
{
    return cJSON_IsArray(sc_import_get(json, "body")) && !sc_import_get(json, "scree");
}

static double number_of(const cJSON *value, double plain)
{
    if (cJSON_IsNumber(value))
        return value->valuedouble;
    if (!cJSON_IsString(value) || strlen(value->valuestring) != 8 ||
        strspn(value->valuestring, "0123456789abcdefABCDEF") != 8)
        return plain;
    uint32_t bits = (uint32_t)strtoul(value->valuestring, NULL, 16);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

static double real(const cJSON *json, const char *key, double plain)
{
    return number_of(sc_import_get(json, key), plain);
}

static cJSON *vector(const cJSON *json, const char *key)
{
    const cJSON *value = sc_import_get(json, key);
    return sc_import_pair(real(value, "x", 0.0), real(value, "y", 0.0));
}

static void copy_number(cJSON *to, const char *name, const cJSON *from, const char *key)
{
    if (sc_import_get(from, key) != NULL)
        cJSON_AddNumberToObject(to, name, real(from, key, 0.0));
}

static void copy_vector(cJSON *to, const char *name, const cJSON *from, const char *key)
{
    if (sc_import_get(from, key) != NULL)
        cJSON_AddItemToObject(to, name, vector(from, key));
}

static bool is_true(const cJSON *json, const char *key, bool plain)
{
    const cJSON *value = sc_import_get(json, key);
    return value == NULL ? plain : cJSON_IsTrue(value) != 0;
}

// {"x": [...], "y": [...]}; `closed`: the last point is the first one again, and left out.
static cJSON *points(const cJSON *vertices, bool *closed)
{
    const cJSON *xs = sc_import_get(vertices, "x"), *ys = sc_import_get(vertices, "y");
    cJSON *list = cJSON_CreateArray();
    const cJSON *x = cJSON_IsArray(xs) ? xs->child : NULL,
                *y = cJSON_IsArray(ys) ? ys->child : NULL;
    const cJSON *first_x = x, *first_y = y;
    int count = 0;
    *closed = false;
    for (; x != NULL && y != NULL; x = x->next, y = y->next, ++count)
    {
        bool last = x->next == NULL || y->next == NULL;
        *closed = last && count > 2 && number_of(x, 0.0) == number_of(first_x, 0.0) &&
                  number_of(y, 0.0) == number_of(first_y, 0.0);
        if (!*closed)
            cJSON_AddItemToArray(list, sc_import_pair(number_of(x, 0.0), number_of(y, 0.0)));
    }
    return list;
}

static void add_chain(cJSON *shape, const cJSON *chain)
{
    bool closed;
    cJSON_AddStringToObject(shape, "type", "chain");
    cJSON_AddItemToObject(shape, "points", points(sc_import_get(chain, "vertices"), &closed));
    // Chains of Box2D 2.3, for which the editor is made, have two sides.
    cJSON_AddTrueToObject(shape, "two_sided");
    if (closed)
        cJSON_AddTrueToObject(shape, "loop");
    if (!closed && is_true(chain, "hasPrevVertex", false))
        cJSON_AddItemToObject(shape, "before", vector(chain, "prevVertex"));
    if (!closed && is_true(chain, "hasNextVertex", false))
        cJSON_AddItemToObject(shape, "after", vector(chain, "nextVertex"));
}

static bool add_geometry(cJSON *shape, const cJSON *fixture)
{
    const cJSON *circle = sc_import_get(fixture, "circle"),
                *polygon = sc_import_get(fixture, "polygon");
    const cJSON *chain = sc_import_get(fixture, "chain"), *edge = sc_import_get(fixture, "edge");
    bool closed;
    if (circle != NULL)
    {
        cJSON_AddStringToObject(shape, "type", "circle");
        cJSON_AddItemToObject(shape, "center", vector(circle, "center"));
        cJSON_AddNumberToObject(shape, "radius", real(circle, "radius", 0.0));
    }
    else if (polygon != NULL)
    {
        cJSON_AddStringToObject(shape, "type", "polygon");
        cJSON_AddItemToObject(shape, "vertices",
                              points(sc_import_get(polygon, "vertices"), &closed));
    }
    else if (chain != NULL)
        add_chain(shape, chain);
    else if (edge != NULL)
    {
        cJSON_AddStringToObject(shape, "type", "segment");
        cJSON_AddItemToObject(shape, "point_a", vector(edge, "vertex1"));
        cJSON_AddItemToObject(shape, "point_b", vector(edge, "vertex2"));
    }
    return circle != NULL || polygon != NULL || chain != NULL || edge != NULL;
}

// Filters have 16 bits, or 32 in some versions of Box2D; both are written as signed numbers.
static bool fits_16_bits(const cJSON *fixture, const char *key)
{
    double value = real(fixture, key, 0.0);
    return value >= -32768.0 && value <= 65535.0;
}

static double count_filters(const cJSON *bodies)
{
    const cJSON *body, *fixture;
    cJSON_ArrayForEach(body, bodies)
    {
        cJSON_ArrayForEach(fixture, sc_import_get(body, "fixture"))
        {
            if (!fits_16_bits(fixture, "filter-categoryBits") ||
                !fits_16_bits(fixture, "filter-maskBits"))
                return 4294967296.0;
        }
    }
    return 65536.0;
}

static double bits(const cJSON *fixture, const char *key, double plain, double filters)
{
    double value = real(fixture, key, plain);
    return value < 0.0 ? value + filters : value;
}

// `filters`: how many values the bits of a filter have.
static cJSON *shape_of(const cJSON *fixture, double filters)
{
    cJSON *shape = cJSON_CreateObject();
    if (!add_geometry(shape, fixture))
    {
        cJSON_Delete(shape);
        return NULL;
    }
    cJSON_AddNumberToObject(shape, "density", real(fixture, "density", 0.0));
    cJSON *material = cJSON_AddObjectToObject(shape, "material");
    cJSON_AddNumberToObject(material, "friction", real(fixture, "friction", 0.0));
    cJSON_AddNumberToObject(material, "restitution", real(fixture, "restitution", 0.0));
    cJSON *filter = cJSON_AddObjectToObject(shape, "filter");
    cJSON_AddNumberToObject(filter, "category", bits(fixture, "filter-categoryBits", 1.0, filters));
    cJSON_AddNumberToObject(filter, "mask",
                            bits(fixture, "filter-maskBits", filters - 1.0, filters));
    cJSON_AddNumberToObject(filter, "group", real(fixture, "filter-groupIndex", 0.0));
    if (is_true(fixture, "sensor", false))
        cJSON_AddTrueToObject(shape, "sensor");
    return shape;
}

// The editor writes inertia about the origin of the body, scree takes it about the centre.
static void add_mass(cJSON *body, const cJSON *from)
{
    double mass = real(from, "massData-mass", 0.0);
    const cJSON *center = sc_import_get(from, "massData-center");
    double x = real(center, "x", 0.0), y = real(center, "y", 0.0);
    double inertia = real(from, "massData-I", 0.0) - mass * (x * x + y * y);
    if (!(mass > 0.0) || !(inertia >= 0.0))
        return;
    cJSON *data = cJSON_AddObjectToObject(body, "mass");
    cJSON_AddNumberToObject(data, "mass", mass);
    cJSON_AddNumberToObject(data, "inertia", inertia);
    cJSON_AddItemToObject(data, "center", sc_import_pair(x, y));
}

static cJSON *body_of(const cJSON *from, double filters, int *lost)
{
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    cJSON *body = cJSON_CreateObject();
    double type = real(from, "type", 0.0);
    int index = type == 2.0 ? 2 : type == 1.0 ? 1 : 0;
    // Defaults are left out: an empty body of a few bytes stays small.
    if (index != 0)
        cJSON_AddStringToObject(body, "type", types[index]);
    copy_vector(body, "position", from, "position");
    copy_vector(body, "linear_velocity", from, "linearVelocity");
    copy_number(body, "angle", from, "angle");
    copy_number(body, "angular_velocity", from, "angularVelocity");
    copy_number(body, "linear_damping", from, "linearDamping");
    copy_number(body, "angular_damping", from, "angularDamping");
    copy_number(body, "gravity_scale", from, "gravityScale");
    if (is_true(from, "bullet", false))
        cJSON_AddTrueToObject(body, "bullet");
    if (!is_true(from, "active", true))
        cJSON_AddFalseToObject(body, "enabled");
    if (!is_true(from, "allowSleep", true))
        cJSON_AddNumberToObject(body, "sleep_threshold", 0.0);
    if (index == 2 && sc_import_get(from, "awake") != NULL && !is_true(from, "awake", true))
        cJSON_AddTrueToObject(body, "asleep");
    if (is_true(from, "fixedRotation", false))
        cJSON_AddTrueToObject(cJSON_AddObjectToObject(body, "locks"), "angle");
    if (index == 2)
        add_mass(body, from);
    const cJSON *fixture;
    if (sc_import_get(from, "fixture") == NULL)
        return body;
    cJSON *shapes = cJSON_AddArrayToObject(body, "shapes");
    cJSON_ArrayForEach(fixture, sc_import_get(from, "fixture"))
    {
        cJSON *shape = shape_of(fixture, filters);
        *lost += shape == NULL;
        cJSON_AddItemToArray(shapes, shape);
    }
    return body;
}

// ---- joints

static void add_frame(cJSON *joint, const char *name, const cJSON *from, const char *anchor,
                      double angle)
{
    cJSON *frame = cJSON_AddObjectToObject(joint, name);
    cJSON_AddItemToObject(frame, "position", vector(from, anchor));
    if (angle != 0.0)
        cJSON_AddNumberToObject(frame, "angle", angle);
}

static double axis_angle(const cJSON *from)
{
    const cJSON *axis = sc_import_get(from, "localAxisA");
    axis = axis != NULL ? axis : sc_import_get(from, "localAxis1");
    float x = (float)real(axis, "x", 1.0), y = (float)real(axis, "y", 0.0);
    return (double)scree_atan2(y, x);
}

static void add_limits(cJSON *joint, bool enable, double lower, double upper)
{
    cJSON *limits = cJSON_AddObjectToObject(joint, "limits");
    cJSON_AddBoolToObject(limits, "enable", enable);
    cJSON_AddNumberToObject(limits, "lower", lower);
    cJSON_AddNumberToObject(limits, "upper", upper);
}

static void add_spring(cJSON *joint, double hertz, double damping_ratio)
{
    cJSON *spring = cJSON_AddObjectToObject(joint, "spring");
    cJSON_AddTrueToObject(spring, "enable");
    cJSON_AddNumberToObject(spring, "hertz", hertz);
    cJSON_AddNumberToObject(spring, "damping_ratio", damping_ratio);
}

static void add_motor(cJSON *joint, const cJSON *from, const char *max)
{
    if (!is_true(from, "enableMotor", false))
        return;
    cJSON *motor = cJSON_AddObjectToObject(joint, "motor");
    cJSON_AddTrueToObject(motor, "enable");
    cJSON_AddNumberToObject(motor, "speed", real(from, "motorSpeed", 0.0));
    cJSON_AddNumberToObject(motor, "max", real(from, max, 0.0));
}

// Hinges of scree turn by less than half a turn.
#define MAX_HINGE_LIMIT 3.11

static void add_hinge(cJSON *joint, const cJSON *from, int *wide_limits)
{
    double lower = real(from, "lowerLimit", 0.0), upper = real(from, "upperLimit", 0.0);
    bool limited = is_true(from, "enableLimit", false);
    bool wide = limited && (lower < -MAX_HINGE_LIMIT || upper > MAX_HINGE_LIMIT);
    *wide_limits += wide;
    if (limited && !wide)
        add_limits(joint, true, lower, upper);
    add_motor(joint, from, "maxMotorTorque");
}

static void add_rope(cJSON *joint, const cJSON *from)
{
    double length = real(from, "maxLength", 1.0);
    cJSON_AddNumberToObject(joint, "length", length);
    add_spring(joint, 0.0, 0.0);
    add_limits(joint, true, 0.0, length);
}

static bool add_joint_members(cJSON *joint, const cJSON *from, const char *type, int *wide_limits)
{
    double reference = real(from, "refAngle", 0.0), hertz = real(from, "frequency", 0.0);
    double damping = real(from, "dampingRatio", 0.0), angle_a = 0.0, angle_b = 0.0;
    bool slides = strcmp(type, "prismatic") == 0, rolls = strcmp(type, "wheel") == 0;
    bool is_rope = strcmp(type, "rope") == 0, rubs = strcmp(type, "friction") == 0;
    if (strcmp(type, "revolute") == 0)
        add_hinge(joint, from, wide_limits);
    else if (slides)
    {
        if (is_true(from, "enableLimit", false))
            add_limits(joint, true, real(from, "lowerLimit", 0.0), real(from, "upperLimit", 0.0));
        add_motor(joint, from, "maxMotorForce");
    }
    else if (rolls)
    {
        add_spring(joint, real(from, "springFrequency", 2.0),
                   real(from, "springDampingRatio", 0.7));
        add_motor(joint, from, "maxMotorTorque");
    }
    else if (strcmp(type, "weld") == 0)
    {
        cJSON_AddNumberToObject(joint, "angular_hertz", hertz);
        cJSON_AddNumberToObject(joint, "angular_damping_ratio", damping);
    }
    else if (strcmp(type, "distance") == 0)
    {
        cJSON_AddNumberToObject(joint, "length", real(from, "length", 1.0));
        if (hertz > 0.0)
            add_spring(joint, hertz, damping);
    }
    else if (is_rope)
        add_rope(joint, from);
    else if (rubs)
    {
        cJSON_AddNumberToObject(joint, "max_velocity_force", real(from, "maxForce", 0.0));
        cJSON_AddNumberToObject(joint, "max_velocity_torque", real(from, "maxTorque", 0.0));
    }
    else
        return false;
    // The coordinate is (angle of b + angle_b) - (angle of a + angle_a).
    angle_a = slides || rolls ? axis_angle(from) : reference;
    angle_b = slides ? angle_a - reference : 0.0;
    cJSON_AddStringToObject(joint, "type", is_rope ? "distance" : rubs ? "motor" : type);
    add_frame(joint, "frame_a", from, "anchorA", angle_a);
    add_frame(joint, "frame_b", from, "anchorB", angle_b);
    return true;
}

static cJSON *joint_of(const cJSON *from, int *wide_limits)
{
    const cJSON *type = sc_import_get(from, "type");
    cJSON *joint = cJSON_CreateObject();
    if (!cJSON_IsString(type) || !add_joint_members(joint, from, type->valuestring, wide_limits))
    {
        cJSON_Delete(joint);
        return NULL;
    }
    cJSON_AddNumberToObject(joint, "body_a", real(from, "bodyA", 0.0));
    cJSON_AddNumberToObject(joint, "body_b", real(from, "bodyB", 0.0));
    if (is_true(from, "collideConnected", false))
        cJSON_AddTrueToObject(joint, "collide_connected");
    return joint;
}

static bool is_type(const cJSON *from, const char *name)
{
    const cJSON *type = sc_import_get(from, "type");
    return cJSON_IsString(type) && strcmp(type->valuestring, name) == 0;
}

static int count_in(const cJSON *list) { return cJSON_GetArraySize(list); }

// More objects than scenes hold would take far more memory than the file.
static bool check_counts(const cJSON *json, sc_notes *notes)
{
    const cJSON *body, *bodies = sc_import_get(json, "body");
    int shapes = 0, body_count = count_in(bodies), joints = count_in(sc_import_get(json, "joint"));
    cJSON_ArrayForEach(body, bodies) shapes += count_in(sc_import_get(body, "fixture"));
    return body_count <= SC_FILE_MAX_OBJECTS && shapes <= SC_FILE_MAX_OBJECTS &&
                   joints <= SC_FILE_MAX_OBJECTS
               ? true
               : sc_refuse_import(notes, "more than %d bodies, fixtures or joints",
                                  SC_FILE_MAX_OBJECTS);
}

cJSON *sc_scene_of_rube(const cJSON *json, sc_notes *notes)
{
    if (!check_counts(json, notes))
        return NULL;
    cJSON *scene = cJSON_CreateObject();
    cJSON_AddNumberToObject(scene, "scree", 1.0);
    cJSON_AddStringToObject(scene, "description", "a scene of R.U.B.E.");
    double rate = real(json, "stepsPerSecond", 60.0);
    if (rate >= 1.0 && rate != 60.0)
        cJSON_AddNumberToObject(scene, "dt", 1.0 / rate);
    cJSON *world = cJSON_AddObjectToObject(scene, "world");
    cJSON_AddItemToObject(world, "gravity", vector(json, "gravity"));
    cJSON_AddBoolToObject(world, "enable_sleep", is_true(json, "allowSleep", true));
    cJSON_AddBoolToObject(world, "warm_starting", is_true(json, "warmStarting", true));
    cJSON_AddBoolToObject(world, "enable_continuous", is_true(json, "continuousPhysics", true));
    cJSON *bodies = cJSON_AddArrayToObject(scene, "bodies");
    cJSON *joints = cJSON_AddArrayToObject(scene, "joints");
    double filters = count_filters(sc_import_get(json, "body"));
    int lost_fixtures = 0, lost_gears = 0, lost_motors = 0, lost_joints = 0, wide_limits = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, sc_import_get(json, "body"))
        cJSON_AddItemToArray(bodies, body_of(item, filters, &lost_fixtures));
    cJSON_ArrayForEach(item, sc_import_get(json, "joint"))
    {
        cJSON *joint = joint_of(item, &wide_limits);
        int *lost = is_type(item, "gear")    ? &lost_gears
                    : is_type(item, "motor") ? &lost_motors
                                             : &lost_joints;
        *lost += joint == NULL;
        cJSON_AddItemToArray(joints, joint);
    }
    sc_note(notes, lost_fixtures, "fixture| of an unknown type");
    sc_note(notes, lost_gears, "gear joint");
    sc_note(notes, lost_motors, "motor joint");
    sc_note(notes, lost_joints, "joint| of an unknown type");
    sc_note(notes, wide_limits, "limit| of a hinge beyond half a turn");
    sc_note(notes, cJSON_GetArraySize(sc_import_get(json, "image")), "image");
    return scene;
}
