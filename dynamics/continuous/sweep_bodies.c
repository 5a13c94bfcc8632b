/// The stage sweep_bodies: stops fast bodies at the shapes in their path.
#include "core/step_context.h"

#include "broadphase/grid_visit.h"
#include "broadphase/new_pairs.h"
#include "core/assert.h"
#include "core/callbacks.h"
#include "core/pass.h"
#include "core/tuning.h"
#include "dynamics/contacts/mixing.h"
#include "dynamics/contacts/contact_set.h"
#include "dynamics/continuous/body_path.h"
#include "dynamics/continuous/shape_core.h"
#include "dynamics/continuous/path_from_contact.h"
#include "dynamics/solver/constraints.h"

#include <stdatomic.h>
#include <string.h>

#define TARGET 0.5             // slops: distance from a surface at which a path ends
#define TARGET_TOLERANCE 0.25  // slops: tolerance of TARGET
// fraction of a motion: another motion that differs by less counts as the same
#define TOGETHER 0.25
#define STUCK 0.5        // of the inscribed radius: largest gap of a stuck centre
#define PUSH 0.1         // of the inscribed radius: how far a stuck body moves out
#define MAX_TRAVEL 4e8f  // m: a longer travel is not finite or leaves the world
#define FAR 2.0          // inscribed radii: a shape that travels farther in the step
#define FAR_SINK 0.25f   // its largest overlap with static shapes, as a fraction of that of others
// of the safe travel: bodies with joints are followed from this travel and a slop on. It exceeds
// SC_FAST_FRACTION a little, because bodies also accelerate in the step.
#define JOINED_SAFE (1.1f * SC_FAST_FRACTION / SC_SAFE_FRACTION)
#define BOUNCE_SAFE 0.5f  // of the safe travel: bodies that bounce are followed from this travel on
#define BOUNCE_SINK 0.1f  // their largest overlap, as a fraction of that of others

enum
{
    HELD_STEPS = 60,  ///< steps after which bullets that press on each other are released
    HELD_DECAY = 4,   ///< steps subtracted for each step in which such a bullet moves
    HELD_NOW = 128,   ///< flag in sc_bodies.held while the bullets of a step are followed
    MANY_SHAPES = 8,  ///< a bullet with more shapes queries the grids once, not once per shape
    GRAIN = 256,      ///< rows per range: most rows only compare two numbers
    ITEM_BYTES = (int)(sizeof(sc_delta) + sizeof(sc_velocity) + 2 * sizeof(float))
};

/// An upper bound of the distance that any point of a body travels in the step, m; NaN if it is
/// unknown.
static float travel_of(const sc_step *step, int32_t row)
{
    SC_ASSERT(row >= 0 && row < step->rows.moving_count);
    const sc_delta *d = &step->rows.deltas[row];
    float spin = fabsf(step->rows.velocities[row].w) * step->dt;
    float turn = 2.0f * (fabsf(d->sin) + fabsf(d->cos_minus_1));
    return fabsf(d->dx) + fabsf(d->dy) + step->bodies->arm[row] * sc_max(spin, turn);
}

/// Whether a body with this travel is fast. A joint would be torn open if its body were stopped
/// before a contact shares the impact with the other bodies. Therefore bodies with joints are not
/// fast until their shapes get contacts ahead (SC_FAST_FRACTION).
static bool is_fast_by(const sc_step *step, int32_t row, float travel)
{
    const float safe = step->bodies->safe[row];
    const bool joined = step->bodies->first_joint[row] != 0;
    return travel > (joined ? JOINED_SAFE * safe + step->lengths->slop : safe) &&
           travel <= MAX_TRAVEL && step->rows.nonfinite_input[row] == 0 &&
           step->bodies->first_shape[row] != 0;
}

static bool is_fast(const sc_step *step, int32_t row)
{
    return is_fast_by(step, row, travel_of(step, row));
}

/// Whether a body without contacts and joints falls, and one of its shapes has restitution. If such
/// a body sank in before it bounced, it would rise from that depth.
static bool bounces_freely(const sc_step *step, int32_t row, float travel)
{
    const uint64_t *contacts = step->constraints->masks;
    if ((step->gravity.x == 0.0f && step->gravity.y == 0.0f) || contacts == NULL ||
        contacts[row] != 0 || step->bodies->first_joint[row] != 0 ||
        !is_fast_by(step, row, travel / BOUNCE_SAFE))
    {
        return false;
    }
    int32_t slot = step->bodies->first_shape[row];
    while (slot != 0 && !(step->shapes->material[slot].restitution > 0.0f))
    {
        slot = step->shapes->next[slot];
    }
    return slot != 0;
}

static void cut_path(const sc_step *step, int32_t row, const sc_body_path *p, double fraction)
{
    SC_ASSERT(fraction >= 0.0 && fraction <= 1.0 && row < step->rows.dynamic_count);
    sc_rotation q = sc_rotation_of((float)((double)p->turn * fraction));
    step->rows.deltas[row] = (sc_delta){(float)(p->travel.x * fraction),
                                        (float)(p->travel.y * fraction), q.sin, q.cos - 1.0f};
}

/// A shape of a fast body that is followed, and the first shape in its path.
typedef struct follower
{
    const sc_step *step;
    int32_t row, slot;
    bool centers;   ///< only the centres of shapes are followed
    bool bounces;   ///< see bounces_freely
    bool moving;    ///< looks for moving shapes; otherwise for static ones
    bool pressed;   ///< it cannot move, because its core touches something that moves
    bool released;  ///< it was pressed for HELD_STEPS steps and is no longer held
    sc_body_path path;
    bool flight_known;  ///< the members below are computed when the first shape is near
    sc_flight flight;
    sc_core core;
    double core_tolerance, depth, inscribed;
    double fraction;   ///< 1: the whole path is free
    int32_t met_slot;  ///< 0: none
    bool stuck;        ///< it cannot move, and its centre is close to the surface of met_slot
    scree_vec2 out;    ///< the normal of that surface, towards the centre
    float push;        ///< distance that a stuck body is moved out in the step, m
    sc_vec2d carry;    ///< how far a kinematic body carries it in the rest of the step, m
} follower;

/// The number of steps in which the bullet was pressed, less HELD_DECAY for each step since the
/// last of these.
static int held_steps(const sc_bodies *bodies, int32_t row)
{
    const uint32_t since = bodies->steps - bodies->held_at[row] - 1;
    const int steps = bodies->held[row] & ~HELD_NOW;
    const int left = since < HELD_STEPS ? steps - HELD_DECAY * (int)since : 0;
    return left > 0 ? left : 0;
}

static bool is_released(const sc_bodies *bodies, int32_t row)
{
    return bodies->bullet[row] != 0 && held_steps(bodies, row) >= HELD_STEPS;
}

/// The fraction of the path at which it must end because of another shape; 1 if the whole path is
/// free. *held: the shape cannot move at all.
static double end_at(const follower *f, const sc_flight *other, bool *held)
{
    *held = false;
    const sc_sweep *own = &f->flight.sweep;
    if (f->centers)
    {
        return sc_center_fraction(f->step->lengths, &f->flight, f->inscribed, other);
    }
    // Stop short of the core: otherwise the next step would find the core inside.
    double apart = f->depth > 0.0 ? 0.25 * f->core_tolerance : 0.0;
    sc_impact deep = sc_time_of_impact(&other->shape, &other->sweep, &f->core.shape, own, apart,
                                       f->core_tolerance);
    if (deep.state == SC_IMPACT_NONE)
    {
        return 1.0;
    }
    if (deep.fraction == 0.0)
    {
        // Two bodies that move almost alike would otherwise stop each other for ever.
        const sc_vec2d travel = f->flight.sweep.travel;
        const double part =
            sc_lengthd(sc_subd(travel, other->sweep.travel)) < TOGETHER * sc_lengthd(travel)
                ? sc_center_fraction(f->step->lengths, &f->flight, f->inscribed, other)
                : sc_held_fraction(f->step->lengths, &f->flight, &f->core.shape, f->inscribed,
                                   other, &deep);
        *held = f->moving && part == 0.0;
        return part;
    }
    const double slop = (double)f->step->lengths->slop;
    sc_impact touch = sc_time_of_impact(&other->shape, &other->sweep, &f->flight.shape, own,
                                        TARGET * slop, TARGET_TOLERANCE * slop);
    // A shape that touches the other one at the beginning, such as one that slides or rolls, moves
    // on until its core touches.
    bool comes = touch.state == SC_IMPACT_HIT && touch.fraction > 0.0;
    return comes && touch.fraction < deep.fraction ? touch.fraction : deep.fraction;
}

/// Computes the flight of the followed shape. Called when the first other shape is near.
static void prepare_flight(follower *f)
{
    const sc_shapes *shapes = f->step->shapes;
    const sc_shape_local *local = &shapes->local[f->slot];
    if (f->flight_known)
    {
        return;
    }
    f->flight_known = true;
    f->flight = sc_flight_along(shapes, f->slot, &f->path, f->path.begin);
    f->inscribed = (double)local->inscribed_radius;
    float depth = sc_min(SC_SAFE_FRACTION * local->inscribed_radius, f->step->lengths->max_sink);
    const bool is_far = sc_lengthd(f->path.travel) > FAR * f->inscribed;
    depth *= is_far && !f->moving ? FAR_SINK : 1.0f;
    depth *= f->bounces ? BOUNCE_SINK : 1.0f;
    sc_core_of(&f->core, shapes->geometry + shapes->geometry_start[f->slot],
               (sc_shape_kind)shapes->kind[f->slot], local->radius, local->inscribed_radius, depth);
    f->depth = (double)depth;
    double quarter = 0.25 * f->depth;
    const double tolerance = TARGET_TOLERANCE * (double)f->step->lengths->slop;
    f->core_tolerance = quarter > 0.0 && quarter < tolerance ? quarter : tolerance;
}

/// Whether two bodies in uniform motion come so close to each other that their shapes could touch.
static bool may_come_near(const follower *f, int32_t slot, int32_t row)
{
    SC_ASSERT(sc_row_exists(f->step->bodies, row));
    const sc_step *step = f->step;
    const sc_shapes *shapes = step->shapes;
    const sc_pose *pose = &step->bodies->pose[row];
    sc_vec2d to = sc_subd((sc_vec2d){(double)pose->x, (double)pose->y}, f->path.begin);
    sc_vec2d way = f->path.travel;
    if (row < step->rows.moving_count)
    {
        const sc_delta *d = &step->rows.deltas[row];
        way = sc_subd(way, (sc_vec2d){(double)d->dx, (double)d->dy});
    }
    double square = sc_dotd(way, way), along = sc_dotd(to, way);
    double part = along <= 0.0 ? 0.0 : along >= square ? 1.0 : along / square;
    sc_vec2d off = sc_subd(to, sc_scaled(part, way));
    double reach = (double)shapes->local[f->slot].max_extent +
                   (double)shapes->local[slot].max_extent +
                   (TARGET + TARGET_TOLERANCE) * (double)step->lengths->slop;
    return sc_dotd(off, off) <= reach * reach;
}

/// Whether a callback permits that the body is stopped at another shape, given the contact that it
/// would have there.
static bool stops_at(const follower *f, int32_t slot, const sc_flight *other, double fraction)
{
    const sc_step *step = f->step;
    if (!sc_pre_solves(step, f->slot, slot))
    {
        return true;
    }
    const sc_convex *a = &other->shape, *b = &f->flight.shape;
    sc_frame frame_a = sc_sweep_frame(&other->sweep, fraction);
    sc_frame frame_b = sc_sweep_frame(&f->flight.sweep, fraction);
    sc_distance d = sc_convex_distance(a, &frame_a, b, &frame_b);
    // Changes that the callback makes are ignored, because the body is only stopped here. The
    // contact begins in a later step.
    scree_contact_material surface = sc_mix_shapes(step, slot, f->slot);
    scree_contact_info info = {.a = sc_contact_side_of(step->bodies, step->shapes, slot),
                               .b = sc_contact_side_of(step->bodies, step->shapes, f->slot),
                               .surface = &surface};
    info.contact.shape_a = info.a.shape;
    info.contact.shape_b = info.b.shape;
    info.contact.normal = sc_narrowed(d.normal);
    info.contact.point_count = 1;
    info.contact.points[0].position =
        sc_narrowed(sc_addd(sc_middle_point(&d, a, b), f->path.begin));
    info.contact.points[0].separation = (float)sc_surface_distance(&d, a, b);
    scree_contact manifold = info.contact;
    info.manifold = &manifold;
    return sc_pre_solve_agrees(step, &info);
}

/// Records whether a static shape prevents all motion of the body, and the direction out of that
/// shape.
static void note_stuck(follower *f, const sc_flight *other)
{
    SC_ASSERT(f->fraction >= 0.0 && f->fraction < 1.0);
    const double way = sc_lengthd(f->path.travel) * f->fraction;
    const sc_frame begin = sc_sweep_frame(&f->flight.sweep, 0.0);
    const sc_frame at = sc_sweep_frame(&other->sweep, 0.0);
    f->stuck = false;
    if (!f->moving && way < SC_NEAREST * f->inscribed)
    {
        const sc_vec2d center = {begin.x, begin.y};
        const sc_distance d = sc_distance_to_point(&other->shape, &at, center);
        f->stuck = d.distance - (double)other->shape.radius < STUCK * f->inscribed;
        f->out = sc_narrowed(d.normal);
        f->push = (float)(PUSH * f->inscribed);
    }
}

static void meet_shape(void *context, int32_t slot)
{
    follower *f = context;
    const sc_step *step = f->step;
    if (f->moving)
    {
        // A single thread sweeps all bullets.
        ++step->shapes->sweep_visits;
    }
    const sc_bodies *bodies = step->bodies;
    // Skip destroyed and disabled shapes: grids keep them until an AABB changes.
    if ((step->shapes->flags[slot] & (SC_SHAPE_ACTIVE | SC_SHAPE_STATIC)) == 0)
    {
        return;
    }
    int32_t row = bodies->row[step->shapes->body_slot[slot]];
    bool is_static = bodies->type[row] == SCREE_BODY_STATIC;
    if (is_static == f->moving || (f->moving && !may_come_near(f, slot, row)) ||
        !sc_may_collide(step, f->slot, slot))
    {
        return;
    }
    prepare_flight(f);
    sc_vec2d from = f->path.begin;
    sc_flight other;
    if (row < step->rows.moving_count)
    {
        sc_body_path p = sc_path_of(step, row);
        other = sc_flight_along(step->shapes, slot, &p, from);
    }
    else
    {
        other = sc_standing(step->shapes, slot, from);
    }
    // A segment of a one-sided chain stops only bodies that begin on its solid side.
    const sc_shapes *shapes = f->step->shapes;
    bool holds_back = true;
    if (shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT &&
        sc_segment_is_one_sided(shapes->geometry + shapes->geometry_start[slot]))
    {
        sc_frame chain = sc_sweep_frame(&other.sweep, 0.0);
        sc_frame own = sc_sweep_frame(&f->flight.sweep, 0.0);
        sc_vec2d a = sc_convex_place(&other.shape, &chain, 0);
        sc_vec2d b = sc_convex_place(&other.shape, &chain, 1);
        holds_back = sc_crossd(sc_subd(b, a), sc_subd((sc_vec2d){own.x, own.y}, a)) <= 0.0;
    }
    if (!holds_back)
    {
        return;
    }
    bool held;
    double fraction = end_at(f, &other, &held);
    bool first = fraction < f->fraction || (fraction == f->fraction && slot < f->met_slot);
    bool ends = fraction < 1.0 && first && !(held && f->released);
    if ((!ends && (!held || f->pressed)) || !stops_at(f, slot, &other, fraction))
    {
        return;
    }
    f->pressed = f->pressed || held;
    if (ends)
    {
        f->fraction = fraction;
        f->met_slot = slot;
        const bool kinematic = row >= step->rows.dynamic_count && row < step->rows.moving_count;
        f->carry = kinematic ? sc_push_after(&f->flight, &other, fraction) : (sc_vec2d){0.0, 0.0};
        note_stuck(f, &other);
    }
}

/// The bounds of all points within `extent` of the centre of mass, along the path of the body. They
/// need no margin, because the AABBs of other shapes have one that is larger than the rounding
/// error here.
static sc_aabb swept_body_aabb(const sc_step *step, int32_t row, float extent)
{
    const sc_pose *pose = &step->bodies->pose[row];
    const sc_delta *d = &step->rows.deltas[row];
    return (sc_aabb){pose->x + sc_min(d->dx, 0.0f) - extent, pose->y + sc_min(d->dy, 0.0f) - extent,
                     pose->x + sc_max(d->dx, 0.0f) + extent,
                     pose->y + sc_max(d->dy, 0.0f) + extent};
}

/// Sweeps each shape of a bullet past one shape of another body, if the two are near each other.
static void meet_all(void *context, int32_t slot)
{
    follower *f = context;
    const sc_shapes *shapes = f->step->shapes;
    ++f->step->shapes->sweep_visits;
    if (shapes->body_slot[slot] == f->step->bodies->slot[f->row])
    {
        return;
    }
    for (f->slot = f->step->bodies->first_shape[f->row]; f->slot != 0;
         f->slot = shapes->next[f->slot])
    {
        sc_aabb aabb = swept_body_aabb(f->step, f->row, shapes->local[f->slot].max_extent);
        if (sc_aabbs_overlap(aabb, shapes->aabb[slot]))
        {
            f->flight_known = false;
            meet_shape(f, slot);
        }
    }
}

static void visit_all(const sc_step *step, bool moving, sc_aabb aabb, sc_grid_visitor *visit,
                      void *context)
{
    sc_visit_static(step, aabb, visit, context);
    if (moving)
    {
        sc_visit_moving(step, aabb, visit, context);
    }
}

static void note_any(void *context, int32_t slot)
{
    (void)slot;
    *(bool *)context = true;
}

/// Follows each shape of the body along its path.
static void follow_shapes(follower *f)
{
    const sc_shapes *shapes = f->step->shapes;
    for (f->slot = f->step->bodies->first_shape[f->row]; f->slot != 0;
         f->slot = shapes->next[f->slot])
    {
        f->flight_known = false;
        sc_aabb aabb = swept_body_aabb(f->step, f->row, shapes->local[f->slot].max_extent);
        visit_all(f->step, f->moving, aabb, meet_shape, f);
    }
}

/// Moves a stuck body out a little.
static void push_out(const follower *f)
{
    const sc_step *step = f->step;
    // A stuck body would stay where it is for ever if its contact pushed it through the
    // surface, to the side where the overlap is smaller. Therefore it loses its velocity into
    // the surface and, unless another shape is in the way, moves out a little in each step,
    // until the contact pushes it to the side of its centre.
    SC_ASSERT(f->met_slot != 0);
    sc_velocity *v = &step->rows.velocities[f->row];
    const float into = sc_min(0.0f, v->vx * f->out.x + v->vy * f->out.y);
    v->vx -= into * f->out.x;
    v->vy -= into * f->out.y;
    step->rows.deltas[f->row] = (sc_delta){f->push * f->out.x, f->push * f->out.y, 0.0f, 0.0f};
    follower out = {.step = step, .row = f->row, .centers = true, .fraction = 1.0};
    out.path = sc_path_of(step, f->row);
    follow_shapes(&out);
    if (out.met_slot != 0)
    {
        step->rows.deltas[f->row] = (sc_delta){0};
    }
}

/// Follows the shapes of a body past static shapes, or past moving ones, and shortens its path.
/// `how` has the members that select shapes and obstacles. Returns the slot of the first shape in
/// its path, or 0.
static int32_t follow_body(const sc_step *step, int32_t row, follower how, double *fraction)
{
    SC_ASSERT(row >= 0 && row < step->rows.dynamic_count);
    *fraction = 1.0;
    // Most bodies have no other shape near and need not be followed.
    bool any = how.moving;
    if (!how.moving)
    {
        sc_aabb whole = swept_body_aabb(step, row, step->bodies->extent[row]);
        sc_visit_static(step, whole, note_any, &any);
    }
    if (!any)
    {
        return 0;
    }
    follower f = how;
    f.step = step;
    f.row = row;
    f.fraction = 1.0;
    f.path = sc_path_of(step, row);
    f.released = how.moving && is_released(step->bodies, row);
    if (how.moving && step->bodies->shape_count[row] > MANY_SHAPES)
    {
        // Query the grids once: otherwise each shape of the bullet would find all shapes of the
        // other body.
        visit_all(step, true, swept_body_aabb(step, row, step->bodies->extent[row]), meet_all, &f);
    }
    else
    {
        follow_shapes(&f);
    }
    if (f.met_slot != 0)
    {
        cut_path(step, row, &f.path, f.fraction);
        if (f.carry.x != 0.0 || f.carry.y != 0.0)
        {
            // The bullet moves along with the kinematic body, as far as static shapes allow.
            sc_delta *d = &step->rows.deltas[f.row];
            const int flags = step->bodies->flags[f.row];
            d->dx += (flags & SC_BODY_LOCK_X) != 0 ? 0.0f : (float)f.carry.x;
            d->dy += (flags & SC_BODY_LOCK_Y) != 0 ? 0.0f : (float)f.carry.y;
            follower carried = {.step = step, .row = f.row, .fraction = 1.0};
            carried.path = sc_path_of(step, f.row);
            follow_shapes(&carried);
            if (carried.met_slot != 0)
            {
                cut_path(step, f.row, &carried.path, carried.fraction);
            }
        }
    }
    if (f.stuck)
    {
        push_out(&f);
    }
    else if (!how.moving && f.fraction == 0.0 &&
             step->shapes->type[f.met_slot] == SCREE_SHAPE_CHAIN_SEGMENT)
    {
        sc_stop_along(&step->rows.velocities[row], f.path.travel);
    }
    if (f.pressed)
    {
        step->bodies->held[row] |= HELD_NOW;
    }
    *fraction = f.fraction;
    return f.met_slot;
}

typedef struct sweep_context
{
    const sc_step *step;
    atomic_int bodies, hits, bullets;
} sweep_context;

static void sweep_body_range(void *context, sc_range range)
{
    sweep_context *sweep = context;
    const sc_step *step = sweep->step;
    int bodies = 0, hits = 0, bullets = 0;
    const bool any_deep =
        memchr(step->rows.deep + range.begin, 1, (size_t)(range.end - range.begin)) != NULL;
    float travel[GRAIN];
    for (int32_t row = range.begin; row < range.end; ++row)
    {
        travel[row - range.begin] = travel_of(step, row);
    }
    for (int32_t row = range.begin; row < range.end; ++row)
    {
        const float travelled = travel[row - range.begin];
        const bool bounces = bounces_freely(step, row, travelled);
        const bool fast = bounces || is_fast_by(step, row, travelled);
        // Follow slow bodies that overlap a static shape deeply, too: if such a body is pressed,
        // its centre may move past the surface, a little in each step.
        SC_ASSERT(row < step->rows.dynamic_count);
        if (fast || (any_deep && step->rows.deep[row] != 0 && travel_of(step, row) > 0.0f &&
                     step->rows.nonfinite_input[row] == 0))
        {
            double fraction;
            ++bodies;
            bullets += fast && step->bodies->bullet[row];
            hits += follow_body(step, row, (follower){.centers = !fast, .bounces = bounces},
                                &fraction) != 0;
        }
    }
    if (bodies > 0)
    {
        // Sums of integers do not depend on their order.
        atomic_fetch_add_explicit(&sweep->bodies, bodies, memory_order_relaxed);
        atomic_fetch_add_explicit(&sweep->hits, hits, memory_order_relaxed);
        atomic_fetch_add_explicit(&sweep->bullets, bullets, memory_order_relaxed);
    }
}

/// Ends the paths of fast dynamic bodies where they would pass through a shape. Changes only
/// step->rows.deltas.
void sc_sweep_bodies(sc_step *step)
{
    static const sc_pass pass = {"sweep_bodies", "bodies", ITEM_BYTES, -1};
    int count = step->settings->continuous ? step->rows.dynamic_count : 0;
    sweep_context sweep = {.step = step};
    // The thread of the step calls mixing callbacks.
    const bool alone = step->mixing->callback != NULL && step->callbacks->pre_solve != NULL;
    (alone ? sc_run_pass_alone : sc_run_pass)(step, &pass, 0, count, GRAIN, sweep_body_range,
                                              &sweep);
    step->results.continuous_bodies = sweep.bodies;
    step->results.continuous_hits = sweep.hits;
    if (sweep.bullets > 0)
    {
        // Bullets are swept past moving shapes one at a time, in the order of rows: each one
        // changes the obstacles of the next.
        for (int32_t row = 0; row < step->rows.dynamic_count; ++row)
        {
            double fraction;
            if (step->bodies->bullet[row] == 0 || !is_fast(step, row))
            {
                continue;
            }
            int32_t met = follow_body(step, row, (follower){.moving = true}, &fraction);
            int32_t other = met != 0 ? step->bodies->row[step->shapes->body_slot[met]] : row;
            if (other != row && other < step->rows.dynamic_count && is_fast(step, other) &&
                !is_released(step->bodies, other))
            {
                // Stop the other body too: otherwise it would pass the bullet, which has stopped
                // for it.
                sc_body_path p = sc_path_of(step, other);
                cut_path(step, other, &p, fraction);
                step->bodies->held[other] |= step->bodies->bullet[other] != 0 ? HELD_NOW : 0;
            }
            step->results.continuous_hits += met != 0;
        }
        // Count the step for each bullet that a moving body pressed or stopped and that moved no
        // farther than bodies that are not fast.
        sc_bodies *bodies = step->bodies;
        for (int32_t row = 0; row < step->rows.dynamic_count; ++row)
        {
            if ((bodies->held[row] & HELD_NOW) == 0)
            {
                continue;
            }
            const sc_delta *d = &step->rows.deltas[row];
            const float moved = fabsf(d->dx) + fabsf(d->dy) +
                                bodies->arm[row] * 2.0f * (fabsf(d->sin) + fabsf(d->cos_minus_1));
            int steps = held_steps(bodies, row) + (moved <= bodies->safe[row] ? 1 : -HELD_DECAY);
            steps = steps < HELD_STEPS ? steps : HELD_STEPS;
            bodies->held[row] = (uint8_t)(steps > 0 ? steps : 0);
            bodies->held_at[row] = bodies->steps;
        }
    }
    sc_set_work(step->profile, count, pass.unit, 0);
}
