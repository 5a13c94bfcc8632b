#include "dynamics/contacts/classify.h"

#include "core/assert.h"

// clang-format off
/// The first index is the later one of the two kinds in sc_shape_kind, the second index the other
/// one.
static const sc_contact_class class_of[SC_KIND_COUNT][SC_KIND_COUNT] = {
    [SC_KIND_CIRCLE] = {
        [SC_KIND_CIRCLE] = SC_CLASS_CIRCLE_CIRCLE,
    },
    [SC_KIND_BOX] = {
        [SC_KIND_CIRCLE] = SC_CLASS_BOX_CIRCLE,
        [SC_KIND_BOX] = SC_CLASS_BOX_BOX,
    },
    [SC_KIND_CONVEX4] = {
        [SC_KIND_CIRCLE] = SC_CLASS_CONVEX4_CIRCLE,
        [SC_KIND_BOX] = SC_CLASS_CONVEX4_CONVEX4,
        [SC_KIND_CONVEX4] = SC_CLASS_CONVEX4_CONVEX4,
    },
    [SC_KIND_CONVEX8] = {
        [SC_KIND_CIRCLE] = SC_CLASS_CONVEX8_CIRCLE,
        [SC_KIND_BOX] = SC_CLASS_CONVEX8_CONVEX8,
        [SC_KIND_CONVEX4] = SC_CLASS_CONVEX8_CONVEX8,
        [SC_KIND_CONVEX8] = SC_CLASS_CONVEX8_CONVEX8,
    },
    [SC_KIND_POLYGON] = {
        [SC_KIND_CIRCLE] = SC_CLASS_POLYGON,
        [SC_KIND_BOX] = SC_CLASS_POLYGON,
        [SC_KIND_CONVEX4] = SC_CLASS_POLYGON,
        [SC_KIND_CONVEX8] = SC_CLASS_POLYGON,
        [SC_KIND_POLYGON] = SC_CLASS_POLYGON,
    },
    [SC_KIND_HALF_SPACE] = {
        [SC_KIND_CIRCLE] = SC_CLASS_HALF_SPACE,
        [SC_KIND_BOX] = SC_CLASS_HALF_SPACE,
        [SC_KIND_CONVEX4] = SC_CLASS_HALF_SPACE,
        [SC_KIND_CONVEX8] = SC_CLASS_HALF_SPACE,
        [SC_KIND_POLYGON] = SC_CLASS_HALF_SPACE,
        [SC_KIND_HALF_SPACE] = SC_CLASS_NONE,
    },
};
// clang-format on

// In sc_shape_kind, kinds that are harder to collide come later, and shape a of every class has the
// later kind.
_Static_assert(SC_KIND_CIRCLE < SC_KIND_BOX && SC_KIND_BOX < SC_KIND_CONVEX4 &&
                   SC_KIND_CONVEX4 < SC_KIND_CONVEX8 && SC_KIND_CONVEX8 < SC_KIND_POLYGON &&
                   SC_KIND_POLYGON < SC_KIND_HALF_SPACE,
               "sc_classify swaps by the order of the kinds");

sc_pair_class sc_classify(sc_shape_kind first, sc_shape_kind second)
{
    SC_ASSERT(first < SC_KIND_COUNT && second < SC_KIND_COUNT);
    bool swap = first < second;
    return (sc_pair_class){swap ? class_of[second][first] : class_of[first][second], swap};
}
