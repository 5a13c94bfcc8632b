/// The last error of a world: its text, and the error callback.
#include "core/assert.h"
#include "core/errors.h"
#include "world/world_state.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/// The error of calls without a world to store it in.
static _Thread_local scree_error thread_error;
/// The name of the struct whose members are checked on this thread; null: none.
static _Thread_local const char *argument_prefix;
/// Whether this thread is within an error callback.
static _Thread_local bool telling;
/// The world whose error is being reported; null if there is none, or for a call without a world.
static _Thread_local const scree_world *told_world;

typedef struct error_listener
{
    scree_error_callback *callback;
    void *context;
} error_listener;

/// The listener of the process, read and written only while the lock is held.
static error_listener process_listener;
static atomic_flag process_lock = ATOMIC_FLAG_INIT;

static void take_lock(atomic_flag *lock)
{
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire))
    {
    }
}

static void leave_lock(atomic_flag *lock)
{
    atomic_flag_clear_explicit(lock, memory_order_release);
}

static void tell(const error_listener *listener, const scree_error *error)
{
    if (listener->callback != NULL && !telling)
    {
        telling = true;
        listener->callback(scree_result_level(error->code), error, listener->context);
        telling = false;
    }
}

void sc_prefix_arguments(const char *name) { argument_prefix = name; }

scree_result sc_fail(scree_world *world, scree_result code, const char *function,
                     const char *argument, const char *what)
{
    SC_ASSERT(code != SCREE_OK);
    char member[sizeof thread_error.argument];
    if (argument_prefix != NULL)
    {
        snprintf(member, sizeof member, "%.19s.%.43s", argument_prefix, argument);
        argument = member;
        // Calls of an error callback have arguments of their own.
        argument_prefix = NULL;
    }
    const bool shared = world != NULL && world->stepping;
    if (shared)
    {
        take_lock(&world->error_lock);
    }
    scree_error *error = world != NULL ? &world->error : &thread_error;
    error->code = code;
    ++error->number;
    snprintf(error->argument, sizeof error->argument, "%s", argument);
    snprintf(error->text, sizeof error->text, "%s: %s %s", function, argument, what);
    // Copy the error, because other workers may overwrite it.
    const scree_error told = *error;
    if (shared)
    {
        leave_lock(&world->error_lock);
    }
    // Let calls of the error callback be recorded: within a recorded call, world->recorded is null.
    const sc_recorded_calls *recorded = world != NULL && !shared ? world->recorded : NULL;
    if (world != NULL && !shared)
    {
        world->recorded = world->recorded_in_errors;
    }
    const bool outermost = !telling;
    told_world = outermost ? world : told_world;
    if (world != NULL)
    {
        tell(&(error_listener){world->error_callback, world->error_context}, &told);
    }
    take_lock(&process_lock);
    const error_listener listener = process_listener;
    leave_lock(&process_lock);
    tell(&listener, &told);
    told_world = outermost ? NULL : told_world;
    if (world != NULL && !shared)
    {
        world->recorded = world->recorder != NULL ? recorded : NULL;
    }
    return code;
}

bool sc_tells_error(const scree_world *world) { return world != NULL && told_world == world; }

void scree_error_set_callback(scree_error_callback *callback, void *context)
{
    take_lock(&process_lock);
    process_listener = (error_listener){callback, context};
    leave_lock(&process_lock);
}

/// Fails with a range. `is_not` is the text between the value and the range.
static scree_result fail_range(scree_world *world, const char *function, const char *argument,
                               double value, double lower, double upper, const char *is_not)
{
    char text[2][32], what[128];
    const bool above_0 = lower == SC_ABOVE_0;
    const double limits[] = {above_0 ? 0.0 : lower, upper};
    for (int i = 0; i < 2; ++i)
    {
        // Write integers in full, and other numbers as in the source code: 1e-4, not the closest
        // float.
        bool whole = limits[i] == floor(limits[i]) && fabs(limits[i]) < 1e9;
        snprintf(text[i], sizeof text[i], "%.*g", whole ? 9 : 6, limits[i]);
    }
    snprintf(what, sizeof what, "is %.9g, %s in %c%s, %s]", value, is_not, above_0 ? '(' : '[',
             text[0], text[1]);
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

scree_result sc_fail_number(scree_world *world, const char *function, const char *argument,
                            double value, double lower, double upper)
{
    const bool finite = lower <= -(double)FLT_MAX && upper >= (double)FLT_MAX;
    if (finite || upper == (double)INT32_MAX)
    {
        char what[96], least[40];
        snprintf(least, sizeof least, "at least %.9g", lower);
        snprintf(what, sizeof what, "is %.9g, not %s", value, finite ? "finite" : least);
        return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
    }
    return fail_range(world, function, argument, value, lower, upper, "not");
}

scree_result sc_fail_unless_0(scree_world *world, const char *function, const char *argument,
                              double value, double lower, double upper)
{
    return fail_range(world, function, argument, value, lower, upper, "neither 0 nor");
}

scree_result sc_check_direction(scree_world *world, const char *function, const char *argument,
                                scree_vec2 value)
{
    const float length = sc_length(value);
    if (length > SC_MIN_NORMAL && length <= SC_MAX_NORMAL)
    {
        return SCREE_OK;
    }
    char what[128];
    snprintf(what, sizeof what, "is (%.9g, %.9g), not a direction: longer than 1e-6, up to 1e12",
             (double)value.x, (double)value.y);
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

scree_result sc_check_rotation(scree_world *world, const char *function, const char *argument,
                               scree_rotation value)
{
    const float error = value.cos * value.cos + value.sin * value.sin - 1.0f;
    if (error >= -SC_ROTATION_ERROR && error <= SC_ROTATION_ERROR)
    {
        return SCREE_OK;
    }
    char what[128];
    snprintf(what, sizeof what,
             "is (%.9g, %.9g), not a rotation: cos^2 + sin^2 is not within 1e-4 of 1",
             (double)value.cos, (double)value.sin);
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

scree_result sc_fail_vector(scree_world *world, const char *function, const char *argument,
                            scree_vec2 value, float reach, const char *unit)
{
    char what[128];
    if (reach < FLT_MAX)
    {
        snprintf(what, sizeof what, "is (%.9g, %.9g), not within +-%g %s", (double)value.x,
                 (double)value.y, (double)reach, unit);
    }
    else
    {
        snprintf(what, sizeof what, "is (%.9g, %.9g), not finite", (double)value.x,
                 (double)value.y);
    }
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

const char *scree_error_text(const scree_world *world)
{
    return world != NULL ? world->error.text : thread_error.text;
}

scree_error scree_world_last_error(const scree_world *world)
{
    return world != NULL ? world->error : thread_error;
}

void scree_error_clear(scree_world *world)
{
    const bool shared = world != NULL && world->stepping;
    if (shared)
    {
        take_lock(&world->error_lock);
    }
    scree_error *error = world != NULL ? &world->error : &thread_error;
    *error = (scree_error){.number = error->number};
    if (shared)
    {
        leave_lock(&world->error_lock);
    }
}

scree_error_level scree_result_level(scree_result result)
{
    return result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_CAPACITY
               ? SCREE_ERROR_LEVEL_RESOURCE
           : result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE ? SCREE_ERROR_LEVEL_WARNING
                                                                    : SCREE_ERROR_LEVEL_MISUSE;
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

float sc_length_unit_of(const scree_world *world)
{
    return world != NULL ? world->lengths.unit : SC_MIN_LENGTH_UNIT;
}
