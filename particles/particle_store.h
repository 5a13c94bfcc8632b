/// The store of circular particles, and their stage of a step.
///
/// Invariants:
///   rows [0, count) are live, in any order: the step sorts them along space
///   row[slot] and slot[row] are inverse to each other for live particles
///   arrays by row have room for a whole block of 16 past the last row
///   neighbours.valid: the list of close pairs was built from these rows, and none was added or
///   removed since
#ifndef SC_PARTICLE_STORE_H
#define SC_PARTICLE_STORE_H

#include "broadphase/grid.h"
#include "core/ids.h"
#include "core/step_context.h"
#include "scree/particle.h"
#include "simd/particle_records.h"
#include "dynamics/solver/colouring.h"

enum
{
    /// The maximum number of pairs of a particle with later ones, if particles overlap heavily.
    SC_PAIRS_EACH = 64
};

/// Pairs of particles that may touch while no particle moves farther than its skin from its
/// position when the list was built. They are sorted by colour. Each colour is padded to blocks of
/// 16 with the pair (padding, padding), and no two pairs of a block share a particle.
typedef struct sc_neighbour_list
{
    sc_arena arena;
    bool valid;
    int32_t *a, *b;  ///< rows
    sc_batch batch;  ///< pairs without a colour are solved one at a time
    int pair_count;
    float min_skin, extra_skin;  ///< m: the skin at rest, and the largest addition at speed
    float slack;                 ///< m: how far beyond its skin a particle may be within a step
    bool by_radius;  ///< the skin of each particle depends on its own radius, not on the mean one
    bool truncated;  ///< some particles have more neighbours than are listed; such a list is not
                     ///< kept between steps
    int64_t looks;   ///< entries tested for the last crowded list
    float *x, *y, *skin;  ///< by row: listed position, and how far it may move
    sc_grid grid;         ///< of the AABBs grown by the skins, when the list was built

    // Pairs added since the list was built, for the few particles that left their skins
    // (neighbour_update.c). Particles created since then count as outside their skins: their x is
    // infinite.
    int count;         ///< rows at the end of the last step
    int row_capacity;  ///< maximum number of rows; this row is the padding
    /// In a and b: end of the added blocks, each without repeated particles; capacity
    int32_t added_end, pair_capacity;
    float *built_x, *built_y, *built_skin;  ///< by row: x, y, skin when the list was built
    uint8_t *moved;                         ///< by row: 1: its AABB in the grid is stale
    int32_t *moved_rows;
    int moved_count, moved_capacity;
    int32_t *first_added;  ///< by row: the pair last added under it; negative: none
    int32_t *next_added;  ///< by index in a and b, less the end of the batch: the pair added before
} sc_neighbour_list;

// clang-format off
/// The arrays by row.
#define SC_CIRCLE_ROWS(X) \
    X(scree_particle_id, id, SC_STATE, "#") \
    X(int32_t, slot, SC_UPDATED, "i") \
    X(float, x, SC_HASHED, "f") \
    X(float, y, SC_HASHED, "f") \
    X(float, vx, SC_HASHED, "f") \
    X(float, vy, SC_HASHED, "f") \
    X(float, radius, SC_STATE, "f") \
    X(float, inverse_mass, SC_STATE, "f") \
    X(void *, user_data, SC_STATE, "p")
// clang-format on

typedef struct sc_circles
{
    sc_ids ids;
    int32_t *row;  ///< by slot
    int32_t count, capacity;
    SC_CIRCLE_ROWS(SC_MEMBER)

    scree_particle_settings settings;
    sc_neighbour_list neighbours;  ///< kept between steps
    sc_neighbour_list spare;       ///< for a new list in the middle of a step
    bool listed;  ///< no row changed since the last step, and `neighbours` is the list of that step

    struct sc_circle_step *work;  ///< of the step, in its arena; null outside
    /// scratch for one search at a time; a step may make one search in each substep
    sc_arena scratch;

    // Counts of the last step.
    int pair_count, shape_pair_count;
    int stopped_count;  ///< fixed because non-finite or out of bounds, since creation
} sc_circles;

extern const sc_store sc_circle_store;

/// Reserves room for `extra` more particles. Returns false and changes nothing if out of memory.
bool sc_circles_reserve(sc_circles *circles, sc_memory *memory, int extra);
void sc_circles_release(sc_circles *circles, sc_memory *memory);
/// Adds a particle. The caller has reserved room. Returns its row. All fields except the ids are
/// zero.
int32_t sc_circles_add(sc_circles *circles);
void sc_circles_remove(sc_circles *circles, int32_t row);
/// The number of rows, a whole number of blocks, for which a list built for `count` particles has
/// room.
int sc_neighbour_rows(int count);
/// Invalidates the lists after rows or positions changed.
void sc_circles_drop_neighbours(sc_circles *circles);

/// The pairs that a search found.
typedef struct sc_found_pairs
{
    sc_arena *arena;
    int32_t *a, *b;
    int count, capacity;
} sc_found_pairs;

/// A body whose shapes particles may touch.
typedef struct sc_coupled_body
{
    int32_t row;
    sc_pose start;              ///< of the centre of mass, at the beginning of the step
    sc_delta displacement;      ///< of the step, computed by the solver
    sc_pose before, now;        ///< at the beginning and the end of the substep
    scree_vec2 inverse_mass;    ///< 1/kg, along each axis, because one may be locked
    float inverse_inertia;      ///< 1/(kg m^2)
    scree_vec2 gain, velocity;  ///< changes by particles in this step, m and m/s
    sc_rotation turn;           ///< rotation by particles in this step
    float spin;                 ///< rad/s
} sc_coupled_body;

/// Shapes that particles may touch, their bodies, and the pairs.
typedef struct sc_coupled
{
    sc_coupled_body *bodies;  ///< of all shapes that were listed in this step
    int32_t *body_of;         ///< by row: index in `bodies`; -1: none
    int body_count;
    float fraction;         ///< the part of the step that is done: 0 to 1
    int32_t *slots, *body;  ///< by shape: its slot, and the index of its body
    int shape_count;
    sc_found_pairs pairs;  ///< a: index of the shape, b: row of the particle
} sc_coupled;

/// A particle that left its skin, with its previous listed position and skin.
typedef struct sc_neighbour_update
{
    int32_t row;
    float x, y, skin;
} sc_neighbour_update;

/// The changes of this step to the kept list and to the rows. They are recorded, so that they can
/// be undone if memory runs out.
typedef struct sc_neighbour_changes
{
    sc_neighbour_update *updates;
    int update_count, update_capacity;
    int32_t added_end;  ///< before the step, like the members below
    int pair_count, moved_count;
    int32_t *sorted_from;  ///< by row: its row before the rows were sorted; null: not sorted
    void *scratch;         ///< for undoing the sort
    sc_aabb *aabbs;        ///< scratch by row
    uint64_t *masks;       ///< scratch by row, zero between uses
    int32_t *rows;         ///< scratch by row
} sc_neighbour_changes;

/// The working data of the substeps of one step.
typedef struct sc_circle_step
{
    sc_step *step;
    sc_circles *circles;
    sc_particle_args args;
    /// Ranges of rows in their order in the plane. A worker that pushes the pairs in a part of the
    /// plane then has the rows of that part in its cache.
    int32_t *row_order;
    /// By range of rows: whether a particle left its skin in the last test of all rows
    uint8_t *moved_out;
    int32_t *stopped;  ///< by range of rows: number of particles that became non-finite
    sc_neighbour_list *neighbours;
    sc_neighbour_changes changes;
    sc_coupled coupled;
} sc_circle_step;

/// The numbers 0 to count - 1, sorted by `along`. Null if out of memory.
int32_t *sc_order_along(sc_arena *arena, const float *along, int count);
/// Computes row_order from the position of the first row of each range. Returns false if out of
/// memory.
bool sc_order_rows(sc_circle_step *work);
/// Runs a job over rows [0, end) of particles. The ranges are taken from the lowest in the plane to
/// the highest.
void sc_run_rows(const sc_circle_step *work, const sc_pass *pass, int end, sc_job *job,
                 void *context);

/// Copies the records to the particles.
void sc_commit_particles(sc_step *step);
/// Restores the particles, their rows and pairs to the state before a step that ran out of memory.
void sc_rollback_particles(sc_step *step);

/// The number of pairs for which a list has room, including those that are added later. `end`: the
/// end of its batch.
int32_t sc_neighbour_pair_capacity(int32_t end);
/// The number of rows that may leave their skins before a list of `count` rows is built again.
int32_t sc_neighbour_moved_capacity(int32_t count);
/// Allocates the arrays of a list for rows that leave their skins, except next_added. Returns false
/// if out of memory.
bool sc_neighbours_take_built(sc_neighbour_list *neighbours);
/// Builds the grid of a list that was read from a snapshot, with its old contents. Returns false if
/// out of memory.
bool sc_restore_grid(sc_circle_step *work);

/// Builds `neighbours` from the particles' present records. With `sort`, their rows may be sorted
/// again along space, together with the records. Returns false if out of memory; the list is then
/// not valid.
bool sc_find_neighbours(sc_circle_step *work, sc_neighbour_list *neighbours, bool sort);
/// The number of pairs that sweeps may find before the particles count as crowded: at least 32 for
/// each particle, by doubling `room`. Heaps at rest have about 4 pairs for each particle.
static inline int64_t sc_max_pairs(int count, int64_t room)
{
    while (room < 32 * (int64_t)count + 1024)
    {
        room = 2 * room + 2 * SC_BLOCK;
    }
    return room;
}
/// Puts the rows back in the order that they had before the step.
void sc_rollback_rows(sc_circle_step *work);
/// How far a particle may move before its neighbours are searched again.
float sc_neighbour_skin(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                        int32_t row);
/// The AABB of all points within reach of a listed position.
static inline sc_aabb sc_aabb_of_reach(float x, float y, float reach)
{
    return (sc_aabb){x - reach, y - reach, x + reach, y + reach};
}
/// Whether two points this far apart are within reach of each other.
static inline bool sc_within_reach(float x, float y, float reach)
{
    return x * x + y * y <= reach * reach;
}
/// Whether particles belong into the list as a pair: they may come within reach of each other, and
/// at least one is movable.
static inline bool sc_are_neighbours(const sc_circle_step *work,
                                     const sc_neighbour_list *neighbours, int32_t a, int32_t b)
{
    sc_particle p = work->args.particles[a], q = work->args.particles[b];
    float reach = p.radius + neighbours->skin[a] + (q.radius + neighbours->skin[b]);
    return sc_within_reach(neighbours->x[b] - neighbours->x[a], neighbours->y[b] - neighbours->y[a],
                           reach) &&
           p.inverse_mass + q.inverse_mass > 0.0f;
}

/// Records the state of the kept list.
bool sc_begin_neighbour_update(sc_circle_step *work);
/// Removes the pairs that were added to the kept list since sc_begin_neighbour_update.
void sc_rollback_neighbours(sc_circle_step *work);
/// Finds new neighbours of the particles that will be farther than skin and slack in `ahead`
/// substeps, and adds their pairs to the current list. Returns false if out of memory. Sets *fits
/// to false if a new list is needed: the current one is truncated, or has no room for the particles
/// that moved or for the new pairs.
bool sc_update_neighbours(sc_circle_step *work, float ahead, float slack, bool *fits);
/// Builds a grid of the particles whose AABBs in neighbours->grid are stale. Returns false if out
/// of memory.
bool sc_grid_moved(sc_circle_step *work, const sc_neighbour_list *neighbours, sc_grid *grid);

/// Checks particles and their listed pairs (core/require.h).
const char *sc_validate_circles(const sc_circles *circles);

#endif
