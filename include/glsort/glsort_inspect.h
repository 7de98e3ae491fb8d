/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort_inspect.h: for programs that describe, compare, tune or visualize sorts. A
 * program that only sorts does not need it.
 *
 *   limits          of a device or of a GL version, and the largest max_count under them
 *   tuning          how plans sort where AUTO does not choose; what each method does
 *   forms           the list of named ways to sort
 *   offline plans   plans without a GPU, which can be described
 *   descriptions    the passes of a plan, its memory, and why AUTO chose its algorithm
 *   runs in steps   a run over several frames; the order that an open run has reached;
 *                   the times of passes
 *   tables          the text of glsort_context_desc.table
 *   programs        the blob of glsort_context_desc.programs
 *
 * What glsort.h promises, and says of every function, holds here too.
 */
#ifndef GLSORT_INSPECT_H
#define GLSORT_INSPECT_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- limits ----------------------------------------------------------------------- */

/* The properties of a device that plans depend on. */
typedef struct glsort_limits {
    uint32_t version;     /* 100 * major + 10 * minor: 430, 330, 300 */
    uint32_t is_gles;     /* 1 for GLES */
    uint32_t has_compute; /* 1: GL 4.3; or GLES 3.1 with storage_blocks of at least 8 and
                           * a group_size of at least 256; 0 in a build without compute
                           * shaders (GLSORT_COMPUTE) */
    uint32_t has_timestamps;
    uint32_t is_software;         /* on the CPU: 1, such as llvmpipe; or 2, softpipe */
    uint32_t storage_alignment;   /* of an offset into a storage buffer, bytes */
    uint32_t uniform_alignment;   /* of an offset into a uniform buffer, bytes */
    uint64_t storage_block_bytes; /* largest range of one storage binding */
    uint32_t storage_blocks;      /* of a compute program: the least of the limits on
                                   * blocks, binding points and combined outputs */
    uint32_t group_count;         /* work groups along x or y, whichever allows fewer */
    uint32_t group_size;          /* invocations per work group */
    uint32_t subgroup_size;       /* 0 unless subgroups are known to be full and to have
                                   * the operations of GL_KHR_shader_subgroup that
                                   * glsort uses */
    uint32_t chained_scan; /* a hint. 1: such devices start work groups in the order of
                            * their numbers, and single-pass chained scans (RADIX_CHAIN)
                            * are fast on them */
    uint32_t shared_bytes; /* shared memory per work group */
    uint32_t texture_size; /* width and height, texels */
    uint32_t pair_texels;  /* texels of the largest RG32UI texture of width 16384 that
                            * the driver accepts; 0: none, or no compute */
    uint32_t texture_layers;
    uint32_t draw_buffers;
    uint32_t has_texture_barrier; /* 1: a draw may read other texels of its target: GL
                                   * 4.5, GL_ARB_ or GL_NV_texture_barrier */
} glsort_limits;

/* Writes the limits of the context's device; all zero if the context is NULL. GL context:
 * none needed. */
GLSORT_API void glsort_context_limits(const glsort_context* context,
                                      glsort_limits* limits);

/* Writes the minimum that the GL specification guarantees for version 450, 430 or 330, or
 * with is_gles for 300, 310 or 320, for describing plans without a GPU. Exception: the
 * limits of 310 and 320 have 8 storage blocks and a group_size of 256, more than GLES
 * guarantees, because the compute backend needs them.
 * Errors: ARGUMENT  another version; no sentence
 * GL context: none needed; any thread. */
GLSORT_API glsort_result glsort_limits_minimum(uint32_t version, int is_gles,
                                               glsort_limits* limits);

/* Returns the largest max_count of a plan with this descriptor on a device with these
 * limits, or 0 if there can be no such plan. Ignores desc->max_count. *reason, unless
 * reason is NULL, becomes a sentence that names the limit. Each array of a plan fits in a
 * storage block; glsort_sort_host() of glsort_host.h sorts larger arrays in chunks.
 * GL context: none needed; any thread. */
GLSORT_API uint32_t glsort_max_count(const glsort_limits* limits,
                                     const glsort_sort_desc* desc, const char** reason);

/* ---- tuning ----------------------------------------------------------------------- */

/* How a plan sorts; AUTO goes by measured times. */
typedef enum glsort_algorithm {
    GLSORT_ALGORITHM_AUTO = 0,
    GLSORT_ALGORITHM_ABISORT = 1, /* adaptive bitonic merging on arrays; both backends */
    GLSORT_ALGORITHM_ABISORT_TREE = 2, /* GPU-ABiSort as published; both backends */
    GLSORT_ALGORITHM_RANK = 3,         /* few elements, by their ranks; compute only */
    GLSORT_ALGORITHM_BITONIC = 4, /* Batcher's bitonic network, the classic baseline */
    GLSORT_ALGORITHM_RADIX = 5    /* least significant digit first; both backends */
} glsort_algorithm;

/* A method is one way in which an algorithm sorts. */
typedef enum glsort_method {
    /* clang-format off */
    GLSORT_METHOD_AUTO = 0,
    GLSORT_METHOD_ABISORT_FUSED = 1,        GLSORT_METHOD_ABISORT_PARTITION = 2,
    GLSORT_METHOD_TREE = 3,                 GLSORT_METHOD_TREE_SIMPLE = 4,
    GLSORT_METHOD_TREE_STAGES = 16,         GLSORT_METHOD_TREE_STAGES_COPY = 17,
    GLSORT_METHOD_RANK = 5,                 GLSORT_METHOD_RANK_ALL = 6,
    GLSORT_METHOD_BITONIC_BLOCKS = 7,       GLSORT_METHOD_BITONIC_TWO_KERNELS = 8,
    GLSORT_METHOD_BITONIC_LOCAL_READ = 9,   GLSORT_METHOD_BITONIC_LOCAL_KEEP = 10,
    GLSORT_METHOD_BITONIC_PACKED = 11,      GLSORT_METHOD_BITONIC_COLUMNS = 12,
    GLSORT_METHOD_RADIX_TILES = 13,         GLSORT_METHOD_RADIX_ITEMS = 14,
    GLSORT_METHOD_RADIX_CHAIN = 15,         GLSORT_METHOD_RADIX_GATHER = 18
    /* clang-format on */
} glsort_method;

/* What the methods do, by algorithm.
 *
 *   ABISORT, on both backends
 *     ABISORT_FUSED        one pass per level: the merge searches, for each block of the
 *                          output, where its elements start in the two sorted runs
 *     ABISORT_PARTITION    two passes per level: a separate one does the searches
 *   ABISORT_TREE, on both backends; the first two with local_size and merge_size
 *     TREE                 a stage of a merge starts two steps after the one before it
 *     TREE_SIMPLE          a stage starts when the one before it has ended
 *     TREE_STAGES          one pass per stage, local sorts and merges of 16. Fragment:
 *                          where the device has texture barriers, all nodes and
 *                          elements are in one texture
 *     TREE_STAGES_COPY     fragment: TREE_STAGES with two textures, on every device
 *   RANK, on compute
 *     RANK                 one pass for up to three levels: every element searches for
 *                          its rank in up to 7 other sorted runs
 *     RANK_ALL             plans of up to GLSORT_RANK_ALL_MOST elements, or 2048 where
 *                          work groups have fewer than 1024 invocations, rank each
 *                          element among all in a single pass, after one copy pass
 *                          if an output is an input; larger plans merge like RANK
 *   BITONIC
 *     BITONIC_BLOCKS       compute: blocks in shared memory, fused strides
 *     BITONIC_TWO_KERNELS  compute: blocks of 512, then one pass per substage
 *     BITONIC_LOCAL_READ   compute: only a local sort, with one element per invocation,
 *                          read again at each step. It sorts each block of local_size
 *                          elements separately, so only up to local_size elements are
 *                          sorted as a whole. max_count may be above local_size only if
 *                          keys and values have 32 bits and all bits of the key count
 *     BITONIC_LOCAL_KEEP   BITONIC_LOCAL_READ with the element kept in a register
 *     BITONIC_PACKED       fragment: 8 elements per fragment, up to three columns per
 *                          pass
 *     BITONIC_COLUMNS      fragment: one pass per column of the network
 *   RADIX, on compute, by how the keys of a digit are ranked. All but RADIX_ITEMS skip a
 *   digit that all keys have in common
 *     RADIX_TILES          each work group ranks a tile, and reorders it in shared memory
 *                          before it writes it
 *     RADIX_ITEMS          each invocation ranks a run of consecutive keys serially, with
 *                          a histogram of its own, which takes 1 KiB of scratch. A run
 *                          has 4 to 8 times as many keys as the root of their number
 *     RADIX_CHAIN          like RADIX_TILES, but in a single pass per digit: a tile adds
 *                          up the digit counts of the tiles before it (decoupled
 *                          look-back). max_count is at most 2^28
 *   RADIX, on fragment
 *     RADIX_GATHER         digits of 4 bits; each output searches for its source */

/* Experimental, for teaching and measuring: the field `tuning` of a descriptor makes some
 * choices in place of AUTO. Zero is the default in every field. A creation fails if a
 * nonzero field does not apply to the method. Tuning changes no output, except where a
 * method sorts blocks separately. */
typedef struct glsort_tuning {
    glsort_algorithm algorithm;
    /* Implies its algorithm; `algorithm` is AUTO or agrees. Orders take no method that
     * sorts blocks separately. */
    glsort_method method;
    /* Elements that the first pass sorts locally, a power of two. TREE, TREE_SIMPLE: 1
     * (no local sort) to 1024 on compute or 16 on fragment, default 8.
     * BITONIC_LOCAL_READ, _KEEP: 1 to 1024, at most the invocations of a work group;
     * default 1024. */
    uint32_t local_size;
    /* Elements of the bitonic merge that ends a level, a power of two. TREE, TREE_SIMPLE:
     * 2 (the pure algorithm) to 1024 on compute or 16 on fragment, default 16. */
    uint32_t merge_size;
} glsort_tuning;

/* The largest max_count that GLSORT_METHOD_RANK_ALL sorts in a single pass, in work
 * groups of 1024. */
#define GLSORT_RANK_ALL_MOST 16384

/* The first returns the number of enumerants of glsort_algorithm, which count from AUTO,
 * 0, on. The others return names, such as "abisort-tree" and "radix-chain", as tables of
 * choices have them: "auto" for AUTO, "?" for a value that no enumerant has.
 * GL context: none needed; any thread. */
GLSORT_API uint32_t glsort_algorithm_count(void);
GLSORT_API const char* glsort_algorithm_name(glsort_algorithm algorithm);
GLSORT_API const char* glsort_method_name(glsort_method method);

/* ---- forms ------------------------------------------------------------------------ */

/* A named variant of a sort: a method on a backend with its sizes. The list has the
 * variants that are worth choosing, showing or measuring. */
typedef struct glsort_form {
    const char* name;        /* "radix-chain": lower-case words joined by hyphens */
    const char* description; /* a phrase for users, without a full stop */
    /* The largest count that a run sorts as a whole: local_size for BITONIC_LOCAL_READ
     * and _KEEP, otherwise UINT32_MAX. */
    uint32_t whole_count;
    /* Has backend and tuning (algorithm, method and sizes); all other fields are zero,
     * for the caller to fill in. A device supports the form if glsort_max_count() of the
     * completed descriptor is above 0. */
    glsort_sort_desc desc;
} glsort_form;

/* Return the number of forms; the form at a place of the list, NULL past its end; and the
 * form with a name, NULL if there is none. The forms of an algorithm follow one another.
 * GL context: none needed; any thread. */
GLSORT_API uint32_t glsort_form_count(void);
GLSORT_API const glsort_form* glsort_form_at(uint32_t at);
GLSORT_API const glsort_form* glsort_form_find(const char* name);

/* ---- offline plans ---------------------------------------------------------------- */

/* Creates a context from limits alone. Its plans can be described but not run. Start from
 * glsort_limits_minimum() or from the limits of another context. *context is NULL on
 * failure.
 * Errors: ARGUMENT     an alignment is not a power of two up to 4096, texture_size is
 *                      above 2147483647, or group_count is 0 although has_compute is set
 *         HOST_MEMORY. The sentence goes to message, which may be NULL.
 * GL context: none needed, neither for its plans; any thread.
 * Cost: allocates host memory with malloc, as creations of its plans do. */
GLSORT_API glsort_result glsort_context_create_offline(const glsort_limits* limits,
                                                       char* message,
                                                       size_t message_bytes,
                                                       glsort_context** context);

/* ---- a plan described ------------------------------------------------------------- */

/* The part of a sort that a pass belongs to. */
typedef enum glsort_phase {
    GLSORT_PHASE_LOAD = 0, /* from the caller's layout to the layout of the algorithm */
    GLSORT_PHASE_SORT = 1, /* the passes that published pass counts include */
    GLSORT_PHASE_STORE = 2 /* back to the caller's layout */
} glsort_phase;

/* What a pass is to GL. */
typedef enum glsort_pass_kind {
    GLSORT_PASS_DISPATCH = 0,
    GLSORT_PASS_DRAW = 1,
    GLSORT_PASS_UPLOAD = 2,  /* copies a buffer to a texture or buffer, on the GPU */
    GLSORT_PASS_DOWNLOAD = 3 /* draws, then copies the target to a buffer, on the GPU */
} glsort_pass_kind;

/* What a pass does with a resource. */
#define GLSORT_READ (1u << 0)
#define GLSORT_WRITE (1u << 1)

/* Memory barriers before a pass, by the accesses that they order. */
#define GLSORT_BARRIER_STORAGE (1u << 0)
#define GLSORT_BARRIER_UNIFORM (1u << 1)
#define GLSORT_BARRIER_INDIRECT (1u << 2)
#define GLSORT_BARRIER_FETCH (1u << 3)
#define GLSORT_BARRIER_IMAGE (1u << 4)
#define GLSORT_BARRIER_TEXTURE (1u << 5) /* glTextureBarrier, before a draw */

/* One buffer or texture that a pass uses. usage is "storage", "uniform", "indirect",
 * "fetch", "image", "target" or "copy". */
typedef struct glsort_pass_use {
    const char* slot; /* "keys_in" or another field of the arguments, "nodes 0"; static */
    const char* usage;
    uint32_t access;      /* GLSORT_READ, GLSORT_WRITE */
    uint64_t first_bytes; /* the range that the pass may access */
    uint64_t range_bytes;
    uint32_t element_bytes; /* size of an element, for keys_in, values_in, and in orders
                             * positions, radii, dead and indices_in; otherwise 0 */
    uint32_t stride_bytes;  /* from one of these elements to the next; otherwise 0 */
} glsort_pass_use;

#define GLSORT_PASS_USES 16    /* of a pass, at most */
#define GLSORT_LABEL_BYTES 128 /* of a pass, at most, with the zero at the end */

/* One pass of a run. */
typedef struct glsort_pass_info {
    /* "radix_chain.comp VALUES=2 SUBGROUPS=1 SHAPE=3: rank and permute": the shader's
     * file, its defines and the purpose; also the name of the pass's debug group. An
     * upload has only the purpose. */
    char label[GLSORT_LABEL_BYTES];
    const char* shader;  /* "radix/radix_chain.comp", below shaders/; "" for an upload */
    const char* defines; /* "VALUES=2 SUBGROUPS=1 SHAPE=3", without those that are 0 */
    const char* purpose; /* "rank and permute" */
    glsort_pass_kind kind;
    glsort_phase phase;
    uint32_t groups;     /* of a dispatch work groups, of a draw fragments, of a download
                          * fragments of four words, of an upload 32-bit words; if
                          * indirect, the most that there can be */
    int indirect;        /* 1: the GPU determines the number of groups */
    uint32_t barriers;   /* GLSORT_BARRIER_* issued before the pass */
    uint32_t level;      /* merge: makes sorted runs of 2^level; radix: the digit, from 1;
                          * 0 if none */
    uint32_t stage;      /* tree: first stage in this pass */
    uint32_t stages;     /* tree: number of stages in this pass; 0 if none */
    uint32_t step;       /* tree: step (overlapped) or phase (simple) in the level */
    uint64_t read_bytes; /* estimated memory traffic */
    uint64_t write_bytes;
    uint32_t use_count;
    glsort_pass_use uses[GLSORT_PASS_USES];
} glsort_pass_info;

/* What a run of a plan costs, and what a plan has chosen for its count. */
typedef struct glsort_plan_info {
    glsort_algorithm algorithm; /* AUTO only if segments are sorted on compute */
    glsort_method method;       /* AUTO if the algorithm has one method */
    glsort_backend backend;     /* never AUTO */
    const char* reason;         /* why these were chosen; lives as long as the plan */
    uint32_t max_count;
    uint32_t count;           /* elements of the run described */
    uint32_t pass_count;      /* all passes */
    uint32_t sort_pass_count; /* passes of GLSORT_PHASE_SORT */
    uint64_t scratch_bytes;   /* GPU memory of runs, whatever the count; the plans of a
                               * context share most of it */
    double bytes_per_element; /* traffic of all passes divided by count */
} glsort_plan_info;

/* Describes a run of `count` elements that is not in place; glsort_plan_pass() then
 * returns its passes. parts: for an order the number of views, 0 for 1; for segments the
 * number of segments; otherwise 0. If runs take their count from a buffer, the passes are
 * those that a count of max_count would have. Everything else, such as the number of
 * vertices, is as in the last run. info may be NULL.
 * Errors: RANGE  count is above max_count, or parts above the descriptor's maximum
 *         STATE  a run is open
 * GL context: none needed. Cost: computes the passes on the CPU, unless the last run or
 *   description had them. */
GLSORT_API glsort_result glsort_plan_describe(glsort_plan* plan, uint32_t count,
                                              uint32_t parts, glsort_plan_info* info);

/* Describes pass `at` of the run that was described or run last.
 * Errors: RANGE  there is no such pass
 * GL context: none needed. Lifetime: the texts live as long as the plan. */
GLSORT_API glsort_result glsort_plan_pass(const glsort_plan* plan, uint32_t at,
                                          glsort_pass_info* info);

/* ---- runs in steps ---------------------------------------------------------------- */

/* A run in steps, possibly over several frames:
 *
 *     glsort_plan_hold(plan);
 *     result = glsort_sort_run(plan, &args); // or another ..._run()
 *     while (result == GLSORT_OK && glsort_plan_passes_left(plan) > 0)
 *         result = glsort_plan_step(plan, 1);
 *     glsort_plan_end(plan);
 *
 * After a hold, the next call that runs the plan opens a run: it fixes the arguments, and
 * stops before the first pass. If that call fails, the hold is over. A step runs the next
 * `passes` passes, or all that are left if they are fewer. End closes the run and makes
 * the results visible; passes that are left are not run, and leave undefined outputs.
 * While a run is open, the caller must not change the buffers.
 * Plans of a context share scratch. The first run that a plan opens gives the plan
 * scratch of its own, because other plans may run between its steps.
 * Errors: STATE          hold: the plan is offline, or a run is open; step, end: no run
 *                        is open
 *         DEVICE_MEMORY  the first run that is opened: no GPU memory for the scratch
 * GL context: hold: none needed. Cost: as the run; opening the first one takes memory. */
GLSORT_API glsort_result glsort_plan_hold(glsort_plan* plan);
GLSORT_API glsort_result glsort_plan_step(glsort_plan* plan, uint32_t passes);
GLSORT_API glsort_result glsort_plan_end(glsort_plan* plan);

/* Returns the number of passes of the open run that have not run yet; 0 if no run is
 * open. GL context: none needed. */
GLSORT_API uint32_t glsort_plan_passes_left(const glsort_plan* plan);

/* ---- watching a run --------------------------------------------------------------- */

/* Each output is none, or a resource that the run does not use. */
typedef struct glsort_peek_args {
    glsort_resource keys_out;   /* must be none if the plan discards keys */
    glsort_resource values_out; /* must be none if GLSORT_VALUES_NONE */
    uint32_t consumers;         /* GLSORT_CONSUMER_* */
} glsort_peek_args;

/* Writes the order that the open run of a sort has reached, which is a permutation of the
 * input after every step, and does not change the run. For watching a sort, not for
 * speed. For plans that are not sorts, and for sorts of more elements than a storage
 * block holds, returns GLSORT_NOT_READY and writes nothing.
 * Errors: as glsort_sort_run() for the outputs, and
 *         ARGUMENT  an output is a resource of the run, or both outputs are one resource
 *         STATE     no run is open
 *         SHADER    the driver refused a shader
 *         LIMIT     the driver cannot render to the targets of a pass
 * Cost: the first peek of a kind links its shaders and attaches textures to framebuffers,
 *   which a run never does. */
GLSORT_API glsort_result glsort_plan_peek(glsort_plan* plan,
                                          const glsort_peek_args* args);

/* Reads the nanoseconds that each pass of a finished run took, for a plan with
 * GLSORT_PLAN_TIMINGS. *pass_count: in, the room at pass_ns, in numbers; out, the number
 * of passes. Until the time stamps of a run are read, later runs record none. Returns
 * GLSORT_NOT_READY if the GPU has not finished, or if no run has ended since the last
 * read; GLSORT_UNAVAILABLE if the plan or device records no time stamps, or on GLES if
 * the GPU's clock was interrupted.
 * Errors: RANGE  *pass_count is too small; it becomes the number needed, and the time
 *                stamps stay readable */
GLSORT_API glsort_result glsort_plan_timings(glsort_plan* plan, uint64_t* pass_ns,
                                             uint32_t* pass_count);

/* ---- tables ----------------------------------------------------------------------- */

/* A table of choices is plain text; "#" starts a comment that ends with the line. Every
 * other line that is not empty is a row of four or five words separated by blanks:
 *
 *   # backend  values  most  method         bits
 *   compute    pairs   2^17  rank
 *   compute    pairs   any   radix-chain
 *   fragment   any     any   radix-gather   16
 *   fragment   any     2^14  abisort-fused
 *
 *   backend    compute or fragment; must equal the backend of the plan, which no row
 *              changes
 *   values     keys (GLSORT_VALUES_NONE), pairs (all other values) or any. 64-bit keys
 *              count as pairs, because they are sorted as 32-bit words with an index
 *   most       the largest count of a run, in elements: a number, 2^N, or any. If the
 *              count is in a buffer, expected_count of the plan stands for it, or without
 *              one max_count
 *   method     a method of the backend by its name (glsort_method_name()), except
 *              bitonic-local-read and bitonic-local-keep, which sort blocks separately
 *   bits       the most bits of a key to sort by, 1 to 32; without it: 32
 *
 * A plan uses the first row that matches it and that the device supports, or without
 * such a row the library's own choices. So a table from another device, driver or GL
 * version can make a plan slower or larger, but no creation fails because of it.
 * glsort_plan_info.reason names the line of the row. Exceptions:
 * - A plan whose tuning names a method uses no row; if its tuning names an algorithm, it
 *   uses only rows with methods of that algorithm.
 * - With u16 keys, or a range of fewer than 32 bits, on compute, a plan whose tuning
 *   names no algorithm uses only rows with methods of radix.
 * - Offline plans and glsort_max_count() use no table. */

/* ---- programs --------------------------------------------------------------------- */

/* Writes all programs linked so far as one blob for glsort_context_desc.programs.
 * *bytes: in, the size of the memory at data; out, the size of the blob. If data is NULL,
 * only sets *bytes. Programs for which the driver returns no binary are left out. Some
 * drivers report another length every time: a blob may be smaller than the size that an
 * earlier call returned; if it is larger, the contents of data are undefined.
 * Errors: RANGE        *bytes is too small; it becomes the size needed, and nothing
 *                      beyond the memory at data is written
 *         UNSUPPORTED  the driver has no program binary format */
GLSORT_API glsort_result glsort_context_programs(glsort_context* context, void* data,
                                                 size_t* bytes);

#ifdef __cplusplus
}
#endif

#endif
