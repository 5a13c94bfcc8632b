#include "scenes/files/tile_data.h"

#include <stddef.h>
#include <string.h>

#if defined(SC_HAVE_ZLIB)
#include <zlib.h>
#endif

enum
{
    DECODED = 3 << 10,  // bytes of base64 at a time
    INFLATED = 16 << 10
};

// ---- base64 (RFC 4648), with white space anywhere

typedef struct base64
{
    const char *text;
    bool ended, bad;
} base64;

static char next_character(base64 *in)
{
    in->text += strspn(in->text, " \t\r\n");
    return *in->text != '\0' ? *in->text++ : '\0';
}

static int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Four characters as up to three bytes; '=' may replace digits at the end of the last group.
static int decode_group(base64 *in, unsigned char bytes[3])
{
    uint32_t bits = 0;
    int digits = 0, padding = 0;
    for (; digits + padding < 4; bits <<= 6)
    {
        char c = next_character(in);
        int digit = digit_of(c);
        if (c == '\0' && digits + padding == 0)
        {
            in->ended = true;
            return 0;
        }
        in->bad = in->bad || (digit < 0 && c != '=') || (digit >= 0 && padding > 0);
        if (in->bad)
            return 0;
        bits |= digit >= 0 ? (uint32_t)digit : 0;
        digits += digit >= 0;
        padding += digit < 0;
    }
    in->ended = padding > 0;
    in->bad = digits < 2 || (padding > 0 && next_character(in) != '\0');
    for (int i = 0; i < 3; ++i)
        bytes[i] = (unsigned char)(bits >> (22 - 8 * i));
    return in->bad ? 0 : 3 - padding;
}

static size_t decode(base64 *in, unsigned char bytes[DECODED])
{
    size_t count = 0;
    while (!in->ended && !in->bad && count + 3 <= DECODED)
        count += (size_t)decode_group(in, bytes + count);
    return count;
}

// ---- bytes as tiles

typedef struct tiles
{
    sc_take_tile *take;
    void *context;
    uint32_t gid;  // of the bytes so far
    int bytes;     // of the next tile, 0 to 3
    int index, count;
    bool stopped, too_many;
} tiles;

static void put_bytes(tiles *tiles, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count && !tiles->stopped; ++i)
    {
        if (tiles->index == tiles->count)
        {
            tiles->stopped = tiles->too_many = true;
            return;
        }
        tiles->gid |= (uint32_t)bytes[i] << (8 * tiles->bytes);
        tiles->bytes = (tiles->bytes + 1) % 4;
        if (tiles->bytes != 0)
            continue;
        tiles->stopped = !tiles->take(tiles->context, tiles->index++, tiles->gid);
        tiles->gid = 0;
    }
}

// ---- decompression

static const char *read_plain(base64 *in, tiles *tiles)
{
    unsigned char bytes[DECODED];
    while (!in->ended && !in->bad && !tiles->stopped)
        put_bytes(tiles, bytes, decode(in, bytes));
    return NULL;
}

#if defined(SC_HAVE_ZLIB)
// Inflates what zlib has of the input. False: it needs more, or the data ends or is damaged.
static bool inflate_some(z_stream *stream, tiles *tiles, int *state)
{
    unsigned char out[INFLATED];
    stream->next_out = out;
    stream->avail_out = INFLATED;
    *state = inflate(stream, Z_NO_FLUSH);
    put_bytes(tiles, out, INFLATED - stream->avail_out);
    return *state == Z_OK && !tiles->stopped && (stream->avail_in > 0 || stream->avail_out == 0);
}

static const char *read_compressed(base64 *in, tiles *tiles, bool is_gzip)
{
    unsigned char bytes[DECODED];
    z_stream stream = {0};
    // 16 selects the head of gzip.
    if (inflateInit2(&stream, is_gzip ? 15 + 16 : 15) != Z_OK)
        return "out of memory";
    int state = Z_OK;
    while (!in->ended && !in->bad && !tiles->stopped && (state == Z_OK || state == Z_BUF_ERROR))
    {
        stream.next_in = bytes;
        stream.avail_in = (uInt)decode(in, bytes);
        while (inflate_some(&stream, tiles, &state))
            ;
    }
    bool left = stream.avail_in > 0 || (!in->ended && next_character(in) != '\0');
    inflateEnd(&stream);
    if (in->bad || tiles->stopped)
        return NULL;
    if (state == Z_MEM_ERROR)
        return "out of memory";
    if (state == Z_OK || state == Z_BUF_ERROR)
        return "its compressed data is truncated";
    if (state != Z_STREAM_END)
        return "its compressed data is damaged";
    return left ? "it has more bytes behind its compressed data" : NULL;
}
#else
static const char *read_compressed(base64 *in, tiles *tiles, bool is_gzip)
{
    (void)in;
    (void)tiles;
    (void)is_gzip;
    return "this program was built without zlib and cannot read compressed layers";
}
#endif

const char *sc_read_tile_data(const char *text, const char *compression, int count,
                              sc_take_tile *take, void *context)
{
    base64 in = {.text = text};
    tiles tiles = {.take = take, .context = context, .count = count};
    bool is_zlib = strcmp(compression, "zlib") == 0, is_gzip = strcmp(compression, "gzip") == 0;
    const char *fault;
    if (is_zlib || is_gzip)
        fault = read_compressed(&in, &tiles, is_gzip);
    else if (compression[0] == '\0')
        fault = read_plain(&in, &tiles);
    else
        return "its compression is not zlib or gzip: save the map with one of these, or with none";
    if (fault != NULL)
        return fault;
    if (in.bad)
        return "its data is not base64";
    if (tiles.too_many)
        return "its data has more tiles";
    if (!tiles.stopped && (tiles.index < count || tiles.bytes != 0))
        return "its data has fewer tiles";
    return NULL;
}
