/// Common soft bodies: box, regular polygon, rope, cloth.
#include "soft/soft_forms.h"
#include "world/calls/soft_calls.h"

/// The checks before the arrays of a form are allocated.
static bool may_build(scree_world *world, const scree_soft_body_def *def, const char *function)
{
    return sc_enter(world, function) == SCREE_OK &&
           sc_check_soft_def(world, def, function) == SCREE_OK;
}

/// Like SC_TRY, for calls that return the body, or null on error.
#define TRY_OR_NONE(check)                  \
    do                                      \
    {                                       \
        if ((check) != SCREE_OK)            \
        {                                   \
            return (scree_soft_body_id){0}; \
        }                                   \
    } while (0)
#define NUMBER_OR_NONE(value, lower, upper, argument)                                        \
    TRY_OR_NONE(sc_check_number(world, __func__, argument, (double)(value), (double)(lower), \
                                (double)(upper)))

/// Makes the body of a form whose outline consists of all vertices.
static scree_soft_body_id make_outlined(scree_world *world, const scree_soft_body_def *def,
                                        const scree_vec2 *vertices, int count, const char *function)
{
    scree_soft_body_def filled = *def;
    filled.vertex_count = filled.outline_count = count;
    filled.vertices = vertices;
    filled.masses = NULL;
    filled.edge_count = 0;
    filled.edges = NULL;
    filled.outline = NULL;
    return sc_soft_body_make(world, &filled, function);
}

scree_soft_body_id scree_soft_body_create_box(scree_world *world, const scree_soft_body_def *def,
                                              float half_width, float half_height)
{
    SC_RECORD(soft_body_create_box, def, half_width, half_height);
    if (!may_build(world, def, __func__))
    {
        return (scree_soft_body_id){0};
    }
    NUMBER_OR_NONE(half_width, SC_ABOVE_0, world->lengths.unit * SC_MAX_SOFT_HALF_SIZE,
                   "half_width");
    NUMBER_OR_NONE(half_height, SC_ABOVE_0, world->lengths.unit * SC_MAX_SOFT_HALF_SIZE,
                   "half_height");
    scree_vec2 vertices[4] = {{-half_width, -half_height},
                              {half_width, -half_height},
                              {half_width, half_height},
                              {-half_width, half_height}};
    return make_outlined(world, def, vertices, 4, __func__);
}

scree_soft_body_id scree_soft_body_create_polygon(scree_world *world,
                                                  const scree_soft_body_def *def, int count,
                                                  float circumradius)
{
    SC_RECORD(soft_body_create_polygon, def, count, circumradius);
    if (!may_build(world, def, __func__))
    {
        return (scree_soft_body_id){0};
    }
    NUMBER_OR_NONE(count, 3, SC_SOFT_MAX_OUTLINE, "count");
    NUMBER_OR_NONE(circumradius, SC_ABOVE_0, world->lengths.unit * SC_MAX_SOFT_HALF_SIZE,
                   "circumradius");
    scree_vec2 vertices[SC_SOFT_MAX_OUTLINE];
    sc_fill_regular_polygon(vertices, count, circumradius);
    return make_outlined(world, def, vertices, count, __func__);
}

/// Makes the body of a form without an outline and frees the form's memory.
static scree_soft_body_id make_from_form(sc_soft_form *form, scree_world *world,
                                         const scree_soft_body_def *def, const char *function)
{
    scree_soft_body_def filled = *def;
    filled.vertex_count = form->vertex_count;
    filled.vertices = form->vertices;
    filled.masses = form->masses;
    filled.edge_count = form->edge_count;
    filled.edges = form->edges;
    filled.outline_count = 0;
    filled.outline = NULL;
    scree_soft_body_id body = sc_soft_body_make(world, &filled, function);
    sc_soft_form_release(form, &world->memory);
    return body;
}

scree_soft_body_id scree_soft_body_create_rope(scree_world *world, const scree_soft_body_def *def,
                                               scree_vec2 a, scree_vec2 b, int segments,
                                               bool hold_a, bool hold_b)
{
    SC_RECORD(soft_body_create_rope, def, a, b, segments, hold_a, hold_b);
    scree_soft_body_id none = {0};
    if (!may_build(world, def, __func__))
    {
        return none;
    }
    TRY_OR_NONE(sc_check_soft_place(world, a, __func__, "a"));
    TRY_OR_NONE(sc_check_soft_place(world, b, __func__, "b"));
    NUMBER_OR_NONE(segments, 1, SC_SOFT_MAX_VERTICES - 1, "segments");
    TRY_OR_NONE(sc_check_shared_mass(world, def->mass, segments + 1, __func__));
    float mass_each = def->mass / (float)(segments + 1);
    sc_soft_form form;
    if (!sc_soft_form_create(&form, &world->memory, segments + 1, segments))
    {
        sc_no_memory(world, __func__);
        return none;
    }
    sc_fill_rope(&form, a, b, mass_each);
    form.masses[0] = hold_a ? 0.0f : mass_each;
    form.masses[segments] = hold_b ? 0.0f : mass_each;
    return make_from_form(&form, world, def, __func__);
}

scree_soft_body_id scree_soft_body_create_cloth(scree_world *world, const scree_soft_body_def *def,
                                                int columns, int rows, float spacing,
                                                const int32_t *held, int held_count)
{
    SC_RECORD(soft_body_create_cloth, def, columns, rows, spacing, held, held_count);
    scree_soft_body_id none = {0};
    if (!may_build(world, def, __func__))
    {
        return none;
    }
    NUMBER_OR_NONE(columns, 1, SC_SOFT_MAX_NET, "columns");
    // There must be at least two vertices.
    NUMBER_OR_NONE(rows, columns == 1 ? 2 : 1, SC_SOFT_MAX_NET, "rows");
    NUMBER_OR_NONE(spacing, world->lengths.unit * SC_MIN_SOFT_LENGTH,
                   world->lengths.unit * SC_MAX_SOFT_SPACING, "spacing");
    NUMBER_OR_NONE(held_count, 0, INT32_MAX, "held_count");
    if (held == NULL && held_count > 0)
    {
        sc_fail(world, SCREE_ERROR_NULL, __func__, "held", "is null");
        return none;
    }
    for (int i = 0; i < held_count; ++i)
    {
        NUMBER_OR_NONE(held[i], 0, columns * rows - 1, "held");
    }
    TRY_OR_NONE(sc_check_shared_mass(world, def->mass, columns * rows, __func__));
    float mass_each = def->mass / (float)(columns * rows);
    int edges = rows * (columns - 1) + columns * (rows - 1);
    sc_soft_form form;
    if (!sc_soft_form_create(&form, &world->memory, columns * rows, edges))
    {
        sc_no_memory(world, __func__);
        return none;
    }
    sc_fill_net(&form, columns, rows, spacing, mass_each);
    for (int i = 0; i < held_count; ++i)
    {
        form.masses[held[i]] = 0.0f;
    }
    return make_from_form(&form, world, def, __func__);
}
