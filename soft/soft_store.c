#include "soft/soft_store.h"

#include "core/assert.h"

void sc_soft_bodies_init(sc_soft_bodies *soft, sc_memory *memory, uint16_t world)
{
    *soft = (sc_soft_bodies){
        .ids = {.used = 1, .world = world}, .iterations = 8, .arena = {.memory = memory}};
}

static const sc_field slot_fields[] = {SC_ID_FIELDS(sc_soft_bodies)
                                           SC_FIELD(sc_soft_bodies, int32_t, row, SC_STATE, "i")};
#define VERTEX(type, name, role, format) SC_FIELD(sc_soft_bodies, type, name, role, format),
static const sc_field vertex_fields[] = {SC_SOFT_VERTICES(VERTEX)};
static const sc_field body_fields[] = {
    SC_FIELD(sc_soft_bodies, sc_soft_body, bodies, SC_STATE, "#iiiiiiiiffffqqip")};
static const sc_field edge_fields[] = {
    SC_FIELD(sc_soft_bodies, scree_soft_edge, edges, SC_STATE, "iiff")};
static const sc_field corner_fields[] = {SC_FIELD(sc_soft_bodies, int32_t, corners, SC_STATE, "i")};
static const sc_field attachment_fields[] = {
    SC_FIELD(sc_soft_bodies, sc_soft_attachment, attachments, SC_STATE, "ii#ff")};

enum
{
    BY_SLOT,
    BODIES,
    VERTICES,
    EDGES,
    CORNERS,
    ATTACHMENTS
};

static const sc_table tables[] = {SC_TABLE(sc_soft_bodies, slot_fields, ids.capacity),
                                  SC_TABLE(sc_soft_bodies, body_fields, body_capacity),
                                  SC_TABLE(sc_soft_bodies, vertex_fields, vertex_capacity),
                                  SC_TABLE(sc_soft_bodies, edge_fields, edge_capacity),
                                  SC_TABLE(sc_soft_bodies, corner_fields, corner_capacity),
                                  SC_TABLE(sc_soft_bodies, attachment_fields, attachment_capacity)};
const sc_store sc_soft_store = SC_STORE("soft bodies", tables);

void sc_soft_bodies_release(sc_soft_bodies *soft, sc_memory *memory)
{
    sc_store_release(&sc_soft_store, soft, memory);
    sc_arena_release(&soft->arena);
}

static bool grow_table(sc_soft_bodies *soft, sc_memory *memory, int table, int64_t needed)
{
    SC_ASSERT(needed >= 0);
    // Indices of floats in records must stay below 2^31.
    return needed <= 1 << 28 && sc_table_reserve(&tables[table], soft, memory, needed);
}

bool sc_soft_bodies_reserve(sc_soft_bodies *soft, sc_memory *memory, sc_soft_size extra)
{
    SC_ASSERT(extra.vertices >= 0 && extra.edges >= 0 && extra.corners >= 0);
    return grow_table(soft, memory, BY_SLOT, sc_ids_needed(&soft->ids, 1)) &&
           grow_table(soft, memory, BODIES, (int64_t)soft->body_count + 1) &&
           grow_table(soft, memory, VERTICES, (int64_t)soft->vertex_count + extra.vertices) &&
           grow_table(soft, memory, EDGES, (int64_t)soft->edge_count + extra.edges) &&
           grow_table(soft, memory, CORNERS, (int64_t)soft->corner_count + extra.corners);
}

sc_soft_body *sc_soft_bodies_add(sc_soft_bodies *soft, sc_soft_size size)
{
    SC_ASSERT(soft->body_count < soft->body_capacity);
    SC_ASSERT(size.vertices > 0 && size.vertices <= soft->vertex_capacity - soft->vertex_count);
    SC_ASSERT(size.edges >= 0 && size.edges <= soft->edge_capacity - soft->edge_count);
    SC_ASSERT(size.corners >= 0 && size.corners <= soft->corner_capacity - soft->corner_count);
    int32_t slot = sc_ids_take(&soft->ids);
    soft->row[slot] = soft->body_count;
    sc_soft_body *body = &soft->bodies[soft->body_count++];
    *body = (sc_soft_body){.id = {sc_ids_value(&soft->ids, slot)},
                           .slot = slot,
                           .first_vertex = soft->vertex_count,
                           .vertex_count = size.vertices,
                           .first_edge = soft->edge_count,
                           .edge_count = size.edges,
                           .first_corner = soft->corner_count,
                           .corner_count = size.corners};
    for (int i = 0; i < size.vertices; ++i)
    {
        soft->attachment_of[soft->vertex_count + i] = 0;
    }
    soft->vertex_count += size.vertices;
    soft->edge_count += size.edges;
    soft->corner_count += size.corners;
    soft->coloured = false;
    return body;
}

/// Closes the gap of `count` elements at `first`.
static void close_gap(sc_soft_bodies *soft, int table, int32_t first, int32_t count, int32_t end)
{
    SC_ASSERT(first >= 0 && count >= 0 && first + count <= end);
    sc_table_move(&tables[table], soft, first, first + count, end - first - count);
}

void sc_soft_bodies_remove(sc_soft_bodies *soft, int32_t row)
{
    SC_ASSERT(row >= 0 && row < soft->body_count);
    SC_ASSERT(soft->row[soft->bodies[row].slot] == row);
    sc_soft_body removed = soft->bodies[row];
    for (int i = 0; i < removed.vertex_count; ++i)
    {
        sc_soft_detach(soft, removed.first_vertex + i);
    }
    close_gap(soft, VERTICES, removed.first_vertex, removed.vertex_count, soft->vertex_count);
    close_gap(soft, EDGES, removed.first_edge, removed.edge_count, soft->edge_count);
    close_gap(soft, CORNERS, removed.first_corner, removed.corner_count, soft->corner_count);
    close_gap(soft, BODIES, row, 1, soft->body_count);
    --soft->body_count;
    soft->vertex_count -= removed.vertex_count;
    soft->edge_count -= removed.edge_count;
    soft->corner_count -= removed.corner_count;
    for (int32_t i = row; i < soft->body_count; ++i)
    {
        sc_soft_body *body = &soft->bodies[i];
        soft->row[body->slot] = i;
        body->first_vertex -= removed.vertex_count;
        body->first_edge -= removed.edge_count;
        body->first_corner -= removed.corner_count;
    }
    sc_ids_retire(&soft->ids, removed.slot);
    sc_ids_recycle(&soft->ids, removed.slot);
    soft->coloured = false;
}

static int32_t *attachment_of(const sc_soft_bodies *soft, const sc_soft_attachment *attachment)
{
    SC_ASSERT(sc_slot_is_live(&soft->ids, attachment->soft_slot));
    const sc_soft_body *body = &soft->bodies[soft->row[attachment->soft_slot]];
    SC_ASSERT(attachment->vertex >= 0 && attachment->vertex < body->vertex_count);
    return &soft->attachment_of[body->first_vertex + attachment->vertex];
}

bool sc_soft_attach_vertex(sc_soft_bodies *soft, sc_memory *memory,
                           const sc_soft_attachment *attachment)
{
    SC_ASSERT(attachment->soft_slot != 0);
    int32_t *at = attachment_of(soft, attachment);
    ++soft->attachment_looks;
    if (*at == 0)
    {
        if (!grow_table(soft, memory, ATTACHMENTS, (int64_t)soft->attachment_count + 1))
        {
            return false;
        }
        *at = ++soft->attachment_count;
    }
    SC_ASSERT(*at > 0 && *at <= soft->attachment_count);
    soft->attachments[*at - 1] = *attachment;
    return true;
}

void sc_soft_detach(sc_soft_bodies *soft, int32_t vertex)
{
    SC_ASSERT(vertex >= 0 && vertex < soft->vertex_count);
    int32_t *at = &soft->attachment_of[vertex];
    ++soft->attachment_looks;
    if (*at == 0)
    {
        return;
    }
    SC_ASSERT(*at <= soft->attachment_count && soft->attachments[*at - 1].soft_slot != 0);
    soft->attachments[*at - 1] = (sc_soft_attachment){0};
    *at = 0;
    // Close gaps only if there are many: to close each at once would move attachments for every
    // vertex that is detached.
    if (2 * ++soft->gap_count > soft->attachment_count)
    {
        SC_ASSERT(soft->gap_count <= soft->attachment_count);
        int32_t kept = 0;
        for (int32_t i = 0; i < soft->attachment_count; ++i, ++soft->attachment_looks)
        {
            if (soft->attachments[i].soft_slot != 0)
            {
                soft->attachments[kept] = soft->attachments[i];
                *attachment_of(soft, &soft->attachments[kept]) = kept + 1;
                ++kept;
            }
        }
        SC_ASSERT(kept == soft->attachment_count - soft->gap_count);
        soft->attachment_count = kept;
        soft->gap_count = 0;
    }
}
