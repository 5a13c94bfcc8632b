#include "checkpoint.h"

#include "scenes/files/input.h"
#include "state/snapshot_file.h"
#include "tools/common/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAGIC "scree\nck"

enum
{
    VERSION = 1,
    // The checksum stands where sc_snapshot_checksum leaves it out.
    SIZE_AT = 16,
    CHECKSUM_AT = 40,
    HEADER = 96,
    COLD = 1,
    SLEEP = 2,
    RESIDUAL = 4,
    FLAGS = 7
};

static uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double get_double(const unsigned char *at)
{
    uint64_t bits = sc_snapshot_get(at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static unsigned get_u32(const unsigned char *at) { return (unsigned)sc_snapshot_get(at, 4); }

static int get_i32(const unsigned char *at) { return (int)(int32_t)get_u32(at); }

static void put_i32(unsigned char *at, int value)
{
    sc_snapshot_put(at, (uint64_t)(uint32_t)value, 4);
}

sc_checkpoint sc_checkpoint_of(const sc_run_options *options, const scree_world *world,
                               const scree_scene_state *state)
{
    const char *name = options->scene->name;
    return (sc_checkpoint){
        .dt = options->dt,
        .built = scree_world_state_hash(world),
        .seed = state->seed,
        .size = state->size,
        .variant = state->variant,
        .substeps = options->substeps,
        .solver = (int)options->solver,
        .iterations = options->iterations,
        .flags = (options->cold ? COLD : 0u) | (options->sleep ? SLEEP : 0u) |
                 (options->residual ? RESIDUAL : 0u),
        .name_bytes = (unsigned)strlen(name),
        .name = (const unsigned char *)name,
    };
}

static void put_header(unsigned char *at, const sc_checkpoint *run, size_t size)
{
    memcpy(at, MAGIC, 8);
    sc_snapshot_put(at + 8, VERSION, 4);
    put_i32(at + 12, run->step);
    sc_snapshot_put(at + SIZE_AT, size, 8);
    sc_snapshot_put(at + 24, run->built, 8);
    sc_snapshot_put(at + 32, double_bits(run->time), 8);
    sc_snapshot_put(at + 48, double_bits(run->dt), 8);
    sc_snapshot_put(at + 56, run->seed, 8);
    put_i32(at + 64, run->size);
    put_i32(at + 68, run->variant);
    put_i32(at + 72, run->substeps);
    put_i32(at + 76, run->solver);
    put_i32(at + 80, run->iterations);
    sc_snapshot_put(at + 84, run->flags, 4);
    sc_snapshot_put(at + 88, run->name_bytes, 4);
    sc_snapshot_put(at + 92, run->ragdoll_count, 4);
}

bool sc_checkpoint_write(const sc_checkpoint *run, sc_replacement *file, const scree_world *world,
                         const scree_scene_state *state, int step)
{
    sc_checkpoint now = *run;
    now.step = step;
    now.time = state->time;
    for (unsigned i = 0; i < SCREE_SCENE_MAX_RAGDOLLS; ++i)
        now.ragdoll_count = state->ragdolls[i].value != 0 ? i + 1 : now.ragdoll_count;
    size_t before = HEADER + now.name_bytes + 8 * (size_t)now.ragdoll_count;
    size_t snapshot = scree_world_snapshot_size(world);
    unsigned char *bytes = snapshot > 0 ? malloc(before + snapshot) : NULL;
    if (bytes == NULL)
    {
        sc_print_error("cannot write %s: out of memory for a checkpoint", file->path);
        return false;
    }
    put_header(bytes, &now, before + snapshot);
    memcpy(bytes + HEADER, now.name, now.name_bytes);
    for (unsigned i = 0; i < now.ragdoll_count; ++i)
        sc_snapshot_put(bytes + HEADER + now.name_bytes + 8 * i, state->ragdolls[i].value, 8);
    bool ok = scree_world_save_snapshot(world, bytes + before, snapshot) == SCREE_OK;
    if (!ok)
        sc_print_error("cannot write %s: %s", file->path, scree_error_text(NULL));
    sc_snapshot_put(bytes + CHECKSUM_AT, sc_snapshot_checksum(bytes, before + snapshot), 8);
    ok = ok && sc_replacement_write(file, bytes, before + snapshot);
    free(bytes);
    return ok;
}

static bool refuse(const char *path, const char *reason)
{
    sc_print_error("cannot resume from %s: %s", path, reason);
    return false;
}

// Checks the first bytes, up to HEADER, of a file of that size.
static const char *find_fault_at_head(const unsigned char *bytes, size_t size)
{
    if (size < 8 || memcmp(bytes, MAGIC, 8) != 0)
        return "it is not a checkpoint of `scree run`";
    if (size < HEADER)
        return "the checkpoint is truncated";
    if (get_u32(bytes + 8) != VERSION)
        return "the checkpoint has a version that this program does not know";
    if (sc_snapshot_get(bytes + SIZE_AT, 8) > size)
        return "the checkpoint is truncated";
    if (sc_snapshot_get(bytes + SIZE_AT, 8) != size)
        return "the checkpoint has more bytes than it should have";
    return NULL;
}

// Takes memory for a checkpoint only, however large the file is. Null, and why, on error.
static unsigned char *read_bytes(FILE *file, size_t size, const char **why)
{
    unsigned char head[HEADER] = {0};
    size_t first = fread(head, 1, size < HEADER ? size : HEADER, file);
    *why = find_fault_at_head(head, size);
    unsigned char *bytes = *why == NULL ? malloc(size) : NULL;
    if (*why == NULL && bytes == NULL)
        *why = "out of memory";
    if (bytes == NULL)
        return NULL;
    memcpy(bytes, head, HEADER);
    if (fread(bytes + HEADER, 1, size - HEADER, file) == size - HEADER && first == HEADER)
        return bytes;
    *why = ferror(file) ? strerror(errno) : "it changed while it was read";
    free(bytes);
    return NULL;
}

// Null, and a line on stderr, if the file cannot be read. The caller frees the bytes.
static unsigned char *read_file(const char *path, size_t *size)
{
    const char *why;
    FILE *file = sc_open_input(path, &why);
    struct stat status;
    unsigned char *bytes = NULL;
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode))
    {
        *size = (size_t)status.st_size;
        bytes = read_bytes(file, *size, &why);
    }
    else if (file != NULL)
        why = "not a regular file";
    if (bytes == NULL)
        refuse(path, why);
    if (file != NULL)
        fclose(file);
    return bytes;
}

static const char *find_fault(const unsigned char *bytes, size_t size)
{
    if (sc_snapshot_get(bytes + CHECKSUM_AT, 8) != sc_snapshot_checksum(bytes, size))
        return "the checkpoint is damaged: its checksum differs";
    uint64_t before = (uint64_t)HEADER + get_u32(bytes + 88) + 8 * (uint64_t)get_u32(bytes + 92);
    if (get_i32(bytes + 12) < 0 || (get_u32(bytes + 84) & ~(unsigned)FLAGS) != 0 ||
        get_u32(bytes + 92) > SCREE_SCENE_MAX_RAGDOLLS || before > size ||
        !(get_double(bytes + 32) >= 0.0 && get_double(bytes + 32) < 1e12))
        return "the checkpoint is damaged: a value of its header is out of range";
    return NULL;
}

bool sc_checkpoint_read(sc_checkpoint *checkpoint, const char *path)
{
    size_t size = 0;
    *checkpoint = (sc_checkpoint){.bytes = read_file(path, &size)};
    const unsigned char *bytes = checkpoint->bytes;
    if (bytes == NULL)
        return false;
    const char *fault = find_fault(bytes, size);
    if (fault != NULL)
    {
        sc_checkpoint_destroy(checkpoint);
        return refuse(path, fault);
    }
    checkpoint->step = get_i32(bytes + 12);
    checkpoint->built = sc_snapshot_get(bytes + 24, 8);
    checkpoint->time = get_double(bytes + 32);
    checkpoint->dt = get_double(bytes + 48);
    checkpoint->seed = sc_snapshot_get(bytes + 56, 8);
    checkpoint->size = get_i32(bytes + 64);
    checkpoint->variant = get_i32(bytes + 68);
    checkpoint->substeps = get_i32(bytes + 72);
    checkpoint->solver = get_i32(bytes + 76);
    checkpoint->iterations = get_i32(bytes + 80);
    checkpoint->flags = get_u32(bytes + 84);
    checkpoint->name_bytes = get_u32(bytes + 88);
    checkpoint->ragdoll_count = get_u32(bytes + 92);
    checkpoint->name = bytes + HEADER;
    checkpoint->ragdolls = checkpoint->name + checkpoint->name_bytes;
    checkpoint->snapshot = checkpoint->ragdolls + 8 * (size_t)checkpoint->ragdoll_count;
    checkpoint->snapshot_bytes = size - (size_t)(checkpoint->snapshot - bytes);
    return true;
}

void sc_checkpoint_destroy(sc_checkpoint *checkpoint)
{
    free(checkpoint->bytes);
    *checkpoint = (sc_checkpoint){0};
}

static bool refuse_number(const char *path, const char *option, double was, double is)
{
    sc_print_error("cannot resume from %s: its run has %s %.9g, not %.9g", path, option, was, is);
    return false;
}

static bool refuse_flag(const char *path, const char *option, unsigned was)
{
    sc_print_error("cannot resume from %s: its run was started %s --%s", path,
                   was != 0 ? "with" : "without", option);
    return false;
}

// A file may hold any bytes; a terminal gets none that it obeys.
static void copy_name(char name[65], const sc_checkpoint *checkpoint)
{
    unsigned count = checkpoint->name_bytes < 64 ? checkpoint->name_bytes : 64;
    for (unsigned i = 0; i < count; ++i)
    {
        unsigned char c = checkpoint->name[i];
        name[i] = c >= ' ' && c < 127 ? (char)c : '?';
    }
    name[count] = '\0';
}

// Whether the checkpoint belongs to this run; if not, says which setting differs.
static bool check_run(const sc_checkpoint *was, const sc_checkpoint *run, const char *path)
{
    if (was->name_bytes != run->name_bytes || memcmp(was->name, run->name, run->name_bytes) != 0)
    {
        char names[2][65];
        copy_name(names[0], was);
        copy_name(names[1], run);
        sc_print_error("cannot resume from %s: it is a checkpoint of the scene %s, not of %s", path,
                       names[0], names[1]);
        return false;
    }
    if (was->solver != run->solver)
    {
        sc_print_error("cannot resume from %s: its run has another --solver than %s", path,
                       scree_solver_name((scree_solver)run->solver));
        return false;
    }
    if (was->variant != run->variant)
        return refuse(path, "its run has another --variant");
    if (was->size != run->size)
        return refuse_number(path, "--size", was->size, run->size);
    if (was->seed != run->seed)
    {
        sc_print_error("cannot resume from %s: its run has --seed %" PRIu64 ", not %" PRIu64, path,
                       was->seed, run->seed);
        return false;
    }
    if (double_bits(was->dt) != double_bits(run->dt))
        return refuse_number(path, "--dt", was->dt, run->dt);
    if (was->substeps != run->substeps)
        return refuse_number(path, "--substeps", was->substeps, run->substeps);
    if (was->iterations != run->iterations)
        return refuse_number(path, "--iterations", was->iterations, run->iterations);
    unsigned differ = was->flags ^ run->flags;
    if (differ != 0)
    {
        unsigned flag = differ & COLD ? COLD : differ & SLEEP ? SLEEP : RESIDUAL;
        const char *name = flag == COLD ? "cold" : flag == SLEEP ? "sleep" : "residual";
        return refuse_flag(path, name, was->flags & flag);
    }
    if (was->built != run->built)
    {
        return refuse(path, "the scene is built differently now: its file, its parameters or the "
                            "version of scree changed");
    }
    return true;
}

bool sc_checkpoint_restore(const sc_checkpoint *checkpoint, const sc_checkpoint *run,
                           const char *path, int last, scree_world *world, scree_scene_state *state)
{
    if (!check_run(checkpoint, run, path))
        return false;
    if (checkpoint->step > last)
    {
        sc_print_error("cannot resume from %s: it was written after step %d, and --steps is %d",
                       path, checkpoint->step, last);
        return false;
    }
    if (scree_world_load_snapshot(world, checkpoint->snapshot, checkpoint->snapshot_bytes) !=
        SCREE_OK)
        return refuse(path, scree_error_text(world));
    state->time = checkpoint->time;
    memset(state->ragdolls, 0, sizeof state->ragdolls);
    for (unsigned i = 0; i < checkpoint->ragdoll_count; ++i)
    {
        state->ragdolls[i].value =
            scree_world_convert_id(world, sc_snapshot_get(checkpoint->ragdolls + 8 * i, 8));
    }
    return true;
}
