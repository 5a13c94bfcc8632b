#include "particles/soft_store.h"

#include <string.h>

void sc_soft_bodies_init(sc_soft_bodies *soft, sc_memory *memory, uint16_t world)
{
    *soft = (sc_soft_bodies){
        .ids = {.used = 1, .world = world}, .iterations = 8, .arena = {.memory = memory}};
}

enum
{
    VERTEX_ARRAYS = 7
};

static void list_vertex_arrays(sc_soft_bodies *soft, sc_array arrays[VERTEX_ARRAYS])
{
    int n = 0;
#define ARRAY(field) arrays[n++] = (sc_array){(void **)&soft->field, sizeof *soft->field}
    ARRAY(x);
    ARRAY(y);
    ARRAY(vx);
    ARRAY(vy);
    ARRAY(inverse_mass);
    ARRAY(radius);
    ARRAY(attachment_of);
#undef ARRAY
}

static void release_array(sc_memory *memory, void *data, size_t element, int32_t capacity)
{
    sc_release(memory, data, element * (size_t)capacity);
}

void sc_soft_bodies_release(sc_soft_bodies *soft, sc_memory *memory)
{
    sc_array arrays[VERTEX_ARRAYS];
    list_vertex_arrays(soft, arrays);
    for (int i = 0; i < VERTEX_ARRAYS; ++i)
    {
        release_array(memory, *arrays[i].data, arrays[i].element, soft->vertex_capacity);
    }
    release_array(memory, soft->row, sizeof *soft->row, soft->slot_capacity);
    release_array(memory, soft->bodies, sizeof *soft->bodies, soft->body_capacity);
    release_array(memory, soft->edges, sizeof *soft->edges, soft->edge_capacity);
    release_array(memory, soft->corners, sizeof *soft->corners, soft->corner_capacity);
    release_array(memory, soft->attachments, sizeof *soft->attachments, soft->attachment_capacity);
    sc_arena_release(&soft->arena);
    sc_ids_release(&soft->ids, memory);
}

/// Room for `needed` elements in arrays of one capacity.
static bool grow(sc_memory *memory, const sc_array *arrays, int count, int32_t *capacity,
                 int64_t needed)
{
    if (needed <= *capacity)
    {
        return true;
    }
    // Indices of floats in records must stay below 2^31.
    if (needed > (1 << 28))
    {
        return false;
    }
    int grown = sc_grown(*capacity, (int)needed);
    if (!sc_resize_arrays(memory, arrays, count, (size_t)*capacity, (size_t)grown))
    {
        return false;
    }
    *capacity = grown;
    return true;
}

bool sc_soft_bodies_reserve(sc_soft_bodies *soft, sc_memory *memory, sc_soft_size extra)
{
    int slots = sc_ids_needed(&soft->ids, 1);
    if (slots > soft->slot_capacity)
    {
        int grown = sc_grown(soft->slot_capacity, slots);
        sc_array by_slot = {(void **)&soft->row, sizeof *soft->row};
        if (!sc_ids_reserve(&soft->ids, memory, grown) ||
            !sc_resize_arrays(memory, &by_slot, 1, (size_t)soft->slot_capacity, (size_t)grown))
        {
            return false;
        }
        soft->slot_capacity = grown;
    }
    sc_array vertices[VERTEX_ARRAYS];
    list_vertex_arrays(soft, vertices);
    sc_array bodies = {(void **)&soft->bodies, sizeof *soft->bodies};
    sc_array edges = {(void **)&soft->edges, sizeof *soft->edges};
    sc_array corners = {(void **)&soft->corners, sizeof *soft->corners};
    return grow(memory, &bodies, 1, &soft->body_capacity, (int64_t)soft->body_count + 1) &&
           grow(memory, vertices, VERTEX_ARRAYS, &soft->vertex_capacity,
                (int64_t)soft->vertex_count + extra.vertices) &&
           grow(memory, &edges, 1, &soft->edge_capacity, (int64_t)soft->edge_count + extra.edges) &&
           grow(memory, &corners, 1, &soft->corner_capacity,
                (int64_t)soft->corner_count + extra.corners);
}

bool sc_soft_bodies_hold(sc_soft_bodies *soft, const void *address)
{
    sc_array vertices[VERTEX_ARRAYS];
    list_vertex_arrays(soft, vertices);
    sc_array edges = {(void **)&soft->edges, sizeof *soft->edges};
    sc_array corners = {(void **)&soft->corners, sizeof *soft->corners};
    return sc_arrays_hold(vertices, VERTEX_ARRAYS, (size_t)soft->vertex_capacity, address) ||
           sc_arrays_hold(&edges, 1, (size_t)soft->edge_capacity, address) ||
           sc_arrays_hold(&corners, 1, (size_t)soft->corner_capacity, address);
}

sc_soft_body *sc_soft_bodies_add(sc_soft_bodies *soft, sc_soft_size size)
{
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
static void close_gap(void *data, size_t element, int32_t first, int32_t count, int32_t end)
{
    // Not even the address is looked at where nothing follows: there may be no array at all.
    if (end > first + count)
    {
        char *at = (char *)data + element * (size_t)first;
        memmove(at, at + element * (size_t)count, element * (size_t)(end - first - count));
    }
}

void sc_soft_bodies_remove(sc_soft_bodies *soft, int32_t row)
{
    sc_soft_body removed = soft->bodies[row];
    for (int i = 0; i < removed.vertex_count; ++i)
    {
        sc_soft_detach(soft, removed.first_vertex + i);
    }
    sc_array arrays[VERTEX_ARRAYS];
    list_vertex_arrays(soft, arrays);
    for (int i = 0; i < VERTEX_ARRAYS; ++i)
    {
        close_gap(*arrays[i].data, arrays[i].element, removed.first_vertex, removed.vertex_count,
                  soft->vertex_count);
    }
    close_gap(soft->edges, sizeof *soft->edges, removed.first_edge, removed.edge_count,
              soft->edge_count);
    close_gap(soft->corners, sizeof *soft->corners, removed.first_corner, removed.corner_count,
              soft->corner_count);
    close_gap(soft->bodies, sizeof *soft->bodies, row, 1, soft->body_count);
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
    const sc_soft_body *body = &soft->bodies[soft->row[attachment->soft_slot]];
    return &soft->attachment_of[body->first_vertex + attachment->vertex];
}

bool sc_soft_attach_vertex(sc_soft_bodies *soft, sc_memory *memory,
                           const sc_soft_attachment *attachment)
{
    sc_array attachments = {(void **)&soft->attachments, sizeof *soft->attachments};
    int32_t *at = attachment_of(soft, attachment);
    ++soft->attachment_looks;
    if (*at == 0)
    {
        if (!grow(memory, &attachments, 1, &soft->attachment_capacity,
                  (int64_t)soft->attachment_count + 1))
        {
            return false;
        }
        *at = ++soft->attachment_count;
    }
    soft->attachments[*at - 1] = *attachment;
    return true;
}

/// The attachments in the same order, without gaps.
static void close_attachment_gaps(sc_soft_bodies *soft)
{
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
    soft->attachment_count = kept;
    soft->gap_count = 0;
}

void sc_soft_detach(sc_soft_bodies *soft, int32_t vertex)
{
    int32_t *at = &soft->attachment_of[vertex];
    ++soft->attachment_looks;
    if (*at == 0)
    {
        return;
    }
    soft->attachments[*at - 1] = (sc_soft_attachment){0};
    *at = 0;
    // Closing each gap at once would move all attachments for every vertex that is detached.
    if (2 * ++soft->gap_count > soft->attachment_count)
    {
        close_attachment_gaps(soft);
    }
}
