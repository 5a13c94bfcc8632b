/// The store of soft bodies: vertices, edges and outlines, each in one array over all bodies.
///
/// Invariants:
///   bodies[] is in order of creation; row[slot] and bodies[].slot are inverse to each other
///   the vertices of a body are [first_vertex, first_vertex + vertex_count), followed by those of
///   the next body; the same holds for edges and outlines, whose entries count from first_vertex
///   an attachment names a live soft body; its rigid body may have been destroyed
///   attachments[] is in the order in which vertices were attached, with gaps where they were
///   detached: at most half of the entries are gaps; attachment_of[v] is the index of the
///   attachment of vertex v, plus 1; 0: none
#ifndef SC_SOFT_STORE_H
#define SC_SOFT_STORE_H

#include "core/ids.h"
#include "core/memory.h"
#include "scree/soft_body.h"
#include "simd/soft_block.h"
#include "dynamics/solver/colouring.h"

/// sc_soft_body.flags
enum
{
    SC_SOFT_DISABLED = 1,
    SC_SOFT_NONFINITE = 2,  ///< has non-finite values; disabled at the end of this step
};

typedef struct sc_soft_body
{
    scree_soft_body_id id;
    int32_t slot;
    int32_t first_vertex, vertex_count;
    int32_t first_edge, edge_count;
    int32_t first_corner, corner_count;  ///< the outline; 0: none
    int32_t flags;
    float radius, damping, gravity_scale, friction;
    scree_filter filter;
    void *user_data;
} sc_soft_body;

/// A vertex attached to a point of a rigid body.
typedef struct sc_soft_attachment
{
    int32_t soft_slot, vertex;  ///< of the soft body; slot 0: a gap
    uint64_t rigid;             ///< id
    scree_vec2 point;           ///< from the rigid body's origin, its frame, m
} sc_soft_attachment;

// clang-format off
/// The arrays by vertex.
#define SC_SOFT_VERTICES(X) \
    X(float, x, SC_HASHED, "f") \
    X(float, y, SC_HASHED, "f") \
    X(float, vx, SC_HASHED, "f") \
    X(float, vy, SC_HASHED, "f") \
    X(float, inverse_mass, SC_STATE, "f") \
    X(float, radius, SC_STATE, "f") \
    X(int32_t, attachment_of, SC_CACHE, "i")
// clang-format on

typedef struct sc_soft_bodies
{
    const struct sc_lengths *lengths;  ///< of the world
    sc_ids ids;
    int32_t *row;  ///< by slot
    sc_soft_body *bodies;
    int32_t body_count, body_capacity;
    SC_SOFT_VERTICES(SC_MEMBER)
    int32_t vertex_count, vertex_capacity;
    scree_soft_edge *edges;
    int32_t edge_count, edge_capacity;
    int32_t *corners;
    int32_t corner_count, corner_capacity;
    sc_soft_attachment *attachments;
    int32_t attachment_count, attachment_capacity;  ///< including gaps
    int32_t gap_count;
    uint64_t pair_looks;        ///< pairs of AABBs compared along both axes, since creation
    uint64_t attachment_looks;  ///< attachments visited or moved, since creation

    int32_t iterations;

    // The edges in blocks, kept until the set of edges changes.
    sc_arena arena;
    bool coloured;
    sc_edge_block *blocks;
    int32_t block_count;
    sc_batch batch;

    int32_t contact_count, nonfinite_count;  ///< of the last step
    int32_t max_contacts;                    ///< of any substep of the last step
    struct sc_soft_work *work;               ///< of the step, in its arena; null outside
} sc_soft_bodies;

extern const sc_store sc_soft_store;

/// Counts of elements of a body.
typedef struct sc_soft_size
{
    int vertices, edges, corners;
} sc_soft_size;

void sc_soft_bodies_init(sc_soft_bodies *soft, sc_memory *memory, uint16_t world);
void sc_soft_bodies_release(sc_soft_bodies *soft, sc_memory *memory);
/// Reserves room for one more body. Returns false and changes nothing if out of memory.
bool sc_soft_bodies_reserve(sc_soft_bodies *soft, sc_memory *memory, sc_soft_size extra);
/// Adds a body with cleared vertices and edges. The caller has reserved room.
sc_soft_body *sc_soft_bodies_add(sc_soft_bodies *soft, sc_soft_size size);
/// Removes a body. The rows of the bodies after it become lower by one.
void sc_soft_bodies_remove(sc_soft_bodies *soft, int32_t row);

/// Attaches a vertex and replaces its previous attachment, if any. Returns false if out of memory.
bool sc_soft_attach_vertex(sc_soft_bodies *soft, sc_memory *memory,
                           const sc_soft_attachment *attachment);
/// Detaches a vertex, numbered over all bodies, if it is attached.
void sc_soft_detach(sc_soft_bodies *soft, int32_t vertex);

static inline bool sc_soft_is_live(const sc_soft_body *body)
{
    return (body->flags & (SC_SOFT_DISABLED | SC_SOFT_NONFINITE)) == 0;
}

/// Checks the invariants. Returns null if they hold, else the text of one that does not
/// (core/require.h).
const char *sc_validate_soft(const sc_soft_bodies *soft);

#endif
