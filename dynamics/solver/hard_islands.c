#include "dynamics/solver/hard_islands.h"

#include "core/assert.h"

#include <string.h>

/// Contacts between bodies whose masses differ less are solved like all others.
#define HEAVY 50.0f
/// Half the thickness of a thin body, units: half the slop. Its length is at least so many times as
/// much.
#define THIN (0.5f * SC_SLOP)
#define LONG 20.0f
/// A light body is pressed if the contact bears more than so many times its weight.
#define PRESSED 4.0f
/// The heavy body lies above the light one: cosine of the angle to the vertical.
#define ABOVE 0.2f

/// Floats above zero rise as their bits do; the loops over integers are in lanes.
static int32_t bits_of(const float *value)
{
    int32_t bits;
    memcpy(&bits, value, sizeof bits);
    return bits;
}

static float float_of(int32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_thin(const sc_step *step, int32_t row)
{
    const float inscribed = step->bodies->safe[row] / SC_SAFE_FRACTION;
    return inscribed < step->lengths->unit * THIN && step->bodies->extent[row] > LONG * inscribed;
}

/// Whether there may be hard contacts: whether masses differ as much, or some body is thin.
static bool may_be_hard(const sc_step *step)
{
    const float *mass = step->bodies->mass, *safe = step->bodies->safe;
    int32_t lightest = INT32_MAX, heaviest = 0, thinnest = INT32_MAX;
    for (int32_t i = 0; i < step->rows.dynamic_count; ++i)
    {
        const int32_t m = bits_of(&mass[i]), s = bits_of(&safe[i]);
        lightest = m < lightest ? m : lightest;
        heaviest = m > heaviest ? m : heaviest;
        thinnest = s < thinnest ? s : thinnest;
    }
    return float_of(heaviest) >= HEAVY * float_of(lightest) ||
           float_of(thinnest) < SC_SAFE_FRACTION * (step->lengths->unit * THIN);
}

/// Parts of a substep for a contact of two dynamic bodies; 0: as the rest.
static int parts_of(const sc_step *step, const sc_manifold *m, int32_t a, int32_t b)
{
    const float *mass = step->bodies->mass;
    const float light = sc_min(mass[a], mass[b]), heavy = sc_max(mass[a], mass[b]);
    if (heavy >= HEAVY * light)
    {
        const scree_vec2 g = step->gravity;
        const float length = sc_length(g), side = mass[a] < mass[b] ? -1.0f : 1.0f;
        const float below = side * (m->normal_x * g.x + m->normal_y * g.y);
        const float weight = light * length * step->settings->last_h;
        if (length > 0.0f && (below > ABOVE * length ||
                              m->normal_impulse_0 + m->normal_impulse_1 > PRESSED * weight))
        {
            return SC_PARTS_OF_HEAVY;
        }
    }
    return is_thin(step, a) || is_thin(step, b) ? SC_PARTS_OF_THIN : 0;
}

bool sc_find_hard_rows(const sc_step *step, sc_hard_rows *hard)
{
    *hard = (sc_hard_rows){NULL, 0};
    const int32_t dynamic_count = step->rows.dynamic_count;
    if (step->settings->solver != SCREE_SOLVER_SOFT_STEP || !step->solves_groups ||
        dynamic_count == 0 || !may_be_hard(step))
    {
        return true;
    }
    const sc_contacts *contacts = step->contacts;
    const int32_t *body_row = step->shapes->body_row;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t end = contacts->first[c] + contacts->count[c];
        for (int32_t i = contacts->first[c]; i < end; ++i)
        {
            const int32_t a = body_row[contacts->a[i]], b = body_row[contacts->b[i]];
            if (contacts->point_count[i] == 0 || a >= dynamic_count || b >= dynamic_count)
            {
                continue;
            }
            const int parts = parts_of(step, &contacts->manifold[i], a, b);
            if (parts == 0)
            {
                continue;
            }
            if (hard->parts == NULL)
            {
                hard->parts = SC_TAKE_ZEROED(step->arena, uint8_t, dynamic_count);
                if (hard->parts == NULL)
                {
                    return false;
                }
            }
            hard->count += hard->parts[a] == 0;
            hard->parts[a] = (uint8_t)(parts > hard->parts[a] ? parts : hard->parts[a]);
        }
    }
    return true;
}
