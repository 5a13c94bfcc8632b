#include "frames_hdf5.h"

#include "frames_outlines.h"
#include "hdf5_tables.h"
#include "tools/common/output.h"
#include "tools/common/replacement.h"

#include <stdlib.h>
#include <string.h>

enum
{
    TOPOLOGIES = 4
};

static const char *const topology_names[TOPOLOGIES] = {"Vertices", "Lines", "Polygons", "Strips"};

// The cells of one kind in a frame. Their points follow one another in the points of the frame.
typedef struct topology
{
    int cells, points;
    const int64_t *offsets;  // of the cells in their points; null: each has one point
} topology;

struct sc_frames_hdf5
{
    sc_hdf5_file file;
    sc_replacement replacement;
    int fields;
    int64_t frames;
    scree_aabb view;
    sc_frame_outlines outlines;
    // The frame that is being written has a row, a number and a shape for each body or outline.
    int count;
    int32_t *rows, *numbers;
    uint8_t *shapes;
    float *floats;
    int64_t *indices;
    int capacity, float_capacity, index_capacity;
};

static bool report(sc_frames_hdf5 *file)
{
    if (!file->file.ok)
    {
        sc_print_error("cannot write all of %s: %s", file->replacement.path,
                       file->file.error != 0 ? strerror(file->file.error) : "HDF5 failed");
    }
    return file->file.ok;
}

sc_frames_hdf5 *sc_frames_hdf5_create(const char *path, int fields)
{
    sc_frames_hdf5 *file = calloc(1, sizeof *file);
    if (file == NULL)
    {
        sc_print_error("out of memory for %s", path);
        return NULL;
    }
    file->fields = fields;
    if (!sc_replacement_create(&file->replacement, path))
    {
        free(file);
        return NULL;
    }
    sc_hdf5_create(&file->file, file->replacement.part);
    if (report(file))
        return file;
    sc_replacement_destroy(&file->replacement);
    free(file);
    return NULL;
}

void sc_frames_hdf5_set_view(sc_frames_hdf5 *file, scree_aabb view) { file->view = view; }

static bool reserve(void **array, int *capacity, int count, size_t size)
{
    if (count < *capacity)
        return true;
    void *larger = realloc(*array, ((size_t)count + 64) * 2 * size);
    if (larger == NULL)
        return false;
    *array = larger;
    *capacity = 2 * (count + 64);
    return true;
}

static bool reserve_items(sc_frames_hdf5 *file, int items, int points)
{
    int capacity = file->capacity;
    bool ok = true;
    if (items >= file->capacity)
    {
        int unused[2] = {capacity, capacity};
        ok = reserve((void **)&file->rows, &unused[0], items, sizeof *file->rows) &&
             reserve((void **)&file->numbers, &unused[1], items, sizeof *file->numbers) &&
             reserve((void **)&file->shapes, &file->capacity, items, sizeof *file->shapes);
    }
    int widest = 3 * (points > items ? points : items);
    return ok &&
           reserve((void **)&file->floats, &file->float_capacity, widest, sizeof *file->floats) &&
           reserve((void **)&file->indices, &file->index_capacity,
                   points > items ? points + 1 : items + 1, sizeof *file->indices);
}

static void write_topology(sc_frames_hdf5 *file, int index, topology cells, int64_t first_point)
{
    sc_hdf5_file *out = &file->file;
    char path[4][64];
    static const char *const names[4] = {"NumberOfCells", "NumberOfConnectivityIds", "Offsets",
                                         "Connectivity"};
    for (int i = 0; i < 4; ++i)
        snprintf(path[i], sizeof path[i], "VTKHDF/%s/%s", topology_names[index], names[i]);
    sc_hdf5_append_int64(out, path[0], cells.cells);
    sc_hdf5_append_int64(out, path[1], cells.points);
    for (int i = 0; i <= cells.cells; ++i)
        file->indices[i] = cells.offsets != NULL ? cells.offsets[i] : i;
    sc_hdf5_append(out, path[2], SC_HDF5_INT64, 1, file->indices, cells.cells + 1);
    for (int i = 0; i < cells.points; ++i)
        file->indices[i] = first_point + i;
    sc_hdf5_append(out, path[3], SC_HDF5_INT64, 1, file->indices, cells.points);
}

// Where the parts of the frame begin: written before the frame is appended.
static void write_step(sc_frames_hdf5 *file, double time)
{
    sc_hdf5_file *out = &file->file;
    int64_t cells[TOPOLOGIES], ids[TOPOLOGIES];
    for (int i = 0; i < TOPOLOGIES; ++i)
    {
        char path[64];
        snprintf(path, sizeof path, "VTKHDF/%s/Connectivity", topology_names[i]);
        ids[i] = sc_hdf5_rows(out, path);
        snprintf(path, sizeof path, "VTKHDF/%s/Offsets", topology_names[i]);
        // Each frame has one offset more than it has cells.
        cells[i] = sc_hdf5_rows(out, path) - file->frames;
    }
    sc_hdf5_append_double(out, "VTKHDF/Steps/Values", time);
    sc_hdf5_append_int64(out, "VTKHDF/Steps/PartOffsets", file->frames);
    sc_hdf5_append_int64(out, "VTKHDF/Steps/NumberOfParts", 1);
    sc_hdf5_append_int64(out, "VTKHDF/Steps/PointOffsets", sc_hdf5_rows(out, "VTKHDF/Points"));
    sc_hdf5_append(out, "VTKHDF/Steps/CellOffsets", SC_HDF5_INT64, TOPOLOGIES, cells, 1);
    sc_hdf5_append(out, "VTKHDF/Steps/ConnectivityIdOffsets", SC_HDF5_INT64, TOPOLOGIES, ids, 1);
}

// A field of the bodies or outlines, and where it begins in this frame.
static void write_field(sc_frames_hdf5 *file, const char *name, sc_hdf5_type type, int columns,
                        const void *data)
{
    const char *group = (file->fields & SC_FIELD_OUTLINES) != 0 ? "CellData" : "PointData";
    char path[64], offsets[64];
    snprintf(path, sizeof path, "VTKHDF/%s/%s", group, name);
    snprintf(offsets, sizeof offsets, "VTKHDF/Steps/%sOffsets/%s", group, name);
    sc_hdf5_append_int64(&file->file, offsets, sc_hdf5_rows(&file->file, path));
    sc_hdf5_append(&file->file, path, type, columns, data, file->count);
}

static void write_fields(sc_frames_hdf5 *file, scree_world *world)
{
    scree_body_view view = scree_world_bodies(world);
    float *floats = file->floats;
    int fields = file->fields, n = file->count;
    write_field(file, "body", SC_HDF5_INT32, 1, file->numbers);
    if ((fields & SC_FIELD_SHAPE) != 0)
        write_field(file, "shape", SC_HDF5_UINT8, 1, file->shapes);
    if ((fields & SC_FIELD_ANGLE) != 0)
    {
        for (int i = 0; i < n; ++i)
            floats[i] = scree_atan2(view.sin[file->rows[i]], view.cos[file->rows[i]]);
        write_field(file, "angle", SC_HDF5_FLOAT, 1, floats);
    }
    if ((fields & SC_FIELD_VELOCITY) != 0)
    {
        for (int i = 0; i < n; ++i)
        {
            floats[3 * i] = view.vx[file->rows[i]];
            floats[3 * i + 1] = view.vy[file->rows[i]];
            floats[3 * i + 2] = 0.0f;
        }
        write_field(file, "velocity", SC_HDF5_FLOAT, 3, floats);
    }
    if ((fields & SC_FIELD_ANGULAR_VELOCITY) != 0)
    {
        for (int i = 0; i < n; ++i)
            floats[i] = view.w[file->rows[i]];
        write_field(file, "angular_velocity", SC_HDF5_FLOAT, 1, floats);
    }
    if ((fields & SC_FIELD_MASS) != 0)
    {
        for (int i = 0; i < n; ++i)
            floats[i] = scree_body_mass(world, view.id[file->rows[i]]);
        write_field(file, "mass", SC_HDF5_FLOAT, 1, floats);
    }
}

// The geometry of a frame, whose points are in `floats`.
static void write_geometry(sc_frames_hdf5 *file, const topology cells[TOPOLOGIES], double time)
{
    int points = 0;
    for (int i = 0; i < TOPOLOGIES; ++i)
        points += cells[i].points;
    write_step(file, time);
    sc_hdf5_append_int64(&file->file, "VTKHDF/NumberOfPoints", points);
    sc_hdf5_append(&file->file, "VTKHDF/Points", SC_HDF5_FLOAT, 3, file->floats, points);
    int64_t first = 0;
    for (int i = 0; i < TOPOLOGIES; ++i)
    {
        write_topology(file, i, cells[i], first);
        first += cells[i].points;
    }
}

static void set_point(float *point, float x, float y)
{
    point[0] = x;
    point[1] = y;
    point[2] = 0.0f;
}

// One point for each body. False: out of memory.
static bool write_points(sc_frames_hdf5 *file, const sc_frames *frames, scree_world *world,
                         double time)
{
    scree_body_view view = scree_world_bodies(world);
    if (!reserve_items(file, frames->count, frames->count))
        return false;
    file->count = frames->count;
    for (int i = 0; i < frames->count; ++i)
    {
        const sc_frame_body *body = &frames->bodies[i];
        scree_shape_id shape = {0};
        bool any = scree_body_shapes(world, body->id, &shape, 1) > 0;
        file->rows[i] = body->row;
        file->numbers[i] = body->number;
        file->shapes[i] = (uint8_t)(any ? scree_shape_get_type(world, shape) : SCREE_SHAPE_NONE);
        set_point(&file->floats[3 * i], view.x[body->row], view.y[body->row]);
    }
    const topology cells[TOPOLOGIES] = {{frames->count, frames->count, NULL}};
    write_geometry(file, cells, time);
    return true;
}

static void add_outlines(sc_frames_hdf5 *file, const sc_frames *frames, const sc_outline_list *list,
                         int first_point)
{
    for (int i = 0; i < list->count; ++i)
    {
        const sc_frame_body *body = sc_frames_find(frames, list->bodies[i]);
        file->rows[file->count] = body != NULL ? body->row : 0;
        file->numbers[file->count] = body != NULL ? body->number : -1;
        file->shapes[file->count++] = list->shapes[i];
    }
    for (int i = 0; i < list->point_count; ++i)
        set_point(&file->floats[3 * (first_point + i)], list->points[i].x, list->points[i].y);
}

static bool write_outlines(sc_frames_hdf5 *file, const sc_frames *frames, scree_world *world,
                           double time)
{
    const sc_outline_list *lines = &file->outlines.lines, *polygons = &file->outlines.polygons;
    if (!sc_frame_outlines_collect(&file->outlines, world, file->view) ||
        !reserve_items(file, lines->count + polygons->count,
                       lines->point_count + polygons->point_count))
        return false;
    file->count = 0;
    add_outlines(file, frames, lines, 0);
    add_outlines(file, frames, polygons, lines->point_count);
    const topology cells[TOPOLOGIES] = {
        [1] = {lines->count, lines->point_count, lines->offsets},
        [2] = {polygons->count, polygons->point_count, polygons->offsets},
    };
    write_geometry(file, cells, time);
    return true;
}

static int32_t number_of(const sc_frames *frames, scree_body_id id)
{
    const sc_frame_body *body = sc_frames_find(frames, id);
    return body != NULL ? body->number : -1;
}

// Where the rows of this frame begin in a group beside VTKHDF, and how many they are.
static void write_range(sc_frames_hdf5 *file, const char *group, const char *column, int rows)
{
    char path[64], of_column[64];
    snprintf(of_column, sizeof of_column, "%s/%s", group, column);
    snprintf(path, sizeof path, "%s/offset", group);
    sc_hdf5_append_int64(&file->file, path, sc_hdf5_rows(&file->file, of_column));
    snprintf(path, sizeof path, "%s/count", group);
    sc_hdf5_append_int64(&file->file, path, rows);
}

typedef enum contact_column
{
    SEPARATION,
    NORMAL_IMPULSE,
    TANGENT_IMPULSE
} contact_column;

static void write_contact_scalars(sc_frames_hdf5 *file, const char *path,
                                  const scree_contact *contacts, int count, contact_column column)
{
    int n = 0;
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < contacts[i].point_count; ++k)
        {
            const scree_contact_point *point = &contacts[i].points[k];
            file->floats[n++] = column == SEPARATION       ? point->separation
                                : column == NORMAL_IMPULSE ? point->normal_impulse
                                                           : point->tangent_impulse;
        }
    }
    sc_hdf5_append(&file->file, path, SC_HDF5_FLOAT, 1, file->floats, n);
}

static void write_contact_vectors(sc_frames_hdf5 *file, const char *path,
                                  const scree_contact *contacts, int count, bool normals)
{
    int n = 0;
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < contacts[i].point_count; ++k)
        {
            scree_vec2 v = normals ? contacts[i].normal : contacts[i].points[k].position;
            set_point(&file->floats[3 * n++], v.x, v.y);
        }
    }
    sc_hdf5_append(&file->file, path, SC_HDF5_FLOAT, 3, file->floats, n);
}

static void write_contact_bodies(sc_frames_hdf5 *file, const char *path, const sc_frames *frames,
                                 const scree_world *world, const scree_contact *contacts, int count,
                                 bool second)
{
    int n = 0;
    for (int i = 0; i < count; ++i)
    {
        scree_shape_id shape = second ? contacts[i].shape_b : contacts[i].shape_a;
        int32_t number = number_of(frames, scree_shape_body(world, shape));
        for (int k = 0; k < contacts[i].point_count; ++k)
            file->numbers[n++] = number;
    }
    sc_hdf5_append(&file->file, path, SC_HDF5_INT32, 1, file->numbers, n);
}

// The points of contacts. False: out of memory.
static bool write_contacts(sc_frames_hdf5 *file, const sc_frames *frames, const scree_world *world)
{
    int count = scree_world_contacts(world, NULL, 0), points = 0;
    scree_contact *contacts = malloc(((size_t)count + 1) * sizeof *contacts);
    if (contacts == NULL || !reserve_items(file, 2 * count, 2 * count))
    {
        free(contacts);
        return false;
    }
    scree_world_contacts(world, contacts, count);
    for (int i = 0; i < count; ++i)
        points += contacts[i].point_count;
    write_range(file, "contacts", "normal", points);
    write_contact_vectors(file, "contacts/position", contacts, count, false);
    write_contact_vectors(file, "contacts/normal", contacts, count, true);
    write_contact_scalars(file, "contacts/separation", contacts, count, SEPARATION);
    write_contact_scalars(file, "contacts/normal_impulse", contacts, count, NORMAL_IMPULSE);
    write_contact_scalars(file, "contacts/tangent_impulse", contacts, count, TANGENT_IMPULSE);
    write_contact_bodies(file, "contacts/body_a", frames, world, contacts, count, false);
    write_contact_bodies(file, "contacts/body_b", frames, world, contacts, count, true);
    free(contacts);
    return true;
}

static bool write_joints(sc_frames_hdf5 *file, const sc_frames *frames, const scree_world *world)
{
    int count = scree_world_joint_count(world);
    scree_joint_id *joints = malloc(((size_t)count + 1) * sizeof *joints);
    if (joints == NULL || !reserve_items(file, count, count))
    {
        free(joints);
        return false;
    }
    sc_hdf5_file *out = &file->file;
    scree_world_joints(world, joints, count);
    write_range(file, "joints", "force", count);
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 force = scree_joint_force(world, joints[i]);
        file->shapes[i] = (uint8_t)scree_joint_get_type(world, joints[i]);
        file->numbers[i] = number_of(frames, scree_joint_body_a(world, joints[i]));
        file->rows[i] = number_of(frames, scree_joint_body_b(world, joints[i]));
        set_point(&file->floats[3 * i], force.x, force.y);
    }
    sc_hdf5_append(out, "joints/type", SC_HDF5_UINT8, 1, file->shapes, count);
    sc_hdf5_append(out, "joints/body_a", SC_HDF5_INT32, 1, file->numbers, count);
    sc_hdf5_append(out, "joints/body_b", SC_HDF5_INT32, 1, file->rows, count);
    sc_hdf5_append(out, "joints/force", SC_HDF5_FLOAT, 3, file->floats, count);
    for (int i = 0; i < count; ++i)
        file->floats[i] = scree_joint_torque(world, joints[i]);
    sc_hdf5_append(out, "joints/torque", SC_HDF5_FLOAT, 1, file->floats, count);
    free(joints);
    return true;
}

static void write_scalars(sc_frames_hdf5 *file, const scree_world *world)
{
    sc_hdf5_file *out = &file->file;
    scree_counters counters = scree_world_counters(world);
    scree_energy energy = scree_world_energy(world);
    sc_hdf5_append_int32(out, "scalars/bodies", counters.bodies);
    sc_hdf5_append_int32(out, "scalars/dynamic_bodies", counters.dynamic_bodies);
    sc_hdf5_append_int32(out, "scalars/asleep_bodies", counters.asleep_bodies);
    sc_hdf5_append_int32(out, "scalars/shapes", counters.shapes);
    sc_hdf5_append_int32(out, "scalars/contacts", counters.contacts);
    sc_hdf5_append_int32(out, "scalars/contact_points", counters.points);
    sc_hdf5_append_int32(out, "scalars/joints", scree_world_joint_count(world));
    sc_hdf5_append_double(out, "scalars/kinetic_energy", energy.kinetic);
    sc_hdf5_append_double(out, "scalars/potential_energy", energy.potential);
}

bool sc_frames_hdf5_write(sc_frames_hdf5 *file, const sc_frames *frames, scree_world *world,
                          int step, double time)
{
    bool outlines = (file->fields & SC_FIELD_OUTLINES) != 0;
    sc_hdf5_append_int32(&file->file, "scalars/step", step);
    sc_hdf5_append_double(&file->file, "scalars/time", time);
    bool ok = outlines ? write_outlines(file, frames, world, time)
                       : write_points(file, frames, world, time);
    if (ok)
        write_fields(file, world);
    if (ok && (file->fields & SC_FIELD_CONTACTS) != 0)
        ok = write_contacts(file, frames, world);
    if (ok && (file->fields & SC_FIELD_JOINTS) != 0)
        ok = write_joints(file, frames, world);
    if (ok && (file->fields & SC_FIELD_SCALARS) != 0)
        write_scalars(file, world);
    ++file->frames;
    if (!ok)
        sc_print_error("out of memory for a frame");
    return ok && report(file);
}

bool sc_frames_hdf5_close(sc_frames_hdf5 *file, bool complete)
{
    if (file == NULL)
        return true;
    const int64_t version[2] = {2, 0};
    bool failed = !file->file.ok;  // and reported
    sc_hdf5_set_numbers(&file->file, "VTKHDF", "Version", version, 2);
    sc_hdf5_set_text(&file->file, "VTKHDF", "Type", "PolyData");
    sc_hdf5_set_numbers(&file->file, "VTKHDF/Steps", "NSteps", &file->frames, 0);
    bool ok = sc_hdf5_close(&file->file);
    if (!ok && complete && !failed)
        report(file);
    ok = ok && complete && sc_replacement_commit(&file->replacement);
    sc_replacement_destroy(&file->replacement);
    sc_frame_outlines_destroy(&file->outlines);
    free(file->rows);
    free(file->numbers);
    free(file->shapes);
    free(file->floats);
    free(file->indices);
    free(file);
    return ok;
}
