#include "world/validate.h"

#include "core/classify.h"

#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition) \
    if (!(condition))      \
    {                      \
        return #condition; \
    }                      \
    (void)0

const char *sc_validate_bodies(const sc_bodies *bodies)
{
    int count = sc_body_count(bodies), dynamic = bodies->count[SC_GROUP_DYNAMIC], locked = 0;
    REQUIRE(count == 0 || count < bodies->capacity);
    for (int32_t row = 0; row < count; ++row)
    {
        int32_t slot = bodies->slot[row];
        REQUIRE(slot > 0 && slot < bodies->ids.used);
        REQUIRE(bodies->row[slot] == row);
        REQUIRE(bodies->id[row].value == sc_ids_value(&bodies->ids, slot));
        sc_group group = row < dynamic                   ? SC_GROUP_DYNAMIC
                         : row < sc_moving_count(bodies) ? SC_GROUP_KINEMATIC
                                                         : SC_GROUP_REST;
        REQUIRE(sc_bodies_wanted_group(bodies, row) == group);
        REQUIRE(group == SC_GROUP_DYNAMIC || bodies->inverse_mass[row] == 0.0f);
        REQUIRE(group != SC_GROUP_DYNAMIC || bodies->inverse_mass[row] > 0.0f);
        REQUIRE(!(bodies->flags[row] & SC_BODY_MARKED));
        locked += (bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
    }
    REQUIRE(locked == bodies->locked_count);
    return NULL;
}

static const char *validate_list(const sc_shapes *shapes, const sc_list *list, int flag,
                                 int *listed)
{
    for (int i = 0; i < list->count; ++i)
    {
        int32_t slot = list->slot[i];
        REQUIRE(slot > 0 && slot < shapes->ids.used);
        REQUIRE(shapes->list_at[slot] == i);
        REQUIRE(shapes->flags[slot] & flag);
    }
    for (int i = list->count; i < sc_pad_block(list->count); ++i)
    {
        REQUIRE(list->slot[i] == 0);
    }
    *listed += list->count;
    return NULL;
}

/// The pool within its memory, and each entry as often in use as live shapes say.
static const char *validate_pool(const sc_shapes *shapes)
{
    int64_t uses = 0;
    REQUIRE(shapes->geometry_used <= shapes->geometry_capacity);
    for (int32_t i = 0; i < shapes->geometry_used / 4; ++i)
    {
        uses += shapes->geometry_uses[i];
    }
    REQUIRE(uses == shapes->count);
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        int32_t start = shapes->geometry_start[slot], floats = shapes->geometry_floats[slot];
        bool live = (shapes->ids.generation[slot] & 1u) != 0;
        REQUIRE(!live || (start > 0 && floats > 0 && start + floats <= shapes->geometry_used));
        REQUIRE(!live || shapes->geometry_uses[start / 4] > 0);
    }
    return NULL;
}

const char *sc_validate_shapes(const sc_bodies *bodies, const sc_shapes *shapes)
{
    int listed = 0, owned = 0, disabled = 0;
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
    {
        const char *wrong = validate_list(shapes, &shapes->active[kind], SC_SHAPE_ACTIVE, &listed);
        REQUIRE(wrong == NULL);
    }
    REQUIRE(validate_list(shapes, &shapes->resting, SC_SHAPE_RESTING, &listed) == NULL);
    REQUIRE(validate_list(shapes, &shapes->half_spaces, SC_SHAPE_RESTING, &listed) == NULL);
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int count = 0;
        for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
        {
            REQUIRE(shapes->body_slot[slot] == bodies->slot[row]);
            REQUIRE(!(shapes->flags[slot] & SC_SHAPE_GONE));
            ++count;
        }
        REQUIRE(count == bodies->shape_count[row]);
        owned += count;
        disabled += bodies->flags[row] & SC_BODY_DISABLED ? count : 0;
    }
    REQUIRE(owned == shapes->count);
    REQUIRE(listed == shapes->count - disabled);
    return validate_pool(shapes);
}

const char *sc_validate_contacts(const sc_shapes *shapes, const sc_contacts *contacts)
{
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
            // A shape that is about to go may have given its kind away.
            int flags = shapes->flags[a] | shapes->flags[b];
            sc_pair_class pair =
                sc_classify((sc_shape_kind)shapes->kind[a], (sc_shape_kind)shapes->kind[b]);
            REQUIRE((flags & SC_SHAPE_GONE) || ((int)pair.contact_class == c && !pair.swap));
            REQUIRE(contacts->point_count[i] <= 2);
        }
    }
    return NULL;
}

const char *sc_validate_constraints(const sc_constraints *constraints)
{
    for (int i = 0; constraints->valid && i < constraints->block_count; ++i)
    {
        const sc_contact_block *block = &constraints->blocks[i];
        const int32_t *contact = constraints->contact + (ptrdiff_t)i * SC_BLOCK;
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            for (int k = 0; k < l && contact[l] != 0; ++k)
            {
                int32_t a = block->row_a[l], b = block->row_b[l];
                bool mine = contact[k] != 0;
                bool shares_a = a < constraints->dynamic_count &&
                                (a == block->row_a[k] || a == block->row_b[k]);
                bool shares_b = b < constraints->dynamic_count &&
                                (b == block->row_a[k] || b == block->row_b[k]);
                REQUIRE(!mine || (!shares_a && !shares_b));
            }
        }
    }
    return NULL;
}

static const char *validate_soft_blocks(const sc_soft_bodies *soft)
{
    for (int32_t i = 0; i < soft->block_count; ++i)
    {
        const sc_edge_block *block = &soft->blocks[i];
        for (int l = 0; l < SC_BLOCK && block->a[l] != block->b[l]; ++l)
        {
            REQUIRE(block->a[l] < soft->vertex_count && block->b[l] < soft->vertex_count);
            for (int k = 0; k < l; ++k)
            {
                REQUIRE(block->a[l] != block->a[k] && block->a[l] != block->b[k]);
                REQUIRE(block->b[l] != block->a[k] && block->b[l] != block->b[k]);
            }
        }
    }
    return NULL;
}

const char *sc_validate_soft(const sc_soft_bodies *soft)
{
    int32_t vertices = 0, edges = 0, corners = 0;
    for (int32_t row = 0; row < soft->body_count; ++row)
    {
        const sc_soft_body *body = &soft->bodies[row];
        REQUIRE(soft->row[body->slot] == row);
        REQUIRE(body->id.value == sc_ids_value(&soft->ids, body->slot));
        REQUIRE(body->first_vertex == vertices && body->first_edge == edges);
        REQUIRE(body->first_corner == corners && body->vertex_count > 0);
        for (int32_t i = edges; i < edges + body->edge_count; ++i)
        {
            REQUIRE(soft->edges[i].a >= 0 && soft->edges[i].a < body->vertex_count);
            REQUIRE(soft->edges[i].b >= 0 && soft->edges[i].b < body->vertex_count);
        }
        vertices += body->vertex_count;
        edges += body->edge_count;
        corners += body->corner_count;
    }
    REQUIRE(vertices == soft->vertex_count && edges == soft->edge_count);
    REQUIRE(corners == soft->corner_count);
    for (int32_t i = 0; i < soft->tie_count; ++i)
    {
        REQUIRE((soft->ids.generation[soft->ties[i].soft_slot] & 1u) != 0);
    }
    return soft->coloured ? validate_soft_blocks(soft) : NULL;
}

const char *sc_validate(const scree_world *world)
{
    const char *wrong = sc_validate_bodies(&world->bodies);
    wrong = wrong == NULL ? sc_validate_shapes(&world->bodies, &world->shapes) : wrong;
    wrong = wrong == NULL ? sc_validate_contacts(&world->shapes, &world->contacts) : wrong;
    wrong = wrong == NULL ? sc_validate_soft(&world->soft) : wrong;
    return wrong == NULL ? sc_validate_constraints(&world->constraints) : wrong;
}

#ifdef SC_VALIDATE_STAGES
void sc_validate_or_abort(const scree_world *world, const char *stage)
{
    const char *wrong = sc_validate(world);
    if (wrong != NULL)
    {
        fprintf(stderr, "after %s: not true that %s\n", stage, wrong);
        abort();
    }
}
#endif
