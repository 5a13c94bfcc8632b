// The conclusions from the runs of the lab.

#include "lab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const sc_lab_figure_names[SC_LAB_FIGURE_COUNT] = {
    "residual_rms", "residual_max", "overlap_mean",    "overlap_max",     "drop",
    "side",         "energy",       "joint_error_rms", "joint_error_max", "energy_gained",
    "past_100_m_s", "max_speed",
};

static bool is_of_mechanisms(int figure)
{
    return figure == SC_LAB_GAINED || figure == SC_LAB_FAST || figure == SC_LAB_SPEED;
}

static double figure_scale(sc_lab_figure figure)
{
    return figure == SC_LAB_ENERGY || is_of_mechanisms((int)figure) ? 1.0 : 1e3;
}

const char *sc_lab_figure_text(const sc_lab_case *one, sc_lab_figure figure, char text[32])
{
    double value = one->figures[figure] * figure_scale(figure);
    if (!isfinite(value))
        return strcpy(text, "-");
    // Three digits, and an exponent only where the number would be long without.
    double size = fabs(value);
    const char *plain = size >= 1e3 ? "%.0f" : "%.3g";
    snprintf(text, 32, size >= 1e5 || (size > 0.0 && size < 1e-3) ? "%.1e" : plain, value);
    return text;
}

double sc_lab_value(const sc_lab_case *one, sc_lab_setting setting)
{
    const sc_scree_settings *solving = &one->settings.solving;
    switch (setting)
    {
    case SC_LAB_ITERATIONS:
        return solving->iterations;
    case SC_LAB_SUBSTEPS:
        return one->settings.substeps;
    case SC_LAB_ERP:
        return (double)solving->erp;
    case SC_LAB_POSITION_CORRECTION:
        return (double)solving->position_correction;
    case SC_LAB_SLOP:
        return (double)solving->slop;
    case SC_LAB_CONTACT_HERTZ:
        return (double)one->settings.contact_hertz;
    case SC_LAB_JOINT_HERTZ:
        return (double)one->settings.joint_hertz;
    default:
        return solving->warm_starting ? 1.0 : 0.0;
    }
}

const sc_lab_case *sc_lab_first_of_series(const sc_lab *lab, int series)
{
    int i = 0;
    while (lab->cases[i].series != series)
        ++i;
    return &lab->cases[i];
}

static void append(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s", more);
}

static void append_setting(const sc_lab_case *one, sc_lab_setting setting, char *text, size_t size)
{
    char word[48];
    double value = sc_lab_value(one, setting);
    if (setting == SC_LAB_WARM_STARTING)
        snprintf(word, sizeof word, ", %s", value > 0.0 ? "warm" : "cold");
    else
        snprintf(word, sizeof word, ", %s %g", sc_lab_setting_name(setting), value);
    append(text, size, word);
}

void sc_lab_series_name(const sc_lab *lab, int series, char *text, size_t size)
{
    const sc_lab_options *options = lab->options;
    const sc_lab_case *one = sc_lab_first_of_series(lab, series);
    snprintf(text, size, "%s", sc_lab_method_name(one->method));
    for (int i = 0; i < options->sweep_count; ++i)
    {
        const sc_lab_sweep *sweep = &options->sweeps[i];
        if (i != options->axis && sweep->count > 1 &&
            sc_lab_sweep_counts(options, sweep, one->method))
            append_setting(one, sweep->setting, text, size);
    }
}

void sc_lab_case_label(const sc_lab *lab, const sc_lab_case *one, char *text, size_t size)
{
    const sc_lab_options *options = lab->options;
    bool iterates = !sc_lab_method_substeps(one->method);
    int count = iterates ? one->settings.solving.iterations : one->settings.substeps;
    snprintf(text, size, "%d %s%s", count, iterates ? "iteration" : "substep",
             count == 1 ? "" : "s");
    if (iterates && sc_lab_find_sweep(options, SC_LAB_SUBSTEPS) != NULL)
        append_setting(one, SC_LAB_SUBSTEPS, text, size);
    for (int i = 0; i < options->sweep_count; ++i)
    {
        sc_lab_setting setting = options->sweeps[i].setting;
        if (setting != SC_LAB_ITERATIONS && setting != SC_LAB_SUBSTEPS &&
            sc_lab_setting_applies(setting, one->method))
            append_setting(one, setting, text, size);
    }
}

// Half of the longest side of the box round a body's own shapes, in body coordinates.
static double half_size(const sc_model *model, int body)
{
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < model->shape_count; ++i)
    {
        const sc_model_shape *shape = &model->shapes[i];
        for (int k = 0; shape->body == body && k < shape->vertex_count; ++k)
        {
            scree_vec2 v = model->vertices[shape->first_vertex + k];
            double at[2] = {(double)v.x, (double)v.y}, radius = (double)shape->radius;
            for (int axis = 0; axis < 2; ++axis)
            {
                low[axis] = fmin(low[axis], at[axis] - radius);
                high[axis] = fmax(high[axis], at[axis] + radius);
            }
        }
    }
    return 0.5 * fmax(high[0] - low[0], high[1] - low[1]);
}

// A box has fallen off, or through, its support when it is half its own size away; a low pile has
// fallen sooner: at a twentieth of its height. Grounds lie at y = 0.
double sc_lab_bound_of(const sc_model *model)
{
    double bound = 0.0;
    for (int i = 0; i < model->top_count; ++i)
    {
        int body = model->tops[i];
        double height = (double)model->bodies[body].position.y;
        double own = fmin(half_size(model, body), 0.05 * height);
        bound = i == 0 ? own : fmin(bound, own);
    }
    return bound;
}

static bool is_late(const sc_lab *lab, const sc_trial_sample *sample)
{
    return 2 * sample->step > lab->steps;
}

static void gather(const sc_lab *lab, sc_lab_case *one)
{
    double squares = 0.0, joint_squares = 0.0, *figures = one->figures;
    int late = 0;
    for (int i = 0; i < SC_LAB_FIGURE_COUNT; ++i)
        figures[i] = 0.0;
    for (int i = 0; i < one->trial.sample_count; ++i)
    {
        const sc_trial_sample *sample = &one->trial.samples[i];
        figures[SC_LAB_DROP] = fmax(figures[SC_LAB_DROP], sample->drift.drop);
        figures[SC_LAB_SIDE] = fmax(figures[SC_LAB_SIDE], sample->drift.side);
        figures[SC_LAB_JOINT_MAX] = fmax(figures[SC_LAB_JOINT_MAX], sample->joints.max);
        if (!is_late(lab, sample))
            continue;
        ++late;
        squares += (double)sample->residual.rms * (double)sample->residual.rms;
        joint_squares += sample->joints.rms * sample->joints.rms;
        figures[SC_LAB_RESIDUAL_MAX] =
            fmax(figures[SC_LAB_RESIDUAL_MAX], (double)sample->residual.max);
        figures[SC_LAB_OVERLAP_MEAN] += sample->overlaps.mean;
        figures[SC_LAB_OVERLAP_MAX] = fmax(figures[SC_LAB_OVERLAP_MAX], sample->overlaps.max);
        figures[SC_LAB_ENERGY] += sample->kinetic_energy;
    }
    figures[SC_LAB_RESIDUAL_RMS] = sqrt(squares / late);
    figures[SC_LAB_OVERLAP_MEAN] /= late;
    figures[SC_LAB_ENERGY] /= late;
    figures[SC_LAB_JOINT_RMS] = sqrt(joint_squares / late);
    figures[SC_LAB_GAINED] = one->trial.motion.gains.gained;
    figures[SC_LAB_FAST] = one->trial.motion.gains.fast;
    figures[SC_LAB_SPEED] = one->trial.motion.gains.max_speed;
}

void sc_lab_judge_case(const sc_lab *lab, sc_lab_case *one)
{
    gather(lab, one);
    bool is_watched = lab->model->top_count > 0;
    for (int i = 0; i < SC_LAB_FIGURE_COUNT; ++i)
    {
        bool unwatched = !is_watched && (i == SC_LAB_DROP || i == SC_LAB_SIDE);
        bool of_joints = i == SC_LAB_JOINT_RMS || i == SC_LAB_JOINT_MAX;
        bool of_scree = i == SC_LAB_RESIDUAL_RMS || i == SC_LAB_RESIDUAL_MAX;
        unwatched = unwatched || (of_scree && one->method == SC_LAB_BOX2D_3);
        unwatched = unwatched || (of_joints && one->trial.joints.count == 0) ||
                    (is_of_mechanisms(i) && one->trial.motion.gains.judged == 0);
        if (one->trial.failed || unwatched)
            one->figures[i] = NAN;
    }
    // Written so that a value that is not a number counts as fallen.
    bool stands = !one->trial.failed && one->trial.escaped == 0 &&
                  one->figures[SC_LAB_DROP] < lab->bound && one->figures[SC_LAB_SIDE] < lab->bound;
    one->stands = stands ? SC_LAB_STOOD : SC_LAB_FELL;
    if (!is_watched)
        one->stands = SC_LAB_NOT_WATCHED;
}

static void find_cheapest(sc_lab *lab)
{
    lab->best = -1;
    for (int i = 0; i < SC_LAB_METHOD_COUNT; ++i)
        lab->cheapest[i] = -1;
    for (int i = 0; i < lab->case_count; ++i)
    {
        const sc_lab_case *one = &lab->cases[i];
        int *cheapest = &lab->cheapest[one->method];
        if (one->stands != SC_LAB_STOOD || one->ms.count == 0)
            continue;
        if (*cheapest < 0 || one->ms.median < lab->cases[*cheapest].ms.median)
            *cheapest = i;
        if (lab->best < 0 || one->ms.median < lab->cases[lab->best].ms.median)
            lab->best = i;
    }
}

// The smallest value on the axis at which a series comes down to the residual; not a number: none.
static double first_below(const sc_lab *lab, int series, double residual, bool *is_first)
{
    double found = NAN, min = INFINITY;
    for (int i = 0; i < lab->case_count; ++i)
    {
        const sc_lab_case *one = &lab->cases[i];
        if (one->series != series)
            continue;
        min = fmin(min, one->x);
        if (one->figures[SC_LAB_RESIDUAL_RMS] <= residual && !(found <= one->x))
            found = one->x;
    }
    *is_first = found == min;
    return found;
}

// Whether two series are of one solver and differ by warm starting alone.
static bool is_pair(const sc_lab *lab, const sc_lab_case *cold, const sc_lab_case *warm)
{
    bool same = cold->method == warm->method;
    for (int i = 0; i < lab->options->sweep_count; ++i)
    {
        sc_lab_setting setting = lab->options->sweeps[i].setting;
        bool is_free = i == lab->options->axis || setting == SC_LAB_WARM_STARTING;
        same = same && (is_free || sc_lab_value(cold, setting) == sc_lab_value(warm, setting));
    }
    return same && !cold->settings.solving.warm_starting && warm->settings.solving.warm_starting;
}

static void compare_warmth(sc_lab *lab, int cold, int warm)
{
    double residual = NAN, largest = -INFINITY;
    for (int i = 0; i < lab->case_count; ++i)
    {
        const sc_lab_case *one = &lab->cases[i];
        if (one->series != cold || !(one->x > largest))
            continue;
        largest = one->x;
        residual = one->figures[SC_LAB_RESIDUAL_RMS];
    }
    if (!isfinite(residual) || residual <= 0.0)
        return;
    bool ignored, at_most;
    double cold_passes = first_below(lab, cold, residual, &ignored);
    double warm_passes = first_below(lab, warm, residual, &at_most);
    lab->warmth[lab->warmth_count++] =
        (sc_lab_warmth){cold, warm, residual, cold_passes, warm_passes, at_most};
}

void sc_lab_conclude(sc_lab *lab)
{
    find_cheapest(lab);
    sc_lab_setting axis = lab->options->sweeps[lab->options->axis].setting;
    if (axis != SC_LAB_ITERATIONS && axis != SC_LAB_SUBSTEPS)
        return;
    for (int cold = 0; cold < lab->series_count; ++cold)
    {
        for (int warm = 0; warm < lab->series_count; ++warm)
        {
            if (is_pair(lab, sc_lab_first_of_series(lab, cold), sc_lab_first_of_series(lab, warm)))
                compare_warmth(lab, cold, warm);
        }
    }
}
