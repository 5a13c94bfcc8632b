/// Scenes of rigid bodies match their descriptions: counts, places, masses, contacts.
#include "tests/scenes/scene_reader.h"

/// Dynamic bodies: the positions of the outermost origins, m, and the total mass, kg.
typedef struct layout
{
    const char *name;
    int size;  ///< 0: its own
    int bodies, shapes, joints, dynamic, tops;
    double left, right, bottom, top, mass;
    int touching;    ///< pairs of shapes
    double overlap;  ///< deepest, m
    int steps;
} layout;

static const layout layouts[] = {
    // Rows of 1 m boxes, each one shorter: on the ground or on two others, beside the next one.
    {"large_pyramid", 0, 5051, 5051, 0, 5050, 1, -49.5, 49.5, 0.5, 99.5, 5050.0,
     100 + 2 * 4950 + 4950, 1e-5, 500},
    {"large_pyramid", 7, 29, 29, 0, 28, 1, -3.0, 3.0, 0.5, 6.5, 28.0, 7 + 2 * 21 + 21, 1e-5, 500},
    // Pyramids of ten rows in as many rows and columns, 11 m apart, on a segment for each row.
    {"many_pyramids", 0, 22001, 22020, 0, 22000, 400, -109.0, 109.0, 0.5, 218.5, 22000.0, 400 * 145,
     1e-5, 200},
    {"many_pyramids", 3, 496, 498, 0, 495, 9, -15.5, 15.5, 0.5, 31.5, 495.0, 9 * 145, 1e-5, 200},
    // A drum of 36 sectors and 4 fins round 90 x 90 boxes of 0.2 m, 0.01 m apart.
    {"washer", 0, 8102, 8140, 0, 8100, 0, -9.9, 8.79, 0.1, 18.79, 8100 * 0.04, 0, 0.0, 500},
    // 81 boxes across, 100 up, a segment far below. Two triangles of 1 kg a body, in 20 columns.
    {"compounds", 0, 3001, 6282, 0, 3000, 0, -19.25, 19.25, 5.575, 5.575 + 2.25 * 149, 6000.0,
     19 * 150, 1e-5, 500},
    {"compounds", 6, 121, 522, 0, 120, 0, -19.25, 19.25, 5.575, 5.575 + 2.25 * 5, 240.0, 19 * 6,
     1e-5, 500},
    // 161 x 50 boxes on either side, and the pusher; pentagons in a circle of 0.25 m.
    {"junkyard", 0, 8002, 8262, 0, 8000, 0, -75.1, 74.35, 15.0, 54.0, 8000 * 0.143015, 0, 0.0, 800},
    {"junkyard", 2, 402, 662, 0, 400, 0, -75.1, 74.35, 15.0, 16.0, 400 * 0.143015, 0, 0.0, 800},
    // A ram of 512 kg before 120 x 80 boxes of 0.4 m that touch without gaps.
    {"smash", 0, 9601, 9601, 0, 9601, 0, -20.0, 77.6, -16.0, 15.6, 512.0 + 9600 * 0.16,
     119 * 80 + 120 * 79 + 2 * 119 * 79, 1e-5, 300},
    {"smash", 10, 151, 151, 0, 151, 0, -20.0, 35.6, -2.0, 1.6, 512.0 + 150 * 0.16,
     14 * 10 + 15 * 9 + 2 * 14 * 9, 1e-5, 300},
    {"stack", 0, 11, 11, 0, 10, 1, 0.0, 0.0, 0.5, 9.5, 10.0, 10, 1e-5, 600},
    {"stack", 1, 2, 2, 0, 1, 1, 0.0, 0.0, 0.5, 0.5, 1.0, 1, 1e-5, 600},
    {"tower_50", 0, 51, 51, 0, 50, 1, 0.0, 0.0, 0.5, 49.5, 50.0, 50, 1e-5, 3600},
    {"tower_50", 7, 8, 8, 0, 7, 1, 0.0, 0.0, 0.5, 6.5, 7.0, 7, 1e-5, 3600},
    // 1, 10, 50, 100 and 200 kg, each on boxes of 1 kg, 3 m apart.
    {"mass_ratio", 0, 16, 16, 0, 15, 5, -6.0, 6.0, 0.5, 2.5, 361.0 + 10.0, 15, 1e-5, 600},
    {"mass_ratio", 3, 21, 21, 0, 20, 5, -6.0, 6.0, 0.5, 3.5, 361.0 + 15.0, 20, 1e-5, 600},
    // Three pyramids of boxes of 4 kg, with tops of 400, 800 and 1,200 kg 2 m above them.
    {"heavy", 0, 166, 166, 0, 165, 3, -31.0, 31.0, 1.0, 21.0, 3048.0, 429, 1e-5, 600},
    {"heavy", 4, 31, 31, 0, 30, 3, -13.0, 13.0, 1.0, 9.0, 2508.0, 60, 1e-5, 600},
    // Pairs of 2 m by 6 cm cards lean at 20 degrees, one pair fewer each level, on cards between.
    {"card_house", 0, 41, 41, 0, 40, 2, -3.3519, 3.3519, 0.949953, 8.78958, 4.48551, 65, 1e-5,
     3600},
    {"card_house", 1, 3, 3, 0, 2, 2, -0.370211, 0.370211, 0.949953, 0.949953, 0.24, 3, 1e-5, 3600},
    {"card_house", 6, 58, 58, 0, 57, 2, -4.09732, 4.09732, 0.949953, 10.7495, 6.36826, 93, 1e-5,
     3600},
    // 17 stones at 9 m, cut from a half ring of 8 to 10 m by straight sides.
    {"arch", 0, 18, 18, 0, 17, 1, -8.96161, 8.96161, 0.830415, 9.0, 56.2273, 16 + 2, 1e-5, 3600},
    {"ramp", 0, 12, 12, 0, 10, 0, -17.6649, -1.56525, 1.34164, 9.39149, 10.0, 10, 1e-5, 300},
    {"bouncers", 0, 12, 12, 0, 11, 0, -7.5, 7.5, 4.5, 4.5, 11 * 0.785398, 0, 0.0, 300},
    {"dominoes", 0, 31, 31, 0, 30, 0, -14.5, 14.5, 1.0, 1.0, 15.0, 30, 1e-5, 600},
    // A disc a metre, hinged to those beside it; seven of the top row are held.
    {"joint_grid", 0, 10000, 10000, 19800, 9993, 0, 0.0, 99.0, -99.0, 0.0, 9993 * 0.502655, 0, 0.0,
     500},
    {"joint_grid", 20, 400, 400, 760, 393, 0, 0.0, 19.0, -19.0, 0.0, 393 * 0.502655, 0, 0.0, 500},
    // A drum of four walls of 1000 kg round 45 x 45 boxes of 0.25 m.
    {"tumbler", 0, 2027, 2029, 1, 2026, 0, -9.0, 8.6, 1.0, 18.6, 4000.0 + 2025 / 16.0, 0, 0.0, 750},
    // A round of 360 segments, a bar, and capsules, discs and boxes that begin in each other.
    {"spinner", 0, 6078, 6437, 1, 6077, 0, -23.0, 22.5, 2.0, 35.0, 717.412, 22084, 1.2, 500},
    {"bridge", 0, 151, 152, 121, 150, 0, -57.0915, 57.0914, -14.6881, 0.290026, 270.0, 0, 0.0, 900},
    // A mace of a hundred links on fifty.
    {"chain_mace", 0, 52, 52, 51, 51, 0, 0.5, 52.0, 0.0, 0.0, 44.8631, 0, 0.0, 900},
    {"newton_cradle", 0, 6, 6, 5, 5, 0, -5.42109, 2.2, -5.0, -3.82421, 5 * 0.785398, 0, 0.0, 900},
    // 750 m of road in pieces of 2 m, and two walls.
    {"vehicles", 0, 301, 679, 200, 300, 0, -1.0, 595.0, -0.959973, 2.49798, 541.312, 0, 0.005, 600},
    {"ragdoll_pit", 0, 5501, 6504, 5000, 5500, 0, 0.525, 29.475, 0.975, 49.975, 500 * 0.385072, 0,
     0.0, 600},
    {"rain", 0, 1, 2505, 0, 0, 0, INFINITY, -INFINITY, INFINITY, -INFINITY, 0.0, 0, 0.0, 1000},
    {"joint_types", 0, 22, 29, 21, 21, 0, 1.3, 22.2, 2.5, 16.5, 17.9212, 2, 1e-5, 300},
    {"joint_types", 4, 88, 116, 84, 84, 0, 1.3, 100.2, 2.5, 16.5, 4 * 17.9212, 8, 1e-5, 300},
    {"machines", 0, 11, 11, 14, 10, 0, -1.0, 1.0, 0.5, 6.5, 17.3687, 2, 0.024, 900},
    {"machines", 3, 33, 33, 42, 30, 0, -1.0, 641.0, 0.5, 6.5, 3 * 17.3687, 6, 0.024, 900},
    // 2 to 7 boxes each, in turn; in every other one a loop or two more, in turn.
    {"mechanisms", 12, 66, 54, 63, 54, 0, -0.946639, 32.2483, -22.6027, 2.04795, 54.0, 0, 0.0, 900},
    {"impacts", 12, 13, 13, 0, 12, 0, -1.375, 1.375, 0.192078, 0.851386, 3.60190, 0, 0.0, 60},
    // A floor of each kind in six pieces, and a body over each.
    {"seams", 6, 23, 43, 0, 12, 0, 0.307219, 49.25, 0.505232, 15.2451, 1501.75, 11, 1e-5, 30},
};

/// The layout of a model.
static layout layout_of(const sc_model *model)
{
    sc_overlaps overlaps = overlaps_at_start(model);
    layout found = {.left = INFINITY,
                    .right = -INFINITY,
                    .bottom = INFINITY,
                    .top = -INFINITY,
                    .touching = overlaps.touching,
                    .overlap = overlaps.max};
    scoped_memory sc_model_pose *poses = calloc((size_t)model->body_count, sizeof *poses);
    assert_non_null(poses);
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        double x = (double)body->position.x, y = (double)body->position.y;
        poses[i] = (sc_model_pose){body->position.x, body->position.y, body->cos, body->sin};
        if (body->type == SCREE_BODY_DYNAMIC)
        {
            found.left = fmin(found.left, x);
            found.right = fmax(found.right, x);
            found.bottom = fmin(found.bottom, y);
            found.top = fmax(found.top, y);
            found.mass += body->mass;
        }
    }
    // Joined bodies begin in place: nothing jumps in the first step.
    bool loose = strcmp(model->scene->name, "machines") == 0, pit = model->dynamic_count == 5500;
    // Bars of machines whose ends do not quite meet come together when they fall.
    assert_at_most(sc_judge_joints(model, poses).max, loose ? 0.26 : pit ? 1e-4 : 2e-5);
    return found;
}

TEST(scenes_are_laid_out_as_described)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; ++i)
    {
        const layout *expected = &layouts[i];
        print_message("%s %d\n", expected->name, expected->size);
        scoped_model *model = model_of(expected->name, expected->size);
        scree_scene_counts counts = model->scene->counts(model->size);
        const int of_model[] = {model->body_count, model->shape_count, model->joint_count,
                                model->dynamic_count, model->top_count};
        assert_memory_equal(of_model, &expected->bodies, sizeof of_model);
        assert_memory_equal(&counts, &expected->bodies, sizeof counts);
        layout found = layout_of(model);
        double off = fmax(fabs(found.left - expected->left), fabs(found.right - expected->right));
        off = fmax(off, fabs(found.bottom - expected->bottom));
        assert_true(expected->dynamic == 0 || fmax(off, fabs(found.top - expected->top)) < 1e-3);
        assert_near(found.mass, expected->mass, 1e-5 * expected->mass);
        assert_int_equal(found.touching, expected->touching);
        assert_at_most(found.overlap, expected->overlap);
        double highest = -INFINITY;
        for (int k = 0; k < model->top_count; ++k)
        {
            const sc_model_body *top = &model->bodies[model->tops[k]];
            assert_int_equal(top->type, SCREE_BODY_DYNAMIC);
            highest = fmax(highest, (double)top->position.y);
        }
        assert_true(model->top_count == 0 || highest == found.top);
        const scree_scene *scene = model->scene;
        scree_world_def def = scree_scene_world_def(scene, 0), plain = scree_world_def_default();
        assert_int_equal(scene->steps, expected->steps);
        assert_near_vec2(def.gravity, 0.0, scene->weightless ? 0.0 : -10.0, 0.0);
        assert_int_equal(def.solver, SCREE_SOLVER_SOFT_STEP);
        assert_true(def.restitution_threshold ==
                    (scene->elastic ? 0.0f : plain.restitution_threshold));
        // Contacts act no faster than a quarter of the substeps.
        bool tower = strcmp(scene->name, "tower_50") == 0;
        assert_int_equal(scree_scene_substeps(scene), tower ? 16 : 4);
        assert_near(def.contact_hertz, tower ? 240.0 : plain.contact_hertz, 1e-3);
    }
}

TEST(the_junkyard_has_a_pusher_that_goes_to_and_fro)
{
    scoped_model *model = model_of("junkyard", 2);
    assert_int_equal(model->bodies[model->body_count - 1].type, SCREE_BODY_KINEMATIC);
    assert_rectangle(model, &model->shapes[model->shape_count - 1], -2.0, 0.0, 2.0, 8.0);
    // x = 60 sin(0.2 t), reached by the velocities of each step.
    double x = 0.0, t = 0.0;
    for (int i = 0; i < 2400; ++i)
    {
        assert_true(sc_model_drive(model, STEP));
        x += (double)STEP * (double)model->kinematic_velocity[0].x;
        assert_near(model->kinematic_velocity[0].y, 0.0, 1e-6);
        assert_near(x, 60.0 * sin(0.2 * t), 0.01);
        t += (double)STEP;
    }
}

TEST(drums_turn_and_the_ram_flies_as_published)
{
    const double degree = 3.14159265358979 / 180.0;
    scoped_model *washer = model_of("washer", 0), *tumbler = model_of("tumbler", 0);
    scoped_model *spinner = model_of("spinner", 0), *smash = model_of("smash", 10);
    const sc_model_body *ring = &washer->bodies[1], *ram = &smash->bodies[0];
    assert_int_equal(ring->type, SCREE_BODY_KINEMATIC);
    assert_near(ring->w, 25.0 * degree, 1e-6);
    assert_near_vec2(ring->velocity, 0.001, -0.002, 1e-9);
    for (int i = 0; i < 40; ++i)
    {
        // Walls of 16 to 18 m, fins of 14 to 16 m.
        shape_extent e = extent_of(washer, &washer->shapes[i]);
        double reach = fmax(fmax(fabs(e.left), fabs(e.right)), fmax(fabs(e.top), fabs(e.bottom)));
        assert_in_range((int)reach, 11, 18);
    }
    const scree_revolute_joint_def *axle = &tumbler->joints[0].def.revolute;
    assert_true(axle->motor.enable && axle->motor.max == 1e8f);
    assert_near(axle->motor.speed, 25.0 * degree, 1e-6);
    assert_near(axle->base.frame_a.position.y, 10.0, 0.0);
    assert_near(spinner->joints[0].def.revolute.motor.speed, 5.0, 0.0);
    assert_near(spinner->joints[0].def.revolute.base.frame_a.position.y, 12.0, 0.0);
    assert_surface(&spinner->shapes[400], 0.1, 0.1, 0.25);
    assert_near(ram->velocity.x, 40.0, 0.0);
    assert_near(ram->mass, 512.0, 1e-3);
}
