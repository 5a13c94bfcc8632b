/// Functions that the files of debug drawing share.
#ifndef SC_DRAW_PARTS_H
#define SC_DRAW_PARTS_H

#include "dynamics/bodies/interpolate.h"
#include "scree/draw.h"
#include "world/draw/find_in_view.h"

/// The data of one call of scree_world_draw.
typedef struct sc_drawing
{
    const scree_world *world;
    const scree_draw *draw;
    sc_view *view;  ///< set for shapes and notes
} sc_drawing;

/// The origin and rotation at which a body is drawn.
static inline sc_pose sc_drawn_pose(const sc_drawing *d, int32_t row)
{
    return sc_interpolate_body(&d->world->bodies, row, d->draw->alpha);
}

static inline bool sc_is_in_view(const sc_drawing *d, scree_vec2 lower, scree_vec2 upper)
{
    const scree_aabb *clip = &d->draw->clip;
    return lower.x <= clip->upper.x && lower.y <= clip->upper.y && upper.x >= clip->lower.x &&
           upper.y >= clip->lower.y;
}

/// Whether a disc overlaps the clip.
static inline bool sc_disc_in_view(const sc_drawing *d, scree_vec2 center, float radius)
{
    return sc_is_in_view(d, (scree_vec2){center.x - radius, center.y - radius},
                         (scree_vec2){center.x + radius, center.y + radius});
}

// These functions call the callback if it exists and the item overlaps the clip.
void sc_draw_circle(const sc_drawing *d, scree_vec2 center, float radius, scree_vec2 axis,
                    const scree_draw_item *item);
void sc_draw_line(const sc_drawing *d, scree_vec2 from, scree_vec2 to, const scree_draw_item *item);
void sc_draw_point(const sc_drawing *d, scree_vec2 position, const scree_draw_item *item);

void sc_draw_shapes(const sc_drawing *d);
void sc_draw_particles(const sc_drawing *d);
void sc_draw_soft_bodies(const sc_drawing *d);
void sc_draw_joints(const sc_drawing *d);
void sc_draw_contacts(const sc_drawing *d);
void sc_draw_aabbs(const sc_drawing *d);
void sc_draw_centers(const sc_drawing *d);
/// Draws frames, names, ids and masses of bodies.
void sc_draw_notes(const sc_drawing *d);

#endif
