/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * What an engine does with arrays besides sorting them whole, on GPU buffers, without
 * waiting. Each is a plan of glsort.h, which has the context, the results, and what holds
 * for every call.
 *
 *   segments   sorts every segment of an array, or writes only its first k elements: the
 *              fragments of each pixel, the particles of each emitter
 *   lists      turns linked lists, such as those of an A-buffer, into segments, in an
 *              order that does not depend on the order of appending
 *   gather     copies records in the order of indices, such as other attributes of the
 *              elements whose order a sort or a draw order has written
 *   scan       exclusive prefix sums, such as for compacting elements in order
 *
 * Lists, gather and scan run compute passes only: they need
 * glsort_limits.has_compute (glsort_inspect.h).
 *
 * Example: order-independent transparency. The scene has been drawn into a list for each
 * pixel: `heads` holds the first node of each, `used` the number of nodes, and `nodes` an
 * array of struct { uint next; float depth; uint id; uint colour; }. A list ends with
 * GLSORT_LIST_END. `id` is unique within a pixel, such as gl_PrimitiveID.
 *
 *     // Once.
 *     glsort_plan *lists, *segments;
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
 *                                  .flags = GLSORT_PLAN_DISCARD_KEYS};
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
 *     if (glsort_lists_run(lists, &gather) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_plan_last_error(lists));
 *     else if (glsort_segments_run(segments, &frame) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_plan_last_error(segments));
 *
 * What holds for all
 * - Resources are buffers. Their offsets are multiples of 4 (of 2 for 16-bit indices),
 *   and a run accesses nothing past the count of elements. Inputs may overlap each other.
 *   An output overlaps no other resource of the run, except where its comment says so.
 * - With GLSORT_COUNT_FROM_BUFFER, `count` is ignored and count_in is a uint, clamped to
 *   max_count; otherwise count_in is none. Likewise the numbers of segments and nodes,
 *   and their maxima. The cost follows these numbers.
 * - A count of 0 in args needs only the counts in buffers, and the resources that hold
 *   one result for all elements.
 * - If shaders wrote the resources, the caller issues GL_SHADER_STORAGE_BARRIER_BIT
 *   before the run; for the fragment backend the barriers that glsort_sort_run() names.
 * - A creation makes a plan for runs of up to the descriptor's maximum, and returns and
 *   costs what glsort_sort_create() does. Also:
 *     RANGE        a count is 0, or a number is outside its limits
 *     UNSUPPORTED  a stride, range of bits or flag does not fit the keys or values
 *     LIMIT        the elements need a larger binding or texture than the device has
 * - A run returns and costs what glsort_sort_run() does. If a number in args, in-place
 *   use, or which optional resources are given differs from the last run, the CPU
 *   computes the passes anew.
 */
#ifndef GLSORT_ARRAYS_H
#define GLSORT_ARRAYS_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- segments --------------------------------------------------------------------- */

/* Segment s consists of the elements offsets[s] to offsets[s + 1] - 1 of keys and values.
 * It may be empty. Each is sorted as a plan sorts a whole array: in the order of the key
 * bits, and equal keys keep the order of the input.
 *
 * - The offsets do not decrease, the last is at most the count, and no segment is longer
 *   than max_length. Otherwise nothing outside the first count elements is accessed, the
 *   run ends, and what the outputs hold is undefined: offsets are in GPU buffers, so no
 *   call reports it.
 * - Elements of no segment, before offsets[0] or from the last offset on, keep their
 *   position in an array that is sorted in place; other outputs are undefined there.
 * - Every backend and device writes the same bytes for the same segments.
 * - The cost follows the elements and the number of segments, however uneven their
 *   lengths are; merges of long ones add to it. The number of passes follows max_length.
 */

#define GLSORT_MOST_SEGMENTS (1u << 26)       /* of a run */
#define GLSORT_MOST_SEGMENT_LENGTH (1u << 26) /* in elements */
#define GLSORT_MOST_NEAREST 64                /* first elements of each segment */

/* Zero means the default in every field but max_count, and either max_segments or
 * equal_length. Keys, values, strides and bits are those of glsort_sort_desc. */
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
    uint32_t flags; /* GLSORT_PLAN_DISCARD_KEYS, and those of every plan */
    glsort_backend backend;
} glsort_segments_desc;

/* The arguments of one run. */
typedef struct glsort_segments_args {
    uint32_t count; /* elements of the arrays: no segment extends further */
    uint32_t segment_count;
    glsort_resource count_in;
    glsort_resource segment_count_in;
    glsort_resource offsets_in; /* segment_count + 1 uints; none for equal_length */
    /* As in glsort_sort_args. An output may be its input, at the same offset, unless the
     * input has a stride. */
    glsort_resource keys_in;
    glsort_resource keys_out;
    glsort_resource values_in;
    glsort_resource values_out;
    uint32_t consumers; /* GLSORT_CONSUMER_* */
} glsort_segments_args;

/* A run sorts every segment. */
GLSORT_API glsort_result glsort_segments_create(glsort_context* context,
                                                const glsort_segments_desc* desc,
                                                glsort_plan** plan);
GLSORT_API glsort_result glsort_segments_run(glsort_plan* plan,
                                             const glsort_segments_args* args);

/* ---- lists ------------------------------------------------------------------------ */

/* A list is the index of its first node; each node has the index of the next one. A
 * list ends with GLSORT_LIST_END; any other index that is not below the node count ends
 * it, too, but says that nodes are missing (overflow_out). Nodes are structs in one
 * buffer, or arrays: next, key and id are 4 bytes each, in resources of their own, with
 * one stride.
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
#define GLSORT_LIST_END 0xFFFFFFFFu  /* instead of the index of a node */

/* Zero means the default in every field but max_lists and max_nodes. */
typedef struct glsort_lists_desc {
    uint32_t max_lists;   /* of a run, at most GLSORT_MOST_SEGMENTS */
    uint32_t max_nodes;   /* nodes, and entries of all lists, of a run */
    uint32_t list_limit;  /* how many nodes of each list are taken, from its first on; at
                           * most, and by default, GLSORT_MOST_LIST_NODES */
    glsort_key key;       /* U32, I32 or F32 */
    uint32_t node_stride; /* bytes from one node to the next; 0: 4, arrays of words */
    glsort_count_source node_count_source;
    uint32_t flags;         /* those of every plan */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_lists_desc;

/* The arguments of one run. */
typedef struct glsort_lists_args {
    uint32_t list_count;
    uint32_t node_count;
    glsort_resource node_count_in; /* such as the counter of the appends, which may have
                                    * counted beyond the nodes */
    glsort_resource heads_in;      /* list_count uints */
    glsort_resource next_in;       /* of node 0; the next node's is node_stride further */
    glsort_resource keys_in;       /* likewise */
    glsort_resource ids_in;        /* likewise; none: the index of the node is the id */
    /* list_count + 1 uints: the entries of list i are offsets_out[i] to offsets_out[i +
     * 1] - 1 of the next two. */
    glsort_resource offsets_out;
    glsort_resource keys_out;  /* of 8 bytes, room for max_nodes */
    glsort_resource nodes_out; /* uints, room for max_nodes: the index of each node */
    /* A uint, or none: 0 if nothing is missing; otherwise the nodes of node_count_in
     * beyond max_nodes (2^31 - 1 at most), plus the lists that are cut at list_limit, at
     * the last of max_nodes entries, or at an index that is neither a node's nor
     * GLSORT_LIST_END. */
    glsort_resource overflow_out;
    uint32_t consumers; /* GLSORT_CONSUMER_* */
} glsort_lists_args;

/* A run writes the entries of every list to a segment of its own. A list_count of 0
 * writes a single offset. After the last entry, keys_out and nodes_out are not written.
 * Cost: four passes, two of which walk every list. */
GLSORT_API glsort_result glsort_lists_create(glsort_context* context,
                                             const glsort_lists_desc* desc,
                                             glsort_plan** plan);
GLSORT_API glsort_result glsort_lists_run(glsort_plan* plan,
                                          const glsort_lists_args* args);

/* ---- gather ----------------------------------------------------------------------- */

#define GLSORT_MOST_STREAMS 8        /* of a gather */
#define GLSORT_MOST_RECORD_BYTES 256 /* of a stream */

/* An array of records, such as one vertex buffer. All sizes are multiples of 4. */
typedef struct glsort_stream {
    uint32_t record_bytes; /* gathered of each: 4 to GLSORT_MOST_RECORD_BYTES */
    /* Bytes from one record of the input to the next; 0: record_bytes. The output is
     * packed. To gather part of a struct, add its offsetof() to the input's offset. */
    uint32_t stride;
} glsort_stream;

/* Zero means the default in every field but max_count and stream_count. */
typedef struct glsort_gather_desc {
    uint32_t max_count;               /* indices of a run */
    glsort_count_source count_source; /* count in args, or in a GPU buffer */
    uint32_t stream_count;            /* 1 to GLSORT_MOST_STREAMS, one pass each */
    glsort_stream streams[GLSORT_MOST_STREAMS];
    uint32_t flags;         /* those of every plan */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_gather_desc;

/* The arguments of one run. */
typedef struct glsort_gather_args {
    uint32_t count;           /* indices */
    glsort_resource count_in; /* such as the visible count of a draw order */
    /* The indices, as glsort_order_run() writes them, or a sort with
     * GLSORT_VALUES_INDICES. */
    glsort_resource order_in;
    /* Number of records in every input. An index of record_count or above reads nothing
     * and gives a record of zeros. */
    uint32_t record_count;
    /* Of each stream: record i of `out` is record order_in[i] of `in`. Not in place. */
    glsort_resource in[GLSORT_MOST_STREAMS];
    glsort_resource out[GLSORT_MOST_STREAMS];
    uint32_t consumers; /* GLSORT_CONSUMER_* */
} glsort_gather_args;

/* A run writes the records of every stream in the order of the indices. */
GLSORT_API glsort_result glsort_gather_create(glsort_context* context,
                                              const glsort_gather_desc* desc,
                                              glsort_plan** plan);
GLSORT_API glsort_result glsort_gather_run(glsort_plan* plan,
                                           const glsort_gather_args* args);

/* ---- scan ------------------------------------------------------------------------- */

/* Zero means the default in every field but max_count. */
typedef struct glsort_scan_desc {
    uint32_t max_count; /* words of a run */
    glsort_count_source count_source;
    uint32_t flags;         /* those of every plan */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_scan_desc;

/* The arguments of one run. */
typedef struct glsort_scan_args {
    uint32_t count; /* words */
    glsort_resource count_in;
    glsort_resource words_in;  /* uints */
    glsort_resource sums_out;  /* the same number of uints; may be words_in */
    glsort_resource total_out; /* a uint: the sum of all words; or none */
    uint32_t consumers;        /* GLSORT_CONSUMER_*; 0: all */
} glsort_scan_args;

/* A run writes the exclusive prefix sum: sums_out[i] is the sum of words_in[0] to
 * words_in[i - 1], modulo 2^32, and sums_out[0] is 0. A count of 0 writes 0 to total_out.
 * Cost: three passes, and one for a count from a buffer. */
GLSORT_API glsort_result glsort_scan_create(glsort_context* context,
                                            const glsort_scan_desc* desc,
                                            glsort_plan** plan);
GLSORT_API glsort_result glsort_scan_run(glsort_plan* plan, const glsort_scan_args* args);

#ifdef __cplusplus
}
#endif

#endif
