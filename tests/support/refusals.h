/// Calls that are refused: the code, the argument's name, nothing changed.
#ifndef SC_TEST_REFUSALS_H
#define SC_TEST_REFUSALS_H

#include "tests/support/worlds.h"

typedef struct world_digest
{
    uint64_t value;
} world_digest;

world_digest world_digest_of(const scree_world *world);

/// Fails unless answer, error and argument are these and the world is as it was.
void check_refusal(const scree_world *world, world_digest before, scree_result answer,
                   scree_result code, const char *argument, const char *call, int line);

/// The result of a call that creates.
#define MADE(world, id) ((id).value != 0 ? SCREE_OK : scree_world_last_error(world).code)

#define REFUSED(world, call, code, argument)                                     \
    do                                                                           \
    {                                                                            \
        world_digest before_ = world_digest_of(world);                           \
        scree_result answer_ = (call);                                           \
        check_refusal(world, before_, answer_, code, argument, #call, __LINE__); \
    } while (0)
/// REFUSED with SCREE_ERROR_ARGUMENT, for a call that returns a result or an id.
#define WRONG(world, call, argument) REFUSED(world, call, SCREE_ERROR_ARGUMENT, argument)
#define WRONG_ID(world, call, argument) \
    REFUSED(world, MADE(world, call), SCREE_ERROR_ARGUMENT, argument)

/// Ends a fixture that begins with its world and the test_memory of that: all has to come back.
int end_fixture(void **state);

#endif
