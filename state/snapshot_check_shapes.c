/// Checks of shapes, their lists and chains of a snapshot.
#include "state/snapshot_checks.h"

#include "broadphase/aabbs.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"

#include <string.h>

#define CHECK SC_SNAPSHOT_CHECK

_Static_assert(SC_KIND_COUNT == 6, "a list for each kind");
static const char *const list_names[] = {"shapes.active[0].slot",   "shapes.active[1].slot",
                                         "shapes.active[2].slot",   "shapes.active[3].slot",
                                         "shapes.active[4].slot",   "shapes.active[5].slot",
                                         "shapes.static_list.slot", "shapes.half_spaces.slot"};

/// The list to which a live shape belongs, by the state of its body; -1: none. Calls put new shapes
/// of a sleeping body that wakes in the next step into the list of moving shapes.
static int wanted_list(const scree_world *world, int32_t slot)
{
    const sc_bodies *bodies = &world->bodies;
    const sc_shapes *shapes = &world->shapes;
    const int32_t row = bodies->row[shapes->body_slot[slot]];
    const int kind = shapes->kind[slot];
    if (bodies->flags[row] & SC_BODY_DISABLED)
    {
        return -1;
    }
    const bool moves = (bodies->flags[row] & SC_BODY_WAKES) != 0
                           ? (shapes->flags[slot] & SC_SHAPE_ACTIVE) != 0
                           : row < sc_moving_count(bodies);
    return moves ? kind : kind == SC_KIND_HALF_SPACE ? SC_KIND_COUNT + 1 : SC_KIND_COUNT;
}

static bool check_lists(scree_world *world, sc_snapshot_fault *fault)
{
    sc_shapes *shapes = &world->shapes;
    const sc_list *lists[] = {&shapes->active[0],   &shapes->active[1],  &shapes->active[2],
                              &shapes->active[3],   &shapes->active[4],  &shapes->active[5],
                              &shapes->static_list, &shapes->half_spaces};
    int32_t listed = 0, wanted = 0;
    for (int k = 0; k < SC_KIND_COUNT + 2; ++k)
    {
        for (int32_t i = 0; i < lists[k]->count; ++i, ++listed)
        {
            const int32_t slot = lists[k]->slot[i];
            CHECK(sc_slot_is_live(&shapes->ids, slot), list_names[k], i, "is no live shape");
            CHECK(wanted_list(world, slot) == k, list_names[k], i, "is in the wrong list");
            CHECK(shapes->list_at[slot] < 0, list_names[k], i, "is there twice");
            shapes->list_at[slot] = i;
        }
    }
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        if (sc_slot_is_live(&shapes->ids, slot))
        {
            const int list = wanted_list(world, slot);
            const int flag = list < 0               ? 0
                             : list < SC_KIND_COUNT ? SC_SHAPE_ACTIVE
                                                    : SC_SHAPE_STATIC;
            wanted += list >= 0;
            CHECK((shapes->flags[slot] & (SC_SHAPE_ACTIVE | SC_SHAPE_STATIC)) == flag,
                  "shapes.flags", slot, "are not those of the list of the shape");
        }
        shapes->list_at[slot] = shapes->list_at[slot] < 0 ? 0 : shapes->list_at[slot];
    }
    CHECK(wanted == listed, "shapes.static_list.slot", 0, "or another list lacks shapes");
    return true;
}

/// Checks the shapes whose ids have ended but whose contacts may still exist.
static bool check_retired(const sc_shapes *shapes, sc_snapshot_fault *fault)
{
    const int32_t count = shapes->retired.count;
    int32_t gone = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const int32_t slot = shapes->retired.slot[i];
        CHECK(slot > 0 && slot < shapes->ids.used && (shapes->flags[slot] & SC_SHAPE_GONE),
              "shapes.retired.slot", i, "is no shape that waits for the next step");
        CHECK(shapes->list_at[slot] == -1, "shapes.retired.slot", i, "is there twice");
        shapes->list_at[slot] = -2;
    }
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        gone += (shapes->flags[slot] & SC_SHAPE_GONE) != 0;
    }
    CHECK(gone == count, "shapes.flags", 0, "say that other shapes wait for the next step");
    return true;
}

static bool check_aabb(const sc_shapes *shapes, int32_t slot, sc_snapshot_fault *fault)
{
    // AABBs of fast bodies contain their path in a step.
    const float path = SC_MAX_SETTING * SC_MAX_LENGTH_UNIT * SC_MAX_DT;
    const float reach = 8.0f * SC_WORLD_REACH + 2.0f * path;
    const sc_aabb a = shapes->aabb[slot];
    const bool empty = memcmp(&a, &sc_empty_aabb, sizeof a) == 0;
    const bool endless = shapes->kind[slot] == SC_KIND_HALF_SPACE && a.lower_x == -FLT_MAX &&
                         a.lower_y == -FLT_MAX && a.upper_x == FLT_MAX && a.upper_y == FLT_MAX;
    const bool bounds = shapes->kind[slot] != SC_KIND_HALF_SPACE && a.lower_x >= -reach &&
                        a.lower_y >= -reach && a.upper_x <= reach && a.upper_y <= reach &&
                        a.lower_x <= a.upper_x && a.lower_y <= a.upper_y;
    CHECK(empty || endless || bounds, "shapes.aabb", slot, "is no AABB");
    return true;
}

static bool check_shape(scree_world *world, int32_t slot, sc_snapshot_fault *fault)
{
    sc_shapes *shapes = &world->shapes;
    const sc_bodies *bodies = &world->bodies;
    const bool live = sc_slot_is_live(&shapes->ids, slot);
    const int flags = shapes->flags[slot], body_slot = shapes->body_slot[slot];
    CHECK((flags & (SC_SHAPE_CHANGED | SC_SHAPE_MARKED | 128)) == 0, "shapes.flags", slot,
          "has an unknown bit");
    CHECK(shapes->kind[slot] < SC_KIND_COUNT, "shapes.kind", slot, "is no kind");
    CHECK(body_slot > 0 && body_slot < bodies->ids.used, "shapes.body_slot", slot, "is no body");
    CHECK(!(flags & SC_SHAPE_PURGE) || shapes->purge_pending, "shapes.flags", slot,
          "says that contacts end, the world does not");
    CHECK(!(flags & SC_SHAPE_REMIX) || shapes->remix_pending, "shapes.flags", slot,
          "says that materials changed, the world does not");
    if (!live)
    {
        CHECK((flags & ~SC_SHAPE_REMIX) == (SC_SHAPE_GONE | SC_SHAPE_PURGE) &&
                  shapes->events[slot] == 0,
              "shapes.flags", slot, "are not those of a destroyed shape");
        CHECK(check_aabb(shapes, slot, fault), fault->field, fault->index, "is no AABB");
        return true;
    }
    CHECK(!(flags & SC_SHAPE_GONE), "shapes.flags", slot, "say that a live shape was destroyed");
    CHECK(sc_slot_is_live(&bodies->ids, body_slot) &&
              shapes->body[slot].value == sc_ids_value(&bodies->ids, body_slot),
          "shapes.body_slot", slot, "is not the live body of the shape");
    CHECK(shapes->kind[slot] != SC_KIND_HALF_SPACE ||
              bodies->type[bodies->row[body_slot]] == SCREE_BODY_STATIC,
          "shapes.kind", slot, "is that of a half-space on a body that is not static");
    CHECK(shapes->events[slot] < 1 << SC_ASK_COUNT, "shapes.events", slot, "has an unknown bit");
    CHECK(sc_in_range(shapes->density[slot], 0.0f, SC_MAX_DENSITY), "shapes.density", slot,
          "is out of range");
    CHECK(sc_check_material(world, &shapes->material[slot], "", "material") == SCREE_OK,
          "shapes.material", slot, "is out of range");
    return check_aabb(shapes, slot, fault);
}

/// Checks the list of shapes of each body, and fills in its back links (`newer`).
static bool check_owners(scree_world *world, sc_snapshot_fault *fault)
{
    const sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    int32_t owned = 0;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int32_t newer = 0, count = 0;
        for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
        {
            CHECK(sc_slot_is_live(&shapes->ids, slot) &&
                      shapes->body_slot[slot] == bodies->slot[row],
                  "bodies.first_shape", row, "leads to a shape that is not of the body");
            CHECK(++count <= shapes->count, "bodies.first_shape", row, "leads in a circle");
            shapes->newer[slot] = newer;
            newer = slot;
        }
        CHECK(count == bodies->shape_count[row], "bodies.shape_count", row,
              "is not the number of shapes");
        owned += count;
    }
    CHECK(owned == shapes->count, "shapes.next", 0,
          "and the links after it do not list each shape once");
    return true;
}

bool sc_snapshot_check_shapes(scree_world *world, sc_snapshot_fault *fault)
{
    sc_shapes *shapes = &world->shapes;
    shapes->count = shapes->chain_count = 0;
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        shapes->list_at[slot] = -1;
        const bool live = sc_slot_is_live(&shapes->ids, slot);
        if (!live && !(shapes->flags[slot] & SC_SHAPE_GONE))
        {
            shapes->aabb[slot] = shapes->previous[slot] = shapes->needed[slot] = sc_empty_aabb;
            continue;
        }
        if (!check_shape(world, slot, fault))
        {
            return false;
        }
        shapes->count += live;
        shapes->kind_count[shapes->kind[slot]] += live;
        shapes->chain_count += live && shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT;
        for (int ask = 0; ask < SC_ASK_COUNT && live; ++ask)
        {
            shapes->asking[ask] += shapes->events[slot] >> ask & 1;
        }
        shapes->previous[slot] = shapes->needed[slot] = shapes->aabb[slot];
        shapes->body_row[slot] = world->bodies.row[shapes->body_slot[slot]];
    }
    return check_owners(world, fault) && check_retired(shapes, fault) && check_lists(world, fault);
}

bool sc_snapshot_check_chains(scree_world *world, sc_snapshot_fault *fault)
{
    const sc_chains *chains = &world->chains;
    const sc_shapes *shapes = &world->shapes;
    for (int32_t slot = 0; slot < chains->link_capacity; ++slot)
    {
        const sc_chain_link link = chains->link[slot];
        const bool live = sc_slot_is_live(&shapes->ids, slot);
        CHECK(link.next >= 0 && link.next < shapes->ids.used && link.previous >= 0 &&
                  link.previous < shapes->ids.used && link.place >= 0,
              "chains.link", slot, "leads to no shape");
        CHECK(link.chain == 0 ? link.place == 0 && link.next == 0 && link.previous == 0
                              : live && sc_slot_is_live(&chains->ids, link.chain),
              "chains.link", slot, "is of no chain");
    }
    for (int32_t chain = 1; chain < chains->ids.used; ++chain)
    {
        if (!sc_slot_is_live(&chains->ids, chain))
        {
            continue;
        }
        const int32_t first = chains->first[chain], last = chains->last[chain];
        CHECK(sc_slot_is_live(&world->bodies.ids, chains->body_slot[chain]), "chains.body_slot",
              chain, "is no live body");
        CHECK(first > 0 && first < chains->link_capacity && last > 0 &&
                  last < chains->link_capacity,
              "chains.first", chain, "or last is no segment");
        CHECK(chains->places[chain] > 0 && chains->places[chain] <= INT32_MAX / 2 &&
                  chains->loop[chain] <= 1 && chains->two_sided[chain] <= 1,
              "chains.places", chain, "or loop or two_sided is out of range");
        int32_t count = 0;
        for (int32_t slot = first; slot != 0; slot = chains->link[slot].next)
        {
            CHECK(slot < chains->link_capacity && chains->link[slot].chain == chain, "chains.first",
                  chain, "leads to a segment that is not of the chain");
            CHECK(++count <= shapes->count, "chains.first", chain, "leads in a circle");
        }
    }
    return true;
}
