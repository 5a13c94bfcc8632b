/// One lane: plain floats. This is the scalar build of the kernels and the model for the wider
/// ones.
#ifndef SC_WIDE_1_H
#define SC_WIDE_1_H

#include <math.h>
#include <string.h>

typedef float wf;
typedef int32_t wi;
typedef bool wm;

/// Four fields of a 16-byte record, one vector each.
typedef struct wf4
{
    wf a, b, c, d;
} wf4;

WIDE wf splat(float x) { return x; }
WIDE wf load(const float *p) { return *p; }
WIDE void store(float *p, wf v) { *p = v; }
WIDE wf add(wf a, wf b) { return a + b; }
WIDE wf sub(wf a, wf b) { return a - b; }
WIDE wf mul(wf a, wf b) { return a * b; }
WIDE wf divide(wf a, wf b) { return a / b; }
WIDE wf root(wf a) { return sqrtf(a); }
WIDE wf min2(wf a, wf b) { return a < b ? a : b; }
WIDE wf max2(wf a, wf b) { return a > b ? a : b; }
WIDE wm lt(wf a, wf b) { return a < b; }
WIDE wm le(wf a, wf b) { return a <= b; }
WIDE wm eq(wf a, wf b) { return a == b; }
WIDE wf select(wm m, wf a, wf b) { return m ? a : b; }
WIDE wf keep(wm m, wf a) { return m ? a : 0.0f; }

WIDE wm both(wm a, wm b) { return a & b; }
WIDE wm either(wm a, wm b) { return a | b; }
WIDE wm and_not(wm a, wm b) { return a & !b; }
WIDE unsigned mask_bits(wm m) { return m; }

WIDE wi splat_int(int32_t x) { return x; }
WIDE wi load_int(const int32_t *p) { return *p; }
WIDE void store_int(int32_t *p, wi v) { *p = v; }
WIDE wi add_int(wi a, wi b) { return (wi)((uint32_t)a + (uint32_t)b); }
WIDE wi and_int(wi a, wi b) { return a & b; }
WIDE wi or_int(wi a, wi b) { return a | b; }
WIDE wm eq_int(wi a, wi b) { return a == b; }
WIDE wm gt_int(wi a, wi b) { return a > b; }
WIDE wi select_int(wm m, wi a, wi b) { return m ? a : b; }
#define shift_left(v, k) ((wi)((uint32_t)(v) << (k)))
#define shift_right(v, k) ((wi)((uint32_t)(v) >> (k)))

WIDE wi bits_of(wf v)
{
    wi i;
    memcpy(&i, &v, sizeof i);
    return i;
}

WIDE wf float_of(wi v)
{
    wf f;
    memcpy(&f, &v, sizeof f);
    return f;
}

WIDE wf magnitude(wf a) { return float_of(bits_of(a) & 0x7fffffff); }
WIDE wf negate(wf a) { return -a; }

WIDE wf gather(const float *base, wi at) { return base[at]; }

/// Lane i of eight floats, with the halves of each four exchanged.
WIDE wf load_eight_swapped(const float *p, int i) { return p[i ^ 2]; }

/// The order that packs the lanes of a mask at the front.
typedef bool wp;
WIDE wp pack_of(wm m) { return m; }
WIDE void store_packed(float *p, wp pack, wf v) { *p = pack ? v : *p; }
WIDE void store_packed_int(int32_t *p, wp pack, wi v) { *p = pack ? v : *p; }

WIDE float least(wf v) { return v; }
WIDE float greatest(wf v) { return v; }

WIDE wf4 gather4(const float *base, int stride, const int32_t *row)
{
    const float *p = base + (ptrdiff_t)stride * row[0];
    return (wf4){p[0], p[1], p[2], p[3]};
}

WIDE void scatter4(float *base, int stride, const int32_t *row, wf4 v)
{
    float *p = base + (ptrdiff_t)stride * row[0];
    p[0] = v.a;
    p[1] = v.b;
    p[2] = v.c;
    p[3] = v.d;
}

/// True for every fourth float, in passes over 16-byte records read as a flat row of floats.
WIDE wm is_fourth(int flat) { return (flat & 3) == 3; }

#endif
