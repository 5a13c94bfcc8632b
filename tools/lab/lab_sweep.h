/// Settings of solvers that `scree lab` tries one value after another.
#ifndef SCREE_TOOLS_LAB_SWEEP_H
#define SCREE_TOOLS_LAB_SWEEP_H

#include <scree/scree.h>

#include <stdbool.h>

/// The solver: one of scree's (a scree_solver), or another engine.
typedef int sc_lab_method;

enum
{
    SC_LAB_BOX2D_3 = SCREE_SOLVER_COUNT,
    SC_LAB_METHOD_COUNT
};

/// "soft_step", "box2d-3".
const char *sc_lab_method_name(sc_lab_method method);
/// Whether it counts as substeps the number that others count as iterations.
bool sc_lab_method_substeps(sc_lab_method method);

typedef enum sc_lab_setting
{
    /// passes over the velocities per substep; soft_step counts substeps instead
    SC_LAB_ITERATIONS = 0,
    SC_LAB_SUBSTEPS,
    SC_LAB_ERP,
    SC_LAB_POSITION_CORRECTION,
    SC_LAB_SLOP,
    SC_LAB_WARM_STARTING,
    SC_LAB_CONTACT_HERTZ,  ///< stiffness of contacts; 0: the engine's default
    SC_LAB_JOINT_HERTZ,    ///< of joints that name none; 0: the engine's default
    SC_LAB_SETTING_COUNT
} sc_lab_setting;

enum
{
    SC_LAB_MAX_VALUES = 32
};

typedef struct sc_lab_sweep
{
    sc_lab_setting setting;
    int count;
    double values[SC_LAB_MAX_VALUES];  ///< ascending, each once
} sc_lab_sweep;

/// As in scree_world_def: "iterations"; "joint_hertz".
const char *sc_lab_setting_name(sc_lab_setting setting);
/// Whether the method reads the setting. soft_step has no iterations.
bool sc_lab_setting_applies(sc_lab_setting setting, sc_lab_method method);

/// "NAME=VALUES": numbers and ranges A..B with commas between them. A range holds A and B. If both
/// are whole and there are at most four whole numbers from A to B, it holds all of these;
/// otherwise it holds A doubled over and over: 1..4 is 1,2,3,4 and 1..20 is 1,2,4,8,16,20. False,
/// and a line on stderr, if that makes no sense.
bool sc_lab_parse_sweep(const char *text, sc_lab_sweep *sweep);

#endif
