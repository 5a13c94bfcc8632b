// A profile as one JSON object.

#include "profile_file.h"
#include "tools/common/json_writer.h"

static void write_setting(sc_json *json, cJSON *root, const sc_profile_data *data)
{
    const sc_profile_setting *setting = &data->setting;
    cJSON *object = sc_json_object(json, root, "setting");
    sc_json_string(json, object, "scene", setting->scene);
    sc_json_number(json, object, "size", setting->size);
    sc_json_number(json, object, "steps", setting->steps);
    sc_json_number(json, object, "warmup", setting->warmup);
    sc_json_number(json, object, "substeps", setting->substeps);
    sc_json_string(json, object, "simd", setting->simd);
    sc_json_string(json, object, "solver", setting->solver);
    sc_json_number(json, object, "threads", setting->threads);
    sc_json_bool(json, object, "sleep", setting->sleep);
    sc_json_number(json, root, "repeats", data->repeats);
    sc_json_string(json, root, "cpu", data->cpu);
    sc_json_string(json, root, "build", data->build);
}

static void write_row(sc_json *json, cJSON *rows, const sc_profile_data *data,
                      const sc_profile_row *row)
{
    cJSON *object = sc_json_append_object(json, rows);
    sc_json_string(json, object, "name", row->name);
    sc_json_string(json, object, "stage", row->stage);
    sc_json_bool(json, object, "pass", row->pass);
    sc_json_string(json, object, "unit", row->unit);
    sc_json_number(json, object, "fraction", row->fraction);
    sc_json_number(json, object, "calls", row->calls);
    sc_json_number(json, object, "items", row->items);
    sc_json_number(json, object, "bytes", row->bytes);
    sc_json_number(json, object, "ns_per_item", row->ns_per_item);
    sc_json_number(json, object, "lane_fill", row->lane_fill);
    sc_json_numbers(json, object, "ns", row->ns, data->repeats);
    sc_json_numbers(json, object, "quiet_ns", row->quiet, data->repeats);
}

bool sc_profile_write(FILE *file, const sc_profile_data *data)
{
    sc_json json = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    sc_json_string(&json, root, "format", SC_PROFILE_FORMAT);
    write_setting(&json, root, data);
    cJSON *rows = sc_json_array(&json, root, "rows");
    for (int i = 0; i < data->row_count; ++i)
        write_row(&json, rows, data, &data->rows[i]);
    sc_context context = sc_context_now();
    sc_json_context(&json, root, "written", &context);
    return sc_json_finish(&json, root, file);
}
