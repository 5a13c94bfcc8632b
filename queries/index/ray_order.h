/// The order in which the rays of a batch are cast through the trees.
#ifndef SC_RAY_ORDER_H
#define SC_RAY_ORDER_H

#include "core/memory.h"
#include "scree/query.h"

enum
{
    SC_RAY_CELL_BITS = 9  ///< cells by which rays are sorted: 2 to this
};

/// The rays of a batch in another order.
typedef struct sc_ray_order
{
    int32_t *rays;
    uint16_t *keys;
    int32_t begin[(4 << SC_RAY_CELL_BITS) + 1];
} sc_ray_order;

static inline size_t sc_ray_order_bytes(int count)
{
    return sizeof(sc_ray_order) + (sizeof(int32_t) + sizeof(uint16_t)) * (size_t)count;
}

/// The quadrant of a ray's direction, 0 to 3.
static inline uint32_t sc_ray_quarter(float x, float y)
{
    return (uint32_t)(x < 0.0f) * 2 + (uint32_t)(y < 0.0f);
}

/// Finds an order in which rays that begin near each other and have directions in the same quadrant
/// are consecutive. Returns null if there are few rays, if they are in such an order already, or if
/// out of memory.
sc_ray_order *sc_sort_rays(sc_memory *memory, const scree_ray_batch *batch);

#endif
