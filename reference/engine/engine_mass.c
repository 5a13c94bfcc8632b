/// Mass, centre of mass and inertia of a shape from its area.
///
/// The area of a core polygon swept by a disc of radius r is the core, plus a rectangle of width r
/// on each edge, plus a sector of radius r at each vertex between the normals of its two edges.
/// Three parts, each with its area A, its centroid c and its second moment J about that centroid;
/// then
///     A = sum A_i,  c = sum A_i c_i / A,  J = sum (J_i + A_i |c_i - c|^2)        (Steiner)
/// and mass and inertia are A and J times the density. It holds for any vertex count: a circle is
/// one full sector, a capsule two rectangles and two half discs. Sums run in double: they cancel.
#include "reference/engine/engine_parts.h"

typedef struct moments
{
    double area, x, y;  ///< x, y: first moments
    double polar;       ///< second moment about the reference point
} moments;

static void add_part(moments *sum, double area, double x, double y, double about_centroid)
{
    sum->area += area;
    sum->x += area * x;
    sum->y += area * y;
    sum->polar += about_centroid + area * (x * x + y * y);
}

/// Triangle (0, p, q): centroid (p + q) / 3, second moment about the vertex 0
/// area (p.p + p.q + q.q) / 6, signed by the order of p and q.
static void add_triangle(moments *sum, double px, double py, double qx, double qy)
{
    double area = 0.5 * (px * qy - py * qx);
    double x = (px + qx) / 3.0, y = (py + qy) / 3.0;
    double about_vertex = area / 6.0 * (px * px + py * py + px * qx + py * qy + qx * qx + qy * qy);
    add_part(sum, area, x, y, about_vertex - area * (x * x + y * y));
}

/// Sector of `angle` about (x, y), its bisector along (ux, uy): the centroid lies 4 r sin(angle /
/// 2) / (3 angle) away from the tip, the second moment about the tip is angle r^4 / 4.
static void add_sector(moments *sum, double x, double y, double ux, double uy, double angle,
                       double r)
{
    if (angle <= 0.0)
    {
        return;
    }
    double area = 0.5 * angle * r * r;
    double away = 4.0 * r * sin(0.5 * angle) / (3.0 * angle);
    double about_centroid = 0.25 * angle * r * r * r * r - area * away * away;
    add_part(sum, area, x + away * ux, y + away * uy, about_centroid);
}

scree_mass_data ref_hull_mass(const ref_hull *hull, float density)
{
    const double pi = 3.14159265358979323846;
    scree_vec2 from = hull->vertices[0];
    double r = (double)hull->radius;
    moments sum = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < hull->count; ++i)
    {
        int next = i + 1 < hull->count ? i + 1 : 0, last = i > 0 ? i - 1 : hull->count - 1;
        double px = (double)hull->vertices[i].x - (double)from.x;
        double py = (double)hull->vertices[i].y - (double)from.y;
        if (hull->count == 1)
        {
            add_sector(&sum, px, py, 1.0, 0.0, 2.0 * pi, r);
            continue;
        }
        double qx = (double)hull->vertices[next].x - (double)from.x;
        double qy = (double)hull->vertices[next].y - (double)from.y;
        double edge = hypot(qx - px, qy - py);
        double nx = (double)hull->normals[i].x, ny = (double)hull->normals[i].y;
        double mx = (double)hull->normals[last].x, my = (double)hull->normals[last].y;
        add_triangle(&sum, px, py, qx, qy);
        double aabb = edge * r;
        add_part(&sum, aabb, 0.5 * (px + qx + r * nx), 0.5 * (py + qy + r * ny),
                 aabb * (edge * edge + r * r) / 12.0);
        // From the normal of the edge before, counter-clockwise to the normal of this one.
        double angle = atan2(mx * ny - my * nx, mx * nx + my * ny);
        angle = hull->count == 2 ? pi : angle;
        double start = atan2(my, mx);
        add_sector(&sum, px, py, cos(start + 0.5 * angle), sin(start + 0.5 * angle), angle, r);
    }
    if (!(sum.area > 0.0))
    {
        return (scree_mass_data){0.0f, 0.0f, from};
    }
    double x = sum.x / sum.area, y = sum.y / sum.area;
    double inertia = sum.polar - sum.area * (x * x + y * y);
    return (scree_mass_data){(float)((double)density * sum.area),
                             (float)((double)density * inertia),
                             vec((float)((double)from.x + x), (float)((double)from.y + y))};
}
