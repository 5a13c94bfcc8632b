/// Calls on events.
#include "tests/fuzz/rows.h"

#include <math.h>
#include <string.h>

static uint64_t pair_of(scree_shape_id a, scree_shape_id b)
{
    return (a.value & 0xffffff) << 24 | (b.value & 0xffffff);
}

/// Events that begin with the ids of a scree_contact_event.
static void see_pairs(fuzz *f, const void *events, int count, size_t size)
{
    fuzz_see(f, (uint64_t)count);
    scree_contact_event pairs[2], *e = &pairs[1];
    for (int i = 0; i < count; ++i)
    {
        pairs[0] = pairs[1];
        memcpy(e, (const char *)events + size * (size_t)i, sizeof *e);
        fuzz_see_id(f, e->shape_a.value);
        fuzz_see_id(f, e->shape_b.value);
        fuzz_see_id(f, e->body_a.value);
        fuzz_see_id(f, e->body_b.value);
        uint64_t pair = pair_of(e->shape_a, e->shape_b);
        bool sorted = i == 0 || pair_of(e[-1].shape_a, e[-1].shape_b) < pair ||
                      e[-1].shape_a.value < e->shape_a.value ||
                      e[-1].shape_b.value < e->shape_b.value;
        if (!sorted || (e->shape_a.value & 0xffffff) >= (e->shape_b.value & 0xffffff))
        {
            fuzz_find(f, "the events of contacts are not in order");
        }
    }
}

static void world_contact_events(fuzz *f)
{
    scree_contact_events events = scree_world_contact_events(f->now.world);
    if (f->now.locked)
    {
        return;
    }
    see_pairs(f, events.begins, events.begin_count, sizeof *events.begins);
    see_pairs(f, events.ends, events.end_count, sizeof *events.ends);
    for (int i = 0; i < events.begin_count; ++i)
    {
        const scree_contact_begin *begin = &events.begins[i];
        fuzz_see(f, (uint64_t)begin->point_count);
        fuzz_see_vec2(f, begin->normal);
        for (int k = 0; k < begin->point_count && k < 2; ++k)
        {
            fuzz_see_vec2(f, begin->positions[k]);
            fuzz_see_float(f, begin->separations[k]);
        }
        if (begin->point_count < 1 || begin->point_count > 2)
        {
            fuzz_find(f, "a contact begins with %d points", begin->point_count);
        }
    }
    fuzz_see(f, (uint64_t)events.hit_count);
    for (int i = 0; i < events.hit_count; ++i)
    {
        const scree_contact_hit *hit = &events.hits[i];
        fuzz_see_id(f, hit->shape_a.value);
        fuzz_see_id(f, hit->shape_b.value);
        fuzz_see_vec2(f, hit->position);
        fuzz_see_vec2(f, hit->normal);
        fuzz_see_float(f, hit->approach_speed);
        fuzz_see_float(f, hit->impulse);
        if (!(hit->impulse > 0.0f))
        {
            fuzz_find(f, "a hit has an impulse of %g N s", (double)hit->impulse);
        }
    }
}

static void see_sensor_events(fuzz *f, const scree_sensor_event *events, int count)
{
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count; ++i)
    {
        const scree_sensor_event *e = &events[i];
        fuzz_see_id(f, e->sensor.value);
        fuzz_see_id(f, e->visitor.value);
        fuzz_see_id(f, e->sensor_body.value);
        fuzz_see_id(f, e->visitor_body.value);
        if (i > 0 && pair_of(e[-1].sensor, e[-1].visitor) >= pair_of(e->sensor, e->visitor))
        {
            fuzz_find(f, "the events of sensors are not in order");
        }
    }
}

static void world_sensor_events(fuzz *f)
{
    scree_sensor_events events = scree_world_sensor_events(f->now.world);
    if (!f->now.locked)
    {
        see_sensor_events(f, events.begins, events.begin_count);
        see_sensor_events(f, events.ends, events.end_count);
        fuzz_see(f, events.late);
    }
}

/// The same answer on both sides, on any thread: by slots alone.
static bool filter_callback(const scree_contact_side *a, const scree_contact_side *b, void *context)
{
    (void)context;
    return ((a->shape.value * 7 + b->shape.value) & 3) != 0;
}

static bool pre_solve_callback(const scree_contact_info *contact, void *context)
{
    (void)context;
    switch ((contact->a.shape.value * 5 + contact->b.shape.value) & 7)
    {
    case 0:
        contact->surface->friction = 0.0f;
        contact->surface->static_friction = INFINITY;
        break;
    case 1:
        contact->surface->tangent_speed = 2.0f;
        contact->surface->restitution = 0.5f;
        break;
    case 3:
        contact->manifold->normal.x += 0.3f;
        contact->manifold->points[0].separation -= 0.01f;
        contact->manifold->points[1].position.x = NAN;
        break;
    case 2:
        contact->surface->friction = NAN;
        contact->surface->rolling_resistance = -1.0f;
        break;
    default:
        break;
    }
    return contact->contact.normal.y > -0.5f || contact->contact.points[0].separation > 0.0f;
}

static void world_set_contact_filter(fuzz *f)
{
    scree_contact_filter_callback *filter = fuzz_odds(f, 160) ? filter_callback : NULL;
    fuzz_result(f, scree_world_set_contact_filter(f->now.world, filter, NULL));
}

static void world_set_pre_solve(fuzz *f)
{
    scree_pre_solve_callback *pre_solve = fuzz_odds(f, 160) ? pre_solve_callback : NULL;
    fuzz_result(f, scree_world_set_pre_solve(f->now.world, pre_solve, NULL));
}

static const fuzz_row rows[] = {
    READ_ROW(world_contact_events, 8),
    READ_ROW(world_sensor_events, 6),
    ROW(world_set_contact_filter, 6),
    ROW(world_set_pre_solve, 6),
};

const fuzz_rows fuzz_event_rows = {rows, sizeof rows / sizeof *rows};
