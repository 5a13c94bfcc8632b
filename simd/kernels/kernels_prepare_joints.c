/// Fills lane blocks from the records of joints when a step begins, and copies impulses back when
/// it ends.
#include "core/assert.h"
#include "simd/joint_ratio.h"

/// The records of one slice of a block, by slot of the joint.
typedef struct record_lanes
{
    wf4 point_a, point_b;  ///< (x, y, cos, sin) of each frame
    wf hertz, damping_ratio, spring_hertz, spring_damping_ratio;
    wf target, spring_lower, spring_upper, motor_speed;
    wf motor_max, lower, upper, ratio;
    wf phase, max_force, max_spring_force;
    wf2 velocity, anchor_a, anchor_b;
    wi switches;
} record_lanes;

WIDE record_lanes load_records(const sc_joint_args *args, const int32_t *joint)
{
    const float *frames = &args->frames->ax, *settings = &args->settings->hertz;
    wf4 soft = gather_rows(settings, SC_SETTINGS_FLOATS, joint);
    wf4 spring = gather_rows(settings + 4, SC_SETTINGS_FLOATS, joint);
    wf4 limits = gather_rows(settings + 8, SC_SETTINGS_FLOATS, joint);
    wf4 speed = gather_rows(settings + 12, SC_SETTINGS_FLOATS, joint);
    wf4 last = gather_rows(settings + 16, SC_SETTINGS_FLOATS, joint);
    return (record_lanes){.point_a = gather_rows(frames, SC_FRAME_FLOATS, joint),
                          .point_b = gather_rows(frames + 4, SC_FRAME_FLOATS, joint),
                          .hertz = soft.a,
                          .damping_ratio = soft.b,
                          .spring_hertz = soft.c,
                          .spring_damping_ratio = soft.d,
                          .target = spring.a,
                          .spring_lower = spring.b,
                          .spring_upper = spring.c,
                          .motor_speed = spring.d,
                          .motor_max = limits.a,
                          .lower = limits.b,
                          .upper = limits.c,
                          .ratio = limits.d,
                          .phase = speed.a,
                          .velocity = vec2(speed.b, speed.c),
                          .anchor_a = vec2(speed.b, speed.c),
                          .max_force = speed.d,
                          .anchor_b = vec2(last.a, last.b),
                          .max_spring_force = last.c,
                          .switches = bits_of(last.d)};
}

WIDE wm has_switch(const record_lanes *records, int which)
{
    return gt_int(and_int(records->switches, splat_int(which)), splat_int(0));
}

/// The rows, among all bodies, of the bodies of each lane. Empty lanes get row 0, whichever body
/// has it.
WIDE void rows_of_bodies(const sc_joint_args *args, const int32_t *joint, int32_t *row_a,
                         int32_t *row_b)
{
    for (int k = 0; k < SC_LANES; ++k)
    {
        const int32_t *body = args->body[joint[k]];
        row_a[k] = joint[k] > 0 ? args->body_row[body[0]] : 0;
        row_b[k] = joint[k] > 0 ? args->body_row[body[1]] : 0;
    }
}

/// The pose of a body at the beginning of the step.
typedef struct stand_lanes
{
    wf2 place, rotation;  ///< of the centre of mass
    wf2 arm, frame;       ///< to the point, and the direction of the frame, world axes
} stand_lanes;

WIDE stand_lanes load_stand(const sc_joint_args *args, const int32_t *row, wf4 frame)
{
    wf4 pose = gather_rows(&args->poses->x, 4, row);
    float center_x[SC_LANES], center_y[SC_LANES];
    for (int k = 0; k < SC_LANES; ++k)
    {
        center_x[k] = args->center_x[row[k]];
        center_y[k] = args->center_y[row[k]];
    }
    wf2 rotation = vec2(pose.c, pose.d), center = vec2(load(center_x), load(center_y));
    return (stand_lanes){vec2(pose.a, pose.b), rotation,
                         rotate2(rotation, sub2(vec2(frame.a, frame.b), center)),
                         rotate2(rotation, vec2(frame.c, frame.d))};
}

/// The lanes of joints that should be stiffer than the stiffest spring. These joints are made as
/// stiff as the step permits, because the stiffest spring, whose impulse relax_joints does not
/// change, would yield three times as far.
WIDE wm stiffer_than_springs(const sc_joint_args *args, wf hertz)
{
    return gt(mul(hertz, splat(args->stiff_h)), splat(SC_JOINT_QUICKEST));
}

WIDE void prepare_core(const sc_joint_args *args, const joint_parts *joint, int l,
                       const record_lanes *records, const stand_lanes *a, const stand_lanes *b,
                       const joined_lanes *p)
{
    sc_joint_core *core = joint->core;
    sc_joint_start *start = joint->start;
    store(core->inverse_inertia_a + l, p->a.inverse_inertia);
    store(core->inverse_inertia_b + l, p->b.inverse_inertia);
    store2(start->arm_a, l, a->arm);
    store2(start->arm_b, l, b->arm);
    // Subtract the positions first: far from the origin of the world their difference is small and
    // exact.
    store2(start->apart, l, add2(sub2(b->place, a->place), sub2(b->arm, a->arm)));
    if (joint->kind == SC_JOINT_DRIVE)
    {
        softness_lanes spring =
            spring_softness(args, joint, l, records->hertz, records->damping_ratio);
        store_softness(&start->soft, l, gt(zero(), zero()), spring, spring);
    }
    else if (joint->flags & SC_JOINT_SOFT_POINT)
    {
        wm soft = has_switch(records, SC_JOINT_SOFT_POINT);
        wm rigid =
            either(eq(keep(soft, one()), zero()), stiffer_than_springs(args, records->hertz));
        store_softness(&start->soft, l, rigid, stiff_softness(args),
                       spring_softness(args, joint, l, records->hertz, records->damping_ratio));
    }
}

/// Stores the range of the force of a spring as impulses. The axes of rods and held angles have
/// nothing else.
WIDE void prepare_spring(const sc_joint_args *args, const joint_parts *joint, int l,
                         const record_lanes *records)
{
    const sc_joint_kind kind = joint->kind;
    sc_joint_axis *axis = joint->axis;
    wm sprung = has_switch(records, SC_JOINT_SPRING), rigid = gt(zero(), zero());
    wf hertz = keep(sprung, records->spring_hertz), damping = records->spring_damping_ratio;
    wf lower = records->spring_lower, upper = records->spring_upper;
    if (kind == SC_JOINT_HINGE)
    {
        rigid = both(sprung, eq(hertz, zero()));
    }
    if (kind == SC_JOINT_ROD)
    {
        wm soft = has_switch(records, SC_JOINT_SOFT_POINT);
        hertz = select(sprung, hertz, keep(soft, records->hertz));
        damping = select(sprung, damping, records->damping_ratio);
        wm stiff = either(eq(keep(soft, one()), zero()), stiffer_than_springs(args, hertz));
        rigid = both(eq(keep(sprung, one()), zero()), stiff);
        lower = select(sprung, lower, splat(-FLT_MAX));
        upper = select(sprung, upper, splat(FLT_MAX));
    }
    if (kind == SC_JOINT_DRIVE)
    {
        hertz = records->spring_hertz;
        lower = negate(upper);
    }
    store_softness(&axis->soft, l, rigid, stiff_softness(args),
                   spring_softness(args, joint, l, hertz, damping));
    store(axis->target + l, records->target);
    store(axis->least + l, mul(lower, splat(args->h)));
    store(axis->most + l, mul(upper, splat(args->h)));
}

WIDE void prepare_axis(const sc_joint_args *args, const joint_parts *joint, int l,
                       const record_lanes *records, const stand_lanes *a, const stand_lanes *b)
{
    const sc_joint_kind kind = joint->kind;
    sc_joint_axis *axis = joint->axis;
    prepare_spring(args, joint, l, records);
    wm motor = has_switch(records, SC_JOINT_MOTOR), limits = has_switch(records, SC_JOINT_LIMITS);
    wf most = mul(records->motor_max, splat(args->h));
    store(axis->motor_speed + l, records->motor_speed);
    store(axis->motor_max + l, kind == SC_JOINT_DRIVE ? most : keep(motor, most));
    // A limit that is not enabled gets a finite value far beyond all coordinates.
    store(axis->lower_limit + l, select(limits, records->lower, splat(-1e20f)));
    store(axis->upper_limit + l, select(limits, records->upper, splat(1e20f)));
    if (has_angle(kind))
    {
        store(axis->begin_angle + l,
              angle_of(dot2(a->frame, b->frame), cross2(a->frame, b->frame)));
    }
    if (turns_with_a(kind))
    {
        store2(axis->begin_direction, l, a->frame);
    }
    if (kind == SC_JOINT_ROD)
    {
        wf2 apart = load2(joint->start->apart, l);
        wf length = root(dot2(apart, apart));
        wm known = ge(length, splat(joint->shortest));
        wf inverse = divide(one(), max2(length, splat(joint->shortest)));
        store2(axis->begin_direction, l,
               select2(known, scale2(inverse, apart), vec2(one(), zero())));
    }
    if (kind == SC_JOINT_DRIVE)
    {
        store2(joint->drive->speed, l, records->velocity);
        store(joint->drive->speed_max + l, mul(records->max_force, splat(args->h)));
        store(joint->drive->spring_max + l, mul(records->max_spring_force, splat(args->h)));
    }
}

/// Fills the data of RATIO. The recorded angles of a new joint are not known yet and are set to the
/// present ones.
WIDE void prepare_ratio(const sc_joint_args *args, const joint_parts *joint, int l,
                        const int32_t *slot, const record_lanes *records, const stand_lanes *a,
                        const stand_lanes *b)
{
    sc_joint_ratio *ratio = joint->ratio;
    for (int k = 0; k < SC_LANES; ++k)
    {
        ratio->type[l + k] = args->settings[slot[k]].ratio_type;
    }
    const float *states = &args->states->locked[0];
    wf4 angles = gather_rows(states + SC_STATE_LIMITS, SC_STATE_FLOATS, slot);
    wf4 travel = gather_rows(states + SC_STATE_TRAVEL, SC_STATE_FLOATS, slot);
    wm rack = is_type(joint, l, SC_RATIO_RACK), known = gt(travel.c, zero());
    wf angle_a = angle_of(a->rotation.x, a->rotation.y);
    wf angle_b = angle_of(b->rotation.x, b->rotation.y);
    wf place = dot2(b->frame, load2(joint->start->apart, l));
    store(ratio->ratio + l, records->ratio);
    store(ratio->phase + l, records->phase);
    store(ratio->begin_angle_a + l, angle_a);
    store(ratio->begin_angle_b + l, angle_b);
    store(ratio->last_a + l, select(known, angles.c, wrap_angle(angle_a)));
    store(ratio->last_b + l, select(known, angles.d, select(rack, place, wrap_angle(angle_b))));
    store(ratio->travel_a + l, travel.a);
    store(ratio->travel_b + l, travel.b);
    store2(ratio->begin_a, l, add2(sub2(a->place, records->anchor_a), a->arm));
    store2(ratio->begin_b, l,
           select2(rack, b->frame, add2(sub2(b->place, records->anchor_b), b->arm)));
}

/// Loads the impulses of the last step of those parts that are switched on.
WIDE void prepare_impulses(const sc_joint_args *args, const joint_parts *joint, int l,
                           const int32_t *slot, const record_lanes *records)
{
    const sc_joint_kind kind = joint->kind;
    const float *states = &args->states->locked[0];
    wf warm = splat(args->warm_scale);
    wf4 impulses = gather_rows(states + SC_STATE_IMPULSES, SC_STATE_FLOATS, slot);
    store2(joint->core->impulse, l, vec2(mul(warm, impulses.a), mul(warm, impulses.b)));
    if (!has_axis(kind))
    {
        return;
    }
    wf4 limits = gather_rows(states + SC_STATE_LIMITS, SC_STATE_FLOATS, slot);
    wf spring = mul(warm, impulses.c), motor = mul(warm, impulses.d);
    wf lower = mul(warm, limits.a), upper = mul(warm, limits.b);
    if (kind != SC_JOINT_DRIVE)
    {
        wm limited = has_switch(records, SC_JOINT_LIMITS);
        spring = kind == SC_JOINT_ROD ? spring : keep(has_switch(records, SC_JOINT_SPRING), spring);
        motor = keep(has_switch(records, SC_JOINT_MOTOR), motor);
        lower = keep(limited, lower);
        upper = keep(limited, upper);
    }
    store(joint->axis->spring + l, spring);
    store(joint->axis->motor + l, motor);
    store(joint->axis->lower + l, lower);
    store(joint->axis->upper + l, upper);
}

/// The sum of all impulses of a joint on each body. The forces on the two bodies differ only for
/// RATIO.
typedef struct effect_lanes
{
    wf2 force_a, force_b;
    wf turn_a, turn_b;
} effect_lanes;

WIDE effect_lanes effect_of(const joint_parts *joint, int l, const geometry_lanes *g)
{
    if (joint->kind == SC_JOINT_RATIO)
    {
        ratio_lanes r = load_ratio(joint, l);
        wf impulse = load(joint->core->impulse[0] + l);
        return (effect_lanes){scale2(impulse, r.direction_a), scale2(impulse, r.direction_b),
                              mul(impulse, r.a), mul(impulse, r.b)};
    }
    wrench_lanes w = turning_wrench(joint, l, g);
    wf torque = torque_impulse(joint, l);
    return (effect_lanes){w.force, w.force, add(w.turn_a, torque), add(w.turn_b, torque)};
}

/// Returns SC_JOINT_FIXED if a lane has a body that cannot move.
WIDE int prepare_slice(const sc_joint_args *args, int i, sc_joint_kind kind, int flags, int l)
{
    const joint_parts joint = joint_at(args, i, kind, flags);
    const sc_block_rows *rows = joint.rows;
    const int32_t *slot = args->joint + (ptrdiff_t)i * SC_BLOCK + l;
    int32_t row_a[SC_LANES], row_b[SC_LANES];
    rows_of_bodies(args, slot, row_a, row_b);
    record_lanes records = load_records(args, slot);
    stand_lanes a = load_stand(args, row_a, records.point_a);
    stand_lanes b = load_stand(args, row_b, records.point_b);
    wf4 sum_a = gather_rows(&args->warm_starts->vx, SC_ROW_STEP_FLOATS, rows->a + l);
    wf4 sum_b = gather_rows(&args->warm_starts->vx, SC_ROW_STEP_FLOATS, rows->b + l);
    joined_lanes p = {load_body(args->velocities, rows->a + l, sum_a.d),
                      load_body(args->velocities, rows->b + l, sum_b.d)};
    prepare_core(args, &joint, l, &records, &a, &b, &p);
    prepare_impulses(args, &joint, l, slot, &records);
    if (has_axis(kind))
    {
        prepare_axis(args, &joint, l, &records, &a, &b);
    }
    turned_lanes still = {vec2(zero(), zero()), zero(), zero()};
    geometry_lanes g = find_joint_geometry(&joint, l, &p, still, still);
    if (kind == SC_JOINT_RATIO)
    {
        prepare_ratio(args, &joint, l, slot, &records, &a, &b);
        ratio_lanes r = find_ratio(&joint, l, &p, &g, still, still);
        store_ratio(&joint, l, &g, &r);
        clear_ratio_turning(&joint, l);
    }
    else
    {
        store_geometry(&joint, l, &g);
        clear_turning(&joint, l);
    }
    effect_lanes e = effect_of(&joint, l, &g);
    bool fixed = any(either(eq(p.a.inverse_mass, zero()), eq(p.b.inverse_mass, zero())));
    scatter_rows(args->dynamic_count, args->discard_row, &args->warm_starts->vx, rows, l, fixed,
                 (wf4){sub(sum_a.a, mul(p.a.inverse_mass, e.force_a.x)),
                       sub(sum_a.b, mul(p.a.inverse_mass, e.force_a.y)),
                       sub(sum_a.c, mul(p.a.inverse_inertia, e.turn_a)), sum_a.d},
                 (wf4){add(sum_b.a, mul(p.b.inverse_mass, e.force_b.x)),
                       add(sum_b.b, mul(p.b.inverse_mass, e.force_b.y)),
                       add(sum_b.c, mul(p.b.inverse_inertia, e.turn_b)), sum_b.d});
    return fixed ? SC_JOINT_FIXED : 0;
}

/// The union of the switches of all lanes of a block.
WIDE int switches_of(const sc_joint_args *args, int i)
{
    const int32_t *slot = args->joint + (ptrdiff_t)i * SC_BLOCK;
    int switches = 0;
    for (int l = 0; l < SC_BLOCK; ++l)
    {
        switches |= args->switches[slot[l]];
    }
    return switches & (SC_JOINT_SPRING | SC_JOINT_MOTOR | SC_JOINT_LIMITS | SC_JOINT_SOFT_POINT);
}

WIDE void prepare_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    int found = 0;
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        found |= prepare_slice(args, i, kind, flags, l);
    }
    args->flags[i] = (uint8_t)(flags | found);
}

/// Records lie by slot, so each lane of a block is a cache miss.
WIDE void prefetch_records(const sc_joint_args *args, int i)
{
    const int32_t *slot = args->joint + (ptrdiff_t)i * SC_BLOCK;
    for (int l = 0; l < SC_BLOCK; ++l)
    {
        __builtin_prefetch(&args->frames[slot[l]]);
        __builtin_prefetch(&args->states[slot[l]]);
        __builtin_prefetch(&args->body[slot[l]]);
        // Joints that hold points do not need the settings.
        if (args->kind != SC_JOINT_POINT && args->kind != SC_JOINT_LINK)
        {
            const sc_joint_settings *settings = &args->settings[slot[l]];
            __builtin_prefetch(settings);
            __builtin_prefetch(&settings->switches);
        }
    }
}

/// Returns the flags of the next block and prefetches the records of a later one.
#define PREPARE_FLAGS(args, i) \
    (prefetch_records(args, (i) + 3 < end ? (i) + 3 : (i)), switches_of(args, i))

void SC_KERNEL(prepare_joints)(const sc_joint_args *shared, int begin, int end)
{
    const sc_joint_args own = *shared, *const args = &own;
    SC_ASSERT(begin >= 0 && begin <= end);
    SC_BY_KIND(prepare_kind, args, begin, end, PREPARE_FLAGS);
}

/// Stores one quarter of the states of a slice. The state of empty lanes, which is shared, is not
/// written.
WIDE void store_quarter(const sc_joint_args *args, const int32_t *slot, int quarter, wf4 v)
{
    float *states = &args->states->locked[0] + quarter;
    if (!any(eq_int(load_int(slot), splat_int(0))))
    {
        scatter4(states, SC_STATE_FLOATS, slot, v);
        return;
    }
    float values[4][SC_LANES];
    store(values[0], v.a);
    store(values[1], v.b);
    store(values[2], v.c);
    store(values[3], v.d);
    for (int k = 0; k < SC_LANES; ++k)
    {
        for (int j = 0; j < 4 && slot[k] > 0; ++j)
        {
            states[(ptrdiff_t)SC_STATE_FLOATS * slot[k] + j] = values[j][k];
        }
    }
}

/// Drops impulses that overflowed: a body that cannot move or turn can take any impulse.
WIDE wf finite_or_zero(wf x) { return keep(eq(sub(x, x), zero()), x); }

WIDE void store_slice(const sc_joint_args *args, const joint_parts *joint, int l,
                      const int32_t *slot)
{
    const sc_joint_kind kind = joint->kind;
    geometry_lanes g = load_geometry(joint, l);
    effect_lanes e = effect_of(joint, l, &g);
    wf2 locked = load2(joint->core->impulse, l);
    wf4 impulses = {finite_or_zero(locked.x), finite_or_zero(locked.y), zero(), zero()};
    wf4 limits = {zero(), zero(), zero(), zero()};
    wf coordinate = zero();
    if (has_axis(kind))
    {
        const sc_joint_axis *axis = joint->axis;
        impulses.c = finite_or_zero(load(axis->spring + l));
        impulses.d = finite_or_zero(load(axis->motor + l));
        limits.a = finite_or_zero(load(axis->lower + l));
        limits.b = finite_or_zero(load(axis->upper + l));
        coordinate = finite_or_zero(axis_is_angle(kind) ? wrap_angle(g.coordinate) : g.coordinate);
    }
    if (kind == SC_JOINT_RATIO)
    {
        const sc_joint_ratio *ratio = joint->ratio;
        wf travel_a = load(ratio->travel_a + l), travel_b = load(ratio->travel_b + l);
        limits.c = load(ratio->last_a + l);
        limits.d = load(ratio->last_b + l);
        coordinate = select(is_type(joint, l, SC_RATIO_RATCHET), travel_a,
                            keep(is_type(joint, l, SC_RATIO_RACK), travel_b));
        store_quarter(args, slot, SC_STATE_TRAVEL, (wf4){travel_a, travel_b, one(), zero()});
    }
    // The torque about b's point, not about its centre of mass.
    wf torque = sub(e.turn_b, cross2(g.arm_b, e.force_b));
    store_quarter(args, slot, SC_STATE_IMPULSES, impulses);
    store_quarter(args, slot, SC_STATE_LIMITS, limits);
    store_quarter(args, slot, SC_STATE_WRENCH,
                  (wf4){finite_or_zero(e.force_b.x), finite_or_zero(e.force_b.y),
                        finite_or_zero(torque), coordinate});
}

WIDE void store_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    const joint_parts joint = joint_at(args, i, kind, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        store_slice(args, &joint, l, args->joint + (ptrdiff_t)i * SC_BLOCK + l);
    }
}

void SC_KERNEL(store_joints)(const sc_joint_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    SC_BY_KIND(store_kind, args, begin, end, SC_JOINT_FLAGS_SET);
}
