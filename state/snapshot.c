/// Snapshots: portable files of whole worlds.
#include "scree/snapshot.h"

#include "particles/neighbour_file.h"
#include "scree/image.h"
#include "world/checks.h"
#include "state/snapshot_checks.h"
#include "world/validate.h"

#include <stdio.h>
#include <string.h>

size_t scree_world_snapshot_size(const scree_world *world)
{
    return world != NULL && !world->stepping ? sc_snapshot_write(world, NULL, 0) : 0;
}

scree_result scree_world_save_snapshot(const scree_world *world, void *buffer, size_t size)
{
    if (world == NULL || buffer == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, __func__, world == NULL ? "world" : "buffer",
                       "is null");
    }
    if (world->stepping)
    {
        return sc_fail(NULL, SCREE_ERROR_LOCKED, __func__, "world", "is in the middle of a step");
    }
    const size_t bytes = sc_snapshot_write(world, NULL, 0);
    if (size < bytes)
    {
        char what[96];
        snprintf(what, sizeof what, "is %llu, less than the %llu bytes of the snapshot",
                 (unsigned long long)size, (unsigned long long)bytes);
        return sc_fail(NULL, SCREE_ERROR_CAPACITY, __func__, "size", what);
    }
    sc_snapshot_write(world, buffer, size);
    return SCREE_OK;
}

static void take_scalars(const sc_snapshot_reader *reader, scree_world *world)
{
    for (int k = 0; k < sc_snapshot_scalar_count; ++k)
    {
        const sc_snapshot_scalar *scalar = &sc_snapshot_scalars[k];
        const char format[2] = {scalar->member};
        const size_t width = sc_format_bytes(scalar->member);
        const sc_field field = {scalar->name, 0, width, SC_STATE, format};
        for (int32_t i = 0; i < reader->found[k].count; ++i)
        {
            const size_t at = width * (size_t)i;
            sc_snapshot_unpack(&field, reader->found[k].data + at,
                               (char *)world + scalar->offset + at, 0);
        }
    }
}

/// Checks that booleans are 0 or 1.
static bool check_booleans(const sc_snapshot_reader *reader, sc_snapshot_fault *fault)
{
    for (int k = 0; k < sc_snapshot_scalar_count; ++k)
    {
        SC_SNAPSHOT_CHECK(sc_snapshot_scalars[k].member != 'b' || reader->found[k].count == 0 ||
                              *reader->found[k].data <= 1,
                          sc_snapshot_scalars[k].name, 0, "is neither 0 nor 1");
    }
    return true;
}

/// The number of elements of a table in the file. *k: on entry the first section of the table, on
/// return the first one of the next table.
static int32_t count_of(const sc_snapshot_reader *reader, const sc_snapshot_table *table, int *k)
{
    const sc_table *fields = sc_snapshot_table_of(table);
    const int32_t count = reader->found[*k].count;
    for (int f = 0; f < fields->field_count; ++f)
    {
        *k += sc_snapshot_has_field(table, &fields->fields[f]);
    }
    return count;
}

/// The place where a store keeps the number of elements in use of a table.
static int32_t *use_of(scree_world *world, const sc_snapshot_table *table)
{
    sc_shapes *s = &world->shapes;
    _Static_assert(SC_KIND_COUNT == 6, "a list for each kind");
    int32_t *const shapes[] = {&s->ids.used,          &s->geometry_used,   &s->active[0].count,
                               &s->active[1].count,   &s->active[2].count, &s->active[3].count,
                               &s->active[4].count,   &s->active[5].count, &s->static_list.count,
                               &s->half_spaces.count, &s->retired.count};
    int32_t *const sleep[] = {NULL, NULL, &world->sleep.fell_count, &world->sleep.woke_count};
    int32_t *const joints[] = {&world->joints.ids.used, &world->joints.break_count,
                               &world->joints.overload_count};
    sc_events *e = &world->events;
    int32_t *const events[] = {&e->begin_count, &e->end_count, &e->hit_count, &e->pending_count};
    int32_t *const sensors[] = {&world->sensors.overlap_count, &world->sensors.begin_count,
                                &world->sensors.end_count};
    sc_soft_bodies *b = &world->soft;
    int32_t *const soft[] = {&b->ids.used,   &b->body_count,   &b->vertex_count,
                             &b->edge_count, &b->corner_count, &b->attachment_count};
    int32_t *const particles[] = {&world->circles.ids.used, &world->circles.count};
    const int t = table->table;
    const sc_store *store = table->store;
    if (store == &sc_neighbour_store)
    {
        return t == SC_NEIGHBOUR_MOVED ? &world->circles.neighbours.moved_count : NULL;
    }
    return store == &sc_shape_store    ? shapes[t]
           : store == &sc_circle_store ? particles[t]
           : store == &sc_sleep_store  ? sleep[t]
           : store == &sc_joint_store  ? joints[t]
           : store == &sc_event_store  ? events[t]
           : store == &sc_sensor_store ? sensors[t]
           : store == &sc_soft_store   ? soft[t]
           : t > 0                     ? NULL
           : store == &sc_body_store   ? &world->bodies.ids.used
           : store == &sc_chain_store  ? &world->chains.ids.used
                                       : NULL;
}

/// The number of elements that a table must have. Negative: any number.
static int64_t wanted_count(const scree_world *world, const sc_snapshot_table *table, int32_t count)
{
    const sc_store *store = table->store;
    const int t = table->table;
    const int32_t bodies = world->bodies.ids.used, shapes = world->shapes.ids.used;
    if (store == &sc_neighbour_store)
    {
        const int64_t most = sc_neighbour_count(&world->circles, t, true);
        // If the numbers of the list are wrong, no number of elements is right.
        return most < 0 || (t == SC_NEIGHBOUR_MOVED && count > most) ? INT64_MAX
               : t == SC_NEIGHBOUR_MOVED                             ? count
                                                                     : most;
    }
    return store == &sc_body_store && t == 1    ? sc_body_count(&world->bodies)
           : store == &sc_body_store && t == 2  ? (world->bodies.keeps_previous ? bodies : 0)
           : store == &sc_sleep_store && t == 0 ? bodies
           : store == &sc_chain_store && t == 1 ? (world->chains.ids.used > 1 ? shapes : 0)
           : table->by_class && table->offset == offsetof(scree_world, contacts)
               ? sc_contacts_count(&world->contacts)
           : table->by_class              ? sc_contacts_count(&world->sleep.contacts)
           : store == &sc_body_name_store ? (count <= bodies ? count : 0)
                                          : -1;
}

/// Reserves room for the contacts of all classes. The counts come from the file.
static bool reserve_contacts(sc_contacts *contacts, sc_memory *memory)
{
    int counts[SC_CLASS_COUNT];
    memcpy(counts, contacts->count, sizeof counts);
    memset(contacts->count, 0, sizeof contacts->count);
    counts[SC_CLASS_NONE] = 0;
    const bool done = sc_contacts_reserve(contacts, memory, counts);
    memcpy(contacts->count, counts, sizeof counts);
    return done;
}

static bool reserve_table(scree_world *world, const sc_snapshot_table *table, int32_t count)
{
    char *store = (char *)world + table->offset;
    if (table->store == &sc_neighbour_store)
    {
        // Allocate all arrays of the list at its first table, because the other tables may have no
        // elements in use.
        return table->table != SC_NEIGHBOUR_ROWS || sc_neighbours_take_arrays(&world->circles);
    }
    if (table->store == &sc_contact_store)
    {
        return reserve_contacts((void *)store, &world->memory);
    }
    const int64_t links = world->sleep.contacts.capacity;
    // Reserve more than `count`: bodies need a free row while one of them changes its group, and
    // lists are padded to blocks.
    return sc_table_reserve(sc_snapshot_table_of(table), store, &world->memory,
                            table->by_class ? links : sc_pad_block(count) + SC_BLOCK);
}

static bool take_field(const sc_snapshot_reader *reader, scree_world *world,
                       const sc_snapshot_table *table, const sc_field *field, int k)
{
    const sc_snapshot_array *found = &reader->found[k];
    char *store = (char *)world + table->offset, *data = sc_field_data(field, store);
    const sc_contacts *contacts =
        table->store == &sc_contact_store ? (void *)store : &world->sleep.contacts;
    bool valid = true;
    for (int32_t i = 0; i < found->count; ++i)
    {
        const int32_t at = table->by_class ? sc_snapshot_contact(contacts, i) : i;
        valid &= sc_snapshot_unpack(field, found->data + (size_t)reader->width[k] * (size_t)i,
                                    data + field->element * (size_t)at, world->number);
    }
    return valid;
}

/// Clears all fields of free slots except their generation and the next free slot.
static void clear_free_slots(scree_world *world, const sc_snapshot_table *table, int32_t count)
{
    const sc_table *fields = sc_snapshot_table_of(table);
    char *store = (char *)world + table->offset;
    for (int32_t i = 0; i < count && table->is_clear != NULL; ++i)
    {
        if (table->store == &sc_body_name_store || !table->is_clear(world, i))
        {
            continue;
        }
        for (int f = 0; f < fields->field_count; ++f)
        {
            const sc_field *field = &fields->fields[f];
            if (strncmp(sc_snapshot_field_name(field), "ids.", 4) != 0)
            {
                memset((char *)sc_field_data(field, store) + field->element * (size_t)i, 0,
                       field->element);
            }
        }
    }
}

/// Reads one table. Returns false and sets `fault` if it is invalid, or sets *memory to false if
/// out of memory.
static bool take_table(const sc_snapshot_reader *reader, scree_world *world,
                       const sc_snapshot_table *table, int first, sc_snapshot_fault *fault,
                       bool *memory)
{
    int k = first;
    const int32_t count = count_of(reader, table, &k);
    const int64_t wanted = wanted_count(world, table, count);
    const sc_table *fields = sc_snapshot_table_of(table);
    int32_t *use = use_of(world, table);
    const bool slots = use != NULL && strstr(fields->fields->name, ".ids.") != NULL;
    SC_SNAPSHOT_CHECK((wanted < 0 || wanted == count) && (!slots || count <= SC_MAX_SLOTS),
                      table->label, 0, "has arrays that are longer or shorter than others say");
    if (count == 0)
    {
        return true;
    }
    *memory = reserve_table(world, table, count);
    if (!*memory)
    {
        return false;
    }
    if (use != NULL)
    {
        *use = count;
    }
    k = first;
    for (int f = 0; f < fields->field_count; ++f)
    {
        const sc_field *field = &fields->fields[f];
        if (sc_snapshot_has_field(table, field))
        {
            SC_SNAPSHOT_CHECK(take_field(reader, world, table, field, k), reader->label[k], 0,
                              "holds an id that is none");
            ++k;
        }
    }
    clear_free_slots(world, table, count);
    return true;
}

static bool take_pairs(const sc_snapshot_reader *reader, scree_world *world,
                       sc_snapshot_fault *fault, bool *memory)
{
    const sc_snapshot_array *found = &reader->found[reader->known - 1];
    const sc_field field = {"pairs", 0, offsetof(sc_mixed_pair, used), SC_STATE, "iifffff"};
    sc_mixed_pair last = {0};
    for (int32_t i = 0; i < found->count; ++i)
    {
        sc_mixed_pair pair = {0};
        sc_snapshot_unpack(&field, found->data + SC_SNAPSHOT_PAIR * (size_t)i, &pair, 0);
        SC_SNAPSHOT_CHECK(pair.first <= pair.second &&
                              (i == 0 || pair.first > last.first ||
                               (pair.first == last.first && pair.second > last.second)),
                          "mixing.pairs", i, "is out of order");
        const scree_result result =
            scree_world_set_pair_material(world, pair.first, pair.second, &pair.mixed);
        *memory = result != SCREE_ERROR_OUT_OF_MEMORY;
        SC_SNAPSHOT_CHECK(result == SCREE_OK, "mixing.pairs", i,
                          scree_world_last_error(world).text);
        last = pair;
    }
    return true;
}

/// Checks that the sums of the counts in scalars fit into the type of counts, because the sizes of
/// arrays are computed from them.
static bool check_sums(const scree_world *world, sc_snapshot_fault *fault)
{
    const int32_t *const counts[] = {world->bodies.count, world->contacts.count,
                                     world->sleep.contacts.count};
    const int lengths[] = {SC_GROUP_COUNT, SC_CLASS_COUNT, SC_CLASS_COUNT};
    static const char *const names[] = {"bodies.count", "contacts.count", "asleep.count"};
    for (int i = 0; i < 3; ++i)
    {
        int64_t sum = 0;
        for (int k = 0; k < lengths[i]; ++k)
        {
            SC_SNAPSHOT_CHECK(counts[i][k] >= 0, names[i], k, "is negative");
            sum += counts[i][k];
        }
        SC_SNAPSHOT_CHECK(sum <= INT32_MAX / 4, names[i], 0, "is too large");
    }
    return true;
}

static bool check_world(scree_world *world, sc_snapshot_fault *fault)
{
    return sc_snapshot_check_settings(world, fault) && sc_snapshot_check_ids(world, fault) &&
           sc_snapshot_check_bodies(world, fault) && sc_snapshot_check_shapes(world, fault) &&
           sc_snapshot_check_geometry(world, fault) && sc_snapshot_check_chains(world, fault) &&
           sc_snapshot_check_contacts(world, fault) && sc_snapshot_check_sleep(world, fault) &&
           sc_snapshot_check_joints(world, fault) && sc_snapshot_check_events(world, fault) &&
           sc_snapshot_check_particles(world, fault) && sc_snapshot_check_soft(world, fault);
}

/// Reserves the room that calls and steps rely on, and creates the mass sums. Returns false if out
/// of memory.
static bool reserve_rest(scree_world *world)
{
    sc_memory *memory = &world->memory;
    sc_image_globals globals;
    sc_restore_room room = {0};
    bool done = sc_bodies_reserve(&world->bodies, memory, 0) &&
                sc_shapes_reserve(&world->shapes, memory, 0) &&
                sc_events_reserve(&world->events, memory, 0, 0, 0);
    for (int kind = 0; kind < SC_KIND_COUNT && done; ++kind)
    {
        done = sc_lists_reserve(&world->shapes, memory, (sc_shape_kind)kind, 0);
    }
    sc_image_globals_of(world, &globals);
    done = done && sc_restore_reserve_sums(&room, world, globals.summed_count);
    if (!done)
    {
        sc_restore_release_sums(&room, memory);
        return false;
    }
    sc_restore_end(&room, world, &globals);
    return true;
}

/// Fills the stores of an empty world from the file. Returns false if the file is refused (`fault`
/// has the reason), or, with *memory false, if out of memory.
static bool take_stores(const sc_snapshot_reader *reader, scree_world *world,
                        sc_snapshot_fault *fault, bool *memory)
{
    if (!check_booleans(reader, fault))
    {
        return false;
    }
    take_scalars(reader, world);
    if (!check_sums(world, fault))
    {
        return false;
    }
    int k = sc_snapshot_scalar_count;
    for (int i = 0; i < sc_snapshot_table_count; ++i)
    {
        const int first = k;
        (void)count_of(reader, &sc_snapshot_tables[i], &k);
        if (!take_table(reader, world, &sc_snapshot_tables[i], first, fault, memory))
        {
            return false;
        }
    }
    const bool remix = world->shapes.remix_pending, remix_all = world->shapes.remix_all;
    if (!take_pairs(reader, world, fault, memory))
    {
        return false;
    }
    world->shapes.remix_pending = remix;
    world->shapes.remix_all = remix_all;
    const bool valid = check_world(world, fault);
    *memory = !fault->no_memory;
    return valid;
}

/// Fills an empty world from the file, and computes the values that the file does not have. Returns
/// false in the same cases as take_stores; the caller then destroys the world.
static bool take_world(const sc_snapshot_reader *reader, scree_world *world,
                       sc_snapshot_fault *fault, bool *memory)
{
    *memory = true;
    bool valid = take_stores(reader, world, fault, memory);
    if (valid)
    {
        valid = *memory = reserve_rest(world);
    }
    if (!valid)
    {
        // The arrays may be too short for these counts of rows, so set all counts to 0.
        memset(world->bodies.count, 0, sizeof world->bodies.count);
        return false;
    }
    const char *wrong = sc_validate(world);
    return wrong == NULL || sc_snapshot_refuse(fault, NULL, 0, wrong);
}

static scree_result refuse(scree_world *world, const sc_snapshot_reader *reader,
                           const char *function)
{
    const sc_snapshot_fault *fault = &reader->fault;
    char what[200];
    if (fault->field != NULL)
    {
        snprintf(what, sizeof what, "at byte %llu: %.*s[%d] %s",
                 (unsigned long long)sc_snapshot_place(reader, fault),
                 (int)strcspn(fault->field, ":"), fault->field, (int)fault->index, fault->what);
    }
    else
    {
        snprintf(what, sizeof what, "at byte %llu: %s", (unsigned long long)fault->offset,
                 fault->what);
    }
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, "data", what);
}

static scree_result load(scree_world *world, sc_snapshot_reader *reader, const void *data,
                         size_t size, const char *function)
{
    if (!sc_snapshot_parse(reader, data, size))
    {
        return refuse(world, reader, function);
    }
    scree_world_def def = scree_world_def_default();
    def.allocator = world->memory.allocator;
    def.simd = world->simd;
    scree_world *loaded = scree_world_create(&def);
    if (loaded == NULL)
    {
        return sc_no_memory(world, function);
    }
    bool memory;
    const bool valid = take_world(reader, loaded, &reader->fault, &memory);
    const scree_result copied = valid ? scree_world_copy(world, loaded) : SCREE_OK;
    scree_world_destroy(loaded);
    return !memory || copied == SCREE_ERROR_OUT_OF_MEMORY ? sc_no_memory(world, function)
           : valid                                        ? copied
                                                          : refuse(world, reader, function);
}

scree_result scree_world_load_snapshot(scree_world *world, const void *data, size_t size)
{
    SC_RECORD(world_load_snapshot, data, size);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_POINTER(__func__, data, "data");
    sc_snapshot_reader *reader = sc_allocate(&world->memory, sizeof *reader);
    if (reader == NULL)
    {
        return sc_no_memory(world, __func__);
    }
    const scree_result result = load(world, reader, data, size, __func__);
    sc_release(&world->memory, reader, sizeof *reader);
    if (result == SCREE_OK)
    {
        SC_VALIDATE(world, __func__);
    }
    return result;
}

uint64_t scree_world_convert_id(const scree_world *world, uint64_t value)
{
    const uint64_t object = value & UINT64_C(0xffffffffffff);
    return world != NULL && object != 0 ? (uint64_t)world->number << 48 | object : 0;
}
