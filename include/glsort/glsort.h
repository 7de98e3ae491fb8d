/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort: stable sorting on the GPU through OpenGL, by compute passes (GL 4.3, GLES 3.1)
 * or by fragment passes (GL 3.3, GLES 3.0). Create a context while your GL context is
 * current, create a plan for the largest count to sort, then run the plan every frame on
 * your own buffers. gl-state.md is in docs/ of the sources and in share/doc/glsort.
 *
 * Example: a frame, in C and C++. The README has the whole program.
 *     // Draws count points by descending depth. depths is a GL buffer of floats that a
 *     // compute shader wrote, order a GL buffer with room for as many unsigned integers.
 *     void draw_sorted(unsigned depths, unsigned order, unsigned count)
 *     {
 *         glsort_sort_args args;
 *
 *         memset(&args, 0, sizeof args);
 *         args.count = count;
 *         args.keys_in.name = depths;
 *         args.values_out.name = order;
 *         args.consumers = GLSORT_CONSUMER_INDEX; // glDrawElements reads the order
 *
 *         glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what the shader wrote
 *         if (glsort_sort_run(plan, &args) != GLSORT_OK)
 *             fprintf(stderr, "%s\n", glsort_plan_last_error(plan));
 *         glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order);
 *         glDrawElements(GL_POINTS, count, GL_UNSIGNED_INT, NULL);
 *     }
 *
 * What glsort promises
 * - Order: the total order of the key bits. Floats are in IEEE 754 totalOrder: -NaN <
 *   -inf < ... < -0 < +0 < ... < +inf < +NaN. (x86 CPUs set the sign of the NaN that they
 *   make of 0/0.) Equal keys keep the order of the input, ascending and descending.
 * - Determinism: every algorithm, backend and device writes the same bytes, for any count
 *   from 0 to the plan's max_count. The caller never pads.
 * - Memory: a run accesses only the first `count` elements of 4, 8 or 16 bytes, from the
 *   offset of a buffer on (with a stride also the bytes between elements), or the first
 *   `count` texels of a texture. Exception: with GLSORT_COUNT_FROM_BUFFER, the fragment
 *   backend reads what buffers hold between the count and max_count, and writes it back.
 * - Inputs are not modified. Exception: a sort in place, whose output is the object of
 *   its input at the offset of its input. A run refuses any other overlap of an output,
 *   and objects that it cannot use; gl-state.md lists them.
 * - GL state: every call restores it, or in browsers resets it. gl-state.md lists what a
 *   call touches, and what must not be active during a call, such as conditional
 *   rendering. With GLSORT_CONTEXT_CLOBBERS_STATE, calls neither restore state nor check
 *   objects.
 * - GL errors: no call leaves a GL error behind, and a pending one stays pending.
 *   gl-state.md has the exceptions.
 * - Threads: a context and its plans are used by one thread at a time, on which their GL
 *   context is current. Two contexts on two threads need no lock.
 * - GL contexts: a plan is run and destroyed in the GL context in which it was created.
 *   GL contexts that share objects do not share vertex arrays and framebuffers, so each
 *   GL context needs plans of its own. Elsewhere a call gives GLSORT_ERROR_CONTEXT and
 *   does nothing; a destruction frees host memory alone, and the log says so. gl-state.md
 *   says how glsort tells GL contexts apart.
 * - Lifetime: the GL context outlives the glsort context; if it is lost or gone, call
 *   glsort_context_abandon(). Contexts and plans may be destroyed in any order. The
 *   allocator outlives the context and its plans; the log outlives the context; only
 *   glsort_context_create() calls get_proc. A buffer or texture may be deleted as soon as
 *   the run that uses it has returned, because GL keeps its memory until the GPU has
 *   finished; a run in steps must have ended.
 *
 * What glsort does not do
 * - create a window or a GL context, or load a GL library; print, exit, keep global state
 * - compile, allocate, wait for the GPU or read back in a run (exception: the driver
 *   zink, see glsort_sort_run)
 * - bring results to the CPU: read or map the output buffers yourself
 * - issue the barriers for what your own shaders wrote (see glsort_sort_run)
 * - sort by a comparison function
 * - resize your buffers, or let a plan grow beyond its max_count
 *
 * What holds for every function, unless its comment says otherwise:
 *   GL context  the GL context of the glsort context or plan is current on the thread
 *   Errors      ARGUMENT  a pointer is NULL
 *               CONTEXT   another GL context is current, or none
 *               STATE     the plan is unfinished (glsort_plan_poll()), its context is
 *                         gone, or GL is in a mode that gl-state.md excludes
 *   GL state    is kept, as promised above
 *   Lifetime    structs are copied; returned texts are static
 *   Cost        allocates, compiles and waits for nothing
 */
#ifndef GLSORT_H
#define GLSORT_H

#include <stddef.h>
#include <stdint.h>
#define GLSORT_VERSION_MAJOR 0 /* below 1 the interface may still change */
#define GLSORT_VERSION_MINOR 1 /* grows when the interface does */
#define GLSORT_VERSION_PATCH 0 /* releases of one interface */
#if defined(GLSORT_STATIC) || !(defined(_WIN32) || defined(__GNUC__))
#define GLSORT_API
#elif !defined(_WIN32)
#define GLSORT_API __attribute__((visibility("default")))
#elif defined(GLSORT_BUILD)
#define GLSORT_API __declspec(dllexport)
#else
#define GLSORT_API __declspec(dllimport)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Below zero: the call failed, and changed nothing but what its comment names. A sentence
 * with the numbers is in glsort_plan_last_error() if the call took a plan, otherwise in
 * glsort_last_error(); for glsort_context_create() in desc->message. */
typedef enum glsort_result {
    GLSORT_OK = 0,
    GLSORT_NOT_READY = 1,           /* not finished yet: ask again later */
    GLSORT_UNAVAILABLE = 2,         /* timings: this device or plan records none */
    GLSORT_ERROR_ARGUMENT = -10,    /* an invalid pointer, enumerant or combination */
    GLSORT_ERROR_RANGE = -11,       /* a count, offset or alignment is out of range */
    GLSORT_ERROR_STATE = -12,       /* wrong order of calls, such as end without begin */
    GLSORT_ERROR_LOADER = -20,      /* an entry point of this GL version is missing */
    GLSORT_ERROR_CONTEXT = -21,     /* no GL context, one too old, or not the plan's */
    GLSORT_ERROR_UNSUPPORTED = -22, /* not available on this backend or device */
    GLSORT_ERROR_LIMIT = -23,       /* a limit of this device is too small */
    GLSORT_ERROR_SHADER = -24, /* the driver refused a shader; the log has all it says */
    GLSORT_ERROR_HOST_MEMORY = -30,  /* the allocator returned NULL */
    GLSORT_ERROR_DEVICE_MEMORY = -31 /* no GPU memory to create or warm up a plan */
} glsort_result;

/* Return the enumerant's name, such as "GLSORT_ERROR_RANGE", never NULL; and the
 * library's version as "major.minor.patch". GL context: none needed; any thread. */
GLSORT_API const char* glsort_result_name(glsort_result result);
GLSORT_API const char* glsort_version(void);

typedef struct glsort_context glsort_context; /* what the plans of a GL context share */
typedef struct glsort_plan glsort_plan;       /* a sort, a draw order ...: see below */
struct glsort_tuning;                         /* of glsort_inspect.h */
typedef void (*glsort_proc)(void);            /* a GL entry point, of any type */
/* Finds a GL entry point of the current context by name; NULL if there is none. */
typedef glsort_proc (*glsort_get_proc)(void* user, const char* name);

/* Both functions, or neither. glsort calls them only while a context or plan is created
 * or destroyed, or a context abandoned. Exception: the first peek of a kind may call
 * release. */
typedef struct glsort_allocator {
    void* (*allocate)(void* user, size_t bytes); /* aligned for any type, or NULL */
    void (*release)(void* user, void* block, size_t bytes); /* bytes: as requested */
    void* user;                                             /* passed to both */
} glsort_allocator;

/* How serious a message in the log is. */
typedef enum glsort_severity {
    GLSORT_SEVERITY_INFO = 0,
    GLSORT_SEVERITY_WARNING = 1,
    GLSORT_SEVERITY_ERROR = 2
} glsort_severity;

/* Receives one message, valid during the call only, without a line feed at its end. */
typedef void (*glsort_log)(void* user, glsort_severity severity, const char* message);

/* Labels GL objects by KHR_debug, and puts a debug group around every pass while the
 * stack of debug groups has room. */
#define GLSORT_CONTEXT_DEBUG (1u << 0)

/* What calls do with the GL state that they touch (gl-state.md lists it) is one of three
 * rules. KEEPS is the default; in browsers RESETS is, because a query there can wait for
 * another process, and keeping the state costs milliseconds a run. */
/* Clobbers: queries and restores nothing. Runs do not check buffers and textures: a wrong
 * object gives undefined results. */
#define GLSORT_CONTEXT_CLOBBERS_STATE (1u << 1)
/* Resets: leaves GL's initial values, or what glsort_context_leave() names. Queries only
 * a viewport, and the bindings that a check of an object or the reading of time stamps
 * changes. */
#define GLSORT_CONTEXT_RESETS_STATE (1u << 2)
/* Keeps: queries the state, and restores it. */
#define GLSORT_CONTEXT_KEEPS_STATE (1u << 3)
/* Browsers: the page sets polygon modes by WEBGL_polygon_mode. Then glsort enables
 * this extension, about which browsers print a warning on the console, and draws
 * in the mode FILL. Without the flag, results are wrong while the mode is LINE.
 * Elsewhere the flag does nothing. */
#define GLSORT_CONTEXT_USES_POLYGON_MODE (1u << 4)
/* Asks the driver to compile in threads of its own: calls glMaxShaderCompilerThreadsKHR()
 * with the number that the driver reports, before which NVIDIA's driver has no threads.
 * Only for a process in which one thread has a GL context: with several, NVIDIA's driver
 * (580.159) may crash. In browsers, and without GL_KHR_parallel_shader_compile or its ARB
 * version, the flag does nothing. */
#define GLSORT_CONTEXT_COMPILER_THREADS (1u << 5)

/* Zero means the default in every field. */
typedef struct glsort_context_desc {
    /* NULL: glsort uses the platform that has a GL context current on this thread: EGL or
     * GLX on Linux, BSD and Android, WGL or EGL on Windows, CGL or EGL on macOS, found
     * among the libraries of the process, and Emscripten in browsers. On other platforms
     * the field is required. */
    glsort_get_proc get_proc;
    void* get_proc_user;        /* passed to get_proc; unused if that is NULL */
    glsort_allocator allocator; /* zero: malloc and free */
    glsort_log log;             /* NULL: silent */
    void* log_user;
    uint32_t flags; /* GLSORT_CONTEXT_* */
    char* message;  /* receives a sentence if the creation fails; may be NULL */
    size_t message_bytes;
    /* Program binaries from glsort_context_programs(), or NULL; copied. If they are from
     * another device, driver or library version, the log has a warning, and the shaders
     * are compiled. */
    const void* programs;
    size_t programs_bytes;
    /* What AUTO chooses on this device: the text that "glsort tune" prints, with the
     * grammar in glsort_inspect.h; copied. NULL: the library's own choices. With invalid
     * text the creation fails, and the message names the line. */
    const char* table;
} glsort_context_desc;

/* Creates a context for the current GL context: GL >= 3.3 (core or compatibility) or
 * GLES >= 3.0. The compute backend needs GL >= 4.3, or GLES >= 3.1 with 8 storage blocks
 * in a compute shader and work groups of 256. *context is NULL on failure.
 * Errors: ARGUMENT   half an allocator, unknown flags or flags that exclude each other,
 *                    invalid table
 *         CONTEXT    no GL context is current, or it is too old
 *         LOADER     an entry point of the version is missing, or there is no lookup
 *         HOST_MEMORY. The sentence goes to desc->message.
 * GL context: current. Cost: allocates host memory.
 * Lifetime: what desc points at may go afterwards, except the allocator and the log. */
GLSORT_API glsort_result glsort_context_create(const glsort_context_desc* desc,
                                               glsort_context** context);

/* Frees the context, and deletes its GL objects and the GL objects of its plans. NULL is
 * allowed. If another GL context is current, or none, no GL object is deleted, as after
 * glsort_context_abandon(), and the log says so.
 * Lifetime: plans that still exist keep host memory until glsort_plan_destroy(). Until
 *   then their calls fail with GLSORT_ERROR_STATE and a sentence in
 *   glsort_plan_last_error(); an open run is over, glsort_plan_passes_left() is 0. */
GLSORT_API void glsort_context_destroy(glsort_context* context);

/* Frees the context without a GL call, for a GL context that is lost
 * (GL_KHR_robustness) or already gone. NULL is allowed. GL objects are not deleted: they
 * go with the GL context, or stay in the GL contexts that share them.
 * GL context: none needed. Lifetime: plans stay as after glsort_context_destroy(). */
GLSORT_API void glsort_context_abandon(glsort_context* context);

/* Returns the error of the last failed call that took the context, such as the creation
 * of a plan: a sentence that says what failed, the limit and what was asked; "" if no
 * call has failed.
 * GL context: none needed. Lifetime: until the next failing call on the context or its
 *   plans, or until the context is destroyed. */
GLSORT_API const char* glsort_last_error(const glsort_context* context);

/* Capabilities that are enabled after a call. */
#define GLSORT_LEFT_BLEND (1u << 0)
#define GLSORT_LEFT_CULL_FACE (1u << 1)
#define GLSORT_LEFT_DEPTH_TEST (1u << 2)
#define GLSORT_LEFT_SCISSOR_TEST (1u << 3)
#define GLSORT_LEFT_STENCIL_TEST (1u << 4)

/* Zero in every field is GL's initial value. A call sets only what it may have changed:
 * gl-state.md says what that is on each backend. */
typedef struct glsort_left_state {
    uint32_t program;
    uint32_t vertex_array;
    uint32_t draw_framebuffer;
    uint32_t read_framebuffer;
    /* x, y, width, height. All zero: in browsers the drawing buffer, elsewhere the
     * viewport before the call, which is queried. */
    int32_t viewport[4];
    uint32_t enabled; /* GLSORT_LEFT_* */
} glsort_left_state;

/* Sets what later calls of a context with GLSORT_CONTEXT_RESETS_STATE leave behind, such
 * as the framebuffer that the caller is drawing to. The objects must exist during these
 * calls.
 * Errors: ARGUMENT  enabled has unknown bits
 *         RANGE     the viewport has a negative size
 *         STATE     the context has another rule
 * GL context: none needed. */
GLSORT_API glsort_result glsort_context_leave(glsort_context* context,
                                              const glsort_left_state* left);

/* For browsers: makes the next runs ask WebGL about every buffer and texture again. Call
 * it after making a buffer smaller that runs have used, and after defining such a texture
 * anew or changing its parameters. In browsers a run asks about an object only when it
 * uses it for the first time, after 64 other objects, or when it needs more bytes of a
 * buffer than before; elsewhere every run asks, and this call does nothing. NULL is
 * allowed. GL context: none needed. */
GLSORT_API void glsort_context_recheck(glsort_context* context);

/* ---- plans ------------------------------------------------------------------------ */

/* Every ..._create() makes a plan, and the ..._run() with its name runs the plan; a run
 * with another name gives GLSORT_ERROR_ARGUMENT. All other functions take any plan.
 *
 *   sort                                   below
 *   order                                  glsort_draw.h
 *   segments, lists, gather, scan          glsort_arrays.h */

/* Flags that every descriptor takes. */
/* Time stamps around every pass, for glsort_plan_timings(). */
#define GLSORT_PLAN_TIMINGS (1u << 16)
/* Creation does not wait for its shaders: see glsort_plan_poll(). */
#define GLSORT_PLAN_CREATE_IN_STEPS (1u << 18)

/* The kind of GL calls that sort. */
typedef enum glsort_backend {
    GLSORT_BACKEND_AUTO = 0,
    GLSORT_BACKEND_COMPUTE = 1, /* dispatches over storage buffers; GL 4.3, GLES 3.1 */
    GLSORT_BACKEND_FRAGMENT = 2 /* draws over integer textures; GL >= 3.3, GLES >= 3.0 */
} glsort_backend;

/* Where a run takes its count from. */
typedef enum glsort_count_source {
    GLSORT_COUNT_FROM_ARGS = 0,
    GLSORT_COUNT_FROM_BUFFER = 1 /* one uint in a GPU buffer, clamped to max_count */
} glsort_count_source;

/* A buffer of 32-bit words, or where the descriptor's `textures` says so, level 0 of a
 * GL_TEXTURE_2D with at least ceil(count / width) rows, any filter and any
 * GL_TEXTURE_MAX_LEVEL. All zero: none. */
typedef struct glsort_resource {
    uint32_t name;   /* of the buffer or texture */
    uint32_t width;  /* texture: its width in texels. Buffer: 0 */
    uint64_t offset; /* buffer: byte offset, a multiple of 4; texture: 0 */
} glsort_resource;

/* What reads the results: selects the last memory barrier of compute runs. 0 means every
 * consumer. To name the consumers can make a run faster, never safer. */
#define GLSORT_CONSUMER_INDEX (1u << 0)    /* an element array buffer */
#define GLSORT_CONSUMER_VERTEX (1u << 1)   /* a vertex attribute */
#define GLSORT_CONSUMER_INDIRECT (1u << 2) /* a draw or dispatch indirect buffer */
#define GLSORT_CONSUMER_TEXTURE (1u << 3)  /* a buffer texture */
#define GLSORT_CONSUMER_COPY (1u << 4)     /* glCopy- and glGetBufferSubData, map */
#define GLSORT_CONSUMER_UNIFORM (1u << 5)  /* a uniform block */
#define GLSORT_CONSUMER_PIXEL (1u << 6)    /* a pixel pack or unpack buffer */
#define GLSORT_CONSUMER_STORAGE (1u << 7)  /* storage blocks, the next run; always done */

/* Frees the plan and deletes its GL objects. NULL is allowed. If another GL context is
 * current, or none, the GL objects stay until their GL context goes, and the log says so.
 * GL context: none needed if the plan is offline or its context is gone. */
GLSORT_API void glsort_plan_destroy(glsort_plan* plan);

/* Returns the error of the last failed call that took a plan, as glsort_last_error()
 * does, also after the plan's context was destroyed or abandoned.
 * GL context: none needed. Lifetime: until the next failing call, or until the plan or
 *   its context is destroyed. */
GLSORT_API const char* glsort_plan_last_error(const glsort_plan* plan);

/* Continue the creation of a plan with GLSORT_PLAN_CREATE_IN_STEPS, for programs that go
 * on drawing while shaders compile. A poll, such as one in each frame, does a step and
 * returns GLSORT_NOT_READY until the plan is finished, then GLSORT_OK. Finish does all
 * steps that are left, and waits. Both leave a finished plan as it is.
 * While a plan is unfinished, it may be destroyed; every other call that takes it and
 * returns a glsort_result fails with GLSORT_ERROR_STATE. After an error the plan is still
 * unfinished, and another poll repeats what failed. Several plans may be unfinished at
 * once, and a program that they share is compiled once.
 * Errors: SHADER         the driver refused a shader
 *         LIMIT          the driver cannot render to the targets of a pass
 *         STATE          the plan is offline
 *         HOST_MEMORY, DEVICE_MEMORY
 * Cost: the creation and each poll hand at most one program to the driver. With
 *   GL_KHR_parallel_shader_compile, or its ARB version, a poll takes only programs that
 *   the driver calls complete, so compiling uses all threads of the driver (see
 *   GLSORT_CONTEXT_COMPILER_THREADS). But NVIDIA's driver does about half of its work
 *   when a complete program is taken: 0.2 to 0.6 s for the largest programs of radix.
 *   Without the extension a poll waits for at most one program. The last poll allocates
 *   the GPU memory. */
GLSORT_API glsort_result glsort_plan_poll(glsort_plan* plan);
GLSORT_API glsort_result glsort_plan_finish(glsort_plan* plan);

/* Runs every program that runs of the plan can use, on few elements in memory of its own.
 * Many drivers translate a program when it first does work, and again for other formats
 * of textures; without this call the first run waits for that. Changes no object of the
 * caller's, and nothing that glsort_plan_describe() or glsort_plan_timings() returns.
 * Peeks are not warmed up.
 * Errors: STATE          the plan is offline, or a run of it is open
 *         DEVICE_MEMORY
 * Cost: allocates a buffer and textures for the elements, 2^16 at most, and deletes
 *   them; the driver translates programs. Does not wait for the GPU. */
GLSORT_API glsort_result glsort_plan_warm(glsort_plan* plan);

/* ---- sorts ------------------------------------------------------------------------ */

/* Equal keys keep the order of the input. If an atomic counter compacts the input, equal
 * keys come in another order in every frame: compact by a prefix sum, or cull in a draw
 * order (glsort_draw.h).
 * A 64-bit key is two words, low word first, as in the memory of a little-endian CPU.
 * Buffers of 64-bit keys need no more alignment than buffers of 32-bit words. */
typedef enum glsort_key {
    GLSORT_KEY_U32 = 0,
    GLSORT_KEY_I32 = 1,
    GLSORT_KEY_F32 = 2,
    GLSORT_KEY_U64 = 3,
    GLSORT_KEY_I64 = 4,
    GLSORT_KEY_F64 = 5,
    GLSORT_KEY_U16 = 6 /* the low 16 bits of a word; the high bits move along */
} glsort_key;

/* The direction in which keys are sorted. */
typedef enum glsort_direction { GLSORT_ASCENDING, GLSORT_DESCENDING } glsort_direction;

/* What moves along with the keys. */
typedef enum glsort_values {
    GLSORT_VALUES_NONE = 0,    /* keys only */
    GLSORT_VALUES_INDICES = 1, /* 0 .. count - 1 made by the sort: values_out = argsort */
    GLSORT_VALUES_4_BYTES = 2, /* the caller's: any 4 bytes per element */
    GLSORT_VALUES_8_BYTES = 3, /* 8 bytes */
    GLSORT_VALUES_16_BYTES = 4 /* 16 bytes */
} glsort_values;

/* Which resources of runs and peeks are textures; the others are buffers. Fragment
 * backend only. Element i is texel i, row by row: R32UI for 4 bytes (f32 and i32 keys as
 * their bits), RG32UI for 8 bytes (low word first), RGBA32UI for 16 bytes. */
#define GLSORT_TEXTURE_KEYS_IN (1u << 0)
#define GLSORT_TEXTURE_KEYS_OUT (1u << 1)
#define GLSORT_TEXTURE_VALUES_IN (1u << 2)
#define GLSORT_TEXTURE_VALUES_OUT (1u << 3)
#define GLSORT_TEXTURES_ALL 15u

#define GLSORT_PLAN_DISCARD_KEYS (1u << 0) /* the sort writes values only */

/* Zero is the default in every field but max_count. Creation fails if a nonzero field
 * does not apply to the way of sorting or the backend; only expected_count always may be
 * set. */
typedef struct glsort_sort_desc {
    uint32_t max_count; /* largest count of a run; the plan allocates for it */
    /* Hint for AUTO. With a count in a buffer: the typical count; 0, or above max_count:
     * max_count. With a count in the arguments: from this count on, a run is as fast as
     * a run of a plan for its count; 0: every run is. The higher the number, the fewer
     * programs the creation compiles. */
    uint32_t expected_count;
    glsort_key key;
    glsort_direction direction;
    glsort_values values;
    glsort_backend backend;
    glsort_count_source count_source;
    uint32_t textures; /* GLSORT_TEXTURE_* */
    /* Bytes from one key of keys_in to the next, and from one value of values_in to the
     * next, for fields of structs in buffers: a multiple of 4, at least the size of the
     * key or value; 0: packed. An input with gaps cannot be sorted in place. */
    uint32_t key_stride, value_stride;
    uint32_t flags; /* GLSORT_PLAN_DISCARD_KEYS, and the flags of every plan */
    /* Sort by bit_count bits of the key from first_bit on; bit_count 0: by all bits from
     * there. The bits are bits of the mapped key, the unsigned integer that ascends in
     * the requested order. Keys that agree in these bits keep the order of the input.
     * Fewer bits make AUTO's sorts of many elements faster. On the fragment backend this
     * begins at 16 bits; more bits cost about as much as all bits. */
    uint32_t first_bit, bit_count;
    const struct glsort_tuning* tuning; /* NULL in production: glsort_inspect.h; copied */
} glsort_sort_desc;

/* Creates a sort for runs of up to desc->max_count elements. *plan is NULL on failure.
 * Errors: ARGUMENT       a field has a value that no enumerant has
 *         RANGE          max_count is 0
 *         UNSUPPORTED    the backend or device lacks what a field asks for; a stride, bit
 *                        range or tuning is invalid
 *         LIMIT          max_count is above glsort_max_count(), or the driver cannot
 *                        render to the targets of a pass
 *         CONTEXT        no GL context is current
 *         SHADER         the driver refused a shader
 *         HOST_MEMORY, DEVICE_MEMORY
 * Cost: compiles the shaders that the context has not linked yet, and waits for them
 *   after it has handed all of them to the driver. Allocates all host and GPU memory of
 *   runs. */
GLSORT_API glsort_result glsort_sort_create(glsort_context* context,
                                            const glsort_sort_desc* desc,
                                            glsort_plan** plan);

/* The arguments of one run. */
typedef struct glsort_sort_args {
    uint32_t count; /* elements; ignored with GLSORT_COUNT_FROM_BUFFER */
    glsort_resource keys_in;
    glsort_resource keys_out;   /* must be none if and only if the plan discards keys */
    glsort_resource values_in;  /* only for GLSORT_VALUES_4_BYTES, _8_ and _16_BYTES */
    glsort_resource values_out; /* must be none if and only if GLSORT_VALUES_NONE */
    glsort_resource count_in;   /* only for GLSORT_COUNT_FROM_BUFFER; always a buffer */
    uint32_t consumers;         /* GLSORT_CONSUMER_* */
} glsort_sort_args;

/* Sorts. If shaders of the caller wrote the inputs or outputs, call glMemoryBarrier()
 * before the run, with
 *   compute             GL_SHADER_STORAGE_BARRIER_BIT
 *   fragment, buffers   GL_PIXEL_BUFFER_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT
 *   fragment, textures  GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT
 * and with GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT after writes through a persistent mapping
 * that is not coherent. The run makes its results visible to the consumers and to the
 * next run of any plan. A count of 0 succeeds without any resource.
 * Errors: ARGUMENT  a resource is missing, not used or without a name; an object that
 *                   gl-state.md says is refused; an output that overlaps another
 *                   resource, or is an input with gaps; unknown consumers
 *         RANGE     count is above max_count; an offset is not a multiple of 4; a buffer
 *                   or texture is too small
 *         LIMIT     a resource needs a larger binding or texture than the device has
 *         STATE     the plan is offline, or a run of it is open
 * Cost: the CPU computes the passes anew if the count differs from the last run, or if
 *   only one of the two runs is in place. The driver may wait or copy a small buffer if
 *   more than 64 such runs are in flight, or more than 3 whose passes have other
 *   parameters, too.
 *   With a count in a buffer the GPU's work follows the count, but the fragment backend
 *   copies max_count elements. On the driver zink, fragment passes wait around each copy
 *   to a buffer. */
GLSORT_API glsort_result glsort_sort_run(glsort_plan* plan, const glsort_sort_args* args);

#ifdef __cplusplus
}
#endif

#endif
