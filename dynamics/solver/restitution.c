/// Restitution: passes over the contacts that bounce (docs/solver.md).
/// simd/kernels/kernels_solve_contacts.c selects these contacts by their speed and the threshold.
///
/// These contacts are few and scattered: one or two lanes in many blocks. In the shared group they
/// are therefore copied into full blocks of their own, one colour at a time, and their impulses are
/// copied back after the last pass. Results do not depend on which lane a contact is in.
#include "core/assert.h"
#include "dynamics/solver/substeps.h"

#include <string.h>

enum
{
    /// More than one pass, because a body may bounce off several others in one step.
    PASSES = 4,
    /// Bytes beside the block: the lanes that are copied from or to.
    COPIED_BYTES = SC_CONTACT_BLOCK_BYTES + (int)sizeof(sc_contact_extra)
};

/// The contacts that bounce, in blocks of their own.
typedef struct bounces
{
    sc_substeps *all;
    sc_substeps own;
    sc_island_group group;
    sc_block_rows *rows;
    uint8_t *flags;
    int32_t *contact;
    int32_t *source;  ///< by lane: a lane of the shared group, or -1
} bounces;

static void find_range(void *context, sc_range range)
{
    const bounces *b = context;
    b->all->step->kernels->find_bounces(&b->all->contacts, range.begin, range.end);
}

/// Finds the source of each lane.
static void place_bounces(bounces *b, int type, sc_colour_cursor *cursor)
{
    const sc_batch *batch = &b->all->group->batches[type];
    int i = batch->begin / SC_BLOCK;
    for (int colour = 0; colour < SC_COLOURS; ++colour)
    {
        int32_t at = cursor->at[colour];
        for (; i < batch->end[colour] / SC_BLOCK; ++i)
        {
            for (unsigned bits = b->all->contacts.bouncing[i]; bits != 0; bits &= bits - 1)
            {
                b->source[at++] = i * SC_BLOCK + __builtin_ctz(bits);
            }
        }
        for (; at % SC_BLOCK != 0; ++at)
        {
            b->source[at] = -1;
        }
    }
}

/// Copies the data of a contact that restitution reads, with `points` points, from lane `source` of
/// the shared group into lane `to_lane` of block i. Returns those flags of its old block that apply
/// to the contact.
static inline int copy_bounce(const bounces *b, int i, int to_lane, int32_t source, int points)
{
    SC_ASSERT(source >= 0 && to_lane >= 0 && to_lane < SC_BLOCK && points >= 1 && points <= 2);
    const sc_contact_args *all = &b->all->contacts;
    const sc_contact_blocks *from = &all->blocks, *to = &b->own.contacts.blocks;
    const int j = source / SC_BLOCK, l = source % SC_BLOCK;
#define COPY_LANE(part, field) to_##part->field[to_lane] = from_##part->field[l]
    const sc_block_rows *from_rows = &all->rows[j];
    sc_block_rows *to_rows = &b->rows[i];
    COPY_LANE(rows, a);
    COPY_LANE(rows, b);
    b->contact[i * SC_BLOCK + to_lane] = all->contact[source];
    const sc_frame_block *from_frame = sc_frame_of(from, j);
    sc_frame_block *to_frame = sc_frame_of(to, i);
    COPY_LANE(frame, normal_x);
    COPY_LANE(frame, normal_y);
    COPY_LANE(frame, inverse_inertia_a);
    COPY_LANE(frame, inverse_inertia_b);
    const sc_contact_extra *from_extra = &from->extras[j];
    sc_contact_extra *to_extra = &to->extras[i];
    COPY_LANE(extra, restitution);
    const sc_point_block *from_point = sc_points_of(from, j);
    sc_point_block *to_point = sc_points_of(to, i);
    const sc_tangent_block *from_tangent = sc_tangents_of(from, j);
    sc_tangent_block *to_tangent = sc_tangents_of(to, i);
    for (int k = 0; k < points; ++k, ++from_point, ++to_point, ++from_tangent, ++to_tangent)
    {
        COPY_LANE(point, normal_arm_a);
        COPY_LANE(point, normal_arm_b);
        COPY_LANE(point, normal_mass);
        COPY_LANE(point, normal_impulse);
        COPY_LANE(tangent, tangent_arm_a);
        COPY_LANE(tangent, tangent_arm_b);
        COPY_LANE(tangent, tangent_mass);
        COPY_LANE(tangent, tangent_impulse);
        COPY_LANE(extra, approach[k]);
        COPY_LANE(extra, total[k]);
    }
#undef COPY_LANE
    const bool plain = !(all->flags[j] & SC_BLOCK_SURFACE);
    // Remove the sign, which is set if SC_BLOCK_LANDS holds for the lane.
    const float sliding = fabsf(sc_friction_of(from, j)->sliding[l]);
    sc_friction_of(to, i)->sliding[to_lane] = sliding;
    to_extra->static_friction[to_lane] = plain ? sliding : from_extra->static_friction[l];
    to_extra->tangent_speed[to_lane] = plain ? 0.0f : from_extra->tangent_speed[l];
    return all->flags[j] & (SC_BLOCK_TWO_POINTS | SC_BLOCK_SURFACE);
}

static void gather_bounce_range(void *context, sc_range range)
{
    const bounces *b = context;
    const sc_contact_args *to = &b->own.contacts;
    for (int i = range.begin; i < range.end; ++i)
    {
        const int points = i < to->blocks.two_points ? 2 : 1;
        const int32_t *source = &b->source[i * SC_BLOCK];
        int flags = SC_BLOCK_FIXED | SC_BLOCK_BOUNCES;
        if (source[SC_BLOCK - 1] < 0)
        {
            const size_t point_lines = (size_t)(points * SC_POINT_LINES);
            memset(sc_frame_of(&to->blocks, i), 0,
                   sizeof(sc_lane_line) * (SC_FRAME_LINES + point_lines));
            memset(sc_friction_of(&to->blocks, i), 0,
                   sizeof(sc_lane_line) * (SC_FRICTION_LINES + point_lines));
            memset(&to->blocks.extras[i], 0, sizeof to->blocks.extras[i]);
        }
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            if (source[l] < 0)
            {
                b->rows[i].a[l] = b->rows[i].b[l] = SC_ROW_STEP * b->all->step->rows.static_row;
                b->contact[i * SC_BLOCK + l] = 0;
                continue;
            }
            flags |= points == 2 ? copy_bounce(b, i, l, source[l], 2)
                                 : copy_bounce(b, i, l, source[l], 1);
        }
        b->flags[i] = (uint8_t)flags;
    }
}

static void scatter_range(void *context, sc_range range)
{
    const bounces *b = context;
    const sc_contact_blocks *own = &b->own.contacts.blocks, *all = &b->all->contacts.blocks;
    for (int i = range.begin; i < range.end; ++i)
    {
        const int points = i < own->two_points ? 2 : 1;
        for (int l = 0; l < SC_BLOCK && b->source[i * SC_BLOCK + l] >= 0; ++l)
        {
            const int32_t source = b->source[i * SC_BLOCK + l];
            const int j = source / SC_BLOCK, to = source % SC_BLOCK;
            for (int k = 0; k < points; ++k)
            {
                sc_points_of(all, j)[k].normal_impulse[to] =
                    sc_points_of(own, i)[k].normal_impulse[l];
                sc_tangents_of(all, j)[k].tangent_impulse[to] =
                    sc_tangents_of(own, i)[k].tangent_impulse[l];
            }
        }
    }
}

static void run_pass(const bounces *b, const char *name, int count, int bytes, sc_job *job)
{
    const sc_pass pass = {name, "blocks", bytes, -1};
    sc_run_pass(b->all->step, &pass, 0, count, SC_COLOUR_GRAIN, job, (void *)b);
}

/// Returns false if out of memory.
static bool gather_bounces(bounces *b)
{
    const int block_count = b->all->group->block_count;
    b->all->contacts.bouncing = SC_TAKE(b->all->step->arena, uint16_t, block_count);
    if (b->all->contacts.bouncing == NULL)
    {
        return false;
    }
    run_pass(b, "find_bounces", block_count, (int)sizeof(sc_contact_extra) / 2, find_range);
    sc_colour_cursor cursors[SC_CONSTRAINT_TYPE_COUNT];
    int32_t end = 0;
    for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
    {
        sc_batch *batch = &b->group.batches[type];
        // Count the contacts of each colour of a type; none of them are in the blocks of hubs.
        const sc_batch *from = &b->all->group->batches[type];
        cursors[type] = (sc_colour_cursor){.uncoloured_lanes = 1};
        int i = from->begin / SC_BLOCK;
        SC_ASSERT(from->begin % SC_BLOCK == 0);
        for (int colour = 0; colour < SC_COLOURS; ++colour)
        {
            for (; i < from->end[colour] / SC_BLOCK; ++i)
            {
                cursors[type].at[colour] += __builtin_popcount(b->all->contacts.bouncing[i]);
            }
        }
        // This cannot fail, because no more lanes are needed than the whole group has.
        (void)sc_lay_out_colours(&cursors[type], batch, end, INT32_MAX);
        end = batch->end[SC_COLOURS];
        SC_ASSERT(end % SC_BLOCK == 0);
    }
    b->group.block_count = end / SC_BLOCK;
    sc_step *step = b->all->step;
    sc_contact_args *args = &b->own.contacts;
    const int blocks = b->group.block_count;
    b->rows = SC_TAKE(step->arena, sc_block_rows, blocks);
    b->flags = SC_TAKE(step->arena, uint8_t, blocks);
    b->source = SC_TAKE(step->arena, int32_t, blocks * SC_BLOCK);
    b->contact = SC_TAKE(step->arena, int32_t, blocks * SC_BLOCK);
    args->rows = b->rows;
    args->flags = b->flags;
    args->contact = b->contact;
    if (!sc_take_blocks(&args->blocks, step->arena, blocks, sc_two_point_blocks(&b->group), true) ||
        b->rows == NULL || b->flags == NULL || b->contact == NULL || b->source == NULL)
    {
        return false;
    }
    for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
    {
        place_bounces(b, type, &cursors[type]);
    }
    run_pass(b, "gather_bounces", b->group.block_count, 2 * COPIED_BYTES, gather_bounce_range);
    return true;
}

void sc_restitute(sc_substeps *substeps)
{
    // Find out whether a block of the group has a contact that may bounce.
    int flags = 0;
    const bool extras = substeps->step->constraints->has_extras;
    for (int i = 0; extras && i < substeps->group->block_count; ++i)
    {
        flags |= substeps->contacts.flags[i];
    }
    if (!(flags & SC_BLOCK_BOUNCES))
    {
        return;
    }
    bounces b = {.all = substeps, .own = *substeps};
    SC_ASSERT(substeps->group->block_count > 0);
    b.own.group = &b.group;
    // Only the shared group makes copies: the blocks of another group are in the cache of its
    // worker, which has no memory for copies. If out of memory, the shared group works without
    // copies too.
    const bool gathered = substeps->worker == SC_ALL_WORKERS && gather_bounces(&b);
    sc_substeps *coloured = gathered ? &b.own : substeps;
    for (int i = 0; i < PASSES; ++i)
    {
        SC_PASS_CONTACTS(coloured, &coloured->contacts, restitute_contacts, SC_VELOCITY_BYTES);
        if (gathered)
        {
            sc_pass_hubs(substeps, &substeps->contacts, substeps->step->kernels->restitute_contacts,
                         "restitute_contacts", SC_VELOCITY_BYTES);
        }
        sc_apply_axis_locks(substeps);
    }
    if (gathered)
    {
        run_pass(&b, "scatter_bounces", b.group.block_count, SC_STORE_IMPULSES_BYTES,
                 scatter_range);
    }
}
