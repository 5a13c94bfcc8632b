#include "narrowphase/collide.h"

#include "core/pass.h"
#include "narrowphase/chain_contacts.h"
#include "narrowphase/narrow_scalar.h"
#include "simd/kernels.h"

#include <stdatomic.h>

enum
{
    GRAIN = SC_BLOCK_GRAIN * SC_BLOCK,
    ADVANCE_GRAIN = 32768  ///< contacts to a range, 20 us
};

typedef struct narrow_context
{
    sc_narrow_args args;
    sc_narrow_kernel *kernel;
    bool chains;  ///< some of the contacts may be those of chains
} narrow_context;

static void narrow_range(void *context, sc_range range)
{
    narrow_context *narrow = context;
    if (narrow->chains)
    {
        sc_narrow_chains(&narrow->args, narrow->kernel, range.begin, range.end);
    }
    else
    {
        narrow->kernel(&narrow->args, range.begin, range.end);
    }
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

/// Whether a class has contacts of segments that chains may have.
static bool takes_chains(int class)
{
    return class == SC_CLASS_CONVEX4_CIRCLE || class == SC_CLASS_CONVEX4_CONVEX4 ||
           class == SC_CLASS_CONVEX8_CONVEX8 || class == SC_CLASS_POLYGON;
}

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
    bool chains = step->shapes->chain_count > 0;
    narrow_context narrow = {.args = {.poses = step->shapes->pose,
                                      .geometry = step->shapes->geometry,
                                      .geometry_start = step->shapes->geometry_start,
                                      .kinds = step->shapes->kind,
                                      .a = contacts->a,
                                      .b = contacts->b,
                                      .manifolds = contacts->manifold,
                                      .margin = SC_SPECULATIVE,
                                      .point_count = contacts->point_count,
                                      .types = chains ? step->shapes->type : NULL}};
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        sc_pass pass = {kernels[class].name, "pairs", ITEM_BYTES + kernels[class].geometry, -1};
        narrow.kernel = kernels[class].kernel;
        narrow.chains = chains && takes_chains(class);
        int first = contacts->first[class];
        sc_run_pass(step, &pass, first, first + contacts->count[class], GRAIN, narrow_range,
                    &narrow);
    }
    sc_set_work(step->profile, sc_contacts_count(contacts), "pairs", 0);
    return true;
}

typedef struct advance_context
{
    sc_contacts *contacts;
    atomic_int begun, ended;
} advance_context;

static void advance_range(void *context, sc_range range)
{
    advance_context *advance = context;
    uint8_t *state = advance->contacts->state;
    const uint8_t *point_count = advance->contacts->point_count;
    int begun = 0, ended = 0;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int phase = (state[i] & SC_CONTACT_TOUCHES) << 1 | (point_count[i] != 0);
        state[i] = (uint8_t)((state[i] & ~SC_CONTACT_PHASE) | phase);
        begun += phase == SC_CONTACT_BEGINS;
        ended += phase == SC_CONTACT_ENDS;
    }
    // Sums of whole numbers do not depend on their order.
    atomic_fetch_add_explicit(&advance->begun, begun, memory_order_relaxed);
    atomic_fetch_add_explicit(&advance->ended, ended, memory_order_relaxed);
}

bool sc_advance_contacts(sc_step *step)
{
    static const sc_pass pass = {"advance_contacts", "contacts", 2, -1};
    sc_contacts *contacts = step->contacts;
    advance_context advance = {.contacts = contacts};
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        sc_run_pass(step, &pass, contacts->first[c], contacts->first[c] + contacts->count[c],
                    ADVANCE_GRAIN, advance_range, &advance);
    }
    step->begun_contacts = advance.begun;
    step->ended_contacts = contacts->removed + advance.ended;
    contacts->removed = 0;
    sc_set_work(step->profile, sc_contacts_count(contacts), "contacts", 0);
    return true;
}
