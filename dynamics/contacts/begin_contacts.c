/// The stage begin_contacts: adds contacts of pairs whose AABBs begin to overlap, and removes those
/// of pairs whose AABBs no longer overlap.
#include "dynamics/contacts/contact_set.h"

#include "broadphase/broadphase_policy.h"
#include "broadphase/aabbs.h"
#include "broadphase/pairs.h"
#include "broadphase/sort.h"
#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/contacts/classify.h"
#include "dynamics/contacts/mixing.h"
#include "simd/kernels.h"

#include <string.h>

enum
{
    GRAIN = 4096,  ///< contacts per range, a multiple of SC_BLOCK
    /// Bytes of a contact: its slots, AABBs and bit.
    OVERLAP_BYTES = 2 * (int)(sizeof(int32_t) + sizeof(sc_aabb)),
    NEW_GRAIN = 512,  ///< new pairs
    CLASS_BYTES = (int)sizeof(uint64_t) + 2,
    /// Bytes of a new pair: key, kinds of both shapes, the contact with its surface.
    COMMIT_BYTES = (int)(2 * sizeof(uint64_t) + 2 * sizeof(int32_t) + sizeof(sc_manifold) +
                         sizeof(sc_surface) + sizeof(float)),
    PAIRS_AHEAD = 12  ///< new pairs whose shapes are prefetched
};

typedef struct overlap_context
{
    const sc_step *step;
    uint16_t *overlapping;
} overlap_context;

static void test_overlaps(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const overlap_context *test = context;
    const sc_contacts *contacts = test->step->contacts;
    test->step->kernels->test_pair_overlaps(test->step->shapes->aabb, contacts->a, contacts->b,
                                            test->overlapping, range.begin, range.end);
}

static void test_half_spaces(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const overlap_context *test = context;
    const sc_contacts *contacts = test->step->contacts;
    const sc_shapes *shapes = test->step->shapes;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        uint16_t *bits = &test->overlapping[i / SC_BLOCK];
        bool reaches = sc_half_space_reaches(shapes, contacts->a[i], shapes->aabb[contacts->b[i]]);
        *bits = (uint16_t)((i % SC_BLOCK == 0 ? 0 : *bits) | reaches << i % SC_BLOCK);
    }
}

typedef int32_t class_counts[SC_CLASS_COUNT];

/// New pairs that are being added to the store.
typedef struct commit_context
{
    sc_step *step;
    /// By range: the number of new pairs of each class, later the place of the next one
    class_counts *at;
} commit_context;

static sc_pair_class class_of_pair(const sc_step *step, uint64_t key)
{
    SC_ASSERT(key >> 32 > 0 && key >> 32 < (key & 0xffffffffu));
    const uint8_t *kinds = step->shapes->kind;
    return sc_classify((sc_shape_kind)kinds[key >> 32], (sc_shape_kind)kinds[key & 0xffffffffu]);
}

static void count_classes(void *context, sc_range range)
{
    const commit_context *commit = context;
    int32_t *count = commit->at[range.index];
    memset(count, 0, sizeof(class_counts));
    for (int i = range.begin; i < range.end; ++i)
    {
        ++count[class_of_pair(commit->step, commit->step->pairs.keys[i]).contact_class];
    }
}

/// Prefetches the data of a shape that sc_mix_contact reads.
static void prefetch_mixed(const sc_shapes *shapes, int32_t slot)
{
    __builtin_prefetch(&shapes->material[slot]);
    __builtin_prefetch(&shapes->local[slot].radius);
}

static void add_contacts(void *context, sc_range range)
{
    const commit_context *commit = context;
    sc_contacts *contacts = commit->step->contacts;
    for (int i = range.begin; i < range.end; ++i)
    {
        const uint64_t *keys = commit->step->pairs.keys;
        if (i + PAIRS_AHEAD < range.end)
        {
            prefetch_mixed(commit->step->shapes, (int32_t)(keys[i + PAIRS_AHEAD] >> 32));
            prefetch_mixed(commit->step->shapes, (int32_t)(keys[i + PAIRS_AHEAD] & 0xffffffffu));
        }
        uint64_t key = keys[i];
        int32_t a = (int32_t)(key >> 32), b = (int32_t)(key & 0xffffffffu);
        sc_pair_class pair = class_of_pair(commit->step, key);
        int32_t at = commit->at[range.index][pair.contact_class]++;
        SC_ASSERT(at < contacts->first[pair.contact_class] + contacts->count[pair.contact_class]);
        SC_ASSERT((contacts->a[at] | contacts->b[at]) == 0);
#define CLEAR_NEW_CONTACT(type, name, role, format) contacts->name[at] = (type){0};
        SC_CONTACT_FIELDS(CLEAR_NEW_CONTACT)
        contacts->a[at] = pair.swap ? b : a;
        contacts->b[at] = pair.swap ? a : b;
        sc_mix_contact(commit->step, commit->step->contacts, at);
    }
}

/// Reserves room for the new contacts. If the store must grow for one class, other classes that are
/// almost full get more room too. Otherwise a growing world would copy the store once for each of
/// them. Returns false if out of memory.
static bool reserve_new_contacts(sc_step *step, int extra[SC_CLASS_COUNT])
{
    enum
    {
        AHEAD_FRACTION = 16
    };
    sc_contacts *contacts = step->contacts;
    int wanted[SC_CLASS_COUNT] = {0};
    bool moves = false;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        int room = contacts->limit[c] - contacts->count[c] - SC_BLOCK;
        SC_ASSERT(extra[c] >= 0);
        int ahead = contacts->count[c] / AHEAD_FRACTION;
        moves |= extra[c] > room && extra[c] > 0;
        wanted[c] = extra[c] <= room && ahead > extra[c] ? ahead : extra[c];
    }
    return sc_contacts_reserve(contacts, step->memory, moves ? wanted : extra);
}

static bool commit_pairs(sc_step *step)
{
    SC_ASSERT(step->pairs.new_count >= 0 &&
              (step->pairs.new_count == 0 || step->pairs.keys != NULL));
    SC_ASSERT_SLOW(sc_keys_are_rising(step->pairs.keys, step->pairs.new_count));
    static const sc_pass classes = {"classify_pairs", "pairs", CLASS_BYTES, -1};
    static const sc_pass testing = {"test_pair_overlaps", "pairs", OVERLAP_BYTES, -1};
    static const sc_pass adding = {"commit_pairs", "pairs", COMMIT_BYTES, -1};
    const int count = step->pairs.new_count, range_count = sc_range_count(count, NEW_GRAIN);
    commit_context commit = {step, SC_TAKE(step->arena, class_counts, range_count)};
    if (commit.at == NULL)
    {
        return false;
    }
    sc_run_pass(step, &classes, 0, count, NEW_GRAIN, count_classes, &commit);
    int extra[SC_CLASS_COUNT] = {0};
    for (int r = 0; r < range_count; ++r)
    {
        for (int c = 1; c < SC_CLASS_COUNT; ++c)
        {
            extra[c] += commit.at[r][c];
        }
    }
    if (!reserve_new_contacts(step, extra))
    {
        return false;
    }
    // Compute a bit for each contact: whether its AABBs still overlap. The bits are stored by
    // index, so compute them after the store has grown.
    sc_contacts *contacts = step->contacts;
    uint16_t *overlapping = SC_TAKE(step->arena, uint16_t, contacts->capacity / SC_BLOCK + 1);
    overlap_context context = {step, overlapping};
    for (int c = 1; overlapping != NULL && c < SC_CLASS_COUNT; ++c)
    {
        sc_run_pass(step, &testing, contacts->first[c], contacts->first[c] + contacts->count[c],
                    GRAIN, c == SC_CLASS_HALF_SPACE ? test_half_spaces : test_overlaps, &context);
    }
    if (overlapping == NULL || !sc_remove_separated(step, overlapping))
    {
        return false;
    }
    // The new pairs of each range go after the existing contacts of their class, in the order of
    // the pairs.
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int r = 0; r < range_count; ++r)
        {
            int32_t here = commit.at[r][c];
            commit.at[r][c] = contacts->first[c] + contacts->count[c];
            contacts->count[c] += here;
            SC_ASSERT(contacts->count[c] < contacts->limit[c] || contacts->count[c] == 0);
            contacts->version += (uint32_t)here;
        }
    }
    // The thread of the step calls the program's callback, in the order of the pairs.
    (step->mixing->callback != NULL ? sc_run_pass_alone : sc_run_pass)(
        step, &adding, 0, count, NEW_GRAIN, add_contacts, &commit);
    return true;
}

/// Removes contacts whose AABBs no longer overlap and adds those of the new pairs. If out of
/// memory, AABBs and contacts are as before the step.
bool sc_begin_contacts(sc_step *step)
{
    bool changed = sc_aabbs_changed(step);
    if (changed && !commit_pairs(step))
    {
        sc_rollback_pairs(step);
        return false;
    }
    sc_policy_after_contacts(step);
    sc_keep_static_grid(step);
    step->pairs.keys = NULL;
    sc_arena_rewind(step->arena, step->pairs.before);
    sc_set_work(step->profile, changed ? sc_contacts_count(step->contacts) : 0, "contacts", 0);
    return true;
}
