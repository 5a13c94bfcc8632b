#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

sc_progress sc_progress_create(bool wanted)
{
    return (sc_progress){.on = wanted && isatty(STDERR_FILENO)};
}

bool sc_progress_is_due(sc_progress *progress)
{
    if (!progress->on)
        return false;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    double now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    if (now - progress->shown_at < 0.1)
        return false;
    progress->shown_at = now;
    return true;
}

void sc_progress_show(const sc_progress *progress, double fraction, const char *text)
{
    static const char full[] = "########################";
    const int width = (int)sizeof full - 1;
    int filled = (int)(fraction * width);
    if (progress->on)
        fprintf(stderr, "\r\x1b[K[%-*.*s] %3d%%  %s", width, filled, full, (int)(100.0 * fraction),
                text);
}

void sc_progress_clear(const sc_progress *progress)
{
    if (progress->on)
        fputs("\r\x1b[K", stderr);
}
