// Two machines play the same game. Each has a world of its own and hears of the other's input six
// steps late. It continues with the last known input; if the true one differs, it restores the
// image of that step and repeats the steps since.
#include <scree/scree.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    STEPS = 300,
    DELAY = 6,          // steps until an input arrives
    IMAGES = DELAY + 1  // one for each step that may be taken again
};

typedef struct machine
{
    scree_world *world;
    scree_body_id player[2];
    int used[STEPS][2];  // the inputs with which each step was taken: -1, 0 or 1
    void *image[IMAGES];
    size_t size[IMAGES], room[IMAGES];
    int rollbacks;
} machine;

// The input of a player at a step: a script replaces the two players.
static int pressed(int player, int step) { return (step / (player == 0 ? 17 : 23)) % 3 - 1; }

static void create(machine *m)
{
    scree_world_def world_def = scree_world_def_default();
    m->world = scree_world_create(&world_def);
    scree_body_def ground_def = scree_body_def_default();
    scree_body_id ground = scree_body_create(m->world, &ground_def);
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(m->world, ground, &material, &half_space);
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    scree_polygon box = scree_polygon_box(0.25f, 0.25f);
    scree_circle disc = {{0.0f, 0.0f}, 0.5f};
    for (int i = 0; i < 60; ++i)
    {
        def.position = (scree_vec2){0.6f * (float)(i % 10) - 3.0f, 0.3f + 0.6f * (float)(i / 10)};
        scree_body_id body = scree_body_create(m->world, &def);
        scree_shape_create_polygon(m->world, body, &material, &box);
    }
    for (int i = 0; i < 2; ++i)
    {
        def.position = (scree_vec2){i == 0 ? -6.0f : 6.0f, 0.5f};
        m->player[i] = scree_body_create(m->world, &def);
        scree_shape_create_circle(m->world, m->player[i], &material, &disc);
    }
}

static void save(machine *m, int step)
{
    int i = step % IMAGES;
    m->size[i] = scree_world_image_size(m->world);
    if (m->size[i] > m->room[i])
    {
        free(m->image[i]);
        m->room[i] = 2 * m->size[i];
        m->image[i] = malloc(m->room[i]);
    }
    if (m->image[i] == NULL ||
        scree_world_save_image(m->world, m->image[i], m->size[i]) != SCREE_OK)
    {
        puts("no image");
        exit(1);
    }
}

static void take_step(machine *m, int step)
{
    for (int i = 0; i < 2; ++i)
    {
        scree_vec2 force = {20.0f * (float)m->used[step][i], 0.0f};
        scree_body_apply_force_to_center(m->world, m->player[i], force);
    }
    scree_world_step(m->world, 1.0f / 60.0f, 4);
}

// The other's input of a step arrives. If another one was used, the steps since are taken again.
static void hear(machine *m, int other, int first, int now)
{
    int input = pressed(other, first);
    if (m->used[first][other] == input)
    {
        return;
    }
    ++m->rollbacks;
    scree_world_restore_image(m->world, m->image[first % IMAGES], m->size[first % IMAGES]);
    for (int step = first; step < now; ++step)
    {
        m->used[step][other] = input;  // the best guess for the steps after it
        save(m, step);
        take_step(m, step);
    }
}

static void play(machine *m, int me)
{
    for (int step = 0; step < STEPS + DELAY; ++step)
    {
        int now = step < STEPS ? step : STEPS, heard = step - DELAY, other = 1 - me;
        if (heard >= 0)
        {
            hear(m, other, heard, now);
        }
        if (step < STEPS)
        {
            m->used[step][me] = pressed(me, step);
            m->used[step][other] = heard >= 0 ? m->used[heard][other] : 0;
            save(m, step);
            take_step(m, step);
        }
    }
}

int main(void)
{
    static machine machines[2], judge;  // the judge knows all inputs at once
    create(&judge);
    for (int step = 0; step < STEPS; ++step)
    {
        judge.used[step][0] = pressed(0, step);
        judge.used[step][1] = pressed(1, step);
        take_step(&judge, step);
    }
    for (int i = 0; i < 2; ++i)
    {
        create(&machines[i]);
        play(&machines[i], i);
        bool same = scree_world_hash(machines[i].world) == scree_world_hash(judge.world);
        printf("machine %d: %d steps, %d rollbacks, %s\n", i, STEPS, machines[i].rollbacks,
               same ? "the bits of the judge" : "other bits");
    }
    for (int i = 0; i < 2; ++i)
    {
        scree_world_destroy(machines[i].world);
        for (int k = 0; k < IMAGES; ++k)
        {
            free(machines[i].image[k]);
        }
    }
    scree_world_destroy(judge.world);
    return 0;
}
