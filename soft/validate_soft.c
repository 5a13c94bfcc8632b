/// Walk over soft bodies: their arrays, attachments and coloured edges.
#include "core/require.h"
#include "soft/soft_store.h"

const char *sc_validate_soft(const sc_soft_bodies *soft)
{
    int32_t vertices = 0, edges = 0, corners = 0;
    for (int32_t row = 0; row < soft->body_count; ++row)
    {
        const sc_soft_body *body = &soft->bodies[row];
        REQUIRE(soft->row[body->slot] == row);
        REQUIRE(body->id.value == sc_ids_value(&soft->ids, body->slot));
        REQUIRE(body->first_vertex == vertices && body->first_edge == edges);
        REQUIRE(body->first_corner == corners && body->vertex_count > 0);
        for (int32_t i = edges; i < edges + body->edge_count; ++i)
        {
            REQUIRE(soft->edges[i].a >= 0 && soft->edges[i].a < body->vertex_count);
            REQUIRE(soft->edges[i].b >= 0 && soft->edges[i].b < body->vertex_count);
        }
        vertices += body->vertex_count;
        edges += body->edge_count;
        corners += body->corner_count;
    }
    REQUIRE(vertices == soft->vertex_count && edges == soft->edge_count);
    REQUIRE(corners == soft->corner_count);
    int32_t gaps = 0, attached = 0;
    for (int32_t i = 0; i < soft->attachment_count; ++i)
    {
        const sc_soft_attachment *attachment = &soft->attachments[i];
        if (attachment->soft_slot == 0)
        {
            ++gaps;
            continue;
        }
        REQUIRE((soft->ids.generation[attachment->soft_slot] & 1u) != 0);
        const sc_soft_body *body = &soft->bodies[soft->row[attachment->soft_slot]];
        REQUIRE(attachment->vertex >= 0 && attachment->vertex < body->vertex_count);
        REQUIRE(soft->attachment_of[body->first_vertex + attachment->vertex] == i + 1);
    }
    for (int32_t v = 0; v < soft->vertex_count; ++v)
    {
        attached += soft->attachment_of[v] != 0;
    }
    REQUIRE(soft->gap_count == gaps && attached == soft->attachment_count - gaps);
    REQUIRE(gaps <= attached);
    for (int32_t i = 0; soft->coloured && i < soft->block_count; ++i)
    {
        const sc_edge_block *block = &soft->blocks[i];
        for (int l = 0; l < SC_BLOCK && block->a[l] != block->b[l]; ++l)
        {
            REQUIRE(block->a[l] < soft->vertex_count && block->b[l] < soft->vertex_count);
            for (int k = 0; k < l; ++k)
            {
                REQUIRE(block->a[l] != block->a[k] && block->a[l] != block->b[k]);
                REQUIRE(block->b[l] != block->a[k] && block->b[l] != block->b[k]);
            }
        }
    }
    return NULL;
}
