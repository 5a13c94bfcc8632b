#include "solver/hubs.h"

#include <float.h>
#include <string.h>

enum
{
    /// Blocks of a hub that are looked at for a free lane: contacts of one body with a hub, which
    /// must be in several blocks, come one after the other.
    OPEN_BLOCKS = 4,
    /// Supports of a hub that have a block to themselves: exact, as with a colour.
    LONE_SUPPORTS = 64
};

/// Twice the room. False: no memory.
static bool grow(const sc_step *step, sc_hub_list *list)
{
    int32_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
    sc_hub_list grown = {
        .blocks = SC_TAKE(step->arena, sc_hub_block, capacity),
        .others = sc_arena_take(step->arena, sizeof *grown.others * (size_t)capacity),
        .previous = SC_TAKE(step->arena, int32_t, capacity),
        .states = list->states != NULL
                      ? list->states
                      : SC_TAKE_ZEROED(step->arena, sc_hub_state, step->dynamic_count),
        .count = list->count,
        .capacity = capacity,
    };
    if (grown.blocks == NULL || grown.others == NULL || grown.previous == NULL ||
        grown.states == NULL)
    {
        return false;
    }
    if (list->count > 0)
    {
        memcpy(grown.blocks, list->blocks, sizeof *grown.blocks * (size_t)list->count);
        memcpy(grown.others, list->others, sizeof *grown.others * (size_t)list->count);
        memcpy(grown.previous, list->previous, sizeof *grown.previous * (size_t)list->count);
    }
    *list = grown;
    return true;
}

/// Whether a block has a free lane and not yet the other body. Several lanes may have one that no
/// lane writes.
static bool takes(const sc_step *step, const sc_hub_list *list, int32_t block, int32_t other)
{
    const int32_t lanes = list->blocks[block].lane_count;
    bool found = false;
    for (int l = 0; l < lanes; ++l)
    {
        found |= list->others[block][l] == other;
    }
    return lanes < SC_BLOCK && (!found || other >= step->dynamic_count);
}

/// One of the newest blocks of a hub, or a new one. -1: no memory.
static int32_t find_block(const sc_step *step, sc_hub_list *list, int32_t hub, int32_t other)
{
    if (list->count == INT32_MAX / SC_BLOCK || (list->count == list->capacity && !grow(step, list)))
    {
        return -1;
    }
    sc_hub_state *state = &list->states[hub];
    bool support = step->velocities[other].inverse_mass < step->velocities[hub].inverse_mass;
    state->supports += support;
    bool alone = support && state->supports <= LONE_SUPPORTS;
    int32_t *newest = support ? &state->newest_support : &state->newest_load;
    int32_t block = *newest - 1;
    for (int n = 0; n < OPEN_BLOCKS && block >= 0; ++n)
    {
        if (takes(step, list, block, other))
        {
            return block;
        }
        block = list->previous[block];
    }
    block = list->count++;
    list->blocks[block] = (sc_hub_block){hub, 0};
    list->previous[block] = *newest - 1;
    *newest = alone ? 0 : block + 1;
    return block;
}

static int colours_of(const sc_step *step, int32_t row)
{
    return row < step->dynamic_count ? __builtin_popcountll(step->constraints->masks[row]) : -1;
}

int32_t sc_take_hub_lane(const sc_step *step, sc_hub_list *list, int32_t *row_a, int32_t *row_b)
{
    bool first = colours_of(step, *row_a) >= colours_of(step, *row_b);
    int32_t *hub = first ? row_a : row_b, other = first ? *row_b : *row_a;
    int32_t block = find_block(step, list, *hub, other);
    if (block < 0)
    {
        return -1;
    }
    int32_t lane = list->blocks[block].lane_count++;
    list->others[block][lane] = other;
    *hub = lane - SC_HUB_ROWS;
    return block * SC_BLOCK + lane;
}

/// Each lane gets an equal part of the hub.
static void divide(const sc_contact_args *args, const sc_hub_block *hub)
{
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
}

/// The hub becomes the mean of its lanes: by their changes, so that lanes that changed nothing
/// leave it as it is.
static void join(const sc_contact_args *args, const sc_hub_block *hub)
{
    const float lanes = (float)hub->lane_count;
    sc_velocity *v = &args->velocities[hub->row], change = {0};
    sc_warm_start *s = &args->warm_starts[hub->row], sum = {0};
    sc_delta *d = &args->deltas[hub->row];
    float dx = 0.0f, dy = 0.0f;
    for (int l = -SC_HUB_ROWS; l < hub->lane_count - SC_HUB_ROWS; ++l)
    {
        change.vx += args->velocities[l].vx - v->vx;
        change.vy += args->velocities[l].vy - v->vy;
        change.w += args->velocities[l].w - v->w;
        sum.vx += args->warm_starts[l].vx - s->vx;
        sum.vy += args->warm_starts[l].vy - s->vy;
        sum.w += args->warm_starts[l].w - s->w;
        dx += args->deltas[l].dx - d->dx;
        dy += args->deltas[l].dy - d->dy;
    }
    v->vx += change.vx / lanes;
    v->vy += change.vy / lanes;
    v->w += change.w / lanes;
    s->vx += sum.vx / lanes;
    s->vy += sum.vy / lanes;
    s->w += sum.w / lanes;
    d->dx += dx / lanes;
    d->dy += dy / lanes;
}

void sc_run_hub_block(const sc_step *step, const sc_contact_args *args, sc_contact_kernel *kernel,
                      int i, int index)
{
    const sc_hub_block *hub = &step->constraints->hub_blocks[index];
    // Bounces are given once, where the other kernels come again and again: until all lanes agree.
    int passes = kernel == step->kernels->restitute_contacts ? hub->lane_count : 1;
    for (int pass = 0; pass < passes; ++pass)
    {
        divide(args, hub);
        kernel(args, i, i + 1);
        join(args, hub);
    }
}
