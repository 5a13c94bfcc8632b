/// The block of memory of an image: its head, and the checks of a block.
#ifndef SC_IMAGE_BLOCK_H
#define SC_IMAGE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

typedef struct sc_image_head
{
    uint64_t magic, build;
    uint64_t bytes, checksum;  ///< of the whole image; of all bytes after the head
    uint16_t number;           ///< of the world
    uint16_t zeros[3];
} sc_image_head;

uint64_t sc_image_checksum(const char *bytes, size_t count, uint16_t number);
/// The fault of a block that should be an image; null: none.
const char *sc_image_fault(const void *buffer, size_t size, sc_image_head *head);

#endif
