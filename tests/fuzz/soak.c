/// scree_soak: a world that lives long. Bodies, joints, chains, particles and soft bodies come and
/// go at random; bodies are put to sleep and woken; images are restored, snapshots loaded, worlds
/// forked and copied, and each of these must continue with the same bits. The memory must stay
/// flat once the world has been full.
#include "tests/fuzz/stream.h"
#include "tests/support/counted_memory.h"
#include "tests/support/sanitized.h"
#include "world/validate.h"

#include <scree/scree.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum
{
    MAX_BODIES = 1500,
    MAX_JOINTS = 300,
    MAX_CHAINS = 6,
    MAX_PARTICLES = 300,
    MAX_SOFT = 12,
    ROUND_STEPS = 8,
    CHECKED_STEPS = 3,
    REPORTS = 20,
    WARM_REPORTS = 5,  ///< before the memory has to be flat
    SLACK_BYTES = 4 << 20
};

typedef struct soak
{
    fuzz_stream stream;
    test_memory memory;
    scree_world *world, *other;
    scree_chain_id chains[MAX_CHAINS];
    void *block;  ///< of images and snapshots
    size_t block_size;
    int64_t body_steps, rounds, created, destroyed, restores, loads, copies;
    int64_t warm_rss, warm_bytes;
} soak;

static _Noreturn void end(const char *format, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void end(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("scree_soak: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void require(const soak *s, bool condition, const char *what)
{
    if (!condition)
    {
        const char *text = scree_error_text(s->world);
        end("round %" PRId64 ": %s: %s", s->rounds, what, text);
    }
}

static float between(soak *s, float low, float high)
{
    return low + (high - low) * fuzz_unit(&s->stream);
}

static bool odds(soak *s, int of_100) { return fuzz_below(&s->stream, 100) < of_100; }

static scree_vec2 place(soak *s)
{
    return (scree_vec2){between(s, -40.0f, 40.0f), between(s, 1.0f, 30.0f)};
}

/// A live body by chance; a null id if there is none.
static scree_body_id some_body(soak *s)
{
    const scree_body_view bodies = scree_world_bodies(s->world);
    return bodies.count > 0 ? bodies.id[fuzz_below(&s->stream, bodies.count)] : (scree_body_id){0};
}

static void add_floor(soak *s)
{
    const scree_body_def def = scree_body_def_default();
    const scree_shape_def shape = scree_shape_def_default();
    const scree_body_id floor = scree_body_create(s->world, &def);
    const scree_half_space spaces[] = {
        {{0.0f, 1.0f}, 0.0f}, {{1.0f, 0.0f}, -45.0f}, {{-1.0f, 0.0f}, -45.0f}};
    for (int i = 0; i < 3; ++i)
    {
        require(s, scree_shape_create_half_space(s->world, floor, &shape, &spaces[i]).value != 0,
                "no floor");
    }
}

static void add_shape(soak *s, scree_body_id body, float x)
{
    scree_shape_def def = scree_shape_def_default();
    def.enable_contact_events = odds(s, 30);
    def.sensor = odds(s, 3);
    const scree_circle circle = {{x, 0.0f}, between(s, 0.2f, 0.6f)};
    const scree_capsule capsule = {{x - 0.3f, 0.0f}, {x + 0.3f, 0.0f}, between(s, 0.1f, 0.3f)};
    scree_polygon box = scree_polygon_box(between(s, 0.2f, 0.6f), between(s, 0.2f, 0.6f));
    const int kind = fuzz_below(&s->stream, 3);
    const scree_shape_id shape =
        kind == 0   ? scree_shape_create_circle(s->world, body, &def, &circle)
        : kind == 1 ? scree_shape_create_capsule(s->world, body, &def, &capsule)
                    : scree_shape_create_polygon(s->world, body, &def, &box);
    require(s, shape.value != 0, "no shape");
}

static void add_body(soak *s)
{
    scree_body_def def = scree_body_def_default();
    def.type = odds(s, 90) ? SCREE_BODY_DYNAMIC : SCREE_BODY_KINEMATIC;
    def.position = place(s);
    def.angle = between(s, -3.0f, 3.0f);
    def.bullet = odds(s, 5);
    def.linear_velocity = (scree_vec2){between(s, -3.0f, 3.0f), 0.0f};
    const scree_body_id body = scree_body_create(s->world, &def);
    require(s, body.value != 0, "no body");
    for (int i = 0; i == 0 || odds(s, 20); ++i)
    {
        add_shape(s, body, 0.4f * (float)i);
    }
    ++s->created;
}

static void add_joint(soak *s)
{
    scree_distance_joint_def rod = scree_distance_joint_def_default();
    scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
    const scree_body_id a = some_body(s), b = some_body(s);
    rod.base.body_a = hinge.base.body_a = a;
    rod.base.body_b = hinge.base.body_b = b;
    rod.base.break_force = hinge.base.break_force = 5000.0f;
    rod.length = 2.0f;
    if (a.value != b.value && a.value != 0)
    {
        const scree_joint_id joint = odds(s, 50) ? scree_joint_create_distance(s->world, &rod)
                                                 : scree_joint_create_revolute(s->world, &hinge);
        require(s, joint.value != 0, "no joint");
    }
}

static void change_chain(soak *s)
{
    scree_chain_id *chain = &s->chains[fuzz_below(&s->stream, MAX_CHAINS)];
    if (scree_chain_is_valid(s->world, *chain))
    {
        require(s, scree_chain_destroy(s->world, *chain) == SCREE_OK, "a chain stays");
        return;
    }
    scree_vec2 points[20];
    scree_vec2 at = place(s);
    for (int i = 0; i < 20; ++i)
    {
        points[i] = (scree_vec2){at.x - (float)i, at.y + between(s, -0.4f, 0.4f)};
    }
    const scree_body_def def = scree_body_def_default();
    const scree_shape_def shape = scree_shape_def_default();
    scree_chain_def line = scree_chain_def_default();
    line.points = points;
    line.count = 20;
    *chain = scree_chain_create(s->world, scree_body_create(s->world, &def), &shape, &line);
    require(s, chain->value != 0, "no chain");
}

static void change_particles(soak *s)
{
    const scree_particle_view particles = scree_world_particles(s->world);
    scree_particle_def def = scree_particle_def_default();
    def.radius = 0.15f;
    def.position = place(s);
    const scree_result result =
        particles.count >= MAX_PARTICLES || (particles.count > 0 && odds(s, 30))
            ? scree_particle_destroy(s->world,
                                     particles.id[fuzz_below(&s->stream, particles.count)])
            : (scree_particle_create(s->world, &def).value != 0 ? SCREE_OK : SCREE_ERROR_ARGUMENT);
    require(s, result == SCREE_OK, "particles");
}

static void change_soft_bodies(soak *s)
{
    scree_soft_body_id ids[MAX_SOFT + 1];
    const int count = scree_world_soft_bodies(s->world, ids, MAX_SOFT + 1);
    if (count >= MAX_SOFT || (count > 0 && odds(s, 40)))
    {
        require(s,
                scree_soft_body_destroy(s->world, ids[fuzz_below(&s->stream, count)]) == SCREE_OK,
                "a soft body stays");
        return;
    }
    scree_soft_body_def def = scree_soft_body_def_default();
    def.position = place(s);
    const scree_soft_body_id made = odds(s, 50)
                                        ? scree_soft_body_create_box(s->world, &def, 1.0f, 1.0f)
                                        : scree_soft_body_create_polygon(s->world, &def, 8, 1.0f);
    require(s, made.value != 0, "no soft body");
}

static void destroy_some(soak *s)
{
    // Chains leave static bodies behind; the floor goes and comes back.
    const int count = scree_world_bodies(s->world).count;
    const int last = count > MAX_BODIES ? count - MAX_BODIES : fuzz_below(&s->stream, 12);
    for (int i = 0; i < last && scree_world_bodies(s->world).count > 1; ++i, ++s->destroyed)
    {
        require(s, scree_body_destroy(s->world, some_body(s)) == SCREE_OK, "a body stays");
    }
}

static void change_world(soak *s)
{
    for (int i = fuzz_below(&s->stream, 40); i > 0; --i)
    {
        add_body(s);
    }
    for (int i = 0; i < 6 && scree_world_counters(s->world).joints < MAX_JOINTS; ++i)
    {
        add_joint(s);
    }
    destroy_some(s);
    change_particles(s);
    if (odds(s, 20))
    {
        change_chain(s);
    }
    if (odds(s, 20))
    {
        change_soft_bodies(s);
    }
    if (odds(s, 10))
    {
        add_floor(s);
    }
    for (int i = 0; i < 10; ++i)
    {
        const scree_body_id body = some_body(s);
        (void)(odds(s, 50) ? scree_body_sleep(s->world, body)
                           : scree_body_set_awake(s->world, body, true));
    }
}

static void step(soak *s, scree_world *world, int count)
{
    for (int i = 0; i < count; ++i)
    {
        require(s, scree_world_step(world, 1.0f / 60.0f, 2) == SCREE_OK, "a step fails");
        s->body_steps += scree_world_bodies(world).count;
    }
}

static void *room(soak *s, size_t size)
{
    if (size > s->block_size)
    {
        free(s->block);
        s->block_size = 2 * size;
        s->block = malloc(s->block_size);
        require(s, s->block != NULL, "out of memory");
    }
    return s->block;
}

/// Takes some steps twice: after an image in the same world, and in the other one, which gets the
/// state by an image, a copy, a fork or a snapshot.
static void repeat_steps(soak *s)
{
    const int way = fuzz_below(&s->stream, 4);
    scree_world *fork = NULL;
    const size_t size =
        way == 0 ? scree_world_snapshot_size(s->world) : scree_world_image_size(s->world);
    void *block = room(s, size);
    scree_result result = way == 0 ? scree_world_save_snapshot(s->world, block, size)
                                   : scree_world_save_image(s->world, block, size);
    require(s, result == SCREE_OK, "not saved");
    if (way == 3)
    {
        fork = scree_world_fork(s->world);
        require(s, fork != NULL, "no fork");
    }
    result = way == 0   ? scree_world_load_snapshot(s->other, block, size)
             : way == 1 ? scree_world_restore_image(s->other, block, size)
                        : scree_world_copy(s->other, s->world);
    require(s, result == SCREE_OK, scree_error_text(s->other));
    step(s, s->world, CHECKED_STEPS);
    const uint64_t hash = scree_world_state_hash(s->world);
    step(s, s->other, CHECKED_STEPS);
    require(s, scree_world_state_hash(s->other) == hash, "the other world goes another way");
    if (fork != NULL)
    {
        step(s, fork, CHECKED_STEPS);
        require(s, scree_world_state_hash(fork) == hash, "the fork goes another way");
        scree_world_destroy(fork);
    }
    if (way == 1)
    {
        require(s, scree_world_restore_image(s->world, block, size) == SCREE_OK, "not restored");
        step(s, s->world, CHECKED_STEPS);
        require(s, scree_world_state_hash(s->world) == hash, "the image goes another way");
    }
    s->loads += way == 0;
    s->restores += way == 1;
    s->copies += way >= 2;
}

/// 0 where the system has no /proc.
static int64_t resident_bytes(void)
{
#ifdef _SC_PAGESIZE
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL)
    {
        if (fscanf(file, "%ld %ld", &pages, &resident) != 2)
        {
            resident = 0;
        }
        fclose(file);
    }
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
#else
    return 0;
#endif
}

/// Prints the memory, and compares it with that of the warm world.
static void report(soak *s, int number)
{
    const int64_t rss = resident_bytes(), bytes = s->memory.bytes;
    const scree_counters counters = scree_world_counters(s->world);
    printf("%12" PRId64 " body steps, %8" PRId64 " rounds: %5d bodies, %5d contacts, RSS %.1f MiB, "
           "allocated %.2f MiB\n",
           s->body_steps, s->rounds, counters.bodies, counters.contacts, (double)rss / 1048576.0,
           (double)bytes / 1048576.0);
    fflush(stdout);
    if (number < WARM_REPORTS)
    {
        s->warm_rss = rss > s->warm_rss ? rss : s->warm_rss;
        s->warm_bytes = bytes > s->warm_bytes ? bytes : s->warm_bytes;
        return;
    }
    // Rare peaks of contacts and islands still grow a few arrays.
    // Sanitizers keep released memory.
    if (bytes > s->warm_bytes + s->warm_bytes / 4 + SLACK_BYTES ||
        (!SANITIZED && rss > s->warm_rss + s->warm_rss / 4 + 4 * SLACK_BYTES))
    {
        end("the memory grows: from %.1f and %.1f MiB to %.1f and %.1f MiB",
            (double)s->warm_rss / 1048576.0, (double)s->warm_bytes / 1048576.0,
            (double)rss / 1048576.0, (double)bytes / 1048576.0);
    }
}

static void run(soak *s, int64_t body_steps, double seconds)
{
    const time_t begin = time(NULL);
    bool in_time = true;
    for (int reports = 0; s->body_steps < body_steps && in_time; ++s->rounds)
    {
        change_world(s);
        step(s, s->world, ROUND_STEPS);
        if (odds(s, 20))
        {
            repeat_steps(s);
        }
        in_time = seconds <= 0.0 || difftime(time(NULL), begin) < seconds;
        if (s->body_steps / (body_steps / REPORTS + 1) >= reports)
        {
            report(s, reports++);
        }
    }
    report(s, REPORTS);
    const char *wrong = sc_validate(s->world);
    require(s, wrong == NULL, wrong != NULL ? wrong : "");
}

static void begin(soak *s, uint64_t seed)
{
    *s = (soak){.stream = fuzz_stream_of_seed(seed), .memory = {.fail_at = -1}};
    scree_world_def def = scree_world_def_default();
    def.enable_sleep = true;
    def.allocator = allocator_of(&s->memory);
    s->world = scree_world_create(&def);
    s->other = scree_world_create(&def);
    require(s, s->world != NULL && s->other != NULL, "no world");
    add_floor(s);
}

int main(int argc, char **argv)
{
    static soak state;
    double body_steps = 1e6, seconds = 0.0, seed = 1.0;
    for (int i = 1; i < argc; ++i)
    {
        if (sscanf(argv[i], "--body-steps=%lf", &body_steps) != 1 &&
            sscanf(argv[i], "--seconds=%lf", &seconds) != 1 &&
            sscanf(argv[i], "--seed=%lf", &seed) != 1)
        {
            fputs(
                "scree_soak [--body-steps=N] [--seconds=S] [--seed=S]: random changes of a world, "
                "for N (1e6) steps of bodies, or until S seconds have passed\n",
                stderr);
            return 2;
        }
    }
    if (!(body_steps >= 1.0 && body_steps <= 1e15) || !(seed >= 0.0 && seed <= 1e15))
    {
        fputs("scree_soak: --body-steps takes 1 to 1e15, --seed 0 to 1e15\n", stderr);
        return 2;
    }
    begin(&state, (uint64_t)seed);
    run(&state, (int64_t)body_steps, seconds);
    printf("%" PRId64 " bodies created, %" PRId64 " destroyed; %" PRId64
           " images restored, %" PRId64 " snapshots loaded, %" PRId64
           " copies and forks; structures valid\n",
           state.created, state.destroyed, state.restores, state.loads, state.copies);
    scree_world_destroy(state.other);
    scree_world_destroy(state.world);
    free(state.block);
    if (state.memory.bytes != 0 || state.memory.bad_releases != 0)
    {
        end("%" PRId64 " bytes were not released", state.memory.bytes);
    }
    return 0;
}
