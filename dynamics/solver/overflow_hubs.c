#include "dynamics/solver/overflow_hubs.h"

#include "core/assert.h"

#include <float.h>
#include <string.h>

enum
{
    /// The number of blocks of a hub that are searched for a free lane. More than one is needed,
    /// because several contacts of the same body with a hub come one after the other and must be in
    /// different blocks.
    OPEN_BLOCKS = 4,
    /// Up to this number of supports, each support of a hub has a block to itself. It is then
    /// solved exactly, like a contact with a colour.
    LONE_SUPPORTS = 64
};

enum
{
    PIECE = 512  ///< elements
};

static void *piece_at(const sc_hub_pieces *in, size_t size, int32_t index)
{
    SC_ASSERT(index >= 0 && index < in->count);
    return (char *)in->pieces[index / PIECE] + size * (size_t)(index % PIECE);
}

/// Adds an element and returns it, or null if out of memory.
static void *add_piece(sc_arena *arena, sc_hub_pieces *to, size_t size)
{
    int32_t piece = to->count / PIECE;
    if (piece == to->capacity)
    {
        int32_t capacity = to->capacity > 0 ? 2 * to->capacity : 16;
        void **pieces = SC_TAKE(arena, void *, capacity);
        if (pieces == NULL)
        {
            return NULL;
        }
        if (piece > 0)
        {
            memcpy(pieces, to->pieces, sizeof *pieces * (size_t)piece);
        }
        to->pieces = pieces;
        to->capacity = capacity;
    }
    if (to->count % PIECE == 0)
    {
        to->pieces[piece] = sc_arena_take(arena, size * PIECE);
        if (to->pieces[piece] == NULL)
        {
            return NULL;
        }
    }
    return piece_at(to, size, to->count++);
}

sc_hub_filling *sc_hub_filling_at(const sc_hub_list *list, int32_t index)
{
    return piece_at(&list->blocks, sizeof(sc_hub_filling), index);
}

static sc_hub_others *others_at(const sc_hub_list *list, int32_t index)
{
    return piece_at(&list->others, sizeof(sc_hub_others), index);
}

/// Adds a block. Returns -1 if out of memory.
static int32_t add_block(const sc_step *step, sc_hub_list *list, int32_t hub, int32_t previous)
{
    SC_ASSERT(list->free_others <= list->others.count);
    if (list->blocks.count >= INT32_MAX / SC_BLOCK)
    {
        return -1;
    }
    // Find memory for its other bodies; reuse free memory first.
    int32_t others = list->free_others - 1;
    if (others >= 0)
    {
        list->free_others = others_at(list, others)->next_free + 1;
    }
    else if (add_piece(step->arena, &list->others, sizeof(sc_hub_others)) != NULL)
    {
        others = list->others.count - 1;
    }
    sc_hub_filling *filling =
        others >= 0 ? add_piece(step->arena, &list->blocks, sizeof *filling) : NULL;
    if (filling == NULL)
    {
        return -1;
    }
    *filling = (sc_hub_filling){.block = {hub, 0}, .previous = previous, .others = others};
    return list->blocks.count - 1;
}

/// Finds one of the newest blocks of a hub, or adds one. Returns -1 if out of memory.
static int32_t find_block(const sc_step *step, sc_hub_list *list, int32_t hub, int32_t other)
{
    SC_ASSERT(hub >= 0 && hub < step->rows.dynamic_count && hub != other);
    if (list->states == NULL)
    {
        list->states = SC_TAKE_ZEROED(step->arena, sc_hub_state, step->rows.dynamic_count);
        if (list->states == NULL)
        {
            return -1;
        }
    }
    sc_hub_state *state = &list->states[hub];
    bool support =
        step->rows.velocities[other].inverse_mass < step->rows.velocities[hub].inverse_mass;
    state->supports += support;
    bool alone = support && state->supports <= LONE_SUPPORTS;
    int32_t *newest = support ? &state->newest_support : &state->newest_load;
    int32_t block = *newest - 1;
    for (int n = 0; n < OPEN_BLOCKS && block >= 0; ++n)
    {
        // A block takes the contact if it has a free lane and none of its lanes has the other body.
        // Bodies that no lane writes may be in several lanes.
        const sc_hub_filling *filling = sc_hub_filling_at(list, block);
        const int32_t lanes = filling->block.lane_count;
        SC_ASSERT(lanes <= SC_BLOCK && filling->others >= 0);
        bool block_takes = false;
        if (lanes != SC_BLOCK)
        {
            const int32_t *row = others_at(list, filling->others)->row;
            bool found = false;
            for (int l = 0; l < lanes; ++l)
            {
                found |= row[l] == other;
            }
            block_takes = !found || other >= step->rows.dynamic_count;
        }
        if (block_takes)
        {
            return block;
        }
        block = sc_hub_filling_at(list, block)->previous;
    }
    block = add_block(step, list, hub, *newest - 1);
    if (block >= 0)
    {
        *newest = alone ? 0 : block + 1;
    }
    return block;
}

static int colours_of(const sc_step *step, int32_t row)
{
    return row < step->rows.dynamic_count ? __builtin_popcountll(step->constraints->masks[row])
                                          : -1;
}

int32_t sc_take_hub_lane(const sc_step *step, sc_hub_list *list, int32_t *row_a, int32_t *row_b,
                         bool two_points)
{
    SC_ASSERT(*row_a != *row_b &&
              (*row_a < step->rows.dynamic_count || *row_b < step->rows.dynamic_count));
    bool first = colours_of(step, *row_a) >= colours_of(step, *row_b);
    int32_t *hub = first ? row_a : row_b, other = first ? *row_b : *row_a;
    int32_t block = find_block(step, list, *hub, other);
    if (block < 0)
    {
        return -1;
    }
    sc_hub_filling *filling = sc_hub_filling_at(list, block);
    int32_t lane = filling->block.lane_count++;
    SC_ASSERT(lane >= 0 && lane < SC_BLOCK);
    others_at(list, filling->others)->row[lane] = other;
    filling->two_points |= two_points;
    if (lane == SC_BLOCK - 1)
    {
        int32_t index = filling->others;
        SC_ASSERT(index >= 0 && index < list->others.count && index + 1 != list->free_others);
        others_at(list, index)->next_free = list->free_others - 1;
        list->free_others = index + 1;
    }
    *hub = lane - SC_HUB_ROWS;
    return block * SC_BLOCK + lane;
}

void sc_place_hub_blocks(sc_hub_list *list)
{
    int32_t placed[2] = {0, 0};
    for (int32_t i = 0; i < list->blocks.count; ++i)
    {
        sc_hub_filling *filling = sc_hub_filling_at(list, i);
        filling->place = placed[filling->two_points]++;
    }
    list->two_points = placed[true];
}

void sc_run_hub_block(const sc_step *step, const sc_contact_args *args, sc_contact_kernel *kernel,
                      int i, int index)
{
    SC_ASSERT(index >= 0 && i >= 0);
    SC_ASSERT(step->constraints->hub_blocks[index].row < step->rows.dynamic_count);
    const sc_hub_block *hub = &step->constraints->hub_blocks[index];
    // Restitution is applied only once, so iterate until all lanes agree. Other kernels are called
    // in every substep, which has the same effect.
    const bool restitutes = kernel == step->kernels->restitute_contacts;
    const bool bounces =
        args->flags[i] & SC_BLOCK_BOUNCES && (args->bouncing == NULL || args->bouncing[i] != 0);
    const int passes = !restitutes ? 1 : bounces ? hub->lane_count : 0;
    for (int pass = 0; pass < passes; ++pass)
    {
        // Each lane gets an equal part of the hub.
        SC_ASSERT(hub->lane_count > 0 && hub->lane_count <= SC_BLOCK && hub->row >= 0);
        const float lanes = (float)hub->lane_count;
        sc_velocity velocity = args->velocities[hub->row];
        sc_warm_start sum = args->warm_starts[hub->row];
        velocity.inverse_mass = sc_min(velocity.inverse_mass * lanes, FLT_MAX);
        sum.inverse_inertia = sc_min(sum.inverse_inertia * lanes, FLT_MAX);
        for (int l = 0; l < hub->lane_count; ++l)
        {
            args->velocities[l - SC_HUB_ROWS] = velocity;
            args->warm_starts[l - SC_HUB_ROWS] = sum;
            args->deltas[l - SC_HUB_ROWS] = args->deltas[hub->row];
        }
        kernel(args, i, i + 1);
        // The hub gets the mean velocity of its lanes. It is computed from their changes, so that
        // lanes without a change leave the hub as it is.
        SC_ASSERT(hub->lane_count > 0 && hub->lane_count <= SC_BLOCK);
        sc_velocity *v = &args->velocities[hub->row], change = {0};
        sc_warm_start *s = &args->warm_starts[hub->row], gain = {0};
        sc_delta *d = &args->deltas[hub->row];
        float dx = 0.0f, dy = 0.0f;
        for (int l = -SC_HUB_ROWS; l < hub->lane_count - SC_HUB_ROWS; ++l)
        {
            change.vx += args->velocities[l].vx - v->vx;
            change.vy += args->velocities[l].vy - v->vy;
            change.w += args->velocities[l].w - v->w;
            gain.vx += args->warm_starts[l].vx - s->vx;
            gain.vy += args->warm_starts[l].vy - s->vy;
            gain.w += args->warm_starts[l].w - s->w;
            dx += args->deltas[l].dx - d->dx;
            dy += args->deltas[l].dy - d->dy;
        }
        v->vx += change.vx / lanes;
        v->vy += change.vy / lanes;
        v->w += change.w / lanes;
        s->vx += gain.vx / lanes;
        s->vy += gain.vy / lanes;
        s->w += gain.w / lanes;
        d->dx += dx / lanes;
        d->dy += dy / lanes;
    }
}
