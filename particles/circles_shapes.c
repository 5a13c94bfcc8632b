/// Particles against the shapes of the world: static and kinematic ones push, dynamic ones are
/// pushed back.
///
/// A body moves on its way of this step, which the solver has found, in as many parts as there are
/// substeps. What particles give it, a way and with it a velocity, comes on top. So a contact takes
/// from one what it gives the other: momentum is conserved.
#include "particles/circles_shapes.h"

#include "broadphase/place.h"
#include "particles/static_contact.h"
#include "simd/kernels.h"

#include <string.h>

/// rad: the turn to first order (sc_turn) holds that far.
#define MAX_TURN (0.25f * 3.14159265358979323846f)
/// Bodies that are locked along an axis go so many times farther than what they give way to.
#define MAX_LEVER 10.0f

/// Whether particles may meet the shape at all.
static bool is_met(const sc_step *step, int32_t slot)
{
    const sc_shapes *shapes = step->shapes;
    const scree_particle_settings *s = &step->circles->settings;
    const scree_filter *filter = &shapes->filter[slot];
    return (shapes->flags[slot] & (SC_SHAPE_RESTING | SC_SHAPE_ACTIVE)) != 0 &&
           (filter->category & s->mask) != 0 && (s->category & filter->mask) != 0;
}

static bool is_finite_delta(const sc_delta *d)
{
    return sc_is_finite(d->dx) && sc_is_finite(d->dy) && sc_is_finite(d->sin) &&
           sc_is_finite(d->cos_minus_1);
}

/// A body as it comes out of the solver. One that left the range of numbers counts as at rest.
static sc_met_body meet(const sc_step *step, int32_t row)
{
    const sc_bodies *bodies = step->bodies;
    sc_met_body body = {.row = row, .start = bodies->pose[row], .turn = {1.0f, 0.0f}};
    body.now = body.before = body.start;
    if (row < step->moving_count && !step->unsound[row] && is_finite_delta(&step->deltas[row]))
    {
        body.way = step->deltas[row];
        if (row < step->dynamic_count)
        {
            float inverse = bodies->inverse_mass[row];
            body.inverse_mass.x = bodies->flags[row] & SC_BODY_LOCK_X ? 0.0f : inverse;
            body.inverse_mass.y = bodies->flags[row] & SC_BODY_LOCK_Y ? 0.0f : inverse;
            body.inverse_inertia = bodies->inverse_inertia[row];
        }
    }
    return body;
}

/// Where the body is after a share of its way, with what particles gave it.
static sc_pose pose_on_way(const sc_met_body *body, float share)
{
    sc_rotation way = {1.0f + share * body->way.cos_minus_1, share * body->way.sin};
    float length = sqrtf(way.cos * way.cos + way.sin * way.sin);
    way = length > 0.0f ? (sc_rotation){way.cos / length, way.sin / length} : body->turn;
    scree_vec2 q = sc_rotate(way, (scree_vec2){body->start.cos, body->start.sin});
    q = sc_rotate(body->turn, q);
    return (sc_pose){body->start.x + share * body->way.dx + body->gain.x,
                     body->start.y + share * body->way.dy + body->gain.y, q.x, q.y};
}

bool sc_meet_shapes(sc_circle_step *work)
{
    sc_step *step = work->step;
    sc_met *met = &work->met;
    int slots = step->shapes->ids.used;
    *met = (sc_met){0};
    if (step->circles->settings.mask == 0 || step->shapes->count == 0)
    {
        return true;
    }
    int32_t *body_of = SC_TAKE(step->arena, int32_t, sc_body_count(step->bodies));
    met->bodies = SC_TAKE(step->arena, sc_met_body, sc_body_count(step->bodies));
    met->slots = SC_TAKE(step->arena, int32_t, slots);
    met->body = SC_TAKE(step->arena, int32_t, slots);
    if (body_of == NULL || met->bodies == NULL || met->slots == NULL || met->body == NULL)
    {
        return false;
    }
    memset(body_of, 0xff, sizeof *body_of * (size_t)sc_body_count(step->bodies));
    for (int32_t slot = 1; slot < slots; ++slot)
    {
        if (!is_met(step, slot))
        {
            continue;
        }
        int32_t row = step->shapes->body_row[slot];
        if (body_of[row] < 0)
        {
            body_of[row] = met->body_count;
            met->bodies[met->body_count++] = meet(step, row);
        }
        met->slots[met->shape_count] = slot;
        met->body[met->shape_count++] = body_of[row];
    }
    return true;
}

/// The box that a shape does not leave in this step; `grow`: m.
static sc_box swept_box(const sc_circle_step *work, int i, float grow)
{
    const sc_step *step = work->step;
    const sc_met_body *body = &work->met.bodies[work->met.body[i]];
    int32_t slot = work->met.slots[i];
    sc_box box;
    if (body->row >= step->moving_count)
    {
        box = sc_tight_box(step->bodies, step->shapes, slot);
    }
    else
    {
        sc_pose end = pose_on_way(body, 1.0f);
        sc_shape_pose a = sc_shape_pose_at(step->shapes, slot, &body->start);
        sc_shape_pose b = sc_shape_pose_at(step->shapes, slot, &end);
        sc_shape_pose now = sc_shape_pose_at(step->shapes, slot, &body->now);
        float r = step->shapes->local[slot].bounds;
        box = (sc_box){sc_min(sc_min(a.x, b.x), now.x) - r, sc_min(sc_min(a.y, b.y), now.y) - r,
                       sc_max(sc_max(a.x, b.x), now.x) + r, sc_max(sc_max(a.y, b.y), now.y) + r};
    }
    return (sc_box){box.lower_x - grow, box.lower_y - grow, box.upper_x + grow, box.upper_y + grow};
}

/// Boxes of all shapes, as the sweep reads them: the previous ones empty.
static bool list_boxes(const sc_circle_step *work, sc_sorted_boxes *boxes, int32_t *numbers)
{
    int count = work->met.shape_count;
    if (!sc_take_boxes(&work->circles->scratch, boxes, count))
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        sc_box box = swept_box(work, i, work->near->slack);
        boxes->lower_x[i] = box.lower_x;
        boxes->lower_y[i] = box.lower_y;
        boxes->upper_x[i] = box.upper_x;
        boxes->upper_y[i] = box.upper_y;
        numbers[i] = i;
    }
    return true;
}

/// Of the pairs whose boxes meet, those that may touch: a shape at rest is asked itself.
static bool may_touch(const sc_circle_step *work, int i, int32_t row)
{
    const sc_step *step = work->step;
    const sc_near *near = work->near;
    const sc_met_body *body = &work->met.bodies[work->met.body[i]];
    sc_particle p = work->args.particles[row];
    if (!(p.inverse_mass + body->inverse_mass.x + body->inverse_mass.y + body->inverse_inertia >
          0.0f))
    {
        return false;
    }
    if (body->row < step->moving_count)
    {
        return true;
    }
    int32_t slot = work->met.slots[i];
    sc_shape_pose pose = sc_shape_pose_at(step->shapes, slot, &body->start);
    scree_vec2 was = {near->x[row], near->y[row]};
    float reach = p.radius + near->margin[row] + near->slack;
    return sc_disc_against_shape(step->shapes, slot, &pose, was, reach).depth >= 0.0f;
}

/// All shapes against the particles of a grid.
static bool sweep_shapes(sc_circle_step *work, const sc_grid *grid, const sc_sorted_boxes *boxes,
                         const int32_t *numbers, sc_found_pairs *found)
{
    bool done = true;
    for (int k = 0; done && k < grid->level_count; ++k)
    {
        sc_sweep_args args = {.boxes = boxes,
                              .slots = numbers,
                              .targets = &grid->boxes,
                              .target_slots = grid->slots,
                              .level = &grid->levels[k]};
        done =
            sc_sweep_all(work->step->kernels->sweep_across, &args, 0, work->met.shape_count, found);
    }
    return done;
}

bool sc_find_shape_pairs(sc_circle_step *work)
{
    sc_met *met = &work->met;
    sc_found_pairs *found = &met->pairs;
    found->arena = work->step->arena;
    found->count = 0;
    if (met->shape_count == 0)
    {
        return true;
    }
    sc_arena *scratch = &work->circles->scratch;
    sc_arena_reset(scratch);
    sc_sorted_boxes boxes;
    int32_t *numbers = SC_TAKE(scratch, int32_t, met->shape_count);
    if (numbers == NULL || !list_boxes(work, &boxes, numbers))
    {
        return false;
    }
    bool done = sc_found_make_room(found, 4 * met->shape_count + work->circles->count);
    // Those that left their margins lie elsewhere than in the grid: they have one of their own.
    sc_grid moved = {0};
    done = done && (work->near->moved_count == 0 || sc_grid_moved(work, work->near, &moved));
    done = done && sweep_shapes(work, &work->near->grid, &boxes, numbers, found);
    int in_grid = found->count;
    if (!done || !sweep_shapes(work, &moved, &boxes, numbers, found))
    {
        return false;
    }
    int kept = 0;
    for (int i = 0; i < found->count; ++i)
    {
        int32_t shape = found->a[i], row = found->b[i];
        bool stale = i < in_grid && work->near->moved[row] != 0;
        found->a[kept] = shape;
        found->b[kept] = row;
        kept += !stale && may_touch(work, shape, row);
    }
    found->count = kept;
    return true;
}

void sc_move_met_bodies(sc_circle_step *work, int substep)
{
    const sc_step *step = work->step;
    float share = (float)(substep + 1) / (float)step->substeps, h = step->h;
    for (int i = 0; i < work->met.body_count; ++i)
    {
        sc_met_body *body = &work->met.bodies[i];
        if (body->row >= step->moving_count)
        {
            continue;
        }
        body->before = body->now;
        body->gain.x += h * body->velocity.x;
        body->gain.y += h * body->velocity.y;
        sc_turn(&body->turn, h * body->spin);
        body->now = pose_on_way(body, share);
    }
}

/// What a push of `p` (mass times way) at `arm` from the centre of mass does to a body.
static void push_body(sc_met_body *body, scree_vec2 arm, scree_vec2 p, float h)
{
    scree_vec2 way = {body->inverse_mass.x * p.x, body->inverse_mass.y * p.y};
    // Not 0 times what may be infinite: the heaviest bodies do not turn.
    bool turns = body->inverse_inertia > 0.0f;
    float turn = turns ? body->inverse_inertia * sc_cross(arm, p) : 0.0f;
    body->gain = sc_add(body->gain, way);
    body->velocity = sc_add(body->velocity, sc_scale(1.0f / h, way));
    body->spin += turn / h;
    sc_turn(&body->turn, turn);
    sc_rotation q = {body->now.cos, body->now.sin};
    sc_turn(&q, turn);
    body->now = (sc_pose){body->now.x + way.x, body->now.y + way.y, q.cos, q.sin};
}

/// Inverse mass of the body along a unit direction at an arm.
static float inverse_along(const sc_met_body *body, scree_vec2 arm, scree_vec2 n)
{
    float turn = sc_cross(arm, n);
    return body->inverse_mass.x * (n.x * n.x) + body->inverse_mass.y * (n.y * n.y) +
           body->inverse_inertia * (turn * turn);
}

/// 1 up to `most`, from there on falling with the square: the nearer a lever is to none, the less
/// comes of it. 0 for what is no number.
static float taper(float x, float most)
{
    return x <= most ? 1.0f : sc_is_finite(x) ? most / x * (most / x) : 0.0f;
}

/// The push along a unit direction at an arm that parts a particle and a body by `distance`. 0 if
/// neither gives way: a locked wheel under a fixed particle. A body that gives way on a short lever
/// only, locked along one axis or pushed almost through its centre, would fly off.
static float push_for(const sc_met_body *body, float particle, scree_vec2 arm, scree_vec2 n,
                      float distance)
{
    float mass = particle + inverse_along(body, arm, n);
    if (!(mass > SC_LEAST_INVERSE_MASS))
    {
        return 0.0f;
    }
    float push = distance / mass, size = fabsf(push);
    float way = size * sc_max(body->inverse_mass.x * fabsf(n.x), body->inverse_mass.y * fabsf(n.y));
    float turn = size * fabsf(body->inverse_inertia * sc_cross(arm, n));
    float part = taper(way, MAX_LEVER * fabsf(distance)) * taper(turn, MAX_TURN);
    return part < 1.0f ? part * push : push;
}

/// How far the body's own point at `arm` has come in this substep.
static scree_vec2 body_came(const sc_met_body *body, scree_vec2 arm)
{
    float turn = body->before.cos * body->now.sin - body->before.sin * body->now.cos;
    return (scree_vec2){body->now.x - body->before.x - turn * arm.y,
                        body->now.y - body->before.y + turn * arm.x};
}

static void push_apart(sc_circle_step *work, int i)
{
    const sc_step *step = work->step;
    sc_met *met = &work->met;
    sc_met_body *body = &met->bodies[met->body[met->pairs.a[i]]];
    int32_t slot = met->slots[met->pairs.a[i]], row = met->pairs.b[i];
    sc_particle *p = &work->args.particles[row];
    const sc_drift *f = &work->args.drifts[row];
    sc_shape_pose pose = sc_shape_pose_at(step->shapes, slot, &body->now);
    sc_disc_contact contact =
        sc_disc_against_shape(step->shapes, slot, &pose, (scree_vec2){p->x, p->y}, p->radius);
    if (!(contact.depth > 0.0f))
    {
        return;
    }
    scree_vec2 n = contact.normal, t = {n.y, -n.x};
    scree_vec2 arm = sc_sub(contact.point, (scree_vec2){body->now.x, body->now.y});
    float push = push_for(body, p->inverse_mass, arm, n, contact.depth);
    float friction =
        sqrtf(work->circles->settings.friction * step->shapes->material[slot].friction);
    scree_vec2 came = {p->x - f->free_x + f->dx, p->y - f->free_y + f->dy};
    float slide = sc_dot(sc_sub(came, body_came(body, arm)), t);
    float held = push_for(body, p->inverse_mass, arm, t, slide), limit = friction * push;
    held = sc_max(-limit, sc_min(held, limit));
    scree_vec2 whole = sc_sub(sc_scale(push, n), sc_scale(held, t));
    p->x += p->inverse_mass * whole.x;
    p->y += p->inverse_mass * whole.y;
    if (body->row < step->dynamic_count)
    {
        push_body(body, arm, sc_scale(-1.0f, whole), step->h);
    }
}

void sc_push_shapes(sc_circle_step *work)
{
    for (int i = 0; i < work->met.pairs.count; ++i)
    {
        push_apart(work, i);
    }
}

void sc_give_to_bodies(sc_circle_step *work)
{
    sc_step *step = work->step;
    for (int i = 0; i < work->met.body_count; ++i)
    {
        const sc_met_body *body = &work->met.bodies[i];
        bool pushed = body->velocity.x != 0.0f || body->velocity.y != 0.0f || body->spin != 0.0f;
        if (body->row >= step->dynamic_count || !pushed)
        {
            continue;
        }
        sc_velocity *v = &step->velocities[body->row];
        sc_delta *d = &step->deltas[body->row];
        v->vx += body->velocity.x;
        v->vy += body->velocity.y;
        v->w += body->spin;
        scree_vec2 q = sc_rotate(body->turn, (scree_vec2){1.0f + d->cos_minus_1, d->sin});
        *d = (sc_delta){d->dx + body->gain.x, d->dy + body->gain.y, q.y, q.x - 1.0f};
    }
}
