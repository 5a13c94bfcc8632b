/// The context rows of every benchmark, and the main function that they share.
#ifndef SC_BENCH_CONTEXT_H
#define SC_BENCH_CONTEXT_H

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

/// Adds the context rows (commit, compiler, flags, CPU, instruction sets, threads, engines), calls
/// `add_rows`, and runs the benchmarks that the arguments select. `defaults` are arguments that the
/// caller's may overrule; `threads` is what the context says. Returns the exit status.
int sc_bench_main(int argc, char **argv, std::vector<std::string> defaults, void (*add_rows)(),
                  int threads = 1);

/// Takes values in any order; reorders them. 0 if there are none.
double sc_median(std::vector<double> &values);

/// The sets that this CPU runs natively, narrowest first, as scree_simd.
std::vector<int> sc_bench_sets();

/// A benchmark that times itself and counts in microseconds.
template <typename function>
benchmark::internal::Benchmark *sc_add_row(const std::string &name, function run)
{
    return benchmark::RegisterBenchmark(name.c_str(), run)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

#endif
