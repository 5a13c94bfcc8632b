/// A line on stderr that says how far a run is; nothing if stderr is not a terminal.
#ifndef SCREE_TOOLS_PROGRESS_H
#define SCREE_TOOLS_PROGRESS_H

#include <stdbool.h>

typedef struct sc_progress
{
    bool on;
    double shown_at;  // s
} sc_progress;

sc_progress sc_progress_create(bool wanted);
/// True if it is time to show something: at most ten times a second.
bool sc_progress_is_due(sc_progress *progress);
/// A bar that is `fraction` (0 to 1) full, and a text of at most 60 characters.
void sc_progress_show(const sc_progress *progress, double fraction, const char *text);
void sc_progress_clear(const sc_progress *progress);

#endif
