#include "picture.h"

#include "picture_world.h"

#include <cairo-svg.h>

#include <math.h>

#define WIDTH 1600
#define CAPTION 64  // strip at the foot
#define MARGIN 16
#define HEIGHT_MIN 360
#define HEIGHT_MAX 1200

// Where the world lies on the page.
typedef struct page
{
    scree_aabb view;   // m
    double scale;      // pixels per metre
    int height;        // with the caption, pixels
    double left, top;  // of the view, pixels
} page;

static page lay_out(scree_aabb view)
{
    double width = (double)(view.upper.x - view.lower.x);
    double height = (double)(view.upper.y - view.lower.y);
    double room = WIDTH - 2 * MARGIN;
    double scale = room / width;
    double tall = scale * height + 2 * MARGIN + CAPTION;
    page page = {.view = view};
    page.height = (int)fmin(fmax(ceil(tall), HEIGHT_MIN), HEIGHT_MAX);
    page.scale = fmin(scale, (page.height - 2 * MARGIN - CAPTION) / height);
    page.left = 0.5 * (WIDTH - page.scale * width);
    page.top = 0.5 * (page.height - CAPTION - page.scale * height);
    return page;
}

// Digits in groups of three.
static void format_count(char *text, size_t size, int count)
{
    if (count >= 1000000)
    {
        snprintf(text, size, "%d,%03d,%03d", count / 1000000, count / 1000 % 1000, count % 1000);
    }
    else if (count >= 1000)
        snprintf(text, size, "%d,%03d", count / 1000, count % 1000);
    else
        snprintf(text, size, "%d", count);
}

static void set_text_colour(cairo_t *cairo, double lightness)
{
    sc_set_colour(cairo, sc_colour_from_lch(lightness, 0.01, 260.0));
}

static void set_font(cairo_t *cairo, double size, bool bold)
{
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

static void draw_caption(cairo_t *cairo, const sc_picture_subject *subject, double middle)
{
    scree_counters counters = scree_world_counters(subject->world);
    char bodies[32], contacts[32], particles[32], asleep[32], text[200];
    format_count(bodies, sizeof bodies, counters.bodies + counters.soft_bodies);
    format_count(contacts, sizeof contacts, counters.contacts + counters.soft_contacts);
    format_count(particles, sizeof particles, counters.particles);
    format_count(asleep, sizeof asleep, counters.asleep_bodies);
    if (counters.particles > 0)
    {
        snprintf(text, sizeof text, "step %d   %.2f s   %s particles", subject->step, subject->time,
                 particles);
    }
    else
    {
        bool any = counters.asleep_bodies > 0;
        snprintf(text, sizeof text, "step %d   %.2f s   %s bodies%s%s%s   %s contacts",
                 subject->step, subject->time, bodies, any ? ", " : "", any ? asleep : "",
                 any ? " asleep" : "", contacts);
    }

    cairo_text_extents_t extents;
    set_font(cairo, 24.0, true);
    set_text_colour(cairo, 0.30);
    cairo_move_to(cairo, MARGIN + 4, middle + 8.0);
    cairo_show_text(cairo, subject->name);
    cairo_text_extents(cairo, subject->name, &extents);
    set_font(cairo, 18.0, false);
    set_text_colour(cairo, 0.48);
    cairo_move_to(cairo, MARGIN + 28 + extents.x_advance, middle + 7.0);
    cairo_show_text(cairo, text);
}

static void draw_speed_legend(cairo_t *cairo, double middle)
{
    const double width = 360.0, height = 12.0, left = WIDTH - MARGIN - 90.0 - width;
    const double top = middle - 16.0;
    for (int i = 0; i < (int)width; i += 2)
    {
        sc_set_colour(cairo, sc_colour_of_fraction(i / width, 0.0));
        // A pixel of overlap keeps the page from shining through between the strips.
        cairo_rectangle(cairo, left + i, top, fmin(3.0, width - i), height);
        cairo_fill(cairo);
    }
    static const double ticks[] = {0.0, 0.1, 1.0, 5.0, 20.0};
    set_font(cairo, 14.0, false);
    set_text_colour(cairo, 0.48);
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; ++i)
    {
        char text[16];
        cairo_text_extents_t extents;
        double x = left + width * sc_colour_fraction_of_speed(ticks[i]);
        snprintf(text, sizeof text, "%g", ticks[i]);
        cairo_text_extents(cairo, text, &extents);
        cairo_move_to(cairo, x - 0.5 * extents.x_advance, top + height + 17.0);
        cairo_show_text(cairo, text);
    }
    cairo_move_to(cairo, left + width + 22.0, top + height + 17.0);
    cairo_show_text(cairo, "m/s");
}

static void draw_kind_legend(cairo_t *cairo, double middle)
{
    double x = WIDTH - MARGIN;
    set_font(cairo, 16.0, false);
    for (int kind = SC_PAINT_COUNT - 1; kind >= 0; --kind)
    {
        cairo_text_extents_t extents;
        cairo_text_extents(cairo, sc_paint_names[kind], &extents);
        x -= extents.x_advance;
        set_text_colour(cairo, 0.48);
        cairo_move_to(cairo, x, middle + 6.0);
        cairo_show_text(cairo, sc_paint_names[kind]);
        x -= 24.0;
        sc_set_colour(cairo, sc_paint_colour(kind, 0.0));
        cairo_rectangle(cairo, x, middle - 8.0, 16.0, 16.0);
        cairo_fill(cairo);
        x -= 24.0;
    }
}

static void draw(cairo_t *cairo, const page *page, const sc_picture_subject *subject,
                 const sc_picture_style *style)
{
    sc_set_colour(cairo, sc_colour_from_lch(0.975, 0.004, 90.0));  // of paper
    cairo_paint(cairo);

    // All of the page above the caption shows the world, not only the view in its middle.
    double bottom = page->height - CAPTION;
    scree_aabb seen = {
        {page->view.lower.x - (float)(page->left / page->scale),
         page->view.lower.y - (float)(page->top / page->scale)},
        {page->view.upper.x + (float)(page->left / page->scale),
         page->view.upper.y + (float)(page->top / page->scale)},
    };
    cairo_save(cairo);
    cairo_rectangle(cairo, 0.0, 0.0, WIDTH, bottom);
    cairo_clip(cairo);
    cairo_translate(cairo, page->left - page->scale * (double)page->view.lower.x,
                    page->top + page->scale * (double)page->view.upper.y);
    cairo_scale(cairo, page->scale, -page->scale);
    sc_picture_draw_world(cairo, subject->world, seen, page->scale, style);
    cairo_restore(cairo);

    set_text_colour(cairo, 0.85);
    cairo_rectangle(cairo, 0.0, bottom, WIDTH, 1.0);
    cairo_fill(cairo);
    double middle = bottom + 0.5 * CAPTION;
    draw_caption(cairo, subject, middle);
    if (style->color == SC_PICTURE_COLOR_SPEED)
        draw_speed_legend(cairo, middle);
    else
        draw_kind_legend(cairo, middle);
}

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned int length)
{
    size_t written = fwrite(bytes, 1, length, closure);
    return written == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool sc_picture_write(FILE *file, sc_picture_format format, const sc_picture_subject *subject,
                      const sc_picture_style *style)
{
    page page = lay_out(subject->view);
    cairo_surface_t *surface =
        format == SC_PICTURE_PNG
            ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, page.height)
            : cairo_svg_surface_create_for_stream(write_bytes, file, WIDTH, page.height);
    cairo_t *cairo = cairo_create(surface);
    draw(cairo, &page, subject, style);
    // A context in error ignores all drawing: its state is read once, here.
    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    if (format == SC_PICTURE_PNG)
    {
        ok = ok &&
             cairo_surface_write_to_png_stream(surface, write_bytes, file) == CAIRO_STATUS_SUCCESS;
    }
    cairo_surface_finish(surface);
    ok = ok && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return ok;
}
