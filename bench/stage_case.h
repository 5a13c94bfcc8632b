/// One stage of a step alone, again and again on the same state, for benchmarks.
///
/// All memory of a scene's world comes from one region. The scene runs for a while; then, in one
/// more step, the stages before the wanted one run, and the used part of the region is copied. The
/// first run of the stage shows which cache lines it changes; to go back, these alone are copied,
/// so that all else stays in the caches as the stage left it. The results of the stage are compared
/// bit by bit with those of the first run.
#ifndef SC_BENCH_STAGE_CASE_H
#define SC_BENCH_STAGE_CASE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct sc_stage_case sc_stage_case;

    /// The stage (a number as for scree_stage_name) of a scene's step, by the kernels of a set (a
    /// scree_simd). Null: by its own count the stage has nothing to do there. The first call
    /// for a scene runs it, and each call invalidates the scene's last case. Ends the program if
    /// the scene fails.
    sc_stage_case *sc_stage_capture(const char *scene, int stage, int simd);
    /// Frees all scenes and cases.
    void sc_stage_release_all(void);

    /// Back to the state before the stage.
    void sc_stage_restore(sc_stage_case *stage_case);
    /// The timed part. False: it found no memory.
    bool sc_stage_run(sc_stage_case *stage_case);
    /// Whether memory is the same, to the bit, as after the first run.
    bool sc_stage_is_as_first(const sc_stage_case *stage_case);

    typedef struct sc_stage_facts
    {
        int64_t items;        ///< the stage's own count of its work
        const char *unit;     ///< of items: "bodies"
        int64_t bytes;        ///< read and written, as the stage counts them
        int64_t changed;      ///< bytes in the 64-byte lines that it changes
        int contacts, pairs;  ///< of the whole scene
        int bodies, shapes;   ///< the same
        int colours;          ///< known from colour_contacts on, before that the last step's
        double lane_fill;     ///< the same
    } sc_stage_facts;

    sc_stage_facts sc_stage_measure(const sc_stage_case *stage_case);

#ifdef __cplusplus
}
#endif

#endif
