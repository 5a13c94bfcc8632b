#include "narrowphase/collide.h"

#include "core/pass.h"
#include "narrowphase/narrow_scalar.h"
#include "simd/kernels.h"

enum
{
    GRAIN = SC_BLOCK_GRAIN * SC_BLOCK
};

typedef struct narrow_context
{
    sc_narrow_args args;
    sc_narrow_kernel *kernel;
} narrow_context;

static void narrow_range(void *context, sc_range range)
{
    narrow_context *narrow = context;
    narrow->kernel(&narrow->args, range.begin, range.end);
}

/// Bytes of geometry that a kernel reads of a shape.
enum
{
    CIRCLE = 0,
    BOX = SC_GEOMETRY_HEADER * (int)sizeof(float),
    CONVEX4 = BOX + 4 * 4 * (int)sizeof(float),
    CONVEX8 = BOX + 8 * 4 * (int)sizeof(float),
    /// Slots, poses and places in the pool of both shapes; manifold and point count.
    ITEM_BYTES =
        2 * (int)(2 * sizeof(int32_t) + sizeof(sc_shape_pose)) + (int)sizeof(sc_manifold) + 1
};

typedef struct class_kernel
{
    sc_narrow_kernel *kernel;
    const char *name;
    int geometry;  ///< bytes
} class_kernel;

bool sc_collide(sc_step *step)
{
#define KERNEL(name, geometry)               \
    {                                        \
        step->kernels->name, #name, geometry \
    }
    const class_kernel kernels[SC_CLASS_COUNT] = {
        [SC_CLASS_CIRCLE_CIRCLE] = KERNEL(narrow_circle_circle, CIRCLE + CIRCLE),
        [SC_CLASS_BOX_CIRCLE] = KERNEL(narrow_box_circle, BOX + CIRCLE),
        [SC_CLASS_CONVEX4_CIRCLE] = KERNEL(narrow_convex4_circle, CONVEX4 + CIRCLE),
        [SC_CLASS_CONVEX8_CIRCLE] = KERNEL(narrow_convex8_circle, CONVEX8 + CIRCLE),
        [SC_CLASS_BOX_BOX] = KERNEL(narrow_box_box, BOX + BOX),
        [SC_CLASS_CONVEX4_CONVEX4] = KERNEL(narrow_convex4_convex4, CONVEX4 + CONVEX4),
        [SC_CLASS_CONVEX8_CONVEX8] = KERNEL(narrow_convex8_convex8, CONVEX8 + CONVEX8),
        [SC_CLASS_POLYGON] = {sc_narrow_polygon, "narrow_polygon", CONVEX8 + CONVEX8},
        [SC_CLASS_HALF_SPACE] = {sc_narrow_half_space, "narrow_half_space", BOX + CONVEX4},
    };
#undef KERNEL
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
        sc_pass pass = {kernels[class].name, "pairs", ITEM_BYTES + kernels[class].geometry, -1};
        narrow.kernel = kernels[class].kernel;
        int first = contacts->first[class];
        sc_run_pass(step, &pass, first, first + contacts->count[class], GRAIN, narrow_range,
                    &narrow);
    }
    sc_set_work(step->profile, sc_contacts_count(contacts), "pairs", 0);
    return true;
}

bool sc_advance_contacts(sc_step *step)
{
    sc_contacts *contacts = step->contacts;
    int begun = 0, ended = contacts->removed;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        uint8_t *state = contacts->state + contacts->first[c];
        const uint8_t *point_count = contacts->point_count + contacts->first[c];
        const int32_t count = contacts->count[c];
        for (int32_t i = 0; i < count; ++i)
        {
            int phase = (state[i] & SC_CONTACT_TOUCHES) << 1 | (point_count[i] != 0);
            state[i] = (uint8_t)((state[i] & ~SC_CONTACT_PHASE) | phase);
            begun += phase == SC_CONTACT_BEGINS;
            ended += phase == SC_CONTACT_ENDS;
        }
    }
    contacts->removed = 0;
    step->begun_contacts = begun;
    step->ended_contacts = ended;
    int count = sc_contacts_count(contacts);
    sc_set_work(step->profile, count, "contacts", 2 * (int64_t)count);
    return true;
}
