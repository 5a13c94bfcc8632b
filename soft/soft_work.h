/// Data that the stages of soft bodies share within one step, in the step's arena.
///
/// A contact requires C = n . (p - q) - gap >= 0, where p is a vertex (or a corner of a rigid
/// body), q the point of an edge beside it (or of a rigid face), and n the outward normal of that
/// edge or face. On an edge q = (1 - t) x_a + t x_b, so the gradients are n for the vertex and -(1
/// - t) n and -t n for the ends of the edge. A rigid body has the inverse mass m^-1 + I^-1 (r x
/// n)^2 at its point. With lambda = -C / sum(w |gradient|^2), each vertex moves by w lambda
/// gradient, and momentum is conserved.
#ifndef SC_SOFT_WORK_H
#define SC_SOFT_WORK_H

#include "core/limits.h"
#include "core/maths.h"
#include "core/step_context.h"
#include "soft/soft_store.h"
#include "soft/soft_tree.h"
#include "simd/kernels.h"

/// Farther out, a float no longer resolves a metre.
#define SC_SOFT_FARTHEST SC_WORLD_REACH

enum
{
    /// Bytes of one vertex.
    SC_SOFT_RECORD_BYTES =
        sizeof(sc_soft_point) + sizeof(sc_soft_previous) + sizeof(sc_soft_velocity_update)
};

/// A rigid body that soft ones may touch in this step, while it moves through the substeps: on the
/// solver's path, and by pushes of soft bodies.
typedef struct sc_soft_rigid
{
    int32_t row;
    float inverse_mass, inverse_inertia;  ///< 0 if it cannot move or turn
    scree_vec2 open;                      ///< by axis: 0 if locked, else 1
    sc_pose pose;                         ///< centre of mass and rotation in this substep
    scree_vec2 travel;                    ///< displacement since the substep began, m
    float spin;                           ///< rad
    scree_vec2 slide;                     ///< the part of travel that counts for friction, m
    float slide_spin;                     ///< rad
    scree_vec2 shift;                     ///< by soft bodies, since the step began, m
    float turn;                           ///< rad
    scree_vec2 gained_velocity;           ///< by soft bodies, m/s
    float gained_spin;                    ///< rad/s
    bool touches;                         ///< it touches another rigid body
} sc_soft_rigid;

/// A shape that soft bodies may touch, and its pose in this substep.
typedef struct sc_soft_shape
{
    int32_t slot;
    int32_t rigid;  ///< -1: does not move
    sc_shape_pose pose;
} sc_soft_shape;

/// Rows of two soft bodies, or of one and the index of a shape.
typedef struct sc_soft_pair
{
    int32_t a, b;
} sc_soft_pair;

/// One contact point of a soft body.
typedef struct sc_soft_contact
{
    int32_t vertex;          ///< soft; -1: a corner of the rigid body
    int32_t edge_a, edge_b;  ///< soft; -1: a face of the rigid body
    float side;              ///< outward is to the right of the soft edge (1) or to the left (-1)
    int32_t rigid;           ///< -1: none, or one that does not move
    /// The corner, or a point of the face: body frame; world if it does not move
    scree_vec2 point;
    scree_vec2 normal;  ///< of the face, in the same frame
    float gap;          ///< m: sum of the radii
    float friction;
    float normal_impulse, tangent_impulse;  ///< in this substep, kg m: for Coulomb friction
    float recovered;                        ///< in this substep, m: correction of earlier overlap
} sc_soft_contact;

/// A vertex attached to a rigid body.
typedef struct sc_soft_attached_vertex
{
    int32_t vertex, rigid;
    scree_vec2 point;  ///< from the centre of mass, body frame, m
} sc_soft_attached_vertex;

typedef struct sc_soft_work
{
    // Records by vertex. Records of bodies that do not take part are zero.
    sc_soft_point *points;
    sc_soft_previous *previous;
    sc_soft_velocity_update *updates;
    int32_t padded;  ///< number of vertices, a multiple of 16; index of the record for empty lanes

    sc_aabb *aabbs;  ///< by row: in this substep
    /// by row, in this substep, of bodies without an outline that may touch something
    sc_soft_tree *vertex_trees, *edge_trees;
    sc_soft_pair *soft_pairs, *shape_pairs;
    int32_t soft_pair_count, shape_pair_count;
    sc_soft_shape *shapes;
    sc_soft_rigid *rigids;
    int32_t *rigid_of;  ///< by row of the rigid bodies: index + 1, or 0
    sc_soft_attached_vertex *attached;
    int32_t shape_count, rigid_count, attached_count;
    sc_soft_contact *contacts;  ///< of this substep; the room grows when needed
    int32_t contact_count, contact_capacity;
    int32_t max_contacts;  ///< of any substep so far
    bool out_of_memory;    ///< the room for contacts could not grow
} sc_soft_work;

static inline scree_vec2 sc_soft_position(const sc_soft_bodies *soft, int32_t v)
{
    const sc_soft_point *p = &soft->work->points[v];
    return (scree_vec2){soft->x[v] + p->x, soft->y[v] + p->y};
}

/// The vector from vertex a to vertex v: the difference of the positions plus the difference of the
/// displacements. To add each displacement to its position first would lose digits.
static inline scree_vec2 sc_soft_offset(const sc_soft_bodies *soft, int32_t a, int32_t v)
{
    const sc_soft_point *p = soft->work->points;
    return (scree_vec2){(soft->x[v] - soft->x[a]) + (p[v].x - p[a].x),
                        (soft->y[v] - soft->y[a]) + (p[v].y - p[a].y)};
}

/// Lays the edges of all live bodies into coloured blocks, unless the blocks are still valid.
/// Returns false if out of memory.
bool sc_soft_colour_edges(sc_step *step);

/// Finds the pairs, shapes and rigid bodies that may touch in this step, and reserves room for as
/// many contacts as the last step had. Returns false if out of memory.
bool sc_soft_find_pairs(sc_step *step);

/// Marks the rigid bodies that touch other rigid bodies. Called before the first substep.
void sc_soft_mark_touching(const sc_step *step);
/// Moves rigid bodies and their shapes to their poses in a substep.
void sc_soft_move_rigids(const sc_step *step, int substep);
/// Adds the effect of soft bodies on rigid ones to the solver's records.
void sc_soft_give_back(const sc_step *step);

/// Finds the contacts of this substep. Returns false if out of memory.
bool sc_soft_find_contacts(const sc_step *step);
/// Runs one pass over attachments and contacts, in order.
void sc_soft_solve_contacts(const sc_step *step);

#endif
