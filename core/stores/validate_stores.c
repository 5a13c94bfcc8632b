/// Walks over the stores of bodies and chains.
#include "core/require.h"
#include "core/stores/bodies.h"
#include "core/stores/chains.h"
#include "core/stores/shapes.h"

#include <string.h>

const char *sc_validate_bodies(const sc_bodies *bodies)
{
    int count = sc_body_count(bodies), dynamic = bodies->count[SC_GROUP_DYNAMIC], locked = 0;
    REQUIRE(count == 0 || count < bodies->capacity);
    bool rest_is_clear =
        sc_table_is_clear(&sc_body_store.tables[1], bodies, count, bodies->capacity);
    REQUIRE(rest_is_clear);
    for (int32_t row = 0; row < count; ++row)
    {
        int32_t slot = bodies->slot[row];
        REQUIRE(slot > 0 && slot < bodies->ids.used);
        REQUIRE(bodies->row[slot] == row);
        REQUIRE(sc_is_finite(bodies->x[row]) && sc_is_finite(bodies->y[row]));
        REQUIRE(sc_is_finite(bodies->pose[row].x) && sc_is_finite(bodies->pose[row].y));
        REQUIRE(sc_is_finite(bodies->cos[row]) && sc_is_finite(bodies->sin[row]));
        REQUIRE(bodies->id[row].value == sc_ids_value(&bodies->ids, slot));
        sc_group group = row < dynamic                    ? SC_GROUP_DYNAMIC
                         : row < sc_moving_count(bodies)  ? SC_GROUP_KINEMATIC
                         : sc_row_is_dynamic(bodies, row) ? SC_GROUP_ASLEEP
                                                          : SC_GROUP_REST;
        REQUIRE(sc_bodies_wanted_group(bodies, row) == group);
        REQUIRE(sc_row_is_dynamic(bodies, row) == (bodies->inverse_mass[row] > 0.0f));
        int sleep = bodies->flags[row] & (SC_BODY_ASLEEP | SC_BODY_WAKES);
        REQUIRE(group == SC_GROUP_ASLEEP ? sleep != SC_BODY_WAKES : sleep == 0);
        REQUIRE(!(bodies->flags[row] & SC_BODY_MARKED));
        sc_pose now = sc_body_origin(bodies, row);
        bool came_here = bodies->keeps_previous && row >= sc_moving_count(bodies);
        REQUIRE(!came_here || memcmp(&bodies->previous[slot], &now, sizeof now) == 0);
        locked += (bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
    }
    REQUIRE(locked == bodies->locked_count);
    return NULL;
}

const char *sc_validate_chains(const sc_chains *chains, const sc_shapes *shapes)
{
    int32_t linked = 0, listed = 0;
    for (int32_t slot = 0; slot < chains->link_capacity; ++slot)
    {
        linked += chains->link[slot].chain != 0;
    }
    for (int32_t chain = 1; chain < chains->ids.used; ++chain)
    {
        if ((chains->ids.generation[chain] & 1u) != 0)
        {
            int32_t previous = 0, count = 0;
            for (int32_t slot = chains->first[chain]; slot != 0; slot = chains->link[slot].next)
            {
                sc_chain_link link = chains->link[slot];
                REQUIRE(link.chain == chain && link.previous == previous);
                REQUIRE(link.place < chains->places[chain]);
                REQUIRE(previous == 0 || link.place > chains->link[previous].place);
                REQUIRE(shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT);
                REQUIRE(shapes->body_slot[slot] == chains->body_slot[chain]);
                REQUIRE(shapes->geometry_floats[slot] == SC_CHAIN_FLOATS);
                REQUIRE(shapes->geometry_uses[shapes->geometry_start[slot] / 4] == 1);
                int flags = (int)shapes->geometry[shapes->geometry_start[slot]];
                bool joined = previous != 0 && link.place == chains->link[previous].place + 1;
                REQUIRE(link.place == 0 || joined == ((flags & SC_CHAIN_BEFORE) != 0));
                previous = slot;
                ++count;
            }
            REQUIRE(previous == chains->last[chain] && count > 0 && count == chains->count[chain]);
            listed += chains->count[chain];
        }
    }
    // Loose segments belong to no chain.
    int32_t loose = 0;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        const bool live = (shapes->ids.generation[slot] & 1u) != 0;
        if (live && shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT &&
            sc_chain_link_of(chains, slot).chain == 0)
        {
            REQUIRE(shapes->geometry_floats[slot] == SC_CHAIN_FLOATS);
            REQUIRE(shapes->geometry_uses[shapes->geometry_start[slot] / 4] == 1);
            ++loose;
        }
    }
    REQUIRE(linked == listed && listed + loose == shapes->chain_count);
    return NULL;
}
