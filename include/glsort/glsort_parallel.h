/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * What an engine does with arrays besides sorting them, on GPU buffers, without waiting.
 *
 *   glsort_gather   copies records in the order of indices, such as other attributes of
 *                   the elements whose order a sort or a draw order has written
 *   glsort_scan     exclusive prefix sums, such as for compacting elements in order
 *   glsort_verify   checks the output of a sort and writes the result to a buffer
 *
 * glsort.h has the context, the results, and what holds for every call. All three run
 * compute passes only: they need glsort_limits.has_compute, of glsort_inspect.h.
 *
 * Example: particles and their colours are drawn without an index buffer, so both are
 * copied in the order that glsort_order_run() has written to `order`; `visible` holds the
 * number of visible particles (GLSORT_ORDER_WRITES_VISIBLE).
 *
 *     // Once.
 *     glsort_gather* gather;
 *     glsort_gather_desc what = {.max_count = POOL,
 *                                .count_source = GLSORT_COUNT_FROM_BUFFER,
 *                                .stream_count = 2,
 *                                .streams = {{.record_bytes = 32}, {.record_bytes = 4}}};
 *     if (glsort_gather_create(context, &what, &gather) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 *     // Every frame.
 *     glsort_gather_args frame = {.count_in = {.name = visible},
 *                                 .order_in = {.name = order},
 *                                 .record_count = POOL,
 *                                 .in = {{.name = particles}, {.name = colours}},
 *                                 .out = {{.name = drawn}, {.name = drawn_colours}},
 *                                 .consumers = GLSORT_CONSUMER_VERTEX};
 *     if (glsort_gather_run(gather, &frame) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 * What holds for all three
 * - Resources are buffers. Their offsets are multiples of 4 (of 2 for 16-bit indices),
 *   and a run accesses nothing past the count of elements. Inputs may overlap each other.
 *   An output overlaps no other resource of the run, except where its comment says so.
 * - A count from a buffer is clamped to max_count, and the cost follows the count. A
 *   count of 0 in args needs only the resources that hold one result for all elements.
 * - If shaders wrote the resources, the caller issues GL_SHADER_STORAGE_BARRIER_BIT
 *   before the run.
 * - Creation, run and destruction fail, allocate and keep GL state as those of plans do.
 *   Two runs may follow each other without anything between them.
 */
#ifndef GLSORT_PARALLEL_H
#define GLSORT_PARALLEL_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct glsort_gather glsort_gather; /* copies records in the order of indices */
typedef struct glsort_scan glsort_scan;     /* adds up words */
typedef struct glsort_verify glsort_verify; /* checks the output of a sort */

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
    uint32_t index_bytes;             /* 0 or 4: u32; 2: u16 */
    uint32_t stream_count;            /* 1 to GLSORT_MOST_STREAMS, one pass each */
    glsort_stream streams[GLSORT_MOST_STREAMS];
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_gather_desc;

/* The arguments of one run. */
typedef struct glsort_gather_args {
    uint32_t count;           /* indices; ignored with GLSORT_COUNT_FROM_BUFFER */
    glsort_resource count_in; /* only for GLSORT_COUNT_FROM_BUFFER: a uint, such as the
                               * visible count of a draw order */
    /* The indices, as glsort_order_run() writes them, or a plan with
     * GLSORT_VALUES_INDICES. Indices of 16 bits may begin at any multiple of 2; they are
     * read two at a time, so the buffer holds whole words of 4 bytes around them. */
    glsort_resource order_in;
    /* Number of records in every input. An index of record_count or above reads nothing
     * and gives a record of zeros. */
    uint32_t record_count;
    /* Of each stream: record i of `out` is record order_in[i] of `in`. Not in place. */
    glsort_resource in[GLSORT_MOST_STREAMS];
    glsort_resource out[GLSORT_MOST_STREAMS];
    uint32_t consumers; /* GLSORT_CONSUMER_*; 0: all */
} glsort_gather_args;

/* Creates a gather for runs of up to desc->max_count indices. *gather is NULL on failure.
 * Errors: ARGUMENT     a pointer is NULL, or a field has a value that no enumerant has
 *         RANGE        max_count is 0; a number is outside its limits or not a multiple
 *                      of 4
 *         UNSUPPORTED  the backend is FRAGMENT, or there are no compute shaders; a stream
 *                      above stream_count is described
 *         LIMIT        the indices or records of max_count need a larger binding than the
 *                      device has
 *         CONTEXT      no GL context is current
 *         SHADER       the driver refused a shader
 *         HOST_MEMORY, DEVICE_MEMORY
 * GL context: current; the gather belongs to it.
 * GL state: kept.
 * Lifetime: until glsort_gather_destroy(); desc is copied.
 * Cost: as glsort_plan_create(). */
GLSORT_API glsort_result glsort_gather_create(glsort_context* context,
                                              const glsort_gather_desc* desc,
                                              glsort_gather** gather);

/* Frees the gather and its GL objects. NULL is allowed.
 * GL context: the gather's is current; none needed if its context is gone.
 * GL state: kept.
 * Cost: frees memory. */
GLSORT_API void glsort_gather_destroy(glsort_gather* gather);

/* Returns the last error as glsort_plan_last_error() does. */
GLSORT_API const char* glsort_gather_last_error(const glsort_gather* gather);

/* Writes the records of every stream in the order of the indices.
 * Errors: ARGUMENT  args is NULL; a resource is missing or not used; an object that
 *                   gl-state.md says is refused; resources overlap; unknown consumers
 *         RANGE     count is above max_count; an offset is not a multiple of 4, or of 2
 *                   for 16-bit indices; a buffer is too small
 *         LIMIT     a resource needs a larger binding than the device has
 *         STATE     the context of the gather is gone
 *         CONTEXT   the current GL context is not the gather's
 * GL context: the gather's is current.
 * GL state: kept.
 * Lifetime: args is copied.
 * Cost: as glsort_run(). If count, record_count, or with 16-bit indices the remainder of
 *   order_in's offset by 4, differs from the last run's, the CPU computes the passes
 *   anew. */
GLSORT_API glsort_result glsort_gather_run(glsort_gather* gather,
                                           const glsort_gather_args* args);

/* ---- scan ------------------------------------------------------------------------- */

/* Experimental, for measuring; AUTO takes CHAIN up to 2^20 words if
 * glsort_limits.chained_scan says that such passes are fast on the device, otherwise
 * THREE_PASSES. The results are equal. */
typedef enum glsort_scan_method {
    GLSORT_SCAN_AUTO = 0,
    GLSORT_SCAN_THREE_PASSES = 1, /* reads the words twice */
    GLSORT_SCAN_CHAIN = 2         /* once, with decoupled look-back */
} glsort_scan_method;

/* Zero means the default in every field but max_count. */
typedef struct glsort_scan_desc {
    uint32_t max_count; /* words of a run */
    glsort_count_source count_source;
    glsort_backend backend; /* AUTO or COMPUTE */
    glsort_scan_method method;
} glsort_scan_desc;

/* The arguments of one run. */
typedef struct glsort_scan_args {
    uint32_t count;            /* words; ignored with GLSORT_COUNT_FROM_BUFFER */
    glsort_resource count_in;  /* only for GLSORT_COUNT_FROM_BUFFER: a uint */
    glsort_resource words_in;  /* uints */
    glsort_resource sums_out;  /* the same number of uints; may be words_in */
    glsort_resource total_out; /* a uint: the sum of all words; or none */
    uint32_t consumers;        /* GLSORT_CONSUMER_*; 0: all */
} glsort_scan_args;

/* Creates a scan for runs of up to desc->max_count words. *scan is NULL on failure.
 * Errors, GL context, GL state, lifetime, cost: as glsort_gather_create(). */
GLSORT_API glsort_result glsort_scan_create(glsort_context* context,
                                            const glsort_scan_desc* desc,
                                            glsort_scan** scan);
/* As glsort_gather_destroy() and glsort_gather_last_error(). */
GLSORT_API void glsort_scan_destroy(glsort_scan* scan);
GLSORT_API const char* glsort_scan_last_error(const glsort_scan* scan);

/* Writes the exclusive prefix sum: sums_out[i] is the sum of words_in[0] to words_in[i -
 * 1], modulo 2^32, and sums_out[0] is 0. A count of 0 writes 0 to total_out.
 * Errors, GL context, GL state, lifetime: as glsort_gather_run().
 * Cost: as glsort_run(): three passes, or two of a chain, and one for a count from a
 *   buffer. The CPU computes the passes anew also if only one of this and the last run
 *   has a total_out. */
GLSORT_API glsort_result glsort_scan_run(glsort_scan* scan, const glsort_scan_args* args);

/* ---- verify ----------------------------------------------------------------------- */

/* The sort discards keys: give no keys_out. Needs GLSORT_VALUES_INDICES. */
#define GLSORT_VERIFY_NO_KEYS_OUT (1u << 0)
/* The sort was in place, so the inputs are gone: give no keys_in. Then keys are not
 * compared with the inputs. Needs GLSORT_VALUES_NONE or _INDICES. */
#define GLSORT_VERIFY_NO_KEYS_IN (1u << 1)

/* What is wrong with an output; 0: it is right. */
#define GLSORT_VERIFY_UNSORTED (1u << 0)        /* two keys are in the wrong order */
#define GLSORT_VERIFY_NOT_PERMUTATION (1u << 1) /* elements lost, changed or duplicated */
/* Equal keys left the order of the input; found only with GLSORT_VALUES_INDICES. */
#define GLSORT_VERIFY_UNSTABLE (1u << 2)

/* What was sorted and how: the fields of glsort_plan_desc. Zero means the default in
 * every field but max_count. */
typedef struct glsort_verify_desc {
    uint32_t max_count;
    glsort_key key;
    glsort_direction direction;
    glsort_values values;
    glsort_count_source count_source;
    uint32_t key_stride, value_stride; /* of keys_in and values_in */
    uint32_t first_bit, bit_count;
    uint32_t flags;         /* GLSORT_VERIFY_NO_* */
    glsort_backend backend; /* AUTO or COMPUTE */
} glsort_verify_desc;

/* The arguments of the run that is checked, with the inputs as they were before it. */
typedef struct glsort_verify_args {
    uint32_t count;
    glsort_resource keys_in;
    glsort_resource keys_out;
    glsort_resource values_in;
    glsort_resource values_out;
    glsort_resource count_in;
    /* Two uints: GLSORT_VERIFY_* bits; and the first position whose element is wrong
     * by itself or after its predecessor, 0xFFFFFFFF if there is none. */
    glsort_resource result_out;
    uint32_t consumers; /* GLSORT_CONSUMER_*; 0: all */
} glsort_verify_args;

/* Creates a check of runs of up to desc->max_count elements. *verify is NULL on failure.
 * Errors: as glsort_gather_create(), and UNSUPPORTED for a stride, range of bits or flag
 *   that does not fit the type of the keys or values, or for both flags together.
 * GL context, GL state, lifetime, cost: as glsort_gather_create(). */
GLSORT_API glsort_result glsort_verify_create(glsort_context* context,
                                              const glsort_verify_desc* desc,
                                              glsort_verify** verify);
/* As glsort_gather_destroy() and glsort_gather_last_error(). */
GLSORT_API void glsort_verify_destroy(glsort_verify* verify);
GLSORT_API const char* glsort_verify_last_error(const glsort_verify* verify);

/* Checks an output and writes the result. A right output always gives 0. A wrong one
 * never gives 0
 * - if its keys are not in order, which is compared directly;
 * - if its values are indices and the keys that came in are given: each index is below
 *   the count, the key that came out is the one it names, and equal keys have ascending
 *   indices, so no index comes twice.
 * Otherwise outputs and inputs are compared by four sums of 32-bit hashes, which do not
 * depend on the order; with GLSORT_VERIFY_NO_KEYS_IN only the indices are, if there are
 * any, and changed keys in order pass. Provided that the hashes behave like random
 * functions, a wrong output passes with a probability of about 2^-128; if the number of
 * times that each element occurs has changed by a multiple of 2^t, of about
 * 2^(4t - 128). Data made to deceive the hashes can pass.
 * Errors, GL context, GL state, lifetime: as glsort_gather_run().
 * Cost: as glsort_run(): two passes, which read inputs and outputs once, and one for a
 *   count from a buffer. */
GLSORT_API glsort_result glsort_verify_run(glsort_verify* verify,
                                           const glsort_verify_args* args);

#ifdef __cplusplus
}
#endif

#endif
