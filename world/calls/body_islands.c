/// The bodies of an island, which contacts and joints connect.
#include "core/assert.h"
#include "world/checks.h"

/// A union-find over slots of bodies; 0: no enabled dynamic body.
typedef struct island_map
{
    int32_t *parent;
    int32_t slots;
} island_map;

static size_t bytes_of(const island_map *map) { return sizeof *map->parent * (size_t)map->slots; }

static int32_t root_of(const island_map *map, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < map->slots && map->parent[slot] > 0);
    while (map->parent[slot] != slot)
    {
        map->parent[slot] = map->parent[map->parent[slot]];
        slot = map->parent[slot];
    }
    return slot;
}

static void tie(const island_map *map, int32_t a, int32_t b)
{
    if (map->parent[a] > 0 && map->parent[b] > 0)
    {
        const int32_t root_a = root_of(map, a), root_b = root_of(map, b);
        map->parent[root_a > root_b ? root_a : root_b] = root_a > root_b ? root_b : root_a;
    }
}

static void tie_contacts(const island_map *map, const sc_shapes *shapes,
                         const sc_contacts *contacts)
{
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            const int32_t a = contacts->a[i], b = contacts->b[i];
            // Contacts of shapes that are marked for the purge no longer count.
            if (contacts->point_count[i] > 0 &&
                !((shapes->flags[a] | shapes->flags[b]) & SC_SHAPE_PURGE))
            {
                tie(map, shapes->body_slot[a], shapes->body_slot[b]);
            }
        }
    }
}

/// Builds the map. Returns false and records the error if out of memory.
static bool make_map(scree_world *world, island_map *map, const char *function)
{
    const sc_bodies *bodies = &world->bodies;
    const sc_joints *joints = &world->joints;
    map->slots = bodies->ids.used;
    map->parent = sc_allocate(&world->memory, bytes_of(map));
    if (map->parent == NULL)
    {
        sc_no_memory(world, function);
        return false;
    }
    for (int32_t slot = 0; slot < map->slots; ++slot)
    {
        const bool ties =
            sc_slot_is_live(&bodies->ids, slot) && sc_row_is_dynamic(bodies, bodies->row[slot]);
        map->parent[slot] = ties ? slot : 0;
    }
    tie_contacts(map, &world->shapes, &world->contacts);
    tie_contacts(map, &world->shapes, &world->sleep.contacts);
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (sc_joint_is_live(joints, slot) && joints->kind[slot] != SC_JOINT_NONE)
        {
            tie(map, joints->body[slot][0], joints->body[slot][1]);
        }
    }
    // Bodies that fell asleep together also wake together.
    for (int32_t slot = 1; slot < map->slots && slot < world->sleep.capacity; ++slot)
    {
        if (map->parent[slot] > 0 && world->sleep.next[slot] != 0)
        {
            tie(map, slot, world->sleep.next[slot]);
        }
    }
    return true;
}

int scree_world_island_count(scree_world *world)
{
    island_map map;
    if (sc_enter(world, __func__) != SCREE_OK || !make_map(world, &map, __func__))
    {
        return -1;
    }
    int count = 0;
    for (int32_t slot = 1; slot < map.slots; ++slot)
    {
        count += map.parent[slot] == slot;
    }
    sc_release(&world->memory, map.parent, bytes_of(&map));
    return count;
}

int scree_body_island(scree_world *world, scree_body_id body, scree_body_id *bodies, int capacity)
{
    island_map map;
    int32_t row;
    if (sc_enter_body(world, body, __func__, &row) != SCREE_OK || !make_map(world, &map, __func__))
    {
        return -1;
    }
    const int32_t own = world->bodies.slot[row];
    const int32_t root = map.parent[own] > 0 ? root_of(&map, own) : 0;
    int count = 0;
    for (int32_t slot = 1; slot < map.slots && root != 0; ++slot)
    {
        if (map.parent[slot] == 0 || root_of(&map, slot) != root)
        {
            continue;
        }
        if (bodies != NULL && count < capacity)
        {
            bodies[count] = world->bodies.id[world->bodies.row[slot]];
        }
        ++count;
    }
    sc_release(&world->memory, map.parent, bytes_of(&map));
    return count;
}
