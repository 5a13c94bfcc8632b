/// How well a run went, measured by the same code for every engine from poses and shapes alone, in
/// double precision, with no call into any engine.
#ifndef SC_ENGINES_JUDGE_H
#define SC_ENGINES_JUDGE_H

#include "engines/engine.h"

/// Pairs of shapes nearer than this count as touching, m.
#define SC_TOUCHING_GAP 0.005

/// Overlap of touching pairs, m; a gap counts as 0. The depth of a pair is the least distance that
/// would part them: separating axes over the normals of both cores, closest features where the
/// cores are apart, radii taken off.
typedef struct sc_overlaps
{
    int touching;
    double mean, p99, max;
} sc_overlaps;

/// Only pairs that may collide by their filters, bodies and joints count. Returns false if out of
/// memory.
SC_ENGINES_API bool sc_judge_overlaps(const sc_model *model, const sc_model_pose *poses,
                                      sc_overlaps *overlaps);

/// The distance of two shapes, m; negative: overlap; 1e30 for two half-spaces. For tests.
SC_ENGINES_API double sc_judge_distance(const sc_model *model, const sc_model_pose *poses,
                                        int shape_a, int shape_b);

/// Sum over the dynamic bodies of m v^2 / 2 + I w^2 / 2, J, from the poses at the beginning and at
/// the end of a step.
SC_ENGINES_API double sc_judge_kinetic_energy(const sc_model *model, const sc_model_pose *before,
                                              const sc_model_pose *after, double dt);

/// The number of dynamic bodies outside the bounds of the scene, or with non-finite poses.
SC_ENGINES_API int sc_judge_escaped(const sc_model *model, const sc_model_pose *poses);

typedef struct sc_stack_drift
{
    double drop;  ///< deepest fall of a top, m; 0 if the scene watches none
    double side;  ///< furthest that a top went sideways, m
} sc_stack_drift;

SC_ENGINES_API sc_stack_drift sc_judge_drift(const sc_model *model, const sc_model_pose *poses);

/// Joints with at least this frequency, 1/s, are meant to hold, because it is higher than the
/// frequency that substeps of 1/240 s allow.
#define SC_JUDGE_STIFF_HERTZ 60.0

/// The error of joints, m: the distance of the points of hinges and welds, the distance across the
/// axis for sliders and wheels, and the deviation from the length for rods. Joints that are meant
/// to give (springs, a lower stiffness of their own) and other types do not count.
typedef struct sc_joint_errors
{
    int count;
    double rms, max;
} sc_joint_errors;

SC_ENGINES_API sc_joint_errors sc_judge_joints(const sc_model *model, const sc_model_pose *poses);

#endif
