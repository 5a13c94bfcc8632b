#include "builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scree_scene_counts sc_counts_on_floor(int size)
{
    return (scree_scene_counts){size + 1, size + 1, 0};
}

scree_scene_counts sc_counts_in_closed_box(int size)
{
    return (scree_scene_counts){size + 1, size + 4, 0};
}

sc_builder sc_builder_create(scree_world *world, scree_scene_state *state)
{
    return (sc_builder){.world = world, .state = state, .ok = true};
}

scree_body_id sc_build_body(sc_builder *builder, scree_body_type type, float x, float y,
                            float angle)
{
    scree_body_id body = {0};
    if (!builder->ok)
        return body;
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = (scree_vec2){x, y};
    def.angle = angle;
    body = scree_body_create(builder->world, &def);
    builder->ok = body.value != 0;
    return body;
}

void sc_build_circle(sc_builder *builder, scree_body_id body, const scree_shape_def *def, float x,
                     float y, float radius)
{
    scree_circle circle = {{x, y}, radius};
    if (builder->ok)
        builder->ok = scree_shape_create_circle(builder->world, body, def, &circle).value != 0;
}

void sc_build_capsule(sc_builder *builder, scree_body_id body, const scree_shape_def *def,
                      scree_vec2 a, scree_vec2 b, float radius)
{
    scree_capsule capsule = {a, b, radius};
    if (builder->ok)
        builder->ok = scree_shape_create_capsule(builder->world, body, def, &capsule).value != 0;
}

void sc_build_segment(sc_builder *builder, scree_body_id body, const scree_shape_def *def,
                      scree_vec2 a, scree_vec2 b)
{
    scree_segment segment = {a, b};
    if (builder->ok)
        builder->ok = scree_shape_create_segment(builder->world, body, def, &segment).value != 0;
}

scree_polygon sc_car_outline(float radius)
{
    return (scree_polygon){
        .count = 6,
        .vertices = {{-1.5f, -0.5f},
                     {1.5f, -0.5f},
                     {1.5f, 0.0f},
                     {0.0f, 0.9f},
                     {-1.15f, 0.9f},
                     {-1.5f, 0.2f}},
        .radius = radius,
    };
}

void sc_build_polygon(sc_builder *builder, scree_body_id body, const scree_shape_def *def,
                      const scree_polygon *polygon)
{
    if (builder->ok)
        builder->ok = scree_shape_create_polygon(builder->world, body, def, polygon).value != 0;
}

void sc_build_box(sc_builder *builder, scree_body_id body, const scree_shape_def *def, float x,
                  float y, float half_width, float half_height)
{
    scree_polygon box =
        scree_polygon_box_at(half_width, half_height, (scree_vec2){x, y}, 0.0f, 0.0f);
    sc_build_polygon(builder, body, def, &box);
}

scree_body_id sc_build_box_body(sc_builder *builder, scree_body_type type,
                                const scree_shape_def *def, float x, float y, float angle,
                                float half_width, float half_height)
{
    scree_body_id body = sc_build_body(builder, type, x, y, angle);
    sc_build_box(builder, body, def, 0.0f, 0.0f, half_width, half_height);
    return body;
}

scree_revolute_joint_def sc_hinge_at(const sc_builder *builder, scree_body_id a, scree_body_id b,
                                     scree_vec2 point)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    def.base.body_a = a;
    def.base.body_b = b;
    def.base.frame_a.position = scree_body_local_point(builder->world, a, point);
    def.base.frame_b.position = scree_body_local_point(builder->world, b, point);
    return def;
}

void sc_build_revolute(sc_builder *builder, const scree_revolute_joint_def *def)
{
    if (builder->ok)
        builder->ok = scree_joint_create_revolute(builder->world, def).value != 0;
}

void sc_build_distance(sc_builder *builder, const scree_distance_joint_def *def)
{
    if (builder->ok)
        builder->ok = scree_joint_create_distance(builder->world, def).value != 0;
}

void sc_build_wheel(sc_builder *builder, const scree_wheel_joint_def *def)
{
    if (builder->ok)
        builder->ok = scree_joint_create_wheel(builder->world, def).value != 0;
}

void sc_build_floor(sc_builder *builder, float half_width)
{
    scree_shape_def def = scree_shape_def_default();
    sc_build_box_body(builder, SCREE_BODY_STATIC, &def, 0.0f, -0.5f * SC_WALL_THICKNESS, 0.0f,
                      half_width, 0.5f * SC_WALL_THICKNESS);
}

void sc_build_closed_box(sc_builder *builder, const scree_shape_def *def, scree_aabb interior)
{
    float t = 0.5f * SC_WALL_THICKNESS;
    float x = 0.5f * (interior.lower.x + interior.upper.x),
          half_x = 0.5f * (interior.upper.x - interior.lower.x);
    float y = 0.5f * (interior.lower.y + interior.upper.y),
          half_y = 0.5f * (interior.upper.y - interior.lower.y);
    scree_body_id walls = sc_build_body(builder, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    sc_build_box(builder, walls, def, x, interior.lower.y - t, half_x + 2.0f * t, t);
    sc_build_box(builder, walls, def, x, interior.upper.y + t, half_x + 2.0f * t, t);
    sc_build_box(builder, walls, def, interior.lower.x - t, y, t, half_y);
    sc_build_box(builder, walls, def, interior.upper.x + t, y, t, half_y);
    builder->state->limits = interior;
    builder->state->view = interior;
}

void sc_build_top(sc_builder *builder, scree_body_id body)
{
    scree_scene_state *state = builder->state;
    if (!builder->ok || state->top_count == SCREE_SCENE_MAX_TOPS)
        return;
    state->tops[state->top_count++] =
        (scree_scene_top){body, scree_body_position(builder->world, body)};
}

sc_layout sc_layout_create(sc_builder *builder, int capacity)
{
    sc_layout layout = {0};
    size_t n = (size_t)capacity;
    // Allocate one block, with the ids first, because they need the widest alignment. Zeros mean at
    // rest and not turned.
    char *memory = builder->ok ? calloc(n, sizeof *layout.ids + 7 * sizeof(float)) : NULL;
    if (memory == NULL)
    {
        builder->ok = false;
        return layout;
    }
    float *fields = (float *)(void *)(memory + n * sizeof *layout.ids);
    layout.memory = memory;
    layout.ids = (scree_body_id *)(void *)memory;
    layout.x = fields;
    layout.y = fields + n;
    layout.angle = fields + 2 * n;
    layout.vx = fields + 3 * n;
    layout.vy = fields + 4 * n;
    layout.w = fields + 5 * n;
    layout.radius = fields + 6 * n;
    layout.capacity = capacity;
    return layout;
}

void sc_layout_destroy(sc_layout *layout)
{
    free(layout->memory);
    *layout = (sc_layout){0};
}

int sc_layout_push(sc_layout *layout, float x, float y)
{
    if (layout->count == layout->capacity)
        return -1;
    int i = layout->count++;
    layout->x[i] = x;
    layout->y[i] = y;
    return i;
}

void sc_layout_build(sc_layout *layout, sc_builder *builder)
{
    if (!builder->ok)
        return;
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_body_batch batch = {
        .def = &def,
        .count = layout->count,
        .x = layout->x,
        .y = layout->y,
        .angle = layout->angle,
        .vx = layout->vx,
        .vy = layout->vy,
        .w = layout->w,
    };
    builder->ok = scree_bodies_create(builder->world, &batch, layout->ids) == SCREE_OK;
}

void sc_layout_build_boxes(sc_layout *layout, sc_builder *builder, const scree_shape_def *def,
                           float half_width, float half_height)
{
    if (!builder->ok)
        return;
    scree_polygon box = scree_polygon_box(half_width, half_height);
    builder->ok = scree_shapes_create_polygon(builder->world, layout->ids, layout->count, def, &box,
                                              NULL) == SCREE_OK;
}

void sc_layout_build_asleep(const sc_layout *layout, sc_builder *builder)
{
    for (int i = 0; builder->ok && i < layout->count; ++i)
        builder->ok = scree_body_set_awake(builder->world, layout->ids[i], false) == SCREE_OK;
    if (builder->ok)
    {
        builder->state->first_asleep = layout->ids[0];
        builder->state->asleep_count = layout->count;
    }
}

scree_shape_def sc_bouncing_def(float restitution)
{
    scree_shape_def def = scree_shape_def_default();
    def.material.friction = 0.0f;
    def.material.restitution = restitution;
    return def;
}

scree_aabb sc_aabb_of(float left, float bottom, float right, float top)
{
    return (scree_aabb){{left, bottom}, {right, top}};
}

// The number of words of a choice; the first word is the default.
static int count_words(const scree_scene_choice *choice)
{
    int count = 0;
    while (count < SCREE_SCENE_MAX_WORDS && choice->words[count] != NULL)
        ++count;
    return count;
}

int scree_scene_chosen(const scree_scene *scene, int variant, int choice)
{
    if (choice < 0 || choice >= scene->choice_count || variant < 0)
        return 0;
    for (int i = 0; i < choice; ++i)
        variant /= count_words(&scene->choices[i]);
    return variant % count_words(&scene->choices[choice]);
}

int scree_scene_variant_count(const scree_scene *scene)
{
    int count = 1;
    for (int i = 0; i < scene->choice_count; ++i)
        count *= count_words(&scene->choices[i]);
    return count;
}

int scree_scene_choose(const scree_scene *scene, int variant, const char *word)
{
    int weight = 1;
    for (int i = 0; i < scene->choice_count; ++i)
    {
        int count = count_words(&scene->choices[i]);
        for (int k = 0; k < count; ++k)
        {
            if (strcmp(scene->choices[i].words[k], word) == 0)
                return variant + weight * (k - scree_scene_chosen(scene, variant, i));
        }
        weight *= count;
    }
    return -1;
}

void scree_scene_variant_text(const scree_scene *scene, int variant, char *text, size_t size)
{
    if (size == 0)
        return;
    text[0] = '\0';
    for (int i = 0; i < scene->choice_count; ++i)
    {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", i > 0 ? "," : "",
                 scene->choices[i].words[scree_scene_chosen(scene, variant, i)]);
    }
}
