#include "engines/engine_chipmunk_joints.h"

#include <chipmunk/chipmunk.h>
#include <math.h>

const char *sc_refuse_chipmunk_joint(const sc_model_joint *joint)
{
    const scree_joint_base *base = &joint->def.common.base;
    if (base->break_force > 0.0f || base->break_torque > 0.0f)
        return "has no joints that break";
    if (base->hertz > 0.0f)
        return "has no stiffness for what joints hold";
    const scree_distance_joint_def *rod = &joint->def.distance;
    switch (joint->type)
    {
    case SCREE_JOINT_DISTANCE:
        if (rod->motor.enable)
            return "has no motor in distance joints";
        return rod->spring.enable &&
                       (rod->lower_spring_force > -1e12f || rod->upper_spring_force < 1e12f)
                   ? "has no bounds for the force of springs"
                   : NULL;
    case SCREE_JOINT_REVOLUTE:
    case SCREE_JOINT_WELD:
    case SCREE_JOINT_WHEEL:
        return NULL;
    case SCREE_JOINT_PRISMATIC:
        return joint->def.prismatic.motor.enable ? "has no motor in sliders" : NULL;
    default:
        return "has no such motors, filters, gears, pulleys, racks and ratchets";
    }
}

/// A joint while it is made up of constraints of two bodies.
typedef struct joint_maker
{
    cpSpace *space;
    cpBody *a, *b;
    cpVect anchor_a, anchor_b;
    double axis_x, axis_y;                 // of frame a, coordinates of a
    cpFloat reference;                     // angle of b against a where the frames agree
    double inverse_mass, inverse_inertia;  // of both bodies
    bool collide, ok;
} joint_maker;

static double inverse(cpFloat value)
{
    return isfinite(value) && value > 0 ? 1.0 / (double)value : 0.0;
}

static joint_maker maker_of(cpSpace *space, cpBody *a, cpBody *b, const sc_model_joint *joint)
{
    const scree_joint_base *base = &joint->def.common.base;
    scree_vec2 p = base->frame_a.position, q = base->frame_b.position;
    return (joint_maker){
        .space = space,
        .a = a,
        .b = b,
        .anchor_a = cpv((cpFloat)p.x, (cpFloat)p.y),
        .anchor_b = cpv((cpFloat)q.x, (cpFloat)q.y),
        .axis_x = cos((double)base->frame_a.angle),
        .axis_y = sin((double)base->frame_a.angle),
        .reference = (cpFloat)base->frame_a.angle - (cpFloat)base->frame_b.angle,
        .inverse_mass = inverse(cpBodyGetMass(a)) + inverse(cpBodyGetMass(b)),
        .inverse_inertia = inverse(cpBodyGetMoment(a)) + inverse(cpBodyGetMoment(b)),
        .collide = base->collide_connected,
        .ok = true,
    };
}

// Null: no memory.
static void add(joint_maker *maker, cpConstraint *constraint)
{
    maker->ok = maker->ok && constraint != NULL;
    if (constraint == NULL)
        return;
    cpConstraintSetCollideBodies(constraint, maker->collide);
    cpSpaceAddConstraint(maker->space, constraint);
}

// These two functions convert a frequency and a damping ratio, for this inverse mass, to N/m and N
// s/m, or N m and N m s.
static cpFloat stiffness(const scree_axis_spring *spring, double inverse_mass)
{
    double omega = 2.0 * 3.14159265358979 * (double)spring->hertz;
    return (cpFloat)(inverse_mass > 0.0 ? omega * omega / inverse_mass : 0.0);
}
static cpFloat damping(const scree_axis_spring *spring, double inverse_mass)
{
    double omega = 2.0 * 3.14159265358979 * (double)spring->hertz;
    double ratio = (double)spring->damping_ratio;
    return (cpFloat)(inverse_mass > 0.0 ? 2.0 * ratio * omega / inverse_mass : 0.0);
}

static void add_motor(joint_maker *maker, const scree_axis_motor *motor)
{
    if (!motor->enable)
        return;
    cpConstraint *constraint = cpSimpleMotorNew(maker->a, maker->b, -(cpFloat)motor->speed);
    if (constraint != NULL)
        cpConstraintSetMaxForce(constraint, (cpFloat)motor->max);
    add(maker, constraint);
}

static void add_rotary_spring(joint_maker *maker, const scree_axis_spring *spring)
{
    if (!spring->enable)
        return;
    add(maker,
        cpDampedRotarySpringNew(maker->a, maker->b, -(maker->reference + (cpFloat)spring->target),
                                stiffness(spring, maker->inverse_inertia),
                                damping(spring, maker->inverse_inertia)));
}

static void make_distance(joint_maker *maker, const scree_distance_joint_def *def)
{
    if (!def->spring.enable)
    {
        cpConstraint *rod = cpPinJointNew(maker->a, maker->b, maker->anchor_a, maker->anchor_b);
        if (rod != NULL)
            cpPinJointSetDist(rod, (cpFloat)def->length);
        add(maker, rod);
        return;
    }
    if (def->spring.hertz > 0.0f)
    {
        add(maker,
            cpDampedSpringNew(maker->a, maker->b, maker->anchor_a, maker->anchor_b,
                              (cpFloat)def->length, stiffness(&def->spring, maker->inverse_mass),
                              damping(&def->spring, maker->inverse_mass)));
    }
    if (def->limits.enable)
    {
        add(maker, cpSlideJointNew(maker->a, maker->b, maker->anchor_a, maker->anchor_b,
                                   (cpFloat)def->limits.lower, (cpFloat)def->limits.upper));
    }
}

static void make_revolute(joint_maker *maker, const scree_revolute_joint_def *def)
{
    add(maker, cpPivotJointNew2(maker->a, maker->b, maker->anchor_a, maker->anchor_b));
    if (def->limits.enable)
    {
        add(maker,
            cpRotaryLimitJointNew(maker->a, maker->b, maker->reference + (cpFloat)def->limits.lower,
                                  maker->reference + (cpFloat)def->limits.upper));
    }
    add_rotary_spring(maker, &def->spring);
    add_motor(maker, &def->motor);
}

static void make_weld(joint_maker *maker, const scree_weld_joint_def *def)
{
    add(maker, cpPivotJointNew2(maker->a, maker->b, maker->anchor_a, maker->anchor_b));
    scree_axis_spring spring = {true, def->angular_hertz, def->angular_damping_ratio, 0.0f};
    if (def->angular_hertz > 0.0f)
        add_rotary_spring(maker, &spring);
    else
        add(maker, cpGearJointNew(maker->a, maker->b, maker->reference, 1));
}

// Adds a groove along the axis, as long as the limits or, without limits, very long.
static void add_groove(joint_maker *maker, const scree_axis_limits *limits)
{
    const double endless = 1e4;
    double lower = limits->enable ? (double)limits->lower : -endless;
    double upper = limits->enable ? (double)limits->upper : endless;
    // A groove needs a direction.
    upper = fmax(upper, lower + 1e-4);
    cpVect axis = cpv((cpFloat)maker->axis_x, (cpFloat)maker->axis_y);
    add(maker,
        cpGrooveJointNew(maker->a, maker->b, cpvadd(maker->anchor_a, cpvmult(axis, (cpFloat)lower)),
                         cpvadd(maker->anchor_a, cpvmult(axis, (cpFloat)upper)), maker->anchor_b));
}

// Adds a spring along the axis. Chipmunk springs act between points, so one point is so far back on
// the axis that the other one never reaches it.
static void add_groove_spring(joint_maker *maker, const scree_axis_spring *spring)
{
    if (!spring->enable || spring->hertz <= 0.0f)
        return;
    const double back = 100.0;
    cpVect axis = cpv((cpFloat)maker->axis_x, (cpFloat)maker->axis_y);
    add(maker, cpDampedSpringNew(
                   maker->a, maker->b, cpvadd(maker->anchor_a, cpvmult(axis, (cpFloat)-back)),
                   maker->anchor_b, (cpFloat)(back + (double)spring->target),
                   stiffness(spring, maker->inverse_mass), damping(spring, maker->inverse_mass)));
}

bool sc_add_chipmunk_joint(cpSpace *space, cpBody *a, cpBody *b, const sc_model_joint *joint)
{
    joint_maker maker = maker_of(space, a, b, joint);
    // Add no constraint between two bodies that no force can move: Chipmunk would find no solution
    // and stop the program.
    if (cpBodyGetType(maker.a) != CP_BODY_TYPE_DYNAMIC &&
        cpBodyGetType(maker.b) != CP_BODY_TYPE_DYNAMIC)
        return true;
    const scree_prismatic_joint_def *slider = &joint->def.prismatic;
    const scree_wheel_joint_def *wheel = &joint->def.wheel;
    switch (joint->type)
    {
    case SCREE_JOINT_DISTANCE:
        make_distance(&maker, &joint->def.distance);
        break;
    case SCREE_JOINT_REVOLUTE:
        make_revolute(&maker, &joint->def.revolute);
        break;
    case SCREE_JOINT_WELD:
        make_weld(&maker, &joint->def.weld);
        break;
    case SCREE_JOINT_PRISMATIC:
        add_groove(&maker, &slider->limits);
        add(&maker, cpGearJointNew(maker.a, maker.b, maker.reference, 1));
        add_groove_spring(&maker, &slider->spring);
        break;
    case SCREE_JOINT_WHEEL:
        add_groove(&maker, &wheel->limits);
        add_groove_spring(&maker, &wheel->spring);
        add_motor(&maker, &wheel->motor);
        break;
    default:
        return false;
    }
    return maker.ok;
}
