/// Random contacts in blocks of lanes, for the tests of the contact kernels.
#ifndef SC_TESTS_CONTACT_CASE_H
#define SC_TESTS_CONTACT_CASE_H

#include "simd/contact_block.h"
#include "tests/kernels/kernel_cases.h"

typedef struct contact_case
{
    int dynamic_count, kinematic_count, row_count;
    int32_t static_row, discard_row;
    sc_velocity *velocities;
    sc_warm_start *warm_starts;
    sc_delta *deltas;
    sc_velocity_update *damping, *increment;

    int contact_count;       ///< the first SC_BLOCK are null
    int32_t *row_a, *row_b;  ///< by contact
    sc_manifold *manifolds;
    sc_surface *surfaces;
    float *friction;

    int block_count, lane_count, normal_lines, tangent_lines;
    sc_block_rows *rows;
    sc_contact_blocks blocks;
    uint8_t *flags;
    int32_t *contact;
    sc_push_block *pushes;
    sc_residual_block *residuals;
    uint16_t *bouncing;

    sc_contact_args args;  ///< points at the above
} contact_case;

/// Bodies with speeds, contacts between them, and blocks with only the rows filled in.
contact_case contact_case_random(sc_random *random);
contact_case contact_case_copy(const contact_case *from);

/// Ends the test unless all is the same but the discard row, touched or not.
void contact_case_compare(const sc_case *c, const contact_case *twin, const contact_case *kernel);

#endif
