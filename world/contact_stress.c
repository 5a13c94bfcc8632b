/// The stress that contacts carry.
#include "world/checks.h"
#include "world/contact_queries.h"

/// Bodies whose virials are summed.
typedef struct virial_sum
{
    const scree_world *world;
    int32_t body_slot;  ///< of one body; 0: those in the region
    scree_aabb region;
    scree_tensor sum;  ///< N m
} virial_sum;

static bool is_counted(const virial_sum *sum, int32_t slot, int32_t row)
{
    const sc_bodies *bodies = &sum->world->bodies;
    if (row < 0 || !sc_row_is_dynamic(bodies, row))
    {
        return false;
    }
    const sc_pose *pose = &bodies->pose[row];
    const scree_aabb *region = &sum->region;
    return sum->body_slot != 0 ? slot == sum->body_slot
                               : pose->x >= region->lower.x && pose->x < region->upper.x &&
                                     pose->y >= region->lower.y && pose->y < region->upper.y;
}

/// Adds the virial of the forces that a contact exerts on one of its bodies; `sign` is -1 for body
/// a.
static void add_virial(virial_sum *sum, const scree_contact *contact, scree_body_id body,
                       double sign)
{
    const sc_bodies *bodies = &sum->world->bodies;
    const int32_t row = sc_peek_row(sum->world, body);
    if (row < 0 || !is_counted(sum, bodies->slot[row], row))
    {
        return;
    }
    const double scale = sign / (double)sum->world->settings.last_h;
    const double nx = (double)contact->normal.x, ny = (double)contact->normal.y;
    for (int k = 0; k < contact->point_count; ++k)
    {
        const scree_contact_point *point = &contact->points[k];
        const double normal = (double)point->normal_impulse * scale;
        const double tangent = (double)point->tangent_impulse * scale;
        const double force_x = nx * normal + ny * tangent, force_y = ny * normal - nx * tangent;
        const double arm_x = (double)point->position.x - (double)bodies->pose[row].x;
        const double arm_y = (double)point->position.y - (double)bodies->pose[row].y;
        sum->sum.xx += arm_x * force_x;
        sum->sum.xy += arm_x * force_y;
        sum->sum.yx += arm_y * force_x;
        sum->sum.yy += arm_y * force_y;
    }
}

static void add_contact(void *context, const scree_contact_info *info)
{
    add_virial(context, &info->contact, info->a.body, -1.0);
    add_virial(context, &info->contact, info->b.body, 1.0);
}

scree_tensor scree_body_virial(const scree_world *world, scree_body_id body)
{
    const int32_t row = sc_peek_row(world, body);
    virial_sum sum = {.world = world, .body_slot = row >= 0 ? world->bodies.slot[row] : 0};
    if (row >= 0 && sc_row_is_dynamic(&world->bodies, row) && world->settings.last_h > 0.0f)
    {
        sc_visit_contact_infos(world, sum.body_slot, add_contact, &sum);
    }
    return sum.sum;
}

scree_tensor scree_world_stress(const scree_world *world, scree_aabb region)
{
    virial_sum sum = {.world = world, .region = region};
    const double width = (double)region.upper.x - (double)region.lower.x;
    const double height = (double)region.upper.y - (double)region.lower.y;
    const double area = width * height;
    if (world == NULL || !(width > 0.0 && height > 0.0 && area <= (double)FLT_MAX) ||
        world->settings.last_h <= 0.0f)
    {
        return sum.sum;
    }
    sc_visit_contact_infos(world, 0, add_contact, &sum);
    sum.sum.xx /= area;
    sum.sum.xy /= area;
    sum.sum.yx /= area;
    sum.sum.yy /= area;
    return sum.sum;
}
