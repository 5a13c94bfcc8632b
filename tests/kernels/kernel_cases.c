#include "tests/kernels/kernel_cases.h"

#include "reference/twins/twins.h"
#include "tests/support/aligned.h"
#include "tests/support/testing.h"

const char *const sc_velocity_names[4] = {"vx", "vy", "w", "inverse_mass"};
const char *const sc_warm_start_names[4] = {"vx", "vy", "w", "inverse_inertia"};
const char *const sc_delta_names[4] = {"dx", "dy", "sin", "cos_minus_1"};
const char *const sc_manifold_names[16] = {"normal_x",
                                           "normal_y",
                                           "com_x",
                                           "com_y",
                                           "anchor[0][0]",
                                           "anchor[0][1]",
                                           "anchor[1][0]",
                                           "anchor[1][1]",
                                           "separation[0]",
                                           "separation[1]",
                                           "info",
                                           "rolling_impulse",
                                           "normal_impulse_0",
                                           "tangent_impulse_0",
                                           "normal_impulse_1",
                                           "tangent_impulse_1"};

static void **held;
static int held_count, held_room;

int sc_case_mark(void) { return held_count; }

void sc_case_release(const int *mark)
{
    while (held_count > *mark)
    {
        free_aligned(held[--held_count]);
    }
}

void *sc_case_new(size_t bytes)
{
    size_t whole = (bytes + 63) / 64 * 64;
    void *p = allocate_aligned(whole == 0 ? 64 : whole);
    assert_non_null(p);
    memset(p, 0, whole == 0 ? 64 : whole);
    if (held_count == held_room)
    {
        held_room = 2 * held_room + 64;
        held = realloc(held, (size_t)held_room * sizeof *held);
        assert_non_null(held);
    }
    return held[held_count++] = p;
}

void *sc_case_copy(const void *source, size_t bytes)
{
    void *p = sc_case_new(bytes);
    memcpy(p, source, bytes);
    return p;
}

void sc_case_new_arrays(void *state, const sc_case_array *arrays, int count)
{
    for (int i = 0; i < count; i++)
    {
        int elements;
        memcpy(&elements, (char *)state + arrays[i].count, sizeof elements);
        void *array = sc_case_new((size_t)elements * arrays[i].bytes);
        memcpy((char *)state + arrays[i].pointer, &array, sizeof array);
    }
}

void sc_case_copy_arrays(void *state, const sc_case_array *arrays, int count)
{
    for (int i = 0; i < count; i++)
    {
        int elements;
        void *array;
        memcpy(&elements, (char *)state + arrays[i].count, sizeof elements);
        memcpy(&array, (char *)state + arrays[i].pointer, sizeof array);
        array = sc_case_copy(array, (size_t)elements * arrays[i].bytes);
        memcpy((char *)state + arrays[i].pointer, &array, sizeof array);
    }
}

static void *copy_state(const sc_case_state *state, const void *from)
{
    void *copy = sc_case_copy(from, state->bytes);
    sc_case_copy_arrays(copy, state->arrays, state->array_count);
    return copy;
}

void sc_case_run(const sc_case_test *test, uint64_t first, int seeds)
{
    sc_case c = {.kernel = test->kernel};
    for (c.seed = first; c.seed < first + (uint64_t)seeds; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        void *start = sc_case_new(test->state->bytes);
        test->make(start, &random);
        void *twin = copy_state(test->state, start);
        int expected = test->run(sc_twins(), twin);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            SC_CASE_SCOPE;
            void *kernel = copy_state(test->state, start);
            sc_case_compare_int(&c, "answer", expected, test->run(c.kernels, kernel));
            test->compare(&c, twin, kernel);
        }
    }
}

bool sc_case_chance(sc_random *random, int chance)
{
    return sc_random_below(random, 100) < (uint32_t)chance;
}

int sc_case_int(sc_random *random, int low, int high)
{
    return low + (int)sc_random_below(random, (uint32_t)(high - low + 1));
}

float sc_case_float(sc_random *random, float low, float high)
{
    static const float edges[] = {0.0f,     -0.0f,  1e-40f, -1e-40f, 1.4e-45f, -1.4e-45f,
                                  1.2e-38f, 1e-20f, -1e-8f, 1.0f,    -1.0f,    0.5f};
    if (!sc_case_chance(random, 8))
    {
        return sc_random_float(random, low, high);
    }
    float edge = edges[sc_random_below(random, sizeof edges / sizeof *edges)];
    return edge >= low && edge <= high ? edge : low;
}

void sc_case_rotation(sc_random *random, float *cos, float *sin)
{
    static const float quarters[4][2] = {
        {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, -0.0f}, {-0.0f, -1.0f}};
    if (sc_case_chance(random, 20))
    {
        const float *q = quarters[sc_random_below(random, 4)];
        *cos = q[0];
        *sin = q[1];
        return;
    }
    // (1 - t^2, 2 t) / (1 + t^2) is a rotation for every t; beyond half a turn by sign.
    float t = sc_random_float(random, -1.0f, 1.0f),
          sign = sc_case_chance(random, 50) ? 1.0f : -1.0f;
    *cos = sign * (1.0f - t * t) / (1.0f + t * t);
    *sin = sign * 2.0f * t / (1.0f + t * t);
}

int sc_case_set_count(void)
{
    int count = 0;
    for (int k = SCREE_SIMD_SCALAR; k < SCREE_SIMD_COUNT; ++k)
    {
        count += scree_simd_is_supported((scree_simd)k);
    }
    return count;
}

bool sc_case_set(int index, sc_case *out)
{
    static const struct
    {
        int simd;
        const char *name;
    } sets[] = {
        {SCREE_SIMD_SCALAR, "scalar"},
        {SCREE_SIMD_SSE2, "sse2"},
        {SCREE_SIMD_AVX2, "avx2"},
        {SCREE_SIMD_AVX512, "avx512"},
        {SCREE_SIMD_NEON, "neon"},
        {SCREE_SIMD_SIMD128, "simd128"},
        {SCREE_SIMD_AVX2_EMULATED, "avx2-emulated"},
        {SCREE_SIMD_AVX512_EMULATED, "avx512-emulated"},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    {
        sc_link_joint_kernels();
        sc_link_ray_kernels();
        const sc_kernels *kernels = sc_kernels_get(sets[i].simd);
        if (kernels != NULL && index-- == 0)
        {
            out->kernels = kernels;
            out->set = sets[i].name;
            return true;
        }
    }
    return false;
}

bool sc_case_table(int index, sc_case *out)
{
    if (index > 0)
    {
        return sc_case_set(index - 1, out);
    }
    out->kernels = sc_twins();
    out->set = "twins";
    return true;
}

/// Ends the test with a line that says which kernel, where and with which input.
static void fail_case(const sc_case *c, int differing)
{
    fail_msg("%s on %s, seed %llu: %d values differ", c->kernel, c->set,
             (unsigned long long)c->seed, differing);
}

#define MAX_LINES 8

static void print_difference(const sc_case *c, const char *array, int index, const char *field,
                             int lane, uint32_t expected, uint32_t actual)
{
    float e, a;
    memcpy(&e, &expected, sizeof e);
    memcpy(&a, &actual, sizeof a);
    char where[32] = "";
    if (lane >= 0)
    {
        snprintf(where, sizeof where, " lane %d", lane);
    }
    print_error("%s %s: %s[%d]%s%s%s: twin 0x%08x (%g), kernel 0x%08x (%g)\n", c->kernel, c->set,
                array, index, where, field[0] ? " " : "", field, expected, (double)e, actual,
                (double)a);
}

void sc_case_compare(const sc_case *c, sc_case_layout layout, const char *array,
                     const void *expected, const void *actual, int begin, int end)
{
    const uint32_t *e = expected, *a = actual;
    int field_count = layout.name_count * layout.run, differing = 0;
    for (int i = begin; i < end; i++)
    {
        for (int w = 0; w < field_count; w++)
        {
            size_t at = (size_t)i * (size_t)field_count + (size_t)w;
            if (e[at] != a[at] && differing++ < MAX_LINES)
            {
                print_difference(c, array, i, layout.names[w / layout.run],
                                 layout.run > 1 ? w % layout.run : -1, e[at], a[at]);
            }
        }
    }
    if (differing > 0)
    {
        fail_case(c, differing);
    }
}

void sc_case_compare_words(const sc_case *c, const char *array, const void *expected,
                           const void *actual, int begin, int end)
{
    static const char *const names[] = {""};
    sc_case_compare(c, SC_CASE_LAYOUT(names, 1), array, expected, actual, begin, end);
}

void sc_case_compare_bytes(const sc_case *c, const char *array, const uint8_t *expected,
                           const uint8_t *actual, int begin, int end)
{
    int differing = 0;
    for (int i = begin; i < end; i++)
    {
        if (expected[i] != actual[i] && differing++ < MAX_LINES)
        {
            print_difference(c, array, i, "", -1, expected[i], actual[i]);
        }
    }
    if (differing > 0)
    {
        fail_case(c, differing);
    }
}

void sc_case_compare_int(const sc_case *c, const char *what, int expected, int actual)
{
    if (expected != actual)
    {
        print_error("%s %s: %s: twin %d, kernel %d\n", c->kernel, c->set, what, expected, actual);
        fail_case(c, 1);
    }
}
