/// The objects that the fuzzer knows of, those that have ended too: their ids must stay stale.
#include "tests/fuzz/fuzz.h"

void fuzz_table_clear(fuzz_table *table) { table->count = table->reused = table->live_count = 0; }

int32_t fuzz_table_add(fuzz_table *table, const uint64_t id[2], int32_t owner, int32_t other)
{
    int32_t entry = table->count;
    if (entry < FUZZ_ENTRIES)
    {
        ++table->count;
    }
    else
    {
        // There are always fewer live ones than entries.
        do
        {
            entry = table->reused = (table->reused + 1) % FUZZ_ENTRIES;
        } while (table->object[entry].live_at >= 0);
    }
    table->object[entry] = (fuzz_object){{id[0], id[1]}, owner, other, table->live_count};
    table->live[table->live_count++] = entry;
    return entry;
}

void fuzz_table_end(fuzz_table *table, int32_t entry)
{
    int32_t at = table->object[entry].live_at;
    if (at >= 0)
    {
        int32_t last = table->live[--table->live_count];
        table->live[at] = last;
        table->object[last].live_at = at;
        table->object[entry].live_at = -1;
    }
}

int32_t fuzz_table_find(const fuzz_table *table, int side, uint64_t id)
{
    for (int i = 0; i < table->live_count; ++i)
    {
        if (table->object[table->live[i]].id[side] == id)
        {
            return table->live[i];
        }
    }
    return -1;
}

static void end_object(fuzz *f, fuzz_kind kind, int32_t entry)
{
    fuzz_table_end(&f->table[kind], entry);
    fuzz_table *shapes = &f->table[FUZZ_SHAPE];
    for (int i = shapes->live_count - 1; kind == FUZZ_BODY && i >= 0; --i)
    {
        if (shapes->object[shapes->live[i]].owner == entry)
        {
            fuzz_table_end(shapes, shapes->live[i]);
        }
    }
    fuzz_table *joints = &f->table[FUZZ_JOINT];
    for (int i = joints->live_count - 1; kind == FUZZ_BODY && i >= 0; --i)
    {
        const fuzz_object *joint = &joints->object[joints->live[i]];
        if (joint->owner == entry || joint->other == entry)
        {
            fuzz_table_end(joints, joints->live[i]);
        }
    }
}

void fuzz_commit(fuzz *f)
{
    static int32_t entry_of[FUZZ_STAGED];
    for (int i = 0; i < f->now.staged_count; ++i)
    {
        const fuzz_staged *staged = &f->staged[i];
        if (staged->ended >= 0)
        {
            end_object(f, staged->kind, staged->ended);
            continue;
        }
        if (((staged->id[0] ^ staged->id[1]) & 0xffffffffffffu) != 0)
        {
            fuzz_find(f, "the two worlds gave a new object different slots");
        }
        // An owner below -1 is one that the same call made.
        int32_t owner = staged->owner < -1 ? entry_of[-2 - staged->owner] : staged->owner;
        int32_t other = staged->other < -1 ? entry_of[-2 - staged->other] : staged->other;
        entry_of[i] = fuzz_table_add(&f->table[staged->kind], staged->id, owner, other);
    }
    f->now.staged_count = 0;
}

static fuzz_staged *stage(fuzz *f, fuzz_kind kind)
{
    if (f->now.staged_count == FUZZ_STAGED)
    {
        fuzz_find(f, "one call created or destroyed too much for the fuzzer");
        --f->now.staged_count;
    }
    fuzz_staged *staged = &f->staged[f->now.staged_count++];
    staged->kind = kind;
    staged->ended = staged->other = -1;
    return staged;
}

void fuzz_stage_new(fuzz *f, fuzz_kind kind, int32_t owner, uint64_t id)
{
    if (f->now.locked)
    {
        return;
    }
    fuzz_staged *staged = stage(f, kind);
    staged->owner = owner;
    staged->id[f->now.side] = id;
    fuzz_see_id(f, id);
}

/// An object that ended in this very call has no entry now, or has one that is about to end.
static int32_t owner_of(const fuzz *f, scree_body_id body)
{
    int32_t entry = fuzz_table_find(&f->table[FUZZ_BODY], f->now.side, body.value);
    int at = f->now.staged_count - 1;
    while (entry < 0 && at >= 0 &&
           (f->staged[at].kind != FUZZ_BODY || f->staged[at].id[f->now.side] != body.value))
    {
        --at;
    }
    return entry >= 0 ? entry : -2 - at;
}

void fuzz_stage_joint(fuzz *f, scree_body_id a, scree_body_id b, uint64_t id)
{
    if (f->now.locked)
    {
        return;
    }
    int32_t owner = owner_of(f, a), other = owner_of(f, b);
    fuzz_stage_new(f, FUZZ_JOINT, owner, id);
    f->staged[f->now.staged_count - 1].other = other;
}

void fuzz_stage_end(fuzz *f, fuzz_kind kind, uint64_t id)
{
    int32_t entry = fuzz_table_find(&f->table[kind], f->now.side, id);
    if (f->now.locked)
    {
        return;
    }
    if (entry < 0)
    {
        fuzz_find(f, "an object ended that the fuzzer does not know");
        return;
    }
    stage(f, kind)->ended = entry;
}

bool fuzz_is_full(const fuzz *f, fuzz_kind kind)
{
    static const int largest[FUZZ_KIND_COUNT] = {80, 160, 120, 12, 100};
    return f->table[kind].live_count + f->now.staged_count >= largest[kind];
}
