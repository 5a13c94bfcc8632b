/// A task system for worlds that are to have more workers than there are cores: a thread for each
/// task.
#ifndef SCREE_TOOLS_TASK_THREADS_H
#define SCREE_TOOLS_TASK_THREADS_H

#include <scree/world.h>

scree_tasks sc_task_threads(void);

#endif
