/// The zones that a world reports, kept until the step is over: writing them while it runs would
/// be seen in its times.
#ifndef SCREE_TOOLS_ZONE_LOG_H
#define SCREE_TOOLS_ZONE_LOG_H

#include <scree/scree.h>

#include <pthread.h>
#include <stdbool.h>

typedef struct sc_zone_log
{
    scree_trace_zone *zones;
    int count, capacity;
    bool ok;               // memory sufficed
    pthread_mutex_t lock;  // workers may report at the same time
} sc_zone_log;

bool sc_zone_log_create(sc_zone_log *log);
void sc_zone_log_destroy(sc_zone_log *log);
/// A scree_trace_callback; the context is the log.
void sc_zone_log_note(const scree_trace_zone *zone, void *log);

#endif
