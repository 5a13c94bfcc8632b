/// The interface between the files of calls.
#ifndef SC_FUZZ_ROWS_H
#define SC_FUZZ_ROWS_H

#include "tests/fuzz/fuzz.h"

/// A line of a table: the function scree_NAME, called by the static function NAME.
#define ROW(name, weight)                                               \
    {                                                                   \
        "scree_" #name, name, weight, FUZZ_CHANGES, NULL, SIG_NO_OBJECT \
    }
#define READ_ROW(name, weight)                                        \
    {                                                                 \
        "scree_" #name, name, weight, FUZZ_READS, NULL, SIG_NO_OBJECT \
    }
#define FREE_ROW(name, weight)                                       \
    {                                                                \
        "scree_" #name, name, weight, FUZZ_FREE, NULL, SIG_NO_OBJECT \
    }

/// Notes some numbers.
#define SEE_FLOATS(f, ...)                           \
    fuzz_see_floats(f, (const float[]){__VA_ARGS__}, \
                    sizeof((const float[]){__VA_ARGS__}) / sizeof(float))

/// A getter on an id without an object has to return `neutral`.
#define SEE_NEUTRAL(f, is_neutral, what)                                     \
    if ((f)->now.invalid & FUZZ_BAD_ID && !(f)->now.locked && !(is_neutral)) \
    {                                                                        \
        fuzz_find(f, "%s of an id that names nothing is not zero", what);    \
    }                                                                        \
    (void)0

#endif
