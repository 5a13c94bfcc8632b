/// Checks of what the code itself promises. Nothing that a caller or a file hands in may reach one.
#ifndef SC_ASSERT_H
#define SC_ASSERT_H

/// Debug builds: a cheap condition, at the place where it must hold.
#ifdef SC_DEBUG
#include <stdio.h>
#include <stdlib.h>
#define SC_ASSERT(condition)                                                                      \
    ((condition) ? (void)0                                                                        \
                 : (fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition), \
                    abort()))
#else
#define SC_ASSERT(condition) ((void)0)
#endif

#endif
