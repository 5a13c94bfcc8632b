#include "tests/scenes/scene_reader.h"

sc_model *model_of(const char *name, int size)
{
    const scree_scene *scene = scree_scene_find(name);
    assert_non_null(scene);
    scree_scene_params params = {.size = size};
    const char *why = "";
    sc_model *model = sc_model_create(scene, &params, &why);
    if (model == NULL)
    {
        fail_msg("%s: %s", name, why);
    }
    return model;
}

shape_extent extent_of(const sc_model *model, const sc_model_shape *shape)
{
    double r = (double)shape->radius;
    shape_extent sides = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < shape->vertex_count; ++i)
    {
        scree_vec2 v = model->vertices[shape->first_vertex + i];
        sides.left = fmin(sides.left, (double)v.x - r);
        sides.bottom = fmin(sides.bottom, (double)v.y - r);
        sides.right = fmax(sides.right, (double)v.x + r);
        sides.top = fmax(sides.top, (double)v.y + r);
    }
    return sides;
}

void assert_vertices(const sc_model *model, const sc_model_shape *shape, const double (*corners)[2],
                     int count)
{
    assert_int_equal(shape->vertex_count, count);
    for (int i = 0; i < count; ++i)
    {
        double nearest = INFINITY;
        for (int k = 0; k < count; ++k)
        {
            scree_vec2 v = model->vertices[shape->first_vertex + k];
            nearest =
                fmin(nearest, hypot((double)v.x - corners[i][0], (double)v.y - corners[i][1]));
        }
        assert_near(nearest, 0.0, 1e-4);
    }
}

void assert_rectangle(const sc_model *model, const sc_model_shape *shape, double left,
                      double bottom, double right, double top)
{
    const double corners[4][2] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    assert_int_equal(shape->type, SCREE_SHAPE_POLYGON);
    assert_near(shape->radius, 0.0, 0.0);
    assert_vertices(model, shape, corners, 4);
}

void assert_surface(const sc_model_shape *shape, double friction, double restitution,
                    double density)
{
    assert_near(shape->material.friction, friction, 1e-6);
    assert_near(shape->material.restitution, restitution, 1e-6);
    assert_near(shape->density, density, 1e-6);
    assert_near(shape->material.rolling_resistance, 0.0, 0.0);
    assert_near(shape->material.tangent_speed, 0.0, 0.0);
    assert_true(shape->filter.category == 1 && shape->filter.mask == UINT64_MAX);
    assert_int_equal(shape->filter.group, 0);
}

const sc_model_shape *shapes_of(const sc_model *model, int body, int *count)
{
    int first = -1;
    *count = 0;
    for (int i = 0; i < model->shape_count; ++i)
    {
        if (model->shapes[i].body == body)
        {
            first = first < 0 ? i : first;
            assert_int_equal(i, first + *count);
            ++*count;
        }
        else if (first >= 0)
        {
            break;
        }
    }
    return first < 0 ? NULL : &model->shapes[first];
}

sc_overlaps overlaps_at_start(const sc_model *model)
{
    scoped_memory sc_model_pose *poses = calloc((size_t)model->body_count + 1, sizeof *poses);
    assert_non_null(poses);
    for (int i = 0; i < model->body_count; ++i)
    {
        const sc_model_body *body = &model->bodies[i];
        poses[i] = (sc_model_pose){body->position.x, body->position.y, body->cos, body->sin};
    }
    sc_overlaps overlaps;
    assert_true(sc_judge_overlaps(model, poses, &overlaps));
    return overlaps;
}
