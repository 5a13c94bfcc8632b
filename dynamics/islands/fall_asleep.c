/// The stage fall_asleep: finds islands, decides which may sleep, and puts them to sleep.
#include "core/assert.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/islands/islands.h"

#include "broadphase/aabbs.h"

enum
{
    /// In a large island one body in STIR_FRACTION may stir, because in a pile of thousands some
    /// bodies always do.
    STIR_FRACTION = 100
};

/// Islands of bodies that rest, by union-find over rows.
typedef struct islands
{
    int32_t *parent;           ///< by row; -1: the body moves
    uint8_t *traits;           ///< by row, then by island at its root
    int32_t *size, *stirring;  ///< of an island, at its root: all its bodies, and the stirring ones
    int count;                 ///< rows
} islands;

enum
{
    DISTURBED = 1,   ///< touches a moving body
    SUPPORTED = 2,   ///< is supported by something that does not move
    FALLS = 4,       ///< gravity acts on it
    REQUESTED = 8,   ///< a call requested its sleep: it sleeps unless disturbed or unsettled
    UNSETTLED = 16,  ///< calls changed it since the last step, or its AABBs do not contain it
};

static int32_t island_root_of(const islands *islands, int32_t row)
{
    SC_ASSERT(row >= 0 && row < islands->count && islands->parent[row] >= 0);
    int32_t *parent = islands->parent;
    while (parent[row] != row)
    {
        parent[row] = parent[parent[row]];
        SC_ASSERT(parent[row] <= row);
        row = parent[row];
    }
    return row;
}

/// Takes into account a contact, or a joint (contact 0), between two rows. If both are in islands,
/// joins these. If one is, notes whether the other body moves (DISTURBED) or supports it
/// (SUPPORTED), which every joint does.
static void touch_bodies(const sc_step *step, islands *islands, int32_t contact, int32_t a,
                         int32_t b)
{
    SC_ASSERT(a != b);
    int32_t *parent = islands->parent;
    bool resting_a = a < islands->count && parent[a] >= 0;
    bool resting_b = b < islands->count && parent[b] >= 0;
    if (resting_a && resting_b)
    {
        int32_t root_a = island_root_of(islands, a), root_b = island_root_of(islands, b);
        SC_ASSERT(root_a <= a && root_b <= b);
        parent[root_a > root_b ? root_a : root_b] = root_a > root_b ? root_b : root_a;
    }
    else if (resting_a || resting_b)
    {
        int32_t body = resting_a ? a : b, other = resting_a ? b : a;
        bool still = other >= islands->count && sc_is_still(step->bodies, other);
        bool carried = contact == 0;
        if (!carried)
        {
            // Find out whether the contact pushes `body` against gravity.
            SC_ASSERT(contact >= SC_BLOCK && step->contacts->point_count[contact] > 0);
            const sc_manifold *m = &step->contacts->manifold[contact];
            bool second = step->contacts->point_count[contact] > 1;
            float normal = m->normal_impulse_0 + (second ? m->normal_impulse_1 : 0.0f);
            float tangent = m->tangent_impulse_0 + (second ? m->tangent_impulse_1 : 0.0f);
            // The push on b. The tangent is (normal.y, -normal.x).
            scree_vec2 push = {m->normal_x * normal + m->normal_y * tangent,
                               m->normal_y * normal - m->normal_x * tangent};
            float along = sc_dot(push, step->gravity);
            carried = resting_a ? along > 0.0f : along < 0.0f;
        }
        islands->traits[body] |= !still ? DISTURBED : carried ? SUPPORTED : 0;
    }
}

static int32_t body_row_of(const sc_step *step, int32_t shape)
{
    return step->bodies->row[step->shapes->body_slot[shape]];
}

/// Whether the AABBs of a body's shapes still contain the shapes. They must, because AABBs do not
/// change during sleep.
static bool aabbs_hold(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    const sc_shapes *shapes = step->shapes;
    bool hold = true;
    int32_t slot = step->bodies->first_shape[row];
    for (; slot != 0 && hold; slot = shapes->next[slot])
    {
        hold = sc_aabb_holds(shapes->aabb[slot], sc_tight_aabb(step->bodies, shapes, slot));
    }
    return hold;
}

/// The motion of a body, or SC_MOVES if a call changed the body since the last step.
static sc_motion known_motion(const sc_step *step, int32_t row)
{
    SC_ASSERT(row < step->bodies->count[SC_GROUP_DYNAMIC]);
    const sc_sleep *sleep = step->sleep;
    int32_t slot = step->bodies->slot[row];
    bool known = sleep->velocity_mark[slot] == sc_velocity_mark(step->bodies, row);
    return known ? (sc_motion)sleep->motion[slot] : SC_MOVES;
}

/// Finds the islands of all awake bodies if `all`, otherwise only those of bodies that rest
/// (SC_RESTS) or stir (SC_STIRS). Returns the number of bodies in islands, or -1 if out of memory.
static int find_islands(const sc_step *step, islands *islands, bool all)
{
    const sc_contacts *contacts = step->contacts;
    int count = step->bodies->count[SC_GROUP_DYNAMIC], resting = 0;
    islands->count = count;
    islands->parent = SC_TAKE(step->arena, int32_t, count + 1);
    islands->traits = SC_TAKE_ZEROED(step->arena, uint8_t, count + 1);
    islands->size = SC_TAKE_ZEROED(step->arena, int32_t, count + 1);
    islands->stirring = SC_TAKE_ZEROED(step->arena, int32_t, count + 1);
    if (islands->parent == NULL || islands->traits == NULL || islands->size == NULL ||
        islands->stirring == NULL)
    {
        return -1;
    }
    for (int32_t row = 0; row < count; ++row)
    {
        bool rests = all || known_motion(step, row) != SC_MOVES;
        islands->parent[row] = rests ? row : -1;
        resting += rests;
    }
    for (int c = 1; c < SC_CLASS_COUNT && resting > 0; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            if (contacts->point_count[i] > 0)
            {
                touch_bodies(step, islands, i, body_row_of(step, contacts->a[i]),
                             body_row_of(step, contacts->b[i]));
            }
        }
    }
    if (resting > 0)
    {
        // Walk the joints, except those of disabled bodies and filter joints.
        const sc_joints *joints = step->joints;
        const sc_bodies *bodies = step->bodies;
        for (int32_t slot = 1; slot < joints->ids.used && joints->count > 0; ++slot)
        {
            if ((joints->ids.generation[slot] & 1u) == 0 || joints->kind[slot] == SC_JOINT_NONE)
            {
                continue;
            }
            int32_t a = bodies->row[joints->body[slot][0]], b = bodies->row[joints->body[slot][1]];
            if (!((bodies->flags[a] | bodies->flags[b]) & SC_BODY_DISABLED))
            {
                touch_bodies(step, islands, 0, a, b);
            }
        }
    }
    return resting;
}

/// Keeps the parents of bodies in islands with a request to sleep and sets all others to -1. An
/// island that touches a moving kinematic body stays awake and loses its requests; an unsettled
/// island keeps its requests for the next step. Returns the number of bodies with a parent.
static int choose_requested(const sc_step *step, islands *islands)
{
    sc_sleep *sleep = step->sleep;
    const int32_t *slot = step->bodies->slot;
    for (int32_t row = 0; row < islands->count; ++row)
    {
        int32_t root = islands->parent[row] = island_root_of(islands, row);
        SC_ASSERT(root <= row);
        bool settled = sc_sleep_has_stepped(sleep, slot[row]) && aabbs_hold(step, row);
        islands->traits[root] |=
            (uint8_t)(islands->traits[row] | (sleep->sleep_requested[slot[row]] ? REQUESTED : 0) |
                      (settled ? 0 : UNSETTLED));
    }
    int chosen = 0;
    sleep->request_pending = false;
    for (int32_t row = 0; row < islands->count; ++row)
    {
        int32_t root = islands->parent[row];
        int traits = islands->traits[root] & (DISTURBED | REQUESTED | UNSETTLED);
        bool sleeps = traits == REQUESTED;
        bool keeps = sleep->sleep_requested[slot[row]] && !(traits & DISTURBED);
        islands->parent[row] = sleeps ? root : -1;
        chosen += sleeps;
        sleep->sleep_requested[slot[row]] = keeps;
        sleep->request_pending |= keeps && !sleeps;
    }
    return chosen;
}

/// Keeps the parents of bodies in islands that rest and sets all others to -1. Returns the number
/// of bodies with a parent.
static int choose_resting(const sc_step *step, islands *islands)
{
    for (int32_t row = 0; row < islands->count; ++row)
    {
        if (islands->parent[row] >= 0)
        {
            int32_t root = islands->parent[row] = island_root_of(islands, row);
            ++islands->size[root];
            SC_ASSERT(root <= row);
            islands->stirring[root] += known_motion(step, row) == SC_STIRS;
            // If gravity pulls a body along a free axis, it FALLS. If gravity pulls it along locked
            // axes only, the locks support it and the bodies that lie on it (SUPPORTED).
            const int locks = step->bodies->flags[row];
            bool x = step->gravity.x != 0.0f, y = step->gravity.y != 0.0f;
            bool falls = (x && !(locks & SC_BODY_LOCK_X)) || (y && !(locks & SC_BODY_LOCK_Y));
            int load = !(x || y)                                  ? 0
                       : !falls                                   ? SUPPORTED
                       : step->bodies->gravity_scale[row] != 0.0f ? FALLS
                                                                  : 0;
            islands->traits[root] |=
                (uint8_t)(islands->traits[row] | load | (aabbs_hold(step, row) ? 0 : DISTURBED));
        }
    }
    int chosen = 0;
    for (int32_t row = 0; row < islands->count; ++row)
    {
        int32_t root = islands->parent[row];
        int traits = root >= 0 ? islands->traits[root] : DISTURBED;
        bool sleeps = !(traits & DISTURBED) && (traits & (FALLS | SUPPORTED)) != FALLS &&
                      islands->stirring[root] <= islands->size[root] / STIR_FRACTION;
        islands->parent[row] = sleeps ? root : -1;
        chosen += sleeps;
    }
    return chosen;
}

/// Whether a body cannot keep a contact awake: it is asleep, about to fall asleep (which also has
/// the flag SC_BODY_ASLEEP), or does not move.
static bool is_out(const sc_step *step, int32_t row)
{
    const sc_bodies *bodies = step->bodies;
    return row >= sc_moving_count(bodies) || (bodies->flags[row] & SC_BODY_ASLEEP) ||
           (row >= bodies->count[SC_GROUP_DYNAMIC] && sc_is_still(bodies, row));
}

static bool goes_to_sleep(const sc_step *step, int32_t contact)
{
    SC_ASSERT(contact >= SC_BLOCK && contact < step->contacts->capacity);
    const sc_contacts *contacts = step->contacts;
    int32_t a = body_row_of(step, contacts->a[contact]),
            b = body_row_of(step, contacts->b[contact]);
    return is_out(step, a) && is_out(step, b);
}

/// Puts the bodies of the chosen islands to sleep. Returns false and changes nothing if out of
/// memory.
static bool put_to_sleep(sc_step *step, const islands *islands, int chosen)
{
    SC_ASSERT(chosen > 0 && chosen <= islands->count);
    sc_sleep *sleep = step->sleep;
    sc_bodies *bodies = step->bodies;
    int32_t *slots = SC_TAKE(step->arena, int32_t, chosen);
    uint64_t *keys = SC_TAKE(step->arena, uint64_t, 2 * (sleep->fell_count + chosen));
    if (slots == NULL || keys == NULL)
    {
        return false;
    }
    int count = 0;
    for (int32_t row = 0; row < islands->count; ++row)
    {
        if (islands->parent[row] >= 0)
        {
            slots[count++] = bodies->slot[row];
            bodies->flags[row] |= SC_BODY_ASLEEP;
        }
    }
    SC_ASSERT(count == chosen);
    const sc_contacts *awake = step->contacts;
    int extra = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = awake->first[c]; i < awake->first[c] + awake->count[c]; ++i)
        {
            extra += goes_to_sleep(step, i);
        }
    }
    if ((extra != 0 && !sc_sleep_reserve_contacts(step->sleep, step->memory, extra)) ||
        !sc_sleep_reserve_events(step->sleep, step->memory, step->sleep->fell_count + chosen, 0))
    {
        for (int i = 0; i < chosen; ++i)
        {
            bodies->flags[bodies->row[slots[i]]] &= (uint8_t)~SC_BODY_ASLEEP;
        }
        return false;
    }
    sc_contacts *contacts = step->contacts;
    int removed = contacts->removed;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c] + contacts->count[c] - 1; i >= contacts->first[c]; --i)
        {
            if (goes_to_sleep(step, i))
            {
                SC_ASSERT(sc_class_has(contacts, (sc_contact_class)c, i));
                sc_sleep_add_contact(step->sleep, step->shapes, contacts, i);
                sc_contacts_remove(contacts, (sc_contact_class)c, i);
            }
        }
    }
    // Restore the count of removed contacts: these moved to the other store and did not end.
    contacts->removed = removed;
    for (int i = 0; i < chosen; ++i)
    {
        // The root is the first row of its island. Rows have not changed yet.
        int32_t row = bodies->row[slots[i]], root = islands->parent[row];
        SC_ASSERT(root >= 0 && root <= row);
        sc_sleep_join_ring(sleep, slots[i], root == row ? 0 : bodies->slot[root]);
    }
    for (int i = 0; i < chosen; ++i)
    {
        int32_t slot = slots[i];
        SC_ASSERT(step->sleep->next[slot] != 0);
        int32_t row = bodies->row[slot];
        SC_ASSERT((bodies->flags[row] & SC_BODY_ASLEEP) != 0);
        bodies->vx[row] = bodies->vy[row] = bodies->w[row] = 0.0f;
        step->sleep->sleep_requested[slot] = 0;
        sc_relist_shapes(step, sc_bodies_regroup(bodies, row));
    }
    sleep->fell_count =
        sc_note_events(bodies, sleep->fell_asleep, sleep->fell_count, slots, chosen, keys);
    SC_ASSERT(sleep->fell_count <= sleep->fell_capacity);
    sc_count_rows(step);
    return true;
}

/// Finds islands, chooses those with requests or those that rest, and puts them to sleep. Returns
/// false if out of memory.
static bool sleep_islands(sc_step *step, bool requested)
{
    islands islands;
    const int candidates = find_islands(step, &islands, requested);
    const int chosen = candidates <= 0 ? candidates
                       : requested     ? choose_requested(step, &islands)
                                       : choose_resting(step, &islands);
    return chosen == 0 || (chosen > 0 && put_to_sleep(step, &islands, chosen));
}

/// Puts islands to sleep if all their bodies rest, or if calls requested it.
bool sc_fall_asleep(sc_step *step)
{
    sc_sleep *sleep = step->sleep;
    SC_ASSERT(sleep->steps >= 0 && sleep->steps < SC_ISLAND_STEPS);
    bool done = !sleep->enabled || sc_sleep_reserve(sleep, step->memory, step->bodies);
    if (done && sleep->enabled && sleep->request_pending && !sleep->requests_done)
    {
        done = sleep_islands(step, true);
        sleep->requests_done = done;
        sleep->request_pending |= !done;
    }
    const int count = step->bodies->count[SC_GROUP_DYNAMIC];
    const bool looks = sleep->enabled && sleep->steps == 0 && count > 0 && !sleep->looked;
    sc_set_work(step->profile, looks ? count : 0, "bodies", 0);
    if (done && looks)
    {
        done = sleep_islands(step, false);
        sleep->looked = done;
    }
    return done;
}
