#include "state/image_codecs.h"

#include "core/stores/contacts.h"
#include "core/stores/shapes.h"

#include <math.h>

enum
{
    CHUNK = 256  ///< rows or contacts that are encoded together
};

static void put_nothing(sc_image_writer *writer, const void *store, sc_extent extent)
{
    (void)writer;
    (void)store;
    (void)extent;
}

static void get_nothing(sc_image_reader *reader, void *store, sc_extent extent)
{
    (void)reader;
    (void)store;
    (void)extent;
}

/// The origin of a body as the stage finish_bodies computes it.
static sc_pose origin_of(const sc_pose *pose, float center_x, float center_y)
{
    return (sc_pose){pose->x - (pose->cos * center_x - pose->sin * center_y),
                     pose->y - (pose->sin * center_x + pose->cos * center_y), pose->cos, pose->sin};
}

/// Whether all rows of a chunk have exactly the origins that origin_of computes from their poses.
static bool origins_follow(const sc_bodies *bodies, int32_t begin, int32_t end)
{
    uint32_t differs = 0;
    for (int32_t row = begin; row < end; ++row)
    {
        const sc_pose found =
            origin_of(&bodies->pose[row], bodies->center_x[row], bodies->center_y[row]);
        const sc_pose held = {bodies->x[row], bodies->y[row], bodies->cos[row], bodies->sin[row]};
        uint32_t a[4], b[4];
        memcpy(a, &found, sizeof a);
        memcpy(b, &held, sizeof b);
        differs |= (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
    }
    return differs == 0;
}

/// Writes center_y, the last of the fields that place a body, and with it x, y, cos, sin and pose:
/// origins can be computed from poses only when center_x and center_y are known.
static void put_places(sc_image_writer *writer, const void *store, sc_extent extent)
{
    const sc_bodies *bodies = store;
    const int32_t last = extent.begin + extent.count;
    sc_image_put_array(writer, bodies->center_y + extent.begin, sizeof(float),
                       (size_t)extent.count);
    for (int32_t row = extent.begin; row < last; row += CHUNK)
    {
        const int32_t end = row + CHUNK < last ? row + CHUNK : last;
        const uint32_t follows = origins_follow(bodies, row, end);
        const size_t bytes = sizeof(float) * (size_t)(end - row);
        sc_image_put(writer, &follows, sizeof follows);
        sc_image_put(writer, bodies->pose + row, sizeof(sc_pose) * (size_t)(end - row));
        const float *parts[] = {bodies->x, bodies->y, bodies->cos, bodies->sin};
        for (int i = 0; i < 4 && !follows; ++i)
        {
            sc_image_put(writer, parts[i] + row, bytes);
        }
    }
}

static void get_places(sc_image_reader *reader, void *store, sc_extent extent)
{
    sc_bodies *bodies = store;
    const int32_t last = extent.begin + extent.count;
    sc_image_get_array(reader, bodies->center_y + extent.begin, sizeof(float),
                       (size_t)extent.count);
    for (int32_t row = extent.begin; row < last; row += CHUNK)
    {
        const int32_t end = row + CHUNK < last ? row + CHUNK : last;
        uint32_t follows;
        sc_image_get(reader, &follows, sizeof follows);
        sc_image_get(reader, bodies->pose + row, sizeof(sc_pose) * (size_t)(end - row));
        float *parts[] = {bodies->x, bodies->y, bodies->cos, bodies->sin};
        for (int i = 0; i < 4 && !follows; ++i)
        {
            sc_image_get(reader, parts[i] + row, sizeof(float) * (size_t)(end - row));
        }
        for (int32_t k = row; k < end && follows; ++k)
        {
            const sc_pose origin =
                origin_of(&bodies->pose[k], bodies->center_x[k], bodies->center_y[k]);
            bodies->x[k] = origin.x;
            bodies->y[k] = origin.y;
            bodies->cos[k] = origin.cos;
            bodies->sin[k] = origin.sin;
        }
    }
}

#define LEFT_TO_PLACES(name)                                \
    {                                                       \
        offsetof(sc_bodies, name), put_nothing, get_nothing \
    }
const sc_field_codec sc_body_codecs[] = {
    LEFT_TO_PLACES(x),    LEFT_TO_PLACES(y),
    LEFT_TO_PLACES(cos),  LEFT_TO_PLACES(sin),
    LEFT_TO_PLACES(pose), {offsetof(sc_bodies, center_y), put_places, get_places},
    {0, NULL, NULL}};

/// Finds the next run, from `*at` on, of shapes that are not on a moving body. Returns false if
/// there is none.
static bool next_still(const sc_shapes *shapes, int32_t *at, int32_t last, sc_extent *run)
{
    int32_t begin = *at;
    while (begin < last && (shapes->flags[begin] & SC_SHAPE_ACTIVE) != 0)
    {
        ++begin;
    }
    int32_t end = begin;
    while (end < last && (shapes->flags[end] & SC_SHAPE_ACTIVE) == 0)
    {
        ++end;
    }
    *run = (sc_extent){begin, end - begin};
    *at = end;
    return begin < end;
}

static void put_still(sc_image_writer *writer, const sc_shapes *shapes, sc_extent extent,
                      const void *array, size_t element)
{
    const int32_t last = extent.begin + extent.count;
    sc_extent run;
    for (int32_t at = extent.begin; next_still(shapes, &at, last, &run);)
    {
        sc_image_put_array(writer, (const char *)array + element * (size_t)run.begin, element,
                           (size_t)run.count);
    }
}

static void get_still(sc_image_reader *reader, const sc_shapes *shapes, sc_extent extent,
                      void *array, size_t element)
{
    const int32_t last = extent.begin + extent.count;
    sc_extent run;
    for (int32_t at = extent.begin; next_still(shapes, &at, last, &run);)
    {
        sc_image_get_array(reader, (char *)array + element * (size_t)run.begin, element,
                           (size_t)run.count);
    }
}

#define STILL(name)                                                                      \
    static void put_##name(sc_image_writer *writer, const void *store, sc_extent extent) \
    {                                                                                    \
        const sc_shapes *shapes = store;                                                 \
        put_still(writer, shapes, extent, shapes->name, sizeof *shapes->name);           \
    }                                                                                    \
    static void get_##name(sc_image_reader *reader, void *store, sc_extent extent)       \
    {                                                                                    \
        sc_shapes *shapes = store;                                                       \
        get_still(reader, shapes, extent, shapes->name, sizeof *shapes->name);           \
    }
STILL(pose)
STILL(needed)
STILL(previous)

/// The previous AABB of a moving shape is set to the present one, as after a step in which the
/// shape stayed.
static void get_all_previous(sc_image_reader *reader, void *store, sc_extent extent)
{
    sc_shapes *shapes = store;
    memcpy(shapes->previous + extent.begin, shapes->aabb + extent.begin,
           sizeof *shapes->aabb * (size_t)extent.count);
    get_previous(reader, store, extent);
}

const sc_field_codec sc_shape_codecs[] = {
    {offsetof(sc_shapes, pose), put_pose, get_pose},
    {offsetof(sc_shapes, previous), put_previous, get_all_previous},
    {offsetof(sc_shapes, needed), put_needed, get_needed},
    {0, NULL, NULL}};

/// The members of a manifold that decide how the next step begins, each in an array of its own.
enum
{
    NORMAL_X,
    NORMAL_Y,
    INFO,
    ROLLING,
    IMPULSES,
    KEPT_WORDS = IMPULSES + 4
};

static void put_manifolds(sc_image_writer *writer, const void *store, sc_extent extent)
{
    const sc_contacts *contacts = store;
    if (!writer->compact)
    {
        sc_image_put_array(writer, contacts->manifold + extent.begin, sizeof(sc_manifold),
                           (size_t)extent.count);
        return;
    }
    const int32_t last = extent.begin + extent.count;
    for (int32_t i = extent.begin; i < last; i += CHUNK)
    {
        uint32_t words[KEPT_WORDS][CHUNK];
        const int32_t count = last - i < CHUNK ? last - i : CHUNK;
        for (int32_t k = 0; k < count; ++k)
        {
            uint32_t m[SC_MANIFOLD_FLOATS];
            memcpy(m, &contacts->manifold[i + k], sizeof m);
            words[NORMAL_X][k] = m[SC_MANIFOLD_FRAME];
            words[NORMAL_Y][k] = m[SC_MANIFOLD_FRAME + 1];
            words[INFO][k] = m[SC_MANIFOLD_DEPTHS + 2];
            words[ROLLING][k] = m[SC_MANIFOLD_DEPTHS + 3];
            for (int j = 0; j < 4; ++j)
            {
                words[IMPULSES + j][k] = m[SC_MANIFOLD_IMPULSES + j];
            }
        }
        for (int j = 0; j < KEPT_WORDS; ++j)
        {
            sc_image_put_array(writer, words[j], sizeof(uint32_t), (size_t)count);
        }
    }
}

/// Reads manifolds. In a compact image points are not known, which a separation of NaN marks.
static void get_manifolds(sc_image_reader *reader, void *store, sc_extent extent)
{
    sc_contacts *contacts = store;
    if (!reader->compact)
    {
        sc_image_get_array(reader, contacts->manifold + extent.begin, sizeof(sc_manifold),
                           (size_t)extent.count);
        return;
    }
    const int32_t last = extent.begin + extent.count;
    for (int32_t i = extent.begin; i < last; i += CHUNK)
    {
        uint32_t words[KEPT_WORDS][CHUNK];
        const int32_t count = last - i < CHUNK ? last - i : CHUNK;
        for (int j = 0; j < KEPT_WORDS; ++j)
        {
            sc_image_get_array(reader, words[j], sizeof(uint32_t), (size_t)count);
        }
        for (int32_t k = 0; k < count; ++k)
        {
            uint32_t m[SC_MANIFOLD_FLOATS] = {words[NORMAL_X][k], words[NORMAL_Y][k]};
            const float unknown = NAN;
            memcpy(&m[SC_MANIFOLD_DEPTHS], &unknown, sizeof unknown);
            memcpy(&m[SC_MANIFOLD_DEPTHS + 1], &unknown, sizeof unknown);
            m[SC_MANIFOLD_DEPTHS + 2] = words[INFO][k];
            m[SC_MANIFOLD_DEPTHS + 3] = words[ROLLING][k];
            for (int j = 0; j < 4; ++j)
            {
                m[SC_MANIFOLD_IMPULSES + j] = words[IMPULSES + j][k];
            }
            memcpy(&contacts->manifold[i + k], m, sizeof m);
        }
    }
}

const sc_field_codec sc_contact_codecs[] = {
    {offsetof(sc_contacts, manifold), put_manifolds, get_manifolds}, {0, NULL, NULL}};
