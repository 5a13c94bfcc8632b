/// A flight recorder: a game keeps the calls of its last seconds in memory. When a box is stuck at
/// the top of a pile, they are there for a bug report, and a player shows the seconds before.
#include <scree/scree.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SECONDS = 2,  // that are kept at least; at most twice as many
    STEPS = 60 * SECONDS
};

// Two recordings by turns: each begins with a snapshot. The older one ends where the newer begins.
typedef struct part
{
    unsigned char *bytes;
    size_t size, capacity;
} part;

typedef struct recorder
{
    part older, newer;
    int steps;  // in the newer one
} recorder;

static bool take(const void *data, size_t size, void *context)
{
    part *p = &((recorder *)context)->newer;
    if (size > p->capacity - p->size)
    {
        size_t capacity = 2 * p->capacity + size;
        unsigned char *bytes = (unsigned char *)realloc(p->bytes, capacity);
        if (bytes == NULL)
        {
            return false;  // ends the recording; the game continues
        }
        p->bytes = bytes;
        p->capacity = capacity;
    }
    memcpy(p->bytes + p->size, data, size);
    p->size += size;
    return true;
}

// Called after each step: begins the next recording when this one is long enough. The buffers are
// used again, so that a game of steady size soon allocates nothing.
static void after_step(recorder *r, scree_world *world)
{
    if (scree_world_is_recording(world) && ++r->steps < STEPS)
    {
        return;
    }
    scree_world_stop_recording(world);  // refused at first, when none runs
    part oldest = r->older;
    r->older = r->newer;
    r->newer = oldest;
    r->newer.size = 0;
    r->steps = 0;
    scree_recording_def def = scree_recording_def_default();
    def.write = take;
    def.context = r;
    def.hash_interval = 0;  // only at the ends
    scree_world_start_recording(world, &def);
}

static scree_body_id add(scree_world *world, scree_body_type type, float x, float y, float size)
{
    scree_body_def def = scree_body_def_default();
    def.type = type;
    def.position = scree_vec2_from(x, y);
    scree_body_id body = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_polygon box = scree_polygon_box(size, 0.4f);
    scree_shape_create_polygon(world, body, &material, &box);
    return body;
}

int main(void)
{
    scree_world_def world_def = scree_world_def_default();
    scree_world *world = scree_world_create(&world_def);
    add(world, SCREE_BODY_STATIC, 0.0f, -0.4f, 20.0f);
    recorder r = {{NULL, 0, 0}, {NULL, 0, 0}, 0};
    after_step(&r, world);
    scree_body_id last = {0};
    bool stuck = false;  // the pile reaches the height where boxes appear
    int step = 0;
    for (; step < 10000 && !stuck; ++step)
    {
        stuck = step > 60 && step % 60 == 45 && scree_body_position(world, last).y > 6.0f;
        last = step % 60 == 0 ? add(world, SCREE_BODY_DYNAMIC, 0.0f, 8.0f, 0.4f) : last;
        scree_world_step(world, 1.0f / 60.0f, 4);
        after_step(&r, world);
    }

    // The last part, as it would be without an end after a crash. A program writes both to files.
    scree_player_def def = scree_player_def_default();
    def.data = r.newer.bytes;
    def.size = r.newer.size;
    scree_player *player = scree_player_create(&def);
    scree_player_state state = scree_player_get_state(player);
    bool same = scree_player_seek(player, state.step_count) == SCREE_OK &&
                scree_world_hash(scree_player_world(player)) == scree_world_hash(world);
    printf("stuck at step %d; kept %d steps, %s\n", step, STEPS + state.step_count,
           same ? "the last state is the same" : "the last state differs");
    scree_player_destroy(player);
    scree_world_destroy(world);
    free(r.older.bytes);
    free(r.newer.bytes);
    return same ? 0 : 1;
}
