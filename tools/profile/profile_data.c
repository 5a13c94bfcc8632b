#include "profile_data.h"

#include "scenes/statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const sc_profile_row *sc_profile_find(const sc_profile_data *data, const char *stage,
                                      const char *name, bool pass)
{
    for (int i = 0; i < data->row_count; ++i)
    {
        const sc_profile_row *row = &data->rows[i];
        if (row->pass == pass && strcmp(row->name, name) == 0 && strcmp(row->stage, stage) == 0)
            return row;
    }
    return NULL;
}

sc_profile_row *sc_profile_row_of(sc_profile_data *data, const char *stage, const char *name,
                                  bool pass)
{
    const sc_profile_row *found = sc_profile_find(data, stage, name, pass);
    if (found != NULL)
        return &data->rows[found - data->rows];
    if (data->row_count == SC_PROFILE_ROWS)
        return NULL;
    sc_profile_row *row = &data->rows[data->row_count++];
    *row = (sc_profile_row){.pass = pass, .ns_per_item = NAN, .lane_fill = NAN};
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->stage, sizeof row->stage, "%s", stage);
    return row;
}

const sc_profile_row *sc_profile_step(const sc_profile_data *data)
{
    return sc_profile_find(data, "", "step", false);
}

sc_profile_range sc_profile_range_of(const sc_profile_data *data, const double *values)
{
    double sorted[SC_PROFILE_REPEATS];
    memcpy(sorted, values, sizeof *sorted * (size_t)data->repeats);
    // Sorts them.
    double median = sc_statistics_of(sorted, data->repeats).median;
    return (sc_profile_range){median, sorted[0], sorted[data->repeats - 1]};
}
