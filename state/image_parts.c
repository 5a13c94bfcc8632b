/// The contents of an image of a world: the parts by store, and the state outside the stores.
#include "world/checks.h"
#include "state/image_parts.h"

#include "dynamics/bodies/mass.h"
#include "queries/index/query_index.h"
#include "simd/kernels.h"
#include "state/image_codecs.h"

#include <string.h>

static const sc_kept_member no_kept[] = {{0, 0}};
#define KEPT(store, member)                                 \
    {                                                       \
        offsetof(store, member), sizeof((store *)0)->member \
    }
// The members that images leave out: lists that belong to the query index; arenas, trees and
// scratch memory, which are built again; and pointers into the world itself.
static const sc_kept_member kept_of_bodies[] = {KEPT(sc_bodies, changes), {0, 0}};
static const sc_kept_member kept_of_shapes[] = {KEPT(sc_shapes, changes), {0, 0}};
static const sc_kept_member kept_of_sleep[] = {KEPT(sc_sleep, contacts), {0, 0}};
static const sc_kept_member kept_of_sensors[] = {
    KEPT(sc_sensors, tree), KEPT(sc_sensors, tree_room), {0, 0}};
static const sc_kept_member kept_of_particles[] = {
    KEPT(sc_circles, neighbours), KEPT(sc_circles, spare),   KEPT(sc_circles, listed),
    KEPT(sc_circles, work),       KEPT(sc_circles, scratch), {0, 0}};
// In all of these lists the members are in the order of their offsets.
static const sc_kept_member kept_of_soft_bodies[] = {
    KEPT(sc_soft_bodies, lengths),     KEPT(sc_soft_bodies, arena),
    KEPT(sc_soft_bodies, coloured),    KEPT(sc_soft_bodies, blocks),
    KEPT(sc_soft_bodies, block_count), KEPT(sc_soft_bodies, batch),
    KEPT(sc_soft_bodies, work),        {0, 0}};

static int one_extent(sc_extent *extents, int32_t count)
{
    *extents = (sc_extent){0, count};
    return count > 0;
}

static int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

/// The number of slots that were used, slot 0 included; 0 if the arrays are not allocated yet.
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
    _Static_assert(SC_KIND_COUNT == 6, "a list for each kind");
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
    {&description, offsetof(scree_world, member), sizeof(type), extents, kept, 0, false, NULL}
#define PART_WITH_IDS(description, type, member, extents, kept) \
    {&description, offsetof(scree_world, member), sizeof(type), extents, kept, \
     offsetof(type, ids), true, NULL}
#define PART_WITH_CODECS(description, type, member, extents, kept, ids, has_ids, codecs) \
    {&description, offsetof(scree_world, member), sizeof(type), extents, kept, ids, has_ids, codecs}
// clang-format on

_Static_assert(sizeof(sc_circles) <= SC_STORE_BYTES && sizeof(sc_shapes) <= SC_STORE_BYTES,
               "the largest structs of stores");

const sc_store_part sc_image_parts[SC_IMAGE_PARTS] = {
    PART(sc_sleep_store, sc_sleep, sleep, extents_of_sleep, kept_of_sleep),
    PART(sc_contact_store, sc_contacts, sleep.contacts, extents_of_contacts, no_kept),
    PART(sc_body_name_store, sc_body_names, body_names, extents_of_names, no_kept),
    PART_WITH_IDS(sc_chain_store, sc_chains, chains, extents_of_chains, no_kept),
    PART_WITH_CODECS(sc_body_store, sc_bodies, bodies, extents_of_bodies, kept_of_bodies,
                     offsetof(sc_bodies, ids), true, sc_body_codecs),
    PART_WITH_CODECS(sc_shape_store, sc_shapes, shapes, extents_of_shapes, kept_of_shapes,
                     offsetof(sc_shapes, ids), true, sc_shape_codecs),
    PART_WITH_CODECS(sc_contact_store, sc_contacts, contacts, extents_of_contacts, no_kept, 0,
                     false, sc_contact_codecs),
    PART_WITH_IDS(sc_joint_store, sc_joints, joints, extents_of_joints, no_kept),
    PART(sc_event_store, sc_events, events, extents_of_events, no_kept),
    PART(sc_sensor_store, sc_sensors, sensors, extents_of_sensors, kept_of_sensors),
    PART_WITH_IDS(sc_circle_store, sc_circles, circles, extents_of_particles, kept_of_particles),
    PART_WITH_IDS(sc_soft_store, sc_soft_bodies, soft, extents_of_soft_bodies, kept_of_soft_bodies),
};

static bool needs_sum(const sc_bodies *bodies, int32_t row)
{
    return bodies->type[row] == SCREE_BODY_DYNAMIC && bodies->shape_count[row] > SC_SUMMED_SHAPES;
}

static void push_sum(sc_restore_room *room, sc_mass_sum *sum)
{
    memcpy(sum, &room->sums, sizeof(void *));
    room->sums = sum;
}

static sc_mass_sum *pop_sum(sc_restore_room *room)
{
    sc_mass_sum *sum = room->sums;
    if (sum != NULL)
    {
        memcpy(&room->sums, sum, sizeof(void *));
    }
    return sum;
}

void sc_restore_release_sums(sc_restore_room *room, sc_memory *memory)
{
    for (sc_mass_sum *sum = pop_sum(room); sum != NULL; sum = pop_sum(room))
    {
        sc_release(memory, sum, sizeof *sum);
    }
}

bool sc_restore_reserve_sums(sc_restore_room *room, scree_world *world, int32_t needed)
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

void sc_image_globals_of(const scree_world *world, sc_image_globals *globals)
{
    memset(globals, 0, sizeof *globals);
    globals->gravity = world->gravity;
    globals->settings = world->settings;
    globals->length_unit = world->lengths.unit;
    globals->last = world->last;
    globals->residual = world->residual;
    globals->contacts_counted = world->contacts_counted;
    globals->compact = world->compact_images;
    globals->steady_moves = world->broadphase.steady_moves;
    globals->friction = (int)world->mixing.friction;
    globals->restitution = (int)world->mixing.restitution;
    globals->pair_count = world->mixing.pair_count;
    for (int32_t row = 0; row < sc_body_count(&world->bodies); ++row)
    {
        globals->summed_count += needs_sum(&world->bodies, row);
    }
}

void sc_restore_begin(sc_restore_room *room, scree_world *world, const sc_image_globals *globals)
{
    world->gravity = globals->gravity;
    world->settings = globals->settings;
    sc_set_length_unit(world, globals->length_unit);
    world->last = globals->last;
    world->residual = globals->residual;
    world->contacts_counted = globals->contacts_counted;
    world->mixing.friction = (scree_friction_mixing)globals->friction;
    world->mixing.restitution = (scree_restitution_mixing)globals->restitution;
    sc_mixing_clear(&world->mixing);
    sc_bodies *bodies = &world->bodies;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        if (bodies->mass_sum[row] != NULL)
        {
            push_sum(room, bodies->mass_sum[row]);
            bodies->mass_sum[row] = NULL;
        }
    }
    sc_link_joint_kernels();
}

void sc_restore_end(sc_restore_room *room, scree_world *world, const sc_image_globals *globals)
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
    sc_restore_release_sums(room, &world->memory);
    // The next step computes derived data again, with the same results.
    world->constraints.valid = false;
    world->soft.coloured = false;
    world->broadphase.steady_moves = globals->steady_moves;
    sc_broadphase_forget(&world->broadphase, &world->shapes);
    sc_query_index_forget(world->query_index);
}
