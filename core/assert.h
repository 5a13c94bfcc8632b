/// Checks of the invariants of the code itself, at three prices. No value that a caller passes or a
/// file holds may make such a check fail: these values are checked at run time, in every build.
/// Conditions have no side effects.
/// - SC_ASSERT: a cheap condition, at the place where it must hold. Debug builds.
/// - SC_ASSERT_SLOW: a condition that takes a loop over an array (is it sorted, is it padded).
///   Debug builds that validate. A function that serves only such conditions is inside #ifdef
///   SC_ASSERTS_SLOW.
/// - SC_VALIDATE (world/validate.h): walks over all structures, after each stage. Builds that
///   validate.
#ifndef SC_ASSERT_H
#define SC_ASSERT_H

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

#if defined(SC_DEBUG) && defined(SC_VALIDATE_STAGES)
#define SC_ASSERTS_SLOW
#define SC_ASSERT_SLOW(condition) SC_ASSERT(condition)
#else
#define SC_ASSERT_SLOW(condition) ((void)0)
#endif

#endif
