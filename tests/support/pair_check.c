#include "tests/support/pair_check.h"

#include "tests/support/worlds.h"

/// How far the broadphase grows boxes, m: a half-space too.
#define MARGIN 0.01

typedef struct item
{
    scree_shape_id id;
    scree_body_id body;
    scree_aabb aabb;
    scree_filter filter;
    bool enabled, dynamic, half_space;
    scree_half_space plane;
    scree_vec2 origin;
    double cos, sin;
} item;

static bool filters_agree(const item *a, const item *b)
{
    if (a->body.value == b->body.value || !(a->dynamic || b->dynamic) || !a->enabled || !b->enabled)
    {
        return false;
    }
    if (a->filter.group == b->filter.group && a->filter.group != 0)
    {
        return a->filter.group > 0;
    }
    return (a->filter.category & b->filter.mask) != 0 && (b->filter.category & a->filter.mask) != 0;
}

/// 1: they overlap, 0: they do not, -1: too near the edge for a test that rounds another way.
static int plane_reaches(const item *plane, const item *other)
{
    double nx =
        plane->cos * (double)plane->plane.normal.x - plane->sin * (double)plane->plane.normal.y;
    double ny =
        plane->sin * (double)plane->plane.normal.x + plane->cos * (double)plane->plane.normal.y;
    double x = (nx > 0.0 ? (double)other->aabb.lower.x : (double)other->aabb.upper.x) -
               (double)plane->origin.x;
    double y = (ny > 0.0 ? (double)other->aabb.lower.y : (double)other->aabb.upper.y) -
               (double)plane->origin.y;
    double depth = nx * x + ny * y - (double)plane->plane.offset - MARGIN;
    double rounding = 4e-7 * (fabs(x) + fabs(y) + fabs((double)plane->plane.offset)) + 1e-6;
    // With a normal almost along an axis another corner may be the deepest.
    rounding += fabs(nx) < 1e-6 || fabs(ny) < 1e-6 ? 1e-6 * (fabs(x) + fabs(y)) : 0.0;
    return fabs(depth) <= rounding ? -1 : depth < 0.0;
}

static int aabbs_overlap(const item *a, const item *b)
{
    if (a->half_space || b->half_space)
    {
        return a->half_space && b->half_space ? 0
               : a->half_space                ? plane_reaches(a, b)
                                              : plane_reaches(b, a);
    }
    return a->aabb.lower.x <= b->aabb.upper.x && b->aabb.lower.x <= a->aabb.upper.x &&
           a->aabb.lower.y <= b->aabb.upper.y && b->aabb.lower.y <= a->aabb.upper.y;
}

static item read_item(scree_world *world, scree_shape_id id)
{
    scree_body_id body = scree_shape_body(world, id);
    item it = {.id = id,
               .body = body,
               .aabb = scree_shape_broadphase_aabb(world, id),
               .filter = scree_shape_filter(world, id),
               .enabled = scree_body_is_enabled(world, body),
               .dynamic = scree_body_get_type(world, body) == SCREE_BODY_DYNAMIC,
               .half_space = scree_shape_get_type(world, id) == SCREE_SHAPE_HALF_SPACE,
               .plane = scree_shape_half_space(world, id),
               .origin = scree_body_position(world, body)};
    double angle = (double)scree_body_angle(world, body);
    it.cos = cos(angle);
    it.sin = sin(angle);
    return it;
}

/// The broadphase box holds the shape where the step began; slow shapes have not left it.
static void check_box(const item *it, int round)
{
    bool ordered = it->aabb.lower.x <= it->aabb.upper.x && it->aabb.lower.y <= it->aabb.upper.y;
    if (it->enabled && !it->half_space && !ordered)
    {
        fail_msg("round %d: shape %llx has an empty box", round, (unsigned long long)it->id.value);
    }
}

static uint64_t slot_of(scree_shape_id id) { return id.value & 0xffffffu; }

int check_pairs(scree_world *world, int round)
{
    int count = scree_world_shapes(world, NULL, 0), held = scree_world_pairs(world, NULL, 0);
    scree_shape_id *ids = malloc(sizeof *ids * (size_t)(count + 1));
    item *items = malloc(sizeof *items * (size_t)(count + 1));
    scree_shape_pair *pairs = malloc(sizeof *pairs * (size_t)(held + 1));
    assert_true(ids != NULL && items != NULL && pairs != NULL);
    scree_world_shapes(world, ids, count);
    scree_world_pairs(world, pairs, held);
    for (int i = 0; i < count; ++i)
    {
        items[i] = read_item(world, ids[i]);
        check_box(&items[i], round);
    }
    // Shapes are listed by slot and pairs sorted by slots, so one walk compares them.
    int at = 0;
    for (int i = 0; i < count; ++i)
    {
        for (int k = i + 1; k < count; ++k)
        {
            int overlap =
                filters_agree(&items[i], &items[k]) ? aabbs_overlap(&items[i], &items[k]) : 0;
            bool present = at < held && pairs[at].a.value == items[i].id.value &&
                           pairs[at].b.value == items[k].id.value;
            if ((overlap == 1 && !present) || (overlap == 0 && present))
            {
                fail_msg("round %d: the pair (%llx, %llx) is %s; types %d, %d", round,
                         (unsigned long long)items[i].id.value,
                         (unsigned long long)items[k].id.value,
                         present ? "held but does not overlap" : "missing",
                         (int)scree_shape_get_type(world, items[i].id),
                         (int)scree_shape_get_type(world, items[k].id));
            }
            at += present;
        }
    }
    for (int i = 1; i < held; ++i)
    {
        uint64_t a = slot_of(pairs[i - 1].a), b = slot_of(pairs[i].a);
        assert_true(a < b || (a == b && slot_of(pairs[i - 1].b) < slot_of(pairs[i].b)));
    }
    assert_int_equal(at, held);
    free(ids);
    free(items);
    free(pairs);
    return held;
}
