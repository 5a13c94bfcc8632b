/// Macros for functions that check a whole structure (sc_validate_...). Such a function returns
/// null if the invariants in its header hold, otherwise the text of one that does not.
#ifndef SC_REQUIRE_H
#define SC_REQUIRE_H

#include <stddef.h>

/// For functions that return the text of a condition that does not hold.
#define REQUIRE(condition) \
    if (!(condition))      \
    {                      \
        return #condition; \
    }                      \
    (void)0

/// Returns the fault that another walk found, if any.
#define REQUIRE_VALID(walk)         \
    do                              \
    {                               \
        const char *found = (walk); \
        if (found != NULL)          \
        {                           \
            return found;           \
        }                           \
    } while (0)

#endif
