/// The descriptions of stores: what goes by them holds of every field.
#include "broadphase/pairs.h"
#include "core/stores/bodies.h"
#include "core/stores/chains.h"
#include "core/stores/contacts.h"
#include "core/stores/event_store.h"
#include "dynamics/contacts/mixing.h"
#include "dynamics/events/sensors.h"
#include "core/stores/shapes.h"
#include "particles/particle_store.h"
#include "soft/soft_store.h"
#include "tests/support/worlds.h"

static const sc_store *const stores[] = {
    &sc_body_store,   &sc_shape_store,      &sc_contact_store, &sc_circle_store, &sc_soft_store,
    &sc_mixing_store, &sc_broadphase_store, &sc_chain_store,   &sc_event_store,  &sc_sensor_store};

static sc_memory memory_of_tests(void)
{
    return sc_memory_make(&(scree_allocator){NULL, NULL, NULL});
}

static size_t size_of_member(char member)
{
    const char *at = strchr("bhifd#qp", member);
    assert_non_null(at);
    static const size_t sizes[] = {1, 2, 4, 4, 4, 8, 8, sizeof(void *)};
    return sizes[at - "bhifd#qp"];
}

TEST(a_format_names_every_member_of_an_element)
{
    for (size_t s = 0; s < sizeof stores / sizeof *stores; ++s)
    {
        for (int t = 0; t < stores[s]->table_count; ++t)
        {
            const sc_table *table = &stores[s]->tables[t];
            for (int i = 0; i < table->field_count; ++i)
            {
                const sc_field *field = &table->fields[i];
                size_t end = 0, widest = 1;
                for (const char *member = field->format; *member != 0; ++member)
                {
                    size_t size = size_of_member(*member);
                    widest = size > widest ? size : widest;
                    end = (end + size - 1) / size * size + size;
                }
                bool whole = field->format[1] == 0
                                 ? field->element % end == 0
                                 : (end + widest - 1) / widest * widest == field->element;
                if (!whole)
                {
                    print_error("%s\n", field->name);
                }
                assert_true(whole);
                assert_true(field->role == SC_CACHE || strchr(field->format, 'p') == NULL ||
                            strstr(field->name, "user_data") != NULL ||
                            strcmp(field->name, "sc_events.begins") == 0 ||
                            strcmp(field->name, "sc_soft_bodies.bodies") == 0);
            }
        }
    }
}

/// Slots name each other, and caches may point to memory.
static bool is_marked(const sc_field *field)
{
    return strstr(field->name, ".slot") == NULL && field->role != SC_CACHE;
}

/// A byte that tells elements and fields apart.
static unsigned char mark(int field, int32_t index) { return (unsigned char)(16 * field + index); }

static void write_marks(const sc_table *table, void *store, int32_t index)
{
    for (int i = 0; i < table->field_count; ++i)
    {
        const sc_field *field = &table->fields[i];
        if (is_marked(field))
        {
            char *data = sc_field_data(field, store);
            memset(data + field->element * (size_t)index, mark(i, index), field->element);
        }
    }
}

static void check_marks(const sc_table *table, const void *store, int32_t index, int32_t marked)
{
    for (int i = 0; i < table->field_count; ++i)
    {
        const sc_field *field = &table->fields[i];
        const unsigned char *data = sc_field_data(field, store);
        data += field->element * (size_t)index;
        for (size_t k = 0; is_marked(field) && k < field->element; ++k)
        {
            assert_int_equal(data[k], mark(i, marked));
        }
    }
}

TEST(a_body_that_changes_its_row_takes_every_field_along)
{
    sc_memory memory = memory_of_tests();
    sc_bodies bodies = {.ids = {.used = 1, .world = 1}};
    const sc_table *rows = &sc_body_store.tables[1];
    assert_true(sc_bodies_reserve(&bodies, &memory, 4));
    for (int i = 0; i < 4; ++i)
    {
        int32_t row = sc_bodies_add(&bodies, SC_GROUP_REST);
        write_marks(rows, &bodies, row);
    }
    assert_true(sc_bodies_reserve(&bodies, &memory, 100));
    for (int32_t row = 0; row < 4; ++row)
    {
        check_marks(rows, &bodies, row, row);
    }
    bodies.flags[1] = 0;
    sc_bodies_remove(&bodies, 1);
    check_marks(rows, &bodies, 1, 3);
    assert_true(sc_table_is_clear(rows, &bodies, 3, bodies.capacity));
    sc_bodies_release(&bodies, &memory);
    assert_int_equal(memory.bytes, 0);
}

TEST(a_contact_that_fills_a_gap_takes_every_field_along)
{
    sc_memory memory = memory_of_tests();
    sc_contacts contacts = {0};
    const sc_table *table = &sc_contact_store.tables[0];
    const int extra[SC_CLASS_COUNT] = {[SC_CLASS_BOX_BOX] = 4}, more[SC_CLASS_COUNT] = {0, 40, 400};
    assert_true(sc_contacts_reserve(&contacts, &memory, extra));
    int32_t first = contacts.first[SC_CLASS_BOX_BOX];
    for (int i = 0; i < 4; ++i)
    {
        int32_t at = sc_contacts_add(&contacts, SC_CLASS_BOX_BOX, 1, 2);
        write_marks(table, &contacts, at);
    }
    sc_contacts_remove(&contacts, SC_CLASS_BOX_BOX, first + 1);
    check_marks(table, &contacts, first + 1, first + 3);
    assert_true(sc_contacts_reserve(&contacts, &memory, more));
    assert_int_not_equal(contacts.first[SC_CLASS_BOX_BOX], first);
    check_marks(table, &contacts, contacts.first[SC_CLASS_BOX_BOX] + 2, first + 2);
    assert_true(sc_table_is_clear(table, &contacts, 0, SC_BLOCK));
    sc_store_release(&sc_contact_store, &contacts, &memory);
    assert_int_equal(memory.bytes, 0);
}

TEST(contacts_that_are_removed_together_end_as_one_by_one)
{
    enum
    {
        COUNT = 60
    };
    sc_memory memory = memory_of_tests();
    const sc_table *table = &sc_contact_store.tables[0];
    const int extra[SC_CLASS_COUNT] = {[SC_CLASS_BOX_BOX] = COUNT};
    for (uint32_t seed = 1; seed <= 200; ++seed)
    {
        sc_contacts together = {0}, alone = {0};
        sc_contacts *both[2] = {&together, &alone};
        for (int k = 0; k < 2; ++k)
        {
            assert_true(sc_contacts_reserve(both[k], &memory, extra));
            for (int i = 0; i < COUNT; ++i)
            {
                write_marks(table, both[k], sc_contacts_add(both[k], SC_CLASS_BOX_BOX, 1, 2));
            }
        }
        int32_t removed[COUNT], count = 0;
        sc_contact_move moves[COUNT];
        for (int i = COUNT - 1; i >= 0; --i)
        {
            // From none to all.
            const uint32_t random = (seed * 60 + (uint32_t)i) * 2654435761u >> 16;
            if (random % 200 < seed)
            {
                removed[count++] = together.first[SC_CLASS_BOX_BOX] + i;
                sc_contacts_remove(&alone, SC_CLASS_BOX_BOX, removed[count - 1]);
            }
        }
        sc_contacts_find_moves(&together, SC_CLASS_BOX_BOX, removed, count, moves);
        for (int n = 0; n < count; ++n)
        {
            // Any order does: threads take them at the same time.
            sc_contacts_take_move(&together, moves[seed % 2 == 0 ? n : count - 1 - n]);
        }
        assert_int_equal(together.count[SC_CLASS_BOX_BOX], COUNT - count);
        assert_int_equal(together.version, alone.version);
        for (int f = 0; f < table->field_count; ++f)
        {
            const sc_field *field = &table->fields[f];
            assert_memory_equal(sc_field_data(field, &together), sc_field_data(field, &alone),
                                field->element * (size_t)together.capacity);
        }
        sc_store_release(&sc_contact_store, &together, &memory);
        sc_store_release(&sc_contact_store, &alone, &memory);
    }
    assert_int_equal(memory.bytes, 0);
}

TEST(a_store_holds_the_addresses_of_its_arrays_and_no_other)
{
    sc_memory memory = memory_of_tests();
    sc_circles circles = {.ids = {.used = 1, .world = 1}};
    assert_true(sc_circles_reserve(&circles, &memory, 30));
    assert_true(sc_store_bytes(&sc_circle_store, &circles) <= memory.bytes);
    assert_true(sc_store_bytes(&sc_circle_store, &circles) > memory.bytes * 9 / 10);
    for (int t = 0; t < sc_circle_store.table_count; ++t)
    {
        const sc_table *table = &sc_circle_store.tables[t];
        for (int i = 0; i < table->field_count; ++i)
        {
            char *data = sc_field_data(&table->fields[i], &circles);
            size_t size = table->fields[i].element * (size_t)circles.capacity;
            assert_true(sc_store_holds(&sc_circle_store, &circles, data));
            assert_true(sc_store_holds(&sc_circle_store, &circles, data + size - 1));
        }
    }
    assert_false(sc_store_holds(&sc_circle_store, &circles, &circles));
    assert_false(sc_store_holds(&sc_circle_store, &circles, NULL));
    sc_circles_release(&circles, &memory);
    assert_int_equal(memory.bytes, 0);
}

TEST(particles_are_no_bytes_of_bodies)
{
    scree_world_def world_def = scree_world_def_default();
    scoped_world *world = scree_world_create(&world_def);
    scree_counters before = scree_world_counters(world);
    scree_particle_def def = scree_particle_def_default();
    def.radius = 0.1f;
    for (int i = 0; i < 100; ++i)
    {
        assert_true(scree_particle_create(world, &def).value != 0);
    }
    scree_counters after = scree_world_counters(world);
    assert_true(after.bytes > before.bytes);
    assert_int_equal(after.body_bytes, before.body_bytes);
}
