/// Finds the trees of joints that are solved as a whole. Union-find over the bodies gives sets of
/// joints; sets that cannot be trees are refused. Then each tree is listed from its root outwards.
#include "core/assert.h"
#include "core/stores/joints.h"
#include "dynamics/solver/constraints.h"

/// Ratio of masses from which on a body counts as much heavier than a body of a tree that another
/// joint ties to it.
static const float MAX_TIED_RATIO = 10.0f;
/// A joint of a lower frequency, Hz, does not tie its bodies. The limit does not depend on the
/// length of steps, because trees are not found again when only that changes.
static const float MIN_RIGID_HERTZ = 10.0f;

/// The set of a dynamic row. `up` leads to the root of the set, whose other members describe the
/// set.
typedef struct row_set
{
    int32_t up;
    int32_t joint_count;  ///< of the set
    int32_t degree;       ///< of the row: its hinges
    /// The set is not solved as a tree: it has a loop, a body with too many hinges, a body whose
    /// position is locked (the masses of the elimination do not include locks), or a body that
    /// another joint ties to a much heavier one (refuse_tied).
    bool refused;
    bool
        has_long_arm;  ///< one of its hinges has a long arm, so solving in lanes would not converge
} row_set;

typedef struct search
{
    const sc_step *step;
    const sc_joint_entries *entries;
    sc_joint_forest *forest;
    row_set *sets;
    int32_t *first;  ///< by row: link of the list of its hinges, 2 entry + side + 1; 0: none
    int32_t *next;   ///< by link - 1: the next link of the same list; 0: none
    int32_t *queue;  ///< rows, from the root outwards
    int32_t *hangs;  ///< by place in the queue: the tree link that it was reached by; -1: the root
    int32_t coupling_count;
} search;

static int32_t set_root_of(row_set *sets, int32_t row)
{
    SC_ASSERT(row >= 0 && sets[row].up >= 0);
    while (sets[row].up != row)
    {
        sets[row].up = sets[sets[row].up].up;
        row = sets[row].up;
    }
    return row;
}

static bool is_dynamic(const search *s, int32_t row) { return row < s->step->rows.dynamic_count; }

static bool is_candidate(const sc_step *step, const sc_joint_entry *e)
{
    return e->kind == SC_JOINT_POINT &&
           (step->joints->settings[e->slot].switches & SC_JOINT_SOFT_POINT) == 0;
}

static void count_hinge(search *s, int32_t row)
{
    SC_ASSERT(is_dynamic(s, row));
    row_set *set = &s->sets[set_root_of(s->sets, row)];
    set->refused |= ++s->sets[row].degree > SC_TREE_BODY_MAX ||
                    (s->step->bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
}

static void list_hinge(search *s, int32_t row, int32_t link)
{
    SC_ASSERT(link >= 0 && link < 2 * s->entries->count);
    if (is_dynamic(s, row))
    {
        s->next[link] = s->first[row];
        s->first[row] = link + 1;
    }
}

static void take_tree(search *s, int32_t root, int32_t joint_count)
{
    SC_ASSERT(is_dynamic(s, root) && joint_count > 0);
    sc_joint_forest *forest = s->forest;
    sc_joint_tree *tree = &forest->trees[forest->tree_count++];
    *tree = (sc_joint_tree){forest->link_count, forest->link_count + joint_count, root};
    SC_ASSERT(tree->begin < tree->end);
    forest->link_count = tree->end;
    int queued = 1;
    s->queue[0] = root;
    s->hangs[0] = -1;
    int32_t end = tree->end;
    for (int place = 0; place < queued; ++place)
    {
        // The hinges of the body at this place, except the one by which the body hangs, are the
        // links before `end`.
        const int32_t row = s->queue[place], parent = s->hangs[place];
        SC_ASSERT(is_dynamic(s, row));
        int32_t begin = end;
        for (int32_t link = s->first[row]; link != 0; link = s->next[link - 1])
        {
            begin -= s->entries->at[(link - 1) / 2].link < 0;
        }
        int32_t at = begin;
        for (int32_t link = s->first[row]; link != 0; link = s->next[link - 1])
        {
            sc_joint_entry *e = &s->entries->at[(link - 1) / 2];
            if (e->link >= 0)
            {
                continue;
            }
            const bool head_is_b = (link - 1) % 2 != 0;
            s->forest->links[at] = (sc_tree_link){.row_a = e->row_a,
                                                  .row_b = e->row_b,
                                                  .parent = parent,
                                                  .sibling_end = end,
                                                  .first_coupling = s->coupling_count,
                                                  .head_is_b = head_is_b};
            s->coupling_count += end - at - 1 + (parent >= 0);
            e->link = at;
            const int32_t below = head_is_b ? e->row_a : e->row_b;
            if (is_dynamic(s, below))
            {
                SC_ASSERT(queued <= s->forest->link_count);
                s->queue[queued] = below;
                s->hangs[queued++] = at;
            }
            ++at;
        }
        SC_ASSERT(at == end && begin >= 0);
        end = begin;
        SC_ASSERT(end >= tree->begin);
    }
}

/// Lists the hinges of trees. Returns their number.
static int list_hinges(search *s)
{
    int count = 0;
    for (int i = s->entries->count - 1; i >= 0; --i)
    {
        sc_joint_entry *e = &s->entries->at[i];
        if (!is_candidate(s->step, e))
        {
            continue;
        }
        const int32_t root = set_root_of(s->sets, is_dynamic(s, e->row_a) ? e->row_a : e->row_b);
        const row_set *set = &s->sets[root];
        if ((set->joint_count >= SC_TREE_MIN || set->has_long_arm) && !set->refused)
        {
            e->kind = SC_JOINT_LINK;
            e->link = -1;
            list_hinge(s, e->row_a, 2 * i);
            list_hinge(s, e->row_b, 2 * i + 1);
            ++count;
        }
    }
    return count;
}

/// Refuses the trees of bodies that another joint ties to a much heavier body: the exact solution
/// ignores that joint, and the passes over the joint undo the solution.
static void refuse_tied(const search *s, const sc_joint_entry *e)
{
    // Skip soft springs and motor joints.
    const sc_joint_settings *settings = &s->step->joints->settings[e->slot];
    const bool soft_point =
        (settings->switches & SC_JOINT_SOFT_POINT) != 0 && settings->hertz < MIN_RIGID_HERTZ;
    const bool soft_rod = e->kind == SC_JOINT_ROD && (settings->switches & SC_JOINT_SPRING) != 0 &&
                          settings->spring_hertz < MIN_RIGID_HERTZ;
    if (e->kind == SC_JOINT_DRIVE || soft_point || soft_rod || !is_dynamic(s, e->row_a) ||
        !is_dynamic(s, e->row_b))
    {
        return;
    }
    const sc_velocity *v = s->step->rows.velocities;
    const int32_t rows[] = {e->row_a, e->row_b};
    for (int side = 0; side < 2; ++side)
    {
        const int32_t light = rows[side], heavy = rows[1 - side];
        s->sets[set_root_of(s->sets, light)].refused |=
            v[light].inverse_mass > MAX_TIED_RATIO * v[heavy].inverse_mass;
    }
}

/// Joins bodies into sets by their hinges. Returns false if out of memory.
static bool join_all(search *s)
{
    const int rows = s->step->rows.dynamic_count;
    s->sets = SC_TAKE(s->step->arena, row_set, rows);
    s->first = SC_TAKE_ZEROED(s->step->arena, int32_t, rows);
    s->next = SC_TAKE(s->step->arena, int32_t, 2 * (int64_t)s->entries->count);
    if (s->sets == NULL || s->first == NULL || s->next == NULL)
    {
        return false;
    }
    for (int32_t row = 0; row < rows; ++row)
    {
        s->sets[row] = (row_set){.up = row};
    }
    for (int i = 0; i < s->entries->count; ++i)
    {
        if (is_candidate(s->step, &s->entries->at[i]))
        {
            // The joint has one dynamic body, or two.
            const sc_joint_entry *e = &s->entries->at[i];
            bool a = is_dynamic(s, e->row_a), b = is_dynamic(s, e->row_b);
            SC_ASSERT(a || b);
            int32_t low = set_root_of(s->sets, a ? e->row_a : e->row_b);
            int32_t high = set_root_of(s->sets, b ? e->row_b : e->row_a);
            s->sets[low].refused |= a && b && low == high;
            if (low != high)
            {
                s->sets[low].joint_count += s->sets[high].joint_count;
                s->sets[low].refused |= s->sets[high].refused;
                s->sets[low].has_long_arm |= s->sets[high].has_long_arm;
                s->sets[high].up = low;
            }
            ++s->sets[low].joint_count;
            s->sets[low].has_long_arm |= e->has_long_arm;
            if (a)
            {
                count_hinge(s, e->row_a);
            }
            if (b)
            {
                count_hinge(s, e->row_b);
            }
        }
    }
    for (int i = 0; i < s->entries->count; ++i)
    {
        if (!is_candidate(s->step, &s->entries->at[i]))
        {
            refuse_tied(s, &s->entries->at[i]);
        }
    }
    return true;
}

bool sc_find_trees(const sc_step *step, sc_joint_entries *entries, sc_joint_forest *forest)
{
    *forest = (sc_joint_forest){0};
    if (step->settings->solver != SCREE_SOLVER_SOFT_STEP || !step->settings->direct_joints)
    {
        return true;
    }
    // Check whether there is any tree.
    int count = 0;
    bool has_long_arm = false;
    for (int i = 0; i < entries->count; ++i)
    {
        const bool candidate = is_candidate(step, &entries->at[i]);
        count += candidate;
        has_long_arm |= candidate && entries->at[i].has_long_arm;
    }
    if (count < SC_TREE_MIN && !has_long_arm)
    {
        return true;
    }
    search s = {.step = step, .entries = entries, .forest = forest};
    if (!join_all(&s))
    {
        return false;
    }
    const int link_count = list_hinges(&s);
    if (link_count == 0)
    {
        return true;
    }
    int tree_count = 0;
    for (int32_t row = 0; row < step->rows.dynamic_count; ++row)
    {
        tree_count += s.sets[row].up == row && s.sets[row].joint_count > 0;
    }
    // A link is coupled with the link by which its head hangs, and with the later links of its
    // head, which are few.
    SC_ASSERT(tree_count > 0);
    sc_arena *arena = &step->constraints->arena;
    forest->links = SC_TAKE(arena, sc_tree_link, link_count);
    forest->trees = SC_TAKE(arena, sc_joint_tree, tree_count);
    s.queue = SC_TAKE(step->arena, int32_t, link_count + 1);
    s.hangs = SC_TAKE(step->arena, int32_t, link_count + 1);
    if (forest->links == NULL || forest->trees == NULL || s.queue == NULL || s.hangs == NULL)
    {
        return false;
    }
    for (int i = 0; i < entries->count; ++i)
    {
        const sc_joint_entry *e = &entries->at[i];
        if (e->kind == SC_JOINT_LINK && e->link < 0)
        {
            const int32_t root = is_dynamic(&s, e->row_a) ? e->row_a : e->row_b;
            take_tree(&s, root, s.sets[set_root_of(s.sets, root)].joint_count);
        }
    }
    SC_ASSERT(forest->link_count == link_count);
    forest->couplings = SC_TAKE(arena, sc_matrix2, s.coupling_count);
    return forest->couplings != NULL;
}
