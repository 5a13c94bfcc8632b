/// The rows of all files as one table.
#include "tests/fuzz/rows.h"

static const fuzz_rows *const tables[] = {
    &fuzz_world_rows, &fuzz_body_rows,     &fuzz_bulk_rows,  &fuzz_shape_rows,     &fuzz_soft_rows,
    &fuzz_plain_rows, &fuzz_particle_rows, &fuzz_joint_rows, &fuzz_collision_rows, &fuzz_query_rows,
    &fuzz_clock_rows, &fuzz_event_rows,    &fuzz_draw_rows,  &fuzz_image_rows,     NULL};

int fuzz_row_count(void)
{
    int count = fuzz_signature_rows().count;
    for (int i = 0; tables[i] != NULL; ++i)
    {
        count += tables[i]->count;
    }
    return count;
}

const fuzz_row *fuzz_row_at(int index)
{
    fuzz_rows signatures = fuzz_signature_rows();
    int table = 0;
    if (index < signatures.count)
    {
        return &signatures.row[index];
    }
    index -= signatures.count;
    while (index >= tables[table]->count)
    {
        index -= tables[table++]->count;
    }
    return &tables[table]->row[index];
}

int fuzz_choose_row(fuzz_stream *stream)
{
    int total = 0, index = 0;
    for (int i = 0; i < fuzz_row_count(); ++i)
    {
        total += fuzz_row_at(i)->weight;
    }
    int at = fuzz_below(stream, total);
    while (at >= fuzz_row_at(index)->weight)
    {
        at -= fuzz_row_at(index++)->weight;
    }
    return index;
}
