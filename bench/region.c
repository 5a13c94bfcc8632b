#include "region.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t padded(size_t size)
{
    return (size + SC_ALIGNMENT - 1) & ~(size_t)(SC_ALIGNMENT - 1);
}

sc_region *sc_region_create(void)
{
    sc_region *region = aligned_alloc(SC_ALIGNMENT, SC_REGION_SIZE);
    if (region != NULL)
    {
        memset(region, 0, SC_ALIGNMENT);
        region->used = SC_ALIGNMENT;
    }
    return region;
}

void sc_region_destroy(sc_region *region) { free(region); }

static void *take(size_t size, void *context)
{
    sc_region *region = context;
    size = padded(size);
    if (size > SC_REGION_SIZE - region->used)
    {
        return NULL;
    }
    void *block = (char *)region + region->used;
    region->used += size;
    return block;
}

static void give_back(void *block, size_t size, void *context)
{
    sc_region *region = context;
    size = padded(size);
    if ((char *)block + size == (char *)region + region->used)
    {
        region->used -= size;
    }
}

scree_allocator sc_region_allocator(sc_region *region)
{
    return (scree_allocator){take, give_back, region};
}

void sc_region_set(sc_region *region, const sc_region *from) { memcpy(region, from, from->used); }
