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
    SC_PARTICLE_COLOURS = 64
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
    float slack;  ///< m: how far beyond its margin a particle may be in the middle of a step
    float *x, *y, *margin;  ///< by row: where it was, and how far it may go
    sc_grid grid;           ///< of the boxes grown by the margins
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
/// Rows or places changed: the lists hold no longer.
void sc_circles_forget_near(sc_circles *circles);

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
    int32_t *shape, *particle;  ///< by pair: index of the shape, row of the particle
    int pair_count;
} sc_met;

/// Pairs that sweeps found.
typedef struct sc_found_pairs
{
    int32_t *a, *b;
    int count, capacity;
} sc_found_pairs;

bool sc_found_make_room(sc_found_pairs *pairs, sc_arena *arena, int capacity);
/// Runs a sweep over boxes [at, end), growing `found` as needed. False: no memory.
bool sc_sweep_all(sc_step *step, sc_sweep_kernel *kernel, sc_sweep_args *args, int at, int end,
                  sc_found_pairs *found);

/// What the substeps of one step work on.
typedef struct sc_circle_step
{
    sc_step *step;
    sc_circles *circles;
    sc_particle_args args;
    sc_near *near;
    sc_met met;
} sc_circle_step;

/// The stage `move_particles`. Bodies get what particles give them in step->velocities and
/// step->deltas. False: no memory, and no particle has moved.
bool sc_move_particles(sc_step *step);

/// Builds `near` from the particles' present records. `sort`: their rows may be sorted anew along
/// space, the records with them. False: no memory; the list is not valid.
bool sc_find_near(sc_circle_step *work, sc_near *near, bool sort);

#endif
