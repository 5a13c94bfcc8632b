/// Forces on many bodies at once: explosions and wind. They act on rigid bodies that are dynamic
/// and enabled; particles and soft bodies are affected only through collisions with such bodies.
/// docs/guide.md#explosions-and-wind has the formulas.
#ifndef SCREE_FORCES_H
#define SCREE_FORCES_H

#include "body.h"
#include "id.h"
#include "query.h"
#include "world.h"

/// An explosion at a point, which acts at once. Each shape within reach gets an impulse away from
/// that point, at the point of the shape closest to it. The impulse is `impulse_per_length` times
/// the width of the shape across that direction.
typedef struct scree_explosion_def
{
    uint32_t version;     ///< set by scree_explosion_def_default(); do not write
    scree_vec2 position;  ///< m, -1e8 to 1e8
    float radius;         ///< m, 0 to 1e8: full strength up to this distance
    float falloff;        ///< m, 0 to 1e8: beyond radius, it falls linearly to 0 over this length
    /// N s per m of width, -1e12 to 1e12; negative: bodies are pulled in
    float impulse_per_length;
    scree_query_filter filter;  ///< which shapes are affected, as for queries
} scree_explosion_def;

/// At the origin, radius 1 m, no falloff, 1 N s / m, all shapes.
SCREE_API SCREE_NODISCARD scree_explosion_def scree_explosion_def_default(void);

/// Applies an explosion to the shapes near it: their bodies get impulses and wake. Distances are
/// measured to the surfaces of shapes. A shape that contains the position is pushed at its
/// geometric centre, away from the position; if the two coincide, it gets no impulse. Half-spaces
/// and sensors get none; walls give no shelter.
///
/// A body does not get an impulse that would make its velocity non-finite. The call needs temporary
/// memory, and the trees of queries; without memory it returns SCREE_ERROR_OUT_OF_MEMORY and
/// changes nothing.
SCREE_API scree_result scree_world_explode(scree_world *world, const scree_explosion_def *def);

/// Air that moves at a constant velocity and pushes bodies along. At velocity zero it is still air,
/// which slows bodies down and, with `lift`, deflects them.
typedef struct scree_wind_def
{
    uint32_t version;     ///< set by scree_wind_def_default(); do not write
    scree_vec2 velocity;  ///< m/s, -1e6 to 1e6
    float density;        ///< of the air, kg/m^2, 0 to 1e6
    /// coefficient, 0 to 1e6: force along the wind, proportional to the width across it
    float drag;
    float lift;  ///< coefficient, 0 to 1e6: force across the wind, on faces that are oblique to it
    bool wake;   ///< whether it acts on sleeping bodies, and wakes them
    scree_query_filter filter;  ///< which shapes are affected, as for queries
} scree_wind_def;

/// No velocity, 1.2 kg/m^2, drag 1, no lift, wakes nothing, all shapes.
SCREE_API SCREE_NODISCARD scree_wind_def scree_wind_def_default(void);

/// Applies the wind's present force and torque to all bodies, to one body, or to one shape. They
/// are added to the forces that act over the next step (scree_body_apply_force) and cleared after
/// it.
///
/// - `dt`: the length of the next step, s, 1e-6 to 1; forces are limited so that no call reverses
///   the motion of a body relative to the air within that time, however light the body is
///
/// Wind acts on the faces turned towards it, by the velocity of the air relative to two points of
/// each face, and on circles and rounded corners by the velocity of the air relative to their
/// centres; no shape shelters another. Half-spaces and sensors are not affected. Wind does not keep
/// bodies awake: a body that rests in the wind may fall asleep, and is then not affected unless
/// `wake` is set. If the sum of the wind and of the forces already applied to a body would not be
/// finite, the wind adds nothing to that body. For bodies that are not dynamic or not enabled these
/// calls do nothing and return SCREE_OK.
SCREE_API scree_result scree_world_apply_wind(scree_world *world, const scree_wind_def *wind,
                                              float dt);
SCREE_API scree_result scree_body_apply_wind(scree_world *world, scree_body_id body,
                                             const scree_wind_def *wind, float dt);
SCREE_API scree_result scree_shape_apply_wind(scree_world *world, scree_shape_id shape,
                                              const scree_wind_def *wind, float dt);

#endif
