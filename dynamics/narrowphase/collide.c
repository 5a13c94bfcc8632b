#include "dynamics/narrowphase/collide.h"

#include "core/tuning.h"
#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/narrowphase/chain_contacts.h"
#include "dynamics/narrowphase/narrow_scalar.h"
#include "simd/kernels.h"

enum
{
    GRAIN = SC_BLOCK_GRAIN * SC_BLOCK,
    NEAR_CHUNK = 8 * SC_BLOCK
};

typedef struct narrow_context
{
    sc_narrow_args args;
    sc_narrow_kernel *kernel;
    bool chains;                    ///< some of the contacts may belong to chains
    sc_pair_overlaps_kernel *test;  ///< null: all pairs are collided, because most are near
    const sc_aabb *needed;          ///< by slot
} narrow_context;

/// Contacts that are near enough to have points, packed together.
typedef struct near_contacts
{
    int count;
    int32_t contact[NEAR_CHUNK], a[NEAR_CHUNK], b[NEAR_CHUNK];
    sc_manifold manifolds[NEAR_CHUNK];
    uint8_t point_count[NEAR_CHUNK];
} near_contacts;

/// Collides only the pairs that are near. In thin worlds AABBs serve for several steps, and most
/// pairs are apart. If the AABBs that this step needs (narrow->needed) do not overlap, the shapes
/// do not meet within the step and the pair gets no points. A kernel might give it points, if fast
/// shapes pass each other or corners are close along a normal.
static void narrow_near(const narrow_context *narrow, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0 && narrow->test != NULL);
    const sc_narrow_args *args = &narrow->args;
    for (int begin = range.begin; begin < range.end; begin += NEAR_CHUNK)
    {
        int count = range.end - begin < NEAR_CHUNK ? range.end - begin : NEAR_CHUNK;
        uint16_t overlaps[NEAR_CHUNK / SC_BLOCK];
        near_contacts near;
        near.count = 0;
        narrow->test(narrow->needed, args->a + begin, args->b + begin, overlaps, 0, count);
        for (int k = 0; k < count; k += SC_BLOCK)
        {
            // Packs the near contacts of the block: those with a bit. Bits past the last contact
            // are 0.
            const int32_t first = begin + k;
            const unsigned near_bits = overlaps[k / SC_BLOCK];
            for (unsigned bits = near_bits; bits != 0; bits &= bits - 1)
            {
                // Copy the contact with its impulses. A manifold without points is all zero.
                int32_t i = first + __builtin_ctz(bits);
                SC_ASSERT(near.count < NEAR_CHUNK && i >= SC_BLOCK);
                int at = near.count++;
                near.contact[at] = i;
                near.a[at] = args->a[i];
                near.b[at] = args->b[i];
                near.point_count[at] = args->point_count[i];
                near.manifolds[at] =
                    args->point_count[i] != 0 ? args->manifolds[i] : (sc_manifold){0};
            }
            if (!sc_block_is_zero(args->point_count + first))
            {
                for (int32_t i = first; i < first + SC_BLOCK; ++i)
                {
                    if (args->point_count[i] != 0 && (near_bits >> (i - first) & 1) == 0)
                    {
                        args->manifolds[i] = (sc_manifold){0};
                        args->point_count[i] = 0;
                    }
                }
            }
        }
        if (near.count == 0)
        {
            continue;
        }
        SC_ASSERT(near.count <= NEAR_CHUNK);
        sc_narrow_args taken = narrow->args;
        taken.a = near.a;
        taken.b = near.b;
        taken.manifolds = near.manifolds;
        taken.point_count = near.point_count;
        for (int k = near.count; k % SC_BLOCK != 0; ++k)
        {
            near.a[k] = near.b[k] = 0;
            near.manifolds[k] = (sc_manifold){0};
        }
        narrow->kernel(&taken, 0, near.count);
        for (int k = 0; k < near.count; ++k)
        {
            int32_t i = near.contact[k];
            if (near.point_count[k] != 0 || args->point_count[i] != 0)
            {
                args->manifolds[i] = near.manifolds[k];
                args->point_count[i] = near.point_count[k];
            }
        }
    }
}

static void narrow_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0 && range.begin < range.end);
    narrow_context *narrow = context;
    if (narrow->chains)
    {
        sc_narrow_chains(&narrow->args, narrow->kernel, range.begin, range.end);
    }
    else if (narrow->test != NULL)
    {
        narrow_near(narrow, range);
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

/// Lists the kernel of each class from a set of kernels.
static void list_kernels(const sc_kernels *set, class_kernel kernels[SC_CLASS_COUNT])
{
#define KERNEL(name, geometry) (class_kernel){set->name, #name, geometry}
    kernels[SC_CLASS_NONE] = (class_kernel){0};
    kernels[SC_CLASS_CIRCLE_CIRCLE] = KERNEL(narrow_circle_circle, CIRCLE + CIRCLE);
    kernels[SC_CLASS_BOX_CIRCLE] = KERNEL(narrow_box_circle, BOX + CIRCLE);
    kernels[SC_CLASS_CONVEX4_CIRCLE] = KERNEL(narrow_convex4_circle, CONVEX4 + CIRCLE);
    kernels[SC_CLASS_CONVEX8_CIRCLE] = KERNEL(narrow_convex8_circle, CONVEX8 + CIRCLE);
    kernels[SC_CLASS_BOX_BOX] = KERNEL(narrow_box_box, BOX + BOX);
    kernels[SC_CLASS_CONVEX4_CONVEX4] = KERNEL(narrow_convex4_convex4, CONVEX4 + CONVEX4);
    kernels[SC_CLASS_CONVEX8_CONVEX8] = KERNEL(narrow_convex8_convex8, CONVEX8 + CONVEX8);
    kernels[SC_CLASS_POLYGON] =
        (class_kernel){sc_narrow_polygon, "narrow_polygon", CONVEX8 + CONVEX8};
    kernels[SC_CLASS_HALF_SPACE] =
        (class_kernel){sc_narrow_half_space, "narrow_half_space", BOX + CONVEX4};
#undef KERNEL
}

/// Computes the manifold of every contact, class by class. Always returns true.
bool sc_collide(sc_step *step)
{
    const sc_contacts *contacts = step->contacts;
    const int count = sc_contacts_count(contacts);
    sc_set_work(step->profile, count, "pairs", 0);
    if (count == 0)
    {
        return true;
    }
    class_kernel kernels[SC_CLASS_COUNT];
    list_kernels(step->kernels, kernels);
    bool chains = step->shapes->chain_count > 0;
    narrow_context narrow = {.args = {.poses = step->shapes->pose,
                                      .geometry = step->shapes->geometry,
                                      .geometry_start = step->shapes->geometry_start,
                                      .kinds = step->shapes->kind,
                                      .a = contacts->a,
                                      .b = contacts->b,
                                      .manifolds = contacts->manifold,
                                      .margin = step->lengths->speculative,
                                      .face_tolerance = step->lengths->face_tolerance,
                                      .min_extent = step->lengths->min_extent,
                                      .min_square = step->lengths->min_square,
                                      .point_count = contacts->point_count,
                                      .types = chains ? step->shapes->type : NULL},
                             .test = step->aabbs.thin ? step->kernels->test_pair_overlaps : NULL,
                             .needed = step->shapes->needed};
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        sc_pass pass = {kernels[class].name, "pairs", ITEM_BYTES + kernels[class].geometry, -1};
        narrow.kernel = kernels[class].kernel;
        // The classes that have contacts of segments.
        narrow.chains =
            chains && (class == SC_CLASS_CONVEX4_CIRCLE || class == SC_CLASS_CONVEX4_CONVEX4 ||
                       class == SC_CLASS_CONVEX8_CONVEX8 || class == SC_CLASS_POLYGON);
        int first = contacts->first[class];
        sc_run_pass(step, &pass, first, first + contacts->count[class], GRAIN, narrow_range,
                    &narrow);
    }
    return true;
}

void sc_collide_at(const sc_step *step, int32_t contact, const sc_shape_pose *pose_a,
                   const sc_shape_pose *pose_b, sc_manifold *manifold, uint8_t *point_count)
{
    SC_ASSERT(contact >= SC_BLOCK && contact < step->contacts->capacity);
    const sc_shapes *shapes = step->shapes;
    const int32_t slot_a = step->contacts->a[contact], slot_b = step->contacts->b[contact];
    SC_ASSERT(slot_a > 0 && slot_b > 0);
    // The shapes 0, 1 and 2 of this call. The lanes after the first one collide the null shape with
    // itself.
    const sc_shape_pose poses[3] = {shapes->pose[0], *pose_a, *pose_b};
    const int32_t starts[3] = {shapes->geometry_start[0], shapes->geometry_start[slot_a],
                               shapes->geometry_start[slot_b]};
    const uint8_t kinds[3] = {shapes->kind[0], shapes->kind[slot_a], shapes->kind[slot_b]};
    const int32_t a[SC_BLOCK] = {1}, b[SC_BLOCK] = {2};
    sc_manifold manifolds[SC_BLOCK] = {*manifold};
    uint8_t point_counts[SC_BLOCK] = {*point_count};
    const sc_narrow_args args = {.poses = poses,
                                 .geometry = shapes->geometry,
                                 .geometry_start = starts,
                                 .kinds = kinds,
                                 .a = a,
                                 .b = b,
                                 .manifolds = manifolds,
                                 .margin = step->lengths->speculative,
                                 .face_tolerance = step->lengths->face_tolerance,
                                 .min_extent = step->lengths->min_extent,
                                 .min_square = step->lengths->min_square,
                                 .point_count = point_counts};
    class_kernel kernels[SC_CLASS_COUNT];
    list_kernels(step->kernels, kernels);
    const sc_contacts *contacts = step->contacts;
    int class = 1;
    while (contact < contacts->first[class] ||
           contact >= contacts->first[class] + contacts->count[class])
    {
        SC_ASSERT(class < SC_CLASS_COUNT);
        ++class;
    }
    kernels[class].kernel(&args, 0, 1);
    *manifold = manifolds[0];
    *point_count = point_counts[0];
}
