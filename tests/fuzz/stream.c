#include "tests/fuzz/stream.h"

fuzz_stream fuzz_stream_of_seed(uint64_t seed) { return (fuzz_stream){.state = seed}; }

fuzz_stream fuzz_stream_of_bytes(const uint8_t *data, size_t size)
{
    static const uint8_t nothing;
    return (fuzz_stream){.data = data != NULL ? data : &nothing, .size = data != NULL ? size : 0};
}

bool fuzz_stream_ended(const fuzz_stream *stream)
{
    return stream->data != NULL && stream->at >= stream->size;
}

/// SplitMix64 (G. L. Steele Jr., D. Lea, C. H. Flood, 2014).
static uint64_t next(fuzz_stream *stream)
{
    uint64_t z = (stream->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t next_byte(fuzz_stream *stream)
{
    return stream->at < stream->size ? stream->data[stream->at++] : 0;
}

static uint64_t bits(fuzz_stream *stream, int bytes)
{
    if (stream->data == NULL)
    {
        return next(stream) >> (64 - 8 * bytes);
    }
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
    {
        value |= (uint64_t)next_byte(stream) << (8 * i);
    }
    return value;
}

uint32_t fuzz_byte(fuzz_stream *stream) { return (uint32_t)bits(stream, 1); }

uint32_t fuzz_word(fuzz_stream *stream) { return (uint32_t)bits(stream, 4); }

uint64_t fuzz_long(fuzz_stream *stream) { return bits(stream, 8); }

int fuzz_below(fuzz_stream *stream, int bound)
{
    if (bound <= 1)
    {
        return 0;
    }
    int bytes = bound <= 256 ? 1 : 2;
    return (int)(bits(stream, bytes) * (uint64_t)bound >> (8 * bytes));
}

float fuzz_unit(fuzz_stream *stream) { return (float)bits(stream, 2) / 65535.0f; }
