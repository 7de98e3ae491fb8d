/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * What an engine does with arrays besides sorting them whole, on GPU buffers, without
 * waiting. Every operation is a plan of glsort.h, which has the context, the results, and
 * what holds for every call.
 *
 *   segments   sorts every segment of an array, or writes only its first k elements: the
 *              fragments of each pixel, the particles of each emitter
 *   lists      turns linked lists, such as the fragments of an A-buffer, into segments,
 *              in an order that does not depend on the order of appending
 *   gather     copies records in the order of indices, such as attributes in the order
 *              that a sort or a draw order has written
 *   scan       exclusive prefix sums, such as for compacting elements in order, or for
 *              offsets from counts
 *
 * Lists, gather and scan are compute passes: they need glsort_limits.has_compute
 * (glsort_inspect.h).
 *
 * Example: order-independent transparency. The scene has been drawn into one list for
 * each pixel: `heads` holds the first node of every list, `used` the number of nodes, and
 * `nodes` an array of struct { uint next; float depth; uint id; uint colour; }. A list
 * ends with GLSORT_LIST_END. An id is unique within a pixel: gl_PrimitiveID plus the
 * number of the primitives of all earlier draws, because gl_PrimitiveID begins anew with
 * each draw. integration.md has the shader that fills the lists.
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
 *     // Every frame. After it, pixel p has the nodes sorted[offsets[p]] to
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
 * What holds for all of them
 * - Resources are buffers, at offsets that are multiples of 4. A run accesses nothing
 *   past the count of elements. Inputs may overlap each other; an output overlaps no
 *   other resource of the run, except where its comment says so.
 * - With GLSORT_COUNT_FROM_BUFFER, `count` is ignored, and count_in is a uint, clamped to
 *   max_count; without it count_in is none. The numbers of segments and of nodes follow
 *   this rule too, each with its own source and maximum. The cost follows the numbers.
 * - A count of 0 in args needs only the counts in buffers, and the resources that hold
 *   one result for all elements.
 * - If shaders of the caller wrote the resources, the caller issues
 *   GL_SHADER_STORAGE_BARRIER_BIT before the run; for the fragment backend the barriers
 *   that glsort_sort_run() names.
 * - A creation makes a plan for runs of up to the descriptor's maximum. It returns and
 *   costs what glsort_sort_create() does, and also returns
 *     RANGE        a count is 0, or a number is outside its limits
 *     UNSUPPORTED  a stride, range of bits or flag does not fit the keys or values
 *     LIMIT        the elements need a larger binding or texture than the device has
 * - A run returns and costs what glsort_sort_run() does. The CPU computes the passes anew
 *   if a number in args differs from the last run, or if other resources are given or in
 *   place.
 */
#ifndef GLSORT_ARRAYS_H
#define GLSORT_ARRAYS_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- segments --------------------------------------------------------------------- */

/* Segment s consists of the elements offsets[s] to offsets[s + 1] - 1 of keys and values;
 * it may be empty. Every segment is sorted as a sort sorts a whole array: in the order of
 * the key bits, and equal keys keep the order of the input.
 *
 * - Offsets do not decrease, the last is at most the count, and no segment is longer than
 *   max_length. If a run meets others, it accesses nothing outside the first count
 *   elements, ends, and leaves undefined outputs. No call reports that, because the
 *   offsets are in a GPU buffer.
 * - Elements before offsets[0] and from the last offset on are in no segment. In an array
 *   that is sorted in place they keep their position; other outputs are undefined there.
 * - Every backend and device writes the same bytes.
 * - The cost follows the number of elements and of segments, however uneven the lengths
 *   are; merges of long segments add to it. The number of passes follows max_length.
 */

#define GLSORT_MOST_SEGMENTS (1u << 26)       /* of a run */
#define GLSORT_MOST_SEGMENT_LENGTH (1u << 26) /* in elements */
#define GLSORT_MOST_NEAREST 64                /* first elements of each segment */

/* Zero is the default in every field but max_count, and one of max_segments and
 * equal_length. Keys, values, strides and bits are as in glsort_sort_desc. */
typedef struct glsort_segments_desc {
    uint32_t max_count;    /* elements of a run, in all segments */
    uint32_t max_segments; /* of a run, at most GLSORT_MOST_SEGMENTS */
    /* Not 0: every segment has this many elements, and the last one has the rest. There
     * are no offsets and no segment counts, and max_segments is 0. */
    uint32_t equal_length;
    /* The most elements of a segment, up to GLSORT_MOST_SEGMENT_LENGTH; 0: max_count, or
     * GLSORT_MOST_SEGMENT_LENGTH if it is less. A low max_length saves passes. */
    uint32_t max_length;
    /* Not 0, up to GLSORT_MOST_NEAREST: only the first `nearest` elements of each segment
     * are written, in order, from the segment's first position on. The rest of its range
     * in the outputs is undefined, in place too. Needs the compute backend. Saves nothing
     * but the stores of the other elements, because the whole segment is sorted. */
    uint32_t nearest;
    glsort_key key;
    glsort_direction direction;
    glsort_values values; /* INDICES: positions in keys_in, as for gathering */
    glsort_count_source count_source;         /* of count */
    glsort_count_source segment_count_source; /* of segment_count */
    uint32_t key_stride, value_stride;        /* of keys_in and values_in */
    uint32_t first_bit, bit_count;
    uint32_t flags; /* GLSORT_PLAN_DISCARD_KEYS, and the flags of every plan */
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

/* A list is the index of its first node, and each node has the index of the next one. A
 * list ends with GLSORT_LIST_END. Any other index that is not below the node count ends
 * the list too, and counts as a cut (overflow_out). Nodes are structs in one buffer, or
 * arrays: next, key and id have 4 bytes each, are resources of their own, and have one
 * stride.
 *
 * A run writes one entry for each node of a list, in the order along the list. That order
 * depends on the order of appending and differs from frame to frame. The keys in keys_out
 * make up for it: 64 bits, of which the high word is the key as an ordered integer and
 * the low word the id. A sort by them as GLSORT_KEY_U64 orders equal keys by id.
 *
 * Broken lists, such as rings or lists that share nodes, cannot hang a run: a walk ends
 * after list_limit nodes, or after the node count if it is less. All lists together have
 * at most max_nodes entries. If the walks of broken lists visit more than 2^32 nodes in
 * all, the entries are undefined. */

#define GLSORT_MOST_LIST_NODES 32768 /* of a list */
#define GLSORT_LIST_END 0xFFFFFFFFu  /* instead of the index of a node */

/* Zero is the default in every field but max_lists and max_nodes. */
typedef struct glsort_lists_desc {
    uint32_t max_lists;   /* of a run, at most GLSORT_MOST_SEGMENTS */
    uint32_t max_nodes;   /* of a run: nodes, and entries of all lists */
    uint32_t list_limit;  /* the most nodes that are taken of a list, from its first on,
                           * up to GLSORT_MOST_LIST_NODES, which is the default. Where new
                           * nodes become the first, these are the nodes appended last;
                           * for the nearest k nodes use glsort_segments_desc.nearest */
    glsort_key key;       /* U32, I32 or F32 */
    uint32_t node_stride; /* bytes from one node to the next; 0: 4, arrays of words */
    glsort_count_source node_count_source;
    uint32_t flags;         /* the flags of every plan */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_lists_desc;

/* The arguments of one run. */
typedef struct glsort_lists_args {
    uint32_t list_count;
    uint32_t node_count;
    glsort_resource node_count_in; /* such as the counter of the appends, which may have
                                    * counted beyond the nodes */
    glsort_resource heads_in;      /* list_count uints */
    /* Each begins at the field of node 0; the field of a node is node_stride bytes behind
     * the field of the node before it. Without ids_in, the id of a node is its index. */
    glsort_resource next_in;
    glsort_resource keys_in;
    glsort_resource ids_in;
    /* list_count + 1 uints: list i has the entries offsets_out[i] to offsets_out[i + 1] -
     * 1 of keys_out and nodes_out. */
    glsort_resource offsets_out;
    glsort_resource keys_out;  /* of 8 bytes, room for max_nodes */
    glsort_resource nodes_out; /* uints, room for max_nodes: the index of each node */
    /* A uint, or none. 0: no node is missing. Otherwise the sum of two numbers: by how
     * much node_count_in exceeds max_nodes (2^31 - 1 at most), and how many lists are
     * cut: at list_limit, at the last of max_nodes entries, or at an index that is no
     * node's and not GLSORT_LIST_END. So a full pool shows if its counter goes on. Link
     * only nodes that fit: a list that begins with the index of a node that did not fit
     * is cut there, and all its nodes are missing. */
    glsort_resource overflow_out;
    uint32_t consumers; /* GLSORT_CONSUMER_* */
} glsort_lists_args;

/* A run writes the entries of every list to a segment of their own. With a list_count of
 * 0 it writes a single offset. It writes nothing after the last entry.
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
    uint32_t record_bytes; /* 4 to GLSORT_MOST_RECORD_BYTES */
    /* Bytes from one record of the input to the next; 0: record_bytes. The output is
     * packed. To gather a part of a struct, add its offsetof() to the input's offset. */
    uint32_t stride;
} glsort_stream;

/* Zero is the default in every field but max_count and stream_count. */
typedef struct glsort_gather_desc {
    uint32_t max_count;               /* indices of a run */
    glsort_count_source count_source; /* count in args, or in a GPU buffer */
    uint32_t stream_count;            /* 1 to GLSORT_MOST_STREAMS; a pass for each */
    glsort_stream streams[GLSORT_MOST_STREAMS];
    uint32_t flags;         /* the flags of every plan */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_gather_desc;

/* The arguments of one run. */
typedef struct glsort_gather_args {
    uint32_t count;           /* indices */
    glsort_resource count_in; /* such as the visible count of a draw order */
    /* The indices, such as glsort_order_run() writes, or a sort with
     * GLSORT_VALUES_INDICES. */
    glsort_resource order_in;
    /* Number of records in every input. An index of record_count or above reads nothing
     * and gives a record of zeros. */
    uint32_t record_count;
    /* An input and an output for each stream: record i of `out` is record order_in[i] of
     * `in`. Not in place. */
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

/* Zero is the default in every field but max_count. */
typedef struct glsort_scan_desc {
    uint32_t max_count; /* words of a run */
    glsort_count_source count_source;
    uint32_t flags;         /* the flags of every plan */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_scan_desc;

/* The arguments of one run. */
typedef struct glsort_scan_args {
    uint32_t count; /* words */
    glsort_resource count_in;
    glsort_resource words_in;  /* uints */
    glsort_resource sums_out;  /* a uint for each word; may be words_in */
    glsort_resource total_out; /* a uint: the sum of all words; or none. For offsets of
                                * segments, it is the uint behind the sums */
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
