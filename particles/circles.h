/// The store of circular particles, and their stage of a step.
///
/// Invariants:
///   rows [0, count) are live, in no promised order: the step sorts them along space
///   row[slot] and slot[row] are inverse to each other for live particles
///   arrays by row have room for a whole block of 16 past the last row
///   near.valid: the list of near pairs was built from these rows, none added or removed since
#ifndef SC_CIRCLES_H
#define SC_CIRCLES_H

#include "broadphase/grid.h"
#include "core/ids.h"
#include "core/step.h"
#include "scree/particle.h"
#include "simd/particles.h"

enum
{
    /// Colours of pairs; what finds none is solved one after the other.
    SC_PARTICLE_COLOURS = 64,
    /// Pairs of a particle with those that come after it, where particles lie in each other.
    SC_PAIRS_EACH = 64
};

/// Pairs of particles that may touch while no particle goes farther than its margin from where it
/// was when the list was built. By colour, each padded to blocks of 16 with the pair (dummy,
/// dummy): no two pairs of a block share a particle.
typedef struct sc_near
{
    sc_arena arena;
    bool valid;
    int32_t *a, *b;                        ///< rows
    int32_t end[SC_PARTICLE_COLOURS + 1];  ///< of each colour; the last one is the uncoloured
    int pair_count, colour_count;
    float least, most;  ///< m: the margin at rest, and how much more the fastest have
    float slack;        ///< m: how far beyond its margin a particle may be in the middle of a step
    bool by_radius;  ///< margins go by each one's own radius: by the mean one, too many would meet
    bool lost;       ///< some have more neighbours than are listed: not kept between steps
    int64_t looks;   ///< entries looked at for the last list of a crowd
    float *x, *y, *margin;  ///< by row: where it was, and how far it may go
    sc_grid grid;           ///< of the boxes grown by the margins, when the list was built

    // What was added since, for the few that left their margins (circles_left.c). Particles created
    // since have left from the start: their x is infinite.
    int count, room;  ///< rows when the last step ended, and how many there may be; dummy: room
    int32_t added_end, capacity;              ///< of a and b: blocks in which no particle is twice
    float *built_x, *built_y, *built_margin;  ///< by row: as x, y and margin when it was built
    uint8_t *moved;                           ///< by row: 1: its box in the grid is stale
    int32_t *moved_rows;
    int moved_count, moved_most;
    int32_t *first_added;  ///< by row: the last pair added under it; negative: none
    int32_t *next_added;   ///< by place in a and b, less end[SC_PARTICLE_COLOURS]: the one before
} sc_near;

typedef struct sc_circles
{
    sc_ids ids;
    int32_t *row;  ///< by slot
    int32_t slot_capacity;
    int32_t count, capacity;

    // By row.
    scree_particle_id *id;
    int32_t *slot;
    float *x, *y, *vx, *vy, *radius, *inverse_mass;
    void **user_data;

    scree_particle_settings settings;
    sc_near near;           ///< kept between steps
    sc_near spare;          ///< for a list that is needed in the middle of a step
    const sc_near *listed;  ///< the one that the last step ended with; null: rows changed since

    struct sc_circle_step *work;  ///< of the step, in its arena; null outside
    /// of one look-up: a step may take as many as it has substeps
    sc_arena scratch;

    // What the last step counted.
    int pair_count, shape_pair_count;
    int stopped_count;  ///< fixed for leaving the range of numbers, since creation
} sc_circles;

/// Row arrays, for growing, sorting and releasing.
enum
{
    SC_CIRCLE_ARRAYS = 9
};
void sc_circles_arrays(sc_circles *circles, sc_array arrays[SC_CIRCLE_ARRAYS]);

/// Room for `extra` more. False: no memory, nothing changed.
bool sc_circles_reserve(sc_circles *circles, sc_memory *memory, int extra);
void sc_circles_release(sc_circles *circles, sc_memory *memory);
/// Adds a particle; room was reserved. Returns its row; all fields but ids are zero.
int32_t sc_circles_add(sc_circles *circles);
void sc_circles_remove(sc_circles *circles, int32_t row);
/// Rows that a list built for `count` particles has room for; a whole number of blocks.
int sc_near_room(int count);
/// Rows or places changed: the lists hold no longer.
void sc_circles_forget_near(sc_circles *circles);

/// Pairs that sweeps found.
typedef struct sc_found_pairs
{
    sc_arena *arena;
    int32_t *a, *b;
    int count, capacity;
    int most;   ///< room does not grow beyond twice as many; 0: no bound
    bool over;  ///< there are more, and the sweep was given up
} sc_found_pairs;

/// A body whose shapes particles may meet.
typedef struct sc_met_body
{
    int32_t row;
    sc_pose start;              ///< of the centre of mass, at the beginning of the step
    sc_delta way;               ///< of the step, as the solver found it
    sc_pose before, now;        ///< at both ends of the substep
    scree_vec2 inverse_mass;    ///< along each axis, for one may be locked, 1/kg
    float inverse_inertia;      ///< 1/(kg m^2)
    scree_vec2 gain, velocity;  ///< what particles gave it in this step, m and m/s
    sc_rotation turn;           ///< likewise
    float spin;                 ///< rad/s
} sc_met_body;

/// Shapes that particles may meet, their bodies, and the pairs.
typedef struct sc_met
{
    sc_met_body *bodies;
    int body_count;
    int32_t *slots, *body;  ///< by shape: its slot, and the index of its body
    int shape_count;
    sc_found_pairs pairs;  ///< a: index of the shape, b: row of the particle
} sc_met;

bool sc_found_make_room(sc_found_pairs *pairs, int capacity);
/// Runs a sweep over boxes [at, end), growing `found` as needed, up to its bound. False: no memory.
bool sc_sweep_all(sc_sweep_kernel *kernel, sc_sweep_args *args, int at, int end,
                  sc_found_pairs *found);

/// Room for boxes as a sweep reads them; the previous ones are empty. False: no memory.
bool sc_take_boxes(sc_arena *arena, sc_sorted_boxes *boxes, int count);

/// A particle that left its margin, and what its place and margin were before.
typedef struct sc_left
{
    int32_t row;
    float x, y, margin;
} sc_left;

/// What this step did to the list that is kept between steps, and to the rows, to be taken back
/// should memory fail.
typedef struct sc_near_changes
{
    sc_left *left;
    int left_count, left_most;
    int32_t added_end;  ///< before the step, as the others
    int pair_count, moved_count;
    int32_t
        *sorted_from;  ///< by row: where it was before the rows were sorted; null: they were not
    void *scratch;     ///< for sorting them back
    sc_box *boxes;     ///< scratch by row
    uint64_t *masks;   ///< scratch by row, zero between uses
} sc_near_changes;

/// What the substeps of one step work on.
typedef struct sc_circle_step
{
    sc_step *step;
    sc_circles *circles;
    sc_particle_args args;
    sc_near *near;
    sc_near_changes changes;
    sc_met met;
} sc_circle_step;

/// The stage `move_particles`, on the records. Bodies get what particles give them in
/// step->velocities and step->deltas. False: no memory.
bool sc_move_particles(sc_step *step);
/// The records go to the particles.
void sc_keep_particles(sc_step *step);
/// After a step that found no memory: the particles, their rows and pairs as they were before it.
void sc_take_back_particles(sc_step *step);

/// Builds `near` from the particles' present records. `sort`: their rows may be sorted anew along
/// space, the records with them. False: no memory; the list is not valid.
bool sc_find_near(sc_circle_step *work, sc_near *near, bool sort);
/// The pairs of a list whose grid was built, no more than SC_PAIRS_EACH of each particle. False: no
/// memory.
bool sc_find_crowded(sc_circle_step *work, sc_near *near, sc_found_pairs *pairs);
/// How many pairs a sweep may find before the particles count as crowded.
static inline int sc_most_pairs(int count)
{
    enum
    {
        // Heaps at rest have 4.
        MEAN = 32,
        LEAST = 1024
    };
    return MEAN * count + LEAST;
}
/// Rows back to where they were before the step.
void sc_unsort_rows(sc_circle_step *work);
/// How far a particle may go before it is looked up again.
float sc_near_margin(const sc_circle_step *work, const sc_near *near, int32_t row);
/// Whether two circles, each as wide as radius and margin, meet.
static inline bool sc_may_meet(float x, float y, float reach)
{
    return x * x + y * y <= reach * reach;
}
/// Drops the pairs who cannot meet, and gives the others the lowest colour that neither particle
/// has in `masks`; SC_PARTICLE_COLOURS where none is free. Returns how many are left.
int sc_colour_near(const sc_circle_step *work, const sc_near *near, sc_found_pairs *pairs,
                   uint64_t *masks, uint8_t *colours, int32_t *colour_count);

/// Notes the state of the list that is kept between steps.
bool sc_note_near(sc_circle_step *work);
/// Takes back what was added to it since.
void sc_take_back_near(sc_circle_step *work);
/// Looks up the particles that will be farther than margin and slack in `ahead` substeps, and adds
/// their pairs to the list in force. False: no memory. *fits false: too many, a new list is needed.
bool sc_add_left(sc_circle_step *work, float ahead, float slack, bool *fits);
/// A grid of the particles whose boxes in near->grid are stale. False: no memory.
bool sc_grid_moved(sc_circle_step *work, const sc_near *near, sc_grid *grid);

#endif
