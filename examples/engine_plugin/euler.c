// An engine for `scree compare` in a shared object: explicit Euler steps of circles that collide
// with half-spaces and with nothing else. CMakeLists.txt builds it.

#include <scree_tools/engine_plugin.h>

#include <math.h>
#include <stdlib.h>

typedef struct body
{
    bool moves;  // it is dynamic
    float x, y, angle, vx, vy, w;
    float inverse_mass, inverse_inertia, gravity_scale, linear_damping, angular_damping;
    double mass;
} body;

typedef struct shape
{
    int body;
    bool is_plane;
    float radius;  // of a circle, whose centre is its body's origin
    float nx, ny, offset;
    float friction, restitution;
} shape;

typedef struct world
{
    scree_vec2 gravity;
    float threshold;  // slower impacts do not bounce, m/s
    int substeps, body_count, shape_count, touching;
    body *bodies;
    shape *shapes;
} world;

static void destroy(void *context)
{
    world *w = context;
    free(w->bodies);
    free(w->shapes);
    free(w);
}

static void *create(const sc_engine_settings *settings)
{
    world *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->gravity = settings->gravity;
    w->threshold = settings->restitution_threshold;
    w->substeps = settings->substeps;
    return w;
}

static bool add_body(void *context, const sc_model_body *m)
{
    world *w = context;
    bool moves = m->type == SCREE_BODY_DYNAMIC;
    if (moves && !(m->mass > 0.0))
        return false;
    body *grown = realloc(w->bodies, ((size_t)w->body_count + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    w->bodies = grown;
    grown[w->body_count++] = (body){
        .moves = moves,
        .x = m->position.x,
        .y = m->position.y,
        .angle = m->angle,
        .vx = m->velocity.x,
        .vy = m->velocity.y,
        .w = m->w,
        .inverse_mass = moves ? (float)(1.0 / m->mass) : 0.0f,
        .inverse_inertia = moves && !m->lock_angle ? (float)(1.0 / m->inertia) : 0.0f,
        .gravity_scale = m->gravity_scale,
        .linear_damping = m->linear_damping,
        .angular_damping = m->angular_damping,
        .mass = moves ? m->mass : 0.0,
    };
    return true;
}

static const char *refuse_shape(const sc_model_shape *m)
{
    if (m->type != SCREE_SHAPE_CIRCLE && m->type != SCREE_SHAPE_HALF_SPACE)
        return "has no shapes but circles and half-spaces";
    if (m->material.rolling_resistance != 0.0f || m->material.tangent_speed != 0.0f)
        return "has no rolling resistance and no conveyors";
    return NULL;
}

static bool add_shape(void *context, const sc_model_parts *parts, const sc_model_shape *m)
{
    world *w = context;
    // The mass is at the origin of a body, and so must its circle be. Circles that stay where they
    // are would touch nothing.
    bool is_circle = m->type == SCREE_SHAPE_CIRCLE;
    scree_vec2 center = is_circle ? parts->vertices[m->first_vertex] : (scree_vec2){0.0f, 0.0f};
    if (center.x != 0.0f || center.y != 0.0f || (is_circle && !w->bodies[m->body].moves))
        return false;
    shape *grown = realloc(w->shapes, ((size_t)w->shape_count + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    w->shapes = grown;
    grown[w->shape_count++] = (shape){
        .body = m->body,
        .is_plane = !is_circle,
        .radius = m->radius,
        .nx = m->plane.normal.x,
        .ny = m->plane.normal.y,
        .offset = m->plane.offset,
        .friction = m->material.friction,
        .restitution = m->material.restitution,
    };
    return true;
}

static void set_velocity(void *context, int number, scree_vec2 linear, float angular)
{
    body *b = &((world *)context)->bodies[number];
    b->vx = linear.x;
    b->vy = linear.y;
    b->w = angular;
}

// Explicit Euler: the position moves with the velocity of the beginning of the step.
static void move(const world *w, body *b, float h)
{
    b->x += h * b->vx;
    b->y += h * b->vy;
    b->angle += h * b->w;
    if (!b->moves)
        return;
    float slow = 1.0f / (1.0f + h * b->linear_damping);
    b->vx = (b->vx + h * b->gravity_scale * w->gravity.x) * slow;
    b->vy = (b->vy + h * b->gravity_scale * w->gravity.y) * slow;
    b->w /= 1.0f + h * b->angular_damping;
}

// Puts a circle back onto a plane and removes the approach, with friction and a bounce.
static bool collide(const world *w, const shape *circle, const shape *plane)
{
    body *b = &w->bodies[circle->body];
    const body *p = &w->bodies[plane->body];
    float c = cosf(p->angle), s = sinf(p->angle);
    float nx = c * plane->nx - s * plane->ny, ny = s * plane->nx + c * plane->ny;
    float gap = nx * (b->x - p->x) + ny * (b->y - p->y) - plane->offset - circle->radius;
    if (gap > 0.0f)
        return false;
    b->x -= gap * nx;
    b->y -= gap * ny;
    // The velocity of the point of contact, seen from the plane.
    float rx = -circle->radius * nx, ry = -circle->radius * ny;
    float px = b->x + rx - p->x, py = b->y + ry - p->y;
    float dx = b->vx - b->w * ry - (p->vx - p->w * py);
    float dy = b->vy + b->w * rx - (p->vy + p->w * px);
    float approach = -(dx * nx + dy * ny), along = dx * -ny + dy * nx;
    if (approach <= 0.0f)
        return true;
    float restitution = fmaxf(circle->restitution, plane->restitution);
    float bounce = approach > w->threshold ? restitution : 0.0f;
    float normal = (1.0f + bounce) * approach / b->inverse_mass;
    float arm = circle->radius * circle->radius;
    float limit = sqrtf(circle->friction * plane->friction) * normal;
    float tangent = -along / (b->inverse_mass + arm * b->inverse_inertia);
    tangent = fminf(limit, fmaxf(-limit, tangent));
    b->vx += b->inverse_mass * (normal * nx - tangent * ny);
    b->vy += b->inverse_mass * (normal * ny + tangent * nx);
    b->w += b->inverse_inertia * circle->radius * -tangent;
    return true;
}

static bool step(void *context, float dt)
{
    world *w = context;
    for (int n = 0; n < w->substeps; ++n)
    {
        w->touching = 0;
        for (int i = 0; i < w->body_count; ++i)
            move(w, &w->bodies[i], dt / (float)w->substeps);
        for (int i = 0; i < w->shape_count; ++i)
        {
            bool is_circle = !w->shapes[i].is_plane && w->bodies[w->shapes[i].body].moves;
            for (int k = 0; is_circle && k < w->shape_count; ++k)
                w->touching += w->shapes[k].is_plane && collide(w, &w->shapes[i], &w->shapes[k]);
        }
    }
    return true;
}

static void read_poses(void *context, sc_model_pose *poses)
{
    const world *w = context;
    for (int i = 0; i < w->body_count; ++i)
    {
        const body *b = &w->bodies[i];
        poses[i] = (sc_model_pose){b->x, b->y, cosf(b->angle), sinf(b->angle)};
    }
}

static void read_velocities(void *context, sc_model_velocity *velocities)
{
    const world *w = context;
    for (int i = 0; i < w->body_count; ++i)
        velocities[i] = (sc_model_velocity){w->bodies[i].vx, w->bodies[i].vy, w->bodies[i].w};
}

static sc_engine_counts count(void *context)
{
    const world *w = context;
    sc_engine_counts counts = {
        .bodies = w->body_count,
        .shapes = w->shape_count,
        .pairs = -1,
        .contacts = w->touching,
    };
    for (int i = 0; i < w->body_count; ++i)
        counts.mass += w->bodies[i].mass;
    return counts;
}

static const sc_engine euler = {
    .name = "euler",
    .version = "explicit Euler 1",
    .build = "a shared object",
    .notes = "an example: explicit Euler in `substeps` per step; circles collide with half-spaces, "
             "and pass through each other; static circles are refused, filters are ignored; no "
             "joints, no sleep, nothing is "
             "destroyed",
    .max_threads = 1,
    .create = create,
    .destroy = destroy,
    .add_body = add_body,
    .refuse_shape = refuse_shape,
    .add_shape = add_shape,
    .set_velocity = set_velocity,
    .step = step,
    .read = read_poses,
    .read_velocities = read_velocities,
    .count = count,
};

SC_ENGINE_PLUGIN_DEFINE(euler)
