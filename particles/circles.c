#include "particles/circles.h"

#include "core/assert.h"

#include <string.h>

void sc_circles_arrays(sc_circles *circles, sc_array arrays[SC_CIRCLE_ARRAYS])
{
    int n = 0;
#define ARRAY(field) arrays[n++] = (sc_array){(void **)&circles->field, sizeof *circles->field}
    ARRAY(id);
    ARRAY(slot);
    ARRAY(x);
    ARRAY(y);
    ARRAY(vx);
    ARRAY(vy);
    ARRAY(radius);
    ARRAY(inverse_mass);
    ARRAY(user_data);
#undef ARRAY
}

bool sc_circles_reserve(sc_circles *circles, sc_memory *memory, int extra)
{
    int rows = circles->count + extra, slots = sc_ids_needed(&circles->ids, extra);
    if (slots > circles->slot_capacity)
    {
        int grown = sc_grown(circles->slot_capacity, slots);
        sc_array by_slot = {(void **)&circles->row, sizeof *circles->row};
        if (!sc_ids_reserve(&circles->ids, memory, grown) ||
            !sc_resize_arrays(memory, &by_slot, 1, (size_t)circles->slot_capacity, (size_t)grown))
        {
            return false;
        }
        circles->slot_capacity = grown;
    }
    if (rows > circles->capacity)
    {
        int grown = sc_grown(circles->capacity, rows);
        sc_array arrays[SC_CIRCLE_ARRAYS];
        sc_circles_arrays(circles, arrays);
        if (!sc_resize_arrays(memory, arrays, SC_CIRCLE_ARRAYS, (size_t)circles->capacity,
                              (size_t)grown))
        {
            return false;
        }
        circles->capacity = grown;
    }
    return true;
}

void sc_circles_release(sc_circles *circles, sc_memory *memory)
{
    sc_array arrays[SC_CIRCLE_ARRAYS];
    sc_circles_arrays(circles, arrays);
    for (int i = 0; i < SC_CIRCLE_ARRAYS; ++i)
    {
        sc_release(memory, *arrays[i].data, arrays[i].element * (size_t)circles->capacity);
    }
    sc_release(memory, circles->row, sizeof *circles->row * (size_t)circles->slot_capacity);
    sc_ids_release(&circles->ids, memory);
    sc_arena_release(&circles->neighbours.arena);
    sc_arena_release(&circles->spare.arena);
    sc_arena_release(&circles->scratch);
    *circles = (sc_circles){0};
}

int32_t sc_circles_add(sc_circles *circles)
{
    SC_ASSERT(circles->count < circles->capacity);
    int32_t slot = sc_ids_take(&circles->ids), row = circles->count++;
    sc_array arrays[SC_CIRCLE_ARRAYS];
    sc_circles_arrays(circles, arrays);
    for (int i = 0; i < SC_CIRCLE_ARRAYS; ++i)
    {
        memset((char *)*arrays[i].data + arrays[i].element * (size_t)row, 0, arrays[i].element);
    }
    circles->slot[row] = slot;
    circles->row[slot] = row;
    circles->id[row] = (scree_particle_id){sc_ids_value(&circles->ids, slot)};
    circles->listed = NULL;
    circles->neighbours.valid =
        circles->neighbours.valid && circles->count <= circles->neighbours.row_capacity;
    return row;
}

void sc_circles_remove(sc_circles *circles, int32_t row)
{
    int32_t slot = circles->slot[row], last = --circles->count;
    sc_ids_retire(&circles->ids, slot);
    sc_ids_recycle(&circles->ids, slot);
    if (row != last)
    {
        sc_array arrays[SC_CIRCLE_ARRAYS];
        sc_circles_arrays(circles, arrays);
        for (int i = 0; i < SC_CIRCLE_ARRAYS; ++i)
        {
            char *data = *arrays[i].data;
            size_t element = arrays[i].element;
            memcpy(data + element * (size_t)row, data + element * (size_t)last, element);
        }
        circles->row[circles->slot[row]] = row;
    }
    sc_circles_drop_neighbours(circles);
}

int sc_neighbour_rows(int count) { return sc_pad_block(count + count / 32 + 1); }

void sc_circles_drop_neighbours(sc_circles *circles)
{
    circles->neighbours.valid = false;
    circles->listed = NULL;
}
