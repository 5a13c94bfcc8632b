/// Pairs of bodies in lanes, shared by the contact kernels. See contact_block.h for the frame.
#ifndef SC_CONTACT_LANES_H
#define SC_CONTACT_LANES_H

#include "simd/contact_block.h"
#include "simd/wide.h"

typedef struct body_lanes
{
    wf2 v;
    wf w, inverse_mass, inverse_inertia;
} body_lanes;

/// The two bodies of each lane's contact and its normal, from a to b.
typedef struct pair_lanes
{
    body_lanes a, b;
    wf2 normal;
} pair_lanes;

/// The angular parts of a row of the Jacobian.
typedef struct arm_lanes
{
    wf a, b;
} arm_lanes;

WIDE body_lanes load_body(const sc_velocity *velocities, const int32_t *row, wf inverse_inertia)
{
    wf4 r = gather_rows(&velocities->vx, SC_ROW_STEP_FLOATS, row);
    return (body_lanes){{r.a, r.b}, r.c, r.d, inverse_inertia};
}

/// The addresses of the parts of a block, and its flags. If the flags are compile-time constants,
/// the offsets of the parts are, too.
typedef struct block_parts
{
    int flags, points;
    float substeps_left;
    const sc_block_rows *rows;
    sc_frame_block *frame;
    sc_point_block *point;  ///< of points and tangents there are `points` each
    sc_friction_block *friction;
    sc_tangent_block *tangent;
    sc_contact_extra *extra;
} block_parts;

WIDE block_parts block_at(const sc_contact_args *args, int i, int flags)
{
    const sc_contact_blocks *blocks = &args->blocks;
    return (block_parts){.flags = flags,
                         .points = sc_block_points(flags),
                         .substeps_left = args->substeps_left,
                         .rows = args->rows + i,
                         .frame = sc_frame_of(blocks, i),
                         .point = sc_points_of(blocks, i),
                         .friction = sc_friction_of(blocks, i),
                         .tangent = sc_tangents_of(blocks, i),
                         .extra = flags & SC_BLOCK_EXTRAS ? blocks->extras + i : NULL};
}

WIDE wf2 load_normal(const block_parts *block, int l)
{
    return vec2(load(block->frame->normal_x + l), load(block->frame->normal_y + l));
}

WIDE pair_lanes load_pair(const sc_contact_args *args, const block_parts *block, int l)
{
    const sc_block_rows *rows = block->rows;
    const sc_frame_block *frame = block->frame;
    return (pair_lanes){
        load_body(args->velocities, rows->a + l, load(frame->inverse_inertia_a + l)),
        load_body(args->velocities, rows->b + l, load(frame->inverse_inertia_b + l)),
        load_normal(block, l)};
}

/// Finds the rows to which lanes write: rows of dynamic bodies as they are, for all others the
/// discard row. A body shared by many blocks is thus only read.
WIDE void writable_rows(int32_t dynamic_count, int32_t discard_row, const int32_t *row,
                        int32_t *writable)
{
    wi r = load_int(row);
    wm dynamic = gt_int(splat_int(SC_ROW_STEP * dynamic_count), r);
    store_int(writable, select_int(dynamic, r, splat_int(SC_ROW_STEP * discard_row)));
}

/// Whether the lanes from `l` on are empty: both rows of an empty lane are the static one. Blocks
/// are filled from the first lane on.
WIDE bool no_pairs(const sc_block_rows *rows, int l)
{
    return l > 0 &&
           mask_bits(eq_int(load_int(rows->a + l), load_int(rows->b + l))) == (1u << SC_LANES) - 1;
}

/// Writes the record of both bodies of each lane, four fields each, by row. `fixed`: some lanes
/// have a body whose record must not change, and write to the discard row instead.
WIDE void scatter_rows(int32_t dynamic_count, int32_t discard_row, float *records,
                       const sc_block_rows *rows, int l, bool fixed, wf4 a, wf4 b)
{
    const int32_t *row_a = rows->a + l, *row_b = rows->b + l;
    int32_t writable_a[SC_LANES], writable_b[SC_LANES];
    if (fixed)
    {
        writable_rows(dynamic_count, discard_row, row_a, writable_a);
        writable_rows(dynamic_count, discard_row, row_b, writable_b);
        row_a = writable_a;
        row_b = writable_b;
    }
    scatter4(records, SC_ROW_STEP_FLOATS, row_a, a);
    scatter4(records, SC_ROW_STEP_FLOATS, row_b, b);
}

WIDE void scatter_pair(const sc_contact_args *args, float *records, const sc_block_rows *rows,
                       int l, bool fixed, wf4 a, wf4 b)
{
    scatter_rows(args->dynamic_count, args->discard_row, records, rows, l, fixed, a, b);
}

WIDE void store_pair(const sc_contact_args *args, const block_parts *block, int l,
                     const pair_lanes *p)
{
    scatter_pair(args, &args->velocities->vx, block->rows, l, block->flags & SC_BLOCK_FIXED,
                 (wf4){p->a.v.x, p->a.v.y, p->a.w, p->a.inverse_mass},
                 (wf4){p->b.v.x, p->b.v.y, p->b.w, p->b.inverse_mass});
}

/// The angular part of the relative velocity of a point along a row of the Jacobian.
WIDE wf angular_velocity_along(const pair_lanes *p, arm_lanes arm)
{
    return sub(mul(p->b.w, arm.b), mul(p->a.w, arm.a));
}

/// The velocity along row s of the Jacobian caused by a unit impulse along row r. Both rows have
/// the same linear part.
WIDE wf inverse_effective_mass(const pair_lanes *p, arm_lanes r, arm_lanes s)
{
    return add(
        add(p->a.inverse_mass, p->b.inverse_mass),
        add(mul(p->a.inverse_inertia, mul(r.a, s.a)), mul(p->b.inverse_inertia, mul(r.b, s.b))));
}

/// Applies angular impulses: turn_b to b and the opposite of turn_a to a.
WIDE void apply_angular_impulse(pair_lanes *p, wf turn_a, wf turn_b)
{
    p->a.w = sub(p->a.w, mul(p->a.inverse_inertia, turn_a));
    p->b.w = add(p->b.w, mul(p->b.inverse_inertia, turn_b));
}

/// Applies a linear impulse to b and its opposite to a.
WIDE void apply_linear_impulse(pair_lanes *p, wf2 impulse)
{
    p->a.v = sub2(p->a.v, scale2(p->a.inverse_mass, impulse));
    p->b.v = add2(p->b.v, scale2(p->b.inverse_mass, impulse));
}

/// An impulse in world axes from its normal and tangent part. The tangent is (normal.y, -normal.x).
WIDE wf2 in_world(wf2 normal, wf along, wf across)
{
    return vec2(add(mul(along, normal.x), mul(across, normal.y)),
                sub(mul(along, normal.y), mul(across, normal.x)));
}

/// Whether a lane has a body that cannot move.
WIDE bool is_fixed(const pair_lanes *p)
{
    return any(either(eq(p->a.inverse_mass, zero()), eq(p->b.inverse_mass, zero())));
}

WIDE arm_lanes normal_arms(const block_parts *block, int k, int l)
{
    const sc_point_block *point = &block->point[k];
    return (arm_lanes){load(point->normal_arm_a + l), load(point->normal_arm_b + l)};
}

WIDE arm_lanes tangent_arms(const block_parts *block, int k, int l)
{
    const sc_tangent_block *tangent = &block->tangent[k];
    return (arm_lanes){load(tangent->tangent_arm_a + l), load(tangent->tangent_arm_b + l)};
}

/// The lanes for which SC_BLOCK_LANDS holds: their two points are solved together.
WIDE wm landing_lanes(const block_parts *block, int l)
{
    return gt_int(splat_int(0), bits_of(load(block->friction->sliding + l)));
}

WIDE wf sum_of_points(const wf *impulse, int points)
{
    return points == 2 ? add(impulse[0], impulse[1]) : impulse[0];
}

/// The flags of a block for the passes that solve it. They do not depend on restitution.
WIDE int solving_flags(const sc_contact_args *args, int i)
{
    return args->flags[i] & ~SC_BLOCK_RESTITUTION;
}

/// Calls function(args, i, flags) on a block with these flags. The function is compiled several
/// times. Most blocks have plain surfaces and only bodies that move, and use copies without code
/// for other cases. Blocks without SC_BLOCK_LANDS use copies without the code for it; blocks with
/// that flag have two points.
#define SC_BY_FLAGS(function, args, i, flags)                                     \
    switch (flags)                                                                \
    {                                                                             \
    case 0:                                                                       \
        function(args, i, 0);                                                     \
        break;                                                                    \
    case SC_BLOCK_TWO_POINTS:                                                     \
        function(args, i, SC_BLOCK_TWO_POINTS);                                   \
        break;                                                                    \
    case SC_BLOCK_TWO_POINTS | SC_BLOCK_LANDS:                                    \
        function(args, i, SC_BLOCK_TWO_POINTS | SC_BLOCK_LANDS);                  \
        break;                                                                    \
    default:                                                                      \
        if ((flags)&SC_BLOCK_LANDS)                                               \
        {                                                                         \
            function(args, i, (flags) | SC_BLOCK_TWO_POINTS | SC_BLOCK_LANDS);    \
        }                                                                         \
        else if ((flags)&SC_BLOCK_TWO_POINTS)                                     \
        {                                                                         \
            function(args, i, ((flags) | SC_BLOCK_TWO_POINTS) & ~SC_BLOCK_LANDS); \
        }                                                                         \
        else                                                                      \
        {                                                                         \
            function(args, i, (flags) & ~(SC_BLOCK_TWO_POINTS | SC_BLOCK_LANDS)); \
        }                                                                         \
    }

/// Like SC_BY_FLAGS, with additional copies of the function for blocks that have the flag `also` of
/// SC_BLOCK_EXTRAS.
#define SC_BY_FLAGS_AND(also, function, args, i, flags)  \
    switch (flags)                                       \
    {                                                    \
    case also:                                           \
        function(args, i, also);                         \
        break;                                           \
    case (also) | SC_BLOCK_TWO_POINTS:                   \
        function(args, i, (also) | SC_BLOCK_TWO_POINTS); \
        break;                                           \
    default:                                             \
        SC_BY_FLAGS(function, args, i, flags);           \
    }

#endif
