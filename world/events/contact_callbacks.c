/// The callbacks that decide about contacts, and the shapes that enable them.
#include "scree/events.h"

#include "world/checks.h"
#include "world/waking.h"

/// Ends the contacts of a shape, so that the next step finds them again under the present settings.
static void find_anew(scree_world *world, int32_t slot)
{
    sc_end_asleep_contacts(world, world->bodies.row[world->shapes.body_slot[slot]], slot);
    sc_shapes_mark_purge(&world->shapes, slot);
}

scree_result scree_world_set_contact_filter(scree_world *world,
                                            scree_contact_filter_callback *filter, void *context)
{
    SC_RECORD(world_set_contact_filter, filter, context);
    SC_TRY(sc_enter(world, __func__));
    const sc_shapes *shapes = &world->shapes;
    world->callbacks.filter = filter;
    world->callbacks.filter_context = context;
    for (int32_t slot = 1; slot < shapes->ids.used && shapes->asking[SC_ASK_FILTER] > 0; ++slot)
    {
        if (shapes->events[slot] & SC_EVENTS_FILTER)
        {
            find_anew(world, slot);
        }
    }
    return SCREE_OK;
}

scree_result scree_world_set_pre_solve(scree_world *world, scree_pre_solve_callback *pre_solve,
                                       void *context)
{
    SC_RECORD(world_set_pre_solve, pre_solve, context);
    SC_TRY(sc_enter(world, __func__));
    world->callbacks.pre_solve = pre_solve;
    world->callbacks.pre_solve_context = context;
    if (world->shapes.asking[SC_ASK_PRE_SOLVE] > 0)
    {
        // Have the surfaces mixed again that the last callback has changed.
        world->shapes.remix_pending = world->shapes.remix_all = true;
    }
    return SCREE_OK;
}

scree_result scree_shape_set_contact_filter_enabled(scree_world *world, scree_shape_id shape,
                                                    bool enabled)
{
    SC_RECORD(shape_set_contact_filter_enabled, shape, enabled);
    SC_FIND_SHAPE(world, shape, slot);
    if (enabled != scree_shape_is_contact_filter_enabled(world, shape))
    {
        sc_shapes_set_event(&world->shapes, slot, SC_EVENTS_FILTER, enabled);
        find_anew(world, slot);
    }
    return SCREE_OK;
}

scree_result scree_shape_set_pre_solve_enabled(scree_world *world, scree_shape_id shape,
                                               bool enabled)
{
    SC_RECORD(shape_set_pre_solve_enabled, shape, enabled);
    SC_FIND_SHAPE(world, shape, slot);
    if (!enabled && sc_peek_event_flag(world, shape, SC_EVENTS_PRE_SOLVE))
    {
        world->shapes.flags[slot] |= SC_SHAPE_REMIX;
        world->shapes.remix_pending = true;
    }
    sc_shapes_set_event(&world->shapes, slot, SC_EVENTS_PRE_SOLVE, enabled);
    return SCREE_OK;
}

bool scree_shape_is_contact_filter_enabled(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_FILTER);
}

bool scree_shape_is_pre_solve_enabled(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_PRE_SOLVE);
}
