/// Debug drawing of a world as it stands between any two calls.
#include "tests/fuzz/rows.h"

#include <math.h>

static void see_item(fuzz *f, const scree_draw_item *item)
{
    fuzz_see(f, (uint64_t)item->kind << 32 | (uint64_t)item->state);
    fuzz_see(f, (uint64_t)item->color);
    fuzz_see_vec2(f, item->velocity);
    fuzz_see_id(f, item->body.value);
    fuzz_see_id(f, item->shape.value);
    fuzz_see_id(f, item->joint.value);
    bool bad_id =
        (item->body.value != 0 && !scree_body_is_valid(f->now.world, item->body)) ||
        (item->shape.value != 0 && !scree_shape_is_valid(f->now.world, item->shape)) ||
        (item->joint.value != 0 && !scree_joint_is_valid(f->now.world, item->joint)) ||
        (item->particle.value != 0 && !scree_particle_is_valid(f->now.world, item->particle)) ||
        (item->soft_body.value != 0 && !scree_soft_body_is_valid(f->now.world, item->soft_body));
    if (bad_id || item->kind > SCREE_DRAW_MASS || item->state > SCREE_DRAW_DISABLED)
    {
        fuzz_find(f, "something drawn of kind %d makes no sense", (int)item->kind);
    }
}

static void see_points(fuzz *f, const scree_vec2 *points, int count, const scree_draw_item *item)
{
    see_item(f, item);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count; ++i)
    {
        fuzz_see_vec2(f, points[i]);
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
        {
            fuzz_find(f, "something drawn of kind %d is nowhere", (int)item->kind);
        }
    }
}

static void draw_polygon(const scree_vec2 *vertices, int count, float radius,
                         const scree_draw_item *item, void *context)
{
    see_points(context, vertices, count, item);
    if (count < 3 || count > SCREE_POLYGON_MAX_VERTICES || !(radius >= 0.0f))
    {
        fuzz_find(context, "a polygon of %d vertices is drawn", count);
    }
}

static void draw_circle(scree_vec2 center, float radius, scree_vec2 axis,
                        const scree_draw_item *item, void *context)
{
    see_points(context, &center, 1, item);
    fuzz_see_vec2(context, axis);
    fuzz_see_float(context, radius);
}

static void draw_capsule(scree_vec2 a, scree_vec2 b, float radius, const scree_draw_item *item,
                         void *context)
{
    see_points(context, (scree_vec2[]){a, b}, 2, item);
    fuzz_see_float(context, radius);
}

static void draw_line(scree_vec2 a, scree_vec2 b, const scree_draw_item *item, void *context)
{
    see_points(context, (scree_vec2[]){a, b}, 2, item);
}

static void draw_point(scree_vec2 at, const scree_draw_item *item, void *context)
{
    see_points(context, &at, 1, item);
}

static void draw_box(scree_aabb aabb, const scree_draw_item *item, void *context)
{
    see_points(context, (scree_vec2[]){aabb.lower, aabb.upper}, 2, item);
}

static void draw_text(scree_vec2 at, const char *text, const scree_draw_item *item, void *context)
{
    see_points(context, &at, 1, item);
    for (; *text != 0 && item->kind != SCREE_DRAW_ID; ++text)
    {
        fuzz_see(context, (uint64_t)*text);
    }
}

static void draw_transform(scree_transform at, const scree_draw_item *item, void *context)
{
    see_points(context, &at.position, 1, item);
}

static void world_draw(fuzz *f)
{
    scree_draw draw = scree_draw_default();
    draw.version = fuzz_version(f, draw.version);
    draw.context = f;
    uint32_t choice = fuzz_word(&f->stream);
    draw.polygon = choice & 3u ? draw_polygon : NULL;
    draw.circle = choice & 12u ? draw_circle : NULL;
    draw.capsule = choice & 48u ? draw_capsule : NULL;
    draw.line = choice & 192u ? draw_line : NULL;
    draw.point = choice & 768u ? draw_point : NULL;
    draw.box = choice & 3072u ? draw_box : NULL;
    draw.text = choice & 1u << 18 ? draw_text : NULL;
    draw.transform = choice & 1u << 19 ? draw_transform : NULL;
    draw.draw_names = draw.draw_masses = draw.draw_transforms = choice & 1u << 20;
    draw.draw_ids = choice & 1u << 21;
    // AABBs are what steps saw last: they may differ after one that found no memory.
    draw.draw_aabbs = !f->retried && choice & 1u << 12;
    draw.draw_shapes = choice & 1u << 13;
    draw.draw_chain_normals = choice & 1u << 14;
    draw.draw_contact_normals = draw.draw_impulses = choice & 1u << 15;
    draw.draw_friction = draw.draw_centers = choice & 1u << 16;
    // Points tell which contacts begin, which such a step may have changed, too.
    draw.draw_contacts = !f->retried && choice & 1u << 17;
    const bool keeps = scree_world_settings(f->now.world).keep_previous_poses;
    draw.alpha = keeps && fuzz_bool(f) ? (float)fuzz_below(&f->stream, 5) / 4.0f : 1.0f;
    if (fuzz_odds(f, 128))
    {
        scree_vec2 at = fuzz_place(f);
        float size = fuzz_float(f, 0.0f, 20.0f);
        draw.clip = (scree_aabb){at, {at.x + size, at.y + size}};
        bool good = isfinite(at.x) && isfinite(at.y) && draw.clip.lower.x <= draw.clip.upper.x &&
                    draw.clip.lower.y <= draw.clip.upper.y && isfinite(draw.clip.upper.x) &&
                    isfinite(draw.clip.upper.y);
        f->now.invalid &= ~FUZZ_BAD_NUMBER;
        f->now.invalid |= good ? 0 : FUZZ_BAD_NUMBER;
    }
    bool absent = fuzz_null(f);
    scree_result result = scree_world_draw(f->now.world, absent ? NULL : &draw);
    fuzz_see(f, (uint64_t)result);
    bool bad = (f->now.invalid & ~FUZZ_BAD_ID) != 0 || f->now.locked || f->now.world == NULL;
    if (bad != (result != SCREE_OK))
    {
        fuzz_find(f, "drawing returned %s", scree_result_name(result));
    }
}

static const fuzz_row rows[] = {READ_ROW(world_draw, 3)};
const fuzz_rows fuzz_draw_rows = {rows, sizeof rows / sizeof *rows};
