/// The parts of a captured kernel call. C only: internal headers.
#ifndef SC_BENCH_CAPTURED_CASE_H
#define SC_BENCH_CAPTURED_CASE_H

#include "simd/kernels.h"
#include "captured.h"
#include "world/world_state.h"

/// KERNEL_solve_contacts, and so on.
enum
{
#define X(type, name) KERNEL_##name,
    SC_STEP_KERNEL_LIST(X)
#undef X
    KERNEL_COUNT
};

/// An array that a kernel reads and changes, and its original contents.
typedef struct case_image
{
    void *array;
    const void *image;
    size_t bytes;
} case_image;

struct sc_kernel_case
{
    int kernel;  ///< KERNEL_*
    int calls;   ///< seen while recording that began at item 0
    int begin, end;
    int items;   ///< 0: not recorded
    int points;  ///< contact kernels
    int block_count;
    int first_undone;  ///< sweeps: what the last run returned
    case_image images[6];
    int image_count;
    union
    {
        sc_narrow_args narrow;
        sc_shapes_args shapes;
        struct
        {
            const sc_aabb *aabbs;
            const int32_t *a, *b;
            uint16_t *overlapping;
        } overlaps;
        sc_bin_args bin;
        sc_place_args place;
        sc_sweep_args sweep;
        sc_integrate_args integrate;
        sc_pack_args pack;
        sc_finish_args finish;
        sc_impact_args impact;
        sc_contact_args contact;
        sc_joint_args joint;
        sc_soft_args soft;
        sc_particle_args particles;
    } args;
};

/// Calls the kernel of `table` that is called `name` on a case, by its type.
#define CALL_sc_narrow_kernel(kernel, c) kernel(&(c)->args.narrow, (c)->begin, (c)->end)
#define CALL_sc_shapes_kernel(kernel, c) kernel(&(c)->args.shapes, (c)->begin, (c)->end)
#define CALL_sc_pair_overlaps_kernel(kernel, c)                                  \
    kernel((c)->args.overlaps.aabbs, (c)->args.overlaps.a, (c)->args.overlaps.b, \
           (c)->args.overlaps.overlapping, (c)->begin, (c)->end)
#define CALL_sc_bin_kernel(kernel, c) kernel(&(c)->args.bin, (c)->begin, (c)->end)
#define CALL_sc_place_kernel(kernel, c) kernel(&(c)->args.place, (c)->begin, (c)->end)
#define CALL_sc_sweep_kernel(kernel, c) \
    (c)->args.sweep.found = 0;          \
    (c)->first_undone = kernel(&(c)->args.sweep, (c)->begin, (c)->end)
#define CALL_sc_integrate_kernel(kernel, c) kernel(&(c)->args.integrate, (c)->begin, (c)->end)
#define CALL_sc_pack_kernel(kernel, c) kernel(&(c)->args.pack, (c)->begin, (c)->end)
#define CALL_sc_finish_kernel(kernel, c) kernel(&(c)->args.finish, (c)->begin, (c)->end)
#define CALL_sc_impact_kernel(kernel, c) kernel(&(c)->args.impact, (c)->begin, (c)->end)
#define CALL_sc_joint_kernel(kernel, c) kernel(&(c)->args.joint, (c)->begin, (c)->end)
#define CALL_sc_soft_kernel(kernel, c) kernel(&(c)->args.soft, (c)->begin, (c)->end)
#define CALL_sc_particle_kernel(kernel, c) kernel(&(c)->args.particles, (c)->begin, (c)->end)
#define CALL_sc_contact_kernel(kernel, c) kernel(&(c)->args.contact, (c)->begin, (c)->end)

/// Takes one step of the world and records the first suitable call of every kernel. Memory comes
/// from the arena. False: the step failed, or no memory.
bool sc_record_step(scree_world *world, sc_arena *arena, sc_kernel_case cases[KERNEL_COUNT]);

#endif
