/// Mass, centre of mass and moment of inertia of shapes.
#include "core/errors.h"
#include "core/maths.h"
#include "core/stores/mass_sum.h"
#include "geometry/polygons.h"

#include <stddef.h>

/// The mass of a convex core of 1, 2 or more vertices swept by a disc. Sums triangles, a rectangle
/// along each edge and a sector at each vertex. In the sum, areas stand for masses, and coordinates
/// are relative to vertex 0, for accuracy.
static scree_mass_data swept_mass(const scree_vec2 *v, int count, float radius, float density)
{
    sc_moments sum = {0};
    double ox = (double)v[0].x, oy = (double)v[0].y, r = (double)radius;
    for (int i = 1; i + 1 < count; ++i)
    {
        double ax = (double)v[i].x - ox, ay = (double)v[i].y - oy;
        double bx = (double)v[i + 1].x - ox, by = (double)v[i + 1].y - oy;
        double area = 0.5 * (ax * by - ay * bx);
        // The inertia about the corner at vertex 0 is area / 6 (a.a + a.b + b.b). Move it to the
        // centroid.
        double x = (ax + bx) / 3.0, y = (ay + by) / 3.0;
        double corner = area / 6.0 * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by);
        sc_moments_add(&sum, area, x, y, corner - area * (x * x + y * y));
    }
    if (count == 1)
    {
        sc_moments_add(&sum, SC_PI * r * r, 0.0, 0.0, 0.5 * SC_PI * r * r * r * r);
    }
    for (int i = 0; i < count && count > 1 && r > 0.0; ++i)
    {
        scree_vec2 a = v[i], b = v[(i + 1) % count], c = v[(i + 2) % count];
        double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y,
               length = sqrt(ex * ex + ey * ey);
        double fx = (double)c.x - (double)b.x, fy = (double)c.y - (double)b.y,
               next = sqrt(fx * fx + fy * fy);
        double nx = ey / length, ny = -ex / length, mx = fy / next, my = -fx / next;
        double area = length * r;
        sc_moments_add(&sum, area, (double)a.x - ox + 0.5 * (ex + nx * r),
                       (double)a.y - oy + 0.5 * (ey + ny * r),
                       area / 12.0 * (length * length + r * r));
        // The sector at b between the normals of its edges. Its centroid is at the distance 2 r
        // sin(angle / 2) / (1.5 angle) from b.
        double angle = (double)scree_atan2((float)(nx * my - ny * mx), (float)(nx * mx + ny * my));
        if (angle > 0.0)
        {
            float sine, cosine;
            scree_sincos((float)(0.5 * angle), &sine, &cosine);
            double out = 4.0 * r * (double)sine / (3.0 * angle);
            // The bisector: normal of the first edge turned by half the angle.
            double hx = nx * (double)cosine - ny * (double)sine,
                   hy = nx * (double)sine + ny * (double)cosine;
            double sector = 0.5 * angle * r * r;
            sc_moments_add(&sum, sector, (double)b.x - ox + out * hx, (double)b.y - oy + out * hy,
                           0.5 * sector * r * r - sector * out * out);
        }
    }
    if (!(sum.mass > 0.0) || !(density >= 0.0f))
    {
        return (scree_mass_data){0};
    }
    sc_moments whole = sc_moments_at_center(&sum);
    double each = (double)density;
    return (scree_mass_data){(float)(each * whole.mass),
                             (float)(each * (whole.inertia > 0.0 ? whole.inertia : 0.0)),
                             {(float)(ox + whole.x), (float)(oy + whole.y)}};
}

static bool good_density(float density) { return density >= 0.0f && sc_is_finite(density); }

scree_mass_data scree_circle_mass(const scree_circle *circle, float density)
{
    if (circle == NULL || !good_density(density) || !(circle->radius > 0.0f) ||
        !sc_is_position(circle->center) || !(circle->radius <= SC_WORLD_REACH))
    {
        return (scree_mass_data){0};
    }
    return swept_mass(&circle->center, 1, circle->radius, density);
}

scree_mass_data scree_capsule_mass(const scree_capsule *capsule, float density)
{
    if (capsule == NULL || !good_density(density) ||
        !(capsule->radius > 0.0f && capsule->radius <= SC_WORLD_REACH) ||
        !sc_is_position(capsule->point_a) || !sc_is_position(capsule->point_b) ||
        !(sc_edge_length(capsule->point_a, capsule->point_b) >=
          (double)(SC_MIN_LENGTH * sc_length_unit_of(NULL))))
    {
        return (scree_mass_data){0};
    }
    scree_vec2 ends[2] = {capsule->point_a, capsule->point_b};
    return swept_mass(ends, 2, capsule->radius, density);
}

scree_mass_data scree_polygon_mass(const scree_polygon *polygon, float density)
{
    if (!good_density(density) || scree_polygon_check(polygon) != SCREE_OK)
    {
        return (scree_mass_data){0};
    }
    return swept_mass(polygon->vertices, polygon->count, polygon->radius, density);
}
