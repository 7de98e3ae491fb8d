/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort: stable sorting on the GPU through OpenGL, by compute passes (GL 4.3) or by
 * fragment passes (GL 3.3, GLES 3.0).
 *
 * Create a context while your GL context is current, create a plan for the largest count
 * to sort, then run the plan every frame on your own buffers. Running a plan never
 * compiles, allocates, waits or reads back.
 *
 * The document gl-state.md is in docs/ of the sources, and is installed in
 * share/doc/glsort with the licence.
 *
 *
 * Example: a frame, in C and C++. README.md has the whole program with what comes before
 * (context and plan) and after.
 *
 *     // Draws count points by descending depth. depths is a GL buffer of floats that a
 *     // compute shader wrote, order a GL buffer with room for as many unsigned integers.
 *     void draw_sorted(unsigned depths, unsigned order, unsigned count)
 *     {
 *         glsort_run_args args;
 *
 *         memset(&args, 0, sizeof args);
 *         args.count = count;
 *         args.keys_in.name = depths;
 *         args.values_out.name = order;
 *         args.consumers = GLSORT_CONSUMER_INDEX; // glDrawElements reads the order
 *
 *         glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what the shader wrote
 *         if (glsort_run(plan, &args) != GLSORT_OK)
 *             fprintf(stderr, "%s\n", glsort_last_error(context));
 *         glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order);
 *         glDrawElements(GL_POINTS, count, GL_UNSIGNED_INT, NULL);
 *     }
 *
 *
 * What glsort promises
 *
 * | promise       | value                                                               |
 * |---------------|---------------------------------------------------------------------|
 * | order         | total order of the key bits; floats by IEEE 754 totalOrder:         |
 * |               | -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN                     |
 * | stability     | equal keys keep the order of the input, ascending and descending    |
 * | determinism   | every algorithm, backend and device writes the same bytes           |
 * | count         | any number from 0 to glsort_max_count(); the caller never pads      |
 * | memory        | a run accesses only [offset, offset + count * element size) of a    |
 * |               | buffer, where an element has 4, 8 or 16 bytes, and the first count  |
 * |               | texels of a texture. Exception: with GLSORT_COUNT_FROM_BUFFER, the  |
 * |               | fragment backend reads the elements from the count up to max_count  |
 * |               | and writes them back unchanged                                      |
 * | inputs        | are not modified unless input and output are the same range         |
 * | in place      | an output may be its input: the same object at the same offset. A   |
 * |               | partial overlap is not detected and gives undefined results         |
 * | wrong objects | a run refuses names that are not buffers or textures; buffers that  |
 * |               | are too small, or mapped and not persistently; textures of another  |
 * |               | target or format, with a GL_TEXTURE_BASE_LEVEL other than 0, with a |
 * |               | swizzle that changes what is read, or too small (GLES 3.0 cannot    |
 * |               | query the size). With GLSORT_CONTEXT_CLOBBERS_STATE a run checks    |
 * |               | no object                                                           |
 * | GL state      | every call restores it (gl-state.md lists it), unless the context   |
 * |               | has GLSORT_CONTEXT_CLOBBERS_STATE. gl-state.md also lists what must |
 * |               | not be active during a call, such as conditional rendering          |
 * | GL errors     | no call leaves one behind. An error that is already pending stays   |
 * |               | pending, except that three failures may consume it: a plan creation |
 * |               | that runs out of GPU memory; glsort_context_programs(), if the      |
 * |               | driver fails to return a binary; and the refusal of a texture whose |
 * |               | target is not GL_TEXTURE_2D, unless the pending error is            |
 * |               | GL_INVALID_ENUM or GL_INVALID_VALUE                                 |
 * | threads       | a context and its plans are used by one thread at a time, the one   |
 * |               | on which their GL context is current. There are no globals: two     |
 * |               | contexts on two threads need no lock                                |
 * | GL contexts   | a plan is run and destroyed in the GL context in which it was       |
 * |               | created. GL contexts that share objects share buffers and textures, |
 * |               | but not vertex arrays and framebuffers, so each of them needs plans |
 * |               | of its own. Where GL can tell, another GL context is refused with   |
 * |               | GLSORT_ERROR_CONTEXT                                                |
 * | lifetime      | the GL context outlives the glsort context. If it is lost or gone,  |
 * |               | call glsort_context_abandon(). Contexts and plans may be destroyed  |
 * |               | in any order. The allocator outlives the context and its plans; the |
 * |               | log outlives the context; only glsort_context_create() calls        |
 * |               | get_proc. A buffer or texture may be deleted as soon as the run     |
 * |               | that uses it has returned (between glsort_begin() and glsort_end()  |
 * |               | it must stay): GL keeps its memory until the GPU has finished       |
 *
 *
 * What glsort does not do
 *
 * - create a window or a GL context, or load a GL library
 * - compile, allocate, wait for the GPU or read back in a run
 * - bring results to the CPU: read or map the output buffers yourself
 * - issue the barriers for what your own shaders wrote (see below)
 * - sort by a comparison function, or sort segments of an array separately
 * - resize your buffers, or let a plan grow beyond its max_count
 * - use compute shaders of GLES: it runs fragment passes there
 * - print, exit, or keep global state
 *
 *
 * Barriers. Before a run, the caller makes what its shaders wrote to inputs and outputs
 * visible with glMemoryBarrier():
 *
 *   compute             GL_SHADER_STORAGE_BARRIER_BIT
 *   fragment, buffers   GL_PIXEL_BUFFER_BARRIER_BIT and GL_BUFFER_UPDATE_BARRIER_BIT
 *   fragment, textures  GL_TEXTURE_FETCH_BARRIER_BIT and GL_FRAMEBUFFER_BARRIER_BIT
 *
 * The caller also makes its writes through a persistent mapping visible if the mapping is
 * not coherent. glsort makes its results visible to the readers that
 * glsort_run_args.consumers names, to all if it names none, and always to the next run of
 * any plan.
 *
 *
 * How functions are documented. After what it does, a function lists where they apply:
 *
 *   Errors      the codes GLSORT_ERROR_* that it returns, and when
 *   GL context  what must be current on the calling thread
 *   GL state    what the caller may rely on afterwards
 *   Lifetime    how long pointers stay valid
 *   Cost        what it allocates, compiles or waits for
 *
 * "kept" means restored as promised above. Every function that takes a plan and returns
 * a glsort_result also returns GLSORT_ERROR_STATE if the plan's context was destroyed or
 * abandoned. A context or plan that is NULL gives GLSORT_ERROR_ARGUMENT.
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

/* Zero and above: the call succeeded. Below zero: it changed nothing, and
 * glsort_last_error() returns a sentence with the numbers. */
typedef enum glsort_result {
    GLSORT_OK = 0,
    GLSORT_NOT_READY = 1,   /* timings: the GPU has not finished yet; ask again later */
    GLSORT_UNAVAILABLE = 2, /* timings: this device or plan records none */

    GLSORT_ERROR_ARGUMENT = -10, /* an invalid pointer, enumerant or combination */
    GLSORT_ERROR_RANGE = -11,    /* a count, offset or alignment is out of range */
    GLSORT_ERROR_STATE = -12,    /* wrong order of calls, such as end without begin */

    GLSORT_ERROR_LOADER = -20,      /* get_proc lacks an entry point of this GL version,
                                     * or is NULL where glsort has no lookup of its own */
    GLSORT_ERROR_CONTEXT = -21,     /* no GL context is current, it is too old, or it is
                                     * not the plan's */
    GLSORT_ERROR_UNSUPPORTED = -22, /* not available on this backend or algorithm */
    GLSORT_ERROR_LIMIT = -23,       /* a limit of this device is too small */
    GLSORT_ERROR_SHADER = -24, /* the driver refused a shader; the log has its message */

    GLSORT_ERROR_HOST_MEMORY = -30,  /* the allocator returned NULL */
    GLSORT_ERROR_DEVICE_MEMORY = -31 /* GL ran out of memory while creating a plan */
} glsort_result;

/* Returns the enumerant's name, such as "GLSORT_ERROR_RANGE"; never NULL.
 * GL context: none needed; any thread.
 * Lifetime: the text is static. */
GLSORT_API const char* glsort_result_name(glsort_result result);

/* Returns the library's version as "major.minor.patch".
 * GL context: none needed; any thread.
 * Lifetime: the text is static. */
GLSORT_API const char* glsort_version(void);

/* ---- context ---------------------------------------------------------------------- */

typedef struct glsort_context glsort_context;
typedef struct glsort_plan glsort_plan;

typedef void (*glsort_proc)(void);

/* Finds a GL entry point of the current context by name; NULL if there is none. */
typedef glsort_proc (*glsort_get_proc)(void* user, const char* name);

/* Both functions, or neither. allocate returns memory aligned for any type, or NULL;
 * release gets the size that was requested. glsort calls them while a context or plan is
 * created or destroyed or a context abandoned; the first peek of a kind may call release.
 * Lifetime: until the context and all its plans are destroyed. */
typedef struct glsort_allocator {
    void* (*allocate)(void* user, size_t bytes);
    void (*release)(void* user, void* block, size_t bytes);
    void* user;
} glsort_allocator;

typedef enum glsort_severity {
    GLSORT_SEVERITY_INFO = 0,
    GLSORT_SEVERITY_WARNING = 1,
    GLSORT_SEVERITY_ERROR = 2
} glsort_severity;

/* Receives one message without a line feed at its end.
 * Lifetime: the message is valid during the call only. */
typedef void (*glsort_log)(void* user, glsort_severity severity, const char* message);

enum {
    /* Labels GL objects through KHR_debug, and puts a debug group around every pass while
     * the stack of debug groups has room. */
    GLSORT_CONTEXT_DEBUG = 1 << 0,
    /* Calls neither save nor restore GL state: they clobber exactly the list in
     * gl-state.md. Runs do not check buffers and textures either: a wrong one gives
     * undefined results. */
    GLSORT_CONTEXT_CLOBBERS_STATE = 1 << 1
};

typedef struct glsort_context_desc {
    /* NULL: glsort calls the lookup of the platform that has a context current on this
     * thread: of EGL or GLX on Linux, BSD and Android, of WGL or EGL on Windows, of CGL
     * or EGL on macOS. It finds them among the libraries of the process and loads none.
     * On other platforms, such as Emscripten, get_proc is required. */
    glsort_get_proc get_proc;
    void* get_proc_user;        /* passed to get_proc; unused if that is NULL */
    glsort_allocator allocator; /* zero: malloc and free */
    glsort_log log;             /* NULL: silent */
    void* log_user;
    uint32_t flags; /* GLSORT_CONTEXT_* */

    /* Receives a sentence that says why the creation failed. May be NULL. */
    char* message;
    size_t message_bytes;

    /* Program binaries from glsort_context_programs(), or NULL; copied. A blob of another
     * device, driver or library version gives a warning in the log, and the shaders are
     * compiled instead. */
    const void* programs;
    size_t programs_bytes;

    /* What AUTO chooses on this device: the zero-terminated text that "glsort tune"
     * prints (see below). NULL: the library's own choices. Parsed and copied by the
     * creation. Invalid text fails the creation with GLSORT_ERROR_ARGUMENT, and the
     * message names the line. */
    const char* table;
} glsort_context_desc;

/* A table of choices is plain text; "#" starts a comment that ends with the line. Every
 * other line that is not empty is a row of four words separated by blanks:
 *
 *   # backend  values  most  method
 *   compute    pairs   2^17  rank
 *   compute    pairs   any   radix-chain
 *   fragment   any     2^14  abisort-fused
 *
 *   backend    compute or fragment; must equal the backend of the plan, which no row
 *              changes
 *   values     keys (GLSORT_VALUES_NONE), pairs (all other values) or any. 64-bit keys
 *              count as pairs, because they are sorted as 32-bit words with an index
 *   most       the largest max_count in elements: a number, 2^N, or any
 *   method     a method of the backend by its name (glsort_method_name()), except
 *              bitonic-local-read and bitonic-local-keep, which sort blocks separately
 *
 * A plan whose descriptor names no method uses the first row that matches it, that has a
 * method of the algorithm that it names, and that the device supports; otherwise the
 * library's own choices. A table made for another device, driver or GL version can
 * therefore make a plan slower or larger, but never makes its creation fail. With a bit
 * range on compute, a plan that names no algorithm uses rows of radix alone.
 * glsort_plan_info.reason names the line of the row. Offline plans and glsort_max_count()
 * use no table. */

/* Creates a context for the current GL context: GL >= 3.3 (core or compatibility) or
 * GLES >= 3.0. The compute backend needs GL >= 4.3. *context is NULL on failure.
 * Errors: ARGUMENT   a pointer is NULL, half an allocator, unknown flags, invalid table
 *         CONTEXT    no GL context is current, or it is too old
 *         LOADER     get_proc, or the platform's lookup, lacks an entry point of
 *                    the version; or get_proc is NULL and the platform has no lookup
 *         HOST_MEMORY
 *         The sentence goes to desc->message.
 * GL context: current.
 * GL state: kept.
 * Lifetime: what desc points at may go afterwards, except the allocator and the log.
 * Cost: allocates host memory and queries limits; compiles nothing. */
GLSORT_API glsort_result glsort_context_create(const glsort_context_desc* desc,
                                               glsort_context** context);

/* Frees the context and all GL objects, its own and those of its plans. NULL is allowed.
 * GL context: the context's own is current.
 * GL state: kept.
 * Lifetime: plans that still exist keep host memory until glsort_plan_destroy(), which
 *   then needs no GL context. Until then their calls fail with GLSORT_ERROR_STATE and a
 *   sentence in glsort_plan_last_error(); an open run is over, glsort_passes_left() is 0.
 * Cost: frees memory. */
GLSORT_API void glsort_context_destroy(glsort_context* context);

/* Frees the context without a GL call, for a GL context that is lost
 * (GL_KHR_robustness) or already gone. NULL is allowed. Its GL objects are not deleted:
 * they go with the GL context, or stay in the contexts that share with it.
 * GL context: none needed.
 * Lifetime: plans stay as after glsort_context_destroy().
 * Cost: frees host memory. */
GLSORT_API void glsort_context_abandon(glsort_context* context);

/* Returns the last error of the context or of one of its plans, as a sentence that says
 * what failed, the limit and what was asked; "" if there was none.
 * GL context: none needed.
 * Lifetime: until the next failing call on the context or its plans, or until the context
 *   is destroyed. */
GLSORT_API const char* glsort_last_error(const glsort_context* context);

/* Writes all programs linked so far as one blob for glsort_context_desc.programs.
 * *bytes: in, the size of the memory at data; out, the size of the blob. If data is NULL,
 * only sets *bytes. Programs for which the driver returns no binary are left out. Some
 * drivers report another length every time: a blob may be smaller than the size returned
 * before, and if it has become larger, the contents of data are undefined.
 * Errors: ARGUMENT     bytes is NULL
 *         RANGE        *bytes is too small; *bytes then is the size needed
 *         UNSUPPORTED  the driver has no program binary format
 * GL context: the context's own is current.
 * GL state: kept.
 * Cost: allocates nothing; writes only within the *bytes given. */
GLSORT_API glsort_result glsort_context_programs(glsort_context* context, void* data,
                                                 size_t* bytes);

/* ---- limits ----------------------------------------------------------------------- */

typedef enum glsort_backend {
    GLSORT_BACKEND_AUTO = 0,
    GLSORT_BACKEND_COMPUTE = 1, /* dispatches over storage buffers; GL >= 4.3 */
    GLSORT_BACKEND_FRAGMENT = 2 /* draws over integer textures; GL >= 3.3, GLES >= 3.0 */
} glsort_backend;

/* The properties of a device that plans depend on. */
typedef struct glsort_limits {
    uint32_t version; /* 100 * major + 10 * minor: 430, 330, 300 */
    uint32_t is_gles; /* 1 for GLES */
    uint32_t has_compute;
    uint32_t has_timestamps;
    uint32_t is_software;         /* a renderer on the CPU, such as llvmpipe */
    uint32_t storage_alignment;   /* of an offset into a storage buffer, bytes */
    uint32_t uniform_alignment;   /* of an offset into a uniform buffer, bytes */
    uint64_t storage_block_bytes; /* largest range of one storage binding */
    uint32_t storage_blocks;      /* of one compute program, or its combined outputs if
                                   * the driver allows fewer of them */
    uint32_t group_count;         /* work groups along x or y, whichever allows fewer */
    uint32_t group_size;          /* invocations per work group */
    uint32_t subgroup_size;       /* where subgroups are known to be full and support the
                             * operations of GL_KHR_shader_subgroup that glsort uses;
                             * otherwise 0 */
    uint32_t has_ballots;  /* by GL_KHR_shader_subgroup, or by GL_ARB_shader_ballot with
                             * GL_ARB_gpu_shader_int64; subgroups of any size */
    uint32_t chained_scan; /* 1: a single-pass chained scan (RADIX_CHAIN) was
                             * measured to be fast on such devices. A hint for AUTO; the
                             * results are right either way */
    uint32_t shared_bytes; /* shared memory per work group */
    uint32_t texture_size; /* width and height, texels */
    uint32_t pair_texels;  /* of the largest RG32UI texture, 16384 wide, that the driver
                             * accepts; 0: none, or no compute */
    uint32_t texture_layers;
    uint32_t draw_buffers;
} glsort_limits;

/* Writes the limits of the context's device; all zero if the context is NULL.
 * GL context: none needed. */
GLSORT_API void glsort_context_limits(const glsort_context* context,
                                      glsort_limits* limits);

/* Writes the minimum that the GL specification guarantees for version 430, 330, or 300
 * with is_gles, for describing plans without a GPU.
 * Errors: ARGUMENT  another version, or limits is NULL; no sentence
 * GL context: none needed; any thread. */
GLSORT_API glsort_result glsort_limits_minimum(uint32_t version, int is_gles,
                                               glsort_limits* limits);

/* ---- plan ------------------------------------------------------------------------- */

/* A 64-bit key is two words, low word first, as in the memory of a little-endian CPU.
 * Buffers of 64-bit keys need no more alignment than buffers of 32-bit words. */
typedef enum glsort_key {
    GLSORT_KEY_U32 = 0,
    GLSORT_KEY_I32 = 1,
    GLSORT_KEY_F32 = 2,
    GLSORT_KEY_U64 = 3,
    GLSORT_KEY_I64 = 4,
    GLSORT_KEY_F64 = 5,
    /* The low 16 bits of a 32-bit word. The high 16 bits move with the key and do not
     * affect the order. */
    GLSORT_KEY_U16 = 6
} glsort_key;

typedef enum glsort_direction {
    GLSORT_ASCENDING = 0,
    GLSORT_DESCENDING = 1
} glsort_direction;

typedef enum glsort_values {
    GLSORT_VALUES_NONE = 0,    /* keys only */
    GLSORT_VALUES_INDICES = 1, /* 0 .. count - 1 made by the sort: values_out = argsort */
    GLSORT_VALUES_4_BYTES = 2, /* the caller's: any 4 bytes per element */
    GLSORT_VALUES_8_BYTES = 3, /* 8 bytes */
    GLSORT_VALUES_16_BYTES = 4 /* 16 bytes */
} glsort_values;

typedef enum glsort_algorithm {
    GLSORT_ALGORITHM_AUTO = 0,
    /* Adaptive bitonic merging on arrays: fast, on both backends. */
    GLSORT_ALGORITHM_ABISORT = 1,
    /* GPU-ABiSort as published: bitonic trees, linear stream output, no scatter. For
     * teaching and measuring. */
    GLSORT_ALGORITHM_ABISORT_TREE = 2,
    /* Merges by ranks, and enumeration sort of few elements: fast up to some 10^5
     * elements; compute only. */
    GLSORT_ALGORITHM_RANK = 3,
    /* Batcher's bitonic network, the classic baseline. */
    GLSORT_ALGORITHM_BITONIC = 4,
    /* Least significant digit radix sort, 8-bit digits; compute only. */
    GLSORT_ALGORITHM_RADIX = 5
} glsort_algorithm;

typedef enum glsort_count_source {
    GLSORT_COUNT_FROM_ARGS = 0,
    GLSORT_COUNT_FROM_BUFFER = 1 /* one uint in a GPU buffer, clamped to max_count */
} glsort_count_source;

/* What holds the caller's keys and values. */
typedef enum glsort_storage {
    GLSORT_STORAGE_BUFFERS = 0,
    /* Fragment backend only: textures, row-major, one element per texel: R32UI for 4
     * bytes (f32 and i32 keys as their bits), RG32UI for 8 (low word first), RGBA32UI for
     * 16. */
    GLSORT_STORAGE_TEXTURES = 1
} glsort_storage;

/* Experimental, to teach and to measure; AUTO is the product. One way to sort of one
 * algorithm. */
/* The largest max_count for which GLSORT_METHOD_RANK_ALL compares all elements. */
#define GLSORT_RANK_ALL_MOST 7168

typedef enum glsort_method {
    GLSORT_METHOD_AUTO = 0,

    /* ABISORT, on both backends. FUSED: every block of the output searches for its parts
     * of two runs, one pass a level. PARTITION: a separate pass does the searches. */
    GLSORT_METHOD_ABISORT_FUSED = 1,
    GLSORT_METHOD_ABISORT_PARTITION = 2,

    /* TREE, on both backends, with local_size and merge_size. A stage of a merge starts
     * two steps after the one before it; SIMPLE: when the one before it has ended. */
    GLSORT_METHOD_TREE = 3,
    GLSORT_METHOD_TREE_SIMPLE = 4,

    /* RANK, on compute. Every element searches for its rank in up to 7 other runs, one
     * pass for up to three levels. ALL: plans of up to 7168 elements compare every
     * element with all others in a single pass, after one copy pass if an output is an
     * input; larger plans merge like RANK. */
    GLSORT_METHOD_RANK = 5,
    GLSORT_METHOD_RANK_ALL = 6,

    /* BITONIC, on compute: blocks in shared memory with fused strides; blocks of 512,
     * then a pass a substage. */
    GLSORT_METHOD_BITONIC_BLOCKS = 7,
    GLSORT_METHOD_BITONIC_TWO_KERNELS = 8,
    /* On compute, the local sort alone: sorts each block of local_size elements by
     * itself, which is the whole sort up to local_size elements only; max_count is at
     * most local_size unless keys and values have 32 bits and all bits count. One element
     * per invocation, read again at each step (READ) or kept in a register (KEEP). */
    GLSORT_METHOD_BITONIC_LOCAL_READ = 9,
    GLSORT_METHOD_BITONIC_LOCAL_KEEP = 10,
    /* On fragment: several elements and columns a pass; one pass a column. */
    GLSORT_METHOD_BITONIC_PACKED = 11,
    GLSORT_METHOD_BITONIC_COLUMNS = 12,

    /* RADIX, on compute: how the keys of a digit are ranked. All but ITEMS skip a digit
     * that is the same in all keys. TILES: each work group ranks a tile and reorders it
     * in shared memory before it writes it. BALLOTS: like TILES, but finds equal digits
     * by subgroup ballots; needs glsort_limits.has_ballots. ITEMS: each invocation ranks
     * a run of keys serially with a histogram of its own, up to 4 more bytes of scratch
     * per element. CHAIN: like TILES, but in a single pass per digit by decoupled
     * look-back; max_count at most 2^28. */
    GLSORT_METHOD_RADIX_TILES = 13,
    GLSORT_METHOD_RADIX_BALLOTS = 14,
    GLSORT_METHOD_RADIX_ITEMS = 15,
    GLSORT_METHOD_RADIX_CHAIN = 16
} glsort_method;

enum {
    GLSORT_PLAN_DISCARD_KEYS = 1 << 0, /* the sort writes values only */
    GLSORT_PLAN_TIMINGS = 1 << 1       /* records time stamps around every pass */
};

/* Zero means the default in every field but max_count. */
typedef struct glsort_plan_desc {
    uint32_t max_count; /* largest count of a run; the plan allocates for it */
    glsort_key key;
    glsort_direction direction;
    glsort_values values;
    glsort_algorithm algorithm;
    glsort_backend backend;
    glsort_count_source count_source;
    glsort_storage storage;
    uint32_t flags; /* GLSORT_PLAN_* */

    /* Sort by the bits first_bit .. first_bit + bit_count - 1 of the key as an unsigned
     * integer in sort order: signed and float keys after the map that makes them ascend,
     * complemented for GLSORT_DESCENDING. bit_count 0: all bits from first_bit on. Keys
     * that agree in these bits keep the order of the input. Fewer bits need fewer passes
     * with RADIX, and with any algorithm if a 64-bit key is sorted by at most 32 bits. */
    uint32_t first_bit;
    uint32_t bit_count;

    /* Experimental, to teach and to measure. A method implies its algorithm; if both are
     * given they must agree. With AUTO, algorithm and backend decide as far as they are
     * given. */
    glsort_method method;
    /* Powers of two, for the methods that name them. local_size: elements that the first
     * pass sorts locally; TREE: 1 (no local sort) to 1024 on compute or 16 on fragment,
     * default 8; BITONIC_LOCAL_READ and _KEEP: 1 to 1024, the default. merge_size:
     * elements of the bitonic merge that ends a level, 2 (the pure algorithm) to 1024 on
     * compute or 16 on fragment, default 16. */
    uint32_t local_size;
    uint32_t merge_size;
} glsort_plan_desc;

/* Creates a plan for runs of up to desc->max_count elements. *plan is NULL on failure.
 * Errors: ARGUMENT       a pointer is NULL, or a field has a value that no enumerant has
 *         RANGE          max_count is 0
 *         UNSUPPORTED    the backend, algorithm or device lacks what the fields ask for;
 *                        an invalid bit range, local_size or merge_size
 *         LIMIT          max_count is above glsort_max_count(), or the driver cannot
 *                        render to the targets of a pass
 *         CONTEXT        no GL context is current
 *         SHADER         the driver refused a shader
 *         HOST_MEMORY, DEVICE_MEMORY
 * GL context: current; the plan belongs to it.
 * GL state: kept.
 * Lifetime: until glsort_plan_destroy(); desc is copied.
 * Cost: compiles the shaders that the context has not linked yet, and allocates all host
 *   and GPU memory that runs need. */
GLSORT_API glsort_result glsort_plan_create(glsort_context* context,
                                            const glsort_plan_desc* desc,
                                            glsort_plan** plan);

/* Creates a plan from limits alone, which can be described but not run. Start from
 * glsort_limits_minimum() or from the limits of a context. *plan is NULL on failure.
 * Errors: as glsort_plan_create(), without those of GL, and
 *         ARGUMENT  an alignment is not a power of two up to 4096, texture_size is above
 *                   2147483647, or group_count is 0 although has_compute is set
 *         The sentence goes to message, which may be NULL.
 * GL context: none needed; any thread.
 * Lifetime: until glsort_plan_destroy(); limits and desc are copied.
 * Cost: allocates host memory with malloc. */
GLSORT_API glsort_result glsort_plan_create_offline(const glsort_limits* limits,
                                                    const glsort_plan_desc* desc,
                                                    char* message, size_t message_bytes,
                                                    glsort_plan** plan);

/* Returns the last error of the plan's context, as glsort_last_error() does. An offline
 * plan, and a plan whose context was destroyed or abandoned, has a last error of its own.
 * GL context: none needed.
 * Lifetime: until the next failing call, or until the plan or its context is
 *   destroyed. */
GLSORT_API const char* glsort_plan_last_error(const glsort_plan* plan);

/* Frees the plan and its GL objects. NULL is allowed.
 * GL context: the plan's is current; none needed if the plan is offline, or if its
 *   context was destroyed or abandoned.
 * GL state: kept.
 * Cost: frees memory. */
GLSORT_API void glsort_plan_destroy(glsort_plan* plan);

/* Returns the largest max_count of a plan with this descriptor on a device with these
 * limits, or 0 if there can be no such plan. Ignores desc->max_count. *reason, unless
 * reason is NULL, becomes a sentence that names the limit.
 * GL context: none needed; any thread.
 * Lifetime: the sentence is static.
 * Cost: allocates nothing. */
GLSORT_API uint32_t glsort_max_count(const glsort_limits* limits,
                                     const glsort_plan_desc* desc, const char** reason);

/* ---- forms ------------------------------------------------------------------------ */

/* A named variant of a sort: a method on a backend with its sizes. The list has the
 * variants that are worth choosing, showing or measuring.
 * Lifetime: everything here is static. */
typedef struct glsort_form {
    const char* name;        /* "radix-chain": lower-case words joined by hyphens */
    const char* description; /* a phrase for users, without a full stop */
    /* The largest count that a run sorts as a whole: local_size of BITONIC_LOCAL_READ and
     * _KEEP, UINT32_MAX of all others. */
    uint32_t whole_count;
    /* Sets algorithm, method and backend, and the sizes that the method uses. All other
     * fields are zero, for the caller to fill in. A device supports the form if
     * glsort_max_count() of the completed descriptor is above 0. */
    glsort_plan_desc desc;
} glsort_form;

/* Returns the method's name, such as "radix-chain": that of its first form, and the word
 * of tables of choices. "auto" for AUTO, "?" for a value that no enumerant has.
 * GL context: none needed; any thread.
 * Lifetime: the text is static. */
GLSORT_API const char* glsort_method_name(glsort_method method);

/* Returns the number of forms.
 * GL context: none needed; any thread. */
GLSORT_API uint32_t glsort_form_count(void);

/* Returns form `at`; NULL past the end of the list. The forms of an algorithm follow one
 * another, simpler ones first.
 * GL context: none needed; any thread. */
GLSORT_API const glsort_form* glsort_form_at(uint32_t at);

/* Returns the form with this name; NULL if there is none.
 * GL context: none needed; any thread. */
GLSORT_API const glsort_form* glsort_form_find(const char* name);

/* ---- a plan described ------------------------------------------------------------- */

typedef enum glsort_phase {
    GLSORT_PHASE_LOAD = 0, /* converts from the caller's form to the algorithm's */
    GLSORT_PHASE_SORT = 1, /* the passes that published pass counts count */
    GLSORT_PHASE_STORE = 2 /* converts back to the caller's form */
} glsort_phase;

typedef enum glsort_pass_kind {
    GLSORT_PASS_DISPATCH = 0,
    GLSORT_PASS_DRAW = 1,
    GLSORT_PASS_UPLOAD = 2,  /* copies a buffer to a texture, on the GPU */
    GLSORT_PASS_DOWNLOAD = 3 /* draws, then copies the target to a buffer, on the GPU */
} glsort_pass_kind;

enum { GLSORT_READ = 1 << 0, GLSORT_WRITE = 1 << 1 };

enum {
    GLSORT_BARRIER_STORAGE = 1 << 0,
    GLSORT_BARRIER_UNIFORM = 1 << 1,
    GLSORT_BARRIER_INDIRECT = 1 << 2,
    GLSORT_BARRIER_FETCH = 1 << 3,
    GLSORT_BARRIER_IMAGE = 1 << 4
};

/* One buffer or texture that a pass uses. usage is "storage", "uniform", "indirect",
 * "fetch", "image", "target" or "copy". */
typedef struct glsort_pass_use {
    const char* slot; /* "keys in", "nodes 0", ...; static */
    const char* usage;
    uint32_t access;      /* GLSORT_READ, GLSORT_WRITE */
    uint64_t first_bytes; /* the range that the pass may access */
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
    glsort_method method;       /* never AUTO */
    glsort_backend backend;     /* never AUTO */
    const char* reason;         /* why these were chosen; lives as long as the plan */
    uint32_t max_count;
    uint32_t count;           /* elements of the run described */
    uint32_t pass_count;      /* all passes */
    uint32_t sort_pass_count; /* those of GLSORT_PHASE_SORT */
    uint64_t scratch_bytes;   /* GPU memory of the plan, the same for every count */
    double bytes_per_element; /* traffic of all passes divided by count */
} glsort_plan_info;

/* Describes a run of `count` elements that is not in place; glsort_plan_pass() then
 * returns its passes. With GLSORT_COUNT_FROM_BUFFER this is always a run of max_count,
 * because the CPU does not know the count. info may be NULL.
 * Errors: RANGE  count is above max_count
 *         STATE  a run is open
 * GL context: none needed.
 * Cost: computes the passes on the CPU, unless the last run or description had the same.
 *   Allocates nothing. */
GLSORT_API glsort_result glsort_plan_describe(glsort_plan* plan, uint32_t count,
                                              glsort_plan_info* info);

/* Describes pass `at` of the run that was described or run last.
 * Errors: ARGUMENT  info is NULL
 *         RANGE     there is no such pass
 *         STATE     the plan's context is gone
 * GL context: none needed.
 * Lifetime: the texts live as long as the plan.
 * Cost: allocates nothing. */
GLSORT_API glsort_result glsort_plan_pass(const glsort_plan* plan, uint32_t at,
                                          glsort_pass_info* info);

/* ---- running ---------------------------------------------------------------------- */

/* A buffer of 32-bit words, or a texture if the plan has GLSORT_STORAGE_TEXTURES. All
 * zero: none. */
typedef struct glsort_resource {
    uint32_t name;   /* GL name of the buffer, or of the texture: level 0 of a
                      * GL_TEXTURE_2D, with any filter and GL_TEXTURE_MAX_LEVEL */
    uint32_t width;  /* texture: its width in texels; it must have at least
                      * ceil(count / width) rows. Buffer: 0 */
    uint64_t offset; /* buffer: byte offset, a multiple of 4; texture: 0 */
} glsort_resource;

/* What reads the results; selects the final memory barrier of the compute backend. 0
 * means everything below. Naming the consumers can make a run faster, never safer. */
enum {
    GLSORT_CONSUMER_INDEX = 1 << 0,    /* an element array buffer */
    GLSORT_CONSUMER_VERTEX = 1 << 1,   /* a vertex attribute */
    GLSORT_CONSUMER_INDIRECT = 1 << 2, /* a draw or dispatch indirect buffer */
    GLSORT_CONSUMER_TEXTURE = 1 << 3,  /* a buffer texture */
    GLSORT_CONSUMER_COPY = 1 << 4,     /* glCopyBufferSubData, glGetBufferSubData, map */
    GLSORT_CONSUMER_UNIFORM = 1 << 5,  /* a uniform block */
    GLSORT_CONSUMER_PIXEL = 1 << 6,    /* a pixel pack or unpack buffer */
    GLSORT_CONSUMER_STORAGE = 1 << 7   /* storage blocks and the next run; always done */
};

typedef struct glsort_run_args {
    uint32_t count; /* elements; ignored with GLSORT_COUNT_FROM_BUFFER */
    glsort_resource keys_in;
    glsort_resource keys_out;   /* none exactly if the plan discards keys */
    glsort_resource values_in;  /* only for GLSORT_VALUES_4_BYTES, _8_ and _16_BYTES */
    glsort_resource values_out; /* none exactly if GLSORT_VALUES_NONE */
    glsort_resource count_in;   /* only for GLSORT_COUNT_FROM_BUFFER; always a buffer */
    uint32_t consumers;         /* GLSORT_CONSUMER_* */
} glsort_run_args;

/* Sorts. Equals glsort_begin(), glsort_step() for all passes, glsort_end(). A count of 0
 * succeeds without any resource.
 * Errors: ARGUMENT  args is NULL; a resource is missing or not used by the plan; an
 *                   object fails the checks listed at the top; an output of keys is
 *                   also a resource of values, or the reverse; unknown consumers
 *         RANGE     count is above max_count; an offset is not a multiple of 4; a buffer
 *                   or texture is too small
 *         LIMIT     a resource needs a larger binding or texture than the device has
 *         STATE     the plan is offline, or a run of it is open
 *         CONTEXT   the current GL context is not the plan's
 * GL context: the plan's is current.
 * GL state: kept.
 * Lifetime: args is copied.
 * Cost: allocates and compiles nothing, waits for nothing. Another count than in the last
 *   run computes the passes anew on the CPU. A driver may wait, or copy a small buffer,
 *   if counts change and more than 64 runs of the plan are in flight. */
GLSORT_API glsort_result glsort_run(glsort_plan* plan, const glsort_run_args* args);

/* A run in steps, possibly over several frames. glsort_begin() fixes the arguments,
 * glsort_step() runs the next `passes` passes or as many as are left, glsort_end() closes
 * the run and makes the results visible. Between begin and end the caller must not change
 * the buffers. If glsort_end() is called with passes left, they are not run, and the
 * contents of the outputs are undefined.
 * Errors: begin      as glsort_run()
 *         step, end  STATE    no run is open
 *                    CONTEXT  the current GL context is not the plan's
 * GL context: the plan's is current, in each of them.
 * GL state: kept.
 * Cost: as glsort_run(). */
GLSORT_API glsort_result glsort_begin(glsort_plan* plan, const glsort_run_args* args);
GLSORT_API glsort_result glsort_step(glsort_plan* plan, uint32_t passes);
GLSORT_API glsort_result glsort_end(glsort_plan* plan);

/* Returns the number of passes of the open run that have not run yet; 0 if no run is
 * open.
 * GL context: none needed. */
GLSORT_API uint32_t glsort_passes_left(const glsort_plan* plan);

/* The outputs may be none, and are other ranges than those of the run. */
typedef struct glsort_peek_args {
    glsort_resource keys_out;   /* must be none if the plan discards keys */
    glsort_resource values_out; /* must be none if GLSORT_VALUES_NONE */
    uint32_t consumers;         /* GLSORT_CONSUMER_* */
} glsort_peek_args;

/* Writes the order that the open run has reached, a permutation of the input after every
 * step, without changing the run. For watching a sort, not for speed.
 * Errors: as glsort_run() for the outputs, and
 *         ARGUMENT  an output is a resource of the run, or both are the same
 *         STATE     no run is open
 *         SHADER    the driver refused a shader
 *         LIMIT     the driver cannot render to the targets of a pass
 * GL context: the plan's is current.
 * GL state: kept.
 * Cost: the first peek of a kind links its shaders and attaches textures to framebuffers,
 *   which a run never does. */
GLSORT_API glsort_result glsort_peek(glsort_plan* plan, const glsort_peek_args* args);

/* Reads the nanoseconds that each pass of the last finished run took, for a plan with
 * GLSORT_PLAN_TIMINGS. *pass_count: in, the number of elements at pass_ns; out, the
 * number of passes. Until the time stamps of a run are read, later runs record none.
 * Returns GLSORT_NOT_READY if the GPU has not finished, or if no run has finished since
 * the last read; GLSORT_UNAVAILABLE if the plan or device records no time stamps, or (on
 * GLES) if the GPU's clock was interrupted.
 * Errors: ARGUMENT  a pointer is NULL
 *         RANGE     *pass_count is too small; it becomes the number needed, and the time
 *                   stamps stay readable
 *         CONTEXT   the current GL context is not the plan's
 * GL context: the plan's is current.
 * GL state: kept.
 * Cost: never waits, allocates nothing. */
GLSORT_API glsort_result glsort_plan_timings(glsort_plan* plan, uint64_t* pass_ns,
                                             uint32_t* pass_count);

#ifdef __cplusplus
}
#endif

#endif
