#include "core/stores/body_names.h"

static const sc_field fields[] = {
    SC_FIELD(sc_body_names, sc_body_name, name, SC_STATE, "#bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")};
static const sc_table tables[] = {SC_TABLE(sc_body_names, fields, capacity)};
const sc_store sc_body_name_store = SC_STORE("names", tables);
