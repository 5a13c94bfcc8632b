/// cmocka, the C library, and tests that are found by themselves: TEST(sentence) { ... }.
#ifndef SC_TEST_TESTING_H
#define SC_TEST_TESTING_H

#include <scree/scree.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// cmocka.h needs the headers above.
#include <cmocka.h>

/// The call returns SCREE_OK.
#define assert_ok(call) check_ok(call, #call, __FILE__, __LINE__)
static inline void check_ok(scree_result result, const char *call, const char *file, int line)
{
    if (result != SCREE_OK)
    {
        print_error("%s: %s\n", call, scree_result_name(result));
        _fail(file, line);
    }
}

/// scoped_memory T *p = ...: memory that is freed with its block.
#define scoped_memory __attribute__((cleanup(end_scoped_memory)))
static inline void end_scoped_memory(void *memory) { free(*(void **)memory); }

/// Notes a test of a file; that of the runner.
void test_register(const char *file, const struct CMUnitTest *test);
/// Notes what runs before the tests of a file: it returns -1, or the exit code in their place.
void test_register_before(const char *file, int (*before)(void));

/// A test, with functions that run before and after it, if not NULL. `state` is what the first one
/// set.
#define TEST_WITH(sentence, setup, teardown)                                                       \
    static void sentence(void **state);                                                            \
    __attribute__((constructor)) static void register_##sentence(void)                             \
    {                                                                                              \
        test_register(__FILE__, &(struct CMUnitTest){#sentence, sentence, setup, teardown, NULL}); \
    }                                                                                              \
    static void sentence(__attribute__((unused)) void **state)

#define TEST(sentence) TEST_WITH(sentence, NULL, NULL)

#endif
