#include "engines/judge_impacts.h"

#include <math.h>
#include <stdlib.h>

// The larger one of two values; NaN counts as infinite.
static double larger(double a, double b) { return isnan(b) ? HUGE_VAL : b > a ? b : a; }

// The first shape of a body: all shapes of a floor or body have the same material.
static const sc_model_shape *shape_of(const sc_model *model, int body)
{
    const sc_model_shape *shape = model->shapes;
    while (shape->body != body)
        ++shape;
    return shape;
}

// The arm from the centre of mass to the point where the floor pushes; straight down if the body
// lies flat.
static void find_arm(const sc_model *model, const sc_model_body *body, const sc_model_shape *shape,
                     double *x, double *y)
{
    const double flat = 1e-4;
    double c = (double)body->cos, s = (double)body->sin, lowest_x = 0.0, lowest_y = HUGE_VAL;
    for (int i = 0; i < shape->vertex_count; ++i)
    {
        scree_vec2 vertex = model->vertices[shape->first_vertex + i];
        double px = (double)vertex.x - (double)body->center.x;
        double py = (double)vertex.y - (double)body->center.y;
        double at_x = c * px - s * py, at_y = s * px + c * py;
        if (fabs(at_y - lowest_y) < flat)
            lowest_x = 0.0;
        else if (at_y < lowest_y)
        {
            lowest_x = at_x;
            lowest_y = at_y;
        }
    }
    *x = lowest_x;
    *y = lowest_y - (double)shape->radius;
}

static void expect(const sc_model *model, const sc_model_shape *floor, sc_judged_impact *impact)
{
    const sc_model_body *body = &model->bodies[impact->body];
    const sc_model_shape *shape = shape_of(model, impact->body);
    double friction = sqrt((double)shape->material.friction * (double)floor->material.friction);
    double e = fmax((double)shape->material.restitution, (double)floor->material.restitution);
    double x, y, vx = impact->vx, vy = impact->vy;
    find_arm(model, body, shape, &x, &y);
    double inverse_mass = 1.0 / body->mass;
    // Two or more points at the same height do not turn the body.
    bool held = body->lock_angle || !(body->inertia > 0.0) || (x == 0.0 && shape->vertex_count > 1);
    double inverse_inertia = held ? 0.0 : 1.0 / body->inertia;
    double nn = inverse_mass + inverse_inertia * x * x;
    double tt = inverse_mass + inverse_inertia * y * y;
    double nt = -inverse_inertia * x * y, stop = -(1.0 + e) * vy;
    double determinant = nn * tt - nt * nt;
    double jn = (stop * tt + vx * nt) / determinant, jt = (-vx * nn - stop * nt) / determinant;
    if (fabs(jt) > friction * jn)
    {
        double against = jt < 0.0 ? -1.0 : 1.0;
        jn = stop / (nn + against * friction * nt);
        jt = against * friction * jn;
    }
    impact->expected_vx = vx + inverse_mass * jt;
    impact->expected_vy = vy + inverse_mass * jn;
}

bool sc_impact_judge_create(sc_impact_judge *judge, const sc_model *model)
{
    *judge = (sc_impact_judge){
        .model = model,
        .weightless = model->gravity.x == 0.0f && model->gravity.y == 0.0f,
        .impacts = calloc((size_t)model->body_count + 1, sizeof *judge->impacts),
    };
    if (judge->impacts == NULL)
        return false;
    const sc_model_shape *floor = NULL;
    for (int i = 0; floor == NULL && i < model->shape_count; ++i)
    {
        if (model->bodies[model->shapes[i].body].type == SCREE_BODY_STATIC)
            floor = &model->shapes[i];
    }
    for (int i = 0; floor != NULL && i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        double vx = (double)body->velocity.x, vy = (double)body->velocity.y;
        if (body->type != SCREE_BODY_DYNAMIC || (vx == 0.0 && vy == 0.0))
            continue;
        sc_judged_impact *impact = &judge->impacts[judge->count++];
        *impact = (sc_judged_impact){.body = i,
                                     .vx = vx,
                                     .vy = vy,
                                     .expected_vx = vx,
                                     .speed = hypot(vx, vy),
                                     .last_vx = vx,
                                     .last_vy = vy};
        if (judge->weightless)
            expect(model, floor, impact);
    }
    return true;
}

void sc_impact_judge_destroy(sc_impact_judge *judge)
{
    free(judge->impacts);
    *judge = (sc_impact_judge){0};
}

// The engines solve an impact within the step in which it happens and the next one.
static void look_at_impact(sc_judged_impact *impact, double vx, double vy)
{
    if (impact->done)
        return;
    if (impact->hit)
    {
        impact->max_along = larger(0.0, fabs(vx - impact->expected_vx) / impact->speed);
        impact->max_rebound = larger(0.0, fabs(vy - impact->expected_vy) / impact->speed);
        impact->done = true;
    }
    impact->hit = !(hypot(vx - impact->vx, vy - impact->vy) <= 1e-4 * impact->speed);
}

static void look_at_seams(sc_judged_impact *impact, double vx, double vy)
{
    bool lands = impact->vy < 0.0;
    impact->hit = impact->hit || !lands || !(vy < impact->last_vy);
    impact->speed = impact->hit ? impact->speed : hypot(vx, vy);
    impact->last_vy = vy;
    impact->done = impact->hit;
    if (lands)
        impact->max_along = larger(impact->max_along, fabs(vx - impact->vx) / impact->speed);
    else
        impact->lost = larger(impact->lost, 1.0 - vx / impact->vx);
}

void sc_impact_judge_look(sc_impact_judge *judge, const sc_model_velocity *velocities)
{
    for (int i = 0; i < judge->count; ++i)
    {
        sc_judged_impact *impact = &judge->impacts[i];
        const sc_model_velocity *velocity = &velocities[impact->body];
        if (judge->weightless)
            look_at_impact(impact, (double)velocity->vx, (double)velocity->vy);
        else
            look_at_seams(impact, (double)velocity->vx, (double)velocity->vy);
    }
}

sc_impact_errors sc_impact_judge_errors(const sc_impact_judge *judge)
{
    sc_impact_errors errors = {0};
    for (int i = 0; i < judge->count; ++i)
    {
        const sc_judged_impact *impact = &judge->impacts[i];
        errors.judged += impact->done;
        errors.along = larger(errors.along, impact->max_along);
        errors.rebound = larger(errors.rebound, impact->max_rebound);
        errors.lost = larger(errors.lost, impact->lost);
    }
    return errors;
}
