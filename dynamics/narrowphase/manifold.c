#include "dynamics/narrowphase/manifold.h"

#include "core/assert.h"

typedef struct point_impulse
{
    float normal, tangent;
} point_impulse;

/// The impulse that a manifold holds for a feature; zero if it has none.
static point_impulse find_impulse(const sc_manifold *manifold, int32_t feature)
{
    SC_ASSERT(feature >= 0 && feature <= SC_FEATURE_MASK);
    int32_t info = manifold->info;
    int count = info >> SC_COUNT_SHIFT & SC_COUNT_MASK;
    if (count > 0 && (info & SC_FEATURE_MASK) == feature)
    {
        return (point_impulse){manifold->normal_impulse_0, manifold->tangent_impulse_0};
    }
    if (count > 1 && (info >> SC_FEATURE_BITS & SC_FEATURE_MASK) == feature)
    {
        return (point_impulse){manifold->normal_impulse_1, manifold->tangent_impulse_1};
    }
    return (point_impulse){0.0f, 0.0f};
}

void sc_manifold_replace(sc_manifold *manifold, uint8_t *point_count, float margin,
                         const sc_shape_pose *a, const sc_shape_pose *b,
                         const sc_contact_points *points)
{
    SC_ASSERT(points->count >= 0 && points->count <= 2);
    const sc_manifold old = *manifold;
    *manifold = (sc_manifold){0};
    const float reach = margin + sc_approach(a->path, b->path, points->normal);
    int count = 0;
    for (int k = 0; k < points->count; k++)
    {
        const sc_contact_point *p = &points->point[k];
        if (!(p->separation <= reach))
        {
            continue;
        }
        point_impulse impulse = find_impulse(&old, p->feature);
        manifold->anchor[count][0] = a->arm_x + p->position.x;
        manifold->anchor[count][1] = a->arm_y + p->position.y;
        manifold->separation[count] = p->separation;
        manifold->info |= p->feature << (count * SC_FEATURE_BITS);
        if (count == 0)
        {
            manifold->normal_impulse_0 = impulse.normal;
            manifold->tangent_impulse_0 = impulse.tangent;
        }
        else
        {
            manifold->normal_impulse_1 = impulse.normal;
            manifold->tangent_impulse_1 = impulse.tangent;
        }
        count++;
    }
    *point_count = (uint8_t)count;
    if (count == 0)
    {
        return;
    }
    manifold->info |= count << SC_COUNT_SHIFT;
    manifold->normal_x = points->normal.x;
    manifold->normal_y = points->normal.y;
    manifold->com_x = b->x - a->x - b->arm_x + a->arm_x;
    manifold->com_y = b->y - a->y - b->arm_y + a->arm_y;
    bool had_points = (old.info >> SC_COUNT_SHIFT & SC_COUNT_MASK) > 0;
    manifold->rolling_impulse = had_points ? old.rolling_impulse : 0.0f;
}
