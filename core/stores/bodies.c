#include "core/stores/bodies.h"

#include "core/assert.h"
#include "scree/events.h"

#include <string.h>

#define BODY_FIELD(type, name, role, format) SC_FIELD(sc_bodies, type, name, role, format),
static const sc_field row_fields[] = {SC_BODY_ROWS(BODY_FIELD)};
static const sc_field slot_fields[] = {SC_ID_FIELDS(sc_bodies)
                                           SC_FIELD(sc_bodies, int32_t, row, SC_UPDATED, "i")};
static const sc_field previous_fields[] = {SC_BODY_PREVIOUS(BODY_FIELD)};
static const sc_field move_fields[] = {
    SC_FIELD(sc_bodies, scree_body_move, moves, SC_CACHE, "#pffff")};
static const sc_table tables[] = {SC_TABLE(sc_bodies, slot_fields, ids.capacity),
                                  SC_TABLE(sc_bodies, row_fields, capacity),
                                  SC_TABLE(sc_bodies, previous_fields, previous_capacity),
                                  SC_TABLE(sc_bodies, move_fields, move_capacity)};
const sc_store sc_body_store = SC_STORE("bodies", tables);

bool sc_bodies_reserve(sc_bodies *bodies, sc_memory *memory, int extra)
{
    SC_ASSERT(extra >= 0);
    int64_t slots = sc_ids_needed(&bodies->ids, extra);
    return sc_table_reserve(&tables[0], bodies, memory, slots) &&
           sc_table_reserve(&tables[1], bodies, memory, sc_body_count(bodies) + extra + 1) &&
           (!bodies->keeps_previous || sc_table_reserve(&tables[2], bodies, memory, slots));
}

bool sc_bodies_list_moves(sc_bodies *bodies, sc_memory *memory)
{
    if (!sc_table_reserve(&tables[3], bodies, memory, sc_moving_count(bodies)))
    {
        return false;
    }
    bodies->move_count = 0;
    for (int32_t slot = 1; slot < bodies->ids.used && sc_moving_count(bodies) > 0; ++slot)
    {
        int32_t row = bodies->row[slot];
        if ((bodies->ids.generation[slot] & 1u) == 0)
        {
            continue;
        }
        bool awake = row < bodies->count[SC_GROUP_DYNAMIC];
        bool carried =
            !awake && row < sc_moving_count(bodies) &&
            (bodies->vx[row] != 0.0f || bodies->vy[row] != 0.0f || bodies->w[row] != 0.0f);
        if ((awake || carried) && bodies->came_at[row] != bodies->steps)
        {
            SC_ASSERT(bodies->move_count < bodies->move_capacity);
            SC_ASSERT(bodies->slot[row] == slot);
            bodies->moves[bodies->move_count++] =
                (scree_body_move){bodies->id[row],
                                  bodies->user_data[row],
                                  {bodies->x[row], bodies->y[row]},
                                  bodies->cos[row],
                                  bodies->sin[row]};
        }
    }
    return true;
}

void sc_bodies_drop_mass_sum(sc_bodies *bodies, sc_memory *memory, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    sc_release(memory, bodies->mass_sum[row], sizeof **bodies->mass_sum);
    bodies->mass_sum[row] = NULL;
}

void sc_bodies_release(sc_bodies *bodies, sc_memory *memory)
{
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        sc_bodies_drop_mass_sum(bodies, memory, row);
    }
    sc_store_release(&sc_body_store, bodies, memory);
}

static void copy_row(sc_bodies *bodies, int32_t to, int32_t from)
{
    SC_ASSERT(to >= 0 && to < bodies->capacity && from >= 0 && from < bodies->capacity);
    if (to == from)
    {
        return;
    }
#define COPY_BODY_FIELD(type, name, role, format) bodies->name[to] = bodies->name[from];
    SC_BODY_ROWS(COPY_BODY_FIELD)
    SC_ASSERT(sc_slot_was_used(&bodies->ids, bodies->slot[to]));
    bodies->row[bodies->slot[to]] = to;
}

static void clear_row(sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(row >= 0 && row < bodies->capacity);
#define CLEAR_BODY_FIELD(type, name, role, format) memset(&bodies->name[row], 0, sizeof(type));
    SC_BODY_ROWS(CLEAR_BODY_FIELD)
}

/// The row past the end of a group. Group g + 1 begins at `end` of group g.
static int32_t group_end(const sc_bodies *bodies, int group)
{
    SC_ASSERT(group >= 0 && group < SC_GROUP_COUNT);
    int32_t end = 0;
    for (int g = 0; g <= group; ++g)
    {
        end += bodies->count[g];
    }
    return end;
}

/// Opens a row at the end of a group. To make room, the first body of each later group moves to the
/// end of its own group.
static int32_t open_row(sc_bodies *bodies, sc_group group)
{
    int32_t hole = sc_body_count(bodies);
    for (int g = SC_GROUP_COUNT - 1; g > (int)group; --g)
    {
        int32_t first = group_end(bodies, g - 1);
        copy_row(bodies, hole, first);
        hole = first;
    }
    ++bodies->count[group];
    return hole;
}

/// Closes a row. The last body of its group fills it; the hole moves on through the later groups.
static void close_row(sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    int group = 0;
    while (row >= group_end(bodies, group))
    {
        ++group;
    }
    SC_ASSERT(bodies->count[group] > 0);
    int32_t hole = row;
    for (int g = group; g < SC_GROUP_COUNT; ++g)
    {
        int32_t last = group_end(bodies, g) - 1;
        if (bodies->count[g] > 0 && last != hole)
        {
            copy_row(bodies, hole, last);
        }
        hole = bodies->count[g] > 0 ? last : hole;
    }
    --bodies->count[group];
    clear_row(bodies, hole);
}

int32_t sc_bodies_add(sc_bodies *bodies, sc_group group)
{
    SC_ASSERT(group < SC_GROUP_COUNT);
    SC_ASSERT(sc_body_count(bodies) + 1 < bodies->capacity);
    int32_t slot = sc_ids_take(&bodies->ids);
    int32_t row = open_row(bodies, group);
    clear_row(bodies, row);
    bodies->slot[row] = slot;
    bodies->id[row] = (scree_body_id){sc_ids_value(&bodies->ids, slot)};
    bodies->row[slot] = row;
    SC_ASSERT(sc_bodies_has_row(bodies, row));
    bodies->rows_moved = true;
    return row;
}

void sc_bodies_remove(sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(bodies, row));
    SC_ASSERT(bodies->mass_sum[row] == NULL);
    int32_t slot = bodies->slot[row];
    bodies->locked_count -= (bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
    SC_ASSERT(bodies->locked_count >= 0);
    close_row(bodies, row);
    sc_ids_retire(&bodies->ids, slot);
    sc_ids_recycle(&bodies->ids, slot);
    bodies->rows_moved = true;
}

sc_group sc_bodies_wanted_group(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(row >= 0 && row < bodies->capacity);
    if (bodies->flags[row] & SC_BODY_DISABLED)
    {
        return SC_GROUP_REST;
    }
    bool asleep = (bodies->flags[row] & SC_BODY_ASLEEP) != 0;
    return bodies->type[row] == SCREE_BODY_DYNAMIC     ? asleep ? SC_GROUP_ASLEEP : SC_GROUP_DYNAMIC
           : bodies->type[row] == SCREE_BODY_KINEMATIC ? SC_GROUP_KINEMATIC
                                                       : SC_GROUP_REST;
}

int32_t sc_bodies_regroup(sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(bodies, row));
    SC_ASSERT(sc_body_count(bodies) < bodies->capacity);
    sc_group wanted = sc_bodies_wanted_group(bodies, row);
    int32_t begin = group_end(bodies, (int)wanted) - bodies->count[wanted];
    if (row >= begin && row < begin + bodies->count[wanted])
    {
        return row;
    }
    // While the groups shift, the body waits in the row past the end (sc_bodies_reserve keeps one
    // spare). One row is closed and one opened, so nothing writes to the waiting row before it is
    // copied.
    int32_t slot = bodies->slot[row], spare = sc_body_count(bodies);
    copy_row(bodies, spare, row);
    close_row(bodies, row);
    int32_t opened = open_row(bodies, wanted);
    copy_row(bodies, opened, spare);
    clear_row(bodies, spare);
    bodies->slot[opened] = slot;
    bodies->row[slot] = opened;
    SC_ASSERT(sc_bodies_has_row(bodies, opened));
    bodies->rows_moved = true;
    sc_bodies_set_previous(bodies, opened);
    return opened;
}

void sc_bodies_update_pose(sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    scree_vec2 arm = sc_rotate(sc_body_rotation(bodies, row),
                               (scree_vec2){bodies->center_x[row], bodies->center_y[row]});
    bodies->pose[row] = (sc_pose){bodies->x[row] + arm.x, bodies->y[row] + arm.y, bodies->cos[row],
                                  bodies->sin[row]};
    sc_note_change(&bodies->changes, bodies->slot[row]);
}

void sc_bodies_update_inverses(sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    sc_group group = sc_bodies_wanted_group(bodies, row);
    bool dynamic = group == SC_GROUP_DYNAMIC || group == SC_GROUP_ASLEEP;
    float mass = bodies->mass[row], inertia = bodies->inertia[row];
    bool turns = dynamic && inertia > 0.0f && !(bodies->flags[row] & SC_BODY_LOCK_ANGLE);
    bodies->inverse_mass[row] = dynamic && mass > 0.0f ? 1.0f / mass : 0.0f;
    bodies->inverse_inertia[row] = turns ? 1.0f / inertia : 0.0f;
    bodies->jointed_version += bodies->first_joint[row] != 0;
}
