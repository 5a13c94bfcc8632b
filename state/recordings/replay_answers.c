/// Replays: callbacks that answer as recorded.
#include "state/recordings/replay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const sc_replay_answer *x = a, *y = b;
    return x->given.kind != y->given.kind ? (x->given.kind < y->given.kind ? -1 : 1)
           : x->given.key != y->given.key ? (x->given.key < y->given.key ? -1 : 1)
                                          : x->order - y->order;
}

bool sc_replay_take_answers(sc_replay *r)
{
    const uint64_t count = sc_replay_take(r, 4);
    const uint64_t least = 11;  // bytes of an answer
    const int kept = r->keeps_answers ? r->answer_count : 0;
    const uint64_t all = (uint64_t)kept + count;
    r->answer_count = 0;
    if (count * least > r->end - r->at || all > INT_MAX)
    {
        return false;
    }
    if (all > (uint64_t)r->answer_capacity)
    {
        sc_replay_answer *answers = sc_allocate(&r->memory, sizeof *answers * (size_t)all);
        r->no_memory |= answers == NULL;
        if (answers == NULL)
        {
            return false;
        }
        if (r->answers != NULL)
        {
            memcpy(answers, r->answers, sizeof *answers * (size_t)kept);
            sc_release(&r->memory, r->answers, sizeof *answers * (size_t)r->answer_capacity);
        }
        r->answers = answers;
        r->answer_capacity = (int)all;
    }
    for (int i = kept; i < (int)all && !r->damaged; ++i)
    {
        sc_recorded_answer given = {.kind = (uint8_t)sc_replay_take(r, 1)};
        given.key = sc_replay_take(r, 8);
        given.answer = (uint8_t)sc_replay_take(r, 1);
        given.value_count = (uint8_t)sc_replay_take(r, 1);
        const int wanted = given.kind == SC_RECORD_MIXING      ? 5
                           : given.kind == SC_RECORD_PRE_SOLVE ? 13
                                                               : 0;
        r->damaged |= given.value_count != wanted &&
                      (given.kind != SC_RECORD_PRE_SOLVE || given.value_count != 0);
        for (int k = 0; k < given.value_count && !r->damaged; ++k)
        {
            given.values[k] = sc_replay_take_float(r);
        }
        r->answers[i] = (sc_replay_answer){given, i, false};
    }
    r->answer_count = (int)all;
    if (all > 1)
    {
        qsort(r->answers, (size_t)all, sizeof *r->answers, compare);
    }
    return !r->damaged;
}

/// The next answer with a key, or the last one if all were used. Sets `missing` if there is none.
static sc_recorded_answer answer_of(sc_replay *r, sc_record_kind kind, uint64_t key)
{
    while (atomic_flag_test_and_set_explicit(&r->lock, memory_order_acquire))
    {
    }
    const sc_replay_answer wanted = {.given = {.kind = (uint8_t)kind, .key = key}, .order = -1};
    int low = 0, high = r->answer_count;
    while (low < high)
    {
        const int middle = low + (high - low) / 2;
        const bool before = compare(&r->answers[middle], &wanted) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    sc_recorded_answer found = {.answer = 1};
    bool any = false;
    for (int i = low; i < r->answer_count && r->answers[i].given.kind == (uint8_t)kind &&
                      r->answers[i].given.key == key;
         ++i)
    {
        any = true;
        found = r->answers[i].given;
        if (!r->answers[i].used)
        {
            r->answers[i].used = true;
            break;
        }
    }
    r->missing |= !any;
    atomic_flag_clear_explicit(&r->lock, memory_order_release);
    return found;
}

bool sc_replay_filter(const scree_contact_side *a, const scree_contact_side *b, void *context)
{
    return answer_of(context, SC_RECORD_FILTER, sc_filter_key(a, b)).answer != 0;
}

static void set_surface(scree_contact_material *surface, const float *values)
{
    *surface = (scree_contact_material){values[0], values[1], values[2], values[3], values[4]};
}

bool sc_replay_pre_solve(const scree_contact_info *info, void *context)
{
    const sc_recorded_answer found =
        answer_of(context, SC_RECORD_PRE_SOLVE, sc_pre_solve_key(info));
    if (found.value_count == 13 && info->surface != NULL && info->manifold != NULL)
    {
        const float *values = found.values;
        set_surface(info->surface, values);
        info->manifold->normal = (scree_vec2){values[5], values[6]};
        for (int k = 0; k < 2; ++k)
        {
            scree_contact_point *point = &info->manifold->points[k];
            point->position = (scree_vec2){values[7 + 3 * k], values[8 + 3 * k]};
            point->separation = values[9 + 3 * k];
        }
    }
    return found.answer != 0;
}

void sc_replay_mixing(const scree_material *a, const scree_material *b,
                      scree_contact_material *mixed, void *context)
{
    const sc_replay_context *own = context;
    const sc_recorded_answer found =
        answer_of(own->replay, SC_RECORD_MIXING, sc_mixing_key(a, b, mixed));
    if (found.value_count == 5)
    {
        set_surface(mixed, found.values);
    }
}
