/// Ids of bodies, shapes, chains, particles and joints: 64 bits, passed and compared by value; zero
/// is null.
///
/// An id holds a slot, a generation and the world's number. It is safe to keep after its object
/// is gone: calls on it return SCREE_ERROR_STALE_ID and change nothing, getters return the
/// neutral value that they document.
///
/// No two living worlds of a process have the same number, so an id of one is never valid in
/// another. There are 65,535 numbers, and as many worlds can live at a time. They are given in
/// turn: an id of a destroyed world may be valid again, in another one, after 65,535 worlds (less
/// those that live on) were created since.
#ifndef SCREE_ID_H
#define SCREE_ID_H

#include "base.h"

typedef struct scree_body_id
{
    uint64_t value;
} scree_body_id;

typedef struct scree_shape_id
{
    uint64_t value;
} scree_shape_id;

/// A chain of segments, each of which is a shape with an id of its own.
typedef struct scree_chain_id
{
    uint64_t value;
} scree_chain_id;

typedef struct scree_particle_id
{
    uint64_t value;
} scree_particle_id;

typedef struct scree_joint_id
{
    uint64_t value;
} scree_joint_id;

#endif
