/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * Draw order in one call: positions and a camera in, sorted indices and a draw command
 * out. glsort.h has the context, the results and what holds for every call.
 *
 * Example: a pool of particles in one buffer, drawn back to front. A compute shader of
 * the engine moves them and writes how many are alive to the buffer `alive`.
 *
 *     // Once.
 *     glsort_plan* order;
 *     glsort_order_desc what = {.max_count = POOL,
 *                               .position = {.offset = 0, .stride = 32},
 *                               .count_source = GLSORT_COUNT_FROM_BUFFER,
 *                               .cull = GLSORT_CULL_FRUSTUM,
 *                               .command = GLSORT_COMMAND_DRAW_ELEMENTS};
 *     if (glsort_order_create(context, &what, &order) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 *     // Every frame.
 *     glsort_order_args frame = {.positions = {.name = particles},
 *                                .count_in = {.name = alive},
 *                                .radius = 0.02f,
 *                                .order_out = {.name = indices},
 *                                .command_out = {.name = command}};
 *     memcpy(frame.views[0].origin, eye, sizeof eye);
 *     memcpy(frame.views[0].axis, ahead, sizeof ahead);
 *     memcpy(frame.views[0].clip, view_projection, sizeof view_projection);
 *     glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
 *     if (glsort_order_run(order, &frame) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_plan_last_error(order));
 *     glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
 *     glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
 *     glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
 *
 * An element is a point, or a primitive of k vertices. A run computes one key for each
 * element and view, rejects the elements that are not visible, and sorts the others.
 *
 * - Order: by the key, in the direction asked for; equal keys keep the order of the
 *   input, whatever is culled, so nothing flickers. (Compacting it by an atomic counter
 *   before the run would undo that: cull here.)
 * - Determinism: every device writes the same bytes as long as all intermediate results
 *   are zero or normal floats; draw-order.md, which is installed with gl-state.md, has
 *   the exact arithmetic.
 * - Rejected: elements that are dead or outside the frustum, have an infinite or NaN
 *   position or key, or name a vertex outside the buffer.
 * - Visible: all others. They come first in the order; commands and counts are theirs.
 * - The rest: after the visible elements, order and depths up to the count are undefined.
 *   Exceptions: GLSORT_ORDER_FILLS_REST; fragment passes, see below; and with neither
 *   frustum nor dead test, the rejected elements follow in input order. So with either,
 *   compute needs a command, WRITES_VISIBLE or FILLS_REST.
 * - Memory: a run accesses only the fields described, and writes only the first count
 *   elements of each view. Exceptions are fragment passes: on GLES they copy the bytes
 *   between fields; with GLSORT_COUNT_FROM_BUFFER they write max_count elements.
 *
 * Fragment passes (GL 3.3, GLES 3.0, WebGL 2) are used if there are no compute shaders,
 * if any resource is a texture, or if the descriptor asks for them. One descriptor has
 * one output: the visible elements come in the same order, byte for byte. What differs:
 *
 * |                      | compute                       | fragment passes            |
 * |----------------------|-------------------------------|----------------------------|
 * | command              | yes                           | from GL 4.0 and GLES 3.1   |
 * |                      |                               | on                         |
 * | max_segments         | yes                           | refused                    |
 * | textures             | refused                       | yes; with an input in one, |
 * |                      |                               | primitives as on GLES      |
 * | uncounted culling    | refused: a frustum or a dead  | yes                        |
 * |                      | test without command, without |                            |
 * |                      | WRITES_VISIBLE or FILLS_REST  |                            |
 * | primitives on GLES   | yes                           | with max_vertices, or what |
 * |                      |                               | is read by vertex is in    |
 * |                      |                               | textures                   |
 * | transforms on GLES   | yes                           | positions, matrices and    |
 * |                      |                               | their indices in textures; |
 * |                      |                               | so with max_sources        |
 * | tuning               | those with compute passes;    | those with fragment passes |
 * |                      | with culling or FILLS_REST    |                            |
 * |                      | that take counts on the GPU   |                            |
 * | order after visible  | undefined; 0xFFFFFFFF with    | 0xFFFFFFFF, with or        |
 * |                      | FILLS_REST                    | without FILLS_REST         |
 * | others after visible | undefined                     | elements_out 0xFFFFFFFF,   |
 * |                      |                               | depths the key of rejected |
 * |                      |                               | elements                   |
 *
 * What is filled is filled up to the count, or with GLSORT_COUNT_FROM_BUFFER up to
 * max_count, so that all can be drawn without knowing the count. draw-order.md has a
 * vertex shader that reads such an order.
 */
#ifndef GLSORT_DRAW_H
#define GLSORT_DRAW_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is ordered -------------------------------------------------------------- */

/* Three components at a multiple of 4 bytes. A fourth one, as in a vec4, is ignored; the
 * stride includes it. With 16-bit components a run accesses 8 bytes of each position. */
typedef enum glsort_position_format {
    GLSORT_POSITION_F32 = 0,
    GLSORT_POSITION_F16 = 1,
    GLSORT_POSITION_UNORM16 = 2, /* with glsort_order_args.position_scale and _bias */
    GLSORT_POSITION_SNORM16 = 3  /* the same */
} glsort_position_format;

/* What the keys are made of. Depths of the caller's own, such as those of vertices that a
 * shader has skinned, are words: of each element, or with primitives of each vertex. View
 * v's begin at element v * max_count, or at vertex v * vertex_count; the views of a run
 * are not read. A depth is larger for what is farther. */
typedef enum glsort_key_source {
    GLSORT_KEYS_FROM_POSITIONS = 0,
    /* Floats: NaN rejects the element, or all primitives with the vertex. Infinities are
     * depths like others. */
    GLSORT_KEYS_FROM_F32 = 1,
    /* Unsigned integers: 0 rejects back to front, 0xFFFFFFFF front to back. */
    GLSORT_KEYS_FROM_U32 = 2
} glsort_key_source;

/* Where the positions are in their buffer: element i, or vertex i, is at byte offset +
 * i * stride from the offset of the resource. Both are multiples of 4. stride 0 means
 * tightly packed, which is the least: 12 bytes, or 8 for 16-bit components.
 * texel_words 1, 2 or 4: positions are a texture, R32UI, RG32UI or RGBA32UI, whose texels
 * are read as the words of a buffer, one texel after the other: as splat viewers pack
 * them. stride 0 then means a texel, if that is more. */
typedef struct glsort_position {
    glsort_position_format format;
    uint32_t offset;
    uint32_t stride;
    uint32_t texel_words; /* 0: a buffer, or a texture of floats */
} glsort_position;

/* Whether a matrix moves each position p before all else: to the space of the views. Each
 * component is ((m.x * p.x + m.y * p.y) + m.z * p.z) + m.w, of a row of the matrix, each
 * step rounded to a float; the fourth row is not read, and radii are not scaled. */
typedef enum glsort_transform {
    GLSORT_TRANSFORM_NONE = 0,
    /* By the matrix that a uint of each element, or of each vertex of primitives, names:
     * many objects in one buffer. */
    GLSORT_TRANSFORM_PER_ELEMENT = 1,
    GLSORT_TRANSFORM_PER_SEGMENT = 2, /* matrix s, with max_segments */
    GLSORT_TRANSFORM_PER_SOURCE = 3   /* likewise, with max_sources */
} glsort_transform;

#define GLSORT_MOST_SOURCES 8 /* of an order */

/* Where a field of 4 bytes is, likewise, for each element. stride 0 means 4, or a texel.
 * texel_words 0: a buffer, or R32UI with an element in each texel. */
typedef struct glsort_field {
    uint32_t offset;
    uint32_t stride;
    uint32_t texel_words;
} glsort_field;

/* Dead elements are not drawn in any view. The field may be the depth itself: so a value
 * of the caller's choice rejects the element. Floats are compared as if by IEEE 754
 * totalOrder, except that -0 equals +0: +NaN is above, and -NaN below, everything. */
typedef enum glsort_dead_test {
    GLSORT_DEAD_NONE = 0,
    GLSORT_DEAD_F32_AT_MOST = 1,  /* dead if field <= f32: a life that runs out */
    GLSORT_DEAD_F32_AT_LEAST = 2, /* dead if field >= f32: an age that is reached */
    GLSORT_DEAD_U32_EQUAL = 3,    /* dead if field == u32 */
    GLSORT_DEAD_U32_UNEQUAL = 4   /* dead if field != u32 */
} glsort_dead_test;

/* Which elements are dead: those whose field passes the test. */
typedef struct glsort_dead {
    glsort_dead_test test;
    glsort_field field;
    float f32;    /* the constant of the F32 tests */
    uint32_t u32; /* the constant of the U32 tests */
} glsort_dead;

/* The type of an index in a buffer. */
typedef enum glsort_index { GLSORT_INDEX_U32 = 0, GLSORT_INDEX_U16 = 1 } glsort_index;

/* The vertex that the key of a primitive comes from. */
typedef enum glsort_vertex {
    GLSORT_VERTEX_CENTROID = 0, /* all: the sum of their keys, undivided */
    GLSORT_VERTEX_NEAREST = 1,
    GLSORT_VERTEX_FARTHEST = 2
} glsort_vertex;

#define GLSORT_MOST_VERTICES 64 /* of a primitive */

/* vertices 0: the elements are points. Otherwise, such as 2 for lines or 3 for triangles,
 * the indices of element i start at index i * vertices of args.indices_in, or are
 * i * vertices and up if there is no indices_in: its vertices follow one another.
 * vertices 1, without LAYOUT_FROM_ARGS: points that a list names, such as a level of
 * detail that a shader has chosen. indices_in is the list, and may name a point more than
 * once; what belongs to a point, its position or depth, radius, dead field and matrix
 * index, is at its number, of vertex_count. The order has the numbers; equal keys keep
 * the order of the list. */
typedef struct glsort_primitive {
    uint32_t vertices;
    glsort_index index; /* of indices_in */
    glsort_vertex key;
} glsort_primitive;

/* ---- how it is ordered ------------------------------------------------------------ */

/* The direction in which the visible elements are ordered. */
typedef enum glsort_draw_direction {
    GLSORT_BACK_TO_FRONT = 0, /* for blending */
    GLSORT_FRONT_TO_BACK = 1  /* for early depth tests */
} glsort_draw_direction;

/* The key of a position p. Each step is rounded to a float. */
typedef enum glsort_metric {
    /* ((p.x - origin.x) * axis.x + (p.y - origin.y) * axis.y)
     *     + (p.z - origin.z) * axis.z */
    GLSORT_METRIC_DEPTH = 0,
    /* The squared distance, (dx * dx + dy * dy) + dz * dz with d = p - origin: for views
     * that turn, and for cube maps. axis is not used. */
    GLSORT_METRIC_DISTANCE = 1
} glsort_metric;

/* Which elements are rejected because of their position. */
typedef enum glsort_cull {
    GLSORT_CULL_NONE = 0,
    /* Rejects an element if the sphere around its position is outside a plane of
     * view.clip; a primitive if the spheres around all its vertices are outside the same
     * plane. */
    GLSORT_CULL_FRUSTUM = 1
} glsort_cull;

/* Where the radii of the elements' bounding spheres come from. */
typedef enum glsort_radius {
    GLSORT_RADIUS_FROM_ARGS = 0, /* args.radius for all; 0: tests the position alone */
    /* A float of each element. A NaN rejects the element; a negative radius counts
     * without its sign. */
    GLSORT_RADIUS_PER_ELEMENT = 1
} glsort_radius;

/* ---- what comes out --------------------------------------------------------------- */

/* What is written to args.command_out for each view, with GL's names. n is the number
 * of visible elements, k the vertices of a primitive (1 for points), v the view. */
typedef enum glsort_command {
    GLSORT_COMMAND_NONE = 0,
    /* count n * k, instanceCount 1, first v * max_count * k, baseInstance 0 */
    GLSORT_COMMAND_DRAW_ARRAYS = 1,
    /* count n * k, instanceCount 1, firstIndex order_out.offset / 4 +
     * v * max_count * k, baseVertex args.base_vertex, baseInstance 0. order_out is a
     * buffer */
    GLSORT_COMMAND_DRAW_ELEMENTS = 2,
    /* count instance_vertices, instanceCount n, first 0, baseInstance v * max_count; 0
     * where GL has none (GLES, GL before 4.2): there begin the attributes at it */
    GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES = 3,
    /* count instance_vertices, instanceCount n, firstIndex 0, baseVertex
     * args.base_vertex, baseInstance as above */
    GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES = 4
} glsort_command;

#define GLSORT_ORDER_WRITES_VISIBLE (1u << 0) /* n to visible_out, a uint for each view */
/* To depths_out the key of each element, in drawing order, as a float. View v's begin
 * at v * max_count. Needs key_bits 32. */
#define GLSORT_ORDER_WRITES_DEPTHS (1u << 1)
/* Clip space has 0 <= z <= w, as with glClipControl(.., GL_ZERO_TO_ONE), reversed or
 * not; otherwise -w <= z <= w. */
#define GLSORT_ORDER_CLIP_ZERO_TO_ONE (1u << 3)
/* To elements_out the number of each primitive, in drawing order, as a uint: by it a
 * shader finds what belongs to primitive gl_PrimitiveID of the draw. View v's begin
 * at v * max_count. order_out then has the vertices in fragment passes too. */
#define GLSORT_ORDER_WRITES_ELEMENTS (1u << 4)
/* After the visible elements order_out gets 0xFFFFFFFF: for each vertex of a primitive,
 * up to the count, or up to max_count with GLSORT_COUNT_FROM_BUFFER. So all can be drawn
 * without knowing what is visible: primitive restart (GL_PRIMITIVE_RESTART_FIXED_INDEX)
 * or the vertex shader drops the rest. With it, culling on compute needs neither a
 * command nor WRITES_VISIBLE. Rejected elements are then removed before the sort also
 * without a frustum or dead test. Fragment passes fill the rest with or without the flag.
 * Not for max_segments. */
#define GLSORT_ORDER_FILLS_REST (1u << 5)
/* order_out has the number of each primitive instead of its vertices, for shaders that
 * look those up: k is 1 there. Not with WRITES_ELEMENTS or the command DRAW_ELEMENTS. */
#define GLSORT_ORDER_PRIMITIVE_NUMBERS (1u << 6)
/* One order serves meshes and particles of any layout: args.layout has the strides, the
 * vertices of a primitive and the type of its indices, run by run. Those of the
 * descriptor are then the largest (of types, U32 is), which creation checks. */
#define GLSORT_ORDER_LAYOUT_FROM_ARGS (1u << 7)

/* Which resources of runs are textures, one element per texel as in glsort.h; the
 * others are buffers. Positions are RGBA32F or RGBA16F (x, y, z), or as glsort_position
 * says; all others R32UI, or as glsort_field says:
 * indices, and floats as their bits. View v's order and depths begin at texel v *
 * max_count (an order of vertices at v * max_count * k); its visible count is texel v.
 * elements_out is always a buffer. Fragment backend only. On GLES, with a transform or
 * max_sources, positions, matrices and their indices are textures. In WebGL a buffer that
 * was bound as an element array can neither be read nor written. */
#define GLSORT_ORDER_TEXTURE_POSITIONS (1u << 0)
#define GLSORT_ORDER_TEXTURE_RADII (1u << 1)
#define GLSORT_ORDER_TEXTURE_DEAD (1u << 2)
#define GLSORT_ORDER_TEXTURE_INDICES (1u << 3)
#define GLSORT_ORDER_TEXTURE_ORDER (1u << 4)
#define GLSORT_ORDER_TEXTURE_DEPTHS (1u << 5)
#define GLSORT_ORDER_TEXTURE_VISIBLE (1u << 6)
/* With TEXTURE_ORDER: order_out is RGBA32UI, and index i of a view component i % 4 of
 * texel i / 4. View v begins at texel v * ceil(max_count * k / 4). The components after
 * the last index get 0xFFFFFFFF. */
#define GLSORT_ORDER_TEXTURE_ORDER_FOURS (1u << 7)
/* With TEXTURE_POSITIONS: positions is a GL_TEXTURE_2D_ARRAY, whose layers are read one
 * after the other, each with all of its rows. Only for points. */
#define GLSORT_ORDER_TEXTURE_POSITION_LAYERS (1u << 8)
#define GLSORT_ORDER_TEXTURE_DEPTHS_IN (1u << 9)
#define GLSORT_ORDER_TEXTURE_MATRICES (1u << 11) /* RGBA32F, a texel for each column */
#define GLSORT_ORDER_TEXTURE_MATRIX_INDICES (1u << 12) /* R32UI */

#define GLSORT_MOST_VIEWS 8 /* of a run */

/* Zero means the default in every field but max_count; a command that uses
 * instance_vertices needs that field, too. */
typedef struct glsort_order_desc {
    uint32_t max_count; /* elements of a run, before culling */
    /* Hint for AUTO, as in glsort_sort_desc. If elements are culled, also the typical
     * number of visible ones; 0, above: max_count. The results do not depend on it. */
    uint32_t expected_count;
    uint32_t max_views; /* of a run, 1 to GLSORT_MOST_VIEWS; 0: 1 */

    glsort_key_source key_source;
    glsort_position position; /* only for FROM_POSITIONS, as are metric and cull */
    glsort_field depth;       /* only for FROM_F32 and FROM_U32 */
    /* Not 0: positions are in up to so many buffers, at most GLSORT_MOST_SOURCES, which
     * args.sources lists, in one order. Not for a count in a buffer. */
    uint32_t max_sources;
    glsort_transform transform; /* only for FROM_POSITIONS, as is max_sources */
    glsort_field matrix_index;  /* only for PER_ELEMENT */
    glsort_primitive primitive;
    /* Of primitives: the largest vertex_count of a run, by which creation finds out
     * whether their positions fit. 0: unknown; then a run may find out that they do not
     * (LIMIT), and in fragment passes on GLES, or with an input in a texture, what is
     * read by vertex is in textures. A transform and max_sources of primitives need
     * it. */
    uint32_t max_vertices;
    glsort_dead dead;
    glsort_count_source count_source; /* count in args, or in a GPU buffer */
    /* Not 0: up to this many segments, such as emitters, at most 2^26, each ordered by
     * itself. Segment s has the elements offsets_in[s] to offsets_in[s + 1] - 1, and the
     * same positions in the order, the visible ones first. Each segment has a command and
     * a visible count, with offsets_in[s] instead of v * max_count. Only for points in
     * one view on compute, without tuning or count_source. */
    uint32_t max_segments;

    glsort_draw_direction direction;
    glsort_metric metric;
    /* 0 or 32: the whole float. 16 or 24: args.key_near .. key_far in 2^bits - 2 steps:
     * fewer radix passes, but elements in the same step are not sorted; they keep the
     * order of the input. */
    uint32_t key_bits;
    glsort_cull cull;
    glsort_radius radius_source; /* only with GLSORT_CULL_FRUSTUM, as is the next field */
    glsort_field radius;

    glsort_command command;
    /* Bytes from one command to the next; 0: packed, 20 for both DRAW_ELEMENTS commands,
     * otherwise 16. */
    uint32_t command_stride;
    uint32_t instance_vertices; /* only for the commands with INSTANCES */

    uint32_t flags;    /* GLSORT_ORDER_*, and those of every plan */
    uint32_t textures; /* GLSORT_ORDER_TEXTURE_* */
    glsort_backend backend;
    const struct glsort_tuning* tuning; /* of the sort inside, as in glsort_sort_desc */
} glsort_order_desc;

/* Creates an order for runs of up to desc->max_count elements. *plan is NULL on failure.
 * Cost, errors: as glsort_sort_create(), and
 *         RANGE        a field has a number outside its limits
 *         UNSUPPORTED  a field is set that the others leave unused
 *         LIMIT        max_count is above what the device can sort or hold, or an input
 *                      of so many elements, by its stride, above what it can bind;
 *                      compute binds points in pieces, of at least 1024, and depths
 *                      view by view, but all matrices at once */
GLSORT_API glsort_result glsort_order_create(glsort_context* context,
                                             const glsort_order_desc* desc,
                                             glsort_plan** plan);

/* ---- a run ------------------------------------------------------------------------ */

/* A camera, in the space of the positions. 96 bytes: in a GPU buffer the same as
 *
 *     struct View { vec4 origin; vec4 axis; mat4 clip; };
 *
 * in std140 or std430. The fourth components of origin and axis are not read. */
typedef struct glsort_order_view {
    float origin[4]; /* the eye */
    float axis[4];   /* the direction in which depth grows; any length */
    float clip[16];  /* only for GLSORT_CULL_FRUSTUM: the matrix to clip space, column-
                      * major, as for glUniformMatrix4fv() without transposition */
} glsort_order_view;

/* How glsort_order_view_from() reads matrices. By rows: element (row, column) is at row *
 * 4 + column, as in VTK or NumPy; otherwise at column * 4 + row, as in OpenGL. Matrices
 * multiply columns; those that multiply rows, by rows, as in OpenSceneGraph or
 * DirectXMath, have the same 16 floats as in OpenGL. */
#define GLSORT_VIEW_BY_ROWS (1u << 0)
/* A camera with a parallel projection, or none, looks along the z axis of view space, as
 * in left-handed systems; otherwise against it. A perspective shows this by itself: w
 * grows with depth. */
#define GLSORT_VIEW_ALONG_Z (1u << 1)

/* Fills *out from the matrix from positions to view space (view * model) and the one from
 * there to clip space: depth is the distance from the eye along the z axis of view space,
 * clip is projection * view, rounded once. Both may mirror and scale; depth may be
 * reversed and the far plane at infinity. If clip space has 0 <= z <= w, the order has
 * GLSORT_ORDER_CLIP_ZERO_TO_ONE; *out is the same. A projection of NULL is for orders
 * without GLSORT_CULL_FRUSTUM: clip is then zero.
 * Errors, without a sentence, and *out is not changed:
 *         ARGUMENT  view or out is NULL; unknown flags
 *         RANGE     an element or a result is infinite or NaN; view is singular (to the
 *                   precision of floats), or its fourth row is not (0, 0, 0, w); the
 *                   fourth row of clip is zero
 * GL context: none needed; any thread. Cost: some hundred operations of the CPU. */
GLSORT_API glsort_result glsort_order_view_from(const float view[16],
                                                const float projection[16],
                                                uint32_t flags, glsort_order_view* out);

/* A buffer of positions, or a texture with TEXTURE_POSITIONS: those of the elements, or
 * of the vertices of primitives, with numbers from base on. Numbers that belong to no
 * source are rejected. */
typedef struct glsort_order_source_args {
    glsort_resource positions;
    uint32_t base;
    uint32_t count;
} glsort_order_source_args;

/* Only for GLSORT_ORDER_LAYOUT_FROM_ARGS: the layout of the inputs of a run. Where they
 * begin is in the offsets of their resources, to which those of the descriptor add. */
typedef struct glsort_order_layout {
    uint32_t position_stride; /* 0: packed */
    uint32_t radius_stride;   /* only for RADIUS_PER_ELEMENT; 0: 4 */
    uint32_t dead_stride;     /* only for a test of dead elements; 0: 4 */
    uint32_t vertices;        /* only for primitives, which have at least 1 */
    glsort_index index;       /* only for primitives: of indices_in */
} glsort_order_layout;

/* Offsets of buffers are multiples of 4; those of indices of 16 bits multiples of 2. */
typedef struct glsort_order_args {
    uint32_t count;           /* elements; ignored with GLSORT_COUNT_FROM_BUFFER */
    glsort_resource count_in; /* only for that: a uint, clamped to max_count */

    glsort_order_layout layout;
    glsort_resource positions; /* only for FROM_POSITIONS without max_sources */
    /* Only for max_sources. The numbers of each follow those of the one before, and end
     * at or before the count, of primitives vertex_count. They are those of a pool that
     * is drawn, such as one vertex buffer with all sources one after the other: an order
     * is drawn at once only if all of it is in one buffer, or the shader fetches it. */
    uint32_t source_count;
    glsort_order_source_args sources[GLSORT_MOST_SOURCES];
    /* Only for a transform: matrix_count matrices of 16 floats, column-major, and for
     * PER_ELEMENT their indices. One from matrix_count on rejects the element. */
    glsort_resource matrices;
    uint32_t matrix_count;
    glsort_resource matrix_indices;
    glsort_resource depths_in;  /* only for FROM_F32 and FROM_U32 */
    glsort_resource radii;      /* only for RADIUS_PER_ELEMENT */
    glsort_resource dead;       /* only for a test of dead elements */
    uint32_t segment_count;     /* only for max_segments, as is the next */
    glsort_resource offsets_in; /* segment_count + 1 uints that do not decrease, the last
                                 * at most count; otherwise the results are undefined,
                                 * but no command draws elements past count */
    float radius; /* only for a frustum and RADIUS_FROM_ARGS; not negative */
    /* Only for UNORM16, SNORM16: a component c, from 0 to 1 or -1 to 1, is at c * scale +
     * bias. A scale of all zeros means 1. */
    float position_scale[3];
    float position_bias[3];

    /* Only for primitives; none: index i is i. Indices of 16 bits are read in words
     * at multiples of 4 bytes: the buffer extends to the end of the last one. A
     * vertex is the index plus base_vertex; vertices outside 0 .. vertex_count - 1
     * are not read, and their primitives are rejected. base_vertex is for the commands
     * DRAW_ELEMENTS, too. */
    glsort_resource indices_in;
    uint32_t vertex_count;
    int32_t base_vertex;

    /* Only for key_bits 16 and 24: the range of keys, as a depth or a distance; keys
     * outside are clamped. For GLSORT_VERTEX_CENTROID, the range of a vertex. As keys
     * (squares for DISTANCE, times the vertices for CENTROID) it fits in a float. */
    float key_near;
    float key_far;

    uint32_t view_count; /* 0: 1 */
    /* view_count views in a buffer, to be used instead of `views`. No call checks their
     * numbers: NaNs or an axis of zeros leave nothing in order. If a shader wrote them,
     * the caller issues GL_BUFFER_UPDATE_BARRIER_BIT before the run. */
    glsort_resource views_in;
    glsort_order_view views[GLSORT_MOST_VIEWS];

    /* The indices of the visible elements; of primitives, their k vertices each, as in
     * indices_in, without base_vertex. View v's begin at v * max_count * k. */
    glsort_resource order_out;
    glsort_resource depths_out;   /* only for GLSORT_ORDER_WRITES_DEPTHS */
    glsort_resource visible_out;  /* only for GLSORT_ORDER_WRITES_VISIBLE */
    glsort_resource command_out;  /* only for a command */
    glsort_resource elements_out; /* only for GLSORT_ORDER_WRITES_ELEMENTS */
    uint32_t consumers;           /* GLSORT_CONSUMER_*; 0: all */
} glsort_order_args;

/* Writes the draw order of every view. A count of 0 writes commands and visible counts,
 * and needs no other resource. If shaders wrote the inputs or outputs, the caller issues
 * GL_SHADER_STORAGE_BARRIER_BIT before the run; on the fragment backend the barriers that
 * glsort_sort_run() names and, for buffers that are read, GL_TEXTURE_FETCH_BARRIER_BIT.
 * Errors: as glsort_sort_run(), but an output may overlap count_in; and
 *         ARGUMENT  a number is not 0, but not used by the order. (Of `sources` from
 *                   source_count on the resources must be none; `views` from view_count
 *                   on are not read.)
 *         RANGE     too many views, segments, sources or vertices; a number of `layout`
 *                   is above that of the descriptor; vertex_count, matrix_count or
 *                   source_count is 0, but needed; sources overlap or end too late; a
 *                   negative radius; a number or a float of `views` is used, but not
 *                   finite; an axis of zeros for DEPTH; a clip whose fourth row is zero;
 *                   with key_bits 16 or 24, key_far is not above key_near, key_near is
 *                   negative for DISTANCE, or the range as keys exceeds the largest
 *                   float or is too small to be divided
 * Cost: as glsort_sort_run(). If the layout or the number of views, vertices, segments,
 *   matrices or items of a source differs from that of the last run, the CPU computes the
 *   passes anew, as for another
 *   count. With
 *   GLSORT_COUNT_FROM_BUFFER or culling, the cost follows the elements that are left, but
 *   the number of passes is that of max_count. Fragment passes do not gain from culling.
 *   With GLSORT_COUNT_FROM_BUFFER three things in them cost max_count: filling each
 *   output with a constant, copying it to a buffer, and on GLES copying the inputs from
 *   buffers. */
GLSORT_API glsort_result glsort_order_run(glsort_plan* plan,
                                          const glsort_order_args* args);

#ifdef __cplusplus
}
#endif

#endif
