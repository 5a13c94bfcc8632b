/// Operations that all vector registers share, whatever their width.
#ifndef SC_WIDE_OPS_H
#define SC_WIDE_OPS_H

/// Four fields of a 16-byte record, one vector each.
typedef struct wf4
{
    wf a, b, c, d;
} wf4;

WIDE wi bits_of(wf v) { return SC_MM_SI(castps)(v); }

WIDE wf splat(float x) { return SC_MM(set1_ps)(x); }
WIDE wf load(const float *p) { return SC_MM(loadu_ps)(p); }
WIDE void store(float *p, wf v) { SC_MM(storeu_ps)(p, v); }
WIDE wf add(wf a, wf b) { return SC_MM(add_ps)(a, b); }
WIDE wf sub(wf a, wf b) { return SC_MM(sub_ps)(a, b); }
WIDE wf mul(wf a, wf b) { return SC_MM(mul_ps)(a, b); }
WIDE wf divide(wf a, wf b) { return SC_MM(div_ps)(a, b); }
WIDE wf root(wf a) { return SC_MM(sqrt_ps)(a); }
WIDE wf min2(wf a, wf b) { return SC_MM(min_ps)(a, b); }
WIDE wf max2(wf a, wf b) { return SC_MM(max_ps)(a, b); }

WIDE wi splat_int(int32_t x) { return SC_MM(set1_epi32)(x); }
WIDE wi load_int(const int32_t *p) { return SC_MM_SI(loadu)((const void *)p); }
WIDE void store_int(int32_t *p, wi v) { SC_MM_SI(storeu)((void *)p, v); }
WIDE wi add_int(wi a, wi b) { return SC_MM(add_epi32)(a, b); }
WIDE wi and_int(wi a, wi b) { return SC_MM_SI(and)(a, b); }
WIDE wi or_int(wi a, wi b) { return SC_MM_SI(or)(a, b); }
#define shift_left(v, k) SC_MM(slli_epi32)(v, k)
#define shift_right(v, k) SC_MM(srli_epi32)(v, k)

WIDE wf magnitude(wf a) { return float_of(and_int(bits_of(a), splat_int(0x7fffffff))); }

/// A 4x4 transpose within each 128-bit part, from rows of four fields to fields and back.
WIDE wf4 transpose4(wf4 v)
{
    wf t0 = SC_MM(unpacklo_ps)(v.a, v.b), t1 = SC_MM(unpackhi_ps)(v.a, v.b);
    wf t2 = SC_MM(unpacklo_ps)(v.c, v.d), t3 = SC_MM(unpackhi_ps)(v.c, v.d);
    return (wf4){SC_MM(shuffle_ps)(t0, t2, 0x44), SC_MM(shuffle_ps)(t0, t2, 0xee),
                 SC_MM(shuffle_ps)(t1, t3, 0x44), SC_MM(shuffle_ps)(t1, t3, 0xee)};
}

/// Lane 4j + k comes from 128-bit part j of vector k.
WIDE wf4 gather4(const float *base, int stride, const int32_t *row)
{
    return transpose4((wf4){load_parts(base, stride, row), load_parts(base, stride, row + 1),
                            load_parts(base, stride, row + 2), load_parts(base, stride, row + 3)});
}

WIDE void scatter4(float *base, int stride, const int32_t *row, wf4 v)
{
    wf4 rows = transpose4(v);
    store_parts(base, stride, row, rows.a);
    store_parts(base, stride, row + 1, rows.b);
    store_parts(base, stride, row + 2, rows.c);
    store_parts(base, stride, row + 3, rows.d);
}

#endif
