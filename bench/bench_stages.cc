// Each stage of a step alone, on states out of running scenes.
//
//   bench_stages --benchmark_filter=collide/avx512
//
// Names: stage/set/scene, with the names of `scree profile`. Each iteration is one run of the stage
// on the same state; its changes are undone in between, outside of the timing, and the first and
// the last iteration must leave the same bits behind as the run before all timing. Counters come
// from the median run; the column Time is the mean.

#include "context.h"
#include "scenes/scenes.h"
#include "stage_case.h"

#include <scree/scree.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace
{

const std::vector<const char *> rigid_scenes = {"large_pyramid", "washer", "pile", "compounds"};

// Stages that need contents of a special scene, or calls between steps.
struct special_stage
{
    std::string stage;
    std::vector<const char *> scenes;
};

const std::vector<special_stage> special_stages = {
    {"purge_contacts", {}},
    {"wake_bodies", {}},
    {"fall_asleep", {}},
    {"pre_solve", {}},
    {"wake_touched", {}},
    {"note_rest", {}},
    {"refresh_rows", {}},
    {"clear_forces", {}},
    {"move_particles", {"verlet_circles"}},
    {"find_soft_pairs", {"verlet_bodies", "cloth"}},
    {"move_soft_bodies", {"verlet_bodies", "cloth"}},
    {"wake_pushed", {}},
    {"break_joints", {}},
    {"find_contact_events", {}},
    {"publish_contact_events", {}},
    {"reserve_overlaps", {}},
    {"update_sensors", {}},
};

const std::vector<const char *> &scenes_of(const std::string &stage)
{
    for (const special_stage &special : special_stages)
    {
        if (special.stage == stage)
            return special.scenes;
    }
    return rigid_scenes;
}

double run_once(sc_stage_case *stage)
{
    using clock = std::chrono::steady_clock;
    benchmark::ClobberMemory();
    const clock::time_point begin = clock::now();
    sc_stage_run(stage);
    benchmark::ClobberMemory();
    return std::chrono::duration<double>(clock::now() - begin).count();
}

void add_counters(benchmark::State &state, const sc_stage_facts &facts,
                  std::vector<double> &seconds)
{
    const double best = *std::min_element(seconds.begin(), seconds.end());
    const double run = sc_median(seconds), items = static_cast<double>(facts.items);
    state.counters["us"] = 1e6 * run;
    state.counters["ns/item"] = 1e9 * run / items;
    state.counters["best"] = 1e9 * best / items;
    state.counters["items"] = items;
    state.counters["items_per_second"] = items / run;
    state.counters["bytes_per_second"] =
        benchmark::Counter(static_cast<double>(facts.bytes) / run, benchmark::Counter::kDefaults,
                           benchmark::Counter::kIs1024);
    state.SetLabel(facts.unit);
    state.counters["changed_bytes"] = static_cast<double>(facts.changed);
    state.counters["bodies"] = facts.bodies;
    state.counters["shapes"] = facts.shapes;
    state.counters["pairs"] = facts.pairs;
    state.counters["contacts"] = facts.contacts;
    state.counters["colours"] = facts.colours;
    state.counters["lane_fill"] = facts.lane_fill;
}

void run_stage(benchmark::State &state, const char *scene, int stage, int set)
{
    sc_stage_case *captured = sc_stage_capture(scene, stage, set);
    if (captured == nullptr)
    {
        state.SkipWithError("the scene has no work for this stage");
        return;
    }
    std::vector<double> seconds;
    seconds.reserve(static_cast<std::size_t>(state.max_iterations));
    for (auto _ : state)
    {
        sc_stage_restore(captured);
        seconds.push_back(run_once(captured));
        state.SetIterationTime(seconds.back());
        if (seconds.size() == 1 && !sc_stage_is_as_first(captured))
            state.SkipWithError("the first run left other bits behind");
    }
    if (!sc_stage_is_as_first(captured))
        state.SkipWithError("the last run left other bits behind");
    add_counters(state, sc_stage_measure(captured), seconds);
}

void add_rows()
{
    for (int stage = 0; stage < scree_stage_count(); ++stage)
    {
        for (const char *scene : scenes_of(scree_stage_name(stage)))
        {
            if (scree_scene_find(scene) == nullptr)
                continue;
            for (int set : sc_bench_sets())
            {
                const std::string name = std::string(scree_stage_name(stage)) + "/" +
                                         scree_simd_name(static_cast<scree_simd>(set)) + "/" +
                                         scene;
                sc_add_row(name,
                           [=](benchmark::State &state) { run_stage(state, scene, stage, set); });
            }
        }
    }
}

}  // namespace

int main(int argc, char **argv)
{
    const int status = sc_bench_main(argc, argv, {"--benchmark_min_time=0.05"}, add_rows);
    sc_stage_release_all();
    return status;
}
