/// Joints of one kind in blocks of lanes, for the tests of the joint kernels.
#ifndef SC_TESTS_JOINT_CASE_H
#define SC_TESTS_JOINT_CASE_H

#include "simd/joint_block.h"
#include "tests/kernels/kernel_cases.h"

typedef struct joint_case
{
    int dynamic_count, kinematic_count, static_count;
    int body_count;  ///< rows of all bodies; slots run the other way
    int row_count;   ///< of the solver
    int32_t static_row, discard_row;
    sc_velocity *velocities;
    sc_warm_start *warm_starts;
    sc_delta *deltas;
    sc_velocity_update *damping, *increment;
    float *quickest;
    sc_pose *poses;
    float *center_x, *center_y;
    int32_t *body_row;

    int joint_count;  ///< the first is null
    int32_t (*body)[2];
    sc_joint_frame *frames;
    sc_joint_settings *settings;
    uint8_t *switches;
    sc_joint_state *states;

    int block_count, lane_count, line_count;
    sc_block_rows *rows;
    sc_lane_line *lines;
    uint8_t *flags;
    int32_t *joint;

    sc_joint_args args;  ///< points at the above
} joint_case;

/// No bodies and no joints yet, but memory for this many. Substeps of 1/240 s.
joint_case joint_case_new(sc_joint_kind kind, int dynamic_count, int kinematic_count,
                          int static_count, int joint_count);

/// Puts a joint between two rows of all bodies into the first block with a free lane for them.
void joint_case_join(joint_case *c, int32_t row_a, int32_t row_b, const sc_joint_frame *frame,
                     const sc_joint_settings *settings);

/// Bodies with speeds, and joints of a kind between them with all sorts of switches.
joint_case joint_case_random(sc_random *random, sc_joint_kind kind);
joint_case joint_case_copy(const joint_case *from);

/// One step by these kernels, through all of it: soft_step, or iterations with projection.
void joint_case_step(joint_case *c, const sc_kernels *kernels, int substeps, bool iterates);

/// Velocities, or positions, by the twins: body passes have tests of their own.
void joint_case_integrate(joint_case *c, bool velocities, bool first);

/// Ends the test unless all is the same but the discard row.
void joint_case_compare(const sc_case *c, const joint_case *twin, const joint_case *kernel);

#endif
