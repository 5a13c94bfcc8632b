// Queries of a world at rest, on every engine of this build that answers them.
//
//   bench_queries --benchmark_filter=washer/.*/avx2
//
// Names: queries/question/scene/size/engine/set/way, with - where an engine has no choice. The
// scene runs on scree for some steps; then each engine gets a world with its shapes at those poses.
// An iteration runs all of the queries once: `batch` by one call, `single` by one call each. The
// first query of a world, which builds the tree, is not timed.
//
// `hits` are rays that hit something, or shapes found, of all questions together. `agree` is the
// fraction of rays that hit the same shape as with scree's widest set, to within 1 mm; of AABBs, of
// those for which at least as many shapes are found (engines keep AABBs with margins, so some find
// more).

#include "context.h"

#include "engines/engine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace
{

const int ray_count = 100000, fan_count = 100, aabb_count = 100000;
const float aabb_size = 3.0f;  // m

// A scene, and the longest side of the part of it that is queried, m.
struct scene_row
{
    const char *scene;
    int size, steps;
};

const scene_row scene_rows[] = {{"washer", 90, 200}, {"pile", 10000, 300}};

enum question
{
    far_rays,
    near_rays,
    fans,
    downwards,
    aabbs
};

const char *const question_names[] = {"far_rays", "near_rays", "fans", "downwards", "aabbs"};

enum way
{
    single,
    batch
};

// The queries, in arrays.
struct questions
{
    std::vector<float> origin_x, origin_y, translation_x, translation_y;
    std::vector<scree_aabb> aabbs;

    void add_ray(float x, float y, float dx, float dy)
    {
        origin_x.push_back(x);
        origin_y.push_back(y);
        translation_x.push_back(dx);
        translation_y.push_back(dy);
    }
    scree_ray_batch rays() const
    {
        return {static_cast<int>(origin_x.size()),
                origin_x.data(),
                origin_y.data(),
                translation_x.data(),
                translation_y.data(),
                scree_query_filter_default()};
    }
};

// A scene as its bodies lie after some steps.
struct settled_scene
{
    std::string scene;
    int size;
    std::unique_ptr<sc_model, void (*)(sc_model *)> model;
    scree_aabb extent;  // of the origins of dynamic bodies
};

sc_engine_settings settings_of(const sc_model *model, scree_simd set)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    settings.simd = set;
    return settings;
}

// Runs the model on scree and leaves its bodies where they came to lie, at rest.
bool settle(settled_scene &scene, int steps)
{
    const float dt = 1.0f / 60.0f;
    sc_model *model = scene.model.get();
    const sc_engine *engine = sc_engine_find("scree");
    const sc_engine_settings settings = settings_of(model, SCREE_SIMD_AUTO);
    const std::unique_ptr<void, void (*)(void *)> world(sc_engine_build(engine, &settings, model),
                                                        engine->destroy);
    for (int i = 0; i < steps; ++i)
    {
        if (!world || !sc_model_drive(model, dt) || !sc_engine_follow(engine, world.get(), model) ||
            !engine->step(world.get(), dt))
            return false;
    }
    std::vector<sc_model_pose> poses(static_cast<std::size_t>(model->body_count));
    engine->read(world.get(), poses.data());
    scene.extent = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_pose &pose = poses[static_cast<std::size_t>(i)];
        sc_model_body &body = model->bodies[i];
        body.position = {pose.x, pose.y};
        body.cos = pose.cos;
        body.sin = pose.sin;
        body.angle = std::atan2(pose.sin, pose.cos);
        body.velocity = {0.0f, 0.0f};
        body.w = 0.0f;
        if (body.type == SCREE_BODY_DYNAMIC)
        {
            scene.extent.lower.x = std::min(scene.extent.lower.x, pose.x);
            scene.extent.lower.y = std::min(scene.extent.lower.y, pose.y);
            scene.extent.upper.x = std::max(scene.extent.upper.x, pose.x);
            scene.extent.upper.y = std::max(scene.extent.upper.y, pose.y);
        }
    }
    return true;
}

// Built at the first use; Google Benchmark may take the rows in any order.
const settled_scene *find_scene(const scene_row &row)
{
    static std::vector<std::unique_ptr<settled_scene>> scenes;
    for (const std::unique_ptr<settled_scene> &known : scenes)
    {
        if (known->scene == row.scene && known->size == row.size)
            return known.get();
    }
    const scree_scene_params params = {row.size, 0, 0};
    sc_model *model = sc_model_create(scree_scene_find(row.scene), &params, nullptr);
    if (model == nullptr)
        return nullptr;
    scenes.push_back(std::unique_ptr<settled_scene>(
        new settled_scene{row.scene, row.size, {model, sc_model_destroy}, {}}));
    if (settle(*scenes.back(), row.steps))
        return scenes.back().get();
    scenes.pop_back();
    return nullptr;
}

void add_fan(questions &asked, float x, float y, int rays, float length)
{
    for (int i = 0; i < rays; ++i)
    {
        const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(rays);
        asked.add_ray(x, y, length * std::cos(angle), length * std::sin(angle));
    }
}

questions make_questions(question kind, const scree_aabb &extent)
{
    std::mt19937 random(1);
    const auto between = [&random](float low, float high)
    {
        const float part = static_cast<float>(random() >> 8) / 16777216.0f;
        return low + (high - low) * part;
    };
    const float width = extent.upper.x - extent.lower.x, height = extent.upper.y - extent.lower.y;
    const float side = std::max(width, height);
    questions asked;
    const int count = kind == aabbs ? aabb_count : kind == fans ? fan_count : ray_count;
    for (int i = 0; i < count; ++i)
    {
        const float x = between(extent.lower.x, extent.upper.x);
        const float y = between(extent.lower.y, extent.upper.y);
        const float angle = between(0.0f, 6.2831853f);
        const float length = kind == far_rays ? 0.75f * side : 10.0f;
        if (kind == aabbs)
            asked.aabbs.push_back({{x, y}, {x + aabb_size, y + aabb_size}});
        else if (kind == fans)
            add_fan(asked, x, y, ray_count / fan_count, 0.5f * side);
        else if (kind == downwards)
            asked.add_ray(extent.lower.x +
                              width * static_cast<float>(i) / static_cast<float>(count),
                          extent.upper.y + 1.0f, 0.0f, -2.0f - height);
        else
            asked.add_ray(x, y, length * std::cos(angle), length * std::sin(angle));
    }
    return asked;
}

// The answers of an engine, and the world that they are about.
struct engine_answers
{
    const sc_engine *engine;
    void *world;
    std::vector<float> fractions;
    std::vector<int> overlaps;

    engine_answers(const sc_engine *e, const sc_engine_settings &settings, const sc_model *model)
        : engine(e), world(sc_engine_build(e, &settings, model))
    {
    }
    ~engine_answers()
    {
        if (world != nullptr)
            engine->destroy(world);
    }
    engine_answers(const engine_answers &) = delete;
    engine_answers &operator=(const engine_answers &) = delete;

    bool ask(const questions &asked, way how)
    {
        if (!asked.aabbs.empty())
        {
            overlaps.resize(asked.aabbs.size());
            return engine->count_overlaps(world, asked.aabbs.data(),
                                          static_cast<int>(asked.aabbs.size()), overlaps.data());
        }
        const scree_ray_batch rays = asked.rays();
        fractions.resize(asked.origin_x.size());
        const auto cast = how == single && engine->cast_each_ray != nullptr ? engine->cast_each_ray
                                                                            : engine->cast_rays;
        return cast(world, &rays, fractions.data());
    }
};

double agreement(const questions &asked, const engine_answers &one, const engine_answers &other)
{
    std::size_t agreeing = 0, count = asked.origin_x.size() + asked.aabbs.size();
    for (std::size_t i = 0; i < asked.origin_x.size(); ++i)
    {
        const float length = std::hypot(asked.translation_x[i], asked.translation_y[i]);
        agreeing += std::fabs(one.fractions[i] - other.fractions[i]) * length <= 1e-3f;
    }
    for (std::size_t i = 0; i < asked.aabbs.size(); ++i)
        agreeing += one.overlaps[i] >= other.overlaps[i];
    return static_cast<double>(agreeing) / static_cast<double>(count);
}

double hits_of(const questions &asked, const engine_answers &answers)
{
    double hits = 0.0;
    for (std::size_t i = 0; i < asked.origin_x.size(); ++i)
        hits += answers.fractions[i] < 1.0f;
    for (std::size_t i = 0; i < asked.aabbs.size(); ++i)
        hits += answers.overlaps[i];
    return hits;
}

void run_row(benchmark::State &state, const scene_row &row, question kind, const sc_engine *engine,
             scree_simd set, way how)
{
    using clock = std::chrono::steady_clock;
    const settled_scene *scene = find_scene(row);
    if (scene == nullptr)
    {
        state.SkipWithError("the scene cannot be run");
        return;
    }
    const questions asked = make_questions(kind, scene->extent);
    engine_answers answers(engine, settings_of(scene->model.get(), set), scene->model.get());
    engine_answers right(sc_engine_find("scree"), settings_of(scene->model.get(), SCREE_SIMD_AUTO),
                         scene->model.get());
    bool ok = answers.world != nullptr && right.world != nullptr && right.ask(asked, batch) &&
              answers.ask(asked, how);
    std::vector<double> seconds;
    for (auto _ : state)
    {
        const clock::time_point begin = clock::now();
        ok = ok && answers.ask(asked, how);
        seconds.push_back(std::chrono::duration<double>(clock::now() - begin).count());
        state.SetIterationTime(seconds.back());
        if (!ok)
        {
            state.SkipWithError("the engine cannot answer");
            break;
        }
    }
    if (!ok)
        return;
    const double count = static_cast<double>(asked.origin_x.size() + asked.aabbs.size());
    state.counters["items"] = count;
    state.counters["items_per_second"] = count / sc_median(seconds);
    state.counters["hits"] = hits_of(asked, answers);
    state.counters["agree"] = agreement(asked, answers, right);
}

void add_row(const scene_row &row, question kind, const sc_engine *engine, scree_simd set, way how)
{
    const std::string name = std::string("queries/") + question_names[kind] + "/" + row.scene +
                             "/" + std::to_string(row.size) + "/" + engine->name + "/" +
                             (set == SCREE_SIMD_AUTO ? "-" : scree_simd_name(set)) + "/" +
                             (how == batch ? "batch" : "single");
    sc_add_row(name, [=](benchmark::State &state) { run_row(state, row, kind, engine, set, how); })
        ->Unit(benchmark::kMillisecond);
}

void add_engine_rows(const scene_row &row, question kind, const sc_engine *engine)
{
    if (std::string(engine->name) != "scree")
    {
        add_row(row, kind, engine, SCREE_SIMD_AUTO, single);
        return;
    }
    for (int set : sc_bench_sets())
    {
        add_row(row, kind, engine, static_cast<scree_simd>(set), single);
        if (kind != aabbs)
            add_row(row, kind, engine, static_cast<scree_simd>(set), batch);
    }
}

void add_rows()
{
    for (const scene_row &row : scene_rows)
    {
        for (int kind = far_rays; kind <= aabbs; ++kind)
        {
            for (int i = 0; i < sc_engine_count(); ++i)
            {
                const sc_engine *engine = sc_engine_at(i);
                if (engine->cast_rays != nullptr)
                    add_engine_rows(row, static_cast<question>(kind), engine);
            }
        }
    }
}

}  // namespace

int main(int argc, char **argv)
{
    return sc_bench_main(argc, argv, {"--benchmark_min_time=0.2"}, add_rows);
}
