/// The order in which workers take ranges of rows.
#include "particles/particle_store.h"

#include "broadphase/sort.h"
#include "core/assert.h"
#include "core/pass.h"

#include <math.h>
#include <string.h>

int32_t *sc_order_along(sc_arena *arena, const float *along, int count)
{
    SC_ASSERT(count >= 0);
    uint64_t *keys = SC_TAKE(arena, uint64_t, 2 * count);
    int32_t *order = SC_TAKE(arena, int32_t, count);
    if (keys == NULL || order == NULL)
    {
        return NULL;
    }
    for (int i = 0; i < count; ++i)
    {
        uint32_t bits;
        memcpy(&bits, &along[i], sizeof bits);
        // Make keys that increase with the number: invert all bits of negative numbers, and the
        // sign bit of all others.
        bits ^= bits >> 31 != 0 ? 0xffffffffu : 0x80000000u;
        keys[i] = (uint64_t)bits << 32 | (uint32_t)i;
    }
    sc_sort_keys(keys, keys + count, count);
    for (int i = 0; i < count; ++i)
    {
        order[i] = (int32_t)(keys[i] & 0xffffffffu);
    }
    return order;
}

/// A job over rows whose ranges run in another order.
typedef struct row_job
{
    const int32_t *order;
    int end;
    sc_job *job;
    void *context;
} row_job;

static void run_ordered(void *context, sc_range range)
{
    SC_ASSERT(range.end - range.begin <= SC_ROW_GRAIN);
    const row_job *rows = context;
    int index = rows->order[range.index], begin = index * SC_ROW_GRAIN;
    SC_ASSERT(begin >= 0 && begin < rows->end);
    int end = begin + SC_ROW_GRAIN < rows->end ? begin + SC_ROW_GRAIN : rows->end;
    rows->job(rows->context, (sc_range){begin, end, index, range.worker, 0});
}

void sc_run_rows(const sc_circle_step *work, const sc_pass *pass, int end, sc_job *job,
                 void *context)
{
    SC_ASSERT(work->row_order != NULL && end >= 0);
    row_job rows = {work->row_order, end, job, context};
    sc_run_pass(work->step, pass, 0, end, SC_ROW_GRAIN, run_ordered, &rows);
}

bool sc_order_rows(sc_circle_step *work)
{
    SC_ASSERT(work->circles->count > 0);
    const sc_circles *c = work->circles;
    int last = sc_range_count(c->count, SC_ROW_GRAIN) - 1;
    float *along = SC_TAKE(work->step->arena, float, last + 1);
    if (along == NULL)
    {
        return false;
    }
    for (int i = 0; i < last; ++i)
    {
        along[i] = c->y[i * SC_ROW_GRAIN];
    }
    // Keep the last range last, because it is shorter than the others, and traces show ranges in
    // this order.
    along[last] = INFINITY;
    int32_t *order = sc_order_along(work->step->arena, along, last + 1);
    if (order == NULL)
    {
        return false;
    }
    work->row_order = order;
    return true;
}
