// Whole steps of scenes, on every engine of this build.
//
//   bench_scenes --benchmark_filter=washer/90/.*/avx2
//
// Names: scenes/scene/size/engine/set/solver, with - where an engine has no such choice. Each
// iteration is one step. A scene takes its first steps untimed and is then timed over the same
// window of steps for every engine: all begin with the same bodies, and how long they are watched
// does not depend on their speed. Only the engine's own step is timed. Counters come from the
// median step (`mean` from all); contacts are the mean over the window, overlaps are those after
// its last step, in mm, by the same code for every engine.

#include "context.h"

#include "engines/judge.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace
{

// A scene at a size, 0 for its default.
struct scene_row
{
    const char *scene;
    int size;
    int untimed_steps, timed_steps;
    int engines;  // the slowest class that runs it
};

enum engine_class
{
    fast,     // scree, Box2D 3
    classic,  // Box2D 2.4, Chipmunk
    slow      // the reference: it tests every pair of shapes
};

const scene_row scene_rows[] = {
    {"large_pyramid", 20, 30, 120, slow}, {"large_pyramid", 100, 30, 120, classic},
    {"many_pyramids", 4, 30, 100, slow},  {"many_pyramids", 20, 30, 60, classic},
    {"washer", 30, 120, 100, slow},       {"washer", 90, 120, 100, classic},
    {"compounds", 15, 120, 100, slow},    {"compounds", 150, 120, 100, classic},
    {"junkyard", 4, 150, 100, slow},      {"junkyard", 40, 150, 100, classic},
    {"smash", 20, 20, 100, slow},         {"smash", 80, 20, 100, classic},
    {"spinner", 0, 120, 100, classic},    {"pile", 1000, 120, 100, slow},
    {"pile", 10000, 120, 60, classic},    {"pile", 100000, 120, 30, fast},
};

engine_class class_of(const std::string &engine)
{
    if (engine == "reference")
        return slow;
    return engine == "scree" || engine == "box2d-3" ? fast : classic;
}

// The models, built when first asked for; Google Benchmark may take the rows in any order.
sc_model *find_model(const scene_row &row, const char **why)
{
    struct held
    {
        std::string scene;
        int size;
        sc_model *model;
    };
    static std::vector<held> models;
    for (const held &known : models)
    {
        if (known.scene == row.scene && known.size == row.size)
            return known.model;
    }
    const scree_scene_params params = {row.size, 0};
    sc_model *model = sc_model_create(scree_scene_find(row.scene), &params, why);
    if (model != nullptr)
        models.push_back({row.scene, row.size, model});
    return model;
}

struct engine_world
{
    const sc_engine *engine;
    sc_model *model;
    void *world;

    engine_world(const sc_engine *e, const sc_engine_settings &settings, sc_model *m)
        : engine(e), model(m), world(nullptr)
    {
        if (sc_model_rewind(model))
            world = sc_engine_build(engine, &settings, model);
    }
    ~engine_world()
    {
        if (world != nullptr)
            engine->destroy(world);
    }
    engine_world(const engine_world &) = delete;
    engine_world &operator=(const engine_world &) = delete;

    // Seconds of the engine's step; negative: it failed.
    double step()
    {
        using clock = std::chrono::steady_clock;
        const float dt = 1.0f / 60.0f;
        if (!sc_model_drive(model, dt))
            return -1.0;
        for (int i = 0; i < model->kinematic_count; ++i)
            engine->set_velocity(world, model->kinematic[i], model->kinematic_velocity[i],
                                 model->kinematic_w[i]);
        const clock::time_point begin = clock::now();
        const bool ok = engine->step(world, dt);
        const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
        return ok ? seconds : -1.0;
    }
};

// What the steps were about: work done and how well it was done.
void add_counters(benchmark::State &state, const engine_world &run, std::vector<double> &seconds,
                  double contacts)
{
    const double step = sc_median(seconds);
    const sc_engine_counts counts = run.engine->count(run.world);
    state.counters["ms"] = 1e3 * step;
    state.counters["best_ms"] = 1e3 * *std::min_element(seconds.begin(), seconds.end());
    state.counters["ns/contact"] = contacts > 0.0 ? 1e9 * step / contacts : 0.0;
    state.counters["items_per_second"] = contacts / step;
    state.counters["bodies"] = counts.bodies;
    state.counters["shapes"] = counts.shapes;
    state.counters["contacts"] = contacts;
    if (counts.pairs >= 0)
        state.counters["pairs"] = counts.pairs;
    if (counts.colours > 0)
    {
        state.counters["colours"] = counts.colours;
        state.counters["lane_fill"] = counts.lane_fill;
    }

    std::vector<sc_pose> poses(static_cast<std::size_t>(run.model->body_count));
    sc_overlaps overlaps = {};
    run.engine->read(run.world, poses.data());
    if (!sc_judge_overlaps(run.model, poses.data(), &overlaps))
    {
        state.SkipWithError("no memory to judge the overlaps");
        return;
    }
    state.counters["touching"] = overlaps.touching;
    state.counters["overlap_mean_mm"] = 1e3 * overlaps.mean;
    state.counters["overlap_p99_mm"] = 1e3 * overlaps.p99;
    state.counters["overlap_max_mm"] = 1e3 * overlaps.max;
    state.counters["escaped"] = sc_judge_escaped(run.model, poses.data());
}

void run_scene(benchmark::State &state, const scene_row &row, const sc_engine *engine, int set)
{
    const char *why = "the scene cannot be built";
    sc_model *model = find_model(row, &why);
    if (model == nullptr)
    {
        state.SkipWithError(why);
        return;
    }
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.simd = static_cast<scree_simd>(set);
    engine_world run(engine, settings, model);
    bool ok = run.world != nullptr;
    for (int i = 0; ok && i < row.untimed_steps; ++i)
        ok = run.step() >= 0.0;

    std::vector<double> seconds;
    double contacts = 0.0;
    int samples = 0;
    for (auto _ : state)
    {
        const double step = ok ? run.step() : -1.0;
        if (step < 0.0)
        {
            ok = false;
            state.SkipWithError("the engine cannot run this scene");
            continue;
        }
        seconds.push_back(step);
        state.SetIterationTime(step);
        if (seconds.size() % 10 == 1)
        {
            contacts += run.engine->count(run.world).contacts;
            ++samples;
        }
    }
    if (ok)
        add_counters(state, run, seconds, contacts / samples);
}

void add_row(const scene_row &row, const sc_engine *engine, int set)
{
    const std::string choice =
        set == SCREE_SIMD_AUTO
            ? "-/-"
            : std::string(scree_simd_name(static_cast<scree_simd>(set))) + "/soft_step";
    const std::string name = std::string("scenes/") + row.scene + "/" + std::to_string(row.size) +
                             "/" + engine->name + "/" + choice;
    sc_add_row(name, [=](benchmark::State &state) { run_scene(state, row, engine, set); })
        ->Iterations(row.timed_steps)
        ->Unit(benchmark::kMillisecond);
}

void add_rows()
{
    for (scene_row row : scene_rows)
    {
        const scree_scene *scene = scree_scene_find(row.scene);
        if (scene == nullptr)
            continue;
        row.size = row.size == 0 ? scene->size_default : row.size;
        for (int i = 0; i < sc_engine_count(); ++i)
        {
            const sc_engine *engine = sc_engine_at(i);
            if (class_of(engine->name) > row.engines)
                continue;
            if (std::string(engine->name) != "scree")
            {
                add_row(row, engine, SCREE_SIMD_AUTO);
                continue;
            }
            for (int set : sc_bench_sets())
                add_row(row, engine, set);
        }
    }
}

}  // namespace

int main(int argc, char **argv) { return sc_bench_main(argc, argv, {}, add_rows); }
