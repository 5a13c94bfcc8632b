/// Twins of the contacts with discs: one point each, closed form.

#include "reference/twins/twins.h"
#include "reference/twins/twins_narrow.h"

/// A direction and the length along it.
typedef struct ray
{
    scree_vec2 direction;
    float length;
} ray;

/// The direction of v, or `fallback` where v is too short to have one.
static ray normalize_or(scree_vec2 v, scree_vec2 fallback)
{
    float square = sc_dot(v, v);
    ray r = {fallback, sqrtf(square)};
    if (square > 1e-20f)
    {
        r.direction = sc_scale(1.0f / r.length, v);
    }
    return r;
}

void sc_twin_narrow_circle_circle(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        sc_twin_pair pair = sc_twin_pair_at(args, i);
        scree_vec2 right = {1.0f, 0.0f};
        ray between = normalize_or(sc_sub(pair.b.center, pair.a.center), right);
        float separation = between.length - (pair.a.radius + pair.b.radius);
        // Halfway between the two surfaces, measured from the centre of a.
        float middle = 0.5f * (between.length + (pair.a.radius - pair.b.radius));
        scree_vec2 anchor = sc_add(pair.a.arm, sc_scale(middle, between.direction));
        sc_twin_store_single(args, &pair, between.direction, anchor, separation);
    }
}

/// Stores the contact of a disc whose centre lies `gap` from `foot`, the closest point of a's core,
/// along `normal`; both in the frame of a.
static void store_disc(const sc_narrow_args *args, const sc_twin_pair *pair, scree_vec2 foot,
                       scree_vec2 normal, float gap)
{
    const sc_twin_shape *a = &pair->a, *b = &pair->b;
    float middle = 0.5f * (gap + (a->radius - b->radius));
    scree_vec2 point = sc_add(foot, sc_scale(middle, normal));
    scree_vec2 anchor = sc_add(a->arm, sc_rotate(a->rotation, point));
    float separation = gap - (a->radius + b->radius);
    sc_twin_store_single(args, pair, sc_rotate(a->rotation, normal), anchor, separation);
}

/// The disc's centre in the frame of a.
static scree_vec2 center_in_a(const sc_twin_pair *pair)
{
    return sc_unrotate(pair->a.rotation, sc_sub(pair->b.center, pair->a.center));
}

void sc_twin_narrow_box_circle(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        // By symmetry the disc is moved into the quadrant where both coordinates are positive.
        sc_twin_pair pair = sc_twin_pair_at(args, i);
        scree_vec2 half = {pair.a.geometry[0], pair.a.geometry[1]};
        scree_vec2 center = center_in_a(&pair);
        float side_x = center.x < 0.0f ? -1.0f : 1.0f, side_y = center.y < 0.0f ? -1.0f : 1.0f;
        scree_vec2 folded = {fabsf(center.x), fabsf(center.y)};
        scree_vec2 over = sc_sub(folded, half);  // how far beyond each face

        scree_vec2 right = {1.0f, 0.0f}, up = {0.0f, 1.0f};
        bool top_face = over.y > over.x;
        scree_vec2 normal = top_face ? up : right;
        float gap = sc_max(over.x, over.y);
        if (over.x > 0.0f && over.y > 0.0f)
        {
            ray from_corner = normalize_or(over, normal);
            normal = from_corner.direction;
            gap = from_corner.length;
        }
        scree_vec2 foot = sc_sub(folded, sc_scale(gap, normal));
        foot = (scree_vec2){side_x * foot.x, side_y * foot.y};
        normal = (scree_vec2){side_x * normal.x, side_y * normal.y};
        store_disc(args, &pair, foot, normal, gap);
    }
}

static scree_vec2 entry(const float *list, int k)
{
    return (scree_vec2){list[2 * k], list[2 * k + 1]};
}

/// The face with the largest separation from the disc's centre, then the regions of its two
/// vertices (Voronoi regions; Ericson, Real-Time Collision Detection, 2005, 5.1). `padded` entries
/// lie between the first vertex and the first normal.
static void collide_convex_circle(const sc_narrow_args *args, int index, int padded)
{
    sc_twin_pair pair = sc_twin_pair_at(args, index);
    int count = (int)pair.a.geometry[2];
    const float *vertices = pair.a.geometry + SC_GEOMETRY_HEADER, *normals = vertices + 2 * padded;
    scree_vec2 center = center_in_a(&pair);

    int face = 0;
    float gap = 0.0f;
    for (int k = 0; k < count; k++)
    {
        float separation = sc_dot(entry(normals, k), sc_sub(center, entry(vertices, k)));
        if (k == 0 || separation > gap)
        {
            gap = separation;
            face = k;
        }
    }
    scree_vec2 normal = entry(normals, face);
    scree_vec2 v1 = entry(vertices, face), v2 = entry(vertices, (face + 1) % count);
    scree_vec2 edge = sc_sub(v2, v1), from1 = sc_sub(center, v1), from2 = sc_sub(center, v2);
    bool before = sc_dot(from1, edge)<0.0f, after = sc_dot(from2, edge)> 0.0f;

    // Inside, the closest point lies on the face. A polygon of two vertices has no inside.
    bool outside = gap > 0.0f || count == 2;
    if (outside && (before || after))
    {
        scree_vec2 vertex = before ? v1 : v2;
        ray between = normalize_or(before ? from1 : from2, normal);
        store_disc(args, &pair, vertex, between.direction, between.length);
        return;
    }
    store_disc(args, &pair, sc_sub(center, sc_scale(gap, normal)), normal, gap);
}

void sc_twin_narrow_convex4_circle(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        collide_convex_circle(args, i, 4);
    }
}

void sc_twin_narrow_convex8_circle(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        collide_convex_circle(args, i, 8);
    }
}
