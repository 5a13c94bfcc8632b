/// Pairs of bodies in lanes: what the contact kernels share. See contact_block.h for the frame.
#ifndef SC_CONTACT_LANES_H
#define SC_CONTACT_LANES_H

#include "simd/kernels.h"
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

/// Angular parts of a row of the Jacobian.
typedef struct arm_lanes
{
    wf a, b;
} arm_lanes;

WIDE body_lanes load_body(const sc_velocity *velocities, const int32_t *row, wf inverse_inertia)
{
    wf4 r = gather4(&velocities->vx, 4, row);
    return (body_lanes){{r.a, r.b}, r.c, r.d, inverse_inertia};
}

WIDE pair_lanes load_pair(const sc_contact_args *args, int i, int l)
{
    const sc_block_rows *rows = args->rows + i;
    const sc_contact_block *block = args->blocks + i;
    return (pair_lanes){
        load_body(args->velocities, rows->a + l, load(block->inverse_inertia_a + l)),
        load_body(args->velocities, rows->b + l, load(block->inverse_inertia_b + l)),
        vec2(load(block->normal_x + l), load(block->normal_y + l))};
}

/// Rows that lanes may write: dynamic bodies. All others go to the discard row, so that a body
/// shared by many blocks is only ever read.
WIDE void writable_rows(const sc_contact_args *args, const int32_t *row, int32_t *writable)
{
    wi r = load_int(row);
    wm dynamic = gt_int(splat_int(args->dynamic_count), r);
    store_int(writable, select_int(dynamic, r, splat_int(args->discard_row)));
}

/// Four fields of the records of both bodies of each lane, one record by row, to those that lanes
/// may write. `fixed`: some lane has another one.
WIDE void scatter_pair(const sc_contact_args *args, float *records, int i, int l, bool fixed, wf4 a,
                       wf4 b)
{
    const int32_t *row_a = args->rows[i].a + l, *row_b = args->rows[i].b + l;
    int32_t writable_a[SC_LANES], writable_b[SC_LANES];
    if (fixed)
    {
        writable_rows(args, row_a, writable_a);
        writable_rows(args, row_b, writable_b);
        row_a = writable_a;
        row_b = writable_b;
    }
    scatter4(records, 4, row_a, a);
    scatter4(records, 4, row_b, b);
}

WIDE void store_pair(const sc_contact_args *args, int i, int l, int flags, const pair_lanes *p)
{
    scatter_pair(args, &args->velocities->vx, i, l, flags & SC_BLOCK_FIXED,
                 (wf4){p->a.v.x, p->a.v.y, p->a.w, p->a.inverse_mass},
                 (wf4){p->b.v.x, p->b.v.y, p->b.w, p->b.inverse_mass});
}

/// Relative velocity of a point along a row of the Jacobian, the angular part.
WIDE wf angular_velocity_along(const pair_lanes *p, arm_lanes arm)
{
    return sub(mul(p->b.w, arm.b), mul(p->a.w, arm.a));
}

/// Velocity along row s per impulse along row r, both linear parts the same.
WIDE wf inverse_effective_mass(const pair_lanes *p, arm_lanes r, arm_lanes s)
{
    return add(
        add(p->a.inverse_mass, p->b.inverse_mass),
        add(mul(p->a.inverse_inertia, mul(r.a, s.a)), mul(p->b.inverse_inertia, mul(r.b, s.b))));
}

/// Angular impulses, apart on each body.
WIDE void apply_angular_impulse(pair_lanes *p, wf turn_a, wf turn_b)
{
    p->a.w = sub(p->a.w, mul(p->a.inverse_inertia, turn_a));
    p->b.w = add(p->b.w, mul(p->b.inverse_inertia, turn_b));
}

/// A linear impulse on b, and its opposite on a.
WIDE void apply_linear_impulse(pair_lanes *p, wf2 impulse)
{
    p->a.v = sub2(p->a.v, scale2(p->a.inverse_mass, impulse));
    p->b.v = add2(p->b.v, scale2(p->b.inverse_mass, impulse));
}

/// Normal and tangent part of an impulse in world axes; the tangent is (normal.y, -normal.x).
WIDE wf2 in_world(wf2 normal, wf along, wf across)
{
    return vec2(add(mul(along, normal.x), mul(across, normal.y)),
                sub(mul(along, normal.y), mul(across, normal.x)));
}

/// Whether some lane has a body that cannot move.
WIDE bool is_fixed(const pair_lanes *p)
{
    return any(either(eq(p->a.inverse_mass, zero()), eq(p->b.inverse_mass, zero())));
}

WIDE arm_lanes normal_arms(const sc_contact_block *block, int k, int l)
{
    return (arm_lanes){load(block->point[k].normal_arm_a + l),
                       load(block->point[k].normal_arm_b + l)};
}

WIDE arm_lanes tangent_arms(const sc_contact_block *block, int k, int l)
{
    return (arm_lanes){load(block->tangent[k].tangent_arm_a + l),
                       load(block->tangent[k].tangent_arm_b + l)};
}

/// Calls function(args, i, flags) on a block with these flags. Blocks of bodies that move and
/// of plain surfaces, most of all blocks, get a copy of the function without what others need.
#define SC_BY_FLAGS(function, args, i, flags)                  \
    switch (flags)                                             \
    {                                                          \
    case 0:                                                    \
        function(args, i, 0);                                  \
        break;                                                 \
    case SC_BLOCK_TWO_POINTS:                                  \
        function(args, i, SC_BLOCK_TWO_POINTS);                \
        break;                                                 \
    default:                                                   \
        if ((flags)&SC_BLOCK_TWO_POINTS)                       \
        {                                                      \
            function(args, i, (flags) | SC_BLOCK_TWO_POINTS);  \
        }                                                      \
        else                                                   \
        {                                                      \
            function(args, i, (flags) & ~SC_BLOCK_TWO_POINTS); \
        }                                                      \
    }

#endif
