/// Computes the frames of joints from a point and a direction in the world.
#include "dynamics/joints/joint_type.h"

/// The frame of a body (row) at a point of the world, along a direction.
static scree_frame frame_at(const sc_bodies *bodies, int32_t row, scree_vec2 anchor,
                            scree_vec2 axis)
{
    const sc_rotation q = sc_body_rotation(bodies, row);
    const scree_vec2 from = sc_sub(anchor, (scree_vec2){bodies->x[row], bodies->y[row]});
    const scree_vec2 along = sc_unrotate(q, axis);
    return (scree_frame){sc_unrotate(q, from), scree_atan2(along.y, along.x)};
}

scree_result scree_joint_frames_at(const scree_world *world, scree_vec2 anchor, scree_vec2 axis,
                                   scree_joint_base *base)
{
    SC_TRY(sc_enter_query(world, __func__));
    SC_TRY(sc_check_query_point(anchor, __func__, "anchor"));
    SC_TRY(sc_check_direction(NULL, __func__, "axis", axis));
    if (base == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, __func__, "base", "is null");
    }
    const int32_t a = sc_peek_row(world, base->body_a), b = sc_peek_row(world, base->body_b);
    if (a < 0 || b < 0)
    {
        return sc_query_fails(
            SCREE_ERROR_STALE_ID, __func__, a < 0 ? "base.body_a" : "base.body_b",
            sc_stale_text(world, a < 0 ? base->body_a.value : base->body_b.value));
    }
    const scree_frame frame_a = frame_at(&world->bodies, a, anchor, axis);
    const scree_frame frame_b = frame_at(&world->bodies, b, anchor, axis);
    if (!sc_is_position(frame_a.position) || !sc_is_position(frame_b.position))
    {
        return sc_query_fails(SCREE_ERROR_ARGUMENT, __func__, "anchor",
                              "is farther than 1e8 m from a body");
    }
    base->frame_a = frame_a;
    base->frame_b = frame_b;
    return SCREE_OK;
}
