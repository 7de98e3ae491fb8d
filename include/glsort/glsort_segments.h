/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * Many independent sorts in one call: each segment of an array by itself, such as the
 * fragments of each pixel, the particles of each emitter or the draws of each tile. And
 * the linked lists of an A-buffer, compacted into segments.
 *
 *   glsort_segments   sorts every segment, or writes only its first k elements
 *   glsort_lists      turns linked lists into segments, in an order that does not depend
 *                     on the order of appending
 *
 * glsort.h has the context, the results, and what holds for every call.
 *
 * Example: order-independent transparency. The scene has been drawn into a list for each
 * pixel: `heads` holds the first node of each, `used` the number of nodes, and `nodes` an
 * array of struct { uint next; float depth; uint id; uint colour; }. A list ends with any
 * index that names no node, such as 0xFFFFFFFF. `id` is unique within a pixel, such as
 * gl_PrimitiveID.
 *
 *     // Once.
 *     glsort_lists* lists;
 *     glsort_segments* segments;
 *     glsort_lists_desc what = {.max_lists = WIDTH * HEIGHT,
 *                               .max_nodes = NODES,
 *                               .list_limit = 64,
 *                               .key = GLSORT_KEY_F32,
 *                               .node_stride = 16,
 *                               .node_count_source = GLSORT_COUNT_FROM_BUFFER};
 *     glsort_segments_desc sort = {.max_count = NODES,
 *                                  .max_segments = WIDTH * HEIGHT,
 *                                  .max_length = 64,
 *                                  .key = GLSORT_KEY_U64,
 *                                  .values = GLSORT_VALUES_4_BYTES,
 *                                  .flags = GLSORT_SEGMENTS_DISCARD_KEYS};
 *     if (glsort_lists_create(context, &what, &lists) != GLSORT_OK ||
 *         glsort_segments_create(context, &sort, &segments) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 *     // Every frame. Then pixel p has the nodes sorted[offsets[p]] to
 *     // sorted[offsets[p + 1] - 1], from near to far.
 *     glsort_lists_args gather = {.list_count = WIDTH * HEIGHT,
 *                                 .heads_in = {.name = heads},
 *                                 .next_in = {.name = nodes, .offset = 0},
 *                                 .keys_in = {.name = nodes, .offset = 4},
 *                                 .ids_in = {.name = nodes, .offset = 8},
 *                                 .node_count_in = {.name = used},
 *                                 .offsets_out = {.name = offsets},
 *                                 .keys_out = {.name = keys},
 *                                 .nodes_out = {.name = sorted}};
 *     glsort_segments_args frame = {.count = NODES,
 *                                   .segment_count = WIDTH * HEIGHT,
 *                                   .offsets_in = {.name = offsets},
 *                                   .keys_in = {.name = keys},
 *                                   .values_in = {.name = sorted},
 *                                   .values_out = {.name = sorted}};
 *     glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
 *     if (glsort_lists_run(lists, &gather) != GLSORT_OK ||
 *         glsort_segments_run(segments, &frame) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 * What holds for both
 * - Resources are buffers. Their offsets are multiples of 4.
 * - If shaders wrote the resources, the caller issues GL_SHADER_STORAGE_BARRIER_BIT
 *   before the run; for the fragment backend the barriers that glsort_run() names.
 * - Creation, run and destruction fail, allocate and keep GL state as those of plans do.
 *   Two runs may follow each other without anything between them.
 */
#ifndef GLSORT_SEGMENTS_H
#define GLSORT_SEGMENTS_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct glsort_segments glsort_segments; /* a segmented sort */
typedef struct glsort_lists glsort_lists;       /* makes segments of linked lists */

/* ---- segments --------------------------------------------------------------------- */

/* Segment s consists of the elements offsets[s] to offsets[s + 1] - 1 of keys and values.
 * It may be empty. Each is sorted as a plan sorts a whole array: in the order of the key
 * bits, and equal keys keep the order of the input.
 *
 * | promise    | value                                                                  |
 * |------------|------------------------------------------------------------------------|
 * | offsets    | must not decrease; the last is at most the count, and no segment is    |
 * |            | longer than max_length                                                 |
 * | otherwise  | nothing outside the first count elements is accessed, the run ends,    |
 * |            | and what the outputs hold is undefined. Offsets are in GPU buffers, so |
 * |            | no call reports it                                                     |
 * | outside    | elements of no segment, before offsets[0] or from the last offset on,  |
 * |            | keep their position in an array that is sorted in place; other outputs |
 * |            | are undefined at their positions                                       |
 * | same bytes | are written by every backend and device for the same segments          |
 * | cost       | follows the elements and the number of segments, however uneven their  |
 * |            | lengths are; merges of long ones add to it. The number of passes       |
 * |            | follows max_length                                                     |
 */

#define GLSORT_MOST_SEGMENTS (1u << 26)       /* of a run */
#define GLSORT_MOST_SEGMENT_LENGTH (1u << 26) /* in elements */
#define GLSORT_MOST_NEAREST 64                /* first elements of each segment */
#define GLSORT_MOST_MERGE_WAYS 32             /* runs that a pass merges */

#define GLSORT_SEGMENTS_DISCARD_KEYS (1u << 0) /* writes values only; no keys_out */
/* Time stamps around every pass, which glsort_plan_timings() reads (glsort_inspect.h). */
#define GLSORT_SEGMENTS_TIMINGS (1u << 1)

/* Zero means the default in every field but max_count, and either max_segments or
 * equal_length. Keys, values, strides and bits are those of glsort_plan_desc. */
typedef struct glsort_segments_desc {
    uint32_t max_count;    /* elements of a run, in all segments */
    uint32_t max_segments; /* of a run, at most GLSORT_MOST_SEGMENTS */
    /* Not 0: segments of this many elements each, the last one of the rest. Then there
     * are no offsets and no segment counts, and max_segments is 0. */
    uint32_t equal_length;
    /* Of a segment, at most GLSORT_MOST_SEGMENT_LENGTH; 0: max_count, or that limit
     * if it is less. A low max_length saves passes. */
    uint32_t max_length;
    /* Not 0, up to GLSORT_MOST_NEAREST: only the first `nearest` elements of each segment
     * are written, in order, from the segment's first position on. In the rest of its
     * range the outputs are undefined, in place too. Needs the compute backend. This
     * saves at most the stores of the other elements: the whole segment is sorted. */
    uint32_t nearest;
    glsort_key key;
    glsort_direction direction;
    glsort_values values; /* INDICES: positions in keys_in, as for gathering */
    glsort_count_source count_source;         /* of count */
    glsort_count_source segment_count_source; /* of segment_count */
    uint32_t key_stride, value_stride;        /* of keys_in and values_in */
    uint32_t first_bit, bit_count;
    uint32_t flags; /* GLSORT_SEGMENTS_* */
    glsort_backend backend;
    /* How many sorted runs of a long segment a pass merges, a power of two from 2 to
     * GLSORT_MOST_MERGE_WAYS; 0: 8 on GPUs if max_length is not known, otherwise 2. More
     * runs take fewer passes, which is faster if no segment is long, and slower if some
     * are. Only speed depends on it. Needs the compute backend. */
    uint32_t merge_ways;
} glsort_segments_desc;

/* The arguments of one run. */
typedef struct glsort_segments_args {
    /* Elements of the arrays: no segment extends further. Ignored with
     * GLSORT_COUNT_FROM_BUFFER. */
    uint32_t count;
    uint32_t segment_count; /* likewise */
    /* Only for GLSORT_COUNT_FROM_BUFFER: a uint each, clamped to max_count and to
     * max_segments. */
    glsort_resource count_in;
    glsort_resource segment_count_in;
    glsort_resource offsets_in; /* segment_count + 1 uints; none for equal_length */
    /* As in glsort_run_args. An output may be its input, at the same offset, unless the
     * input has a stride. */
    glsort_resource keys_in;
    glsort_resource keys_out;
    glsort_resource values_in;
    glsort_resource values_out;
    uint32_t consumers; /* GLSORT_CONSUMER_*; 0: all */
} glsort_segments_args;

/* Creates a segmented sort for runs of up to desc->max_count elements. *segments is NULL
 * on failure.
 * Errors: ARGUMENT     a pointer is NULL, or a field has a value that no enumerant has
 *         RANGE        max_count is 0; max_segments and equal_length are both 0 or both
 *                      set; a number is outside its limits
 *         UNSUPPORTED  the backend or the device lacks what the fields ask for; a stride,
 *                      range of bits or flag that does not fit the keys or values
 *         LIMIT        the elements or offsets need a larger binding or texture than the
 *                      device has
 *         CONTEXT      no GL context is current
 *         SHADER       the driver refused a shader
 *         HOST_MEMORY, DEVICE_MEMORY
 * GL context: current; the segmented sort belongs to it. GL state: kept.
 * Lifetime: until glsort_segments_destroy(); desc is copied.
 * Cost: as glsort_plan_create(). */
GLSORT_API glsort_result glsort_segments_create(glsort_context* context,
                                                const glsort_segments_desc* desc,
                                                glsort_segments** segments);

/* Frees the segmented sort and its GL objects. NULL is allowed.
 * GL context: that of the segmented sort is current; none needed if its context is gone.
 * GL state: kept. Cost: frees memory. */
GLSORT_API void glsort_segments_destroy(glsort_segments* segments);

/* Returns the last error as glsort_plan_last_error() does. */
GLSORT_API const char* glsort_segments_last_error(const glsort_segments* segments);

/* Sorts every segment. A count of 0 succeeds without any resource but segment_count_in,
 * if segment_count_source is BUFFER.
 * Errors: ARGUMENT  args is NULL; a resource is missing or not used; an object that
 *                   a run refuses (see gl-state.md); resources overlap; unknown consumers
 *         RANGE     count is above max_count, or segment_count above max_segments; an
 *                   offset is not a multiple of 4; a buffer is too small
 *         LIMIT     a resource needs a larger binding than the device has
 *         STATE     the context of the segmented sort is gone, or it is offline; a run in
 *                   steps is open
 *         CONTEXT   the current GL context is not that of the segmented sort
 * GL context: that of the segmented sort is current. GL state: kept.
 * Lifetime: args is copied.
 * Cost: as glsort_run(). If count, segment_count or in-place use differ from the last
 *   run's, the CPU computes the passes anew. */
GLSORT_API glsort_result glsort_segments_run(glsort_segments* segments,
                                             const glsort_segments_args* args);

/* ---- lists ------------------------------------------------------------------------ */

/* A list is the index of its first node; each node has the index of the next one. An
 * index that is not below the node count ends a list. Nodes are structs in one buffer, or
 * arrays: next, key and id are 4 bytes each, in resources of their own, with one stride.
 *
 * The entries of a list, one for each of its nodes, come in the order along the list,
 * which depends on the order of appending and differs from frame to frame. keys_out makes
 * it irrelevant: 64 bits, the high word the key as an ordered integer, the low word the
 * id. Sorting them as GLSORT_KEY_U64 orders equal keys by id, ascending or descending.
 *
 * Broken lists, such as rings or lists that share nodes, cannot hang the run: a walk ends
 * after list_limit nodes, or after as many as there are if that is less. All lists
 * together have max_nodes entries at most. If broken lists make the walks visit more than
 * 2^32 nodes in all, the entries are undefined. */

#define GLSORT_MOST_LIST_NODES 32768 /* of a list */

/* Zero means the default in every field but max_lists and max_nodes. */
typedef struct glsort_lists_desc {
    uint32_t max_lists;   /* of a run, at most GLSORT_MOST_SEGMENTS */
    uint32_t max_nodes;   /* nodes, and entries of all lists, of a run */
    uint32_t list_limit;  /* how many nodes of each list are taken, from its first on; at
                           * most, and by default, GLSORT_MOST_LIST_NODES */
    glsort_key key;       /* U32, I32 or F32 */
    uint32_t node_stride; /* bytes from one node to the next; 0: 4, arrays of words */
    glsort_count_source node_count_source;
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_lists_desc;

/* The arguments of one run. */
typedef struct glsort_lists_args {
    uint32_t list_count;
    uint32_t node_count;           /* ignored with GLSORT_COUNT_FROM_BUFFER */
    glsort_resource node_count_in; /* only for GLSORT_COUNT_FROM_BUFFER: a uint, clamped
                                    * to max_nodes, such as the counter of the appends,
                                    * which may have counted beyond the nodes */
    glsort_resource heads_in;      /* list_count uints */
    glsort_resource next_in;       /* of node 0; the next node's is node_stride further */
    glsort_resource keys_in;       /* likewise */
    glsort_resource ids_in;        /* likewise; none: the index of the node is the id */
    /* list_count + 1 uints: the entries of list i are offsets_out[i] to offsets_out[i +
     * 1] - 1 of the next two. */
    glsort_resource offsets_out;
    glsort_resource keys_out;  /* of 8 bytes, room for max_nodes */
    glsort_resource nodes_out; /* uints, room for max_nodes: the index of each node */
    /* A uint: how many lists have lost nodes, because they are longer than list_limit or
     * because all lists together have more than max_nodes; or none. */
    glsort_resource overflow_out;
    uint32_t consumers; /* GLSORT_CONSUMER_*; 0: all */
} glsort_lists_args;

/* Creates the passes for up to desc->max_lists lists. *lists is NULL on failure.
 * Errors, GL context, GL state, lifetime, cost: as glsort_segments_create(). */
GLSORT_API glsort_result glsort_lists_create(glsort_context* context,
                                             const glsort_lists_desc* desc,
                                             glsort_lists** lists);
/* As glsort_segments_destroy() and glsort_segments_last_error(). */
GLSORT_API void glsort_lists_destroy(glsort_lists* lists);
GLSORT_API const char* glsort_lists_last_error(const glsort_lists* lists);

/* Writes the entries of every list to a segment of its own. A list_count of 0 writes a
 * single offset, and needs no input but node_count_in, if node_count_source is BUFFER.
 * After the last entry, keys_out and nodes_out are not written.
 * Errors, GL context, GL state, lifetime: as glsort_segments_run().
 * Cost: as glsort_run(): four passes, two of which walk every list. */
GLSORT_API glsort_result glsort_lists_run(glsort_lists* lists,
                                          const glsort_lists_args* args);

#ifdef __cplusplus
}
#endif

#endif
