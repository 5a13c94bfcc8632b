#include "engines/judge_energy.h"

#include <math.h>
#include <stdlib.h>

static bool is_dynamic(const sc_model *model, int body)
{
    return model->bodies[body].type == SCREE_BODY_DYNAMIC;
}

// The body that represents the set of connected bodies. Shortens the path to it.
static int root_of(int *parents, int body)
{
    while (parents[body] != body)
    {
        parents[body] = parents[parents[body]];
        body = parents[body];
    }
    return body;
}

static void number_mechanisms(sc_energy_judge *judge)
{
    const sc_model *model = judge->model;
    int *parents = judge->of_body;
    for (int i = 0; i < model->body_count; ++i)
        parents[i] = i;
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        if (!is_dynamic(model, joint->body_a) || !is_dynamic(model, joint->body_b) ||
            joint->type == SCREE_JOINT_FILTER)
            continue;
        int a = root_of(parents, joint->body_a), b = root_of(parents, joint->body_b);
        parents[a > b ? a : b] = a < b ? a : b;
    }
    // The root of a body comes before it, so its entry already holds the number of the mechanism,
    // as -2 - number, which is no body.
    for (int i = 0; i < model->body_count; ++i)
    {
        int root = i;
        while (parents[root] >= 0 && parents[root] != root)
            root = parents[root];
        if (!is_dynamic(model, i))
            parents[i] = -1;
        else
            parents[i] = parents[root] < -1 ? parents[root] : -2 - judge->count++;
    }
    for (int i = 0; i < model->body_count; ++i)
        judge->of_body[i] = parents[i] < -1 ? -2 - parents[i] : -1;
}

// An end of a joint: the arm from the centre of mass, m, world axes, and the inverse mass and
// inertia.
typedef struct end
{
    double x, y;  // of the point, m
    double arm_x, arm_y;
    double cos, sin;  // of the body
    double inverse_mass, inverse_inertia;
} end;

static end end_of(const sc_model *model, int number, scree_frame frame)
{
    const sc_model_body *body = &model->bodies[number];
    double c = (double)body->cos, s = (double)body->sin;
    double px = (double)frame.position.x, py = (double)frame.position.y;
    double ax = px - (double)body->center.x, ay = py - (double)body->center.y;
    bool moves = body->type == SCREE_BODY_DYNAMIC && body->mass > 0.0;
    return (end){
        .x = (double)body->position.x + c * px - s * py,
        .y = (double)body->position.y + s * px + c * py,
        .arm_x = c * ax - s * ay,
        .arm_y = s * ax + c * ay,
        .cos = c,
        .sin = s,
        .inverse_mass = moves ? 1.0 / body->mass : 0.0,
        .inverse_inertia = moves && body->inertia > 0.0 ? 1.0 / body->inertia : 0.0,
    };
}

// The energy of a spring, J: m (2 pi hertz)^2 x^2 / 2 with the effective mass m of a row.
static double energy_of_spring(double inverse_mass, const scree_axis_spring *spring, double x)
{
    double w = 2.0 * 3.14159265358979 * (double)spring->hertz;
    return inverse_mass > 0.0 ? 0.5 * w * w * x * x / inverse_mass : 0.0;
}

static double energy_along(const end *a, const end *b, double ux, double uy,
                           const scree_axis_spring *spring, double x)
{
    // The direction turns with a, so that the arm of a reaches to the point of b.
    double ax = a->arm_x + b->x - a->x, ay = a->arm_y + b->y - a->y;
    double turn_a = ax * uy - ay * ux, turn_b = b->arm_x * uy - b->arm_y * ux;
    double inverse_mass = a->inverse_mass + b->inverse_mass + a->inverse_inertia * turn_a * turn_a +
                          b->inverse_inertia * turn_b * turn_b;
    return energy_of_spring(inverse_mass, spring, x);
}

// The energy of the spring of a joint at the start, J.
static double stored_energy(const sc_model *model, const sc_model_joint *joint)
{
    const scree_joint_base *base = &joint->def.common.base;
    end a = end_of(model, joint->body_a, base->frame_a);
    end b = end_of(model, joint->body_b, base->frame_b);
    double dx = b.x - a.x, dy = b.y - a.y;
    double c = cos((double)base->frame_a.angle), s = sin((double)base->frame_a.angle);
    double ux = a.cos * c - a.sin * s, uy = a.sin * c + a.cos * s, along = ux * dx + uy * dy;
    if (joint->type == SCREE_JOINT_DISTANCE && joint->def.distance.spring.enable)
    {
        double length = hypot(dx, dy);
        if (!(length > 0.0))
            return 0.0;
        double stretch = length - (double)joint->def.distance.length;
        return energy_along(&a, &b, dx / length, dy / length, &joint->def.distance.spring, stretch);
    }
    if (joint->type == SCREE_JOINT_REVOLUTE && joint->def.revolute.spring.enable)
    {
        const scree_axis_spring *spring = &joint->def.revolute.spring;
        double angle =
            (double)base->frame_b.angle - (double)base->frame_a.angle - (double)spring->target;
        double turn = atan2(a.cos * b.sin - a.sin * b.cos, a.cos * b.cos + a.sin * b.sin) + angle;
        return energy_of_spring(a.inverse_inertia + b.inverse_inertia, spring,
                                remainder(turn, 2.0 * 3.14159265358979));
    }
    if (joint->type == SCREE_JOINT_PRISMATIC && joint->def.prismatic.spring.enable)
    {
        const scree_axis_spring *spring = &joint->def.prismatic.spring;
        return energy_along(&a, &b, ux, uy, spring, along - (double)spring->target);
    }
    if (joint->type == SCREE_JOINT_WHEEL && joint->def.wheel.spring.enable)
    {
        const scree_axis_spring *spring = &joint->def.wheel.spring;
        return energy_along(&a, &b, ux, uy, spring, along - (double)spring->target);
    }
    return 0.0;
}

static double power_of(const sc_model_joint *joint)
{
    scree_axis_motor motor = {false, 0.0f, 0.0f};
    if (joint->type == SCREE_JOINT_DISTANCE && joint->def.distance.spring.enable)
        motor = joint->def.distance.motor;
    else if (joint->type == SCREE_JOINT_REVOLUTE)
        motor = joint->def.revolute.motor;
    else if (joint->type == SCREE_JOINT_PRISMATIC)
        motor = joint->def.prismatic.motor;
    else if (joint->type == SCREE_JOINT_WHEEL)
        motor = joint->def.wheel.motor;
    return motor.enable ? fabs((double)motor.speed) * (double)motor.max : 0.0;
}

static double energy_of_body(const sc_model *model, int number, const sc_model_pose *pose,
                             const sc_model_velocity *velocity)
{
    const sc_model_body *body = &model->bodies[number];
    double c = (double)pose->cos, s = (double)pose->sin;
    double cx = (double)body->center.x, cy = (double)body->center.y;
    double x = (double)pose->x + c * cx - s * cy, y = (double)pose->y + s * cx + c * cy;
    double vx = (double)velocity->vx, vy = (double)velocity->vy, w = (double)velocity->w;
    double height = (double)model->gravity.x * x + (double)model->gravity.y * y;
    return 0.5 * (body->mass * (vx * vx + vy * vy) + body->inertia * w * w) -
           body->mass * (double)body->gravity_scale * height;
}

// Computes the energy that each mechanism may have, and whether the mechanism is judged.
static void take_joints(sc_energy_judge *judge)
{
    const sc_model *model = judge->model;
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        int a = judge->of_body[joint->body_a], b = judge->of_body[joint->body_b];
        int number = a >= 0 ? a : b;
        if (number < 0 || joint->type == SCREE_JOINT_FILTER)
            continue;
        sc_judged_mechanism *mechanism = &judge->mechanisms[number];
        bool driven = model->bodies[joint->body_a].type == SCREE_BODY_KINEMATIC ||
                      model->bodies[joint->body_b].type == SCREE_BODY_KINEMATIC;
        mechanism->judged = mechanism->judged && !driven && joint->type != SCREE_JOINT_MOTOR;
        mechanism->may_have += stored_energy(model, joint);
        mechanism->power += power_of(joint);
    }
}

bool sc_energy_judge_create(sc_energy_judge *judge, const sc_model *model)
{
    size_t bodies = (size_t)model->body_count + 1;
    *judge = (sc_energy_judge){.model = model, .of_body = malloc(bodies * sizeof(int))};
    if (judge->of_body == NULL)
        return false;
    number_mechanisms(judge);
    size_t count = (size_t)judge->count + 1;
    judge->mechanisms = calloc(count, sizeof *judge->mechanisms);
    judge->energy = calloc(count, sizeof *judge->energy);
    judge->speed = calloc(count, sizeof *judge->speed);
    if (judge->mechanisms == NULL || judge->energy == NULL || judge->speed == NULL)
    {
        sc_energy_judge_destroy(judge);
        return false;
    }
    double gravity = hypot((double)model->gravity.x, (double)model->gravity.y);
    gravity = gravity > 0.0 ? gravity : 10.0;
    for (int i = 0; i < judge->count; ++i)
        judge->mechanisms[i].judged = true;
    for (int i = 0; i < model->body_count; ++i)
    {
        if (judge->of_body[i] < 0)
            continue;
        const sc_model_body *body = &model->bodies[i];
        sc_judged_mechanism *mechanism = &judge->mechanisms[judge->of_body[i]];
        sc_model_pose pose = {body->position.x, body->position.y, body->cos, body->sin};
        sc_model_velocity velocity = {body->velocity.x, body->velocity.y, body->w};
        mechanism->mass += body->mass;
        mechanism->weight += body->mass * gravity;
        mechanism->may_have += energy_of_body(model, i, &pose, &velocity);
    }
    take_joints(judge);
    return true;
}

void sc_energy_judge_destroy(sc_energy_judge *judge)
{
    free(judge->mechanisms);
    free(judge->of_body);
    free(judge->energy);
    free(judge->speed);
    *judge = (sc_energy_judge){0};
}

// The larger one of two values; NaN counts as infinite.
static double larger(double a, double b) { return isnan(b) ? HUGE_VAL : b > a ? b : a; }

void sc_energy_judge_look(sc_energy_judge *judge, const sc_model_pose *poses,
                          const sc_model_velocity *velocities, double time)
{
    for (int i = 0; i < judge->count; ++i)
        judge->energy[i] = judge->speed[i] = 0.0;
    for (int i = 0; i < judge->model->body_count; ++i)
    {
        int number = judge->of_body[i];
        if (number < 0)
            continue;
        judge->energy[number] += energy_of_body(judge->model, i, &poses[i], &velocities[i]);
        judge->speed[number] =
            larger(judge->speed[number], hypot((double)velocities[i].vx, (double)velocities[i].vy));
    }
    for (int i = 0; i < judge->count; ++i)
    {
        sc_judged_mechanism *mechanism = &judge->mechanisms[i];
        double gain = judge->energy[i] - mechanism->may_have - mechanism->power * time;
        mechanism->max_gain = larger(mechanism->max_gain, gain);
        mechanism->max_speed = larger(mechanism->max_speed, judge->speed[i]);
    }
}

sc_energy_gains sc_energy_judge_gains(const sc_energy_judge *judge)
{
    sc_energy_gains gains = {0};
    for (int i = 0; i < judge->count; ++i)
    {
        const sc_judged_mechanism *mechanism = &judge->mechanisms[i];
        if (!mechanism->judged || !(mechanism->weight > 0.0))
            continue;
        double gain = mechanism->max_gain / mechanism->weight;
        ++gains.judged;
        gains.gained += gain > SC_ENERGY_TOLERANCE;
        gains.fast += mechanism->max_speed > SC_ENERGY_FAST;
        gains.max_gain = larger(gains.max_gain, gain);
        gains.max_speed = larger(gains.max_speed, mechanism->max_speed);
    }
    return gains;
}
