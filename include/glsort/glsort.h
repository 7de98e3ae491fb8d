/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort: stable sorting on the GPU through OpenGL, by compute passes where they exist
 * (GL 4.3) and by fragment passes where they do not (GL 3.3, GLES 3.0).
 *
 * In short: create a context from a function that finds GL entry points, create a plan
 * for the largest count you will sort, run the plan every frame on your own buffers.
 * Running a plan never compiles, allocates, waits or reads back.
 *
 * The document gl-state.md is in docs/ of the sources, and is installed in
 * share/doc/glsort with the licence.
 *
 *
 * What is promised
 *
 * | promise       | value                                                               |
 * |---------------|---------------------------------------------------------------------|
 * | order         | total order of the key bits; floats by IEEE 754 totalOrder:         |
 * |               | -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN                     |
 * | stability     | equal keys keep the order of the input, ascending and descending    |
 * | determinism   | the same bytes from every algorithm, backend and device             |
 * | count         | 0 to glsort_max_count(), any number, no padding by the caller       |
 * | memory        | only [offset, offset + count * 4, 8 or 16) of a caller's buffer, as |
 * |               | the size of an element is; a texture only in its first count        |
 * |               | texels. A count that only the GPU knows, on the fragment backend:   |
 * |               | what is beyond it, up to max_count, is read and written back as it  |
 * |               | was                                                                 |
 * | inputs        | stay whole unless input and output are the same range               |
 * | in place      | the same object and offset for in and out; partial overlap of in    |
 * |               | and out is not checked and gives undefined results                  |
 * | wrong objects | refused are names that are no buffer or texture; buffers that end   |
 * |               | before the range does or are mapped, unless persistently; textures  |
 * |               | of another target or format, with a GL_TEXTURE_BASE_LEVEL or a      |
 * |               | swizzle that changes what is read, or too small (GLES 3.0 cannot    |
 * |               | tell the size). A context created with                              |
 * |               | GLSORT_CONTEXT_CLOBBERS_STATE asks GL for none of that              |
 * | GL state      | as before after every call (gl-state.md), unless the context        |
 * |               | was created with GLSORT_CONTEXT_CLOBBERS_STATE                      |
 * | GL errors     | no call leaves one behind; one already pending is left for its      |
 * |               | owner, except that these may take it: a plan creation that fails    |
 * |               | for want of GPU memory; glsort_context_programs() where the driver  |
 * |               | gives no binary of a program that has one; and the refusal of a     |
 * |               | texture of another target, unless the pending error is              |
 * |               | GL_INVALID_ENUM or GL_INVALID_VALUE                                 |
 * | threads       | a context and its plans belong to one thread at a time, the one     |
 * |               | where their GL context is current; there are no globals, so two     |
 * |               | contexts on two threads need no lock                                |
 * | GL contexts   | a plan runs and is destroyed in the GL context that it was created  |
 * |               | in and in no other: contexts that share objects share buffers and   |
 * |               | textures, but neither vertex arrays nor frame buffers, so each      |
 * |               | needs plans of its own. GLSORT_ERROR_CONTEXT says so where GL tells |
 * | lifetime      | the GL context outlives the glsort context, and is current when a   |
 * |               | context or plan is created or destroyed; if it is lost or gone,     |
 * |               | glsort_context_abandon() frees the rest. Contexts and plans may be  |
 * |               | destroyed in any order: a context takes the GL objects of its plans |
 * |               | with it, and what is left of a plan refuses every call until        |
 * |               | glsort_plan_destroy(). The allocator outlives contexts and plans,   |
 * |               | the log the context; get_proc is called by the creation alone. A    |
 * |               | run must be finished by the GPU before a buffer that it uses may be |
 * |               | deleted, as GL itself guarantees                                    |
 *
 * Barriers. The caller makes what its shaders wrote to inputs and outputs visible by
 * glMemoryBarrier: with GL_SHADER_STORAGE_BARRIER_BIT for the compute backend, for the
 * fragment backend with GL_PIXEL_BUFFER_BARRIER_BIT and GL_BUFFER_UPDATE_BARRIER_BIT
 * (buffers) or GL_TEXTURE_FETCH_BARRIER_BIT and GL_FRAMEBUFFER_BARRIER_BIT (textures). A
 * persistent mapping that is not coherent is the caller's to make visible. glsort
 * makes its results visible to everything named in glsort_run_args.consumers, and always
 * to the next run of any plan.
 */
#ifndef GLSORT_H
#define GLSORT_H

#include <stddef.h>
#include <stdint.h>

#define GLSORT_VERSION_MAJOR 0
#define GLSORT_VERSION_MINOR 1
#define GLSORT_VERSION_PATCH 0

#if defined(GLSORT_STATIC)
#define GLSORT_API
#elif defined(_WIN32)
#if defined(GLSORT_BUILD)
#define GLSORT_API __declspec(dllexport)
#else
#define GLSORT_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define GLSORT_API __attribute__((visibility("default")))
#else
#define GLSORT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- results ---------------------------------------------------------------------- */

/* Zero and above: the call did what it says. Below zero: nothing was changed, and
 * glsort_last_error() holds a sentence with the numbers. */
typedef enum glsort_result {
    GLSORT_OK = 0,
    GLSORT_NOT_READY = 1,   /* timings: the GPU has not finished yet; ask again later */
    GLSORT_UNAVAILABLE = 2, /* timings: this device or plan records none */

    GLSORT_ERROR_ARGUMENT = -10, /* a pointer, enumerant or combination is not valid */
    GLSORT_ERROR_RANGE = -11,    /* a count, offset or alignment is out of range */
    GLSORT_ERROR_STATE = -12,    /* the call does not fit here, as begin before end */

    GLSORT_ERROR_LOADER = -20,      /* get_proc lacks an entry point of this GL version */
    GLSORT_ERROR_CONTEXT = -21,     /* no GL context is current, it is too old, or it is
                                     * not the plan's */
    GLSORT_ERROR_UNSUPPORTED = -22, /* not on this backend or algorithm */
    GLSORT_ERROR_LIMIT = -23,       /* a limit of this device is too small */
    GLSORT_ERROR_SHADER = -24, /* the driver refused a shader; the log has its words */

    GLSORT_ERROR_HOST_MEMORY = -30,  /* the allocator returned NULL */
    GLSORT_ERROR_DEVICE_MEMORY = -31 /* GL_OUT_OF_MEMORY while creating a plan */
} glsort_result;

/* The enumerant's name, such as "GLSORT_ERROR_RANGE"; static, never NULL. */
GLSORT_API const char* glsort_result_name(glsort_result result);

/* The library's version as "major.minor.patch"; static. */
GLSORT_API const char* glsort_version(void);

/* ---- context ---------------------------------------------------------------------- */

typedef struct glsort_context glsort_context;
typedef struct glsort_plan glsort_plan;

typedef void (*glsort_proc)(void);

/* Finds a GL entry point of the current context by name; NULL if there is none. */
typedef glsort_proc (*glsort_get_proc)(void* user, const char* name);

/* Both functions or neither. allocate returns memory aligned for any type, or NULL;
 * release gets the size that was asked for. Called only while a context or plan is
 * created or destroyed, or a context abandoned, and by a first peek. Needed until the
 * context and all its plans are destroyed. */
typedef struct glsort_allocator {
    void* (*allocate)(void* user, size_t bytes);
    void (*release)(void* user, void* block, size_t bytes);
    void* user;
} glsort_allocator;

typedef enum glsort_severity {
    GLSORT_INFO = 0,
    GLSORT_WARNING = 1,
    GLSORT_ERROR = 2
} glsort_severity;

/* One message, no line feed at its end; valid during the call only. */
typedef void (*glsort_log)(void* user, glsort_severity severity, const char* message);

enum {
    /* Object labels, and a debug group around every pass where the stack of groups has
     * room, through KHR_debug. */
    GLSORT_CONTEXT_DEBUG = 1 << 0,
    /* Saves no GL state: calls clobber exactly the list of gl-state.md. Nor are buffers
     * and textures looked at: a wrong one then gives undefined results. */
    GLSORT_CONTEXT_CLOBBERS_STATE = 1 << 1
};

typedef struct glsort_context_desc {
    glsort_get_proc get_proc; /* required */
    void* get_proc_user;
    glsort_allocator allocator; /* zero: malloc and free */
    glsort_log log;             /* NULL: silent */
    void* log_user;
    uint32_t flags; /* GLSORT_CONTEXT_* */

    /* Why a failed creation failed, as a sentence. May be NULL. */
    char* message;
    size_t message_bytes;

    /* Program binaries from glsort_context_programs(), or NULL. Copied. A blob of another
     * device, driver or library is refused with a warning to the log, and the shaders
     * are compiled instead. */
    const void* programs;
    size_t programs_bytes;

    /* What AUTO takes on this device: the text that "glsort tune" prints (see below),
     * with a zero byte at its end. NULL: the library's own choices. Read and copied by
     * the creation, so it may go afterwards. Text that is no such table fails the
     * creation with GLSORT_ERROR_ARGUMENT, and the message names the line. */
    const char* table;

    /* Unsupported, for experiments: text put before every shader, such as
     * "#define NAME 1\n". NULL for none. Copied. */
    const char* extra_defines;
} glsort_context_desc;

/* A table of choices is plain text; "#" starts a comment, up to the end of its line. A
 * line that is not empty is a row, of seven words with blanks between them:
 *
 *   # backend  values  most  algorithm  ranking  split      local
 *   compute    pairs   2^17  abisort    chain    ranks      ranks
 *   compute    pairs   any   radix      chain    partition  ranks
 *   fragment   any     2^14  abisort    auto     fused      auto
 *
 *   backend    compute or fragment; the plan's, which no row changes
 *   values     keys (GLSORT_VALUES_NONE), pairs (all other values) or any. Keys of 64
 *              bits are sorted as pairs, in words of 32
 *   most       the largest max_count in elements: a number, 2^N, or any
 *   the rest   the fields of glsort_plan_desc that a plan may leave to AUTO, in the words
 *              of their enumerants. auto leaves a field to the library; for fragment,
 *              algorithm is not radix, and ranking and local are auto
 *
 * A plan goes by the first row that fits and that the device can serve; a plan that has
 * no such row goes by the library's own choices. So a table of another device, driver or
 * GL version can make a plan slower or larger, but no row is a reason to refuse one. What
 * a plan's descriptor asks for, no row changes; a range of bits is for RADIX on compute,
 * whatever the row's algorithm. glsort_plan_info.reason names the row's line. Plans
 * without a context, and glsort_max_count(), know no table. */

/* Creates a context for the GL context that is current: GL >= 3.3 (core or compatibility)
 * or GLES >= 3.0; the compute backend needs GL >= 4.3. */
GLSORT_API glsort_result glsort_context_create(const glsort_context_desc* desc,
                                               glsort_context** context);

/* Frees the context and all GL objects, its own and those of its plans; the GL context
 * must be current. NULL is fine. Plans that are left hold host memory alone, which
 * glsort_plan_destroy() gives back, with any GL context current or none. Until then every
 * call that can fail gives GLSORT_ERROR_STATE for them, with a sentence for
 * glsort_plan_last_error(); an open run is over, and glsort_passes_left() is 0. */
GLSORT_API void glsort_context_destroy(glsort_context* context);

/* The same without a GL call, for when the GL context is lost (GL_KHR_robustness) or is
 * gone already: frees the context and leaves its plans as glsort_context_destroy() does.
 * GL objects are not deleted; they go with the GL context, or stay in those that share
 * with it. NULL is fine. */
GLSORT_API void glsort_context_abandon(glsort_context* context);

/* The last error of the context or of one of its plans, as a sentence that says what, the
 * limit and what was asked; "" if there was none. Valid until the next failing call, or
 * until the context is destroyed. */
GLSORT_API const char* glsort_last_error(const glsort_context* context);

/* Writes all programs linked so far as one blob for glsort_context_desc.programs.
 * *bytes: in, the room at data; out, the size of the blob. With data NULL only the size
 * is given. Nothing is written beyond the room: GLSORT_ERROR_RANGE says that it is too
 * small, with the size that is needed in *bytes. Some drivers change the length of a
 * binary from one question to the next, so a blob may be smaller than the size that was
 * given before, and if it has become larger what is at data is undefined; programs
 * without a binary are left out. GLSORT_ERROR_UNSUPPORTED where the driver has no binary
 * format. */
GLSORT_API glsort_result glsort_context_programs(glsort_context* context, void* data,
                                                 size_t* bytes);

/* 1 if the blob of the descriptor was accepted and is in use, otherwise 0. */
GLSORT_API int glsort_context_programs_loaded(const glsort_context* context);

/* ---- limits ----------------------------------------------------------------------- */

typedef enum glsort_backend {
    GLSORT_BACKEND_AUTO = 0,
    GLSORT_BACKEND_COMPUTE = 1, /* dispatches over storage buffers; GL >= 4.3 */
    GLSORT_BACKEND_FRAGMENT = 2 /* draws over integer textures; GL >= 3.3, GLES >= 3.0 */
} glsort_backend;

/* What a device can do, as far as sorting asks. Sizes in bytes, texels or groups. */
typedef struct glsort_limits {
    uint32_t version; /* 100 * major + 10 * minor: 430, 330, 300 */
    uint32_t is_gles; /* 1 for GLES */
    uint32_t has_compute;
    uint32_t has_timestamps;
    uint32_t is_software;         /* a renderer on the CPU, such as llvmpipe */
    uint32_t storage_alignment;   /* of an offset into a storage buffer, bytes */
    uint32_t uniform_alignment;   /* of an offset into a uniform buffer, bytes */
    uint64_t storage_block_bytes; /* largest range of one storage binding */
    uint32_t storage_blocks;      /* of one compute program, or all outputs of a program
                                   * if these may be fewer */
    uint32_t uniform_block_bytes;
    uint32_t group_count;   /* smaller of the x and y axis, work groups */
    uint32_t group_size;    /* invocations a work group */
    uint32_t subgroup_size; /* where subgroups are known to be full and have all that
                             * sorting asks of GL_KHR_shader_subgroup; otherwise 0 */
    uint32_t has_ballots;   /* of GL_KHR_shader_subgroup, or GL_ARB_shader_ballot with
                             * GL_ARB_gpu_shader_int64, in subgroups of any size */
    uint32_t chained_scan;  /* 1: measured to be fast when groups wait for one another,
                             * and to begin them in the order of their numbers */
    uint32_t shared_bytes;
    uint32_t texture_size; /* width and height, texels */
    uint32_t pair_texels;  /* of a texture of RG32UI that is 16384 wide, the most that the
                            * driver does not refuse; 0: no such texture, or no compute */
    uint32_t texture_layers;
    uint32_t draw_buffers;
} glsort_limits;

/* Limits of the context's device. */
GLSORT_API void glsort_context_limits(const glsort_context* context,
                                      glsort_limits* limits);

/* The least that every device of this version must offer: version 430, 330, or 300 with
 * is_gles. For printing plans without a GPU. */
GLSORT_API glsort_result glsort_limits_minimum(uint32_t version, int is_gles,
                                               glsort_limits* limits);

/* ---- plan ------------------------------------------------------------------------- */

/* Keys of 64 bits are two words, the lower one first, as they lie in the memory of a
 * little-endian CPU; buffers of them need no more alignment than those of words. */
typedef enum glsort_key {
    GLSORT_KEY_U32 = 0,
    GLSORT_KEY_I32 = 1,
    GLSORT_KEY_F32 = 2,
    GLSORT_KEY_U64 = 3,
    GLSORT_KEY_I64 = 4,
    GLSORT_KEY_F64 = 5,
    /* The lower 16 bits of a word. The upper ones go with the key, whatever they are. */
    GLSORT_KEY_U16 = 6
} glsort_key;

typedef enum glsort_order { GLSORT_ASCENDING = 0, GLSORT_DESCENDING = 1 } glsort_order;

typedef enum glsort_values {
    GLSORT_VALUES_NONE = 0,    /* keys only */
    GLSORT_VALUES_INDICES = 1, /* 0 .. count - 1 made by the sort: values_out = argsort */
    GLSORT_VALUES_U32 = 2,     /* the caller's: any 4 bytes an element */
    GLSORT_VALUES_U64 = 3,     /* 8 bytes */
    GLSORT_VALUES_U128 = 4     /* 16 bytes */
} glsort_values;

typedef enum glsort_algorithm {
    GLSORT_ALGORITHM_AUTO = 0,
    /* Adaptive bitonic merging on arrays: fast, on both backends. */
    GLSORT_ALGORITHM_ABISORT = 1,
    /* GPU-ABiSort as published: bitonic trees, linear stream output, no scatter. For
     * teaching and measuring. */
    GLSORT_ALGORITHM_ABISORT_TREE = 2,
    /* Batcher's bitonic network: the classic that the others are measured by. */
    GLSORT_ALGORITHM_BITONIC = 3,
    /* Least significant digit radix sort, 8-bit digits; compute only. */
    GLSORT_ALGORITHM_RADIX = 4
} glsort_algorithm;

typedef enum glsort_count_source {
    GLSORT_COUNT_FROM_ARGS = 0,
    GLSORT_COUNT_FROM_BUFFER = 1 /* one uint in a GPU buffer, clamped to max_count */
} glsort_count_source;

/* Where the caller's keys and values are. */
typedef enum glsort_storage {
    GLSORT_STORAGE_BUFFERS = 0,
    /* Fragment backend only: textures, row-major, an element a texel: R32UI for 4 bytes
     * (f32 and i32 keys as their bits), RG32UI for 8 (the lower word first), RGBA32UI for
     * 16. */
    GLSORT_STORAGE_TEXTURES = 1
} glsort_storage;

/* The most elements that GLSORT_SPLIT_ALL compares with each other. */
#define GLSORT_SPLIT_ALL_MOST 7168

/* ABISORT: how a merge finds what goes where. */
typedef enum glsort_split {
    GLSORT_SPLIT_AUTO = 0,
    /* Every block of the output searches for its part of two runs: a pass a level. */
    GLSORT_SPLIT_FUSED = 1,
    /* A pass of searches first: two passes a level. */
    GLSORT_SPLIT_PARTITION = 2,
    /* Compute: every element searches for itself, in up to 7 other runs: a pass for up to
     * three levels. */
    GLSORT_SPLIT_RANKS = 3,
    /* The same, but plans of up to GLSORT_SPLIT_ALL_MOST elements compare every element
     * with all others: a single pass, and one more before it if an output is an input. */
    GLSORT_SPLIT_ALL = 4
} glsort_split;

/* ABISORT on compute: how a work group sorts the runs that the merges start from. Up to
 * 1 << 12 elements by NETWORK and 1 << 11 by RANKS that is the whole sort, in one pass.
 * It means nothing to a plan that compares all elements (GLSORT_SPLIT_ALL). */
typedef enum glsort_local {
    GLSORT_LOCAL_AUTO = 0,    /* NETWORK, but RANKS before merges by ranks, unless in
                               * software or where work groups have fewer than 1024
                               * invocations */
    GLSORT_LOCAL_NETWORK = 1, /* 8 elements by a sorting network, then merges by parts */
    GLSORT_LOCAL_RANKS = 2    /* 64 elements by a bitonic network, then merges by ranks */
} glsort_local;

/* RADIX: who ranks the keys. All but ITEMS skip digits that are the same in all keys. */
typedef enum glsort_ranking {
    GLSORT_RANKING_AUTO = 0,   /* CHAIN on NVIDIA up to 2^28 elements, ITEMS in software,
                                * otherwise TILES */
    GLSORT_RANKING_TILES = 1,  /* a work group its tile, which it puts in order in shared
                               * memory before it is written */
    GLSORT_RANKING_ITEMS = 2,  /* every invocation its own run of keys, one after the
                               * other, by a histogram of its own: up to 4 more bytes of
                               * scratch an element. A run has 256 keys, and more above
                               * 2^23 elements */
    GLSORT_RANKING_CHAIN = 3,  /* as TILES, but in a single pass a digit: a tile learns
                               * from those before it where its keys go. max_count at most
                               * 2^28 */
    GLSORT_RANKING_BALLOTS = 4 /* as TILES, but a subgroup sees equal digits in ballots;
                                * where glsort_limits.has_ballots */
} glsort_ranking;

/* BITONIC: which form of the network. */
typedef enum glsort_network {
    GLSORT_NETWORK_AUTO = 0,        /* BLOCKS on compute, PACKED on fragment */
    GLSORT_NETWORK_BLOCKS = 1,      /* compute: blocks in shared memory, fused strides */
    GLSORT_NETWORK_TWO_KERNELS = 2, /* compute: blocks of 512, then a pass a substage */
    GLSORT_NETWORK_LOCAL_READ = 3,  /* compute: the local sort alone, one element an
                                     * invocation, read anew at each step; max_count is
                                     * local_size, 1 to 1024, unless
                                     * GLSORT_PLAN_BLOCKS */
    GLSORT_NETWORK_LOCAL_KEEP = 4,  /* the same, kept in a register */
    GLSORT_NETWORK_COLUMNS = 5,     /* fragment: one pass a column */
    GLSORT_NETWORK_PACKED = 6       /* fragment: several elements and columns a pass */
} glsort_network;

/* ABISORT_TREE: when the stages of a merge run. */
typedef enum glsort_tree_schedule {
    GLSORT_TREE_OVERLAPPED = 0, /* a stage starts two steps after the one before */
    GLSORT_TREE_SIMPLE = 1      /* a stage starts when the one before has ended */
} glsort_tree_schedule;

enum {
    GLSORT_PLAN_DISCARD_KEYS = 1 << 0, /* only the sorted values are wanted */
    GLSORT_PLAN_TIMINGS = 1 << 1,      /* time stamps around every pass */
    /* BITONIC, the local networks: sort every local_size elements by themselves, so
     * max_count may be larger. What their tutorial measures. */
    GLSORT_PLAN_BLOCKS = 1 << 2
};

/* Zero means the default in every field but max_count. */
typedef struct glsort_plan_desc {
    uint32_t max_count; /* largest count of a run; memory is taken for it at creation */
    glsort_key key;
    glsort_order order;
    glsort_values values;
    glsort_algorithm algorithm;
    glsort_backend backend;
    glsort_count_source count_source;
    glsort_storage storage;
    uint32_t flags; /* GLSORT_PLAN_* */

    /* Sort by the bits first_bit .. first_bit + bit_count - 1 of the key as an ordered
     * unsigned integer (a float's bits after the map that makes them ascend; for
     * GLSORT_DESCENDING complemented). bit_count 0: all from first_bit on. Keys that
     * agree in them keep the order of the input. Fewer bits are fewer passes for RADIX,
     * and for all if a key of 64 bits is sorted by at most 32 of them. */
    uint32_t first_bit;
    uint32_t bit_count;

    glsort_ranking ranking; /* RADIX */
    glsort_split split;     /* ABISORT */
    glsort_local local;     /* ABISORT */
    glsort_network network; /* BITONIC */

    glsort_tree_schedule tree_schedule; /* ABISORT_TREE, as are the two below */
    /* Powers of two. Elements that the first pass sorts locally: 1 (no local sort) to
     * 1024 on compute and 16 on fragment; default 8. Elements of the bitonic merge that
     * ends a level: 2 (the pure algorithm) to 1024 and 16; default 16. */
    uint32_t local_size;
    uint32_t merge_size;
} glsort_plan_desc;

/* Creates a plan: compiles its shaders and takes all memory that its runs need. */
GLSORT_API glsort_result glsort_plan_create(glsort_context* context,
                                            const glsort_plan_desc* desc,
                                            glsort_plan** plan);

/* Creates a plan that can be described but not run, from limits alone: needs no GPU.
 * message: as in glsort_context_desc. Start from glsort_limits_minimum() or from the
 * limits of a context: alignments that are not powers of two up to 4096, textures larger
 * than 2147483647 texels, and no work groups where there is compute, are refused with
 * GLSORT_ERROR_ARGUMENT. The plan's memory comes from malloc. */
GLSORT_API glsort_result glsort_plan_create_offline(const glsort_limits* limits,
                                                    const glsort_plan_desc* desc,
                                                    char* message, size_t message_bytes,
                                                    glsort_plan** plan);

/* The last error of the plan's context; of a plan that is offline, or whose context was
 * destroyed or abandoned, its own. As glsort_last_error(), and valid until the plan is
 * destroyed, too. */
GLSORT_API const char* glsort_plan_last_error(const glsort_plan* plan);

/* Frees the plan and its GL objects; the GL context must be current, unless the plan is
 * offline or its context was destroyed or abandoned. NULL is fine. */
GLSORT_API void glsort_plan_destroy(glsort_plan* plan);

/* The largest max_count that a plan of this descriptor may have on a device of these
 * limits; desc->max_count is not read. *reason, if wanted, gets a static sentence that
 * names the limit. 0 if the descriptor cannot be served at all. */
GLSORT_API uint32_t glsort_max_count(const glsort_limits* limits,
                                     const glsort_plan_desc* desc, const char** reason);

/* ---- forms ------------------------------------------------------------------------ */

/* A way to sort that has a name: an algorithm on a backend with its options. The list
 * holds those that are worth choosing, showing or measuring. All are static. */
typedef struct glsort_form {
    const char* name;        /* "radix-chain": lower-case words, hyphens between them */
    const char* description; /* a phrase for people, without a full stop */
    /* algorithm, backend, ranking, split, local, network, tree_schedule, local_size and
     * merge_size, none of them AUTO where it matters; all else is zero, for the caller to
     * fill in. A device can serve the form if glsort_max_count() of its limits and of the
     * descriptor so filled in is above 0. */
    glsort_plan_desc desc;
} glsort_form;

GLSORT_API uint32_t glsort_form_count(void);

/* Form `at` of the list, the simpler ones of an algorithm first; NULL past its end. */
GLSORT_API const glsort_form* glsort_form_at(uint32_t at);

/* The form of that name; NULL if there is none. */
GLSORT_API const glsort_form* glsort_form_find(const char* name);

/* ---- a plan described ------------------------------------------------------------- */

typedef enum glsort_phase {
    GLSORT_PHASE_LOAD = 0, /* from the caller's form to the algorithm's */
    GLSORT_PHASE_SORT = 1, /* what the published pass counts count */
    GLSORT_PHASE_STORE = 2 /* back to the caller's form */
} glsort_phase;

typedef enum glsort_pass_kind {
    GLSORT_PASS_DISPATCH = 0,
    GLSORT_PASS_DRAW = 1,
    GLSORT_PASS_UPLOAD = 2,  /* buffer to texture, on the GPU */
    GLSORT_PASS_DOWNLOAD = 3 /* a draw, then from its texture to a buffer, on the GPU */
} glsort_pass_kind;

enum { GLSORT_READ = 1 << 0, GLSORT_WRITE = 1 << 1 };

enum {
    GLSORT_BARRIER_STORAGE = 1 << 0,
    GLSORT_BARRIER_UNIFORM = 1 << 1,
    GLSORT_BARRIER_INDIRECT = 1 << 2,
    GLSORT_BARRIER_FETCH = 1 << 3,
    GLSORT_BARRIER_IMAGE = 1 << 4
};

/* One buffer or texture that a pass uses, as "storage", "uniform", "indirect", "fetch",
 * "image", "target" or "copy". */
typedef struct glsort_pass_use {
    const char* slot; /* "keys in", "nodes 0", ... static */
    const char* usage;
    uint32_t access;      /* GLSORT_READ, GLSORT_WRITE */
    uint64_t first_bytes; /* the range that may be touched */
    uint64_t range_bytes;
} glsort_pass_use;

#define GLSORT_PASS_USES 10

#define GLSORT_LABEL_BYTES 128

typedef struct glsort_pass_info {
    /* "radix_chain VALUES=2 SHAPE=3: rank and permute": the shader's file, its defines
     * and the purpose; also the name of the pass's debug group. An upload has only the
     * purpose. */
    char label[GLSORT_LABEL_BYTES];
    const char* shader;  /* "radix/radix_chain.comp", below shaders/; "" for an upload */
    const char* defines; /* "VALUES=2 SHAPE=3", without those that are 0 */
    const char* purpose; /* "rank and permute" */
    glsort_pass_kind kind;
    glsort_phase phase;
    uint32_t groups;     /* work groups, fragments of a draw, or elements of an upload;
                      * the most if indirect */
    int indirect;        /* 1: the size comes from the GPU */
    uint32_t barriers;   /* GLSORT_BARRIER_* issued before the pass */
    uint32_t level;      /* merge level: runs of 2^level are made; 0 if none */
    uint32_t stage;      /* tree: first stage in this pass */
    uint32_t stages;     /* tree: number of stages in this pass; 0 if none */
    uint32_t step;       /* tree: step (overlapped) or phase (simple) in the level */
    uint64_t read_bytes; /* memory traffic, about */
    uint64_t write_bytes;
    uint32_t use_count;
    glsort_pass_use uses[GLSORT_PASS_USES];
} glsort_pass_info;

typedef struct glsort_plan_info {
    glsort_algorithm algorithm; /* never AUTO */
    glsort_backend backend;     /* never AUTO */
    const char* reason;         /* why these were chosen; lives as long as the plan */
    uint32_t max_count;
    uint32_t count;           /* that the passes below are for */
    uint32_t pass_count;      /* all passes */
    uint32_t sort_pass_count; /* those of GLSORT_PHASE_SORT */
    uint64_t scratch_bytes;   /* memory of the plan on the GPU, whatever the count */
    double bytes_per_element; /* traffic of all passes divided by count */
} glsort_plan_info;

/* Describes the run of `count` elements; no run may be open. Any pointer may be NULL. */
GLSORT_API glsort_result glsort_plan_describe(glsort_plan* plan, uint32_t count,
                                              glsort_plan_info* info);

/* Pass `at` of the run described or run last; its texts live as long as the plan. */
GLSORT_API glsort_result glsort_plan_pass(const glsort_plan* plan, uint32_t at,
                                          glsort_pass_info* info);

/* ---- running ---------------------------------------------------------------------- */

/* A buffer of 32-bit words, or a texture if the plan's storage says so. All zero:
 * none. */
typedef struct glsort_resource {
    uint32_t name;   /* GL name of the buffer, or of the texture: GL_TEXTURE_2D, level 0,
                      * whatever its filters and GL_TEXTURE_MAX_LEVEL */
    uint32_t width;  /* texture: its width in texels, and at least ceil(count / width)
                      * rows; buffer: 0 */
    uint64_t offset; /* buffer: byte offset, a multiple of 4; texture: 0 */
} glsort_resource;

/* Who reads the results; picks the final memory barrier of the compute backend. */
enum {
    GLSORT_CONSUMER_STORAGE = 0,       /* storage blocks, and the next sort: always */
    GLSORT_CONSUMER_INDEX = 1 << 0,    /* an element array buffer */
    GLSORT_CONSUMER_VERTEX = 1 << 1,   /* a vertex attribute */
    GLSORT_CONSUMER_INDIRECT = 1 << 2, /* a draw or dispatch indirect buffer */
    GLSORT_CONSUMER_TEXTURE = 1 << 3,  /* a buffer texture */
    GLSORT_CONSUMER_COPY = 1 << 4,     /* glCopyBufferSubData, glGetBufferSubData, map */
    GLSORT_CONSUMER_UNIFORM = 1 << 5,  /* a uniform block */
    GLSORT_CONSUMER_PIXEL = 1 << 6     /* a pixel pack or unpack buffer */
};

typedef struct glsort_run_args {
    uint32_t count; /* elements; GLSORT_COUNT_FROM_BUFFER: not read */
    glsort_resource keys_in;
    glsort_resource keys_out;   /* none exactly if the plan discards keys */
    glsort_resource values_in;  /* none unless the values are the caller's */
    glsort_resource values_out; /* none exactly if GLSORT_VALUES_NONE */
    glsort_resource count_in;   /* GLSORT_COUNT_FROM_BUFFER only: always a buffer */
    uint32_t consumers;         /* GLSORT_CONSUMER_* */
} glsort_run_args;

/* Sorts: the same as begin, all steps, end. */
GLSORT_API glsort_result glsort_run(glsort_plan* plan, const glsort_run_args* args);

/* A sort in steps, over several frames if wanted. begin fixes the arguments, a step runs
 * the next `passes` passes (fewer if fewer are left), end closes the run and makes the
 * results visible. Between begin and end the buffers must stay as they are. If passes are
 * left at the end they are not run, and the outputs hold nothing of use. */
GLSORT_API glsort_result glsort_begin(glsort_plan* plan, const glsort_run_args* args);
GLSORT_API glsort_result glsort_step(glsort_plan* plan, uint32_t passes);
GLSORT_API glsort_result glsort_end(glsort_plan* plan);

/* Passes of the open run that are still to do; 0 if no run is open. */
GLSORT_API uint32_t glsort_passes_left(const glsort_plan* plan);

/* Writes the order reached so far in the open run: a permutation of the input at every
 * step. Outputs as for a run, and not the run's own. Changes nothing of the run. For
 * watching: the first peek of a kind links its shaders and attaches textures to frame
 * buffers, which a run never does. */
typedef struct glsort_peek_args {
    glsort_resource keys_out;   /* may be none; none if the plan discards keys */
    glsort_resource values_out; /* may be none; none if GLSORT_VALUES_NONE */
    uint32_t consumers;
} glsort_peek_args;

GLSORT_API glsort_result glsort_peek(glsort_plan* plan, const glsort_peek_args* args);

/* Nanoseconds of each pass of the last finished run of a plan with GLSORT_PLAN_TIMINGS.
 * *pass_count: in, the room at pass_ns; out, the number of passes, which
 * GLSORT_ERROR_RANGE says was too many, with nothing lost. Never waits:
 * GLSORT_NOT_READY until the GPU is done, or if no run has finished since they were last
 * read, GLSORT_UNAVAILABLE where there are no time stamps. While a run's stamps have not
 * been read, later runs record none. */
GLSORT_API glsort_result glsort_plan_timings(glsort_plan* plan, uint64_t* pass_ns,
                                             uint32_t* pass_count);

#ifdef __cplusplus
}
#endif

#endif
