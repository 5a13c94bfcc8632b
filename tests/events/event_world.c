#include "tests/events/event_world.h"

#define HALF_WIDTH 4.0f

static uint64_t slot_of(scree_shape_id id) { return id.value & 0xffffffu; }

static int compare(const void *p, const void *q)
{
    const shape_ids *x = p, *y = q;
    uint64_t first = slot_of(x->a) << 24 | slot_of(x->b);
    uint64_t second = slot_of(y->a) << 24 | slot_of(y->b);
    return first != second            ? (first < second ? -1 : 1)
           : x->a.value != y->a.value ? (x->a.value < y->a.value ? -1 : 1)
           : x->b.value != y->b.value ? (x->b.value < y->b.value ? -1 : 1)
                                      : 0;
}

/// Where a pair is, or would be.
static int find(const pair_set *set, const shape_ids *pair)
{
    int low = 0, high = set->count;
    while (low < high)
    {
        int middle = (low + high) / 2;
        if (compare(&set->pairs[middle], pair) < 0)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

static bool holds(const pair_set *set, scree_shape_id a, scree_shape_id b)
{
    const shape_ids pair = {a, b};
    int at = find(set, &pair);
    return at < set->count && compare(&set->pairs[at], &pair) == 0;
}

static shape_ids ordered(scree_shape_id a, scree_shape_id b)
{
    return slot_of(a) < slot_of(b) ? (shape_ids){a, b} : (shape_ids){b, a};
}

void pair_set_add(pair_set *set, scree_shape_id a, scree_shape_id b)
{
    shape_ids pair = set->ordered ? (shape_ids){a, b} : ordered(a, b);
    int at = find(set, &pair);
    assert_true(at == set->count || compare(&set->pairs[at], &pair) != 0);
    assert_true(set->count < CROWD_PAIRS);
    memmove(&set->pairs[at + 1], &set->pairs[at], sizeof pair * (size_t)(set->count - at));
    set->pairs[at] = pair;
    ++set->count;
}

void pair_set_remove(pair_set *set, scree_shape_id a, scree_shape_id b)
{
    shape_ids pair = set->ordered ? (shape_ids){a, b} : ordered(a, b);
    int at = find(set, &pair);
    assert_true(at < set->count && compare(&set->pairs[at], &pair) == 0);
    --set->count;
    memmove(&set->pairs[at], &set->pairs[at + 1], sizeof pair * (size_t)(set->count - at));
}

static scree_shape_def random_surface(test_random *random)
{
    scree_shape_def def =
        surface(random_between(random, 0.0f, 1.0f), random_below(random, 4) == 0 ? 0.7f : 0.0f);
    def.enable_contact_events = random_below(random, 2) == 0;
    def.enable_hit_events = random_below(random, 3) == 0;
    def.sensor = random_below(random, 4) == 0;
    def.enable_sensor_events = random_below(random, 2) == 0;
    def.enable_static_sensing = random_below(random, 2) == 0;
    return def;
}

static void add_shapes(event_world *crowd, scree_body_id body)
{
    test_random *random = &crowd->random;
    for (int i = 1 + random_below(random, CROWD_SHAPES); i > 0; --i)
    {
        scree_shape_def def = random_surface(random);
        add_mixed(crowd->world, body, &def, random_below(random, 64),
                  random_between(random, 0.3f, 0.9f));
    }
}

static void add_body_at_random(event_world *crowd)
{
    test_random *random = &crowd->random;
    if (crowd->count == CROWD)
    {
        return;
    }
    int die = random_below(random, 10);
    scree_body_type type = die == 0   ? SCREE_BODY_STATIC
                           : die == 1 ? SCREE_BODY_KINEMATIC
                                      : SCREE_BODY_DYNAMIC;
    float x = random_between(random, -HALF_WIDTH, HALF_WIDTH);
    float y = random_between(random, 0.3f, 5.0f);
    scree_body_id body = add_body(crowd->world, type, x, y, random_between(random, -3.0f, 3.0f));
    add_shapes(crowd, body);
    crowd->bodies[crowd->count++] = body;
}

void event_world_make(event_world *crowd, const scree_world_def *def, uint64_t seed)
{
    memset(crowd, 0, sizeof *crowd);
    crowd->world = scree_world_create(def);
    assert_non_null(crowd->world);
    crowd->random = random_of(seed);
    crowd->seen.ordered = true;
    scree_shape_def wall = surface(0.6f, 0.0f);
    wall.enable_contact_events = seed % 2 == 0;
    wall.enable_sensor_events = seed % 3 == 0;
    add_bin(crowd->world, &wall, HALF_WIDTH + 0.5f, 6.0f, true);
    for (int i = 0; i < CROWD / 2; ++i)
    {
        add_body_at_random(crowd);
    }
}

static scree_shape_id any_shape(event_world *crowd, scree_body_id body)
{
    scree_shape_id ids[CROWD_SHAPES * 4];
    int count = scree_body_shapes(crowd->world, body, ids, CROWD_SHAPES * 4);
    return count > 0 ? ids[random_below(&crowd->random, count)] : (scree_shape_id){0};
}

static scree_result change_body(event_world *crowd, int which, int kind)
{
    test_random *random = &crowd->random;
    scree_world *world = crowd->world;
    scree_body_id body = crowd->bodies[which];
    switch (kind)
    {
    case 0:
        crowd->bodies[which] = crowd->bodies[--crowd->count];
        return scree_body_destroy(world, body);
    case 1:
        return scree_body_set_enabled(world, body, !scree_body_is_enabled(world, body));
    case 2:
        return scree_body_set_transform(
            world, body,
            scree_transform_from_angle((scree_vec2){random_between(random, -HALF_WIDTH, HALF_WIDTH),
                                                    random_between(random, 0.3f, 5.0f)},
                                       random_between(random, -3.0f, 3.0f)));
    case 3:
        return scree_body_set_type(world, body, (scree_body_type)random_below(random, 3));
    case 4:
    case 5:
        return scree_body_set_awake(world, body, kind == 4);
    case 6:
        return scree_body_get_type(world, body) == SCREE_BODY_STATIC
                   ? SCREE_OK
                   : scree_body_set_velocity(world, body,
                                             (scree_vec2){random_between(random, -8.0f, 8.0f),
                                                          random_between(random, -8.0f, 8.0f)},
                                             random_between(random, -5.0f, 5.0f));
    default:
        return scree_bodies_destroy(world, &body, 0);
    }
}

static scree_result change_shape(event_world *crowd, scree_body_id body, int kind)
{
    static const scree_filter filters[] = {
        {1, UINT64_MAX, 0}, {1, UINT64_MAX, 0}, {2, 1, 0}, {1, UINT64_MAX, 3}, {1, UINT64_MAX, -3}};
    test_random *random = &crowd->random;
    scree_world *world = crowd->world;
    scree_shape_id shape = any_shape(crowd, body);
    if (shape.value == 0)
    {
        add_shapes(crowd, body);
        return SCREE_OK;
    }
    switch (kind)
    {
    case 0:
        return scree_shape_set_filter(world, shape, &filters[random_below(random, 5)]);
    case 1:
        return scree_shape_set_contact_events_enabled(
            world, shape, !scree_shape_is_contact_events_enabled(world, shape));
    case 2:
        return scree_shape_set_hit_events_enabled(world, shape,
                                                  !scree_shape_is_hit_events_enabled(world, shape));
    case 3:
        return scree_shape_set_sensor(world, shape, random_below(random, 3) == 0);
    case 4:
        return scree_shape_set_sensor_events_enabled(
            world, shape, !scree_shape_is_sensor_events_enabled(world, shape));
    case 5:
        return scree_shape_set_static_sensing_enabled(
            world, shape, !scree_shape_is_static_sensing_enabled(world, shape));
    default:
        return scree_shape_destroy(world, shape);
    }
}

void event_world_change(event_world *crowd)
{
    test_random *random = &crowd->random;
    int kind = random_below(random, 17);
    ++crowd->calls;
    if (kind >= 15 || crowd->count == 0)
    {
        add_body_at_random(crowd);
        return;
    }
    int which = random_below(random, crowd->count);
    assert_ok(kind < 8 ? change_body(crowd, which, kind)
                       : change_shape(crowd, crowd->bodies[which], kind - 8));
}

/// Checks events that begin with the ids of a scree_contact_event.
static void assert_order(const void *events, int count, size_t size)
{
    shape_ids before = {{0}, {0}};
    for (int i = 0; i < count; ++i)
    {
        scree_contact_event event;
        memcpy(&event, (const char *)events + size * (size_t)i, sizeof event);
        shape_ids pair = {event.shape_a, event.shape_b};
        assert_true(slot_of(pair.a) < slot_of(pair.b));
        assert_true(i == 0 || compare(&before, &pair) < 0);
        before = pair;
    }
}

static void assert_hits(const event_world *crowd, const scree_contact_events *events)
{
    const scree_world *world = crowd->world;
    for (int i = 0; i < events->hit_count; ++i)
    {
        const scree_contact_hit *hit = &events->hits[i];
        assert_true(hit->approach_speed > scree_world_hit_event_threshold(world));
        assert_true(hit->impulse > 0.0f);
        assert_near(hit->normal.x * hit->normal.x + hit->normal.y * hit->normal.y, 1.0, 1e-5);
        assert_int_equal(scree_shape_body(world, hit->shape_a).value, hit->body_a.value);
        assert_int_equal(scree_shape_body(world, hit->shape_b).value, hit->body_b.value);
        assert_true(scree_shape_is_hit_events_enabled(world, hit->shape_a) ||
                    scree_shape_is_hit_events_enabled(world, hit->shape_b));
    }
}

static void note_sensors(event_world *crowd)
{
    scree_sensor_events events = scree_world_sensor_events(crowd->world);
    assert_false(events.late);
    for (int i = 0; i < events.end_count; ++i)
    {
        pair_set_remove(&crowd->seen, events.ends[i].sensor, events.ends[i].visitor);
    }
    for (int i = 0; i < events.begin_count; ++i)
    {
        const scree_sensor_event *begin = &events.begins[i];
        pair_set_add(&crowd->seen, begin->sensor, begin->visitor);
        assert_int_equal(scree_shape_body(crowd->world, begin->sensor).value,
                         begin->sensor_body.value);
        assert_int_equal(scree_shape_body(crowd->world, begin->visitor).value,
                         begin->visitor_body.value);
        assert_true(i == 0 || slot_of(events.begins[i - 1].sensor) < slot_of(begin->sensor) ||
                    slot_of(events.begins[i - 1].visitor) < slot_of(begin->visitor));
    }
    crowd->seen_begins += events.begin_count;
    crowd->seen_ends += events.end_count;
}

void event_world_note(event_world *crowd)
{
    note_sensors(crowd);
    scree_contact_events events = scree_world_contact_events(crowd->world);
    assert_order(events.begins, events.begin_count, sizeof *events.begins);
    assert_order(events.ends, events.end_count, sizeof *events.ends);
    for (int i = 0; i < events.end_count; ++i)
    {
        pair_set_remove(&crowd->begun, events.ends[i].shape_a, events.ends[i].shape_b);
    }
    for (int i = 0; i < events.begin_count; ++i)
    {
        const scree_contact_begin *begin = &events.begins[i];
        pair_set_add(&crowd->begun, begin->shape_a, begin->shape_b);
        assert_int_equal(scree_shape_body(crowd->world, begin->shape_a).value, begin->body_a.value);
        assert_int_equal(scree_shape_body(crowd->world, begin->shape_b).value, begin->body_b.value);
    }
    assert_hits(crowd, &events);
    crowd->begins += events.begin_count;
    crowd->ends += events.end_count;
    crowd->hits += events.hit_count;
}

/// m, 0 if they overlap.
static double distance_of(const scree_world *world, scree_shape_id a, scree_shape_id b)
{
    const scree_geometry geometry_a = scree_shape_geometry(world, a),
                         geometry_b = scree_shape_geometry(world, b);
    scree_body_id body_a = scree_shape_body(world, a), body_b = scree_shape_body(world, b);
    const scree_pose pose_a = {scree_body_position(world, body_a), scree_body_angle(world, body_a)};
    const scree_pose pose_b = {scree_body_position(world, body_b), scree_body_angle(world, body_b)};
    scree_distance distance;
    assert_ok(scree_geometry_distance(&geometry_a, &pose_a, &geometry_b, &pose_b, &distance));
    return (double)distance.distance;
}

static bool filters_agree(scree_filter a, scree_filter b)
{
    return a.group == b.group && a.group != 0
               ? a.group > 0
               : (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

static bool may_see(const scree_world *world, scree_shape_id sensor, scree_shape_id visitor)
{
    scree_body_id own = scree_shape_body(world, sensor), other = scree_shape_body(world, visitor);
    return own.value != other.value && !scree_shape_is_sensor(world, visitor) &&
           scree_shape_is_sensor_events_enabled(world, visitor) &&
           scree_body_is_enabled(world, own) && scree_body_is_enabled(world, other) &&
           (scree_body_get_type(world, other) != SCREE_BODY_STATIC ||
            scree_shape_is_static_sensing_enabled(world, sensor)) &&
           filters_agree(scree_shape_filter(world, sensor), scree_shape_filter(world, visitor));
}

static void check_sensor(const event_world *crowd, scree_shape_id sensor,
                         const scree_shape_id *shapes, int count)
{
    const scree_world *world = crowd->world;
    scree_shape_id listed[CROWD * CROWD_SHAPES];
    int seen = 0;
    for (int i = 0; i < count; ++i)
    {
        bool is_seen = holds(&crowd->seen, sensor, shapes[i]);
        bool may = may_see(world, sensor, shapes[i]);
        assert_true(may || !is_seen);
        // Angles are rounded.
        double distance = may ? distance_of(world, sensor, shapes[i]) : 1.0;
        if (may && (distance == 0.0 || distance > 1e-4))
        {
            assert_int_equal(is_seen, distance == 0.0);
        }
        seen += is_seen;
    }
    assert_int_equal(scree_shape_sensor_overlaps(world, sensor, listed, CROWD * CROWD_SHAPES),
                     seen);
    for (int i = 0; i < seen; ++i)
    {
        assert_true(holds(&crowd->seen, sensor, listed[i]));
        assert_true(i == 0 || slot_of(listed[i - 1]) < slot_of(listed[i]));
    }
}

static void check_sensors(const event_world *crowd)
{
    static scree_shape_id shapes[CROWD * CROWD_SHAPES * 4];
    int count = scree_world_shapes(crowd->world, shapes, CROWD * CROWD_SHAPES * 4);
    assert_true(count <= CROWD * CROWD_SHAPES * 4);
    int sensors = 0;
    for (int i = 0; i < count; ++i)
    {
        if (scree_shape_is_sensor(crowd->world, shapes[i]))
        {
            check_sensor(crowd, shapes[i], shapes, count);
            ++sensors;
        }
    }
    assert_true(sensors > 0 || crowd->seen.count == 0);
}

void event_world_check(event_world *crowd)
{
    check_sensors(crowd);
    static scree_contact contacts[CROWD_PAIRS];
    const scree_world *world = crowd->world;
    int count = scree_world_contacts(world, contacts, CROWD_PAIRS), asking = 0;
    assert_true(count <= CROWD_PAIRS);
    for (int i = 0; i < count; ++i)
    {
        shape_ids pair = ordered(contacts[i].shape_a, contacts[i].shape_b);
        assert_false(scree_shape_is_sensor(world, pair.a));
        assert_false(scree_shape_is_sensor(world, pair.b));
        if (scree_shape_is_contact_events_enabled(world, pair.a) ||
            scree_shape_is_contact_events_enabled(world, pair.b))
        {
            assert_true(holds(&crowd->begun, pair.a, pair.b));
            ++asking;
        }
    }
    assert_int_equal(asking, crowd->begun.count);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

static uint64_t mix_ids(uint64_t hash, const void *ids)
{
    uint64_t values[4];
    memcpy(values, ids, sizeof values);
    for (int i = 0; i < 4; ++i)
    {
        hash = mix(hash, values[i] & 0xffffffffffffu);
    }
    return hash;
}

uint64_t hash_events(const scree_world *world, uint64_t hash)
{
    scree_contact_events events = scree_world_contact_events(world);
    hash = mix(hash, (uint64_t)events.begin_count << 32 | (uint64_t)events.end_count);
    for (int i = 0; i < events.begin_count; ++i)
    {
        hash = mix_ids(hash, &events.begins[i]);
    }
    for (int i = 0; i < events.end_count; ++i)
    {
        hash = mix_ids(hash, &events.ends[i]);
    }
    for (int i = 0; i < events.hit_count; ++i)
    {
        uint32_t bits[6];
        memcpy(bits, &events.hits[i].position, sizeof bits);
        hash = mix_ids(hash, &events.hits[i]);
        for (int k = 0; k < 6; ++k)
        {
            hash = mix(hash, bits[k]);
        }
    }
    scree_sensor_events seen = scree_world_sensor_events(world);
    hash = mix(hash, (uint64_t)seen.begin_count << 32 | (uint64_t)seen.end_count);
    for (int i = 0; i < seen.begin_count; ++i)
    {
        hash = mix_ids(hash, &seen.begins[i]);
    }
    for (int i = 0; i < seen.end_count; ++i)
    {
        hash = mix_ids(hash, &seen.ends[i]);
    }
    return hash;
}

scree_world_def event_world_def(uint64_t seed)
{
    scree_world_def def = scree_world_def_default();
    def.solver = (scree_solver)(seed % SCREE_SOLVER_COUNT);
    def.time_to_sleep = 0.1f;
    return def;
}

event_totals event_worlds_run(uint64_t first, int seeds, int calls)
{
    static event_world crowd;
    event_totals totals = {0};
    for (uint64_t seed = first; seed < first + (uint64_t)seeds; ++seed)
    {
        scree_world_def def = event_world_def(seed);
        event_world_make(&crowd, &def, seed);
        while (crowd.calls < calls)
        {
            for (int i = random_below(&crowd.random, 10); i > 0; --i)
            {
                event_world_change(&crowd);
            }
            // Now and then nothing happens for long enough that some fall asleep.
            int steps = random_below(&crowd.random, 40) == 0 ? 60 : 1;
            for (int i = 0; i < steps; ++i)
            {
                step_world(crowd.world);
                event_world_note(&crowd);
                event_world_check(&crowd);
            }
            totals.asleep += scree_world_counters(crowd.world).asleep_bodies;
        }
        totals.begins += crowd.begins;
        totals.ends += crowd.ends;
        totals.hits += crowd.hits;
        totals.seen_begins += crowd.seen_begins;
        totals.seen_ends += crowd.seen_ends;
        scree_world_destroy(crowd.world);
    }
    return totals;
}
