/// Debug drawing: the library lists the items, the program draws them.
///
/// scree_world_draw walks a world and calls back with polygons, circles, capsules, lines, points,
/// boxes, texts and transforms in world coordinates. Each item has a colour by the kind and state
/// of the object, and its kind and ids, for programs that choose their own colours. The library
/// draws nothing itself; tools/picture makes its pictures this way.
///
///     scree_draw draw = scree_draw_default();
///     draw.polygon = my_polygon;
///     draw.circle = my_circle;
///     draw.context = my_window;
///     draw.clip = what_the_window_shows;
///     scree_world_draw(world, &draw);
#ifndef SCREE_DRAW_H
#define SCREE_DRAW_H

#include "base.h"
#include "id.h"
#include "soft_body.h"
#include "world.h"

/// Colours, 0xRRGGBB.
typedef enum scree_color
{
    SCREE_COLOR_STATIC = 0x98fb98,     ///< pale green
    SCREE_COLOR_KINEMATIC = 0x4169e1,  ///< royal blue
    SCREE_COLOR_AWAKE = 0xffc0cb,      ///< pink: dynamic
    SCREE_COLOR_ASLEEP = 0x808080,     ///< gray
    SCREE_COLOR_DISABLED = 0x708090,   ///< slate gray
    SCREE_COLOR_BULLET = 0x40e0d0,     ///< turquoise: awake
    SCREE_COLOR_SENSOR = 0xf5deb3,     ///< wheat
    SCREE_COLOR_PARTICLE = 0x87cefa,   ///< light sky blue
    SCREE_COLOR_CONTAINER = 0xd3d3d3,  ///< light gray
    SCREE_COLOR_SOFT = 0xf4a460,       ///< sandy brown
    SCREE_COLOR_SOFT_EDGE = 0xa0522d,  ///< sienna
    SCREE_COLOR_HELD = 0x8b4513,       ///< saddle brown: vertices that do not move
    SCREE_COLOR_JOINT = 0xf5f5f5,      ///< white smoke
    SCREE_COLOR_AABB = 0xffd700,       ///< gold
    SCREE_COLOR_CENTER = 0xffffff,     ///< white
    SCREE_COLOR_BEGIN = 0x008000,      ///< green: points of contacts that begin
    SCREE_COLOR_PERSIST = 0x0000ff,    ///< blue: points of contacts that persist
    /// gainsboro: points of contacts where surfaces are more than 0.005 length units apart
    SCREE_COLOR_APART = 0xdcdcdc,
    SCREE_COLOR_NORMAL = 0x696969,   ///< dim gray
    SCREE_COLOR_IMPULSE = 0xff00ff,  ///< magenta
    SCREE_COLOR_FRICTION = 0xffff00  ///< yellow
} scree_color;

/// The kinds of items. Each comment names the callbacks of the kind, then the ids that are set in
/// the item.
typedef enum scree_draw_kind
{
    SCREE_DRAW_SHAPE = 0,       ///< polygon, circle, capsule, line: body and shape
    SCREE_DRAW_CHAIN_NORMAL,    ///< line, towards the side on which bodies collide: body and shape
    SCREE_DRAW_PARTICLE,        ///< circle: particle
    SCREE_DRAW_CONTAINER,       ///< circle or box: the container of the particles
    SCREE_DRAW_SOFT_OUTLINE,    ///< polygon, may be concave: soft_body
    SCREE_DRAW_SOFT_EDGE,       ///< line: soft_body
    SCREE_DRAW_SOFT_VERTEX,     ///< circle: soft_body
    SCREE_DRAW_JOINT,           ///< line: joint
    SCREE_DRAW_JOINT_FLEXIBLE,  ///< line: spring, motor, gear, ratchet or sliding axis: joint
    SCREE_DRAW_JOINT_POINT,     ///< point: joint
    SCREE_DRAW_CONTACT,         ///< point
    SCREE_DRAW_CONTACT_NORMAL,  ///< line, from a to b
    SCREE_DRAW_IMPULSE,         ///< line along the normal
    SCREE_DRAW_FRICTION,        ///< line along the tangent
    SCREE_DRAW_AABB,            ///< box, as the broadphase last saw it: body and shape
    SCREE_DRAW_CENTER,          ///< point, the centre of mass of an enabled dynamic body: body
    SCREE_DRAW_TRANSFORM,       ///< transform: of a body
    SCREE_DRAW_NAME,            ///< text at the centre of mass: name of a body that has one
    SCREE_DRAW_ID,   ///< text at the centre of mass: slot of a body, the lower 24 bits of its id
    SCREE_DRAW_MASS  ///< text at the centre of mass: mass of a dynamic body, such as "2.50 kg"
} scree_draw_kind;

/// The state of a body; fixed particles are SCREE_DRAW_STATIC, and so are held vertices unless
/// their soft body is disabled. Contacts and joints are SCREE_DRAW_AWAKE.
typedef enum scree_draw_state
{
    SCREE_DRAW_STATIC = 0,
    SCREE_DRAW_KINEMATIC,
    SCREE_DRAW_AWAKE,
    SCREE_DRAW_ASLEEP,
    SCREE_DRAW_DISABLED
} scree_draw_state;

typedef struct scree_draw_item
{
    scree_draw_kind kind;
    scree_draw_state state;
    scree_color color;
    /// m/s: of a particle or soft vertex; for bodies and shapes, that of the body's centre of mass
    scree_vec2 velocity;
    float radius;        ///< m: for soft outlines and edges, of the discs round vertices
    bool sensor;         ///< of shapes: whether it is a sensor
    scree_body_id body;  ///< null where `kind` does not name it; so are the other ids
    scree_shape_id shape;
    scree_particle_id particle;
    scree_soft_body_id soft_body;
    scree_joint_id joint;
} scree_draw_item;

/// Any callback may be null: its items are left out. Callbacks run on the calling thread. They may
/// make queries and read the world, but must not change it. Pointers are valid during the call.
typedef struct scree_draw
{
    uint32_t version;  ///< set by scree_draw_default(); do not write
    /// Solid, counter-clockwise, swept by a disc of `radius`. 3 to 64 vertices. Outlines of soft
    /// bodies may be turned inside out.
    void (*polygon)(const scree_vec2 *vertices, int count, float radius,
                    const scree_draw_item *item, void *context);
    /// Solid; `axis` is the direction of the body's x axis, zero for items without a rotation.
    void (*circle)(scree_vec2 center, float radius, scree_vec2 axis, const scree_draw_item *item,
                   void *context);
    void (*capsule)(scree_vec2 point_a, scree_vec2 point_b, float radius,
                    const scree_draw_item *item, void *context);
    void (*line)(scree_vec2 from, scree_vec2 to, const scree_draw_item *item, void *context);
    void (*point)(scree_vec2 position, const scree_draw_item *item, void *context);
    void (*box)(scree_aabb aabb, const scree_draw_item *item, void *context);  ///< hollow
    /// UTF-8, ends with 0; all texts of a body are at its centre of mass
    void (*text)(scree_vec2 position, const char *text, const scree_draw_item *item, void *context);
    void (*transform)(scree_transform transform, const scree_draw_item *item, void *context);
    void *context;

    /// Only items whose bounds reach into this box are drawn, and half-spaces are clipped to it:
    /// finite, lower <= upper. Set it to the visible area: clipped to the default, half-spaces have
    /// very distant corners.
    scree_aabb clip;
    float normal_length;  ///< of normals, length units, within +-1e12
    float impulse_scale;  ///< of impulses, m per N s, within +-1e12
    /// 0 to 1: shapes, transforms, centres of mass, texts and joints are drawn between the last two
    /// states of the world, as scree_world_write_interpolated writes bodies; 1: at the present
    /// poses. Below 1 it needs scree_world_def.keep_previous_poses. All else is drawn as it is now,
    /// and the present poses decide which shapes are in `clip`.
    float alpha;

    bool draw_shapes, draw_particles, draw_soft_bodies, draw_joints;
    bool draw_chain_normals;  ///< of one-sided chains
    bool draw_contacts, draw_contact_normals;
    bool draw_impulses, draw_friction;  ///< normal and tangent impulses of the last substep
    bool draw_aabbs, draw_centers;
    bool draw_transforms, draw_names, draw_ids, draw_masses;  ///< of bodies with a shape in `clip`
} scree_draw;

/// Returns a definition without callbacks, whose clip reaches from -1e8 to 1e8 m in x and y.
/// Shapes, particles, soft bodies and joints are drawn, nothing else. Normals of 0.3 length units,
/// impulses at 0.01 m per N s, alpha 1.
SCREE_API SCREE_NODISCARD scree_draw scree_draw_default(void);

/// Draws the world in this order: shapes of static, kinematic and dynamic bodies, particles, soft
/// bodies, joints, contacts, AABBs, centres of mass, transforms and texts of bodies. Shapes,
/// joints, AABBs and bodies are in order of slots; particles are in order of rows, soft bodies in
/// order of creation, contacts as scree_world_contacts lists them. Later items lie on top.
///
/// The trees of queries (scree/query.h) find shapes, transforms and texts in `clip`: the time
/// depends on how many are in view. A drawing visits all of them if the clip contains the default
/// clip, if more than a quarter of the bodies are awake or kinematic, if many shapes are in view,
/// in worlds with sensors or disabled bodies, or if there is no memory for the trees; it always
/// visits all items of other kinds. Leaves the world unchanged and allocates memory like a query.
/// Errors are stored in the thread (scree_error_text(NULL)), as for queries: SCREE_ERROR_LOCKED in
/// a callback of a step.
SCREE_API scree_result scree_world_draw(const scree_world *world, const scree_draw *draw);

#endif
