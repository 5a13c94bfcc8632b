/// Recordings: the answers of callbacks.
///
/// Workers call filters and pre-solve callbacks in any order, and filters any number of times. A
/// replay therefore finds an answer by a hash of the arguments. Answers with the same hash keep
/// their order.
#include "core/hash.h"
#include "state/recordings/recorder.h"

#include <string.h>

/// Hashes an id without the number of the world.
static uint64_t hash_id(uint64_t hash, uint64_t id)
{
    hash = sc_hash_word(hash, (uint32_t)id);
    return sc_hash_word(hash, (uint32_t)(id >> 32) & 0xffffu);
}

uint64_t sc_filter_key(const scree_contact_side *a, const scree_contact_side *b)
{
    return hash_id(hash_id(SC_HASH_SEED, a->shape.value), b->shape.value);
}

static uint64_t hash_surface(uint64_t hash, const scree_contact_material *surface)
{
    hash = sc_hash_float(hash, surface->friction);
    hash = sc_hash_float(hash, surface->static_friction);
    hash = sc_hash_float(hash, surface->restitution);
    hash = sc_hash_float(hash, surface->rolling_resistance);
    return sc_hash_float(hash, surface->tangent_speed);
}

uint64_t sc_pre_solve_key(const scree_contact_info *info)
{
    const scree_contact *contact = &info->contact;
    uint64_t hash = sc_filter_key(&info->a, &info->b);
    hash = sc_hash_float(hash, contact->normal.x);
    hash = sc_hash_float(hash, contact->normal.y);
    for (int i = 0; i < contact->point_count; ++i)
    {
        hash = sc_hash_float(hash, contact->points[i].position.x);
        hash = sc_hash_float(hash, contact->points[i].position.y);
        hash = sc_hash_float(hash, contact->points[i].separation);
    }
    return sc_hash_word(hash, (uint32_t)contact->point_count);
}

static uint64_t hash_material(uint64_t hash, const scree_material *material)
{
    hash = sc_hash_float(hash, material->friction);
    hash = sc_hash_float(hash, material->static_friction);
    hash = sc_hash_float(hash, material->restitution);
    hash = sc_hash_float(hash, material->rolling_resistance);
    hash = sc_hash_float(hash, material->tangent_speed);
    return sc_hash_word(hash, material->user_id);
}

uint64_t sc_mixing_key(const scree_material *a, const scree_material *b,
                       const scree_contact_material *mixed)
{
    return hash_surface(hash_material(hash_material(SC_HASH_SEED, a), b), mixed);
}

static void add_answer(sc_recorder *r, const sc_recorded_answer *answer)
{
    while (atomic_flag_test_and_set_explicit(&r->lock, memory_order_acquire))
    {
    }
    if (r->answer_count == r->answer_capacity)
    {
        const int capacity = 2 * r->answer_capacity + 64;
        sc_recorded_answer *answers = sc_allocate(r->memory, sizeof *answers * (size_t)capacity);
        if (answers != NULL && r->answers != NULL)
        {
            memcpy(answers, r->answers, sizeof *answers * (size_t)r->answer_count);
            sc_release(r->memory, r->answers, sizeof *answers * (size_t)r->answer_capacity);
        }
        if (answers == NULL)
        {
            sc_recorder_fail(r, SCREE_ERROR_OUT_OF_MEMORY, "recording", "found no memory");
        }
        r->answers = answers != NULL ? answers : r->answers;
        r->answer_capacity = answers != NULL ? capacity : r->answer_capacity;
    }
    if (r->answer_count < r->answer_capacity)
    {
        r->answers[r->answer_count++] = *answer;
    }
    atomic_flag_clear_explicit(&r->lock, memory_order_release);
}

static bool record_filter(const scree_contact_side *a, const scree_contact_side *b, void *context)
{
    sc_recorder *r = context;
    const bool agrees = r->callbacks.filter(a, b, r->callbacks.filter_context);
    add_answer(r, &(sc_recorded_answer){
                      .key = sc_filter_key(a, b), .kind = SC_RECORD_FILTER, .answer = agrees});
    return agrees;
}

static void keep_surface(sc_recorded_answer *answer, const scree_contact_material *surface)
{
    const float values[] = {surface->friction, surface->static_friction, surface->restitution,
                            surface->rolling_resistance, surface->tangent_speed};
    memcpy(answer->values, values, sizeof values);
    answer->value_count = 5;
}

static bool record_pre_solve(const scree_contact_info *info, void *context)
{
    sc_recorder *r = context;
    sc_recorded_answer answer = {.key = sc_pre_solve_key(info), .kind = SC_RECORD_PRE_SOLVE};
    answer.answer = r->callbacks.pre_solve(info, r->callbacks.pre_solve_context);
    if (info->surface != NULL && info->manifold != NULL)
    {
        const scree_contact *m = info->manifold;
        keep_surface(&answer, info->surface);
        const float values[] = {m->normal.x,
                                m->normal.y,
                                m->points[0].position.x,
                                m->points[0].position.y,
                                m->points[0].separation,
                                m->points[1].position.x,
                                m->points[1].position.y,
                                m->points[1].separation};
        memcpy(answer.values + 5, values, sizeof values);
        answer.value_count = 13;
    }
    add_answer(r, &answer);
    return answer.answer != 0;
}

static void record_mixing(const scree_material *a, const scree_material *b,
                          scree_contact_material *mixed, void *context)
{
    sc_recorder *r = context;
    sc_recorded_answer answer = {.key = sc_mixing_key(a, b, mixed), .kind = SC_RECORD_MIXING};
    r->mixing(a, b, mixed, r->mixing_context);
    keep_surface(&answer, mixed);
    add_answer(r, &answer);
}

void sc_watch_callbacks(sc_recorder *r, scree_world *world)
{
    r->answer_count = 0;
    r->callbacks = world->callbacks;
    r->mixing = world->mixing.callback;
    r->mixing_context = world->mixing.context;
    if (r->callbacks.filter != NULL)
    {
        world->callbacks.filter = record_filter;
        world->callbacks.filter_context = r;
    }
    if (r->callbacks.pre_solve != NULL)
    {
        world->callbacks.pre_solve = record_pre_solve;
        world->callbacks.pre_solve_context = r;
    }
    if (r->mixing != NULL)
    {
        world->mixing.callback = record_mixing;
        world->mixing.context = r;
    }
}

void sc_record_answers(sc_recorder *r, scree_world *world)
{
    world->callbacks = r->callbacks;
    world->mixing.callback = r->mixing;
    world->mixing.context = r->mixing_context;
    sc_record_number(r, (uint64_t)r->answer_count, 4);
    for (int i = 0; i < r->answer_count; ++i)
    {
        const sc_recorded_answer *answer = &r->answers[i];
        sc_record_number(r, answer->kind, 1);
        sc_record_number(r, answer->key, 8);
        sc_record_number(r, answer->answer, 1);
        sc_record_number(r, answer->value_count, 1);
        for (int k = 0; k < answer->value_count; ++k)
        {
            sc_record_float(r, answer->values[k]);
        }
    }
}
