/// The kept list of neighbours in an image of a world.
#ifndef SC_NEIGHBOUR_IMAGE_H
#define SC_NEIGHBOUR_IMAGE_H

#include "core/stores/store_image.h"
#include "particles/particle_store.h"

void sc_neighbours_put(sc_image_writer *writer, const sc_circles *circles);
/// Allocates *fresh for sc_neighbours_get if the list of the image is larger than the memory of the
/// present list; otherwise sets it to null. Moves `reader` past the list. Returns false if out of
/// memory.
bool sc_neighbours_reserve(sc_image_reader *reader, const sc_circles *circles, sc_memory *memory,
                           void **fresh);
void sc_neighbours_get(sc_image_reader *reader, sc_circles *circles, void *fresh);

/// Like the two functions above, but from another store instead of an image.
bool sc_neighbours_reserve_copy(const sc_circles *from, const sc_circles *circles,
                                sc_memory *memory, void **fresh);
void sc_neighbours_copy(const sc_circles *from, sc_circles *circles, void *fresh);

#endif
