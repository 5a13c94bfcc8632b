#include "lab_sweep.h"

#include "tools/common/options.h"
#include "tools/common/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct setting
{
    const char *name;
    double low, high;
    bool whole;
} setting;

static const setting settings[SC_LAB_SETTING_COUNT] = {
    [SC_LAB_ITERATIONS] = {"iterations", 1.0, 1000.0, true},
    [SC_LAB_SUBSTEPS] = {"substeps", 1.0, 64.0, true},
    [SC_LAB_ERP] = {"erp", 0.0, 1.0, false},
    [SC_LAB_POSITION_CORRECTION] = {"position_correction", 0.0, 1.0, false},
    [SC_LAB_SLOP] = {"slop", 0.0, 1.0, false},
    [SC_LAB_WARM_STARTING] = {"warm_starting", 0.0, 1.0, true},
    [SC_LAB_CONTACT_HERTZ] = {"contact_hertz", 0.0, 1e4, false},
    [SC_LAB_JOINT_HERTZ] = {"joint_hertz", 0.0, 1e4, false},
};

const char *sc_lab_setting_name(sc_lab_setting setting) { return settings[setting].name; }

const char *sc_lab_method_name(sc_lab_method method)
{
    return method == SC_LAB_BOX2D_3 ? "box2d-3" : scree_solver_name((scree_solver)method);
}

bool sc_lab_method_substeps(sc_lab_method method)
{
    return method == SCREE_SOLVER_SOFT_STEP || method == SC_LAB_BOX2D_3;
}

bool sc_lab_setting_applies(sc_lab_setting setting, sc_lab_method method)
{
    switch (setting)
    {
    case SC_LAB_ITERATIONS:
    case SC_LAB_SLOP:
        return !sc_lab_method_substeps(method);
    case SC_LAB_ERP:
        return method == SCREE_SOLVER_PGS || method == SCREE_SOLVER_PGS_SPLIT;
    case SC_LAB_POSITION_CORRECTION:
        return method == SCREE_SOLVER_PROJECTION;
    case SC_LAB_CONTACT_HERTZ:
        return sc_lab_method_substeps(method);
    case SC_LAB_WARM_STARTING:
        return method != SC_LAB_BOX2D_3;
    default:
        return true;
    }
}

// Keeps the values in order, each once.
static bool add_value(sc_lab_sweep *sweep, double value)
{
    int place = 0;
    while (place < sweep->count && sweep->values[place] < value)
        ++place;
    if (place < sweep->count && sweep->values[place] == value)
        return true;
    if (sweep->count == SC_LAB_MAX_VALUES)
    {
        sc_print_error("--sweep %s takes up to %d values", settings[sweep->setting].name,
                       SC_LAB_MAX_VALUES);
        return false;
    }
    memmove(sweep->values + place + 1, sweep->values + place,
            (size_t)(sweep->count - place) * sizeof sweep->values[0]);
    sweep->values[place] = value;
    ++sweep->count;
    return true;
}

static bool parse_value(const sc_lab_sweep *sweep, const char *text, double *value)
{
    const setting *of = &settings[sweep->setting];
    char option[48];
    snprintf(option, sizeof option, "sweep %s", of->name);
    if (!of->whole)
        return sc_parse_double(option, text, of->low, of->high, value);
    int whole;
    if (!sc_parse_int(option, text, (int)of->low, (int)of->high, &whole))
        return false;
    *value = whole;
    return true;
}

static bool add_range(sc_lab_sweep *sweep, double low, double high)
{
    bool ok = true;
    if (low == round(low) && high == round(high) && high - low < 4.0)
    {
        for (double value = low; ok && value <= high; ++value)
            ok = add_value(sweep, value);
        return ok;
    }
    if (low <= 0.0)
    {
        sc_print_error("--sweep %s: a range that is doubled begins above 0",
                       settings[sweep->setting].name);
        return false;
    }
    for (double value = low; ok && value < high; value *= 2.0)
        ok = add_value(sweep, value);
    return ok && add_value(sweep, high);
}

// A number or a range.
static bool parse_part(void *target, char *text)
{
    sc_lab_sweep *sweep = target;
    double low, high;
    char *dots = strstr(text, "..");
    if (dots == NULL)
        return parse_value(sweep, text, &low) && add_value(sweep, low);
    *dots = '\0';
    if (!parse_value(sweep, text, &low) || !parse_value(sweep, dots + 2, &high))
        return false;
    if (low > high)
    {
        sc_print_error("--sweep %s: a range goes from the smaller number to the larger one",
                       settings[sweep->setting].name);
        return false;
    }
    return add_range(sweep, low, high);
}

static bool parse_name(sc_lab_sweep *sweep, const char *text)
{
    const char *names[SC_LAB_SETTING_COUNT + 1] = {NULL};
    for (int i = 0; i < SC_LAB_SETTING_COUNT; ++i)
        names[i] = settings[i].name;
    char name[32];
    size_t length = strcspn(text, "=");
    if (text[length] == '\0' || length >= sizeof name)
    {
        sc_print_error("--sweep takes NAME=VALUES as in iterations=1..32, not '%s'", text);
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    int choice;
    if (!sc_parse_choice("sweep", name, names, &choice))
        return false;
    sweep->setting = (sc_lab_setting)choice;
    return true;
}

bool sc_lab_parse_sweep(const char *text, sc_lab_sweep *sweep)
{
    *sweep = (sc_lab_sweep){0};
    return parse_name(sweep, text) &&
           sc_parse_list("sweep", "numbers and ranges", strchr(text, '=') + 1, parse_part, sweep);
}
