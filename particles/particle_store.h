/// The store of circular particles, and their stage of a step.
///
/// Invariants:
///   rows [0, count) are live, in no promised order: the step sorts them along space
///   row[slot] and slot[row] are inverse to each other for live particles
///   arrays by row have room for a whole block of 16 past the last row
///   neighbours.valid: the list of close pairs was built from these rows, none added or removed
///   since
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
    /// Pairs of a particle with those that come after it, where particles lie in each other.
    SC_PAIRS_EACH = 64
};

/// Pairs of particles that may touch while no particle goes farther than its skin from where it
/// was when the list was built. By colour, each padded to blocks of 16 with the pair
/// (padding, padding): no two pairs of a block share a particle.
typedef struct sc_neighbour_list
{
    sc_arena arena;
    bool valid;
    int32_t *a, *b;  ///< rows
    sc_batch batch;  ///< what has no colour lies lane by lane
    int pair_count;
    float min_skin, extra_skin;  ///< m: the skin at rest, and how much more at speed
    float slack;                 ///< m: how far beyond its skin a particle may be within a step
    bool by_radius;              ///< skins follow each one's own radius, not the mean one
    bool truncated;       ///< some have more neighbours than are listed: not kept between steps
    int64_t looks;        ///< entries looked at for the last list of a crowd
    float *x, *y, *skin;  ///< by row: where it was, and how far it may go
    sc_grid grid;         ///< of the AABBs grown by the skins, when the list was built

    // What was added since, for the few that left their skins (neighbour_update.c). Those created
    // since are out from the start: their x is infinite.
    int count;                              ///< rows when the last step ended
    int row_capacity;                       ///< rows there may be; this one is the padding
    int32_t added_end, pair_capacity;       ///< of a and b: blocks in which no particle is twice
    float *built_x, *built_y, *built_skin;  ///< by row: x, y, skin when it was built
    uint8_t *moved;                         ///< by row: 1: its AABB in the grid is stale
    int32_t *moved_rows;
    int moved_count, moved_capacity;
    int32_t *first_added;  ///< by row: the last pair added under it; negative: none
    int32_t *next_added;   ///< by place in a and b, less the end of the batch: the one before
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
    sc_neighbour_list neighbours;     ///< kept between steps
    sc_neighbour_list spare;          ///< for a list that is needed in the middle of a step
    const sc_neighbour_list *listed;  ///< of the last step; null: rows changed since

    struct sc_circle_step *work;  ///< of the step, in its arena; null outside
    /// of one look-up: a step may take as many as it has substeps
    sc_arena scratch;

    // What the last step counted.
    int pair_count, shape_pair_count;
    int stopped_count;  ///< fixed as non-finite or out of bounds, since creation
} sc_circles;

extern const sc_store sc_circle_store;

/// Room for `extra` more. False: no memory, nothing changed.
bool sc_circles_reserve(sc_circles *circles, sc_memory *memory, int extra);
void sc_circles_release(sc_circles *circles, sc_memory *memory);
/// Adds a particle; room was reserved. Returns its row; all fields but ids are zero.
int32_t sc_circles_add(sc_circles *circles);
void sc_circles_remove(sc_circles *circles, int32_t row);
/// Rows that a list built for `count` particles has room for; a whole number of blocks.
int sc_neighbour_rows(int count);
/// Rows or places changed: the lists hold no longer.
void sc_circles_drop_neighbours(sc_circles *circles);

/// Pairs that a search found.
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
    sc_delta displacement;      ///< of the step, as the solver found it
    sc_pose before, now;        ///< at both ends of the substep
    scree_vec2 inverse_mass;    ///< along each axis, for one may be locked, 1/kg
    float inverse_inertia;      ///< 1/(kg m^2)
    scree_vec2 gain, velocity;  ///< what particles gave it in this step, m and m/s
    sc_rotation turn;           ///< likewise
    float spin;                 ///< rad/s
} sc_coupled_body;

/// Shapes that particles may touch, their bodies, and the pairs.
typedef struct sc_coupled
{
    sc_coupled_body *bodies;  ///< those of all shapes that were listed in this step
    int32_t *body_of;         ///< by row: which of them; -1: none
    int body_count;
    float fraction;         ///< of the step that lies behind: 0 to 1
    int32_t *slots, *body;  ///< by shape: its slot, and the index of its body
    int shape_count;
    sc_found_pairs pairs;  ///< a: index of the shape, b: row of the particle
} sc_coupled;

/// A particle that left its skin, and what its listed position and skin were before.
typedef struct sc_neighbour_update
{
    int32_t row;
    float x, y, skin;
} sc_neighbour_update;

/// What this step did to the list that is kept between steps, and to the rows, to be rolled
/// back should memory fail.
typedef struct sc_neighbour_changes
{
    sc_neighbour_update *updates;
    int update_count, update_capacity;
    int32_t added_end;  ///< before the step, as the others
    int pair_count, moved_count;
    int32_t
        *sorted_from;  ///< by row: where it was before the rows were sorted; null: they were not
    void *scratch;     ///< for sorting them back
    sc_aabb *aabbs;    ///< scratch by row
    uint64_t *masks;   ///< scratch by row, zero between uses
    int32_t *rows;     ///< scratch by row
} sc_neighbour_changes;

/// What the substeps of one step work on.
typedef struct sc_circle_step
{
    sc_step *step;
    sc_circles *circles;
    sc_particle_args args;
    /// Ranges of rows in the order in which they lie in the plane. Whoever pushes pairs in one part
    /// of the plane has the rows of that part in its cache.
    int32_t *row_order;
    uint8_t *moved_out;  ///< by range of rows: some left their skins, in the last test of all
    int32_t *stopped;    ///< by range of rows: how many became non-finite
    sc_neighbour_list *neighbours;
    sc_neighbour_changes changes;
    sc_coupled coupled;
} sc_circle_step;

/// Numbers 0 to count - 1 in the order of `along`. Null: no memory.
int32_t *sc_order_along(sc_arena *arena, const float *along, int count);
/// Finds row_order, by where each range begins. False: no memory.
bool sc_order_rows(sc_circle_step *work);
/// Runs a job over rows [0, end) of particles, in ranges that are taken in the order of the plane.
void sc_run_rows(const sc_circle_step *work, const sc_pass *pass, int end, sc_job *job,
                 void *context);

/// The records go to the particles.
void sc_commit_particles(sc_step *step);
/// After a step that found no memory: the particles, their rows and pairs as they were before it.
void sc_rollback_particles(sc_step *step);

/// Builds `neighbours` from the particles' present records. `sort`: their rows may be sorted anew
/// along space, the records with them. False: no memory; the list is not valid.
bool sc_find_neighbours(sc_circle_step *work, sc_neighbour_list *neighbours, bool sort);
/// How many pairs sweeps may find before the particles count as crowded: at least 32 for each, of
/// which heaps at rest have 4. `room` doubles until it suffices.
static inline int64_t sc_max_pairs(int count, int64_t room)
{
    while (room < 32 * (int64_t)count + 1024)
    {
        room = 2 * room + 2 * SC_BLOCK;
    }
    return room;
}
/// Rows back to where they were before the step.
void sc_rollback_rows(sc_circle_step *work);
/// How far a particle may go before it is looked up again.
float sc_neighbour_skin(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                        int32_t row);
/// Whether two points this far apart are within reach of each other.
static inline bool sc_within_reach(float x, float y, float reach)
{
    return x * x + y * y <= reach * reach;
}
/// Whether particles are a pair of the list: they come within reach of each other, and not both are
/// fixed.
static inline bool sc_are_neighbours(const sc_circle_step *work,
                                     const sc_neighbour_list *neighbours, int32_t a, int32_t b)
{
    sc_particle p = work->args.particles[a], q = work->args.particles[b];
    float reach = p.radius + neighbours->skin[a] + (q.radius + neighbours->skin[b]);
    return sc_within_reach(neighbours->x[b] - neighbours->x[a], neighbours->y[b] - neighbours->y[a],
                           reach) &&
           p.inverse_mass + q.inverse_mass > 0.0f;
}

/// Remembers the state of the list that is kept between steps.
bool sc_begin_neighbour_update(sc_circle_step *work);
/// Removes what was added to it since.
void sc_rollback_neighbours(sc_circle_step *work);
/// Looks up the particles that will be farther than skin and slack in `ahead` substeps, and adds
/// their pairs to the list in force. False: no memory. *fits false: too many, a new list is needed.
bool sc_update_neighbours(sc_circle_step *work, float ahead, float slack, bool *fits);
/// A grid of the particles whose AABBs in neighbours->grid are stale. False: no memory.
bool sc_grid_moved(sc_circle_step *work, const sc_neighbour_list *neighbours, sc_grid *grid);

/// Checks particles and the pairs that are kept of them (core/require.h).
const char *sc_validate_circles(const sc_circles *circles);

#endif
