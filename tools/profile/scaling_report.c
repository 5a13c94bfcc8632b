#include "scaling.h"

#include "tools/common/json_writer.h"
#include "tools/common/output.h"

#include <math.h>

enum
{
    EIGHT_WORKERS = 3  // 2^3
};

static void print_workers(FILE *file, const sc_scaling *scaling)
{
    fprintf(file, "\n%7s %10s %6s %10s %6s\n", "workers", "predicted", "gain", "measured", "gain");
    for (int k = 0; k < SC_SCALING_COUNTS; ++k)
    {
        const double predicted = sc_scaling_predicted(scaling, k), measured = scaling->measured[k];
        fprintf(file, "%7d %10.4f %6.2f", 1 << k, 1e-6 * predicted,
                scaling->measured[0] / predicted);
        if (isfinite(measured))
            fprintf(file, " %10.4f %6.2f", 1e-6 * measured, scaling->measured[0] / measured);
        fputc('\n', file);
    }
}

static void print_stages(FILE *file, const sc_scaling *scaling, bool all)
{
    const sc_scaling_model *model = &scaling->model;
    const double one = sc_scaling_step_ns(model, 0, 0.0),
                 eight = sc_scaling_step_ns(model, EIGHT_WORKERS, scaling->barrier);
    fprintf(file, "\n%-24s %8s %8s %8s %13s\n", "stage, share of a step", "1", "serial",
            "8 workers", "barriers/step");
    for (int i = 0; i < model->stage_count; ++i)
    {
        const sc_scaling_stage *stage = &model->stages[i];
        const double of_one = 100.0 * sc_scaling_stage_ns(model, i, 0, 0.0) / one,
                     of_eight = 100.0 *
                                sc_scaling_stage_ns(model, i, EIGHT_WORKERS, scaling->barrier) /
                                eight;
        if (all || of_one >= SC_SHARE_SHOWN || of_eight >= SC_SHARE_SHOWN)
            fprintf(file, "%-24s %7.1f%% %7.1f%% %8.1f%% %13.1f\n", stage->name, of_one,
                    100.0 * stage->serial[EIGHT_WORKERS] / (one * model->steps[EIGHT_WORKERS]),
                    of_eight, stage->barriers[EIGHT_WORKERS] / model->steps[EIGHT_WORKERS]);
    }
    fprintf(file, "%-24s %7.1f%% %7.1f%% %8.1f%% %13.1f\n", "step", 100.0,
            100.0 * sc_scaling_serial_ns(model, EIGHT_WORKERS) / one, 100.0,
            sc_scaling_barriers(model, EIGHT_WORKERS));
}

void sc_scaling_print(FILE *file, const sc_profile_data *data, const sc_scaling *scaling, bool all)
{
    const sc_profile_setting *setting = &data->setting;
    fprintf(file, "%s, size %d: %d steps after %d, %d substeps, %s, %s; ms a step\n",
            setting->scene, setting->size, setting->steps, setting->warmup, setting->substeps,
            setting->solver, setting->simd);
    print_workers(file, scaling);
    print_stages(file, scaling, all);
    fprintf(file, "a barrier takes %.2f us, %s\n", 1e-3 * scaling->barrier,
            scaling->barrier_is_measured ? "measured on two threads"
                                         : "assumed: there is one core");
}

bool sc_scaling_write(FILE *file, const sc_profile_data *data, const sc_scaling *scaling)
{
    const sc_scaling_model *model = &scaling->model;
    sc_json json = {true};
    cJSON *root = cJSON_CreateObject();
    sc_json_string(&json, root, "scene", data->setting.scene);
    sc_json_number(&json, root, "size", data->setting.size);
    sc_json_number(&json, root, "steps", data->setting.steps);
    sc_json_string(&json, root, "simd", data->setting.simd);
    sc_json_number(&json, root, "barrier_ns", scaling->barrier);
    sc_json_bool(&json, root, "barrier_is_measured", scaling->barrier_is_measured);
    cJSON *workers = sc_json_array(&json, root, "workers");
    for (int k = 0; k < SC_SCALING_COUNTS; ++k)
    {
        cJSON *entry = sc_json_append_object(&json, workers);
        sc_json_number(&json, entry, "workers", 1 << k);
        sc_json_number(&json, entry, "predicted_ns", sc_scaling_predicted(scaling, k));
        sc_json_number(&json, entry, "measured_ns", scaling->measured[k]);
        sc_json_number(&json, entry, "serial_ns", sc_scaling_serial_ns(model, k));
        sc_json_number(&json, entry, "barriers", sc_scaling_barriers(model, k));
    }
    cJSON *stages = sc_json_array(&json, root, "stages");
    for (int i = 0; i < model->stage_count; ++i)
    {
        cJSON *entry = sc_json_append_object(&json, stages);
        sc_json_string(&json, entry, "stage", model->stages[i].name);
        double ns[SC_SCALING_COUNTS], serial[SC_SCALING_COUNTS];
        for (int k = 0; k < SC_SCALING_COUNTS; ++k)
        {
            ns[k] = sc_scaling_stage_ns(model, i, k, scaling->barrier);
            serial[k] = model->stages[i].serial[k] / model->steps[k];
        }
        sc_json_numbers(&json, entry, "serial_ns", serial, SC_SCALING_COUNTS);
        sc_json_numbers(&json, entry, "ns", ns, SC_SCALING_COUNTS);
    }
    return sc_json_finish(&json, root, file);
}
