#include "machine.h"

#include "tools/common/output.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum
{
    ALIGNMENT = 64,
    SWEEPS = 3,     // over all sizes: other programs on the machine take time from it
    TRIES = 3,      // in each of them; the fastest of all counts
    ROUNDS = 20000  // of an arithmetic probe
};

static const double TRY_NS = 1e6;  // at least, for a try
static const double BRIEF_EFFORT = 0.01;

static const sc_probes *probes_of(scree_simd simd)
{
    switch (simd)
    {
#ifdef SC_X86
    case SCREE_SIMD_AVX2:
        return &sc_probes_avx2;
    case SCREE_SIMD_AVX512:
        return &sc_probes_avx512;
    case SCREE_SIMD_SSE2:
        return &sc_probes_sse2;
#elif defined(__aarch64__)
    case SCREE_SIMD_NEON:
        return &sc_probes_neon;
#endif
    default:
        return &sc_probes_scalar;
    }
}

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

typedef struct memory
{
    float *floats;
    int32_t *at;
    volatile float sink;
} memory;

// A generator of its own: numbers of records in no order.
static void fill_places(int32_t *at, size_t count)
{
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < count; ++i)
    {
        state = state * 6364136223846793005u + 1442695040888963407u;
        at[i] = (int32_t)((state >> 33) % count);
    }
}

// ns per byte or record.
static double time_traffic(memory *memory, sc_traffic_probe *probe, size_t count, double units,
                           double effort)
{
    double best = INFINITY;
    int passes = 1;
    memory->sink = probe(memory->floats, memory->at, count);
    for (int i = 0; i < TRIES; ++i)
    {
        double begin = now_ns();
        for (int k = 0; k < passes; ++k)
            memory->sink = probe(memory->floats, memory->at, count);
        double ns = now_ns() - begin;
        best = fmin(best, ns / passes / units);
        if (ns < effort * TRY_NS && passes < 1 << 20)
        {
            // In bounded strides: a clock that stumbles must not make a try of minutes.
            double stride = effort * TRY_NS / fmax(ns, 1.0);
            passes = (int)fmin(1 << 20, passes * fmin(fmax(2.0, stride), 16.0));
            --i;
        }
    }
    return best;
}

static double time_arithmetic(memory *memory, sc_arithmetic_probe *probe, int lanes, double effort)
{
    const float numbers[] = {1.5f, 1.0001f};
    size_t rounds = (size_t)fmax(100.0, effort * ROUNDS);
    double best = INFINITY;
    for (int i = 0; i < TRIES; ++i)
    {
        double begin = now_ns();
        memory->sink = probe(numbers, rounds);
        best = fmin(best, (now_ns() - begin) / ((double)rounds * SC_PROBE_CHAINS * lanes));
    }
    return best;
}

static void sweep(sc_machine *machine, memory *memory, const sc_probes *probes, double effort)
{
    for (int i = 0; i < machine->size_count; ++i)
    {
        size_t bytes = (size_t)1 << (SC_MACHINE_LEAST + i);
        machine->bytes[i] = (double)bytes;
        for (int k = 0; k < SC_TRAFFIC_COUNT; ++k)
        {
            size_t record = (size_t)sc_traffic_record((sc_traffic)k);
            bool stream = record == 1;
            size_t count = stream ? bytes / sizeof(float) : bytes / record;
            if (!stream)
                fill_places(memory->at, count);
            machine->traffic_ns[k][i] =
                time_traffic(memory, probes->traffic[k], count, (double)(bytes / record), effort);
        }
    }
    for (int k = 0; k < SC_ARITHMETIC_COUNT; ++k)
    {
        double ns = time_arithmetic(memory, probes->arithmetic[k], probes->lanes, effort);
        machine->lane_ns[k] = fmin(ns, machine->lane_ns[k]);
    }
}

static void reset_machine(sc_machine *machine, scree_simd simd, int lanes, int size_count)
{
    *machine = (sc_machine){.simd = simd, .lanes = lanes, .size_count = size_count};
    for (int k = 0; k < SC_TRAFFIC_COUNT; ++k)
    {
        for (int i = 0; i < SC_MACHINE_SIZES; ++i)
            machine->traffic_ns[k][i] = INFINITY;
    }
    for (int k = 0; k < SC_ARITHMETIC_COUNT; ++k)
        machine->lane_ns[k] = INFINITY;
}

bool sc_machine_measure(sc_machine *machine, scree_simd simd, bool brief)
{
    const sc_probes *probes = probes_of(simd);
    reset_machine(machine, simd, probes->lanes, brief ? SC_MACHINE_BRIEF : SC_MACHINE_SIZES);
    size_t largest = (size_t)1 << (SC_MACHINE_LEAST + machine->size_count - 1);
    memory memory = {aligned_alloc(ALIGNMENT, largest), aligned_alloc(ALIGNMENT, largest), 0.0f};
    bool ok = memory.floats != NULL && memory.at != NULL;
    for (size_t i = 0; ok && i < largest / sizeof *memory.floats; ++i)
        memory.floats[i] = 1.0f;
    for (int i = 0; ok && i < (brief ? 1 : SWEEPS); ++i)
        sweep(machine, &memory, probes, brief ? BRIEF_EFFORT : 1.0);
    if (!ok)
        sc_print_error("out of memory");
    free(memory.floats);
    free(memory.at);
    return ok;
}

double sc_machine_cost(const sc_machine *machine, sc_traffic traffic, double set)
{
    const double *ns = machine->traffic_ns[traffic];
    double place = log2(fmax(set, 1.0)) - SC_MACHINE_LEAST;
    if (place <= 0.0)
        return ns[0];
    if (place >= machine->size_count - 1)
        return ns[machine->size_count - 1];
    int below = (int)place;
    return ns[below] + (place - below) * (ns[below + 1] - ns[below]);
}

const char *sc_traffic_name(sc_traffic traffic)
{
    static const char *const names[SC_TRAFFIC_COUNT] = {
        "read", "write", "update", "records of 4", "records of 16", "records of 64"};
    return names[traffic];
}

const char *sc_arithmetic_name(sc_arithmetic arithmetic)
{
    static const char *const names[SC_ARITHMETIC_COUNT] = {"add", "multiply", "divide",
                                                           "square root", "mixed"};
    return names[arithmetic];
}

int sc_traffic_record(sc_traffic traffic)
{
    static const int bytes[SC_TRAFFIC_COUNT] = {1, 1, 1, 4, 16, 64};
    return bytes[traffic];
}
