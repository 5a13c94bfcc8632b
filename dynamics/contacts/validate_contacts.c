/// Walks over contacts: their classes, and the pairs of shapes.
#include "broadphase/aabbs.h"
#include "core/require.h"
#include "dynamics/contacts/classify.h"
#include "dynamics/contacts/contact_set.h"

#include <stdlib.h>

const char *sc_validate_contacts(const sc_shapes *shapes, const sc_contacts *contacts)
{
    for (int i = 0; i < SC_BLOCK && contacts->capacity > 0; ++i)
    {
        REQUIRE(contacts->a[i] == 0 && contacts->b[i] == 0 && contacts->point_count[i] == 0);
    }
    for (int c = 1; c < SC_CLASS_COUNT && contacts->capacity > 0; ++c)
    {
        REQUIRE(contacts->first[c] % SC_BLOCK == 0 && contacts->limit[c] % SC_BLOCK == 0);
        REQUIRE(contacts->first[c] + contacts->limit[c] <= contacts->capacity);
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->limit[c]; ++i)
        {
            int32_t a = contacts->a[i], b = contacts->b[i];
            if (i >= contacts->first[c] + contacts->count[c])
            {
                REQUIRE(a == 0 && b == 0);
                continue;
            }
            REQUIRE(a > 0 && b > 0 && a != b && shapes->body_slot[a] != shapes->body_slot[b]);
            // A shape that waits for the purge may have been destroyed, or may have another kind
            // now.
            int flags = shapes->flags[a] | shapes->flags[b];
            sc_pair_class pair =
                sc_classify((sc_shape_kind)shapes->kind[a], (sc_shape_kind)shapes->kind[b]);
            REQUIRE((flags & (SC_SHAPE_GONE | SC_SHAPE_PURGE)) ||
                    ((int)pair.contact_class == c && !pair.swap));
            REQUIRE(contacts->point_count[i] <= 2);
        }
    }
    return NULL;
}

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

/// Whether begin_contacts keeps a pair with these AABBs. The AABB of a half-space is unbounded.
static bool may_have_pair(const sc_shapes *shapes, int32_t a, int32_t b, const sc_aabb *aabbs)
{
    return sc_aabbs_overlap(aabbs[a], aabbs[b]) &&
           (shapes->kind[a] != SC_KIND_HALF_SPACE || sc_half_space_reaches(shapes, a, aabbs[b]));
}

/// Appends the keys of a store's contacts to `keys`. Sets `wrong` to the fault of a pair, if it has
/// one.
static int list_pair_keys(const sc_shapes *shapes, const sc_contacts *contacts, uint64_t *keys,
                          const char **wrong)
{
    int n = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int32_t a = contacts->a[i], b = contacts->b[i];
            keys[n++] = (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
            // A shape that waits for the purge has no AABB.
            bool ends = ((shapes->flags[a] | shapes->flags[b]) & SC_SHAPE_PURGE) != 0;
            bool overlap = may_have_pair(shapes, a, b, shapes->aabb) ||
                           may_have_pair(shapes, a, b, shapes->previous);
            *wrong = ends || overlap ? *wrong : "the AABBs of a pair overlap";
        }
    }
    return n;
}

const char *sc_validate_pairs(const sc_shapes *shapes, const sc_contacts *awake,
                              const sc_contacts *asleep)
{
    int count = sc_contacts_count(awake) + sc_contacts_count(asleep);
    uint64_t *keys = malloc(sizeof *keys * ((size_t)count + 1));
    REQUIRE(keys != NULL);
    const char *wrong = NULL;
    int n = list_pair_keys(shapes, awake, keys, &wrong);
    n += list_pair_keys(shapes, asleep, keys + n, &wrong);
    qsort(keys, (size_t)n, sizeof *keys, compare_keys);
    for (int i = 1; i < n; ++i)
    {
        wrong = keys[i] == keys[i - 1] ? "a pair is there once" : wrong;
    }
    free(keys);
    return wrong;
}
