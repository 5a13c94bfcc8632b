/// Forces on many bodies at once: explosions and wind. They act on rigid bodies that are dynamic
/// and enabled; particles and soft bodies feel neither, but are pushed by the bodies that do.
/// docs/forces.md has the formulas.
#ifndef SCREE_FORCES_H
#define SCREE_FORCES_H

#include "body.h"
#include "id.h"
#include "query.h"
#include "world.h"

/// A blow that goes out from a point, at once. Each shape gets an impulse away from the point, at
/// its closest point: `impulse_per_length` times its width as the point sees it.
typedef struct scree_explosion_def
{
    uint32_t version;     ///< set by scree_explosion_def_default(); do not write
    scree_vec2 position;  ///< m, -1e8 to 1e8
    float radius;         ///< m, 0 to 1e8: as far the blow is whole
    float falloff;        ///< m, 0 to 1e8: beyond, over this length, it falls to nothing linearly
    /// N s per m of width, -1e12 to 1e12; negative: bodies are drawn in
    float impulse_per_length;
    scree_query_filter filter;  ///< which shapes feel it, as queries see them
} scree_explosion_def;

/// At the origin, radius 1 m, no falloff, 1 N s / m, all shapes.
SCREE_API scree_explosion_def scree_explosion_def_default(void);

/// Distances are those of surfaces. What contains the position is pushed at its geometric centre,
/// away from the position; there, or where both are one point, nothing is. Segments have a width,
/// half-spaces do not. Bodies that sleep are pushed and wake. Walls do not shelter. A body whose
/// velocity would not be finite is left as it is. Takes memory while the call lasts, and the tree
/// of queries: SCREE_ERROR_OUT_OF_MEMORY without, and nothing changed.
SCREE_API scree_result scree_world_explode(scree_world *world, const scree_explosion_def *def);

/// Air that moves evenly and holds back what moves in it; with no velocity it is drag alone.
typedef struct scree_wind_def
{
    uint32_t version;     ///< set by scree_wind_def_default(); do not write
    scree_vec2 velocity;  ///< m/s, -1e6 to 1e6
    float density;        ///< of the air, kg/m^2, 0 to 1e6
    float drag;           ///< coefficient, 0 to 1e6: along the wind, by the width across it
    float lift;  ///< coefficient, 0 to 1e6: across the wind, by faces that are oblique to it
    bool wake;   ///< whether bodies that sleep feel it, and wake
    scree_query_filter filter;  ///< which shapes feel it, as queries see them
} scree_wind_def;

/// No velocity, 1.2 kg/m^2, drag 1, no lift, wakes nothing, all shapes.
SCREE_API scree_wind_def scree_wind_def_default(void);

/// The wind's force and torque on all bodies, on one body, or on one shape, as of now: they are
/// added to those that act over the next step (scree_body_apply_force) and cleared after it. Call
/// one of them before each step, with its length `dt` (s, 1e-6 to 1): forces are cut so that over
/// that time no call can turn the motion of a body through the air round, however light it is.
///
/// Faces turned to the wind feel it, by the velocity of the air relative to two points of theirs;
/// no shape shelters another. Half-spaces and sensors feel none. Awake bodies are not kept awake:
/// what rests in the wind may fall asleep, and then feels none unless `wake` is set. A body whose
/// force would not be finite gets none. On bodies that are not dynamic these do nothing and return
/// SCREE_OK.
SCREE_API scree_result scree_world_apply_wind(scree_world *world, const scree_wind_def *wind,
                                              float dt);
SCREE_API scree_result scree_body_apply_wind(scree_world *world, scree_body_id body,
                                             const scree_wind_def *wind, float dt);
SCREE_API scree_result scree_shape_apply_wind(scree_world *world, scree_shape_id shape,
                                              const scree_wind_def *wind, float dt);

#endif
