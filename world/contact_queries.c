/// Contacts and pairs, as returned by public calls.
#include "world/contact_queries.h"

#include "core/assert.h"
#include "core/maths.h"
#include "world/checks.h"
#include "queries/index/query_index.h"

static scree_shape_id shape_id(const scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_was_used(&world->shapes.ids, slot));
    return (scree_shape_id){sc_ids_value(&world->shapes.ids, slot)};
}

/// A contact of either store. Contacts of awake bodies come first.
typedef struct place
{
    const sc_contacts *store;  ///< null: past the last one
    int32_t i;
} place;

/// The first place from `from` on with a contact. Begins with {&world->contacts, 0}.
static place next_place(const scree_world *world, place from)
{
    const sc_contacts *stores[] = {&world->contacts, &world->sleep.contacts};
    for (int k = from.store == stores[1]; k < 2 && from.store != NULL; ++k)
    {
        const sc_contacts *store = stores[k];
        int32_t i = from.store == store ? from.i : 0;
        for (int c = 1; c < SC_CLASS_COUNT; ++c)
        {
            i = i < store->first[c] ? store->first[c] : i;
            if (i < store->first[c] + store->count[c])
            {
                return (place){store, i};
            }
        }
    }
    return (place){NULL, 0};
}

static place first_place(const scree_world *world)
{
    return next_place(world, (place){&world->contacts, 0});
}

static place place_after(const scree_world *world, place at)
{
    return next_place(world, (place){at.store, at.i + 1});
}

/// Whether a contact is still valid. Contacts of shapes that are marked for the purge, for example
/// because a call destroyed the shape or changed its filter, are removed in the next step.
static bool is_valid_contact(const scree_world *world, place at)
{
    int32_t a = at.store->a[at.i], b = at.store->b[at.i];
    // A contact may have no shapes yet: a mixing callback may call this while some new pairs of the
    // step only have a place in the store.
    return a != 0 && !((world->shapes.flags[a] | world->shapes.flags[b]) & SC_SHAPE_PURGE);
}

static scree_contact contact_at(const scree_world *world, place at)
{
    SC_ASSERT(is_valid_contact(world, at));
    return sc_contact_of(&world->bodies, &world->shapes, at.store, at.i);
}

/// The conditions for the contacts that a call returns.
typedef struct wanted
{
    int32_t body_slot, shape_slot;  ///< slot on either side; 0: any
    float min_impulse;              ///< summed over the points; 0: any
    int32_t other_slot;             ///< slot of the shape on the other side; 0: any
} wanted;

static float normal_impulse(const scree_world *world, place at)
{
    const sc_manifold *m = &at.store->manifold[at.i];
    int points = at.store->point_count[at.i];
    if (world->settings.measure_impulses)
    {
        return at.store->step_impulse[at.i].normal;
    }
    return sc_in_range_of_floats((points > 0 ? m->normal_impulse_0 : 0.0f) +
                                 (points > 1 ? m->normal_impulse_1 : 0.0f));
}

static float tangent_impulse(const scree_world *world, place at)
{
    const sc_manifold *m = &at.store->manifold[at.i];
    int points = at.store->point_count[at.i];
    if (world->settings.measure_impulses)
    {
        return at.store->step_impulse[at.i].tangent;
    }
    return sc_in_range_of_floats((points > 0 ? m->tangent_impulse_0 : 0.0f) +
                                 (points > 1 ? m->tangent_impulse_1 : 0.0f));
}

static bool is_wanted(const scree_world *world, place at, const wanted *wanted)
{
    int32_t a = at.store->a[at.i], b = at.store->b[at.i];
    const int32_t *body = world->shapes.body_slot;
    bool of_body =
        wanted->body_slot == 0 || body[a] == wanted->body_slot || body[b] == wanted->body_slot;
    bool of_shape = wanted->shape_slot == 0 || a == wanted->shape_slot || b == wanted->shape_slot;
    bool of_other = wanted->other_slot == 0 || a == wanted->other_slot || b == wanted->other_slot;
    return at.store->point_count[at.i] > 0 && of_body && of_shape && of_other &&
           (wanted->min_impulse == 0.0f || normal_impulse(world, at) >= wanted->min_impulse) &&
           is_valid_contact(world, at);
}

/// The first contact from a place on that the call returns.
static place find_contact(const scree_world *world, place at, const wanted *wanted)
{
    while (at.store != NULL && !is_wanted(world, at, wanted))
    {
        at = place_after(world, at);
    }
    return at;
}

void sc_visit_contacts(const scree_world *world, sc_contact_visit *visit, void *context)
{
    const wanted all = {0};
    place at = find_contact(world, first_place(world), &all);
    for (; at.store != NULL; at = find_contact(world, place_after(world, at), &all))
    {
        scree_contact contact = contact_at(world, at);
        visit(context, &contact, (at.store->state[at.i] & SC_CONTACT_PHASE) == SC_CONTACT_BEGINS);
    }
}

int scree_world_contacts(const scree_world *world, scree_contact *contacts, int capacity)
{
    const wanted all = {0};
    int count = 0;
    place at = world != NULL ? find_contact(world, first_place(world), &all) : (place){NULL, 0};
    for (; at.store != NULL; at = find_contact(world, place_after(world, at), &all))
    {
        if (count < capacity && contacts != NULL)
        {
            contacts[count] = contact_at(world, at);
        }
        ++count;
    }
    return count;
}

static scree_contact_side contact_side_of(const scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_was_used(&world->shapes.ids, slot));
    return sc_contact_side_of(&world->bodies, &world->shapes, slot);
}

static scree_contact_info info_at(const scree_world *world, place at)
{
    return (scree_contact_info){.a = contact_side_of(world, at.store->a[at.i]),
                                .b = contact_side_of(world, at.store->b[at.i]),
                                .normal_impulse = normal_impulse(world, at),
                                .tangent_impulse = tangent_impulse(world, at),
                                .contact = contact_at(world, at)};
}

/// Receives contacts: writes the first `capacity` of them to `infos`, or passes all to `visit`.
typedef struct info_sink
{
    scree_contact_info *infos;
    int capacity, count;
    sc_contact_info_visit *visit;  ///< null: write
    void *context;
} info_sink;

static void take_info(const scree_world *world, place at, info_sink *sink)
{
    if (sink->visit != NULL)
    {
        const scree_contact_info info = info_at(world, at);
        sink->visit(sink->context, &info);
    }
    else if (sink->count < sink->capacity && sink->infos != NULL)
    {
        sink->infos[sink->count] = info_at(world, at);
    }
    ++sink->count;
}

static void take_all(const scree_world *world, const wanted *wanted, info_sink *sink)
{
    for (place at = find_contact(world, first_place(world), wanted); at.store != NULL;
         at = find_contact(world, place_after(world, at), wanted))
    {
        take_info(world, at, sink);
    }
}

/// Does the same as take_all for the contacts of one body, in the order of scree_world_contacts.
static void take_of_body(const scree_world *world, int32_t body_slot, const wanted *wanted,
                         info_sink *sink)
{
    const sc_contact_index *index =
        world->stepping ? NULL : sc_contact_index_of(world->query_index);
    atomic_uint_fast64_t *looks = &world->query_index->contacts.looks;
    if (index == NULL)
    {
        int all = sc_contacts_count(&world->contacts) + sc_contacts_count(&world->sleep.contacts);
        atomic_fetch_add_explicit(looks, (uint64_t)all, memory_order_relaxed);
        take_all(world, wanted, sink);
        return;
    }
    bool listed = body_slot < index->bodies;
    const int32_t begin = listed ? index->first[body_slot] : 0;
    const int32_t end = listed ? index->first[body_slot + 1] : 0;
    atomic_fetch_add_explicit(looks, (uint64_t)(end - begin), memory_order_relaxed);
    for (int32_t k = begin; k < end; ++k)
    {
        int32_t i = index->contact[k];
        place at = i < 0 ? (place){&world->sleep.contacts, ~i} : (place){&world->contacts, i};
        if (is_wanted(world, at, wanted))
        {
            take_info(world, at, sink);
        }
    }
}

static int write_infos(const scree_world *world, const wanted *wanted, scree_contact_info *infos,
                       int capacity)
{
    info_sink sink = {.infos = infos, .capacity = capacity};
    take_all(world, wanted, &sink);
    return sink.count;
}

static int write_of_body(const scree_world *world, int32_t body_slot, const wanted *wanted,
                         scree_contact_info *infos, int capacity)
{
    info_sink sink = {.infos = infos, .capacity = capacity};
    take_of_body(world, body_slot, wanted, &sink);
    return sink.count;
}

void sc_visit_contact_infos(const scree_world *world, int32_t body_slot,
                            sc_contact_info_visit *visit, void *context)
{
    const wanted wanted = {.body_slot = body_slot};
    info_sink sink = {.visit = visit, .context = context};
    if (body_slot != 0)
    {
        take_of_body(world, body_slot, &wanted, &sink);
    }
    else
    {
        take_all(world, &wanted, &sink);
    }
}

int scree_world_contacts_above(const scree_world *world, float min_impulse,
                               scree_contact_info *contacts, int capacity)
{
    // If the threshold is NaN, no impulse reaches it.
    bool any = min_impulse <= 0.0f;
    const wanted wanted = {.min_impulse = any ? 0.0f : min_impulse};
    return world != NULL ? write_infos(world, &wanted, contacts, capacity) : 0;
}

int scree_body_contacts(const scree_world *world, scree_body_id body, scree_contact_info *contacts,
                        int capacity)
{
    int32_t row = sc_peek_row(world, body);
    const wanted wanted = {.body_slot = row >= 0 ? world->bodies.slot[row] : 0};
    return row >= 0 ? write_of_body(world, wanted.body_slot, &wanted, contacts, capacity) : 0;
}

int scree_shape_contacts(const scree_world *world, scree_shape_id shape,
                         scree_contact_info *contacts, int capacity)
{
    const wanted wanted = {.shape_slot = sc_peek_shape(world, shape)};
    int32_t body_slot = world != NULL ? world->shapes.body_slot[wanted.shape_slot] : 0;
    return wanted.shape_slot != 0 ? write_of_body(world, body_slot, &wanted, contacts, capacity)
                                  : 0;
}

scree_contact_key scree_contact_key_from_shapes(scree_shape_id a, scree_shape_id b)
{
    const bool in_order = (a.value & SC_MAX_SLOTS) <= (b.value & SC_MAX_SLOTS);
    return in_order ? (scree_contact_key){a, b} : (scree_contact_key){b, a};
}

/// Searches the contacts of the pair's dynamic body, because the ground may have many.
static int find_by_key(const scree_world *world, scree_contact_key key, scree_contact_info *info)
{
    const int32_t a = sc_peek_shape(world, key.shape_a), b = sc_peek_shape(world, key.shape_b);
    if (a == 0 || b == 0 || a == b)
    {
        return 0;
    }
    const sc_bodies *bodies = &world->bodies;
    const int32_t body_a = world->shapes.body_slot[a], body_b = world->shapes.body_slot[b];
    const bool by_a = bodies->type[bodies->row[body_a]] == SCREE_BODY_DYNAMIC;
    const wanted wanted = {.shape_slot = a, .other_slot = b};
    return write_of_body(world, by_a ? body_a : body_b, &wanted, info, 1);
}

bool scree_contact_is_valid(const scree_world *world, scree_contact_key contact)
{
    scree_contact_info info;
    return find_by_key(world, contact, &info) > 0;
}

scree_contact_info scree_contact_get_info(const scree_world *world, scree_contact_key contact)
{
    scree_contact_info info = {.normal_impulse = 0.0f};
    find_by_key(world, contact, &info);
    return info;
}

/// The order of pairs: by slot, the low bits of an id.
static bool pair_is_before(scree_shape_pair p, scree_shape_pair q)
{
    uint64_t mask = 0xffffffu;
    uint64_t x = (p.a.value & mask) << 24 | (p.b.value & mask),
             y = (q.a.value & mask) << 24 | (q.b.value & mask);
    return x < y;
}

/// Puts a pair at `at` into a heap with the last pair on top. Both subtrees of `at` must be heaps.
static void sift_down(scree_shape_pair *heap, int count, int at, scree_shape_pair pair)
{
    while (at < count / 2)
    {
        int below = 2 * at + 1;
        below += below + 1 < count && pair_is_before(heap[below], heap[below + 1]);
        if (!pair_is_before(pair, heap[below]))
        {
            break;
        }
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = pair;
}

static void make_pair_heap(scree_shape_pair *pairs, int count)
{
    for (int i = count / 2; i-- > 0;)
    {
        sift_down(pairs, count, i, pairs[i]);
    }
}

// Contacts are sorted by class, not by their shapes. The first pairs are found with a heap that
// drops its last pair for each pair that comes before it. Sorting the heap needs no memory, unlike
// qsort, which may allocate.
int scree_world_pairs(const scree_world *world, scree_shape_pair *pairs, int capacity)
{
    int count = 0, written = 0;
    capacity = pairs != NULL && capacity > 0 ? capacity : 0;
    place at = world != NULL ? first_place(world) : (place){NULL, 0};
    for (; at.store != NULL; at = place_after(world, at))
    {
        if (!is_valid_contact(world, at))
        {
            continue;
        }
        ++count;
        int32_t a = at.store->a[at.i], b = at.store->b[at.i];
        scree_shape_pair pair = {shape_id(world, a < b ? a : b), shape_id(world, a < b ? b : a)};
        if (written < capacity)
        {
            pairs[written++] = pair;
            if (written == capacity)
            {
                make_pair_heap(pairs, written);
            }
        }
        else if (capacity > 0 && pair_is_before(pair, pairs[0]))
        {
            sift_down(pairs, capacity, 0, pair);
        }
    }
    if (written < capacity)
    {
        make_pair_heap(pairs, written);
    }
    for (int end = written - 1; end > 0; --end)
    {
        scree_shape_pair last = pairs[0];
        sift_down(pairs, end, 0, pairs[end]);
        pairs[end] = last;
    }
    return count;
}

void sc_count_contacts(const scree_world *world, scree_counters *counters)
{
    const sc_sleep *sleep = &world->sleep;
    counters->pairs = sc_contacts_count(&world->contacts) + sc_contacts_count(&sleep->contacts);
    if (!world->shapes.purge_pending && world->contacts_counted)
    {
        // The counts of the last step are known, except those of sleeping bodies.
        counters->contacts += sleep->touching;
        counters->points += sleep->points;
        return;
    }
    counters->pairs = counters->contacts = counters->points = 0;
    for (place at = first_place(world); at.store != NULL; at = place_after(world, at))
    {
        int points = is_valid_contact(world, at) ? at.store->point_count[at.i] : 0;
        counters->pairs += is_valid_contact(world, at);
        counters->contacts += points > 0;
        counters->points += points;
    }
}
