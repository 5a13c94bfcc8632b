#include "dynamics/solver/impact_order.h"

#include "core/tuning.h"
#include "broadphase/sort.h"
#include "core/assert.h"
#include "core/maths.h"
#include "simd/kernels.h"

/// A contact of a swift body with a slow one counts if it closes at this fraction of the threshold
/// or faster. The fraction is small, because a body that slides over corners closes slowly at each
/// of them.
#define SLOW_FRACTION 0.05f
/// Sine of the angle between normals that count as the same.
#define SAME_NORMAL_SINE 1e-3f

enum
{
    GRAIN = 4096,  ///< contacts per range
    ROW_GRAIN = 4096
};

typedef struct impact_search
{
    sc_impact_args args;
    const sc_step *step;
} impact_search;

static void find_swift_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const impact_search *search = context;
    const int whole = range.end & ~(SC_BLOCK - 1);
    search->step->kernels->find_swift(&search->args, range.begin, whole);
    search->step->scalar->find_swift(&search->args, whole, range.end);
}

static void find_closing_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const impact_search *search = context;
    search->step->kernels->find_closing(&search->args, range.begin, range.end);
}

/// Finds all contacts that close. Returns false if out of memory.
static bool search_all(impact_search *search, sc_step *step)
{
    static const sc_pass pass = {"find_closing", "contacts", 2, -1};
    const sc_contacts *contacts = step->contacts;
    sc_impact_args *args = &search->args;
    step->impacts.closing = args->closing =
        SC_TAKE(step->arena, uint16_t, (contacts->capacity + SC_BITS_AT_ONCE) / SC_BLOCK);
    args->times = SC_TAKE(step->arena, float, contacts->capacity);
    if (args->closing == NULL || args->times == NULL)
    {
        return false;
    }
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        const int32_t first = contacts->first[class];
        sc_run_pass(step, &pass, first, first + contacts->count[class], GRAIN, find_closing_range,
                    search);
    }
    int count = 0;
    for (int class = 1; class < SC_CLASS_COUNT; ++class)
    {
        const int32_t first = contacts->first[class];
        for (int32_t at = 0; at < contacts->count[class]; at += SC_BITS_AT_ONCE)
        {
            // Count the set bits.
            uint64_t bits = sc_contact_bits(args->closing, first + at, contacts->count[class] - at);
            bits -= bits >> 1 & UINT64_C(0x5555555555555555);
            bits =
                (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
            bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
            count += (int)(bits * UINT64_C(0x0101010101010101) >> 56);
        }
    }
    step->impacts.list = SC_TAKE(step->arena, sc_closing_contact, count + 1);
    for (int class = 1; step->impacts.list != NULL && class < SC_CLASS_COUNT; ++class)
    {
        const int32_t first = contacts->first[class];
        for (int32_t at = 0; at < contacts->count[class]; at += SC_BITS_AT_ONCE)
        {
            uint64_t bits = sc_contact_bits(args->closing, first + at, contacts->count[class] - at);
            for (; bits != 0; bits &= bits - 1)
            {
                const int32_t i = first + at + __builtin_ctzll(bits);
                SC_ASSERT(i < first + contacts->count[class]);
                SC_ASSERT(i >= SC_BLOCK && i < step->contacts->capacity &&
                          step->contacts->point_count[i] > 0);
                const int32_t *const body_row = step->shapes->body_row;
                const int32_t row_a = body_row[step->contacts->a[i]],
                              row_b = body_row[step->contacts->b[i]];
                step->impacts.list[step->impacts.count++] = (sc_closing_contact){
                    .time = args->times[i],
                    .contact = i,
                    .row_a = row_a < step->rows.moving_count ? row_a : step->rows.static_row,
                    .row_b = row_b < step->rows.moving_count ? row_b : step->rows.static_row};
            }
        }
    }
    return step->impacts.list != NULL;
}

/// Whether the centre of mass of a or b lies between the two points of a contact.
static bool is_balanced(const sc_manifold *m, int points)
{
    SC_ASSERT(points > 0 && points <= 2);
    float side_a[2], side_b[2];
    for (int k = 0; k < points; ++k)
    {
        scree_vec2 normal = {m->normal_x, m->normal_y};
        scree_vec2 arm_a = {m->anchor[k][0], m->anchor[k][1]};
        side_a[k] = sc_cross(arm_a, normal);
        side_b[k] = sc_cross(sc_sub(arm_a, (scree_vec2){m->com_x, m->com_y}), normal);
    }
    return points == 2 && (side_a[0] * side_a[1] < 0.0f || side_b[0] * side_b[1] < 0.0f);
}

bool sc_sort_impacts(const sc_step *step, sc_closing_contact **impacts, int count)
{
    SC_ASSERT(count >= 0);
    uint64_t *keys = SC_TAKE(step->arena, uint64_t, 2 * count + 1);
    sc_closing_contact *sorted = SC_TAKE(step->arena, sc_closing_contact, count + 1);
    if (keys == NULL || sorted == NULL)
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        // Adding 0 turns -0 into 0.
        keys[i] = (uint64_t)sc_rising_bits((*impacts)[i].time + 0.0f) << 32 | (uint32_t)i;
    }
    sc_sort_keys(keys, keys + count, count);
    for (int i = 0; i < count; ++i)
    {
        sorted[i] = (*impacts)[keys[i] & UINT32_MAX];
    }
    *impacts = sorted;
    return true;
}

/// Whether an impact comes after the first impact of a body and has another normal.
static bool is_late_at(const sc_step *step, const sc_closing_contact *impact,
                       const sc_closing_contact *first, int32_t row)
{
    SC_ASSERT(row < step->rows.dynamic_count && (impact->row_a == row || impact->row_b == row));
    SC_ASSERT(first->row_a == row || first->row_b == row);
    if (impact == first)
    {
        return false;
    }
    const sc_manifold *m = &step->contacts->manifold[impact->contact],
                      *n = &step->contacts->manifold[first->contact];
    scree_vec2 own = {m->normal_x, m->normal_y}, other = {n->normal_x, n->normal_y};
    bool turned = (impact->row_a == row) != (first->row_a == row);
    bool facing = (sc_dot(own, other) < 0.0f) != turned;
    return facing || fabsf(sc_cross(own, other)) > SAME_NORMAL_SINE ||
           is_balanced(n, step->contacts->point_count[first->contact]);
}

/// The first impact of each dynamic row, as its place in the list plus one; 0: none. Null if out of
/// memory.
static const int32_t *find_first_impacts(const sc_step *step)
{
    int32_t *first = SC_TAKE(step->arena, int32_t, step->rows.static_row + 1);
    for (int i = 0; first != NULL && i < step->impacts.count; ++i)
    {
        first[step->impacts.list[i].row_a] = first[step->impacts.list[i].row_b] = 0;
    }
    for (int i = 0; first != NULL && i < step->impacts.count; ++i)
    {
        const sc_closing_contact *impact = &step->impacts.list[i];
        const int32_t rows[2] = {impact->row_a, impact->row_b};
        for (int k = 0; k < 2; ++k)
        {
            const sc_closing_contact *now =
                first[rows[k]] != 0 ? &step->impacts.list[first[rows[k]] - 1] : NULL;
            if (rows[k] < step->rows.dynamic_count &&
                (now == NULL || impact->time < now->time ||
                 (impact->time == now->time && impact->contact < now->contact)))
            {
                first[rows[k]] = i + 1;
            }
        }
    }
    return first;
}

bool sc_find_late_impacts(sc_step *step, sc_late_impacts *out)
{
    *out = (sc_late_impacts){0};
    // Remove impacts whose bit was cleared and impacts whose points the pre-solve callback removed.
    int kept = 0;
    for (int i = 0; i < step->impacts.count; ++i)
    {
        const int32_t contact = step->impacts.list[i].contact;
        SC_ASSERT(contact >= SC_BLOCK && contact < step->contacts->capacity);
        const bool closes =
            (step->impacts.closing[contact / SC_BLOCK] >> contact % SC_BLOCK & 1) != 0;
        if (closes && step->contacts->point_count[contact] != 0)
        {
            step->impacts.list[kept++] = step->impacts.list[i];
        }
        else
        {
            sc_clear_contact_bit(step->impacts.closing, contact);
        }
    }
    step->impacts.count = kept;
    if (step->impacts.count == 0)
    {
        return true;
    }
    const int32_t *first = find_first_impacts(step);
    out->impacts = SC_TAKE(step->arena, sc_closing_contact, step->impacts.count);
    if (first == NULL || out->impacts == NULL)
    {
        return false;
    }
    for (int i = 0; i < step->impacts.count; ++i)
    {
        const sc_closing_contact *impact = &step->impacts.list[i];
        const int32_t rows[2] = {impact->row_a, impact->row_b}, contact = impact->contact;
        int late = 0;
        for (int k = 0; k < 2; ++k)
        {
            if (rows[k] < step->rows.dynamic_count &&
                is_late_at(step, impact, &step->impacts.list[first[rows[k]] - 1], rows[k]))
            {
                late |= k == 0 ? SC_LATE_AT_A : SC_LATE_AT_B;
            }
        }
        if (late == 0)
        {
            sc_clear_contact_bit(step->impacts.closing, contact);
            continue;
        }
        SC_ASSERT(out->count < step->impacts.count);
        out->impacts[out->count] = *impact;
        out->impacts[out->count++].late = late;
    }
    out->late = out->count > 0 ? step->impacts.closing : NULL;
    return out->count == 0 || sc_sort_impacts(step, &out->impacts, out->count);
}

bool sc_find_closing(sc_step *step)
{
    static const sc_pass pass = {
        "find_swift", "bodies",
        (int)(sizeof(sc_velocity) + sizeof(float) + sizeof(sc_impact_motion)), -1};
    const sc_contacts *contacts = step->contacts;
    step->impacts.count = 0;
    const int count = sc_contacts_count(contacts) > 0 ? step->rows.moving_count : 0;
    sc_set_work(step->profile, count, pass.unit, 0);
    if (count == 0)
    {
        return true;
    }
    impact_search search = {
        .args = {.velocities = step->rows.velocities,
                 .arm = step->bodies->arm,
                 .body_row = step->shapes->body_row,
                 .a = contacts->a,
                 .b = contacts->b,
                 .manifolds = contacts->manifold,
                 .point_count = contacts->point_count,
                 .state = contacts->state,
                 .moving_count = step->rows.moving_count,
                 .static_row = step->rows.static_row,
                 .threshold = step->lengths->slop / step->dt,
                 .slow_threshold = SLOW_FRACTION * step->lengths->slop / step->dt,
                 .latest = sc_impact_horizon(step),
                 // Add room beyond latest + balanced_earlier for rounding.
                 .reach_time = sc_impact_horizon(step) + 0.25f * step->dt,
                 .balanced_earlier = SC_BALANCED_EARLIER * step->dt},
        .step = step};
    search.args.motions = SC_TAKE(step->arena, sc_impact_motion, step->rows.static_row + 1);
    search.args.swift = SC_TAKE(step->arena, uint16_t, step->rows.moving_count / SC_BLOCK + 1);
    step->impacts.swift = search.args.swift;
    if (search.args.motions == NULL || search.args.swift == NULL)
    {
        return false;
    }
    sc_run_pass(step, &pass, 0, step->rows.moving_count, ROW_GRAIN, find_swift_range, &search);
    search.args.motions[step->rows.static_row] = (sc_impact_motion){.turning = -1.0f};
    unsigned any = 0;
    for (int i = 0; i < step->rows.moving_count; i += SC_BLOCK)
    {
        any |= search.args.swift[i / SC_BLOCK];
    }
    if (any == 0)
    {
        return true;
    }
    return search_all(&search, step);
}
