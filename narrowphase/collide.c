#include "narrowphase/collide.h"

#include "narrowphase/narrow_scalar.h"
#include "simd/kernels.h"

enum
{
    GRAIN = 1024
};

typedef struct narrow_context
{
    sc_narrow_args args;
    sc_narrow_kernel *kernel;
    int first;
} narrow_context;

static void narrow_range(void *context, int begin, int end, int range)
{
    (void)range;
    narrow_context *narrow = context;
    narrow->kernel(&narrow->args, narrow->first + begin, narrow->first + end);
}

bool sc_collide(sc_step *step)
{
    const sc_kernels *k = step->kernels;
    sc_narrow_kernel *kernels[SC_CLASS_COUNT] = {
        [SC_CLASS_CIRCLE_CIRCLE] = k->narrow_circle_circle,
        [SC_CLASS_BOX_CIRCLE] = k->narrow_box_circle,
        [SC_CLASS_CONVEX4_CIRCLE] = k->narrow_convex4_circle,
        [SC_CLASS_CONVEX8_CIRCLE] = k->narrow_convex8_circle,
        [SC_CLASS_BOX_BOX] = k->narrow_box_box,
        [SC_CLASS_CONVEX4_CONVEX4] = k->narrow_convex4_convex4,
        [SC_CLASS_CONVEX8_CONVEX8] = k->narrow_convex8_convex8,
        [SC_CLASS_POLYGON] = sc_narrow_polygon,
        [SC_CLASS_HALF_SPACE] = sc_narrow_half_space,
    };
    const sc_contacts *contacts = step->contacts;
    narrow_context narrow = {.args = {.poses = step->shapes->pose,
                                      .geometry = step->shapes->geometry,
                                      .geometry_start = step->shapes->geometry_start,
                                      .kinds = step->shapes->kind,
                                      .a = contacts->a,
                                      .b = contacts->b,
                                      .manifolds = contacts->manifold,
                                      .point_count = contacts->point_count}};
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        narrow.kernel = kernels[class];
        narrow.first = contacts->first[class];
        sc_run(step->jobs, contacts->count[class], GRAIN, narrow_range, &narrow);
    }
    return true;
}
