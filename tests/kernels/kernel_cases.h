/// Helpers of the tests of kernels: random inputs, and comparisons of bits.
#ifndef SC_TESTS_KERNEL_CASES_H
#define SC_TESTS_KERNEL_CASES_H

#include "scenes/random.h"
#include "scree/world.h"
#include "simd/kernels.h"

#include <stdbool.h>
#include <stddef.h>

/// Memory allocated from here on ends with the block.
#define SC_CASE_SCOPE \
    __attribute__((unused, cleanup(sc_case_release))) const int mark_ = sc_case_mark()
int sc_case_mark(void);
void sc_case_release(const int *mark);

/// Zeroed memory on a cache line until the innermost scope ends; ends the test without any.
void *sc_case_new(size_t bytes);

/// A copy on a cache line.
void *sc_case_copy(const void *source, size_t bytes);

/// Arrays of a state under test: where a pointer lies, bytes of an element, where the count lies.
typedef struct sc_case_array
{
    size_t pointer, bytes, count;
} sc_case_array;

#define SC_CASE_ARRAY(type, field, count)                                        \
    {                                                                            \
        offsetof(type, field), sizeof *((type *)0)->field, offsetof(type, count) \
    }

/// Arrays of zeros, as many as the counts say; or copies of those that are there.
void sc_case_new_arrays(void *state, const sc_case_array *arrays, int count);
void sc_case_copy_arrays(void *state, const sc_case_array *arrays, int count);

/// Mostly uniform in [low, high), now and then a zero, a denormal, a very small or exact number.
float sc_case_float(sc_random *random, float low, float high);

/// True with a probability of percent / 100.
bool sc_case_chance(sc_random *random, int chance);

/// Uniform in [low, high], both whole numbers.
int sc_case_int(sc_random *random, int low, int high);

/// A rotation; often one by a multiple of a quarter turn.
void sc_case_rotation(sc_random *random, float *cos, float *sin);

/// A set of kernels under test, and its inputs.
typedef struct sc_case
{
    const char *kernel;  ///< printed when bits differ
    uint64_t seed;
    const sc_kernels *kernels;
    const char *set;
} sc_case;

/// The `index`-th set that this CPU runs, scalar first; false past the last.
bool sc_case_set(int index, sc_case *out);
/// How many sets this build has and this CPU runs.
int sc_case_set_count(void);

/// The twins first, then these sets: what a test of mechanics runs on. False past the last.
bool sc_case_table(int index, sc_case *out);

/// A state that a kernel changes.
typedef struct sc_case_state
{
    size_t bytes;
    const sc_case_array *arrays;
    int array_count;
} sc_case_state;

/// A kernel beside its twin: a state is made, and run by both.
typedef struct sc_case_test
{
    const char *kernel;
    const sc_case_state *state;
    void (*make)(void *state, sc_random *random);
    /// Its answer, if it has any.
    int (*run)(const sc_kernels *kernels, void *state);
    void (*compare)(const sc_case *c, const void *twin, const void *kernel);
} sc_case_test;

/// On every set, from these seeds on.
void sc_case_run(const sc_case_test *test, uint64_t first, int seeds);

/// Fields of a record of 32-bit words: each name stands for `run` words (an array over lanes).
typedef struct sc_case_layout
{
    const char *const *names;
    int name_count;
    int run;
} sc_case_layout;

/// Arrays of records that several kernels share.
extern const char *const sc_velocity_names[4],
    *const sc_warm_start_names[4], *const sc_delta_names[4], *const sc_manifold_names[16];

/// Ends the test unless all words of records [begin, end) are equal; prints the first that are not.
void sc_case_compare(const sc_case *c, sc_case_layout layout, const char *array,
                     const void *expected, const void *actual, int begin, int end);

/// Arrays of plain 32-bit values.
void sc_case_compare_words(const sc_case *c, const char *array, const void *expected,
                           const void *actual, int begin, int end);

/// Arrays of bytes.
void sc_case_compare_bytes(const sc_case *c, const char *array, const uint8_t *expected,
                           const uint8_t *actual, int begin, int end);

/// One number.
void sc_case_compare_int(const sc_case *c, const char *what, int expected, int actual);

#define SC_CASE_LAYOUT(names, run) \
    ((sc_case_layout){(names), (int)(sizeof(names) / sizeof *(names)), (run)})

#endif
