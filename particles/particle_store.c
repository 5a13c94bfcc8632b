#include "particles/particle_store.h"

#include "core/assert.h"

#define PARTICLE_FIELD(type, name, role, format) SC_FIELD(sc_circles, type, name, role, format),
static const sc_field row_fields[] = {SC_CIRCLE_ROWS(PARTICLE_FIELD)};
static const sc_field slot_fields[] = {SC_ID_FIELDS(sc_circles)
                                           SC_FIELD(sc_circles, int32_t, row, SC_CACHE, "i")};
static const sc_table tables[] = {SC_TABLE(sc_circles, slot_fields, ids.capacity),
                                  SC_TABLE(sc_circles, row_fields, capacity)};
const sc_store sc_circle_store = SC_STORE("particles", tables);

bool sc_circles_reserve(sc_circles *circles, sc_memory *memory, int extra)
{
    SC_ASSERT(extra >= 0);
    return sc_table_reserve(&tables[0], circles, memory, sc_ids_needed(&circles->ids, extra)) &&
           sc_table_reserve(&tables[1], circles, memory, circles->count + extra);
}

void sc_circles_release(sc_circles *circles, sc_memory *memory)
{
    sc_store_release(&sc_circle_store, circles, memory);
    sc_arena_release(&circles->neighbours.arena);
    sc_arena_release(&circles->spare.arena);
    sc_arena_release(&circles->scratch);
}

int32_t sc_circles_add(sc_circles *circles)
{
    SC_ASSERT(circles->count < circles->capacity);
    int32_t slot = sc_ids_take(&circles->ids), row = circles->count++;
    sc_table_clear(&tables[1], circles, row);
    circles->slot[row] = slot;
    circles->row[slot] = row;
    circles->id[row] = (scree_particle_id){sc_ids_value(&circles->ids, slot)};
    circles->listed = false;
    circles->neighbours.valid =
        circles->neighbours.valid && circles->count <= circles->neighbours.row_capacity;
    return row;
}

void sc_circles_remove(sc_circles *circles, int32_t row)
{
    SC_ASSERT(row >= 0 && row < circles->count);
    SC_ASSERT(circles->row[circles->slot[row]] == row);
    int32_t slot = circles->slot[row], last = --circles->count;
    sc_ids_retire(&circles->ids, slot);
    sc_ids_recycle(&circles->ids, slot);
    if (row != last)
    {
        sc_table_move(&tables[1], circles, row, last, 1);
        circles->row[circles->slot[row]] = row;
    }
    sc_circles_drop_neighbours(circles);
}

int sc_neighbour_rows(int count)
{
    SC_ASSERT(count >= 0);
    return sc_pad_block(count + count / 32 + 1);
}

void sc_circles_drop_neighbours(sc_circles *circles)
{
    circles->neighbours.valid = circles->listed = false;
}
