#include "scenes/files/tiled_object.h"

#include <scree/scree.h>

#define ELLIPSE_CORNERS 16

int sc_tiled_outline(const cJSON *object, sc_outline_point *points, int capacity)
{
    double width = sc_tiled_number(object, "width", 0.0),
           height = sc_tiled_number(object, "height", 0.0);
    const cJSON *list = sc_import_get(object, "polygon"), *item;
    list = list != NULL ? list : sc_import_get(object, "polyline");
    int count = 0;
    if (list != NULL)
    {
        cJSON_ArrayForEach(item, list)
        {
            if (count == capacity)
                return 0;
            points[count++] = (sc_outline_point){sc_tiled_number(item, "x", 0.0),
                                                 sc_tiled_number(item, "y", 0.0)};
        }
        return count;
    }
    if (!(width > 0.0) || !(height > 0.0))
        return 0;
    if (sc_tiled_is_true(object, "ellipse"))
    {
        for (; count < ELLIPSE_CORNERS; ++count)
        {
            float sine, cosine;
            scree_sincos(6.2831853f * (float)count / ELLIPSE_CORNERS, &sine, &cosine);
            points[count] = (sc_outline_point){0.5 * width * (1.0 + (double)cosine),
                                               0.5 * height * (1.0 + (double)sine)};
        }
        return count;
    }
    points[0] = (sc_outline_point){0.0, 0.0};
    points[1] = (sc_outline_point){width, 0.0};
    points[2] = (sc_outline_point){width, height};
    points[3] = (sc_outline_point){0.0, height};
    return 4;
}
