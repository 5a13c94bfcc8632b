/// The bound on the energy of joints.
///
/// For each island and substep, the energy that joints have added is computed. The substep begins
/// with velocities v0 (damped), moves the bodies by u, and ends with velocities v1:
///
///     made = K(v1) - K(v0) - W - C - M + S1 - S0
///     K    kinetic energy
///     W    work of gravity and forces, which add the velocity a in a substep: sum m a . (u + (v0 -
///     v1) / 2) C    work of contacts, which have added the velocity c: sum m c . (v0 + v1) / 2 M
///     upper bound of the work of motors: impulses, less those of limits against them, times
///          the target speed, 0 if they brake; for a hinge with limits at most the actual turn
///     S    energy of springs
///
/// The second part of W corrects for symplectic Euler, which conserves a modified potential. For
/// the same reason S uses, in the place of the square of a coordinate, its value times its value
/// one substep before. Otherwise a pendulum would seem to gain energy on one side of its swing and
/// to lose it on the other.
///
/// The gain is removed from the velocities of the bodies relative to the motion of the island as a
/// rigid body. In a free island this conserves momentum; the motion of an anchored island as a
/// rigid body counts as zero. No joint opens. Islands to which a moving kinematic body is joined
/// are not changed.
///
/// Iterative solvers also check their velocities before the bodies move. Their substep may be a
/// whole step, in which joints can gain a hundred times the present energy. Iterative solvers also
/// correct errors of joints in the poses. A correction is undone if it lifts an island by more than
/// its kinetic energy can pay for.
///
/// Softened springs regain their stiffness in the next step. The energy that they gain by this is
/// added to `surplus.total`, which joints carry from step to step.
///
/// Source: B. Hannaford, J.-H. Ryu, Time-Domain Passivity Control of Haptic Interfaces (2002).
#include "dynamics/solver/joints/joint_energy.h"

#include "core/assert.h"
#include "dynamics/solver/joints/joint_springs.h"

#include <math.h>

/// A step may gain this fraction of the kinetic energy, because the computed energy of a pendulum
/// oscillates by about as much.
#define SLACK 1e-3
/// The computed sum of kinetic and potential energy oscillates during a swing. It may exceed the
/// present energy by this fraction of the oscillation.
#define SWAY 0.75
/// The uncertainty of the work of contacts, as a multiple of the energy that a body at rest gains
/// in a substep.
#define NOISE 10.0
/// If the velocities are scaled by a factor below this, impulses are scaled too.
#define FORGETS 0.9
/// The smallest factor for the stiffness of springs in a substep.
#define MIN_STIFFNESS_KEPT 0.25
/// The smallest factor for velocities in a substep, unless more than the noise would be left.
#define SCALE_MIN 0.3
/// Islands of several parts whose kinetic energy is below this fraction of the noise hardly move.
#define STILL (1.0 / 30.0)
/// The fraction of the kinetic energy that may pay for a lift by corrections of poses.
#define PAID 0.5

static const sc_joint_islands *islands_of(const sc_substeps *substeps)
{
    return &substeps->step->constraints->joints.islands;
}

static sc_body_motion end_motion_of(const sc_step *step, int32_t row)
{
    SC_ASSERT(row >= 0 && row < step->rows.count);
    const sc_velocity *v = &step->rows.velocities[row];
    return (sc_body_motion){(double)v->vx, (double)v->vy, (double)v->w};
}

static sc_body_motion half_way(sc_body_motion a, sc_body_motion b)
{
    return (sc_body_motion){0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.w + b.w)};
}

/// The velocity of a body at the beginning of the substep; `now` for a body that is not dynamic.
static sc_body_motion begin_of(const sc_substeps *substeps, int32_t part, sc_body_motion now)
{
    if (part < 0)
    {
        return now;
    }
    const double *v = islands_of(substeps)->parts[part].begin;
    return (sc_body_motion){v[0], v[1], v[2]};
}

/// Energy of the springs of an island, and work of its motors.
static sc_spring_energy sum_joint_energy(const sc_substeps *substeps, const sc_joint_island *island,
                                         double *work)
{
    const sc_step *step = substeps->step;
    const sc_joint_group *group = sc_joints_of(substeps);
    sc_spring_energy stored = {0.0, 0.0};
    *work = 0.0;
    for (int i = island->first_place; island->acts && i < island->place_end; ++i)
    {
        const sc_joint_place *place = &islands_of(substeps)->places[i];
        if (!place->acts)
        {
            continue;
        }
        const sc_joint_args args = sc_joints_of_kind(substeps, group, (sc_joint_kind)place->kind);
        const sc_joint_view view = {step, &args, place};
        const sc_body_motion a = end_motion_of(step, place->row_a),
                             b = end_motion_of(step, place->row_b);
        const sc_joint_motions begin = {begin_of(substeps, place->part_a, a),
                                        begin_of(substeps, place->part_b, b)};
        const sc_joint_motions end = {a, b};
        *work += sc_add_joint_energy(&view, &begin, &end, &stored);
    }
    return stored;
}

static double kinetic_of(const sc_joint_part *part, sc_body_motion v)
{
    SC_ASSERT(part->mass >= 0.0 && part->inertia >= 0.0);
    return 0.5 * (part->mass * (v.x * v.x + v.y * v.y) + part->inertia * v.w * v.w);
}

static sc_body_motion motion_against(sc_body_motion v, sc_body_motion frame)
{
    return (sc_body_motion){v.x - frame.x, v.y - frame.y, v.w};
}

static sc_body_motion begin_of_part(const sc_joint_part *part)
{
    return (sc_body_motion){part->begin[0], part->begin[1], part->begin[2]};
}

/// The velocity of the centre of mass of a free island when the substep began; zero for an anchored
/// one. Only motion relative to this velocity counts as energy, however fast the whole island
/// moves.
static sc_body_motion frame_of(const sc_substeps *substeps, const sc_joint_island *island)
{
    SC_ASSERT(island->first_part < island->part_end);
    sc_body_motion sum = {0.0, 0.0, 0.0};
    double mass = 0.0;
    if (island->anchored)
    {
        return sum;
    }
    const sc_part_list parts = sc_parts_in(substeps, island);
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        const sc_body_motion v = begin_of_part(part);
        mass += part->mass;
        sum.x += part->mass * v.x;
        sum.y += part->mass * v.y;
    }
    return mass > 0.0 ? (sc_body_motion){sum.x / mass, sum.y / mass, 0.0}
                      : (sc_body_motion){0.0, 0.0, 0.0};
}

/// The displacement of a body by the correction of its pose, m.
static sc_body_motion projected_of(const sc_step *step, const sc_joint_part *part)
{
    SC_ASSERT(part->row >= 0 && part->row < step->rows.dynamic_count);
    const sc_delta *now = &step->rows.deltas[part->row], *before = &part->unprojected;
    return (sc_body_motion){(double)now->dx - (double)before->dx,
                            (double)now->dy - (double)before->dy, 0.0};
}

/// Adds the energy that a body gained in the substep beyond the work of gravity, forces and
/// contacts.
static void add_gain(sc_made_energy *sum, const sc_substeps *substeps, const sc_joint_part *part,
                     sc_body_motion frame)
{
    const sc_step *step = substeps->step;
    const sc_body_motion v0 = motion_against(begin_of_part(part), frame);
    const sc_body_motion v1 = motion_against(end_motion_of(step, part->row), frame),
                         mean = half_way(v0, v1);
    const sc_velocity_update *a = &step->rows.increment[part->row];
    sc_body_motion u =
        motion_against((sc_body_motion){part->moved[0], part->moved[1], part->moved[2]}, frame);
    if (step->settings->solver != SCREE_SOLVER_SOFT_STEP)
    {
        const double rate = 1.0 / (double)step->h;
        u = v1;
        const sc_body_motion shift = projected_of(step, part);
        u.x += rate * shift.x;
        u.y += rate * shift.y;
    }
    const double *c = part->by_contacts;
    const double contacts =
        part->mass * (c[0] * mean.x + c[1] * mean.y) + part->inertia * c[2] * mean.w;
    const double fields =
        part->mass * ((double)a->x * u.x + (double)a->y * u.y) + part->inertia * (double)a->w * u.w;
    const double ahead =
        0.5 * (part->mass * ((double)a->x * (v0.x - v1.x) + (double)a->y * (v0.y - v1.y)) +
               part->inertia * (double)a->w * (v0.w - v1.w));
    const double gain = kinetic_of(part, v1) - kinetic_of(part, v0) - fields - contacts;
    sum->kept += gain - ahead;
    sum->total += gain - SWAY * ahead;
}

/// The motion of an island as a rigid body: its centre of mass, the velocity of that centre, and
/// the spin. Zero if the island is anchored.
typedef struct rigid_motion
{
    double x, y;
    sc_body_motion v;
} rigid_motion;

static void part_position(const sc_step *step, const sc_joint_part *part, double *x, double *y)
{
    SC_ASSERT(part->row >= 0 && part->row < step->rows.dynamic_count);
    const sc_pose *pose = &step->bodies->pose[part->row];
    const sc_delta *delta = &step->rows.deltas[part->row];
    *x = (double)pose->x + (double)delta->dx;
    *y = (double)pose->y + (double)delta->dy;
}

static rigid_motion rigid_motion_of(const sc_substeps *substeps, const sc_joint_island *island)
{
    SC_ASSERT(island->first_part < island->part_end);
    const sc_step *step = substeps->step;
    rigid_motion r = {0};
    double mass = 0.0, inertia = 0.0, spin = 0.0;
    if (island->anchored)
    {
        return r;
    }
    const sc_part_list parts = sc_parts_in(substeps, island);
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        double x, y;
        part_position(step, part, &x, &y);
        const sc_body_motion v = end_motion_of(step, part->row);
        mass += part->mass;
        r.x += part->mass * x;
        r.y += part->mass * y;
        r.v.x += part->mass * v.x;
        r.v.y += part->mass * v.y;
    }
    if (!(mass > 0.0))
    {
        return (rigid_motion){0};
    }
    r.x /= mass;
    r.y /= mass;
    r.v.x /= mass;
    r.v.y /= mass;
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        double x, y;
        part_position(step, part, &x, &y);
        x -= r.x;
        y -= r.y;
        const sc_body_motion v = end_motion_of(step, part->row);
        inertia += part->mass * (x * x + y * y) + part->inertia;
        spin += part->mass * (x * (v.y - r.v.y) - y * (v.x - r.v.x)) + part->inertia * v.w;
    }
    r.v.w = inertia > 0.0 ? spin / inertia : 0.0;
    return r;
}

static sc_body_motion rigid_at(const sc_step *step, const sc_joint_part *part,
                               const rigid_motion *r)
{
    double x, y;
    part_position(step, part, &x, &y);
    return (sc_body_motion){r->v.x - r->v.w * (y - r->y), r->v.y + r->v.w * (x - r->x), r->v.w};
}

/// The arguments and results of take_out, which removes energy from the motion of the parts
/// relative to each other. `linear` is the part of the springs' energy that is proportional to the
/// velocities, J; take_out adds `ahead` times the part from gravity and forces.
typedef struct taking
{
    double energy, linear;
    double noise;        ///< J: if less is removed, impulses are kept
    double leaves;       ///< J of motion that is never removed
    double ahead;        ///< factor of the part of the work of gravity and forces in `lift`
    double scale, keep;  ///< factors applied to velocities and impulses
    double taken, left;  ///< J of kinetic energy: removed, left
    double lift;         ///< J: change by the scaling of the work of gravity and forces
} taking;

/// The kinetic energy of the parts relative to the motion of their island as a rigid body, J.
/// `lift`: the part of the work of gravity and forces that is proportional to these velocities, J.
static double relative_motion_of(const sc_step *step, sc_part_list parts, const rigid_motion *r,
                                 double *lift)
{
    double kinetic = 0.0;
    *lift = 0.0;
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        const sc_body_motion v = end_motion_of(step, part->row), u = rigid_at(step, part, r);
        const sc_body_motion d = {v.x - u.x, v.y - u.y, v.w - u.w};
        const sc_velocity_update *a = &step->rows.increment[part->row];
        kinetic += kinetic_of(part, d);
        *lift += 0.5 * (part->mass * ((double)a->x * d.x + (double)a->y * d.y) +
                        part->inertia * (double)a->w * d.w);
    }
    return kinetic;
}

static void take_out(const sc_substeps *substeps, const sc_joint_island *island, taking *t)
{
    const sc_step *step = substeps->step;
    const rigid_motion r = rigid_motion_of(substeps, island);
    t->scale = t->keep = 1.0;
    t->taken = t->left = t->lift = 0.0;
    const sc_part_list parts = sc_parts_in(substeps, island);
    double lift;
    const double kinetic = relative_motion_of(step, parts, &r, &lift);
    // Non-finite velocities are not changed.
    if (!(kinetic > 0.0) || !(kinetic < (double)INFINITY))
    {
        return;
    }
    // A joint that closes a small error lifts its body. The motion of a body that hardly moves,
    // such as a pendulum after an elastic impact, cannot pay for that.
    const double still = parts.end - parts.begin == 1 ? t->leaves : STILL * t->leaves;
    if (t->energy < t->leaves && kinetic < still)
    {
        t->left = kinetic;
        return;
    }
    const double linear = t->linear + t->ahead * lift;
    // Find the factor s of velocities that lowers K s^2 + L s by `energy`, where K is the kinetic
    // energy and L the part proportional to the velocity. The minimum is SCALE_MIN, or the factor
    // that leaves the kinetic energy `leaves`, J, if that is smaller.
    const double wanted = kinetic + linear - t->energy;
    const double root = linear * linear + 4.0 * kinetic * wanted;
    const double full = root > 0.0 ? (sqrt(root) - linear) / (2.0 * kinetic) : 0.0;
    const double min =
        t->leaves < SCALE_MIN * SCALE_MIN * kinetic ? sqrt(t->leaves / kinetic) : SCALE_MIN;
    const double scale = t->scale = full > min ? (full < 1.0 ? full : 1.0) : min;
    // Impulses that do not converge would gain the same energy again. Impulses that press against a
    // limit are in balance and are kept.
    t->keep = scale < FORGETS && t->energy > t->noise && !island->pressed ? scale : 1.0;
    t->left = scale * scale * kinetic;
    t->taken = kinetic - t->left;
    t->lift = (1.0 - scale) * lift;
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        sc_velocity *v = &step->rows.velocities[part->row];
        // Change the warm-start record too: impulses are measured by the difference from it.
        sc_warm_start *warm = &step->rows.warm_starts[part->row];
        const sc_body_motion u = rigid_at(step, part, &r);
        const float x = (float)((1.0 - scale) * ((double)v->vx - u.x));
        const float y = (float)((1.0 - scale) * ((double)v->vy - u.y));
        const float w = part->inertia > 0.0 ? (float)((1.0 - scale) * ((double)v->w - u.w)) : 0.0f;
        const float less = (float)(1.0 - t->keep);
        // The part of the velocity that joints have added: reduce it in the next substep.
        const float by_x = less * (v->vx - warm->vx - (float)part->by_contacts[0]);
        const float by_y = less * (v->vy - warm->vy - (float)part->by_contacts[1]);
        const float by_w = less * (v->w - warm->w - (float)part->by_contacts[2]);
        v->vx -= x;
        v->vy -= y;
        v->w -= w;
        warm->vx += by_x - x;
        warm->vy += by_y - y;
        warm->w += by_w - w;
    }
}

static sc_made_energy stored_of(sc_spring_energy springs)
{
    return (sc_made_energy){springs.fixed + springs.moving, springs.fixed};
}

static double kinetic_of_island(const sc_substeps *substeps, const sc_joint_island *island)
{
    SC_ASSERT(island->first_place < island->place_end);
    const sc_body_motion frame = frame_of(substeps, island);
    double sum = 0.0;
    const sc_part_list parts = sc_parts_in(substeps, island);
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        const sc_body_motion v = end_motion_of(substeps->step, part->row);
        sum += kinetic_of(part, motion_against(v, frame));
    }
    return sum;
}

void sc_begin_joint_energy(const sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        double work;
        const sc_part_list parts = sc_parts_in(substeps, island);
        island->noise = 0.0;
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            // The energy that gravity and forces give a body at rest in a substep, for an
            // acceleration of at least 10 length units/s^2.
            SC_ASSERT(part->row >= 0 && part->row < step->rows.dynamic_count);
            const sc_velocity_update *a = &step->rows.increment[part->row];
            const double unit = (double)step->lengths->unit, most = 100.0 * unit * unit;
            const double least = 0.5 * part->mass * most * (double)step->h * (double)step->h;
            const double fall =
                kinetic_of(part, (sc_body_motion){(double)a->x, (double)a->y, (double)a->w});
            island->noise += NOISE * (fall > least ? fall : least);
        }
        island->stiffness = 1.0;
        island->driven = island->acts = island->pressed = false;
        for (int i = island->first_place; i < island->place_end; ++i)
        {
            sc_joint_place *place = &islands_of(substeps)->places[i];
            place->acts = sc_joint_has_energy(step, place);
            island->acts |= place->acts;
            island->pressed |= sc_joint_presses_limit(step, place);
            // Find out whether a kinematic body moves the joint.
            const int32_t dynamic_count = step->rows.dynamic_count;
            SC_ASSERT(place->row_a < dynamic_count || place->row_b < dynamic_count);
            const int32_t driver = place->row_a >= dynamic_count ? place->row_a : place->row_b;
            const sc_velocity *v = &step->rows.velocities[driver];
            island->driven |= island->anchored && driver >= dynamic_count &&
                              (v->vx != 0.0f || v->vy != 0.0f || v->w != 0.0f);
        }
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            sc_copy_velocity(part->begin, &step->rows.velocities[part->row]);
        }
        island->surplus = (sc_made_energy){-SLACK * kinetic_of_island(substeps, island), 0.0};
        island->stored = stored_of(sum_joint_energy(substeps, island, &work));
        for (int i = island->first_place; i < island->place_end; ++i)
        {
            island->surplus.total +=
                (double)step->joints->state[islands_of(substeps)->places[i].slot].surplus;
        }
    }
}

/// Scales the impulses of joints, and the stiffness of springs until the step ends.
static void weaken_joints(const sc_substeps *substeps, const sc_joint_island *island, double keep,
                          double stiffness)
{
    if (!(keep < 1.0) && !(stiffness < 1.0))
    {
        return;
    }
    const sc_joint_group *group = sc_joints_of(substeps);
    for (int i = island->first_place; i < island->place_end; ++i)
    {
        const sc_joint_place *place = &islands_of(substeps)->places[i];
        const sc_joint_args args = sc_joints_of_kind(substeps, group, (sc_joint_kind)place->kind);
        sc_weaken_joint(&args, place->lane, (float)keep, (float)stiffness);
    }
}

/// The energy that is still to be removed. It is limited to the energy of motion and of springs,
/// which may become motion. Energy that has lifted the island is not counted.
static double debt_of(const taking *t, const sc_spring_energy *springs)
{
    const double linear = (1.0 - t->scale) * t->linear + t->ahead * t->lift;
    const double rest = t->energy - t->taken - linear, left = t->left + springs->fixed;
    return rest > 0.0 && left > 0.0 ? (rest < left ? rest : left) : 0.0;
}

void sc_bound_iterations(const sc_substeps *substeps)
{
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        if (island->driven)
        {
            continue;
        }
        double work;
        const sc_spring_energy springs = sum_joint_energy(substeps, island, &work);
        // The springs may have released all their energy.
        const double given = work + (springs.fixed > 0.0 ? springs.fixed : 0.0);
        // The energy that the velocities computed by joints have gained, before the bodies move.
        const sc_body_motion frame = frame_of(substeps, island);
        double made = island->surplus.kept;
        const sc_part_list parts = sc_parts_in(substeps, island);
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            const sc_velocity_update *a = &substeps->step->rows.increment[part->row];
            const sc_body_motion v0 = motion_against(begin_of_part(part), frame);
            const sc_body_motion v1 =
                motion_against(end_motion_of(substeps->step, part->row), frame);
            const sc_body_motion mean = half_way(v0, v1);
            const double *c = part->by_contacts;
            made += kinetic_of(part, v1) - kinetic_of(part, v0) -
                    part->mass * (((double)a->x + c[0]) * mean.x + ((double)a->y + c[1]) * mean.y) -
                    part->inertia * ((double)a->w + c[2]) * mean.w;
        }
        // An island with an energy debt may be stopped completely; otherwise it would climb.
        taking t = {.energy = made - given,
                    .noise = island->noise,
                    .leaves = island->surplus.total > 0.0 ? 0.0 : island->noise,
                    .ahead = -1.0};
        if (t.energy > 0.0)
        {
            take_out(substeps, island, &t);
            weaken_joints(substeps, island, t.keep, 1.0);
        }
    }
}

/// Undoes the correction of the poses if it lifted the bodies by more than their motion can pay
/// for. Otherwise mechanisms whose joints do not close would climb.
static void drop_projection(const sc_substeps *substeps, const sc_joint_island *island)
{
    const sc_step *step = substeps->step;
    const double rate = 1.0 / (double)step->h;
    double lifted = 0.0;
    const sc_part_list parts = sc_parts_in(substeps, island);
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        const sc_body_motion shift = projected_of(step, part);
        const sc_velocity_update *a = &step->rows.increment[part->row];
        lifted -= rate * part->mass * ((double)a->x * shift.x + (double)a->y * shift.y);
    }
    if (lifted > 0.0 && island->surplus.total + lifted > PAID * kinetic_of_island(substeps, island))
    {
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            step->rows.deltas[part->row] = part->unprojected;
        }
    }
}

/// The factor for the stiffness of the springs of an island. The energy that the springs thus lose
/// pays the debt of the island.
static double stiffness_left(const sc_joint_island *island, double stored)
{
    const sc_made_energy *surplus = &island->surplus;
    const double debt = surplus->kept > surplus->total ? surplus->kept : surplus->total;
    if (!(debt > island->noise) || !(stored > 0.0))
    {
        return 1.0;
    }
    return debt < (1.0 - MIN_STIFFNESS_KEPT) * stored ? 1.0 - debt / stored : MIN_STIFFNESS_KEPT;
}

static void bound_island(const sc_substeps *substeps, sc_joint_island *island)
{
    const sc_step *step = substeps->step;
    if (island->driven)
    {
        island->surplus = (sc_made_energy){0.0, 0.0};
        return;
    }
    if (step->settings->solver != SCREE_SOLVER_SOFT_STEP)
    {
        drop_projection(substeps, island);
    }
    double work;
    sc_spring_energy springs = sum_joint_energy(substeps, island, &work);
    sc_made_energy stored = stored_of(springs), *surplus = &island->surplus;
    const sc_body_motion frame = frame_of(substeps, island);
    const double noise = island->noise;
    surplus->kept += stored.kept - island->stored.kept - work;
    surplus->total += stored.total - island->stored.total - work;
    const sc_part_list parts = sc_parts_in(substeps, island);
    for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
    {
        add_gain(surplus, substeps, part, frame);
        if (!step->settings->warm_starting)
        {
            part->by_contacts[0] = part->by_contacts[1] = part->by_contacts[2] = 0.0;
        }
    }
    taking t = {.energy = surplus->kept,
                .noise = noise,
                .leaves = noise,
                .linear = springs.moving,
                .ahead = 1.0};
    double keep = 1.0;
    if (surplus->kept > 0.0)
    {
        take_out(substeps, island, &t);
        springs.moving *= t.scale;
        keep = t.keep;
        surplus->kept = debt_of(&t, &springs);
        surplus->total -= t.taken + SWAY * t.lift;
    }
    if (surplus->total > 0.0)
    {
        t = (taking){.energy = surplus->total, .noise = noise, .leaves = noise, .ahead = SWAY};
        take_out(substeps, island, &t);
        springs.moving *= t.scale;
        keep *= t.keep;
        surplus->total = debt_of(&t, &springs);
    }
    const double stiffness = stiffness_left(island, springs.fixed);
    weaken_joints(substeps, island, keep, stiffness);
    springs.fixed *= stiffness;
    springs.moving *= stiffness;
    island->stiffness *= stiffness;
    island->stored = stored_of(springs);
}

void sc_bound_joint_energy(const sc_substeps *substeps)
{
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        bound_island(substeps, island);
    }
}
