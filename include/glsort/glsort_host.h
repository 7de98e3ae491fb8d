/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort_host.h: sorts arrays in CPU memory, of any size. An array that the device cannot
 * sort at once is sorted in chunks, and the sorted chunks are merged. The result has the
 * bytes of one stable sort. Include glsort.h too.
 *
 * Example: a program that has a GL context and more keys than GPU memory
 *     glsort_sort_desc desc = {.key = GLSORT_KEY_U64};
 *     glsort_host_args args = {.count = count, .keys_in = keys, .keys_out = keys,
 *                              .memory = UINT64_C(1) << 30};
 *     if (glsort_sort_host(context, &desc, &args) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 * Elements have the layout that they have in buffers: a key is one or two 32-bit words, a
 * key of GLSORT_KEY_U16 a whole word. Arrays begin at multiples of 4, those of positions
 * at multiples of 8.
 */
#ifndef GLSORT_HOST_H
#define GLSORT_HOST_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where sorted chunks are merged. The result is the same. */
typedef enum glsort_merge {
    GLSORT_MERGE_AUTO = 0,     /* on the device, if that is a GPU */
    GLSORT_MERGE_ON_CPU = 1,   /* by a tree of losers */
    GLSORT_MERGE_ON_DEVICE = 2 /* the device sorts what belongs to each chunk of the
                                * result */
} glsort_merge;

/* Says how far a sort is; `done` rises to `total`. The sort then runs in steps, and waits
 * for each. */
typedef void (*glsort_host_progress)(void* user, uint64_t done, uint64_t total);

/* A part of a copy: call it with the data that came with it and a number. */
typedef void (*glsort_host_task)(void* data, uint32_t at);

/* Threads of the caller's, such as an engine's jobs, which copy for a sort: glsort has
 * none. The sort calls this function on its own thread. It calls task(data, at) once for
 * each `at` below count, in any order and on any threads, its own included, and returns
 * when all have returned and what they wrote is visible to its thread.
 * A task only copies memory, some 256 KiB; no two of a call write the same bytes. It
 * makes no GL calls, calls nothing of glsort's and waits for nothing. Until the function
 * returns, its thread makes no GL calls either, nor calls with this context of glsort's:
 * a system of jobs must not run others there that do. */
typedef void (*glsort_host_parallel)(void* user, glsort_host_task task, void* data,
                                     uint32_t count);

/* What a sort has done. */
typedef struct glsort_host_info {
    uint32_t chunk_count; /* 1: sorted at once, and nothing merged */
    uint32_t chunk_size;  /* elements of a chunk; the last one may have fewer */
    uint64_t bytes;       /* allocated at most, on the GPU and on the CPU */
    uint64_t sort_ns;     /* time stamps of all sorts on the GPU, with
                           * GLSORT_PLAN_TIMINGS; 0: none */
    uint32_t merged_on_device;
    uint32_t staged; /* 1: transfers went through persistently mapped buffers */
} glsort_host_info;

/* Zero means none or the default in every field. */
typedef struct glsort_host_args {
    uint64_t count;
    const void* keys_in;
    void* keys_out;        /* NULL if and only if the descriptor discards keys */
    const void* values_in; /* only for GLSORT_VALUES_4_BYTES, _8_ and _16_BYTES */
    /* NULL if and only if GLSORT_VALUES_NONE. With GLSORT_VALUES_INDICES an array of
     * uint64_t: the positions in the input, from 0. */
    void* values_out;
    /* The most bytes that the call allocates, on the GPU and on the CPU together; 0: no
     * limit but the device's. Smaller chunks need less memory and take longer. Discarded
     * keys in several chunks need memory for all keys besides, and the plan some 50 to
     * 200 KB of the CPU's, with an algorithm of many passes more. */
    uint64_t memory;
    glsort_merge merge;
    glsort_host_progress progress;
    void* progress_user;    /* passed to progress */
    glsort_host_info* info; /* receives what was done; may be NULL */
    /* Copies between the arrays and the driver's memory; more threads help until they
     * copy as fast as the bus. NULL: the calling thread copies. It also copies pieces of
     * at most 256 KiB, such as all of an array of less than 4 MiB. */
    glsort_host_parallel parallel;
    void* parallel_user; /* passed to parallel */
    /* Another thread or a signal handler ends the sort by writing a number other than 0
     * here: at its next chunk or block of the result, on a renderer on the CPU after some
     * passes. NULL: nothing ends it. */
    const volatile int* stop;
} glsort_host_args;

/* Sorts an array and returns when the result is there. An output may be the same array
 * as its input; no other overlap is allowed. desc says how to sort, as for a plan;
 * max_count, if it is not 0, is the most elements of a chunk. Strides, textures and a
 * count on the GPU are refused, as are several blocks of a method that sorts only blocks.
 * Errors: ARGUMENT       a pointer is NULL, missing or not used; arrays overlap or are
 *                        not aligned; unknown enumerants
 *         RANGE          memory is too small for chunks of this count
 *         UNSUPPORTED    a field of desc does not apply to arrays, or in browsers
 *         those of glsort_sort_create()
 *         DEVICE_MEMORY  also if the driver cannot map a buffer; after that the outputs
 *                        are undefined
 *         STATE          *stop is not 0; after that the outputs are undefined
 * GL context: the context's own is current. GL state: kept.
 * Cost: creates a plan, allocates, uploads, waits and downloads. The copies are most of
 * the time on a fast GPU, and one thread makes them slower than the bus: see parallel. */
GLSORT_API glsort_result glsort_sort_host(glsort_context* context,
                                          const glsort_sort_desc* desc,
                                          const glsort_host_args* args);

/* Sorted elements, of which more may follow. */
typedef struct glsort_sorted_run {
    const void* keys;
    const void* values; /* NULL with GLSORT_VALUES_NONE */
    uint64_t count;
    uint32_t more; /* 1: others follow these, which the caller has not got yet */
} glsort_sorted_run;

/* The arguments of a merge. */
typedef struct glsort_merge_args {
    glsort_sorted_run* runs; /* the first ones go first where keys are equal */
    uint32_t run_count;
    void* keys_out;   /* NULL if the descriptor discards keys */
    void* values_out; /* NULL if and only if GLSORT_VALUES_NONE */
    uint64_t room;    /* elements that fit the outputs */
} glsort_merge_args;

/* Merges sorted arrays stably, on the CPU, until the outputs are full, a run with `more`
 * has no element left, or no run has any. Every run then begins at its first element that
 * is not in the output. *merged receives the number of elements written. For runs that
 * come piece by piece, such as from files: give those without elements new ones, and call
 * again. With GLSORT_VALUES_INDICES values are positions of 8 bytes, as from
 * glsort_sort_host(). Of desc only key, direction, values, first_bit, bit_count and
 * GLSORT_PLAN_DISCARD_KEYS matter.
 * Errors: ARGUMENT     a pointer is NULL, missing or not used; unknown enumerants
 *         UNSUPPORTED  an invalid bit range
 *         HOST_MEMORY
 * GL context: none needed. Cost: allocates 24 bytes a run, and frees them. */
GLSORT_API glsort_result glsort_merge_host(glsort_context* context,
                                           const glsort_sort_desc* desc,
                                           const glsort_merge_args* args,
                                           uint64_t* merged);

#ifdef __cplusplus
}
#endif

#endif
