/// What the public calls on joints share.
#ifndef SC_JOINT_CALLS_H
#define SC_JOINT_CALLS_H

#include "world/checks.h"

/// A definition as the store keeps it.
typedef struct sc_joint_record
{
    sc_joint_frame frame;
    sc_joint_settings settings;
    sc_joint_given given;
    float break_force, break_torque;  ///< N, N m
    float force_threshold, torque_threshold;
    uint8_t flags;
} sc_joint_record;

/// Bytes of the definition of a type.
size_t sc_joint_def_size(scree_joint_type type);
const scree_joint_base *sc_joint_base_of(const void *def);
/// Checks a definition but for its bodies. `name` is what messages call it: "def".
scree_result sc_check_joint_def(scree_world *world, scree_joint_type type, const void *def,
                                const char *function, const char *name);
/// Of a definition that was checked.
sc_joint_record sc_pack_joint(scree_joint_type type, const void *def);
/// Writes everything but the bodies and the user data.
void sc_unpack_joint(scree_joint_type type, const sc_joint_record *record, void *def);

/// The slot of a live joint, or 0; no error is noted.
int32_t sc_peek_joint(const scree_world *world, scree_joint_id joint);
/// The checks that every changing call begins with, and the slot.
scree_result sc_enter_joint(scree_world *world, scree_joint_id joint, const char *function,
                            int32_t *slot);

/// Of a gear, rack or ratchet: takes into account how far the bodies have come since.
void sc_count_on(scree_world *world, int32_t slot);
/// It counts from where the bodies are.
void sc_begin_count(scree_world *world, int32_t slot);

static inline int32_t sc_joint_row(const scree_world *world, int32_t slot, int side)
{
    return world->bodies.row[world->joints.body[slot][side]];
}

#endif
