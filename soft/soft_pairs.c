/// Finds the soft bodies, shapes and rigid bodies that may touch in this step.
#include "core/tuning.h"
#include "broadphase/pairs.h"
#include "broadphase/aabbs.h"
#include "broadphase/sort.h"
#include "core/assert.h"
#include "soft/soft_work.h"

enum
{
    /// The initial room for contacts of a step.
    MIN_CONTACTS = 64,
    /// The maximum number of pairs of soft bodies, or of soft bodies and shapes, because of the
    /// type of the counts.
    MAX_PAIRS = 1 << 28
};

/// The AABBs of the live soft bodies, sorted by their lower ends along the axis on which fewer of
/// them overlap.
typedef struct sorted
{
    sc_aabb *aabbs;  ///< by row, grown by the motion of a step; empty for rows that are not live
    uint64_t *keys;  ///< rising; the row in the low half
    int32_t count;
    bool upright;   ///< the axis is y
    float longest;  ///< along the axis, m
    sc_aabb whole;
    /// Rising; row of a rigid body, then that of a soft body attached to it
    uint64_t *attachments;
    int32_t attachment_count;
} sorted;

static uint64_t soft_key_of(int32_t high, int32_t low)
{
    SC_ASSERT(high >= 0 && low >= 0);
    return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}

static int32_t row_of(uint64_t key) { return (int32_t)(key & 0xffffffffu); }

static float lower_end(const sorted *s, sc_aabb aabb)
{
    return s->upright ? aabb.lower_y : aabb.lower_x;
}

static float upper_end(const sorted *s, sc_aabb aabb)
{
    return s->upright ? aabb.upper_y : aabb.upper_x;
}

/// The bounds of a body's motion in a step.
static sc_aabb swept_aabb(const sc_step *step, const sc_soft_body *body)
{
    const sc_soft_bodies *soft = step->soft;
    sc_aabb aabb = sc_empty_aabb;
    float vx = 0.0f, vy = 0.0f, dt = step->dt, radius = 0.0f;
    for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
    {
        aabb.lower_x = sc_min(aabb.lower_x, soft->x[v]);
        aabb.lower_y = sc_min(aabb.lower_y, soft->y[v]);
        aabb.upper_x = sc_max(aabb.upper_x, soft->x[v]);
        aabb.upper_y = sc_max(aabb.upper_y, soft->y[v]);
        vx = sc_max(vx, fabsf(soft->vx[v]));
        vy = sc_max(vy, fabsf(soft->vy[v]));
        radius = sc_max(radius, soft->radius[v]);
    }
    const float max_speed = sc_max_speed(step);
    const float still = radius + step->lengths->speculative;
    float x =
        still + dt * sc_min(max_speed, vx + dt * fabsf(body->gravity_scale * step->gravity.x));
    float y =
        still + dt * sc_min(max_speed, vy + dt * fabsf(body->gravity_scale * step->gravity.y));
    return (sc_aabb){aabb.lower_x - x, aabb.lower_y - y, aabb.upper_x + x, aabb.upper_y + y};
}

static bool sort_aabbs(sc_step *step, sorted *s)
{
    const sc_soft_bodies *soft = step->soft;
    s->aabbs = SC_TAKE(step->arena, sc_aabb, soft->body_count);
    s->keys = SC_TAKE(step->arena, uint64_t, soft->body_count);
    uint64_t *scratch = SC_TAKE(step->arena, uint64_t, soft->body_count);
    if (s->aabbs == NULL || s->keys == NULL || scratch == NULL)
    {
        return false;
    }
    // Choose the axis along which the sum of the lengths of the AABBs is a smaller fraction of the
    // length of the whole.
    double width = 0.0, height = 0.0;
    s->whole = sc_empty_aabb;
    for (int32_t r = 0; r < soft->body_count; ++r)
    {
        s->aabbs[r] = sc_empty_aabb;
        if (sc_soft_is_live(&soft->bodies[r]))
        {
            const sc_aabb aabb = s->aabbs[r] = swept_aabb(step, &soft->bodies[r]);
            width += (double)(aabb.upper_x - aabb.lower_x);
            height += (double)(aabb.upper_y - aabb.lower_y);
            s->whole = (sc_aabb){
                sc_min(s->whole.lower_x, aabb.lower_x), sc_min(s->whole.lower_y, aabb.lower_y),
                sc_max(s->whole.upper_x, aabb.upper_x), sc_max(s->whole.upper_y, aabb.upper_y)};
        }
    }
    s->upright = height * (double)(s->whole.upper_x - s->whole.lower_x) <
                 width * (double)(s->whole.upper_y - s->whole.lower_y);
    for (int32_t r = 0; r < soft->body_count; ++r)
    {
        if (sc_soft_is_live(&soft->bodies[r]))
        {
            float lower = lower_end(s, s->aabbs[r]);
            s->keys[s->count++] = (uint64_t)sc_rising_bits(lower) << 32 | (uint32_t)r;
            s->longest = sc_max(s->longest, upper_end(s, s->aabbs[r]) - lower);
        }
    }
    sc_sort_keys(s->keys, scratch, s->count);
    return true;
}

/// Pairs as keys for sorting. Without an array they are only counted.
typedef struct found
{
    uint64_t *keys;
    int64_t count;
} found;

static void add_pair(found *found, int32_t a, int32_t b)
{
    SC_ASSERT(a >= 0 && b >= 0);
    if (found->keys != NULL)
    {
        found->keys[found->count] = soft_key_of(a, b);
    }
    ++found->count;
}

static void sweep_bodies(sc_soft_bodies *soft, const sorted *s, found *found)
{
    for (int32_t i = 0; i < s->count; ++i)
    {
        int32_t a = row_of(s->keys[i]);
        for (int32_t k = i + 1; k < s->count; ++k)
        {
            int32_t b = row_of(s->keys[k]);
            SC_ASSERT(a != b);
            if (lower_end(s, s->aabbs[b]) > upper_end(s, s->aabbs[a]))
            {
                break;
            }
            ++soft->pair_looks;
            const sc_soft_body *body_a = &soft->bodies[a], *body_b = &soft->bodies[b];
            // Bodies without an outline do not collide with each other.
            if (sc_aabbs_overlap(s->aabbs[a], s->aabbs[b]) &&
                (body_a->corner_count > 0 || body_b->corner_count > 0) &&
                sc_filters_agree(&body_a->filter, &body_b->filter))
            {
                add_pair(found, a < b ? a : b, a < b ? b : a);
            }
        }
    }
}

static bool sort_attachments(sc_step *step, sorted *s)
{
    const sc_soft_bodies *soft = step->soft;
    s->attachments = SC_TAKE(step->arena, uint64_t, soft->attachment_count);
    uint64_t *scratch = SC_TAKE(step->arena, uint64_t, soft->attachment_count);
    if (s->attachments == NULL || scratch == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < soft->attachment_count; ++i)
    {
        const sc_soft_attachment *attachment = &soft->attachments[i];
        int32_t slot =
            attachment->soft_slot != 0 ? sc_ids_find(&step->bodies->ids, attachment->rigid) : 0;
        if (slot != 0)
        {
            s->attachments[s->attachment_count++] =
                soft_key_of(step->bodies->row[slot], soft->row[attachment->soft_slot]);
        }
    }
    sc_sort_keys(s->attachments, scratch, s->attachment_count);
    return true;
}

/// Whether the soft body of row `r` is attached to the rigid body of row `rigid`.
static bool is_attached(sc_soft_bodies *soft, const sorted *s, int32_t r, int32_t rigid)
{
    SC_ASSERT(rigid >= 0 && r >= 0);
    uint64_t key = soft_key_of(rigid, r);
    int32_t low = 0, high = s->attachment_count;
    while (low < high)
    {
        int32_t middle = low + (high - low) / 2;
        bool below = s->attachments[middle] < key;
        low = below ? middle + 1 : low;
        high = below ? high : middle;
        ++soft->attachment_looks;
    }
    return low < s->attachment_count && s->attachments[low] == key;
}

static void sweep_soft_shapes(const sc_step *step, const sorted *s, found *found)
{
    sc_soft_bodies *soft = step->soft;
    const sc_shapes *shapes = step->shapes;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        if (!(shapes->flags[slot] & (SC_SHAPE_STATIC | SC_SHAPE_ACTIVE)) ||
            sc_is_sensor(shapes, slot))
        {
            continue;
        }
        const bool endless = shapes->kind[slot] == SC_KIND_HALF_SPACE;
        const sc_aabb aabb = shapes->aabb[slot];
        if (!endless && !sc_aabbs_overlap(aabb, s->whole))
        {
            continue;
        }
        int32_t i = 0;
        if (!endless)
        {
            // Find the first entry whose lower end is not below that of the AABB.
            int32_t low = 0, high = s->count;
            while (low < high)
            {
                int32_t middle = low + (high - low) / 2;
                bool below = lower_end(s, s->aabbs[row_of(s->keys[middle])]) <
                             lower_end(s, aabb) - s->longest;
                low = below ? middle + 1 : low;
                high = below ? high : middle;
            }
            i = low;
        }
        for (; i < s->count; ++i)
        {
            int32_t r = row_of(s->keys[i]);
            if (!endless && lower_end(s, s->aabbs[r]) > upper_end(s, aabb))
            {
                break;
            }
            ++soft->pair_looks;
            bool overlaps = endless ? sc_half_space_reaches(shapes, slot, s->aabbs[r])
                                    : sc_aabbs_overlap(aabb, s->aabbs[r]);
            if (overlaps && sc_filters_agree(&soft->bodies[r].filter, &shapes->filter[slot]) &&
                !is_attached(soft, s, r, shapes->body_row[slot]))
            {
                add_pair(found, r, slot);
            }
        }
    }
}

/// Converts keys to sorted pairs. Returns false if out of memory.
static bool list_soft_pairs(sc_step *step, found *found, sc_soft_pair **pairs)
{
    SC_ASSERT(found->count >= 0 && found->keys != NULL);
    uint64_t *scratch = SC_TAKE(step->arena, uint64_t, found->count);
    *pairs = SC_TAKE(step->arena, sc_soft_pair, found->count);
    if (scratch == NULL || *pairs == NULL)
    {
        return false;
    }
    sc_sort_keys(found->keys, scratch, (int)found->count);
    for (int64_t i = 0; i < found->count; ++i)
    {
        (*pairs)[i] = (sc_soft_pair){(int32_t)(found->keys[i] >> 32), row_of(found->keys[i])};
    }
    return true;
}

/// The index of the rigid body of a row, which is added if it is new. Static bodies get an index
/// too, because vertices may be attached to them.
static int32_t rigid_of(const sc_step *step, int32_t row)
{
    SC_ASSERT(sc_row_exists(step->bodies, row));
    sc_soft_work *work = step->soft->work;
    int32_t *index = work->rigid_of;
    if (index[row] == 0)
    {
        bool dynamic = row < step->rows.dynamic_count;
        sc_soft_rigid *rigid = &work->rigids[work->rigid_count++];
        *rigid = (sc_soft_rigid){.row = row,
                                 // The inverse mass is 0 in the record of a body with non-finite
                                 // values.
                                 .inverse_mass =
                                     dynamic ? step->rows.velocities[row].inverse_mass : 0.0f,
                                 .pose = step->bodies->pose[row]};
        bool turns = dynamic && !step->rows.nonfinite_input[row];
        rigid->inverse_inertia = turns ? step->bodies->inverse_inertia[row] : 0.0f;
        int flags = step->bodies->flags[row];
        rigid->open.x = flags & SC_BODY_LOCK_X ? 0.0f : 1.0f;
        rigid->open.y = flags & SC_BODY_LOCK_Y ? 0.0f : 1.0f;
        index[row] = work->rigid_count;
    }
    return index[row] - 1;
}

/// Lists the shapes of the pairs and replaces slots in the pairs by indices.
static void list_shapes(const sc_step *step, int32_t *shape_index)
{
    sc_soft_work *work = step->soft->work;
    const sc_shapes *shapes = step->shapes;
    for (int32_t i = 0; i < work->shape_pair_count; ++i)
    {
        int32_t slot = work->shape_pairs[i].b, row = shapes->body_row[slot];
        SC_ASSERT(slot > 0 && slot < shapes->ids.used);
        if (shape_index[slot] == 0)
        {
            // A sleeping body does not move either, but contacts with it must wake it.
            bool moves =
                row < step->rows.moving_count || (step->bodies->flags[row] & SC_BODY_ASLEEP) != 0;
            work->shapes[work->shape_count] =
                (sc_soft_shape){slot, moves ? rigid_of(step, row) : -1, shapes->pose[slot]};
            shape_index[slot] = ++work->shape_count;
        }
        work->shape_pairs[i].b = shape_index[slot] - 1;
    }
}

static void list_attached(const sc_step *step)
{
    const sc_soft_bodies *soft = step->soft;
    const sc_bodies *bodies = step->bodies;
    sc_soft_work *work = soft->work;
    for (int32_t i = 0; i < soft->attachment_count; ++i)
    {
        const sc_soft_attachment *attachment = &soft->attachments[i];
        if (attachment->soft_slot == 0)
        {
            continue;
        }
        const sc_soft_body *body = &soft->bodies[soft->row[attachment->soft_slot]];
        int32_t slot = sc_ids_find(&bodies->ids, attachment->rigid);
        if (slot == 0 || !sc_soft_is_live(body))
        {
            continue;
        }
        int32_t row = bodies->row[slot];
        sc_note_push(step, row);
        scree_vec2 center = {bodies->center_x[row], bodies->center_y[row]};
        SC_ASSERT(work->attached_count < soft->attachment_count);
        work->attached[work->attached_count++] =
            (sc_soft_attached_vertex){body->first_vertex + attachment->vertex, rigid_of(step, row),
                                      sc_sub(attachment->point, center)};
    }
}

/// Allocates trees for the bodies in pairs that have no outline. Half-spaces do not use them.
static bool take_trees(sc_step *step)
{
    SC_ASSERT(step->soft->work != NULL);
    sc_soft_bodies *soft = step->soft;
    sc_soft_work *work = soft->work;
    uint8_t *touches = SC_TAKE_ZEROED(step->arena, uint8_t, soft->body_count);
    work->vertex_trees = SC_TAKE_ZEROED(step->arena, sc_soft_tree, soft->body_count);
    work->edge_trees = SC_TAKE_ZEROED(step->arena, sc_soft_tree, soft->body_count);
    if (touches == NULL || work->vertex_trees == NULL || work->edge_trees == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < work->soft_pair_count; ++i)
    {
        touches[work->soft_pairs[i].a] = touches[work->soft_pairs[i].b] = 1;
    }
    for (int32_t i = 0; i < work->shape_pair_count; ++i)
    {
        int32_t slot = work->shapes[work->shape_pairs[i].b].slot;
        bool bounded = step->shapes->kind[slot] != SC_KIND_HALF_SPACE;
        touches[work->shape_pairs[i].a] |= bounded;
    }
    for (int32_t r = 0; r < soft->body_count; ++r)
    {
        const sc_soft_body *body = &soft->bodies[r];
        if (touches[r] && body->corner_count == 0 &&
            (!sc_soft_tree_take(&work->vertex_trees[r], step->arena, body->vertex_count) ||
             !sc_soft_tree_take(&work->edge_trees[r], step->arena, body->edge_count)))
        {
            return false;
        }
    }
    return true;
}

bool sc_soft_find_pairs(sc_step *step)
{
    SC_ASSERT(step->soft->work != NULL && step->soft->body_count > 0);
    sc_soft_bodies *soft = step->soft;
    sc_soft_work *work = soft->work;
    sorted s = {0};
    found bodies = {0}, shapes = {0};
    if (!sort_aabbs(step, &s) || !sort_attachments(step, &s))
    {
        return false;
    }
    sweep_bodies(soft, &s, &bodies);
    sweep_soft_shapes(step, &s, &shapes);
    if (bodies.count > MAX_PAIRS || shapes.count > MAX_PAIRS)
    {
        return false;
    }
    bodies.keys = SC_TAKE(step->arena, uint64_t, bodies.count);
    shapes.keys = SC_TAKE(step->arena, uint64_t, shapes.count);
    int32_t rows = sc_body_count(step->bodies);
    int32_t touched = (int32_t)shapes.count + soft->attachment_count;
    int32_t *shape_index = SC_TAKE_ZEROED(step->arena, int32_t, step->shapes->ids.used);
    work->rigid_of = SC_TAKE_ZEROED(step->arena, int32_t, rows);
    work->aabbs = SC_TAKE(step->arena, sc_aabb, soft->body_count);
    work->shapes = SC_TAKE(step->arena, sc_soft_shape, shapes.count);
    work->rigids = SC_TAKE(step->arena, sc_soft_rigid, touched < rows ? touched : rows);
    work->attached = SC_TAKE(step->arena, sc_soft_attached_vertex, soft->attachment_count);
    if (bodies.keys == NULL || shapes.keys == NULL || shape_index == NULL ||
        work->rigid_of == NULL || work->aabbs == NULL || work->shapes == NULL ||
        work->rigids == NULL || work->attached == NULL)
    {
        return false;
    }
    bodies.count = shapes.count = 0;
    sweep_bodies(soft, &s, &bodies);
    sweep_soft_shapes(step, &s, &shapes);
    if (!list_soft_pairs(step, &bodies, &work->soft_pairs) ||
        !list_soft_pairs(step, &shapes, &work->shape_pairs))
    {
        return false;
    }
    work->soft_pair_count = (int32_t)bodies.count;
    work->shape_pair_count = (int32_t)shapes.count;
    list_shapes(step, shape_index);
    list_attached(step);
    work->contact_capacity = soft->max_contacts + soft->max_contacts / 8 + MIN_CONTACTS;
    work->contacts = SC_TAKE(step->arena, sc_soft_contact, work->contact_capacity);
    return work->contacts != NULL && take_trees(step);
}
