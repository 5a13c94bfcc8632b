#include "core/stores/chains.h"

#include "core/assert.h"

#define CHAIN_FIELD(type, name, role, format) SC_FIELD(sc_chains, type, name, role, format),
static const sc_field slot_fields[] = {SC_ID_FIELDS(sc_chains) SC_CHAIN_SLOTS(CHAIN_FIELD)};
static const sc_field shape_fields[] = {SC_CHAIN_SHAPES(CHAIN_FIELD)};

enum
{
    BY_SLOT,
    BY_SHAPE
};

static const sc_table tables[] = {SC_TABLE(sc_chains, slot_fields, ids.capacity),
                                  SC_TABLE(sc_chains, shape_fields, link_capacity)};
const sc_store sc_chain_store = SC_STORE("chains", tables);

bool sc_chains_reserve(sc_chains *chains, sc_memory *memory, int32_t shape_slots)
{
    SC_ASSERT(shape_slots >= 0);
    return sc_table_reserve(&tables[BY_SLOT], chains, memory, sc_ids_needed(&chains->ids, 1)) &&
           sc_table_reserve(&tables[BY_SHAPE], chains, memory, shape_slots);
}

int32_t sc_chains_add(sc_chains *chains, int32_t body_slot)
{
    SC_ASSERT(body_slot > 0);
    int32_t chain = sc_ids_take(&chains->ids);
    chains->body_slot[chain] = body_slot;
    chains->first[chain] = chains->last[chain] = 0;
    chains->count[chain] = chains->places[chain] = 0;
    chains->loop[chain] = chains->two_sided[chain] = 0;
    return chain;
}

void sc_chains_append(sc_chains *chains, int32_t chain, int32_t shape_slot)
{
    SC_ASSERT(sc_slot_is_live(&chains->ids, chain));
    SC_ASSERT(shape_slot > 0 && shape_slot < chains->link_capacity);
    SC_ASSERT(chains->link[shape_slot].chain == 0);
    SC_ASSERT(chains->count[chain] <= chains->places[chain]);
    int32_t last = chains->last[chain];
    SC_ASSERT((last == 0) == (chains->count[chain] == 0));
    SC_ASSERT(last == 0 || chains->link[last].next == 0);
    chains->link[shape_slot] = (sc_chain_link){chain, chains->places[chain], 0, last};
    *(last != 0 ? &chains->link[last].next : &chains->first[chain]) = shape_slot;
    chains->last[chain] = shape_slot;
    ++chains->count[chain];
    ++chains->places[chain];
}

void sc_chains_remove(sc_chains *chains, int32_t shape_slot)
{
    SC_ASSERT(shape_slot > 0 && shape_slot < chains->link_capacity);
    sc_chain_link own = chains->link[shape_slot];
    SC_ASSERT(sc_slot_is_live(&chains->ids, own.chain) && chains->count[own.chain] > 0);
    int32_t *from_before =
        own.previous != 0 ? &chains->link[own.previous].next : &chains->first[own.chain];
    int32_t *from_after =
        own.next != 0 ? &chains->link[own.next].previous : &chains->last[own.chain];
    SC_ASSERT(*from_before == shape_slot && *from_after == shape_slot);
    *from_before = own.next;
    *from_after = own.previous;
    chains->link[shape_slot] = (sc_chain_link){0};
    if (--chains->count[own.chain] == 0)
    {
        SC_ASSERT(chains->first[own.chain] == 0 && chains->last[own.chain] == 0);
        sc_ids_retire(&chains->ids, own.chain);
        sc_ids_recycle(&chains->ids, own.chain);
    }
}
