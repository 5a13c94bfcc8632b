/// scree_fuzz: random public calls from a seed, with the checks of drive.c.
#include "tests/fuzz/digest.h"
#include "tests/fuzz/fuzz.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "scree_fuzz [options]: random public calls on pairs of worlds, until something is found\n"
    "  --seed S              of the calls, 1 if not given\n"
    "  --calls N             how many, 100000 if not given\n"
    "  --world K             only the K-th pair of worlds of the seed, from 0\n"
    "  --trace               print each call\n"
    "  --input FILE          calls from the bytes of a file, as libFuzzer keeps them\n"
    "  --record              both worlds record the calls, and the recordings are replayed\n"
    "  --every-allocation    calm calls, N (200) to a world, in which each allocation fails once,\n"
    "                        alone and with all that follow it in the same call\n"
    "  --self-check          the fuzzer finds the faults that it plants\n"
    "  --strict              every call has to be made, taken and (where it can be) refused\n";

typedef struct command
{
    uint64_t seed;
    int64_t calls, world;
    const char *input;
    bool record, every_allocation, self_check, strict, trace;
} command;

static fuzz state;  // large
static fuzz_totals totals;
static command given = {.seed = 1, .world = -1};
static int64_t world_index;

/// How to see the same again.
static void print_place(void)
{
    char line[200];
    int length = snprintf(line, sizeof line,
                          "scree_fuzz: at call %lld; again: scree_fuzz --seed %llu --world %lld "
                          "--trace\n",
                          (long long)state.call_index, (unsigned long long)given.seed,
                          (long long)world_index);
    if (given.input == NULL && length > 0)
    {
        bool written = write(STDERR_FILENO, line, (unsigned)length) == length;
        (void)written;
    }
}

static void on_signal(int number)
{
    print_place();
    signal(number, SIG_DFL);
    raise(number);
}

// Sanitizers end the program without a signal.
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void watch(void)
{
    signal(SIGABRT, on_signal);
    if (__sanitizer_set_death_callback != NULL)
    {
        __sanitizer_set_death_callback(print_place);
    }
    else
    {
        signal(SIGSEGV, on_signal);
        signal(SIGFPE, on_signal);
        signal(SIGILL, on_signal);
#ifdef SIGBUS
        signal(SIGBUS, on_signal);
#endif
    }
}

static fuzz_options base_options(void)
{
    return (fuzz_options){
        .trace = given.trace, .records = given.record, .solver = -1, .fail_at = -1};
}

static fuzz_stream stream_of(uint64_t seed, int64_t world)
{
    return fuzz_stream_of_seed(seed * 0x9e3779b97f4a7c15u ^
                               (uint64_t)(world + 1) * 0xd1342543de82ef95u);
}

static bool found(void)
{
    if (state.found[0] == 0)
    {
        return false;
    }
    fflush(stdout);
    fprintf(stderr, "scree_fuzz: found: %s\n", state.found);
    print_place();
    return true;
}

/// Which functions were not called, never taken or never refused.
static int missed(void)
{
    int count = 0;
    for (int i = 0; i < fuzz_row_count(); ++i)
    {
        const fuzz_row *row = fuzz_row_at(i);
        const char *what = totals.made[i] == 0                                    ? "called"
                           : totals.accepted[i] == 0                              ? "taken"
                           : row->mode == FUZZ_CHANGES && totals.declined[i] == 0 ? "refused"
                                                                                  : NULL;
        if (what != NULL)
        {
            fprintf(stderr, "scree_fuzz: %s was never %s\n", row->name, what);
            ++count;
        }
    }
    return count;
}

static int run_seeded(void)
{
    fuzz_options options = base_options();
    int64_t calls = given.calls > 0 ? given.calls : 100000;
    world_index = given.world >= 0 ? given.world : 0;
    do
    {
        fuzz_run_worlds(&state, &options, stream_of(given.seed, world_index), &totals);
        if (found())
        {
            return 1;
        }
        ++world_index;
    } while (given.world < 0 && totals.calls < calls);
    printf("scree_fuzz: seed %llu: %lld calls, %lld refused, %lld steps (%lld not finite), %lld "
           "worlds, %lld calls from callbacks, %lld failed allocations; up to %d bodies, %d "
           "contacts, %d particles, %d vertices: nothing found\n",
           (unsigned long long)given.seed, (long long)totals.calls, (long long)totals.refused,
           (long long)totals.steps, (long long)totals.not_finite, (long long)totals.worlds,
           (long long)totals.locked_calls, (long long)totals.failed_allocations, totals.max_bodies,
           totals.max_contacts, totals.max_particles, totals.max_vertices);
    if (given.record)
    {
        printf("scree_fuzz: %lld recordings replayed, %lld that ended early\n",
               (long long)totals.replays, (long long)totals.cut_replays);
    }
    return given.strict && missed() > 0 ? 1 : 0;
}

/// Every allocation of calm calls under one solver fails once.
static int fail_every_allocation(int solver, int calls)
{
    fuzz_options options = base_options();
    options.calm = true;
    options.solver = solver;
    options.calls = calls;
    for (int after = 0; after < 2; ++after)
    {
        options.fail_after = after;
        for (int n = 0, count = 1; n < count; ++n)
        {
            options.fail_at = n;
            fuzz_run_worlds(&state, &options, stream_of(given.seed, solver), &totals);
            if (found())
            {
                fprintf(stderr, "scree_fuzz: allocation %d of solver %s failed\n", n,
                        scree_solver_name((scree_solver)solver));
                return -1;
            }
            // A failed allocation is repeated, so there is one more than without a failure.
            count = n == 0 ? state.allocations : count;
        }
    }
    return state.allocations;
}

static int run_every_allocation(void)
{
    int calls = given.calls > 0 ? (int)given.calls : 200;
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        world_index = solver;
        int count = fail_every_allocation(solver, calls);
        if (count < 0)
        {
            return 1;
        }
        printf("scree_fuzz: seed %llu, %s: each of %d allocations of %d calls failed, alone and "
               "with all after it: nothing changed\n",
               (unsigned long long)given.seed, scree_solver_name((scree_solver)solver), count,
               calls);
    }
    return 0;
}

/// The fuzzer is worth something only if it finds what there is to find.
static int run_self_check(void)
{
    static const char *const expected[FUZZ_FAULT_COUNT] = {
        [FUZZ_FAULT_REFUSED] = "and changed: sc_bodies.gravity_scale",
        [FUZZ_FAULT_TWINS] = "the hashes of the two worlds differ",
        [FUZZ_FAULT_NOT_FINITE] = "spin of body",
        [FUZZ_FAULT_STRUCTURE] = "not true after a step"};
    for (int fault = 1; fault < FUZZ_FAULT_COUNT; ++fault)
    {
        fuzz_options options = base_options();
        options.planted = fault;
        state.found[0] = 0;
        for (world_index = 0; world_index < 100 && state.found[0] == 0; ++world_index)
        {
            fuzz_run_worlds(&state, &options, stream_of(given.seed, world_index), &totals);
        }
        printf("scree_fuzz: planted fault %d: %s\n", fault, state.found);
        if (strstr(state.found, expected[fault]) == NULL)
        {
            return 1;
        }
    }
    return 0;
}

static int run_input(void)
{
    FILE *file = fopen(given.input, "rb");
    if (file == NULL)
    {
        perror(given.input);
        return 2;
    }
    static uint8_t bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    fuzz_options options = base_options();
    fuzz_run_worlds(&state, &options, fuzz_stream_of_bytes(bytes, size), &totals);
    return found() ? 1 : 0;
}

static bool parse(int count, char **arguments)
{
    for (int i = 1; i < count; ++i)
    {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
        struct
        {
            const char *name;
            bool *flag;
        } flags[] = {{"--record", &given.record},
                     {"--every-allocation", &given.every_allocation},
                     {"--self-check", &given.self_check},
                     {"--strict", &given.strict},
                     {"--trace", &given.trace}};
        bool known = false;
        for (size_t k = 0; k < sizeof flags / sizeof *flags; ++k)
        {
            if (strcmp(name, flags[k].name) == 0)
            {
                *flags[k].flag = known = true;
            }
        }
        char *end = NULL;
        unsigned long long number = value != NULL ? strtoull(value, &end, 10) : 0;
        bool is_number = value != NULL && *value != 0 && *end == 0;
        if (!known && value != NULL && strcmp(name, "--input") == 0)
        {
            given.input = value;
        }
        else if (!known && is_number && strcmp(name, "--seed") == 0)
        {
            given.seed = number;
        }
        else if (!known && is_number && strcmp(name, "--calls") == 0)
        {
            given.calls = (int64_t)number;
        }
        else if (!known && is_number && strcmp(name, "--world") == 0)
        {
            given.world = (int64_t)number;
        }
        else if (!known)
        {
            return false;
        }
        i += known ? 0 : 1;
    }
    return true;
}

int main(int count, char **arguments)
{
    if (!parse(count, arguments))
    {
        fputs(usage, stderr);
        return 2;
    }
    watch();
    setvbuf(stdout, NULL, _IOLBF, 0);
    return given.input != NULL      ? run_input()
           : given.self_check       ? run_self_check()
           : given.every_allocation ? run_every_allocation()
                                    : run_seeded();
}
