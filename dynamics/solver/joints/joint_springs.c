#include "dynamics/solver/joints/joint_springs.h"

#include "core/maths.h"
#include "simd/joint_block_layout.h"

typedef struct vector
{
    double x, y;
} vector;

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }

static double cross(vector a, vector b) { return a.x * b.y - a.y * b.x; }

static vector subtract(vector a, vector b) { return (vector){a.x - b.x, a.y - b.y}; }

/// A vector that has turned with its body since the step began.
static vector turn_vector(const sc_delta *delta, vector v)
{
    const double c = 1.0 + (double)delta->cos_minus_1, s = (double)delta->sin;
    return (vector){c * v.x - s * v.y, s * v.x + c * v.y};
}

static vector load_pair(const float (*pair)[SC_BLOCK], int l)
{
    return (vector){(double)pair[0][l], (double)pair[1][l]};
}

/// A joint at the present poses, as in simd/joint_geometry.h.
typedef struct geometry
{
    int kind, flags, l;
    const sc_joint_core *core;
    const sc_joint_start *start;
    const sc_joint_axis *axis;
    vector arm_a, arm_b, apart;
    double inverse_mass_a, inverse_mass_b, inverse_inertia_a, inverse_inertia_b;
} geometry;

static geometry joint_geometry_of(const sc_joint_view *joint)
{
    const int block = joint->place->lane / SC_BLOCK, l = joint->place->lane % SC_BLOCK;
    const int32_t a = joint->place->row_a, b = joint->place->row_b;
    sc_joint_start *start = sc_joint_start_of(joint->args, joint->args->kind, block);
    geometry g = {.kind = joint->place->kind,
                  .flags = joint->args->flags[block],
                  .l = l,
                  .core = sc_joint_core_of(joint->args, block),
                  .start = start,
                  .axis = sc_joint_axis_of(start),
                  .inverse_mass_a = (double)joint->step->rows.velocities[a].inverse_mass,
                  .inverse_mass_b = (double)joint->step->rows.velocities[b].inverse_mass};
    const sc_delta *delta_a = &joint->step->rows.deltas[a], *delta_b = &joint->step->rows.deltas[b];
    const vector arm_a = load_pair(start->arm_a, l), arm_b = load_pair(start->arm_b, l);
    const vector apart = load_pair(start->apart, l);
    g.arm_a = turn_vector(delta_a, arm_a);
    g.arm_b = turn_vector(delta_b, arm_b);
    const vector turning_a = subtract(g.arm_a, arm_a), turning_b = subtract(g.arm_b, arm_b);
    g.apart = (vector){
        apart.x + ((double)delta_b->dx - (double)delta_a->dx) + (turning_b.x - turning_a.x),
        apart.y + ((double)delta_b->dy - (double)delta_a->dy) + (turning_b.y - turning_a.y)};
    g.inverse_inertia_a = (double)g.core->inverse_inertia_a[l];
    g.inverse_inertia_b = (double)g.core->inverse_inertia_b[l];
    return g;
}

static bool turns_with_a(int kind) { return kind == SC_JOINT_SLIDER || kind == SC_JOINT_WHEEL; }

static double wrap_angle(double angle)
{
    const double turn = 2.0 * SC_PI;
    return angle - turn * floor(angle / turn + 0.5);
}

/// The angle of b relative to a.
static double joint_angle_of(const sc_joint_view *joint, const geometry *g)
{
    const sc_delta *a = &joint->step->rows.deltas[joint->place->row_a];
    const sc_delta *b = &joint->step->rows.deltas[joint->place->row_b];
    const float cos_a = 1.0f + a->cos_minus_1, cos_b = 1.0f + b->cos_minus_1;
    const float by = scree_atan2(b->sin * cos_a - a->sin * cos_b, cos_a * cos_b + a->sin * b->sin);
    return (double)g->axis->begin_angle[g->l] + (double)by;
}

/// A row with the same linear part on both bodies: its direction and its arms.
typedef struct row
{
    vector direction;
    double a, b;
} row;

static row axis_of(const sc_joint_view *joint, const geometry *g)
{
    vector u = load_pair(g->axis->begin_direction, g->l);
    vector lever = g->arm_a;
    if (turns_with_a(g->kind))
    {
        u = turn_vector(&joint->step->rows.deltas[joint->place->row_a], u);
        lever = (vector){g->arm_a.x + g->apart.x, g->arm_a.y + g->apart.y};
    }
    else
    {
        const double length = sqrt(dot(g->apart, g->apart));
        const bool known = length >= (double)joint->step->lengths->joint_shortest;
        u = known ? (vector){g->apart.x / length, g->apart.y / length} : u;
    }
    return (row){u, cross(lever, u), cross(g->arm_b, u)};
}

static double rate_along(const row *r, sc_body_motion a, sc_body_motion b)
{
    return r->direction.x * (b.x - a.x) + r->direction.y * (b.y - a.y) + r->b * b.w - r->a * a.w;
}

static vector point_rate(const geometry *g, sc_body_motion a, sc_body_motion b)
{
    return (vector){b.x - a.x - b.w * g->arm_b.y + a.w * g->arm_a.y,
                    b.y - a.y + b.w * g->arm_b.x - a.w * g->arm_a.x};
}

/// The velocity along row s caused by a unit impulse along row r, without the linear part.
static double turn_per_impulse(const geometry *g, double r_a, double s_a, double r_b, double s_b)
{
    return g->inverse_inertia_a * r_a * s_a + g->inverse_inertia_b * r_b * s_b;
}

/// The square of the frequency of a row, rad^2/s^2; 0 if the row has no frequency of its own.
static double stiffness_of(const sc_joint_softness *soft, int l, double h)
{
    return soft->rigid[l] > 0.0f || !(soft->impulse_scale[l] > 0.0f)
               ? 0.0
               : (double)soft->bias_rate[l] / (h * (double)soft->impulse_scale[l]);
}

/// Adds the energy of two coupled rows, with the inverse mass (k00, k01; k01, k11).
static void add_two(sc_spring_energy *sum, double omega_squared, const double k[3], vector x,
                    vector before)
{
    const double determinant = k[0] * k[2] - k[1] * k[1];
    if (determinant > 1e-12 * k[0] * k[2])
    {
        const double scale = 0.5 * omega_squared / determinant;
        const vector m = {k[2] * x.x - k[1] * x.y, k[0] * x.y - k[1] * x.x};
        sum->fixed += scale * dot(m, x);
        sum->moving += scale * dot(m, before);
    }
}

static double larger(double a, double b) { return a > b ? a : b; }

static double smaller(double a, double b) { return a < b ? a : b; }

/// Adds the energy of the spring of an axis. The force of the spring has a range; beyond the error
/// at which the force reaches an end of the range, the potential rises linearly. The row has the
/// inverse mass k, the error x and the rate `rate`.
static void add_spring(sc_spring_energy *sum, const sc_joint_view *joint, const geometry *g,
                       double k, double x, double rate)
{
    const double h = (double)joint->step->h;
    const double stiffness = k > 0.0 ? stiffness_of(&g->axis->soft, g->l, h) / k : 0.0;
    if (stiffness > 0.0)
    {
        const double min = -(double)g->axis->most[g->l] / h;
        const double max = -(double)g->axis->least[g->l] / h;
        const double slope = larger(min, smaller(stiffness * x, max));
        sum->fixed += slope * (x - 0.5 * slope / stiffness);
        sum->moving -= 0.5 * slope * h * rate;
    }
}

/// Adds the energy of the spring along the axis.
static void add_axis(sc_spring_energy *sum, const sc_joint_view *joint, const geometry *g,
                     sc_body_motion a, sc_body_motion b)
{
    const double target = (double)g->axis->target[g->l];
    if (g->kind == SC_JOINT_HINGE)
    {
        add_spring(sum, joint, g, g->inverse_inertia_a + g->inverse_inertia_b,
                   wrap_angle(joint_angle_of(joint, g) - target), b.w - a.w);
        return;
    }
    const row r = axis_of(joint, g);
    const double x =
        g->kind == SC_JOINT_ROD ? sqrt(dot(g->apart, g->apart)) : dot(r.direction, g->apart);
    add_spring(sum, joint, g,
               g->inverse_mass_a + g->inverse_mass_b + turn_per_impulse(g, r.a, r.a, r.b, r.b),
               x - target, rate_along(&r, a, b));
}

/// Adds the energy of the locked part, if it has a frequency of its own.
static void add_locked(sc_spring_energy *sum, const sc_joint_view *joint, const geometry *g,
                       sc_body_motion a, sc_body_motion b)
{
    const double h = (double)joint->step->h;
    const double omega_squared = stiffness_of(&g->start->soft, g->l, h);
    const double linear = g->inverse_mass_a + g->inverse_mass_b;
    if (!turns_with_a(g->kind))
    {
        const double k[3] = {
            linear + turn_per_impulse(g, g->arm_a.y, g->arm_a.y, g->arm_b.y, g->arm_b.y),
            -turn_per_impulse(g, g->arm_a.x, g->arm_a.y, g->arm_b.x, g->arm_b.y),
            linear + turn_per_impulse(g, g->arm_a.x, g->arm_a.x, g->arm_b.x, g->arm_b.x)};
        const vector rate = point_rate(g, a, b);
        add_two(sum, omega_squared, k, g->apart, (vector){-h * rate.x, -h * rate.y});
        return;
    }
    const row along = axis_of(joint, g);
    const vector t = {-along.direction.y, along.direction.x};
    const vector lever = {g->arm_a.x + g->apart.x, g->arm_a.y + g->apart.y};
    const row across = {t, cross(lever, t), cross(g->arm_b, t)};
    const double x = dot(t, g->apart), rate = rate_along(&across, a, b);
    const double k = linear + turn_per_impulse(g, across.a, across.a, across.b, across.b);
    if (g->kind == SC_JOINT_WHEEL)
    {
        // A spring of stiffness omega_squared / k with the error x.
        const double stiffness = k > 0.0 ? 0.5 * omega_squared / k : 0.0;
        sum->fixed += stiffness * x * x;
        sum->moving += stiffness * x * (-h * rate);
        return;
    }
    const double matrix[3] = {k, turn_per_impulse(g, across.a, 1.0, across.b, 1.0),
                              g->inverse_inertia_a + g->inverse_inertia_b};
    add_two(sum, omega_squared, matrix, (vector){x, wrap_angle(joint_angle_of(joint, g))},
            (vector){-h * rate, -h * (b.w - a.w)});
}

static double size_of(double x) { return x < 0.0 ? -x : x; }

/// An upper bound of the work of an impulse on a row whose rate was `begin` and then `end` in a
/// substep, with the target speed `speed`. It is the larger one of two values, because at rest the
/// first passes leave rates of either sign.
static double work_at_most(double impulse, double begin, double end, double speed)
{
    return larger(impulse * 0.5 * (begin + end), size_of(impulse) * size_of(speed));
}

bool sc_joint_has_energy(const sc_step *step, const sc_joint_place *place)
{
    const int switches = step->joints->switches[place->slot];
    const sc_joint_settings *settings = &step->joints->settings[place->slot];
    return place->kind == SC_JOINT_DRIVE || (switches & SC_JOINT_SOFT_POINT) ||
           ((switches & SC_JOINT_SPRING) && settings->spring_hertz > 0.0f) ||
           ((switches & SC_JOINT_MOTOR) && settings->motor_speed != 0.0f);
}

bool sc_joint_presses_limit(const sc_step *step, const sc_joint_place *place)
{
    return place->kind == SC_JOINT_HINGE && sc_joint_presses(&step->joints->settings[place->slot]);
}

/// An upper bound of the work of a drive in a substep.
static double drive_work(const geometry *g, const sc_joint_motions *begin,
                         const sc_joint_motions *end)
{
    const int l = g->l;
    const sc_joint_drive *drive = (const sc_joint_drive *)(g->axis + 1);
    const vector first = point_rate(g, begin->a, begin->b), last = point_rate(g, end->a, end->b);
    const vector speed = load_pair(drive->speed, l);
    const double x = (double)g->core->impulse[0][l] + (double)g->axis->lower[l];
    const double y = (double)g->core->impulse[1][l] + (double)g->axis->upper[l];
    const double turn = (double)g->axis->spring[l] + (double)g->axis->motor[l];
    return work_at_most(x, first.x, last.x, speed.x) + work_at_most(y, first.y, last.y, speed.y) +
           work_at_most(turn, begin->b.w - begin->a.w, end->b.w - end->a.w,
                        (double)g->axis->motor_speed[l]);
}

/// An upper bound of the work of a motor that may press against a limit. Impulses of motor and
/// limit that oppose each other do no work. The work of a hinge is bounded by its actual turn, not
/// by the target speed alone.
static double pressing_work(const geometry *g, const sc_joint_motions *begin,
                            const sc_joint_motions *end)
{
    const double sign = g->axis->motor_speed[g->l] < 0.0f ? -1.0 : 1.0;
    const double speed = sign * (double)g->axis->motor_speed[g->l];
    const double push = sign * (double)g->axis->motor[g->l];
    const double against = (double)(sign < 0.0 ? g->axis->lower : g->axis->upper)[g->l];
    const double turn = 0.5 * ((begin->b.w - begin->a.w) + (end->b.w - end->a.w));
    const double rate =
        g->kind == SC_JOINT_HINGE ? smaller(larger(sign * turn, 0.0), speed) : speed;
    return larger(push - against, 0.0) * rate;
}

double sc_add_joint_energy(const sc_joint_view *joint, const sc_joint_motions *begin,
                           const sc_joint_motions *end, sc_spring_energy *sum)
{
    const geometry g = joint_geometry_of(joint);
    const bool has_axis = g.kind == SC_JOINT_HINGE || turns_with_a(g.kind);
    const bool has_point = has_axis || g.kind == SC_JOINT_POINT || g.kind == SC_JOINT_LINK;
    if (g.kind == SC_JOINT_ROD || (has_axis && (g.flags & SC_JOINT_SPRING)))
    {
        add_axis(sum, joint, &g, end->a, end->b);
    }
    if (has_point && (g.flags & SC_JOINT_SOFT_POINT))
    {
        add_locked(sum, joint, &g, end->a, end->b);
    }
    if (g.kind == SC_JOINT_DRIVE)
    {
        return drive_work(&g, begin, end);
    }
    if (g.kind != SC_JOINT_WHEEL &&
        sc_joint_presses(&joint->step->joints->settings[joint->place->slot]))
    {
        return pressing_work(&g, begin, end);
    }
    // The work is not negative: a brake only removes energy, and so does a motor beyond its speed.
    const bool has_motor = (has_axis || g.kind == SC_JOINT_ROD) && (g.flags & SC_JOINT_MOTOR);
    return has_motor ? larger((double)g.axis->motor[g.l] * (double)g.axis->motor_speed[g.l], 0.0)
                     : 0.0;
}
