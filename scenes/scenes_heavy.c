// Small piles of heavy bodies on light ones, and other scenes in which it is hard for contacts to
// be stiff enough.

#include "builder.h"
#include "catalogue.h"
#include "random.h"

enum
{
    KIND_PYRAMIDS = 0,
    KIND_BLOCK_ON_BOXES,
    KIND_BLOCK_ON_WEDGES,
    KIND_HEAVY_TOP,
    KIND_CONFINED,
    KIND_WEDGE,
    KIND_PRESSED,
    KIND_CART,
    KIND_THIN_CARDS
};

static const scree_scene_choice choices[] = {
    {"what is heavy",
     {"pyramids", "block_on_boxes", "block_on_wedges", "heavy_top", "confined", "wedge", "pressed",
      "cart", "thin_cards"}},
};

static scree_scene_counts heavy_counts(int size)
{
    int bodies = 3 * size * (size + 1) / 2 + 1;
    return (scree_scene_counts){bodies, bodies, 0};
}

// Three pyramids of 2 m boxes whose tops weigh 100, 200 and 300 times as much as the others.
static void build_pyramids(sc_builder *builder, int rows)
{
    scree_shape_def def = scree_shape_def_default();
    float spacing = 2.0f * (float)(rows + 1);
    sc_build_floor(builder, 1.5f * spacing + 20.0f);
    for (int k = 0; k < 3; ++k)
    {
        scree_body_id body = {0};
        for (int row = 0; row < rows; ++row)
        {
            int count = rows - row;
            bool top = count == 1;
            def.density = top ? 100.0f * (float)(k + 1) : 1.0f;
            for (int i = 0; i < count; ++i)
            {
                float x = (float)(2 * i - count + 1) + spacing * (float)(k - 1);
                // The top falls the last two metres.
                float y = 2.0f * (float)row + (top ? 3.0f : 1.0f);
                body = sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, x, y, 0.0f, 1.0f, 1.0f);
            }
        }
        sc_build_top(builder, body);
    }
}

static void build_support(sc_builder *builder, float x, bool wedge)
{
    scree_shape_def def = scree_shape_def_default();
    if (!wedge)
    {
        sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, x, 0.5f, 0.0f, 0.5f, 0.5f);
        return;
    }
    scree_polygon triangle = {.count = 3, .vertices = {{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.0f, 1.0f}}};
    scree_body_id body = sc_build_body(builder, SCREE_BODY_DYNAMIC, x, 0.0f, 0.0f);
    sc_build_polygon(builder, body, &def, &triangle);
}

// A block of 2 * size m, of the same density, falls on two supports of 1 m below its ends.
static void build_block(sc_builder *builder, int size, bool wedges)
{
    scree_shape_def def = scree_shape_def_default();
    float half = (float)size, foot = half - 1.0f;
    sc_build_floor(builder, 5.0f * half + 20.0f);
    build_support(builder, -foot, wedges);
    build_support(builder, foot, wedges);
    float y = half + (wedges ? 4.0f : 16.0f);
    sc_build_top(builder,
                 sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, 0.0f, y, 0.0f, half, half));
}

// The uppermost box weighs a thousand times as much as each of the others.
static void build_heavy_top(sc_builder *builder, int count)
{
    scree_shape_def def = scree_shape_def_default();
    sc_build_floor(builder, (float)count + 20.0f);
    scree_body_id body = {0};
    for (int i = 0; i < count; ++i)
    {
        def.density = i + 1 < count ? 1.0f : 1000.0f;
        body = sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, 0.0f, (float)i + 0.5f, 0.0f,
                                 0.5f, 0.5f);
    }
    sc_build_top(builder, body);
}

static scree_body_id build_free_circle(sc_builder *builder, const scree_body_def *def,
                                       const scree_shape_def *shape_def, float radius)
{
    scree_body_id body = {0};
    if (builder->ok)
        body = scree_body_create(builder->world, def);
    builder->ok = body.value != 0;
    sc_build_circle(builder, body, shape_def, 0.0f, 0.0f, radius);
    return body;
}

// Weightless discs whose total area is more than that of their room, crowded in its middle, in two
// and a half times as many rows as the size says.
static void build_confined(sc_builder *builder, int size)
{
    scree_shape_def def = scree_shape_def_default();
    int rows = 5 * size / 2;
    float half = 0.4f * (float)rows;
    sc_build_closed_box(builder, &def, sc_aabb_of(-half, 0.0f, half, 2.0f * half));
    scree_body_def body = scree_body_def_default();
    body.type = SCREE_BODY_DYNAMIC;
    body.gravity_scale = 0.0f;
    const float step = 0.72f;
    for (int i = 0; i < rows * rows; ++i)
    {
        body.position.x = 1.25f - half + step * (float)(i % rows);
        body.position.y = 1.0f + step * (float)(i / rows);
        build_free_circle(builder, &body, &def, 0.5f);
    }
}

// A fast disc between two steep slopes.
static void build_wedge(sc_builder *builder)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.2f;
    scree_body_id ground = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    sc_build_segment(builder, ground, &def, (scree_vec2){-4.0f, 8.0f}, (scree_vec2){0.0f, 0.0f});
    sc_build_segment(builder, ground, &def, (scree_vec2){0.0f, 0.0f}, (scree_vec2){0.0f, 8.0f});
    scree_body_def body = scree_body_def_default();
    body.type = SCREE_BODY_DYNAMIC;
    body.position = (scree_vec2){-0.45f, 4.0f};
    body.linear_velocity = (scree_vec2){0.0f, -20.0f};
    build_free_circle(builder, &body, &def, 0.3f);
}

// A box with 120 times the usual weight for its mass: its support has to take 20 m/s from it in
// each step.
static void build_pressed(sc_builder *builder)
{
    scree_shape_def def = scree_shape_def_default();
    sc_build_floor(builder, 20.0f);
    scree_body_def body_def = scree_body_def_default();
    body_def.type = SCREE_BODY_DYNAMIC;
    body_def.position = (scree_vec2){0.0f, 0.5f};
    body_def.gravity_scale = 120.0f;
    scree_body_id body = {0};
    if (builder->ok)
        body = scree_body_create(builder->world, &body_def);
    builder->ok = body.value != 0;
    sc_build_box(builder, body, &def, 0.0f, 0.0f, 0.5f, 0.5f);
    sc_build_top(builder, body);
}

// A load on a bed on two wheels; each carrier has a tenth of the mass of its load or less.
static void build_cart(sc_builder *builder)
{
    const float radius = 0.2f, axle = 0.7f, bed = 0.1f;
    scree_shape_def def = scree_shape_def_default();
    sc_build_floor(builder, 30.0f);
    float y = 2.0f * radius + bed;
    scree_body_id chassis =
        sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, 0.0f, y, 0.0f, 1.0f, bed);
    for (int i = -1; i <= 1; i += 2)
    {
        scree_vec2 hub = {axle * (float)i, radius};
        scree_body_id wheel = sc_build_body(builder, SCREE_BODY_DYNAMIC, hub.x, hub.y, 0.0f);
        sc_build_circle(builder, wheel, &def, 0.0f, 0.0f, radius);
        scree_revolute_joint_def hinge = sc_hinge_at(builder, chassis, wheel, hub);
        sc_build_revolute(builder, &hinge);
    }
    def.density = 100.0f;
    sc_build_top(builder, sc_build_box_body(builder, SCREE_BODY_DYNAMIC, &def, 0.0f, y + bed + 0.5f,
                                            0.0f, 0.5f, 0.5f));
}

// Cards 2 mm thick; the flat ones reach over two apexes.
static void build_thin_cards(sc_builder *builder, int levels)
{
    const sc_card_house house = {.levels = levels,
                                 .half_length = 0.2f,
                                 .half_thickness = 0.001f,
                                 .lean = 0.4363323f,
                                 .gap = 0.0005f,
                                 .half_flat = 0.2f,
                                 .spacing = 0.35f};
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.7f;
    sc_build_floor(builder, 10.0f);
    sc_build_card_house(builder, &def, &house);
}

// Shifts all bodies that move by up to a millimetre, thin cards by a hundredth of that. These
// scenes are chaotic, so a single run says little.
static bool shift_bodies(scree_world *world, uint64_t seed, float most)
{
    sc_random random = sc_random_create(seed);
    const scree_body_view bodies = scree_world_bodies(world);
    bool ok = true;
    for (int i = 0; i < bodies.dynamic_count; ++i)
    {
        scree_vec2 position = scree_body_position(world, bodies.id[i]);
        position.x += sc_random_float(&random, -most, most);
        position.y += sc_random_float(&random, 0.0f, most);
        ok = ok && scree_body_set_position(world, bodies.id[i], position) == SCREE_OK;
    }
    return ok;
}

static bool heavy_create(scree_world *world, const scree_scene_params *params,
                         scree_scene_state *state)
{
    sc_builder builder = sc_builder_create(world, state);
    int size = params->size;
    float width = 2.0f * (float)size;
    float height = width;
    int kind = scree_scene_chosen(&sc_scene_heavy, params->variant, 0);
    if (kind == KIND_PYRAMIDS)
        build_pyramids(&builder, size), width *= 1.5f;
    else if (kind == KIND_BLOCK_ON_BOXES || kind == KIND_BLOCK_ON_WEDGES)
        build_block(&builder, size, kind == KIND_BLOCK_ON_WEDGES), height += 16.0f;
    else if (kind == KIND_HEAVY_TOP)
        build_heavy_top(&builder, size);
    else if (kind == KIND_CONFINED)
        build_confined(&builder, size);
    else if (kind == KIND_WEDGE)
        build_wedge(&builder);
    else if (kind == KIND_PRESSED)
        build_pressed(&builder);
    else if (kind == KIND_CART)
        build_cart(&builder);
    else
        build_thin_cards(&builder, (size + 1) / 2);
    if (kind != KIND_CONFINED)
        state->limits = sc_aabb_of(-width - 15.0f, -1.0f, width + 15.0f, height + 5.0f);
    state->view = sc_aabb_of(-width - 2.0f, -2.0f, width + 2.0f, height + 4.0f);
    const float most = kind == KIND_THIN_CARDS ? 1e-5f : 1e-3f;
    return builder.ok && (params->seed <= 1 || shift_bodies(world, params->seed, most));
}

const scree_scene sc_scene_heavy = {
    .name = "heavy",
    .description = "heavy bodies on light ones, and other loads that are hard for soft contacts",
    .size_meaning = "rows of a pyramid or stack, half width of a block in m",
    .size_default = 10,
    .size_min = 2,
    .size_max = 40,
    .steps = 600,
    .verify_size = 5,
    .verify_steps = 120,
    .standing = true,
    .random = true,
    .choices = choices,
    .choice_count = sizeof choices / sizeof choices[0],
    .counts = heavy_counts,
    .create = heavy_create,
};
