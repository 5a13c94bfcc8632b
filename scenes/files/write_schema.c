// The JSON Schema of scene files, from the tables of their keys.

#include "scenes/files/fields.h"
#include "scenes/files/scene_file.h"

#include <float.h>
#include <string.h>

// Helps hold quotes, which JSON escapes.
static void put_text(FILE *file, const char *text)
{
    putc('"', file);
    for (; *text != '\0'; ++text)
        fprintf(file, "%s%c", *text == '"' ? "\\" : "", *text);
    putc('"', file);
}

static void put_description(FILE *file, const sc_file_field *field)
{
    bool both = field->unit[0] != '\0' && field->help[0] != '\0';
    char text[256];
    if (field->unit[0] == '\0' && field->help[0] == '\0')
        return;
    snprintf(text, sizeof text, "%s%s%s", field->unit, both ? "; " : "", field->help);
    fputs(", \"description\": ", file);
    put_text(file, text);
}

// The type of a number that may be a parameter.
static void put_number(FILE *file, const sc_file_field *field, const char *type)
{
    fprintf(file, "{\"anyOf\": [{\"type\": \"%s\"", type);
    fprintf(file, ", \"%s\": %.10g", field->above ? "exclusiveMinimum" : "minimum", field->low);
    if (field->high <= (double)FLT_MAX)
        fprintf(file, ", \"maximum\": %.10g", field->high);
    fputs("}, {\"$ref\": \"#/$defs/parameter_name\"}]", file);
    put_description(file, field);
    putc('}', file);
}

// No parameter may stand for it.
static void put_uint32(FILE *file, const sc_file_field *field)
{
    fprintf(file, "{\"anyOf\": [{\"type\": \"integer\", \"minimum\": 0, \"maximum\": %.10g}, ",
            field->high);
    fputs("{\"type\": \"string\", \"pattern\": \"^0x0*[0-9a-fA-F]{1,8}$\"}]", file);
    put_description(file, field);
    putc('}', file);
}

static void put_vector(FILE *file, const sc_file_field *field)
{
    fputs("{\"$ref\": \"#/$defs/vector\"", file);
    put_description(file, field);
    putc('}', file);
}

static void put_words(FILE *file, const char *const *words)
{
    fputs("\"enum\": [", file);
    for (int i = 0; words[i] != NULL; ++i)
        fprintf(file, "%s\"%s\"", i > 0 ? ", " : "", words[i]);
    putc(']', file);
}

static void put_special(FILE *file, const sc_file_field *field)
{
    size_t length = strlen(field->schema);
    fprintf(file, "%.*s", (int)length - 1, field->schema);
    put_description(file, field);
    putc('}', file);
}

static void put_field(FILE *file, const sc_file_field *field)
{
    switch (field->kind)
    {
    case SC_FIELD_FLOAT:
        put_number(file, field, "number");
        return;
    case SC_FIELD_INT:
        put_number(file, field, "integer");
        return;
    case SC_FIELD_UINT32:
        put_uint32(file, field);
        return;
    case SC_FIELD_BOOL:
        fputs("{\"type\": \"boolean\"", file);
        break;
    case SC_FIELD_BITS:
        fputs("{\"$ref\": \"#/$defs/bits\"", file);
        break;
    case SC_FIELD_VEC2:
        put_vector(file, field);
        return;
    case SC_FIELD_WORD:
        putc('{', file);
        put_words(file, field->words);
        break;
    case SC_FIELD_OBJECT:
        fprintf(file, "{\"$ref\": \"#/$defs/%s\"", field->table->name);
        break;
    case SC_FIELD_SPECIAL:
        put_special(file, field);
        return;
    }
    put_description(file, field);
    putc('}', file);
}

static void put_fields(FILE *file, const sc_field_table *table, const char *indent, bool *comma)
{
    for (int i = 0; i < table->count; ++i)
    {
        fprintf(file, "%s\n%s\"%s\": ", *comma ? "," : "", indent, table->fields[i].name);
        put_field(file, &table->fields[i]);
        *comma = true;
    }
}

static void put_table(FILE *file, const sc_field_table *table)
{
    bool comma = false;
    fprintf(file, "    \"%s\": {\"type\": \"object\", \"additionalProperties\": false,",
            table->name);
    fputs(" \"properties\": {", file);
    put_fields(file, table, "      ", &comma);
    fputs("\n    }},\n", file);
}

// Objects whose keys depend on their type.
static void put_family(FILE *file, const sc_field_table *common, const char *const *words,
                       const sc_field_table *const *tables)
{
    fprintf(file, "    \"%s\": {\"oneOf\": [", common->name);
    for (int i = 0; words[i] != NULL; ++i)
    {
        const sc_field_table rest = {common->name, common->count - 1, common->fields + 1};
        bool comma = true;
        fprintf(file, "%s\n      {\"type\": \"object\", \"additionalProperties\": false, ",
                i > 0 ? "," : "");
        fputs("\"required\": [\"type\"], \"properties\": {", file);
        fprintf(file, "\n        \"type\": {\"const\": \"%s\"}", words[i]);
        put_fields(file, tables[i], "        ", &comma);
        put_fields(file, &rest, "        ", &comma);
        fputs("\n      }}", file);
    }
    fputs("\n    ]},\n", file);
}

static void put_inner_tables(FILE *file, const sc_field_table *table, const char **done, int *count)
{
    for (int i = 0; i < table->count; ++i)
    {
        const sc_file_field *field = &table->fields[i];
        bool written = field->kind != SC_FIELD_OBJECT;
        for (int k = 0; !written && k < *count; ++k)
            written = strcmp(done[k], field->table->name) == 0;
        if (written)
            continue;
        put_table(file, field->table);
        done[(*count)++] = field->table->name;
    }
}

void sc_scene_file_write_schema(FILE *file)
{
    static const sc_field_table *const tables[] = {
        &sc_parameter_fields,    &sc_world_fields,
        &sc_watch_fields,        &sc_aabb_fields,
        &sc_material_fields,     &sc_body_fields,
        &sc_mass_fields,         &sc_repeat_fields,
        &sc_grid_fields,         &sc_scatter_fields,
        &sc_joint_repeat_fields, &sc_particle_fields,
        &sc_attachment_fields,   &sc_particle_settings_fields,
    };
    const char *done[32];
    int count = 0;
    bool comma = false;
    fputs("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"A scene of scree\",\n  \"type\": \"object\",\n"
          "  \"required\": [\"scree\"],\n  \"additionalProperties\": false,\n"
          "  \"properties\": {",
          file);
    put_fields(file, &sc_scene_fields, "    ", &comma);
    fputs("\n  },\n  \"$defs\": {\n", file);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i)
        put_table(file, tables[i]);
    put_inner_tables(file, &sc_body_fields, done, &count);
    put_inner_tables(file, &sc_shape_fields, done, &count);
    put_inner_tables(file, &sc_joint_fields, done, &count);
    for (int i = 0; i < SCREE_JOINT_TYPE_COUNT; ++i)
        put_inner_tables(file, sc_joint_tables[i], done, &count);
    put_family(file, &sc_shape_fields, sc_shape_words, sc_geometry_tables);
    put_family(file, &sc_joint_fields, sc_joint_words, sc_joint_tables);
    put_family(file, &sc_soft_body_fields, sc_soft_words, sc_soft_tables);
    fputs("    \"parameter_name\": {\"type\": \"string\", \"pattern\": \"^\\\\$\"},\n"
          "    \"number\": {\"anyOf\": [{\"type\": \"number\"}, {\"$ref\": "
          "\"#/$defs/parameter_name\"}]},\n"
          "    \"vector\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, "
          "\"minItems\": 2, \"maxItems\": 2},\n"
          "    \"bits\": {\"anyOf\": [{\"type\": \"integer\", \"minimum\": 0, \"maximum\": "
          "9007199254740992}, {\"type\": \"string\", \"pattern\": \"^0x[0-9a-fA-F]{1,16}$\"}]}\n"
          "  }\n}\n",
          file);
}
