/// The class of a contact, and thus the kernel that collides its shapes, by the kinds of the two
/// shapes.
#ifndef SC_CLASSIFY_H
#define SC_CLASSIFY_H

#include "core/shape_records.h"
#include "core/contact_records.h"

#include <stdbool.h>

typedef struct sc_pair_class
{
    sc_contact_class contact_class;  ///< SC_CLASS_NONE: these two never collide
    bool swap;                       ///< the second shape is the contact's a
} sc_pair_class;

/// The class of a contact of two shapes, in either order. It does not depend on whether their
/// bodies can move.
sc_pair_class sc_classify(sc_shape_kind first, sc_shape_kind second);

#endif
