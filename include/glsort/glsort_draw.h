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
 * An element is a point, or a primitive of k vertices. A run computes a key for each
 * element in each view, rejects the elements that are not visible, and sorts the rest.
 *
 * - Order: by the key, in the direction of the descriptor. Equal keys keep the order of
 *   the input, whatever is culled, so nothing flickers. (An atomic counter that compacts
 *   the input before the run destroys that order: let the run cull instead.)
 * - Determinism: every device writes the same bytes, as long as all intermediate results
 *   are zero or normal floats. draw-order.md, which is installed with gl-state.md, has
 *   the exact arithmetic.
 * - Rejected elements: an element is rejected if it is dead or outside the frustum, if
 *   its position, key or radius is a NaN, if its position or key is infinite, or if one
 *   of its vertices is outside the buffer. Depths of the caller's own may be infinite.
 * - Visible elements: all others. They come first in the order, and commands and counts
 *   are about them alone.
 * - After the visible elements, order_out and depths_out are undefined up to the count.
 *   Exceptions: GLSORT_ORDER_FILLS_REST and fragment passes fill them (see the table);
 *   and without a frustum or a dead test, the rejected elements follow in input order.
 * - Memory: a run reads only the fields that the descriptor names, and writes only the
 *   first `count` elements of each view. Exceptions: on GLES, fragment passes also copy
 *   the bytes between the fields; with GLSORT_COUNT_FROM_BUFFER, fragment passes write
 *   max_count elements.
 *
 * An order runs as fragment passes if the context has no compute shaders (GL 3.3, GLES
 * 3.0, WebGL 2), if a resource is a texture, or if the descriptor asks for them. Both
 * backends write the same visible elements in the same order, byte for byte.
 *
 * Fragment passes (GL 3.3, GLES 3.0, WebGL 2) differ from compute in this:
 *
 * |                      | difference                                                |
 * |----------------------|-----------------------------------------------------------|
 * | command              | Fragment passes write commands only from GL 4.0 and GLES  |
 * |                      | 3.1 on.                                                   |
 * | max_segments         | Only compute orders segments.                             |
 * | textures             | Only fragment passes read and write textures. If an input |
 * |                      | is a texture, "primitives on GLES" holds on GL, too.      |
 * | culling, no count    | Compute refuses a frustum or a dead test unless the run   |
 * |                      | writes a command or the visible count, or fills the rest: |
 * |                      | the order would have no known end.                        |
 * | primitives on GLES   | Fragment passes need max_vertices, or textures for all    |
 * |                      | inputs that a vertex number finds.                        |
 * | transforms on GLES   | With a transform or max_sources, fragment passes need     |
 * |                      | textures for positions, matrices and matrix indices.      |
 * | tuning               | A backend takes the methods that it has. Compute with     |
 * |                      | culling or FILLS_REST takes only methods that can read    |
 * |                      | their count from a buffer.                                |
 * | rest of order_out    | Fragment passes always fill order_out with 0xFFFFFFFF     |
 * |                      | after the visible elements; compute does with FILLS_REST. |
 * | rest of others       | Fragment passes fill elements_out with 0xFFFFFFFF and     |
 * |                      | depths_out with the key of rejected elements; compute     |
 * |                      | leaves both undefined.                                    |
 *
 * An output is filled up to the count, or with GLSORT_COUNT_FROM_BUFFER up to max_count.
 * So a program can draw all of it without knowing the visible count; draw-order.md has a
 * vertex shader that drops what is not visible.
 */
#ifndef GLSORT_DRAW_H
#define GLSORT_DRAW_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is ordered -------------------------------------------------------------- */

/* A position has three components and begins at a multiple of 4 bytes. A fourth
 * component, as in a vec4, belongs to the stride and is not used. With 16-bit components
 * a run reads 8 bytes of each position. */
typedef enum glsort_position_format {
    GLSORT_POSITION_F32 = 0,
    GLSORT_POSITION_F16 = 1,
    GLSORT_POSITION_UNORM16 = 2, /* with glsort_order_args.position_scale and _bias */
    GLSORT_POSITION_SNORM16 = 3  /* with position_scale and position_bias */
} glsort_position_format;

/* What the keys are made of. With FROM_F32 and FROM_U32 the caller gives a depth, a word,
 * for each element, or for each vertex of primitives: for vertices that a shader skins,
 * or for any number by which elements are drawn, such as the y of a sprite. Larger is
 * farther. Each view has its own depths: view v's begin at element v * max_count, or at
 * vertex v * vertex_count. The run does not read its views. */
typedef enum glsort_key_source {
    GLSORT_KEYS_FROM_POSITIONS = 0,
    /* Floats. A NaN rejects the element, or all primitives of the vertex. An infinity is
     * a depth. */
    GLSORT_KEYS_FROM_F32 = 1,
    /* Unsigned integers. The one that would be drawn last rejects the element: 0 back to
     * front, 0xFFFFFFFF front to back. */
    GLSORT_KEYS_FROM_U32 = 2
} glsort_key_source;

/* Where the positions are: position i begins offset + i * stride bytes after the offset
 * of the resource. offset and stride are multiples of 4. stride 0 means packed: 12 bytes,
 * or 8 with 16-bit components; a smaller stride is refused.
 * texel_words 1, 2 or 4: the positions are in an R32UI, RG32UI or RGBA32UI texture, whose
 * texels, one after the other, are the words of a buffer. stride 0 then means packed, or
 * one texel if a texel is larger. */
typedef struct glsort_position {
    glsort_position_format format;
    uint32_t offset;
    uint32_t stride;
    uint32_t texel_words; /* 0: a buffer, or a texture of floats */
} glsort_position;

/* Whether a matrix moves each position p to the space of the views, before anything else.
 * Component c of the result is ((m.x * p.x + m.y * p.y) + m.z * p.z) + m.w with row c of
 * the matrix, and each step is rounded to a float. The fourth row is not read, and radii
 * are not scaled. */
typedef enum glsort_transform {
    GLSORT_TRANSFORM_NONE = 0,
    /* A uint for each element, or for each vertex of primitives, is the number of its
     * matrix: many objects in one buffer. */
    GLSORT_TRANSFORM_PER_ELEMENT = 1,
    GLSORT_TRANSFORM_PER_SEGMENT = 2, /* matrix s moves segment s; with max_segments */
    GLSORT_TRANSFORM_PER_SOURCE = 3   /* matrix s moves source s; with max_sources */
} glsort_transform;

#define GLSORT_MOST_SOURCES 8 /* of an order */

/* Where a field of 4 bytes is: that field of element i begins offset + i * stride bytes
 * after the offset of the resource. stride 0 means 4, or one texel. texel_words as in
 * glsort_position; 0: a buffer, or an R32UI texture with one element in each texel. */
typedef struct glsort_field {
    uint32_t offset;
    uint32_t stride;
    uint32_t texel_words;
} glsort_field;

/* A dead element is drawn in no view. The tested field may be the depth itself, so that a
 * depth of the caller's choice rejects the element. Floats are compared in IEEE 754
 * totalOrder, except that -0 equals +0: +NaN is above every number, -NaN below. */
typedef enum glsort_dead_test {
    GLSORT_DEAD_NONE = 0,
    GLSORT_DEAD_F32_AT_MOST = 1,  /* dead if field <= f32: a life that runs out */
    GLSORT_DEAD_F32_AT_LEAST = 2, /* dead if field >= f32: an age that is reached */
    GLSORT_DEAD_U32_EQUAL = 3,    /* dead if field == u32 */
    GLSORT_DEAD_U32_UNEQUAL = 4   /* dead if field != u32 */
} glsort_dead_test;

/* The test of dead elements. */
typedef struct glsort_dead {
    glsort_dead_test test;
    glsort_field field;
    float f32;    /* the constant of the F32 tests */
    uint32_t u32; /* the constant of the U32 tests */
} glsort_dead;

/* The type of an index in a buffer. */
typedef enum glsort_index { GLSORT_INDEX_U32 = 0, GLSORT_INDEX_U16 = 1 } glsort_index;

/* Which vertices make the key of a primitive. */
typedef enum glsort_vertex {
    GLSORT_VERTEX_CENTROID = 0, /* all: the sum of their keys, not divided */
    GLSORT_VERTEX_NEAREST = 1,
    GLSORT_VERTEX_FARTHEST = 2
} glsort_vertex;

#define GLSORT_MOST_VERTICES 64 /* of a primitive */

/* What an element is.
 * - vertices 0: a point.
 * - vertices k, such as 2 for lines and 3 for triangles: a primitive. Its vertices are
 *   the k indices from index i * k of args.indices_in on, or without indices_in the
 *   vertices from i * k on.
 * - vertices 1: a point that a list names, such as a level of detail that a shader has
 *   chosen. args.indices_in is the list; it may name a point more than once. Position,
 *   depth, radius, dead field and matrix index of a point are found by its number, which
 *   is below vertex_count. order_out gets the numbers, and equal keys keep the order of
 *   the list. Exception: with LAYOUT_FROM_ARGS a primitive of one vertex is a primitive,
 *   whose radius and dead field are found by its place in the list. */
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
    /* A point is rejected if its bounding sphere is outside a plane of view.clip; a
     * primitive if the spheres of all its vertices are outside one plane. */
    GLSORT_CULL_FRUSTUM = 1
} glsort_cull;

/* Where the radii of the bounding spheres come from. */
typedef enum glsort_radius {
    GLSORT_RADIUS_FROM_ARGS = 0, /* args.radius for all; 0: tests the position alone */
    /* A float for each element. Its sign is ignored. A NaN rejects the element; an
     * infinite radius is outside no plane. */
    GLSORT_RADIUS_PER_ELEMENT = 1
} glsort_radius;

/* ---- what comes out --------------------------------------------------------------- */

/* The command that a run writes to args.command_out for each view, with GL's names of
 * its words. n is the number of visible elements, k the vertices of a primitive (1 for
 * points), v the view. */
typedef enum glsort_command {
    GLSORT_COMMAND_NONE = 0,
    /* count n * k, instanceCount 1, first v * max_count * k, baseInstance 0 */
    GLSORT_COMMAND_DRAW_ARRAYS = 1,
    /* count n * k, instanceCount 1, firstIndex order_out.offset / 4 +
     * v * max_count * k, baseVertex args.base_vertex, baseInstance 0. order_out is a
     * buffer */
    GLSORT_COMMAND_DRAW_ELEMENTS = 2,
    /* count instance_vertices, instanceCount n, first 0, baseInstance v * max_count.
     * GLES, and GL before 4.2, have no baseInstance: the word is 0 there, and the
     * attributes begin at instance v * max_count */
    GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES = 3,
    /* count instance_vertices, instanceCount n, firstIndex 0, baseVertex
     * args.base_vertex, baseInstance as for DRAW_ARRAYS_INSTANCES */
    GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES = 4
} glsort_command;

#define GLSORT_ORDER_WRITES_VISIBLE (1u << 0) /* n to visible_out, a uint for each view */
/* Writes the key of each element to depths_out, in drawing order, as a float. View v's
 * keys begin at v * max_count. Needs key_bits 32. */
#define GLSORT_ORDER_WRITES_DEPTHS (1u << 1)
/* Clip space has 0 <= z <= w, as with glClipControl(.., GL_ZERO_TO_ONE), reversed or
 * not; without the flag -w <= z <= w. */
#define GLSORT_ORDER_CLIP_ZERO_TO_ONE (1u << 3)
/* Writes the number of each primitive to elements_out, in drawing order, as a uint, and
 * its vertices to order_out. With the number a shader finds what belongs to primitive
 * gl_PrimitiveID of the draw. View v's numbers begin at v * max_count. */
#define GLSORT_ORDER_WRITES_ELEMENTS (1u << 4)
/* Fills order_out after the visible elements with 0xFFFFFFFF, k words for each element,
 * up to the count, or with GLSORT_COUNT_FROM_BUFFER up to max_count. All can then be
 * drawn without knowing what is visible: primitive restart
 * (GL_PRIMITIVE_RESTART_FIXED_INDEX) or the vertex shader drops the rest. With the flag,
 * compute culls without a command or WRITES_VISIBLE, and removes rejected elements before
 * the sort even without a frustum or a dead test. Not for max_segments. */
#define GLSORT_ORDER_FILLS_REST (1u << 5)
/* Writes the number of each primitive to order_out instead of its k vertices, for shaders
 * that find the vertices by the number: k is 1 in the text about order_out. Not with
 * WRITES_ELEMENTS or the command DRAW_ELEMENTS. */
#define GLSORT_ORDER_PRIMITIVE_NUMBERS (1u << 6)
/* Each run has a layout of its own, args.layout: strides, vertices of a primitive and the
 * type of indices. So one order serves meshes and particles of any layout. The descriptor
 * has the largest values, by which creation checks sizes; U32 is larger than U16. */
#define GLSORT_ORDER_LAYOUT_FROM_ARGS (1u << 7)

/* Which resources of runs are textures; the others are buffers. Fragment backend only.
 * Texel i holds element i, row by row, as in glsort.h. Formats: positions RGBA32F or
 * RGBA16F (x, y, z), or as glsort_position says; all others R32UI (indices, and floats as
 * their bits), or as glsort_field says. The order and the depths of view v begin at texel
 * v * max_count, an order of vertices at v * max_count * k; texel v has the visible count
 * of view v. elements_out is always a buffer. On GLES, with a transform or max_sources,
 * positions, matrices and matrix indices are textures. WebGL: a buffer that was bound as
 * an element array is neither read nor written. */
#define GLSORT_ORDER_TEXTURE_POSITIONS (1u << 0)
#define GLSORT_ORDER_TEXTURE_RADII (1u << 1)
#define GLSORT_ORDER_TEXTURE_DEAD (1u << 2)
#define GLSORT_ORDER_TEXTURE_INDICES (1u << 3)
#define GLSORT_ORDER_TEXTURE_ORDER (1u << 4)
#define GLSORT_ORDER_TEXTURE_DEPTHS (1u << 5)
#define GLSORT_ORDER_TEXTURE_VISIBLE (1u << 6)
/* With TEXTURE_ORDER: order_out is RGBA32UI, and index i of a view is component i % 4 of
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

/* Zero is the default in every field but max_count; a command with INSTANCES needs
 * instance_vertices, too. Creation refuses a nonzero field that the order does not use.
 * Exceptions, which change nothing then: expected_count; max_vertices of primitives;
 * primitive.key of one vertex; GLSORT_ORDER_FILLS_REST in fragment passes. */
typedef struct glsort_order_desc {
    uint32_t max_count; /* elements of a run, before culling */
    /* Hint for AUTO, as in glsort_sort_desc; if elements are culled, the typical number
     * of visible ones. 0, or above max_count: max_count. No result depends on it. */
    uint32_t expected_count;
    uint32_t max_views; /* of a run, 1 to GLSORT_MOST_VIEWS; 0: 1 */

    glsort_key_source key_source;
    glsort_position position; /* only for FROM_POSITIONS, as are metric and cull */
    glsort_field depth;       /* only for FROM_F32 and FROM_U32 */
    /* Not 0: the positions are in up to this many buffers, which args.sources lists, at
     * most GLSORT_MOST_SOURCES. Only for FROM_POSITIONS; of points only with a count in
     * args. */
    uint32_t max_sources;
    glsort_transform transform; /* only for FROM_POSITIONS */
    glsort_field matrix_index;  /* only for PER_ELEMENT */
    glsort_primitive primitive;
    /* Only for primitives, also of one vertex: the largest vertex_count of a run, by
     * which creation checks whether their inputs fit. Points, with a transform too, have
     * max_count instead. 0: unknown. Then a run may fail with LIMIT; a transform and
     * max_sources are refused; and fragment passes on GLES, or with an input in a
     * texture, need textures for what is read by vertex. */
    uint32_t max_vertices;
    glsort_dead dead;
    glsort_count_source count_source; /* count in args, or in a GPU buffer */
    /* Not 0: up to this many segments, such as emitters, at most 2^26, each ordered by
     * itself. Segment s has the elements offsets_in[s] to offsets_in[s + 1] - 1, and its
     * order is at these positions of order_out, visible elements first. Each segment has
     * a command and a visible count; in the command offsets_in[s] replaces
     * v * max_count. Only for points in one view on compute, with a count in args and
     * without tuning. */
    uint32_t max_segments;

    glsort_draw_direction direction;
    glsort_metric metric;
    /* 0 or 32: the key is the whole float. 16 or 24: the range args.key_near to
     * args.key_far in 2^bits - 2 steps, which takes fewer radix passes. Elements in one
     * step keep the order of the input. */
    uint32_t key_bits;
    glsort_cull cull;
    glsort_radius radius_source; /* only with GLSORT_CULL_FRUSTUM */
    glsort_field radius;         /* only for RADIUS_PER_ELEMENT */

    glsort_command command;
    /* Bytes from one command to the next; 0: packed, 20 for both DRAW_ELEMENTS commands,
     * 16 for the others. */
    uint32_t command_stride;
    uint32_t instance_vertices; /* only for the commands with INSTANCES */

    uint32_t flags;    /* GLSORT_ORDER_*, and the flags of every plan */
    uint32_t textures; /* GLSORT_ORDER_TEXTURE_* */
    glsort_backend backend;
    const struct glsort_tuning* tuning; /* of the sort inside, as in glsort_sort_desc */
} glsort_order_desc;

/* Creates an order for runs of up to desc->max_count elements. *plan is NULL on failure.
 * Cost, errors: as glsort_sort_create(), and
 *         RANGE        a field has a number outside its limits
 *         UNSUPPORTED  a field is set that the order does not use
 *         LIMIT        max_count is above what the device can sort or hold, or an input
 *                      of max_count elements needs a larger binding than the device has.
 *                      Exception: compute binds the inputs of points in pieces, each of
 *                      1024 points or more. But matrices, a source, the positions that a
 *                      transform has moved (12 bytes each) and the inputs of primitives,
 *                      listed points too, are each bound whole */
GLSORT_API glsort_result glsort_order_create(glsort_context* context,
                                             const glsort_order_desc* desc,
                                             glsort_plan** plan);

/* ---- a run ------------------------------------------------------------------------ */

/* A camera, in the space of the positions. 96 bytes: in a GPU buffer it is
 *
 *     struct View { vec4 origin; vec4 axis; mat4 clip; };
 *
 * in std140 or std430. The fourth components of origin and axis are not read. */
typedef struct glsort_order_view {
    float origin[4]; /* the eye */
    float axis[4];   /* the direction in which depth grows; any length; only for DEPTH */
    float clip[16];  /* only for GLSORT_CULL_FRUSTUM: the matrix to clip space, column-
                      * major, as for glUniformMatrix4fv() without transposition */
} glsort_order_view;

/* How glsort_order_view_from() reads matrices. By rows: element (row, column) is at row *
 * 4 + column, as in VTK or NumPy; without the flag at column * 4 + row, as in OpenGL.
 * Matrices multiply columns. A library whose matrices multiply rows and are stored by
 * rows, as in OpenSceneGraph or DirectXMath, has the 16 floats of OpenGL: no flag. */
#define GLSORT_VIEW_BY_ROWS (1u << 0)
/* A camera with a parallel projection, or without a projection, looks along the z axis of
 * view space, as in left-handed systems; without the flag it looks against the z axis. A
 * perspective needs no flag: its w grows with depth. */
#define GLSORT_VIEW_ALONG_Z (1u << 1)

/* Fills *out from two matrices: `view` leads from positions to view space (view * model),
 * `projection` from there to clip space. Depth is the distance from the eye along the z
 * axis of view space; clip is projection * view, rounded once. Both matrices may mirror
 * and scale, depth may be reversed, and the far plane may be at infinity. If clip space
 * has 0 <= z <= w, set GLSORT_ORDER_CLIP_ZERO_TO_ONE in the order; *out does not change.
 * projection may be NULL for orders without GLSORT_CULL_FRUSTUM: clip is then zero.
 * Errors, without a sentence; *out is not changed:
 *         ARGUMENT  view or out is NULL; unknown flags
 *         RANGE     an element or a result is infinite or NaN; view is singular (to the
 *                   precision of floats), or its fourth row is not (0, 0, 0, w); the
 *                   fourth row of clip is zero
 * GL context: none needed; any thread. Cost: some hundred operations of the CPU. */
GLSORT_API glsort_result glsort_order_view_from(const float view[16],
                                                const float projection[16],
                                                uint32_t flags, glsort_order_view* out);

/* A source: a buffer of positions, or a texture with TEXTURE_POSITIONS. It has the
 * positions of the elements, or of the vertices of primitives, with the numbers from base
 * to base + count - 1. A number that belongs to no source is rejected. */
typedef struct glsort_order_source_args {
    glsort_resource positions;
    uint32_t base;
    uint32_t count;
} glsort_order_source_args;

/* Only for GLSORT_ORDER_LAYOUT_FROM_ARGS: the layout of the inputs of a run. An input
 * begins at the offset of its resource plus the offset in the descriptor. */
typedef struct glsort_order_layout {
    uint32_t position_stride; /* 0: packed */
    uint32_t radius_stride;   /* only for RADIUS_PER_ELEMENT; 0: 4 */
    uint32_t dead_stride;     /* only for a test of dead elements; 0: 4 */
    uint32_t vertices;        /* only for primitives: at least 1 */
    glsort_index index;       /* only for primitives: of indices_in */
} glsort_order_layout;

/* The arguments of one run. Offsets of buffers are multiples of 4; offsets of 16-bit
 * indices are multiples of 2. A resource or number that the order does not use is zero.
 * Exceptions, which are ignored: count with GLSORT_COUNT_FROM_BUFFER, base and count of
 * `sources` from source_count on, all of `views` that the order does not use, and
 * consumers of fragment passes. */
typedef struct glsort_order_args {
    uint32_t count;           /* elements */
    glsort_resource count_in; /* only for GLSORT_COUNT_FROM_BUFFER: a uint, clamped to
                               * max_count */

    glsort_order_layout layout;
    glsort_resource positions; /* only for FROM_POSITIONS without max_sources */
    /* Only for max_sources. The numbers of a source follow the numbers of the source
     * before it, and end at or below the count, for primitives at or below vertex_count.
     * They are the numbers of the pool that is drawn, such as one vertex buffer with all
     * sources one after the other: a draw call takes its vertices from one buffer, or its
     * shader fetches them. */
    uint32_t source_count;
    glsort_order_source_args sources[GLSORT_MOST_SOURCES];
    /* Only for a transform: matrix_count matrices of 16 floats, column-major, and for
     * PER_ELEMENT the matrix indices. An index of matrix_count or more rejects the
     * element. */
    glsort_resource matrices;
    uint32_t matrix_count;
    glsort_resource matrix_indices;
    glsort_resource depths_in;  /* only for FROM_F32 and FROM_U32 */
    glsort_resource radii;      /* only for RADIUS_PER_ELEMENT */
    glsort_resource dead;       /* only for a test of dead elements */
    uint32_t segment_count;     /* only for max_segments */
    glsort_resource offsets_in; /* only for max_segments: segment_count + 1 uints that do
                                 * not decrease, the last at most count. Otherwise the
                                 * results are undefined, but no command draws elements
                                 * past count */
    float radius; /* only for a frustum and RADIUS_FROM_ARGS; not negative */
    /* Only for UNORM16 and SNORM16: a component c, from 0 to 1 or from -1 to 1, is at
     * c * scale + bias. A scale of all zeros means 1. */
    float position_scale[3];
    float position_bias[3];

    /* Only for primitives. Without indices_in, index i is i. A vertex is its index plus
     * base_vertex; a vertex outside 0 .. vertex_count - 1 is not read and rejects its
     * primitive. Indices of 16 bits are read in words at multiples of 4 bytes, so the
     * buffer extends to the end of the last word. base_vertex is also for the commands
     * DRAW_ELEMENTS, of points too. */
    glsort_resource indices_in;
    uint32_t vertex_count;
    int32_t base_vertex;

    /* Only for key_bits 16 and 24: the range of keys, as a depth or a distance; keys
     * outside are clamped. For GLSORT_VERTEX_CENTROID it is the range of one vertex. As
     * keys (squares for DISTANCE, times the vertices for CENTROID) it fits in a float. */
    float key_near;
    float key_far;

    uint32_t view_count; /* 0: 1 */
    /* view_count views in a buffer, instead of `views`. No call checks their numbers: a
     * NaN or an axis of zeros leaves nothing in order. If a shader wrote them, the caller
     * issues GL_BUFFER_UPDATE_BARRIER_BIT before the run. */
    glsort_resource views_in;
    glsort_order_view views[GLSORT_MOST_VIEWS];

    /* The numbers of the visible points; of primitives their k indices each, as in
     * indices_in, without base_vertex. View v's begin at v * max_count * k. */
    glsort_resource order_out;
    glsort_resource depths_out;   /* only for GLSORT_ORDER_WRITES_DEPTHS */
    glsort_resource visible_out;  /* only for GLSORT_ORDER_WRITES_VISIBLE */
    glsort_resource command_out;  /* only for a command */
    glsort_resource elements_out; /* only for GLSORT_ORDER_WRITES_ELEMENTS */
    uint32_t consumers;           /* GLSORT_CONSUMER_*; 0: all */
} glsort_order_args;

/* Writes the draw order of every view. A count of 0 writes commands and visible counts,
 * and needs no other resource. If shaders of the caller wrote the inputs or outputs, the
 * caller issues a barrier before the run: compute needs GL_SHADER_STORAGE_BARRIER_BIT;
 * fragment passes need the barriers that glsort_sort_run() names and, for buffers that
 * are read, GL_TEXTURE_FETCH_BARRIER_BIT.
 * Errors: as glsort_sort_run(), but an output may overlap count_in; and
 *         ARGUMENT  a number or resource is not zero, but not used by the order
 *         RANGE     too many views, segments, sources or vertices; a number of `layout`
 *                   is above the number in the descriptor; vertex_count, matrix_count or
 *                   source_count is 0, but needed; sources overlap or end too late; a
 *                   negative radius; a number or a float of `views` is used, but not
 *                   finite; an axis of zeros for DEPTH; a clip whose fourth row is zero;
 *                   with key_bits 16 or 24, key_far is not above key_near, key_near is
 *                   negative for DISTANCE, or the range as keys exceeds the largest
 *                   float or is too small to be divided
 * Cost: as glsort_sort_run(). The CPU computes the passes anew if the count, the layout
 *   or the number of views, vertices, segments, matrices or items of a source differs
 *   from the last run. With GLSORT_COUNT_FROM_BUFFER or culling, compute takes the number
 *   of passes of max_count, and their cost follows the elements that are left. Fragment
 *   passes gain nothing from culling. With GLSORT_COUNT_FROM_BUFFER three of their parts
 *   cost as much as max_count elements do: filling each output with a constant, copying
 *   it to a buffer, and on GLES copying the inputs from buffers. */
GLSORT_API glsort_result glsort_order_run(glsort_plan* plan,
                                          const glsort_order_args* args);

#ifdef __cplusplus
}
#endif

#endif
