#include "core/assert.h"
#include "world/world_state.h"

#include <stdio.h>
#include <string.h>

/// For calls that had no world to keep their error in.
static _Thread_local scree_error thread_error;

scree_result sc_fail(scree_world *world, scree_result code, const char *function,
                     const char *argument, const char *what)
{
    SC_ASSERT(code != SCREE_OK);
    const bool shared = world != NULL && world->stepping;
    while (shared && atomic_flag_test_and_set_explicit(&world->error_lock, memory_order_acquire))
    {
    }
    scree_error *error = world != NULL ? &world->error : &thread_error;
    error->code = code;
    snprintf(error->argument, sizeof error->argument, "%s", argument);
    snprintf(error->text, sizeof error->text, "%s: %s %s", function, argument, what);
    if (shared)
    {
        atomic_flag_clear_explicit(&world->error_lock, memory_order_release);
    }
    return code;
}

const char *scree_error_text(const scree_world *world)
{
    return world != NULL ? world->error.text : thread_error.text;
}

scree_error scree_world_last_error(const scree_world *world)
{
    return world != NULL ? world->error : thread_error;
}

const char *scree_result_name(scree_result result)
{
    static const char *const names[] = {"SCREE_OK",
                                        "SCREE_ERROR_NULL",
                                        "SCREE_ERROR_VERSION",
                                        "SCREE_ERROR_ARGUMENT",
                                        "SCREE_ERROR_STALE_ID",
                                        "SCREE_ERROR_LOCKED",
                                        "SCREE_ERROR_OUT_OF_MEMORY",
                                        "SCREE_ERROR_CAPACITY",
                                        "SCREE_ERROR_NOT_FINITE"};
    return result >= SCREE_OK && result <= SCREE_ERROR_NOT_FINITE ? names[result]
                                                                  : "unknown result";
}
