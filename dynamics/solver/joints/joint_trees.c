/// Elimination in a tree.
///
/// With the impulses x of all hinges of a tree, the velocities of its points change by A x, A = J
/// M^-1 J^T. Two hinges are coupled in A only if they share a body. Hinges are eliminated from the
/// leaves to the root. This adds no couplings: all remaining neighbours of an eliminated hinge
/// share one body, its head, and are coupled already. Thus the cost of A = L D L^T is proportional
/// to the number of entries of A. The softness of a hinge adds to its own part of A,
///     (A + E) x = -(v + rate C) - E lambda,    E = SOFTNESS diag(A),
/// where lambda is its impulse so far. A constraint that cannot be satisfied, such as a chain
/// pulled straight between two walls, thus gets a bounded pull. Doubles are used because the parts
/// of a chain with a heavy end differ much in size.
///
/// Source: D. Baraff, Linear-Time Dynamics using Lagrange Multipliers (1996).
#include "dynamics/solver/joints/joint_trees.h"

#include "core/assert.h"
#include "simd/joint_block_layout.h"
#include "dynamics/solver/substeps.h"

#include <math.h>

/// The fraction of the error removed in each substep; docs/joints.md says how it was found.
#define FRACTION 0.2
/// E as a fraction of diag(A); the error, in arms, at which this fraction doubles; the largest
/// factor by which it grows.
#define SOFTNESS 1e-3
#define OPEN_FRACTION 0.005
#define MAX_SOFTENING 50.0

typedef struct tree_pass
{
    const sc_joint_forest *forest;
    const sc_joint_args *args;  ///< of the blocks of links
    double bias_rate;           ///< 1/s
    double softness;            ///< E as a fraction of diag(A), of links without error
    bool corrects;              ///< with bias and with the softness term
    bool factors;               ///< the arms have changed
} tree_pass;

static sc_hinge_end hinge_end_of(const sc_velocity *velocity, float inverse_inertia,
                                 const float (*arm)[SC_BLOCK], int l)
{
    return (sc_hinge_end){(double)velocity->inverse_mass, (double)inverse_inertia,
                          (double)arm[0][l], (double)arm[1][l]};
}

static int coupled_count(const sc_tree_link *link, int32_t i)
{
    SC_ASSERT(i < link->sibling_end);
    return link->sibling_end - i - 1 + (link->parent >= 0);
}

/// The link to which coupling number `k` of link `i` leads.
static int32_t coupled_link(const sc_tree_link *link, int32_t i, int k)
{
    SC_ASSERT(k >= 0 && k < coupled_count(link, i));
    int32_t sibling = i + 1 + k;
    return sibling < link->sibling_end ? sibling : link->parent;
}

static double squared(double x, double y) { return x * x + y * y; }

/// Softens a hinge that is wide open. A hinge that cannot be closed then has a bounded pull, below
/// about mass times length over h^2, up to which transverse waves in the chain are stable. A hinge
/// without arms, at the centre of a drum, uses the arms of its neighbours.
static void soften_link(const tree_pass *pass, sc_tree_link *link)
{
    SC_ASSERT(link->softness >= 0.0);
    double open = squared(link->apart_x, link->apart_y);
    double unit = OPEN_FRACTION * OPEN_FRACTION * link->widest;
    link->softness =
        pass->softness *
        (1.0 + (open < MAX_SOFTENING * MAX_SOFTENING * unit ? sqrt(open / unit) : MAX_SOFTENING));
    const double soft = 1.0 + link->softness;
    link->pivot = (sc_symmetric2){soft * link->mass.xx, soft * link->mass.xy, soft * link->mass.yy};
}

/// The square of an arm; 0 for a body that does not move.
static double arm_squared(const sc_hinge_end *e)
{
    return e->inverse_mass > 0.0 ? squared(e->x, e->y) : 0.0;
}

static void load_link(const tree_pass *pass, sc_tree_link *link)
{
    SC_ASSERT(link->lane >= 0 && link->row_a != link->row_b);
    const sc_joint_core *core = sc_joint_core_of(pass->args, link->lane / SC_BLOCK);
    const int l = link->lane % SC_BLOCK;
    const sc_velocity *velocities = pass->args->velocities;
    link->a = hinge_end_of(&velocities[link->row_a], core->inverse_inertia_a[l], core->arm_a, l);
    link->b = hinge_end_of(&velocities[link->row_b], core->inverse_inertia_b[l], core->arm_b, l);
    link->apart_x = (double)core->apart[0][l];
    link->apart_y = (double)core->apart[1][l];
    const sc_hinge_end *a = &link->a;
    const sc_hinge_end *b = &link->b;
    double linear = a->inverse_mass + b->inverse_mass;
    double ia = a->inverse_inertia, ib = b->inverse_inertia;
    link->mass = (sc_symmetric2){linear + ia * a->y * a->y + ib * b->y * b->y,
                                 -(ia * a->x * a->y + ib * b->x * b->y),
                                 linear + ia * a->x * a->x + ib * b->x * b->x};
    link->arms = 2.0 * (arm_squared(&link->a) + arm_squared(&link->b));
    link->widest = link->arms;
}

static void couple_link(const sc_joint_forest *forest, int32_t i)
{
    SC_ASSERT(i >= 0 && i < forest->link_count);
    sc_tree_link *link = &forest->links[i];
    const sc_hinge_end *head = link->head_is_b ? &link->b : &link->a;
    for (int k = 0; k < coupled_count(link, i); ++k)
    {
        const int32_t at = coupled_link(link, i, k);
        SC_ASSERT(at > i && at < forest->link_count);
        sc_tree_link *other = &forest->links[at];
        link->widest = link->widest > other->arms ? link->widest : other->arms;
        other->widest = other->widest > link->arms ? other->widest : link->arms;
        const bool other_is_b = (at == link->parent) != other->head_is_b;
        // The effect of an impulse at one hinge on the velocity at the other, through their common
        // body. The sign is negative if the body is a of one joint and b of the other.
        const sc_hinge_end *end = other_is_b ? &other->b : &other->a;
        double m = head->inverse_mass, j = head->inverse_inertia,
               sign = other_is_b == link->head_is_b ? 1.0 : -1.0;
        forest->couplings[link->first_coupling + k] =
            (sc_matrix2){sign * (m + j * head->y * end->y), -sign * (j * head->y * end->x),
                         -sign * (j * head->x * end->y), sign * (m + j * head->x * end->x)};
    }
}

/// The product of m transposed and o.
static sc_matrix2 transposed_product(sc_matrix2 m, sc_matrix2 o)
{
    return (sc_matrix2){m.xx * o.xx + m.yx * o.yx, m.xx * o.xy + m.yx * o.yy,
                        m.xy * o.xx + m.yy * o.yx, m.xy * o.xy + m.yy * o.yy};
}

static void eliminate_link(const sc_joint_forest *forest, int32_t i)
{
    SC_ASSERT(i >= 0 && i < forest->link_count);
    sc_tree_link *link = &forest->links[i];
    // The inverse is zero if neither body can move.
    const sc_symmetric2 k = link->pivot;
    double determinant = k.xx * k.yy - k.xy * k.xy;
    link->pivot = (sc_symmetric2){0.0, 0.0, 0.0};
    if (determinant > 0.0)
    {
        double scale = 1.0 / determinant;
        link->pivot = (sc_symmetric2){k.yy * scale, -k.xy * scale, k.xx * scale};
    }
    sc_matrix2 *own = forest->couplings + link->first_coupling;
    const int count = coupled_count(link, i);
    for (int u = 0; u < count; ++u)
    {
        const int32_t row = coupled_link(link, i, u);
        SC_ASSERT(row > i && row < forest->link_count);
        // With O the coupling, replace O by pivot O = (O^T pivot)^T, which is L^T.
        const sc_symmetric2 p = link->pivot;
        const sc_matrix2 o = own[u];
        const sc_matrix2 lower = {p.xx * o.xx + p.xy * o.yx, p.xx * o.xy + p.xy * o.yy,
                                  p.xy * o.xx + p.yy * o.yx, p.xy * o.xy + p.yy * o.yy};
        sc_tree_link *other = &forest->links[row];
        sc_matrix2 less = transposed_product(lower, own[u]);
        other->pivot.xx -= less.xx;
        other->pivot.xy -= less.xy;
        other->pivot.yy -= less.yy;
        // Link `row` is coupled with the links that come after it in the list, in the same order.
        sc_matrix2 *others = forest->couplings + other->first_coupling;
        for (int v = u + 1; v < count; ++v)
        {
            sc_matrix2 *at = &others[v - u - 1];
            less = transposed_product(lower, own[v]);
            *at = (sc_matrix2){at->xx - less.xx, at->xy - less.xy, at->yx - less.yx,
                               at->yy - less.yy};
        }
        own[u] = lower;
    }
}

static double turned_x(const sc_velocity *v, const sc_hinge_end *e)
{
    return (double)v->vx - (double)v->w * e->y;
}

static double turned_y(const sc_velocity *v, const sc_hinge_end *e)
{
    return (double)v->vy + (double)v->w * e->x;
}

/// Sets the right-hand side of a link to -(v + rate C) - E lambda.
static void begin_link(const tree_pass *pass, sc_tree_link *link)
{
    const sc_velocity *a = &pass->args->velocities[link->row_a];
    const sc_velocity *b = &pass->args->velocities[link->row_b];
    double vx = turned_x(b, &link->b) - turned_x(a, &link->a);
    double vy = turned_y(b, &link->b) - turned_y(a, &link->a);
    link->x = -vx;
    link->y = -vy;
    if (pass->corrects)
    {
        const sc_joint_core *core = sc_joint_core_of(pass->args, link->lane / SC_BLOCK);
        const int l = link->lane % SC_BLOCK;
        const sc_symmetric2 *m = &link->mass;
        double ex = link->softness * (double)core->impulse[0][l];
        double ey = link->softness * (double)core->impulse[1][l];
        link->x -= pass->bias_rate * link->apart_x + m->xx * ex + m->xy * ey;
        link->y -= pass->bias_rate * link->apart_y + m->xy * ex + m->yy * ey;
    }
}

static float finite_or_zero(double x)
{
    const double most = (double)FLT_MAX;
    return (float)(x > most ? most : x < -most ? -most : x);
}

static void push_row(const tree_pass *pass, int32_t row, const sc_hinge_end *at, double x, double y)
{
    SC_ASSERT(row >= 0);
    if (row < pass->args->dynamic_count)
    {
        sc_velocity *v = &pass->args->velocities[row];
        v->vx += finite_or_zero(at->inverse_mass * x);
        v->vy += finite_or_zero(at->inverse_mass * y);
        v->w += finite_or_zero(at->inverse_inertia * (at->x * y - at->y * x));
    }
}

static void solve_tree(const tree_pass *pass, const sc_joint_tree *tree)
{
    SC_ASSERT(tree->begin < tree->end && tree->end <= pass->forest->link_count);
    const sc_joint_forest *forest = pass->forest;
    for (int32_t i = tree->begin; pass->factors && i < tree->end; ++i)
    {
        load_link(pass, &forest->links[i]);
    }
    for (int32_t i = tree->begin; pass->factors && i < tree->end; ++i)
    {
        couple_link(forest, i);
    }
    for (int32_t i = tree->begin; i < tree->end; ++i)
    {
        if (pass->factors)
        {
            soften_link(pass, &forest->links[i]);
        }
        begin_link(pass, &forest->links[i]);
    }
    for (int32_t i = tree->begin; i < tree->end; ++i)
    {
        if (pass->factors)
        {
            eliminate_link(forest, i);
        }
        sc_tree_link *link = &forest->links[i];
        const sc_matrix2 *own = forest->couplings + link->first_coupling;
        for (int u = 0; u < coupled_count(link, i); ++u)
        {
            sc_tree_link *other = &forest->links[coupled_link(link, i, u)];
            other->x -= own[u].xx * link->x + own[u].yx * link->y;
            other->y -= own[u].xy * link->x + own[u].yy * link->y;
        }
    }
    for (int32_t i = tree->end - 1; i >= tree->begin; --i)
    {
        sc_tree_link *link = &forest->links[i];
        const sc_matrix2 *own = forest->couplings + link->first_coupling;
        const sc_symmetric2 *p = &link->pivot;
        double x = p->xx * link->x + p->xy * link->y, y = p->xy * link->x + p->yy * link->y;
        for (int u = 0; u < coupled_count(link, i); ++u)
        {
            const sc_tree_link *other = &forest->links[coupled_link(link, i, u)];
            x -= own[u].xx * other->x + own[u].xy * other->y;
            y -= own[u].yx * other->x + own[u].yy * other->y;
        }
        link->x = x;
        link->y = y;
        sc_joint_core *core = sc_joint_core_of(pass->args, link->lane / SC_BLOCK);
        const int l = link->lane % SC_BLOCK;
        core->impulse[0][l] += finite_or_zero(link->x);
        core->impulse[1][l] += finite_or_zero(link->y);
        push_row(pass, link->row_a, &link->a, -link->x, -link->y);
        push_row(pass, link->row_b, &link->b, link->x, link->y);
    }
}

static void tree_range(void *context, sc_range range)
{
    const tree_pass *pass = context;
    for (int i = range.begin; i < range.end; ++i)
    {
        solve_tree(pass, &pass->forest->trees[i]);
    }
}

static void run_trees(sc_substeps *substeps, const char *name, tree_pass *pass)
{
    const sc_joint_group *group = sc_joints_of(substeps);
    if (group == NULL || group->trees.count == 0)
    {
        return;
    }
    const sc_joint_args args = sc_joints_of_kind(substeps, group, SC_JOINT_LINK);
    pass->forest = &substeps->step->constraints->joints.forest;
    pass->args = &args;
    int begin = group->trees.first, end = begin + group->trees.count;
    SC_ASSERT(end <= pass->forest->tree_count);
    if (substeps->worker == SC_ALL_WORKERS)
    {
        sc_pass zone = {name, "trees", 0, -1};
        sc_run_pass(substeps->step, &zone, begin, end, 1, tree_range, pass);
    }
    else
    {
        tree_range(pass, (sc_range){.begin = begin, .end = end});
    }
}

static double softness_of(const sc_step *step)
{
    return SOFTNESS * (double)(step->stiff_h / step->h);
}

void sc_solve_trees(sc_substeps *substeps, int substep)
{
    tree_pass pass = {.bias_rate = FRACTION / (double)substeps->step->stiff_h,
                      .softness = softness_of(substeps->step),
                      .corrects = true,
                      .factors = substep == 0};
    run_trees(substeps, "solve_trees", &pass);
}

void sc_relax_trees(sc_substeps *substeps)
{
    tree_pass pass = {.softness = softness_of(substeps->step), .factors = true};
    run_trees(substeps, "relax_trees", &pass);
}
