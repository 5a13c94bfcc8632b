/// Calls on worlds.
#include "tests/fuzz/rows.h"

#include <math.h>
#include <string.h>

static void world_step(fuzz *f)
{
    static const float steps[] = {1.0f / 60.0f, 1.0f / 60.0f,  1.0f / 60.0f, 1.0f / 60.0f,
                                  1.0f / 30.0f, 1.0f / 120.0f, 0.1f,         1e-3f};
    float dt = steps[fuzz_below(&f->stream, 8)];
    if (f->now.hostile || fuzz_odds(f, 8))
    {
        dt = fuzz_float(f, 0.001f, 1.0f);
    }
    // Many substeps are no news, and slow.
    int substeps =
        fuzz_odds(f, 2) && !f->options.calm ? fuzz_int(f, 1, 32) : 1 + fuzz_below(&f->stream, 3);
    if (fuzz_turns_bad(f))
    {
        substeps = fuzz_int(f, 1, 8);
    }
    fuzz_say(f, " %g s in %d", (double)dt, substeps);
    fuzz_step(f, dt, substeps);
}

/// Some of the settings of a definition to those of another one.
static void world_set_settings(fuzz *f)
{
    scree_world_def def = scree_world_settings(f->now.world);
    test_memory unused;
    scree_world_def other = fuzz_world_def(f, &unused);
    // Bad ones are in it as a whole.
    if (f->now.world == NULL || f->now.hostile || fuzz_odds(f, 64))
    {
        def = other;
    }
    def.version = other.version;
    def.gravity = fuzz_odds(f, 64) ? other.gravity : def.gravity;
    def.solver = f->options.solver < 0 && fuzz_odds(f, 128) ? other.solver : def.solver;
    if (f->options.solver >= 0 && !f->now.hostile)
    {
        def.solver = (scree_solver)f->options.solver;
    }
    def.iterations = other.iterations;
    def.warm_starting = other.warm_starting;
    def.direct_joints = other.direct_joints;
    def.measure_impulses = other.measure_impulses;
    def.measure_residual = other.measure_residual;
    def.measure_times = other.measure_times;
    def.contact_hertz = other.contact_hertz;
    def.friction_mixing = fuzz_odds(f, 64) ? other.friction_mixing : def.friction_mixing;
    def.enable_sleep = other.enable_sleep;
    def.time_to_sleep = other.time_to_sleep;
    // Each side has a set and an allocator of its own; and they are not compared.
    def.simd = SCREE_SIMD_SCALAR;
    def.mixing_callback = fuzz_odds(f, 64) ? fuzz_mixing_callback : NULL;
    def.mixing_context = &f->side[f->now.side];
    const scree_world_def *given = fuzz_null(f) ? NULL : &def;
    fuzz_result(f, scree_world_set_settings(f->now.world, given));
    def = scree_world_settings(f->now.world);
    fuzz_see_vec2(f, def.gravity);
    fuzz_see(f, (uint64_t)def.solver << 32 | (uint64_t)def.iterations);
    fuzz_see_float(f, def.contact_hertz);
    fuzz_see_float(f, def.time_to_sleep);
    SEE_NEUTRAL(f, f->now.world != NULL || def.version == 0, "the settings of no world");
}

static void see_ids(fuzz *f, const scree_body_id *ids, int count)
{
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count; ++i)
    {
        fuzz_see_id(f, ids[i].value);
        if (i > 0 && (ids[i - 1].value & 0xffffff) >= (ids[i].value & 0xffffff))
        {
            fuzz_find(f, "the events of bodies are not in order");
        }
    }
}

static void see_moves(fuzz *f, const scree_body_move *moves, int count)
{
    if (count < 0)
    {
        f->now.failed = true;
        f->now.result = scree_world_last_error(f->now.world).code;
    }
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; i < count; ++i)
    {
        fuzz_see_id(f, moves[i].body.value);
        fuzz_see_vec2(f, moves[i].position);
        fuzz_see_float(f, moves[i].cos);
        fuzz_see_float(f, moves[i].sin);
        if (i > 0 && (moves[i].body.value & 0xffffff) <= (moves[i - 1].body.value & 0xffffff))
        {
            fuzz_find(f, "moved body %d is out of order", i);
        }
    }
}

static void see_body_events(fuzz *f)
{
    scree_body_events events = scree_world_body_events(f->now.world);
    if (!f->now.locked)
    {
        see_ids(f, events.fell_asleep, events.fell_asleep_count);
        see_ids(f, events.woke, events.woke_count);
        see_moves(f, events.moved, events.moved_count);
    }
}

static void world_body_events(fuzz *f)
{
    // Bodies are laid down for a time: some fall asleep, and their neighbours may wake them.
    bool rests = !f->now.hostile && !f->now.locked && fuzz_odds(f, 160);
    fuzz_say(f, rests ? " of a rest" : "");
    scree_body_view bodies = scree_world_bodies(f->now.world);
    for (int i = 0; i < bodies.dynamic_count && rests; ++i)
    {
        fuzz_see(f, (uint64_t)scree_body_set_awake(f->now.world, bodies.id[i], false));
    }
    for (int i = 0; i < 10 && rests; ++i)
    {
        fuzz_step(f, 1.0f / 60.0f, 2);
        see_body_events(f);
    }
    see_body_events(f);
}

static void world_set_trace(fuzz *f)
{
    scree_trace_level level = (scree_trace_level)fuzz_choice(f, SCREE_TRACE_PASS + 1);
    scree_trace_callback *callback = fuzz_odds(f, 96) ? fuzz_trace_callback : NULL;
    fuzz_say(f, callback != NULL ? " on" : " off");
    fuzz_result(f, scree_world_set_trace(f->now.world, level, callback, &f->side[f->now.side]));
}

static void see_contact(fuzz *f, const scree_contact *contact)
{
    fuzz_see_id(f, contact->shape_a.value);
    fuzz_see_id(f, contact->shape_b.value);
    fuzz_see_vec2(f, contact->normal);
    for (int k = 0; k < contact->point_count; ++k)
    {
        const scree_contact_point *point = &contact->points[k];
        SEE_FLOATS(f, point->position.x, point->position.y, point->separation,
                   point->normal_impulse, point->tangent_impulse);
        fuzz_see(f, point->feature);
    }
}

static void world_contacts(fuzz *f)
{
    scree_contact contacts[FUZZ_BULK];
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool absent = fuzz_null(f);
    int count = scree_world_contacts(f->now.world, absent ? NULL : contacts, capacity);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; !f->now.locked && !absent && i < count && i < capacity; ++i)
    {
        see_contact(f, &contacts[i]);
    }
}

static void world_pair_materials(fuzz *f)
{
    scree_pair_material pairs[FUZZ_BULK];
    const int capacity = fuzz_count(f, FUZZ_BULK);
    const bool absent = fuzz_null(f);
    const int count = scree_world_pair_materials(f->now.world, absent ? NULL : pairs, capacity);
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; !absent && i < count && i < capacity; ++i)
    {
        const scree_pair_material *pair = &pairs[i];
        if (pair->user_id_a > pair->user_id_b ||
            (i > 0 && (pairs[i - 1].user_id_a > pair->user_id_a ||
                       (pairs[i - 1].user_id_a == pair->user_id_a &&
                        pairs[i - 1].user_id_b >= pair->user_id_b))))
        {
            fuzz_find(f, "pair %d of materials is out of order", i);
        }
        fuzz_see_float(f, pair->mixed.friction);
    }
    SEE_NEUTRAL(f, count == 0, "scree_world_pair_materials");
}

static void see_side(fuzz *f, const scree_contact_side *side)
{
    const scree_world *world = f->now.world;
    fuzz_see_id(f, side->body.value);
    if (scree_shape_body(world, side->shape).value != side->body.value ||
        scree_shape_user_data(world, side->shape) != side->shape_user_data ||
        scree_body_user_data(world, side->body) != side->body_user_data)
    {
        fuzz_find(f, "a side of a contact is not what its shape and body say");
    }
}

static void see_infos(fuzz *f, const scree_contact_info *infos, int count, int capacity)
{
    fuzz_see(f, (uint64_t)count);
    for (int i = 0; !f->now.locked && i < count && i < capacity; ++i)
    {
        see_side(f, &infos[i].a);
        see_side(f, &infos[i].b);
        fuzz_see_float(f, infos[i].normal_impulse);
        see_contact(f, &infos[i].contact);
    }
}

/// Contacts above an impulse, of a body, of a shape.
static void world_contacts_above(fuzz *f)
{
    scree_contact_info infos[FUZZ_BULK];
    const scree_world *world = f->now.world;
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool absent = fuzz_null(f);
    scree_contact_info *out = absent ? NULL : infos;
    float smallest = fuzz_float(f, -1.0f, 1.0f);
    int count = scree_world_contacts_above(world, smallest, out, capacity);
    see_infos(f, infos, count, absent ? 0 : capacity);
    int all = scree_world_contacts(world, NULL, 0);
    if (!f->now.locked && (count > all || (smallest <= 0.0f && count != all)))
    {
        fuzz_find(f, "%d contacts of %d push with %g N s", count, all, (double)smallest);
    }
    f->now.invalid = 0;
    count = scree_body_contacts(world, fuzz_body(f), out, capacity);
    see_infos(f, infos, count, absent ? 0 : capacity);
    SEE_NEUTRAL(f, count == 0, "scree_body_contacts");
    f->now.invalid = 0;
    count = scree_shape_contacts(world, fuzz_shape(f), out, capacity);
    see_infos(f, infos, count, absent ? 0 : capacity);
    SEE_NEUTRAL(f, count == 0, "scree_shape_contacts");
}

/// Whether an error comes as it was stored.
static void see_error(scree_error_level level, const scree_error *error, void *context)
{
    fuzz *f = context;
    if (level != scree_result_level(error->code) || error->code == SCREE_OK || error->number == 0 ||
        strchr(error->text, ':') == NULL)
    {
        fuzz_find(f, "an error callback got error %u, %s", error->number, error->text);
    }
}

static void world_set_error_callback(fuzz *f)
{
    const bool off = fuzz_bool(f);
    if (!f->now.locked)
    {
        scree_error_set_callback(off ? NULL : see_error, f);
        scree_error_clear(f->now.world);
    }
    if (f->now.world != NULL && !f->now.locked && scree_error_text(f->now.world)[0] != 0)
    {
        fuzz_find(f, "a world whose error was cleared says %s", scree_error_text(f->now.world));
    }
    fuzz_result(f, scree_world_set_error_callback(f->now.world, off ? NULL : see_error, f));
    scree_error_set_callback(NULL, NULL);
}

/// The contact of two shapes by its key.
static void contact_get_info(fuzz *f)
{
    const scree_world *world = f->now.world;
    const scree_shape_id a = fuzz_shape(f), b = fuzz_shape(f);
    const scree_contact_key key = scree_contact_key_from_shapes(a, b);
    const scree_contact_info info = scree_contact_get_info(world, key);
    const bool valid = scree_contact_is_valid(world, key);
    fuzz_see(f, valid);
    fuzz_see_float(f, info.normal_impulse);
    SEE_NEUTRAL(f, !valid, "scree_contact_is_valid");
    // After the restore of an image without points, a contact has none until a step finds them.
    if (valid != (info.contact.shape_a.value != 0) || (!valid && info.contact.point_count != 0))
    {
        fuzz_find(f, "a contact is valid and has no shapes, or the other way round");
    }
}

/// Every getter of a world that takes nothing more.
static void world_counters(fuzz *f)
{
    const scree_world *world = f->now.world;
    scree_counters counters = scree_world_counters(world);
    scree_residual residual = scree_world_residual(world);
    int numbers[] = {counters.bodies,
                     counters.dynamic_bodies,
                     counters.shapes,
                     counters.pairs,
                     f->retried ? 0 : counters.new_pairs,
                     f->retried ? 0 : counters.moved_shapes,
                     counters.contacts,
                     counters.points,
                     counters.colours,
                     counters.blocks,
                     counters.disabled_bodies,
                     counters.soft_contacts,
                     counters.particle_pairs,
                     counters.particle_shape_pairs,
                     counters.stopped_particles,
                     residual.points};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        fuzz_see(f, (uint64_t)numbers[i]);
    }
    fuzz_see_float(f, counters.lane_fill);
    fuzz_see_float(f, residual.rms);
    fuzz_see_float(f, residual.max);
    fuzz_see(f, scree_world_hash(world));
    scree_energy energy = scree_world_energy(world);
    scree_momentum momentum = scree_world_momentum(world, fuzz_place(f));
    scree_vec2 at = fuzz_place(f), size = fuzz_vec2(f, -0.2f, 30.0f);
    scree_tensor stress =
        scree_world_stress(world, (scree_aabb){at, {at.x + size.x, at.y + size.y}});
    fuzz_forgive(f);
    SEE_FLOATS(f, (float)stress.xx, (float)stress.xy, (float)stress.yx, (float)stress.yy);
    SEE_FLOATS(f, (float)energy.kinetic, (float)energy.potential, (float)momentum.x,
               (float)momentum.y, (float)momentum.angular);
    scree_peaks peaks = scree_world_peaks(world);
    if (peaks.bodies < counters.bodies || peaks.shapes < counters.shapes || peaks.contacts < 0)
    {
        fuzz_find(f, "a world holds more than it ever held");
    }
    if (scree_world_state_hash(world) != scree_world_state_hash(world))
    {
        fuzz_find(f, "the state hash of a world that does not change changes");
    }
    fuzz_see(f, (uint64_t)scree_world_solver(world));
    fuzz_see(f, (uint64_t)scree_world_worker_count(world));
    if (scree_world_thread_count(world) > scree_world_worker_count(world))
    {
        fuzz_find(f, "a world has more threads than workers");
    }
    if (world != NULL && !scree_simd_is_supported(scree_world_simd(world)))
    {
        fuzz_find(f, "a world runs on a set that is not supported");
    }
}

static void world_stage_work(fuzz *f)
{
    int stage = fuzz_int(f, 0, scree_stage_count() - 1);
    const scree_world *world = f->now.world;
    scree_stage_work work = scree_world_stage_work(world, stage);
    bool known = scree_stage_name(stage) != NULL;
    double duration = scree_world_stage_ms(world, stage);
    double start = scree_world_stage_start_ms(world, stage);
    if (work.unit == NULL || !(duration >= 0.0 && start >= 0.0) || (!known && work.items != 0))
    {
        fuzz_find(f, "the work of stage %d makes no sense", stage);
    }
    if (!f->now.locked && !f->retried)
    {
        fuzz_see(f, (uint64_t)work.items);
        fuzz_see(f, (uint64_t)work.bytes);
    }
}

/// A world of its own, from any definition, that takes a step and goes.
static void world_create(fuzz *f)
{
    test_memory memory;
    scree_world_def def = fuzz_world_def(f, &memory);
    memory.limit = 1 << 20;
    def.simd = (scree_simd)fuzz_choice(f, SCREE_SIMD_COUNT);
    bool absent = fuzz_null(f);
    scree_world *world = scree_world_create(absent ? NULL : &def);
    fuzz_see(f, world != NULL);
    f->now.failed = world == NULL;
    if (world == NULL && scree_world_last_error(NULL).code == SCREE_OK)
    {
        fuzz_find(f, "scree_world_create failed and says nothing");
    }
    if (world == NULL && !f->now.hostile && scree_simd_is_supported(def.simd))
    {
        fuzz_find(f, "%s: from a fair definition", scree_error_text(NULL));
    }
    if (world != NULL)
    {
        if (f->now.invalid != 0)
        {
            fuzz_find(f, "scree_world_create took a bad definition");
        }
        scree_body_def body_def = scree_body_def_default();
        body_def.type = SCREE_BODY_DYNAMIC;
        scree_body_create(world, &body_def);
        fuzz_see(f, (uint64_t)scree_world_step(world, 1.0f / 60.0f, 1));
        fuzz_see(f, scree_world_hash(world));
        scree_world_destroy(world);
    }
    if (memory.bytes != 0 || memory.blocks != 0 || memory.bad_releases != 0)
    {
        fuzz_find(f, "a world that is gone left memory behind");
    }
    scree_world_destroy(NULL);
}

static const fuzz_row rows[] = {
    ROW(world_set_error_callback, 2),
    READ_ROW(contact_get_info, 3),
    ROW(world_step, 60),
    ROW(world_set_settings, 5),
    READ_ROW(world_body_events, 8),
    ROW(world_set_trace, 2),
    READ_ROW(world_contacts, 5),
    READ_ROW(world_pair_materials, 3),
    READ_ROW(world_contacts_above, 4),
    READ_ROW(world_counters, 5),
    READ_ROW(world_stage_work, 2),
    FREE_ROW(world_create, 1),
};

const fuzz_rows fuzz_world_rows = {rows, sizeof rows / sizeof *rows};
