#include "statistics.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

sc_statistics sc_statistics_of(double *values, int count)
{
    sc_statistics statistics = {0};
    if (count <= 0)
        return statistics;
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    for (int i = 0; i < count; ++i)
        statistics.sum += values[i];
    statistics.count = count;
    statistics.mean = statistics.sum / count;
    statistics.median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
    // The nearest rank: at least 99 of 100 values are no larger.
    statistics.p99 = values[(99 * (int64_t)count + 99) / 100 - 1];
    statistics.max = values[count - 1];
    return statistics;
}

bool sc_statistics_after_first(const double *values, int count, sc_statistics *statistics)
{
    int n = count - 1;
    *statistics = (sc_statistics){0};
    double *copy = n > 0 ? malloc((size_t)n * sizeof *copy) : NULL;
    if (copy == NULL)
        return n <= 0;
    memcpy(copy, values + 1, (size_t)n * sizeof *copy);
    *statistics = sc_statistics_of(copy, n);
    free(copy);
    return true;
}

double sc_quiet_mean(double *values, int count)
{
    int parts = count < 8 ? count : 8;
    double sum = 0.0;
    for (int part = 0; part < parts; ++part)
    {
        int begin = part * count / parts, end = (part + 1) * count / parts;
        sc_statistics_of(values + begin, end - begin);  // sorts them
        sum += values[begin + (end - begin - 1) / 10];
    }
    return sum / parts;
}
