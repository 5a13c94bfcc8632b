#include "geometry/time_of_impact.h"

sc_frame sc_sweep_frame(const sc_sweep *sweep, double fraction)
{
    sc_rotation q = {sweep->cos, sweep->sin};
    if (sweep->turn != 0.0f && fraction > 0.0)
    {
        sc_rotation turn = sc_rotation_of((float)((double)sweep->turn * fraction));
        scree_vec2 turned = sc_rotate(turn, (scree_vec2){q.cos, q.sin});
        q = (sc_rotation){turned.x, turned.y};
    }
    sc_frame frame = {.cos = (double)q.cos, .sin = (double)q.sin};
    sc_vec2d arm = sc_turn_out(&frame, sweep->center);
    frame.x = sweep->begin.x + fraction * sweep->travel.x - arm.x;
    frame.y = sweep->begin.y + fraction * sweep->travel.y - arm.y;
    return frame;
}

/// An upper bound of the distance by which rotation moves points of a shape over the whole path, m.
static double turning_speed(const sc_convex *shape, const sc_sweep *sweep)
{
    // A half-space is unbounded, so it has no farthest point, and must not turn.
    return shape->count > 0 ? fabs((double)sweep->turn) * sweep->extent : 0.0;
}

sc_impact sc_time_of_impact(const sc_convex *a, const sc_sweep *sweep_a, const sc_convex *b,
                            const sc_sweep *sweep_b, double target, double tolerance)
{
    sc_vec2d travel = sc_subd(sweep_b->travel, sweep_a->travel);
    double turns = turning_speed(a, sweep_a) + turning_speed(b, sweep_b);
    sc_impact impact = {SC_IMPACT_NONE, .fraction = 0.0};
    for (; impact.rounds < SC_IMPACT_ROUNDS; ++impact.rounds)
    {
        sc_frame frame_a = sc_sweep_frame(sweep_a, impact.fraction);
        sc_frame frame_b = sc_sweep_frame(sweep_b, impact.fraction);
        impact.at =
            sc_convex_distance_from(a, &frame_a, b, &frame_b, impact.at.index_a, impact.at.index_b);
        double gap = sc_surface_distance(&impact.at, a, b) - target;
        if (gap <= tolerance)
        {
            bool begins = impact.rounds == 0 && gap <= 0.0;
            impact.state = begins ? SC_IMPACT_BEGINS : SC_IMPACT_HIT;
            return impact;
        }
        double closing = turns - sc_dotd(impact.at.normal, travel);
        if (!(closing * (1.0 - impact.fraction) >= gap))
        {
            impact.fraction = 1.0;
            return impact;
        }
        impact.fraction += gap / closing;
    }
    impact.state = SC_IMPACT_UNDECIDED;
    return impact;
}
