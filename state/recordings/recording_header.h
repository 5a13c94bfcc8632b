/// The header of recordings.
#ifndef SC_RECORDING_HEADER_H
#define SC_RECORDING_HEADER_H

#include <stdint.h>

/// The first 8 bytes of a recording.
#define SC_RECORDING_MAGIC "scree\x1arc"

/// A hash of the numbers and arguments of calls: two builds with the same one read the same
/// recordings.
uint64_t sc_calls_hash(void);

#endif
