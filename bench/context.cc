#include "context.h"

#include "engines/engine.h"
#include "scree_build_info.h"

#include <algorithm>
#include <cstddef>
#include <fstream>

namespace
{

std::string cpu_model()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
    {
        const std::size_t colon = line.find(": ");
        if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "unknown";
}

std::string set_names()
{
    std::string names;
    for (int set : sc_bench_sets())
        names +=
            (names.empty() ? "" : " ") + std::string(scree_simd_name(static_cast<scree_simd>(set)));
    return names;
}

// The engines of this build by name, each in full, and the missing ones.
void add_engines()
{
    std::string names;
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        names += (i > 0 ? " " : "") + std::string(engine->name);
        benchmark::AddCustomContext(std::string("engine ") + engine->name,
                                    std::string(engine->version) + "; " + engine->build);
    }
    benchmark::AddCustomContext("engines", names);
    for (int i = 0; i < sc_missing_engine_count(); ++i)
    {
        const sc_missing_engine missing = sc_missing_engine_at(i);
        benchmark::AddCustomContext(std::string("engine ") + missing.name,
                                    std::string("not in this build: ") + missing.remedy);
    }
}

}  // namespace

double sc_median(std::vector<double> &values)
{
    if (values.empty())
        return 0.0;
    auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<int> sc_bench_sets()
{
    std::vector<int> sets;
    for (int set = SCREE_SIMD_SCALAR; set < SCREE_SIMD_AVX2_EMULATED; ++set)
    {
        if (scree_simd_is_supported(static_cast<scree_simd>(set)))
            sets.push_back(set);
    }
    return sets;
}

int sc_bench_main(int argc, char **argv, std::vector<std::string> defaults, void (*add_rows)(),
                  int threads)
{
    // The defaults before the caller's arguments, which so have the last word.
    std::vector<char *> arguments = {argv[0]};
    for (std::string &argument : defaults)
        arguments.push_back(argument.data());
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);

    benchmark::AddCustomContext("commit", SCREE_BUILD_COMMIT);
    benchmark::AddCustomContext("compiler", SCREE_BUILD_COMPILER);
    benchmark::AddCustomContext("flags", SCREE_BUILD_FLAGS);
    benchmark::AddCustomContext("build_type", SCREE_BUILD_TYPE);
    benchmark::AddCustomContext("cpu", cpu_model());
    benchmark::AddCustomContext("instruction_sets", set_names());
    benchmark::AddCustomContext("threads", std::to_string(threads));
    add_engines();
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
        return 1;
    add_rows();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
