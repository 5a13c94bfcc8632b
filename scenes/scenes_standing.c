// Small piles that stay up for a minute with a good solver and fall with a poor one.

#include "builder.h"
#include "catalogue.h"

static void finish_standing(sc_builder *builder, float half_width, float height)
{
    builder->state->limits = sc_aabb_of(-half_width - 5.0f, 0.0f, half_width + 5.0f, height + 1.0f);
    builder->state->view = sc_aabb_of(-half_width - 1.0f, -1.0f, half_width + 1.0f, height + 1.0f);
}

// stack, tower_50

static bool stack_create(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float ground = (float)params->size + 20.0f;  // a fallen tower stays on it
    sc_build_floor(&builder, ground);
    scree_body_id top = {0};
    for (int i = 0; i < params->size; ++i)
    {
        top = sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, 0.0f, (float)i + 0.5f, 0.0f,
                                0.5f, 0.5f);
    }
    sc_build_top(&builder, top);
    finish_standing(&builder, 5.0f, (float)params->size);
    state->limits.lower.x = -ground;
    state->limits.upper.x = ground;
    return builder.ok;
}

const scree_scene sc_scene_stack = {
    .name = "stack",
    .description = "one stack of 1 m boxes",
    .size_meaning = "boxes",
    .size_default = 10,
    .size_min = 1,
    .size_max = 200,
    .steps = 600,
    .verify_size = 10,
    .verify_steps = 120,
    .standing = true,
    .counts = sc_counts_on_floor,
    .create = stack_create,
};

// A tower of soft contacts is an elastic column: under its own weight one of 50 boxes buckles below
// about 200 Hz (Euler), and contacts act no faster than a quarter of the substep rate.
const scree_scene sc_scene_tower_50 = {
    .name = "tower_50",
    .substeps = 16,
    .contact_hertz = 240.0f,
    .description = "a tower of 50 boxes, 1 m each",
    .size_meaning = "boxes",
    .size_default = 50,
    .size_min = 1,
    .size_max = 200,
    .steps = 3600,
    .verify_size = 50,
    .verify_steps = 120,
    .standing = true,
    .counts = sc_counts_on_floor,
    .create = stack_create,
};

// mass_ratio

#define LIGHT_BOXES 2
static const float mass_ratios[] = {1.0f, 10.0f, 50.0f, 100.0f, 200.0f};
#define RATIO_COUNT ((int)(sizeof mass_ratios / sizeof mass_ratios[0]))

static scree_scene_counts mass_ratio_counts(int size)
{
    return (scree_scene_counts){RATIO_COUNT * (size + 1) + 1, RATIO_COUNT * (size + 1) + 1, 0};
}

static bool mass_ratio_create(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    sc_build_floor(&builder, 20.0f);
    for (int i = 0; i < RATIO_COUNT; ++i)
    {
        float x = 3.0f * (float)i - 1.5f * (float)(RATIO_COUNT - 1);
        def.density = 1.0f;
        for (int k = 0; k < params->size; ++k)
        {
            sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, x, (float)k + 0.5f, 0.0f, 0.5f,
                              0.5f);
        }
        def.density = mass_ratios[i];
        float y = (float)params->size + 0.5f;
        scree_body_id heavy =
            sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, x, y, 0.0f, 0.5f, 0.5f);
        sc_build_top(&builder, heavy);
    }
    finish_standing(&builder, 8.0f, (float)params->size + 1.0f);
    return builder.ok;
}

const scree_scene sc_scene_mass_ratio = {
    .name = "mass_ratio",
    .description = "boxes of 1, 10, 50, 100 and 200 times the mass of a light box, each on a stack "
                   "of light boxes",
    .size_meaning = "light boxes under each heavy one",
    .size_default = LIGHT_BOXES,
    .size_min = 1,
    .size_max = 50,
    .steps = 600,
    .verify_size = LIGHT_BOXES,
    .verify_steps = 120,
    .standing = true,
    .counts = mass_ratio_counts,
    .create = mass_ratio_create,
};

// card_house

#define CARD_HALF_LENGTH 1.0f
#define CARD_HALF_THICKNESS 0.03f
#define CARD_LEAN \
    0.34906585f  // from the vertical: 20 degrees; its tangent 0.36 is the friction that it needs
#define CARD_FRICTION 0.8f

static int card_count(int levels) { return levels * (levels + 1) + levels * (levels - 1) / 2; }

static scree_scene_counts card_house_counts(int size)
{
    return (scree_scene_counts){card_count(size) + 1, card_count(size) + 1, 0};
}

// With half length a, half thickness b and lean l, the two cards of a pair meet at their inner
// upper corners. A pair is 4 (a sin l + b cos l) wide at the foot and 2 (a cos l + b sin l) high.
float sc_build_card_house(sc_builder *builder, const scree_shape_def *def,
                          const sc_card_house *house)
{
    float a = house->half_length, b = house->half_thickness, sine, cosine;
    scree_sincos(house->lean, &sine, &cosine);
    // From the middle of a leaning card to the pair's axis, and from its foot to its middle.
    float reach = a * sine + b * cosine + house->gap, rise = a * cosine + b * sine;
    float foot = 0.0f;
    scree_body_id left = {0}, right = {0};
    for (int level = 0; level < house->levels; ++level)
    {
        int pairs = house->levels - level;
        float first = -0.5f * house->spacing * (float)(pairs - 1);
        for (int i = 0; i < pairs; ++i)
        {
            float x = first + house->spacing * (float)i, y = foot + rise;
            left = sc_build_box_body(builder, SCREE_BODY_DYNAMIC, def, x - reach, y, -house->lean,
                                     b, a);
            right = sc_build_box_body(builder, SCREE_BODY_DYNAMIC, def, x + reach, y, house->lean,
                                      b, a);
        }
        foot += 2.0f * rise;
        for (int i = 0; i + 1 < pairs; ++i)
        {
            float x = first + house->spacing * ((float)i + 0.5f);
            sc_build_box_body(builder, SCREE_BODY_DYNAMIC, def, x, foot + b, 0.0f, house->half_flat,
                              b);
        }
        foot += 2.0f * b;
    }
    sc_build_top(builder, left);
    sc_build_top(builder, right);
    return foot;
}

static bool card_house_create(scree_world *world, const scree_scene_params *params,
                              scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = CARD_FRICTION;
    float a = CARD_HALF_LENGTH, b = CARD_HALF_THICKNESS, sine, cosine;
    scree_sincos(CARD_LEAN, &sine, &cosine);
    float reach = a * sine + b * cosine, spacing = 4.0f * reach + 0.01f;
    sc_card_house house = {.levels = params->size,
                           .half_length = a,
                           .half_thickness = b,
                           .lean = CARD_LEAN,
                           .half_flat = 0.5f * spacing - 0.25f * b,
                           .spacing = spacing};
    float width = spacing * (float)params->size, t = 0.5f * SC_WALL_THICKNESS;
    sc_build_box_body(&builder, SCREE_BODY_STATIC, &def, 0.0f, -t, 0.0f, width + 5.0f, t);
    float height = sc_build_card_house(&builder, &def, &house);
    finish_standing(&builder, 0.5f * width, height);
    return builder.ok;
}

const scree_scene sc_scene_card_house = {
    .name = "card_house",
    .description = "a house of leaning and lying cards held by friction",
    .size_meaning = "levels",
    .size_default = 5,
    .size_min = 1,
    .size_max = 20,
    .steps = 3600,
    .verify_size = 5,
    .verify_steps = 120,
    .standing = true,
    .counts = card_house_counts,
    .create = card_house_create,
};

// arch

#define ARCH_INNER 8.0f
#define ARCH_OUTER \
    10.0f  // a half circle stands by its weight alone if thicker than 0.11 of its radius

static bool arch_create(scree_world *world, const scree_scene_params *params,
                        scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    sc_build_floor(&builder, 20.0f);
    float slice = 3.1415926f / (float)params->size;
    float middle = 0.5f * (ARCH_INNER + ARCH_OUTER);
    scree_body_id keystone = {0};
    for (int i = 0; i < params->size; ++i)
    {
        float angle = slice * ((float)i + 0.5f);
        float sine, cosine, half_sine, half_cosine;
        scree_sincos(angle, &sine, &cosine);
        scree_sincos(0.5f * slice, &half_sine, &half_cosine);
        // The stone lies along the x axis of its body, which is turned into place.
        scree_polygon stone = {
            .count = 4,
            .vertices = {{ARCH_INNER * half_cosine - middle, -ARCH_INNER * half_sine},
                         {ARCH_OUTER * half_cosine - middle, -ARCH_OUTER * half_sine},
                         {ARCH_OUTER * half_cosine - middle, ARCH_OUTER * half_sine},
                         {ARCH_INNER * half_cosine - middle, ARCH_INNER * half_sine}},
        };
        scree_body_id body =
            sc_build_body(&builder, SCREE_BODY_DYNAMIC, middle * cosine, middle * sine, angle);
        sc_build_polygon(&builder, body, &def, &stone);
        if (i == params->size / 2)
            keystone = body;
    }
    sc_build_top(&builder, keystone);
    finish_standing(&builder, ARCH_OUTER, ARCH_OUTER);
    return builder.ok;
}

const scree_scene sc_scene_arch = {
    .name = "arch",
    .description = "a half-round arch of loose stones",
    .size_meaning = "stones",
    .size_default = 17,
    .size_min = 3,
    .size_max = 99,
    .steps = 3600,
    .verify_size = 17,
    .verify_steps = 120,
    .standing = true,
    .counts = sc_counts_on_floor,
    .create = arch_create,
};

// platform

#define PLATFORM_STEP 1.1f  // from box to box, m
#define PLATFORM_HALF_HEIGHT 1.0f

static scree_scene_counts platform_counts(int size)
{
    return (scree_scene_counts){size + 2, size + 2, 0};
}

static bool platform_create(scree_world *world, const scree_scene_params *params,
                            scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    scree_shape_def def = scree_shape_def_default();
    float half = 0.5f * PLATFORM_STEP * (float)params->size + 1.0f;
    sc_build_floor(&builder, half + 10.0f);
    scree_body_id platform =
        sc_build_box_body(&builder, SCREE_BODY_DYNAMIC, &def, 0.0f, PLATFORM_HALF_HEIGHT, 0.0f,
                          half, PLATFORM_HALF_HEIGHT);
    sc_layout layout = sc_layout_create(&builder, params->size);
    for (int i = 0; i < params->size; ++i)
    {
        sc_layout_push(&layout, PLATFORM_STEP * (float)i - half + 1.0f + 0.5f * PLATFORM_STEP,
                       2.0f * PLATFORM_HALF_HEIGHT + 0.5f);
    }
    sc_layout_build(&layout, &builder);
    sc_layout_build_boxes(&layout, &builder, &def, 0.5f, 0.5f);
    sc_layout_destroy(&layout);
    sc_build_top(&builder, platform);
    finish_standing(&builder, half, 2.0f * PLATFORM_HALF_HEIGHT + 1.0f);
    return builder.ok;
}

const scree_scene sc_scene_platform = {
    .name = "platform",
    .description = "boxes side by side on one dynamic platform",
    .size_meaning = "boxes",
    .size_default = 5000,
    .size_min = 1,
    .size_max = 50000,
    .steps = 300,
    .verify_size = 300,
    .verify_steps = 60,
    .standing = true,
    .counts = platform_counts,
    .create = platform_create,
};
