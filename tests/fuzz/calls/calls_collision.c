/// The pieces of collision, without a world: results are finite and bad input is refused.
#include "tests/fuzz/rows.h"

#include <math.h>

static scree_pose any_pose(fuzz *f)
{
    return (scree_pose){fuzz_place(f), fuzz_float(f, -10.0f, 10.0f)};
}

/// Two shapes as arguments.
typedef struct couple
{
    scree_geometry a, b;
    scree_sweep path_a, path_b;
    const scree_geometry *given_a, *given_b;
    const scree_pose *pose_a, *pose_b;
} couple;

static void pick_couple(fuzz *f, couple *c)
{
    c->a = fuzz_geometry(f);
    c->b = fuzz_geometry(f);
    c->path_a = (scree_sweep){any_pose(f), any_pose(f), fuzz_vec2(f, -1.0f, 1.0f)};
    c->path_b = (scree_sweep){any_pose(f), any_pose(f), fuzz_vec2(f, -1.0f, 1.0f)};
    c->given_a = fuzz_null(f) ? NULL : &c->a;
    c->given_b = fuzz_null(f) ? NULL : &c->b;
    c->pose_a = fuzz_null(f) ? NULL : &c->path_a.begin;
    c->pose_b = fuzz_null(f) ? NULL : &c->path_b.begin;
}

static void see_geometry_result(fuzz *f, scree_result result, const float *values, int count)
{
    fuzz_see(f, (uint64_t)result);
    for (int i = 0; i < count; ++i)
    {
        fuzz_see_float(f, values[i]);
        if (!isfinite(values[i]))
        {
            fuzz_find(f, "%s gives a value that is not finite", f->row->name);
        }
    }
    fuzz_forgive(f);
}

static void geometry_distance(fuzz *f)
{
    couple c;
    pick_couple(f, &c);
    scree_distance d = {0};
    scree_result result =
        scree_geometry_distance(c.given_a, c.pose_a, c.given_b, c.pose_b, fuzz_null(f) ? NULL : &d);
    float values[] = {d.distance,  d.normal.x,  d.normal.y, d.point_a.x,
                      d.point_a.y, d.point_b.x, d.point_b.y};
    if (!(d.distance >= 0.0f))
    {
        fuzz_find(f, "a distance is %g", (double)d.distance);
    }
    see_geometry_result(f, result, values, 7);
}

static void geometry_closest_point(fuzz *f)
{
    couple c;
    pick_couple(f, &c);
    scree_vec2 point = fuzz_place(f), closest = {0.0f, 0.0f};
    float distance = 0.0f;
    scree_result result =
        scree_geometry_closest_point(c.given_a, c.pose_a, point, fuzz_null(f) ? NULL : &closest,
                                     fuzz_null(f) ? NULL : &distance);
    fuzz_see(f, scree_geometry_contains(c.given_b, c.pose_b, point));
    fuzz_see(f, (uint64_t)scree_geometry_check(c.given_b));
    float values[] = {closest.x, closest.y, distance};
    see_geometry_result(f, result, values, 3);
}

static void geometry_cast_shape(fuzz *f)
{
    couple c;
    pick_couple(f, &c);
    scree_vec2 translation = fuzz_vec2(f, -20.0f, 20.0f), origin = fuzz_place(f);
    scree_cast cast = {0}, ray = {0};
    scree_result result = scree_geometry_cast_shape(c.given_a, c.pose_a, c.given_b, c.pose_b,
                                                    translation, fuzz_null(f) ? NULL : &cast);
    fuzz_see(f, (uint64_t)scree_geometry_cast_ray(c.given_a, c.pose_a, origin, translation,
                                                  fuzz_null(f) ? NULL : &ray));
    float values[] = {cast.fraction, cast.point.x, cast.point.y, cast.normal.x, cast.normal.y,
                      ray.fraction,  ray.point.x,  ray.point.y,  ray.normal.x,  ray.normal.y};
    see_geometry_result(f, result, values, 10);
}

static void geometry_time_of_impact(fuzz *f)
{
    couple c;
    pick_couple(f, &c);
    scree_impact impact = {0};
    const scree_sweep *path_a = fuzz_null(f) ? NULL : &c.path_a;
    const scree_sweep *path_b = fuzz_null(f) ? NULL : &c.path_b;
    float tolerance = fuzz_float(f, 1e-5f, 0.1f);
    scree_result result = scree_geometry_time_of_impact(c.given_a, path_a, c.given_b, path_b,
                                                        tolerance, fuzz_null(f) ? NULL : &impact);
    float values[] = {impact.fraction, impact.point.x, impact.point.y, impact.normal.x,
                      impact.normal.y};
    if (!(impact.fraction >= 0.0f && impact.fraction <= 1.0f))
    {
        fuzz_find(f, "an impact is at %g", (double)impact.fraction);
    }
    fuzz_see(f, (uint64_t)impact.state);
    see_geometry_result(f, result, values, 5);
}

static void geometry_manifold(fuzz *f)
{
    couple c;
    pick_couple(f, &c);
    scree_manifold m = {.point_count = 0};
    scree_result result =
        scree_geometry_manifold(c.given_a, c.pose_a, c.given_b, c.pose_b,
                                fuzz_float(f, 0.0f, 10.0f), fuzz_null(f) ? NULL : &m);
    float values[] = {m.normal.x,
                      m.normal.y,
                      m.points[0].position.x,
                      m.points[0].position.y,
                      m.points[0].separation,
                      m.points[1].position.x,
                      m.points[1].position.y,
                      m.points[1].separation};
    if (m.point_count < 0 || m.point_count > 2)
    {
        fuzz_find(f, "a manifold has %d points", m.point_count);
    }
    see_geometry_result(f, result, values, 8);
}

static bool see_proxy(uint64_t proxy, uint64_t user_data, void *context)
{
    fuzz_see(context, proxy);
    fuzz_see(context, user_data);
    return true;
}

static float see_entry(uint64_t proxy, uint64_t user_data, float fraction, void *context)
{
    fuzz_see(context, proxy);
    fuzz_see(context, user_data);
    fuzz_see_float(context, fraction);
    return 1.0f;
}

/// Inserts up to three boxes at once. Returns how many are there.
static int insert_boxes(fuzz *f, scree_tree *tree, scree_aabb box, uint64_t bits, uint64_t *proxies)
{
    const scree_tree_box boxes[] = {
        {box, bits, bits}, {{box.lower, box.lower}, bits, bits}, {box, 1, 1}};
    int count = fuzz_int(f, 0, 3);
    count = count < 3 ? count : 3;
    scree_result inserted = scree_tree_insert_boxes(tree, boxes, count, proxies);
    fuzz_see(f, (uint64_t)inserted);
    return inserted == SCREE_OK ? count : 0;
}

/// Reads a tree of `live` proxies and checks that it has them.
static void check_tree(fuzz *f, const scree_tree *tree, const uint64_t *proxies, int live)
{
    scree_aabb bounds = scree_tree_bounds(tree);
    SEE_FLOATS(f, bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y);
    fuzz_see(f, scree_tree_byte_count(tree));
    int found = scree_tree_overlap_aabb(tree, bounds, UINT64_MAX, NULL, 0);
    for (int i = 0; i < live; ++i)
    {
        scree_aabb box = scree_tree_aabb(tree, proxies[i]);
        found += scree_tree_category(tree, proxies[i]) == 0;
        if (!scree_tree_is_valid(tree, proxies[i]) || box.lower.x < bounds.lower.x)
        {
            fuzz_find(f, "a proxy is gone, or out of bounds");
        }
    }
    if (scree_tree_count(tree) != live || found != live)
    {
        fuzz_find(f, "a tree of %d boxes has %d and finds %d", live, scree_tree_count(tree), found);
    }
}

/// A tree of boxes that lives for one call.
static void tree_create(fuzz *f)
{
    enum
    {
        PROXIES = 64
    };
    uint64_t proxies[PROXIES];
    scree_tree *tree = scree_tree_create(NULL);
    int live = 0, calls = fuzz_int(f, 0, 200);
    for (int i = 0; i < (calls < 200 ? calls : 200); ++i)
    {
        scree_vec2 at = fuzz_place(f), size = fuzz_vec2(f, -0.2f, 3.0f);
        scree_aabb box = {at, {at.x + size.x, at.y + size.y}};
        int k = (int)fuzz_below(&f->stream, PROXIES);
        uint64_t bits = fuzz_word(&f->stream);
        if (k >= live && live + 8 < PROXIES && bits % 8 == 0)
        {
            live += insert_boxes(f, tree, box, bits, proxies + live);
        }
        else if (k >= live && live < PROXIES)
        {
            proxies[live] = scree_tree_insert(tree, box, bits, bits);
            live += proxies[live] != 0;
        }
        else if (bits % 4 == 0 && k < live)
        {
            fuzz_see(f, (uint64_t)scree_tree_remove(tree, proxies[k]));
            proxies[k] = proxies[--live];
        }
        else if (k < live)
        {
            fuzz_see(f, (uint64_t)scree_tree_move(tree, proxies[k], box));
            scree_tree_set_category(tree, proxies[k], bits >> 1);
            scree_tree_set_user_data(tree, proxies[k], bits >> 2);
            fuzz_see(f, scree_tree_category(tree, proxies[k]) + scree_tree_user_data(tree, bits));
        }
        fuzz_see(f, (uint64_t)scree_tree_visit_aabb(tree, box, bits, see_proxy, f));
        fuzz_see(f, (uint64_t)scree_tree_visit_ray(tree, at, size, bits, see_entry, f));
        fuzz_see(f, (uint64_t)scree_tree_visit_cast(tree, box, at, bits, see_entry, f));
        fuzz_see(f, (uint64_t)scree_tree_overlap_aabb(tree, box, bits, NULL, 0));
    }
    check_tree(f, tree, proxies, live);
    fuzz_see(f, (uint64_t)scree_tree_destroy(tree));
    fuzz_forgive(f);
}

static const fuzz_row rows[] = {
    FREE_ROW(tree_create, 3),

    FREE_ROW(geometry_distance, 2),   FREE_ROW(geometry_closest_point, 1),
    FREE_ROW(geometry_cast_shape, 2), FREE_ROW(geometry_time_of_impact, 2),
    FREE_ROW(geometry_manifold, 2),
};

const fuzz_rows fuzz_collision_rows = {rows, sizeof rows / sizeof *rows};
