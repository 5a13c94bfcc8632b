/// Functions that the public calls on soft bodies share.
#ifndef SC_SOFT_CALLS_H
#define SC_SOFT_CALLS_H

#include "world/checks.h"

/// The row of a live soft body, or -1. Records no error.
int32_t sc_peek_soft_body(const scree_world *world, scree_soft_body_id body);

/// Runs the checks that every changing call begins with, and finds the body.
scree_result sc_enter_soft_body(scree_world *world, scree_soft_body_id body, const char *function,
                                sc_soft_body **found);

/// Checks a definition except for its arrays.
scree_result sc_check_soft_def(scree_world *world, const scree_soft_body_def *def,
                               const char *function);

/// Checks the arrays of a definition and creates the body. Returns null on error.
scree_soft_body_id sc_soft_body_make(scree_world *world, const scree_soft_body_def *def,
                                     const char *function);

/// Checks the position of a vertex, before its body is added to the world.
scree_result sc_check_soft_place(scree_world *world, scree_vec2 place, const char *function,
                                 const char *argument);
scree_result sc_check_soft_mass(scree_world *world, float mass, const char *function,
                                const char *argument);
/// Checks the mass of a body whose vertices share it.
scree_result sc_check_shared_mass(scree_world *world, float mass, int vertex_count,
                                  const char *function);
bool sc_is_soft_velocity(const scree_world *world, scree_vec2 velocity);
scree_result sc_check_soft_velocity(scree_world *world, scree_vec2 velocity, const char *function,
                                    const char *argument);

#endif
