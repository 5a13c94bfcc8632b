/// Contacts of particles with the shapes of the world. Shapes push particles, and particles push
/// the shapes of dynamic bodies back.
///
/// A body moves along the displacement that the solver found for this step, in equal parts in each
/// substep. The pushes of particles add a further displacement and the velocity that belongs to it.
/// A contact conserves linear momentum, because one side gains what the other loses.
#include "particles/particle_shape_contacts.h"

#include "core/tuning.h"
#include "broadphase/aabbs.h"
#include "core/assert.h"
#include "dynamics/narrowphase/disc_contact.h"
#include "particles/pair_search.h"
#include "simd/kernels.h"

#include <float.h>
#include <string.h>

enum
{
    /// Listing one shape costs as much as joining the AABBs of this many particles.
    WIDENED_EACH = 16
};

/// A body that is locked along an axis may have to move farther than the overlap to remove it, at
/// most by this factor.
#define MAX_LEVER 10.0f

/// The pose of the body after a fraction of its displacement, including the pushes of particles.
static sc_pose pose_along(const sc_coupled_body *body, float fraction)
{
    SC_ASSERT(fraction >= 0.0f && fraction <= 1.0f);
    sc_rotation rotation = {1.0f + fraction * body->displacement.cos_minus_1,
                            fraction * body->displacement.sin};
    float length = sqrtf(rotation.cos * rotation.cos + rotation.sin * rotation.sin);
    rotation =
        length > 0.0f ? (sc_rotation){rotation.cos / length, rotation.sin / length} : body->turn;
    scree_vec2 q = sc_rotate(rotation, (scree_vec2){body->start.cos, body->start.sin});
    q = sc_rotate(body->turn, q);
    return (sc_pose){body->start.x + fraction * body->displacement.dx + body->gain.x,
                     body->start.y + fraction * body->displacement.dy + body->gain.y, q.x, q.y};
}

bool sc_begin_coupling(sc_circle_step *work)
{
    sc_step *step = work->step;
    sc_coupled *coupled = &work->coupled;
    const size_t rows = (size_t)sc_body_count(step->bodies);
    const int slots = step->shapes->ids.used;
    *coupled = (sc_coupled){0};
    if (step->circles->settings.mask == 0 || step->shapes->count == 0)
    {
        return true;
    }
    coupled->body_of = SC_TAKE(step->arena, int32_t, rows);
    coupled->bodies = SC_TAKE(step->arena, sc_coupled_body, rows);
    coupled->slots = SC_TAKE(step->arena, int32_t, slots);
    coupled->body = SC_TAKE(step->arena, int32_t, slots);
    if (coupled->body_of == NULL || coupled->bodies == NULL || coupled->slots == NULL ||
        coupled->body == NULL)
    {
        return false;
    }
    memset(coupled->body_of, 0xff, sizeof *coupled->body_of * rows);
    return true;
}

/// Widens an AABB by all those of a grid. NaN AABBs are ignored: they are in no pair.
static void widen_by_grid(sc_aabb *whole, const sc_grid *grid)
{
    for (int i = 0; i < grid->count; ++i)
    {
        sc_aabb aabb = sc_aabb_now(&grid->aabbs[i]);
        whole->lower_x = sc_min(aabb.lower_x, whole->lower_x);
        whole->lower_y = sc_min(aabb.lower_y, whole->lower_y);
        whole->upper_x = sc_max(aabb.upper_x, whole->upper_x);
        whole->upper_y = sc_max(aabb.upper_y, whole->upper_y);
    }
}

/// Whether the swept AABB of a shape may overlap an AABB, by a bound that needs no rotation. A
/// shape that moves is within its extent of the path of the centre of mass, unless particles have
/// pushed the body. The margin added here is a hundred times the rounding error.
static bool may_reach(const sc_circle_step *work, int32_t slot, const sc_aabb *whole)
{
    SC_ASSERT(sc_slot_is_live(&work->step->shapes->ids, slot));
    const sc_step *step = work->step;
    const int32_t row = step->shapes->body_row[slot];
    sc_aabb aabb = step->shapes->aabb[slot];
    float reach = work->neighbours->slack;
    if (row < step->rows.moving_count)
    {
        const sc_pose *pose = &step->bodies->pose[row];
        const sc_delta *d = &step->rows.deltas[row];
        const float extent = step->shapes->local[slot].max_extent;
        aabb = (sc_aabb){pose->x + sc_min(d->dx, 0.0f), pose->y + sc_min(d->dy, 0.0f),
                         pose->x + sc_max(d->dx, 0.0f), pose->y + sc_max(d->dy, 0.0f)};
        reach += extent +
                 1e-5f * (fabsf(pose->x) + fabsf(pose->y) + fabsf(d->dx) + fabsf(d->dy) + extent);
    }
    // The comparisons are false for NaN, which thus counts as near.
    bool apart = aabb.lower_x - reach > whole->upper_x || aabb.lower_y - reach > whole->upper_y ||
                 aabb.upper_x + reach < whole->lower_x || aabb.upper_y + reach < whole->lower_y;
    return !apart || work->coupled.body_of[row] >= 0;
}

/// Lists the shapes that may touch particles within an AABB, in order of slots, and their bodies.
static void list_coupled(sc_circle_step *work, const sc_aabb *whole)
{
    const sc_step *step = work->step;
    sc_coupled *coupled = &work->coupled;
    coupled->shape_count = 0;
    for (int32_t slot = 1; slot < step->shapes->ids.used; ++slot)
    {
        // Skip shapes that no particle may touch.
        const sc_shapes *shapes = step->shapes;
        const scree_particle_settings *s = &step->circles->settings;
        const scree_filter *filter = &shapes->filter[slot];
        if ((shapes->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE)) == 0 ||
            (filter->category & s->mask) == 0 || (s->category & filter->mask) == 0 ||
            sc_is_sensor(shapes, slot) || !may_reach(work, slot, whole))
        {
            continue;
        }
        int32_t row = step->shapes->body_row[slot];
        if (coupled->body_of[row] < 0)
        {
            coupled->body_of[row] = coupled->body_count;
            SC_ASSERT(coupled->body_count < sc_body_count(step->bodies));
            sc_coupled_body *body = &coupled->bodies[coupled->body_count++];
            // Add the body in the state in which the solver left it. A body that became non-finite
            // counts as static. A sleeping body counts as at rest, but pushes wake it.
            const sc_bodies *bodies = step->bodies;
            sc_coupled_body b = {.row = row, .start = bodies->pose[row], .turn = {1.0f, 0.0f}};
            b.now = b.before = b.start;
            bool moves = (bodies->flags[row] & SC_BODY_ASLEEP) != 0;
            if (row < step->rows.moving_count && !step->rows.nonfinite_input[row])
            {
                sc_delta d = step->rows.deltas[row];
                if (sc_is_finite(d.dx) && sc_is_finite(d.dy) && sc_is_finite(d.sin) &&
                    sc_is_finite(d.cos_minus_1))
                {
                    b.displacement = d;
                    moves = row < step->rows.dynamic_count;
                }
            }
            if (moves)
            {
                float inverse = bodies->inverse_mass[row];
                b.inverse_mass.x = bodies->flags[row] & SC_BODY_LOCK_X ? 0.0f : inverse;
                b.inverse_mass.y = bodies->flags[row] & SC_BODY_LOCK_Y ? 0.0f : inverse;
                b.inverse_inertia = bodies->inverse_inertia[row];
            }
            *body = b;
            if (row < step->rows.moving_count && coupled->fraction > 0.0f)
            {
                body->now = pose_along(body, coupled->fraction);
            }
        }
        coupled->slots[coupled->shape_count] = slot;
        coupled->body[coupled->shape_count++] = coupled->body_of[row];
    }
}

/// Returns AABBs that contain the shapes during the whole step, grown by the slack. They have the
/// form that sweeps need, and empty previous AABBs. Null if out of memory.
static sc_sorted_aabb *list_aabbs(const sc_circle_step *work, int32_t *numbers)
{
    const sc_step *step = work->step;
    const sc_coupled *coupled = &work->coupled;
    const float slack = work->neighbours->slack;
    sc_sorted_aabb *aabbs = sc_take_sorted_aabbs(&work->circles->scratch, coupled->shape_count);
    for (int i = 0; aabbs != NULL && i < coupled->shape_count; ++i)
    {
        const sc_coupled_body *body = &coupled->bodies[coupled->body[i]];
        const int32_t slot = coupled->slots[i];
        sc_aabb aabb;
        if (body->row >= step->rows.moving_count)
        {
            aabb = sc_tight_aabb(step->bodies, step->shapes, slot);
        }
        else
        {
            const sc_shape_local *local = &step->shapes->local[slot];
            sc_pose end = pose_along(body, 1.0f);
            sc_shape_pose a = sc_shape_pose_at(&body->start, local);
            sc_shape_pose b = sc_shape_pose_at(&end, local);
            sc_shape_pose now = sc_shape_pose_at(&body->now, local);
            float r = local->bounding_radius;
            aabb =
                (sc_aabb){sc_min(sc_min(a.x, b.x), now.x) - r, sc_min(sc_min(a.y, b.y), now.y) - r,
                          sc_max(sc_max(a.x, b.x), now.x) + r, sc_max(sc_max(a.y, b.y), now.y) + r};
        }
        aabb = (sc_aabb){aabb.lower_x - slack, aabb.lower_y - slack, aabb.upper_x + slack,
                         aabb.upper_y + slack};
        aabbs[i] = sc_sort_aabb(aabb, sc_empty_aabb);
        numbers[i] = i;
    }
    return aabbs;
}

/// Whether a shape and a particle whose AABBs overlap may touch. Static shapes are tested exactly.
static bool may_touch_particle(const sc_circle_step *work, int i, int32_t row)
{
    SC_ASSERT(i >= 0 && i < work->coupled.shape_count && row >= 0 && row < work->circles->count);
    const sc_step *step = work->step;
    const sc_neighbour_list *neighbours = work->neighbours;
    const sc_coupled_body *body = &work->coupled.bodies[work->coupled.body[i]];
    sc_particle p = work->args.particles[row];
    if (!(p.inverse_mass + body->inverse_mass.x + body->inverse_mass.y + body->inverse_inertia >
          0.0f))
    {
        return false;
    }
    if (body->row < step->rows.moving_count)
    {
        return true;
    }
    int32_t slot = work->coupled.slots[i];
    sc_shape_pose pose = sc_shape_pose_at(&body->start, &step->shapes->local[slot]);
    scree_vec2 was = {neighbours->x[row], neighbours->y[row]};
    float reach = p.radius + neighbours->skin[row] + neighbours->slack;
    return sc_disc_against_shape(step->shapes, slot, &pose, was, reach).depth >= 0.0f;
}

/// Sweeps all shapes against the particles of a grid.
static bool sweep_coupled_shapes(sc_pair_search *search, const sc_circle_step *work,
                                 const sc_grid *grid, const sc_sorted_aabb *aabbs,
                                 const int32_t *numbers)
{
    bool done = true;
    for (int k = 0; done && k < grid->level_count; ++k)
    {
        sc_sweep_args args = {.aabbs = aabbs,
                              .slots = numbers,
                              .targets = grid->aabbs,
                              .target_slots = grid->slots,
                              .level = &grid->levels[k]};
        done = sc_search_sweep(search, work->step->kernels->sweep_across, &args, 0,
                               work->coupled.shape_count);
    }
    return done;
}

/// Keeps pairs found in the grid of the list, except pairs of particles that have left their skins,
/// because these are at other places now.
static int keep_couples_in_grid(const void *context, int32_t *shape, int32_t *row, int count)
{
    const sc_circle_step *work = context;
    int kept = 0;
    for (int i = 0; i < count; ++i)
    {
        bool wanted =
            work->neighbours->moved[row[i]] == 0 && may_touch_particle(work, shape[i], row[i]);
        shape[kept] = shape[i];
        row[kept] = row[i];
        kept += wanted;
    }
    return kept;
}

static int keep_touching(const void *context, int32_t *shape, int32_t *row, int count)
{
    int kept = 0;
    for (int i = 0; i < count; ++i)
    {
        bool wanted = may_touch_particle(context, shape[i], row[i]);
        shape[kept] = shape[i];
        row[kept] = row[i];
        kept += wanted;
    }
    return kept;
}

bool sc_find_shape_pairs(sc_circle_step *work)
{
    sc_coupled *coupled = &work->coupled;
    const sc_neighbour_list *neighbours = work->neighbours;
    sc_found_pairs *pairs = &coupled->pairs;
    pairs->count = 0;
    if (coupled->slots == NULL)
    {
        return true;
    }
    sc_arena *scratch = &work->circles->scratch;
    sc_arena_reset(scratch);
    sc_grid moved = {0};
    if (neighbours->moved_count > 0 && !sc_grid_moved(work, neighbours, &moved))
    {
        return false;
    }
    sc_aabb whole = {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX};
    if (work->step->shapes->count > work->circles->count / WIDENED_EACH)
    {
        whole = sc_empty_aabb;
        widen_by_grid(&whole, &neighbours->grid);
        widen_by_grid(&whole, &moved);
    }
    list_coupled(work, &whole);
    if (coupled->shape_count == 0)
    {
        return true;
    }
    int32_t *numbers = SC_TAKE(scratch, int32_t, coupled->shape_count);
    const sc_sorted_aabb *aabbs = numbers != NULL ? list_aabbs(work, numbers) : NULL;
    if (aabbs == NULL)
    {
        return false;
    }
    sc_found_pairs found = {.arena = scratch};
    sc_pair_search search;
    sc_begin_search(&search, work->step, scratch);
    search.context = work;
    search.keep = keep_couples_in_grid;
    bool done = sweep_coupled_shapes(&search, work, &neighbours->grid, aabbs, numbers);
    search.keep = keep_touching;
    done = done && sweep_coupled_shapes(&search, work, &moved, aabbs, numbers) &&
           sc_join_pairs(&search, &found);
    sc_end_search(&search);
    pairs->arena = work->step->arena;
    return done && sc_copy_pairs(&found, pairs);
}

void sc_move_coupled_bodies(sc_circle_step *work, int substep)
{
    SC_ASSERT(substep >= 0 && substep < work->step->substeps);
    const sc_step *step = work->step;
    float fraction = (float)(substep + 1) / (float)step->substeps, h = step->h;
    work->coupled.fraction = fraction;
    for (int i = 0; i < work->coupled.body_count; ++i)
    {
        sc_coupled_body *body = &work->coupled.bodies[i];
        if (body->row >= step->rows.moving_count)
        {
            continue;
        }
        body->before = body->now;
        body->gain.x += h * body->velocity.x;
        body->gain.y += h * body->velocity.y;
        sc_turn(&body->turn, h * body->spin);
        body->now = pose_along(body, fraction);
    }
}

/// The push, mass times displacement, along a unit direction at an arm that separates a particle
/// and a body by `distance`. It is 0 if neither can move, such as a locked wheel and a fixed
/// particle. It is reduced for a body that can only move on a short lever, because it is locked
/// along one axis or is pushed almost through its centre: such a body would fly off.
static float lambda_for(const sc_coupled_body *body, float particle, scree_vec2 arm, scree_vec2 n,
                        float distance)
{
    float spin = sc_cross(arm, n);
    float mass =
        particle + (body->inverse_mass.x * (n.x * n.x) + body->inverse_mass.y * (n.y * n.y) +
                    body->inverse_inertia * (spin * spin));
    if (!(mass > SC_MIN_INVERSE_MASS))
    {
        return 0.0f;
    }
    float lambda = distance / mass, size = fabsf(lambda);
    float translation =
        size * sc_max(body->inverse_mass.x * fabsf(n.x), body->inverse_mass.y * fabsf(n.y));
    float turn = size * fabsf(body->inverse_inertia * sc_cross(arm, n));
    float part = sc_taper(translation, MAX_LEVER * fabsf(distance)) * sc_taper(turn, SC_MAX_TURN);
    return part < 1.0f ? part * lambda : lambda;
}

void sc_push_shapes(sc_circle_step *work)
{
    for (int i = 0; i < work->coupled.pairs.count; ++i)
    {
        const sc_step *step = work->step;
        sc_coupled *coupled = &work->coupled;
        sc_coupled_body *body = &coupled->bodies[coupled->body[coupled->pairs.a[i]]];
        int32_t slot = coupled->slots[coupled->pairs.a[i]], row = coupled->pairs.b[i];
        sc_particle *p = &work->args.particles[row];
        const sc_drift *f = &work->args.drifts[row];
        sc_shape_pose pose = sc_shape_pose_at(&body->now, &step->shapes->local[slot]);
        sc_disc_contact contact =
            sc_disc_against_shape(step->shapes, slot, &pose, (scree_vec2){p->x, p->y}, p->radius);
        if (!(contact.depth > 0.0f))
        {
            continue;
        }
        sc_note_push(step, body->row);
        scree_vec2 n = contact.normal, t = {n.y, -n.x};
        scree_vec2 arm = sc_sub(contact.point, (scree_vec2){body->now.x, body->now.y});
        float lambda = lambda_for(body, p->inverse_mass, arm, n, contact.depth);
        float friction =
            sqrtf(work->circles->settings.friction * step->shapes->material[slot].friction);
        scree_vec2 travel = {p->x - f->free_x + f->dx, p->y - f->free_y + f->dy};
        // The travel of the body's point at `arm` in this substep.
        float turned = body->before.cos * body->now.sin - body->before.sin * body->now.cos;
        scree_vec2 body_travel = {body->now.x - body->before.x - turned * arm.y,
                                  body->now.y - body->before.y + turned * arm.x};
        float slide = sc_dot(sc_sub(travel, body_travel), t);
        float held = lambda_for(body, p->inverse_mass, arm, t, slide), limit = friction * lambda;
        held = sc_max(-limit, sc_min(held, limit));
        scree_vec2 whole = sc_sub(sc_scale(lambda, n), sc_scale(held, t));
        p->x += p->inverse_mass * whole.x;
        p->y += p->inverse_mass * whole.y;
        if (body->row >= step->rows.dynamic_count)
        {
            continue;
        }
        scree_vec2 push = sc_scale(-1.0f, whole);  // mass times displacement
        scree_vec2 displacement = {body->inverse_mass.x * push.x, body->inverse_mass.y * push.y};
        // Test this first, because the product of 0 and an infinite moment is NaN.
        bool turns = body->inverse_inertia > 0.0f;
        float turn = turns ? body->inverse_inertia * sc_cross(arm, push) : 0.0f;
        body->gain = sc_add(body->gain, displacement);
        body->velocity = sc_add(body->velocity, sc_scale(1.0f / step->h, displacement));
        body->spin += turn / step->h;
        sc_turn(&body->turn, turn);
        sc_rotation q = {body->now.cos, body->now.sin};
        sc_turn(&q, turn);
        body->now =
            (sc_pose){body->now.x + displacement.x, body->now.y + displacement.y, q.cos, q.sin};
    }
}

void sc_apply_to_bodies(sc_circle_step *work)
{
    sc_step *step = work->step;
    for (int i = 0; i < work->coupled.body_count; ++i)
    {
        const sc_coupled_body *body = &work->coupled.bodies[i];
        bool moved = body->velocity.x != 0.0f || body->velocity.y != 0.0f || body->spin != 0.0f;
        if (body->row >= step->rows.dynamic_count || !moved)
        {
            continue;
        }
        sc_velocity *v = &step->rows.velocities[body->row];
        sc_delta *d = &step->rows.deltas[body->row];
        v->vx += body->velocity.x;
        v->vy += body->velocity.y;
        v->w += body->spin;
        scree_vec2 q = sc_rotate(body->turn, (scree_vec2){1.0f + d->cos_minus_1, d->sin});
        *d = (sc_delta){d->dx + body->gain.x, d->dy + body->gain.y, q.y, q.x - 1.0f};
    }
}
