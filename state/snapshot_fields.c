#include "state/snapshot_fields.h"

#include "core/assert.h"
#include "particles/neighbour_file.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#define VALUES(name, member, letter) \
    {name, offsetof(scree_world, member), \
     (int32_t)(sizeof((scree_world *)0)->member / (letter == 'q' ? 8 : letter == 'b' ? 1 : 4)), \
     letter, NULL}
#define VALUE(member, letter) VALUES(#member, member, letter)
#define NEIGHBOUR_VALUES(name, member, letter) \
    {"neighbours." name, offsetof(scree_world, circles.member), \
     (int32_t)(sizeof((scree_world *)0)->circles.member / (letter == 'b' ? 1 : 4)), letter, \
     has_neighbours}
#define NEIGHBOUR_VALUE(member, letter) NEIGHBOUR_VALUES(#member, neighbours.member, letter)
// clang-format on

_Static_assert(sizeof(bool) == 1 && sizeof(int) == 4 && sizeof(scree_solver) == 4 &&
                   sizeof(float) == 4 && sizeof(scree_container) == 4,
               "the members of a world are as wide as in a file");

static bool has_neighbours(const scree_world *world)
{
    return sc_neighbours_are_kept(&world->circles);
}

const sc_snapshot_scalar sc_snapshot_scalars[] = {
    VALUE(gravity, 'f'),
    VALUE(lengths.unit, 'f'),
    VALUE(settings.solver, 'i'),
    VALUE(settings.contact_hertz, 'f'),
    VALUE(settings.contact_damping_ratio, 'f'),
    VALUE(settings.push_speed, 'f'),
    VALUE(settings.restitution_threshold, 'f'),
    VALUE(settings.max_linear_speed, 'f'),
    VALUE(settings.iterations, 'i'),
    VALUE(settings.erp, 'f'),
    VALUE(settings.position_correction, 'f'),
    VALUE(settings.slop, 'f'),
    VALUE(settings.warm_starting, 'b'),
    VALUE(settings.measure_residual, 'b'),
    VALUE(settings.measure_impulses, 'b'),
    VALUE(settings.direct_joints, 'b'),
    VALUE(settings.continuous, 'b'),
    VALUE(settings.hit_event_threshold, 'f'),
    VALUE(settings.last_h, 'f'),
    VALUE(settings.last_stiff_h, 'f'),
    VALUE(mixing.friction, 'i'),
    VALUE(mixing.restitution, 'i'),
    VALUE(bodies.ids.first_free, 'i'),
    VALUE(bodies.count, 'i'),
    VALUE(bodies.keeps_previous, 'b'),
    VALUE(bodies.forces_pending, 'b'),
    VALUE(bodies.rows_moved, 'b'),
    VALUE(bodies.recentred, 'b'),
    VALUE(bodies.steps, 'i'),
    VALUE(shapes.ids.first_free, 'i'),
    VALUE(shapes.asks_changed, 'b'),
    VALUE(shapes.purge_pending, 'b'),
    VALUE(shapes.remix_pending, 'b'),
    VALUE(shapes.remix_all, 'b'),
    VALUE(shapes.geometry_free, 'i'),
    VALUE(shapes.recent_start, 'i'),
    VALUE(shapes.recent_floats, 'i'),
    VALUE(shapes.recent_next, 'i'),
    VALUE(chains.ids.first_free, 'i'),
    VALUE(joints.ids.first_free, 'i'),
    VALUES("particles.ids.first_free", circles.ids.first_free, 'i'),
    VALUE(soft.ids.first_free, 'i'),
    VALUE(contacts.count, 'i'),
    VALUE(contacts.removed, 'i'),
    VALUE(contacts.touching, 'i'),
    VALUE(contacts.crowded, 'i'),
    VALUES("asleep.count", sleep.contacts.count, 'i'),
    VALUE(sleep.enabled, 'b'),
    VALUE(sleep.wake_pending, 'b'),
    VALUE(sleep.request_pending, 'b'),
    VALUE(sleep.step_failed, 'b'),
    VALUE(sleep.time_to_sleep, 'f'),
    VALUE(sleep.steps, 'i'),
    VALUE(sleep.requests_done, 'b'),
    VALUE(sleep.looked, 'b'),
    VALUE(sensors.mark, 'q'),
    VALUE(sensors.recheck, 'b'),
    VALUE(sensors.late, 'b'),
    VALUE(broadphase.steady_moves, 'i'),
    VALUES("particles.settings.damping", circles.settings.damping, 'f'),
    VALUES("particles.settings.friction", circles.settings.friction, 'f'),
    VALUES("particles.settings.max_speed", circles.settings.max_speed, 'f'),
    VALUES("particles.settings.container", circles.settings.container, 'i'),
    VALUES("particles.settings.container_center", circles.settings.container_center, 'f'),
    VALUES("particles.settings.container_size", circles.settings.container_size, 'f'),
    VALUES("particles.settings.category", circles.settings.category, 'q'),
    VALUES("particles.settings.mask", circles.settings.mask, 'q'),
    VALUES("particles.pair_count", circles.pair_count, 'i'),
    VALUES("particles.shape_pair_count", circles.shape_pair_count, 'i'),
    VALUES("particles.stopped_count", circles.stopped_count, 'i'),
    VALUE(soft.iterations, 'i'),
    VALUE(soft.contact_count, 'i'),
    VALUE(soft.nonfinite_count, 'i'),
    VALUE(soft.max_contacts, 'i'),
    VALUE(contacts_counted, 'b'),
    VALUE(last.new_pairs, 'i'),
    VALUE(last.contacts, 'i'),
    VALUE(last.points, 'i'),
    VALUE(last.begun_contacts, 'i'),
    VALUE(last.ended_contacts, 'i'),
    VALUE(last.colours, 'i'),
    VALUE(last.blocks, 'i'),
    VALUE(last.lane_fill, 'f'),
    VALUE(last.moved_shapes, 'i'),
    VALUE(last.continuous_bodies, 'i'),
    VALUE(last.continuous_hits, 'i'),
    VALUE(last.joints, 'i'),
    VALUE(last.soft_contacts, 'i'),
    VALUE(last.particle_shape_pairs, 'i'),
    VALUE(last.disabled_bodies, 'i'),
    VALUE(residual.points, 'i'),
    VALUE(residual.rms, 'f'),
    VALUE(residual.max, 'f'),
    NEIGHBOUR_VALUE(valid, 'b'),
    NEIGHBOUR_VALUES("listed", listed, 'b'),
    NEIGHBOUR_VALUE(by_radius, 'b'),
    NEIGHBOUR_VALUE(truncated, 'b'),
    NEIGHBOUR_VALUES("batch", neighbours.batch, 'i'),
    NEIGHBOUR_VALUE(pair_count, 'i'),
    NEIGHBOUR_VALUE(count, 'i'),
    NEIGHBOUR_VALUE(added_end, 'i'),
    NEIGHBOUR_VALUES("built_count", neighbours.grid.count, 'i'),
    NEIGHBOUR_VALUE(min_skin, 'f'),
    NEIGHBOUR_VALUE(extra_skin, 'f'),
    NEIGHBOUR_VALUE(slack, 'f'),
};
const int sc_snapshot_scalar_count = sizeof sc_snapshot_scalars / sizeof *sc_snapshot_scalars;

#define USED(store)                                                                         \
    static int32_t used_##store(const scree_world *world) { return world->store.ids.used; } \
    static bool dead_##store(const scree_world *world, int32_t slot)                        \
    {                                                                                       \
        return !sc_slot_is_live(&world->store.ids, slot);                                   \
    }
USED(bodies)
USED(shapes)
USED(chains)
USED(joints)
USED(circles)
USED(soft)

/// Whether a shape and its contacts no longer exist. The contacts of a destroyed shape exist until
/// the next step.
static bool is_gone_shape(const scree_world *world, int32_t slot)
{
    return dead_shapes(world, slot) && (world->shapes.flags[slot] & SC_SHAPE_GONE) == 0;
}

/// Whether a body has no name. The slot of a destroyed body still has its name.
static bool has_no_name(const scree_world *world, int32_t slot)
{
    const sc_body_names *names = &world->body_names;
    return slot >= names->capacity || names->name[slot].text[0] == 0 ||
           sc_ids_find(&world->bodies.ids, names->name[slot].body.value) != slot;
}

static int32_t name_count(const scree_world *world)
{
    int32_t count = 0;
    for (int32_t slot = 1; slot < world->bodies.ids.used; ++slot)
    {
        count = has_no_name(world, slot) ? count : slot + 1;
    }
    return count;
}

static int32_t link_count(const scree_world *world)
{
    return world->chains.ids.used > 1 ? world->shapes.ids.used : 0;
}

static int32_t previous_count(const scree_world *world)
{
    return world->bodies.keeps_previous ? world->bodies.ids.used : 0;
}

/// Whether a lane after the batch of the kept list of neighbours holds no pair.
static bool is_padding(const scree_world *world, int32_t index)
{
    const sc_neighbour_list *list = &world->circles.neighbours;
    const int32_t at = list->batch.end[SC_COLOURS] + index;
    return list->a[at] == list->b[at];
}

// The counts of tables whose elements are all saved.
#define COUNT(name, count) \
    static int32_t name(const scree_world *world) { return count; }
COUNT(row_count, sc_body_count(&world->bodies))
COUNT(pool_count, world->shapes.geometry_used)
_Static_assert(SC_KIND_COUNT == 6, "a list for each kind");
COUNT(circle_list, world->shapes.active[SC_KIND_CIRCLE].count)
COUNT(box_list, world->shapes.active[SC_KIND_BOX].count)
COUNT(convex4_list, world->shapes.active[SC_KIND_CONVEX4].count)
COUNT(convex8_list, world->shapes.active[SC_KIND_CONVEX8].count)
COUNT(polygon_list, world->shapes.active[SC_KIND_POLYGON].count)
COUNT(static_list, world->shapes.static_list.count)
COUNT(half_space_list, world->shapes.half_spaces.count)
COUNT(retired_list, world->shapes.retired.count)
COUNT(contact_count, sc_contacts_count(&world->contacts))
COUNT(asleep_count, sc_contacts_count(&world->sleep.contacts))
COUNT(fell_count, world->sleep.fell_count)
COUNT(woke_count, world->sleep.woke_count)
COUNT(break_count, world->joints.break_count)
COUNT(overload_count, world->joints.overload_count)
COUNT(begin_count, world->events.begin_count)
COUNT(end_count, world->events.end_count)
COUNT(hit_count, world->events.hit_count)
COUNT(pending_count, world->events.pending_count)
COUNT(overlap_count, world->sensors.overlap_count)
COUNT(sensor_begin_count, world->sensors.begin_count)
COUNT(sensor_end_count, world->sensors.end_count)
COUNT(particle_count, world->circles.count)
COUNT(pairs_count, sc_neighbour_count(&world->circles, SC_NEIGHBOUR_PAIRS, false))
COUNT(neighbour_row_count, sc_neighbour_count(&world->circles, SC_NEIGHBOUR_ROWS, false))
COUNT(moved_count, sc_neighbour_count(&world->circles, SC_NEIGHBOUR_MOVED, false))
COUNT(added_count, sc_neighbour_count(&world->circles, SC_NEIGHBOUR_ADDED, false))
COUNT(soft_count, world->soft.body_count)
COUNT(vertex_count, world->soft.vertex_count)
COUNT(edge_count, world->soft.edge_count)
COUNT(corner_count, world->soft.corner_count)
COUNT(attachment_count, world->soft.attachment_count)

// clang-format off
#define TABLE(label, store, number, member, count, clear, left_out) \
    {label, &store, number, offsetof(scree_world, member), count, clear, " " left_out " ", false}
// clang-format on
const sc_snapshot_table sc_snapshot_tables[] = {
    TABLE("bodies", sc_body_store, 0, bodies, used_bodies, NULL, "row"),
    TABLE("bodies", sc_body_store, 1, bodies, row_count, NULL,
          "id mass_sum inverse_mass inverse_inertia"),
    TABLE("bodies", sc_body_store, 2, bodies, previous_count, dead_bodies, ""),
    TABLE("names", sc_body_name_store, 0, body_names, name_count, has_no_name, ""),
    TABLE("shapes", sc_shape_store, 0, shapes, used_shapes, is_gone_shape,
          "body_row newer list_at first_asleep pose previous needed"),
    TABLE("shapes", sc_shape_store, 1, shapes, pool_count, NULL, "geometry_uses"),
    TABLE("shapes", sc_shape_store, 2, shapes, circle_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 3, shapes, box_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 4, shapes, convex4_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 5, shapes, convex8_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 6, shapes, polygon_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 8, shapes, static_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 9, shapes, half_space_list, NULL, ""),
    TABLE("shapes", sc_shape_store, 10, shapes, retired_list, NULL, ""),
    TABLE("chains", sc_chain_store, 0, chains, used_chains, dead_chains, ""),
    TABLE("chains", sc_chain_store, 1, chains, link_count, NULL, ""),
    {"contacts", &sc_contact_store, 0, offsetof(scree_world, contacts), contact_count, NULL, " ",
     true},
    TABLE("sleep", sc_sleep_store, 0, sleep, used_bodies, dead_bodies, "previous"),
    {"asleep", &sc_contact_store, 0, offsetof(scree_world, sleep.contacts), asleep_count, NULL, " ",
     true},
    {"asleep", &sc_sleep_store, 1, offsetof(scree_world, sleep), asleep_count, NULL, " ", true},
    TABLE("sleep", sc_sleep_store, 2, sleep, fell_count, NULL, ""),
    TABLE("sleep", sc_sleep_store, 3, sleep, woke_count, NULL, ""),
    TABLE("joints", sc_joint_store, 0, joints, used_joints, dead_joints,
          "previous kind switches traits"),
    TABLE("joints", sc_joint_store, 1, joints, break_count, NULL, ""),
    TABLE("joints", sc_joint_store, 2, joints, overload_count, NULL, ""),
    TABLE("events", sc_event_store, 0, events, begin_count, NULL, ""),
    TABLE("events", sc_event_store, 1, events, end_count, NULL, ""),
    TABLE("events", sc_event_store, 2, events, hit_count, NULL, ""),
    TABLE("events", sc_event_store, 3, events, pending_count, NULL, ""),
    TABLE("sensors", sc_sensor_store, 0, sensors, overlap_count, NULL, ""),
    TABLE("sensors", sc_sensor_store, 1, sensors, sensor_begin_count, NULL, ""),
    TABLE("sensors", sc_sensor_store, 2, sensors, sensor_end_count, NULL, ""),
    TABLE("particles", sc_circle_store, 0, circles, used_circles, dead_circles, "row"),
    TABLE("particles", sc_circle_store, 1, circles, particle_count, NULL, "id"),
    TABLE("neighbours", sc_neighbour_store, SC_NEIGHBOUR_ROWS, circles.neighbours,
          neighbour_row_count, NULL, ""),
    TABLE("neighbours", sc_neighbour_store, SC_NEIGHBOUR_PAIRS, circles.neighbours, pairs_count,
          NULL, ""),
    TABLE("neighbours", sc_neighbour_store, SC_NEIGHBOUR_MOVED, circles.neighbours, moved_count,
          NULL, ""),
    TABLE("neighbours", sc_neighbour_store, SC_NEIGHBOUR_ADDED, circles.neighbours, added_count,
          is_padding, ""),
    TABLE("soft", sc_soft_store, 0, soft, used_soft, dead_soft, "row"),
    TABLE("soft", sc_soft_store, 1, soft, soft_count, NULL, ""),
    TABLE("soft", sc_soft_store, 2, soft, vertex_count, NULL, "attachment_of"),
    TABLE("soft", sc_soft_store, 3, soft, edge_count, NULL, ""),
    TABLE("soft", sc_soft_store, 4, soft, corner_count, NULL, ""),
    TABLE("soft", sc_soft_store, 5, soft, attachment_count, NULL, ""),
};
const int sc_snapshot_table_count = sizeof sc_snapshot_tables / sizeof *sc_snapshot_tables;

const char *sc_snapshot_field_name(const sc_field *field) { return strchr(field->name, '.') + 1; }

bool sc_snapshot_has_field(const sc_snapshot_table *table, const sc_field *field)
{
    const char *name = sc_snapshot_field_name(field);
    char word[SC_SNAPSHOT_LABEL];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(table->left_out, word) == NULL;
}

int sc_snapshot_label(char label[SC_SNAPSHOT_LABEL], const char *store, const char *name,
                      const char *format)
{
    return snprintf(label, SC_SNAPSHOT_LABEL, "%s%s%s:%s", store, store[0] != 0 ? "." : "", name,
                    format);
}

int32_t sc_snapshot_contact(const sc_contacts *contacts, int32_t k)
{
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        if (k < contacts->count[c])
        {
            return contacts->first[c] + k;
        }
        k -= contacts->count[c];
    }
    SC_ASSERT(false);
    return 0;
}

/// Bytes of a member in a file.
static size_t file_bytes(char member) { return member == 'p' ? 8 : sc_format_bytes(member); }

uint64_t sc_snapshot_get(const unsigned char *in, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; ++i)
    {
        value |= (uint64_t)in[i] << (8 * i);
    }
    return value;
}

void sc_snapshot_put(unsigned char *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i)
    {
        out[i] = (unsigned char)(value >> (8 * i));
    }
}

/// A walk over the members of an element. A format of a single letter repeats to fill the element.
typedef struct member_walk
{
    const char *member;
    size_t at, file_at;  ///< where the member after this one may begin
} member_walk;

/// Finds the next member. Returns false if there is none. *at: its offset in the element.
static bool next_member(member_walk *walk, const sc_field *field, char *letter, size_t *at)
{
    const char *member = walk->member == NULL ? field->format : walk->member;
    if (*member == 0 || walk->at >= field->element)
    {
        return false;
    }
    const size_t bytes = sc_format_bytes(*member);
    *letter = *member;
    *at = (walk->at + bytes - 1) / bytes * bytes;
    if (*at + bytes > field->element)
    {
        return false;
    }
    walk->at = *at + bytes;
    walk->member = member + (field->format[1] != 0);
    return true;
}

size_t sc_snapshot_bytes(const sc_field *field)
{
    member_walk walk = {0};
    char letter;
    size_t at, bytes = 0;
    while (next_member(&walk, field, &letter, &at))
    {
        bytes += file_bytes(letter);
    }
    return bytes;
}

static uint64_t value_at(const char *place, char letter)
{
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    uint64_t value;
    void *pointer;
    switch (letter)
    {
    case 'b':
        memcpy(&byte, place, sizeof byte);
        return byte;
    case 'h':
        memcpy(&half, place, sizeof half);
        return half;
    case 'p':
        memcpy(&pointer, place, sizeof pointer);
        return (uint64_t)(uintptr_t)pointer;
    case 'q':
    case '#':
        memcpy(&value, place, sizeof value);
        return letter == '#' ? value & 0xffffffffffffu : value;
    default:
        memcpy(&word, place, sizeof word);
        return word;
    }
}

static void set_value(char *place, char letter, uint64_t value)
{
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;
    void *const pointer = (void *)(uintptr_t)value;
    switch (letter)
    {
    case 'b':
        memcpy(place, &byte, sizeof byte);
        break;
    case 'h':
        memcpy(place, &half, sizeof half);
        break;
    case 'p':
        memcpy(place, &pointer, sizeof pointer);
        break;
    case 'q':
    case '#':
        memcpy(place, &value, sizeof value);
        break;
    default:
        memcpy(place, &word, sizeof word);
    }
}

void sc_snapshot_pack(const sc_field *field, const void *element, unsigned char *out)
{
    member_walk walk = {0};
    char letter;
    size_t at;
    while (next_member(&walk, field, &letter, &at))
    {
        const size_t bytes = file_bytes(letter);
        sc_snapshot_put(out, value_at((const char *)element + at, letter), bytes);
        out += bytes;
    }
}

bool sc_snapshot_unpack(const sc_field *field, const unsigned char *in, void *element,
                        uint16_t number)
{
    member_walk walk = {0};
    char letter;
    size_t at;
    bool valid = true;
    while (next_member(&walk, field, &letter, &at))
    {
        const size_t bytes = file_bytes(letter);
        uint64_t value = sc_snapshot_get(in, bytes);
        if (letter == '#' && value != 0)
        {
            valid = valid && value >> 48 == 0;
            value |= (uint64_t)number << 48;
        }
        set_value((char *)element + at, letter, value);
        in += bytes;
    }
    return valid;
}
