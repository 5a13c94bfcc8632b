/// Kernel arguments out of running scenes, for benchmarks.
///
/// A scene runs for a while; then the world gets a table of kernels that records: in one more step
/// each kernel's arguments are copied, with all that they point at, at the moment of its call,
/// before the real kernel runs. Kernels that run once per substep are recorded in the second one.
/// So the arguments come from the engine, and a case never touches the world or another case.
///
/// sc_case_restore restores the data that a kernel both reads and changes; all else it overwrites
/// with the same values each time (impulses carried over by feature id are those it wrote before).
#ifndef SC_BENCH_CAPTURED_H
#define SC_BENCH_CAPTURED_H

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct sc_kernels sc_kernels;
    typedef struct sc_kernel_case sc_kernel_case;

    /// The index-th of the kernel tables that this CPU runs natively, after the plain twins
    /// ("twin", 0); null past the last.
    const sc_kernels *sc_bench_set(int index, const char **name, int *lanes);

    /// The index-th kernel's name; null past the last.
    const char *sc_bench_kernel(int index);

    /// The arguments of a kernel in a scene; null: no such names, or that step had no work for it.
    /// The first call for a scene runs it. Ends the program if the scene fails.
    sc_kernel_case *sc_captured_case(const char *scene, const char *kernel);
    /// Frees all scenes and cases.
    void sc_captured_release(void);

    /// Restores the arguments to the recorded values.
    void sc_case_restore(sc_kernel_case *kernel_case);
    /// One pass over all items, in one call.
    void sc_case_run(sc_kernel_case *kernel_case, const sc_kernels *kernels);

    typedef struct sc_case_facts
    {
        const char *unit;  ///< of items: "pair", "contact", "body" or "shape"
        int items;         ///< that are real: no padding, no empty lanes
        double
            bytes;  ///< read and written in a pass; each record counts once per item that uses it
        const char *made;  ///< what the last pass left behind: "points", "overlapping", ...
        int made_count;  ///< how many; the same for every kernel table. 0: the kernel did not work
    } sc_case_facts;

    sc_case_facts sc_case_measure(const sc_kernel_case *kernel_case);

#ifdef __cplusplus
}
#endif

#endif
