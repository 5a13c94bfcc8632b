/// Snapshots that older builds made, and the hashes that a world has 100 steps after it loaded one.
/// scree_snapshots compares them on any target; a new version adds files and leaves these as they
/// are.
#ifndef SC_GOLDEN_SNAPSHOTS_H
#define SC_GOLDEN_SNAPSHOTS_H

#include <stdint.h>

typedef struct golden_snapshot
{
    const char *file;
    uint64_t hash, state_hash;
} golden_snapshot;

static const golden_snapshot golden_snapshots[] = {
    {"version_1_few.snapshot", 0x0d1f6516c8e0a27d, 0x7615a65a0629da63},
    {"version_1_particles.snapshot", 0x163888145e4c76a1, 0x09e9e38f8cb7c6d7},
    {"version_1_every.snapshot", 0xc81d57edf244ec10, 0x880b89b5ddde9818},
};

#endif
