// Bodies of simple shapes that hit floors: the motion left by friction and restitution, and the
// effect of seams between the pieces of a floor.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

#include <math.h>

enum
{
    SHAPE_MIXED = 0,
    SHAPE_DISC,
    SHAPE_BOX,
    SHAPE_CAPSULE,
    SHAPE_POLYGON,
    SHAPE_KINDS = SHAPE_POLYGON
};

// Bodies hit their floors only, not each other.
#define CATEGORY_FLOOR 1u
#define CATEGORY_BODY 2u

static const float cosines_of_fifths[] = {1.0f, 0.30901699f, -0.80901699f, -0.80901699f,
                                          0.30901699f};
static const float sines_of_fifths[] = {0.0f, 0.95105652f, 0.58778525f, -0.58778525f, -0.95105652f};

// A shape about the centre of its body. Without a turn of the body it lies flat on a floor.
typedef struct hitter
{
    int shape;
    float half_width, half_height;  // of a capsule: of the segment, and its radius
    float angle;
    float friction, restitution;
    bool locked;
} hitter;

static scree_polygon pentagon_of(float radius)
{
    scree_polygon polygon = {.count = 5};
    // A side is below.
    for (int i = 0; i < 5; ++i)
        polygon.vertices[i] =
            (scree_vec2){-radius * sines_of_fifths[i], radius * cosines_of_fifths[i]};
    return polygon;
}

static hitter random_hitter(sc_random *random, int shape)
{
    int any = 1 + (int)sc_random_below(random, SHAPE_KINDS);
    float width = sc_random_float(random, 0.1f, 0.5f), height = sc_random_float(random, 0.1f, 0.5f);
    hitter h = {
        .shape = shape == SHAPE_MIXED ? any : shape, .half_width = width, .half_height = height};
    if (h.shape == SHAPE_DISC || h.shape == SHAPE_POLYGON)
        h.half_height = h.half_width;
    if (h.shape == SHAPE_CAPSULE)
        h.half_height *= 0.5f;
    return h;
}

// The distance by which the shape reaches below its centre, m.
static float reach_of(const hitter *h)
{
    float c, s, reach = 0.0f;
    scree_sincos(h->angle, &s, &c);
    if (h->shape == SHAPE_DISC)
        return h->half_width;
    if (h->shape == SHAPE_CAPSULE)
        return h->half_height + h->half_width * fabsf(s);
    if (h->shape == SHAPE_BOX)
        return h->half_width * fabsf(s) + h->half_height * fabsf(c);
    scree_polygon polygon = pentagon_of(h->half_width);
    for (int i = 0; i < polygon.count; ++i)
        reach = fmaxf(reach, -s * polygon.vertices[i].x - c * polygon.vertices[i].y);
    return reach;
}

static scree_body_id build_hitter(sc_builder *builder, const hitter *h, float x, float y,
                                  scree_vec2 velocity)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter.category = CATEGORY_BODY;
    def.filter.mask = CATEGORY_FLOOR;
    // Floors have a friction of 1, so the friction of the pair is the square root of that of the
    // body.
    def.material.friction = h->friction * h->friction;
    def.material.restitution = h->restitution;
    scree_body_id body = sc_build_body(builder, SCREE_BODY_DYNAMIC, x, y, h->angle);
    if (h->shape == SHAPE_DISC)
        sc_build_circle(builder, body, &def, 0.0f, 0.0f, h->half_width);
    else if (h->shape == SHAPE_BOX)
        sc_build_box(builder, body, &def, 0.0f, 0.0f, h->half_width, h->half_height);
    else if (h->shape == SHAPE_CAPSULE)
        sc_build_capsule(builder, body, &def, (scree_vec2){-h->half_width, 0.0f},
                         (scree_vec2){h->half_width, 0.0f}, h->half_height);
    else
    {
        scree_polygon polygon = pentagon_of(h->half_width);
        sc_build_polygon(builder, body, &def, &polygon);
    }
    scree_world *world = builder->world;
    builder->ok = builder->ok &&
                  scree_body_set_locks(world, body,
                                       (scree_motion_locks){false, false, h->locked}) == SCREE_OK &&
                  scree_body_set_velocity(world, body, velocity, 0.0f) == SCREE_OK;
    return body;
}

static scree_shape_def floor_def(void)
{
    scree_shape_def def = scree_shape_def_default();
    def.filter.category = CATEGORY_FLOOR;
    def.material.friction = 1.0f;
    return def;
}

// The height above the floor at which a body that comes down at `speed` begins, m, such that it
// lands 0.3 to 4.3 steps later.
static float random_gap(sc_random *random, float speed)
{
    return speed * sc_random_float(random, 0.3f, 4.3f) / 60.0f;
}

// impacts

#define SPACING 0.25f  // m from one body to the next

static const scree_scene_choice impact_choices[] = {
    {"shape", {"any_shape", "disc", "box", "capsule", "polygon"}},
    {"what may turn", {"cannot_turn", "turns"}},
    {"restitution", {"dead", "bounces"}},
    {"speed", {"any_speed", "slow", "fast"}},
};

static scree_scene_counts impacts_counts(int size)
{
    return (scree_scene_counts){size + 1, size + 1, 0};
}

// An angle at which one corner hits first, and the next one long after it. Half of the bodies that
// cannot turn are flat.
static float random_tilt(sc_random *random, const hitter *h)
{
    float tilt = h->shape == SHAPE_POLYGON ? sc_random_float(random, 0.4f, 0.85f)
                                           : sc_random_float(random, 0.4f, 1.17f);
    bool left = sc_random_below(random, 2) == 0, flat = sc_random_below(random, 2) == 0;
    if (h->locked && flat)
        return 0.0f;
    return left ? -tilt : tilt;
}

static bool impacts_create(scree_world *world, const scree_scene_params *params,
                           scree_scene_state *state)
{
    static const float speeds[] = {1.0f, 1.5f, 2.0f, 3.0f, 5.0f, 7.0f, 10.0f, 20.0f, 30.0f, 60.0f};
    static const uint32_t first_speed[] = {0, 0, 6}, speed_count[] = {10, 6, 4};
    const scree_scene *scene = &sc_scene_impacts;
    int shape = scree_scene_chosen(scene, params->variant, 0);
    bool turns = scree_scene_chosen(scene, params->variant, 1) == 1;
    bool bounces = scree_scene_chosen(scene, params->variant, 2) == 1;
    int speed_choice = scree_scene_chosen(scene, params->variant, 3);
    sc_builder builder = sc_builder_create(world, state);
    // Sliding bodies continue for a second.
    float half = 0.5f * SPACING * (float)params->size + 70.0f;
    scree_shape_def def = floor_def();
    sc_build_box_body(&builder, SCREE_BODY_STATIC, &def, 0.0f, -0.5f * SC_WALL_THICKNESS, 0.0f,
                      half, 0.5f * SC_WALL_THICKNESS);
    for (int i = 0; builder.ok && i < params->size; ++i)
    {
        sc_random random = sc_random_create(1000003u * params->seed + (uint64_t)i);
        hitter h = random_hitter(&random, shape);
        h.locked = !turns;
        h.angle = random_tilt(&random, &h);
        h.friction = sc_random_float(&random, 0.0f, 0.8f);
        h.restitution = bounces ? 0.5f : 0.0f;
        float speed =
            speeds[first_speed[speed_choice] + sc_random_below(&random, speed_count[speed_choice])];
        // 0 to 75 degrees from straight down.
        float sine, cosine;
        scree_sincos(sc_random_float(&random, -1.309f, 1.309f), &sine, &cosine);
        float x = SPACING * ((float)i - 0.5f * (float)(params->size - 1));
        float y = reach_of(&h) + random_gap(&random, speed * cosine);
        build_hitter(&builder, &h, x, y, (scree_vec2){speed * sine, -speed * cosine});
    }
    state->limits = sc_aabb_of(-half, 0.0f, half, 70.0f);
    state->view = sc_aabb_of(-half + 68.0f, -0.5f, half - 68.0f, 5.0f);
    return builder.ok;
}

const scree_scene sc_scene_impacts = {
    .name = "impacts",
    .description = "weightless boxes, discs, capsules and polygons that hit a floor at an angle",
    .size_meaning = "bodies",
    .size_default = 1000,
    .size_min = 1,
    .size_max = 10000,
    .steps = 60,
    .verify_size = 100,
    .verify_steps = 60,
    .random = true,
    .weightless = true,
    .elastic = true,
    .impacts = true,
    .choices = impact_choices,
    .choice_count = sizeof impact_choices / sizeof impact_choices[0],
    .counts = impacts_counts,
    .create = impacts_create,
};

// seams

#define LANE_WIDTH 24.0f   // m from one floor to the next
#define LANE_HEIGHT 12.0f  // m
#define PIECE_HEIGHT 0.5f

enum
{
    FLOOR_MIXED = 0,
    FLOOR_BOXES,
    FLOOR_CHAIN,
    FLOOR_TWO_SIDED,
    FLOOR_SEGMENTS,
    FLOOR_COMPOUND,
    FLOOR_DYNAMIC,
    FLOOR_KINDS = FLOOR_DYNAMIC
};

enum
{
    MOTION_LANDS = 0,
    MOTION_ASLANT,
    MOTION_SLIDES
};

enum
{
    MAX_PIECES = 120,
    LANDING_PIECES = 6
};

static const scree_scene_choice seam_choices[] = {
    {"floor",
     {"any_floor", "boxes", "chain", "two_sided", "segments", "compound", "dynamic_boxes"}},
    {"shape", {"any_shape", "disc", "box", "capsule", "polygon"}},
    {"motion", {"lands", "aslant", "slides"}},
    {"pieces", {"coarse", "fine"}},
};

static int kind_of_floor(int floor, int index)
{
    return floor == FLOOR_MIXED ? 1 + index % FLOOR_KINDS : floor;
}

static scree_scene_counts seams_counts(int size)
{
    scree_scene_counts counts = {size, size, 0};
    for (int i = 0; i < size; ++i)
    {
        int floor = kind_of_floor(FLOOR_MIXED, i);
        bool on_one = floor != FLOOR_BOXES && floor != FLOOR_DYNAMIC;
        counts.bodies += on_one ? 1 : LANDING_PIECES + (floor == FLOOR_DYNAMIC);
        counts.shapes += LANDING_PIECES + (floor == FLOOR_DYNAMIC);
    }
    return counts;
}

// A floor of pieces along x, its top at y.
typedef struct seam_floor
{
    int kind, count;
    float x, y, piece;
    int order[MAX_PIECES];  // of creation
} seam_floor;

static void shuffle(seam_floor *floor, sc_random *random)
{
    for (int i = 0; i < floor->count; ++i)
    {
        int k = (int)sc_random_below(random, (uint32_t)i + 1);
        floor->order[i] = floor->order[k];
        floor->order[k] = i;
    }
}

static void build_chain(sc_builder *builder, const seam_floor *floor, scree_body_id ground)
{
    scree_shape_def def = floor_def();
    scree_vec2 points[MAX_PIECES + 1];
    float left = -0.5f * floor->piece * (float)floor->count;
    float top = floor->kind == FLOOR_TWO_SIDED ? PIECE_HEIGHT : 0.0f;
    // The solid side of a chain is on the right: with points from right to left it is below.
    for (int i = 0; i <= floor->count; ++i)
        points[i] = (scree_vec2){-left - floor->piece * (float)i, top};
    scree_chain_def chain = scree_chain_def_default();
    chain.points = points;
    chain.count = floor->count + 1;
    chain.two_sided = floor->kind == FLOOR_TWO_SIDED;
    if (builder->ok)
        builder->ok = scree_chain_create(builder->world, ground, &def, &chain).value != 0;
}

static void build_seam_floor(sc_builder *builder, const seam_floor *floor)
{
    scree_shape_def def = floor_def();
    float half = 0.5f * floor->piece, middle = -0.5f * PIECE_HEIGHT;
    scree_body_id ground = {0};
    if (floor->kind != FLOOR_BOXES && floor->kind != FLOOR_DYNAMIC)
    {
        // The body of a two-sided chain is below the chain.
        float below = floor->kind == FLOOR_TWO_SIDED ? PIECE_HEIGHT : 0.0f;
        ground = sc_build_body(builder, SCREE_BODY_STATIC, floor->x, floor->y - below, 0.0f);
    }
    if (floor->kind == FLOOR_DYNAMIC)
        sc_build_box_body(builder, SCREE_BODY_STATIC, &def, floor->x,
                          floor->y - 1.5f * PIECE_HEIGHT, 0.0f, half * (float)floor->count + 1.0f,
                          0.5f * PIECE_HEIGHT);
    if (floor->kind == FLOOR_CHAIN || floor->kind == FLOOR_TWO_SIDED)
        build_chain(builder, floor, ground);
    else
        for (int i = 0; i < floor->count; ++i)
        {
            float x = half * (float)(2 * floor->order[i] - floor->count + 1);
            scree_body_type type =
                floor->kind == FLOOR_DYNAMIC ? SCREE_BODY_DYNAMIC : SCREE_BODY_STATIC;
            if (floor->kind == FLOOR_DYNAMIC)
            {
                // The bodies weigh 1 kg at most.
                def.filter.mask = UINT64_MAX;
                def.density = 1000.0f;
            }
            if (floor->kind == FLOOR_SEGMENTS)
                sc_build_segment(builder, ground, &def, (scree_vec2){x - half, 0.0f},
                                 (scree_vec2){x + half, 0.0f});
            else if (floor->kind == FLOOR_COMPOUND)
                sc_build_box(builder, ground, &def, x, middle, half, -middle);
            else
                sc_build_box_body(builder, type, &def, floor->x + x, floor->y + middle, 0.0f, half,
                                  -middle);
        }
}

static void build_seam(sc_builder *builder, int variant, uint64_t seed, int index, float x, float y)
{
    static const float speeds[] = {1.0f, 2.0f, 3.0f, 5.0f, 7.0f, 10.0f, 20.0f, 30.0f, 60.0f, 95.0f};
    const scree_scene *scene = &sc_scene_seams;
    sc_random random = sc_random_create(1000003u * seed + (uint64_t)index);
    int motion = scree_scene_chosen(scene, variant, 2);
    bool fine = scree_scene_chosen(scene, variant, 3) == 1, lands = motion == MOTION_LANDS;
    seam_floor floor = {.kind = kind_of_floor(scree_scene_chosen(scene, variant, 0), index),
                        .count = (lands ? LANDING_PIECES : 4 * LANDING_PIECES) * (fine ? 5 : 1),
                        .x = x,
                        .y = y,
                        .piece = fine ? 0.1f : 0.5f};
    hitter h = random_hitter(&random, scree_scene_chosen(scene, variant, 1));
    // Bodies that land straight down have friction. Bodies that move along the floor have none, so
    // that they must keep their speed.
    h.friction = lands ? 0.6f : 0.0f;
    shuffle(&floor, &random);
    build_seam_floor(builder, &floor);
    float speed = speeds[sc_random_below(&random, 10)];
    float gap = random_gap(&random, speed), place = sc_random_float(&random, -0.5f, 0.5f);
    float along = sc_random_float(&random, 2.0f, 18.0f);
    scree_vec2 velocity = {lands ? 0.0f : along, motion == MOTION_SLIDES ? 0.0f : -speed};
    // The floor is long enough for the fastest body during a second.
    float start = lands ? place : place - 5.0f;
    build_hitter(builder, &h, x + start, y + reach_of(&h) + (motion == MOTION_SLIDES ? 0.0f : gap),
                 velocity);
}

static bool seams_create(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int columns = 1;
    while (columns * columns < params->size)
        ++columns;
    for (int i = 0; builder.ok && i < params->size; ++i)
        build_seam(&builder, params->variant, params->seed, i, LANE_WIDTH * (float)(i % columns),
                   LANE_HEIGHT * (float)(i / columns));
    int rows = (params->size + columns - 1) / columns;
    float right = LANE_WIDTH * (float)columns, top = LANE_HEIGHT * (float)rows;
    state->limits = sc_aabb_of(-LANE_WIDTH, -1.0f, right, top);
    state->view = sc_aabb_of(-0.5f * LANE_WIDTH, -2.0f, right - 0.5f * LANE_WIDTH, top);
    return builder.ok;
}

const scree_scene sc_scene_seams = {
    .name = "seams",
    .description = "bodies that land on floors of many pieces or slide over them",
    .size_meaning = "floors with a body each",
    .size_default = 600,
    .size_min = 1,
    .size_max = 10000,
    .steps = 30,
    .verify_size = 60,
    .verify_steps = 30,
    .random = true,
    .impacts = true,
    .choices = seam_choices,
    .choice_count = sizeof seam_choices / sizeof seam_choices[0],
    .counts = seams_counts,
    .create = seams_create,
};
