#include "engines/judge.h"

#include <math.h>

// From the point of a to that of b, m, world axes, and the direction of frame a.
typedef struct gap
{
    double x, y;
    double axis_x, axis_y;
} gap;

static gap gap_of(const sc_model_joint *joint, const sc_model_pose *poses)
{
    const scree_joint_base *base = &joint->def.common.base;
    const sc_model_pose *a = &poses[joint->body_a], *b = &poses[joint->body_b];
    double ca = (double)a->cos, sa = (double)a->sin, cb = (double)b->cos, sb = (double)b->sin;
    double ax = (double)base->frame_a.position.x, ay = (double)base->frame_a.position.y;
    double bx = (double)base->frame_b.position.x, by = (double)base->frame_b.position.y;
    double c = cos((double)base->frame_a.angle), s = sin((double)base->frame_a.angle);
    return (gap){
        .x = (double)b->x - (double)a->x + cb * bx - sb * by - ca * ax + sa * ay,
        .y = (double)b->y - (double)a->y + sb * bx + cb * by - sa * ax - ca * ay,
        .axis_x = ca * c - sa * s,
        .axis_y = sa * c + ca * s,
    };
}

// The error of a joint, m. Negative: the joint does not count.
static double error_of(const sc_model_joint *joint, const sc_model_pose *poses)
{
    double hertz = (double)joint->def.common.base.hertz;
    if (hertz > 0.0 && hertz < SC_JUDGE_STIFF_HERTZ)
        return -1.0;
    gap gap = gap_of(joint, poses);
    switch (joint->type)
    {
    case SCREE_JOINT_REVOLUTE:
    case SCREE_JOINT_WELD:
        return hypot(gap.x, gap.y);
    case SCREE_JOINT_PRISMATIC:
    case SCREE_JOINT_WHEEL:
        return fabs(gap.axis_x * gap.y - gap.axis_y * gap.x);
    case SCREE_JOINT_DISTANCE:
    {
        const scree_distance_joint_def *def = &joint->def.distance;
        return def->spring.enable ? -1.0 : fabs(hypot(gap.x, gap.y) - (double)def->length);
    }
    default:
        return -1.0;
    }
}

sc_joint_errors sc_judge_joints(const sc_model *model, const sc_model_pose *poses)
{
    sc_joint_errors errors = {0};
    double squares = 0.0;
    for (int i = 0; i < model->joint_count; ++i)
    {
        const sc_model_joint *joint = &model->joints[i];
        const sc_model_body *a = &model->bodies[joint->body_a], *b = &model->bodies[joint->body_b];
        bool held = a->type == SCREE_BODY_DYNAMIC || b->type == SCREE_BODY_DYNAMIC;
        double error = held && !a->gone && !b->gone ? error_of(joint, poses) : -1.0;
        if (error < 0.0)
            continue;
        ++errors.count;
        squares += error * error;
        // NaN remains the largest error.
        errors.max = isnan(errors.max) || error <= errors.max ? errors.max : error;
    }
    errors.rms = errors.count > 0 ? sqrt(squares / errors.count) : 0.0;
    return errors;
}
