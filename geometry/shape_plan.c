/// Conversion of geometry to the form of the store.
#include "geometry/shape_plan.h"

#include "core/assert.h"
#include "geometry/geometry_entry.h"
#include "geometry/polygons.h"

#include <string.h>

/// The distance from the centre of the core to its nearest edge; 0 for circles and lines.
static float inscribed_radius(const sc_shape_plan *plan)
{
    if (plan->count < 3)
    {
        return 0.0f;
    }
    const float *vertices = plan->geometry + SC_GEOMETRY_HEADER;
    const float *normals = vertices + 2 * sc_geometry_pad(plan->kind, plan->count);
    float radius = plan->bounding_radius;
    for (int i = 0; i < plan->count; ++i)
    {
        radius = sc_min(radius, vertices[2 * i] * normals[2 * i] +
                                    vertices[2 * i + 1] * normals[2 * i + 1]);
    }
    return sc_max(radius, 0.0f);
}

void sc_finish_plan(sc_shape_plan *plan, const scree_vec2 *vertices, float half_width,
                    float half_height)
{
    plan->floats = sc_geometry_floats(plan->kind, plan->count);
    sc_geometry_write(plan->geometry, plan->kind, vertices, plan->count, plan->radius, half_width,
                      half_height);
    plan->bounding_radius = 0.0f;
    for (int i = 0; i < plan->count && plan->kind != SC_KIND_CIRCLE; ++i)
    {
        scree_vec2 v = {plan->geometry[SC_GEOMETRY_HEADER + 2 * i],
                        plan->geometry[SC_GEOMETRY_HEADER + 2 * i + 1]};
        plan->bounding_radius = sc_max(plan->bounding_radius, sc_length(v));
    }
    plan->bounding_radius += plan->radius;
    plan->inscribed_radius = plan->radius + inscribed_radius(plan);
}

void sc_plan_circle(sc_shape_plan *plan, const scree_circle *circle)
{
    *plan = (sc_shape_plan){.argument = "circle",
                            .kind = SC_KIND_CIRCLE,
                            .type = SCREE_SHAPE_CIRCLE,
                            .count = 1,
                            .radius = circle->radius,
                            .center = circle->center,
                            .rotation = {1.0f, 0.0f}};
    sc_finish_plan(plan, NULL, 0.0f, 0.0f);
}

void sc_plan_line(sc_shape_plan *plan, scree_shape_type type, scree_vec2 a, scree_vec2 b,
                  float radius)
{
    SC_ASSERT(radius >= 0.0f);
    *plan = (sc_shape_plan){.argument = type == SCREE_SHAPE_CAPSULE ? "capsule" : "segment",
                            .kind = sc_kind_of(2, false),
                            .type = type,
                            .count = 2,
                            .radius = radius,
                            .center = {0.5f * (a.x + b.x), 0.5f * (a.y + b.y)},
                            .rotation = {1.0f, 0.0f}};
    scree_vec2 vertices[2] = {sc_sub(a, plan->center), sc_sub(b, plan->center)};
    sc_finish_plan(plan, vertices, 0.0f, 0.0f);
}

void sc_plan_polygon(sc_shape_plan *plan, const scree_polygon *polygon)
{
    const scree_vec2 *v = polygon->vertices;
    *plan = (sc_shape_plan){.argument = "polygon",
                            .type = SCREE_SHAPE_POLYGON,
                            .count = polygon->count,
                            .radius = polygon->radius,
                            .rotation = {1.0f, 0.0f}};
    // Four vertices that are a rectangle to within a few units in the last place are a box.
    float half_width = 0.0f, half_height = 0.0f;
    bool rectangle = false;
    if (polygon->count == 4)
    {
        scree_vec2 e = sc_sub(v[1], v[0]), f = sc_sub(v[2], v[1]), g = sc_sub(v[3], v[2]);
        float width = sc_length(e), height = sc_length(f);
        float reach =
            sc_max(sc_max(fabsf(v[0].x), fabsf(v[0].y)), sc_max(fabsf(v[2].x), fabsf(v[2].y)));
        float tolerance = 1e-6f * sc_max(reach, sc_max(width, height));
        scree_vec2 gap = sc_add(e, g);
        rectangle = fabsf(sc_dot(e, f)) <= tolerance * sc_min(width, height) &&
                    fabsf(gap.x) <= tolerance && fabsf(gap.y) <= tolerance;
        if (rectangle)
        {
            plan->rotation = (sc_rotation){e.x / width, e.y / width};
            half_width = 0.5f * width;
            half_height = 0.5f * height;
        }
    }
    plan->kind = sc_kind_of(polygon->count, rectangle);
    if (rectangle)
    {
        plan->center = (scree_vec2){0.25f * (v[0].x + v[1].x + v[2].x + v[3].x),
                                    0.25f * (v[0].y + v[1].y + v[2].y + v[3].y)};
    }
    else
    {
        scree_polygon sharp = *polygon;
        sharp.radius = 0.0f;
        plan->center = scree_polygon_mass(&sharp, 1.0f).center;
    }
    scree_vec2 vertices[SCREE_POLYGON_MAX_VERTICES];
    for (int i = 0; i < polygon->count; ++i)
    {
        vertices[i] = sc_sub(v[i], plan->center);
    }
    sc_finish_plan(plan, vertices, half_width, half_height);
}

void sc_plan_half_space(sc_shape_plan *plan, scree_vec2 normal, float offset)
{
    *plan = (sc_shape_plan){.argument = "half_space",
                            .kind = SC_KIND_HALF_SPACE,
                            .type = SCREE_SHAPE_HALF_SPACE,
                            .rotation = {1.0f, 0.0f},
                            .floats = sc_geometry_floats(SC_KIND_HALF_SPACE, 0)};
    sc_geometry_write_half_space(plan->geometry, normal, offset);
}

/// Writes the shape's centre and rotation in the frame of the body.
static void write_origin(float origin[4], const sc_shape_plan *plan)
{
    origin[0] = plan->center.x;
    origin[1] = plan->center.y;
    origin[2] = plan->rotation.cos;
    origin[3] = plan->rotation.sin;
}

void sc_keep_given(sc_shape_plan *plan, const scree_vec2 *points, int count)
{
    float origin[4];
    bool same = true;
    write_origin(origin, plan);
    for (int i = 0; i < count && same; ++i)
    {
        const scree_vec2 stored = sc_vertex_of(origin, plan->geometry, i);
        same = memcmp(&stored, &points[i], sizeof stored) == 0;
    }
    if (!same)
    {
        SC_ASSERT(plan->floats == sc_geometry_floats(plan->kind, plan->count));
        float *given = plan->geometry + plan->floats;
        memcpy(given, points, sizeof *points * (size_t)count);
        plan->floats += 2 * count;
        for (; plan->floats % 4 != 0; ++plan->floats)
        {
            plan->geometry[plan->floats] = 0.0f;
        }
    }
}

scree_vec2 sc_given_point(const sc_shapes *shapes, int32_t slot, int k)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot) && k >= 0);
    const float *origin = shapes->origin[slot];
    if (shapes->type[slot] == SCREE_SHAPE_CIRCLE)
    {
        return (scree_vec2){origin[0], origin[1]};
    }
    const float *entry = shapes->geometry + shapes->geometry_start[slot];
    const int read = shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT
                         ? SC_CHAIN_GIVEN
                         : sc_geometry_floats((sc_shape_kind)shapes->kind[slot], (int)entry[2]);
    const float *given = entry + read + 2 * (ptrdiff_t)k;
    return shapes->geometry_floats[slot] > read ? (scree_vec2){given[0], given[1]}
                                                : sc_vertex_of(origin, entry, k);
}

scree_half_space sc_given_half_space(const sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    SC_ASSERT(shapes->type[slot] == SCREE_SHAPE_HALF_SPACE);
    // Read the end of the entry. If the entry has only a header, this is the header.
    const float *given = shapes->geometry + shapes->geometry_start[slot] +
                         shapes->geometry_floats[slot] - SC_GEOMETRY_HEADER;
    return (scree_half_space){{given[0], given[1]}, given[2]};
}

scree_result sc_check_circle(scree_world *world, const scree_circle *circle, const char *function,
                             sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, circle, "circle");
    SC_REQUIRE_POSITION(function, circle->center, "circle.center");
    SC_REQUIRE_NUMBER(function, circle->radius, SC_ABOVE_0, SC_WORLD_REACH, "circle.radius");
    sc_plan_circle(plan, circle);
    return SCREE_OK;
}

/// Capsules and segments.
static scree_result check_line(scree_world *world, scree_shape_type type, scree_vec2 a,
                               scree_vec2 b, float radius, const char *function)
{
    bool capsule = type == SCREE_SHAPE_CAPSULE;
    SC_REQUIRE_POSITION(function, a, capsule ? "capsule.point_a" : "segment.point_a");
    SC_REQUIRE_POSITION(function, b, capsule ? "capsule.point_b" : "segment.point_b");
    SC_REQUIRE_IN(function, sc_length(sc_sub(b, a)) >= SC_MIN_LENGTH * sc_length_unit_of(world),
                  capsule ? "capsule" : "segment", "has its end points less than 1e-4 units apart");
    if (capsule)
    {
        SC_REQUIRE_NUMBER(function, radius, SC_ABOVE_0, SC_WORLD_REACH, "capsule.radius");
    }
    return SCREE_OK;
}

scree_result sc_check_capsule(scree_world *world, const scree_capsule *capsule,
                              const char *function, sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, capsule, "capsule");
    SC_TRY(check_line(world, SCREE_SHAPE_CAPSULE, capsule->point_a, capsule->point_b,
                      capsule->radius, function));
    sc_plan_line(plan, SCREE_SHAPE_CAPSULE, capsule->point_a, capsule->point_b, capsule->radius);
    sc_keep_given(plan, (const scree_vec2[2]){capsule->point_a, capsule->point_b}, 2);
    return SCREE_OK;
}

scree_result sc_check_segment(scree_world *world, const scree_segment *segment,
                              const char *function, sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, segment, "segment");
    SC_TRY(
        check_line(world, SCREE_SHAPE_SEGMENT, segment->point_a, segment->point_b, 0.0f, function));
    sc_plan_line(plan, SCREE_SHAPE_SEGMENT, segment->point_a, segment->point_b, 0.0f);
    sc_keep_given(plan, (const scree_vec2[2]){segment->point_a, segment->point_b}, 2);
    return SCREE_OK;
}

/// The right-hand normal of a segment of a chain.
static scree_vec2 right_of(scree_vec2 from, scree_vec2 to)
{
    const double x = (double)to.y - from.y, y = (double)from.x - to.x;
    const double length = sqrt(x * x + y * y);
    SC_ASSERT(length > 0.0);
    return (scree_vec2){(float)(x / length), (float)(y / length)};
}

void sc_plan_chain_segment(sc_shape_plan *plan, const scree_chain_segment *segment)
{
    const scree_vec2 a = segment->point_a, b = segment->point_b;
    sc_plan_line(plan, SCREE_SHAPE_CHAIN_SEGMENT, a, b, 0.0f);
    plan->argument = "chain_segment";
    plan->geometry[0] = (float)((segment->has_before ? SC_CHAIN_BEFORE : 0) |
                                (segment->has_after ? SC_CHAIN_AFTER : 0) |
                                (segment->two_sided ? SC_CHAIN_TWO_SIDED : 0));
    const scree_vec2 own = right_of(a, b);
    const scree_vec2 normals[2] = {segment->has_before ? right_of(segment->before, a) : own,
                                   segment->has_after ? right_of(b, segment->after) : own};
    const scree_vec2 given[4] = {a, b, segment->before, segment->after};
    memcpy(plan->geometry + SC_CHAIN_NEIGHBOURS, normals, sizeof normals);
    memcpy(plan->geometry + SC_CHAIN_GIVEN, given, sizeof given);
    plan->floats = SC_CHAIN_FLOATS;
}

static bool are_apart(const scree_world *world, scree_vec2 a, scree_vec2 b)
{
    return sc_length(sc_sub(b, a)) >= SC_MIN_LENGTH * sc_length_unit_of(world);
}

scree_result sc_check_chain_segment(scree_world *world, const scree_chain_segment *segment,
                                    const char *function, sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, segment, "chain_segment");
    const scree_vec2 points[4] = {segment->before, segment->point_a, segment->point_b,
                                  segment->after};
    static const char *const names[4] = {"chain_segment.before", "chain_segment.point_a",
                                         "chain_segment.point_b", "chain_segment.after"};
    for (int i = 0; i < 4; ++i)
    {
        SC_REQUIRE_POSITION(function, points[i], names[i]);
    }
    SC_REQUIRE_IN(function, are_apart(world, points[1], points[2]), "chain_segment",
                  "has its end points less than 1e-4 units apart");
    SC_REQUIRE_IN(function, !segment->has_before || are_apart(world, points[0], points[1]),
                  names[0], "is less than 1e-4 units from point_a");
    SC_REQUIRE_IN(function, !segment->has_after || are_apart(world, points[2], points[3]), names[3],
                  "is less than 1e-4 units from point_b");
    sc_plan_chain_segment(plan, segment);
    return SCREE_OK;
}

scree_result sc_check_polygon(scree_world *world, const scree_polygon *polygon,
                              const char *function, sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, polygon, "polygon");
    char text[SC_POLYGON_TEXT];
    SC_REQUIRE_IN(function, sc_polygon_is_valid(polygon, text), "polygon", text);
    sc_plan_polygon(plan, polygon);
    sc_keep_given(plan, polygon->vertices, polygon->count);
    return SCREE_OK;
}

scree_result sc_check_half_space(scree_world *world, const scree_half_space *half_space,
                                 const char *function, sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, half_space, "half_space");
    SC_TRY(sc_check_direction(world, function, "half_space.normal", half_space->normal));
    SC_REQUIRE_NUMBER(function, half_space->offset, -SC_WORLD_REACH, SC_WORLD_REACH,
                      "half_space.offset");
    sc_plan_half_space(plan, half_space->normal, half_space->offset);
    const float given[4] = {half_space->normal.x, half_space->normal.y, half_space->offset, 0.0f};
    if (memcmp(plan->geometry, given, sizeof given) != 0)
    {
        memcpy(plan->geometry + plan->floats, given, sizeof given);
        plan->floats += 4;
    }
    return SCREE_OK;
}

/// Vertex k of a geometry in body coordinates.
scree_vec2 sc_vertex_of(const float origin[4], const float *geometry, int k)
{
    const float *v = geometry + SC_GEOMETRY_HEADER + 2 * k;
    scree_vec2 turned = sc_rotate((sc_rotation){origin[2], origin[3]}, (scree_vec2){v[0], v[1]});
    return sc_add((scree_vec2){origin[0], origin[1]}, turned);
}

scree_polygon sc_polygon_of(const float origin[4], const float *geometry, float radius)
{
    scree_polygon polygon = {.count = (int)geometry[2], .radius = radius};
    for (int i = 0; i < polygon.count; ++i)
    {
        polygon.vertices[i] = sc_vertex_of(origin, geometry, i);
    }
    return polygon;
}

scree_mass_data sc_geometry_mass(scree_shape_type type, const float origin[4],
                                 const float *geometry, float radius, float density)
{
    switch (type)
    {
    case SCREE_SHAPE_CIRCLE:
    {
        scree_circle circle = {{origin[0], origin[1]}, radius};
        return scree_circle_mass(&circle, density);
    }
    case SCREE_SHAPE_CAPSULE:
    {
        scree_capsule capsule = {sc_vertex_of(origin, geometry, 0),
                                 sc_vertex_of(origin, geometry, 1), radius};
        return scree_capsule_mass(&capsule, density);
    }
    case SCREE_SHAPE_POLYGON:
    {
        scree_polygon polygon = sc_polygon_of(origin, geometry, radius);
        return scree_polygon_mass(&polygon, density);
    }
    default:
        return (scree_mass_data){0};
    }
}

scree_mass_data sc_plan_mass(const sc_shape_plan *plan, float density)
{
    float origin[4];
    write_origin(origin, plan);
    return sc_geometry_mass(plan->type, origin, plan->geometry, plan->radius, density);
}

void sc_apply_plan(sc_shapes *shapes, int32_t slot, const sc_shape_plan *plan,
                   int32_t geometry_start)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot) && geometry_start > 0 && plan->floats % 4 == 0);
    shapes->type[slot] = (uint8_t)plan->type;
    shapes->geometry_start[slot] = geometry_start;
    shapes->geometry_floats[slot] = (uint16_t)plan->floats;
    shapes->local[slot] = (sc_shape_local){.cos = plan->rotation.cos,
                                           .sin = plan->rotation.sin,
                                           .radius = plan->radius,
                                           .bounding_radius = plan->bounding_radius,
                                           .inscribed_radius = plan->inscribed_radius};
    write_origin(shapes->origin[slot], plan);
}
