/// Soft bodies: vertices with a mass, held together by edges that keep their length. They make
/// ropes, cloth, soft boxes and other deformable objects.
///
/// Vertices move by position Verlet: the displacement in a substep is the displacement in the last
/// one, less damping, plus gravity. Edges and contacts then shift the vertices, which changes their
/// velocity by as much, except where old overlap is removed (L. Verlet 1967; T. Jakobsen, "Advanced
/// Character Physics", 2001; friction and two-way contact after M. Mueller et al., "Position Based
/// Dynamics", 2007).
///
/// Units: m, kg, s, N s. Getters on an id without an object return zero (false, null) and set no
/// error.
#ifndef SCREE_SOFT_BODY_H
#define SCREE_SOFT_BODY_H

#include "geometry.h"
#include "id.h"
#include "shape.h"
#include "world.h"

typedef struct scree_soft_body_id
{
    uint64_t value;
} scree_soft_body_id;

/// These functions act like those of scree/id.h.
static inline scree_soft_body_id scree_soft_body_null(void)
{
    scree_soft_body_id id;
    id.value = 0;
    return id;
}

static inline bool scree_soft_body_is_null(scree_soft_body_id id) { return id.value == 0; }

static inline bool scree_soft_body_is_same(scree_soft_body_id a, scree_soft_body_id b)
{
    return a.value == b.value;
}

/// Two vertices of a body, by their indices in it, and the distance that is kept between them.
typedef struct scree_soft_edge
{
    int32_t a, b;
    float length;     ///< m, 1e-4 to 1e6 units; 0 at creation: the distance of the vertices
    float stiffness;  ///< fraction of the error removed per pass, (0, 1]; 0 at creation: that of
                      ///< the definition
} scree_soft_edge;

typedef struct scree_soft_body_def
{
    uint32_t version;  ///< set by scree_soft_body_def_default(); do not write

    // Vertices, edges and outline. The builders below fill these themselves.
    int vertex_count;  ///< 1 to 65536
    /// relative to `position` and `angle`, m, -5e7 to 5e7 in each coordinate
    const scree_vec2 *vertices;
    /// mass of each vertex, kg: 0 (held where it is), or 1e-6 to 1e9 times the square of the length
    /// unit; null: equal shares of `mass`
    const float *masses;
    int edge_count;  ///< 0 to 2^24
    /// null, with edge_count 0: if there is an outline, which must then contain every vertex, the
    /// edges are its sides and braces; without an outline, an edge joins each vertex to the next
    const scree_soft_edge *edges;
    /// 3 to 64 vertices that bound the body, by their indices, counter-clockwise and convex, at
    /// least 1e-4 units apart; 0: the body has none. Two bodies without outlines do not collide.
    int outline_count;
    const int32_t *outline;  ///< null: the first `outline_count` vertices

    /// m, -1e8 to 1e8 in each coordinate; the vertices must be within this range in the world, too
    scree_vec2 position;
    float angle;                 ///< rad, finite
    scree_vec2 linear_velocity;  ///< of all vertices, m/s, -1e6 to 1e6 units/s along each axis
    float angular_velocity;      ///< round `position`, rad/s, -1e6 to 1e6
    /// of all vertices together, kg. Each gets an equal share, from 1e-6 to 1e9 times the square of
    /// the length unit. With `masses` it is not used, and must be above 0.
    float mass;
    float radius;         ///< of the disc round each vertex and along each edge, m, 0 to 1e4 units
    float stiffness;      ///< of edges whose own stiffness is 0, (0, 1]
    float damping;        ///< 1/s, 0 to 1e6
    float gravity_scale;  ///< times the world's gravity, finite
    float friction;       ///< 0 to 1e6; with that of the other surface: sqrt(a b)
    scree_filter filter;  ///< as for shapes
    bool enabled;         ///< a disabled body collides with nothing and does not move
    void *user_data;
} scree_soft_body_def;

/// No vertices; at the origin, at rest, 1 kg, radius 0, stiffness 1, no damping, gravity scale 1,
/// friction 0.6, category 1, mask all, enabled.
SCREE_API SCREE_NODISCARD scree_soft_body_def scree_soft_body_def_default(void);

/// Creates a body from the arrays of `def`, which are copied; they may not be live arrays of the
/// world's soft bodies, such as the edges of scree_soft_body_vertices. Null id on error: see
/// scree_error_text. An outline that is not convex is an error.
SCREE_API scree_soft_body_id scree_soft_body_create(scree_world *world,
                                                    const scree_soft_body_def *def);

/// Creates a rectangle with both diagonals; vertices counter-clockwise from the lower left.
///
/// - `half_width`, `half_height`: m; > 5e-5 length units, up to 1e5 of them
SCREE_API scree_soft_body_id scree_soft_body_create_box(scree_world *world,
                                                        const scree_soft_body_def *def,
                                                        float half_width, float half_height);

/// Creates a braced regular polygon.
///
/// - `count`: vertices, 3 to 64
/// - `circumradius`: of the circle on which they lie, m, up to 1e5 units; sides at least 1e-4 units
SCREE_API scree_soft_body_id scree_soft_body_create_polygon(scree_world *world,
                                                            const scree_soft_body_def *def,
                                                            int count, float circumradius);

/// Creates a rope: a straight line of edges of equal length.
///
/// - `a`, `b`: the ends in the definition's frame, m, -5e7 to 5e7 in each coordinate
/// - `segments`: edges, 1 to 65535, each 1e-4 to 1e6 units long
/// - `hold_a`, `hold_b`: whether the end stays where it is
SCREE_API scree_soft_body_id scree_soft_body_create_rope(scree_world *world,
                                                         const scree_soft_body_def *def,
                                                         scree_vec2 a, scree_vec2 b, int segments,
                                                         bool hold_a, bool hold_b);

/// Creates a net whose rows lie one below the other in the definition's frame, vertex 0 at its
/// position; the index of a vertex is row * columns plus column.
///
/// - `columns`, `rows`: vertices, each 1 to 256, not both 1
/// - `spacing`: between neighbours, 1e-4 to 1e4 units
/// - `held`: `held_count` vertices that stay where they are; null and 0: none
SCREE_API scree_soft_body_id scree_soft_body_create_cloth(scree_world *world,
                                                          const scree_soft_body_def *def,
                                                          int columns, int rows, float spacing,
                                                          const int32_t *held, int held_count);

/// Destroys a body and its attachments. The vertices and edges of all bodies created after it move
/// towards the beginning of the live arrays, so it is fastest to destroy many bodies from the
/// newest to the oldest.
SCREE_API scree_result scree_soft_body_destroy(scree_world *world, scree_soft_body_id body);
SCREE_API SCREE_NODISCARD bool scree_soft_body_is_valid(const scree_world *world,
                                                        scree_soft_body_id body);

/// The live arrays of one body. Valid until the next call that creates or destroys a soft body, or
/// steps. Positions and velocities may be written: coordinates within +-1e8 m and +-1e6 units/s;
/// the velocity of a held vertex must stay 0.
typedef struct scree_soft_body_view
{
    int vertex_count;
    float *x, *y;               ///< m
    float *vx, *vy;             ///< displacement in the last substep / its duration, m/s
    const float *inverse_mass;  ///< 1/kg, 0: held
    const float *radius;        ///< m
    int edge_count;
    const scree_soft_edge *edges;
    int outline_count;
    const int32_t *outline;
} scree_soft_body_view;

/// All zero for an id without an object.
SCREE_API scree_soft_body_view scree_soft_body_vertices(scree_world *world,
                                                        scree_soft_body_id body);

/// The live arrays of all bodies, 64-byte aligned, as scree_soft_body_view describes them.
typedef struct scree_soft_vertex_view
{
    int count;
    float *x, *y, *vx, *vy;
    const float *inverse_mass, *radius;
} scree_soft_vertex_view;

SCREE_API scree_soft_vertex_view scree_world_soft_vertices(scree_world *world);

/// Writes ids in order of creation, at most `capacity`. Returns how many there are.
SCREE_API int scree_world_soft_bodies(const scree_world *world, scree_soft_body_id *ids,
                                      int capacity);

/// A definition with the settings, the counts and the mass (scree_soft_body_mass) of a body as they
/// are now. Its arrays are null; position, angle, velocities and stiffness have their default
/// values. For the vertices and edges see scree_soft_body_vertices.
SCREE_API SCREE_NODISCARD scree_soft_body_def scree_soft_body_settings(const scree_world *world,
                                                                       scree_soft_body_id body);

/// Sets how many passes each substep makes over edges and contacts: 1 to 64, default 8.
SCREE_API scree_result scree_world_set_soft_iterations(scree_world *world, int iterations);
SCREE_API int scree_world_soft_iterations(const scree_world *world);

SCREE_API bool scree_soft_body_is_enabled(const scree_world *world, scree_soft_body_id body);
SCREE_API scree_result scree_soft_body_set_enabled(scree_world *world, scree_soft_body_id body,
                                                   bool enabled);
SCREE_API void *scree_soft_body_user_data(const scree_world *world, scree_soft_body_id body);
SCREE_API scree_result scree_soft_body_set_user_data(scree_world *world, scree_soft_body_id body,
                                                     void *user_data);
/// Returns the centre of mass, m, of all vertices that are not held, or the mean position if all
/// are held.
SCREE_API scree_vec2 scree_soft_body_center_of_mass(const scree_world *world,
                                                    scree_soft_body_id body);
/// Returns the mass, kg, of all vertices that are not held.
SCREE_API float scree_soft_body_mass(const scree_world *world, scree_soft_body_id body);
SCREE_API float scree_soft_body_kinetic_energy(const scree_world *world,
                                               scree_soft_body_id body);  ///< J

/// These calls name a vertex by its index in the body.
SCREE_API scree_vec2 scree_soft_body_vertex_position(const scree_world *world,
                                                     scree_soft_body_id body, int vertex);
SCREE_API scree_vec2 scree_soft_body_vertex_velocity(const scree_world *world,
                                                     scree_soft_body_id body, int vertex);  ///< m/s
/// kg; 0: held.
SCREE_API float scree_soft_body_vertex_mass(const scree_world *world, scree_soft_body_id body,
                                            int vertex);
/// Teleports a vertex, to -1e8 to 1e8 m in each coordinate. Its velocity does not change.
SCREE_API scree_result scree_soft_body_set_vertex_position(scree_world *world,
                                                           scree_soft_body_id body, int vertex,
                                                           scree_vec2 position);
/// -1e6 to 1e6 units/s along each axis; a held vertex stays at rest.
SCREE_API scree_result scree_soft_body_set_vertex_velocity(scree_world *world,
                                                           scree_soft_body_id body, int vertex,
                                                           scree_vec2 velocity);
/// kg, 1e-6 to 1e9 times the square of the length unit; 0 holds the vertex where it is.
SCREE_API scree_result scree_soft_body_set_vertex_mass(scree_world *world, scree_soft_body_id body,
                                                       int vertex, float mass);
/// N s, on one vertex, whose velocity must stay within -1e6 to 1e6 units/s along each axis; no
/// effect on a held vertex.
SCREE_API scree_result scree_soft_body_apply_impulse(scree_world *world, scree_soft_body_id body,
                                                     int vertex, scree_vec2 impulse);
/// m/s, -1e6 to 1e6 units/s along each axis, of every vertex that is not held.
SCREE_API scree_result scree_soft_body_set_velocity(scree_world *world, scree_soft_body_id body,
                                                    scree_vec2 velocity);

/// Attaches a vertex to a point of a rigid body, given in the body's frame (-1e8 to 1e8 m in each
/// coordinate); the two pull on each other. A vertex has one attachment: another call replaces it.
/// While it lasts, the soft body and the rigid one do not collide. It ends when either of them is
/// destroyed.
SCREE_API scree_result scree_soft_body_attach(scree_world *world, scree_soft_body_id body,
                                              int vertex, scree_body_id rigid, scree_vec2 point);
/// The rigid body and the point in its frame that a vertex is attached to.
typedef struct scree_soft_attachment
{
    scree_body_id rigid;  ///< null: the vertex is not attached
    scree_vec2 point;     ///< m
} scree_soft_attachment;

SCREE_API scree_soft_attachment scree_soft_body_vertex_attachment(const scree_world *world,
                                                                  scree_soft_body_id body,
                                                                  int vertex);
/// Ends the attachment of a vertex. Does nothing to a vertex without one.
SCREE_API scree_result scree_soft_body_detach(scree_world *world, scree_soft_body_id body,
                                              int vertex);

#endif
