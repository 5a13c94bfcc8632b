#include "bounds.h"

#include <math.h>

scree_aabb scree_bounds_empty(void) { return (scree_aabb){{1e8f, 1e8f}, {-1e8f, -1e8f}}; }

void scree_bounds_add(scree_aabb *bounds, scree_aabb aabb)
{
    if (!(fabsf(aabb.lower.x) < 1e7f && fabsf(aabb.lower.y) < 1e7f && fabsf(aabb.upper.x) < 1e7f &&
          fabsf(aabb.upper.y) < 1e7f))
        return;
    bounds->lower =
        (scree_vec2){fminf(bounds->lower.x, aabb.lower.x), fminf(bounds->lower.y, aabb.lower.y)};
    bounds->upper =
        (scree_vec2){fmaxf(bounds->upper.x, aabb.upper.x), fmaxf(bounds->upper.y, aabb.upper.y)};
}

scree_aabb scree_bounds_view(scree_aabb bounds)
{
    if (bounds.lower.x > bounds.upper.x)
        return (scree_aabb){{-10.0f, -10.0f}, {10.0f, 10.0f}};
    float width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
    float margin = 0.05f * fmaxf(fmaxf(width, height), 1.0f);
    return (scree_aabb){{bounds.lower.x - margin, bounds.lower.y - margin},
                        {bounds.upper.x + margin, bounds.upper.y + margin}};
}
