#include "core/stores/event_store.h"

#include "core/assert.h"
#include "scree/events.h"

static const sc_field begin_fields[] = {
    SC_FIELD(sc_events, scree_contact_begin, begins, SC_STATE, "####ppppffiffffff")};
static const sc_field end_fields[] = {
    SC_FIELD(sc_events, scree_contact_event, ends, SC_STATE, "#")};
static const sc_field hit_fields[] = {
    SC_FIELD(sc_events, scree_contact_hit, hits, SC_STATE, "####ffffff")};
static const sc_field pending_fields[] = {
    SC_FIELD(sc_events, scree_contact_event, pending, SC_UPDATED, "#")};
static const sc_table tables[] = {SC_TABLE(sc_events, begin_fields, begin_capacity),
                                  SC_TABLE(sc_events, end_fields, end_capacity),
                                  SC_TABLE(sc_events, hit_fields, hit_capacity),
                                  SC_TABLE(sc_events, pending_fields, pending_capacity)};

enum
{
    BEGINS,
    ENDS,
    HITS,
    PENDING
};

const sc_store sc_event_store = SC_STORE("events", tables);

bool sc_events_reserve(sc_events *events, sc_memory *memory, int begins, int ends, int hits)
{
    SC_ASSERT(begins >= 0 && ends >= 0 && hits >= 0);
    SC_ASSERT(events->reported >= 0 && events->pending_count <= events->pending_capacity);
    int64_t pending = (int64_t)events->pending_count + events->reported + begins;
    return sc_table_reserve(&tables[BEGINS], events, memory, begins) &&
           sc_table_reserve(&tables[ENDS], events, memory, (int64_t)events->pending_count + ends) &&
           sc_table_reserve(&tables[HITS], events, memory, hits) &&
           sc_table_reserve(&tables[PENDING], events, memory, pending);
}

static scree_shape_id event_shape_id(const sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_was_used(&shapes->ids, slot));
    uint64_t value = sc_ids_value(&shapes->ids, slot);
    bool gone = (shapes->flags[slot] & SC_SHAPE_GONE) != 0;
    // The generation that the shape had before it was destroyed. Generations wrap around to 0.
    uint64_t retired = (uint64_t)((shapes->ids.generation[slot] - 1u) & 0xffffffu) << 24;
    return (scree_shape_id){gone ? (value & ~(0xffffffull << 24)) | retired : value};
}

scree_contact_event sc_contact_event_of(const sc_shapes *shapes, int32_t a, int32_t b)
{
    SC_ASSERT(a != b);
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    return (scree_contact_event){event_shape_id(shapes, low), event_shape_id(shapes, high),
                                 shapes->body[low], shapes->body[high]};
}

void sc_note_contact_end(sc_events *events, const sc_shapes *shapes, sc_contacts *contacts,
                         int32_t index)
{
    SC_ASSERT(index >= SC_BLOCK && index < contacts->capacity);
    if (contacts->state[index] & SC_CONTACT_REPORTED)
    {
        SC_ASSERT(events->pending_count < events->pending_capacity);
        events->pending[events->pending_count++] =
            sc_contact_event_of(shapes, contacts->a[index], contacts->b[index]);
        contacts->state[index] &= (uint8_t)~SC_CONTACT_REPORTED;
        SC_ASSERT(events->reported > 0);
        --events->reported;
    }
}
