/// Contact constraints in blocks of 16 lanes.
///
/// The frame of a contact has the unit normal n (from a to b) and the tangent t = (n.y, -n.x). A
/// point with the arm r has
///     normal arm   r x n        (angular part of the normal Jacobian)
///     tangent arm  r . n        (r x t = -(r . n))
/// and, after both bodies moved by (d, angle), with s = sin and c1 = cos - 1 of the angle, the
/// separation
///     s0 + n . (dB - dA) + [c1B (rB . n) + sB (rB x n)] - [c1A (rA . n) + sA (rA x n)].
/// Two lanes of a block never share a row from 0 to dynamic_count - 1. Rows below 0 are copies of a
/// body that lanes share (dynamics/solver/overflow_hubs.h). Empty lanes refer to null contacts and
/// the static row.
#ifndef SC_CONTACT_BLOCK_H
#define SC_CONTACT_BLOCK_H

#include "core/row_records.h"
#include "core/contact_records.h"

#include <stdbool.h>
#include <stddef.h>

enum
{
    /// Row numbers in blocks are multiples of SC_ROW_STEP. Records by row have 16 bytes: x86
    /// addresses can scale an index by 8, but not by 16.
    SC_ROW_STEP = 2,
    SC_ROW_STEP_FLOATS = 2  ///< of a record
};

/// The rows of the bodies of a block, times SC_ROW_STEP.
typedef struct sc_block_rows
{
    _Alignas(64) int32_t a[SC_BLOCK];
    int32_t b[SC_BLOCK];
} sc_block_rows;

/// Data that all points of a contact share.
typedef struct sc_frame_block
{
    _Alignas(64) float normal_x[SC_BLOCK];
    float normal_y[SC_BLOCK];
    float inverse_inertia_a[SC_BLOCK], inverse_inertia_b[SC_BLOCK];
} sc_frame_block;

/// The normal part of a point.
typedef struct sc_point_block
{
    _Alignas(64) float normal_arm_a[SC_BLOCK];
    float normal_arm_b[SC_BLOCK];
    float separation[SC_BLOCK];   ///< at the current poses
    float normal_mass[SC_BLOCK];  ///< 0: the point does not exist
    float normal_impulse[SC_BLOCK];
} sc_point_block;

/// The tangent part of the same point.
typedef struct sc_tangent_block
{
    _Alignas(64) float tangent_arm_a[SC_BLOCK];
    float tangent_arm_b[SC_BLOCK];
    float separation[SC_BLOCK];  ///< at the beginning of the step
    float tangent_mass[SC_BLOCK];
    float tangent_impulse[SC_BLOCK];
} sc_tangent_block;

/// Coefficients of friction. The sign bit is set in lanes for which SC_BLOCK_LANDS holds. Few
/// blocks have such lanes, and only their sign bits are read.
typedef struct sc_friction_block
{
    _Alignas(64) float sliding[SC_BLOCK];
} sc_friction_block;

/// Data that few contacts need. They are read only if the flags SC_BLOCK_* of the block require
/// them.
typedef struct sc_contact_extra
{
    _Alignas(64) float static_friction[SC_BLOCK];
    float rolling_resistance[SC_BLOCK];
    float rolling_mass[SC_BLOCK];
    float rolling_impulse[SC_BLOCK];
    float tangent_speed[SC_BLOCK];
    float restitution[SC_BLOCK];
    float approach[2][SC_BLOCK];  ///< normal velocity of each point before the step
    float total[2][SC_BLOCK];     ///< normal impulse of all substeps, N s: with SC_BLOCK_BOUNCES
} sc_contact_extra;

/// A number for each lane.
typedef struct sc_lane_line
{
    _Alignas(64) float lane[SC_BLOCK];
} sc_lane_line;

/// The data of blocks in two arrays, so that a pass streams only through the lines that it needs:
/// `normals` has the frame and the points of each block, `tangents` its friction and its tangents.
/// The first blocks have room for two points, the others for one.
typedef struct sc_contact_blocks
{
    sc_lane_line *normals, *tangents;
    sc_contact_extra *extras;  ///< by block; null if no block needs one
    int32_t two_points;        ///< number of blocks with room for two points
} sc_contact_blocks;

enum
{
    SC_FRAME_LINES = (int)(sizeof(sc_frame_block) / sizeof(sc_lane_line)),
    SC_FRICTION_LINES = (int)(sizeof(sc_friction_block) / sizeof(sc_lane_line)),
    /// Also the number of lines of a tangent.
    SC_POINT_LINES = (int)(sizeof(sc_point_block) / sizeof(sc_lane_line)),
    SC_CONTACT_BLOCK_BYTES = (SC_FRAME_LINES + SC_FRICTION_LINES + 4 * SC_POINT_LINES) *
                             (int)sizeof(sc_lane_line)  ///< of a block with room for two points
};
_Static_assert(sizeof(sc_point_block) == sizeof(sc_tangent_block), "");

/// The first line of the frame of block i, and of its friction.
static inline ptrdiff_t sc_normal_line(int32_t two_points, int32_t i)
{
    return (ptrdiff_t)i * (SC_FRAME_LINES + SC_POINT_LINES) +
           (ptrdiff_t)(i < two_points ? i : two_points) * SC_POINT_LINES;
}

static inline ptrdiff_t sc_tangent_line(int32_t two_points, int32_t i)
{
    return (ptrdiff_t)i * (SC_FRICTION_LINES + SC_POINT_LINES) +
           (ptrdiff_t)(i < two_points ? i : two_points) * SC_POINT_LINES;
}

static inline sc_frame_block *sc_frame_of(const sc_contact_blocks *blocks, int32_t i)
{
    return (sc_frame_block *)(blocks->normals + sc_normal_line(blocks->two_points, i));
}

/// The points of block i, as many as it has room for.
static inline sc_point_block *sc_points_of(const sc_contact_blocks *blocks, int32_t i)
{
    return (sc_point_block *)(sc_frame_of(blocks, i) + 1);
}

static inline sc_friction_block *sc_friction_of(const sc_contact_blocks *blocks, int32_t i)
{
    return (sc_friction_block *)(blocks->tangents + sc_tangent_line(blocks->two_points, i));
}

/// The tangents of block i, as many as it has room for.
static inline sc_tangent_block *sc_tangents_of(const sc_contact_blocks *blocks, int32_t i)
{
    return (sc_tangent_block *)(sc_friction_of(blocks, i) + 1);
}

/// Impulses of pseudo-velocities (pgs_split) for the block of the same index.
typedef struct sc_push_block
{
    _Alignas(64) float impulse[2][SC_BLOCK];
} sc_push_block;

/// Residuals of the points of the block of the same index, m/s; 0 where no point exists.
typedef struct sc_residual_block
{
    _Alignas(64) float speed[2][SC_BLOCK];
} sc_residual_block;

enum
{
    SC_BLOCK_TWO_POINTS = 1,   ///< a lane has two points; otherwise none has
    SC_BLOCK_SURFACE = 2,      ///< some lane sticks harder than it slides, rolls with resistance or
                               ///< has a tangent speed
    SC_BLOCK_RESTITUTION = 4,  ///< a lane has surfaces that bounce
    // The flags below are set by prepare_contacts; SC_BLOCK_LANDS and SC_BLOCK_MIXED only together
    // with SC_BLOCK_TWO_POINTS.
    SC_BLOCK_FIXED = 8,     ///< a lane is empty or has a body that cannot move
    SC_BLOCK_LANDS = 16,    ///< some lane solves both points at once: they close within the step,
                            ///< or the masses are unequal
    SC_BLOCK_MIXED = 32,    ///< a lane has a contact of one point
    SC_BLOCK_BOUNCES = 64,  ///< a lane bounces if it is pushed
    SC_BLOCK_EXTRAS = SC_BLOCK_SURFACE | SC_BLOCK_RESTITUTION | SC_BLOCK_BOUNCES,
    SC_BLOCK_FOUND = SC_BLOCK_FIXED | SC_BLOCK_LANDS | SC_BLOCK_MIXED | SC_BLOCK_BOUNCES
};

/// The number of points of each contact of a block with these flags. Other points are neither
/// written nor read.
static inline int sc_block_points(int flags) { return flags & SC_BLOCK_TWO_POINTS ? 2 : 1; }

/// The coefficients of a soft constraint with the velocity v and the accumulated impulse `sum`:
/// bias = max(bias_rate * separation, -push speed); impulse = -mass (mass_scale v + bias) -
/// impulse_scale * sum. bias_rate includes mass_scale. Sources: E. Catto, Soft Constraints (2011);
/// M. Macklin et al., Small Steps in Physics Simulation (2019).
typedef struct sc_softness
{
    float bias_rate, mass_scale, impulse_scale;
} sc_softness;

typedef struct sc_contact_args
{
    const sc_block_rows *rows;  ///< by block
    sc_contact_blocks blocks;
    uint8_t *flags;              ///< by block: SC_BLOCK_*; prepare_contacts sets SC_BLOCK_FOUND
    const int32_t *contact;      ///< by block lane: index of the contact
    sc_manifold *manifolds;      ///< by contact
    const sc_surface *surfaces;  ///< by contact; only read for blocks with extras
    const float *friction;       ///< by contact: that of its surface
    sc_velocity *velocities;
    sc_delta *deltas;  ///< only project_contacts writes
    sc_warm_start *warm_starts;
    int32_t dynamic_count;  ///< rows below this may be written
    int32_t discard_row;    ///< takes all other writes
    sc_softness soft, rigid;
    float dt, h, inverse_h;  ///< s, s, 1/s
    float push_speed;        ///< m/s
    float bounce_error;      ///< m/s: SC_BOUNCE_ERROR of the world
    float speculative;       ///< m: of the world
    float restitution_threshold;
    bool
        /// Restitution removes the velocity by which overlap was corrected (pgs only)
        takes_back;
    /// The number of substeps in which an impulse of this substep acts, because warm starting
    /// repeats it
    float substeps_left;
    float warm_scale;  ///< factor for the impulses of the last step: ratio of the substep lengths
    float slop;        ///< m: overlap that is not corrected (all except soft_step)
    float push_rate;   ///< 1/s: speed of correction per metre of overlap beyond the slop
    /// The index of the point that is solved first in contacts of two points (all solvers except
    /// soft_step)
    int32_t first_point;
    /// Fraction of the overlap beyond the slop that projection corrects
    float position_correction;
    sc_push_block *pushes;         ///< by block: push_contacts only
    sc_residual_block *residuals;  ///< by block: measure_residuals only
    uint16_t *bouncing;            ///< by block, a bit for each lane, or null: set by find_bounces
} sc_contact_args;

#endif
