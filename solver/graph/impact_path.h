/// The path of a body towards a shape that does not move, to where it meets it or passes it.
#ifndef SC_IMPACT_PATH_H
#define SC_IMPACT_PATH_H

#include "narrowphase/convex/core.h"
#include "narrowphase/convex/flight.h"
#include "solver/graph/impacts.h"

typedef struct sc_impact_path
{
    const sc_step *step;
    int32_t contact;
    int32_t slot, row, other;  ///< shape and body that move; the shape that does not
    bool is_b;                 ///< the body that moves is b of the contact
    float swing;               ///< m: the farthest point of the shape that turning moves
    float graze;               ///< m: how deep the shape may overlap what it passes
    sc_core core;              ///< of the shape, its surface so deep below the shape's
    sc_convex standing;
    sc_sweep rest, path;  ///< relative to where the body's centre of mass is now
    float turned;         ///< rad, along the path
} sc_impact_path;

/// Whether the body of a row goes farther than the slop in the step.
static inline bool sc_is_swift(const sc_step *step, int32_t row)
{
    return row < step->moving_count && (step->swift[row / SC_BLOCK] >> row % SC_BLOCK & 1) != 0;
}

/// The path of the body of an impact; its end is where the body is. False: none is needed, for the
/// contact is right whatever way the body goes, or they overlap already.
bool sc_begin_path(sc_impact_path *path, const sc_step *step, const sc_closing_contact *impact);
/// When a body that moves like that touches what stands, s; `time` if it does not within that.
float sc_time_to_touch(sc_impact_path *path, scree_vec2 velocity, float spin, float time);
/// Goes on from the end of the path for a time. False: it meets what stands on the way.
bool sc_go_on(sc_impact_path *path, scree_vec2 velocity, float spin, float time);
/// The contact with the shape where the path ends, its separations by what the body comes nearer
/// till then larger. `manifold` and `points` hold the present ones.
void sc_contact_at_end(const sc_impact_path *path, sc_manifold *manifold, uint8_t *points);
/// The normal from what stands to the core of the shape, where the path ends.
scree_vec2 sc_side_at_end(const sc_impact_path *path);
/// The normal of a contact, towards the body that moves.
scree_vec2 sc_normal_towards(const sc_impact_path *path, const sc_manifold *manifold);
/// How far a point of a contact goes along the path in the direction of the normal, m.
float sc_travel_along(const sc_impact_path *path, const sc_manifold *manifold, int point);
/// From the body's centre of mass to a point of a contact.
scree_vec2 sc_arm_of(const sc_impact_path *path, const sc_manifold *manifold, int point);

#endif
