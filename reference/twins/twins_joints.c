// Twins of the joint solver, one joint at a time.

#include "reference/twins/twins.h"
#include "scree/world.h"

void sc_twin_prepare_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->prepare_joints(args, begin, end);
}

void sc_twin_solve_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->solve_joints(args, begin, end);
}

void sc_twin_update_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->update_joints(args, begin, end);
}

void sc_twin_iterate_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->iterate_joints(args, begin, end);
}

void sc_twin_relax_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->relax_joints(args, begin, end);
}

void sc_twin_project_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->project_joints(args, begin, end);
}

void sc_twin_store_joints(const sc_joint_args *args, int begin, int end)
{
    sc_kernels_get(SCREE_SIMD_SCALAR)->store_joints(args, begin, end);
}
