#include "soft/soft_forms.h"

#include "core/assert.h"
#include "core/maths.h"

bool sc_soft_form_create(sc_soft_form *form, sc_memory *memory, int vertex_count, int edge_count)
{
    size_t n = (size_t)vertex_count, m = (size_t)edge_count;
    size_t size = m * sizeof *form->edges + n * (sizeof *form->vertices + sizeof *form->masses);
    void *block = sc_allocate(memory, size);
    if (block == NULL)
    {
        return false;
    }
    *form = (sc_soft_form){
        .vertex_count = vertex_count, .edge_count = edge_count, .block = block, .size = size};
    form->edges = block;
    form->vertices = (scree_vec2 *)(void *)(form->edges + m);
    form->masses = (float *)(void *)(form->vertices + n);
    return true;
}

void sc_soft_form_release(sc_soft_form *form, sc_memory *memory)
{
    sc_release(memory, form->block, form->size);
}

void sc_fill_regular_polygon(scree_vec2 *vertices, int count, float circumradius)
{
    for (int i = 0; i < count; ++i)
    {
        sc_rotation turn = sc_rotation_of(6.2831853f * (float)i / (float)count);
        vertices[i] = (scree_vec2){circumradius * turn.cos, circumradius * turn.sin};
    }
}

void sc_fill_rope(sc_soft_form *form, scree_vec2 a, scree_vec2 b, float mass_each)
{
    const int segments = form->edge_count;
    SC_ASSERT(segments > 0 && form->vertex_count == segments + 1);
    for (int i = 0; i <= segments; ++i)
    {
        float t = (float)i / (float)segments;
        form->vertices[i] = sc_add(sc_scale(1.0f - t, a), sc_scale(t, b));
        form->masses[i] = mass_each;
    }
    for (int i = 0; i < segments; ++i)
    {
        form->edges[i] = (scree_soft_edge){i, i + 1, 0.0f, 0.0f};
    }
}

void sc_fill_net(sc_soft_form *form, int columns, int rows, float spacing, float mass_each)
{
    int edges = 0;
    for (int i = 0; i < columns * rows; ++i)
    {
        int column = i % columns, row = i / columns;
        form->vertices[i] = (scree_vec2){spacing * (float)column, -spacing * (float)row};
        form->masses[i] = mass_each;
        if (column + 1 < columns)
        {
            form->edges[edges++] = (scree_soft_edge){i, i + 1, 0.0f, 0.0f};
        }
        if (row + 1 < rows)
        {
            form->edges[edges++] = (scree_soft_edge){i, i + columns, 0.0f, 0.0f};
        }
    }
}
