/// SIGINT and SIGTERM end a run after its current step, so that it can complete its files.
#ifndef SCREE_TOOLS_INTERRUPTION_H
#define SCREE_TOOLS_INTERRUPTION_H

#include <stdbool.h>

/// From now on the first of these signals is noted; the second one kills the process, as usual.
void sc_interruption_catch(void);

/// True after such a signal.
bool sc_interruption_is_wanted(void);

/// If a signal was noted, ends the process by it, so that the shell sees why the run ended.
void sc_interruption_end(void);

#endif
