// The machine's limits and the tables as one JSON object.

#include "floor_report.h"

#include "tools/common/json_writer.h"

static void write_machine(sc_json *json, cJSON *root, const sc_machine *machine)
{
    cJSON *object = sc_json_object(json, root, "machine");
    sc_json_string(json, object, "simd", scree_simd_name(machine->simd));
    sc_json_number(json, object, "lanes", machine->lanes);
    sc_json_numbers(json, object, "set_bytes", machine->bytes, machine->size_count);
    cJSON *traffic = sc_json_array(json, object, "traffic");
    for (int k = 0; k < SC_TRAFFIC_COUNT; ++k)
    {
        cJSON *row = sc_json_append_object(json, traffic);
        int record = sc_traffic_record((sc_traffic)k);
        sc_json_string(json, row, "name", sc_traffic_name((sc_traffic)k));
        sc_json_string(json, row, "unit", record == 1 ? "byte" : "record");
        sc_json_numbers(json, row, "ns", machine->traffic_ns[k], machine->size_count);
    }
    cJSON *arithmetic = sc_json_array(json, object, "arithmetic");
    for (int k = 0; k < SC_ARITHMETIC_COUNT; ++k)
    {
        cJSON *row = sc_json_append_object(json, arithmetic);
        sc_json_string(json, row, "name", sc_arithmetic_name((sc_arithmetic)k));
        sc_json_number(json, row, "ns_per_lane", machine->lane_ns[k]);
    }
}

static void write_row(sc_json *json, cJSON *object, const sc_floor_row *row)
{
    sc_json_number(json, object, "ms", row->ms);
    sc_json_number(json, object, "bytes", row->bytes);
    sc_json_number(json, object, "records", row->records);
    sc_json_number(json, object, "operations", row->operations);
    sc_json_number(json, object, "memory_ms", row->memory_ms);
    sc_json_number(json, object, "arithmetic_ms", row->arithmetic_ms);
    sc_json_number(json, object, "floor_ms", row->floor_ms);
    sc_json_number(json, object, "ratio", sc_floor_ratio(row));
}

static void write_table(sc_json *json, cJSON *scenes, const sc_floor_table *table)
{
    cJSON *object = sc_json_append_object(json, scenes);
    sc_json_string(json, object, "scene", table->scene->name);
    sc_json_number(json, object, "size", table->size);
    sc_json_number(json, object, "steps", table->steps);
    sc_json_number(json, object, "substeps", table->substeps);
    sc_json_number(json, object, "bodies", table->bodies);
    sc_json_number(json, object, "pairs", table->pairs);
    sc_json_number(json, object, "contacts", table->contacts);
    sc_json_number(json, object, "blocks", table->blocks);
    sc_json_number(json, object, "step_ms", table->step_ms);
    sc_json_number(json, object, "between_ms", table->between_ms);
    cJSON *stages = sc_json_array(json, object, "stages");
    for (int k = 0; k < SC_STAGE_COUNT; ++k)
    {
        cJSON *row = sc_json_append_object(json, stages);
        sc_json_string(json, row, "stage", scree_stage_name(k));
        write_row(json, row, &table->stages[k]);
    }
    write_row(json, sc_json_object(json, object, "sum"), &table->sum);
}

bool sc_floor_write_json(FILE *file, const sc_floor_options *options, const sc_machine *machine,
                         const sc_floor_table *tables, int count)
{
    sc_json json = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    sc_json_string(&json, root, "format", "scree floor 1");
    sc_json_number(&json, root, "warmup", options->warmup);
    sc_json_number(&json, root, "repeats", options->repeats);
    sc_json_bool(&json, root, "brief", options->brief);
    write_machine(&json, root, machine);
    cJSON *scenes = sc_json_array(&json, root, "scenes");
    for (int i = 0; i < count; ++i)
        write_table(&json, scenes, &tables[i]);
    sc_context context = sc_context_now();
    sc_json_context(&json, root, "context", &context);
    return sc_json_finish(&json, root, file);
}
