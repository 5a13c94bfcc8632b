/// The predicted path of a body that moves towards a slow shape
/// (dynamics/continuous/find_impacts.c).
#ifndef SC_IMPACT_PATH_H
#define SC_IMPACT_PATH_H

#include "dynamics/continuous/shape_core.h"
#include "dynamics/continuous/shape_paths.h"
#include "dynamics/solver/impact_order.h"

typedef struct sc_impact_path
{
    const sc_step *step;
    int32_t contact;
    int32_t slot, row, other;  ///< the moving shape, its body and the slow shape
    bool is_b;                 ///< the moving body is b of the contact
    float swing;   ///< greatest distance from the centre of mass of a point that rotation moves, m
    float graze;   ///< largest overlap with a shape that is passed, m
    sc_core core;  ///< the moving shape with its surface moved inwards by `graze`
    sc_convex standing;   ///< the slow shape
    sc_sweep rest, path;  ///< of both, relative to the body's present centre of mass
    float turned;         ///< rotation along the path, rad
} sc_impact_path;

/// Whether the body of a row moves farther than the slop in the step.
static inline bool sc_is_swift(const sc_step *step, int32_t row)
{
    return row < step->rows.moving_count &&
           (step->impacts.swift[row / SC_BLOCK] >> row % SC_BLOCK & 1) != 0;
}

/// Begins the path of an impact at the body's present pose. Returns false if no path is needed: the
/// contact is right for every path, or the shapes overlap already.
bool sc_begin_path(sc_impact_path *path, const sc_step *step, const sc_closing_contact *impact);
/// The time until a body with this velocity and spin touches the slow shape, at most `time`, s.
float sc_time_to_touch(sc_impact_path *path, scree_vec2 velocity, float spin, float time);
/// Extends the path by a time. Returns false and leaves the path unchanged if the body would touch
/// the slow shape.
bool sc_go_on(sc_impact_path *path, scree_vec2 velocity, float spin, float time);
/// Computes the contact at the end of the path. To its separations the distance is added that the
/// body approaches along the path, so they hold for the beginning of the step. `manifold` and
/// `points` hold the present contact on entry.
void sc_contact_at_end(const sc_impact_path *path, sc_manifold *manifold, uint8_t *points);
/// The direction from the nearest point of the slow shape to the core, at the end of the path.
scree_vec2 sc_side_at_end(const sc_impact_path *path);
/// The normal of a contact, pointing to the moving body.
scree_vec2 sc_normal_towards(const sc_impact_path *path, const sc_manifold *manifold);
/// The travel of a contact point along the normal from the beginning to the end of the path, m.
float sc_travel_along(const sc_impact_path *path, const sc_manifold *manifold, int point);
/// The vector from the body's centre of mass to a point of a contact.
scree_vec2 sc_arm_of(const sc_impact_path *path, const sc_manifold *manifold, int point);

#endif
