// Whole steps of scenes, on every engine of this build.
//
//   bench_scenes --benchmark_filter=washer/90/.*/avx2 [--threads=N]
//
// With --threads, N of 2 to 64, only engines that support N threads have rows.
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
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace
{

int threads = 1;

// Engines from fast to slow. A row names the slowest that runs it: one step of Box2D 2.4 in the
// full washer takes more than a second, and the reference tests every pair of shapes.
const std::vector<std::vector<std::string>> engine_classes = {
    {"scree", "box2d-3"}, {"chipmunk"}, {"box2d-2.4"}, {"reference"}};

enum slowest_engine
{
    up_to_box2d_3,
    up_to_chipmunk,
    up_to_box2d_2,
    all_engines
};

// A scene at a size, 0 for its default.
struct scene_row
{
    const char *scene;
    int size;
    int untimed_steps, timed_steps;
    slowest_engine slowest;
};

const scene_row scene_rows[] = {
    {"large_pyramid", 20, 30, 120, all_engines}, {"large_pyramid", 100, 30, 120, up_to_box2d_2},
    {"many_pyramids", 4, 30, 100, all_engines},  {"many_pyramids", 20, 30, 60, up_to_box2d_2},
    {"washer", 30, 120, 100, all_engines},       {"washer", 90, 120, 100, up_to_chipmunk},
    {"compounds", 15, 120, 100, all_engines},    {"compounds", 150, 120, 100, up_to_box2d_2},
    {"junkyard", 4, 150, 100, all_engines},      {"junkyard", 40, 150, 60, up_to_box2d_2},
    {"smash", 20, 20, 100, all_engines},         {"smash", 80, 20, 100, up_to_box2d_2},
    {"spinner", 0, 120, 100, up_to_chipmunk},    {"pile", 1000, 120, 100, all_engines},
    {"pile", 10000, 120, 60, up_to_chipmunk},    {"pile", 100000, 120, 30, up_to_box2d_3},
};

bool runs(const scene_row &row, const std::string &engine)
{
    for (int i = 0; i <= row.slowest; ++i)
    {
        const std::vector<std::string> &names = engine_classes[static_cast<std::size_t>(i)];
        if (std::find(names.begin(), names.end(), engine) != names.end())
            return true;
    }
    return false;
}

// The models, built at the first use; Google Benchmark may take the rows in any order.
sc_model *find_model(const scene_row &row, const char **why)
{
    struct held
    {
        std::string scene;
        int size;
        std::unique_ptr<sc_model, void (*)(sc_model *)> model;
    };
    static std::vector<held> models;
    for (const held &known : models)
    {
        if (known.scene == row.scene && known.size == row.size)
            return known.model.get();
    }
    const scree_scene_params params = {row.size, 0, 0};
    sc_model *model = sc_model_create(scree_scene_find(row.scene), &params, why);
    if (model != nullptr)
        models.push_back({row.scene, row.size, {model, sc_model_destroy}});
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
        if (!sc_engine_follow(engine, world, model))
            return -1.0;
        const clock::time_point begin = clock::now();
        const bool ok = engine->step(world, dt);
        const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
        return ok ? seconds : -1.0;
    }
};

// The work done in the steps, and its quality.
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

    std::vector<sc_model_pose> poses(static_cast<std::size_t>(run.model->body_count));
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

// Options that only scree has; auto for all others.
struct choice
{
    scree_simd set;
    scree_solver solver;
};

void run_scene(benchmark::State &state, const scene_row &row, const sc_engine *engine,
               const choice &chosen)
{
    const char *why = "the scene cannot be built";
    sc_model *model = find_model(row, &why);
    if (model == nullptr)
    {
        state.SkipWithError(why);
        return;
    }
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.simd = chosen.set;
    settings.solving.solver = chosen.solver;
    settings.threads = threads;
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

void add_row(const scene_row &row, const sc_engine *engine, const choice &chosen)
{
    const std::string label =
        chosen.set == SCREE_SIMD_AUTO
            ? "-/-"
            : std::string(scree_simd_name(chosen.set)) + "/" + scree_solver_name(chosen.solver);
    const std::string name = std::string("scenes/") + row.scene + "/" + std::to_string(row.size) +
                             "/" + engine->name + "/" + label;
    sc_add_row(name, [=](benchmark::State &state) { run_scene(state, row, engine, chosen); })
        ->Iterations(row.timed_steps)
        ->Unit(benchmark::kMillisecond);
}

// Every set with the default solver, every other solver with the widest set; at the largest size
// only the fast cases: the rest would take minutes and show the same as the smaller sizes.
void add_scree_rows(const scene_row &row, const sc_engine *engine)
{
    std::vector<int> sets = sc_bench_sets();
    const bool largest = row.slowest == up_to_box2d_3;
    while (largest && sets.size() > 2)
        sets.erase(sets.begin());
    for (int set : sets)
        add_row(row, engine, {static_cast<scree_simd>(set), SCREE_SOLVER_SOFT_STEP});
    const scree_simd widest = static_cast<scree_simd>(sets.back());
    for (int solver = SCREE_SOLVER_SOFT_STEP + 1; !largest && solver < SCREE_SOLVER_COUNT; ++solver)
        add_row(row, engine, {widest, static_cast<scree_solver>(solver)});
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
            if (!runs(row, engine->name) || engine->max_threads < threads)
                continue;
            if (std::string(engine->name) != "scree")
            {
                add_row(row, engine, {SCREE_SIMD_AUTO, SCREE_SOLVER_SOFT_STEP});
                continue;
            }
            add_scree_rows(row, engine);
        }
    }
}

// Takes --threads=N out of the arguments. False: not a number of threads.
bool take_threads(int *argc, char **argv)
{
    static const char option[] = "--threads=";
    int kept = 1;
    for (int i = 1; i < *argc; ++i)
    {
        if (std::strncmp(argv[i], option, sizeof option - 1) != 0)
        {
            argv[kept++] = argv[i];
            continue;
        }
        const char *begin = argv[i] + sizeof option - 1, *end = begin + std::strlen(begin);
        const std::from_chars_result read = std::from_chars(begin, end, threads);
        if (read.ec != std::errc() || read.ptr != end || threads < 1 || threads > 64)
            return false;
    }
    *argc = kept;
    return true;
}

}  // namespace

int main(int argc, char **argv)
{
    if (!take_threads(&argc, argv))
    {
        std::fprintf(stderr, "bench_scenes: --threads takes 1 to 64\n");
        return 1;
    }
    return sc_bench_main(argc, argv, {}, add_rows, threads);
}
