/// Bands of the plane: SC_BANDS_MAX strips across the longer side of the region of the dynamic
/// bodies, each with about the same number of bodies. If several workers solve the shared group,
/// its contacts are divided among them by bands. Bands do not change the bits of results.
#ifndef SC_ROW_BANDS_H
#define SC_ROW_BANDS_H

#include "core/step_context.h"
#include "core/wavefront.h"

/// The bands of rows. They are kept while the number of rows stays the same, for some steps.
typedef struct sc_row_bands
{
    sc_arena arena;
    uint8_t *of_row;  ///< by dynamic row; null: not known
    int count;        ///< rows
    int age;          ///< searches for bands since they were found
} sc_row_bands;

/// Finds the bands of all rows, unless those of an earlier step may be kept. Returns false if out
/// of memory.
bool sc_find_row_bands(const sc_step *step, sc_row_bands *bands);
/// Forgets the bands. Called in a step that does not look for bands, because rows may change in it.
static inline void sc_forget_row_bands(sc_row_bands *bands)
{
    bands->of_row = NULL;
    bands->count = 0;
}

/// The band of a row, as a bit. Rows that no lane writes are in no band.
static inline uint64_t sc_band_bit(const sc_row_bands *bands, int32_t row)
{
    SC_ASSERT(row >= 0);
    return row < bands->count ? UINT64_C(1) << bands->of_row[row] : 0;
}

#endif
