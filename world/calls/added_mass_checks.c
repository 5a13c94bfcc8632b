/// Whether bodies can take the mass of shapes that a call adds to them.
#include "world/calls/shape_calls.h"
#include "world/calls/body_calls.h"
#include "dynamics/bodies/mass.h"
#include "broadphase/sort.h"
#include "world/checks.h"

#include <string.h>

/// The changes of a body by the shapes that a call has added to it so far.
typedef struct grown_body
{
    int times;  ///< shapes added
    sc_center center;
} grown_body;

/// The bodies of a call that names at least one body more than once. Each body has one entry, which
/// sums its changes. All arrays have room for one element per id.
typedef struct repeats
{
    uint64_t *keys;     ///< scratch
    uint64_t *entry;    ///< by index: the entry of its body in `grown`
    grown_body *grown;  ///< by entry; null: no body occurs twice
} repeats;

enum
{
    REPEATS_EACH = 2 * sizeof(uint64_t) + sizeof(grown_body)
};

scree_result sc_prepare_additions(scree_world *world, const scree_body_id *ids, int count,
                                  const scree_mass_data *part, const char *function,
                                  const char *argument)
{
    repeats r = {0};
    size_t bytes = (size_t)REPEATS_EACH * (size_t)count;
    if (sc_has_repeats(world, ids, count))
    {
        void *block = sc_allocate(&world->memory, bytes);
        if (block == NULL)
        {
            return sc_no_memory(world, function);
        }
        // Each body gets one entry.
        r = (repeats){.keys = block};
        r.entry = r.keys + count;
        r.grown = (grown_body *)(void *)(r.entry + count);
        memset(r.grown, 0, sizeof *r.grown * (size_t)count);
        for (int i = 0; i < count; ++i)
        {
            r.keys[i] = (uint64_t)sc_peek_row(world, ids[i]) << 32 | (uint32_t)i;
        }
        sc_sort_keys(r.keys, r.entry, count);
        int first = 0;
        for (int k = 0; k < count; ++k)
        {
            first = r.keys[k] >> 32 == r.keys[first] >> 32 ? first : k;
            r.entry[(uint32_t)r.keys[k]] = (uint64_t)first;
        }
    }
    const sc_bodies *bodies = &world->bodies;
    const char *wrong = NULL;
    for (int i = 0; i < count && wrong == NULL; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        grown_body once = {0}, *body = r.grown != NULL ? &r.grown[r.entry[i]] : &once;
        body->center = body->times == 0 ? sc_body_center(bodies, row) : body->center;
        sc_mass_change change = {.added = *part, .times = ++body->times};
        scree_mass_data mass = sc_mass_after(bodies, &world->shapes, row, &change);
        wrong = sc_mass_trouble(bodies, row, &mass, &body->center);
        sc_move_center(bodies, row, &mass, &body->center);
    }
    // Create the mass sums that bodies need after the call. If the call fails later, they remain.
    bool found = true;
    for (int i = 0; wrong == NULL && found && i < count; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        found = world->bodies.type[row] != SCREE_BODY_DYNAMIC ||
                sc_reserve_mass_sum(&world->bodies, &world->shapes, &world->memory, row,
                                    r.grown != NULL ? r.grown[r.entry[i]].times : 1);
    }
    sc_release(&world->memory, r.keys, bytes);
    return wrong != NULL ? sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, wrong)
           : !found      ? sc_no_memory(world, function)
                         : SCREE_OK;
}
