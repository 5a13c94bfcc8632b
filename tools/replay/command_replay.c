// `scree replay FILE`: repeats a recording and names the first call that differs.

#include "replay_input.h"
#include "replay_options.h"
#include "tools/commands.h"
#include "tools/common/trace.h"

#include "scenes/bounds.h"
#include "state/recordings/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct repetition
{
    sc_replay_options options;
    char name[64];  // in pictures: that of the file without its folder and ending
    sc_output trace_file;
    sc_picture_files pictures;
    FILE *out;  // the result: stdout, unless a file goes there
    sc_trace trace;
    sc_replay replay;
    scree_aabb view;
    bool begun;  // the first step follows, or was made
} repetition;

static bool open_outputs(repetition *r)
{
    const char *path = r->options.path, *slash = strrchr(path, '/');
    snprintf(r->name, sizeof r->name, "%s", slash != NULL ? slash + 1 : path);
    if (r->name[0] != '.')
        r->name[strcspn(r->name, ".")] = '\0';
    const bool ok = sc_output_open(&r->trace_file, r->options.trace) &&
                    sc_picture_files_open(&r->pictures, &r->options.pictures, 0);
    const bool taken = r->trace_file.file == stdout || r->pictures.png.file == stdout ||
                       r->pictures.svg.file == stdout;
    r->out = taken ? stderr : stdout;
    return ok;
}

static scree_aabb disc(float x, float y, float radius)
{
    return (scree_aabb){{x - radius, y - radius}, {x + radius, y + radius}};
}

static scree_aabb view_of(scree_world *world)
{
    scree_aabb all = scree_bounds_empty();
    const scree_body_view bodies = scree_world_bodies(world);
    for (int i = 0; i < bodies.count; ++i)
        scree_bounds_add(&all, scree_body_aabb(world, bodies.id[i]));
    const scree_soft_vertex_view soft = scree_world_soft_vertices(world);
    for (int i = 0; i < soft.count; ++i)
        scree_bounds_add(&all, disc(soft.x[i], soft.y[i], soft.radius[i]));
    const scree_particle_view particles = scree_world_particles(world);
    for (int i = 0; i < particles.count; ++i)
        scree_bounds_add(&all, disc(particles.x[i], particles.y[i], particles.radius[i]));
    return scree_bounds_view(all);
}

static sc_picture_subject subject_of(const repetition *r)
{
    return (sc_picture_subject){.name = r->name,
                                .world = r->replay.world,
                                .view = r->view,
                                .time = r->replay.time,
                                .step = (int)r->replay.steps};
}

// The numbered picture of this step, if there is one.
static bool write_picture(repetition *r)
{
    const sc_picture_subject subject = subject_of(r);
    return !sc_picture_files_are_due(&r->pictures, (int)r->replay.steps) ||
           sc_picture_files_write_next(&r->pictures, &subject);
}

// The calls before the first step have been made: the view is known.
static bool begin(repetition *r)
{
    r->begun = true;
    if (r->options.view == NULL)
        r->view = view_of(r->replay.world);
    return write_picture(r);
}

// Up to the end, or to the first difference. False, and a line on stderr, if an output fails.
static bool repeat(repetition *r, sc_replay_state *state)
{
    sc_replay *replay = &r->replay;
    const uint64_t until = r->options.until > 0 ? (uint64_t)r->options.until : UINT64_MAX;
    bool ok = true;
    while (ok && (*state == SC_REPLAY_CALL || *state == SC_REPLAY_STEP) && replay->steps < until)
    {
        ok = r->begun || !sc_replay_is_before_step(replay) || begin(r);
        if (!ok)
            break;
        *state = sc_replay_next(replay);
        if (*state != SC_REPLAY_STEP)
            continue;
        if (r->trace_file.file != NULL)
            sc_trace_step(&r->trace, replay->world, (int)replay->steps);
        ok =
            write_picture(r) && (r->trace_file.file == NULL || sc_output_is_usable(&r->trace_file));
    }
    ok = ok && (r->begun || begin(r));
    const sc_picture_subject subject = subject_of(r);
    return ok && sc_picture_files_write_end(&r->pictures, &subject);
}

static bool repeat_with_trace(repetition *r, sc_replay_state *state)
{
    const bool traced = r->trace_file.file != NULL;
    bool traceable = !traced || sc_trace_begin(&r->trace, r->trace_file.file, r->name,
                                               r->replay.world, SCREE_TRACE_STAGE);
    const bool ok = traceable && repeat(r, state);
    if (traced)
    {
        sc_trace_end(&r->trace);
        (void)scree_world_set_trace(r->replay.world, SCREE_TRACE_STAGE, NULL, NULL);
        traceable = traceable && sc_trace_is_ok(&r->trace);
    }
    if (!traceable)
        sc_print_error("out of memory for the trace");
    return ok && traceable;
}

static int perform(repetition *r, const unsigned char *bytes, size_t size, sc_replay_memory *memory)
{
    sc_replay *replay = &r->replay;
    scree_world_def def = scree_world_def_default();
    def.allocator = sc_replay_allocator(memory);
    def.simd = r->options.simd;
    def.worker_count = r->options.threads;
    sc_replay_state state = sc_replay_open(replay, bytes, size, &def);
    const bool ok = state != SC_REPLAY_CALL || repeat_with_trace(r, &state);
    if (state != SC_REPLAY_CALL && state != SC_REPLAY_STEP && state != SC_REPLAY_END)
    {
        sc_print_error("%s: %s", r->options.path, replay->text);
        return state == SC_REPLAY_DIVERGED ? SC_EXIT_FAILURE : SC_EXIT_USAGE;
    }
    if (ok && !r->options.quiet)
    {
        fprintf(r->out,
                "%" PRIu64 " calls and %" PRIu64 " steps as recorded, hash: %016" PRIx64 "\n",
                replay->calls, replay->steps, scree_world_hash(replay->world));
    }
    return ok ? SC_EXIT_OK : SC_EXIT_FAILURE;
}

// Step 0 of the player shows the view of the pictures.
static int play(repetition *r, scree_player *player)
{
    if (r->options.view == NULL)
        r->view = view_of(scree_player_world(player));
    for (int i = 0; i < r->options.step_count; ++i)
    {
        const int step = r->options.steps[i], count = scree_player_get_state(player).step_count;
        if (step > count)
        {
            sc_print_error("%s: there is no step %d, but %d steps", r->options.path, step, count);
            return SC_EXIT_USAGE;
        }
        if (scree_player_seek(player, step) != SCREE_OK)
        {
            sc_print_error("%s: step %d: %s", r->options.path, step, scree_error_text(NULL));
            return SC_EXIT_FAILURE;
        }
        const scree_player_state state = scree_player_get_state(player);
        if (!r->options.quiet)
        {
            fprintf(r->out,
                    "step %d of %d, %.3f s, hash: %016" PRIx64 ", %d keyframes in %.1f MB\n",
                    state.step, state.step_count, state.time,
                    scree_world_hash(scree_player_world(player)), state.keyframe_count,
                    1e-6 * (double)state.keyframe_bytes);
        }
    }
    const scree_player_state state = scree_player_get_state(player);
    const sc_picture_subject subject = {r->name, scree_player_world(player), r->view, state.time,
                                        state.step};
    return sc_picture_files_write_end(&r->pictures, &subject) ? SC_EXIT_OK : SC_EXIT_FAILURE;
}

static int perform_seeks(repetition *r, const unsigned char *bytes, size_t size,
                         sc_replay_memory *memory)
{
    scree_player_def def = scree_player_def_default();
    def.data = bytes;
    def.size = size;
    def.simd = r->options.simd;
    def.worker_count = r->options.threads;
    if (r->options.keyframe_mb > 0)
        def.keyframe_bytes = (size_t)r->options.keyframe_mb * 1000000;
    memory->left += def.keyframe_bytes;
    def.allocator = sc_replay_allocator(memory);
    scree_player *player = scree_player_create(&def);
    if (player == NULL)
    {
        sc_print_error("%s: %s", r->options.path, scree_error_text(NULL));
        return SC_EXIT_USAGE;
    }
    const int status = play(r, player);
    scree_player_destroy(player);
    return status;
}

static int read_and_perform(repetition *r)
{
    size_t size = 0;
    unsigned char *bytes = sc_read_recording(r->options.path, &size);
    if (bytes == NULL || !open_outputs(r))
    {
        free(bytes);
        return SC_EXIT_USAGE;
    }
    r->view = r->options.seen;
    sc_replay_memory memory = sc_replay_memory_of(size);
    const int status = (r->options.seek != NULL ? perform_seeks : perform)(r, bytes, size, &memory);
    sc_replay_close(&r->replay);
    free(bytes);
    return status;
}

int sc_command_replay(int argc, char **argv)
{
    repetition r = {0};
    int status =
        sc_replay_options_parse(&r.options, argc, argv) ? read_and_perform(&r) : SC_EXIT_USAGE;
    bool closed = sc_output_close(&r.trace_file);
    closed = sc_picture_files_close(&r.pictures) && closed;
    if (!closed && status == SC_EXIT_OK)
        status = SC_EXIT_FAILURE;
    sc_trace_destroy(&r.trace);
    sc_replay_options_destroy(&r.options);
    return status;
}
