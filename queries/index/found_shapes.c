#include "queries/index/found_shapes.h"

#include "core/assert.h"

enum
{
    FEW = 40  ///< ids for which insertion is cheaper than a heap
};

/// Moves the id at place `at` of a heap of `count` ids down to its place. The heap has the highest
/// slot on top.
static void sink_id(scree_shape_id *heap, int at, int count)
{
    for (int child; (child = 2 * at + 1) < count; at = child)
    {
        child += child + 1 < count && sc_id_slot(heap[child + 1]) > sc_id_slot(heap[child]);
        if (sc_id_slot(heap[child]) <= sc_id_slot(heap[at]))
        {
            return;
        }
        scree_shape_id swapped = heap[at];
        heap[at] = heap[child];
        heap[child] = swapped;
    }
}

static void make_id_heap(scree_shape_id *heap, int count)
{
    for (int i = count / 2; i-- > 0;)
    {
        sink_id(heap, i, count);
    }
}

void sc_found_add(sc_found_shapes *found, int32_t slot)
{
    SC_ASSERT(slot > 0);
    int count = found->count++;
    if (found->ids == NULL || found->capacity == 0)
    {
        return;
    }
    scree_shape_id id = {sc_ids_value(found->of_shapes, slot)};
    if (count < found->capacity)
    {
        found->ids[count] = id;
        if (count + 1 == found->capacity)
        {
            make_id_heap(found->ids, found->capacity);
        }
    }
    else if (slot < sc_id_slot(found->ids[0]))
    {
        found->ids[0] = id;
        sink_id(found->ids, 0, found->capacity);
    }
}

int sc_found_finish(sc_found_shapes *found)
{
    int count = found->count < found->capacity ? found->count : found->capacity;
    if (found->ids != NULL && count <= FEW)
    {
        for (int i = 1; i < count; ++i)
        {
            scree_shape_id id = found->ids[i];
            int k = i;
            for (; k > 0 && sc_id_slot(found->ids[k - 1]) > sc_id_slot(id); --k)
            {
                found->ids[k] = found->ids[k - 1];
            }
            found->ids[k] = id;
        }
    }
    else if (found->ids != NULL)
    {
        make_id_heap(found->ids, count);
        for (int end = count - 1; end > 0; --end)
        {
            scree_shape_id highest = found->ids[0];
            found->ids[0] = found->ids[end];
            found->ids[end] = highest;
            sink_id(found->ids, 0, end);
        }
    }
    return found->count;
}
