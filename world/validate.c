#include "world/validate.h"

#include "dynamics/contacts/classify.h"
#include "dynamics/bodies/rows.h"
#include "world/mass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *sc_validate_bodies(const sc_bodies *bodies)
{
    int count = sc_body_count(bodies), dynamic = bodies->count[SC_GROUP_DYNAMIC], locked = 0;
    REQUIRE(count == 0 || count < bodies->capacity);
    bool rest_is_clear =
        sc_table_is_clear(&sc_body_store.tables[1], bodies, count, bodies->capacity);
    REQUIRE(rest_is_clear);
    for (int32_t row = 0; row < count; ++row)
    {
        int32_t slot = bodies->slot[row];
        REQUIRE(slot > 0 && slot < bodies->ids.used);
        REQUIRE(bodies->row[slot] == row);
        REQUIRE(sc_is_finite(bodies->x[row]) && sc_is_finite(bodies->y[row]));
        REQUIRE(sc_is_finite(bodies->pose[row].x) && sc_is_finite(bodies->pose[row].y));
        REQUIRE(sc_is_finite(bodies->cos[row]) && sc_is_finite(bodies->sin[row]));
        REQUIRE(bodies->id[row].value == sc_ids_value(&bodies->ids, slot));
        sc_group group = row < dynamic                    ? SC_GROUP_DYNAMIC
                         : row < sc_moving_count(bodies)  ? SC_GROUP_KINEMATIC
                         : sc_row_is_dynamic(bodies, row) ? SC_GROUP_ASLEEP
                                                          : SC_GROUP_REST;
        REQUIRE(sc_bodies_wanted_group(bodies, row) == group);
        REQUIRE(sc_row_is_dynamic(bodies, row) == (bodies->inverse_mass[row] > 0.0f));
        int sleep = bodies->flags[row] & (SC_BODY_ASLEEP | SC_BODY_WAKES);
        REQUIRE(group == SC_GROUP_ASLEEP ? sleep != SC_BODY_WAKES : sleep == 0);
        REQUIRE(!(bodies->flags[row] & SC_BODY_MARKED));
        sc_pose now = sc_body_origin(bodies, row);
        bool came_here = bodies->keeps_previous && row >= sc_moving_count(bodies);
        REQUIRE(!came_here || memcmp(&bodies->previous[slot], &now, sizeof now) == 0);
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

/// Where a shape lies relative to its body's centre of mass, unless the next step is to compute it.
static bool is_centred(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row, int32_t slot)
{
    const float *origin = shapes->origin[slot];
    const sc_shape_local *local = &shapes->local[slot];
    return bodies->flags[row] & SC_BODY_RECENTRED
               ? bodies->recentred
               : local->x == origin[0] - bodies->center_x[row] &&
                     local->y == origin[1] - bodies->center_y[row];
}

static bool reach_is_kept(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row)
{
    const sc_body_reach reach = sc_reach_of(bodies, shapes, row);
    return bodies->flags[row] & SC_BODY_RECENTRED ||
           (bodies->safe[row] == reach.safe && bodies->arm[row] == reach.arm &&
            bodies->extent[row] == reach.extent);
}

/// A mass sum against that of all shapes, which is the same to the bit in any order.
static const char *validate_mass_sum(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row)
{
    sc_mass_sum sum = {0};
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        scree_mass_data part = sc_shape_mass(shapes, slot);
        sc_mass_sum_add(&sum, &part, 1);
    }
    REQUIRE(memcmp(&sum, bodies->mass_sum[row], sizeof sum) == 0);
    return NULL;
}

const char *sc_validate_shapes(const sc_bodies *bodies, const sc_shapes *shapes)
{
    int listed = 0, owned = 0, disabled = 0;
    bool null_shape_is_clear = true;
    for (int i = 0; i < sc_shape_store.tables[0].field_count; ++i)
    {
        // Kernels run over the null shape too, and place it.
        sc_table one = {&sc_shape_store.tables[0].fields[i], 1, 0};
        null_shape_is_clear &= one.fields->role > SC_STATE || sc_table_is_clear(&one, shapes, 0, 1);
    }
    REQUIRE(null_shape_is_clear);
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
    {
        REQUIRE_VALID(validate_list(shapes, &shapes->active[kind], SC_SHAPE_ACTIVE, &listed));
    }
    REQUIRE_VALID(validate_list(shapes, &shapes->static_list, SC_SHAPE_STATIC, &listed));
    REQUIRE_VALID(validate_list(shapes, &shapes->half_spaces, SC_SHAPE_STATIC, &listed));
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int count = 0;
        int32_t newer = 0;
        for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
        {
            REQUIRE(shapes->newer[slot] == newer);
            newer = slot;
            REQUIRE(shapes->body_slot[slot] == bodies->slot[row]);
            REQUIRE(!(shapes->flags[slot] & SC_SHAPE_GONE));
            REQUIRE(is_centred(bodies, shapes, row, slot));
            ++count;
        }
        REQUIRE(count == bodies->shape_count[row]);
        REQUIRE(count == 0 || reach_is_kept(bodies, shapes, row));
        bool dynamic = bodies->type[row] == SCREE_BODY_DYNAMIC;
        REQUIRE(dynamic || bodies->mass_sum[row] == NULL);
        REQUIRE(!dynamic || count <= SC_SUMMED_SHAPES || bodies->mass_sum[row] != NULL);
        REQUIRE(bodies->mass_sum[row] == NULL || validate_mass_sum(bodies, shapes, row) == NULL);
        owned += count;
        disabled += bodies->flags[row] & SC_BODY_DISABLED ? count : 0;
    }
    REQUIRE(owned == shapes->count);
    REQUIRE(listed == shapes->count - disabled);
    return validate_pool(shapes);
}

/// The segments of one chain.
static const char *validate_chain(const sc_chains *chains, const sc_shapes *shapes, int32_t chain)
{
    int32_t previous = 0, count = 0;
    for (int32_t slot = chains->first[chain]; slot != 0; slot = chains->link[slot].next)
    {
        sc_chain_link link = chains->link[slot];
        REQUIRE(link.chain == chain && link.previous == previous);
        REQUIRE(link.place < chains->places[chain]);
        REQUIRE(previous == 0 || link.place > chains->link[previous].place);
        REQUIRE(shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT);
        REQUIRE(shapes->body_slot[slot] == chains->body_slot[chain]);
        REQUIRE(shapes->geometry_floats[slot] == SC_CHAIN_FLOATS);
        REQUIRE(shapes->geometry_uses[shapes->geometry_start[slot] / 4] == 1);
        int flags = (int)shapes->geometry[shapes->geometry_start[slot]];
        bool joined = previous != 0 && link.place == chains->link[previous].place + 1;
        REQUIRE(link.place == 0 || joined == ((flags & SC_CHAIN_BEFORE) != 0));
        previous = slot;
        ++count;
    }
    REQUIRE(previous == chains->last[chain] && count > 0 && count == chains->count[chain]);
    return NULL;
}

const char *sc_validate_chains(const sc_chains *chains, const sc_shapes *shapes)
{
    int32_t linked = 0, listed = 0;
    for (int32_t slot = 0; slot < chains->link_capacity; ++slot)
    {
        linked += chains->link[slot].chain != 0;
    }
    for (int32_t chain = 1; chain < chains->ids.used; ++chain)
    {
        if ((chains->ids.generation[chain] & 1u) != 0)
        {
            REQUIRE_VALID(validate_chain(chains, shapes, chain));
            listed += chains->count[chain];
        }
    }
    REQUIRE(linked == listed && listed == shapes->chain_count);
    return NULL;
}

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
            // A shape that is about to go may have given its kind away, or has another one now.
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

/// What a walk over the coloured blocks notes.
typedef struct colour_walk
{
    const sc_constraints *constraints;
    uint64_t *masks;  ///< by dynamic row: the colours of its contacts
    uint8_t *seen;    ///< by contact: it has a lane
    int32_t *groups;  ///< by row
    int32_t contacts;
} colour_walk;

static uint64_t mask_of(const colour_walk *walk, int32_t row)
{
    return row < walk->constraints->dynamic_count ? walk->masks[row] : 0;
}

/// Takes a colour for a body; false if another contact of that colour has it already.
static bool take_colour(const colour_walk *walk, int32_t row, int colour)
{
    if (row >= walk->constraints->dynamic_count || colour == SC_COLOURS)
    {
        return true;
    }
    bool free = (walk->masks[row] >> colour & 1u) == 0;
    walk->masks[row] |= 1ull << colour;
    return free;
}

/// The hub of a block without a colour.
static const sc_hub_block *hub_of(const sc_constraints *constraints, int32_t at)
{
    const sc_island_group *shared = &constraints->groups[SC_SHARED_GROUP];
    const sc_batch *two = &shared->batches[SC_CONTACT_TWO_POINTS];
    const sc_batch *one = &shared->batches[SC_CONTACT_ONE_POINT];
    int32_t index =
        at < two->end[SC_COLOURS]
            ? (at - sc_colour_begin(two, SC_COLOURS)) / SC_BLOCK
            : sc_hub_blocks_of(two) + (at - sc_colour_begin(one, SC_COLOURS)) / SC_BLOCK;
    return &constraints->hub_blocks[index];
}

static int32_t body_of(const sc_constraints *constraints, int32_t at, int32_t row)
{
    return row < 0 ? hub_of(constraints, at)->row : row;
}

/// Whether lanes of a hub share no other body.
static bool others_differ(const sc_constraints *constraints, int32_t at)
{
    const sc_block_rows *rows = &constraints->rows[at / SC_BLOCK];
    const int32_t *a = rows->a, *b = rows->b;
    int l = at % SC_BLOCK, other = a[l] < 0 ? b[l] : a[l];
    bool differ = true;
    for (int k = 0; k < l; ++k)
    {
        differ &=
            (a[k] < 0 ? b[k] : a[k]) != other || other / SC_ROW_STEP >= constraints->dynamic_count;
    }
    return differ;
}

/// Lane `at` of all lanes, of a group.
static const char *walk_lane(colour_walk *walk, int32_t at, int colour, int group, int32_t capacity)
{
    const sc_constraints *constraints = walk->constraints;
    const sc_block_rows *rows = &constraints->rows[at / SC_BLOCK];
    int32_t static_row = sc_pad_block(constraints->moving_count);
    int32_t contact = constraints->contact[at];
    int32_t a = rows->a[at % SC_BLOCK] / SC_ROW_STEP, b = rows->b[at % SC_BLOCK] / SC_ROW_STEP;
    // Empty lanes are the last of their block.
    REQUIRE(contact == 0 || contact >= SC_BLOCK);
    REQUIRE(contact == 0 || at % SC_BLOCK == 0 || constraints->contact[at - 1] != 0);
    if (colour == SC_COLOURS)
    {
        const sc_hub_block *hub = hub_of(constraints, at);
        REQUIRE(hub->row >= 0 && hub->row < constraints->dynamic_count);
        REQUIRE((at % SC_BLOCK < hub->lane_count) == (contact != 0));
    }
    if (colour == SC_COLOURS && contact != 0)
    {
        REQUIRE((a < 0) != (b < 0));
        REQUIRE((a < 0 ? a : b) == at % SC_BLOCK - SC_HUB_ROWS);
        a = body_of(constraints, at, a);
        b = body_of(constraints, at, b);
        REQUIRE(a != b);
        REQUIRE(others_differ(constraints, at));
    }
    REQUIRE(a >= 0 && (a < constraints->moving_count || a == static_row));
    REQUIRE(b >= 0 && (b < constraints->moving_count || b == static_row));
    if (contact == 0)
    {
        REQUIRE(a == static_row && b == static_row);
        return NULL;
    }
    REQUIRE(contact > 0 && contact < capacity && !walk->seen[contact]);
    REQUIRE(a < constraints->dynamic_count || b < constraints->dynamic_count);
    REQUIRE(a == static_row || walk->groups[a] == group);
    REQUIRE(b == static_row || walk->groups[b] == group);
    bool both_free = take_colour(walk, a, colour) && take_colour(walk, b, colour);
    REQUIRE(both_free);
    walk->seen[contact] = 1;
    ++walk->contacts;
    return NULL;
}

/// Each contact has the lowest colour that was free: the lower ones are all taken by its bodies.
static const char *walk_lower_colours(const colour_walk *walk, const sc_batch *batch, int32_t first)
{
    const sc_constraints *constraints = walk->constraints;
    for (int colour = 0; colour <= SC_COLOURS; ++colour)
    {
        uint64_t lower = colour < SC_COLOURS ? (1ull << colour) - 1 : UINT64_MAX;
        int32_t end = first + batch->end[colour];
        for (int32_t at = first + sc_colour_begin(batch, colour); at < end; ++at)
        {
            const sc_block_rows *rows = &constraints->rows[at / SC_BLOCK];
            uint64_t taken =
                mask_of(walk, body_of(constraints, at, rows->a[at % SC_BLOCK] / SC_ROW_STEP)) |
                mask_of(walk, body_of(constraints, at, rows->b[at % SC_BLOCK] / SC_ROW_STEP));
            // Impacts that come after others have a colour above those.
            bool lowest_free =
                constraints->contact[at] == 0 || (taken & lower) == lower || constraints->has_late;
            REQUIRE(lowest_free);
        }
    }
    return NULL;
}

static const char *walk_group(colour_walk *walk, int index, int32_t capacity)
{
    const sc_island_group *group = &walk->constraints->groups[index];
    const int32_t first = group->first_block * SC_BLOCK;
    int32_t lane = 0;
    for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
    {
        const sc_batch *batch = &group->batches[type];
        REQUIRE(batch->begin == lane);
        for (int colour = 0; colour <= SC_COLOURS; ++colour)
        {
            REQUIRE(batch->end[colour] >= lane && batch->end[colour] % SC_BLOCK == 0);
            REQUIRE(batch->end[colour] / SC_BLOCK <= group->block_count);
            for (; lane < batch->end[colour]; ++lane)
            {
                REQUIRE(colour < SC_COLOURS || index == SC_SHARED_GROUP);
                REQUIRE_VALID(walk_lane(walk, first + lane, colour, index, capacity));
            }
        }
    }
    REQUIRE(lane / SC_BLOCK == group->block_count);
    return NULL;
}

/// Each row that moves is in one group.
static const char *walk_ranges(const colour_walk *walk)
{
    const sc_constraints *constraints = walk->constraints;
    const int ranges = constraints->shared_row_count + constraints->group_count - 1;
    int64_t rows = 0;
    for (int i = 0; i < ranges; ++i)
    {
        int group = i < constraints->shared_row_count ? SC_SHARED_GROUP
                                                      : i - constraints->shared_row_count + 1;
        const sc_row_range range = group == SC_SHARED_GROUP ? constraints->shared_rows[i]
                                                            : constraints->groups[group].rows;
        REQUIRE(range.begin >= 0 && range.begin < range.end);
        REQUIRE(range.end <= constraints->moving_count);
        REQUIRE(group == SC_SHARED_GROUP || range.end <= constraints->dynamic_count);
        for (int32_t row = range.begin; row < range.end; ++row)
        {
            REQUIRE(walk->groups[row] == -1);
            walk->groups[row] = group;
        }
        rows += range.end - range.begin;
    }
    REQUIRE(rows == constraints->moving_count);
    return NULL;
}

/// No two contacts of a colour share a dynamic body; each has the lowest colour that was free;
/// bodies' masks are kept; every contact with points has one lane.
static const char *walk_colours(colour_walk *walk, const sc_contacts *contacts)
{
    const sc_constraints *constraints = walk->constraints;
    REQUIRE_VALID(walk_ranges(walk));
    int32_t block = 0;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        const sc_island_group *group = &constraints->groups[g];
        REQUIRE(group->first_block == block);
        REQUIRE(g == SC_SHARED_GROUP || group->block_count <= constraints->largest_group);
        REQUIRE_VALID(walk_group(walk, g, contacts->capacity));
        block += group->block_count;
    }
    REQUIRE(block == constraints->block_count);
    bool masks_kept = memcmp(walk->masks, constraints->masks,
                             sizeof *walk->masks * (size_t)constraints->dynamic_count) == 0;
    REQUIRE(masks_kept);
    for (int i = 0; i < constraints->group_count * SC_CONSTRAINT_TYPE_COUNT; ++i)
    {
        const sc_island_group *group = &constraints->groups[i / SC_CONSTRAINT_TYPE_COUNT];
        REQUIRE_VALID(walk_lower_colours(walk, &group->batches[i % SC_CONSTRAINT_TYPE_COUNT],
                                         group->first_block * SC_BLOCK));
    }
    REQUIRE(walk->contacts == constraints->contact_count);
    // The contacts may have changed since.
    bool same = constraints->contact_version == contacts->version;
    for (int c = 1; same && c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int coloured = contacts->state[i] >> SC_CONTACT_COLOURED_BIT;
            REQUIRE((coloured > 0) == (walk->seen[i] != 0));
        }
    }
    return NULL;
}

const char *sc_validate_constraints(const sc_constraints *constraints, const sc_contacts *contacts)
{
    if (!constraints->valid)
    {
        return NULL;
    }
    colour_walk walk = {.constraints = constraints,
                        .masks = calloc((size_t)constraints->dynamic_count + 1, sizeof *walk.masks),
                        .seen = calloc((size_t)contacts->capacity + 1, sizeof *walk.seen),
                        .groups =
                            malloc(((size_t)constraints->moving_count + 1) * sizeof(int32_t))};
    bool taken = walk.masks != NULL && walk.seen != NULL && walk.groups != NULL;
    for (int i = 0; taken && i < constraints->moving_count; ++i)
    {
        walk.groups[i] = -1;
    }
    const char *wrong = taken ? walk_colours(&walk, contacts) : "there is memory for the walk";
    free(walk.masks);
    free(walk.seen);
    free(walk.groups);
    return wrong;
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

static const char *validate_attachments(const sc_soft_bodies *soft)
{
    int32_t gaps = 0, attached = 0;
    for (int32_t i = 0; i < soft->attachment_count; ++i)
    {
        const sc_soft_attachment *attachment = &soft->attachments[i];
        if (attachment->soft_slot == 0)
        {
            ++gaps;
            continue;
        }
        REQUIRE((soft->ids.generation[attachment->soft_slot] & 1u) != 0);
        const sc_soft_body *body = &soft->bodies[soft->row[attachment->soft_slot]];
        REQUIRE(attachment->vertex >= 0 && attachment->vertex < body->vertex_count);
        REQUIRE(soft->attachment_of[body->first_vertex + attachment->vertex] == i + 1);
    }
    for (int32_t v = 0; v < soft->vertex_count; ++v)
    {
        attached += soft->attachment_of[v] != 0;
    }
    REQUIRE(soft->gap_count == gaps && attached == soft->attachment_count - gaps);
    REQUIRE(gaps <= attached);
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
    REQUIRE_VALID(validate_attachments(soft));
    return soft->coloured ? validate_soft_blocks(soft) : NULL;
}

const char *sc_validate(const scree_world *world)
{
    REQUIRE_VALID(sc_validate_bodies(&world->bodies));
    REQUIRE_VALID(sc_validate_shapes(&world->bodies, &world->shapes));
    REQUIRE_VALID(sc_validate_chains(&world->chains, &world->shapes));
    REQUIRE_VALID(sc_validate_contacts(&world->shapes, &world->contacts));
    REQUIRE_VALID(sc_validate_soft(&world->soft));
    REQUIRE_VALID(sc_validate_circles(&world->circles));
    REQUIRE_VALID(sc_validate_broadphase(&world->broadphase, &world->shapes));
    REQUIRE_VALID(sc_validate_pairs(world));
    REQUIRE_VALID(sc_validate_sleep(world));
    REQUIRE_VALID(sc_validate_events(world));
    REQUIRE_VALID(sc_validate_joints(world));
    REQUIRE_VALID(sc_validate_joint_graph(&world->constraints, &world->joints));
    return sc_validate_constraints(&world->constraints, &world->contacts);
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
