/// Calls for one shape of a body that carries many sleepers: they visit and wake those of the
/// shape.
#include "tests/support/sleep_worlds.h"
#include "world/validate.h"

enum
{
    MOST = 1000,
    /// Sleeping contacts of a shape: with the box on it, and with the boxes on its neighbours.
    CONTACTS_EACH = 3
};

/// A row of boxes on a body, each with a box that sleeps on it.
typedef struct sleeping_row
{
    scree_world *world;
    scree_body_id carrier, sleeper[MOST];
    scree_shape_id shape[MOST];
} sleeping_row;

static scree_polygon row_box(int i, float half)
{
    return scree_polygon_box_at(half, 0.5f, (scree_vec2){(float)i, 0.0f}, 0.0f, 0.0f);
}

static void make_row(sleeping_row *row, scree_body_type type, int count)
{
    scree_world *world = row->world = make_world(-10.0f);
    if (type == SCREE_BODY_DYNAMIC)
    {
        add_ground(world, usual_shape());
    }
    row->carrier = add_body(world, type, 0.0f, 0.5f, 0.0f);
    for (int i = 0; i < count; ++i)
    {
        const scree_polygon polygon = row_box(i, 0.45f);
        row->shape[i] = add_polygon(world, row->carrier, usual_shape(), &polygon);
        row->sleeper[i] = add_crate(world, (float)i, 1.4f, 0.4f, 0.4f);
    }
    run_until_asleep(world, count + (type == SCREE_BODY_DYNAMIC));
    assert_null(sc_validate(world));
}

typedef enum row_call
{
    DESTROY,
    SHRINK,
    FILTER,
    MATERIAL,
    FRICTION,
    ROW_CALLS
} row_call;

static void call_for_shape(sleeping_row *row, row_call call, int i)
{
    const scree_polygon smaller = row_box(i, 0.4f);
    const scree_filter filter = {.category = 3, .mask = UINT64_MAX};
    scree_material material = scree_shape_material(row->world, row->shape[i]);
    material.restitution = 0.5f;
    switch (call)
    {
    case DESTROY:
        assert_ok(scree_shape_destroy(row->world, row->shape[i]));
        break;
    case SHRINK:
        assert_ok(scree_shape_set_polygon(row->world, row->shape[i], &smaller));
        break;
    case FILTER:
        assert_ok(scree_shape_set_filter(row->world, row->shape[i], &filter));
        break;
    case MATERIAL:
        assert_ok(scree_shape_set_material(row->world, row->shape[i], &material));
        break;
    default:
        assert_ok(scree_shape_set_friction(row->world, row->shape[i], 0.3f));
        break;
    }
}

/// Links that a call for each shape visits, from the first or from the last shape on.
static uint64_t visits_of(scree_body_type type, row_call call, int count, bool last_first)
{
    scoped_memory sleeping_row *row = calloc(1, sizeof *row);
    assert_non_null(row);
    make_row(row, type, count);
    const uint64_t begin = row->world->sleep.link_visits;
    for (int i = 0; i < count; ++i)
    {
        call_for_shape(row, call, last_first ? count - 1 - i : i);
        if (i == count / 2)
        {
            assert_null(sc_validate(row->world));
        }
    }
    const uint64_t visits = row->world->sleep.link_visits - begin;
    run_steps(row->world, 1);
    assert_null(sc_validate(row->world));
    assert_int_equal(asleep(row->world), 0);
    scree_world_destroy(row->world);
    return visits;
}

TEST(a_call_for_one_shape_looks_at_its_own_sleeping_contacts)
{
    for (row_call call = DESTROY; call < ROW_CALLS; ++call)
    {
        for (int order = 0; order < 2; ++order)
        {
            for (int k = 0; k < 2; ++k)
            {
                const scree_body_type type = k == 0 ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC;
                const uint64_t few = visits_of(type, call, MOST / 10, order != 0);
                const uint64_t many = visits_of(type, call, MOST, order != 0);
                assert_true(few >= MOST / 10 && many <= 11 * few);
                assert_at_most(many, (CONTACTS_EACH + k) * MOST);
            }
        }
    }
}

TEST(a_call_for_one_shape_of_a_static_body_wakes_what_touches_that_shape)
{
    for (row_call call = DESTROY; call < ROW_CALLS; ++call)
    {
        sleeping_row row;
        make_row(&row, SCREE_BODY_STATIC, 10);
        call_for_shape(&row, call, 4);
        run_steps(row.world, 1);
        for (int i = 0; i < 10; ++i)
        {
            const bool awake = scree_body_is_awake(row.world, row.sleeper[i]);
            assert_true(i < 3 || i > 5 ? !awake : i != 4 || awake);
        }
        assert_null(sc_validate(row.world));
        // Without its shape the crate falls for ever.
        run_until_asleep(row.world, call == DESTROY ? 9 : 10);
        scree_world_destroy(row.world);
    }
}

TEST(a_chain_that_goes_ends_the_sleeping_contacts_of_its_own_segments)
{
    scoped_world *world = make_world(-10.0f);
    const scree_body_id ground = static_body(world);
    scree_vec2 points[8], beside[8];
    for (int i = 0; i < 8; ++i)
    {
        points[i] = (scree_vec2){14.0f - 2.0f * (float)i, 0.0f};
        beside[i] = (scree_vec2){34.0f - 2.0f * (float)i, 0.0f};
    }
    const scree_chain_id chain = add_open_chain(world, ground, usual_shape(), points, 8, false);
    add_open_chain(world, ground, usual_shape(), beside, 8, false);
    const scree_body_id on = add_crate(world, 6.0f, 0.5f, 0.5f, 0.5f);
    const scree_body_id other = add_crate(world, 26.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 2);
    assert_ok(scree_chain_destroy(world, chain));
    assert_null(sc_validate(world));
    assert_true(scree_body_is_awake(world, on));
    assert_false(scree_body_is_awake(world, other));
    run_steps(world, 30);
    assert_true(scree_body_position(world, on).y < 0.0f);
    assert_near(scree_body_position(world, other).y, 0.5, 0.01);
}
