// Images of worlds: the time of saving, restoring, copying and stepping, and the size of an image.
//
//   bench_images --benchmark_filter=large_pyramid
//
// Names: images/scene/size/save, restore, copy, delta or frame; without_points: with
// scree_world_set_image_points_enabled(world, false). A copy is scree_world_copy into a second
// world, without an image. A frame is the work of a game that goes back eight steps: one restore,
// then eight times a step and a save. Times in microseconds; `bytes/body` is the size of the image
// over all bodies.

#include "context.h"

#include "scenes/scenes.h"

#include <algorithm>
#include <memory>

namespace
{

enum work
{
    save,
    restore,
    copy,
    delta,
    frame
};

struct image_row
{
    const char *scene;
    int size, untimed_steps;
    bool points;
};

const image_row image_rows[] = {
    {"large_pyramid", 9, 120, true},    {"large_pyramid", 100, 120, true},
    {"large_pyramid", 100, 120, false}, {"pile", 5000, 240, true},
    {"pile", 5000, 240, false},         {"joint_grid", 50, 120, true}};

struct world_end
{
    void operator()(scree_world *world) const { scree_world_destroy(world); }
};
using held_world = std::unique_ptr<scree_world, world_end>;

// A world some steps into its scene. Null: there is none.
held_world start(const image_row &row)
{
    const scree_scene *scene = scree_scene_find(row.scene);
    scree_world_def def = scree_scene_world_def(scene, row.size);
    held_world world(scree_world_create(&def));
    scree_scene_params params{};
    params.size = row.size;
    scree_scene_state state;
    bool made = world != nullptr && scree_scene_create(scene, world.get(), &params, &state);
    for (int i = 0; made && i < row.untimed_steps; ++i)
        made = scree_scene_step(scene, world.get(), &state, 1.0f / 60.0f, 4) == SCREE_OK;
    made = made && scree_world_set_image_points_enabled(world.get(), row.points) == SCREE_OK;
    return made ? std::move(world) : nullptr;
}

bool step(scree_world *world) { return scree_world_step(world, 1.0f / 60.0f, 4) == SCREE_OK; }

// One iteration. The image has room for a world that has gone on for some steps.
bool perform(scree_world *world, std::vector<char> &image, std::size_t size, work what)
{
    switch (what)
    {
    case save:
        return scree_world_save_image(world, image.data(), image.size()) == SCREE_OK;
    case restore:
        return scree_world_restore_image(world, image.data(), size) == SCREE_OK;
    case copy:
    {
        static held_world second;
        if (second == nullptr)
            second.reset(scree_world_fork(world));
        return scree_world_copy(second.get(), world) == SCREE_OK;
    }
    default:
        break;
    }
    static std::vector<char> later;
    bool done = scree_world_restore_image(world, image.data(), size) == SCREE_OK;
    for (int i = 0; done && i < 8; ++i)
    {
        done = step(world);
        later.resize(std::max(later.size(), scree_world_image_size(world)));
        done = done && scree_world_save_image(world, later.data(), later.size()) == SCREE_OK;
    }
    return done;
}

// An image and that of the step after it, to take the delta of the two.
struct image_pair
{
    std::vector<char> base, image, delta;
    std::size_t base_size = 0, image_size = 0, bytes = 0;

    bool take(scree_world *world)
    {
        base_size = scree_world_image_size(world);
        base.resize(base_size);
        bool done =
            scree_world_save_image(world, base.data(), base_size) == SCREE_OK && step(world);
        image_size = scree_world_image_size(world);
        image.resize(image_size);
        delta.resize(2 * image_size + 16000);
        return done && scree_world_save_image(world, image.data(), image_size) == SCREE_OK;
    }

    bool find()
    {
        return scree_image_save_delta(base.data(), base_size, image.data(), image_size,
                                      delta.data(), delta.size(), &bytes) == SCREE_OK;
    }
};

void run(benchmark::State &state, const image_row &row, work what)
{
    held_world world = start(row);
    const std::size_t size = world != nullptr ? scree_world_image_size(world.get()) : 0;
    std::vector<char> image(2 * size);
    if (size == 0 || scree_world_save_image(world.get(), image.data(), size) != SCREE_OK)
    {
        state.SkipWithError("there is no world");
        return;
    }
    image_pair pair;
    if (what == delta && !pair.take(world.get()))
        state.SkipWithError(scree_error_text(world.get()));
    for (auto _ : state)
    {
        if (what == delta ? !pair.find() : !perform(world.get(), image, size, what))
            state.SkipWithError(scree_error_text(world.get()));
    }
    const int bodies = scree_world_counters(world.get()).bodies;
    state.counters["bodies"] = bodies;
    state.counters["image_bytes"] = static_cast<double>(size);
    if (what == delta)
        state.counters["delta_bytes/body"] = static_cast<double>(pair.bytes) / bodies;
    state.counters["bytes/body"] = static_cast<double>(size) / bodies;
}

void add_rows()
{
    static const char *const names[] = {"save", "restore", "copy", "delta", "frame"};
    for (const image_row &row : image_rows)
    {
        for (int what = save; what <= frame; ++what)
        {
            const std::string name = std::string("images/") + row.scene + "/" +
                                     std::to_string(row.size) +
                                     (row.points ? "/" : "/without_points/") + names[what];
            benchmark::RegisterBenchmark(name.c_str(), [&row, what](benchmark::State &state)
                                         { run(state, row, static_cast<work>(what)); })
                ->Unit(benchmark::kMicrosecond);
        }
    }
}

}  // namespace

int main(int argc, char **argv) { return sc_bench_main(argc, argv, {}, add_rows); }
