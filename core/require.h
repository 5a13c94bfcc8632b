/// What walks over whole structures (sc_validate_...) are written with. Such a walk returns null if
/// the equations that a header states between fields hold, else the text of one that does not.
#ifndef SC_REQUIRE_H
#define SC_REQUIRE_H

#include <stddef.h>

/// In functions that answer what does not hold.
#define REQUIRE(condition) \
    if (!(condition))      \
    {                      \
        return #condition; \
    }                      \
    (void)0

/// Passes on what another walk found.
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
