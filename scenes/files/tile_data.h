/// Encoded data of the layers of Tiled: base64, plain or compressed.
#ifndef SC_SCENES_FILES_TILE_DATA_H
#define SC_SCENES_FILES_TILE_DATA_H

#include <stdbool.h>
#include <stdint.h>

/// Takes the number of a tile. False ends the reading.
typedef bool sc_take_tile(void *context, int index, uint32_t gid);

/// Reads `count` tiles, 32 bits each with the low byte first. `compression` is "", "zlib" or
/// "gzip". The data is decoded piece by piece, so that it takes the same memory whatever its size,
/// and no more than `count` tiles of it are decoded. Returns an error
/// text, or null on success and if `take` ended the reading.
const char *sc_read_tile_data(const char *text, const char *compression, int count,
                              sc_take_tile *take, void *context);

#endif
