/// Bodies of very many shapes: the cost of one more, and a mass of the same bits in any order.
#include "tests/support/worlds.h"
#include "world/validate.h"

#define REMOVED 300
#define BODIES 20000
#define ROOM (32 * 1024)
#define REPEATED 40
#define CHANGED 24
#define DENSE 1000
#define TERMS 2000

enum
{
    MANY = 10000,
    /// Shapes read for one that is created or destroyed: twice SC_SUMMED_SHAPES and a few.
    VISITS = 40
};

static scree_polygon stone(int i)
{
    scree_vec2 place = {1.5f * (float)(i % 100) + 0.001f * (float)(i % 7),
                        -3.0f + 1.25f * (float)(i / 100)};
    return scree_polygon_box_at(0.3f + 0.01f * (float)(i % 13), 0.4f, place, 0.1f * (float)i, 0.0f);
}

static scree_shape_id add_stone(scree_world *world, scree_body_id body, int i)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = 0.5f + 0.3f * (float)(i % 5);
    scree_polygon polygon = stone(i);
    return add_polygon(world, body, &def, &polygon);
}

/// A fresh body of the stones that are kept, added in order.
static scree_body_id body_of(scree_world *world, const bool *kept, int count)
{
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 5.0f, 7.0f, 0.3f);
    for (int i = 0; i < count; ++i)
    {
        if (kept[i])
        {
            add_stone(world, body, i);
        }
    }
    return body;
}

static void assert_same_mass(const scree_world *world, scree_body_id a, scree_body_id b)
{
    scree_vec2 p = scree_body_center_of_mass(world, a), q = scree_body_center_of_mass(world, b);
    if (scree_body_mass(world, a) != scree_body_mass(world, b) ||
        scree_body_inertia(world, a) != scree_body_inertia(world, b) || p.x != q.x || p.y != q.y)
    {
        fail_msg("mass %.9g and %.9g, inertia %.9g and %.9g, centre (%.9g, %.9g) and (%.9g, %.9g)",
                 (double)scree_body_mass(world, a), (double)scree_body_mass(world, b),
                 (double)scree_body_inertia(world, a), (double)scree_body_inertia(world, b),
                 (double)p.x, (double)p.y, (double)q.x, (double)q.y);
    }
}

static void shuffle(int *order, int count, uint64_t seed)
{
    test_random random = random_of(seed);
    for (int i = 0; i < count; ++i)
    {
        order[i] = i;
    }
    for (int i = count - 1; i > 0; --i)
    {
        int k = random_below(&random, i + 1), swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
}

/// Adds shapes one by one, steps, takes them away again. Visits: of adding, a step, removing.
static void come_and_go(int count, int order, uint64_t visits[3])
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    def.gravity = (scree_vec2){0.0f, 0.0f};
    scree_world *world = world_of(&def);
    scree_shape_id *shapes = calloc((size_t)count, sizeof *shapes);
    int *at = calloc((size_t)count, sizeof *at);
    assert_true(shapes != NULL && at != NULL);
    shuffle(at, count, 3);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_body_set_velocity(world, body, (scree_vec2){1.0f, 2.0f}, 0.01f);
    uint64_t begin = world->shapes.mass_visits;
    for (int i = 0; i < count; ++i)
    {
        shapes[i] = add_stone(world, body, i);
    }
    visits[0] = world->shapes.mass_visits - begin;
    begin = world->shapes.mass_visits;
    run_steps(world, 1);
    visits[1] = world->shapes.mass_visits - begin;
    begin = world->shapes.mass_visits;
    for (int i = 0; i < count; ++i)
    {
        int which = order == 0 ? i : order == 1 ? count - 1 - i : at[i];
        assert_ok(scree_shape_destroy(world, shapes[which]));
    }
    visits[2] = world->shapes.mass_visits - begin;
    assert_null(sc_validate(world));
    assert_true(scree_body_mass(world, body) == 1.0f && scree_body_inertia(world, body) == 0.0f);
    assert_int_equal(scree_body_shapes(world, body, NULL, 0), 0);
    free(shapes);
    free(at);
    end_counted(world, &memory);
}

TEST(a_shape_more_or_less_costs_the_same_on_a_body_of_thousands)
{
    for (int order = 0; order < 3; ++order)
    {
        uint64_t few[3], many[3];
        come_and_go(MANY / 10, order, few);
        come_and_go(MANY, order, many);
        for (int k = 0; k < 3; ++k)
        {
            assert_true(many[k] > 0 && many[k] <= 11 * few[k]);
            assert_true(many[k] <= (uint64_t)VISITS * MANY);
        }
        // The shapes learn of their new centre once, before the step.
        assert_int_equal(many[1], MANY);
    }
}

TEST(the_mass_is_the_same_bits_as_if_removed_shapes_had_never_been)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    bool kept[REMOVED];
    scree_shape_id shapes[REMOVED];
    int order[REMOVED];
    shuffle(order, REMOVED, 11);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 5.0f, 7.0f, 0.3f);
    for (int i = 0; i < REMOVED; ++i)
    {
        shapes[i] = add_stone(world, body, i);
        kept[i] = true;
    }
    for (int gone = 0; gone < REMOVED; ++gone)
    {
        int left = REMOVED - gone;
        if (left % 50 == 0 || left < 20)
        {
            scree_body_id fresh = body_of(world, kept, REMOVED);
            assert_same_mass(world, body, fresh);
            assert_ok(scree_body_destroy(world, fresh));
        }
        assert_ok(scree_shape_destroy(world, shapes[order[gone]]));
        kept[order[gone]] = false;
    }
    // Back and forth over the bound where bodies begin to keep their sums.
    for (int round = 0; round < 5; ++round)
    {
        int max = round % 2 == 0 ? 40 : 17, min = round % 3 == 0 ? 3 : 12;
        for (int i = 0; i < max; ++i)
        {
            shapes[i] = kept[i] ? shapes[i] : add_stone(world, body, i);
            kept[i] = true;
        }
        assert_null(sc_validate(world));
        for (int i = max - 1; i >= min; --i)
        {
            assert_ok(scree_shape_destroy(world, shapes[i]));
            kept[i] = false;
        }
        assert_null(sc_validate(world));
        assert_same_mass(world, body, body_of(world, kept, REMOVED));
    }
}

TEST(getters_are_right_while_shapes_come)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    scree_body_set_velocity(world, body, (scree_vec2){0.0f, 0.0f}, 0.5f);
    double mass = 0.0, moment = 0.0, second = 0.0;
    for (int i = 0; i < 200; ++i)
    {
        double x = 2.0 * i;
        scree_circle disc = {{2.0f * (float)i, 0.0f}, 0.5f};
        scree_shape_id shape = scree_shape_create_circle(world, body, usual_shape(), &disc);
        double m = 0.25 * 3.14159265358979;
        mass += m;
        moment += m * x;
        second += m * (0.5 * 0.25 + x * x);
        double center = moment / mass, inertia = second - mass * center * center;
        assert_near(scree_body_mass(world, body), mass, 1e-6 * mass);
        assert_near(scree_body_center_of_mass(world, body).x, center, 1e-6 * (1.0 + center));
        assert_near(scree_body_inertia(world, body), inertia, 1e-5 * inertia);
        // The origin stays at rest, so the centre moves up.
        assert_near(scree_body_linear_velocity(world, body).y, 0.5 * center, 1e-5 * (1.0 + center));
        scree_aabb box = scree_shape_aabb(world, shape);
        assert_near(box.lower.x, x - 0.5, 1e-4);
        assert_near(box.upper.y, 0.5, 1e-4);
    }
}

TEST(a_body_many_times_in_one_call_costs_no_more_than_one_by_one)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id pair[2];
    for (int i = 0; i < 2; ++i)
    {
        pair[i] = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        scree_body_set_velocity(world, pair[i], (scree_vec2){0.0f, 0.0f}, 0.1f);
    }
    scoped_memory scree_body_id *ids = calloc(MANY, sizeof *ids);
    assert_non_null(ids);
    scree_circle disc = {{3.0f, 1.0f}, 0.5f};
    for (int i = 0; i < MANY; ++i)
    {
        ids[i] = pair[0];
        scree_shape_create_circle(world, pair[1], usual_shape(), &disc);
    }
    uint64_t begin = world->shapes.mass_visits;
    assert_ok(scree_shapes_create_circle(world, ids, MANY, usual_shape(), &disc, NULL));
    assert_true(world->shapes.mass_visits - begin <= (uint64_t)VISITS * MANY);
    assert_same_mass(world, pair[0], pair[1]);
    assert_true(scree_body_linear_velocity(world, pair[0]).y ==
                scree_body_linear_velocity(world, pair[1]).y);
    assert_null(sc_validate(world));
}

/// Shapes in bulk on bodies, some of them listed twice, under a limit of memory for the whole call.
static void add_repeatedly(scree_world *world, test_memory *memory, const scree_body_id *ids,
                           int count, int64_t room)
{
    scree_circle disc = {{3.0f, 1.0f}, 0.5f};
    memory->limit = memory->bytes + room;
    assert_ok(scree_shapes_create_circle(world, ids, count, usual_shape(), &disc, NULL));
    memory->limit = 0;
}

TEST(a_body_twice_in_one_call_takes_no_memory_by_all_bodies)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scoped_world *world = world_of(&def);
    scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    for (int i = 1; i < BODIES; ++i)
    {
        add_body(world, SCREE_BODY_DYNAMIC, (float)i, 0.0f, 0.0f);
    }
    const scree_body_id ids[2] = {body, body};
    const float force[2] = {1.0f, 2.0f};
    add_repeatedly(world, &memory, ids, 2, ROOM);
    memory.limit = memory.bytes + ROOM;
    assert_ok(scree_bodies_apply_force(world, ids, 2, force, force, force));
    assert_ok(scree_bodies_apply_impulse(world, ids, 2, force, force, force));
    assert_int_equal(scree_bodies_destroy(world, ids, 2), SCREE_ERROR_STALE_ID);
    memory.limit = 0;
    assert_int_equal(memory.refusals, 0);
}

TEST(bodies_that_repeat_in_any_order_become_what_they_do_one_by_one)
{
    static const int counts[] = {2, 7, 48, 49, 300, 3000};
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of(&def);
    scree_body_id bulk[REPEATED], single[REPEATED], ids[3000];
    for (int i = 0; i < REPEATED; ++i)
    {
        bulk[i] = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, (float)i, 0.0f);
        single[i] = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, (float)i, 0.0f);
        scree_body_set_velocity(world, bulk[i], (scree_vec2){0.0f, 0.0f}, 0.1f * (float)i);
        scree_body_set_velocity(world, single[i], (scree_vec2){0.0f, 0.0f}, 0.1f * (float)i);
    }
    scree_circle disc = {{3.0f, 1.0f}, 0.5f};
    test_random random = random_of(11);
    for (int round = 0; round < 6; ++round)
    {
        for (int i = 0; i < counts[round]; ++i)
        {
            int which = random_below(&random, REPEATED);
            ids[i] = bulk[which];
            scree_shape_create_circle(world, single[which], usual_shape(), &disc);
        }
        add_repeatedly(world, &memory, ids, counts[round], 1 << 24);
        for (int i = 0; i < REPEATED; ++i)
        {
            scree_vec2 v = scree_body_linear_velocity(world, bulk[i]);
            scree_vec2 w = scree_body_linear_velocity(world, single[i]);
            assert_same_mass(world, bulk[i], single[i]);
            assert_true(v.x == w.x && v.y == w.y);
        }
    }
    assert_null(sc_validate(world));
    end_counted(world, &memory);
}

TEST(a_compound_whose_shapes_change_weighs_what_one_made_so_does)
{
    for (int round = 0; round < 6; ++round)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        bool kept[CHANGED];
        scree_shape_id shapes[CHANGED];
        memset(kept, true, sizeof kept);
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 5.0f, 7.0f, 0.3f);
        for (int i = 0; i < CHANGED; ++i)
        {
            // For some shapes the geometry becomes right, for some the density, for one the other
            // way round.
            scree_polygon other = stone(i + 1 + round);
            scree_shape_def def = scree_shape_def_default();
            def.density = i % 3 == 1 ? 7.0f : 0.5f + 0.3f * (float)(i % 5);
            scree_polygon right = stone(i);
            shapes[i] = add_polygon(world, body, &def, i % 3 == 0 ? &other : &right);
        }
        for (int i = 0; i < CHANGED; ++i)
        {
            scree_polygon right = stone(i);
            i % 3 == 0 ? scree_shape_set_polygon(world, shapes[i], &right)
                       : scree_shape_set_density(world, shapes[i], 0.5f + 0.3f * (float)(i % 5));
            if (i % 6 == round)
            {
                kept[i] = false;
                assert_ok(scree_shape_destroy(world, shapes[i]));
            }
        }
        scree_body_id made = body_of(world, kept, CHANGED);
        assert_same_mass(world, body, made);
        // Down to few shapes, without a kept sum.
        for (int i = 0; i < CHANGED - 4; ++i)
        {
            if (kept[i])
            {
                kept[i] = false;
                assert_ok(scree_shape_destroy(world, shapes[i]));
            }
        }
        assert_same_mass(world, body, body_of(world, kept, CHANGED));
    }
}

TEST(densities_and_types_of_compounds_follow)
{
    test_memory memory;
    scree_world_def world_def = counted_def(&memory);
    scree_world *world = world_of(&world_def);
    scree_shape_id shapes[DENSE];
    scree_body_id body = add_body(world, SCREE_BODY_STATIC, 5.0f, 7.0f, 0.3f);
    for (int i = 0; i < DENSE; ++i)
    {
        shapes[i] = add_stone(world, body, i);
    }
    // Static bodies weigh nothing, and cost nothing.
    assert_int_equal(world->shapes.mass_visits, 0);
    memory.calls = 0;
    memory.fail_at = 0;
    assert_int_equal(scree_body_set_type(world, body, SCREE_BODY_DYNAMIC),
                     SCREE_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    assert_int_equal(scree_body_get_type(world, body), SCREE_BODY_STATIC);
    assert_true(scree_body_mass(world, body) == 0.0f);
    assert_ok(scree_body_set_type(world, body, SCREE_BODY_DYNAMIC));
    bool kept[DENSE];
    for (int i = 0; i < DENSE; ++i)
    {
        kept[i] = true;
    }
    scree_body_id fresh = body_of(world, kept, DENSE);
    assert_same_mass(world, body, fresh);
    uint64_t begin = world->shapes.mass_visits;
    for (int i = 0; i < DENSE; ++i)
    {
        assert_ok(scree_shape_set_density(world, shapes[i], 2.0f));
    }
    assert_true(world->shapes.mass_visits - begin <= (uint64_t)VISITS * DENSE);
    assert_null(sc_validate(world));
    for (int i = 0; i < DENSE; ++i)
    {
        assert_ok(scree_shape_set_density(world, shapes[i], 0.5f + 0.3f * (float)(i % 5)));
    }
    assert_same_mass(world, body, fresh);
    assert_ok(scree_body_set_type(world, body, SCREE_BODY_KINEMATIC));
    assert_null(sc_validate(world));
    assert_true(scree_body_mass(world, body) == 0.0f);
    assert_ok(scree_body_set_type(world, body, SCREE_BODY_DYNAMIC));
    assert_same_mass(world, body, fresh);
    run_steps(world, 1);
    end_counted(world, &memory);
}

TEST(exact_sums_do_not_depend_on_their_order)
{
    test_random random = random_of(17);
    double terms[TERMS];
    int order[TERMS];
    sc_exact sum = {0}, other = {0}, zero = {0};
    // Cases that doubles lose.
    sc_exact_add(&sum, 0x1p100, 1);
    sc_exact_add(&sum, 1.0, 3);
    sc_exact_add(&sum, 0x1p-100, 1);
    sc_exact_add(&sum, -0x1p100, 1);
    sc_exact_add(&sum, 1.0, -3);
    assert_true(sc_exact_value(&sum) == 0x1p-100);
    sc_exact_add(&sum, 0x1p-100, -1);
    assert_memory_equal(&sum, &zero, sizeof sum);
    sc_exact_add(&sum, -0.75, 5);
    assert_true(sc_exact_value(&sum) == -3.75);
    sc_exact_add(&sum, 3.75, 1);
    for (int i = 0; i < TERMS; ++i)
    {
        terms[i] =
            ldexp((double)random_between(&random, -1.0f, 1.0f), random_below(&random, 200) - 120);
        sc_exact_add(&sum, terms[i], 1);
    }
    for (int round = 0; round < 3; ++round)
    {
        shuffle(order, TERMS, (uint64_t)round);
        other = zero;
        for (int i = 0; i < TERMS; ++i)
        {
            sc_exact_add(&other, terms[order[i]], 1);
            sc_exact_add(&other, terms[i], 7);
            sc_exact_add(&other, terms[i], -7);
        }
        assert_memory_equal(&sum, &other, sizeof sum);
    }
    // Small integers against the plain sum.
    sum = zero;
    int64_t plain = 0;
    for (int i = 0; i < TERMS; ++i)
    {
        int term = random_below(&random, 1000000) - 500000, times = random_below(&random, 99) - 49;
        plain += (int64_t)term * times;
        sc_exact_add(&sum, (double)term, times);
        assert_true(sc_exact_value(&sum) == (double)plain);
    }
}
