#include "zone_log.h"

#include <stdlib.h>

bool sc_zone_log_create(sc_zone_log *log)
{
    *log = (sc_zone_log){.capacity = 4096, .ok = true};
    log->zones = malloc((size_t)log->capacity * sizeof *log->zones);
    if (log->zones == NULL || pthread_mutex_init(&log->lock, NULL) != 0)
    {
        free(log->zones);
        *log = (sc_zone_log){0};
        return false;
    }
    return true;
}

void sc_zone_log_destroy(sc_zone_log *log)
{
    if (log->zones != NULL)
        pthread_mutex_destroy(&log->lock);
    free(log->zones);
    *log = (sc_zone_log){0};
}

static bool grow(sc_zone_log *log)
{
    int capacity = 2 * log->capacity;
    scree_trace_zone *zones = realloc(log->zones, (size_t)capacity * sizeof *zones);
    if (zones == NULL)
        return false;
    log->zones = zones;
    log->capacity = capacity;
    return true;
}

void sc_zone_log_note(const scree_trace_zone *zone, void *context)
{
    sc_zone_log *log = context;
    pthread_mutex_lock(&log->lock);
    if (log->count < log->capacity || grow(log))
        log->zones[log->count++] = *zone;
    else
        log->ok = false;
    pthread_mutex_unlock(&log->lock);
}
