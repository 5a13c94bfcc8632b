#include "tests/queries/query_oracle.h"

#include "geometry/distance.h"

/// Closer than this, m, rounding may decide.
#define GRAZE 2e-3

static void place(oracle_shape *out, const scree_world *world, scree_body_id body,
                  const scree_vec2 *points, int count)
{
    scree_vec2 origin = scree_body_position(world, body);
    scree_vec2 axis = scree_body_world_vector(world, body, (scree_vec2){1.0f, 0.0f});
    sc_frame frame = {(double)origin.x, (double)origin.y, (double)axis.x, (double)axis.y};
    for (int i = 0; i < count; ++i)
    {
        sc_vec2d turned = sc_turn_out(&frame, (sc_vec2d){(double)points[i].x, (double)points[i].y});
        out->points[i] = (sc_vec2d){frame.x + turned.x, frame.y + turned.y};
    }
    out->count = count;
}

static void read_half_space(oracle_shape *out, const scree_world *world, scree_body_id body)
{
    scree_half_space plane = scree_shape_half_space(world, out->id);
    scree_vec2 origin = scree_body_position(world, body);
    scree_vec2 normal = scree_body_world_vector(world, body, plane.normal);
    out->points[0] = (sc_vec2d){(double)normal.x, (double)normal.y};
    out->offset = (double)plane.offset + (double)normal.x * (double)origin.x +
                  (double)normal.y * (double)origin.y;
    out->count = 0;
}

static void read_shape(oracle_shape *out, const scree_world *world, bool one_sided_chains)
{
    scree_body_id body = scree_shape_body(world, out->id);
    out->type = scree_shape_get_type(world, out->id);
    out->radius = 0.0;
    out->one_sided = out->type == SCREE_SHAPE_CHAIN_SEGMENT && one_sided_chains;
    out->filter = scree_shape_filter(world, out->id);
    out->aabb = scree_shape_aabb(world, out->id);
    scree_circle circle = scree_shape_circle(world, out->id);
    scree_capsule capsule = scree_shape_capsule(world, out->id);
    scree_segment segment = scree_shape_segment(world, out->id);
    scree_polygon polygon = scree_shape_polygon(world, out->id);
    switch (out->type)
    {
    case SCREE_SHAPE_CIRCLE:
        place(out, world, body, &circle.center, 1);
        out->radius = (double)circle.radius;
        break;
    case SCREE_SHAPE_CAPSULE:
        place(out, world, body, &capsule.point_a, 2);
        out->radius = (double)capsule.radius;
        break;
    case SCREE_SHAPE_POLYGON:
        place(out, world, body, polygon.vertices, polygon.count);
        out->radius = (double)polygon.radius;
        break;
    case SCREE_SHAPE_HALF_SPACE:
        read_half_space(out, world, body);
        break;
    default:
        place(out, world, body, &segment.point_a, 2);
        break;
    }
}

void oracle_read(oracle *o, const scree_world *world, bool one_sided_chains)
{
    static scree_shape_id ids[ORACLE_SHAPES];
    int count = scree_world_shapes(world, ids, ORACLE_SHAPES);
    assert_in_range(count, 0, ORACLE_SHAPES);
    o->world = world;
    o->count = 0;
    for (int i = 0; i < count; ++i)
    {
        if (scree_body_is_enabled(world, scree_shape_body(world, ids[i])))
        {
            oracle_shape *shape = &o->shape[o->count++];
            shape->id = ids[i];
            read_shape(shape, world, one_sided_chains);
        }
    }
}

bool oracle_sees(const oracle_shape *shape, scree_query_filter filter)
{
    const scree_filter *own = &shape->filter;
    return own->group != 0 && own->group == filter.group
               ? own->group > 0
               : (own->category & filter.mask) != 0 && (filter.category & own->mask) != 0;
}

double oracle_height(const oracle_shape *shape, sc_vec2d point)
{
    if (shape->count == 0)
    {
        return sc_dotd(shape->points[0], point) - shape->offset;
    }
    double nearest = INFINITY;
    bool inside = shape->count > 2;
    for (int i = 0; i < shape->count; ++i)
    {
        sc_vec2d a = shape->points[i], b = shape->points[(i + 1) % shape->count];
        sc_vec2d edge = sc_subd(b, a), arm = sc_subd(point, a);
        double square = sc_dotd(edge, edge);
        double along = square > 0.0 ? fmax(0.0, fmin(1.0, sc_dotd(arm, edge) / square)) : 0.0;
        nearest = fmin(nearest, sc_lengthd(sc_subd(arm, sc_scaled(along, edge))));
        inside = inside && sc_crossd(edge, arm) >= 0.0;
    }
    return (inside ? -nearest : nearest) - shape->radius;
}

oracle_answer oracle_point(const oracle_shape *shape, scree_vec2 point)
{
    if (shape->type == SCREE_SHAPE_SEGMENT || shape->type == SCREE_SHAPE_CHAIN_SEGMENT)
    {
        return ORACLE_MISSES;
    }
    double height = oracle_height(shape, (sc_vec2d){(double)point.x, (double)point.y});
    return height > 1e-4 ? ORACLE_MISSES : height < -1e-4 ? ORACLE_HITS : ORACLE_UNSURE;
}

static sc_ray_hit meet(const oracle_shape *shape, double grown, sc_vec2d origin,
                       sc_vec2d translation)
{
    if (shape->count > 0)
    {
        return sc_core_ray(shape->points, shape->count, shape->radius + grown, origin, translation);
    }
    double height = oracle_height(shape, origin) - grown;
    double sinks = -sc_dotd(shape->points[0], translation);
    return (sc_ray_hit){.hit = height <= 0.0 || sinks >= height,
                        .inside = height <= 0.0,
                        .fraction = height <= 0.0 ? 0.0 : height / sinks};
}

oracle_answer oracle_ray(const oracle_shape *shape, scree_vec2 from, scree_vec2 along,
                         double *fraction)
{
    sc_vec2d origin = {(double)from.x, (double)from.y};
    sc_vec2d translation = {(double)along.x, (double)along.y}, end = sc_addd(origin, translation);
    double length = sc_lengthd(translation);
    sc_ray_hit hit = meet(shape, 0.0, origin, translation);
    sc_ray_hit near_hit = meet(shape, GRAZE, origin, translation);
    *fraction = hit.fraction;
    if (!near_hit.hit)
    {
        return ORACLE_MISSES;
    }
    double height = oracle_height(shape, origin);
    bool segment = shape->count == 2 && shape->radius == 0.0;
    if (fabs(height) <= GRAZE)
    {
        return ORACLE_UNSURE;
    }
    if (height < 0.0)
    {
        return ORACLE_MISSES;  // it begins inside
    }
    if (shape->one_sided)
    {
        double side = sc_crossd(sc_subd(shape->points[1], shape->points[0]),
                                sc_subd(origin, shape->points[0]));
        double off = side / sc_lengthd(sc_subd(shape->points[1], shape->points[0]));
        if (off > GRAZE)
        {
            return ORACLE_MISSES;
        }
        if (off > -GRAZE)
        {
            return ORACLE_UNSURE;
        }
    }
    if (!hit.hit)
    {
        return ORACLE_UNSURE;
    }
    sc_vec2d at = sc_addd(origin, sc_scaled(hit.fraction, translation));
    if (segment)
    {
        bool near_end = sc_lengthd(sc_subd(at, shape->points[0])) < GRAZE ||
                        sc_lengthd(sc_subd(at, shape->points[1])) < GRAZE;
        sc_vec2d edge = sc_subd(shape->points[1], shape->points[0]);
        double across = fabs(sc_crossd(edge, translation)) / (sc_lengthd(edge) * length);
        return near_end || across < 1e-3 || (1.0 - hit.fraction) * length < GRAZE ? ORACLE_UNSURE
                                                                                  : ORACLE_HITS;
    }
    // The length of the ray that is inside.
    double leaves = 1.0;
    if (oracle_height(shape, end) > 0.0)
    {
        sc_ray_hit back = meet(shape, 0.0, end, sc_scaled(-1.0, translation));
        leaves = back.hit ? 1.0 - back.fraction : hit.fraction;
    }
    return (leaves - hit.fraction) * length < 4.0 * GRAZE ? ORACLE_UNSURE : ORACLE_HITS;
}

scree_query_filter oracle_filter(test_random *random)
{
    scree_query_filter filter = scree_query_filter_default();
    if (random_below(random, 2) == 0)
    {
        filter.category = UINT64_C(1) << random_below(random, 3);
        filter.mask = (uint64_t)random_below(random, 8);
        filter.group = random_below(random, 5) - 2;
    }
    return filter;
}

// One number to a statement: compilers are free to call the generator in another order.

static scree_filter shape_filter(test_random *random)
{
    scree_filter filter = {.category = UINT64_C(1) << random_below(random, 3), .mask = UINT64_MAX};
    if (random_below(random, 3) == 0)
    {
        filter.mask = (uint64_t)random_below(random, 8);
    }
    if (random_below(random, 4) == 0)
    {
        filter.group = random_below(random, 5) - 2;
    }
    return filter;
}

static void add_chain(test_random *random, scree_world *world, scree_body_id body,
                      const scree_shape_def *def, float size)
{
    scree_vec2 points[6];
    for (int i = 0; i < 6; ++i)
    {
        points[i] = (scree_vec2){size * (float)(3 - i), random_between(random, -size, size)};
    }
    add_open_chain(world, body, def, points, 6, false);
}

static void add_some_shape(test_random *random, scree_world *world, scree_body_id body)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter = shape_filter(random);
    float size = random_between(random, 0.2f, 1.5f), height = random_between(random, 0.1f, 1.0f);
    float x = random_between(random, -1.0f, 1.0f), y = random_between(random, -1.0f, 1.0f);
    float angle = random_between(random, -3.0f, 3.0f), slope = random_between(random, -1.0f, 1.0f);
    float round = random_between(random, 0.01f, 0.4f), radius = random_between(random, 0.05f, 0.5f);
    bool sharp = random_below(random, 2) == 0;
    scree_vec2 at = {x, y};
    scree_polygon polygon = scree_polygon_box_at(size, height, at, angle, sharp ? 0.0f : round);
    scree_segment segment = {at, {at.x + size, slope}};
    scree_capsule capsule = {segment.point_a, segment.point_b, radius};
    scree_circle circle = {at, size};
    switch (random_below(random, 9))
    {
    case 0:
        scree_shape_create_circle(world, body, &def, &circle);
        break;
    case 1:
        scree_shape_create_capsule(world, body, &def, &capsule);
        break;
    case 2:
        scree_shape_create_segment(world, body, &def, &segment);
        break;
    case 3:
        polygon = regular_polygon(3 + random_below(random, 6), size, 0.0f);
        scree_shape_create_polygon(world, body, &def, &polygon);
        break;
    case 4:
        polygon = regular_polygon(3 + random_below(random, 20), size, 0.2f);
        scree_shape_create_polygon(world, body, &def, &polygon);
        break;
    case 5:
        add_chain(random, world, body, &def, size);
        break;
    default:
        scree_shape_create_polygon(world, body, &def, &polygon);
        break;
    }
}

static scree_vec2 somewhere(test_random *random, float size)
{
    float reach = random_below(random, 40) == 0 ? 20.0f * size : size;
    float x = random_between(random, -reach, reach);
    return (scree_vec2){x, random_between(random, -reach, reach)};
}

static void add_some_body(test_random *random, scree_world *world, float size)
{
    scree_body_def def = scree_body_def_default();
    def.type = (scree_body_type)random_below(random, 3);
    def.position = somewhere(random, size);
    def.angle = random_between(random, -3.0f, 3.0f);
    def.linear_velocity = (scree_vec2){random_between(random, -5.0f, 5.0f), 0.0f};
    def.angular_velocity = random_between(random, -5.0f, 5.0f);
    def.enabled = random_below(random, 10) != 0;
    scree_body_id body = scree_body_create(world, &def);
    assert_true(scree_body_is_valid(world, body));
    int shapes = 1 + (random_below(random, 4) == 0 ? random_below(random, 4) : 0);
    for (int i = 0; i < shapes; ++i)
    {
        add_some_shape(random, world, body);
    }
    if (def.type == SCREE_BODY_STATIC && random_below(random, 100) == 0)
    {
        scree_shape_def shape = scree_shape_def_default();
        shape.filter = shape_filter(random);
        scree_vec2 up = {random_between(random, -1.0f, 1.0f), 1.0f};
        scree_shape_create_half_space(world, body, &shape, &(scree_half_space){up, -2.0f * size});
    }
}

scree_world *oracle_world(test_random *random, int bodies, float size, scree_simd simd)
{
    scree_world_def def = scree_world_def_default();
    def.gravity = (scree_vec2){0.0f, -1.0f};
    def.simd = simd;
    scree_world *world = world_of(&def);
    for (int i = 0; i < bodies; ++i)
    {
        add_some_body(random, world, size);
    }
    return world;
}

void oracle_change(test_random *random, scree_world *world, float size)
{
    static scree_shape_id shapes[ORACLE_SHAPES];
    scree_body_view view = scree_world_bodies(world);
    int shape_count = scree_world_shapes(world, shapes, ORACLE_SHAPES);
    if (view.count == 0 || shape_count == 0)
    {
        add_some_body(random, world, size);
        return;
    }
    scree_body_id body = view.id[random_below(random, view.count)];
    scree_shape_id shape = shapes[random_below(random, shape_count)];
    scree_filter filter = shape_filter(random);
    float angle = random_between(random, -3.0f, 3.0f);
    switch (random_below(random, 10))
    {
    case 0:
        add_some_body(random, world, size);
        break;
    case 1:
        add_some_shape(random, world, body);
        break;
    case 2:
        scree_body_destroy(world, body);
        break;
    case 3:
        scree_shape_destroy(world, shape);
        break;
    case 4:
    case 5:
        scree_body_set_transform(world, body,
                                 scree_transform_from_angle(somewhere(random, size), angle));
        break;
    case 6:
        scree_body_set_enabled(world, body, !scree_body_is_enabled(world, body));
        break;
    case 7:
        scree_body_set_type(world, body, (scree_body_type)random_below(random, 3));
        break;
    case 8:
        scree_shape_set_filter(world, shape, &filter);
        break;
    default:
        scree_world_step(world, STEP, 2);
        break;
    }
}

scree_vec2 oracle_place(test_random *random, float size)
{
    float x = random_between(random, -size, size);
    return (scree_vec2){x, random_between(random, -size, size)};
}

bool oracle_holds(const scree_shape_id *ids, int count, scree_shape_id id)
{
    bool found = false;
    for (int i = 0; i < count; ++i)
    {
        found = found || ids[i].value == id.value;
        assert_true(i == 0 || (ids[i - 1].value & 0xffffff) < (ids[i].value & 0xffffff));
    }
    return found;
}

void oracle_rounds(int bodies, oracle_check *check, uint64_t seed, bool one_sided_chains)
{
    scoped_memory oracle *o = malloc(sizeof *o);
    assert_non_null(o);
    test_random random = random_of(seed);
    scree_world *world = oracle_world(&random, bodies, ORACLE_SIZE, SCREE_SIMD_AUTO);
    for (int round = 0; round < ORACLE_ROUNDS; ++round)
    {
        int changes = random_below(&random, 20) == 0 ? 200 : random_below(&random, 4);
        for (int i = 0; i < changes; ++i)
        {
            oracle_change(&random, world, ORACLE_SIZE);
        }
        uint64_t before = scree_world_hash(world);
        oracle_read(o, world, one_sided_chains);
        check(&random, o);
        assert_int_equal(scree_world_hash(world), before);
    }
    scree_world_destroy(world);
}
