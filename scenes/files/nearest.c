#include "scenes/files/nearest.h"

#include <limits.h>
#include <string.h>

// V. I. Levenshtein, Binary codes capable of correcting deletions, insertions and reversals (1965).
int sc_edit_distance(const char *a, const char *b)
{
    enum
    {
        longest = 31
    };
    int row[longest + 1];
    int a_length = (int)strnlen(a, longest + 1), b_length = (int)strnlen(b, longest + 1);
    if (a_length > longest || b_length > longest)
        return INT_MAX;
    for (int k = 0; k <= b_length; ++k)
        row[k] = k;
    for (int i = 1; i <= a_length; ++i)
    {
        int diagonal = row[0];
        row[0] = i;
        for (int k = 1; k <= b_length; ++k)
        {
            int replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
            int dropped = row[k] + 1, added = row[k - 1] + 1;
            diagonal = row[k];
            row[k] = replaced < dropped ? replaced : dropped;
            row[k] = row[k] < added ? row[k] : added;
        }
    }
    return row[b_length];
}

bool sc_is_alike(const char *text, const char *name)
{
    size_t length = strlen(text);
    if (length == 0)
        return false;
    int limit = 1 + (int)(length < 12 ? length / 4 : 3);
    return strstr(name, text) != NULL || strncmp(name, text, length < 4 ? length : 4) == 0 ||
           sc_edit_distance(text, name) <= limit;
}
