// Soft bodies of a scene file, from their vertices and edges.

#include "scenes/files/writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The mass whose reciprocal is this float; negative: there is none.
static float mass_of(float inverse_mass)
{
    if (inverse_mass == 0.0f)
        return 0.0f;
    const float near = 1.0f / inverse_mass;
    const float masses[] = {near, nextafterf(near, 0.0f), nextafterf(near, INFINITY)};
    for (int i = 0; i < 3; ++i)
    {
        if (1.0f / masses[i] == inverse_mass)
            return masses[i];
    }
    return -1.0f;
}

static bool put_vertices(sc_writer *writer, const scree_soft_body_view *view)
{
    const int count = view->vertex_count;
    sc_put_key(writer, "vertices");
    for (int i = 0; i < count; ++i)
    {
        fputs(i == 0 ? "[" : ", ", writer->file);
        sc_put_vec2(writer, (scree_vec2){view->x[i], view->y[i]});
    }
    fputs("]", writer->file);
    sc_put_key(writer, "masses");
    for (int i = 0; i < count; ++i)
    {
        const float mass = mass_of(view->inverse_mass[i]);
        if (mass < 0.0f)
            return sc_refuse_world(writer,
                                   "a vertex of a soft body has a mass that no number gives");
        fputs(i == 0 ? "[" : ", ", writer->file);
        sc_put_float(writer, mass);
    }
    fputs("]", writer->file);
    return true;
}

static void put_edges(sc_writer *writer, const scree_soft_body_view *view)
{
    sc_put_key(writer, "edges");
    fputs("[", writer->file);
    for (int i = 0; i < view->edge_count; ++i)
    {
        const scree_soft_edge *edge = &view->edges[i];
        fprintf(writer->file, "%s[%d, %d, ", i == 0 ? "" : ", ", edge->a, edge->b);
        sc_put_float(writer, edge->length);
        fputs(", ", writer->file);
        sc_put_float(writer, edge->stiffness);
        fputs("]", writer->file);
    }
    fputs("]", writer->file);
    if (view->outline_count == 0)
        return;
    sc_put_key(writer, "outline");
    for (int i = 0; i < view->outline_count; ++i)
        fprintf(writer->file, "%s%d", i == 0 ? "[" : ", ", view->outline[i]);
    fputs("]", writer->file);
}

static void put_attachments(sc_writer *writer, scree_soft_body_id id, int vertex_count)
{
    bool any = false;
    for (int i = 0; i < vertex_count; ++i)
    {
        const scree_soft_attachment at = scree_soft_body_vertex_attachment(writer->world, id, i);
        if (at.rigid.value == 0)
            continue;
        if (!any)
            sc_put_key(writer, "attachments");
        fprintf(writer->file, "%s{\"vertex\": %d, \"body\": %d, \"point\": ", any ? ", " : "[", i,
                sc_body_number(writer, at.rigid));
        sc_put_vec2(writer, at.point);
        fputs("}", writer->file);
        any = true;
    }
    fputs(any ? "]" : "", writer->file);
}

// All vertices have the velocity of a held one or that of the first that is not.
static bool has_one_velocity(const scree_soft_body_view *view, scree_vec2 *velocity)
{
    *velocity = (scree_vec2){0.0f, 0.0f};
    bool found = false, same = true;
    for (int i = 0; i < view->vertex_count; ++i)
    {
        const scree_vec2 v = {view->vx[i], view->vy[i]};
        if (view->inverse_mass[i] == 0.0f)
            continue;
        same = same && (!found || memcmp(&v, velocity, sizeof v) == 0);
        *velocity = v;
        found = true;
    }
    return same;
}

static bool put_soft_body(sc_writer *writer, scree_soft_body_id id)
{
    const scree_soft_body_view view = scree_soft_body_vertices(writer->world, id);
    const scree_soft_body_def plain = scree_soft_body_def_default();
    scree_soft_body_def def = scree_soft_body_settings(writer->world, id);
    def.mass = plain.mass;
    if (!has_one_velocity(&view, &def.linear_velocity))
        return sc_refuse_world(writer, "a soft body has vertices of several velocities");
    sc_put_shape_begin(writer, sc_soft_words[SC_FILE_SOFT_FREE], -1);
    sc_put_object(writer, &sc_soft_body_fields, &def, &plain);
    if (!put_vertices(writer, &view))
        return false;
    put_edges(writer, &view);
    put_attachments(writer, id, view.vertex_count);
    putc('}', writer->file);
    return true;
}

bool sc_put_soft_bodies(sc_writer *writer)
{
    const int count = scree_world_soft_bodies(writer->world, NULL, 0);
    if (scree_world_soft_iterations(writer->world) != 8)
        fprintf(writer->file, ",\n  \"soft_iterations\": %d",
                scree_world_soft_iterations(writer->world));
    scree_soft_body_id *ids = malloc(((size_t)count + 1) * sizeof *ids);
    if (ids == NULL)
        return sc_refuse_world(writer, "out of memory");
    (void)scree_world_soft_bodies(writer->world, ids, count);
    bool ok = true;
    for (int i = 0; ok && i < count; ++i)
    {
        fputs(i == 0 ? ",\n  \"soft_bodies\": [\n    " : ",\n    ", writer->file);
        ok = put_soft_body(writer, ids[i]);
    }
    fputs(count > 0 ? "\n  ]" : "", writer->file);
    free(ids);
    return ok;
}
