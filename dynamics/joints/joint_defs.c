/// Definitions of joints: checked, packed into records, and read back.
#include "dynamics/joints/joint_type.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#define BASE(member, kept, low, high) \
    {"base." #member, offsetof(scree_joint_base, member), offsetof(sc_joint_record, kept), low, \
     high, SC_IN_RANGE}
static const sc_joint_number base_numbers[] = {
    BASE(frame_a.position.x, frame.ax, -SC_WORLD_REACH, SC_WORLD_REACH),
    BASE(frame_a.position.y, frame.ay, -SC_WORLD_REACH, SC_WORLD_REACH),
    BASE(frame_a.angle, given.angle_a, -FLT_MAX, FLT_MAX),
    BASE(frame_b.position.x, frame.bx, -SC_WORLD_REACH, SC_WORLD_REACH),
    BASE(frame_b.position.y, frame.by, -SC_WORLD_REACH, SC_WORLD_REACH),
    BASE(frame_b.angle, given.angle_b, -FLT_MAX, FLT_MAX),
    BASE(hertz, given.hertz, 0.0f, SC_MAX_SETTING),
    BASE(damping_ratio, given.damping_ratio, 0.0f, SC_MAX_SETTING),
    BASE(break_force, given.break_force, 0.0f, SC_MAX_JOINT_FORCE),
    BASE(break_torque, given.break_torque, 0.0f, SC_MAX_JOINT_FORCE),
    BASE(force_threshold, given.force_threshold, 0.0f, SC_MAX_JOINT_FORCE),
    BASE(torque_threshold, given.torque_threshold, 0.0f, SC_MAX_JOINT_FORCE)};
// clang-format on

enum
{
    BASE_COUNT = sizeof base_numbers / sizeof *base_numbers,
    AXIS = SC_JOINT_SPRING | SC_JOINT_MOTOR | SC_JOINT_LIMITS
};

sc_joint_kind sc_joint_kind_of(const sc_joint_type *type, const sc_joint_settings *settings)
{
    bool is_free = type->kind == SC_JOINT_HINGE && !(settings->switches & AXIS);
    return is_free ? SC_JOINT_POINT : type->kind;
}

const scree_joint_base *sc_joint_base_of(const sc_joint_type *type, const void *def)
{
    return (const void *)((const char *)def + type->base);
}

static float float_at(const void *structure, size_t offset)
{
    float value;
    memcpy(&value, (const char *)structure + offset, sizeof value);
    return value;
}

static scree_result refuse(scree_world *world, const char *function, const char *name,
                           const char *member, const char *what)
{
    char argument[sizeof world->error.argument];
    snprintf(argument, sizeof argument, "%s%s%s", name, name[0] != 0 ? "." : "", member);
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

static scree_result check_numbers(scree_world *world, const sc_joint_number *numbers, int count,
                                  const void *def, const char *function, const char *name)
{
    char what[96];
    for (int i = 0; i < count; ++i)
    {
        const sc_joint_number *n = &numbers[i];
        float value = float_at(def, n->def);
        float size = n->rule == SC_MAGNITUDE ? fabsf(value) : value;
        const float lower = n->rule == SC_IN_UNITS ? sc_length_unit_of(world) * n->lower : n->lower;
        if (!(size >= lower && size <= n->upper))
        {
            snprintf(what, sizeof what, "is %.9g, not in [%g, %g]%s", (double)value, (double)lower,
                     (double)n->upper, n->rule == SC_MAGNITUDE ? " or its negative" : "");
            return refuse(world, function, name, n->name, what);
        }
    }
    // Compare numbers with each other only after each is in its own range, so that the error names
    // a number that is out of range, not the one before it.
    for (int i = 0; i < count; ++i)
    {
        const sc_joint_number *n = &numbers[i];
        if (n->rule == SC_AT_MOST_NEXT && float_at(def, n->def) > float_at(def, n[1].def))
        {
            snprintf(what, sizeof what, "is greater than %s", n[1].name);
            return refuse(world, function, name, n->name, what);
        }
    }
    return SCREE_OK;
}

scree_result sc_check_joint_def(scree_world *world, const sc_joint_type *type, const void *def,
                                const char *function, const char *name)
{
    SC_TRY(sc_check_version(world, def, function, name, type->filled_by));
    const scree_joint_base *base = sc_joint_base_of(type, def);
    SC_TRY(check_numbers(world, base_numbers, BASE_COUNT, base, function, name));
    return check_numbers(world, type->numbers, type->number_count, def, function, name);
}

static void pack_numbers(const sc_joint_number *numbers, int count, const void *def,
                         sc_joint_record *record)
{
    for (int i = 0; i < count; ++i)
    {
        const sc_joint_number *n = &numbers[i];
        memcpy((char *)record + n->record, (const char *)def + n->def, sizeof(float));
    }
}

static void unpack_numbers(const sc_joint_number *numbers, int count, const sc_joint_record *record,
                           void *def)
{
    for (int i = 0; i < count; ++i)
    {
        const sc_joint_number *n = &numbers[i];
        memcpy((char *)def + n->def, (const char *)record + n->record, sizeof(float));
    }
}

void sc_complete_spring(sc_joint_settings *settings)
{
    settings->spring_lower = -FLT_MAX;
    settings->spring_upper = FLT_MAX;
    settings->switches &= settings->spring_hertz > 0.0f ? ~0 : ~SC_JOINT_SPRING;
}

// sc_joint_type.axis has them in this order.
_Static_assert(SC_JOINT_SPRING == 1 << 0 && SC_JOINT_MOTOR == 1 << 1 && SC_JOINT_LIMITS == 1 << 2,
               "");

sc_joint_record sc_pack_joint(const sc_joint_type *type, const void *def)
{
    const scree_joint_base *base = sc_joint_base_of(type, def);
    sc_joint_record record;
    sc_joint_settings *settings = &record.settings;
    memset(&record, 0, sizeof record);
    pack_numbers(base_numbers, BASE_COUNT, base, &record);
    settings->hertz = base->hertz;
    settings->damping_ratio = base->damping_ratio;
    pack_numbers(type->numbers, type->number_count, def, &record);
    settings->ratio_type = type->ratio_type;
    settings->switches = base->hertz > 0.0f ? SC_JOINT_SOFT_POINT : 0;
    for (int i = 0; i < 3 && type->axis[i] != 0; ++i)
    {
        const bool *on = (const void *)((const char *)def + type->axis[i]);
        settings->switches |= *on ? 1 << i : 0;
    }
    sc_rotation a = sc_rotation_of(base->frame_a.angle), b = sc_rotation_of(base->frame_b.angle);
    record.frame.a_cos = a.cos;
    record.frame.a_sin = a.sin;
    record.frame.b_cos = b.cos;
    record.frame.b_sin = b.sin;
    const bool acts = type->kind != SC_JOINT_NONE;
    const bool breaks = acts && (base->break_force > 0.0f || base->break_torque > 0.0f);
    const bool watched = acts && (base->force_threshold > 0.0f || base->torque_threshold > 0.0f);
    record.flags = (uint8_t)((base->collide_connected ? SC_JOINT_COLLIDES : 0) |
                             (breaks ? SC_JOINT_BREAKABLE : 0) | (watched ? SC_JOINT_WATCHED : 0) |
                             (settings->switches & SC_JOINT_SPRING ? SC_JOINT_SPRING_GIVEN : 0) |
                             (settings->switches & SC_JOINT_MOTOR ? SC_JOINT_MOTOR_GIVEN : 0) |
                             (settings->switches & SC_JOINT_LIMITS ? SC_JOINT_LIMITS_GIVEN : 0));
    if (type->complete != NULL)
    {
        type->complete(settings);
    }
    record.kind = (uint8_t)sc_joint_kind_of(type, settings);
    return record;
}

scree_joint_base *sc_unpack_joint(const sc_joint_type *type, const sc_joint_record *record,
                                  void *def)
{
    scree_joint_base *base = (void *)((char *)def + type->base);
    memset(def, 0, type->def_size);
    *(uint32_t *)def = SC_DEF_VERSION;
    unpack_numbers(base_numbers, BASE_COUNT, record, base);
    unpack_numbers(type->numbers, type->number_count, record, def);
    base->collide_connected = (record->flags & SC_JOINT_COLLIDES) != 0;
    const uint8_t flags[] = {SC_JOINT_SPRING_GIVEN, SC_JOINT_MOTOR_GIVEN, SC_JOINT_LIMITS_GIVEN};
    for (int i = 0; i < 3 && type->axis[i] != 0; ++i)
    {
        bool *on = (void *)((char *)def + type->axis[i]);
        *on = (record->flags & flags[i]) != 0;
    }
    return base;
}
