/// The walks of the validate build: sound worlds pass, and each of many small damages is seen.
#include "tests/support/scene_runs.h"
#include "world/validate.h"

/// A small pile with things at rest, moving and kinematic, particles and a soft body.
static scree_world *make_pile(void)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    add_bin(world, usual_shape(), 6.0f, 20.0f, false);
    for (int i = 0; i < 60; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, -5.0f + 1.1f * (float)(i % 10),
                                      1.0f + 1.1f * (float)(i / 10), 0.1f * (float)i);
        add_mixed(world, body, usual_shape(), i, 1.0f);
    }
    scree_particle_def particle = scree_particle_def_default();
    particle.radius = 0.2f;
    for (int i = 0; i < 60; ++i)
    {
        particle.position =
            (scree_vec2){-4.0f + 0.3f * (float)(i % 20), 9.0f + 0.3f * (float)(i / 20)};
        scree_particle_create(world, &particle);
    }
    scree_soft_body_def soft = scree_soft_body_def_default();
    soft.position = (scree_vec2){0.0f, 12.0f};
    scree_soft_body_create_box(world, &soft, 1.0f, 0.5f);
    run_steps(world, 60);
    return world;
}

TEST(scenes_are_sound)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        scoped_scene *run = start_scene(scene->name, scene->verify_size, NULL);
        for (int k = 0; k < 10; ++k)
        {
            step_scene(run, 1, 0);
            const char *wrong = sc_validate(run->world);
            if (wrong != NULL)
            {
                fail_msg("%s, step %d: not true that %s", scene->name, k, wrong);
            }
        }
    }
}

/// A block of the first colour that has two of them in its batch, or -1.
static int first_of_two_blocks(const sc_constraints *constraints)
{
    for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
    {
        const sc_batch *batch = &constraints->groups[SC_SHARED_GROUP].batches[type];
        for (int c = 0; c < SC_COLOURS; ++c)
        {
            int begin = sc_colour_begin(batch, c);
            if (batch->end[c] - begin >= 2 * SC_BLOCK)
            {
                return begin / SC_BLOCK;
            }
        }
    }
    return -1;
}

/// A row that lane 0 of a block writes.
static int32_t dynamic_row(const sc_constraints *constraints, int block)
{
    const sc_block_rows *rows = &constraints->rows[block];
    const int32_t row = rows->a[0] / SC_ROW_STEP;
    return row < constraints->dynamic_count ? row : rows->b[0] / SC_ROW_STEP;
}

static void share_a_body_within_a_block(scree_world *world)
{
    sc_constraints *c = &world->constraints;
    c->rows[0].a[1] = SC_ROW_STEP * dynamic_row(c, 0);
}

static void share_a_body_within_a_colour(scree_world *world)
{
    sc_constraints *c = &world->constraints;
    int block = first_of_two_blocks(c);
    assert_true(block >= 0);
    c->rows[block + 1].a[0] = SC_ROW_STEP * dynamic_row(c, block);
}

/// Breaks what holds in a world.
#define CHANGE(name, change) \
    static void name(scree_world *world) { change; }

CHANGE(give_a_block_the_next_colour, world->constraints.groups[0].batches[0].end[0] -= SC_BLOCK)

static void forget_a_colour_of_a_body(scree_world *world)
{
    sc_constraints *c = &world->constraints;
    c->masks[dynamic_row(c, 0)] = 0;
}

static void leave_a_contact_out(scree_world *world)
{
    sc_constraints *c = &world->constraints;
    c->contact[0] = 0;
    c->rows[0].a[0] = c->rows[0].b[0] = SC_ROW_STEP * sc_pad_block(c->moving_count);
}

CHANGE(solve_a_contact_twice, world->constraints.contact[1] = world->constraints.contact[0])
CHANGE(write_to_a_row_past_the_end,
       world->constraints.rows[0].a[0] = SC_ROW_STEP * (world->constraints.moving_count + 1000))

static void lose_the_last_row_of_a_group(scree_world *world)
{
    sc_island_group *shared = &world->constraints.groups[SC_SHARED_GROUP];
    --shared->ranges[shared->range_count - 1].end;
}

/// Towers in two groups.
static scree_world *make_towers(void)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < SC_ISLANDS_FULL; ++i)
    {
        add_crate(world, 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
        add_crate(world, 2.0f * (float)i, 1.5f, 0.5f, 0.5f);
    }
    run_steps(world, 2);
    assert_int_equal(world->constraints.group_count, 3);
    return world;
}

CHANGE(give_a_row_to_two_groups, ++world->constraints.groups[1].ranges[0].end)

static void move_a_tower_to_the_group_before(scree_world *world)
{
    world->constraints.groups[1].ranges[0].end += 2;
    world->constraints.groups[2].ranges[0].begin += 2;
}

CHANGE(put_a_particle_twice_into_a_colour,
       world->circles.neighbours.a[1] = world->circles.neighbours.a[0])

static void lose_a_particle_pair(scree_world *world)
{
    sc_neighbour_list *neighbours = &world->circles.neighbours;
    neighbours->a[0] = neighbours->b[0] = neighbours->row_capacity;
}

CHANGE(mistake_the_row_of_a_particle, world->circles.slot[0] = world->circles.slot[1])
CHANGE(send_a_particle_nowhere, world->circles.x[3] = NAN)
CHANGE(move_a_body_to_nowhere, world->bodies.y[2] = INFINITY)
CHANGE(leave_a_velocity_past_the_last_body, world->bodies.vx[sc_body_count(&world->bodies)] = 1.0f)
CHANGE(give_the_null_shape_a_density, world->shapes.density[0] = 1.0f)
CHANGE(give_a_null_contact_a_point, world->contacts.point_count[7] = 1)
CHANGE(put_a_static_shape_into_another_cell,
       world->broadphase.static_grid.places[0] += 1 << SC_PLACE_BITS)
CHANGE(list_fewer_than_moved, --world->broadphase.moved_out.count)

static void name_a_pair_twice(scree_world *world)
{
    sc_contacts *c = &world->contacts;
    int32_t first = c->first[SC_CLASS_CONVEX4_CONVEX4];
    assert_true(c->count[SC_CLASS_CONVEX4_CONVEX4] >= 2);
    c->a[first + 1] = c->a[first];
    c->b[first + 1] = c->b[first];
}

static void keep_a_pair_that_parted(scree_world *world)
{
    sc_contacts *c = &world->contacts;
    int32_t slot = c->b[c->first[SC_CLASS_CONVEX4_CONVEX4]];
    world->shapes.aabb[slot].lower_x += 100.0f;
    world->shapes.aabb[slot].upper_x += 100.0f;
    world->shapes.previous[slot] = world->shapes.aabb[slot];
}

CHANGE(keep_a_stale_box_at_rest, world->broadphase.static_grid.aabbs[0].now.lower_y -= 1.0f)
CHANGE(keep_a_stale_box, world->broadphase.active.aabbs[0].now.minus_upper_x -= 1.0f)
CHANGE(name_a_shape_twice_in_the_grid,
       world->broadphase.active.slots[1] = world->broadphase.active.slots[0])

static void forget_that_a_shape_moved(scree_world *world)
{
    sc_broadphase *b = &world->broadphase;
    assert_true(b->grid_kept && b->moved_out.count > 0);
    b->is_moved_out[b->moved_out.slot[0]] = 0;
}

static void mistake_an_entry_of_the_grid(scree_world *world)
{
    sc_broadphase *b = &world->broadphase;
    assert_true(b->grid_kept);
    b->entry_of[b->active.slots[0]] = 1;
}

/// Crates at rest; one of them was pushed in the last step, so that the kept grid is in use.
static scree_world *make_quiet(void)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    add_bin(world, usual_shape(), 30.0f, 20.0f, false);
    scree_body_id crate = {0};
    for (int i = 0; i < 20; ++i)
    {
        crate = add_crate(world, -28.0f + 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
    }
    run_steps(world, 60);
    for (int i = 0; i < 3; ++i)
    {
        assert_ok(scree_body_set_velocity(world, crate, (scree_vec2){3.0f, 0.0f}, 0.0f));
        run_steps(world, 1);
    }
    return world;
}

/// A static body and crates in a row, each joined to the one before it.
static scree_world *make_joined(void)
{
    scree_world *world = world_with_gravity(0.0f, -10.0f);
    scree_body_id last = static_body(world);
    for (int i = 1; i < 6; ++i)
    {
        scree_revolute_joint_def def = scree_revolute_joint_def_default();
        def.base.body_a = last;
        def.base.body_b = last = add_crate(world, (float)i, 0.0f, 0.6f, 0.2f);
        def.base.frame_b.position.x = -1.0f;
        def.base.break_force = i == 3 ? 1e9f : 0.0f;
        assert_true(scree_joint_is_valid(world, scree_joint_create_revolute(world, &def)));
    }
    run_steps(world, 10);
    return world;
}

CHANGE(break_the_list_of_a_body,
       world->bodies.first_joint[world->bodies.row[world->joints.body[2][1]]] = 0)
CHANGE(link_back_to_another_joint, world->joints.previous[2][0] ^= 1)
CHANGE(join_a_body_to_itself, world->joints.body[1][0] = world->joints.body[1][1])
CHANGE(miscount_joints, ++world->joints.count)
CHANGE(forget_what_may_break, world->joints.flags[3] &= (uint8_t)~SC_JOINT_BREAKABLE)
CHANGE(give_a_joint_an_unknown_type, world->joints.type[4] = SCREE_JOINT_TYPE_COUNT)
CHANGE(lose_an_impulse, world->joints.state[2].locked[1] = NAN)
CHANGE(stretch_a_frame, world->joints.frame[2].a_cos = 1.1f)
CHANGE(swap_the_limits, world->joints.settings[5].lower = 1.0f)
CHANGE(give_the_null_joint_a_spring, world->joints.settings[0].spring_hertz = 1.0f)

static void hold_a_contact_of_joined_bodies(scree_world *world)
{
    const int by_class[SC_CLASS_COUNT] = {[SC_CLASS_BOX_BOX] = 1};
    assert_true(sc_contacts_reserve(&world->contacts, &world->memory, by_class));
    sc_contacts_add(&world->contacts, SC_CLASS_BOX_BOX, 1, 2);
}

typedef struct damage
{
    scree_world *(*make)(void);
    void (*damage)(scree_world *world);
    const char *name;
} damage;

#define DAMAGE(make, name) \
    {                      \
        make, name, #name  \
    }

TEST(every_damage_is_seen)
{
    static const damage damages[] = {DAMAGE(make_pile, share_a_body_within_a_block),
                                     DAMAGE(make_pile, share_a_body_within_a_colour),
                                     DAMAGE(make_pile, give_a_block_the_next_colour),
                                     DAMAGE(make_pile, forget_a_colour_of_a_body),
                                     DAMAGE(make_pile, leave_a_contact_out),
                                     DAMAGE(make_pile, solve_a_contact_twice),
                                     DAMAGE(make_pile, write_to_a_row_past_the_end),
                                     DAMAGE(make_pile, lose_the_last_row_of_a_group),
                                     DAMAGE(make_towers, give_a_row_to_two_groups),
                                     DAMAGE(make_towers, move_a_tower_to_the_group_before),
                                     DAMAGE(make_pile, put_a_particle_twice_into_a_colour),
                                     DAMAGE(make_pile, lose_a_particle_pair),
                                     DAMAGE(make_pile, mistake_the_row_of_a_particle),
                                     DAMAGE(make_pile, send_a_particle_nowhere),
                                     DAMAGE(make_pile, move_a_body_to_nowhere),
                                     DAMAGE(make_pile, leave_a_velocity_past_the_last_body),
                                     DAMAGE(make_pile, give_the_null_shape_a_density),
                                     DAMAGE(make_pile, give_a_null_contact_a_point),
                                     DAMAGE(make_pile, put_a_static_shape_into_another_cell),
                                     DAMAGE(make_quiet, list_fewer_than_moved),
                                     DAMAGE(make_pile, name_a_pair_twice),
                                     DAMAGE(make_pile, keep_a_pair_that_parted),
                                     DAMAGE(make_pile, keep_a_stale_box_at_rest),
                                     DAMAGE(make_quiet, keep_a_stale_box),
                                     DAMAGE(make_quiet, name_a_shape_twice_in_the_grid),
                                     DAMAGE(make_quiet, forget_that_a_shape_moved),
                                     DAMAGE(make_quiet, mistake_an_entry_of_the_grid),
                                     DAMAGE(make_joined, break_the_list_of_a_body),
                                     DAMAGE(make_joined, link_back_to_another_joint),
                                     DAMAGE(make_joined, join_a_body_to_itself),
                                     DAMAGE(make_joined, miscount_joints),
                                     DAMAGE(make_joined, forget_what_may_break),
                                     DAMAGE(make_joined, give_a_joint_an_unknown_type),
                                     DAMAGE(make_joined, lose_an_impulse),
                                     DAMAGE(make_joined, stretch_a_frame),
                                     DAMAGE(make_joined, swap_the_limits),
                                     DAMAGE(make_joined, give_the_null_joint_a_spring),
                                     DAMAGE(make_joined, hold_a_contact_of_joined_bodies)};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i)
    {
        scoped_world *world = damages[i].make();
        assert_null(sc_validate(world));
        damages[i].damage(world);
        if (sc_validate(world) == NULL)
        {
            fail_msg("%s is not seen", damages[i].name);
        }
    }
}
