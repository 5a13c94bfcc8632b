/// The trace of a step: its zones nest, count the items of work, and change nothing.
#include "core/stages.h"
#include "tests/support/worlds.h"

#define MAX_ZONES 4096

typedef struct record
{
    scree_trace_zone zones[MAX_ZONES];
    int count;
    scree_world *world;  ///< to be called, against the rules
    int refused;
} record;

static void keep_zone(const scree_trace_zone *zone, void *context)
{
    record *record = context;
    assert_true(record->count < MAX_ZONES);
    record->zones[record->count++] = *zone;
}

static void note_and_call(const scree_trace_zone *zone, void *context)
{
    record *record = context;
    keep_zone(zone, context);
    scree_vec2 up = {0.0f, 10.0f};
    record->refused += scree_world_set_gravity(record->world, up) == SCREE_ERROR_LOCKED;
    record->refused +=
        scree_world_set_trace(record->world, SCREE_TRACE_STEP, NULL, NULL) == SCREE_ERROR_LOCKED;
    record->refused += scree_world_step(record->world, STEP, SUBSTEPS) == SCREE_ERROR_LOCKED;
}

/// Every kind of shape, a soft box and a particle, thrown onto a floor and into a bin.
static scree_world *make_pile(void)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_shape_def def = surface(0.6f, 0.3f);
    add_ground(world, &def);
    add_bin(world, &def, 4.0f, 10.0f, false);
    for (int i = 0; i < 120; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 8) - 3.5f,
                                      0.7f + (float)(i / 8), 0.1f * (float)i);
        add_mixed(world, body, &def, i, 0.8f);
    }
    scree_soft_body_def soft = scree_soft_body_def_default();
    soft.position = (scree_vec2){0.0f, 18.0f};
    assert_true(scree_soft_body_create_box(world, &soft, 0.4f, 0.4f).value != 0);
    scree_particle_def particle = scree_particle_def_default();
    particle.position = (scree_vec2){2.0f, 18.0f};
    assert_true(scree_particle_create(world, &particle).value != 0);
    return world;
}

static const scree_trace_zone *find(const record *record, scree_trace_level level, const char *name)
{
    for (int i = 0; i < record->count; ++i)
    {
        if (record->zones[i].level == level && strcmp(record->zones[i].name, name) == 0)
        {
            return &record->zones[i];
        }
    }
    return NULL;
}

TEST(a_trace_changes_no_bit)
{
    scoped_world *plain = make_pile(), *traced = make_pile();
    static record zones;
    assert_ok(scree_world_set_trace(traced, SCREE_TRACE_PASS, note_and_call, &zones));
    for (int i = 0; i < 90; ++i)
    {
        zones = (record){.world = traced};
        run_steps(plain, 1);
        run_steps(traced, 1);
        assert_true(zones.count > scree_stage_count());
        assert_int_equal(zones.refused, 3 * zones.count);
        assert_true(scree_world_hash(plain) == scree_world_hash(traced));
    }
}

static void count_zone(const scree_trace_zone *zone, void *context)
{
    *(int *)context += zone->level == SCREE_TRACE_PASS;
}

TEST(a_trace_takes_no_memory_by_pass)
{
    int64_t bytes[2];
    for (int traced = 0; traced < 2; ++traced)
    {
        test_memory counted = {.fail_at = -1};
        scree_world_def def = counted_def(&counted);
        def.solver = SCREE_SOLVER_PGS_SPLIT;
        scree_world *world = scree_world_create(&def);
        scree_shape_def shape = surface(0.6f, 0.3f);
        add_ground(world, &shape);
        add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
        add_crate(world, 0.0f, 1.5f, 0.5f, 0.5f);
        // A particle: contacts do not go in groups.
        scree_particle_def particle = scree_particle_def_default();
        particle.position = (scree_vec2){2.0f, 18.0f};
        assert_true(scree_particle_create(world, &particle).value != 0);
        int passes = 0;
        scree_trace_callback *callback = traced ? count_zone : NULL;
        assert_ok(scree_world_set_trace(world, SCREE_TRACE_PASS, callback, &passes));
        run_steps_of(world, 3, STEP, 64);
        assert_true(traced ? passes > 3 * 1000 : passes == 0);
        bytes[traced] = counted.bytes;
        end_counted(world, &counted);
    }
    assert_true(bytes[1] <= bytes[0] + 512);
}

TEST(zones_nest_and_the_passes_of_a_stage_follow_each_other)
{
    scoped_world *world = make_pile();
    run_steps(world, 60);
    static record zones;
    zones.count = 0;
    assert_ok(scree_world_set_trace(world, SCREE_TRACE_PASS, keep_zone, &zones));
    run_steps(world, 1);
    const scree_trace_zone *step = &zones.zones[zones.count - 1];
    assert_int_equal(step->level, SCREE_TRACE_STEP);
    assert_int_equal(step->stage, -1);
    int stage = 0;
    uint64_t stage_end = step->begin;
    for (int i = 0, passes = 0; i < zones.count - 1; ++i)
    {
        const scree_trace_zone *zone = &zones.zones[i];
        assert_true(zone->begin <= zone->end);
        assert_int_equal(zone->worker, 0);
        assert_int_equal(zone->stage, stage);
        if (zone->level == SCREE_TRACE_PASS)
        {
            assert_true(zone->begin >= (passes > 0 ? zone[-1].end : stage_end));
            ++passes;
            continue;
        }
        // The zone of a stage comes at its end.
        assert_int_equal(zone->level, SCREE_TRACE_STAGE);
        assert_string_equal(zone->name, scree_stage_name(stage));
        assert_true(zone->begin >= stage_end && zone->end <= step->end);
        for (int k = i - passes; k < i; ++k)
        {
            assert_true(zones.zones[k].begin >= zone->begin && zones.zones[k].end <= zone->end);
        }
        stage_end = zone->end;
        passes = 0;
        ++stage;
    }
    assert_int_equal(stage, scree_stage_count());
}

TEST(passes_carry_the_kernels_name_colour_and_substep)
{
    scoped_world *world = make_pile();
    run_steps(world, 60);
    static record zones;
    zones.count = 0;
    assert_ok(scree_world_set_trace(world, SCREE_TRACE_PASS, keep_zone, &zones));
    run_steps(world, 1);
    static const char *const names[] = {
        "update_circle_aabbs", "update_box_aabbs",    "narrow_circle_circle",
        "narrow_box_circle",   "narrow_half_space",   "integrate_velocities",
        "solve_contacts",      "integrate_positions", "relax_contacts",
        "restitute_contacts",  "store_impulses",      "prepare_contacts",
        "finish_bodies"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    {
        assert_non_null(find(&zones, SCREE_TRACE_PASS, names[i]));
    }
    scree_counters counters = scree_world_counters(world);
    int blocks[SUBSTEPS] = {0}, bodies[SUBSTEPS] = {0};
    uint64_t colours = 0;
    for (int i = 0; i < zones.count; ++i)
    {
        const scree_trace_zone *zone = &zones.zones[i];
        if (strcmp(zone->name, "solve_contacts") == 0)
        {
            assert_true(zone->substep >= 0 && zone->substep < SUBSTEPS && zone->colour >= 0);
            assert_string_equal(zone->unit, "blocks");
            blocks[zone->substep] += (int)zone->items;
            colours |= 1ull << zone->colour;
        }
        else if (strcmp(zone->name, "integrate_positions") == 0)
        {
            assert_int_equal(zone->colour, -1);
            bodies[zone->substep] += (int)zone->items;
        }
        else if (strcmp(zone->name, "narrow_circle_circle") == 0)
        {
            assert_int_equal(zone->substep, -1);
        }
    }
    for (int i = 0; i < SUBSTEPS; ++i)
    {
        assert_int_equal(blocks[i], counters.blocks);
        assert_int_equal(bodies[i], counters.dynamic_bodies);
    }
    assert_int_equal(__builtin_popcountll(colours), counters.colours);
}

TEST(coarser_levels_leave_out_the_finer_zones)
{
    scoped_world *world = make_pile();
    static record zones;
    zones.count = 0;
    scree_world_set_trace(world, SCREE_TRACE_STEP, keep_zone, &zones);
    run_steps(world, 1);
    assert_int_equal(zones.count, 1);
    zones.count = 0;
    scree_world_set_trace(world, SCREE_TRACE_STAGE, keep_zone, &zones);
    run_steps(world, 1);
    assert_int_equal(zones.count, scree_stage_count() + 1);
    zones.count = 0;
    scree_world_set_trace(world, SCREE_TRACE_PASS, NULL, NULL);
    run_steps(world, 1);
    assert_int_equal(zones.count, 0);
}

TEST(stages_tell_what_they_worked_on)
{
    scoped_world *world = make_pile();
    run_steps(world, 60);
    static record zones;
    zones.count = 0;
    scree_world_set_trace(world, SCREE_TRACE_PASS, keep_zone, &zones);
    // Contacts to end, rows to refresh and a force to clear.
    scree_body_id first = scree_world_bodies(world).id[0];
    scree_body_apply_torque(world, scree_world_bodies(world).id[1], 0.1f);
    scree_body_destroy(world, first);
    run_steps(world, 1);
    scree_counters counters = scree_world_counters(world);
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        scree_stage_work work = scree_world_stage_work(world, i);
        const scree_trace_zone *zone = find(&zones, SCREE_TRACE_STAGE, scree_stage_name(i));
        assert_true(work.items == zone->items && work.bytes == zone->bytes);
        assert_string_equal(work.unit, zone->unit);
        if (strstr("wake_bodies fall_asleep wake_touched wake_pushed note_rest break_joints "
                   "find_contact_events publish_contact_events reserve_overlaps update_sensors "
                   "pre_solve",
                   scree_stage_name(i)) != NULL)
        {
            // Nothing sleeps in this world, nothing is joined, and no events are enabled.
            assert_true(work.items == 0);
            continue;
        }
        assert_true(work.items > 0 && work.bytes > 0);
        int64_t bytes = 0;
        for (int k = 0; k < zones.count; ++k)
        {
            bool inside = zones.zones[k].level == SCREE_TRACE_PASS && zones.zones[k].stage == i;
            bytes += inside ? zones.zones[k].bytes : 0;
        }
        assert_true(bytes <= work.bytes);
        if (strcmp(zone->name, "solve_substeps") == 0)
        {
            assert_int_equal(work.items, counters.contacts * SUBSTEPS);
            assert_true(bytes == work.bytes);
        }
        if (strcmp(zone->name, "collide") == 0)
        {
            assert_int_equal(work.items, counters.pairs);
        }
    }
}

TEST(a_stage_that_runs_again_adds_to_its_time_and_work)
{
    scree_world_def def = scree_world_def_default();
    def.gravity.y = 0.0f;
    scoped_world *world = world_of(&def);
    scree_body_id crate = add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    run_steps(world, 60);
    assert_false(scree_body_is_awake(world, crate));
    scree_body_id ball = add_ball(world, -1.2f, 0.0f, 0.5f);
    scree_body_set_velocity(world, ball, (scree_vec2){20.0f, 0.0f}, 0.0f);
    static record zones;
    scree_world_set_trace(world, SCREE_TRACE_STAGE, keep_zone, &zones);
    for (int i = 0; i < 10 && !scree_body_is_awake(world, crate); ++i)
    {
        zones.count = 0;
        run_steps(world, 1);
    }
    assert_true(scree_body_is_awake(world, crate));
    bool again = false;
    for (int stage = 0; stage < scree_stage_count(); ++stage)
    {
        const char *name = scree_stage_name(stage);
        scree_stage_work work = scree_world_stage_work(world, stage);
        uint64_t ns = 0, end = 0;
        int runs = 0;
        for (int i = 0; i < zones.count; ++i)
        {
            const scree_trace_zone *zone = &zones.zones[i];
            if (zone->stage == stage)
            {
                assert_true(zone->begin >= end);
                end = zone->end;
                ns += zone->end - zone->begin;
                work.items -= zone->items;
                work.bytes -= zone->bytes;
                ++runs;
            }
        }
        again = (again || strcmp(name, "refresh_rows") == 0) &&
                strcmp(name, "find_contact_events") != 0;
        assert_int_equal(runs, again ? 2 : 1);
        assert_int_equal(llround(1e6 * scree_world_stage_ms(world, stage)), ns);
        assert_true(work.items == 0 && work.bytes == 0);
        uint64_t begin = find(&zones, SCREE_TRACE_STAGE, name)->begin - zones.zones[0].begin;
        double first =
            scree_world_stage_start_ms(world, stage) - scree_world_stage_start_ms(world, 0);
        assert_int_equal(llround(1e6 * first), begin);
    }
}

TEST(an_empty_world_has_no_work_and_a_whole_trace)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    static record zones;
    zones.count = 0;
    scree_world_set_trace(world, SCREE_TRACE_PASS, keep_zone, &zones);
    run_steps(world, 1);
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        assert_non_null(find(&zones, SCREE_TRACE_STAGE, scree_stage_name(i)));
        assert_int_equal(scree_world_stage_work(world, i).items, 0);
    }
}

TEST(steps_are_timed_only_where_someone_asks)
{
    scree_world_def def = scree_world_def_default();
    assert_false(def.measure_times);
    scoped_world *world = world_of(&def);
    add_crate(world, 0.0f, 2.0f, 0.5f, 0.5f);
    run_steps(world, 2);
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        assert_true(scree_world_stage_ms(world, i) == 0.0);
        assert_true(scree_world_stage_start_ms(world, i) == 0.0);
    }
    // Work is counted all the same.
    assert_int_equal(scree_world_stage_work(world, SC_STAGE_pack_bodies).items, 1);
    def = scree_world_settings(world);
    def.measure_times = true;
    assert_ok(scree_world_set_settings(world, &def));
    assert_true(scree_world_settings(world).measure_times);
    run_steps(world, 1);
    double all = 0.0;
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        assert_true(i == 0 || scree_world_stage_start_ms(world, i) >=
                                  scree_world_stage_start_ms(world, i - 1));
        all += scree_world_stage_ms(world, i);
    }
    assert_true(all > 0.0);
    // The times of the last timed step do not stay.
    def.measure_times = false;
    assert_ok(scree_world_set_settings(world, &def));
    run_steps(world, 1);
    assert_true(scree_world_stage_ms(world, SC_STAGE_solve_substeps) == 0.0);
}

TEST(a_stage_that_there_is_not_has_done_nothing)
{
    scoped_world *world = make_pile();
    const int stages[] = {-1, scree_stage_count(), 1 << 30};
    for (int i = 0; i < 3; ++i)
    {
        scree_stage_work work = scree_world_stage_work(world, stages[i]);
        assert_true(work.items == 0 && work.bytes == 0);
        assert_string_equal(work.unit, "");
        assert_string_equal(scree_world_stage_work(NULL, 0).unit, "");
    }
}
