/// Ids of one world in another: never valid while both live, however many came and went between.
#include "core/ids.h"
#include "tests/support/worlds.h"

#include <pthread.h>
#include <stdatomic.h>

/// The world's number in an id.
static unsigned number_of(scree_body_id body) { return (unsigned)(body.value >> 48); }

TEST(an_id_of_a_living_world_is_valid_in_no_other_one)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id body = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_shape_id shape;
    assert_int_equal(scree_body_shapes(world, body, &shape, 1), 1);
    scree_world_def def = scree_world_def_default();
    scree_body_def body_def = scree_body_def_default();
    // All numbers go round once, and some come again.
    for (int i = 0; i < SC_MAX_WORLDS + 1000; ++i)
    {
        scoped_world *other = scree_world_create(&def);
        scree_body_id its_body = scree_body_create(other, &body_def);
        if (scree_body_is_valid(other, body) || scree_shape_is_valid(other, shape) ||
            scree_body_is_valid(world, its_body))
        {
            fail_msg("world %d shares number %u with one that lives", i + 1, number_of(body));
        }
    }
    assert_true(scree_body_is_valid(world, body) && scree_shape_is_valid(world, shape));
}

TEST(numbers_come_again_only_after_all_others)
{
    uint16_t first = sc_world_number_take();
    sc_world_number_return(first);
    for (int i = 1; i < SC_MAX_WORLDS; ++i)
    {
        uint16_t number = sc_world_number_take();
        assert_true(number != 0 && number != first);
        sc_world_number_return(number);
    }
    uint16_t again = sc_world_number_take();
    assert_int_equal(again, first);
    sc_world_number_return(again);
}

TEST(a_world_too_many_is_refused_until_one_ends)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *first = world_of(&def);
    unsigned number = number_of(add_body(first, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f));
    uint8_t *taken = calloc(SC_MAX_WORLDS + 1, 1);
    assert_non_null(taken);
    taken[number] = 1;
    for (int i = 1; i < SC_MAX_WORLDS; ++i)
    {
        uint16_t next = sc_world_number_take();
        assert_true(next != 0 && !taken[next]);
        taken[next] = 1;
    }
    int64_t bytes = memory.bytes;
    for (int round = 0; round < 3; ++round)
    {
        assert_null(scree_world_create(&def));
        assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_CAPACITY);
        assert_non_null(strstr(scree_error_text(NULL), "65535"));
        assert_true(memory.bytes == bytes);
    }
    // The number of one that ends goes to the next, with nothing of it valid there.
    scree_world_destroy(first);
    memory.fail_at = memory.calls;
    assert_null(scree_world_create(&def));
    assert_int_equal(scree_world_last_error(NULL).code, SCREE_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    scree_world *next = world_of(&def);
    assert_int_equal(number_of(add_body(next, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f)), number);
    assert_null(scree_world_create(&def));
    scree_world_destroy(next);
    for (unsigned i = 1; i <= SC_MAX_WORLDS; ++i)
    {
        if (i != number)
        {
            sc_world_number_return((uint16_t)i);
        }
    }
    free(taken);
    assert_int_equal(memory.blocks, 0);
}

#define THREADS 4
#define ROUNDS 300
#define ALIVE 8

/// By number: whether a world of any thread has it.
static _Atomic bool alive[SC_MAX_WORLDS + 1];

static void end_world(scree_world *world, scree_body_id body)
{
    atomic_store(&alive[number_of(body)], false);
    scree_world_destroy(world);
}

/// Creates and destroys worlds; whether each has a number, and ids, of its own.
static void *come_and_go(void *argument)
{
    bool *sound = argument;
    scree_world_def def = scree_world_def_default();
    scree_body_def body_def = scree_body_def_default();
    scree_world *worlds[ALIVE] = {0};
    scree_body_id bodies[ALIVE] = {{0}};
    *sound = true;
    for (int i = 0; i < ROUNDS; ++i)
    {
        int at = i % ALIVE;
        end_world(worlds[at], bodies[at]);
        worlds[at] = scree_world_create(&def);
        bodies[at] = scree_body_create(worlds[at], &body_def);
        *sound = *sound && !atomic_exchange(&alive[number_of(bodies[at])], true);
        for (int k = 0; k < ALIVE; ++k)
        {
            *sound = *sound && scree_body_is_valid(worlds[at], bodies[k]) == (k == at);
        }
    }
    for (int k = 0; k < ALIVE; ++k)
    {
        end_world(worlds[k], bodies[k]);
    }
    return NULL;
}

TEST(worlds_of_several_threads_have_numbers_of_their_own)
{
    pthread_t threads[THREADS];
    bool sound[THREADS];
    for (int i = 0; i < THREADS; ++i)
    {
        assert_int_equal(pthread_create(&threads[i], NULL, come_and_go, &sound[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i)
    {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(sound[i]);
    }
}
