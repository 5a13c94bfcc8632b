#include "frames.h"

#include <stdlib.h>

void sc_frames_write_header(FILE *file) { fputs("step,time_s,body,x,y,angle,vx,vy,w\n", file); }

static int compare_ids(const void *a, const void *b)
{
    const sc_frame_body *p = a, *q = b;
    return (p->id.value > q->id.value) - (p->id.value < q->id.value);
}

// Gives the bodies the numbers that they had; new ones come in order of their ids.
static void number_bodies(sc_frames *frames, sc_frame_body *bodies, int count)
{
    int old = 0;
    for (int i = 0; i < count; ++i)
    {
        while (old < frames->count && compare_ids(&frames->bodies[old], &bodies[i]) < 0)
            ++old;
        bool known = old < frames->count && frames->bodies[old].id.value == bodies[i].id.value;
        bodies[i].number = known ? frames->bodies[old].number : frames->next_number++;
    }
    free(frames->bodies);
    frames->bodies = bodies;
    frames->count = count;
}

bool sc_frames_take(sc_frames *frames, scree_world *world)
{
    scree_body_view view = scree_world_bodies(world);
    sc_frame_body *bodies = malloc(((size_t)view.count + 1) * sizeof *bodies);
    if (bodies == NULL)
        return false;
    for (int i = 0; i < view.count; ++i)
        bodies[i] = (sc_frame_body){view.id[i], i, 0};
    qsort(bodies, (size_t)view.count, sizeof *bodies, compare_ids);
    number_bodies(frames, bodies, view.count);
    return true;
}

const sc_frame_body *sc_frames_find(const sc_frames *frames, scree_body_id id)
{
    const sc_frame_body key = {.id = id};
    return bsearch(&key, frames->bodies, (size_t)frames->count, sizeof key, compare_ids);
}

void sc_frames_write(const sc_frames *frames, FILE *file, scree_world *world, int step, double time)
{
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < frames->count; ++i)
    {
        int row = frames->bodies[i].row;
        fprintf(file, "%d,%.9g,%d,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", step, time,
                frames->bodies[i].number, (double)view.x[row], (double)view.y[row],
                (double)scree_atan2(view.sin[row], view.cos[row]), (double)view.vx[row],
                (double)view.vy[row], (double)view.w[row]);
    }
}

void sc_frames_destroy(sc_frames *frames)
{
    free(frames->bodies);
    *frames = (sc_frames){0};
}
