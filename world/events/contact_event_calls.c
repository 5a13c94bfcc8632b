/// Events of contacts, and the flags of shapes that enable them.
#include "scree/events.h"

#include "world/checks.h"

scree_contact_events scree_world_contact_events(const scree_world *world)
{
    if (world == NULL)
    {
        return (scree_contact_events){0};
    }
    const sc_events *events = &world->events;
    return (scree_contact_events){.begins = events->begins,
                                  .ends = events->ends,
                                  .begin_count = events->begin_count,
                                  .end_count = events->end_count,
                                  .hits = events->hits,
                                  .hit_count = events->hit_count};
}

scree_result scree_shape_set_contact_events_enabled(scree_world *world, scree_shape_id shape,
                                                    bool enabled)
{
    SC_RECORD(shape_set_contact_events_enabled, shape, enabled);
    SC_FIND_SHAPE(world, shape, slot);
    sc_shapes_set_event(&world->shapes, slot, SC_EVENTS_CONTACT, enabled);
    world->shapes.asks_changed = true;
    return SCREE_OK;
}

scree_result scree_shape_set_hit_events_enabled(scree_world *world, scree_shape_id shape,
                                                bool enabled)
{
    SC_RECORD(shape_set_hit_events_enabled, shape, enabled);
    SC_FIND_SHAPE(world, shape, slot);
    sc_shapes_set_event(&world->shapes, slot, SC_EVENTS_HIT, enabled);
    return SCREE_OK;
}

bool scree_shape_is_contact_events_enabled(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_CONTACT);
}

bool scree_shape_is_hit_events_enabled(const scree_world *world, scree_shape_id shape)
{
    return sc_peek_event_flag(world, shape, SC_EVENTS_HIT);
}

float scree_world_hit_event_threshold(const scree_world *world)
{
    return world != NULL ? world->settings.hit_event_threshold : 0.0f;
}

scree_result scree_world_set_hit_event_threshold(scree_world *world, float speed)
{
    SC_RECORD(world_set_hit_event_threshold, speed);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_NUMBER(__func__, speed, 0.0f, SC_MAX_SETTING, "speed");
    world->settings.hit_event_threshold = speed;
    return SCREE_OK;
}
