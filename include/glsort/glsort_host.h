/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort_host.h: sorts arrays in CPU memory, of any size. An array that the device cannot
 * sort at once is sorted in chunks, and the sorted chunks are merged. The result is that
 * of one stable sort, byte for byte.
 *
 * Example: a program that has a GL context and more keys than GPU memory
 *     glsort_sort_desc desc = {.key = GLSORT_KEY_U64};
 *     glsort_host_args args = {.count = count, .keys_in = keys, .keys_out = keys,
 *                              .memory = UINT64_C(1) << 30};
 *     if (glsort_sort_host(context, &desc, &args) != GLSORT_OK)
 *         fprintf(stderr, "%s\n", glsort_last_error(context));
 *
 * Elements are laid out as in buffers: a key is one or two 32-bit words, and a key of
 * GLSORT_KEY_U16 is a whole word. An array begins at a multiple of 4 bytes, an array of
 * positions (values_out of GLSORT_VALUES_INDICES) at a multiple of 8.
 */
#ifndef GLSORT_HOST_H
#define GLSORT_HOST_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where sorted chunks are merged. It does not change the result. */
typedef enum glsort_merge {
    GLSORT_MERGE_AUTO = 0,     /* on the device, if that is a GPU */
    GLSORT_MERGE_ON_CPU = 1,   /* by a tree of losers */
    GLSORT_MERGE_ON_DEVICE = 2 /* the device sorts what belongs to each chunk of the
                                * result */
} glsort_merge;

/* Says how far a sort is; `done` rises to `total`. With this function a sort runs in
 * steps, and waits for each step. */
typedef void (*glsort_host_progress)(void* user, uint64_t done, uint64_t total);

/* A part of a copy, to be called with `data` and a number. */
typedef void (*glsort_host_task)(void* data, uint32_t at);

/* A function of the caller's that copies on several threads, such as an engine's jobs;
 * glsort has no threads. The sort calls it on the thread of the sort. It calls
 * task(data, at) once for each `at` below count, in any order and on any threads, and
 * returns when all tasks have returned and their writes are visible to its thread.
 * - A task copies some 256 KiB of memory and does nothing else: it makes no GL call,
 *   calls nothing of glsort and waits for nothing. No two tasks of a call write the same
 *   bytes.
 * - Until the function returns, its thread makes no GL call and no call with this glsort
 *   context. A job system that runs other jobs there must not run jobs that do. */
typedef void (*glsort_host_parallel)(void* user, glsort_host_task task, void* data,
                                     uint32_t count);

/* What a sort has done. */
typedef struct glsort_host_info {
    uint32_t chunk_count; /* 1: sorted at once, and nothing merged */
    uint32_t chunk_size;  /* elements of a chunk; the last one may have fewer */
    uint64_t bytes;       /* the most that was allocated at once, on GPU and CPU */
    uint64_t sort_ns;     /* GPU time of all sorts, with GLSORT_PLAN_TIMINGS; 0: not
                           * known */
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
     * limit but the device's. Smaller chunks need less memory and take longer. Not in
     * this limit: memory for all keys, if keys are discarded and there are several
     * chunks; and 50 to 200 KB of CPU memory for the plan, more for many passes. */
    uint64_t memory;
    glsort_merge merge;
    glsort_host_progress progress;
    void* progress_user;    /* passed to progress */
    glsort_host_info* info; /* receives what was done; may be NULL */
    /* Copies between the arrays and the driver's memory; more threads help until they
     * copy as fast as the bus. NULL: the calling thread copies. It always copies pieces
     * of at most 256 KiB, such as all pieces of an array of less than 4 MiB. */
    glsort_host_parallel parallel;
    void* parallel_user; /* passed to parallel */
    /* If another thread or a signal handler writes a number other than 0 here, the sort
     * ends at its next chunk or block of the result, on a renderer on the CPU after some
     * passes. NULL: nothing ends it. */
    const volatile int* stop;
} glsort_host_args;

/* Sorts an array, and returns when the result is there. An output may be the array of its
 * input; no other overlap is allowed. desc says how to sort, as for a plan, except that
 * max_count is the most elements of a chunk, or 0. Refused are strides, textures, a count
 * in a buffer, and several blocks of a method that sorts blocks separately.
 * Errors: ARGUMENT       a pointer is NULL, missing or not used; arrays overlap or are
 *                        not aligned; unknown enumerants
 *         RANGE          memory is too small for chunks of this count
 *         UNSUPPORTED    a field of desc does not apply to arrays; always in browsers
 *         DEVICE_MEMORY  no GPU memory, or the driver cannot map a buffer; the outputs
 *                        are undefined
 *         STATE          *stop is not 0; the outputs are undefined
 *         and the errors of glsort_sort_create()
 * Cost: creates a plan, allocates, uploads, waits and downloads. On a fast GPU the copies
 * take most of the time, and one thread copies more slowly than the bus: see parallel. */
GLSORT_API glsort_result glsort_sort_host(glsort_context* context,
                                          const glsort_sort_desc* desc,
                                          const glsort_host_args* args);

/* A sorted run, or the first part of it. */
typedef struct glsort_sorted_run {
    const void* keys;
    const void* values; /* NULL with GLSORT_VALUES_NONE */
    uint64_t count;
    uint32_t more; /* 1: a later call gives the elements that follow */
} glsort_sorted_run;

/* The arguments of a merge. */
typedef struct glsort_merge_args {
    glsort_sorted_run* runs; /* where keys are equal, earlier runs go first */
    uint32_t run_count;
    void* keys_out;   /* NULL if the descriptor discards keys */
    void* values_out; /* NULL if and only if GLSORT_VALUES_NONE */
    uint64_t room;    /* elements that fit the outputs */
} glsort_merge_args;

/* Merges sorted arrays stably, on the CPU, until the outputs are full, a run with `more`
 * has no element left, or no run has an element left. Moves the start of every run behind
 * its last element in the output; *merged receives the number of elements written. If
 * runs come piece by piece, such as from files, give new elements to the runs that have
 * none, and call again. With GLSORT_VALUES_INDICES, values are positions of 8 bytes, as
 * from glsort_sort_host(). Of desc only key, direction, values, first_bit, bit_count and
 * GLSORT_PLAN_DISCARD_KEYS are used.
 * Errors: ARGUMENT     a pointer is NULL, missing or not used; unknown enumerants
 *         UNSUPPORTED  an invalid bit range
 *         HOST_MEMORY
 * GL context: none needed. Cost: allocates and frees 24 bytes for each run. */
GLSORT_API glsort_result glsort_merge_host(glsort_context* context,
                                           const glsort_sort_desc* desc,
                                           const glsort_merge_args* args,
                                           uint64_t* merged);

#ifdef __cplusplus
}
#endif

#endif
