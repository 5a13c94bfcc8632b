/// The bytes that calls are made of: from a generator that never ends, or from a buffer.
#ifndef SC_FUZZ_STREAM_H
#define SC_FUZZ_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A copy of a stream reads the same again.
typedef struct fuzz_stream
{
    uint64_t state;       ///< of the generator
    const uint8_t *data;  ///< null: the generator
    size_t size, at;
} fuzz_stream;

fuzz_stream fuzz_stream_of_seed(uint64_t seed);
/// Past the end of the buffer all bytes are zero.
fuzz_stream fuzz_stream_of_bytes(const uint8_t *data, size_t size);
bool fuzz_stream_ended(const fuzz_stream *stream);

uint32_t fuzz_byte(fuzz_stream *stream);
uint32_t fuzz_word(fuzz_stream *stream);  ///< 32 bits
uint64_t fuzz_long(fuzz_stream *stream);  ///< 64 bits
/// 0 to bound - 1, bound up to 65536; 0 for a bound below 1.
int fuzz_below(fuzz_stream *stream, int bound);
/// 0 to 1, both ends included.
float fuzz_unit(fuzz_stream *stream);

#endif
