/// All memory of a world in one piece, so that its whole state can be copied away and back.
#ifndef SC_BENCH_REGION_H
#define SC_BENCH_REGION_H

#include <scree/scree.h>

/// Bytes of address space; only the used part occupies memory.
#define SC_REGION_SIZE ((size_t)1 << 30)

/// The region's first bytes, which belong to the state that is copied.
typedef struct sc_region
{
    size_t used;  ///< bytes, this head included
} sc_region;

/// Null: no memory.
sc_region *sc_region_create(void);
void sc_region_destroy(sc_region *region);
/// Released memory is not used again, unless it was the last piece taken.
scree_allocator sc_region_allocator(sc_region *region);
/// Copies all that is used in `from`. Pointers keep pointing into the region that they were made
/// in: only there is a copied world of use again.
void sc_region_set(sc_region *region, const sc_region *from);

#endif
