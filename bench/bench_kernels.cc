// Every kernel, on every instruction set that this CPU runs, on arguments out of running scenes.
//
//   bench_kernels --benchmark_filter=relax_contacts/avx512
//
// Names: kernel/set/scene; `twin` is the plain text in reference/. Each iteration is one pass of
// the kernel over the scene; its changes are undone in between, outside of the timing. Counters
// come from the median pass, for the machine may be shared; the column Time is the mean. `design`
// (to `design_to` where a range was measured) is what prototypes of the kernel took at that width,
// before the engine was written.

#include "captured.h"
#include "context.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace
{

struct kernel_rows
{
    const char *kernel;
    std::vector<const char *> scenes;
};

// Every kernel has to be here; one that no scene uses yet has no scenes.
const std::vector<kernel_rows> all_rows = {
    {"narrow_circle_circle", {"pile"}},
    {"narrow_box_circle", {"pile", "powerlaw"}},
    {"narrow_convex4_circle", {"pile"}},
    {"narrow_convex8_circle", {"pile"}},
    {"narrow_box_box", {"large_pyramid", "washer"}},
    {"narrow_convex4_convex4", {"pile", "compounds"}},
    {"narrow_convex8_convex8", {"pile"}},
    {"update_circle_aabbs", {"pile"}},
    {"update_box_aabbs", {"washer", "pile"}},
    {"update_convex4_aabbs", {"pile", "compounds"}},
    {"update_convex8_aabbs", {"pile"}},
    {"test_pair_overlaps", {"washer", "pile"}},
    {"bin_aabbs", {"washer", "pile", "powerlaw"}},
    {"find_places", {"washer", "pile", "powerlaw"}},
    {"sweep_level", {"washer", "pile", "compounds"}},
    {"sweep_across", {"pile", "powerlaw"}},
    {"pack_bodies", {"large_pyramid", "pile"}},
    {"integrate_velocities", {"large_pyramid", "pile"}},
    {"integrate_positions", {"large_pyramid", "pile"}},
    {"finish_bodies", {"large_pyramid", "pile"}},
    {"find_swift", {"washer", "pile"}},
    {"find_closing", {"pile", "powerlaw"}},
    {"prepare_contacts", {"large_pyramid", "washer", "pile", "bouncing_pile"}},
    {"solve_contacts", {"large_pyramid", "washer", "pile", "bouncing_pile"}},
    {"relax_contacts", {"large_pyramid", "washer", "pile", "bouncing_pile"}},
    {"iterate_contacts", {"large_pyramid_pgs", "pile_pgs"}},
    {"update_separations", {"large_pyramid_pgs", "pile_pgs"}},
    {"push_contacts", {"pile_pgs_split"}},
    {"project_contacts", {"pile_projection"}},
    {"measure_residuals", {"large_pyramid_pgs", "pile_pgs"}},
    {"find_bounces", {"spinner"}},
    {"restitute_contacts", {"spinner"}},
    {"prepare_joints", {"joint_grid"}},
    {"solve_joints", {"joint_grid"}},
    {"update_joints", {"joint_grid_pgs"}},
    {"iterate_joints", {"joint_grid_pgs"}},
    {"relax_joints", {"joint_grid"}},
    {"project_joints", {"joint_grid_pgs"}},
    {"store_joints", {"joint_grid"}},
    {"drift_particles", {"verlet_circles"}},
    {"push_particles", {"verlet_circles"}},
    {"finish_particles", {"verlet_circles"}},
    {"finish_and_drift", {"verlet_circles"}},
    {"test_skins", {"verlet_circles"}},
    {"store_impulses", {"large_pyramid", "washer", "pile", "bouncing_pile"}},
    {"move_soft_points", {"verlet_bodies", "cloth"}},
    {"project_soft_edges", {"verlet_bodies", "cloth"}},
};

// ns per item.
struct design_figure
{
    const char *kernel;
    int lanes;
    double low, high;
};

const design_figure design_figures[] = {
    {"narrow_box_box", 16, 3.3, 4.0},       {"narrow_box_box", 8, 5.5, 7.0},
    {"narrow_box_box", 1, 12.0, 35.0},      {"narrow_convex4_convex4", 16, 8.0, 9.0},
    {"narrow_convex4_convex4", 8, 11, 13},  {"narrow_convex4_convex4", 1, 39, 67},
    {"narrow_convex8_convex8", 16, 17, 17}, {"narrow_convex8_convex8", 8, 24, 24},
    {"narrow_circle_circle", 16, 0.9, 0.9}, {"narrow_circle_circle", 8, 0.9, 0.9},
    {"narrow_box_circle", 16, 1.1, 1.1},    {"narrow_box_circle", 8, 1.7, 1.7},
    {"test_pair_overlaps", 16, 0.4, 0.4},   {"prepare_contacts", 16, 3.2, 3.2},
    {"prepare_contacts", 8, 3.5, 3.5},      {"solve_contacts", 16, 1.4, 1.4},
    {"solve_contacts", 8, 1.9, 1.9},        {"relax_contacts", 16, 2.6, 2.6},
    {"relax_contacts", 8, 3.7, 3.7},
};

struct kernel_set
{
    const char *name;
    int lanes;
    const sc_kernels *kernels;
};

void add_design(benchmark::State &state, const char *kernel, int lanes)
{
    for (const design_figure &figure : design_figures)
    {
        if (figure.lanes == lanes && std::strcmp(figure.kernel, kernel) == 0)
        {
            state.counters["design"] = figure.low;
            if (figure.high > figure.low)
                state.counters["design_to"] = figure.high;
        }
    }
}

void run_kernel(benchmark::State &state, const char *kernel, const kernel_set &set,
                const char *scene)
{
    sc_kernel_case *arguments = sc_captured_case(scene, kernel);
    if (arguments == nullptr)
    {
        state.SkipWithError("the scene has no work for this kernel");
        return;
    }
    // One untimed run fills the caches and makes the arrays that are measured.
    sc_case_restore(arguments);
    sc_case_run(arguments, set.kernels);
    const sc_case_facts facts = sc_case_measure(arguments);
    if (facts.items <= 0 || facts.made_count <= 0)
    {
        state.SkipWithError("the kernel did nothing");
        return;
    }

    using clock = std::chrono::steady_clock;
    std::vector<double> seconds;
    seconds.reserve(static_cast<std::size_t>(state.max_iterations));
    for (auto _ : state)
    {
        sc_case_restore(arguments);
        benchmark::DoNotOptimize(arguments);
        benchmark::ClobberMemory();
        const clock::time_point begin = clock::now();
        sc_case_run(arguments, set.kernels);
        benchmark::ClobberMemory();
        const double elapsed = std::chrono::duration<double>(clock::now() - begin).count();
        seconds.push_back(elapsed);
        state.SetIterationTime(elapsed);
    }
    const double pass = sc_median(seconds);
    state.counters[std::string("ns/") + facts.unit] = 1e9 * pass / facts.items;
    state.counters["best"] = 1e9 * *std::min_element(seconds.begin(), seconds.end()) / facts.items;
    add_design(state, kernel, set.lanes);
    state.counters["items_per_second"] = facts.items / pass;
    state.counters["bytes_per_second"] = benchmark::Counter(
        facts.bytes / pass, benchmark::Counter::kDefaults, benchmark::Counter::kIs1024);
    state.counters["items"] = facts.items;
    state.counters[facts.made] = facts.made_count;
}

// A whole stage by size, measured by the step's own clock, for costs that the captured calls do not
// show, such as sorting beside the sweeps. The world steps on between the iterations.
void run_find_pairs(benchmark::State &state)
{
    const scree_scene *scene = scree_scene_find("pile");
    const int size = static_cast<int>(state.range(0));
    scree_world_def def = scree_scene_world_def(scene, size);
    def.measure_times = true;
    scree_world *world = scree_world_create(&def);
    scree_scene_params params = {size, 0, 0};
    static scree_scene_state scene_state;
    if (!scree_scene_create(scene, world, &params, &scene_state))
    {
        state.SkipWithError(scree_error_text(world));
        scree_world_destroy(world);
        return;
    }
    int stage = 0;
    while (stage < scree_stage_count() - 1 &&
           std::strcmp(scree_stage_name(stage), "find_pairs") != 0)
        ++stage;
    for (int i = 0; i < 20; ++i)
        scree_scene_step(scene, world, &scene_state, 1.0f / 60.0f, 4);
    std::vector<double> seconds;
    double moved = 0.0;
    for (auto _ : state)
    {
        if (scree_scene_step(scene, world, &scene_state, 1.0f / 60.0f, 4) != SCREE_OK)
            state.SkipWithError(scree_error_text(world));
        seconds.push_back(1e-3 * scree_world_stage_ms(world, stage));
        state.SetIterationTime(seconds.back());
        moved += scree_world_counters(world).moved_shapes;
    }
    const scree_counters counters = scree_world_counters(world);
    const double step = sc_median(seconds);
    state.counters["ns/shape"] = 1e9 * step / counters.shapes;
    state.counters["items_per_second"] = counters.shapes / step;
    state.counters["items"] = counters.shapes;
    state.counters["moved"] = moved / static_cast<double>(seconds.size());
    state.counters["pairs"] = counters.pairs;
    if (counters.pairs == 0)
        state.SkipWithError("no pairs");
    scree_world_destroy(world);
}

std::vector<kernel_set> find_sets()
{
    std::vector<kernel_set> sets;
    kernel_set set = {};
    for (int i = 0; (set.kernels = sc_bench_set(i, &set.name, &set.lanes)) != nullptr; ++i)
        sets.push_back(set);
    return sets;
}

void add_rows()
{
    const std::vector<kernel_set> sets = find_sets();
    for (const kernel_rows &rows : all_rows)
    {
        for (const char *scene : rows.scenes)
        {
            for (const kernel_set &set : sets)
            {
                const std::string name = std::string(rows.kernel) + "/" + set.name + "/" + scene;
                const char *kernel = rows.kernel;
                sc_add_row(name,
                           [=](benchmark::State &state) { run_kernel(state, kernel, set, scene); });
            }
        }
    }
    for (int size : {10000, 1000000})
    {
        const std::string name =
            std::string("find_pairs/") + scree_simd_name(scree_simd_best()) + "/pile";
        sc_add_row(name, run_find_pairs)->Arg(size)->Iterations(size > 100000 ? 10 : 100);
    }
}

// A kernel without a row could get slower unnoticed.
bool every_kernel_has_a_row()
{
    bool complete = true;
    const char *kernel = nullptr;
    for (int i = 0; (kernel = sc_bench_kernel(i)) != nullptr; ++i)
    {
        const bool found = std::any_of(all_rows.begin(), all_rows.end(),
                                       [=](const kernel_rows &rows)
                                       { return std::strcmp(rows.kernel, kernel) == 0; });
        if (!found)
            std::fprintf(stderr, "bench_kernels has no row for %s: add one to all_rows\n", kernel);
        complete = complete && found;
    }
    return complete;
}

}  // namespace

int main(int argc, char **argv)
{
    if (!every_kernel_has_a_row())
        return 1;
    const int status = sc_bench_main(argc, argv, {"--benchmark_min_time=0.05"}, add_rows);
    sc_captured_release();
    return status;
}
