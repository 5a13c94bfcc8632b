// `scree replay FILE`: repeats a recording and names the first call that differs.

#include "tools/commands.h"
#include "tools/common/options.h"
#include "tools/common/output.h"

#include "scenes/files/input.h"
#include "state/recordings/recording_header.h"
#include "state/recordings/replay.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes that a world may take: the larger of these and of a number for each byte of the recording.
#define LEAST_MEMORY ((size_t)1 << 30)
#define MEMORY_OF_BYTE ((size_t)1000)
// Bytes that are read from a pipe.
#define MOST_OF_A_PIPE ((size_t)1 << 30)

typedef struct replay_options
{
    const char *path;
    int until;  // steps; 0: all
    int threads;
    scree_simd simd;
    bool quiet;
} replay_options;

enum
{
    UNTIL_KEY = 1,
    SIMD_KEY,
    THREADS_KEY
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    replay_options *options = state->input;
    switch (key)
    {
    case ARGP_KEY_ARG:
        if (options->path != NULL)
        {
            sc_print_error("one recording at a time: '%s' is one too many", text);
            return EINVAL;
        }
        options->path = text;
        return 0;
    case ARGP_KEY_NO_ARGS:
        sc_print_error("say which recording to replay; `scree run SCENE --record F` writes one");
        return EINVAL;
    case UNTIL_KEY:
        return sc_parse_int("until", text, 1, INT32_MAX, &options->until) ? 0 : EINVAL;
    case THREADS_KEY:
        return sc_parse_int("threads", text, 1, 64, &options->threads) ? 0 : EINVAL;
    case SIMD_KEY:
        options->simd = scree_simd_from_name(text);
        if (options->simd != SCREE_SIMD_AUTO &&
            (options->simd == SCREE_SIMD_COUNT || !scree_simd_is_supported(options->simd)))
        {
            sc_print_error("--simd takes a set that this CPU has, not '%s'; `scree cpu` lists them",
                           text);
            return EINVAL;
        }
        return 0;
    case 'q':
        options->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool parse_options(replay_options *options, int argc, char **argv)
{
    static const struct argp_option table[] = {
        {.name = "until", .key = UNTIL_KEY, .arg = "N", .doc = "end after N steps"},
        {.name = "simd",
         .key = SIMD_KEY,
         .arg = "SET",
         .doc = "instruction set, as listed by `scree cpu`; default auto"},
        {.name = "threads",
         .key = THREADS_KEY,
         .arg = "T",
         .doc = "threads that step the world, 1 to 64; no more than cores; default 1"},
        {.name = "quiet", .key = 'q', .doc = "only what differs"},
        {0},
    };
    static const struct argp argp = {
        .options = table,
        .parser = parse,
        .args_doc = "FILE",
        .doc = "Repeats a recording of the calls on a world, and compares results and states.\v"
               "Names the first call that differs from the recording; the exit status is then 1, "
               "and 2 for a damaged file. docs/files.md describes recordings."};
    return argp_parse(&argp, argc, argv, 0, NULL, options) == 0;
}

// The bytes of a file, or null with a line on stderr. The caller frees them.
static unsigned char *read_file(const char *path, size_t *size)
{
    const char *why;
    FILE *file = sc_open_input(path, &why);
    unsigned char *bytes = NULL;
    size_t capacity = 0;
    *size = 0;
    if (file == NULL)
    {
        sc_print_error("cannot read %s: %s", path, why);
        return NULL;
    }
    bool ok = true;
    const bool regular = sc_is_regular(file);
    // Pipes that begin as recordings do may be endless.
    while (ok && !feof(file) && (*size < 8 || memcmp(bytes, SC_RECORDING_MAGIC, 8) == 0))
    {
        if (!regular && *size >= MOST_OF_A_PIPE)
        {
            sc_print_error("%s: has more than 1 GiB; write it to a file first", path);
            free(bytes);
            fclose(file);
            return NULL;
        }
        if (*size == capacity)
        {
            capacity = 2 * capacity + 65536;
            unsigned char *more = realloc(bytes, capacity);
            ok = more != NULL;
            bytes = ok ? more : bytes;
        }
        *size += ok ? fread(bytes + *size, 1, capacity - *size, file) : 0;
        ok = ok && !ferror(file);
    }
    if (!ok)
    {
        sc_print_error("cannot read %s", path);
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

// Memory of a world up to a limit: with one number of a damaged file, a call takes any amount.
typedef struct limited_memory
{
    size_t left;
} limited_memory;

static void *allocate(size_t size, void *context)
{
    limited_memory *memory = context;
    void *block = size <= memory->left ? aligned_alloc(64, size) : NULL;
    memory->left -= block != NULL ? size : 0;
    return block;
}

static void release(void *block, size_t size, void *context)
{
    limited_memory *memory = context;
    memory->left += size;
    free(block);
}

static int repeat(const replay_options *options, sc_replay *replay, const unsigned char *bytes,
                  size_t size, limited_memory *memory)
{
    scree_world_def def = scree_world_def_default();
    def.allocator = (scree_allocator){allocate, release, memory};
    def.simd = options->simd;
    def.worker_count = options->threads;
    sc_replay_state state = sc_replay_open(replay, bytes, size, &def);
    bool more = true;
    while (more && (state == SC_REPLAY_CALL || state == SC_REPLAY_STEP))
    {
        state = sc_replay_next(replay);
        more = options->until == 0 || replay->steps < (uint64_t)options->until;
    }
    const bool as_recorded =
        state == SC_REPLAY_CALL || state == SC_REPLAY_STEP || state == SC_REPLAY_END;
    if (!as_recorded)
    {
        sc_print_error("%s: %s", options->path, replay->text);
        return state == SC_REPLAY_DIVERGED ? SC_EXIT_FAILURE : SC_EXIT_USAGE;
    }
    if (!options->quiet)
    {
        printf("%" PRIu64 " calls and %" PRIu64 " steps as recorded, hash: %016" PRIx64 "\n",
               replay->calls, replay->steps, scree_world_hash(replay->world));
    }
    return SC_EXIT_OK;
}

int sc_command_replay(int argc, char **argv)
{
    replay_options options = {.threads = 1};
    if (!parse_options(&options, argc, argv))
        return SC_EXIT_USAGE;
    size_t size = 0;
    unsigned char *bytes = read_file(options.path, &size);
    if (bytes == NULL)
        return SC_EXIT_USAGE;
    sc_replay replay;
    limited_memory memory = {.left = LEAST_MEMORY > MEMORY_OF_BYTE * size ? LEAST_MEMORY
                                                                          : MEMORY_OF_BYTE * size};
    const int status = repeat(&options, &replay, bytes, size, &memory);
    sc_replay_close(&replay);
    free(bytes);
    return status;
}
