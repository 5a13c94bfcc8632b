/// Finds the bins of AABBs and their places in the table of a level, in lanes.
#include "core/assert.h"
#include "simd/kernels.h"
#include "simd/sorted_aabbs.h"
#include "simd/wide.h"

/// The spread of the AABBs of a bin, per lane.
typedef struct spread_lanes
{
    wf largest, low_x, low_y, high_x, high_y;
} spread_lanes;

WIDE spread_lanes spread_of(const sc_aabb_spread *from)
{
    return (spread_lanes){splat(from->largest), splat(from->low_x), splat(from->low_y),
                          splat(from->high_x), splat(from->high_y)};
}

/// Widens the spread to include the AABBs in the lanes of `those`. NaN does not widen it.
WIDE void widen_spread(spread_lanes *to, wm those, wf size, wf2 lower)
{
    to->largest = select(those, max2(size, to->largest), to->largest);
    to->low_x = select(those, min2(lower.x, to->low_x), to->low_x);
    to->low_y = select(those, min2(lower.y, to->low_y), to->low_y);
    to->high_x = select(those, max2(lower.x, to->high_x), to->high_x);
    to->high_y = select(those, max2(lower.y, to->high_y), to->high_y);
}

WIDE wi bin_of(wf size)
{
    wi exponent = and_int(shift_right(bits_of(size), 23), splat_int(0xff));
    wi bin = add_int(exponent, splat_int(-127 - SC_SMALLEST_EXPONENT));
    bin = select_int(gt_int(splat_int(0), bin), splat_int(0), bin);
    return select_int(gt_int(bin, splat_int(SC_BINS - 1)), splat_int(SC_BINS - 1), bin);
}

void SC_KERNEL(bin_aabbs)(const sc_bin_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    spread_lanes spreads[SC_BINS];
    uint64_t met = 0;
    for (int i = begin; i < end; i += SC_LANES)
    {
        wf4 aabb = gather4(&args->aabbs->lower_x, 4, args->slots + i);
        wf2 lower = vec2(aabb.a, aabb.b);
        wf2 side = sub2(vec2(aabb.c, aabb.d), lower);
        wf size = max2(side.x, side.y);
        wi bin = bin_of(size);
        int32_t *bins = args->bins + i;
        store_int(bins, bin);
        // Most lists have few sizes, so loop over the bins that occur in the lanes.
        for (unsigned rest = (unsigned)(((uint64_t)1 << SC_LANES) - 1); rest != 0;)
        {
            int k = bins[__builtin_ctz(rest)];
            wm those = eq_int(bin, splat_int(k));
            if ((met >> k & 1) == 0)
            {
                met |= (uint64_t)1 << k;
                spreads[k] = spread_of(&args->spreads[k]);
            }
            widen_spread(&spreads[k], those, size, lower);
            args->spreads[k].count += __builtin_popcount(mask_bits(those));
            rest &= ~mask_bits(those);
        }
    }
    for (; met != 0; met &= met - 1)
    {
        int k = __builtin_ctzll(met);
        sc_aabb_spread *to = &args->spreads[k];
        to->largest = greatest(spreads[k].largest);
        to->low_x = least(spreads[k].low_x);
        to->low_y = least(spreads[k].low_y);
        to->high_x = greatest(spreads[k].high_x);
        to->high_y = greatest(spreads[k].high_y);
    }
}

/// The cells of each lane's level.
typedef struct cells_lanes
{
    float column_scale[SC_LANES], row_scale[SC_LANES], width[SC_LANES], height[SC_LANES],
        inverse_width[SC_LANES], inverse_height[SC_LANES], reach[SC_LANES];
} cells_lanes;

WIDE void load_cells(cells_lanes *to, const sc_cells *cells, const int32_t *bins)
{
    for (int l = 0; l < SC_LANES; ++l)
    {
        const sc_cells *c = &cells[bins[l]];
        to->column_scale[l] = c->column_scale;
        to->row_scale[l] = c->row_scale;
        to->width[l] = c->width;
        to->height[l] = c->height;
        to->inverse_width[l] = c->inverse_width;
        to->inverse_height[l] = c->inverse_height;
        to->reach[l] = c->reach;
    }
}

/// The largest integer not above x, for |x| up to 2^50. Sums with `whole` have no fraction.
WIDE double floor_of(double x)
{
    const double whole = 6755399441055744.0;  // 1.5 * 2^52
    double rounded = (x + whole) - whole;
    return rounded - (rounded > x ? 1.0 : 0.0);
}

/// Computes the cell number like sc_cell_of.
WIDE double cell_number(float coordinate, float scale)
{
    double cell = (double)coordinate * (double)scale;
    cell = cell > -SC_MAX_CELL ? cell : -SC_MAX_CELL;
    cell = cell < SC_MAX_CELL ? cell : SC_MAX_CELL;
    return floor_of(cell);
}

WIDE double wrap_number(double cell, float size, float inverse)
{
    return cell - floor_of(cell * (double)inverse) * (double)size;
}

/// The plain loops over doubles are vectorized by compilers.
void SC_KERNEL(find_places)(const sc_place_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    static const int32_t none[SC_LANES];
    cells_lanes c;
    load_cells(&c, args->cells, none);
    wi loaded = splat_int(0);
    for (int i = begin; i < end; i += SC_LANES)
    {
        wi bins = load_int(args->bins + i);
        if (mask_bits(eq_int(bins, loaded)) != (unsigned)(((uint64_t)1 << SC_LANES) - 1))
        {
            load_cells(&c, args->cells, args->bins + i);
            loaded = bins;
        }
        wf4 aabb = gather4(&args->aabbs->lower_x, 4, args->slots + i);
        float lower_x[SC_LANES], lower_y[SC_LANES], upper_x[SC_LANES], upper_y[SC_LANES];
        store(lower_x, aabb.a);
        store(lower_y, aabb.b);
        store(upper_x, aabb.c);
        store(upper_y, aabb.d);
        for (int l = 0; l < SC_LANES; ++l)
        {
            double column = cell_number(lower_x[l], c.column_scale[l]);
            double row = cell_number(lower_y[l], c.row_scale[l]);
            double columns = cell_number(upper_x[l], c.column_scale[l]) - column;
            double rows = cell_number(upper_y[l], c.row_scale[l]) - row;
            double cell = wrap_number(row, c.height[l], c.inverse_height[l]) * (double)c.width[l] +
                          wrap_number(column, c.width[l], c.inverse_width[l]);
            columns = columns > 0.0 ? columns : 0.0;
            columns = columns < (double)c.reach[l] ? columns : (double)c.reach[l];
            double place =
                cell * (1 << SC_PLACE_BITS) + columns + (rows > 0.0 ? (double)SC_PLACE_ROW : 0.0);
            args->places[i + l] = (int32_t)place;
        }
    }
}
