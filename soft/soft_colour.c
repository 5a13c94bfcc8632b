/// Lays edges into coloured lane blocks.
#include "core/assert.h"
#include "soft/soft_work.h"

#include <string.h>

static void place_edges(sc_soft_bodies *soft, const uint8_t *colour, sc_colour_cursor *cursor)
{
    for (int r = 0; r < soft->body_count; ++r)
    {
        const sc_soft_body *body = &soft->bodies[r];
        for (int i = 0; sc_soft_is_live(body) && i < body->edge_count; ++i)
        {
            const scree_soft_edge *edge = &soft->edges[body->first_edge + i];
            int32_t at = sc_next_lane(cursor, colour[body->first_edge + i]);
            SC_ASSERT(at < soft->batch.end[SC_COLOURS]);
            sc_edge_block *block = &soft->blocks[at / SC_BLOCK];
            SC_ASSERT(block->a[at % SC_BLOCK] == block->b[at % SC_BLOCK]);
            block->a[at % SC_BLOCK] = body->first_vertex + edge->a;
            block->b[at % SC_BLOCK] = body->first_vertex + edge->b;
            block->length[at % SC_BLOCK] = edge->length;
            block->stiffness[at % SC_BLOCK] = edge->stiffness;
        }
    }
}

bool sc_soft_colour_edges(sc_step *step)
{
    SC_ASSERT(step->soft->vertex_count > 0);
    sc_soft_bodies *soft = step->soft;
    if (soft->coloured)
    {
        return true;
    }
    uint8_t *colour = SC_TAKE(step->arena, uint8_t, soft->edge_count);
    uint64_t *masks = SC_TAKE_ZEROED(step->arena, uint64_t, soft->vertex_count);
    if (colour == NULL || masks == NULL)
    {
        return false;
    }
    sc_colour_cursor cursor = {.uncoloured_lanes = SC_BLOCK};
    // Colour all live edges, in order of bodies and edges, and count them.
    for (int r = 0; r < soft->body_count; ++r)
    {
        const sc_soft_body *body = &soft->bodies[r];
        for (int i = 0; sc_soft_is_live(body) && i < body->edge_count; ++i)
        {
            const scree_soft_edge *edge = &soft->edges[body->first_edge + i];
            SC_ASSERT(edge->a != edge->b && edge->a < body->vertex_count &&
                      edge->b < body->vertex_count);
            int c = sc_take_colour(&masks[body->first_vertex + edge->a],
                                   &masks[body->first_vertex + edge->b], true);
            colour[body->first_edge + i] = (uint8_t)c;
            ++cursor.at[c];
        }
    }
    if (!sc_lay_out_colours(&cursor, &soft->batch, 0, INT32_MAX))
    {
        return false;
    }
    int32_t blocks = soft->batch.end[SC_COLOURS] / SC_BLOCK;
    sc_arena_reset(&soft->arena);
    soft->blocks = SC_TAKE(&soft->arena, sc_edge_block, blocks);
    if (soft->blocks == NULL)
    {
        return false;
    }
    const int32_t padding_row = sc_pad_block(soft->vertex_count);
    for (int32_t i = 0; i < blocks; ++i)
    {
        memset(&soft->blocks[i], 0, sizeof soft->blocks[i]);
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            soft->blocks[i].a[l] = soft->blocks[i].b[l] = padding_row;
        }
    }
    place_edges(soft, colour, &cursor);
    soft->block_count = blocks;
    soft->coloured = true;
    return true;
}
