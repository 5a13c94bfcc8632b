/// Debug drawing of particles, soft bodies and contacts.
#include "core/limits.h"
#include "core/tuning.h"
#include "world/contact_queries.h"
#include "world/draw/draw_parts.h"

#include <float.h>

void sc_draw_particles(const sc_drawing *d)
{
    const sc_circles *circles = &d->world->circles;
    if (circles->count > 0)
    {
        const scree_particle_settings *settings = &d->world->circles.settings;
        scree_draw_item container = {.kind = SCREE_DRAW_CONTAINER, .color = SCREE_COLOR_CONTAINER};
        scree_vec2 center = settings->container_center, half_size = settings->container_size;
        scree_aabb box = {sc_sub(center, half_size), sc_add(center, half_size)};
        if (settings->container == SCREE_CONTAINER_CIRCLE)
        {
            sc_draw_circle(d, center, half_size.x, (scree_vec2){0.0f, 0.0f}, &container);
        }
        else if (settings->container == SCREE_CONTAINER_BOX && d->draw->box != NULL &&
                 sc_is_in_view(d, box.lower, box.upper))
        {
            d->draw->box(box, &container, d->draw->context);
        }
    }
    for (int32_t i = 0; i < circles->count; ++i)
    {
        bool fixed = circles->inverse_mass[i] == 0.0f;
        scree_draw_item item = {.kind = SCREE_DRAW_PARTICLE,
                                .state = fixed ? SCREE_DRAW_STATIC : SCREE_DRAW_AWAKE,
                                .color = fixed ? SCREE_COLOR_STATIC : SCREE_COLOR_PARTICLE,
                                .velocity = {circles->vx[i], circles->vy[i]},
                                .particle = {circles->id[i].value}};
        sc_draw_circle(d, (scree_vec2){circles->x[i], circles->y[i]}, circles->radius[i],
                       (scree_vec2){0.0f, 0.0f}, &item);
    }
}

static scree_vec2 vertex_of(const sc_soft_bodies *soft, int32_t v)
{
    return (scree_vec2){soft->x[v], soft->y[v]};
}

void sc_draw_soft_bodies(const sc_drawing *d)
{
    const sc_soft_bodies *soft = &d->world->soft;
    for (int b = 0; b < soft->body_count; ++b)
    {
        const sc_soft_body *body = &soft->bodies[b];
        bool disabled = (body->flags & SC_SOFT_DISABLED) != 0;
        scree_draw_item item = {.kind = SCREE_DRAW_SOFT_OUTLINE,
                                .state = disabled ? SCREE_DRAW_DISABLED : SCREE_DRAW_AWAKE,
                                .color = disabled ? SCREE_COLOR_DISABLED : SCREE_COLOR_SOFT,
                                .radius = body->radius,
                                .soft_body = body->id};
        scree_vec2 vertices[SC_SOFT_MAX_OUTLINE];
        scree_vec2 lower = {FLT_MAX, FLT_MAX}, upper = {-FLT_MAX, -FLT_MAX};
        for (int i = 0; i < body->corner_count; ++i)
        {
            int32_t v = body->first_vertex + soft->corners[body->first_corner + i];
            vertices[i] = vertex_of(soft, v);
            lower = (scree_vec2){sc_min(lower.x, vertices[i].x), sc_min(lower.y, vertices[i].y)};
            upper = (scree_vec2){sc_max(upper.x, vertices[i].x), sc_max(upper.y, vertices[i].y)};
        }
        if (body->corner_count >= 3 && d->draw->polygon != NULL && sc_is_in_view(d, lower, upper))
        {
            d->draw->polygon(vertices, body->corner_count, body->radius, &item, d->draw->context);
        }
        item.kind = SCREE_DRAW_SOFT_EDGE;
        item.color = disabled ? SCREE_COLOR_DISABLED : SCREE_COLOR_SOFT_EDGE;
        for (int i = 0; i < body->edge_count; ++i)
        {
            const scree_soft_edge *edge = &soft->edges[body->first_edge + i];
            sc_draw_line(d, vertex_of(soft, body->first_vertex + edge->a),
                         vertex_of(soft, body->first_vertex + edge->b), &item);
        }
        item.kind = SCREE_DRAW_SOFT_VERTEX;
        for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
        {
            bool held = soft->inverse_mass[v] == 0.0f;
            scree_draw_item of_vertex = item;
            of_vertex.state = held && !disabled ? SCREE_DRAW_STATIC : item.state;
            of_vertex.color = held && !disabled ? SCREE_COLOR_HELD : item.color;
            of_vertex.velocity = (scree_vec2){soft->vx[v], soft->vy[v]};
            sc_draw_circle(d, vertex_of(soft, v), soft->radius[v], (scree_vec2){0.0f, 0.0f},
                           &of_vertex);
        }
    }
}

static void draw_arm(const sc_drawing *d, scree_vec2 from, float length, scree_vec2 direction,
                     scree_draw_kind kind, scree_color color)
{
    scree_draw_item item = {.kind = kind, .state = SCREE_DRAW_AWAKE, .color = color};
    sc_draw_line(d, from, sc_add(from, sc_scale(length, direction)), &item);
}

static void draw_contact(void *context, const scree_contact *contact, bool begins)
{
    const sc_drawing *d = context;
    const scree_draw *draw = d->draw;
    const float length = d->world->lengths.unit * draw->normal_length;
    scree_vec2 normal = contact->normal, tangent = {normal.y, -normal.x};
    for (int i = 0; i < contact->point_count; ++i)
    {
        const scree_contact_point *point = &contact->points[i];
        scree_draw_item item = {.kind = SCREE_DRAW_CONTACT, .state = SCREE_DRAW_AWAKE};
        item.color = point->separation > d->world->lengths.slop ? SCREE_COLOR_APART
                     : begins                                   ? SCREE_COLOR_BEGIN
                                                                : SCREE_COLOR_PERSIST;
        if (draw->draw_contacts)
        {
            sc_draw_point(d, point->position, &item);
        }
        if (draw->draw_contact_normals)
        {
            draw_arm(d, point->position, length, normal, SCREE_DRAW_CONTACT_NORMAL,
                     SCREE_COLOR_NORMAL);
        }
        if (draw->draw_impulses)
        {
            draw_arm(d, point->position, draw->impulse_scale * point->normal_impulse, normal,
                     SCREE_DRAW_IMPULSE, SCREE_COLOR_IMPULSE);
        }
        if (draw->draw_friction)
        {
            draw_arm(d, point->position, draw->impulse_scale * point->tangent_impulse, tangent,
                     SCREE_DRAW_FRICTION, SCREE_COLOR_FRICTION);
        }
    }
}

void sc_draw_contacts(const sc_drawing *d)
{
    sc_drawing context = *d;
    sc_visit_contacts(d->world, draw_contact, &context);
}
