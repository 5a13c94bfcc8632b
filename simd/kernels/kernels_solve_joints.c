/// Joints in lanes: solve, iterate, relax, update. One source serves all kinds: joint_geometry.h
/// and joint_axis_locked.h derive the equations; joint_ratio.h contains RATIO.
#include "core/assert.h"
#include "simd/joint_ratio.h"

WIDE void solve_block(const sc_joint_args *args, int i, sc_joint_kind kind, int flags,
                      joint_pass pass)
{
    const joint_parts joint = joint_at(args, i, kind, flags);
    for (int l = 0; l < SC_BLOCK && !no_pairs(joint.rows, l); l += SC_LANES)
    {
        joined_lanes p = load_joined(args, &joint, l);
        if (kind == SC_JOINT_RATIO)
        {
            ratio_lanes r = load_ratio(&joint, l);
            apply_ratio_turning(&joint, l, &p);
            solve_ratio(args, &joint, l, pass, &p, &r);
        }
        else
        {
            geometry_lanes g = load_geometry(&joint, l);
            apply_turning(&joint, l, &p);
            solve_rows(args, &joint, l, pass, &p, &g);
        }
        if (pass == JOINT_ITERATE && kind == SC_JOINT_RATIO)
        {
            clear_ratio_turning(&joint, l);
        }
        else if (pass == JOINT_ITERATE)
        {
            clear_turning(&joint, l);
        }
        store_joined(args, &joint, l, &p);
    }
}

/// Updates a block to the present poses and, if it relaxes, solves the velocities.
WIDE void update_block(const sc_joint_args *args, int i, sc_joint_kind kind, int flags,
                       bool relaxes)
{
    const joint_parts joint = joint_at(args, i, kind, flags);
    for (int l = 0; l < SC_BLOCK && !no_pairs(joint.rows, l); l += SC_LANES)
    {
        joined_lanes p = load_joined(args, &joint, l);
        turned_lanes a = load_delta(args, joint.rows->a + l);
        turned_lanes b = load_delta(args, joint.rows->b + l);
        geometry_lanes g = find_joint_geometry(&joint, l, &p, a, b);
        if (kind == SC_JOINT_RATIO)
        {
            ratio_lanes r = find_ratio(&joint, l, &p, &g, a, b);
            take_ratio(&joint, l, &g, &r);
            if (relaxes)
            {
                solve_ratio(args, &joint, l, JOINT_RELAX, &p, &r);
            }
        }
        else
        {
            take_geometry(&joint, l, &g);
            if (relaxes)
            {
                solve_rows(args, &joint, l, JOINT_RELAX, &p, &g);
            }
        }
        if (relaxes && kind != SC_JOINT_LINK)
        {
            store_joined(args, &joint, l, &p);
        }
    }
}

WIDE void solve_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    solve_block(args, i, kind, flags, JOINT_SOLVE);
}

WIDE void iterate_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    solve_block(args, i, kind, flags, JOINT_ITERATE);
}

WIDE void update_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    update_block(args, i, kind, flags, false);
}

WIDE void relax_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    update_block(args, i, kind, flags, true);
}

void SC_KERNEL(solve_joints)(const sc_joint_args *shared, int begin, int end)
{
    const sc_joint_args own = *shared, *const args = &own;
    SC_ASSERT(args->kind < SC_JOINT_KIND_COUNT && end <= args->block_count);
    SC_BY_KIND(solve_kind, args, begin, end, SC_JOINT_FLAGS_SET);
}

void SC_KERNEL(iterate_joints)(const sc_joint_args *args, int begin, int end)
{
    SC_ASSERT(args->kind < SC_JOINT_KIND_COUNT && end <= args->block_count);
    SC_BY_KIND(iterate_kind, args, begin, end, SC_JOINT_FLAGS_SET);
}

void SC_KERNEL(update_joints)(const sc_joint_args *args, int begin, int end)
{
    SC_ASSERT(args->kind < SC_JOINT_KIND_COUNT && end <= args->block_count);
    SC_BY_KIND(update_kind, args, begin, end, SC_JOINT_FLAGS_SET);
}

void SC_KERNEL(relax_joints)(const sc_joint_args *shared, int begin, int end)
{
    const sc_joint_args own = *shared, *const args = &own;
    SC_ASSERT(args->kind < SC_JOINT_KIND_COUNT && end <= args->block_count);
    SC_BY_KIND(relax_kind, args, begin, end, SC_JOINT_FLAGS_SET);
}
