/// Images of a world: all stores by their descriptors, and the state outside the stores.
#include "scree/image.h"

#include "core/assert.h"
#include "core/stores/store_image.h"
#include "dynamics/bodies/mass.h"
#include "particles/neighbour_image.h"
#include "queries/query_index.h"
#include "world/checks.h"
#include "world/validate.h"

#include <stdio.h>
#include <string.h>

static const sc_kept_member no_kept[] = {{0, 0}};
#define KEPT(store, member)                                 \
    {                                                       \
        offsetof(store, member), sizeof((store *)0)->member \
    }
// Lists of the query index; arenas, trees and scratch memory, which are built again.
static const sc_kept_member kept_of_bodies[] = {KEPT(sc_bodies, changes), {0, 0}};
static const sc_kept_member kept_of_shapes[] = {KEPT(sc_shapes, changes), {0, 0}};
static const sc_kept_member kept_of_sleep[] = {KEPT(sc_sleep, contacts), {0, 0}};
static const sc_kept_member kept_of_sensors[] = {
    KEPT(sc_sensors, tree), KEPT(sc_sensors, tree_room), {0, 0}};
static const sc_kept_member kept_of_particles[] = {
    KEPT(sc_circles, neighbours), KEPT(sc_circles, spare),   KEPT(sc_circles, listed),
    KEPT(sc_circles, work),       KEPT(sc_circles, scratch), {0, 0}};
static const sc_kept_member kept_of_soft_bodies[] = {KEPT(sc_soft_bodies, arena),
                                                     KEPT(sc_soft_bodies, coloured),
                                                     KEPT(sc_soft_bodies, blocks),
                                                     KEPT(sc_soft_bodies, block_count),
                                                     KEPT(sc_soft_bodies, batch),
                                                     KEPT(sc_soft_bodies, work),
                                                     {0, 0}};

static int one_extent(sc_extent *extents, int32_t count)
{
    *extents = (sc_extent){0, count};
    return count > 0;
}

static int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

/// Slots that were used; none without arrays, though slot 0 counts as used.
static int32_t used_slots(const sc_ids *ids) { return lesser(ids->used, ids->capacity); }

static int extents_of_bodies(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    const sc_bodies *bodies = store;
    const int32_t counts[] = {used_slots(&bodies->ids), sc_body_count(bodies),
                              lesser(bodies->previous_capacity, bodies->ids.used),
                              bodies->moves_known ? bodies->move_count : 0};
    return one_extent(extents, counts[table]);
}

static int extents_of_shapes(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    const sc_shapes *shapes = store;
    const sc_list *lists[] = {&shapes->active[0],     &shapes->active[1],   &shapes->active[2],
                              &shapes->active[3],     &shapes->active[4],   &shapes->active[5],
                              &shapes->static_list,   &shapes->half_spaces, &shapes->retired,
                              &shapes->static_changed};
    if (table < 2)
    {
        return one_extent(extents, table == 0 ? used_slots(&shapes->ids) : shapes->geometry_used);
    }
    // Changes beyond the capacity are counted, not listed.
    const sc_list *list = lists[table - 2];
    return one_extent(extents, lesser(list->count, list->capacity));
}

static int extents_of_chains(const void *world, const void *store, int table, sc_extent *extents)
{
    const sc_chains *chains = store;
    const int32_t shapes = ((const scree_world *)world)->shapes.ids.used;
    return one_extent(extents, table == 0 ? used_slots(&chains->ids)
                                          : lesser(chains->link_capacity, shapes));
}

static int extents_of_contacts(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    (void)table;
    const sc_contacts *contacts = store;
    int count = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        extents[count] = (sc_extent){contacts->first[c], contacts->count[c]};
        count += contacts->count[c] > 0;
    }
    return count;
}

static int extents_of_sleep(const void *world, const void *store, int table, sc_extent *extents)
{
    const sc_sleep *sleep = store;
    const sc_contacts *contacts = &sleep->contacts;
    const int32_t bodies = ((const scree_world *)world)->bodies.ids.used;
    const int32_t links = contacts->first[SC_SLEEP_CLASS] + contacts->count[SC_SLEEP_CLASS];
    const int32_t counts[] = {lesser(sleep->capacity, bodies), lesser(sleep->link_capacity, links),
                              sleep->fell_count, sleep->woke_count};
    return one_extent(extents, counts[table]);
}

static int extents_of_names(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)table;
    const sc_body_names *names = store;
    return one_extent(extents,
                      lesser(names->capacity, ((const scree_world *)world)->bodies.ids.used));
}

static int extents_of_joints(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    const sc_joints *joints = store;
    const int32_t counts[] = {used_slots(&joints->ids), joints->break_count,
                              joints->overload_count};
    return one_extent(extents, counts[table]);
}

static int extents_of_events(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    const sc_events *events = store;
    const int32_t counts[] = {events->begin_count, events->end_count, events->hit_count,
                              events->pending_count};
    return one_extent(extents, counts[table]);
}

static int extents_of_sensors(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    const sc_sensors *sensors = store;
    const int32_t counts[] = {sensors->overlap_count, sensors->begin_count, sensors->end_count};
    return one_extent(extents, counts[table]);
}

static int extents_of_particles(const void *world, const void *store, int table, sc_extent *extents)
{
    (void)world;
    const sc_circles *circles = store;
    return one_extent(extents, table == 0 ? used_slots(&circles->ids) : circles->count);
}

static int extents_of_soft_bodies(const void *world, const void *store, int table,
                                  sc_extent *extents)
{
    (void)world;
    const sc_soft_bodies *soft = store;
    const int32_t counts[] = {used_slots(&soft->ids), soft->body_count,   soft->vertex_count,
                              soft->edge_count,       soft->corner_count, soft->attachment_count};
    return one_extent(extents, counts[table]);
}

// clang-format off
#define PART(description, type, member, extents, kept) \
    {&description, offsetof(scree_world, member), sizeof(type), extents, kept, 0, false}
#define PART_WITH_IDS(description, type, member, extents, kept) \
    {&description, offsetof(scree_world, member), sizeof(type), extents, kept, \
     offsetof(type, ids), true}
// clang-format on

_Static_assert(sizeof(sc_circles) <= SC_STORE_BYTES && sizeof(sc_shapes) <= SC_STORE_BYTES,
               "the largest structs of stores");

/// Those whose extents go by other stores come before these.
static const sc_store_part parts[] = {
    PART(sc_sleep_store, sc_sleep, sleep, extents_of_sleep, kept_of_sleep),
    PART(sc_contact_store, sc_contacts, sleep.contacts, extents_of_contacts, no_kept),
    PART(sc_body_name_store, sc_body_names, body_names, extents_of_names, no_kept),
    PART_WITH_IDS(sc_chain_store, sc_chains, chains, extents_of_chains, no_kept),
    PART_WITH_IDS(sc_body_store, sc_bodies, bodies, extents_of_bodies, kept_of_bodies),
    PART_WITH_IDS(sc_shape_store, sc_shapes, shapes, extents_of_shapes, kept_of_shapes),
    PART(sc_contact_store, sc_contacts, contacts, extents_of_contacts, no_kept),
    PART_WITH_IDS(sc_joint_store, sc_joints, joints, extents_of_joints, no_kept),
    PART(sc_event_store, sc_events, events, extents_of_events, no_kept),
    PART(sc_sensor_store, sc_sensors, sensors, extents_of_sensors, kept_of_sensors),
    PART_WITH_IDS(sc_circle_store, sc_circles, circles, extents_of_particles, kept_of_particles),
    PART_WITH_IDS(sc_soft_store, sc_soft_bodies, soft, extents_of_soft_bodies, kept_of_soft_bodies),
};

enum
{
    PART_COUNT = (int)(sizeof parts / sizeof *parts)
};

#define MAGIC UINT64_C(0x31676d6965657263)

typedef struct image_head
{
    uint64_t magic, build;
    uint64_t bytes, checksum;  ///< of all; of what comes after the head
    uint16_t number;           ///< of the world
} image_head;

/// The state outside the stores.
typedef struct image_globals
{
    scree_vec2 gravity;
    sc_solver_settings settings;
    float length_unit;
    scree_counters last;
    scree_residual residual;
    bool contacts_counted;
    int32_t steady_moves;
    int friction, restitution, pair_count;  ///< of sc_mixing
    int32_t summed_count;                   ///< bodies that need a mass sum
} image_globals;

/// The sizes of all that an image holds, so that another build does not take it for its own.
static uint64_t build_mark(void)
{
    uint64_t mark = sizeof(scree_world) * 31 + sizeof(image_globals);
    for (int i = 0; i < PART_COUNT; ++i)
    {
        mark = mark * 1000003 + parts[i].size;
        for (int k = 0; k < parts[i].store->table_count; ++k)
        {
            const sc_table *table = &parts[i].store->tables[k];
            for (int f = 0; f < table->field_count; ++f)
            {
                mark = mark * 1000003 + table->fields[f].element;
            }
        }
    }
    return mark;
}

/// Sixteen sums of words side by side. Each word that changes alone changes its sum.
static uint64_t checksum(const char *bytes, size_t count, uint16_t number)
{
    uint32_t sums[16], words[16];
    for (uint32_t i = 0; i < 16; ++i)
    {
        sums[i] = i + number;
    }
    size_t at = 0;
    for (; at + sizeof words <= count; at += sizeof words)
    {
        memcpy(words, bytes + at, sizeof words);
        for (int i = 0; i < 16; ++i)
        {
            sums[i] = (sums[i] << 7 | sums[i] >> 25) + words[i];
        }
    }
    memset(words, 0, sizeof words);
    memcpy(words, bytes + at, count - at);
    for (int i = 0; i < 16; ++i)
    {
        sums[i] = (sums[i] << 7 | sums[i] >> 25) + words[i];
    }
    uint64_t sum = count;
    for (int i = 0; i < 16; ++i)
    {
        sum = (sum ^ sums[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

static bool needs_sum(const sc_bodies *bodies, int32_t row)
{
    return bodies->type[row] == SCREE_BODY_DYNAMIC && bodies->shape_count[row] > SC_SUMMED_SHAPES;
}

static void put_pairs(sc_image_writer *writer, const sc_mixing *mixing)
{
    for (int i = 0; i < mixing->pair_capacity; ++i)
    {
        if (mixing->pairs[i].used)
        {
            sc_image_put(writer, &mixing->pairs[i], sizeof *mixing->pairs);
        }
    }
}

static void put_world(sc_image_writer *writer, const scree_world *world)
{
    image_globals globals;
    memset(&globals, 0, sizeof globals);
    globals.gravity = world->gravity;
    globals.settings = world->settings;
    globals.length_unit = world->lengths.unit;
    globals.last = world->last;
    globals.residual = world->residual;
    globals.contacts_counted = world->contacts_counted;
    globals.steady_moves = world->broadphase.steady_moves;
    globals.friction = (int)world->mixing.friction;
    globals.restitution = (int)world->mixing.restitution;
    globals.pair_count = world->mixing.pair_count;
    for (int32_t row = 0; row < sc_body_count(&world->bodies); ++row)
    {
        globals.summed_count += needs_sum(&world->bodies, row);
    }
    sc_image_put(writer, &globals, sizeof globals);
    put_pairs(writer, &world->mixing);
    for (int i = 0; i < PART_COUNT; ++i)
    {
        sc_store_put(writer, &parts[i], world);
    }
    sc_neighbours_put(writer, &world->circles);
}

size_t scree_world_image_size(const scree_world *world)
{
    if (world == NULL || world->stepping)
    {
        return 0;
    }
    sc_image_writer writer = {NULL, sizeof(image_head), 0};
    put_world(&writer, world);
    return writer.bytes;
}

scree_result scree_world_save_image(const scree_world *world, void *buffer, size_t size)
{
    if (world == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__, "world", "is null");
    }
    if (world->stepping)
    {
        return sc_fail(NULL, SCREE_ERROR_LOCKED, __func__, "world", "is being stepped");
    }
    if (buffer == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__, "buffer", "is null");
    }
    image_head head;
    memset(&head, 0, sizeof head);
    sc_image_writer writer = {size > sizeof head ? (char *)buffer + sizeof head : NULL, sizeof head,
                              size};
    put_world(&writer, world);
    const size_t bytes = writer.bytes;
    if (size < bytes)
    {
        char what[96];
        snprintf(what, sizeof what, "is %zu, less than the %zu bytes of the image", size, bytes);
        return sc_fail(NULL, SCREE_ERROR_CAPACITY, __func__, "size", what);
    }
    head.magic = MAGIC;
    head.build = build_mark();
    head.bytes = bytes;
    head.number = world->number;
    head.checksum = checksum((const char *)buffer + sizeof head, bytes - sizeof head, head.number);
    memcpy(buffer, &head, sizeof head);
    return SCREE_OK;
}

/// Memory that is taken before anything changes.
typedef struct restore_room
{
    void *neighbours;   ///< null: there is room
    sc_mass_sum *sums;  ///< a list: each begins with a pointer to the next
} restore_room;

static void push_sum(restore_room *room, sc_mass_sum *sum)
{
    memcpy(sum, &room->sums, sizeof(void *));
    room->sums = sum;
}

static sc_mass_sum *pop_sum(restore_room *room)
{
    sc_mass_sum *sum = room->sums;
    if (sum != NULL)
    {
        memcpy(&room->sums, sum, sizeof(void *));
    }
    return sum;
}

static void release_sums(restore_room *room, sc_memory *memory)
{
    for (sc_mass_sum *sum = pop_sum(room); sum != NULL; sum = pop_sum(room))
    {
        sc_release(memory, sum, sizeof *sum);
    }
}

/// Mass sums beyond those that the world has. False: no memory.
static bool reserve_sums(restore_room *room, scree_world *world, int32_t needed)
{
    const sc_bodies *bodies = &world->bodies;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        needed -= bodies->mass_sum[row] != NULL;
    }
    for (; needed > 0; --needed)
    {
        sc_mass_sum *sum = sc_allocate(&world->memory, sizeof *sum);
        if (sum == NULL)
        {
            return false;
        }
        push_sum(room, sum);
    }
    return true;
}

/// False: no memory; nothing has changed but capacities.
static bool reserve_world(restore_room *room, scree_world *world, const char *content)
{
    sc_image_reader reader = {content};
    image_globals globals;
    sc_image_get(&reader, &globals, sizeof globals);
    reader.at += sizeof(sc_mixed_pair) * (size_t)globals.pair_count;
    bool done = sc_mixing_reserve(&world->mixing, &world->memory, globals.pair_count);
    for (int i = 0; i < PART_COUNT && done; ++i)
    {
        done = sc_store_reserve_image(&reader, &parts[i], world, &world->memory);
    }
    done = done && reserve_sums(room, world, globals.summed_count) &&
           sc_neighbours_reserve(&reader, &world->circles, &world->memory, &room->neighbours);
    if (!done)
    {
        release_sums(room, &world->memory);
    }
    return done;
}

static void collect_sums(restore_room *room, sc_bodies *bodies)
{
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        if (bodies->mass_sum[row] != NULL)
        {
            push_sum(room, bodies->mass_sum[row]);
            bodies->mass_sum[row] = NULL;
        }
    }
}

static void spread_sums(restore_room *room, scree_world *world)
{
    sc_bodies *bodies = &world->bodies;
    const uint64_t visits = world->shapes.mass_visits;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        if (needs_sum(bodies, row))
        {
            bodies->mass_sum[row] = pop_sum(room);
            sc_refill_mass_sum(bodies, &world->shapes, row);
        }
    }
    world->shapes.mass_visits = visits;
    release_sums(room, &world->memory);
}

static void restore_world(restore_room *room, scree_world *world, const char *content,
                          uint16_t number)
{
    sc_image_reader reader = {content};
    image_globals globals;
    sc_image_get(&reader, &globals, sizeof globals);
    world->gravity = globals.gravity;
    world->settings = globals.settings;
    sc_set_length_unit(world, globals.length_unit);
    world->last = globals.last;
    world->residual = globals.residual;
    world->contacts_counted = globals.contacts_counted;
    world->mixing.friction = (scree_friction_mixing)globals.friction;
    world->mixing.restitution = (scree_restitution_mixing)globals.restitution;
    sc_mixing_clear(&world->mixing);
    for (int i = 0; i < globals.pair_count; ++i)
    {
        sc_mixed_pair pair;
        sc_image_get(&reader, &pair, sizeof pair);
        (void)sc_mixing_set_pair(&world->mixing, &world->memory, pair.first, pair.second,
                                 &pair.mixed);
    }
    collect_sums(room, &world->bodies);
    for (int i = 0; i < PART_COUNT; ++i)
    {
        sc_store_get(&reader, &parts[i], world, number);
    }
    sc_neighbours_get(&reader, &world->circles, room->neighbours);
    spread_sums(room, world);
    // What follows from the above is found again in the next step, the same.
    world->constraints.valid = false;
    world->soft.coloured = false;
    world->broadphase.steady_moves = globals.steady_moves;
    sc_broadphase_forget(&world->broadphase, &world->shapes);
    sc_query_index_forget(world->query_index);
}

/// What is wrong with a block that should be an image; null: nothing.
static const char *fault_of(const void *buffer, size_t size, image_head *head)
{
    if (size < sizeof *head)
    {
        return "is shorter than any image";
    }
    memcpy(head, buffer, sizeof *head);
    const char *content = (const char *)buffer + sizeof *head;
    return head->magic != MAGIC          ? "is not an image"
           : head->build != build_mark() ? "is an image of another build"
           : head->bytes < sizeof *head || head->bytes > size
               ? "is cut: its `size` is less than that of the image"
           : head->checksum != checksum(content, head->bytes - sizeof *head, head->number)
               ? "was changed since it was saved"
               : NULL;
}

scree_result scree_world_restore_image(scree_world *world, const void *buffer, size_t size)
{
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_POINTER(__func__, buffer, "buffer");
    image_head head;
    const char *fault = fault_of(buffer, size, &head);
    SC_REQUIRE(fault == NULL, "buffer", fault);
    const char *content = (const char *)buffer + sizeof head;
    restore_room room = {0};
    if (!reserve_world(&room, world, content))
    {
        return sc_no_memory(world, __func__);
    }
    restore_world(&room, world, content, head.number != world->number ? world->number : 0);
    SC_VALIDATE(world, __func__);
    return SCREE_OK;
}
