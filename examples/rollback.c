// Two machines play the same game. Each has a world of its own and hears of the other's input six
// steps late. It continues with the last known input; if the true one differs, it restores the
// image of that step and repeats the steps since.
#include <scree/scree.h>

#include <stdio.h>

enum
{
    STEPS = 300,
    DELAY = 6,           // steps until an input arrives
    IMAGES = DELAY + 1,  // one for each step that may be taken again
    IMAGE_BYTES = 1 << 16
};

typedef struct machine
{
    int delay[2];  // steps until it knows the input of each player: 0 for its own
    scree_world *world;
    scree_body_id player[2];
    int used[STEPS][2];  // the inputs with which each step was taken: -1, 0 or 1
    unsigned char image[IMAGES][IMAGE_BYTES];
    int rollbacks, failures;  // failures: images that could not be saved or restored
} machine;

// The input of a player at a step: a script replaces the two players, who let go before the end.
static int pressed(int player, int step)
{
    return step < STEPS - 2 * DELAY ? (step / (player == 0 ? 17 : 23)) % 3 - 1 : 0;
}

static void create(machine *m)
{
    scree_world_def world_def = scree_world_def_default();
    m->world = scree_world_create(&world_def);
    scree_body_def def = scree_body_def_default();
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_body_id ground = scree_body_create(m->world, &def);
    scree_shape_create_half_space(m->world, ground, &material, &half_space);
    def.type = SCREE_BODY_DYNAMIC;
    scree_circle disc = {{0.0f, 0.0f}, 0.3f};
    for (int i = 0; i < 60; ++i)  // the outer ones of the lowest row are the players
    {
        def.position = scree_vec2_from(0.7f * (float)(i % 10), 0.3f + 0.7f * (float)(i / 10));
        scree_body_id body = scree_body_create(m->world, &def);
        scree_shape_create_circle(m->world, body, &material, &disc);
        m->player[0] = i == 0 ? body : m->player[0];
        m->player[1] = i == 9 ? body : m->player[1];
    }
}

static void take_step(machine *m, int step)
{
    // The image of the state before the step. scree_world_image_size returns the bytes it needs.
    unsigned char *image = m->image[step % IMAGES];
    m->failures += scree_world_save_image(m->world, image, IMAGE_BYTES) != SCREE_OK;
    for (int player = 0; player < 2; ++player)
    {
        scree_vec2 force = {20.0f * (float)m->used[step][player], 0.0f};
        scree_body_apply_force_to_center(m->world, m->player[player], force);
    }
    scree_world_step(m->world, 1.0f / 60.0f, 4);
}

// The input of step `first` arrives. If another one was used, the steps since are taken again.
static void hear(machine *m, int player, int first, int now)
{
    int input = pressed(player, first);
    if (m->used[first][player] == input)
    {
        return;
    }
    ++m->rollbacks;
    const unsigned char *image = m->image[first % IMAGES];
    m->failures += scree_world_restore_image(m->world, image, IMAGE_BYTES) != SCREE_OK;
    for (int step = first; step < now; ++step)
    {
        m->used[step][player] = input;  // the best guess for the steps after it
        take_step(m, step);
    }
}

// Returns the hash of the state at the end.
static uint64_t play(machine *m)
{
    create(m);
    for (int step = 0; step < STEPS; ++step)
    {
        for (int player = 0; player < 2; ++player)
        {
            if (m->delay[player] > 0 && step >= DELAY)
            {
                hear(m, player, step - DELAY, step);
            }
            int guess = step > 0 ? m->used[step - 1][player] : 0;
            m->used[step][player] = m->delay[player] > 0 ? guess : pressed(player, step);
        }
        take_step(m, step);
    }
    uint64_t hash = scree_world_hash(m->world);
    scree_world_destroy(m->world);
    return hash;
}

int main(void)
{
    static machine judge, machines[2];  // the judge knows all inputs at once
    uint64_t hash = play(&judge);
    bool same = judge.failures == 0;
    for (int i = 0; i < 2; ++i)
    {
        machines[i].delay[1 - i] = DELAY;
        same = play(&machines[i]) == hash && machines[i].failures == 0 && same;
        const char *bits = same ? "the bits of the judge" : "other bits";
        printf("machine %d: %d steps, %d rollbacks, %s\n", i, STEPS, machines[i].rollbacks, bits);
    }
    return same ? 0 : 1;
}
