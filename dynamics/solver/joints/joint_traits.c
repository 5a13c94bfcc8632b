#include "dynamics/solver/joints/joint_traits.h"

#include <float.h>

/// The limit of a long arm: the square of the arm over that of the radius of gyration. For a rod
/// held at its end the ratio is 3, and also for a square held at its corner; for discs of 0.4 m
/// that are hinged together a metre apart it is 3.1. Joints with longer arms lie outside the
/// outlines of their bodies.
#define LONG_ARM 3.2f
/// The limit for hinges with iterative solvers, an arm of 1.2 times the radius of gyration. By
/// default the substep of these solvers is a whole step, in which whirling bodies gain energy on
/// shorter arms.
#define LONG_ARM_ITERATED 1.5f
/// The largest set of bodies in which loops count. Joints in loops also add energy on short arms,
/// unless all of them are welds of bodies of similar masses. Larger sets are lattices, which add no
/// energy on short arms: a grid of 10,000 discs does not.
#define MAX_BOUNDED_BODIES 64

/// One pass over the joints of a light body between heavy ones leaves most of their errors, which
/// adds energy if the ratio of the masses is above these limits. The first limit is for welds and
/// for sets that are held twice, the second for other joints.
#define UNEQUAL_WELDED 2.0f
#define UNEQUAL_HINGED 4.0f

/// A set of bodies connected by joints, by slot of the body that represents it.
typedef struct joined_set
{
    int32_t up;       ///< leads to that body
    int32_t bodies;   ///< dynamic ones
    bool looped;      ///< a joint closes a loop of dynamic bodies
    bool turns;       ///< not all of its joints are welds
    bool held;        ///< a joint attaches it to a body that is not dynamic
    bool held_twice;  ///< two joints attach it to such bodies, and thus close a loop
    bool unequal;     ///< a joint other than a wheel connects unequal masses
} joined_set;

static bool is_dynamic(const sc_bodies *bodies, int32_t body)
{
    return bodies->type[bodies->row[body]] == SCREE_BODY_DYNAMIC;
}

/// The kind of a joint that acts while its bodies are awake; SC_JOINT_NONE for others.
static sc_joint_kind kind_of(const sc_step *step, int32_t slot)
{
    const sc_joints *joints = step->joints;
    const sc_bodies *bodies = step->bodies;
    const int32_t *body = joints->body[slot];
    if (!sc_joint_is_live(joints, slot) ||
        ((bodies->flags[bodies->row[body[0]]] | bodies->flags[bodies->row[body[1]]]) &
         SC_BODY_DISABLED))
    {
        return SC_JOINT_NONE;
    }
    return (sc_joint_kind)joints->kind[slot];
}

/// The square of the arm of one side over that of the radius of gyration.
static float arm_of_side(const sc_step *step, int32_t body, float x, float y)
{
    const sc_bodies *bodies = step->bodies;
    const int32_t row = bodies->row[body];
    const float arm_x = x - bodies->center_x[row], arm_y = y - bodies->center_y[row];
    const float mass = bodies->inverse_mass[row], inertia = bodies->inverse_inertia[row];
    return mass > 0.0f ? inertia * (arm_x * arm_x + arm_y * arm_y) / mass : 0.0f;
}

/// Whether the masses of a joint's bodies, both dynamic, differ by more than this factor.
static bool is_unequal(const sc_step *step, int32_t slot, float ratio)
{
    const sc_bodies *bodies = step->bodies;
    const int32_t *body = step->joints->body[slot];
    const float a = bodies->inverse_mass[bodies->row[body[0]]];
    const float b = bodies->inverse_mass[bodies->row[body[1]]];
    return a > 0.0f && b > 0.0f && sc_max(a, b) > ratio * sc_min(a, b);
}

/// Whether the lighter body of a joint has another joint. If `heavy`, only joints to bodies of more
/// than UNEQUAL_HINGED times its mass count.
static bool carries_on(const sc_step *step, int32_t slot, bool heavy)
{
    const sc_bodies *bodies = step->bodies;
    const sc_joints *joints = step->joints;
    const int32_t a = bodies->row[joints->body[slot][0]], b = bodies->row[joints->body[slot][1]];
    const int32_t lighter = bodies->inverse_mass[a] > bodies->inverse_mass[b] ? a : b;
    for (int32_t link = bodies->first_joint[lighter]; link != 0; link = sc_next_joint(joints, link))
    {
        const int32_t other = bodies->row[sc_joint_other_body(joints, link)];
        if (link / 2 != slot && (!heavy || UNEQUAL_HINGED * bodies->inverse_mass[other] <
                                               bodies->inverse_mass[lighter]))
        {
            return true;
        }
    }
    return false;
}

/// Whether a joint may hold a dynamic body on an arm of several radii of gyration.
static bool has_long_arm(const sc_step *step, int32_t slot, sc_joint_kind kind)
{
    if (kind == SC_JOINT_DRIVE)
    {
        return false;
    }
    // A rod may whirl around a near body, and the lever of a slider grows with its coordinate.
    if (kind == SC_JOINT_ROD || kind == SC_JOINT_SLIDER)
    {
        return true;
    }
    const bool hinged = kind == SC_JOINT_POINT || kind == SC_JOINT_HINGE;
    const bool iterates = step->settings->solver != SCREE_SOLVER_SOFT_STEP;
    const float long_arm = iterates && hinged ? LONG_ARM_ITERATED : LONG_ARM;
    const sc_joint_frame *frame = &step->joints->frame[slot];
    const int32_t *body = step->joints->body[slot];
    return arm_of_side(step, body[0], frame->ax, frame->ay) > long_arm ||
           arm_of_side(step, body[1], frame->bx, frame->by) > long_arm;
}

/// The traits of a joint alone, without those of its set. Adds its spring to the key.
static uint8_t own_traits(const sc_step *step, int32_t slot, sc_joint_kind kind, sc_trait_key *key)
{
    const sc_joint_settings *settings = &step->joints->settings[slot];
    if (has_long_arm(step, slot, kind))
    {
        return SC_JOINT_LONG_ARM | SC_JOINT_MAKES_ENERGY;
    }
    if (kind == SC_JOINT_RATIO)
    {
        // The direction of a pulley's rope reverses when a body is pulled past the pulley.
        return settings->ratio_type == SC_RATIO_PULLEY ? SC_JOINT_MAKES_ENERGY : 0;
    }
    if (kind == SC_JOINT_DRIVE)
    {
        return 0;
    }
    const float hertz = settings->spring_hertz;
    if (settings->switches & SC_JOINT_SPRING && sc_spring_is_stiff(hertz, step->stiff_h))
    {
        key->slowest_stiff = sc_min(key->slowest_stiff, hertz);
    }
    else if (settings->switches & SC_JOINT_SPRING)
    {
        key->quickest_slack = sc_max(key->quickest_slack, hertz);
    }
    // With unequal masses, a weld adds energy; any other joint adds energy if the lighter body has
    // a second joint. A light body at the end of a chain adds none. For hinges with limits, springs
    // or motors, the second joint must lead to a heavy body, because a chain of such hinges that
    // carries a heavy ball adds no energy, and the bound would let it open.
    const bool unequal = step->joints->traits[slot] & SC_JOINT_WELDED
                             ? is_unequal(step, slot, UNEQUAL_WELDED)
                             : is_unequal(step, slot, UNEQUAL_HINGED) &&
                                   carries_on(step, slot, kind == SC_JOINT_HINGE);
    return unequal || sc_joint_may_make_energy(settings, step->stiff_h) ||
                   (kind == SC_JOINT_HINGE && sc_joint_presses(settings))
               ? SC_JOINT_MAKES_ENERGY
               : 0;
}

static int32_t set_first_of(joined_set *sets, int32_t body)
{
    while (sets[body].up != body)
    {
        sets[body].up = sets[sets[body].up].up;
        body = sets[body].up;
    }
    return body;
}

/// Joins the sets of a joint's bodies. Drives yield and ratios act on turns, so they close no
/// loops. Returns whether there is a loop.
static bool join_bodies(const sc_step *step, joined_set *sets, int32_t slot, sc_joint_kind kind)
{
    const bool holds = kind != SC_JOINT_DRIVE && kind != SC_JOINT_RATIO;
    const bool welded = (step->joints->traits[slot] & SC_JOINT_WELDED) != 0;
    const int32_t *body = step->joints->body[slot];
    const bool dynamic_a = is_dynamic(step->bodies, body[0]);
    const bool dynamic_b = is_dynamic(step->bodies, body[1]);
    joined_set *a = &sets[set_first_of(sets, body[dynamic_a ? 0 : 1])];
    a->turns |= holds && !welded;
    if (!dynamic_a || !dynamic_b)
    {
        a->held_twice |= a->held && holds;
        a->held |= holds;
        return a->held_twice;
    }
    joined_set *b = &sets[set_first_of(sets, body[1])];
    a->looped |= b->looped || (a == b && holds);
    a->turns |= b->turns;
    a->unequal |=
        b->unequal || (holds && kind != SC_JOINT_WHEEL && is_unequal(step, slot, UNEQUAL_WELDED));
    if (a != b)
    {
        a->held_twice |= b->held_twice || (a->held && b->held);
        a->held |= b->held;
        b->up = a->up;
        a->bodies += b->bodies;
    }
    return a->looped || a->held_twice;
}

bool sc_joint_traits_hold(const sc_step *step)
{
    const sc_trait_key *key = &step->joints->trait_key;
    return key->known && key->version == step->joints->version &&
           key->jointed_version == step->bodies->jointed_version &&
           sc_spring_is_stiff(key->slowest_stiff, step->stiff_h) &&
           !sc_spring_is_stiff(key->quickest_slack, step->stiff_h);
}

bool sc_find_joint_traits(const sc_step *step)
{
    sc_joints *joints = step->joints;
    if (sc_joint_traits_hold(step))
    {
        return true;
    }
    const int32_t bodies = step->bodies->ids.used;
    joined_set *sets = SC_TAKE(step->arena, joined_set, bodies);
    if (sets == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < bodies; ++i)
    {
        sets[i] = (joined_set){.up = i, .bodies = 1};
    }
    sc_trait_key key = {.known = true,
                        .version = joints->version,
                        .jointed_version = step->bodies->jointed_version,
                        .slowest_stiff = FLT_MAX};
    bool looped = false;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        const sc_joint_kind kind = kind_of(step, slot);
        joints->traits[slot] &= SC_JOINT_WELDED;
        if (kind != SC_JOINT_NONE)
        {
            joints->traits[slot] |= own_traits(step, slot, kind, &key);
            looped |= join_bodies(step, sets, slot, kind);
        }
    }
    for (int32_t slot = 1; looped && slot < joints->ids.used; ++slot)
    {
        if (kind_of(step, slot) == SC_JOINT_NONE)
        {
            continue;
        }
        // The set of the joint may be small and have a loop that adds energy.
        const int32_t *body = joints->body[slot];
        const joined_set *set =
            &sets[set_first_of(sets, body[is_dynamic(step->bodies, body[0]) ? 0 : 1])];
        if (set->bodies <= MAX_BOUNDED_BODIES &&
            ((set->looped && set->turns) || (set->held_twice && set->unequal)))
        {
            joints->traits[slot] |= SC_JOINT_MAKES_ENERGY;
        }
    }
    joints->trait_key = key;
    return true;
}

float sc_next_stiff_h(float last, float h)
{
    SC_ASSERT(last >= 0.0f && h > 0.0f);
    // In a step, stiff_h rises by a twentieth of the difference to h and falls by at most 2 %. A
    // single long frame thus hardly changes joints, and steps of varying length do not change their
    // stiffness abruptly.
    return last == 0.0f ? h : h > last ? last + 0.05f * (h - last) : sc_max(h, 0.98f * last);
}
