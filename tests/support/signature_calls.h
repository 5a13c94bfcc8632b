/// Calls by the table of signatures: a world with one of everything, arguments that may be spoiled.
#ifndef SC_TEST_SIGNATURE_CALLS_H
#define SC_TEST_SIGNATURE_CALLS_H

#include "tests/support/signatures.h"
#include "tests/support/worlds.h"

/// A world with one of everything, and ids that are no good in it.
typedef struct sig_world
{
    scree_world *world, *other;
    uint64_t id[SIG_OBJECT_COUNT], second[SIG_OBJECT_COUNT];
    uint64_t stale[SIG_OBJECT_COUNT], foreign[SIG_OBJECT_COUNT];
    uint64_t ground, platform, wall;  ///< static body, kinematic body, half-space
    uint64_t joint[SCREE_JOINT_TYPE_COUNT];
} sig_world;

sig_world sig_world_make(const scree_world_def *def);
void sig_world_end(sig_world *w);

#define SIG_MAX_ARGUMENTS 12
#define SIG_POINTEE 8192

typedef struct sig_call
{
    const sig_function *function;
    _Alignas(64) char value[SIG_MAX_ARGUMENTS][64];
    _Alignas(64) char pointee[SIG_MAX_ARGUMENTS][SIG_POINTEE];
    _Alignas(64) char hops[16384];
    size_t hop_bytes;
    _Alignas(64) char result[SIG_POINTEE];
} sig_call;

/// All arguments right.
void sig_call_prepare(sig_call *call, const sig_function *function, const sig_world *w);
/// Where a leaf of an argument lies.
void *sig_leaf_at(sig_call *call, int argument, const sig_leaf *leaf);
/// Calls it; the returned value is in `result`.
void sig_call_make(sig_call *call);
void sig_put_number(void *at, sig_kind kind, double x);
/// The function of this name; fails the test if there is none.
const sig_function *sig_find(const char *name);
/// Fails unless both hold the same numbers, ids, switches and pointers an argument points to.
void sig_assert_same(const sig_argument *argument, const void *a, const void *b);

#endif
