#include "world/draw/draw_parts.h"

void sc_draw_circle(const sc_drawing *d, scree_vec2 center, float radius, scree_vec2 axis,
                    const scree_draw_item *item)
{
    if (d->draw->circle != NULL && sc_disc_in_view(d, center, radius))
    {
        d->draw->circle(center, radius, axis, item, d->draw->context);
    }
}

void sc_draw_line(const sc_drawing *d, scree_vec2 from, scree_vec2 to, const scree_draw_item *item)
{
    scree_vec2 lower = {sc_min(from.x, to.x), sc_min(from.y, to.y)};
    scree_vec2 upper = {sc_max(from.x, to.x), sc_max(from.y, to.y)};
    if (d->draw->line != NULL && sc_is_in_view(d, lower, upper))
    {
        d->draw->line(from, to, item, d->draw->context);
    }
}

void sc_draw_point(const sc_drawing *d, scree_vec2 position, const scree_draw_item *item)
{
    if (d->draw->point != NULL && sc_is_in_view(d, position, position))
    {
        d->draw->point(position, item, d->draw->context);
    }
}
