/// Finds the first value in which two worlds differ.
#include "scree/image.h"

#include "core/errors.h"
#include "state/state_fields.h"
#include "world/checks.h"

#include <string.h>

/// The two worlds, and their first difference.
typedef struct comparison
{
    const scree_world *a, *b;
    scree_difference found;
} comparison;

/// The elements of a table in each of the two worlds.
typedef struct elements
{
    const sc_table *table;
    const void *a, *b;  ///< the stores
} elements;

static bool note(comparison *c, scree_difference_kind kind, const char *field, double a, double b)
{
    c->found.kind = kind;
    c->found.field = field;
    c->found.value = a;
    c->found.other_value = b;
    return true;
}

static double value_of(char letter, const char *at)
{
    uint64_t q = 0;
    float f;
    memcpy(&q, at, sc_format_bytes(letter));
    memcpy(&f, &q, sizeof f);
    return letter == 'f' ? (double)f : letter == 'i' ? (double)(int32_t)q : (double)q;
}

/// Whether two members are equal. As in sc_field_hash, all NaNs are equal, and the number of the
/// world in ids does not count.
static bool same_member(char letter, const char *a, const char *b)
{
    uint64_t x = 0, y = 0;
    const size_t bytes = sc_format_bytes(letter);
    memcpy(&x, a, bytes);
    memcpy(&y, b, bytes);
    const bool nans =
        letter == 'f' && (x & 0x7fffffffu) > 0x7f800000u && (y & 0x7fffffffu) > 0x7f800000u;
    return nans || (letter == '#' ? (x ^ y) << 16 == 0 : x == y);
}

/// Records the first member in which two elements differ. Returns whether there is one.
static bool differs_in(comparison *c, scree_difference_kind kind, const sc_field *field,
                       const char *a, const char *b)
{
    const char *letter = field->format;
    c->found.member = 0;
    for (size_t at = 0; at < field->element && *letter != 0; letter += field->format[1] != 0)
    {
        const size_t bytes = sc_format_bytes(*letter);
        at = (at + bytes - 1) / bytes * bytes;
        if (*letter != 'd' && !same_member(*letter, a + at, b + at))
        {
            return note(c, kind, strchr(field->name, '.') + 1, value_of(*letter, a + at),
                        value_of(*letter, b + at));
        }
        at += bytes;
        ++c->found.member;
    }
    return false;
}

static bool element_differs(comparison *c, scree_difference_kind kind, const elements *e, int32_t i,
                            int32_t k)
{
    for (int f = 0; f < e->table->field_count; ++f)
    {
        const sc_field *field = &e->table->fields[f];
        if (sc_is_state(field) &&
            differs_in(c, kind, field,
                       (const char *)sc_field_data(field, e->a) + field->element * (size_t)i,
                       (const char *)sc_field_data(field, e->b) + field->element * (size_t)k))
        {
            return true;
        }
    }
    return false;
}

static bool settings_differ(comparison *c, const sc_state_setting *a, const sc_state_setting *b,
                            int count)
{
    for (int i = 0; i < count; ++i)
    {
        if (memcmp(&a[i].value, &b[i].value, sizeof a[i].value) != 0 || a[i].word != b[i].word)
        {
            return note(c, SCREE_DIFFERENCE_SETTING, a[i].name,
                        (double)a[i].value + (double)(int32_t)a[i].word,
                        (double)b[i].value + (double)(int32_t)b[i].word);
        }
    }
    return false;
}

static bool world_settings_differ(comparison *c)
{
    sc_state_setting a[SC_STATE_SETTINGS], b[SC_STATE_SETTINGS];
    sc_state_settings_of(c->a, a);
    sc_state_settings_of(c->b, b);
    return settings_differ(c, a, b, SC_STATE_SETTINGS) ||
           (sc_state_pairs(&c->a->mixing) != sc_state_pairs(&c->b->mixing) &&
            note(c, SCREE_DIFFERENCE_SETTING, "pair_materials", c->a->mixing.pair_count,
                 c->b->mixing.pair_count));
}

static bool particle_settings_differ(comparison *c)
{
    const scree_particle_settings *a = &c->a->circles.settings, *b = &c->b->circles.settings;
    sc_state_setting numbers_a[SC_STATE_PARTICLE_NUMBERS], numbers_b[SC_STATE_PARTICLE_NUMBERS];
    sc_state_particle_numbers(a, numbers_a);
    sc_state_particle_numbers(b, numbers_b);
    if (settings_differ(c, numbers_a, numbers_b, SC_STATE_PARTICLE_NUMBERS))
    {
        return true;
    }
    const struct
    {
        const char *name;
        uint64_t a, b;
    } words[] = {{"particle.container", (uint64_t)a->container, (uint64_t)b->container},
                 {"particle.category", a->category, b->category},
                 {"particle.mask", a->mask, b->mask}};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    {
        if (words[i].a != words[i].b)
        {
            return note(c, SCREE_DIFFERENCE_SETTING, words[i].name, (double)words[i].a,
                        (double)words[i].b);
        }
    }
    return false;
}

/// Fills in the id of the object in a slot: its id in world a or, if it lives only in world b, its
/// id there.
static void name_slot(comparison *c, const sc_ids *a, const sc_ids *b, int32_t slot)
{
    uint64_t id = sc_slot_is_live(a, slot)   ? sc_ids_value(a, slot)
                  : sc_slot_is_live(b, slot) ? sc_ids_value(b, slot)
                                             : 0;
    id = id != 0 ? (id & 0xffffffffffffu) | (uint64_t)c->a->number << 48 : 0;
    switch (c->found.kind)
    {
    case SCREE_DIFFERENCE_BODY:
        c->found.body.value = id;
        break;
    case SCREE_DIFFERENCE_SHAPE:
        c->found.shape_a.value = id;
        break;
    case SCREE_DIFFERENCE_CHAIN:
        c->found.chain.value = id;
        break;
    case SCREE_DIFFERENCE_JOINT:
        c->found.joint.value = id;
        break;
    case SCREE_DIFFERENCE_PARTICLE:
        c->found.particle.value = id;
        break;
    default:
        break;
    }
}

/// Whether the records of the rest of a body (sc_sleep) differ. A missing record equals a cleared
/// one.
static bool rest_differs(comparison *c, int32_t slot)
{
    const sc_sleep *a = &c->a->sleep, *b = &c->b->sleep;
    const elements e = {&sc_sleep_store.tables[0], a, b};
    const bool in_a = slot < a->capacity && !sc_table_is_clear(e.table, a, slot, slot + 1),
               in_b = slot < b->capacity && !sc_table_is_clear(e.table, b, slot, slot + 1);
    return in_a != in_b ? note(c, SCREE_DIFFERENCE_BODY, "rest_time", in_a, in_b)
                        : in_a && element_differs(c, SCREE_DIFFERENCE_BODY, &e, slot, slot);
}

/// Compares the objects of a kind in order of slots. With `row_a` and `row_b`, elements are stored
/// by row. Returns whether they differ.
static bool objects_differ(comparison *c, scree_difference_kind kind, const elements *e,
                           const sc_ids *a, const sc_ids *b, const int32_t *row_a,
                           const int32_t *row_b)
{
    const int32_t used = a->used > b->used ? a->used : b->used;
    for (int32_t slot = 1; slot < used; ++slot)
    {
        const bool live_a = sc_slot_is_live(a, slot), live_b = sc_slot_is_live(b, slot);
        const uint32_t x = sc_slot_was_used(a, slot) ? a->generation[slot] : 0,
                       y = sc_slot_was_used(b, slot) ? b->generation[slot] : 0;
        bool found = live_a != live_b ? note(c, kind, "live", live_a, live_b)
                     : x != y         ? note(c, kind, "generation", x, y)
                                      : false;
        if (!found && live_a)
        {
            found = element_differs(c, kind, e, row_a != NULL ? row_a[slot] : slot,
                                    row_b != NULL ? row_b[slot] : slot) ||
                    (kind == SCREE_DIFFERENCE_BODY && rest_differs(c, slot));
        }
        if (found)
        {
            name_slot(c, a, b, slot);
            return true;
        }
    }
    return a->first_free != b->first_free &&
           note(c, kind, "first_free", a->first_free, b->first_free);
}

/// Whether the pools of geometry differ. A difference belongs to the first shape that uses the
/// entry.
static bool geometry_differs(comparison *c)
{
    const sc_shapes *a = &c->a->shapes, *b = &c->b->shapes;
    const elements e = {&sc_shape_store.tables[1], a, b};
    for (int32_t i = 0; i < a->geometry_used && i < b->geometry_used; ++i)
    {
        if (element_differs(c, SCREE_DIFFERENCE_SHAPE, &e, i, i))
        {
            for (int32_t slot = 1; slot < a->ids.used && c->found.shape_a.value == 0; ++slot)
            {
                const int32_t at = i - a->geometry_start[slot];
                if (sc_slot_is_live(&a->ids, slot) && at >= 0 && at < a->geometry_floats[slot])
                {
                    name_slot(c, &a->ids, &b->ids, slot);
                }
            }
            return true;
        }
    }
    return a->geometry_used != b->geometry_used &&
           note(c, SCREE_DIFFERENCE_SHAPE, "geometry_used", a->geometry_used, b->geometry_used);
}

static bool contacts_differ(comparison *c, const sc_contacts *a, const sc_contacts *b)
{
    const elements e = {&sc_contact_store.tables[0], a, b};
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        for (int32_t i = 0; i < a->count[class] && i < b->count[class]; ++i)
        {
            const int32_t at = a->first[class] + i;
            if (element_differs(c, SCREE_DIFFERENCE_CONTACT, &e, at, b->first[class] + i))
            {
                c->found.shape_a.value = sc_ids_value(&c->a->shapes.ids, a->a[at]);
                c->found.shape_b.value = sc_ids_value(&c->a->shapes.ids, a->b[at]);
                return true;
            }
        }
        if (a->count[class] != b->count[class])
        {
            return note(c, SCREE_DIFFERENCE_CONTACT, "count", a->count[class], b->count[class]);
        }
    }
    return false;
}

/// The soft body that has an element of a table: 0: bodies, 1: vertices, 2: edges, 3: corners.
static scree_soft_body_id soft_body_of(const sc_soft_bodies *soft, int table, int32_t i)
{
    for (int32_t k = 0; k < soft->body_count; ++k)
    {
        const sc_soft_body *body = &soft->bodies[k];
        const int32_t first[] = {k, body->first_vertex, body->first_edge, body->first_corner};
        const int32_t count[] = {1, body->vertex_count, body->edge_count, body->corner_count};
        if (i >= first[table] && i - first[table] < count[table])
        {
            return body->id;
        }
    }
    return (scree_soft_body_id){0};
}

static bool soft_bodies_differ(comparison *c)
{
    const sc_soft_bodies *a = &c->a->soft, *b = &c->b->soft;
    const int32_t counts_a[] = {a->body_count, a->vertex_count, a->edge_count, a->corner_count};
    const int32_t counts_b[] = {b->body_count, b->vertex_count, b->edge_count, b->corner_count};
    for (int t = 0; t < 4; ++t)
    {
        const elements e = {&sc_soft_store.tables[1 + t], a, b};
        for (int32_t i = 0; i < counts_a[t] && i < counts_b[t]; ++i)
        {
            if (element_differs(c, SCREE_DIFFERENCE_SOFT_BODY, &e, i, i))
            {
                c->found.soft_body = soft_body_of(a, t, i);
                return true;
            }
        }
        if (counts_a[t] != counts_b[t])
        {
            return note(c, SCREE_DIFFERENCE_SOFT_BODY, "count", counts_a[t], counts_b[t]);
        }
    }
    return false;
}

scree_difference scree_world_difference(const scree_world *world, const scree_world *other)
{
    comparison c = {world, other, {.field = ""}};
    c.found.result = sc_check_readable(world, __func__, "world");
    if (c.found.result == SCREE_OK)
    {
        c.found.result = sc_check_readable(other, __func__, "other");
    }
    if (c.found.result != SCREE_OK)
    {
        return c.found;
    }
    const scree_world *a = world, *b = other;
    const elements bodies = {&sc_body_store.tables[1], &a->bodies, &b->bodies},
                   shapes = {&sc_shape_store.tables[0], &a->shapes, &b->shapes},
                   chains = {&sc_chain_store.tables[0], &a->chains, &b->chains},
                   joints = {&sc_joint_store.tables[0], &a->joints, &b->joints},
                   circles = {&sc_circle_store.tables[1], &a->circles, &b->circles};
    const bool differ = world_settings_differ(&c) || particle_settings_differ(&c) ||
                        objects_differ(&c, SCREE_DIFFERENCE_BODY, &bodies, &a->bodies.ids,
                                       &b->bodies.ids, a->bodies.row, b->bodies.row) ||
                        objects_differ(&c, SCREE_DIFFERENCE_SHAPE, &shapes, &a->shapes.ids,
                                       &b->shapes.ids, NULL, NULL) ||
                        geometry_differs(&c) ||
                        objects_differ(&c, SCREE_DIFFERENCE_CHAIN, &chains, &a->chains.ids,
                                       &b->chains.ids, NULL, NULL) ||
                        objects_differ(&c, SCREE_DIFFERENCE_JOINT, &joints, &a->joints.ids,
                                       &b->joints.ids, NULL, NULL) ||
                        contacts_differ(&c, &a->contacts, &b->contacts) ||
                        contacts_differ(&c, &a->sleep.contacts, &b->sleep.contacts) ||
                        objects_differ(&c, SCREE_DIFFERENCE_PARTICLE, &circles, &a->circles.ids,
                                       &b->circles.ids, a->circles.row, b->circles.row) ||
                        soft_bodies_differ(&c);
    c.found.member = differ ? c.found.member : 0;
    return c.found;
}
