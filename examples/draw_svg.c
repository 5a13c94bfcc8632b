/// Debug drawing: writes a picture of a world as SVG to the standard output, or to the file named
/// by the argument.
#include <scree/scree.h>

#include <stdio.h>

typedef struct picture
{
    FILE *file;
    int items;
} picture;

static void fill_and_stroke(picture *p, const scree_draw_item *item)
{
    fprintf(p->file, " fill=\"#%06x\" stroke=\"#202020\" stroke-width=\"0.02\"/>\n",
            (unsigned)item->color);
    ++p->items;
}

static void polygon(const scree_vec2 *vertices, int count, float radius,
                    const scree_draw_item *item, void *context)
{
    picture *p = (picture *)context;
    (void)radius;  // of rounded corners: none in this world
    fprintf(p->file, "<polygon points=\"");
    for (int i = 0; i < count; ++i)
    {
        fprintf(p->file, "%.3f,%.3f ", (double)vertices[i].x, (double)vertices[i].y);
    }
    fprintf(p->file, "\"");
    fill_and_stroke(p, item);
}

static void circle(scree_vec2 center, float radius, scree_vec2 axis, const scree_draw_item *item,
                   void *context)
{
    picture *p = (picture *)context;
    fprintf(p->file, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"%.3f\"", (double)center.x,
            (double)center.y, (double)radius);
    fill_and_stroke(p, item);
    fprintf(
        p->file, "<path d=\"M%.3f %.3fl%.3f %.3f\" stroke=\"#202020\" stroke-width=\"0.02\"/>\n",
        (double)center.x, (double)center.y, (double)(radius * axis.x), (double)(radius * axis.y));
}

static void line(scree_vec2 from, scree_vec2 to, const scree_draw_item *item, void *context)
{
    picture *p = (picture *)context;
    // White lines, such as those of joints, would vanish on white paper.
    unsigned color = item->kind == SCREE_DRAW_JOINT ? 0x303030u : (unsigned)item->color;
    fprintf(p->file, "<path d=\"M%.3f %.3fL%.3f %.3f\" stroke=\"#%06x\" stroke-width=\"0.03\"/>\n",
            (double)from.x, (double)from.y, (double)to.x, (double)to.y, color);
    ++p->items;
}

static void add(scree_world *world, scree_vec2 position, bool round)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position = position;
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_circle disc = {{0.0f, 0.0f}, 0.3f};
    scree_polygon box = scree_polygon_box(0.3f, 0.3f);
    round ? scree_shape_create_circle(world, body, &material, &disc)
          : scree_shape_create_polygon(world, body, &material, &box);
}

int main(int argc, char **argv)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, scree_body_create(world, &ground_def), &material,
                                  &half_space);
    for (int i = 0; i < 30; ++i)
    {
        add(world, scree_vec2_from(0.3f * (float)(i % 7) - 1.0f, 0.5f + 0.7f * (float)i),
            i % 3 == 0);
    }
    for (int step = 0; step < 240; ++step)
    {
        scree_world_step(world, 1.0f / 60.0f, 4);
    }

    picture p = {argc > 1 ? fopen(argv[1], "w") : stdout, 0};
    if (p.file == NULL)
    {
        return 1;
    }
    scree_draw draw = scree_draw_default();
    draw.polygon = polygon;
    draw.circle = circle;
    draw.line = line;
    draw.context = &p;
    draw.draw_contact_normals = true;
    draw.clip.lower = scree_vec2_from(-8.0f, -1.0f);
    draw.clip.upper = scree_vec2_from(8.0f, 7.0f);
    // SVG's y axis points down: turn the picture over.
    fprintf(p.file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"400\" "
                    "viewBox=\"-8 -7 16 8\"><g transform=\"scale(1 -1)\">\n");
    scree_result result = scree_world_draw(world, &draw);
    fprintf(p.file, "</g></svg>\n<!-- %d items -->\n", p.items);
    scree_world_destroy(world);
    return result == SCREE_OK ? 0 : 1;
}
