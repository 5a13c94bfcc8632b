/// The keys of scene files, as tables that drive the reader, the writer and the JSON Schema: a key
/// that is in a table can be read, is written and is in the schema.
#ifndef SC_SCENES_FILES_FIELDS_H
#define SC_SCENES_FILES_FIELDS_H

#include <scree/scree.h>

#include <stddef.h>

typedef enum sc_field_kind
{
    SC_FIELD_FLOAT,
    SC_FIELD_INT,
    SC_FIELD_BOOL,
    SC_FIELD_BITS,  ///< uint64_t: a whole number up to 2^53, or "0x..." with up to 16 digits
    SC_FIELD_UINT32,
    SC_FIELD_VEC2,    ///< [x, y]
    SC_FIELD_WORD,    ///< an enum: one of `words`
    SC_FIELD_OBJECT,  ///< a struct inside, with keys of its own: `table`
    SC_FIELD_SPECIAL  ///< read and written by code; `schema` describes it
} sc_field_kind;

typedef struct sc_field_table sc_field_table;

typedef struct sc_file_field
{
    const char *name;
    sc_field_kind kind;
    size_t offset;     ///< of the member in the struct
    double low, high;  ///< range of numbers, and of both coordinates of a vector
    bool above;        ///< `low` itself is out of range
    const char *unit;  ///< "m", or ""
    const char *help;
    const char *const *words;     ///< SC_FIELD_WORD: by value; the list ends with a null
    const sc_field_table *table;  ///< SC_FIELD_OBJECT
    const char *schema;           ///< SC_FIELD_SPECIAL: a JSON Schema
} sc_file_field;

struct sc_field_table
{
    const char *name;  ///< in the schema
    int count;
    const sc_file_field *fields;
};

/// Most keys of one object.
#define SC_MAX_FIELDS 64

extern const sc_field_table sc_scene_fields;
extern const sc_field_table sc_parameter_fields;
extern const sc_field_table sc_world_fields;
extern const sc_field_table sc_watch_fields;
extern const sc_field_table sc_aabb_fields;
extern const sc_field_table sc_material_fields;
extern const sc_field_table sc_filter_fields;
extern const sc_field_table sc_body_fields;
extern const sc_field_table sc_repeat_fields;
extern const sc_field_table sc_grid_fields;
extern const sc_field_table sc_scatter_fields;
extern const sc_field_table sc_mass_fields;
extern const sc_field_table sc_shape_fields;  ///< that all types of shapes have
extern const sc_field_table sc_joint_fields;  ///< that all types of joints have
extern const sc_field_table sc_joint_repeat_fields;
extern const sc_field_table sc_particle_fields;
extern const sc_field_table sc_particle_settings_fields;
extern const sc_field_table sc_soft_body_fields;  ///< that all types of soft bodies have
extern const sc_field_table sc_attachment_fields;

/// Types of shapes in files.
typedef enum sc_file_shape
{
    SC_FILE_CIRCLE,
    SC_FILE_CAPSULE,
    SC_FILE_SEGMENT,
    SC_FILE_POLYGON,
    SC_FILE_BOX,
    SC_FILE_HALF_SPACE,
    SC_FILE_CHAIN_SEGMENT,
    SC_FILE_CHAIN,
    SC_FILE_SHAPE_COUNT
} sc_file_shape;

extern const char *const sc_shape_words[];
/// The keys of one type of shape, by sc_file_shape: members of sc_shape_geometry.
extern const sc_field_table *const sc_geometry_tables[SC_FILE_SHAPE_COUNT];

typedef struct sc_box
{
    float half_width, half_height;
    scree_vec2 center;
    float angle, radius;
} sc_box;

typedef struct sc_shape_geometry
{
    union
    {
        scree_circle circle;
        scree_capsule capsule;
        scree_segment segment;
        scree_polygon polygon;
        sc_box box;
        scree_half_space half_space;
        scree_chain_segment chain_segment;
        scree_chain_def chain;
    } of;
} sc_shape_geometry;

extern const char *const sc_body_words[];
extern const char *const sc_joint_words[];
/// The keys of one type of joint, by scree_joint_type: members of its definition.
extern const sc_field_table *const sc_joint_tables[SCREE_JOINT_TYPE_COUNT];

typedef enum sc_file_soft
{
    SC_FILE_SOFT_BOX,
    SC_FILE_SOFT_POLYGON,
    SC_FILE_SOFT_ROPE,
    SC_FILE_SOFT_CLOTH,
    SC_FILE_SOFT_FREE,  ///< from vertices and edges
    SC_FILE_SOFT_COUNT
} sc_file_soft;

extern const char *const sc_soft_words[];
/// The keys of one type of soft body, by sc_file_soft: members of sc_file_soft_form.
extern const sc_field_table *const sc_soft_tables[SC_FILE_SOFT_COUNT];

typedef struct sc_file_soft_form
{
    float half_width, half_height;
    int count;
    float circumradius;
    scree_vec2 a, b;
    int segments;
    bool hold_a, hold_b;
    int columns, rows;
    float spacing;
} sc_file_soft_form;

/// Instances of a body on a grid, row by row from the lower left.
typedef struct sc_body_grid
{
    int columns, rows;
    scree_vec2 origin, spacing;
} sc_body_grid;

/// Instances of a body at random places in a box.
typedef struct sc_scatter
{
    int count, seed;
    scree_aabb box;
    scree_vec2 angle;  ///< lowest and highest, rad
} sc_scatter;

/// Copies of a joint between other bodies: the numbers of both grow by `step` each time.
typedef struct sc_joint_repeat
{
    int count, step;
} sc_joint_repeat;

/// A parameter of a file.
typedef struct sc_parameter
{
    char name[32];
    float value, low, high;
    char meaning[96];
} sc_parameter;

typedef struct sc_attachment
{
    int vertex;
    scree_vec2 point;
} sc_attachment;

#endif
