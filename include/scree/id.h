/// Ids of bodies, shapes, chains, particles and joints: 64 bits, passed and compared by value; zero
/// is null.
///
/// An id holds a slot, a generation and the world's number. It is safe to keep after its object was
/// destroyed: calls on it return SCREE_ERROR_STALE_ID and change nothing, getters return the
/// neutral value that they document.
///
/// No two living worlds of a process have the same number, so an id of one is never valid in
/// another. There are 65,535 numbers, so up to 65,535 worlds can exist at a time. Numbers are
/// assigned in a cycle: an id of a destroyed world may become valid in another world after 65,535
/// worlds (less those that still exist) have been created.
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

/// A chain of segments. Each segment is a shape with its own id.
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

/// These functions return the null id, whether an id is null (an id that is not null may still be
/// stale), and whether two ids are the same. They are inline; a program may compare `value` itself
/// instead.
static inline scree_body_id scree_body_null(void)
{
    scree_body_id id;
    id.value = 0;
    return id;
}

static inline bool scree_body_is_null(scree_body_id id) { return id.value == 0; }

static inline bool scree_body_is_same(scree_body_id a, scree_body_id b)
{
    return a.value == b.value;
}

static inline scree_shape_id scree_shape_null(void)
{
    scree_shape_id id;
    id.value = 0;
    return id;
}

static inline bool scree_shape_is_null(scree_shape_id id) { return id.value == 0; }

static inline bool scree_shape_is_same(scree_shape_id a, scree_shape_id b)
{
    return a.value == b.value;
}

static inline scree_chain_id scree_chain_null(void)
{
    scree_chain_id id;
    id.value = 0;
    return id;
}

static inline bool scree_chain_is_null(scree_chain_id id) { return id.value == 0; }

static inline bool scree_chain_is_same(scree_chain_id a, scree_chain_id b)
{
    return a.value == b.value;
}

static inline scree_particle_id scree_particle_null(void)
{
    scree_particle_id id;
    id.value = 0;
    return id;
}

static inline bool scree_particle_is_null(scree_particle_id id) { return id.value == 0; }

static inline bool scree_particle_is_same(scree_particle_id a, scree_particle_id b)
{
    return a.value == b.value;
}

static inline scree_joint_id scree_joint_null(void)
{
    scree_joint_id id;
    id.value = 0;
    return id;
}

static inline bool scree_joint_is_null(scree_joint_id id) { return id.value == 0; }

static inline bool scree_joint_is_same(scree_joint_id a, scree_joint_id b)
{
    return a.value == b.value;
}

#endif
