/// The names that programs give bodies. The store takes no memory before the first name is given.
#ifndef SC_BODY_NAMES_H
#define SC_BODY_NAMES_H

#include "core/stores/store.h"
#include "scree/id.h"

typedef struct sc_body_name
{
    scree_body_id
        body;  ///< the owner of the name; the name is not valid for a later body in the slot
    char text[32];
} sc_body_name;

typedef struct sc_body_names
{
    sc_body_name *name;  ///< by slot
    int32_t capacity;
} sc_body_names;

extern const sc_store sc_body_name_store;

#endif
