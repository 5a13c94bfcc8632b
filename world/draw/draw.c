/// Debug drawing: the public call.
#include "scree/draw.h"

#include "world/checks.h"
#include "world/draw/draw_parts.h"

#define MAX_SCALE 1e12

scree_draw scree_draw_default(void)
{
    const float reach = SC_WORLD_REACH;
    return (scree_draw){.version = SC_DEF_VERSION,
                        .clip = {{-reach, -reach}, {reach, reach}},
                        .normal_length = 0.3f,
                        .impulse_scale = 0.01f,
                        .alpha = 1.0f,
                        .draw_shapes = true,
                        .draw_particles = true,
                        .draw_soft_bodies = true,
                        .draw_joints = true};
}

static scree_result check_draw(const scree_world *world, const scree_draw *draw,
                               const char *function)
{
    const scree_aabb *clip = &draw->clip;
    SC_TRY(sc_check_vector(NULL, function, "draw.clip", clip->lower, FLT_MAX));
    SC_TRY(sc_check_vector(NULL, function, "draw.clip", clip->upper, FLT_MAX));
    if (clip->lower.x > clip->upper.x || clip->lower.y > clip->upper.y)
    {
        return sc_query_fails(SCREE_ERROR_ARGUMENT, function, "draw.clip",
                              "has its lower corner above the upper one");
    }
    SC_TRY(sc_check_number(NULL, function, "draw.normal_length", (double)draw->normal_length,
                           -MAX_SCALE, MAX_SCALE));
    SC_TRY(sc_check_number(NULL, function, "draw.impulse_scale", (double)draw->impulse_scale,
                           -MAX_SCALE, MAX_SCALE));
    SC_TRY(sc_check_number(NULL, function, "draw.alpha", (double)draw->alpha, 0.0, 1.0));
    if (draw->alpha < 1.0f && !world->bodies.keeps_previous)
    {
        return sc_query_fails(SCREE_ERROR_ARGUMENT, function, "world",
                              "keeps no previous poses: set scree_world_def.keep_previous_poses");
    }
    return SCREE_OK;
}

scree_result scree_world_draw(const scree_world *world, const scree_draw *draw)
{
    SC_TRY(sc_enter_query(world, __func__));
    if (draw == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, __func__, "draw", "is null");
    }
    if (draw->version != SC_DEF_VERSION)
    {
        return sc_query_fails(SCREE_ERROR_VERSION, __func__, "draw",
                              "was not filled by scree_draw_default");
    }
    SC_TRY(check_draw(world, draw, __func__));
    const bool shapes = draw->draw_shapes || draw->draw_chain_normals;
    const bool notes =
        draw->draw_transforms || draw->draw_names || draw->draw_ids || draw->draw_masses;
    const struct
    {
        bool wanted;
        void (*part)(const sc_drawing *d);
    } parts[] = {{shapes, sc_draw_shapes},
                 {draw->draw_particles, sc_draw_particles},
                 {draw->draw_soft_bodies, sc_draw_soft_bodies},
                 {draw->draw_joints, sc_draw_joints},
                 {draw->draw_contacts || draw->draw_contact_normals || draw->draw_impulses ||
                      draw->draw_friction,
                  sc_draw_contacts},
                 {draw->draw_aabbs, sc_draw_aabbs},
                 {draw->draw_centers, sc_draw_centers},
                 {notes, sc_draw_notes}};
    sc_view view = {.world = world};
    if (shapes || notes)
    {
        view = sc_view_find(world, &draw->clip);
    }
    const sc_drawing drawing = {world, draw, &view};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
    {
        if (parts[i].wanted)
        {
            parts[i].part(&drawing);
        }
    }
    sc_view_release(&view);
    return SCREE_OK;
}
