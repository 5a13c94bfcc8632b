/// Chains: what creating one refuses, and that a refusal changes nothing.
#include "tests/support/worlds.h"

typedef struct chain_fixture
{
    test_memory memory;
    scree_world *world;
    scree_body_id ground;
    scree_shape_def def;
    scree_chain_def chain;
    scree_vec2 points[5];
} chain_fixture;

static int setup(void **state)
{
    static chain_fixture fixture;
    fixture = (chain_fixture){.memory = {.fail_at = -1},
                              .points = {{0, 0}, {2, 0}, {2, 2}, {1, 3}, {0, 2}}};
    scree_world_def def = awake_world_def();
    def.allocator = allocator_of(&fixture.memory);
    fixture.world = world_of(&def);
    fixture.ground = add_body(fixture.world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    fixture.def = scree_shape_def_default();
    fixture.chain = scree_chain_def_default();
    fixture.chain.points = fixture.points;
    fixture.chain.count = 5;
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    scree_world_destroy(((chain_fixture *)*state)->world);
    return 0;
}

static void refuses(const chain_fixture *f, scree_result expected, const char *word)
{
    int shapes = scree_world_shapes(f->world, NULL, 0);
    assert_true(scree_chain_create(f->world, f->ground, &f->def, &f->chain).value == 0);
    assert_int_equal(scree_world_last_error(f->world).code, expected);
    assert_non_null(strstr(scree_error_text(f->world), word));
    assert_int_equal(scree_world_shapes(f->world, NULL, 0), shapes);
}

TEST_WITH(points_that_are_no_chain_are_refused, setup, teardown)
{
    chain_fixture *f = *state;
    for (int k = 0; k < 5; ++k)
    {
        scree_vec2 kept = f->points[k];
        f->points[k].x = NAN;
        refuses(f, SCREE_ERROR_ARGUMENT, "chain.points");
        f->points[k] = kept;
    }
    f->points[3] = (scree_vec2){2.0f, 2.00009f};
    refuses(f, SCREE_ERROR_ARGUMENT, "points 2 and 3");
    f->points[3] = (scree_vec2){2.0f, 2.00011f};
    assert_true(scree_chain_create(f->world, f->ground, &f->def, &f->chain).value != 0);
    // The last point is a neighbour of the first in a loop only.
    f->points[4] = (scree_vec2){5e-5f, 5e-5f};
    assert_true(scree_chain_create(f->world, f->ground, &f->def, &f->chain).value != 0);
    f->chain.loop = true;
    refuses(f, SCREE_ERROR_ARGUMENT, "points 4 and 0");
}

TEST_WITH(a_loop_has_three_points_and_a_world_an_id_for_each, setup, teardown)
{
    chain_fixture *f = *state;
    f->chain.loop = true;
    f->chain.count = 2;
    refuses(f, SCREE_ERROR_ARGUMENT, "chain.count");
    // None of these points is there to be read.
    const int huge[] = {INT32_MAX, 1 << 24, (1 << 24) - 1};
    for (int i = 0; i < 3; ++i)
    {
        f->chain.count = huge[i];
        refuses(f, SCREE_ERROR_CAPACITY, "ids");
    }
}
