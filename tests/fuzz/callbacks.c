/// Callbacks that do what callbacks must not: call into the world that steps.
#include "tests/fuzz/fuzz.h"

#include <math.h>

/// Makes some call of any table on the stepping world: one that changes it has to be refused.
static void call_locked(fuzz *f, fuzz_side *side)
{
    fuzz_now outer = f->now;
    fuzz_stream stream = f->stream;
    const fuzz_row *outer_row = f->row;
    bool trace = f->options.trace;
    f->options.trace = false;
    f->stream = fuzz_stream_of_seed(fuzz_long(&f->callback_stream));
    f->row = fuzz_row_at(fuzz_below(&f->stream, fuzz_row_count()));
    f->now = (fuzz_now){
        .world = side->world, .side = side->index, .hostile = fuzz_odds(f, 32), .locked = true};
    if (f->row->mode != FUZZ_FREE)
    {
        f->row->run(f);
    }
    if (f->now.checked && f->now.result != SCREE_ERROR_LOCKED)
    {
        fuzz_find(f, "%s in a callback returned %s", f->row->name,
                  scree_result_name(f->now.result));
    }
    // A stepping world is not destroyed either.
    if (fuzz_odds(f, 16))
    {
        scree_world_destroy(side->world);
    }
    ++f->totals->locked_calls;
    f->now = outer;
    f->row = outer_row;
    f->stream = stream;
    f->options.trace = trace;
}

/// Something for a world that does not step.
static void call_another(fuzz *f)
{
    if (scree_world_step(f->strange_world, 1.0f / 60.0f, 1) != SCREE_OK)
    {
        fuzz_find(f, "another world cannot step in a callback: %s",
                  scree_error_text(f->strange_world));
    }
}

void fuzz_mixing_callback(const scree_material *a, const scree_material *b,
                          scree_contact_material *mixed, void *context)
{
    fuzz_side *side = context;
    fuzz *f = side->fuzz;
    uint32_t choice = fuzz_byte(&f->callback_stream);
    if (!(a->friction >= 0.0f && b->friction >= 0.0f && mixed->friction >= 0.0f))
    {
        fuzz_find(f, "a mixing callback got materials that make no sense");
    }
    if (choice < 16)
    {
        call_locked(f, side);
    }
    else if (choice < 18)
    {
        call_another(f);
    }
    // The same answer for the same materials, good or bad.
    switch ((a->user_id * 7 + b->user_id) % 9)
    {
    case 0:
        mixed->friction = NAN;
        mixed->restitution = 3e38f;
        break;
    case 1:
        mixed->static_friction = -1.0f;
        mixed->tangent_speed = -INFINITY;
        break;
    case 2:
        mixed->rolling_resistance = 0.2f;
        mixed->tangent_speed = 1.0f;
        break;
    case 3:
        mixed->friction = 0.0f;
        mixed->restitution = 0.5f;
        break;
    default:
        break;
    }
}

void fuzz_trace_callback(const scree_trace_zone *zone, void *context)
{
    fuzz_side *side = context;
    fuzz *f = side->fuzz;
    bool step = zone->level == SCREE_TRACE_STEP;
    if (zone->name == NULL || zone->unit == NULL || zone->begin > zone->end || zone->items < 0 ||
        zone->bytes < 0 || zone->worker < 0 ||
        zone->worker >= scree_world_worker_count(side->world) || (zone->stage == -1) != step)
    {
        fuzz_find(f, "a zone of the trace makes no sense");
    }
    if (fuzz_byte(&f->callback_stream) < 6)
    {
        call_locked(f, side);
    }
}
