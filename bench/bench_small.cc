// Steps of small worlds in scree, Box2D 3 and Chipmunk: the cost of a step beside that of its
// bodies.
//
//   bench_small --benchmark_filter=/10/
//
// Names: small/scene/size/engine. Each iteration is one step of a world that took its first steps
// untimed; no body sleeps.

#include "context.h"

#include "engines/engine.h"

#include <memory>
#include <string>

namespace
{

struct small_row
{
    const char *scene;  // null: an empty world
    int size;
};

// Pyramids of n (n + 1) / 2 boxes, then scenes of one thing each.
const small_row small_rows[] = {{nullptr, 0},          {"large_pyramid", 1},  {"large_pyramid", 4},
                                {"large_pyramid", 10}, {"large_pyramid", 19}, {"ragdoll_pit", 1},
                                {"vehicles", 1},       {"joint_types", 0}};

enum
{
    UNTIMED_STEPS = 120
};

using model_pointer = std::unique_ptr<sc_model, void (*)(sc_model *)>;

struct engine_end
{
    const sc_engine *engine;
    void operator()(void *world) const { engine->destroy(world); }
};
using world_pointer = std::unique_ptr<void, engine_end>;

model_pointer make_model(const small_row &row)
{
    const scree_scene_params params = {row.size, 0, 0};
    const scree_scene *scene = scree_scene_find(row.scene);
    const char *why = nullptr;
    return {scene != nullptr ? sc_model_create(scene, &params, &why) : nullptr, sc_model_destroy};
}

// An engine's world without bodies needs no model; it takes the settings of any scene.
world_pointer make_world(const sc_engine *engine, const sc_model *model, bool empty)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.sleep = false;
    void *world = empty ? engine->create(&settings) : sc_engine_build(engine, &settings, model);
    return {world, {engine}};
}

void run(benchmark::State &state, const small_row &row, const sc_engine *engine)
{
    const bool empty = row.scene == nullptr;
    const model_pointer model = make_model(empty ? small_row{"large_pyramid", 1} : row);
    const world_pointer world =
        model ? make_world(engine, model.get(), empty) : world_pointer(nullptr, {engine});
    const char *refusal = model ? sc_engine_refusal(engine, model.get()) : nullptr;
    bool ok = world != nullptr;
    for (int i = 0; ok && i < UNTIMED_STEPS; ++i)
        ok = engine->step(world.get(), 1.0f / 60.0f);
    for (auto _ : state)
        ok = ok && engine->step(world.get(), 1.0f / 60.0f);
    if (!ok)
    {
        state.SkipWithError(refusal != nullptr ? refusal : "there is no such world");
        return;
    }
    state.counters["bodies"] = engine->count(world.get()).bodies;
}

void add_rows()
{
    for (const small_row &row : small_rows)
    {
        for (const char *name : {"scree", "box2d-3", "chipmunk"})
        {
            const sc_engine *engine = sc_engine_find(name);
            if (engine == nullptr)
                continue;
            const std::string scene = row.scene == nullptr ? "empty" : row.scene;
            const std::string full = "small/" + scene + "/" + std::to_string(row.size) + "/" + name;
            benchmark::RegisterBenchmark(full.c_str(), [&row, engine](benchmark::State &state)
                                         { run(state, row, engine); })
                ->Unit(benchmark::kNanosecond);
        }
    }
}

}  // namespace

int main(int argc, char **argv) { return sc_bench_main(argc, argv, {}, add_rows); }
